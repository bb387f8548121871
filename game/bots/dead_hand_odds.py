"""The chances of a side in a dead-hand game to get each face. Chances are percentages; all numbers are integers."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from game.bots.dead_hand_skill import Skill
from game.bots.dead_hand_table import (
    FACE_CODES,
    PLACE_CODES,
    ROWS,
    code_at,
    count_faces,
    has_canasta,
    seats_of,
    sets_of,
    turns_until_stock_empty,
)
from game.rules.dead_hand_sets import is_wild_face
from game.table.faces import HIDDEN, JOKER
from game.table.state import Table
from game.table.tiles import Tile
from game.table.view import View

IN_HAND_PERCENT = 95  # percent: chance that a rack tile ends up in its set rather than elsewhere
SIDE_TENTHS = 4  # of ten: one side's share of the copies of a number still to come


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of a side.

    `place[row][place]` is the chance of the tile for a place of a run. `ready[number]` is how many tiles of a number
    are in the rack and `coming[number]` how many may still come, `share` tenths of them to this side. `wild` is the
    chance of a wild tile; `first` the value of a first canasta, 0 for a side that has one; `hope` the percentage at
    which unfinished sets count.
    """

    place: tuple[tuple[int, ...], ...]
    ready: tuple[int, ...]
    coming: tuple[int, ...]
    wild: int
    first: int
    hope: int
    share: int


def odds_of(view: View, rack: tuple[Tile, ...], side: int, urgency: int, skill: Skill) -> Odds:
    """Return a side's chances, by counting tiles where the skill counts, else by rules of thumb."""
    return _counted_odds(view, rack, side, skill) if skill.counting else _guessed_odds(view, rack, side, urgency, skill)


# By rules of thumb


def _guessed_odds(view: View, rack: tuple[Tile, ...], side: int, urgency: int, skill: Skill) -> Odds:
    """Estimate the chances, face by face, from the tiles in sets and racks and those that may still come."""
    table, faces = view.table, view.faces
    ours = side == table.side_of(view.seat)
    spoken_for, away = _unavailable_counts(view, rack, side)
    calm = 100 - urgency
    place = [[0] * PLACE_CODES for _ in range(5)]
    ready, coming = [0] * PLACE_CODES, [0] * PLACE_CODES
    held = count_faces(rack, faces) if ours else [0] * FACE_CODES
    for row in ROWS:
        for number in range(1, 14):
            code = row * 16 + number + 1
            left = max(0, 2 - spoken_for[code])
            ready[number] += held[code]
            coming[number] += left
            chance = skill.comes[left] * (50 + calm // 2) // 100
            place[row][number] = IN_HAND_PERCENT if held[code] else max(chance, skill.held_by_them if away[code] else 0)
        place[row][14] = place[row][1]
    wild = (
        IN_HAND_PERCENT if ours and any(is_wild_face(faces[tile]) for tile in rack) else skill.wild_comes * calm // 100
    )
    return Odds(
        tuple(tuple(row) for row in place),
        tuple(ready),
        tuple(coming),
        wild,
        _first_canasta_value(view, side, skill),
        skill.hope,
        SIDE_TENTHS,
    )


def _unavailable_counts(view: View, rack: tuple[Tile, ...], side: int) -> tuple[list[int], list[int]]:
    """Count by face code the tiles that a side can no longer get, and how many of these the others hold."""
    table, faces = view.table, view.faces
    laid = [tile for meld in table.melds for tile in meld.tiles]
    away = [
        tile
        for seat in seats_of(table, 1 - side)
        if seat != view.seat
        for tile in table.racks[seat]
        if faces[tile] != HIDDEN and tile not in rack
    ]
    return count_faces([*laid, *away, *rack], faces), count_faces(away, faces)


# By counting


def _counted_odds(view: View, rack: tuple[Tile, ...], side: int, skill: Skill) -> Odds:
    """Count where each tile can still be, and how many of the unseen ones the side will get."""
    seen = _Seen(view, rack, side)
    share = min(90, 100 * _unseen_tiles_to_come(view, side, seen.mates, skill) // max(1, seen.hidden))
    place = [[0] * PLACE_CODES for _row in range(5)]
    ready, coming = [0] * PLACE_CODES, [0] * PLACE_CODES
    for row in ROWS:
        for number in range(1, 14):
            code = code_at(row, number)
            ready[number] += seen.held[code] + seen.with_mates[code]
            coming[number] += seen.unseen(code) + seen.pile[code]
            place[row][number] = _chance_of_face(seen, code, share, skill)
        place[row][14] = place[row][1]
    in_hand = any(is_wild_face(view.faces[tile]) for tile in (rack if seen.ours else seen.mates))
    wild = IN_HAND_PERCENT if in_hand else _chance_of_any(seen.unseen_wilds(), share) * skill.wild_use // 100
    first = _first_canasta_value(view, side, skill)
    return Odds(tuple(map(tuple, place)), tuple(ready), tuple(coming), wild, first, skill.hope, min(9, share // 10))


def _chance_of_any(copies: int, share: int) -> int:
    """Return the percentage that at least one unseen copy comes, each with a chance of `share` percent."""
    lacking = 100
    for _copy in range(copies):
        lacking = lacking * (100 - share) // 100
    return 100 - lacking


def _chance_of_face(seen: _Seen, code: int, share: int, skill: Skill) -> int:
    """Return the percentage that a side gets a tile of this face."""
    chance = _chance_of_any(seen.unseen(code), share)
    if seen.held[code]:
        return IN_HAND_PERCENT
    if seen.with_mates[code]:
        return max(chance, skill.known)
    return 100 - (100 - chance) * (100 - skill.in_pile) // 100 if seen.pile[code] else chance


class _Seen:
    """Where the tiles of each face are, as far as a seat has seen them, for its rack or an assumed one.

    `held` is the rack if the side is our own, `with_mates` what the side's other seats are known to hold.
    """

    def __init__(self, view: View, rack: tuple[Tile, ...], side: int) -> None:
        table, faces = view.table, view.faces
        others = [seat for seat in seats_of(table, side) if seat != view.seat]
        self.ours = side == table.side_of(view.seat)
        self.mates = [tile for seat in others for tile in table.racks[seat] if tile not in rack]
        self.with_mates = count_faces([tile for tile in self.mates if faces[tile] != HIDDEN], faces)
        self.held = count_faces(rack, faces) if self.ours else [0] * FACE_CODES
        self.pile = count_faces([tile for tile in table.pile if tile not in rack], faces)
        self._seen = count_faces([Tile(at) for at, face in enumerate(faces) if face != HIDDEN], faces)
        self._jokers = len(faces) - 8 * 13
        self.hidden = len(faces) - sum(self._seen)

    def unseen(self, code: int) -> int:
        """Return how many tiles of a numbered face are unseen."""
        return 2 - self._seen[code]

    def unseen_wilds(self) -> int:
        """Return how many twos and jokers are unseen."""
        return sum([self.unseen(code_at(row, 2)) for row in ROWS]) + self._jokers - self._seen[JOKER.code]


def _unseen_tiles_to_come(view: View, side: int, mates: list[Tile], skill: Skill) -> int:
    """Return how many unseen tiles a side holds or may still get: racks, dead hand, draws."""
    table = view.table
    count = sum([view.faces[tile] == HIDDEN for tile in mates])
    if table.dead[side]:
        count += len(table.dead[side]) * skill.dead_comes // 100
    turns = min(
        turns_until_stock_empty(table), _turns_to_out(table, side, skill), _turns_to_out(table, 1 - side, skill)
    )
    return count + turns * len(seats_of(table, side)) * skill.drawing // 100


def _turns_to_out(table: Table, side: int, skill: Skill) -> int:
    """Estimate how many turns a side still needs to go out."""
    least = min(len(table.racks[seat]) for seat in seats_of(table, side))
    if table.dead[side]:
        return least * 40 // 100 + skill.horizon
    if has_canasta(table, side) or table.options.flag("close_without_canasta"):
        return 1 + least * 40 // 100
    return 3 + least * 40 // 100


# Both


def _first_canasta_value(view: View, side: int, skill: Skill) -> int:
    """Return the extra value of a side's first canasta: laid tiles count from then on, and the side may go out."""
    table = view.table
    if has_canasta(table, side):
        return 0
    laid = sum(10 for meld in sets_of(table, side) for _tile in meld.tiles)
    at_stake = {"subtract": 2 * laid, "zero": laid, "count": 0}[table.options.word("no_canasta_table")]
    return 100 * (at_stake + skill.first)


def _likelihood(copies: int, wanted: int, share: int) -> int:
    """Return the percentage of getting at least `wanted` of `copies`, each with a chance of `share` tenths."""
    ways = sum(comb(copies, got) * share**got * (10 - share) ** (copies - got) for got in range(wanted, copies + 1))
    return int(100 * ways // 10**copies)


# `_likelihood` by share, copies and wanted
LIKELIHOOD_PERCENTS = tuple(
    tuple(tuple(_likelihood(copies, wanted, share) if wanted else 100 for wanted in range(10)) for copies in range(9))
    for share in range(10)
)
