from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from game.store.records import RecordFile, read_records
from net.log.effects import EntryRecord, read_record, write_record
from net.log.entries import read_core
from tests.lan.hall import LanHall, offered
from tests.net.parties import Hall, teller
from tests.slices import some
from tools.inspect_logs import read_log
from tools.inspect_matches import first_divergence, main

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests/golden/burako-2.comodin"


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    code = main([str(one) for one in arguments])
    told = capsys.readouterr()
    return code, told.out + told.err


def kept(path: Path, records: list[bytes]) -> Path:
    file = RecordFile(path)
    for record in records:
        file.append(record)
    file.close()
    return path


def lan_records(rounds: int = 1, name: str = "ana") -> list[bytes]:
    hall = Hall(("hugo", "ana", "bea"), rounds=rounds)
    hall.begin()
    return [write_record(record) for record in hall.kept[name]]


# One file


def test_a_solo_match_is_told_entry_by_entry(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = said(capsys, GOLDEN)
    lines = out.splitlines()
    assert code == 0
    assert lines[0].startswith("header")
    assert "round 1 coin" in lines[1]
    assert len(lines) == len(GOLDEN.read_text(encoding="utf-8").splitlines())


def test_a_damaged_match_is_told_up_to_the_damage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines(keepends=True)
    path = tmp_path / "damaged.comodin"
    path.write_text("".join([*lines[:9], "7\tnonsense\n", *lines[10:]]), encoding="utf-8")
    code, out = said(capsys, path)
    assert code == 1
    assert len(out.splitlines()) == 10
    assert "Line 10 is damaged" in out


def test_a_lan_log_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hall = LanHall(offered("rummikub", players=2), ("hugo", "ana"))
    hall.until(lambda: len(hall.seats["ana"].kept) > 60)
    code, out = said(capsys, kept(tmp_path / "a.lan", hall.seats["ana"].kept))
    assert code == 0
    for words in ("start", "the host is hugo", "listens at", "round 1 begins", "share ", "draw"):
        assert words in out, words
    code, out = said(capsys, "--full", tmp_path / "a.lan")
    assert "option players: 2" in out
    assert "seen state:" in out


def test_whatever_a_host_did_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The bodies of a game that this program does not know are told as bytes."""
    code, out = said(capsys, kept(tmp_path / "a.lan", lan_records()))
    assert code == 0
    assert " bytes " in out


@pytest.mark.parametrize(
    ("spoil", "flaw"),
    [
        (lambda row: row._replace(signature=bytes(64)), "its author did not sign it"),
        (lambda row: row._replace(seal=bytes(64)), "the host did not seal it"),
        (lambda row: row._replace(raw=b"\xc0"), "cannot be read"),
    ],
)
def test_a_log_that_does_not_hold_says_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: object, flaw: str
) -> None:
    assert callable(spoil)
    records = lan_records()
    entries = [at for at, one in enumerate(records) if isinstance(read_record(one), EntryRecord)]
    record = read_record(records[entries[5]])
    assert isinstance(record, EntryRecord)
    records[entries[5]] = write_record(EntryRecord(spoil(record.numbered)))
    code, out = said(capsys, kept(tmp_path / "a.lan", records))
    assert code == 1
    assert f"entry 5: {flaw}" in out or f"entry 5 {flaw}" in out


def test_what_is_no_log_is_said_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x").write_bytes(b"hello\n")
    assert said(capsys, tmp_path / "x")[0] == 2
    code, out = said(capsys, tmp_path / "nowhere")
    assert code == 2
    assert "cannot be read" in out


# Two files


def test_two_copies_are_the_same_and_a_beginning_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = lan_records()
    one, other = kept(tmp_path / "a.lan", records), kept(tmp_path / "b.lan", lan_records(name="bea"))
    code, out = said(capsys, one, other)
    assert (code, "The same" in out) == (0, True)
    shorter = kept(tmp_path / "c.lan", records[:-4])
    code, out = said(capsys, one, shorter)
    assert code == 1
    assert "the first file goes on with" in out


@pytest.mark.parametrize("number", [0, 3, 40])
def test_the_first_entry_and_field_that_differ_are_found_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], number: int
) -> None:
    """A match beside its own beginning."""
    log = read_log(GOLDEN)
    lines = GOLDEN.read_text(encoding="utf-8").splitlines(keepends=True)
    path = tmp_path / "other.comodin"
    path.write_text("".join(lines[: number + 1]), encoding="utf-8")
    shorter = read_log(path)
    assert first_divergence(log, shorter) is None
    assert len(shorter.lines) == number + 1
    code, out = said(capsys, GOLDEN, path)
    assert (code, f"The same {number} entries" in out) == (1, True)


def test_two_solo_matches_part_at_the_first_other_move(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = said(capsys, GOLDEN, ROOT / "tests/golden/burako-4.comodin")
    assert code == 1
    assert "They part at the header, in the field 'option dead_bonus'" in out
    assert "first  header burako with" in out


def test_two_lan_logs_part_where_somebody_says_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same match twice, but Ana's coin: the entry and the field are named."""
    logs = []
    for coin in ("one", "two"):
        hall = Hall(("hugo", "ana"), rounds=1)
        if coin == "two":
            hall.parties["ana"].make_story = teller("lucky", 1)  # her coin is another, and so is all that follows
        hall.begin()
        logs.append(kept(tmp_path / coin, [write_record(one) for one in hall.kept["hugo"]]))
    found = first_divergence(read_log(logs[0]), read_log(logs[1]))
    assert found is not None
    rows = [read_core(record.numbered.raw) for record in _entries(logs[0])]
    assert rows[int(found.line)].author == 1
    assert found.field == "body"
    code, out = said(capsys, *logs)
    assert code == 1
    assert f"They part at entry {found.line}, in the field 'body'" in out


def _entries(path: Path) -> list[EntryRecord]:
    records = [read_record(one) for one in read_records(path)[0]]
    return [one for one in records if isinstance(one, EntryRecord)]


def test_it_can_be_started_as_a_script() -> None:
    """Its name is one of the standard library's; the script must not stand in its way."""
    done = subprocess.run(
        [sys.executable, "tools/inspect.py", str(GOLDEN)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.whole  # test_it_can_be_started_as_a_script
@pytest.mark.parametrize("tool", some(["inspect", "bench", "netsim", "pictures", "soak"], 2))
def test_a_tool_is_started_by_its_file_too(tool: str) -> None:
    """The folder of a started script comes first, where `inspect.py` would hide the module of that name."""
    done = subprocess.run(
        [sys.executable, f"tools/{tool}.py", "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    assert done.stdout or done.stderr
