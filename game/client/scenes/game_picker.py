"""The games to choose from, each with its little table: large cards side by side, or rows where there is less room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.client.draw import theme
from game.client.draw.game_art import game_art, game_sign
from game.client.widgets import draw
from game.client.widgets.boxes import Box, grid, stacked_rows
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import ChoiceOption
from game.client.widgets.gesture import Use
from game.client.widgets.widget import Answer, handled_with
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import pygame

    from game.client.director import Change
    from game.client.draw.theme import RGB, Role
    from game.client.widgets.boxes import Size
    from game.client.widgets.choice_faces import OptionCell, ShownChoice
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.widgets.widget import WrittenText
    from game.client.words import Phrase, Text
    from game.rules.ruleset import RuleSet

GAP = 16.0
PADDING = 12.0
NOTE_GAP = 8.0
MIN_CARD_WIDTH = 220.0  # of a card with the picture above the text
MAX_CARD_WIDTH = 280.0
PICTURE_MARGIN, PICTURE_HEIGHT = 10.0, 112.0  # the margin around a card's picture, and the picture's height
WIDE_PICTURE_SIZE = 114.0  # width of the picture on a wide card, and its least height
MIN_TWO_CARDS_WIDTH = 560.0  # least width for two wide cards side by side
PERSON_SIZE, PERSON_ROOM = 15.0, 22.0
TICK_SIZE, TICK_ROOM = 26.0, 30.0
TICK_CENTRE_X, TICK_CENTRE_Y = 25.0, 28.0  # the tick's centre, measured from the corner of a card
ROW_GAP, ROW_PAD, ROW_END, ROW_TEXT_PADDING = 12.0, 14.0, 18.0, 20.0
ROW_PICTURE_WIDTH, SMALL_ROW_PICTURE_WIDTH = 96.0, 72.0
CHECK_SIZE = 16.0
CHOSEN_EDGE_WIDTH = 4.0
HOVER_WHITE_SHARE = 0.07
MAX_TEXT_SCALE = 1.3  # with larger text cards have the picture beside the text, and rows a small one


def players_words(counts: Sequence[int]) -> Phrase:
    """Return the possible numbers of players as text: 2 or 4, 2 to 7."""
    least, most = min(counts), max(counts)
    together = list(counts) == list(range(least, most + 1)) and len(counts) > 2
    return phrase("title.players_to" if together else "title.players_or", least=least, most=most)


class GamePicker(Choice):
    """A choice of one game; a click on the chosen game plays it, if `on_again` is given."""

    def __init__(
        self,
        name: str,
        games: Sequence[tuple[RuleSet, Sequence[int]]],
        chosen: str,
        on_change: Callable[[str], Change | None],
        on_again: Callable[[], Change | None] | None = None,
        *,
        tall: bool = False,
    ) -> None:
        options = tuple(
            GameOption(rules.key, rules.title, phrase(f"game.{rules.key}.line"), players=players_words(counts))
            for rules, counts in games
        )
        super().__init__(name, options, chosen, on_change, face=GameCards() if tall else GameRows())
        self._on_again = on_again

    def handle(self, gesture: Gesture) -> Answer:
        """Play the chosen game by a click on it or by Return, if that is possible here."""
        if self._on_again is None or not isinstance(gesture, Use):
            return super().handle(gesture)
        again = gesture.at is None or self.key_at(gesture.at) == self.chosen
        return handled_with(self._on_again()) if again else super().handle(gesture)


@dataclass(frozen=True, slots=True)
class GameOption(ChoiceOption):
    """A game, and its possible numbers of players."""

    players: Text = ""


@dataclass(frozen=True, slots=True)
class _Text:
    """A text on a card, with its box."""

    words: str
    role: Role
    ink: RGB
    box: Box


class GameRows:
    """Rows with a small table each, from top to bottom, as on the new-game page."""

    kind: ClassVar[str] = "games"
    radius: ClassVar[float] = theme.RADIUS_PANEL
    stacked: ClassVar[bool] = True

    def min_size(self, look: Look, options: Sequence[ChoiceOption]) -> Size:
        """Return the room of the widest row."""
        titles = max(look.text_width(str(option.label), theme.TITLE) for option in options)
        wide = _row_start(look) + titles + ROW_END
        return (wide, self.height_for(look, options, wide))

    def height_for(self, look: Look, options: Sequence[ChoiceOption], width: float) -> float:
        """Return the height of all rows."""
        return max(cell.bottom for cell in self.cells(look, options, Box(0, 0, width, 0)))

    def cells(self, look: Look, options: Sequence[ChoiceOption], box: Box) -> tuple[Box, ...]:
        """Return where each lies."""
        return stacked_rows(box, [_row_height(look, option, box.w) for option in options], ROW_GAP)

    def focus_box(self, shown: ShownChoice) -> Box:
        """Return the chosen row."""
        return shown.chosen or shown.box

    def draw(self, surface: pygame.Surface, shown: ShownChoice) -> None:
        """Draw every row."""
        look, side = shown.look, _row_picture_width(shown.look)
        for cell in shown.cells:
            _draw_ground(surface, shown, cell)
            box = cell.box
            art = look.rect(Box(box.x + PADDING, box.y + (box.h - side + PADDING / 2) / 2, side, side - PADDING / 2))
            surface.blit(game_sign(cell.option.key, art.size, look.u, look.palette), art)
            for line in _row_lines(look, cell):
                draw.paragraph(surface, look, line.words, line.role, line.ink, line.box)

    def texts(self, shown: ShownChoice) -> Iterator[WrittenText]:
        """Yield title and players of every row."""
        for cell in shown.cells:
            yield from (
                draw.fitted_paragraph(shown.look, one.words, one.role, one.box) for one in _row_lines(shown.look, cell)
            )


class GameCards:
    """Large cards side by side, as on the title; with large text or little room wide ones, picture beside text."""

    kind: ClassVar[str] = "games"
    radius: ClassVar[float] = theme.RADIUS_PANEL
    stacked: ClassVar[bool] = False

    def min_size(self, look: Look, options: Sequence[ChoiceOption]) -> Size:
        """Return the room of all cards side by side."""
        wide = MIN_CARD_WIDTH * len(options) + GAP * (len(options) - 1)
        return (wide, self.height_for(look, options, wide))

    def height_for(self, look: Look, options: Sequence[ChoiceOption], width: float) -> float:
        """Return the height of the cards."""
        return max(cell.bottom for cell in self.cells(look, options, Box(0, 0, width, 0)))

    def cells(self, look: Look, options: Sequence[ChoiceOption], box: Box) -> tuple[Box, ...]:
        """Return where each lies."""
        count = len(options)
        if _are_wide(look, box.w):
            across = 2 if box.w >= look.scaled(MIN_TWO_CARDS_WIDTH) and count > 1 else 1
            each = (box.w - GAP * (across - 1)) / across
            return grid(box, count, across, max(_wide_height(look, option, each) for option in options), GAP)
        across = min(count, int((box.w + GAP) // (MIN_CARD_WIDTH + GAP)))
        each = min(MAX_CARD_WIDTH, (box.w - GAP * (across - 1)) / across)
        together = each * across + GAP * (across - 1)
        middle = Box(box.x + (box.w - together) / 2, box.y, together, box.h)
        return grid(middle, count, across, max(_tall_height(look, option, each) for option in options), GAP)

    def focus_box(self, shown: ShownChoice) -> Box:
        """Return the chosen card."""
        return shown.chosen or shown.box

    def draw(self, surface: pygame.Surface, shown: ShownChoice) -> None:
        """Draw every card: its little table, its words, a tick on the chosen one."""
        look, wide = shown.look, _are_wide(shown.look, shown.box.w)
        for cell in shown.cells:
            _draw_ground(surface, shown, cell)
            box = cell.box
            if wide:
                side = WIDE_PICTURE_SIZE - 2 * PADDING
                art = look.rect(Box(box.x + PADDING, box.y + (box.h - side) / 2, side + PADDING / 2, side))
                surface.blit(game_sign(cell.option.key, art.size, look.u, look.palette), art)
            else:
                art = look.rect(
                    Box(box.x + PICTURE_MARGIN, box.y + PICTURE_MARGIN, box.w - 2 * PICTURE_MARGIN, PICTURE_HEIGHT)
                )
                surface.blit(game_art(cell.option.key, art.size, look.u, look.palette), art)
            lines = (_wide_lines if wide else _tall_lines)(look, cell)
            for line in lines:
                draw.paragraph(surface, look, line.words, line.role, line.ink, line.box)
            players = lines[-1].box
            at = (players.x - look.scaled(PERSON_ROOM) / 2 - 2, players.y + look.line_height(theme.SMALL) / 2)
            draw.icon(surface, look, "person", at, look.scaled(PERSON_SIZE), theme.MUTED)
            if cell.chosen:
                draw_tick(surface, look, (box.right - TICK_CENTRE_X, box.bottom - TICK_CENTRE_Y))

    def texts(self, shown: ShownChoice) -> Iterator[WrittenText]:
        """Yield title, line and players of every card."""
        lines = _wide_lines if _are_wide(shown.look, shown.box.w) else _tall_lines
        for cell in shown.cells:
            yield from (
                draw.fitted_paragraph(shown.look, one.words, one.role, one.box) for one in lines(shown.look, cell)
            )


def _players(option: ChoiceOption) -> str:
    return str(option.players) if isinstance(option, GameOption) else ""


# --- rows -------------------------------------------------------------------------------------------------------------


def _row_picture_width(look: Look) -> float:
    return ROW_PICTURE_WIDTH if look.text_scale <= MAX_TEXT_SCALE else SMALL_ROW_PICTURE_WIDTH


def _row_start(look: Look) -> float:
    return PADDING + _row_picture_width(look) + ROW_PAD


def _row_text_heights(look: Look, option: ChoiceOption, width: float) -> Size:
    """Return the heights of title and players."""
    room = width - _row_start(look) - ROW_PAD
    title = look.wrapped_size(str(option.label), theme.TITLE, room)[1]
    return title, look.wrapped_size(_players(option), theme.SMALL, room)[1]


def _row_height(look: Look, option: ChoiceOption, width: float) -> float:
    return max(_row_picture_width(look) + ROW_END, sum(_row_text_heights(look, option, width)) + ROW_TEXT_PADDING)


def _row_lines(look: Look, cell: OptionCell) -> list[_Text]:
    box, start = cell.box, _row_start(look)
    title, players = _row_text_heights(look, cell.option, box.w)
    whole = Box(box.x + start, box.y + (box.h - title - players) / 2, box.w - start - ROW_PAD, 0)
    above, below = stacked_rows(whole, (title, players))
    inks = (theme.GOLD, theme.CREAM) if cell.chosen else (theme.CREAM, theme.MUTED)
    return [
        _Text(str(cell.option.label), theme.TITLE, inks[0], above),
        _Text(_players(cell.option), theme.SMALL, inks[1], below),
    ]


# --- cards ------------------------------------------------------------------------------------------------------------


def _are_wide(look: Look, width: float) -> bool:
    return look.text_scale > MAX_TEXT_SCALE or width < 3 * MIN_CARD_WIDTH + 2 * GAP


def _tall_height(look: Look, option: ChoiceOption, width: float) -> float:
    small = look.line_height(theme.SMALL)
    note = max(look.wrapped_size(str(option.note), theme.SMALL, width - 2 * GAP)[1], 2 * small)
    return PICTURE_MARGIN + PICTURE_HEIGHT + PADDING + look.line_height(theme.TITLE) + note + NOTE_GAP + small + ROW_PAD


def _tall_lines(look: Look, cell: OptionCell) -> list[_Text]:
    option, box, sign = cell.option, cell.box, look.scaled(PERSON_ROOM)
    title, small = look.line_height(theme.TITLE), look.line_height(theme.SMALL)
    inner = box.inset(GAP, 0)
    note = look.wrapped_size(str(option.note), theme.SMALL, inner.w)[1]
    above, below = stacked_rows(inner.below(PICTURE_MARGIN + PICTURE_HEIGHT + PADDING), (title, note))
    foot = Box(inner.x + sign, box.bottom - ROW_PAD - small, inner.w - sign - TICK_ROOM, small)
    return [
        _Text(str(option.label), theme.TITLE, _title_ink(cell), above),
        _Text(str(option.note), theme.SMALL, theme.CREAM, below),
        _Text(_players(option), theme.SMALL, theme.MUTED, foot),
    ]


def _wide_text_heights(look: Look, option: ChoiceOption, width: float) -> tuple[float, float, float]:
    """Return the heights of title, line and players."""
    room = width - WIDE_PICTURE_SIZE - 3 * PADDING
    return (
        look.wrapped_size(str(option.label), theme.TITLE, room)[1],
        look.wrapped_size(str(option.note), theme.SMALL, room)[1],
        look.wrapped_size(_players(option), theme.SMALL, room - look.scaled(PERSON_ROOM))[1],
    )


def _wide_height(look: Look, option: ChoiceOption, width: float) -> float:
    return max(WIDE_PICTURE_SIZE, sum(_wide_text_heights(look, option, width)) + 2 * PADDING)


def _wide_lines(look: Look, cell: OptionCell) -> list[_Text]:
    option, box = cell.option, cell.box
    heights = _wide_text_heights(look, option, box.w)
    start = WIDE_PICTURE_SIZE + PADDING + NOTE_GAP
    whole = Box(box.x + start, box.y + (box.h - sum(heights)) / 2, box.w - WIDE_PICTURE_SIZE - 3 * PADDING, 0)
    title, note, players = stacked_rows(whole, heights)
    return [
        _Text(str(option.label), theme.TITLE, _title_ink(cell), title),
        _Text(str(option.note), theme.SMALL, theme.CREAM, note),
        _Text(_players(option), theme.SMALL, theme.MUTED, players.right_of(look.scaled(PERSON_ROOM))),
    ]


def _title_ink(cell: OptionCell) -> RGB:
    return theme.GOLD if cell.chosen else theme.CREAM


def _draw_ground(surface: pygame.Surface, shown: ShownChoice, cell: OptionCell) -> None:
    if cell.chosen and shown.focused:
        draw.focus_ring(surface, shown.look, cell.box, theme.RADIUS_PANEL)
    draw_ground(surface, shown.look, cell.box, chosen=cell.chosen, lit=cell.lit)


def draw_ground(surface: pygame.Surface, look: Look, cell: Box, *, chosen: bool, lit: bool) -> None:
    """Draw the background of a card, with a gold edge if it is chosen."""
    if chosen:
        edge = draw.Edge(theme.GOLD, CHOSEN_EDGE_WIDTH)
        draw.plate(surface, look, cell, theme.RADIUS_PANEL, theme.ROW_CHOSEN, edge, theme.SHADE_PANEL)
        return
    fill = theme.PANEL.blend(theme.WHITE, HOVER_WHITE_SHARE) if lit else theme.PANEL
    draw.plate(surface, look, cell, theme.RADIUS_PANEL, fill, draw.Edge(theme.LINE), theme.SHADE_PANEL)


def draw_tick(surface: pygame.Surface, look: Look, centre: tuple[float, float]) -> None:
    """Draw the gold disc with a tick that marks the chosen one."""
    disc = Box(*centre, 0, 0).middle(TICK_SIZE, TICK_SIZE)
    draw.plate(surface, look, disc, TICK_SIZE / 2, theme.GOLD)
    draw.icon(surface, look, "check", centre, CHECK_SIZE, theme.INK)
