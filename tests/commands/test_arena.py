from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.bots.bot import level_of
from game.cli import main
from game.commands.arena import command_of, format_hundredths, parse_cell, report_data
from game.commands.arena_jobs import (
    Matchup,
    deal_seed,
    journal_name,
    open_journal,
    play_cell_deal,
    read_deal,
    read_journal,
    run_cell,
    write_deal,
)
from game.commands.arena_sums import (
    DealResult,
    Tally,
    bootstrap_interval,
    compare_deals,
    interim_result,
    lead_over_others,
    seatings,
    win_halves,
)
from game.commands.files import CommandError
from tests.slices import RUN, count


def cell(game: str = "burraco", seats: int = 2, bots: tuple[str, str] = ("medium", "easy"), seed: int = 3) -> Matchup:
    return parse_cell(game, seats, bots, seed, {}, level_of)


# Who sits where


def test_two_sides_swap() -> None:
    assert [tuple(one) for one in seatings(("a",), ("b",), 2, 2)] == [(("a", "b"), 0), (("b", "a"), 1)]
    couples = seatings(("a",), ("b",), 4, 2)
    assert [tuple(one) for one in couples] == [(("a", "b", "a", "b"), 0), (("b", "a", "b", "a"), 1)]


def test_unlike_partners_also_change_their_seats() -> None:
    found = {one.names: one.side for one in seatings(("a", "c"), ("b",), 4, 2)}
    assert found == {("a", "b", "c", "b"): 0, ("b", "a", "b", "c"): 1, ("c", "b", "a", "b"): 0, ("b", "c", "b", "a"): 1}


@pytest.mark.parametrize("seats", range(3, 8))
def test_one_sits_among_the_others_once_on_every_seat(seats: int) -> None:
    found = seatings(("a",), ("b",), seats, seats)
    assert [one.names.index("a") for one in found] == [one.side for one in found] == list(range(seats))
    assert all(one.names.count("b") == seats - 1 for one in found)


# What a deal is worth


def test_a_difference_is_ones_own_less_the_mean_of_the_others() -> None:
    assert lead_over_others((30, 10), 0) == 20
    assert lead_over_others((30, 10, 50, 10), 2) == 3 * 50 - 50


def test_a_round_is_won_alone_or_by_half() -> None:
    assert [win_halves((5, 5, 1), side) for side in range(3)] == [1, 1, 0]
    assert win_halves((5, 4), 0) == 2


def deals(values: list[int]) -> list[DealResult]:
    return [DealResult(at, value, int(value > 0) * 2, {}) for at, value in enumerate(values)]


def test_the_order_in_which_deals_came_does_not_matter() -> None:
    results = deals([40, -10, 300, 25, 7, -80])
    assert compare_deals(results, 2, 1) == compare_deals(results[::-1], 2, 1)


def test_the_mean_lies_in_its_interval_which_narrows_with_more_deals() -> None:
    few, many = compare_deals(deals([40, -10, 30, 25] * 5), 2, 1), compare_deals(deals([40, -10, 30, 25] * 80), 2, 1)
    for verdict in (few, many):
        assert verdict.low < verdict.points < verdict.high
        assert verdict.points == 1063  # hundredths of 85 / 4 / 2
        assert verdict.wins == 7500
    assert many.high - many.low < (few.high - few.low) // 2


def test_a_bootstrap_covers_what_chance_alone_does() -> None:
    missed = 0
    for number in range(count(10, 40)):
        values = [deal_seed(number, at) % 201 - 100 for at in range(60)]
        low, high = bootstrap_interval(values)
        missed += not low <= 0 <= high
    assert missed <= count(2, 6)


@given(st.lists(st.integers(0, 10**7), min_size=1, max_size=60))
def test_a_tally_knows_its_percentiles_to_one_part_in_eight(numbers: list[int]) -> None:
    tally = Tally()
    for number in numbers:
        tally.note(number)
    for percent in (50, 95, 100):
        true = sorted(numbers)[-(-len(numbers) * percent // 100) - 1]
        assert true <= tally.percentile(percent) <= true + true // 8
    halves = Tally(), Tally()
    for at, number in enumerate(numbers):
        halves[at % 2].note(number)
    halves[0].add(halves[1])
    assert (halves[0].counts, halves[0].total) == (tally.counts, tally.total)


# Deals and journals


def same(one: DealResult) -> tuple[int, int, int, dict[str, tuple[Counter[str], int]]]:
    """Return what must not differ from run to run: all but the time."""
    efforts = {name: (effort.reasons, effort.nodes.total) for name, effort in one.efforts.items()}
    return one.deal, one.difference, one.standing, efforts


def test_a_deal_of_equals_is_a_draw() -> None:
    even = replace(cell(), first=("medium",), second=("medium",))
    assert play_cell_deal(even, 0, level_of).difference == 0


def test_a_journal_is_taken_up_again_and_a_line_cut_short_is_played_again(tmp_path: Path) -> None:
    told: list[int] = []
    path = tmp_path / "arena" / "one.jsonl"
    whole = run_cell(cell(), 3, 1, level_of, path, lambda known: told.append(len(known)))
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join(lines[:2]) + b"\n" + lines[2][:50])
    assert sorted(read_journal(path)) == [0, 1]
    again = run_cell(cell(), 3, 1, level_of, path, lambda known: told.append(len(known)))
    assert (again.points, again.low, again.high, again.wins) == (whole.points, whole.low, whole.high, whole.wins)
    assert told == [0, 1, 2, 3, 2, 3]
    assert sorted(read_journal(path)) == [0, 1, 2]


def test_what_is_told_while_deals_are_played_is_what_the_verdict_will_be_about() -> None:
    differences = [3, -2, 10, 44, -30, 5, 5, 7, 12, -9, 31, 8]
    found = compare_deals([DealResult(at, one, 0, {}) for at, one in enumerate(differences)], 2, 1)
    points, margin = interim_result(differences, 2)
    assert points == found.points
    assert abs(points - margin - found.low) + abs(points + margin - found.high) < margin // 2
    assert interim_result([], 2) == (0, 0)
    assert interim_result([7], 2) == (350, 0)


def test_a_deal_reads_back() -> None:
    result = play_cell_deal(cell(), 1, level_of)
    assert read_deal(write_deal(result)) == result
    assert read_deal(b'{"deal": 1}') is None
    assert read_deal(b"[]") is None


@pytest.mark.whole  # test_a_run_ends_where_it_is_settled_however_many_play
def test_other_jobs_give_the_same_numbers(tmp_path: Path) -> None:
    paths = [tmp_path / f"{jobs}.jsonl" for jobs in (1, 2)]
    strong = "hard" if RUN.full else "medium"
    verdicts = [
        run_cell(cell(bots=(strong, "easy")), 2, jobs, level_of, paths[jobs - 1], lambda _known: None)
        for jobs in (1, 2)
    ]
    one, two = ([same(deal) for _at, deal in sorted(read_journal(path).items())] for path in paths)
    assert one == two
    assert len({(verdict.points, verdict.low, verdict.high, verdict.wins) for verdict in verdicts}) == 1


def test_another_seed_version_or_budget_has_another_journal() -> None:
    def changed(game: str, name: str) -> object:
        level = level_of(game, name)
        return replace(level, version=level.version + 1)

    names = {
        journal_name(cell(), level_of),
        journal_name(cell(seed=4), level_of),
        journal_name(cell(seats=4), level_of),
        journal_name(cell(), changed),  # type: ignore[arg-type]  # it does return levels
    }
    assert len(names) == 4


def test_a_journal_goes_on_after_a_line_without_an_end(tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.write_bytes(b"half")
    with open_journal(path) as out:
        out.write(b"whole\n")
    assert path.read_bytes() == b"half\nwhole\n"


# The command


def test_the_command_tells_how_to_do_it_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = ["arena", "--game", "burraco", "--seats", "2", "--bots", "medium,easy", "--deals", "2", "--seed", "5"]
    out = tmp_path / "out.json"
    assert main([*said, "--home", str(tmp_path), "--json", str(out), "--option", "close_mode=either"]) == 0
    told = capsys.readouterr().out
    first = json.loads(out.read_text())
    again = first["command"].split()
    assert told.splitlines()[-1] == first["command"]
    assert again[:2] == ["comodin", "arena"]
    assert "close_mode=either" in again
    assert main([*again[1:], "--home", str(tmp_path / "other"), "--json", str(out)]) == 0
    second = json.loads(out.read_text())
    assert {**first, "time": None} == {**second, "time": None}


def test_an_arena_of_rummikub_plays_fresh_rounds() -> None:
    found = parse_cell("rummikub", 3, ("hard", "easy"), 1, {}, level_of)
    assert found.options.word("rounds") == "fresh"
    assert "rounds" not in command_of(found, 5)
    assert report_data(found, compare_deals([], 1, 1), level_of)["rounds_a_deal"] == 3


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        (("grand", "easy"), "There is no level 'grand'"),
        (("easy", "easy"), "two different teams"),
        (("hard+easy", "easy"), "A team at this table has 1, not 2: hard+easy"),
    ],
)
def test_teams_that_cannot_play_are_a_sentence(bots: tuple[str, str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence.replace("+", r"\+")):
        cell(bots=bots)


def test_hundredths_are_written_with_a_sign() -> None:
    assert [format_hundredths(one) for one in (0, 1250, -46, 99)] == ["+0.0", "+12.5", "-0.5", "+1.0"]
