"""Where a pointer reaches on a table: the open board, the words under the pile, or a widget that lies over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.board.aims import Aim
from game.client.events import PointerDown, PointerLeft, PointerMoved, PointerUp
from game.client.scenes.table_areas import Area
from game.client.widgets.widget import IGNORED, TAKEN, Answer

if TYPE_CHECKING:
    from game.client.events import Event
    from game.client.scenes.table import TableScene
    from game.client.scenes.table_pointer import Pointer
    from game.client.scenes.table_turn import Turn
    from game.client.widgets.boxes import Point


def point(scene: TableScene, event: Event) -> Answer:
    """Let the pointer act on the board; what it did not take is for the widgets."""
    pointer, turn = scene.pointer, scene.turn
    if pointer is None or turn is None:
        return IGNORED
    match event:
        case PointerDown(at, "right"):
            turn.undo()
            return TAKEN
        case PointerDown(at, "left") if _open(scene, at):
            return _pressed(scene, pointer, at)
        case PointerMoved(at):
            if pointer.moved(scene.laid(), at):
                scene.board.settle(turn.bench, scene.marks)
                scene.seen()
            return TAKEN if pointer.dragging else IGNORED
        case PointerUp(at, "left") if pointer.hand is not None or pointer.pressed is not None:
            return _let_go(scene, pointer, turn, at)
        case PointerLeft():
            pointer.let_go()
            pointer.hover = None
            scene.show(scene.now)
    return IGNORED


def _pressed(scene: TableScene, pointer: Pointer, at: Point) -> Answer:
    taken = pointer.down(scene.laid(), at)
    scene.ring.show(shown=False)
    # The hidden focus follows the pointer, so that keys go on where the hand was.
    for area in scene.areas:
        if area.rect.holds(at):
            scene.ring.focus_on(area)
            if pointer.pressed is not None:
                area.point(pointer.pressed)
    return TAKEN if taken else IGNORED


def _let_go(scene: TableScene, pointer: Pointer, turn: Turn, at: Point) -> Answer:
    if pointer.hand is None and _on_caption(scene, pointer, turn, at):
        pointer.let_go()
        return Answer(taken=True, change=scene.fan_out())
    pointer.up(scene.laid(), at)
    scene.show(scene.now)
    return TAKEN


def _open(scene: TableScene, at: Point) -> bool:
    """Tell whether the board lies open at a point: no button and no paper over it."""
    if scene.toast is not None and scene.toast.rect.holds(at):
        return False
    widget = scene.ring.at(at)
    return widget is None or isinstance(widget, Area)


def _on_caption(scene: TableScene, pointer: Pointer, turn: Turn, at: Point) -> bool:
    """Tell whether the words under the pile were clicked, with nothing picked: they fan it out."""
    pressed, layout = pointer.pressed, scene.laid()
    if turn.bench.picked or not turn.view.table.pile or pressed is None or pressed.aim is not Aim.PILE:
        return False
    return layout.frame.pile.holds(at) and at[1] > layout.pile[0].bottom + 3
