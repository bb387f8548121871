"""Tournaments for tests: made in a line, played by made-up results, and what has been counted."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

from game.club.refusals import ClubCode, ClubRefusal
from game.club.tournament import Tournament
from game.club.values import ClubFormat, ClubPerson, TableResult, TournamentPlan, TournamentState

SECRET = bytes(range(32))


class Kept:
    """A journal in memory."""

    def __init__(self) -> None:
        self.data = b""

    def append(self, data: bytes) -> None:
        self.data += data


def plan(how: ClubFormat = ClubFormat.SWISS, game: str = "eburako", seats: int = 2, **more: object) -> TournamentPlan:
    return TournamentPlan("Friday", how, game, seats, **more)  # type: ignore[arg-type]


def person(number: int, half: int = 0) -> ClubPerson:
    return ClubPerson(f"k{number}.{half}", f"Player {number}{'ab'[half]}")


def key(number: int) -> str:
    return person(number).key


def begun(of: TournamentPlan, number: int) -> Tournament:
    """A tournament that so many have joined."""
    made = Tournament.begin(of, Kept())
    assert isinstance(made, Tournament), made
    for at in range(1, number + 1):
        join(made, at)
    return made


def join(one: Tournament, at: int) -> ClubRefusal | None:
    return one.add_entrant(*(person(at, half) for half in range(2 if one.state.plan.pairs else 1)))


def pair(one: Tournament, seed: int = 1) -> ClubRefusal | None:
    return one.pair_round(seed + len(one.state.rounds), SECRET if one.state.plan.duplicate else b"")


def tell_all(one: Tournament, random: Random) -> None:
    """Every table that has not told yet tells a result without a tie."""
    for number, played in enumerate(one.state.rounds, start=1):
        for at, table in enumerate(played.tables, start=1):
            if table.result is None:
                points = random.sample(range(-50, 300), len(table.sides))
                assert one.report_result(number, at, TableResult((tuple(points),) * one.state.plan.deals)) is None


def play_round(one: Tournament, random: Random) -> ClubRefusal | None:
    refused = pair(one, random.randrange(1000))
    if refused is None:
        tell_all(one, random)
    return refused


def play(one: Tournament, seed: int = 1, rounds: int = 99) -> ClubCode | None:
    """Play on until there is no further round, and return why."""
    random = Random(seed)  # noqa: S311 - made-up results
    for _round in range(rounds):
        refused = play_round(one, random)
        if refused is not None:
            return refused.code
    return None


def result(*points: int) -> TableResult:
    return TableResult((points,))


def meetings(state: TournamentState) -> Counter[tuple[int, int]]:
    met: Counter[tuple[int, int]] = Counter()
    for one in state.rounds:
        for table in one.tables:
            met.update(combinations(sorted(table.entrants), 2))
    return met


def byes(state: TournamentState) -> Counter[int]:
    return Counter(number for one in state.rounds for number in one.byes)
