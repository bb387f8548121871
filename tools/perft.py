"""Count the legal move sequences from fixed positions by brute force: python -m tools.perft [GAME].

Every discard, every subset of the rack as a new set or added to every set in every order, and every division of an open
table is tried; the rules alone decide which are legal, so a single wrong rule changes the counts. Positions and counts
are in tests/perft; `--write` counts them anew, and the diff is to be read before committing.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from math import inf
from pathlib import Path
from typing import TypedDict

from game.rules import dead_hand_sets, open_table_sets
from game.rules.registry import GAMES
from game.rules.ruleset import RuleSet
from game.session.position import read_position
from game.table.faces import Face
from game.table.melds import Meld
from game.table.moves import (
    Close,
    Discard,
    Draw,
    Extend,
    Keep,
    LayMeld,
    Move,
    Pass,
    Rearrange,
    Redraw,
    Retract,
    Stop,
    TakePile,
    Timeout,
)
from game.table.notation import VERB_BY_MOVE
from game.table.state import Phase, Table, with_faces
from game.table.tiles import NO_TILE, Tile
from game.table.view import View, with_shown_faces

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "perft"

Tiles = tuple[Tile, ...]


class Case(TypedDict):
    """A position as the judge reads it, and its number of legal sequences of one, two, .. moves."""

    name: str
    position: dict[str, object]
    counts: list[int]


@dataclass(frozen=True, slots=True)
class Walk:
    """A game, the faces of all its tiles, and the sets that tiles can form, each found once."""

    rules: RuleSet
    faces: tuple[Face, ...]
    formed: dict[Tiles, tuple[Meld, ...]]

    def legal(self, table: Table) -> Iterator[Move]:
        """Yield every legal move; `refusal` and `own_refusal` must agree on each."""
        own = tuple((tile, self.faces[tile]) for tile in sorted(table.rack))
        view = View(table, table.to_move, with_faces(table.faces, own))
        for move in self._thinkable(table):
            whole = with_shown_faces(view, move)
            if self.rules.own_refusal(view, whole) is None:
                refused = self.rules.refusal(table, whole)
                if refused is not None:
                    raise ValueError(f"the mover may make {whole}, the others refuse it: {refused.code.key}")
                yield whole

    def _thinkable(self, table: Table) -> Iterator[Move]:
        yield from (Draw(), Keep(), Redraw(), Stop(), Pass(), Retract(), Timeout(), TakePile(table.pile))
        if table.dead_by:
            yield from (Discard(tile) for tile in table.rack)
            yield from (LayMeld(meld) for tiles in subsets(table.rack) for meld in self.sets_of(tiles, table))
            for index, meld in enumerate(table.melds):
                for tiles in subsets(table.rack):
                    yield from (Extend(index, new) for new in self.sets_of((*meld.tiles, *tiles), table))
        else:
            lying = tuple([tile for meld in table.melds for tile in meld.tiles])
            for tiles in subsets(table.rack):
                yield from (Rearrange(tiles, sets) for sets in self.divisions((*lying, *tiles), table))
            if table.closing != NO_TILE:
                whole = (*table.rack, table.closing)
                yield from (Close(whole, sets) for sets in self.divisions((*lying, *whole), table))

    def sets_of(self, tiles: Tiles, table: Table) -> tuple[Meld, ...]:
        """Return every set that exactly these tiles form."""
        key = tuple(sorted(tiles))
        if key not in self.formed:
            forms = dead_hand_sets.arrangements if table.dead_by else open_table_sets.arrangements
            self.formed[key] = forms(key, self.faces, table.options) if len(key) >= 3 else ()
        return self.formed[key]

    def divisions(self, tiles: Tiles, table: Table) -> Iterator[tuple[Meld, ...]]:
        """Yield every way to divide tiles into sets, each in one order of the sets."""
        if not tiles:
            yield ()
            return
        first, others = min(tiles), [tile for tile in sorted(tiles) if tile != min(tiles)]
        for size in range(2, len(others) + 1):
            for company in combinations(others, size):
                rest = tuple([tile for tile in others if tile not in company])
                for meld in self.sets_of((first, *company), table):
                    for further in self.divisions(rest, table):
                        yield (meld, *further)

    def count(self, table: Table, depth: int) -> int:
        """Count the sequences of exactly `depth` moves; a round that is over has none."""
        if table.phase is Phase.ROUND_END:
            return 0
        if depth == 1:
            return sum(1 for _move in self.legal(table))
        return sum(self.count(self.rules.apply(table, move), depth - 1) for move in self.legal(table))


def subsets(tiles: Tiles) -> Iterator[Tiles]:
    """Yield every choice of tiles, none of them included."""
    return chain.from_iterable(combinations(tiles, size) for size in range(len(tiles) + 1))


def start(case: Case) -> tuple[Walk, Table]:
    """Return a case's starting position."""
    position = read_position(case["position"])
    return Walk(position.rules, position.faces, {}), position.table


def count_case(case: Case, most: float = inf) -> list[int]:
    """Count a case to its recorded depth, or as deep as there are at most `most` sequences."""
    walk, table = start(case)
    return [walk.count(table, depth) for depth, kept in enumerate(case["counts"], start=1) if kept <= most]


def count_first_moves(case: Case) -> Counter[str]:
    """Count the first moves of a case by kind."""
    walk, table = start(case)
    return Counter(VERB_BY_MOVE[type(move)] for move in walk.legal(table))


def cases_of(game: str) -> list[Case]:
    """Read the cases of a game."""
    cases: list[Case] = json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
    return cases


def main(arguments: list[str], say: Callable[[str], None] = print) -> int:
    """Print a table of counts, of one game or of all; with --write, keep them."""
    games = [word for word in arguments if word != "--write"] or [game for game in GAMES if _path(game).exists()]
    wrong = 0
    for game in games:
        cases = cases_of(game)
        for case in cases:
            counts = count_case(case)
            moves = ", ".join(f"{verb} {count}" for verb, count in sorted(count_first_moves(case).items()))
            same = counts == case["counts"]
            wrong += not same
            say(f"{game:9}{case['name']:44}{' '.join(f'{count:>8}' for count in counts)}  {moves}")
            if not same:
                say(f"{'':9}{'kept':>44}{' '.join(f'{count:>8}' for count in case['counts'])}")
            case["counts"] = counts
        if "--write" in arguments:
            _path(game).write_text(json.dumps(cases, indent=1) + "\n", encoding="utf-8")
    return int(wrong > 0 and "--write" not in arguments)


def _path(game: str) -> Path:
    return FOLDER / f"{game}.json"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
