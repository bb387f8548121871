"""Would the tests notice? `tools/dev.py mutants [--count N] [--seed N] [--module FILE]` changes one place at a time.

A place is drawn from the modules, changed in a copy of the tree (a comparison flipped, `and` for `or`, a `not` dropped,
a number one off, a statement left out), and the tests that concern its module are run on the copy, the nearest first.
Who survives is printed: either a test is missing, or the place says nothing.
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
from pathlib import Path
from typing import Final

from tools.netsim_wire import Lots

ROOT: Final = Path(__file__).resolve().parent.parent
# Where a fault would cost somebody a match; other modules are named by --module.
SAMPLED: Final = ("game/lan", "game/match", "game/session", "game/store", "net", "net/log", "net/shell")
COPIED: Final = ("assets", "game", "net", "tests", "tools", "docs", "pyproject.toml", "README.md", "FORMAT.md")
COUNT: Final = 20
MOST_FILES: Final = 8  # of tests for one module: those beyond would be others' tests
PATIENCE: Final = 300  # seconds for the tests of one mutant; one that hangs them was noticed
FLIPPED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of a file: in which line, what stood there and what stands there now, and the whole changed text."""

    path: Path
    line: int
    old: str
    new: str
    text: str

    def __str__(self) -> str:
        old, new = (" ".join(one.split())[:60] for one in (self.old, self.new))
        return f"{self.path.as_posix()}:{self.line}: {old} -> {new}"


class Fate(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "SURVIVED"
    UNTESTED = "UNTESTED"


def mutants_of(path: Path, text: str) -> Iterator[Mutant]:
    """Yield every change of a file that this tool knows, from top to bottom."""
    tree = ast.parse(text)
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    data = text.encode()
    for node, new in _changes(tree):
        if node.end_lineno is None or node.end_col_offset is None:
            continue
        begin, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        changed = (data[:begin] + new.encode() + data[end:]).decode()
        yield Mutant(path, node.lineno, data[begin:end].decode(), new, changed)


def _changes(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield each place that can be changed, with what it becomes; annotations say nothing when the program runs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            flipped = [FLIPPED[type(node.ops[0])](), *node.ops[1:]]
            yield node, f"({ast.unparse(ast.Compare(node.left, flipped, node.comparators))})"
        elif isinstance(node, ast.BoolOp):
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, f"({ast.unparse(ast.BoolOp(other, node.values))})"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, f"({ast.unparse(node.operand)})"
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, f"({node.value + 1})"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from ((one, "pass") for one in _statements(node) if _does_something(one))


def _statements(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.stmt]:
    """Yield a function's own statements, not those of functions within it."""
    open_ = list(function.body)
    while open_:
        one = open_.pop(0)
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        yield one
        open_ += [child for child in ast.iter_child_nodes(one) if isinstance(child, ast.stmt)]


def _does_something(one: ast.stmt) -> bool:
    if isinstance(one, ast.Expr):
        return not isinstance(one.value, ast.Constant)
    return isinstance(one, ast.Assign | ast.AugAssign | ast.Return | ast.Raise | ast.Delete)


def nearest_tests(module: Path, root: Path = ROOT) -> tuple[str, ...]:
    """Return the test files that concern a module, the nearest first: of its name, then small ones that import it."""
    dotted = ".".join(module.with_suffix("").parts)
    every = sorted((root / "tests").rglob("test_*.py"), key=lambda path: path.stat().st_size)
    named = [path for path in every if path.name == f"test_{module.stem}.py"]
    known = (f"from {dotted} import", f"import {dotted}")
    using = [path for path in every if any(one in path.read_text(encoding="utf-8") for one in known)]
    folder = module.parts[1] if len(module.parts) > 2 else module.parts[0]
    beside = [path for path in every if path.parent.name == folder] if not named and not using else []
    found = dict.fromkeys(path.relative_to(root).as_posix() for path in (*named, *using, *beside))
    return tuple(found)[:MOST_FILES]


class Copy:
    """A copy of the tree in which mutants live, one at a time."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root = root
        self._folder = folder
        skipped = shutil.ignore_patterns("__pycache__", "*.pyc", ".venv*")
        for name in COPIED:
            if (root / name).is_dir():
                shutil.copytree(root / name, folder / name, ignore=skipped)
            elif (root / name).exists():
                shutil.copy2(root / name, folder / name)

    def fate(self, mutant: Mutant) -> Fate:
        """Run the tests of a mutant's module on it."""
        tests = nearest_tests(mutant.path, self._root)
        if not tests:
            return Fate.UNTESTED
        place = self._folder / mutant.path
        whole = place.read_bytes()
        try:
            place.write_text(mutant.text, encoding="utf-8")
            return Fate.SURVIVED if self.passes(tests) else Fate.KILLED
        finally:
            place.write_bytes(whole)

    def passes(self, tests: Sequence[str]) -> bool:
        """Tell whether tests pass on the copy as it is."""
        command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
        variables = {**os.environ, "PYTHONPATH": str(self._folder), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                command, cwd=self._folder, env=variables, capture_output=True, check=False, timeout=PATIENCE
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0


def sample(modules: Sequence[Path], count: int, seed: int, root: Path = ROOT) -> list[Mutant]:
    """Draw so many mutants of some modules, the same ones for the same seed."""
    every = [one for path in modules for one in mutants_of(path, (root / path).read_text(encoding="utf-8"))]
    lots = Lots("mutants", seed)
    return [every.pop(lots.draw(len(every))) for _ in range(min(count, len(every)))]


def run(mutants: Sequence[Mutant], root: Path = ROOT) -> dict[Fate, list[Mutant]]:
    """Try them all, telling of each; return who met which fate."""
    fates: dict[Fate, list[Mutant]] = {fate: [] for fate in Fate}
    with tempfile.TemporaryDirectory(prefix="comodin-mutants-", ignore_cleanup_errors=True) as folder:
        copy = Copy(root, Path(folder))
        sound: dict[Path, bool] = {}
        for mutant in mutants:
            if mutant.path not in sound:
                sound[mutant.path] = copy.passes(nearest_tests(mutant.path, root))
                if not sound[mutant.path]:
                    print(f"The tests of {mutant.path.as_posix()} fail without any change; it is left out.", flush=True)
            if sound[mutant.path]:
                began = time.monotonic()
                fate = copy.fate(mutant)
                fates[fate].append(mutant)
                print(f"{fate.value:9} {mutant} ({time.monotonic() - began:.0f} s)", flush=True)
    return fates


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Draw mutants, try them, and print who survives."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT, help="how many changes are tried")
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same changes")
    parser.add_argument("--module", action="append", metavar="FILE", help="only of this file, such as net/door.py")
    parser.add_argument("list", nargs="?", choices=["net"], help="try the kept list of the network's instead")
    chosen = parser.parse_args(arguments)
    if chosen.list:
        from tools import mutants_net  # it loads the network and its simulation

        return mutants_net.main([])
    modules = [Path(one) for one in chosen.module or ()]
    missing = [path for path in modules if not (root / path).is_file()]
    if missing:
        print(f"There is no file {missing[0].as_posix()}.", file=sys.stderr)
        return 2
    modules = modules or [path.relative_to(root) for name in SAMPLED for path in sorted((root / name).glob("*.py"))]
    fates = run(sample(modules, chosen.count, chosen.seed, root), root)
    tried = sum(map(len, fates.values()))
    lived = [*fates[Fate.SURVIVED], *fates[Fate.UNTESTED]]
    print(f"{tried} changes, seed {chosen.seed}: {len(fates[Fate.KILLED])} killed, {len(lived)} survived")
    print(*(f"  {one}" for one in lived), sep="\n", end="\n" if lived else "")
    return 0


if __name__ == "__main__":
    sys.exit(main())
