"""The plates in the strip of an open table: name above the last move, the count on a chip.

Full plates where it is wide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import surfaces, theme
from game.client.table.plates.seat import AVATAR_SIZE, MAX_FLAT_GROWTH, PADDING, PlateBoxes, SeatPlate
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.words import say

if TYPE_CHECKING:
    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look

MIN_RACK_WIDTH = 292.0  # a narrower plate shows no small rack
MIN_AVATAR_PLATE_WIDTH = 132.0
# largest size in a plate without a small rack, also as a share of the plate's width
MAX_PICTURE_SIZE, PICTURE_SHARE = 28.0, 0.19
LONG_PLAY_TILES = 11  # a plate has room to say that so many were laid
CHIP_SCALE = 0.85  # of the usual size: the count beside a name in a plate of two lines
# at both ends and after the picture; between name and count; after the line
END_MARGIN, NAME_GAP, LINE_GAP = 7.0, 5.0, 6.0
GAP_WITHOUT_PICTURE = 2.0  # space before the text where there is no picture
MIN_NAME_WIDTH = 10.0
LINES_MARGIN = 4.0  # above and below two lines, together
NAME_SIDE_ROOM, LINE_SIDE_ROOM = 28.0, 22.0  # room beside a whole name, and a whole line, without picture and count
ARROW_SIZE, ARROW_GAP = 10, 7.0  # to the next player: its size, and its distance from the plate


class StripPlate(SeatPlate):
    """Another player in the strip."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.direction = True  # whether the arrow to the next player points right

    def min_size(self, look: Look) -> Size:
        """Return the least width of a plate with a picture, and the height of a plate."""
        return (MIN_AVATAR_PLATE_WIDTH, super().min_size(look)[1])

    def width_for_name(self, look: Look) -> float:
        """Return the width at which the whole name fits beside picture and count."""
        chip = self._count_chip(look).get_width() / look.u
        side = min(look.at_least(AVATAR_SIZE), self.min_size(look)[1] - PADDING, MIN_AVATAR_PLATE_WIDTH * PICTURE_SHARE)
        return side + look.text_width(self.info.name, theme.LABEL) + chip + NAME_SIDE_ROOM

    def width_for_line(self, look: Look) -> float:
        """Return the width at which the most frequent last moves fit beside the picture."""
        return (
            look.scaled(MAX_PICTURE_SIZE)
            + look.text_width(say("open.did.laid", n=LONG_PLAY_TILES), theme.SMALL)
            + LINE_SIDE_ROOM
        )

    def part_boxes(self) -> PlateBoxes:
        """Return the boxes of the plate's parts; the narrowest plates use the picture's room for the name."""
        look, box = self.look, self.plate_box
        if self.rect.w >= MIN_RACK_WIDTH * min(MAX_FLAT_GROWTH, max(1.0, look.text_scale)):
            return super().part_boxes()
        chip, side = self._count_chip(look), 0.0
        if self.rect.w >= MIN_AVATAR_PLATE_WIDTH * max(1.0, look.text_scale):
            most = self.rect.w * PICTURE_SHARE, look.scaled(MAX_PICTURE_SIZE)
            side = min(look.at_least(AVATAR_SIZE), box.h - PADDING, *most)
        picture = Box(box.x + END_MARGIN, box.centre[1] - side / 2, side, side) if side else None
        left = box.x + END_MARGIN + GAP_WITHOUT_PICTURE if picture is None else picture.right + END_MARGIN
        wide = max(MIN_NAME_WIDTH, box.right - END_MARGIN - chip.get_width() / look.u - NAME_GAP - left)
        high, small = look.line_height(theme.LABEL), look.line_height(theme.SMALL)
        one_line = high + small > box.h - LINES_MARGIN
        name = Box(left, box.y + (box.h - high - (0.0 if one_line else small)) / 2, wide, high)
        line = None if one_line else Box(left, name.bottom, box.right - LINE_GAP - left, small)
        return PlateBoxes(picture, chip, (box.right - END_MARGIN, name.centre[1]), name, line, cuts=True)

    def _count_chip(self, look: Look) -> pygame.Surface:
        """Return the chip beside the name; the line below has the whole width."""
        return surfaces.count_chip(self.info.count, look.lettering(theme.NUMBER, CHIP_SCALE))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the plate, and the arrow to the next player."""
        super().draw(surface)
        if self.direction:
            at = (self.rect.right + ARROW_GAP, self.rect.centre[1])
            draw.icon(surface, self.look, "forward", at, ARROW_SIZE, theme.FELT_TEXT)
