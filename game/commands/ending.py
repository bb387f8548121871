"""How a command ends: what it could not do is one sentence and exit code 2, however its output is read."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Self, TextIO, cast

from game.commands.files import CommandError
from game.table.safe_text import terminal_safe

WRONG = 2
INTERRUPTED = 130
STOPPED = "Stopped by Ctrl-C."


def exit_code(run: Callable[[], int], *, writes: bool = True) -> int:
    """Run a command and return its exit code; an OSError is told in a sentence if it `writes`, else raised."""
    with clean_output():
        return _ended(run, writes=writes)


@contextmanager
def clean_output() -> Iterator[None]:
    """Let nothing reach a terminal that would give it orders or hide what is printed, whoever wrote it."""
    before = sys.stdout, sys.stderr
    _write_any_letter()
    sys.stdout, sys.stderr = (cast("TextIO", _Clean(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


class _Clean:
    """A stream through which only what may be shown passes; all else about it is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write what is fit to be shown; only at its beginning a text may go back to the beginning of the line."""
        back = "\r" if text.startswith("\r") else ""
        self._stream.write(back + terminal_safe(text[len(back) :]))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write lines."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _ended(run: Callable[[], int], *, writes: bool) -> int:
    try:
        code = run()
        sys.stdout.flush()
    except CommandError as error:
        print(str(error).replace("\n", " "), file=sys.stderr)
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
    except KeyboardInterrupt as stopped:
        print(str(stopped) or STOPPED, file=sys.stderr)
        return INTERRUPTED
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
        self.told: int = 0  # the number of the signal
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        """Listen, where that can be done: in the main thread."""
        import threading  # what only solves does without

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

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        if self.told:
            raise KeyboardInterrupt
        self.told = number
