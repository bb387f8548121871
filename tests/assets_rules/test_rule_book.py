"""The rule book can be cited: every section, decision, V number, scenario and option is there, once, in its place.

The expected numbers are written out here, because code, refusals and other tests cite them and none may vanish.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import pytest

GAMES = ("eburako", "burako", "rummy", "rummikub", "burraco")

PARAGRAPHS = {
    0: ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6"],
    1: ["1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7"],
    2: ["2.1", "2.2", "2.3", "2.4", "2.5"],
    8: ["8.1", "8.2", "8.3"],
    9: ["9.1", "9.2"],
    12: ["12.1", "12.2", "12.3", "12.4"],
}

# fmt: off
DECISIONS = {
    "8.1": [
        "D1", "D2", "D3", "D4", "D5", "D5b", "D6", "D7", "D8", "D9", "D10", "D11", "D12", "D13", "D14", "D15", "D16",
        "D18", "D39", "D42", "D43", "D44", "D47", "D53", "D57",
    ],
    "8.2": [
        "D17", "D19", "D20", "D21", "D22", "D23", "D24", "D25", "D26", "D27", "D28", "D29", "D30", "D31", "D32",
        "D33", "D34", "D40", "D41", "D49", "D50", "D51", "D52", "D54", "D55", "D56",
    ],
    "8.3": [
        "D35", "D36", "D37", "D38", "D45", "D46", "D48",
    ],
}
# fmt: on

SCENARIOS = {3: ("EB", 18), 4: ("BU", 14), 5: ("RU", 16), 6: ("RK", 17), 7: ("BR", 14)}

# Each option's defaults, in the order of GAMES.
OPTIONS = {
    "players": "2 / 4 / 4 / 4 / 4",
    "first_starter": "random / random / random / random / random",
    "direction": "right / right / left / left / left",
    "target": "3000 / 3000 / - / - / 1000",
    "hands": "- / - / 4 / - / -",
    "two_player_hand": "22 / 12 / - / - / 11",
    "take_min_sum": "5 / 0 / - / - / 0",
    "max_wild": "1 / 1 / - / - / 1",
    "group_of_twos": "off / off / - / - / off",
    "ace_both_ends": "on / on / - / - / off",
    "no_canasta_table": "subtract / subtract / - / - / count",
    "close_without_canasta": "off / off / - / - / off (fixed)",
    "close_mode": "either / either / - / - / discard",
    "close_with_wild": "on / on / - / - / off",
    "dead_bonus": "0 / 0 / - / - / 0",
    "dead_unused_penalty": "off / off / - / - / off",
    "stock_end": "last_drawer / last_drawer / - / - / -",
    "stock_floor": "- / - / - / - / 2",
    "stall_orbits": "3 / 3 / - / - / 3",
    "same_card": "- / - / - / - / tile",
    "unique_groups": "- / - / - / - / off",
    "semi_clean": "- / - / - / - / off",
    "opening_min": "- / - / 30 / 30 / -",
    "open_then_manipulate": "- / - / off / - / -",
    "opening_uses_table": "- / - / off / on / -",
    "joker_lock": "- / - / face / face / -",
    "joker_shift": "- / - / off / on / -",
    "exchange_from_table": "- / - / off / off / -",
    "one_after_13": "- / - / off / - / -",
    "closing_tile": "- / - / instead_of_draw / - / -",
    "tie_break": "- / - / share / - / -",
    "turn_seconds": "0 / 0 / 0 / 120 / 0",
    "invalid_penalty": "- / - / 0 / 3 / -",
    "live_validity": "- / - / on / on / -",
    "rounds": "- / - / - / continued / -",
    "fresh_rounds": "- / - / - / 4 / -",
    "reopen_each_round": "- / - / - / off / -",
}

MOVES = [
    "draw",
    "keep",
    "redraw",
    "take",
    "meld",
    "extend",
    "discard",
    "stop",
    "pass",
    "close",
    "play",
    "timeout",
    "retract",
]


@cache
def book() -> str:
    return files("assets.rules").joinpath("en.md").read_text(encoding="utf-8")


def headings(level: int, text: str) -> list[str]:
    """Return the texts of the headings of one level, in order."""
    return re.findall(rf"^#{{{level}}} (.+)$", text, flags=re.MULTILINE)


def part(start: str, text: str) -> str:
    """Return what stands below the one heading that starts with `start`, up to the next of its level or above."""
    lines = text.splitlines()
    at = [number for number, line in enumerate(lines) if re.match(rf"#+ {re.escape(start)}(?![\w])", line)]
    assert len(at) == 1, f"{len(at)} headings start with {start}"
    level = lines[at[0]].index(" ")
    below: list[str] = []
    for line in lines[at[0] + 1 :]:
        if re.match(rf"#{{1,{level}}} ", line):
            break
        below.append(line)
    return "\n".join(below)


def cells(line: str) -> list[str]:
    """Split one table row at the bars that are not escaped."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def rows(text: str, first: str) -> list[list[str]]:
    """Return the table rows whose whole first cell matches the pattern `first`."""
    found = (cells(line) for line in text.splitlines() if line.startswith("|"))
    return [row for row in found if re.fullmatch(first, row[0])]


def option_rows() -> list[list[str]]:
    return [row for row in rows(part("10.", book()), r"`[a-z_0-9]+`") if len(row) > 3]


def option_row(name: str) -> list[str]:
    (row,) = (row for row in option_rows() if row[0] == f"`{name}`")
    return row


def tables() -> Iterator[list[str]]:
    block: list[str] = []
    for line in [*book().splitlines(), ""]:
        if line.startswith("|"):
            block.append(line)
        elif block:
            yield block
            block = []


def words(section: str) -> str:
    """Return the text with every white space, line ends too, as one blank."""
    return " ".join(section.split())


def test_book_has_sections_0_to_12_in_order() -> None:
    assert [title.split(". ", 1)[0] for title in headings(2, book())] == [str(number) for number in range(13)]


def test_every_paragraph_stands_in_its_section_once() -> None:
    expected = [number for section in PARAGRAPHS.values() for number in section]
    assert [title.split()[0] for title in headings(3, book())] == expected
    for section, numbers in PARAGRAPHS.items():
        assert [title.split()[0] for title in headings(3, part(f"{section}.", book()))] == numbers


def test_every_heading_below_the_title_starts_with_its_number_and_says_its_subject() -> None:
    assert len(headings(1, book())) == 1
    patterns = {2: r"\d+\. [A-Za-z].+", 3: r"\d+\.\d [A-Za-z].+", 4: r"D\d+b? [A-Z].+"}
    for level, pattern in patterns.items():
        for title in headings(level, book()):
            assert re.fullmatch(pattern, title), title
    assert headings(5, book()) == []


@pytest.mark.parametrize("paragraph", DECISIONS)
def test_decisions_stand_in_their_paragraph_once(paragraph: str) -> None:
    assert [title.split()[0] for title in headings(4, part(paragraph, book()))] == DECISIONS[paragraph]


def test_decisions_are_1_to_57_and_5b() -> None:
    listed = [title.split()[0] for title in headings(4, book())]
    assert sorted(listed) == sorted(["D5b", *(f"D{number}" for number in range(1, 58))])


@pytest.mark.parametrize("decision", [number for group in DECISIONS.values() for number in group])
def test_decision_says_what_holds_here_source_readings_authorities_and_option(decision: str) -> None:
    fields = re.findall(r"^- \*\*(\w+):\*\* (\S.*)", part(decision, book()), flags=re.MULTILINE)
    assert [name for name, _ in fields] == ["Here", "Source", "Readings", "Authorities", "Option"]
    cited = re.findall(r"`([a-z_0-9]+)`", fields[-1][1])
    assert set(cited) <= set(OPTIONS)
    assert bool(cited) != (fields[-1][1] == "none.")


def test_v_numbers_are_1_to_11_each_with_rule_reason_and_remedy() -> None:
    found = rows(part("9.2", book()), r"V\d+")
    assert [row[0] for row in found] == [f"V{number}" for number in range(1, 12)]
    assert all(len(row) == 4 and all(row) for row in found)
    assert len(rows(book(), r"V\d+")) == 11


@pytest.mark.parametrize("section", SCENARIOS)
def test_scenarios_of_a_game_are_all_in_its_section(section: int) -> None:
    prefix, count = SCENARIOS[section]
    found = rows(part(f"{section}.", book()), r"[A-Z]{2}-\d\d")
    assert [row[0] for row in found] == [f"{prefix}-{number:02}" for number in range(1, count + 1)]
    for row in found:
        assert len(row) == 4
        assert all(row), row[0]


def test_scenario_numbers_occur_nowhere_else() -> None:
    assert len(rows(book(), r"[A-Z]{2}-\d\d")) == sum(count for _, count in SCENARIOS.values())


def test_options_are_all_listed_once() -> None:
    assert [row[0].strip("`") for row in option_rows()] == list(OPTIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_option_row_is_complete(name: str) -> None:
    row = option_row(name)
    assert len(row) == 6
    _, kind, _, _, changes, origin = row
    assert kind in {"int", "bool", "enum"}
    for sentence in (changes, origin):
        assert re.fullmatch(r"[A-Za-z].+\.", sentence), sentence


@pytest.mark.parametrize("name", OPTIONS)
def test_option_row_names_five_defaults_within_the_allowed_values(name: str) -> None:
    _, kind, default, allowed, *_ = option_row(name)
    assert default == OPTIONS[name]
    defaults = default.split(" / ")
    assert len(defaults) == len(GAMES)
    by_game = allowed.split(" / ")
    assert len(by_game) in {1, len(GAMES)}
    for value, choice in zip(defaults, by_game * (len(GAMES) // len(by_game)), strict=True):
        if value == "-":
            assert len(by_game) == 1 or choice == "-"
        elif choice != "fixed":
            assert permits(choice.removesuffix(" (2 reserved)"), value.removesuffix(" (fixed)")), (value, choice)
    if kind == "bool":
        assert allowed == "on, off"
    assert set(defaults) != {"-"}


def permits(choice: str, value: str) -> bool:
    """Say whether a list such as `0, 15..600` or `on, off` holds the value."""
    for item in choice.split(", "):
        low, dots, high = item.partition("..")
        if (not dots and item == value) or (dots and int(low) <= int(value) <= int(high)):
            return True
    return False


def test_a_list_of_allowed_values_is_read_as_ranges_and_words() -> None:
    assert permits("0, 15..600", "0")
    assert permits("0, 15..600", "120")
    assert not permits("0, 15..600", "10")
    assert permits("on, off", "off")
    assert not permits("left, right", "up")


def test_live_validity_concerns_the_open_table_games() -> None:
    row = option_row("live_validity")
    assert row[2] == "- / - / on / on / -"
    assert "open-table games" in row[4]


def test_presets_name_only_options_and_games() -> None:
    found = [row for row in rows(part("10.", book()), r"`[a-z ]+`") if len(row) == 3]
    assert [row[0] for row in found] == ["`as written`", "`usual`", "`box`", "`federation`"]
    for _, _, change in found:
        cited = re.findall(r"`([a-z_0-9]+)`", change)
        assert cited
        assert set(cited) <= set(OPTIONS)


def test_time_rule_stands_in_section_10() -> None:
    assert "**Time** (D53, `turn_seconds`>0)." in part("10.", book())


def test_every_move_is_explained() -> None:
    named = [row[0].strip("`").split()[0] for row in rows(part("0.2", book()), r"`.+`")]
    assert sorted(named) == sorted(MOVES)


def test_the_games_are_named_as_files_and_commands_write_them() -> None:
    opening = words(part("0.", book()))
    assert all(f"`{game}`" in opening for game in GAMES)


def test_a_tile_may_be_written_with_its_id() -> None:
    (row,) = rows(part("0.1", book()), r"`R5#37`, `R5!37`")
    assert "public id 37" in row[1]


def test_every_number_cited_in_the_book_leads_somewhere() -> None:
    paragraphs = {number for section in PARAGRAPHS.values() for number in section}
    decisions = {number for group in DECISIONS.values() for number in group}
    scenarios = {f"{prefix}-{number:02}" for prefix, count in SCENARIOS.values() for number in range(1, count + 1)}
    assert set(re.findall(r"\bD\d+b?\b", book())) == decisions
    assert set(re.findall(r"\b[A-Z]{2}-\d\d\b", book())) == scenarios
    assert set(re.findall(r"(?<![\d.])\d+\.\d(?![\d.])", book())) == paragraphs
    sections = {int(number) for number in re.findall(r"\bsections? (\d+)", words(book()))}
    assert sections <= set(range(13))


@pytest.mark.parametrize("decision", [number for group in DECISIONS.values() for number in group])
def test_options_of_a_decision_cite_it(decision: str) -> None:
    (line,) = (line for line in part(decision, book()).splitlines() if line.startswith("- **Option:**"))
    for name in re.findall(r"`([a-z_0-9]+)`", line):
        assert re.search(rf"\b{decision}\b", " ".join(option_row(name)[4:])), name


def test_tables_are_rectangular() -> None:
    for block in tables():
        width = len(cells(block[0]))
        assert re.fullmatch(r"(\|---)+\|", block[1])
        assert [line for line in block if len(cells(line)) != width] == []
