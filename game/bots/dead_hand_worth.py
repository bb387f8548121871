"""The value of sets and tiles to a side of a dead-hand game: points made, and the chance of canastas.

All values are in hundredths of a point. A set is evaluated by its shape alone: which places or copies it has, and
whether it is pure.
"""

from __future__ import annotations

from typing import NamedTuple

from game.bots.dead_hand_odds import IN_HAND_PERCENT, LIKELIHOOD_PERCENTS, Odds
from game.bots.dead_hand_sight import Evaluation
from game.bots.dead_hand_table import PLACE_CODES, ROWS, code_at, row_of
from game.rules.dead_hand_score import IMPURE_POINTS, PURE_POINTS
from game.rules.dead_hand_sets import CANASTA, is_wild_face
from game.table.faces import Face
from game.table.melds import Kind, Meld
from game.table.tiles import Tile

CLEAN_VALUE, DIRTY_VALUE = 100 * PURE_POINTS, 100 * IMPURE_POINTS
# a homing wild is a two of the run's own colour, which may move to its natural place 2
NO_WILD, WILD, HOMING_WILD = 0, 1, 2
MAX_NEIGHBOURS = 4


class Shape(NamedTuple):
    """A set without its tiles.

    A run has its row and the bit set of its natural places; a group has row 0, its number, and the count of naturals.
    `wild` is the kind of its wild tile.
    """

    row: int
    number: int
    naturals: int
    wild: int
    length: int


def shape_of(meld: Meld, faces: tuple[Face, ...]) -> Shape:
    """Return the shape of a set on the table."""
    plain = [(at, faces[tile]) for at, tile in enumerate(meld.tiles) if meld.stands_for[at] is None]
    length = len(meld.tiles)
    if meld.kind is Kind.GROUP:
        return Shape(0, plain[0][1].number, len(plain), WILD if len(plain) < length else NO_WILD, length)
    row = row_of(plain[0][1])
    start = first_place(meld, faces)
    bits = sum(1 << start + at for at, _face in plain)
    wild = NO_WILD
    if len(plain) < length:
        face = next(faces[tile] for tile, means in zip(meld.tiles, meld.stands_for, strict=True) if means is not None)
        wild = HOMING_WILD if row_of(face) == row and face.number == 2 else WILD
    return Shape(row, 0, bits, wild, length)


def first_place(meld: Meld, faces: tuple[Face, ...]) -> int:
    """Return the place of a run's first tile."""
    for at, (tile, means) in enumerate(zip(meld.tiles, meld.stands_for, strict=True)):
        if means is not None:
            return means.number - at
        if faces[tile].number != 1:
            return faces[tile].number - at
    raise ValueError("a run of ones is none")


def set_value(shape: Shape, odds: Odds) -> int:
    """Return the value of a set to its side: its canasta, or the chance of one."""
    if shape.length >= CANASTA:
        if not shape.wild:
            return CLEAN_VALUE
        return DIRTY_VALUE + (CLEAN_VALUE - DIRTY_VALUE) * _chance_of_homing(shape, odds) // 100
    clean, dirty = (
        (CLEAN_VALUE + odds.first // 2) * odds.hope // 100,
        (DIRTY_VALUE + odds.first // 2) * odds.hope // 100,
    )
    if shape.row:
        return _run_chance_value(shape, odds, clean, dirty)
    missing = CANASTA - shape.length
    hope = 0 if shape.wild else clean * _chance_of_copies(missing, shape.number, odds) // 100
    short = missing if shape.wild else missing - 1
    chance = _chance_of_copies(short, shape.number, odds) * (100 if shape.wild else odds.wild)
    return max(hope, dirty * chance // 10_000)


def _chance_of_copies(wanted: int, number: int, odds: Odds) -> int:
    """Return the chance of getting `wanted` more tiles of a number."""
    short = wanted - odds.ready[number]
    if short <= 0:
        return IN_HAND_PERCENT if wanted else 100
    return LIKELIHOOD_PERCENTS[odds.share][min(8, odds.coming[number])][short]


def _run_chance_value(shape: Shape, odds: Odds, clean: int, dirty: int) -> int:
    """Return the expected value of a run's best chance among all ranges of seven places around its naturals."""
    chances = odds.place[shape.row]
    low = (shape.naturals & -shape.naturals).bit_length() - 1
    high = shape.naturals.bit_length() - 1
    best = 0
    for start in range(max(1, high - CANASTA + 1), min(low, PLACE_CODES - CANASTA) + 1):
        product, least = 100, 100
        for place in range(start, start + CANASTA):
            if not shape.naturals >> place & 1:
                chance = chances[place]
                least = min(least, chance)
                product = product * chance // 100 if chance < 100 else product
        without_least = _chance_with_wild(shape, chances, start, least) if least < 100 else 100
        wild = 100 if shape.wild else odds.wild
        best = max(best, 0 if shape.wild else clean * product // 100, dirty * without_least * wild // 10_000)
    return best


def _chance_with_wild(shape: Shape, chances: tuple[int, ...], start: int, least: int) -> int:
    """Return the chance of a range whose least likely place is filled by a wild tile."""
    product, spared = 100, False
    for place in range(start, start + CANASTA):
        if not shape.naturals >> place & 1:
            if chances[place] == least and not spared:
                spared = True
            else:
                product = product * chances[place] // 100
    return product


def _chance_of_homing(shape: Shape, odds: Odds) -> int:
    """Return the chance that a two of the run's own colour moves to place 2, which makes a dirty canasta pure."""
    if shape.wild != HOMING_WILD or shape.naturals >> 2 & 1:
        return 0
    product = IN_HAND_PERCENT
    for place in range(3, shape.naturals.bit_length()):
        if not shape.naturals >> place & 1:
            product = product * odds.place[shape.row][place] // 100
    return product


# Tiles


def laid_tile_value(tile: Tile, sight: Evaluation) -> int:
    """Return the value of a tile's own points once laid; while a canasta is missing, perhaps only a part of them."""
    if sight.canasta:
        return sight.points[tile]
    return (
        sight.points[tile]
        * {"subtract": sight.skill.laid_subtract, "zero": sight.skill.laid_zero, "count": 100}[
            sight.options.word("no_canasta_table")
        ]
        // 100
    )


def tempo_value(sight: Evaluation) -> int:
    """Return the value of one tile fewer in the rack, because the dead hand or going out comes nearer."""
    skill = sight.skill
    if not sight.waiting:
        return skill.tempo_out + skill.tempo_out_late * sight.urgency if sight.canasta else skill.tempo_without
    partners = [len(sight.table.racks[seat]) for seat in range(sight.table.seats) if _is_partner(seat, sight)]
    far = any(partner + 3 < len(sight.rack) for partner in partners)
    return skill.tempo_far if far else skill.tempo + skill.tempo_late * sight.urgency


def _is_partner(seat: int, sight: Evaluation) -> bool:
    return seat != sight.view.seat and sight.table.side_of(seat) == sight.side


def held_tile_values(sight: Evaluation) -> dict[Tile, int]:
    """Return the value of each rack tile while it stays there; usually negative."""
    step = tempo_value(sight)
    return {tile: _held_value(tile, sight) - step for tile in sight.rack}


def _held_value(tile: Tile, sight: Evaluation) -> int:
    face, skill = sight.faces[tile], sight.skill
    cost = sight.points[tile] * (skill.hold_cost + skill.hold_late * sight.urgency // 100) // 100
    calm = 100 - sight.urgency
    hold = (skill.hold_joker if face.number == 0 else skill.hold_two) if is_wild_face(face) else 0
    return (hold + skill.neighbour * count_neighbours(face, sight)) * calm // 100 - cost


def count_neighbours(face: Face, sight: Evaluation) -> int:
    """Count the rack tiles that go with a face, of its number or near it in its colour, up to MAX_NEIGHBOURS."""
    if face.number == 0:
        return 0
    row, number = row_of(face), face.number
    count = 0
    for place in range(max(1, number - 2), min(13, number + 2) + 1):
        if place != number and code_at(row, place) in sight.hand:
            count += 1
    if number == 1:
        count += sum(code_at(row, place) in sight.hand for place in (12, 13))
    elif number >= 12:
        count += code_at(row, 1) in sight.hand
    same = sum(len(sight.hand.get(code_at(other, number), ())) for other in ROWS)
    return min(count + (same - 1 if number != 2 else 0), MAX_NEIGHBOURS)


def matching_rack_tiles(face: Face, sight: Evaluation) -> list[Tile]:
    """List the other rack tiles that go with a face: near it in its colour, then of its number."""
    row, number = row_of(face), face.number
    near = sorted(
        range(max(1, number - 2), min(PLACE_CODES, number + 3)), key=lambda place: (abs(place - number), place)
    )
    codes = [code_at(row, place) for place in near if place != number]
    if number == 1:
        codes += [code_at(row, place) for place in (13, 12)]
    twins = [tile for other in ROWS for tile in sight.hand.get(code_at(other, number), ())[other == row :]]
    return [*[tile for code in codes for tile in sight.hand.get(code, ())[:1]], *twins]
