"""The entry point to the bots of all games: decides for a seat without a person.

Laws: a bot gets a View and nothing else; the same view, level, budget and seed give the same choice on every machine;
the move is complete (it shows the tiles it must show) and allowed by the mover's own rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from game.bots import dead_hand_levels, open_table_levels
from game.bots.choice import Decision
from game.bots.league import dead_hand as dead_hand_league
from game.bots.league import open_table as open_table_league
from game.bots.level import Level
from game.bots.master import dead_hand as dead_hand_master
from game.bots.master import open_table as open_table_master
from game.bots.names import present_name
from game.bots.nodes import DEFAULT_BUDGET, UNCOMPILED_BUDGET, Budget, Nodes
from game.playout.worlds import core_of
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.table.view import View, with_shown_faces

LEVELS_BY_FAMILY: Mapping[Family, Mapping[str, Level]] = {
    Family.DEAD_HAND: {
        **dead_hand_levels.LEVELS,
        "hard": dead_hand_master.HARD,
        "master": dead_hand_master.MASTER,
        **dead_hand_levels.ADVISER_LEVELS,
        "mentor": dead_hand_master.ADVISER,
        **dead_hand_master.ARENA_RIVALS,
        **dead_hand_league.SPARRING_LEVELS,
    },
    Family.OPEN_TABLE: {
        **open_table_levels.LEVELS,
        "hard": open_table_master.HARD,
        "master": open_table_master.MASTER,
        **open_table_levels.ADVISER_LEVELS,
        "mentor": open_table_master.MENTOR,
        **open_table_league.SPARRING_LEVELS,
    },
}


def level_of(game: str, name: str) -> Level:
    """Return a level of a game, or one of its sparring partners; raise ValueError if the game has none of that name."""
    levels = LEVELS_BY_FAMILY[rules_of(game).family]
    found = levels.get(present_name(name))
    if found is None:
        raise ValueError(f"there is no level '{name}' in {game}; levels are {', '.join(levels)}")
    return found


def budget_for(game: str) -> Budget:
    """Return the search budget of a new match on this machine; the log stores it, so that a replay decides alike."""
    plain = rules_of(game).family is Family.DEAD_HAND and core_of(game).compiled is None
    return UNCOMPILED_BUDGET if plain else DEFAULT_BUDGET


def choose_move(
    view: View, level: str, budget: Budget, seed: int, unwanted: Callable[[], bool] | None = None
) -> Decision:
    """Decide for the seat of this view, within the smaller of the level's allowance and the budget.

    `unwanted` is polled now and then; once it returns true, StopThinkingError is raised. Raise ValueError for an
    unknown level, and for a view with nothing to decide.
    """
    chosen = level_of(view.table.game, level)
    return decide_by_level(view, chosen, Nodes(min(chosen.nodes, budget.nodes), unwanted), seed)


def decide_by_level(view: View, level: Level, nodes: Nodes, seed: int) -> Decision:
    """Decide by a level, counting search nodes."""
    if not view.must_decide:
        raise ValueError(f"seat {view.seat} has nothing to decide in phase {view.phase.value}")
    choice = level.decide(view, nodes, seed)
    return replace(choice, move=with_shown_faces(view, choice.move))
