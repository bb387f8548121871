"""The standings: places by match points, then by the tie-breaks of the format, the same on every machine.

All values are integers and fractions. Entrants equal in everything share a place, in the order of joining. A round not
played counts in the sums of opponents as if played against oneself, which neither helps nor harms.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Final

from game.club.duplicate import matchpoint_shares
from game.club.field import scores_of
from game.club.knockout import unbeaten_entrants
from game.club.pairing import entrants_by_place
from game.club.scores import compare_sides, is_played
from game.club.values import BOT_ENTRANT, ClubFormat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.club.values import ClubTable, TournamentPlan, TournamentState


class TieBreak(Enum):
    """What decides among equal match points."""

    DIRECT = "direct"  # what entrants equal in match points earned against each other, if all of them met
    BUCHHOLZ = "buchholz"  # the sum of the opponents' match points
    SONNEBORN = "sonneborn"  # the match points of beaten opponents, and half of those of drawn ones
    WINS = "wins"
    MARGIN = "margin"  # the own points less the opponent's, or the mean of several opponents'
    POINTS = "points"


TIE_BREAKS_BY_FORMAT: Final = {
    ClubFormat.ROUND_ROBIN: (TieBreak.DIRECT, TieBreak.SONNEBORN, TieBreak.MARGIN, TieBreak.POINTS),
    ClubFormat.SWISS: (TieBreak.BUCHHOLZ, TieBreak.SONNEBORN, TieBreak.DIRECT, TieBreak.MARGIN, TieBreak.POINTS),
    ClubFormat.KNOCKOUT: (TieBreak.WINS, TieBreak.MARGIN, TieBreak.POINTS),
    ClubFormat.HOWELL: (TieBreak.DIRECT, TieBreak.SONNEBORN, TieBreak.MARGIN, TieBreak.POINTS),
    ClubFormat.MITCHELL: (TieBreak.MARGIN, TieBreak.POINTS),
}


@dataclass(frozen=True, slots=True)
class ClubStanding:
    """A row of the standings: the place and what decided it. `line` is the entrant's line in a Mitchell movement.

    `reached` is the last knockout round the entrant played in or went through to; `share` is that of the matchpoints in
    duplicates.
    """

    number: int
    place: int = 0
    line: int = 0
    match_points: int = 0
    played: int = 0
    wins: int = 0
    byes: int = 0
    points: int = 0
    margin: int = 0
    buchholz: Fraction = Fraction(0)
    sonneborn: Fraction = Fraction(0)
    direct: int = 0
    reached: int = 0
    share: Fraction | None = None


def standings(state: TournamentState) -> tuple[ClubStanding, ...]:
    """Return the rows of all entrants in order; the two lines of a Mitchell movement one after the other."""
    score = scores_of(state)
    part = matchpoint_shares(state) if state.plan.duplicate else {}
    rows = [replace(_standing(state, one.number, score), share=part.get(one.number)) for one in state.entrants]
    found: list[ClubStanding] = []
    for line in (0, 1):
        found += _with_places(state, [row for row in rows if row.line == line])
    return tuple(found)


def champions(state: TournamentState) -> tuple[int, ...]:
    """Return who won a finished tournament; several if the place is shared or each of two lines has a winner."""
    return tuple(row.number for row in standings(state) if row.place == 1) if state.ended else ()


def _with_places(state: TournamentState, rows: list[ClubStanding]) -> Iterator[ClubStanding]:
    rows.sort(key=lambda row: (_main_key(row), -row.number), reverse=True)
    ordered: list[tuple[tuple[object, ...], ClubStanding]] = []
    for first, equals in groupby(rows, key=_main_key):
        group = _with_direct(state, list(equals))
        keyed = [((*first, *_tie_break_values(state, row)), row) for row in group]
        ordered += sorted(keyed, key=lambda one: (one[0], -one[1].number), reverse=True)
    place, before = 0, None
    for at, (key, row) in enumerate(ordered, start=1):
        if key != before:
            place, before = at, key
        yield replace(row, place=place)


def _main_key(row: ClubStanding) -> tuple[Fraction, int, int]:
    return row.share if row.share is not None else Fraction(0), row.reached, row.match_points


def _tie_break_values(state: TournamentState, row: ClubStanding) -> tuple[Fraction, ...]:
    values: dict[TieBreak, Fraction | int] = {
        TieBreak.DIRECT: row.direct,
        TieBreak.BUCHHOLZ: row.buchholz,
        TieBreak.SONNEBORN: row.sonneborn,
        TieBreak.WINS: row.wins,
        TieBreak.MARGIN: -row.margin if state.plan.lowest_wins else row.margin,
        TieBreak.POINTS: -row.points if state.plan.lowest_wins else row.points,
    }
    return tuple(Fraction(values[one]) for one in TIE_BREAKS_BY_FORMAT[state.plan.format])


def _standing(state: TournamentState, number: int, score: dict[int, int]) -> ClubStanding:
    plan = state.plan
    counts: Counter[str] = Counter()
    buchholz = sonneborn = Fraction(0)
    for one in state.rounds[state.entrant(number).since - 1 :]:
        table = one.table_of(number)
        counts["byes"] += number in one.byes
        if table is None or not is_played(table) or table.result is None or _absent(table, number):
            counts["wins"] += table is not None and _won(plan, table, number)
            buchholz += score[number]
            continue
        side = table.side_of(number)
        others = [
            (other, at) for at, who in enumerate(table.sides) if at != side for other in who if other != BOT_ENTRANT
        ]
        counts["played"] += 1
        counts["wins"] += _won(plan, table, number)
        counts["points"] += table.result.points_of_side(side)
        counts["margin"] += _margin(table, side)
        for other, at in others:
            halves = 1 + compare_sides(plan, table, side, at)
            buchholz += Fraction(score[other], len(others))
            sonneborn += Fraction(score[other] * halves, 2 * len(others))
        if not others:
            buchholz += score[number]
    return ClubStanding(
        number,
        line=_line(state, number),
        match_points=score[number],
        buchholz=buchholz,
        sonneborn=sonneborn,
        reached=_round_reached(state, number),
        played=counts["played"],
        wins=counts["wins"],
        byes=counts["byes"],
        points=counts["points"],
        margin=counts["margin"],
    )


def _absent(table: ClubTable, number: int) -> bool:
    return table.result is not None and table.side_of(number) in table.result.absent


def _won(plan: TournamentPlan, table: ClubTable, number: int) -> bool:
    """Return whether an entrant did better than everybody else at the table."""
    side = table.side_of(number)
    others = [at for at in range(len(table.sides)) if at != side]
    return table.result is not None and bool(others) and all(compare_sides(plan, table, side, at) > 0 for at in others)


def _margin(table: ClubTable, side: int) -> int:
    """Return a side's points less those of the other side, or less the mean of several, in whole points."""
    if table.result is None:
        return 0
    others = [table.result.points_of_side(at) for at in range(len(table.sides)) if at != side]
    return table.result.points_of_side(side) - sum(others) // len(others)


def _round_reached(state: TournamentState, number: int) -> int:
    if state.plan.format is not ClubFormat.KNOCKOUT:
        return 0
    last = max((one.number for one in state.rounds if one.table_of(number) or number in one.byes), default=0)
    return last + (bool(last) and last == len(state.rounds) and number in unbeaten_entrants(state))


def _line(state: TournamentState, number: int) -> int:
    """Return the line of an entrant in a Mitchell movement: even places stay, odd ones move on."""
    if state.plan.format is not ClubFormat.MITCHELL or not state.rounds:
        return 0
    places = entrants_by_place(state, state.rounds[0].seed)
    return places.index(number) % 2 if number in places else 0


def _with_direct(state: TournamentState, rows: list[ClubStanding]) -> list[ClubStanding]:
    """Fill in what equal entrants earned against each other, if each of them met all the others."""
    among = {row.number for row in rows}
    earned: Counter[int] = Counter()
    met: set[frozenset[int]] = set()
    for table in (table for one in state.rounds for table in one.tables if is_played(table)):
        here = [one for one in table.entrants if one in among]
        for one in here:
            for other in here:
                side, across = table.side_of(one), table.side_of(other)
                if one != other and side != across:
                    earned[one] += 1 + compare_sides(state.plan, table, side, across)
                    met.add(frozenset((one, other)))
    if len(met) < len(among) * (len(among) - 1) // 2:
        return rows
    return [replace(row, direct=earned[row.number]) for row in rows]
