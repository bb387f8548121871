"""Rummikub as Rusin describes it: the next round keeps the sets of the table; scores are zero-sum. Rule 6."""

from __future__ import annotations

from game.rules import open_table_turns
from game.rules.open_table import ON_OR_OFF, TURN_SECONDS, DefaultAndAllowed, rule_set
from game.rules.open_table_laws import HAND_TILES, OpenTableLaws, next_seat
from game.rules.open_table_score import seat_out, seat_points
from game.rules.ruleset import Preset, ScoreLine, SideScore, Verdict, starting_seat, step
from game.table.faces import HIDDEN
from game.table.moves import Attempt, Draw, Pass, Rearrange, ShownFaces, Timeout
from game.table.options import Options
from game.table.state import NO_SEAT, Ending, Table, with_faces
from game.table.tiles import TILE_DECK, Tile

CHOICES: dict[str, DefaultAndAllowed] = {
    "players": (4, (range(2, 8),)),
    "first_starter": ("random", ("random", "seat0")),
    "direction": ("left", ("left", "right")),
    "opening_min": (30, (range(51),)),
    "opening_uses_table": (True, ON_OR_OFF),
    "joker_lock": ("face", ("face", "frozen", "free")),
    "joker_shift": (True, ON_OR_OFF),
    "exchange_from_table": (False, ON_OR_OFF),
    "turn_seconds": (120, TURN_SECONDS),
    "invalid_penalty": (3, (range(4),)),
    "live_validity": (True, ON_OR_OFF),
    "rounds": ("continued", ("continued", "fresh")),
    "fresh_rounds": (4, (range(1, 21),)),
    "reopen_each_round": (False, ON_OR_OFF),
}


def round_starter(options: Options, coin: int, last: Table | None) -> int:
    """Rule 6 and D32: at first by lot or seat 0, then the seat after the winner, or after the last to pass."""
    return starting_seat(options, coin, None) if last is None else next_seat(last)


LAWS = OpenTableLaws(
    key="rummikub",
    moves=frozenset({Draw, Pass, Rearrange, Attempt, Timeout}),
    draws_first=False,
    completes_groups=False,
    companions=2,
    joker_points=30,
    starting_seat=round_starter,
)


# The next round


def keeps_table(last: Table) -> bool:
    """Decision D29: whether the next round keeps the table as it lies."""
    return last.options.word("rounds") == "continued"


def hand_size(last: Table) -> int:
    """Rule 6 and D30: return how many tiles everybody gets when a round goes on."""
    returned = len(last.stock) + sum(len(rack) for rack in last.racks)
    return min(HAND_TILES, returned // last.seats)


def table_tiles(table: Table) -> tuple[Tile, ...]:
    """Return the tiles on the table, in ascending order."""
    return tuple(sorted(tile for meld in table.melds for tile in meld.tiles))


def kept_faces(last: Table) -> ShownFaces:
    """Return the faces that stay with their tiles in the next deal: those on the table, if the next round keeps it."""
    return tuple((tile, last.faces[tile]) for tile in table_tiles(last)) if keeps_table(last) else ()


def deal(
    options: Options, round_no: int, coin: int, last: Table | None, totals: tuple[int, ...], shown: ShownFaces
) -> Table:
    """Rule 6, deal, and D30: 14 tiles each at first and after a fresh shuffle, else what D30 adds to the old table."""
    fresh = open_table_turns.deal(LAWS, options, round_no, coin, last, totals, shown)
    if last is None or not keeps_table(last):
        return fresh
    lying = table_tiles(last)
    tiles = tuple(Tile(at) for at in range(len(TILE_DECK)) if at not in lying)
    hand = hand_size(last)
    reopen = options.flag("reopen_each_round")
    return fresh.with_fields(
        melds=last.melds,
        racks=tuple(tiles[seat * hand : (seat + 1) * hand] for seat in range(fresh.seats)),
        stock=tiles[fresh.seats * hand :],
        faces=with_faces((HIDDEN,) * len(TILE_DECK), kept_faces(last)),
        opened=fresh.opened if reopen else last.opened,
    ).with_shown_faces(shown)


def is_last(table: Table) -> bool:
    """Rule 6, D30 and D34: whether the round is over and no other can follow, or the fresh rounds have been played."""
    if table.outcome is None:
        return False
    if not keeps_table(table):
        return table.round >= table.options.number("fresh_rounds")
    return table.outcome.ending is Ending.PASSED or not table.stock or hand_size(table) == 0


# The score


def score(table: Table) -> tuple[SideScore, ...]:
    """Rule 6: the winner takes what all others hold; when all passed, the lowest rack takes what they hold above it."""
    points = tuple(seat_points(LAWS, table, seat) for seat in range(table.seats))
    lines = _terminal_lines(table, points) if seat_out(table) == NO_SEAT else _out_lines(table, points)
    return tuple(SideScore(seat, (line,)) for seat, line in enumerate(lines))


def _out_lines(table: Table, points: tuple[int, ...]) -> list[ScoreLine]:
    """Rule 6, end of the round."""
    lines = []
    for seat, rack in enumerate(table.racks):
        if seat == seat_out(table):
            won = tuple(tile for other in table.racks for tile in other)
            lines.append(ScoreLine("winner_takes", "6", sum(points), won, len(won)))
        else:
            lines.append(ScoreLine("rack", "6", -points[seat], rack, len(rack)))
    return lines


def _terminal_lines(table: Table, points: tuple[int, ...]) -> list[ScoreLine]:
    """Rule 6, terminal, and D33: the lowest rack takes the differences; equal lowest racks share them."""
    lowest = min(points)
    pot = sum(points) - lowest * len(points)
    shares = _shares(table, pot, [seat for seat, one in enumerate(points) if one == lowest])
    lines = []
    for seat, rack in enumerate(table.racks):
        if seat not in shares:
            lines.append(ScoreLine("terminal_difference", "6", lowest - points[seat], rack, len(rack)))
        else:
            alone = len(shares) == 1
            lines.append(ScoreLine("terminal_lowest" if alone else "terminal_shared", "6" if alone else "D33",
                                   shares[seat], rack, len(rack)))  # fmt: skip
    return lines


def _shares(table: Table, pot: int, tied: list[int]) -> dict[int, int]:
    """Decision D33: shares are whole points; the rest goes one by one, in turn order from whoever would move next."""
    first, way = next_seat(table), step(table.options)
    order = sorted(tied, key=lambda seat: (seat - first) * way % table.seats)
    share, rest = divmod(pot, len(tied))
    return {seat: share + (place < rest) for place, seat in enumerate(order)}


def verdict(_options: Options, totals: tuple[int, ...], last: Table) -> Verdict:
    """Rule 6, result: the highest total of all rounds; equal totals share."""
    if not is_last(last):
        return Verdict()
    best = max(totals)
    return Verdict(tuple(seat for seat, total in enumerate(totals) if total == best))


RUMMIKUB = rule_set(
    LAWS,
    title="Rummikub",
    line="Rearrange the whole table",
    section="6",
    choices=CHOICES,
    presets=(
        Preset("usual", {}),
        Preset("as written", {"live_validity": False}, line="a wrong play costs three tiles"),
        Preset(
            "box",
            {"opening_uses_table": False, "rounds": "fresh"},
            within={"players": (range(2, 5),)},
            title="Box",
            line="open from your rack, deal afresh",
        ),
    ),
    score=score,
    verdict=verdict,
    void_price=800,
    deal=deal,
    kept=kept_faces,
)
