"""The levels of the dead-hand games, and the sparring partner that arenas set against them.

An easy bot overlooks sets and piles, fears nothing and is in no hurry to go out; a medium one judges by rules of thumb;
a hard one counts every tile it has seen, remembers who took which and who let which lie, and looks at ten times as many
ways to lay. Nothing is played out in sampled worlds: two rounds of one deal, seats swapped, still differ from deal to
deal by a standard deviation of some 500 points in eburako and burako and 220 in burraco (200 and 300 deals of hard
against medium), and a round of these bots takes about a tenth of a second. So a second's worlds would tell apart only
moves that are a hundred points and more apart.
"""

from __future__ import annotations

from functools import partial

from game.bots.dead_hand_bot import decide
from game.bots.dead_hand_skill import EASY, FIRST, MIDDLING, SHARP
from game.bots.level import Level

LEVELS: dict[str, Level] = {
    "easy": Level(version=2, nodes=1_000, decide=partial(decide, skill=EASY)),
    "medium": Level(version=2, nodes=2_000, decide=partial(decide, skill=MIDDLING)),
    "hard": Level(version=2, nodes=20_000, decide=partial(decide, skill=SHARP)),
}
SPARRING: dict[str, Level] = {
    "first": Level(version=1, nodes=2_000, decide=partial(decide, skill=FIRST)),
}
