"""The walk-through of CONTRIBUTING.md holds: its sixth game is judged by its rows and played by the bots."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from game.client.draw import game_look
from game.client.draw.game_look import Pose
from game.commands.demo import bots_header, play_out
from game.commands.judge import judge
from game.rules.registry import GAMES
from game.rules.ruleset import RuleSet, choose_options
from game.table.options import Options

PAGE = Path(__file__).parents[2] / "CONTRIBUTING.md"


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def corto(monkeypatch: pytest.MonkeyPatch) -> RuleSet:
    told: dict[str, object] = {}
    exec(compile(block("python"), "corto.py", "exec"), told)  # noqa: S102  our own page, as a reader would type it
    rules = told["CORTO"]
    assert isinstance(rules, RuleSet)
    monkeypatch.setitem(GAMES, rules.key, rules)
    return rules


def test_its_rows_are_judged_as_they_say(corto: RuleSet) -> None:
    rows = [json.loads(line) for line in block("json").splitlines()]
    assert {row["game"] for row in rows} == {corto.key}
    for row in rows:
        answer = judge(json.dumps({key: said for key, said in row.items() if key != "expect"}))
        results = answer["results"]
        assert isinstance(results, list)
        for got, wanted in zip(results, row["expect"], strict=True):
            assert {key: got.get(key) for key in wanted} == wanted


def test_bots_play_it_to_the_end(corto: RuleSet) -> None:
    options = choose_options(corto, {})
    assert isinstance(options, Options)
    match = play_out(bots_header(corto, options, seed=3))
    assert match.standing.winners
    assert max(match.standing.totals) >= 1000


def test_its_card_is_drawn_as_its_file_says(corto: RuleSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / f"{corto.key}.toml").write_text(block("toml"), encoding="utf-8")
    monkeypatch.setattr(game_look, "look_file", lambda game: tmp_path / f"{game}.toml")
    game_look.look_of.cache_clear()
    look = game_look.look_of(corto.key)
    game_look.look_of.cache_clear()
    assert [(part.lay, len(part.faces)) for part in look.art] == [(Pose.ROW, 3), (Pose.PRIZE, 1)]
    assert {face for part in look.art for face in part.faces} | set(look.sign) <= set(corto.deck.faces)


def test_the_files_it_names_are_there() -> None:
    named = set(re.findall(r"`((?:game|tests|assets|tools)/[a-z_/]+(?:\.py)?)`", PAGE.read_text(encoding="utf-8")))
    assert named
    assert [name for name in named if not (PAGE.parent / name).exists() and "corto" not in name] == []
