"""The sealed deal behind `Dealer`: what `net.deal` says of positions, told as faces of tiles.

Laws: a position of a deal is a tile that does not stay where it lay, in ascending order; who may see one follows from
the public table alone; a face that this program may not know is in no object of it. A bot's rack is everybody's, so
that every program can check its moves and none has an edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from game.match.bodies import Deal, write_deal
from game.match.deal import COIN_BOUND, Fault, Owed
from game.match.match import Standing, hidden_tiles, mover_of
from game.match.transcript import TABLE, Controller, Entry, Header, Kind, Transcript
from game.rules.registry import rules_of
from game.session.lan_state import DealState
from game.session.sealed_terms import Layout, layout_of
from game.table.faces import Face
from game.table.moves import Move, Shown
from game.table.notation import read_move
from game.table.state import Phase, unknown
from game.table.tiles import Tile
from net.deal.group import SCALAR_BYTES, Scalar
from net.deal.judging import apply, awaited_seats, refusal
from net.deal.opening_books import order_of
from net.deal.peers import Peer
from net.deal.rounds import PROOFS, TO_ALL, Round, context_of
from net.deal.rounds import Fault as Falsehood
from net.deal.seeds import Seed
from net.deal.shares import verify_share, verify_tile

# How many steps of work the opening of one tile is worth.
OPENING = 4


class SealedDealer:
    """Deals for one program; `secret` makes its seed from what the deal is bound to, the same after a restart.

    `seat` is None for one who only watches. With `at_once` all work is done when it comes up.
    """

    def __init__(
        self,
        header: Header,
        seat: int | None,
        secret: Callable[[bytes], bytes],
        *,
        proofs: int = PROOFS,
        at_once: bool = False,
    ) -> None:
        self._header = header
        self._rules = rules_of(header.game)
        self._seat = seat
        self._secret = secret
        self._proofs = proofs
        self._at_once = at_once
        self._standing: Standing | None = None
        self._layout: Layout | None = None
        self._round: Round | None = None
        self._peer: Peer | None = None
        self._used: frozenset[bytes] = frozenset()
        self._opened: dict[Tile, Face] = {}  # what this program may know, beside what is public
        self._seen: dict[int, int] = {}  # the tiles that were opened to all, by position
        self._leaving = False

    # The port

    def begin(self, _header: Header, _standing: Standing) -> Owed | None:
        """The deal comes from all, once the log says that a round begins."""
        return None

    def owed(self, _log: Transcript, seat: int) -> tuple[Owed, ...]:
        """Return what a seat of this program, or the table, must send now."""
        if seat == TABLE:
            return self._owed_by_table()
        told = self._peer.owed() if self._peer is not None and seat == self._seat else None
        return () if told is None else (Owed(Kind.SHARE, told.kind.value, told.body),)

    def learn(self, entry: Entry, standing: Standing) -> Mapping[Tile, Face] | Fault:
        """Take in an entry and return what this program may know now."""
        before, self._standing = self._standing, standing
        if entry.kind is Kind.SHARE and entry.author == TABLE:
            self._begin(entry.digest, standing)
        elif entry.kind is Kind.VOID:
            self._forget()
        elif entry.kind is Kind.SHARE and self._round is not None:
            apply(self._round, entry.author, entry.body, entry.proof)
        elif entry.kind is Kind.MOVE and before is not None:
            self._keep_openings(entry, before)
        self._grant()
        while self._at_once and self.work(1024):
            pass
        fault = self._blamed()
        return fault if fault is not None and entry.kind is Kind.SHARE else self.known()

    def open(self, tiles: tuple[Tile, ...]) -> bytes:
        """Return our scalars of those among these tiles that are still under our lock."""
        if self._peer is None or self._layout is None or self._round is None or self._seat is None:
            return b""
        own = self._layout.positions(tiles)
        return self._peer.opening(at for at in own if self._round.scalar_of(self._seat, at) is None)

    def confirm(self, author: int, move: Move, proof: bytes) -> Fault | None:
        """Open the tiles that a move shows, and compare."""
        if self._round is None or self._layout is None:
            return Fault(author, "it shows tiles that nobody dealt") if move.shown or proof else None
        positions = self._layout.positions(tile for tile, _face in move.shown)
        scalars = self._scalars(author, positions, proof)
        if isinstance(scalars, Fault):
            return scalars
        for (tile, face), at in zip(move.shown, positions, strict=True):
            own = {author: scalars[at]} if at in scalars else {}
            seen = [number for place, number in self._seen.items() if place != at]
            wrong = verify_tile(self._round.tile_at(at, own), self._layout.numbers_of(face), seen)
            if wrong:
                return Fault(author, f"tile {tile} is not what the move shows: {wrong}")
        return None

    def waiting(self) -> tuple[int, ...]:
        """Return the persons of whom something is due."""
        if self._round is None or self._round.void:
            return ()
        return awaited_seats(self._round)

    def close(self, standing: Standing) -> Shown | Fault:
        """Open the books: the faces of all tiles still hidden, once every seed is in the log and all of them hold.

        What a false seed says of the order of the tiles would have the tiles of others counted as what they are not.
        """
        if standing.table is None or self._round is None or self._layout is None or not self._round.over:
            return ()
        false = self._round.settle()
        if false is not None:
            return _named(false)
        order = order_of(self._round)
        hidden = hidden_tiles(standing.table)
        return tuple(
            (tile, self._layout.face_of(order[at]))
            for tile, at in zip(hidden, self._layout.positions(hidden), strict=True)
        )

    # What a LAN story asks beside

    @property
    def public(self) -> DealState:
        """What everybody knows of the deal and the log does not say anyway: what it is bound to, and who broke it."""
        one = self._round
        if one is None:
            return b"", ()
        return one.context, ((one.fault.seat, one.fault.word),) if one.void and one.fault else ()

    @property
    def void(self) -> bool:
        """Whether the log names somebody who broke the deal."""
        return self._round is not None and self._round.void

    @property
    def audited(self) -> bool:
        """Whether everything in the log was checked by this program, and nothing is left to be said against it."""
        return self._round is None or self._round.void or (self._round.checked and self._round.fault is None)

    @property
    def falsehood(self) -> Falsehood | None:
        """What this program's checks have found to be false."""
        return None if self._round is None else self._round.fault

    def objection(self, author: int, body: str, proof: bytes) -> str:
        """Say by a word why a share is neither owed nor allowed; empty if it is."""
        return "no_deal" if self._round is None else refusal(self._round, author, body, proof)

    def gave_up(self, seat: int) -> bool:
        """Tell whether a seat's seed is in the log, so that its leaving stops nobody."""
        return self._round is not None and (seat in self._round.seeds or seat not in self._round.peers)

    def leave(self) -> None:
        """Our person wants to go: our seed is owed."""
        self._leaving = True
        self._grant()

    def work(self, steps: int) -> bool:
        """Check, make and open for so many steps; tell whether there was anything to do."""
        one = self._peer or self._round
        if one is None:
            return False
        left = one.work(steps)
        tiles = (
            self._closed() if self._round is not None and self._round.checked and not self._round.fault else iter(())
        )
        opened = 0
        while left >= OPENING and (tile := next(tiles, None)) is not None:
            self._open(tile)
            opened += 1
            left -= OPENING
        return left < steps or opened > 0

    def known(self) -> Mapping[Tile, Face]:
        """Return the faces that this program has opened."""
        return dict(self._opened)

    def settle(self) -> Mapping[Tile, Face]:
        """Open at once whatever the log opens to everybody, to judge what others say of it."""
        for tile in list(self._closed()):
            self._open(tile)
        return self.known()

    # Inside

    def _begin(self, digest: bytes, standing: Standing) -> None:
        """Begin a deal."""
        self._forget()
        self._layout = layout_of(self._header, standing, self._proofs)
        terms = self._layout.terms
        context = context_of(digest, terms)
        self._round = Round(context, terms, self._used)
        if self._seat is not None and self._seat in terms.peers:
            self._peer = Peer(self._round, Seed(context, self._seat, self._secret(context)))

    def _forget(self) -> None:
        """Drop the deal before; its seeds may not come again."""
        if self._round is not None:
            self._used |= {commit.seed for commit in self._round.commits.values()}
        self._round = self._peer = None
        self._opened, self._seen, self._leaving = {}, {}, False

    def _blamed(self) -> Fault | None:
        one = self._round
        if one is None or not one.void or one.fault is None:
            return None
        return _named(one.fault)

    def _playing(self) -> bool:
        standing = self._standing
        return standing is not None and standing.table is not None and not standing.scored

    def _owed_by_table(self) -> tuple[Owed, ...]:
        """The deal itself, once it is made and what lies face up is open."""
        one, layout, standing = self._round, self._layout, self._standing
        if one is None or layout is None or standing is None or not one.sealed or one.void or self._playing():
            return ()
        tiles = self._rules.opened_tiles(self._header.options)
        numbers = [one.tile_at(at) for at in layout.positions(tiles)]
        shown = tuple(
            (tile, layout.face_of(number)) for tile, number in zip(tiles, numbers, strict=True) if number is not None
        )
        if len(shown) < len(tiles):
            return ()
        deal = Deal(standing.next_round, one.lot(COIN_BOUND), shown)
        return (Owed(Kind.DEAL, write_deal(deal, cards=self._rules.deck.cards)),)

    def _grant(self) -> None:
        """Let everybody see what the table gives him."""
        one, layout, standing = self._round, self._layout, self._standing
        if one is None or layout is None or standing is None or standing.table is None or not self._playing():
            return
        table = standing.table
        for seat, rack in enumerate(table.racks):
            to = seat if standing.seats[seat].controller is Controller.REMOTE else TO_ALL
            for at in layout.positions(unknown(rack, table.faces)):
                one.grant(at, to)
        if table.phase is Phase.ROUND_END:
            one.close()
        if self._leaving and self._seat is not None:
            one.leave(self._seat)

    def _scalars(self, author: int, positions: tuple[int, ...], proof: bytes) -> dict[int, Scalar] | Fault:
        """Return the author's scalars that a move brings, each checked against its lock."""
        one = self._round
        if one is None:
            return {}
        closed = [at for at in positions if author in one.peers and one.scalar_of(author, at) is None]
        if len(proof) != SCALAR_BYTES * len(closed):
            return Fault(author, "its move opens other tiles than it shows")
        parts = [proof[at : at + SCALAR_BYTES] for at in range(0, len(proof), SCALAR_BYTES)]
        for at, scalar in zip(closed, parts, strict=True):
            wrong = verify_share(one.stripped[author][at], one.locked[author][at], scalar)
            if wrong:
                return Fault(author, f"its move does not open what it shows: {wrong}")
        return dict(zip(closed, parts, strict=True))

    def _keep_openings(self, entry: Entry, before: Standing) -> None:
        """Keep the scalars that a move brought, and which tiles everybody has seen."""
        one, layout = self._round, self._layout
        if one is None or layout is None or before.table is None:
            return
        move = read_move(entry.body, cards=self._rules.deck.cards)
        seat = mover_of(entry.author, before.table, move)
        positions = layout.positions(tile for tile, _face in move.shown)
        scalars = self._scalars(seat, positions, entry.proof)
        if isinstance(scalars, dict):
            one.keep_openings(seat, scalars)
        for at in positions:
            number = one.tile_at(at)
            if number is not None:
                self._seen[at] = number

    def _closed(self) -> Iterator[Tile]:
        """Yield the tiles that this program may see, could open and has not opened."""
        one, layout, standing = self._round, self._layout, self._standing
        if one is None or layout is None or standing is None or standing.table is None or not self._playing():
            return
        own = self._seat if self._peer is not None else None
        for owner, rack in enumerate(standing.table.racks):
            if owner != own and standing.seats[owner].controller is Controller.REMOTE:
                continue
            for tile in unknown(rack, standing.table.faces):
                (at,) = layout.positions((tile,))
                # A bot's tile is open to all or to nobody: with our own secret we would know it before the log says it,
                # and who hosts would post a move that nobody else could judge yet.
                if tile not in self._opened and not one.awaited(at, owner if owner == own else -1):
                    yield tile

    def _open(self, tile: Tile) -> None:
        one, layout = self._round, self._layout
        if one is None or layout is None:
            return
        (at,) = layout.positions((tile,))
        seed = self._peer.seed if self._peer is not None else None
        number = one.tile_at(at, {} if seed is None else {seed.seat: seed.lock(at)})
        if number is not None:
            self._opened[tile] = layout.face_of(number)


def _named(found: Falsehood) -> Fault:
    return Fault(found.seat, f"the {found.kind} of its deal is false: {found.word}")
