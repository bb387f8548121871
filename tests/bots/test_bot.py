"""Two worlds that differ only in tiles a seat has not seen give it the same view, to the byte, and the same move."""

from __future__ import annotations

import pytest

from game.bots.bot import choose_move
from game.bots.names import LEVELS
from game.bots.nodes import DEFAULT_BUDGET
from game.match.deal import OpenDealer
from game.match.telling import view_of
from game.match.transcript import Entry, EntryKind
from game.rules.registry import GAMES, rules_of
from game.table.canon import decode, encode
from game.table.faces import HIDDEN, Face
from game.table.tiles import Tile
from game.table.view import View
from tests.slices import count, crossed, every
from tools.bot_matches import Hall, Lots, any_options, bot, play_round
from tools.by_game import phases_of

ASKED = count(6, 1)  # every so many decisions the bot that plays is asked
OTHERS = count(60, 19)  # every so many decisions all levels are asked


class _OtherWorld:
    """The same log, told by dealers who know other faces for what one seat has not seen."""

    def __init__(self, hall: Hall, view: View, turn: int) -> None:
        self._hall = hall
        faces = list(_true_faces(hall))
        hidden = [tile for tile, face in enumerate(view.faces) if face == HIDDEN]
        turned = hidden[turn % max(1, len(hidden)) :] + hidden[: turn % max(1, len(hidden))]
        self.faces = tuple(_swapped(faces, hidden, turned))

    def view(self, seat: int) -> View:
        """Return what a seat sees in this world."""
        dealer = OpenDealer(seat)
        dealer._faces = self.faces
        standing = self._hall.match.standing
        learned = dealer.learn_from(Entry(0, seat, EntryKind.MOVE, ""), standing)
        assert isinstance(learned, dict)
        return view_of(standing, seat, learned)


def _true_faces(hall: Hall) -> tuple[Face, ...]:
    return hall._dealers[0]._faces


def _swapped(faces: list[Face], hidden: list[int], turned: list[int]) -> list[Face]:
    swapped = list(faces)
    for tile, other in zip(hidden, turned, strict=True):
        swapped[tile] = faces[other]
    return swapped


@pytest.mark.parametrize(("game", "seed"), every(crossed(list(GAMES), [1, 2]), 2))
def test_what_a_seat_has_not_seen_changes_nothing(game: str, seed: int) -> None:
    hall = Hall(game, any_options(rules_of(game), Lots(seed), {}), seed)
    phases, different = set(), 0
    for number, made in enumerate(play_round(hall, [bot(seed)] * hall.seats)):
        seat = made.view.seat
        other = _OtherWorld(hall, made.view, 7 + number)
        seen = other.view(seat)
        assert encode(seen) == encode(made.view)
        if number % ASKED == 0:
            assert choose_move(seen, "medium", DEFAULT_BUDGET, seed).move == made.move
        if number % OTHERS == 0:
            for level in LEVELS:
                assert choose_move(seen, level, DEFAULT_BUDGET, seed) == choose_move(
                    made.view, level, DEFAULT_BUDGET, seed
                )
        phases.add(made.view.phase)
        neighbour = (seat + 1) % hall.seats
        different += other.view(neighbour) != hall.view(neighbour)
    assert phases == phases_of(rules_of(game))
    assert different  # the worlds were not the same


@pytest.mark.parametrize("game", GAMES)
def test_a_view_says_all_a_bot_needs_and_nothing_hidden(game: str) -> None:
    hall = Hall(game, any_options(rules_of(game), Lots(3), {}), 3)
    for number, made in enumerate(play_round(hall, [bot(1)] * hall.seats)):
        view = made.view
        known = {Tile(tile) for tile, face in enumerate(view.faces) if face != HIDDEN}
        public = {Tile(tile) for tile, face in enumerate(view.table.faces) if face != HIDDEN}
        assert known == public | set(view.rack)
        if number % ASKED == 0:
            assert choose_move(decode(encode(view), View), "medium", DEFAULT_BUDGET, 1).move == made.move
