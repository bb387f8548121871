"""The control bar below the table: step and play buttons, the timeline, and the menu of controls without room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.draw import theme
from game.client.draw.backdrop import StaticPart, box_with_shadow
from game.client.draw.theme import ButtonKind
from game.client.table.board import BAR_GAP, BAR_START
from game.client.theatre.timeline import Timeline
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.button import IconButton
from game.client.words import phrase, say

if TYPE_CHECKING:
    from collections.abc import Callable

    import pygame

    from game.client.director import Change
    from game.client.theatre.replay_cursor import ReplayCursor
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget

    Doing = Callable[[], Change | None]
    Going = Callable[[int], Change | None]

BAR_PADDING: Final = 8.0
BELOW_BAR_GAP: Final = 6.0
SIDE_MARGIN: Final = 12.0
INSIDE_PADDING: Final = 10.0


class ControlBar:
    """The widgets of the bar and their layout."""

    def __init__(self, go: Going, step: Going, play: Doing, more: Doing) -> None:
        self.line = Timeline("theatre.line", go, step, play)
        self._earlier = IconButton("theatre.earlier", phrase("theatre.earlier"), "back", lambda: step(-1))
        self._later = IconButton("theatre.later", phrase("theatre.later"), "forward", lambda: step(1))
        self._play = IconButton("theatre.play", phrase("theatre.play"), "play", play, kind=ButtonKind.PRIMARY)
        self.more = IconButton("theatre.more", phrase("theatre.more"), "menu", more)
        self._box = Box(0.0, 0.0, 0.0, 0.0)

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """Return the widgets, in reading order."""
        return (self._earlier, self._play, self._later, self.line, self.more)

    def show_place(self, cursor: ReplayCursor, *, plays: bool) -> None:
        """Show the replay's current place in the timeline and the buttons."""
        played, made, line = cursor.current_round, cursor.place.made, self.line
        line.made, line.moves, line.signs = made, played.move_count, cursor.signs
        story = played.standing.story
        colours = theme.AVATAR_COLOURS
        line.turns = tuple((end, colours[story[end - 1].seat % len(colours)]) for end in played.turn_ends)
        turn, turns = played.turn_at(made), len(played.turn_ends)
        line.words = say("theatre.at", turn=turn, turns=turns, made=made, moves=played.move_count)
        self._play.icon = "pause" if plays else "play"
        self._play.tip = phrase("theatre.stop" if plays else "theatre.play")
        self._earlier.enabled = made > 0 or cursor.neighbour_place(-1) is not None
        self._later.enabled = made < played.move_count or cursor.neighbour_place(1) is not None

    def height(self, look: Look) -> float:
        """Return the bar's height, with the gap below it."""
        return max(self.line.min_size(look)[1], self._play.min_size(look)[1]) + 2 * BAR_PADDING + BELOW_BAR_GAP

    def place(self, look: Look) -> None:
        """Lay the bar out along the bottom of the window."""
        canvas, high = look.viewport.canvas, self.height(look)
        box = self._box = Box(
            canvas.x + SIDE_MARGIN, canvas.bottom - high, canvas.w - 2 * SIDE_MARGIN, high - BELOW_BAR_GAP
        )
        side = self._play.min_size(look)[0]
        y = box.centre[1] - side / 2
        x, right = box.x + INSIDE_PADDING, box.right - INSIDE_PADDING
        for button in (self._earlier, self._play, self._later):
            button.place(Box(x, y, side, side), look)
            x += side + BAR_PADDING
        if self.more.visible:
            self.more.place(Box(right - side, y, side, side), look)
            right -= side + BAR_PADDING
        tall = self.line.min_size(look)[1]
        self.line.place(Box(x, box.centre[1] - tall / 2, right - x, tall), look)

    def background_part(self, look: Look) -> StaticPart:
        """Return the bar's background."""
        box = self._box

        def drawn(surface: pygame.Surface) -> None:
            edge = draw.Edge(theme.LINE)
            draw.plate(surface, look, box, theme.RADIUS_PANEL, theme.PANEL, edge, theme.SHADE_PANEL)

        return StaticPart("theatre.band", box_with_shadow(look, box), box, drawn)


def place_head(head: tuple[IconButton, ...], bar: Box, look: Look) -> None:
    """Place the back button at the left end of the bar, the other icons at the right."""
    back, *signs = head
    side = back.min_size(look)[0]
    y = bar.centre[1] - side / 2
    back.place(Box(bar.x + BAR_START, y, side, side), look)
    right = bar.right - BAR_GAP
    for button in signs:
        if button.visible:
            button.place(Box(right - side, y, side, side), look)
            right -= side + BAR_GAP
