"""How a command ends: a failure is one sentence and exit code 2, whatever happens to its output."""

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

EXIT_WRONG = 2
EXIT_INTERRUPTED = 130
STOPPED_SENTENCE = "Stopped by Ctrl-C."


def exit_code(run: Callable[[], int], *, writes: bool = True) -> int:
    """Run a command and return its exit code; an OSError is printed if it `writes`, else raised."""
    with clean_output():
        return _run_to_code(run, writes=writes)


@contextmanager
def clean_output() -> Iterator[None]:
    """Keep control characters in anybody's text from the terminal."""
    before = sys.stdout, sys.stderr
    _write_any_letter()
    sys.stdout, sys.stderr = (cast("TextIO", _Clean(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


class _Clean:
    """A stream that passes printable text only; all else is the wrapped stream's."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write printable text; only at its very beginning may a carriage return stand."""
        back = "\r" if text.startswith("\r") else ""
        self._stream.write(back + terminal_safe(text[len(back) :]))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write lines."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _run_to_code(run: Callable[[], int], *, writes: bool) -> int:
    try:
        code = run()
        sys.stdout.flush()
    except CommandError as error:
        print(str(error).replace("\n", " "), file=sys.stderr)
        return EXIT_WRONG
    except BrokenPipeError:
        _write_nowhere()  # the reader of our output has closed it
        return 0
    except OSError as error:
        if not writes:
            raise
        if error.filename is not None:  # not an error of the output, which has no name
            print(f"The file '{os.fsdecode(error.filename)}' cannot be used: {error.strerror}.", file=sys.stderr)
            return EXIT_WRONG
        _write_nowhere()
        print(f"The output cannot be written: {error.strerror}.", file=sys.stderr)
        return EXIT_WRONG
    except KeyboardInterrupt as stopped:
        print(str(stopped) or STOPPED_SENTENCE, file=sys.stderr)
        return EXIT_INTERRUPTED
    return code


def _write_any_letter() -> None:
    """Escape letters that a terminal lacks, so that no name can stop a command."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _write_nowhere() -> None:
    """Send remaining output to the null device, since Python flushes once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class StopSignals:
    """Catches Ctrl-C and SIGTERM while entered: the first is a request, the second ends the program at once.

    The first only sets `told`, so that a loop ends in its own way, with all its output.
    """

    def __init__(self) -> None:
        self.told: int = 0  # the number of the signal
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        """Install the handlers, in the main thread only."""
        import threading  # not needed by a plain solve

        if threading.current_thread() is threading.main_thread():
            for one in (signal.SIGINT, signal.SIGTERM):
                self._before[one] = signal.signal(one, self._hear)
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        """Restore the handlers."""
        for one, before in self._before.items():
            signal.signal(one, before)

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        if self.told:
            raise KeyboardInterrupt
        self.told = number
