"""Write the profile that this version leaves behind: what a player has played, wished and met, as it lies in a home.

One is kept for each released version in tests/golden/homes, and every later program has to open all of them. A kept one
is never written anew; this makes that of the present version, before it is released.
"""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path

from game import __version__
from game.bots.choice import way_out
from game.bots.thinker import InlineThinker
from game.commands.demo import bots_header
from game.match.lines import match_text
from game.match.match import Match
from game.match.transcript import Controller, Seat
from game.rules.registry import rules_of
from game.rules.ruleset import choose
from game.session.local import LocalSession
from game.store.desk import Desk, desk_path, save_desk
from game.store.home import open_home
from game.store.hosts import KeptHost, hosts_path, save_hosts
from game.store.matches import NoJournal
from game.store.pins import Pin, pins_path, save_pins
from game.store.settings import KeptKeys, KeptTable, Settings, save_settings, settings_path
from game.table.options import Options

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"
HOMES = GOLDEN / "homes"
GAMES = {"eburako": 2, "burako": 4, "rummy": 2, "rummikub": 3, "burraco": 4}
SEED = 7
LEFT = 25  # entries of a match that was left in its first round
SETTINGS = Settings(
    language="it", text_size=120, volume=40, calm=True, palette="high contrast", player="Rosa", last_game="burraco",
    tables=(KeptTable("burraco", "as written", (("target", 1005),)),), keys=(KeptKeys("undo", ("Ctrl Z", "U"), "LB"),),
)  # fmt: skip
HOST, PIN = KeptHost("Nora", "192.168.1.5:47815", "rummy"), Pin("Nora", "ab" * 32, "192.168.1.5:47815")


def left_match(game: str, players: int) -> Match:
    """Play the first moves of a match as somebody who always takes the rules' way out, and leave it there."""
    rules = rules_of(game)
    options = choose(rules, {"players": players})
    if not isinstance(options, Options):
        raise ValueError(f"{game}: {options.code.key}")
    header = bots_header(rules, options, SEED)
    chairs = (Seat(SETTINGS.player, Controller.HERE), *header.seats[1:])
    session = LocalSession(Match.new(replace(header, seats=chairs)), InlineThinker(), NoJournal())
    now = 0.0
    while len(session.match.transcript.entries) < LEFT and not session.standing.scored:
        session.poll(now)
        view = session.view
        if view is not None and view.to_decide:
            session.submit((way_out(view).move,))
        now += 1.0
    return session.match


def write_home(path: Path) -> None:
    """Write the profile into an empty folder."""
    home = open_home(path)
    for game, players in GAMES.items():
        match = left_match(game, players)
        file = home.matches / f"{game} 2026-01-01 12.00.00.comodin"
        file.write_bytes(match_text(match).encode())
        save_desk(desk_path(file), Desk(match.transcript.head.hex()))
    (path / "lan").mkdir()
    shutil.copy2(GOLDEN / "lan-rummy-2-v1.lan-over", path / "lan" / "rummy.lan-over")
    save_settings(settings_path(path), SETTINGS)
    save_hosts(hosts_path(path), (HOST,))
    save_pins(pins_path(path), (PIN,))
    home.close()
    (path / "comodin.lock").unlink(missing_ok=True)


def main() -> int:
    """Write the profile of the present version."""
    path = HOMES / __version__
    if path.exists():
        shutil.rmtree(path)
    write_home(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
