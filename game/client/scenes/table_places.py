"""Where tiles, sets and slots of a board lie, for the debug print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.debug import Place
from game.client.words.tell import face_in_words

if TYPE_CHECKING:
    from game.client.board.sprites import Marks
    from game.client.scenes.table_board import Board
    from game.table.faces import Face


def board_places(board: Board, faces: tuple[Face, ...], marks: Marks) -> list[Place]:
    """Return every seen tile with what is said of it, every set, the room for a new one, every slot."""
    layout = board.layout
    if layout is None:
        return []
    told = []
    for tile, spot in layout.spots.items():
        if spot.seen:
            said = (("picked", tile in marks.picked), ("fresh", tile in marks.fresh), ("wrong", tile in marks.wrong))
            state = (board.tile_state(tile), *(word for word, true in said if true))
            words = face_in_words(faces[tile], cards=board.as_cards)
            told.append(Place("tile", f"tile:{tile}", marks.held.get(tile, spot.box), state, words))
    for zone in layout.zones:
        told += [
            Place("set", f"set:{number}", placed.box, ("ours" if zone.ours else "theirs",))
            for number, placed in zip(zone.numbers, zone.placed.sets, strict=True)
        ]
    told.append(Place("slot", "new_set", layout.us.placed.slot))
    return [*told, *(Place("slot", f"slot:{at}", box) for at, box in enumerate(layout.slots))]
