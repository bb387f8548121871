"""Dishonest programs as real processes at a table of honest ones: they are named or abandoned, and the honest play on.

`tests.lan.changed` makes the changes; tests of that name play the same tables in virtual time.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from subprocess import SubprocessError

from game.client.words import phrase
from game.store.records import RecordFile
from net.log.effects import PromiseRecord, write_record
from net.log.entries import MAX_BALLOT
from net.schema import pack_plain
from tests.lan.processes import Program, Table, agree
from tools.netsim_wire import Lots

REPEATS = 5
OPTIONS = ("--option", "hands=1")
PLAYS = ("--player", "bot:easy")
EARLIEST_KILL = 16  # entries after which a program may be killed, in the middle of a deal for three
KILL_SPREAD = 16  # the kill comes fewer entries later than this
STOP_AFTER_ENTRIES = 64  # entries by which a guest has left a host who votes
FORKED = "showed different players different histories"
FALSE_HOST = "What Host's program sent as the host does not follow"


def soak(seed: int, *, only: str = "", repeats: int = REPEATS) -> str:
    """Play each table `repeats` times, or only one of them; return a line with the counts."""
    lots = Lots("liars", seed)
    names = [only] if only else list(TABLES)
    failed = []
    for name in names * repeats:
        try:
            play(name, lots)
        except (AssertionError, OSError, ValueError, SubprocessError) as fault:
            failed.append(f"{name}: {str(fault)[:400]}")
    line = f"{len(names) * repeats} tables with a changed program, {len(failed)} failed"
    if failed:
        raise AssertionError("; ".join([line, *failed]))
    return line


def play(name: str, lots: Lots) -> None:
    """Play one table; fail if an honest program is blamed, stopped or cannot finish."""
    seats, run = TABLES[name]
    with tempfile.TemporaryDirectory(prefix="comodin-liars-", ignore_cleanup_errors=True) as folder:
        table = Table(Path(folder), "rummy", seats, *OPTIONS, *(() if seats == 3 else PLAYS))
        try:
            run(table, EARLIEST_KILL + lots.draw(KILL_SPREAD))
            for program in (table.host, *table.guests):
                _require(not any("Traceback" in line for line in program.lines), program)
        finally:
            table.close()


def start_changed(program: Program, what: str) -> None:
    """Start a program with one dishonest change."""
    verb = next(at for at, word in enumerate(program.command) if word in {"host", "join"})
    program.command[1:verb] = ["-m", "tests.lan.changed", what]


def _joined_by(table: Table, what: str) -> None:
    liar = table.join("liar", *PLAYS)
    start_changed(liar, what)
    liar.start()


def _require(true: object, program: Program) -> None:
    if not true:
        raise AssertionError(f"{program.name}: {program.lines[-9:]}")


def _says(program: Program, words: str) -> None:
    _require(any(words in line for line in program.lines), program)


def _forks(table: Table, _entries: int) -> None:
    """The host shows two histories: all who play name him, and play on without him."""
    start_changed(table.host, "forks")
    table.open(3)
    agree([one.wait() for one in table.guests])
    for guest in table.guests:
        _says(guest, FORKED)


def _forks_and_outbids(table: Table, entries: int) -> None:
    """As with `forks`; besides, a guest outbids whoever would host next, and another is killed and started again."""
    start_changed(table.host, "forks")
    table.open(2)
    _joined_by(table, "outbids")
    guest = table.guests[0]
    guest.reaches(entries)
    guest.kill()
    guest.start()
    agree([one.wait() for one in table.guests[:2]])


def _lies(table: Table, _entries: int) -> None:
    """A guest vouches for a false table: it is named, and the others play on under their host."""
    table.open(2)
    _joined_by(table, "lies")
    honest = [table.host, *table.guests[:2]]
    agree([one.wait() for one in honest])
    for one in honest:
        _says(one, "liar's program vouched for a table")


def _votes(table: Table, _entries: int) -> None:
    """The host calls and votes at once: the guest leaves him and keeps the chair."""
    start_changed(table.host, "votes")
    table.open(1, "--stop-after", str(STOP_AFTER_ENTRIES))
    guest = table.guests[0]
    (said,) = table.results(guest)
    _require((said["code"], said["ended"], said["seat"]) == (0, "stopped", 1), guest)
    _says(guest, FALSE_HOST)
    _says(guest, "guest0 hosts the table now.")
    _require(not any(line.startswith("A bot plays for guest0") for line in guest.lines), guest)


def _votes_of_two(table: Table, _entries: int) -> None:
    """Host and guest vote the two others away: the two others leave them."""
    start_changed(table.host, "votes")
    table.open(2)
    _joined_by(table, "votes")
    honest = table.guests[:2]
    agree([one.wait() for one in honest])
    for one in honest:
        _says(one, FALSE_HOST)
        _require(not any(line.startswith("A bot plays for guest") for line in one.lines), one)


def _outbids(table: Table, entries: int) -> None:
    """A guest proposes the largest ballot to all; another has promised that one, and a larger one that cannot be."""
    table.open(2)
    _joined_by(table, "outbids")
    guest = table.guests[0]
    guest.reaches(entries)
    guest.kill()
    (path,) = (table.folder / "guest0" / "lan").glob("*.lan")
    journal = RecordFile(path)
    journal.append(write_record(PromiseRecord(MAX_BALLOT)), pack_plain(("promise", MAX_BALLOT + 1)))
    journal.close()
    guest.start()
    agree(table.results())
    _says(guest, str(phrase("news.damaged")))


# Each table: how many sit at it, and what happens there.
TABLES: dict[str, tuple[int, Callable[[Table, int], None]]] = {
    "forks": (3, _forks),
    "forks and outbids": (3, _forks_and_outbids),
    "lies": (3, _lies),
    "votes": (2, _votes),
    "votes of two": (4, _votes_of_two),
    "outbids": (3, _outbids),
}
