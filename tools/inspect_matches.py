"""Prints a match file entry by entry, or the first difference of two: `tools/inspect.py FILE [OTHER]`.

Reads both kinds of files, solo matches and LAN logs. With two files it prints the first entry and field in which they
differ, or how many more entries one of them has; the exit code is 0 only if they are the same.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from game.match.lines import UnreadableMatchError
from tools.inspect_logs import HASH_DIGITS, Line, Log, read_log

MAX_SHOWN_LETTERS = 100  # letters of a field in a comparison


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first difference of two logs: the line's name, the field, and both values."""

    line: str
    field: str
    ours: str
    theirs: str


def first_divergence(one: Log, other: Log) -> Divergence | None:
    """Return the first field of the first line that differs; None if one log is the other's beginning."""
    if one.kind != other.kind:
        return Divergence("file", "kind", one.kind, other.kind)
    for mine, yours in zip(one.lines, other.lines, strict=False):
        found = _differing(mine, yours)
        if found is not None:
            return found
    return None


def _differing(one: Line, other: Line) -> Divergence | None:
    for mine, yours in zip_longest(one.fields, other.fields, fillvalue=("", "nothing")):
        if mine != yours:
            return Divergence(one.name, mine[0] or yours[0], mine[1], yours[1])
    return None


def listing(log: Log, *, full: bool) -> list[str]:
    """Return the lines of a print-out; `full` with every field."""
    said = []
    for line in log.lines:
        chain = dict(line.fields).get("head") or dict(line.fields).get("digest") or ""
        said.append(f"{line.name:>6} {chain[:HASH_DIGITS]:{HASH_DIGITS}} {line.words}".rstrip())
        if full:
            said += [f"{'':16}{name}: {value}" for name, value in line.fields if value]
    if log.problem:
        said.append(f"Here the file stops being good: {log.problem}")
    return said


def comparison(one: Log, other: Log) -> tuple[list[str], bool]:
    """Return the lines on the first difference of two logs, and whether they are the same."""
    entries = [sum(line.name.isdigit() for line in log.lines) for log in (one, other)]
    found = first_divergence(one, other)
    problems = [f"{which}: {log.problem}" for which, log in (("first", one), ("second", other)) if log.problem]
    if found is None:
        if entries[0] == entries[1]:
            return [f"The same {entries[0]} entries.", *problems], True
        longer, fewest = ("first" if entries[0] > entries[1] else "second"), min(entries)
        more = abs(entries[0] - entries[1])
        return [f"The same {fewest} entries; the {longer} file goes on with {more} more.", *problems], False
    lines = [
        f"They part at {'entry ' if found.line.isdigit() else 'the '}{found.line}, in the field '{found.field}':",
        f"  first:  {_cut(found.ours, found.theirs)}",
        f"  second: {_cut(found.theirs, found.ours)}",
    ]
    for which, log in (("first", one), ("second", other)):
        lines += [f"  {which:7}{line.name} {line.words}" for line in log.lines if line.name == found.line]
    return [*lines, *problems], False


def _cut(text: str, other: str) -> str:
    """Shorten a long field to the part around the difference."""
    same = next((at for at, (mine, yours) in enumerate(zip(text, other, strict=False)) if mine != yours), 0)
    start = max(0, same - MAX_SHOWN_LETTERS // 2) if len(text) > MAX_SHOWN_LETTERS else 0
    shown = text[start : start + MAX_SHOWN_LETTERS] or "nothing"
    return f"{'..' if start else ''}{shown}{'..' if start + MAX_SHOWN_LETTERS < len(text) else ''}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one file, or compare two."""
    parser = argparse.ArgumentParser(prog="inspect", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("other", type=Path, nargs="?", help="a second file, to find where the two part")
    parser.add_argument("--full", action="store_true", help="print every field of every entry")
    chosen = parser.parse_args(arguments)
    try:
        logs = [read_log(path) for path in (chosen.file, chosen.other) if path is not None]
    except UnreadableMatchError as error:
        print(error, file=sys.stderr)
        return 2
    if len(logs) == 1:
        print(*listing(logs[0], full=chosen.full), sep="\n")
        return 1 if logs[0].problem else 0
    said, same = comparison(logs[0], logs[1])
    print(*said, sep="\n")
    return 0 if same else 1
