"""Facts about all games for tools and tests, so that none of them has to list the games."""

from __future__ import annotations

from game.rules.dead_hand_laws import DeadHandLaws
from game.rules.open_table_laws import OpenTableLaws
from game.rules.registry import GAMES
from game.rules.ruleset import Family, Option, RuleSet, laws_as
from game.table.moves import Close
from game.table.options import OptionValue
from game.table.state import Phase

SHORT_MATCH: dict[str, OptionValue] = {
    "target": 100,
    "hands": 1,
    "rounds": "fresh",
    "fresh_rounds": 1,
    "turn_seconds": 0,
}


def games_of(family: Family) -> tuple[str, ...]:
    """Return the games of a family."""
    return tuple(rules.key for rules in GAMES.values() if rules.family is family)


def numbers_of(option: Option | None) -> tuple[int, ...]:
    """Return every number an option may be, in ascending order."""
    allowed = option.allowed if option is not None else ()
    return tuple(sorted(number for one in allowed for number in (one if isinstance(one, range) else (int(one),))))


def counts_of(rules: RuleSet) -> tuple[int, ...]:
    """Return the numbers of players that a game allows, in ascending order."""
    return numbers_of(rules.option("players"))


def short_match(rules: RuleSet, **shorter: OptionValue) -> dict[str, OptionValue]:
    """Return the options that make a match short; where a value is not allowed, the lowest that is."""
    chosen: dict[str, OptionValue] = {}
    for name, wanted in {**SHORT_MATCH, **shorter}.items():
        option = rules.option(name)
        if option is None or not option.offered or option.default == wanted:
            continue
        chosen[name] = wanted if option.allows(wanted) else numbers_of(option)[0]
    return chosen


def ways_to_end(rules: RuleSet) -> tuple[str, ...]:
    """Name the ways in which a round of a game may end."""
    if rules.family is Family.OPEN_TABLE:
        closing = ("out_by_closing",) if Close in laws_as(rules, OpenTableLaws).moves else ()
        return ("out_by_playing", *closing, "passed")
    stock_end = rules.option("stock_end")
    stopped = ("stopped",) if stock_end is not None and stock_end.offered else ()
    stalemate = ("stalemate",) if laws_as(rules, DeadHandLaws).stalemate else ()
    return ("out_by_laying", "out_by_discard", "stock", *stopped, *stalemate, "stall")


def phases_of(rules: RuleSet) -> set[Phase]:
    """Return the phases in which a player of a game moves."""
    if rules.family is Family.OPEN_TABLE:
        return {Phase.TURN, Phase.PLAY} if laws_as(rules, OpenTableLaws).draws_first else {Phase.TURN}
    first = {Phase.START_DRAW, Phase.START_CHOICE} if laws_as(rules, DeadHandLaws).privilege else set()
    return {*first, Phase.DRAW, Phase.PLAY}
