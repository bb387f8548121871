"""Matches for the annals: golden ones as a person of this home played them."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from game.annals.facts import MatchFacts, RoundFacts, facts_of
from game.annals.feats import progress_of
from game.annals.kept import facts_of_home
from game.annals.seat_round import SeatRound, seat_round_of
from game.annals.sums import statistics_of, statistics_to_plain
from game.client.theatre.signs import timeline_marks_of
from game.match.lines import read_match
from game.match.match import Match
from game.match.transcript import Transcript
from game.session.match_replay import ReplayPosition, replay_of
from game.table.canon import digest

STEP = 30  # moves between two places of a round that are looked at
GOLDEN = Path(__file__).parents[1] / "golden"


@lru_cache(maxsize=8)
def golden(name: str) -> Transcript:
    """Return the log of a golden match."""
    return read_match((GOLDEN / f"{name}.comodin").read_bytes()).match.transcript


@lru_cache(maxsize=8)
def facts(name: str, seat: int = 0) -> MatchFacts:
    """Return the facts of a golden match as a seat played it."""
    transcript = golden(name)
    found = facts_of(transcript, f"{transcript.header.game} 2026-11-20 21.05.00.comodin", seat)
    assert found is not None
    return found


def seat_rounds(name: str, seat: int = 0) -> list[SeatRound]:
    """Tell the rounds of a golden match as a seat played them."""
    replay = replay_of(golden(name), seat)
    return [seat_round_of(replay.rules, one, seat) for one in replay.rounds if one.is_scored]


def shifted(one: MatchFacts, number: int, **changed: object) -> MatchFacts:
    """Return like facts of another day."""
    day = f"2026-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}"
    return replace(one, name=f"{one.game} {day} 21.05.00 ({number}).comodin", day=day, **changed)  # type: ignore[arg-type]


def as_person(match: Match, seat: int = 0) -> Match:
    """Return the same match with a person of this home on a seat."""
    from game.match.transcript import Controller

    seats = match.header.seats
    person = replace(seats[seat], name="Rosa", controller=Controller.HERE, level="")
    made = Match.new(replace(match.header, seats=(*seats[:seat], person, *seats[seat + 1 :])))
    for entry in match.transcript.entries:
        made, _ = made.with_decision(entry.author, entry.kind, entry.body)
    return made


@lru_cache(maxsize=1)
def many_facts(count: int = 90) -> tuple[MatchFacts, ...]:
    """Return the facts of many matches, made of three: their days, opponents, winners and points differ."""
    made = []
    for at in range(count):
        one = facts(("eburako-2", "rummikub-4", "burraco-2")[at % 3])
        level = ("easy", "medium", "medium", "hard", "person")[at % 5 if at > 14 else 1]
        winner = one.own_side if (at * 7) % 11 < 6 else (one.own_side + 1) % one.sides
        levels = tuple("person" if seat == one.own else level for seat in range(one.players))
        rounds = tuple(_moved(played, one.own_side, at % 7 * 15 - 40, at % 9) for played in one.rounds)
        made.append(shifted(one, at, over=True, levels=levels, winners=(winner,), rounds=rounds))
    return tuple(made)


def _moved(played: RoundFacts, side: int, points: int, dead: int) -> RoundFacts:
    """Return a round in which a side's first line brought other points, and the dead hand came in another turn."""
    sheets = tuple(
        ((lines[0][0], lines[0][1] + points, lines[0][2]), *lines[1:]) if at == side else lines
        for at, lines in enumerate(played.sheets)
    )
    return replace(played, sheets=sheets, dead=played.dead and 4 + dead)


def told(home: Path) -> str:
    """Tell what theatre, statistics and feats make of the logs of a home, all but the words."""
    theatre: list[object] = []
    for path in sorted((home / "matches").iterdir()):
        replay = replay_of(read_match(path.read_bytes()).match.transcript, 0)
        places = [ReplayPosition(0, made) for made in range(0, replay.rounds[0].move_count, STEP)]
        seen = [
            digest(replay.view_at(place, viewpoint).table).hex()
            for place in places
            for viewpoint in replay.viewpoints(0)
        ]
        signs = [(one.made, one.icon, one.word.code) for one in timeline_marks_of(replay, 0)]
        theatre.append((path.name, replay.rounds[0].turn_ends, seen, signs))
    facts = facts_of_home(home, keep=False)
    feats = {
        key: (one.have, one.need, None if one.earned is None else (one.earned.match.name, one.earned.made))
        for key, one in progress_of(facts).items()
    }
    return json.dumps([theatre, statistics_to_plain(statistics_of(facts)), feats])
