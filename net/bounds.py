"""Every number that travels, in messages, entries and bodies: what it may be and why. PROTOCOL.md shows this table.

Law: no message has a range that is not listed here; a number outside its range is the sender's fault, found before
anything is done with it.
"""

from __future__ import annotations

from typing import NamedTuple

from net.schema import Whole


class BoundedCounter(NamedTuple):
    """A range, and why it ends there."""

    rule: Whole
    reason: str


COUNTERS: dict[str, BoundedCounter] = {
    "seat": BoundedCounter(Whole(0, 7), "the chairs of a table: seven are dealt to, one is spare"),
    "speaker, seats taken": BoundedCounter(Whole(0, 8), "the chairs, or 8 for who has none; so many can be taken"),
    "author": BoundedCounter(Whole(0, 255), "the chairs, and 255 for the table"),
    "turn, seen, number, length, base": BoundedCounter(
        Whole(0, 20_000), "entries of a log: four matches of seven players"
    ),
    "ballot": BoundedCounter(Whole(0, 2**31 - 1), "four bytes in a seal; one search for a host uses up 32 steps of 16"),
    "version": BoundedCounter(Whole(1, 65_535), "two bytes, one version a day for a life"),
    "log version": BoundedCounter(Whole(1, 2), "those that can be read"),
    "kind": BoundedCounter(Whole(0, 63), "16 of the log's own, and room for those of a game"),
    "phrase": BoundedCounter(Whole(0, 255), "one byte, of which two pause the table and two speak of the score"),
    "tile": BoundedCounter(Whole(0, 119), "the largest deck has 108; so many locked still fit into an entry"),
    "round": BoundedCounter(Whole(1, 999_999), "only the one that is due is taken, far below the entries there are"),
    "bot version, nodes": BoundedCounter(Whole(0, 2**31), "held to what the terms say before any bot thinks"),
    "table of a hall": BoundedCounter(Whole(1, 32), "as many as one core deals for"),
    "table asked for": BoundedCounter(Whole(0, 32), "the tables of a hall, or 0 for any"),
    "round of a tournament": BoundedCounter(Whole(0, 200), "everybody of a hall meets everybody, and some once more"),
    "seconds of a round": BoundedCounter(Whole(0, 86_400), "a day: no round is longer"),
    "people of a hall": BoundedCounter(Whole(0, 128), "each is told of every chair that is taken"),
    "bot seed": BoundedCounter(Whole(0, 2**62), "held to the seed that every program finds itself"),
}
