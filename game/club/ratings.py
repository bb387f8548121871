"""Ratings of people over one tournament or many, by openskill; only shown, never used for pairings or standings.

They are floats, which may differ in the last digit between machines, so they are shown rounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.club.library import rated_after_table
from game.club.scores import compare_sides, is_played
from game.club.values import BOT_ENTRANT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from game.club.values import ClubTable, TournamentState

SUBTRACTED_DEVIATIONS: Final = 3  # shown is the mean less these: few are weaker than that
SHOWN_RATING_SCALE: Final = 40  # scales the rating to the whole numbers that people know from other games
NEWCOMER_RATING: Final = 1000  # the shown rating of a newcomer


def ratings(
    states: Iterable[TournamentState], before: Mapping[str, tuple[float, float]] | None = None
) -> dict[str, tuple[float, float]]:
    """Return each person's rating, by key, after these tournaments; raise MissingLibraryError without openskill."""
    found = dict(before or {})
    for state in states:
        for one in state.rounds:
            for table in one.tables:
                if is_played(table):
                    found |= _ratings_after(state, table, found)
    return found


def _ratings_after(
    state: TournamentState, table: ClubTable, found: Mapping[str, tuple[float, float]]
) -> dict[str, tuple[float, float]]:
    """Rate the people of a table; a table with a bot's side is left out, since bots have no rating."""
    absent = table.result.absent if table.result is not None else ()
    sides = [at for at in range(len(table.sides)) if at not in absent]
    if any(number == BOT_ENTRANT for at in sides for number in table.sides[at]):
        return {}
    people = [[person.key for number in table.sides[at] for person in state.entrant(number).persons] for at in sides]
    ranks = [sum(compare_sides(state.plan, table, other, at) > 0 for other in sides) for at in sides]
    return rated_after_table(found, people, ranks)


def shown_rating(middle: float, spread: float) -> int:
    """Return the whole number that is shown for a rating, 1000 for a newcomer."""
    return NEWCOMER_RATING + round(SHOWN_RATING_SCALE * (middle - SUBTRACTED_DEVIATIONS * spread))
