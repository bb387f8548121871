"""`comodin replay` writes what the theatre offers: a picture, a film, the file, the code, and refuses what it would."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.cli import main
from game.match.lines import match_text, read_match
from game.match.short_code import read_code
from tests.session.test_match_replay import person_match

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
LAN = GOLDEN / "lan-rummy-2-v1.lan-over"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.comodin"
    path.write_text(match_text(person_match("eburako-2")), encoding="utf-8")
    return path


@pytest.mark.whole  # tests/client/theatre/test_theatre writes them by its buttons
def test_a_picture_a_film_the_file_and_the_code_are_written(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [str(tmp_path / name) for name in ("table.png", "turn.png", "copy.comodin")]
    words = ["--at", "1.6", "--eyes", "all", "--picture", names[0], "--film", names[1], "--text", names[2], "--code"]
    assert main(["replay", str(file), *words]) == 0
    assert pygame.image.load(names[0]).get_size() == (1920, 1080)
    film = Path(names[1]).read_bytes()
    assert film.startswith(b"\x89PNG")
    assert b"acTL" in film
    assert Path(names[2]).read_bytes() == file.read_bytes()
    assert read_code(capsys.readouterr().out.strip().splitlines()[-1]).seed == person_match("eburako-2").header.seed


def test_the_log_of_a_lan_match_is_told_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(LAN)]) == 0
    assert "table" in capsys.readouterr().out
    assert main(["replay", str(LAN), "--text", str(tmp_path / "lan.comodin")]) == 0
    reading = read_match((tmp_path / "lan.comodin").read_bytes())
    assert reading.damage is None
    assert reading.match.standing.over


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--at", "99", "--picture", "x.png"], "There is no place '99'"),
        (["--at", "1.9999", "--picture", "x.png"], "Round 1 has"),
        (["--at", "one", "--picture", "x.png"], "There is no place 'one'"),
        (["--eyes", "7", "--picture", "x.png"], "These eyes may not see"),
    ],
    ids=str,
)
def test_a_place_that_is_none_is_a_sentence(
    file: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(file), *words]) == 2
    assert said in capsys.readouterr().err


def test_a_sealed_deal_has_no_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(LAN), "--code"]) == 2
    assert "no code" in capsys.readouterr().err


def test_a_round_that_runs_shows_no_other_rack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "running.comodin"
    path.write_text(match_text(person_match("eburako-2", 30)), encoding="utf-8")
    assert main(["replay", str(path), "--eyes", "all", "--picture", str(tmp_path / "x.png")]) == 2
    assert "can be seen by 0" in capsys.readouterr().err
