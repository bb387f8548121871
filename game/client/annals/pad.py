"""The score pad: counts a round for each side, questions doubtful entries, and keeps a sheet with its curve."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from game.annals.pad import (
    SUFFIX,
    UNDO_LINE,
    CountedSide,
    Pad,
    default_options,
    doubts_of,
    header_line,
    points_of,
    read_pads,
    round_line,
)
from game.client.actions import ActionContext, action_for
from game.client.annals.curve import Curve, CurveLine, CurveValue, signed_number
from game.client.annals.pads import FOLDER
from game.client.director import Pop
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.events import KeyDown, PadDown
from game.client.matches import TIME_FORMAT, local_now
from game.client.scenes.page import Page
from game.client.scenes.totals import Totals
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import ChoiceOption
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import SHEET, Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.shelf import Labelled, Shelf
from game.client.widgets.stepper import Grade, Stepper
from game.client.widgets.text_field import TextField
from game.client.widgets.toggle import Toggle
from game.client.widgets.widget import Group, Widget
from game.client.words import current_language, group_digits, phrase, say
from game.rules.registry import GAMES, rules_of
from game.store.appended import AppendedFile
from game.store.atomic import make_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.events import Event
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look
    from game.client.words import Text
    from game.store.home import Home

ROW_GAP: Final = 12.0
MAX_WIDTH: Final = 1300.0
MAX_COLUMNS, MIN_COLUMN_WIDTH = 2, 420.0
SIDE_MIN_WIDTH: Final = 240.0
MAX_CANASTAS: Final = 9
MAX_DIGITS: Final = 5
MAX_NAME_LENGTH: Final = 16
SIDE_COUNTS: Final = (2, 3, 4, 5, 6, 7)
PEOPLE_COUNTS: Final = (2, 4)  # people at a dead-hand game: one against one, or two couples
CURVE_COLOURS: Final = (theme.GOLD, theme.SKY, theme.MINT, theme.CORAL, theme.CREAM, theme.STRONG_LINE, theme.MUTED)


class PadPage(Page):
    """The sheet being written, and the form for a new one."""

    def __init__(
        self, context: AppContext, home: Home, ways: tuple[Button, ...] = (), opened: Path | None = None
    ) -> None:
        self.context = context
        self._folder = home.path / FOLDER if home.writable else None
        self._file: Path | None = None
        back = IconButton("pad.back", phrase("button.back"), "back", Pop)
        self._undo = IconButton("pad.undo", phrase("pad.undo"), "undo", self._take_back)
        self._new = IconButton("pad.new", phrase("pad.new"), "plus", self._begin_new)
        signs = (self._undo, self._new, *ways)
        self._bar = Bar("pad.bar", phrase("annals.pad"), back, signs, aside=phrase("pad.aside"))
        last = context.preferences.now.last_game
        game = last if last in GAMES else next(iter(GAMES))
        self._people = default_options(game).number("players")
        self.pad = _fresh(game, self._people)
        self._take_up(opened)
        self.counted: tuple[CountedSide, ...] = ()
        self._typed: tuple[str, ...] = ()  # what was typed into the name fields
        self._rows = Column("pad.rows", (), ROW_GAP)
        self._scroll = Scroll("pad.scroll", self._rows)
        self._gold = Button("pad.write", "", self._write, kind=ButtonKind.PRIMARY, icon="check", key="Enter")
        root = Group("pad", (self._bar, self._scroll, self._gold), self._arrange)
        super().__init__("pad", context.preferences, root, None)
        self._begin_round()

    def _take_up(self, opened: Path | None) -> None:
        """Resume the opened sheet, or else the latest one if it has a round and nobody has won it."""
        if self._folder is None:
            return
        for path, pad in read_pads(self._folder):
            if path == opened or (opened is None and not pad.winners and pad.rounds):
                self.pad, self._file = pad, path
                self._people = default_options(pad.game).number("players") if pad.dead_hands else len(pad.names)
            if opened in (None, path):
                return

    # --- what it shows -------------------------------------------------------------------------------------------

    def layout(self, viewport: Viewport) -> None:
        """Rebuild the texts after a change of language, keeping the round's entries."""
        if self._texts_language != current_language():
            self._texts_language = current_language()
            if not self.pad.rounds and not any(self._typed):
                self.pad = _fresh(self.pad.game, self._people)
            self._compose(self.counted)
        super().layout(viewport)

    _texts_language = ""

    def _anew(self, counted: tuple[CountedSide, ...] = ()) -> None:
        """Start counting the next round, or continue one that was taken back."""
        self._compose(counted)
        if self.look is not None:
            self.layout(self.look.viewport)

    def _begin_round(self, counted: tuple[CountedSide, ...] = ()) -> None:
        """Show the next round's fields, and write into the first of them."""
        self._anew(counted)
        first = "name" if not self.pad.rounds else "table" if self.pad.dead_hands else "rack"
        self.ring.focus_on(f"pad.0.{first}")

    def _compose(self, counted: tuple[CountedSide, ...]) -> None:
        """Make the next round's fields, filled with `counted`, and the sheet beside them."""
        self.counted = counted or (CountedSide(),) * len(self.pad.names)
        pad = self.pad
        setup = () if pad.rounds else self._setup()
        sides = [self._side(side) for side in range(len(pad.names))]
        form = Panel(
            "pad.round", phrase("pad.round", number=len(pad.rounds) + 1),
            Shelf("pad.sides", sides, most=len(sides), least=SIDE_MIN_WIDTH), aside=rules_of(pad.game).title,
        )  # fmt: skip
        self._if = Paragraph("pad.if", "", theme.LABEL, theme.CREAM)
        self._doubts = Paragraph("pad.doubts", "", theme.READING, theme.CREAM)
        checks = Panel("pad.checks", phrase("pad.checks"), Column("pad.checks_rows", (self._if, self._doubts), ROW_GAP))
        sheet = Panel("pad.sheet", None, self._totals(), ground=SHEET)
        curve = Panel("pad.curve_panel", phrase("pad.evening"), self._curve())
        # Before the first round the form fills the height; later what looks wrong needs room below the fields.
        columns = ((form, checks), (sheet, curve)) if pad.rounds else ((form,), (checks, sheet, curve))
        shelves = [Column(f"pad.column_{at}", one, ROW_GAP) for at, one in enumerate(columns)]
        self._rows.members = (*setup, Shelf("pad.columns", shelves, most=MAX_COLUMNS, least=MIN_COLUMN_WIDTH))
        self._judge()

    def _setup(self) -> tuple[Widget, ...]:
        """Return the fields shown before the first round."""
        games = tuple(ChoiceOption(key, rules.title) for key, rules in GAMES.items())
        game = Choice("pad.game", games, self.pad.game, lambda key: self._other(key, 0))
        people = PEOPLE_COUNTS if self.pad.dead_hands else SIDE_COUNTS
        grades = tuple(Grade(str(count), phrase("pad.people", n=count)) for count in people)
        count = str(self._people)
        how_many = Stepper("pad.people", grades, count, lambda key: self._other(self.pad.game, int(key)))
        return (Shelf("pad.setup", (game, how_many), most=MAX_COLUMNS, least=MIN_COLUMN_WIDTH, even=True),)

    def _side(self, side: int) -> Widget:
        """Return the fields of a side."""
        name = f"pad.{side}"
        label: Text = phrase("pad.name")
        counted = self.counted[side]
        rows: list[Widget] = []
        if not self.pad.rounds:
            called = self.pad.names[side]
            field = TextField(
                f"{name}.name", label, lambda text: self._named(side, text), text=called, most=MAX_NAME_LENGTH,
                beside=True,
            )  # fmt: skip
            if called == _fresh(self.pad.game, self._people).names[side]:
                field.suggest()
            rows.append(field)

        def count(field: str) -> Callable[[Any], Change | None]:
            return lambda value: self._counted(side, field, value)

        def number(field: str, code: str) -> Widget:
            return TextField(
                f"{name}.{field}", phrase(code), lambda text: self._counted(side, field, int(text or 0)),
                text=str(getattr(counted, field) or ""), most=MAX_DIGITS, beside=True,
                accepts=str.isdecimal,
            )  # fmt: skip

        def canastas(field: str) -> Widget:
            grades = tuple(Grade(str(at), str(at)) for at in range(MAX_CANASTAS + 1))
            stepper = Stepper(
                f"{name}.{field}",
                grades,
                str(getattr(counted, field)),
                lambda key: self._counted(side, field, int(key)),
            )
            stepper.leaves_return = True  # the arrows count, and Enter writes the round
            code = "semi_clean" if field == "semi" else field
            return Labelled(f"{name}.{field}_row", phrase(f"score.{code}", n=2), stepper)

        def toggle(field: str) -> Widget:
            made = Toggle(f"{name}.{field}", phrase(f"pad.{field}"), count(field), on=getattr(counted, field))
            made.leaves_return = True
            return made

        out = toggle("out")
        if self.pad.dead_hands:
            semi = default_options(self.pad.game).flag("semi_clean")
            kinds = ("pure", "semi", "impure") if semi else ("pure", "impure")
            rows += [number("table", "score.table"), *map(canastas, kinds), out, number("rack", "score.rack")]
            rows.append(toggle("dead"))
        else:
            rows += [number("rack", "score.rack"), out]
        title = self.pad.names[side]
        return Panel(f"{name}.panel", title, Column(f"{name}.rows", rows, ROW_GAP), padding=ROW_GAP)

    def _totals(self) -> Widget:
        pad = self.pad
        rounds = tuple((at, points_of(pad.game, one)) for at, one in enumerate(pad.rounds, start=1))
        against = rules_of(pad.game).lowest_wins
        return Totals("pad.totals", pad.names, rounds, pad.totals, pad.winners, against=against)

    def _curve(self) -> Widget:
        pad = self.pad
        lines = []
        for side, name in enumerate(pad.names):
            values, total = [CurveValue(0, 0, 0, phrase("pad.start"), f"{name}: 0")], 0
            for at, one in enumerate(pad.rounds, start=1):
                total += points_of(pad.game, one)[side]
                words = f"{name}: {signed_number(total)}"
                values.append(CurveValue(total, total, total, phrase("pad.round", number=at), words))
            lines.append(CurveLine(tuple(values), CURVE_COLOURS[side], name=name))
        drawn = lines if pad.rounds else ()
        return Curve("pad.curve", drawn, phrase("pad.empty"), ends=(say("pad.start"), ""), target=pad.target)

    def _judge(self) -> None:
        """Show the round's points, and what looks wrong."""
        pad, counted = self.pad, self.counted
        points = points_of(pad.game, counted)
        totals = (before + now for before, now in zip(pad.totals, points, strict=True))
        told = (  # in the first round the total would be the same number
            say("pad.if_side", name=name, points=signed_number(one), total=group_digits(total))
            if pad.rounds
            else f"{name} {signed_number(one)}"
            for name, one, total in zip(pad.names, points, totals, strict=True)
        )
        self._if.text = phrase("pad.if", points=" · ".join(told))
        doubts = doubts_of(pad.game, counted)
        self._doubts.text = "\n".join(say(f"pad.doubt.{one}") for one in doubts) or say("pad.no_doubt")
        self._gold.label = phrase("pad.write", number=len(pad.rounds) + 1)
        begun = any(one != CountedSide() for one in counted)
        self._gold.enabled = begun and not pad.winners
        self._gold.reason = None if begun else phrase("pad.nothing")
        if pad.winners:
            self._gold.reason = phrase("pad.won", name=pad.names[pad.winners[0]])
        self._undo.enabled = bool(pad.rounds)

    # --- what its parts do ---------------------------------------------------------------------------------------

    def _counted(self, side: int, field: str, value: int | bool) -> Change | None:  # noqa: FBT001 - as the field has it
        before = self.counted[side]
        values: dict[str, Any] = {name: getattr(before, name) for name in CountedSide.__slots__}
        changed = CountedSide(**{**values, field: value})
        self.counted = (*self.counted[:side], changed, *self.counted[side + 1 :])
        self._judge()
        if self.look is not None:
            self.layout(self.look.viewport)
        return None

    def _named(self, side: int, text: str) -> Change | None:
        self._typed = (*self._typed, text)
        names = list(self.pad.names)
        names[side] = text.strip() or _fresh(self.pad.game, self._people).names[side]
        self.pad = replace(self.pad, names=tuple(names))
        self._judge()
        return None

    def _other(self, game: str, people: int) -> Change | None:
        self._people = people or default_options(game).number("players")
        self.pad, self._file = _fresh(game, self._people), None
        self._anew()
        return None

    def _begin_new(self) -> Change | None:
        return self._other(self.pad.game, self._people)

    def _write(self) -> Change | None:
        """Add the round to the sheet, and save it."""
        if self._file is None and self._folder is not None:
            self._file = self._create_file(self._folder)
        self._append(round_line(self.counted))
        self.pad = self.pad.with_round(self.counted)
        self._begin_round()
        self._scroll.scroll_to(0.0)  # where the next round begins
        return None

    def _take_back(self) -> Change | None:
        """Take the last round back, to edit its entries."""
        self._append(UNDO_LINE)
        last = self.pad.rounds[-1]
        self.pad = self.pad.without_last_round()
        self._begin_round(last)
        return None

    def on_event(self, event: Event) -> Change | None:
        """Take the last round back by the table's undo key or button."""
        if self._undo.enabled and isinstance(event, KeyDown | PadDown) and not event.repeat:
            action = action_for(event, ActionContext.TABLE)
            if action is not None and action.name == "undo":
                return self._take_back()
        return super().on_event(event)

    def _create_file(self, folder: Path) -> Path | None:
        """Begin a file with the sheet's header."""
        path = folder / f"{self.pad.game} {local_now().strftime(TIME_FORMAT)}{SUFFIX}"
        with suppress(OSError):
            make_folder(folder)
            path.open("xb").close()
            self._file = path
            self._append(header_line(self.pad))
            return path
        return None

    def _append(self, line: bytes) -> None:
        """Save a line; if that fails, the sheet stays on the screen."""
        if self._file is None:
            return
        with suppress(OSError):
            file = AppendedFile(self._file)
            file.append(line)
            file.close()

    # --- where it lies -------------------------------------------------------------------------------------------

    def _arrange(self, box: Box, look: Look) -> None:
        high = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(high), look)
        room = box.below(high)
        room = room.middle(min(room.w - 2 * ROW_GAP, look.at_least(MAX_WIDTH)), room.h)
        foot = self._gold.height_for(look, room.w)
        self._gold.place(room.below(room.h - foot - ROW_GAP).top_part(foot), look)
        self._scroll.place(room.top_part(room.h - foot - 2 * ROW_GAP), look)


def _fresh(game: str, people: int) -> Pad:
    """Return an empty sheet: of two couples, or of single players."""
    names = tuple(say("pad.player", number=at) for at in range(1, people + 1))
    if rules_of(game).sides(people) < people:
        names = (say("side.us"), say("side.them"))
    pad = Pad(game, names)
    return replace(pad, target=default_options(game).number("target")) if pad.dead_hands else pad
