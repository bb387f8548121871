"""An evening of three people at three real windows, played by mouse for hours: `tools/dev.py soak evening`.

Each has a screen, a home and a network with a cable of its own. Match follows match, another game each, and all the
while somebody is killed and comes back by any way, sleeps, loses the cable or the link, leaves for good, hands the
table over, pauses or talks. Nobody may be accused or stuck, nothing lost, no program may complain; what players wait
for is measured. Without the rights of the administrator there are no cables, and all play on loopback; the resulting
line says so.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import monotonic

from game.client.words import say
from game.client.words.lan import SENTENCES as LAN_SENTENCES
from game.client.words.network import SENTENCES as LINK_SENTENCES
from game.lan.home import DONE_SUFFIX, RUNNING_SUFFIX, LanFile
from game.rules.registry import rules_of
from game.store.log import log_path
from game.store.settings import KeptTable, Settings, save_settings, settings_path
from net.log.effects import EntryRecord
from tests.window.driver import SAID, Sight, screen
from tests.window.evening_hand import WAYS, Aim, Meeting, Person
from tests.window.hand import rack
from tests.window.lan_hand import banner, misses
from tools.netsim_wire import Lots
from tools.soak_faults import Lan, lan

MINUTES = 120
NAMES = ("Rosa", "Bruno", "Ana")
SIZE = (1600, 1000)
LOOK_SECONDS = 0.25  # seconds between two checks, unless a program reports something before
CLICK_SECONDS = 1.3  # seconds between two clicks
# Games with their chairs and the options for a match of one or two rounds. The fourth chair is a bot's. People
# here never meld, so points come from bots' sets alone, which shall count without a canasta too.
GAMES: dict[str, tuple[int, tuple[tuple[str, int | str], ...]]] = {
    "burako": (4, (("no_canasta_table", "count"), ("target", 100))),
    "rummikub": (3, (("fresh_rounds", 2), ("rounds", "fresh"))),
    "burraco": (4, (("target", 100),)),
    "rummy": (4, (("hands", 2),)),
    "eburako": (4, (("no_canasta_table", "count"), ("target", 100))),
}
RECOVERY_SECONDS = 60.0  # seconds after a fault until everybody has a newer log entry
QUIET_SECONDS = 100.0  # seconds without a fault in which something must happen: longer than reading a score
MEET_SECONDS = 90.0  # seconds until three people sit at a dealt table
END_SECONDS = 150.0  # seconds until all have seen the end of a match, the last score included
SLEEP_SECONDS = 40
CABLE_OUT_SECONDS = (5, 50)  # seconds that a cable is out
AWAY_SECONDS = (1, 25)  # seconds that a killed program stays away
FAULT_GAP_SECONDS = (15, 45)  # between two faults
# Sentences that must not appear: accusations, differing tables, lost data.
BAD_SENTENCES = (
    *(f"news.{code}" for code in (
        "differs", "cured", "breach", "disputed", "asked", "parted", "bot_differs", "host_lied", "forked", "untrue",
        "moves_lost", "damaged", "unseated_parted", "unseated_host_lied", "unseated_forked",
    )),
    "waits.frozen", "waits.frozen_line", "shield.breach", "lan.unreadable.what", "lan.no_disk.what",
    "notice.lan_secret",
    *(f"link.{code}.what" for code in (
        "malformed", "too_large", "out_of_turn", "too_fast", "not_reading", "bad_signature", "other_host",
    )),
)  # fmt: skip
COUNTED_NEWS = ("news.void", "news.rewound", "news.rejected", "news.other_line", "news.old_line", "news.apart")
TABLE = ("table", "lan_dealing")

Play = Iterator[None]  # the script of the evening, run beside the hands; every `next` is one check


def fragment(code: str) -> str:
    """Return the longest constant part of a sentence."""
    sentence = {**LAN_SENTENCES, **LINK_SENTENCES}[code]
    return max(re.split(r"\{\w+\}", str(sentence)), key=len).strip()


def entries(path: Path) -> list[bytes]:
    """Return the entries of a match as a home keeps them."""
    log: list[bytes] = []
    for record in LanFile.records_of(path.read_bytes())[0]:
        if isinstance(record, EntryRecord):
            del log[record.numbered.number :]
            log.append(record.numbered.raw)
    return log


@dataclass
class Wait:
    """Something that a player should see soon; `kind` is its category in the statistics."""

    kind: str
    since: float
    seer: Person
    seen: Callable[[Sight], bool]


class Evening:
    """The three, their cables, what has happened and what was measured."""

    def __init__(self, seed: int, seconds: float, folder: Path, stack: ExitStack, told: Callable[[str], None]) -> None:
        self.began = monotonic()
        self.end = self.began + seconds
        self.told = told
        self.lots = Lots("evening", seed)
        self.counts: Counter[str] = Counter()
        self.took: defaultdict[str, list[float]] = defaultdict(list)
        self.bad = {code: fragment(code) for code in BAD_SENTENCES}
        self.marked = {code: fragment(code) for code in COUNTED_NEWS}
        self.wrong: list[str] = []
        self.lan: Lan = stack.enter_context(lan())
        self.folder = folder
        self.people = [self._person(at, name, stack) for at, name in enumerate(NAMES)]
        self.host = self.people[0]
        self.match = ""  # the number of the match, as its files are called
        self.kept: dict[str, list[bytes]] = {}  # the longest log that anybody had of it
        self._waits: list[Wait] = []
        self._grew = self.began
        self._sizes: dict[str, int] = {}
        self._looked = self._judged = self.began
        self._troubled = 0  # number of faults in progress
        self._news: dict[str, str] = {}  # by person, the message page they have open
        self._logs: dict[Path, tuple[int, list[bytes]]] = {}

    def _person(self, at: int, name: str, stack: ExitStack) -> Person:
        home = self.folder / name
        home.mkdir(parents=True)
        tables = tuple(
            KeptTable(game, rules_of(game).presets[0].key, (("players", players), *chosen))
            for game, (players, chosen) in GAMES.items()
        )
        save_settings(
            settings_path(home),
            Settings(player=name, calm=True, bot_pace=300, welcomed=True, sounds=False, tables=tables),
        )
        frame = self.folder / f"{name}-screen"
        frame.mkdir()
        display = stack.enter_context(screen(SIZE, "-fbdir", str(frame)))
        person = Person(name, home, display, tuple(self.lan.inside(at)), CLICK_SECONDS)
        stack.callback(person.end)
        return person

    # --- looking -------------------------------------------------------------------------------------------------

    def hear(self, person: Person, line: str) -> None:
        """Take in everything a window shows, however briefly."""
        for code, part in self.bad.items():
            if part in line:
                self.wrong.append(f"{person.name} reads {code}")
        news = person.sight.texts() if person.sight.top == "lan_news" else ""
        if news and news != self._news.get(person.name):
            for code, part in self.marked.items():
                self.counts[code] += part in news
            for other in self.people:
                if other is not self.host and say("news.host", name=other.name) in news:
                    self.host = other
                    self.counts["new hosts"] += 1
                    self.took["new host"] += [monotonic() - self._left] if self._left else []
                    self._left = 0.0
        self._news[person.name] = news

    _left = 0.0  # when a host left

    def start(self, person: Person) -> None:
        """Start somebody's program."""
        person.start(partial(self.hear, person))

    def look(self) -> None:
        """Let every player act, and check that all is well."""
        with SAID:
            SAID.wait(LOOK_SECONDS)
        now = monotonic()
        for person in self.people:
            if person.window is not None and not person.frozen:
                code = person.window.process.poll()
                if code is not None:
                    raise AssertionError(f"{person.name}'s program ended by itself with {code}")
            done = person.step(now)
            self.counts["deeds"] += bool(done)
            if done == "leave.go" and person is self.host:
                self._left = monotonic()
        if self.is_over():
            for one in self.people:
                # A finished table is no longer announced; those still there send the end.
                if one.aim is Aim.BACK and one.way == "list" and one.sight.top in ("title", "lan_lobby"):
                    one.way = "matches"
        self._see(now)
        if self.wrong:
            raise AssertionError("; ".join(dict.fromkeys(self.wrong)))
        if now - self._looked >= 2:
            self._looked = now
            self._watch(now)
        if now - self._judged >= 60:
            self._judged = now
            self.judge()

    def _see(self, now: float) -> None:
        for wait in [*self._waits]:
            if wait.seer.window is None or wait.seer.frozen or wait.seer.sight.top not in TABLE:
                self._waits.remove(wait)
            elif wait.seen(wait.seer.sight):
                self._waits.remove(wait)
                self.took[wait.kind].append(now - wait.since)

    def _watch(self, now: float) -> None:
        """Check that the match progresses and that no program reports an error."""
        sizes = {
            str(path): path.stat().st_size for one in self.people for path in one.home.glob(f"lan/*{RUNNING_SUFFIX}")
        }
        if sizes != self._sizes or self._troubled:
            self._sizes, self._grew = sizes, now
        if not (now - self._grew < QUIET_SECONDS):
            raise AssertionError(f"nothing has happened for {QUIET_SECONDS:.0f} s: {self.seen()}")
        for person in self.people:
            for run in range(1, person.runs + 1):
                said = person.complaints(run).read_text(errors="replace")
                if not ("Traceback" not in said):
                    raise AssertionError(f"{person.name}'s program complains: {said[-1500:]}")
            for path in log_path(person.home).parent.glob("*"):
                said = path.read_text(errors="replace")
                if "CRITICAL" in said:
                    raise AssertionError(f"{person.name}'s log has a fault: {said[said.index('CRITICAL') :][:1500]}")

    def file_of(self, person: Person) -> Path:
        """Return the file of the match in somebody's home."""
        running = person.home / "lan" / f"{self.match}{RUNNING_SUFFIX}"
        return running if running.exists() else running.with_suffix(DONE_SUFFIX)

    def log(self, person: Person) -> list[bytes]:
        """Return the match as somebody's home keeps it."""
        for _time in range(2):  # it is renamed when it is closed
            with suppress(FileNotFoundError):
                path = self.file_of(person)
                size, log = self._logs.get(path, (0, []))
                if size != path.stat().st_size:
                    size, log = path.stat().st_size, entries(path)
                    self._logs[path] = (size, log)
                return log
        return []

    def judge(self) -> int:
        """Check that every log of the match is a beginning of the longest one ever seen; return its length."""
        if not self.match:
            return 0
        longest = self.kept.get(self.match, [])
        for person in self.people:
            log = self.log(person)
            same = min(len(log), len(longest))
            if not (log[:same] == longest[:same]):
                raise AssertionError(f"{person.name}'s log parts from another within {same} entries")
            longest = max(longest, log, key=len)
        self.kept[self.match] = longest
        self.counts["looks at the logs"] += 1
        return len(longest)

    def seen(self) -> str:
        """Return what every window shows."""
        return "; ".join(
            f"{one.name} {'frozen ' * one.frozen}{one.aim.value} by {one.way} at {one.sight.top or 'nothing'}: "
            f"{banner(one.sight) or one.sight.texts()[:200]!r}"
            for one in self.people
        )

    # --- waiting -------------------------------------------------------------------------------------------------

    def pause(self, seconds: float) -> Play:
        """Wait some seconds."""
        end = monotonic() + seconds
        while monotonic() < end:
            yield

    def until(self, true: Callable[[], bool], what: str, seconds: float) -> Play:
        """Wait until a condition holds."""
        end = monotonic() + seconds
        while not true():
            if not (monotonic() < end):
                raise AssertionError(f"waited {seconds:.0f} s in vain for {what}; in sight: {self.seen()}")
            yield

    def draw(self, least: int, most: int) -> int:
        """Draw a number from `least` to `most`."""
        return least + self.lots.draw(most - least + 1)

    def all_at(self, *scenes: str) -> bool:
        """Return whether all are at one of these pages."""
        return all(one.up and one.sight.top in scenes for one in self.people)

    # --- a match -------------------------------------------------------------------------------------------------

    def play(self) -> Play:
        """Play one match after another until the time is up."""
        games = list(GAMES)
        for one in self.people:
            self.start(one)
        number = 0
        while monotonic() < self.end:
            game = games[number % len(games)]
            yield from self.meet(game, self.people[number % len(self.people)])
            yield from self.through()
            yield from self.part()
            number += 1
            for wait in self.waits():
                self.told(wait)
            minutes = (monotonic() - self.began) / 60
            self.told(
                f"{minutes:6.1f} min, match {number}, {game}, {len(self.kept[self.match])} entries: {self.line()}"
            )

    def meet(self, game: str, host: Person) -> Play:
        """Open a table; the others find it and sit down; then deal."""
        self.match = ""
        self.host = host
        players, _chosen = GAMES[game]
        for one in self.people:
            one.meeting, one.code, one.ended, one.lingers = Meeting(game, players), "", False, True
            one.aim, one.way = Aim.NOTHING, "list"
        host.aim = Aim.HOST
        yield from self.until(lambda: bool(host.code), "a table with a code", MEET_SECONDS)
        if not self.lots.draw(4):
            yield from self.gone_from_room(host)
        meeting = Meeting(game, players, host.code, self.address(host))
        ways = WAYS[:3] if self.lan.stands else ("list", "code")
        for one in self.people:
            one.meeting = meeting
            if one is not host:
                one.aim, one.way = Aim.JOIN, ways[self.lots.draw(len(ways))]
                self.counts[f"joined by {one.way}"] += 1
        if not self.lots.draw(3):
            yield from self.killed_in_room(next(one for one in self.people if one is not host))
        yield from self.until(lambda: self.all_at(*TABLE), "a table that is dealt", MEET_SECONDS)
        for one in self.people:
            one.aim = Aim.BACK
        if not self.lots.draw(3):
            yield from self.trouble("deal")
        yield from self.until(lambda: all(bool(rack(one.sight)) for one in self.people), "tiles", MEET_SECONDS)
        self.match = max((host.home / "lan").glob(f"*{RUNNING_SUFFIX}"), key=lambda path: path.stat().st_mtime).stem
        self.counts["matches"] += 1
        self.counts[game] += 1

    def address(self, host: Person) -> str:
        """Return the address of somebody's table."""
        return self.lan.address(self.people.index(host)) if self.lan.stands else ""

    def through(self) -> Play:
        """Play a match to its end, with one fault after another."""
        while not self.is_over():
            next_ = monotonic() + self.draw(*FAULT_GAP_SECONDS)
            while monotonic() < next_ and not self.is_over():
                yield
            if not self.is_over():
                yield from self.trouble("play")

    def is_over(self) -> bool:
        """Return whether somebody has reached the match's end."""
        return any(one.sight.top == "match_end" for one in self.people)

    def has_end(self, person: Person) -> bool:
        """Return whether somebody's home has the match stored as finished."""
        return (person.home / "lan" / f"{self.match}{DONE_SUFFIX}").exists()

    def part(self) -> Play:
        """Wait until all see the end, then leave."""
        seen = lambda one: one.sight.top == "match_end" or (one.aim is Aim.NOTHING and self.has_end(one))  # noqa: E731
        yield from self.until(lambda: all(map(seen, self.people)), "all to see the end of the match", END_SECONDS)
        for one in self.people:
            one.aim, one.lingers = Aim.NOTHING, False
        yield from self.until(lambda: self.all_at("title"), "all to be at the title", RECOVERY_SECONDS)
        yield from self.until(lambda: all(map(self.has_end, self.people)), "the files to be put away", RECOVERY_SECONDS)
        self.judge()
        lengths = {len(self.log(one)) for one in self.people}
        if not (len(lengths) == 1):
            raise AssertionError(f"not everybody has the whole match: {lengths} entries")
        self.counts["entries"] += max(lengths)

    # --- faults --------------------------------------------------------------------------------------------------

    def trouble(self, phase: str) -> Play:
        """Cause a fault, and wait until everybody has newer entries."""
        self._troubled += 1
        kinds = list(FAULTS if self.lan.stands else [one for one in FAULTS if one not in CABLE_FAULTS])
        if phase == "deal":
            kinds = [one for one in kinds if one in SUDDEN_FAULTS]
        kind = kinds[self.lots.draw(len(kinds))]
        victims = [*self.people]
        victim = victims.pop(self.lots.draw(len(victims)))
        plays = [FAULTS[kind](self, victim)]
        name = f"{kind} {'host' if victim is self.host else 'guest'}"
        if kind in SUDDEN_FAULTS and not self.lots.draw(5):
            other = [one for one in SUDDEN_FAULTS if one in kinds][
                self.lots.draw(len([one for one in SUDDEN_FAULTS if one in kinds]))
            ]
            plays.append(FAULTS[other](self, victims[self.lots.draw(len(victims))]))
            name += f" and {other}"
            self.counts["two at once"] += 1
        self.counts["faults"] += len(plays)
        self.counts[name.split(" and ")[0]] += 1
        began = monotonic()
        while plays:
            plays = [play for play in plays if next(play, self) is None]
            yield
        if self.match:
            had = max(len(self.log(one)) for one in self.people)
            yield from self.until(lambda: self.is_newer(had), f"all to go on after: {name}", RECOVERY_SECONDS)
        else:
            yield from self.until(
                lambda: self.all_at("table"), f"all to be at the table after: {name}", RECOVERY_SECONDS
            )
        self.told(f"    {(began - self.began) / 60:6.1f} min, {name} ({victim.name}), {monotonic() - began:.0f} s")
        self._troubled -= 1

    def is_newer(self, had: int) -> bool:
        """Return whether everybody has more than `had` entries, or the match is over."""
        if self.is_over():
            return True
        return all(one.up for one in self.people) and all(len(self.log(one)) > had for one in self.people)

    def others(self, person: Person) -> list[Person]:
        """Return the others."""
        return [one for one in self.people if one is not person]

    def time_missing(self, victim: Person, kind: str) -> None:
        """Measure the time until the others at the table see that somebody is missing."""
        for one in self.others(victim):
            if one.up and one.sight.top in TABLE and not misses(victim.name, one.sight):
                self._waits.append(Wait(f"missed: {kind}", monotonic(), one, partial(misses, victim.name)))

    def time_return(self, victim: Person, kind: str) -> None:
        """Measure the time until the others see somebody back."""
        self._waits = [wait for wait in self._waits if not wait.kind.startswith("missed")]
        for one in self.others(victim):
            if one.up and one.sight.top in TABLE and misses(victim.name, one.sight):
                seen = lambda sight: not misses(victim.name, sight)  # noqa: E731
                self._waits.append(Wait(f"back: {kind}", monotonic(), one, seen))

    def ways(self, victim: Person) -> tuple[str, ...]:
        """Return the ways by which somebody can come back now."""
        if victim is self.host:
            return WAYS[4:]
        if not self.match:  # it may not be saved yet
            return WAYS[:3] if self.lan.stands else ("list", "code")
        if victim.meeting.code and self.host.code == victim.meeting.code:
            return WAYS if self.lan.stands else tuple(way for way in WAYS if way != "address")
        return ("list", *WAYS[4:])

    def killed(self, victim: Person) -> Play:
        """Kill a program and restart it later; the player comes back by one of the ways."""
        had = self.log(victim)
        self.time_missing(victim, "killed")
        victim.kill()
        had = max(had, self.log(victim), key=len) if self.match else []
        yield from self.pause(self.draw(*AWAY_SECONDS))
        ways = self.ways(victim)
        victim.aim, victim.way = Aim.BACK, ways[self.lots.draw(len(ways))]
        self.counts[f"back by {victim.way}"] += 1
        self.start(victim)
        began = monotonic()
        self.time_return(victim, f"by {victim.way}")
        there = lambda: victim.sight.top not in ("title", "lan_lobby", "lan_room", "matches")  # noqa: E731
        yield from self.until(there, f"{victim.name} to be back at the table by {victim.way}", RECOVERY_SECONDS)
        self.took[f"at the table again by {victim.way}"].append(monotonic() - began)
        if self.match:
            now = self.log(victim)
            if not (now[: len(had)] == had):
                raise AssertionError(f"{victim.name} had {len(had)} entries when killed, and they are not there")
            self.counts["entries kept through kills"] += len(had)

    def all_killed(self, victim: Person) -> Play:
        """Kill all three at once, like a power failure. The host comes back first, or last."""
        for one in self.people:
            one.kill()
        yield from self.pause(self.draw(1, 5))
        order = [self.host, *self.others(self.host)]
        for one in order if victim is self.host else reversed(order):
            ways = WAYS[4:]
            one.aim, one.way = Aim.BACK, ways[self.lots.draw(len(ways))]
            self.start(one)
        there = lambda: all(one.sight.top not in ("title", "lan_lobby", "lan_room", "matches") for one in self.people)  # noqa: E731
        yield from self.until(there, "all to be back at the table", RECOVERY_SECONDS)

    def slept(self, victim: Person) -> Play:
        """Suspend a program for a while."""
        self.time_missing(victim, "stopped")
        victim.freeze(frozen=True)
        yield from self.pause(SLEEP_SECONDS)
        victim.freeze(frozen=False)
        self.time_return(victim, "stopped")

    def machine_slept(self, victim: Person) -> Play:
        """Suspend a program and pull its cable; it resumes without the cable for a while."""
        at = self.people.index(victim)
        self.time_missing(victim, "asleep")
        self.lan.pull(at)
        victim.freeze(frozen=True)
        yield from self.pause(SLEEP_SECONDS)
        victim.freeze(frozen=False)
        yield from self.pause(2)
        self.lan.plug(at)
        self.time_return(victim, "asleep")

    def cut(self, victim: Person) -> Play:
        """Cut the cable at the switch: both ends still see a link, but nothing arrives."""
        at = self.people.index(victim)
        self.time_missing(victim, "cable out")
        self.lan.pull(at)
        yield from self.pause(self.draw(*CABLE_OUT_SECONDS))
        self.lan.plug(at)
        self.time_return(victim, "cable out")

    def link_down(self, victim: Person) -> Play:
        """Take a link down, as an adapter does without a signal."""
        at = self.people.index(victim)
        self.time_missing(victim, "link down")
        self.lan.card(at, "down")
        yield from self.pause(self.draw(*CABLE_OUT_SECONDS))
        self.lan.card(at, "up")
        self.time_return(victim, "link down")

    def left(self, victim: Person) -> Play:
        """Make somebody leave for good (a host hands the table over), come back and get the seat again."""
        if not self.match:
            return
        victim.aim, victim.leaves = Aim.NOTHING, "go"
        gone = lambda: victim.sight.top == "title" or self.is_over()  # noqa: E731
        yield from self.until(gone, f"{victim.name} to have left for good", RECOVERY_SECONDS)
        yield from self.pause(self.draw(3, 15))
        yield from self.comes_back(victim, ("list", "matches", "title"))

    def later(self, victim: Person) -> Play:
        """Make somebody leave for a while and come back."""
        victim.aim, victim.leaves = Aim.NOTHING, "later"
        gone = lambda: victim.sight.top == "title" or self.is_over()  # noqa: E731
        yield from self.until(gone, f"{victim.name} to have gone", RECOVERY_SECONDS)
        yield from self.pause(self.draw(1, 15))
        yield from self.comes_back(victim, self.ways(victim))

    def comes_back(self, victim: Person, ways: Sequence[str]) -> Play:
        """Bring back somebody who left, by one of the ways, unless the match ends meanwhile."""
        victim.leaves = ""
        if self.has_end(victim):
            return
        victim.aim, victim.way = Aim.BACK, ways[self.lots.draw(len(ways))]
        there = lambda: victim.sight.top not in ("title", "lan_lobby", "lan_room", "matches")  # noqa: E731
        yield from self.until(there, f"{victim.name} to be at the table again by {victim.way}", RECOVERY_SECONDS)

    def paused(self, victim: Person) -> Play:
        """Make somebody pause the table, and somebody resume it."""
        for one in self.people:
            one.stays = True
        victim.wish = "pause"
        done = lambda: any(one.sight.top == "pause" for one in self.people) or self.is_over()  # noqa: E731
        yield from self.until(done, "the pause", RECOVERY_SECONDS)
        yield from self.pause(self.draw(2, 10))
        for one in self.people:
            one.stays = False

    def talked(self, victim: Person) -> Play:
        """Make somebody chat."""
        victim.wish = "talk"
        yield from self.until(lambda: not victim.wish or self.is_over(), "the word", RECOVERY_SECONDS)
        victim.wish = ""

    # --- before a match ------------------------------------------------------------------------------------------

    def killed_in_room(self, victim: Person) -> Play:
        """Kill somebody waiting in the room, who then joins again."""

        def there() -> bool:
            return victim.sight.top == "lan_room" and victim.sight.find("room.ready") is not None

        yield from self.until(lambda: there() or self.all_at(*TABLE), "a guest in the room", MEET_SECONDS)
        if not there():
            return
        victim.kill()
        self.counts["killed in the room"] += 1
        yield from self.pause(self.draw(1, 5))
        self.start(victim)

    def gone_from_room(self, host: Person) -> Play:
        """Kill the host of a room; the guests are told soon, and the host opens another."""
        guest = self.others(host)[0]
        guest.meeting = host.meeting
        guest.aim, guest.way = Aim.JOIN, "list"
        host.stays = True
        there = lambda: guest.sight.find("room.ready") is not None  # noqa: E731
        yield from self.until(there, "a guest in the room", MEET_SECONDS)
        gone, since = say("lan.host_gone.what"), monotonic()
        host.kill()
        yield from self.until(
            lambda: gone in guest.sight.texts(), "the guest to read that the host is gone", RECOVERY_SECONDS
        )
        self.took["host of a room missed"].append(monotonic() - since)
        self.counts["host of a room killed"] += 1
        guest.aim, host.stays, host.code = Aim.NOTHING, False, ""
        self.start(host)
        yield from self.until(
            lambda: bool(host.code) and guest.sight.top == "title", "another table with a code", MEET_SECONDS
        )

    # --- what it came to -----------------------------------------------------------------------------------------

    def line(self) -> str:
        """Return all counts as a line."""
        turns = sum(one.turns for one in self.people)
        return ", ".join(
            (
                f"{turns} turns by mouse",
                f"{sum(one.pressed for one in self.people)} scores opened by hand",
                f"{sum(one.strayed for one in self.people)} pages that were not meant",
                *(f"{count} {name}" for name, count in sorted(self.counts.items()) if count),
            )
        )

    def waits(self) -> list[str]:
        """Return the measured waits, a line each."""
        return [
            f"{name:34} {len(took):4} times, median {median(took):5.1f} s, longest {max(took):5.1f} s"
            for name, took in sorted(self.took.items())
        ]


FAULTS: dict[str, Callable[[Evening, Person], Play]] = {
    "kill": Evening.killed,
    "stop": Evening.slept,
    "sleep": Evening.machine_slept,
    "cable": Evening.cut,
    "link down": Evening.link_down,
    "leave": Evening.left,
    "later": Evening.later,
    "all killed": Evening.all_killed,
    "pause": Evening.paused,
    "talk": Evening.talked,
}
CABLE_FAULTS = ("sleep", "cable", "link down")
SUDDEN_FAULTS = ("kill", "stop", "sleep", "cable", "link down")  # faults that may hit two players at once


def keep(evening: Evening, where: Path) -> None:
    """Save the evidence of a failure: homes, standard error, screenshots, what each window showed."""
    where.mkdir(parents=True, exist_ok=True)
    shutil.copytree(evening.folder, where / "homes", dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.sock"))
    said = "\n\n".join(f"{one.name}: {one.sight}" for one in evening.people)
    (where / "sights.txt").write_text(said, encoding="utf-8")


def soak(seed: int, minutes: float = MINUTES, told: Callable[[str], None] = print, where: Path | None = None) -> str:
    """Play for some minutes; return one line with the counts."""
    with (
        tempfile.TemporaryDirectory(prefix="comodin-evening-", ignore_cleanup_errors=True) as folder,
        ExitStack() as stack,
    ):
        evening = Evening(seed, minutes * 60, Path(folder), stack, told)
        try:
            for _look in evening.play():
                evening.look()
        except AssertionError as fault:
            kept = where or Path(tempfile.gettempdir()) / f"comodin-evening-{os.getpid()}"
            keep(evening, kept)
            raise AssertionError(f"{fault}; {evening.line()}; what there was lies in {kept}") from None
        for line in evening.waits():
            told(line)
        cables = "" if evening.lan.stands else ", without cables, which take a root's rights"
        return f"nobody accused, nothing lost, nobody stuck{cables}: {evening.line()}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play an evening of a chosen length."""
    reader = argparse.ArgumentParser(prog="soak_evening", description=__doc__)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--minutes", type=float, default=MINUTES)
    reader.add_argument("--keep", type=Path, help="where what tells of a fault is kept")
    given = reader.parse_args(arguments)
    began = monotonic()
    try:
        line = soak(given.seed, given.minutes, lambda said: print(said, flush=True), given.keep)
    except AssertionError as fault:
        line = f"FAULT: {fault}"
    print(f"evening: seed {given.seed}, {line}, {monotonic() - began:.0f} s")
    return int("FAULT" in line)


if __name__ == "__main__":
    sys.exit(main())
