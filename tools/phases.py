"""Draw the program's state machines into ARCHITECTURE.md: `python3 -m tools.phases`.

The diagrams are Mermaid, which GitHub shows as pictures and a terminal as lines that can be read.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import TypeVar

from game.lan.log.state import STAGE_CHANGES, Stage
from game.rules.phases import DEAD_HAND_PHASES, OPEN_TABLE_PHASES, MovePhases
from game.table.state import Phase
from net.link import HANDSHAKE_STEPS, LinkStep

ARCHITECTURE = Path(__file__).resolve().parent.parent / "ARCHITECTURE.md"
MARKS = {
    "phases": ("<!-- phases: made by tools/phases.py -->", "<!-- end of phases -->"),
    "stages": ("<!-- stages: made by tools/phases.py -->", "<!-- end of stages -->"),
    "handshake": ("<!-- handshake: made by tools/phases.py -->", "<!-- end of handshake -->"),
}
State = TypeVar("State", bound=Enum)
Event = TypeVar("Event", bound=Enum)


def diagram(turns: Mapping[Phase, MovePhases]) -> str:
    """Return one family's turn as a diagram: an arrow from phase to phase, with the moves that lead there."""
    arrows: dict[tuple[str, str], list[str]] = {}
    for phase, moves in turns.items():
        for move, after in moves.items():
            for then in after:
                arrows.setdefault((phase.value, then.value), []).append(move.__name__)
    lines = [f"    {start} --> {end}: {', '.join(moves)}" for (start, end), moves in arrows.items()]
    first = next(iter(turns)).value
    return "\n".join(("```mermaid", "stateDiagram-v2", f"    [*] --> {first}", *lines, "    ROUND_END --> [*]", "```"))


def machine_diagram(table: Mapping[Event, tuple[frozenset[State], State]], first: State) -> str:
    """Return a machine as a diagram: an arrow from state to state, with the events that lead there."""
    arrows: dict[tuple[str, str], list[str]] = {}
    for event, (possible, after) in table.items():
        for state in type(first):
            if state in possible:
                arrows.setdefault((state.name, after.name), []).append(event.value)
    lines = [f"    {start} --> {end}: {', '.join(events)}" for (start, end), events in arrows.items()]
    return "\n".join(("```mermaid", "stateDiagram-v2", f"    [*] --> {first.name}", *lines, "```"))


def sections() -> Mapping[str, str]:
    """Return the text between each pair of marks."""
    families = (("Dead-hand games", DEAD_HAND_PHASES), ("Open-table games", OPEN_TABLE_PHASES))
    parts = [f"{name}:\n\n{diagram(turns)}" for name, turns in families]
    return {
        "phases": "\n\n".join(parts),
        "stages": machine_diagram(STAGE_CHANGES, Stage.REST),
        "handshake": machine_diagram(HANDSHAKE_STEPS, LinkStep.HELLO),
    }


def with_diagrams(text: str) -> str:
    """Return a text with the sections between its marks replaced."""
    for name, section in sections().items():
        begin, end = MARKS[name]
        before, _, rest = text.partition(begin)
        _, found, after = rest.partition(end)
        if not found:
            raise ValueError(f"ARCHITECTURE.md has lost its marks: put {begin} and {end} where the diagrams belong")
        text = f"{before}{begin}\n\n{section}\n\n{end}{after}"
    return text


def main() -> int:
    """Write the diagrams anew."""
    ARCHITECTURE.write_text(with_diagrams(ARCHITECTURE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
