"""What each multiplication of a sealed deal is for: what must be proven, by whom, and to how many.

Law: the rows are complete: a test counts the library's calls in whole deals and compares them with the rows' sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from net.deal.rounds import SHADOW_DECKS


class Size(NamedTuple):
    """The number of peers, of tiles, and of tiles in a rack."""

    peers: int
    tiles: int
    rack: int


class Row(NamedTuple):
    """A reason for multiplications, and how many a peer does for it: of points, of halves, of the generator."""

    why: str
    multiply: int = 0
    climb: int = 0
    generate: int = 0


def deal_rows(size: Size) -> Iterator[Row]:
    """Yield the rows of one peer in a deal, up to the shares of all racks."""
    tiles, others = size.tiles, size.peers - 1
    yield Row("mask the deck", tiles)
    yield Row("make twelve shadow decks", climb=SHADOW_DECKS * tiles)
    yield Row("make the others' shadow decks again", climb=others * SHADOW_DECKS * tiles)
    yield Row("take the mask off and lock, in one", tiles)
    yield Row("say by which unit, and mark each lock", generate=1 + tiles)
    yield Row("blind unit, sum and deck for the proof", 2 + tiles)
    yield Row("blind the marks", generate=tiles)
    yield Row("check the others' locks", others * 2 * tiles)
    yield Row("check their units, their sums and their marks", others * (3 + tiles))
    yield Row("answer for the generator of their marks", generate=others * (1 + tiles))
    yield Row("check every share of a rack, the own ones too", size.peers * others * size.rack)


def audit_rows(size: Size) -> Iterator[Row]:
    """Yield the rows of one peer when all faces are revealed."""
    tiles, others = size.tiles, size.peers - 1
    yield Row("mask as each other did", others * tiles)
    yield Row("mark as each other did", generate=others * tiles)


class Prices(NamedTuple):
    """Milliseconds of each kind of multiplication."""

    multiply: float
    climb: float
    generate: float


def table_lines(sizes: tuple[Size, ...], prices: Prices) -> Iterator[str]:
    """Yield the lines of the table, a column for each size, and the total time at these prices."""
    yield "  what a peer multiplies; a point takes {:.3f} ms here, a half {:.3f}, the generator {:.3f}".format(*prices)
    columns = [list(deal_rows(size)) for size in sizes]
    for rows in zip(*columns, strict=True):
        counts = "".join(f"{sum(row[1:]):8}" for row in rows)
        yield f"    {rows[0].why:47}{counts}{_unit(rows[-1])}"
    sums = [sum(_cost(row, prices) for row in rows) for rows in columns]
    yield f"    {'milliseconds in all':47}" + "".join(f"{one:8.0f}" for one in sums)


def _unit(row: Row) -> str:
    return "  halves" if row.climb else "  generator" if row.generate else ""


def _cost(row: Row, prices: Prices) -> float:
    return row.multiply * prices.multiply + row.climb * prices.climb + row.generate * prices.generate
