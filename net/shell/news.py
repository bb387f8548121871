"""What is heard of other tables, as the thread of the sockets tells it. Apart from `announce`, which loads zeroconf."""

from __future__ import annotations

from dataclasses import dataclass

from net.discovery import Address


@dataclass(frozen=True, slots=True)
class Announced:
    """Somebody announces a table: under which name, in which words, and where."""

    name: str
    said: dict[bytes, bytes | None]
    places: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An announcement is gone."""

    name: str


@dataclass(frozen=True, slots=True)
class Unheard:
    """Announcing or listening failed; `why` is the system's own sentence."""

    why: str


@dataclass(frozen=True, slots=True)
class Measured:
    """How many milliseconds the way to `target` takes; None where nobody answered."""

    target: str
    took: int | None


News = Measured | Announced | Withdrawn | Unheard
