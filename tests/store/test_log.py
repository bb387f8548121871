"""The program's log: it is kept in the home, rotates, and holds nothing that somebody at the table may not know."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from game.store.home import open_home
from game.store.log import LOG, LOG_FILE, describe_fault, last_lines, log_path
from game.store.log_file import MAX_LOG_FILE_BYTES, OLDER_LOG_FILES, open_log


def test_it_is_written_in_the_home_and_ends_with_the_program(tmp_path: Path) -> None:
    home = open_home(tmp_path)
    end = open_log(home)
    LOG.debug("quiet")
    LOG.warning("loud")
    end()
    LOG.warning("too late")
    lines = last_lines(tmp_path)
    assert [line.split(": ", 1)[1].split()[0] for line in lines] == ["begins:", "loud", "ends"]
    home.close()


@pytest.mark.parametrize(("verbose", "quiet", "aloud"), [(0, False, False), (1, True, False), (2, True, True)])
def test_more_is_written_when_it_is_wished(
    verbose: int, quiet: bool, aloud: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = open_home(tmp_path)
    end = open_log(home, verbose)
    LOG.debug("quiet")
    end()
    home.close()
    assert any("quiet" in line for line in last_lines(tmp_path)) is quiet
    assert ("quiet" in capsys.readouterr().err) is aloud


def test_it_rotates_and_stays_small(tmp_path: Path) -> None:
    home = open_home(tmp_path)
    end = open_log(home)
    for number in range(2 * OLDER_LOG_FILES):
        LOG.info("%d %s", number, "x" * MAX_LOG_FILE_BYTES)
    end()
    home.close()
    assert {path.name for path in log_path(tmp_path).parent.iterdir()} == {
        LOG_FILE,
        *(f"{LOG_FILE}.{at + 1}" for at in range(OLDER_LOG_FILES)),
    }


def test_what_is_kept_of_many_lines_is_a_megabyte(tmp_path: Path) -> None:
    home = open_home(tmp_path)
    end = open_log(home)
    for number in range(1_500):
        LOG.info("%d %s", number, "x" * 1_000)
    end()
    home.close()
    kept = sum(path.stat().st_size for path in log_path(tmp_path).parent.iterdir())
    assert 900_000 < kept < 1_200_000


def test_a_guest_of_a_home_writes_no_log(tmp_path: Path) -> None:
    owner, guest = open_home(tmp_path), open_home(tmp_path)
    end = open_log(guest)
    LOG.info("by a guest")
    end()
    owner.close()
    assert not log_path(tmp_path).exists()


def test_a_log_that_cannot_be_written_costs_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = open_home(tmp_path)
    (tmp_path / "logs").write_bytes(b"")
    end = open_log(home)
    LOG.info("nowhere")
    end()
    home.close()
    assert "Traceback" not in capsys.readouterr().err


def test_a_fault_is_told_by_kind_and_place_and_never_by_its_words(tmp_path: Path) -> None:
    try:
        raise ValueError("the rack holds R5 B7 *")
    except ValueError as error:
        told = describe_fault(error)
    assert told.startswith("ValueError at tests/store/test_log.py:")
    assert "R5" not in told
    with pytest.raises(FileNotFoundError) as caught:
        (tmp_path / "no such file").read_bytes()
    assert describe_fault(caught.value).startswith("FileNotFoundError (No such file or directory) at ")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_fault_in_a_thread_is_written_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda _given: None)
    home = open_home(tmp_path)
    end = open_log(home)
    thread = threading.Thread(target=lambda: int("R5"))
    thread.start()
    thread.join()
    end()
    home.close()
    assert any("in a thread: ValueError at" in line for line in last_lines(tmp_path))


def test_a_fault_of_the_program_is_written_and_told_as_ever_and_only_as_long_as_the_log_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []

    def usual(*given: object) -> None:
        told.append(given)

    def usual_in_threads(given: object) -> None:
        told.append(given)

    monkeypatch.setattr(sys, "excepthook", usual)
    monkeypatch.setattr(threading, "excepthook", usual_in_threads)
    home = open_home(tmp_path)
    end = open_log(home)
    fault = ValueError("the rack holds R5")
    in_thread = threading.ExceptHookArgs((ValueError, fault, None, None))
    sys.excepthook(ValueError, fault, None)
    threading.excepthook(in_thread)
    end()
    home.close()
    assert told == [(ValueError, fault, None), in_thread]
    assert sum("ValueError" in line for line in last_lines(tmp_path)) == 2
    assert (sys.excepthook, threading.excepthook) == (usual, usual_in_threads)
