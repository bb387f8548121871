"""The feats: each rule finds what it names, on shelves of eight, from the oldest match on."""

from __future__ import annotations

from collections import Counter

import pytest

from game.annals.feats import FEATS, progress_of
from game.annals.marks import MARKS
from game.rules.dead_hand_sets import is_canasta, is_pure
from game.table.kinds import Kind
from game.table.moves import Close
from tests.annals.kit import facts, seat_rounds, shifted


def test_there_are_forty_feats_eight_a_shelf_and_no_sign_twice() -> None:
    assert len(FEATS) == 40
    assert set(Counter(feat.shelf for feat in FEATS).values()) == {8}
    assert len({feat.sign for feat in FEATS}) == len({feat.key for feat in FEATS}) == 40


def test_every_mark_is_a_pure_function_of_the_tale() -> None:
    for seat_round in seat_rounds("eburako-2"):
        assert {name: rule(seat_round) for name, rule in MARKS.items()} == {
            name: rule(seat_round) for name, rule in MARKS.items()
        }


@pytest.mark.parametrize("name", ["burako-4", "burraco-4"])
def test_a_canasta_is_found_where_the_seat_completed_it(name: str) -> None:
    found = [(seat_round, MARKS["canasta"](seat_round)) for seat in range(4) for seat_round in seat_rounds(name, seat)]
    assert any(made is not None for _tale, made in found)
    for seat_round, made in found:
        if made is None:
            assert not seat_round.completed_canastas
            continue
        act = next(act for act in seat_round.acts if act.made == made)
        side = [act.after.melds[at] for at in act.after.melds_of(seat_round.side)]
        before = [act.before.melds[at] for at in act.before.melds_of(seat_round.side)]
        assert sum(map(is_canasta, side)) > sum(map(is_canasta, before))


def test_a_pure_group_is_a_canasta_of_one_number_without_a_wild_tile() -> None:
    for seat in range(4):
        for seat_round in seat_rounds("burako-4", seat):
            made = MARKS["pure_group"](seat_round)
            fits = [meld for _act, meld in seat_round.completed_canastas if meld.kind is Kind.GROUP and is_pure(meld)]
            assert (made is not None) == bool(fits)


def test_the_closing_tile_is_a_move_of_its_own() -> None:
    for seat in range(2):
        for seat_round in seat_rounds("rummy-2", seat):
            made = MARKS["closing_tile"](seat_round)
            assert (made is not None) == any(isinstance(act.move, Close) for act in seat_round.acts)


def test_whoever_went_out_is_the_one_with_the_empty_rack() -> None:
    for seat in range(4):
        for seat_round in seat_rounds("rummikub-4", seat):
            assert (MARKS["went_out"](seat_round) is not None) == (seat_round.result.outcome.seat == seat)


def test_the_oldest_match_that_earns_a_feat_is_the_one_shown() -> None:
    one = facts("eburako-2")
    matches = [shifted(one, number) for number in (9, 3, 17)]
    earned = progress_of(matches)["canasta"].earned
    assert earned is not None
    assert earned.match == matches[1]


def test_feats_of_many_matches_count_how_far_they_are() -> None:
    one = facts("eburako-2")
    six = progress_of([shifted(one, number, over=True, winners=(0,)) for number in range(6)])
    assert (six["seven_days"].have, six["seven_days"].is_earned) == (6, False)
    assert six["ten_won"].have == 6
    ten = progress_of([shifted(one, number, over=True, winners=(0,)) for number in range(10)])
    assert ten["seven_days"].is_earned
    assert ten["ten_won"].is_earned
    assert not ten["all_five"].is_earned


def test_a_conduct_holds_for_every_round_of_a_match_that_was_won() -> None:
    one = facts("eburako-2")
    clean = tuple(
        type(played)(**{**{name: getattr(played, name) for name in played.__slots__}, "marks": (("without_joker", 1),)})
        for played in one.rounds
    )
    had = {
        (won, whole): progress_of(
            [
                shifted(
                    one, 1, over=True, winners=(0,) if won else (1,), rounds=clean if whole else (*clean, one.rounds[0])
                )
            ]
        )["without_joker"].is_earned
        for won in (True, False)
        for whole in (True, False)
    }
    assert "without_joker" not in dict(one.rounds[0].marks) or had.pop((True, False))
    assert had[True, True]
    assert not any(one for key, one in had.items() if key != (True, True))


def test_no_matches_no_feats() -> None:
    assert not any(one.is_earned for one in progress_of([]).values())
