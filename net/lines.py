"""Entries for numbers that are taken already: the first of another line of hosts, or a host's lie.

Laws: a line of hosts wins by its ballot, never by its length; nobody is led back before what all had vouched for unless
more than half of all persons went that way.
"""

from __future__ import annotations

from net.bodies import Rehost, read_body
from net.entries import Claim, Numbered, is_sealed, next_head
from net.place import binding
from net.replica import Replica, StoryMaker


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
