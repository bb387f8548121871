"""No game is named outside its own file: what depends on the game asks the game, so that a further one is no stranger.

A place that has to name one stands below with its reason. Docstrings and comments may name examples.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from game.rules.registry import GAMES
from tests.sixth.buraco import BURACO

ROOT = Path(__file__).parents[2]
KEYS = sorted(set(GAMES) - {BURACO.key})
NAMES = sorted({rules.title for rules in GAMES.values()} - {BURACO.title})
NAMED = re.compile(rf"(?<![a-zA-Z])({'|'.join([*KEYS, *NAMES])})(?!-?[a-zA-Z])")

ALLOWED = {
    "game/annals/daily.py": "whose turn a day is, and at which table: part of every daily deal there will be",
    "game/bots/dead_hand_levels.py": "how easy a bot must be for a beginner, found by playing this game",
    "game/bots/master/dead_hand.py": "where the trained player is the better one, found by playing this game",
    "game/bots/open_table_patience.py": "numbers found by playing these games; in others nobody is patient",
    "game/client/applied.py": "the key of a wish in the settings file, which stands for every game of cards",
    "game/client/lesson/first_start.py": "the same key",
    "game/client/scenes/settings.py": "the same key",
    "game/client/words/burraco.py": "what Burraco calls a canasta and a dead hand",
    "game/client/words/settings.py": "the same key",
    "game/commands/judge.py": "an example in a sentence",
    "game/commands/ladder.py": "numbers found by pilots of these games",
    "game/commands/puzzle.py": "the tables that puzzles are found at, part of the puzzles that a seed makes",
    "game/solver/solve_lines.py": "the game of a problem that names none, and laws that would be slow to load",
}


def texts(path: Path) -> Iterator[str]:
    """Yield every text of a module that is no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


def naming() -> dict[str, set[str]]:
    """The files of the program that name a game, and what they say."""
    found: dict[str, set[str]] = {}
    for part in ("game", "net"):
        for path in sorted((ROOT / part).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            said = (
                {text for text in texts(path) if NAMED.search(text)} if NAMED.search(path.read_text("utf-8")) else set()
            )
            if said and not name.startswith("game/rules/"):
                found[name] = said
    return found


def test_no_file_of_the_program_names_a_game_but_where_it_must() -> None:
    found = naming()
    assert {name: said for name, said in found.items() if name not in ALLOWED} == {}
    assert sorted(ALLOWED) == sorted(found), "an exception is needed no more"


def test_only_the_registry_names_a_games_module() -> None:
    own = re.compile(rf"^from game\.rules\.({'|'.join(KEYS)}) import", flags=re.MULTILINE)
    importing = {
        path.relative_to(ROOT).as_posix()
        for part in ("game", "net")
        for path in (ROOT / part).rglob("*.py")
        if own.search(path.read_text(encoding="utf-8"))
    }
    assert importing == {"game/rules/registry.py"}
