"""The round as it was: after any number of its moves, with what the seat knew, and no further."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from game.match.match import Match
from game.session.looking_back import moves_before_last_turn_end, past_view
from game.table.faces import HIDDEN
from game.table.view import View
from tests.matches import after_first_score, cut, played_out


@cache
def whole() -> Match:
    """Return a match at the end of its first round."""
    return after_first_score(played_out("burako", players=2))


def mid_round() -> tuple[object, View]:
    """Return a standing in the middle of a round, and what seat 0 sees of it."""
    match = cut(whole(), len(whole().transcript.entries) // 2)
    table = match.standing.table
    assert table is not None
    return match.standing, View(table, 0, table.faces, match.standing.story)


def test_every_table_of_the_round_is_kept_and_none_beyond() -> None:
    standing, view = mid_round()
    made = len(standing.past)  # type: ignore[attr-defined]
    assert made > 5
    for at in range(made):
        seen = past_view(standing, view, at)  # type: ignore[arg-type]
        assert seen is not None
        assert seen.table == standing.past[at][1]  # type: ignore[attr-defined]
        assert len(seen.story) == at
        assert seen.seat == view.seat
    assert past_view(standing, view, made) is None  # type: ignore[arg-type]
    assert past_view(standing, view, -1) is None  # type: ignore[arg-type]


def test_a_tile_that_stood_in_the_rack_is_known_then_wherever_it_went() -> None:
    standing, view = mid_round()
    first = standing.past[0][1]  # type: ignore[attr-defined]
    own = next(tile for tile in first.racks[0])
    knowing = replace(view, faces=tuple(whole().standing.results[0].table.faces))
    seen = past_view(standing, knowing, 0)  # type: ignore[arg-type]
    assert seen is not None
    assert seen.faces[own] == knowing.faces[own] is not HIDDEN
    other = next(tile for tile in first.racks[1])
    assert seen.faces[other] == first.faces[other]


def test_the_last_turn_ended_behind_the_seats_own_last_move() -> None:
    _standing, view = mid_round()
    seats = [told.seat for told in view.story]
    for count in range(len(seats)):
        at = replace(view, story=view.story[:count], table=replace(view.table, to_move=1))
        end = moves_before_last_turn_end(at)
        assert 0 not in seats[end:count]
        assert end == 0 or seats[end - 1] == 0


def test_while_the_seat_plays_it_is_the_turn_before() -> None:
    _standing, view = mid_round()
    seats = [told.seat for told in view.story]
    count = next(at for at in range(len(seats), 0, -1) if seats[at - 1] == 0 and 1 in seats[:at])
    end = moves_before_last_turn_end(replace(view, story=view.story[:count], table=replace(view.table, to_move=0)))
    assert end < count
    assert end == 0 or (seats[end - 1] == 0 and 1 in seats[end:count])
