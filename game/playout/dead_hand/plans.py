"""Whole-turn plans for the mover, and what a plan is worth in one world.

A plan is a list of moves from where the turn stands to its end, or to the first tile that is not known yet: a drawn
one, or a dead hand. Each is allowed by the rules when its turn comes, in every world.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.playout.dead_hand.moves import TAKE_PILE, apply, refused, throw_move, throw_refused
from game.playout.dead_hand.policy import (
    WILDS,
    any_throw,
    choose_throw,
    grow_group,
    grow_run,
    lay_all,
    lay_group,
    lay_run,
    play_out,
    use_wild,
)
from game.playout.dead_hand.round import GROUP, PLAY, DeadHandRound, copy, scatter
from game.playout.dead_hand.score import lead
from game.playout.pieces import JOKER

TRIAL = DeadHandRound()  # where plans are tried
WORLD = DeadHandRound()  # where a world is played out


def laid_so(state: DeadHandRound, style: int, single: int) -> list[int]:
    """Return the layings of a style of the policy or, for style 0, of one thing alone: a set that grows or is new."""
    copy(TRIAL, state)
    TRIAL.made_size = 0
    if style:
        lay_all(TRIAL, style)
    elif single < state.sets:
        if state.owner[single] == state.mover & 1:
            if state.row[single] == GROUP:
                grow_group(TRIAL, single)
            else:
                grow_run(TRIAL, single)
    elif single == state.sets:
        lay_run(TRIAL)
    elif single == state.sets + 1:
        lay_group(TRIAL)
    elif single == state.sets + 2:
        use_wild(TRIAL)
    return [TRIAL.made[at] for at in range(TRIAL.made_size)]


def layings(state: DeadHandRound) -> list[list[int]]:
    """Return ways to lay in a turn, each once: nothing first, then the policy's styles, then each thing alone."""
    found: list[list[int]] = [[]]
    for style in range(1, WILDS + 1):
        laid = laid_so(state, style, 0)
        if laid not in found:
            found.append(laid)
    for single in range(state.sets + 3):
        laid = laid_so(state, 0, single)
        if laid not in found:
            found.append(laid)
    return found


def throws(state: DeadHandRound, most: int) -> list[int]:
    """Return at most `most` faces that may end the turn: the policy's choice, then the others by row and number.

    None may where the last tile has to be laid: then that way to lay is no plan.
    """
    found: list[int] = []
    if state.held[state.mover] and any_throw(state):
        best = choose_throw(state)
        if best:
            found.append(best)
        for face in range(JOKER + 1):
            number = face & 15
            real = face == JOKER or (number and number < 14)
            if real and len(found) < most and face != best and not throw_refused(state, face):
                found.append(face)
    return found


def turn_plans(state: DeadHandRound, most: int) -> list[list[int]]:
    """Return plans from the moment at which one may lay."""
    found: list[list[int]] = []
    for laid in layings(state):
        copy(TRIAL, state)
        for move in laid:
            apply(TRIAL, move)
        if TRIAL.phase != PLAY or not TRIAL.held[TRIAL.mover]:
            found.append(laid)
        else:
            found += [[*laid, throw_move(face)] for face in throws(TRIAL, most)]
    return found


def plans(state: DeadHandRound, most: int) -> list[list[int]]:
    """Return plans for the mover, each way to lay with at most `most` tiles to throw."""
    if state.phase == PLAY:
        return turn_plans(state, most)
    found = [[move] for move in range(5) if move != TAKE_PILE and not refused(state, move)]
    if not refused(state, TAKE_PILE):
        after = DeadHandRound()
        copy(after, state)
        apply(after, TAKE_PILE)
        found += [[TAKE_PILE, *plan] for plan in turn_plans(after, most)]
    return found


def value(state: DeadHandRound, plan: Sequence[int], seed: int, side: int) -> int:
    """Return by how many points a side is ahead when a plan is made and the round played out in the world of a seed."""
    copy(WORLD, state)
    scatter(WORLD, seed)
    for move in plan:
        apply(WORLD, move)
    play_out(WORLD)
    return lead(WORLD, side)
