"""Idle animations of a table: a joker winks, sets that are nearly complete pulse, the light slowly brightens and dims.

Laws: the caller gives the time; with reduced motion or none nothing happens; a redraw is requested only when something
changed, which is rare: a table at rest must cost next to nothing.
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

WINK_INTERVAL_SECONDS: Final = 23.0  # from one wink to the next
AWAKE_SECONDS: Final = 0.45  # with both eyes open before the wink
PRERENDER_AFTER_SECONDS: Final = 0.5  # after so much rest likely next images are rendered in advance
LIGHT_AFTER_SECONDS: Final = 10.0  # without input or motion before the light begins to change
LIGHT_STEP_SECONDS: Final = 8.0  # between two steps of the light, each too small to be noticed
LIGHT_LEVELS: Final = (0, 1, 2, 3, 3, 2, 1, 0)  # brightness levels, one a step
LEVEL_BRIGHTNESS: Final = 0.02  # brightness added by each level, as a share of the lamp's full brightness
LAMP_CENTRE: Final = (0.36, 0.5)  # of the table's width and height


class IdleAnimations:
    """Which joker has both eyes open (others wink), and how bright the light is; `pictures` counts the changes."""

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

    def note_input(self) -> None:
        """Record that there was input."""
        self._touched = None

    def tick(
        self, now: float, pointed: Tile | None, jokers: Callable[[], Sequence[Tile]], *, lively: bool,
        nearly: bool = False,
    ) -> bool:  # fmt: skip
        """Advance the time; return whether a joker has opened or shut its eye.

        `pointed` is the joker under the pointer; `nearly` is whether a set lacks one tile.
        """
        if self._touched is None or not lively:
            self._touched = now  # motion is no rest: the light must not return at once
        self._next = now + WINK_INTERVAL_SECONDS if self._next is None else self._next
        before = (self.awake, self.level, self.pulse.level)
        self.pulse.tick(now, now - self._touched, wanted=lively and nearly)
        steps = int((now - self._touched - LIGHT_AFTER_SECONDS) // LIGHT_STEP_SECONDS)
        self.level = LIGHT_LEVELS[steps % len(LIGHT_LEVELS)] if lively and steps >= 0 else 0
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

    def run(self, shown: ShownMatch[Any, Any], now: float) -> None:
        """Run the idle animations of a resting table."""
        turn, pointer, look, board = shown.seen_turn, shown.pointer, shown.look, shown.board
        if turn is None or pointer is None or look is None or board.layout is None:
            return
        faces, spots = turn.view.faces, board.current_layout().spots
        lively = not (look.calm or look.motion_reduced or board.is_moving or shown.moments.busy or pointer.dragging)
        pointed = pointer.hover if pointer.hover is not None and faces[pointer.hover] == JOKER else None

        if (
            board.prerender is not None
            and lively
            and self._touched is not None
            and now - self._touched >= PRERENDER_AFTER_SECONDS
        ):
            board.prerender()
            board.prerender = None

        def jokers() -> list[Tile]:
            return [tile for tile, spot in spots.items() if spot.seen and faces[tile] == JOKER]

        if self.tick(now, pointed, jokers, lively=lively, nearly=bool(board.nearly)):
            shown.awake = self.awake
            board.redraw_tiles(turn, shown.marks)

    def _wake(self, tile: Tile | None, now: float) -> None:
        self.awake, self._shuts, self._next = tile, now + AWAKE_SECONDS, now + WINK_INTERVAL_SECONDS

    def draw(self, surface: Surface, look: Look, board: Board[Any, Any]) -> None:
        """Draw the current light over the felt, too faint to change the tiles, and the pulsing edges."""
        self.pulse.draw(surface, look, board.nearly, board.over)
        if self.level:
            (across, down), table = LAMP_CENTRE, board.current_layout().frame.table
            rect = look.rect(table.middle(table.w * across, table.h * down))
            light.add_light(surface, light.lamp_surface(rect.size, self.level * LEVEL_BRIGHTNESS), rect.center)
