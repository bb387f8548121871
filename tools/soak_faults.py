"""Faults on real processes: each kind on host and guest in each phase of a match, in networks of their own with cables.

Three programs play a match of Rummikub; one of them is killed, stopped, or has its cable out, frames lost in silence.
All must end with one log, nobody thrown out, nobody waiting beyond the bound, no traceback. Without the rights of the
administrator there are no networks of their own, and so no cables: that is said in the line.
"""

from __future__ import annotations

import argparse
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.lan.processes import Program, agree
from tools.netsim_wire import Lots

JOBS = 4  # matches at a time: they wait more than they work
PHASES = ("lobby", "deal", "play", "end")
ENTRIES = {"deal": 8, "play": 40}  # of the log, when a phase has begun
WHOM = ("host", "guest")
OPTIONS = ("rounds=fresh", "fresh_rounds=1", "turn_seconds=0")
PORT = 47_815


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of fault: for how many seconds it may last in a match and in a lobby; whether it takes a cable."""

    lasts: tuple[int, ...]
    in_lobby: tuple[int, ...]
    cable: bool = False


# A fault of another kind is a row here and what it does in `_strike`.
FAULTS = {
    "kill": Fault((0, 2, 8), (0, 2)),
    "stop": Fault((3, 12, 25, 40), (2, 3)),
    "cable": Fault((5, 12, 21, 33, 47, 60, 76), (2, 4), cable=True),
}


def ip(*words: str) -> bool:
    """Do something with the networks of this machine; tell whether it could be done."""
    tool = shutil.which("ip")
    return tool is not None and not subprocess.run([tool, *words], capture_output=True, check=False).returncode


class Lan:
    """A switch and three networks, each on a cable of its own."""

    numbers = itertools.count(1)

    def __init__(self) -> None:
        self._name = f"cmdf{os.getpid() % 10_000}{next(self.numbers)}"
        self.spaces = [f"{self._name}{end}" for end in "abc"]
        self.stands = all(ip("netns", "add", name) for name in (self._name, *self.spaces))
        if self.stands:
            ip("-n", self._name, "link", "add", "br0", "type", "bridge")
            ip("-n", self._name, "link", "set", "br0", "up")
        for at, space in enumerate(self.spaces, start=1):
            if self.stands:
                port = f"p{at}"
                ip("-n", self._name, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", space)
                ip("-n", space, "addr", "add", f"10.78.0.{at}/24", "dev", "eth0")
                for where, card in ((space, "eth0"), (space, "lo"), (self._name, port)):
                    ip("-n", where, "link", "set", card, "up")
                self.plug(at - 1)

    def plug(self, at: int) -> None:
        """Put a cable in."""
        ip("-n", self._name, "link", "set", f"p{at + 1}", "master", "br0")

    def pull(self, at: int) -> None:
        """Take it out: both ends see a link, and what they send goes nowhere."""
        ip("-n", self._name, "link", "set", f"p{at + 1}", "nomaster")

    def inside(self, at: int) -> list[str]:
        """Return what starts a program there."""
        return ["ip", "netns", "exec", self.spaces[at]] if self.stands else []

    def address(self, at: int) -> str:
        """Return where a program there is reached."""
        return f"10.78.0.{at + 1}" if self.stands else "127.0.0.1"

    def close(self) -> None:
        """Leave nothing behind."""
        for name in (self._name, *self.spaces):
            ip("netns", "del", name)


@contextmanager
def lan() -> Iterator[Lan]:
    """Make networks and take them down."""
    made = Lan()
    try:
        yield made
    finally:
        made.close()


@dataclass
class Match:
    """Three programs at one table."""

    lan: Lan
    folder: Path
    programs: list[Program] = field(default_factory=list)

    def open(self, *, guests: int) -> None:
        """Start the host and so many of the two guests."""
        host = self._program(0, "host", "--game", "rummikub", "--seats", "3", "--print-address")
        host.command += [word for option in OPTIONS for word in ("--option", option)]
        host.command += ["--interface", self.lan.address(0), "--port", str(PORT if self.lan.stands else 0)]
        host.start()
        for _ in range(guests):
            self.join()

    def join(self) -> None:
        """Start the next guest."""
        at = len(self.programs)
        call = self.programs[0].says(lambda line: line.startswith(f"{self.lan.address(0)}:"))
        self._program(at, "join", call, "--name", f"guest{at}").start()

    def _program(self, at: int, verb: str, *more: str) -> Program:
        home = ("--home", str(self.folder / str(at)))
        command = [*self.lan.inside(at), sys.executable, "-m", "game", verb, *more, "--headless", "--progress", *home]
        self.programs.append(Program(f"{verb}{at}", [*command, "--player", f"bot:easy:{at + 1}"]))
        return self.programs[-1]

    def close(self) -> None:
        """End every process."""
        for one in self.programs:
            one.end()


def play(fault: str, whom: str, phase: str, lasts: int, *, cables: bool = True) -> str:
    """Play one match with one fault; return what was wrong, or nothing."""
    with tempfile.TemporaryDirectory(prefix="comodin-faults-", ignore_cleanup_errors=True) as folder, lan() as made:
        if cables and not made.stands:
            return "no networks of their own can be made here"
        match = Match(made, Path(folder))
        try:
            match.open(guests=1 if phase == "lobby" else 2)
            at = 0 if whom == "host" else 1
            _await(match, phase, at)
            _strike(match, fault, at, lasts)
            if phase == "lobby":
                match.join()
            agree([one.wait() for one in match.programs])
        except AssertionError as wrong:
            return f"{fault} of the {whom} in the {phase} for {lasts} s: {str(wrong)[:500]}"
        else:
            broken = [line for one in match.programs for line in one.lines if "Traceback" in line]
            return broken[0] if broken else ""
        finally:
            match.close()


def _await(match: Match, phase: str, at: int) -> None:
    """Wait until the phase has begun."""
    if phase == "lobby":
        match.programs[0].says(lambda line: line.startswith(match.lan.address(0)))
        return
    victim = match.programs[at]
    if phase == "end":
        match.programs[2].says(lambda line: line.startswith('{"ended"'))
    else:
        victim.reaches(ENTRIES[phase])


def _strike(match: Match, fault: str, at: int, lasts: int) -> None:
    """Do it to a program; one that has ended well by now is left alone."""
    victim = match.programs[at]
    process = victim.process
    if process is None or process.poll() is not None:
        return
    if fault == "kill":
        process.kill()
        process.wait()
        time.sleep(lasts)
        if at == 0 and match.lan.stands is False:
            victim.command[victim.command.index("--port") + 1] = victim.lines[0].rpartition(":")[2]
        victim.start()
    elif fault == "stop":
        process.send_signal(signal.SIGSTOP)
        time.sleep(lasts)
        process.send_signal(signal.SIGCONT)
    elif fault == "cable":
        match.lan.pull(at)
        time.sleep(lasts)
        match.lan.plug(at)


def plan(seed: int, runs: int, faults: Sequence[str]) -> list[tuple[str, str, str, int]]:
    """Return so many faults, every cell of the table in turn, with drawn lengths."""
    lots = Lots("faults", seed)
    cells = itertools.cycle(itertools.product(faults, WHOM, PHASES))
    chosen = []
    for fault, whom, phase in itertools.islice(cells, runs):
        lengths = FAULTS[fault].in_lobby if phase == "lobby" else FAULTS[fault].lasts
        chosen.append((fault, whom, phase, lengths[lots.draw(len(lengths))]))
    return chosen


def table(counts: Counter[tuple[str, str]], faults: Sequence[str]) -> str:
    """Draw the table of fault by phase."""
    rows = [f"{'fault':8}" + "".join(f"{phase:>7}" for phase in PHASES)]
    rows += [f"{fault:8}" + "".join(f"{counts[fault, phase]:>7}" for phase in PHASES) for fault in faults]
    return "\n".join(rows)


def soak(seed: int, runs: int = 300, told: Callable[[str], None] = print) -> str:
    """Play so many matches with one fault each; return one line with the counts."""
    cables = os.geteuid() == 0 and shutil.which("ip") is not None if hasattr(os, "geteuid") else False
    faults = [name for name, fault in FAULTS.items() if cables or not fault.cable]
    counts: Counter[tuple[str, str]] = Counter()
    failed: list[str] = []
    lock = threading.Lock()

    def one(chosen: tuple[str, str, str, int]) -> None:
        fault, whom, phase, lasts = chosen
        wrong = play(fault, whom, phase, lasts, cables=cables)
        with lock:
            counts[fault, phase] += 1
            if wrong:
                failed.append(wrong)
            told(f"{counts.total()}/{runs} {fault} {whom} {phase} {lasts} s: {wrong or 'ok'}")

    with ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(one, plan(seed, runs, faults)))
    told(table(counts, faults))
    without = "" if cables else ", without cables, which take the administrator's rights"
    line = f"{runs} faults on real processes, {len(failed)} failed{without}"
    if failed:
        raise AssertionError("; ".join([line, *failed[:5]]))
    return line


def main(arguments: Sequence[str] | None = None) -> int:
    """Play some of it by hand."""
    reader = argparse.ArgumentParser(prog="soak_faults", description=__doc__)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--runs", type=int, default=len(FAULTS) * len(WHOM) * len(PHASES))
    given = reader.parse_args(arguments)
    began = time.monotonic()
    try:
        line = soak(given.seed, given.runs)
    except AssertionError as fault:
        line = f"FAULT: {fault}"
    print(f"faults: seed {given.seed}, {line}, {time.monotonic() - began:.0f} s")
    return int("FAULT" in line)


if __name__ == "__main__":
    sys.exit(main())
