"""A game small enough to simulate thousands of matches: a joint coin, moves in turn, a signed end.

It has all features of the real games that matter to the network: entries that a seat must send, moves that only one
seat may make, bots' moves by the table, void rounds, a rest between rounds, and secrets that must survive a crash.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b

from net.log.bodies import LogKind
from net.log.entries import FIRST_GAME_KIND, TABLE_AUTHOR, Core
from net.log.replica import EntryDraft
from net.log.roster import Roster
from net.schema import pack_plain

DEAL, COMMIT, REVEAL, MOVE, BOT, SIGN = range(FIRST_GAME_KIND, FIRST_GAME_KIND + 6)

REST, COMMITTING, REVEALING, PLAYING, SIGNING = "rest", "committing", "revealing", "playing", "signing"


@dataclass
class TinyStory:
    """The fold of one match; `secret` gives this program's own coin of a round, `choose` its moves, at its `seat`."""

    roster: Roster
    rounds: int
    turns: int
    secret: Callable[[int], bytes]
    choose: Callable[[], bytes]
    seat: int | None = None
    phase: str = REST
    round: int = 0
    deals: int = 0
    to_move: int = 0
    moved: int = 0
    total: int = 0
    said: dict[int, bytes] = field(default_factory=dict)
    revealed: dict[int, bytes] = field(default_factory=dict)
    due_since: int = 0
    signed_at: int = 0
    _choice: tuple[int, int, bytes] = (-1, -1, b"")

    @property
    def over(self) -> bool:
        """Whether all rounds are played and signed."""
        return self.round >= self.rounds and self.phase == REST

    def is_between_rounds(self) -> bool:
        """Return whether no round is being played."""
        return self.phase == REST

    def is_host_fixed(self) -> bool:
        """Any program may host."""
        return False

    def settled_length(self) -> int:
        """Return the length at which all had last signed."""
        return self.signed_at

    def public_bytes(self) -> bytes:
        """Return the state that everybody may know."""
        state = (self.phase, self.round, self.deals, self.to_move, self.moved, self.total, self.due_since)
        holders = tuple(chair.held for chair in self.roster.chairs)
        return pack_plain((*state, sorted(self.said.items()), sorted(self.revealed.items()), holders))

    def digest(self) -> bytes:
        """Return the hash of the public state."""
        return blake2b(self.public_bytes(), digest_size=16).digest()

    # Legality

    def entry_refusal(self, core: Core, roster: Roster) -> str:
        """Return why an entry is refused; empty if it is owed or legal."""
        if core.kind < FIRST_GAME_KIND:
            return ""
        if core.kind in (DEAL, BOT):
            due = self.owed_entries(TABLE_AUTHOR, roster) if core.author == TABLE_AUTHOR else ()
            return "" if any(owed.kind == core.kind for owed in due) else "not_due"
        if core.author == TABLE_AUTHOR:
            return "not_the_tables"
        return self._refusal_of_seat(core)

    def _refusal_of_seat(self, core: Core) -> str:
        seat = core.author
        if core.seen < self.due_since:
            return "meant_for_before"
        if core.kind == COMMIT:
            return "" if self.phase == COMMITTING and seat not in self.said and len(core.body) == 16 else "no_commit"
        if core.kind == REVEAL:
            due = self.phase == REVEALING and seat not in self.revealed
            return "" if due and _hash(core.body) == self.said.get(seat) else "no_reveal"
        if core.kind == MOVE:
            return "" if self.phase == PLAYING and seat == self.to_move and core.body else "not_your_turn"
        if core.kind == SIGN:
            return "" if self.phase == SIGNING and seat not in self.said and not core.body else "no_sign"
        return "no_such_kind"

    # Applying entries

    def apply_entry(self, number: int, core: Core, roster: Roster) -> None:
        """Apply an entry."""
        left = set(self.roster.persons) - set(roster.persons)
        self.roster = roster
        if core.kind == DEAL:
            self.deals += 1
            self.due_since = number + 1
            self._enter(COMMITTING)
        elif core.kind in (COMMIT, SIGN):
            self.said[core.author] = core.body
        elif core.kind == REVEAL:
            self.revealed[core.author] = core.body
        elif core.kind in (MOVE, BOT):
            self.total = (self.total * 31 + sum(core.body)) % 1_000_003
            self.moved += 1
            self.to_move = (self.to_move + 1) % len(roster.chairs)
        voted_off = core.kind == LogKind.VOTE and self.phase == PLAYING
        if core.kind == LogKind.REHOST or (left and (voted_off or self.phase in (COMMITTING, REVEALING))):
            self._enter(REST)
        self._move_on(number)

    def _enter(self, phase: str) -> None:
        self.phase = phase
        self.said = {}
        self.revealed = {}

    def _move_on(self, number: int) -> None:
        persons = set(self.roster.persons)
        if self.phase == COMMITTING and persons <= set(self.said):
            self.phase = REVEALING
        elif self.phase == REVEALING and persons <= set(self.revealed):
            coin = sum(sum(coin) for coin in self.revealed.values())
            self._enter(PLAYING)
            self.moved, self.to_move = 0, coin % len(self.roster.chairs)
        elif self.phase == PLAYING and self.moved >= self.turns:
            self._enter(SIGNING)
        elif self.phase == SIGNING and persons <= set(self.said):
            self._enter(REST)
            self.round += 1
            self.signed_at = number + 1

    # Owed entries

    def owed_entries(self, author: int, roster: Roster) -> tuple[EntryDraft, ...]:
        """Return what an author must send."""
        if author == TABLE_AUTHOR:
            return self._owed_by_table(roster)
        if author not in roster.persons:
            return ()
        return self._owed_by_seat(author) or (
            (EntryDraft(LogKind.HERE, pack_plain([])),) if roster.chairs[author].called else ()
        )

    def _owed_by_seat(self, author: int) -> tuple[EntryDraft, ...]:
        if self.phase == COMMITTING and author not in self.said:
            return (EntryDraft(COMMIT, _hash(self.secret(self.deals))),)
        if self.phase == REVEALING and author not in self.revealed:
            return (EntryDraft(REVEAL, self.secret(self.deals)),)
        if self.phase == PLAYING and author == self.to_move:
            return (EntryDraft(MOVE, self._chosen()),)
        if self.phase == SIGNING and author not in self.said:
            return (EntryDraft(SIGN, b""),)
        return ()

    def _owed_by_table(self, roster: Roster) -> tuple[EntryDraft, ...]:
        if self.phase == REST and self.round < self.rounds and roster.persons:
            return (EntryDraft(DEAL, b""),)
        if self.phase == PLAYING and self.to_move not in roster.persons:
            return (EntryDraft(BOT, bytes([self.moved])),)
        return ()

    def _chosen(self) -> bytes:
        """Return this turn's choice, made once."""
        if self._choice[:2] != (self.deals, self.moved):
            self._choice = (self.deals, self.moved, self.choose())
        return self._choice[2]


def _hash(coin: bytes) -> bytes:
    return blake2b(coin, digest_size=16).digest()
