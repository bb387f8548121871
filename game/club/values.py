"""What a tournament is made of: frozen values, all of them readable by whoever runs the hall.

Entrants are what stands in the standings: a person, or two who stay together. They are called by number from 1 on, in
the order they joined; 0 is a bot. Rounds and tables are counted from 1, sides of a table and chairs from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from game.rules.registry import rules_of
from game.table.options import Value

BOT: Final = 0  # in the place of an entrant's number
COUPLE: Final = 2  # persons of a pair, and of a side where one plays in couples
DUEL: Final = 2  # sides of a table where one plays against one


class ClubFormat(Enum):
    """Who meets whom."""

    ROUND_ROBIN = "round_robin"  # everybody meets everybody; at larger tables as evenly as can be
    SWISS = "swiss"  # equal scores meet, nobody twice
    KNOCKOUT = "knockout"  # who loses is out
    HOWELL = "howell"  # a movement: all meet, and are compared with all others alike
    MITCHELL = "mitchell"  # a movement of two lines: one stays, one moves on; a winner of each


class LeftOver(Enum):
    """What becomes of who is left over when the tables are filled."""

    BYE = "bye"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """What was agreed when a tournament was made; `options` are those of the game, without the number of players.

    `rounds` is 0 where the format says how many; `minutes` of a round is 0 without a clock. `duplicate` gives all
    tables the same tiles, `deals` of them a round: only a hall that is `trusted` with the seed can.
    """

    name: str
    format: ClubFormat
    game: str
    seats: int = 2
    pairs: bool = False
    options: tuple[tuple[str, Value], ...] = ()
    rounds: int = 0
    minutes: int = 0
    left_over: LeftOver = LeftOver.BYE
    cycles: int = 1  # of a round robin
    duplicate: bool = False
    trusted: bool = False
    deals: int = 1
    day: str = ""

    @property
    def sides(self) -> int:
        """How many sides a full table has: in couples two."""
        return rules_of(self.game).sides(self.seats)

    @property
    def couples(self) -> bool:
        """Whether two play together at a table."""
        return self.sides < self.seats

    @property
    def changing(self) -> bool:
        """Whether partners change from round to round: people who enter alone and play in couples."""
        return self.couples and not self.pairs

    @property
    def entrants_a_table(self) -> int:
        """How many stand in the standings for each full table."""
        return self.sides if self.pairs else self.seats

    @property
    def duels(self) -> bool:
        """Whether an entrant meets one other at a table."""
        return self.entrants_a_table == DUEL

    @property
    def lowest_wins(self) -> bool:
        """Whether fewer points are better."""
        return rules_of(self.game).lowest_wins


@dataclass(frozen=True, slots=True)
class ClubPerson:
    """Somebody who plays: `key` is what the hall knows them by, the same again when they come back."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Entrant:
    """One line of the standings; `since` is the first round that it could play in, `gone` who of it has left."""

    number: int
    persons: tuple[ClubPerson, ...]
    rating: int = 0
    since: int = 1
    gone: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The persons' names, as in a list."""
        return " - ".join(person.name for person in self.persons)

    def without(self, key: str) -> Entrant:
        """Return it after somebody of it left."""
        return replace(self, gone=(*self.gone, key))

    def with_again(self, key: str) -> Entrant:
        """Return it after somebody of it came back."""
        return replace(self, gone=tuple(one for one in self.gone if one != key))


@dataclass(frozen=True, slots=True)
class TableResult:
    """What a table came to: in each row the points of the sides, a row for each deal of a duplicate, else one.

    `absent` are sides that did not play on; the others win against them. Where all are absent nothing was played.
    """

    rows: tuple[tuple[int, ...], ...]
    absent: tuple[int, ...] = ()

    def points(self, side: int) -> int:
        """Add up the points of a side."""
        return sum(row[side] for row in self.rows)


@dataclass(frozen=True, slots=True)
class ClubTable:
    """A table of a round: for each side the entrants of it, 0 for a bot; `result` once it was told."""

    sides: tuple[tuple[int, ...], ...]
    result: TableResult | None = None

    @property
    def entrants(self) -> tuple[int, ...]:
        """Who of the standings sits here."""
        return tuple(one for side in self.sides for one in side if one != BOT)

    @property
    def full(self) -> int:
        """How many entrants and bots sit here."""
        return sum(len(side) for side in self.sides)

    def side_of(self, entrant: int) -> int:
        """Return the side of an entrant that sits here."""
        return next(at for at, side in enumerate(self.sides) if entrant in side)


@dataclass(frozen=True, slots=True)
class ClubRound:
    """A round as it was paired: `seed` is what lots were drawn with, `deal` the secret of a duplicate's tiles."""

    number: int
    seed: int
    tables: tuple[ClubTable, ...]
    byes: tuple[int, ...] = ()
    deal: str = ""

    @property
    def over(self) -> bool:
        """Whether every table has told its result."""
        return all(table.result is not None for table in self.tables)

    @property
    def begun(self) -> bool:
        """Whether any table has."""
        return any(table.result is not None for table in self.tables)

    def table_of(self, entrant: int) -> ClubTable | None:
        """Return where an entrant sits; None for one that does not play."""
        return next((table for table in self.tables if entrant in table.entrants), None)


@dataclass(frozen=True, slots=True)
class TournamentState:
    """A tournament as it stands: the fold of its events."""

    plan: TournamentPlan
    entrants: tuple[Entrant, ...] = ()
    forbidden: tuple[tuple[str, str], ...] = ()  # keys of persons, each pair in order
    rounds: tuple[ClubRound, ...] = ()
    ended: bool = False

    def entrant(self, number: int) -> Entrant:
        """Return an entrant by number."""
        return self.entrants[number - 1]

    def of_person(self, key: str) -> Entrant | None:
        """Return the entrant that a person is, or is half of."""
        return next((one for one in self.entrants if any(person.key == key for person in one.persons)), None)

    def plays(self, entrant: Entrant) -> bool:
        """Return whether an entrant is to be paired: a bot may take the place of half a pair."""
        if self.plan.left_over is LeftOver.BOT:
            return len(entrant.gone) < len(entrant.persons)
        return not entrant.gone

    @property
    def present(self) -> tuple[Entrant, ...]:
        """Who is to be paired, in the order they joined."""
        return tuple(one for one in self.entrants if self.plays(one))

    @property
    def running(self) -> ClubRound | None:
        """The round that is being played, an earlier one too where a result was taken back; None between rounds."""
        return next((one for one in reversed(self.rounds) if not one.over), None)

    def apart(self, one: int, other: int) -> bool:
        """Return whether two entrants may not sit at one table."""
        return any(
            (min(a.key, b.key), max(a.key, b.key)) in self.forbidden
            for a in self.entrant(one).persons
            for b in self.entrant(other).persons
        )


@dataclass(frozen=True, slots=True)
class ClubChair:
    """A chair of a table: whose it is, and who sits there; no person where a bot plays."""

    side: int
    entrant: int
    person: ClubPerson | None


def chairs(state: TournamentState, table: ClubTable) -> tuple[ClubChair, ...]:
    """Return who sits where, chair by chair in the order of play; where couples play, partners sit opposite."""
    sides = len(table.sides)
    seats = state.plan.seats if state.plan.couples else sides
    return tuple(_chair(state, table.sides[seat % sides], seat % sides, seat // sides) for seat in range(seats))


def places(state: TournamentState) -> dict[str, tuple[int, int]]:
    """Return where everybody of the running round sits, by the person's key: the table, from 1 on, and the chair.

    Tables that have told their result are left out: whoever plays there is free.
    """
    tables = state.running.tables if state.running is not None else ()
    return {
        chair.person.key: (number, at)
        for number, table in enumerate(tables, start=1)
        if table.result is None
        for at, chair in enumerate(chairs(state, table))
        if chair.person is not None
    }


def _chair(state: TournamentState, side: tuple[int, ...], at: int, turn: int) -> ClubChair:
    number = side[turn] if len(side) > turn else side[0]
    if number == BOT:
        return ClubChair(at, BOT, None)
    one = state.entrant(number)
    person = one.persons[turn] if len(side) == 1 and state.plan.couples else one.persons[0]
    return ClubChair(at, number, None if person.key in one.gone else person)
