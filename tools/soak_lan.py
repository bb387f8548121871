"""Whole LAN matches of real processes on loopback: all games, 2 to 7 peers; guest and host are killed during a round.

Each program has a home of its own. All must end with one log and one table, whoever was killed and when.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from subprocess import SubprocessError

from game.rules.registry import GAMES
from game.rules.ruleset import value_text
from tests.lan.processes import Table, agree
from tools.by_game import counts_of, short_match
from tools.netsim_wire import Lots

# A short match of each game: its options, and its numbers of players.
SHORT_MATCHES: dict[str, tuple[tuple[str, ...], tuple[int, ...]]] = {
    key: (tuple(f"{name}={value_text(value)}" for name, value in short_match(rules).items()), counts_of(rules))
    for key, rules in GAMES.items()
}
# A sealed deal takes some eight entries a peer; in the next 24 entries turns are played, and no match ends.
DEAL_ENTRIES_EACH, TURN_ENTRIES = 8, 24


def soak(seed: int, *, matches: int = 0) -> str:
    """Play every game with every number of peers, or only `matches` of these; return one line with the counts."""
    lots = Lots("lan", seed)
    runs = [(game, size) for game, (_options, sizes) in SHORT_MATCHES.items() for size in sizes]
    runs = runs[: matches or len(runs)]
    entries = 0
    failed = []
    for game, size in runs:
        try:
            entries += play(game, size, lots)
        except (AssertionError, OSError, ValueError, SubprocessError) as fault:
            failed.append(f"{game} with {size}: {str(fault)[:300]}")
    kills = 2 * len(runs)
    line = f"{len(runs)} matches by processes, {entries} entries, {kills} kills, {len(failed)} failed"
    if failed:
        raise AssertionError("; ".join([line, *failed]))
    return line


def play(game: str, size: int, lots: Lots) -> int:
    """Play one match, killing a guest anywhere and the host in mid-turn; return how long its log is."""
    options = [word for option in SHORT_MATCHES[game][0] for word in ("--option", option)]
    with tempfile.TemporaryDirectory(prefix="comodin-soak-", ignore_cleanup_errors=True) as folder:
        table = Table(Path(folder), game, size, *options)
        try:
            table.open(size)
            victim = table.guests[lots.draw(size)]
            victim.reaches(1 + lots.draw(DEAL_ENTRIES_EACH * size + TURN_ENTRIES))
            victim.kill()
            victim.start()
            witness = table.guests[lots.draw(size)]
            witness.reaches(DEAL_ENTRIES_EACH * size + lots.draw(TURN_ENTRIES))
            table.host.kill()
            table.host.start()
            return int(agree(table.results())["entries"])
        finally:
            table.close()
