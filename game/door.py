"""Where `comodin` begins. To read the whole command line takes longer than to solve, so `solve FILE` goes past it."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if len(given) == 2 and given[0] == "solve" and (given[1] == "-" or not given[1].startswith("-")):
        from game.commands.ending import exit_code
        from game.commands.solve import solve

        return exit_code(lambda: solve(given[1]))
    from game.cli import main as whole

    return whole(given)
