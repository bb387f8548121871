"""An animated PNG from pictures: whole first, then what changed; its lowest bits are let go, which nobody sees."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Final

import pygame

if TYPE_CHECKING:
    from collections.abc import Sequence

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
STEP: Final = 12  # between two levels of a colour that are kept apart
LEVELS: Final = bytes(min(255, (level + STEP // 2) // STEP * STEP) for level in range(256))


def animated(frames: Sequence[pygame.Surface], ms: int) -> bytes:
    """Return the file of frames of one size, each shown so long; it begins anew for ever."""
    wide, high = frames[0].get_size()
    header = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    parts = [SIGNATURE, _chunk(b"IHDR", header), _chunk(b"acTL", struct.pack(">II", len(frames), 0))]
    before: pygame.Surface | None = None
    number = 0
    for at, frame in enumerate(frames):
        flat = _flat(frame)
        box = flat.get_rect() if before is None else _changed(before, flat)
        control = struct.pack(">IIIIIHHBB", number, box.w, box.h, box.x, box.y, ms, 1000, 0, 0)
        parts.append(_chunk(b"fcTL", control))
        number += 1
        content = zlib.compress(_lines(flat.subsurface(box)), 9)
        if at == 0:
            parts.append(_chunk(b"IDAT", content))
        else:
            parts.append(_chunk(b"fdAT", struct.pack(">I", number) + content))
            number += 1
        before = flat
    return b"".join([*parts, _chunk(b"IEND", b"")])


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def _flat(frame: pygame.Surface) -> pygame.Surface:
    raw = pygame.image.tobytes(frame, "RGB").translate(LEVELS)
    return pygame.image.frombytes(raw, frame.get_size(), "RGB")


def _changed(before: pygame.Surface, now: pygame.Surface) -> pygame.Rect:
    """Return the box around all that differs, one px of it at least."""
    found = pygame.mask.from_threshold(now, (0, 0, 0), (1, 1, 1, 255), before)
    found.invert()
    boxes = found.get_bounding_rects()
    return boxes[0].unionall(boxes[1:]) if boxes else pygame.Rect(0, 0, 1, 1)


def _lines(picture: pygame.Surface) -> bytes:
    """Return the rows, each told as its difference from the one above."""
    wide = picture.get_width() * 3
    raw = pygame.image.tobytes(picture, "RGB")
    rows = [raw[at : at + wide] for at in range(0, len(raw), wide)]
    out = []
    above = bytes(wide)
    for row in rows:
        out.append(b"\x02" + bytes((one - other) & 255 for one, other in zip(row, above, strict=True)))
        above = row
    return b"".join(out)
