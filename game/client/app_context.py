"""What every scene gets: the settings, the sounds, and factories of the other scenes.

The composition root makes one AppContext; scenes use its factories instead of importing each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol
from weakref import WeakKeyDictionary

import pygame

from game.client.music import Music
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from pygame import Surface

    from game.bots.thinker import Thinker
    from game.client.access.speech import Speaker
    from game.client.director import Change, Scene
    from game.client.draw.sound import Sounds
    from game.client.lan.kept import SavedLanMatch
    from game.client.preferences import Preferences
    from game.client.setup import Setup
    from game.client.widgets.boxes import Box
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.words import Phrase, Text
    from game.lesson.lesson import Lesson
    from game.match.match import RoundResult, Standing
    from game.match.transcript import Header
    from game.session.session import Session
    from game.store.desk import Desk


class UnsentTurnStore(Protocol):
    """Where a match's unsent turn is saved between two runs of the program; never raises."""

    def load(self) -> Desk | None:
        """Return the saved turn; None if there is none, or it cannot be used."""

    def save(self, desk: Desk) -> None:
        """Save the unsent steps and the order of the rack."""


@dataclass(frozen=True, slots=True)
class OnlookerNotice:
    """Why the viewer has no seat, in two lines, and a button for what can be done.

    Without `act` the button is inactive.
    """

    title: Text
    line: Text
    button: Text
    act: Callable[[], Change | None] | None = None


@dataclass(frozen=True, slots=True)
class ScoreReaders:
    """Who is still reading a round's score, the seconds left, and whether we may ask for more time."""

    line: Text
    may_ask: bool


class OtherPlayers(Protocol):
    """The other persons at a table, if any."""

    @property
    def icons(self) -> tuple[Button, ...]:
        """Return the other persons' icons for the bar."""

    @property
    def is_dealing(self) -> bool:
        """Return whether the deal is still under way."""

    @property
    def is_paused(self) -> bool:
        """Return whether the table is paused for everybody, so that no rack is visible."""

    @property
    def onlooker(self) -> OnlookerNotice | None:
        """Return why the viewer has no seat; None if the viewer has one."""

    @property
    def score_readers(self) -> ScoreReaders | None:
        """Return who is still reading the score; None outside the pause between rounds."""

    def absence_text(self, seat: int) -> Text | None:
        """Return the text at the seat of an absent player, None for one who is present."""

    @property
    def may_vote(self) -> bool:
        """Return whether a player has been away so long that the others may go on without them."""

    @property
    def accepts_moves(self) -> bool:
        """Return whether a move of ours would count now: somebody hosts, and no earlier move is on its way."""

    def ask_for_time(self) -> Change | None:
        """Ask for more time to read the score."""

    def waiting_text(self) -> tuple[Text, Text] | None:
        """Return for whom the table waits, a text that replaces the one of whose turn it is."""

    def update(self, now: float) -> Change | None:
        """Advance the time; report news that everybody must read."""

    @property
    def chat_revision(self) -> object:
        """Return a value that changes with the chat messages shown over the table."""

    def draw_chat(self, surface: Surface, look: Look, place: Callable[[int], Box], table: Box) -> None:
        """Draw the chat messages over the table; `place` returns the box of a seat."""

    def open(self) -> Change | None:
        """Show who is here, and talk."""

    def show_security(self) -> Change | None:
        """Show how secure the deal is."""

    def leave(self) -> Change | None:
        """Ask before leaving."""


class SaveStatus(Protocol):
    """Where a match is saved, as far as a table shows it."""

    @property
    def behind(self) -> bool:
        """Return whether the disk does not have the whole match yet."""

    @property
    def disk_refusal(self) -> str:
        """Return why the disk refuses the match, as the system reports it; empty while the disk is only slow."""


@dataclass(frozen=True, slots=True)
class MatchAtTable:
    """A match at the table: its session, its unsent turn, the other persons if any, and where it is saved."""

    session: Session
    unsent_turn: UnsentTurnStore
    company: OtherPlayers | None = None
    save_status: SaveStatus | None = None

    @property
    def meanwhile(self) -> Text:
        """Return what happens while the player looks at another page."""
        if self.company is None:
            return phrase("table.leave.sentence")
        if self.company.onlooker is not None:
            return self.company.onlooker.line
        return phrase("menu.lan" if self.session.header.options.number("turn_seconds") else "menu.lan_no_clock")

    @property
    def standing(self) -> Standing:
        """Return the state of the match with the viewer's seat marked as here, which a network log does not know."""
        return replace(self.session.standing, seats=self.session.seats)


class KeptMatches(Protocol):
    """The saved network matches: to be listed, resumed, deleted and restored."""

    @property
    def kept(self) -> tuple[SavedLanMatch, ...]:
        """Return the matches that were read last."""

    def read(self) -> None:
        """Begin to read them in the background."""

    def poll(self) -> bool:
        """Return whether they have been read and have changed."""

    def resume(self, context: AppContext, kept: SavedLanMatch, sat_down: Callable[[], None]) -> Change:
        """Resume one of them; `sat_down` is called when nothing prevents it."""

    def delete(self, kept: SavedLanMatch) -> Phrase | None:
        """Delete one; return the reason if that is impossible."""

    @property
    def may_undelete(self) -> bool:
        """Return whether one can be restored."""

    def undelete(self) -> Phrase | None:
        """Restore the one deleted last; return the reason if that is impossible."""


class StatisticsPages(Protocol):
    """Statistics and feats over all matches of this home, as pages."""

    def page(self, context: AppContext, name: str) -> Scene:
        """Return the page with a name."""

    def page_icons(self, context: AppContext, here: str) -> tuple[Button, ...]:
        """Return the icons that lead from one of the pages to the others."""


@dataclass(slots=True)
class AppContext:
    """What all scenes share; most of its fields are functions that make scenes for the director to show."""

    preferences: Preferences
    sounds: Sounds
    player: str
    title: Callable[[], Scene]
    new_game: Callable[[], Scene]
    lan: Callable[[], Scene]
    settings: Callable[[], Scene]
    table: Callable[[MatchAtTable], Scene]
    score_sheet: Callable[[MatchAtTable, RoundResult], Scene]
    match_end: Callable[[MatchAtTable], Scene]
    network: Callable[[], KeptMatches] | None = None  # None where there is no network
    thinker: Callable[[], Thinker] | None = None  # computes hints; None where hints are computed in this process
    learn: Callable[[], Scene] | None = None  # the page of lessons; None where there are none
    lesson: Callable[[Lesson], Scene] | None = None  # the table of a lesson
    puzzles: Callable[[], Scene] | None = None  # the page of puzzles
    ledger: StatisticsPages | None = None  # None where nothing is saved
    play: Callable[[Setup], Change] | None = None  # starts a match with a setup
    # starts a match against bots from its header; None where that is not possible
    begin: Callable[[Header], MatchAtTable] | None = None
    speaker: Speaker | None = None  # speaks events aloud; None where there is no speech
    has_focus: Callable[[], bool] = pygame.key.get_focused  # whether the window has the keyboard focus
    # keys of what is shown once in each start of the program, or once in each match: logo, hints, remarks
    shown_once: set[object] = field(default_factory=set)
    # what was announced of each session's scores
    scores: MutableMapping[Session, set[object]] = field(default_factory=WeakKeyDictionary)
    # how often each kind of moment was shown, by match
    moments: dict[Header, Counter[object]] = field(default_factory=dict)
    music: Music = field(init=False)  # ambient sound and tunes

    def announced_scores(self, session: Session) -> set[object]:
        """Return what was announced of a session's scores, to be added to; it is dropped with the session."""
        return self.scores.setdefault(session, set())

    def __post_init__(self) -> None:
        """Set the music's volumes from the sounds."""
        self.music = Music(self.sounds)
