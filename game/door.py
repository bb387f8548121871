"""Where `comodin` begins. To read the whole command line takes longer than to solve, so `solve FILE` goes past it.

Only what every command needs anyway is imported here: Ctrl-C is answered from the door on, not while it is loaded.
"""

import _thread  # threading is loaded by whoever needs more than a thread and its number
import gc
import os
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

_LATER = 0.01  # seconds between two looks whether a module is still being loaded


class _Ear:
    """Ctrl-C as KeyboardInterrupt, but not within an import: it would come out as another error there, or get lost."""

    def __init__(self) -> None:
        self.waits = False  # whether it was heard and not raised yet
        self._main = _thread.get_ident()

    def hear(self, number: int, frame: "FrameType | None") -> None:
        while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
            frame = frame.f_back
        self.waits = frame is not None
        if not self.waits:
            raise KeyboardInterrupt
        _thread.start_new_thread(self._send, (number,))

    def _send(self, number: int) -> None:
        time.sleep(_LATER)
        if sys.platform == "win32":
            signal.raise_signal(number)
        else:
            signal.pthread_kill(self._main, number)  # so that what it waits for ends, too


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run one command; as the program itself, without arguments given, Ctrl-C is answered at any moment of it."""
    if arguments is not None:
        return _run(list(arguments))
    if getattr(sys, "frozen", False):
        _as_a_build()
    ear = _Ear()
    signal.signal(signal.SIGINT, ear.hear)
    try:
        code = _run(sys.argv[1:])
        if ear.waits:
            raise KeyboardInterrupt
    except KeyboardInterrupt:  # while the command was being loaded
        print("Stopped by Ctrl-C.", file=sys.stderr)
        code = 130
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # what remains is to tidy up
    return code


def _as_a_build() -> None:
    """Do what a built program has to do at its door: be a worker, if it was started as one, and have streams."""
    from multiprocessing import freeze_support

    freeze_support()
    if sys.stdout is None or sys.stderr is None:  # Windows gives none to a program without a console
        nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - it stays open
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere


def _run(given: list[str]) -> int:
    if len(given) == 2 and given[0] == "solve" and (given[1] == "-" or not given[1].startswith("-")):
        from game.commands.ending import exit_code
        from game.commands.solve import solve

        return exit_code(lambda: solve(given[1]))
    gc.disable()  # nothing that is being loaded is garbage
    from game.cli import main as whole

    gc.enable()
    return whole(given)
