"""Plays on from a position of an old match: the same deal, the person on one seat, bots on the others.

Law: the entries about tiles up to that position are copied into a new log, so that it can be read like any other.
"""

from __future__ import annotations

from dataclasses import replace

from game.match.match import Match
from game.match.transcript import TIMED_FORMAT, Controller, EntryKind, Seat, Transcript

# Entries about persons and programs, not about tiles.
_LEFT_OUT = frozenset({EntryKind.SEAT, EntryKind.HANDOVER, EntryKind.SHARE})


def branch_match(log: Transcript, entries: int, seat: int, level: str) -> Match:
    """Return a new match that begins with the first `entries` entries of an open deal, the person on `seat`."""
    seats = tuple(
        Seat(one.name, Controller.HERE) if at == seat else Seat(one.name, Controller.BOT, level)
        for at, one in enumerate(log.header.seats)
    )
    match = Match.new(replace(log.header, seats=seats, format=TIMED_FORMAT))
    for entry in log.entries[:entries]:
        if entry.kind not in _LEFT_OUT:
            match, _ = match.with_decision(entry.author, entry.kind, entry.body, entry.proof)
    return match
