"""Duplicate rounds, with the same tiles at all tables: the seeds of their deals, and how tables are compared.

A sealed deal cannot be shared: the programs at one table shuffle it, and no other table may learn it. So the hall
deals, from a secret that its file holds before anybody plays; whoever runs the hall could read every tile, and the page
and each table say so. The same deal means the same order of the stock: from the first different draw on two tables get
different tiles, as the page also says.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from game.club.values import BOT_ENTRANT
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from game.club.values import ClubRound, ClubTable, TableResult, TournamentPlan, TournamentState
    from game.table.options import Options, OptionValue
    from game.table.refusals import Refusal

SECRET_BYTES: Final = 32  # bytes of a round's secret
SEED_COUNT: Final = 10**18  # the number of seeds a match can be dealt from


def deal_seeds(one: ClubRound, deals: int) -> tuple[int, ...]:
    """Return the seeds that every table of a round deals from, deal by deal."""
    secret = bytes.fromhex(one.deal)
    return tuple(
        int.from_bytes(blake2b(at.to_bytes(4, "big"), key=secret, person=b"comodin-club").digest(), "big") % SEED_COUNT
        for at in range(deals)
    )


def board_secret(one: ClubRound, deal: int) -> bytes:
    """Return the secret from which a hall makes one deal of a round; `deal` is its number, from 1 on."""
    secret = bytes.fromhex(one.deal)
    return blake2b(deal.to_bytes(4, "big"), key=secret, digest_size=SECRET_BYTES, person=b"comodin-board").digest()


def table_options(plan: TournamentPlan) -> Options | Refusal:
    """Return the options of a tournament's tables; in a duplicate a match lasts for all its deals.

    There each deal is a fresh one, and no match ends before its last deal, as far as the game's options allow.
    """
    rules = rules_of(plan.game)
    lasting: dict[str, OptionValue] = {}
    if plan.duplicate:
        wanted: dict[str, OptionValue] = {"hands": plan.deals, "rounds": "fresh", "fresh_rounds": plan.deals}
        lasting = {name: value for name, value in wanted.items() if rules.option(name) is not None}
        target = rules.option("target")
        if target is not None:
            lasting["target"] = max(one[-1] for one in target.allowed if isinstance(one, range))
    return choose_options(rules, {**dict(plan.options), **lasting, "players": plan.seats})


def counted_deals(result: TableResult) -> int:
    """Return how many of a table's deals count: those up to the last one with points."""
    played = [at for at, row in enumerate(result.rows, start=1) if any(row)]
    return max(played, default=0)


def matchpoints(plan: TournamentPlan, one: ClubRound) -> Mapping[int, tuple[int, int]]:
    """Return the matchpoints of each entrant in a round and their maximum: 2 for each table outscored, 1 for a tie.

    A side is compared with the same side of the other tables, deal by deal; tables where somebody was absent are left
    out, and nothing is compared before the round is over.
    """
    earned: dict[int, tuple[int, int]] = {}
    if not one.is_over:
        return earned
    whole = [table for table in one.tables if table.result is not None and not table.result.absent]
    for table in whole:
        for at, side in enumerate(table.sides):
            got = sum(_against(plan, table, other, at) for other in whole if other is not table)
            for number in side:
                if number != BOT_ENTRANT:
                    earned[number] = (got, 2 * plan.deals * (len(whole) - 1))
    return earned


def _against(plan: TournamentPlan, table: ClubTable, other: ClubTable, side: int) -> int:
    """Compare a side with the same side at another table, by its margin over the other side of its table."""
    mine, theirs = _margins(table, side), _margins(other, side)
    signs = -1 if plan.lowest_wins else 1
    return sum(1 + signs * ((a > b) - (a < b)) for a, b in zip(mine, theirs, strict=True))


def _margins(table: ClubTable, side: int) -> Iterator[int]:
    rows = table.result.rows if table.result is not None else ()
    return (2 * row[side] - sum(row) for row in rows)


def matchpoint_shares(state: TournamentState) -> dict[int, Fraction]:
    """Return the share of the possible matchpoints that each entrant earned; a half if nothing was compared."""
    got: dict[int, int] = {one.number: 0 for one in state.entrants}
    most = dict(got)
    for one in state.rounds:
        for number, (earned, whole) in matchpoints(state.plan, one).items():
            got[number] += earned
            most[number] += whole
    return {number: Fraction(got[number], most[number]) if most[number] else Fraction(1, 2) for number in got}
