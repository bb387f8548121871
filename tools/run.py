"""`tools/dev.py run TOOL`: starts a tool; `--help` prints the docstring of tools without options."""

from __future__ import annotations

import ast
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
_HELP = ("-h", "--help")


def tools() -> dict[str, str]:
    """Return the tools, each with its docstring."""
    found = {}
    for path in sorted(HERE.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        if '__name__ == "__main__"' in text and path.stem not in ("dev", "run"):
            found[path.stem] = ast.get_docstring(ast.parse(text)) or ""
    return found


def reads_options(name: str) -> bool:
    """Return whether a tool parses options itself."""
    return "argparse" in (HERE / f"{name}.py").read_text(encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """List the tools, print one's docstring, or start it as `python -m tools.TOOL` would."""
    there = tools()
    if not arguments or arguments[0] in _HELP:
        print(*(f"{name:18}{about.splitlines()[0]}" for name, about in there.items()), sep="\n")
        return 0
    name, *rest = arguments
    if name not in there:
        print(f"There is no tool '{name}'; there are: {', '.join(there)}.", file=sys.stderr)
        return 2
    if not reads_options(name) and any(one in _HELP for one in rest):
        print(there[name])
        return 0
    sys.argv = [f"tools.{name}", *rest]
    runpy.run_module(f"tools.{name}", run_name="__main__", alter_sys=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
