"""Makes the scenes of the app context, and the network behind some of them.

Law: a scene's module is imported when it is first opened; the first frame needs only the title, or the first start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.client.annals.ledger import Ledger
from game.client.app_context import AppContext
from game.client.director import Push, Replace
from game.client.setup import header_for_setup
from game.client.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.bots.thinker import Thinker
    from game.client.access.speech import Speaker
    from game.client.app_context import MatchAtTable
    from game.client.app_window import AppWindow
    from game.client.director import Change, Scene
    from game.client.draw.sound import Sounds
    from game.client.lan.network import Lan
    from game.client.matches import Matches
    from game.client.preferences import Preferences
    from game.client.setup import Setup
    from game.lesson.lesson import Lesson
    from game.match.match import RoundResult
    from game.match.transcript import Transcript
    from game.store.background import Writer
    from game.store.home import Home


class SceneFactory:
    """Makes the scenes.

    `bots` returns the interface to the bot processes, `may_keep` returns whether this program may write the home.
    """

    def __init__(
        self, home: Home, writer: Writer, preferences: Preferences, sounds: Sounds, speaker: Speaker, matches: Matches,
        window: AppWindow, bots: Callable[[], Thinker], may_keep: Callable[[], bool],
    ) -> None:  # fmt: skip
        self.lan: Lan | None = None  # the network; None until it is first requested
        self._home, self._writer, self._preferences, self._matches, self._window = (
            home,
            writer,
            preferences,
            matches,
            window,
        )
        self._bots, self._may_keep = bots, may_keep
        self._first_frame_drawn = False
        self.context = AppContext(
            preferences=preferences,
            sounds=sounds,
            player=preferences.now.player or say("player.default"),
            title=self._title,
            new_game=self._new_game,
            lan=self._lan_lobby,
            settings=self._settings_page,
            table=self._table,
            score_sheet=self._score_sheet,
            match_end=self._match_end,
            network=self._network,
            thinker=bots,
            learn=self._learn,
            lesson=self._lesson,
            puzzles=self._puzzles,
            play=self._play,
            begin=matches.begin,
            ledger=Ledger(matches),
            speaker=speaker,
        )

    def read_matches(self) -> None:
        """Read the matches after the first frame, and again whenever the title is opened."""
        self._first_frame_drawn = True
        self._matches.read()

    @property
    def transcript(self) -> Transcript | None:
        """Return the log of the match at the table, if one is open."""
        lan_game = self.lan.lan_game if self.lan is not None else None
        if lan_game is not None and lan_game.session is not None:
            return lan_game.session.story.match.transcript
        return self._matches.transcript

    def make_report(self) -> Change:
        """Make the report for a request for help."""
        from game.client.scenes.report import copy_report

        return copy_report(self._preferences, self._home, self._window, self.transcript)

    def resume(self, game: MatchAtTable) -> Change:
        """Resume a match: at its table, or at the score sheet of the finished round."""
        standing = game.session.standing
        if standing.round_scored:
            return Replace(self.context.score_sheet(game, standing.results[-1]), all_of_them=True)
        return Replace(self.context.table(game), all_of_them=True)

    @property
    def _pace(self) -> float:
        return self._preferences.now.bot_pace / 1000

    # --- the scenes behind the buttons ---------------------------------------------------------------------------

    def _title(self) -> Scene:
        self._matches.leave()
        hall = self.lan.hall_page(self.context) if self.lan is not None else None
        if hall is not None:
            return hall
        if self._first_frame_drawn:
            self._matches.read()
        from game.client.scenes.title import Title

        return Title(self.context, self._matches, self.resume)

    def _new_game(self) -> Scene:
        from game.client.scenes.new_game import NewGame

        return NewGame(self.context, self._matches.begin)

    def _learn(self) -> Scene:
        from game.client.lesson.learn import LearnPage

        return LearnPage(self.context, self._preferences.now.last_game)

    def _lesson(self, lesson: Lesson) -> Scene:
        from game.client.lesson.scene import begin_lesson

        return begin_lesson(self.context, lesson, self._bots(), self._pace)

    def _puzzles(self) -> Scene:
        from game.client.puzzle.page import PuzzlePage
        from game.client.puzzle.shelf import PuzzleShelf
        from game.client.review.notes import MistakeShelf

        home = self._home.path if self._may_keep() else None
        return PuzzlePage(self.context, PuzzleShelf(home), MistakeShelf(home))

    def _play(self, setup: Setup) -> Change:
        """Deal a match with a setup; if that is no longer valid, open the new-game page."""
        dealt = header_for_setup(setup, self.context.player)
        if dealt is None:
            return Push(self.context.new_game())
        return Replace(self.context.table(self._matches.begin(dealt)), all_of_them=True)

    def _lan_lobby(self) -> Scene:
        from game.client.lan.entrance import entrance_page

        return entrance_page(self.context, self._network)

    def _network(self) -> Lan:
        """Return the network, created and imported on first use."""
        if self.lan is None:
            from game.client.lan.network import Lan

            self.lan = Lan(
                self._home, self._writer, self._bots, lambda: self.context.player,
                pace=lambda: self._pace, notes=self._matches.notes,
            )  # fmt: skip
        return self.lan

    def _settings_page(self) -> Scene:
        from game.client.scenes.settings import SettingsPage

        return SettingsPage(self._preferences, len(pygame.display.get_desktop_sizes()), self.make_report)

    def _table(self, game: MatchAtTable) -> Scene:
        if self.lan is not None:
            self.lan.stop_search()
        if game.company is not None and game.company.is_dealing:
            from game.client.lan.dealing import LanDealing

            return LanDealing(self.context, game, game.company)
        from game.client.table.scene import table_scene

        return table_scene(self.context, game)

    def _score_sheet(self, game: MatchAtTable, result: RoundResult) -> Scene:
        from game.client.scenes.score_sheet import ScoreSheet

        return ScoreSheet(self.context, game, result)

    def _match_end(self, game: MatchAtTable) -> Scene:
        from game.client.scenes.match_end import MatchEnd
        from game.client.theatre.door import lan_match_end

        if game.company is not None:
            return lan_match_end(self.context, self._matches, game)
        return MatchEnd(self.context, game.session.header, game.standing, self._matches.begin_again, self._review_last)

    def _review_last(self) -> Change | None:
        """Review the match at the table."""
        from game.client.theatre.door import match_review
        from game.match.match import Match

        log = self._matches.transcript
        return None if log is None else match_review(self.context, self._matches, Match.of(log))
