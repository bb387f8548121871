"""Playing on from a place of a match that was played: the same tiles, the person on a seat of it, bots on the others.

Law: what was played until there is written anew, line by line, so that the new match can be read like any other.
"""

from __future__ import annotations

from dataclasses import replace

from game.match.match import Match
from game.match.transcript import TIMED, Controller, EntryKind, Seat, Transcript

# What a log may hold that is about persons and programs, and not about tiles.
_LEFT_OUT = frozenset({EntryKind.SEAT, EntryKind.HANDOVER, EntryKind.SHARE})


def branch(log: Transcript, entries: int, seat: int, level: str) -> Match:
    """Return the match after `entries` entries of an open deal as a new one, for the person on a seat."""
    seats = tuple(
        Seat(one.name, Controller.HERE) if at == seat else Seat(one.name, Controller.BOT, level)
        for at, one in enumerate(log.header.seats)
    )
    match = Match.new(replace(log.header, seats=seats, format=TIMED))
    for entry in log.entries[:entries]:
        if entry.kind not in _LEFT_OUT:
            match, _ = match.adding(entry.author, entry.kind, entry.body, entry.proof)
    return match
