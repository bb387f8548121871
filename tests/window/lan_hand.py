"""What players do on the LAN, by mouse: open a table, find one, play a turn, come back to a match."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from game.client.words import say
from game.lan.addresses import INTERFACE_VARIABLE
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.store.settings import Settings, save_settings, settings_path
from tests.window.driver import PATIENCE, SAID, Sight, Window, program, screen
from tests.window.hand import DRAW, KEEP, can_see_score, discard, gold, insist, mine, rack
from tools.environment import environment_variables, python_of

ROOT = Path(__file__).resolve().parents[2]
WAITS = (DRAW, say("table.do.wait_tiles"), say("cards.table.do.wait_tiles"))
# Others may run these tests on this machine, and all hear each other: no name is the beginning of another.
HOST = f"Rosa {os.getpid():07}"
LONG = 3 * PATIENCE  # until one of several windows may act: the turns of bots may lie between


@contextmanager
def running(home: Path, name: str, env: Path | None = None, inside: Sequence[str] = ()) -> Iterator[Window]:
    """Start a program for a player on a screen of its own: the installed one of `env`, or this one.

    `inside` is the command that starts it in a network of its own; else tables are looked for on loopback alone.
    """
    with screen() as display, running_on(display, home, name, env, inside) as window:
        yield window


@contextmanager
def running_on(
    display: str,
    home: Path,
    name: str,
    env: Path | None = None,
    inside: Sequence[str] = (),
    complaints: IO[bytes] | None = None,
) -> Iterator[Window]:
    """Start a program for a player on a screen that is there."""
    home.mkdir(exist_ok=True)
    if not settings_path(home).exists():
        save_settings(settings_path(home), Settings(player=name, calm=True, bot_pace=0))
    command: list[str | Path] = [*inside, sys.executable, "-m", "game"]
    variables = {"PYTHONPATH": str(ROOT)}
    if env is not None:
        command = [python_of(env).parent / "comodin"]
        variables = environment_variables(env, dict(os.environ))
    variables[INTERFACE_VARIABLE] = "" if inside else "127.0.0.1"
    with program(command, display, home, home, complaints, **variables) as window:
        window.scene("title")
        yield window


def enabled(name: str, sight: Sight) -> bool:
    """Tell whether something can be used."""
    place = sight.find(name)
    return place is not None and "off" not in place.state


def open_table(host: Window, game: str = "burako", players: int = 4, bots: Sequence[int] = (2, 3)) -> None:
    """Host a table with bots in some of its chairs."""
    host.click("title.lan")
    host.scene("lan_lobby")
    host.click("lobby.host")
    host.scene("lan_host")
    host.click(f"host.games.{game}")
    host.wait(lambda sight: sight.says(f"host.games.{game}", "chosen"), "the game to be chosen")
    host.click(f"host.players.{players}")
    host.wait(lambda sight: sight.says(f"host.players.{players}", "chosen"), "the number of players")
    host.click("host.open")
    host.scene("lan_room")
    for chair in bots:
        host.click(f"room.chairs.{chair}")
        host.scene("chair")
        host.click("chair.bot_easy")
        host.scene("lan_room")


def find_and_join(guest: Window, host: str = HOST) -> None:
    """Click the table that lists itself, and sit down ready."""
    guest.click("title.lan")
    guest.scene("lan_lobby")
    told = guest.wait(lambda sight: any(host in row.text for row in sight.of_kind("row")), "the table in the list")
    guest.click(next(row.name for row in told.of_kind("row") if host in row.text))
    guest.wait(lambda sight: enabled("lobby.join", sight), "the table to be chosen")
    guest.click("lobby.join")
    guest.scene("lan_room")
    guest.click("room.ready")


def deal(host: Window, *guests: Window) -> None:
    """Begin when everybody is ready, and wait until all have their tiles."""
    host.wait(lambda sight: enabled("room.start", sight), "everybody to be ready")
    host.click("room.start")
    for window in (host, *guests):
        window.scene("table")
        window.wait(rack, "a dealt rack")


def come_back(window: Window, game: str = "Burako") -> None:
    """Go on with a match from the list."""
    window.click("title.matches")
    window.scene("matches")
    title = say("matches.lan_row", game=game, names="").rstrip()
    told = window.wait(lambda sight: any(row.text.startswith(title) for row in sight.of_kind("row")), "the match")
    window.click(next(row for row in told.of_kind("row") if row.text.startswith(title)))
    window.click("matches.continue")
    window.scene("table")


def banner(sight: Sight) -> str:
    """Return what the banner says."""
    place = sight.find("table.banner")
    return "" if place is None else place.text


def misses(name: str, sight: Sight) -> bool:
    """Tell whether one reads that another is not there: in the banner, or at that one's plate."""
    words = (say("waits.away", name=name), say("waits.late", name=name), say("waits.host"))
    gone = (say("company.away"), say("company.late"))
    plates = [place.text for place in sight.places if place.name.startswith("seat:") and name in place.text]
    return any(said in banner(sight) for said in words) or any(said in text for said in gone for text in plates)


def may_act(sight: Sight, game: str) -> bool:
    """Tell whether a turn of the person can begin."""
    if rules_of(game).family is Family.OPEN_TABLE:
        return mine(sight) and sight.find("table.wait") is None and enabled("table.second", sight)
    return mine(sight) and gold(sight) == DRAW


def mover(windows: Sequence[Window], game: str = "burako") -> Window | None:
    """Wait until one of the persons may act, and return the window; None when the score can be seen in all of them."""

    def looked() -> tuple[Window | None, bool]:
        for window in windows:
            window.look()
        found = next((window for window in windows if may_act(window.sight, game)), None)
        return found, found is not None or all(can_see_score(window.sight) for window in windows)

    with SAID:
        SAID.wait_for(lambda: looked()[1], LONG)
    found, ended = looked()
    assert ended, "nobody is ever to move: " + "; ".join(banner(window.sight) for window in windows)
    return found


def draw(window: Window) -> None:
    """Click the stock, and wait for the tile, which the others have to open."""
    window.click("stock")
    window.wait(lambda sight: gold(sight) not in WAITS, "the drawn tile")


def throw(window: Window) -> None:
    """Keep the drawn tile where that is asked, and throw the first of the rack."""
    if gold(window.sight) == KEEP:
        window.click_until("table.primary", lambda sight: gold(sight) != KEEP, "the tile to be kept")
    discard(window, rack(window.sight)[0])


def _seen(sight: Sight) -> object:
    """Return what changes with every move: the turn, the rack, the log."""
    log = sight.find("table.log")
    return (mine(sight), len(rack(sight)), log and (log.text, log.state))


def turn(window: Window, game: str = "burako") -> None:
    """Play the plainest turn there is."""
    window.wait(lambda sight: may_act(sight, game), "one's turn")
    if rules_of(game).family is Family.OPEN_TABLE:
        before = _seen(window.sight)
        window.click("table.second")
        insist(window, lambda sight: _seen(sight) != before, "a move")
        return
    draw(window)
    throw(window)
