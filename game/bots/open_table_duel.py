"""The hard level of the open-table games: it plays as people do, unless its only opponent holds everything back.

Who keeps all possible plays until the stock is empty beats whoever lays earlier. So where two play and the other has
laid nothing for some turns, hard holds back too, and searches the end of the round. Among more players those who hold
everything back wait for each other, and hard is out first.
"""

from __future__ import annotations

from game.bots import open_table_bot
from game.bots.choice import Decision
from game.bots.master.open_table import DUEL_PLAYERS, search_ending
from game.bots.nodes import Nodes
from game.bots.open_table_patience import turns_held
from game.table.view import View

HOARDING_TURNS = 8  # turns without a play from which a player is taken to hold everything back


def decide_hard(view: View, nodes: Nodes, seed: int) -> Decision:
    """Hold back for half a round at most; for two, as long as the other does, and no longer."""
    if view.table.seats != DUEL_PLAYERS:
        return open_table_bot.hold_back_half_round(view, nodes, seed)
    if not view.table.stock:
        usual = open_table_bot.hold_back_or_play(view, nodes, seed)
        return search_ending(view, usual, nodes, seed, unhurried=DUEL_PLAYERS)
    held = turns_held(view, 1 - view.seat)
    if held[-1] >= HOARDING_TURNS:
        return open_table_bot.hold_back_or_play(view, nodes, seed)
    if max(held) >= HOARDING_TURNS:
        return open_table_bot.lay_most(view, nodes, seed)
    return open_table_bot.hold_back_half_round(view, nodes, seed)
