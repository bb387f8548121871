"""The output of `comodin help GAME`: every table option, its values, and their meaning."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Final

from game.client.setup import value_words
from game.rules.registry import rules_of
from game.rules.ruleset import value_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.rules.ruleset import Option

WIDTH: Final = 100  # letters per line
INDENT: Final = "      "


def options_text(game: str) -> str:
    """Return the list of a game's table options, as text."""
    rules = rules_of(game)
    heads = f"Table options of {rules.title}, for --option NAME=VALUE; each is given with its usual value:"
    return "\n".join([heads, *(f"\n{_option_text(option)}" for option in rules.options if option.offered)])


def _option_text(option: Option) -> str:
    values = f"One of: {', '.join(_values(option))}."
    lines = fill(
        f"{option.effect} {values} Rule {option.source}.", WIDTH, initial_indent=INDENT, subsequent_indent=INDENT
    )
    return f"  {option.name}={value_text(option.default)}\n{lines}"


def _values(option: Option) -> Iterator[str]:
    """Yield every value as typed, with its meaning if it has a name."""
    for one in option.allowed:
        written = f"{one[0]}..{one[-1]}" if isinstance(one, range) else value_text(one)
        words = "" if isinstance(one, range | bool) else str(value_words(option.name, one))
        yield written if words in ("", written) else f"{written} ({words[:1].lower()}{words[1:]})"
