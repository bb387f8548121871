"""The dead-hand core beside the rules: random rounds, in which both judge the same moves, right and wrong ones.

A round is walked by lot. At each position the core's whole state is what the table says, moves of every kind - most of
them wrong in one way or another - are refused by both or by neither, moves that the rules' own finders come upon are
moves of the core, and the score as it lies is the same on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from game.playout.dead_hand import moves, score
from game.playout.dead_hand.round import GROUP, OVER, PLAY, DeadHandRound, copies_of, copy
from game.playout.dead_hand.view import move_of, round_of
from game.playout.dead_hand.written import number_of_move
from game.playout.pieces import JOKER
from game.rules.registry import rules_of
from game.table.faces import Face
from game.table.moves import Discard, Extend, LayMeld, Move, named_tiles
from game.table.options import Options
from game.table.state import Phase, Table
from game.table.tiles import Tile
from game.table.view import View
from tests.playout.lots import Luck
from tests.rules.dead_hand_ends import near_the_end
from tools.wanderer import extends, legal_moves, melds

STEERING = {"luck", "weights", "made", "made_size"}  # fields that say nothing of the table
FIND_EVERY = 12  # at one position in so many the rules' own finders are asked too, which is slow
TRIED = 6  # layings judged at a position, of all that come up and of those that the core allows
LAYING = 60  # in a hundred steps, those in which something is laid where that is possible


def walk(game: str, options: Options, luck: Luck, native: ModuleType | None, late: bool) -> int:
    """Walk through one round; return how many positions it had. An AssertionError says what differed.

    A late round begins with few tiles in play. The compiled core, if there is one, makes every move beside the plain.
    """
    rules = rules_of(game)
    if late:
        table, faces = near_the_end(game, options, luck.draw(1 << 30))
    else:
        faces = luck.shuffled(rules.deck.faces)
        opened = tuple((tile, faces[tile]) for tile in rules.opened_tiles(options))
        table = rules.deal(options, 1, luck.draw(100), None, (0, 0), opened)
    state = round_of(View(table, table.to_move, faces))
    beside = native.fresh() if native else None
    if beside:
        fill(beside, state)
    positions = 0
    while state.phase != OVER:
        positions += 1
        view = View(table, table.to_move, faces)
        _judge_score(table, faces, state)
        verdicts = [(move, _judged(view, state, move)) for move in _thinkable(state, luck)]
        if luck.draw(FIND_EVERY) == 0:
            _find(view, state)
        good = [move for move, allowed in verdicts if allowed] or [number_of_move(view, made) for made in _laid(view)]
        move = _chosen(good, luck)
        made = move_of(view, move)
        assert rules.refusal(table, made) is None, _said(view, move, made)
        table = rules.apply(table, made)
        moves.apply(state, move)
        assert_same(state, round_of(View(table, table.to_move, faces)), f"after {made}")
        if native and beside:
            for one, allowed in verdicts:
                assert native.refused(beside, one) != allowed, f"the compiled core judges {one:#x} another way"
            native.apply(beside, move)
            assert_same(beside, state, "the compiled core")
    _judge_score(table, faces, state)
    return positions


def fill(to: object, of: object) -> None:
    """Make a round, of another core perhaps, equal to a plain one."""
    for name, value in vars(of).items():
        setattr(to, name, value[:] if isinstance(value, list) else value)


def _judge_score(table: Table, faces: tuple[Face, ...], state: DeadHandRound) -> None:
    """Compare the score as it lies."""
    shown = tuple((Tile(at), face) for at, face in enumerate(faces))
    totals = [one.total for one in rules_of(table.game).score(table.with_shown_faces(shown))]
    assert totals == [score.score(state, side) for side in (0, 1)], f"the rules count {totals}"


def _judged(view: View, state: DeadHandRound, move: int) -> bool:
    """Ask both whether a move may be made; return whether."""
    good = not moves.refused(state, move)
    try:
        made = move_of(view, move)
    except (LookupError, ValueError):  # no such tile, or no such place: nothing that the rules could be asked about
        assert not good, f"the core makes {move:#x} of nothing"
        return False
    refused = rules_of(view.table.game).own_refusal(view, made)
    assert (refused is None) == good, f"{_said(view, move, made)}: the rules say {refused}, the core {good}"
    return good


def _said(view: View, move: int, made: Move) -> str:
    return f"{view.table.game} {move:#x} {made} of {[str(view.faces[tile]) for tile in view.rack]}"


def assert_same(state: object, wanted: DeadHandRound, where: str) -> None:
    """Compare two rounds field by field; what lies behind the end of a list does not count."""
    for name, whole in vars(wanted).items():
        size = _length(wanted, name)
        found, value = [one[:size] if isinstance(one, list) else one for one in (getattr(state, name), whole)]
        assert found == value or name in STEERING, f"{where}: {name} is {found}, not {value}"


def _length(state: DeadHandRound, name: str) -> int | None:
    """Return how much of a field counts."""
    if name in {"owner", "row", "span", "natural", "copies", "wild", "wild_at", "size"}:
        return state.sets
    return {"pile": state.pile_size, "stock": state.stock_size, "unseen": state.unseen_size}.get(name)


# ---- moves to be judged


def _chosen(good: list[int], luck: Luck) -> int:
    """Choose a move by lot, of laying and not laying as often as said."""
    laid = [move for move in good if move & 7 in {moves.LAY_RUN, moves.LAY_GROUP}]
    others = [move for move in good if move not in laid]
    some = laid if laid and (luck.draw(100) < LAYING or not others) else others
    return some[luck.draw(len(some))]


def _thinkable(state: DeadHandRound, luck: Luck) -> list[int]:
    """Return moves of all kinds."""
    found = [moves.DRAW_TILE, moves.TAKE_PILE, moves.KEEP_TILE, moves.REDRAW_TILE, moves.STOP_ROUND]
    faces = [row * 16 + number for row in range(4) for number in range(1, 14)] + [JOKER]
    rack = [face for face in faces if copies_of(state, state.mover, face)]
    found += [moves.throw_move(face) for face in (*rack, faces[luck.draw(53)])]
    if state.phase == PLAY:
        laid = list(dict.fromkeys([*_grown(state, rack), *_runs(state, rack, luck), *_groups(state, rack, luck)]))
        whole = [move for move in laid if not moves.refused(state, move)]
        found += luck.some(laid, TRIED) + luck.some(whole, TRIED)
    return found


def _grown(state: DeadHandRound, rack: list[int]) -> Iterator[int]:
    """Yield each own set with one tile more at an end."""
    for target in range(state.sets):
        if state.owner[target] != state.mover & 1:
            continue
        low, high = _ends(state.span[target])
        for face in rack:
            if state.row[target] == GROUP:
                plain = 0 if face == JOKER else 1 << (face >> 4 << 1)
                yield (
                    moves.group_move(target, low, 0, face)
                    if moves.is_wild(face)
                    else moves.group_move(target, low, plain, 0)
                )
            else:
                wild, at = state.wild[target], state.wild_at[target]
                for first, last in ((low - 1, high), (low, high + 1)):
                    new = first if first < low else last
                    yield moves.run_move(target, state.row[target], first, last, wild, at)
                    if moves.is_wild(face):
                        yield moves.run_move(target, state.row[target], first, last, face, new)


def _wilds(rack: list[int]) -> list[int]:
    return [0, *(face for face in rack if moves.is_wild(face))]


def _runs(state: DeadHandRound, rack: list[int], luck: Luck) -> Iterator[int]:
    """Yield runs that want little: windows around what is held and what lies, with any wild tile anywhere."""
    targets = [at for at in range(state.sets) if state.row[at] != GROUP]
    for target in (*targets, *[moves.NEW] * 4):
        new = target == moves.NEW
        row = luck.draw(4) if new else state.row[target]
        once = state.once[state.mover * 4 + row]
        lies = once | (once & 2) << 13 | (0 if new else state.span[target])
        for _try in range(6):
            low = 1 + luck.draw(13)
            high = low + 1 + luck.draw(14 - low) if not new or luck.draw(2) else low + 2
            if not new and luck.draw(2):
                low, high = _ends(state.span[target])
                low, high = low - luck.draw(2), high + luck.draw(2)
            lacking = [place for place in range(low, high + 1) if not lies >> place & 1]
            if not 1 <= low < high <= 14 or len(lacking) > 2:
                continue
            old = [] if new else [state.wild[target]]
            wilds = [*_wilds(rack), *old]
            wild = wilds[luck.draw(len(wilds))]
            at = lacking[0] if lacking and luck.draw(4) else low + luck.draw(high - low + 1)
            yield moves.run_move(target, row, low, high, wild, at if wild else 0)


def _ends(span: int) -> tuple[int, int]:
    return (span & -span).bit_length() - 1, span.bit_length() - 1


def _groups(state: DeadHandRound, rack: list[int], luck: Luck) -> Iterator[int]:
    """Yield groups of what is held, now and then of a tile more."""
    targets = [at for at in range(state.sets) if state.row[at] == GROUP]
    for target in (*targets, *[moves.NEW] * 4):
        number = 1 + luck.draw(13) if target == moves.NEW else _ends(state.span[target])[0]
        added = 0
        for row in range(4):
            held = copies_of(state, state.mover, row * 16 + number)
            added |= min(luck.draw(held + 1) + (luck.draw(20) == 0), 2) << row * 2
        wilds = _wilds(rack)
        wild = wilds[luck.draw(len(wilds))]
        if added or wild:
            yield moves.group_move(target, number, added, wild)


# ---- what the rules' own finders come upon


def _find(view: View, state: DeadHandRound) -> None:
    """Ask the core about every set and extension that the wanderer finds, and make each in both."""
    if view.table.phase is not Phase.PLAY:
        return
    for made in _laid(view):
        move = number_of_move(view, made)
        assert not moves.refused(state, move), f"the core refuses {_said(view, move, made)}"
        after = DeadHandRound()
        copy(after, state)
        moves.apply(after, move)
        if takes_lone_last(view, made):
            continue
        table = rules_of(view.table.game).apply(view.table, made)
        assert_same(after, round_of(View(table, table.to_move, view.faces)), f"after {made}")


def _laid(view: View) -> list[Move]:
    """Return every laying that the wanderer finds."""
    return legal_moves(view, [*melds(view), *extends(view)])


def takes_lone_last(view: View, made: Move) -> bool:
    """Tell whether a move lays a twin and keeps the lone tile, or throws it before its twin; the core does not."""
    turn = view.table.turn
    if len(turn.took) != 1 or not isinstance(made, LayMeld | Extend | Discard):
        return False
    lone = turn.took[0]
    tiles = [one for one in named_tiles(made) if view.faces[one] == view.faces[lone]]
    twins = [tile for tile in view.rack if view.faces[tile] == view.faces[lone]]
    return bool(tiles) and len(twins) > 1 and (lone in tiles) == isinstance(made, Discard)
