from __future__ import annotations

import pytest

from game.match.deal import DealFault, OpenDealer, dealt_faces
from game.match.match import Match
from game.match.transcript import Entry, EntryKind
from game.rules.registry import GAMES
from game.table.faces import HIDDEN, JOKER
from game.table.moves import Discard, Draw
from game.table.tiles import Tile
from tests.match.logs import dealt, header, moved, table_of
from tests.strategies import DEAD_HAND_GAMES

NOTHING = Entry(0, -1, EntryKind.DEAL, "")


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_holds_the_whole_deck(game: str) -> None:
    for seed in range(5):
        match = Match.new(header(seed, game))
        faces = dealt_faces(match.header, match.standing)
        assert sorted(face.code for face in faces) == sorted(face.code for face in match.rules.deck.faces)


def test_another_seed_another_deal_and_the_same_one_the_same() -> None:
    deals = {dealt_faces(header(seed), Match.new(header(seed)).standing) for seed in [*range(20), *range(20)]}
    assert len(deals) == 20


@pytest.mark.parametrize("game", DEAD_HAND_GAMES)
def test_each_dealer_tells_its_seat_its_own_tiles_only(game: str) -> None:
    empty = Match.new(header(3, game))
    dealers = [OpenDealer(seat) for seat in range(2)]
    for dealer in dealers:
        dealer.begin_deal(empty.header, empty.standing)
    match = dealt(empty)
    faces = dealt_faces(empty.header, empty.standing)
    for seat, dealer in enumerate(dealers):
        assert dealer.learn_from(NOTHING, match.standing) == {tile: faces[tile] for tile in table_of(match).racks[seat]}
    drawn = moved(match, Draw())
    mover = table_of(match).to_move
    assert set(dealers[mover].learn_from(NOTHING, drawn.standing)) == set(table_of(drawn).racks[mover])  # type: ignore[arg-type]
    assert table_of(match).stock[0] not in dealers[1 - mover].learn_from(NOTHING, drawn.standing)  # type: ignore[operator]


def test_only_the_first_seat_s_dealer_speaks_for_the_table() -> None:
    match = Match.new(header())
    assert OpenDealer(1).begin_deal(match.header, match.standing) is None
    owed = OpenDealer(0).begin_deal(match.header, match.standing)
    assert owed is not None
    assert owed == OpenDealer(0).begin_deal(match.header, match.standing)


def test_a_face_that_was_not_dealt_is_a_fault_of_its_seat() -> None:
    empty = Match.new(header())
    dealer = OpenDealer(0)
    dealer.begin_deal(empty.header, empty.standing)
    faces = dealt_faces(empty.header, empty.standing)
    true, false = faces[5], next(face for face in faces if face != faces[5])
    assert dealer.false_face_fault(1, Discard(Tile(5), shown=((Tile(5), true),)), b"") is None
    fault = dealer.false_face_fault(1, Discard(Tile(5), shown=((Tile(5), false),)), b"")
    assert isinstance(fault, DealFault)
    assert fault.seat == 1
    assert "tile 5" in fault.reason


def test_an_open_deal_owes_nothing_and_waits_for_nobody() -> None:
    match = dealt(Match.new(header()))
    dealer = OpenDealer(1)
    assert dealer.owed_entries(match.transcript, 1) == ()
    assert dealer.awaited_seats() == ()
    assert dealer.opening_proof((Tile(1),)) == b""
    assert dealer.learn_from(NOTHING, match.standing) == {}  # it has not begun


def test_the_books_show_what_was_hidden() -> None:
    empty = Match.new(header())
    dealer = OpenDealer(0)
    dealer.begin_deal(empty.header, empty.standing)
    assert dealer.hidden_faces(empty.standing) == ()
    match = dealt(empty)
    shown = dealer.hidden_faces(match.standing)
    assert isinstance(shown, tuple)
    assert [tile for tile, _face in shown] == list(range(106))
    assert HIDDEN not in [face for _tile, face in shown]
    assert [face for _tile, face in shown].count(JOKER) == 2
