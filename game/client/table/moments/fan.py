"""One's own dead hand as it comes: the pack lifts, opens as a fan of backs over the rack, turns over and runs in.

Laws: where each tile is follows from the time alone; a turned picture is made once; a hand that ends it loses nothing,
since the tiles lie in the rack from the first picture on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame

from game.client.draw import cards, tiles
from game.client.table.geometry.easing import ease_in_out, ease_out, spring
from game.table.faces import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygame import Surface

    from game.client.table.moments.queue import Running
    from game.client.widgets.boxes import Box, Point
    from game.client.widgets.look import Look
    from game.table.faces import Face

# Shares of the moment's length: when each part begins and how long it takes, and the way from one tile to the next.
LIFTS: Final = (0.0, 0.2)
OPENS: Final = (0.2, 0.28)
TURNS: Final = (0.42, 0.1, 0.026)
RUNS: Final = (0.72, 0.11, 0.016)
LIFT: Final = 16.0  # logical px
RADIUS: Final = 520.0  # logical px
APART: Final = 6.0  # degrees from one tile to the next
ABOVE: Final = 26.0  # logical px of the fan over the rack
PACKED, BESIDE, ABOVE_WORDS = 0.42, 9.6, 16.0  # of a tile's size in the pack; lp to the next one, over its box's middle
ARC: Final = 70.0  # logical px that the pack flies higher than the straight way
THINNEST: Final = 0.36  # of its width, while it turns over
STEPS: Final = 2  # degrees, and px of width, between two pictures that are kept


@dataclass(frozen=True, slots=True)
class LeaningTile:
    """Where a tile's middle is, how it leans in degrees, how wide and how large it seems, whether its face is seen."""

    middle: Point
    lean: float
    wide: float
    size: float
    face: bool


@dataclass(frozen=True, slots=True)
class FanWay:
    """The way of one tile among several: from the pack by its place in the fan to its slot."""

    at: int
    of: int
    pack: Box
    slot: Box
    rack: Box

    def pose(self, share: float) -> LeaningTile:
        """Return how it stands after a share of the moment."""
        lean = (self.at - (self.of - 1) / 2) * APART
        turned = math.radians(lean)
        high = self.slot.h
        fan_y = self.rack.y - ABOVE - high / 2 + RADIUS * (1 - math.cos(turned))
        fan = (self.rack.centre[0] + RADIUS * math.sin(turned), fan_y)
        opened = spring(_part(share, OPENS))
        pack_x, pack_y = self.pack.centre
        pack_x += (self.at - (self.of - 1) / 2) * BESIDE
        pack_y -= ABOVE_WORDS + LIFT * ease_out(_part(share, LIFTS))
        runs = ease_in_out(_part(share, RUNS, self.at))
        slot_x, slot_y = self.slot.centre
        x = pack_x + (fan[0] - pack_x) * opened
        y = pack_y + (fan[1] - pack_y) * opened - ARC * math.sin(math.pi * _part(share, OPENS))
        over = _part(share, TURNS, self.at)
        wide = 1.0 - (1.0 - THINNEST) * math.sin(math.pi * over)
        lean *= _part(share, OPENS) * (1.0 - runs)
        size = PACKED + (1.0 - PACKED) * _part(share, OPENS)
        return LeaningTile((x + (slot_x - x) * runs, y + (slot_y - y) * runs), lean, wide, size, face=over >= 1 / 2)


def _part(share: float, part: tuple[float, ...], at: int = 0) -> float:
    """Return how much of a part has passed, 0 to 1."""
    begins, lasts, *apart = part
    return min(1.0, max(0.0, (share - begins - at * sum(apart)) / lasts))


class DeadHandFlight:
    """The tiles of a dead hand on their way, in device px."""

    def __init__(
        self,
        running: Running,
        look: Look,
        pack: Box,
        rack: Box,
        tiles_in: Sequence[tuple[Face, Box]],
        *,
        as_cards: bool,
    ) -> None:
        self.running, self._look = running, look
        self._draws = cards.card if as_cards else tiles.tile
        self._tiles = tuple(
            (face, FanWay(at, len(tiles_in), pack, slot, rack)) for at, (face, slot) in enumerate(tiles_in)
        )
        self._kept: dict[tuple[Face, int, int], Surface] = {}

    def draw(self, surface: Surface, now: float) -> None:
        """Draw every tile where it is by then."""
        share, look = max(0.0, self.running.share(now)), self._look
        for face, way in self._tiles:
            pose = way.pose(share)
            image = self._image(face if pose.face else HIDDEN, way.slot, pose)
            at = (round(pose.middle[0] * look.u), round(pose.middle[1] * look.u))
            surface.blit(image, image.get_rect(center=at))

    def _image(self, face: Face, slot: Box, pose: LeaningTile) -> Surface:
        wide = self._look.px(slot.w)
        lean, seems = round(pose.lean / STEPS) * STEPS, max(1, round(wide * pose.wide * pose.size / STEPS)) * STEPS
        if (face, lean, seems) not in self._kept:
            made = self._draws(face, wide, self._look.palette)
            if seems < wide:
                made = pygame.transform.smoothscale(made, (seems, round(made.get_height() * pose.size)))
            self._kept[face, lean, seems] = pygame.transform.rotozoom(made, -lean, 1.0) if lean else made
        return self._kept[face, lean, seems]
