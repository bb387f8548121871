"""Reads match files of both kinds as lines of named fields, which `tools/inspect.py` prints and compares.

A solo match is a text file, the log of a LAN match a file of records. Two logs are compared field by field, in the
order of a line's fields; `words` is the line in readable form.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from game.lan.log.bodies import BodyKind, BotMoveBody, MoveBody, RoundBody, TimeoutBody, read_game_body
from game.lan.log.state import first_difference, first_differing_length
from game.lan.terms import StartTerms
from game.match.lines import UnreadableMatchError, read_match
from game.match.match import Match
from game.match.transcript import TABLE_AUTHOR as NO_SEAT
from game.store.records import DAMAGED_RECORD, read_records
from game.table.canon import decode
from net.log import bodies
from net.log.effects import AccountRecord, EntryRecord, read_record
from net.log.entries import (
    FIRST_GAME_KIND,
    MAX_SEATS,
    TABLE_AUTHOR,
    Claim,
    Core,
    Numbered,
    first_head,
    is_sealed,
    is_signed,
    next_head,
    read_core,
)
from net.log.roster import Roster, initial_roster, roster_after
from net.messages import StateReport
from net.schema import Misfit

HASH_DIGITS = 8  # digits of a hash that are enough to tell two apart


@dataclass(frozen=True, slots=True)
class Line:
    """A header, an entry or a difference of tables: its name, its text for people, and all its fields."""

    name: str
    words: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Log:
    """A file: its kind of log, its lines up to the damage if any, and what the damage is."""

    kind: str
    lines: tuple[Line, ...]
    problem: str = ""


def read_log(path: Path) -> Log:
    """Read a file of either kind; raise UnreadableMatchError with a sentence if it is neither."""
    try:
        data = path.read_bytes()
        records, good = read_records(path)
    except OSError as error:
        raise UnreadableMatchError(f"The file {path.name} cannot be read: {error.strerror}.") from error
    if not records:
        return _solo_log(data)
    damaged = records.count(DAMAGED_RECORD)
    records = [record for record in records if record != DAMAGED_RECORD]
    if damaged:
        return _lan_log(records, f"{damaged} of its records cannot be read")
    problem = "" if good == len(data) else f"{len(data) - good} bytes at the end are damaged or were not written whole"
    return _lan_log(records, problem)


# Solo matches


def _solo_log(data: bytes) -> Log:
    reading = read_match(data)
    match = reading.match
    problem = "" if reading.damage is None else str(reading.damage)
    return Log("solo", (_header(match), *_entries(match)), problem)


def _header(match: Match) -> Line:
    header = match.header
    seats = ", ".join(_sits(one.name, one.level) for one in header.seats)
    fields = [(f"option {name}", str(value)) for name, value in header.options.items]
    parts = ("format", "rules", "game", "deck", "dealer", "seed", "bots", "nodes")
    plain = [(name, str(getattr(header, name))) for name in parts]
    chairs = [
        (f"seat {at}", f"{one.controller.value} {_sits(one.name, one.level)}") for at, one in enumerate(header.seats)
    ]
    return Line("header", f"{header.game} with {seats}", (*plain, *fields, *chairs))


def _entries(match: Match) -> list[Line]:
    lines = []
    for entry in match.transcript.entries:
        who = "table" if entry.author == NO_SEAT else match.header.seats[entry.author].name
        fields = (
            ("author", str(entry.author)),
            ("kind", entry.kind.value),
            ("body", entry.body),
            ("proof", entry.proof.hex()),
            ("digest", entry.digest.hex()),
        )
        lines.append(Line(str(entry.number), f"{who:12} {entry.kind.value:9} {entry.body}", fields))
    return lines


# LAN logs


def _lan_log(records: list[bytes], problem: str) -> Log:
    """Read the log from the records; an entry with a number that was used before replaces the log from there on.

    Records of what this program has signed or promised lie between the entries and are skipped.
    """
    rows: list[Numbered] = []
    accounts: list[StateReport] = []
    for written in records:
        try:
            record = read_record(written)
        except Misfit as error:
            problem = problem or f"a record is none of this log: {error}"
            break
        if isinstance(record, EntryRecord):
            del rows[record.numbered.number :]
            rows.append(record.numbered)
        elif isinstance(record, AccountRecord):
            accounts.append(record.account)
    lines, wrong = _followed(rows)
    return Log("lan", (*lines, *_differences(accounts)), problem or wrong)


def _differences(accounts: list[StateReport]) -> list[Line]:
    """Return a line for each seat whose table differed: after how many entries first, and in which field."""
    lines = []
    ordered = sorted(accounts, key=lambda told: (told.seen, told.seat))
    for one, other in pairwise(ordered):
        found = first_difference(one.state, other.state) if one.seen == other.seen else None
        if found is None:
            continue
        at = first_differing_length(one.states, other.states, one.seen)
        seats = f"seat {one.seat}" if one.seat < MAX_SEATS else "the host", f"seat {other.seat}"
        words = f"the tables of {seats[0]} and {seats[1]} differ after {at} entries, in {found.field}"
        fields = (("seen", str(one.seen)), (seats[0], found.ours), (seats[1], found.theirs))
        lines.append(Line("differs", words, fields))
    return lines


def _followed(rows: list[Numbered]) -> tuple[list[Line], str]:
    """Return the lines up to the first wrong number, signature, seal or hash, and what is wrong there."""
    lines: list[Line] = []
    roster: Roster | None = None
    head = b""
    for number, row in enumerate(rows):
        try:
            core = read_core(row.raw)
            if roster is None:
                start = bodies.read_body(core)
                if not isinstance(start, bodies.Start):
                    return lines, "the log does not begin with its START"
                roster, head = initial_roster(core.match, start), first_head(core.match)
            flaw = _flaw(roster, core, row, number, head)
            if flaw:
                return lines, f"entry {number}: {flaw}"
            before, roster = roster, roster_after(roster, core)
        except Misfit as error:
            return lines, f"entry {number} cannot be read: {error}"
        head = next_head(head, row.signed)
        lines.append(_lan_line(before, roster, core, row, head))
    return lines, ""


def _flaw(roster: Roster, core: Core, row: Numbered, number: int, head: bytes) -> str:
    """Return what is wrong with an entry, as far as can be seen without playing the game."""
    if row.number != number:
        return f"it says that it is entry {row.number}"
    rehost = bodies.read_body(core) if core.kind == bodies.LogKind.REHOST else None
    host, ballot = roster.host_key, roster.ballot
    if isinstance(rehost, bodies.Rehost):
        host, ballot = roster.key_of(rehost.seat), rehost.ballot
    if not is_signed(row.signed, host if core.author == TABLE_AUTHOR else roster.key_of(core.author)):
        return "its author did not sign it"
    if not is_sealed(Claim(core.match, ballot, number, next_head(head, row.signed)), row.seal, host):
        return "the host did not seal it"
    return ""


def _lan_line(before: Roster, roster: Roster, core: Core, row: Numbered, head: bytes) -> Line:
    said = _said(before, core, row.number)
    fields = (
        ("author", str(core.author)),
        ("kind", _kind_name(core.kind)),
        *said[1],
        ("turn", str(core.turn)),
        ("seen", str(core.seen)),
        ("seen head", core.head.hex()),
        ("seen state", core.state.hex()),
        ("match", core.match.hex()),
        ("signature", row.signature.hex()),
        ("seal", row.seal.hex()),
        ("head", head.hex()),
    )
    who = "table" if core.author == TABLE_AUTHOR else _name(roster, core.author)
    return Line(str(row.number), f"{who:12} {_kind_name(core.kind):9} {said[0]}", fields)


def _kind_name(kind: int) -> str:
    names: dict[int, str] = {int(one): one.name.lower() for one in (*bodies.LogKind, *BodyKind)}
    return names.get(kind, str(kind))


def _said(roster: Roster, core: Core, number: int) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return what an entry says, in words and as fields."""
    try:
        body = bodies.read_body(core) if core.kind < FIRST_GAME_KIND else read_game_body(core)[1]
    except Misfit:
        # An unknown game's or dealer's entry: only its bytes can be shown.
        return f"{len(core.body)} bytes {core.body.hex()[:HASH_DIGITS]}", (("body", core.body.hex()),)
    fields = [(f"body {name}", _plain(getattr(body, name))) for name in body._fields]
    if isinstance(body, bodies.Start):
        fields = [one for one in fields if one[0] != "body header"] + _terms(body.header)
    return _in_words(roster, body, number), tuple(fields)


def _terms(header: bytes) -> list[tuple[str, str]]:
    try:
        terms = decode(header, StartTerms)
    except ValueError:
        return [("body header", header.hex())]
    options = [(f"option {name}", str(value)) for name, value in terms.header.options.items]
    return [("game", terms.header.game), ("rules", str(terms.header.rules)), *options]


def _in_words(roster: Roster, body: object, number: int) -> str:
    if isinstance(body, bodies.Start):
        chairs = ", ".join(_sits(one.name, one.level) for one in body.sitters)
        return f"{chairs}; the host is {'no player' if body.host == TABLE_AUTHOR else body.sitters[body.host].name}"
    if isinstance(body, bodies.Addresses):
        return f"listens at {', '.join(body.addresses)}"
    if isinstance(body, bodies.HandoverBody):
        return f"{_name(roster, body.seat)} hosts from here on"
    if isinstance(body, bodies.Rehost):
        agreed = ", ".join(_name(roster, one.seat) for one in body.consents)
        return f"{_name(roster, body.seat)} hosts, going on from {number} entries; agreed: {agreed}"
    if isinstance(body, bodies.Vote):
        return f"{_name(roster, body.seat)} is gone for good"
    if isinstance(body, RoundBody):
        return f"round {body.number} begins"
    if isinstance(body, BotMoveBody):
        return f"{_name(roster, body.seat)} ({body.level}): {body.text}"
    if isinstance(body, TimeoutBody):
        return f"the time of {_name(roster, body.seat)} is over"
    return body.text if isinstance(body, MoveBody) else ""


def _plain(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)


def _name(roster: Roster, seat: int) -> str:
    return roster.chairs[seat].name if seat < len(roster.chairs) else str(seat)


def _sits(name: str, level: str) -> str:
    return f"{name} (bot, {level})" if level else name or "nobody"
