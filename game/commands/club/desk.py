"""The club desk in a terminal: one call adds people, pairs rounds, records results, and ends a tournament.

Laws: requests are carried out in a fixed order, each saved before the next; the first refusal ends the call with an
error, and what was done before stays done.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.client.club.telling import tell_club_refusal
from game.club.duplicate import SECRET_BYTES
from game.club.kept import UnreadableTournamentError, begin_tournament_file, resume_tournament
from game.club.refusals import ClubRefusal
from game.club.values import ClubPerson, TableResult
from game.commands.files import CommandError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from game.club.tournament import Tournament
    from game.club.values import TournamentPlan

SEED_BITS: Final = 62
ABSENT_MARK: Final = "-"  # instead of points, for a side that stopped playing
PARTNER_MARK: Final = "+"
DEAL_MARK: Final = "/"


@dataclass(frozen=True, slots=True)
class DeskRequests:
    """The requests of one call, in order of execution; `round` is the results' round, 0 for the last."""

    plan: TournamentPlan | None = None
    join: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    partners: tuple[tuple[str, str], ...] = ()
    results: tuple[tuple[str, ...], ...] = ()
    round: int = 0
    unpair: bool = False
    pair: bool = False
    seed: int | None = None
    end: bool = False

    @property
    def has_any(self) -> bool:
        """Whether there is anything to do."""
        return self != DeskRequests(round=self.round, seed=self.seed)


def run_requests(file: str, wanted: DeskRequests) -> str:
    """Carry out the requests; return damage found in the file. Raise CommandError at the first refusal."""
    path = Path(file)
    try:
        one, damage = _created(path, wanted.plan) if wanted.plan is not None else resume_tournament(path)
        for call in _calls_for(one, wanted):
            refused = call()
            if refused is not None:
                raise CommandError(tell_club_refusal(refused))
    except UnreadableTournamentError as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"The file '{file}' cannot be written: {error.strerror}.") from error
    return damage


def _created(path: Path, plan: TournamentPlan) -> tuple[Tournament, str]:
    """Create a tournament in a new file."""
    if path.exists():
        raise CommandError(f"The file '{path}' is there already: choose another name for a new tournament.")
    made = begin_tournament_file(path, plan)
    if isinstance(made, ClubRefusal):
        raise CommandError(tell_club_refusal(made))
    return made, ""


def _calls_for(one: Tournament, wanted: DeskRequests) -> Iterator[Callable[[], ClubRefusal | None]]:
    for names in wanted.join:
        yield partial(one.add_entrant, *(ClubPerson(name.strip(), name.strip()) for name in names.split(PARTNER_MARK)))
    yield from (partial(one.remove_person, name) for name in wanted.leave)
    yield from (partial(one.readmit_person, name) for name in wanted.back)
    yield from (partial(one.forbid_meeting, first, second) for first, second in wanted.apart)
    yield from (partial(one.make_partners, first, second) for first, second in wanted.partners)
    yield from (partial(_record_result, one, wanted.round, said) for said in wanted.results)
    if wanted.unpair:
        yield one.unpair_round
    if wanted.pair:
        deal = secrets.token_bytes(SECRET_BYTES) if one.state.plan.duplicate else b""
        yield partial(one.pair_round, secrets.randbits(SEED_BITS) if wanted.seed is None else wanted.seed, deal)
    if wanted.end:
        yield one.end


def _record_result(one: Tournament, number: int, said: tuple[str, ...]) -> ClubRefusal | None:
    """Record or correct a table's points; round 0 is the last."""
    number = number or len(one.state.rounds)
    table, *points = said
    try:
        at = int(table)
        rows = tuple(
            tuple(0 if point == ABSENT_MARK else int(point) for point in row.split())
            for row in " ".join(points).split(DEAL_MARK)
        )
    except ValueError as error:
        raise CommandError(f"A result is a table and points, like 2 150 -35, not '{' '.join(said)}'.") from error
    last = " ".join(points).rpartition(DEAL_MARK)[2].split()
    result = TableResult(rows, tuple(side for side, point in enumerate(last) if point == ABSENT_MARK))
    rounds = one.state.rounds
    tables = rounds[number - 1].tables if 0 < number <= len(rounds) else ()
    again = 0 < at <= len(tables) and tables[at - 1].result is not None
    return one.correct_result(number, at, result) if again else one.report_result(number, at, result)
