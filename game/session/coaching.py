"""What could have been done better in the last turn: a set that was missed, a better tile to discard.

Laws: a move is judged only by what its seat knew when it moved; only what is clearly better is mentioned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.bots.dead_hand_bot import cost_of_discards
from game.session.hints import Hint, is_idle
from game.table.moves import Discard, Extend, LayMeld, Move, Rearrange

if TYPE_CHECKING:
    from game.bots.choice import Decision
    from game.table.tiles import Tile
    from game.table.view import View

PLAINLY = 1_500  # hundredths of a point that a better discard must save; below that even strong players disagree
CLEARLY = 2  # the better move must win this many times as many simulated rounds as it loses


@dataclass(frozen=True, slots=True)
class Remark:
    """What was missed: the code of its sentence, the tiles, the tile discarded instead, and the hint it comes from."""

    code: str
    tiles: tuple[Tile, ...]
    hint: Hint
    thrown: Tile | None = None

    @property
    def made(self) -> int:
        """The number of moves made in the round before the one it is about."""
        return len(self.hint.view.story)


def remark_on(move: Move, before: View, hint: Hint | None) -> Remark | None:
    """Say what a move missed; None without a hint for exactly this table, or if the move was as good."""
    if hint is None or hint.view.table != before.table or _is_close(hint.strong):
        return None
    better = hint.strong.move
    if isinstance(move, Discard):
        if isinstance(better, LayMeld | Extend) and hint.own:
            return Remark("missed_set" if isinstance(better, LayMeld) else "missed_add", hint.own, hint)
        if isinstance(better, Discard) and _spared(before, move.tile, better.tile) >= PLAINLY:
            return Remark("better_discard", (better.tile,), hint, move.tile)
    if is_idle(move) and isinstance(better, Rearrange):
        return Remark("missed_play", Hint(before, hint.strong).own, hint)
    return None


def _is_close(strong: Decision) -> bool:
    """Return whether the bot's look ahead found its move hardly better than the usual one."""
    if strong.reason == "ahead":
        _ways, more, fewer, *_usual = strong.args
        return int(more) < CLEARLY * int(fewer)
    return strong.reason == "ahead_close"


def _spared(view: View, thrown: Tile, better: Tile) -> int:
    """Return how much less the better of two discards costs."""
    if view.faces[thrown] == view.faces[better]:
        return 0
    costs = cost_of_discards(view)
    return costs[thrown] - costs[better]
