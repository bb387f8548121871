"""What input can do at every table: pick tiles, order the rack, undo.

Laws: a turn state is a frozen value, each action returns another one; the listener hears of every action. Rules are
asked through the session and its drafts only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from game.client.draw.sound import Cue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from game.client.table.aims import Target
    from game.client.table.rack_order import Slots
    from game.session.arrangement import Arrangement
    from game.session.history import History
    from game.session.session import Session
    from game.table.moves import Move
    from game.table.refusals import Refusal
    from game.table.tiles import Tile
    from game.table.view import View


class TurnListener(Protocol):
    """Listens to what the player's actions led to."""

    def on_changed(self) -> None:
        """The turn state has changed."""

    def on_refused(self, refused: Refusal, tiles: tuple[Tile, ...], goal: tuple[Tile, ...] = ()) -> None:
        """A move was refused; `goal` are the tiles of the set it was to go to."""

    def on_explained(self, code: str, *, goal: tuple[Tile, ...] = ()) -> None:
        """Something that is no move is impossible, for the reason with this message code; `goal` as for a refusal."""

    def on_sound(self, cue: Cue) -> None:
        """A sound is to be played."""


class TurnAdviser:
    """What a turn asks of the adviser; this default gives no advice."""

    def offer_before_idle(self, _move: Move) -> bool:
        """Offer a remark before a move that lays nothing; return whether one was made, so that the move waits."""
        return False

    def usable_tiles(self) -> tuple[Tile, ...]:
        """Return the tiles that a hint highlights: a click uses them."""
        return ()

    def suggests_draw(self) -> bool:
        """Return whether drawing may be suggested as the next step."""
        return True

    def has_found_nothing(self) -> bool:
        """Return whether it is known, and may be said, that nothing can be laid."""
        return False

    def offers_hint(self) -> bool:
        """Return whether something can be laid, and the player has looked for it so long that the hint is offered."""
        return False

    def marks_pile(self) -> bool:
        """Return whether what is useful in the pile may be marked."""
        return False

    def lies_in_marked_set(self, _tile: Tile) -> bool:
        """Return whether a tile lies in a set that is highlighted as a possible target, right or wrong."""
        return False


class LegalMoves(Protocol):
    """What is possible now; each question is put to the rules once and cached."""

    @property
    def can_play(self) -> bool:
        """Return whether sets may be laid and changed now."""

    @property
    def useful_pile_tiles(self) -> tuple[Tile, ...]:
        """Return the pile's tiles that are there to be taken and of use to the player."""


class TurnState(Protocol):
    """A player's turn state: the unsent turn, the order of the rack, the picked tiles, and the undo history."""

    @property
    def view(self) -> View:
        """Return the table as the player sees it."""

    @property
    def arrangement(self) -> Arrangement | None:
        """Return the player's arrangement of an open table; None in the other family."""

    @property
    def visible_slots(self) -> Slots:
        """Return the visible slots of the rack; -1 for a gap."""

    @property
    def pickable_tiles(self) -> tuple[Tile, ...]:
        """Return every tile that can be picked."""

    @property
    def picked(self) -> tuple[Tile, ...]:
        """Return the picked tiles."""

    @property
    def picked_in_order(self) -> tuple[Tile, ...]:
        """Return the picked tiles in the order in which they would be laid."""

    @property
    def new_tiles(self) -> tuple[Tile, ...]:
        """Return the tiles that came and were not touched since."""

    @property
    def history(self) -> History[Any]:
        """Return the undo and redo history."""

    @property
    def has_begun(self) -> bool:
        """Return whether the unsent turn has begun."""

    def with_picked(self, tiles: Iterable[Tile]) -> Self:
        """Pick exactly these tiles."""

    @property
    def slots(self) -> Slots:
        """Return the slots of the rack, including those kept for tiles laid this turn, to which undo returns them."""

    def with_order(self, slots: Slots) -> Self:
        """Return the turn state with its rack in a saved order."""

    def with_moved_tiles(self, tiles: tuple[Tile, ...], slot: int) -> Self:
        """Move rack tiles into a slot and the ones after it."""

    def sorted_by(self, *, groups: bool) -> Self:
        """Return the turn state with its rack sorted, by groups or else by runs."""

    def undo(self) -> Self:
        """Undo the last action."""

    def redo(self) -> Self:
        """Redo the action undone last."""

    def reset(self) -> Self:
        """Undo the whole unsent turn."""

    def carried_to(self, view: View, *, crowded: bool = True) -> Self:
        """Return the turn state for the next table; `crowded` is whether its sets may need room of the rack."""


B = TypeVar("B", bound=TurnState)


class UnsentTurn(ABC, Generic[B]):
    """The turn state of the viewer's seat, and what input can do with it."""

    begun: Callable[[View], B]  # makes the turn state of a new round

    def __init__(self, session: Session, view: View, listener: TurnListener, helper: TurnAdviser) -> None:
        self.session = session
        self.turn_state: B = self.begun(view)
        self.listener, self.helper = listener, helper

    @property
    @abstractmethod
    def legal_moves(self) -> LegalMoves:
        """Return the legal moves from this turn state."""

    @property
    def can_play(self) -> bool:
        """Return whether sets may be laid and moved now."""
        return self.legal_moves.can_play

    @property
    def view(self) -> View:
        """The table as its player sees it."""
        return self.turn_state.view

    def set_state(self, turn_state: B, cue: Cue) -> None:
        """Replace the turn state, play a sound and notify the listener."""
        self.turn_state = turn_state
        self.listener.on_sound(cue)
        self.listener.on_changed()

    def pick(self, tile: Tile) -> None:
        """Pick a tile, or unpick it."""
        picked = self.turn_state.picked
        if tile in picked:
            self.set_state(self.turn_state.with_picked(one for one in picked if one != tile), Cue.PUT)
        else:
            turn_state = self.turn_state.with_picked((*picked, tile))
            self.set_state(turn_state, Cue.PICK if tile in turn_state.picked else Cue.PUT)

    def pick_only(self, tiles: tuple[Tile, ...]) -> None:
        """Pick exactly these."""
        self.turn_state = self.turn_state.with_picked(tiles)
        self.listener.on_changed()

    def row_of(self, tile: Tile) -> tuple[Tile, ...]:
        """Return the rack's tiles in the order shown if this one is among them, else nothing."""
        loose = {int(one): one for one in self.turn_state.pickable_tiles}
        row = tuple(loose[slot] for slot in self.turn_state.visible_slots if slot in loose)
        return row if tile in row else ()

    def pick_up_to(self, tile: Tile) -> None:
        """Pick everything in the row from the tile picked last to this one."""
        row = self.row_of(tile)
        start = next((one for one in reversed(self.turn_state.picked) if one in row), None)
        if start is None or start == tile:
            self.pick(tile)
            return
        first, last = sorted((row.index(start), row.index(tile)))
        between = row[first : last + 1]
        ordered = between if row[first] == start else between[::-1]
        self.set_state(self.turn_state.with_picked((*self.turn_state.picked, *ordered)), Cue.PICK)

    @abstractmethod
    def with_move(self, move: Move) -> B | None:
        """Return the turn state with a move drafted; None for one that cannot be drafted or is not allowed."""

    @abstractmethod
    def make_move(self, move: Move) -> None:
        """Make a move: draft it where possible, else send it."""

    @abstractmethod
    def make_obvious_move(self, tile: Tile) -> Target | None:
        """Do what is obvious with a tile and all that is picked; return one of several sets to be chosen from."""

    @abstractmethod
    def use_target(self, target: Target) -> None:
        """Do what a click on a target means: lay the picked tiles there, else the target's own action."""

    def move_tiles(self, tiles: tuple[Tile, ...], slot: int) -> None:
        """Move tiles within the rack; other picked tiles stay picked."""
        picked = self.turn_state.picked
        self.set_state(
            self.turn_state.with_moved_tiles(tiles, slot).with_picked(() if {*tiles} & {*picked} else picked), Cue.PUT
        )

    def tile_in_slot(self, slot: int) -> Tile | None:
        """Return the tile in a slot."""
        shown = self.turn_state.visible_slots
        there = shown[slot] if slot < len(shown) else -1
        return next((tile for tile in self.turn_state.pickable_tiles if tile == there), None)

    def carry_tile(self, slot: int, goal: int) -> None:
        """Carry the tile of one slot to another."""
        tile = self.tile_in_slot(slot)
        if tile is not None:
            self.move_tiles((tile,), goal)

    def undo(self) -> None:
        """Undo the last action."""
        if self.turn_state.history.past:
            self.set_state(self.turn_state.undo(), Cue.UNDO)

    def redo(self) -> None:
        """Redo the action undone last."""
        if self.turn_state.history.future:
            self.set_state(self.turn_state.redo(), Cue.REDO)

    def reset(self) -> None:
        """Undo the whole unsent turn."""
        if self.turn_state.has_begun or self.turn_state.picked:
            self.set_state(self.turn_state.reset(), Cue.UNDO)

    def sort_rack(self, *, groups: bool) -> None:
        """Sort the rack."""
        self.set_state(self.turn_state.sorted_by(groups=groups), Cue.PUT)

    def sort_new_deal(self) -> None:
        """Sort a newly dealt rack; undo does not include this."""
        self.turn_state = self.turn_state.with_order(self.turn_state.sorted_by(groups=False).slots)

    def follow_table(self, view: View, *, dealt: bool, crowded: bool = True) -> None:
        """Continue with the current table: a new turn state after a deal, else the same one updated."""
        self.turn_state = self.begun(view) if dealt else self.turn_state.carried_to(view, crowded=crowded)


def useful_tiles(turn: UnsentTurn[Any]) -> tuple[Tile, ...]:
    """Return the pile's tiles that are of use to the player, where that may be marked."""
    return turn.legal_moves.useful_pile_tiles if turn.helper.marks_pile() else ()
