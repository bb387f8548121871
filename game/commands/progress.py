"""How far a long command has come: a bar with the time that is left, where a terminal shows it and nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class Done(Protocol):
    """What a long command tells: how many are done, and in a few words what came out so far."""

    def __call__(self, done: int, found: str = "", /) -> None:
        """Show it."""


@contextmanager
def progress(name: str, total: int) -> Iterator[Done]:
    """Yield what is told how many of `total` are done; it draws only where standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _done, _found="": None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    # The bar moves the cursor, which the commands' own cleaned stream would not let pass.
    console = Console(file=sys.__stderr__ or sys.stderr)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, redirect_stdout=False, redirect_stderr=False) as shown:
        task = shown.add_task(name, total=total)
        yield lambda done, found="": shown.update(task, completed=done, description=f"{name} {found}".rstrip())


def tracked(name: str, items: Sequence[Item]) -> Iterator[Item]:
    """Yield items one by one, and count them on the bar as they are done."""
    with progress(name, len(items)) as done:
        for number, item in enumerate(items):
            yield item
            done(number + 1)
