"""What a good player would do here, as a hint in three steps: where to look, which tiles, and the whole move.

Laws: a hint depends only on the seat's own View; it is computed elsewhere, so the caller never waits.
At an open table it shows the play that lays the most points, and says if a strong player would lay fewer, or would
wait, where a bot at the table does so. A quick first search says only whether something can be laid; the long search
finds that too, so what was said stays true.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from game.bots.names import PATIENT_LEVELS
from game.bots.nodes import Budget
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.session.plain_play import plain_decision
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

STRONG_LEVEL, MOST_POINTS_LEVEL = "mentor", "most_points"  # the bot levels asked
GLANCE_BUDGET = Budget(nodes=3_000)  # the quick first search takes some hundredths of a second
HINT_SEED = 0  # fixed, so that the same view always gets the same hint


class LookAt(Enum):
    """Where to look first."""

    STOCK = "stock"
    PILE = "pile"
    DRAWN = "drawn"  # the tile just drawn
    RACK_LAY = "rack_lay"  # the rack holds a set
    RACK_THROW = "rack_throw"  # the rack holds the tile to discard
    SET = "set"  # a set on the table can be extended
    TABLE = "table"  # sets on the table and rack tiles together
    CLOSING = "closing"
    NOTHING = "nothing"  # there is no tile to look at


@dataclass(frozen=True, slots=True)
class Hint:
    """The strong player's move, and the play that lays the most points if that is another.

    `most` equals `strong` if only that play is to be shown.
    """

    view: View
    strong: Decision
    most: Decision | None = None

    @property
    def shown_decision(self) -> Decision:
        """The move that is shown."""
        return self.most or self.strong

    @property
    def move(self) -> Move:
        """The move that is shown."""
        return self.shown_decision.move

    @property
    def where_to_look(self) -> LookAt:
        """Where to look, the first step of the hint."""
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
                return LookAt.TABLE if self.changed_sets else LookAt.RACK_LAY
            case _:
                return LookAt.NOTHING

    @property
    def set_number(self) -> int | None:
        """The index of the set that the move extends, None for other moves."""
        return self.move.index if isinstance(self.move, Extend) else None

    @property
    def changed_sets(self) -> tuple[Meld, ...]:
        """The sets of an open table that the move changes."""
        if not isinstance(self.move, Rearrange | Close):
            return ()
        there = [frozenset(meld.tiles) for meld in self.move.sets]
        return tuple(meld for meld in self.view.table.melds if frozenset(meld.tiles) not in there)

    @property
    def only_adds(self) -> bool:
        """Whether the move only adds tiles to sets on the table, and makes no new set."""
        if not isinstance(self.move, Rearrange) or not self.changed_sets:
            return False
        lying = [frozenset(meld.tiles) for meld in self.view.table.melds]
        return all(any(one <= frozenset(meld.tiles) for one in lying) for meld in self.move.sets)

    @property
    def takes_apart(self) -> bool:
        """Whether the move takes tiles out of a set of an open table."""
        if not isinstance(self.move, Rearrange):
            return False
        return not all(any({*lying.tiles} <= {*meld.tiles} for meld in self.move.sets) for lying in self.changed_sets)

    @property
    def rack_tiles(self) -> tuple[Tile, ...]:
        """The tiles of the rack that the move uses."""
        match self.move:
            case Rearrange(played, _) | Close(played, _):
                return tuple(sorted(played, key=self._jokers_last))
            case Keep() | Redraw():
                return (self.view.table.turn.drew,)
            case LayMeld() | Extend() | Discard():
                return tuple(tile for tile in named_tiles(self.move) if tile in self.view.rack)
            case _:
                return ()

    def _jokers_last(self, tile: Tile) -> tuple[bool, int]:
        """Sort tiles for a sentence: by colour and number, jokers last."""
        return self.view.faces[tile] == JOKER, self.view.faces[tile].code

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile that the move is about, those on the table included."""
        match self.move:
            case Extend(index, _):
                return (*self.rack_tiles, *self.view.table.melds[index].tiles)
            case Rearrange() | Close():
                return (*self.rack_tiles, *(tile for meld in self.changed_sets for tile in meld.tiles))
            case TakePile(tiles):
                return tiles
            case _:
                return self.rack_tiles

    @property
    def points(self) -> int:
        """The points of the tiles laid from the rack."""
        return rules_of(self.view.table.game).rack_points(self.view.faces[tile] for tile in self.rack_tiles)


def asks_for_most(view: View) -> bool:
    """Return whether a hint also looks for the play that lays the most points."""
    return rules_of(view.table.game).family is Family.OPEN_TABLE


def hint_from(view: View, strong: Decision, most: Decision | None, *, patient: bool = True) -> Hint:
    """Make the hint from both answers; `most` counts only if it lays tiles, and for more points than `strong`.

    The hint is to wait only at a table where some bot is `patient`; it takes no set apart where adding lays as much.
    """
    strong, most = plain_decision(view, strong), None if most is None else plain_decision(view, most)
    if most is None or not isinstance(most.move, Rearrange | Close):
        return Hint(view, strong)
    if is_idle(strong.move) and not patient:
        return Hint(view, most, most)
    alone, both = Hint(view, strong), Hint(view, strong, most)
    return alone if isinstance(strong.move, Rearrange | Close) and alone.points >= both.points else both


class Adviser:
    """Asks bots for hints and keeps the last one; `ask` may be called on every frame."""

    def __init__(self, thinker: Thinker, seats: Sequence[Seat] = ()) -> None:
        self._thinker = thinker
        self._patient = any(seat.level in PATIENT_LEVELS for seat in seats)
        self._view: View | None = None
        self._glance: Ticket | None = None
        self._asked: dict[Ticket, str] = {}
        self._answers: dict[str, Decision] = {}
        self._hint: Hint | None = None
        self._single: set[Ticket] | None = None  # the unanswered questions about single tiles, once they are asked
        self._single_plays: list[Hint] = []
        self.can_lay = False  # whether some answer has already found something to lay, at an open table
        self.has_glanced = False  # whether any answer has come

    def ask(self, view: View) -> Hint | None:
        """Return the hint for a view if it is ready, else start the search and return None."""
        if self._view is not view:
            self.drop()
            self._view = view
            wanted: tuple[str, ...] = (STRONG_LEVEL,)
            if asks_for_most(view):
                self._glance = self._thinker.ask(view, MOST_POINTS_LEVEL, GLANCE_BUDGET, HINT_SEED)
                wanted = (STRONG_LEVEL, MOST_POINTS_LEVEL)
            from game.bots.bot import budget_for

            budget = budget_for(view.table.game)
            self._asked = {self._thinker.ask(view, level, budget, HINT_SEED): level for level in wanted}
        for answer in self._thinker.poll() if self._asked or self._single else ():
            if self._single and answer.ticket in self._single:
                self._single.remove(answer.ticket)
                self._single_plays.append(Hint(view, plain_decision(view, answer.choice)))
                continue
            level = self._asked.pop(answer.ticket, None)
            if level is not None:
                self._answers[level] = answer.choice
            self.can_lay |= isinstance(answer.choice.move, Rearrange)
            self.has_glanced = True
        if self._asked or STRONG_LEVEL not in self._answers:
            return None
        if self._hint is None:
            self._hint = hint_from(
                view, self._answers[STRONG_LEVEL], self._answers.get(MOST_POINTS_LEVEL), patient=self._patient
            )
        return self._hint

    def ask_rearranging(self, view: View) -> tuple[Hint, ...] | None:
        """Return plays that take sets of an open table apart; None while they are searched for.

        They are the hint's own and, for each face in the rack, one that lays such a tile alone.
        """
        if not asks_for_most(view):
            return ()
        hint = self.ask(view)
        if hint is None:
            return None
        if self._single is None:
            alone = {view.faces[tile]: tile for tile in view.rack}
            asked = [_with_single_tile(view, tile) for tile in alone.values()]
            self._single = {self._thinker.ask(one, MOST_POINTS_LEVEL, GLANCE_BUDGET, HINT_SEED) for one in asked}
            self.ask(view)
        if self._single:
            return None
        found = {one.rack_tiles: one for one in (hint, *self._single_plays) if one.takes_apart}
        return tuple(found.values())

    @property
    def has_found_nothing(self) -> bool:
        """Return whether all answers are there, and none lays anything."""
        return self._hint is not None and MOST_POINTS_LEVEL in self._answers and not self.can_lay

    def drop(self) -> None:
        """Forget what was asked."""
        for ticket in (*self._asked, *(self._single or ()), *(() if self._glance is None else (self._glance,))):
            self._thinker.cancel(ticket)
        self._view, self._glance, self._asked, self._answers, self._hint = None, None, {}, {}, None
        self._single, self._single_plays = None, []
        self.can_lay = self.has_glanced = False


def _with_single_tile(view: View, tile: Tile) -> View:
    """Return the view of a seat that holds nothing but this tile."""
    racks = tuple((tile,) if seat == view.seat else rack for seat, rack in enumerate(view.table.racks))
    return replace(view, table=replace(view.table, racks=racks))


def already_laid(move: Move, arrangement: Arrangement | None) -> bool:
    """Return whether the draft already lays all of a play in valid sets, so that only ending the turn is left."""
    if not isinstance(move, Rearrange) or arrangement is None or not set(move.played) <= set(arrangement.played):
        return False
    return arrangement.play_refusal is None


def is_idle(move: Move) -> bool:
    """Return whether a move draws, passes or stops the round."""
    return isinstance(move, Draw | Pass | Stop)
