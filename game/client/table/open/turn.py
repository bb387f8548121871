"""What a hand can do at an open table, whichever hand it is: every deed is a step of the arrangement.

Laws: the turn goes out as one play when the player ends it; a refused deed moves nothing and is explained. Rules are
asked through the session only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw.sound import Cue
from game.client.table.aims import Aim, Target
from game.client.table.open.ahead import OpenAhead, readings
from game.client.table.open.bench import OpenBench, fresh_open_bench
from game.client.table.open.near import nearest_miss
from game.client.table.open.sending import Sending
from game.client.table.turn import UnsentTurn
from game.session.arrangement import RACK, Arrangement
from game.table.moves import Attempt, Close, Draw, Pass, Rearrange
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from game.client.table.turn import Ears, Helper
    from game.session.session import Session
    from game.table.moves import Move
    from game.table.tiles import Tile
    from game.table.view import View


LAID_ON = (Aim.NEW_SET, Aim.HEAP, Aim.WHOLE, Aim.JOKER)


class OpenTurn(UnsentTurn[OpenBench]):
    """The bench of the watching seat and everything its hands can do with it."""

    begun = staticmethod(fresh_open_bench)

    def __init__(self, session: Session, view: View, ears: Ears, helper: Helper) -> None:
        super().__init__(session, view, ears, helper)
        self._ahead = OpenAhead(self.arrangement)
        self.sending = Sending(session, ears)

    # --- how it stands -------------------------------------------------------------------------------------------

    @property
    def arrangement(self) -> Arrangement:
        """The table as the player has arranged it."""
        return self.bench.arrangement

    @property
    def ahead(self) -> OpenAhead:
        """Return how the arrangement stands, and what could be done with it."""
        if self._ahead.arrangement is not self.arrangement:
            self._ahead = OpenAhead(self.arrangement)
        return self._ahead

    # --- arranging -----------------------------------------------------------------------------------------------

    def make(self, arrangement: Arrangement | Refusal, tiles: tuple[Tile, ...] = (), cue: Cue = Cue.PUT) -> bool:
        """Take a step of the arrangement over, or explain why not; return whether it was taken."""
        if isinstance(arrangement, Refusal):
            self.sending.refuse(self.ahead, arrangement, tiles)
            return False
        self.became(self.bench.became(arrangement), cue)
        return True

    def drafted(self, move: Move) -> OpenBench | None:
        """Return the bench with the table as a play leaves it."""
        if not isinstance(move, Rearrange | Close) or not self.playing:
            return None
        return self.bench.became(self.arrangement.rearranged(move.sets))

    def play(self, move: Move) -> None:
        """Lay a play, to be ended by the player; draw or pass at once."""
        bench = self.drafted(move)
        if bench is not None:
            self.became(bench, Cue.LAID)
        else:
            if self.arrangement.played:
                self.bench = self.bench.reset()
            self.draw_or_pass()

    def may_arrange(self) -> bool:
        """Return whether sets may be moved now; explain when not."""
        if not self.playing:
            self.ears.explained("toast.open_wait")
        return self.playing

    def drop(self, tiles: tuple[Tile, ...], target: Target) -> bool:
        """Drop tiles on a target; return whether they stay there."""
        if not tiles:
            return False
        if target.aim is Aim.SLOT:
            return self._to_rack(tiles, target.index)
        if target.aim not in LAID_ON or not self.may_arrange():
            return False
        dropped = self.ahead.dropped(tiles, target)
        if dropped is None:
            return False
        if isinstance(dropped, Refusal):
            heap = self.ahead.heap(target.index)
            self.sending.refuse(self.ahead, dropped, tiles, () if heap is None else heap.tiles)
            return False
        return self.make(dropped, tiles, cue_of_drop(self.ahead, tiles, target, same=dropped is self.arrangement))

    def _to_rack(self, tiles: tuple[Tile, ...], slot: int) -> bool:
        """Move tiles within the rack, or take back those that were laid in this turn."""
        laid = tuple(tile for tile in tiles if tile not in self.arrangement.rack)
        closing = self.view.table.closing
        if closing in tiles and closing not in self.arrangement.laid:
            self.ears.explained("toast.open_closing")
            return False
        if laid:
            moved = self.arrangement.moved(laid, RACK)
            if isinstance(moved, Refusal):
                self.sending.refuse(self.ahead, moved, tiles)
                return False
            self.bench = self.bench.became(moved)
        standing = tuple(tile for tile in tiles if tile != closing)
        self.move(standing, slot)
        return True

    def new_set(self) -> None:
        """Put what is picked on the felt as a new set."""
        if self._something_picked():
            self.drop(self.bench.ordered, Target(Aim.NEW_SET))

    def take_back(self) -> None:
        """Take the picked tiles back to the rack; nothing picked: every tile laid in this turn."""
        tiles = self.bench.ordered or self.arrangement.played
        laid = tuple(tile for tile in tiles if self.arrangement.heap_of(tile) is not None)
        if laid and self.may_arrange():
            self.make(self.arrangement.moved(laid, RACK), laid)

    def split(self, target: Target) -> None:
        """Cut a heap before a place; in front of the first tile there is nothing to cut."""
        heap = self.ahead.heap(target.index)
        if target.aim is Aim.HEAP and heap is not None and 0 < target.at < len(heap.tiles) and self.may_arrange():
            self.make(self.arrangement.split(target.index, target.at))

    def read_as(self, number: int, reading: int) -> None:
        """Fix what a heap's joker stands for; `reading` is an index into the readings offered for it."""
        mark = next((mark for mark in self.ahead.marks if mark.heap.number == number), None)
        if mark is None or not self.may_arrange():
            return
        offered = readings(mark)
        if reading < len(offered):
            self.make(self.arrangement.choosing(number, offered[reading]))

    def obvious(self, tile: Tile) -> Target | None:
        """Lay a tile of the rack with all that is picked, as a set or on the one that takes it; one may be chosen."""
        if not self.may_arrange():
            return None
        self.bench = self.bench.picking((*self.bench.picked, tile))
        picked = self.bench.ordered
        takers = self.ahead.takers(picked)
        jokers = self.ahead.jokers_for(picked)
        if self.ahead.makes_set(picked):
            self.new_set()
        elif len(takers) == 1:
            self.drop(picked, Target(Aim.WHOLE, takers[0]))
        elif jokers and not takers:
            self.drop(picked, jokers[0])
        else:
            if takers:
                self.became(self.bench, Cue.PICK)
                return self.ahead.homes(picked)[0]
            self.pick_only(tuple(one for one in picked if one != tile))
            self.explain_untaken(picked)
        return None

    def use(self, target: Target) -> None:
        """Do what a click on a target means: drop what is picked, else what the place is for."""
        if target.aim is Aim.STOCK:
            self.draw_or_pass()
        elif target.aim is Aim.CLOSING:
            if self.ahead.closing is not None:
                self.pick(self.ahead.closing)
        elif target.aim is Aim.READING:
            if target.at > 0:
                self.read_as(target.index, target.at - 1)
        elif target.aim is Aim.SLOT and self._picked_from_both():
            self.pick_only(())
        elif tiles := self.bench.ordered or (self.helper.usable() if target.aim is not Aim.SLOT else ()):
            self.drop(tiles, target)

    def _picked_from_both(self) -> bool:
        """Return whether tiles of the rack and of the table are picked, which no place in the rack takes together."""
        own = {*self.arrangement.own, self.view.table.closing}
        return 0 < sum(tile in own for tile in self.bench.picked) < len(self.bench.picked)

    def explain_untaken(self, tiles: tuple[Tile, ...]) -> None:
        """Explain why no set takes these tiles: by the one that is nearest to it, where the table tells."""
        near = nearest_miss(self.ahead.marks, self.arrangement, tiles) if self.ahead.checked else None
        if near is None:
            self.ears.explained("toast.open_no_set")
        elif near.refusal is None:
            self.ears.explained("toast.open_run_has", goal=near.shown)
        else:
            self.ears.refused(near.refusal, near.shown)

    # --- picking -------------------------------------------------------------------------------------------------

    def row_of(self, tile: Tile) -> tuple[Tile, ...]:
        """Return the row in which a tile stands: the heap's, or the rack's."""
        heap = self.arrangement.heap_of(tile)
        return heap.tiles if heap is not None else super().row_of(tile)

    def pick(self, tile: Tile) -> None:
        """Pick a tile, or put it down again; those on the table in one's own turn alone."""
        if self.arrangement.heap_of(tile) is None or self.may_arrange():
            super().pick(tile)

    def pick_heap(self, number: int) -> None:
        """Pick a whole heap, or put it down again."""
        heap = self.ahead.heap(number)
        if heap is None or not self.may_arrange():
            return
        whole = set(heap.tiles) <= set(self.bench.picked)
        others = tuple(tile for tile in self.bench.picked if tile not in heap.tiles)
        self.pick_only(others if whole else (*others, *heap.tiles))

    def _something_picked(self) -> bool:
        if not self.bench.picked:
            self.ears.explained("toast.open_picked")
        return bool(self.bench.picked)

    # --- ending --------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw from the stock; where that is the whole turn, not while tiles lie on the table."""
        if self.ahead.can_draw and self.ahead.draw_ends and self.arrangement.played:
            self.ears.explained("toast.open_draw")
            return
        if self.ahead.closes:
            self.ears.explained("toast.open_closes")
            return
        if self.helper.before_idle(Draw()):
            return
        if self.ahead.can_draw and self.ahead.draw_ends:
            self.bench = self.bench.reset()
        if self.sending.send(self.ahead, Draw()):
            self.ears.heard(Cue.DRAW)

    def draw_or_pass(self) -> None:
        """Draw a tile instead of playing, or pass where none can be drawn."""
        if not self.ahead.can_pass or self.ahead.can_draw:
            self.draw()
        elif self.arrangement.played or not self.helper.before_idle(Pass()):
            self.sending.pass_on(self.ahead)

    def end(self) -> None:
        """End the turn with what was arranged; where nobody checks, a wrong play is sent as it is."""
        self.sending.end(self.ahead)


def cue_of_drop(ahead: OpenAhead, tiles: tuple[Tile, ...], target: Target, *, same: bool) -> Cue:
    """Return how a drop sounds: a joker that leaves a set of the table rings."""
    if target.aim is Aim.JOKER:
        return Cue.JOKER_FREED
    if not same and any(ahead.frees(tile, target.index) for tile in tiles):
        return Cue.JOKER_FREED
    if target.aim is Aim.NEW_SET:
        return Cue.LAID if len(tiles) > 1 else Cue.PUT
    return Cue.PUT if same else Cue.EXTENDED


def cue_of(move: Move) -> Cue:
    """Return how a move of another sounds."""
    match move:
        case Rearrange() | Close():
            return Cue.LAID
        case Attempt():
            return Cue.REFUSED
        case Draw():
            return Cue.DRAW
        case _:
            return Cue.PUT
