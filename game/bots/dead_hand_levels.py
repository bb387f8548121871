"""The levels of the dead-hand games but for the master, who asks one of these.

An easy bot overlooks sets and piles, fears nothing and is in no hurry to go out; a medium one judges by rules of thumb;
a hard one counts every tile it has seen, remembers who took which and who let which lie, and looks at ten times as many
ways to lay.
"""

from __future__ import annotations

from functools import partial

from game.bots.dead_hand_bot import decide
from game.bots.dead_hand_skill import EASY, MIDDLING, SHARP
from game.bots.level import Level

LEVELS: dict[str, Level] = {
    "easy": Level(version=2, nodes=1_000, decide=partial(decide, skill=EASY)),
    "medium": Level(version=2, nodes=2_000, decide=partial(decide, skill=MIDDLING)),
    "hard": Level(version=3, nodes=20_000, decide=partial(decide, skill=SHARP)),
}
