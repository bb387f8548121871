"""How long the list of matches takes to open in a home of thousands, and what it costs in memory."""

from __future__ import annotations

import argparse
import os
import resource
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from game.client.director import Pop
from game.client.scenes.resume import Resume
from game.client.still import Studio
from game.client.viewport import Viewport
from game.match.lines import match_text
from game.store.index import INDEX, list_matches

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"
KIB = 1024


def write_matches(folder: Path, count: int) -> None:
    """Write `count` matches made of a few golden files, each cut at another place and begun at another time."""
    from game.store.matches import read_file

    whole = [read_file(GOLDEN / f"{name}.comodin").match for name in ("burraco-2", "rummikub-3", "burako-4-pile")]
    texts = [match_text(match.at(entries)) for match in whole for entries in (40, 20, 3)]
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        path = folder / f"match {number:05}.comodin"
        path.write_text(texts[number % len(texts)], encoding="utf-8")
        os.utime(path, (number, number))


def run(argv: Sequence[str]) -> int:
    """Time the list of a home: with its index gone, with its index, and until the first picture of its page."""
    parser = argparse.ArgumentParser(prog="bench matches", description=run.__doc__)
    parser.add_argument("--matches", type=int, default=5000)
    parser.add_argument("--repeats", type=int, default=9)
    chosen = parser.parse_args(argv)
    with TemporaryDirectory(prefix="comodin-bench-") as made:
        home = Path(made)
        write_matches(home / "matches", chosen.matches)
        begun = perf_counter()
        cold_reader = get_context("fork").Process(target=list_matches, args=(home / "matches", home / INDEX))
        cold_reader.start()  # a process of its own: what it needs of memory is not the list's
        cold_reader.join()
        cold = perf_counter() - begun
        listed, opened = [], []
        with Studio(folder=home) as studio:
            viewport = Viewport((1280, 720))
            for _repeat in range(chosen.repeats):
                begun = perf_counter()
                studio.matches.kept = None
                studio.matches.kept = list_matches(home / "matches", home / INDEX)
                listed.append(perf_counter() - begun)
                page = Resume(studio.house, studio.matches, lambda _game: Pop())
                page.layout(viewport)
                opened.append(perf_counter() - begun)
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KIB
    print(f"{chosen.matches} matches, {chosen.repeats} repeats")
    print(f"  index made from the logs  {cold:8.2f} s")
    print(f"  list from the index       {median(listed):8.3f} s   worst {max(listed):.3f}")
    print(f"  until the page is laid    {median(opened):8.3f} s   worst {max(opened):.3f}")
    print(f"  memory at most            {most:8.0f} MB")
    return 0
