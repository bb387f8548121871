"""The rule-of-thumb bot of the dead-hand games: eBurako, Burako and Burraco, two alone or four in couples.

It plans what to lay with its rack, or with rack and pile, and plays the first step; the next step is computed anew, so
it keeps no state between moves. Every move is checked by the rules.
"""

from __future__ import annotations

from game.bots.choice import Decision, fallback_move, is_allowed
from game.bots.dead_hand_discard import Dangers
from game.bots.dead_hand_ends import evaluate_ends, score_if_ended
from game.bots.dead_hand_lays import NEW_SET_INDEX, PossibleLay, high_lays, move_of, possible_lays
from game.bots.dead_hand_plan import Plan, best_plan
from game.bots.dead_hand_sight import Evaluation, evaluate
from game.bots.dead_hand_skill import FIRST_SKILL, SHARP_SKILL, Skill
from game.bots.dead_hand_worth import held_tile_values, matching_rack_tiles, shape_of
from game.bots.dice import mix_bits
from game.bots.nodes import Nodes
from game.rules.dead_hand_sets import CANASTA, is_wild_face
from game.rules.registry import rules_of
from game.table.moves import Discard, Draw, Extend, Keep, LayMeld, Move, Redraw, Stop, TakePile
from game.table.state import Phase, without
from game.table.tiles import Tile
from game.table.view import View, with_shown_faces

PRESSING_URGENCY = 60  # urgency from which nothing is kept for another turn
OVERLOOKED_TILES = 2  # cheaper discards that a slip overlooks at most


def decide(view: View, nodes: Nodes, seed: int, skill: Skill = FIRST_SKILL) -> Decision:
    """Choose the next move; `seed` breaks ties."""
    match view.table.phase:
        case Phase.START_DRAW:
            return Decision(Draw(), "start_draw")
        case Phase.START_CHOICE:
            return _keep_or_redraw(view, nodes, skill)
        case Phase.DRAW:
            return _draw_by_habit(view, seed, skill) or _draw_or_take(view, nodes, skill)
        case _:
            return _play(view, nodes, seed, skill)


# The draw


def _keep_or_redraw(view: View, nodes: Nodes, skill: Skill) -> Decision:
    """Keep the first tile drawn if it goes with any in the rack; else discard it where the next player may take it."""
    drawn = view.table.turn.drew
    sight = evaluate(view, view.rack, skill)
    face = view.faces[drawn]
    if is_wild_face(face):
        return Decision(Keep(), "keep_wild", (drawn,))
    laid = [tile for lay in _plan_for(sight, (), 0, nodes).lays if drawn in lay.added for tile in lay.added]
    mates = [tile for tile in laid if tile != drawn] or matching_rack_tiles(face, sight)
    if mates or drawn in laid:
        return Decision(Keep(), "keep_useful", (drawn, (mates or [drawn])[0]))
    if not is_allowed(view, Redraw()):
        return Decision(Keep(), "keep_last", (drawn,))
    return Decision(Redraw(), "redraw_useless", (drawn,))


def _draw_by_habit(view: View, seed: int, skill: Skill) -> Decision | None:
    """Draw without considering the pile, as people sometimes do, or because it is too large."""
    pile = view.table.pile
    if pile and (len(pile) > skill.handful or _slips(skill, seed, pile[-1])) and is_allowed(view, Draw()):
        return Decision(Draw(), "draw_habit", (len(pile), pile[-1]))
    return None


def _slips(skill: Skill, seed: int, tile: Tile) -> bool:
    """Return whether this tile is overlooked this time."""
    return bool(skill.slips) and mix_bits(seed << 8 | tile) % 100 < skill.slips


def _draw_or_take(view: View, nodes: Nodes, skill: Skill) -> Decision:
    """Compare the best plan of the rack plus an unknown tile with that of rack plus pile."""
    table = view.table
    take = TakePile(table.pile)
    may_take, may_draw = is_allowed(view, take), is_allowed(view, Draw())
    if not may_take:
        return _forced_draw(view, may_draw=may_draw)
    with_pile = evaluate(view, (*view.rack, *table.pile), skill)
    alone = evaluate(view, view.rack, skill)
    plan = _plan_for(with_pile, _barred_after_taking(view), 0, nodes)
    gain = _position_value(with_pile, plan) - _position_value(alone, _plan_for(alone, (), 1, nodes))
    if not may_draw:
        return _take_or_stop(view, alone, gain, plan)
    if gain + _denying_value(alone) > skill.drawn and not _goes_back(with_pile, plan):
        return _take_decision(with_pile, plan, denies=gain <= skill.drawn)
    return Decision(Draw(), "draw_pile_poor", (len(table.pile), table.pile[-1]))


def _goes_back(with_pile: Evaluation, plan: Plan) -> bool:
    """Return whether taking the pile's lone tile would only put its face back, after many turns without progress."""
    table = with_pile.table
    laid = [tile for lay in plan.lays for tile in lay.added]
    if len(table.pile) != 1 or table.pile[0] in laid or table.stall < with_pile.skill.swaps:
        return False
    weighed = _costs_by_tile(with_pile, held_tile_values(with_pile), Dangers(with_pile))
    _cost, thrown = min((weighed[tile], tile) for tile in with_pile.rack if tile not in laid)
    return with_pile.faces[thrown] == with_pile.faces[table.pile[0]]


def _take_decision(with_pile: Evaluation, plan: Plan, *, denies: bool) -> Decision:
    """Take the pile, giving as reason the tiles laid at once, else the best tile kept, or denied to others."""
    pile = with_pile.table.pile
    used = tuple([tile for lay in plan.lays for tile in lay.added if tile in pile])
    if used:
        return Decision(TakePile(pile), "take_to_lay", (len(pile), *used))
    if denies:
        dangers = Dangers(with_pile)
        worst = max(pile, key=lambda tile: (dangers.gain_from(with_pile.faces[tile]), tile))
        return Decision(TakePile(pile), "take_to_deny", (len(pile), worst))
    held = held_tile_values(with_pile)
    return Decision(TakePile(pile), "take_to_keep", (len(pile), max(pile, key=lambda tile: (held[tile], tile))))


def _forced_draw(view: View, *, may_draw: bool) -> Decision:
    """Draw when the pile may not be taken; stop the round when there is nothing to draw either."""
    table = view.table
    if may_draw and not table.pile:
        return Decision(Draw(), "draw_no_pile", (len(table.stock),))
    if may_draw:
        return Decision(Draw(), "draw_barred", (len(table.pile),))
    return Decision(Stop(), "stop_nothing_left") if is_allowed(view, Stop()) else fallback_move(view)


def _take_or_stop(view: View, alone: Evaluation, gain: int, plan: Plan) -> Decision:
    """With the stock empty, play on if some of the pile can be laid, or if we are behind and the pile still helps."""
    used = any(tile in view.table.pile for lay in plan.lays for tile in lay.added)
    ahead = score_if_ended(alone, alone.side) >= score_if_ended(alone, 1 - alone.side)
    if is_allowed(view, Stop()) and not used and (ahead or gain <= 0):
        return Decision(Stop(), "stop_ahead" if ahead else "stop_no_use", (len(view.table.pile),))
    return _take_decision(evaluate(view, (*view.rack, *view.table.pile), alone.skill), plan, denies=False)


def _plan_for(sight: Evaluation, barred: tuple[Tile, ...], unseen: int, nodes: Nodes) -> Plan:
    found = possible_lays(sight, held_tile_values(sight))
    return best_plan(sight, found, evaluate_ends(sight, barred, unseen), nodes)


def _position_value(sight: Evaluation, plan: Plan) -> int:
    """Return the value of a rack and of what can be laid from it, after the least useful tile is discarded."""
    held = held_tile_values(sight)
    laid = [tile for lay in plan.lays for tile in lay.added]
    left = [worth for tile, worth in held.items() if tile not in laid]
    return plan.worth + sum(held.values()) - min(left, default=0)


def _barred_after_taking(view: View) -> tuple[Tile, ...]:
    """Decision D35: in card games a lone tile taken from the pile may not be discarded in the same turn."""
    pile = view.table.pile
    return pile if len(pile) == 1 and rules_of(view.table.game).deck.cards else ()


def _denying_value(sight: Evaluation) -> int:
    """Return the value of keeping the pile from the next player."""
    return _pile_value_to_others(Dangers(sight), sight) * sight.skill.denied // 100


def _pile_value_to_others(dangers: Dangers, sight: Evaluation) -> int:
    """Return the value of the pile's best tiles to the other side."""
    best = sorted([dangers.gain_from(sight.faces[tile]) for tile in sight.table.pile], reverse=True)
    return sum(best[: sight.skill.best_of_pile])


# The play


def _play(view: View, nodes: Nodes, seed: int, skill: Skill) -> Decision:
    """Move a two to its own place, lay the first step of the best plan, or discard."""
    sight = evaluate(view, view.rack, skill)
    held = held_tile_values(sight)
    found = [lay for lay in possible_lays(sight, held) if not any(_slips(skill, seed, tile) for tile in lay.added[:1])]
    home = [lay for lay in found if not lay.added and lay.gain > 0]
    plan = best_plan(sight, found, evaluate_ends(sight, _barred(view), 0), nodes)
    enough = _steps_this_turn(view) >= skill.steps and sight.urgency < PRESSING_URGENCY
    for lay in () if enough else (*home, *plan.lays):
        move = move_of(lay, sight)
        if is_allowed(view, move):
            return Decision(move, reason_for_lay(lay, sight), (lay.shape.length, *lay.added))
    return _discard(view, sight, held, seed)


def _steps_this_turn(view: View) -> int:
    """Count the sets that were laid or added to in this turn."""
    steps = 0
    for told in reversed(view.story):
        if isinstance(told.move, Draw | TakePile | Discard):
            break
        steps += isinstance(told.move, LayMeld | Extend)
    return steps


def reason_for_lay(lay: PossibleLay, sight: Evaluation) -> str:
    """Name the purpose of a lay, the most important first."""
    if len(lay.added) == len(sight.rack):
        return "lay_to_dead_hand" if sight.waiting else "lay_to_go_out"
    if not lay.added:
        return "two_goes_home"
    before = 0 if lay.target == NEW_SET_INDEX else len(sight.table.melds[lay.target])
    if before < CANASTA <= lay.shape.length:
        return "canasta_dirty" if lay.shape.wild else "canasta_pure"
    if lay.target != NEW_SET_INDEX:
        return "extend_canasta" if before >= CANASTA else "extend"
    return "lay_run" if lay.shape.row else "lay_group"


def reason_of_move(view: View, move: Move) -> tuple[str, tuple[int | str, ...]]:
    """Give the reason of a move whatever found it, other than taking the pile, by what it does."""
    table = view.table
    match move:
        case Draw():
            return (
                ("draw_pile_poor", (len(table.pile), table.pile[-1]))
                if table.pile
                else ("draw_no_pile", (len(table.stock),))
            )
        case Stop():
            return "stop_no_use", (len(table.pile),)
        case Redraw():
            return "redraw_useless", (table.turn.drew,)
        case LayMeld() | Extend():
            target = NEW_SET_INDEX if isinstance(move, LayMeld) else move.index
            added = without(move.meld.tiles, () if target == NEW_SET_INDEX else table.melds[target].tiles)
            lay = PossibleLay(target, move.meld.kind, move.meld.tiles, added, shape_of(move.meld, view.faces), 0)
            return reason_for_lay(lay, evaluate(view, view.rack, SHARP_SKILL)), (len(move.meld.tiles), *added)
        case Discard():
            sight = evaluate(view, view.rack, SHARP_SKILL)
            told = discard_decision(sight, move.tile, Dangers(sight))
            return told.reason, told.args
    return "keep_last", (table.turn.drew,)


def _barred(view: View) -> tuple[Tile, ...]:
    """Decision D35: return the tiles that may not be discarded this turn: only a lone tile taken bars any."""
    if len(view.table.turn.took) != 1 or len(view.rack) < 2:
        return ()
    return tuple([tile for tile in view.rack if not is_allowed(view, Discard(tile))])


def _discard(view: View, sight: Evaluation, held: dict[Tile, int], seed: int) -> Decision:
    """Discard the tile with the least cost: its value to us plus its value to the others."""
    dangers = Dangers(sight)
    weighed = _costs_by_tile(sight, held, dangers)
    kept = sight.wilds if sight.skill.keeps_wild else ()
    costs = sorted((tile in kept, weighed[tile], _tie_breaker(seed, tile), tile) for tile in view.rack)
    if costs and _slips(sight.skill, seed, costs[0][-1]):
        others = [cost for cost in costs if cost[0] == costs[0][0]]
        hasty = others[min(OVERLOOKED_TILES, len(others) - 1)][-1]
        if is_allowed(view, Discard(hasty)):
            return Decision(Discard(hasty), "discard_hasty", (hasty,))
    for _kept, _cost, _tie, tile in costs:
        if is_allowed(view, Discard(tile)):
            return discard_decision(sight, tile, dangers)
    return fallback_move(view)


def _costs_by_tile(sight: Evaluation, held: dict[Tile, int], dangers: Dangers) -> dict[Tile, int]:
    """Return the cost of discarding each tile of the rack, in hundredths of a point."""
    heap = (1_000_000 + sight.skill.pile_weight * _pile_value_to_others(dangers, sight)) * sight.skill.fear
    return {tile: held[tile] + dangers.gain_from(sight.faces[tile]) * heap // 100_000_000 for tile in sight.rack}


def legal_lays(view: View) -> list[LayMeld | Extend]:
    """Return everything the rack could lay now, each choice of faces once, as far as the rules allow it."""
    sight = evaluate(view, view.rack, SHARP_SKILL)
    holding = held_tile_values(sight)
    return [move_of(lay, sight) for lay in (*possible_lays(sight, holding), *high_lays(sight, holding))]


def best_high_lay(view: View) -> Decision | None:
    """Return the best run ending with the rack's only 1 that is worth laying; the levels do not consider it."""
    sight = evaluate(view, view.rack, SHARP_SKILL)
    for lay in sorted(high_lays(sight, held_tile_values(sight)), key=lambda lay: -lay.gain):
        move = with_shown_faces(view, move_of(lay, sight))
        if lay.gain > 0 and not lay.shape.wild and is_allowed(view, move):
            return Decision(move, reason_for_lay(lay, sight), (lay.shape.length, *lay.added))
    return None


def discard_costs(view: View) -> dict[Tile, int]:
    """Return the cost of discarding each rack tile by rules of thumb, in hundredths of a point."""
    sight = evaluate(view, view.rack, SHARP_SKILL)
    return _costs_by_tile(sight, held_tile_values(sight), Dangers(sight))


def tiles_others_want(view: View) -> frozenset[Tile]:
    """Return the rack tiles that fit a set of the other side."""
    sight = evaluate(view, view.rack, SHARP_SKILL)
    dangers = Dangers(sight)
    return frozenset(tile for tile in view.rack if dangers.fits(sight.faces[tile]))


def goes_with_pile(view: View, tile: Tile) -> bool:
    """Return whether a rack tile goes with one of the pile, and so may become useful when the pile is taken."""
    face = view.faces[tile]
    return not is_wild_face(face) and bool(
        matching_rack_tiles(face, evaluate(view, (tile, *view.table.pile), SHARP_SKILL))
    )


def discard_decision(sight: Evaluation, tile: Tile, dangers: Dangers) -> Decision:
    """Discard a tile and give the reason."""
    face = sight.faces[tile]
    if len(sight.rack) == 1:
        return Decision(Discard(tile), "discard_to_dead_hand" if sight.waiting else "discard_to_go_out", (tile,))
    if is_wild_face(face):
        return Decision(Discard(tile), "discard_wild", (tile,))
    if dangers.fits(face):
        return Decision(Discard(tile), "discard_wanted", (tile,))
    mates = matching_rack_tiles(face, sight)
    others = [mate for mate in mates if sight.faces[mate] != face]
    if others:
        return Decision(Discard(tile), "discard_safe", (tile, others[0]))
    if mates:
        return Decision(Discard(tile), "discard_twin", (tile,))
    return Decision(Discard(tile), "discard_scorned" if dangers.was_passed_over(face) else "discard_alone", (tile,))


def _tie_breaker(seed: int, tile: Tile) -> int:
    """Return a pseudo-random number that breaks ties: multiply by odd constants and keep the middle bits."""
    return ((seed + 1) * 0x9E3779B1 ^ (tile + 1) * 0x85EBCA6B) >> 8 & 0xFFFF
