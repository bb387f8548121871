"""How well a dead-hand bot judges: every weight it weighs with, as data. The usual values are those of the first bot.

In hundredths of a point or in percent, whole numbers all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Skill:
    """Weights of judging.

    The draw: `drawn` is what the unknown tile of the stock is worth to a rack, `denied` the percentage that a pile left
    to the next player costs us of what its `best_of_pile` best tiles would bring him. The lone tile of a pile is not
    taken only to throw its like again after `swaps` turns in succession that brought nothing.

    Hopes by rules of thumb: `comes` is by unseen copies the percentage that one comes to a side in time, `wild_comes`
    that a wild tile does, `held_by_them` that a tile comes which the others are known to hold. Hopes by `counting`: of
    all unseen tiles a side gets those in its racks, `dead_comes` percent of its dead hand, and `drawing` percent of a
    tile for each turn of the round, which lasts `horizon` turns longer before the dead hand is taken; of a tile a
    partner is known to hold `known` percent, of one on the pile `in_pile`; `wild_use` percent of the wild ones are free
    for a set that wants one. `first` is what a first canasta is worth beside itself, `hope` the percentage that an
    unfinished set counts of what it may become.

    The rack: `hold_joker` and `hold_two` are what a wild tile may still do there, `neighbour` what another tile that
    goes with one adds to it; `hold_cost` the percentage of its points that a tile in the rack costs, and `hold_late`
    what more it costs when the round is nearly over. `new_group` and `new_run` are what a new set has to bring beyond
    its worth, `laid_subtract` and `laid_zero` the percentage that laid tiles count while a canasta is missing.

    The end: `tempo` is what one tile fewer is worth before the dead hand is taken and `tempo_late` what more when the
    round presses, `tempo_far` with a partner nearer to it; `tempo_out` and `tempo_out_late` the same on the way out
    with a canasta, `tempo_without` without. `dead` is the worth of the dead hand, `at_once` of taking it in time to
    play from it, `out_bias` of going out beside what it brings.

    The discard: `wild_danger`, `middle`, `known_partner` and `fitting` are what a tile brings the others that is wild,
    in the middle of the numbers, goes with one they are known to hold, or fits their sets; `scorned` the percentage
    left of it when the next player let such a tile go, and `pile_weight` what a rich pile below it adds. `fear` is how
    much of all that is heeded, and `slips` how often of a hundred times a set, a pile or a better tile to throw is
    overlooked.
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


FIRST = Skill()
ELDER = Skill(
    counting=True, hope=32, first=60, hold_two=3800, hold_joker=5000, pile_weight=45, tempo=880, hold_late=50,
    denied=45, in_pile=45, drawn=1100, middle=180, fitting=750, new_run=900, new_group=2200, tempo_out=680, known=80,
    scorned=40, wild_danger=11_000, neighbour=340, known_partner=1000, out_bias=1200,
)  # fmt: skip
SHARP = replace(ELDER, swaps=0)
MIDDLING = Skill(hope=80, pile_weight=20)
# Lays whatever it can as soon as it can.
GREEDY = Skill(
    hold_joker=0, hold_two=0, neighbour=0, new_group=0, new_run=0, laid_subtract=100, laid_zero=100, denied=0, fear=0,
)  # fmt: skip
EASY = Skill(slips=30, fear=0, denied=0, out_bias=-2000)
