"""Lines that are tried from a place of a match: what the rules allow there, and nothing of a round that is closed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.session.match_replay import ALL_SEATS, Replay, ReplayPosition, replay_of
from game.session.trying import MAX_LINE_MOVES, TriedLine, may_try, tried_line
from game.table.moves import Timeout
from tests.session.test_match_replay import person_match


def replay(name: str = "eburako-2", rounds: int | None = None) -> Replay:
    match = person_match(name) if rounds is None else person_match(name, rounds)
    return replay_of(match.transcript)


def played_on(line: TriedLine, count: int) -> TriedLine:
    """Try what was played there."""
    story = line.replay.rounds[line.place.round].standing.story
    for told in story[line.place.made : line.place.made + count]:
        longer = line.with_move(told.move)
        assert longer is not None
        line = longer
    return line


@pytest.mark.parametrize("game", ["eburako-2", "burraco-4", "rummikub-3", "rummy-4"])
def test_what_was_played_there_can_be_tried_and_leads_to_the_same_table(game: str) -> None:
    laid = replay(game)
    line = played_on(tried_line(laid, ReplayPosition(0, 4)), 3)
    assert line.table == laid.rounds[0].table(7)
    assert line.end_view(ALL_SEATS) == laid.view_at(ReplayPosition(0, 7), ALL_SEATS)
    assert tried_line(laid, line.place, line.moves) == line
    assert line.without_last().table == laid.rounds[0].table(6)


def test_a_line_ends_before_the_first_move_that_is_not_allowed_or_says_what_is_not_there() -> None:
    laid = replay()
    line = played_on(tried_line(laid, ReplayPosition(0, 0)), 3)
    for wrong in ("draw", "meld [R3!4000 R4!4001 R5!4002]", "what", "timeout", line.moves[-1].replace("!", "#"), ""):
        assert tried_line(laid, line.place, (*line.moves[:2], wrong, line.moves[2])).moves == line.moves[:2], wrong
    assert line.with_move(Timeout()) is None


def test_a_line_is_as_long_as_a_turn_or_two_of_everybody() -> None:
    laid = replay()
    line = played_on(tried_line(laid, ReplayPosition(0, 0)), MAX_LINE_MOVES)
    assert line.next_mover is None
    assert line.with_move(laid.rounds[0].standing.story[MAX_LINE_MOVES].move) is None


def test_nothing_is_tried_in_a_round_that_is_not_open_to_all() -> None:
    laid = replay("rummy-4")
    moves = played_on(tried_line(laid, ReplayPosition(0, 0)), 1).moves
    for closed in (
        replace(laid, rounds=(replace(laid.rounds[0], void=True), *laid.rounds[1:])),
        replace(laid, transcript=replace(laid.transcript, header=replace(laid.header, dealer="sealed")), over=False),
    ):
        assert not may_try(closed, 0)
        assert tried_line(closed, ReplayPosition(0, 0), moves).moves == ()
