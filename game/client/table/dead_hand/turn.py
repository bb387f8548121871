"""What input can do at a dead-hand table: every action becomes a move tried on the draft.

Laws: nothing is sent until the draft is finished, that is until the turn ends or a hidden tile is revealed; a refused
action moves nothing and is explained. Rules are asked through the draft and the proposals only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw.sound import Cue
from game.client.table.aims import Aim, Target
from game.client.table.dead_hand.legal_moves import DeadHandLegalMoves
from game.client.table.dead_hand.turn_state import DeadHandTurnState, fresh_turn_state
from game.client.table.turn import UnsentTurn
from game.table.moves import Discard, Draw, Extend, Keep, LayMeld, Redraw, Stop, TakePile
from game.table.refusals import Refusal

GROWTH_SOUNDS = {5: Cue.GROWN_TO_FIVE, 6: Cue.GROWN_TO_SIX}  # tiles of a set close to seven: its sound rises in pitch

if TYPE_CHECKING:
    from game.client.table.turn import Helper, TurnListener
    from game.session.session import Session
    from game.table.moves import Move
    from game.table.tiles import Tile
    from game.table.view import View


class DeadHandTurn(UnsentTurn[DeadHandTurnState]):
    """The turn state of the viewer's seat, and what input can do with it."""

    begun = staticmethod(fresh_turn_state)

    def __init__(self, session: Session, view: View, listener: TurnListener, helper: Helper) -> None:
        super().__init__(session, view, listener, helper)
        self._ahead = DeadHandLegalMoves(self.turn_state.draft)

    @property
    def ahead(self) -> DeadHandLegalMoves:
        """Return the legal moves from this draft."""
        if self._ahead.draft is not self.turn_state.draft:
            self._ahead = DeadHandLegalMoves(self.turn_state.draft)
        return self._ahead

    # --- doing ---------------------------------------------------------------------------------------------------

    def make(self, move: Move, tiles: tuple[Tile, ...] = (), goal: tuple[Tile, ...] = ()) -> bool:
        """Try a move; send the draft when it is finished. Return whether it was accepted."""
        tried = self.turn_state.trying(move)
        if isinstance(tried, Refusal):
            self.listener.refused(tried, tiles, goal)
            return False
        if isinstance(move, Discard) and self.helper.before_idle(move):
            return False
        before, self.turn_state = self.turn_state, tried
        if tried.draft.finished:
            refused = self.session.submit(tried.draft.moves)
            if refused is not None:
                self.turn_state = before
                self.listener.refused(refused, tiles)
                return False
        self.listener.heard(cue_of(move, before.view))
        self.listener.changed()
        return True

    def drafted(self, move: Move) -> DeadHandTurnState | None:
        """Return the turn state with a move drafted; None for one that ends the turn or reveals a hidden tile."""
        tried = self.turn_state.trying(move)
        return None if isinstance(tried, Refusal) or tried.draft.finished else tried

    def play(self, move: Move) -> None:
        """Make a move as the player's input would."""
        self.make(move)

    def draw(self) -> None:
        """Draw from the stock."""
        self.make(Draw())

    def take(self) -> None:
        """Take the whole pile."""
        self.make(TakePile(self.view.table.pile))

    def keep(self) -> None:
        """Keep the tile drawn first."""
        self.make(Keep())

    def throw_back(self) -> None:
        """Discard the tile drawn first and draw another."""
        self.make(Redraw())

    def stop(self) -> None:
        """Stop the round."""
        self.make(Stop())

    def lay(self) -> None:
        """Lay the picked tiles as a new set."""
        if self._something_picked():
            self.drop(self.turn_state.ordered, Target(Aim.NEW_SET))

    def discard(self) -> None:
        """Discard the picked tile."""
        if self._something_picked():
            self.drop(self.turn_state.ordered, Target(Aim.PILE))

    def extend(self) -> Target | None:
        """Add the picked tiles to the set that accepts them; return the candidates where there are several."""
        if not self._something_picked():
            return None
        takers = self.ahead.sets_that_take(self.turn_state.ordered)
        if len(takers) > 1:
            return takers[0]
        table = self.view.table
        own = table.melds_of(table.side_of(self.view.seat))
        if takers or len(own) == 1:
            self.drop(self.turn_state.ordered, takers[0] if takers else Target(Aim.SET, own[0]))
        elif not self.playing:
            self.drop(self.turn_state.ordered, Target(Aim.NEW_SET))
        else:
            self.listener.explained("toast.no_set_takes")
        return None

    def obvious(self, tile: Tile) -> Target | None:
        """Lay or add a tile with all picked ones; return the candidates where several sets accept them.

        A tile that fits nowhere is only picked: discarding it would end the turn for good, so it must be intended.
        """
        if not self.playing:
            self.pick(tile)
            return None
        self.turn_state = self.turn_state.picking((*self.turn_state.picked, tile))
        picked = self.turn_state.ordered
        takers = self.ahead.sets_that_take(picked)
        if self.ahead.makes_a_set(picked):
            self.lay()
        elif len(picked) == 1 and not takers:
            self.became(self.turn_state, Cue.PICK)
        elif len(takers) > 1:
            self.became(self.turn_state, Cue.PICK)
            return takers[0]
        elif takers:
            self.drop(picked, takers[0])
        else:
            self.lay()
        return None

    def _something_picked(self) -> bool:
        if not self.turn_state.picked:
            self.listener.explained("toast.nothing_picked")
        return bool(self.turn_state.picked)

    def drop(self, tiles: tuple[Tile, ...], target: Target, share: float | None = None) -> bool:
        """Drop tiles on a target; return whether they stay there."""
        if target.aim is Aim.SLOT:
            self.move(tiles, target.index)
            return True
        found = self.ahead.prospect(tiles, target, share)
        goal = self.view.table.melds[target.index].tiles if target.aim is Aim.SET else ()
        if found.move is not None:
            return self.make(found.move, tiles, goal)
        if found.refusal is not None:
            self.listener.refused(self.ahead.told(found.refusal, tiles, target), tiles, goal)
        else:
            self.listener.explained("toast.one_discard")
        return False

    def use(self, target: Target) -> None:
        """Do what a click on a target means: drop the picked tiles, else the target's own action."""
        if target.aim is Aim.SLOT:
            self._use_slot(target.index)
        elif target.aim is Aim.STOCK:
            self.draw()
        elif tiles := self.turn_state.ordered or self.helper.usable():
            self.drop(tiles, target)
        elif target.aim is Aim.PILE:
            self.take()
        elif (move := self.ahead.slide_of(target)) is not None:
            self.make(move)

    def _use_slot(self, slot: int) -> None:
        tile = self.standing_at(slot)
        if tile is not None:
            self.pick(tile)
        elif self.turn_state.picked:
            self.move(self.turn_state.ordered, slot)


def cue_of(move: Move, _before: View) -> Cue:
    """Return the sound of the player's own move."""
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
