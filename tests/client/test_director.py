"""The director: the stack, who hears, when a picture is due."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pytest

from game.client.actions import ActionContext
from game.client.debug import ShownItem
from game.client.director import Change, Director, Pop, Push, Quit, Replace
from game.client.events import Event, KeyDown, Modifiers, PadDown, PointerDown
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.words.tongue import Vocabulary, uses_card_words

if TYPE_CHECKING:
    from collections.abc import Sequence


class Recorder:
    """A scene that writes down what happens to it."""

    def __init__(self, name: str, *, popup: bool = False, answer: Change | None = None) -> None:
        self.name = name
        self.popup = popup
        self.keeps: frozenset[str] = frozenset()
        self.action_context = ActionContext.MENUS
        self.revision = 0
        self.wants_frames = False
        self.box_to_show: Box | None = None
        self.answer = answer
        self.at_time: Change | None = None
        self.heard: list[Event] = []
        self.told: list[float] = []
        self.laid: list[Viewport] = []
        self.drawn = 0

    def layout(self, viewport: Viewport) -> None:
        self.laid.append(viewport)

    def on_event(self, event: Event) -> Change | None:
        self.heard.append(event)
        return self.answer

    def update(self, now: float) -> Change | None:
        self.told.append(now)
        return self.at_time

    def draw(self, surface: pygame.Surface) -> None:
        self.drawn += 1
        surface.fill((10, 20, 30), (0, 0, 10, 10))

    def shown_items(self) -> Sequence[ShownItem]:
        return [ShownItem("button", f"{self.name}.go", Box(10, 20, 30, 40), ("focus",), "Go")]


WINDOW = Viewport((1280, 720))
ENTER = KeyDown("Enter")


def surface(size: tuple[int, int] = (1280, 720)) -> pygame.Surface:
    pygame.display.init()
    return pygame.display.set_mode(size)


def due(director: Director) -> bool:
    return director.must_redraw


def names(director: Director) -> list[str]:
    return [scene.name for scene in director.scenes]


def test_scenes_say_what_happens_to_the_stack() -> None:
    title, game, sheet = Recorder("title"), Recorder("game"), Recorder("sheet", popup=True)
    director = Director(title, WINDOW)
    for change, stack in (
        (Push(game), ["title", "game"]),
        (Push(sheet), ["title", "game", "sheet"]),
        (Pop(), ["title", "game"]),
        (Replace(sheet), ["title", "sheet"]),
        (Pop(then=Replace(game)), ["game"]),
        (Push(sheet), ["game", "sheet"]),
        (Replace(title, all_of_them=True), ["title"]),
    ):
        director.apply(change)
        assert names(director) == stack
    assert director.running
    director.apply(Quit())
    assert not director.running


def test_taking_the_last_scene_away_ends_the_program() -> None:
    director = Director(Recorder("title"), WINDOW)
    director.apply(Pop())
    assert not director.running
    director.on_plain_event(ENTER)
    director.draw(surface())


def test_a_change_returned_from_an_event_is_applied() -> None:
    game = Recorder("game")
    director = Director(Recorder("title", answer=Push(game)), WINDOW)
    director.on_plain_event(ENTER)
    assert names(director) == ["title", "game"]
    assert game.laid == [WINDOW]


def test_a_popup_shows_what_is_below_and_only_the_top_hears() -> None:
    hidden, below, popup = Recorder("hidden"), Recorder("below"), Recorder("popup", popup=True)
    director = Director(hidden, WINDOW)
    director.apply(Push(below))
    director.apply(Push(popup))
    assert [scene.name for scene in director.visible] == ["below", "popup"]
    director.draw(surface())
    assert (hidden.drawn, below.drawn, popup.drawn) == (0, 1, 1)
    director.on_plain_event(ENTER)
    assert (below.heard, popup.heard) == ([], [ENTER])


def test_time_reaches_what_is_seen_but_only_the_top_changes_the_stack() -> None:
    below, popup = Recorder("below"), Recorder("popup", popup=True)
    below.at_time = Pop()
    director = Director(below, WINDOW)
    director.apply(Push(popup))
    director.update(4.5)
    assert (below.told, popup.told) == ([4.5], [4.5])
    assert names(director) == ["below", "popup"]
    popup.at_time = Pop()
    director.update(5.0)
    assert names(director) == ["below"]


def test_actions_of_the_whole_program_come_before_the_scene() -> None:
    title, seen = Recorder("title"), []

    def quit_now() -> Change | None:
        seen.append("quit")
        return Quit()

    def mute() -> Change | None:
        seen.append("mute")
        return None

    director = Director(title, WINDOW, {"mute": mute, "quit": quit_now})
    director.on_plain_event(KeyDown("M"))
    director.on_plain_event(KeyDown("M", repeat=True))
    title.action_context = ActionContext.FIELD
    director.on_plain_event(KeyDown("M"))
    assert seen == ["mute"]
    title.action_context, title.keeps = ActionContext.MENUS, frozenset({"mute"})
    director.on_plain_event(KeyDown("M"))
    assert seen == ["mute"]
    assert len(title.heard) == 3
    director.on_plain_event(KeyDown("Q", Modifiers(ctrl=True)))
    assert seen == ["mute", "quit"]
    assert not director.running


def test_nothing_is_due_until_something_seen_changes() -> None:
    title = Recorder("title")
    director, window = Director(title, WINDOW), surface()
    assert due(director)
    director.draw(window)
    assert not due(director)
    title.revision += 1
    assert due(director)
    director.draw(window)
    title.wants_frames = True
    assert due(director)
    title.wants_frames = False
    assert not due(director)
    director.apply(Push(Recorder("sheet", popup=True)))
    assert due(director)
    director.draw(window)
    director.resize(Viewport((1920, 1080)))
    assert due(director)
    assert title.laid[-1] == Viewport((1920, 1080))


def test_an_uncovered_window_is_drawn_again_and_closing_it_ends_the_program() -> None:
    director = Director(Recorder("title"), WINDOW)
    director.draw(surface())
    director.on_pygame_event(pygame.event.Event(pygame.WINDOWEXPOSED), 0)
    assert director.must_redraw
    director.on_pygame_event(pygame.event.Event(pygame.QUIT), 0)
    assert not director.running


def test_events_of_pygame_arrive_in_logical_px() -> None:
    title = Recorder("title")
    director = Director(title, Viewport((2560, 1440), ratio=2.0))
    surface()
    director.on_pygame_event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(100, 50), button=1), 0)
    (event,) = title.heard
    assert isinstance(event, PointerDown)
    assert event.at == (100, 50)


def test_a_small_window_shows_the_part_the_pointer_or_the_focus_is_at() -> None:
    title = Recorder("title")
    director, window = Director(title, Viewport((640, 400))), surface((640, 400))
    director.on_pygame_event(pygame.event.Event(pygame.MOUSEMOTION, pos=(639, 399), rel=(0, 0), buttons=(0, 0, 0)), 0)
    assert director.viewport.offset == (320, 140)
    director.draw(window)
    assert window.get_at((0, 0))[:3] == (0, 0, 0)
    title.box_to_show = Box(0, 0, 100, 40)
    director.on_plain_event(PadDown("down"))
    assert director.viewport.offset == (0, 0)
    director.draw(window)
    assert window.get_at((6, 6))[:3] == (10, 20, 30)


@pytest.mark.parametrize("speaks", [True, False])
def test_the_debug_print_tells_each_change_once_and_changes_nothing(speaks: bool) -> None:
    lines: list[str] = []
    title = Recorder("title")
    director, window = Director(title, Viewport((1920, 1080)), say_debug=lines.append if speaks else None), surface()
    director.draw(window)
    director.draw(window)
    told = '{"window":[1920,1080],"scenes":[{"scene":"title","places":[{"kind":"button","name":"title.go",'
    assert lines == ([told + '"rect":[15,30,45,60],"state":["focus"],"text":"Go"}]}]}'] if speaks else [])
    director.apply(Push(Recorder("sheet", popup=True)))
    director.draw(window)
    assert len(lines) == (2 if speaks else 0)


def test_the_system_gives_text_only_while_a_field_is_typed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    surface()
    told: list[str] = []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: told.append("start"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: told.append("stop"))
    title = Recorder("title")
    director = Director(title, WINDOW)
    director.update(0.0)
    director.update(0.1)
    title.action_context = ActionContext.FIELD
    director.on_pygame_event(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode=""), 0)
    director.update(0.2)
    title.action_context = ActionContext.TABLE
    director.update(0.3)
    assert told == ["stop", "start", "stop"]


class GameScene(Recorder):
    """A scene about a game; `words` are those of its layouts."""

    def __init__(self, name: str, vocabulary: Vocabulary) -> None:
        super().__init__(name)
        self.spoken = vocabulary
        self.words: list[bool] = []

    def vocabulary(self) -> Vocabulary:
        return self.spoken

    def layout(self, viewport: Viewport) -> None:
        super().layout(viewport)
        self.words.append(uses_card_words())


def test_the_topmost_scene_about_a_game_says_whether_of_tiles_or_of_cards() -> None:
    title, table = GameScene("title", Vocabulary()), GameScene("table", Vocabulary(cards=True, game="burraco"))
    director = Director(title, WINDOW)
    director.apply(Push(table))
    director.apply(Push(Recorder("settings", popup=True)))
    assert (table.words, uses_card_words()) == ([True], True)
    table.spoken = Vocabulary()
    director.relayout()
    assert table.words == [True, False]
    table.spoken = Vocabulary(cards=True)
    director.relayout()
    director.apply(Pop(Pop()))
    assert not uses_card_words()
