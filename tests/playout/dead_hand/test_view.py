from __future__ import annotations

from dataclasses import replace

from game.playout.dead_hand.round import dead_waits
from game.playout.dead_hand.view import round_of
from game.playout.faces import face_of
from game.rules.registry import rules_of
from game.table.faces import HIDDEN
from tests.playout.lots import Luck
from tests.playout.test_worlds import positions


def test_what_a_view_hides_is_counted_and_no_more() -> None:
    for view in positions("burraco", 2):
        state, table = round_of(view), view.table
        unseen = sum(face == HIDDEN for face in view.faces)
        assert state.unseen_size == unseen
        assert sum(state.hidden) + sum(state.dead_hidden) + state.stock_hidden == unseen
        assert state.hidden[view.seat] == 0
        assert [state.held[seat] + state.hidden[seat] for seat in range(table.seats)] == [*map(len, table.racks)]
        assert [dead_waits(state, side) for side in (0, 1)] == [*map(len, table.dead)]


def test_of_a_view_that_sees_all_nothing_is_left_to_deal() -> None:
    for view in positions("burako", 2):
        unseen = list(rules_of("burako").deck.faces)
        for face in view.faces:
            if face != HIDDEN:
                unseen.remove(face)
        fresh = iter(Luck(4).shuffled(unseen))
        faces = tuple([next(fresh) if face == HIDDEN else face for face in view.faces])
        state = round_of(replace(view, faces=faces))
        assert state.unseen_size == state.stock_hidden == sum(state.hidden) == sum(state.dead_hidden) == 0
        drawn_next = [face_of(number) for number in reversed(state.stock[: state.stock_size])]
        assert drawn_next == [faces[tile] for tile in view.table.stock]
