"""The deal of a hall that is trusted with the tiles, behind `Dealer`: the same secret deals the same tiles anywhere.

Laws: what a seat may see follows from the public table alone, and is told to it alone, sealed with its key; the dealer
is bound to every tile before anybody sees one; when the books open, everybody makes the whole deal again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from game.lan.deal.boards import (
    OPENING_BYTES,
    SECRET_BYTES,
    Boards,
    DealtBoard,
    Promise,
    TileOpening,
    board_name,
    padded,
    read_opening,
    read_promise,
)
from game.lan.deal.terms import Layout, layout_of
from game.lan.log.state import DealState
from game.match.bodies import Deal, write_deal
from game.match.deal import DealFault, OwedEntry
from game.match.match import Standing, hidden_tiles
from game.match.transcript import TABLE, Controller, Entry, EntryKind, Header, Transcript
from game.rules.registry import rules_of
from game.table.faces import Face
from game.table.moves import Move, Shown
from game.table.notation import read_move
from game.table.state import Phase, Table, hidden_among
from game.table.tiles import Tile
from net.deal.rounds import TO_ALL, TO_NOBODY, Fault

PROMISE, TILES, BOOKS = "promise", "tiles", "books"  # what the table says for a deal


class HallDealer:
    """Deals for one program; `shared` is the secret that the hall has with a seat, empty where it is not ours to know.

    `seat` is None for one who only watches; `boards` gives the secrets to the hall, and nothing to all others.
    """

    def __init__(
        self,
        header: Header,
        seat: int | None,
        shared: Callable[[int], bytes],
        boards: Callable[[], Boards | None] = lambda: None,
    ) -> None:
        self._header = header
        self._rules = rules_of(header.game)
        self._seat = seat
        self._shared = shared
        self._boards = boards
        self._standing: Standing | None = None
        self._forget()

    def _forget(self) -> None:
        self._layout: Layout | None = None
        self._context = b""
        self.promise: Promise | None = None
        self._given: dict[int, int] = {}  # to whom each place was opened
        self._open: dict[int, TileOpening] = {}  # places that this program may see, or that everybody has seen
        self._board: DealtBoard | None = None  # of the hall at once, of all others when the books are open
        self._books = False

    # The port

    def begin(self, _header: Header, _standing: Standing) -> OwedEntry | None:
        """The deal comes from the table, once the log says that a round begins."""
        return None

    def owed(self, _log: Transcript, seat: int) -> tuple[OwedEntry, ...]:
        """Return the deal, once it is promised and its racks are told; no seat owes anything."""
        standing = self._standing
        if seat != TABLE or self.promise is None or standing is None or self._table is not None or self._due():
            return ()
        places = self._places(self._rules.opened_tiles(self._header.options))
        shown = tuple((tile, self._face(at)) for tile, at in places.items())
        deal = Deal(standing.next_round, self.promise.lot, shown)
        return (OwedEntry(EntryKind.DEAL, write_deal(deal, cards=self._rules.deck.cards)),)

    def learn(self, entry: Entry, standing: Standing) -> Mapping[Tile, Face] | DealFault:
        """Take in an entry and return what this program may know now."""
        before, self._standing = self._standing, standing
        if entry.kind is EntryKind.VOID:
            self._forget()
        elif entry.kind is EntryKind.SHARE:
            self._hear(entry)
        elif entry.kind is EntryKind.MOVE and before is not None and before.table is not None:
            move = read_move(entry.body, cards=self._rules.deck.cards)
            shown = self._shown(move, entry.proof)
            self._open |= shown
            self._given |= dict.fromkeys(shown, TO_ALL)
        return self.known()

    def _hear(self, entry: Entry) -> None:
        layout = self._layout
        if entry.body == PROMISE and layout is not None:
            self.promise = read_promise(entry.proof, layout.terms.size)
        elif entry.body == TILES:
            due = self._due()
            self._open |= self._openings(due, entry.proof)
            self._given |= dict(due)
        elif entry.body == BOOKS and layout is not None:
            self._board, self._books = DealtBoard.of(entry.proof, layout), True
        elif self._standing is not None:
            self._forget()
            self._layout = layout_of(self._header, self._standing, 0)
            self._context = entry.digest

    def open(self, tiles: tuple[Tile, ...]) -> bytes:
        """Return the salts of those among these tiles that were ours alone to see."""
        return b"".join(
            self._open[at].salt
            for at in self._places(tiles).values()
            if at in self._open and self._given.get(at) != TO_ALL
        )

    def confirm(self, author: int, move: Move, proof: bytes) -> DealFault | None:
        """Hold what a move shows to what was promised."""
        if self.promise is None:
            return DealFault(author, "it shows tiles that nobody dealt") if move.shown or proof else None
        shown = self._shown(move, proof)
        places = self._places(tile for tile, _face in move.shown)
        if len(shown) < len(places) or len(proof) != sum(
            len(one.salt) for at, one in shown.items() if self._given.get(at) != TO_ALL
        ):
            return DealFault(author, "its move opens other tiles than it shows")
        for tile, face in move.shown:
            at = places[tile]
            if shown[at].piece != self._piece(face) or not self.promise.fits(at, shown[at]):
                return DealFault(author, f"tile {tile} is not what the move shows", "not_promised")
        return None

    def waiting(self) -> tuple[int, ...]:
        """A hall waits for nobody."""
        return ()

    def close(self, standing: Standing) -> Shown | DealFault:
        """Return the faces of all tiles still hidden, once the books are open."""
        if standing.table is None:
            return ()
        if not self._books or self._board is None or self._layout is None:
            return DealFault(TABLE, "the books are not open")
        places = self._places(hidden_tiles(standing.table))
        return tuple((tile, self._layout.face_of(self._board.openings[at].piece)) for tile, at in places.items())

    # What a LAN story asks beside

    @property
    def name(self) -> str:
        """The name of this deal, the same at all tables."""
        return "" if self.promise is None else board_name(self.promise)

    def table_entry(self) -> OwedEntry | None:
        """As the hall, return what the table must say for the deal now."""
        layout, standing, boards = self._layout, self._standing, self._boards()
        if layout is None or standing is None or boards is None:
            return None
        secret = boards.secret(standing.next_round)
        if not secret:
            return None
        board = self._board or DealtBoard.of(secret, layout)
        if self.promise is None:
            return OwedEntry(EntryKind.SHARE, PROMISE, board.promise())
        if self._board is None and read_promise(board.promise(), layout.terms.size) != self.promise:
            return None  # this deal was made from another secret, which is lost
        self._board = board
        due = self._due()
        if due:
            return OwedEntry(EntryKind.SHARE, TILES, b"".join(self._told(board.openings[at], at, to) for at, to in due))
        over = self._table is not None and self._table.phase is Phase.ROUND_END
        opens = over and not self._books and boards.may_open(standing.next_round)
        return OwedEntry(EntryKind.SHARE, BOOKS, secret) if opens else None

    def _told(self, opening: TileOpening, at: int, to: int) -> bytes:
        written = opening.written()
        return written if to == TO_ALL else padded(written, self._shared(to), self._context, at)

    def objection(self, author: int, body: str, proof: bytes) -> str:
        """Say by a word why the table may not say this; empty if it may.

        Whoever was told a tile that was not promised finds that alone, and goes no further with this hall.
        """
        layout, promise = self._layout, self.promise
        if author != TABLE or layout is None:
            return "no_share"
        if body == PROMISE:
            fits = promise is None and read_promise(proof, layout.terms.size) is not None
            return "" if fits else "no_promise"
        if promise is None:
            return "no_promise"
        if body == TILES:
            due = self._due()
            if not due or len(proof) != OPENING_BYTES * len(due):
                return "not_due"
            found = self._openings(due, proof)
            return "" if all(promise.fits(at, one) for at, one in found.items()) else "not_promised"
        over = self._table is not None and self._table.phase is Phase.ROUND_END
        if body != BOOKS or not over or self._books or len(proof) != SECRET_BYTES:
            return "not_due"
        made = DealtBoard.of(proof, layout).promise()
        return "" if read_promise(made, layout.terms.size) == promise else "not_promised"

    @property
    def public(self) -> DealState:
        """What a deal is bound to; nobody at the table can break it."""
        return self._context, ()

    @property
    def void(self) -> bool:
        """Nobody at the table can break this deal."""
        return False

    @property
    def audited(self) -> bool:
        """Everything is checked as it is said."""
        return True

    @property
    def found_fault(self) -> Fault | None:
        """None: a false word is refused when it is said."""
        return None

    @property
    def needs_seats(self) -> bool:
        """The hall has all tiles: whoever goes, the round is played on."""
        return False

    def secrets_released(self, _seat: int) -> bool:
        """Nobody has secrets to give up."""
        return True

    def leave(self) -> None:
        """Nobody has secrets to give up."""

    def work(self, _steps: int) -> bool:
        """Nothing here takes long."""
        return False

    def known(self) -> Mapping[Tile, Face]:
        """Return the faces that this program was told or everybody has seen."""
        return {} if self._layout is None else {self._layout.tiles[at]: self._face(at) for at in self._open}

    def settle(self) -> Mapping[Tile, Face]:
        """Return the faces known: whatever the log opens is known at once."""
        return self.known()

    # Inside

    @property
    def _table(self) -> Table | None:
        """The table while a round is played on it."""
        standing = self._standing
        return None if standing is None or standing.scored else standing.table

    def _due(self) -> tuple[tuple[int, int], ...]:
        """Return the places that the table gives somebody to see and that were not opened, and to whom."""
        layout, standing, table = self._layout, self._standing, self._table
        if layout is None or standing is None or (table is not None and table.phase is Phase.ROUND_END):
            return ()
        wanted = {at: to for at, to in enumerate(layout.terms.plan) if to != TO_NOBODY}
        if table is not None:
            racks = enumerate(table.racks)
            wanted = {layout.places[tile]: seat for seat, rack in racks for tile in hidden_among(rack, table.faces)}
        persons = {at for at, seat in enumerate(standing.seats) if seat.controller is Controller.REMOTE}
        due = ((at, to if to in persons else TO_ALL) for at, to in sorted(wanted.items()))
        return tuple((at, to) for at, to in due if self._given.get(at) not in (to, TO_ALL))

    def _openings(self, due: tuple[tuple[int, int], ...], said: bytes) -> dict[int, TileOpening]:
        """Return what of the told places this program can read."""
        found: dict[int, TileOpening] = {}
        for number, (at, to) in enumerate(due):
            written = said[OPENING_BYTES * number : OPENING_BYTES * (number + 1)]
            if to == TO_ALL:
                found[at] = read_opening(written)
            elif to == self._seat:
                found[at] = read_opening(padded(written, self._shared(to), self._context, at))
        return found

    def _shown(self, move: Move, proof: bytes) -> dict[int, TileOpening]:
        """Return what a move shows at each place: by its own salts, or as everybody has seen before."""
        shown: dict[int, TileOpening] = {}
        faces = dict(move.shown)
        for tile, at in self._places(faces).items():
            if self._given.get(at) == TO_ALL:
                shown[at] = self._open[at]
            elif proof:
                size = OPENING_BYTES - 1
                shown[at], proof = TileOpening(self._piece(faces[tile]), proof[:size]), proof[size:]
        return shown

    def _places(self, tiles: Iterable[Tile]) -> dict[Tile, int]:
        return {} if self._layout is None else {tile: self._layout.places[tile] for tile in tiles}

    def _piece(self, face: Face) -> int:
        return -1 if self._layout is None else self._layout.numbers_of(face)[0]

    def _face(self, at: int) -> Face:
        if self._layout is None:
            raise RuntimeError("nothing is dealt")
        return self._layout.face_of(self._open[at].piece)
