"""What a game is: a record of data and functions, with its options and presets.

Each rule has one function: `refusal` says why a move is not allowed on the public table, `own_refusal` why by what only
the mover knows. There is no inheritance: a record names the functions of its family.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from game.table.options import Options, OptionValue
from game.table.refusals import Code, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from game.table.faces import Face
    from game.table.melds import Meld
    from game.table.moves import Move, ShownFaces
    from game.table.state import Table
    from game.table.tiles import Deck, Tile
    from game.table.view import View

AllowedValues = tuple[OptionValue | range, ...]
_Laws = TypeVar("_Laws")


class Family(Enum):
    """Games of one family share their moves: rule 1 and rule 2."""

    DEAD_HAND = "dead hand"
    OPEN_TABLE = "open table"


@dataclass(frozen=True, slots=True)
class Option:
    """A choice a table can make; rule 10.

    `allowed` lists values and ranges; an option with one value is fixed in this game and not offered. `effect` is the
    sentence players read, `source` the decision or section that gives the default.
    """

    name: str
    default: OptionValue
    allowed: AllowedValues
    effect: str
    source: str

    @property
    def offered(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.allowed) > 1 or isinstance(self.allowed[0], range)

    def allows(self, value: OptionValue) -> bool:
        """Return whether the option may have this value; True is not the number 1."""
        return any(
            value in one if isinstance(one, range) and type(value) is int else type(one) is type(value) and one == value
            for one in self.allowed
        )

    def values_text(self) -> str:
        """Write what is allowed, as on the command line: `on, off` or `0, 15..600`."""
        return ", ".join(f"{one[0]}..{one[-1]}" if isinstance(one, range) else value_text(one) for one in self.allowed)


def value_text(value: OptionValue) -> str:
    """Write a value as on the command line."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def parse_value(text: str) -> OptionValue:
    """Read a value as written on the command line."""
    if text in {"on", "off"}:
        return text == "on"
    return int(text) if text.removeprefix("-").isdecimal() else text


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options; what it does not name keeps the game's default.

    `within` narrows what other options may be: a box with racks for four allows at most four players.
    `title` and `line` are its name and a line about it, empty for presets of several games: the client has those.
    """

    key: str
    chosen: Mapping[str, OptionValue]
    within: Mapping[str, AllowedValues] = field(default_factory=dict)
    title: str = ""
    line: str = ""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a score sheet: what it is for, by which rule, for which tiles, and how often (`count`)."""

    code: str
    rule: str
    points: int
    tiles: tuple[Tile, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class SideScore:
    """A side's sheet of one round."""

    side: int
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """The side's points of the round."""
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a match stands after a round: the winning sides, empty while it goes on."""

    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Exchange:
    """What is laid for a joker that leaves its set: `count` tiles, each of a different one of these faces."""

    faces: tuple[Face, ...]
    count: int


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game.

    `title` is its name, `line` the few words on its card and `section` its section of the rule book.

    `deal(options, round, coin, last, totals, shown)` makes a round's first table: `coin` is a number nobody chose and
    settles who starts, `last` the table of the round before (None for the first). Racks, dead hands and stock are dealt
    in the order of tile ids, since an id is a place in the shuffled deck. `kept(last)` are the faces that stay with
    their tiles in the next deal, `opened_tiles(options)` the tiles that are turned up by it. `sides(players)` is how
    many sides play, `conflict(options)` why options do not go together.

    `refusal(table, move)` is what everybody can check, `own_refusal(view, move)` the same with the mover's own faces;
    `apply` takes only moves that both allow. `time_out(view)` is the move that a mover's own program makes when the
    time has run out. `read_meld(tiles, means, faces, options)` reads tiles in their written order, with the meanings
    declared for some of them, as the set they most likely are, which `refusal` may still refuse. `laid_points(table,
    side)` adds up what a side has on the table, and `rack_points(faces)` what faces count in a rack; `score(table)`
    writes the score sheets of a round whose faces are all public. `verdict(options, totals, table)` judges the match
    after a round. `exchange(table, joker)` is what must be laid for a joker that leaves its set, None where it may
    leave for nothing. `void_price` is what a side pays if one of its players breaks off a round among persons: so much
    that breaking off never pays. `earlier` holds the rules of earlier versions, by version, for old logs that today's
    rules would fold to another table.
    """

    key: str
    family: Family
    laws: object  # the DeadHandLaws or OpenTableLaws of the game
    title: str
    line: str
    section: str
    deck: Deck
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    sides: Callable[[int], int]
    opened_tiles: Callable[[Options], tuple[Tile, ...]]
    deal: Callable[[Options, int, int, Table | None, tuple[int, ...], ShownFaces], Table]
    refusal: Callable[[Table, Move], Refusal | None]
    own_refusal: Callable[[View, Move], Refusal | None]
    apply: Callable[[Table, Move], Table]
    time_out: Callable[[View], Move]
    read_meld: Callable[[tuple[Tile, ...], tuple[Face | None, ...], tuple[Face, ...], Options], Meld]
    laid_points: Callable[[Table, int], int]
    rack_points: Callable[[Iterable[Face]], int]
    score: Callable[[Table], tuple[SideScore, ...]]
    verdict: Callable[[Options, tuple[int, ...], Table], Verdict]
    conflict: Callable[[Options], Refusal | None] = field(default=lambda _options: None)
    lowest_wins: bool = False
    void_price: int = 0
    kept: Callable[[Table], ShownFaces] = field(default=lambda _last: ())
    exchange: Callable[[Table, Tile], Exchange | None] = field(default=lambda _table, _joker: None)
    earlier: Mapping[int, RuleSet] = field(default_factory=dict)

    def option(self, name: str) -> Option | None:
        """Find an option by name."""
        return next((one for one in self.options if one.name == name), None)

    def preset(self, key: str) -> Preset | None:
        """Find a preset by key."""
        return next((one for one in self.presets if one.key == key), None)


def laws_as(rules: RuleSet, family: type[_Laws]) -> _Laws:
    """Return a game's laws as its family's type; raise TypeError for a game of another family."""
    if not isinstance(rules.laws, family):
        raise TypeError(f"{rules.title} is not of the family with {family.__module__}")
    return rules.laws


def starting_seat(options: Options, coin: int, last: Table | None) -> int:
    """Decision D1: return who starts a round: at first by lot or seat 0, later the next in the direction of play."""
    seats = options.number("players")
    if last is not None:
        return (last.starter + step(options)) % seats
    return coin % seats if options.word("first_starter") == "random" else 0


def step(options: Options) -> int:
    """Decision D2: return what to add to a seat to find the next: left is the next higher, right the next lower."""
    return 1 if options.word("direction") == "left" else -1


def choose_options(rules: RuleSet, chosen: Mapping[str, OptionValue]) -> Options | Refusal:
    """Rule 10: return the game's options with some chosen, or why that choice is not allowed."""
    values = {option.name: option.default for option in rules.options}
    for name, value in chosen.items():
        option = rules.option(name)
        if option is None:
            return Refusal(Code.UNKNOWN_OPTION, args=(name, rules.title))
        if not option.allows(value):
            if name == "players" and type(value) is int:
                return Refusal(Code.SEATS, args=(value, option.values_text()), cites=rules.section)
            return Refusal(Code.OPTION_VALUE, args=(name, value_text(value), option.values_text()))
        values[name] = value
    options = Options.of(values)
    return rules.conflict(options) or options


def choose_preset(rules: RuleSet, preset: Preset, chosen: Mapping[str, OptionValue]) -> Options | Refusal:
    """Rule 10: return a preset's options with some more chosen, or why that choice is not allowed."""
    for name, value in chosen.items():
        option = rules.option(name)
        if option is not None and name in preset.within:
            narrowed = replace(option, allowed=preset.within[name])
            if option.allows(value) and not narrowed.allows(value):
                args = (f"{name} ({preset.key})", value_text(value), narrowed.values_text())
                return Refusal(Code.OPTION_VALUE, args=args)
    return choose_options(rules, {**preset.chosen, **chosen})


def options_text(options: Options) -> str:
    """Write all options in one line, sorted: `ace_both_ends=on close_mode=either ..`."""
    return " ".join(f"{name}={value_text(value)}" for name, value in options.items)
