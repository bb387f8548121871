"""The entry point of `comodin`. Parsing the whole command line takes longer than solving, so `solve FILE` skips it.

Only what every command needs is imported here, since Ctrl-C is handled only once this module is loaded.
"""

import _thread  # cheaper to load than threading
import gc
import os
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

_RETRY_SECONDS = 0.01  # seconds between two checks whether a module is still being imported


class _CtrlCHandler:
    """Raises KeyboardInterrupt on Ctrl-C, but not during an import, where it could become another error or get lost."""

    def __init__(self) -> None:
        self.waits = False  # whether a Ctrl-C has come that was not raised yet
        self._main = _thread.get_ident()

    def hear(self, number: int, frame: "FrameType | None") -> None:
        while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
            frame = frame.f_back
        self.waits = frame is not None
        if not self.waits:
            raise KeyboardInterrupt
        _thread.start_new_thread(self._send, (number,))

    def _send(self, number: int) -> None:
        time.sleep(_RETRY_SECONDS)
        if sys.platform == "win32":
            signal.raise_signal(number)
        else:
            signal.pthread_kill(self._main, number)  # so that a blocking call inside the import ends too


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run one command; without `arguments`, as the program itself, Ctrl-C is handled at every moment."""
    if arguments is not None:
        return _run(list(arguments))
    if getattr(sys, "frozen", False):
        _as_a_build()
    handler = _CtrlCHandler()
    signal.signal(signal.SIGINT, handler.hear)
    try:
        code = _run(sys.argv[1:])
        if handler.waits:
            raise KeyboardInterrupt
    except KeyboardInterrupt:  # while the command was being imported
        print("Stopped by Ctrl-C.", file=sys.stderr)
        code = 130
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # only cleaning up remains
    return code


def _as_a_build() -> None:
    """Prepare a built program: run as a worker process if started as one, and replace missing streams."""
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
    gc.disable()  # nothing loaded here is garbage
    from game.cli import main as whole

    gc.enable()
    return whole(given)
