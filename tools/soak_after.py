"""A match of every game at three real windows, and what comes after it: `tools/dev.py soak after`.

Three people meet at a table, play a short match by mouse, review it together, and leave. Each then finds it in *My
matches*, opens it, steps through every round and checks its deals, which must be valid. Then a byte of each file is
changed, the programs are restarted, and every check must reject it with a sentence.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

from game.client.words import say
from game.lan.found import CheckOutcome
from game.lan.home import DONE_SUFFIX
from game.rules.registry import GAMES, rules_of
from game.store.settings import KeptTable, Settings, save_settings, settings_path
from tests.window.driver import SAID, Sight, Window, screen
from tests.window.evening_hand import Aim, Meeting, Person
from tools.by_game import counts_of, short_match
from tools.netsim_wire import Lots

NAMES = ("Rosa", "Bruno", "Ana")
SIZE = (1280, 720)
LOOK_SECONDS = 0.2  # seconds between two checks, unless a program reports something before
CLICK_SECONDS = 0.8  # seconds between two clicks
MEET_SECONDS = 90.0  # seconds until three people sit at a dealt table
MATCH_SECONDS = 900.0  # seconds until a match is over
READ_SECONDS = 120.0  # seconds until a match is opened, or checked
STEPS = 3  # pages turned by the leader of a shared review
REFUSED = (CheckOutcome.BROKEN, CheckOutcome.UNREADABLE)
LINE = "theatre.line"


def place_and_length(sight: Sight) -> tuple[int, int]:
    """Return the place in a theatre's round and the round's length, in moves."""
    place = sight.find(LINE)
    said = next((word for word in place.state if word.startswith("made ")), "") if place is not None else ""
    _made, at, _of, count = said.split() if said else ("", "-1", "", "0")
    return int(at), int(count)


class Table:
    """Three people at a table of a game, each with a screen and a home."""

    def __init__(self, game: str, folder: Path, stack: ExitStack, lots: Lots, told: Callable[[str], None]) -> None:
        rules = GAMES[game]
        self.game, self.lots, self.told = game, lots, told
        self.players = len(NAMES) if len(NAMES) in counts_of(rules) else len(NAMES) + 1
        chosen = {**short_match(rules, turn_seconds=0), "players": self.players}
        if rules.option("no_canasta_table") is not None:
            chosen["no_canasta_table"] = "count"  # people here never meld, and bots' sets shall count
        self.kept = KeptTable(game, rules.presets[0].key, tuple(sorted(chosen.items())))
        self.people = [self._person(folder / name, name, stack) for name in NAMES]

    def _person(self, home: Path, name: str, stack: ExitStack) -> Person:
        home.mkdir(parents=True)
        preferences = Settings(player=name, calm=True, bot_pace=0, welcomed=True, sounds=False, tables=(self.kept,))
        save_settings(settings_path(home), preferences)
        person = Person(name, home, stack.enter_context(screen(SIZE)), (), CLICK_SECONDS)
        stack.callback(person.end)
        return person

    def until(self, true: Callable[[], bool], what: str, seconds: float, *, hands: bool = True) -> None:
        """Let every hand act until a condition holds; without `hands`, only watch."""
        end = monotonic() + seconds
        while not true():
            with SAID:
                SAID.wait(LOOK_SECONDS)
            for one in self.people:
                if hands:
                    one.step(monotonic())
                else:
                    window_of(one)
            if monotonic() > end:
                seen = "; ".join(f"{one.name} at {one.sight.top}: {one.sight.texts()[:200]!r}" for one in self.people)
                raise AssertionError(f"{self.game}: waited {seconds:.0f} s in vain for {what}; in sight: {seen}")

    def all_at(self, *scenes: str) -> bool:
        """Return whether all are at one of these pages."""
        return all(one.sight.top in scenes for one in self.people)

    def start(self) -> None:
        """Start all programs."""
        for one in self.people:
            one.aim = Aim.NOTHING
            one.start(lambda _line: None)
        self.until(lambda: self.all_at("title"), "all to be at the title", MEET_SECONDS)

    # --- the match -----------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Meet, and play to the end."""
        host, *guests = self.people
        for one in self.people:
            one.meeting, one.lingers = Meeting(self.game, self.players), True
        host.aim = Aim.HOST
        self.until(lambda: bool(host.code), "a table with a code", MEET_SECONDS)
        for one in guests:
            one.meeting = Meeting(self.game, self.players, host.code)
            one.aim, one.way = Aim.JOIN, "list"
        self.until(lambda: self.all_at("table", "lan_dealing"), "a table that is dealt", MEET_SECONDS)
        self.until(lambda: self.all_at("match_end"), "the end of the match", MATCH_SECONDS)

    def look_together(self) -> None:
        """Review it together: one leads, another looks around alone and returns, and all see the same."""
        windows = [window_of(one) for one in self.people]
        for window in windows:
            if window.sight.top != "theatre":  # a second click at the closed score opens it, too
                window.click("end.together")
            window.wait(lambda sight: sight.top == "theatre", "the theatre all share", READ_SECONDS)
        turner, free, *_rest = windows
        turner.click("theatre.controls.turns")
        step_turns(turner, STEPS)
        self._same(windows, "all to see the page that is turned to")
        step_turns(free, -1)
        broken = place_and_length(free.sight)
        free.wait(
            lambda sight: place_and_length(sight) < place_and_length(turner.sight), "who breaks free to be elsewhere"
        )
        step_turns(turner, 1)
        if broken == place_and_length(turner.sight):
            raise AssertionError(f"{self.game}: who broke free is still led")
        free.click("theatre.controls.turns")
        self._same(windows, "who comes back to see what all see")
        for window in windows:
            window.press("Escape")
            window.wait(lambda sight: sight.top == "match_end", "the end of the match again")

    def _same(self, windows: Sequence[Window], what: str) -> None:
        self.until(
            lambda: len({place_and_length(window.sight) for window in windows}) == 1, what, READ_SECONDS, hands=False
        )

    def part(self) -> None:
        """Leave, and wait until every home has stored the finished match."""
        for one in self.people:
            one.aim, one.lingers = Aim.NOTHING, False
        self.until(lambda: self.all_at("title"), "all to be at the title", MEET_SECONDS)
        self.until(lambda: all(self.files(one) for one in self.people), "the files to be put away", MEET_SECONDS)

    @staticmethod
    def files(person: Person) -> list[Path]:
        """Return the finished matches of somebody's home."""
        return list((person.home / "lan").glob(f"*{DONE_SUFFIX}"))

    # --- after it ------------------------------------------------------------------------------------------------

    def find(self, person: Person) -> Window:
        """Open the match from the list, and return the window."""
        window = window_of(person)
        window.click("title.matches")
        begin = say("matches.lan_row", game=rules_of(self.game).title, names="").rstrip()
        told = window.wait(lambda sight: any(row.text.startswith(begin) for row in sight.of_kind("row")), "the match")
        window.click(next(row for row in told.of_kind("row") if row.text.startswith(begin)))
        window.wait(lambda sight: "off" not in (sight.find("matches.theatre") or told.places[0]).state, "the way to it")
        window.click("matches.theatre")
        window.wait(lambda sight: sight.top in ("theatre", "check"), "the match to be opened", READ_SECONDS)
        return window

    def see(self, person: Person) -> None:
        """Step through every round to its end."""
        window = self.find(person)
        rounds = 1
        while True:
            while place_and_length(window.sight)[0] < place_and_length(window.sight)[1]:
                step_turns(window, 1)
            at = window.place("theatre.controls.round").text if window.sight.find("theatre.controls.round") else ""
            window.press("shift+Right")
            window.wait(lambda sight: sight.find(LINE), "the theatre")
            now = window.sight.find("theatre.controls.round")
            if now is None or now.text == at:
                break
            rounds += 1
        self.told(f"    {person.name}: {rounds} rounds, the last of {place_and_length(window.sight)[1]} moves")

    def check(self, person: Person) -> str:
        """Check the deals of the opened match; return the title of the result."""
        window = window_of(person)
        if window.sight.top == "theatre":
            window.click("theatre.check")
        titles = {say(f"check.{end.value}"): end for end in CheckOutcome}
        sight = window.wait(lambda sight: found_of(sight, titles), "what the check found", READ_SECONDS)
        return found_of(sight, titles)

    def change_a_byte(self, person: Person) -> int:
        """Change one byte of the match; return its position."""
        (path,) = self.files(person)
        data = bytearray(path.read_bytes())
        at = self.lots.draw(len(data))
        data[at] ^= 1 + self.lots.draw(255)
        path.write_bytes(data)
        return at

    def run(self) -> None:
        """Run all steps."""
        self.start()
        self.play()
        self.look_together()
        self.part()
        holds, refused = say(f"check.{CheckOutcome.HOLDS.value}"), [say(f"check.{end.value}") for end in REFUSED]
        for one in self.people:
            self.see(one)
            found = self.check(one)
            if found != holds:
                raise AssertionError(f"{self.game}, {one.name}: an honest match is told {found!r}")
        for one in self.people:
            one.end()
        changed = [self.change_a_byte(one) for one in self.people]
        self.start()
        for one, at in zip(self.people, changed, strict=True):
            self.find(one)
            found = self.check(one)
            if found not in refused:
                raise AssertionError(f"{self.game}, {one.name}: byte {at} was changed and it is told {found!r}")
            self.told(f"    {one.name}: byte {at} changed: {found}")


def found_of(sight: Sight, titles: Sequence[str] | dict[str, CheckOutcome]) -> str:
    """Return the title of a check's result, empty while it runs."""
    return next((title for title in titles if any(place.text == title for place in sight.places)), "")


def window_of(person: Person) -> Window:
    """Return the window somebody sits at."""
    if person.window is None:
        raise AssertionError(f"{person.name} has no window")
    person.window.look()
    return person.window


def step_turns(window: Window, steps: int) -> None:
    """Step some turns forward, or back, each after the last is shown."""
    for _step in range(abs(steps)):
        before = place_and_length(window.sight)
        window.click("theatre.later" if steps > 0 else "theatre.earlier")
        window.wait(lambda sight, before=before: place_and_length(sight) != before, "another page")  # type: ignore[misc] # bound now


def soak(seed: int, games: Sequence[str] = tuple(GAMES), told: Callable[[str], None] = print) -> str:
    """Play and check a match of every game; return one line."""
    lots = Lots("after", seed)
    for game in games:
        began = monotonic()
        place = tempfile.TemporaryDirectory(prefix="comodin-after-", ignore_cleanup_errors=True)
        with place as folder, ExitStack() as stack:
            Table(game, Path(folder), stack, lots, told).run()
        told(f"{game}: found, seen to its end, checked, refused in three homes, {monotonic() - began:.0f} s")
    return f"{len(games)} games at three windows each, found, seen together and alone, checked, refused when changed"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and check a match of some games only."""
    reader = argparse.ArgumentParser(prog="soak_after", description=__doc__)
    reader.add_argument("--game", action="append", choices=GAMES)
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args(arguments)
    print(soak(given.seed, given.game or tuple(GAMES), lambda said: print(said, flush=True)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
