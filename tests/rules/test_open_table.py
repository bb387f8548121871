"""Whole matches of Rummy and Rummikub by a simple player: every ending is reached and every law holds on the way."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.registry import rules_of
from game.rules.ruleset import RuleSet
from game.rules.rummikub import is_last
from game.table.canon import decode, encode
from game.table.faces import HIDDEN, Face
from game.table.moves import Attempt, Close, Draw, Move, Pass
from game.table.options import Options, OptionValue
from game.table.state import Ending, Phase, Table
from game.table.tiles import TILE_DECK, Tile
from game.table.view import View
from tests.rules.greedy import Mood, play_round
from tests.rules.open_tables import conserved, dice, options_of
from tests.slices import RUN, count
from tests.strategies import OPEN_TABLE_GAMES as GAMES


def shuffled(rules: RuleSet, last: Table | None, random: Random) -> tuple[Face, ...]:
    """Return a face for every tile: those of the tiles that stay, and a shuffle of the rest."""
    kept = dict(rules.kept(last)) if last is not None else {}
    rest = list(TILE_DECK.faces)
    for face in kept.values():
        rest.remove(face)
    random.shuffle(rest)
    return tuple(kept[at] if at in kept else rest.pop() for at in map(Tile, range(len(TILE_DECK))))


def play_match(options: Options, game: str, mood: Mood, random: Random) -> list[tuple[Table, tuple[Move, ...]]]:
    """Play a match; return each round's last table, with open books, and its moves."""
    rules = rules_of(game)
    seats = options.number("players")
    totals: tuple[int, ...] = (0,) * seats
    last: Table | None = None
    rounds: list[tuple[Table, tuple[Move, ...]]] = []
    while True:
        faces = shuffled(rules, last, random)
        up = tuple((tile, faces[tile]) for tile in rules.opened_tiles(options))
        table = rules.deal(options, len(rounds) + 1, random.randrange(100), last, totals, up)
        assert conserved(table)
        end, moves = play_round(table, faces, mood, random)
        last = end.with_fields(faces=faces)
        sheets = rules.score(last)
        totals = tuple(before + sheet.total for before, sheet in zip(totals, sheets, strict=True))
        rounds.append((last, moves))
        winners = rules.verdict(options, totals, last).winners
        if winners:
            best = min(totals) if game == "rummy" else max(totals)
            assert winners == tuple(seat for seat, total in enumerate(totals) if total == best)
            return rounds


def ending(table: Table, moves: tuple[Move, ...]) -> str:
    assert table.outcome is not None
    if table.outcome.ending is Ending.PASSED:
        return "passed"
    if isinstance(moves[-1], Close):
        return "closing tile"
    return "out" if table.stock else "out without stock"


def test_rummy_reaches_each_of_its_endings() -> None:
    seen: Counter[str] = Counter()
    for seed in range(9) if RUN.full else (0, 3, 4, 8):  # of each option every value, and every ending
        lazy = (5, 60, 97)[seed % 3]
        options = options_of(
            "rummy",
            players=2 + seed % 3,
            hands=2,
            closing_tile=("instead_of_draw", "after_draw", "none")[seed // 3],
            turn_seconds=60,
            invalid_penalty=seed % 4,
        )
        for table, moves in play_match(options, "rummy", Mood(lazy=lazy), dice(seed)):
            seen[ending(table, moves)] += 1
    assert all(seen[one] for one in ("out", "closing tile", "passed")), seen


def test_rummikub_reaches_each_of_its_endings() -> None:
    seen: Counter[str] = Counter()
    for seed in range(12):
        lazy = (5, 60, 97)[seed % 3]
        fresh: dict[str, OptionValue] = {"rounds": "fresh", "fresh_rounds": 2} if seed % 4 == 3 else {}
        options = options_of("rummikub", players=2 + seed % 6, **fresh)
        rounds = play_match(options, "rummikub", Mood(lazy=lazy), dice(seed))
        for table, moves in rounds:
            seen[ending(table, moves)] += 1
            assert sum(sheet.total for sheet in rules_of("rummikub").score(table)) == 0
        seen["continued"] += sum(table.options.word("rounds") == "continued" for table, _moves in rounds[:-1])
        seen["fresh"] += sum(table.options.word("rounds") == "fresh" for table, _moves in rounds[:-1])
        assert is_last(rounds[-1][0])
        seen["attempt"] += sum(isinstance(move, Attempt) for _table, moves in rounds for move in moves)
    wanted = ("out", "out without stock", "passed", "continued", "fresh", "attempt")
    assert all(seen[one] for one in wanted), seen


@st.composite
def tables(draw: st.DrawFn) -> tuple[Options, int]:
    """Draw a game's options, any allowed value of each, and a seed."""
    game = draw(st.sampled_from(GAMES))
    chosen: dict[str, OptionValue] = {}
    for option in rules_of(game).options:
        one = draw(st.sampled_from(option.allowed))
        chosen[option.name] = draw(st.sampled_from(one)) if isinstance(one, range) else one
    chosen["players"] = min(int(chosen["players"]), 4)
    return options_of(game, **chosen), draw(st.integers(0, 10**6))


def game_of(options: Options) -> str:
    return "rummy" if any(name == "hands" for name, _value in options.items) else "rummikub"


@given(tables())
@settings(max_examples=count(8, 12), deadline=None)
def test_a_round_under_any_options_keeps_every_tile_and_ends(drawn: tuple[Options, int]) -> None:
    options, seed = drawn
    random = dice(seed)
    rules = rules_of(game_of(options))
    faces = shuffled(rules, None, random)
    up = tuple((tile, faces[tile]) for tile in rules.opened_tiles(options))
    table = rules.deal(options, 1, seed, None, (0,) * options.number("players"), up)
    end, _moves = play_round(table, faces, Mood(lazy=random.randrange(100)), random)
    assert decode(encode(end), Table) == end
    sheets = rules.score(end.with_fields(faces=faces))
    assert len(sheets) == options.number("players")
    if rules.key == "rummikub":
        assert sum(sheet.total for sheet in sheets) == 0


@pytest.mark.parametrize("game", GAMES)
def test_time_alone_ends_every_round(game: str) -> None:
    """If all players are silent, the moves of their programs end every round."""
    rules = rules_of(game)
    options = options_of(game, players=3, turn_seconds=15)
    faces = shuffled(rules, None, dice(3))
    up = tuple((tile, faces[tile]) for tile in rules.opened_tiles(options))
    table = rules.deal(options, 1, 0, None, (0,) * 3, up)
    made: list[Move] = []
    while table.phase is not Phase.ROUND_END:
        move = rules.time_out(View(table, table.to_move, faces))
        assert rules.refusal(table, move) is None
        table = rules.apply(table, move)
        made.append(move)
    assert table.outcome is not None
    assert table.outcome.ending is Ending.PASSED
    assert made[-3:] == [Pass()] * 3
    assert made.count(Draw()) == (63 if game == "rummy" else 64)
    assert all(table.faces[tile] == HIDDEN for rack in table.racks for tile in rack)
