"""Measure how long three people at three real windows wait for each other, against what is acceptable.

Each has a network namespace with a cable (as root; else all play on loopback, and no cable is pulled). Times are taken
from what the windows report: from the click, or the fault, until the last window shows its effect.
"""

from __future__ import annotations

import argparse
import signal
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from time import monotonic

from game.client.words import say
from net.log.calls import GRACE_MS
from tests.window.driver import SAID, Sight, Window
from tests.window.hand import rack
from tests.window.lan_hand import banner, enabled, misses, running
from tools.soak_faults import Lan, lan

NAMES = ("Rosa", "Bruno", "Ana")
TIMEOUT_SECONDS = 60.0
REPEATS = 5
# What is waited for, and the seconds allowed.
ALLOWED_SECONDS = {
    "a table that opens is in the list": 2.0,
    "a list that opens has the table": 2.0,
    "joined": 1.0,
    "dealt, three persons": 3.0,
    "a killed guest is missed": 2.0,
    "a stopped guest is missed": 2.0,
    "a stopped host is missed": 2.0,
    "a guest without a cable is missed": 2.0,
    "a host without a cable is missed": 2.0,
    "a killed host is missed": 2.0,
    "a new host after one who leaves": 5.0,
    "a new host after the votes on one who is dead": 5.0,
}


class Watch:
    """The measured waits."""

    def __init__(self) -> None:
        self.took: defaultdict[str, list[float]] = defaultdict(list)

    def until(self, what: str, since: float, *seen: tuple[Window, Callable[[Sight], object]]) -> None:
        """Wait until every window shows it; count what the last one took."""
        open_ = [*seen]
        with SAID:
            while open_:
                for window, _true in open_:
                    window.look()
                open_ = [(window, true) for window, true in open_ if not true(window.sight)]
                told = "; ".join(f"{window.sight.top}: {window.sight.texts()[:300]!r}" for window, _true in open_)
                if not (monotonic() < since + TIMEOUT_SECONDS):
                    raise AssertionError(f"waited in vain: {what}; in sight: {told}")
                if open_:
                    SAID.wait(TIMEOUT_SECONDS / 10)
        self.took[what].append(monotonic() - since)

    def lines(self) -> Iterator[str]:
        """Yield a line for each measurement."""
        for what, allowed in ALLOWED_SECONDS.items():
            took = self.took.get(what, [])
            if took:
                kept = "kept" if max(took) <= allowed else "NOT KEPT"
                yield (
                    f"{what:46} {len(took):3} times, median {median(took):5.2f} s, longest {max(took):5.2f} s, "
                    f"allowed {allowed:.0f} s: {kept}"
                )


def _listed(name: str, sight: Sight) -> bool:
    return any(name in row.text and "off" not in row.state for row in sight.of_kind("row") if "tables" in row.name)


def _open(host: Window) -> float:
    """Open a table for four; return when the button was clicked."""
    host.click("title.lan")
    host.scene("lan_lobby")
    host.click("lobby.host")
    host.scene("lan_host")
    for name in ("host.games.burako", "host.players.4"):
        host.click(name)
        host.wait(lambda sight, name=name: sight.says(name, "chosen"), name)  # type: ignore[misc] # bound now
    since = monotonic()
    host.click("host.open")
    return since


@contextmanager
def _three(made: Lan, folder: Path) -> Iterator[list[Window]]:
    with ExitStack() as stack:
        homes = [(at, name, folder / name) for at, name in enumerate(NAMES)]
        yield [stack.enter_context(running(home, name, inside=made.inside(at))) for at, name, home in homes]


def _sit_down(watch: Watch, windows: list[Window]) -> None:
    """Open a table, find it, join and deal, and measure all of that."""
    host, *guests = windows
    guests[0].click("title.lan")
    guests[0].scene("lan_lobby")
    since = _open(host)
    listed = partial(_listed, NAMES[0])
    watch.until("a table that opens is in the list", since, (guests[0], listed))
    since = monotonic()
    guests[1].click("title.lan")
    watch.until("a list that opens has the table", since, (guests[1], listed))
    host.scene("lan_room")
    host.click("room.chairs.3")
    host.scene("chair")
    host.click("chair.bot_easy")
    for guest in guests:
        if not enabled("lobby.join", guest.sight):
            guest.click(next(row.name for row in guest.sight.of_kind("row") if NAMES[0] in row.text))
        guest.wait(lambda sight: enabled("lobby.join", sight), "the table to be chosen")
        since = monotonic()
        guest.click("lobby.join")
        watch.until("joined", since, (guest, lambda sight: sight.find("room.ready") is not None))
        guest.click("room.ready")
    host.wait(lambda sight: enabled("room.start", sight), "everybody to be ready")
    since = monotonic()
    host.click("room.start")
    watch.until("dealt, three persons", since, *((one, rack) for one in windows))


def _missed(watch: Watch, windows: list[Window], name: str, what: str, strike: Callable[[], object]) -> None:
    since = monotonic()
    strike()
    others = (window for window, whose in zip(windows, NAMES[-len(windows) :], strict=True) if whose != name)
    watch.until(what, since, *((one, partial(misses, name)) for one in others))


def _back(windows: list[Window]) -> None:
    for one in windows:
        one.wait(lambda sight: not any(misses(name, sight) for name in NAMES), "all to be heard again")


def measure_once(watch: Watch, folder: Path) -> None:
    """Sit down at a table, and measure once all but the loss of a host who dies."""
    with lan() as made, _three(made, folder) as windows:
        _sit_down(watch, windows)
        for one in windows[1:]:  # the guests call each other in the first seconds
            one.wait(lambda _sight: one.xdotool("sleep", 12) == "", "the guests to know each other")  # noqa: B023 - now
        for at, whom in ((1, "guest"), (0, "host")):
            stop = partial(windows[at].process.send_signal, signal.SIGSTOP)
            _missed(watch, windows, NAMES[at], f"a stopped {whom} is missed", stop)
            windows[at].process.send_signal(signal.SIGCONT)
            _back(windows)
            if made.stands:
                _missed(watch, windows, NAMES[at], f"a {whom} without a cable is missed", partial(made.pull, at))
                made.plug(at)
                _back(windows)
        host, *guests = windows
        host.click("table.menu")
        host.scene("menu")
        host.click("menu.leave")
        host.scene("leave")
        since = monotonic()
        host.click("leave.go")
        news = say("news.host", name=NAMES[1])
        watch.until(
            "a new host after one who leaves", since, *((one, lambda sight: news in sight.texts()) for one in guests)
        )
        for one in guests:
            one.click("lan_news.got_it")
            one.scene("table")
        _missed(watch, windows[1:], NAMES[2], "a killed guest is missed", windows[2].process.kill)


def killed_host(watch: Watch, folder: Path, *, votes: bool) -> None:
    """Kill a host; with `votes`, let the others vote after the grace that he is gone."""
    with lan() as made, _three(made, folder) as windows:
        _sit_down(watch, windows)
        _missed(watch, windows, NAMES[0], "a killed host is missed", windows[0].process.kill)
        if not votes:
            return
        guests, may_vote = windows[1:], say("waits.away_vote", seconds=GRACE_MS // 1000).partition(". ")[2]
        for one in guests:
            one.wait(lambda sight: may_vote in banner(sight), "the end of the grace", 1.5 * GRACE_MS / 1000)
            one.click("table.company")
            one.scene("lan_company")
            one.place("company.forsake")
        for one in guests:
            since = monotonic()
            one.click("company.forsake")
            one.scene("vote")
        news = say("news.host", name=NAMES[1])
        for one in guests:
            one.click("vote.got_it")

        def seen(sight: Sight) -> bool:
            return any(news in place.text for _name, places in sight.scenes for place in places)

        watch.until("a new host after the votes on one who is dead", since, *((one, seen) for one in guests))


def run(argv: Sequence[str]) -> int:
    """Measure; 1 if something took longer than it may."""
    reader = argparse.ArgumentParser(prog="bench waits", description=__doc__)
    reader.add_argument("--repeats", type=int, default=REPEATS)
    reader.add_argument("--votes", action="store_true", help="wait out the grace of a dead host, two minutes, and vote")
    chosen = reader.parse_args(argv)
    watch = Watch()
    parts: tuple[Callable[[Watch, Path], None], ...] = (measure_once, partial(killed_host, votes=chosen.votes))
    try:
        for _time in range(chosen.repeats):
            with tempfile.TemporaryDirectory(prefix="comodin-waits-", ignore_cleanup_errors=True) as folder:
                for number, part in enumerate(parts):
                    here = Path(folder) / str(number)
                    here.mkdir()
                    part(watch, here)
    finally:
        lines = [*watch.lines()]
        print(*lines, sep="\n", flush=True)
    return int(any("NOT" in line for line in lines))
