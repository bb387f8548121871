"""The page that hosts a table: game, preset, number of players, clock, options and password."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.bots.names import DEFAULT_LEVEL
from game.client.director import Pop, Push, Replace
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.lan.game import TablePlan
from game.client.lan.page import TwoColumnPage
from game.client.lan.password import MAX_PASSWORD_LENGTH
from game.client.scenes.message import notice
from game.client.scenes.setting_up import SetupForm
from game.client.setup import CLOCK_OPTION, offered_values, value_words
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import ChoiceOption
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column, Panel
from game.client.widgets.shelf import Labelled
from game.client.widgets.stepper import Grade, Stepper
from game.client.widgets.text_field import TextField
from game.client.words import phrase
from game.lan.terms import TableOffer
from game.match.transcript import RULES_VERSION
from game.rules.ruleset import value_text
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.lan.game import LanGame
    from game.client.lan.network import Lan
    from game.client.setup import Setup

LEFT_SHARE = 0.62


class HostTable(TwoColumnPage):
    """Opens a table; with a `lan_game` it changes the options of an open one."""

    def __init__(self, context: AppContext, lan: Lan, lan_game: LanGame | None = None) -> None:
        self.context = context
        self.lan = lan
        self._lan_game = lan_game
        offer = lan_game.table.offer if lan_game is not None else None
        self._setting = setting = SetupForm(
            "host", context, self.rebuild, "" if offer is None else offer.game, few=True
        )
        self._games = Choice(
            "host.games", tuple(ChoiceOption(rules.key, rules.title) for rules in setting.games), setting.game,
            setting.choose_game,
        )  # fmt: skip
        self._clock = Stepper("host.clock", (Grade("0", ""),), "0", self._chose_clock)
        self._field = TextField(
            "host.password", phrase("host.password"), lambda _text: None, most=MAX_PASSWORD_LENGTH, secret=True,
            note=phrase("host.password_note"),
        )  # fmt: skip
        self._open = Button(
            "host.open", phrase("host.open" if lan_game is None else "host.change"), self._go, kind=ButtonKind.PRIMARY,
            icon="lan" if lan_game is None else "check", key="Enter", role=theme.BIG_BUTTON,
        )  # fmt: skip
        about = Paragraph("host.about", phrase("host.about"), theme.SMALL, theme.MUTED)
        seats = Column(
            "host.seats_column", (setting.count, Labelled("host.clock_row", phrase("host.clock"), self._clock, None))
        )
        games_panel = Panel("host.games_panel", phrase("host.game"), self._games)
        games_panel.visible = lan_game is None
        rules = Panel("host.rules", phrase("new.rules"), setting.presets, aside=phrase("new.rules_aside"))
        options = Panel("host.options", phrase("new.options"), setting.groups)
        left = (games_panel, rules, options)
        gate = Panel("host.gate", None, Column("host.gate_column", (self._field, about, self._open), grows=about))
        right = (Panel("host.seats", phrase("new.seats"), seats), gate)
        self._field.visible = about.visible = lan_game is None
        back = IconButton("host.back", phrase("button.back"), "back", Pop)
        gear = IconButton("host.settings", phrase("title.settings"), "gear", lambda: Push(context.settings()))
        signs = (setting.how_to_play_button(), gear)
        bar = Bar("host.bar", phrase("host.title"), back, signs, aside=phrase("host.aside"))
        super().__init__(
            "lan_host", context.preferences, bar, (left, right), LEFT_SHARE, self._open.name, level=(options, gate)
        )
        self.update_texts()

    # --- what the page shows -------------------------------------------------------------------------------------

    def update_texts(self) -> None:
        """Show the current choices."""
        self._setting.show(self._open)
        self._games.chosen = self._setting.game
        self._show_clock(self._setting.setup)

    def _show_clock(self, setup: Setup) -> None:
        option = setup.rules.option(CLOCK_OPTION)
        if option is None:
            return
        value = setup.value(option)
        self._clock.grades = tuple(
            Grade(value_text(one), value_words(CLOCK_OPTION, one)) for one in offered_values(option, value)
        )
        self._clock.chosen = value_text(value)

    # --- what the page's widgets do ------------------------------------------------------------------------------

    def _chose_clock(self, key: str) -> None:
        setup = self._setting.setup
        option = setup.rules.option(CLOCK_OPTION)
        if option is not None:
            self._setting.replace_setup(setup.with_value(option, int(key)))

    def _go(self) -> Change | None:
        setup = self._setting.setup
        options = setup.options_or_refusal
        if isinstance(options, Refusal):
            return None
        self._setting.save()
        offer = TableOffer(setup.rules.key, options, RULES_VERSION, DEFAULT_LEVEL)
        if self._lan_game is not None:
            self._lan_game.change_options(offer)
            return Pop()
        from game.client.lan.room import WaitingRoom

        try:
            self.lan.enter_table(TablePlan(offer=offer, password=self._field.text))
        except (OSError, ValueError) as error:
            return Push(notice(self.reading, "notice", phrase("host.title"), phrase("lan.no_home", why=str(error))))
        return Replace(WaitingRoom(self.context, self.lan))
