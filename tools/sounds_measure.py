"""Measure the loudness and brightness of the sounds: `python -m tools.sounds_measure` prints a line per file.

Loudness is weighted as ITU-R BS.1770 does it for the ear (a shelf that lifts the highs, a filter that takes off what
is too low to be heard), of the loudest 100 ms. Brightness is the root of the mean square frequency.
"""

from __future__ import annotations

import math
import sys
import wave
from array import array
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final

from game.client.draw.sound import SAMPLE_RATE, Cue
from tools.sounds import SOUNDS_FOLDER, rate_of
from tools.tunes import RATES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FULL_SCALE: Final = 32768.0
WINDOW_SECONDS: Final = 0.1
EDGE_SECONDS: Final = 0.015  # seconds examined at either end
SILENCE_DB: Final = -120.0

# The standard's two filters, for any rate: corner frequency, quality, and the shelf's gain in dB.
SHELF: Final = (1681.9744509555319, 0.7071752369554193, 3.99984385397)
LOW_CUT: Final = (38.13547087613982, 0.5003270373253953)


@dataclass(frozen=True, slots=True)
class SoundMeasures:
    """The measurements of a sound; levels in dB of full scale."""

    ms: float
    peak: float
    loudness: float
    brightness: float  # Hz
    first: int  # the first sample
    last: float  # the loudest sample of the last ms
    tail: float  # its end relative to its loudest part
    offset: float  # the mean, of full scale
    flat: int  # consecutive samples at the peak: more than two mean clipping


def measure_sound(content: Sequence[int], rate: int = SAMPLE_RATE) -> SoundMeasures:
    """Measure 16 bit samples."""
    window, edge = round(WINDOW_SECONDS * rate), round(EDGE_SECONDS * rate)
    wave_in = [value / FULL_SCALE for value in content]
    power = sum(value * value for value in wave_in)
    slope = sum((after - before) ** 2 for before, after in pairwise(wave_in))
    ends = [value * value for value in wave_in]
    loudest = _loudest(ends, edge)
    return SoundMeasures(
        ms=1000 * len(content) / rate,
        peak=decibels(max(map(abs, wave_in)) ** 2),
        loudness=decibels(_loudest([value * value for value in weighted(wave_in, rate)], window)),
        brightness=math.sqrt(slope / power) * rate / math.tau,
        first=content[0],
        last=decibels(max(abs(value) for value in wave_in[-rate // 1000 :]) ** 2),
        tail=decibels(sum(ends[-edge:]) / edge / loudest),
        offset=sum(wave_in) / len(wave_in),
        flat=_longest(content),
    )


def decibels(power: float) -> float:
    """Convert a power to dB."""
    return 10 * math.log10(power) if power > 0 else SILENCE_DB


def weighted(wave_in: Sequence[float], rate: int = SAMPLE_RATE) -> list[float]:
    """Return the sound weighted as BS.1770 does."""
    return _filtered(_filtered(wave_in, *_shelf(rate)), *_low_cut(rate))


def _shelf(rate: int) -> tuple[tuple[float, float, float], tuple[float, float]]:
    corner, quality, lift = SHELF
    warped = math.tan(math.pi * corner / rate)
    high = 10 ** (lift / 20)
    band = high**0.4996667741545416
    scale = 1 + warped / quality + warped * warped
    return (
        (
            (high + band * warped / quality + warped * warped) / scale,
            2 * (warped * warped - high) / scale,
            (high - band * warped / quality + warped * warped) / scale,
        ),
        (2 * (warped * warped - 1) / scale, (1 - warped / quality + warped * warped) / scale),
    )


def _low_cut(rate: int) -> tuple[tuple[float, float, float], tuple[float, float]]:
    corner, quality = LOW_CUT
    warped = math.tan(math.pi * corner / rate)
    scale = 1 + warped / quality + warped * warped
    back = (2 * (warped * warped - 1) / scale, (1 - warped / quality + warped * warped) / scale)
    return (1.0, -2.0, 1.0), back


def _filtered(wave_in: Sequence[float], ahead: tuple[float, float, float], back: tuple[float, float]) -> list[float]:
    """Apply a second-order filter."""
    out: list[float] = []
    x1 = x2 = y1 = y2 = 0.0
    for value in wave_in:
        now = ahead[0] * value + ahead[1] * x1 + ahead[2] * x2 - back[0] * y1 - back[1] * y2
        x1, x2, y1, y2 = value, x1, now, y1
        out.append(now)
    return out


def _loudest(powers: Sequence[float], window: int) -> float:
    """Return the mean power of the loudest window; a shorter sound has silence around it."""
    sums = [0.0, *accumulate(powers)]
    return (
        max(sums[min(at + window, len(powers))] - sums[at] for at in range(max(1, len(powers) - window + 1))) / window
    )


def _longest(content: Sequence[int]) -> int:
    """Return the most consecutive samples at the peak."""
    most, longest, run = max(map(abs, content)), 0, 0
    for value in content:
        run = run + 1 if abs(value) == most else 0
        longest = max(longest, run)
    return longest


def read_wav(path: Path, rate: int = SAMPLE_RATE) -> array[int]:
    """Read a mono WAV file of a rate."""
    with wave.open(str(path), "rb") as sound:
        if (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) != (1, 2, rate):
            raise ValueError(f"{path} is not mono, 16 bit, {rate} Hz")
        content = array("h")
        content.frombytes(sound.readframes(sound.getnframes()))
    if sys.byteorder == "big":
        content.byteswap()
    return content


def main() -> int:
    """Print a line per file."""
    print(f"{'sound':16}{'ms':>6}{'peak':>8}{'loudness':>10}{'bright':>8}{'tail':>8}")
    for cue in Cue:
        for name in cue.value.files():
            _print(name, rate_of(cue))
    for kind, rate in RATES.items():
        _print(kind.value.name, rate)
    return 0


def _print(name: str, rate: int) -> None:
    one = measure_sound(read_wav(SOUNDS_FOLDER / f"{name}.wav", rate), rate)
    print(f"{name:16}{one.ms:6.0f}{one.peak:8.1f}{one.loudness:10.1f}{one.brightness:8.0f}{one.tail:8.1f}")


if __name__ == "__main__":
    sys.exit(main())
