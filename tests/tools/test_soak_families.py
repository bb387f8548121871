"""The soak of families: which files it takes, and what a slice of a family has."""

from __future__ import annotations

from itertools import product

import pytest

from tests import slices
from tests.slices import count, crossed, some
from tools.soak_families import ROOT, files


@pytest.fixture
def _whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices.RUN, "full", True)


@pytest.fixture
def _slice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices.RUN, "full", False)


def test_every_file_with_a_slice_is_taken() -> None:
    taken = files()
    assert "tests/client/test_languages.py" in taken
    assert {"tests/client/test_gallery.py", "tests/lan/test_knocking.py"} <= {*taken}, "their helpers take a slice"
    assert "tests/net/test_frames.py" in taken, "there is more that can be drawn"
    assert all((ROOT / name).is_file() for name in taken)


@pytest.mark.usefixtures("_slice")
@pytest.mark.parametrize("parts", [("abcde", "xyz"), ("ab", "xy"), ("abc", "x", "12345678")])
def test_a_slice_of_a_product_has_every_value_of_every_part_and_no_row_twice(parts: tuple[str, ...]) -> None:
    rows = crossed(*parts)
    assert len(rows) == max(map(len, parts)) == len(set(rows))
    assert [{row[at] for row in rows} for at in range(len(parts))] == [set(part) for part in parts]


@pytest.mark.usefixtures("_slice")
def test_a_few_of_many_begin_with_the_first_and_end_with_the_last() -> None:
    assert some(range(10), 4) == [0, 3, 6, 9]
    assert some("abc", 1) == ["a"]
    assert some("abc", 5) == ["a", "b", "c"]
    assert count(3, 7) == 3


@pytest.mark.usefixtures("_whole")
def test_the_whole_is_every_one() -> None:
    assert crossed("abc", "xy") == list(product("abc", "xy"))
    assert some(range(10), 4) == list(range(10))
    assert count(3, 7) == 7
