"""What input can do at a dead-hand table: every action becomes a move tried on the draft.

Laws: nothing is sent until the draft is finished, that is until the turn ends or a hidden tile is revealed; a refused
action moves nothing and is explained. Rules are asked through the draft and the proposals only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw.sound import Cue
from game.client.table.aims import Aim, Target
from game.client.table.dead_hand.legal_moves import DeadHandLegalMoves
from game.client.table.dead_hand.turn_state import DeadHandTurnState, new_turn_state
from game.client.table.turn import UnsentTurn
from game.session.proposals import is_wild
from game.table.moves import Discard, Draw, Extend, Keep, LayMeld, Redraw, Stop, TakePile
from game.table.refusals import Refusal

GROWTH_SOUNDS = {5: Cue.GROWN_TO_FIVE, 6: Cue.GROWN_TO_SIX}  # tiles of a set close to seven: its sound rises in pitch

if TYPE_CHECKING:
    from game.client.table.turn import TurnAdviser, TurnListener
    from game.session.session import Session
    from game.table.moves import Move
    from game.table.tiles import Tile
    from game.table.view import View


class DeadHandTurn(UnsentTurn[DeadHandTurnState]):
    """The turn state of the viewer's seat, and what input can do with it."""

    begun = staticmethod(new_turn_state)

    def __init__(self, session: Session, view: View, listener: TurnListener, helper: TurnAdviser) -> None:
        super().__init__(session, view, listener, helper)
        self._ahead = DeadHandLegalMoves(self.turn_state.draft)

    @property
    def legal_moves(self) -> DeadHandLegalMoves:
        """Return the legal moves from this draft."""
        if self._ahead.draft is not self.turn_state.draft:
            self._ahead = DeadHandLegalMoves(self.turn_state.draft)
        return self._ahead

    # --- doing ---------------------------------------------------------------------------------------------------

    def try_step(self, move: Move, tiles: tuple[Tile, ...] = (), goal: tuple[Tile, ...] = ()) -> bool:
        """Try a move; send the draft when it is finished. Return whether it was accepted."""
        tried = self.turn_state.with_step(move)
        if isinstance(tried, Refusal):
            self._refuse(tried, tiles, goal, thrown=isinstance(move, Discard))
            return False
        if isinstance(move, Discard) and self.helper.offer_before_idle(move):
            return False
        before, self.turn_state = self.turn_state, tried
        if tried.draft.finished:
            refused = self.session.submit(tried.draft.moves)
            if refused is not None:
                self.turn_state = before
                self._refuse(refused, tiles, thrown=isinstance(move, Discard))
                return False
        self.listener.on_sound(move_cue(move, before.view))
        self.listener.on_changed()
        return True

    def _refuse(self, refused: Refusal, tiles: tuple[Tile, ...], goal: tuple[Tile, ...] = (), *, thrown: bool) -> None:
        """Explain a refusal; a tile that was to be thrown, or a lone wild one, is picked no more.

        Else the next Enter would throw it for good.
        """
        if thrown or (len(tiles) == 1 and is_wild(self.view, tiles[0])):
            self.turn_state = self.turn_state.with_picked(())
        self.listener.on_refused(refused, tiles, goal)

    def with_move(self, move: Move) -> DeadHandTurnState | None:
        """Return the turn state with a move drafted; None if it is refused, ends the turn or reveals a hidden tile."""
        tried = self.turn_state.with_step(move)
        return None if isinstance(tried, Refusal) or tried.draft.finished else tried

    def make_move(self, move: Move) -> None:
        """Make a move as the player's input would."""
        self.try_step(move)

    def draw(self) -> None:
        """Draw from the stock."""
        self.try_step(Draw())

    def take_pile(self) -> None:
        """Take the whole pile."""
        self.try_step(TakePile(self.view.table.pile))

    def keep_drawn(self) -> None:
        """Keep the tile drawn first."""
        self.try_step(Keep())

    def discard_drawn(self) -> None:
        """Discard the tile drawn first and draw another."""
        self.try_step(Redraw())

    def stop_round(self) -> None:
        """Stop the round."""
        self.try_step(Stop())

    def lay_set(self) -> None:
        """Lay the picked tiles as a new set."""
        if self._something_picked():
            self.drop_tiles(self.turn_state.picked_in_order, Target(Aim.NEW_SET))

    def discard(self) -> None:
        """Discard the picked tile."""
        if self._something_picked():
            self.drop_tiles(self.turn_state.picked_in_order, Target(Aim.PILE))

    def extend(self) -> Target | None:
        """Add the picked tiles to the set that accepts them; where several do, only return the one that brings most."""
        if not self._something_picked():
            return None
        takers = self.legal_moves.sets_that_take(self.turn_state.picked_in_order)
        if len(takers) > 1:
            return takers[0]
        table = self.view.table
        own = table.melds_of(table.side_of(self.view.seat))
        if takers or len(own) == 1:
            self.drop_tiles(self.turn_state.picked_in_order, takers[0] if takers else Target(Aim.SET, own[0]))
        elif not self.can_play:
            self.drop_tiles(self.turn_state.picked_in_order, Target(Aim.NEW_SET))
        else:
            self.listener.on_explained("toast.no_set_takes")
        return None

    def make_obvious_move(self, tile: Tile) -> Target | None:
        """Lay or add a tile with all picked ones; where several sets accept them, only return the one that brings most.

        A tile that fits nowhere is only picked: discarding it would end the turn for good, so it must be intended.
        """
        if not self.can_play:
            if not self._refused_before_draw(tile):
                self.pick(tile)
            return None
        self.turn_state = self.turn_state.with_picked((*self.turn_state.picked, tile))
        picked = self.turn_state.picked_in_order
        takers = self.legal_moves.sets_that_take(picked)
        if self.legal_moves.makes_a_set(picked):
            self.lay_set()
        elif len(picked) == 1 and not takers:
            self.set_state(self.turn_state, Cue.PICK)
        elif len(takers) > 1:
            self.set_state(self.turn_state, Cue.PICK)
            return takers[0]
        elif takers:
            self.drop_tiles(picked, takers[0])
        else:
            self.lay_set()
        return None

    def _something_picked(self) -> bool:
        if not self.turn_state.picked and not self._refused_before_draw():
            self.listener.on_explained("toast.nothing_picked")
        return bool(self.turn_state.picked)

    def _refused_before_draw(self, *tiles: Tile, goal: tuple[Tile, ...] = ()) -> bool:
        """Explain that a turn begins with a draw; return False where nothing has to come before playing tiles."""
        refused = self.legal_moves.refusal_before_draw
        if refused is not None:
            self.listener.on_refused(refused, tiles, goal)
        return refused is not None

    def drop_tiles(self, tiles: tuple[Tile, ...], target: Target, share: float | None = None) -> bool:
        """Drop tiles on a target; return whether they stay there."""
        if target.aim is Aim.SLOT:
            self.move_tiles(tiles, target.index)
            return True
        found = self.legal_moves.drop_effect(tiles, target, share)
        goal = self.view.table.melds[target.index].tiles if target.aim is Aim.SET else ()
        if found.move is not None:
            return self.try_step(found.move, tiles, goal)
        if found.refusal is not None:
            shown = self.legal_moves.refusal_to_show(found.refusal, tiles, target)
            self._refuse(shown, tiles, goal, thrown=target.aim is Aim.PILE)
        else:
            self.listener.on_explained("toast.one_discard")
        return False

    def use_target(self, target: Target) -> None:
        """Do what a click on a target means: draw, drop there what is picked or hinted at, else its own action."""
        if target.aim is Aim.SLOT:
            self._use_slot(target.index)
        elif target.aim is Aim.STOCK:
            self.draw()
        elif tiles := self.turn_state.picked_in_order or self.helper.usable_tiles():
            self.drop_tiles(tiles, target)
        elif target.aim is Aim.PILE:
            self.take_pile()
        elif (move := self.legal_moves.slide_of(target)) is not None:
            self.try_step(move)
        elif target.aim in (Aim.SET, Aim.THEIR_SET) and target.index >= 0:
            self._refused_before_draw(goal=self.view.table.melds[target.index].tiles)

    def _use_slot(self, slot: int) -> None:
        tile = self.tile_in_slot(slot)
        if tile is not None:
            self.pick(tile)
        elif self.turn_state.picked:
            self.move_tiles(self.turn_state.picked_in_order, slot)


def move_cue(move: Move, _before: View) -> Cue:
    """Return the sound of a move."""
    match move:
        case Draw() | Redraw() | TakePile():
            return Cue.DRAW
        case Discard():
            return Cue.DISCARD
        case LayMeld():
            return Cue.LAID
        case Extend(_, meld):
            return GROWTH_SOUNDS.get(len(meld), Cue.EXTENDED)
        case _:
            return Cue.PUT
