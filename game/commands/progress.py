"""A progress bar with the time left, shown only in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class ReportDone(Protocol):
    """The callback of a long command: how many are done, and the result so far in a few words."""

    def __call__(self, done: int, found: str = "", /) -> None:
        """Show it."""


@contextmanager
def progress(name: str, total: int) -> Iterator[ReportDone]:
    """Yield the callback for progress out of `total`; it draws only if standard error is a terminal."""
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

    # The bar moves the cursor, which the commands' cleaned stream would filter out.
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
    """Yield items one by one and advance the bar after each."""
    with progress(name, len(items)) as done:
        for number, item in enumerate(items):
            yield item
            done(number + 1)
