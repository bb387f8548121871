"""What hosts have sealed for this program, held against what they have sealed for others.

Laws: a head is compared at its own place in its own line of hosts, also in one that was given up since; whoever shows a
head whose seal is nobody's at this table is at fault himself; two heads under one key are evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple
from typing import NamedTuple

from net.frames import Message
from net.log.bodies import Forked
from net.log.copy import Copy
from net.log.effects import Convicted, Drop, KeptEvidence, Persist, Tell
from net.log.entries import Claim, Numbered, is_sealed, next_head
from net.log.replica import Replica
from net.log.roster import convicts
from net.messages import Evidence, Have, Shown
from net.reasons import Reason

# Entries of lines that were given up: a round of the largest sealed deal has 600, and few lines end in mid-round.
MOST_LEFT = 4_096
MOST_ENDS = 16  # lines whose ends are told to whoever is new on a link: more hosts than a table has seats


class Sealed(NamedTuple):
    """A head, the seal on it, and whose that is."""

    head: bytes
    seal: bytes
    key: bytes


class Heads:
    """The memory of one program for what it was shown."""

    def __init__(self, copy: Copy, distrust: Callable[[bytes], None]) -> None:
        self._copy = copy
        self._distrust = distrust
        self._left: dict[tuple[int, int], Sealed] = {}  # by ballot and number, of lines that were given up
        self.evidence: dict[int, Evidence] = {}  # by the seat it convicts

    # What we were shown

    @property
    def _replica(self) -> Replica:
        return self._copy.replica

    def leave(self, replica: Replica, length: int) -> None:
        """Note what a log had behind this length before it goes another way."""
        for number in range(length, replica.length):
            ballot, sealed = self._of(replica, number)
            self._left[ballot, number] = sealed
        while len(self._left) > MOST_LEFT:
            del self._left[next(iter(self._left))]

    @staticmethod
    def _of(replica: Replica, number: int) -> tuple[int, Sealed]:
        after = replica.places[number + 1]
        # A REHOST bears its own host's seal, every other entry that of the host before it.
        before = replica.places[number]
        key = after.host_key if after.ballot != before.ballot else before.host_key
        return after.ballot, Sealed(replica.heads[number + 1], replica.entries[number].numbered.seal, key)

    def at(self, ballot: int, number: int) -> Sealed | None:
        """Return what we were shown at a place in a line of hosts; None if nothing."""
        if 0 <= number < self._replica.length:
            line, sealed = self._of(self._replica, number)
            if line == ballot:
                return sealed
        return self._left.get((ballot, number))

    def shown(self) -> Shown:
        """Return the last head that we were shown."""
        return self.shown_at(self._replica.length)

    def shown_at(self, length: int) -> Shown:
        """Return the head that we were shown at an earlier length, at least that of START."""
        ballot, sealed = self._of(self._replica, length - 1)
        return Shown(ballot, length, sealed.head, sealed.seal)

    def have(self) -> Have:
        """Return what we have, and ask so for what is behind it."""
        shown = self.shown()
        return Have(self._replica.match, *astuple(shown))

    def _ends(self) -> Iterator[Shown]:
        """Return the ends of the lines that were given up, as far as they are remembered."""
        ends = dict(sorted(self._left))
        for ballot, number in list(ends.items())[-MOST_ENDS:]:
            sealed = self._left[ballot, number]
            yield Shown(ballot, number + 1, sealed.head, sealed.seal)

    # With whom it is compared

    def greet(self, link: int) -> None:
        """Tell somebody who is new on a link what we have and were shown, and whom we know to be convicted."""
        said: tuple[Message, ...] = (self.have(), *self.evidence.values(), *self._ends())
        self._copy.emit(*(Tell(link, one) for one in said))

    def announce(self) -> None:
        """Tell everybody linked what we have: under a new host each may be behind, or ahead, of another."""
        self._copy.emit(*(Tell(link, self.have()) for link in self._copy.feeder.readers))

    def announce_shown(self) -> None:
        """Tell those who play and do not host what we were shown last: over the host alone nobody could compare."""
        host, roster = self._replica.roster.host_key, self._replica.roster
        if self._copy.hosting:
            return
        shown = self.shown()
        for link, reader in self._copy.feeder.readers.items():
            if reader.key != host and roster.seat_of(reader.key) is not None:
                self._copy.emit(Tell(link, shown))

    def on_shown(self, link: int, shown: Shown | Have) -> bool:
        """Compare what somebody was shown with what we were; False if it differs, or is false."""
        copy = self._copy
        if shown.length < 1:
            return True
        ours = self.at(shown.ballot, shown.length - 1)
        if ours is None or ours.head == shown.head:
            return True
        claim = Claim(self._replica.match, shown.ballot, shown.length - 1, shown.head)
        keys = sorted(self._replica.roster.sealers(), key=lambda one: one[1] != ours.key)
        sealer = next((one for one in keys if is_sealed(claim, shown.seal, one[1])), None)
        if sealer is None:
            copy.emit(Drop(link, Reason.BAD_SIGNATURE))
        elif sealer[1] == ours.key:
            self.learn(Evidence(sealer[0], shown.ballot, claim.number, ours.head, ours.seal, shown.head, shown.seal))
        else:
            # Two hosts of one line: where their histories part is found in the entries before.
            copy.feeder.search(self._replica, link, self._replica.checkpoint())
        return False

    def part(self, row: Numbered) -> bool:
        """Hold an entry against ours of the same number, both behind the same head; return whether that convicts."""
        replica = self._replica
        ballot, ours = self._of(replica, row.number)
        head = next_head(replica.heads[row.number], row.signed)
        seat = next((seat for seat, key in replica.roster.sealers() if key == ours.key), None)
        if seat is None or not is_sealed(Claim(replica.match, ballot, row.number, head), row.seal, ours.key):
            return False
        self.learn(Evidence(seat, ballot, row.number, ours.head, ours.seal, head, row.seal))
        return True

    # Evidence

    def on_evidence(self, link: int, evidence: Evidence) -> None:
        """Learn evidence against a seat if its seals hold; drop the link that brings false evidence."""
        if evidence.seat in self.evidence:
            return
        if convicts(self._replica.roster, Forked(*astuple(evidence))):
            self.learn(evidence, but=link)
        else:
            self._copy.emit(Drop(link, Reason.BAD_SIGNATURE))

    def learn(self, evidence: Evidence, but: int = -1) -> None:
        """Keep what convicts, say it, and pass it on; one proof for each seat is enough."""
        if evidence.seat in self.evidence:
            return
        copy = self._copy
        self.evidence[evidence.seat] = evidence
        copy.emit(Persist(KeptEvidence(evidence)), Convicted(evidence.seat, two_histories=True))
        copy.emit(*(Tell(link, evidence) for link in copy.feeder.readers if link != but))
        self._distrust(dict(self._replica.roster.sealers())[evidence.seat])

    def take_up(self, evidence: Evidence) -> None:
        """After a restart: know again what was kept."""
        self.evidence[evidence.seat] = evidence
        self._copy.distrusted.add(dict(self._replica.roster.sealers())[evidence.seat])
