"""The requests of guests that a hall passes to its program, which answers by methods of `HallParty`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChairRequest:
    """Somebody asks for a chair at a table (ANY_TABLE for the next that has one), or to watch there.

    `joins` is true for a program that knows no halls: it is sent on to the table's address. `match` is the match it
    returns to, if any.
    """

    link: int
    key: bytes
    name: str
    table: int
    watch: bool
    joins: bool = False
    match: bytes = b""


@dataclass(frozen=True, slots=True)
class PartnerRequest:
    """The owner of `key` would like to play as a pair with the person called `name`."""

    key: bytes
    name: str
