"""Processes are started whole: Ctrl-C, whichever thread hears it, waits until they are."""

from __future__ import annotations

import signal
import threading

import pytest

from game.bots.spawning import children_ignore_ctrl_c


@pytest.fixture
def _python_hears() -> None:
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("_python_hears")
def test_ctrl_c_heard_by_another_thread_waits_until_the_process_is_started() -> None:
    done: list[str] = []
    inside = threading.Event()

    def press() -> None:
        inside.wait()
        signal.raise_signal(signal.SIGINT)

    def start() -> None:
        with children_ignore_ctrl_c():
            inside.set()
            other.join()
            done.append("started")

    other = threading.Thread(target=press)
    other.start()  # before: a thread is born as deaf as who starts it
    with pytest.raises(KeyboardInterrupt):
        start()
    assert done == ["started"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_in_another_thread_nothing_is_changed() -> None:
    found = []

    def start() -> None:
        with children_ignore_ctrl_c():
            found.append(signal.getsignal(signal.SIGINT))

    other = threading.Thread(target=start)
    other.start()
    other.join()
    assert found == [signal.getsignal(signal.SIGINT)]
