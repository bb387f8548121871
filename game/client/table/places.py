"""Where the tiles and slots of any board lie, for debug output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.debug import ShownItem
from game.client.table.geometry.laid import TileZone
from game.client.words.tell import face_in_words

if TYPE_CHECKING:
    from game.client.table.geometry.laid import Spot, TableLayout
    from game.client.table.sprites import Marks
    from game.table.faces import Face
    from game.table.tiles import Tile


def tile_places(layout: TableLayout, faces: tuple[Face, ...], marks: Marks, *, as_cards: bool) -> list[ShownItem]:
    """Return every visible tile with its state."""
    return [
        ShownItem(
            "tile",
            f"tile:{tile}",
            marks.held.get(tile, spot.box),
            (_lies(spot), *_said(tile, marks)),
            face_in_words(faces[tile], cards=as_cards),
        )
        for tile, spot in layout.spots.items()
        if spot.seen
    ]


def slot_places(layout: TableLayout) -> list[ShownItem]:
    """Return the slots of the rack."""
    return [ShownItem("slot", f"slot:{at}", box) for at, box in enumerate(layout.slots)]


def _lies(spot: Spot) -> str:
    return f"{spot.lies.value} {spot.index}" if spot.lies is not TileZone.PILE else "pile"


def _said(tile: Tile, marks: Marks) -> tuple[str, ...]:
    said = (("picked", tile in marks.picked), ("fresh", tile in marks.fresh), ("wrong", tile in marks.wrong))
    return tuple(word for word, true in said if true)
