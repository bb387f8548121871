from __future__ import annotations

import pytest

from game.cli import main
from game.rules.registry import GAMES
from tests.slices import some


@pytest.mark.parametrize("game", some(list(GAMES), 3))
def test_a_demo_explains_every_move_in_a_sentence(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    target = ["--option", "target=100"] if game in {"burako", "eburako", "burraco"} else []
    hands = ["--option", "hands=1"] if game == "rummy" else []
    said = ["demo", "--headless", "--game", game, "--seats", "2", "--seed", "2", "--explain", "--level", "easy"]
    assert main([*said, *target, *hands]) == 0
    lines = capsys.readouterr().out.splitlines()
    moves = [line for line in lines if line.startswith(("Ana: ", "Tito: "))]
    assert len(moves) > 10
    for line in moves:
        move, _dash, reason = line.partition(" - ")
        assert move
        assert reason.endswith(".")
        assert "{" not in reason
        assert "face down" not in reason
