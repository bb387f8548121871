"""The composition root: opens window, home, bots and scenes, and runs the main loop.

Laws: only here everything is known; pygame's modules are started one by one; the first frame waits for nothing it does
not need; a frame never waits for a bot or for the disk.
"""

from __future__ import annotations

import gc
import os
import sys
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Final

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "comodin")
# This hint asks for vertical sync: pygame itself does so only with a renderer of its own.
os.environ.setdefault("SDL_RENDER_VSYNC", "1")

import pygame

from game.client.access.bridge import ReaderBridge, open_bridge, open_file_bridge
from game.client.access.captions import Captions, OverlayLayers
from game.client.access.cursor import show_pointer
from game.client.access.speech import Speaker
from game.client.app_window import AppWindow, saved_size_and_screen
from game.client.applied import SAVE_DELAY_SECONDS, SettingsFile, apply_globals, apply_settings, set_volumes
from game.client.director import Director, Push, Quit
from game.client.display import WINDOWLESS_DRIVERS, open_display
from game.client.draw.assets import forget_fonts
from game.client.draw.sound import Cue, Sounds
from game.client.loop import MainLoop
from game.client.matches import Matches
from game.client.preferences import Preferences, Settings
from game.client.scene_factory import SceneFactory
from game.client.turn_call import TurnNotifier
from game.client.turn_notice import TurnNotice
from game.client.words import LANGUAGES, phrase, say, set_language
from game.client.words.tongue import system_language
from game.store.background import Writer
from game.store.home import NOTE_READ_ONLY, find_home, home_path
from game.store.log import LOG, describe_fault
from game.store.settings import load_settings, settings_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.bots.thinker import Thinker
    from game.client.director import Change, Scene
    from game.client.words import Phrase
    from game.session.shared_thinker import SharedThinker

NO_DISPLAY_EXIT_CODE: Final = 2


def play(home: str | None, *, debug_layout: bool, verbose: int = 0, spoken: Path | None = None) -> int:
    """Open the window and play until it is closed; return the exit code, 2 where there is no display."""
    set_language(system_language())
    if not open_display():
        print(say("display.none"), file=sys.stderr)
        pygame.display.quit()
        return NO_DISPLAY_EXIT_CODE
    pygame.font.init()
    app = App(home, print_line if debug_layout else None, spoken)
    end_log: Callable[[], None] | None = None
    try:
        app.run_frame()
        end_log = _begin_log(app, verbose)
        app.run()
    except BaseException as fault:
        end_log = end_log or _begin_log(app, verbose)
        LOG.critical("%s", describe_fault(fault))
        raise
    finally:
        if end_log is not None:
            end_log()
        app.close()
        forget_fonts()
        pygame.quit()
    return 0


def _begin_log(app: App, verbose: int) -> Callable[[], None]:
    """Claim the home and open its log, after the first frame, because loading both is slow; return what closes it."""
    from game.store.log_file import open_log

    app.claim_home()
    end = open_log(app.home, verbose)
    LOG.info("window: pygame %s, video %s, %s", pygame.version.ver, pygame.display.get_driver(), app.window.size)
    return end


def print_line(line: str) -> None:
    """Print and flush a line of debug output; ignore a closed pipe."""
    try:
        print(line, flush=True)
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - the file stays open


class App:
    """Holds everything that lives as long as the program."""

    def __init__(self, home: str | None, say_debug: Callable[[str], None] | None, spoken: Path | None = None) -> None:
        self.home = find_home(home_path(home))
        path = settings_path(self.home.path)
        found = load_settings(path)
        self._settings_may_be_written = found.may_write
        set_language(found.settings.language if found.settings.language in LANGUAGES else system_language())
        apply_globals(found.settings)
        self.writer = Writer()
        self._settings_file = SettingsFile(path, self.writer, self._may_keep)
        self.preferences = Preferences(found.settings, self._on_settings_changed)
        self.preferences.folder = self.home.path if self.home.writable else None
        self._pool: SharedThinker | None = None
        self._announced_chat: object = None  # the last chat message that was spoken
        self._voice_loss_reported = False  # whether the missing voice was reported
        self._spoken = spoken
        self.speaker = Speaker(self.preferences, written=spoken)
        self.captions = Captions(self.preferences)
        self.reader = ReaderBridge()
        self.window = AppWindow(
            *saved_size_and_screen(self.preferences.now),
            full=self.preferences.now.full_screen,
            prepared=self._register_with_readers,
        )
        self.turn_notifier = TurnNotifier(self.window)
        self.sounds = Sounds(self._on_cue)
        self.sounds.spoken_over = lambda: self.speaker.speaking
        self.matches = Matches(self.home, self.writer, self._bots, lambda: self.preferences.now.bot_pace / 1000)
        self.matches.notes += [self._note(code) for code in (*self.home.notes, found.note) if code]
        self.scene_factory = SceneFactory(
            self.home, self.writer, self.preferences, self.sounds, self.speaker, self.matches, self.window, self._bots,
            self._may_keep,
        )  # fmt: skip
        self.context = self.scene_factory.context
        everywhere: dict[str, Callable[[], Change | None]] = {
            "full_screen": self._toggle_full_screen,
            "help": self._show_help,
            "rules": self._show_rules,
            "text_bigger": lambda: self.preferences.step_text_size(1),
            "text_smaller": lambda: self.preferences.step_text_size(-1),
            "mute": self.preferences.toggle_sounds,
            "new_game": lambda: Push(self.context.new_game()),
            "quit": self._quit,
        }
        self.director = Director(
            self._first_scene(), self.window.viewport, everywhere, say_debug, lambda: self.preferences.calm,
            lambda: self.sounds.play(Cue.BUTTON),
        )  # fmt: skip
        self.director.turn_notice = OverlayLayers(
            TurnNotice(self.context, lambda: self.scene_factory.lan), self.captions
        )
        self.loop = MainLoop(
            self.director,
            self.window,
            self.reader,
            self.preferences,
            self.turn_notifier,
            lambda: self.scene_factory.lan,
            self.run_frame,
        )
        show_pointer(large=self.preferences.now.large_pointer)

    def _first_scene(self) -> Scene:
        """Return the title, or on the very first start the page that asks for a name, a language and a game."""
        now = self.preferences.now
        is_new = not (now.welcomed or now.player or now.last_game)
        if not (is_new and self.home.writable and self._settings_may_be_written):
            return self.context.title()
        from game.client.lesson.first_start import FirstStart

        return FirstStart(self.context)

    def claim_home(self) -> None:
        """Own the home if no other program does; the title says why nothing is kept if one does."""
        told = self.home.notes
        self.home.claim()
        self.matches.notes += [self._note(code) for code in self.home.notes if code not in told]

    def _may_keep(self) -> bool:
        return self._settings_may_be_written and self.home.owner

    def _register_with_readers(self, handle: int) -> None:
        """Register the window with screen readers; this must happen before the window is first shown."""
        if self._spoken is not None:
            self.reader = open_file_bridge(self._spoken)
        elif pygame.display.get_driver() not in WINDOWLESS_DRIVERS:
            self.reader = open_bridge(handle)

    # --- the program's own actions -------------------------------------------------------------------------------

    def _show_help(self) -> Change:
        from game.client.scenes.help import Help

        return Push(Help(self.preferences))

    def _show_rules(self) -> Change:
        from game.client.book.scene import RuleBookPage

        return Push(RuleBookPage(self.preferences))

    def _quit(self) -> Change:
        """Quit; ask first where that would close a hall for everybody."""
        lan = self.scene_factory.lan
        if lan is None or lan.own_hall is None or lan.own_hall.ended:
            return Quit()
        from game.client.lan.hall.closing import QUIT_SCENE_NAME, ask_to_quit

        return Quit() if self.director.top.name == QUIT_SCENE_NAME else Push(ask_to_quit(self.preferences))

    def _toggle_full_screen(self) -> None:
        self.preferences.replace(replace(self.preferences.now, full_screen=not self.preferences.now.full_screen))

    def _on_settings_changed(self, before: Settings, now: Settings) -> None:
        """Apply changed settings, and save them soon."""
        self._settings_file.note_change()
        apply_settings(before, now, self.context, self.speaker, self.matches, self.window, self.director)

    def _on_cue(self, cue: Cue) -> None:
        """Pass a cue on to the turn notification and the captions."""
        self.turn_notifier.on_cue(cue)
        self.captions.on_event(cue)

    # --- the main loop -------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Start what the first frame did not need, then run the main loop until the player quits."""
        self.finish_start()
        self.loop.run()

    def run_frame(self) -> bool:
        """Advance by one frame, drawn if anything visible changed; return whether more than an idle animation did."""
        self.director.update(monotonic())
        self.context.music.step(seen=self.loop.visible)
        self._announce_chat()
        self._show_troubles()
        self._settings_file.save_if_due(self.preferences.now, rested=SAVE_DELAY_SECONDS)
        happened = self.director.must_redraw
        if not self.loop.visible or not (happened or (self.loop.has_focus and self.director.idle_picture_changed)):
            return False
        self.director.draw(self.window.surface)
        self.window.flip()
        return happened

    def finish_start(self) -> None:
        """Read the matches, and start bots, sound and pads, after the first frame."""
        self.claim_home()
        if self.director.top.name == "first_start":
            self.director.put_below(self.context.title())
        self.scene_factory.read_matches()
        from game.client.draw.logo import program_icon

        self.window.set_icon(program_icon(64))
        self._bots()
        note = self.sounds.open()
        set_volumes(self.sounds, self.preferences.now)
        if note is not None and not self.preferences.now.silent:
            self.matches.notes.append(phrase(f"notice.{note.value}"))
        self.preferences.replace(replace(self.preferences.now, silent=note is not None))
        pygame.joystick.init()
        import game.session.local  # noqa: F401 - loaded now so that the first match opens at once

        gc.freeze()  # what is alive now stays until the end, so the garbage collector need not scan it
        gc.enable()

    def _bots(self) -> Thinker:
        """Return an interface to the bot processes."""
        if self._pool is None:
            from game.bots.pool import BotPool
            from game.session.shared_thinker import SharedThinker

            self._pool = SharedThinker(BotPool())
        return self._pool.new_door()

    def _announce_chat(self) -> None:
        """Speak the last unread chat message once, and show it in the title of a window without focus."""
        lan_game = self.scene_factory.lan.lan_game if self.scene_factory.lan is not None else None
        if lan_game is not None and lan_game.talk.unread:
            last = lan_game.talk.lines[-1]
            if last is not self._announced_chat:
                self._announced_chat = last
                self.speaker.say(say("heard.talk", name=str(last.name), text=str(last.text)))
            self.turn_notifier.on_chat(lan_game.talk.unread, str(last.name), str(last.text))

    def _note(self, code: str) -> Phrase:
        if code == NOTE_READ_ONLY:
            return phrase(f"notice.{code}", path=str(self.home.path))
        return phrase(f"notice.{code}")

    def _show_troubles(self) -> None:
        """Show problems over any scene: files that could not be saved, a missing voice, and other notes."""
        from game.client.scenes.message import notice

        found = self.writer.troubles()
        for one in found:
            LOG.warning("not written: %s, %s", one.code, one.reason)
        if self.speaker.lost and not self._voice_loss_reported:
            self._voice_loss_reported = True
            self.matches.notes.append(phrase("notice.no_speech"))
        troubles = [phrase(f"notice.{one.code}", reason=one.reason) for one in found]
        if self.director.running and self.director.top.name not in ("title", "notice", "first_start"):
            troubles += self.matches.notes  # the title shows these problems itself
            self.matches.notes.clear()
        for sentence in troubles:
            self.director.apply(Push(notice(self.preferences, "notice", phrase("notice.title"), sentence)))

    def close(self) -> None:
        """Close everything, the window first; wait for the disk, and print which matches it refused."""
        self.window.close()
        self.matches.leave()
        if self.scene_factory.lan is not None:
            self.scene_factory.lan.close()
        self._settings_file.save_if_due(self.preferences.now)
        self.writer.close()
        for path, _lines, why in self.matches.unwritten_files():
            print(phrase("notice.match_lost", file=path.name, reason=why), file=sys.stderr)
        if self._pool is not None:
            self._pool.close()
        self.speaker.close()
        self.context.music.close()
        self.sounds.close()
        self.home.close()
