from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.client.draw import sound
from game.client.draw.assets import sound_bytes
from game.client.draw.sound import DUCKED_VOLUME, Cue, SoundGroup, SoundProblem, Sounds


@pytest.fixture
def sounds() -> Iterator[Sounds]:
    made = Sounds()
    assert made.open() is None
    yield made
    made.close()


@pytest.mark.parametrize("cue", Cue)
def test_every_cue_has_its_files_and_is_heard(cue: Cue, sounds: Sounds) -> None:
    assert all(sound_bytes(name) is not None for name in cue.value.files())
    assert sounds.play(cue)


def test_without_a_device_it_is_silent_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        message = "no device"
        raise pygame.error(message)

    monkeypatch.setattr(pygame.mixer, "init", fail)
    silent = Sounds()
    assert silent.open() is SoundProblem.NO_DEVICE
    assert silent.note is SoundProblem.NO_DEVICE
    assert not silent.audible
    assert not silent.play(Cue.PICK)
    silent.close()


def test_before_it_is_opened_it_is_silent() -> None:
    assert not Sounds().play(Cue.WON)


def test_muted_it_is_silent_until_it_is_not(sounds: Sounds) -> None:
    sounds.muted = True
    assert not sounds.play(Cue.PUT)
    sounds.muted = False
    assert sounds.play(Cue.PUT)


def test_each_group_has_its_own_volume(sounds: Sounds) -> None:
    sounds.set_volume(SoundGroup.TABLE, 0)
    assert not sounds.play(Cue.PICK)
    assert sounds.play(Cue.MY_TURN)
    assert sounds.play(Cue.CHAT)
    sounds.set_volume(SoundGroup.TURN, 7)
    assert sounds.volume(SoundGroup.TURN) == 1.0
    sounds.set_volume(SoundGroup.TURN, -1)
    assert sounds.volume(SoundGroup.TURN) == 0.0


def test_a_sound_is_as_loud_as_its_group(sounds: Sounds) -> None:
    sounds.set_volume(SoundGroup.CHAT, 0.25)
    sounds.play(Cue.CHAT)
    loaded = sounds._load("chat")
    assert loaded is not None
    assert loaded.get_volume() == pytest.approx(0.25, abs=0.01)


def loudness(sounds: Sounds, name: str) -> list[float]:
    """Return how loud each channel is that plays a file."""
    loaded = sounds._load(name)
    channels = [pygame.mixer.Channel(number) for number in range(pygame.mixer.get_num_channels())]
    return [one.get_volume() for one in channels if one.get_busy() and one.get_sound() is loaded]


def test_while_a_great_moment_sounds_the_tables_other_sounds_are_softer(sounds: Sounds) -> None:
    sounds.play(Cue.DEAL)
    assert not sounds.leading_sound_plays()
    assert loudness(sounds, "deal-1") == [1.0]
    sounds.play(Cue.PURE_CANASTA)
    assert sounds.leading_sound_plays()
    assert loudness(sounds, "deal-1") == [DUCKED_VOLUME]
    sounds.play(Cue.DEAL)
    assert loudness(sounds, "deal-2") == [DUCKED_VOLUME]
    assert loudness(sounds, "pure-canasta") == [1.0]
    sounds.play(Cue.CLOCK)
    assert loudness(sounds, "clock") == [1.0]
    pygame.mixer.stop()
    assert not sounds.leading_sound_plays()
    sounds.play(Cue.DEAL)
    assert loudness(sounds, "deal-3") == [1.0]


def test_talk_leads_over_what_led_before(sounds: Sounds) -> None:
    sounds.play(Cue.WON)
    sounds.play(Cue.CHAT)
    assert sounds.leading_sound_plays()
    assert loudness(sounds, "won") == [DUCKED_VOLUME]


def test_variants_take_turns(sounds: Sounds) -> None:
    for _ in range(3):
        sounds.play(Cue.DEAL)
    assert set(sounds._loaded) == {"deal-1", "deal-2", "deal-3"}
    sounds.play(Cue.DEAL)
    sounds.play(Cue.DEAL)
    assert set(sounds._loaded) == set(Cue.DEAL.value.files())


def test_a_missing_file_is_silence(sounds: Sounds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound, "sound_bytes", lambda _name: None)
    assert not sounds.play(Cue.LOST)


def test_closing_gives_the_device_back(sounds: Sounds) -> None:
    sounds.close()
    assert pygame.mixer.get_init() is None
    assert not sounds.play(Cue.PICK)
