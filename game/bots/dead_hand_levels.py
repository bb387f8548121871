"""The levels of the dead-hand games that judge by rules of thumb; `master/` has hard and master, who also look ahead.

An easy bot overlooks sets and piles, fears nothing and is in no hurry to go out; a medium one judges by rules of thumb;
who gives advice counts every tile it has seen, and remembers who took which and who let which lie.
"""

from __future__ import annotations

from functools import partial

from game.bots.dead_hand_bot import decide
from game.bots.dead_hand_skill import EASY, MIDDLING, SHARP
from game.bots.level import Level

LEVELS: dict[str, Level] = {
    "easy": Level(version=2, nodes=1_000, decide=partial(decide, skill=EASY)),
    "medium": Level(version=2, nodes=2_000, decide=partial(decide, skill=MIDDLING)),
}
# Who gives advice judges by rules of thumb: each of its moves has a reason that can be said.
ADVISING: dict[str, Level] = {
    "adviser": Level(version=3, nodes=20_000, decide=partial(decide, skill=SHARP)),
}
