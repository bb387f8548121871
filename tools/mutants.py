"""Mutation tests: `tools/dev.py mutants [--count N] [--seed N] [--skip N] [--log FILE] [--module FILE]`.

Each mutant is one random change in a copy of the tree, drawn from each area in turn (a comparison flipped, `and` for
`or`, a `not` dropped, a number one off or a large one doubled, a statement left out); the tests that concern its module
are run on the copy, the nearest first, and as long as all pass those further away. Survivors are printed: for these
either a test is missing, or the change makes no difference. With a log the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib.util import cache_from_source
from pathlib import Path
from typing import Final

from tools.netsim_wire import Lots
from tools.shape import test_of

ROOT: Final = Path(__file__).resolve().parent.parent
# Where mutants are made without --module. Drawing code is left out, also the functions that draw a part of the window:
# golden pictures test it as a whole, and a pixel less or a line elsewhere is nothing that a test says.
AREAS: Final = (
    "game/table", "game/rules", "game/match", "game/session", "game/solver", "game/bots", "game/lan", "game/store",
    "game/club", "net", "game/client",
)  # fmt: skip
LEFT_OUT: Final = ("game/client/draw", "game/client/words")
WINDOW, DRAWING = "game/client", ("draw", "_draw", "paint", "_paint")
# Tests of whole folders, for folders that the tests of single modules do not cover.
FOLDER_TESTS: Final[dict[str, tuple[str, ...]]] = {
    "game/rules": (
        "tests/rules/test_ruleset.py", "tests/rules/test_scenarios.py", "tests/rules/test_options.py",
        "tests/assets_rules/test_rule_book.py", "tests/rules/test_dead_hand_turns.py", "tests/rules/test_perft.py",
        "tests/match/test_lines.py",
    ),
    "game/solver": (
        "tests/solver/test_packing_search.py", "tests/solver/test_packing.py", "tests/solver/test_packing_laws.py",
    ),
    "game/bots": (
        "tests/bots/test_versions.py", "tests/bots/test_dead_hand_bot.py", "tests/bots/test_open_table_bot.py",
        "tests/bots/test_levels.py",
    ),
    "game/match": ("tests/match/test_match.py", "tests/match/test_lines.py", "tests/match/test_audit.py"),
    "game/session": ("tests/session/test_local.py", "tests/session/test_draft.py"),
    "game/lan": (
        "tests/lan/test_session.py", "tests/lan/test_entering.py", "tests/lan/test_votes.py", "tests/lan/test_rest.py",
        "tests/lan/test_absence.py", "tests/lan/test_verdict.py", "tests/lan/test_silence.py",
        "tests/lan/test_tables.py", "tests/lan/deal/test_hall_dealer.py",
    ),
    "game/club": (
        "tests/club/test_pairing.py", "tests/club/test_evenings.py", "tests/club/test_standings.py",
        "tests/club/test_allowed.py", "tests/club/test_kept.py", "tests/club/test_movements.py",
    ),
    "net": ("tests/net/test_party.py", "tests/net/test_station.py", "tests/net/test_link.py",
            "tests/net/test_bounds.py"),
    "net/log": (
        "tests/net/log/test_lockstep.py", "tests/net/log/test_succession.py", "tests/net/log/test_replica.py",
        "tests/net/log/test_entries.py", "tests/net/log/test_branches.py", "tests/net/log/test_dispute.py",
        "tests/net/test_netsim.py",
    ),
    "net/deal": (
        "tests/net/deal/test_rounds.py", "tests/net/deal/test_attacks.py", "tests/net/deal/test_judging.py",
        "tests/net/deal/test_branches.py", "tests/net/deal/test_lock.py",
    ),
    "net/shell": ("tests/net/shell/test_bridge.py",),
    "game/client/table": (
        "tests/client/table/test_table_input.py", "tests/client/table/test_scene.py", "tests/client/table/test_log.py",
    ),
    "game/client/table/dead_hand": (
        "tests/client/table/dead_hand/test_layout.py", "tests/client/table/dead_hand/test_table_input.py",
        "tests/client/table/test_table_input.py",
        "tests/client/test_gallery.py", "tests/client/test_golden_pictures.py",
    ),
    "game/client/table/open": (
        "tests/client/table/open/test_turn.py", "tests/client/table/open/test_newcomer.py",
        "tests/client/table/open/test_table_input.py", "tests/client/test_golden_pictures.py",
    ),
    "game/client/lan": ("tests/client/lan/test_lobby.py", "tests/client/lan/test_others.py"),
    "game/client/scenes": (
        "tests/client/scenes/test_doors.py", "tests/client/test_gallery.py", "tests/client/test_golden_pictures.py",
    ),
    "game/client/widgets": ("tests/client/widgets/test_hands.py", "tests/client/test_golden_pictures.py"),
    "game/client": ("tests/client/test_app.py", "tests/client/test_gallery.py", "tests/client/test_golden_pictures.py"),
}  # fmt: skip
# Test files that run once more at the end with --full: their usual run asks each level only in some games.
IN_FULL: Final = {"game/bots": ("tests/bots/test_versions.py",)}
COPIED: Final = (
    ".github", "assets", "game", "net", "tests", "tools", "docs", "pyproject.toml", "comodin.py", "hatch_build.py",
    "LICENSE", "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "FORMAT.md", "JUDGE.md", "SOLVE.md",
)  # fmt: skip
MUTANT_COUNT: Final = 20
MAX_TEST_FILES: Final = 6  # test files that only import the module; more of them would test other modules
FILES_PER_RUN: Final = 6  # test files that one process runs
LARGE_NUMBER: Final = 32  # from here on a number is a weight or a length, where one more makes no difference
LARGE_WEIGHT: Final = 10  # the same for the weights of bots, parts of a hundred or a thousand
WEIGHED: Final = "game/bots"
TIMEOUT_SECONDS: Final = 600  # seconds for one process with tests; a mutant that makes it hang counts as killed
FLIPPED_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of a file: its line, the old and the new code, and the whole changed text."""

    path: Path
    line: int
    old: str
    new: str
    text: str

    def __str__(self) -> str:
        old, new = (" ".join(one.split())[:60] for one in (self.old, self.new))
        return f"{self.path.as_posix()}:{self.line}: {old} -> {new}"


class Fate(Enum):
    """What happened to a mutant."""

    KILLED = "killed"
    SURVIVED = "SURVIVED"
    UNTESTED = "UNTESTED"
    UNSOUND = "unsound"  # its tests fail without the change too, so it does not count


def mutants_of(path: Path, text: str) -> Iterator[Mutant]:
    """Yield every possible mutant of a file."""
    tree = ast.parse(text)
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    data = text.encode()
    large = LARGE_WEIGHT if path.as_posix().startswith(WEIGHED) else LARGE_NUMBER
    drawing = _drawing(tree) if path.as_posix().startswith(WINDOW) else set()
    for node, new in _changes(tree, large, _invisible_nodes(tree) | drawing):
        if node.end_lineno is None or node.end_col_offset is None:
            continue
        begin, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        changed = (data[:begin] + new.encode() + data[end:]).decode()
        yield Mutant(path, node.lineno, data[begin:end].decode(), new, changed)


def _changes(tree: ast.Module, large: int, left_out: set[int]) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield each place that can be changed, with what it becomes; numbers from `large` on are doubled."""
    for node in ast.walk(tree):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.Compare):
            flipped = [FLIPPED_COMPARISONS[type(node.ops[0])](), *node.ops[1:]]
            yield node, f"({ast.unparse(ast.Compare(node.left, flipped, node.comparators))})"
        elif isinstance(node, ast.BoolOp):
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, f"({ast.unparse(ast.BoolOp(other, node.values))})"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, f"({ast.unparse(node.operand)})"
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, f"({node.value + 1 if node.value < large else 2 * node.value})"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            said = [one for one in _statements(node) if _does_something(one) and id(one) not in left_out]
            yield from ((one, "pass") for one in said)


def _invisible_nodes(tree: ast.Module) -> set[int]:
    """Return the ids of nodes whose change has no effect that can be seen.

    The size of a cache, written in its decorator or as a constant that stands only in decorators, only makes it slower
    or faster; whoever reads JSON skips its indents.
    """
    decorators = [one for node in ast.walk(tree) for one in getattr(node, "decorator_list", ())]
    within = {id(inner) for one in decorators for inner in ast.walk(one)}
    read = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    elsewhere = {node.id for node in read if id(node) not in within}
    sizes = {node.id for node in read if id(node) in within} - elsewhere
    hidden = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and _name_of(node) in sizes
    ]
    hidden += [node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "indent"]
    return within | {id(inner) for one in hidden for inner in ast.walk(one)}


def _drawing(tree: ast.Module) -> set[int]:
    """Return the ids of the nodes of functions that draw."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {id(inner) for one in functions if one.name.startswith(DRAWING) for inner in ast.walk(one)}


def _name_of(one: ast.Assign | ast.AnnAssign) -> str:
    """Return the name that an assignment sets; empty if its target is not a single name."""
    target = one.target if isinstance(one, ast.AnnAssign) else one.targets[0]
    return target.id if isinstance(target, ast.Name) else ""


def _statements(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.stmt]:
    """Yield a function's own statements, not those of functions within it; a last `return None` is left out."""
    open_ = list(function.body)
    while open_:
        one = open_.pop(0)
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if one is not function.body[-1] or not _returns_none(one):
            yield one
        open_ += [child for child in ast.iter_child_nodes(one) if isinstance(child, ast.stmt)]


def _returns_none(one: ast.stmt) -> bool:
    return isinstance(one, ast.Return) and (one.value is None or ast.unparse(one.value) == "None")


def _does_something(one: ast.stmt) -> bool:
    if isinstance(one, ast.Expr):
        return not isinstance(one.value, ast.Constant)
    return isinstance(one, ast.Assign | ast.AugAssign | ast.Return | ast.Raise | ast.Delete)


def nearest_tests(module: Path, root: Path = ROOT) -> tuple[str, ...]:
    """Return the test files that concern a module alone: those of its name, then small ones that import it."""
    every = _test_files(root)
    named = [path for path in every if path == root / test_of(module)]
    dotted = ".".join(module.with_suffix("").parts)
    known = (f"from {dotted} import", f"import {dotted}")
    using = [path for path in every if any(one in path.read_text(encoding="utf-8") for one in known)]
    return _relative([*named, *using[:MAX_TEST_FILES]], root)


def further_tests(module: Path, root: Path = ROOT) -> tuple[str, ...]:
    """Return the test files to run if the nearest ones pass, for some modules are tested only through others.

    Those of its name elsewhere, those of the modules that use it, those of its folder as a whole, and at last all that
    stand where its own would.
    """
    every = _test_files(root)
    named = [path for path in every if path.name == test_of(module).name]
    dotted = ".".join(module.with_suffix("").parts)
    sources = (path for top in ("game", "net") for path in sorted((root / top).rglob("*.py")))
    users = [path for path in sources if f"from {dotted} import" in path.read_text(encoding="utf-8")]
    theirs = {root / test_of(path.relative_to(root)) for path in users}
    used = [path for path in every if path in theirs][:MAX_TEST_FILES]
    listed = (FOLDER_TESTS[folder.as_posix()] for folder in module.parents if folder.as_posix() in FOLDER_TESTS)
    wholes = [root / one for one in next(listed, ())]
    beside = [path for path in every if path.parent == (root / test_of(module)).parent]
    near = set(nearest_tests(module, root))
    return tuple(one for one in _relative([*named, *used, *wholes, *beside], root) if one not in near)


def _test_files(root: Path) -> list[Path]:
    """Return all test files, the small ones first."""
    return sorted((root / "tests").rglob("test_*.py"), key=lambda path: path.stat().st_size)


def _relative(paths: Sequence[Path], root: Path) -> tuple[str, ...]:
    """Return those of the files that exist, each once, relative to the root."""
    return tuple(path.relative_to(root).as_posix() for path in dict.fromkeys(paths) if path.is_file())


def runs_of(module: Path, root: Path = ROOT) -> list[tuple[str, ...]]:
    """Return what each run of pytest is asked for, the nearest tests first; no run if no test concerns a module."""
    further = further_tests(module, root)
    runs = [nearest_tests(module, root)]
    runs += [further[at : at + FILES_PER_RUN] for at in range(0, len(further), FILES_PER_RUN)]
    runs += [("--full", *tests) for folder, tests in IN_FULL.items() if module.as_posix().startswith(folder)]
    return [run for run in runs if run]


@dataclass(frozen=True, slots=True)
class TestRun:
    """How some tests ended: whether all passed, and the files in which one failed; none if they never ended."""

    passed: bool
    failed: tuple[str, ...] = ()


class Copy:
    """A copy of the tree in which mutants live, one at a time."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._folder = folder
        self._sound: dict[tuple[str, ...], bool] = {}
        skipped = shutil.ignore_patterns("__pycache__", "*.pyc", ".venv*")
        for name in COPIED:
            if (root / name).is_dir():
                shutil.copytree(root / name, folder / name, ignore=skipped)
            elif (root / name).exists():
                shutil.copy2(root / name, folder / name)

    def fate(self, mutant: Mutant) -> Fate:
        """Run the tests of a mutant's module on it; a failing test counts only if it passes without the change."""
        runs = runs_of(mutant.path, self._folder)
        if not runs:
            return Fate.UNTESTED
        place = self._folder / mutant.path
        whole = place.read_bytes()
        try:
            self._put(place, mutant.text.encode())
            ended = next(((ran, run) for run in runs if not (ran := self.run(run)).passed), None)
        finally:
            self._put(place, whole)
        if ended is None:
            return Fate.SURVIVED
        ran, run = ended
        options = tuple(one for one in run if one.startswith("-"))
        return Fate.KILLED if self._is_sound((*options, *ran.failed) if ran.failed else run) else Fate.UNSOUND

    def _put(self, place: Path, data: bytes) -> None:
        """Write a module and delete its bytecode, whose time and size may seem to match."""
        place.write_bytes(data)
        Path(cache_from_source(str(place))).unlink(missing_ok=True)

    def _is_sound(self, tests: tuple[str, ...]) -> bool:
        """Return whether tests pass on the unchanged copy; cached."""
        if tests not in self._sound:
            self._sound[tests] = self.run(tests).passed
        return self._sound[tests]

    def run(self, tests: Sequence[str]) -> TestRun:
        """Run tests on the copy until one fails; options of pytest may stand before them."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
        variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        with subprocess.Popen(
            command, cwd=self._folder, env={**variables, "PYTHONPATH": str(self._folder)}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
        ) as child:  # fmt: skip
            try:
                said, _ = child.communicate(timeout=TIMEOUT_SECONDS)
            except subprocess.TimeoutExpired:
                child.kill()
                return TestRun(passed=False)
        lines = [line.split(maxsplit=1) for line in said.splitlines() if line.startswith(("FAILED ", "ERROR "))]
        failed = dict.fromkeys(words[1].split(" - ")[0].split("::")[0] for words in lines if len(words) == 2)
        return TestRun(child.returncode == 0, tuple(failed))


def sample(modules: Sequence[Path], count: int, seed: int, root: Path = ROOT) -> list[Mutant]:
    """Draw `count` mutants of some modules, the same ones for the same seed."""
    every = [one for path in modules for one in mutants_of(path, (root / path).read_text(encoding="utf-8"))]
    lots = Lots("mutants", seed)
    return [every.pop(lots.draw(len(every))) for _ in range(min(count, len(every)))]


def sample_of_areas(count: int, seed: int, root: Path = ROOT) -> list[Mutant]:
    """Draw `count` mutants from all areas, each in turn."""
    drawn = [sample(_modules(area, root), -(-count // len(AREAS)), seed, root) for area in AREAS]
    return [one for turn in zip(*drawn, strict=True) for one in turn][:count]


def _modules(area: str, root: Path) -> list[Path]:
    found = [path.relative_to(root) for path in sorted((root / area).rglob("*.py"))]
    return [path for path in found if not path.as_posix().startswith(LEFT_OUT)]


def read_log(log: Path, mutants: Sequence[Mutant]) -> list[Fate]:
    """Return the fates of the first mutants, as an earlier run has written them; ValueError if it tried others."""
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True) if log.is_file() else []
    whole = [line for line in lines if line.endswith("\n")]
    if len(whole) < len(lines):
        log.write_text("".join(whole), encoding="utf-8")
    said = [line.split(maxsplit=1) for line in whole]
    if len(said) > len(mutants) or not all(
        len(words) == 2 and words[1].startswith(f"{one} (") for words, one in zip(said, mutants, strict=False)
    ):
        raise ValueError(f"{log} is the log of other changes, or of other sources.")
    return [Fate(words[0]) for words in said]


def run(mutants: Sequence[Mutant], root: Path = ROOT, log: Path | None = None) -> dict[Fate, list[Mutant]]:
    """Try all mutants but those in the log, printing and logging each; return the mutants by fate."""
    fates: dict[Fate, list[Mutant]] = {fate: [] for fate in Fate}
    before = read_log(log, mutants) if log else []
    for fate, mutant in zip(before, mutants, strict=False):
        fates[fate].append(mutant)
    with tempfile.TemporaryDirectory(prefix="comodin-mutants-", ignore_cleanup_errors=True) as folder:
        copy = Copy(root, Path(folder))
        for mutant in mutants[len(before) :]:
            began = time.monotonic()
            fate = copy.fate(mutant)
            fates[fate].append(mutant)
            line = f"{fate.value:9} {mutant} ({time.monotonic() - began:.0f} s)"
            print(line, flush=True)
            if log:
                with log.open("a", encoding="utf-8") as file:
                    file.write(f"{line}\n")
    return fates


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Draw mutants, try them, and print the survivors; arguments after `net` go to `mutants_net`."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words[:1] == ["net"]:
        from tools import mutants_net  # it loads the network and its simulation

        return mutants_net.main(words[1:])
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=MUTANT_COUNT, help="how many changes are tried")
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same changes")
    parser.add_argument("--skip", type=int, default=0, help="how many of them were tried before and are left out")
    parser.add_argument("--log", type=Path, metavar="FILE", help="also write each result there, and go on from it")
    parser.add_argument("--module", action="append", metavar="FILE", help="only of this file, such as net/door.py")
    parser.add_argument("net", nargs="?", choices=["net"], help="as the first word: try the network's kept list")
    chosen = parser.parse_args(words)
    modules = [Path(one) for one in chosen.module or ()]
    missing = [path for path in modules if not (root / path).is_file()]
    if missing:
        print(f"There is no file {missing[0].as_posix()}.", file=sys.stderr)
        return 2
    drawn = (
        sample(modules, chosen.count, chosen.seed, root)
        if modules
        else sample_of_areas(chosen.count, chosen.seed, root)
    )
    try:
        fates = run(drawn[chosen.skip :], root, chosen.log)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    tried = sum(len(fates[fate]) for fate in (Fate.KILLED, Fate.SURVIVED, Fate.UNTESTED))
    lived = [*fates[Fate.SURVIVED], *fates[Fate.UNTESTED]]
    print(f"{tried} changes, seed {chosen.seed}: {len(fates[Fate.KILLED])} killed, {len(lived)} survived")
    print(*(f"  {one}" for one in lived), sep="\n", end="\n" if lived else "")
    for one in fates[Fate.UNSOUND]:
        print(f"The tests of {one.path.as_posix()} fail without any change; it is left out.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
