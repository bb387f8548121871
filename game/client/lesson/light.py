"""The highlights of a lesson's step: the boxes of its places and tiles, and the dimming of the rest.

Law: highlights follow the current layout; a tile that has gone has none.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import pygame

from game.client.draw.theme import GOLD
from game.client.table.aims import Aim, Target
from game.client.table.dead_hand.layout import DeadHandLayout
from game.client.table.geometry.laid import TileZone
from game.client.table.open.layout import OpenLayout
from game.client.table.sprites import LIFT_HEIGHT
from game.client.widgets import draw
from game.client.widgets.boxes import Box, bounding_box
from game.table.notation import read_pieces

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from game.client.table.scene import TableScene
    from game.client.widgets.look import Look
    from game.table.faces import Face
    from game.table.tiles import Tile
    from game.table.view import View

DIM_LEVEL: Final = 176  # of 255: the brightness of the rest
RING_WIDTH: Final = 3.0
RING_GAP: Final = 5.0
CORNER_RADIUS: Final = 10.0
LABELLED_PLACES: Final = ("own", "felt")  # places with a label on their upper edge
LABEL_REACH: Final = 10.0  # logical px by which such a label stands out
BADGE_REACH: Final = 7.0  # logical px by which a set's badge stands out
# The names of the widgets that each place stands for, in both families.
PLACE_WIDGETS: Final = {
    "own": ("zone:us",),
    "felt": ("table.sets",),
    "pile": ("pile",),
    "gold": ("table.primary",),
    "second": ("table.second",),
}


def lit_boxes(scene: TableScene[Any], lights: Iterable[str]) -> tuple[Box, ...]:
    """Return the boxes to highlight, each with a small margin."""
    found: list[Box] = []
    for light in lights:
        found += _boxes(scene, light)
    return tuple(box.inset(-RING_GAP) for box in found)


def _boxes(scene: TableScene[Any], light: str) -> list[Box]:
    turn, board = scene.shown.turn, scene.board
    if turn is None or board.layout is None:
        return []
    layout = board.current_layout()
    view: View = turn.view
    if light == "rack":
        return [layout.frame.rack]
    if light == "stock":
        return [layout.box_of(Target(Aim.STOCK))]
    if light == "rival":
        return [plate.rect for plate in board.plates.values()]
    if light == "dead":
        return [layout.frame.dead_us] if isinstance(layout, DeadHandLayout) else []
    if light == "closing":
        return [layout.closing] if isinstance(layout, OpenLayout) and layout.closing is not None else []
    if light in PLACE_WIDGETS:
        members = {widget.name: widget for widget in scene.shown.root.members}
        there = [members[name] for name in PLACE_WIDGETS[light] if name in members and members[name].visible]
        head = LABEL_REACH if light in LABELLED_PLACES else 0.0
        return [Box(one.rect.x, one.rect.y - head, one.rect.w, one.rect.h + head) for one in there]
    cards = scene.session.rules.deck.cards
    word, _blank, rest = light.partition(" ")
    if word == "set":
        tiles, _colon, one = rest.partition(":")
        return _of_set(scene, view, _faces(tiles, cards=cards), _faces(one, cards=cards))
    faces = _faces(light, cards=cards)
    own = [tile for tile in turn.turn_state.pickable_tiles if layout.spots[tile].lies is TileZone.RACK]
    found = [next((tile for tile in own if view.faces[tile] == face), None) for face in faces]
    picked = turn.turn_state.picked
    return [
        layout.spots[tile].box.moved(0, -LIFT_HEIGHT if tile in picked else 0) for tile in found if tile is not None
    ]


def _faces(text: str, *, cards: bool) -> list[Face]:
    return [piece.face for piece in read_pieces(text, cards=cards)]


def _of_set(scene: TableScene[Any], view: View, faces: Sequence[Face], meant: Sequence[Face]) -> list[Box]:
    """Return the box of the set of these faces, or the boxes of the tiles `meant` in it."""
    spots, tiles = scene.board.current_layout().spots, _set_of(scene, view, faces)
    if meant:
        return [spots[tile].box for tile in tiles if view.faces[tile] in meant]
    return [_whole_set(scene, tiles).inset(-BADGE_REACH)] if tiles else []


def _whole_set(scene: TableScene[Any], tiles: Sequence[Tile]) -> Box:
    """Return the box of a set with its seal."""
    layout = scene.board.current_layout()
    placed = layout.placed_set(layout.spots[tiles[0]].index) if isinstance(layout, DeadHandLayout) else None
    seal = () if placed is None or placed.seal is None else (placed.seal,)
    return bounding_box([*(layout.spots[tile].box for tile in tiles), *seal])


def _set_of(scene: TableScene[Any], view: View, faces: Sequence[Face]) -> list[Tile]:
    """Return the tiles of the set of these faces; empty if it is not on the table."""
    lying: dict[int, list[Tile]] = {}
    for tile, spot in scene.board.current_layout().spots.items():
        if spot.lies is TileZone.SET and spot.seen:
            lying.setdefault(spot.index, []).append(tile)
    meant = Counter(faces)
    return next((tiles for tiles in lying.values() if Counter(view.faces[tile] for tile in tiles) == meant), [])


def sets_to_grow(scene: TableScene[Any], lights: Iterable[str]) -> set[Tile]:
    """Return the tiles of the sets highlighted as a whole, to which the selected tiles are to be added."""
    turn, cards = scene.shown.turn, scene.session.rules.deck.cards
    if turn is None or scene.board.layout is None:
        return set()
    whole = [light.removeprefix("set ") for light in lights if light.startswith("set ") and ":" not in light]
    return {tile for one in whole for tile in _set_of(scene, turn.view, _faces(one, cards=cards))}


def dim_except(surface: pygame.Surface, look: Look, lit: Sequence[Box], clear: Sequence[Box]) -> None:
    """Darken everything except these boxes, and draw a ring around those in `lit`."""
    whole = surface.get_rect()
    kept = []
    for box in (*lit, *clear):
        rect = look.rect(box).clip(whole)
        if rect.w > 0 and rect.h > 0:
            kept.append((rect, surface.subsurface(rect).copy()))
    surface.fill((DIM_LEVEL, DIM_LEVEL, DIM_LEVEL), special_flags=pygame.BLEND_RGB_MULT)
    for rect, picture in kept:
        surface.blit(picture, rect)
    draw_rings(surface, look, lit)


def draw_rings(surface: pygame.Surface, look: Look, lit: Iterable[Box]) -> None:
    """Draw a ring around each box."""
    for box in lit:
        draw.plate(surface, look, box, CORNER_RADIUS, None, draw.Edge(GOLD, RING_WIDTH))
