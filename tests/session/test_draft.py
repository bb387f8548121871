from __future__ import annotations

import pytest

from game.rules.registry import rules_of
from game.session.draft import Draft, draft_refusal, view_after
from game.table.faces import HIDDEN
from game.table.moves import Discard, Draw, LayMeld, Move
from game.table.refusals import Code, Refusal
from game.table.state import Phase
from game.table.tiles import Tile
from game.table.view import View
from tests.match.logs import table_of
from tests.match.test_audit import FACES, with_his_dead_hand
from tests.strategies import DEAD_HAND_GAMES, wandered
from tools.bot_matches import Lots
from tools.wanderer import extends, legal_moves, melds


def in_play(game: str, seed: int) -> list[View]:
    return [one.view for one in wandered(game, seed)[1] if one.view.phase is Phase.PLAY]


def tried(draft: Draft, move: Move) -> Draft:
    longer = draft.with_step(move)
    assert isinstance(longer, Draft), longer
    return longer


def some_steps(draft: Draft, lots: Lots, most: int) -> list[Draft]:
    """Every stage of a draft that lays and extends by lot, the untouched one first."""
    stages = [draft]
    while len(stages) <= most and not stages[-1].finished:
        moves = legal_moves(stages[-1].view, [*melds(stages[-1].view), *extends(stages[-1].view)])
        if not moves:
            break
        stages.append(tried(stages[-1], moves[lots.draw(len(moves))]))
    return stages


def test_a_step_that_is_refused_leaves_the_draft() -> None:
    view = in_play("burako", 0)[0]
    draft = Draft(view)
    for move in (Draw(), Discard(Tile(105)) if 105 not in view.rack else Discard(Tile(104))):
        refused = draft.with_step(move)
        assert isinstance(refused, Refusal)
    assert draft == Draft(view)


@pytest.mark.parametrize("game", DEAD_HAND_GAMES)
def test_a_draft_is_finished_when_the_turn_is_over(game: str) -> None:
    for view in in_play(game, 1):
        ends = legal_moves(view, [*map(Discard, view.rack)])
        if ends:
            draft = tried(Draft(view), ends[0])
            assert draft.finished
            assert not Draft(view).finished
            refused = draft.with_step(Discard(view.rack[-1]))
            assert isinstance(refused, Refusal)
            assert refused.code in {Code.NOT_YOUR_TURN, Code.ROUND_OVER}


def test_a_draft_is_finished_when_a_hidden_tile_comes() -> None:
    drawing = next(one.view for one in wandered("burako", 0)[1] if isinstance(one.move, Draw))
    draft = tried(Draft(drawing), Draw())
    assert draft.finished
    assert draft.view.phase is Phase.WAIT_FACES
    assert draft.view.faces[draft.view.rack[-1]] == HIDDEN
    refused = draft.with_step(Discard(draft.view.rack[-1]))
    assert isinstance(refused, Refusal)  # it would show a face that nobody knows yet
    assert not Draft(drawing).finished


def test_a_draft_is_finished_when_the_dead_hand_comes() -> None:
    match = with_his_dead_hand()
    number = len(match.transcript.entries) - 1
    before = match.at(number)
    table = table_of(before)
    known = tuple(FACES[at] if Tile(at) in table.racks[0] else face for at, face in enumerate(table.faces))
    view = View(table, 0, known)
    draft = Draft(view)
    assert isinstance(match.standing.story[-1].move, LayMeld)
    draft = tried(draft, match.standing.story[-1].move)
    assert draft.finished
    assert draft.view.table == table_of(match)
    assert len(draft.view.rack) == 11


def test_steps_submitted_in_order_give_the_drafted_table() -> None:
    for game in DEAD_HAND_GAMES:
        rules = rules_of(game)
        for number, view in enumerate(in_play(game, 2)[::7]):
            draft = some_steps(Draft(view), Lots(number), 4)[-1]
            table = view.table
            for move in draft.moves:
                assert rules.refusal(table, move) is None
                table = rules.apply(table, move)
            assert table == draft.view.table


def test_nobody_drafts_in_another_s_turn() -> None:
    view = in_play("burako", 0)[0]
    other = View(view.table, (view.seat + 1) % view.table.seats, view.faces)
    refused = draft_refusal(other, Discard(view.rack[0]))
    assert refused is not None
    assert refused.code is Code.NOT_YOUR_TURN


def test_the_view_after_a_move_tells_it() -> None:
    view = in_play("burako", 0)[0]
    move = legal_moves(view, [*map(Discard, view.rack)])[0]
    seen = view_after(view, move)
    assert [(told.seat, told.move) for told in seen.story[len(view.story) :]] == [(view.seat, move)]
    assert isinstance(move, Discard)
    assert seen.table.pile[-1] == move.tile
