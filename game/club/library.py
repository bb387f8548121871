"""The third-party libraries that pair and rate, imported on first use: the extra `club` of the package.

They are called only here, so that the rest of the package has types. `caissify-pairings` pairs by the Dutch system and
by Berger's tables; it is pure Python and needs only `networkx`. `py4swiss` was not chosen: it has no wheels for Linux
on ARM and Intel Macs, and it needs pydantic. `networkx` finds the cheapest matching, `openskill` rates.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SWISS_LIBRARY: Final = "caissify-pairings"
MATCHING_LIBRARY: Final = "networkx"
RATING_LIBRARY: Final = "openskill"
_MODULES: Final = {SWISS_LIBRARY: "caissify_pairings", MATCHING_LIBRARY: "networkx", RATING_LIBRARY: "openskill.models"}


class MissingLibraryError(Exception):
    """A library of the extra `club` is not installed; the text is its name."""


class SwissPlayer(NamedTuple):
    """What the Dutch system needs to know of a player: start order, score in half points, floats by round, byes."""

    number: int
    order: int
    halves: int
    floats: tuple[str, ...]
    byes: int


def _library(name: str, part: str = "") -> Any:
    try:
        return import_module(_MODULES[name] + part)
    except ImportError as error:
        raise MissingLibraryError(name) from error


def dutch_pairing(
    players: Sequence[SwissPlayer], barred: Iterable[tuple[int, int]], number: int, rounds: int
) -> tuple[tuple[int, int | None], ...]:
    """Pair a round by the Dutch system; a player paired with None sits out. `barred` pairs have met or must not meet.

    Colours are not used: chairs are equal in these games, and colour rules would only forbid pairings.
    """
    told = [
        {
            "id": one.number,
            "name": "",
            "score": one.halves / 2,
            "rating": 0,
            "pairing_number": one.order,
            "starting_number": one.order,
            "color_hist": ["none"] * (number - 1),
            "float_history": list(one.floats),
            "bye_count": one.byes,
        }
        for one in players
    ]
    paired = _library(SWISS_LIBRARY).generate_pairings("dutch", told, set(barred), number, max(number, rounds))
    return tuple((row["white_id"], row["black_id"]) for row in paired)


def berger_tables(size: int) -> list[list[tuple[int, int]]]:
    """Return Berger's tables for an even number of players, counted from 1: the rounds, each with its tables."""
    tables: list[list[tuple[int, int]]] = _library(SWISS_LIBRARY, ".engines.round_robin").berger_schedule(size)
    return tables


def cheapest_matching(costs: Mapping[tuple[int, int], int]) -> tuple[tuple[int, int], ...]:
    """Return the cheapest of all largest matchings, as pairs in ascending order."""
    graph = _library(MATCHING_LIBRARY).Graph()
    highest = max(costs.values(), default=0) + 1
    for (one, other), cost in sorted(costs.items()):
        graph.add_edge(one, other, weight=highest - cost)
    found = _library(MATCHING_LIBRARY).max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted((min(pair), max(pair)) for pair in found))


def rated_after_table(
    ratings: Mapping[str, tuple[float, float]], sides: Sequence[Sequence[str]], ranks: Sequence[int]
) -> dict[str, tuple[float, float]]:
    """Return the players' ratings (mean, deviation) after a table where `sides` took `ranks`; lower is better."""
    model = _library(RATING_LIBRARY).PlackettLuce()
    teams = [
        [model.rating(mu=ratings[key][0], sigma=ratings[key][1]) if key in ratings else model.rating() for key in side]
        for side in sides
    ]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return {
        key: (one.mu, one.sigma)
        for side, team in zip(sides, after, strict=True)
        for key, one in zip(side, team, strict=True)
    }
