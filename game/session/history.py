"""The undo and redo stacks, used wherever something can be undone.

Law: a new step clears what could be redone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class History(Generic[T]):
    """`past` holds the state before each step, the latest last; `future` the states to return to by redo."""

    past: tuple[T, ...] = ()
    future: tuple[T, ...] = ()

    def with_step(self, before: T) -> History[T]:
        """Return the history with one more step; `before` is the state before it."""
        return History((*self.past, before))

    def undone(self, after: T) -> History[T]:
        """Return the history with its last step undone; `after` is the state that redo returns to."""
        return History(self.past[:-1], (*self.future, after))

    def redone(self, before: T) -> History[T]:
        """Return the history with the last undone step redone; `before` is the state before it."""
        return History((*self.past, before), self.future[:-1])

    def mapped(self, kept: Callable[[T], T | None]) -> History[T]:
        """Return the history with every state mapped by `kept`; states mapped to None are dropped."""
        past = tuple(state for state in map(kept, self.past) if state is not None)
        return History(past, tuple(state for state in map(kept, self.future) if state is not None))
