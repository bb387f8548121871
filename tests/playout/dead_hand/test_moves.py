from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.playout.dead_hand import moves
from game.playout.dead_hand.round import DRAW, DeadHandRound, copies_of, copy
from game.playout.dead_hand.view import round_of
from game.playout.dead_hand.written import number_of_move
from game.playout.native import compiled
from game.playout.pieces import JOKER
from game.rules.registry import rules_of
from game.table.moves import Move
from game.table.refusals import Code, Refusal
from game.table.state import with_faces
from game.table.tiles import Tile
from game.table.view import View
from tests.playout.dead_hand.walk import assert_same, takes_lone_last, walk
from tests.playout.lots import Luck
from tests.rules.test_scenarios import judged, rows
from tests.slices import count, some
from tests.strategies import DEAD_HAND_GAMES as GAMES
from tools.bot_matches import Lots, any_options
from tools.perft import Case, cases_of, start

WALKS = count(2, 16)
FACES = (*(row * 16 + number for row in range(4) for number in range(1, 14)), JOKER)

# What a number says as well as a move of the rules does; the other refusals are of tiles and of how a set is written.
SAID = {
    Code.ALREADY_DRAWN, Code.BARRED_TILE, Code.DEAD_END, Code.DRAW_FIRST, Code.GROUP_OF_TWOS, Code.KEEP_OR_REDRAW,
    Code.NO_CANASTA, Code.NO_PRIVILEGE, Code.OUT_BY_DISCARD_ONLY, Code.OUT_BY_MELD_ONLY, Code.PILE_EMPTY,
    Code.REDRAW_ONCE, Code.ROUND_OVER, Code.SECOND_GROUP, Code.START_BY_DRAWING, Code.STOCK_EMPTY,
    Code.STOP_NOT_OFFERED, Code.STOP_WITH_STOCK, Code.TAKE_TOO_FEW, Code.WILD_OUT, Code.ACE_BOTH_ENDS,
}  # fmt: skip


@pytest.mark.parametrize("game", some(GAMES, 2))
def test_random_rounds_go_as_the_rules_say(game: str) -> None:
    for seed in range(WALKS):
        options = any_options(rules_of(game), Lots(seed), {"turn_seconds": 0})
        assert walk(game, options, Luck(seed), compiled("dead_hand"), bool(seed % 4))


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_is_judged_alike(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[View, Move, Refusal | None]] = []

    def listening(view: View, move: Move) -> Refusal | None:
        refused = rules_of(game).own_refusal(view, move)
        asked.append((view, move, refused))
        return refused

    monkeypatch.setattr("game.commands.judge.draft_refusal", listening)
    for row in rows(f"{game}*.jsonl"):
        judged(row)
    said: set[Code] = set()
    for view, move, refused in asked:
        if type(move).__name__ in {"Retract", "Timeout"} or (refused is not None and refused.code not in SAID):
            continue
        if refused is not None and refused.code is Code.BARRED_TILE and _has_twin(view, refused.tiles[0]):
            continue  # of twins the number means the one that may be thrown
        state = round_of(view)
        number = number_of_move(view, move)
        assert bool(moves.refused(state, number)) == (refused is not None), (view.table.options, move, refused)
        if refused is not None:
            said.add(refused.code)
        elif not takes_lone_last(view, move):
            moves.apply(state, number)
            after = rules_of(game).apply(view.table, move)
            assert_same(state, round_of(View(after, after.to_move, view.faces)), str(move))
    assert {Code.DEAD_END, Code.NO_CANASTA, Code.DRAW_FIRST} <= said


def _has_twin(view: View, tile: Tile) -> bool:
    return [view.faces[one] for one in view.rack].count(view.faces[tile]) > 1


@pytest.mark.parametrize(
    ("game", "case"),
    [pytest.param(game, case, id=f"{game}: {case['name']}") for game in GAMES for case in cases_of(game)],
)
def test_no_legal_move_is_missing_and_none_too_many(game: str, case: Case) -> None:
    found, table = start(case)
    own = tuple((tile, found.faces[tile]) for tile in sorted(table.rack))
    view = View(table, table.to_move, with_faces(table.faces, own))
    state = round_of(View(table, table.to_move, found.faces))
    known = [made for made in found.legal(table) if type(made).__name__ not in {"Retract", "Timeout"}]
    wanted = {number_of_move(view, made) for made in known}
    legal = {number for number in _numbers(state) if not moves.refused(state, number)}
    idle = {
        number for number in legal if number & 7 in {moves.LAY_RUN, moves.LAY_GROUP} and _changes_nothing(state, number)
    }
    assert legal - idle == wanted - idle
    assert game == table.game


def _changes_nothing(state: DeadHandRound, number: int) -> bool:
    after = DeadHandRound()
    copy(after, state)
    moves.apply(after, number)
    return all(getattr(after, name) == getattr(state, name) for name in ("held", "wild", "wild_at", "natural"))


def _numbers(state: DeadHandRound) -> Iterator[int]:
    """Yield every number that could be a move: all sets from any tiles of the rack, at all places."""
    yield from range(5)
    rack = [face for face in FACES if copies_of(state, state.mover, face)]
    yield from (moves.throw_move(face) for face in FACES)
    for target in (*range(state.sets), moves.NEW):
        old = [] if target == moves.NEW or not state.wild[target] else [state.wild[target]]
        twos = [row * 16 + 2 for row in range(4)]
        wilds = sorted({0, *old, *(face for face in (*rack, *twos) if moves.is_wild(face))})
        for wild in wilds:
            for number in range(1, 14):
                yield from (moves.group_move(target, number, added, wild) for added in range(256))
            for row in range(4):
                for low in range(1, 13):
                    for high in range(low + 2, 15):
                        for at in range(low, high + 1) if wild else (0,):
                            yield moves.run_move(target, row, low, high, wild, at)


def test_a_move_is_refused_where_it_has_no_place() -> None:
    state = DeadHandRound()
    state.phase = DRAW
    assert moves.refused(state, moves.throw_move(JOKER))
    assert moves.refused(state, moves.DRAW_TILE), "there is no stock"
