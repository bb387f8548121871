"""Time the whole program on a real window: its start, its cost at rest, and its response to input.

`start` is the time from the command to the first debug line, which is printed with the first picture. `idle`, `input`
and `late` run the program's main loop in a process of its own, at a table where the person is to move.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter, process_time

import pygame

from game.client.app import App
from game.client.director import Replace
from game.client.table.dead_hand.table_input import DeadHandInput
from game.client.table.scene import TableScene
from tools.bench_frame import begin_moment
from tools.bench_screen import as_installed, header, line, on_each_driver, screen

ANCHOR = (
    "import pygame; pygame.display.init(); pygame.display.set_mode((1280, 720)); pygame.display.flip(); "
    "print('shown', flush=True)"
)
SETTLE_SECONDS = 6.0  # seconds after the deal, by when nothing moves any more
IDLE_SECONDS = 18.0  # seconds after the deal, by when there was no input for more than ten seconds
LATE_FRAME_MS = 33.0  # a picture that is shown longer makes the next one late
FAR_POINT = (300, 2)  # px, away from all buttons


def start(argv: Sequence[str]) -> int:
    """Time the first picture, and beside it `import pygame` with a window."""
    parser = argparse.ArgumentParser(prog="bench start", description=start.__doc__)
    parser.add_argument("--repeats", type=int, default=9)
    chosen = parser.parse_args(argv)
    ways = {"program": ["-m", "game", "play", "--debug-layout"], "import pygame and a window": ["-c", ANCHOR]}
    times: dict[str, list[float]] = {name: [] for name in ways}
    with screen() as display, TemporaryDirectory() as home:
        ways["program"] += ["--home", home]
        environment = as_installed(display)
        for number in range(-1, chosen.repeats):
            for name in sorted(ways, reverse=bool(number % 2)):
                took = _shown(ways[name], environment)
                if number >= 0:  # the first start writes the bytecode that an installed program comes with
                    times[name].append(took)
    ours, bare = times.values()
    print(f"first picture, {chosen.repeats} starts in turn")
    print(line("program", ours, "s"))
    print(line("import pygame and a window", bare, "s"))
    print(f"  {'ratio of the medians':34} {median(ours) / median(bare):15.2f}")
    return 0


def _shown(arguments: Sequence[str], environment: Mapping[str, str]) -> float:
    """Return the seconds until a Python process prints its first line."""
    begun = perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], env=environment, stdout=subprocess.PIPE, encoding="utf-8")
    try:
        if process.stdout is None or not process.stdout.readline():
            raise RuntimeError(f"it ended without a picture: {' '.join(arguments)}")
        return perf_counter() - begun
    finally:
        process.kill()
        process.communicate()


def idle(argv: Sequence[str]) -> int:
    """Measure what the open table costs while nothing happens."""
    return on_each_driver("tools.bench_window", ["idle", *argv])


def input_delay(argv: Sequence[str]) -> int:
    """Measure how many frames pass from a move of the mouse to the picture that shows it, at rest and in flight."""
    return on_each_driver("tools.bench_window", ["input", *argv])


def late(argv: Sequence[str]) -> int:
    """Measure the time between pictures during the moment of a pure canasta, then again with one core kept busy."""
    return on_each_driver("tools.bench_window", ["late", *argv])


# --- in a process of their own ----------------------------------------------------------------------------------------


class Watched(App):
    """The program with a hook in its main loop, at a table where the person is to move."""

    def __init__(self, home: str) -> None:
        super().__init__(home, None)
        self.director.apply(Replace(self.context.table(self.matches.begin(header(1)))))
        self.begun = monotonic()

    @property
    def table(self) -> TableScene[DeadHandInput]:
        """Return the table."""
        top = self.director.top
        if not isinstance(top, TableScene):
            raise TypeError(f"the table lies under {top.name}")
        return top


class Resting(Watched):
    """Counts pictures and processor time once nothing moves."""

    def __init__(self, home: str, seconds: float) -> None:
        super().__init__(home)
        self.seconds = seconds
        self.pictures = 0
        self.spent = 0.0

    def run_frame(self) -> bool:
        """Count the pictures and the time spent on them."""
        drawn = super().run_frame()
        past = monotonic() - self.begun
        if past < IDLE_SECONDS:
            self.pictures, self.spent = 0, process_time()
        else:
            self.pictures += drawn
        if past > IDLE_SECONDS + self.seconds:
            self.spent = process_time() - self.spent
            self.director.running = False
        return drawn


@dataclass
class Delays:
    """How long input took to be shown: in frames, the one that shows it included, and in milliseconds."""

    frames: list[float] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)

    def tell(self, when: str) -> None:
        """Print them."""
        if self.ms:
            print(f"  {when}: {len(self.ms)} moves of the mouse, at most {max(self.frames):.0f} frames")
            print(line(f"{when}, to the picture", self.ms, "ms"))


class Touched(Watched):
    """Moves the mouse on a button and away, alternately at rest and during flights, and times when that is shown."""

    def __init__(self, home: str, moves: int) -> None:
        super().__init__(home)
        self.left = moves
        self.rest, self.flight = Delays(), Delays()
        self._waits: Delays | None = None
        self._since = 0.0
        self._frames = 0
        self._before = b""
        self._on = False
        self._quiet = 0

    def run_frame(self) -> bool:
        """Move the mouse, or look whether the picture shows it."""
        drawn = super().run_frame()
        if self._waits is not None:
            self._look(self._waits, drawn=drawn)
        elif monotonic() - self.begun > SETTLE_SECONDS and (self.left % 2 or not self.table.board.is_moving):
            self._quiet += 1
            if self._quiet > self.left % 7:  # at varying moments
                self._move()
        return drawn

    def _button(self) -> pygame.Rect:
        return pygame.Rect(self.director.viewport.to_window(self.table.panel.menu.rect))

    def _seen(self) -> bytes:
        """Return the pixels of a button that is lit while the pointer is over it."""
        return pygame.image.tobytes(self.window.surface.subsurface(self._button()), "RGB")

    def _move(self) -> None:
        table = self.table
        if self.left % 2 and not table.board.is_moving and table.hands.turn is not None:
            table.board.fly_deal(table.hands.turn, table.shown.marks, monotonic())
        self._waits = self.flight if table.board.is_moving else self.rest
        self._on, self._before = not self._on, self._seen()
        at = self._button().center if self._on else FAR_POINT
        self._since, self._frames = perf_counter(), 0
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0), touch=False))

    def _look(self, delays: Delays, *, drawn: bool) -> None:
        self._frames += drawn
        if self._seen() == self._before:
            return
        delays.frames.append(self._frames)
        delays.ms.append((perf_counter() - self._since) * 1000)
        self._waits, self._quiet = None, 0
        self.left -= 1
        self.director.running = self.left > 0


class Performing(Watched):
    """Plays moments one after the other, and notes how long each picture was shown."""

    def __init__(self, home: str, seconds: float) -> None:
        super().__init__(home)
        self.seconds = seconds
        self.seen: list[float] = []  # ms
        self._last: float | None = None

    def run_frame(self) -> bool:
        """Begin the next moment, and note how long the picture before was seen."""
        past = monotonic() - self.begun
        if past > SETTLE_SECONDS and not self.table.shown.moments.busy:
            begin_moment(self.table, monotonic())
        drawn = super().run_frame()
        if drawn and past > SETTLE_SECONDS + 1.0:
            now = perf_counter()
            if self._last is not None:
                self.seen.append((now - self._last) * 1000)
            self._last = now
        self.director.running = past < SETTLE_SECONDS + 1.0 + self.seconds
        return drawn


def measure(argv: Sequence[str]) -> int:
    """Measure one thing in this process, on the driver of its environment."""
    parser = argparse.ArgumentParser(prog="bench_window")
    parser.add_argument("what", choices=("idle", "input", "late"))
    parser.add_argument("--seconds", type=float, default=46.0)
    parser.add_argument("--moves", type=int, default=60)
    chosen = parser.parse_args(argv)
    pygame.display.init()
    pygame.font.init()
    with TemporaryDirectory() as home:
        if chosen.what == "idle":
            _rest(str(Path(home)), chosen.seconds)
        elif chosen.what == "late":
            _perform(str(Path(home)), chosen.seconds)
        else:
            _touch(str(Path(home)), chosen.moves)
    pygame.quit()
    return 0


def _rest(home: str, seconds: float) -> None:
    app = Resting(home, seconds)
    app.run_frame()
    app.run()
    app.close()
    print(f"  {'share of a core at rest':34} {app.spent / seconds:15.2%}   {app.pictures} pictures in {seconds:.0f} s")
    print(f"  {'asking for events 60 times a second':34} {_bare_wheel(seconds):15.2%}")


def _bare_wheel(seconds: float) -> float:
    """Return the cost of an empty main loop in the same window."""
    clock, until, begun = pygame.time.Clock(), monotonic() + seconds, process_time()
    while monotonic() < until:
        pygame.event.get()
        clock.tick(60)
    return (process_time() - begun) / seconds


def _perform(home: str, seconds: float) -> None:
    for busy in (0, 1):
        loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(busy)]
        try:
            app = Performing(home, seconds)
            app.run_frame()
            app.run()
            app.close()
        finally:
            for loop in loops:
                loop.kill()
                loop.wait()
        behind = sum(ms > LATE_FRAME_MS for ms in app.seen)
        print(line(f"picture to picture, {busy} cores busy", app.seen, "ms"))
        print(
            f"  longest {max(app.seen):.1f} ms; {behind} of {len(app.seen)} longer than {LATE_FRAME_MS} ms", flush=True
        )


def _touch(home: str, moves: int) -> None:
    app = Touched(home, moves)
    app.run_frame()
    app.run()
    app.close()
    app.rest.tell("at rest")
    app.flight.tell("in flight")


if __name__ == "__main__":
    sys.exit(measure(sys.argv[1:]))
