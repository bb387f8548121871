"""The visible tiles as sprites: at rest on the table, or above it while they fly or are dragged.

Laws: a sprite is a blit of a shared surface, made at the shown size; only `redraw_tiles` and `advance` move sprites;
drawing only blits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pygame

from game.client.draw import cards, paint, tiles
from game.client.draw.theme import CORAL, GOLD, NEW_DOT
from game.client.table.geometry.laid import TileZone
from game.client.table.swing import Swing
from game.table.faces import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pygame import Surface

    from game.client.draw.theme import RGB
    from game.client.table.geometry.laid import TableLayout
    from game.client.table.geometry.motion import Flight
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look
    from game.table.faces import Face
    from game.table.tiles import Tile

LIFT_HEIGHT, HOVER_HEIGHT = 14.0, 4.0  # logical px by which a picked tile is raised, and one under the pointer
TABLE_LIFT_HEIGHT = 8.0  # for a picked tile on the table: less than the gap between two rows
RIM_WIDTH, NEW_RIM_WIDTH = 3.0, 2.0
MIN_NEW_RIM_PX = 2  # device px: one alone is hardly seen
HOVER_LEAN_DEGREES = 3
DRAG_SHADOW_DROP = 18.0  # how far below a dragged tile its shadow lies, in logical px
FACE_TURN_SHARE = 0.5  # part of a flight after which the face is visible
GROUND_LAYER, RACK_LAYER, WAITING_LAYER, AIR_LAYER, HAND_LAYER = range(5)


@dataclass(frozen=True, slots=True)
class Marks:
    """How tiles are highlighted. `held` are the boxes of dragged tiles.

    With `face_down` the player's tiles show their backs, because the table is paused. `lit` tiles are those of a
    hint; the joker that is `awake` has both eyes open, while all others wink.
    """

    picked: tuple[Tile, ...] = ()
    hover: Tile | None = None
    fresh: tuple[Tile, ...] = ()
    wrong: tuple[Tile, ...] = ()
    held: Mapping[Tile, Box] = field(default_factory=dict)
    face_down: bool = False
    lit: tuple[Tile, ...] = ()
    awake: Tile | None = None


class PlacedSurface(pygame.sprite.Sprite):
    """A surface at a position in device px; higher layers are drawn later."""

    def __init__(self, image: Surface, at: tuple[int, int], layer: int) -> None:
        super().__init__()
        self.draw_layer = layer
        self.place_at(image, at)

    def place_at(self, image: Surface, at: tuple[int, int]) -> None:
        """Show an image at a position."""
        self.blit = (image, at)


class LayeredSprites(pygame.sprite.Group):  # type: ignore[type-arg]  # generic in the stubs alone
    """A sprite group that draws by layer, and within a layer in order of insertion."""

    def sprites(self) -> list[PlacedSurface]:
        """Return the sprites in drawing order."""
        return sorted(super().sprites(), key=_layer)

    def draw_on(self, surface: Surface, *layers: int) -> None:
        """Draw the sprites of some layers."""
        surface.blits([piece.blit for piece in self.sprites() if piece.draw_layer in layers], doreturn=False)


def _layer(piece: PlacedSurface) -> int:
    return piece.draw_layer


@dataclass(slots=True)
class Flyer:
    """A flying tile: its sprite, face and image; in device px its destination and the offset of its start from it."""

    piece: PlacedSurface
    face: Face
    drawn: tiles.Sprite
    end: tuple[float, float]
    way: tuple[float, float]
    off: tuple[int, int] = (0, 0)  # how far from its destination it is now


class TileStage:
    """All tiles of one table: `table` holds those at rest, `air` those that fly or are dragged."""

    def __init__(self) -> None:
        self.as_cards = False
        self.table = LayeredSprites()
        self.air = LayeredSprites()
        self._flights: dict[Tile, Flight] = {}
        self._rose = False  # whether tiles at rest have begun to fly, so that they must not be drawn twice
        self._flyers: dict[Tile, Flyer] = {}
        self._in_hand: list[PlacedSurface] = []
        self._swing = Swing()
        self._look: Look | None = None
        self._faces: tuple[Face, ...] = ()

    @property
    def moving(self) -> bool:
        """Return whether anything flies, or swings while dragged."""
        return bool(self._flights) or self._swing.wants_frames

    @property
    def flying_tiles(self) -> tuple[Tile, ...]:
        """Return the flying tiles."""
        return tuple(self._flights)

    def is_flying(self, tile: Tile) -> bool:
        """Return whether a tile flies."""
        return tile in self._flights

    def is_away(self, tile: Tile) -> bool:
        """Return whether a tile flies from another place; one that only rises in a wave does not."""
        return tile in self._flights and not self._flights[tile].returns

    def fly(self, flights: Iterable[Flight]) -> None:
        """Begin flights; end those under way."""
        self.end_flights()
        self._flights = {flight.tile: flight for flight in flights}

    def still_flying(self, goals: Mapping[Tile, Box], now: float) -> tuple[Flight, ...]:
        """Return the flights that go on: begun by that time, not over, and to a place that has not changed."""
        seen = (one for one in self._flights.values() if one.begins <= now and not one.under)
        return tuple(one for one in seen if goals.get(one.tile) == one.end and not one.is_over(now))

    def add_flights(self, flights: Iterable[Flight]) -> None:
        """Begin flights without ending those under way; a tile that already flies goes on."""
        self._flights, self._rose = {**{flight.tile: flight for flight in flights}, **self._flights}, True

    def arrival_time(self, tile: Tile) -> float:
        """Return when a tile arrives; a time long past for one at rest."""
        flight = self._flights.get(tile)
        return -math.inf if flight is None else flight.begins + flight.lasts

    def offset_of(self, tile: Tile, *, waits: bool) -> tuple[int, int] | None:
        """Return how far from its destination a flying tile is drawn in px, if it waits or if it moves."""
        flyer = self._flyers.get(tile)
        return None if flyer is None or (flyer.piece.draw_layer == WAITING_LAYER) is not waits else flyer.off

    def flight_starts(self, tiles: Iterable[Tile]) -> list[Box]:
        """Return where flying tiles started."""
        return [self._flights[tile].start for tile in tiles if tile in self._flights]

    def delay_flights(self, tiles: Iterable[Tile], until: float) -> None:
        """Keep flying tiles at their start until a time."""
        held = {tile: self._flights[tile] for tile in tiles if tile in self._flights}
        self._flights |= {tile: replace(flight, begins=max(flight.begins, until)) for tile, flight in held.items()}

    def hide_until(self, tiles: Iterable[Tile], at: float) -> None:
        """Hide flying tiles until a time; then show them at their destination."""
        gone = {tile: self._flights[tile] for tile in tiles if tile in self._flights}
        for tile in gone:
            if tile in self._flyers:
                self._flyers.pop(tile).piece.kill()
        self._flights |= {
            tile: replace(one, start=one.end, begins=at, lasts=0.0, under=True, turns=False)
            for tile, one in gone.items()
        }

    def end_flights(self) -> None:
        """End all flights at once."""
        self.air.empty()
        self._flights, self._flyers = {}, {}

    def redraw_tiles(self, layout: TableLayout, faces: tuple[Face, ...], marks: Marks, look: Look) -> None:
        """Draw every visible tile at its place, with its marks."""
        self._look, self._faces = look, faces
        self._rose = False
        self.table.empty()
        order = sorted(layout.spots.items(), key=lambda pair: (pair[1].box.y, pair[1].box.x))
        for tile, spot in order:
            if not spot.seen or tile in self._flights or tile in marks.held:
                continue
            layer = RACK_LAYER if spot.lies is TileZone.RACK or tile in (*marks.picked, *marks.lit) else GROUND_LAYER
            box = spot.box.moved(0, -self._rise(tile, spot.lies, marks))
            face = HIDDEN if marks.face_down and spot.lies is TileZone.RACK else faces[tile]
            self._stand(tile, face, box, layer, marks)
        self.advance(None, marks)

    def advance(self, now: float | None, marks: Marks) -> bool:
        """Move what flies to its place at that time; return whether any has arrived or risen, so that it must settle.

        Without a time, flying tiles stay where they are, and those that begin to fly wait for the next call with a
        time.
        """
        landed = [] if now is None else [tile for tile, flight in self._flights.items() if flight.is_over(now)]
        for tile in landed:
            del self._flights[tile]
            if tile in self._flyers:
                self._flyers.pop(tile).piece.kill()
        if self._look is None:
            return False
        for tile, flight in self._flights.items():
            if now is not None and not (flight.under and now < flight.begins):
                self._fly(tile, flight, now, self._look.u)
        anchor = next(iter(marks.held.values()), None)
        if now is not None:
            self._swing.update_lean(anchor.x if anchor is not None and self._leans else None, now)
        self.air.remove(*self._in_hand)
        self._in_hand = [piece for tile, box in marks.held.items() for piece in self._held(tile, box, anchor or box)]
        self.air.add(*self._in_hand)
        return bool(landed) or self._rose

    def _fly(self, tile: Tile, flight: Flight, at: float, u: float) -> None:
        """Move a flying tile; redraw it only when its face turns up."""
        face = self._faces[tile] if self._face_up(flight, at) else HIDDEN
        flyer = self._flyers.get(tile)
        if flyer is None:
            drawn, (across, down) = self._drawn(face, flight.end), flight.start_offset
            piece, end = PlacedSurface(drawn.surface, (0, 0), AIR_LAYER), (flight.end.x * u, flight.end.y * u)
            flyer = self._flyers[tile] = Flyer(piece, face, drawn, end, (across * u, down * u))
            self.air.add(flyer.piece)
        elif flyer.face is not face:
            flyer.face, flyer.drawn = face, self._drawn(face, flight.end)
        flyer.piece.draw_layer = WAITING_LAYER if at < flight.begins else AIR_LAYER
        (x, y), (across, down), left = flyer.end, flyer.way, flight.remaining_share(at)
        corner = (round(x + across * left), round(y + down * left))
        flyer.off = (round(across * left), round(down * left))
        flyer.piece.blit = (flyer.drawn.surface, flyer.drawn.blit_position(corner))

    def _face_up(self, flight: Flight, at: float) -> bool:
        if not flight.shows_face:
            return False
        return not flight.turns or flight.progress(at) >= FACE_TURN_SHARE

    def _rise(self, tile: Tile, lies: TileZone, marks: Marks) -> float:
        if lies is not TileZone.RACK:
            return TABLE_LIFT_HEIGHT if tile in marks.picked else 0.0
        # a highlighted tile keeps its height: only picked tiles are raised
        up = tile in marks.picked or tile in marks.wrong
        return LIFT_HEIGHT if up else HOVER_HEIGHT if tile == marks.hover else 0.0

    def _stand(self, tile: Tile, face: Face, box: Box, layer: int, marks: Marks) -> None:
        wide, corner = self._at(box)
        rim: RGB | None = CORAL if tile in marks.wrong else GOLD if tile in (*marks.picked, *marks.lit) else None
        if rim is not None:
            self.table.add(self._rim(wide, corner, rim, layer))
        if tile == marks.hover and layer == RACK_LAYER and rim is None and self._leans:
            leaning = self._turned(face, wide, HOVER_LEAN_DEGREES, None, awake=tile == marks.awake)
            self.table.add(PlacedSurface(leaning, self._around(leaning, wide, corner), layer))
        else:
            drawn = self._drawn(face, box, awake=tile == marks.awake)
            self.table.add(PlacedSurface(drawn.surface, drawn.blit_position(corner), layer))
            if rim is None and tile in marks.fresh:
                self.table.add(self._edge(wide, corner, layer))
        if tile in marks.wrong:
            badge = tiles.wrong_badge(wide)
            self.table.add(PlacedSurface(badge.surface, badge.blit_position(corner), layer))
        elif tile in marks.fresh:
            dot = tiles.new_dot(wide)
            self.table.add(PlacedSurface(dot.surface, dot.blit_position(corner), layer))

    def _drawn(self, face: Face, box: Box, *, awake: bool = False) -> tiles.Sprite:
        """Return the image of a tile with its shadow, as wide as the box."""
        draw = cards.with_shadow if self.as_cards else tiles.with_shadow
        return draw(face, self._at(box)[0], self._the_look().palette, awake=awake)

    @property
    def _leans(self) -> bool:
        return self._look is not None and not self._look.calm and not self._look.motion_reduced

    def _held(self, tile: Tile, box: Box, anchor: Box) -> tuple[PlacedSurface, ...]:
        """Return a tile in the hand: its shadow far below it, its rim, itself; it swings about the one that is held."""
        lean = round(self._swing.lean)
        if lean:
            box = box.moved(0, -(box.x - anchor.x) * math.sin(math.radians(lean)))
        wide, corner = self._at(box)
        look, face = self._the_look(), self._faces[tile]
        below = (cards if self.as_cards else tiles).shadow(wide, look.px(DRAG_SHADOW_DROP))
        shadow = PlacedSurface(below.surface, below.blit_position(corner), HAND_LAYER)
        if lean:
            image = self._turned(face, wide, lean, GOLD)
            return (shadow, PlacedSurface(image, self._around(image, wide, corner), HAND_LAYER))
        image = cards.card(face, wide, look.palette) if self.as_cards else tiles.tile(face, wide, look.palette)
        return (shadow, self._rim(wide, corner, GOLD, HAND_LAYER), PlacedSurface(image, corner, HAND_LAYER))

    def _turned(self, face: Face, wide: int, lean: int, rim: RGB | None, *, awake: bool = False) -> Surface:
        """Return the image of a rotated tile, with its rim or its shadow."""
        kind, palette, thick = (
            cards if self.as_cards else tiles,
            self._the_look().palette,
            self._the_look().px(RIM_WIDTH),
        )

        def make() -> Surface:
            shaded = kind.with_shadow(face, wide, palette, awake=awake)
            halo = (
                shaded
                if rim is None
                else tiles.halo((wide, kind.height_of(wide)), kind.corner_radius(wide), rim, thick)
            )
            pad = max(*halo.pad, *shaded.pad)
            upright = paint.blank_surface((wide + 2 * pad, kind.height_of(wide) + 2 * pad))
            upright.blit(halo.surface, halo.blit_position((pad, pad)))
            if rim is not None:
                image = cards.card(face, wide, palette) if self.as_cards else tiles.tile(face, wide, palette)
                upright.blit(image, (pad, pad))
            return paint.blit_ready(pygame.transform.rotozoom(upright, lean, 1.0))

        return paint.plate_cache.get(("leaning", face, wide, palette.name, self.as_cards, lean, rim, awake), make)

    def _around(self, image: Surface, wide: int, corner: tuple[int, int]) -> tuple[int, int]:
        """Return where to blit a tile that is rotated about its middle."""
        high = (cards if self.as_cards else tiles).height_of(wide)
        return image.get_rect(center=(corner[0] + wide // 2, corner[1] + high // 2)).topleft

    def _rim(self, wide: int, corner: tuple[int, int], colour: RGB, layer: int) -> PlacedSurface:
        halo = tiles.halo(*self._shape(wide), colour, self._the_look().px(RIM_WIDTH))
        return PlacedSurface(halo.surface, halo.blit_position(corner), layer)

    def _edge(self, wide: int, corner: tuple[int, int], layer: int) -> PlacedSurface:
        """Return the thin ring of a new tile."""
        ring = tiles.edge(*self._shape(wide), NEW_DOT, max(MIN_NEW_RIM_PX, self._the_look().px(NEW_RIM_WIDTH)))
        return PlacedSurface(ring.surface, ring.blit_position(corner), layer)

    def _shape(self, wide: int) -> tuple[tuple[int, int], float]:
        """Return the size of a tile or card and the radius of its corners."""
        kind = cards if self.as_cards else tiles
        return (wide, kind.height_of(wide)), kind.corner_radius(wide)

    def _at(self, box: Box) -> tuple[int, tuple[int, int]]:
        u = self._the_look().u
        return max(8, int(box.w * u + 0.01)), (round(box.x * u), round(box.y * u))

    def _the_look(self) -> Look:
        if self._look is None:
            raise RuntimeError("tiles are settled with a look before they are drawn")
        return self._look
