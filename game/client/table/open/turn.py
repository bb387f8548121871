"""What input can do at an open table: every action is a step of the arrangement.

Laws: the turn is sent as one play when the player ends it; a refused action moves nothing and is explained. Rules are
asked through the session only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw.sound import Cue
from game.client.table.aims import Aim, Target
from game.client.table.open.legal_moves import OpenLegalMoves
from game.client.table.open.near import nearest_miss
from game.client.table.open.sending import TurnSender
from game.client.table.open.turn_state import OpenTurnState, new_open_turn_state
from game.client.table.turn import UnsentTurn
from game.session.arrangement import RACK_INDEX, Arrangement
from game.table.moves import Attempt, Close, Draw, Pass, Rearrange
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from game.client.table.turn import TurnAdviser, TurnListener
    from game.session.session import Session
    from game.table.moves import Move
    from game.table.tiles import Tile
    from game.table.view import View


LAYING_AIMS = (Aim.NEW_SET, Aim.HEAP, Aim.WHOLE, Aim.JOKER, Aim.SPLIT)


class OpenTurn(UnsentTurn[OpenTurnState]):
    """The turn state of the viewer's seat, and what input can do with it."""

    begun = staticmethod(new_open_turn_state)

    def __init__(self, session: Session, view: View, listener: TurnListener, helper: TurnAdviser) -> None:
        super().__init__(session, view, listener, helper)
        self._ahead = OpenLegalMoves(self.arrangement)
        self.sending = TurnSender(session, listener)

    # --- the state of the turn -----------------------------------------------------------------------------------

    @property
    def arrangement(self) -> Arrangement:
        """The table as the player has arranged it."""
        return self.turn_state.arrangement

    @property
    def legal_moves(self) -> OpenLegalMoves:
        """Return the legal moves from this arrangement, with its state."""
        if self._ahead.arrangement is not self.arrangement:
            self._ahead = OpenLegalMoves(self.arrangement)
        return self._ahead

    # --- arranging -----------------------------------------------------------------------------------------------

    def try_step(self, arrangement: Arrangement | Refusal, tiles: tuple[Tile, ...] = (), cue: Cue = Cue.PUT) -> bool:
        """Apply a step of the arrangement, or explain why not; return whether it was accepted."""
        if isinstance(arrangement, Refusal):
            self.sending.refuse(self.legal_moves, arrangement, tiles)
            return False
        self.set_state(self.turn_state.with_arrangement(arrangement), cue)
        return True

    def with_move(self, move: Move) -> OpenTurnState | None:
        """Return the turn state with the table as a play would leave it."""
        if not isinstance(move, Rearrange | Close) or not self.can_play:
            return None
        return self.turn_state.with_arrangement(self.arrangement.with_play(move.sets))

    def make_move(self, move: Move) -> None:
        """Lay a play, which the player then ends; draw or pass at once."""
        turn_state = self.with_move(move)
        if turn_state is not None:
            self.set_state(turn_state, Cue.LAID)
        else:
            if self.arrangement.played:
                self.turn_state = self.turn_state.reset()
            self.draw_or_pass()

    def may_arrange(self) -> bool:
        """Return whether sets may be rearranged now; explain if not."""
        if not self.can_play:
            self.listener.on_explained("toast.open_wait")
        return self.can_play

    def drop_tiles(self, tiles: tuple[Tile, ...], target: Target) -> bool:
        """Drop tiles on a target; return whether they stay there."""
        if not tiles:
            return False
        if target.aim is Aim.SLOT:
            return self._to_rack(tiles, target.index)
        if target.aim not in LAYING_AIMS or not self.may_arrange():
            return False
        dropped = self.legal_moves.after_drop(tiles, target)
        if dropped is None:
            return False
        if isinstance(dropped, Refusal):
            heap = self.legal_moves.heap(target.index)
            self.sending.refuse(self.legal_moves, dropped, tiles, () if heap is None else heap.tiles)
            return False
        return self.try_step(
            dropped, tiles, drop_cue(self.legal_moves, tiles, target, same=dropped is self.arrangement)
        )

    def _to_rack(self, tiles: tuple[Tile, ...], slot: int) -> bool:
        """Move tiles within the rack, or take back tiles laid this turn."""
        laid = tuple(tile for tile in tiles if tile not in self.arrangement.rack)
        closing = self.view.table.closing
        if closing in tiles and closing not in self.arrangement.tiles_on_table:
            self.listener.on_explained("toast.open_closing")
            return False
        if laid:
            moved = self.arrangement.with_moved_tiles(laid, RACK_INDEX)
            if isinstance(moved, Refusal):
                self.sending.refuse(self.legal_moves, moved, tiles)
                return False
            self.turn_state = self.turn_state.with_arrangement(moved)
        standing = tuple(tile for tile in tiles if tile != closing)
        self.move_tiles(standing, slot)
        return True

    def lay_new_set(self) -> None:
        """Lay the picked tiles on the felt as a new set."""
        if self._something_picked():
            self.drop_tiles(self.turn_state.picked_in_order, Target(Aim.NEW_SET))

    def take_back(self) -> None:
        """Take the picked tiles back to the rack; with none picked, every tile laid this turn."""
        tiles = self.turn_state.picked_in_order or self.arrangement.played
        laid = tuple(tile for tile in tiles if self.arrangement.heap_of(tile) is not None)
        if laid and self.may_arrange():
            self.try_step(self.arrangement.with_moved_tiles(laid, RACK_INDEX), laid)

    def split_heap(self, target: Target) -> None:
        """Split a heap before a tile; before the first tile nothing happens."""
        heap = self.legal_moves.heap(target.index)
        if target.aim is Aim.HEAP and heap is not None and 0 < target.at < len(heap.tiles) and self.may_arrange():
            self.try_step(self.arrangement.with_split_heap(target.index, target.at))

    def set_reading(self, number: int, reading: int) -> None:
        """Fix what a heap's joker stands for; `reading` is an index into the offered readings."""
        offered = self.legal_moves.readings.get(number, ())
        if reading < len(offered) and self.may_arrange():
            self.try_step(self.arrangement.with_chosen_set(number, offered[reading]))

    def make_obvious_move(self, tile: Tile) -> Target | None:
        """Lay a rack tile with all picked ones: as a set, on the only set that accepts them, or for a joker.

        Where several sets accept them, lay nothing and return the end of the first, so that one can be chosen.
        """
        if not self.may_arrange():
            return None
        self.turn_state = self.turn_state.with_picked((*self.turn_state.picked, tile))
        picked = self.turn_state.picked_in_order
        takers = self.legal_moves.accepting_heaps(picked)
        jokers = self.legal_moves.jokers_for(picked)
        if self.legal_moves.makes_set(picked):
            self.lay_new_set()
        elif len(takers) == 1:
            self.drop_tiles(picked, Target(Aim.WHOLE, takers[0]))
        elif jokers and not takers:
            self.drop_tiles(picked, jokers[0])
        else:
            if takers:
                self.set_state(self.turn_state, Cue.PICK)
                return self.legal_moves.accepting_ends(picked)[0]
            self.pick_only(tuple(one for one in picked if one != tile))
            self.explain_misfit(picked)
        return None

    def use_target(self, target: Target) -> None:
        """Do what a click on a target means: its own action, or drop there what is picked or what a hint highlights."""
        if target.aim is Aim.STOCK:
            self.draw_or_pass()
        elif target.aim is Aim.CLOSING:
            if self.legal_moves.closing_tile is not None:
                self.pick(self.legal_moves.closing_tile)
        elif target.aim is Aim.READING:
            if target.at > 0 and not self.split_in_two(target.index):
                self.set_reading(target.index, target.at - 1)
        elif target.aim is Aim.SLOT and self._picked_from_both():
            self.pick_only(())
        elif tiles := self.turn_state.picked_in_order or (
            self.helper.usable_tiles() if target.aim is not Aim.SLOT else ()
        ):
            self.drop_tiles(tiles, target)
        elif target.aim is Aim.HEAP:  # by keys: the framed place
            self.split_in_two(target.index, target.at)

    def split_in_two(self, number: int, at: int | None = None) -> bool:
        """Cut a broken heap where that makes two sets of it, if that is at the given place; return whether it is."""
        mark = next((mark for mark in self.legal_moves.heap_states if mark.heap.number == number), None)
        cut = None if mark is None or not self.legal_moves.checks_sets else self.legal_moves.split_of(mark)
        if cut is None or at not in (None, cut):
            return False
        self.split_heap(Target(Aim.HEAP, number, cut))
        return True

    def _picked_from_both(self) -> bool:
        """Return whether tiles of both rack and table are picked, which cannot go to the rack together."""
        own = {*self.arrangement.rack_tiles, self.view.table.closing}
        return 0 < sum(tile in own for tile in self.turn_state.picked) < len(self.turn_state.picked)

    def explain_misfit(self, tiles: tuple[Tile, ...], number: int | None = None) -> None:
        """Explain why a set, or else no set, accepts these tiles: by the closest one, where the table gives checks."""
        marks = [mark for mark in self.legal_moves.heap_states if number in (None, mark.heap.number)]
        near = nearest_miss(marks, self.arrangement, tiles) if self.legal_moves.checks_sets else None
        refused = None if near is not None or number is None else self.legal_moves.refusal_with(tiles, number)
        if refused is not None:
            self.sending.refuse(self.legal_moves, refused, tiles, marks[0].heap.tiles)
        elif near is None:
            self.listener.on_explained("toast.open_no_set")
        elif near.refusal is None:
            self.listener.on_explained("toast.open_run_has", goal=near.shown)
        else:
            self.listener.on_refused(near.refusal, near.shown)

    # --- picking -------------------------------------------------------------------------------------------------

    def row_of(self, tile: Tile) -> tuple[Tile, ...]:
        """Return the row that contains a tile: its heap, or the rack."""
        heap = self.arrangement.heap_of(tile)
        return heap.tiles if heap is not None else super().row_of(tile)

    def pick(self, tile: Tile) -> None:
        """Pick a tile, or unpick it; those on the table only in the player's own turn.

        The closing tile is laid at once with the whole rack where that is picked and makes a set with it.
        """
        if tile == self.legal_moves.closing_tile and self.legal_moves.closes_with(self.turn_state.picked):
            self.drop_tiles((*self.arrangement.rack, tile), Target(Aim.NEW_SET))
        elif self.arrangement.heap_of(tile) is None or self.may_arrange():
            super().pick(tile)

    def pick_heap(self, number: int) -> None:
        """Pick a whole heap, or unpick it."""
        heap = self.legal_moves.heap(number)
        if heap is None or not self.may_arrange():
            return
        whole = set(heap.tiles) <= set(self.turn_state.picked)
        others = tuple(tile for tile in self.turn_state.picked if tile not in heap.tiles)
        self.pick_only(others if whole else (*others, *heap.tiles))

    def _something_picked(self) -> bool:
        if not self.turn_state.picked:
            self.listener.on_explained("toast.open_picked")
        return bool(self.turn_state.picked)

    # --- ending --------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw from the stock; where that ends the turn, not while tiles are laid on the table."""
        if self.legal_moves.can_draw and self.legal_moves.draw_ends_turn and self.arrangement.played:
            self.listener.on_explained("toast.open_draw")
            return
        if self.legal_moves.closing_tile_laid:
            self.listener.on_explained("toast.open_closes")
            return
        if self.helper.offer_before_idle(Draw()):
            return
        if self.legal_moves.can_draw and self.legal_moves.draw_ends_turn:
            self.turn_state = self.turn_state.reset()
        if self.sending.send(self.legal_moves, Draw()):
            self.listener.on_sound(Cue.DRAW)

    def draw_or_pass(self) -> None:
        """Draw a tile, or pass where none can be drawn but passing is allowed."""
        if not self.legal_moves.can_pass or self.legal_moves.can_draw:
            self.draw()
        elif self.arrangement.played or not self.helper.offer_before_idle(Pass()):
            self.sending.pass_turn(self.legal_moves)

    def end_turn(self) -> None:
        """End the turn with the arrangement; on a table without checks a wrong play is sent as it is."""
        self.sending.end_turn(self.legal_moves)


def drop_cue(ahead: OpenLegalMoves, tiles: tuple[Tile, ...], target: Target, *, same: bool) -> Cue:
    """Return the sound of a drop; freeing a joker from a set of the table has its own."""
    if target.aim is Aim.JOKER:
        return Cue.JOKER_FREED
    if not same and any(ahead.frees_joker(tile, target.index) for tile in tiles):
        return Cue.JOKER_FREED
    if target.aim is Aim.NEW_SET:
        return Cue.LAID if len(tiles) > 1 else Cue.PUT
    return Cue.PUT if same else Cue.EXTENDED


def move_cue(move: Move) -> Cue:
    """Return the sound of another player's move."""
    match move:
        case Rearrange() | Close():
            return Cue.LAID
        case Attempt():
            return Cue.REFUSED
        case Draw():
            return Cue.DRAW
        case _:
            return Cue.PUT
