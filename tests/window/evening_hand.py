"""What a person does all evening at the LAN, by mouse, one deed at a look: at whatever page is there, towards an aim.

Laws: nothing here waits; what is not in sight now is done at a later look. Whoever was killed in between finds at the
next look where he is, and goes on from there.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from subprocess import CalledProcessError

from game.client.words import say
from game.rules.registry import rules_of
from tests.window.driver import Sight, Window
from tests.window.hand import ANYWAY, DRAW, KEEP, SCORE, gold, rack
from tests.window.lan_hand import WAITS, enabled, may_act, running_on

TAKE = say("company.take")
OPENS_SECONDS = 8.0  # within which a score opens by itself


class Aim(Enum):
    """What somebody at the title goes for."""

    NOTHING = "nothing"
    HOST = "host"
    JOIN = "join"
    BACK = "back"


WAYS = ("list", "address", "code", "last", "matches", "title")  # back to a match; the first three lead to a new table


@dataclass(frozen=True, slots=True)
class Meeting:
    """The table that is played at: what, how many chairs, and where it is found."""

    game: str
    players: int
    code: str = ""
    address: str = ""


@dataclass
class Person:
    """Somebody at a window: the program that runs, or none; what he is up to."""

    name: str
    home: Path
    display: str
    inside: tuple[str, ...]
    rests: float  # seconds between two deeds
    window: Window | None = None
    frozen: bool = False  # the program was stopped by a signal
    aim: Aim = Aim.NOTHING
    way: str = "list"
    leaves: str = ""  # "later" or "go": how he is about to leave the table
    wish: str = ""  # "pause" or "talk": what he is about to do on the page of the company
    stays: bool = False  # keeps on the page he is on: the others are not there yet
    lingers: bool = True  # stays at the end of a match until all are there
    ended: bool = False  # has seen the end of the match and left it
    meeting: Meeting = field(default_factory=lambda: Meeting("burako", 4))
    code: str = ""  # that the own table shows
    deeds: int = 0
    turns: int = 0
    throws: int = 0
    runs: int = 0
    refused: int = 0  # calls that ended with a reason
    waits_long: bool = False  # for the score
    strayed: int = 0  # pages that were not meant
    pressed: int = 0  # scores that did not open by themselves
    free_at: float = 0.0
    _scored: float | None = None  # since when the round is over and no sheet is seen
    _run: ExitStack = field(default_factory=ExitStack)

    # --- the program ---------------------------------------------------------------------------------------------

    def start(self, hears: Callable[[str], None]) -> None:
        """Start the program in the own home."""
        self._run.close()
        self.runs += 1
        complaints = self._run.enter_context(self.complaints(self.runs).open("wb"))
        running = running_on(self.display, self.home, self.name, None, self.inside, complaints)
        self.window = self._run.enter_context(running)
        self.window.hears = hears
        self.frozen = False

    def complaints(self, run: int) -> Path:
        """Return the file with what the program wrote to standard error in a run."""
        return self.home.parent / f"{self.home.name}-{run}.err"

    def kill(self) -> None:
        """End it as a power cut would, and do not wait for that: what is left of it is removed when it starts again."""
        if self.window is not None:
            self.window.process.kill()
            self.window = None

    def end(self) -> None:
        """Leave nothing of it behind."""
        self.window = None
        self._run.close()

    def freeze(self, *, frozen: bool) -> None:
        """Stop the program where it is, or let it go on."""
        if self.window is not None:
            self.window.process.send_signal(signal.SIGSTOP if frozen else signal.SIGCONT)
            self.frozen = frozen

    # --- what is seen --------------------------------------------------------------------------------------------

    @property
    def sight(self) -> Sight:
        """What the window shows, as far as it has been looked at."""
        return Sight() if self.window is None else self.window.sight

    @property
    def up(self) -> bool:
        """Whether there is a window that answers a hand."""
        return self.window is not None and not self.frozen

    # --- deeds ---------------------------------------------------------------------------------------------------

    def step(self, now: float) -> str:
        """Do what there is to do now, if a person would by now; return what was done, empty for nothing."""
        if self.window is None or self.frozen:
            return ""
        self.window.look()
        if now < self.free_at:
            return ""
        over = self.sight.top == "table" and gold(self.sight) == SCORE
        self._scored = (self._scored or now) if over else None
        self.waits_long = self._scored is not None and now - self._scored > OPENS_SECONDS
        try:
            done = PAGES.get(self.sight.top, _lost)(self, self.window, self.sight)
        except CalledProcessError:  # a window that is just going, or has not come: looked at again
            done = ""
        if done:
            self.deeds += 1
            self.free_at = now + self.rests
        return done


Deed = Callable[[Person, Window, Sight], str]


def _lost(person: Person, window: Window, sight: Sight) -> str:
    """Go back from a page that was not meant: something moved from under the hand."""
    if not sight.scenes:
        return ""
    person.strayed += 1
    window.press("Escape")
    return "Escape"


def _press(window: Window, sight: Sight, name: str) -> str:
    """Click on something that can be used; nothing where it cannot."""
    place = sight.find(name)
    if place is None or "off" in place.state or "out of sight" in place.state:
        return ""
    window.click(place)
    return name


def _first(window: Window, sight: Sight, *names: str) -> str:
    return next((done for name in names if (done := _press(window, sight, name))), "")


def _got_it(_person: Person, window: Window, sight: Sight) -> str:
    button = next((place for place in sight.of_kind("button") if place.name.endswith(".got_it")), None)
    return "" if button is None else _press(window, sight, button.name)


def _title(person: Person, window: Window, sight: Sight) -> str:
    if sight.find("title.note") is not None:
        return _press(window, sight, "title.note_read")
    person.leaves = ""
    if person.aim in (Aim.HOST, Aim.JOIN) or (
        person.aim is Aim.BACK and person.way in ("list", "address", "code", "last")
    ):
        return _press(window, sight, "title.lan")
    if person.aim is Aim.BACK and person.way == "matches":
        return _press(window, sight, "title.matches")
    if person.aim is Aim.BACK:
        return _press(window, sight, "title.continue")
    return ""


def _lobby(person: Person, window: Window, sight: Sight) -> str:
    if person.aim is Aim.HOST:
        return _press(window, sight, "lobby.host")
    if person.aim is Aim.NOTHING:
        return _press(window, sight, "lobby.back")
    if person.way in ("matches", "title"):
        return _press(window, sight, "lobby.back")
    if person.way in ("address", "code"):
        return _type(window, sight, person.meeting.address if person.way == "address" else person.meeting.code)
    rows = [row for row in sight.of_kind("row") if "off" not in row.state]
    if person.way == "last":
        last = [row for row in rows if row.name.startswith("lobby.last.")]
        return _press(window, sight, last[0].name) if last else ""
    tables = [row for row in rows if row.name.startswith("lobby.tables.")]
    chosen = next((row for row in tables if "chosen" in row.state), None)
    if chosen is not None:
        return _press(window, sight, "lobby.join")
    return _press(window, sight, tables[0].name) if tables else ""


def _type(window: Window, sight: Sight, text: str) -> str:
    """Type where the table is, and go there."""
    field_ = sight.find("lobby.address")
    if field_ is None or not text:
        return ""
    if field_.text != text:
        window.click(field_)
        window.xdotool("windowfocus", window.id)
        if field_.text:
            window.xdotool("key", "ctrl+a", "BackSpace")
        window.xdotool("type", "--delay", 5, text)
        return "type"
    return _press(window, sight, "lobby.go")


def _host(person: Person, window: Window, sight: Sight) -> str:
    meeting = person.meeting
    for name in (f"host.games.{meeting.game}", f"host.players.{meeting.players}"):
        if not sight.says(name, "chosen"):
            return _press(window, sight, name)
    return _press(window, sight, "host.open")


def _room(person: Person, window: Window, sight: Sight) -> str:
    if sight.find("room.trust") is not None:
        return _press(window, sight, "room.trust")
    if person.aim is Aim.NOTHING:
        return _press(window, sight, "room.leave")
    if person.aim is Aim.HOST or sight.find("room.code") is not None:
        return _as_host(person, window, sight)
    ready = sight.find("room.ready")
    if ready is not None:
        return _press(window, sight, "room.ready") if ready.text == say("room.ready") else ""
    if sight.find("room.chairs") is None and sight.find("room.test") is not None:
        person.refused += 1
        return _press(window, sight, "room.leave")
    return ""


def _as_host(person: Person, window: Window, sight: Sight) -> str:
    """Seat the bots in the last chairs, look at the code, and deal when all are ready."""
    free = say("room.free")
    chairs = [row for row in sight.of_kind("row") if row.name.startswith("room.chairs.")]
    for row in chairs[3:]:
        if row.text == free:
            return _press(window, sight, row.name)
    if not person.code and enabled("room.code", sight):
        return _press(window, sight, "room.code")
    return "" if person.stays else _press(window, sight, "room.start")


def _code(person: Person, window: Window, sight: Sight) -> str:
    letters = sight.find("code.letters")
    person.code = "" if letters is None else letters.text
    return _press(window, sight, "code.got_it")


def _chair(_person: Person, window: Window, sight: Sight) -> str:
    return _first(window, sight, "chair.bot_easy", "chair.stay")


def _matches(person: Person, window: Window, sight: Sight) -> str:
    if person.aim is not Aim.BACK or person.way != "matches":
        return _press(window, sight, "matches.back")
    begin = say("matches.lan_row", game=rules_of(person.meeting.game).title, names="").rstrip()
    rows = [row for row in sight.of_kind("row") if row.text.startswith(begin)]
    if not rows:
        return ""
    if "chosen" not in rows[0].state:
        return _press(window, sight, rows[0].name)
    return _press(window, sight, "matches.continue")


def _table(person: Person, window: Window, sight: Sight) -> str:
    if person.leaves:
        return _press(window, sight, "table.menu")
    if person.wish:
        return _press(window, sight, "table.company")
    if gold(sight) == TAKE and enabled("table.primary", sight):
        return _press(window, sight, "table.primary")
    if sight.find(ANYWAY) is not None:
        return _press(window, sight, ANYWAY)
    game = person.meeting.game
    if may_act(sight, game):
        person.turns += 1
        return _press(window, sight, "table.second" if sight.find("table.second") is not None else "stock")
    if gold(sight) == KEEP or (gold(sight) == SCORE and person.waits_long):
        person.pressed += gold(sight) == SCORE
        return _press(window, sight, "table.primary")
    held, pile = rack(sight), sight.find("pile")
    place = sight.find("table.banner")
    if held and pile is not None and place is not None and "mine" in place.state and gold(sight) not in (DRAW, *WAITS):
        window.drag(held[person.throws % len(held)], pile)  # one that the rules keep back is not tried for ever
        person.throws += 1
        return "throw"
    return ""


def _menu(person: Person, window: Window, sight: Sight) -> str:
    return _press(window, sight, "menu.leave" if person.leaves else "menu.stay")


def _leave(person: Person, window: Window, sight: Sight) -> str:
    if not person.leaves:
        return _press(window, sight, "leave.stay")
    return _first(window, sight, f"leave.{person.leaves}", "leave.later")


def _company(person: Person, window: Window, sight: Sight) -> str:
    wish, person.wish = person.wish, ""
    if wish == "pause" and sight.find("company.pause") is not None:
        return _press(window, sight, "company.pause")
    if wish == "talk":
        return _press(window, sight, "company.talk.phrase_0")
    return _press(window, sight, "company.back")


def _pause(person: Person, window: Window, sight: Sight) -> str:
    return "" if person.stays else _press(window, sight, "pause.go_on")


def _score(person: Person, window: Window, sight: Sight) -> str:
    return "" if person.stays else _press(window, sight, "score.next")


def _end(person: Person, window: Window, sight: Sight) -> str:
    if person.lingers:
        return ""
    done = _press(window, sight, "end.title_button")
    person.ended = person.ended or bool(done)
    return done


def _dealing(person: Person, window: Window, sight: Sight) -> str:
    return _press(window, sight, "dealing.leave") if person.leaves else ""


PAGES: dict[str, Deed] = {
    "title": _title,
    "lan_lobby": _lobby,
    "lan_host": _host,
    "lan_room": _room,
    "code": _code,
    "chair": _chair,
    "matches": _matches,
    "table": _table,
    "menu": _menu,
    "leave": _leave,
    "lan_company": _company,
    "pause": _pause,
    "score_sheet": _score,
    "match_end": _end,
    "lan_dealing": _dealing,
    "lan_news": _got_it,
    "notice": _got_it,
    "vote": _got_it,
    "behind": _got_it,
}
