"""A lesson at its table, by mouse, keys and pad: what is asked for, what is lit, what is refused and what goes back."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import pygame
import pytest
from pygame import Rect

from game.book.book import rule_book_of
from game.bots.bot import choose_move
from game.bots.nodes import Budget
from game.bots.thinker import InlineThinker
from game.client.book.leads import chosen_words
from game.client.book.scene import RuleBookPage
from game.client.director import Director, Pop, Push
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.events import NO_MODIFIERS, KeyDown, KeyUp, PadDown, PadUp, PointerDown, PointerMoved, PointerUp
from game.client.lesson.learn import LearnPage
from game.client.lesson.light import lit_boxes
from game.client.lesson.scene import LessonTable
from game.client.lesson.teacher import TAKE_PLACES
from game.client.scenes.message import Message
from game.client.scenes.score_sheet import ScoreSheet
from game.client.setup import Setup, header_for_setup, last_setup, last_setup_header
from game.client.still import Studio
from game.client.table import tag
from game.client.table.advice.hints import OFFER_AFTER_SECONDS
from game.client.table.aims import Aim, Target
from game.client.table.dead_hand.board import DeadHandBoard
from game.client.table.dead_hand.glow import DeadHandDropHighlights, draw_sources
from game.client.table.dead_hand.layout import DeadHandLayout
from game.client.table.dead_hand.pointer import DeadHandPointer
from game.client.table.dead_hand.turn import DeadHandTurn
from game.client.table.open.panel import OpenPanel
from game.client.table.open.turn import OpenTurn
from game.client.table.tag import tag_place
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button
from game.client.widgets.widget import walk
from game.client.words import say, set_language
from game.client.words.tell import tell_refusal
from game.lesson.lesson import WAITING_VERBS, lessons
from game.rules.registry import rules_of
from game.session.arrangement import NEW_SET_INDEX
from game.table.faces import parse_face
from game.table.moves import Draw
from game.table.state import Phase
from tests.slices import crossed, every

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.client.draw.backdrop import StaticPart
    from game.client.events import PadButton
    from game.client.widgets.boxes import Point

FRAMES = 40
TAKEN_PILES = (1, 2)  # the turns of eBurako's small round whose pile is worth it
KEYS = [one.key for one in lessons()]
PLACES = ("rack", "own", "felt", "dead", "gold", "second")  # too large, or not the coach's to keep clear of


class Learner:
    """A lesson under a director, with hands and a clock of its own."""

    def __init__(self, studio: Studio, key: str, size: tuple[int, int] = (1280, 720)) -> None:
        self.studio = studio
        lesson = next(one for one in lessons() if one.key == key)
        scene = studio.lesson(lesson)
        assert isinstance(scene, LessonTable)
        self.scene, self.now = scene, 0.0
        self.director = Director(studio.learn(), Viewport(size))
        self.director.apply(Push(scene))
        self.rest()

    def rest(self, frames: int = FRAMES) -> None:
        for _ in range(frames):
            self.now += 0.2
            self.director.update(self.now)

    @property
    def at(self) -> int:
        return self.scene.teacher.way.step_number

    @property
    def said(self) -> str:
        return self.scene.teacher.coach.accessible_text()

    def box(self, name: str) -> Point:
        widget = next(one for one, _ in walk(self.scene.root) if one.name == name)
        return widget.rect.centre

    def tile(self, face: str) -> Point:
        cards = self.scene.session.rules.deck.cards
        turn = self.scene.shown.turn
        assert turn is not None
        wanted = parse_face(face, cards=cards)
        spots = self.scene.board.current_layout().spots
        found = next(one for one in turn.turn_state.pickable_tiles if turn.view.faces[one] == wanted)
        at: Point = spots[found].box.centre
        return at

    def own(self, face: str) -> Point:
        """Return where a tile lies in one of the learner's sets."""
        turn = self.scene.shown.turn
        assert turn is not None
        table, wanted = turn.view.table, parse_face(face, cards=self.scene.session.rules.deck.cards)
        lying = chain.from_iterable(table.melds[at].tiles for at in table.melds_of(table.side_of(turn.view.seat)))
        found = next(tile for tile in lying if turn.view.faces[tile] == wanted)
        at: Point = self.scene.board.current_layout().spots[found].box.centre
        return at

    def click(self, at: Point) -> None:
        for event in (PointerMoved(at), PointerDown(at), PointerUp(at)):
            self.director.on_plain_event(event)
        self.rest(4)

    def pick(self, *faces: str) -> None:
        for face in faces:
            self.click(self.tile(face))

    def press(self, name: str) -> None:
        welcomed = self.scene.teacher.way.shows_welcome
        self.director.on_plain_event(KeyDown(name, NO_MODIFIERS))
        self.director.on_plain_event(KeyUp(name, NO_MODIFIERS))
        self.rest(FRAMES if welcomed else 4)  # once the welcome is read, a rival may begin

    def until_lit(self, light: str) -> None:
        """Do what is asked until this is lit."""
        while light not in self.scene.teacher.lights:
            _do(self)

    def pad(self, button: PadButton) -> None:
        self.director.on_plain_event(PadDown(button))
        self.director.on_plain_event(PadUp(button))
        self.rest(4)


@pytest.fixture
def studio() -> Iterator[Studio]:
    with Studio() as made:
        yield made


@pytest.mark.parametrize("key", ["burako", "burraco", "eburako"])
def test_with_large_text_no_draw_moves_the_rack_and_in_a_turn_it_only_gets_lower(key: str) -> None:
    with Studio() as studio:
        studio.scale_text(250)
        learner = Learner(studio, key, (960, 540))
        tops: list[tuple[str, float]] = []
        while (step := learner.scene.teacher.way.step) is not None and step.deed.verb != "free":
            frame = learner.scene.board.current_layout().frame
            tops.append((step.deed.verb, frame.rack.y))
            _do(learner)
        for (verb, before), (_, after) in pairwise(tops):
            assert verb != "draw" or after == before, tops
            assert verb == "discard" or after >= before, tops  # with a discard the turn ends


@pytest.mark.parametrize("key", ["burako", "burraco", "eburako"])
def test_a_click_on_the_dead_hand_says_what_it_is_and_leaves_the_lesson_where_it_was(key: str) -> None:
    with Studio() as studio:
        learner = Learner(studio, key)
        at = learner.at
        layout = learner.scene.board.current_layout()
        assert isinstance(layout, DeadHandLayout)
        learner.click(layout.frame.dead_us.centre)
        toast = learner.scene.shown.toast
        assert toast is not None
        assert toast.accessible_text() == say("toast.dead_hand.what")
        learner.press("Esc")
        assert (learner.scene.shown.toast, learner.at) == (None, at)
        assert learner.scene.teacher.coach.visible


def test_a_lesson_is_begun_on_its_page_and_left_without_a_question(studio: Studio) -> None:
    page = studio.learn()
    assert isinstance(page, LearnPage)
    director = Director(page, Viewport((1280, 720)))
    buttons = {one.name: one for one, _ in walk(page.root)}
    assert {f"learn.{one.rules.key}" for one in lessons()} <= set(buttons)
    director.on_plain_event(PointerMoved(buttons["learn.burako"].rect.centre))
    director.on_plain_event(PointerDown(buttons["learn.burako"].rect.centre))
    director.on_plain_event(PointerUp(buttons["learn.burako"].rect.centre))
    assert [scene.name for scene in director.scenes] == ["learn", "lesson"]
    director.on_plain_event(KeyDown("Esc", NO_MODIFIERS))
    assert [scene.name for scene in director.scenes] == ["learn"]


@pytest.mark.parametrize("key", ["eburako", "rummy"])
def test_once_the_welcome_is_read_the_banner_asks_for_the_next_step(studio: Studio, key: str) -> None:
    learner = Learner(studio, key)
    learner.click(learner.box("lesson.next"))
    assert learner.scene.board.banner.mine
    assert learner.scene.board.banner.line == say("lesson.do.draw")


@pytest.mark.parametrize("key", ["burako", "rummikub"])
def test_a_lesson_welcomes_before_the_rival_plays(studio: Studio, key: str) -> None:
    scene = studio.lesson(next(one for one in lessons() if one.key == key))
    assert isinstance(scene, LessonTable)
    director = Director(studio.learn(), Viewport((1280, 720)))
    director.apply(Push(scene))
    for frame in range(3):
        director.update(frame / 60)
    assert scene.teacher.coach.visible
    assert scene.board.banner.title == scene.teacher.coach.title, "not that somebody else is playing"
    assert scene.board.banner.line == say("lesson.do.next")
    for second in range(20):
        director.update(float(second))
    assert scene.session.view is not None
    assert not scene.session.view.story, "the rival waits until it is read"


def test_the_end_of_a_lesson_is_said_and_a_small_round_is_won_alone(studio: Studio) -> None:
    learner = Learner(studio, "eburako")
    while learner.scene.teacher.way.step is not None and learner.scene.teacher.way.step.deed.verb != "free":
        _do(learner)
    assert "The rest of the round is yours" in learner.said
    learner.click(learner.box("lesson.next"))
    turns: tuple[tuple[tuple[tuple[str, ...], str], ...], ...] = (
        ((("B8",), "B9"), (("R1",), "pile")),
        ((("R6", "Y6", "K6"), "felt"), (("R1",), "pile")),
        ((("K9",), "K10"), (("K8",), "K9"), (("R1",), "pile")),
        ((("Y3",), "pile"),),
        ((("B4", "K4", "Y4"), "felt"), (("Y3",), "pile")),
    )
    for number, turn in enumerate(turns):
        assert not learner.scene.session.standing.round_scored
        assert not learner.scene.teacher.coach.visible, "the learner plays on alone"
        if number:
            learner.click(learner.box("pile" if number in TAKEN_PILES else "stock"))
            learner.rest()
        for faces, where in turn:
            learner.pick(*faces)
            learner.click(learner.box("table.primary") if where in ("pile", "felt") else learner.own(where))
            learner.rest()
    assert learner.scene.teacher.way.learner_won
    assert not [tool.name for tool in learner.scene.panel.tools if tool.enabled], "the round is over"
    assert isinstance(learner.scene.board, DeadHandBoard)
    assert [plate.score.laid for plate in (learner.scene.board.us, learner.scene.board.them)] == [None, None], "counted"


def test_the_menu_of_a_lesson_asks_before_it_leads_away(studio: Studio) -> None:
    learner = Learner(studio, "burako")
    learner.click(learner.box("table.menu"))
    menu = learner.director.top
    assert isinstance(menu, Message)
    (leave,) = [one.rect for one, _ in walk(menu.root) if one.name == "menu.leave"]
    learner.click(leave.centre)
    assert learner.director.top.name == "learn"


def test_the_banner_asks_for_what_the_step_asks_for_and_the_gold_button_is_lit_last(studio: Studio) -> None:
    learner = Learner(studio, "burako")
    scene = learner.scene
    _do(learner)
    _do(learner)
    assert "gold" not in scene.teacher.lights, "it says: pick a tile"
    assert scene.board.banner.line == say("lesson.do.pick", n=3)
    learner.pick("R9", "B9")
    assert scene.board.banner.line == say("lesson.do.more", n=1)
    assert "gold" not in scene.teacher.lights
    learner.pick("K9")
    assert scene.board.banner.line == say("lesson.do.gold")
    assert "gold" in scene.teacher.lights
    learner.pick("R8")
    assert scene.board.banner.line not in (say("lesson.do.gold"), say("lesson.do.more", n=1)), "the coach names it"


def test_the_button_of_what_a_step_asks_for_alone_is_gold(studio: Studio) -> None:
    learner = Learner(studio, "burako")
    panel = learner.scene.panel

    def gold() -> list[str]:
        members = [one for one, _ in walk(learner.scene.root) if isinstance(one, Button) and one.visible]
        return [one.name for one in members if one.name.startswith("table.") and one.face is ButtonKind.PRIMARY]

    assert gold() == []  # to be read
    learner.press("Enter")
    assert gold() == ["table.primary"]
    learner.press("Enter")
    learner.pick("B9")
    assert gold() == []  # it would be thrown
    learner.pick("R9", "K9")
    assert gold() == ["table.primary"]
    learner.press("Enter")
    learner.pick("R3", "R4", "R5")
    learner.press("Enter")
    learner.pick("K13")
    assert gold() == ["table.primary"]
    learner.press("Enter")
    learner.rest()
    assert gold() == ["table.second"]  # the pile, which is asked for
    assert panel.onward_button is not None
    assert panel.onward_button.accessible_text() == say("table.do.take")
    assert (panel.onward_button.key_cap, panel.primary.key_cap) == ("Enter", None)
    assert panel.onward_button.rect.y < panel.primary.rect.y, "stock and pile keep their places"
    learner.press("Enter")
    learner.pick("R6", "R7", "R8")
    assert gold() == ["table.second"]  # to a set that lies there
    learner.press("Enter")
    assert learner.at == [step.deed.verb for step in learner.scene.teacher.lesson.steps].index("take") + 2


def test_a_tile_is_spoken_of_once_it_has_come(studio: Studio) -> None:
    learner = Learner(studio, "eburako")
    _do(learner)
    learner.press("Enter")  # draws
    coach, seen = learner.scene.teacher.coach, []
    for _ in range(FRAMES):
        learner.rest(1)
        seen.append((coach.visible and "red 9" in learner.said, learner.scene.board.is_moving))
    assert (True, False) in seen
    assert (True, True) not in seen


def test_questions_are_one_click_away_in_every_step_and_from_how_it_goes(studio: Studio) -> None:
    learner = Learner(studio, "burako")
    answers = rule_book_of("en").questions_number("Burako")
    learner.click(learner.box("lesson.questions"))
    book = learner.director.top
    assert isinstance(book, RuleBookPage)
    assert book.number == answers
    learner.press("Esc")
    assert learner.director.top is learner.scene
    learner.press("F1")
    sheet = learner.director.top
    learner.click(next(one for one, _ in walk(sheet.root) if one.name == "help.questions").rect.centre)
    book = learner.director.top
    assert isinstance(book, RuleBookPage)
    assert book.number == answers
    learner.press("Esc")
    assert learner.director.top is learner.scene


def test_stock_and_pile_are_lit_in_a_lesson_only_by_what_it_asks_for(studio: Studio) -> None:
    learner = Learner(studio, "burraco")
    scene = learner.scene

    def sources() -> int:
        turn, look = scene.shown.turn, scene.look
        assert isinstance(turn, DeadHandTurn)
        assert isinstance(scene.board, DeadHandBoard)
        assert isinstance(scene.shown.pointer, DeadHandPointer)
        assert look is not None
        assert draw_sources(turn)
        return len(DeadHandDropHighlights().parts(look, scene.board, turn, scene.shown.pointer, None))

    assert sources() == 0  # to be read
    learner.press("Enter")
    learner.press("Enter")
    assert learner.said.startswith("A card first")
    assert "pile" in scene.teacher.lights
    assert sources() == 0
    scene.board.asked = lambda: ""  # the round at its end
    assert sources() == len((Aim.STOCK, Aim.PILE))


def test_no_plate_of_a_lesson_tells_how_far_a_match_goes(studio: Studio) -> None:
    learner = Learner(studio, "burraco")
    told = [written.text for one, _ in walk(learner.scene.root) for written in one.texts()]
    target = learner.scene.session.header.options.number("target")
    assert say("table.laid_points", points=0) in told
    assert not [text for text in told if say("table.to_target", target=target) in text]


@pytest.mark.parametrize("key", ["rummikub", "burraco"])
def test_the_rule_book_tells_a_lesson_of_no_rounds_or_points_of_a_match(studio: Studio, key: str) -> None:
    learner = Learner(studio, key)
    learner.click(learner.box("lesson.questions"))
    book = learner.director.top
    assert isinstance(book, RuleBookPage)
    told = [one.accessible_text() for one, _ in walk(book.root) if one.name.startswith("book.here_")]
    assert told
    options = learner.scene.session.header.options.items
    of_a_match = [name for name, _ in options if name in ("rounds", "fresh_rounds", "target", "first_starter")]
    assert of_a_match
    for name, value in options:
        said = str(chosen_words(learner.scene.session.rules, name, value))
        assert name not in of_a_match or said not in told


def test_a_set_is_laid_by_mouse_and_a_wrong_one_is_refused_with_its_rule(studio: Studio) -> None:
    learner = Learner(studio, "burako")
    assert learner.at == 0
    learner.click(learner.box("lesson.next"))
    assert "tile" in learner.said
    assert learner.at == 1
    learner.click(learner.box("stock"))
    learner.rest()
    assert learner.at == 2
    learner.pick("B9", "K9", "R8")
    learner.click(learner.box("table.primary"))
    paper = learner.scene.shown.toast
    assert paper is not None
    assert learner.at == 2
    assert not learner.scene.teacher.coach.visible, "the paper says it all"
    learner.press("F3")
    assert isinstance(learner.director.top, RuleBookPage)
    assert learner.director.top.number == "1.2"
    learner.press("Esc")
    learner.press("Esc")
    assert learner.scene.shown.toast is None
    learner.pick("R8", "R9")  # puts the wrong one back
    learner.click(learner.box("table.primary"))
    assert learner.at == 3
    assert learner.scene.teacher.coach.visible


def test_what_is_allowed_but_not_asked_for_goes_back_and_the_coach_says_so(studio: Studio) -> None:
    learner = Learner(studio, "burako")
    while learner.at < 4:
        _do(learner)
    head = learner.scene.session.draft_key
    learner.pick("Y13")
    learner.click(learner.box("table.primary"))
    assert "Allowed" in learner.said
    assert learner.scene.session.draft_key == head, "it is not sent"
    learner.rest()
    assert "Allowed" in learner.said, "nobody is hurried while he reads"
    assert learner.scene.board.banner.line == say("lesson.do.back")
    assert learner.at == 4, "it is the same step that is asked for"
    learner.click(learner.box("lesson.next"))
    turn = learner.scene.shown.turn
    assert turn is not None
    assert learner.at == 4
    assert len(turn.view.rack) == len(learner.scene.session.view.rack) - 6 if learner.scene.session.view else False
    learner.pick("Y13")
    learner.click(learner.box("table.primary"))
    assert "Allowed" in learner.said
    turn.undo()
    learner.rest(4)
    assert "Allowed" not in learner.said, "undone by other means it is not said any more"
    learner.pick("R7", "R8", "*")
    learner.click(learner.box("table.primary"))
    assert "may be laid" in learner.said
    learner.press("Enter")  # the coach's gold button takes it back
    assert learner.at == 4
    assert "discard" in learner.said.casefold()


def test_what_may_wait_at_the_end_of_a_turn_goes_back_in_one_word_everywhere(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    while learner.at < 4:
        _do(learner)
    learner.pick("B13")
    learner.click(_set_of(learner, "B9"))
    assert "Allowed" in learner.said
    coach = learner.scene.teacher.coach
    said = "Well seen: blue\N{NO-BREAK SPACE}13 may be laid. For the lesson take that back first. Then press End turn."
    assert str(coach.words) == said
    assert learner.scene.board.banner.line == say("lesson.do.back")
    assert str(learner.scene.teacher.next.label) == say("lesson.back")


def _set_of(learner: Learner, face: str) -> Point:
    """Return a place in the set that holds a tile."""
    board, turn = learner.scene.board, learner.scene.shown.turn
    assert turn is not None
    tile = next(
        one
        for meld in turn.arrangement.heaps
        for one in meld.tiles
        if turn.view.faces[one] == parse_face(face, cards=False)
    )
    at: Point = board.current_layout().spots[tile].box.centre
    return at


def test_a_step_is_done_by_keys_and_by_pad(studio: Studio) -> None:
    learner = Learner(studio, "burako")
    learner.press("Enter")
    assert learner.at == 1
    learner.press("Enter")  # the gold button draws
    learner.rest()
    assert learner.at == 2
    for _ in range(40):
        if learner.scene.ring.focus is learner.scene.teacher.show_it:
            break
        learner.press("Tab")
    learner.press("Enter")
    assert learner.at == 3, "Show me lays the set"
    other = Learner(studio, "rummikub")
    other.pad("Menu")
    assert other.at == 1


def _do(learner: Learner) -> None:
    """Do the step that is asked for by the coach's own buttons."""
    step = learner.scene.teacher.way.step
    assert step is not None
    learner.scene.teacher.tell()
    wanted = "lesson.next" if step.deed.verb in WAITING_VERBS else "lesson.show"
    button = next(one for one in learner.scene.teacher.coach.buttons if one.name == wanted)
    assert button.visible, step.words_in("en").title
    welcomed = learner.scene.teacher.way.shows_welcome
    learner.click(button.rect.centre)
    learner.rest(FRAMES if welcomed else 20)


@pytest.mark.parametrize(("key", "text"), every(crossed(KEYS, [100, 250]), 6))
def test_a_lesson_is_walked_by_its_buttons_and_the_coach_lies_on_nothing_that_is_meant(
    studio: Studio, key: str, text: int
) -> None:
    studio.scale_text(text)
    learner = Learner(studio, key, (1280, 720) if text == 100 else (960, 540))
    teacher = learner.scene.teacher
    for _ in range(len(teacher.lesson.steps) + 1):
        step = teacher.way.step
        if step is None or step.deed.verb == "free":
            break
        before = learner.at
        canvas = learner.director.viewport.canvas
        coach = teacher.coach.rect
        assert canvas.inset(-1).contains((coach.x, coach.y))
        assert canvas.inset(-1).contains((coach.right, coach.bottom))
        places = PLACES if text == 100 else (*PLACES, "pile")  # of which large text may cover the edge
        tiles = [light for light in teacher.lights if light not in places]
        for box in lit_boxes(learner.scene, (*tiles, *(TAKE_PLACES if text == 100 else ()))):
            assert not coach.overlaps(box, 6.0), (step.words_in("en").title, teacher.lights)
        if text == 100:
            for plate in learner.scene.board.plates.values():
                assert not coach.overlaps(plate.rect), step.words_in("en").title
        _do(learner)
        assert learner.at > before, step.words_in("en").title
    step = teacher.way.step
    if step is None:
        assert teacher.lesson.known
        assert "different" in learner.said
        assert teacher.next.visible
    else:
        _do(learner)
        assert not teacher.coach.visible, "the learner plays on alone"


@pytest.mark.parametrize(
    ("key", "text"), [("burako", 100), ("burako", 250), ("burraco", 250), ("rummikub", 100), ("rummikub", 250)]
)
def test_the_coach_lies_on_no_label_of_what_was_laid_just_now_and_on_no_pile_to_be_taken(
    studio: Studio, key: str, text: int
) -> None:
    studio.scale_text(text)
    learner = Learner(studio, key, (1280, 720) if text == 100 else (960, 540))
    scene, coach, told = learner.scene, learner.scene.teacher.coach, 0
    while (step := scene.teacher.way.step) is not None and step.deed.verb != "free":
        layout, look, parts = scene.board.current_layout(), scene.look, scene.board.parts
        assert look is not None
        assert parts is not None
        told += len(parts.labels)
        assert not any(look.rect(coach.rect).colliderect(label.box) for label in parts.labels), learner.said
        if "pile" in scene.teacher.lights:
            (pile,) = lit_boxes(scene, ("pile",))
            assert coach.rect.overlap_area(pile) < 0.15 * pile.w * pile.h, learner.said
        if text == 100:
            assert not any(coach.rect.overlaps(box) for box in layout.seen_sets), learner.said
            assert not any(coach.rect.overlaps(one.rect) for one in scene.panel.bar_buttons), learner.said
        _do(learner)
    assert bool(told) is (key != "burraco")


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_words_that_leave_no_place_free_are_read_in_parts(studio: Studio, by: str) -> None:
    set_language("es")
    try:
        studio.scale_text(250)
        learner = Learner(studio, "rummikub", (960, 540))
        _do(learner)
        coach = learner.scene.teacher.coach
        said: list[str] = []
        while (part := [one.text for one in coach.texts()][-1]) not in said:
            said.append(part)
            if by == "mouse":
                learner.click(learner.box("lesson.more"))
            else:
                learner.scene.ring.focus_on("lesson.more")
                learner.scene.ring.show_focus(shown=True)
                learner.press("Enter")
        assert len(said) > 1
        assert " ".join(said) == coach.words
        assert part == said[0], "after the last the first"
    finally:
        set_language("en")


def test_a_wrong_tile_goes_to_the_set_that_is_lit_and_the_coach_says_that_it_is_none(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    learner.until_lit("set B10 B11 B12")
    turn = learner.scene.shown.turn
    assert isinstance(turn, OpenTurn)
    run = next(
        heap for heap in turn.arrangement.heaps if turn.view.faces[heap.tiles[0]] == parse_face("B10", cards=False)
    )
    learner.pick("R5")
    learner.click(learner.scene.board.current_layout().spots[run.tiles[1]].box.centre)
    assert turn.turn_state.picked == ()
    assert say("lesson.broken") in learner.said
    learner.press("Enter")
    assert not turn.arrangement.touched


def test_the_coach_stands_where_he_stood_from_step_to_step(studio: Studio) -> None:
    learner = Learner(studio, "burako")
    coach, before = learner.scene.teacher.coach, None
    while "set R3 R4 R5" not in learner.scene.teacher.lights:
        gold = next(one for one in reversed(coach.buttons) if one.visible)
        assert before is None or gold.rect.contains(before), learner.said
        before = gold.rect.centre
        _do(learner)


@pytest.mark.parametrize("key", ["rummikub", "burraco"])
def test_the_coach_leaves_his_place_once_at_most_in_a_whole_lesson(studio: Studio, key: str) -> None:
    learner = Learner(studio, key)
    places = []
    while (step := learner.scene.teacher.way.step) is not None and step.deed.verb != "free":
        box = learner.scene.teacher.coach.rect
        places.append((box.x, box.w))
        _do(learner)
    moves = [after for before, after in pairwise(places) if before != after]
    assert len(moves) <= 1


def test_a_tile_picked_does_not_send_the_coach_away(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    while (step := learner.scene.teacher.way.step) is not None and "set *: *" not in step.lights:
        _do(learner)
    before = learner.scene.teacher.coach.rect
    learner.pick("R4", "R5")
    assert learner.scene.teacher.coach.rect == before


@pytest.mark.parametrize(("text", "size", "all_of_it"), [(100, (1280, 720), True), (250, (960, 540), False)])
def test_few_cards_say_that_the_pozzetto_comes_next_where_the_words_fit(
    studio: Studio, text: int, size: tuple[int, int], *, all_of_it: bool
) -> None:
    studio.scale_text(text)
    learner = Learner(studio, "burraco", size)
    while (step := learner.scene.teacher.way.step) is not None and step.lights[-2:] != ("dead", "gold"):
        _do(learner)
    parts, look = learner.scene.board.parts, learner.scene.look
    assert parts is not None
    assert look is not None
    assert isinstance(parts.lip.key, tuple)
    name, words = parts.lip.key
    wide = look.text_width(name, theme.HEADING) + look.text_width(words, theme.SMALL_BOLD)
    assert wide < learner.scene.board.current_layout().frame.lip.w
    count = say("cards.table.rack_count", n=1, points=5)
    assert words == (say("burraco.table.rack_then_dead", count=count) if all_of_it else count)


def test_the_end_says_who_has_won_and_leads_on(studio: Studio) -> None:
    learner = Learner(studio, "rummikub-for-rummy")
    while learner.scene.teacher.way.step is not None:
        assert not studio.preferences.now.learned
        _do(learner)
    assert studio.preferences.now.learned == "rummikub-for-rummy"
    learner.press("H")
    assert learner.scene.shown.toast is None, "all is done: there is nothing to hint at"
    assert isinstance(learner.scene.return_button(), type(learner.scene.teacher.next))
    assert isinstance(learner.scene.teacher.next.on_use(), Pop), "where no match can be begun it leads back"
    studio.context.play = lambda table: Push(studio.learn()) if table.rules.key == "rummikub" else Pop()
    assert isinstance(learner.scene.teacher.next.on_use(), Push)


@pytest.mark.parametrize("game", ["burraco", "rummikub"])
def test_the_first_match_after_a_lesson_is_a_table_for_two_against_an_easy_bot(studio: Studio, game: str) -> None:
    learner = Learner(studio, game)
    dealt: list[str] = []

    def play(table: Setup) -> Pop:
        header = header_for_setup(table, "Rosa")
        assert header is not None
        assert header.options.number("turn_seconds") == 0, "who plays alone has no clock"
        dealt.extend(seat.level for seat in header.seats)
        return Pop()

    studio.context.play = play
    learner.scene.teacher.play()
    assert dealt == ["", "easy"]
    usual = last_setup_header(game, studio.preferences.now, "Rosa")
    assert usual is not None
    assert [seat.level for seat in usual.seats] == dealt, "and such is the table from then on"


@pytest.mark.parametrize("game", ["burraco", "rummikub"])
def test_after_a_lesson_a_table_set_up_before_is_small_and_easy_once_by_its_own_rules(
    studio: Studio, game: str
) -> None:
    learner = Learner(studio, game)
    preset = rules_of(game).presets[-1]
    own = replace(last_setup(rules_of(game)).with_preset(preset.key), players=4).with_level(1, "hard")
    studio.preferences.replace(replace(studio.preferences.now.with_table(own.saved_form), last_game="rummy"))
    dealt: list[Setup] = []

    def play(table: Setup) -> Pop:
        dealt.append(table)
        return Pop()

    studio.context.play = play
    learner.scene.teacher.play()
    (table,) = dealt
    assert (table.players, table.bot_level(1), table.preset) == (2, "easy", preset)
    assert studio.preferences.now.table_of(game) == own.saved_form, "who has set the game up keeps the table for later"
    assert studio.preferences.now.last_game == game


@pytest.mark.parametrize(
    ("key", "lights", "laid"),
    [
        ("burako", ("set R3 R4 R5",), ("R6", "R7", "R8")),
        ("burako", ("R9", "B9", "K9"), ("R7", "R8", "R9")),
        ("eburako", ("K13", "pile"), ("B10", "B11", "B12", "B13")),
    ],
)
def test_a_set_that_takes_the_tiles_of_the_step_is_taken_back_and_nothing_is_shown_beside_it(
    studio: Studio, key: str, lights: tuple[str, ...], laid: tuple[str, ...]
) -> None:
    learner = Learner(studio, key)
    while not set(lights) <= set(learner.scene.teacher.lights):
        _do(learner)
    at = learner.at
    learner.pick(*laid)
    learner.click(learner.box("table.primary"))
    assert say("lesson.strayed") in learner.said
    learner.press("H")
    assert say("lesson.strayed") in learner.said
    learner.press("Enter")
    assert say("lesson.strayed") not in learner.said
    _do(learner)
    assert learner.at == at + 1


def test_what_is_no_set_on_an_open_table_is_not_called_allowed(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    learner.press("Enter")
    learner.pick("B9")
    assert learner.scene.board.banner.line == say("lesson.do.pick", n=3), "it is none of them"
    assert "blue\N{NO-BREAK SPACE}9" in learner.said
    learner.pick("R12", "K12")
    assert learner.scene.board.banner.line == say("lesson.do.more", n=1)
    turn = learner.scene.shown.turn
    assert isinstance(turn, OpenTurn)
    turn.try_step(turn.arrangement.with_moved_tiles(turn.turn_state.picked, NEW_SET_INDEX))
    learner.rest(4)
    assert learner.said.startswith(say("lesson.broken"))
    learner.press("Enter")
    assert say("lesson.broken") not in learner.said
    assert learner.tile("B9")


def test_a_set_begun_with_another_tile_is_taken_back_in_one_press(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    learner.press("Enter")
    at, turn, banner = learner.at, learner.scene.shown.turn, learner.scene.board.banner
    assert isinstance(turn, OpenTurn)
    learner.pick("R12", "B13")
    learner.click(learner.box("table.sets"))
    assert banner.line == say("lesson.do.back"), "not that three tiles are lit"
    assert learner.scene.teacher.lights == ()
    assert learner.said.startswith(say("lesson.broken"))
    learner.pick("K12", "Y12")
    turn.drop_tiles(turn.turn_state.picked, Target(Aim.WHOLE, turn.arrangement.heaps[-1].number))
    learner.rest(4)
    assert learner.said.startswith(say("lesson.broken"))
    learner.press("Enter")
    assert not turn.arrangement.touched
    assert banner.line == say("lesson.do.pick", n=3)
    assert learner.at == at


def test_a_tile_laid_beside_the_set_that_it_is_to_join_is_taken_back(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    learner.until_lit("B9")
    turn = learner.scene.shown.turn
    assert isinstance(turn, OpenTurn)
    learner.pick("B9")
    turn.lay_new_set()
    learner.rest(4)
    assert learner.said.startswith(say("lesson.broken"))
    learner.press("Enter")
    assert not turn.arrangement.touched
    assert learner.scene.board.banner.line == say("lesson.do.pick", n=1)


def test_tiles_of_the_set_that_is_asked_for_may_be_laid_one_by_one(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    learner.press("Enter")
    turn = learner.scene.shown.turn
    assert isinstance(turn, OpenTurn)
    learner.pick("R12", "K12")
    turn.lay_new_set()
    learner.rest(4)
    assert learner.scene.board.banner.line == say("lesson.do.more", n=1)


def test_after_a_draw_that_the_lesson_does_not_ask_for_there_is_nothing_to_take_back(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    learner.until_lit("B6")
    at = learner.at
    learner.click(learner.box("table.second"))
    assert say("lesson.strayed") in learner.said
    assert learner.scene.teacher.next.accessible_text() == say("button.got_it")
    assert learner.scene.board.banner.line == say("lesson.do.next")
    learner.press("Enter")
    assert say("lesson.strayed") not in learner.said
    assert learner.at == at


def test_a_click_where_a_set_has_just_laid_itself_picks_none_of_it(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    learner.until_lit("B6")
    turn = learner.scene.shown.turn
    assert isinstance(turn, OpenTurn)
    slot = learner.scene.board.current_layout().box_of(Target(Aim.NEW_SET)).centre
    learner.pick("B6", "K6", "Y6")
    learner.rest()
    learner.click(slot)
    assert learner.scene.board.current_layout().heaps.heaps[-1].box.contains(slot)
    assert turn.turn_state.picked == ()


def test_what_is_laid_before_the_draw_of_a_lesson_is_taken_back(studio: Studio) -> None:
    learner = Learner(studio, "rummy")
    teacher = learner.scene.teacher
    while teacher.way.step is not None and teacher.way.step.deed.verb != "draw":
        _do(learner)
    turn = learner.scene.shown.turn
    assert isinstance(turn, OpenTurn)
    turn.try_step(turn.arrangement.with_moved_tiles((turn.view.table.closing, turn.view.rack[0]), NEW_SET_INDEX))
    learner.rest(4)
    assert learner.said.startswith(say("lesson.strayed"))
    learner.press("Enter")
    assert not turn.arrangement.touched
    assert say("lesson.strayed") not in learner.said


def test_what_was_tried_with_the_closing_tile_goes_back_before_the_small_round(studio: Studio) -> None:
    learner = Learner(studio, "rummy")
    way = learner.scene.teacher.way
    while (way.step_number + 1) < len(way.lesson.steps) and way.lesson.steps[way.step_number + 1].deed.verb != "free":
        _do(learner)
    turn = learner.scene.shown.turn
    assert isinstance(turn, OpenTurn)
    learner.pick("K7", "K9")
    turn.drop_tiles((turn.view.table.closing,), Target(Aim.NEW_SET))
    learner.rest(4)
    assert turn.arrangement.touched
    learner.press("Enter")
    assert way.step is not None
    assert way.step.deed.verb == "free"
    assert not turn.arrangement.touched


def test_the_pile_taken_where_a_draw_is_asked_for_goes_back(studio: Studio) -> None:
    learner = Learner(studio, "burako")
    learner.press("Enter")
    at = learner.at
    learner.click(learner.box("pile"))
    assert learner.at == at
    assert say("lesson.strayed") in learner.said
    learner.press("Enter")
    turn = learner.scene.shown.turn
    assert turn is not None
    assert turn.view.phase is Phase.DRAW
    assert say("lesson.strayed") not in learner.said


def test_what_was_laid_besides_is_taken_back_by_who_is_shown_the_step(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    learner.press("Enter")
    turn = learner.scene.shown.turn
    assert isinstance(turn, OpenTurn)
    learner.pick("B9")
    turn.try_step(turn.arrangement.with_moved_tiles(turn.turn_state.picked, NEW_SET_INDEX))
    learner.rest(4)
    learner.click(learner.box("lesson.show"))
    assert learner.scene.teacher.way.step is not None
    assert learner.scene.teacher.way.step.deed.verb == "end"
    assert len(turn.arrangement.played) == 3
    assert learner.tile("B9")


def test_a_fitting_tile_laid_besides_is_named_and_goes_back(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    learner.until_lit("B9")
    _do(learner)
    at = learner.at
    turn = learner.scene.shown.turn
    assert isinstance(turn, OpenTurn)
    run = next(index for index, heap in enumerate(turn.arrangement.heaps) if len(heap.tiles) == 4)
    learner.pick("B13")
    turn.try_step(turn.arrangement.with_moved_tiles(turn.turn_state.picked, run))
    learner.rest(4)
    words = say("lesson.besides", tiles="blue\N{NO-BREAK SPACE}13", says=say("lesson.then_end"))
    assert words in learner.said
    learner.click(learner.box("table.primary"))
    assert words in learner.said
    learner.press("Enter")
    assert learner.tile("B13")
    learner.click(learner.box("table.primary"))
    learner.rest()
    assert learner.at > at


def test_a_tile_added_to_the_table_in_the_first_play_is_refused_with_its_reason(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    learner.until_lit("R12")
    _do(learner)
    turn = learner.scene.shown.turn
    assert isinstance(turn, OpenTurn)
    learner.pick("B13")
    turn.try_step(turn.arrangement.with_moved_tiles(turn.turn_state.picked, 0))
    learner.rest(4)
    refused = turn.arrangement.play_refusal
    assert refused is not None
    told = tell_refusal(refused, turn.view.faces)
    assert told.what in learner.said
    assert say("lesson.refused_says", why=told.why, says=say("lesson.then_end")) in learner.said
    assert say("lesson.strayed") not in learner.said
    learner.press("Enter")
    assert learner.tile("B13")
    assert turn.arrangement.play_refusal is None


@pytest.mark.parametrize("early", [True, False])
def test_a_set_of_a_later_turn_laid_early_is_named_and_goes_back(studio: Studio, early: bool) -> None:
    learner = Learner(studio, "rummikub")
    learner.until_lit("B9")
    if not early:
        _do(learner)
    turn = learner.scene.shown.turn
    assert isinstance(turn, OpenTurn)
    learner.pick("K9", "*", "K11")
    turn.try_step(turn.arrangement.with_moved_tiles(turn.turn_state.picked, NEW_SET_INDEX))
    learner.rest(4)
    turn.end_turn()
    learner.rest(4)
    laid = say("tile.list", first="black\N{NO-BREAK SPACE}9, the joker", last="black\N{NO-BREAK SPACE}11")
    assert f"Well seen: {laid} may be laid." in learner.said
    learner.press("Enter")
    assert learner.tile("K9")
    if early:
        _do(learner)
    assert turn.arrangement.played
    learner.click(learner.box("table.primary"))
    learner.rest()
    assert say("lesson.strayed") not in learner.said
    assert "B6" in learner.scene.teacher.lights


def test_a_table_tile_moved_besides_goes_back(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    learner.until_lit("B6")
    _do(learner)
    turn = learner.scene.shown.turn
    assert isinstance(turn, OpenTurn)
    faces = turn.view.faces
    twelves = next(at for at, heap in enumerate(turn.arrangement.heaps) if faces[heap.tiles[0]].number == 12)
    twelve = next(
        heap.tiles[-1]
        for heap in turn.arrangement.heaps
        if [faces[one].number for one in heap.tiles] == [9, 10, 11, 12]
    )
    turn.try_step(turn.arrangement.with_moved_tiles((twelve,), twelves))
    learner.rest(4)
    turn.end_turn()
    learner.rest(4)
    assert say("lesson.moved", says=say("lesson.then_end")) in learner.said
    learner.press("Enter")
    turn.end_turn()
    learner.rest()
    assert say("lesson.strayed") not in learner.said
    assert "K9" in learner.scene.teacher.lights


def test_no_turn_ends_while_a_tile_lies_alone(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    learner.press("Enter")
    learner.click(learner.box("lesson.show"))
    at = learner.at
    turn = learner.scene.shown.turn
    assert isinstance(turn, OpenTurn)
    learner.pick("B9")
    turn.try_step(turn.arrangement.with_moved_tiles(turn.turn_state.picked, NEW_SET_INDEX))
    learner.rest(4)
    assert learner.said.startswith(say("lesson.broken"))
    learner.press("Enter")
    assert say("lesson.broken") not in learner.said
    assert learner.at == at


def test_a_tile_picked_to_be_thrown_that_is_another_is_named(studio: Studio) -> None:
    learner = Learner(studio, "burako")
    while learner.scene.teacher.way.step is not None and learner.scene.teacher.way.step.deed.verb != "discard":
        _do(learner)
    assert "joker" not in learner.said
    learner.pick("*")
    assert "joker" in learner.said


def test_the_tile_that_is_asked_for_goes_back_for_the_set_that_lies_there(studio: Studio) -> None:
    learner = Learner(studio, "eburako")
    while learner.scene.teacher.way.step is not None and learner.scene.teacher.way.step.deed.verb != "discard":
        _do(learner)
    step = learner.scene.teacher.way.step
    assert step is not None
    learner.pick("B10", "B11", "B12")
    learner.click(learner.box("table.primary"))
    words = step.words_in("en")
    assert say("lesson.strayed_set", says=words.says) in learner.said
    learner.pick("K13")
    learner.click(learner.box("table.primary"))
    assert learner.scene.teacher.session.strayed
    assert say("lesson.strayed_set", says=words.says) in learner.said
    learner.press("Enter")
    assert learner.said == f"{words.title}. {words.says}"


def test_who_took_the_pile_too_early_hears_only_that_it_goes_back(studio: Studio) -> None:
    learner = Learner(studio, "burako")
    for _step in range(9):
        _do(learner)
    step = learner.scene.teacher.way.step
    assert step is not None
    assert step.deed.verb == "draw"
    learner.rest()
    learner.scene.panel.actions["take_pile"]()
    learner.rest(4)
    strays = say("lesson.strayed_says", says=step.words_in("en").says)
    assert strays in learner.said
    learner.scene.panel.actions["draw"]()  # refused: he has taken the pile
    learner.rest(4)
    assert learner.scene.shown.toast is None
    assert strays in learner.said


@pytest.mark.parametrize("key", ["burako", "rummikub"])
def test_a_page_to_read_and_the_end_leave_the_score_to_be_seen_and_enter_to_one_button(
    studio: Studio, key: str
) -> None:
    learner = Learner(studio, key)
    scene = learner.scene
    pages = 0
    while scene.teacher.way.step is not None:
        step = scene.teacher.way.step
        if step.deed.verb == "next" and scene.teacher.coach.visible:
            pages += 1
            _check_page(learner)
        if step.deed.verb == "free":
            break
        _do(learner)
    assert pages > 2


def _check_page(learner: Learner) -> None:
    scene = learner.scene
    board = scene.board
    scores = [part.rect for part in board.side_widgets if part is not board.log]
    assert not any(scene.teacher.coach.rect.overlaps(box, 1.0) for box in scores)
    caps = [w.key_cap for w, _ in walk(scene.root) if isinstance(w, Button) and w.visible and w.key_cap == "Enter"]
    assert len(caps) == 1


@pytest.mark.parametrize(("key", "other", "asked"), [("burako", "*", "K13"), ("burraco", "4c", "Qc")])
def test_who_throws_another_tile_undoes_it_and_throws_what_is_asked_for_goes_on(
    studio: Studio, key: str, other: str, asked: str
) -> None:
    learner = Learner(studio, key)
    while learner.scene.teacher.way.step is not None and learner.scene.teacher.way.step.deed.verb != "discard":
        _do(learner)
    at = learner.at
    learner.pick(other)
    learner.click(learner.box("table.primary"))
    assert learner.scene.teacher.session.strayed
    learner.scene.panel.actions["undo"]()
    learner.rest(4)
    assert not learner.scene.teacher.session.strayed
    assert learner.at == at
    turn = learner.scene.shown.turn
    assert turn is not None
    turn.pick_only(())
    learner.pick(asked)
    learner.click(learner.box("table.primary"))
    learner.rest()
    assert not learner.scene.teacher.session.strayed
    assert learner.at > at
    assert say("lesson.strayed") not in learner.said


def test_who_draws_before_reading_is_asked_to_read(studio: Studio) -> None:
    learner = Learner(studio, "burraco")
    learner.scene.panel.actions["draw"]()
    learner.rest(4)
    assert say("lesson.strayed_says", says=f"{say('lesson.do.next')}.") in learner.said


def test_tiles_of_a_step_that_were_laid_one_by_one_are_not_asked_for_again(studio: Studio) -> None:
    learner = Learner(studio, "eburako")
    while learner.scene.teacher.way.step is not None and learner.scene.teacher.way.step.deed.verb != "meld":
        _do(learner)
    assert learner.scene.board.banner.line == say("lesson.do.pick", n=7)
    learner.pick("R3", "R4", "R5")
    learner.click(learner.box("table.primary"))
    assert learner.scene.board.banner.line == say("lesson.do.more", n=4)


def test_a_free_joker_is_counted_among_the_tiles_to_pick_and_one_click_on_it_lays_the_set(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    while (step := learner.scene.teacher.way.step) is not None and "set *: *" not in step.lights:
        _do(learner)
    assert learner.scene.board.banner.line == say("lesson.do.pick", n=3)
    at = learner.at
    learner.pick("R4", "R5")
    assert learner.scene.board.banner.line == say("lesson.do.more", n=1)
    learner.pick("*")
    assert learner.at == at + 1


def test_what_was_picked_besides_is_named(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    learner.press("Enter")
    learner.pick("R12")
    before = learner.said
    learner.pick("R5")
    assert "red\N{NO-BREAK SPACE}5" in learner.said
    learner.pick("R5")
    assert learner.said == before


def test_the_small_round_is_counted_line_by_line_and_leads_back(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    session, teacher = learner.scene.session, learner.scene.teacher
    while teacher.way.step is not None and teacher.way.step.deed.verb != "free":
        _do(learner)
    while not session.standing.results:
        assert session.view is not None
        assert session.submit([choose_move(session.view, "medium", Budget(2000), 0).move]) is None
        learner.rest(10)
    learner.rest()
    assert [say("table.do.score")] == [
        str(one.label) for one, _ in walk(learner.scene.root) if isinstance(one, Button) and one.visible
        and str(one.label) == say("table.do.score")
    ]  # fmt: skip
    assert learner.scene.board.bar.aside == say("lesson.bar"), "no match of four rounds is begun"
    learner.click(learner.box("lesson.score"))
    sheet = learner.director.top
    assert isinstance(sheet, ScoreSheet)
    told = [written.text for one, _ in walk(sheet.root) for written in one.texts()]
    assert say("score.round_over_alone") in told
    assert say("score.match") not in told, "its points count nowhere"
    learner.press("Enter")
    assert learner.director.top is learner.scene
    learner.press("F3")
    book = learner.director.top
    assert isinstance(book, RuleBookPage)
    assert "Rummikub" in book.paragraph.title


def test_however_long_the_last_words_are_read_no_hint_is_offered_when_they_close(studio: Studio) -> None:
    studio.context.thinker = InlineThinker
    learner = Learner(studio, "rummikub")
    while (step := learner.scene.teacher.way.step) is not None and step.deed.verb != "free":
        _do(learner)
    learner.rest(round(OFFER_AFTER_SECONDS / 0.2) + 1)
    learner.press("Enter")
    assert learner.scene.shown.turn is not None
    assert learner.scene.shown.turn.can_play
    assert learner.scene.panel.hint.face is not ButtonKind.PRIMARY


def test_once_it_closes_the_closing_tile_is_ringed_and_no_draw_is_gold(studio: Studio) -> None:
    learner = Learner(studio, "rummy")
    scene = learner.scene
    while scene.teacher.way.step is not None and scene.teacher.way.step.deed.verb != "free":
        _do(learner)
    assert not scene.teacher.reminders
    learner.click(learner.box("lesson.next"))
    panel = scene.panel
    turns = 0
    while not scene.teacher.reminders:
        assert scene.session.view is not None
        assert not scene.session.standing.round_scored
        turns += isinstance(choose_move(scene.session.view, "medium", Budget(2000), 0).move, Draw)
        assert scene.session.submit([choose_move(scene.session.view, "medium", Budget(2000), 0).move]) is None
        learner.rest()
    assert turns == 3, "the small round is one: a turn for the sixes, the ones and the elevens each"
    assert isinstance(panel, OpenPanel)
    assert not scene.teacher.coach.visible
    assert list(scene.teacher.reminders) == ["closing"]
    assert (panel.primary.face, panel.second.face) == (ButtonKind.SECOND, ButtonKind.SECOND)
    turn = scene.shown.turn
    assert isinstance(turn, OpenTurn)
    turn.drop_tiles((turn.view.table.closing,), Target(Aim.NEW_SET))
    assert not scene.teacher.reminders, "it lies on the table now"
    assert scene.teacher.wanted() == "end"
    turn.reset()
    learner.rest()
    learner.click(learner.box("table.second"))
    learner.rest()
    assert not scene.teacher.reminders
    assert scene.teacher.wanted() is None, "the learner plays on as he likes"


def test_a_tile_laid_elsewhere_on_an_open_table_is_taken_back_by_the_gold_button(studio: Studio) -> None:
    learner = Learner(studio, "rummy")
    teacher = learner.scene.teacher
    while teacher.way.step is not None and "R11" not in teacher.way.step.lights:
        _do(learner)
    turn = learner.scene.shown.turn
    assert isinstance(turn, OpenTurn)
    elevens = next(
        tuple(heap.tiles)
        for heap in turn.arrangement.heaps
        if {turn.view.faces[tile].number for tile in heap.tiles} == {11}
    )
    learner.pick("R11")
    learner.click(learner.scene.board.current_layout().spots[elevens[0]].box.centre)
    assert say("lesson.strayed") in learner.said
    learner.press("Enter")
    assert say("lesson.strayed") not in learner.said
    assert learner.tile("R11")


def test_a_set_that_a_later_step_lets_grow_may_be_laid_whole_at_once(studio: Studio) -> None:
    learner = Learner(studio, "rummy")
    learner.until_lit("R2")
    turn = learner.scene.shown.turn
    assert isinstance(turn, OpenTurn)
    at, joker = learner.at, parse_face("*", cards=False)
    free = next(heap.tiles[0] for heap in turn.arrangement.heaps if turn.view.faces[heap.tiles[0]] == joker)
    learner.pick("R2", "R4", "R5")
    learner.click(learner.scene.board.current_layout().spots[free].box.centre)
    assert learner.at == at + 2
    assert learner.scene.teacher.way.step is not None
    assert learner.scene.teacher.way.step.deed.verb == "end"


@pytest.mark.parametrize(("key", "lit"), [("burako", "R7"), ("burako", "B9"), ("rummikub", "R12")])
def test_what_a_drop_would_do_is_said_inside_its_frame_and_beside_the_coach(
    studio: Studio, key: str, lit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[Rect] = []

    def told(*asked: Any) -> Rect:
        said.append(tag_place(*asked))
        return said[-1]

    monkeypatch.setattr(tag, "tag_place", told)
    learner = Learner(studio, key)
    scene, teacher = learner.scene, learner.scene.teacher
    while lit not in teacher.lights:
        _do(learner)
    learner.pick(*[light for light in teacher.lights if light not in PLACES and not light.startswith("set")][:2])
    layout = scene.board.current_layout()
    slot, zone = (layout.us.placed.slot, layout.us.box) if key == "burako" else (layout.heaps.slot, layout.frame.zone)
    learner.director.on_plain_event(PointerMoved(slot.centre))
    learner.rest()
    scene.draw(pygame.Surface((1280, 720)))
    assert zone.contains(said[-1].topleft)
    assert not teacher.coach.rect.overlaps(Box(*said[-1]))


@pytest.mark.parametrize("key", ["burako", "rummikub"])
def test_while_somebody_speaks_nobody_else_says_what_to_do(studio: Studio, key: str) -> None:
    learner = Learner(studio, key)
    scene, teacher = learner.scene, learner.scene.teacher
    _do(learner)
    _do(learner)
    assert scene.board.advised
    assert scene.board.covered == (teacher.coach.rect,)
    scene.shown.on_explained("toast.hint_wait")
    assert [one.name for one, _ in walk(scene.root) if one.covers] == ["toast"], "from the first picture on"
    assert scene.board.advised


def test_a_lesson_played_to_its_end_is_ticked_when_one_comes_back(studio: Studio) -> None:
    learner = Learner(studio, "rummikub-for-rummy")
    page = learner.director.scenes[0]
    assert isinstance(page, LearnPage)
    buttons = {one.name: one for one, _ in walk(page.root) if isinstance(one, Button)}
    before = {name: button.icon for name, button in buttons.items()}
    while learner.scene.teacher.way.step is not None:
        _do(learner)
    learner.press("Esc")
    assert learner.director.top is page
    learner.rest(1)
    assert [name for name, button in buttons.items() if button.icon != before[name]] == ["learn.rummikub_rummy"]
    assert buttons["learn.rummikub_rummy"].icon == "check"


@pytest.mark.parametrize(
    ("learned", "gold"),
    [("", "learn.rummy"), ("rummy", "learn.eburako"), ("rummy eburako", "learn.burako"), ("all", None)],
)
def test_the_gold_lesson_is_never_one_that_is_done(studio: Studio, learned: str, gold: str | None) -> None:
    every_one = " ".join(lesson.key for lesson in lessons())
    studio.preferences.replace(replace(studio.preferences.now, learned=every_one if learned == "all" else learned))
    page = LearnPage(studio.context, "rummy")
    page.layout(Viewport((1280, 720)))
    lit = [one.name for one, _ in walk(page.root) if isinstance(one, Button) and one.face is ButtonKind.PRIMARY]
    assert lit == ([] if gold is None else [gold])


def test_of_a_set_that_gives_one_tile_that_tile_alone_is_lit(studio: Studio) -> None:
    learner = Learner(studio, "rummikub")
    spared = "set Y3 Y4 Y5 Y6: Y6"
    learner.until_lit(spared)
    (lit,) = lit_boxes(learner.scene, (spared,))
    (whole,) = lit_boxes(learner.scene, ("set Y3 Y4 Y5 Y6",))
    assert lit.w < whole.w / 2
    turn = learner.scene.shown.turn
    assert turn is not None
    spots = learner.scene.board.current_layout().spots
    meant = {turn.view.faces[tile] for tile, spot in spots.items() if lit.contains(spot.box.centre)}
    assert meant == {parse_face("Y6", cards=False)}


def test_the_ring_around_what_is_lit_strikes_through_no_words_over_it(studio: Studio) -> None:
    learner = Learner(studio, "burako")
    board, canvas = learner.scene.board, pygame.Surface(Viewport((1280, 720)).canvas_size)
    words: StaticPart | None = None
    while words is None:
        _do(learner)
        six = any(light.startswith("set R3") for light in learner.scene.teacher.lights)
        words = next((part for part in board.over if six and "to go" in str(part.name)), None)
    learner.rest()
    learner.director.draw(canvas)
    drawn = canvas.subsurface(words.box).copy()
    words.draw(canvas)
    same = pygame.mask.from_threshold(drawn, (0, 0, 0), (24, 24, 24, 255), canvas.subsurface(words.box))
    assert same.count() > 0.97 * words.box.w * words.box.h


@pytest.mark.parametrize("key", every(KEYS, 12))
def test_while_the_rival_plays_nothing_is_shown_however_often_it_is_asked_for(studio: Studio, key: str) -> None:
    learner = Learner(studio, key)
    session, teacher = learner.scene.session, learner.scene.teacher
    while teacher.way.step is not None and teacher.way.step.deed.verb != "free":
        session.set_paused(paused=True)
        _do(learner)
        if session.view is not None and not session.view.must_decide:
            told = teacher.way.step_number == len(teacher.lesson.steps)
            assert told or not teacher.coach.visible  # a card would hide what the rival does
            before = session.draft_key, teacher.way.step_number
            learner.press("H")
            assert (session.draft_key, teacher.way.step_number) == before
            assert learner.scene.shown.turn is not None
            assert not learner.scene.shown.turn.turn_state.has_begun
            learner.press("Esc")
        session.set_paused(paused=False)
        learner.rest()


def test_with_large_text_in_a_small_window_the_coach_covers_no_set_that_is_to_be_clicked(studio: Studio) -> None:
    studio.scale_text(250)
    learner = Learner(studio, "burako", (960, 540))
    teacher = learner.scene.teacher
    while "set R3 R4 R5" not in teacher.lights:
        _do(learner)
    (box,) = lit_boxes(learner.scene, ("set R3 R4 R5",))
    assert not teacher.coach.rect.overlaps(box, 6.0)


def test_what_is_useful_in_the_pile_is_lit_once_the_learner_plays_on_freely(studio: Studio) -> None:
    learner = Learner(studio, "burako")
    scene, teacher = learner.scene, learner.scene.teacher
    guided: list[bool] = []
    while teacher.way.step is not None and teacher.way.step.deed.verb != "free":
        guided.append(scene.hints.marks_pile())
        _do(learner)
    assert not any(guided), "a step asks for one thing"
    learner.press("Enter")
    learner.rest()
    assert scene.hints.marks_pile()
