"""The rows of My matches: at a glance one sees what was won."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pygame
import pytest

from game.client.scenes.resume_rows import MatchFace, MatchLine, match_row
from game.client.still import Studio
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.look import Look
from game.client.widgets.row_face import ListRow, ShownRow
from game.client.words import say
from game.match.transcript import Controller
from game.store.index import ListedMatch, listed_match

GOLDEN = Path(__file__).resolve().parents[2] / "golden"


@lru_cache(maxsize=1)
def of_bots() -> ListedMatch:
    """Return a match of four bots that is over, as the list keeps it."""
    return listed_match(GOLDEN / "burraco-4.comodin")


def told(**changed: object) -> ListRow:
    """Return its row with something else known of it."""
    kept = replace(of_bots())
    assert kept.row is not None
    kept.__dict__["row"] = replace(kept.row, **changed)  # type: ignore[arg-type]
    return match_row(kept)


@pytest.mark.parametrize(
    ("persons", "state", "sign"),
    [((), "over", "flag"), ((0,), "won", "trophy"), ((2,), "won", "trophy"), ((1,), "lost", "flag"),
     ((0, 1), "over", "flag")],
)  # fmt: skip
def test_a_cup_stands_by_what_the_person_here_won(persons: tuple[int, ...], state: str, sign: str) -> None:
    row = of_bots().row
    assert row is not None
    (winner,) = row.winners
    seats = list(row.seats)
    for person in persons:
        at = (winner + person) % len(seats)
        seats[at] = replace(seats[at], controller=Controller.HERE, level="")
    shown = told(seats=tuple(seats))
    assert shown.sign == sign
    assert str(shown.note).endswith(f" · {state}")


def test_a_match_that_goes_on_says_so() -> None:
    shown = told(over=False, scored=False, winners=())
    assert shown.sign == "replay"
    assert str(shown.note).endswith(" · goes on")


def test_an_unread_match_tells_its_players_and_no_score() -> None:
    shown = match_row(replace(of_bots(), said=""))
    assert "Ana" in str(shown.title)
    assert str(shown.note).endswith(say("matches.unread"))
    assert "520" not in str(shown.note)


@pytest.mark.parametrize(("scale", "pictured"), [(1.0, True), (2.5, False)])
def test_a_row_begins_with_the_picture_of_its_game_where_there_is_room(scale: float, pictured: bool) -> None:
    def drawn(game: str) -> bytes:
        row = told()
        assert isinstance(row, MatchLine)
        shown = pygame.Surface((900, 200))
        look, box = Look(Viewport((1280, 720)), text_scale=scale), Box(0, 0, 900, 200)
        with Studio():
            face.draw(shown, ShownRow(look, replace(row, game=game), box, chosen=False, lit=False, off=False))
        return pygame.image.tobytes(shown, "RGB")

    face = MatchFace()
    assert (drawn("burraco") != drawn("rummikub")) is pictured
