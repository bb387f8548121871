"""A LAN match of three in every game: it is found in each home, opens, passes its check, and fails if changed."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from game.bots.thinker import InlineThinker
from game.client.lan.kept import read_saved_match, saved_match_files
from game.lan.checking import check_log
from game.lan.found import CheckOutcome
from game.lan.played import read_played
from game.rules.registry import GAMES
from game.session.match_replay import ALL_SEATS, replay_of
from game.store.records import RecordFile
from tests.lan.hall import LanHall, offered
from tools.by_game import counts_of, short_match

SHADOW_DECKS = 2  # shadow decks, as in the hall
NAMES = ("ana", "bea", "cid")
CHANGES_PER_FILE = 12  # bytes changed in each home's file


def played_out(game: str) -> LanHall:
    """Play a short match of three persons, with a bot where only four can sit."""
    players = len(NAMES) if len(NAMES) in counts_of(GAMES[game]) else len(NAMES) + 1
    options = short_match(GAMES[game], players=players, turn_seconds=0)
    table = LanHall(offered(game, **options), NAMES, bots=players - len(NAMES), thinker=InlineThinker)
    table.play_out()
    return table


def faults_of(game: str, folder: Path, changes: int = CHANGES_PER_FILE) -> list[str]:
    """Find, open and check a match in three homes, then change single bytes of each file; return the faults."""
    table, wrong = played_out(game), list[str]()
    for seat, name in enumerate(NAMES):
        home = folder / game / name / "lan"
        home.mkdir(parents=True)
        (home / "secret").write_bytes(name.encode().ljust(32, b"."))
        lockstep = table.seats[name].session.lockstep
        path = home / f"{lockstep.replica.match.hex()}.lan-over"
        RecordFile.new(path, *table.seats[name].kept).close()
        kept = [read_saved_match(one) for one in saved_match_files(home)]
        if [(one.offer.game, one.over, one.persons) for one in kept if one is not None] != [(game, True, NAMES)]:
            wrong.append(f"{game}, {name}: the list has {kept}")
        played = read_played(path, proofs=SHADOW_DECKS)
        if (played.match, played.own, played.over) != (table.seats[name].story.match, seat, True):
            wrong.append(f"{game}, {name}: it was read as another match")
        replay = replay_of(played.transcript, played.own, played.known, over=played.over)
        if not all(ALL_SEATS in replay.viewpoints(at) for at, one in enumerate(replay.rounds) if one.is_scored):
            wrong.append(f"{game}, {name}: a finished round stays closed")
        data = path.read_bytes()
        if check_log(data, proofs=SHADOW_DECKS).end is not CheckOutcome.HOLDS:
            wrong.append(f"{game}, {name}: the whole log does not hold")
        for part in range(changes):
            at = len(data) * (2 * part + 1) // (2 * changes)
            changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
            if check_log(changed, proofs=SHADOW_DECKS).end not in (CheckOutcome.BROKEN, CheckOutcome.UNREADABLE):
                wrong.append(f"{game}, {name}: byte {at} was changed and it holds")
    return wrong


def soak(_seed: int) -> str:
    """Check a match of every game; raise AssertionError with all faults."""
    with TemporaryDirectory(prefix="comodin-soak-") as made:
        wrong = [fault for game in GAMES for fault in faults_of(game, Path(made))]
    if wrong:
        raise AssertionError("\n".join(wrong))
    return f"{len(GAMES)} games in {len(NAMES)} homes each, {CHANGES_PER_FILE} changed bytes a home"
