"""Another's rack shown open to the viewer: rows of small tiles on a seat's plate, sorted by colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.draw import cards, tiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pygame

    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look
    from game.table.faces import Face

TILE_WIDTH: Final = 26.0
MIN_FACE_PX: Final = 24  # device px: a narrower face cannot be read
GAP: Final = 2.0
PADDING: Final = 7.0
SIDE_MARGIN: Final = 4.0  # beside the tiles: with seven players and large text each has room for five in a row


def _tile_width(look: Look) -> float:
    return max(TILE_WIDTH, MIN_FACE_PX / look.u)


def _tile_height(look: Look, *, as_cards: bool) -> float:
    px = look.px(_tile_width(look))
    return (cards.height_of(px) if as_cards else tiles.height_of(px)) / look.u


def _tiles_per_row(look: Look, room: float) -> int:
    return max(1, int((room - 2 * SIDE_MARGIN + GAP) // (_tile_width(look) + GAP)))


def open_rack_rows(look: Look, count: int, room: float) -> int:
    """Return how many rows `count` tiles take on a plate of a width."""
    return -(-count // _tiles_per_row(look, room))


def open_rack_height(look: Look, count: int, room: float, *, as_cards: bool) -> float:
    """Return the height that `count` tiles take on a plate of a width."""
    rows = open_rack_rows(look, count, room)
    return rows * (_tile_height(look, as_cards=as_cards) + GAP) + PADDING if rows else 0.0


def sorted_faces(faces: Sequence[Face]) -> list[Face]:
    """Return faces by colour, then by number, jokers last."""
    return sorted(faces, key=_sort_key)


def _sort_key(face: Face) -> tuple[bool, str, int]:
    return (face.colour is None, "" if face.colour is None else face.colour.name, face.number)


def draw_open_rack(surface: pygame.Surface, look: Look, box: Box, faces: Sequence[Face], *, as_cards: bool) -> None:
    """Draw a rack into the lower part of a plate."""
    wide, abreast = _tile_width(look), _tiles_per_row(look, box.w)
    high, px = _tile_height(look, as_cards=as_cards), look.px(wide)
    rows = open_rack_rows(look, len(faces), box.w)
    wanted = min(abreast, len(faces))
    left = box.centre[0] - (wanted * (wide + GAP) - GAP) / 2
    top = box.bottom - PADDING - rows * (high + GAP) + GAP
    for number, face in enumerate(sorted_faces(faces)):
        row, column = divmod(number, abreast)
        at = (round((left + column * (wide + GAP)) * look.u), round((top + row * (high + GAP)) * look.u))
        picture = cards.card(face, px, look.palette) if as_cards else tiles.tile(face, px, look.palette)
        surface.blit(picture, at)
