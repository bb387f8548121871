"""The simulation's small game with a sealed deal, so that programs can crash at any entry of a real deal."""

from __future__ import annotations

import time
from dataclasses import dataclass
from hashlib import blake2b

from net.deal.group import hash_parts
from net.deal.judging import entry_refusal, store_entry
from net.deal.opening_books import tile_order
from net.deal.peers import DealPeer
from net.deal.rounds import TO_NOBODY, DealRound, DealTerms, context_of
from net.deal.seeds import Seed
from net.log.bodies import LogKind
from net.log.entries import FIRST_GAME_KIND, TABLE_AUTHOR, Core
from net.log.replica import EntryDraft
from net.log.roster import Roster
from net.schema import Blob, Misfit, Row, Text, pack_plain, unpack_plain
from tools import netsim
from tools.netsim_game import DEAL, MOVE, PLAYING, REST, SIGN, SIGNING, TinyStory
from tools.netsim_plan import drawn_plan

SHARE = FIRST_GAME_KIND + 8
DEALING, OPENING = "dealing", "opening"
ROUNDS = 8  # rounds of a run, so that deals take more time than the start
SIZES = (2, 2, 2, 2, 2, 3, 4)  # mostly the fastest size, for many deals
PROOFS = 2  # few, for speed; the tests of the deal itself use more


def _pair(word: object, body: object) -> tuple[object, object]:
    return word, body


_SHARE = Row((Text(16), Blob(most=8_192)), _pair)


@dataclass
class SealedStory(TinyStory):
    """Deals one tile to each seat, and one more for every move; at the round's end all seeds are revealed."""

    deal: DealRound | None = None
    peer: DealPeer | None = None
    blamed: bool = False  # whether any deal of this program's log ever named somebody as a cheat

    def public_bytes(self) -> bytes:
        """Add the values that the deal is bound to."""
        return super().public_bytes() + (self.deal.context if self.deal else b"")

    def entry_refusal(self, core: Core, roster: Roster) -> str:
        """Judge the deal's entries by the deal."""
        if core.kind != SHARE:
            return "faces_missing" if core.kind == MOVE and self._lacks_share() else super().entry_refusal(core, roster)
        if core.author == TABLE_AUTHOR or self.deal is None or core.seen < self.due_since:
            return "no_share"
        try:
            word, body = self._read(core)
        except Misfit:
            return "unreadable"
        return entry_refusal(self.deal, core.author, word, body)

    def _read(self, core: Core) -> tuple[str, bytes]:
        said: tuple[str, bytes] = _SHARE(unpack_plain(core.body, 16_384))  # type: ignore[assignment] # as _pair makes it
        return said

    def _lacks_share(self) -> bool:
        """Return whether somebody's share of a granted tile is still missing."""
        if self.deal is None or self.phase != PLAYING:
            return False
        return any(self.deal.peers_without_scalar(at, to) for at, to in self.deal.audience.items())

    def apply_entry(self, number: int, core: Core, roster: Roster) -> None:
        """Apply an entry, and do at once what it requires."""
        left = set(self.roster.persons) - set(roster.persons)
        mover = self.to_move
        if core.kind == SHARE and self.deal is not None:
            store_entry(self.deal, core.author, *self._read(core))
        super().apply_entry(number, core, roster)
        if core.kind == DEAL:
            self._begin(core, number)
        elif core.kind == MOVE and self.deal is not None:
            self.deal.grant(len(roster.chairs) + self.moved - 1, mover)
        if core.kind == LogKind.REHOST or (left and self.phase in (DEALING, PLAYING, OPENING)):
            self._enter(REST)
        self.blamed = self.blamed or (self.deal is not None and self.deal.fault is not None)
        worker = self.peer or self.deal
        while worker is not None and not worker.do_steps(1024):
            pass
        self._go_on()

    def _begin(self, core: Core, number: int) -> None:
        seats = self.roster.persons
        size = len(self.roster.chairs) + self.turns
        plan = bytes(at if at in seats else TO_NOBODY for at in range(size))
        terms = DealTerms(self.round + 1, bytes(range(size)), bytes(seats), plan, PROOFS)
        context = context_of(hash_parts(b"test", core.head, self.roster.ballot, number), terms)
        self.deal, self.peer = DealRound(context, terms), None
        self.phase = DEALING
        if self.seat in seats:
            raw = blake2b(context, key=self.secret(0), digest_size=32).digest()
            self.peer = DealPeer(self.deal, Seed(context, self.seat or 0, raw))

    def _go_on(self) -> None:
        """Advance from dealing to playing, and from the last move through the reveal to the signatures."""
        deal = self.deal
        if deal is None or self.phase == REST:
            return
        if self.phase == DEALING and deal.is_complete:
            self._enter(PLAYING)
            self.moved, self.to_move = 0, deal.draw_number(len(self.roster.chairs))
        elif self.phase == SIGNING and not deal.closing:
            self.phase = OPENING
            deal.end_round()
        elif self.phase == OPENING and deal.all_seeds_revealed:
            self.total = (self.total * 31 + sum(at * tile for at, tile in enumerate(tile_order(deal)))) % 1_000_003
            self._enter(SIGNING)

    def owed_entries(self, author: int, roster: Roster) -> tuple[EntryDraft, ...]:
        """Return what the deal requires first; moves wait for the tiles."""
        if author != TABLE_AUTHOR and author == self.seat and self.peer is not None and author in roster.persons:
            told = self.peer.owed_entry() if self.phase in (DEALING, PLAYING, OPENING) else None
            if told is not None:
                return (EntryDraft(SHARE, pack_plain((told.kind.value, told.body))),)
        due = super().owed_entries(author, roster)
        return tuple(one for one in due if one.kind not in {MOVE, SIGN} or not self._lacks_share())


def soak(seed: int) -> str:
    """Crash each of three programs at every entry of sealed deals, at each of the three moments."""
    said = netsim.sweep(seed, seats=3, story=SealedStory)
    if "failed=0" not in said:
        raise AssertionError(said)
    return said


def honest(seed: int, deals: int) -> str:
    """Make `deals` sealed deals among honest programs that crash and lose links: none may be blamed or differ."""
    start, dealt, runs, faults = time.monotonic(), 0, 0, 0
    while dealt < deals:
        plan = drawn_plan(seed * 1_000_000 + runs, rounds=ROUNDS, sizes=SIZES)
        run = netsim.run(plan, story=SealedStory)
        stories = [program.story for program in run.programs]
        dealt += max((story.deals for story in stories if isinstance(story, SealedStory)), default=0)
        blamed = any(isinstance(one, SealedStory) and one.blamed for one in stories)
        runs += 1
        if run.faults or blamed:
            faults += 1
            print(f"FAULT: run {runs - 1}: {run.faults or 'a deal names somebody'}", flush=True)
    said = f"deals: seed {seed}, {dealt} deals in {runs} runs, {faults} faults, {time.monotonic() - start:.0f} s"
    if faults:
        raise AssertionError(said)
    return said
