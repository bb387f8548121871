"""A LAN match of a home checked: a whole one holds and proves it, one changed byte anywhere makes it hold no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.commands.verify import VerifyExit, verify
from game.lan.checking import check_log
from game.lan.found import CheckOutcome, CheckResult
from game.match.transcript import EntryKind
from game.store.records import RecordFile
from game.table.canon import decode, encode
from tests.lan.hall import LanHall, played_match
from tests.lan.test_verdict import Spoiler, table_with, voids_of
from tests.slices import count

FEW = 2  # shadow decks, as in the hall
GOLDEN = Path(__file__).resolve().parent.parent / "golden"
CHANGED = count(3, 8)  # bytes tried, spread over the file


@pytest.fixture(scope="module")
def hall() -> LanHall:
    """A whole short match of two."""
    return played_match()


@pytest.fixture(scope="module")
def log(hall: LanHall, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The log as a home has it."""
    path = tmp_path_factory.mktemp("home") / "match.lan-over"
    RecordFile.new(path, *hall.seats["ana"].kept).close()
    return path.read_bytes()


@pytest.mark.whole  # the same match: `test_proof.py`
def test_a_whole_match_holds_and_its_proof_is_taken_by_the_command_line(
    hall: LanHall, log: bytes, tmp_path: Path
) -> None:
    told: list[tuple[int, int]] = []
    found = check_log(log, lambda done, of: told.append((done, of)), proofs=FEW)
    match = hall.seats["ana"].story.match
    assert found.end is CheckOutcome.HOLDS
    assert found.holding == found.entries == len(hall.seats["ana"].session.lockstep.replica.entries)
    assert found.deals == found.opened == len(match.standing.results)
    assert found.moves == sum(entry.kind is EntryKind.MOVE for entry in match.transcript.entries)
    assert [one.name for one in found.chairs] == ["ana", "bea"]
    assert found.person_count == 2
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]
    file = tmp_path / "proof.comodin"
    file.write_text(found.text, encoding="utf-8")
    assert verify(str(file), FEW) is VerifyExit.HOLDS
    assert decode(encode(found), CheckResult) == found


@pytest.mark.whole  # test_proof changes bytes in every game
def test_one_changed_byte_of_the_log_and_of_its_proof_is_refused(log: bytes, tmp_path: Path) -> None:
    text = check_log(log, proofs=FEW).text.encode()
    file = tmp_path / "match"
    for part in range(CHANGED):
        at = len(log) * (2 * part + 1) // (2 * CHANGED)
        changed = check_log(log[:at] + bytes([log[at] ^ 1]) + log[at + 1 :], proofs=FEW)
        assert changed.end in (CheckOutcome.BROKEN, CheckOutcome.UNREADABLE), at
        at = len(text) * (2 * part + 1) // (2 * CHANGED)
        file.write_bytes(text[:at] + bytes([text[at] ^ 1]) + text[at + 1 :])
        assert verify(str(file), FEW, as_json=True) is not VerifyExit.HOLDS, at


def test_a_match_that_goes_on_holds_so_far_and_is_not_called_proven(log: bytes) -> None:
    from game.store.records import _HEAD, split_records

    records, _good = split_records(log)
    length = sum(_HEAD + len(one) for one in records[: len(records) // 2])
    found = check_log(log[:length], proofs=FEW)
    assert found.end is CheckOutcome.UNFINISHED
    assert found.text


def test_a_deal_that_somebody_falsified_is_told_with_its_seat(tmp_path: Path) -> None:
    table = table_with(Spoiler)
    table.until(lambda: voids_of(table, 1) == 1)
    path = tmp_path / "match.lan-over"
    RecordFile.new(path, *table.seats["ana"].kept).close()
    found = check_log(path.read_bytes(), proofs=FEW)
    assert (found.end, found.who) == (CheckOutcome.CHEATED, 1)
    assert found.chairs[1].name == "bea"
    assert found.why.startswith("its mask is false")


def test_an_older_log_is_not_called_proven() -> None:
    assert check_log((GOLDEN / "lan-rummy-2-v1.lan-over").read_bytes()).end is CheckOutcome.OLD


@pytest.mark.parametrize("data", [b"", b"nothing of the kind", b"comodin-match {}"], ids=str)
def test_what_is_no_match_cannot_be_checked(data: bytes) -> None:
    assert check_log(data).end is CheckOutcome.UNREADABLE
