"""The messages between a hall, which sends guests to tables, and its guests: each kind with its schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from net.log.entries import MAX_SEATS
from net.messages import (
    CHAIR_RULE,
    KEY_RULE,
    MAX_CHAT_LENGTH,
    MAX_NAME_LETTERS,
    MAX_WATCHERS,
    OPTIONS_HASH_RULE,
    REASON_RULE,
    SIGNATURE_RULE,
    SPEAKER_RULE,
    VERSION_RULE,
    Form,
    LobbySeat,
)
from net.schema import Flag, ListOf, Row, Text, Whole

MAX_TABLES = 32  # of one hall
MAX_PEOPLE = 128  # who look around in a hall at once: each is told of every chair that is taken
MAX_ROUNDS = 200  # of a tournament
MAX_SECONDS_LEFT = 86_400  # of a round
MAX_POINTS_LENGTH = 16  # a written number
MAX_ENTRANT_LENGTH = 2 * MAX_NAME_LETTERS + 3  # two who enter as a pair, with a stroke between their names
ANY_TABLE = 0  # as a table's number


@dataclass(frozen=True, slots=True)
class HallEnter:
    """In place of a Join: I would like to look around in the hall."""

    name: str
    rules: int


@dataclass(frozen=True, slots=True)
class HallInfo:
    """What the hall is called, how many tables it has, and how many people look around in it."""

    name: str
    tables: int
    people: int


@dataclass(frozen=True, slots=True)
class HallTable:
    """One table: what is played there, by whom, whether it has begun, and how many watch."""

    table: int
    game: str
    options: bytes
    playing: bool
    chairs: tuple[LobbySeat, ...]
    watchers: int

    @property
    def has_free_chair(self) -> bool:
        """Whether the match has not begun and a chair is empty."""
        return not self.playing and any(chair.holder == "nobody" for chair in self.chairs)


@dataclass(frozen=True, slots=True)
class HallRequest:
    """I would like a chair at that table, or at the next one that has any; or to watch there."""

    table: int
    watch: bool


@dataclass(frozen=True, slots=True)
class HallPlace:
    """Your place: the table, the chair there, and where the program of that key listens; signed by the hall.

    It answers a HallRequest, and comes unasked to those whom a pairing sends somewhere. A watcher's chair is MAX_SEATS.
    """

    table: int
    chair: int
    port: int
    key: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class HallRefusal:
    """There is no place for you there, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class HallSay:
    """A line for everybody in the hall."""

    text: str


@dataclass(frozen=True, slots=True)
class HallSaid:
    """What somebody said in the hall."""

    key: bytes
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class HallPartner:
    """I would like to play as a pair with the person of this name; from the hall: that person would, with you."""

    name: str


class HallPerson(NamedTuple):
    """Somebody who may still choose a partner, and the name of the present one, if any."""

    name: str
    partner: str


class HallRank(NamedTuple):
    """A line of the standings: the place, shared by equals, who it is, and what they have earned in how many rounds."""

    place: int
    name: str
    points: str
    played: int


class HallMeeting(NamedTuple):
    """A table of the round: the name of each side, and its points as text once they are known, else empty."""

    table: int
    names: tuple[str, ...]
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HallBoard:
    """The tournament's board: who meets whom in the round, who sits out, and the standings.

    `rounds` is 0 where nobody knows how many there will be, `left` the seconds of the round's clock, 0 without one;
    `same` that all tables have the same tiles, which the hall deals; `people` are all who may still choose a partner;
    `lacks` is how many people the next round waits for.
    """

    kind: str
    round: int
    rounds: int
    left: int
    paused: bool
    over: bool
    meetings: tuple[HallMeeting, ...]
    byes: tuple[str, ...]
    ranks: tuple[HallRank, ...]
    same: bool
    people: tuple[HallPerson, ...]
    lacks: int


_FromGuest = HallEnter | HallRequest | HallSay | HallPartner
HallMessage = _FromGuest | HallInfo | HallTable | HallPlace | HallRefusal | HallSaid | HallBoard

_TABLE = Whole(1, MAX_TABLES)
_ENTRANT = Text(MAX_ENTRANT_LENGTH)
_RANK = Row((Whole(0, MAX_PEOPLE), _ENTRANT, Text(MAX_POINTS_LENGTH, 1), Whole(0, MAX_ROUNDS)), cast("Any", HallRank))
_MEETING = Row(
    (_TABLE, ListOf(_ENTRANT, MAX_SEATS, 1), ListOf(Text(MAX_POINTS_LENGTH, 1), MAX_SEATS)),
    cast("Any", HallMeeting),
)

HALL_FORMS: dict[str, Form] = {
    "enter": (HallEnter, {"name": Text(MAX_NAME_LETTERS, 1), "rules": VERSION_RULE}),
    "hall": (HallInfo, {"name": Text(MAX_NAME_LETTERS), "tables": _TABLE, "people": Whole(0, MAX_PEOPLE)}),
    "desk": (
        HallTable,
        {
            "table": _TABLE,
            "game": Text(16, 1),
            "options": OPTIONS_HASH_RULE,
            "playing": Flag(),
            "chairs": ListOf(CHAIR_RULE, MAX_SEATS, 1),
            "watchers": Whole(0, MAX_WATCHERS),
        },
    ),
    "take": (HallRequest, {"table": Whole(ANY_TABLE, MAX_TABLES), "watch": Flag()}),
    "place": (
        HallPlace,
        {"table": _TABLE, "chair": SPEAKER_RULE, "port": VERSION_RULE, "key": KEY_RULE, "signature": SIGNATURE_RULE},
    ),
    "no_place": (HallRefusal, {"reason": REASON_RULE}),
    "board": (
        HallBoard,
        {
            "kind": Text(16, 1),
            "round": Whole(0, MAX_ROUNDS),
            "rounds": Whole(0, MAX_ROUNDS),
            "left": Whole(0, MAX_SECONDS_LEFT),
            "paused": Flag(),
            "over": Flag(),
            "meetings": ListOf(_MEETING, MAX_TABLES),
            "byes": ListOf(_ENTRANT, MAX_PEOPLE),
            "ranks": ListOf(_RANK, MAX_PEOPLE),
            "same": Flag(),
            "people": ListOf(
                Row((Text(MAX_NAME_LETTERS), Text(MAX_NAME_LETTERS)), cast("Any", HallPerson)), MAX_PEOPLE
            ),
            "lacks": Whole(0, MAX_PEOPLE),
        },
    ),
    "partner": (HallPartner, {"name": Text(MAX_NAME_LETTERS, 1)}),
    "say": (HallSay, {"text": Text(MAX_CHAT_LENGTH, 1)}),
    "said": (HallSaid, {"key": KEY_RULE, "name": Text(MAX_NAME_LETTERS), "text": Text(MAX_CHAT_LENGTH, 1)}),
}
