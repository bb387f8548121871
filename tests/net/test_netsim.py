"""A slice of the simulation; the full counts are run by the soak."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from game.rules.registry import GAMES
from net.log.lockstep import Lockstep
from net.party import Party
from net.station import Station
from tests.slices import count, some
from tools import netsim, netsim_deal, netsim_run
from tools.mutants_net import PARTS
from tools.netsim import drawn_run, main, run, soak, sweep
from tools.netsim_deal import SealedStory, honest
from tools.netsim_plan import Blow, Plan, drawn_plan
from tools.netsim_real import Real

QUIET = Plan(seed=1, seats=3, rounds=2, turns=4, blows=(), cuts=0, leaver=-1, host_sits=True)


def test_the_simulation_drives_the_very_classes_of_the_program() -> None:
    one = run(QUIET)
    for program in one.programs:
        assert type(program.station) is Station
        assert type(program.party) is Party
        assert type(program.party.lockstep) is Lockstep


def test_a_run_is_the_same_every_time() -> None:
    lines: list[list[str]] = [[], []]
    for told in lines:
        run(drawn_plan(12), told.append)
    assert lines[0] == lines[1]
    assert len(lines[0]) > 100


@pytest.mark.parametrize("part", some(["hosts", "more", "tiny"], 1))
def test_whatever_happens_all_finish_with_one_log(part: str) -> None:
    """A fork is a fault too; the other parts of the slice are played by the tests below and of whole programs."""
    said = PARTS[part]() if part != "tiny" else soak(20_000, count(15, 50))
    assert "failed=0" in said, said


@pytest.mark.parametrize("sits", [True, False])
def test_a_crash_of_anybody_at_every_entry_is_survived(sits: bool) -> None:
    said = sweep(7, seats=2 if sits else 3, step=count(9, 1) if sits else count(15, 2))
    assert "failed=0" in said, said


@pytest.mark.whole  # one crash: above
def test_crashes_one_after_another_leave_out_no_entry() -> None:
    """Two programs, 13 entries behind START, three moments; behind the last entry nobody speaks."""
    assert sweep(7, seats=2, gap=7) == "netsim sweep seed=7 entries=14 crashes=76 failed=0"


@pytest.mark.whole  # tests/lan/test_crashes asks it of every word
def test_whoever_speaks_before_he_keeps_forks() -> None:
    """The control: without the law the same simulation finds what the law prevents."""
    blows = tuple(Blow(0, number, 2) for number in (9, 14, 19))
    found = [run(Plan(seed, 3, 2, 6, blows, 0, -1, host_sits=True, speak_first=True)) for seed in range(12)]
    assert any("fork" in one.faults for one in found)
    kept = [run(Plan(seed, 3, 2, 6, blows, 0, -1, host_sits=True)) for seed in range(12)]
    assert not any(one.faults for one in kept)


def test_a_failing_run_is_said_with_the_command_that_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(netsim_run, "LIMIT_MS", 1_000)
    said = soak(3, 1)
    assert "failed=1" in said
    assert "python -m tools.netsim --seed 3 --trace" in said


def test_the_command_line_plays_one_run_or_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seed", "12", "--trace"]) == 0
    assert "no fault" in capsys.readouterr().out
    assert main(["--seed", "12", "--runs", "2"]) == 0
    assert "runs=2" in capsys.readouterr().out


@pytest.mark.whole  # one host that dies: above
def test_a_new_host_that_dies_is_followed_although_the_old_one_who_handed_over_consents() -> None:
    """The base lies before the handover, where the old host still hosts and is no elector."""
    blow = Blow(3, 58, 1, lasting=True)
    one = run(Plan(7, 4, 1, 8, (blow,), 0, leaver=0, host_sits=True), game=Real("rummikub"))
    assert one.faults == []


@pytest.mark.parametrize("game", some(list(GAMES), 1))
def test_the_real_games_survive_what_the_tiny_one_does(game: str) -> None:
    said = soak(60_000, 1, games=(game,))
    assert "failed=0" in said, said


@pytest.mark.whole  # test_a_crash_of_anybody_at_every_entry_is_survived
@pytest.mark.parametrize("game", some(["burako", "rummikub"], 1))
def test_a_crash_at_entries_of_a_round_of_each_game(game: str) -> None:
    said = sweep(5, seats=2, step=count(960, 120), moments=(1,), game=Real(game))
    assert "failed=0" in said, said


def test_who_links_a_second_later_with_a_later_checkpoint_is_waited_for() -> None:
    """Found by a long run: two of three had made a host from an older checkpoint, and the third could not follow."""
    assert drawn_run("tiny", 20262453).faults == []


def test_among_honest_programs_with_faults_no_deal_names_anybody() -> None:
    """A slice of `soak deals`."""
    assert ", 0 faults, " in honest(seed=5, deals=count(8, 40))


def test_the_soaks_of_deals_fail_with_their_line_when_something_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = SimpleNamespace(programs=[SimpleNamespace(story=None)], faults=["fork"])
    runs = iter([wrong])
    done = SimpleNamespace(programs=[SimpleNamespace(story=_story_of_one_deal())], faults=[])
    monkeypatch.setattr(netsim, "run", lambda *_plan, **_how: next(runs, done))
    with pytest.raises(AssertionError, match="1 deals in 2 runs, 1 faults"):
        honest(seed=5, deals=1)
    monkeypatch.setattr(netsim, "sweep", lambda *_seed, **_how: "netsim sweep failed=1; fork")
    with pytest.raises(AssertionError, match="failed=1; fork"):
        netsim_deal.soak(seed=5)


def _story_of_one_deal() -> SealedStory:
    story = SealedStory.__new__(SealedStory)
    story.deals, story.blamed = 1, False
    return story


def test_who_lost_the_new_host_at_once_finds_him_though_the_log_was_cut_to_before_their_addresses() -> None:
    """Found by a long run: the new line began before either had said where it listens."""
    plan = drawn_plan(41_000_060, rounds=8, sizes=(2, 2, 2, 2, 2, 3, 4))
    assert run(plan, story=SealedStory).faults == []
