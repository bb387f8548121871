"""Which branches of some functions were taken, by their bytecode: every conditional jump, both ways.

Lines would not do: `a or b` and a loop that never runs empty hide on one line.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from types import CodeType, FrameType
from typing import Any, NamedTuple, cast

_CONDITIONAL = ("POP_JUMP", "JUMP_IF", "FOR_ITER")


class Branch(NamedTuple):
    """A conditional jump of a function, and whether it was made or the next instruction followed."""

    function: str
    line: int
    jump: int
    made: bool


def jumps_of(code: CodeType) -> dict[int, tuple[int, int]]:
    """The conditional jumps of one piece of code, by where they stand: their line, and where what follows stands."""
    steps = list(dis.get_instructions(code))
    return {
        step.offset: ((step.positions.lineno if step.positions else None) or code.co_firstlineno, after.offset)
        for step, after in pairwise(steps)
        if step.opname.startswith(_CONDITIONAL)
    }


class Taken:
    """Watches functions, with the generators and lambdas in them, while a test runs."""

    def __init__(self, functions: Iterable[Callable[..., object]]) -> None:
        self.codes: dict[CodeType, dict[int, tuple[int, int]]] = {}
        for function in functions:
            self._watch(function.__code__)
        self.wanted = {
            Branch(code.co_qualname, line, jump, made)
            for code, jumps in self.codes.items()
            for jump, (line, _next) in jumps.items()
            for made in (False, True)
        }
        self.seen: set[Branch] = set()
        self._last: dict[CodeType, int] = {}

    def _watch(self, code: CodeType) -> None:
        self.codes[code] = jumps_of(code)
        for inner in code.co_consts:
            if isinstance(inner, CodeType):
                self._watch(inner)

    def _done(self, code: CodeType, at: int) -> None:
        """Note the next instruction of a piece of code."""
        before = self._last.get(code, -1)
        if before in self.codes[code]:
            line, following = self.codes[code][before]
            self.seen.add(Branch(code.co_qualname, line, before, at != following))
        self._last[code] = at

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch until the end of the block: by monitoring from Python 3.12 on, where tracing misses some steps."""
        if sys.version_info >= (3, 12):
            tool, monitoring = sys.monitoring.COVERAGE_ID, sys.monitoring
            monitoring.use_tool_id(tool, "branches")
            monitoring.register_callback(tool, monitoring.events.INSTRUCTION, self._done)
            for code in self.codes:
                monitoring.set_local_events(tool, code, monitoring.events.INSTRUCTION)
            try:
                yield
            finally:
                for code in self.codes:
                    monitoring.set_local_events(tool, code, monitoring.events.NO_EVENTS)
                monitoring.free_tool_id(tool)
        else:
            before = sys.gettrace()
            sys.settrace(cast("Any", self._enter))
            try:
                yield
            finally:
                sys.settrace(before)

    def _enter(self, frame: FrameType, _event: str, _arg: object) -> Callable[..., object] | None:
        if frame.f_code not in self.codes:
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return self._step

    def _step(self, frame: FrameType, event: str, _arg: object) -> Callable[..., object]:
        if event == "opcode":
            self._done(frame.f_code, frame.f_lasti)
        return self._step

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
