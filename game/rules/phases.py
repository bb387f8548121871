"""A turn of each family as a transition table: which move leads from which phase to which. Rules 1.4 and 2.5.

The diagram in ARCHITECTURE.md is made from these tables by `python3 -m tools.phases`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from game.table.moves import (
    Attempt,
    Close,
    Discard,
    Draw,
    Extend,
    Keep,
    LayMeld,
    Move,
    Pass,
    Rearrange,
    Redraw,
    Retract,
    Stop,
    TakePile,
    Timeout,
)
from game.table.state import Phase

MovePhases = Mapping[type[Move], tuple[Phase, ...]]

_ENDS = (Phase.DRAW, Phase.ROUND_END)
_GOES_ON = (Phase.PLAY, Phase.ROUND_END)
_PASSES_ON = (Phase.TURN, Phase.ROUND_END)

# The first of several phases is the usual one; in a phase that is not listed no move is allowed. START_DRAW is for the
# starter with the privilege to redraw its first tile; all other turns begin at DRAW.
DEAD_HAND_PHASES: Final[Mapping[Phase, MovePhases]] = MappingProxyType(
    {
        Phase.START_DRAW: {Draw: (Phase.START_CHOICE,), Timeout: _ENDS},
        Phase.START_CHOICE: {Keep: (Phase.PLAY,), Redraw: (Phase.PLAY,), Timeout: _ENDS},
        Phase.DRAW: {Draw: (Phase.PLAY,), TakePile: (Phase.PLAY,), Stop: (Phase.ROUND_END,), Timeout: _ENDS},
        Phase.PLAY: {
            LayMeld: _GOES_ON, Extend: _GOES_ON, Retract: (Phase.PLAY,), Discard: _ENDS, Timeout: _ENDS,
        },
    }
)  # fmt: skip

# TURN is a turn before any draw or play; where drawing ends the turn, it leads to the next seat's TURN.
OPEN_TABLE_PHASES: Final[Mapping[Phase, MovePhases]] = MappingProxyType(
    {
        Phase.TURN: {
            Draw: (Phase.PLAY, Phase.TURN), Rearrange: (Phase.TURN, Phase.PLAY, Phase.ROUND_END),
            Attempt: _PASSES_ON, Close: (Phase.ROUND_END,), Pass: _PASSES_ON, Timeout: _PASSES_ON,
        },
        Phase.PLAY: {
            Draw: (Phase.TURN,), Rearrange: (Phase.TURN, Phase.PLAY, Phase.ROUND_END), Attempt: _PASSES_ON,
            Close: (Phase.ROUND_END,), Pass: _PASSES_ON, Timeout: _PASSES_ON,
        },
    }
)  # fmt: skip


def phases_of(turns: Mapping[Phase, MovePhases]) -> dict[type[Move], tuple[Phase, ...]]:
    """Return the phases in which each move belongs."""
    every = dict.fromkeys(move for moves in turns.values() for move in moves)
    return {move: tuple(phase for phase, moves in turns.items() if move in moves) for move in every}
