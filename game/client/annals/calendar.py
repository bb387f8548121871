"""A month of daily deals: a calendar if there is room, else a list of the days until today."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from game.annals.daily import FIRST_DAY, GAME_ROTATION, daily_of, weeks_of
from game.client.annals.drawn import DrawnCell, DrawnWidget
from game.client.debug import ShownItem
from game.client.draw import theme
from game.client.draw.game_look import look_of
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Arrow, Use
from game.client.widgets.widget import IGNORED, Answer
from game.client.words import say
from game.rules.registry import rules_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import date

    from pygame import Surface

    from game.annals.daily import DayPlayed
    from game.client.director import Change
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look

WEEK_DAYS: Final = 7
GAP: Final = 6.0
PADDING: Final = 8.0
CELL_LINES: Final = 3
CHIP_RIM: Final = 4.0  # above and below a game's name on its chip, together
STRIPE_WIDTH: Final = 4.0
CUP_SHARE: Final = 0.85  # size of the cup beside a won day, as a share of a line


def result_word(played: DayPlayed | None) -> str:
    """Return the result of a day's deal in a word."""
    if played is None:
        return ""
    if not played.over:
        return say("daily.begun")
    if played.of > 2:
        return say("daily.place", place=played.place, of=played.of)
    return say("daily.won" if played.won else "daily.lost")


class Calendar(DrawnWidget):
    """The days of a month; arrows and clicks select one that may be played."""

    kind = "calendar"
    takes_focus = True
    leaves_return = True  # arrows choose at once
    least = 300.0

    def __init__(self, name: str, today: date, on_change: Callable[[], Change | None]) -> None:
        super().__init__(name)
        self.today = today
        self.month = today
        self.chosen = today
        self.played: Mapping[date, DayPlayed] = {}
        self.spare = 0.0  # height that each week may take beyond its texts
        self._on_change = on_change

    # --- its days ------------------------------------------------------------------------------------------------

    @property
    def days(self) -> tuple[date, ...]:
        """Return the days of the month that may be selected."""
        days = (day for week in weeks_of(self.month, 0) for day in week if day is not None)
        return tuple(day for day in days if FIRST_DAY <= day <= max((self.today, *self.played)))

    def state(self, day: date) -> str:
        """Return the state of a day in a word."""
        word = result_word(self.played.get(day))
        if word:
            return word
        return say("daily.today" if day == self.today else "daily.open")

    def accessible_text(self) -> str:
        """Return the selected day in words."""
        return self._line(self.chosen)

    def _line(self, day: date) -> str:
        return say("daily.line", day=day.day, game=rules_of(daily_of(day).game).title, state=self.state(day))

    def pressable_parts(self) -> Iterator[ShownItem]:
        """Yield the days that may be selected."""
        for day, box in self._boxes().items():
            if day in self.days:
                yield ShownItem(
                    "day", f"{self.name}.{day.isoformat()}", box, ("chosen",) * (day == self.chosen), self._line(day)
                )

    # --- where they lie ------------------------------------------------------------------------------------------

    def _in_weeks(self, look: Look, width: float) -> bool:
        """Return whether the longest name of a game fits into a day's cell."""
        widest = max(look.text_width(rules_of(game).title, theme.CHIP) for game, _options in GAME_ROTATION)
        return (width - GAP * (WEEK_DAYS - 1)) / WEEK_DAYS >= widest + PADDING

    def _line_height(self, look: Look) -> float:
        return look.line_height(theme.CHIP)

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of all weeks, or of the list."""
        line = self._line_height(look)
        if self._in_weeks(look, width):
            return self.week_count * (self._cell_height(look) + GAP) + line + GAP
        return max(1, len(self.days)) * max(theme.MIN_TARGET_SIZE, line + PADDING + GAP)

    def _cell_height(self, look: Look) -> float:
        return CELL_LINES * self._line_height(look) + PADDING + CHIP_RIM + self.spare

    @property
    def week_count(self) -> int:
        """Return the number of weeks that the month touches."""
        return len(self._weeks())

    def _weeks(self) -> tuple[tuple[date | None, ...], ...]:
        return weeks_of(self.month, int(say("daily.week_begins")))

    def _boxes(self) -> dict[date, Box]:
        look, box, line = self.look, self.rect, self._line_height(self.look)
        if not self._in_weeks(look, box.w):
            high = max(theme.MIN_TARGET_SIZE, line + PADDING + GAP)
            rows = enumerate(reversed(self.days))
            return {day: Box(box.x, box.y + at * high, box.w, high - GAP) for at, day in rows}
        wide, high = (box.w - GAP * (WEEK_DAYS - 1)) / WEEK_DAYS, self._cell_height(look)
        top = box.y + line + GAP
        return {
            day: Box(box.x + column * (wide + GAP), top + row * (high + GAP), wide, high)
            for row, week in enumerate(self._weeks())
            for column, day in enumerate(week)
            if day is not None
        }

    def _chip(self, box: Box) -> Box:
        """Return the plate of a day's game in the middle of its cell."""
        inner, high = box.inset(PADDING / 2), self._line_height(self.look) + CHIP_RIM
        return Box(inner.x, inner.centre[1] - high / 2, inner.w, high)

    def cells(self) -> Sequence[DrawnCell]:
        """Return weekday names, numbers, games and states."""
        look, line = self.look, self._line_height(self.look)
        may = self.days
        if not self._in_weeks(look, self.rect.w):
            return [
                DrawnCell(self._line(day), theme.CHIP, self._ink(day), box.inset(PADDING + STRIPE_WIDTH, 0))
                for day, box in self._boxes().items()
            ]
        told = []
        begins = int(say("daily.week_begins"))
        boxes = self._boxes()
        wide = (self.rect.w - GAP * (WEEK_DAYS - 1)) / WEEK_DAYS
        for at in range(WEEK_DAYS):
            head = Box(self.rect.x + at * (wide + GAP), self.rect.y, wide, line)
            told.append(
                DrawnCell(say(f"daily.weekday.{(begins + at) % WEEK_DAYS}"), theme.CHIP, theme.MUTED, head, "centre")
            )
        for day, box in boxes.items():
            inner = box.inset(PADDING / 2, PADDING / 2)
            number, state = inner.top_part(line), inner.below(inner.h - line)
            ink = self._ink(day)
            told.append(DrawnCell(str(day.day), theme.CHIP, ink, number))
            if day in may:
                chip = self._chip(box).inset(0, CHIP_RIM / 2)
                told.append(DrawnCell(rules_of(daily_of(day).game).title, theme.CHIP, theme.CREAM, chip, "centre"))
            if day in self.played or day == self.today:  # for other days the note below says that they can be played
                told.append(DrawnCell(self.state(day), theme.CHIP, ink, state, "centre"))
        return told

    def _ink(self, day: date) -> theme.RGB:
        if day == self.chosen:
            return theme.INK
        return theme.CREAM if day in self.played or day == self.today else theme.MUTED

    def draw_strokes(self, surface: Surface) -> None:
        """Draw the days' plates, each in the colour of its game."""
        look, may = self.look, self.days
        for day, box in self._boxes().items():
            fill = theme.GOLD if day == self.chosen else theme.ROW if day in self.played else None
            edge = draw.Edge(theme.GOLD if day == self.today else theme.LINE, theme.CONTROL_BORDER)
            draw.plate(surface, look, box, PADDING, fill, edge)
            if day in may:
                ground = look_of(daily_of(day).game).ground
                if self._in_weeks(look, self.rect.w):
                    draw.plate(surface, look, self._chip(box), PADDING / 2, ground.bottom)
                else:
                    stripe = Box(box.x + STRIPE_WIDTH, box.y + STRIPE_WIDTH, STRIPE_WIDTH, box.h - 2 * STRIPE_WIDTH)
                    draw.plate(surface, look, stripe, STRIPE_WIDTH / 2, ground)
            if day in self.played and self.played[day].won:
                size, inner = self._line_height(look) * CUP_SHARE, box.inset(PADDING)
                at = (inner.right - size / 2, inner.y + size / 2)
                if not self._in_weeks(look, self.rect.w):
                    at = (at[0], box.centre[1])
                draw.icon(surface, look, "trophy", at, size, theme.INK if day == self.chosen else theme.GOLD)

    @property
    def focus_box(self) -> Box:
        """Return the box of the selected day."""
        return self._boxes().get(self.chosen, self.rect).inset(PADDING / 2)

    # --- hands ---------------------------------------------------------------------------------------------------

    def handle(self, gesture: Gesture) -> Answer:
        """Select a day by a click or an arrow."""
        match gesture:
            case Use((_, _) as at):
                day = next((day for day, box in self._boxes().items() if box.contains(at)), None)
                return self._choose(day)
            case Arrow(way):
                weeks = self._in_weeks(self.look, self.rect.w)
                steps = (
                    {"left": -1, "right": 1, "up": -WEEK_DAYS, "down": WEEK_DAYS} if weeks else {"up": 1, "down": -1}
                )
                by = steps.get(way, 0)
                return self._choose(self.chosen + timedelta(days=by)) if by else IGNORED
        return IGNORED

    def _choose(self, day: date | None) -> Answer:
        if day is None or day not in self.days:
            return IGNORED
        self.chosen = day
        return Answer(taken=True, change=self._on_change())
