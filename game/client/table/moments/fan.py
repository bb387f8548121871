"""The animation of the player's own dead hand: the pack rises, fans out over the rack, turns over and flies in.

Laws: positions depend on the time alone; a rotated image is made once; input that ends the animation loses nothing,
because the tiles are on the rack from the first frame on.
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

    from game.client.table.moments.queue import RunningMoment
    from game.client.widgets.boxes import Box, Point
    from game.client.widgets.look import Look
    from game.table.faces import Face

# Shares of the moment's length: start and duration of each phase, and the delay from one tile to the next.
LIFT_TIMES: Final = (0.0, 0.2)
FAN_OUT_TIMES: Final = (0.2, 0.28)
TURN_TIMES: Final = (0.42, 0.1, 0.026)
FLY_TIMES: Final = (0.72, 0.11, 0.016)
LIFT_HEIGHT: Final = 16.0  # logical px
FAN_RADIUS: Final = 520.0  # logical px
FAN_STEP_DEGREES: Final = 6.0  # from one tile of the fan to the next
RACK_GAP: Final = 26.0  # logical px from the fan to the rack below it
# in the pack: size of a tile as a share of its own, logical px to the next tile; logical px above the text's centre
PACK_SCALE, PACK_STEP, GAP_ABOVE_WORDS = 0.42, 9.6, 16.0
ARC_HEIGHT: Final = 70.0  # logical px by which the pack's path curves upwards
MIN_TURNING_WIDTH: Final = 0.36  # least width of a tile that turns over, as a share of its own
CACHE_STEP: Final = 2  # degrees, and px of width, between two cached images


@dataclass(frozen=True, slots=True)
class LeaningTile:
    """A tile's centre, rotation in degrees, apparent width and size, and whether its face is visible."""

    middle: Point
    lean: float
    wide: float
    size: float
    face: bool


@dataclass(frozen=True, slots=True)
class FanPath:
    """The path of one tile of `count`: from the pack through its place in the fan to its slot."""

    index: int
    count: int
    pack: Box
    slot: Box
    rack: Box

    def pose(self, share: float) -> LeaningTile:
        """Return the tile's pose after a share of the moment's length."""
        lean = (self.index - (self.count - 1) / 2) * FAN_STEP_DEGREES
        turned = math.radians(lean)
        high = self.slot.h
        fan_y = self.rack.y - RACK_GAP - high / 2 + FAN_RADIUS * (1 - math.cos(turned))
        fan = (self.rack.centre[0] + FAN_RADIUS * math.sin(turned), fan_y)
        opened = spring(_part(share, FAN_OUT_TIMES))
        pack_x, pack_y = self.pack.centre
        pack_x += (self.index - (self.count - 1) / 2) * PACK_STEP
        pack_y -= GAP_ABOVE_WORDS + LIFT_HEIGHT * ease_out(_part(share, LIFT_TIMES))
        runs = ease_in_out(_part(share, FLY_TIMES, self.index))
        slot_x, slot_y = self.slot.centre
        x = pack_x + (fan[0] - pack_x) * opened
        y = pack_y + (fan[1] - pack_y) * opened - ARC_HEIGHT * math.sin(math.pi * _part(share, FAN_OUT_TIMES))
        over = _part(share, TURN_TIMES, self.index)
        wide = 1.0 - (1.0 - MIN_TURNING_WIDTH) * math.sin(math.pi * over)
        lean *= _part(share, FAN_OUT_TIMES) * (1.0 - runs)
        size = PACK_SCALE + (1.0 - PACK_SCALE) * _part(share, FAN_OUT_TIMES)
        return LeaningTile((x + (slot_x - x) * runs, y + (slot_y - y) * runs), lean, wide, size, face=over >= 1 / 2)


def _part(share: float, part: tuple[float, ...], at: int = 0) -> float:
    """Return the progress of a phase, 0 to 1."""
    begins, lasts, *apart = part
    return min(1.0, max(0.0, (share - begins - at * sum(apart)) / lasts))


class DeadHandFlight:
    """The flying tiles of a dead hand, in device px."""

    def __init__(
        self,
        running: RunningMoment,
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
            (face, FanPath(at, len(tiles_in), pack, slot, rack)) for at, (face, slot) in enumerate(tiles_in)
        )
        self._kept: dict[tuple[Face, int, int], Surface] = {}

    def draw(self, surface: Surface, now: float) -> None:
        """Draw every tile at its place at that time."""
        share, look = max(0.0, self.running.progress(now)), self._look
        for face, way in self._tiles:
            pose = way.pose(share)
            image = self._image(face if pose.face else HIDDEN, way.slot, pose)
            at = (round(pose.middle[0] * look.u), round(pose.middle[1] * look.u))
            surface.blit(image, image.get_rect(center=at))

    def _image(self, face: Face, slot: Box, pose: LeaningTile) -> Surface:
        wide = self._look.px(slot.w)
        lean, seems = (
            round(pose.lean / CACHE_STEP) * CACHE_STEP,
            max(1, round(wide * pose.wide * pose.size / CACHE_STEP)) * CACHE_STEP,
        )
        if (face, lean, seems) not in self._kept:
            made = self._draws(face, wide, self._look.palette)
            if seems < wide:
                made = pygame.transform.smoothscale(made, (seems, round(made.get_height() * pose.size)))
            self._kept[face, lean, seems] = pygame.transform.rotozoom(made, -lean, 1.0) if lean else made
        return self._kept[face, lean, seems]
