"""`comodin club`: a tournament in sentences, as JSON, as a page; a whole evening at the desk of a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.arguments import CLUB_FORMATS
from game.club import library
from game.club.kept import read_tournament
from game.club.values import ClubFormat
from tests.club.kit import begun, pair, plan, play
from tests.commands.test_cli import run


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


def test_the_command_line_knows_every_format() -> None:
    assert list(CLUB_FORMATS) == [one.value for one in ClubFormat]


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


def test_a_duplicate_is_made_paired_and_told_deal_by_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "same.club"
    names = ("Ana", "Bea", "Cai", "Dan")
    made = ("--new", "Same", "--format", "howell", "--game", "rummy", "--seats", "2", "--duplicate", "2")
    assert run("club", str(path), *made, "--join", *names, "--pair") == 0
    assert (
        run("club", str(path), "--result", "1", "10", "0", "/", "0", "25", "--result", "2", "9", "0", "/", "0", "5")
        == 0
    )
    capsys.readouterr()
    assert run("club", str(path), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["rounds"][0]["seeds"]) == 2
    state = read_tournament(path.read_bytes()).state
    assert (state.plan.duplicate, state.plan.deals) == (True, 2)
    assert [table.result.rows for table in state.rounds[0].tables if table.result] == [
        ((10, 0), (0, 25)), ((9, 0), (0, 5)),
    ]  # fmt: skip


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
    monkeypatch.setitem(library._MODULES, library.RATING_LIBRARY, "comodin_has_no_such_module")
    assert run("club", str(kept), "--ratings") == 2
    assert (
        capsys.readouterr().err
        == 'This needs openskill, which is not installed. With pip: pip install "comodin[club]".\n'
    )


def test_a_whole_evening_is_run_at_the_desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "friday.club")
    assert run("club", file, "--new", "Friday", "--game", "burako", "--seats", "4", "--pairs", "--rounds", "2") == 0
    assert run("club", file, "--join", "Ana+Bea", "Cai+Dan", "Eva+Fay", "Gil+Hal", "--apart", "Ana", "Dan") == 0
    assert run("club", file, "--pair", "--seed", "3") == 0
    assert run("club", file, "--result", "1", "250", "-130", "--result", "2", "-", "10", "--pair", "--seed", "4") == 0
    assert run("club", file, "--result", "1", "90", "100", "--round", "1") == 0
    assert run("club", file, "--unpair", "--leave", "Hal", "--pair", "--seed", "5") == 0
    assert run("club", file, "--result", "1", "5", "6", "--back", "Hal", "--end") == 0
    capsys.readouterr()
    assert run("club", file, "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["ended"] is True
    assert [[one["rows"] for one in played["tables"]] for played in said["rounds"]] == [
        [[[90, 100]], [[0, 10]]],
        [[[5, 6]]],
    ]
    assert said["rounds"][0]["tables"][1]["absent"] == [0]
    assert len(said["rounds"][1]["byes"]) == 1
    met = [{side[0] for side in one["sides"]} for played in said["rounds"] for one in played["tables"]]
    assert {1, 2} not in met


REFUSED = [
    (["--join", "Ana+Bea"], "Entries here are of 1: one person, or two who stay together."),
    (["--pair"], "At least two have to be there to pair a round."),
    (["--result", "1", "2", "3"], "Round 0 has no table 1."),
    (["--join", "Ana", "Bea", "--pair", "--result", "1", "2"], "Round 0 has no table 1."),
    (["--result", "one", "2"], "A result is a table and points, like 2 150 -35, not 'one 2'."),
    (["--new", "Friday"], "The file '{file}' is there already: choose another name for a new tournament."),
]


@pytest.mark.parametrize(("words", "sentence"), REFUSED)
def test_what_cannot_be_done_is_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "x.club")
    assert run("club", file, "--new", "Friday") == 0
    capsys.readouterr()
    assert run("club", file, *words) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", sentence.replace("{file}", file) + "\n")


def test_a_tournament_that_cannot_be_makes_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.club"
    assert run("club", str(file), "--new", "Friday", "--game", "burako", "--seats", "3") == 2
    assert capsys.readouterr().err == "Burako has no table for 3 in a club: choose 2, 3 or 4 as the game allows.\n"
    assert run("club", str(tmp_path / "none" / "x.club"), "--new", "Friday") == 2
    assert capsys.readouterr().err.endswith("cannot be written: No such file or directory.\n")
    assert not file.exists()


def test_the_desk_mends_a_damaged_tail_and_says_so(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept.write_bytes(kept.read_bytes() + b'{"event":')
    assert run("club", str(kept), "--leave", "k1.0") == 0
    assert "It lies in friday.club.damaged-1." in capsys.readouterr().out
    assert run("club", str(kept)) == 0
    assert "damaged" not in capsys.readouterr().out
