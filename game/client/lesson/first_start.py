"""The first start: name, language, sizes and colours, a game, and how well the player knows it, on one page.

Everything has a default, so one press is enough to play. Choices apply at once and are saved like all settings.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from game.client.director import Pop, Replace
from game.client.draw import theme
from game.client.draw.theme import PALETTES, ButtonKind
from game.client.scenes.page import Page
from game.client.setup import beginners_setup, first_game, last_setup, offered_games
from game.client.sides import joined_texts
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import Cards, ChoiceOption
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.shelf import LABEL_GAP, Shelf
from game.client.widgets.text_field import TextField
from game.client.widgets.widget import Group
from game.client.words import LANGUAGES, current_language, phrase
from game.lesson.shelf import known_games_for
from game.rules.registry import GAMES, rules_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.setup import Setup
    from game.client.viewport import Viewport
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget

MAX_WIDTH: Final = 1216.0
SIDE_MARGIN: Final = 16.0
ROW_GAP: Final = 14.0
GOLD_HEIGHT: Final = 64.0
GOLD_SHARE: Final = 0.6  # share of the bottom's width, with both buttons side by side
MAX_COLUMNS, MIN_COLUMN_WIDTH = 3, 370.0  # most columns, and the least width of one
MAX_NAME_LENGTH: Final = 16
MAX_TEXT_SCALE: Final = 1.5  # text scale above which the gold button's label has the usual size
TEXT_SIZES: Final = (100, 125, 150, 200, 250)
CARDS, TILES = "cards", "tiles"
NEVER_PLAYED, KNOWS_OTHERS, KNOWS_GAME = "never", "others", "knows"
WHOLE_LESSON_ANSWERS: Final = (NEVER_PLAYED, KNOWS_OTHERS)  # the answers that lead to the whole lesson
BOX_PRESET: Final = "box"  # the preset with the rules of the boxed game


class FirstStart(Page):
    """Shown over the title; however it is left, it is not shown again."""

    keeps = frozenset({"new_game"})

    def __init__(self, context: AppContext) -> None:
        self.context = context
        now = context.preferences.now
        games = offered_games()
        game = first_game((now.last_game,), [rules.key for rules in games])
        self._how = NEVER_PLAYED
        self._preset = ""
        self._title = Paragraph("first.title", phrase("first.title"), theme.TITLE, theme.FELT_TEXT, "centre")
        self._title.kind = "heading"
        self._name = TextField(
            "first.name", phrase("first.name"), self._named, text=context.player, most=MAX_NAME_LENGTH
        )
        self._name.suggest()
        self._choices = {
            "language": self._choice("language", [ChoiceOption(key, name) for key, name in LANGUAGES.items()]),
            "text_size": self._choice(
                "text_size", [ChoiceOption(str(size), phrase("unit.percent", value=size)) for size in TEXT_SIZES]
            ),
            "palette": self._choice(
                "palette", [ChoiceOption(key, phrase(f"settings.palette.{key}")) for key in PALETTES]
            ),
            "burraco_tiles": self._choice(
                "burraco_tiles",
                [ChoiceOption(CARDS, phrase("first.with_cards")), ChoiceOption(TILES, phrase("first.with_tiles"))],
            ),
        }
        offered = tuple(ChoiceOption(rules.key, rules.title, phrase(f"game.{rules.key}.line")) for rules in games)
        self._games = Choice("first.games", offered, game, self._chose_game, face=Cards())
        self._how_well = Choice(
            "first.well", (ChoiceOption(NEVER_PLAYED, ""),), NEVER_PLAYED, self._chose_how, face=Cards()
        )
        self._boxes = Choice("first.preset", (ChoiceOption("", ""),), "", self._chose_preset, face=Cards())
        self._asked = Paragraph("first.how_well", "", theme.HEADING)
        self._boxes_asked = Paragraph("first.preset_asked", "", theme.LABEL)
        self._gold = Button(
            "first.go", "", self._go, kind=ButtonKind.PRIMARY, icon="play", key="Enter", role=theme.BIG_BUTTON
        )
        self._look_around = Button("first.look", phrase("first.look"), self.back, icon="eye", key="Esc")
        later = Paragraph("first.later", phrase("first.later"), theme.SMALL, theme.MUTED)
        cards = tuple(rules.title for rules in GAMES.values() if rules.deck.cards)
        self._cards = self._row("burraco_tiles", phrase("first.cards", game=joined_texts(cards)))
        you = Column("first.you_rows", (
            self._name,
            self._row("language", phrase("first.language")),
            self._row("text_size", phrase("first.text")),
            self._row("palette", phrase("first.palette")),
            self._cards,
            later,
        ), ROW_GAP)  # fmt: skip
        boxes = Column("first.preset_row", (self._boxes_asked, self._boxes), LABEL_GAP)
        which = Column("first.game_rows", (self._games, boxes), ROW_GAP)
        self._list = Scroll("first.list", Shelf("first.shelf", (
            Panel("first.you", None, you),
            Panel("first.which", phrase("first.game"), which),
            Panel("first.well_panel", None, Column("first.well_rows", (self._asked, self._how_well), ROW_GAP)),
        ), most=MAX_COLUMNS, least=MIN_COLUMN_WIDTH))  # fmt: skip
        members = (self._title, self._list, self._look_around, self._gold)
        super().__init__("first_start", context.preferences, Group("first", members, self._arrange), "first.name")
        self._show()

    def _choice(self, field: str, options: Sequence[ChoiceOption]) -> Choice:
        return Choice(f"first.{field}", tuple(options), options[0].key, lambda key: self._wish(field, key))

    def _row(self, field: str, label: Any) -> Widget:
        words = Paragraph(f"first.{field}_label", label, theme.LABEL)
        return Column(f"first.{field}_row", (words, self._choices[field]), LABEL_GAP)

    # --- what it shows -------------------------------------------------------------------------------------------

    def layout(self, viewport: Viewport) -> None:
        """Show the current settings, then lay everything out."""
        self._show()
        super().layout(viewport)

    def _show(self) -> None:
        now, game = self.context.preferences.now, self._games.chosen
        rules, title = rules_of(game), rules_of(game).title
        self._choices["language"].chosen = current_language()
        self._choices["text_size"].chosen = str(min(TEXT_SIZES, key=lambda size: abs(size - now.text_size)))
        self._choices["palette"].chosen = now.palette
        self._choices["burraco_tiles"].chosen = TILES if now.burraco_tiles else CARDS
        self._cards.visible = rules.deck.cards
        known = [ChoiceOption(one, phrase("first.cousin", known=rules_of(one).title)) for one in known_games_for(game)]
        never = ChoiceOption(NEVER_PLAYED, phrase("first.never"), phrase("learn.lesson_line"))
        *most, last = [rules_of(one).title for one in GAMES if one != game and one not in known_games_for(game)]
        others = phrase("tile.either", first=joined_texts(most), last=last) if most else last
        other = ChoiceOption(KNOWS_OTHERS, phrase("first.cousin", known=others), phrase("first.others_line"))
        self._how_well.options = (never, *known, other, ChoiceOption(KNOWS_GAME, phrase("first.knows")))
        if self._how not in [option.key for option in self._how_well.options]:
            self._how = NEVER_PLAYED
        self._how_well.chosen = self._how
        self._asked.text = phrase("first.how_well", game=title)
        codes = {NEVER_PLAYED: "first.start_lesson", KNOWS_OTHERS: "first.start_lesson", KNOWS_GAME: "title.play"}
        self._gold.label = phrase(codes.get(self._how, "first.start_different"), game=title)
        self._boxes.visible = self._boxes_asked.visible = rules.preset(BOX_PRESET) is not None
        if self._boxes.visible:
            self._boxes_asked.text = phrase("first.chooser")
            self._boxes.options = (
                ChoiceOption(BOX_PRESET, phrase("first.box"), phrase("first.box_says")),
                ChoiceOption(rules.presets[0].key, phrase("first.rusin"), phrase("first.rusin_says")),
            )
            self._preset = self._boxes.chosen = self._preset or BOX_PRESET

    def _arrange(self, box: Box, look: Look) -> None:
        wide = min(box.w - 2 * SIDE_MARGIN, look.at_least(MAX_WIDTH))
        room = Box(box.x + (box.w - wide) / 2, box.y + SIDE_MARGIN, wide, box.h - 2 * SIDE_MARGIN)
        head = self._title.height_for(look, wide)
        self._gold.role = theme.BIG_BUTTON if look.text_scale <= MAX_TEXT_SCALE else theme.BUTTON
        beside = self._look_around.min_size(look)[0] <= wide * (1 - GOLD_SHARE) - SIDE_MARGIN
        gold_wide = wide * GOLD_SHARE if beside else wide
        high = max(GOLD_HEIGHT, self._gold.height_for(look, gold_wide))
        self._gold.place(Box(room.right - gold_wide, room.bottom - high, gold_wide, high), look)
        foot = high
        if beside:
            self._look_around.place(Box(room.x, room.bottom - high, wide - gold_wide - SIDE_MARGIN, high), look)
        else:
            more = self._look_around.height_for(look, wide)
            foot += more + SIDE_MARGIN / 2
            self._look_around.place(Box(room.x, room.bottom - foot, wide, more), look)
        self._title.place(room.top_part(head), look)
        self._list.place(Box(room.x, room.y + head + SIDE_MARGIN / 2, wide, room.h - head - foot - SIDE_MARGIN), look)

    def _again(self) -> None:
        if self.look is not None:
            self.layout(self.look.viewport)

    # --- what its parts do ---------------------------------------------------------------------------------------

    def _wish(self, field: str, key: str) -> None:
        values: dict[str, Any] = {"text_size": lambda: int(key), "burraco_tiles": lambda: key == TILES}
        value = values[field]() if field in values else key
        change: dict[str, Any] = {field: value}
        self.context.preferences.replace(replace(self.context.preferences.now, **change))
        self._again()

    def _named(self, name: str) -> None:
        self.context.preferences.replace(replace(self.context.preferences.now, player=name.strip()))

    def _chose_game(self, _game: str) -> None:
        self._preset = ""
        self._again()

    def _chose_how(self, key: str) -> None:
        self._how = key
        self._again()

    def _chose_preset(self, key: str) -> None:
        self._preset = key
        self._again()

    def back(self) -> Change | None:
        """Close without starting anything."""
        self._save_welcomed(self.context.preferences.now.coach)
        return Pop()

    def _save_welcomed(self, coach: bool) -> None:  # noqa: FBT001 - whether a coach is wanted
        preferences = self.context.preferences
        preferences.replace(replace(preferences.now, welcomed=True, last_game=self._games.chosen, coach=coach))

    def _first_table(self, game: str) -> Setup:
        """Return the setup of the first match: the beginner's if the player does not know the game."""
        setup = last_setup(rules_of(game), alone=True) if self._how == KNOWS_GAME else beginners_setup(game)
        return setup.with_preset(BOX_PRESET) if self._preset == BOX_PRESET else setup

    def _go(self) -> Change | None:
        """Start what the gold button says; beginners get the coach's help in their first matches."""
        from game.lesson.lesson import lesson_of  # imported late, so that the first frame does not wait for the parser

        game = self._games.chosen
        self._save_welcomed(self._how in WHOLE_LESSON_ANSWERS)
        table = self._first_table(game)
        self.context.preferences.replace(self.context.preferences.now.with_table(table.saved_form))
        lesson = (
            None if self._how == KNOWS_GAME else lesson_of(game, "" if self._how in WHOLE_LESSON_ANSWERS else self._how)
        )
        if lesson is not None and self.context.lesson is not None:
            return Replace(self.context.lesson(lesson))
        return Pop() if self.context.play is None else self.context.play(table)
