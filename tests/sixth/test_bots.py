"""Bots ask the game: one that nobody tuned them for is played by every level, by its own laws."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from game.bots.dead_hand_sight import evaluate
from game.bots.dead_hand_skill import FIRST_SKILL
from game.bots.names import LEVELS
from game.commands.demo import bots_header, play_out
from game.match.match import Match
from game.rules.registry import GAMES
from game.rules.ruleset import Family, RuleSet, choose_options
from game.solver.solve_lines import solve_line
from game.table.faces import JOKER
from game.table.options import Options, OptionValue
from tests.sixth.buraco import BURACO
from tests.slices import crossed, every, some
from tools.bot_matches import Hall

QUICK = 100  # nodes a decision of hard


def played_out(rules: RuleSet, level: str, seed: int, **chosen: OptionValue) -> Match:
    """A match of bots of one level, to its end."""
    options = choose_options(rules, chosen)
    assert isinstance(options, Options)
    return play_out(replace(bots_header(rules, options, seed, level), nodes=QUICK))


@pytest.mark.parametrize(("level", "table"), every(crossed(LEVELS, [(2, 1), (4, 2)]), 2))
def test_bots_of_every_level_play_it_to_its_end(level: str, table: tuple[int, int]) -> None:
    players, seed = table
    standing = played_out(BURACO, level, seed, players=players, target=500).standing
    assert max(standing.totals) >= 500
    assert standing.winners


def test_a_joker_is_worth_to_a_bot_what_the_game_says() -> None:
    for rules in (game for game in GAMES.values() if game.family is Family.DEAD_HAND):
        options = choose_options(rules, {})
        assert isinstance(options, Options)
        hall = Hall(rules.key, options, 1)
        hall.deal()
        view = hall.view(hall.table.to_move)
        rack = view.table.racks[view.seat]
        worth = evaluate(view, rack, FIRST_SKILL).points
        assert sum(worth[tile] for tile in rack) == 100 * rules.rack_points(view.faces[tile] for tile in rack)
        joker = replace(view, faces=(JOKER, *view.faces[1:]))
        assert evaluate(joker, rack, FIRST_SKILL).points[0] == 100 * rules.rack_points((JOKER,))


@pytest.mark.parametrize("level", some(LEVELS, 2))
def test_bots_of_every_level_play_a_cousin_of_the_open_table(open_cousin: RuleSet, level: str) -> None:
    assert played_out(open_cousin, level, 3, players=2, hands=1).standing.winners


def test_the_packing_solver_takes_a_cousins_joker_laws_from_its_rules(open_cousin: RuleSet) -> None:
    asked = {"table": [["R5", "B5", "*"]], "rack": ["K5", "R8", "B8"]}
    lines = [json.dumps({**asked, "game": game}) for game in ("rummy", open_cousin.key)]
    assert [json.loads(solve_line(1, line))["tiles"] for line in lines] == [1, 3]
