"""The heads that hosts sealed for this program, compared with those that they sealed for others.

Laws: a head is compared at its own number under its own ballot, also in a branch abandoned since; whoever shows a head
that nobody here sealed is at fault himself; two heads under one key are evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple
from typing import NamedTuple

from net.frames import Message
from net.log.bodies import Forked
from net.log.effects import Convicted, DropLink, EvidenceRecord, Persist, SendMessage
from net.log.entries import Claim, Numbered, is_sealed, next_head
from net.log.log_state import LogState
from net.log.replica import Replica
from net.log.roster import proves_fork
from net.messages import Evidence, Have, Shown
from net.reasons import Reason

# Entries of abandoned branches: a round of the largest sealed deal has 600, and few branches end in mid-round.
MAX_ABANDONED_HEADS = 4_096
MAX_BRANCH_ENDS = 16  # ends of abandoned branches that a new link is told: more hosts than a table has seats


class Sealed(NamedTuple):
    """A head, its seal, and the key that made the seal."""

    head: bytes
    seal: bytes
    key: bytes


class Heads:
    """The heads that hosts showed one program, and the evidence against hosts."""

    def __init__(self, copy: LogState, distrust: Callable[[bytes], None]) -> None:
        self._copy = copy
        self._distrust = distrust
        self._abandoned: dict[tuple[int, int], Sealed] = {}  # by ballot and number, of abandoned branches
        self.evidence: dict[int, Evidence] = {}  # by the seat it convicts

    # What we were shown

    @property
    def _replica(self) -> Replica:
        return self._copy.replica

    def remember_branch(self, replica: Replica, length: int) -> None:
        """Remember the entries from a length on before the log abandons them."""
        for number in range(length, replica.length):
            ballot, sealed = self._sealed_at(replica, number)
            self._abandoned[ballot, number] = sealed
        while len(self._abandoned) > MAX_ABANDONED_HEADS:
            del self._abandoned[next(iter(self._abandoned))]

    @staticmethod
    def _sealed_at(replica: Replica, number: int) -> tuple[int, Sealed]:
        after = replica.rosters[number + 1]
        # A REHOST bears the new host's seal, every other entry that of the host before it.
        before = replica.rosters[number]
        key = after.host_key if after.ballot != before.ballot else before.host_key
        return after.ballot, Sealed(replica.heads[number + 1], replica.entries[number].numbered.seal, key)

    def head_at(self, ballot: int, number: int) -> Sealed | None:
        """Return the head we were shown at a number under a ballot; None if none."""
        if 0 <= number < self._replica.length:
            line, sealed = self._sealed_at(self._replica, number)
            if line == ballot:
                return sealed
        return self._abandoned.get((ballot, number))

    def last_shown(self) -> Shown:
        """Return the last head that we were shown."""
        return self.shown_at(self._replica.length)

    def shown_at(self, length: int) -> Shown:
        """Return the head that we were shown at an earlier length of at least 1."""
        ballot, sealed = self._sealed_at(self._replica, length - 1)
        return Shown(ballot, length, sealed.head, sealed.seal)

    def have_message(self) -> Have:
        """Return what we have, which also asks for what follows it."""
        shown = self.last_shown()
        return Have(self._replica.match, *astuple(shown))

    def _abandoned_ends(self) -> Iterator[Shown]:
        """Yield the ends of the abandoned branches that are remembered."""
        ends = dict(sorted(self._abandoned))
        for ballot, number in list(ends.items())[-MAX_BRANCH_ENDS:]:
            sealed = self._abandoned[ballot, number]
            yield Shown(ballot, number + 1, sealed.head, sealed.seal)

    # With whom it is compared

    def greet(self, link: int) -> None:
        """Send a new link what we have, what we were shown, and all evidence."""
        said: tuple[Message, ...] = (self.have_message(), *self.evidence.values(), *self._abandoned_ends())
        self._copy.emit(*(SendMessage(link, one) for one in said))

    def announce(self) -> None:
        """Send every link what we have: under a new host each may be behind, or ahead of, another."""
        self._copy.emit(*(SendMessage(link, self.have_message()) for link in self._copy.feeder.readers))

    def announce_shown(self) -> None:
        """Send the head we were shown last to the other followers, who could not compare through the host alone."""
        host, roster = self._replica.roster.host_key, self._replica.roster
        if self._copy.is_hosting:
            return
        shown = self.last_shown()
        for link, reader in self._copy.feeder.readers.items():
            if reader.key != host and roster.seat_of(reader.key) is not None:
                self._copy.emit(SendMessage(link, shown))

    def on_shown(self, link: int, shown: Shown | Have) -> bool:
        """Compare a head that somebody was shown with ours; False if it differs, or its seal is false."""
        copy = self._copy
        if shown.length < 1:
            return True
        ours = self.head_at(shown.ballot, shown.length - 1)
        if ours is None or ours.head == shown.head:
            return True
        claim = Claim(self._replica.match, shown.ballot, shown.length - 1, shown.head)
        keys = sorted(self._replica.roster.possible_hosts(), key=lambda one: one[1] != ours.key)
        sealer = next((one for one in keys if is_sealed(claim, shown.seal, one[1])), None)
        if sealer is None:
            copy.emit(DropLink(link, Reason.BAD_SIGNATURE))
        elif sealer[1] == ours.key:
            self.add_evidence(
                Evidence(sealer[0], shown.ballot, claim.number, ours.head, ours.seal, shown.head, shown.seal)
            )
        else:
            # Two hosts under one ballot: the entries before show where their histories fork.
            copy.feeder.send_search_chunk(self._replica, link, self._replica.checkpoint())
        return False

    def compare_entry(self, row: Numbered) -> bool:
        """Compare an entry with ours of the same number and previous head; return whether the two prove a fork."""
        replica = self._replica
        ballot, ours = self._sealed_at(replica, row.number)
        head = next_head(replica.heads[row.number], row.signed)
        seat = next((seat for seat, key in replica.roster.possible_hosts() if key == ours.key), None)
        if seat is None or not is_sealed(Claim(replica.match, ballot, row.number, head), row.seal, ours.key):
            return False
        self.add_evidence(Evidence(seat, ballot, row.number, ours.head, ours.seal, head, row.seal))
        return True

    # Evidence

    def on_evidence(self, link: int, evidence: Evidence) -> None:
        """Accept evidence against a seat if its seals are valid; drop a link that brings false evidence."""
        if evidence.seat in self.evidence:
            return
        if proves_fork(self._replica.roster, Forked(*astuple(evidence))):
            self.add_evidence(evidence, except_link=link)
        else:
            self._copy.emit(DropLink(link, Reason.BAD_SIGNATURE))

    def add_evidence(self, evidence: Evidence, except_link: int = -1) -> None:
        """Persist evidence, report it, and pass it on; one proof for each seat is enough."""
        if evidence.seat in self.evidence:
            return
        copy = self._copy
        self.evidence[evidence.seat] = evidence
        copy.emit(Persist(EvidenceRecord(evidence)), Convicted(evidence.seat, two_histories=True))
        copy.emit(*(SendMessage(link, evidence) for link in copy.feeder.readers if link != except_link))
        self._distrust(dict(self._replica.roster.possible_hosts())[evidence.seat])

    def restore_evidence(self, evidence: Evidence) -> None:
        """After a restart: accept evidence that was persisted."""
        self.evidence[evidence.seat] = evidence
        self._copy.distrusted.add(dict(self._replica.roster.possible_hosts())[evidence.seat])
