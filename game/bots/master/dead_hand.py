"""Looking ahead in the dead-hand games: plans a whole turn, and tries each plan in sampled worlds of the unseen tiles.

The plans are the turn of the rules of thumb and those of the fast policy used in playouts, each with every possible
discard. First ways to lay are compared, then discards after the best of them. Hard and master use the same search,
master in couples with fifty times as many worlds, and for two with the trained policy where that plays better; the
adviser plays hard's moves and explains them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from game.bots import dead_hand_bot
from game.bots.choice import Decision, is_allowed
from game.bots.dead_hand_skill import SHARP_SKILL, Skill
from game.bots.level import Level
from game.bots.master.search import PLAYOUT_NODES, SQUARED_ERRORS_OF_LEAD, PlansCompared, Search
from game.bots.master.tuned import skill_for
from game.bots.nodes import Nodes
from game.playout.dead_hand import USUAL
from game.playout.dead_hand.moves import TAKE_PILE, THROW
from game.playout.dead_hand.trained import policy_for
from game.playout.dead_hand.view import move_of
from game.playout.dead_hand.written import number_of_move
from game.playout.worlds import Plan, Policy, Worlds
from game.rules.registry import rules_of
from game.table.faces import HIDDEN
from game.table.moves import Discard, Draw, Extend, LayMeld, Move, TakePile
from game.table.state import Phase
from game.table.view import View, with_shown_faces

RULE_OF_THUMB_NODES = 20_000  # nodes for a turn by rules of thumb
MOVE_KIND_MASK = 7  # the bits of a move that encode its kind
MAX_TURN_STEPS = 40  # more than any turn has
MAX_DISCARDS = 30  # more distinct faces than any rack has
FIRST_DISCARDS = 2  # discards with which each way to lay is first tried
LAYS_KEPT = 3  # best ways to lay for which every discard is tried
MAX_SWAPS = 2  # successive turns without progress, after which it draws rather than swap the pile's lone tile
HINT_WORLDS = 300  # worlds in which a hint is compared once more with the usual turn, for its reason
DUEL_SEATS = 2  # seats of a table without couples
# games for two in which the trained policy is the better one: docs/strength.md
TRAINED_DUELS = frozenset({"burraco", "eburako"})
ALLOWANCE_PARTS = 3  # of the allowance: for ways to lay, for discards, for drawing or taking

Policies = Callable[[str, int], Policy]  # the playout policy of a game, by its number of players


def default_policy(_game: str, _seats: int) -> Policy:
    """Return the default playout policy."""
    return USUAL


def decide(
    view: View,
    nodes: Nodes,
    seed: int,
    doubt: int = SQUARED_ERRORS_OF_LEAD,
    policies: Policies = default_policy,
    most: int | None = None,
    skill: Skill = SHARP_SKILL,
) -> Decision:
    """Choose the first move of the best plan, with `most` nodes at most.

    A plan other than that of the rules of thumb, with this `skill`, must lead it by the square root of `doubt`, in
    standard errors.
    """
    usual = _usual_decision(view, seed, skill)
    if view.table.phase is Phase.START_DRAW:
        return usual
    thought = _TurnSearch(view, nodes, seed, doubt, most, policies, skill)
    return _decision_for(view, thought.chosen(usual)[0], thought, usual)


def decide_master(view: View, nodes: Nodes, seed: int) -> Decision:
    """Decide with the whole allowance in couples; for two with hard's, and with the trained policy where it is better.

    More worlds made master weaker than hard for two: it trusts small leads there that do not come true at the table.
    """
    if view.table.seats != DUEL_SEATS:
        return decide(view, nodes, seed)
    policies = policy_for if view.table.game in TRAINED_DUELS else default_policy
    return decide(view, nodes, seed, policies=policies, most=HARD.nodes)


def decide_tuned(view: View, nodes: Nodes, seed: int) -> Decision:
    """Decide as hard does, with rules of thumb that were tuned for the table."""
    return decide(view, nodes, seed, skill=skill_for(view.table.game, view.table.seats))


def advise(view: View, nodes: Nodes, seed: int) -> Decision:
    """Return hard's move; where the rules of thumb differ, the reason names their move and the difference found.

    A run ending with a 1, which hard does not consider, replaces a discard where it is better.
    """
    usual = _usual_decision(view, seed)
    if view.table.phase is Phase.START_DRAW:
        return usual
    thought = _TurnSearch(view, nodes, seed, most=HARD.nodes)
    plan, instead = thought.chosen(usual)
    high = thought.high_run(plan)
    if high is not None:
        return high
    told = _decision_for(view, plan, thought, usual)
    if told is usual or not thought.differs(plan, instead, usual):
        return told
    found = thought.compared(plan, instead)
    other = (usual.reason, *usual.args)
    if not found.is_clear_lead:
        return replace(told, reason="ahead_close", args=(HINT_WORLDS, *other))
    counts = (HINT_WORLDS, found.more, found.fewer)
    if told.reason == "take_to_lay" and isinstance(usual.move, Draw):
        return replace(told, reason="take_ahead", args=(*counts, *told.args[1:]))
    return replace(told, reason="ahead", args=(*counts, *other))


def _is_idle(view: View, plan: Plan) -> bool:
    """Return whether a plan takes the pile's lone tile and lays nothing, to put its face back or to go on swapping.

    Waiting so for the other player to draw is often right for both, and then the round never gets going.
    """
    table = view.table
    if len(table.pile) != 1 or _without_discard(plan)[1:]:
        return False
    thrown = move_of(_view_after_taking(view), plan[-1])
    same = isinstance(thrown, Discard) and view.faces[thrown.tile] == view.faces[table.pile[0]]
    return same or table.stall >= MAX_SWAPS


def _usual_decision(view: View, seed: int, skill: Skill = SHARP_SKILL) -> Decision:
    """Return the decision of the rules of thumb."""
    return dead_hand_bot.decide(view, Nodes(RULE_OF_THUMB_NODES), seed, skill)


class _TurnSearch:
    """The search for a turn: its worlds, and its allowance."""

    def __init__(
        self,
        view: View,
        nodes: Nodes,
        seed: int,
        doubt: int = SQUARED_ERRORS_OF_LEAD,
        most: int | None = None,
        policies: Policies = default_policy,
        skill: Skill = SHARP_SKILL,
    ) -> None:
        self.worlds = Worlds(view, policies(view.table.game, view.table.seats))
        self._view = view
        self._seed = seed
        self._skill = skill
        left = nodes.left if most is None else min(most, nodes.left)
        self._part = left // PLAYOUT_NODES // ALLOWANCE_PARTS
        self._search = Search(self.worlds, nodes, seed, doubt)

    def chosen(self, usual: Decision) -> tuple[Plan, Plan]:
        """Return the best plan of the position, and the plan of the rules of thumb it was compared with."""
        view = self._view
        if view.table.phase is Phase.PLAY:
            return self.best_after(()), self._usual_turn(())
        usual_first = with_shown_faces(view, usual.move)
        plans = [plan for plan in self.worlds.plans(1) if plan[0] != TAKE_PILE]
        if is_allowed(view, TakePile(view.table.pile)):
            taking = self.best_after((TAKE_PILE,))
            if not (is_allowed(view, Draw()) and _is_idle(view, taking)):
                plans.append(taking)
        plans.sort(key=lambda plan: self.worlds.first_move(plan) != usual_first)
        return self.best(plans), plans[0]

    def high_run(self, plan: Plan) -> Decision | None:
        """Return the run ending with a 1, which no plan has, where it is better than a plan that only discards."""
        if plan[0] & MOVE_KIND_MASK != THROW:
            return None
        high = dead_hand_bot.best_high_lay(self._view)
        if high is None:
            return None
        lay = (number_of_move(self._view, high.move),)
        return high if self.worlds.allowed(lay) and self.compared(lay, plan).is_clear_lead else None

    def differs(self, plan: Plan, instead: Plan, usual: Decision) -> bool:
        """Return whether each of two plans begins with a move that the other does not contain.

        Else they differ later in the turn, and the reason is given then.
        """
        begins = self.worlds.first_move(instead) == with_shown_faces(self._view, usual.move)
        return begins and plan[0] not in instead and instead[0] not in plan

    def compared(self, plan: Plan, other: Plan) -> PlansCompared:
        """Compare two plans in worlds that were not used to choose either."""
        return self._search.compare(plan, other, HINT_WORLDS)

    def best(self, plans: list[Plan]) -> Plan:
        """Return the best of some plans."""
        return self._search.best(plans, self._part)[0]

    def best_after(self, head: Plan) -> Plan:
        """Return the best plan that begins with `head`, which is empty or takes the pile."""
        usual = self._usual_turn(head)
        ways = self._ways(head, usual)
        first = [plan for plans in ways.values() for plan in plans[:FIRST_DISCARDS]]
        kept = self._search.best(_moved_to_front(usual, first), self._part, LAYS_KEPT)
        second = [plan for laid in dict.fromkeys([_without_discard(plan) for plan in kept]) for plan in ways[laid]]
        return self.best(_moved_to_front(usual, second))

    def _ways(self, head: Plan, usual: Plan) -> dict[Plan, list[Plan]]:
        """Return the plans with that head, grouped by what they lay; the usual discard first in its group."""
        found: dict[Plan, list[Plan]] = {}
        for plan in self.worlds.plans(MAX_DISCARDS):
            if plan[: len(head)] == head:
                found.setdefault(_without_discard(plan), []).append(plan)
        laid = _without_discard(usual)
        if laid not in found:
            throws = [plan[-1] for plan in found.get(head, ()) if plan != head] if laid != usual else []
            plans = [(*laid, throw) for throw in throws]
            found[laid] = [plan for plan in plans if self.worlds.allowed(plan)]
        found[laid] = _moved_to_front(usual, found[laid])
        return found

    def _usual_turn(self, head: Plan) -> Plan:
        """Return the turn of the rules of thumb, up to where a hidden tile is revealed."""
        view = _view_after_taking(self._view) if head else self._view
        rules = rules_of(view.table.game)
        found = list(head)
        while view.table.phase is Phase.PLAY and view.table.to_move == view.seat and len(found) < MAX_TURN_STEPS:
            if any(view.faces[tile] == HIDDEN for tile in view.table.rack):
                break
            move = _usual_decision(view, self._seed, self._skill).move
            found.append(number_of_move(view, move))
            view = replace(view, table=rules.apply(view.table, with_shown_faces(view, move)))
        return tuple(found)


def _moved_to_front(plan: Plan, plans: list[Plan]) -> list[Plan]:
    """Return plans with one of them moved to the front."""
    return [plan, *[one for one in plans if one != plan]]


def _without_discard(plan: Plan) -> Plan:
    """Return a plan without its discard."""
    return plan[:-1] if plan and plan[-1] & MOVE_KIND_MASK == THROW else plan


# Why


def _decision_for(view: View, plan: Plan, thought: _TurnSearch, usual: Decision) -> Decision:
    """Return the first move of a plan as a decision, with the usual reason where the rules of thumb agree."""
    move = thought.worlds.first_move(plan)
    if move == with_shown_faces(view, usual.move) or not is_allowed(view, move):
        return usual
    reason, args = _why(view, move, plan)
    return Decision(move, reason, args)


def _why(view: View, move: Move, plan: Plan) -> tuple[str, tuple[int | str, ...]]:
    return _why_taken(view, plan) if isinstance(move, TakePile) else dead_hand_bot.reason_of_move(view, move)


def _why_taken(view: View, plan: Plan) -> tuple[str, tuple[int | str, ...]]:
    """Name the tiles of the pile that the plan lays first, or else the top one."""
    pile = view.table.pile
    taken = _view_after_taking(view)
    made = move_of(taken, plan[1]) if len(plan) > 1 else None
    used = tuple([tile for tile in made.meld.tiles if tile in pile]) if isinstance(made, LayMeld | Extend) else ()
    return ("take_to_lay", (len(pile), *used)) if used else ("take_to_keep", (len(pile), pile[-1]))


def _view_after_taking(view: View) -> View:
    """Return the view of a seat after it has taken the pile."""
    take = with_shown_faces(view, TakePile(view.table.pile))
    return replace(view, table=rules_of(view.table.game).apply(view.table, take))


HARD = Level(version=4, nodes=12_000, decide=decide)
MASTER = Level(version=6, nodes=600_000, decide=decide_master)
# The adviser: plays hard's moves, and compares those that differ from the rules of thumb once more.
ADVISER = Level(version=2, nodes=HARD.nodes + 2 * HINT_WORLDS * PLAYOUT_NODES, decide=advise)
# For arenas only: a master without a significance test, and hard with a trained playout policy or tuned rules of thumb.
ARENA_RIVALS: dict[str, Level] = {
    "bold": Level(version=3, nodes=600_000, decide=partial(decide, doubt=0)),
    "trained": Level(version=1, nodes=12_000, decide=partial(decide, policies=policy_for)),
    "tuned": Level(version=1, nodes=12_000, decide=decide_tuned),
}
