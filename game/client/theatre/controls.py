"""The theatre's controls: round, point of view, speed, playing on and sharing; in its panel or its drawer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.draw import theme
from game.client.sides import unique_names
from game.client.theatre.replay_cursor import SPEEDS
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button
from game.client.widgets.label import Paragraph
from game.client.widgets.stepper import Grade, Stepper
from game.client.widgets.widget import Group
from game.client.words import phrase
from game.session.match_replay import ALL_SEATS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.client.director import Change
    from game.client.theatre.replay_cursor import ReplayCursor
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.client.words import Text
    from game.session.match_replay import Replay

GAP: Final = 8.0


@dataclass(frozen=True, slots=True)
class ControlCallbacks:
    """The callback of each control."""

    round: Callable[[int], Change | None]
    viewpoint: Callable[[int], Change | None]
    pace: Callable[[str], Change | None]
    branch: Callable[[], Change | None]
    share: Callable[[], Change | None]


class Controls(Group):
    """The steppers and buttons in a column."""

    def __init__(
        self, name: str, cursor: ReplayCursor, chosen: ControlCallbacks, above: tuple[Widget, ...] = ()
    ) -> None:
        self._cursor = cursor
        nothing = (Grade("0", ""),)
        self.rounds = Stepper(f"{name}.round", nothing, "0", lambda key: chosen.round(int(key)))
        self.viewpoint = Stepper(f"{name}.eyes", nothing, "0", lambda key: chosen.viewpoint(int(key)))
        self.why = Paragraph(f"{name}.why", "", theme.SMALL, theme.MUTED)
        grades = tuple(Grade(key, phrase(f"theatre.pace.{key}")) for key in SPEEDS)
        self.pace = Stepper(f"{name}.pace", grades, "one", chosen.pace)
        self.branch = Button(f"{name}.branch", phrase("theatre.branch"), chosen.branch, icon="play", key="branch")
        self.share = Button(f"{name}.share", phrase("theatre.share"), chosen.share, icon="copy")
        members = (*above, self.rounds, self.viewpoint, self.why, self.pace, self.branch, self.share)
        self.shown = True
        super().__init__(name, members, self._stack)

    def show(self, *, shown: bool) -> None:
        """Show or hide all of them."""
        if shown is not self.shown:
            self.shown = shown
            self.show_state()

    def show_state(self) -> None:
        """Show the replay's current state."""
        for one in self.members:
            one.visible = self.shown
        if self.shown:
            self._tell()

    def _tell(self) -> None:
        cursor, replay = self._cursor, self._cursor.replay
        at, count = cursor.place.round, len(replay.rounds)
        self.rounds.grades = tuple(Grade(str(number), _round_words(replay, number)) for number in range(count))
        self.rounds.chosen = str(at)
        self.rounds.visible = count > 1
        viewpoint = replay.viewpoints(at)
        names = unique_names([seat.name for seat in replay.seats(at)])
        self.viewpoint.grades = tuple(Grade(str(seat), _eyes_words(names, seat)) for seat in viewpoint)
        self.viewpoint.chosen = str(cursor.viewpoint)
        self.viewpoint.visible = len(viewpoint) > 1
        closed = replay.closed_reason(at)
        self.why.visible = bool(closed)
        self.why.text = phrase(f"theatre.closed.{closed}") if closed else ""
        self.pace.chosen = cursor.pace
        reason = cursor.branch_refusal
        self.branch.enabled = reason is None
        self.branch.tip = reason

    def _seen(self) -> list[Widget]:
        return [one for one in self.members if one.visible]

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the column."""
        heights = [one.height_for(look, width) for one in self._seen()]
        return sum(heights) + GAP * (len(heights) - 1)

    def min_size(self, look: Look) -> tuple[float, float]:
        """Return the width of the widest control and the height of the column."""
        wide = max(one.min_size(look)[0] for one in self._seen() if not isinstance(one, Paragraph))
        return (wide, self.height_for(look, wide))

    def _stack(self, box: Box, look: Look) -> None:
        y = box.y
        for one in self._seen():
            high = one.height_for(look, box.w)
            one.place(Box(box.x, y, box.w, high), look)
            y += high + GAP


def _round_words(replay: Replay, at: int) -> Text:
    """Return a round's name: its number, and, if so, that it was broken off."""
    played, last = replay.rounds[at], max(one.number for one in replay.rounds)
    code = "theatre.round_void" if played.void else "theatre.round"
    return phrase(code, number=played.number, last=last)


def _eyes_words(names: Sequence[str], seat: int) -> Text:
    """Return the name of a point of view."""
    return phrase("theatre.eyes_all") if seat == ALL_SEATS else phrase("theatre.eyes", name=names[seat])
