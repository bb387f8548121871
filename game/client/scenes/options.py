"""The options of a table, one group at a time: each with its effect, its default, and its rule."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.book.scene import RuleBookPage
from game.client.director import Pop, Push
from game.client.draw.theme import ButtonKind
from game.client.scenes.page import Page
from game.client.setup import offered_values, options_of, range_words, value_words
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import ChoiceOption
from game.client.widgets.panel import Panel
from game.client.widgets.scroll import FOCUS_MARGIN, Scroll
from game.client.widgets.shelf import Labelled, Shelf, WithSign
from game.client.widgets.stepper import Grade, Stepper
from game.client.widgets.widget import Group
from game.client.words import card_code, phrase
from game.rules.ruleset import value_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.setup import Setup
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look
    from game.client.words import Text
    from game.rules.ruleset import Option
    from game.table.options import OptionValue

MAX_VISIBLE_VALUES = 3  # the most named values shown side by side; an option with more has a stepper
MAX_WIDTH = 1232.0
MAX_SINGLE_COLUMN, SINGLE_COLUMN_WIDTH = 5, 860.0  # the most options for a single column, and its greatest width
ABOVE_SHARE = 0.45  # share of the free height that goes above the options


class OptionsPage(Page):
    """One group of options; `on_change` hears each choice."""

    def __init__(self, context: AppContext, setup: Setup, group: str, on_change: Callable[[Setup], None]) -> None:
        self.setup = setup
        self._cards = context.preferences.as_cards(setup.rules.deck)
        self._on_change = on_change
        self._options = options_of(setup.rules, group)
        self._controls = {option.name: self._control(option) for option in self._options}
        self._rows = {option.name: self._row(option, self._controls[option.name]) for option in self._options}
        panels = [
            Panel(f"options.{option.name}", None, WithSign(self._rows[option.name], self._sign(option)), padding=16.0)
            for option in self._options
        ]
        aside = phrase("options.of", game=setup.rules.title, group=self._name(f"options.{group}"))
        back = IconButton("options.back", phrase("button.back"), "back", Pop)
        self._bar = Bar("options.bar", phrase("options.title"), back, aside=aside)
        self._shelf = Scroll("options.scroll", self._options_shelf(panels))
        self._reset = Button(
            "options.reset",
            phrase("options.reset", preset=phrase(f"preset.{setup.preset.key}")),
            self._as_preset,
            icon="reset",
        )
        self._done = Button(
            "options.done", phrase("options.done"), Pop, kind=ButtonKind.PRIMARY, icon="check", key="Enter"
        )
        members = (self._bar, self._shelf, self._reset, self._done)
        first = next(iter(self._controls.values()))
        super().__init__("options", context.preferences, Group("options", members, self._arrange), first.name)

    def _options_shelf(self, panels: list[Panel]) -> Shelf:
        """Return the options on a shelf: a few in one column, more in rows of two."""
        few = len(panels) <= MAX_SINGLE_COLUMN
        return Shelf("options.shelf", panels, most=1 if few else 2, least=420.0, even=not few)

    def _arrange(self, box: Box, look: Look) -> None:
        bar = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(bar), look)
        room = box.below(bar)
        most = SINGLE_COLUMN_WIDTH * max(1.0, look.text_scale) if len(self._options) <= MAX_SINGLE_COLUMN else MAX_WIDTH
        wide = min(room.w - 48, MAX_WIDTH, most)
        room = room.middle(wide, room.h)
        sizes = [button.min_size(look) for button in (self._reset, self._done)]
        high = max(size[1] for size in sizes)
        # A few options are centred with the buttons below them; many fill the room and scroll.
        spare = max(0.0, room.h - high - 44 - self._shelf.height_for(look, wide + 2 * FOCUS_MARGIN))
        room = room.below(spare * ABOVE_SHARE).top_part(room.h - spare)
        foot = room.below(room.h - high - 16)
        self._reset.place(foot.left_part(sizes[0][0]).top_part(high), look)
        done = max(sizes[1][0] + 24, 180.0)
        self._done.place(foot.right_of(foot.w - done).top_part(high), look)
        self._shelf.place(room.top_part(room.h - high - 28).inset(-FOCUS_MARGIN, 0), look)

    def layout(self, viewport: Viewport) -> None:
        """Show the current choices, then lay everything out."""
        for option in self._options:
            control, value = self._controls[option.name], self.setup.value(option)
            control.chosen = value_text(value)
            self._rows[option.name].note = self._note(option)
            if isinstance(control, Stepper) and all(grade.key != control.chosen for grade in control.grades):
                control.grades = self._grades(option, value)
        self._reset.enabled = bool(self.setup.chosen)
        super().layout(viewport)

    def _name(self, code: str) -> Text:
        return phrase(card_code(code, cards=self._cards, game=self.setup.rules.key))

    def _sign(self, option: Option) -> IconButton:
        """Return the button that opens an option's rule."""
        reason = phrase("book.from_option", what=str(self._name(f"option.{option.name}")))
        return IconButton(
            f"options.{option.name}.rule",
            phrase("book.show_rule"),
            "book",
            lambda: Push(RuleBookPage(self.reading, option.source, reason=reason, game=self.setup.rules)),
        )

    def _row(self, option: Option, control: Choice | Stepper) -> Labelled:
        name = self._name(f"option.{option.name}")
        return Labelled(f"options.{option.name}.row", name, control, self._note(option))

    def _note(self, option: Option) -> Text:
        """Return the effect of an option, its value in the preset, and whether it is different here."""
        usual = value_words(option.name, self.setup.preset_value(option))
        if self.setup.value(option) != self.setup.preset_value(option):
            usual = phrase("option.changed_here", usual=usual)
        allowed = range_words(option)
        effect = self._name(f"option.{option.name}.effect")
        if allowed is None:
            return phrase("option.note", effect=effect, usual=usual)
        return phrase("option.note_range", effect=effect, allowed=allowed, usual=usual)

    @staticmethod
    def _grades(option: Option, value: OptionValue) -> tuple[Grade, ...]:
        return tuple(Grade(value_text(one), value_words(option.name, one)) for one in offered_values(option, value))

    def _control(self, option: Option) -> Choice | Stepper:
        name, value = f"options.{option.name}.value", self.setup.value(option)

        def choose(key: str) -> None:
            chosen = next(one for one in offered_values(option, self.setup.value(option)) if value_text(one) == key)
            self._take(self.setup.with_value(option, chosen))

        values = offered_values(option, value)
        if len(values) > MAX_VISIBLE_VALUES:
            return Stepper(name, self._grades(option, value), value_text(value), choose)
        cards = tuple(ChoiceOption(value_text(one), value_words(option.name, one)) for one in values)
        return Choice(name, cards, value_text(value), choose)

    def _take(self, setup: Setup) -> None:
        self.setup = setup
        self._on_change(setup)
        if self.look is not None:
            self.layout(self.look.viewport)

    def _as_preset(self) -> Change | None:
        self._take(replace(self.setup, chosen=(), put_away=()))
        return None
