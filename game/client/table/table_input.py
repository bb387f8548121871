"""Input at a table: what each gesture and action of mouse, keyboard and gamepad does.

Laws: only the turn changes the table; what the player asks to see is shown here, or is the next scene.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from game.client.events import Event, PointerDown, PointerLeft, PointerMoved, PointerUp
from game.client.table.aims import Aim
from game.client.table.areas import Area, TargetName
from game.client.table.geometry.laid import TableLayout
from game.client.table.sprites import LIFT_HEIGHT, TABLE_LIFT_HEIGHT
from game.client.table.turn import UnsentTurn
from game.client.widgets.widget import IGNORED, TAKEN
from game.client.words import say
from game.client.words.tell import face_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.director import Change
    from game.client.table.aims import Target
    from game.client.table.pointer import Pointer
    from game.client.table.shown import ShownMatch
    from game.client.widgets.boxes import Point
    from game.client.widgets.widget import Answer
    from game.table.tiles import Tile

T = TypeVar("T", bound=UnsentTurn[Any])
L = TypeVar("L", bound=TableLayout)


class TableInput(ABC, Generic[T, L]):
    """Handles input for the viewer's seat. `areas` are the stops of Tab, in the order of the layout."""

    def __init__(self, shown: ShownMatch[T, L], areas: Sequence[Area[L]]) -> None:
        self.shown = shown
        self.areas = areas
        for area in areas:
            area.naming, area.rise = self.target_name, self._rise

    @property
    def turn(self) -> T | None:
        """The player's turn; None until the match is dealt."""
        return self.shown.turn

    @property
    def pointer(self) -> Pointer[T, L] | None:
        """The pointer on the board."""
        return self.shown.pointer

    # --- what each family defines ------------------------------------------------------------------------------------

    @abstractmethod
    def use_target(self, target: Target) -> Change | None:
        """Do what the space key does on a target."""

    def take_back(self, at: Point) -> None:  # noqa: ARG002 - where it was asked means something at some tables
        """Do what a right click does: undo the last step."""
        if self.turn is not None:
            self.turn.undo()

    def tile_of(self, target: Target) -> Tile | None:
        """Return the tile that lies in a target."""
        return self.turn.tile_in_slot(target.index) if self.turn is not None and target.aim is Aim.SLOT else None

    @abstractmethod
    def target_words(self, target: Target) -> str:
        """Return the accessible name of a target that holds no single tile."""

    def click_text(self, at: Point) -> Answer:  # noqa: ARG002 - most tables have no words to click
        """Do what a click on a text of the board does."""
        return IGNORED

    def confirm_target(self) -> bool:
        """Handle Return on the focused target before any button does; return whether anything was done."""
        return False

    def cancel_input(self) -> bool:
        """Cancel a state of the input alone, such as a drag; return whether there was one."""
        return False

    def tick(self, seconds: float) -> None:
        """Advance timed behaviour by some seconds."""

    def on_clock(self, seconds: float | None) -> None:
        """Take note of the seconds left on the turn clock."""

    def timeout_code(self) -> str:
        """Return the message code for what happened when the viewer's time ran out; empty for the usual move."""
        return ""

    # --- the same at every table -------------------------------------------------------------------------------------

    def target_name(self, target: Target) -> TargetName:
        """Return the accessible name of a target."""
        if self.turn is None:
            return TargetName("")
        tile = self.tile_of(target)
        if tile is not None:
            face = self.turn.view.faces[tile]
            return TargetName(face_in_words(face, cards=self.shown.board.as_cards), tile in self.turn.turn_state.picked)
        if target.aim is Aim.SLOT:
            return TargetName(say("access.gap"))
        if target.aim is Aim.STOCK:
            return TargetName(say("text.stock", n=len(self.turn.view.table.stock)))
        return TargetName(self.target_words(target))

    def choose_set(self, target: Target) -> None:
        """Focus one of several sets that would accept the picked tiles."""
        area = next((area for area in self.areas if target in area.targets()), None)
        if area is not None:
            self.shown.ring.show_focus(shown=True)
            area.focus_target(target)
            self.shown.ring.focus_on(area)

    def pick_up_to(self) -> Change | None:
        """Pick all tiles from the one picked last to the focused one."""
        tile = self.focused_tile()
        if self.turn is not None and tile is not None:
            self.turn.pick_up_to(tile)
        return None

    def make_obvious_move(self) -> Change | None:
        """Make the obvious move with the focused tile, or with the tile picked last."""
        picked = () if self.turn is None else self.turn.turn_state.picked
        tile = self.focused_tile()
        tile = tile if tile is not None or not picked else picked[-1]
        if self.turn is not None and tile is not None:
            choice = self.turn.make_obvious_move(tile)
            if choice is not None:
                self.choose_set(choice)
        return None

    def focused_tile(self) -> Tile | None:
        """Return the focused tile, even while the focus ring is hidden."""
        target = self.focused_target()
        return None if target is None else self.tile_of(target)

    def focused_target(self) -> Target | None:
        """Return the focused target, even while the focus ring is hidden."""
        focus = self.shown.ring.focus
        return focus.target if isinstance(focus, Area) else None

    def _rise(self, target: Target) -> float:
        """Return how far the picked tile of a target is raised, in logical px."""
        tile = self.tile_of(target)
        if self.turn is None or tile is None or tile not in self.turn.turn_state.picked:
            return 0.0
        return LIFT_HEIGHT if target.aim is Aim.SLOT else TABLE_LIFT_HEIGHT

    def carry_tile(self, slot: int, goal: int) -> None:
        """Carry a tile along the rack."""
        if self.turn is not None:
            self.turn.carry_tile(slot, goal)


# --- the pointer: the open board, or a widget that lies over it -----------------------------------------------------


def handle_pointer(hands: TableInput[Any, Any], event: Event) -> Answer:
    """Send a pointer event to the board; what the board does not handle goes to the widgets."""
    shown, pointer = hands.shown, hands.pointer
    if pointer is None:
        return IGNORED
    match event:
        case PointerDown(at, "right") if _is_uncovered(shown, at):
            hands.take_back(at)
            return TAKEN
        case PointerDown(at, "left") if _is_uncovered(shown, at):
            return _pressed(shown, pointer, event)
        case PointerMoved(at):
            if pointer.on_move(shown.board.current_layout(), at):
                shown.redraw_tiles()
            return TAKEN if pointer.dragging or pointer.is_lassoing else IGNORED
        case PointerUp(at, "left") if pointer.is_pressed:
            return _released(hands, pointer, at)
        case PointerLeft():
            pointer.on_leave()
            shown.show(shown.now)
    return IGNORED


def _pressed(shown: ShownMatch[Any, Any], pointer: Pointer[Any, Any], press: PointerDown) -> Answer:
    taken = pointer.on_press(shown.board.current_layout(), press)
    shown.ring.show_focus(shown=False)
    # The focus follows the pointer while hidden, so that the keys go on from the last click.
    for area in shown.areas:
        if area.rect.contains(press.at):
            shown.ring.focus_on(area)
            if pointer.pressed is not None:
                area.focus_target(pointer.pressed)
    return TAKEN if taken else IGNORED


def _released(hands: TableInput[Any, Any], pointer: Pointer[Any, Any], at: Point) -> Answer:
    words = IGNORED if pointer.is_lassoing else hands.click_text(at)
    if words.taken:
        pointer.cancel_drag()
        return words
    pointer.on_release(hands.shown.board.current_layout(), at)
    hands.shown.show(hands.shown.now)
    return TAKEN


def _is_uncovered(shown: ShownMatch[Any, Any], at: Point) -> bool:
    """Return whether no button or message covers a point of the board."""
    if shown.toast is not None and shown.toast.rect.contains(at):
        return False
    widget = shown.ring.widget_at(at)
    return widget is None or isinstance(widget, Area)
