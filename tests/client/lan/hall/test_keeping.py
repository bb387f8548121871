"""A hall of ours as a process: it says where it is, hears what we want, and ends with us."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from game.arguments import refuse_idle
from game.client.lan.hall.keeping import WORD_FILE, HallProcess, NightPlan, hall_arguments
from game.club.values import ClubFormat, TournamentPlan
from game.commands.club.desk import DeskRequests, run_requests
from tests.client.lan.hall.kit import offer
from tests.slices import some

HERE = "127.0.0.1"


def plan(**more: object) -> NightPlan:
    made = offer()
    return NightPlan("Club", made.game, made.options, 2, **more)  # type: ignore[arg-type] # what a test adds


def test_what_is_set_up_becomes_the_command_line(tmp_path: Path) -> None:
    told = " ".join(hall_arguments(plan(password="mate"), tmp_path))  # noqa: S106 - a word
    assert "--tables 2 --name Club" in told
    assert f"--game {offer().game} --seats " in told
    assert "--option hands=1" in told
    assert "mate" not in told
    assert told.endswith(" --obey --print-address --json")
    assert "--tournament" not in told


def test_a_tournament_says_itself_what_is_played(tmp_path: Path) -> None:
    told = hall_arguments(plan(tournament=tmp_path / "cup", persons=4), tmp_path)
    assert " ".join(told).endswith(f"--tournament {tmp_path / 'cup'} --persons 4 --obey --print-address --json")
    assert {"--game", "--seats", "--option"}.isdisjoint(told)
    refuse_idle("host", told)


def opened(keeping: HallProcess) -> None:
    """Wait until it is open."""
    tick = Event()
    while not keeping.addresses and not keeping.ended:
        tick.wait(0.02)
    assert keeping.addresses, keeping.why


@pytest.mark.parametrize("cup", some([True, False], 1))
def test_a_hall_opens_and_ends_when_it_is_closed(tmp_path: Path, *, cup: bool) -> None:
    file = tmp_path / "cup.club" if cup else None
    if file is not None:
        run_requests(str(file), DeskRequests(plan=TournamentPlan("Cup", ClubFormat.SWISS, "rummy")))
    keeping = HallProcess(plan(password="mate", tournament=file, persons=4), tmp_path / "hall", HERE)  # noqa: S106 - a word
    opened(keeping)
    assert keeping.address.startswith(f"{HERE}:")
    assert not (tmp_path / "hall" / WORD_FILE).exists()
    keeping.hold_rounds(paused=True)
    keeping.close()
    keeping.wait()
    assert keeping.ended
    assert not keeping.has_failed


def test_a_hall_that_cannot_be_says_why(tmp_path: Path) -> None:
    keeping = HallProcess(plan(tournament=tmp_path / "none.club", persons=4), tmp_path / "hall", HERE)
    keeping.wait()
    assert keeping.has_failed
    assert keeping.why == "There is no file none.club."


@pytest.mark.whole  # a hall alone: below
def test_a_hall_begins_when_the_one_before_has_left_their_home(tmp_path: Path) -> None:
    first = HallProcess(plan(), tmp_path / "hall", HERE)
    opened(first)
    second = HallProcess(plan(), tmp_path / "hall", HERE, first.close)
    opened(second)
    assert first.ended
    second.close()
    assert second.ended
    assert not second.has_failed


def test_a_hall_that_is_closed_before_it_began_never_does(tmp_path: Path) -> None:
    gone = Event()

    def wait() -> None:
        gone.wait(60)

    keeping = HallProcess(plan(), tmp_path / "hall", HERE, wait)
    keeping._closing = True
    gone.set()
    keeping.close()
    assert keeping.ended
    assert keeping.addresses == ()


def test_who_keeps_a_tournament_and_does_not_play_is_named(tmp_path: Path) -> None:
    told = hall_arguments(plan(tournament=tmp_path / "cup", persons=4, keeper="ab"), tmp_path)
    assert "--persons 4 --keeper ab" in " ".join(told)
    refuse_idle("host", told)
    assert "--keeper" not in hall_arguments(plan(keeper="ab"), tmp_path)
