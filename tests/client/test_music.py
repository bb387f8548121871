"""The room and the tunes: heard where they are wanted, softer beside what leads, gone when muted or out of sight."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import pairwise

import pygame
import pytest

from game.client.draw.assets import sound_bytes
from game.client.draw.sound import DUCKED_VOLUME, SAMPLE_RATE, SPEECH_VOLUME, Cue, SoundGroup, Sounds
from game.client.music import GROUP_CHANNELS, Music, Tune, load_loop
from tools.sounds import PEAK

HALF = 0.5


@pytest.fixture
def sounds() -> Iterator[Sounds]:
    made = Sounds()
    assert made.open() is None
    for group in GROUP_CHANNELS:
        made.set_volume(group, HALF)
    yield made
    made.close()


@pytest.fixture
def music(sounds: Sounds) -> Iterator[Music]:
    made = Music(sounds)
    yield made
    made.close()


def level(group: SoundGroup) -> float:
    """Return how loud what a group's channel plays will be once it is faded in, 0 where nothing plays on it."""
    sound = pygame.mixer.Channel(GROUP_CHANNELS[group]).get_sound()
    return 0.0 if sound is None else sound.get_volume()


def test_the_room_is_heard_at_a_table_and_only_once(music: Music) -> None:
    music.step()
    assert level(SoundGroup.ROOM) == 0
    music.enter_room()
    music.step()
    playing = pygame.mixer.Channel(GROUP_CHANNELS[SoundGroup.ROOM]).get_sound()
    assert level(SoundGroup.ROOM) == pytest.approx(HALF, abs=0.01)
    music.step()
    assert pygame.mixer.Channel(GROUP_CHANNELS[SoundGroup.ROOM]).get_sound() is playing


def test_a_tune_is_played_once_and_gives_way_to_a_table(music: Music) -> None:
    music.play(Tune.TITLE)
    music.step()
    assert level(SoundGroup.MUSIC) == pytest.approx(HALF, abs=0.01)
    pygame.mixer.Channel(GROUP_CHANNELS[SoundGroup.MUSIC]).stop()
    music.step()
    assert level(SoundGroup.MUSIC) == 0
    music.play(Tune.END)
    music.enter_room()
    music.step()
    assert level(SoundGroup.MUSIC) == 0


@pytest.mark.parametrize("wanted", [SoundGroup.ROOM, SoundGroup.MUSIC])
def test_both_are_softer_under_a_great_moment_and_under_speech(
    wanted: SoundGroup, music: Music, sounds: Sounds
) -> None:
    music.enter_room()
    music.play(Tune.TITLE)
    music.step()
    sounds.play(Cue.PURE_CANASTA)
    music.step()
    assert level(wanted) == pytest.approx(HALF * DUCKED_VOLUME, abs=0.01)
    sounds.spoken_over = lambda: True
    music.step()
    assert level(wanted) == pytest.approx(HALF * SPEECH_VOLUME, abs=0.01)
    sounds.spoken_over = lambda: False
    sounds._leader = None
    music.step()
    assert level(wanted) == pytest.approx(HALF, abs=0.01)


def test_muted_nothing_is_played_and_no_tune_waits(music: Music, sounds: Sounds) -> None:
    music.enter_room()
    sounds.muted = True
    music.play(Tune.END)
    music.step()
    sounds.muted = False
    music.step()
    assert level(SoundGroup.MUSIC) == 0
    assert level(SoundGroup.ROOM) > 0
    sounds.muted = True
    music.step()
    assert level(SoundGroup.ROOM) == 0


@pytest.mark.parametrize("way", ["volume", "unseen", "left"])
def test_the_room_ends_where_nobody_hears_it(way: str, music: Music, sounds: Sounds) -> None:
    music.enter_room()
    music.step()
    ended: list[int] = []
    music._fade = lambda group, ms: ended.append(ms) if group is SoundGroup.ROOM else None  # type: ignore[method-assign]
    if way == "volume":
        sounds.set_volume(SoundGroup.ROOM, 0.0)
    elif way == "left":
        music.leave_room()
    music.step(seen=way != "unseen")
    assert ended


def test_without_a_device_nothing_happens() -> None:
    music = Music(Sounds())
    music.enter_room()
    music.play(Tune.TITLE)
    music.step()
    music.leave_room()
    music.step()
    music.close()


def test_a_sound_never_takes_their_channels(sounds: Sounds) -> None:
    for _ in range(40):
        sounds.play(Cue.DEAL)
    assert [level(group) for group in GROUP_CHANNELS] == [0.0, 0.0]


def test_the_room_goes_round_without_a_seam_and_never_too_loud(sounds: Sounds) -> None:
    assert sounds.is_open
    content = sound_bytes("room")
    assert content is not None
    raw = array("h", load_loop(content).get_raw())
    left = raw[::2]
    assert len(left) == pytest.approx(5.0 * SAMPLE_RATE, abs=8)
    jumps = [abs(after - before) for before, after in pairwise(left)]
    assert abs(left[0] - left[-1]) <= sorted(jumps)[-len(jumps) // 100]  # no more than the last hundredth of all jumps
    assert max(map(abs, left)) <= PEAK * 32767
    edge = SAMPLE_RATE // 20
    loud = [sum(one * one for one in part) / edge for part in (left[:edge], left[-edge:], left[edge : 2 * edge])]
    assert max(loud) < 6 * min(loud)  # neither end fades
