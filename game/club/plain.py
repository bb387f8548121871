"""A tournament as plain values for JSON: everything that its page shows, and nothing that is still secret."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from game.club.duplicate import deal_seeds
from game.club.pairing import rounds_planned
from game.club.standings import standings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.club.standings import ClubStanding
    from game.club.values import ClubRound, ClubTable, TournamentState

DECIMALS = 4


def json_values(state: TournamentState, rated: Mapping[str, int] | None = None) -> dict[str, object]:
    """Return a tournament as values for JSON; `rated` are the persons' ratings as they are shown."""
    plan = state.plan
    return {
        "plan": {
            **asdict(plan),
            "format": plan.format.value,
            "left_over": plan.left_over.value,
            "options": dict(plan.options),
        },
        "entrants": [
            {
                "number": one.number,
                "names": [person.name for person in one.persons],
                "away": [person.name for person in one.persons if person.key in one.gone],
                "since": one.since,
            }
            for one in state.entrants
        ],
        "rounds_planned": rounds_planned(state),
        "rounds": [_round(state, one) for one in state.rounds],
        "standings": [_standing(row) for row in standings(state)],
        "ratings": [
            {"name": person.name, "rating": rated[person.key]}
            for one in state.entrants
            for person in one.persons
            if rated and person.key in rated
        ],
        "ended": state.ended,
    }


def _round(state: TournamentState, one: ClubRound) -> dict[str, object]:
    told: dict[str, object] = {
        "round": one.number,
        "tables": [_table(at, table) for at, table in enumerate(one.tables, start=1)],
        "byes": list(one.byes),
    }
    if state.plan.duplicate and one.is_over:
        told["seeds"] = list(deal_seeds(one, state.plan.deals))
    return told


def _table(at: int, table: ClubTable) -> dict[str, object]:
    result = table.result
    return {
        "table": at,
        "sides": [list(side) for side in table.sides],
        "rows": [list(row) for row in result.rows] if result is not None else None,
        "absent": list(result.absent) if result is not None else [],
    }


def _standing(row: ClubStanding) -> dict[str, object]:
    exact = {name: value for name, value in asdict(row).items() if isinstance(value, int)}
    rounded = {"buchholz": row.buchholz, "sonneborn": row.sonneborn, "share": row.share}
    return exact | {name: None if value is None else round(float(value), DECIMALS) for name, value in rounded.items()}
