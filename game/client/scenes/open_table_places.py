"""Where each tile, set, reading and slot of an open table lies, for the debug print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.board.aims import Aim, Target
from game.client.board.open_layout import end_of
from game.client.debug import Place
from game.client.words.tell import face_in_words

if TYPE_CHECKING:
    from game.client.board.open_layout import OpenLayout
    from game.client.board.sprites import Marks
    from game.client.scenes.open_table_turn import OpenTurn


def board_places(layout: OpenLayout, turn: OpenTurn, marks: Marks) -> list[Place]:
    """Return what the board shows that is no widget."""
    told: list[Place] = []
    faces = turn.view.faces
    for tile, spot in layout.spots.items():
        if spot.seen:
            said = (
                ("picked", tile in marks.picked),
                ("fresh", tile in marks.fresh),
                ("wrong", tile in marks.wrong),
            )
            state = (f"{spot.lies.value} {spot.index}", *(word for word, true in said if true))
            told.append(
                Place("tile", f"tile:{tile}", marks.held.get(tile, spot.box), state, face_in_words(faces[tile]))
            )
    for mark in turn.standing.marks:
        heap = layout.heap(mark.heap.number)
        if heap is None:
            continue
        state = ("valid" if mark.valid else "broken", *(("changed",) if mark.changed else ()))
        told.append(Place("set", f"set:{heap.number}", heap.box, state))
        told.append(Place("slot", f"set:{heap.number}:end", end_of(heap)))
        told += [Place("reading", f"reading:{heap.number}:{at}", box) for at, box in enumerate(heap.lane) if at > 0]
    told.append(Place("slot", "new_set", layout.box_of(Target(Aim.NEW_SET))))
    told += [Place("slot", f"slot:{at}", box) for at, box in enumerate(layout.slots)]
    return told
