"""Reading what a command was pointed at, or standard input for `-`; a file that cannot be read is a sentence."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class CommandError(Exception):
    """A command cannot do what it was asked; the text is the one sentence to print, the exit code is 2."""


class StoppedError(KeyboardInterrupt):
    """Ctrl-C, where a command can say more than that it was stopped; the exit code is 130."""


def read_input(name: str) -> bytes:
    """Read a whole file or standard input; raise CommandError when it cannot be read."""
    try:
        if name == "-":
            return sys.stdin.buffer.read() if sys.stdin else b""
        from pathlib import Path  # a command that reads standard input starts quicker without it

        return Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"The file '{name}' cannot be read: {error.strerror}.") from error


def read_text_lines(name: str) -> list[str]:
    """Read the lines of a text; raise CommandError when it is no text. Only an end of line ends a line."""
    try:
        return read_input(name).decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise CommandError(f"The file '{name}' is not text in UTF-8 (byte {error.start}).") from error


def read_any_lines(name: str) -> list[str]:
    """Read lines one by one to judge; bytes that are no text become lone surrogates, which no text holds."""
    return read_input(name).decode("utf-8-sig", errors="surrogateescape").split("\n")


def write_output(name: str, data: bytes) -> None:
    """Write a whole file; raise CommandError when it cannot be written."""
    from pathlib import Path

    try:
        Path(name).write_bytes(data)
    except OSError as error:
        raise CommandError(f"The file '{name}' cannot be written: {error.strerror}.") from error


def appended_output(name: str) -> Path:
    """Return the file that lines will be put behind; raise CommandError when none can be."""
    from pathlib import Path

    try:
        with Path(name).open("a", encoding="utf-8"):
            return Path(name)
    except OSError as error:
        raise CommandError(f"The file '{name}' cannot be written: {error.strerror}.") from error
