"""What goes on without the host: the next round begins, and the others check his bots' moves by thinking again."""

from __future__ import annotations

import pytest

from game.bots.choice import fallback_move
from game.bots.thinker import InlineThinker, Thinker
from game.lan.bots import MAX_WAITING_MOVES
from game.lan.log.state import Stage
from game.lan.news import NewsKind
from game.lan.program import LanProgram
from game.lan.rest import NEWCOMER_REST_MS, SCORE_SHEET_MS, Rest
from game.match.transcript import Controller
from net.log.stalls import AWAY_STALL_TIMEOUT_MS
from tests.lan.hall import LanHall, QuietThinker, few_proofs, offered
from tests.lan.test_absence import ended_alike, table
from tests.slices import some


@pytest.mark.parametrize("sits_on_it", some([True, False], 1))
def test_a_host_who_sits_on_the_score_sheet_holds_nobody_up(sits_on_it: bool) -> None:
    hall = table(players=2, rounds=2)
    hall.until(lambda: all(seat.headless.session is not None for seat in hall.up()))
    ana = hall.seats["ana"]
    if sits_on_it:
        ana.session.begin_next_round = lambda: None  # type: ignore[method-assign]
    hall.until(lambda: len(ana.story.standing.results) == 1)
    signed = hall.now
    hall.until(lambda: ana.story.stage is Stage.DEALING)
    assert (hall.now - signed >= SCORE_SHEET_MS) is sits_on_it
    assert hall.now - signed < SCORE_SHEET_MS + 5_000, "a bounded time"
    hall.play_out()
    ended_alike(hall)


def test_a_pause_holds_the_next_round_until_it_is_over() -> None:
    hall = table(players=2, rounds=2)
    hall.until(lambda: all(seat.headless.session is not None for seat in hall.up()))
    ana, other = hall.seats["ana"], next(seat for name, seat in hall.seats.items() if name != "ana")
    ana.session.begin_next_round = lambda: None  # type: ignore[method-assign]
    hall.until(lambda: ana.story.stage is Stage.REST and len(ana.story.standing.results) == 1)
    other.session.set_table_paused(paused=True)
    hall.until(lambda: ana.session.paused_by is not None)
    paused = hall.now
    hall.until(lambda: hall.now - paused > 2 * SCORE_SHEET_MS)
    assert ana.story.stage is Stage.REST
    other.session.set_table_paused(paused=False)
    hall.until(lambda: ana.story.stage is Stage.DEALING)
    hall.play_out()
    ended_alike(hall)


def test_a_pause_in_the_midst_of_a_round_holds_every_hand_and_accuses_no_host() -> None:
    offer = offered("rummikub", players=3, rounds="fresh", fresh_rounds=1, turn_seconds=0)
    hall = LanHall(offer, ("ana", "bea"), bots=1)
    ana, bea = hall.seats["ana"], hall.seats["bea"]
    hall.until(lambda: all(seat.headless.session is not None for seat in hall.up()))
    hall.until(lambda: ana.story.stage is bea.story.stage is Stage.PLAYING)
    bea.session.set_table_paused(paused=True)
    hall.until(lambda: ana.session.paused_by is not None)
    hall.wait(5_000)
    for seat in (ana, bea):  # a move that crosses the pause is a move, and the bot's turn comes
        view = seat.session.view
        if view is not None and view.must_decide:
            assert seat.session.submit((fallback_move(view).move,)) is None
            hall.wait(5_000)
    held = ana.story.standing
    assert held.table is not None
    assert held.seats[held.table.to_move].controller is Controller.BOT
    hall.wait(AWAY_STALL_TIMEOUT_MS)
    assert ana.story.standing == held
    assert not bea.session.stalled
    ana.session.set_table_paused(paused=False)
    hall.play_out()
    ended_alike(hall)


def test_a_match_taken_up_at_rest_shows_no_sheet_and_goes_on() -> None:
    hall = table(players=2, rounds=2)
    ana = hall.seats["ana"]
    hall.until(lambda: ana.headless.session is not None)
    ana.session.begin_next_round = lambda: None  # type: ignore[method-assign]
    hall.until(lambda: len(ana.story.standing.results) == 1 and ana.story.stage is Stage.REST)
    hall.kill("ana")
    hall.start("ana")
    back = hall.now
    hall.until(lambda: ana.headless.session is not None and ana.story.stage is Stage.DEALING)
    assert hall.now - back < SCORE_SHEET_MS


def a_lazy_host(secret: bytes, thinker: Thinker) -> LanProgram:
    """A program that moves its bots without thinking, although its table says how they think."""
    return few_proofs(secret, QuietThinker() if secret.startswith(b"hugo") else thinker)


@pytest.mark.parametrize("honest", some([False, True], 1))
def test_everybody_but_the_host_thinks_a_bots_move_again_and_names_a_difference(honest: bool) -> None:
    offer = offered("rummy", players=3, hands=1)
    program = few_proofs if honest else a_lazy_host
    hall = LanHall(offer, ("hugo", "ana"), bots=1, watchers=("wim",), thinker=InlineThinker, program=program)
    hall.play_out()
    ended_alike(hall)
    for name in ("ana", "wim"):
        seat = hall.seats[name]
        named = [one.split()[1] for one in seat.headless.news if one.startswith(NewsKind.BOT_DIFFERS.value)]
        assert set(named) == (set() if honest else {"2"}), seat.headless.news
    assert not any(NewsKind.BOT_DIFFERS.value in one for one in hall.seats["hugo"].headless.news)


def test_moves_of_bots_that_cannot_be_checked_in_time_are_passed_over() -> None:
    hall = LanHall(offered("rummikub", players=3, rounds="fresh", fresh_rounds=1), ("hugo", "ana"), bots=1)
    ana = hall.seats["ana"]
    hall.until(lambda: ana.headless.session is not None)
    asked: list[int] = []
    program = ana.headless._program
    program.bot_move = lambda seat, *_more: asked.append(seat)  # type: ignore[method-assign]
    hall.play_out()
    ended_alike(hall)
    assert asked, "it was asked, and never answered"
    assert len(ana.session._bots._waiting) <= MAX_WAITING_MOVES
    assert not any(NewsKind.BOT_DIFFERS.value in one for one in ana.headless.news)


def rested(*, looks: bool, since: int = 1_000) -> Rest:
    """Return a rest that began at `since`."""
    rest = Rest(looks=looks)
    assert not rest.update(since, resting=True)
    assert rest.update(since + 100, resting=True)
    return rest


def test_a_score_is_looked_at_for_half_a_minute_and_not_a_moment_longer() -> None:
    rest = rested(looks=True)
    assert (rest.is_over(30_999, late=False), rest.is_over(31_000, late=False)) == (False, True)
    assert (
        rest.ms_left(1_000, SCORE_SHEET_MS),
        rest.ms_left(30_999, SCORE_SHEET_MS),
        rest.ms_left(40_000, SCORE_SHEET_MS),
    ) == (30_000, 1, 0)
    assert not rest.is_over(31_000, late=False, lasts=2 * SCORE_SHEET_MS)
    rest.skip()
    assert rest.is_over(1_000, late=False)
    assert rest.ms_left(1_000, SCORE_SHEET_MS) is None


def test_whoever_is_back_has_a_moment_to_take_his_chair_where_all_have_agreed() -> None:
    rest = rested(looks=False)
    assert rest.is_over(1_000, late=False)
    assert (rest.is_over(999 + NEWCOMER_REST_MS, late=True), rest.is_over(1_000 + NEWCOMER_REST_MS, late=True)) == (
        False,
        True,
    )
    assert NEWCOMER_REST_MS == 1_500


def test_each_rest_is_counted_anew_and_its_score_looked_at_again() -> None:
    rest = rested(looks=False)
    assert rest.ms_left(50_000, SCORE_SHEET_MS) is None
    assert not rest.update(50_000, resting=False)
    rest.expect_score()
    assert rest.ms_left(60_000, SCORE_SHEET_MS) is None, "nobody rests"
    assert not rest.is_over(60_000, late=False)
    assert not rest.update(60_000, resting=True)
    assert not rest.is_over(89_999, late=False)
    assert rest.is_over(90_000, late=False)
