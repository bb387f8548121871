"""A person at a LAN table in a terminal: `comodin host --text` and `comodin join ADDRESS --text`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Protocol

from game.client.words import LANGUAGES, say, set_language, set_vocabulary
from game.client.words.tongue import system_language
from game.commands.terminal.asking import verb_word
from game.commands.terminal.chair import TerminalPlayer
from game.commands.terminal.play import TypedLines, print_sentence
from game.commands.terminal.reading import verb_of
from game.session.session import Event, Session
from game.store.home import home_path
from game.store.settings import load_settings, settings_path


class LanMatch(Session, Protocol):
    """A session whose sent moves are confirmed later."""

    @property
    def has_moves_under_way(self) -> bool:
        """Whether sent moves of ours are unconfirmed."""

    @property
    def paused_by(self) -> int | None:
        """The seat that paused the table, None while it goes on."""

    def set_table_paused(self, *, paused: bool) -> None:
        """Pause the table for everybody, or let it go on."""


class TerminalPerson:
    """Reads commands and prints events, between two steps of the program."""

    def __init__(self, home: str | None) -> None:
        wished = load_settings(settings_path(home_path(home))).settings.language
        set_language(wished if wished in LANGUAGES else system_language())
        self._typed = TypedLines(sys.stdin)
        self._chair = TerminalPlayer(print_sentence)
        self._begun = False

    @property
    def gone(self) -> bool:
        """Whether the person wants to leave."""
        return self._chair.gone

    def step(self, session: LanMatch, events: Sequence[Event]) -> None:
        """Print events, and carry out a typed line."""
        if not self._begun:
            if session.view is None:
                return
            self._begun = True
            set_vocabulary(cards=session.rules.deck.cards, game=session.rules.key)
            game, verbs = session.rules.title, {verb: verb_word(verb) for verb in ("help", "quit")}
            print_sentence(say("text.welcome", game=game, **verbs))
            self._chair.begin(session)
        self._chair.print_events(session, events)
        self._tell_pause(session)
        # Lines from a file wait until a sent turn is confirmed.
        wanted = self._typed.by_hand or (self._chair.expects_input(session) and not session.has_moves_under_way)
        if wanted and self._typed.wait(0.0):
            line = self._typed.next_line()
            if line is None:
                self._chair.gone = True
            elif self._chair.paused and verb_of(line)[0] == "next":
                session.set_table_paused(paused=False)
            else:
                self._chair.carry_out_line(session, line)

    def _tell_pause(self, session: LanMatch) -> None:
        """Say once that the table is paused and how it goes on, and once whose turn it is then."""
        seat, view = session.paused_by, session.view
        if (seat is not None) == bool(self._chair.paused):
            return
        if seat is None:
            self._chair.paused = ""
            self._chair.carry_out_line(session, verb_word("turn"))
            return
        you = view is not None and seat == view.seat
        who = say("waits.paused_you") if you else say("waits.paused", name=session.seats[seat].name)
        self._chair.paused = f"{who}. {say('waits.paused_line')} {say('text.go_on', next=verb_word('next'))}"
        print_sentence(self._chair.paused)
