"""Points that count against one: no plus, red ink; nothing to write down is what one wants."""

from __future__ import annotations

import pygame
import pytest

from game.client.draw import theme
from game.client.scenes.match_end import MatchEnd
from game.client.scenes.score_lines import TILE_WIDTH, LineWords, SheetLine, points_colour, points_words
from game.client.scenes.score_sheet import ScoreSheet
from game.client.scenes.score_sides import SideSheet
from game.client.scenes.totals import Totals
from game.client.still import Studio, paused_match, render_scene
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.look import Look
from game.client.widgets.widget import Widget, walk
from game.match.match import Match
from game.table.faces import Colour, Face
from tests.matches import after_first_score, played_out


def scored(game: str) -> Match:
    """Return a match at the end of its first round."""
    return after_first_score(played_out(game, players=3))


@pytest.mark.parametrize(
    ("points", "words", "ink"),
    [(0, "0", theme.SECONDARY_INK), (31, "31", theme.RED_INK), (1200, "1 200", theme.RED_INK)],
)
def test_a_burden_is_red_and_has_no_plus(points: int, words: str, ink: theme.RGB) -> None:
    assert points_words(points, against=True).replace("\N{NARROW NO-BREAK SPACE}", " ") == words
    assert points_colour(points, against=True) == ink


def said(root: Widget, kind: type[Widget]) -> list[str]:
    return [widget.accessible_text() for widget, _ in walk(root) if isinstance(widget, kind)]


@pytest.mark.parametrize(("game", "signed"), [("rummy", False), ("rummikub", True)])
def test_the_sheet_signs_points_only_where_most_win(game: str, signed: bool) -> None:
    match = scored(game)
    with Studio() as studio:
        page = ScoreSheet(studio.context, paused_match(match), match.standing.results[-1])
        render_scene(page)
        lines, sides = said(page.root, SheetLine), said(page.root, SideSheet)
        end = MatchEnd(studio.context, match.header, match.standing, None)
        render_scene(end)
        totals = next(widget for widget, _ in walk(end.root) if isinstance(widget, Totals))
        cells = [(words, ink) for words, _role, ink, _box, right in totals._cells() if right]
    assert any("+" in words for words in (*lines, *sides)) is signed
    assert any(words.startswith("+") for words, _ink in cells) is signed
    assert any(ink is theme.GREEN_INK for _words, ink in cells) is signed
    assert any(ink is theme.RED_INK for _words, ink in cells)


@pytest.mark.parametrize(
    ("first", "room", "count"),
    [(1, 7.2, 7), (1, 6.3, 7), (1, 5.8, 7), (1, 5.2, 2), (1, 1.0, 0), (5, 6.3, 7), (5, 5.8, 2)],
)
def test_tiles_move_closer_before_some_are_only_counted_but_cover_no_numeral(
    first: int, room: float, count: int
) -> None:
    line = LineWords("Left", "7 tiles", "rule 6", -44, tuple(Face(Colour.RED, first + at) for at in range(7)))
    sheet = SheetLine("line", line, band=False, as_cards=False, on_rule=lambda _line: None)
    sheet.place(Box(0, 0, 480, 50), Look(Viewport((1280, 720))))
    shown, step, more = sheet._shown(room * TILE_WIDTH)
    assert (shown, bool(more)) == (count, count < 7)
    assert (shown - 1) * step + TILE_WIDTH <= room * TILE_WIDTH


@pytest.mark.parametrize("count", [3, 7])
def test_tiles_come_from_above_and_never_lie_over_the_points(count: int) -> None:
    pygame.font.init()
    faces, look = tuple(Face(Colour.RED, number) for number in range(1, count + 1)), Look(Viewport((1280, 720)))
    above = []
    for share in (0.1, 0.3, 0.5, 0.7, 0.9):
        seen = []
        for some in (faces, ()):
            line = LineWords("Left", "some tiles", "rule 6", -44, some)
            sheet = SheetLine("line", line, band=False, as_cards=False, on_rule=lambda _line: None)
            sheet.place(Box(20, 200, 560, 50), look)
            sheet.share = share
            surface = pygame.Surface((1280, 720))
            sheet.draw(surface)
            points = look.rect(sheet._boxes()[-1])
            seen.append([pygame.image.tobytes(surface.subsurface(box), "RGB") for box in (points, (0, 0, 1280, 190))])
        assert seen[0][0] == seen[1][0]
        above.append(seen[0][1] != seen[1][1])
    assert above[0]
    assert not above[-1]
