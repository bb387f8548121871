"""What key actions do with the focused set or, while the focus is hidden, with the set under the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.table.aims import Aim, Target
from game.client.table.open.layout import drop_at

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.table.open.table_input import OpenInput


class FocusActions:
    """The actions that concern one set of the table."""

    def __init__(self, hands: OpenInput) -> None:
        self.hands = hands

    def pick_set(self) -> Change | None:
        """Pick the whole set under the focus or the pointer."""
        number = self._heap_meant()
        if self.hands.turn is not None and number is not None:
            self.hands.turn.pick_heap(number)
        return None

    def split_set(self) -> Change | None:
        """Split the set before the tile under the focus or the pointer."""
        target = self.hands.shown.focus or self._pointed()
        if self.hands.turn is not None and target is not None:
            self.hands.turn.split_heap(target)
        return None

    def next_reading(self) -> Change | None:
        """Change the reading of the set under the focus or the pointer: what its joker stands for."""
        number, turn = self._heap_meant(), self.hands.turn
        offered = () if turn is None or number is None else turn.legal_moves.readings.get(number, ())
        if turn is not None and number is not None and offered:
            turn.set_reading(number, (turn.legal_moves.chosen_reading(number) + 1) % len(offered))
        return None

    def _pointed(self) -> Target | None:
        layout, pointer = self.hands.shown.board.layout, self.hands.pointer
        return None if layout is None or pointer is None else drop_at(layout, pointer.at)

    def _heap_meant(self) -> int | None:
        focus = self.hands.shown.focus
        if focus is not None:
            return focus.index if focus.aim in (Aim.HEAP, Aim.READING) else None
        target = self._pointed()
        return target.index if target is not None and target.aim is Aim.HEAP else None

    def extend(self) -> Change | None:
        """Add the picked tiles to the set that accepts them.

        Among several, focus the first so that one can be chosen.
        """
        turn = self.hands.turn
        if turn is None or not turn.may_arrange():
            return None
        picked = turn.turn_state.picked_in_order
        takers = turn.legal_moves.accepting_heaps(picked) if picked else ()
        if self.hands.choice.candidates:
            self.hands.sets.next_candidate()
        elif len(takers) == 1:
            turn.drop_tiles(picked, Target(Aim.WHOLE, takers[0]))
        elif takers:
            self.hands.choose_set(turn.legal_moves.accepting_ends(picked)[0])
        elif picked:
            turn.explain_misfit(picked)
        else:
            self.hands.shown.on_explained("toast.open_picked")
        return None
