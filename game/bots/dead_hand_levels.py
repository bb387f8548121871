"""The rule-of-thumb levels of the dead-hand games; `master/` has hard and master, which look ahead.

Easy overlooks sets and piles, ignores dangers and does not hurry to go out; medium uses all rules of thumb; the adviser
also counts every tile it has seen and remembers who took or passed over which.
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
# The adviser uses rules of thumb, because each of their moves has a reason that can be told.
ADVISING: dict[str, Level] = {
    "adviser": Level(version=3, nodes=20_000, decide=partial(decide, skill=SHARP)),
}
