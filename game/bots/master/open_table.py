"""Hard and master of the open-table games: when they hold back, and a search of the whole end of the round.

Who keeps all possible plays until the stock is empty beats whoever lays earlier, and master does so while it pays. Hard
lays a little every few turns, or waits half a round where turns begin with a draw. If its only opponent lays nothing
for some turns, it holds back too, and searches the end. Among more players those who hold everything back wait for each
other, and hard is out first.

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
from game.bots.open_table_patience import turns_held
from game.rules.registry import rules_of
from game.table.faces import HIDDEN, Face
from game.table.moves import Rearrange
from game.table.view import View

DUEL_PLAYERS = 2  # number of players with which the other's rack is known
SAMPLED_WORLDS = 4  # sampled deals of the unseen tiles to several others
MAX_UNHURRIED_PLAYERS = 5  # most players with whom the end gets all remaining nodes; with more each node takes longer
ANY_PLAYER_COUNT = 7  # as many as any table seats
HOARDING_TURNS = 8  # turns without a play from which a player is taken to hold everything back


def decide_hard(view: View, nodes: Nodes, seed: int) -> Decision:
    """Lay little by little; for two, hold back as long as the other does, and no longer."""
    if view.table.seats != DUEL_PLAYERS:
        return open_table_bot.lay_little_by_little(view, nodes, seed)
    if not view.table.stock:
        return decide(view, nodes, seed)
    held = turns_held(view, 1 - view.seat)
    if held[-1] >= HOARDING_TURNS:
        return open_table_bot.hold_back_or_play(view, nodes, seed)
    if max(held) >= HOARDING_TURNS:
        return open_table_bot.lay_most(view, nodes, seed)
    return open_table_bot.lay_little_by_little(view, nodes, seed)


def decide(view: View, nodes: Nodes, seed: int, unhurried: int = ANY_PLAYER_COUNT) -> Decision:
    """Hold back, or search the end of the round."""
    usual = open_table_bot.hold_back_or_play(view, nodes, seed)
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
        end = LastTurns(view.table, _random_world(view, seed, world), share)
        for at, way in enumerate(ways):
            totals[at] += end.final_lead(view.table, way)
        nodes.charge(share.count)
        left = max(0, left - share.count)
    best = ways[totals.index(max(totals))]
    if isinstance(best, Rearrange):
        return open_table_bot.play_or_draw(view, PlannedPlay(best.played, best.sets, exact=False))
    most = next(way for way in ways if isinstance(way, Rearrange))
    return Decision(best, "hold_back", open_table_bot.sorted_for_sentences(view, most.played))


def _random_world(view: View, seed: int, world: int) -> tuple[Face, ...]:
    """Assign the unseen faces to the unseen tiles at random."""
    left = list(rules_of(view.table.game).deck.faces)
    for face in view.faces:
        if face != HIDDEN:
            left.remove(face)
    order = iter(Dice(seed * SAMPLED_WORLDS + world).shuffled(left))
    return tuple([next(order) if face == HIDDEN else face for face in view.faces])


HARD = Level(version=9, nodes=20_000, decide=decide_hard)
MENTOR = Level(version=10, nodes=20_000, decide=open_table_bot.with_fewest_changes(decide_hard))
MASTER = Level(version=3, nodes=50_000, decide=partial(decide, unhurried=MAX_UNHURRIED_PLAYERS))
