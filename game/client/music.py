"""The ambient sound of a table, and the tunes of the title and of a match's end.

Laws: each has a channel and a volume of its own; both are softer during a fanfare or speech, and stop when muted. In a
hidden window the ambient sound stops, and no tune begins. The main loop calls `step`.
"""

from __future__ import annotations

from enum import Enum
from io import BytesIO
from typing import TYPE_CHECKING, Final

import pygame

from game.client.draw.assets import sound_bytes
from game.client.draw.sound import DUCKED_VOLUME, SPEECH_VOLUME, CueSound, SoundGroup

if TYPE_CHECKING:
    from game.client.draw.sound import Sounds

GROUP_CHANNELS: Final = {SoundGroup.ROOM: 0, SoundGroup.MUSIC: 1}
FADE_MS: Final = 1200  # ms in which the ambient sound fades in and out
STOP_FADE_MS: Final = 400  # ms in which a stopped tune fades out
HEADER_BYTES: Final = 44  # bytes before the samples in our files
FIELD_BYTES: Final = 4  # bytes of a number in the header
FRAME_BYTES: Final = 4  # bytes of a frame of the mixer: two channels of 16 bit
LENGTH_OFFSETS: Final = (4, 40)  # offsets of the two lengths in the header: of the file, and of its samples
REPEATS: Final = 3


class Tune(Enum):
    """What is played besides the sounds."""

    ROOM = CueSound("room", SoundGroup.ROOM)
    TITLE = CueSound("tune-title", SoundGroup.MUSIC)
    END = CueSound("tune-end", SoundGroup.MUSIC)


class Music:
    """Plays the requested sound on its reserved channel."""

    def __init__(self, sounds: Sounds) -> None:
        self._sounds = sounds
        self._room_wanted = False
        self._asked: Tune | None = None
        self._loaded: dict[Tune, pygame.mixer.Sound | None] = {}
        self._levels: dict[SoundGroup, float] = {}

    def enter_room(self) -> None:
        """Play the ambient sound from now on, and no tune."""
        self._room_wanted, self._asked = True, None
        self._fade(SoundGroup.MUSIC, STOP_FADE_MS)

    def leave_room(self) -> None:
        """Fade the ambient sound out."""
        self._room_wanted = False

    def play(self, tune: Tune) -> None:
        """Play a tune at the next `step` with sound; drop it if music is muted or the window hidden by then."""
        self._asked = tune

    def close(self) -> None:
        """Drop the loaded files."""
        self._loaded.clear()
        self._levels.clear()

    def step(self, *, seen: bool = True) -> None:
        """Start and stop sounds, and set their volumes; `seen` is whether the window is visible."""
        if not self._sounds.is_open:
            return
        room = self._loudness(SoundGroup.ROOM) if seen and self._room_wanted else 0.0
        channel = pygame.mixer.Channel(GROUP_CHANNELS[SoundGroup.ROOM])
        if room > 0 and not channel.get_busy():
            self._begin(Tune.ROOM, loops=-1, fade=FADE_MS)
        elif room == 0 and channel.get_busy():
            self._fade(SoundGroup.ROOM, FADE_MS if self._sounds.audible else 0)
        asked, self._asked = self._asked, None
        music = self._loudness(SoundGroup.MUSIC)
        if asked is not None and music > 0 and seen:
            self._begin(asked)
        elif music == 0:
            self._fade(SoundGroup.MUSIC, 0)
        for group in GROUP_CHANNELS:
            self._set(group)

    def _loudness(self, group: SoundGroup) -> float:
        """Return the present volume of a group."""
        if not self._sounds.audible:
            return 0.0
        share = (
            SPEECH_VOLUME
            if self._sounds.spoken_over()
            else DUCKED_VOLUME
            if self._sounds.leading_sound_plays()
            else 1.0
        )
        return self._sounds.volume(group) * share

    def _set(self, group: SoundGroup) -> None:
        """Set what a channel plays to its volume; the channel's own volume is the mixer's, which fades with it."""
        sound, wanted = pygame.mixer.Channel(GROUP_CHANNELS[group]).get_sound(), self._loudness(group)
        if sound is not None and self._levels.get(group) != wanted:
            self._levels[group] = wanted
            sound.set_volume(wanted)

    def _begin(self, tune: Tune, loops: int = 0, fade: int = 0) -> None:
        if tune not in self._loaded:
            content = sound_bytes(tune.value.name)
            self._loaded[tune] = None if content is None else load_loop(content) if loops else _sound(content)
        sound, group = self._loaded[tune], tune.value.group
        if sound is None:
            return
        channel = pygame.mixer.Channel(GROUP_CHANNELS[group])
        channel.set_volume(1.0)  # what a fade rises to, also if it begins within another
        channel.play(sound, loops, fade_ms=fade)
        self._levels.pop(group, None)  # another sound, with a volume of its own

    def _fade(self, group: SoundGroup, ms: int) -> None:
        if not self._sounds.is_open:
            return
        channel = pygame.mixer.Channel(GROUP_CHANNELS[group])
        if channel.get_busy():
            channel.fadeout(ms)


def _sound(content: bytes) -> pygame.mixer.Sound:
    return pygame.mixer.Sound(file=BytesIO(content))


def load_loop(content: bytes) -> pygame.mixer.Sound:
    """Load a file as a loop without a gap.

    The mixer's resampling adds silence at the ends, which is audible in a loop; so three repetitions are resampled, and
    the middle one is kept.
    """
    head, turn = bytearray(content[:HEADER_BYTES]), content[HEADER_BYTES:]
    for at in LENGTH_OFFSETS:
        before = int.from_bytes(head[at : at + FIELD_BYTES], "little") - len(turn)
        head[at : at + FIELD_BYTES] = (before + REPEATS * len(turn)).to_bytes(FIELD_BYTES, "little")
    raw = _sound(bytes(head) + turn * REPEATS).get_raw()
    third = len(raw) // REPEATS // FRAME_BYTES * FRAME_BYTES
    return pygame.mixer.Sound(buffer=raw[third : 2 * third])
