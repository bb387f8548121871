from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.dead_hand_laws import DEAD_HAND_TILES
from game.rules.registry import rules_of
from game.rules.ruleset import RuleSet
from game.table.faces import HIDDEN, JOKER, Face
from game.table.moves import Discard, Extend, LayMeld, Move, Redraw, Retract, Timeout
from game.table.refusals import Code
from game.table.state import NO_SEAT, Ending, Phase, Table
from game.table.tiles import NO_TILE, Tile
from game.table.view import View, with_shown_faces
from tests.rules.brute_dead_hand import is_group, run_meanings, side_score
from tests.rules.dead_hand_ends import near_the_end, seen
from tests.slices import count, every
from tests.strategies import DEAD_HAND_GAMES, moves, options_of, seeds, wandered
from tools.bot_matches import Lots, all_tiles, any_options
from tools.wanderer import extends, legal_moves, melds, wander

ROUNDS = [(game, seed) for game in DEAD_HAND_GAMES for seed in range(count(3, 6))]
LONGEST = 400  # moves of a round near its end; with every stall rule it is over long before


@cache
def is_set(named: tuple[Face, ...], group_of_twos: bool, ace_both_ends: bool) -> bool:
    return is_group(list(named), group_of_twos=group_of_twos) or bool(
        run_meanings(list(named), ace_both_ends=ace_both_ends)
    )


def check(table: Table, before: Table) -> None:
    """Check every table: each tile in one place, valid sets, dead hands whole or taken, no empty rack in PLAY."""
    assert all_tiles(table) == all_tiles(before)
    assert len(table.melds) == len(table.owners)
    for meld in table.melds:
        named = tuple(table.faces[tile] for tile in meld.tiles)
        assert HIDDEN not in named
        assert is_set(named, table.options.flag("group_of_twos"), table.options.flag("ace_both_ends"))
    assert all(table.faces[tile] != HIDDEN for tile in table.pile)
    for hand, taker in zip(table.dead, table.dead_by, strict=True):
        assert (len(hand), taker == NO_SEAT) in {(DEAD_HAND_TILES, True), (0, False)}
    assert (table.phase is Phase.ROUND_END) == (table.outcome is not None)
    assert table.options == before.options
    if table.phase is Phase.PLAY:
        assert table.rack


@pytest.mark.parametrize(("game", "seed"), every(ROUNDS, 4))
def test_every_table_of_a_round_holds_together(game: str, seed: int) -> None:
    hall, made = wandered(game, seed)
    assert all_tiles(made[0].view.table) == list(range(len(hall.rules.deck)))
    check(made[0].view.table, made[0].view.table)
    for number, one in enumerate(made, start=1):
        after = hall.rules.apply(one.view.table, one.move)
        check(after, made[0].view.table)
        assert number == len(made) or made[number].view.table == after


@pytest.mark.parametrize(("game", "seed"), ROUNDS)
def test_9_1_a_table_holds_no_face_that_was_not_shown(game: str, seed: int) -> None:
    _hall, made = wandered(game, seed)
    shown: dict[Tile, Face] = {}
    for one in made:
        first = one.view.table.pile if not shown else ()
        shown |= {tile: one.view.table.faces[tile] for tile in first}
        public = {Tile(at): face for at, face in enumerate(one.view.table.faces) if face != HIDDEN}
        assert public == shown
        shown |= dict(one.move.shown)


@pytest.mark.parametrize(("game", "seed"), ROUNDS)
def test_9_1_what_is_shown_is_what_is_laid_thrown_or_thrown_back(game: str, seed: int) -> None:
    _hall, made = wandered(game, seed)
    for one in made:
        tiles = {tile for tile, _face in one.move.shown}
        match one.move:
            case LayMeld() | Extend():
                assert tiles <= set(one.move.meld.tiles)
            case Discard():
                assert tiles <= {one.move.tile}
            case Redraw():
                assert tiles == {one.view.table.turn.drew}
            case _:
                assert not tiles


@given(st.sampled_from(DEAD_HAND_GAMES), seeds, st.data())
@settings(max_examples=count(60, 250))
def test_what_nobody_refuses_can_be_applied(game: str, seed: int, data: st.DataObject) -> None:
    """Any move at all, with true faces: it is refused, or the table after it holds together."""
    hall, made = wandered(game, seed % count(3, 4))
    view = made[data.draw(st.integers(0, len(made) - 1))].view
    true = hall.match.standing.results[0].table.faces
    move = data.draw(st.one_of(moves(true), st.sampled_from([one.move for one in made])))
    for sent in (move, with_shown_faces(View(view.table, view.seat, true), move)):
        if hall.rules.refusal(view.table, sent) is None:
            after = hall.rules.apply(view.table, sent)
            if not isinstance(sent, Retract):  # only the mover can know whether the turn is stuck
                check(after, view.table)


@given(st.sampled_from(DEAD_HAND_GAMES), seeds, st.data())
@settings(max_examples=count(25, 100))
def test_a_move_spoilt_in_one_place_is_refused_or_holds(game: str, seed: int, data: st.DataObject) -> None:
    hall, made = wandered(game, seed % count(3, 4))
    laid = [one for one in made if isinstance(one.move, LayMeld | Extend)]
    one = laid[data.draw(st.integers(0, len(laid) - 1))]
    assert isinstance(one.move, LayMeld | Extend)
    true = hall.match.standing.results[0].table.faces
    order = data.draw(st.permutations(one.move.meld.tiles))
    meld = hall.rules.read_meld(tuple(order), (None,) * len(order), true, one.view.table.options)
    again: Move = LayMeld(meld) if isinstance(one.move, LayMeld) else Extend(one.move.index, meld)
    sent = with_shown_faces(one.view, again)
    if hall.rules.refusal(one.view.table, sent) is None:
        check(hall.rules.apply(one.view.table, sent), one.view.table)


@pytest.mark.parametrize("shown", [((Tile(106), JOKER),), ((Tile(500), JOKER),), ((Tile(-1), JOKER),)])
def test_9_1_a_move_that_shows_a_tile_that_does_not_exist_is_refused(shown: tuple[tuple[Tile, Face], ...]) -> None:
    hall, made = wandered("burako", 0)
    for one in made[:20]:
        for move in (Discard(one.view.rack[0], shown=shown), Redraw(shown=shown), Timeout(shown=shown)):
            refused = hall.rules.refusal(one.view.table, move)
            assert refused is not None
            assert refused.code is Code.FACES_MISSING


def test_9_1_a_hidden_face_shows_nothing() -> None:
    hall, made = wandered("burako", 0)
    view = next(one.view for one in made if isinstance(one.move, Discard) and one.move.shown)
    hidden = next(tile for tile in view.rack if view.table.faces[tile] == HIDDEN)
    refused = hall.rules.refusal(view.table, Discard(hidden, shown=((hidden, HIDDEN),)))
    assert refused is not None
    assert refused.code is Code.FACES_MISSING


# Every turn can be ended


def end_of_turn(rules: RuleSet, view: View, faces: tuple[Face, ...]) -> list[Move]:
    """Return the moves of a silent player's program until the turn is over; each must be legal."""
    made: list[Move] = []
    table = view.table
    while table.phase is not Phase.ROUND_END and table.to_move == view.seat:
        now = seen(table, faces)
        move = rules.time_out(now)
        assert rules.own_refusal(now, move) is None, (move, rules.own_refusal(now, move), now)
        assert rules.refusal(table, move) is None
        table = rules.apply(table, move)
        check(table, view.table)
        made.append(move)
        assert len(made) <= 4, made  # draw, keep, retract, discard
        if isinstance(move, Timeout):
            break
    return made


@pytest.mark.parametrize(("game", "seed"), ROUNDS)
def test_10_time_running_out_ends_any_turn_by_legal_moves(game: str, seed: int) -> None:
    hall, made = wandered(game, seed)
    faces = hall.match.standing.results[0].table.faces
    for one in made:
        end_of_turn(hall.rules, one.view, faces)


@pytest.mark.parametrize("game", DEAD_HAND_GAMES)
@pytest.mark.parametrize("seed", range(count(7, 40)))
def test_1_6_no_play_runs_into_a_dead_end(game: str, seed: int) -> None:
    """From small racks and under any options, any legal play can always be ended."""
    rules, lots = rules_of(game), Lots(seed, 1)
    options = any_options(rules, lots, {"turn_seconds": 0})
    table, faces = near_the_end(game, options, seed)
    check(table, table)
    for _move in range(LONGEST):
        if table.phase is Phase.ROUND_END:
            break
        view = seen(table, faces)
        if table.phase is Phase.PLAY:
            ends = legal_moves(view, [*map(Discard, view.rack), Retract()])
            out = [] if ends else [move for move in legal_moves(view, [*extends(view)]) if _empties(rules, view, move)]
            assert ends or out, (view.rack, table.turn)
            end_of_turn(rules, view, faces)
        table = rules.apply(table, wander(view, lots))
        check(table, table)
    assert table.phase is Phase.ROUND_END
    check_out(table, faces)


def _empties(rules: RuleSet, view: View, move: Move) -> bool:
    return not rules.apply(view.table, move).racks[view.seat]


def check_out(table: Table, faces: tuple[Face, ...]) -> None:
    """1.5: who went out had taken the dead hand, and had a canasta unless the table asks for none; 1.7: the score."""
    assert table.outcome is not None
    if table.outcome.ending is Ending.OUT:
        side = table.side_of(table.outcome.seat)
        has_one = any(len(table.melds[index]) >= 7 for index in table.melds_of(side))
        assert not table.racks[table.outcome.seat]
        assert table.dead[side] == ()
        free = any(name == "close_without_canasta" and value for name, value in table.options.items)
        assert has_one or free
    open_books = table.with_fields(faces=faces)
    if table.game != "burraco":
        scores = rules_of(table.game).score(open_books)
        assert [one.total for one in scores] == [side_score(open_books, side) for side in (0, 1)]


@pytest.mark.parametrize(("game", "seed"), [one for one in ROUNDS if one[0] != "burraco"])
def test_1_7_the_score_is_the_rule_book_s(game: str, seed: int) -> None:
    hall, _made = wandered(game, seed)
    result = hall.match.standing.results[0]
    check_out(result.table, result.table.faces)
    assert [sheet.total for sheet in result.sheets] == [side_score(result.table, side) for side in (0, 1)]


# Rule 9.2, V2: the tile that cannot be thrown


def stuck_table() -> tuple[Table, tuple[Face, ...], dict[str, Tile]]:
    """Burako with `close_mode=meld`: a canasta, R10 R11 to lay on it, and a second run that can slide."""
    options = options_of("burako", players=2, close_mode="meld", turn_seconds=60)
    rules = rules_of("burako")
    table = rules.deal(options, 1, 0, None, (0, 0), ())
    faces = rules.deck.faces
    at = {str(face): Tile(place) for place, face in reversed(list(enumerate(faces)))}
    canasta = rules.read_meld(tuple(at[f"R{number}"] for number in range(3, 10)), (None,) * 7, faces, options)
    slider = rules.read_meld((at["*"], at["B4"], at["B5"]), (None,) * 3, faces, options)
    lying = (*canasta.tiles, *slider.tiles)
    rack = (at["R10"], at["R11"])
    left = [Tile(place) for place in range(len(faces)) if place not in {*lying, *rack}]
    table = table.with_fields(
        phase=Phase.PLAY, racks=(rack, tuple(left[:5])), dead=((), ()), dead_by=(0, 1), stock=tuple(left[5:60]),
        pile=tuple(left[60:]), melds=(canasta, slider), owners=(0, 0), to_move=0,
    )  # fmt: skip
    public = {*lying, *table.pile}
    return table.with_fields(faces=tuple(face if p in public else HIDDEN for p, face in enumerate(faces))), faces, at


def after(table: Table, faces: tuple[Face, ...], *some: Move) -> Table:
    rules = rules_of(table.game)
    for move in some:
        sent = with_shown_faces(seen(table, faces), move)
        assert rules.own_refusal(seen(table, faces), sent) is None
        table = rules.apply(table, sent)
    return table


def test_v2_time_runs_out_with_a_tile_that_can_only_be_laid() -> None:
    """The silent player's program takes the last step back and throws a tile, even if a set has slid since."""
    table, faces, at = stuck_table()
    rules = rules_of("burako")
    canasta, slider = table.melds
    longer = rules.read_meld((*canasta.tiles, at["R10"]), (None,) * 8, faces, table.options)
    slid = rules.read_meld((*slider.tiles[1:], slider.tiles[0]), (None,) * 3, faces, table.options)
    for steps in ([Extend(0, longer)], [Extend(0, longer), Extend(1, slid)]):
        stuck = after(table, faces, *steps)
        assert stuck.rack == (at["R11"],)
        view = seen(stuck, faces)
        assert legal_moves(view, [Discard(at["R11"])]) == []
        assert legal_moves(view, extends(view))  # it could go out by laying it
        made = end_of_turn(rules, view, faces)
        assert [type(move) for move in made] == [Retract, Discard]
    back = after(stuck, faces, Retract())
    assert back.melds == (canasta, slid)
    assert set(back.rack) == {at["R10"], at["R11"]}
    assert back.faces[at["R10"]] != HIDDEN  # what was seen stays known
    refused = rules.own_refusal(seen(back, faces), Extend(0, longer))
    assert refused is not None
    assert refused.code is Code.ONLY_DISCARD_LEFT


def test_v2_nobody_takes_back_what_can_be_ended() -> None:
    for game, seed in ROUNDS:
        hall, made = wandered(game, seed)
        for one in made:
            if one.view.table.phase is Phase.PLAY and len(one.view.rack) > 1:
                refused = hall.rules.own_refusal(one.view, Retract())
                assert refused is not None
                assert refused.code is Code.NOT_STUCK


def test_1_6_a_barred_tile_that_can_be_laid_may_be_the_last() -> None:
    """Burraco with `close_mode=meld`: the tile taken alone from the pile cannot be thrown, but it can be laid."""
    rules = rules_of("burraco")
    options = options_of("burraco", players=2, close_mode="meld")
    faces = rules.deck.faces
    at = {str(face): Tile(place) for place, face in reversed(list(enumerate(faces)))}
    table = rules.deal(options, 1, 0, None, (0, 0), ((Tile(44), faces[44]),))
    canasta = rules.read_meld(tuple(at[f"R{number}"] for number in range(3, 10)), (None,) * 7, faces, options)
    rack = (at["R10"], at["R11"])
    left = [Tile(place) for place in range(len(faces)) if place not in {*canasta.tiles, *rack}]
    table = table.with_fields(
        phase=Phase.PLAY, to_move=0, racks=(rack, tuple(left[:9])), dead=((), ()), dead_by=(0, 1), pile=(),
        stock=tuple(left[9:]), melds=(canasta,), owners=(0,), faces=faces,
    )  # fmt: skip
    table = table.with_fields(turn=table.turn.__class__(drew=NO_TILE, took=(at["R11"],)))
    longer = rules.read_meld((*canasta.tiles, at["R10"]), (None,) * 8, faces, options)
    assert rules.refusal(table, Extend(0, longer)) is None


def test_the_wanderer_sees_every_kind_of_move() -> None:
    """Else the rounds above would test only a part of the moves."""
    kinds = {type(one.move).__name__ for game, seed in ROUNDS for one in wandered(game, seed)[1]}
    assert {"Draw", "Keep", "Redraw", "TakePile", "LayMeld", "Extend", "Discard", "Timeout", "Stop"} <= kinds
    views = [one.view for one in wandered("burako", 0)[1] if one.view.table.phase is Phase.PLAY]
    assert any(legal_moves(view, melds(view)) for view in views)
