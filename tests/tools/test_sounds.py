from __future__ import annotations

import wave
from array import array
from contextlib import redirect_stdout
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest

from game.client.draw.sound import Cue
from game.client.music import Tune
from tests.slices import count, every
from tools import sounds, tunes
from tools.sounds_measure import read_wav

LARGEST = 1_500_000  # bytes, all files together


def crossings(wave_in: list[float] | array[int]) -> int:
    return sum((one < 0) != (other < 0) for one, other in pairwise(wave_in))


def test_every_cue_is_rendered_and_no_file_is_left_over() -> None:
    assert set(sounds.RENDERED) == set(Cue)
    names = {name for cue in Cue for name in cue.value.files()} | {kind.value.name for kind in Tune}
    assert {path.stem for path in sounds.SOUNDS_FOLDER.glob("*.wav")} == names
    assert sum(path.stat().st_size for path in sounds.SOUNDS_FOLDER.glob("*.wav")) < LARGEST


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the tool writes, rendered once."""
    written, told = tmp_path_factory.mktemp("sounds"), StringIO()
    with redirect_stdout(told):
        assert sounds.main([str(written)]) == 0
    assert "KiB" in told.getvalue()
    return written


@pytest.mark.parametrize("cue", every(Cue, 3))
def test_the_files_are_what_the_tool_renders(folder: Path, cue: Cue) -> None:
    for name in cue.value.files():
        same(folder / f"{name}.wav", sounds.rate_of(cue))


@pytest.mark.parametrize("kind", Tune)
def test_the_tunes_are_what_the_tool_renders(folder: Path, kind: Tune) -> None:
    same(folder / f"{kind.value.name}.wav", tunes.RATES[kind])


def same(file: Path, rate: int) -> None:
    made, kept = read_wav(file, rate), read_wav(sounds.SOUNDS_FOLDER / file.name, rate)
    assert len(made) == len(kept)
    # A sine may differ in its last bit from one machine to the next.
    assert max(abs(one - other) for one, other in zip(made, kept, strict=True)) <= 1


@pytest.mark.parametrize(("cue", "name"), [(cue, name) for cue in Cue for name in cue.value.files()])
def test_files_stay_under_their_peak_and_begin_and_end_in_silence(cue: Cue, name: str) -> None:
    content = read_wav(sounds.SOUNDS_FOLDER / f"{name}.wav", sounds.rate_of(cue))
    assert max(abs(value) for value in content) <= round(sounds.PEAK * 32767) + 1
    assert content[0] == 0
    assert abs(content[-1]) <= 200
    assert abs(sum(content)) / len(content) < 0.02 * 32767


def test_drawing_rises() -> None:
    slide = sounds.draw()
    third = len(slide) // 3
    assert crossings(slide[-third:]) > 1.4 * crossings(slide[:third])


def test_what_is_heard_often_never_sounds_twice_the_same() -> None:
    often = (Cue.PICK, Cue.PUT, Cue.DRAW, Cue.DISCARD, Cue.DEAL, Cue.LAID, Cue.EXTENDED, Cue.BUTTON)
    for cue in often:
        tried = min(count(3, 100), len(cue.value.files()))
        made = {tuple(sounds.RENDERED[cue][1](number)) for number in range(tried)}
        assert len(made) >= 3


def test_the_ticks_of_a_score_rise_step_by_step() -> None:
    assert list(sounds.PENTATONIC) == sorted(sounds.PENTATONIC)
    assert len(sounds.PENTATONIC) == len(Cue.SCORE_TICK.value.files())


def test_a_deal_is_a_row_of_knocks_28_ms_apart() -> None:
    assert sounds.DEAL_APART_MS == 28.0
    row = [abs(value) for value in sounds.deal(0)]
    window = sounds.samples(sounds.DEAL_APART_MS)
    loud = [max(row[at : at + window // 3]) for at in range(0, len(row) // 2, window)]
    quiet = [max(row[at + 2 * window // 3 : at + window]) for at in range(0, len(row) // 2, window)]
    assert min(loud) > 1.5 * max(quiet)


def test_undo_is_the_put_down_backwards() -> None:
    assert sounds.undo() == list(reversed(sounds.put()))


def test_a_struck_note_dies_away_and_has_its_pitch() -> None:
    note = sounds.struck(440, [(1.0, 1.0, 400.0)], 200, 0)
    assert crossings(note) == pytest.approx(2 * 440 * 0.2, abs=3)
    half = len(note) // 2
    assert max(map(abs, note[half:])) < 0.3 * max(map(abs, note[:half]))


def test_writing_a_file(tmp_path: Path) -> None:
    path = tmp_path / "one.wav"
    sounds.write(path, array("h", [0, 1000, -1000, 0]))
    with wave.open(str(path), "rb") as sound:
        assert sound.readframes(4) == b"\x00\x00\xe8\x03\x18\xfc\x00\x00"


def test_the_tool_writes_all_files(folder: Path) -> None:
    assert {path.name for path in folder.glob("*.wav")} == {path.name for path in sounds.SOUNDS_FOLDER.glob("*.wav")}
