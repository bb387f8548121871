"""The bots of the open-table games, Rummy and Rummikub: one for each level, and one that always lays the most.

All open and go out when they can; they differ in how much of a rack they lay, and when. A play that the rules refuse is
replaced by sets of the rack alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from game.bots.choice import Decision, is_allowed
from game.bots.dice import Dice
from game.bots.level import Decide
from game.bots.nodes import Nodes
from game.bots.open_table_packing import PlannedPlay, best_play, fewest_changes, legal_play, sets_taken_apart
from game.bots.open_table_patience import (
    draws_first,
    is_patient,
    may_open_late,
    smallest_opening,
    smallest_part,
    turns_held,
)
from game.rules.open_table_sets import arrangements
from game.rules.registry import rules_of
from game.solver.counts import LAST_NUMBER
from game.table.faces import JOKER
from game.table.melds import Kind, Meld
from game.table.moves import Close, Draw, Pass, Rearrange
from game.table.refusals import Code
from game.table.tiles import NO_TILE, Tile
from game.table.view import View

MIN_TILES_WITH_JOKER = 4  # tiles, itself included, that each joker must bring down beyond a play without jokers
NEARLY_OUT_TILES = 4  # tiles in another rack at which a joker in ours becomes a risk
LAST_DRAWS_EACH = 2  # with fewer draws left for each player the stock is nearly empty
HOLD_TURNS = {2: 18, 3: 12}  # by number of players: turns without a play that are about half a round,
DEFAULT_HOLD_TURNS = 7  # and with more players
SHORT_HOLD_TURNS = 5  # turns without a play after which hard lays a little
MAX_ADVISED_SETS = 8  # most sets that an adviser's play changes; with more there are too many combinations
OVERLOOK_ONE_IN = 4  # the easy level overlooks one in four of the tiles it could add

ChoosePart = Callable[[View, PlannedPlay, Nodes], PlannedPlay]  # chooses of the most that can be laid what to lay


def lay_most(view: View, nodes: Nodes, _seed: int) -> Decision:
    """Lay the most that can be laid, every turn."""
    return required_first_move(view, nodes) or play_or_draw(view, legal_play(view, view.rack, nodes))


def lay_points(view: View, nodes: Nodes, _seed: int) -> Decision:
    """Lay the most points that can be laid in one play: what a hint shows."""
    return required_first_move(view, nodes) or play_or_draw(view, legal_play(view, view.rack, nodes, points=True))


def decide_easy(view: View, nodes: Nodes, seed: int) -> Decision:
    """Lay a set of the rack, or add a tile to the table's sets as they are; never rearrange sets."""
    return required_first_move(view, nodes, table_too=False) or play_or_draw(
        view, _play_of_own_sets(view, nodes) or _noticed_addition(view, seed)
    )


def decide_medium(view: View, nodes: Nodes, _seed: int) -> Decision:
    """Lay the most, but keep jokers unless they empty the rack, open, or bring many tiles down."""
    return required_first_move(view, nodes) or play_or_draw(view, _thrifty_play(view, nodes))


def lay_little_by_little(view: View, nodes: Nodes, seed: int) -> Decision:
    """Hold back for a few turns, then lay a tile or a set: others can add little to it, and the rest comes later.

    Where turns begin with a draw that was found to gain nothing, and half a round is waited instead.
    """
    if draws_first(view):
        return hold_back_half_round(view, nodes, seed)
    return _hold_back(view, nodes, turns=SHORT_HOLD_TURNS, lay=_smallest_play)


def hold_back_half_round(view: View, nodes: Nodes, _seed: int) -> Decision:
    """Hold back for half a round at most, then lay the most, because more comes down at once; open with few tiles."""
    return _hold_back(view, nodes, turns=HOLD_TURNS.get(view.table.seats, DEFAULT_HOLD_TURNS), lay=_largest_play)


def hold_back_or_play(view: View, nodes: Nodes, _seed: int) -> Decision:
    """Hold back until the whole rack comes down at once, or another may soon go out; open with few tiles."""
    return _hold_back(view, nodes, turns=len(view.faces), lay=_largest_play)


def _hold_back(view: View, nodes: Nodes, *, turns: int, lay: ChoosePart) -> Decision:
    """Hold back for at most `turns` turns since its last play, then `lay` some of what can be laid."""
    started = required_first_move(view, nodes)
    if started is not None:
        return started
    most = legal_play(view, view.rack, nodes)
    if most is None or len(most.played) == len(view.rack) or not is_patient(view):
        return play_or_draw(view, most)
    if turns_held(view, view.seat)[-1] >= turns:
        return _lay_part(view, most, lay(view, most, nodes))
    if not view.table.opened[view.seat] and not may_open_late(view):
        return _lay_part(view, most, smallest_opening(view, most, nodes))
    return Decision(
        Draw() if is_allowed(view, Draw()) else Pass(), "hold_back", sorted_for_sentences(view, most.played)
    )


def _lay_part(view: View, most: PlannedPlay, play: PlannedPlay) -> Decision:
    """Make a play that keeps back some of the most that could be laid."""
    kept = len(most.played) - len(play.played)
    if kept <= 0:
        return play_or_draw(view, play)
    return Decision(Rearrange(play.played, play.sets), "lay_part", (kept, *sorted_for_sentences(view, play.played)))


def _largest_play(_view: View, most: PlannedPlay, _nodes: Nodes) -> PlannedPlay:
    return most


def _smallest_play(view: View, most: PlannedPlay, nodes: Nodes) -> PlannedPlay:
    """Return one tile, no joker, added to a set, else the fewest sets of the rack that may be laid, else the most."""
    added = find_addition(view, [tile for tile in view.rack if view.faces[tile] != JOKER])
    return smallest_opening(view, most, nodes) if added is None else added


# What all levels do alike


def required_first_move(view: View, nodes: Nodes, *, table_too: bool = True) -> Decision | None:
    """Go out where possible, or draw where a turn must begin with a draw."""
    closing = _close(view, nodes, table_too=table_too)
    if closing is None and _must_draw_first(view):
        return Decision(Draw(), "draw_first", (len(view.table.stock),))
    return closing


def _must_draw_first(view: View) -> bool:
    """Rule 2.5: return whether the turn has to begin with a draw."""
    refused = rules_of(view.table.game).own_refusal(view, Pass())
    return refused is not None and refused.code is Code.DRAW_FIRST


def _close(view: View, nodes: Nodes, *, table_too: bool) -> Decision | None:
    """Rule 5: go out with the closing tile when the whole rack can be laid with it."""
    closing = view.table.closing
    if closing == NO_TILE:
        return None
    everything = (*view.rack, closing)
    play = best_play(view, everything, nodes, must=everything, table_too=table_too)
    if play is None:
        return None
    move = Close(play.played, play.sets)
    return Decision(move, "close", (closing,)) if is_allowed(view, move) else None


def play_or_draw(view: View, play: PlannedPlay | None) -> Decision:
    """Make a play; if there is none draw, or pass where the stock is empty."""
    if play is not None:
        return Decision(Rearrange(play.played, play.sets), _why(view, play), sorted_for_sentences(view, play.played))
    if is_allowed(view, Draw()):
        return Decision(Draw(), "draw_nothing_to_lay", (len(view.rack),))
    return Decision(Pass(), "pass_nothing_to_lay", (len(view.rack),))


def sorted_for_sentences(view: View, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return tiles in the order for sentences: by colour and number, jokers last."""
    return tuple(sorted(tiles, key=lambda tile: (view.faces[tile] == JOKER, view.faces[tile].code)))


def _why(view: View, play: PlannedPlay) -> str:
    """Name the purpose of a play."""
    if len(play.played) == len(view.rack):
        return "lay_all"
    if not view.table.opened[view.seat]:
        return "open"
    if all(meld in play.sets for meld in view.table.melds):
        return "lay_beside"
    grown = [set(meld.tiles) for meld in play.sets]
    whole = all(any(tiles.issuperset(meld.tiles) for tiles in grown) for meld in view.table.melds)
    return "lay_added" if whole else "lay_with_table"


# What easy sees


def _play_of_own_sets(view: View, nodes: Nodes) -> PlannedPlay | None:
    """Find a set of the rack to lay, or as few as open; all of them when the round is nearly over."""
    play = best_play(view, view.rack, nodes, table_too=False)
    if play is None or not is_allowed(view, Rearrange(play.played, play.sets)):
        return None
    all_at_once = len(play.played) == len(view.rack) or _nearly_over(view)
    return play if all_at_once else smallest_part(view, play, play.sets)


def _noticed_addition(view: View, seed: int) -> PlannedPlay | None:
    """Find one tile that can be added to a set; it may be overlooked, except when the stock is nearly empty."""
    dice = Dice(seed)
    attentive = _stock_runs_out(view)
    return find_addition(view, [tile for tile in view.rack if dice.draw_below(OVERLOOK_ONE_IN) or attentive])


def find_addition(view: View, tiles: Iterable[Tile]) -> PlannedPlay | None:
    """Find one of these tiles that can be added to a set as it is.

    Each set is tried alone, because a search of the whole table would exceed the allowance on a large one.
    """
    plays = (play for tile in tiles for at in range(len(view.table.melds)) for play in _plays_adding(view, at, tile))
    return next(plays, None)


def _plays_adding(view: View, at: int, tile: Tile) -> Iterator[PlannedPlay]:
    """Yield the plays that add a tile to one set of the table and move nothing else."""
    melds = view.table.melds
    if not _may_join(view, melds[at], tile):
        return
    for grown in arrangements((*melds[at].tiles, tile), view.faces, view.table.options):
        sets = (*melds[:at], grown, *melds[at + 1 :])
        if is_allowed(view, Rearrange((tile,), sets)):
            yield PlannedPlay((tile,), sets, exact=True)


def _may_join(view: View, meld: Meld, tile: Tile) -> bool:
    """Return quickly whether a natural tile may fit a set; a set with a joker always needs the full check."""
    face, there = view.faces[tile], [view.faces[other] for other in meld.tiles]
    if face == JOKER or JOKER in there:
        return face != JOKER
    if meld.kind is Kind.GROUP:
        return face.number == there[0].number and face not in there
    ends = (there[0].number - 1, there[-1].number % LAST_NUMBER + 1)
    return face.colour == there[0].colour and face.number in ends


# What medium keeps


def _thrifty_play(view: View, nodes: Nodes) -> PlannedPlay | None:
    """Return the play that lays the most, without the rack's jokers unless they are needed or bring many tiles down."""
    play = legal_play(view, view.rack, nodes)
    jokers = _jokers(view, play.played) if play else 0
    if play is None or not jokers or _is_pressed(view, play):
        return play
    thrifty = legal_play(view, tuple(tile for tile in view.rack if view.faces[tile] != JOKER), nodes)
    brought = len(play.played) - (len(thrifty.played) if thrifty else 0)
    return play if brought >= MIN_TILES_WITH_JOKER * jokers else thrifty


def _jokers(view: View, tiles: tuple[Tile, ...]) -> int:
    return sum([view.faces[tile] == JOKER for tile in tiles])


def _is_pressed(view: View, play: PlannedPlay) -> bool:
    """Return whether jokers must be used: the play opens or goes out, or the round is nearly over."""
    opens = not view.table.opened[view.seat]
    return opens or len(play.played) == len(view.rack) or _nearly_over(view)


def _nearly_over(view: View) -> bool:
    """Return whether another player is nearly out or the stock nearly empty."""
    others = [len(rack) for seat, rack in enumerate(view.table.racks) if seat != view.seat]
    return min(others) <= NEARLY_OUT_TILES or _stock_runs_out(view)


def _stock_runs_out(view: View) -> bool:
    """Return whether the stock is nearly empty."""
    return len(view.table.stock) < LAST_DRAWS_EACH * view.table.seats


# Advice


def with_fewest_changes(decide: Decide) -> Decide:
    """Reduce plays to those that change as few sets of the table as possible, because people must read the advice."""

    def decide_plainly(view: View, nodes: Nodes, seed: int) -> Decision:
        decision = decide(view, nodes, seed)
        if (
            isinstance(decision.move, Rearrange)
            and len(changed := sets_taken_apart(view, decision.move)) <= MAX_ADVISED_SETS
        ):
            return replace(decision, move=fewest_changes(view, decision.move, changed, nodes))
        return decision

    return decide_plainly
