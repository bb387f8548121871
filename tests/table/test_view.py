from __future__ import annotations

import pytest

from game.table.faces import HIDDEN
from game.table.moves import Discard, Draw, Redraw, TakePile
from game.table.state import NO_SEAT, Ending, Outcome, Phase
from game.table.view import View, with_shown_faces
from tests.strategies import wandered


def views() -> list[View]:
    return [one.view for one in wandered("burako", 2)[1]]


def test_a_view_waits_for_a_tile_on_its_way() -> None:
    view = views()[0]
    missing = view.rack[0]
    blind = View(view.table, view.seat, tuple(HIDDEN if at == missing else face for at, face in enumerate(view.faces)))
    assert view.phase is view.table.phase
    assert view.must_decide
    assert blind.phase is Phase.WAIT_FACES
    assert not blind.must_decide


def test_only_the_mover_decides_and_nobody_after_the_round() -> None:
    for view in views():
        assert view.must_decide
        other = View(view.table, (view.seat + 1) % view.table.seats, view.faces)
        assert not other.must_decide
    over = views()[-1].table.with_fields(phase=Phase.ROUND_END, outcome=Outcome(Ending.STOCK, NO_SEAT))
    assert not View(over, over.to_move, over.faces).must_decide


def test_a_complete_move_shows_what_was_hidden_and_nothing_else() -> None:
    for view in views():
        hidden = [tile for tile in view.rack if view.table.faces[tile] == HIDDEN]
        for tile in view.rack:
            move = with_shown_faces(view, Discard(tile))
            assert move.shown == (((tile, view.faces[tile]),) if tile in hidden else ())
        assert with_shown_faces(view, Draw()).shown == ()
        assert with_shown_faces(view, TakePile(view.table.pile)).shown == ()


def test_a_redraw_shows_the_tile_just_drawn() -> None:
    choices = [view for view in views() if view.phase is Phase.START_CHOICE]
    assert choices
    for view in choices:
        assert with_shown_faces(view, Redraw()).shown == ((view.rack[-1], view.faces[view.rack[-1]]),)


@pytest.mark.parametrize("seed", range(3))
def test_a_seat_sees_its_own_rack_and_no_other(seed: int) -> None:
    for view in (one.view for one in wandered("burako", seed)[1]):
        assert all(view.faces[tile] != HIDDEN for tile in view.rack)
        elsewhere = [tile for seat, rack in enumerate(view.table.racks) if seat != view.seat for tile in rack]
        waiting = [tile for hand in view.table.dead for tile in hand]
        for tile in [*elsewhere, *waiting, *view.table.stock]:
            assert view.faces[tile] == view.table.faces[tile]
