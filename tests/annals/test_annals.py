"""The facts of matches, the cache beside them, and that nothing but the logs decides them."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest

from game.annals import kept, reading
from game.annals.facts import facts_from_row, facts_of, facts_to_row
from game.annals.feats import progress_of
from game.annals.kept import CACHE_PATH, FactsCache, facts_of_home
from game.annals.reading import LogFile
from game.annals.sums import statistics_of, statistics_to_plain
from game.cli import main
from game.client.words import set_language
from game.match.bodies import write_void
from game.match.deal import OpenDealer
from game.match.lines import match_text, read_match
from game.match.match import Match
from game.match.transcript import TABLE_AUTHOR, EntryKind
from game.session.match_replay import replay_of
from tests.annals.kit import GOLDEN, as_person, facts, golden, seat_rounds, told

HOUR = 3600.0
SHORT = ("eburako-2", "rummikub-4")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home with two matches of a person."""
    home = tmp_path_factory.mktemp("played")
    (home / "matches").mkdir()
    for at, name in enumerate(SHORT):
        match = as_person(read_match((GOLDEN / f"{name}.comodin").read_bytes()).match)
        path = home / "matches" / f"{match.header.game} 2026-11-2{at} 21.05.00.comodin"
        path.write_text(match_text(match), encoding="utf-8")
    return home


def test_facts_survive_as_plain_values() -> None:
    for name in SHORT:
        assert facts_from_row(facts_to_row(facts(name))) == facts(name)


@pytest.mark.parametrize("row", [[], ["x"], [1] * 13, facts_to_row(facts("eburako-2"))[:-1]])
def test_rows_that_are_no_facts_are_told(row: list[object]) -> None:
    with pytest.raises(ValueError, match="no facts"):
        facts_from_row(row)


def test_times_of_own_turns_and_of_whole_rounds_follow_from_the_file() -> None:
    transcript = golden("eburako-2")
    moves = [one for one in transcript.entries if one.kind is EntryKind.MOVE]
    whole = facts_of(transcript, "", 0, times={one.number: 10 * (1 + one.author) for one in moves})
    assert whole is not None
    for played, seat_round in zip(whole.rounds, seat_rounds("eburako-2"), strict=True):
        assert played.timed == played.turns == seat_round.turns
        assert played.thought == 10 * len(seat_round.acts)
        assert played.lasted > played.thought
    missing = moves[len(moves) // 2]
    gap = facts_of(transcript, "", missing.author, times={one.number: 10 for one in moves if one is not missing})
    assert gap is not None
    assert [one.lasted == 0 for one in gap.rounds].count(True) == 1
    assert sum(one.turns - one.timed for one in gap.rounds) == 1
    assert all((one.timed, one.thought, one.lasted) == (0, 0, 0) for one in facts("eburako-2").rounds)


def test_the_sheets_of_the_facts_are_those_of_the_log() -> None:
    match = read_match((GOLDEN / "eburako-2.comodin").read_bytes()).match
    told = facts("eburako-2")
    assert [[one.points(side) for side in (0, 1)] for one in told.rounds] == [
        [sheet.total for sheet in result.sheets] for result in match.standing.results
    ]
    assert told.winners == match.standing.winners


def test_the_same_logs_give_the_same_in_a_copied_home_another_language_and_without_the_cache(
    played: Path, tmp_path: Path
) -> None:
    first = facts_of_home(played)
    assert [one.day for one in first] == ["2026-11-20", "2026-11-21"]
    assert (played / CACHE_PATH).is_file()
    assert facts_of_home(played) == first
    copied = tmp_path / "copied"
    shutil.copytree(played / "matches", copied / "matches", copy_function=shutil.copyfile)
    set_language("pt")
    try:
        again = facts_of_home(copied)
    finally:
        set_language("en")
    assert again == first
    assert progress_of(again) == progress_of(first)
    assert statistics_to_plain(statistics_of(again)) == statistics_to_plain(statistics_of(first))


def test_another_process_in_another_language_tells_the_same_of_a_copied_home(played: Path, tmp_path: Path) -> None:
    shutil.copytree(played / "matches", tmp_path / "matches", copy_function=shutil.copyfile)
    program = "import sys, pathlib, game.client.words as words, tests.annals.kit as kit"
    program += "; words.set_language(sys.argv[2]); print(kit.told(pathlib.Path(sys.argv[1])))"
    run = subprocess.run(
        [sys.executable, "-c", program, tmp_path, "es"],
        env={**os.environ, "PYTHONHASHSEED": "4242"},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert json.loads(run.stdout.splitlines()[-1]) == json.loads(told(played))


def test_only_what_changed_is_read_again(played: Path) -> None:
    facts_of_home(played)
    read: list[str] = []

    def each(unread: object) -> object:
        read.extend(file.path.name for file in unread)  # type: ignore[attr-defined]
        return unread

    facts_of_home(played, each)  # type: ignore[arg-type]
    assert not read
    path = next((played / "matches").glob("eburako*"))
    data = path.read_bytes()
    path.write_bytes(data[: data[:-1].rindex(b"\n") + 1])
    facts_of_home(played, each)  # type: ignore[arg-type]
    assert read == [path.name]
    path.write_bytes(data)


def test_what_was_read_stays_in_mind_until_a_file_changes(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    annals = FactsCache(played)
    first = annals.read()
    monkeypatch.setattr(kept, "_load_cache", dict)  # it is asked once
    assert annals.read() is first
    path = next((played / "matches").glob("eburako*"))
    data = path.read_bytes()
    path.unlink()
    assert annals.read() == tuple(one for one in first if one.name != path.name)
    path.write_bytes(data)
    assert annals.read() == first


def test_a_home_that_was_copied_without_its_times_is_known_by_what_its_files_hold(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = facts_of_home(played)
    shutil.copytree(played, tmp_path / "copy")
    files = sorted((tmp_path / "copy" / "matches").iterdir())
    for at, path in enumerate(files):
        os.utime(path, (at, at))
    opened: list[str] = []
    before = reading._facts

    def noted(file: LogFile) -> object:
        opened.append(file.path.name)
        return before(file)

    monkeypatch.setattr(reading, "_facts", noted)
    assert facts_of_home(tmp_path / "copy") == first
    assert opened == []
    path = files[0]
    data = bytearray(path.read_bytes())
    data[-2] ^= 1
    path.write_bytes(data)
    facts_of_home(tmp_path / "copy")
    assert opened == [path.name]


@pytest.mark.parametrize("data", [b"", b"\x00", b"\x93\x01\x02\x03", b"\x92\xc4\x01x\x90"])
def test_a_damaged_cache_is_made_anew(played: Path, data: bytes) -> None:
    first = facts_of_home(played)
    (played / CACHE_PATH).write_bytes(data)
    assert facts_of_home(played) == first


def test_with_a_single_bit_changed_nothing_of_the_cache_is_believed(played: Path) -> None:
    first = facts_of_home(played)
    written = (played / CACHE_PATH).read_bytes()
    for at in range(0, len(written), len(written) // 40):
        changed = bytearray(written)
        changed[at] ^= 1
        (played / CACHE_PATH).write_bytes(changed)
        assert kept._load_cache(played) == {}
    assert facts_of_home(played) == first


def test_a_cache_of_another_version_is_not_believed(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = facts_of_home(played)
    monkeypatch.setattr(kept, "_SIGN", b"another")
    assert facts_of_home(played) == first


def test_what_is_read_is_told_meanwhile_and_kept_for_whoever_stops(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(played / "matches", tmp_path / "matches")
    files = sorted((tmp_path / "matches").iterdir())
    for at, path in enumerate(files):
        os.utime(path, (at, at))
    monkeypatch.setattr(kept, "monotonic", count(0, HOUR).__next__)  # every file takes long
    parts = FactsCache(tmp_path).read_in_steps()
    assert [one.name for one in next(parts)] == [files[-1].name]  # the one played last
    assert {one.name for one in next(parts)} == {one.name for one in files[-2:]}
    parts.close()  # the program is quit meanwhile
    left: list[str] = []

    def noted(unread: Sequence[LogFile]) -> Sequence[LogFile]:
        left.extend(one.path.name for one in unread)
        return unread

    assert FactsCache(tmp_path).read(noted) == facts_of_home(played)
    assert files[-1].name not in left


def test_a_match_with_one_changed_tile_earns_nothing(played: Path, tmp_path: Path) -> None:
    copied = tmp_path / "changed"
    shutil.copytree(played / "matches", copied / "matches")
    path = next((copied / "matches").glob("eburako*"))
    data = path.read_bytes()
    at = data.index(b"discard ") + 8
    path.write_bytes(data[:at] + (b"R" if data[at : at + 1] != b"R" else b"B") + data[at + 1 :])
    damaged = next(one for one in facts_of_home(copied) if one.game == "eburako")
    assert not damaged.rounds
    assert not damaged.over


def test_a_home_without_matches_has_no_facts(tmp_path: Path) -> None:
    assert facts_of_home(tmp_path) == ()


def test_a_match_of_bots_alone_is_nobodys(tmp_path: Path) -> None:
    (tmp_path / "matches").mkdir()
    shutil.copyfile(GOLDEN / "eburako-2.comodin", tmp_path / "matches" / "eburako 2026-11-20 21.05.00.comodin")
    assert facts_of_home(tmp_path) == ()


def test_the_command_tells_the_same_in_sentences_as_json_and_as_a_table(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "rounds.csv"
    assert main(["stats", "--home", str(played), "--csv", str(table)]) == 0
    assert capsys.readouterr().out.startswith("2 matches, ")
    assert main(["stats", "--home", str(played), "--game", "eburako", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["matches"] == 1
    assert told["won"] is None
    assert "canasta" in told["feats"]
    lines = table.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + sum(len(one.rounds) for one in facts_of_home(played))


@pytest.mark.parametrize(
    ("arguments", "said"), [(["--since", "yesterday"], "2026-11-22"), (["--home", "/no/such/home"], "No match is kept")]
)
def test_what_the_command_cannot_do_is_a_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with contextlib.suppress(SystemExit):
        assert main(["stats", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_round_that_was_broken_off_keeps_its_place_before_the_next() -> None:
    match = read_match((GOLDEN / "eburako-2.comodin").read_bytes()).match
    broken = Match.new(match.header)
    for entry in match.transcript.entries[:3]:
        broken, _ = broken.with_decision(entry.author, entry.kind, entry.body)
    broken, _ = broken.with_decision(TABLE_AUTHOR, EntryKind.VOID, write_void(None))
    told = facts_of(broken.transcript, "", 0)
    assert told is not None
    assert not told.rounds
    assert [one.place for one in facts("eburako-2").rounds] == [0, 1]
    dealt = OpenDealer(0).begin_deal(match.header, broken.standing)
    assert dealt is not None
    again, _ = broken.with_decision(TABLE_AUTHOR, dealt.kind, dealt.body)
    assert len(replay_of(again.transcript, 0).rounds) == 2
