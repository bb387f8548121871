"""Every game has a look of its own; one without a file, or with a wrong one, is met as it should be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.client.draw import game_look, theme
from game.client.draw.game_art import art_cache, game_art, game_sign
from game.client.draw.game_look import PLAIN_GROUND, SIGN_TILES, Pose, look_of
from game.rules.registry import GAMES, rules_of
from game.table.faces import HIDDEN

SIZE = (200, 112)


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of looks to write in, empty."""
    monkeypatch.setattr(game_look, "look_file", lambda game: tmp_path / f"{game}.toml")
    look_of.cache_clear()
    art_cache.forget()
    yield tmp_path
    look_of.cache_clear()
    art_cache.forget()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_look_with_tiles_of_its_deck(game: str) -> None:
    look = look_of(game)
    assert game_look.look_file(game).is_file()
    assert len(look.sign) == SIGN_TILES
    faces = {face for part in look.art for face in part.faces} | set(look.sign)
    assert faces - {HIDDEN} <= set(rules_of(game).deck.faces)


def test_games_are_told_apart_by_their_grounds() -> None:
    assert len({look_of(game).ground for game in GAMES}) == len(GAMES)


def test_no_look_is_kept_for_a_game_that_is_gone() -> None:
    folder = Path(__file__).parents[3] / "assets" / "games"
    assert {path.stem for path in folder.iterdir()} == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_a_file_shows_two_of_its_tiles_on_a_plain_ground(written: Path, game: str) -> None:
    assert list(written.iterdir()) == []
    look = look_of(game)
    assert (look.ground, look.art, len(set(look.sign))) == (PLAIN_GROUND, (), SIGN_TILES)
    art, sign = game_art(game, SIZE, 1.0, theme.CLASSIC), game_sign(game, SIZE, 1.0, theme.CLASSIC)
    assert art.get_buffer().raw == sign.get_buffer().raw


@pytest.mark.parametrize("lay", Pose)
@pytest.mark.parametrize(("game", "tiles"), [("burako", "R3 R4 R5"), ("burraco", "3h 4h 5h")])
def test_tiles_and_cards_lie_in_every_way(written: Path, lay: Pose, game: str, tiles: str) -> None:
    said = f'ground = ["#102030", "#203040"]\nsign = "*"\n[[art]]\nlay = "{lay.value}"\ntiles = "{tiles}"\nwide = 0.3\n'
    (written / f"{game}.toml").write_text(said)
    drawn = game_art(game, SIZE, 1.0, theme.CLASSIC)
    assert drawn.get_buffer().raw != game_sign(game, SIZE, 1.0, theme.CLASSIC).get_buffer().raw


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("sign = ", "Invalid value"),
        ('sign = "* *"', "ground"),
        ('ground = ["#102030"]\nsign = "*"', "not enough values"),
        ('ground = ["#102030", "#203040"]\nsign = "Z9"', "'Z9' is not a tile"),
        ('ground = ["#102030", "#203040"]\nsign = "*"\n[[art]]\nlay = "heap"\ntiles = "*"', "heap"),
    ],
)
def test_a_wrong_file_is_told_by_name(written: Path, said: str, wrong: str) -> None:
    (written / "rummy.toml").write_text(said)
    with pytest.raises(ValueError, match=r"rummy\.toml is no look of a game: .*") as told:
        look_of("rummy")
    assert wrong in str(told.value)
