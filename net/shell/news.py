"""Discovery events of the sockets' thread; kept out of `announce.py`, which loads zeroconf."""

from __future__ import annotations

from dataclasses import dataclass

from net.discovery import Address


@dataclass(frozen=True, slots=True)
class Announced:
    """A table was announced: its service name, properties and addresses."""

    name: str
    said: dict[bytes, bytes | None]
    places: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An announcement was withdrawn."""

    name: str


@dataclass(frozen=True, slots=True)
class DiscoveryFailed:
    """Announcing or listening failed; `why` is the system's error message."""

    why: str


@dataclass(frozen=True, slots=True)
class Measured:
    """The round trip to `target` in milliseconds; None if nobody answered."""

    target: str
    took: int | None


DiscoveryEvent = Measured | Announced | Withdrawn | DiscoveryFailed
