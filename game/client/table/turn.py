"""What a hand can do at every table, whichever hand it is: pick, order the rack, take back.

Laws: a bench is a frozen value, a deed gives another one; whoever shows the table hears of every deed. Rules are asked
through the session and its drafts only.
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


class Ears(Protocol):
    """Hears what a hand's deeds led to."""

    def changed(self) -> None:
        """The bench is another: show it."""

    def refused(self, refused: Refusal, tiles: tuple[Tile, ...], goal: tuple[Tile, ...] = ()) -> None:
        """A move was refused: say why; `goal` are the tiles of the set that it was to go to."""

    def explained(self, code: str, *, goal: tuple[Tile, ...] = ()) -> None:
        """Say why something that is no move cannot be done, by the code of its sentences; `goal` as for a refusal."""

    def heard(self, cue: Cue) -> None:
        """Something was done that is heard."""


class Helper:
    """Who helps, as far as a turn asks him; this one keeps silent."""

    def before_idle(self, _move: Move) -> bool:
        """Say something before a move that lays nothing; return whether it was said, and the move is not made yet."""
        return False

    def usable(self) -> tuple[Tile, ...]:
        """Return the tiles that a hint shows: a click uses them."""
        return ()

    def draws(self) -> bool:
        """Return whether a draw may be called the way on."""
        return True

    def waits(self, _tile: Tile) -> bool:
        """Return whether a tile lies in a set that is lit to take what is picked, right or wrong."""
        return False


class Ahead(Protocol):
    """What could be done, each asked of the rules once."""

    @property
    def playing(self) -> bool:
        """Return whether sets may be laid and moved now."""


class Bench(Protocol):
    """A player's bench: the unsent turn, the order of the rack, what is picked, and what undo brings back."""

    @property
    def view(self) -> View:
        """Return the table as its player sees it."""

    @property
    def arrangement(self) -> Arrangement | None:
        """Return an open table as the player has arranged it; None at the others."""

    @property
    def shown(self) -> Slots:
        """Return the slots of the rack as they are seen; -1 for a gap."""

    @property
    def loose(self) -> tuple[Tile, ...]:
        """Return every tile that can be picked."""

    @property
    def picked(self) -> tuple[Tile, ...]:
        """Return what is picked."""

    @property
    def ordered(self) -> tuple[Tile, ...]:
        """Return what is picked, in the order a hand gathers it."""

    @property
    def fresh(self) -> tuple[Tile, ...]:
        """Return the tiles that came and were not touched since."""

    @property
    def history(self) -> History[Any]:
        """Return what can be undone and done again."""

    @property
    def touched(self) -> bool:
        """Return whether the unsent turn has begun."""

    def picking(self, tiles: Iterable[Tile]) -> Self:
        """Pick exactly these tiles."""

    @property
    def slots(self) -> Slots:
        """Return the slots of the rack, with those kept free for tiles laid this turn, which undo brings back."""

    def ordered_as(self, slots: Slots) -> Self:
        """Return the bench with the rack in an order that was kept."""

    def moved(self, tiles: tuple[Tile, ...], slot: int) -> Self:
        """Put tiles of the rack into a slot and those after it."""

    def sorted_by(self, *, groups: bool) -> Self:
        """Return the bench with its rack sorted, by groups or else by runs."""

    def undo(self) -> Self:
        """Take the last deed back."""

    def redo(self) -> Self:
        """Do again what was undone last."""

    def reset(self) -> Self:
        """Take the whole unsent turn back."""

    def on(self, view: View) -> Self:
        """Return the bench for a table that moved on."""


B = TypeVar("B", bound=Bench)


class UnsentTurn(ABC, Generic[B]):
    """The bench of the watching seat and what its hands can do with it."""

    begun: Callable[[View], B]  # the bench of a new round

    def __init__(self, session: Session, view: View, ears: Ears, helper: Helper) -> None:
        self.session = session
        self.bench: B = self.begun(view)
        self.ears, self.helper = ears, helper

    @property
    @abstractmethod
    def ahead(self) -> Ahead:
        """Return what could be done with the bench as it is."""

    @property
    def playing(self) -> bool:
        """Return whether sets may be laid and moved now."""
        return self.ahead.playing

    @property
    def view(self) -> View:
        """The table as its player sees it."""
        return self.bench.view

    def became(self, bench: B, cue: Cue) -> None:
        """Take over another bench, heard and shown."""
        self.bench = bench
        self.ears.heard(cue)
        self.ears.changed()

    def pick(self, tile: Tile) -> None:
        """Pick a tile, or put it down again."""
        picked = self.bench.picked
        if tile in picked:
            self.became(self.bench.picking(one for one in picked if one != tile), Cue.PUT)
        else:
            bench = self.bench.picking((*picked, tile))
            self.became(bench, Cue.PICK if tile in bench.picked else Cue.PUT)

    def pick_only(self, tiles: tuple[Tile, ...]) -> None:
        """Pick exactly these."""
        self.bench = self.bench.picking(tiles)
        self.ears.changed()

    def row_of(self, tile: Tile) -> tuple[Tile, ...]:
        """Return the rack's tiles in the order shown if this one is among them, else nothing."""
        loose = {int(one): one for one in self.bench.loose}
        row = tuple(loose[slot] for slot in self.bench.shown if slot in loose)
        return row if tile in row else ()

    def pick_up_to(self, tile: Tile) -> None:
        """Pick everything in the row from the tile picked last to this one."""
        row = self.row_of(tile)
        start = next((one for one in reversed(self.bench.picked) if one in row), None)
        if start is None or start == tile:
            self.pick(tile)
            return
        first, last = sorted((row.index(start), row.index(tile)))
        between = row[first : last + 1]
        ordered = between if row[first] == start else between[::-1]
        self.became(self.bench.picking((*self.bench.picked, *ordered)), Cue.PICK)

    @abstractmethod
    def drafted(self, move: Move) -> B | None:
        """Return the bench with a move laid and not sent; None for one that cannot wait, or is not allowed."""

    @abstractmethod
    def play(self, move: Move) -> None:
        """Do a move: lay it as a draft where it can wait, else send it."""

    @abstractmethod
    def obvious(self, tile: Tile) -> Target | None:
        """Do what is obvious with a tile and all that is picked; return one of several sets to be chosen from."""

    @abstractmethod
    def use(self, target: Target) -> None:
        """Do what a click on a target means: drop what is picked, else what the place is for."""

    def move(self, tiles: tuple[Tile, ...], slot: int) -> None:
        """Move tiles within the rack; others that are picked stay picked."""
        picked = self.bench.picked
        self.became(self.bench.moved(tiles, slot).picking(() if {*tiles} & {*picked} else picked), Cue.PUT)

    def standing_at(self, slot: int) -> Tile | None:
        """Return the tile of a slot."""
        shown = self.bench.shown
        there = shown[slot] if slot < len(shown) else -1
        return next((tile for tile in self.bench.loose if tile == there), None)

    def carry(self, slot: int, goal: int) -> None:
        """Carry the tile of one slot to another."""
        tile = self.standing_at(slot)
        if tile is not None:
            self.move((tile,), goal)

    def undo(self) -> None:
        """Take the last deed back."""
        if self.bench.history.past:
            self.became(self.bench.undo(), Cue.UNDO)

    def redo(self) -> None:
        """Do again what was undone."""
        if self.bench.history.future:
            self.became(self.bench.redo(), Cue.REDO)

    def reset(self) -> None:
        """Take the whole unsent turn back."""
        if self.bench.touched or self.bench.picked:
            self.became(self.bench.reset(), Cue.UNDO)

    def sort(self, *, groups: bool) -> None:
        """Sort the rack."""
        self.became(self.bench.sorted_by(groups=groups), Cue.PUT)

    def put_in_order(self) -> None:
        """Sort a newly dealt rack if the player wishes it; undo does not know of it."""
        self.bench = self.bench.ordered_as(self.bench.sorted_by(groups=False).slots)

    def on(self, view: View, *, dealt: bool) -> None:
        """Go on with the table as it is now: a new bench if a round was dealt, else the same one brought up to date."""
        self.bench = self.begun(view) if dealt else self.bench.on(view)
