"""What a table's points are worth: match points for each side, and who goes through in a knockout.

A side earns by each other side of its table that it outscores, half of it for a tie. Where two sides meet, that is 2
for a win and 1 for a draw; at larger tables the first has 12 whatever their size, so that all numbers stay whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.club.values import BOT, DUEL

if TYPE_CHECKING:
    from game.club.values import ClubRound, ClubTable, TournamentPlan

WIN: Final = 2  # where two sides meet
FIRST: Final = 12  # at larger tables: 3 sides and 4 divide it


def scale(plan: TournamentPlan) -> int:
    """Return what winning a table is worth."""
    return WIN if plan.sides == DUEL else FIRST


def bye_points(plan: TournamentPlan) -> int:
    """Return what sitting out is worth: a win where one meets one, as everywhere, the middle at larger tables."""
    return scale(plan) if plan.duels else scale(plan) // 2


def compare_sides(plan: TournamentPlan, table: ClubTable, side: int, other: int) -> int:
    """Return 1 where a side did better than another, 0 for the same, -1 for worse; who was absent did worse."""
    result = table.result
    if result is None:
        return 0
    if side in result.absent or other in result.absent:
        return (other in result.absent) - (side in result.absent)
    mine, theirs = result.points(side), result.points(other)
    better = (mine > theirs) - (mine < theirs)
    return -better if plan.lowest_wins else better


def is_played(table: ClubTable) -> bool:
    """Return whether at least two sides played to the end, so that they have met."""
    return table.result is not None and len(table.sides) - len(table.result.absent) >= DUEL


def match_points(plan: TournamentPlan, table: ClubTable) -> tuple[int, ...]:
    """Return what each side earned at a table; nothing before the result is told."""
    sides = range(len(table.sides))
    if table.result is None or len(sides) < DUEL:
        return (0,) * len(sides)
    whole = scale(plan)
    earned = []
    for side in sides:
        if side in table.result.absent:
            earned.append(0)
            continue
        halves = sum(1 + compare_sides(plan, table, side, other) for other in sides if other != side)
        earned.append(whole * halves // (DUEL * (len(sides) - 1)))
    return tuple(earned)


def going_through(plan: TournamentPlan, one: ClubRound, table: ClubTable) -> tuple[int, ...] | None:
    """Return who goes on from a table of a knockout: the better half, of a last table the first alone.

    None where nothing was told, or a tie leaves it open.
    """
    if table.result is None:
        return None
    sides = [side for side in range(len(table.sides)) if side not in table.result.absent]
    final = len(one.tables) == 1 and not one.byes
    places = 1 if final else max(1, min(plan.entrants_a_table // 2, len(table.sides) - 1))
    best = [side for side in sides if sum(compare_sides(plan, table, other, side) > 0 for other in sides) < places]
    if len(best) > places:
        return None
    return tuple(one for side in best for one in table.sides[side] if one != BOT)
