"""The deal of a trusted hall, behind `Dealer`: one secret deals the same tiles at every table.

Laws: what a seat may see follows from the public table, and is sent to it alone, encrypted; the dealer commits to every
tile before anybody sees one; once the secret is revealed, everybody checks the whole deal.
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
    pad_opening,
    read_opening,
    read_promise,
)
from game.lan.deal.terms import Layout, layout_of
from game.lan.log.state import DealState
from game.match.bodies import Deal, write_deal
from game.match.deal import DealFault, OwedEntry
from game.match.match import Standing, hidden_tiles
from game.match.transcript import TABLE_AUTHOR, Controller, Entry, EntryKind, Header, Transcript
from game.rules.registry import rules_of
from game.table.faces import Face
from game.table.moves import Move, ShownFaces
from game.table.notation import read_move
from game.table.state import Phase, Table, hidden_among
from game.table.tiles import Tile
from net.deal.rounds import TO_ALL, TO_NOBODY, EntryFault

# the table's shares: commitment, tiles, the secret
PROMISE_SHARE, TILES_SHARE, SECRET_SHARE = "promise", "tiles", "books"


class HallDealer:
    """Deals for one program; `shared` returns the key shared by the hall and a seat, empty if we do not know it.

    `seat` is None for a watcher; `boards` returns the secrets to the hall, and None to everybody else.
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
        self._given: dict[int, int] = {}  # by place, the seat it was opened to, or TO_ALL
        self._open: dict[int, TileOpening] = {}  # by place, the openings that this program knows
        self._board: DealtBoard | None = None  # the whole deal: known to the hall, to others once it is revealed
        self._is_revealed = False  # whether the secret is in the log

    # The port

    def begin_deal(self, _header: Header, _standing: Standing) -> OwedEntry | None:
        """Return nothing: the table deals, once the log says that a round begins."""
        return None

    def owed_entries(self, _log: Transcript, seat: int) -> tuple[OwedEntry, ...]:
        """Return the DEAL entry, once its promise and racks are in the log; seats owe nothing."""
        standing = self._standing
        if (
            seat != TABLE_AUTHOR
            or self.promise is None
            or standing is None
            or self._table is not None
            or self._due_places()
        ):
            return ()
        places = self._places_of(self._rules.opened_tiles(self._header.options))
        shown = tuple((tile, self._face_at(at)) for tile, at in places.items())
        deal = Deal(standing.next_round_number, self.promise.lot, shown)
        return (OwedEntry(EntryKind.DEAL, write_deal(deal, cards=self._rules.deck.cards)),)

    def learn_from(self, entry: Entry, standing: Standing) -> Mapping[Tile, Face] | DealFault:
        """Fold an entry and return the faces that this program now knows."""
        before, self._standing = self._standing, standing
        if entry.kind is EntryKind.VOID:
            self._forget()
        elif entry.kind is EntryKind.SHARE:
            self._learn_share(entry)
        elif entry.kind is EntryKind.MOVE and before is not None and before.table is not None:
            move = read_move(entry.body, cards=self._rules.deck.cards)
            shown = self._shown_openings(move, entry.proof)
            self._open |= shown
            self._given |= dict.fromkeys(shown, TO_ALL)
        return self.known_faces()

    def _learn_share(self, entry: Entry) -> None:
        layout = self._layout
        if entry.body == PROMISE_SHARE and layout is not None:
            self.promise = read_promise(entry.proof, layout.terms.tile_count)
        elif entry.body == TILES_SHARE:
            due = self._due_places()
            self._open |= self._openings(due, entry.proof)
            self._given |= dict(due)
        elif entry.body == SECRET_SHARE and layout is not None:
            self._board, self._is_revealed = DealtBoard.of(entry.proof, layout), True
        elif self._standing is not None:
            self._forget()
            self._layout = layout_of(self._header, self._standing, 0)
            self._context = entry.digest

    def opening_proof(self, tiles: tuple[Tile, ...]) -> bytes:
        """Return the salts of those of the given tiles that only we could see."""
        return b"".join(
            self._open[at].salt
            for at in self._places_of(tiles).values()
            if at in self._open and self._given.get(at) != TO_ALL
        )

    def false_face_fault(self, author: int, move: Move, proof: bytes) -> DealFault | None:
        """Check a move's faces against the promise."""
        if self.promise is None:
            return DealFault(author, "it shows tiles that nobody dealt") if move.shown or proof else None
        shown = self._shown_openings(move, proof)
        places = self._places_of(tile for tile, _face in move.shown)
        if len(shown) < len(places) or len(proof) != sum(
            len(one.salt) for at, one in shown.items() if self._given.get(at) != TO_ALL
        ):
            return DealFault(author, "its move opens other tiles than it shows")
        for tile, face in move.shown:
            at = places[tile]
            if shown[at].piece != self._piece_of(face) or not self.promise.fits(at, shown[at]):
                return DealFault(author, f"tile {tile} is not what the move shows", "not_promised")
        return None

    def awaited_seats(self) -> tuple[int, ...]:
        """Return nobody: no seat has a part in this deal."""
        return ()

    def hidden_faces(self, standing: Standing) -> ShownFaces | DealFault:
        """Return the faces of all tiles still hidden, once the secret is revealed."""
        if standing.table is None:
            return ()
        if not self._is_revealed or self._board is None or self._layout is None:
            return DealFault(TABLE_AUTHOR, "the books are not open")
        places = self._places_of(hidden_tiles(standing.table))
        return tuple((tile, self._layout.face_of(self._board.openings[at].piece)) for tile, at in places.items())

    # What a LAN story also asks

    @property
    def shared_board_name(self) -> str:
        """The deal's name, the same at all tables."""
        return "" if self.promise is None else board_name(self.promise)

    def owed_table_share(self) -> OwedEntry | None:
        """As the hall, return the share that the table owes now."""
        layout, standing, boards = self._layout, self._standing, self._boards()
        if layout is None or standing is None or boards is None:
            return None
        secret = boards.secret(standing.next_round_number)
        if not secret:
            return None
        board = self._board or DealtBoard.of(secret, layout)
        if self.promise is None:
            return OwedEntry(EntryKind.SHARE, PROMISE_SHARE, board.promise())
        if self._board is None and read_promise(board.promise(), layout.terms.tile_count) != self.promise:
            return None  # this deal was made from another secret, which is lost
        self._board = board
        due = self._due_places()
        if due:
            return OwedEntry(
                EntryKind.SHARE,
                TILES_SHARE,
                b"".join(self._opening_bytes(board.openings[at], at, to) for at, to in due),
            )
        over = self._table is not None and self._table.phase is Phase.ROUND_END
        opens = over and not self._is_revealed and boards.may_open(standing.next_round_number)
        return OwedEntry(EntryKind.SHARE, SECRET_SHARE, secret) if opens else None

    def _opening_bytes(self, opening: TileOpening, at: int, to: int) -> bytes:
        written = opening.to_bytes()
        return written if to == TO_ALL else pad_opening(written, self._shared(to), self._context, at)

    def share_refusal(self, author: int, body: str, proof: bytes) -> str:
        """Return a code for why the table's share is refused; empty if it is accepted.

        A seat that was sent a wrong tile finds that alone, and goes no further with this hall.
        """
        layout, promise = self._layout, self.promise
        if author != TABLE_AUTHOR or layout is None:
            return "no_share"
        if body == PROMISE_SHARE:
            fits = promise is None and read_promise(proof, layout.terms.tile_count) is not None
            return "" if fits else "no_promise"
        if promise is None:
            return "no_promise"
        if body == TILES_SHARE:
            due = self._due_places()
            if not due or len(proof) != OPENING_BYTES * len(due):
                return "not_due"
            found = self._openings(due, proof)
            return "" if all(promise.fits(at, one) for at, one in found.items()) else "not_promised"
        over = self._table is not None and self._table.phase is Phase.ROUND_END
        if body != SECRET_SHARE or not over or self._is_revealed or len(proof) != SECRET_BYTES:
            return "not_due"
        made = DealtBoard.of(proof, layout).promise()
        return "" if read_promise(made, layout.terms.tile_count) == promise else "not_promised"

    @property
    def public_state(self) -> DealState:
        """The deal's context; nobody at the table can break the deal."""
        return self._context, ()

    @property
    def is_void(self) -> bool:
        """False: nobody at the table can break this deal."""
        return False

    @property
    def is_audited(self) -> bool:
        """True: everything is checked when it arrives."""
        return True

    @property
    def fault_found(self) -> EntryFault | None:
        """None: a false share is refused when it arrives."""
        return None

    @property
    def needs_every_seat(self) -> bool:
        """False: the hall knows all tiles, so a round goes on without a seat."""
        return False

    def has_released_secrets(self, _seat: int) -> bool:
        """Return True: no seat has secrets in this deal."""
        return True

    def release_secrets(self) -> None:
        """Do nothing: no seat has secrets in this deal."""

    def do_work(self, _steps: int) -> bool:
        """Return False: there is no long work."""
        return False

    def known_faces(self) -> Mapping[Tile, Face]:
        """Return the faces that this program was sent or everybody has seen."""
        return {} if self._layout is None else {self._layout.tiles[at]: self._face_at(at) for at in self._open}

    def open_public_faces(self) -> Mapping[Tile, Face]:
        """Return the known faces: public ones are known at once."""
        return self.known_faces()

    # Inside

    @property
    def _table(self) -> Table | None:
        """The table while a round is played on it."""
        standing = self._standing
        return None if standing is None or standing.round_scored else standing.table

    def _due_places(self) -> tuple[tuple[int, int], ...]:
        """Return the places not yet open to whom the table grants them, each with that seat or TO_ALL."""
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
        """Return the openings that this program can decrypt."""
        found: dict[int, TileOpening] = {}
        for number, (at, to) in enumerate(due):
            written = said[OPENING_BYTES * number : OPENING_BYTES * (number + 1)]
            if to == TO_ALL:
                found[at] = read_opening(written)
            elif to == self._seat:
                found[at] = read_opening(pad_opening(written, self._shared(to), self._context, at))
        return found

    def _shown_openings(self, move: Move, proof: bytes) -> dict[int, TileOpening]:
        """Return a move's opening at each place: by its own salts, or as everybody has seen before."""
        shown: dict[int, TileOpening] = {}
        faces = dict(move.shown)
        for tile, at in self._places_of(faces).items():
            if self._given.get(at) == TO_ALL:
                shown[at] = self._open[at]
            elif proof:
                size = OPENING_BYTES - 1
                shown[at], proof = TileOpening(self._piece_of(faces[tile]), proof[:size]), proof[size:]
        return shown

    def _places_of(self, tiles: Iterable[Tile]) -> dict[Tile, int]:
        return {} if self._layout is None else {tile: self._layout.places[tile] for tile in tiles}

    def _piece_of(self, face: Face) -> int:
        return -1 if self._layout is None else self._layout.pieces_with_face(face)[0]

    def _face_at(self, at: int) -> Face:
        if self._layout is None:
            raise RuntimeError("nothing is dealt")
        return self._layout.face_of(self._open[at].piece)
