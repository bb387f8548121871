"""A hint knows what its player knows, is a legal move, and at an open table lays all that can be laid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from game.bots.bot import choose_move
from game.bots.choice import Decision
from game.bots.nodes import DEFAULT_BUDGET
from game.bots.questions import Ticket
from game.bots.thinker import InlineThinker
from game.rules.registry import GAMES
from game.session.hints import GLANCE_BUDGET, HINT_SEED, MOST_POINTS_LEVEL, Adviser, Hint, LookAt, hint_from
from game.session.shared_thinker import SharedThinker
from game.table.faces import face_text
from game.table.melds import Kind, Meld
from game.table.moves import Rearrange
from game.table.view import with_shown_faces
from tests.slices import count, every
from tools import soak_hints
from tools.posed import position_of, seen_by_first
from tools.soak_hints import hint_of

if TYPE_CHECKING:
    from game.table.view import View


def hint(view: View) -> Hint:
    return hint_of(view, lambda level: choose_move(view, level, DEFAULT_BUDGET, HINT_SEED))


def at_play(*hand: str, table: tuple[str, ...] = (), opened: bool = False) -> View:
    """Return a Rummikub table at which seat 0 is to move."""
    held = hand or ("R12", "B12", "K12", "Y1")
    return position_of({"table": list(table), "hand": list(held), "stock": 20, "opened": opened}).view


def dead_hand(game: str, phase: str, *hand: str, **said: object) -> View:
    place = {"game": game, "seats": 2, "phase": phase, "hand": list(hand), "hands": {"1": 11}, "stock": 40}
    return seen_by_first({**place, **said})


def faces(told: Hint) -> list[str]:
    return sorted(str(told.view.faces[tile]) for tile in told.rack_tiles)


def test_an_opening_is_seen_and_what_it_lays() -> None:
    told = hint(at_play())
    assert told.where_to_look is LookAt.RACK_LAY
    assert faces(told) == ["B12", "K12", "R12"]
    assert told.points == 36


def test_what_the_strong_would_keep_back_is_shown_and_said() -> None:
    told = hint(at_play())
    assert told.most is not None
    assert told.strong.reason == "hold_back"
    assert isinstance(told.shown_decision.move, Rearrange)


def test_where_the_strong_lay_as_much_theirs_is_the_hint() -> None:
    view = at_play("R12", "B12", "K12", "Y1", opened=True)
    most = choose_move(view, MOST_POINTS_LEVEL, DEFAULT_BUDGET, HINT_SEED)
    assert isinstance(most.move, Rearrange)
    assert hint_from(view, most, most) == Hint(view, most)


def test_a_tile_that_moves_sets_is_looked_for_at_the_table() -> None:
    told = hint(at_play("B8", "R1", table=("[B4 B5 B6 B7]", "[R8 K8 Y8]"), opened=True))
    assert told.where_to_look is LookAt.TABLE
    assert faces(told) == ["B8"]
    assert told.changed_sets


def test_no_set_is_taken_apart_for_tiles_that_are_only_added() -> None:
    view = at_play("B1", "K9", "R4", "K4", "Y4", table=("[B2 B3 B4 B5 B6]", "[R9 B9 Y9]"), opened=True)
    tiles = {face_text(view.faces[tile]): tile for meld in view.table.melds for tile in meld.tiles}
    tiles |= {face_text(view.faces[tile]): tile for tile in view.rack}

    def run(*names: str) -> Meld:
        return Meld(Kind.RUN, tuple(tiles[name] for name in names), (None,) * len(names))

    def group(*names: str) -> Meld:
        return Meld(Kind.GROUP, tuple(tiles[name] for name in names), (None,) * len(names))

    sets = (run("B1", "B2", "B3"), run("B4", "B5", "B6"), group("R9", "B9", "Y9", "K9"), group("R4", "Y4", "K4"))
    odd = Decision(Rearrange(tuple(view.rack), sets), "lay_with_table", ())
    told = hint_from(view, odd, None)
    assert isinstance(told.move, Rearrange)
    lying = [{*meld.tiles} for meld in told.move.sets]
    assert all(any({*meld.tiles} <= one for one in lying) for meld in view.table.melds)
    assert {*told.move.played} == {*view.rack}
    assert told.shown_decision.reason == "lay_added"


def test_a_crowded_play_is_shown_whole() -> None:
    held = ["Y5", "K3", "K9", "B7", "B11", "R8", "R2", "B12", "Y13", "B9", "B5", "B10", "R5", "R7"]
    lies = ("[R3 R4 R5]", "[R13 B13 K13 *=13]", "[B8 K8 *=8]", "[B5 B6 B7 B8]")
    assert hint(at_play(*held, table=lies)).points == 103


def test_nothing_to_lay_is_a_draw() -> None:
    told = hint(at_play("R1", "B5", "K9"))
    assert (told.where_to_look, told.rack_tiles, told.tiles) == (LookAt.STOCK, (), ())


def test_a_set_of_the_rack_and_a_discard_are_looked_for_at_the_rack() -> None:
    lays = hint(dead_hand("burako", "PLAY", "R5", "R6", "R7", "R8", "K1", "B11", "Y13"))
    assert lays.where_to_look is LookAt.RACK_LAY
    assert faces(lays) == ["R5", "R6", "R7", "R8"]
    throws = hint(dead_hand("burako", "PLAY", "R5", "K9", "B13", "Y1"))
    assert throws.where_to_look is LookAt.RACK_THROW
    assert len(throws.rack_tiles) == 1


@pytest.mark.parametrize("game", every(GAMES, 2))
def test_hints_are_legal_know_nothing_hidden_and_lay_what_the_solver_lays(game: str) -> None:
    positions = count(12, 40)
    told = soak_hints.ask_hints(game, seed=5, positions=positions)
    assert told.faults == []
    assert told.mixed == positions // soak_hints.CHECK_EVERY
    assert len(told.took) == positions


def test_a_run_that_ends_with_a_one_is_shown_where_a_strong_player_overlooks_it() -> None:
    told = hint(dead_hand("burako", "PLAY", "B12", "B13", "B1", "K9", "Y4"))
    assert told.where_to_look is LookAt.RACK_LAY
    assert faces(told) == ["B1", "B12", "B13"]
    assert told.move == with_shown_faces(told.view, told.move)
    assert told.strong.reason == "lay_run"


def test_an_adviser_answers_when_the_answer_has_come_and_once_for_a_view() -> None:
    class Late(InlineThinker):
        waits = True

        def poll(self):  # type: ignore[no-untyped-def]
            return () if self.waits else super().poll()

    late = Late()
    adviser, view = Adviser(SharedThinker(late).new_door()), at_play()
    assert adviser.ask(view) is None
    assert adviser.ask(view) is None
    late.waits = False
    told = adviser.ask(view)
    assert told is not None
    assert told.rack_tiles == hint(view).rack_tiles
    assert adviser.ask(view) == told


class GlanceAlone(InlineThinker):
    """Has time for a glance and for nothing else."""

    def ask(self, view, level, budget, seed):  # type: ignore[no-untyped-def]
        return super().ask(view, level, budget, seed) if budget == GLANCE_BUDGET else Ticket(0)


def test_a_glance_tells_that_something_can_be_laid_before_anybody_has_thought() -> None:
    adviser = Adviser(GlanceAlone())
    assert adviser.ask(at_play()) is None
    assert adviser.can_lay
    assert adviser.ask(at_play("R1", "B5", "K9")) is None
    assert not adviser.can_lay


def test_an_adviser_forgets_what_was_asked_of_another_view() -> None:
    adviser = Adviser(InlineThinker())
    first, second = at_play(), at_play("R1", "B5", "K9")
    assert adviser.ask(first) is not None
    told = adviser.ask(second)
    assert told is not None
    assert told.where_to_look is LookAt.STOCK
    adviser.drop()
    assert adviser.ask(first) is not None


def test_an_adviser_says_nothing_of_another_view_while_it_is_thought_of() -> None:
    class Slow(InlineThinker):
        def poll(self):  # type: ignore[no-untyped-def]
            return () if self.waits else super().poll()

        waits = False

    slow = Slow()
    adviser = Adviser(SharedThinker(slow).new_door())
    assert adviser.ask(at_play()) is not None
    slow.waits = True
    assert adviser.ask(at_play("R1", "B5", "K9")) is None
