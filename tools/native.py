"""Compile the playout cores: `python -m tools.native` turns typed Python into C by Cython, and C into `native`.

Each core's modules are put one after the other into one, which carries the digest of its sources. The types come from
the annotations, as a .pxd: `int` is 64 bits, `[0] * n` in a class an array, every local a whole number unless what it
is set to says otherwise. The result uses Python's stable ABI, so that one serves 3.11 and everything newer.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from game.playout.native import HERE, UNITS, digest

INTEGER_TYPE = "long long"
OLDEST_PYTHON = "0x030B0000"  # Python 3.11
DIRECTIVES = {"language_level": 3, "annotation_typing": False, "cdivision": True}


@dataclass(slots=True)
class Types:
    """What is known of a core: array fields by class with their lengths, plain fields, functions, global values."""

    classes: dict[str, dict[str, int]] = field(default_factory=dict)
    returns: dict[str, str] = field(default_factory=dict)
    globals: dict[str, str] = field(default_factory=dict)

    def of_name(self, name: str, known: dict[str, str]) -> str:
        """Return the type of a local or global name."""
        return known.get(name, self.globals.get(name, INTEGER_TYPE))


def merge_modules(unit: str) -> ast.Module:
    """Return a core's modules as one, without what they import from each other."""
    body = ast.parse("from __future__ import annotations").body
    for name in UNITS[unit]:
        for node in ast.parse((HERE / name).read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.Import | ast.ImportFrom) and not _is_docstring(node):
                body.append(node)
    body.append(ast.parse(f"SOURCE = {digest(unit)!r}").body[0])
    return ast.Module(body=body, type_ignores=[])


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def types_of(module: ast.Module) -> Types:
    """Read the classes, functions and global values of a core."""
    types = Types()
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            types.classes[node.name] = dict(_fields(node))
        elif isinstance(node, ast.FunctionDef):
            types.returns[node.name] = _annotated(node.returns)
    for node in module.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            types.globals[node.targets[0].id] = _value_type(node.value, types, {})
    return types


def _fields(node: ast.ClassDef) -> Iterator[tuple[str, int]]:
    """Yield each field that is set when an object is made, with its length, 0 for a single number."""
    for made in ast.walk(node):
        if isinstance(made, ast.Assign) and isinstance(made.targets[0], ast.Attribute):
            length = 0
            if isinstance(made.value, ast.BinOp) and isinstance(made.value.left, ast.List):
                length = int(ast.unparse(made.value.right))
            yield made.targets[0].attr, length


def _annotated(annotation: ast.expr | None) -> str:
    """Return an annotation's C type: an integer, void, one of our classes, or a Python list."""
    text = "None" if annotation is None else ast.unparse(annotation)
    if text.startswith("list"):
        return "list"
    if text.startswith("Sequence"):
        return "object"
    return {"int": INTEGER_TYPE, "None": "None"}.get(text, text)


def _value_type(value: ast.expr, types: Types, known: dict[str, str]) -> str:
    """Return the C type of an assigned value."""
    if isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name):
        fields = types.classes.get(types.of_name(value.value.id, known), {})
        return f"{INTEGER_TYPE} *" if fields.get(value.attr) else INTEGER_TYPE
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        name = value.func.id
        return name if name in types.classes else types.returns.get(name, INTEGER_TYPE)
    if isinstance(value, ast.Name):
        return types.of_name(value.id, known)
    if isinstance(value, ast.List | ast.ListComp):
        return "list"
    return "str" if isinstance(value, ast.Constant) and isinstance(value.value, str) else INTEGER_TYPE


def _locals(function: ast.FunctionDef, types: Types) -> dict[str, str]:
    """Return the type of every name that a function sets."""
    known = {one.arg: _parameter(one) for one in function.args.args}
    parameters = set(known)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            target = node.targets[0]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=True))
            else:
                pairs = [(target, node.value)]
            for name, value in pairs:
                if isinstance(name, ast.Name):
                    known.setdefault(name.id, _value_type(value, types, known))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            known.setdefault(node.target.id, _annotated(node.annotation))
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            listed = isinstance(node.iter, ast.Call) and types.returns.get(ast.unparse(node.iter.func)) == "list"
            known.setdefault(node.target.id, "object" if listed else INTEGER_TYPE)
    return {name: kind for name, kind in known.items() if name not in parameters}


def _parameter(one: ast.arg) -> str:
    kind = _annotated(one.annotation)
    return f"{INTEGER_TYPE} *" if kind == "list" else kind


def write_pxd(module: ast.Module, types: Types) -> str:
    """Write the .pxd of a core."""
    lines = ["cimport cython"]
    for name, kind in types.globals.items():
        if kind != "str":
            lines.append(f"cdef {kind} {name}")
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            lines.append(f"cdef class {node.name}:")
            for name, length in types.classes[node.name].items():
                lines.append(f"    cdef public {INTEGER_TYPE} {name}" + (f"[{length}]" if length else ""))
        elif isinstance(node, ast.FunctionDef):
            lines += _function(node, types)
    return "\n".join([*sorted(lines[:1]), *_classes_first(lines[1:]), ""])


def _classes_first(lines: list[str]) -> list[str]:
    """Put the classes before what is declared with them."""
    classes = [line for line in lines if line.startswith(("cdef class", "    "))]
    return classes + [line for line in lines if line not in classes]


def _function(node: ast.FunctionDef, types: Types) -> list[str]:
    """Declare a function; as -1 may be a result, the caller checks for an error only then."""
    names = _locals(node, types)
    given = [(one.arg, _parameter(one)) for one in node.args.args]
    back = types.returns[node.name]
    inner = any(kind.endswith("*") for _name, kind in given)  # Python code cannot pass a pointer
    head = f"{'cdef' if inner else 'cpdef'} {'int' if back == 'None' else back} {node.name}"
    head += f"({', '.join(f'{kind} {name}' for name, kind in given)})"
    tail = {"None": " except -1", INTEGER_TYPE: " except? -1"}.get(back, "")
    said = ", ".join(f'{name}="{kind}"' for name, kind in names.items())
    return [f"@cython.locals({said})\n{head}{tail}" if said else head + tail]


def written_out(module: ast.Module, types: Types) -> None:
    """Adapt Python to C: return a number instead of nothing, and assign each field in `copy`."""
    for node in ast.walk(module):
        if isinstance(node, ast.Return) and node.value is None:
            node.value = ast.Constant(0)
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and node.name == "copy":
            to, of = (one.arg for one in node.args.args)
            fields = types.classes[ast.unparse(node.args.args[0].annotation or ast.Constant(None))]
            lines = [f"{to}.{name}{'[:]' if length else ''} = {of}.{name}" for name, length in fields.items()]
            node.body = ast.parse("\n".join(lines)).body


def build(unit: str, folder: Path) -> Path:
    """Compile a core into a folder and return the file; raises whatever Cython or the C compiler raises."""
    # Both are untyped, and installed only where something is compiled.
    cython: Any = import_module("Cython.Build")
    setuptools: Any = import_module("setuptools")
    build_ext: Any = import_module("setuptools.command.build_ext").build_ext
    module = merge_modules(unit)
    types = types_of(module)
    written_out(module, types)
    (folder / "native.py").write_text(ast.unparse(module), encoding="utf-8")
    (folder / "native.pxd").write_text(write_pxd(module, types), encoding="utf-8")
    extension = setuptools.Extension(
        "native",
        [str(folder / "native.py")],
        define_macros=[("Py_LIMITED_API", OLDEST_PYTHON)],
        # The builder's own flags come after ours: tests need no fast core.
        extra_compile_args=[] if os.name == "nt" else ["-O2", "-g0", *os.environ.get("CFLAGS", "").split()],
        py_limited_api=True,
    )
    made = cython.cythonize([extension], compiler_directives=DIRECTIVES, quiet=True, force=True)
    command = build_ext(setuptools.Distribution({"name": "native", "ext_modules": made}))
    command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "temp")
    command.ensure_finalized()
    command.run()
    (found,) = (folder / "lib").iterdir()
    return found


def install_core(found: Path, place: Path) -> None:
    """Install a compiled core atomically, even while the old one is loaded."""
    fresh = place.with_name(place.name + ".new")
    copyfile(found, fresh)
    fresh.replace(place)


def main() -> int:
    """Build every core beside its sources; on failure print one line and return 1."""
    for unit in UNITS:
        with TemporaryDirectory() as folder:
            try:
                found = build(unit, Path(folder))
                install_core(found, HERE / unit / found.name)
            except Exception as fault:  # noqa: BLE001  whatever a compiler, or the lack of one, may raise
                print(f"{type(fault).__name__}: {(str(fault).splitlines() or [''])[-1]}", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
