"""A table to test with: a match in this process, bots that answer at once, and hands that send plain events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pygame

from game.bots.thinker import InlineThinker
from game.client.actions import action_named
from game.client.app_context import AppContext, MatchAtTable
from game.client.director import Director
from game.client.draw.sound import Sounds
from game.client.events import NO_MODIFIERS, KeyDown, KeyUp, PadDown, PadUp, PointerDown, PointerMoved, PointerUp
from game.client.preferences import Preferences, Settings
from game.client.scenes.message import notice
from game.client.scenes.settings import SettingsPage
from game.client.table.dead_hand.family import DEAD_HAND
from game.client.table.dead_hand.table_input import DeadHandInput
from game.client.table.dead_hand.turn_state import new_turn_state
from game.client.table.panel import DEBOUNCE_SECONDS
from game.client.table.scene import TableScene
from game.client.viewport import Viewport
from game.match.match import Match
from game.match.transcript import Header
from game.session.local import LocalSession
from game.table.tiles import Tile
from game.table.view import View
from tools.posed import crowded_couples, posed_header

if TYPE_CHECKING:
    from game.client.debug import ShownItem
    from game.client.director import Scene
    from game.client.events import Modifiers, PadButton
    from game.client.widgets.boxes import Point
    from game.match.match import RoundResult
    from game.store.desk import Desk
    from game.table.options import OptionValue

NAMES = ("Rosa", "Nora", "Tito", "Vera")


class NoJournal:
    """Keeps nothing."""

    def append(self, line: bytes) -> None:
        """Forget the line."""


@dataclass
class Drawer:
    """A desk drawer in memory."""

    kept: Desk | None = None

    def load(self) -> Desk | None:
        return self.kept

    def save(self, desk: Desk) -> None:
        self.kept = desk


def header(seats: int = 2, seed: int = 7, game: str = "burako", **chosen: OptionValue) -> Header:
    """Return a match of one person and bots."""
    return posed_header(game, seats, seed, NAMES, **chosen)


@dataclass
class House4Tests:
    """An app context whose scenes, but for table and settings, are stand-ins that only note who asked for them."""

    taken: list[str] = field(default_factory=list)
    results: list[RoundResult] = field(default_factory=list)
    preferences: Preferences = field(init=False)
    context: AppContext = field(init=False)

    def __post_init__(self) -> None:
        self.preferences = Preferences(Settings(calm=True), lambda _old, _new: None)
        self.context = AppContext(
            preferences=self.preferences,
            sounds=Sounds(),
            player=NAMES[0],
            title=lambda: self._door("title"),
            new_game=lambda: self._door("new_game"),
            lan=lambda: self._door("lan"),
            settings=lambda: SettingsPage(self.preferences),
            table=lambda game: TableScene(DEAD_HAND, self.context, game),
            score_sheet=self._score,
            match_end=lambda _game: self._door("match_end"),
        )

    def _door(self, name: str) -> Scene:
        self.taken.append(name)
        return notice(self.preferences, name, "A door", "It leads elsewhere.")

    def _score(self, _game: MatchAtTable, result: RoundResult) -> Scene:
        self.results.append(result)
        return self._door("score")


@dataclass
class TableHand:
    """A table scene under a director, with hands and a clock of its own."""

    seats: int = 2
    seed: int = 7
    size: tuple[int, int] = (1280, 720)
    calm: bool = True
    drawer: Drawer = field(default_factory=Drawer)
    match: Match | None = None
    pace: float = 0.0
    chosen: dict[str, OptionValue] = field(default_factory=dict)
    now: float = 0.0
    scene: TableScene[DeadHandInput] = field(init=False)

    def __post_init__(self) -> None:
        pygame.display.init()
        pygame.font.init()
        match = self.match or Match.new(header(self.seats, self.seed, "burako", **self.chosen))
        self.session = LocalSession(match, InlineThinker(), NoJournal(), pace=self.pace)
        self.doors = House4Tests()
        self.doors.preferences.now = Settings(calm=self.calm)
        self.scene = TableScene(DEAD_HAND, self.doors.context, MatchAtTable(self.session, self.drawer))
        self.director = Director(self.scene, Viewport(self.size))

    # --- time ----------------------------------------------------------------------------------------------------

    def pass_time(self, seconds: float = 0.05) -> None:
        """Let time pass, and update once."""
        self.now += seconds
        self.director.update(self.now)

    def until_mine(self, frames: int = 400) -> None:
        """Let the others play until it is the person's turn, or the round is over."""
        for _ in range(frames):
            self.pass_time()
            view = self.session.view
            if view is not None and (view.must_decide or self.scene.shown.result is not None):
                self.pass_time(DEBOUNCE_SECONDS)  # whoever did not wait for it would press what the button said before
                return
        raise AssertionError("the others never came to an end")

    # --- hands ---------------------------------------------------------------------------------------------------

    def place(self, name: str) -> ShownItem:
        """Find a thing by its debug name."""
        found = next((place for place in self.director.top.shown_items() if place.name == name), None)
        assert found is not None, f"nothing is called {name}"
        return found

    def press(self, name: str, mods: Modifiers = NO_MODIFIERS) -> None:
        """Press and release a key."""
        self.director.on_plain_event(KeyDown(name, mods))
        self.director.on_plain_event(KeyUp(name, mods))

    def pad(self, *buttons: PadButton) -> None:
        """Press and release pad buttons."""
        for button in buttons:
            self.director.on_plain_event(PadDown(button))
            self.director.on_plain_event(PadUp(button))

    def call(self, action: str) -> None:
        """Press the key that calls an action."""
        key = action_named(action).keys[0]
        self.press(key.name, key.mods)

    def call_by_pad(self, action: str) -> None:
        """Press the pad button that calls an action."""
        button = action_named(action).pad
        assert button is not None, f"no button calls {action}"
        self.pad(button)

    def click_at(self, at: Point) -> None:
        """Move to a point and click."""
        self.director.on_plain_event(PointerMoved(at))
        self.director.on_plain_event(PointerDown(at))
        self.director.on_plain_event(PointerUp(at))

    def click(self, name: str) -> None:
        """Click the middle of a thing."""
        self.click_at(self.place(name).box.centre)

    def drag_to(self, start: Point, end: Point) -> None:
        """Drag from one point to another, in a few steps."""
        self.director.on_plain_event(PointerMoved(start))
        self.director.on_plain_event(PointerDown(start))
        for share in (0.2, 0.6, 1.0):
            at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            self.director.on_plain_event(PointerMoved(at, dragging=True))
        self.director.on_plain_event(PointerUp(end))

    def drag(self, tile: Tile, name: str) -> None:
        """Drag a tile onto a thing."""
        self.drag_to(self.place(f"tile:{tile}").box.centre, self.place(name).box.centre)

    def draw(self) -> pygame.Surface:
        """Draw what is seen."""
        surface = pygame.Surface(self.director.viewport.canvas_size)
        self.director.draw(surface)
        return surface


def crowded_view(seats: int, rack: int = 30, sets: int = 10) -> View:
    """Return a table that no match reaches this soon: a large rack and many sets a side, all faces known."""
    return crowded_couples("burako", seats, rack, sets).view


def sit_at(hand: TableHand, view: View) -> None:
    """Put the scene at a position of its own, outside its match."""
    hand.until_mine()
    assert hand.scene.hands.turn is not None
    hand.scene.hands.turn.turn_state = new_turn_state(view)
    hand.scene.layout(hand.director.viewport)
