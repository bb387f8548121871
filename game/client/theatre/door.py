"""The ways into the theatre: a kept match is laid out, and what may be done with it is given along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.director import Push, Replace
from game.client.theatre.projector import Ways
from game.client.theatre.scene import Theatre
from game.session.branch import branch
from game.session.reel import reel_of

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.house import House
    from game.client.matches import Matches
    from game.match.transcript import Transcript
    from game.session.reel import Reel, Whereabouts

EXPORTS = "exports"


def solo_theatre(house: House, matches: Matches, log: Transcript, place: Whereabouts | None = None) -> Change | None:
    """Open the theatre with a match of this computer; one without a deal has nothing to be seen."""
    reel = reel_of(log)
    if not reel.rounds:
        return None
    return Push(Theatre(house, reel, place, ways_of(house, matches)))


def ways_of(house: House, matches: Matches) -> Ways:
    """Return where a theatre of this home leads."""

    def play_on(reel: Reel, place: Whereabouts, seat: int, level: str) -> Change:
        entries = reel.rounds[place.round].entry(place.made)
        match = branch(reel.transcript, entries, seat, level)
        return Replace(house.table(matches.begin_at(match)), all_of_them=True)

    exports = matches.home.path / EXPORTS if matches.home.writable else None
    return Ways(play_on, exports)
