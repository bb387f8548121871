"""How long the list of matches takes to open in a home of thousands, and what it costs in memory.

Times are processor times, so that other load does not matter.
"""

from __future__ import annotations

import argparse
import os
import resource
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

import pygame

from game.client.director import Pop, draw_scenes
from game.client.scenes.resume import ResumePage
from game.client.still import DEFAULT_SIZE, Studio
from game.client.viewport import Viewport
from game.match.lines import match_text
from game.store.index import INDEX_PATH, list_matches

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"
KIB_PER_MIB = 1024


def write_matches(folder: Path, count: int) -> None:
    """Write `count` matches: a few golden files, cut at three places, each with its own modification time."""
    from game.store.matches import read_file

    whole = [read_file(GOLDEN / f"{name}.comodin").match for name in ("burraco-2", "rummikub-3", "burako-4-pile")]
    texts = [match_text(match.at(entries)) for match in whole for entries in (40, 20, 3)]
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        path = folder / f"match {number:05}.comodin"
        path.write_text(texts[number % len(texts)], encoding="utf-8")
        os.utime(path, (number, number))


def _spent(doing: Callable[[], object]) -> float:
    """Return the seconds of the processor that something takes, those of its child processes too."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), process_time()
    doing()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() - begun + after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run(argv: Sequence[str]) -> int:
    """Time the list of a home without its index and with it, and a click on My matches until the first picture."""
    parser = argparse.ArgumentParser(prog="bench matches", description=run.__doc__)
    parser.add_argument("--matches", type=int, default=5000)
    parser.add_argument("--repeats", type=int, default=9)
    chosen = parser.parse_args(argv)
    with TemporaryDirectory(prefix="comodin-bench-") as made:
        home = Path(made)
        write_matches(home / "matches", chosen.matches)
        cold_reader = get_context("fork").Process(target=list_matches, args=(home / "matches", home / INDEX_PATH))

        def read_cold() -> None:
            cold_reader.start()  # in its own process, so that its memory is not counted
            cold_reader.join()

        cold = _spent(read_cold)
        with Studio(folder=home) as studio:
            surface = pygame.Surface(DEFAULT_SIZE)

            def read() -> None:
                studio.matches.kept = None
                studio.matches.kept = list_matches(home / "matches", home / INDEX_PATH)

            def opened() -> None:
                page = ResumePage(studio.context, studio.matches, lambda _game: Pop())
                page.layout(Viewport(DEFAULT_SIZE))
                draw_scenes([page], surface)

            turns = [(_spent(read), _spent(opened)) for _repeat in range(chosen.repeats)]
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KIB_PER_MIB
    listed, shown = zip(*turns, strict=True)
    print(f"{chosen.matches} matches, {chosen.repeats} repeats, seconds of the processor")
    print(f"  index made from the logs    {cold:8.2f}")
    print(f"  list from the index         {median(listed):8.3f}   worst {max(listed):.3f}")
    print(f"  from click to first picture {median(shown):8.3f}   the first time, fonts and felt too {shown[0]:.3f}")
    print(f"  memory at most              {most:8.0f} MB")
    return 0
