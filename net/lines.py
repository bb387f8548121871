"""Entries for numbers that are taken already: the first of another line of hosts, or a host's lie.

Laws: a line of hosts wins by its ballot, never by its length; nobody is led back before what all had vouched for unless
more than half of all persons went that way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.bodies import Kind, Rehost, read_body
from net.effects import Drop, OtherLine, TwoHistories
from net.entries import Claim, Numbered, is_sealed, next_head, read_core
from net.place import binding
from net.reasons import Reason
from net.replica import Replica, StoryMaker
from net.schema import Misfit

if TYPE_CHECKING:
    from net.lockstep import Lockstep


class Lines:
    """What one program makes of such entries."""

    def __init__(self, lockstep: Lockstep, tell: StoryMaker) -> None:
        self._lockstep = lockstep
        self._tell = tell
        self._told: set[int] = set()  # ballots of which the session was told that neither side can yield

    def compare(self, link: int, row: Numbered) -> None:
        """Look at an entry for a number we have: the same, the first of another line of hosts, or a host's lie."""
        lockstep = self._lockstep
        ours = lockstep.replica.entries[row.number].numbered
        if ours == row:
            return
        try:
            core = read_core(row.raw)
        except Misfit:
            lockstep.emit(Drop(link, Reason.MALFORMED))
            return
        if core.kind == Kind.REHOST:
            self._consider(row)
        elif convicts(lockstep.replica, row):
            lockstep.frozen = True
            lockstep.emit(TwoHistories(ours, row))

    def _consider(self, row: Numbered) -> None:
        """Go over to a line of hosts that begins before our end, if it is higher and holds."""
        replica = self._lockstep.replica
        trial = branch(replica, row, self._tell)
        if trial is None:
            return
        if may_yield(replica, trial):
            self._lockstep.go_over(trial, row)
        elif trial.place.ballot not in self._told:
            self._told.add(trial.place.ballot)
            self._lockstep.emit(OtherLine(trial.place.ballot))


def convicts(replica: Replica, row: Numbered) -> bool:
    """Tell whether the host sealed this beside our entry of the same number, in the same line of hosts."""
    ours = replica.entries[row.number].numbered
    head = next_head(replica.heads[row.number], row.signed)
    claim = Claim(replica.match, replica.places[row.number + 1].ballot, row.number, head)
    return row.signed != ours.signed and is_sealed(claim, row.seal, replica.places[row.number].host_key)


def branch(replica: Replica, row: Numbered, tell: StoryMaker) -> Replica | None:
    """Return the log as a REHOST would have it go on; None if it does not hold or is not above our line."""
    if not 1 <= row.number < replica.length:
        return None
    trial = Replica(replica.entries[0].numbered, tell)
    for entry in replica.entries[1 : row.number]:
        trial.append(entry.numbered, entry.core)
    finding = trial.check(row)
    if finding.flaw is not None or finding.core is None:
        return None
    trial.append(row, finding.core)
    return trial if trial.place.ballot > replica.place.ballot else None


def may_yield(replica: Replica, trial: Replica) -> bool:
    """Tell whether we may go over: the branch is not before our checkpoint, or binds us all the same."""
    base = trial.length - 1
    body = read_body(trial.entries[-1].core)
    consents = len(body.consents) if isinstance(body, Rehost) else 0
    return base >= replica.checkpoint() or binding(trial.places[base], consents)
