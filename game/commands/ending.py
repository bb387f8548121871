"""How a command ends: what it could not do is one sentence and exit code 2, however its output is read."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Self

from game.commands.files import CommandError

WRONG = 2


def exit_code(run: Callable[[], int], *, writes: bool = True) -> int:
    """Run a command and return its exit code; unless it `writes`, an error of the system is not its output's."""
    _write_any_letter()
    try:
        code = run()
        sys.stdout.flush()
    except CommandError as error:
        print(error, file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        _write_nowhere()  # whoever read our output has had enough
        return 0
    except OSError as error:
        if not writes:
            raise
        if error.filename is not None:  # no error of the output's own, which has no name
            print(f"The file '{os.fsdecode(error.filename)}' cannot be used: {error.strerror}.", file=sys.stderr)
            return WRONG
        _write_nowhere()
        print(f"The output cannot be written: {error.strerror}.", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return 130
    return code


def _write_any_letter() -> None:
    """Let a terminal that lacks a letter show its code, so that no name can stop a command."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _write_nowhere() -> None:
    """Give what is still to be written to the null device, since Python flushes once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class ToldToStop:
    """Ctrl-C and the system's wish that a program ends, while it is entered: heard once a wish, heard twice an order.

    What is heard first only sets `told`, so that whoever works in a loop ends in his own way, with all there is to say.
    """

    def __init__(self) -> None:
        self.told = False
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        """Listen, where that can be done: in the main thread."""
        if threading.current_thread() is threading.main_thread():
            for one in (signal.SIGINT, signal.SIGTERM):
                self._before[one] = signal.signal(one, self._hear)
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        """Leave the signals as they were."""
        for one, before in self._before.items():
            signal.signal(one, before)

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        if self.told:
            raise KeyboardInterrupt
        self.told = True
