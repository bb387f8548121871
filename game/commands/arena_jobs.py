"""Plays the deals of a cell in several processes, and keeps each in a journal, so that a run can be taken up again.

Laws: a deal's result follows from the cell and the deal's number alone, so it matters neither who played it nor when.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from multiprocessing.connection import Connection
from pathlib import Path
from time import thread_time_ns
from typing import BinaryIO

from game.commands.arena_play import Resolve, play_deal
from game.commands.arena_sums import (
    Bounds,
    Comparison,
    DealResult,
    Effort,
    Seating,
    difference,
    judge,
    read_effort,
    seatings,
)
from game.commands.arena_sums import standing as standing_of
from game.commands.files import CommandError
from game.commands.workers import answers, serve_with
from game.match.shuffle import coin, key_of
from game.rules.registry import rules_of
from game.rules.ruleset import options_text
from game.table.canon import decode, encode
from game.table.options import Options

SEEDS = 1 << 48

Play = Callable[[list[int]], Iterator[DealResult]]  # deals by number, played in any order
Progress = Callable[[Collection[DealResult]], None]  # is told the deals there are


@dataclass(frozen=True, slots=True)
class Matchup:
    """Two teams of levels at a table: what an arena compares."""

    game: str
    options: Options
    first: tuple[str, ...]
    second: tuple[str, ...]
    seed: int

    @property
    def seats(self) -> int:
        """How many play."""
        return self.options.number("players")

    @property
    def sides(self) -> int:
        """How many sides they make."""
        return rules_of(self.game).sides(self.seats)

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """How the rounds of a deal are seated."""
        return seatings(self.first, self.second, self.seats, self.sides)

    @property
    def names(self) -> tuple[str, ...]:
        """The levels that play, each once."""
        return tuple(dict.fromkeys((*self.first, *self.second)))

    @property
    def weight(self) -> int:
        """What a deal's difference is multiplied by."""
        return (self.sides - 1) * len(self.seatings)

    def judge(self, results: Iterable[DealResult]) -> Comparison:
        """Sum up deals of this cell."""
        return judge(results, self.weight, len(self.seatings))


def deal_seed(seed: int, deal: int) -> int:
    """Return the number that a deal of a run follows from."""
    return coin(key_of(seed, deal), SEEDS)


def play_cell_deal(cell: Matchup, deal: int, resolve: Resolve) -> DealResult:
    """Play a deal once in each seating."""
    total = places = 0
    efforts: dict[str, Effort] = {}
    start = thread_time_ns()
    for seating in cell.seatings:
        played = play_deal(cell.game, cell.options, deal_seed(cell.seed, deal), seating.names, resolve)
        total += difference(played.points, seating.side)
        places += standing_of(played.points, seating.side)
        for name, effort in played.efforts.items():
            efforts.setdefault(name, Effort()).add(effort)
    return DealResult(deal, total, places, efforts, (thread_time_ns() - start) // 1000)


# The journal


def identity(cell: Matchup, resolve: Resolve) -> dict[str, object]:
    """Return all that a cell's results follow from, as it is written down."""
    levels = {name: resolve(cell.game, name) for name in cell.names}
    return {
        "game": cell.game,
        "options": options_text(cell.options),
        "first": list(cell.first),
        "second": list(cell.second),
        "seed": cell.seed,
        "versions": {name: level.version for name, level in levels.items()},
        "nodes": {name: level.nodes for name, level in levels.items()},
    }


def journal_name(cell: Matchup, resolve: Resolve) -> str:
    """Return a file name that no other cell, version or budget has."""
    said = json.dumps(identity(cell, resolve), sort_keys=True).encode()
    teams = f"{'+'.join(cell.first)}-{'+'.join(cell.second)}"
    return f"{cell.game}-{cell.seats}-{teams}-{blake2b(said, digest_size=6).hexdigest()}.jsonl"


def write_deal(result: DealResult) -> bytes:
    """Write a deal as its line."""
    efforts = {name: effort.said() for name, effort in sorted(result.efforts.items())}
    said = {"deal": result.deal, "sum": result.difference, "places": result.standing, "efforts": efforts}
    said["micros"] = result.micros
    return (json.dumps(said, separators=(",", ":")) + "\n").encode()


def read_deal(line: bytes) -> DealResult | None:
    """Read a deal's line; None when it was not written whole."""
    try:
        said = json.loads(line)
        efforts = {str(name): read_effort(effort) for name, effort in said["efforts"].items()}
        return DealResult(int(said["deal"]), int(said["sum"]), int(said["places"]), efforts, int(said["micros"]))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def read_journal(path: Path) -> dict[int, DealResult]:
    """Read the deals of a journal; none when there is no such file. A line cut short by a crash is left out."""
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return {}
    found = [read_deal(line) for line in lines if line]
    return {one.deal: one for one in found if one is not None}


def open_journal(path: Path) -> BinaryIO:
    """Open a journal to go on with it, on a new line; raise OSError when it cannot be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    out = path.open("ab")
    if out.tell():
        out.write(b"\n")  # an empty line does no harm, and what comes next is apart from a line cut short
    return out


# The processes


def run_cell(
    cell: Matchup,
    deals: int,
    jobs: int,
    resolve: Resolve,
    journal: Path,
    progress: Progress,
    *,
    elsewhere: Play | None = None,
    stop: Bounds | None = None,
) -> Comparison:
    """Play a cell's deals but for those in the journal; `progress` is told what there is.

    They are played by processes of our own, or `elsewhere`, and fewer where `stop` is settled before.
    """
    known = {deal: one for deal, one in read_journal(journal).items() if deal < deals}
    todo = [deal for deal in range(deals) if deal not in known]
    progress(known.values())
    if todo and not _settled(cell, known, stop):
        with open_journal(journal) as out:
            for result in elsewhere(todo) if elsewhere else _played(cell, todo, jobs, resolve):
                known[result.deal] = result
                out.write(write_deal(result))
                out.flush()
                progress(known.values())
                if _settled(cell, known, stop):
                    break
    if stop is None:
        return cell.judge(known.values())
    seen, rather = stop.looked_at(known, cell.weight)
    return replace(cell.judge(seen), rather=rather)


def _settled(cell: Matchup, known: Mapping[int, DealResult], stop: Bounds | None) -> bool:
    return stop is not None and stop.looked_at(known, cell.weight)[1] is not None


def _played(cell: Matchup, todo: list[int], jobs: int, resolve: Resolve) -> Iterator[DealResult]:
    if jobs == 1:
        yield from (play_cell_deal(cell, deal, resolve) for deal in todo)
    else:
        yield from _played_beside(cell, todo, jobs, resolve)


def _played_beside(cell: Matchup, todo: list[int], jobs: int, resolve: Resolve) -> Iterator[DealResult]:
    """Hand the deals out one at a time to processes, and take results as they come."""
    questions = [str(deal).encode() for deal in todo]
    for _number, answer in answers(partial(_serve, resolve=resolve), encode(cell), questions, jobs):
        result = read_deal(answer)
        if result is None:
            raise CommandError("A process of the arena said no result; the deals played so far are kept.")
        yield result


def _serve(pipe: Connection, *, resolve: Resolve) -> None:
    """Read the cell, then play deals until the pipe ends."""
    cell = decode(pipe.recv_bytes(), Matchup)
    serve_with(pipe, lambda deal: write_deal(play_cell_deal(cell, int(deal), resolve)))
