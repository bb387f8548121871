"""The table of stages is what a LAN match goes through, and a diagram draws it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.lan.log.state import STAGES, Stage, StageEvent
from game.lan.log.story import LanStory
from game.rules.registry import GAMES
from tests.lan.hall import LanHall, offered
from tools import phases
from tools.by_game import short_match

if TYPE_CHECKING:
    import pytest


def test_a_match_goes_from_stage_to_stage_as_the_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    gone: list[tuple[Stage, StageEvent]] = []
    turn = LanStory._turn

    def noted(story: LanStory, event: StageEvent) -> None:
        gone.append((story.stage, event))
        turn(story, event)

    monkeypatch.setattr(LanStory, "_turn", noted)
    hall = LanHall(offered("rummikub", players=2, **short_match(GAMES["rummikub"], fresh_rounds=1)), ("ana", "bea"))
    hall.play_out()
    assert all(stage in STAGES[event][0] for stage, event in gone)
    assert {event for _stage, event in gone} == {
        StageEvent.ROUND, StageEvent.DEAL, StageEvent.SCORE, StageEvent.SIGNED,
    }  # fmt: skip


def test_another_host_begins_from_rest_wherever_the_old_one_stopped() -> None:
    assert STAGES[StageEvent.REHOST] == (frozenset(Stage), Stage.REST)
    assert "    SIGNING --> REST: all have signed the score, another hosts\n" in phases.stages(STAGES)
