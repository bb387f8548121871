"""Render the sounds of the table to assets/sounds: `python -m tools.sounds [DIR]`.

Everything is computed from sines and seeded noise, dry and wooden; the same code gives the same files. The loudest
sample of a file is at -6 dB or below. Sounds without anything above 10 kHz are stored at half the rate.
"""

from __future__ import annotations

import math
import sys
import wave
from array import array
from operator import mul
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from game.client.draw.sound import SAMPLE_RATE, Cue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

PEAK = 10 ** (-6 / 20)  # -6 dB of full scale
SOUNDS_FOLDER = Path(__file__).resolve().parent.parent / "assets" / "sounds"

LONG_SOUND_MS, FADE_MS = 250.0, 60.0  # ms: a sound of this length or more is faded out that long

Wave = list[float]

VARIED_PITCHES = (1.0, 0.96, 1.035)  # alternating pitches, so that frequent sounds vary
DEAL_MS, DEAL_APART_MS = 1100.0, 28.0  # the sound of a deal, and between two of its knocks
# Just intervals: the frequency of each note as a multiple of that of do.
DO, RE, MI_FLAT, MI, FA, SOL, LA = 1.0, 9 / 8, 6 / 5, 5 / 4, 4 / 3, 3 / 2, 5 / 3
C5 = 523.25
PENTATONIC = (DO, RE, MI, SOL, LA, 2 * DO, 2 * RE, 2 * MI)

# Partials: multiple of the note, amplitude, decay (ms to a thousandth of it).
MARIMBA_PARTIALS = ((1.0, 1.0, 620.0), (3.93, 0.24, 190.0), (9.2, 0.07, 60.0))
BELL_PARTIALS = ((1.0, 0.7, 900.0), (2.76, 0.42, 520.0), (5.4, 0.22, 260.0), (8.93, 0.1, 120.0))
WOOD_PARTIALS = ((1.0, 1.0, 62.0), (1.589, 0.7, 46.0), (2.83, 0.22, 22.0), (4.6, 0.1, 12.0))
TICK_PARTIALS = ((1.0, 1.0, 110.0), (3.93, 0.2, 60.0), (9.2, 0.05, 25.0))
SOFT_PARTIALS = ((1.0, 1.0, 480.0), (2.0, 0.22, 260.0), (3.0, 0.07, 140.0))


def samples(ms: float) -> int:
    """Return the number of samples in a time."""
    return round(SAMPLE_RATE * ms / 1000)


def struck(note: float, partials: Sequence[tuple[float, float, float]], ms: float, attack: float = 1.2) -> Wave:
    """Return a struck bar or bell: partials that decay each at its own rate."""
    out = [0.0] * samples(ms)
    for multiple, loud, ring in partials:
        turn = math.tau * note * multiple / SAMPLE_RATE
        fall = math.exp(math.log(0.001) / samples(ring))
        level = loud
        for number in range(len(out)):
            out[number] += level * math.sin(turn * number)
            level *= fall
            if level < 1e-4:
                break
    rise = samples(attack)
    for number in range(min(rise, len(out))):
        out[number] *= number / rise
    return out


def noise(ms: float, seed: int) -> Wave:
    """Return white noise."""
    chance = Random(seed)  # noqa: S311 - a sound, not a secret
    return [chance.uniform(-1, 1) for _ in range(samples(ms))]


def band_passed(wave_in: Wave, start: float, end: float, narrow: float) -> Wave:
    """Return the sound through a band-pass that moves from `start` to `end` Hz (a state variable filter)."""
    low = band = 0.0
    out: Wave = []
    for number, value in enumerate(wave_in):
        centre = start + (end - start) * number / len(wave_in)
        step = 2 * math.sin(math.pi * centre / SAMPLE_RATE)
        low += step * band
        high = value - low - narrow * band
        band += step * high
        out.append(band)
    return out


def low_passed(wave_in: Wave, cut: float) -> Wave:
    """Return the sound through a low-pass at `cut` Hz."""
    share = 1 - math.exp(-math.tau * cut / SAMPLE_RATE)
    level = 0.0
    out: Wave = []
    for value in wave_in:
        level += share * (value - level)
        out.append(level)
    return out


def decaying(wave_in: Wave, ring: float) -> Wave:
    """Return the sound decaying within `ring` ms."""
    fall = math.log(0.001) / samples(ring)
    return [value * math.exp(fall * number) for number, value in enumerate(wave_in)]


def swelling(wave_in: Wave) -> Wave:
    """Return the sound with a volume that rises from zero and falls back."""
    length = len(wave_in)
    return [value * math.sin(math.pi * number / length) ** 1.4 for number, value in enumerate(wave_in)]


def louder(wave_in: Wave, factor: float) -> Wave:
    """Return the sound with its amplitude multiplied."""
    return [value * factor for value in wave_in]


def together(parts: Iterable[tuple[float, Wave]], ms: float) -> Wave:
    """Return a mix of sounds, each starting at its own ms; it is cut at `ms`."""
    out = [0.0] * samples(ms)
    for start, part in parts:
        first = samples(start)
        for number, value in enumerate(part[: max(0, len(out) - first)]):
            out[first + number] += value
    return out


def knock(note: float, ms: float, seed: int, wood: float = 1.0) -> Wave:
    """Return a tile knocking on wood: two partials and a tick."""
    tick = decaying(band_passed(noise(ms, seed), 3800, 2400, 0.8), 9)
    return together([(0, louder(struck(note, WOOD_PARTIALS, ms, 0.4), wood)), (0, louder(tick, 0.5))], ms)


def phrase(notes: Sequence[tuple[float, float]], ms: float, ring: float) -> Wave:
    """Return marimba notes: when, and how many times C5."""
    return together([(start, struck(C5 * note, MARIMBA_PARTIALS, ring)) for start, note in notes], ms)


# --- the table --------------------------------------------------------------------------------------------------------


def pick(number: int = 0) -> Wave:
    """A short click damped by felt."""
    pitch = VARIED_PITCHES[number]
    click = decaying(band_passed(noise(40, 1), 1800 * pitch, 1700 * pitch, 0.25), 26)
    return together([(0, click), (0, louder(struck(1800 * pitch, WOOD_PARTIALS, 40, 0.3), 0.25))], 40)


def put(number: int = 0) -> Wave:
    """The click of `pick`, lower, with a soft thud."""
    pitch = VARIED_PITCHES[number]
    click = decaying(band_passed(noise(70, 2 + 100 * number), 1250 * pitch, 1100 * pitch, 0.3), 26)
    thud = struck(180 * pitch, ((1.0, 1.0, 68.0), (1.7, 0.3, 40.0)), 70, 1.5)
    return together([(0, louder(click, 0.8)), (2, louder(thud, 0.9))], 70)


def draw(number: int = 0) -> Wave:
    """A tile that slides over felt: noise that rises."""
    pitch = VARIED_PITCHES[number]
    return together([(0, swelling(band_passed(noise(120, 3 + 100 * number), 700 * pitch, 2600 * pitch, 0.55)))], 120)


def discard(number: int = 0) -> Wave:
    """A tile knocked on the table."""
    return knock(900 * VARIED_PITCHES[number], 110, 4 + 100 * number)


def deal(number: int) -> Wave:
    """A series of knocks, slightly varying in pitch and loudness."""
    chance = Random(10 + number)  # noqa: S311 - a sound, not a secret
    count = int((DEAL_MS - 70) / DEAL_APART_MS)
    row = []
    for at in range(count):
        pitch = 900 * (1 + chance.uniform(-0.04, 0.04))
        loud = (0.7 + 0.3 * chance.random()) * min(1.0, 2.2 * (count - at) / count)
        row.append((at * DEAL_APART_MS, louder(knock(pitch, 70, 1000 * number + at, 0.8), loud)))
    return together(row, DEAL_MS)


def laid(number: int = 0) -> Wave:
    """Three knocks, each a third above the last."""
    base = 820 * VARIED_PITCHES[number]
    return together(
        [(58 * at, knock(base * step, 104, 20 + at + 100 * number)) for at, step in enumerate((1, MI, SOL))], 220
    )


def extended(number: int = 0) -> Wave:
    """One knock a third up."""
    return knock(820 * MI * VARIED_PITCHES[number], 110, 24 + 100 * number)


def grown(step: float) -> Wave:
    """A set that grows towards seven tiles: a knock with a note, higher at each step."""
    return together(
        [(0, knock(820 * MI * step, 160, 60)), (0, louder(struck(C5 * step, TICK_PARTIALS, 150), 0.6))], 160
    )


def button(number: int) -> Wave:
    """A soft wooden tap."""
    return low_passed(knock(640 * VARIED_PITCHES[number], 50, 70 + number, 0.9), 3200)


def score_tick(number: int) -> Wave:
    """One step of a pentatonic scale, short and dry."""
    return struck(C5 * PENTATONIC[number], TICK_PARTIALS, 120)


def dead_hand() -> Wave:
    """A wooden box pulled open, then a fifth."""
    slide = louder(swelling(band_passed(noise(260, 25), 240, 420, 0.5)), 0.8)
    drum = louder(struck(92, ((1.0, 1.0, 240.0), (1.6, 0.4, 120.0)), 250, 2), 0.9)
    low, high = struck(C5 / 2 * DO, MARIMBA_PARTIALS, 260), struck(C5 / 2 * SOL, MARIMBA_PARTIALS, 240)
    return together([(0, slide), (150, drum), (180, louder(low, 0.7)), (260, louder(high, 0.7))], 500)


def tension() -> Wave:
    """Two soft drum beats like a heart, the second lower; some wood in it, for speakers without bass."""
    beats = [(0.0, 98.0, 0.9), (190.0, 82.0, 0.7)]
    skin = ((1.0, 1.0, 150.0), (1.6, 0.35, 70.0), (4.2, 0.2, 50.0))
    return together([(start, louder(struck(note, skin, 220, 3), loud)) for start, note, loud in beats], 440)


def pure_canasta() -> Wave:
    """Do mi sol do, with a small bell."""
    tune = phrase([(0, DO), (95, MI), (190, SOL), (285, 2 * DO)], 900, 600)
    return together(
        [(0, tune), (300, louder(struck(C5 * 4, BELL_PARTIALS, 600), 0.3)), (0, louder(knock(900, 80, 26), 0.4))], 900
    )


def impure_canasta() -> Wave:
    """The tune of a pure canasta in minor, without the bell."""
    tune = phrase([(0, DO), (95, MI_FLAT), (190, SOL), (285, 2 * DO)], 700, 410)
    return together([(0, tune), (0, louder(knock(900, 80, 26), 0.4))], 700)


def joker_freed() -> Wave:
    """Quick bells: down a third, then up beyond the first."""
    bells = [(0.0, 2 * SOL), (62.0, 2 * MI), (124.0, 4 * DO)]
    return together([(start, struck(C5 * note, BELL_PARTIALS, 180, 0.8)) for start, note in bells], 260)


def opened() -> Wave:
    """Three knocks, then sol."""
    knocks = [
        (70 * number, louder(knock(820 * step, 104, 30 + number), 0.7)) for number, step in enumerate((1, MI, SOL))
    ]
    return together([*knocks, (210, struck(C5 * SOL, MARIMBA_PARTIALS, 380))], 600)


def pile_taken() -> Wave:
    """Quick knocks of falling pitch."""
    row = [(34 * at, louder(knock(1000 * 0.94**at, 90, 40 + at), 1.0 - 0.06 * at)) for at in range(9)]
    return together([(0, louder(swelling(band_passed(noise(320, 50), 1800, 500, 0.6)), 0.5)), *row], 400)


def hum() -> Wave:
    """Do, mi, sol, soft and close together: one tile is missing."""
    notes = [(0, DO), (120, MI), (240, SOL)]
    return together([(start, struck(C5 / 2 * note, SOFT_PARTIALS, 340, 22)) for start, note in notes], 600)


def seventh() -> Wave:
    """One knock, higher than all others."""
    return together([(0, knock(820 * 2, 110, 51)), (0, louder(struck(C5 * 2, MARIMBA_PARTIALS, 200), 0.5))], 220)


def going_out() -> Wave:
    """Six notes up to the octave, and from the fifth to it again: the last tile."""
    notes = [(0, DO), (80, MI), (160, SOL), (260, 2 * DO), (380, SOL), (480, 2 * DO)]
    return together([(0, phrase(notes, 1100, 560)), (0, louder(knock(900, 80, 52), 0.5))], 1100)


def lead() -> Wave:
    """A rising fourth: the lead is taken."""
    return together(
        [(0, struck(C5 * SOL / 2, MARIMBA_PARTIALS, 300)), (110, struck(C5 * DO, MARIMBA_PARTIALS, 250))], 360
    )


def record() -> Wave:
    """Do, sol, and the do above: a record."""
    return phrase([(0, DO), (90, SOL), (180, 2 * DO)], 500, 310)


def refused() -> Wave:
    """Two low muted knocks; no buzzer."""
    one = low_passed(knock(210, 90, 27), 900)
    return together([(0, one), (85, louder(one, 0.85))], 180)


def undo() -> Wave:
    """The click of `put`, reversed."""
    return list(reversed(put()))


def redo() -> Wave:
    """The click of `put`, slightly brighter."""
    return together([(0, put()), (0, louder(pick(), 0.5))], 70)


def won() -> Wave:
    """A marimba phrase of six notes."""
    notes = [(0, SOL / 2), (130, DO), (260, MI), (390, SOL), (560, MI), (700, 2 * DO)]
    return together([(0, phrase(notes, 1400, 680)), (700, louder(struck(C5 * 4, BELL_PARTIALS, 640), 0.22))], 1400)


def lost() -> Wave:
    """The beginning of `won`, but it ends open, on re."""
    return phrase([(0, SOL / 2), (150, DO), (300, RE)], 800, 500)


# --- the turn and the talk --------------------------------------------------------------------------------------------


def my_turn() -> Wave:
    """Two warm notes, sol then do."""
    low, high = struck(C5 * SOL / 2, SOFT_PARTIALS, 320, 6), struck(C5 * DO, SOFT_PARTIALS, 220, 6)
    return together([(0, low), (110, high)], 320)


def clock() -> Wave:
    """One wood block."""
    return struck(1120, WOOD_PARTIALS, 80, 0.5)


def last_seconds() -> Wave:
    """A softer, lower wood block."""
    return low_passed(struck(880, WOOD_PARTIALS, 80, 1.0), 1800)


def fourth(*, rising: bool) -> Wave:
    """A muted fourth: somebody left or came back."""
    notes = (DO, FA) if rising else (FA, DO)
    tune = [(120 * number, struck(C5 / 2 * note, SOFT_PARTIALS, 180, 5)) for number, note in enumerate(notes)]
    return low_passed(together(tune, 300), 1200)


def chat() -> Wave:
    """A pop."""
    return struck(700, ((1.0, 1.0, 50.0), (0.5, 0.4, 40.0)), 60, 2)


# Volume relative to the loudest: frequent sounds are quieter than those heard once a round.
RENDERED: dict[Cue, tuple[float, Callable[[int], Wave]]] = {
    Cue.PICK: (0.72, pick),
    Cue.PUT: (0.75, put),
    Cue.DRAW: (0.5, draw),
    Cue.DISCARD: (0.85, discard),
    Cue.DEAL: (0.6, deal),
    Cue.LAID: (0.9, laid),
    Cue.EXTENDED: (0.8, extended),
    Cue.GROWN_TO_FIVE: (0.8, lambda _: grown(DO)),
    Cue.GROWN_TO_SIX: (0.8, lambda _: grown(MI)),
    Cue.BUTTON: (0.6, button),
    Cue.SCORE_TICK: (0.5, score_tick),
    Cue.DEAD_HAND: (1.0, lambda _: dead_hand()),
    Cue.TENSION: (0.8, lambda _: tension()),
    Cue.PURE_CANASTA: (1.0, lambda _: pure_canasta()),
    Cue.IMPURE_CANASTA: (0.9, lambda _: impure_canasta()),
    Cue.JOKER_FREED: (0.6, lambda _: joker_freed()),
    Cue.OPENED: (0.9, lambda _: opened()),
    Cue.PILE_TAKEN: (0.8, lambda _: pile_taken()),
    Cue.HUM: (0.6, lambda _: hum()),
    Cue.SEVENTH: (0.7, lambda _: seventh()),
    Cue.GOING_OUT: (1.0, lambda _: going_out()),
    Cue.LEAD: (0.8, lambda _: lead()),
    Cue.RECORD: (0.9, lambda _: record()),
    Cue.REFUSED: (1.0, lambda _: refused()),
    Cue.UNDO: (0.6, lambda _: undo()),
    Cue.REDO: (0.6, lambda _: redo()),
    Cue.WON: (1.0, lambda _: won()),
    Cue.LOST: (0.85, lambda _: lost()),
    Cue.MY_TURN: (0.9, lambda _: my_turn()),
    Cue.CLOCK: (0.95, lambda _: clock()),
    Cue.LAST_SECONDS: (0.7, lambda _: last_seconds()),
    Cue.PEER_AWAY: (0.7, lambda _: fourth(rising=False)),
    Cue.PEER_BACK: (0.7, lambda _: fourth(rising=True)),
    Cue.CHAT: (0.75, lambda _: chat()),
}


# Sounds with nothing above 10 kHz are stored at half the rate: nobody hears a difference, and files are half as large.
HALF_RATE_CUES = frozenset(
    {
        Cue.DEAL, Cue.DEAD_HAND, Cue.TENSION, Cue.IMPURE_CANASTA, Cue.OPENED, Cue.HUM, Cue.GOING_OUT, Cue.LOST,
        Cue.LEAD, Cue.RECORD, Cue.MY_TURN, Cue.PEER_AWAY, Cue.PEER_BACK,
    }
)  # fmt: skip
FILTER_TAPS = 24  # the filter before downsampling has one less on either side of its middle tap
PASS_BAND = 0.9  # the cutoff, as a share of the lower rate's Nyquist frequency


def rate_of(cue: Cue) -> int:
    """Return the sample rate of a cue's files."""
    return SAMPLE_RATE // 2 if cue in HALF_RATE_CUES else SAMPLE_RATE


def halved(wave_in: Wave, *, loops: bool = False) -> Wave:
    """Return the sound at half the rate, low-pass filtered; one that `loops` wraps around at its ends."""
    cut = PASS_BAND / 4
    taps = [
        (math.sin(math.tau * cut * at) / (math.pi * at) if at else 2 * cut)
        * (0.5 + 0.5 * math.cos(math.pi * at / FILTER_TAPS))
        for at in range(-FILTER_TAPS + 1, FILTER_TAPS)
    ]
    before, after = (
        (wave_in[1 - FILTER_TAPS :], wave_in[:FILTER_TAPS])
        if loops
        else ([0.0] * (FILTER_TAPS - 1), [0.0] * FILTER_TAPS)
    )
    around = [*before, *wave_in, *after]
    wide = len(taps)
    return [sum(map(mul, around[at : at + wide], taps)) for at in range(0, len(wave_in) - 1, 2)]


def rendered(cue: Cue, number: int) -> array[int]:
    """Return the samples of a cue's file."""
    loud, render = RENDERED[cue]
    made = render(number)
    return to_faded_int16(halved(made) if cue in HALF_RATE_CUES else made, loud, rate_of(cue))


def to_faded_int16(sound: Wave, loud: float, rate: int = SAMPLE_RATE) -> array[int]:
    """Return 16 bit samples at a share of the peak, faded at both ends."""

    def samples(ms: float) -> int:
        return round(rate * ms / 1000)

    fade = samples(FADE_MS) if len(sound) >= samples(LONG_SOUND_MS) else min(samples(9), len(sound) // 4)
    shaped = list(sound)
    for number in range(fade):
        shaped[-1 - number] *= math.sin(math.pi / 2 * number / fade) ** 2
    edge = samples(0.3)
    for number in range(edge):
        shaped[number] *= number / edge
    return to_int16(shaped, loud)


def to_int16(sound: Wave, loud: float) -> array[int]:
    """Return 16 bit samples at a share of the peak."""
    highest = max(abs(value) for value in sound)
    return array("h", (round(value / highest * loud * PEAK * 32767) for value in sound))


def write(path: Path, content: array[int], rate: int = SAMPLE_RATE) -> None:
    """Write a mono WAV file, little-endian on any machine."""
    if sys.byteorder == "big":
        content = array("h", content)
        content.byteswap()
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        sound.writeframes(content.tobytes())


def main(arguments: Sequence[str]) -> int:
    """Render every cue."""
    folder = Path(arguments[0]) if arguments else SOUNDS_FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for cue in RENDERED:
        for number, name in enumerate(cue.value.files()):
            write(folder / f"{name}.wav", rendered(cue, number), rate_of(cue))
    from tools.tunes import write_tunes

    write_tunes(folder)
    total = sum(path.stat().st_size for path in folder.glob("*.wav"))
    print(f"{folder}: {total // 1024} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
