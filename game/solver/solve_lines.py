"""Packing problems and answers as lines of JSON.

A problem: {"table": ["R5", ..] or [["R5", "B5", "*=5"], ..], "rack": ["K5", "*", ..]} and, if wanted, "objective"
(tiles, points, tiles+points), "game" (rummy, rummikub), "opened", "nodes", "closing" (the closing tile) and the table
options that matter, by name. Loose tiles may form any sets; to written sets the joker laws of the game apply. An
answer has how many "tiles" and "points" are laid, "laid", "sets" and "exact"; "divisible": false if no play makes sets
of the whole table; "mended": true if the loose tiles alone could not all be made into sets. For a bad line it has the
line's number and a sentence.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from game.solver.counts import COPIES, JOKERS, count_tiles
from game.solver.packed_sets import PackedSet
from game.solver.packing import best_packing, is_divisible
from game.solver.packing_problem import JokerLock, Objective, Packing, PackingLaws, Problem, laws_of
from game.solver.written_sets import read_tile, read_written_set
from game.table.faces import JOKER, Face

OPENING_MIN = 30
DEFAULT_GAME = "rummikub"  # the game if a problem names none
# Copied here, since loading the rules takes three times as long as solving; a test compares them with the rules.
USUAL_LAWS = {
    DEFAULT_GAME: PackingLaws(shift=True, company=True, opening_uses_table=True),
    "rummy": PackingLaws(),
}
_FLAGS = {
    "joker_shift": "shift",
    "one_after_13": "one_after_13",
    "exchange_from_table": "from_table",
    "opening_uses_table": "opening_uses_table",
}
_KEYS = {"table", "rack", "objective", "game", "opened", "nodes", "closing", "joker_lock", "opening_min", *_FLAGS}


def solve_lines(lines: Iterable[str]) -> Iterator[str]:
    """Answer every line that is not blank, in order."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield solve_line(number, line)


def solve_line(number: int, line: str) -> str:
    """Answer one line; `number` names it in an error."""
    try:
        answer = _answer(_read_question(line))
    except ValueError as fault:
        answer = {"line": number, "error": f"line {number}: {fault}"}
    return json.dumps(answer, ensure_ascii=False)


def _read_question(line: str) -> Mapping[str, object]:
    """Read a line as a JSON object with known keys."""
    try:
        line.encode()
        asked = json.loads(line)
    except UnicodeEncodeError as fault:
        raise ValueError("this is not text in UTF-8") from fault
    except RecursionError as fault:
        raise ValueError("this is nested too deeply for a packing problem") from fault
    except json.JSONDecodeError as fault:
        raise ValueError(f"this is not JSON ({fault.msg}); write an object such as {_EXAMPLE}") from fault
    if not isinstance(asked, dict):
        raise ValueError(f"a problem is an object such as {_EXAMPLE}")
    unknown = sorted(set(asked) - _KEYS)
    if unknown:
        raise ValueError(f"'{unknown[0]}' is no part of a problem; known are {', '.join(sorted(_KEYS))}")
    return asked


_EXAMPLE = '{"table": [["R5", "B5", "K5"]], "rack": ["Y5"]}'


def _answer(asked: Mapping[str, object]) -> dict[str, object]:
    """Solve a problem and write the answer."""
    problem, nodes = _problem(asked), _nodes(asked)
    packing = best_packing(problem, _objective(asked), nodes)
    answer = _write_answer(packing)
    if not packing.divisible:
        answer["divisible"] = False
    elif packing.laid and problem.loose and not is_divisible(problem.loose, one_after_13=problem.laws.one_after_13):
        answer["mended"] = True
    return answer


def _write_answer(packing: Packing) -> dict[str, object]:
    return {
        "tiles": packing.tiles,
        "points": packing.points,
        "laid": [str(face) for face in packing.laid],
        "sets": [[str(tile) for tile in laid.tiles] for laid in packing.sets],
        "exact": packing.exact,
    }


def _problem(asked: Mapping[str, object]) -> Problem:
    """Read the table, the rack and the laws."""
    rack = tuple(read_tile(word) for word in _words(asked, "rack"))
    if "closing" in asked:
        rack = (*rack, read_tile(asked["closing"]))
    laws = _laws(asked)
    table = asked.get("table", [])
    if not isinstance(table, list):
        raise ValueError('"table" is a list of tiles, or a list of sets')
    loose: tuple[Face, ...] = ()
    sets: tuple[PackedSet, ...] = ()
    if any(isinstance(part, list) for part in table):
        sets = tuple(read_written_set(part, one_after_13=laws.one_after_13) for part in table)
    else:
        loose = tuple(read_tile(word) for word in table)
    _check_deck([*rack, *loose, *(tile.face for old in sets for tile in old.tiles)])
    return Problem(rack, loose, sets, laws, rack if "closing" in asked else ())


def _words(asked: Mapping[str, object], key: str) -> list[object]:
    words = asked.get(key)
    if not isinstance(words, list):
        raise ValueError(f'"{key}" is a list of tiles such as ["R5", "*"]')
    return words


def _check_deck(faces: list[Face]) -> None:
    """Raise ValueError if there are more tiles of a face than the deck has."""
    for face, copies in Counter(faces).items():
        most = JOKERS if face == JOKER else COPIES
        if copies > most:
            raise ValueError(f"there are only {most} {face} in the deck, and here are {copies}")
    count_tiles(faces)


def usual_laws(game: object) -> PackingLaws:
    """Return the laws of an open-table game with its usual options, for a player who has opened."""
    from game.rules.open_table_laws import OpenTableLaws
    from game.rules.registry import GAMES
    from game.rules.ruleset import Family, laws_as
    from game.table.options import Options

    games = {key: rules for key, rules in GAMES.items() if rules.family is Family.OPEN_TABLE}
    if not isinstance(game, str) or game not in games:
        raise ValueError(f'"game" is one of {", ".join(games)}')
    usual = Options.of({option.name: option.default for option in games[game].options})
    return laws_of(usual, company=laws_as(games[game], OpenTableLaws).companions > 0, opened=True)


def _laws(asked: Mapping[str, object]) -> PackingLaws:
    """Read the game, its options, and whether the player has opened."""
    flags = {field: _flag(asked, name) for name, field in _FLAGS.items() if name in asked}
    game = asked.get("game", DEFAULT_GAME)
    written = USUAL_LAWS.get(game) if isinstance(game, str) else None
    laws = (usual_laws(game) if written is None else written)._replace(**flags)  # type: ignore[arg-type]
    if "joker_lock" in asked:
        laws = laws._replace(lock=_lock(asked["joker_lock"]))
    least = asked.get("opening_min", OPENING_MIN)
    if type(least) is not int or not 0 <= least <= 50:
        raise ValueError('"opening_min" is a whole number from 0 to 50')
    opened = _flag(asked, "opened") if "opened" in asked else True
    return laws if opened else laws._replace(opening=least)


def _flag(asked: Mapping[str, object], name: str) -> bool:
    value = asked[name]
    if not isinstance(value, bool):
        raise ValueError(f'"{name}" is true or false')
    return value


def _lock(word: object) -> JokerLock:
    for lock in JokerLock:
        if lock.value == word:
            return lock
    raise ValueError('"joker_lock" is one of face, frozen, free')


def _objective(asked: Mapping[str, object]) -> Objective:
    word = asked.get("objective", Objective.TILES.value)
    for objective in Objective:
        if objective.value == word:
            return objective
    raise ValueError('"objective" is one of tiles, points, tiles+points')


def _nodes(asked: Mapping[str, object]) -> int | None:
    nodes = asked.get("nodes")
    if nodes is not None and (type(nodes) is not int or nodes < 1):
        raise ValueError('"nodes" is a whole number from 1 up, or left out for no limit')
    return nodes
