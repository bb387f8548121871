"""Speaks short sentences through Prism: by the running screen reader, else by the system's voice.

Laws: the main loop never waits for a voice, which has its own thread; without the library or a voice nothing is spoken
and `lost` is set. The tree never announces what is spoken here: its nodes are read only when a reader asks.
"""

from __future__ import annotations

from functools import partial
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Protocol

from game.client.access.written import WrittenSpeech
from game.store.log import LOG

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.client.preferences import Preferences

OFF: Final = "off"
SHORT: Final = "short"
FULL: Final = "full"
SPEECH_LEVELS: Final = (OFF, SHORT, FULL)
SPEED_PERCENTS: Final = (50, 75, 100, 125, 150, 200)  # per cent of a voice's usual speed
DEFAULT_SPEED: Final = 100
DEFAULT_RATE: Final = 0.5  # of Prism's scale from 0 to 1
LETTERS_PER_SECOND: Final = 15.0  # at a voice's usual speed
FINISH_SECONDS: Final = 2.0  # seconds that a voice may take to finish when the program ends


class SpeechOutput(Protocol):
    """A voice; raises OSError when it is gone."""

    def speak(self, words: str, rate: float, *, now: bool) -> None:
        """Speak at a rate of 0 to 1; with `now` interrupt what is being said."""


class PrismSpeech:
    """The best voice that Prism finds; tests pass a `registry` of their own."""

    def __init__(self, registry: Any = None) -> None:
        import prism

        self._errors: tuple[type[Exception], ...] = (prism.PrismError, ValueError, RuntimeError)
        try:
            self._context = prism.Context(registry)
            self._voice = self._context.acquire_best()
            self._rates = self._voice.features.supports_set_rate  # a screen reader keeps its own speed
        except self._errors as error:
            raise OSError(f"no voice: {error}") from error

    def speak(self, words: str, rate: float, *, now: bool) -> None:
        """Speak."""
        try:
            if self._rates:
                self._voice.rate = rate
            self._voice.speak(words, now)
        except self._errors as error:
            raise OSError(str(error)) from error


def open_speech() -> SpeechOutput | None:
    """Return a voice, None where there is none."""
    try:
        return PrismSpeech()
    except (ImportError, OSError) as error:
        LOG.info("nothing is said aloud: %s", error)
        return None


class Speaker:
    """Speaks at the player's settings, and writes everything to the file `written` if there is one."""

    def __init__(
        self,
        preferences: Preferences,
        make: Callable[[], SpeechOutput | None] = open_speech,
        clock: Callable[[], float] = monotonic,
        written: Path | None = None,
    ) -> None:
        self._preferences, self._clock = preferences, clock
        self._make = make if written is None else partial(WrittenSpeech, written)
        self._level_when_off = OFF if written is None else FULL
        self._queue: SimpleQueue[tuple[str, float, bool] | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._until = 0.0
        self.lost = False  # whether there is no voice

    @property
    def speech_level(self) -> str:
        """Return how much is spoken: one of SPEECH_LEVELS."""
        asked = self._preferences.now.speech
        return self._level_when_off if asked == OFF else asked

    @property
    def is_on(self) -> bool:
        """Return whether speech is on."""
        return self.speech_level != OFF and not self.lost

    @property
    def says_everything(self) -> bool:
        """Return whether speech is set to everything, not only short messages."""
        return self.speech_level == FULL

    @property
    def rate(self) -> float:
        """Return the speed on Prism's scale."""
        return min(1.0, DEFAULT_RATE * self._tempo)

    @property
    def _tempo(self) -> float:
        return self._preferences.now.speech_speed / DEFAULT_SPEED

    @property
    def speaking(self) -> bool:
        """Return whether it is still speaking, estimated by the text's length since readers do not report it."""
        return self.is_on and self._clock() < self._until

    def say(self, words: str, *, now: bool = False) -> bool:
        """Speak after the current sentence, or `now`; return whether anything is spoken."""
        from game.client.access.telling import spoken_form

        words = spoken_form(" ".join(words.replace("**", "").replace("\0", "").split()))
        if not self.is_on or not words:
            return False
        start = self._clock() if now else max(self._clock(), self._until)
        self._until = start + len(words) / LETTERS_PER_SECOND / self._tempo
        if self._thread is None:
            self._thread = Thread(target=self._run, name="speech", daemon=True)
            self._thread.start()
        self._queue.put((words, self.rate, now))
        return True

    def _run(self) -> None:
        """Speak the queue; after a failure look once for a restarted reader."""
        voice = self._make()
        self.lost = voice is None
        while (asked := self._queue.get()) is not None and voice is not None:
            words, rate, now = asked
            try:
                voice.speak(words, rate, now=now)
            except OSError as error:
                LOG.info("the voice is gone: %s", error)
                voice = self._retry(words, rate, now=now)
                self.lost = voice is None

    def _retry(self, words: str, rate: float, *, now: bool) -> SpeechOutput | None:
        voice = self._make()
        try:
            if voice is not None:
                voice.speak(words, rate, now=now)
        except OSError as error:
            LOG.info("no other voice: %s", error)
            return None
        return voice

    def close(self) -> None:
        """Stop when the queue is spoken, or after `FINISH_SECONDS` seconds."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join(FINISH_SECONDS)
            self._thread = None
