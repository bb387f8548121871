"""A report tells who played only as chairs: the log itself names the persons who left and came back."""

from __future__ import annotations

from pathlib import Path

from game.match.bodies import write_seat
from game.match.transcript import TABLE_AUTHOR, Controller, EntryKind, Seat
from game.store.report import report_text
from tests.matches import after_first_score, played_out


def test_a_person_who_left_and_came_back_is_not_named(tmp_path: Path) -> None:
    match = after_first_score(played_out("rummikub", rounds="fresh", fresh_rounds=2))
    match, _ = match.with_decision(
        TABLE_AUTHOR, EntryKind.SEAT, write_seat(1, Seat("Rosa la del río", Controller.BOT, "hard"))
    )
    match, left = match.with_decision(
        TABLE_AUTHOR, EntryKind.SEAT, write_seat(1, Seat("Rosa la del río", Controller.REMOTE))
    )
    text = report_text(tmp_path, {}, match.transcript)
    assert "Rosa" not in text
    assert f"{left.number - 1} table seat seat 1: bot hard\n{left.number} table seat seat 1: remote\n" in text
