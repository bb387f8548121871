"""The match points of each side of a table, and who goes through in a knockout.

A side earns points for each other side of its table that it outscores, and half as many for a tie. In a duel a win is 2
and a draw 1; at larger tables the winner has 12 whatever their size, so that all numbers stay whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.club.values import BOT_ENTRANT, DUEL_SIDES

if TYPE_CHECKING:
    from game.club.values import ClubRound, ClubTable, TournamentPlan

DUEL_WIN_POINTS: Final = 2  # match points for winning a duel
TABLE_WIN_POINTS: Final = 12  # match points for winning a larger table; divisible for 3 and for 4 sides


def table_win_points(plan: TournamentPlan) -> int:
    """Return the match points for winning a table."""
    return DUEL_WIN_POINTS if plan.sides_per_table == DUEL_SIDES else TABLE_WIN_POINTS


def bye_points(plan: TournamentPlan) -> int:
    """Return the match points for sitting out: a win in duels, half of that at larger tables."""
    return table_win_points(plan) if plan.is_duels else table_win_points(plan) // 2


def compare_sides(plan: TournamentPlan, table: ClubTable, side: int, other: int) -> int:
    """Return 1 if a side did better than another, 0 if equal, -1 if worse; an absent side did worse."""
    result = table.result
    if result is None:
        return 0
    if side in result.absent or other in result.absent:
        return (other in result.absent) - (side in result.absent)
    mine, theirs = result.points_of_side(side), result.points_of_side(other)
    better = (mine > theirs) - (mine < theirs)
    return -better if plan.lowest_wins else better


def is_played(table: ClubTable) -> bool:
    """Return whether at least two sides played to the end."""
    return table.result is not None and len(table.sides) - len(table.result.absent) >= DUEL_SIDES


def match_points(plan: TournamentPlan, table: ClubTable) -> tuple[int, ...]:
    """Return the match points of each side of a table; all 0 without a result."""
    sides = range(len(table.sides))
    if table.result is None or len(sides) < DUEL_SIDES:
        return (0,) * len(sides)
    whole = table_win_points(plan)
    earned = []
    for side in sides:
        if side in table.result.absent:
            earned.append(0)
            continue
        halves = sum(1 + compare_sides(plan, table, side, other) for other in sides if other != side)
        earned.append(whole * halves // (DUEL_SIDES * (len(sides) - 1)))
    return tuple(earned)


def advancing_count(chairs: int, sides: int) -> int:
    """Return how many go through from a table of a knockout that is not the last: the better half of a full one."""
    return max(1, min(chairs // 2, sides - 1))


def advancing_sides(plan: TournamentPlan, one: ClubRound, table: ClubTable) -> tuple[int, ...] | None:
    """Return who goes through from a table of a knockout: the better half, or only the winner of the last table.

    None without a result, or if a tie leaves it open.
    """
    if table.result is None:
        return None
    sides = [side for side in range(len(table.sides)) if side not in table.result.absent]
    final = len(one.tables) == 1 and not one.byes
    places = 1 if final else advancing_count(plan.entrants_per_table, len(table.sides))
    best = [side for side in sides if sum(compare_sides(plan, table, other, side) > 0 for other in sides) < places]
    if len(best) > places:
        return None
    return tuple(one for side in best for one in table.sides[side] if one != BOT_ENTRANT)
