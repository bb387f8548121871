"""Packing problems by family, from a seed: self-play tables, crowded tables of every size, and awkward ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from game.solver.packing import best_packing
from game.solver.packing_problem import Problem
from game.table.faces import COLOURS, JOKER, Face

NUMBERED = [Face(colour, number) for colour in COLOURS for number in range(1, 14)] * 2
DECK = [*NUMBERED, JOKER, JOKER]


@dataclass(frozen=True, slots=True)
class Instance:
    """A problem on loose tiles, and its family."""

    family: str
    problem: Problem

    @property
    def jokers(self) -> int:
        """Count the jokers on the table and in the rack."""
        return (*self.problem.loose, *self.problem.rack).count(JOKER)


def instances(seed: int, count: int) -> list[Instance]:
    """Draw problems, every other one from a game, the rest from the other families in turn."""
    chance = Random(seed)  # noqa: S311 - a reproducible draw, nothing to guess
    games = _from_games(chance)
    makers = [_crowded, _crowded_two_jokers, _full_table, _long_rack, _one_colour, _twins]
    return [makers[place // 2 % len(makers)](chance) if place % 2 else next(games) for place in range(count)]


def _from_games(chance: Random) -> Iterator[Instance]:
    """Yield about a third of the positions of games in which everybody always lays the most."""
    while True:
        deck = list(DECK)
        chance.shuffle(deck)
        racks = [[deck.pop() for _ in range(14)] for _ in range(chance.choice([2, 3, 4]))]
        table: tuple[Face, ...] = ()
        turn = 0
        while deck and all(racks):
            rack = racks[turn % len(racks)]
            if chance.randrange(3) == 0:
                yield Instance("game", Problem(tuple(rack), table))
            laid = best_packing(Problem(tuple(rack), table)).laid
            table += laid
            for face in laid:
                rack.remove(face)
            if not laid:
                rack.append(deck.pop())
            turn += 1


def drawn_set(chance: Random) -> list[Face]:
    """Draw a set."""
    if chance.random() < 0.5:
        number = chance.randint(1, 13)
        return [Face(colour, number) for colour in chance.sample(COLOURS, chance.choice([3, 3, 4]))]
    length = chance.choice([3, 3, 3, 4, 4, 5, 6, 7])
    first, colour = chance.randint(1, 14 - length), chance.choice(COLOURS)
    return [Face(colour, number) for number in range(first, first + length)]


def crowded_table(chance: Random, size: int) -> list[Face]:
    """Draw sets until they hold about `size` tiles."""
    left = list(NUMBERED)
    table: list[Face] = []
    for _ in range(3000):
        drawn = drawn_set(chance)
        if len(table) + len(drawn) <= size + 1 and all(left.count(face) for face in drawn):
            for face in drawn:
                left.remove(face)
            table += drawn
    return table


def _dealt(chance: Random, family: str, size: int, rack: int, on_table: int, on_rack: int) -> Instance:
    """Put jokers in the place of some tiles of a crowded table, and deal a rack of the rest."""
    table = crowded_table(chance, size)
    chance.shuffle(table)
    table = table[on_table:] + [JOKER] * on_table
    rest = list(NUMBERED)
    for face in table[: len(table) - on_table]:
        rest.remove(face)
    chance.shuffle(rest)
    hand = rest[: max(rack - on_rack, 0)] + [JOKER] * on_rack
    return Instance(family, Problem(tuple(hand), tuple(table)))


def _crowded(chance: Random) -> Instance:
    jokers = chance.randint(0, 2)
    on_table = chance.randint(0, jokers)
    return _dealt(chance, "crowded", chance.randint(0, 95), chance.randint(5, 25), on_table, jokers - on_table)


def _crowded_two_jokers(chance: Random) -> Instance:
    on_table = chance.randint(0, 2)
    return _dealt(chance, "two jokers", chance.randint(30, 90), chance.randint(5, 25), on_table, 2 - on_table)


def _full_table(chance: Random) -> Instance:
    on_table = chance.randint(0, 2)
    return _dealt(chance, "95 tiles", 95, chance.randint(5, 9), on_table, chance.randint(0, 2 - on_table))


def _long_rack(chance: Random) -> Instance:
    on_rack = chance.randint(0, 2)
    return _dealt(chance, "rack of 25", chance.randint(20, 60), 25, 0, on_rack)


def _one_colour(chance: Random) -> Instance:
    tiles = [Face(COLOURS[0], number) for number in range(1, 14)] * 2
    chance.shuffle(tiles)
    jokers = chance.randint(0, 2)
    return Instance("one colour", Problem((*tiles[: chance.randint(8, 25)], *[JOKER] * jokers)))


def _twins(chance: Random) -> Instance:
    """Both copies of every face in the rack, and a table of whole groups."""
    groups = [[Face(colour, number) for colour in COLOURS] for number in chance.sample(range(1, 14), 4)]
    table = [face for group in groups for face in group]
    pairs = [face for face in chance.sample(NUMBERED[:52], 12) if face not in table]
    jokers = chance.randint(0, 2)
    return Instance("twins", Problem((*pairs, *pairs, *[JOKER] * jokers), tuple(table)))
