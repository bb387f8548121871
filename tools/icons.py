"""The program's icon in every form a system wants: PNG in some sizes, .ico for Windows, .icns for macOS."""

from __future__ import annotations

import struct
import sys
from io import BytesIO
from pathlib import Path

import pygame

from game.client.draw.logo import program_icon

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
MAX_ICO_PX = 256  # px, which an .ico writes as 0
# The names of PNGs by size in an .icns file.
ICNS = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08", 512: b"ic09"}


def png(px: int) -> bytes:
    """Return the icon as a PNG of a square of `px`."""
    out = BytesIO()
    pygame.image.save(program_icon(px), out, "icon.png")
    return out.getvalue()


def ico(pictures: dict[int, bytes]) -> bytes:
    """Return an .ico of PNGs, which Windows reads since Vista."""
    fitting = {px: data for px, data in pictures.items() if px <= MAX_ICO_PX}
    head = struct.pack("<HHH", 0, 1, len(fitting))
    at = len(head) + 16 * len(fitting)
    rows = b""
    for px, data in fitting.items():
        rows += struct.pack("<BBBBHHII", px % MAX_ICO_PX, px % MAX_ICO_PX, 0, 0, 1, 32, len(data), at)
        at += len(data)
    return head + rows + b"".join(fitting.values())


def icns(pictures: dict[int, bytes]) -> bytes:
    """Return an .icns of PNGs."""
    parts = b"".join(name + struct.pack(">I", 8 + len(pictures[px])) + pictures[px] for px, name in ICNS.items())
    return b"icns" + struct.pack(">I", 8 + len(parts)) + parts


def write_icons(folder: Path) -> None:
    """Write all of them into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {px: png(px) for px in SIZES}
    for px, data in pictures.items():
        (folder / f"comodin-{px}.png").write_bytes(data)
    (folder / "comodin.ico").write_bytes(ico(pictures))
    (folder / "comodin.icns").write_bytes(icns(pictures))


if __name__ == "__main__":
    write_icons(Path(sys.argv[1]))
