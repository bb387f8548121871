"""Measures the product's code: the size of its files, folders and classes, and its import structure.

Each number has a bound in `shape.toml` beside this file, which a test enforces: a number may improve, never get worse.
Run as `python3 tools/dev.py shape`; with `--all` it also lists what each number counts, the worst first.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOUNDS = Path(__file__).with_suffix(".toml")
PRODUCT = ("game", "net")
NAMELESS_NUMBERS = frozenset({-1, 0, 0.5, 1, 2})  # numbers that need no name
MAX_LISTED = 20

Edges = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Measurement:
    """One measured number, and what it counts, the worst first; `more` says that larger is better."""

    name: str
    value: int
    what: tuple[str, ...] = ()
    more: bool = False

    def within(self, bound: int) -> bool:
        """Return whether the number meets its bound."""
        return self.value >= bound if self.more else self.value <= bound


@dataclass(frozen=True, slots=True)
class Class:
    """A class: its name, its module, the names of its functions and of its bases."""

    name: str
    module: str
    functions: frozenset[str]
    bases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Module:
    """A parsed file of the product; `path` is relative to the project, `typed` are imports for type checking only."""

    name: str
    path: Path
    tree: ast.Module
    lines: int
    imports: frozenset[str]
    typed: frozenset[str]
    names: Mapping[str, str]  # imported objects, by their local names
    classes: tuple[Class, ...]  # nested ones too


@cache
def read_modules(root: Path = ROOT) -> Mapping[str, Module]:
    """Return every module of the product by its name."""
    paths = [path for part in PRODUCT for path in sorted((root / part).rglob("*.py"))]
    known = frozenset(_name(path, root) for path in paths)
    return {_name(path, root): _module(path, root, known) for path in paths}


def _name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _module(path: Path, root: Path, known: frozenset[str]) -> Module:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    typed = [node for node in tree.body if isinstance(node, ast.If) and _is_typing(node.test)]
    in_typed = {id(inner) for node in typed for inner in ast.walk(node)}
    plain = [node for node in tree.body if id(node) not in in_typed]
    name = _name(path, root)
    names: dict[str, str] = {}
    classes: list[Class] = []
    for node in _statements(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ClassDef):
            classes.append(_class(node, name))
    return Module(
        name, path.relative_to(root), tree, len(text.splitlines()),
        frozenset(_imported(plain, known)), frozenset(_imported(typed, known)), names, tuple(classes),
    )  # fmt: skip


def _statements(within: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements of a file, nested ones too; expressions contain neither imports nor classes."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(within, part, ()):
            yield node
            yield from _statements(node)


def _is_typing(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _imported(nodes: Iterable[ast.stmt], known: frozenset[str]) -> Iterator[str]:
    """Yield the modules of the product that statements import when they run, those in functions left out."""
    for node in nodes:
        if isinstance(node, ast.If | ast.Try):
            yield from _imported([one for one in ast.iter_child_nodes(node) if isinstance(one, ast.stmt)], known)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if whole in known or node.module in known:
                    yield whole if whole in known else node.module


def _class(node: ast.ClassDef, module: str) -> Class:
    functions = frozenset(one.name for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
    bases = tuple(base for base in map(_plain_name, node.bases) if base)
    return Class(node.name, module, functions, bases)


def _plain_name(node: ast.expr) -> str:
    if isinstance(node, ast.Subscript):
        return _plain_name(node.value)
    return node.id if isinstance(node, ast.Name) else ""


# --- the numbers ------------------------------------------------------------------------------------------------------


def product_lines(modules: Mapping[str, Module]) -> Measurement:
    """Count the lines of the product."""
    largest = sorted(modules.values(), key=lambda one: -one.lines)
    lines = tuple(f"{one.lines} {one.name}" for one in largest)
    return Measurement("product lines", sum(one.lines for one in largest), lines)


def files_in_a_folder(modules: Mapping[str, Module]) -> Measurement:
    """Count the files of the largest folder."""
    folders = Counter(one.path.parent.as_posix() for one in modules.values())
    worst = folders.most_common()
    return Measurement(
        "files in the largest folder", worst[0][1], tuple(f"{count} {folder}" for folder, count in worst)
    )


def methods_of_a_class(modules: Mapping[str, Module]) -> Measurement:
    """Count the methods of the largest class, inherited ones included, and overridden ones each time."""
    classes = {f"{one.module}.{one.name}": one for module in modules.values() for one in module.classes}

    def written(one: Class) -> int:
        names = modules[one.module].names
        bases = (classes.get(names.get(base, f"{one.module}.{base}")) for base in one.bases)
        return len(one.functions) + sum(written(base) for base in bases if base is not None)

    counted = sorted(((written(one), name) for name, one in classes.items()), reverse=True)
    return Measurement(
        "methods of the largest class", counted[0][0], tuple(f"{count} {name}" for count, name in counted)
    )


def import_chain(modules: Mapping[str, Module]) -> Measurement:
    """Count the modules of the longest chain of imports, those for the type checker left out."""
    edges = {name: one.imports - {name} for name, one in modules.items()}
    longest: dict[str, tuple[str, ...]] = {}
    for knot in _knots(edges):  # imported modules come first
        below = [longest[there] for name in knot for there in edges[name] if there not in knot]
        chain = max(below, key=len, default=())
        for name in knot:
            longest[name] = (*chain, *knot)
    chain = max(longest.values(), key=len)
    return Measurement("longest import chain", len(chain), chain)


def hidden_circles(modules: Mapping[str, Module]) -> Measurement:
    """Count the import cycles that exist only through imports for the type checker."""
    edges = {name: (one.imports | one.typed) - {name} for name, one in modules.items()}
    circles = sorted((knot for knot in _knots(edges) if len(knot) > 1), key=len, reverse=True)
    return Measurement("circles of typing-only imports", len(circles), tuple(" ".join(sorted(one)) for one in circles))


def _knots(edges: Edges) -> list[tuple[str, ...]]:
    """Return the modules in groups that reach each other, each group after all it imports. Tarjan's algorithm."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    knots: list[tuple[str, ...]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for there in sorted(edges[name]):
            if there not in index:
                visit(there)
                low[name] = min(low[name], low[there])
            elif there in stack:
                low[name] = min(low[name], index[there])
        if low[name] == index[name]:
            at = stack.index(name)
            knots.append(tuple(stack[at:]))
            del stack[at:]

    for name in edges:
        if name not in index:
            visit(name)
    return knots


def classes_of_one_name(modules: Mapping[str, Module]) -> Measurement:
    """Count the class names that are used in more than one file."""
    where: dict[str, set[str]] = {}
    for module in modules.values():
        for one in module.classes:
            where.setdefault(one.name, set()).add(module.name)
    shared = sorted(((len(found), name) for name, found in where.items() if len(found) > 1), reverse=True)
    lines = tuple(f"{count} {name}: {', '.join(sorted(where[name]))}" for count, name in shared)
    return Measurement("class names in two files", len(shared), lines)


def tested_by_name(modules: Mapping[str, Module]) -> Measurement:
    """Count the modules that have a test file of their name in the folder that mirrors theirs."""
    asked = [one for one in modules.values() if one.path.name != "__init__.py"]
    lacking = [one.name for one in asked if not (ROOT / test_of(one.path)).exists()]
    return Measurement("modules with a test of their name", len(asked) - len(lacking), tuple(lacking), more=True)


def test_of(path: Path) -> Path:
    """Return where the test of a module stands: under tests, in a folder that mirrors its own; `game` is left out."""
    folder = path.parts[1:-1] if path.parts[0] == "game" else path.parts[:-1]
    return Path("tests", *folder, f"test_{path.name}")


def unnamed_numbers(modules: Mapping[str, Module]) -> Measurement:
    """Count the unnamed numbers in functions of the client."""
    counted = [(_numbers(one.tree), name) for name, one in modules.items() if name.startswith("game.client")]
    worst = sorted(counted, reverse=True)
    return Measurement(
        "unnamed numbers", sum(count for count, _ in worst), tuple(f"{count} {name}" for count, name in worst)
    )


def _numbers(tree: ast.AST) -> int:
    if isinstance(tree, ast.FunctionDef | ast.Lambda):
        return sum(map(_is_number, ast.walk(tree)))
    return sum(map(_numbers, ast.iter_child_nodes(tree)))


def _is_number(node: ast.AST) -> bool:
    if not isinstance(node, ast.Constant) or isinstance(node.value, bool):
        return False
    return isinstance(node.value, int | float) and node.value not in NAMELESS_NUMBERS


NUMBERS = (
    product_lines, files_in_a_folder, methods_of_a_class, import_chain, hidden_circles, classes_of_one_name,
    tested_by_name, unnamed_numbers,
)  # fmt: skip


def shape() -> tuple[Measurement, ...]:
    """Return every number of the project as it is."""
    modules = read_modules()
    return tuple(number(modules) for number in NUMBERS)


def bounds() -> Mapping[str, int]:
    """Return what each number is held to."""
    return {str(name): int(bound) for name, bound in tomllib.loads(BOUNDS.read_text(encoding="utf-8")).items()}


def main(arguments: list[str]) -> int:
    """Print the numbers beside their bounds; 1 if any is worse than its bound."""
    held = bounds()
    worse = False
    for found in shape():
        bound = held[found.name]
        worse = worse or not found.within(bound)
        sign = "at least" if found.more else "at most"
        print(f"{found.name:36}{found.value:7}   {sign} {bound}{'' if found.within(bound) else '   WORSE'}")
        if "--all" in arguments:
            print(*(f"    {line}" for line in found.what[:MAX_LISTED]), sep="\n")
    return int(worse)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
