"""The events of a tournament: frozen values, each a line of JSON in its file.

A line that cannot be read, or holds an unknown name, raises ValueError with a readable message.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from game.club.values import ClubFormat, ClubPerson, ClubTable, LeftOverRule, TableResult, TournamentPlan

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from game.table.options import OptionValue

EVENT_FORMAT: Final = 1  # the format of the lines; raised when older programs could not read them
NUMBER_BOUND: Final = 10**9  # for any number in a file but a seed
SEED_BOUND: Final = 1 << 64
MAX_TEXT_LENGTH: Final = 200
MAX_LIST_LENGTH: Final = 1000


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    """A tournament was made, with this plan."""

    plan: TournamentPlan


@dataclass(frozen=True, slots=True)
class PersonJoined:
    """A person or a pair joined, maybe late, after the first round was paired. `rating` seeds the first round."""

    persons: tuple[ClubPerson, ...]
    rating: int = 0


@dataclass(frozen=True, slots=True)
class PersonLeft:
    """Somebody left the tournament."""

    key: str


@dataclass(frozen=True, slots=True)
class PersonReturned:
    """Somebody who had left came back."""

    key: str


@dataclass(frozen=True, slots=True)
class PairForbidden:
    """Two persons, such as a couple, must not meet at a table."""

    one: str
    other: str


@dataclass(frozen=True, slots=True)
class PartnersChosen:
    """Two persons become a pair, and so do their former partners."""

    one: str
    other: str


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """The next round was paired: its tables, who sits out, and the seed of its lots."""

    number: int
    seed: int
    tables: tuple[ClubTable, ...]
    byes: tuple[int, ...] = ()
    deal: str = ""


@dataclass(frozen=True, slots=True)
class RoundUnpaired:
    """The last round was cancelled before any of its tables had a result."""

    number: int


@dataclass(frozen=True, slots=True)
class ResultReported:
    """A table reported its result."""

    round: int
    table: int
    result: TableResult


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A table's result was replaced."""

    round: int
    table: int
    result: TableResult


@dataclass(frozen=True, slots=True)
class ResultWithdrawn:
    """A table's result was cancelled: the table plays again."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class TournamentEnded:
    """The tournament is over; nothing changes any more."""


ClubEvent: TypeAlias = (
    TournamentCreated
    | PersonJoined
    | PersonLeft
    | PersonReturned
    | PairForbidden
    | PartnersChosen
    | RoundPaired
    | RoundUnpaired
    | ResultReported
    | ResultCorrected
    | ResultWithdrawn
    | TournamentEnded
)


def event_line(event: ClubEvent) -> str:
    """Write an event, without its end of line."""
    return json.dumps(_plain(event), ensure_ascii=False, separators=(",", ":"))


def _plain(event: ClubEvent) -> dict[str, object]:
    match event:
        case TournamentCreated(plan):
            return {"event": "created", "version": EVENT_FORMAT, **_plain_plan(plan)}
        case PersonJoined(persons, rating):
            return {"event": "joined", "persons": [[one.key, one.name] for one in persons], "rating": rating}
        case PersonLeft(key):
            return {"event": "left", "person": key}
        case PersonReturned(key):
            return {"event": "back", "person": key}
        case PairForbidden(one, other) | PartnersChosen(one, other):
            name = "partners" if isinstance(event, PartnersChosen) else "forbidden"
            return {"event": name, "persons": [one, other]}
        case RoundPaired(number, seed, tables, byes, deal):
            sat = [[list(side) for side in table.sides] for table in tables]
            return {"event": "paired", "round": number, "seed": seed, "tables": sat, "byes": list(byes), "deal": deal}
        case RoundUnpaired(number):
            return {"event": "unpaired", "round": number}
        case ResultReported(number, table, result):
            return {"event": "told", "round": number, "table": table, **_plain_result(result)}
        case ResultCorrected(number, table, result):
            return {"event": "corrected", "round": number, "table": table, **_plain_result(result)}
        case ResultWithdrawn(number, table):
            return {"event": "withdrawn", "round": number, "table": table}
        case TournamentEnded():
            return {"event": "ended"}


def _plain_plan(plan: TournamentPlan) -> dict[str, object]:
    return {
        "name": plan.name,
        "format": plan.format.value,
        "game": plan.game,
        "seats": plan.seats,
        "pairs": plan.pairs,
        "options": dict(plan.options),
        "rounds": plan.rounds,
        "minutes": plan.minutes,
        "left_over": plan.left_over.value,
        "cycles": plan.cycles,
        "duplicate": plan.duplicate,
        "trusted": plan.trusted,
        "deals": plan.deals,
        "day": plan.day,
    }


def _plain_result(result: TableResult) -> dict[str, object]:
    return {"rows": [list(row) for row in result.rows], "absent": list(result.absent)}


def read_event(line: str) -> ClubEvent:
    """Read an event; raise ValueError with a readable message for any other line."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError("this line is no JSON") from error
    if not isinstance(said, dict):
        raise ValueError("this line is no event")
    name = said.pop("event", None)
    if not isinstance(name, str) or name not in _READERS:
        raise ValueError("this line is no event that this program knows")
    if name == "created" and _number(said, "version") != EVENT_FORMAT:
        raise ValueError("a newer Comodín keeps it")
    keys, read = _READERS[name]
    if set(said) != keys:
        raise ValueError(f"an event '{name}' has the names {', '.join(sorted(keys)) or 'none'}")
    return read(said)


def _read_plan(said: Mapping[str, object]) -> ClubEvent:
    try:
        how, rest = ClubFormat(said["format"]), LeftOverRule(said["left_over"])
    except ValueError as error:
        raise ValueError("it is of a format that this program does not know") from error
    plan = TournamentPlan(
        _text(said, "name"),
        how,
        _text(said, "game"),
        _number(said, "seats"),
        _flag(said, "pairs"),
        _options(said["options"]),
        _number(said, "rounds"),
        _number(said, "minutes"),
        rest,
        _number(said, "cycles"),
        _flag(said, "duplicate"),
        _flag(said, "trusted"),
        _number(said, "deals"),
        _text(said, "day"),
    )
    return TournamentCreated(plan)


def _options(said: object) -> tuple[tuple[str, OptionValue], ...]:
    if not isinstance(said, dict) or not all(isinstance(value, int | str) for value in said.values()):
        raise ValueError("options are names with a number, a word, true or false")
    return tuple(sorted(said.items()))


def _read_joined(said: Mapping[str, object]) -> ClubEvent:
    rows = _list(said["persons"])
    persons = [_texts(row) for row in rows]
    if not all(len(one) == len(("key", "name")) for one in persons):
        raise ValueError("a person is a key and a name")
    return PersonJoined(tuple(ClubPerson(key, name) for key, name in persons), _number(said, "rating"))


def _read_two(kind: Callable[[str, str], ClubEvent]) -> Callable[[Mapping[str, object]], ClubEvent]:
    def read(said: Mapping[str, object]) -> ClubEvent:
        keys = _texts(said["persons"])
        if len(keys) != len(("one", "other")):
            raise ValueError("this is said of two persons")
        return kind(*keys)

    return read


def _read_paired(said: Mapping[str, object]) -> ClubEvent:
    tables = tuple(ClubTable(tuple(_numbers(side) for side in _list(table))) for table in _list(said["tables"]))
    seed = _number(said, "seed", SEED_BOUND)
    return RoundPaired(_number(said, "round"), seed, tables, _numbers(said["byes"]), _text(said, "deal"))


def _read_result(said: Mapping[str, object]) -> TableResult:
    return TableResult(tuple(_numbers(row) for row in _list(said["rows"])), _numbers(said["absent"]))


def _number(said: Mapping[str, object], name: str, bound: int = NUMBER_BOUND) -> int:
    return _whole(said.get(name), bound)


def _whole(value: object, bound: int = NUMBER_BOUND) -> int:
    if type(value) is not int or not -bound < value < bound:
        raise ValueError("a number of it is none, or too large")
    return value


def _flag(said: Mapping[str, object], name: str) -> bool:
    value = said[name]
    if not isinstance(value, bool):
        raise ValueError(f"'{name}' is true or false")
    return value


def _text(said: Mapping[str, object], name: str) -> str:
    return _written(said[name])


def _written(value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT_LENGTH:
        raise ValueError("a text of it is none, or too long")
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list) or len(value) > MAX_LIST_LENGTH:
        raise ValueError("a list of it is none, or too long")
    return value


def _texts(value: object) -> tuple[str, ...]:
    return tuple(_written(one) for one in _list(value))


def _numbers(value: object) -> tuple[int, ...]:
    return tuple(_whole(one) for one in _list(value))


_RESULT: Final = frozenset({"round", "table", "rows", "absent"})
_PLAN: Final = frozenset({"version", *_plain_plan(TournamentPlan("", ClubFormat.SWISS, ""))})

# For each name of an event: the other keys of its line, and the function that reads them.
_READERS: Final[dict[str, tuple[frozenset[str], Callable[[Mapping[str, object]], ClubEvent]]]] = {
    "created": (_PLAN, _read_plan),
    "joined": (frozenset({"persons", "rating"}), _read_joined),
    "left": (frozenset({"person"}), lambda said: PersonLeft(_text(said, "person"))),
    "back": (frozenset({"person"}), lambda said: PersonReturned(_text(said, "person"))),
    "forbidden": (frozenset({"persons"}), _read_two(PairForbidden)),
    "partners": (frozenset({"persons"}), _read_two(PartnersChosen)),
    "paired": (frozenset({"round", "seed", "tables", "byes", "deal"}), _read_paired),
    "unpaired": (frozenset({"round"}), lambda said: RoundUnpaired(_number(said, "round"))),
    "told": (
        _RESULT,
        lambda said: ResultReported(_number(said, "round"), _number(said, "table"), _read_result(said)),
    ),
    "corrected": (
        _RESULT,
        lambda said: ResultCorrected(_number(said, "round"), _number(said, "table"), _read_result(said)),
    ),
    "withdrawn": (
        frozenset({"round", "table"}),
        lambda said: ResultWithdrawn(_number(said, "round"), _number(said, "table")),
    ),
    "ended": (frozenset(), lambda _said: TournamentEnded()),
}
