"""Write the golden transcripts of tests/golden: whole matches by bots, whose diff is to be read before committing.

A change of the bots, the rules or the file format shows there; if none was intended, the change is a mistake.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from game.commands.demo import bots_header, play_out
from game.match.lines import match_text
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import Family, RuleSet, choose_options
from game.table.options import Options, OptionValue
from tools.by_game import counts_of

FOLDER = Path(__file__).parent.parent / "tests" / "golden"
SEED = 7
STEADY_LEVELS = {Family.DEAD_HAND: "first", Family.OPEN_TABLE: "lay_most"}  # levels that never change
VERSION, NODES = 1, 2_000  # written into the headers, whatever the current bots' version and budget
OLD_RULES_VERSION = 1  # matches written under version 1 of the rules must always be replayed by it

TARGET_POINTS = 500  # points; short matches keep the files small

# By name, the game and the options of a match. Each game has a match for every number of players; these replace those
# of the same names, or are further ones.
CHOSEN_OPTIONS: dict[str, tuple[str, dict[str, OptionValue]]] = {
    "burako-2": ("burako", {"players": 2, "target": 1000, "two_player_hand": 15, "dead_bonus": 100}),
    "burako-4": ("burako", {"players": 4, "target": 1000}),
    "burako-4-pile": ("burako", {"players": 4, "target": 500, "stock_end": "cannot_draw", "close_mode": "meld"}),
    **{f"eburako-{players}": ("eburako", {"players": players, "target": 1000}) for players in (2, 4)},
    "rummikub-4-fresh": ("rummikub", {"players": 4, "rounds": "fresh", "fresh_rounds": 2}),
}


def of_game(rules: RuleSet) -> dict[str, tuple[str, dict[str, OptionValue]]]:
    """Return a game's golden matches by their names."""
    made: dict[str, tuple[str, dict[str, OptionValue]]] = {}
    for players in counts_of(rules):
        target: dict[str, OptionValue] = {"target": TARGET_POINTS} if rules.option("target") is not None else {}
        made[f"{rules.key}-{players}"] = (rules.key, {"players": players, **target})
    return {**made, **{name: chosen for name, chosen in CHOSEN_OPTIONS.items() if chosen[0] == rules.key}}


GOLDEN = {name: chosen for rules in GAMES.values() for name, chosen in of_game(rules).items()}


def golden_text(name: str) -> str:
    """Play a golden match and return its file."""
    return text_of(*GOLDEN[name])


def text_of(game: str, chosen: dict[str, OptionValue]) -> str:
    """Play a match of a game and return its file."""
    rules = rules_of(game)
    options = choose_options(rules, chosen)
    if not isinstance(options, Options):
        raise ValueError(f"{game}: {options.code.key} {options.args}")
    header = bots_header(rules, options, SEED, STEADY_LEVELS[rules.family])
    return match_text(play_out(replace(header, bots=VERSION, nodes=NODES, rules=OLD_RULES_VERSION)))


def main() -> int:
    """Write every golden transcript and say which have changed."""
    FOLDER.mkdir(exist_ok=True)
    for name in GOLDEN:
        path = FOLDER / f"{name}.comodin"
        text = golden_text(name)
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{name}: {'as before' if text == before else 'CHANGED'}, {text.count(chr(10))} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
