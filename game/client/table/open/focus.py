"""What the keys do with the set they are on; while the focus is not shown, with the set under the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.table.aims import Aim, Target
from game.client.table.open.layout import drop_at

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.table.open.scene import OpenTableScene


class FocusDeeds:
    """The actions that mean one set of the table."""

    def __init__(self, scene: OpenTableScene) -> None:
        self.scene = scene

    def pick_set(self) -> Change | None:
        """Pick the whole set under the focus or the pointer."""
        number = self._heap_meant()
        if self.scene.turn is not None and number is not None:
            self.scene.turn.pick_heap(number)
        return None

    def split_set(self) -> Change | None:
        """Cut the set before the tile under the focus or the pointer."""
        target = self.scene.focus or self._pointed()
        if self.scene.turn is not None and target is not None:
            self.scene.turn.split(target)
        return None

    def next_reading(self) -> Change | None:
        """Let the joker of the set under the focus or the pointer stand for the next thing it can."""
        number = self._heap_meant()
        if self.scene.turn is not None and number is not None:
            self.scene.turn.next_reading(number)
        return None

    def _pointed(self) -> Target | None:
        layout, pointer = self.scene.board.layout, self.scene.pointer
        return None if layout is None or pointer is None else drop_at(layout, pointer.at)

    def _heap_meant(self) -> int | None:
        focus = self.scene.focus
        if focus is not None:
            return focus.index if focus.aim in (Aim.HEAP, Aim.READING) else None
        target = self._pointed()
        return target.index if target is not None and target.aim is Aim.HEAP else None

    def extend(self) -> Change | None:
        """Add the picks to the set that takes them; of several the focus goes to the first, to choose."""
        turn = self.scene.turn
        if turn is None or not turn.may_arrange():
            return None
        picked = turn.bench.ordered
        takers = turn.ahead.takers(picked) if picked else ()
        if self.scene.homes:
            self.scene.sets.next()
        elif len(takers) == 1:
            turn.drop(picked, Target(Aim.WHOLE, takers[0]))
        elif takers:
            self.scene.choose(turn.ahead.homes(picked)[0])
        elif picked:
            turn.explain_untaken(picked)
        else:
            self.scene.explained("toast.open_picked")
        return None
