"""What is shown of a table: a board with its buttons and areas, marks on tiles, and a message that explains a refusal.

Laws: drawing changes nothing; the board decides positions, the turn what input does, the panel the buttons. This is the
only listener of the turn.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from game.client.draw.sound import Cue
from game.client.sides import is_onlooker
from game.client.table.advice.lit import Advice
from game.client.table.areas import Area, RackArea
from game.client.table.geometry.laid import TableLayout
from game.client.table.moments.show import MomentShow
from game.client.table.sprites import Marks
from game.client.table.toast import RefusalMessage
from game.client.table.turn import UnsentTurn, useful_tiles
from game.client.widgets.widget import Group

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from game.client.app_context import AppContext, MatchAtTable
    from game.client.director import Change
    from game.client.table.advice.bubble import Bubble
    from game.client.table.aims import Target
    from game.client.table.board import Board, ButtonHeights
    from game.client.table.pointer import Pointer
    from game.client.widgets.boxes import Box
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.widgets.ring import Ring
    from game.client.widgets.toast import Toast
    from game.client.widgets.widget import Widget
    from game.match.match import RoundResult
    from game.table.refusals import Refusal
    from game.table.tiles import Tile

T = TypeVar("T", bound=UnsentTurn[Any])
L = TypeVar("L", bound=TableLayout)


@dataclass(frozen=True, slots=True)
class ButtonFacts:
    """What buttons show besides the turn: the result, whether others can be skipped, whether a message lies above.

    In a lesson `wanted` names the action whose button is gold, "" for no button; None outside lessons.
    """

    result: RoundResult | None
    skips: bool
    has_message: bool
    as_cards: bool
    wanted: str | None = None


class Buttons(Protocol):
    """The buttons beside a board."""

    @property
    def onward_button(self) -> Button | None:
        """Return the button for the next step, gold or not; None where there is none."""

    @property
    def bar_buttons(self) -> tuple[Widget, ...]:
        """Return the widgets of the bar."""

    @property
    def buttons(self) -> tuple[Widget, ...]:
        """Return the buttons of the panel and of the rack's lip, in reading order."""

    def update_labels(self, turn: Any, look: Look, facts: ButtonFacts) -> ButtonHeights:
        """Update the labels; return the heights the buttons need."""

    def place_buttons(self, look: Look, frame: Any) -> None:
        """Put every button into its box of the family's frame."""


class ShownMatch(Generic[T, L]):
    """One match at a table, as the viewer's seat sees it. `ring` is the page's focus ring, set once the page exists."""

    ring: Ring

    def __init__(
        self, context: AppContext, game: MatchAtTable, board: Board[T, L], on_kept: Callable[[MatchAtTable, Any], None]
    ) -> None:
        self.context, self.game, self.board = context, game, board
        self.turn: T | None = None
        self.pointer: Pointer[T, L] | None = None
        self.paper = RefusalMessage(self.close_message, context.preferences, game.session.rules)
        self.advice: Advice[T] = Advice()
        self.result: RoundResult | None = None
        self.look: Look | None = None
        self.awake: Tile | None = None  # the joker that has both eyes open before it winks (an idle animation)
        self.now = 0.0  # the time of the last update
        times = context.moments.setdefault(game.session.header, Counter())
        names = tuple(seat.name for seat in game.session.seats)
        watched = lambda: is_onlooker(game.session.seats)  # noqa: E731
        self.moments = MomentShow(board, names, self.on_sound, times, self._kept_clear, watched)
        self.before_showing: Callable[[], None] | None = None  # called before everything is laid out
        # tiles of the sets that are highlighted as targets of the picked tiles
        self.target_tiles: Callable[[], Collection[Tile]] = tuple
        self.wanted: Callable[[], str | None] = lambda: None  # the action that a lesson asks for now
        self.root = Group("table", (), lambda _box, _look: None)
        self._on_kept = on_kept
        self._members: tuple[Widget, ...] = ()
        self.over: tuple[Widget, ...] = ()  # widgets over the table, below a message
        self.place_over: Callable[[], None] | None = None

    def add_widgets(self, panel: Buttons, areas: Sequence[Area[L]]) -> None:
        """Add buttons and areas to the board."""
        board = self.board
        self.panel, self.areas = panel, areas
        self._members = (
            *panel.bar_buttons,
            board.bar,
            board.banner,
            board.strip,
            *areas,
            *board.plates.values(),
            *board.side_widgets,
            *panel.buttons,
        )
        self._stack()

    def lay_over(self, widgets: tuple[Widget, ...], place: Callable[[], None]) -> None:
        """Put widgets over the table; `place` positions them whenever the table is shown again."""
        self.over, self.place_over = widgets, place
        self._stack()

    def _stack(self) -> None:
        """Order the widgets from top to bottom: message, widgets over the table, table."""
        paper = self.toast
        self.root.members = (*((paper,) if paper else ()), *self.over, *self._members)

    def _kept_clear(self) -> tuple[Box, ...]:
        """Return the boxes that no moment dims: the rack, and the button for the next step if it can be pressed now."""
        onward = self.panel.onward_button
        pressed = () if onward is None or not onward.visible or not onward.enabled else (onward.rect,)
        return (self.board.current_layout().frame.rack, *pressed)

    # --- showing -----------------------------------------------------------------------------------------------------

    @property
    def can_skip(self) -> bool:
        """Return whether the others' moves can be skipped: only bots are awaited."""
        view = self.game.session.view
        if view is None or self.game.company is not None or view.table.outcome is not None:
            return False
        return view.table.to_move != view.seat

    @property
    def focus(self) -> Target | None:
        """Return what has the keyboard focus, while the focus is visible."""
        focus = self.ring.focus
        return focus.target if self.ring.shown and isinstance(focus, Area) else None

    @property
    def marks(self) -> Marks:
        """The current marks on tiles."""
        if self.turn is None or self.pointer is None or self.board.layout is None:
            return Marks()
        turn_state, held = self.turn.turn_state, self.pointer.held_boxes(self.board.layout)
        picked = (*turn_state.picked, *self.pointer.lassoed_tiles(self.board.layout))
        face_down = self.game.company is not None and self.game.company.is_paused
        wrong, lit = self.paper.wrong, self.advice.tiles or useful_tiles(self.turn)
        return Marks(picked, self.pointer.hover, turn_state.new_tiles, wrong, held, face_down, lit, self.awake)

    @property
    def seen_turn(self) -> T | None:
        """The turn as it is seen: including a move that is being shown but not made yet."""
        return self.turn if self.advice.shown is None else self.advice.shown

    def show(self, now: float | None) -> None:
        """Bring everything visible in sync with the turn; what moved flies from `now` on."""
        if self.before_showing is not None:
            self.before_showing()
        if self.look is None:
            return
        for widget in self.root.members:
            widget.visible = self.turn is not None and (widget not in self.over or widget.visible)
        if self.turn is None:
            return
        speaking = [one for one in (*self.over, self.toast) if one is not None and one.visible]
        self.board.advised = bool(speaking)
        facts = ButtonFacts(self.result, self.can_skip, self.toast is not None, self.board.as_cards, self.wanted())
        heights = self.panel.update_labels(self.turn, self.look, facts)
        turn_state = self.turn.turn_state
        owed = turn_state.has_begun and not set(self.turn.view.rack) <= set(turn_state.visible_slots)
        happened = self.moments.take_view(self.turn.view, self.result, owed=owed)
        self.board.real_turn = self.turn
        self.advice.measure_later_depths(self.board, self.look, heights)
        self.board.show(self.look, self.seen_turn or self.turn, self.marks, heights, now)
        layout = self.board.current_layout()
        self.panel.place_buttons(self.look, layout.frame)
        seen = (self.seen_turn or self.turn).turn_state
        rackless = self.board.strip.visible
        standing = tuple(at for at, tile in enumerate(seen.visible_slots) if tile >= 0 and at < len(layout.slots))
        for area in self.areas:
            if isinstance(area, RackArea):
                area.visited_slots = () if seen.picked else standing
        for area, box in zip(self.areas, layout.areas, strict=True):
            area.layout = layout
            area.place(box, self.look)
            area.visible = not (rackless and isinstance(area, RackArea))
        if self.place_over is not None:
            self.place_over()
        self.paper.place(layout, self.look)
        needed = (*self.panel.buttons, *(area for area in self.areas if area.is_needed))
        self.advice.place(self.board, self.look, self.panel.onward_button, needed)
        self.board.covered = tuple(one.rect for one in speaking)
        for area in self.areas:
            area.messages = tuple(one.rect for one in speaking if not one.makes_way)
        self.moments.start_moments(happened, self.look, now)
        self.ring.note_change()

    def redraw_tiles(self) -> None:
        """Redraw the tiles where they lie, with their current marks."""
        if self.seen_turn is not None:
            self.board.redraw_tiles(self.seen_turn, self.marks)
        self.note_change()

    def note_change(self) -> None:
        """Record that something visible has changed."""
        self.ring.revision += 1

    # --- what the turn tells -----------------------------------------------------------------------------------------

    def on_changed(self) -> None:
        """Show a changed turn state, and save it."""
        self.dismiss()
        if self.pointer is not None:
            self.pointer.update_drag()
        self.show(self.now)
        self.save_turn()

    def on_refused(self, refused: Refusal, tiles: tuple[Tile, ...], goal: tuple[Tile, ...] = ()) -> None:
        """Explain a refusal in a message placed clear of the target set; nothing was moved."""
        if self.turn is None or self.look is None:
            return
        reset = self._reset_turn if self.turn.turn_state.has_begun else None
        self.paper.refuse(refused, tiles, goal, self.turn.turn_state, self.look, reset, as_cards=self.board.as_cards)
        self._show_message()

    def _reset_turn(self) -> Change | None:
        if self.turn is not None:
            self.turn.reset()
        return None

    def on_explained(self, code: str, why: str = "", *, goal: tuple[Tile, ...] = ()) -> None:
        """Explain something that is no move; `why` is the code of a reason other than the usual one."""
        in_turn = self.turn is not None and self.turn.view.must_decide
        self.paper.explain(code, why, goal, in_turn=in_turn)
        self._show_message()

    def _show_message(self) -> None:
        self.advice.clear()
        self._stack()
        self.on_sound(Cue.REFUSED)
        self.show(self.now)
        if self.turn is not None and self.board.layout is not None:
            self.board.shake(self.turn, self.marks, self.now)

    def dismiss(self) -> None:
        """Close the message, without showing the table anew."""
        self.paper.close()
        self.advice.clear()
        self._stack()

    def close_message(self) -> Change | None:
        """Close the message and show what lay below it."""
        self.dismiss()
        self.show(self.now)
        return None

    @property
    def toast(self) -> Toast | Bubble | None:
        """The message over the table, or the adviser's speech bubble."""
        return self.paper.toast or self.advice.bubble

    def show_bubble(self, bubble: Bubble) -> None:
        """Show a speech bubble of the joker beside highlighted tiles."""
        self.paper.close()
        self.advice.bubble = bubble
        self._stack()
        self.show(self.now)
        self.note_change()

    def on_sound(self, cue: Cue) -> None:
        """Play a sound."""
        self.context.sounds.play(cue)

    def save_turn(self) -> None:
        """Save the unsent turn and the order of the rack."""
        if self.turn is not None:
            self._on_kept(self.game, self.turn.turn_state)

    def fly_home(self, tiles: tuple[Tile, ...], boxes: dict[Tile, Box]) -> None:
        """Animate tiles back that were dropped without effect."""
        if self.turn is not None:
            self.board.fly_home(tiles, boxes, self.turn, self.marks, self.now)
