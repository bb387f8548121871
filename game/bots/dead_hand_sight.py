"""What a seat sees in a dead-hand game, in numbers: made once from a View, for judging and never for moving.

A row is a colour's (1..4, 0 for the joker), a place is 1..14 in a run. Chances are percent, points are hundredths, and
all of it is whole numbers, so that every machine judges alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

from game.bots.dead_hand_skill import Skill
from game.rules.dead_hand_score import face_points
from game.rules.dead_hand_sets import is_canasta, is_wild_face
from game.table.faces import HIDDEN, Face
from game.table.melds import Meld
from game.table.options import Options
from game.table.state import Table
from game.table.tiles import Tile
from game.table.view import View

ROWS = range(1, 5)
PLACES = 15  # 0 is nothing, 14 the one after the thirteen
IN_HAND = 95  # percent: a tile of the rack reaches its set unless something better turns up
SHARE = 4  # of ten: what one side gets of the copies of a number still to come
JOKER_POINTS = {"burraco": 30}  # 50 in the other games; rule 1.7


@dataclass(frozen=True, slots=True)
class Odds:
    """What a side may still hope for.

    `place[row][place]` is the chance of the tile for a place of a run; `ready[number]` counts tiles of a number in the
    rack thought of and `coming[number]` those that may still come; `wild` is the chance of a wild tile; `first` the
    worth of a first canasta, 0 for a side that has one.
    """

    place: tuple[tuple[int, ...], ...]
    ready: tuple[int, ...]
    coming: tuple[int, ...]
    wild: int
    first: int
    hope: int
    share: int


@dataclass(frozen=True, slots=True)
class Sight:
    """A seat's position with a rack it has or could have.

    `hand` lists the rack's tiles by face code, `wilds` its wild tiles, cheapest first. `urgency` is 0 at the start of a
    round and near 100 when it is about to end. `waiting`: our dead hand lies there. `canasta`: we have one.
    """

    view: View
    skill: Skill
    options: Options
    rack: tuple[Tile, ...]
    hand: dict[int, tuple[Tile, ...]]
    wilds: tuple[Tile, ...]
    points: tuple[int, ...]
    urgency: int
    waiting: bool
    canasta: bool
    ours: Odds
    theirs: Odds

    @property
    def table(self) -> Table:
        """The public table."""
        return self.view.table

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces this seat knows."""
        return self.view.faces

    @property
    def side(self) -> int:
        """This seat's side."""
        return self.view.table.side_of(self.view.seat)


def sight_of(view: View, rack: tuple[Tile, ...], skill: Skill) -> Sight:
    """Read a view with this skill, and with this rack in the seat's hand."""
    table = view.table
    side = table.side_of(view.seat)
    urgency = urgency_of(table, side)
    wilds = sorted((tile for tile in rack if is_wild_face(view.faces[tile])), key=lambda tile: -view.faces[tile].number)
    return Sight(
        view=view,
        skill=skill,
        options=table.options,
        rack=rack,
        hand=by_face(rack, view.faces),
        wilds=tuple(wilds),
        points=tuple([100 * face_points(face, JOKER_POINTS.get(table.game, 50)) for face in view.faces]),
        urgency=urgency,
        waiting=bool(table.dead[side]),
        canasta=has_canasta(table, side),
        ours=_odds(view, rack, side, urgency, skill),
        theirs=_odds(view, rack, 1 - side, urgency, skill),
    )


def by_face(tiles: Iterable[Tile], faces: tuple[Face, ...]) -> dict[int, tuple[Tile, ...]]:
    """Sort tiles by what is printed on them."""
    found: dict[int, tuple[Tile, ...]] = {}
    for tile in tiles:
        code = faces[tile].code
        found[code] = (*found.get(code, ()), tile)
    return found


def row_of(face: Face) -> int:
    """Return the row of a face's colour."""
    return face.code >> 4


def code_at(row: int, place: int) -> int:
    """Return the code of the face that is natural at a place of a run."""
    return row * 16 + (1 if place == PLACES - 1 else place) + 1


def sets_of(table: Table, side: int) -> list[Meld]:
    """Return a side's sets."""
    return [meld for meld, owner in zip(table.melds, table.owners, strict=True) if owner == side]


def has_canasta(table: Table, side: int) -> bool:
    """Tell whether a side has a canasta."""
    return any(is_canasta(meld) for meld in sets_of(table, side))


def seats_of(table: Table, side: int) -> list[int]:
    """Return the seats that play for a side."""
    return [seat for seat in range(table.seats) if table.side_of(seat) == side]


def turns_left(table: Table) -> int:
    """Return how many more turns each seat has before the stock ends the round."""
    return (len(table.stock) - table.options.number("stock_floor")) // table.seats


def urgency_of(table: Table, side: int) -> int:
    """Say how near the round's end is: by the stock, or because the other side is about to go out."""
    by_stock = max(0, 100 - 10 * max(0, turns_left(table)))
    them = 1 - side
    if table.dead[them]:
        return by_stock
    least = min(len(table.racks[seat]) for seat in seats_of(table, them))
    threat = max(15, 90 - 10 * least)
    if not has_canasta(table, them) and not table.options.flag("close_without_canasta"):
        threat //= 2
    return max(by_stock, threat)


def _odds(view: View, rack: tuple[Tile, ...], side: int, urgency: int, skill: Skill) -> Odds:
    """Count, face by face, what lies in sets or racks and what may still come."""
    table, faces = view.table, view.faces
    ours = side == table.side_of(view.seat)
    if skill.counting:
        return _counted_odds(view, rack, side, skill)
    spoken_for, away = _gone(view, rack, side)
    calm = 100 - urgency
    place = [[0] * PLACES for _ in range(5)]
    ready, coming = [0] * PLACES, [0] * PLACES
    held = _counts(rack, faces) if ours else [0] * 96
    for row in ROWS:
        for number in range(1, 14):
            code = row * 16 + number + 1
            left = max(0, 2 - spoken_for[code])
            ready[number] += held[code]
            coming[number] += left
            chance = skill.comes[left] * (50 + calm // 2) // 100
            place[row][number] = IN_HAND if held[code] else max(chance, skill.held_by_them if away[code] else 0)
        place[row][14] = place[row][1]
    wild = IN_HAND if ours and any(is_wild_face(faces[tile]) for tile in rack) else skill.wild_comes * calm // 100
    return Odds(
        tuple(tuple(row) for row in place),
        tuple(ready),
        tuple(coming),
        wild,
        _first_worth(view, side, skill),
        skill.hope,
        SHARE,
    )


def _counted_odds(view: View, rack: tuple[Tile, ...], side: int, skill: Skill) -> Odds:
    """Count where each tile can still be, and how many of the unseen ones come to a side."""
    table, faces = view.table, view.faces
    ours = side == table.side_of(view.seat)
    mates = [tile for seat in seats_of(table, side) if seat != view.seat for tile in table.racks[seat]]
    mates = [tile for tile in mates if tile not in rack]
    with_mates = _counts([tile for tile in mates if faces[tile] != HIDDEN], faces)
    held = _counts(rack, faces) if ours else [0] * 96
    pile = _counts([tile for tile in table.pile if tile not in rack], faces)
    seen = _counts([tile for tile, face in enumerate(faces) if face != HIDDEN], faces)
    hidden = len(faces) - sum(seen)
    share = min(90, 100 * _arriving(view, side, mates, skill) // max(1, hidden))
    one, both = share, 100 - (100 - share) * (100 - share) // 100
    place = [[0] * PLACES for _ in range(5)]
    ready, coming = [0] * PLACES, [0] * PLACES
    for row in ROWS:
        for number in range(1, 14):
            code = row * 16 + number + 1
            unseen = 2 - seen[code]
            ready[number] += held[code] + with_mates[code]
            coming[number] += unseen + pile[code]
            chance = (0, one, both)[unseen]
            if held[code]:
                chance = IN_HAND
            elif with_mates[code]:
                chance = max(chance, skill.known)
            elif pile[code]:
                chance = 100 - (100 - chance) * (100 - skill.in_pile) // 100
            place[row][number] = chance
        place[row][14] = place[row][1]
    wilds = range(1, 5)
    unseen_wilds = sum(2 - seen[row * 16 + 3] for row in wilds) + _jokers(view) - seen[1]
    lacking = 100
    for _wild in range(unseen_wilds):
        lacking = lacking * (100 - share) // 100
    in_hand = any(is_wild_face(faces[tile]) for tile in (rack if ours else mates) if faces[tile] != HIDDEN)
    wild = IN_HAND if in_hand else (100 - lacking) * skill.wild_use // 100
    first = _first_worth(view, side, skill)
    return Odds(
        tuple(tuple(row) for row in place), tuple(ready), tuple(coming), wild, first, skill.hope, min(9, share // 10)
    )


def _jokers(view: View) -> int:
    return len(view.faces) - 104


def _arriving(view: View, side: int, mates: list[Tile], skill: Skill) -> int:
    """Return how many of the unseen tiles a side has or may still get: racks, dead hand, draws."""
    table = view.table
    count = sum([view.faces[tile] == HIDDEN for tile in mates])
    if table.dead[side]:
        count += len(table.dead[side]) * skill.dead_comes // 100
    turns = min(turns_left(table), _turns_to_out(table, side, skill), _turns_to_out(table, 1 - side, skill))
    return count + turns * len(seats_of(table, side)) * skill.drawing // 100


def _turns_to_out(table: Table, side: int, skill: Skill) -> int:
    """Guess how many turns a side still needs to go out."""
    least = min(len(table.racks[seat]) for seat in seats_of(table, side))
    if table.dead[side]:
        return least * 40 // 100 + skill.horizon
    if has_canasta(table, side) or table.options.flag("close_without_canasta"):
        return 1 + least * 40 // 100
    return 3 + least * 40 // 100


def _gone(view: View, rack: tuple[Tile, ...], side: int) -> tuple[list[int], list[int]]:
    """Count by face code the tiles that cannot come to a side any more, and of these what the others hold."""
    table, faces = view.table, view.faces
    laid = [tile for meld in table.melds for tile in meld.tiles]
    away = [
        tile
        for seat in seats_of(table, 1 - side)
        if seat != view.seat
        for tile in table.racks[seat]
        if faces[tile] != HIDDEN and tile not in rack
    ]
    return _counts([*laid, *away, *rack], faces), _counts(away, faces)


def _counts(tiles: Iterable[Tile], faces: tuple[Face, ...]) -> list[int]:
    counts = [0] * 96
    for tile in tiles:
        counts[faces[tile].code] += 1
    return counts


def _first_worth(view: View, side: int, skill: Skill) -> int:
    """Return what a side's first canasta is worth beside itself: the table's sign, and the right to go out."""
    table = view.table
    if has_canasta(table, side):
        return 0
    laid = sum(10 for meld in sets_of(table, side) for _tile in meld.tiles)
    at_stake = {"subtract": 2 * laid, "zero": laid, "count": 0}[table.options.word("no_canasta_table")]
    return 100 * (at_stake + skill.first)


def _likely(copies: int, wanted: int, share: int) -> int:
    """Return the percentage of getting at least so many of so many copies, each by `share` in ten."""
    ways = sum(comb(copies, got) * share**got * (10 - share) ** (copies - got) for got in range(wanted, copies + 1))
    return int(100 * ways // 10**copies)


LIKELY = tuple(
    tuple(tuple(_likely(copies, wanted, share) if wanted else 100 for wanted in range(10)) for copies in range(9))
    for share in range(10)
)
