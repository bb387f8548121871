"""Plays a cell's deals in several processes and records each in a journal, so that a run can be resumed.

Law: a deal's result, but for its time, depends only on the cell and the deal's number, not on who played it or when.
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

from game.commands.arena_play import FindLevel, play_deal
from game.commands.arena_sums import (
    Bounds,
    Comparison,
    DealResult,
    Effort,
    Seating,
    compare_deals,
    lead_over_others,
    read_effort,
    seatings,
    win_halves,
)
from game.commands.files import CommandError
from game.commands.workers import answer_in_parallel, serve_questions
from game.match.shuffle import derive_key, draw_coin
from game.rules.registry import rules_of
from game.rules.ruleset import options_text
from game.table.canon import decode, encode
from game.table.options import Options

SEED_COUNT = 1 << 48

PlayDeals = Callable[[list[int]], Iterator[DealResult]]  # plays deals by number, in any order
ReportProgress = Callable[[Collection[DealResult]], None]  # called with the results so far


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
        """The number of players."""
        return self.options.number("players")

    @property
    def sides(self) -> int:
        """The number of sides."""
        return rules_of(self.game).sides(self.seats)

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings in which each deal is played."""
        return seatings(self.first, self.second, self.seats, self.sides)

    @property
    def names(self) -> tuple[str, ...]:
        """The levels that play, without repetition."""
        return tuple(dict.fromkeys((*self.first, *self.second)))

    @property
    def weight(self) -> int:
        """The factor of a deal's difference."""
        return (self.sides - 1) * len(self.seatings)

    def judge(self, results: Iterable[DealResult]) -> Comparison:
        """Return the comparison over deals of this cell."""
        return compare_deals(results, self.weight, len(self.seatings))


def deal_seed(seed: int, deal: int) -> int:
    """Return the seed of a deal of a run."""
    return draw_coin(derive_key(seed, deal), SEED_COUNT)


def play_cell_deal(cell: Matchup, deal: int, resolve: FindLevel) -> DealResult:
    """Play a deal once in each seating."""
    total = places = 0
    efforts: dict[str, Effort] = {}
    start = thread_time_ns()
    for seating in cell.seatings:
        played = play_deal(cell.game, cell.options, deal_seed(cell.seed, deal), seating.names, resolve)
        total += lead_over_others(played.points, seating.side)
        places += win_halves(played.points, seating.side)
        for name, effort in played.efforts.items():
            efforts.setdefault(name, Effort()).add(effort)
    return DealResult(deal, total, places, efforts, (thread_time_ns() - start) // 1000)


# The journal


def cell_identity(cell: Matchup, resolve: FindLevel) -> dict[str, object]:
    """Return everything that a cell's results depend on, as data for JSON."""
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


def journal_name(cell: Matchup, resolve: FindLevel) -> str:
    """Return a file name unique to the cell, versions and budget."""
    said = json.dumps(cell_identity(cell, resolve), sort_keys=True).encode()
    teams = f"{'+'.join(cell.first)}-{'+'.join(cell.second)}"
    return f"{cell.game}-{cell.seats}-{teams}-{blake2b(said, digest_size=6).hexdigest()}.jsonl"


def write_deal(result: DealResult) -> bytes:
    """Return a deal's line for the journal."""
    efforts = {name: effort.as_json() for name, effort in sorted(result.efforts.items())}
    said = {"deal": result.deal, "sum": result.difference, "places": result.standing, "efforts": efforts}
    said["micros"] = result.micros
    return (json.dumps(said, separators=(",", ":")) + "\n").encode()


def read_deal(line: bytes) -> DealResult | None:
    """Read a deal's line; None if it is incomplete."""
    try:
        said = json.loads(line)
        efforts = {str(name): read_effort(effort) for name, effort in said["efforts"].items()}
        return DealResult(int(said["deal"]), int(said["sum"]), int(said["places"]), efforts, int(said["micros"]))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def read_journal(path: Path) -> dict[int, DealResult]:
    """Read a journal's deals; empty without a file. Incomplete lines are skipped."""
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return {}
    found = [read_deal(line) for line in lines if line]
    return {one.deal: one for one in found if one is not None}


def open_journal(path: Path) -> BinaryIO:
    """Open a journal for appending, on a new line; raise OSError if that fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    out = path.open("ab")
    if out.tell():
        out.write(b"\n")  # an empty line is harmless, and separates new lines from an incomplete one
    return out


# The processes


def run_cell(
    cell: Matchup,
    deals: int,
    jobs: int,
    resolve: FindLevel,
    journal: Path,
    progress: ReportProgress,
    *,
    elsewhere: PlayDeals | None = None,
    stop: Bounds | None = None,
) -> Comparison:
    """Play a cell's deals except those in the journal; `progress` gets the results so far.

    They are played by local processes or `elsewhere`, and fewer if `stop` is settled earlier.
    """
    known = {deal: one for deal, one in read_journal(journal).items() if deal < deals}
    todo = [deal for deal in range(deals) if deal not in known]
    progress(known.values())
    if todo and not _is_settled(cell, known, stop):
        with open_journal(journal) as out:
            for result in elsewhere(todo) if elsewhere else _play_deals(cell, todo, jobs, resolve):
                known[result.deal] = result
                out.write(write_deal(result))
                out.flush()
                progress(known.values())
                if _is_settled(cell, known, stop):
                    break
    if stop is None:
        return cell.judge(known.values())
    seen, rather = stop.decide(known, cell.weight)
    return replace(cell.judge(seen), rather=rather)


def _is_settled(cell: Matchup, known: Mapping[int, DealResult], stop: Bounds | None) -> bool:
    return stop is not None and stop.decide(known, cell.weight)[1] is not None


def _play_deals(cell: Matchup, todo: list[int], jobs: int, resolve: FindLevel) -> Iterator[DealResult]:
    if jobs == 1:
        yield from (play_cell_deal(cell, deal, resolve) for deal in todo)
    else:
        yield from _play_in_processes(cell, todo, jobs, resolve)


def _play_in_processes(cell: Matchup, todo: list[int], jobs: int, resolve: FindLevel) -> Iterator[DealResult]:
    """Give deals to processes one at a time, and yield results as they arrive."""
    questions = [str(deal).encode() for deal in todo]
    for _number, answer in answer_in_parallel(partial(_serve, resolve=resolve), encode(cell), questions, jobs):
        result = read_deal(answer)
        if result is None:
            raise CommandError("A process of the arena said no result; the deals played so far are kept.")
        yield result


def _serve(pipe: Connection, *, resolve: FindLevel) -> None:
    """Read the cell, then play deals until the pipe closes."""
    cell = decode(pipe.recv_bytes(), Matchup)
    serve_questions(pipe, lambda deal: write_deal(play_cell_deal(cell, int(deal), resolve)))
