"""How the others look: each mood has its reason in what everybody knows."""

from __future__ import annotations

from dataclasses import replace

from game.client.draw.faces import Mood
from game.client.table.moods import mood_of
from game.table.melds import Kind, Meld
from game.table.moves import LayMeld, TakePile
from game.table.state import Ending, Outcome
from game.table.tiles import Tile
from game.table.view import PublicMove, View
from tests.client.table_kit import crowded_view


def at(racks: tuple[int, ...], to_move: int = 0, outcome: Outcome | None = None) -> View:
    """Return a table of couples at which the seats hold so many tiles."""
    view = crowded_view(4, rack=6, sets=4)
    held = tuple(tuple(Tile(10 * seat + one) for one in range(count)) for seat, count in enumerate(racks))
    return View(view.table.with_fields(racks=held, to_move=to_move, outcome=outcome), 0, view.faces)


def laid(seat: int, count: int) -> PublicMove:
    tiles = tuple(Tile(one) for one in range(count))
    return PublicMove(seat, LayMeld(Meld(Kind.GROUP, tiles, (None,) * count)))


def test_who_is_to_move_thinks_and_others_are_as_usual() -> None:
    view = at((9, 9, 9, 9), to_move=1)
    assert mood_of(view, 1) is Mood.THINKING
    assert mood_of(view, 2) is Mood.NEUTRAL


def test_somebody_of_the_other_side_with_two_tiles_worries_and_a_partner_does_not() -> None:
    view = at((9, 2, 9, 9))
    assert mood_of(view, 2) is Mood.WORRIED
    assert mood_of(view, 3) is Mood.NEUTRAL


def test_who_laid_a_canasta_is_pleased_and_the_partner_cheers() -> None:
    view = replace(at((9, 9, 9, 9)), story=(laid(3, 7),))
    assert mood_of(view, 3) is Mood.PLEASED
    assert mood_of(view, 1) is Mood.CHEERING
    assert mood_of(view, 2) is Mood.NEUTRAL


def test_who_has_just_laid_a_canasta_is_pleased_before_the_turn_ends() -> None:
    view = replace(at((9, 9, 9, 9), to_move=3), story=(laid(2, 7), laid(3, 7)))
    assert mood_of(view, 3) is Mood.PLEASED
    assert mood_of(view, 1) is Mood.CHEERING
    assert mood_of(replace(view, story=(laid(3, 7), laid(2, 3))), 3) is Mood.THINKING


def test_a_big_pile_taken_by_the_other_side_annoys() -> None:
    taken = PublicMove(3, TakePile(tuple(Tile(one) for one in range(6))))
    view = replace(at((9, 9, 9, 9)), story=(taken,))
    assert mood_of(view, 2) is Mood.ANNOYED
    assert mood_of(view, 1) is Mood.PLEASED


def test_at_the_end_the_side_that_went_out_cheers() -> None:
    view = at((9, 0, 9, 9), outcome=Outcome(Ending.OUT, 1))
    assert [mood_of(view, seat) for seat in (1, 2, 3)] == [Mood.CHEERING, Mood.ANNOYED, Mood.CHEERING]
