"""Arena opponents for the open-table games, such as one that passes once more, or searches deeper at the end."""

from __future__ import annotations

from game.bots import open_table_bot
from game.bots.choice import Decision, is_allowed
from game.bots.league import beginner
from game.bots.level import Level
from game.bots.master import open_table as master
from game.bots.nodes import Nodes
from game.table.moves import Draw, Move, Pass, Rearrange
from game.table.view import View


def decide_waiter(view: View, nodes: Nodes, seed: int) -> Decision:
    """Hold back for the whole round, and pass once more when the stock is empty, so that others must lay first."""
    choice = open_table_bot.hold_back_or_play(view, nodes, seed)
    lays = isinstance(choice.move, Rearrange) and choice.reason != "lay_all"
    own = [told.move for told in view.story if told.seat == view.seat]
    if lays and not view.table.stock and not _passed(own) and is_allowed(view, Pass()):
        return Decision(Pass(), "hold_back", choice.args)
    return choice


def _passed(moves: list[Move]) -> bool:
    """Return whether a turn ended by a pass without a draw."""
    before = [None, *moves[:-1]]
    return any(isinstance(move, Pass) and not isinstance(last, Draw) for last, move in zip(before, moves, strict=False))


SPARRING_LEVELS: dict[str, Level] = {
    "beginner": Level(version=1, nodes=1_000, decide=beginner.decide_open_table),
    "lay_most": Level(version=2, nodes=2_000, decide=open_table_bot.lay_most),
    "hoarder": Level(version=6, nodes=20_000, decide=open_table_bot.hold_back_or_play),
    "waiter": Level(version=1, nodes=20_000, decide=decide_waiter),
    "deeper": Level(version=1, nodes=120_000, decide=master.decide),
}
