"""Write a home as this version leaves it: matches, settings, and all else that a player's home may hold.

tests/golden/homes has one for each released version, and every later version must open all of them. Old ones are never
rewritten; this writes the one of the present version, before its release.
"""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path

from game import __version__
from game.annals.pad import CountedSide, Pad, header_line, round_line
from game.bots.choice import fallback_move
from game.bots.thinker import InlineThinker
from game.club.kept import begin_tournament_file, club_folder
from game.club.refusals import ClubRefusal
from game.club.values import ClubFormat, ClubPerson, TournamentPlan
from game.commands.demo import bots_header
from game.match.lines import match_text
from game.match.match import Match
from game.match.transcript import Controller, Seat
from game.review.notebook import Mistake, Notebook, save_notebook
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.session.local import LocalSession
from game.session.match_replay import ReplayPosition, replay_of
from game.store.desk import Desk, desk_path, save_desk
from game.store.home import open_home
from game.store.hosts import KeptHost, hosts_path, save_hosts
from game.store.matches import NoJournal
from game.store.pins import Pin, pins_path, save_pins
from game.store.settings import KeptKeys, KeptTable, Settings, save_settings, settings_path
from game.store.solved import SolvedPuzzles, save_solved
from game.table.moves import TakePile
from game.table.options import Options

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"
HOMES = GOLDEN / "homes"
PLAYERS_BY_GAME = {"eburako": 2, "burako": 4, "rummy": 2, "rummikub": 3, "burraco": 4}
SEED = 7
LEFT_AFTER_ENTRIES = 25  # entries of a match that was left in its first round
SETTINGS = Settings(
    language="it", text_size=120, volume=40, calm=True, palette="high contrast", player="Rosa", last_game="burraco",
    tables=(KeptTable("burraco", "as written", (("target", 1005),)),), keys=(KeptKeys("undo", ("Ctrl Z", "U"), "LB"),),
)  # fmt: skip
SOLVED = SolvedPuzzles((("lay_all-1", 0), ("free_joker-50", 2)))
PAD = Pad("burako", ("Us", "Them"), 2000, ((CountedSide(250, pure=1, out=True), CountedSide(95, rack=40, dead=False)),))
PLAN = TournamentPlan("Friday", ClubFormat.SWISS, "burraco", rounds=2, day="2026-01-01")
HOST, PIN = KeptHost("Nora", "192.168.1.5:47815", "rummy"), Pin("Nora", "ab" * 32, "192.168.1.5:47815")


def left_match(game: str, players: int) -> Match:
    """Play the first moves of a match and stop there; the person moves as the rules do when time has run out."""
    rules = rules_of(game)
    options = choose_options(rules, {"players": players})
    if not isinstance(options, Options):
        raise ValueError(f"{game}: {options.code.key}")
    header = bots_header(rules, options, SEED)
    chairs = (Seat(SETTINGS.player, Controller.HERE), *header.seats[1:])
    session = LocalSession(Match.new(replace(header, seats=chairs)), InlineThinker(), NoJournal())
    now = 0.0
    while len(session.match.transcript.entries) < LEFT_AFTER_ENTRIES and not session.standing.round_scored:
        session.poll(now)
        view = session.view
        if view is not None and view.must_decide:
            session.submit((fallback_move(view).move,))
        now += 1.0
    return session.match


def mistake_of(match: Match) -> Mistake:
    """Return a turn of a match as a mistake in the notebook."""
    played = replay_of(match.transcript, 0).rounds[0]
    made = next(made for made, told in enumerate(played.standing.story) if told.seat == 0)
    view = replace(replay_of(match.transcript, 0).view_at(ReplayPosition(0, made), 0), story=())
    return Mistake(b"kept", view, (played.standing.story[made].move,), (TakePile(()),), "", (), cost=40, box=1, due=9)


def write_beside(path: Path) -> None:
    """Write what a player keeps beside the matches: solved puzzles, mistakes, a score pad and a club night."""
    save_solved(path, SOLVED)
    save_notebook(path, Notebook(mistakes=(mistake_of(left_match("burako", PLAYERS_BY_GAME["burako"])),)))
    (path / "pads").mkdir()
    (path / "pads" / "burako 2026-01-01 12.00.00.comodin-pad").write_bytes(header_line(PAD) + round_line(PAD.rounds[0]))
    club_folder(path).mkdir()
    club = begin_tournament_file(club_folder(path) / "2026-01-01 12.00.00.club", PLAN)
    if isinstance(club, ClubRefusal):
        raise TypeError(f"no tournament: {club}")
    for name in ("Rosa", "Nora", "Vera", "Tito"):
        club.add_entrant(ClubPerson(name.lower(), name))
    club.pair_round(SEED)


def write_home(path: Path) -> None:
    """Write the home into an empty folder."""
    home = open_home(path)
    for game, players in PLAYERS_BY_GAME.items():
        match = left_match(game, players)
        file = home.matches_folder / f"{game} 2026-01-01 12.00.00.comodin"
        file.write_bytes(match_text(match).encode())
        save_desk(desk_path(file), Desk(match.transcript.head.hex()))
    (path / "lan").mkdir()
    shutil.copy2(GOLDEN / "lan-rummy-2-v1.lan-over", path / "lan" / "rummy.lan-over")
    save_settings(settings_path(path), SETTINGS)
    save_hosts(hosts_path(path), (HOST,))
    save_pins(pins_path(path), (PIN,))
    write_beside(path)
    home.close()
    (path / "comodin.lock").unlink(missing_ok=True)


def main() -> int:
    """Write the home of the present version."""
    path = HOMES / __version__
    if path.exists():
        shutil.rmtree(path)
    write_home(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
