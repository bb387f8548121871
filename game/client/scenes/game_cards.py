"""The games to choose from, each with its little table: large cards side by side, or rows where there is less room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.draw.game_art import game_art, game_sign
from game.client.widgets import draw
from game.client.widgets.boxes import Box, grid, rows
from game.client.widgets.choice import Choice, Option
from game.client.widgets.gesture import Use
from game.client.widgets.widget import Answer, Written, did
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import pygame

    from game.client.director import Change
    from game.client.draw.theme import RGB
    from game.client.widgets.boxes import Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.words import Phrase
    from game.rules.ruleset import RuleSet

GAP = 16.0
CARD = (220.0, 238.0)
ART = (10.0, 112.0)  # inset and height of a card's picture
ROW = 114.0
LARGEST = 1.3  # text larger than this gets rows


def players_words(counts: Sequence[int]) -> Phrase:
    """Say how many play: 2 or 4, 2 to 7."""
    least, most = min(counts), max(counts)
    together = list(counts) == list(range(least, most + 1)) and len(counts) > 2
    return phrase("title.players_to" if together else "title.players_or", least=least, most=most)


class GameCards(Choice):
    """One game of a few; using the one that is chosen plays it where `on_again` says how."""

    kind = "games"

    def __init__(
        self,
        name: str,
        games: Sequence[tuple[RuleSet, Sequence[int]]],
        chosen: str,
        on_change: Callable[[str], Change | None],
        on_again: Callable[[], Change | None] | None = None,
    ) -> None:
        options = tuple(Option(rules.key, rules.title, phrase(f"game.{rules.key}.line")) for rules, _counts in games)
        super().__init__(name, options, chosen, on_change)
        self._players = {rules.key: players_words(counts) for rules, counts in games}
        self._on_again = on_again

    def handle(self, gesture: Gesture) -> Answer:
        """Play the chosen game by a click on it, or by Return, where that is meant."""
        if self._on_again is None or not isinstance(gesture, Use):
            return super().handle(gesture)
        at = gesture.at
        again = at is None or any(cell.holds(at) and option.key == self.chosen for option, cell in self.members())
        return did(self._on_again()) if again else super().handle(gesture)

    def _players_of(self, option: Option) -> str:
        return str(self._players[option.key])

    @property
    def focus_box(self) -> Box:
        """Return the chosen card."""
        for option, cell in zip(self.options, self._cells, strict=False):
            if option.key == self.chosen:
                return cell
        return self.rect

    @property
    def focus_radius(self) -> float:
        """Return the corner radius of a card."""
        return theme.RADIUS_PANEL

    def texts(self) -> Iterator[Written]:
        """Yield title, line and players of every card."""
        for option, cell in self.members():
            for words, role, _colour, box in self._words(option, cell):
                yield draw.fitted(self.look, words, role, box)

    def _words(self, option: Option, cell: Box) -> list[tuple[str, theme.Role, RGB, Box]]:
        raise NotImplementedError("cards and rows set their words in different places")


class TallCards(GameCards):
    """Large cards side by side, as on the title; big text or little room makes rows of them."""

    def as_rows(self, look: Look, width: float) -> bool:
        """Tell whether the cards become rows."""
        return look.text_scale > LARGEST or width < 3 * CARD[0] + 2 * GAP

    def min_size(self, look: Look) -> Size:
        """Return the room of all cards side by side."""
        wide = CARD[0] * len(self.options) + GAP * (len(self.options) - 1)
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the cards, or of the rows they have become."""
        return max(cell.bottom for cell in self._flowed(look, Box(0, 0, width, 0)))

    def _flowed(self, look: Look, box: Box) -> tuple[Box, ...]:
        count = len(self.options)
        if self.as_rows(look, box.w):
            across = 2 if box.w >= look.scaled(560) and count > 1 else 1
            wide = (box.w - GAP * (across - 1)) / across
            high = max(self._row_height(look, option, wide) for option in self.options)
            return grid(box, count, across, high, GAP)
        across = min(count, int((box.w + GAP) // (CARD[0] + GAP)))
        wide = min(280.0, (box.w - GAP * (across - 1)) / across)
        high = max(self._card_height(look, option, wide) for option in self.options)
        start = box.x + (box.w - wide * across - GAP * (across - 1)) / 2
        return grid(Box(start, box.y, wide * across + GAP * (across - 1), box.h), count, across, high, GAP)

    def _card_height(self, look: Look, option: Option, width: float) -> float:
        line = look.wrapped(str(option.note), theme.SMALL, width - 32)[1]
        return (
            ART[0]
            + ART[1]
            + 12
            + look.leading(theme.TITLE)
            + max(line, 2 * look.leading(theme.SMALL))
            + 8
            + look.leading(theme.SMALL)
            + 14
        )

    def _row_height(self, look: Look, option: Option, width: float) -> float:
        room = width - 24 - ROW - 12
        words = look.wrapped(option.label if isinstance(option.label, str) else str(option.label), theme.TITLE, room)[1]
        words += (
            look.wrapped(str(option.note), theme.SMALL, room)[1]
            + look.wrapped(self._players_of(option), theme.SMALL, room - look.scaled(22))[1]
        )
        return max(ROW, words + 24)

    def _words(self, option: Option, cell: Box) -> list[tuple[str, theme.Role, RGB, Box]]:
        look = self.look
        title = theme.GOLD if option.key == self.chosen else theme.CREAM
        sign = look.scaled(22)
        if self.as_rows(look, self.rect.w):
            room = cell.w - 24 - ROW - 12
            x = cell.x + ROW + 12 + 8
            one, two, three = str(option.label), str(option.note), self._players_of(option)
            first = look.wrapped(one, theme.TITLE, room)[1]
            second = look.wrapped(two, theme.SMALL, room)[1]
            third = look.wrapped(three, theme.SMALL, room - sign)[1]
            y = cell.y + (cell.h - first - second - third) / 2
            return [
                (one, theme.TITLE, title, Box(x, y, room, first)),
                (two, theme.SMALL, theme.CREAM, Box(x, y + first, room, second)),
                (three, theme.SMALL, theme.MUTED, Box(x + sign, y + first + second, room - sign, third)),
            ]
        inner = Box(cell.x + 16, cell.y + ART[0] + ART[1] + 12, cell.w - 32, 0)
        high, small = look.leading(theme.TITLE), look.leading(theme.SMALL)
        note = look.wrapped(str(option.note), theme.SMALL, inner.w)[1]
        foot = cell.bottom - 14 - small
        return [
            (str(option.label), theme.TITLE, title, Box(inner.x, inner.y, inner.w, high)),
            (str(option.note), theme.SMALL, theme.CREAM, Box(inner.x, inner.y + high, inner.w, note)),
            (self._players_of(option), theme.SMALL, theme.MUTED, Box(inner.x + sign, foot, inner.w - sign - 30, small)),
        ]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw every card: its little table, its words, a tick on the chosen one."""
        for option, cell in self.members():
            self._draw_card(surface, option, cell)

    def _draw_card(self, surface: pygame.Surface, option: Option, cell: Box) -> None:
        look, chosen = self.look, option.key == self.chosen
        if chosen and self.focused:
            draw.focus_ring(surface, look, cell, self.focus_radius)
        draw_ground(surface, look, cell, chosen=chosen, lit=self._lit(cell))
        size = look.scaled(22)
        rowed = self.as_rows(look, self.rect.w)
        if rowed:
            art = look.rect(Box(cell.x + 12, cell.y + (cell.h - ROW + 24) / 2, ROW - 18, ROW - 24))
            surface.blit(game_sign(option.key, art.size, look.u, look.palette), art)
        else:
            art = look.rect(Box(cell.x + ART[0], cell.y + ART[0], cell.w - 2 * ART[0], ART[1]))
            surface.blit(game_art(option.key, art.size, look.u, look.palette), art)
        words = self._words(option, cell)
        for text, role, colour, box in words:
            draw.paragraph(surface, look, text, role, colour, box)
        players = words[-1][3]
        line = look.leading(theme.SMALL)
        at = (players.x - size / 2 - 2, players.y + line / 2)
        draw.icon(surface, look, "person", at, look.scaled(15), theme.MUTED)
        if chosen:
            draw_tick(surface, look, (cell.right - 25, cell.bottom - 28))


class GameRows(GameCards):
    """Rows with a small table each, from top to bottom, as in the new-game scene."""

    def _is_row(self) -> bool:
        return False

    def min_size(self, look: Look) -> Size:
        """Return the room of the widest row."""
        wide = max(look.wide(str(option.label), theme.TITLE) for option in self.options) + self._start(look) + 18
        return (wide, self.height_for(look, wide))

    def _start(self, look: Look) -> float:
        return 12.0 + self._sign(look) + 14.0

    def _sign(self, look: Look) -> float:
        return 96.0 if look.text_scale <= LARGEST else 72.0

    def _row_high(self, look: Look, option: Option, width: float) -> float:
        room = width - self._start(look) - 14
        words = look.wrapped(str(option.label), theme.TITLE, room)[1]
        words += look.wrapped(self._players_of(option), theme.SMALL, room)[1]
        return max(self._sign(look) + 18, words + 20)

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of all rows."""
        return max(cell.bottom for cell in self._flowed(look, Box(0, 0, width, 0)))

    def _flowed(self, look: Look, box: Box) -> tuple[Box, ...]:
        return rows(box, [self._row_high(look, option, box.w) for option in self.options], 12.0)

    def _words(self, option: Option, cell: Box) -> list[tuple[str, theme.Role, RGB, Box]]:
        look, start = self.look, self._start(self.look)
        room = cell.w - start - 14
        title = look.wrapped(str(option.label), theme.TITLE, room)[1]
        players = look.wrapped(self._players_of(option), theme.SMALL, room)[1]
        y = cell.y + (cell.h - title - players) / 2
        colour = theme.GOLD if option.key == self.chosen else theme.CREAM
        quiet = theme.CREAM if option.key == self.chosen else theme.MUTED
        return [
            (str(option.label), theme.TITLE, colour, Box(cell.x + start, y, room, title)),
            (self._players_of(option), theme.SMALL, quiet, Box(cell.x + start, y + title, room, players)),
        ]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw every row."""
        look, side = self.look, self._sign(self.look)
        for option, cell in self.members():
            chosen = option.key == self.chosen
            if chosen and self.focused:
                draw.focus_ring(surface, look, cell, self.focus_radius)
            draw_ground(surface, look, cell, chosen=chosen, lit=self._lit(cell))
            art = look.rect(Box(cell.x + 12, cell.y + (cell.h - side + 6) / 2, side, side - 6))
            surface.blit(game_sign(option.key, art.size, look.u, look.palette), art)
            for text, role, colour, box in self._words(option, cell):
                draw.paragraph(surface, look, text, role, colour, box)


def draw_ground(surface: pygame.Surface, look: Look, cell: Box, *, chosen: bool, lit: bool) -> None:
    """Draw the leather of a card, gold around the chosen one."""
    if chosen:
        edge = draw.Edge(theme.GOLD, 4.0)
        draw.plate(surface, look, cell, theme.RADIUS_PANEL, theme.ROW_CHOSEN, edge, theme.SHADE_PANEL)
        return
    fill = theme.PANEL.blend(theme.WHITE, 0.07) if lit else theme.PANEL
    draw.plate(surface, look, cell, theme.RADIUS_PANEL, fill, draw.Edge(theme.LINE), theme.SHADE_PANEL)


def draw_tick(surface: pygame.Surface, look: Look, centre: tuple[float, float]) -> None:
    """Draw the gold disc with a tick of what is chosen."""
    side = 26.0
    disc = Box(centre[0] - side / 2, centre[1] - side / 2, side, side)
    draw.plate(surface, look, disc, side / 2, theme.GOLD)
    draw.icon(surface, look, "check", centre, 16.0, theme.INK)
