"""How a command ends: what it could not do is one sentence and exit code 2, however its output is read."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable

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
