"""Sets up tables to look at and to play on: crowded ones, and any written position.

Laws: only the watching seat plays; its moves go through the rules and come back as events, as in any session.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.bots.names import BOT_VERSION
from game.bots.nodes import DEFAULT_BUDGET
from game.match.transcript import Controller, Header, Seat
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.session.posed import PosedSession
from game.session.position import read_position
from game.table.melds import Kind, Meld
from game.table.options import Options
from game.table.state import Phase, with_faces
from game.table.tiles import Tile
from game.table.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from game.table.options import OptionValue

NAMES: Final = ("Rosa", "Bruno", "Lía", "Nora", "Tito", "Vera", "Massimiliano")
COLOURS: Final = "RBYK"
CROWDED: Final = [
    *(
        f"[{' '.join(f'{colour}{number}a' for number in range(first, last + 1))}]"
        for first, last in ((1, 4), (5, 8), (9, 13))
        for colour in COLOURS
    ),
    *(f"[{' '.join(f'{colour}{number}b' for colour in COLOURS)}]" for number in range(1, 11)),
    "[K11b K12b *=K13]",
]  # 95 tiles in 23 sets, one joker
LEFT_OVER_TILES: Final = ["R11b", "R12b", "B11b", "B12b", "K13b"]  # tiles that are not on that table
RACK_OF_THIRTY: Final = [*(f"{colour}{number}b" for colour in "RB" for number in range(1, 14)), "K1b", "K2b", "*", "*"]


def posed_header(game: str, seats: int, seed: int = 7, names: Sequence[str] = NAMES, **chosen: OptionValue) -> Header:
    """Return a match of one person and bots; the person begins."""
    rules = rules_of(game)
    options = choose_options(rules, {"players": seats, "first_starter": "seat0", **chosen})
    if not isinstance(options, Options):
        raise TypeError(f"{game} cannot be played so: {options}")
    bots = tuple(Seat(names[at], Controller.BOT, "club") for at in range(1, seats))
    chairs = (Seat(names[0], Controller.HERE), *bots)
    return Header(rules.key, options, rules.deck.key, chairs, "open", seed, BOT_VERSION, DEFAULT_BUDGET.nodes)


def position_of(said: Mapping[str, object], left: float | None = None) -> PosedSession:
    """Return a position in the notation of the rule book; seat 0 is to move."""
    position = read_position({"game": "rummikub", "opened": True, **said})
    table = position.table
    header = replace(posed_header(table.game, table.seats), options=table.options)
    return PosedSession(header, View(table, 0, position.faces), left)


def seen_by_first(said: Mapping[str, object]) -> View:
    """Return seat 0's view of a position, as at a real table: the others' racks and the stock are hidden."""
    view = position_of(said).view
    own = tuple((tile, view.faces[tile]) for tile in view.rack)
    return View(view.table, 0, with_faces(view.table.faces, own))


def crowded_open(game: str = "rummikub", seats: int = 7, rack: Sequence[str] = LEFT_OVER_TILES) -> PosedSession:
    """Return a table of 95 tiles."""
    return position_of({"game": game, "seats": seats, "table": CROWDED, "hand": list(rack), "stock": 0})


def wide_rack(game: str = "rummikub", seats: int = 7) -> PosedSession:
    """Return a rack of thirty beside a few sets."""
    return position_of({"game": game, "seats": seats, "table": CROWDED[:12], "hand": RACK_OF_THIRTY})


def crowded_couples(game: str, seats: int, rack: int = 30, sets: int = 10) -> PosedSession:
    """Return a large rack and many sets a side at a table of a dead-hand game, all faces known."""
    header = posed_header(game, seats, names=("Rosa", "Nora", "Tito", "Vera"))
    rules = rules_of(game)
    table = rules.deal(header.options, 1, 0, None, (0, 0), ())
    faces = rules.deck.faces
    free = [Tile(at) for at in range(len(faces))]
    melds: list[Meld] = []
    owners: list[int] = []
    for at in range(2 * sets):
        number = 3 + at % 11
        group = [tile for tile in free if faces[tile].number == number][: 7 if at in (0, 3) else 3]
        if len(group) < 3:
            continue
        free = [tile for tile in free if tile not in group]
        melds.append(Meld(Kind.GROUP, tuple(group), (None,) * len(group)))
        owners.append(at % 2)
    free.sort(key=lambda tile: (faces[tile].number * 5 % 13, tile))  # by number, so that a rack holds groups
    racks = [tuple(free[:rack])] + [tuple(free[rack + at : rack + at + 1]) for at in range(seats - 1)]
    rest = free[rack + seats - 1 :]
    table = table.with_fields(
        phase=Phase.PLAY, racks=tuple(racks), melds=tuple(melds), owners=tuple(owners), pile=tuple(rest[:5]),
        stock=tuple(rest[5:]), dead=((), ()), dead_by=(0, 1), faces=faces, to_move=0,
    )  # fmt: skip
    return PosedSession(header, View(table, 0, faces))
