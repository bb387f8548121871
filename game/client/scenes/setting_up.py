"""The shared logic of the pages that set a table up, alone or for a LAN: game, preset, number of players, options.

The page lays the widgets out; `again` tells it that they have changed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.client.director import Pop, Push
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.scenes.message import Message
from game.client.setup import OWN_TABLE_KEY, first_game, groups_of, last_setup, offered_games, options_of, player_counts
from game.client.table.how_it_goes import how_it_goes
from game.client.widgets.button import Button, LabelledIconButton
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import Cards, ChoiceOption
from game.client.widgets.dialog import Dialog
from game.client.widgets.label import Paragraph
from game.client.widgets.list import ListRows
from game.client.widgets.panel import Column
from game.client.widgets.row_face import ListRow
from game.client.words import card_code, has_sentence, phrase
from game.client.words.tell import tell_refusal
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.setup import Setup
    from game.client.words import Text
    from game.rules.ruleset import Preset, RuleSet

MAX_SHORT_COUNTS: Final = 3


class SetupForm:
    """The setups of all games, the widgets that show the chosen one, and their callbacks."""

    def __init__(
        self, name: str, context: AppContext, again: Callable[[], None], game: str = "", *, alone: bool = False,
        few: bool = False,
    ) -> None:  # fmt: skip
        self.name = name
        self.context = context
        self.again = again
        now = context.preferences.now
        self.games: tuple[RuleSet, ...] = offered_games()
        self.setups = {rules.key: last_setup(rules, now.table_of(rules.key), alone=alone) for rules in self.games}
        for key, setup in self.setups.items():
            if few and now.table_of(key) is None:  # one friend is more usual than three
                self.setups[key] = replace(setup, players=player_counts(setup)[0])
        self.game = first_game((game, now.last_game), self.setups)
        self._own = False  # whether the own table is chosen, even if none of its options differs yet
        self.presets = Choice(f"{name}.presets", (ChoiceOption("", ""),), "", self.choose_preset, face=Cards())
        self.count = Choice(f"{name}.players", (ChoiceOption("2", ""),), "2", self.choose_players)
        self.groups = ListRows(f"{name}.groups", (), self.show_options)

    @property
    def setup(self) -> Setup:
        """Return the table being set up."""
        return self.setups[self.game]

    # --- what it shows -------------------------------------------------------------------------------------------

    def show(self, button: Button) -> None:
        """Show the current setup; the button that opens the table is disabled while the options are invalid."""
        setup = self.setup
        self._show_presets(setup)
        self._show_count(setup)
        self._show_groups(setup)
        outcome = setup.options_or_refusal
        button.enabled = not isinstance(outcome, Refusal)
        if isinstance(outcome, Refusal):
            told = tell_refusal(outcome)
            button.reason = phrase("new.refused", what=told.what, mend=told.mend)

    def _show_presets(self, setup: Setup) -> None:
        options = [
            ChoiceOption(preset.key, phrase(f"preset.{preset.key}"), phrase(_line_of(setup.rules, preset)))
            for preset in setup.rules.presets
        ]
        changes = len(setup.chosen or setup.put_away)
        note = phrase("options.some_changed", n=changes) if changes else phrase("preset.mine.line")
        opens = None if changes else lambda: self.show_options(groups_of(setup.rules)[0])
        self.presets.options = (*options, ChoiceOption(OWN_TABLE_KEY, phrase("preset.mine"), note, opens=opens))
        self.presets.chosen = OWN_TABLE_KEY if self._own else setup.preset_key

    def _show_count(self, setup: Setup) -> None:
        self.count.options = tuple(
            ChoiceOption(str(count), _count_words(setup, count)) for count in player_counts(setup)
        )
        self.count.chosen = str(setup.players)

    def _show_groups(self, setup: Setup) -> None:
        changed = {name for name, _value in setup.chosen}
        cards = self.context.preferences.as_cards(setup.rules.deck)
        rows = []
        for group in groups_of(setup.rules):
            options = options_of(setup.rules, group)
            touched = any(option.name in changed for option in options)
            count = phrase("options.changed" if touched else "options.count", n=len(options))
            rows.append(ListRow(group, phrase(card_code(f"options.{group}", cards=cards)), count, sign="forward"))
        self.groups.show(rows)
        self.groups.chosen = None

    # --- what its widgets do -------------------------------------------------------------------------------------

    def replace_setup(self, setup: Setup) -> None:
        """Replace the setup of the current game."""
        self.setups[setup.rules.key] = setup
        self.again()

    def choose_game(self, game: str) -> None:
        """Set up a table of another game."""
        self.game, self._own = game, False
        self.again()

    def choose_preset(self, key: str) -> None:
        """Take a preset, or the player's own table, whose card opens the options if it changes nothing yet."""
        self._own = key == OWN_TABLE_KEY
        self.replace_setup(self.setup.with_preset(key))

    def choose_players(self, key: str) -> None:
        """Take the number of players that was chosen."""
        self.replace_setup(replace(self.setup, players=int(key)))

    def show_options(self, group: str) -> Change:
        """Open the page of a group of options."""
        from game.client.scenes.options import OptionsPage

        return Push(OptionsPage(self.context, self.setup, group, self.replace_setup))

    def how_to_play_button(self) -> LabelledIconButton:
        """Return the button that leads to a short explanation of the game."""
        return LabelledIconButton(f"{self.name}.how", phrase("aim.title"), "help", self.show_how_to_play)

    def show_how_to_play(self) -> Change | None:
        """Explain the game in short."""
        rules, options = self.setup.rules, self.setup.options_or_refusal
        if isinstance(options, Refusal):
            return None
        first, *rest = how_it_goes(rules, options, cards=self.context.preferences.as_cards(rules.deck))
        more = [Paragraph(f"how.{at}", words) for at, words in enumerate(rest)]
        more.append(Paragraph("how.book", phrase("aim.book", section=rules.section), theme.SMALL, theme.MUTED))
        got_it = Button("how.got_it", phrase("button.got_it"), Pop, kind=ButtonKind.PRIMARY, icon="check", key="Esc")
        title = phrase("aim.title_of", game=rules.title)
        return Push(
            Message("how", self.context.preferences, Dialog("how", title, first, (got_it,), Column("how.more", more)))
        )

    def save(self) -> None:
        """Save this setup as the last one."""
        self.context.preferences.replace(self.context.preferences.now.with_table(self.setup.saved_form))


def _line_of(rules: RuleSet, preset: Preset) -> str:
    """Return the code of a preset's description: the game's own, where it has one."""
    own = f"preset.{rules.key}.{preset.key}.line"
    return own if has_sentence(own) else f"preset.{preset.key}.line"


def _count_words(setup: Setup, count: int) -> Text:
    """Return the number of players as text, only as a digit where many choices are side by side."""
    if len(player_counts(setup)) > MAX_SHORT_COUNTS:
        return phrase("unit.plain", value=count)
    if count == 4 and setup.rules.sides(4) == 2:
        return phrase("new.couples")
    return phrase("new.count", n=count)
