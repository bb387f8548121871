"""Which branches of some functions were taken, by their bytecode: every conditional jump, both ways.

Lines would not do: `a or b` and a loop that never runs empty hide on one line.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any, NamedTuple, cast

_CONDITIONAL = ("POP_JUMP", "JUMP_IF", "FOR_ITER")


class Branch(NamedTuple):
    """A conditional jump of a function, and where it went."""

    function: str
    line: int
    jump: int
    to: int


def branches_of(code: CodeType) -> set[Branch]:
    """All branches of a function and of the generators and lambdas in it."""
    found: set[Branch] = set()
    steps = list(dis.get_instructions(code))
    line = code.co_firstlineno
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        line = step.starts_line or line
        if step.opname.startswith(_CONDITIONAL) and after is not None:
            found |= {Branch(code.co_qualname, line, step.offset, int(to)) for to in (step.argval, after.offset)}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found |= branches_of(inner)
    return found


class Taken:
    """Watches functions while a test runs."""

    def __init__(self, functions: Iterable[Callable[..., object]]) -> None:
        self.codes: dict[CodeType, dict[int, list[Branch]]] = {}
        for function in functions:
            self._watch(function.__code__)
        self.wanted = {branch for jumps in self.codes.values() for both in jumps.values() for branch in both}
        self.seen: set[Branch] = set()
        self._last: dict[FrameType, int] = {}

    def _watch(self, code: CodeType) -> None:
        jumps: dict[int, list[Branch]] = {}
        for branch in branches_of(code):
            if branch.function == code.co_qualname:
                jumps.setdefault(branch.jump, []).append(branch)
        self.codes[code] = jumps
        for inner in code.co_consts:
            if isinstance(inner, CodeType):
                self._watch(inner)

    def _enter(self, frame: FrameType, _event: str, _arg: object) -> Callable[..., object] | None:
        if frame.f_code not in self.codes:
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return self._step

    def _step(self, frame: FrameType, event: str, _arg: object) -> Callable[..., object]:
        before = self._last.pop(frame, -1)
        if event == "opcode":
            for branch in self.codes[frame.f_code].get(before, ()):
                if branch.to == frame.f_lasti:
                    self.seen.add(branch)
            self._last[frame] = frame.f_lasti
        return self._step

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch until the end of the block."""
        before = sys.gettrace()
        sys.settrace(cast("Any", self._enter))
        try:
            yield
        finally:
            sys.settrace(before)

    def missing(self) -> list[Branch]:
        return sorted(self.wanted - self.seen)

    def table(self) -> str:
        """One line a function."""
        lines = []
        for name in sorted({code.co_qualname.split(".<")[0] for code in self.codes}):
            wanted = {one for one in self.wanted if one.function.split(".<")[0] == name}
            seen = wanted & self.seen
            share = 100 * len(seen) // len(wanted) if wanted else 100
            lines.append(f"  {name:20} {len(seen):3} of {len(wanted):3} branches  {share:3} %")
        total = 100 * len(self.seen) // len(self.wanted)
        return "\n".join([*lines, f"  {'all':20} {len(self.seen):3} of {len(self.wanted):3} branches  {total:3} %"])
