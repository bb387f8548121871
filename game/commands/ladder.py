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
from game.commands.arena import PRINTED, Run, cell_of, command_of, hundredths, report, run_here, table_text, team_text
from game.commands.arena_jobs import Matchup
from game.commands.arena_play import Resolve
from game.commands.files import CommandError, read_input, write_output
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import Family

SEED = 90_210  # its deals were not used while developing the levels
OTHER_TABLES = 100  # deals at an unusual number of players
DEFAULT_DEALS = 300  # at the usual number of players
PILOTED = {"rummy": 600, "rummikub": 100}  # exceptions, after a pilot run of few deals
PLAIN = {("rummy", "medium")}  # cells (by upper level) whose pilot run left no doubt
FIRST_OF = {Family.DEAD_HAND: "first", Family.OPEN_TABLE: "lay_most"}  # the sparring partner hard must beat
LEAGUE = {  # what master must beat besides hard
    Family.DEAD_HAND: ("first", "greedy", "bomber", "sampler"),
    Family.OPEN_TABLE: ("lay_most", "hoarder", "waiter"),
}
DOUBT = 0.05  # the probability that any row of all is wrongly called clear
EDGE = 0.975  # the quantile at the end of a row's interval
HELD_BACK, LAYS = "hold_back", ("open", "lay_beside", "lay_added", "lay_with_table", "lay_all", "lay_part", "close")
BEGIN, END = "<!-- strength -->", "<!-- /strength -->"


@dataclass(frozen=True, slots=True)
class Rung:
    """One cell of the ladder: the upper team, the lower team, and the fixed number of deals."""

    game: str
    seats: int
    upper: str
    lower: str
    deals: int
    usual: bool

    def cell(self, resolve: Resolve) -> Matchup:
        """Return the arena's cell."""
        return cell_of(self.game, self.seats, (self.upper, self.lower), SEED, {}, resolve)


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
        pairs = [("hard", "medium"), ("medium", "easy"), ("hard", FIRST_OF[rules.family])]
        if rules.sides(seats) < seats:
            pairs.append(("hard+hard", "hard+easy"))
        pairs += [("master", other) for other in ("hard", *LEAGUE[rules.family])]
        for upper, lower in pairs:
            deals = PILOTED.get(game, DEFAULT_DEALS) if usual and (game, upper) not in PLAIN else OTHER_TABLES
            yield Rung(game, seats, upper, lower, deals, usual)


def ladder(
    run: Run,
    json_file: str | None,
    table_file: str | None,
    games: Sequence[str] = tuple(GAMES),
    resolve: Resolve = level_of,
) -> int:
    """Play all cells of some games; write the table as JSON and into a document.

    The rows of other games stay as they are in `json_file`.
    """
    rows: list[Mapping[str, Any]] = []
    kept = None if json_file == PRINTED else json_file
    before = {_place(row): row for row in _written(kept)["cells"]}
    for rung in rungs():
        if rung.game in games:
            rows.append(_played(rung, run, resolve, aloud=json_file != PRINTED))
        elif (rung.game, rung.seats, rung.upper, rung.lower) in before:
            rows.append(before[rung.game, rung.seats, rung.upper, rung.lower])
    table = {"cells": rows}
    if kept is not None:
        write_output(kept, (json.dumps(table, indent=1) + "\n").encode())
    if table_file is not None:
        text = read_input(table_file).decode()
        write_output(table_file, with_section(text, markdown(table)).encode())
    faults = failings(table)
    if json_file == PRINTED:
        print(json.dumps(table, indent=1))
        return int(bool(faults))
    print("\n".join(faults) if faults else "Every level beats the one below it.")
    print(f"{len(rows)} of {len(rungs())} cells, {sum(row['time']['seconds'] for row in rows)} s of one processor.")
    return int(bool(faults))


def _played(rung: Rung, run: Run, resolve: Resolve, *, aloud: bool) -> Mapping[str, Any]:
    """Play a cell, print it if wanted, and return its row."""
    cell = rung.cell(resolve)
    verdict = run_here(cell, replace(run, deals=rung.deals), resolve)
    if aloud:
        print(table_text(cell, verdict))
        print(command_of(cell, verdict.deals), end="\n\n", flush=True)
    return {**report(cell, verdict, resolve), "usual": rung.usual}


def _written(json_file: str | None) -> Mapping[str, Any]:
    """Read the existing table; empty if there is none."""
    if json_file is None or not Path(json_file).exists():
        return {"cells": []}
    try:
        table: Mapping[str, Any] = json.loads(read_input(json_file))
        _known = [_place(row) for row in table["cells"]]
    except (ValueError, KeyError, TypeError) as error:
        raise CommandError(f"The file '{json_file}' holds no strength table; move it away first.") from error
    return table


def _place(row: Mapping[str, Any]) -> tuple[str, int, str, str]:
    return row["game"], row["seats"], team_text(row["first"]), team_text(row["second"])


def failings(table: Mapping[str, Any]) -> list[str]:
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


def shown_table() -> Mapping[str, Any] | None:
    """Return the shipped table; None if there is none."""
    path = files("assets").joinpath("strength.json")
    if not path.is_file():
        return None
    table: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return table


def print_shown() -> int:
    """Print the shipped table; raise CommandError if there is none."""
    table = shown_table()
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
    for row, clear in zip(table["cells"], holm([_chance(row) for row in table["cells"]]), strict=True):
        wins = row["rounds_won_per_10000"]
        budgets = ", ".join(f"{name} v{row['versions'][name]} {nodes}" for name, nodes in row["nodes"].items())
        points = row["hundredths_a_deal"]
        lines.append(
            f"| {rules_of(row['game']).title} | {row['seats']} | {_teams(row)} | {hundredths(points['mean'])} "
            f"| {hundredths(points['low'])} .. {hundredths(points['high'])} | {_said(row, clear=clear)} "
            f"| {wins // 100}.{wins // 10 % 10} % "
            f"| {row['deals']}, {row['seed']} | {budgets} |"
        )
    return "\n".join([*lines, *_held_back(table), *_unplayed(table)])


def _said(row: Mapping[str, Any], *, clear: bool) -> str:
    """Return a row's conclusion in words."""
    if clear:
        return "yes"
    return "not among so many rows" if row["hundredths_a_deal"]["low"] > 0 else "no: may be none"


def _chance(row: Mapping[str, Any]) -> float:
    """Return the p-value of a row's difference, derived from its interval's width."""
    points = row["hundredths_a_deal"]
    spread = (points["high"] - points["low"]) / (2 * NormalDist().inv_cdf(EDGE))
    return 1 - NormalDist().cdf(points["mean"] / spread) if spread > 0 else float(points["mean"] <= 0)


def holm(chances: Sequence[float]) -> list[bool]:
    """Return which of many rows are significant together, by Holm's step-down procedure."""
    found = [False] * len(chances)
    for done, at in enumerate(sorted(range(len(chances)), key=lambda one: chances[one])):
        if chances[at] > DOUBT / (len(chances) - done):
            break
        found[at] = True
    return found


def _unplayed(table: Mapping[str, Any]) -> list[str]:
    """Return a sentence on how much of the ladder is not played yet."""
    played, cells = len(table["cells"]), len(rungs())
    return [] if played == cells else ["", f"{played} of the {cells} cells are played yet."]


def _held_back(table: Mapping[str, Any]) -> list[str]:
    """Return a sentence on how often hard bots held back a meld, against otherwise equal bots that never do."""
    told = []
    for row in table["cells"]:
        counts = row["reasons"].get("hard", {}) if row["second"] == [FIRST_OF[Family.OPEN_TABLE]] else {}
        could = sum(counts.get(code, 0) for code in (HELD_BACK, *LAYS))
        if could:
            share = 100 * counts.get(HELD_BACK, 0) // could
            told.append(f"{rules_of(row['game']).title} for {row['seats']} {share} %")
    said = "Turns in which hard could lay and held back; what that gained are its rows over the one that lays the most"
    return ["", f"{said}: {', '.join(told)}."] if told else []


def _teams(row: Mapping[str, Any]) -> str:
    return f"{team_text(row['first'])} over {team_text(row['second'])}".replace("_", " ")


def _points(row: Mapping[str, Any]) -> str:
    points = row["hundredths_a_deal"]
    return f"{hundredths(points['mean'])}, {hundredths(points['low'])} .. {hundredths(points['high'])}"


def with_section(text: str, section: str) -> str:
    """Return the text with the section between the two marks replaced; raise CommandError without the marks."""
    before, begin, rest = text.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not begin or not end:
        raise CommandError(f"The document lacks the marks {BEGIN} and {END} for the table.")
    return f"{before}{BEGIN}\n{section}\n{END}{after}"
