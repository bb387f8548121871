"""What every scene of the game is given: the player's wishes, the sounds, and the doors to other scenes.

The composition root makes one House; scenes take doors from it instead of importing each other.
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
    from game.client.lan.kept import KeptLan
    from game.client.setup import Setup
    from game.client.widgets.boxes import Box
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.wishes import Wishes
    from game.client.words import Phrase, Text
    from game.lesson.lesson import Lesson
    from game.match.match import RoundResult, Standing
    from game.match.transcript import Header
    from game.session.session import Session
    from game.store.desk import Desk


class DeskDrawer(Protocol):
    """Where a match's desk is kept between two runs of the program; never raises."""

    def load(self) -> Desk | None:
        """Return what was kept, None where there is nothing that can be used."""

    def save(self, desk: Desk) -> None:
        """Keep the unsent steps and the order of the rack."""


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Why nobody sits here: in two lines, with what can be done about it on a button; no deed, no button that acts."""

    title: Text
    line: Text
    button: Text
    act: Callable[[], Change | None] | None = None


@dataclass(frozen=True, slots=True)
class Readers:
    """Who still reads a round's score, in words with the seconds left; whether we may ask for more time."""

    line: Text
    may_ask: bool


class Company(Protocol):
    """The other persons at a table, where there are any."""

    @property
    def icons(self) -> tuple[Button, ...]:
        """Return the signs that stand in the bar for them."""

    @property
    def dealing(self) -> bool:
        """Return whether there is nothing to look at yet."""

    @property
    def paused(self) -> bool:
        """Return whether the table is paused for everybody: no rack is seen then."""

    @property
    def onlooker(self) -> Onlooker | None:
        """Return why nobody sits here, None where somebody does."""

    @property
    def readers(self) -> Readers | None:
        """Return who still reads the score of the round; None where the table is not at rest."""

    def absence(self, seat: int) -> Text | None:
        """Return what is said at a seat of which nothing is heard, None where something is."""

    @property
    def may_vote(self) -> bool:
        """Return whether somebody has been away for so long that those who are here can go on without them."""

    @property
    def takes_moves(self) -> bool:
        """Return whether a move of ours would count now: somebody hosts, and none is on its way."""

    def ask_for_time(self) -> Change | None:
        """Ask for more time to read it."""

    def notice(self) -> tuple[Text, Text] | None:
        """Return what is said instead of whose turn it is: for whom the table waits."""

    def update(self, now: float) -> Change | None:
        """Learn the time; tell what everybody has to read."""

    @property
    def said(self) -> object:
        """Return what is drawn over the table of what was said; another value when that changes."""

    def draw_over(self, surface: Surface, look: Look, place: Callable[[int], Box], table: Box) -> None:
        """Draw over the table what was said, where `place` has the seats."""

    def open(self) -> Change | None:
        """Show who is here, and talk."""

    def shield(self) -> Change | None:
        """Say how sure the deal is."""

    def leave(self) -> Change | None:
        """Ask before leaving."""


class Keeping(Protocol):
    """Where a match is kept, as far as a table shows it."""

    @property
    def behind(self) -> bool:
        """Return whether the disk does not have the whole match yet."""

    @property
    def disk_refusal(self) -> str:
        """Return why the disk does not take them, in the system's words; empty while it is only slow."""


@dataclass(frozen=True, slots=True)
class Game:
    """A match at the table: who plays it, its desk, the other persons if there are any, and where it is kept."""

    session: Session
    drawer: DeskDrawer
    company: Company | None = None
    keeping: Keeping | None = None

    @property
    def meanwhile(self) -> Text:
        """Say what goes on while its player looks elsewhere."""
        if self.company is None:
            return phrase("table.leave.sentence")
        if self.company.onlooker is not None:
            return self.company.onlooker.line
        return phrase("menu.lan" if self.session.header.options.number("turn_seconds") else "menu.lan_no_clock")

    @property
    def standing(self) -> Standing:
        """Return how the match stands, with our own chair as ours: on the network the log knows no "here"."""
        return replace(self.session.standing, seats=self.session.seats)


class KeptMatches(Protocol):
    """The matches on the network that are not over: to be listed, gone on with, put aside and brought back."""

    @property
    def kept(self) -> tuple[KeptLan, ...]:
        """Return the matches that were read last."""

    def read(self) -> None:
        """Begin to read them."""

    def poll(self) -> bool:
        """Return whether they have been read and are others."""

    def go_on(self, house: House, kept: KeptLan, sat_down: Callable[[], None]) -> Change:
        """Go on with one of them; `sat_down` hears that nothing stands against it."""

    def delete(self, kept: KeptLan) -> Phrase | None:
        """Put one aside, or say why that cannot be."""

    @property
    def may_undelete(self) -> bool:
        """Return whether one can be brought back."""

    def undelete(self) -> Phrase | None:
        """Bring back the one put aside last, or say why that cannot be."""


class Annals(Protocol):
    """What all matches of this home add up to, on pages."""

    def page(self, house: House, name: str) -> Scene:
        """Return the page of a name."""

    def signs(self, house: House, here: str) -> tuple[Button, ...]:
        """Return the signs that lead from one of the pages to the others."""


@dataclass(slots=True)
class House:
    """Shared by all scenes; the doors make scenes, the director shows them."""

    wishes: Wishes
    sounds: Sounds
    player: str
    title: Callable[[], Scene]
    new_game: Callable[[], Scene]
    lan: Callable[[], Scene]
    settings: Callable[[], Scene]
    table: Callable[[Game], Scene]
    score_sheet: Callable[[Game, RoundResult], Scene]
    match_end: Callable[[Game], Scene]
    network: Callable[[], KeptMatches] | None = None  # None where there is no network
    thinker: Callable[[], Thinker] | None = None  # who thinks of hints; None: they are thought at once
    learn: Callable[[], Scene] | None = None  # None where there are no lessons: the page they are chosen on,
    lesson: Callable[[Lesson], Scene] | None = None  # the table of one,
    puzzles: Callable[[], Scene] | None = None  # the page of puzzles,
    ledger: Annals | None = None  # what all matches add up to; None where nothing is kept
    play: Callable[[Setup], Change] | None = None  # and a match at a table as it is set up
    begin: Callable[[Header], Game] | None = None  # a match alone, by its header; None where nothing is begun
    speaker: Speaker | None = None  # says what happens; None where nothing is said aloud
    looked_at: Callable[[], bool] = pygame.key.get_focused
    told: set[object] = field(default_factory=set)  # what is shown once a run or match: logo, hints, remarks
    scores: MutableMapping[Session, set[object]] = field(default_factory=WeakKeyDictionary)  # what was told of them
    moments: dict[Header, Counter[object]] = field(default_factory=dict)  # how often each kind was seen, by match
    music: Music = field(init=False)  # the air of the room and the tunes

    def told_of(self, session: Session) -> set[object]:
        """Return what was told of a session's scores, to be added to; it is forgotten with the session."""
        return self.scores.setdefault(session, set())

    def __post_init__(self) -> None:
        """Let the music be as loud as the sounds say."""
        self.music = Music(self.sounds)
