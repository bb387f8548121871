"""`comodin play --text`: a match against bots in a terminal, saved in the same home as the window's."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Protocol, TextIO

from game.bots.bot import budget_for
from game.bots.names import BOT_VERSION
from game.bots.pool import BotPool
from game.bots.thinker import Thinker
from game.client.app_context import MatchAtTable
from game.client.matches import Matches, random_seed
from game.client.setup import BOT_NAMES, CLOCK_OPTION, NO_CLOCK
from game.client.words import LANGUAGES, say, set_language, set_vocabulary
from game.client.words.tongue import system_language
from game.commands.demo import options_for
from game.commands.files import StoppedError
from game.commands.terminal.asking import verb_word
from game.commands.terminal.chair import TerminalPlayer
from game.commands.terminal.reading import normalised, verb_of
from game.match.deal import OPEN_DEAL
from game.match.transcript import Controller, Header, Seat
from game.rules.registry import GAMES, rules_of
from game.session.hints import Adviser
from game.session.session import Session
from game.session.shared_thinker import SharedThinker
from game.store.background import Writer
from game.store.home import home_path, open_home
from game.store.log_file import open_log
from game.store.settings import load_settings, settings_path
from game.table.options import OptionValue

POLL_SECONDS = 0.05  # seconds between two polls of the session while nobody types


class LineSource(Protocol):
    """A source of typed lines; `by_hand` if a person types and may ask at any time."""

    by_hand: bool

    def wait(self, seconds: float) -> bool:
        """Wait for a line; return whether there is one."""

    def next_line(self) -> str | None:
        """Return the next line; None at the end."""


class TypedLines:
    """Reads typed lines in a thread; `None` marks the end."""

    def __init__(self, stream: TextIO) -> None:
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._kept: list[str | None] = []
        self.by_hand = stream.isatty()
        Thread(target=self._read, args=(stream,), name="typed", daemon=True).start()

    def _read(self, stream: TextIO) -> None:
        with suppress(ValueError):  # the stream was closed
            for line in stream:
                self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def wait(self, seconds: float) -> bool:
        """Wait for a line; return whether there is one."""
        if not self._kept:
            with suppress(Empty):
                self._kept.append(self._lines.get(timeout=seconds) if seconds else self._lines.get_nowait())
        return bool(self._kept)

    def next_line(self) -> str | None:
        """Return the next line."""
        return self._kept.pop()


def print_sentence(sentence: str) -> None:
    """Print a sentence on its own line and flush, so that a screen reader gets it at once."""
    print(sentence, flush=True)


def play_text(
    home: str | None,
    game: str | None,
    seats: int | None,
    chosen: Mapping[str, OptionValue],
    level: str,
    verbose: int,
    thinker: Callable[[], Thinker] = BotPool,
) -> int:
    """Play a new match, or resume the last one; return the exit code."""
    kept = open_home(home_path(home))
    settings = load_settings(settings_path(kept.path)).settings
    set_language(settings.language if settings.language in LANGUAGES else system_language())
    end_log, writer, pool = open_log(kept, verbose), Writer(), thinker()
    shared = SharedThinker(pool)
    matches = Matches(kept, writer, shared.new_door, lambda: 0.0)
    typed = TypedLines(sys.stdin)
    try:
        opened = _open_match(matches, typed, game, seats, chosen, level, settings.player)
        if opened is None:
            return 0
        set_vocabulary(cards=opened.session.rules.deck.cards, game=opened.session.rules.key)
        key = opened.session.rules.key
        welcome = say("text.welcome", game=rules_of(key).title, help=verb_word("help"), quit=verb_word("quit"))
        print_sentence(welcome)
        for note in matches.notes:
            print_sentence(str(note))
        adviser = Adviser(shared.new_door(), opened.session.seats)
        play_to_end(opened.session, typed, TerminalPlayer(print_sentence, adviser))
    except KeyboardInterrupt:
        raise StoppedError(f"Stopped by Ctrl-C. {say('text.kept')}") from None
    finally:
        matches.leave()
        writer.close()
        shared.close()
        end_log()
        kept.close()
    return 0


def play_to_end(session: Session, typed: LineSource, chair: TerminalPlayer) -> None:
    """Play until the match is over or the person leaves."""
    chair.begin(session)
    while not chair.gone:
        chair.print_events(session, session.poll(monotonic()))
        if session.standing.over and chair.end_printed:
            return
        # A person may always ask; lines from a file wait until input is expected.
        if (typed.by_hand or chair.expects_input(session)) and typed.wait(POLL_SECONDS):
            line = typed.next_line()
            if line is None:
                break
            chair.carry_out_line(session, line)
        elif not typed.by_hand:
            typed.wait(POLL_SECONDS)
    print_sentence(say("text.kept"))


def _open_match(
    matches: Matches,
    typed: TypedLines,
    game: str | None,
    seats: int | None,
    chosen: Mapping[str, OptionValue],
    level: str,
    player: str,
) -> MatchAtTable | None:
    """Open a match: a new one of `game`, the last unfinished one, or one the player names."""
    if game is None:
        matches.read()
        matches.wait()
        for one in matches.kept or ():
            if matches.resume_refusal(one) is None:
                taken = matches.resume(one)
                if isinstance(taken, MatchAtTable):
                    print_sentence(say("text.resumed"))
                    return taken
        game = _ask_for_game(typed)
    return None if game is None else matches.begin(bot_match_header(game, seats, chosen, level, player))


def _ask_for_game(typed: TypedLines) -> str | None:
    """Ask for a game until one is named or the input ends."""
    titles = {normalised(rules_of(game).title): game for game in GAMES}
    while True:
        print_sentence(say("text.which", games=", ".join(rules_of(game).title for game in GAMES)))
        while not typed.wait(POLL_SECONDS):
            pass
        line = typed.next_line()
        if line is None or verb_of(line)[0] == "quit":
            return None
        if normalised(line) in titles:
            return titles[normalised(line)]


def bot_match_header(
    game: str, seats: int | None, chosen: Mapping[str, OptionValue], level: str, player: str
) -> Header:
    """Return the header of a match against bots; as in the window, without a clock unless one is chosen."""
    rules = rules_of(game)
    alone: dict[str, OptionValue] = {CLOCK_OPTION: NO_CLOCK}
    options = options_for(rules, {**alone, **chosen, **({} if seats is None else {"players": seats})})
    chairs = [Seat(player or say("player.default"), Controller.HERE)]
    chairs += [Seat(name, Controller.BOT, level) for name in BOT_NAMES[: options.number("players") - 1]]
    return Header(
        rules.key,
        options,
        rules.deck.key,
        tuple(chairs),
        OPEN_DEAL,
        random_seed(),
        BOT_VERSION,
        budget_for(rules.key).nodes,
    )
