"""What a table does by itself: a joker winks, what is nearly done pulses, the light breathes when no hand comes.

Laws: the time is given in; with less motion or none nothing happens; a picture is asked for only when something looks
otherwise, which is seldom: a table at rest must cost next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from game.client.table.moments import light
from game.client.table.moments.pulse import Pulse
from game.table.faces import JOKER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pygame import Surface

    from game.client.table.board import Board
    from game.client.table.shown import ShownMatch
    from game.client.widgets.look import Look
    from game.table.tiles import Tile

EVERY: Final = 23.0  # seconds from one wink to the next
AWAKE: Final = 0.45  # seconds with both eyes open, then it winks
SOON: Final = 0.5  # seconds of rest after which is drawn what may be seen next
RESTS: Final = 10.0  # seconds in which no hand comes and nothing moves, after which the light breathes,
STEP: Final = 8.0  # so seldom that its steps must be too small to be seen
BREATH: Final = (0, 1, 2, 3, 3, 2, 1, 0)  # levels of the light, one a step
LEVEL: Final = 0.02  # of the lamp's full light, each
LAMP: Final = (0.36, 0.5)  # of the table's width and height


class Idle:
    """Who is awake, and how bright it is; `pictures` counts what has changed to the eye."""

    def __init__(self) -> None:
        self.awake: Tile | None = None
        self.level = 0
        self.pulse = Pulse()
        self.pictures = 0
        self._touched: float | None = None
        self._next: float | None = None
        self._shuts = 0.0
        self._pointed: Tile | None = None
        self._winks = 0

    def touch(self) -> None:
        """Note that a hand has come."""
        self._touched = None

    def tick(
        self, now: float, pointed: Tile | None, jokers: Callable[[], Sequence[Tile]], *, lively: bool,
        nearly: bool = False,
    ) -> bool:  # fmt: skip
        """Let time pass; `pointed` is the joker under the pointer, `nearly` tells whether a set lacks one tile.

        Return whether another joker is awake.
        """
        if self._touched is None or not lively:
            self._touched = now  # what moves is no rest: the light must not come back at once
        self._next = now + EVERY if self._next is None else self._next
        before = (self.awake, self.level, self.pulse.level)
        self.pulse.tick(now, now - self._touched, wanted=lively and nearly)
        steps = int((now - self._touched - RESTS) // STEP)
        self.level = BREATH[steps % len(BREATH)] if lively and steps >= 0 else 0
        came, self._pointed = pointed is not None and pointed != self._pointed, pointed
        if not lively or (self.awake is not None and now >= self._shuts):
            self.awake = None
        elif came:
            self._wake(pointed, now)
        elif now >= self._next:
            seen = jokers()
            self._winks += 1
            self._wake(seen[self._winks % len(seen)] if seen else None, now)
        self.pictures += (self.awake, self.level, self.pulse.level) != before
        return self.awake != before[0]

    def live(self, shown: ShownMatch[Any, Any], now: float) -> None:
        """Let a table live while it rests."""
        turn, pointer, look, board = shown.seen_turn, shown.pointer, shown.look, shown.board
        if turn is None or pointer is None or look is None or board.layout is None:
            return
        faces, spots = turn.view.faces, board.laid().spots
        lively = not (look.calm or look.less or board.moving or shown.moments.busy or pointer.dragging)
        pointed = pointer.hover if pointer.hover is not None and faces[pointer.hover] == JOKER else None

        if board.ahead is not None and lively and self._touched is not None and now - self._touched >= SOON:
            board.ahead()
            board.ahead = None

        def jokers() -> list[Tile]:
            return [tile for tile, spot in spots.items() if spot.seen and faces[tile] == JOKER]

        if self.tick(now, pointed, jokers, lively=lively, nearly=bool(board.nearly)):
            shown.awake = self.awake
            board.settle(turn, shown.marks)

    def _wake(self, tile: Tile | None, now: float) -> None:
        self.awake, self._shuts, self._next = tile, now + AWAKE, now + EVERY

    def draw(self, surface: Surface, look: Look, board: Board[Any, Any]) -> None:
        """Draw the light of now over the felt, so little that no tile looks otherwise; and what pulses."""
        self.pulse.draw(surface, look, board.nearly, board.over)
        if self.level:
            (across, down), table = LAMP, board.laid().frame.table
            rect = look.rect(table.middle(table.w * across, table.h * down))
            light.add(surface, light.lamp(rect.size, self.level * LEVEL), rect.center)
