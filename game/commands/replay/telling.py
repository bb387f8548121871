"""`comodin replay FILE`: print or check a match, or export pictures, films, its file and its code."""

from __future__ import annotations

import json

from game.commands.demo import match_data, result_line, winners_line
from game.commands.files import CommandError, read_input
from game.commands.replay.exports import Exports, export, load_match
from game.match.audit import check_open_deals
from game.match.lines import FILE_MAGIC, FileReading, UnreadableMatchError, read_match
from game.match.match import BrokenLogError
from game.match.transcript import TABLE_AUTHOR
from game.table.safe_text import printable


def replay(name: str, *, check: bool, as_json: bool = False, wanted: Exports | None = None) -> int:
    """Print a match entry by entry, check it, or write exports; raise CommandError for a damaged file."""
    data = read_input(name)
    laid = load_match(name, data) if wanted is not None and wanted.has_any else None
    if wanted is not None and laid is not None:
        export(laid, wanted)
        return 0
    try:
        reading = read_match(data if data.startswith(FILE_MAGIC.encode()) else load_match(name, data).text.encode())
    except UnreadableMatchError as error:
        raise CommandError(str(error)) from error
    if not check:
        _tell_lines(reading) if as_json else _tell(reading)
    if reading.damage is not None:
        raise CommandError(str(reading.damage))
    entries = reading.match.transcript.entries
    if check:
        try:
            check_open_deals(reading.match.transcript)
        except BrokenLogError as error:
            raise CommandError(f"{name}: {error}") from error
        head = reading.match.transcript.head.hex()
        said = json.dumps({"entries": len(entries), "head": head, "holds": True})
        print(said if as_json else f"{len(entries)} entries hold, head {head}")
    return 0


def _tell_lines(reading: FileReading) -> None:
    """Print each entry as a line of JSON, and finally the match's result."""
    match = reading.match
    for entry in match.transcript.entries:
        author = None if entry.author == TABLE_AUTHOR else entry.author
        print(json.dumps({"entry": entry.number, "seat": author, "body": entry.body}, ensure_ascii=False))
    print(json.dumps(match_data(match), ensure_ascii=False))


def _tell(reading: FileReading) -> None:
    match = reading.match
    for entry in match.transcript.entries:
        who = "table" if entry.author == TABLE_AUTHOR else printable(match.header.seats[entry.author].name)
        print(f"{entry.number:5} {who:8} {entry.body}")
    for result in match.standing.results:
        print(result_line(result))
    if match.standing.over:
        print(winners_line(match))
