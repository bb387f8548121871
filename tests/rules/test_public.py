"""Rule 9: what everybody can refuse is what is forbidden in every world that fits what everybody has seen, no more."""

from __future__ import annotations

from collections import Counter

import pytest

from game.rules.dead_hand_refusals import may_go_out
from game.rules.public import can_all_be, count_unseen, possible_faces
from game.rules.registry import GAMES, rules_of
from game.table.faces import HIDDEN, JOKER, Face, parse_face
from game.table.moves import Discard, Extend, LayMeld, Move, Retract
from game.table.refusals import Code, Refusal
from game.table.state import Phase, Table, Turn, hidden_among, with_faces
from game.table.tiles import CARD_DECK, TILE_DECK, Tile
from game.table.view import View, with_shown_faces
from tests.rules.dead_hand_ends import near_the_end, seen
from tests.rules.hidden_worlds import (
    dead_hand_world,
    legal_somewhere,
    open_table_world,
    table_moves,
    true_view,
    turn_moves,
)
from tests.slices import count, some
from tests.strategies import DEAD_HAND_GAMES, OPEN_TABLE_GAMES, wandered
from tools.bot_matches import Lots, any_options
from tools.wanderer import extends, melds, wander

SMALL_WORLDS = count(420, 800)  # fewer do not meet every rule
MAX_HIDDEN = 2  # tiles of a rack whose worlds are counted on a real table: some 2,000
WALK = 60  # moves


# What the public knows


def test_9_1_what_is_unseen_is_the_deck_less_what_is_known() -> None:
    nothing = (HIDDEN,) * len(CARD_DECK)
    assert count_unseen(CARD_DECK, nothing) == Counter(CARD_DECK.faces)
    assert count_unseen(CARD_DECK, nothing)[JOKER] == 4
    shown = with_faces(nothing, ((Tile(3), JOKER), (Tile(9), parse_face("R5"))))
    assert count_unseen(CARD_DECK, shown)[JOKER] == 3
    assert count_unseen(CARD_DECK, shown)[parse_face("R5")] == 1
    assert not any(count_unseen(TILE_DECK, TILE_DECK.faces).values())
    assert count_unseen(TILE_DECK, [parse_face("R5")] * 3)[parse_face("R5")] == -1


def test_9_1_a_hidden_tile_can_be_whatever_is_unseen() -> None:
    faces = tuple(HIDDEN if at in {0, 1, 2, 105} else face for at, face in enumerate(TILE_DECK.faces))
    one, two, joker = TILE_DECK.faces[0], TILE_DECK.faces[2], TILE_DECK.faces[105]
    assert possible_faces(Tile(0), TILE_DECK, faces) == (one, two, joker)
    assert possible_faces(Tile(50), TILE_DECK, faces) == (TILE_DECK.faces[50],)
    assert can_all_be(one, (Tile(0), Tile(105)), TILE_DECK, faces)
    assert not can_all_be(one, (Tile(0), Tile(1), Tile(105)), TILE_DECK, faces)
    assert not can_all_be(two, (Tile(0), Tile(1)), TILE_DECK, faces)
    assert can_all_be(two, (Tile(0), Tile(3)), TILE_DECK, faces)
    assert not can_all_be(two, (Tile(0), Tile(50)), TILE_DECK, faces)
    assert can_all_be(TILE_DECK.faces[50], (Tile(50), Tile(51)), TILE_DECK, faces)


@pytest.mark.parametrize("game", DEAD_HAND_GAMES)
def test_v4_a_face_is_shown_no_oftener_than_the_deck_has_it(game: str) -> None:
    table, _faces = near_the_end(game, any_options(rules_of(game), Lots(3), {}), 3)
    five = parse_face("R5")
    rest = [Tile(at) for at, face in enumerate(table.faces) if face == HIDDEN and Tile(at) not in table.rack]
    there = sum(face == five for face in table.faces)
    table = table.with_fields(
        phase=Phase.PLAY,
        turn=Turn(drew=table.rack[-1]),
        dead=((rest[10],), (rest[11],)),
        faces=with_faces(table.faces, tuple((tile, five) for tile in rest[: 2 - there])),
    )
    thrown = table.rack[0]
    refused = rules_of(game).refusal(table, Discard(thrown, shown=((thrown, five),)))
    assert refused == Refusal(Code.FACES_MISSING, (thrown,), cites="9.2")
    assert rules_of(game).refusal(table, Discard(thrown, shown=((thrown, parse_face("B5")),))) is None


@pytest.mark.parametrize("game", OPEN_TABLE_GAMES)
@pytest.mark.parametrize("tile", [-1, 106, 500])
def test_9_1_at_an_open_table_no_move_shows_a_tile_that_does_not_exist(game: str, tile: int) -> None:
    table, faces = open_table_world(game, 1)
    for move in table_moves(table, faces)[:12]:
        sent = type(move)(**{name: getattr(move, name) for name in move.__slots__}, shown=((Tile(tile), JOKER),))
        refused = rules_of(game).refusal(table, sent)
        assert refused is not None
        assert refused.code is Code.FACES_MISSING


# Every small world


def turning_on_hidden(table: Table, move: Move, refused: Refusal | None) -> str:
    """Name the rule for which a hidden tile of the mover decides whether this move is allowed; empty if none does."""
    if refused is None or not hidden_among(table.rack, with_faces(table.faces, move.shown)):
        return ""
    if isinstance(move, Discard) and refused.code is Code.BARRED_TILE and table.options.word("same_card") == "face":
        return "the twin is barred"
    if isinstance(move, Retract) and refused.code is Code.NOT_STUCK and len(table.rack) == 1 and table.turn.last:
        return "nothing is stuck"
    if isinstance(move, Extend | LayMeld) and refused.code is Code.DEAD_END:
        after = rules_of(table.game).apply(table, move)
        if refused.cites == "D10":
            return "the last tile is wild"
        goes = may_go_out(after, after.melds)
        return "the last tile cannot be laid" if goes and table.options.word("close_mode") == "meld" else ""
    return ""


def steps(table: Table, faces: tuple[Face, ...], depth: int) -> list[tuple[Table, Move]]:
    """Return every move from here, and after each that nobody else refuses the moves that follow in the turn."""
    found = []
    for move in turn_moves(table, faces):
        found.append((table, move))
        goes_on = depth > 1 and isinstance(move, Extend | LayMeld | Retract)
        if goes_on and rules_of(table.game).refusal(table, move) is None:
            after = rules_of(table.game).apply(table, move)
            if after.phase is Phase.PLAY and not table.dead[0]:
                found += steps(after, faces, depth - 1)
    return found


@pytest.mark.parametrize("game", some(DEAD_HAND_GAMES, 1))
def test_9_2_a_move_is_refused_if_and_only_if_no_world_allows_it(game: str) -> None:
    rules = rules_of(game)
    settled, doubtful = set(), set()
    for seed in range(SMALL_WORLDS):
        start, faces = dead_hand_world(game, seed)
        for table, move in steps(start, faces, 2):
            refused = rules.refusal(table, move)
            assert (refused is None) == legal_somewhere(table, move), (seed, table.rack, table.turn, move, refused)
            settled.add(turning_on_hidden(table, move, refused))
            if refused is None:
                doubtful.add(turning_on_hidden(table, move, rules.own_refusal(true_view(table, faces), move)))
    named = {"nothing is stuck", "the last tile cannot be laid"}
    offered = {option.name for option in rules.options if option.offered}
    named |= {"the last tile is wild"} if "close_with_wild" in offered else set()
    named |= {"the twin is barred"} if "same_card" in offered else set()
    assert settled - {""} == named
    assert doubtful - {""} == named


@pytest.mark.parametrize("game", some(OPEN_TABLE_GAMES, 1))
def test_9_2_at_an_open_table_everything_is_seen(game: str) -> None:
    """A play names all its tiles: in every world it is as legal as in the true one."""
    rules = rules_of(game)
    allowed = set()
    for seed in range(SMALL_WORLDS // 4):
        table, faces = open_table_world(game, seed)
        for move in table_moves(table, faces):
            refused = rules.refusal(table, move)
            assert refused == rules.own_refusal(true_view(table, faces), move)
            assert (refused is None) == legal_somewhere(table, move)
            allowed |= {type(move).__name__} if refused is None else set()
    assert allowed >= {"Draw", "Pass", "Rearrange", "Attempt", "Timeout"}
    assert ("Close" in allowed) == (game == "rummy")


# Real rounds


@pytest.mark.parametrize("game", DEAD_HAND_GAMES)
@pytest.mark.parametrize("seed", range(count(1, 3)))
def test_9_2_what_is_legal_in_a_round_is_refused_by_nobody(game: str, seed: int) -> None:
    hall, made = wandered(game, seed)
    faces = hall.match.standing.results[0].table.faces
    for one in made:
        table = one.view.table
        if table.phase is Phase.PLAY:
            never_falsely_refused(table, faces)


def never_falsely_refused(table: Table, faces: tuple[Face, ...]) -> None:
    rules, view = rules_of(table.game), seen(table, faces)
    for move in [*map(Discard, table.rack), Retract(), *melds(view), *extends(view)]:
        sent = with_shown_faces(view, move)
        if rules.own_refusal(view, sent) is None:
            assert rules.refusal(table, sent) is None, (table.rack, table.turn, sent)


@pytest.mark.parametrize("game", DEAD_HAND_GAMES)
@pytest.mark.parametrize("seed", range(count(7, 20)))
def test_9_2_near_the_end_of_a_round_nobody_refuses_what_may_be_legal(game: str, seed: int) -> None:
    """With any options, from small racks; what only the mover refuses may be legal for all that the others know."""
    rules, lots = rules_of(game), Lots(seed, 2)
    table, faces = near_the_end(game, any_options(rules, lots, {"turn_seconds": 0}), seed)
    for _move in range(WALK):
        if table.phase is Phase.ROUND_END:
            break
        view = seen(table, faces)
        if table.phase is Phase.PLAY:
            never_falsely_refused(table, faces)
            check_doubts(table, view)
        table = rules.apply(table, wander(view, lots))


def check_doubts(table: Table, view: View) -> None:
    rules = rules_of(table.game)
    for move in [*map(Discard, table.rack), Retract(), *melds(view), *extends(view)]:
        sent = with_shown_faces(view, move)
        own = rules.own_refusal(view, sent)
        hidden = hidden_among(table.rack, with_faces(table.faces, sent.shown))
        if own is not None and len(hidden) <= MAX_HIDDEN and rules.refusal(table, sent) is None:
            assert legal_somewhere(table, sent), (table.rack, table.turn, sent, own)


def test_every_game_is_asked() -> None:
    assert {*DEAD_HAND_GAMES, *OPEN_TABLE_GAMES} == set(GAMES)
