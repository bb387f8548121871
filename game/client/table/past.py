"""Looking at an earlier table: step through the round move by move without playing.

Laws: no input reaches the tiles; meanwhile the match goes on, or pauses, as under any other page.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from game.client.actions import action_for
from game.client.director import Pop
from game.client.draw.theme import ButtonKind
from game.client.events import KeyDown, PadDown
from game.client.table.board import BAR_GAP, BAR_START, ButtonHeights
from game.client.table.board_page import BoardPage, widget_parts
from game.client.table.sprites import Marks
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button, IconButton
from game.client.widgets.widget import Group
from game.client.words import phrase, say
from game.session.looking_back import past_view

if TYPE_CHECKING:
    from collections.abc import Callable

    import pygame

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.draw.backdrop import StaticPart
    from game.client.draw.sound import Cue
    from game.client.events import Event
    from game.client.table.board import Board
    from game.client.table.turn import UnsentTurn
    from game.client.viewport import Viewport
    from game.session.session import Session
    from game.table.refusals import Refusal
    from game.table.tiles import Tile
    from game.table.view import View

BAR_MARGINS = 12.0  # logical px by which the bar is higher than its buttons
STEP_SECONDS = 1.1  # between two moves during playback at normal speed
STEP_KEYS = {"left": -1, "right": 1}


class NullListener:
    """A listener that does nothing: no input is possible here."""

    def on_changed(self) -> None:
        """Do nothing."""

    def on_refused(self, refused: Refusal, tiles: tuple[Tile, ...], goal: tuple[Tile, ...] = ()) -> None:
        """Do nothing."""

    def on_explained(self, code: str, *, goal: tuple[Tile, ...] = ()) -> None:
        """Do nothing."""

    def on_sound(self, cue: Cue) -> None:
        """Do nothing."""


class ReplayedTable(BoardPage, ABC):
    """A board that shows the table after a move and animates from one move to the next."""

    made = 0  # the number of moves made so far
    plays = False  # whether it is playing by itself
    grounds: tuple[StaticPart, ...] = ()  # the background below the widgets, beside the board
    _next: float | None = None

    @property
    @abstractmethod
    def move_count(self) -> int:
        """The number of moves in the round."""

    @property
    def playback_speed(self) -> float:
        """Return the speed of the playback, as a factor."""
        return 1.0

    @property
    def wants_frames(self) -> bool:
        """Return whether anything is moving, or will soon."""
        return super().wants_frames or self.plays

    @property
    def _marks(self) -> Marks:
        """Return the marks on the tiles."""
        return Marks()

    @abstractmethod
    def _turn(self) -> UnsentTurn[Any] | None:
        """Return the turn to show on the board."""

    @abstractmethod
    def _show(self, now: float | None) -> None:
        """Show the current step; what moved flies from that time on."""

    def layout(self, viewport: Viewport) -> None:
        """Lay everything out at once."""
        self._spread(viewport)
        self._show(None)

    # --- walking -------------------------------------------------------------------------------------------------

    def step(self, way: int) -> Change | None:
        """Go one move back or forward."""
        return self._to(self.made + way)

    def _to(self, made: int) -> Change | None:
        self.plays = False
        self._go(made)
        return None

    def _go(self, made: int) -> None:
        wanted = min(self.move_count, max(0, made))
        if wanted != self.made:
            self.made = wanted
            self._show(self._now)

    def update(self, now: float) -> Change | None:
        """Advance playback and animations."""
        self._now = now
        if self.plays and self.look is not None:
            wait = STEP_SECONDS / self.look.animation_speed / self.playback_speed
            self._next = now + wait if self._next is None else self._next
            if now >= self._next:
                self._next = now + wait
                self.plays = self.made + 1 < self.move_count  # to the end of the round
                self._go(self.made + 1)
        if self.board.is_moving:
            turn = self._turn()
            if turn is not None:
                self.board.advance(now, turn, self._marks)
            self.ring.note_change()
        return super().update(now)

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the static parts, the flying tiles, and a tooltip."""
        if self.look is None or self.board.layout is None:
            return
        parts = [*self.board.resting, *self.grounds, *widget_parts(self.look, self.root.children)]
        surface.blit(self.backdrop.picture_of(parts, self.look.viewport.canvas_size, surface), (0, 0))
        self.board.draw_over(surface, waits=True)
        self.board.draw_over(surface, waits=False)
        self.tooltip.draw(surface, self.look)


class PastTable(ReplayedTable):
    """A board that begins at a given move; `turn_of` makes the turn to show on it."""

    def __init__(
        self,
        context: AppContext,
        session: Session,
        board: Board[Any, Any],
        turn_of: Callable[[View], UnsentTurn[Any]],
        made: int,
        *,
        plays: bool = False,
    ) -> None:
        self._turn_of = turn_of
        self.made, self.plays = made, plays
        self.lit: tuple[int, tuple[Tile, ...]] = (made, ())  # after which move tiles are highlighted, and which tiles
        self.earlier = IconButton("past.earlier", phrase("past.earlier"), "back", lambda: self.step(-1))
        self.later = IconButton("past.later", phrase("past.later"), "forward", lambda: self.step(1))
        self.now_button = Button("past.now", phrase("past.now"), Pop, kind=ButtonKind.PRIMARY, key="Esc")
        # in the order from left to right, so that the arrow keys reach each
        head = (self.earlier, self.later, self.now_button)
        tells = (board.bar, board.banner, *board.plates.values(), *board.side_widgets)
        root = Group("past", (*tells, *head), lambda _box, _look: None)
        super().__init__("past", context, session, board, root, self.now_button.name)
        board.log.on_line, board.teaches = self._to, False

    @property
    def move_count(self) -> int:
        """The number of moves in the round."""
        return max(0, len(self.session.standing.past) - 1)

    # --- showing -------------------------------------------------------------------------------------------------

    @property
    def _marks(self) -> Marks:
        made, tiles = self.lit
        return Marks(lit=tiles if made == self.made else ())

    def _turn(self) -> UnsentTurn[Any] | None:
        now = self.session.view
        then = None if now is None else past_view(self.session.standing, now, self.made)
        return None if then is None else self._turn_of(then)

    def _show(self, now: float | None) -> None:
        turn, look = self._turn(), self.look
        if turn is None or look is None:
            return
        self.earlier.enabled, self.later.enabled = self.made > 0, self.made < self.move_count
        self.board.past = True
        self.board.headline = (say("past.title"), say("past.line", made=self.made, moves=self.move_count))
        side = self.earlier.min_size(look)[0]
        wide = self.now_button.min_size(look)[0]
        high = self.now_button.min_size(look)[1]
        signs = -(-(wide + 2 * (side + BAR_GAP)) // (side + BAR_GAP))
        self.board.show(
            look, turn, self._marks, ButtonHeights(0.0, 0.0, max(side, high - BAR_MARGINS), int(signs)), now
        )
        bar = self.board.current_layout().frame.bar
        right = bar.right - BAR_START - wide
        self.now_button.place(Box(right, bar.y + (bar.h - high) / 2, wide, high), look)
        for button in (self.later, self.earlier):
            right -= side + BAR_GAP
            button.place(Box(right, bar.y + (bar.h - side) / 2, side, side), look)
        self.ring.note_change()

    def on_event(self, event: Event) -> Change | None:
        """Step by the arrow keys; handle anything else as every page does."""
        if isinstance(event, KeyDown | PadDown):
            action = action_for(event, self.action_context)
            if action is not None and action.name in STEP_KEYS:
                return self.step(STEP_KEYS[action.name])
        return super().on_event(event)
