"""A level decides as its version did: what each does in positions of the kept matches is kept as a digest."""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from pathlib import Path

import pytest

from game.bots.bot import LEVELS_BY_FAMILY, decide_by_level, level_of
from game.bots.nodes import Nodes
from game.match.lines import read_match
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import Family
from game.session.match_replay import ReplayPosition, replay_of
from game.table.notation import write_move
from game.table.view import View
from tests.slices import RUN

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
KEPT: dict[str, dict[str, list[object]]] = json.loads((GOLDEN / "decisions.json").read_text(encoding="utf-8"))
ASKED = 100  # positions of a game
DEAR = {"master": 6, "mentor": 25, "deeper": 6, "bold": 6, "sampler": 15}  # who plays out rounds, and is asked fewer
ALLOWANCE = 60_000  # nodes, for them too


@cache
def positions(game: str) -> tuple[View, ...]:
    """Return what the movers of all kept matches of a game saw before they decided."""
    found = []
    for path in sorted(GOLDEN.glob(f"{game}-[0-9]*.comodin")):
        replay = replay_of(read_match(path.read_bytes()).match.transcript)
        for at, played in enumerate(replay.rounds):
            for made, told in enumerate(played.standing.story):
                view = replay.view_at(ReplayPosition(at, made), told.seat)
                if view.seat == told.seat and view.must_decide:
                    found.append(view)
    return tuple(found)


def asked(game: str) -> list[str]:
    """Return all levels, or those that are asked in this game: of its family's games each asks others."""
    family = rules_of(game).family
    there = [other for other, rules in GAMES.items() if rules.family is family]
    levels = list(LEVELS_BY_FAMILY[family])
    return levels if RUN.full else levels[there.index(game) :: len(there)]


def digest(game: str, name: str) -> str:
    """Return a digest of what a level does in positions of a game, and why."""
    level, views = level_of(game, name), positions(game)
    lines = []
    for at in range(DEAR.get(name, ASKED)):
        view = views[at * len(views) // DEAR.get(name, ASKED)]
        choice = decide_by_level(view, level, Nodes(min(level.nodes, ALLOWANCE)), at)
        said = write_move(choice.move, view.table, cards=rules_of(game).deck.cards)
        lines.append(f"{said} {choice.reason} {choice.args}")
    return blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()


@pytest.mark.parametrize("game", GAMES)
def test_who_decides_differently_than_before_has_another_version(game: str) -> None:
    levels = LEVELS_BY_FAMILY[rules_of(game).family]
    assert set(KEPT[game]) == set(levels)
    found = {name: [levels[name].version, digest(game, name)] for name in asked(game)}
    told = "raise the version of who differs, and BOT_VERSION; then keep what is found here"
    assert found == {name: KEPT[game][name] for name in found}, told


@pytest.mark.parametrize("family", Family)
def test_every_level_is_asked_in_a_game_of_its_family(family: Family) -> None:
    there = [game for game, rules in GAMES.items() if rules.family is family]
    assert {name for game in there for name in asked(game)} == set(LEVELS_BY_FAMILY[family])
