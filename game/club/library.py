"""The kept libraries that pair and rate, imported when first asked for: the extra `club` of the package.

Each is named and called here alone, so that the rest of the package has types. `caissify-pairings` pairs by the Dutch
system and by Berger's tables; it is pure Python and needs only `networkx`. `py4swiss` was not taken: its wheels lack
Linux on ARM and Intel Macs, and it brings pydantic along. `networkx` finds the cheapest matching, `openskill` rates.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SWISS: Final = "caissify-pairings"
MATCHING: Final = "networkx"
RATING: Final = "openskill"
_MODULES: Final = {SWISS: "caissify_pairings", MATCHING: "networkx", RATING: "openskill.models"}


class MissingLibraryError(Exception):
    """A library of the extra is not installed; the text is its name."""


class SwissPlayer(NamedTuple):
    """What the Dutch system asks of a player: the order at the start, the score in halves, floats round by round."""

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


def dutch(
    players: Sequence[SwissPlayer], barred: Iterable[tuple[int, int]], number: int, rounds: int
) -> tuple[tuple[int, int | None], ...]:
    """Pair a round by the Dutch system; None is who sits out. `barred` have met, or may not.

    Colours are left out: a chair means nothing in these games, and their rules would keep people from meeting.
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
    paired = _library(SWISS).generate_pairings("dutch", told, set(barred), number, max(number, rounds))
    return tuple((row["white_id"], row["black_id"]) for row in paired)


def berger(size: int) -> list[list[tuple[int, int]]]:
    """Return Berger's tables for an even number of players, counted from 1: the rounds, each with its tables."""
    tables: list[list[tuple[int, int]]] = _library(SWISS, ".engines.round_robin").berger_schedule(size)
    return tables


def cheapest(costs: Mapping[tuple[int, int], int]) -> tuple[tuple[int, int], ...]:
    """Return as many pairs as can be, no node in two, and of all such matchings the cheapest; in order."""
    graph = _library(MATCHING).Graph()
    highest = max(costs.values(), default=0) + 1
    for (one, other), cost in sorted(costs.items()):
        graph.add_edge(one, other, weight=highest - cost)
    found = _library(MATCHING).max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted((min(pair), max(pair)) for pair in found))


def rated(
    ratings: Mapping[str, tuple[float, float]], sides: Sequence[Sequence[str]], ranks: Sequence[int]
) -> dict[str, tuple[float, float]]:
    """Return the ratings of a table's players after it: each a middle and how unsure it is; a lower rank is better."""
    model = _library(RATING).PlackettLuce()
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
