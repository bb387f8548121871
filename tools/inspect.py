"""Prints a match file or the first difference of two: `python tools/inspect.py FILE [OTHER]`; see `inspect_matches`.

This file has the name of a module of the standard library, and a started script's folder comes first on the import
path. So when it is imported as that module, it replaces itself by the real one.
"""

import sys
from importlib import import_module
from pathlib import Path

if __name__ in {"__main__", "inspect"}:
    here = Path(__file__).resolve().parent
    sys.path[:] = [str(here.parent), *(place for place in sys.path if Path(place).resolve() != here)]

if __name__ == "inspect":
    del sys.modules["inspect"]
    sys.modules["inspect"] = import_module("inspect")
elif __name__ == "__main__":
    sys.exit(import_module("tools.inspect_matches").main())
