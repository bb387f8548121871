"""Parsers of command-line values; their errors say what is wrong."""

from __future__ import annotations

import argparse
from datetime import date
from typing import TYPE_CHECKING

from game.rules.registry import rules_of
from game.rules.ruleset import parse_value

if TYPE_CHECKING:
    from game.commands.arena_sums import Bounds
    from game.table.options import OptionValue


def parse_port(text: str) -> int:
    """Parse a port; 0 means any free one."""
    if not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"a port is a whole number from 0 to 65535, not '{text}'")
    return int(text)


def parse_seed(text: str) -> int:
    """Parse a seed."""
    if not text.isdecimal() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"a seed is a whole number from 0 up, not '{text}'")
    return int(text)


def parse_positive(text: str) -> int:
    """Parse a positive whole number."""
    if not text.isdecimal() or not 0 < int(text) < 10**6:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 up, not '{text}'")
    return int(text)


def parse_day(text: str) -> str:
    """Parse a day."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"a day is written like 2026-11-22, not '{text}'") from error


def parse_games(text: str) -> tuple[str, ...]:
    """Parse games separated by commas."""
    try:
        return tuple(rules_of(game).key for game in text.split(","))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def parse_teams(text: str) -> tuple[str, str]:
    """Parse the two teams of an arena."""
    first, comma, second = text.partition(",")
    if not first or not comma or not second:
        raise argparse.ArgumentTypeError(f"two teams are written like hard,medium, not '{text}'")
    return first, second


def parse_bounds(text: str) -> Bounds:
    """Parse the two means of a sequential test."""
    from game.commands.arena_sums import Bounds  # imported late, because only the arena needs it

    low, _comma, high = text.partition(",")
    try:
        found = Bounds(int(low), int(high))
    except ValueError:
        found = Bounds(0, 0)
    if found.low >= found.high:
        raise argparse.ArgumentTypeError(f"two means in points a deal are written like 0,30, not '{text}'")
    return found


def parse_option(text: str) -> tuple[str, OptionValue]:
    """Parse a table option."""
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise argparse.ArgumentTypeError(f"an option is written NAME=VALUE, like target=1000, not '{text}'")
    return name, parse_value(value)
