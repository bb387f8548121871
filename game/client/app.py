"""The composition root: opens window, home, bots and scenes, and runs the main loop until the player quits.

Laws: the only place where everything is known; pygame's modules are started one by one; nothing comes before the first
picture that it does not need; a frame never waits for a bot or for the disk.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from time import monotonic
from typing import TYPE_CHECKING, Final

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "comodin")
# The screen's beat is asked for by this hint: pygame itself asks for it only with a renderer of its own.
os.environ.setdefault("SDL_RENDER_VSYNC", "1")

import pygame

from game.client.access.bridge import ReaderBridge, open_bridge, written_bridge
from game.client.access.captions import Captions, Layers
from game.client.access.cursor import show_pointer
from game.client.access.speech import Speaker
from game.client.actions import bind
from game.client.annals.ledger import Ledger
from game.client.bindings import bound
from game.client.director import Director, Push, Quit, Replace
from game.client.display import WINDOWLESS, open_display
from game.client.draw.assets import forget_fonts
from game.client.draw.sound import Cue, SoundGroup, Sounds
from game.client.dress import wear_wood
from game.client.herald import Herald
from game.client.house import Game, House
from game.client.matches import Matches
from game.client.pane import Pane
from game.client.scenes.title import Title
from game.client.setup import match_at
from game.client.turn_call import TurnCall
from game.client.wishes import Settings, Wishes
from game.client.words import LANGUAGES, phrase, say, speak
from game.client.words.tongue import systems_language
from game.store.background import TROUBLE_SETTINGS, Writer
from game.store.home import NOTE_READ_ONLY, home_path, open_home
from game.store.log import LOG, fault_words
from game.store.settings import load_settings, save_settings, settings_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.bots.thinker import Thinker
    from game.client.director import Change, Scene
    from game.client.lan.network import Lan
    from game.client.setup import Setup
    from game.client.words import Phrase
    from game.lesson.lesson import Lesson
    from game.match.match import RoundResult
    from game.match.transcript import Transcript
    from game.session.shared_thinker import SharedThinker

FRAMES: Final = 60  # a second, where the screen does not set the beat
SLICE: Final = 0.008  # seconds: what a step of the LAN takes at most, a slice of a deal in it
MOMENT: Final = 2  # milliseconds between two looks for what the others said in a deal
HASTE: Final = 1.0  # seconds without anything to do after which nobody is about to say something
HIDDEN_FRAMES: Final = 10  # while the window cannot be seen
LEAST: Final = (320, 240)  # points; a smaller window could not be caught again
USUAL: Final = (1280, 720)  # points of a window that nobody has sized
OF_SCREEN: Final = 2 / 3  # what a first window may take of a large screen
# How the main loop turns after so many of its turns without a hand or a motion: turns a second, and one in how many of
# them lets time pass. Bots and clocks wait for that, hands never do: at the slowest what they do is shown within 33 ms.
PACES: Final = ((400, 30, 15), (30, 40, 4), (0, FRAMES, 1))
KEEP_SECONDS: Final = 1.0  # settings are written when they have not changed for this long
# Settings that change where things lie, or their look.
LAID_ANEW: Final = (
    "language",
    "text_size",
    "table_size",
    "palette",
    "felt",
    "back",
    "rack",
    "burraco_tiles",
    "calm",
    "less_motion",
    "motion",
    "keys",
)
VOLUMES: Final = {
    SoundGroup.TABLE: "volume",
    SoundGroup.TURN: "volume_turn",
    SoundGroup.CHAT: "volume_chat",
    SoundGroup.ROOM: "volume_room",
    SoundGroup.MUSIC: "volume_music",
}
NO_DISPLAY: Final = 2  # the exit code


def play(home: str | None, *, debug_layout: bool, verbose: int = 0, spoken: Path | None = None) -> int:
    """Open the window and play until it is closed; 2 when there is no display."""
    speak(systems_language())
    if not open_display():
        print(say("display.none"), file=sys.stderr)
        pygame.display.quit()
        return NO_DISPLAY
    pygame.font.init()
    app = App(home, print_line if debug_layout else None, spoken)
    app.welcome()
    end_log: Callable[[], None] | None = None
    try:
        app.show()
        end_log = _begin_log(app, verbose)
        app.run()
    except BaseException as fault:
        end_log = end_log or _begin_log(app, verbose)
        LOG.critical("%s", fault_words(fault))
        raise
    finally:
        if end_log is not None:
            end_log()
        app.close()
        forget_fonts()
        pygame.quit()
    return 0


def _begin_log(app: App, verbose: int) -> Callable[[], None]:
    """Open the log, after the first picture since loading it is slow, and return what closes it."""
    from game.store.log_file import open_log

    end = open_log(app.home, verbose)
    LOG.info("window: pygame %s, video %s, %s", pygame.version.ver, pygame.display.get_driver(), app.pane.size)
    return end


def print_line(line: str) -> None:
    """Print and flush a line of the debug print; the reader may be gone."""
    try:
        print(line, flush=True)
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - it stays open


class App:
    """Everything that lives as long as the program."""

    def __init__(self, home: str | None, say_debug: Callable[[str], None] | None, spoken: Path | None = None) -> None:
        self.home = open_home(home_path(home))
        self._settings_path = settings_path(self.home.path)
        found = load_settings(self._settings_path)
        self._may_keep = found.may_write and self.home.owner
        speak(found.settings.language if found.settings.language in LANGUAGES else systems_language())
        bind(bound(found.settings.keys))
        wear_wood(found.settings.rack)
        self.writer = Writer()
        self.wishes = Wishes(found.settings, self._wished)
        self.wishes.folder = self.home.path if self.home.writable else None
        self.call = TurnCall(lambda: self.pane)
        self._spoken = spoken
        self.speaker = Speaker(self.wishes, written=spoken)
        self.captions = Captions(self.wishes)
        self.sounds = Sounds(self._heard)
        self.sounds.spoken_over = lambda: self.speaker.speaking
        self.matches = Matches(self.home, self.writer, self._bots, lambda: self.wishes.now.bot_pace / 1000)
        self.lan: Lan | None = None
        self._pool: SharedThinker | None = None
        self._talk: object = None  # what was said aloud last of what is said at the table
        self._unkept: float | None = None  # since when the settings have changed
        self._visible = True
        self._looked_at = True  # has the keyboard
        self._no_voice = False  # that there is no voice was told
        self._awake = False  # what the first picture did not need is there
        self.matches.notes += [self._note(code) for code in (*self.home.notes, found.note) if code]
        self.reader = ReaderBridge()
        self.pane = Pane(*self._place(), full=self.wishes.now.full_screen, prepared=self._read_by)
        self.house = self._furnish()
        everywhere: dict[str, Callable[[], Change | None]] = {
            "full_screen": self._toggle_full_screen,
            "help": self._show_help,
            "rules": self._show_rules,
            "text_bigger": lambda: self.wishes.text_by(1),
            "text_smaller": lambda: self.wishes.text_by(-1),
            "mute": self.wishes.toggle_sounds,
            "new_game": lambda: Push(self.house.new_game()),
            "quit": self._quit,
        }
        self.director = Director(
            self.house.title(), self.pane.viewport, everywhere, say_debug, lambda: self.wishes.calm,
            lambda: self.sounds.play(Cue.BUTTON),
        )  # fmt: skip
        self.director.herald = Layers(Herald(self.house, lambda: self.lan), self.captions)
        show_pointer(large=self.wishes.now.large_pointer)

    def welcome(self) -> None:
        """On the very first start ask for a name, a language and a game."""
        now = self.wishes.now
        if now.welcomed or now.player or now.last_game or not self._may_keep:
            return
        from game.client.lesson.first_start import FirstStart

        self.director.apply(Push(FirstStart(self.house)))

    def _read_by(self, handle: int) -> None:
        """Offer the window to screen readers; it must be done before the window is first shown."""
        if self._spoken is not None:
            self.reader = written_bridge(self._spoken)
        elif pygame.display.get_driver() not in WINDOWLESS:
            self.reader = open_bridge(handle)

    # --- the rooms -----------------------------------------------------------------------------------------------

    def _furnish(self) -> House:
        return House(
            wishes=self.wishes,
            sounds=self.sounds,
            player=self.wishes.now.player or say("player.default"),
            title=self._title,
            new_game=self._new_game,
            lan=self._lan_lobby,
            settings=self._settings_page,
            table=self._table,
            score_sheet=self._score_sheet,
            match_end=self._match_end,
            network=self._network,
            thinker=self._bots,
            learn=self._learn,
            lesson=self._lesson,
            puzzles=self._puzzles,
            play=self._play,
            begin=self.matches.begin,
            ledger=Ledger(self.matches),
            speaker=self.speaker,
        )

    def _title(self) -> Scene:
        self.matches.leave()
        hall = self.lan.hall_page(self.house) if self.lan is not None else None
        if hall is not None:
            return hall
        if self._awake:
            self.matches.read()
        return Title(self.house, self.matches, self._take_up)

    def _new_game(self) -> Scene:
        from game.client.scenes.new_game import NewGame

        return NewGame(self.house, self.matches.begin)

    def _learn(self) -> Scene:
        from game.client.lesson.learn import Learn

        return Learn(self.house, self.wishes.now.last_game)

    def _lesson(self, lesson: Lesson) -> Scene:
        from game.client.lesson.scene import begin_lesson

        return begin_lesson(self.house, lesson, self._bots(), self.wishes.now.bot_pace / 1000)

    def _puzzles(self) -> Scene:
        from game.client.puzzle.page import PuzzlePage
        from game.client.puzzle.shelf import PuzzleShelf
        from game.client.review.notes import MistakeShelf

        home = self.home.path if self._may_keep else None
        return PuzzlePage(self.house, PuzzleShelf(home), MistakeShelf(home))

    def _play(self, setup: Setup) -> Change:
        """Deal at a table as it is set up; set it up anew where that can no longer be."""
        dealt = match_at(setup, self.house.player)
        if dealt is None:
            return Push(self.house.new_game())
        return Replace(self.house.table(self.matches.begin(dealt)), all_of_them=True)

    def _lan_lobby(self) -> Scene:
        from game.client.lan.entrance import entrance

        return entrance(self.house, self._network)

    def _network(self) -> Lan:
        """Return the network, made when it is first asked for: nothing of it is loaded before."""
        if self.lan is None:
            from game.client.lan.network import Lan

            self.lan = Lan(
                self.home,
                self.writer,
                self._bots,
                lambda: self.house.player,
                pace=lambda: self.wishes.now.bot_pace / 1000,
                notes=self.matches.notes,
            )
        return self.lan

    def _settings_page(self) -> Scene:
        from game.client.scenes.settings import SettingsPage

        return SettingsPage(self.wishes, len(pygame.display.get_desktop_sizes()), self._copy_report)

    def _table(self, game: Game) -> Scene:
        if self.lan is not None:
            self.lan.look_no_more()
        if game.company is not None and game.company.dealing:
            from game.client.lan.dealing import LanDealing

            return LanDealing(self.house, game, game.company)
        from game.client.table.scene import table_of

        return table_of(self.house, game)

    def _score_sheet(self, game: Game, result: RoundResult) -> Scene:
        from game.client.scenes.score_sheet import ScoreSheet

        return ScoreSheet(self.house, game, result)

    def _match_end(self, game: Game) -> Scene:
        from game.client.scenes.match_end import MatchEnd
        from game.client.theatre.door import lan_match_end

        if game.company is not None:
            return lan_match_end(self.house, self.matches, game)
        return MatchEnd(self.house, game.session.header, game.standing, self.matches.again, self._review_last)

    def _review_last(self) -> Change | None:
        """Review the match at the table."""
        from game.client.theatre.door import match_review
        from game.match.match import Match

        log = self.matches.transcript
        return None if log is None else match_review(self.house, self.matches, Match.of(log))

    def _take_up(self, game: Game) -> Change:
        """Resume a match: at its table, or at the score sheet of the finished round."""
        standing = game.session.standing
        if standing.scored:
            return Replace(self.house.score_sheet(game, standing.results[-1]), all_of_them=True)
        return Replace(self.house.table(game), all_of_them=True)

    # --- the program's own actions -------------------------------------------------------------------------------

    def _show_help(self) -> Change:
        from game.client.scenes.help import Help

        return Push(Help(self.wishes))

    def _show_rules(self) -> Change:
        from game.client.book.scene import RuleBookPage

        return Push(RuleBookPage(self.wishes))

    def _quit(self) -> Change:
        """Quit; ask first where that would close a hall for everybody."""
        if self.lan is None or self.lan.keeping is None or self.lan.keeping.ended:
            return Quit()
        from game.client.lan.hall.closing import QUIT, ask_to_quit

        return Quit() if self.director.top.name == QUIT else Push(ask_to_quit(self.wishes))

    def _toggle_full_screen(self) -> None:
        self.wishes.take(replace(self.wishes.now, full_screen=not self.wishes.now.full_screen))

    def _wished(self, before: Settings, now: Settings) -> None:
        """Apply changed settings, and have them saved soon."""
        self._unkept = monotonic()
        if (now.full_screen, now.monitor) != (before.full_screen, before.monitor):
            self.pane.show(*self._place(), full=now.full_screen)
            self.director.resize(self.pane.viewport)
        self._set_sounds()
        if (now.speech, now.speech_speed) != (before.speech, before.speech_speed):
            self.speaker.lost = False
            self.speaker.say(say("heard.sample"), now=True)
        if now.large_pointer != before.large_pointer:
            show_pointer(large=now.large_pointer)
        if now.language != before.language:
            speak(now.language or systems_language())
        bind(bound(now.keys))
        wear_wood(now.rack)
        self.matches.keep_pace()
        self.house.player = now.player or say("player.default")
        if any(getattr(now, one) != getattr(before, one) for one in LAID_ANEW):
            self.director.relayout()

    def _heard(self, cue: Cue) -> None:
        """Pass a cue on to the window's notice and the captions."""
        self.call.hear(cue)
        self.captions.hear(cue)

    def _set_sounds(self) -> None:
        now = self.wishes.now
        self.sounds.muted = not now.sounds
        for group in SoundGroup:
            self.sounds.set_volume(group, getattr(now, VOLUMES[group]) / 100)

    def _keep_settings(self) -> None:
        self._unkept = None
        if self._may_keep:
            path, settings = self._settings_path, self.wishes.now
            self.writer.do(lambda: save_settings(path, settings), TROUBLE_SETTINGS, "settings")

    def _copy_report(self) -> Change:
        """Make the file for whoever is asked for help, put it on the clipboard too, and say where it lies."""
        from datetime import datetime

        from game.client.scenes.message import notice
        from game.store.report import report_text, write_report

        facts = {
            "pygame": f"{pygame.version.ver}, SDL {'.'.join(map(str, pygame.version.SDL))}",
            "video": pygame.display.get_driver(),
            "window": f"{self.pane.size}, ratio {self.pane.viewport.ratio}",
            "settings": str(replace(self.wishes.now, player="", tables=())),
        }
        text = report_text(self.home.path, facts, self._transcript())
        with suppress(pygame.error):  # a system without a clipboard still has the file
            pygame.scrap.put_text(text)
        try:
            if not self.home.writable:
                raise PermissionError(errno.EROFS, self.home.fault)
            path = write_report(self.home.path, text, datetime.now().astimezone())
            said = phrase("report.written", file=str(path))
        except OSError as error:
            said = phrase("report.not_written", reason=error.strerror or str(error))
        return Push(notice(self.wishes, "report", phrase("report.title"), said))

    def _transcript(self) -> Transcript | None:
        """Return the log of the match at the table, if one is open."""
        lan_game = self.lan.lan_game if self.lan is not None else None
        if lan_game is not None and lan_game.session is not None:
            return lan_game.session.story.match.transcript
        return self.matches.transcript

    # --- the window ----------------------------------------------------------------------------------------------

    def _place(self) -> tuple[tuple[int, int], int]:
        """Return the size the window has when it is not full, in points, and its screen."""
        now = self.wishes.now
        screens = pygame.display.get_desktop_sizes()
        screen = min(now.monitor, len(screens) - 1)  # one that has been unplugged is not looked for
        desktop = screens[screen]
        if (now.window_width, now.window_height) == USUAL:
            return fitting(desktop), screen
        wide = _between(LEAST[0], now.window_width, desktop[0])
        return (wide, _between(LEAST[1], now.window_height, desktop[1])), screen

    def _resized(self) -> None:
        viewport = self.pane.viewport
        if (viewport.size, viewport.ratio) == (self.director.viewport.size, self.director.viewport.ratio):
            return
        self.director.resize(viewport)
        if not self.wishes.now.full_screen:
            wide, high = self.pane.size
            self.wishes.take(replace(self.wishes.now, window_width=wide, window_height=high))

    # --- the main loop -------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show the first picture."""
        self._frame()

    def run(self) -> None:
        """Start what the first picture did not need, then loop until the player quits."""
        clock = pygame.time.Clock()
        self._wake()
        still = 0
        while self.director.running:
            began = monotonic()
            still = 0 if self._hear() else still + 1
            busy = self.lan is not None and self.lan.step(monotonic())
            if busy:
                still = 0
            if self.reader.listening and self._read():
                still = 0
            frames, every = next((frames, every) for least, frames, every in PACES if still >= least)
            if still % every == 0 and self._frame():
                still = 0
            if not self._visible:
                frames = HIDDEN_FRAMES
            self._work_on(began + 1 / frames, busy=busy)
            # Asking for events and resting costs a quarter of waiting for them, which SDL does by asking each ms.
            clock.tick(frames)

    def _work_on(self, until: float, *, busy: bool) -> None:
        """Go on with what others wait for in what is left of a frame; in a deal, look for what they said as well.

        A deal that waits for somebody who is away is not looked at so often.
        """
        while self.lan is not None and monotonic() + SLICE <= until:
            self._worked = monotonic() if busy else self._worked
            if not busy and (not self.lan.deals or monotonic() - self._worked > HASTE):
                return
            if not busy:
                pygame.time.wait(MOMENT)
            busy = self.lan.step(monotonic())

    _worked = 0.0  # when there was something to do for the network last

    def _read(self) -> bool:
        """Exchange requests and changes with screen readers."""
        ratio = self.pane.viewport.ratio
        left, top = (round(one * ratio) for one in self.pane.place)
        return self.reader.step(self.director, monotonic(), focused=self._looked_at, place=(left, top))

    def _hear(self) -> bool:
        """Handle the events; return whether there were any."""
        events = _without_overtaken(pygame.event.get())
        for event in events:
            if event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWDISPLAYCHANGED):
                self._resized()
            elif event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
                self._looked_at = event.type == pygame.WINDOWFOCUSGAINED
                if self._looked_at:
                    self.call.look()
            elif event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN):
                self._visible = False
            elif event.type in (pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWEXPOSED):
                self._visible = True
            self.director.hear(event, pygame.time.get_ticks())
        return bool(events)

    def _frame(self) -> bool:
        """Advance by one frame and draw what changed; return whether anything had happened."""
        now = monotonic()
        self.director.update(now)
        self.house.music.step(seen=self._visible)
        self._tell_talk()
        self._tell()
        if self._unkept is not None and now - self._unkept > KEEP_SECONDS:
            self._keep_settings()
        happened = self.director.due
        if not self._visible or not (happened or (self._looked_at and self.director.breathes)):
            return False
        self.director.draw(self.pane.surface)
        self.pane.flip()
        return happened

    def _wake(self) -> None:
        """Read the matches, and start bots, sound and pads, which the first picture did not need."""
        self._awake = True
        self.matches.read()
        from game.client.draw.logo import program_icon

        self.pane.icon(program_icon(64))
        self._bots()
        note = self.sounds.open()
        self._set_sounds()
        if note is not None:
            self.matches.notes.append(phrase(f"notice.{note.value}"))
        pygame.joystick.init()
        import game.session.local  # noqa: F401 - so that the first match opens at once

        gc.freeze()  # what lives now lives to the end; collections have less to look through
        gc.enable()

    def _bots(self) -> Thinker:
        """Return a door to the processes in which bots think."""
        if self._pool is None:
            from game.bots.pool import BotPool
            from game.session.shared_thinker import SharedThinker

            self._pool = SharedThinker(BotPool())
        return self._pool.door()

    def _tell_talk(self) -> None:
        """Say in the title of a window that nobody looks at what was said at its table."""
        lan_game = self.lan.lan_game if self.lan is not None else None
        if lan_game is not None and lan_game.talk.unread:
            last = lan_game.talk.lines[-1]
            if last is not self._talk:
                self._talk = last
                self.speaker.say(say("heard.talk", name=str(last.name), text=str(last.text)))
            self.call.hear_talk(lan_game.talk.unread, str(last.name), str(last.text))

    def _note(self, code: str) -> Phrase:
        if code == NOTE_READ_ONLY:
            return phrase(f"notice.{code}", path=str(self.home.path))
        return phrase(f"notice.{code}")

    def _tell(self) -> None:
        """Show what could not be saved, over whatever is open."""
        from game.client.scenes.message import notice

        found = self.writer.troubles()
        for one in found:
            LOG.warning("not written: %s, %s", one.code, one.reason)
        if self.speaker.lost and not self._no_voice:
            self._no_voice = True
            self.matches.notes.append(phrase("notice.no_speech"))
        troubles = [phrase(f"notice.{one.code}", reason=one.reason) for one in found]
        if self.director.running and self.director.top.name not in ("title", "notice"):
            troubles += self.matches.notes  # the title tells them itself
            self.matches.notes.clear()
        for sentence in troubles:
            self.director.apply(Push(notice(self.wishes, "notice", phrase("notice.title"), sentence)))

    def close(self) -> None:
        """Close everything, the window first; the last lines are on disk when this returns."""
        self.pane.close()
        self.matches.leave()
        if self.lan is not None:
            self.lan.close()
        if self._unkept is not None:
            self._keep_settings()
        self.writer.close()
        for path, _lines, why in self.matches.owed():
            print(phrase("notice.match_lost", file=path.name, reason=why), file=sys.stderr)
        if self._pool is not None:
            self._pool.close()
        self.speaker.close()
        self.house.music.close()
        self.sounds.close()
        self.home.close()


def _without_overtaken(events: list[pygame.event.Event]) -> list[pygame.event.Event]:
    """Drop each motion of the pointer that another follows at once: a fast mouse tells hundreds between two frames."""
    motion = pygame.MOUSEMOTION
    kept = [one for one, after in pairwise(events) if one.type != motion or after.type != motion]
    return [*kept, *events[-1:]]


def fitting(desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a first window: the usual one, or larger in steps of a half on a large screen."""
    room = min(desktop[0] / USUAL[0], desktop[1] / USUAL[1]) * OF_SCREEN
    times = max(1.0, int(2 * room) / 2)
    return (
        _between(LEAST[0], int(USUAL[0] * times), desktop[0]), _between(LEAST[1], int(USUAL[1] * times), desktop[1])
    )  # fmt: skip


def _between(least: int, wanted: int, most: int) -> int:
    return max(least, min(wanted, most))
