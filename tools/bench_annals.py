"""Time statistics and feats of five thousand synthetic matches, in a new process and once more when it is warm.

The logs are copies of a few golden ones under other names and days, with their cache; the cost of reading a match
without the cache is measured on a few. Times are processor times, so that other load does not matter; memory is the
peak of the process.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from game.annals import kept
from game.annals.facts import facts_of
from game.annals.feats import progress_of
from game.annals.kept import FactsCache
from game.annals.sums import statistics_of
from game.match.lines import match_text, read_match
from game.match.match import Match
from game.match.transcript import Controller
from game.store.index import content_of

MATCH_COUNT = 5000
REPEATS = 5
GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
NAMES = ("burako-4", "eburako-2", "rummikub-4", "rummy-2", "burraco-4")
KIB_PER_MIB = 1024
LIMITS = {"cold": 2.0, "warm": 0.2, "memory": 150.0}  # seconds, seconds, MiB


def synthetic_home(folder: Path) -> float:
    """Write the matches and their cache; return the seconds that reading one without the cache took."""
    (folder / "matches").mkdir()
    made, spent = [], 0.0
    for name in NAMES:
        by_bots = read_match((GOLDEN / f"{name}.comodin").read_bytes()).match
        header = by_bots.header
        person = replace(header.seats[0], name="Rosa", controller=Controller.HERE, level="")
        match = Match.new(replace(header, seats=(person, *header.seats[1:])))
        for entry in by_bots.transcript.entries:
            match, _ = match.with_decision(entry.author, entry.kind, entry.body)
        text = match_text(match)
        begun = process_time()
        facts = facts_of(read_match(text.encode()).match.transcript, "")
        spent += process_time() - begun
        if facts is None:
            raise TypeError(f"{name} is nobody's")
        made.append((text, facts))
    rows = {}
    for at in range(MATCH_COUNT):
        text, facts = made[at % len(made)]
        day = f"20{10 + at // 336:02}-{at // 28 % 12 + 1:02}-{at % 28 + 1:02}"
        path = folder / "matches" / f"{facts.game} {day} 21.05.00.comodin"
        path.write_text(text, encoding="utf-8")
        about = path.stat()
        rows[path.name, about.st_size, about.st_mtime_ns] = (content_of(path), replace(facts, name=path.name, day=day))
    kept._save_cache(folder, rows)  # noqa: SLF001 - the cache as a reading of all would leave it
    return spent / len(NAMES)


def _read(annals: FactsCache) -> float:
    begun = process_time()
    matches = annals.read()
    statistics_of(matches)
    progress_of(matches)
    if len(matches) != MATCH_COUNT:
        raise ValueError(f"{len(matches)} matches were read instead of {MATCH_COUNT}")
    return process_time() - begun


def measure_here(home: Path) -> dict[str, float]:
    """Measure in this process, which should be a new one; `warm` is a second reading, as for a page opened again.

    Both readings check the folder of matches for changes.
    """
    annals = FactsCache(home)
    cold, warm = _read(annals), median(_read(annals) for _again in range(REPEATS))
    return {"cold": cold, "warm": warm, "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KIB_PER_MIB}


def run(_arguments: Sequence[str]) -> int:
    """Print the measurements; return 1 if one exceeds its limit."""
    with TemporaryDirectory() as folder:
        each = synthetic_home(Path(folder))
        words = [sys.executable, "-c", f"import tools.bench_annals as b; b.{print_measures.__name__}({folder!r})"]
        said = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    for name, most in LIMITS.items():
        print(f"{name:8} {said[name]:8.2f}   wanted {most}")
    print(f"from nothing {each:.3f} s a match, once, beside the window")
    return int(any(said[name] > most for name, most in LIMITS.items()))


def print_measures(folder: str) -> None:
    """Measure and print the result as JSON, for the parent process."""
    print(json.dumps(measure_here(Path(folder))))


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
