from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.table.faces import HIDDEN, JOKER
from game.table.state import Phase, Table, hidden_among, with_faces, without
from game.table.tiles import Tile
from tests.strategies import faces_of, some_tiles, wandered

FACES = faces_of(4)


def a_table() -> Table:
    return wandered("burako", 1)[1][0].view.table


@pytest.mark.parametrize("name", [one.name for one in fields(Table)])
def test_a_change_touches_one_field_only(name: str) -> None:
    table = a_table()
    mark = object()
    changed = table.with_fields(**{name: mark})
    assert getattr(changed, name) is mark
    others = [one.name for one in fields(Table) if one.name != name]
    assert all(getattr(changed, one) is getattr(table, one) for one in others)
    assert getattr(table, name) is not mark


def test_a_sides_sets_are_those_it_owns() -> None:
    table = a_table().with_fields(owners=(0, 1, 0))
    assert [table.melds_of(side) for side in range(3)] == [[0, 2], [1], []]


def test_a_table_has_no_strange_field() -> None:
    with pytest.raises(TypeError, match="no colour"):
        a_table().with_fields(colour=3)


def test_a_table_cannot_be_changed_in_place() -> None:
    with pytest.raises(AttributeError):
        a_table().phase = Phase.PLAY  # type: ignore[misc]  # that it is refused is the test


def test_couples_sit_crosswise() -> None:
    table = a_table().with_fields(seats=4, sides=2)
    assert [table.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert table.with_fields(to_move=3).mover_side == 1


def test_a_rack_is_replaced_among_all() -> None:
    table = a_table().with_fields(racks=((Tile(1),), (Tile(2),), (Tile(3),)))
    assert table.with_rack(1, (Tile(9),)) == ((Tile(1),), (Tile(9),), (Tile(3),))


@given(some_tiles)
def test_showing_makes_exactly_these_faces_public(some: tuple[Tile, ...]) -> None:
    table = a_table().with_fields(faces=(HIDDEN,) * len(FACES))
    shown = table.with_shown_faces(tuple((tile, FACES[tile]) for tile in some))
    assert hidden_among(range(len(FACES)), shown.faces) == without(tuple(map(Tile, range(len(FACES)))), some)  # type: ignore[arg-type]
    assert all(shown.faces[tile] == FACES[tile] for tile in some)


@given(some_tiles, some_tiles)
def test_without_keeps_order(all_of_them: tuple[Tile, ...], gone: tuple[Tile, ...]) -> None:
    left = without(all_of_them, gone)
    assert set(left) == set(all_of_them) - set(gone)
    assert [all_of_them.index(tile) for tile in left] == sorted(all_of_them.index(tile) for tile in left)


@given(st.integers(0, len(FACES) - 1))
def test_one_face_is_put_in_its_place(at: int) -> None:
    known = with_faces((HIDDEN,) * len(FACES), ((Tile(at), JOKER),))
    assert [place for place, face in enumerate(known) if face == JOKER] == [at]
