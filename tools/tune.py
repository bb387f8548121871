"""Tunes the rules of thumb of the dead-hand games by playing them against each other.

`tools/dev.py run tune --seats 2 --phrase "some words" --jobs 2` writes assets/skills.json. In a step two players with
all weights changed, each the other way, play many deals; then all weights move along what gained, as far as new deals
show to be best. A table whose result is not surely ahead in other deals stays as it was. Laws: integers only; all
chance follows from the phrase and the table, so the file is the same whoever plays and however often a run is stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from math import isqrt
from pathlib import Path
from shlex import quote
from typing import Any

from game.bots.dead_hand_bot import decide
from game.bots.dead_hand_skill import SHARP_SKILL, Skill
from game.bots.dice import Dice, mix_bits
from game.bots.level import Level
from game.bots.master.search import SQUARED_ERRORS_OF_LEAD, is_surely_positive
from game.bots.master.tuned import FILE, table_name
from game.commands.arena_play import play_deal
from game.commands.arena_sums import interim_result
from game.commands.demo import options_for
from game.commands.files import CommandError
from game.commands.progress import progress
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import Family
from game.store.home import home_path
from tools.soak_bots import tables
from tools.train import Map, parallel_map, write_tables

ROOT = Path(__file__).resolve().parent.parent

# For each weight: by how much the players of a pair change it, and the most it may be. Names are those of `Skill`.
WEIGHTS: dict[str, tuple[int, int]] = {
    "drawn": (330, 99_999), "denied": (18, 200), "first": (25, 999), "hold_joker": (1500, 99_999),
    "hold_two": (1140, 99_999), "neighbour": (102, 9999), "hold_cost": (12, 200), "hold_late": (20, 300),
    "new_group": (660, 99_999), "new_run": (700, 99_999), "laid_subtract": (12, 150), "laid_zero": (12, 150),
    "hope": (10, 100), "tempo": (264, 9999), "tempo_late": (3, 99), "tempo_out": (204, 9999), "tempo_out_late": (3, 99),
    "tempo_without": (100, 9999), "dead": (2700, 99_999), "at_once": (600, 9999), "wild_danger": (3300, 99_999),
    "middle": (54, 9999), "known_partner": (300, 9999), "fitting": (225, 9999), "in_pile": (16, 100),
    "wild_use": (21, 100), "horizon": (2, 30), "dead_comes": (24, 150), "drawing": (21, 150), "scorned": (16, 100),
    "fear": (30, 400), "pile_weight": (18, 400), "out_bias": (1200, 99_999),
}  # fmt: skip
COUPLES_WEIGHTS: dict[str, tuple[int, int]] = {"tempo_far": (150, 9999), "known": (15, 100)}
DUEL_SEATS = 2
LENGTHS = (1, 2, 4)  # steps that are tried, in changes of a single weight
BATCH = 20  # duels that are played at once; at most so many are lost when a run is stopped
TUNING_DEALS = 1 << 30  # deals below this number are for tuning, those above for measuring the result
SIDES = 2  # the sides from which each deal is played
NODES = 20_000  # nodes of a move, as the adviser has

Weights = tuple[int, ...]
Duel = tuple[Weights, Weights, int]  # two players, and the deal that they play from both sides


@dataclass(frozen=True, slots=True)
class Course:
    """The parameters of a table's tuning."""

    game: str
    seats: int
    phrase: str
    steps: int
    pairs: int  # of changed players in a step
    deals: int  # for each length that is tried
    control: int  # deals that measure the result

    @property
    def name(self) -> str:
        """The table's name."""
        return table_name(self.game, self.seats)

    @property
    def seed(self) -> int:
        """The seed of all randomness."""
        return int.from_bytes(blake2b(f"{self.phrase}: {self.name}".encode(), digest_size=6).digest())

    @property
    def weights(self) -> dict[str, tuple[int, int]]:
        """The weights that are tuned; some matter to partners alone."""
        return WEIGHTS if self.seats == DUEL_SEATS else {**WEIGHTS, **COUPLES_WEIGHTS}

    @property
    def start(self) -> Weights:
        """The weights before tuning, in the order of their names."""
        return tuple(getattr(SHARP_SKILL, name) for name in self.weights)

    @property
    def made(self) -> str:
        """The command that repeats the tuning."""
        table = f"--games {self.game} --seats {self.seats}"
        numbers = f"--steps {self.steps} --pairs {self.pairs} --deals {self.deals} --control {self.control}"
        return f"tools/dev.py run tune {table} --phrase {quote(self.phrase)} {numbers}"


# Playing


def skill_of(course: Course, weights: Weights) -> Skill:
    """Return a skill with these weights."""
    named: dict[str, Any] = dict(zip(course.weights, weights, strict=True))
    return replace(SHARP_SKILL, **named)


def play_duels(asked: tuple[Course, Sequence[Duel]]) -> list[int]:
    """Return by how much the first player of each duel is ahead, over both sides."""
    course, duels = asked
    return [sum([_lead(course, duel, side) for side in range(SIDES)]) for duel in duels]


def _lead(course: Course, duel: Duel, side: int) -> int:
    """Return by how much the first player is ahead on a side."""
    first, second, deal = duel
    skills = {"first": skill_of(course, first), "second": skill_of(course, second)}
    levels = {name: Level(1, NODES, partial(decide, skill=skill)) for name, skill in skills.items()}
    options = options_for(rules_of(course.game), {"players": course.seats})
    names = tuple(("first", "second")[(seat + side) % SIDES] for seat in range(course.seats))
    points = play_deal(course.game, options, deal, names, lambda _game, name: levels[name]).points
    return points[side] - points[1 - side]


# A step


def changed(course: Course, weights: Weights, by: Sequence[int], parts: int = 1) -> Weights:
    """Return weights moved by so many `parts` of their changes, within bounds."""
    bounds = zip(weights, by, course.weights.values(), strict=True)
    return tuple(
        min(most, max(0, weight + (2 * change * step + parts) // (2 * parts)))
        for weight, step, (change, most) in bounds
    )


def drawn_signs(course: Course, step: int, pair: int) -> tuple[list[int], int]:
    """Draw which way each weight is changed in a pair, and its deal."""
    dice = dice_of(course, step, pair)
    return [2 * dice.draw_below(2) - 1 for _weight in course.weights], dice.draw_below(TUNING_DEALS)


def dice_of(course: Course, step: int, number: int) -> Dice:
    """Return the dice for a pair or deal of a step."""
    return Dice(course.seed + mix_bits(step << 32 | number))


def slope_of(signs: Sequence[Sequence[int]], leads: Sequence[int]) -> list[int]:
    """Return what each weight gains: the leads of all pairs, with the sign by which it was changed."""
    return [sum([lead * one for lead, one in zip(leads, way, strict=True)]) for way in zip(*signs, strict=True)]


def stepped(course: Course, weights: Weights, slope: Sequence[int], length: int) -> Weights:
    """Return weights that are moved along a slope by a length."""
    return changed(course, weights, [length * one for one in slope], max(1, isqrt(sum([one * one for one in slope]))))


Play = Callable[[int, Sequence[Duel]], list[int]]  # plays a stage, named by a number


def take_step(course: Course, step: int, weights: Weights, play: Play) -> Weights:
    """Return the weights after a step; they stay if new deals show no gain."""
    drawn = [drawn_signs(course, step, pair) for pair in range(course.pairs)]
    signs = [ways for ways, _deal in drawn]
    duels = [
        (changed(course, weights, ways), changed(course, weights, [-one for one in ways]), deal) for ways, deal in drawn
    ]
    slope = slope_of(signs, play(2 * step, duels))
    tried = [stepped(course, weights, slope, length) for length in LENGTHS]
    deals = [dice_of(course, step, course.pairs + deal).draw_below(TUNING_DEALS) for deal in range(course.deals)]
    leads = play(2 * step + 1, [(one, weights, deal) for one in tried for deal in deals])
    sums = [sum(leads[at * course.deals : (at + 1) * course.deals]) for at in range(len(tried))]
    best = max(range(len(tried)), key=sums.__getitem__)
    return tried[best] if sums[best] > 0 else weights


def tune(course: Course, folder: Path, work: Map[Any, Any]) -> tuple[dict[str, Any], bool]:
    """Tune a table, with a journal of what was played; return its entry in the file, and whether it is to be kept."""
    weights = course.start
    total = course.steps * (course.pairs + len(LENGTHS) * course.deals) + course.control
    with progress(course.name, total) as done:
        played = 0

        def play(stage: int, duels: Sequence[Duel]) -> list[int]:
            nonlocal played
            leads = play_stage(course, stage, duels, folder, work)
            played += len(leads)
            done(played)
            return leads

        for step in range(course.steps):
            weights = take_step(course, step, weights, play)
        control = [(weights, course.start, TUNING_DEALS + deal) for deal in range(course.control)]
        leads = play(2 * course.steps, control)
    points, margin = interim_result(leads, SIDES)
    skill = {name: new for name, new in zip(course.weights, weights, strict=True) if new != getattr(SHARP_SKILL, name)}
    worth = {"mean": points, "low": points - margin, "high": points + margin, "deals": course.control}
    return {"skill": skill, "made": course.made, "over_usual": worth}, is_surely_positive(leads, SQUARED_ERRORS_OF_LEAD)


# The journal


def journal_of(course: Course, folder: Path) -> Path:
    """Return the journal's path: other parameters have other journals."""
    said = json.dumps([course.made, course.start, list(course.weights.values()), LENGTHS])
    return folder / f"{course.game}-{course.seats}-{blake2b(said.encode(), digest_size=6).hexdigest()}.jsonl"


def play_stage(course: Course, stage: int, duels: Sequence[Duel], folder: Path, work: Map[Any, Any]) -> list[int]:
    """Play what the journal has not of a stage, and append it; return all leads."""
    path = journal_of(course, folder)
    found = dict(_kept(path, stage))
    starts = range(0, len(duels), BATCH)
    todo = [at for at in starts if at not in found]
    batches = [(course, duels[at : at + BATCH]) for at in todo]
    for at, leads in zip(todo, work(play_duels, batches), strict=True):
        found[at] = leads
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as out:
            out.write(f"\n{json.dumps([stage, at, *leads])}\n")
    return [lead for at in starts for lead in found[at]]


def _kept(path: Path, stage: int) -> Iterator[tuple[int, list[int]]]:
    """Yield the batches of a stage that a journal has; an incomplete line is ignored."""
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        if line.endswith("]"):
            played, at, *leads = json.loads(line)
            if played == stage:
                yield at, leads


def main(arguments: Sequence[str]) -> int:
    """Tune, write the file and say what each table came to."""
    parser = argparse.ArgumentParser(prog="tools/dev.py run tune", description=__doc__)
    games = [game for game in GAMES if rules_of(game).family is Family.DEAD_HAND]
    parser.add_argument("--games", default=",".join(games))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--phrase", required=True, help="all chance follows from it and the table's name")
    parser.add_argument("--steps", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=4_000)
    parser.add_argument("--deals", type=int, default=800)
    parser.add_argument("--control", type=int, default=1_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, or 'local'")
    parser.add_argument("--home", metavar="DIR", help="keep the journals in this folder")
    parser.add_argument("--out", type=Path, default=ROOT / "assets" / FILE)
    asked = parser.parse_args(arguments)
    places = [(game, seats) for game, seats in tables() if game in games and game in asked.games.split(",")]
    courses = [
        Course(game, seats, asked.phrase, asked.steps, asked.pairs, asked.deals, asked.control)
        for game, seats in places
        if asked.seats in (None, seats)
    ]
    if not courses:
        parser.error("no such table is tuned")
    try:
        with parallel_map(asked.jobs, asked.cluster) as work:
            found = {course.name: tune(course, home_path(asked.home) / "tune", work) for course in courses}
    except CommandError as error:
        print(error, file=sys.stderr)
        return 1
    for name, (made, ahead) in found.items():
        worth = made["over_usual"]
        low, high = (f"{worth[bound] / 100:+.1f}" for bound in ("low", "high"))
        print(f"{name:10} {worth['mean'] / 100:+.1f} ({low} .. {high}) a deal{'' if ahead else ', not kept'}")
    write_tables({name: made for name, (made, ahead) in found.items() if ahead}, asked.out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
