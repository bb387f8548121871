"""The highlights of a round as icons on the timeline: the greatest of each move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.sides import unique_names
from game.client.table.moments.happened import moments_between
from game.client.table.moments.kinds import MomentKind
from game.client.table.moments.ribbon import TONE_COLOURS
from game.client.words import phrase
from game.session.match_replay import ReplayPosition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.client.draw.theme import RGB
    from game.client.table.moments.moment import Moment
    from game.client.words import Phrase, Text
    from game.session.match_replay import Replay

# The highlights that get an icon: the icon, and the code of its word.
MOMENT_ICONS: Final = {
    MomentKind.PURE: ("star", "theatre.sign.pure"),
    MomentKind.IMPURE: ("swap", "theatre.sign.impure"),
    MomentKind.DEAD_HAND: ("hand", "theatre.sign.dead"),
    MomentKind.OPENED: ("check", "theatre.sign.opened"),
    MomentKind.JOKER: ("crown", "theatre.sign.joker"),
    MomentKind.REBUILT: ("swap", "theatre.sign.rebuilt"),
    MomentKind.PILE: ("stack", "theatre.sign.pile"),
    MomentKind.OUT: ("flag", "theatre.sign.out"),
}


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """A highlight on the timeline: after how many moves, icon, word, full sentence, colour."""

    made: int
    icon: str
    word: Phrase
    title: Text
    colour: RGB


def highlights_by_move(replay: Replay, at: int) -> Iterator[tuple[int, tuple[Moment, ...]]]:
    """Yield each number of moves after which the default point of view has highlights, with these, greatest first."""
    names = unique_names([seat.name for seat in replay.seats(at)])
    before = replay.view_at(ReplayPosition(at, 0), replay.first_viewpoint)
    for made in range(1, replay.rounds[at].move_count + 1):
        after = replay.view_at(ReplayPosition(at, made), replay.first_viewpoint)
        moments = moments_between(before, after, names)
        before = after
        if moments:
            yield made, moments


def timeline_marks_of(replay: Replay, at: int) -> tuple[TimelineMark, ...]:
    """Return the highlights of a round from its default point of view."""
    found = []
    for made, moments in highlights_by_move(replay, at):
        shown = next((one for one in moments if one.kind in MOMENT_ICONS), None)
        if shown is not None:
            icon, word = MOMENT_ICONS[shown.kind]
            found.append(TimelineMark(made, icon, phrase(word), shown.title, TONE_COLOURS[shown.tone]))
    return tuple(found)
