"""What could have been done better in the last turn: a set that was missed, a better tile to discard.

Laws: a move is judged only by what its seat knew when it moved; only what is clearly better is mentioned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.bots.dead_hand_bot import discard_costs, goes_with_pile, tiles_others_want
from game.rules.dead_hand_refusals import may_go_out
from game.rules.registry import rules_of
from game.session.hints import Hint, is_idle
from game.session.proposals import is_wild
from game.table.moves import Close, Discard, Extend, LayMeld, Move, Rearrange

if TYPE_CHECKING:
    from game.bots.choice import Decision
    from game.table.tiles import Tile
    from game.table.view import View

# hundredths of a point that better play must save or lay: below, even strong players disagree
CLEARLY_BETTER_HUNDREDTHS = 1_500
WIN_RATIO = 2  # the better move must win this many times as many simulated rounds as it loses


@dataclass(frozen=True, slots=True)
class Remark:
    """What was missed: the code of its sentence, the tiles, the tile discarded instead, and the hint it comes from."""

    code: str
    tiles: tuple[Tile, ...]
    hint: Hint
    thrown: Tile | None = None

    @property
    def moves_before(self) -> int:
        """The number of moves made in the round before the one it is about."""
        return len(self.hint.view.story)


def remark_on(move: Move, before: View, hint: Hint | None) -> Remark | None:
    """Say what a move missed; None without a hint for exactly this table, or if the move was as good."""
    if hint is None or hint.view.table != before.table or _is_close(hint.strong):
        return None
    better = hint.strong.move
    if isinstance(move, Discard):
        if isinstance(better, LayMeld | Extend) and hint.rack_tiles:
            if _leaves_only_wild(before, better):
                return None
            return Remark("missed_set" if isinstance(better, LayMeld) else "missed_add", hint.rack_tiles, hint)
        if isinstance(better, Discard) and _cost_saved(before, move.tile, better.tile) >= CLEARLY_BETTER_HUNDREDTHS:
            wanted = tiles_others_want(before)
            code = "wanted_discard" if move.tile in wanted else "better_discard"
            # a tile that another side can add is no plainly better throw, whatever else would cost
            if better.tile not in wanted and (code == "wanted_discard" or not goes_with_pile(before, better.tile)):
                return Remark(code, (better.tile,), hint, move.tile)
    if isinstance(better, Rearrange | Close):
        return _missed_at_open_table(move, better, hint)
    return None


def _missed_at_open_table(move: Move, better: Rearrange | Close, hint: Hint) -> Remark | None:
    """Say what a play, or no play, missed of a better one: all of it, or what would have counted plainly more."""
    view, own = hint.view, Hint(hint.view, hint.strong).rack_tiles
    if is_idle(move):
        return Remark("missed_close" if isinstance(better, Close) else "missed_play", own, hint)
    if not isinstance(move, Rearrange):
        return None
    points = rules_of(view.table.game).rack_points
    more = points(view.faces[tile] for tile in own) - points(view.faces[tile] for tile in move.played)
    if 100 * more < CLEARLY_BETTER_HUNDREDTHS:
        return None
    if set(move.played) <= set(own):  # name only those that were kept
        return Remark("missed_too", tuple(tile for tile in own if tile not in move.played), hint)
    return Remark("missed_more", own, hint)


def _is_close(strong: Decision) -> bool:
    """Return whether the bot's look ahead found its move hardly better than the usual one."""
    if strong.reason == "ahead":
        _ways, more, fewer, *_usual = strong.args
        return int(more) < WIN_RATIO * int(fewer)
    return strong.reason == "ahead_close"


def _leaves_only_wild(view: View, move: LayMeld | Extend) -> bool:
    """Rule 1.6: whether a wild tile must be thrown after a move, for its side may not go out yet."""
    table, rest = view.table, [tile for tile in view.rack if tile not in move.meld.tiles]
    if table.dead[table.mover_side] or may_go_out(table, (*table.melds, move.meld)):
        return False
    return bool(rest) and all(is_wild(view, tile) for tile in rest)


def _cost_saved(view: View, thrown: Tile, better: Tile) -> int:
    """Return how much less the better of two discards costs."""
    if view.faces[thrown] == view.faces[better]:
        return 0
    costs = discard_costs(view)
    return costs[thrown] - costs[better]
