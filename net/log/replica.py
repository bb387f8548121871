"""One copy of the log and its fold: every check of an entry is written here once, for host and followers alike.

Laws: an entry is appended only if it has no flaw; head, state and roster are kept for each length of the log, so that
it can be truncated to any length; what the game's entries mean is asked of a StateMachine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol, cast

from net.log.bodies import FalseState, LogKind, Rehost, Start, read_body
from net.log.entries import (
    LOG_VERSION,
    MAX_ENTRIES,
    MAX_LOG_BYTES,
    STATE_BYTES,
    TABLE_AUTHOR,
    Claim,
    Core,
    LogEntry,
    Numbered,
    Signed,
    counted_bytes,
    first_head,
    is_sealed,
    is_signed,
    next_head,
    read_core,
)
from net.log.match_id import has_all_nonces, match_id
from net.log.roster import Roster, initial_roster, roster_after, roster_refusal
from net.reasons import Flaw
from net.schema import Misfit

NO_STATE_DIGEST = bytes(STATE_BYTES)


class EntryDraft(NamedTuple):
    """An entry before it is signed: its kind and body."""

    kind: int
    body: bytes


class StateMachine(Protocol):
    """The game's fold of the entries. A pure function of the log and of this program's own secrets."""

    def entry_refusal(self, core: Core, roster: Roster) -> str:
        """Return a code for why an entry is neither due nor allowed now; empty if it is valid.

        The body may hold any bytes. Its author may have signed it at length `core.seen`, before a later entry gave it
        another meaning: where a seat may write the same body twice, compare `core.seen` with the length at which it
        became due.
        """

    def apply_entry(self, number: int, core: Core, roster: Roster) -> None:
        """Fold a valid entry; `roster` is the roster after it."""

    def digest(self) -> bytes:
        """Return 16 bytes over the public table."""

    def public_bytes(self) -> bytes:
        """Return the public table's bytes, to be compared when digests differ."""

    def is_between_rounds(self) -> bool:
        """Return whether no round is being played."""

    def is_host_fixed(self) -> bool:
        """Return whether only START's host may host."""

    def settled_length(self) -> int:
        """Return the length of the log at which all persons had last signed the score of a round; 0 for never."""

    def owed_entries(self, author: int, roster: Roster) -> tuple[EntryDraft, ...]:
        """Return the entries that a seat, or TABLE_AUTHOR, must write now, as far as this program can know."""


MakeStateMachine = Callable[[Roster], StateMachine]


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on an entry: its core if it can be read, its flaw, and the game's code if that is ILLEGAL.

    Where state or head differ, `theirs` is the hash in the entry and `ours` the one we have.
    """

    core: Core | None
    flaw: Flaw | None = None
    code: str = ""
    ours: bytes = b""
    theirs: bytes = b""

    @property
    def core_if_valid(self) -> Core | None:
        """The core of an entry without a flaw."""
        return self.core if self.flaw is None else None


class Replica:
    """A log that begins with START, and its fold; `old` admits an older version, for viewing only."""

    def __init__(self, first: Numbered, make_story: MakeStateMachine, *, old: bool = False) -> None:
        core = read_core(first.raw)
        if (
            core.kind != LogKind.START
            or core.author != TABLE_AUTHOR
            or (core.turn, core.seen, first.number) != (0, 0, 0)
        ):
            raise Misfit("a log begins with its START")
        start = cast("Start", read_body(core))
        if not old and core.version != LOG_VERSION:
            raise Misfit(f"a log of version {core.version} can be looked at, and not played on")
        if core.version == LOG_VERSION and not (has_all_nonces(start) and match_id(start) == core.match):
            raise Misfit("a match id that was not made from a nonce of each")
        roster = initial_roster(core.match, start)
        head = next_head(first_head(core.match), first.signed)
        if core.head != first_head(core.match) or core.state != NO_STATE_DIGEST:
            raise Misfit("a START that follows something")
        if not is_signed(first.signed, start.host_key):
            raise Misfit("a START that its host did not sign")
        if not is_sealed(Claim(core.match, 0, 0, head), first.seal, start.host_key):
            raise Misfit("a START that its host did not seal")
        self.match = core.match
        self.version = core.version
        self._make_story = make_story
        self._own: tuple[Signed, bytes, Core] = (first.signed, start.host_key, core)
        roster = roster_after(roster, core)
        self.entries: list[LogEntry] = [LogEntry(first, core, head)]
        self.heads = [first_head(core.match), head]
        self.rosters = [roster, roster]
        self.roster = roster  # the last of `rosters`, cached since it is read in every turn of the main loop
        self.size = self.entries[0].size
        self.story = make_story(roster)
        self.states = [NO_STATE_DIGEST, self.story.digest()]
        self.rest_lengths = [1] if self.story.is_between_rounds() else []

    @property
    def length(self) -> int:
        """How many entries there are."""
        return len(self.entries)

    def trust_own(self, key: bytes, signed: Signed, core: Core) -> None:
        """Skip verifying and parsing what this program has just signed with that key."""
        self._own = (signed, key, core)

    def read_core(self, signed: Signed) -> Core:
        """Parse an entry's core; raise Misfit if it is malformed."""
        return self._own[2] if signed == self._own[0] else read_core(signed.raw)

    def first_flaw(self, signed: Signed) -> Finding:
        """Find the first flaw of an entry as the next one, before it is numbered."""
        try:
            core = self.read_core(signed)
        except Misfit:
            return Finding(None, Flaw.MALFORMED)
        return self._judge_chain(core, signed) or self._judge_meaning(core, counted_bytes(signed))

    def _judge_chain(self, core: Core, signed: Signed) -> Finding | None:
        """Check author, signature, order and the state that the author has seen."""
        if core.match != self.match:
            return Finding(core, Flaw.OTHER_MATCH)
        if core.version != self.version:
            return Finding(core, Flaw.MALFORMED)
        key = self._author_key(core)
        if not key:
            return Finding(core, Flaw.NO_AUTHOR)
        if self._own[:2] != (signed, key) and not is_signed(signed, key):
            return Finding(core, Flaw.BAD_SIGNATURE)
        turns = self.roster.entries_written_by(core.author)
        if core.turn != turns:
            return Finding(core, Flaw.STALE if core.turn < turns else Flaw.GAP)
        if core.seen > self.length:
            return Finding(core, Flaw.UNSEEN)
        if core.head != self.heads[core.seen]:
            return Finding(core, Flaw.FORK, ours=self.heads[core.seen], theirs=core.head)
        if core.state != self.states[core.seen]:
            return Finding(core, Flaw.STATE, ours=self.states[core.seen], theirs=core.state)
        return None

    def _judge_meaning(self, core: Core, size: int) -> Finding:
        """Check that the log has room, and that the roster and the game allow the entry now."""
        if self.length >= MAX_ENTRIES or self.size + size > MAX_LOG_BYTES:
            return Finding(core, Flaw.FULL)
        if core.kind == LogKind.REHOST and core.seen != self.length:
            return Finding(core, Flaw.ILLEGAL, "behind")
        code = roster_refusal(self.roster, core, resting=self.story.is_between_rounds()) or self.story.entry_refusal(
            core, self.roster
        )
        if not code and core.kind == LogKind.UNTRUE and not self.is_untrue(cast("FalseState", read_body(core)).claim):
            code = "no_proof"
        return Finding(core, Flaw.ILLEGAL, code) if code else Finding(core)

    def is_untrue(self, claim: Signed) -> bool:
        """Return whether a claim's author signed a state that does not follow from the log that the claim names."""
        try:
            core = read_core(claim.raw)
        except Misfit:
            return False
        if core.author == TABLE_AUTHOR or core.match != self.match or not 1 <= core.seen <= self.length:
            return False
        ours = core.head == self.heads[core.seen] and core.state != self.states[core.seen]
        return ours and is_signed(claim, self.roster.key_of(core.author))

    def _author_key(self, core: Core) -> bytes:
        """Return the key that must have signed; a REHOST is signed by the new host."""
        if core.kind == LogKind.REHOST and core.author == TABLE_AUTHOR:
            try:
                seat = cast("Rehost", read_body(core)).seat
            except Misfit:
                return b""
            return self.roster.key_of(seat)
        return self.roster.key_of(core.author)

    def next_claim(self, core: Core, signed: Signed) -> Claim:
        """Return the claim that the next entry's seal must sign."""
        ballot = cast("Rehost", read_body(core)).ballot if core.kind == LogKind.REHOST else self.roster.ballot
        return Claim(self.match, ballot, self.length, next_head(self.heads[-1], signed))

    def first_sealed_flaw(self, numbered: Numbered) -> Finding:
        """Find the first flaw of a numbered and sealed entry as the next one."""
        finding = self.first_flaw(numbered.signed)
        if finding.flaw not in (None, Flaw.STATE) or finding.core is None:
            return finding
        claim = self.next_claim(finding.core, numbered.signed)
        key = self._author_key(finding.core) if finding.core.kind == LogKind.REHOST else self.roster.host_key
        if numbered.number != self.length or not is_sealed(claim, numbered.seal, key):
            return Finding(finding.core, Flaw.BAD_SEAL)
        return finding

    def append(self, numbered: Numbered, core: Core) -> LogEntry:
        """Append and fold a checked entry."""
        entry = LogEntry(numbered, core, next_head(self.heads[-1], numbered.signed))
        self.entries.append(entry)
        self.heads.append(entry.head)
        self.size += entry.size
        self._fold(entry)
        return entry

    def _fold(self, entry: LogEntry) -> None:
        self.roster = roster_after(self.roster, entry.core)
        self.story.apply_entry(entry.number, entry.core, self.roster)
        self.rosters.append(self.roster)
        self.states.append(self.story.digest())
        if self.story.is_between_rounds():
            self.rest_lengths.append(entry.number + 1)

    def truncate(self, length: int) -> None:
        """Truncate the log to a length of at least 1, START."""
        del self.entries[length:]
        del self.heads[length + 1 :]
        self.size = sum(entry.size for entry in self.entries)
        self.refold()

    def refold(self) -> int:
        """Fold the whole log again; return the first length whose state differs from before, or -1."""
        before = self.states
        self.roster = self.rosters[1]
        self.story = self._make_story(self.roster)
        self.rosters = self.rosters[:2]
        self.states = [NO_STATE_DIGEST, self.story.digest()]
        self.rest_lengths = [1] if self.story.is_between_rounds() else []
        for entry in self.entries[1:]:
            self._fold(entry)
        pairs = zip(before, self.states, strict=False)
        return next((length for length, (old, new) in enumerate(pairs) if old != new), -1)

    def public_at(self, length: int) -> bytes:
        """Return the public table's bytes after `length` entries, at least 1."""
        if length == self.length:
            return self.story.public_bytes()
        trial = Replica(self.entries[0].numbered, self._make_story)
        for entry in self.entries[1:length]:
            trial.append(entry.numbered, entry.core)
        return trial.story.public_bytes()

    def checkpoint(self) -> int:
        """Return the last length between rounds that every person has signed for.

        He did so by a later entry, or by signing the score that ended the round.
        """
        vouched: dict[int, int] = {}
        for entry in self.entries:
            vouched[entry.core.author] = max(entry.core.seen, vouched.get(entry.core.author, 1))
        sure = min((vouched.get(seat, 1) for seat in self.roster.persons), default=1)
        return max(1, self.story.settled_length(), *(length for length in self.rest_lengths if length <= sure))

    def first_rehost_above(self, ballot: int) -> int | None:
        """Return the number of the first REHOST with a higher ballot."""
        for entry in self.entries:
            if entry.core.kind == LogKind.REHOST and cast("Rehost", read_body(entry.core)).ballot > ballot:
                return entry.number
        return None
