from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from game.bots.bot import LEVELS_BY_FAMILY, decide_by_level, level_of
from game.bots.choice import Decision
from game.bots.names import LEVELS
from game.bots.nodes import Nodes, StopThinkingError
from game.bots.reasons import REASONS
from game.client.words import sentence_codes
from game.client.words.tell import tell_reason
from game.commands.arena import parse_cell
from game.commands.arena_jobs import play_cell_deal
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import choose_options
from game.session.local import bot_seed
from game.table.options import Options
from game.table.view import View
from tests.slices import count, crossed, some
from tools import soak_bots
from tools.bot_matches import Hall, play_round

ROOT = Path(__file__).resolve().parents[2]
REASONS_TOLD = count(40, 300)  # the soak counts a thousand of each bot and more
ASKED = dict(zip(LEVELS, (4, 4, 1, 1), strict=True))  # decisions of a round told to two processes; the last are dear


def usual_hall(game: str, seed: int) -> Hall:
    options = choose_options(rules_of(game), {})
    assert isinstance(options, Options)
    return Hall(game, options, seed)


@cache
def views_of(game: str, seed: int) -> list[View]:
    """Return what the movers of a round of easy bots saw."""
    hall = usual_hall(game, seed)
    player = lambda view: decided(view, "easy", seed).move  # noqa: E731  one expression, used once
    return [made.view for made in play_round(hall, [player] * hall.seats)]


def decided(view: View, name: str, seed: int) -> Decision:
    level = level_of(view.table.game, name)
    return decide_by_level(view, level, Nodes(level.nodes), bot_seed(seed, view))


@pytest.mark.whole  # whole rounds: `test_dead_hand_bot.py`, `test_open_table_bot.py`
def test_a_slice_of_the_soak_finds_no_fault() -> None:
    """Each table once, or of each game the smallest and the largest."""
    places = [place for game in GAMES for place in some([one for one in soak_bots.tables() if one[0] == game], 2)]
    assert "0 faults" in soak_bots.soak(3, rounds=len(places), hard_rounds=1, places=places)


@pytest.mark.parametrize(("game", "name"), crossed(GAMES, LEVELS))
def test_a_level_keeps_to_its_allowance_and_stops_when_nobody_waits(game: str, name: str) -> None:
    level = level_of(game, name)
    stopped = 0
    for view in views_of(game, 5)[:: count(36, 9)]:
        nodes = Nodes(level.nodes)
        decide_by_level(view, level, nodes, 1)
        assert nodes.count <= soak_bots.NODE_LAXITY * level.nodes
        if nodes.count:
            with pytest.raises(StopThinkingError):
                decide_by_level(view, level, Nodes(level.nodes, lambda: True), 1)
            stopped += 1
    assert stopped


def moves_told(game: str) -> str:
    """Return what all levels do in some positions of a round, as text that shows every difference."""
    views = views_of(game, 7)
    asked = [(name, views[at * len(views) // times]) for name, times in ASKED.items() for at in range(times)]
    return "\n".join(repr(decided(view, name, 7)) for name, view in asked)


@pytest.mark.whole  # test_a_pool_answers_as_this_process_does
def test_other_hash_seeds_other_processes_same_moves() -> None:
    code = (
        "from tests.bots.test_levels_play import GAMES, moves_told\n"
        "print('\\n'.join(moves_told(game) for game in GAMES))"
    )
    told = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        told.append(run.stdout)
    assert told[0] == told[1]
    assert len(told[0].splitlines()) > 40


# Reasons


def test_every_reason_has_a_sentence_and_no_sentence_lacks_its_reason() -> None:
    assert {f"reason.{code}" for code in REASONS} == {code for code in sentence_codes() if code.startswith("reason.")}


def reasons_of(game: str, name: str, count: int) -> list[str]:
    """Return the reasons one bot gives in so many moves, as sentences."""
    cards = rules_of(game).deck.cards
    told: list[str] = []
    seed = 40
    while len(told) < count:
        seed += 1
        hall = usual_hall(game, seed)

        def player(view: View, seed: int = seed) -> Decision:
            choice = decided(view, name, seed)
            told.append(tell_reason(choice.reason, choice.args, view.faces, cards=cards))
            return choice

        for _made in play_round(hall, [lambda view: player(view).move] * hall.seats):
            pass
    return told[:count]


@pytest.mark.parametrize("game", GAMES)
def test_reasons_are_about_the_position_and_seldom_the_same(game: str) -> None:
    told = reasons_of(game, "medium", REASONS_TOLD)
    sentence, times = Counter(told).most_common(1)[0]
    assert times <= REASONS_TOLD // 5, sentence
    assert not [one for one in told if "{" in one]


def test_levels_are_versioned_data() -> None:
    for levels in LEVELS_BY_FAMILY.values():
        assert all(level.version >= 1 and level.nodes > 0 for level in levels.values())


@pytest.mark.parametrize("game", ["burako", "rummy"])
def test_an_arena_finds_no_refused_move(game: str) -> None:
    cell = parse_cell(game, None, ("medium", "easy"), 5, {}, level_of)
    assert sum(effort.faults for effort in play_cell_deal(cell, 0, level_of).efforts.values()) == 0
