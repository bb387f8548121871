"""What a hall tells the program that keeps it: who asks for what. Its answers are methods of `HallParty`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChairAsked:
    """Somebody asks for a chair at a table, 0 for any, or to watch there.

    `joins` is told of a program that knows no halls, and the `match` it comes back to: it is sent on to the address of
    the table.
    """

    link: int
    key: bytes
    name: str
    table: int
    watch: bool
    joins: bool = False
    match: bytes = b""


@dataclass(frozen=True, slots=True)
class PartnerAsked:
    """Somebody would like to play as a pair with whoever is called so."""

    key: bytes
    name: str
