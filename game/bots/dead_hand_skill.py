"""How well a dead-hand bot evaluates: all its weights, as data.

The defaults are those of the first bot. Values are in hundredths of a point, chances in percent, all integers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Skill:
    """The weights of evaluation.

    The draw: `drawn` is the value of the stock's unknown tile to a rack. `denied` is the percentage, of what the pile's
    `best_of_pile` best tiles are worth to the next player, that leaving the pile costs us. After `swaps` successive
    turns that only swapped a tile, the lone tile of a pile is not taken for another swap.

    Chances by rules of thumb, in percent: `comes`, by number of unseen copies, that one comes to a side in time;
    `wild_comes` that a wild tile does; `held_by_them` that a tile comes which the others are known to hold. Chances by
    `counting`: of all unseen tiles a side gets those in its racks, `dead_comes` percent of its dead hand, and `drawing`
    percent of a tile in each further turn; the round lasts `horizon` turns longer while the dead hand is not taken. A
    tile that a partner is known to hold comes with `known` percent, one on the pile with `in_pile`; `wild_use` percent
    of the wild tiles are free for a set that needs one. `first` is the extra value of a first canasta, in whole points,
    `hope` the percentage at which an unfinished set counts of its possible value.

    The rack: `hold_joker` and `hold_two` are the value of keeping a wild tile, `neighbour` that of another tile that
    goes with one. `hold_cost` is the percentage of its points that a tile in the rack costs, `hold_late` the extra when
    the round is nearly over. `new_group` and `new_run` are the least profit of a new set. `laid_subtract` and
    `laid_zero` are the percentages at which laid tiles count while a canasta is missing.

    The end: `tempo` is the value of one tile fewer in the rack before the dead hand is taken, `tempo_late` the extra
    for each percent of urgency, `tempo_far` the value with a partner closer to it; `tempo_out` and `tempo_out_late` are
    the same on the way to going out with a canasta, `tempo_without` without one. `dead` is the value of the dead hand,
    `at_once` of taking it before the discard, so that the turn goes on, `out_bias` the extra value of going out.

    The discard: `wild_danger`, `middle`, `known_partner` and `fitting` are the value to the others of a tile that is
    wild, is in the middle of the numbers, goes with one they are known to hold, or fits their sets. `scorned` is the
    percentage left of this danger when the next player recently passed over such a tile, `pile_weight` what a rich pile
    below adds. `fear` is the percentage at which all dangers count. `slips` is the percentage of sets, piles or better
    discards that are overlooked. With `keeps_wild` a wild tile is discarded only if no other can be. A pile of more
    than `handful` tiles is not taken, and only `steps` sets a turn are laid or added to until the round is nearly over.
    """

    drawn: int = 900
    denied: int = 50
    best_of_pile: int = 3
    comes: tuple[int, int, int] = (0, 35, 60)
    wild_comes: int = 45
    held_by_them: int = 10
    first: int = 60
    hold_joker: int = 6000
    hold_two: int = 5000
    neighbour: int = 300
    hold_cost: int = 30
    hold_late: int = 70
    new_group: int = 4_000
    tempo: int = 1000
    tempo_late: int = 6
    tempo_far: int = 500
    tempo_out: int = 300
    tempo_out_late: int = 5
    tempo_without: int = 100
    dead: int = 9_000
    at_once: int = 600
    wild_danger: int = 9_000
    middle: int = 250
    known_partner: int = 900
    fitting: int = 1_500
    counting: bool = False
    known: int = 85
    in_pile: int = 30
    wild_use: int = 70
    horizon: int = 7
    dead_comes: int = 80
    drawing: int = 70
    scorned: int = 50
    fear: int = 100
    slips: int = 0
    pile_weight: int = 0
    out_bias: int = 0
    new_run: int = 0
    laid_subtract: int = 40
    laid_zero: int = 55
    hope: int = 100
    swaps: int = 1_000
    steps: int = 1_000
    handful: int = 1_000
    keeps_wild: bool = False


FIRST_SKILL = Skill()
ELDER_SKILL = Skill(
    counting=True, hope=32, first=60, hold_two=3800, hold_joker=5000, pile_weight=45, tempo=880, hold_late=50,
    denied=45, in_pile=45, drawn=1100, middle=180, fitting=750, new_run=900, new_group=2200, tempo_out=680, known=80,
    scorned=40, wild_danger=11_000, neighbour=340, known_partner=1000, out_bias=1200,
)  # fmt: skip
SHARP_SKILL = replace(ELDER_SKILL, swaps=0)
MEDIUM_SKILL = Skill(hope=80, pile_weight=20)
# Lays whatever it can at once.
GREEDY_SKILL = Skill(
    hold_joker=0, hold_two=0, neighbour=0, new_group=0, new_run=0, laid_subtract=100, laid_zero=100, denied=0, fear=0,
)  # fmt: skip
EASY_SKILL = Skill(slips=30, fear=0, denied=0, out_bias=-2000, steps=1, handful=4, keeps_wild=True)
