"""The table of stages is what a LAN match goes through, and a diagram draws it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.lan.log.state import STAGE_CHANGES, Difference, PublicState, Stage, StageEvent, encode_state, first_difference
from game.lan.log.story import LanStory
from game.rules.registry import GAMES
from tests.lan.hall import LanHall, offered
from tools import phases
from tools.by_game import short_match

if TYPE_CHECKING:
    import pytest


def test_a_match_goes_from_stage_to_stage_as_the_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    gone: list[tuple[Stage, StageEvent]] = []
    turn = LanStory._change_stage

    def noted(story: LanStory, event: StageEvent) -> None:
        gone.append((story.stage, event))
        turn(story, event)

    monkeypatch.setattr(LanStory, "_change_stage", noted)
    hall = LanHall(offered("rummikub", players=2, **short_match(GAMES["rummikub"], fresh_rounds=1)), ("ana", "bea"))
    hall.play_out()
    assert all(stage in STAGE_CHANGES[event][0] for stage, event in gone)
    assert {event for _stage, event in gone} == {
        StageEvent.ROUND, StageEvent.DEAL, StageEvent.SCORE, StageEvent.SIGNED,
    }  # fmt: skip


def test_another_host_begins_from_rest_wherever_the_old_one_stopped() -> None:
    assert STAGE_CHANGES[StageEvent.REHOST] == (frozenset(Stage), Stage.REST)
    assert "    SIGNING --> REST: all have signed the score, another hosts\n" in phases.machine_diagram(
        STAGE_CHANGES, Stage.REST
    )


def test_the_first_field_in_which_two_tables_differ_is_named() -> None:
    ours = PublicState(Stage.PLAYING, (0,), (), (10, 20), (), 1, b"log", (b"deal", ((1, "late"),)), None)
    assert first_difference(encode_state(ours), encode_state(ours)) is None
    for theirs, difference in (
        (replace(ours, stage=Stage.REST), Difference("stage", "<Stage.PLAYING: 'playing'>", "<Stage.REST: 'rest'>")),
        (replace(ours, totals=(10, 25)), Difference("totals.1", "20", "25")),
        (replace(ours, totals=(10,), deals=2), Difference("totals", "(10, 20)", "(10,)")),
        (replace(ours, log=b"lag"), Difference("log", b"log".hex(), b"lag".hex())),
        (replace(ours, deal=(b"deal", ((1, "left"),))), Difference("deal.1.0.1", "'late'", "'left'")),
    ):
        assert first_difference(encode_state(ours), encode_state(theirs)) == difference
    torn = encode_state(ours)[:-1]
    sizes = (f"{len(torn) + 1} bytes", f"{len(torn)} bytes")
    assert first_difference(encode_state(ours), torn) == Difference("all", *sizes)
