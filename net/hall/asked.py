"""What a hall tells the program that keeps it: who asks for a place. Its answer is `HallParty.place` or `no_place`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChairAsked:
    """Somebody asks for a chair at a table, 0 for any, or to watch there.

    `joins` is told of a program that knows no halls: it is sent on to the table's own address.
    """

    link: int
    key: bytes
    name: str
    table: int
    watch: bool
    joins: bool = False
