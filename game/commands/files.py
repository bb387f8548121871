"""Reads the file a command names, or standard input for `-`; errors become sentences."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class CommandError(Exception):
    """A command failed; the text is the sentence to print, the exit code is 2."""


class StoppedError(KeyboardInterrupt):
    """Ctrl-C in a command that can say more than that it was stopped; the exit code is 130."""


def read_input(name: str) -> bytes:
    """Read a whole file or standard input; raise CommandError if it cannot be read."""
    try:
        if name == "-":
            return sys.stdin.buffer.read() if sys.stdin else b""
        from pathlib import Path  # imported late: reading standard input starts faster without it

        return Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"The file '{name}' cannot be read: {error.strerror}.") from error


def read_text_lines(name: str) -> list[str]:
    """Read the lines of a text; raise CommandError if it is no text. Only newlines end a line."""
    try:
        return read_input(name).decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise CommandError(f"The file '{name}' is not text in UTF-8 (byte {error.start}).") from error


def read_any_lines(name: str) -> list[str]:
    """Read the lines of any bytes; invalid ones become lone surrogates, which no valid text contains."""
    return read_input(name).decode("utf-8-sig", errors="surrogateescape").split("\n")


def write_output(name: str, data: bytes) -> None:
    """Write a whole file; raise CommandError if that fails."""
    from pathlib import Path

    try:
        Path(name).write_bytes(data)
    except OSError as error:
        raise CommandError(f"The file '{name}' cannot be written: {error.strerror}.") from error


def appendable_file(name: str) -> Path:
    """Return the path of a file after checking that lines can be appended to it; raise CommandError if not."""
    from pathlib import Path

    try:
        with Path(name).open("a", encoding="utf-8"):
            return Path(name)
    except OSError as error:
        raise CommandError(f"The file '{name}' cannot be written: {error.strerror}.") from error
