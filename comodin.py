"""Where the installed program is called; what it is made of lies beside this file, and is in sight of nobody else.

In the sources this is the project's folder. In a wheel this file is the package `comodin`, and the packages that the
sources call `game`, `net` and `assets` lie inside it, so that nothing of so usual a name stands among the packages of
others.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = str(Path(__file__).resolve().parent)
if HERE not in sys.path:
    sys.path.insert(0, HERE)


def main() -> int:
    """Run one command."""
    from game.door import main as door

    return door()


if __name__ == "__main__":
    sys.exit(main())
