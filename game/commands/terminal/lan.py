"""A person at a LAN table in a terminal: `comodin host --text` and `comodin join ADDRESS --text`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Protocol

from game.client.words import LANGUAGES, play_with, say, speak
from game.client.words.tongue import systems_language
from game.commands.terminal.chair import TerminalPlayer
from game.commands.terminal.play import TypedLines, name_of_verb, print_sentence
from game.session.session import Event, Session
from game.store.home import home_path
from game.store.settings import load_settings, settings_path


class LanMatch(Session, Protocol):
    """A session whose sent moves are confirmed later."""

    @property
    def sent(self) -> bool:
        """Whether sent moves of ours are unconfirmed."""


class TerminalPerson:
    """Reads commands and prints events, between two steps of the program."""

    def __init__(self, home: str | None) -> None:
        wished = load_settings(settings_path(home_path(home))).settings.language
        speak(wished if wished in LANGUAGES else systems_language())
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
            play_with(cards=session.rules.deck.cards, game=session.rules.key)
            game, verbs = session.rules.title, {verb: name_of_verb(verb) for verb in ("help", "quit")}
            print_sentence(say("text.welcome", game=game, **verbs))
            self._chair.begin(session)
        self._chair.hear(session, events)
        # Lines from a file wait until a sent turn is confirmed.
        wanted = self._typed.by_hand or (self._chair.expects(session) and not session.sent)
        if wanted and self._typed.wait(0.0):
            line = self._typed.take()
            if line is None:
                self._chair.gone = True
            else:
                self._chair.obey(session, line)
