"""Matches that bots played, each once for all tests of a process: a match never changes, and playing one is dear."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from game.commands.demo import bots_header, options_for, play_out
from game.match.transcript import EntryKind
from game.rules.registry import rules_of

if TYPE_CHECKING:
    from game.match.match import Match
    from game.table.options import OptionValue

SEED = 7
FEW = 1000  # points to play for, reached after two or three rounds


def played_out(game: str, seed: int = SEED, **chosen: OptionValue) -> Match:
    """Return a whole match of bots; one for points ends after a few rounds if nothing else is chosen."""
    few = {"target": FEW} if rules_of(game).option("target") is not None else {}
    return _played_out(game, seed, tuple(sorted({**few, **chosen}.items())))


@cache
def _played_out(game: str, seed: int, chosen: tuple[tuple[str, OptionValue], ...]) -> Match:
    rules = rules_of(game)
    return play_out(bots_header(rules, options_for(rules, dict(chosen)), seed))


@cache
def cut(match: Match, entries: int) -> Match:
    """Return a match after its first entries."""
    return match.at(entries)


def after_first_score(match: Match) -> Match:
    """Return a match at the end of its first round."""
    return cut(match, next(entry.number for entry in match.transcript.entries if entry.kind is EntryKind.SCORE) + 1)
