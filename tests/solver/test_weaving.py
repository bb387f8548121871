"""Weaving by hand: what the search gives for whole racks is in `test_packing.py`."""

from __future__ import annotations

from game.solver.counts import LAST_NUMBER
from game.solver.groupings import Grouping
from game.solver.open_runs import RunStep
from game.solver.packed_sets import PLAIN_TILES
from game.solver.passages import Passage
from game.solver.weaving import NO_FIXED_JOKERS, Block, weave_sets

NO_GROUPS = Grouping((0, 0, 0, 0), 0, takes_one=False, takes_two=False)
IDLE = RunStep(0, 0, 0, ran=False, fed=0, carried=0, bridged=0, started=0, taken_in=())
GOES_ON = IDLE._replace(ran=True, carried=1)


def red_run(last: int) -> Block:
    """Return the red run from 1 to `last`, fixed beforehand."""
    return Block(0, 0, tuple(PLAIN_TILES[row][0] for row in range(last)))


def red_passages(block: Block) -> list[Passage]:
    """Return passages in which a block is continued up to the last number, and nothing else happens."""
    reds = [IDLE if row < block.after else GOES_ON for row in range(LAST_NUMBER)]
    return [Passage(NO_GROUPS, (red, IDLE, IDLE, IDLE)) for red in reds]


def test_a_run_is_cut_for_a_spare_joker_only_behind_what_was_fixed_beforehand() -> None:
    block = red_run(7)
    sets, spare = weave_sets(red_passages(block), NO_FIXED_JOKERS, (block,), 1)
    assert [str(one) for one in sets] == ["[R1 R2 R3 R4 R5 R6 R7]", "[*=R7 R8 R9 R10 R11 R12 R13]"]
    assert spare == 0


def test_no_spare_joker_finds_a_place_in_a_run_that_is_fixed_whole() -> None:
    block = red_run(LAST_NUMBER)
    sets, spare = weave_sets(red_passages(block), NO_FIXED_JOKERS, (block,), 1)
    assert [str(one) for one in sets] == ["[R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13]"]
    assert spare == 1
