"""The notice *your turn*, with the clock, over any page while a LAN table waits for us; a press leads to the table.

It is not shown at the table itself. A place at another table of a club night is announced in the same way, there too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.director import Replace
from game.client.draw import surfaces, theme
from game.client.events import PointerDown
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    import pygame

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.events import Event
    from game.client.lan.network import Lan
    from game.client.widgets.look import Look

SCENES_WITHOUT_NOTICE: Final = frozenset({"table", "past", "lan_pause", "title", "lan_room", "lan_dealing"})
TOP_MARGIN, PADDING, SIDE_MARGIN, HEIGHT = 6.0, 22.0, 10.0, 42.0


class TurnNotice:
    """The notice over the top scene; `lan` returns the network, if there is one."""

    def __init__(self, context: AppContext, lan: Callable[[], Lan | None]) -> None:
        self._context = context
        self._lan = lan
        self._box: Box | None = None

    def text_over(self, scene: str) -> str:
        """Return the text over a scene; empty for none."""
        lan = self._lan()
        lan_game = lan.lan_game if lan is not None else None
        if (
            lan is not None
            and lan.hall is not None
            and lan.hall.has_unjoined_place
            and scene not in {"lan_hall", "title"}
        ):
            return say("herald.hall")
        if scene in SCENES_WITHOUT_NOTICE or lan_game is None or lan_game.session is None:
            return ""
        session = lan_game.session
        view = session.view
        if view is None or session.has_moves_under_way or session.paused_by is not None or not view.must_decide:
            return ""
        if session.story.seat not in session.roster.persons or view.table.outcome is not None:
            return ""
        left = session.seconds_left(lan_game.now)
        return say("herald.turn") if left is None else say("herald.turn_clock", seconds=int(left + 0.999))

    def draw(self, surface: pygame.Surface, scene: str, look: Look | None) -> None:
        """Draw the notice at the top of the window."""
        words = self.text_over(scene)
        self._box = None
        if look is None or not words:
            return
        high = look.at_least(HEIGHT)
        wide = look.text_width(words, theme.TITLE) + 2 * PADDING
        canvas = look.viewport.canvas
        wide = min(wide, canvas.w - 2 * SIDE_MARGIN)
        self._box = box = Box(canvas.x + (canvas.w - wide) / 2, canvas.y + TOP_MARGIN, wide, high)
        rect = look.rect(box)
        surface.blit(surfaces.banner(rect.size, look.u, mine=True), rect)
        shrink = draw.line_shrink(look, words, theme.TITLE, wide - 2 * SIDE_MARGIN)
        draw.line(surface, look, words, theme.TITLE, theme.INK, (box.centre[0], box.centre[1] - 1), "centre", shrink)

    def on_event(self, event: Event) -> Change | None:
        """Go to the table if the notice was pressed."""
        lan = self._lan()
        if self._box is None or lan is None or not isinstance(event, PointerDown) or not self._box.contains(event.at):
            return None
        if lan.hall is not None and lan.hall.has_unjoined_place:
            return Replace(self._context.title(), all_of_them=True)
        game = lan.game(self._context)
        return None if game is None else Replace(self._context.table(game), all_of_them=True)
