"""What a seat is told: its own rack as far as its dealer gave it, and of the others' nothing, whatever is offered."""

from __future__ import annotations

import pytest

from game.match.match import Match, opening_standing
from game.match.telling import view_of
from game.table.faces import HIDDEN
from tests.matches import cut, played_out


@pytest.fixture(scope="module")
def whole() -> Match:
    return played_out("burako", players=2)


def test_a_seat_sees_its_own_rack_and_nothing_that_slips_in(whole: Match) -> None:
    standing = cut(whole, 6).standing
    table = standing.table
    assert table is not None
    all_faces = whole.standing.results[0].table.faces
    known = dict(enumerate(all_faces))
    for seat in (0, 1):
        view = view_of(standing, seat, known)  # type: ignore[arg-type]
        assert all(view.faces[tile] == all_faces[tile] for tile in table.racks[seat])
        assert all(view.faces[tile] == table.faces[tile] for tile in (*table.racks[1 - seat], *table.stock))
        assert view.story == standing.story


def test_a_face_that_has_not_arrived_is_hidden(whole: Match) -> None:
    standing = cut(whole, 6).standing
    assert standing.table is not None
    view = view_of(standing, 0, {})
    assert all(view.faces[tile] in (HIDDEN, standing.table.faces[tile]) for tile in standing.table.racks[0])


def test_before_the_deal_there_is_nothing_to_see(whole: Match) -> None:
    with pytest.raises(ValueError, match="nothing is dealt yet"):
        view_of(opening_standing(whole.header), 0, {})
