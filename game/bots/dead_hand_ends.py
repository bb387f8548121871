"""The value of emptying the rack: taking the dead hand, going out, and the score if the round ended now.

All values are in hundredths of a point. A hidden tile counts as an average one.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.bots.dead_hand_odds import Odds
from game.bots.dead_hand_sight import Evaluation
from game.bots.dead_hand_table import has_canasta, seats_of, sets_of
from game.bots.dead_hand_worth import CLEAN_VALUE, DIRTY_VALUE, set_value, shape_of
from game.rules.dead_hand_score import CLOSE_POINTS, DEAD_PENALTY
from game.rules.dead_hand_sets import CANASTA, is_canasta, is_pure, is_wild_face
from game.table.faces import HIDDEN
from game.table.tiles import Tile

FORBIDDEN_VALUE = -10_000_000  # the value of a leftover that no plan may have
AVERAGE_POINTS = 1_000  # mean points of a tile over the whole deck, in hundredths
MATCH_VALUE = 50_000  # value of winning or losing the match by going out


@dataclass(frozen=True, slots=True)
class Ends:
    """The value of emptying the rack: `dead` by taking the dead hand, `out` by going out, without the bonus.

    `barred` are tiles that may not be discarded this turn; `unseen` is the number of unknown tiles that will be in the
    rack too, as before a draw.
    """

    dead: int
    out: int
    barred: tuple[Tile, ...]
    unseen: int


def evaluate_ends(sight: Evaluation, barred: tuple[Tile, ...], unseen: int) -> Ends:
    """Evaluate both ways to empty the rack in a position."""
    if sight.waiting:
        dead = sight.skill.dead * (100 - sight.urgency) // 100 + 100 * sight.options.number("dead_bonus")
        return Ends(dead, 0, barred, unseen)
    return Ends(0, _going_out_value(sight), barred, unseen)


def leftover_value(sight: Evaluation, ends: Ends, left: list[Tile], *, canasta: bool) -> int:
    """Rules 1.5 and 1.6: return the value of having these tiles left before the discard, or FORBIDDEN_VALUE."""
    count = len(left) + ends.unseen
    if count > 1:
        return 0
    if left and left[0] in ends.barred:
        return FORBIDDEN_VALUE
    if sight.waiting:
        return ends.dead if count else ends.dead + sight.skill.at_once
    if not canasta and not sight.options.flag("close_without_canasta"):
        return FORBIDDEN_VALUE
    mode = sight.options.word("close_mode")
    if mode == ("meld" if count else "discard"):
        return FORBIDDEN_VALUE
    if left and is_wild_face(sight.faces[left[0]]) and not sight.options.flag("close_with_wild"):
        return FORBIDDEN_VALUE
    return ends.out + (100 * CLOSE_POINTS if canasta else 0)


def _going_out_value(sight: Evaluation) -> int:
    """Return what the other side loses by our going out, less what our side loses, without the bonus."""
    table = sight.table
    us, them = sight.side, 1 - sight.side
    partners = [seat for seat in seats_of(table, us) if seat != sight.view.seat]
    value = _rack_points(sight, seats_of(table, them)) - _rack_points(sight, partners)
    value += hoped_points(sight, them, sight.theirs) - hoped_points(sight, us, sight.ours)
    if table.dead[them]:
        value -= 100 * DEAD_PENALTY
    return value + sight.skill.out_bias + _match_end_value(sight)


def _match_end_value(sight: Evaluation) -> int:
    """Return the value of the match ending with this round, if it would."""
    us, them = sight.side, 1 - sight.side
    our_total = 100 * sight.table.totals[us] + score_if_ended(sight, us) + 100 * CLOSE_POINTS
    their_total = 100 * sight.table.totals[them] + score_if_ended(sight, them)
    if max(our_total, their_total) < 100 * sight.options.number("target"):
        return 0
    return MATCH_VALUE if our_total > their_total else -MATCH_VALUE


def _rack_points(sight: Evaluation, seats: list[int]) -> int:
    """Return the points of the tiles in these racks."""
    tiles = [tile for seat in seats for tile in sight.table.racks[seat]]
    return sum([AVERAGE_POINTS if sight.faces[tile] == HIDDEN else sight.points[tile] for tile in tiles])


def hoped_points(sight: Evaluation, side: int, odds: Odds) -> int:
    """Return the expected further points of a side's unfinished sets."""
    shapes = [shape_of(meld, sight.faces) for meld in sets_of(sight.table, side)]
    return sum([set_value(shape, odds) for shape in shapes if shape.length < CANASTA])


def score_if_ended(sight: Evaluation, side: int) -> int:
    """Return a side's score if the round ended here without anybody going out; rule 1.7."""
    table = sight.table
    melds = sets_of(table, side)
    sign = (
        1
        if has_canasta(table, side)
        else {"subtract": -1, "zero": 0, "count": 1}[sight.options.word("no_canasta_table")]
    )
    laid = sum([sight.points[tile] for meld in melds for tile in meld.tiles])
    canastas = sum([CLEAN_VALUE if is_pure(meld) else DIRTY_VALUE for meld in melds if is_canasta(meld)])
    dead = 100 * (DEAD_PENALTY if table.dead[side] else sight.options.number("dead_bonus"))
    return sign * laid + canastas + dead - _rack_points(sight, seats_of(table, side))
