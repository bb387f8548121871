"""A match as text: a header line, then one line for each entry. FORMAT.md describes it for other programs.

A damaged file is read up to the damage, which is reported in a sentence with its line number.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from game.match.match import BrokenLogError, Match
from game.match.transcript import (
    NEWEST_FORMAT,
    RULES_VERSION,
    SIGNED_FORMAT,
    TIMED_FORMAT,
    Controller,
    Entry,
    EntryKind,
    Header,
    Seat,
)
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.table.options import Options, OptionValue
from game.table.refusals import Refusal

FILE_MAGIC = "comodin-match"
_SEPARATOR = "\t"
_NUMBER = re.compile(r"0|-1|[1-9][0-9]{0,8}")
_DIGEST = re.compile(r"[0-9a-f]{32}")
_MIN_FIELDS, _MAX_FIELDS = 5, 6  # of an entry's line without its time: without and with a proof
_SIGNED = "+"
_KINDS = {one.value: one for one in EntryKind}
_TIME = re.compile(r"@(0|[1-9][0-9]{0,5})")  # no base64 begins with @, so a proof is never taken for a time


class SignedLine(NamedTuple):
    """An entry of a LAN log as it travelled: its author's bytes and signature, and the host's seal."""

    raw: bytes
    signature: bytes
    seal: bytes


class UnreadableMatchError(Exception):
    """The file is no match this program can read; the text is the sentence to show."""


class NewerMatchError(UnreadableMatchError):
    """The file was written by a newer version of the program."""


@dataclass(frozen=True, slots=True)
class Damage:
    """The first bad line of a file, counted from 1, and why it is bad; `tail` if only the last line is bad."""

    line: int
    reason: str
    tail: bool

    def __str__(self) -> str:
        if self.tail:
            return f"The last line ({self.line}) is damaged or was not written whole, and is left out: {self.reason}."
        return f"Line {self.line} is damaged: {self.reason}. The match is good up to the line before."


@dataclass(frozen=True, slots=True)
class FileReading:
    """What a file holds: the match up to the damage if any, how many bytes that is, and the damage.

    `signed` is the LAN log that the match was made from, not verified; empty for a match that was not signed. `times`
    are the tenths of a second since the entry before, by entry, where its line says so.
    """

    match: Match
    good_bytes: int
    damage: Damage | None = None
    signed: tuple[SignedLine, ...] = ()
    times: Mapping[int, int] = field(default_factory=dict)


def header_line(header: Header) -> str:
    """Write the first line of a match, without its end of line."""
    said = {
        "format": header.format,
        "rules": header.rules,
        "game": header.game,
        "deck": header.deck,
        "options": dict(header.options.items),
        "options_hash": header.options_hash,
        "seats": [{"name": one.name, "controller": one.controller.value, "level": one.level} for one in header.seats],
        "dealer": header.dealer,
        "seed": header.seed,
        "bots": header.bots,
        "nodes": header.nodes,
    }
    return f"{FILE_MAGIC} {json.dumps(said, ensure_ascii=False, separators=(',', ':'))}"


def entry_line(entry: Entry, tenths: int | None = None) -> str:
    """Write an entry, without its end of line; `tenths` is the time in tenths of a second since the entry before."""
    fields = [str(entry.number), str(entry.author), entry.kind.value, entry.body, entry.digest.hex()]
    if entry.proof:
        fields.append(base64.b64encode(entry.proof).decode())
    if tenths is not None:
        fields.append(f"@{tenths}")
    return _SEPARATOR.join(fields)


def signed_line(signed: SignedLine) -> str:
    """Write an entry of a LAN log, without its end of line."""
    return _SEPARATOR.join((_SIGNED, *(base64.b64encode(part).decode() for part in signed)))


def match_text(match: Match, signed: Iterable[SignedLine] = ()) -> str:
    """Write a whole match as its file, with the LAN log that it was made from, if there is one."""
    lines = [header_line(match.header), *map(signed_line, signed), *map(entry_line, match.transcript.entries)]
    return "\n".join(lines) + "\n"


def read_match(data: bytes) -> FileReading:
    """Read a match file; raise UnreadableMatchError when not even its header can be used."""
    first, newline, rest = data.partition(b"\n")
    if not newline:
        raise UnreadableMatchError("This file is no Comodín match, or ends within its first line.")
    match = Match.new(_read_header(first))
    good = len(first) + 1
    lines = rest.split(b"\n")
    signed: list[SignedLine] = []
    times: dict[int, int] = {}

    def held(damage: Damage | None = None) -> FileReading:
        return FileReading(match, good, damage, tuple(signed), times)

    for number, line in enumerate(lines, start=2):
        last = number >= len(lines)  # the piece behind the last end of line, or the line before it
        if number == len(lines) + 1 and not line:
            break
        longer, tenths = match, None
        try:
            if match.header.format == SIGNED_FORMAT and not match.transcript.entries and line.startswith(b"+"):
                signed.append(_read_signed(line))
            else:
                entry, tenths = _read_entry(line, timed=match.header.format == TIMED_FORMAT)
                longer = match.with_entry(entry)
        except (ValueError, BrokenLogError) as error:
            return held(Damage(number, _reason(error), tail=last))
        if number == len(lines) + 1:
            return held(Damage(number, "its end of line is missing", tail=True))
        if tenths is not None:
            times[len(match.transcript.entries)] = tenths
        match = longer
        good += len(line) + 1
    return held()


def _reason(error: Exception) -> str:
    return error.reason if isinstance(error, BrokenLogError) else str(error)


def _read_entry(line: bytes, *, timed: bool) -> tuple[Entry, int | None]:
    """Read one entry and its time; raise ValueError unless it is written exactly as `entry_line` writes it."""
    try:
        fields = line.decode().split(_SEPARATOR)
    except UnicodeDecodeError as error:
        raise ValueError("it is not text") from error
    time = _TIME.fullmatch(fields[-1]) if timed else None
    if time:
        del fields[-1]
    if not _MIN_FIELDS <= len(fields) <= _MAX_FIELDS:
        raise ValueError(f"it has {len(fields)} fields where an entry has {_MIN_FIELDS} or {_MAX_FIELDS}")
    number, author, kind, body, digest, *proof = fields
    if kind not in _KINDS:
        raise ValueError(f"'{kind}' is no kind of entry")
    if not _NUMBER.fullmatch(number) or not _NUMBER.fullmatch(author):
        raise ValueError("its number or author is no number")
    if not _DIGEST.fullmatch(digest):
        raise ValueError("its digest is not 32 hexadecimal digits")
    entry = Entry(int(number), int(author), _KINDS[kind], body, _proof(proof), bytes.fromhex(digest))
    tenths = int(time[1]) if time else None
    if entry_line(entry, tenths).encode() != line:
        raise ValueError("it is not written as an entry is")
    return entry, tenths


def _read_signed(line: bytes) -> SignedLine:
    """Read a line of the LAN log; raise ValueError for anything else."""
    try:
        _sign, *parts = line.decode("ascii").split(_SEPARATOR)
        read = SignedLine(*[base64.b64decode(part, validate=True) for part in parts])
    except (ValueError, TypeError) as error:
        raise ValueError("it is no signed entry") from error
    if signed_line(read).encode() != line:
        raise ValueError("it is not written as a signed entry is")
    return read


def _proof(written: list[str]) -> bytes:
    try:
        return base64.b64decode(written[0], validate=True) if written else b""
    except ValueError as error:  # also binascii.Error, and the error for letters that are not ASCII
        raise ValueError("its proof is not base64") from error


def _read_header(line: bytes) -> Header:
    """Read the first line; raise UnreadableMatchError with a readable message for every way it can be wrong."""
    try:
        magic, _blank, text = line.decode().partition(" ")
        said = json.loads(text) if magic == FILE_MAGIC else None
    except (ValueError, RecursionError) as error:
        raise UnreadableMatchError("This file is no Comodín match: its first line cannot be read.") from error
    if not isinstance(said, dict):
        raise UnreadableMatchError("This file is no Comodín match: its first line does not say so.")
    version, rules_version = said.get("format"), said.get("rules")
    if type(version) is not int or type(rules_version) is not int:
        raise UnreadableMatchError("The match's first line does not say which format it has.")
    if version < 1 or rules_version < 1:
        raise UnreadableMatchError(f"There never was a match of format {version} and rules {rules_version}.")
    if version > NEWEST_FORMAT or rules_version > RULES_VERSION:
        raise NewerMatchError(
            f"This match was written by a newer Comodín (format {version}, rules {rules_version}); "
            f"this one reads up to format {NEWEST_FORMAT} and rules {RULES_VERSION}. The file is left as it is."
        )
    try:
        return _header(said, line)
    except ValueError as error:
        raise UnreadableMatchError(f"The match's first line is damaged: {error}.") from error


def _header(said: Mapping[str, object], line: bytes) -> Header:
    rules = rules_of(_text(said, "game"))
    options = _options(said.get("options"))
    chosen = choose_options(rules, dict(options.items))
    if isinstance(chosen, Refusal):
        raise ValueError(f"its options cannot be: {chosen.code.key}")
    if chosen != options:
        raise ValueError("it does not name every option of its game")
    header = Header(
        game=rules.key,
        options=options,
        deck=_text(said, "deck"),
        seats=_seats(said.get("seats")),
        dealer=_text(said, "dealer"),
        seed=_number(said, "seed"),
        bots=_number(said, "bots"),
        nodes=_number(said, "nodes"),
        rules=_number(said, "rules"),
        format=_number(said, "format"),
    )
    if len(header.seats) != options.number("players"):
        raise ValueError(f"it has {len(header.seats)} seats for {options.number('players')} players")
    if header.deck != rules.deck.key:
        raise ValueError(f"{rules.title} is not played with the deck '{header.deck}'")
    if said.get("options_hash") != header.options_hash:
        raise ValueError("its options do not match their fingerprint")
    if header_line(header).encode() != line:
        raise ValueError("it is not written as a first line is")
    return header


def _text(said: Mapping[str, object], name: str) -> str:
    value = said.get(name)
    if type(value) is not str or any(sign < " " or "\ud800" <= sign <= "\udfff" for sign in value):
        raise ValueError(f"{name} is no text")
    return value


def _number(said: Mapping[str, object], name: str) -> int:
    value = said.get(name)
    if type(value) is not int:
        raise ValueError(f"{name} is no number")
    return value


def _options(said: object) -> Options:
    if not isinstance(said, dict):
        raise ValueError("its options are no list of names and values")
    values: dict[str, OptionValue] = {}
    for name, value in said.items():
        if not isinstance(value, int | str):
            raise ValueError(f"option {name} has no plain value")
        values[str(name)] = value
    return Options.of(values)


def _seats(said: object) -> tuple[Seat, ...]:
    if not isinstance(said, list) or not all(isinstance(one, dict) for one in said):
        raise ValueError("its seats are no list")
    return tuple(_seat(one) for one in said)


def _seat(said: Mapping[str, object]) -> Seat:
    controller = _text(said, "controller")
    if controller not in {one.value for one in Controller}:
        raise ValueError(f"nobody is called '{controller}' who controls a seat")
    return Seat(_text(said, "name"), Controller(controller), _text(said, "level"))
