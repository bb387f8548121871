"""A home outlives its program: this one opens what every released version left, and what a newer keeps is safe."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from game import __version__
from game.annals.kept import facts_of_home
from game.annals.pad import read_pads
from game.cli import main
from game.client.annals.pads import FOLDER
from game.client.app_context import MatchAtTable
from game.client.director import Push
from game.client.lan.network import Lan
from game.client.puzzle.shelf import PuzzleShelf
from game.client.review.mistakes import begin_mistake
from game.client.review.notes import MistakeShelf
from game.client.still import Studio
from game.client.theatre.door import lan_theatre, solo_theatre
from game.club.kept import read_tournament, tournament_files
from game.commands.verify import VerifyExit, verify
from game.lan.checking import check_log
from game.lan.found import CheckOutcome
from game.puzzle.puzzle import puzzles
from game.review.notebook import load_notebook
from game.store.home import FORMAT_FILE, HOME_FORMAT, NOTE_NEWER, open_home
from tests.client.program import open_app
from tests.client.theatre.kit import Hands
from tools.golden_home import HOMES, HOST, PAD, PIN, PLAN, PLAYERS_BY_GAME, SETTINGS, SOLVED

RELEASED = sorted(path.name for path in HOMES.iterdir())


def told(path: Path) -> dict[str, bytes]:
    """Return every file below a folder, as it is on the disk."""
    return {one.relative_to(path).as_posix(): one.read_bytes() for one in path.rglob("*") if one.is_file()}


@pytest.fixture
def home(tmp_path: Path) -> Callable[[str], Path]:
    def copied(version: str) -> Path:
        return Path(shutil.copytree(HOMES / version, tmp_path / "home"))

    return copied


def test_the_profile_of_this_version_is_kept() -> None:
    assert __version__ in RELEASED, "python3 tools/dev.py run golden_home"


@pytest.mark.parametrize("version", RELEASED)
def test_what_an_older_version_kept_is_opened(version: str, home: Callable[[str], Path]) -> None:
    path = home(version)
    app = open_app(path)
    assert app.preferences.now.player == SETTINGS.player
    assert (app.preferences.now.text_size, app.preferences.now.palette) == (SETTINGS.text_size, SETTINGS.palette)
    assert app.preferences.now.tables == SETTINGS.tables
    assert app.preferences.now.keys == SETTINGS.keys
    app.matches.read()
    app.matches.wait()
    assert app.matches.kept is not None
    read = [one.read_match for one in app.matches.kept if one.read_match is not None]
    assert {one.header.game for one in read} == set(PLAYERS_BY_GAME)
    for one in app.matches.kept:
        taken = app.matches.resume(one)
        assert isinstance(taken, MatchAtTable), (one.path.name, taken)
        app.director.apply(app.scene_factory.resume(taken))
        assert app.director.top.name == "table"
    assert app.matches.notes == []
    lan = Lan(app.home, app.writer, app._bots, lambda: "Rosa")
    assert lan.hosts == (HOST,)
    assert lan.pins == (PIN,)
    app.close()
    assert verify(None, home=str(path)) in (VerifyExit.HOLDS, VerifyExit.UNFINISHED)


@pytest.mark.parametrize("version", RELEASED)
def test_what_an_older_version_kept_beside_the_matches_is_opened(version: str, home: Callable[[str], Path]) -> None:
    path = home(version)
    with Studio(folder=path) as studio:
        shelf = PuzzleShelf(path)
        assert shelf.solved == SOLVED
        assert [shelf.solved.is_solved(one.key) for one in puzzles()].count(True) == len(SOLVED.rows)
        (mistake,) = load_notebook(path).mistakes
        assert begin_mistake(studio.context, mistake, MistakeShelf(path)).name == "puzzle"
        assert [pad for _path, pad in read_pads(path / FOLDER)] == [PAD]
        (club,) = tournament_files(path)
        kept = read_tournament(club.read_bytes())
        assert (kept.damage, kept.state.plan) == ("", PLAN)
        assert {one.game for one in facts_of_home(path)} == set(PLAYERS_BY_GAME)


@pytest.mark.whole  # what it kept: above
@pytest.mark.parametrize("version", RELEASED)
def test_every_match_that_an_older_version_kept_opens_in_the_theatre(version: str, home: Callable[[str], Path]) -> None:
    with Studio(folder=home(version)) as studio:
        studio.matches.read()
        studio.matches.wait()
        lan = studio.lan
        lan.read()
        lan.wait()
        assert studio.matches.kept
        assert lan.kept
        doors = [solo_theatre(studio.context, studio.matches, one.path) for one in studio.matches.kept]
        doors += [lan_theatre(studio.context, studio.matches, one.path) for one in lan.kept]
        for door in doors:
            assert isinstance(door, Push)
            hands = Hands(door.scene)
            hands.pass_time(0.1)
            assert hands.top.name == "theatre"
            hands.press("right")
            hands.picture()
        assert {check_log(one.path.read_bytes()).end for one in lan.kept} <= {CheckOutcome.OLD, CheckOutcome.HOLDS}


def test_a_home_says_what_keeps_it(tmp_path: Path) -> None:
    open_home(tmp_path).close()
    assert json.loads((tmp_path / FORMAT_FILE).read_bytes()) == {"format": HOME_FORMAT, "version": __version__}


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"format": "2"}', b'{"version": "9"}'], ids=str)
def test_a_mark_that_cannot_be_read_keeps_nobody_out(damage: bytes, tmp_path: Path) -> None:
    (tmp_path / FORMAT_FILE).write_bytes(damage)
    home = open_home(tmp_path)
    assert home.owner
    home.close()


def newer(path: Path) -> Path:
    (path / FORMAT_FILE).write_text(json.dumps({"format": HOME_FORMAT + 1, "version": "9.0"}), encoding="utf-8")
    return path


def test_a_home_of_a_newer_version_is_looked_at_and_never_written(home: Callable[[str], Path]) -> None:
    path = newer(home(__version__))
    before = told(path)
    app = open_app(path)
    assert (app.home.owner, app.home.writable, app.home.notes) == (False, False, (NOTE_NEWER,))
    assert app.preferences.now.player == SETTINGS.player
    app.finish_start()
    app.matches.wait()
    assert app.matches.kept is not None
    (one,) = [kept for kept in app.matches.kept if kept.path.name.startswith("burako")]
    taken = app.matches.resume(one)
    assert isinstance(taken, MatchAtTable)
    app.director.apply(app.scene_factory.resume(taken))
    app.director.update(1.0)
    assert app.matches.delete(one) is not None
    app.preferences.replace(SETTINGS)
    app._settings_file.note_change()
    app._settings_file.save_if_due(app.preferences.now)
    app.director.apply(Push(app.context.settings()))
    app.director.apply(app.scene_factory.make_report())
    network = app.context.network
    assert network is not None
    network().read()
    app.close()
    assert told(path) == before


@pytest.mark.parametrize(
    "words",
    [
        ["arena", "--game", "rummy", "--deals", "1"],
        ["host", "--headless", "--interface", "127.0.0.1"],
        ["join", "127.0.0.1:1", "--headless", "--watch"],
    ],
    ids=lambda words: words[0],
)
def test_no_command_writes_into_a_home_of_a_newer_version(
    words: list[str], home: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path = newer(home(__version__))
    before = told(path)
    assert main([*words, "--home", str(path)]) == 2
    assert "a newer Comodín keeps it" in capsys.readouterr().err
    assert told(path) == before
