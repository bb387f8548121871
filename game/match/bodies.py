"""Reads and writes the texts of log entries for deals, scores, chairs and void rounds.

`round 1 coin 7341 shows 7h!84`, `shows R5!37 ..`, `seat 2 bot hard Nora`, `seat 1 pays 800`. Only the exact text that
is written here is read; any other, even one of the same meaning, raises ValueError with a readable message, except for
a void round, where text that names no payment is ignored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeVar

from game.match.transcript import Controller, Seat
from game.table.moves import ShownFaces
from game.table.notation import read_shown, write_shown

_T = TypeVar("_T")

_DEAL = re.compile(r"round ([0-9]{1,6}) coin ([0-9]{1,10})(?: shows (.+))?")
_SCORE = re.compile(r"shows ?(.*)")
_SEAT = re.compile(r"seat ([0-9]) (here|bot|remote|empty) (\S+) (.*)")
_VOID = re.compile(r"seat ([0-9]) pays ([0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class Deal:
    """The beginning of a round: its number, the random number that settles the starter, and the tiles turned up."""

    round: int
    coin: int
    shown: ShownFaces


def write_deal(deal: Deal, *, cards: bool) -> str:
    """Write the beginning of a round."""
    shows = f" shows {write_shown(deal.shown, cards=cards)}" if deal.shown else ""
    return f"round {deal.round} coin {deal.coin}{shows}"


def read_deal(body: str, *, cards: bool) -> Deal:
    """Read the beginning of a round."""
    found = _DEAL.fullmatch(body)
    if found is None:
        raise ValueError(f"'{body}' does not begin a round")
    deal = Deal(int(found[1]), int(found[2]), read_shown(found[3] or "", cards=cards))
    return _as_written(deal, body, write_deal(deal, cards=cards))


def write_score(shown: ShownFaces, *, cards: bool) -> str:
    """Write the faces that are opened for scoring."""
    return f"shows {write_shown(shown, cards=cards)}".strip()


def read_score(body: str, *, cards: bool) -> ShownFaces:
    """Read the faces that are opened for scoring."""
    found = _SCORE.fullmatch(body)
    if found is None:
        raise ValueError(f"'{body}' opens no racks")
    shown = read_shown(found[1], cards=cards)
    return _as_written(shown, body, write_score(shown, cards=cards))


def write_seat(index: int, seat: Seat) -> str:
    """Write who controls a chair from now on."""
    return f"seat {index} {seat.controller.value} {seat.level or '-'} {seat.name}"


def read_seat(body: str) -> tuple[int, Seat]:
    """Read who controls a chair from now on."""
    found = _SEAT.fullmatch(body)
    if found is None:
        raise ValueError(f"'{body}' names no chair")
    index, seat = int(found[1]), Seat(found[4], Controller(found[2]), "" if found[3] == "-" else found[3])
    return _as_written((index, seat), body, write_seat(index, seat))


def write_void(paid: tuple[int, int] | None) -> str:
    """Write that a round was broken off: by which seat, and what its side pays for it."""
    return "void" if paid is None else f"seat {paid[0]} pays {paid[1]}"


def read_void(body: str) -> tuple[int, int] | None:
    """Read who pays how much for a round that was broken off; None where nobody pays; any other text is ignored."""
    found = _VOID.fullmatch(body)
    if found is None:
        return None
    paid = (int(found[1]), int(found[2]))
    return _as_written(paid, body, write_void(paid))


def _as_written(value: _T, body: str, written: str) -> _T:
    """Return the value read from a body; raise ValueError if it would be written differently."""
    if body != written:
        raise ValueError(f"'{body}' is written '{written}'")
    return value
