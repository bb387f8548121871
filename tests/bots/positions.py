"""Positions for bots, written as the judge reads them, and what a bot does in them in the notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from game.bots.bot import choose_move
from game.bots.choice import Decision
from game.bots.nodes import DEFAULT_BUDGET, Budget
from game.rules.registry import rules_of
from game.session.position import read_position
from game.table.notation import write_move
from game.table.state import with_faces
from game.table.view import View

_IDS = re.compile(r"[#!]\d+")


@dataclass(frozen=True, slots=True)
class Advice:
    """What a bot chose: the move in the notation without ids, and the whole choice."""

    said: str
    choice: Decision
    view: View


def view_in(game: str, **said: Any) -> View:
    """Return the mover's view of a written position."""
    position = read_position({"game": game, **said})
    table = position.table
    own = tuple((tile, position.faces[tile]) for tile in sorted(table.rack))
    return View(table, table.to_move, with_faces(table.faces, own))


def advice(game: str, *, budget: Budget = DEFAULT_BUDGET, seed: int = 1, **said: Any) -> Advice:
    """Ask the bot about a written position; whatever it says must be legal."""
    view = view_in(game, **said)
    choice = choose_move(view, "medium", budget, seed)
    rules = rules_of(game)
    assert rules.own_refusal(view, choice.move) is None
    assert rules.refusal(view.table, choice.move) is None
    text = write_move(choice.move, view.table, cards=rules.deck.cards)
    return Advice(_IDS.sub("", text), choice, view)
