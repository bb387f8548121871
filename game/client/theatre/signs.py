"""The highlights of a round as icons on the timeline: the greatest of each move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.sides import apart
from game.client.table.moments.happened import moments_between
from game.client.table.moments.kinds import Occasion
from game.client.table.moments.ribbon import LIGHTS
from game.client.words import phrase
from game.session.reel import ReelPlace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.client.draw.theme import RGB
    from game.client.table.moments.moment import Moment
    from game.client.words import Phrase, Text
    from game.session.reel import Reel

# The highlights that get an icon: the icon, and the code of its word.
SHOWN: Final = {
    Occasion.PURE: ("star", "theatre.sign.pure"),
    Occasion.IMPURE: ("swap", "theatre.sign.impure"),
    Occasion.DEAD_HAND: ("hand", "theatre.sign.dead"),
    Occasion.OPENED: ("check", "theatre.sign.opened"),
    Occasion.JOKER: ("crown", "theatre.sign.joker"),
    Occasion.REBUILT: ("swap", "theatre.sign.rebuilt"),
    Occasion.PILE: ("stack", "theatre.sign.pile"),
    Occasion.OUT: ("flag", "theatre.sign.out"),
}


@dataclass(frozen=True, slots=True)
class TimeSign:
    """A highlight on the timeline: after how many moves, icon, word, full sentence, colour."""

    made: int
    icon: str
    word: Phrase
    title: Text
    colour: RGB


def moments_of(reel: Reel, at: int) -> Iterator[tuple[int, tuple[Moment, ...]]]:
    """Yield each move count after which there were highlights (default view), and which, greatest first."""
    names = apart([seat.name for seat in reel.seats(at)])
    before = reel.view(ReelPlace(at, 0), reel.base)
    for made in range(1, reel.rounds[at].moves + 1):
        after = reel.view(ReelPlace(at, made), reel.base)
        moments = moments_between(before, after, names)
        before = after
        if moments:
            yield made, moments


def signs_of(reel: Reel, at: int) -> tuple[TimeSign, ...]:
    """Return the highlights of a round from its default point of view."""
    found = []
    for made, moments in moments_of(reel, at):
        shown = next((one for one in moments if one.kind in SHOWN), None)
        if shown is not None:
            icon, word = SHOWN[shown.kind]
            found.append(TimeSign(made, icon, phrase(word), shown.title, LIGHTS[shown.tone]))
    return tuple(found)
