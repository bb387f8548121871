"""The buttons of an open table and what they say right now: end the turn, draw or pass, and the tools.

Laws: one of the two is gold, the one that goes on from here; a button that is off has its reason in the box above.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client import theme
from game.client.board.open_frame import panel_width, primary_width
from game.client.director import Push
from game.client.scenes.help import Help
from game.client.scenes.open_table_board import BAR_GAP, BAR_START, OpenHeights, panel_growth
from game.client.scenes.open_table_focus import FocusDeeds
from game.client.scenes.table_buttons import GoldButton, LipKey, Tool
from game.client.theme import Kind
from game.client.widgets import draw
from game.client.widgets.boxes import Box, even_columns
from game.client.widgets.button import IconButton
from game.client.words import phrase, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pygame

    from game.client.board.open_frame import OpenFrame
    from game.client.director import Change
    from game.client.scenes.open_table import OpenTableScene
    from game.client.scenes.open_table_turn import OpenTurn
    from game.client.theme import RGB
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget, Written
    from game.match.match import RoundResult


class FoldingButton(GoldButton):
    """A button that shows its sign alone on a rail; its word is the tooltip then."""

    bare = False

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of words, or of a sign."""
        return look.at_least(48.0) if self.bare else super().height_for(look, width)

    def _draw_words(self, surface: pygame.Surface, face: Box, colour: RGB) -> None:
        if self.bare and self.icon:
            size = min(face.w, face.h) * 0.5
            draw.icon(surface, self.look, self.icon, (face.centre[0], face.y + face.h / 2), size, colour)
        else:
            super()._draw_words(surface, face, colour)

    def texts(self) -> Iterator[Written]:
        """Yield the words where they are shown."""
        if not self.bare:
            yield from super().texts()


class FoldingTool(Tool):
    """A tool that shows its icon alone on a rail."""

    bare = False

    def _bare(self, look: Look) -> bool:
        return self.bare or super()._bare(look)


class OpenPanel:
    """Makes, tells and places the buttons; `actions` is what each action of the table does here."""

    def __init__(self, scene: OpenTableScene) -> None:
        self.scene = scene
        self.primary = FoldingButton("table.primary", self._do_primary, key=None)
        self.second = FoldingButton("table.second", self._do_second, kind=Kind.SECOND, key=None)
        self.rail_sign = "stack"
        self.menu = IconButton("table.menu", phrase("table.menu"), "menu", scene.leave)
        self.icons = (
            IconButton("table.settings", phrase("table.settings"), "gear", self._settings),
            IconButton("table.sound", phrase("table.sound"), "sound", self._sound),
            IconButton("table.help", phrase("table.help"), "book", self.help),
        )
        self.tools = (
            FoldingTool("table.undo", phrase("table.undo"), "undo", self._do(lambda turn: turn.undo())),
            FoldingTool("table.redo", phrase("table.redo"), "redo", self._do(lambda turn: turn.redo())),
            FoldingTool("table.reset", phrase("table.reset"), "reset", self._do(lambda turn: turn.reset())),
        )
        self.lip = (
            LipKey("table.sort_runs", "1", phrase("table.by_runs"), self._do(lambda turn: turn.sort(groups=False))),
            LipKey("table.sort_groups", "2", phrase("table.by_groups"), self._do(lambda turn: turn.sort(groups=True))),
        )
        deeds = FocusDeeds(scene)
        self.actions: dict[str, Callable[[], Change | None]] = {
            "draw": self._do(lambda turn: turn.draw_or_pass()),
            "lay": self._do(lambda turn: turn.new_set()),
            "new_set": self._do(lambda turn: turn.new_set()),
            "take_back": self._do(lambda turn: turn.take_back()),
            "extend": deeds.extend,
            "pick_set": deeds.pick_set,
            "split_set": deeds.split_set,
            "next_reading": deeds.next_reading,
            "end_turn": scene.end_turn,
            "undo": self._do(lambda turn: turn.undo()),
            "redo": self._do(lambda turn: turn.redo()),
            "reset": self._do(lambda turn: turn.reset()),
            "sort_runs": self._do(lambda turn: turn.sort(groups=False)),
            "sort_groups": self._do(lambda turn: turn.sort(groups=True)),
        }

    @property
    def head(self) -> tuple[Widget, ...]:
        """Return the buttons of the bar."""
        return (self.menu, *self.icons)

    @property
    def buttons(self) -> tuple[Widget, ...]:
        """Return the buttons of panel and lip, in reading order."""
        return (self.primary, self.second, *self.tools, *self.lip)

    def _do(self, doing: Callable[[OpenTurn], None]) -> Callable[[], Change | None]:
        def act() -> Change | None:
            if self.scene.turn is not None:
                doing(self.scene.turn)
            return None

        return act

    def _do_primary(self) -> Change | None:
        return self.scene.see_score() if self.scene.result is not None else self.scene.end_turn()

    def _do_second(self) -> Change | None:
        if self.scene.turn is not None:
            self.scene.turn.draw_or_pass()
        return None

    def _settings(self) -> Change | None:
        return Push(self.scene.house.settings())

    def _sound(self) -> Change | None:
        wishes = self.scene.house.wishes
        wishes.take(replace(wishes.now, sounds=not wishes.now.sounds))
        return None

    def help(self) -> Change | None:
        """Show the keys."""
        return Push(Help(self.scene.reading))

    @property
    def gold(self) -> FoldingButton | None:
        """Return the button that goes on from here."""
        for button in (self.primary, self.second):
            if button.face is Kind.PRIMARY and button.enabled and button.visible:
                return button
        return None

    # --- telling -------------------------------------------------------------------------------------------------

    def tell(self, turn: OpenTurn, look: Look, result: RoundResult | None) -> OpenHeights:
        """Say what the buttons would do now; return the heights they ask for."""
        over = turn.view.table.outcome is not None
        self.primary.icon = "trophy" if over else "check"
        self.second.visible = not over
        if over:
            self.primary.tell(say("table.do.score"), enabled=result is not None)
        else:
            self.primary.tell(say("open.end"), enabled=turn.can_end)
        passes = turn.can_pass or (not turn.view.table.stock and not turn.can_draw)
        played = bool(turn.arrangement.played)
        may = turn.can_pass or turn.can_draw
        blocked = played and (turn.can_pass or turn.draw_ends)
        self.second.tell(say("open.pass") if passes else say("open.draw"), enabled=may and not blocked)
        self.second.icon = None
        self.rail_sign = "forward" if passes else "stack"
        on_paper = self.scene.toast is not None
        goes_on = over or self.primary.enabled
        self.primary.face = Kind.PRIMARY if goes_on and not on_paper else Kind.SECOND
        rests = goes_on or on_paper or turn.arrangement.touched
        self.second.face = Kind.SECOND if rests else Kind.PRIMARY
        for button in (self.primary, self.second):
            button.tip = str(button.label)
            button.bare = False
        self.tools[0].enabled = bool(turn.bench.past)
        self.tools[1].enabled = bool(turn.bench.future)
        self.tools[2].enabled = turn.arrangement.touched
        for tool in self.tools:
            tool.bare = False
        self.icons[1].icon = "sound" if self.scene.house.wishes.now.sounds else "mute"
        wide = panel_width(look.viewport.canvas, panel_growth(look))
        first = primary_width(wide)
        return OpenHeights(
            primary=max(self.primary.height_for(look, first), self.second.height_for(look, wide - first - 10)),
            tools=max(tool.height_for(look, 50.0) for tool in self.tools),
            button=self.menu.min_size(look)[0],
            icons=len(self.icons),
        )

    # --- placing -------------------------------------------------------------------------------------------------

    def place(self, frame: OpenFrame, look: Look) -> None:
        """Put every button where the frame has it."""
        side = self.menu.min_size(look)[0]
        y = frame.bar.y + (frame.bar.h - side) / 2
        self.menu.place(Box(frame.bar.x + BAR_START, y, side, side), look)
        right = frame.bar.right - BAR_GAP
        for icon in reversed(self.icons):
            icon.place(Box(right - side, y, side, side), look)
            right -= side + BAR_GAP
        for button in (self.primary, self.second):
            button.bare = frame.folded
        self.second.icon = self.rail_sign if frame.folded else None
        wide = frame.primary
        if not self.second.visible and not frame.folded:
            wide = Box(wide.x, wide.y, frame.second.right - wide.x, wide.h)
        self.primary.place(wide, look)
        self.second.place(frame.second, look)
        for tool, box in zip(self.tools, _tool_boxes(frame, len(self.tools)), strict=True):
            tool.bare = frame.folded
            tool.place(box, look)
        self._place_lip(frame, look)

    def _place_lip(self, frame: OpenFrame, look: Look) -> None:
        """Stand the sort keys at the right end of the lip; where the count needs the room they are left to 1 and 2."""
        sizes = [key.min_size(look) for key in self.lip]
        need = sum(wide for wide, _ in sizes) + 12
        words = look.wide("Wwwwwwwwwwwwwwww", theme.HEADING) + look.wide(
            "30 tiles, 12 picked, opening 23 of 30", theme.LABEL
        )
        fits = need + words <= frame.lip.w
        x = frame.lip.right - 14 - need
        for key, (wide, _high) in zip(self.lip, sizes, strict=True):
            key.visible = fits
            key.place(Box(x, frame.lip.y, wide, frame.lip.h), look)
            x += wide + 6


def _tool_boxes(frame: OpenFrame, count: int) -> tuple[Box, ...]:
    if not frame.folded:
        return even_columns(frame.tools, count, 10.0)
    high = (frame.tools.h - 8 * (count - 1)) / count
    return tuple(Box(frame.tools.x, frame.tools.y + at * (high + 8), frame.tools.w, high) for at in range(count))
