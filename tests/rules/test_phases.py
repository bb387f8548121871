"""The tables of phases are what is played, move by move, and the diagrams are what the tables say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from game.match.lines import read_match
from game.match.match import Match, fold_entry, opening_standing
from game.match.transcript import EntryKind
from game.rules.phases import DEAD_HAND_PHASES, OPEN_TABLE_PHASES, MovePhases
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.table.moves import Attempt, Close, Discard, Draw, Move, Rearrange, Retract, Timeout
from game.table.notation import read_move
from game.table.options import OptionValue
from game.table.state import Phase
from tests.rules.open_tables import position
from tests.slices import count, every
from tests.strategies import DEAD_HAND_GAMES, wandered
from tools import phases
from tools.golden_pictures import TESTS

Step = tuple[Phase, type[Move], Phase]
TABLES = {Family.DEAD_HAND: DEAD_HAND_PHASES, Family.OPEN_TABLE: OPEN_TABLE_PHASES}
# What no golden match and no walk by lot does: mistakes of hands and clocks have tests of their own.
SELDOM = {Retract, Timeout, Attempt}


@cache
def golden() -> list[Match]:
    return [read_match(path.read_bytes()).match for path in every(sorted((TESTS / "golden").glob("*.comodin")), 2)]


def steps_of(family: Family) -> Iterator[Step]:
    """Yield each step of the golden matches of a family."""
    for match in golden():
        rules, standing = rules_of(match.header.game), opening_standing(match.header)
        for entry in match.transcript.entries if rules.family is family else ():
            before, standing = standing, fold_entry(standing, match.header, entry)
            if entry.kind is EntryKind.MOVE:
                assert before.table is not None
                assert standing.table is not None
                move = read_move(entry.body, cards=rules.deck.cards)
                yield before.table.phase, type(move), standing.table.phase


def wandered_steps() -> Iterator[Step]:
    for game in DEAD_HAND_GAMES:
        for seed in range(count(1, 6)):
            for made in wandered(game, seed)[1]:
                after = rules_of(game).apply(made.view.table, made.move)
                yield made.view.table.phase, type(made.move), after.phase


@pytest.mark.parametrize("family", Family, ids=lambda family: family.name)
def test_every_step_of_play_stands_in_the_table_and_every_usual_move_is_played(family: Family) -> None:
    seen = {*steps_of(family), *(wandered_steps() if family is Family.DEAD_HAND else ())}
    table: Mapping[Phase, MovePhases] = TABLES[family]
    assert [step for step in seen if step[2] not in table[step[0]].get(step[1], ())] == []
    every = {move for moves in table.values() for move in moves}
    assert every - {move for _phase, move, _then in seen} <= SELDOM
    assert len(seen) > len(every - SELDOM)


def test_what_only_options_of_rummy_allow_stands_in_the_table() -> None:
    after_drawing: dict[str, OptionValue] = {"closing_tile": "after_draw", "open_then_manipulate": True}
    closer = position("rummy", "R4 B4", closing="Y4", phase=Phase.PLAY, stock=9, options=after_drawing, opened=True)
    closed = closer.after(closer.close("R4 B4 Y4", "[R4 B4 Y4]")).table.phase
    assert closed in OPEN_TABLE_PHASES[Phase.PLAY][Close]
    opener = position("rummy", "R10 B10 K10 Y1", phase=Phase.PLAY, stock=9, options=after_drawing, opened=False)
    opened = opener.after(opener.play("R10 B10 K10", "[R10 B10 K10]")).table.phase
    assert opened is Phase.PLAY
    assert opened in OPEN_TABLE_PHASES[Phase.PLAY][Rearrange]


def test_the_diagrams_in_the_architecture_are_those_of_the_tables() -> None:
    text = phases.ARCHITECTURE.read_text(encoding="utf-8")
    assert phases.with_diagrams(text) == text, "run python3 -m tools.phases"


def test_a_diagram_has_an_arrow_for_each_way_from_phase_to_phase() -> None:
    told = phases.diagram(
        {Phase.DRAW: {Draw: (Phase.PLAY,), Close: (Phase.PLAY,)}, Phase.PLAY: {Discard: (Phase.DRAW,)}}
    )
    assert "    DRAW --> PLAY: Draw, Close\n    PLAY --> DRAW: Discard\n" in told
    with pytest.raises(ValueError, match="lost its marks"):
        phases.with_diagrams("nothing")
