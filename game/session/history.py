"""What undo and redo go to: the one stack of deeds that every bench has.

Law: a deed that is done anew forgets what was undone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class History(Generic[T]):
    """What brings back the table before each deed, the latest last; `future` is what brings back what was undone."""

    past: tuple[T, ...] = ()
    future: tuple[T, ...] = ()

    def did(self, before: T) -> History[T]:
        """Return the history with one more deed; `before` is what takes it back."""
        return History((*self.past, before))

    def undone(self, after: T) -> History[T]:
        """Return the history with its last deed taken back; `after` is what does it again."""
        return History(self.past[:-1], (*self.future, after))

    def redone(self, before: T) -> History[T]:
        """Return the history with the deed undone last done again."""
        return History((*self.past, before), self.future[:-1])

    def keeping(self, kept: Callable[[T], T | None]) -> History[T]:
        """Return the history with each deed as it still holds; those of which nothing is left are forgotten."""
        past = tuple(deed for deed in map(kept, self.past) if deed is not None)
        return History(past, tuple(deed for deed in map(kept, self.future) if deed is not None))
