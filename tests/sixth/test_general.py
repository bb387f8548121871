"""A sixth game passes what the five pass: every general test, called with its key, over rows of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.commands.demo import options_for
from game.match.lines import match_text, read_match
from game.rules.registry import GAMES
from tests.bots import test_bot, test_levels
from tests.client.words import test_scores
from tests.match import test_audit, test_deal
from tests.playout import test_worlds
from tests.playout.dead_hand import test_moves
from tests.rules import test_dead_hand_turns, test_options, test_public, test_scenarios
from tests.session import test_draft
from tests.sixth.buraco import BURACO
from tests.sixth.conftest import HERE
from tests.store import test_appended
from tools import golden, perft
from tools.bot_matches import Hall, all_tiles, bot, play_round

KEY = BURACO.key

# What is asked of every game of the family by its key alone, or by its key and a seed.
ASKED: tuple[tuple[Callable[..., None], tuple[Any, ...]], ...] = (
    (test_bot.test_what_a_seat_has_not_seen_changes_nothing, (KEY, 1)),
    (test_bot.test_a_view_says_all_a_bot_needs_and_nothing_hidden, (KEY,)),
    (test_levels.test_every_game_has_three_levels_and_a_bound_above_them, (KEY,)),
    (test_worlds.test_every_step_of_every_plan_is_allowed_by_the_rules, (KEY,)),
    (test_worlds.test_tiles_that_are_not_seen_change_nothing, (KEY,)),
    (test_worlds.test_compiled_and_plain_think_alike, (KEY,)),
    (test_dead_hand_turns.test_every_table_of_a_round_holds_together, (KEY, 1)),
    (test_dead_hand_turns.test_9_1_a_table_holds_no_face_that_was_not_shown, (KEY, 1)),
    (test_dead_hand_turns.test_9_1_what_is_shown_is_what_is_laid_thrown_or_thrown_back, (KEY, 1)),
    (test_dead_hand_turns.test_10_time_running_out_ends_any_turn_by_legal_moves, (KEY, 1)),
    (test_dead_hand_turns.test_1_6_no_play_runs_into_a_dead_end, (KEY, 1)),
    (test_dead_hand_turns.test_1_7_the_score_is_the_rule_book_s, (KEY, 1)),
    (test_options.test_every_offered_value_is_shown, (KEY,)),
    (test_public.test_v4_a_face_is_shown_no_oftener_than_the_deck_has_it, (KEY,)),
    (test_public.test_9_2_what_is_legal_in_a_round_is_refused_by_nobody, (KEY, 1)),
    (test_public.test_9_2_near_the_end_of_a_round_nobody_refuses_what_may_be_legal, (KEY, 1)),
    (test_draft.test_a_draft_is_finished_when_the_turn_is_over, (KEY,)),
    (test_audit.test_honest_rounds_hold, (KEY, 1)),
    (test_deal.test_a_deal_holds_the_whole_deck, (KEY,)),
    (test_deal.test_each_dealer_tells_its_seat_its_own_tiles_only, (KEY,)),
    (test_scores.test_every_game_preset_option_and_value_has_words, ()),
    (test_scores.test_every_offered_option_stands_in_one_group, ()),
)


@pytest.mark.parametrize(("ask", "of"), ASKED, ids=[ask.__name__ for ask, _of in ASKED])
def test_what_is_asked_of_every_game(ask: Callable[..., None], of: tuple[Any, ...]) -> None:
    ask(*of)


def test_the_playout_core_plays_it_as_the_rules_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_moves, "WALKS", 2)
    test_moves.test_random_rounds_go_as_the_rules_say(KEY)


def test_it_survives_crashes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test_appended.test_after_a_crash_behind_any_entry_the_match_is_there_as_far_as_it_was_told(
        KEY, tmp_path, monkeypatch
    )


def test_its_rows_are_judged_as_they_say() -> None:
    assert len(test_scenarios.rows()) >= 9
    for row in test_scenarios.rows():
        test_scenarios.test_scenario(row)
    for row in test_options.rows():
        test_options.test_each_value_does_what_its_row_says(row)


def test_its_moves_are_counted() -> None:
    for case in perft.cases_of(KEY):
        assert perft.count_case(case) == case["counts"]


def test_no_tile_is_lost_in_whole_matches() -> None:
    for seed, players in ((1, 2), (2, 4)):
        hall = Hall(KEY, options_for(GAMES[KEY], {"players": players, "target": 500}), seed)
        while not hall.match.standing.over:
            for _made in play_round(hall, [bot(seed)] * hall.seats):
                assert all_tiles(hall.table) == list(range(len(BURACO.deck)))


@pytest.mark.parametrize("name", golden.of_game(BURACO))
def test_a_golden_match_is_played_again_to_the_byte(name: str) -> None:
    kept = (HERE / "golden" / f"{name}.comodin").read_bytes()
    assert match_text(read_match(kept).match).encode() == kept
    assert golden.text_of(*golden.of_game(BURACO)[name]).encode() == kept
