"""Mutants: every change is one place and still a program, the nearest tests come first, and who survives is told."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.slices import count
from tools.mutants import (
    COPIED,
    FOLDER_TESTS,
    IN_FULL,
    ROOT,
    further_tests,
    main,
    mutants_of,
    nearest_tests,
    runs_of,
    sample,
)

SOURCE = '''"""A module."""

MOST = 3


def least(numbers: list[int], *, strict: bool) -> int:
    """Return the least of them, at most 3."""
    found = MOST
    for one in numbers:
        if one < found and not (strict and one == 0):
            found = one
    return found
'''
TEST = """from game.small import least


def test_least():
    assert least([2, 5], strict=False) == 2
    assert least([0], strict=False) == 0
    assert least([], strict=False) == 3
"""


def test_each_change_is_one_place_and_still_a_program() -> None:
    found = list(mutants_of(Path("small.py"), SOURCE))
    assert {(one.line, one.old) for one in found} == {
        (3, "3"),
        (8, "found = MOST"),
        (10, "one < found and not (strict and one == 0)"),
        (10, "one < found"),
        (10, "not (strict and one == 0)"),
        (10, "strict and one == 0"),
        (10, "one == 0"),
        (10, "0"),
        (11, "found = one"),
        (12, "return found"),
    }
    assert len({one.text for one in found}) == len(found)
    for one in found:
        assert ast.dump(ast.parse(one.text)) != ast.dump(ast.parse(SOURCE))
        assert one.text.replace(one.new, one.old, 1).count("\n") == SOURCE.count("\n")


def test_a_large_number_is_changed_by_more_than_one() -> None:
    assert [one.new for one in mutants_of(Path("small.py"), "A, B = 31, 2200\n")] == ["(32)", "(4400)"]
    assert [one.new for one in mutants_of(Path("game/bots/small.py"), "A, B = 9, 20\n")] == ["(10)", "(40)"]


def test_what_says_nothing_is_not_drawn() -> None:
    source = "@cache(maxsize=9)\ndef least(one):\n    if one:\n        return None\n    return None\n"
    assert [(one.line, one.new) for one in mutants_of(Path("small.py"), source)] == [(4, "pass")]
    source = (
        "KEPT: Final = 1 << 9\nMOST = 5\n@cache(KEPT)\n@most(MOST)\ndef least(one):\n    dumps(one, MOST, indent=1)\n"
    )
    found = {(one.line, one.old) for one in mutants_of(Path("small.py"), source)}
    assert found == {(2, "5"), (6, "dumps(one, MOST, indent=1)")}


def test_what_draws_a_part_of_the_window_is_left_to_golden_pictures() -> None:
    source = "class Row:\n    def draw(self):\n        plate(3)\n    def height(self):\n        return 3\n"
    assert {one.line for one in mutants_of(Path("game/client/row.py"), source)} == {5}
    assert {one.line for one in mutants_of(Path("game/store/row.py"), source)} == {3, 5}


def test_a_copy_has_every_page_and_program_of_the_top_folder() -> None:
    assert {path.name for kind in ("*.md", "*.py", ".github") for path in ROOT.glob(kind)} <= set(COPIED)


def test_every_module_can_be_changed() -> None:
    for path in sorted((ROOT / "game" / "store").glob("*.py")):
        for one in mutants_of(path, path.read_text(encoding="utf-8")):
            ast.parse(one.text)


def test_the_nearest_tests_come_first(tmp_path: Path) -> None:
    """Those of the module's name come first, then those that import it, the small ones before the large."""
    using = "from game.store.records import Records\n"
    for name, text in (
        ("test_appended.py", using * 2),
        ("test_index.py", using),
        ("test_kept.py", "from game.store.kept import Kept\n"),
        ("test_records.py", using * 3),
    ):
        path = tmp_path / "tests" / "store" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert nearest_tests(Path("game/store/records.py"), tmp_path) == (
        "tests/store/test_records.py", "tests/store/test_index.py", "tests/store/test_appended.py",
    )  # fmt: skip


def test_the_tests_of_a_folder_as_a_whole_are_near_all_its_modules() -> None:
    assert nearest_tests(Path("game/store/background.py"))[0] == "tests/store/test_background.py"
    assert "tests/lan/test_votes.py" in further_tests(Path("game/lan/log/story.py")), "of the folder above"


def test_whoever_passes_the_nearest_tests_meets_those_further_away_once() -> None:
    module = Path("game/bots/dead_hand_odds.py")
    runs = runs_of(module)
    assert runs[0] == nearest_tests(module)
    assert [one for run in runs[1:-1] for one in run] == list(further_tests(module))
    assert not {*nearest_tests(module)} & {*further_tests(module)}
    assert "tests/bots/test_pool.py" in further_tests(module), "beside where its own would be"
    assert runs[-1] == ("--full", "tests/bots/test_versions.py")
    assert runs_of(Path("nowhere/at_all.py")) == []


def test_the_same_seed_draws_the_same_changes() -> None:
    modules = [Path("game/store/appended.py")]
    assert sample(modules, 5, 7) == sample(modules, 5, 7) != sample(modules, 5, 8)


@pytest.mark.whole  # what is changed: above
def test_what_the_tests_do_not_see_survives_and_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("game/__init__.py", ""), ("game/small.py", SOURCE), ("tests/test_small.py", TEST)):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    tried = count(5, 10)  # of the ten there are
    assert main(["--module", "game/small.py", "--count", str(tried)], tmp_path) == 0
    lines = capsys.readouterr().out.splitlines()
    (total,) = [line for line in lines if "changes, seed 1" in line]
    survivors = ["one < found -> (one <= found)", "one == 0 -> (one != 0)"]
    survivors = [*(["0 -> (1)"] if tried == 10 else []), *survivors]
    assert total == f"{tried} changes, seed 1: {tried - len(survivors)} killed, {len(survivors)} survived"
    assert sorted(line.split(": ", 1)[1] for line in lines[lines.index(total) + 1 :]) == survivors
    assert (tmp_path / "game" / "small.py").read_text(encoding="utf-8") == SOURCE
    assert main(["--module", "game/small.py", "--count", str(tried), "--skip", str(tried - 1)], tmp_path) == 0
    assert "1 changes, seed 1: " in capsys.readouterr().out


def test_a_run_goes_on_from_its_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("game/__init__.py", ""), ("game/small.py", SOURCE)):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    log = tmp_path / "mutants.log"
    asked = ["--module", "game/small.py", "--count", "10", "--log", str(log)]
    assert main(asked, tmp_path) == 0
    whole = log.read_text(encoding="utf-8")
    lines = whole.splitlines(keepends=True)
    assert [line.split()[0] for line in lines] == ["UNTESTED"] * 10
    assert capsys.readouterr().out.startswith(whole)
    log.write_text("".join(["killed" + lines[0][8:], *lines[1:8], lines[8][:20]]), encoding="utf-8")
    assert main(asked, tmp_path) == 0
    said = capsys.readouterr().out
    assert said.startswith("".join([*lines[8:], "10 changes, seed 1: 1 killed, 9 survived\n"]))
    assert log.read_text(encoding="utf-8").splitlines()[1:] == whole.splitlines()[1:]
    assert main([*asked, "--seed", "2"], tmp_path) == 2
    assert capsys.readouterr().err == f"{log} is the log of other changes, or of other sources.\n"


def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--module", "game/nowhere.py"], tmp_path) == 2
    assert capsys.readouterr().err == "There is no file game/nowhere.py.\n"


def test_every_test_that_is_named_for_a_folder_is_there() -> None:
    listed = FOLDER_TESTS | IN_FULL
    assert [one for tests in listed.values() for one in tests if not (ROOT / one).is_file()] == []
    assert [folder for folder in listed if not (ROOT / folder).is_dir()] == []
