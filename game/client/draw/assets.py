"""Fonts, sounds and icons, found as package data so that a wheel has them.

Law: a font is opened once per face and size; sizes are device px.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Final

import pygame

from assets import FILES
from game.client.draw.theme import Typeface

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MAX_CACHED_SIZES: Final = 32
# Font families with the scripts that Lato lacks (most Greek, Hebrew, Arabic, Chinese, Japanese, Korean), widest first.
FALLBACK_FAMILIES = (
    "notosanscjk", "notosanscjksc", "notosans", "dejavusans", "arialunicodems", "segoeui", "microsoftyahei",
    "hiraginosans", "applesdgothicneo", "wenquanyizenhei", "droidsansfallback", "freesans", "arial",
)  # fmt: skip


@lru_cache(maxsize=96)
def font(typeface: Typeface, px: int) -> pygame.font.Font:
    """Return the face at `px` device pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    with as_file(_font_file(typeface)) as path:
        return pygame.font.Font(str(path), px)


@lru_cache(maxsize=MAX_CACHED_SIZES)
def round_font(px: int, *, heavy: bool) -> pygame.font.Font:
    """Return the rounded font for characters that ours lack; it has one weight, which is emboldened for `heavy`."""
    font(Typeface.ROUND, px)  # starts pygame's font module where it does not run yet
    with as_file(_font_file(Typeface.ROUND)) as path:
        opened = pygame.font.Font(str(path), px)
    opened.bold = heavy
    return opened


@lru_cache(maxsize=len(Typeface))
def _font_file(typeface: Typeface) -> Traversable:
    package, name = typeface.value
    return files(package) / "files" / name


@lru_cache(maxsize=1)
def fallback_path() -> str | None:
    """Return the file of a system font for characters our fonts lack; cached, because the search is slow."""
    for family in FALLBACK_FAMILIES:
        path = pygame.font.match_font(family)
        if path is not None:
            return str(path)
    return None


@lru_cache(maxsize=16)
def fallback_font(px: int) -> pygame.font.Font | None:
    """Return the system's font at `px` device pixels; None where the system has none of the families that we know."""
    path = fallback_path()
    return None if path is None else pygame.font.Font(path, px)


def forget_fonts() -> None:
    """Drop every opened font; needed before pygame's font module is shut."""
    font.cache_clear()
    round_font.cache_clear()
    fallback_font.cache_clear()


def sound_bytes(name: str) -> bytes | None:
    """Return the WAV file of that name (without its ending), or None when there is none."""
    sound = FILES / "sounds" / f"{name}.wav"
    return sound.read_bytes() if sound.is_file() else None


def icon_bytes(name: str) -> bytes:
    """Return the SVG file of an icon; raise KeyError where there is none."""
    sign = FILES / "icons" / f"{name.replace(' ', '_')}.svg"
    if not sign.is_file():
        raise KeyError(name)
    return sign.read_bytes()


def icon_names() -> tuple[str, ...]:
    """Return the names of all icons, in alphabetical order."""
    found = (sign.name for sign in (FILES / "icons").iterdir())
    return tuple(sorted(name.removesuffix(".svg").replace("_", " ") for name in found if name.endswith(".svg")))


def nap_bytes() -> bytes:
    """Return the PNG file of the felt's texture."""
    return (FILES / "nap.png").read_bytes()


def face_parts(name: str) -> str:
    """Return a file of the parts that faces are made of."""
    return (FILES / "faces" / f"{name}.toml").read_text(encoding="utf-8")
