"""The shape of the product: each number counts what it says, and none is worse than its bound."""

from pathlib import Path

import pytest

from tools import shape

SMALL = {
    "game/__init__.py": "",
    "game/table/__init__.py": "",
    "game/table/low.py": "class Low:\n    def a(self): ...\n    def b(self): ...\n",
    "game/table/high.py": (
        "from typing import TYPE_CHECKING\n"
        "from game.table.low import Low as Base\n"
        "if TYPE_CHECKING:\n    from game.client.top import Top\n"
        "class High(Base):\n    def b(self): ...\n"
    ),
    "game/client/__init__.py": "",
    "game/client/top.py": (
        "from game.table import high\nfrom game.table.high import High\nSIZE = 12.5\n"
        "class Low: ...\n"
        "class Top(High[int]):\n    def c(self):\n        return SIZE + 7 - (2 * 0.25)\n"
    ),
}


@pytest.fixture
def small(tmp_path: Path) -> dict[str, shape.Module]:
    for name, text in SMALL.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return dict(shape.read_modules(tmp_path))


def test_no_number_is_worse_than_its_bound() -> None:
    held = shape.bounds()
    found = shape.shape()
    assert {one.name for one in found} == set(held)
    assert [f"{one.name}: {one.value}, bound {held[one.name]}" for one in found if not one.within(held[one.name])] == []


def test_inherited_methods_count_with_those_that_overrule_them(small: dict[str, shape.Module]) -> None:
    assert shape.methods_of_a_class(small).what[0] == "4 game.client.top.Top"


def test_a_chain_leaves_out_what_the_type_checker_alone_imports(small: dict[str, shape.Module]) -> None:
    chain = shape.import_chain(small)
    assert chain.what == ("game.table.low", "game.table.high", "game.client.top")


def test_an_import_for_the_type_checker_closes_a_circle(small: dict[str, shape.Module]) -> None:
    assert shape.hidden_circles(small).what == ("game.client.top game.table.high",)


def test_names_of_two_files_are_counted_once(small: dict[str, shape.Module]) -> None:
    assert shape.classes_of_one_name(small).what == ("2 Low: game.client.top, game.table.low",)


def test_numbers_with_a_name_and_those_that_count_or_halve_are_left_out(small: dict[str, shape.Module]) -> None:
    assert shape.unnamed_numbers(small).value == 2  # 7 and 0.25


def test_lines_and_folders_are_counted(small: dict[str, shape.Module]) -> None:
    assert shape.product_lines(small).value == sum(len(text.splitlines()) for text in SMALL.values())
    assert shape.files_in_a_folder(small).what[0] == "3 game/table"


def test_a_test_stands_where_its_module_does() -> None:
    assert shape.test_of(Path("game/client/table/scene.py")) == Path("tests/client/table/test_scene.py")
    assert shape.test_of(Path("net/log/place.py")) == Path("tests/net/log/test_place.py")


def test_more_tests_are_better_and_more_of_all_else_is_worse() -> None:
    assert not shape.Measurement("lines", 4).within(3)
    assert shape.Measurement("tests", 4, more=True).within(3)
