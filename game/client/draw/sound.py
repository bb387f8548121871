"""Sound effects by event, in groups with a volume each. For ambience and music see `game/client/music.py`.

Laws: sound never stops the game: without a device everything here is silent and `note` says so; sound is never the
only signal; files are loaded on first use; during a fanfare the table's other sounds are softer, during speech all.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import pygame

from game.client.draw.assets import sound_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SAMPLE_RATE: Final = 44_100  # Hz, of the files and of the mixer
BUFFER_SAMPLES: Final = 512  # 12 ms, short enough that a click is heard as the tile lands
CHANNELS: Final = 24  # many tile sounds overlap during a deal
RESERVED_CHANNELS: Final = 2  # the first channels, for ambience and music

DUCKED_VOLUME: Final = 0.5  # -6 dB: volume of the table's sounds during a leading one


class SoundGroup(Enum):
    """The groups of sounds, each with a volume of its own."""

    TABLE = "table"
    TURN = "turn"
    CHAT = "chat"
    ROOM = "room"
    MUSIC = "music"


class SoundProblem(Enum):
    """A problem with sound to report to the player; `words` turns it into a sentence."""

    NO_DEVICE = "no_sound_device"


@dataclass(frozen=True, slots=True)
class CueSound:
    """The sound of an event: its file, its variants (played in turn), and its group.

    While one that `leads` plays, the table's other sounds are softer.
    """

    name: str
    group: SoundGroup = SoundGroup.TABLE
    variants: int = 1
    leads: bool = False

    def files(self) -> tuple[str, ...]:
        """Return the names of the sound's files."""
        if self.variants == 1:
            return (self.name,)
        return tuple(f"{self.name}-{number}" for number in range(1, self.variants + 1))


class Cue(Enum):
    """The events that have a sound."""

    PICK = CueSound("pick", variants=3)
    PUT = CueSound("put", variants=3)
    DRAW = CueSound("draw", variants=3)
    DISCARD = CueSound("discard", variants=3)
    DEAL = CueSound("deal", variants=3)
    LAID = CueSound("laid", variants=3)
    EXTENDED = CueSound("extended", variants=3)
    GROWN_TO_FIVE = CueSound("grown-5")
    GROWN_TO_SIX = CueSound("grown-6")
    BUTTON = CueSound("button", variants=3)
    SCORE_TICK = CueSound("score-tick", variants=8)
    DEAD_HAND = CueSound("dead-hand", leads=True)
    TENSION = CueSound("tension")
    PURE_CANASTA = CueSound("pure-canasta", leads=True)
    IMPURE_CANASTA = CueSound("impure-canasta", leads=True)
    JOKER_FREED = CueSound("joker-freed")
    OPENED = CueSound("opened", leads=True)
    PILE_TAKEN = CueSound("pile-taken", leads=True)
    HUM = CueSound("hum")
    SEVENTH = CueSound("seventh")
    GOING_OUT = CueSound("going-out", leads=True)
    LEAD = CueSound("lead", leads=True)
    RECORD = CueSound("record", leads=True)
    REFUSED = CueSound("refused")
    UNDO = CueSound("undo")
    REDO = CueSound("redo")
    WON = CueSound("won", leads=True)
    LOST = CueSound("lost", leads=True)
    MY_TURN = CueSound("my-turn", SoundGroup.TURN, leads=True)
    CLOCK = CueSound("clock", SoundGroup.TURN)
    LAST_SECONDS = CueSound("last-seconds", SoundGroup.TURN)
    PEER_AWAY = CueSound("peer-away", SoundGroup.TURN)
    PEER_BACK = CueSound("peer-back", SoundGroup.TURN)
    CHAT = CueSound("chat", SoundGroup.CHAT, leads=True)


SPEECH_VOLUME: Final = 0.3  # share of its volume that a sound keeps during speech
GROUP_VOLUMES: Final[Mapping[SoundGroup, float]] = MappingProxyType(
    {
        SoundGroup.TABLE: 0.8,
        SoundGroup.TURN: 0.9,
        SoundGroup.CHAT: 0.7,
        SoundGroup.ROOM: 0.4,
        SoundGroup.MUSIC: 0.6,
    }
)


class Sounds:
    """Plays cues. Make one, `open` it after the first frame, `close` it at the end.

    `on_cue` is called for every cue, audible or not.
    """

    def __init__(self, on_cue: Callable[[Cue], None] | None = None) -> None:
        self._on_cue = on_cue
        self.note: SoundProblem | None = None
        self.muted = False
        self.spoken_over: Callable[[], bool] = lambda: False  # whether speech is playing
        self._volumes = dict(GROUP_VOLUMES)
        self._open = False
        self._loaded: dict[str, pygame.mixer.Sound | None] = {}
        self._next: dict[Cue, int] = {}
        self._leader: tuple[pygame.Channel, pygame.mixer.Sound] | None = None

    @property
    def is_open(self) -> bool:
        """Return whether there is a device."""
        return self._open

    @property
    def audible(self) -> bool:
        """Return whether a cue would be audible."""
        return self._open and not self.muted

    def open(self) -> SoundProblem | None:
        """Start the mixer; return what the player should be told, if anything."""
        try:
            pygame.mixer.init(SAMPLE_RATE, -16, 2, BUFFER_SAMPLES)
            pygame.mixer.set_num_channels(CHANNELS)
            pygame.mixer.set_reserved(RESERVED_CHANNELS)
        except (pygame.error, NotImplementedError):  # there is no device, or this build of pygame has no mixer
            self.note = SoundProblem.NO_DEVICE
        else:
            self._open = True
            self.note = None
        return self.note

    def close(self) -> None:
        """Stop everything and release the device."""
        self._loaded.clear()
        if self._open:
            self._open, self._leader = False, None
            pygame.mixer.quit()

    def volume(self, group: SoundGroup) -> float:
        """Return the volume of a group, 0 to 1."""
        return self._volumes[group]

    def set_volume(self, group: SoundGroup, volume: float) -> None:
        """Set the volume of a group; it is kept between 0 and 1."""
        self._volumes[group] = max(0.0, min(1.0, volume))

    def play(self, cue: Cue, step: int | None = None) -> bool:
        """Play a cue, its next variant or that of `step`; return whether it is audible."""
        if self._on_cue is not None:
            self._on_cue(cue)
        volume = self._volumes[cue.value.group]
        if not self.audible or volume == 0:
            return False
        files = cue.value.files()
        turn = self._next.get(cue, 0) if step is None else min(step, len(files) - 1)
        self._next[cue] = (turn + 1) % len(files)
        sound = self._load(files[turn])
        if sound is None:
            return False
        sound.set_volume(volume * SPEECH_VOLUME if self.spoken_over() else volume)
        channel = _started(sound)
        if channel is not None and cue.value.leads:
            self._lead(channel, sound)
        elif channel is not None and cue.value.group is SoundGroup.TABLE and self.leading_sound_plays():
            channel.set_volume(DUCKED_VOLUME)
        return channel is not None

    def leading_sound_plays(self) -> bool:
        """Return whether a leading sound is playing."""
        if self._leader is None:
            return False
        channel, sound = self._leader
        return channel.get_sound() is sound

    def _lead(self, channel: pygame.Channel, sound: pygame.mixer.Sound) -> None:
        """Make a sound the leading one: sounds that are already playing become softer."""
        for number in range(RESERVED_CHANNELS, pygame.mixer.get_num_channels()):
            other = pygame.mixer.Channel(number)
            if other.get_busy() and other.get_sound() is not sound:
                other.set_volume(DUCKED_VOLUME)
        self._leader = (channel, sound)

    def _load(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._loaded:
            content = sound_bytes(name)
            self._loaded[name] = None if content is None else pygame.mixer.Sound(file=BytesIO(content))
        return self._loaded[name]


def _started(sound: pygame.mixer.Sound) -> pygame.Channel | None:
    """Play a sound; return its channel, or None if every channel is in use, which pygame's type stub omits."""
    return sound.play()
