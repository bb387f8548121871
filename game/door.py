"""Where `comodin` begins. To read the whole command line takes longer than to solve, so `solve FILE` goes past it.

Only what Python has at hand anyway is imported here: Ctrl-C is answered from the door on, not while it is loaded.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run one command; as the program itself, without arguments given, Ctrl-C is answered at any moment of it."""
    if arguments is not None:
        return _run(list(arguments))
    if getattr(sys, "frozen", False):
        _as_a_build()
    try:
        return _run(sys.argv[1:])
    except KeyboardInterrupt:  # while the command was being loaded
        print("Stopped by Ctrl-C.", file=sys.stderr)
        return 130
    finally:
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)  # what remains is to tidy up


def _as_a_build() -> None:
    """Do what a built program has to do at its door: be a worker, if it was started as one, and have streams."""
    from multiprocessing import freeze_support

    freeze_support()
    if sys.stdout is None or sys.stderr is None:  # Windows gives none to a program without a console
        nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - it stays open
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere


def _run(given: list[str]) -> int:
    if len(given) == 2 and given[0] == "solve" and (given[1] == "-" or not given[1].startswith("-")):
        from game.commands.ending import exit_code
        from game.commands.solve import solve

        return exit_code(lambda: solve(given[1]))
    from game.cli import main as whole

    return whole(given)
