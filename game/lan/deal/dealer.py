"""The sealed deal behind `Dealer`: when a deal begins and ends, what its entries do, and which are owed.

`tiles.py` holds what this program may see of it. A deal's positions are the tiles that are dealt anew, in ascending
order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from game.lan.deal.terms import layout_of
from game.lan.deal.tiles import SealedTiles
from game.lan.log.state import DealState
from game.match.bodies import Deal, write_deal
from game.match.deal import COIN_BOUND, DealFault, OwedEntry
from game.match.match import Standing, mover_of
from game.match.transcript import TABLE_AUTHOR, Entry, EntryKind, Header, Transcript
from game.rules.registry import rules_of
from game.table.faces import Face
from game.table.moves import Move, ShownFaces
from game.table.notation import read_move
from game.table.state import Table
from game.table.tiles import Tile
from net.deal.judging import awaited_seats, entry_refusal, store_entry
from net.deal.peers import DealPeer
from net.deal.rounds import SHADOW_DECKS, DealRound, EntryFault, context_of
from net.deal.seeds import Seed

# The work of opening one tile, in steps.
STEPS_PER_OPENING = 4


class SealedDealer:
    """Deals for one program; `secret` derives its seed from the deal's context, the same after a restart.

    `seat` is None for a watcher. With `at_once` all work is done as soon as it comes up. `dealt` is the deal of this
    round.
    """

    def __init__(
        self,
        header: Header,
        seat: int | None,
        secret: Callable[[bytes], bytes],
        *,
        proofs: int = SHADOW_DECKS,
        at_once: bool = False,
    ) -> None:
        self._header = header
        self._rules = rules_of(header.game)
        self._seat = seat
        self._secret = secret
        self._proofs = proofs
        self._at_once = at_once
        self._standing: Standing | None = None
        self._used: frozenset[bytes] = frozenset()
        self._leaving = False
        self.dealt: SealedTiles | None = None

    # The port

    def begin_deal(self, _header: Header, _standing: Standing) -> OwedEntry | None:
        """Return nothing: all deal together, once the log says that a round begins."""
        return None

    def owed_entries(self, _log: Transcript, seat: int) -> tuple[OwedEntry, ...]:
        """Return the entries that a seat of this program, or the table, owes now."""
        if seat == TABLE_AUTHOR:
            return self._owed_by_table()
        peer = None if self.dealt is None else self.dealt.peer
        told = peer.owed_entry() if peer is not None and seat == self._seat else None
        return () if told is None else (OwedEntry(EntryKind.SHARE, told.kind.value, told.body),)

    def learn_from(self, entry: Entry, standing: Standing) -> Mapping[Tile, Face] | DealFault:
        """Fold an entry and return the faces that this program now knows."""
        before, self._standing = self._standing, standing
        if entry.kind is EntryKind.SHARE and entry.author == TABLE_AUTHOR:
            self._begin(entry.digest, standing)
        elif entry.kind is EntryKind.VOID:
            self._forget()
        elif entry.kind is EntryKind.SHARE and self.dealt is not None:
            store_entry(self.dealt.round, entry.author, entry.body, entry.proof)
        elif entry.kind is EntryKind.MOVE and before is not None:
            self._keep_openings(entry, before)
        self._grant()
        while self._at_once and self.do_work(1024):
            pass
        fault = self._proven_fault()
        return fault if fault is not None and entry.kind is EntryKind.SHARE else self.known_faces()

    def opening_proof(self, tiles: tuple[Tile, ...]) -> bytes:
        """Return our scalars of those of the given tiles that our lock still closes."""
        return b"" if self.dealt is None else self.dealt.own_scalars(tiles)

    def false_face_fault(self, author: int, move: Move, proof: bytes) -> DealFault | None:
        """Open the tiles that a move shows, and return a fault if it shows other faces."""
        if self.dealt is None:
            return DealFault(author, "it shows tiles that nobody dealt") if move.shown or proof else None
        return self.dealt.false_face_fault(author, move, proof)

    def awaited_seats(self) -> tuple[int, ...]:
        """Return the seats that owe an entry."""
        one = self._round
        return () if one is None or one.void else awaited_seats(one)

    def hidden_faces(self, standing: Standing) -> ShownFaces | DealFault:
        """Return the faces of all tiles still hidden, once every seed is in the log and all of them are true.

        With a false seed, others' tiles would be counted as what they are not.
        """
        if standing.table is None or self.dealt is None or not self.dealt.round.all_seeds_revealed:
            return ()
        false = self.dealt.round.finish_checks()
        return self.dealt.hidden_faces(standing.table) if false is None else _deal_fault(false)

    # What a LAN story also asks

    @property
    def public_state(self) -> DealState:
        """The part of the public state that is the deal's own: its context, and who broke it."""
        one = self._round
        if one is None:
            return b"", ()
        return one.context, ((one.fault.seat, one.fault.word),) if one.void and one.fault else ()

    @property
    def is_void(self) -> bool:
        """Whether the log names somebody who broke the deal."""
        return self._round is not None and self._round.void

    @property
    def is_audited(self) -> bool:
        """Whether this program has checked everything, and has no fault left to report."""
        one = self._round
        return one is None or one.void or (one.all_checked and one.fault is None)

    @property
    def fault_found(self) -> EntryFault | None:
        """The fault that this program's checks have found."""
        return None if self._round is None else self._round.fault

    def share_refusal(self, author: int, body: str, proof: bytes) -> str:
        """Return a code for why a share is neither due nor allowed; empty if it is."""
        return "no_deal" if self._round is None else entry_refusal(self._round, author, body, proof)

    @property
    def needs_every_seat(self) -> bool:
        """True: without a seat's secrets nobody can play on."""
        return True

    @property
    def shared_board_name(self) -> str:
        """Empty: no other table has these tiles."""
        return ""

    def owed_table_share(self) -> OwedEntry | None:
        """Return nothing: only seats write a sealed deal's shares."""
        return None

    def has_released_secrets(self, seat: int) -> bool:
        """Return whether a seat's seed is in the log, so that play can go on without it."""
        return self._round is not None and (seat in self._round.seeds or seat not in self._round.peers)

    def release_secrets(self) -> None:
        """Reveal our seed, since our user wants to leave."""
        self._leaving = True
        self._grant()

    def do_work(self, steps: int) -> bool:
        """Do `steps` steps of checking, making and opening; return whether there was anything to do."""
        if self.dealt is None:
            return False
        one = self.dealt.round
        left = (self.dealt.peer or one).do_steps(steps)
        tiles = self._unopened_tiles() if one.all_checked and not one.fault else iter(())
        while left >= STEPS_PER_OPENING and (tile := next(tiles, None)) is not None:
            self.dealt.open_tile(tile)
            left -= STEPS_PER_OPENING
        return left < steps

    def known_faces(self) -> Mapping[Tile, Face]:
        """Return the faces that this program has opened."""
        return {} if self.dealt is None else dict(self.dealt.opened)

    def open_public_faces(self) -> Mapping[Tile, Face]:
        """Open at once all faces that the log makes public, to judge entries about them."""
        for tile in list(self._unopened_tiles()):
            if self.dealt is not None:
                self.dealt.open_tile(tile)
        return self.known_faces()

    # Inside

    @property
    def _round(self) -> DealRound | None:
        return None if self.dealt is None else self.dealt.round

    @property
    def _table(self) -> Table | None:
        """The table while a round is played on it."""
        standing = self._standing
        return None if standing is None or standing.round_scored else standing.table

    def _begin(self, digest: bytes, standing: Standing) -> None:
        """Begin a deal."""
        self._forget()
        layout = layout_of(self._header, standing, self._proofs)
        context = context_of(digest, layout.terms)
        one = DealRound(context, layout.terms, self._used)
        peer = None
        if self._seat is not None and self._seat in layout.terms.peers:
            peer = DealPeer(one, Seed(context, self._seat, self._secret(context)))
        self.dealt = SealedTiles(layout, one, peer)

    def _forget(self) -> None:
        """Drop the previous deal; its seeds may not be used again."""
        if self._round is not None:
            self._used |= {commit.seed for commit in self._round.commits.values()}
        self.dealt, self._leaving = None, False

    def _proven_fault(self) -> DealFault | None:
        one = self._round
        return None if one is None or not one.void or one.fault is None else _deal_fault(one.fault)

    def _owed_by_table(self) -> tuple[OwedEntry, ...]:
        """Return the DEAL entry, once the deal is complete and its face-up tiles are open."""
        dealt, standing = self.dealt, self._standing
        if (
            dealt is None
            or standing is None
            or not dealt.round.is_complete
            or dealt.round.void
            or self._table is not None
        ):
            return ()
        tiles = self._rules.opened_tiles(self._header.options)
        shown = dealt.public_faces_of(tiles)
        if len(shown) < len(tiles):
            return ()
        deal = Deal(standing.next_round_number, dealt.round.draw_number(COIN_BOUND), shown)
        return (OwedEntry(EntryKind.DEAL, write_deal(deal, cards=self._rules.deck.cards)),)

    def _grant(self) -> None:
        """Grant the positions that the table gives each seat."""
        table = self._table
        if self.dealt is None or self._standing is None or table is None:
            return
        self.dealt.grant_tiles(table, self._standing)
        if self._leaving and self._seat is not None:
            self.dealt.round.allow_early_seed(self._seat)

    def _keep_openings(self, entry: Entry, before: Standing) -> None:
        """Store the scalars by which a move opened tiles."""
        if self.dealt is None or before.table is None:
            return
        move = read_move(entry.body, cards=self._rules.deck.cards)
        self.dealt.store_move_scalars(mover_of(entry.author, before.table, move), move, entry.proof)

    def _unopened_tiles(self) -> Iterator[Tile]:
        """Yield the tiles that this program may see and could open, but has not opened."""
        table = self._table
        if self.dealt is None or self._standing is None or table is None:
            return iter(())
        return self.dealt.unopened_visible(table, self._standing)


def _deal_fault(found: EntryFault) -> DealFault:
    return DealFault(found.seat, f"the {found.kind} of its deal is false: {found.word}", found.word)
