"""Marks: what a player may achieve in a round, each with a name and a function that finds it.

Laws: a mark is a pure function of a SeatRound; it returns the number of moves of the round made when it was earned, or
None. A mark keeps its meaning for good: a new meaning needs a new name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from game.rules.dead_hand_sets import is_canasta, is_pure
from game.rules.open_table_play import opening_sum
from game.table.kinds import Kind
from game.table.moves import Close, Draw

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.annals.seat_round import SeatMove, SeatRound

Mark = Callable[["SeatRound"], int | None]

FULL_RUN_TILES: Final = 13  # tiles of a run with every number
MANY_CANASTAS: Final = 4  # canastas of one's own side in a round
BIG_ROUND_POINTS: Final = 1000  # points of a round
EARLY_DEAD_HAND_TURNS: Final = 5  # turns to a dead hand
LATE_STOCK_TILES: Final = 5  # tiles left in the stock
DEAD_HAND_TILES_IN_CANASTA: Final = 4  # tiles of a dead hand in one canasta
EXACT_OPENING_POINTS: Final = 30
RICH_OPENING_POINTS: Final = 60  # points of a seat's first play
WIDE_PLAY_SETS, WIDEST_PLAY_SETS = 3, 6  # sets of the table changed by one play
MANY_TILES_LAID: Final = 10  # tiles laid in one turn
LOADED_RACKS_POINTS: Final = 100  # points on the racks of all other seats together
FEW_TILES_DRAWN: Final = 3  # tiles drawn at most in a round that the player ends


def _first(acts: Iterable[SeatMove]) -> int | None:
    return next((act.made for act in acts), None)


def _end(played: SeatRound, *, earned: bool) -> int | None:
    """Return how many moves were made by the seat's last one, for a mark of the whole round, if it was earned."""
    return len(played.acts) and played.acts[-1].made if earned and played.acts else None


def _canasta(played: SeatRound) -> int | None:
    return _first(act for act, _meld in played.completed_canastas)


def _seven_of_a_kind(played: SeatRound) -> int | None:
    return _first(act for act, meld in played.completed_canastas if meld.kind is Kind.GROUP)


def _two_at_once(played: SeatRound) -> int | None:
    turns = [act.turn for act, _meld in played.completed_canastas]
    return next((act.made for act, _meld in reversed(played.completed_canastas) if turns.count(act.turn) > 1), None)


def _nothing_but_pure(played: SeatRound) -> int | None:
    return _end(played, earned=len(played.canastas) > 1 and all(map(is_pure, played.canastas)))


def _pure_group(played: SeatRound) -> int | None:
    return _first(act for act, meld in played.completed_canastas if meld.kind is Kind.GROUP and is_pure(meld))


def _one_to_thirteen(played: SeatRound) -> int | None:
    if not played.dead_hands:
        return None
    changed = ((act, now) for act in played.acts for _was, now in act.changed_sets())
    return _first(act for act, meld in changed if meld.kind is Kind.RUN and len(meld) >= FULL_RUN_TILES)


def _many(played: SeatRound) -> int | None:
    return _end(played, earned=len(played.canastas) >= MANY_CANASTAS)


def _big_round(played: SeatRound) -> int | None:
    return _end(played, earned=played.dead_hands and played.result.sheets[played.side].total >= BIG_ROUND_POINTS)


# --- jokers ---


def _joker_laid(played: SeatRound) -> int | None:
    return _first(played.jokers_laid)


def _both_jokers(played: SeatRound) -> int | None:
    for turn in range(1, played.turns + 1):
        acts = played.turn_moves(turn)
        laid = [tile for act in acts for tile in act.laid(played.seat) if played.is_joker(tile)]
        if len(laid) > 1:
            return acts[-1].made
    return None


def _frees_joker(played: SeatRound, act: SeatMove) -> bool:
    """Return whether a move put a joker of the table into a set with none of its former neighbours."""
    if played.dead_hands:
        return False
    for meld in act.before.melds:
        for joker in (tile for tile in meld.tiles if played.is_joker(tile)):
            now = next((one for one in act.after.melds if joker in one.tiles), None)
            if now is not None and set(now.tiles) & set(meld.tiles) == {joker}:
                return True
    return False


def _joker_freed(played: SeatRound) -> int | None:
    return _first(act for act in played.acts if _frees_joker(played, act))


def _freed_and_opened(played: SeatRound) -> int | None:
    opening = played.first_play
    if opening is None or played.dead_hands:
        return None
    return _first(act for act in played.turn_moves(opening.turn) if _frees_joker(played, act))


def _made_pure(played: SeatRound) -> int | None:
    """A set with a wild tile became pure: the wild tile now lies at its natural place."""
    changed = ((act, was, now) for act in (played.acts if played.dead_hands else ()) for was, now in act.changed_sets())
    return _first(act for act, was, now in changed if was is not None and not is_pure(was) and is_pure(now))


def _moved_along(played: SeatRound) -> int | None:
    """The tile that a wild tile stood for took its place, and the wild tile moved within the set."""
    for act in played.acts if played.dead_hands else ():
        for was, now in act.changed_sets():
            if was is None:
                continue
            stood = {tile: face for tile, face in zip(was.tiles, was.stands_for, strict=True) if face is not None}
            stands = {tile: face for tile, face in zip(now.tiles, now.stands_for, strict=True) if face is not None}
            if was.kind is Kind.RUN and any(stands.get(tile, face) != face for tile, face in stood.items()):
                return act.made
    return None


def _last_a_joker(played: SeatRound) -> int | None:
    last = played.acts[-1] if played.acts else None
    if last is None or not played.went_out:
        return None
    return last.made if any(played.is_joker(tile) for tile in last.before.racks[played.seat]) else None


def _no_wild(played: SeatRound) -> int | None:
    return _end(played, earned=played.won and len(played.canastas) > 0 and all(map(is_pure, played.own_sets)))


# --- dead hands ---


def _dead_hand(played: SeatRound) -> int | None:
    return None if played.dead_hand_move is None else played.dead_hand_move.made


def _early(played: SeatRound) -> int | None:
    return (
        played.dead_hand_move.made
        if played.dead_hand_move is not None and played.dead_hand_move.turn <= EARLY_DEAD_HAND_TURNS
        else None
    )


def _pure_out_of_it(played: SeatRound) -> int | None:
    if played.dead_hand_move is None:
        return None
    hand = set(played.dead_hand_move.before.dead[played.side]) if played.dead_hand_move.before.dead else set()
    return _first(
        act
        for act, meld in played.completed_canastas
        if act.made >= played.dead_hand_move.made
        and is_pure(meld)
        and len(hand & set(meld.tiles)) >= DEAD_HAND_TILES_IN_CANASTA
    )


def _out_soon(played: SeatRound) -> int | None:
    if played.dead_hand_move is None or not played.went_out:
        return None
    return played.acts[-1].made if played.acts[-1].turn <= played.dead_hand_move.turn + 1 else None


def _both_in_one(played: SeatRound) -> int | None:
    if played.dead_hand_move is None or not played.went_out:
        return None
    return played.acts[-1].made if played.acts[-1].turn == played.dead_hand_move.turn else None


def _last_minute(played: SeatRound) -> int | None:
    return (
        played.dead_hand_move.made
        if played.dead_hand_move is not None and len(played.dead_hand_move.after.stock) <= LATE_STOCK_TILES
        else None
    )


def _never_needed(played: SeatRound) -> int | None:
    """Won although the side never took its dead hand."""
    return _end(played, earned=played.dead_hands and played.won and played.last.dead_by[played.side] < 0)


def _before_theirs(played: SeatRound) -> int | None:
    """Went out before the others took their dead hand."""
    left = played.dead_hands and any(by < 0 for side, by in enumerate(played.last.dead_by) if side != played.side)
    return _end(played, earned=played.went_out and left)


# --- the open table ---


def _sets_changed(act: SeatMove) -> int:
    """Count the sets of the table that a move changed."""
    now = set(act.after.melds)
    return sum(meld not in now for meld in act.before.melds)


def _rearranged(played: SeatRound) -> int | None:
    return None if played.dead_hands else _first(act for act in played.acts if _sets_changed(act) >= WIDE_PLAY_SETS)


def _widely(played: SeatRound) -> int | None:
    return None if played.dead_hands else _first(act for act in played.acts if _sets_changed(act) >= WIDEST_PLAY_SETS)


def _opened_with(played: SeatRound) -> int:
    act = played.first_play
    if act is None or played.dead_hands:
        return 0
    return opening_sum(act.laid(played.seat), act.after.melds, played.last.faces)


def _sharp(played: SeatRound) -> int | None:
    return (
        played.first_play.made
        if played.first_play is not None and _opened_with(played) == EXACT_OPENING_POINTS
        else None
    )


def _rich(played: SeatRound) -> int | None:
    return (
        played.first_play.made
        if played.first_play is not None and _opened_with(played) >= RICH_OPENING_POINTS
        else None
    )


def _heavy(played: SeatRound) -> int | None:
    for turn in range(1, played.turns + 1):
        acts = played.turn_moves(turn)
        if not played.dead_hands and sum(len(act.laid(played.seat)) for act in acts) >= MANY_TILES_LAID:
            return acts[-1].made
    return None


def _loaded(played: SeatRound) -> int | None:
    """Went out while the others' racks held a hundred points or more together."""
    if played.dead_hands or not played.went_out:
        return None
    racks = (rack for seat, rack in enumerate(played.last.racks) if seat != played.seat)
    held = sum(played.rules.rack_points([played.last.faces[tile] for tile in rack]) for rack in racks)
    return played.acts[-1].made if held >= LOADED_RACKS_POINTS else None


def _closing_tile(played: SeatRound) -> int | None:
    return _first(act for act in played.acts if isinstance(act.move, Close))


def _hardly_drew(played: SeatRound) -> int | None:
    drawn = sum(isinstance(act.move, Draw) for act in played.acts)
    return _end(played, earned=not played.dead_hands and played.went_out and drawn <= FEW_TILES_DRAWN)


# --- the whole round: how the seat played it ---


def _without_joker(played: SeatRound) -> int | None:
    return _end(played, earned=not played.jokers_laid)


def _without_impure(played: SeatRound) -> int | None:
    return _end(played, earned=played.dead_hands and all(is_pure(meld) for meld in played.own_sets if is_canasta(meld)))


def _without_pile(played: SeatRound) -> int | None:
    return _end(played, earned=played.dead_hands and not any(act.after.turn.took for act in played.acts))


def _went_out(played: SeatRound) -> int | None:
    return _end(played, earned=played.went_out)


MARKS: Final[Mapping[str, Mark]] = {
    "canasta": _canasta,
    "seven_of_a_kind": _seven_of_a_kind,
    "two_at_once": _two_at_once,
    "nothing_but_pure": _nothing_but_pure,
    "pure_group": _pure_group,
    "one_to_thirteen": _one_to_thirteen,
    "many": _many,
    "big_round": _big_round,
    "joker_laid": _joker_laid,
    "both_jokers": _both_jokers,
    "joker_freed": _joker_freed,
    "freed_and_opened": _freed_and_opened,
    "made_pure": _made_pure,
    "moved_along": _moved_along,
    "last_a_joker": _last_a_joker,
    "no_wild": _no_wild,
    "dead_hand": _dead_hand,
    "early": _early,
    "pure_out_of_it": _pure_out_of_it,
    "out_soon": _out_soon,
    "both_in_one": _both_in_one,
    "last_minute": _last_minute,
    "never_needed": _never_needed,
    "before_theirs": _before_theirs,
    "rearranged": _rearranged,
    "widely": _widely,
    "sharp": _sharp,
    "rich": _rich,
    "heavy": _heavy,
    "loaded": _loaded,
    "closing_tile": _closing_tile,
    "hardly_drew": _hardly_drew,
    "without_joker": _without_joker,
    "without_impure": _without_impure,
    "without_pile": _without_pile,
    "went_out": _went_out,
}
