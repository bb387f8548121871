"""Detects a split match: a player who was cut off may have gone on alone, so that two matches share one id.

Law: only signed entries count, so that every file of such a match says the same; of the two matches, the one whose
host was not replaced counts.
"""

from __future__ import annotations

from dataclasses import dataclass

from net.log.bodies import LogKind, Vote, read_body
from net.log.replica import Replica


@dataclass(frozen=True, slots=True)
class SplitMatch:
    """Which entry left one person alone, which seat it removed, and whether of the two matches this one counts."""

    entry: int
    seat: int
    counts: bool


def split_at(replica: Replica, number: int) -> SplitMatch | None:
    """Return the split at an entry that left one person alone; None if it did not."""
    core = replica.entries[number].core
    body = read_body(core) if core.kind in (LogKind.VOTE, LogKind.REHOST) else None
    if body is None or (isinstance(body, Vote) and body.forfeit):
        return None  # a seat that forfeits is present, and plays on nowhere else
    before, after = replica.rosters[number : number + 2]
    lost = {*before.persons} - {*after.persons}
    return SplitMatch(number, min(lost), core.kind != LogKind.REHOST) if lost and len(after.persons) == 1 else None


def split_in(replica: Replica) -> SplitMatch | None:
    """Return the first split whose removed seat has not come back."""
    found = (split_at(replica, number) for number in range(replica.length))
    return next((one for one in found if one is not None and not replica.roster.chairs[one.seat].held), None)
