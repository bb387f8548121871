"""The texts of log entries other than moves, read and written.

`round 1 coin 7341 shows 7h!84`, `shows R5!37 ..`, `seat 2 bot Nora master`, `to 41`. What cannot be read is a
ValueError with a sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from game.match.transcript import Controller, Seat
from game.table.moves import Shown
from game.table.notation import read_shown, write_shown

_DEAL = re.compile(r"round (\d{1,6}) coin (\d{1,10})(?: shows (.+))?")
_SCORE = re.compile(r"shows ?(.*)")
_SEAT = re.compile(r"seat (\d) (here|bot|remote|empty) (\S*) ?(.*)")
_TAKEBACK = re.compile(r"to (\d{1,6})")


@dataclass(frozen=True, slots=True)
class Deal:
    """A round's beginning: its number, a number nobody chose, and the tiles turned up."""

    round: int
    coin: int
    shown: Shown


def write_deal(deal: Deal, *, cards: bool) -> str:
    """Write the beginning of a round."""
    shows = f" shows {write_shown(deal.shown, cards=cards)}" if deal.shown else ""
    return f"round {deal.round} coin {deal.coin}{shows}"


def read_deal(body: str, *, cards: bool) -> Deal:
    """Read the beginning of a round."""
    found = _DEAL.fullmatch(body)
    if found is None:
        raise ValueError(f"'{body}' does not begin a round")
    return Deal(int(found[1]), int(found[2]), read_shown(found[3] or "", cards=cards))


def write_score(shown: Shown, *, cards: bool) -> str:
    """Write the faces that are opened for scoring."""
    return f"shows {write_shown(shown, cards=cards)}".strip()


def read_score(body: str, *, cards: bool) -> Shown:
    """Read the faces that are opened for scoring."""
    found = _SCORE.fullmatch(body)
    if found is None:
        raise ValueError(f"'{body}' opens no racks")
    return read_shown(found[1], cards=cards)


def write_seat(index: int, seat: Seat) -> str:
    """Write who controls a chair from now on."""
    return f"seat {index} {seat.controller.value} {seat.level or '-'} {seat.name}"


def read_seat(body: str) -> tuple[int, Seat]:
    """Read who controls a chair from now on."""
    found = _SEAT.fullmatch(body)
    if found is None:
        raise ValueError(f"'{body}' names no chair")
    return int(found[1]), Seat(found[4], Controller(found[2]), "" if found[3] == "-" else found[3])


def read_takeback(body: str) -> int:
    """Read the entry number that play returns to."""
    found = _TAKEBACK.fullmatch(body)
    if found is None:
        raise ValueError(f"'{body}' does not say what to return to")
    return int(found[1])
