"""A score is told line after line, and is all there at once when a hand or calm wants it so."""

from __future__ import annotations

import gc

import pygame
import pytest

from game.client.draw.sound import Cue
from game.client.events import KeyDown
from game.client.preferences import Settings
from game.client.scenes.score_lines import PADDING
from game.client.scenes.score_sheet import ScoreSheet
from game.client.scenes.score_sides import BAR_HEIGHT
from game.client.scenes.sheet.highlights import RoundNews
from game.client.scenes.sheet.performed import FAST_FROM_ROUND, SheetAnimation, sheet_animation
from game.client.scenes.sheet.score_bar import BAR_HEAD_WIDTH
from game.client.still import Studio, paused_match
from game.client.table.geometry.easing import ease_out
from game.client.table.moments.kinds import MomentKind
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.widget import walk
from game.client.words import Phrase, phrase
from tests.client.gallery import match_of


def sheet(studio: Studio) -> ScoreSheet:
    match, _places = match_of("burako", 4)
    made = studio.score_sheet(paused_match(match), match.standing.results[-1])
    assert isinstance(made, ScoreSheet)
    made.layout(Viewport((1280, 720)))
    return made


def sheet_again(page: ScoreSheet) -> ScoreSheet:
    return ScoreSheet(page.context, page.game, page.result)


def shares(page: ScoreSheet) -> list[float]:
    return [line.share for column in page._columns for line in column.lines]


def test_lines_come_one_after_the_other_then_sums_then_bars_then_the_cap() -> None:
    telling = SheetAnimation(10.0, 3)
    assert [telling.line_progress(at, 10.0) for at in range(3)] == [0.0, 0.0, 0.0]
    assert telling.line_progress(0, 10.31) == 1.0
    assert telling.line_progress(1, 10.31) == 0.0
    assert [telling.lines_begun(10.0 + 0.34 * at) for at in range(5)] == [1, 2, 3, 3, 3]
    ends = [
        next(now / 100 for now in range(1000, 2000) if part(now / 100) >= 1.0)
        for part in (
            lambda now: telling.line_progress(2, now),
            telling.sum_progress,
            telling.bar_progress,
            telling.cap_progress,
        )
    ]
    assert ends == sorted(ends)
    assert telling.is_over(ends[-1])
    assert ends[-1] - 10.0 < 3.6


def test_a_later_round_is_told_quicker() -> None:
    first, known = sheet_animation(0.0, 6, 1, 1.0), sheet_animation(0.0, 6, FAST_FROM_ROUND, 1.0)
    assert not first.is_over(3.0)
    assert known.is_over(3.0)


def test_a_sheet_is_told_once_and_ticks_rise(monkeypatch: pytest.MonkeyPatch) -> None:
    with Studio() as studio:
        heard: list[tuple[Cue, int | None]] = []

        def play(cue: Cue, step: int | None = None) -> bool:
            heard.append((cue, step))
            return True

        monkeypatch.setattr(studio.context.sounds, "play", play)
        page = sheet(studio)
        page.update(0.0)
        assert set(shares(page)) == {0.0}
        now = 0.0
        for _ in range(200):
            now += 0.05
            page.update(now)
        assert [page.wants_frames, *set(shares(page))] == [False, 1.0]
        ticks = [step for cue, step in heard if cue is Cue.SCORE_TICK]
        assert ticks == list(range(len(ticks)))
        assert ticks
        winners = [column.won for column in page._columns]
        assert winners.count(True) <= 1


def test_a_bar_that_runs_has_a_white_head_and_none_when_it_has_run() -> None:
    with Studio(Settings()) as studio:
        page = sheet(studio)
        for column in page._columns:
            heads = []
            for column.raced in (0.5, 1.0):
                surface = pygame.Surface((1280, 720))
                page.draw(surface)
                bar = column._match_box()
                score, track = column.score, range(round(bar.x + PADDING), round(bar.right - PADDING))
                y = round(bar.bottom - 8 - BAR_HEIGHT / 2)
                white = [x for x in track if surface.get_at((x, y))[:3] == (255, 255, 255)]
                heads.append(white)
            half = score.before + (score.now - score.before) * ease_out(0.5)
            end = track.start + len(track) * score.scale.share(half)
            assert heads[0], "the head is seen"
            assert all(abs(x - end) <= BAR_HEAD_WIDTH for x in heads[0])
            assert not heads[1]


def test_what_was_told_of_a_match_ends_with_it() -> None:
    """A later match may live at the address of one that is gone."""
    gc.freeze()  # what other tests left is not looked through
    with Studio() as studio:
        for _ in range(3):
            page = sheet(studio)
            assert page._untold
            assert not sheet_again(page)._untold
            del page
            gc.collect()
            assert not studio.context.shown_once
            assert not studio.context.scores


@pytest.mark.parametrize("wish", [Settings(), Settings(calm=True), Settings(score_at_once=True)])
def test_a_key_or_a_wish_shows_all_at_once(wish: Settings) -> None:
    with Studio(wish) as studio:
        page = sheet(studio)
        page.update(0.0)
        page.update(0.1)
        if wish == Settings():
            page.on_event(KeyDown("Tab"))
        assert set(shares(page)) == {1.0}
        assert not page.wants_frames


def test_the_heading_and_the_best_turn_do_not_tell_the_result_before_all_is_counted() -> None:
    with Studio() as studio:
        page = sheet(studio)
        page.news = RoundNews(MomentKind.LEAD, ours=True, title=phrase("moment.round"), told=phrase("score.won_us"))
        best = page._best_shown
        assert best is not None
        words = (page._paper.title, page._paper.sentence)
        end = [str(text) for text in page._headline()]
        pictures = []
        for now in (0.0, 1.0, 20.0):
            page.update(now)
            seen = pygame.Surface((1280, 720))
            page.draw(seen)
            pictures.append(pygame.image.tobytes(seen.subsurface(best.look.rect(best.rect)), "RGB"))
            told = [str(one.text) for one in words]
            assert (told == end) is (now == 20.0)
            assert any(str(one) in told[0] for one in (page._won(), page.news.told)) is (now == 20.0)
        assert pictures[0] == pictures[1] != pictures[2]
        best.arrived = 0.3
        alone = pygame.Surface((1280, 720), pygame.SRCALPHA)
        best.draw(alone)
        assert alone.get_bounding_rect().right <= best.look.rect(best.rect).right, "it comes in its place"
        again = sheet_again(page)
        again._untold = True
        again.layout(Viewport((1280, 720)))
        again.update(0.0)
        again.on_event(KeyDown("Tab"))
        assert again._best_shown is not None
        assert [str(again._paper.title.text), again._best_shown.arrived] == [str(again._headline()[0]), 1.0]


def told_whole(page: ScoreSheet, heard: list[Cue]) -> float:
    """Let a sheet be told to its end, where its ribbon begins; return when."""
    page.context.sounds._on_cue = heard.append
    now = 0.0
    while page.ribbon is None and now < 10.0:
        page.update(now)
        now += 1 / 30
    return now


@pytest.mark.parametrize("less", [False, True])
def test_what_the_round_was_worth_has_a_ribbon_above_the_title_when_all_is_counted(less: bool) -> None:
    with Studio(Settings(less_motion=less)) as studio:
        page, heard = sheet(studio), list[Cue]()
        page.news = RoundNews(MomentKind.RECORD, ours=True, title=phrase("moment.record", points=815))
        now = told_whole(page, heard)
        assert page.ribbon is not None
        assert page.ribbon.running is not None
        assert set(shares(page)) == {1.0}
        pieces = sum(len(sparks.burst.sparks) for sparks in page.ribbon._sparks)
        assert pieces == (24 if not less else 8)
        page.update(now + 0.45)
        after, quiet = pygame.Surface((1280, 720)), pygame.Surface((1280, 720))
        page.draw(after)
        page.ribbon, kept = None, page.ribbon
        page.draw(quiet)
        page.ribbon = kept
        paper, top = page._paper.rect, min(line.rect.y for column in page._columns for line in column.lines)
        numbers = pygame.Rect(round(paper.x), round(top), round(paper.w), round(paper.bottom - top))
        assert pygame.image.tobytes(after, "RGB") != pygame.image.tobytes(quiet, "RGB")
        same = (pygame.image.tobytes(one.subsurface(numbers), "RGB") for one in (after, quiet))
        assert next(same) == next(same)
        page.update(now + 2.0)
        assert page.ribbon is None
        assert not page.wants_frames
        assert heard.count(Cue.RECORD) == 1


def test_a_hand_ends_the_ribbon_and_the_next_of_its_kind_is_shorter() -> None:
    with Studio() as studio:
        lasts: list[float] = []
        for _ in range(2):
            page = sheet(studio)
            page._untold = True
            page.news = RoundNews(MomentKind.ROUND, ours=True, title=phrase("moment.round"))
            if lasts:
                studio.context.announced_scores(page.game.session).add((MomentKind.ROUND, page.result.round - 1))
            told_whole(page, [])
            assert page.ribbon is not None
            assert page.ribbon.running is not None
            lasts.append(page.ribbon.running.lasts)
            page.on_event(KeyDown("Tab"))
            assert page.ribbon is None
        assert lasts[1] < lasts[0]


NEWS = [
    (MomentKind.ROUND, phrase("moment.round")),
    (MomentKind.RECORD, phrase("moment.record", points=815)),
    (MomentKind.COMEBACK, phrase("moment.comeback", behind=620)),
]


@pytest.mark.parametrize(("kind", "title"), NEWS)
@pytest.mark.parametrize(("size", "grown"), [((1280, 720), 100), ((960, 540), 100), ((1280, 720), 140)])
def test_the_ribbon_covers_nothing_that_is_read_or_pressed_all_of_its_time(
    kind: MomentKind, title: Phrase, size: tuple[int, int], grown: int
) -> None:
    with Studio(Settings(text_size=grown)) as studio:
        page = sheet(studio)
        page.layout(Viewport(size))
        page.news = RoundNews(kind, ours=True, title=title)
        told_whole(page, [])
        ribbon = page.ribbon
        assert ribbon is not None
        assert page.look is not None
        assert ribbon.running is not None
        assert ribbon._ribbon is not None
        u, made = page.look.u, ribbon._ribbon
        drawn = made.surface.get_bounding_rect(min_alpha=200)  # without its shadow
        x, y = ribbon._middle[0] - made.middle[0] / u, ribbon._middle[1] - made.middle[1] / u
        stands = Box(x + drawn.x / u, y + drawn.y / u, drawn.w / u, drawn.h / u)
        whole = page.look.viewport.canvas
        assert min(stands.x, stands.y, whole.right - stands.right) >= 0
        assert page._paper.badge is not None
        kept = [
            *(one.box for widget, _clip in walk(page.root) for one in widget.texts() if one.text),
            *(one.rect for one in page._bar.children),
        ]
        kept += [page._paper.badge.rect]
        assert [box for box in kept if stands.overlaps(box, 1.0)] == []
        ends = [
            ribbon.running.ribbon_share(ribbon.running.begins + share * ribbon.running.lasts) for share in (0, 0.99)
        ]
        assert None not in ends
