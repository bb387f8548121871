"""The master of the open-table games: holds back while that pays, and searches the whole end of the round.

With an empty stock all unseen tiles are in the others' racks: with two players each knows the other's rack; with more,
some possible deals of them are sampled.
"""

from __future__ import annotations

from functools import partial

from game.bots import open_table_bot
from game.bots.choice import Decision
from game.bots.dice import Dice
from game.bots.level import Level
from game.bots.master.ending import LastTurns, candidate_moves, small_plays
from game.bots.nodes import Nodes
from game.bots.open_table_packing import PlannedPlay
from game.rules.registry import rules_of
from game.table.faces import HIDDEN, Face
from game.table.moves import Rearrange
from game.table.view import View

DUEL_PLAYERS = 2  # number of players with which the other's rack is known
SAMPLED_WORLDS = 4  # sampled deals of the unseen tiles to several others
MAX_UNHURRIED_PLAYERS = 5  # most players with whom the end gets all remaining nodes; with more each node takes longer
ANY_PLAYER_COUNT = 7  # as many as any table seats


def decide(view: View, nodes: Nodes, seed: int, unhurried: int = ANY_PLAYER_COUNT) -> Decision:
    """Hold back, or search the end of the round."""
    return search_ending(view, open_table_bot.hold_back_or_play(view, nodes, seed), nodes, seed, unhurried)


def search_ending(view: View, usual: Decision, nodes: Nodes, seed: int, unhurried: int) -> Decision:
    """Return the best way to end a round whose stock is empty; the usual decision before that, or if it is alone."""
    if view.table.stock or usual.reason in {"close", "lay_all", "draw_nothing_to_lay", "pass_nothing_to_lay"}:
        return usual
    ways = list(dict.fromkeys([*candidate_moves(view, nodes), *small_plays(view, nodes)]))
    if not ways[1:]:
        return usual
    totals = [0] * len(ways)
    worlds = 1 if view.table.seats == DUEL_PLAYERS else SAMPLED_WORLDS
    left = nodes.left * unhurried // max(unhurried, view.table.seats)
    for world in range(worlds):
        share = Nodes(left // (worlds - world), nodes.unwanted)
        end = LastTurns(view.table, _shared_out(view, seed, world), share)
        for at, way in enumerate(ways):
            totals[at] += end.final_lead(view.table, way)
        nodes.charge(share.count)
        left = max(0, left - share.count)
    best = ways[totals.index(max(totals))]
    if isinstance(best, Rearrange):
        return open_table_bot.play_or_draw(view, PlannedPlay(best.played, best.sets, exact=False))
    most = next(way for way in ways if isinstance(way, Rearrange))
    return Decision(best, "hold_back", open_table_bot.sorted_for_sentences(view, most.played))


def _shared_out(view: View, seed: int, world: int) -> tuple[Face, ...]:
    """Assign the unseen faces to the unseen tiles at random."""
    left = list(rules_of(view.table.game).deck.faces)
    for face in view.faces:
        if face != HIDDEN:
            left.remove(face)
    order = iter(Dice(seed * SAMPLED_WORLDS + world).shuffled(left))
    return tuple([next(order) if face == HIDDEN else face for face in view.faces])


MASTER = Level(version=3, nodes=50_000, decide=partial(decide, unhurried=MAX_UNHURRIED_PLAYERS))
