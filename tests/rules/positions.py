"""Positions of the dead-hand games in the notation of the rule book, through the judge, for tests."""

from __future__ import annotations

import json
from typing import Any

from game.commands.judge import judge


def judged(game: str, moves: tuple[str, ...], said: dict[str, Any]) -> dict[str, Any]:
    return judge(json.dumps({"game": game, "moves": list(moves), **said}))


def results(game: str, *moves: str, **said: Any) -> list[dict[str, Any]]:
    """Try moves one after the other; return what the judge says of each."""
    found: list[dict[str, Any]] = judged(game, moves, said)["results"]
    return found


def code(game: str, move: str, **said: Any) -> str:
    """Return the code of the refusal of one move, or `ok`."""
    (found,) = results(game, move, **said)
    return "ok" if found["ok"] else str(found["code"])


def totals(game: str, *moves: str, **said: Any) -> list[int]:
    """Make moves that are allowed and return the score by side."""
    answer = judged(game, moves, said)
    assert all(one["ok"] for one in answer["results"]), answer["results"]
    found: list[int] = answer["score"]["totals"]
    return found
