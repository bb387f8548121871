"""The review on the screen: by mouse, keys and pad, turn by turn, and the ways that lead out of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.client.annals.curve import signed_number
from game.client.director import Pop, Push, set_vocabulary_of
from game.client.draw import theme
from game.client.review.page import ReviewActions, ReviewPage, strength_words
from game.client.review.worker import MatchSource, ReviewWorker, review_file_name
from game.client.scenes.match_end import MatchEnd
from game.client.still import Studio
from game.client.theatre.door import match_review, replay_actions_of
from game.client.theatre.scene import Theatre
from game.client.viewport import Viewport
from game.client.widgets.gesture import Use
from game.client.widgets.label import Paragraph
from game.client.widgets.widget import walk
from game.client.words import LANGUAGES, say, set_language, set_vocabulary
from game.client.words.tongue import uses_card_words
from game.match.lines import match_text
from game.match.match import Match
from game.review.kept import MatchReviews, load_reviews
from game.review.lessons import lessons_of
from game.review.marks import TurnMark
from game.review.review import RoundReview
from game.session.match_replay import Replay, ReplayPosition, replay_of
from tests.client.gallery import MATCHES, match_of, review_of
from tests.client.layout_check import problems, shows_focus
from tests.client.pseudo import speak_pseudo
from tests.client.theatre.kit import Hands

GAME = MATCHES[0]
LOWEST = 130.0  # of the curve, with its strip and numbers


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    with Studio() as made:
        yield made


def replay() -> Replay:
    return replay_of(match_of(*GAME)[0].transcript)


class Idle(ReviewWorker):
    """A worker that looks at nothing."""

    def start(self, order: tuple[int, ...], seat: int) -> None:
        """Note what it was asked for."""
        self.asked = (order, seat)
        self.stopped = False

    def stop(self) -> None:
        """Note that it may rest."""
        self.stopped = True


def shown(studio: Studio, *, turns: int | None = None) -> tuple[Hands, list[ReplayPosition]]:
    """Return a review with so many turns found, and the places that were gone to."""
    worker = Idle(replay(), MatchSource(), None)
    found = review_of(*GAME)
    worker.kept = MatchReviews().with_review(replace(found, turns=found.turns[:turns]))
    gone: list[ReplayPosition] = []

    def show(place: ReplayPosition) -> Pop:
        gone.append(place)
        return Pop()

    hands = Hands(studio.title())
    hands.director.apply(Push(ReviewPage(studio.context, replay(), 0, worker, ReviewActions(show, show))))
    hands.pass_time(0.0)
    return hands, gone


def page_of(hands: Hands) -> ReviewPage:
    assert isinstance(hands.top, ReviewPage)
    return hands.top


def test_the_dearest_miss_is_chosen_first_and_arrows_walk_by_turn_and_by_mark(studio: Studio) -> None:
    hands, _gone = shown(studio)
    page = page_of(hands)
    assert page.curve.chosen == 1
    page.ring.focus_on("review.curve")
    page.ring.show_focus(shown=True)
    hands.press("right")
    assert page.curve.chosen == 2
    hands.press("left")
    hands.press("down")
    assert page.turn is not None
    assert page.turn.mark is TurnMark.INEXACT
    hands.pad("right")
    assert page.curve.chosen == 3
    marked = [at for at, turn in enumerate(review_of(*GAME).turns) if turn.mark is not TurnMark.GOOD]
    hands.press("up")
    assert page.curve.chosen == max(at for at in marked if at < 3)
    for _ in marked:
        hands.press("up")
    assert page.curve.chosen == marked[0]


def test_a_click_chooses_a_turn_and_enter_goes_to_it_on_the_table(studio: Studio) -> None:
    hands, gone = shown(studio)
    page = page_of(hands)
    place = next(one for one in page.curve.pressable_parts() if one.name == "review.curve.4")
    hands.click_at(place.box.centre)
    assert page.curve.chosen == 3
    assert page.turn is not None
    made = page.turn.made
    hands.click("review.see")
    assert gone == [ReplayPosition(0, made)]
    assert not isinstance(hands.top, ReviewPage)


def test_small_losses_that_add_up_are_no_reason_for_praise(studio: Studio) -> None:
    hands, _gone = shown(studio)
    page = page_of(hands)
    review = page.review
    assert review is not None
    good = [replace(turn, mark=TurnMark.GOOD) for turn in review.turns]
    dear = tuple(replace(turn, compared=replace(turn.compared, points=-10, error=1)) for turn in good)
    assert str(told_of(studio, replace(review, turns=dear))) == say("review.trifles", n=10 * len(dear))
    even = tuple(replace(turn, compared=replace(turn.compared, points=0)) for turn in good)
    assert str(told_of(studio, replace(review, turns=even))) == say("review.nothing")


def test_a_round_without_a_turn_is_not_praised_and_not_waited_for(studio: Studio) -> None:
    review = review_of(*GAME)
    assert str(told_of(studio, replace(review, turns=(), turn_count=0))) == say("review.no_turns")


def told_of(studio: Studio, review: RoundReview) -> str:
    """Return what stands in the place of lessons."""
    worker = Idle(replay(), MatchSource(), None)
    worker.kept = MatchReviews().with_review(review)
    hands = Hands(studio.title())
    hands.director.apply(
        Push(ReviewPage(studio.context, replay(), 0, worker, ReviewActions(lambda _: Pop(), lambda _: Pop())))
    )
    hands.pass_time(0.0)
    texts = {one.name: str(one.text) for one, _ in walk(page_of(hands).root) if isinstance(one, Paragraph)}
    if not review.turns:
        assert texts["review.played_words"] == texts["review.nothing"]
    return texts["review.nothing"]


def test_each_lesson_leads_to_the_turn_that_shows_it(studio: Studio) -> None:
    hands, gone = shown(studio)
    lesson = lessons_of(review_of(*GAME))[0]
    hands.click("review.show_0")
    assert gone == [ReplayPosition(0, review_of(*GAME).turns[lesson.shown].made)]


@pytest.mark.parametrize("way", ["review.see", "review.on", "review.back"])
def test_every_way_out_lets_the_worker_rest(studio: Studio, way: str) -> None:
    hands, _gone = shown(studio, turns=3)
    worker = page_of(hands).worker
    button = next(one for one, _clip in walk(page_of(hands).root) if one.name == way)
    hands.director.apply(button.handle(Use()).change)
    assert worker.stopped  # type: ignore[attr-defined]


def test_points_and_chance_are_two_scales_of_one_curve(studio: Studio) -> None:
    hands, _gone = shown(studio)
    page = page_of(hands)
    before = page.curve.accessible_text()
    page.ring.focus_on("review.scale")
    page.ring.show_focus(shown=True)
    hands.press("right")
    assert page.curve.scale.chance
    assert "%" in page.curve.accessible_text() != before


def test_strength_is_told_over_all_rounds_reviewed() -> None:
    found = review_of(*GAME)
    twice = strength_words((found, replace(found, key=b"another"), replace(found, turns=())))
    assert "2 rounds" in str(twice)
    assert signed_number(found.play.points) in str(twice)


def test_what_is_not_looked_at_is_asked_for_and_told(studio: Studio) -> None:
    hands, _gone = shown(studio, turns=2)
    page = page_of(hands)
    assert page.worker.asked == ((0,), 0)  # type: ignore[attr-defined]
    said = {place.name: place.text for place in page.shown_items()}
    assert said["review.far"].startswith("2 of")
    assert "review.sums" not in said


@pytest.mark.parametrize(("size", "scale"), [((960, 540), 2.5), ((960, 540), 1.0), ((1280, 720), 1.0)])
def test_it_is_well_laid_out_with_the_longest_words(studio: Studio, size: tuple[int, int], scale: float) -> None:
    speak_pseudo()
    studio.scale_text(round(scale * 100))
    hands, _gone = shown(studio)
    assert problems(page_of(hands), size, scale) == []
    studio.scale_text(100)


def test_it_speaks_of_tiles_or_cards_as_its_game_does_whatever_it_was_opened_from(studio: Studio) -> None:
    page = page_of(shown(studio)[0])
    assert page.vocabulary() == studio.preferences.vocabulary(page.replay.rules)
    set_vocabulary(cards=True, game="burraco")
    set_vocabulary_of((page,))
    assert not uses_card_words()


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_usual_window_the_papers_are_seen_whole(studio: Studio, language: str) -> None:
    set_language(language)
    hands, _gone = shown(studio)
    page = page_of(hands)
    page.layout(Viewport((1280, 720)))
    assert page._on.rect.bottom <= page._left.rect.bottom
    assert page.curve.rect.h >= LOWEST


@pytest.mark.parametrize("turns", [None, 3])
def test_with_large_text_the_curve_is_seen_whole_above_the_gold_button(studio: Studio, turns: int | None) -> None:
    studio.scale_text(250)
    hands, _gone = shown(studio, turns=turns)
    page = page_of(hands)
    page.layout(Viewport((960, 540)))
    studio.scale_text(100)
    gold = next(place.box for place in page.shown_items() if place.name == "review.see")
    assert page.curve.rect.bottom <= gold.y
    told = [cell.box for cell in page.curve.cells()]
    assert not any(one.overlaps(other) for one in told for other in told if one is not other)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    from game.client.words import set_language

    yield
    set_language("en")


def test_the_theatre_and_the_end_of_a_match_lead_to_it_and_it_leads_back(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ReviewWorker, "start", lambda _self, _order, _seat: None)
    match = match_of(*GAME)[0]
    hands = Hands(
        Theatre(studio.context, replay(), ReplayPosition(0, 3), replay_actions_of(studio.context, studio.matches))
    )
    hands.click("theatre.review")
    page = page_of(hands)
    page.worker.kept = MatchReviews().with_review(review_of(*GAME))
    page._again()
    hands.click("review.show_0")
    assert isinstance(hands.top, Theatre)
    assert hands.top.cursor.place.made == review_of(*GAME).turns[lessons_of(review_of(*GAME))[0].shown].made
    end = MatchEnd(
        studio.context, match.header, match.standing, None, lambda: match_review(studio.context, studio.matches, match)
    )
    hands = Hands(end)
    hands.click("end.review")
    assert isinstance(hands.top, ReviewPage)


def test_a_match_without_a_score_says_that_it_has_none(studio: Studio) -> None:
    match = Match.new(match_of(*GAME)[0].header)
    hands = Hands(studio.title())
    change = match_review(studio.context, studio.matches, match)
    assert change is not None
    hands.director.apply(change)
    assert hands.top.name == "review.notice"


def test_the_worker_finds_keeps_and_takes_up(tmp_path: Path) -> None:
    laid, text = replay(), match_text(match_of(*GAME)[0]).encode()
    worker = ReviewWorker(laid, MatchSource(text), tmp_path)
    found = review_of(*GAME)
    worker.kept = MatchReviews().with_review(replace(found, turns=found.turns[:-1]))
    worker.start((0,), 0)
    worker.wait_until_done()
    assert worker.failed == ""
    again = load_reviews(tmp_path, review_file_name(laid)).review_of(found.key, 0)
    assert again is not None
    assert again.is_complete
    assert again.turns[:-1] == found.turns[:-1]
    assert not worker.is_running


def test_a_worker_that_cannot_read_says_so(tmp_path: Path) -> None:
    worker = ReviewWorker(replay(), MatchSource(b"no match"), tmp_path)
    worker.start((0,), 0)
    worker.wait_until_done()
    assert worker.failed


def test_the_marks_are_counted_and_all_lessons_seen_without_scrolling(studio: Studio) -> None:
    hands, _gone = shown(studio)
    there = {place.name: place for place in page_of(hands).shown_items()}
    found = review_of(*GAME)
    for mark in TurnMark:
        assert f"{len(found.marked(mark))} {say(f'review.mark.{mark.value}')}" in there["review.legend"].text
    lessons = lessons_of(found)
    assert lessons
    for at in range(len(lessons)):
        assert "out of sight" not in there[f"review.show_{at}"].state
    assert "review.strength" not in there  # of one round, the bar of our own play says the same


def test_only_what_would_have_been_better_is_green(studio: Studio) -> None:
    hands, _gone = shown(studio)
    page = page_of(hands)
    for at, green in ((1, True), (3, False)):
        page.curve._choose(at)
        assert (page._heads[1].ink == theme.GREEN_INK) is green


def test_enter_goes_to_the_turn_that_arrows_chose(studio: Studio) -> None:
    hands, gone = shown(studio)
    page = page_of(hands)
    page.ring.focus_on("review.curve")
    page.ring.show_focus(shown=True)
    hands.press("right")
    assert page.turn is not None
    made = page.turn.made
    hands.press("confirm")
    assert gone == [ReplayPosition(0, made)]


def test_what_has_the_focus_is_seen_to_have_it(studio: Studio) -> None:
    hands, _gone = shown(studio)
    page = page_of(hands)
    assert [stop.name for stop in page.ring.tab_stops() if not shows_focus(stop)] == []
