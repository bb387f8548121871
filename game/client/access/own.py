"""The player's own steps at a table, in sentences: new tiles, changed sets, undone steps.

Law: a tile that was in hand earlier in the round is not announced again when it returns from the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from game.client.access import telling
from game.client.words import say
from game.table.faces import HIDDEN
from game.table.moves import Discard

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from game.match.transcript import Seat
    from game.session.arrangement import Arrangement
    from game.table.melds import Meld
    from game.table.tiles import Tile
    from game.table.view import View


@dataclass(slots=True)
class OwnTurnAnnouncer:
    """Follows one seat's unsent turn; the first look at a round announces nothing."""

    _round: int = 0
    _held: set[Tile] = field(default_factory=set)
    _pile: tuple[Tile, ...] = ()
    _made: int = 0  # moves of the round so far
    _melds: tuple[Meld, ...] = ()
    _laid: Arrangement | None = None

    def new_sentences(
        self, view: View, arrangement: Arrangement | None, seats: Sequence[Seat], *, cards: bool
    ) -> Iterator[str]:
        """Yield what changed since the last look, in words."""
        if any(view.faces[tile] == HIDDEN for tile in view.rack):
            return  # not all tiles have been dealt yet
        if view.table.round != self._round:
            self._round, self._held, self._laid = view.table.round, set(view.rack), arrangement
            self._melds, self._pile, self._made = view.table.melds, view.table.pile, len(view.story)
        yield from self._gained(view, cards=cards)
        yield from self._put(view, arrangement, seats, cards=cards)
        for told in view.story[self._made :]:
            if told.seat == view.seat and isinstance(told.move, Discard):
                yield say("text.threw", tile=telling.some_tiles_words((told.move.tile,), view.faces, cards=cards))
        self._made = len(view.story)
        self._melds, self._pile, self._laid = view.table.melds, view.table.pile, arrangement

    def _gained(self, view: View, *, cards: bool) -> Iterator[str]:
        new = [tile for tile in view.rack if tile not in self._held]
        self._held.update(new)
        if not new:
            return
        tiles = telling.some_tiles_words(new, view.faces, cards=cards)
        if set(new) <= set(self._pile):
            yield say("text.took", tiles=tiles)
        elif len(new) == 1 or not telling.has_dead_hands(view):
            yield say("text.drew", tile=tiles)
        else:
            hand = telling.hand_words(telling.in_reading_order(view.rack, view.faces), view.faces, cards=cards)
            yield say("text.dead_hand", hand=hand)

    def _put(self, view: View, arrangement: Arrangement | None, seats: Sequence[Seat], *, cards: bool) -> Iterator[str]:
        if not view.must_decide:
            return
        if arrangement is not None:
            if self._laid is not None and self._laid.base is arrangement.base:
                yield from telling.changed_heap_words(self._laid, arrangement)
            return
        before, now = self._melds, view.table.melds
        if sum(map(len, now)) < sum(map(len, before)):
            yield say("text.undone")
        for index, meld in enumerate(now):
            was = before[index] if index < len(before) else None
            laid = set(meld.tiles).difference(() if was is None else was.tiles)
            if meld != was and laid <= self._held and len(meld) >= (0 if was is None else len(was)):
                yield say("text.laid", set=telling.set_words(view, index, seats, cards=cards))
