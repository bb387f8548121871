"""`comodin solve`: the most that can be laid on open tables, one JSON line each."""

from __future__ import annotations

import json
import sys

from game.commands.ending import WRONG
from game.commands.files import read_any_lines
from game.solver.solve_lines import solve_lines


def solve(name: str) -> int:
    """Answer the lines of a file, or of standard input for `-`; return 2 when one of them could not be read."""
    wrong = 0
    for answer in solve_lines(read_any_lines(name)):
        print(answer, flush=True)
        sentence = json.loads(answer).get("error")
        if sentence:
            print(sentence, file=sys.stderr)
            wrong = WRONG
    return wrong
