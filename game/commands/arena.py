"""`comodin arena`: levels of bots play the same deals against each other; prints who is better, with confidence."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from game.bots.bot import level_of
from game.commands.arena_cluster import play_on_cluster
from game.commands.arena_jobs import Matchup, PlayDeals, cell_identity, journal_name, run_cell
from game.commands.arena_play import FindLevel
from game.commands.arena_sums import Bounds, Comparison, DealResult, interim_result
from game.commands.demo import options_for
from game.commands.files import CommandError, StoppedError, write_output
from game.commands.progress import ReportDone, progress
from game.rules.registry import rules_of
from game.rules.ruleset import RuleSet, value_text
from game.store.home import NEWER_HOME_FAULT, home_path, is_newer
from game.table.options import OptionValue

TO_STDOUT = "-"  # instead of a file: print the result as JSON, and nothing else


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How to run a cell: number of deals and processes, journal, cluster, stopping rule."""

    deals: int
    jobs: int
    folder: Path
    cluster: str | None = None
    stop: Bounds | None = None


def journal_folder(home: str | None) -> Path:
    """Return the folder of the arena's journals; raise CommandError if a newer program owns that home."""
    path = home_path(home)
    if is_newer(path):
        raise CommandError(f"The home {path} cannot be written: {NEWER_HOME_FAULT}.")
    return path / "arena"


def parse_cell(
    game: str,
    seats: int | None,
    bots: tuple[str, str],
    seed: int,
    chosen: Mapping[str, OptionValue],
    resolve: FindLevel,
) -> Matchup:
    """Return a cell; raise CommandError if it is impossible.

    A team is a level, or two joined by `+` for partners.
    """
    rules = rules_of(game)
    values = dict(chosen) if seats is None else {**chosen, "players": seats}
    if rules.option("rounds") is not None:
        values = {"rounds": "fresh", **values}
    first, second = (tuple(team.split("+")) for team in bots)
    cell = Matchup(game, options_for(rules, values), first, second, seed)
    _check_teams(cell, resolve)
    return cell


def _check_teams(cell: Matchup, resolve: FindLevel) -> None:
    for name in cell.names:
        try:
            resolve(cell.game, name)
        except ValueError as error:
            raise CommandError(f"{str(error).capitalize()}.") from error
    most = cell.seats // 2 if cell.sides == 2 else 1
    for team in (cell.first, cell.second):
        if len(team) > most:
            raise CommandError(f"A team at this table has {most}, not {len(team)}: {'+'.join(team)}.")
    if cell.first == cell.second:
        raise CommandError("An arena needs two different teams, like --bots hard,medium.")


def arena(
    cell: Matchup, run: RunOptions, json_file: str | None, resolve: FindLevel = level_of, *, again: str | None = None
) -> int:
    """Play a cell; print its table, and `again`, the command that repeats it."""
    verdict = run_with_progress(cell, run, resolve)
    said = json.dumps(report_data(cell, verdict, resolve, run.stop), indent=1)
    if json_file == TO_STDOUT:
        print(said)
        return 0
    print(table_text(cell, verdict))
    if run.stop is not None:
        found = "which is not settled" if verdict.rather is None else f"and it is rather {verdict.rather}"
        print(f"sequential test, {run.stop.low} or {run.stop.high} points a deal, {found}")
    print(again or command_of(cell, verdict.deals, run.stop))
    if json_file is not None:
        write_output(json_file, f"{said}\n".encode())
    return 0


def run_with_progress(cell: Matchup, run: RunOptions, resolve: FindLevel) -> Comparison:
    """Play a cell with its journal and a progress bar; an OSError of the journal becomes a CommandError."""
    path = run.folder / journal_name(cell, resolve)
    name = f"{cell.game} {cell.seats} {team_text(cell.first)},{team_text(cell.second)}"
    try:
        with progress(name, run.deals) as done:
            tell = partial(_show_progress, done, cell)
            elsewhere = _cluster_player(cell, run, resolve)
            return run_cell(cell, run.deals, run.jobs, resolve, path, tell, elsewhere=elsewhere, stop=run.stop)
    except KeyboardInterrupt:
        raise StoppedError("Stopped by Ctrl-C. The deals played so far are kept: the same command goes on.") from None
    except OSError as error:
        raise CommandError(f"The arena's journal '{path}' cannot be written: {error.strerror}.") from error


def _show_progress(done: ReportDone, cell: Matchup, results: Collection[DealResult]) -> None:
    """Show how many deals are played, and the first team's lead."""
    points, margin = interim_result([one.difference for one in results], cell.weight)
    done(len(results), f"{format_hundredths(points)} ± {format_hundredths(margin).lstrip('+')}" if margin else "")


def _cluster_player(cell: Matchup, run: RunOptions, resolve: FindLevel) -> PlayDeals | None:
    """Return the function that plays deals on a cluster; None without one. Dask is imported only for a cluster."""
    if run.cluster is None:
        return None
    return partial(play_on_cluster, address=run.cluster, jobs=run.jobs, cell=cell, resolve=resolve)


def command_of(cell: Matchup, deals: int, stop: Bounds | None = None) -> str:
    """Return the command that repeats a cell."""
    teams = f"{team_text(cell.first)},{team_text(cell.second)}"
    table = f"--game {cell.game} --seats {cell.seats}{_options_as_arguments(cell)}"
    return f"comodin arena {table} --bots {teams} --deals {deals} --seed {cell.seed}{f' --stop={stop}' if stop else ''}"


def _options_as_arguments(cell: Matchup) -> str:
    """Return the options that differ from the game's defaults, in command-line form."""
    rules = rules_of(cell.game)
    return "".join(
        f" --option {name}={value_text(value)}"
        for name, value in cell.options.items
        if name != "players" and value != _default_value(rules, name)
    )


def _default_value(rules: RuleSet, name: str) -> OptionValue:
    if name == "rounds":
        return "fresh"
    option = rules.option(name)
    if option is None:
        raise KeyError(name)
    return option.default


def team_text(team: tuple[str, ...]) -> str:
    """Return a team in command-line form."""
    return "+".join(team)


# Output


def format_hundredths(number: int) -> str:
    """Format hundredths as signed tenths, like `+12.5`."""
    sign = "-" if number < 0 else "+"
    tenths = (abs(number) + 5) // 10
    return f"{sign}{tenths // 10}.{tenths % 10}"


def table_text(cell: Matchup, verdict: Comparison) -> str:
    """Return a verdict as a table for people."""
    first, second = team_text(cell.first), team_text(cell.second)
    deals = f"{verdict.deals} deals of {len(cell.seatings)} rounds, seed {cell.seed}"
    sure = f"95 % between {format_hundredths(verdict.low)} and {format_hundredths(verdict.high)}"
    won = f"{verdict.wins // 100}.{verdict.wins // 10 % 10} % of rounds won"
    lines = [
        f"{rules_of(cell.game).title}, {cell.seats} seats, {deals}",
        f"{first} over {second}: {format_hundredths(verdict.points)} points a deal, {sure}; {won}",
        _row("level", "moves", "ms a move", "95 %", "nodes", "95 %", "refused"),
    ]
    for name, effort in sorted(verdict.efforts.items()):
        times, nodes = effort.micros, effort.nodes
        told = (
            _format_millis(times.mean()),
            _format_millis(times.percentile(95)),
            nodes.mean(),
            nodes.percentile(95),
            effort.faults,
        )
        lines.append(_row(name, effort.moves, *told))
    return "\n".join(lines)


def _row(name: str, *numbers: int | str) -> str:
    return f"{name:12}" + "".join(f" {number:>9}" for number in numbers)


def _format_millis(micros: int) -> str:
    return f"{micros // 1000}.{micros // 100 % 10}"


def report_data(
    cell: Matchup, verdict: Comparison, resolve: FindLevel, stop: Bounds | None = None
) -> dict[str, object]:
    """Return a verdict as data for JSON; only `time` may differ between runs."""
    efforts = verdict.efforts.items()
    return {
        **cell_identity(cell, resolve),
        "seats": cell.seats,
        "deals": verdict.deals,
        "rounds_a_deal": len(cell.seatings),
        "hundredths_a_deal": {"mean": verdict.points, "low": verdict.low, "high": verdict.high},
        "rounds_won_per_10000": verdict.wins,
        "moves": {name: effort.moves for name, effort in efforts},
        "nodes_a_move": {name: [effort.nodes.mean(), effort.nodes.percentile(95)] for name, effort in efforts},
        "reasons": {name: dict(effort.reasons.most_common()) for name, effort in efforts},
        "refused": {name: effort.faults for name, effort in efforts},
        "time": {
            "seconds": verdict.micros // 1_000_000,
            "micros_a_move": {name: [effort.micros.mean(), effort.micros.percentile(95)] for name, effort in efforts},
        },
        **({"stop": {"low": stop.low, "high": stop.high, "rather": verdict.rather}} if stop else {}),
        "command": command_of(cell, verdict.deals, stop),
    }
