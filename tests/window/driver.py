"""A hand at a real window: a screen of its own, the program as its own process, real mouse and real keys.

It learns where things lie from the debug print alone, and never sleeps: every wait ends with a line of the program or
with a deadline.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from queue import Empty, Queue
from threading import Condition, Thread
from time import monotonic
from typing import IO

from game.store.settings import Settings, save_settings, settings_path

SCREEN = (1600, 1000)
PATIENCE = 40.0  # seconds for anything the program should do; a machine under load is slow
MAX_FOLLOWED = 5  # times the mouse goes after a thing that moves on; one that never rests is missed
NEEDED = ("Xvfb", "xdotool")
SAID = Condition()  # told of every line that any program says


@dataclass(frozen=True, slots=True)
class Place:
    """One thing in sight: kind, name, rectangle in px of the window, what is said of it, its text."""

    kind: str
    name: str
    rect: tuple[int, int, int, int]
    state: tuple[str, ...]
    text: str = ""

    @property
    def middle(self) -> tuple[int, int]:
        x, y, w, h = self.rect
        return (x + w // 2, y + h // 2)


@dataclass(frozen=True, slots=True)
class Sight:
    """What the program last said lies where: the scenes, the top one last."""

    scenes: tuple[tuple[str, tuple[Place, ...]], ...] = ()
    window: tuple[int, int] = (0, 0)

    @classmethod
    def read(cls, line: str) -> Sight:
        said = json.loads(line)
        return cls(
            tuple(
                (
                    scene["scene"],
                    tuple(
                        Place(one["kind"], one["name"], _rect(one["rect"]), tuple(one["state"]), one.get("text", ""))
                        for one in scene["places"]
                    ),
                )
                for scene in said["scenes"]
            ),
            (said["window"][0], said["window"][1]),
        )

    @property
    def top(self) -> str:
        return self.scenes[-1][0] if self.scenes else ""

    @property
    def places(self) -> tuple[Place, ...]:
        return self.scenes[-1][1] if self.scenes else ()

    def find(self, name: str) -> Place | None:
        return next((place for place in self.places if place.name == name), None)

    def says(self, name: str, word: str) -> bool:
        """Tell whether a thing is in sight and a word is said of it."""
        place = self.find(name)
        return place is not None and word in place.state

    def of_kind(self, kind: str) -> list[Place]:
        return [place for place in self.places if place.kind == kind]

    def texts(self) -> str:
        return "\n".join(place.text for place in self.places if place.text)


def _rect(numbers: Sequence[int]) -> tuple[int, int, int, int]:
    x, y, w, h = numbers
    return (x, y, w, h)


def require_tools() -> None:
    """Fail with a sentence when a real window cannot be had: such tests are not to be skipped by accident."""
    missing = [tool for tool in NEEDED if shutil.which(tool) is None]
    assert not missing, f"tests of the window need {' and '.join(missing)}; install them (apt: xvfb xdotool)"


def until(true: Callable[[], object], what: str) -> None:
    """Poll until a condition holds that the debug output does not show, such as what is on the disk."""
    end = monotonic() + PATIENCE
    while not true():
        assert monotonic() < end, f"waited in vain for {what}"


@contextmanager
def screen(size: tuple[int, int] = SCREEN, *more: str) -> Iterator[str]:
    """Start a screen on a number that is free, `more` being told to Xvfb; give its name for DISPLAY."""
    require_tools()
    read_end, write_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp"]
    command += [
        *more,
        "-noreset",
    ]  # else it begins anew when a program ends, and has no answer for the next one meanwhile
    server = subprocess.Popen(command, pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write_end)
    try:
        ready, _, _ = select.select([read_end], [], [], PATIENCE)
        assert ready, "Xvfb did not start"
        yield f":{os.read(read_end, 64).decode().strip()}"
    finally:
        os.close(read_end)
        server.terminate()
        server.wait()


@dataclass
class Window:
    """The running program and the hand at it."""

    process: subprocess.Popen[str]
    environment: Mapping[str, str]
    sight: Sight = field(default_factory=Sight)
    lines: Queue[str | None] = field(default_factory=Queue)
    hears: Callable[[str], None] | None = None  # is given every line of the debug output
    _id: str = ""

    def __post_init__(self) -> None:
        self._xdotool = shutil.which("xdotool") or "xdotool"
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in chain(self.process.stdout, (None,)):
            self.lines.put(line)
            with SAID:
                SAID.notify_all()

    # --- seeing --------------------------------------------------------------------------------------------------

    def wait(self, true: Callable[[Sight], object], what: str, patience: float = PATIENCE) -> Sight:
        """Wait until something can be seen; fail with what was seen instead."""
        assert self._comes(true, what, patience), f"waited in vain for {what}; in sight: {self._told()}"
        return self.sight

    def _comes(self, true: Callable[[Sight], object], what: str, patience: float) -> bool:
        """Tell whether something can be seen before patience ends."""
        end = monotonic() + patience
        self.look()
        while not true(self.sight):
            try:
                line = self.lines.get(timeout=max(0.0, end - monotonic()))
            except Empty:
                return False
            assert line is not None, f"the program ended while waiting for {what}: {self._last_words()}"
            self._take(line)
        return True

    def look(self) -> None:
        """Take in what the program has said until now."""
        while not self.lines.empty():
            line = self.lines.get()
            if line is not None:
                self._take(line)

    def _take(self, line: str) -> None:
        if line.startswith("{"):
            self.sight = Sight.read(line)
            if self.hears is not None:
                self.hears(line)

    def _told(self) -> str:
        seen = (f"{one.name} {', '.join(one.state)}{one.text and f' {one.text!r}'}" for one in self.sight.places)
        return f"{self.sight.top}: " + "; ".join(seen)

    def _last_words(self) -> str:
        self.process.wait(PATIENCE)
        return f"exit code {self.process.returncode}"

    def scene(self, name: str) -> Sight:
        """Wait for a scene to be on top."""
        return self.wait(lambda sight: sight.top == name, f"the scene {name}")

    def place(self, name: str) -> Place:
        """Wait for a thing and return where it lies."""
        found = self.wait(lambda sight: sight.find(name), name).find(name)
        assert found is not None
        return found

    # --- doing ---------------------------------------------------------------------------------------------------

    def xdotool(self, *arguments: str | int) -> str:
        command = [self._xdotool, *map(str, arguments)]
        told = subprocess.run(
            command, env=dict(self.environment), capture_output=True, text=True, check=True, timeout=PATIENCE
        )
        return told.stdout

    @property
    def id(self) -> str:
        """Return the window's id, asked once: a busy display may show it a while after the first debug line."""
        if not self._id:
            self._id = self.xdotool("search", "--sync", "--onlyvisible", "--class", "comodin").split()[0]
        return self._id

    def move(self, at: tuple[int, int]) -> None:
        self.xdotool("mousemove", "--window", self.id, at[0], at[1])

    def click(self, what: str | Place | tuple[int, int], button: int = 1) -> None:
        """Click on a thing by its name, or on a place; one that moves from under the hand is followed, a few times."""
        at = self._at(what)
        self.move(at)
        for _ in range(MAX_FOLLOWED):
            self.look()
            now = self._at(what)
            if now == at:
                break
            at = now
            self.move(at)
        self.xdotool("click", button)

    def click_until(self, name: str, true: Callable[[Sight], object], what: str) -> None:
        """Click on a thing, and once more as a person does where a busy table missed the first click."""
        self.click(name)
        if not self._comes(true, what, PATIENCE / 4):
            self.click(name)
        self.wait(true, what)

    def drag(self, start: str | Place | tuple[int, int], end: str | Place | tuple[int, int]) -> None:
        """Press, move in a few steps as a person does, let go."""
        x, y = self._at(start)
        to_x, to_y = self._at(end)
        self.move((x, y))
        self.xdotool("mousedown", 1)
        for step in range(1, 9):
            self.move((x + (to_x - x) * step // 8, y + (to_y - y) * step // 8))
        self.xdotool("mouseup", 1)

    def press(self, *keys: str) -> None:
        """Press keys by their X names, such as Return or ctrl+z."""
        self._id = ""  # full screen is another window
        self.xdotool("windowfocus", self.id)
        for key in keys:
            self.xdotool("key", "--clearmodifiers", key)

    def _at(self, what: str | Place | tuple[int, int]) -> tuple[int, int]:
        if isinstance(what, str):
            return self.place(what).middle
        return what.middle if isinstance(what, Place) else what

    # --- ending --------------------------------------------------------------------------------------------------

    def heard_out(self) -> None:
        """Wait until everything an ended program has said is taken in."""
        self._listener.join(PATIENCE)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def quit(self) -> int:
        """Quit by the key, and return the exit code."""
        self.press("ctrl+q")
        return self.process.wait(PATIENCE)


@contextmanager
def program(
    command: Sequence[str | Path],
    display: str,
    home: Path,
    folder: Path,
    complaints: IO[bytes] | None = None,
    /,
    **more: str,
) -> Iterator[Window]:
    """Start the program with a home of its own on a screen, past the first start's page; it is ended in any case."""
    past_the_first_start(home)
    with started(command, display, home, folder, complaints, **more) as window:
        yield window


def past_the_first_start(home: Path) -> None:
    """Leave settings in a home that has none, so that the program begins at its title."""
    if not settings_path(home).exists():
        home.mkdir(parents=True, exist_ok=True)
        save_settings(settings_path(home), Settings(welcomed=True))


@contextmanager
def started(
    command: Sequence[str | Path],
    display: str,
    home: Path,
    folder: Path,
    complaints: IO[bytes] | None = None,
    /,
    **more: str,
) -> Iterator[Window]:
    """Start the program in `folder` with this home as it is; a relative name of it is one in that folder.

    What it says on standard error goes to `complaints`, else where ours goes.
    """
    given = {**os.environ, "LANGUAGE": "en", **more, "DISPLAY": display, "SDL_AUDIODRIVER": "dummy"}
    hidden = ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")  # other tests of this process ask for no window at all
    environment = {name: value for name, value in given.items() if name not in hidden}
    process = subprocess.Popen(
        [*command, "play", "--debug-layout", "--home", home],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=complaints,
        encoding="utf-8",
    )
    window = Window(process, environment)
    try:
        window.wait(lambda sight: sight.scenes, "the first picture")
        yield window
    finally:
        if process.poll() is None:
            process.kill()
            process.wait(PATIENCE)
        window.heard_out()
        if process.stdout is not None:
            process.stdout.close()
