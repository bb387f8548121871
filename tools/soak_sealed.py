"""Whole sealed matches of all games by real programs: `verify` accepts each, and refuses it with any byte changed.

The programs are the shipped ones, so every proof has its twelve shadow decks.
"""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path
from subprocess import SubprocessError

from game.commands.files import CommandError
from game.commands.verify import verify
from tests.lan.processes import Table, agree
from tools.netsim_wire import Lots
from tools.soak_lan import SHORT_MATCHES

CHANGED_BYTES = 3  # bytes changed in every entry, one at a time


def soak(seed: int, *, games: tuple[str, ...] = tuple(SHORT_MATCHES), step: int = 1) -> str:
    """Play and verify each game, and change every (`step`th) entry; return one line with the counts."""
    lots = Lots("sealed", seed)
    counts = [0, 0, 0]
    failed: list[str] = []
    for game in games:
        try:
            told = play(game, lots, step)
        except (AssertionError, OSError, ValueError, SubprocessError) as fault:
            failed.append(f"{game}: {str(fault)[:300]}")
            continue
        counts = [one + other for one, other in zip(counts, told, strict=True)]
    matches, entries, changes = counts
    line = f"{matches} sealed matches verified, {entries} entries, {changes} bytes changed, {len(failed)} failed"
    if failed:
        raise AssertionError("; ".join([line, *failed]))
    return line


def play(game: str, lots: Lots, step: int) -> tuple[int, int, int]:
    """Play one match of two; return the numbers of matches (1), entries and refused changes."""
    options = [word for option in SHORT_MATCHES[game][0] for word in ("--option", option)]
    with tempfile.TemporaryDirectory(prefix="comodin-sealed-", ignore_cleanup_errors=True) as folder:
        table = Table(Path(folder), game, 2, *options)
        try:
            table.open(2)
            agree(table.results())
        finally:
            table.close()
        file = Path(folder) / "guest0.comodin"
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            code = verify(str(file))
        if code or "nobody cheated" not in told.getvalue():
            raise AssertionError(told.getvalue())
        lines = file.read_bytes().split(b"\n")
        entries = len(lines) - 1 - first_line(lines)  # nothing stands behind the last
        changes = sum(refused_changes(file, lines, number, lots) for number in range(0, entries, step))
        return 1, entries, changes


def first_line(lines: list[bytes]) -> int:
    """Return where the entries begin: behind the header and all that was signed."""
    return 1 + sum(line.startswith(b"+") for line in lines)


def refused_changes(file: Path, lines: list[bytes], number: int, lots: Lots) -> int:
    """Change some bytes of an entry, one at a time, and check that `verify` refuses each; return how many."""
    place = first_line(lines) + number
    line = lines[place]
    for _ in range(CHANGED_BYTES):
        at, bit = lots.draw(len(line)), 1 << lots.draw(7)
        changed = line[:at] + bytes([line[at] ^ bit]) + line[at + 1 :]
        file.write_bytes(b"\n".join([*lines[:place], changed, *lines[place + 1 :]]))
        try:
            verify(str(file))
        except CommandError as refusal:
            if str(refusal).startswith(f"Entry {number} does not hold"):
                continue
            raise AssertionError(f"byte {at} of entry {number}: {refusal}") from refusal
        raise AssertionError(f"byte {at} of entry {number} may be changed")
    return CHANGED_BYTES
