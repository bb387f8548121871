"""What a good player would do here, as a hint in three depths: where to look, which tiles, and the whole move.

Laws: a hint is made of the seat's own View and nothing else; it is thought elsewhere, so whoever asks never waits.
At an open table it shows the play that lays the most points, and says when a strong player would lay less, or wait
where anybody at the table does; a glance tells first that something can be laid, which whoever thinks longer finds,
too: nothing said is taken back.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from game.bots.names import PATIENT
from game.bots.nodes import Budget
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.session.plain_play import plain
from game.table.faces import JOKER
from game.table.moves import (
    Close,
    Discard,
    Draw,
    Extend,
    Keep,
    LayMeld,
    Move,
    Pass,
    Rearrange,
    Redraw,
    Stop,
    TakePile,
    named_tiles,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.bots.choice import Decision
    from game.bots.questions import Ticket
    from game.bots.thinker import Thinker
    from game.match.transcript import Seat
    from game.session.arrangement import Arrangement
    from game.table.melds import Meld
    from game.table.tiles import Tile
    from game.table.view import View

STRONG, MOST = "mentor", "most_points"  # who is asked
GLANCE = Budget(nodes=3_000)  # some hundredths of a second: what is seen at once, before anybody thinks long
SEED = 0  # ties are settled alike whoever asks, and however often


class LookAt(Enum):
    """Where to look first."""

    STOCK = "stock"
    PILE = "pile"
    DRAWN = "drawn"  # the tile just drawn
    RACK_LAY = "rack_lay"  # the rack: a set is there
    RACK_THROW = "rack_throw"  # the rack: one tile is missed least
    SET = "set"  # a set that lies can become more
    TABLE = "table"  # sets that lie and the rack together
    CLOSING = "closing"
    NOTHING = "nothing"  # there is nothing to look at


@dataclass(frozen=True, slots=True)
class Hint:
    """What a strong player would do, and the most that can be laid where that is something else.

    Both are one where nothing is told beside the most.
    """

    view: View
    strong: Decision
    most: Decision | None = None

    @property
    def shown(self) -> Decision:
        """The move that is shown."""
        return self.most or self.strong

    @property
    def move(self) -> Move:
        """The move that is shown."""
        return self.shown.move

    @property
    def look(self) -> LookAt:
        """Where to look."""
        match self.move:
            case Draw():
                return LookAt.STOCK
            case TakePile() | Stop():
                return LookAt.PILE
            case Keep() | Redraw():
                return LookAt.DRAWN
            case LayMeld():
                return LookAt.RACK_LAY
            case Discard():
                return LookAt.RACK_THROW
            case Extend():
                return LookAt.SET
            case Close():
                return LookAt.CLOSING
            case Rearrange():
                return LookAt.TABLE if self.changed else LookAt.RACK_LAY
            case _:
                return LookAt.NOTHING

    @property
    def set_number(self) -> int | None:
        """The set that becomes more, where it is one alone."""
        return self.move.index if isinstance(self.move, Extend) else None

    @property
    def changed(self) -> tuple[Meld, ...]:
        """The sets of an open table that the move makes into others."""
        if not isinstance(self.move, Rearrange | Close):
            return ()
        there = [frozenset(meld.tiles) for meld in self.move.sets]
        return tuple(meld for meld in self.view.table.melds if frozenset(meld.tiles) not in there)

    @property
    def grows(self) -> bool:
        """Whether tiles are only added to sets that lie, and no new one is made."""
        if not isinstance(self.move, Rearrange) or not self.changed:
            return False
        lying = [frozenset(meld.tiles) for meld in self.view.table.melds]
        return all(any(one <= frozenset(meld.tiles) for one in lying) for meld in self.move.sets)

    @property
    def own(self) -> tuple[Tile, ...]:
        """The tiles of the rack that the move is made with, or is made for."""
        match self.move:
            case Rearrange(played, _) | Close(played, _):
                return tuple(sorted(played, key=self._told_last))
            case Keep() | Redraw():
                return (self.view.table.turn.drew,)
            case LayMeld() | Extend() | Discard():
                return tuple(tile for tile in named_tiles(self.move) if tile in self.view.rack)
            case _:
                return ()

    def _told_last(self, tile: Tile) -> tuple[bool, int]:
        """Order tiles as one names them: by colour and number, jokers last."""
        return self.view.faces[tile] == JOKER, self.view.faces[tile].code

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile that the move is about, those that lie included."""
        match self.move:
            case Extend(index, _):
                return (*self.own, *self.view.table.melds[index].tiles)
            case Rearrange() | Close():
                return (*self.own, *(tile for meld in self.changed for tile in meld.tiles))
            case TakePile(tiles):
                return tiles
            case _:
                return self.own

    @property
    def points(self) -> int:
        """What the tiles laid from the rack count."""
        return rules_of(self.view.table.game).rack_points(self.view.faces[tile] for tile in self.own)


def asks_for_most(view: View) -> bool:
    """Return whether the most that can be laid is asked for, too."""
    return rules_of(view.table.game).family is Family.OPEN_TABLE


def joined(view: View, strong: Decision, most: Decision | None, *, patient: bool = True) -> Hint:
    """Return the hint of both answers: the most counts only where it lays, and lays another number of points.

    Nobody is told to wait at a table where no other is `patient`, nor to take a set apart for what lies as it is.
    """
    strong, most = plain(view, strong), None if most is None else plain(view, most)
    if most is None or not isinstance(most.move, Rearrange | Close):
        return Hint(view, strong)
    if is_idle(strong.move) and not patient:
        return Hint(view, most, most)
    alone, both = Hint(view, strong), Hint(view, strong, most)
    return alone if isinstance(strong.move, Rearrange | Close) and alone.points >= both.points else both


class Adviser:
    """Asks for hints and remembers the last one; `ask` may be called as often as one likes."""

    def __init__(self, thinker: Thinker, seats: Sequence[Seat] = ()) -> None:
        self._thinker = thinker
        self._patient = any(seat.level in PATIENT for seat in seats)
        self._view: View | None = None
        self._glance: Ticket | None = None
        self._asked: dict[Ticket, str] = {}
        self._came: dict[str, Decision] = {}
        self._hint: Hint | None = None
        self.lays = False  # whether it is known already that something can be laid, at an open table
        self.looked = False  # whether that would be known

    def ask(self, view: View) -> Hint | None:
        """Return the hint for a view if it is there, else have it thought; ask again later."""
        if self._view is not view:
            self.drop()
            self._view = view
            wanted: tuple[str, ...] = (STRONG,)
            if asks_for_most(view):
                self._glance = self._thinker.ask(view, MOST, GLANCE, SEED)
                wanted = (STRONG, MOST)
            from game.bots.bot import budget_for

            budget = budget_for(view.table.game)
            self._asked = {self._thinker.ask(view, level, budget, SEED): level for level in wanted}
        for answer in self._thinker.poll() if self._asked else ():
            level = self._asked.pop(answer.ticket, None)
            if level is not None:
                self._came[level] = answer.choice
            self.lays |= isinstance(answer.choice.move, Rearrange)
            self.looked = True
        if self._asked or STRONG not in self._came:
            return None
        if self._hint is None:
            self._hint = joined(view, self._came[STRONG], self._came.get(MOST), patient=self._patient)
        return self._hint

    def drop(self) -> None:
        """Forget what was asked."""
        for ticket in (*self._asked, *(() if self._glance is None else (self._glance,))):
            self._thinker.cancel(ticket)
        self._view, self._glance, self._asked, self._came, self._hint = None, None, {}, {}, None
        self.lays = self.looked = False


def lies_already(move: Move, arrangement: Arrangement | None) -> bool:
    """Return whether all that a play lays lies in the draft, in sets that hold: only the end of the turn is left."""
    if not isinstance(move, Rearrange) or arrangement is None or not set(move.played) <= set(arrangement.played):
        return False
    return arrangement.refusal is None


def is_idle(move: Move) -> bool:
    """Return whether a move lays and throws nothing."""
    return isinstance(move, Draw | Pass | Stop)
