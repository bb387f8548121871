"""Matches to begin a test with: dealt, nothing played, and the person's rack worth something."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

from game.bots.names import BOT_VERSION
from game.bots.nodes import DEFAULT_BUDGET
from game.bots.thinker import InlineThinker
from game.match.lines import match_text, read_match
from game.match.match import Match
from game.match.transcript import Controller, Header, Seat
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.session.local import LocalSession
from game.store.matches import NoJournal
from game.table.faces import JOKER, Face
from game.table.moves import Rearrange
from game.table.notation import read_move
from game.table.refusals import Refusal
from game.table.state import Phase, Table
from game.table.tiles import Tile

SEATS = ("Rosa", "Nora", "Tito", "Vera")
# The golden matches of which the end of the first round is played.
LATE = {game: f"{game}-2" for game in ("eburako", "rummy", "rummikub")}
LATE |= {game: f"{game}-4" for game in ("burako", "burraco")}
GOLDEN = Path(__file__).resolve().parents[1] / "golden"


def header(seed: int, seats: int = 4) -> Header:
    """Return a match of Burako in which the person starts."""
    rules = rules_of("burako")
    options = choose_options(rules, {"players": seats, "first_starter": "seat0"})
    assert not isinstance(options, Refusal)
    chairs = (Seat(SEATS[0], Controller.HERE), *(Seat(name, Controller.BOT, "medium") for name in SEATS[1:seats]))
    return Header(rules.key, options, rules.deck.key, chairs, "open", seed, BOT_VERSION, DEFAULT_BUDGET.nodes)


def dealt(seed: int, seats: int = 4) -> LocalSession:
    """Return a match that is dealt and waits for the person."""
    session = LocalSession(Match.new(header(seed, seats)), InlineThinker(), NoJournal())
    session.poll(0.0)
    return session


def sets_in(session: LocalSession) -> list[tuple[Tile, Tile, Tile]]:
    """Return the sets of three natural tiles in the person's rack."""
    view = session.view_of(0)
    plain = [
        tile for tile in view.table.racks[0] if view.faces[tile].colour is not None and view.faces[tile].number != 2
    ]
    return [
        (one, two, three)
        for one, two, three in combinations(plain, 3)
        if _is_set(view.faces[one], view.faces[two], view.faces[three])
    ]


def _is_set(*faces: Face) -> bool:
    numbers = sorted(face.number for face in faces)
    if numbers[0] == numbers[-1]:
        return True
    one_colour = len({face.colour for face in faces}) == 1
    return one_colour and numbers == list(range(numbers[0], numbers[0] + 3))


def with_two_sets() -> tuple[LocalSession, tuple[tuple[Tile, ...], tuple[Tile, ...]]]:
    """Return a match in which the person can lay two sets at once, and those sets."""
    for seed in range(2000):
        session = dealt(seed)
        for one, other in combinations(sets_in(session), 2):
            if not set(one) & set(other):
                return session, (one, other)
    raise AssertionError("no deal among two thousand gives two sets")


def leave_at_home(match: Match, home: Path) -> Path:
    """Put a match into a home, as if it had been left, with settings for a quick and quiet table."""
    (home / "matches").mkdir(parents=True, exist_ok=True)
    settings = {"schema": 1, "bot_pace": 0, "calm": True, "player": SEATS[0]}
    (home / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    path = home / "matches" / f"{match.header.game} test.comodin"
    path.write_text(match_text(match), encoding="utf-8")
    return path


# --- in the middle of a match that was played -------------------------------------------------------------------------


def near_the_end(game: str) -> Match:
    """Return a match at the last turn of its first round, which a person is to play."""
    whole = _golden(LATE[game])
    turns = [(number, table) for number, table in _tables(whole) if table.phase in (Phase.TURN, Phase.DRAW)]
    ends = [number for (number, table), (_, after) in pairwise(turns) if after.round > table.round]
    return _stopped(whole, ends[0] if ends else turns[-1][0])


def just_dealt(game: str) -> Match:
    """Return a match of two that has just been dealt."""
    whole = _golden(f"{game}-2")
    return _stopped(whole, next(number for number, table in _tables(whole) if len(table.racks[0]) > 10))


def of_95_tiles() -> tuple[Match, Rearrange]:
    """Return a match with 95 tiles on the table, a joker among them, and what may be played by the person there."""
    whole = _read(Path(__file__).with_name("table-of-95.comodin"))
    for number, table in _tables(whole):
        laid = [table.faces[tile] for meld in table.melds for tile in meld.tiles]
        if len(laid) >= 95 and JOKER in laid and table.phase is Phase.TURN:
            move = read_move(str(whole.transcript.entries[number].body))
            assert isinstance(move, Rearrange)
            return _stopped(whole, number), move
    raise AssertionError("that golden match no longer fills the table")


def _golden(name: str) -> Match:
    return _read(GOLDEN / f"{name}.comodin")


def _read(path: Path) -> Match:
    return read_match(path.read_bytes()).match


def _tables(whole: Match) -> Iterator[tuple[int, Table]]:
    """Yield each table of a round that runs, after so many entries."""
    match = Match.new(whole.header)
    for entry in whole.transcript.entries:
        match, _ = match.with_decision(entry.author, entry.kind, entry.body)
        table = match.standing.table
        if table is not None and table.outcome is None:
            yield entry.number + 1, table


def _stopped(whole: Match, entries: int) -> Match:
    """Return a match after so many entries, with a person on the chair that is to move and bots on the others."""
    table = whole.at(entries).standing.table
    assert table is not None
    seats = tuple(
        Seat(SEATS[0], Controller.HERE) if at == table.to_move else Seat(f"Bot {at}", Controller.BOT, "medium")
        for at in range(table.seats)
    )
    match = Match.new(replace(whole.header, seats=seats))
    for entry in whole.transcript.entries[:entries]:
        match, _ = match.with_decision(entry.author, entry.kind, entry.body)
    return match
