"""Whole-turn plans for the mover, and what a plan is worth in one world.

A plan is a list of steps to the end of the turn, or the one that draws a tile which nobody knows yet. Each is allowed
when its turn comes, in every world.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.playout.open_table.moves import DRAW_TILE, END_PLAY, PASS_TURN, TAKE_CLOSING, apply, refused
from game.playout.open_table.policy import JOKERS, OWN_SETS, lay_all, own_group, own_run, play_out
from game.playout.open_table.round import OpenTableRound, copy, scatter
from game.playout.open_table.score import lead

TRIAL = OpenTableRound()  # where plans are tried
WORLD = OpenTableRound()  # where a world is played out


def laid_so(state: OpenTableRound, style: int, first: int) -> list[int]:
    """Return a play of a style that begins with a step, 0 for none; an empty list if it is no play."""
    copy(TRIAL, state)
    if first:
        apply(TRIAL, first)
    if style:
        lay_all(TRIAL, style)
    elif not own_run(TRIAL):
        own_group(TRIAL)
    steps = [TRIAL.made[at] for at in range(TRIAL.made_size)]
    if refused(TRIAL, END_PLAY):
        return []
    head: list[int] = [first] if first else []
    return [*head, *steps, END_PLAY]


def plans(state: OpenTableRound, most: int) -> list[list[int]]:
    """Return at most `most` plans: not to play first, then closing, then plays by how far they reach."""
    found = [[step] for step in (DRAW_TILE, PASS_TURN) if not refused(state, step)]
    if not refused(state, TAKE_CLOSING):
        play = laid_so(state, JOKERS, TAKE_CLOSING)
        if play:
            found.append(play)
    for style in range(JOKERS, OWN_SETS - 2, -1):
        play = laid_so(state, style, 0)
        if play and play not in found and len(found) < most:
            found.append(play)
    return found


def value(state: OpenTableRound, plan: Sequence[int], seed: int, seat: int) -> int:
    """Return how far a seat is ahead when a plan is made and the round played out in the world of a seed."""
    copy(WORLD, state)
    scatter(WORLD, seed)
    for step in plan:
        apply(WORLD, step)
    play_out(WORLD)
    return lead(WORLD, seat)
