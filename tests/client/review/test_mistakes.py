"""My mistakes: chosen from the page of puzzles, hinted at three times, solved at the table, noted for another day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.client.director import Pop
from game.client.draw.theme import ButtonKind
from game.client.lesson.learn import LearnPage
from game.client.puzzle.page import PuzzlePage
from game.client.puzzle.scene import PuzzleTable
from game.client.puzzle.shelf import PuzzleShelf
from game.client.review.mistakes import begin_mistake
from game.client.review.notes import MistakeShelf, note_mistakes
from game.client.review.papers import turn_in_words
from game.client.still import Studio
from game.client.table.geometry.laid import TileZone
from game.client.widgets.button import Button
from game.client.words import say
from game.review.notebook import INTERVAL_DAYS, LEARNT_BOX, Mistake, Notebook, load_notebook, mistakes_of, save_notebook
from game.review.review import mistake_kind
from game.session.match_replay import replay_of
from game.table.moves import TakePile
from game.table.state import Phase
from tests.client.gallery import REVIEWED, match_of, review_of
from tests.client.review.test_page import GAME, replay
from tests.client.theatre.kit import Hands

DAY = 739_000


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    with Studio() as made:
        yield made


def at_page(studio: Studio, home: Path) -> tuple[Hands, MistakeShelf]:
    """Return the page of puzzles with the mistakes of a review."""
    note_mistakes(home, replay(), review_of(*GAME))
    shelf = MistakeShelf(home, lambda: DAY)
    hands = Hands(PuzzlePage(studio.context, PuzzleShelf(None), shelf))
    hands.pass_time(0.0)
    return hands, shelf


def begin(hands: Hands) -> PuzzleTable:
    """Begin the first mistake."""
    page = hands.top
    assert isinstance(page, PuzzlePage)
    change = page._begin_mistake()
    hands.director.apply(change)
    for _ in range(4):
        hands.pass_time(0.5)
    assert isinstance(hands.top, PuzzleTable)
    return hands.top


def beside(mistake: Mistake, says: str) -> str:
    """Say after something what was played, and what was better."""
    played, best = (str(turn_in_words(mistake.view, one, cards=False)) for one in (mistake.played, mistake.best))
    assert played != best
    return say("mistakes.beside", says=says, played=played, best=best)


def test_a_mistake_is_asked_hinted_at_solved_and_comes_back(studio: Studio, tmp_path: Path) -> None:
    hands, shelf = at_page(studio, tmp_path)
    asked = shelf.due
    assert asked
    assert isinstance(hands.top, PuzzlePage)
    gold = hands.top.return_button()
    assert gold is not None
    assert gold.name == "puzzles.mistakes"
    table = begin(hands)
    assert table.guide.paper.accessible_text().startswith(say("mistakes.ask"))
    said = {table.guide.paper.accessible_text()}
    for _ in range(2):
        hands.press("hint")
        hands.pass_time(0.5)
        said.add(table.guide.paper.accessible_text())
    assert len(said) == 3
    table.guide.session.submit(asked[0].best)
    hands.pass_time(0.5)
    assert table.guide.session.solved
    left = say("mistakes.left", n=len(shelf.due)) if shelf.due else say("mistakes.none_left")
    played = str(turn_in_words(asked[0].view, asked[0].played, cards=False))
    assert table.guide.paper.accessible_text().endswith(f"You had played: {played}. {left}")
    kept = next(one for one in load_notebook(tmp_path).mistakes if one.key == asked[0].key)
    assert (kept.box, kept.due) == (0, DAY + INTERVAL_DAYS[0])  # with a hint it begins anew
    assert asked[0].key not in {one.key for one in shelf.due}


@pytest.mark.parametrize("reason", ["", "of a later version"])
def test_a_reason_that_is_not_known_leaves_the_last_hint_with_its_kind(
    studio: Studio, tmp_path: Path, reason: str
) -> None:
    note_mistakes(tmp_path, replay(), review_of(*GAME))
    notebook = load_notebook(tmp_path)
    kept = tuple(replace(one, reason=reason) for one in notebook.mistakes)
    save_notebook(tmp_path, replace(notebook, mistakes=kept))
    hands, _shelf = at_page(studio, tmp_path)
    table = begin(hands)
    hands.press("hint")
    hands.pass_time(0.5)
    of_kind = table.guide.paper.accessible_text()
    for _ in range(2):
        hands.press("hint")
        hands.pass_time(0.5)
    mistake, session = table.guide.session.mistake, table.guide.session  # type: ignore[attr-defined] # a mistake's
    told = say("mistakes.why", why=say(f"review.lesson.{mistake_kind(mistake.played, mistake.best).value}"))
    assert told.removesuffix(".") in of_kind
    assert table.guide.paper.accessible_text().endswith(beside(mistake, told))
    assert not session.solved


def test_without_a_hint_it_comes_back_later_and_the_page_says_when(studio: Studio, tmp_path: Path) -> None:
    hands, shelf = at_page(studio, tmp_path)
    while shelf.due:
        mistake = shelf.due[0]
        shelf.record_answer(mistake, right=True)
    page = hands.top
    assert isinstance(page, PuzzlePage)
    page._tell_mistakes()
    assert not page._mistakes.enabled
    assert str(page._due.text) == say("mistakes.later", n=1)


def test_the_last_right_answer_says_that_it_is_learnt_and_the_page_counts_it(studio: Studio, tmp_path: Path) -> None:
    note_mistakes(tmp_path, replay(), review_of(*GAME))
    first, *others = MistakeShelf(tmp_path, lambda: DAY).due
    last = replace(first, box=LEARNT_BOX - 1)
    save_notebook(tmp_path, Notebook(mistakes=(last, *others)))
    hands, shelf = at_page(studio, tmp_path)
    page = hands.top
    assert isinstance(page, PuzzlePage)
    table = begin(hands)
    table.guide.session.submit(last.best)
    hands.pass_time(0.5)
    waits = say("mistakes.left", n=len(others)) if others else say("mistakes.none_left")
    assert table.guide.paper.accessible_text().endswith(say("mistakes.known", left=waits))
    assert last.key not in {one.key for one in shelf.notebook.due(DAY + 10_000)}
    page._tell_mistakes()
    due = say("mistakes.due", n=len(others))
    told = say("mistakes.with_learnt", says=due, n=1) if others else say("mistakes.learnt", n=1)
    assert str(page._due.text) == told


def test_what_was_missed_first_is_noted_as_missed(studio: Studio, tmp_path: Path) -> None:
    hands, shelf = at_page(studio, tmp_path)
    mistake = shelf.due[0]
    table = begin(hands)
    table.guide.session.submit(mistake.played)
    hands.pass_time(0.5)
    assert say("mistakes.again") in table.guide.paper.accessible_text()
    turn = table.shown.turn
    assert turn is not None
    turn.pick_only(mistake.view.rack[:1])
    hands.pass_time(0.5)
    assert (
        say("mistakes.how", points=mistake.cost) in table.guide.paper.accessible_text()
    )  # the verdict was of the last try
    table.guide.session.submit(mistake.best)
    hands.pass_time(0.5)
    played = str(turn_in_words(mistake.view, mistake.played, cards=False))
    assert f"You had played: {played}." in table.guide.paper.accessible_text()
    assert str(turn_in_words(mistake.view, mistake.best, cards=False)) not in table.guide.paper.accessible_text()
    kept = next(one for one in load_notebook(tmp_path).mistakes if one.key == mistake.key)
    assert kept.box == 0


def test_the_last_hint_lays_the_better_turn_as_a_draft(studio: Studio, tmp_path: Path) -> None:
    hands, shelf = at_page(studio, tmp_path)
    best = (TakePile(shelf.due[0].view.table.pile), *shelf.due[0].best)
    save_notebook(tmp_path, Notebook(mistakes=(replace(shelf.due[0], best=best),)))
    hands, _shelf = at_page(studio, tmp_path)
    table = begin(hands)
    for _ in range(3):
        hands.press("hint")
        hands.pass_time(0.5)
    assert table.shown.turn is not None
    assert not table.shown.turn.view.table.pile
    assert not table.guide.session.solved


def test_neither_drawing_nor_the_pile_is_gold_where_that_is_the_question(studio: Studio, tmp_path: Path) -> None:
    hands, shelf = at_page(studio, tmp_path)
    table = begin(hands)
    assert shelf.due[0].view.table.phase is Phase.DRAW
    buttons = [one for one in table.panel.buttons if isinstance(one, Button) and one.visible]
    assert [one.name for one in buttons if one.face is ButtonKind.PRIMARY] == []
    table.shown.turn.draw()  # type: ignore[union-attr] # it is our turn
    hands.pass_time(0.5)
    assert table.guide._wanted() is None


def test_the_page_to_learn_says_how_many_wait(studio: Studio, tmp_path: Path) -> None:
    _hands, shelf = at_page(studio, tmp_path)
    for mistake in shelf.due:  # due since the day they were made
        assert not mistake.due
    studio.preferences.folder, before = tmp_path, studio.preferences.folder
    page = Hands(studio.learn()).top
    assert isinstance(page, LearnPage)
    assert say("learn.mistakes", n=len(shelf.due)) in {place.text for place in page.shown_items()}
    studio.preferences.folder = before


def test_the_paper_leaves_the_pile_in_sight_that_it_speaks_of(studio: Studio, tmp_path: Path) -> None:
    hands, _shelf = at_page(studio, tmp_path)
    table = begin(hands)
    pile = [
        spot.box for spot in table.board.current_layout().spots.values() if spot.lies is TileZone.PILE and spot.seen
    ]
    assert pile
    for _ in range(3):
        assert not [box for box in pile if box.overlaps(table.guide.paper.rect)]
        hands.press("hint")
        hands.pass_time(0.5)


def test_the_paper_lies_on_no_button_of_the_panel_however_much_it_says(studio: Studio, tmp_path: Path) -> None:
    hands, _shelf = at_page(studio, tmp_path)
    table = begin(hands)
    for _ in range(3):
        hands.press("hint")
        hands.pass_time(0.5)
        lying = [one.name for one in table.panel.buttons if one.visible and one.rect.overlaps(table.guide.paper.rect)]
        assert lying == []


def test_the_paper_of_a_solved_task_leaves_the_rack_in_sight_where_the_felt_is_free(studio: Studio) -> None:
    rummikub = next(one for one in REVIEWED if one[0] == "rummikub")
    mistake = mistakes_of(replay_of(match_of(*rummikub)[0].transcript), review_of(*rummikub))[0]
    shelf = MistakeShelf(None, lambda: DAY)
    shelf.notebook = Notebook(mistakes=(mistake,))
    hands = Hands(begin_mistake(studio.context, mistake, shelf))
    table = hands.top
    assert isinstance(table, PuzzleTable)
    hands.pass_time(0.5)
    table.guide.session.submit(mistake.best)
    for _ in range(4):
        hands.pass_time(0.5)
    assert table.guide.session.solved
    assert not table.guide.paper.rect.overlaps(table.board.current_layout().frame.rack)


def test_after_the_last_one_the_gold_button_leads_back(studio: Studio, tmp_path: Path) -> None:
    hands, shelf = at_page(studio, tmp_path)
    while shelf.due:
        table, last = begin(hands), len(shelf.due) == 1
        table.guide.session.submit(shelf.due[0].best)
        hands.pass_time(0.5)
        assert (str(table.guide.next.label) == say("button.back")) is last
        assert table.guide.leave.visible is not last
        hands.director.apply(table.guide._next() if last else Pop())
    assert isinstance(hands.top, PuzzlePage)
