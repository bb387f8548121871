"""A hall that we host: the command-line hall in its own process, controlled through its standard input.

Law: the hall ends with this program; its tables and tournament are saved, and the evening can be resumed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import IO, TYPE_CHECKING, Any, Final

import game
from game.lan.addresses import DEFAULT_PORT, read_address, write_address
from game.rules.registry import rules_of
from game.rules.ruleset import value_text
from game.store.atomic import make_folder, replace_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from game.table.options import Options

WORD_FILE: Final = "word"  # holds the password; deleted once the hall has read it
CLOSE_TIMEOUT_SECONDS: Final = 10.0  # after which a hall that does not end by itself is killed
LOOPBACK: Final = "127.0.0.1"
OWNER_ONLY_MODE: Final = 0o600


@dataclass(frozen=True, slots=True)
class NightPlan:
    """The hall to open: a game with its options, the number of tables, a password, and a tournament's file.

    `persons` is how many must be present before round one is paired; `keeper` is the key of a host who does not
    play.
    """

    name: str
    game: str
    options: Options
    tables: int
    password: str = ""
    tournament: Path | None = None
    persons: int = 0
    keeper: str = ""


def program_command() -> list[str]:
    """Return the command that starts this program again."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    where = str(Path(game.__file__).resolve().parent.parent)  # the source folder, or the installed package
    run = f"import sys; sys.path.insert(0, {where!r}); from game.door import main; sys.exit(main())"
    return [sys.executable, "-c", run]


def hall_arguments(plan: NightPlan, home: Path, interface: str = "") -> list[str]:
    """Return the arguments that host a hall; a tournament's file names its game itself."""
    said = ["host", "--headless", "--tables", str(plan.tables), "--name", plan.name, "--home", str(home)]
    said += ["--port", str(DEFAULT_PORT)]
    if plan.password:
        said += ["--password-file", str(home / WORD_FILE)]
    if plan.tournament is None:
        said += _table_said(plan)
    else:
        said += ["--tournament", str(plan.tournament), "--persons", str(plan.persons)]
        said += ["--keeper", plan.keeper] if plan.keeper else []
    if interface:
        said += ["--interface", interface]
    return [*said, "--obey", "--print-address", "--json"]


def _table_said(plan: NightPlan) -> list[str]:
    said = ["--game", plan.game, "--seats", str(plan.options.number("players"))]
    chosen = dict(plan.options.items)
    for option in rules_of(plan.game).options:
        if option.name != "players" and chosen.get(option.name, option.default) != option.default:
            said += ["--option", f"{option.name}={value_text(chosen[option.name])}"]
    return said


class HallProcess:
    """The hall's process, started in the background when `after` returns, and what it has printed.

    `after` waits for the previous hall, which uses the same home until it has closed.
    """

    def __init__(
        self,
        plan: NightPlan,
        home: Path,
        interface: str = "",
        after: Callable[[], None] = lambda: None,
    ) -> None:
        self.plan = plan
        self.addresses: tuple[str, ...] = ()  # addresses for others, once the hall is open
        self.ended = False
        self.why = ""  # the last error line of the hall
        self.paused = False
        self.started = plan.tournament is None  # whether the first round was begun, or there are no rounds
        self._closing = False
        make_folder(home)
        self._password_file = home / WORD_FILE
        self._process: subprocess.Popen[str] | None = None
        self._after = after
        command = [*program_command(), *hall_arguments(plan, home, interface)]
        self._runner = Thread(target=self._run, args=(command,), name="comodin-hall", daemon=True)
        self._runner.start()

    @property
    def address(self) -> str:
        """The address at which this program calls its own hall; empty until the hall is open."""
        if not self.addresses:
            return ""
        host, port = read_address(self.addresses[0])
        return write_address(host if len(self.addresses) == 1 else LOOPBACK, port)

    @property
    def has_failed(self) -> bool:
        """Whether the hall ended without being closed."""
        return self.ended and not self._closing

    def wait(self) -> None:
        """Block until the hall has ended; for tests only."""
        self._runner.join()

    def _run(self, command: Sequence[str]) -> None:
        """Start the process and read its output to the end."""
        self._after()
        try:
            if not self._closing:
                if self.plan.password:
                    replace_file(self._password_file, self.plan.password.encode(), OWNER_ONLY_MODE)
                self._process = _begin(command)
                self._hear(self._process)
        except OSError as error:
            self.why = error.strerror or str(error)
        finally:
            self._password_file.unlink(missing_ok=True)
            self.ended = True

    def _hear(self, process: subprocess.Popen[str]) -> None:
        """Read the hall's output until it ends: its addresses, and in `why` its last error."""
        complaints = Thread(target=self._complain, args=(process,), name="comodin-hall-errors", daemon=True)
        complaints.start()
        if self._closing:
            self._close_input()
        for line in _lines(process.stdout):
            told: Any = None
            with suppress(ValueError):
                told = json.loads(line)
            if isinstance(told, dict) and "addresses" in told:
                self._password_file.unlink(missing_ok=True)
                self.addresses = tuple(map(str, told["addresses"]))
        complaints.join()
        process.wait()
        self._close_input()

    def _complain(self, process: subprocess.Popen[str]) -> None:
        for line in _lines(process.stderr):
            self.why = line.strip() or self.why

    # --- what the host does --------------------------------------------------------------------------------------

    def begin_first_round(self) -> None:
        """Pair the first round with those present."""
        self.started = True
        self._order("start")

    def hold_rounds(self, *, paused: bool) -> None:
        """Hold back the next round, or let rounds continue."""
        self.paused = paused
        self._order("pause" if paused else "go")

    def end_tournament(self) -> None:
        """End the tournament as it stands, between rounds."""
        self._order("end")

    def send_order(self, order: str, *keys: str) -> None:
        """Send an order about two people: `apart` or `partners`."""
        self._order(" ".join((order, *keys)))

    def _order(self, word: str) -> None:
        with suppress(OSError, ValueError):  # the hall has ended, which `has_failed` reports
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.write(f"{word}\n")
                self._process.stdin.flush()

    def close(self) -> None:
        """Close the hall for everybody; it takes a moment until all are informed."""
        self._closing = True
        self._order("stop")
        self._close_input()
        self._runner.join(CLOSE_TIMEOUT_SECONDS)
        if self._process is not None and not self.ended:
            self._process.kill()

    def _close_input(self) -> None:
        with suppress(OSError, ValueError):
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.close()


def _lines(stream: IO[str] | None) -> Iterator[str]:
    """Read a stream to its end, and close it."""
    if stream is not None:
        with stream:
            yield from stream


def _begin(command: Sequence[str]) -> subprocess.Popen[str]:
    """Start a process without a console window that does not get our Ctrl-C."""
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        start_new_session=True, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )  # fmt: skip
