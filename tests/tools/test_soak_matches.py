from __future__ import annotations

import pytest

from game.rules.registry import GAMES, rules_of
from game.table.moves import Discard, Draw, Move
from game.table.options import Options
from game.table.state import Phase
from game.table.tiles import Tile
from game.table.view import View
from tests.slices import some
from tools import soak_matches
from tools.by_game import ways_to_end
from tools.soak_matches import soak

SHORT = (4, 45)  # seeds that draw matches of one hand between two


@pytest.mark.parametrize("game", some(GAMES, 1))
def test_a_slice_of_the_soak_finds_no_fault(game: str) -> None:
    line = soak(game, 1, 2026)
    assert line.startswith("1 matches, ")
    assert line.endswith(" 0 faults")
    assert all(f"{way}=" in line for way in ways_to_end(rules_of(game)))


@pytest.mark.whole  # the same seed, the same match: `tests/commands/test_cli.py`
def test_the_same_seed_counts_the_same() -> None:
    told = soak("rummy", 1, SHORT[0])
    assert soak("rummy", 1, SHORT[0]) == told
    assert soak("rummy", 1, SHORT[1]) != told


def test_a_move_that_is_refused_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def blunder(view: View) -> Move:
        return Draw() if view.phase is not Phase.PLAY else Discard(Tile(view.table.stock[0]))

    monkeypatch.setattr(soak_matches, "_players", lambda _n, _r, options, _lots: [blunder] * _seats(options))
    with pytest.raises(AssertionError, match="advised what is refused"):
        soak("burraco", 1, 1)


def test_a_long_soak_that_never_met_an_ending_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak_matches, "LONG_RUN", 1)
    with pytest.raises(AssertionError, match=r"never .*stall"):
        soak("burako", 1, 75)  # to 106 points


def _seats(options: Options) -> int:
    return options.number("players")
