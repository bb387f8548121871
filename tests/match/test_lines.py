from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.match.lines import (
    FILE_MAGIC,
    Damage,
    FileReading,
    UnreadableMatchError,
    entry_line,
    header_line,
    match_text,
    read_match,
)
from game.match.match import Match
from game.match.transcript import NEWEST_FORMAT, RULES_VERSION, TIMED_FORMAT, EntryKind
from game.rules.registry import GAMES
from game.rules.ruleset import choose_options
from game.table.options import Options
from tests.match.logs import GOLDEN, header
from tests.slices import count, every
from tests.strategies import wandered
from tools.golden import golden_text, of_game

WHOLE = (GOLDEN / "burako-4-pile.comodin").read_bytes()
LINES = WHOLE.splitlines(keepends=True)
SHORT = b"".join(LINES[:15])  # the first turns: folded in no time
TAIL = sum(len(line) for line in LINES[:12])


def lines_held(reading: FileReading) -> int:
    """How many lines of the whole file a reading holds, the first one too."""
    return 1 + len(reading.match.transcript.entries)


def read_or_said(data: bytes) -> FileReading | str:
    """What a file holds, or the sentence why it holds nothing."""
    try:
        return read_match(data)
    except UnreadableMatchError as error:
        return str(error)


def is_good_part(reading: FileReading, data: bytes) -> bool:
    """Whether the good bytes are exactly the lines that were kept, as they stand in the file."""
    good = data[: reading.good_bytes]
    return match_text(reading.match).encode() == good and WHOLE.startswith(good)


def can_seat(game: str, players: int) -> bool:
    """Whether a game is for so many."""
    return isinstance(choose_options(GAMES[game], {"players": players}), Options)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.comodin")), ids=lambda path: str(path.stem))
def test_a_golden_match_reads_back_to_the_byte(path: Any) -> None:
    data = path.read_bytes()
    reading = read_match(data)
    assert reading.damage is None
    assert reading.good_bytes == len(data)
    assert match_text(reading.match).encode() == data
    assert reading.match.standing.over


def test_there_is_a_golden_match_for_each_game_and_number_of_players() -> None:
    headers = [read_match(path.read_bytes()).match.header for path in GOLDEN.glob("*.comodin")]
    there = {(header.game, len(header.seats)) for header in headers}
    assert there == {(key, seats) for key in GAMES for seats in range(9) if can_seat(key, seats)}


@pytest.mark.parametrize("name", [name for rules in GAMES.values() for name in every(of_game(rules), 9)])
def test_a_golden_match_is_played_again_to_the_byte(name: str) -> None:
    assert golden_text(name) == (GOLDEN / f"{name}.comodin").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", ["burako", "eburako", "burraco"])
def test_a_round_of_each_game_reads_back(game: str) -> None:
    match = wandered(game, 2)[0].match
    assert read_match(match_text(match).encode()) == FileReading(match, len(match_text(match).encode()))


def test_an_entry_with_a_proof_reads_back() -> None:
    match, entry = Match.new(header()).with_decision(1, EntryKind.SHARE, "tile 5", bytes(range(256)))
    assert entry_line(entry).count("\t") == 5
    assert read_match(match_text(match).encode()).match == match


def timed_file() -> tuple[Match, bytes]:
    """Return a match of the format with times, and its file, in which all entries but the first say theirs."""
    match = Match.new(replace(header(), format=TIMED_FORMAT))
    match, _ = match.with_decision(1, EntryKind.SHARE, "tile 5", b"proof")
    for number in range(3):
        match, _ = match.with_decision(0, EntryKind.SEAT, f"seat 0 here - Ana{number}")
    lines = [header_line(match.header)]
    lines += [entry_line(one, 10 * one.number if one.number else None) for one in match.transcript.entries]
    return match, "".join(f"{line}\n" for line in lines).encode()


def test_times_stand_beside_the_entries_and_change_no_digest() -> None:
    match, data = timed_file()
    reading = read_match(data)
    assert reading.damage is None
    assert reading.times == {1: 10, 2: 20, 3: 30}
    assert reading.match == match
    assert read_match(match_text(match).encode()).match.transcript.head == match.transcript.head
    with_proof = entry_line(match.transcript.entries[0], 7)
    assert with_proof.split("\t")[-1] == "@7"
    assert read_match(f"{header_line(match.header)}\n{with_proof}\n".encode()).times == {0: 7}


@pytest.mark.parametrize("written", ["@", "@-1", "@07", "@1.5", "@1234567", "@1\t@2", "1"])
def test_a_time_that_is_not_written_as_one_is_damage(written: str) -> None:
    _match, data = timed_file()
    reading = read_match(data.replace(b"@20", written.encode()))
    assert reading.damage is not None
    assert reading.damage.line == 4
    assert reading.times == {1: 10}


def test_a_file_of_a_format_without_times_has_none() -> None:
    match, _data = timed_file()
    plain = Match.new(header())
    for one in match.transcript.entries:
        plain, _ = plain.with_decision(one.author, one.kind, one.body, one.proof)
    lines = [header_line(plain.header), *(entry_line(one, 5) for one in plain.transcript.entries)]
    reading = read_match("".join(f"{line}\n" for line in lines).encode())
    assert reading.damage is not None
    assert reading.damage.line == 2


def test_names_of_all_tongues_read_back() -> None:
    match, _entry = Match.new(header()).with_decision(0, EntryKind.SEAT, "seat 0 here - Žofie 🀄 李")
    assert read_match(match_text(match).encode()).match.standing.seats[0].name == "Žofie 🀄 李"


def check_cut(data: bytes) -> None:
    reading = read_match(data)
    assert lines_held(reading) == data.count(b"\n")
    assert is_good_part(reading, data)
    if data.endswith(b"\n"):
        assert reading.damage is None
    else:
        assert isinstance(reading.damage, Damage)
        assert reading.damage.tail
        assert str(reading.damage).startswith(f"The last line ({data.count(10) + 1}) ")


def test_a_file_cut_at_every_byte_of_its_last_entries_keeps_all_whole_lines() -> None:
    for cut in range(TAIL, len(SHORT) + 1):
        check_cut(SHORT[:cut])


def test_a_file_cut_within_its_score_keeps_all_whole_lines() -> None:
    """Every byte about both ends of the long last line, and some within it."""
    last = len(WHOLE) - len(LINES[-1])
    for cut in (
        *range(last - 3, last + 12),
        *range(last + 12, len(WHOLE) - 40, count(778, 97)),
        *every(range(len(WHOLE) - 40, len(WHOLE)), 3),
    ):
        check_cut(WHOLE[:cut])


def test_a_file_cut_at_every_byte_of_its_first_line_is_a_sentence() -> None:
    for cut in range(len(LINES[0])):
        with pytest.raises(UnreadableMatchError, match="ends within its first line"):
            read_match(WHOLE[:cut])
    assert lines_held(read_match(LINES[0])) == 1


@given(st.integers(len(LINES[0]), len(WHOLE) - 1), st.integers(1, 255))
@settings(max_examples=count(25, 120))
def test_a_flipped_byte_keeps_every_line_before_it(at: int, flip: int) -> None:
    data = bytearray(WHOLE)
    data[at] ^= flip
    reading = read_match(bytes(data))
    line = WHOLE[:at].count(b"\n") + 1
    assert reading.damage is not None
    assert reading.damage.line in {line, line + 1}  # a line that became two is good in its first half at best
    assert lines_held(reading) == line - 1
    assert is_good_part(reading, bytes(data))
    assert str(reading.damage).endswith(".")


@given(st.integers(0, len(LINES[0]) - 2), st.integers(1, 255))
@settings(max_examples=count(30, 150))
def test_a_flipped_byte_of_the_first_line_is_a_sentence(at: int, flip: int) -> None:
    """What the line alone cannot tell, such as another name, is told by the first entry, which does not follow."""
    data = bytearray(WHOLE)
    data[at] ^= flip
    reading = read_or_said(bytes(data))
    if isinstance(reading, str):
        assert reading.endswith(".")
        return
    assert reading.damage is not None
    assert lines_held(reading) == 1
    assert reading.damage.line == 2


@given(st.binary(max_size=300))
def test_any_bytes_are_a_sentence(data: bytes) -> None:
    with pytest.raises(UnreadableMatchError) as caught:
        read_match(data)
    assert str(caught.value).endswith(".")


@given(st.binary(max_size=80))
def test_any_bytes_behind_a_good_file_are_damage(data: bytes) -> None:
    reading = read_match(SHORT + data)
    assert is_good_part(reading, SHORT)
    assert (reading.damage is None) == (not data)


@pytest.mark.parametrize("extra", [b"\n", b"\r\n", b" ", b"\x00"])
def test_an_entry_is_written_in_one_way_only(extra: bytes) -> None:
    reading = read_match(b"".join([*LINES[:5], LINES[5].rstrip(b"\n") + extra + b"\n", *LINES[6:]]))
    assert reading.damage is not None
    assert lines_held(reading) >= 5


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda line: b"0" + line, "no number"),
        (lambda line: b"+" + line, "no number"),
        (lambda line: line.replace(b"\tmove\t", b"\tmoves\t"), "no kind of entry"),
        (lambda line: line.rstrip(b"\n").rsplit(b"\t", 1)[0] + b"\n", "4 fields"),
        (lambda line: line.rstrip(b"\n") + b"\t!!\n", "not base64"),
        (lambda line: line.rstrip(b"\n") + b"\t\xc3\xa1\n", "not base64"),
        (lambda line: line.rstrip(b"\n") + b"\t\n", "not written as an entry is"),
        (lambda line: line.rstrip(b"\n")[:-1] + b"g\n", "32 hexadecimal digits"),
        (lambda line: line.upper(), "is no kind of entry"),
        (lambda line: b"\xff" + line, "not text"),
        (lambda line: b"9" * 5000 + line, "no number"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(change: Any, sentence: str) -> None:
    reading = read_match(b"".join([*LINES[:20], change(LINES[20]), *LINES[21:]]))
    assert reading.damage is not None
    assert sentence in reading.damage.reason
    assert reading.damage.line == 21
    assert not reading.damage.tail
    assert str(reading.damage).startswith("Line 21 is damaged: ")


def test_lines_in_another_order_do_not_follow() -> None:
    swapped = [*LINES[:10], LINES[11], LINES[10], *LINES[12:]]
    reading = read_match(b"".join(swapped))
    assert reading.damage is not None
    assert lines_held(reading) == 10


def first_line(**changed: object) -> bytes:
    """The first line of a file with some of its fields changed; None takes one out."""
    said = json.loads(header_line(header()).partition(" ")[2])
    said = {name: value for name, value in {**said, **changed}.items() if value is not None}
    return f"{FILE_MAGIC} {json.dumps(said, ensure_ascii=False, separators=(',', ':'))}\n".encode()


def test_a_file_from_the_future_is_left_alone() -> None:
    for changed in (
        {"format": NEWEST_FORMAT + 1},
        {"rules": RULES_VERSION + 1},
        {"format": 99, "deck": None, "new": 1},
    ):
        with pytest.raises(UnreadableMatchError, match=r"newer Comodín.*left as it is"):
            read_match(first_line(**changed))


SEATS = [{"name": "Ana", "controller": "bot", "level": "medium"}] * 2


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"format": 0}, "never was"),
        ({"rules": -1}, "never was"),
        ({"format": True}, "does not say which format"),
        ({"format": "1"}, "does not say which format"),
        ({"rules": None}, "does not say which format"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": 5}, "game is no text"),
        ({"deck": "cards"}, "not played with the deck 'cards'"),
        ({"deck": None}, "deck is no text"),
        ({"options": None}, "no list of names and values"),
        ({"options": {}}, "does not name every option"),
        ({"options": {"players": [2]}}, "no plain value"),
        ({"options": {"players": "two"}}, "cannot be: option_value"),
        ({"options": {"players": 3}}, "cannot be: seats"),
        ({"options": {"colours": 3}}, "cannot be: unknown_option"),
        ({"options_hash": "00000000"}, "fingerprint"),
        ({"options_hash": None}, "fingerprint"),
        ({"seats": SEATS[:1]}, "1 seats for 2 players"),
        ({"seats": "two"}, "seats are no list"),
        ({"seats": ["Ana", "Tito"]}, "seats are no list"),
        ({"seats": [{}, {}]}, "controller is no text"),
        ({"seats": [{**SEATS[0], "controller": "cat"}] * 2}, "'cat'"),
        ({"seats": [{**SEATS[0], "name": "A\nna"}] * 2}, "name is no text"),
        ({"seed": None}, "seed is no number"),
        ({"seed": 1.5}, "seed is no number"),
        ({"nodes": "many"}, "nodes is no number"),
        ({"surprise": 1}, "not written as a first line is"),
    ],
    ids=str,
)
def test_what_is_wrong_with_a_first_line_is_said(changed: dict[str, object], sentence: str) -> None:
    with pytest.raises(UnreadableMatchError, match=sentence) as caught:
        read_match(first_line(**changed))
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"comodin-match\n",
        b"comodin-match {\n",
        b"comodin-match []\n",
        b"comodin-match 5\n",
        b"comodin-match " + b"[" * 100_000 + b"\n",
        b"comodin-match " + b"9" * 10_000 + b"\n",
        b'comodin-match {"format":1e400,"rules":1}\n',
        b"\xff\xfe\n",
        b"SQLite format 3\x00\n",
    ],
    ids=lambda line: str(line[:30]),
)
def test_what_is_no_match_is_a_sentence(line: bytes) -> None:
    with pytest.raises(UnreadableMatchError, match="match"):
        read_match(line)


def test_half_a_sign_in_a_name_is_a_sentence() -> None:
    line = first_line().replace(b'"Ana"', b'"\\ud800"')
    with pytest.raises(UnreadableMatchError, match="name is no text"):
        read_match(line)


def test_this_first_line_is_good() -> None:
    assert read_match(first_line()).match == Match.new(header())
