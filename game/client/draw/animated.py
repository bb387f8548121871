"""Writes an animated PNG from frames: the first whole, then what changed, in colours rounded to small steps."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Final

import pygame

if TYPE_CHECKING:
    pass

PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
COLOUR_STEP: Final = 12  # the levels of a colour channel are rounded to multiples of this, for a small file
SECOND_MS: Final = 1000
COMPRESSION_LEVEL: Final = 9  # zlib's best
TRUE_COLOUR_HEADER: Final = (8, 2, 0, 0, 0)  # bit depth, colour type, and the default methods of PNG
LEVEL_TABLE: Final = bytes(min(255, (level + COLOUR_STEP // 2) // COLOUR_STEP * COLOUR_STEP) for level in range(256))


class Film:
    """An animated picture built frame by frame; it loops for ever."""

    def __init__(self, frame_ms: int) -> None:
        self._frame_ms = frame_ms
        self._parts: list[bytes] = []
        self._before: pygame.Surface | None = None
        self._number = self._frames = 0

    def add(self, frame: pygame.Surface, times: int = 1) -> None:
        """Add a frame, shown for `times` frame lengths; all have one size."""
        flat = _flat(frame)
        box = flat.get_rect() if self._before is None else _changed(self._before, flat)
        control = struct.pack(
            ">IIIIIHHBB", self._number, box.w, box.h, box.x, box.y, self._frame_ms * times, SECOND_MS, 0, 0
        )
        self._parts.append(_chunk(b"fcTL", control))
        self._number += 1
        content = zlib.compress(_lines(flat.subsurface(box)), COMPRESSION_LEVEL)
        if self._before is None:
            self._parts.append(_chunk(b"IDAT", content))
        else:
            self._parts.append(_chunk(b"fdAT", struct.pack(">I", self._number) + content))
            self._number += 1
        self._before = flat
        self._frames += 1

    def to_bytes(self) -> bytes:
        """Return the file's bytes; at least one frame must have been added."""
        if self._before is None:
            raise ValueError("a film has one frame at least")
        wide, high = self._before.get_size()
        header = struct.pack(">IIBBBBB", wide, high, *TRUE_COLOUR_HEADER)
        head = [PNG_SIGNATURE, _chunk(b"IHDR", header), _chunk(b"acTL", struct.pack(">II", self._frames, 0))]
        return b"".join([*head, *self._parts, _chunk(b"IEND", b"")])


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def _flat(frame: pygame.Surface) -> pygame.Surface:
    raw = pygame.image.tobytes(frame, "RGB").translate(LEVEL_TABLE)
    return pygame.image.frombytes(raw, frame.get_size(), "RGB")


def _changed(before: pygame.Surface, now: pygame.Surface) -> pygame.Rect:
    """Return the box around all differences, at least one px large."""
    found = pygame.mask.from_threshold(now, (0, 0, 0), (1, 1, 1, 255), before)
    found.invert()
    boxes = found.get_bounding_rects()
    return boxes[0].unionall(boxes[1:]) if boxes else pygame.Rect(0, 0, 1, 1)


def _lines(picture: pygame.Surface) -> bytes:
    """Return the rows, each as its difference from the one above (PNG's filter *up*)."""
    wide = picture.get_width() * 3
    raw = pygame.image.tobytes(picture, "RGB")
    rows = [raw[at : at + wide] for at in range(0, len(raw), wide)]
    out = []
    above = bytes(wide)
    for row in rows:
        out.append(b"\x02" + bytes((one - other) & 255 for one, other in zip(row, above, strict=True)))
        above = row
    return b"".join(out)
