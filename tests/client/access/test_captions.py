"""Captions: every sound has its sentence, it stands for a moment, and all sounds are the same in both ears."""

from __future__ import annotations

import wave
from importlib.resources import files

from game.client.access.captions import MAX_CAPTIONS, SHOWN_SECONDS, Captions, caption_of
from game.client.access.cursor import LARGE_POINTER_PX, large_arrow
from game.client.draw.sound import Cue
from game.client.preferences import Preferences, Settings
from game.client.words import say, sentence_codes


def test_every_sound_has_its_caption() -> None:
    assert {caption_of(cue) for cue in Cue} == {code for code in sentence_codes() if code.startswith("caption.")}


def test_a_caption_stands_for_a_moment_and_only_where_wished_for() -> None:
    now = [0.0]
    preferences = Preferences(Settings(), lambda _before, _now: None)
    captions = Captions(preferences, lambda: now[0])
    captions.on_event(Cue.WON)
    assert not captions.lines
    preferences.now = Settings(captions=True)
    for cue in (Cue.WON, Cue.LAID, Cue.WON):
        captions.on_event(cue)
    assert captions.lines == (say("caption.laid"), say("caption.won"))
    for cue in Cue:
        captions.on_event(cue)
    assert len(captions.text_over("table").split("\n")) == MAX_CAPTIONS
    now[0] = SHOWN_SECONDS
    assert not captions.text_over("table")


def test_every_sound_is_the_same_in_both_ears() -> None:
    for file in (files("assets") / "sounds").iterdir():
        if file.name.endswith(".wav"):
            with file.open("rb") as content, wave.open(content) as sound:
                assert sound.getnchannels() == 1


def test_the_large_pointer_has_its_tip_at_the_corner() -> None:
    arrow = large_arrow()
    assert arrow.get_bounding_rect().topleft == (0, 0) or arrow.get_bounding_rect().x < LARGE_POINTER_PX / 10
