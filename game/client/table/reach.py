"""Where a pointer reaches on any table: the open board, or a widget that lies over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.client.events import PointerDown, PointerLeft, PointerMoved, PointerUp
from game.client.table.areas import Area
from game.client.widgets.widget import IGNORED, TAKEN, Answer

if TYPE_CHECKING:
    from game.client.events import Event
    from game.client.table.pointer import Pointer
    from game.client.table.scene import AnyTable
    from game.client.widgets.boxes import Point

    Table = AnyTable[Any]
    Pointing = Pointer[Any, Any]


def point(scene: Table, pointer: Pointing, event: Event) -> Answer:
    """Let the pointer act on the board; what it did not take is for the widgets."""
    match event:
        case PointerDown(at, "right") if _open(scene, at):
            scene.take_back(at)
            return TAKEN
        case PointerDown(at, "left") if _open(scene, at):
            return _pressed(scene, pointer, event)
        case PointerMoved(at):
            if pointer.moved(scene.board.laid(), at):
                scene.settle()
            return TAKEN if pointer.dragging or pointer.drawing else IGNORED
        case PointerUp(at, "left") if pointer.busy:
            return _let_go(scene, pointer, at)
        case PointerLeft():
            pointer.leave()
            scene.show(scene.now)
    return IGNORED


def _pressed(scene: Table, pointer: Pointing, press: PointerDown) -> Answer:
    taken = pointer.down(scene.board.laid(), press)
    scene.ring.show(shown=False)
    # The hidden focus follows the pointer, so that keys go on where the hand was.
    for area in scene.areas:
        if area.rect.holds(press.at):
            scene.ring.focus_on(area)
            if pointer.pressed is not None:
                area.point(pointer.pressed)
    return TAKEN if taken else IGNORED


def _let_go(scene: Table, pointer: Pointing, at: Point) -> Answer:
    words = IGNORED if pointer.drawing else scene.words_at(at)
    if words.taken:
        pointer.let_go()
        return words
    pointer.up(scene.board.laid(), at)
    scene.show(scene.now)
    return TAKEN


def _open(scene: Table, at: Point) -> bool:
    """Tell whether the board lies open at a point: no button and no paper over it."""
    if scene.toast is not None and scene.toast.rect.holds(at):
        return False
    widget = scene.ring.at(at)
    return widget is None or isinstance(widget, Area)
