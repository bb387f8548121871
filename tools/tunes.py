"""Render the tunes of the title and of a match's end, and the room's ambience: a part of `python -m tools.sounds`.

The ambience loops seamlessly: its noise goes through each filter once more before it is stored, and its swells have
whole periods. It has nothing above 5 kHz, the tunes nothing above 10 kHz.
"""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING, Final

from game.client.draw.sound import SAMPLE_RATE
from game.client.music import Tune
from tools.sounds import (
    C5,
    DO,
    FA,
    LA,
    MARIMBA_PARTIALS,
    MI,
    RE,
    SOFT_PARTIALS,
    SOL,
    halved,
    louder,
    samples,
    struck,
    to_faded_int16,
    to_int16,
    together,
    write,
)

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence
    from pathlib import Path

    from tools.sounds import Wave

TI: Final = 15 / 8
EIGHTH_MS: Final = 250.0
ROOM_SECONDS: Final = 5.0
RATES: Final = {Tune.TITLE: SAMPLE_RATE // 2, Tune.END: SAMPLE_RATE // 2, Tune.ROOM: SAMPLE_RATE // 4}
LOUDNESS: Final = {Tune.TITLE: 0.42, Tune.END: 0.5, Tune.ROOM: 0.16}
SEED: Final = 71

Score = tuple[tuple[float, float], ...]

# Eighths: when, and the multiple of C5. The first bars ask, the next answer; the end repeats the answer, slower.
TITLE_OVER: Final[Score] = (
    (0, SOL / 2), (1, DO), (2, MI), (3, SOL), (4.5, MI), (5, LA), (6, SOL), (8, FA), (9, MI), (10, RE), (11, TI / 2),
    (12, DO),
)  # fmt: skip
TITLE_UNDER: Final[Score] = (
    (0, DO / 4), (2, SOL / 4), (4, FA / 4), (6, DO / 4), (8, RE / 4), (10, SOL / 4), (12, DO / 4),
)  # fmt: skip
END_OVER: Final[Score] = (
    (0, MI), (1, FA), (2, SOL), (3, 2 * DO), (4.5, TI), (5.5, LA), (6, SOL), (7.5, MI), (8.5, 2 * DO),
)  # fmt: skip
END_UNDER: Final[Score] = ((0, DO / 4), (3, FA / 4), (4.5, SOL / 4), (6, DO / 2), (8.5, DO / 4))


def tune(over: Score, under: Score, ms: float, beat: float = EIGHTH_MS) -> Wave:
    """Return a marimba over soft low notes."""
    high = [(at * beat, struck(C5 * note, MARIMBA_PARTIALS, 620)) for at, note in over]
    low = [(at * beat, louder(struck(C5 * note, SOFT_PARTIALS, 700, 12), 0.8)) for at, note in under]
    return together([*high, *low], ms)


def room() -> Wave:
    """Return the ambience of a room in the evening: a low murmur that comes and goes, and a soft fire."""
    length = samples(ROOM_SECONDS * 1000) // 4 * 4
    chance = Random(SEED)  # noqa: S311 - a sound, not a secret
    air = [chance.uniform(-1, 1) for _ in range(length)]
    low = low_passed_loop(low_passed_loop(air, 160), 320)
    fire = [one - other for one, other in zip(low_passed_loop(air, 1400), low_passed_loop(air, 500), strict=True)]
    turn = math.tau / length
    return [
        deep * (1.0 + 0.25 * math.sin(2 * turn * at)) + 0.10 * hiss * (1.0 + 0.5 * math.sin(3 * turn * at + 1.0))
        for at, (deep, hiss) in enumerate(zip(low, fire, strict=True))
    ]


def low_passed_loop(wave_in: Sequence[float], cut: float) -> Wave:
    """Return a low-passed loop: it is filtered twice around, so that its end continues into its beginning."""
    share = 1 - math.exp(-math.tau * cut / SAMPLE_RATE)
    level = 0.0
    for value in wave_in:
        level += share * (value - level)
    out: Wave = []
    for value in wave_in:
        level += share * (value - level)
        out.append(level)
    return out


def rendered(kind: Tune) -> array[int]:
    """Return the samples of a tune's file."""
    match kind:
        case Tune.TITLE:
            return to_faded_int16(halved(tune(TITLE_OVER, TITLE_UNDER, 3800)), LOUDNESS[kind], RATES[kind])
        case Tune.END:
            return to_faded_int16(halved(tune(END_OVER, END_UNDER, 3400, 280)), LOUDNESS[kind], RATES[kind])
        case Tune.ROOM:
            return to_int16(halved(halved(room(), loops=True), loops=True), LOUDNESS[kind])


def write_tunes(folder: Path) -> None:
    """Write every tune's file."""
    for kind in Tune:
        write(folder / f"{kind.value.name}.wav", rendered(kind), RATES[kind])
