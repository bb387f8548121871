"""Draw the phases of a turn into ARCHITECTURE.md, from the tables of the rules: `python3 -m tools.phases`.

The diagrams are Mermaid, which GitHub shows as pictures and a terminal as lines that can be read.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from game.rules.phases import DEAD_HAND, OPEN_TABLE, Moves
from game.table.state import Phase

ARCHITECTURE = Path(__file__).resolve().parent.parent / "ARCHITECTURE.md"
BEGIN, END = "<!-- phases: made by tools/phases.py -->", "<!-- end of phases -->"


def diagram(turns: Mapping[Phase, Moves]) -> str:
    """Return one family's turn as a diagram: an arrow from phase to phase, with the moves that lead there."""
    arrows: dict[tuple[str, str], list[str]] = {}
    for phase, moves in turns.items():
        for move, after in moves.items():
            for then in after:
                arrows.setdefault((phase.value, then.value), []).append(move.__name__)
    lines = [f"    {start} --> {end}: {', '.join(moves)}" for (start, end), moves in arrows.items()]
    first = next(iter(turns)).value
    return "\n".join(("```mermaid", "stateDiagram-v2", f"    [*] --> {first}", *lines, "    ROUND_END --> [*]", "```"))


def section() -> str:
    """Return what stands between the two marks."""
    families = (("Dead-hand games", DEAD_HAND), ("Open-table games", OPEN_TABLE))
    parts = [f"{name}:\n\n{diagram(turns)}" for name, turns in families]
    return "\n\n".join((BEGIN, *parts, END))


def drawn(text: str) -> str:
    """Return a text with the section between its marks as it should be."""
    before, _, rest = text.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise ValueError(f"ARCHITECTURE.md has lost its marks: put {BEGIN} and {END} where the diagrams belong")
    return before + section() + after


def main() -> int:
    """Write the diagrams anew."""
    ARCHITECTURE.write_text(drawn(ARCHITECTURE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
