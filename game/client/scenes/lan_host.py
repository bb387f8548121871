"""Host a table: the game, its preset, how many play, the clock, the options and a password; then others may come."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.bots.level import MIDDLING
from game.client import theme
from game.client.director import Pop, Push, Replace
from game.client.lan_sitting import Wanted
from game.client.scenes.lan_page import TwoSides
from game.client.scenes.lan_password import MOST_PASSWORD
from game.client.scenes.message import notice
from game.client.setup import MINE, groups_of, offered_games, options_of, player_counts, setup_of, steps, value_words
from game.client.theme import Kind
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.choice import Cards, Choice, Option
from game.client.widgets.label import Paragraph
from game.client.widgets.list import ListRows, Row
from game.client.widgets.panel import Column, Panel
from game.client.widgets.shelf import Labelled
from game.client.widgets.stepper import Grade, Stepper
from game.client.widgets.text_field import TextField
from game.client.words import phrase
from game.client.words.tell import tell_refusal
from game.match.transcript import RULES_VERSION
from game.rules.ruleset import value_text
from game.session.lan_terms import Offer
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.house import House
    from game.client.lan import Lan
    from game.client.lan_sitting import Sitting
    from game.client.setup import Setup
    from game.client.viewport import Viewport
    from game.client.words import Text

LEFT = 0.62
CLOCK = "turn_seconds"
FIRST_GAME = "burako"


class HostTable(TwoSides):
    """Opens a table; with a `sitting` it changes the options of one that is open."""

    def __init__(self, house: House, lan: Lan, sitting: Sitting | None = None) -> None:
        self.house = house
        self.lan = lan
        self._sitting = sitting
        now = house.wishes.now
        games = offered_games()
        keys = [rules.key for rules in games]
        offer = sitting.table.offer if sitting is not None else None
        last = now.last_game if now.last_game in keys else FIRST_GAME
        self.game = last if offer is None else offer.game
        self.setups = {rules.key: setup_of(rules, now.table_of(rules.key)) for rules in games}
        self._games = Choice(
            "host.games", tuple(Option(rules.key, rules.title) for rules in games), self.game, self._chose_game
        )
        self._presets = Cards("host.presets", (Option("", ""),), "", self._chose_preset)
        self._count = Choice("host.players", (Option("2", ""),), "2", self._chose_players)
        self._clock = Stepper("host.clock", (Grade("0", ""),), "0", self._chose_clock)
        self._groups = ListRows("host.groups", (), self._show_options)
        self._field = TextField(
            "host.password", phrase("host.password"), lambda _text: None, most=MOST_PASSWORD, secret=True,
            note=phrase("host.password_note"),
        )  # fmt: skip
        self._open = Button(
            "host.open", phrase("host.open" if sitting is None else "host.change"), self._go, kind=Kind.PRIMARY,
            icon="lan" if sitting is None else "check", key="Enter", role=theme.BIG_BUTTON,
        )  # fmt: skip
        about = Paragraph("host.about", phrase("host.about"), theme.SMALL, theme.MUTED)
        seats = Column(
            "host.seats_column", (self._count, Labelled("host.clock_row", phrase("host.clock"), self._clock, None))
        )
        games_panel = Panel("host.games_panel", phrase("host.game"), self._games)
        games_panel.visible = sitting is None
        rules = Panel("host.rules", phrase("new.rules"), self._presets, aside=phrase("new.rules_aside"))
        left = (games_panel, rules, Panel("host.options", phrase("new.options"), self._groups))
        gate = Panel("host.gate", None, Column("host.gate_column", (self._field, about, self._open)))
        right = (Panel("host.seats", phrase("new.seats"), seats), gate)
        self._field.visible = about.visible = sitting is None
        back = IconButton("host.back", phrase("button.back"), "back", Pop)
        signs = (IconButton("host.settings", phrase("title.settings"), "gear", lambda: Push(house.settings())),)
        bar = Bar("host.bar", phrase("host.title"), back, signs, aside=phrase("host.aside"))
        super().__init__("lan_host", house.wishes, bar, (left, right), LEFT, self._open.name)
        self._show()

    @property
    def setup(self) -> Setup:
        """Return the table being set up."""
        return self.setups[self.game]

    def layout(self, viewport: Viewport) -> None:
        """Show the table as it is set up, then lay everything out."""
        self._show()
        super().layout(viewport)

    # --- what it shows -------------------------------------------------------------------------------------------

    def _show(self) -> None:
        setup = self.setup
        presets = [
            Option(preset.key, phrase(f"preset.{preset.key}"), phrase(f"preset.{preset.key}.line"))
            for preset in setup.rules.presets
        ]
        changes = len(setup.chosen or setup.put_away)
        note = phrase("options.some_changed", n=changes) if changes else phrase("preset.mine.line")
        self._presets.options = (*presets, Option(MINE, phrase("preset.mine"), note))
        self._presets.chosen = setup.card
        self._count.options = tuple(Option(str(count), _count_words(setup, count)) for count in player_counts(setup))
        self._count.chosen = str(setup.players)
        self._show_clock(setup)
        self._show_groups(setup)
        outcome = setup.outcome
        self._open.enabled = not isinstance(outcome, Refusal)
        if isinstance(outcome, Refusal):
            told = tell_refusal(outcome)
            self._open.reason = phrase("new.refused", what=told.what, mend=told.mend)

    def _show_clock(self, setup: Setup) -> None:
        option = setup.rules.option(CLOCK)
        if option is None:
            return
        value = setup.value(option)
        self._clock.grades = tuple(Grade(value_text(one), value_words(CLOCK, one)) for one in steps(option, value))
        self._clock.chosen = value_text(value)

    def _show_groups(self, setup: Setup) -> None:
        changed = {name for name, _value in setup.chosen}
        rows = []
        for group in groups_of(setup.rules):
            options = options_of(setup.rules, group)
            touched = any(option.name in changed for option in options)
            count = phrase("options.changed" if touched else "options.count", n=len(options))
            rows.append(Row(group, phrase(f"options.{group}"), count, sign="forward"))
        self._groups.show(rows)
        self._groups.chosen = None

    # --- what its parts do ---------------------------------------------------------------------------------------

    def _take(self, setup: Setup) -> None:
        self.setups[setup.rules.key] = setup
        self.again()

    def _chose_game(self, game: str) -> None:
        self.game = game
        self.again()

    def _chose_preset(self, key: str) -> Change | None:
        self._take(self.setup.with_card(key))
        if key == MINE and not self.setup.chosen:
            return self._show_options(groups_of(self.setup.rules)[0])
        return None

    def _chose_players(self, key: str) -> None:
        self._take(replace(self.setup, players=int(key)))

    def _chose_clock(self, key: str) -> None:
        option = self.setup.rules.option(CLOCK)
        if option is not None:
            self._take(self.setup.with_value(option, int(key)))

    def _show_options(self, group: str) -> Change:
        from game.client.scenes.options import OptionsPage

        return Push(OptionsPage(self.house, self.setup, group, self._take))

    def _go(self) -> Change | None:
        setup = self.setup
        options = setup.outcome
        if isinstance(options, Refusal):
            return None
        self.house.wishes.take(self.house.wishes.now.with_table(setup.kept))
        offer = Offer(setup.rules.key, options, RULES_VERSION, MIDDLING)
        if self._sitting is not None:
            self._sitting.change(offer)
            return Pop()
        from game.client.scenes.lan_room import WaitingRoom

        try:
            self.lan.sit(Wanted(offer=offer, password=self._field.text))
        except (OSError, ValueError) as error:
            return Push(notice(self.reading, "notice", phrase("host.title"), phrase("lan.no_home", why=str(error))))
        return Replace(WaitingRoom(self.house, self.lan))


def _count_words(setup: Setup, count: int) -> Text:
    if count == 4 and setup.rules.sides(4) == 2:
        return phrase("new.couples")
    return phrase("new.count", n=count)
