"""Two matches of one number: what a log says of a player who was cut off and may have gone on as well.

Law: this is read from signed entries alone, so that every file of such a match says the same; of the two matches the
one whose host was not replaced counts.
"""

from __future__ import annotations

from dataclasses import dataclass

from net.log.bodies import LogKind, Vote, read_body
from net.log.replica import Replica


@dataclass(frozen=True, slots=True)
class Apart:
    """Which entry gave the last of the others up, on what seat, and whether this match counts if there are two."""

    entry: int
    seat: int
    counts: bool


def apart_at(replica: Replica, number: int) -> Apart | None:
    """Return who was given up by an entry that left one person alone; None if it did not."""
    core = replica.entries[number].core
    body = read_body(core) if core.kind in (LogKind.VOTE, LogKind.REHOST) else None
    if body is None or (isinstance(body, Vote) and body.forfeit):
        return None  # who forfeits the seat is here, and goes on nowhere else
    before, after = replica.places[number : number + 2]
    lost = {*before.persons} - {*after.persons}
    return Apart(number, min(lost), core.kind != LogKind.REHOST) if lost and len(after.persons) == 1 else None


def apart_in(replica: Replica) -> Apart | None:
    """Return who was given up and has not come back: the first, from where the two matches differ."""
    found = (apart_at(replica, number) for number in range(replica.length))
    return next((one for one in found if one is not None and not replica.roster.chairs[one.seat].held), None)
