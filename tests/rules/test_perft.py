"""Legal move sequences counted by brute force against kept counts; a wrong rule anywhere changes some of them."""

from __future__ import annotations

from itertools import permutations

import pytest

from game.rules import dead_hand_sets, open_table_sets
from game.rules.registry import GAMES
from game.table.faces import Face
from game.table.melds import Kind, Meld
from game.table.notation import VERB_BY_MOVE
from game.table.tiles import Tile
from tests.slices import count, every
from tools.perft import FOLDER, Case, cases_of, count_case, count_first_moves, main, start, subsets

CASES = [(game, case) for game in GAMES for case in cases_of(game)]
MOST = count(700, 1_000_000)  # sequences of one length
NEVER_FIRST = {"attempt", "keep", "redraw", "retract"}  # need an earlier move, or a move that is not legal


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{game}: {case['name']}") for game, case in every(CASES, 3)])
def test_counts_are_as_kept(case: Case) -> None:
    assert count_case(case, MOST) == [kept for kept in case["counts"] if kept <= MOST]


def test_every_game_has_cases_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(GAMES)


def test_every_kind_of_move_is_counted() -> None:
    first = {verb for _game, case in CASES for verb in count_first_moves(case)}
    assert first == set(VERB_BY_MOVE.values()) - NEVER_FIRST


def test_a_changed_count_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    kept = cases_of("rummikub")[0]
    case: Case = {**kept, "counts": [kept["counts"][0] + 1]}
    monkeypatch.setattr("tools.perft.cases_of", lambda _game: [case])
    assert main(["rummikub"], said.append) == 1
    assert "kept" in said[1]


def _meaning(meld: Meld, faces: tuple[Face, ...]) -> tuple[Kind, tuple[str, ...]]:
    """Return what a set means, whichever twin stands where; the order of a group does not count."""
    said = [f"{faces[tile]}={means}" for tile, means in zip(meld.tiles, meld.stands_for, strict=True)]
    return meld.kind, tuple(sorted(said) if meld.kind is Kind.GROUP else said)


def _by_permutations(
    tiles: tuple[Tile, ...], walk_faces: tuple[Face, ...], case: Case
) -> set[tuple[Kind, tuple[str, ...]]]:
    walk, table = start(case)
    read = dead_hand_sets.read_as if table.dead_by else open_table_sets.read_as
    found = [read(kind, order, walk.faces, table.options) for order in permutations(tiles) for kind in Kind]
    return {_meaning(meld, walk_faces) for meld in found if isinstance(meld, Meld)}


@pytest.mark.parametrize(
    "name",
    ["runs, groups and two kinds of wild tiles", "twos alone, where they may be a group", "two jokers in the rack"],
)
def test_subsets_form_what_their_permutations_form(name: str) -> None:
    case = next(one for _game, one in CASES if one["name"] == name)
    walk, table = start(case)
    formed = 0
    for tiles in subsets(table.rack):
        if len(tiles) <= 5:
            sets = walk.sets_of(tiles, table)
            assert {_meaning(meld, walk.faces) for meld in sets} == _by_permutations(tiles, walk.faces, case)
            formed += len(sets)
    assert formed
