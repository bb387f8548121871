"""Real programs on loopback: a host and some guests, each with a home of its own; killed and started again."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.slices import RUN

PATIENCE = 240  # seconds: a bound for a test that would else hang, on a machine with other work too
PLAYED = 40  # entries of a log when the sealed deal of two is behind it and the first turns are played
ROOT = Path(__file__).resolve().parents[2]


class Program:
    """One process; `lines` is what it printed in this life."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        self.command = command
        self.process: subprocess.Popen[str] | None = None
        self.lines: list[str] = []
        self._news = threading.Condition()
        self._reader: threading.Thread | None = None
        self._ended = False

    def start(self) -> None:
        """Start it, anew or again."""
        self.end()
        self.lines, self._ended = [], False
        self.process = subprocess.Popen(
            self.command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
        )
        self._reader = threading.Thread(target=self._read, args=(self.process,), daemon=True)
        self._reader.start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            with self._news:
                self.lines.append(line.strip())
                self._news.notify_all()
        with self._news:
            self._ended = True
            self._news.notify_all()

    def says(self, what: Callable[[str], bool]) -> str:
        """Wait for a line; fail if the program ends without it."""
        with self._news:
            found = self._news.wait_for(lambda: self._ended or any(map(what, self.lines)), PATIENCE)
            line = next((line for line in self.lines if what(line)), None)
            assert found, f"{self.name} does not say it: {self.lines[-5:]}"
            assert line is not None, f"{self.name} ended: {self.lines[-5:]}"
            return line

    def reaches(self, entries: int) -> int:
        """Wait until its log is so long; return how long it was then."""
        line = self.says(lambda line: line.endswith(" entries") and int(line.split(" ")[0]) >= entries)
        return int(line.split(" ")[0])

    def kill(self) -> None:
        """Kill it as the system does when it must: no last word, nothing put in order."""
        assert self.process is not None
        assert self.process.poll() is None, f"{self.name} ended before it could be killed: {self.lines[-3:]}"
        self.process.kill()
        self.process.wait(PATIENCE)

    def ended(self, seconds: float) -> int | None:
        """Wait so long for its end; return its exit code, None while it runs on."""
        assert self.process is not None
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def hear_out(self) -> None:
        """Read what is left of what it said before it ended."""
        assert self._reader is not None
        self._reader.join(PATIENCE)

    def wait(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """Wait for its end; return what its last line says, with the exit code."""
        assert self.process is not None
        code = self.ended(seconds)
        assert code is not None, f"{self.name} does not end: {self.lines[-5:]}"
        self.hear_out()
        assert self.lines, f"{self.name} said nothing and ended with {code}"
        assert self.lines[-1].startswith("{"), (
            f"{self.name} ended with {code} and no line of its end: {self.lines[-8:]}"
        )
        return {**json.loads(self.lines[-1]), "code": code}

    def end(self) -> None:
        """End the process if it runs, and close its output."""
        if self.process is not None and self._reader is not None:
            self.process.kill()
            self.process.wait(PATIENCE)
            self._reader.join(PATIENCE)
            if self.process.stdout is not None:
                self.process.stdout.close()


class Table:
    """Programs at one table."""

    def __init__(self, folder: Path, game: str, seats: int, *more: str) -> None:
        self.folder = folder
        self.host = Program("host", self._command("host", "--game", game, "--seats", str(seats), *more))
        self.host.command += ["--port", "0", "--interface", "127.0.0.1", "--print-address"]
        self.guests: list[Program] = []

    def _command(self, verb: str, *more: str, home: str = "host") -> list[str]:
        return [
            sys.executable,
            "-m",
            "game",
            verb,
            "--headless",
            "--progress",
            "-v",
            "--home",
            str(self.folder / home),
            *more,
        ]

    def open(self, guests: int, *more: str) -> None:
        """Start the host and those who join."""
        self.host.start()
        for at in range(guests):
            self.join(f"guest{at}", "--player", f"bot:easy:{at}", *more)

    def join(self, name: str, *more: str) -> Program:
        """Start one who joins."""
        transcript = ("--transcript", str(self.folder / f"{name}.comodin"))
        command = self._command(
            "join",
            self.host.says(lambda line: line.startswith("127.0.0.1:")),
            "--name",
            name,
            *transcript,
            *more,
            home=name,
        )
        guest = Program(name, command)
        self.guests.append(guest)
        guest.start()
        return guest

    def results(self, *programs: Program) -> list[dict[str, Any]]:
        """Wait for all, or these; return what each said."""
        waited = programs or (self.host, *self.guests)
        try:
            return [one.wait() for one in waited]
        except AssertionError as stuck:
            heard = "; ".join(f"{one.name}: {one.lines[-3:]}" for one in (self.host, *self.guests))
            raise AssertionError(f"{stuck}; last heard: {heard}") from None

    def plays_on(self, *programs: Program, entries: int = PLAYED) -> None:
        """Check that these play on: to so many entries of the log, with --full to the end, where all must agree."""
        if RUN.full:
            agree(self.results(*programs))
            return
        for one in programs:
            one.reaches(entries)

    def close(self) -> None:
        """End every process."""
        for one in (self.host, *self.guests):
            one.end()


def agree(results: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Hold all to one log and one table, the whole match; return what they said."""
    assert all(one["code"] == 0 for one in results), results
    assert all(one["over"] for one in results), results
    for name in ("head", "digest", "entries", "scores", "winners", "match"):
        assert len({json.dumps(one[name]) for one in results}) == 1, (name, results)
    return results[0]
