"""Marks: what a player may achieve in a round, each with a name and a function that finds it.

Laws: a mark is a pure function of a Tale, a round from one seat's side; it returns the number of moves of the round
made when it was earned, or None. A mark keeps its meaning for good: a new meaning needs a new name.
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

FULL_RUN: Final = 13  # tiles of a run with every number
MANY_CANASTAS: Final = 4  # canastas of one's own side in a round
BIG_ROUND: Final = 1000  # points of a round
EARLY_TURNS: Final = 5  # turns to a dead hand
LATE_STOCK: Final = 5  # tiles left in the stock
OF_THE_HAND: Final = 4  # tiles of a dead hand in one canasta
EXACT_OPENING: Final = 30
RICH_OPENING: Final = 60  # points of a first play
WIDE_PLAY, WIDEST_PLAY = 3, 6  # sets of the table changed by one play
MANY_TILES: Final = 10  # tiles laid in one turn
LOADED_RACKS: Final = 100  # points the others hold
FEW_DRAWN: Final = 3  # tiles drawn at most in a round that the player ends
COLOURS: Final = 4


def _first(acts: Iterable[SeatMove]) -> int | None:
    return next((act.made for act in acts), None)


def _end(tale: SeatRound, *, earned: bool) -> int | None:
    """Return the seat's last move for a mark of the whole round, if it was earned."""
    return len(tale.acts) and tale.acts[-1].made if earned and tale.acts else None


def _canasta(tale: SeatRound) -> int | None:
    return _first(act for act, _meld in tale.made_canastas)


def _seven_of_a_kind(tale: SeatRound) -> int | None:
    return _first(act for act, meld in tale.made_canastas if meld.kind is Kind.GROUP)


def _two_at_once(tale: SeatRound) -> int | None:
    turns = [act.turn for act, _meld in tale.made_canastas]
    return next((act.made for act, _meld in reversed(tale.made_canastas) if turns.count(act.turn) > 1), None)


def _nothing_but_pure(tale: SeatRound) -> int | None:
    return _end(tale, earned=len(tale.canastas) > 1 and all(map(is_pure, tale.canastas)))


def _pure_group(tale: SeatRound) -> int | None:
    return _first(act for act, meld in tale.made_canastas if meld.kind is Kind.GROUP and is_pure(meld))


def _one_to_thirteen(tale: SeatRound) -> int | None:
    if not tale.dead_hands:
        return None
    changed = ((act, now) for act in tale.acts for _was, now in act.sets())
    return _first(act for act, meld in changed if meld.kind is Kind.RUN and len(meld) >= FULL_RUN)


def _many(tale: SeatRound) -> int | None:
    return _end(tale, earned=len(tale.canastas) >= MANY_CANASTAS)


def _big_round(tale: SeatRound) -> int | None:
    return _end(tale, earned=tale.dead_hands and tale.result.sheets[tale.side].total >= BIG_ROUND)


# --- jokers ---


def _joker_laid(tale: SeatRound) -> int | None:
    return _first(tale.jokers_laid)


def _both_jokers(tale: SeatRound) -> int | None:
    for turn in range(1, tale.turns + 1):
        acts = tale.turn_acts(turn)
        laid = [tile for act in acts for tile in act.laid(tale.seat) if tale.is_joker(tile)]
        if len(laid) > 1:
            return acts[-1].made
    return None


def _frees_joker(tale: SeatRound, act: SeatMove) -> bool:
    """Return whether a move put a joker of the table into a set with none of its former neighbours."""
    if tale.dead_hands:
        return False
    for meld in act.before.melds:
        for joker in (tile for tile in meld.tiles if tale.is_joker(tile)):
            now = next((one for one in act.after.melds if joker in one.tiles), None)
            if now is not None and set(now.tiles) & set(meld.tiles) == {joker}:
                return True
    return False


def _joker_freed(tale: SeatRound) -> int | None:
    return _first(act for act in tale.acts if _frees_joker(tale, act))


def _freed_and_opened(tale: SeatRound) -> int | None:
    opening = tale.opening
    if opening is None or tale.dead_hands:
        return None
    return _first(act for act in tale.turn_acts(opening.turn) if _frees_joker(tale, act))


def _made_pure(tale: SeatRound) -> int | None:
    """A set with a wild tile became pure: the wild tile now lies at its own place."""
    changed = ((act, was, now) for act in (tale.acts if tale.dead_hands else ()) for was, now in act.sets())
    return _first(act for act, was, now in changed if was is not None and not is_pure(was) and is_pure(now))


def _moved_along(tale: SeatRound) -> int | None:
    """The tile that a wild tile stood for took its place, and the wild tile moved within the set."""
    for act in tale.acts if tale.dead_hands else ():
        for was, now in act.sets():
            if was is None:
                continue
            stood = {tile: face for tile, face in zip(was.tiles, was.stands_for, strict=True) if face is not None}
            stands = {tile: face for tile, face in zip(now.tiles, now.stands_for, strict=True) if face is not None}
            if was.kind is Kind.RUN and any(stands.get(tile, face) != face for tile, face in stood.items()):
                return act.made
    return None


def _last_a_joker(tale: SeatRound) -> int | None:
    last = tale.acts[-1] if tale.acts else None
    if last is None or not tale.out:
        return None
    return last.made if any(tale.is_joker(tile) for tile in last.before.racks[tale.seat]) else None


def _no_wild(tale: SeatRound) -> int | None:
    return _end(tale, earned=tale.won and len(tale.canastas) > 0 and all(map(is_pure, tale.own_sets)))


# --- dead hands ---


def _dead_hand(tale: SeatRound) -> int | None:
    return None if tale.taking is None else tale.taking.made


def _early(tale: SeatRound) -> int | None:
    return tale.taking.made if tale.taking is not None and tale.taking.turn <= EARLY_TURNS else None


def _pure_out_of_it(tale: SeatRound) -> int | None:
    if tale.taking is None:
        return None
    hand = set(tale.taking.before.dead[tale.side]) if tale.taking.before.dead else set()
    return _first(
        act
        for act, meld in tale.made_canastas
        if act.made >= tale.taking.made and is_pure(meld) and len(hand & set(meld.tiles)) >= OF_THE_HAND
    )


def _out_soon(tale: SeatRound) -> int | None:
    if tale.taking is None or not tale.out:
        return None
    return tale.acts[-1].made if tale.acts[-1].turn <= tale.taking.turn + 1 else None


def _both_in_one(tale: SeatRound) -> int | None:
    if tale.taking is None or not tale.out:
        return None
    return tale.acts[-1].made if tale.acts[-1].turn == tale.taking.turn else None


def _last_minute(tale: SeatRound) -> int | None:
    return tale.taking.made if tale.taking is not None and len(tale.taking.after.stock) <= LATE_STOCK else None


def _never_needed(tale: SeatRound) -> int | None:
    """Won although the side never took its dead hand."""
    return _end(tale, earned=tale.dead_hands and tale.won and tale.last.dead_by[tale.side] < 0)


def _before_theirs(tale: SeatRound) -> int | None:
    """Went out before the others took their dead hand."""
    left = tale.dead_hands and any(by < 0 for side, by in enumerate(tale.last.dead_by) if side != tale.side)
    return _end(tale, earned=tale.out and left)


# --- the open table ---


def _sets_changed(act: SeatMove) -> int:
    """Count the sets of the table that a move changed."""
    now = set(act.after.melds)
    return sum(meld not in now for meld in act.before.melds)


def _rearranged(tale: SeatRound) -> int | None:
    return None if tale.dead_hands else _first(act for act in tale.acts if _sets_changed(act) >= WIDE_PLAY)


def _widely(tale: SeatRound) -> int | None:
    return None if tale.dead_hands else _first(act for act in tale.acts if _sets_changed(act) >= WIDEST_PLAY)


def _opened_with(tale: SeatRound) -> int:
    act = tale.opening
    if act is None or tale.dead_hands:
        return 0
    return opening_sum(act.laid(tale.seat), act.after.melds, tale.last.faces)


def _sharp(tale: SeatRound) -> int | None:
    return tale.opening.made if tale.opening is not None and _opened_with(tale) == EXACT_OPENING else None


def _rich(tale: SeatRound) -> int | None:
    return tale.opening.made if tale.opening is not None and _opened_with(tale) >= RICH_OPENING else None


def _heavy(tale: SeatRound) -> int | None:
    for turn in range(1, tale.turns + 1):
        acts = tale.turn_acts(turn)
        if not tale.dead_hands and sum(len(act.laid(tale.seat)) for act in acts) >= MANY_TILES:
            return acts[-1].made
    return None


def _loaded(tale: SeatRound) -> int | None:
    """Went out while the others' racks held a hundred points together."""
    if tale.dead_hands or not tale.out:
        return None
    racks = (rack for seat, rack in enumerate(tale.last.racks) if seat != tale.seat)
    held = sum(tale.rules.rack_points([tale.last.faces[tile] for tile in rack]) for rack in racks)
    return tale.acts[-1].made if held >= LOADED_RACKS else None


def _closing_tile(tale: SeatRound) -> int | None:
    return _first(act for act in tale.acts if isinstance(act.move, Close))


def _hardly_drew(tale: SeatRound) -> int | None:
    drawn = sum(isinstance(act.move, Draw) for act in tale.acts)
    return _end(tale, earned=not tale.dead_hands and tale.out and drawn <= FEW_DRAWN)


# --- of a whole round, for conducts ---


def _without_joker(tale: SeatRound) -> int | None:
    return _end(tale, earned=not tale.jokers_laid)


def _without_impure(tale: SeatRound) -> int | None:
    return _end(tale, earned=tale.dead_hands and all(is_pure(meld) for meld in tale.own_sets if is_canasta(meld)))


def _without_pile(tale: SeatRound) -> int | None:
    return _end(tale, earned=tale.dead_hands and not any(act.after.turn.took for act in tale.acts))


def _went_out(tale: SeatRound) -> int | None:
    return _end(tale, earned=tale.out)


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
