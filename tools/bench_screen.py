"""What the window benchmarks share: a virtual screen, a process on it, and the match to show."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from statistics import median, quantiles

from game.bots.names import BOT_VERSION
from game.bots.nodes import DEFAULT_BUDGET
from game.match.transcript import Controller, Header, Seat
from game.rules.registry import GAMES
from game.rules.ruleset import choose_options
from game.table.options import Options

SCREEN = (2560, 1440)
START_SECONDS = 20.0
DRIVERS = ("x11", "dummy")
GAME = "burraco"  # its pack has 108 pieces


@contextmanager
def screen() -> Iterator[str]:
    """Start Xvfb on a number that is free; give its name for DISPLAY."""
    read_end, write_end = os.pipe()
    size = f"{SCREEN[0]}x{SCREEN[1]}x24"
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", size, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write_end)
    try:
        if not select.select([read_end], [], [], START_SECONDS)[0]:
            raise TimeoutError(f"Xvfb did not start within {START_SECONDS} seconds")
        yield f":{os.read(read_end, 64).decode().strip()}"
    finally:
        os.close(read_end)
        server.terminate()
        server.wait()


def window_environment(driver: str, display: str) -> Mapping[str, str]:
    """Return the environment of a process with its window on this display, drawn without SDL's default texture."""
    return {
        **os.environ,
        "DISPLAY": display,
        "SDL_VIDEODRIVER": driver,
        "SDL_AUDIODRIVER": "dummy",
        "SDL_FRAMEBUFFER_ACCELERATION": "0",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    }


def as_installed(display: str) -> Mapping[str, str]:
    """Return the environment of a start as a player makes it: SDL's own choices, and bytecode beside the source."""
    stray = ("SDL_FRAMEBUFFER_ACCELERATION", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if name not in stray}
    return {**kept, "DISPLAY": display, "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}


def on_each_driver(module: str, argv: Sequence[str], drivers: Sequence[str] = DRIVERS) -> int:
    """Run a module in a process of its own on each driver; it prints its lines itself."""
    codes = []
    with screen() as display:
        for driver in drivers:
            print(f"driver {driver}", flush=True)
            command = [sys.executable, "-m", module, *argv]
            codes.append(subprocess.run(command, env=window_environment(driver, display), check=False).returncode)
    return max(codes)


def header(seed: int) -> Header:
    """Return a match of one person, who begins, and three bots."""
    rules = GAMES[GAME]
    options = choose_options(rules, {"players": 4, "first_starter": "seat0"})
    if not isinstance(options, Options):
        raise TypeError(options.code.key)
    bots = tuple(Seat(name, Controller.BOT, "medium") for name in ("Nora", "Tito", "Vera"))
    seats = (Seat("Rosa", Controller.HERE), *bots)
    return Header(rules.key, options, rules.deck.key, seats, "open", seed, BOT_VERSION, DEFAULT_BUDGET.nodes)


def line(name: str, values: Sequence[float], unit: str) -> str:
    """Write the median and what 95 of 100 values do not exceed."""
    slow = quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
    return f"  {name:34} median {median(values):8.3f} {unit}   p95 {slow:8.3f} {unit}"
