"""The facts of this home's matches, read in the background, and the pages that show them.

Laws: the window never waits for a log; pages show the facts read last, and say while more are being read.
"""

from __future__ import annotations

from math import inf
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Final

from game.client.director import Push, Replace
from game.client.widgets.button import IconButton
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from game.annals.facts import MatchFacts
    from game.annals.kept import FactsCache
    from game.annals.reading import LogFile
    from game.client.app_context import AppContext, MatchAtTable
    from game.client.director import Change, Scene
    from game.client.matches import Matches
    from game.client.words import Phrase

PROGRESS_SECONDS: Final = 0.25  # between two numbers of the progress, for each of which a page is laid out
PAGES: Final = (
    ("statistics", "bars"),
    ("feats", "trophy"),
    ("daily", "calendar"),
    ("pad", "pad"),
)  # the pages by name, each with its icon


class Ledger:
    """The facts of all saved matches, read in their own thread; one per program."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self.facts: tuple[MatchFacts, ...] | None = None  # None until the first reading
        self.progress: tuple[int, int] = (0, 0)  # how many logs are read, and of how many
        self._kept: FactsCache | None = None  # None until the first reading starts
        self._read: tuple[MatchFacts, ...] | None = None
        self._reader: Thread | None = None

    def read(self) -> None:
        """Start to read what is new, in the background; `poll` fetches the result."""
        if self._reader is None or not self._reader.is_alive():
            self._reader = Thread(target=self._read_all, name="annals", daemon=True)
            self._reader.start()

    def _read_all(self) -> None:
        from game.annals.kept import FactsCache

        self.matches.writer.wait_until_tried()  # a match just left may not be written yet
        home = self.matches.home
        self._kept = self._kept or FactsCache(home.path)
        for found in self._kept.read_in_steps(self._with_progress, keep=home.writable):
            self._read = found

    def _with_progress(self, unread: Sequence[LogFile]) -> Iterator[LogFile]:
        told = -inf
        for number, file in enumerate(unread):
            if (now := monotonic()) - told >= PROGRESS_SECONDS:
                told, self.progress = now, (number, len(unread))
            yield file

    @property
    def reading(self) -> bool:
        """Return whether reading is still going on."""
        return self.facts is None or (self._reader is not None and self._reader.is_alive())

    def poll(self) -> bool:
        """Take what was read; return whether anything is new."""
        before, read = self.facts, self._read
        if read is None:
            return False
        self.facts, self._read = read, None
        return read is not before

    def wait(self) -> None:
        """Block until all is read; for tests and pictures only."""
        if self._reader is not None:
            self._reader.join()
        self.poll()

    def page(self, context: AppContext, name: str) -> Scene:
        """Return one of the pages, and start reading what is new."""
        self.read()
        if name == "feats":
            from game.client.annals.feats_page import FeatsPage

            return FeatsPage(context, self)
        if name == "daily":
            from game.client.annals.daily import DailyPage

            return DailyPage(context, self)
        if name == "pad":
            from game.client.annals.pad import PadPage

            return PadPage(context, self.matches.home, self.page_icons(context, "pad"))
        from game.client.annals.statistics import StatisticsPage

        return StatisticsPage(context, self)

    def page_icons(self, context: AppContext, here: str) -> tuple[IconButton, ...]:
        """Return the icons that lead from one page to the others."""

        def to(name: str) -> Callable[[], Change]:
            return lambda: Replace(self.page(context, name))

        return tuple(
            IconButton(f"{here}.to_{name}", phrase(f"annals.{name}"), icon, to(name))
            for name, icon in PAGES
            if name != here
        )

    def resume(self, one: MatchFacts) -> MatchAtTable | Phrase | str:
        """Resume an unfinished match, or say why that fails."""
        from game.store.index import listed_match

        return self.matches.resume(listed_match(self.matches.home.matches_folder / one.name))

    def show_match(self, one: MatchFacts, place: tuple[int, int], context: AppContext) -> Change | None:
        """Open a match in the theatre, at a move of one of its scored rounds."""
        from game.client.theatre.door import lan_theatre, solo_theatre
        from game.session.match_replay import ReplayPosition

        home, (number, made) = self.matches.home, place  # `number` counts scored rounds only; the theatre counts all
        at = ReplayPosition(one.rounds[number].place, made) if one.rounds else ReplayPosition()
        if one.lan:
            return lan_theatre(context, self.matches, home.path / "lan" / one.name, at)
        return solo_theatre(context, self.matches, home.matches_folder / one.name, at)


def open_page(context: AppContext, name: str) -> Change | None:
    """Open one of the pages; None without a ledger."""
    return None if context.ledger is None else Push(context.ledger.page(context, name))
