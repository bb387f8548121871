"""`comodin arena --ladder`: compares the levels at every table, for the strength table in docs and program.

Laws: a cell's number of deals is fixed here before it is played; the command beside a cell reproduces it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from statistics import NormalDist
from typing import Any

from game.bots.bot import level_of
from game.commands.arena import (
    TO_STDOUT,
    RunOptions,
    command_of,
    format_hundredths,
    parse_cell,
    report_data,
    run_with_progress,
    table_text,
    team_text,
)
from game.commands.arena_jobs import Matchup
from game.commands.arena_play import FindLevel
from game.commands.files import CommandError, read_input, write_output
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import Family

LADDER_SEED = 90_210  # its deals were not used while developing the levels
OTHER_TABLE_DEALS = 100  # deals at an unusual number of players
DEFAULT_DEALS = 300  # at the usual number of players
PILOTED_DEALS = {"rummy": 600, "rummikub": 100}  # exceptions, after a pilot run of few deals
CLEAR_CELLS = {("rummy", "medium")}  # cells (by upper level) whose pilot run left no doubt
HARD_OPPONENTS = {Family.DEAD_HAND: "first", Family.OPEN_TABLE: "lay_most"}  # the sparring partner hard must beat
MASTER_OPPONENTS = {  # what master must beat besides hard
    Family.DEAD_HAND: ("first", "greedy", "bomber", "sampler"),
    Family.OPEN_TABLE: ("lay_most", "hoarder", "waiter"),
}
MAX_ERROR_RATE = 0.05  # the probability that any row of all is wrongly called clear
INTERVAL_QUANTILE = 0.975  # the quantile at the end of a row's interval
HOLD_BACK_REASON, LAY_REASONS = (
    "hold_back",
    ("open", "lay_beside", "lay_added", "lay_with_table", "lay_all", "lay_part", "close"),
)
SECTION_BEGIN, SECTION_END = "<!-- strength -->", "<!-- /strength -->"


@dataclass(frozen=True, slots=True)
class Rung:
    """One cell of the ladder: the upper team, the lower team, and the fixed number of deals."""

    game: str
    seats: int
    upper: str
    lower: str
    deals: int
    usual: bool

    def cell(self, resolve: FindLevel) -> Matchup:
        """Return the arena's cell."""
        return parse_cell(self.game, self.seats, (self.upper, self.lower), LADDER_SEED, {}, resolve)


def rungs() -> tuple[Rung, ...]:
    """List all cells, the usual tables first."""
    found = [rung for game in GAMES for rung in _rungs_of(game)]
    return tuple(sorted(found, key=lambda rung: not rung.usual))


def _rungs_of(game: str) -> Iterable[Rung]:
    rules = rules_of(game)
    players = rules.option("players")
    if players is None:
        raise KeyError("players")
    counts = [count for one in players.allowed for count in (one if isinstance(one, range) else (int(one),))]
    for seats in counts:
        usual = seats == players.default
        pairs = [("hard", "medium"), ("medium", "easy"), ("hard", HARD_OPPONENTS[rules.family])]
        if rules.sides(seats) < seats:
            pairs.append(("hard+hard", "hard+easy"))
        pairs += [("master", other) for other in ("hard", *MASTER_OPPONENTS[rules.family])]
        for upper, lower in pairs:
            deals = (
                PILOTED_DEALS.get(game, DEFAULT_DEALS)
                if usual and (game, upper) not in CLEAR_CELLS
                else OTHER_TABLE_DEALS
            )
            yield Rung(game, seats, upper, lower, deals, usual)


def ladder(
    run: RunOptions,
    json_file: str | None,
    table_file: str | None,
    games: Sequence[str] = tuple(GAMES),
    resolve: FindLevel = level_of,
) -> int:
    """Play all cells of some games; write the table as JSON and into a document.

    The rows of other games stay as they are in `json_file`.
    """
    rows: list[Mapping[str, Any]] = []
    kept = None if json_file == TO_STDOUT else json_file
    before = {_row_key(row): row for row in _existing_table(kept)["cells"]}
    for rung in rungs():
        if rung.game in games:
            rows.append(_play_rung(rung, run, resolve, aloud=json_file != TO_STDOUT))
        elif (rung.game, rung.seats, rung.upper, rung.lower) in before:
            rows.append(before[rung.game, rung.seats, rung.upper, rung.lower])
    table = {"cells": rows}
    if kept is not None:
        write_output(kept, (json.dumps(table, indent=1) + "\n").encode())
    if table_file is not None:
        text = read_input(table_file).decode()
        write_output(table_file, replace_section(text, markdown(table)).encode())
    faults = failed_cells(table)
    if json_file == TO_STDOUT:
        print(json.dumps(table, indent=1))
        return int(bool(faults))
    print("\n".join(faults) if faults else "Every level beats the one below it.")
    print(f"{len(rows)} of {len(rungs())} cells, {sum(row['time']['seconds'] for row in rows)} s of one processor.")
    return int(bool(faults))


def _play_rung(rung: Rung, run: RunOptions, resolve: FindLevel, *, aloud: bool) -> Mapping[str, Any]:
    """Play a cell, print it if wanted, and return its row."""
    cell = rung.cell(resolve)
    verdict = run_with_progress(cell, replace(run, deals=rung.deals), resolve)
    if aloud:
        print(table_text(cell, verdict))
        print(command_of(cell, verdict.deals), end="\n\n", flush=True)
    return {**report_data(cell, verdict, resolve), "usual": rung.usual}


def _existing_table(json_file: str | None) -> Mapping[str, Any]:
    """Read the existing table; empty if there is none."""
    if json_file is None or not Path(json_file).exists():
        return {"cells": []}
    try:
        table: Mapping[str, Any] = json.loads(read_input(json_file))
        _known = [_row_key(row) for row in table["cells"]]
    except (ValueError, KeyError, TypeError) as error:
        raise CommandError(f"The file '{json_file}' holds no strength table; move it away first.") from error
    return table


def _row_key(row: Mapping[str, Any]) -> tuple[str, int, str, str]:
    return row["game"], row["seats"], team_text(row["first"]), team_text(row["second"])


def failed_cells(table: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each cell that fails.

    At a game's usual table the whole interval must be above zero; at others it must not be wholly below.
    """
    found = []
    for row in table["cells"]:
        points = row["hundredths_a_deal"]
        if (points["low"] <= 0) if row["usual"] else (points["high"] < 0):
            found.append(f"Not proven: {_teams(row)} at {row['game']} for {row['seats']}: {_points(row)}.")
        found += [f"{name} was refused {count} moves." for name, count in row["refused"].items() if count]
    return found


# The table


def shipped_table() -> Mapping[str, Any] | None:
    """Return the shipped table; None if there is none."""
    path = files("assets").joinpath("strength.json")
    if not path.is_file():
        return None
    table: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return table


def print_shipped_table() -> int:
    """Print the shipped table; raise CommandError if there is none."""
    table = shipped_table()
    if table is None:
        raise CommandError("No strength table is shipped with this program; 'comodin arena --ladder' makes one.")
    print(markdown(table))
    return 0


def markdown(table: Mapping[str, Any]) -> str:
    """Return the table as Markdown, a row for each cell."""
    lines = [
        "| Game | Players | Level over level | Points a deal | 95 % | Clear | Won | Deals, seed | Versions, nodes |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for row, clear in zip(table["cells"], significant_rows([_p_value(row) for row in table["cells"]]), strict=True):
        wins = row["rounds_won_per_10000"]
        budgets = ", ".join(f"{name} v{row['versions'][name]} {nodes}" for name, nodes in row["nodes"].items())
        points = row["hundredths_a_deal"]
        lines.append(
            f"| {rules_of(row['game']).title} | {row['seats']} | {_teams(row)} | {format_hundredths(points['mean'])} "
            f"| {format_hundredths(points['low'])} .. {format_hundredths(points['high'])} "
            f"| {_conclusion(row, clear=clear)} | {wins // 100}.{wins // 10 % 10} % "
            f"| {row['deals']}, {row['seed']} | {budgets} |"
        )
    return "\n".join([*lines, *_hold_back_lines(table), *_unplayed_lines(table)])


def _conclusion(row: Mapping[str, Any], *, clear: bool) -> str:
    """Return a row's conclusion in words."""
    if clear:
        return "yes"
    return "not among so many rows" if row["hundredths_a_deal"]["low"] > 0 else "no: may be none"


def _p_value(row: Mapping[str, Any]) -> float:
    """Return the p-value of a row's difference, derived from its interval's width."""
    points = row["hundredths_a_deal"]
    spread = (points["high"] - points["low"]) / (2 * NormalDist().inv_cdf(INTERVAL_QUANTILE))
    return 1 - NormalDist().cdf(points["mean"] / spread) if spread > 0 else float(points["mean"] <= 0)


def significant_rows(p_values: Sequence[float]) -> list[bool]:
    """Return which of many rows are significant together, by Holm's step-down procedure over their p-values."""
    found = [False] * len(p_values)
    for done, at in enumerate(sorted(range(len(p_values)), key=lambda one: p_values[one])):
        if p_values[at] > MAX_ERROR_RATE / (len(p_values) - done):
            break
        found[at] = True
    return found


def _unplayed_lines(table: Mapping[str, Any]) -> list[str]:
    """Return a sentence on how much of the ladder is not played yet."""
    played, cells = len(table["cells"]), len(rungs())
    return [] if played == cells else ["", f"{played} of the {cells} cells are played yet."]


def _hold_back_lines(table: Mapping[str, Any]) -> list[str]:
    """Return a sentence on how often hard bots held back a meld, against otherwise equal bots that never do."""
    told = []
    for row in table["cells"]:
        counts = row["reasons"].get("hard", {}) if row["second"] == [HARD_OPPONENTS[Family.OPEN_TABLE]] else {}
        could = sum(counts.get(code, 0) for code in (HOLD_BACK_REASON, *LAY_REASONS))
        if could:
            share = 100 * counts.get(HOLD_BACK_REASON, 0) // could
            told.append(f"{rules_of(row['game']).title} for {row['seats']} {share} %")
    said = "Turns in which hard could lay and held back; what that gained are its rows over the one that lays the most"
    return ["", f"{said}: {', '.join(told)}."] if told else []


def _teams(row: Mapping[str, Any]) -> str:
    return f"{team_text(row['first'])} over {team_text(row['second'])}".replace("_", " ")


def _points(row: Mapping[str, Any]) -> str:
    points = row["hundredths_a_deal"]
    mean, low, high = (format_hundredths(points[name]) for name in ("mean", "low", "high"))
    return f"{mean}, {low} .. {high}"


def replace_section(text: str, section: str) -> str:
    """Return the text with the section between the two marks replaced; raise CommandError without the marks."""
    before, begin, rest = text.partition(SECTION_BEGIN)
    _old, end, after = rest.partition(SECTION_END)
    if not begin or not end:
        raise CommandError(f"The document lacks the marks {SECTION_BEGIN} and {SECTION_END} for the table.")
    return f"{before}{SECTION_BEGIN}\n{section}\n{SECTION_END}{after}"
