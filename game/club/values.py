"""The values of a tournament: all frozen, and all visible to whoever runs the hall.

An entrant has a row of the standings: a person, or two who stay together. Entrants are numbered from 1 on in the order
they joined; 0 is a bot. Rounds and tables are counted from 1, the sides and chairs of a table from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from game.rules.registry import rules_of
from game.table.options import OptionValue

BOT_ENTRANT: Final = 0  # stands for an entrant's number
COUPLE_SIZE: Final = 2  # persons of a pair, and of a side in couples
DUEL_SIDES: Final = 2  # sides of a table in duels


class ClubFormat(Enum):
    """Who meets whom."""

    ROUND_ROBIN = "round_robin"  # everybody meets everybody; at larger tables as evenly as possible
    SWISS = "swiss"  # equal scores meet, nobody twice
    KNOCKOUT = "knockout"  # whoever loses is out; at larger tables the worse half
    HOWELL = "howell"  # a movement in which all meet, and are compared as evenly as can be
    MITCHELL = "mitchell"  # a movement of two lines: one stays, the other moves on; each has a winner


class LeftOverRule(Enum):
    """What becomes of entrants who are left over when tables are full: they sit out, or play with bots."""

    BYE = "bye"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """The settings of a tournament; `options` are those of the game, without the number of players.

    `rounds` is 0 if the format fixes the number; `minutes` is the length of a round, 0 without a clock. `duplicate`
    gives all tables the same tiles, in `deals` deals a round; only a hall that is `trusted` with the seed can do so.
    """

    name: str
    format: ClubFormat
    game: str
    seats: int = 2
    pairs: bool = False
    options: tuple[tuple[str, OptionValue], ...] = ()
    rounds: int = 0
    minutes: int = 0
    left_over: LeftOverRule = LeftOverRule.BYE
    cycles: int = 1  # how often all meet in a round robin
    duplicate: bool = False
    trusted: bool = False
    deals: int = 1
    day: str = ""

    @property
    def sides_per_table(self) -> int:
        """The number of sides of a full table, two in couples."""
        return rules_of(self.game).sides(self.seats)

    @property
    def plays_in_couples(self) -> bool:
        """Whether two play together at a table."""
        return self.sides_per_table < self.seats

    @property
    def changes_partners(self) -> bool:
        """Whether partners change from round to round, for people who enter alone and play in couples."""
        return self.plays_in_couples and not self.pairs

    @property
    def entrants_per_table(self) -> int:
        """The number of entrants at a full table."""
        return self.sides_per_table if self.pairs else self.seats

    @property
    def is_duels(self) -> bool:
        """Whether each table has two entrants."""
        return self.entrants_per_table == DUEL_SIDES

    @property
    def lowest_wins(self) -> bool:
        """Whether fewer points are better."""
        return rules_of(self.game).lowest_wins


@dataclass(frozen=True, slots=True)
class ClubPerson:
    """A person; `key` is the identity the hall knows, the same when they come back."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant; `since` is the first round it could play in, `gone` are the keys of its persons who left."""

    number: int
    persons: tuple[ClubPerson, ...]
    rating: int = 0
    since: int = 1
    gone: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The persons' names, as in a list."""
        return " - ".join(person.name for person in self.persons)

    def without_person(self, key: str) -> Entrant:
        """Return the entrant after one of its persons left."""
        return replace(self, gone=(*self.gone, key))

    def with_person_back(self, key: str) -> Entrant:
        """Return the entrant after one of its persons came back."""
        return replace(self, gone=tuple(one for one in self.gone if one != key))


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of a table: rows with the points of the sides, one row for each deal of a duplicate, else one.

    `absent` are sides that stopped playing; the others win against them. If all are absent nothing was played.
    """

    rows: tuple[tuple[int, ...], ...]
    absent: tuple[int, ...] = ()

    def points_of_side(self, side: int) -> int:
        """Add up the points of a side."""
        return sum(row[side] for row in self.rows)


@dataclass(frozen=True, slots=True)
class ClubTable:
    """A table of a round: the entrants of each side, 0 for a bot, and the result if there is one."""

    sides: tuple[tuple[int, ...], ...]
    result: TableResult | None = None

    @property
    def entrants(self) -> tuple[int, ...]:
        """The entrants at the table, without bots."""
        return tuple(one for side in self.sides for one in side if one != BOT_ENTRANT)

    @property
    def places_filled(self) -> int:
        """The number of entrants and bots at the table."""
        return sum(len(side) for side in self.sides)

    def side_of(self, entrant: int) -> int:
        """Return the side of an entrant at the table."""
        return next(at for at, side in enumerate(self.sides) if entrant in side)


@dataclass(frozen=True, slots=True)
class ClubRound:
    """A paired round: `seed` is that of its lots, `deal` the secret of a duplicate's tiles."""

    number: int
    seed: int
    tables: tuple[ClubTable, ...]
    byes: tuple[int, ...] = ()
    deal: str = ""

    @property
    def is_over(self) -> bool:
        """Whether every table has a result."""
        return all(table.result is not None for table in self.tables)

    @property
    def has_results(self) -> bool:
        """Whether any table has a result."""
        return any(table.result is not None for table in self.tables)

    def table_of(self, entrant: int) -> ClubTable | None:
        """Return the table of an entrant; None if it does not play."""
        return next((table for table in self.tables if entrant in table.entrants), None)


@dataclass(frozen=True, slots=True)
class TournamentState:
    """The state of a tournament after its events."""

    plan: TournamentPlan
    entrants: tuple[Entrant, ...] = ()
    forbidden: tuple[tuple[str, str], ...] = ()  # the keys of two persons each, in ascending order
    rounds: tuple[ClubRound, ...] = ()
    ended: bool = False

    def entrant(self, number: int) -> Entrant:
        """Return an entrant by number."""
        return self.entrants[number - 1]

    def entrant_of_person(self, key: str) -> Entrant | None:
        """Return the entrant that a person belongs to."""
        return next((one for one in self.entrants if any(person.key == key for person in one.persons)), None)

    def is_to_be_paired(self, entrant: Entrant) -> bool:
        """Return whether an entrant is to be paired; a bot may replace one of a pair."""
        if self.plan.left_over is LeftOverRule.BOT:
            return len(entrant.gone) < len(entrant.persons)
        return not entrant.gone

    @property
    def present_entrants(self) -> tuple[Entrant, ...]:
        """The entrants to be paired, in the order they joined."""
        return tuple(one for one in self.entrants if self.is_to_be_paired(one))

    @property
    def running_round(self) -> ClubRound | None:
        """The round being played, which may be an earlier one if a result was cancelled; None between rounds."""
        return next((one for one in reversed(self.rounds) if not one.is_over), None)

    def kept_apart(self, one: int, other: int) -> bool:
        """Return whether two entrants must not sit at one table."""
        return any(
            (min(a.key, b.key), max(a.key, b.key)) in self.forbidden
            for a in self.entrant(one).persons
            for b in self.entrant(other).persons
        )


@dataclass(frozen=True, slots=True)
class ClubChair:
    """A chair of a table: its side, its entrant, and the person on it, None for a bot."""

    side: int
    entrant: int
    person: ClubPerson | None


def chairs(state: TournamentState, table: ClubTable) -> tuple[ClubChair, ...]:
    """Return the chairs of a table in the order of play; in couples partners sit opposite each other."""
    sides = len(table.sides)
    seats = state.plan.seats if state.plan.plays_in_couples else sides
    return tuple(_chair(state, table.sides[seat % sides], seat % sides, seat // sides) for seat in range(seats))


def places_by_person(state: TournamentState) -> dict[str, tuple[int, int]]:
    """Return where each person of the running round sits, by key: the table, from 1 on, and the chair.

    Tables with a result are left out: their persons are free.
    """
    tables = state.running_round.tables if state.running_round is not None else ()
    return {
        chair.person.key: (number, at)
        for number, table in enumerate(tables, start=1)
        if table.result is None
        for at, chair in enumerate(chairs(state, table))
        if chair.person is not None
    }


def _chair(state: TournamentState, side: tuple[int, ...], at: int, turn: int) -> ClubChair:
    number = side[turn] if len(side) > turn else side[0]
    if number == BOT_ENTRANT:
        return ClubChair(at, BOT_ENTRANT, None)
    one = state.entrant(number)
    person = one.persons[turn] if len(side) == 1 and state.plan.plays_in_couples else one.persons[0]
    return ClubChair(at, number, None if person.key in one.gone else person)
