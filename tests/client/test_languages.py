"""Every scene in every language: laid out without a fault, and changed live with its focus and its typed text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

from game.client.events import KeyDown, Typed
from game.client.scenes.new_game import NewGame
from game.client.scenes.page import Page
from game.client.scenes.title import Title
from game.client.setup import BOT_NAMES, offered_games
from game.client.still import Studio
from game.client.table.scene import TableScene
from game.client.viewport import Viewport
from game.client.widgets.text_field import TextField
from game.client.widgets.widget import Widget, walk
from game.client.words import LANGUAGES, set_language
from game.rules.registry import GAMES
from tests.client.gallery import most, of_match
from tests.client.layout_check import problems
from tests.client.pseudo import speak_pseudo
from tests.matches import FEW
from tests.slices import RUN, every
from tools.pictures import find_positions, save_matches

T = TypeVar("T")

WINDOW = Viewport((1280, 720))
# All sizes and palettes: tools/dev.py soak layout. Where nothing of the longest language is out of place in its usual
# size, nothing of another is; in the largest one they break their lines each in its own way.
WORST = ((960, 540), 2.5)
ELSE = (
    ((960, 540), 1.0),
    ((1920, 1080), 2.5),
    ((1920, 1080), 1.0),
)  # every third scene
TONGUES = 1  # of the languages, scene by scene another or a longer one; all of them in tools/dev.py soak families
SHORT_CODE = re.compile(r"\b[0-9A-Z]{2,4}(-[0-9A-Z]{2,4})+\b")


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    with Studio() as made:
        save_matches(made, find_positions(points=FEW))
        yield made


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    set_language("en")


def laid(scene: object) -> Page:
    assert isinstance(scene, Page)
    return scene


def use(language: str) -> None:
    if language == "qps":
        speak_pseudo()
    else:
        set_language(language)


def taken(whole: Sequence[T], number: int, few: int) -> list[T]:
    """Return all, or the few next to each other that a scene of this number is asked in."""
    return list(whole) if RUN.full else [whole[(number + at) % len(whole)] for at in range(few)]


def test_every_scene_is_well_laid_out_in_every_language(studio: Studio) -> None:
    """Each scene is made once: that it follows a change of language is tested below."""
    wrong: list[str] = []
    for number, (name, make) in enumerate(every(most(studio), 4)):
        scene = laid(make())
        tongues = (*taken(list(LANGUAGES), number, TONGUES), "qps")
        looks = [(language, WORST) for language in (tongues if RUN.full else tongues[number % len(tongues) :][:1])]
        looks += [("qps", look) for look in taken(ELSE, number // 3, 1 if number % 3 == 0 else 0)]
        for language, (size, scale) in looks:
            use(language)
            studio.scale_text(round(scale * 100))
            wrong += [f"{name} in {language}: {told}" for told in problems(scene, size, scale)]
        studio.scale_text(100)
        set_language("en")
    assert wrong == []


def said(root: Widget) -> list[tuple[str, str]]:
    """Return what the widgets show and say, in order."""
    shown = [(widget.name, written.text) for widget, _ in walk(root) for written in widget.texts()]
    tips = [(widget.name, str(widget.tip)) for widget, _ in walk(root) if widget.tip is not None]
    return [*shown, *tips]


def test_a_language_changed_live_is_the_language_everywhere(studio: Studio) -> None:
    unlike = []
    for name, make in every(most(studio), 10):
        if name.startswith("lan"):
            continue  # two of them made one after the other differ in codes, ports and what the bots did
        set_language("en")
        scene = laid(make())
        scene.layout(WINDOW)
        speak_pseudo()
        scene.layout(WINDOW)
        anew = laid(make())
        anew.layout(WINDOW)
        unlike += [(name, old, new) for old, new in zip(said(scene.root), said(anew.root), strict=False) if old != new]
    assert unlike == []


def test_focus_and_typed_text_outlive_a_change_of_language(studio: Studio) -> None:
    page = NewGame(studio.context, studio.matches.begin)
    page.layout(WINDOW)
    field = next(widget for widget, _ in walk(page.root) if isinstance(widget, TextField))
    page.ring.focus_on(field)
    page.ring.show_focus(shown=True)
    page.on_event(KeyDown("End"))
    page.on_event(Typed("ü"))
    typed = field.text
    assert typed.endswith("ü")
    widgets = [widget for widget, _ in walk(page.root)]
    set_language("it")
    page.layout(WINDOW)
    assert page.ring.focus is field
    assert field.text == typed
    assert [widget for widget, _ in walk(page.root)] == widgets


@pytest.mark.parametrize("table", [80, 250])
def test_the_table_follows_its_size_apart_from_the_text_and_stays_whole(studio: Studio, table: int) -> None:
    for game, seats in (("burako", 4), ("rummikub", 4)):
        for name, make in of_match(studio, game, seats):
            if "early" not in name and "crowded" not in name:
                continue
            wide = {}
            for size in (100, table):
                studio.preferences.now = replace(studio.preferences.now, table_size=size)
                scene = make()
                assert isinstance(scene, TableScene)
                assert problems(scene, (960, 540), 1.0) == []
                assert problems(scene, (1280, 720), 1.0) == []
                wide[size] = scene.board.current_layout().rack.width
            studio.preferences.now = replace(studio.preferences.now, table_size=100)
            assert wide[table] < wide[100] if table < 100 else wide[table] >= wide[100], name
            if name.endswith("early") and game == "burako" and table > 100:
                assert wide[table] >= 1.2 * wide[100]


@pytest.mark.whole  # tests/tools/test_words
def test_nothing_is_said_but_what_stands_in_the_catalogues(studio: Studio) -> None:
    """A sentence written into the code would stay English: here every word but names comes out longer."""
    names = {*BOT_NAMES, "Rosa", "burako", *(rules.title for rules in GAMES.values())}
    speak_pseudo()
    left = set()
    for name, make in every(most(studio), 6):
        if name.startswith("lan"):
            continue  # there, others have written names, codes and talk
        if name.startswith("rule book"):
            continue  # its pages are a book of their own in each language
        if name.startswith("lesson"):
            continue  # so is what its coach says
        scene = laid(make())
        scene.layout(WINDOW)
        for widget, drawn in said(scene.root):
            if widget == "first.language":
                continue  # each language is named in itself
            text = SHORT_CODE.sub("", drawn)  # its letters are no words
            words = set(re.findall(r"[^\W\d_]{2,}", text)) - names
            left |= {(name, widget, word) for word in words if not re.search("[áéíóúÿë]", word)}
    assert left == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_usual_window_shows_the_whole_title_for_every_game(studio: Studio, language: str) -> None:
    set_language(language)
    for rules in offered_games():
        title = studio.title()
        assert isinstance(title, Title)
        title.games.chosen = rules.key
        title.layout(WINDOW)
        assert not title.gold_sticks, rules.key
        assert len({button.rect.y for button in title.buttons}) == 1, rules.key
