"""`comodin club`: a kept tournament in sentences, as JSON, as a page; what is none is a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.client.words import speak
from game.club import library
from game.club.values import ClubFormat
from tests.club.kit import begun, pair, plan, play
from tests.commands.test_cli import run


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    speak("en")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    made = begun(plan(), 5)
    play(made, rounds=2)
    path = tmp_path / "friday.club"
    path.write_bytes(made._journal.data)  # type: ignore[attr-defined]
    return path


def test_pairings_and_standings_are_told(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("club", str(kept)) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Friday · Swiss system · eBurako, tables for 2"
    assert "Round 2: results" in told
    assert told[told.index("Standings") + 1].split()[:2] == ["Place", "Name"]
    assert sum(line.startswith(tuple("12345")) for line in told[told.index("Standings") :]) == 5
    assert any(line.startswith("Sitting out: Player") for line in told)


def test_all_of_it_is_told_as_json_too(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("club", str(kept), "--json", "--ratings") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["plan"]["format"] == "swiss"
    assert [one["place"] for one in said["standings"]] == sorted(one["place"] for one in said["standings"])
    assert [len(one["tables"]) for one in said["rounds"]] == [2, 2]
    assert len(said["ratings"]) == 5
    assert said["damage"] == ""


def test_the_page_is_written_in_the_language_that_is_asked_for(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    assert run("club", str(kept), "--html", str(page), "--language", "he", "--ratings") == 0
    assert "<html lang='he' dir='rtl'>" in page.read_text(encoding="utf-8")
    assert str(page) in capsys.readouterr().out.splitlines()[-1]


def test_the_seeds_of_a_duplicate_are_told_when_its_round_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = begun(plan(ClubFormat.HOWELL, "burako", 4, pairs=True, duplicate=True, trusted=True, deals=2), 4)
    play(made, rounds=1)
    assert pair(made) is None
    path = tmp_path / "x.club"
    path.write_bytes(made._journal.data)  # type: ignore[attr-defined]
    assert run("club", str(path), "--json") == 0
    said = capsys.readouterr().out
    assert [len(one.get("seeds", [])) for one in json.loads(said)["rounds"]] == [2, 0]
    assert made.state.rounds[1].deal not in said


def test_a_damaged_tail_is_said_and_the_file_left_as_it_is(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = kept.read_bytes() + b'{"event":'
    kept.write_bytes(data)
    assert run("club", str(kept)) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("Line ")
    assert kept.read_bytes() == data


def test_what_is_no_tournament_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.club"
    path.write_bytes(b"no tournament")
    for name in (path, tmp_path / "nothing.club"):
        assert run("club", str(name)) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1


def test_ratings_without_the_library_are_a_sentence(
    kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(library._MODULES, library.RATING, "comodin_has_no_such_module")
    assert run("club", str(kept), "--ratings") == 2
    assert (
        capsys.readouterr().err
        == 'This needs openskill, which is not installed. With pip: pip install "comodin[club]".\n'
    )
