"""A new game: choose the game, the rules and the seats; then the tiles are dealt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.bots.names import DEFAULT_LEVEL, LEVELS
from game.client.director import Pop, Push, Replace
from game.client.draw import theme
from game.client.draw.surfaces import Crest
from game.client.draw.theme import ButtonKind
from game.client.matches import random_seed
from game.client.scenes.game_picker import GamePicker
from game.client.scenes.page import Page
from game.client.scenes.seat_cards import SeatCard, SeatLabel, SeatsPanel
from game.client.scenes.setting_up import SetupForm
from game.client.scenes.summary import IconSentence
from game.client.setup import bot_names, coded_header, hand_sizes, header_of, player_counts
from game.client.sides import round_count
from game.client.widgets.bar import Bar
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button, IconButton, LabelledIconButton
from game.client.widgets.panel import SHEET, Column, Panel
from game.client.widgets.scroll import FOCUS_MARGIN, Scroll
from game.client.widgets.stepper import Grade, Stepper
from game.client.widgets.text_field import TextField
from game.client.widgets.widget import Group, Widget
from game.client.words import card_code, phrase, say
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.app_context import AppContext, MatchAtTable
    from game.client.director import Change
    from game.client.setup import Setup
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text
    from game.match.short_code import CodedDeal
    from game.match.transcript import Header
    from game.table.options import Options

GAMES_WIDTH = 252.0
RIGHT_WIDTH = 376.0
GAP = 20.0
SEATS_GAP = 12.0  # below the rules
MAX_TWO_COLUMN_TEXT_SCALE = 1.3  # largest text scale with two columns; with larger text the games are above the rest
DEAL_HEIGHT = 80.0


class _Left(Widget):
    """The games, with rules and seats beside them; with large text all three are below one another."""

    kind = "column"

    def __init__(self, games: Widget, rules: Widget, seats: Widget) -> None:
        super().__init__("new.left_column")
        self._games, self._rules, self._seats = games, rules, seats

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the parts, in reading order."""
        return (self._games, self._rules, self._seats)

    def _beside(self, look: Look, width: float) -> bool:
        return look.text_scale <= MAX_TWO_COLUMN_TEXT_SCALE and width >= GAMES_WIDTH + 480

    def min_size(self, look: Look) -> Size:
        """Return the room of the widest part."""
        wide = max(child.min_size(look)[0] for child in self.children)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the parts beside or below one another."""
        return max(cell.bottom for cell in self._cells(look, Box(0, 0, width, 0)))

    def _cells(self, look: Look, box: Box) -> list[Box]:
        if not self._beside(look, box.w):
            cells, y = [], box.y
            for child in self.children:
                cells.append(Box(box.x, y, box.w, child.height_for(look, box.w)))
                y = cells[-1].bottom + GAP
            return cells
        right = Box(box.x + GAMES_WIDTH + GAP, box.y, box.w - GAMES_WIDTH - GAP, box.h)
        rules = self._rules.height_for(look, right.w)
        seats = max(self._seats.height_for(look, right.w), box.h - rules - SEATS_GAP)
        return [
            Box(box.x, box.y, GAMES_WIDTH, self._games.height_for(look, GAMES_WIDTH)),
            Box(right.x, right.y, right.w, rules),
            Box(right.x, right.y + rules + SEATS_GAP, right.w, seats),
        ]

    def place(self, box: Box, look: Look) -> None:
        """Place the parts."""
        super().place(box, look)
        for child, cell in zip(self.children, self._cells(look, box), strict=True):
            child.place(cell, look)


class NewGame(Page):
    """Sets up a table; `begin` starts the match of a header."""

    def __init__(self, context: AppContext, begin: Callable[[Header], MatchAtTable]) -> None:
        self.context = context
        self._begin = begin
        self._names = 0  # offset in the list of bots' names
        self._setting = setting = SetupForm("new", context, self._again, alone=True)
        counts = [(rules, player_counts(setting.setups[rules.key])) for rules in setting.games]
        self._games = GamePicker("new.games", counts, setting.game, setting.choose_game)
        self._field = TextField("new.name", phrase("new.your_name"), self._named, text=context.player, most=16)
        if not context.preferences.now.player:
            self._field.suggest()
        self._levels = [self._level_of(at) for at in range(1, 7)]
        self._chairs = [SeatCard("new.chair_0", 0, self._field, bot=False)]
        self._chairs += [
            SeatCard(f"new.chair_{at}", at, level, bot=True) for at, level in enumerate(self._levels, start=1)
        ]
        others = Button("new.other_names", phrase("new.other_names"), self._rename, kind=ButtonKind.GHOST, icon="swap")
        self._seats = SeatsPanel("new.seats", phrase("new.seats"), setting.count, self._chairs, others)
        self._summary = [IconSentence(f"new.summary_{at}") for at in range(5)]
        self._options = Panel("new.options", phrase("new.options"), setting.groups, aside="", padding=16.0)
        self._deal = Button(
            "new.deal", phrase("new.deal"), self._deal_tiles, kind=ButtonKind.PRIMARY, icon="play", key="Enter",
            role=theme.BIG_BUTTON,
        )  # fmt: skip
        rules = Panel("new.rules", phrase("new.rules"), setting.presets, aside=phrase("new.rules_aside"))
        self._left = Scroll("new.left", _Left(self._games, rules, self._seats))
        lines = Column("new.lines", self._summary, 6.0)
        sheet = Panel("new.sheet", phrase("new.summary"), lines, ground=SHEET, padding=16.0)
        self._right = Scroll("new.right", Column("new.right_column", (sheet, self._options), 12.0))
        back = IconButton("new.back", phrase("button.back"), "back", Pop)
        signs = (
            IconButton("new.ask_deal", phrase("deal.title"), "tile", self._ask_deal),
            setting.how_to_play_button(),
            LabelledIconButton("new.learn", phrase("learn.title"), "learn", self._learn),
            IconButton("new.help", phrase("action.help"), "keyboard", self._help),
            IconButton("new.settings", phrase("title.settings"), "gear", lambda: Push(context.settings())),
        )
        self._bar = Bar("new.bar", phrase("new.title"), back, signs, aside=phrase("new.aside"))
        members = (self._bar, self._left, self._right, self._deal)
        super().__init__("new_game", context.preferences, Group("new", members, self._arrange), self._deal.name)
        self._show()

    @property
    def setup(self) -> Setup:
        """Return the table being set up."""
        return self._setting.setup

    # --- where it lies -------------------------------------------------------------------------------------------

    def _arrange(self, box: Box, look: Look) -> None:
        bar = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(bar), look)
        wide = min(box.w, 1500.0)
        room = Box(box.x + (box.w - wide) / 2, box.y + bar, wide, box.h - bar)
        right = (
            RIGHT_WIDTH if look.text_scale <= MAX_TWO_COLUMN_TEXT_SCALE else min(560.0, max(RIGHT_WIDTH, room.w * 0.42))
        )
        high = max(DEAL_HEIGHT, self._deal.height_for(look, right))
        edge = theme.MARGIN - FOCUS_MARGIN
        column = Box(room.right - right - theme.MARGIN, room.y, right, room.h)
        self._deal.place(Box(column.x, room.bottom - high - 24, right, high), look)
        self._right.place(
            Box(column.x - FOCUS_MARGIN, room.y + 8, right + 2 * FOCUS_MARGIN, room.h - high - 24 - 8 - 6), look
        )
        left = column.x - FOCUS_MARGIN - room.x - edge - (GAP - 2 * FOCUS_MARGIN)
        self._left.place(Box(room.x + edge, room.y + 8, left, room.h - 8 - 14), look)

    def layout(self, viewport: Viewport) -> None:
        """Show the current setup, then lay everything out."""
        self._show()
        super().layout(viewport)

    def _again(self) -> None:
        if self.look is not None:
            self.layout(self.look.viewport)

    # --- what it shows -------------------------------------------------------------------------------------------

    def _show(self) -> None:
        setup = self.setup
        self._setting.show(self._deal)
        self._show_chairs(setup)
        changes = len(setup.chosen)
        self._deal.label = phrase(card_code("new.deal", cards=self.context.preferences.as_cards(setup.rules.deck)))
        preset = phrase(f"preset.{setup.preset.key}")
        changed = phrase("options.changed_from", n=changes, preset=preset)
        self._options.aside = changed if changes else phrase("options.all_default")
        options = setup.options_or_refusal
        lines = [] if isinstance(options, Refusal) else self._lines(setup, options)
        for at, line in enumerate(self._summary):
            line.visible = at < len(lines)
            if line.visible:
                line.sign, line.words = lines[at]

    def _show_chairs(self, setup: Setup) -> None:
        sides = setup.rules.sides(setup.players)
        names = self._seated()
        couples = sides < setup.players
        for at, card in enumerate(self._chairs):
            card.visible = at < setup.players
            if card.visible:
                side = (Crest.US if at % sides == 0 else Crest.THEM) if sides == 2 else None
                card.chair = SeatLabel(names[at], self._chair_line(at, setup.players, couples=couples), side)
        for at, level in enumerate(self._levels, start=1):
            level.chosen = setup.bot_level(at)
            level.tip = phrase(f"level.{level.chosen}_sees")
        own = [say("side.you"), *names[1:]]
        told = [
            (crest, [own[at] for at in range(setup.players) if at % sides == side])
            for side, crest in ((0, Crest.US), (1, Crest.THEM))
        ]
        self._seats.sides = tuple(
            (crest, phrase(f"new.{crest.value}", names=" + ".join(group))) for crest, group in told if couples
        )

    @staticmethod
    def _chair_line(at: int, players: int, *, couples: bool) -> Text:
        if at == 0:
            return phrase("new.you")
        if couples and at == 2:
            return phrase("new.partner")
        where = {2: ("across",), 3: ("left", "right"), 4: ("left", "across", "right")}.get(players, ("bot",) * players)
        return phrase(f"new.{where[at - 1]}")

    def _lines(self, setup: Setup, options: Options) -> list[tuple[str, Text]]:
        """Return the summary: icons and sentences."""
        names, rules = self._seated(), setup.rules
        lines: list[tuple[str, Text]] = [("person", self._who(setup, names))]
        if rules.option("target"):
            lines.append(("star", phrase("new.to_target", target=options.number("target"))))
        elif (rounds := round_count(options)) is not None:
            lines.append(("star", phrase("new.rounds", n=rounds)))
        else:
            lines.append(("star", phrase("new.rounds_go_on")))
        hand, dead = hand_sizes(setup)
        cards = self.context.preferences.as_cards(rules.deck)
        dealt = phrase("new.dealt_dead", hand=hand, dead=dead) if dead else phrase("new.dealt", hand=hand)
        lines.append(("window", replace(dealt, code=card_code(dealt.code, cards=cards, game=rules.key))))
        if dead:
            free = rules.option("close_without_canasta") is not None and options.flag("close_without_canasta")
            out = "new.out_any" if free else "new.out"
            lines.append(("check", phrase(card_code(out, cards=cards, game=rules.key))))
        else:
            lines.append(("check", phrase("new.out_rack")))
        seconds = options.number("turn_seconds")
        lines.append(("clock", phrase("new.clock", seconds=seconds) if seconds else phrase("new.no_clock")))
        return lines

    @staticmethod
    def _who(setup: Setup, names: tuple[str, ...]) -> Text:
        title = setup.rules.title
        if setup.rules.sides(setup.players) < setup.players:
            return phrase("new.in_couples", game=title, partner=names[2])
        if setup.players == 2:
            return phrase("new.against", game=title, name=names[1])
        return phrase("new.with_others", game=title, n=setup.players - 1)

    def _seated(self) -> tuple[str, ...]:
        player = self.context.player
        return (player, *bot_names(self.setup.players - 1, self._names, player))

    # --- what its parts do ---------------------------------------------------------------------------------------

    def _level_of(self, chair: int) -> Stepper:
        grades = tuple(Grade(key, phrase(f"level.{key}"), at, len(LEVELS)) for at, key in enumerate(LEVELS, start=1))
        return Stepper(f"new.level_{chair}", grades, DEFAULT_LEVEL, lambda key: self._chose_level(chair, key))

    def _chose_level(self, chair: int, key: str) -> None:
        self._setting.replace_setup(self.setup.with_level(chair, key))

    def _named(self, name: str) -> None:
        self.context.preferences.replace(replace(self.context.preferences.now, player=name.strip()))
        self._again()

    def _rename(self) -> None:
        self._names += self.setup.players - 1
        self._again()

    def _learn(self) -> Change | None:
        return None if self.context.learn is None else Push(self.context.learn())

    def _help(self) -> Change:
        from game.client.scenes.help import Help

        return Push(Help(self.context.preferences))

    def _ask_deal(self) -> Change:
        from game.client.ask_deal import AskDeal

        return Push(AskDeal(self.context.preferences, self._deal_asked))

    def _deal_asked(self, wished: CodedDeal | int) -> Change | None:
        """Deal a number with the current setup, or the match of a code."""
        if isinstance(wished, int):
            setup, options = self.setup, self.setup.options_or_refusal
            if isinstance(options, Refusal):
                return None
            names = (self.context.player, *bot_names(setup.players - 1, self._names, self.context.player))
            header = header_of(setup, options, names, wished)
        else:
            header = coded_header(wished, self.context.player, self._names)
        return Replace(self.context.table(self._begin(header)), all_of_them=True)

    def _deal_tiles(self) -> Change | None:
        setup = self.setup
        options = setup.options_or_refusal
        if isinstance(options, Refusal):
            return None
        self._setting.save()
        game = self._begin(header_of(setup, options, self._seated(), random_seed()))
        return Replace(self.context.table(game), all_of_them=True)
