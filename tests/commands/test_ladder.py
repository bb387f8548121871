from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.bots.bot import level_of
from game.bots.names import LEVELS
from game.cli import main
from game.commands import ladder
from game.commands.arena import RunOptions, command_of
from game.commands.arena_jobs import Matchup
from game.commands.arena_play import FindLevel
from game.commands.arena_sums import Comparison
from game.commands.files import CommandError
from game.rules.registry import GAMES, rules_of


def test_every_table_of_every_game_has_its_cells() -> None:
    found = {(rung.game, rung.seats) for rung in ladder.rungs()}
    assert {game for game, _seats in found} == set(GAMES)
    assert {seats for game, seats in found if game == "rummikub"} == {2, 3, 4, 5, 6, 7}
    assert {seats for game, seats in found if game == "burraco"} == {2, 4}
    for game, seats in found:
        pairs = [(rung.upper, rung.lower) for rung in ladder.rungs() if (rung.game, rung.seats) == (game, seats)]
        assert pairs[:2] == [("hard", "medium"), ("medium", "easy")]
        assert pairs[2][0] == "hard"
        assert pairs[2][1] not in LEVELS
        couples = rules_of(game).sides(seats) < seats
        league = [("master", other) for other in ("hard", *ladder.MASTER_OPPONENTS[rules_of(game).family])]
        assert pairs[3:] == [*([("hard+hard", "hard+easy")] if couples else []), *league]


def test_usual_tables_come_first_and_no_cell_has_more_than_a_thousand_deals() -> None:
    usual = [rung.usual for rung in ladder.rungs()]
    assert usual == sorted(usual, reverse=True)
    in_couples = {(rung.game, rung.seats) for rung in ladder.rungs() if rung.usual and "+" in rung.upper}
    assert in_couples >= {("burako", 4), ("burraco", 4)}
    rivals = sum([1 + len(ladder.MASTER_OPPONENTS[rules_of(game).family]) for game in GAMES])
    assert sum(usual) == 3 * len(GAMES) + len(in_couples) + rivals
    assert all(100 <= rung.deals <= 1000 for rung in ladder.rungs())
    assert all(rung.deals == 100 for rung in ladder.rungs() if not rung.usual)


def row(**changed: Any) -> dict[str, Any]:
    points = {"mean": 1000, "low": 200, "high": 1800}
    said = {"game": "burraco", "seats": 4, "first": ["hard"], "second": ["medium"], "usual": True, "refused": {}}
    numbers = {"hundredths_a_deal": points, "rounds_won_per_10000": 5512, "deals": 100, "seed": 7}
    return {
        **said,
        **numbers,
        "versions": {"hard": 2},
        "nodes": {"hard": 50},
        "reasons": {},
        "time": {"seconds": 9},
        **changed,
    }


@pytest.mark.parametrize(
    ("usual", "low", "high", "proven"),
    [(True, 1, 50, True), (True, 0, 50, False), (False, -20, 50, True), (False, -20, -1, False)],
)
def test_what_a_cell_must_prove(*, usual: bool, low: int, high: int, proven: bool) -> None:
    points = {"mean": (low + high) // 2, "low": low, "high": high}
    assert (ladder.failed_cells({"cells": [row(usual=usual, hundredths_a_deal=points)]}) == []) is proven


def test_a_refused_move_is_a_failing() -> None:
    assert ladder.failed_cells({"cells": [row(refused={"hard": 2})]}) == ["hard was refused 2 moves."]


def test_the_table_is_written_between_its_marks() -> None:
    text = f"before\n{ladder.SECTION_BEGIN}\nold\n{ladder.SECTION_END}\nafter\n"
    new = ladder.replace_section(text, ladder.markdown({"cells": [row()]}))
    assert "old" not in new
    assert "| Burraco | 4 | hard over medium | +10.0 | +2.0 .. +18.0 | yes | 55.1 % | 100, 7 | hard v2 50 |" in new
    assert ladder.replace_section(new, "old").count("old") == 1
    with pytest.raises(CommandError, match="lacks the marks"):
        ladder.replace_section("no marks", "")


def test_rows_are_clear_only_where_they_are_among_all_rows_together() -> None:
    assert ladder.significant_rows([0.01, 0.04, 0.03]) == [True, False, False]
    assert ladder.significant_rows([0.01, 0.02, 0.03]) == [True, True, True]
    assert ladder.significant_rows([]) == []
    weak = row(hundredths_a_deal={"mean": 1000, "low": 40, "high": 1960})
    none = row(hundredths_a_deal={"mean": 100, "low": -900, "high": 1100})
    shown = ladder.markdown({"cells": [weak, none, none]})
    assert "| not among so many rows |" in shown
    assert shown.count("| no: may be none |") == 2


def test_the_table_says_how_often_hard_held_back() -> None:
    open_table = {"game": "rummy", "second": ["lay_most"]}
    counts = {"hold_back": 6, "lay_all": 1, "open": 1, "draw_first": 40}
    shown = ladder.markdown({"cells": [row(), row(**open_table, seats=3, reasons={"hard": counts})]})
    assert ": Rummy for 3 75 %.\n" in shown
    assert "held back" not in ladder.markdown({"cells": [row()]})


def test_the_table_says_when_it_is_not_whole() -> None:
    cells = len(ladder.rungs())
    assert f"1 of the {cells} cells are played yet." in ladder.markdown({"cells": [row()]})
    assert "played yet" not in ladder.markdown({"cells": [row()] * cells})


@pytest.mark.whole  # test_arena takes up a journal again
def test_a_ladder_is_played_and_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = (ladder.Rung("burraco", 2, "hard", "easy", 2, usual=False),)
    monkeypatch.setattr(ladder, "rungs", lambda: few)
    readme, out = tmp_path / "strength.md", tmp_path / "strength.json"
    readme.write_text(f"{ladder.SECTION_BEGIN}{ladder.SECTION_END}")
    said = ["arena", "--ladder", "--home", str(tmp_path), "--table", str(readme), "--json", str(out)]
    codes = {main(said), main(said)}
    assert codes <= {0, 1}
    (cell,) = json.loads(out.read_text())["cells"]
    assert cell["command"] == command_of(few[0].cell(level_of), 2)
    assert "| Burraco | 2 | hard over easy |" in readme.read_text()
    assert cell["command"] in capsys.readouterr().out
    assert len(list((tmp_path / "arena").iterdir())) == 1


def test_a_ladder_is_played_where_it_was_asked_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def refused(_cell: Matchup, run: RunOptions, _resolve: FindLevel) -> Comparison:
        asked.append(run)
        raise CommandError("That is enough.")

    monkeypatch.setattr(ladder, "run_with_progress", refused)
    with pytest.raises(CommandError):
        ladder.ladder(RunOptions(0, 2, tmp_path, "tcp://there:1"), None, None)
    assert asked == [RunOptions(ladder.rungs()[0].deals, 2, tmp_path, "tcp://there:1")]


@pytest.mark.whole  # a whole one: above
def test_a_ladder_of_some_games_keeps_the_rows_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = ("burraco", "eburako")
    monkeypatch.setattr(ladder, "rungs", lambda: [ladder.Rung(game, 2, "hard", "easy", 1, False) for game in games])
    out = tmp_path / "strength.json"
    kept = row(game="eburako", seats=2, first=["hard"], second=["easy"])
    out.write_text(json.dumps({"cells": [kept, row(game="eburako", seats=3)]}))
    main(["arena", "--ladder", "--games", "burraco", "--home", str(tmp_path), "--json", str(out)])
    played, other = json.loads(out.read_text())["cells"]
    assert (played["game"], played["deals"]) == ("burraco", 1)
    assert other == kept
    assert f"2 of 2 cells, {9 + played['time']['seconds']} s" in capsys.readouterr().out


def test_a_ladder_writes_over_no_other_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "list.json"
    out.write_text("[1]")
    assert main(["arena", "--ladder", "--json", str(out)]) == 2
    assert "no strength table" in capsys.readouterr().err
    assert out.read_text() == "[1]"


def test_hard_has_a_sparring_partner_in_every_game() -> None:
    assert set(ladder.PILOTED_DEALS) < set(GAMES)
    assert {rules_of(game).family for game in GAMES} == set(ladder.HARD_OPPONENTS)
