"""Rummy, the game of the Argentine box with a closing tile. Rule 5. Points are bad: the lowest total wins."""

from __future__ import annotations

from game.rules.open_table import ON_OR_OFF, TURN_SECONDS, DefaultAndAllowed, rule_set
from game.rules.open_table_laws import OpenTableLaws
from game.rules.open_table_score import seat_out, seat_points
from game.rules.ruleset import Preset, ScoreLine, SideScore, Verdict, starting_seat
from game.table.moves import Attempt, Close, Draw, Pass, Rearrange, Timeout
from game.table.options import Options
from game.table.state import Table

CHOICES: dict[str, DefaultAndAllowed] = {
    "players": (4, (range(2, 5),)),
    "first_starter": ("random", ("random", "seat0")),
    "direction": ("left", ("left", "right")),
    "hands": (4, (range(1, 13),)),
    "opening_min": (30, (range(51),)),
    "open_then_manipulate": (False, ON_OR_OFF),
    "opening_uses_table": (False, ON_OR_OFF),
    "joker_lock": ("face", ("face", "frozen", "free")),
    "joker_shift": (False, ON_OR_OFF),
    "exchange_from_table": (False, ON_OR_OFF),
    "one_after_13": (False, ON_OR_OFF),
    "closing_tile": ("instead_of_draw", ("instead_of_draw", "after_draw", "none")),
    "tie_break": ("share", ("share", "extra_hand")),
    "turn_seconds": (0, TURN_SECONDS),
    "invalid_penalty": (0, (range(4),)),
    "live_validity": (True, ON_OR_OFF),
}

LAWS = OpenTableLaws(
    key="rummy",
    moves=frozenset({Draw, Pass, Rearrange, Attempt, Close, Timeout}),
    draws_first=True,
    completes_groups=True,
    companions=0,
    joker_points=50,
    starting_seat=starting_seat,
)


def score(table: Table) -> tuple[SideScore, ...]:
    """Rule 5, score: the player who went out gets 0, everybody else the points of their rack."""
    return tuple(SideScore(seat, (_line(table, seat),)) for seat in range(table.seats))


def _line(table: Table, seat: int) -> ScoreLine:
    if seat == seat_out(table):
        return ScoreLine("closed", "5", 0)
    rack = table.racks[seat]
    return ScoreLine("rack_against", "5", seat_points(LAWS, table, seat), rack, len(rack))


def verdict(options: Options, totals: tuple[int, ...], last: Table) -> Verdict:
    """Rule 5, match, and D24: after the last hand the lowest total wins; equal totals share, or play on."""
    if last.outcome is None:
        return Verdict()
    best = min(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == best)
    needs_extra_hand = len(winners) > 1 and options.word("tie_break") == "extra_hand"
    return Verdict() if last.round < options.number("hands") or needs_extra_hand else Verdict(winners)


RUMMY = rule_set(
    LAWS,
    title="Rummy",
    line="Four rounds and a closing tile",
    section="5",
    choices=CHOICES,
    presets=(Preset("as written", {}),),
    score=score,
    verdict=verdict,
    void_price=300,
    lowest_wins=True,
)
