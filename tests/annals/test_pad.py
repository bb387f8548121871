"""The score pad: the same lines as the game's own score, doubts that forbid nothing, kept line by line with undo."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.annals.pad import (
    SUFFIX,
    UNDO_LINE,
    CountedSide,
    Pad,
    doubts_of,
    header_line,
    points_of,
    read_pad,
    read_pads,
    round_line,
    score_lines_of,
)
from game.match.lines import read_match
from game.match.match import RoundResult
from game.rules.dead_hand_score import CLOSE_POINTS
from tests.annals.kit import GOLDEN


def results(name: str) -> tuple[RoundResult, ...]:
    return read_match((GOLDEN / f"{name}.comodin").read_bytes()).match.standing.results


@pytest.mark.parametrize("name", ["burako-4", "burako-2", "burraco-2", "rummy-3", "rummikub-3", "rummikub-4-fresh"])
def test_what_was_counted_at_a_table_gives_the_lines_of_the_score(name: str) -> None:
    """Each round of a match is counted from its sheets, and written again by the pad."""
    game = name.split("-", maxsplit=1)[0]
    for result in results(name):
        counted = []
        for sheet in result.sheets:
            by = {line.code.removesuffix("_subtract").removesuffix("_zero"): line for line in sheet.lines}
            rack = by.get("rack", by.get("rack_against"))
            held = 0 if rack is None else abs(rack.points)
            counted.append(
                CountedSide(
                    table=abs(by["table"].points) if "table" in by else 0,
                    pure=by["pure"].count if "pure" in by else 0,
                    impure=by["impure"].count if "impure" in by else 0,
                    out=(
                        "closed" in by or "winner_takes" in by or ("close" in by and by["close"].points == CLOSE_POINTS)
                    ),
                    rack=held,
                    dead="dead_never" not in by,
                    semi=by["semi_clean"].count if "semi_clean" in by else 0,
                )
            )
        if any(line.code.startswith("terminal") for sheet in result.sheets for line in sheet.lines):
            continue
        skipped = {"dead_unused", "close_without_canasta"} | ({"dead_bonus"} if game == "burako" else set())
        for written, sheet in zip(score_lines_of(game, tuple(counted)), result.sheets, strict=True):
            told = [(line.code, line.rule, line.points) for line in sheet.lines]
            if not skipped & {code for code, _rule, _points in told}:
                assert [(line.code, line.rule, line.points) for line in written] == told


def test_where_nobody_went_out_the_lowest_rack_takes_the_differences() -> None:
    assert points_of("rummikub", (CountedSide(rack=10), CountedSide(rack=4), CountedSide(rack=4))) == (-6, 3, 3)
    assert points_of("rummikub", (CountedSide(rack=10), CountedSide(rack=4), CountedSide(rack=7))) == (-6, 9, -3)


def test_doubts_are_asked_and_forbid_nothing() -> None:
    fine = (CountedSide(285, 1, 1, out=True), CountedSide(190, 0, 2, rack=75))
    assert doubts_of("burako", fine) == ()
    assert doubts_of("burako", (replace(fine[0], table=283), fine[1])) == ("not_five",)
    assert doubts_of("burako", (fine[0], replace(fine[1], out=True))) == ("two_out",)
    lone = (CountedSide(20, out=True, dead=False), fine[1])
    assert doubts_of("burako", lone) == ("out_without_canasta", "out_without_dead")
    assert points_of("burako", lone)[0] == -120
    assert doubts_of("rummy", (CountedSide(out=True, rack=3), CountedSide(rack=9))) == ("out_with_rack",)


def test_a_side_at_the_target_and_ahead_has_won() -> None:
    pad = Pad("burako", ("Us", "Them"), 500)
    pad = pad.with_round((CountedSide(300, 1), CountedSide(100, 0, 1)))
    assert pad.totals == (500, 200)
    assert pad.winners == (0,)
    assert pad.without_last_round().winners == ()


def test_a_pad_is_kept_line_by_line_and_undo_is_a_line(tmp_path: Path) -> None:
    pad = Pad("rummy", ("Ana", "Beto", "Caro"))
    first, second = (tuple(CountedSide(rack=at * ten) for at in range(3)) for ten in (1, 10))
    lines = [header_line(pad), round_line(first), round_line(second), UNDO_LINE]
    assert read_pad(lines) == pad.with_round(first)
    assert read_pad(lines[:-1]).without_last_round() == pad.with_round(first)
    (tmp_path / f"rummy 2026-11-22 21.05.00{SUFFIX}").write_bytes(b"".join(lines) + b'{"rou')
    (tmp_path / f"burako 2026-11-20 21.05.00{SUFFIX}").write_bytes(b"nothing")
    assert [one for _path, one in read_pads(tmp_path)] == [pad.with_round(first)]


@pytest.mark.parametrize("lines", [[], [b"x"], [b'{"format": 9, "game": "rummy", "names": [], "target": 0}']])
def test_what_is_no_pad_is_told(lines: list[bytes]) -> None:
    with pytest.raises(ValueError, match="pad"):
        read_pad(lines)
