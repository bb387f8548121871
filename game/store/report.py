"""A report to attach when asking for help: version, system, the end of the log, the public part of the match."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path

from game import __version__
from game.match.bodies import read_seat
from game.match.transcript import TABLE_AUTHOR, Entry, EntryKind, Transcript
from game.rules.ruleset import options_text
from game.store.atomic import make_folder, replace_file
from game.store.log import last_lines

TIME_FORMAT = "%Y-%m-%d %H.%M.%S"


def report_text(home: Path, facts: Mapping[str, str], match: Transcript | None) -> str:
    """Write the report; `facts` are further facts about the system."""
    system = {"version": __version__, "Python": platform.python_version(), "system": platform.platform(), **facts}
    parts = [
        *(f"{name}: {told}" for name, told in system.items()),
        *("", "--- log", *last_lines(home)),
        *("", "--- match", *(_public(match) if match is not None else ("none is open",))),
    ]
    return "\n".join(_without_person(parts)) + "\n"


def _public(match: Transcript) -> Iterable[str]:
    """Yield the public lines of a match, without the seed that deals the tiles, names and seals."""
    header = match.header
    yield f"{header.game}, rules {header.rules}, {header.dealer} deal, bots {header.bots}"
    yield f"options {options_text(header.options)}"
    for at, seat in enumerate(header.seats):
        yield f"seat {at}: {seat.controller.value} {seat.level}".rstrip()
    for entry in match.entries:
        who = "table" if entry.author == TABLE_AUTHOR else f"seat {entry.author}"
        yield f"{entry.number} {who} {entry.kind.value} {_public_body(entry)}"
    yield f"head {match.head.hex()}"


def _public_body(entry: Entry) -> str:
    """Return the text of an entry without what only its dealer reads, and without a person's name."""
    if entry.kind is EntryKind.SHARE:
        return f"({len(entry.body)} letters)"
    if entry.kind is EntryKind.SEAT:
        at, seat = read_seat(entry.body)
        return f"seat {at}: {seat.controller.value} {seat.level}".rstrip()
    return entry.body


def _without_person(lines: Iterable[str]) -> Iterable[str]:
    """Remove the path of the user's folder, which holds a person's name."""
    own = str(Path.home())
    return (line.replace(own, "~") for line in lines)


def write_report(home: Path, text: str, now: datetime) -> Path:
    """Write the report into the home and return its path; raise OSError if that fails."""
    folder = home / "reports"
    make_folder(folder)
    path = folder / f"comodin {now.strftime(TIME_FORMAT)}.txt"
    replace_file(path, text.encode())
    return path
