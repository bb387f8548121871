"""Trains the playouts' policy: policies play each other, and the better one is kept.

`tools/dev.py run train --phrase "what the quick player learns" --jobs 2` writes assets/policies.json; with
`--cluster ADDRESS` a Dask cluster plays, and the same command resumes a stopped run. Laws: integers only; a step
depends only on the phrase, the table, its number and the policy before it, so the file is the same whoever plays it
and whenever.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from shlex import quote
from typing import Any, TypeVar

from game.bots.dice import Dice, mix_bits
from game.bots.master.search import is_surely_positive
from game.commands.arena_cluster import cluster_errors_as_sentences, connect_to_cluster
from game.commands.arena_sums import interim_result
from game.commands.files import CommandError
from game.commands.progress import progress
from game.playout.dead_hand import USUAL
from game.playout.dead_hand.trained import FILE, table_name
from game.playout.native import digest
from game.playout.worlds import Policy, core_of
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import Family
from game.store.home import home_path
from tools.bench_playout import dealt_table
from tools.soak_bots import tables

ROOT = Path(__file__).resolve().parent.parent

# The initial weights, not tuned.
START_POLICY: Policy = (99, 99, 20, 8, 1, 25, 40, 10, 10, 15, 5, 30, 5, 40, 25, 30, 15, 25, 60, 15, 1)
# For each weight: its least and largest value, and its greatest change in a step. Fixed ones have no effect when
# piles and tiles are weighed.
WEIGHT_RANGES: tuple[tuple[int, int, int], ...] = (
    (99, 99, 0), (99, 99, 0), (0, 99, 12), (0, 30, 3), (1, 1, 0), (0, 99, 10),  # TAKE_ANY .. HEAVY
    (1, 200, 8), (-40, 200, 6), (-40, 200, 6), (-40, 200, 12), (-40, 200, 12), (-40, 200, 12), (-40, 200, 12),  # TAKE_
    (1, 200, 12), (-40, 200, 12), (-40, 200, 12), (-60, 200, 12), (-60, 200, 12),  # KEEP_
    (-20, 200, 15), (-60, 200, 12), (-5, 20, 1),  # FEAR_WANT, FEAR_NEXT, HIGH
)  # fmt: skip
CANDIDATES = 8  # policies tried per step, each against the present one
MAX_CHANGED_WEIGHTS = 3  # in a candidate
FIRM_FACTOR = 4  # the best candidate must win again, on this many times as many new deals
# The square of the lead in standard errors that the first test requires, and the second.
HINT_ERRORS, PROOF_ERRORS = 1, 4
STAGE_STEPS = 10  # steps of a stage, at most so many are lost when a run is stopped
TRAINING_WORLDS = 1 << 30  # worlds below this number are for training, those above for measuring the result
CONTROL_DEALS = 2_000
SIDES = 2  # the sides from which each deal is played

Item = TypeVar("Item")
Result = TypeVar("Result")
Map = Callable[[Callable[[Item], Result], Iterable[Item]], Iterator[Result]]


@dataclass(frozen=True, slots=True)
class Course:
    """The parameters of a table's training."""

    game: str
    seats: int
    phrase: str
    steps: int
    deals: int
    control: int = CONTROL_DEALS  # deals that measure the result

    @property
    def name(self) -> str:
        """The table's name."""
        return table_name(self.game, self.seats)

    @property
    def seed(self) -> int:
        """The seed of all randomness."""
        return int.from_bytes(blake2b(f"{self.phrase}: {self.name}".encode(), digest_size=6).digest())

    @property
    def made(self) -> str:
        """The command that repeats the training."""
        table = f"--games {self.game} --seats {self.seats}"
        numbers = f"--steps {self.steps} --deals {self.deals} --control {self.control}"
        return f"tools/dev.py run train {table} --phrase {quote(self.phrase)} {numbers}"


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a table's training: the steps made and the resulting policy."""

    step: int
    policy: Policy


# Playing


class Ring:
    """A table where policies play whole rounds of the core against each other."""

    def __init__(self, game: str, seats: int) -> None:
        core = core_of(game)
        self._engine: Any = core.plain if core.compiled is None else core.compiled
        self._fresh, self._round = self._engine.fresh(), self._engine.fresh()
        for name, value in vars(core.round_of(dealt_table(game, seats))).items():
            setattr(self._fresh, name, value)

    def leads(self, first: Policy, second: Policy, worlds: Iterable[int]) -> list[int]:
        """Return by how much the first policy is ahead in each world, played from both sides."""
        found = []
        for world in worlds:
            lead = 0
            for side in range(SIDES):
                self._fresh.weights = [*second, *first] if side else [*first, *second]
                self._engine.copy(self._round, self._fresh)
                self._engine.scatter(self._round, world)
                self._engine.play_out(self._round)
                lead += self._engine.lead(self._round, side)
            found.append(lead)
        return found


def mutated(policy: Policy, dice: Dice) -> Policy:
    """Return a copy of a policy with some weights changed."""
    numbers = list(policy)
    free = [at for at, (_least, _most, step) in enumerate(WEIGHT_RANGES) if step]
    for at in dice.shuffled(free)[: 1 + dice.draw_below(MAX_CHANGED_WEIGHTS)]:
        least, most, step = WEIGHT_RANGES[at]
        by = (1 + dice.draw_below(step)) * (1 if dice.draw_below(2) else -1)
        numbers[at] = min(most, max(least, numbers[at] + by))
    return tuple(numbers)


def best_mutation(ring: Ring, policy: Policy, dice: Dice, deals: int) -> Policy:
    """Return the best of some changed policies if it is surely better, and not clearly worse against the usual one."""
    worlds = _worlds(dice, deals)
    tried = [mutated(policy, dice) for _candidate in range(CANDIDATES)]
    found = [ring.leads(one, policy, worlds) for one in tried]
    best = max(range(CANDIDATES), key=lambda at: sum(found[at]))
    if not is_surely_positive(found[best], HINT_ERRORS):
        return policy
    worlds = _worlds(dice, FIRM_FACTOR * deals)
    if not is_surely_positive(ring.leads(tried[best], policy, worlds), PROOF_ERRORS):
        return policy
    before, after = (ring.leads(one, USUAL, worlds) for one in (policy, tried[best]))
    lost = [old - new for old, new in zip(before, after, strict=True)]
    return policy if is_surely_positive(lost, HINT_ERRORS) else tried[best]


def _worlds(dice: Dice, deals: int) -> range:
    start = dice.draw_below(TRAINING_WORLDS - deals)
    return range(start, start + deals)


def train_stage(asked: tuple[Course, Standing, int]) -> tuple[str, Standing]:
    """Make the steps of a training up to a given one; return the digest of the core's sources, and the standing."""
    course, standing, last = asked
    ring, policy = Ring(course.game, course.seats), standing.policy
    for step in range(standing.step, last):
        policy = best_mutation(ring, policy, Dice(course.seed + mix_bits(step)), course.deals)
    return digest("dead_hand"), Standing(last, policy)


def compare_with_usual(asked: tuple[Course, Standing]) -> list[int]:
    """Play the result against the usual policy, in worlds that no training has seen."""
    course, standing = asked
    return Ring(course.game, course.seats).leads(
        standing.policy, USUAL, range(TRAINING_WORLDS, TRAINING_WORLDS + course.control)
    )


# The run


@contextmanager
def parallel_map(jobs: int, cluster: str | None) -> Iterator[Map[Any, Any]]:
    """Yield a parallel map: over this process, over own processes, or over a cluster."""
    if cluster is not None:
        with connect_to_cluster(cluster, jobs) as client, cluster_errors_as_sentences(cluster, "step", "made"):
            yield client.get_executor(pure=False).map
    elif jobs == 1:
        yield map
    else:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            yield pool.map


def train(courses: Sequence[Course], folder: Path, jobs: int = 1, cluster: str | None = None) -> dict[str, Any]:
    """Train several tables in parallel, with a journal of the stages; return each table's result by name."""
    standings = [load_standing(course, folder) for course in courses]
    with progress("train", sum([course.steps for course in courses])) as done, parallel_map(jobs, cluster) as work:
        while todo := [at for at, course in enumerate(courses) if standings[at].step < course.steps]:
            asked = [
                (courses[at], standings[at], min(courses[at].steps, standings[at].step + STAGE_STEPS)) for at in todo
            ]
            for at, (sources, standing) in zip(todo, work(train_stage, asked), strict=True):
                if sources != digest("dead_hand"):
                    raise CommandError("A worker runs another version of this program.")
                standings[at] = standing
                append_stage(courses[at], standing, folder)
                done(sum([one.step for one in standings]))
        ended = list(zip(courses, standings, strict=True))
        return {
            course.name: file_entry(course, standing, leads)
            for (course, standing), leads in zip(ended, work(compare_with_usual, ended), strict=True)
        }


def file_entry(course: Course, standing: Standing, leads: Sequence[int]) -> dict[str, Any]:
    """Return a table's entry in the file; points are hundredths per round."""
    points, margin = interim_result(leads, SIDES)
    worth = {"mean": points, "low": points - margin, "high": points + margin, "deals": len(leads)}
    return {"policy": list(standing.policy), "made": course.made, "over_usual": worth}


def journal_of(course: Course, folder: Path) -> Path:
    """Return the journal's path: other parameters have other journals, but more steps continue the same one."""
    said = json.dumps([course.name, course.phrase, course.deals, START_POLICY, WEIGHT_RANGES, digest("dead_hand")])
    return folder / f"{course.game}-{course.seats}-{blake2b(said.encode(), digest_size=6).hexdigest()}.jsonl"


def append_stage(course: Course, standing: Standing, folder: Path) -> None:
    """Append a stage to the journal, on a new line even if the last write was cut short."""
    folder.mkdir(parents=True, exist_ok=True)
    with journal_of(course, folder).open("a", encoding="utf-8") as out:
        out.write(f"\n{json.dumps([standing.step, *standing.policy])}\n")


def load_standing(course: Course, folder: Path) -> Standing:
    """Return the standing of a training from its journal, or its start without one; an incomplete line is ignored."""
    found = Standing(0, START_POLICY)
    path = journal_of(course, folder)
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        if line.endswith("]"):
            step, *policy = json.loads(line)
            if step <= course.steps:
                found = Standing(step, tuple(policy))
    return found


def write_tables(found: Mapping[str, Any], out: Path) -> None:
    """Write the file; the entries of tables that were not made anew stay."""
    before = json.loads(out.read_text(encoding="utf-8"))["tables"] if out.is_file() else {}
    rows = [f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in sorted({**before, **found}.items())]
    out.write_text('{"tables": {\n' + ",\n".join(rows) + "\n}}\n", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Train, write the file and say what each table came to."""
    parser = argparse.ArgumentParser(prog="tools/dev.py run train", description=__doc__)
    games = [game for game in GAMES if rules_of(game).family is Family.DEAD_HAND]
    parser.add_argument("--games", default=",".join(games))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--phrase", required=True, help="all chance follows from it and the table's name")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--control", type=int, default=CONTROL_DEALS)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, or 'local'")
    parser.add_argument("--home", metavar="DIR", help="keep the journals in this folder")
    parser.add_argument("--out", type=Path, default=ROOT / "assets" / FILE)
    asked = parser.parse_args(arguments)
    places = [(game, seats) for game, seats in tables() if game in games and game in asked.games.split(",")]
    courses = [
        Course(game, seats, asked.phrase, asked.steps, asked.deals, asked.control)
        for game, seats in places
        if asked.seats in (None, seats)
    ]
    if not courses:
        parser.error("no such table is trained")
    try:
        found = train(courses, home_path(asked.home) / "train", asked.jobs, asked.cluster)
    except CommandError as error:
        print(error, file=sys.stderr)
        return 1
    write_tables(found, asked.out)
    for name, row in found.items():
        worth = row["over_usual"]
        low, high = (f"{worth[bound] / 100:+.1f}" for bound in ("low", "high"))
        print(f"{name:10} {worth['mean'] / 100:+.1f} ({low} .. {high}) a round over the usual policy")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
