"""A puzzle at its table, by mouse, keys and pad: three hints, what is not the answer, and what is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from game.bots.nodes import Nodes
from game.bots.open_table_packing import best_play, legal_play
from game.client.director import Director, Push
from game.client.draw.theme import ButtonKind
from game.client.events import NO_MODIFIERS, KeyDown, KeyUp, PadDown, PadUp, PointerDown, PointerMoved, PointerUp
from game.client.puzzle.guide import PuzzleGuide
from game.client.puzzle.page import PuzzlePage
from game.client.puzzle.scene import PuzzleTable, begin_puzzle
from game.client.puzzle.shelf import PuzzleShelf
from game.client.review.mistakes import begin_mistake
from game.client.review.notes import MistakeShelf
from game.client.still import Studio, render_scene
from game.client.table.advice.standing import with_pill
from game.client.table.aims import Aim, Target
from game.client.table.dead_hand.panel import DeadHandPanel
from game.client.table.geometry.laid import TileZone
from game.client.table.open.panel import OpenPanel
from game.client.viewport import Viewport
from game.client.widgets.boxes import ROUNDING, Box
from game.client.widgets.button import Button
from game.client.widgets.widget import walk
from game.client.words import LANGUAGES, say, set_language
from game.client.words.tell import tiles_in_words
from game.puzzle.motifs import ANSWER_NODES
from game.puzzle.puzzle import DIFFICULTY_COUNT, Task, puzzles
from game.puzzle.session import answer_moves
from game.review.notebook import Notebook, mistakes_of
from game.rules.dead_hand_sets import is_wild_face
from game.session.match_replay import replay_of
from game.solver.packing_problem import JOKER_POINTS, face_points
from game.store.settings import SETTING_RANGES
from game.store.solved import load_solved
from game.table.moves import Discard, Rearrange
from game.table.view import with_shown_faces
from tests.client.gallery import REVIEWED, match_of, review_of
from tests.slices import crossed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from game.client.events import PadButton
    from game.puzzle.puzzle import Puzzle

TASKS = (Task.LAY_ALL, Task.SAVE_DISCARD, Task.GO_OUT)


class Solver:
    """The page of puzzles under a director, and the first puzzle of a task on top of it."""

    def __init__(self, studio: Studio, shelf: PuzzleShelf, task: Task, size: tuple[int, int] = (1280, 720)) -> None:
        self.shelf, self.now = shelf, 0.0
        self.page = PuzzlePage(studio.context, shelf)
        self.director = Director(self.page, Viewport(size))
        self.director.apply(Push(begin_puzzle(studio.context, shelf.next_unsolved(task), shelf)))
        self.rest()

    @property
    def scene(self) -> PuzzleTable:
        top = self.director.top
        assert isinstance(top, PuzzleTable)
        return top

    @property
    def puzzle(self) -> Puzzle:
        guide = self.scene.guide
        assert isinstance(guide, PuzzleGuide)
        return guide.puzzle

    @property
    def said(self) -> str:
        return self.scene.guide.paper.accessible_text()

    def sees_paper(self) -> bool:
        return self.scene.guide.paper.visible

    def rest(self, frames: int = 20) -> None:
        for _ in range(frames):
            self.now += 0.2
            self.director.update(self.now)

    def press(self, name: str) -> None:
        self.director.on_plain_event(KeyDown(name, NO_MODIFIERS))
        self.director.on_plain_event(KeyUp(name, NO_MODIFIERS))
        self.rest()

    def pad(self, button: PadButton) -> None:
        self.director.on_plain_event(PadDown(button))
        self.director.on_plain_event(PadUp(button))
        self.rest()

    def click(self, name: str) -> None:
        at = next(place.box.centre for place in self.director.top.shown_items() if place.name == name)
        self.director.on_plain_event(PointerMoved(at))
        self.director.on_plain_event(PointerDown(at))
        self.director.on_plain_event(PointerUp(at))
        self.rest()

    def answers(self) -> None:
        """Do what the third hint shows, and end the turn."""
        session, turn = self.scene.guide.session, self.scene.shown.turn
        assert turn is not None
        for move in answer_moves(self.puzzle, session.start):
            turn.make_move(move)
        self.rest()
        if not session.solved:
            self.press("Enter")


@pytest.fixture
def studio() -> Iterator[Studio]:
    with Studio() as one:
        yield one


@pytest.mark.parametrize("task", TASKS)
def test_the_answer_is_told_and_counted_and_another_follows(studio: Studio, tmp_path: Path, task: Task) -> None:
    solver = Solver(studio, PuzzleShelf(tmp_path), task)
    first = solver.puzzle
    solver.answers()
    assert solver.said.startswith(say("puzzle.solved"))
    assert load_solved(tmp_path).rows == ((first.key, 0),)
    assert solver.scene.return_button() is solver.scene.guide.next
    solver.click("puzzle.next")
    assert solver.puzzle.key != first.key
    assert solver.puzzle.task is task


def test_where_a_discard_is_asked_for_its_button_is_gold_though_the_tile_fits_an_own_set(studio: Studio) -> None:
    shelf = PuzzleShelf(None)
    for one in shelf.of_task(Task.SAVE_DISCARD)[:6]:
        shelf.record_solved(one, 0)
    solver = Solver(studio, shelf, Task.SAVE_DISCARD)
    (move,) = answer_moves(solver.puzzle, solver.scene.guide.session.start)
    assert isinstance(move, Discard)
    turn = solver.scene.shown.turn
    assert turn is not None
    turn.pick_only((move.tile,))
    solver.rest()
    assert turn.legal_moves.sets_that_take((move.tile,)), "one's own set takes it"
    panel = solver.scene.panel
    assert isinstance(panel, DeadHandPanel)
    gold = [one.label for one in (panel.primary, panel.second) if one.face is ButtonKind.PRIMARY and one.visible]
    assert [str(one).split()[0] for one in gold] == [say("table.do.discard", tile="").strip()]
    solver.press("Enter")
    assert solver.scene.guide.session.solved


def test_where_all_tiles_can_be_laid_the_draw_is_never_gold_nor_meant_by_enter(studio: Studio) -> None:
    solver = Solver(studio, PuzzleShelf(None), Task.LAY_ALL)
    panel, turn = solver.scene.panel, solver.scene.shown.turn
    assert isinstance(panel, OpenPanel)
    assert turn is not None
    assert turn.helper.suggests_draw(), "a quick look finds nothing to lay"
    assert panel.second.face is ButtonKind.SECOND
    solver.press("Enter")
    assert not solver.scene.guide.erred
    assert solver.scene.guide.paper.visible
    solver.answers()
    assert solver.scene.guide.session.solved


def test_the_easiest_is_called_so(studio: Studio) -> None:
    solver = Solver(studio, PuzzleShelf(None), Task.LAY_ALL)
    assert solver.said.endswith(say("puzzle.grade", grade=1, of=3))


@pytest.mark.parametrize("task", [Task.FREE_JOKER, Task.MOST_POINTS, Task.OPEN])
def test_where_points_are_asked_for_it_is_said_what_a_joker_of_the_rack_counts(studio: Studio, task: Task) -> None:
    of_task = [one for one in puzzles() if one.task is task]
    for held in (True, False):
        puzzle = next(one for one in of_task if ("*" in one.position["hand"]) is held)  # type: ignore[operator] # as written
        guide = begin_puzzle(studio.context, puzzle, PuzzleShelf(None)).guide
        guide.tell()
        told = say("puzzle.how.joker", how="", points=JOKER_POINTS).strip()
        assert (told in guide.paper.accessible_text()) is (held and task is not Task.OPEN)


def test_where_the_paper_covers_the_banner_half_of_it_is_not_left_to_be_read(studio: Studio) -> None:
    studio.scale_text(250)
    solver = Solver(studio, PuzzleShelf(None), Task.OPEN, (960, 540))
    guide, banner = solver.scene.guide, solver.scene.board.banner
    assert guide.paper.rect.overlaps(banner.rect)
    assert not banner.visible
    solver.click("puzzle.fold")
    assert banner.visible


@pytest.mark.parametrize("task", TASKS)
def test_with_large_text_the_paper_leaves_the_sets_in_sight_as_far_as_may_be(studio: Studio, task: Task) -> None:
    studio.scale_text(250)
    solver = Solver(studio, PuzzleShelf(None), task, (960, 540))
    paper = solver.scene.guide.paper.rect
    lying = [
        spot.box
        for spot in solver.scene.board.current_layout().spots.values()
        if spot.lies is TileZone.SET and spot.seen
    ]
    assert sum(not box.overlaps(paper) for box in lying) > len(lying) / 2


@pytest.mark.parametrize("task", [Task.SAVE_DISCARD, Task.GO_OUT])
@pytest.mark.parametrize("number", range(4))
def test_the_paper_leaves_the_words_of_the_pile_and_the_plates_in_sight(
    studio: Studio, task: Task, number: int
) -> None:
    shelf = PuzzleShelf(None)
    for one in shelf.of_task(task)[:number]:
        shelf.record_solved(one, 0)
    scene = Solver(studio, shelf, task).scene
    assert scene.look is not None
    pile, *_dead = scene.guide.words_on_felt(scene.look)
    plates = [plate.rect for plate in (scene.board.banner, *scene.board.plates.values())]
    assert not [box for box in (pile, *plates) if box.overlaps(scene.guide.paper.rect, ROUNDING)]


@pytest.mark.parametrize("task", TASKS)
def test_the_paper_leaves_the_place_for_a_new_set_free(studio: Studio, task: Task) -> None:
    scene = Solver(studio, PuzzleShelf(None), task).scene
    assert not scene.guide.paper.rect.overlaps(scene.board.current_layout().box_of(Target(Aim.NEW_SET)))


def test_the_paper_of_what_is_solved_leaves_every_button_free(studio: Studio) -> None:
    studio.scale_text(250)
    solver = Solver(studio, PuzzleShelf(None), Task.LAY_ALL, (960, 540))
    solver.scene.guide.session.submit(answer_moves(solver.puzzle, solver.scene.guide.session.start))
    solver.rest()
    paper, stops = solver.scene.guide.paper, solver.scene.ring.tab_stops()
    others = [stop for stop in stops if isinstance(stop, Button) and stop not in paper.children]
    assert solver.said.startswith(say("puzzle.solved"))
    assert len(others) > 3
    assert not [stop.name for stop in others if stop.rect.overlaps(paper.rect)]


def test_with_large_text_the_paper_makes_way_on_the_rack_when_a_tile_is_picked(studio: Studio) -> None:
    studio.scale_text(250)
    solver = Solver(studio, PuzzleShelf(None), Task.LAY_ALL, (960, 540))
    turn, paper = solver.scene.shown.turn, solver.scene.guide.paper
    assert turn is not None
    assert paper.rect.overlaps(solver.scene.board.current_layout().frame.rack)
    assert solver.sees_paper()
    turn.pick_only(turn.view.rack[:1])
    solver.rest()
    assert not solver.sees_paper()


def test_with_large_text_the_paper_makes_way_when_somebody_begins(studio: Studio) -> None:
    studio.scale_text(250)
    solver = Solver(studio, PuzzleShelf(None), Task.SAVE_DISCARD, (960, 540))
    assert solver.sees_paper()
    solver.press("Space")
    solver.press("Space")
    assert solver.scene.shown.turn.turn_state.picked  # type: ignore[union-attr]
    assert not solver.sees_paper()
    for _ in range(3):
        solver.press("H")
    assert solver.scene.shown.turn.turn_state.picked  # type: ignore[union-attr]
    assert solver.sees_paper()


def test_with_large_text_the_paper_makes_way_when_the_focus_goes_under_it(studio: Studio) -> None:
    studio.scale_text(250)
    solver = Solver(studio, PuzzleShelf(None), Task.SAVE_DISCARD, (960, 540))
    ring, paper = solver.scene.ring, solver.scene.guide.paper
    solver.press("Tab")
    assert ring.shown
    assert solver.sees_paper()
    ring.focus_on("puzzle.leave")
    solver.rest()
    assert solver.sees_paper()
    under = [one for one in ring.tab_stops() if 2 * one.rect.overlap_area(paper.rect) > one.rect.w * one.rect.h]
    ring.focus_on(next(one.name for one in under if one not in paper.children))
    solver.rest()
    assert not solver.sees_paper()


@pytest.mark.parametrize(("task", "how"), crossed(TASKS, ["mouse", "keys", "pad"]))
def test_three_hints_say_ever_more_and_are_counted(studio: Studio, task: Task, how: str) -> None:
    solver = Solver(studio, PuzzleShelf(None), task)
    told = [solver.said]
    for _ in range(3):
        if how == "mouse":
            solver.click("puzzle.hint")
        elif how == "keys":
            solver.press("H")
        else:
            solver.pad("west")
        told.append(solver.said)
    assert len(set(told)) == (3 if task is Task.SAVE_DISCARD else 4)
    solver.press("Enter")
    assert solver.scene.guide.session.solved
    assert solver.said.startswith(say("puzzle.solved_hint"))
    assert solver.shelf.solved.streak == 0


def test_where_all_tiles_are_laid_the_hints_speak_of_the_sets_of_the_table(studio: Studio) -> None:
    solver = Solver(studio, PuzzleShelf(None), Task.LAY_ALL)
    start = solver.scene.guide.session.start
    (answer,) = answer_moves(solver.puzzle, start)
    assert isinstance(answer, Rearrange)
    before = {frozenset(meld.tiles) for meld in start.table.melds}
    new = [meld.tiles for meld in answer.sets if frozenset(meld.tiles) not in before]
    solver.press("H")
    assert solver.said.endswith(say("puzzle.hint.stay", n=len(answer.sets) - len(new)))
    solver.press("H")
    assert any(solver.said.endswith(tiles_in_words(tiles, start.faces) + ".") for tiles in new)


def test_nothing_was_dealt_where_a_puzzle_begins(studio: Studio) -> None:
    solver = Solver(studio, PuzzleShelf(None), Task.LAY_ALL)
    assert say(solver.scene.board.log.empty) == say("puzzle.log_empty") != say("table.log_empty")


def test_what_is_allowed_and_not_the_answer_stays_and_is_told(studio: Studio) -> None:
    solver = Solver(studio, PuzzleShelf(None), Task.LAY_ALL)
    before = solver.scene.shown.turn.view.rack  # type: ignore[union-attr]
    solver.scene.shown.turn.draw()  # type: ignore[union-attr]
    solver.rest()
    assert say("puzzle.missed.tiles", n=len(solver.puzzle.answer)) in solver.said
    assert solver.scene.shown.turn.view.rack == before  # type: ignore[union-attr]
    assert not solver.scene.guide.session.solved
    solver.answers()
    assert solver.scene.guide.session.solved


@pytest.mark.parametrize("task", [Task.LAY_ALL, Task.FREE_JOKER])
def test_it_is_said_how_much_more_can_be_laid(studio: Studio, task: Task) -> None:
    solver = Solver(studio, PuzzleShelf(None), task)
    session, answer = solver.scene.guide.session, solver.puzzle.answer
    start = session.start
    play = next(filter(None, (best_play(start, (tile,), Nodes(ANSWER_NODES)) for tile in start.rack)))
    assert session.submit([with_shown_faces(start, Rearrange(play.played, play.sets))]) is None
    solver.rest()
    (laid,) = (start.faces[tile] for tile in play.played)
    points = sum(map(face_points, answer)) - face_points(laid)
    more = ("tiles", len(answer) - 1) if task is Task.LAY_ALL else ("points", points)
    assert solver.said.endswith(say("puzzle.missed", why=say(f"puzzle.missed.{more[0]}", n=more[1])))


def test_a_discard_that_fits_is_told_so_and_not_which_does_not(studio: Studio) -> None:
    solver = Solver(studio, PuzzleShelf(None), Task.SAVE_DISCARD)
    start = solver.scene.guide.session.start
    tile = next(one for one in start.rack if not solver.puzzle.solved_by((start.faces[one],)))
    solver.scene.shown.turn.pick_only((tile,))  # type: ignore[union-attr]
    solver.rest()
    solver.press("Enter")
    named = tiles_in_words((tile,), start.faces, cards=False)
    assert say("puzzle.missed.fits", tile=named) in solver.said
    assert not solver.scene.guide.session.solved


def test_what_is_left_when_one_does_not_go_out_is_counted(studio: Studio) -> None:
    solver = Solver(studio, PuzzleShelf(None), Task.GO_OUT)
    session = solver.scene.guide.session
    tile = next(one for one in session.start.rack if not is_wild_face(session.start.faces[one]))
    assert session.submit([with_shown_faces(session.start, Discard(tile))]) is None
    solver.rest()
    assert say("puzzle.missed.go_out", n=len(session.start.rack) - 1) in solver.said


@pytest.mark.parametrize("task", [Task.SAVE_DISCARD, Task.MOST_POINTS])
def test_when_it_is_solved_nobody_is_said_to_think_and_no_button_asks_for_more(studio: Studio, task: Task) -> None:
    solver = Solver(studio, PuzzleShelf(None), task)
    solver.answers()
    scene = solver.scene
    assert scene.board.banner.title == say("puzzle.solved")
    assert not [plate for plate in scene.board.plates.values() if plate.info.turn]
    told = " ".join(plate.accessible_text() for plate in scene.board.plates.values())
    assert say("banner.did.thinks") not in told
    assert not [one.name for one in scene.ring.tab_stops() if one in scene.panel.buttons]


@pytest.mark.parametrize("task", TASKS)
def test_the_paper_of_what_is_solved_leaves_the_sets_and_the_pile_in_sight(studio: Studio, task: Task) -> None:
    solver = Solver(studio, PuzzleShelf(None), task)
    solver.answers()
    scene = solver.scene
    lying = [
        spot
        for spot in scene.board.current_layout().spots.values()
        if spot.lies in (TileZone.SET, TileZone.PILE) and spot.seen
    ]
    assert solver.said.startswith(say("puzzle.solved"))
    assert lying
    assert not [spot for spot in lying if spot.box.overlaps(scene.guide.paper.rect)]


@pytest.mark.parametrize("task", [Task.GO_OUT, Task.SAVE_DISCARD])
def test_with_large_text_no_log_is_walked_to_under_the_paper_of_what_is_solved(studio: Studio, task: Task) -> None:
    studio.scale_text(250)
    solver = Solver(studio, PuzzleShelf(None), task, (960, 540))
    solver.answers()
    paper, log = solver.scene.guide.paper, solver.scene.board.log
    assert solver.scene.guide.session.solved
    assert 2 * log.rect.overlap_area(paper.rect) <= log.rect.w * log.rect.h or log not in solver.scene.ring.tab_stops()


def test_the_paper_is_put_away_until_there_is_more_to_say(studio: Studio) -> None:
    solver = Solver(studio, PuzzleShelf(None), Task.MOST_POINTS)
    solver.click("puzzle.fold")
    assert not solver.sees_paper()
    assert solver.scene.board.bar.aside == str(solver.scene.guide.paper.title)
    solver.press("H")
    assert solver.sees_paper()
    assert say("puzzle.hint.count", n=len(solver.puzzle.answer)) in solver.said
    solver.click("puzzle.fold")
    solver.scene.shown.turn.draw()  # type: ignore[union-attr]
    solver.rest()
    solver.answers()
    assert solver.said.startswith(say("puzzle.solved_hint"))


def test_what_it_took_is_told_when_it_is_solved_and_not_before(studio: Studio) -> None:
    solver = Solver(studio, PuzzleShelf(None), Task.FREE_JOKER)
    joker = say("puzzle.motif.joker")
    for _depth in range(3):
        solver.press("H")
        assert joker not in solver.said
    solver.press("Enter")
    assert joker in solver.said


@pytest.mark.parametrize("twisted", [False, True])
def test_what_it_took_is_told_of_the_way_that_was_played(studio: Studio, twisted: bool) -> None:
    puzzle = next(one for one in puzzles() if one.key == "lay_all-7")
    scene = begin_puzzle(studio.context, puzzle, PuzzleShelf(None))
    start = scene.guide.session.start
    (move,) = answer_moves(puzzle, start)
    if twisted:
        play = legal_play(start, start.rack, Nodes(ANSWER_NODES), points=True)
        assert play is not None
        move = with_shown_faces(start, Rearrange(play.played, play.sets))
    assert scene.guide.session.submit([move]) is None
    scene.guide.tell()
    assert (say("puzzle.motif.run_split") in scene.guide.paper.accessible_text()) is twisted


def test_a_clock_runs_only_where_it_is_wished_for(studio: Studio) -> None:
    solver = Solver(studio, PuzzleShelf(None), Task.LAY_ALL)
    assert "0:" not in solver.scene.board.task
    solver.click("puzzle.leave")
    solver.click("puzzles.clock")
    assert studio.preferences.now.puzzle_clock
    solver.now += 80_000  # the clock of a computer that was not started today
    solver.click("puzzles.lay_all")
    solver.rest()
    assert "0:0" in solver.scene.board.task
    solver.now += 75
    solver.rest()
    took = solver.scene.guide.seconds
    assert took is not None
    assert 75 <= took < 120
    assert f"1:{took - 60:02}" in solver.scene.board.task
    solver.answers()
    solver.now += 600
    solver.rest()
    assert "Time: 1:" in solver.said


def test_puzzles_begin_with_the_difficulty_that_was_chosen(studio: Studio) -> None:
    solver = Solver(studio, PuzzleShelf(None), Task.OPEN)
    grade = solver.puzzle.grade
    solver.click("puzzle.leave")
    solver.click("puzzles.grade.3")
    assert studio.preferences.now.puzzle_grade == 3
    solver.click("puzzles.open")
    assert solver.puzzle.grade == grade + 2
    solver.answers()
    solver.click("puzzle.next")
    assert solver.puzzle.grade == grade + 2
    assert SETTING_RANGES["puzzle_grade"] == (1, DIFFICULTY_COUNT)
    shelf = PuzzleShelf(None)
    for task in Task:
        assert shelf.next_unsolved(task, difficulty=3) in shelf.of_task(task), "where none is so hard, any"


def test_each_kind_says_on_its_card_what_it_asks(studio: Studio) -> None:
    page = PuzzlePage(studio.context, PuzzleShelf(None))
    page.layout(Viewport((1280, 720)))
    texts = [one.accessible_text() for one, _ in walk(page.root)]
    told = [say(f"puzzle.about.{task.value}") for task in Task]
    assert [one for one in texts if one in told] == told
    assert len(set(told)) == len(told)


def test_the_page_counts_what_is_solved_and_begins_with_what_is_not(studio: Studio, tmp_path: Path) -> None:
    shelf = PuzzleShelf(tmp_path)
    every = shelf.of_task(Task.OPEN)
    shelf.record_solved(every[0], 0)
    shelf.record_solved(every[1], 1)
    shelf.record_solved(every[0], 3)
    assert shelf.next_unsolved(Task.OPEN) == every[2]
    assert shelf.next_unsolved(Task.OPEN, every[4].key) == every[5]
    assert shelf.next_unsolved(Task.OPEN, every[-1].key) == every[2]
    assert PuzzleShelf(tmp_path).solved_count(Task.OPEN) == 2
    solver = Solver(studio, shelf, Task.OPEN)
    solver.click("puzzle.leave")
    assert solver.director.top is solver.page
    texts = " ".join(one.accessible_text() for one, _ in walk(solver.page.root))
    assert say("puzzle.count", done=2, of=len(every)) in texts
    shelf.record_solved(every[2], 0)  # as in a puzzle one comes back from
    solver.director.update(solver.now + 1.0)
    texts = " ".join(one.accessible_text() for one, _ in walk(solver.page.root))
    assert say("puzzle.count", done=3, of=len(every)) in texts
    gold = solver.page.return_button()
    assert gold is not None
    assert gold.name == "puzzles.lay_all"
    for one in shelf.of_task(Task.LAY_ALL)[:3]:
        shelf.record_solved(one, 0)
    solver.page.layout(Viewport((1280, 720)))
    gold = solver.page.return_button()
    assert gold is not None
    assert gold.name == f"puzzles.{next(task for task in Task if not shelf.solved_count(task)).value}"
    solver.click("puzzles.open")
    assert solver.puzzle == every[3]
    for one in every:
        shelf.record_solved(one, 0)
    assert shelf.next_unsolved(Task.OPEN) == every[0]


@pytest.mark.parametrize("due", [False, True])
def test_with_large_text_what_to_do_now_is_in_sight(studio: Studio, due: bool) -> None:
    studio.scale_text(250)
    mistakes = MistakeShelf(None, lambda: 0)
    if due:
        replay = replay_of(match_of(*REVIEWED[0])[0].transcript)
        mistakes.notebook = Notebook(mistakes=mistakes_of(replay, review_of(*REVIEWED[0])))
    page = PuzzlePage(studio.context, PuzzleShelf(None), mistakes)
    render_scene(page, (960, 540))
    gold = page.return_button()
    assert gold is not None
    assert (gold.name == "puzzles.mistakes") is due
    assert gold.rect.is_inside(Box(0.0, 0.0, 1280.0, 720.0))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_puzzle_is_seen_without_scrolling(studio: Studio, language: str) -> None:
    set_language(language)
    page = PuzzlePage(studio.context, PuzzleShelf(None))
    page.layout(Viewport((1280, 720)))
    there = {place.name: place.box for place in page.shown_items()}
    assert all(there[f"puzzles.{task.value}"].bottom <= there["puzzles"].bottom for task in Task)


def test_the_paper_leaves_the_rack_in_sight_where_the_table_is_full(studio: Studio) -> None:
    full = next(one for one in puzzles() if one.key == "free_joker-101")
    scene = begin_puzzle(studio.context, full, PuzzleShelf(None))
    scene.layout(Viewport((1280, 720)))
    for now in range(3):
        scene.update(float(now))
    rack = [spot for spot in scene.board.current_layout().spots.values() if spot.lies is TileZone.RACK]
    assert rack
    assert not [spot for spot in rack if spot.box.overlaps(scene.guide.paper.rect, ROUNDING)]


def test_the_paper_leaves_what_a_wild_tile_stands_for_in_sight(studio: Studio) -> None:
    one = mistakes_of(replay_of(match_of(*REVIEWED[0])[0].transcript), review_of(*REVIEWED[0]))[0]
    shelf = MistakeShelf(None)
    shelf.notebook = shelf.notebook.with_mistakes([one])
    scene = begin_mistake(studio.context, one, shelf)
    scene.layout(Viewport((1280, 720)))
    for _depth in range(2):
        scene.guide.give_hint()
    for now in range(3):
        scene.update(float(now))
    melds = [spot for spot in scene.board.current_layout().spots.values() if spot.lies is TileZone.SET]
    assert melds
    assert not [spot for spot in melds if with_pill(spot).overlaps(scene.guide.paper.rect, ROUNDING)]
