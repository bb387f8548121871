"""Renders scenes without a window: for the demo, the picture tool, and tests.

Laws: a match is shown as it is and not continued; animations are shown at their end.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, Self

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.bots.thinker import InlineThinker
from game.client.annals.ledger import Ledger
from game.client.app_context import AppContext, MatchAtTable
from game.client.director import Pop, Push, draw_scenes, set_vocabulary_of
from game.client.draw.sound import Sounds
from game.client.lan.network import Lan
from game.client.matches import Matches
from game.client.preferences import Preferences, Settings
from game.client.viewport import Viewport
from game.session.local import LocalSession
from game.store.background import NoDesk, Writer
from game.store.home import open_home
from game.store.matches import NoJournal
from net.shell.bridge import Bridge

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

    from game.client.director import Change, Scene
    from game.lesson.lesson import Lesson
    from game.match.match import Match, RoundResult
    from net.shell.news import DiscoveryEvent
    from net.shell.tcp import SocketEvent

# times in seconds that a scene is advanced to, so that all animations have ended
REST_TIMES: Final = (0.0, 0.5, 5.0, 60.0)
DEFAULT_SIZE: Final = (1280, 720)


class SilentBridge(Bridge):
    """A network bridge without sockets: nothing is sent or received."""

    def __init__(self) -> None:
        """Start no thread."""

    def take_events(self) -> list[SocketEvent | DiscoveryEvent]:
        """Tell nothing."""
        return []

    def listen(self, interface: str | None, port: int) -> None:
        """Open no port."""

    def dial(self, target: str, host: str, port: int) -> None:
        """Call nobody."""

    def send(self, number: int, sent: bytes) -> None:
        """Say nothing."""

    def write_record(self, write: Callable[[], None]) -> None:
        """Write the file at once."""
        write()

    def note_processed(self, number: int, size: int) -> None:
        """Do nothing."""

    def close_link(self, number: int, *, at_once: bool = False) -> None:
        """Do nothing."""

    def measure_ping(self, target: str, host: str, port: int) -> None:
        """Measure nothing."""

    def announce(self, label: str, port: int, said: Mapping[str, str]) -> None:
        """Announce nothing."""

    def withdraw(self) -> None:
        """Do nothing."""

    def browse(self) -> None:
        """Hear nothing."""

    def close(self) -> None:
        """Do nothing."""


@dataclass
class Studio:
    """An AppContext without a window, as a context manager: it makes a temporary home and removes it."""

    settings: Settings = field(default_factory=Settings)
    player: str = "Rosa"
    bridge: Callable[[], Bridge] = SilentBridge
    folder: Path | None = None  # folder of the home; None for a temporary one
    _stack: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Self:
        """Start what drawing needs, with no window and no sound."""
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode((1, 1))
        folder = self._stack.enter_context(TemporaryDirectory(prefix="comodin-"))
        home = open_home(self.folder or Path(folder))
        self._stack.callback(home.close)
        self.writer = writer = Writer()
        self._stack.callback(writer.close)
        self.matches = Matches(home, writer, InlineThinker, lambda: 0.0)
        self.matches.kept = ()
        self.lan = Lan(home, writer, InlineThinker, lambda: self.player, self.bridge)
        self._stack.callback(self.lan.close)
        self.preferences = Preferences(self.settings, lambda _before, _now: None)
        self.preferences.folder = home.path
        self.context = AppContext(
            self.preferences, Sounds(), self.player, self.title, self.new_game, self.lan_lobby, self.settings_page,
            self.table, self.score_sheet, self.match_end, lambda: self.lan, learn=self.learn, lesson=self.lesson,
            begin=self.matches.begin, puzzles=self.puzzles,
            ledger=Ledger(self.matches),
        )  # fmt: skip
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close everything."""
        self._stack.close()

    def on_close(self, doing: Callable[[], None]) -> None:
        """Register a callback for when everything is closed."""
        self._stack.callback(doing)

    # --- the scenes ----------------------------------------------------------------------------------------------

    def title(self) -> Scene:
        """Return the title page, or the page of the hall that the player is in."""
        from game.client.scenes.title import Title

        return self.lan.hall_page(self.context) or Title(self.context, self.matches, self._open)

    def _open(self, game: MatchAtTable) -> Change:
        return Push(self.table(game))

    def new_game(self) -> Scene:
        """Return the new-game scene."""
        from game.client.scenes.new_game import NewGame

        return NewGame(self.context, self.matches.begin)

    def first_start(self) -> Scene:
        """Return the first page for a new player."""
        from game.client.lesson.first_start import FirstStart

        return FirstStart(self.context)

    def learn(self) -> Scene:
        """Return the page of lessons."""
        from game.client.lesson.learn import LearnPage

        return LearnPage(self.context)

    def lesson(self, lesson: Lesson) -> Scene:
        """Return the table of a lesson."""
        from game.client.lesson.scene import begin_lesson

        return begin_lesson(self.context, lesson, InlineThinker(), 0.0)

    def puzzles(self) -> Scene:
        """Return the page of puzzles; solved ones are not saved."""
        from game.client.puzzle.page import PuzzlePage
        from game.client.puzzle.shelf import PuzzleShelf

        return PuzzlePage(self.context, PuzzleShelf(None))

    def lan_lobby(self) -> Scene:
        """Return the page that lists the tables on the network."""
        from game.client.lan.entrance import entrance_page

        return entrance_page(self.context, lambda: self.lan)

    def settings_page(self) -> Scene:
        """Return the settings."""
        from game.client.scenes.settings import SettingsPage

        return SettingsPage(self.preferences, report=Pop)

    def table(self, game: MatchAtTable) -> Scene:
        """Return the table of a match; for a LAN match that is not dealt yet, the dealing page."""
        if game.company is not None and game.company.is_dealing:
            from game.client.lan.dealing import LanDealing

            return LanDealing(self.context, game, game.company)
        from game.client.table.scene import table_scene

        return table_scene(self.context, game)

    def score_sheet(self, game: MatchAtTable, result: RoundResult) -> Scene:
        """Return the score sheet of a round."""
        from game.client.scenes.score_sheet import ScoreSheet

        return ScoreSheet(self.context, game, result)

    def match_end(self, game: MatchAtTable) -> Scene:
        """Return the end of a match."""
        from game.client.scenes.match_end import MatchEnd
        from game.client.theatre.door import lan_match_end

        if game.company is not None:
            return lan_match_end(self.context, self.matches, game)
        return MatchEnd(self.context, game.session.header, game.standing, self.matches.begin_again)

    # --- pictures ------------------------------------------------------------------------------------------------

    def scale_text(self, per_cent: int) -> None:
        """Set the text size."""
        self.preferences.now = replace(self.preferences.now, text_size=per_cent)


def paused_match(match: Match) -> MatchAtTable:
    """Return a match at the table, paused as it is."""
    session = LocalSession(match, InlineThinker(), NoJournal())
    session.set_paused(paused=True)
    return MatchAtTable(session, NoDesk())


def render_scene(scene: Scene, size: tuple[int, int] = DEFAULT_SIZE, below: Scene | None = None) -> pygame.Surface:
    """Render a scene in a window of that size; a pop-up over the scene below it."""
    viewport = Viewport(size)
    canvas = pygame.Surface(viewport.canvas_size)
    shown = [one for one in ((below, scene) if scene.popup else (scene,)) if one is not None]
    set_vocabulary_of(shown)
    for one in shown:
        one.layout(viewport)
        for now in REST_TIMES:
            one.update(now)
    draw_scenes(shown, canvas)
    return canvas
