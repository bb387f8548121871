"""Plays matches move by move, through the same log, dealers and views as the program: for soaks and tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass

from game.bots.bot import choose_move
from game.bots.names import BOT_VERSION
from game.bots.nodes import DEFAULT_BUDGET
from game.match.bodies import write_score
from game.match.deal import DealFault, OpenDealer
from game.match.match import Match
from game.match.shuffle import derive_key, draw_coin
from game.match.telling import view_of
from game.match.transcript import TABLE_AUTHOR, Controller, Entry, EntryKind, Header, Seat
from game.rules.registry import rules_of
from game.rules.ruleset import Option, RuleSet, choose_options
from game.table.faces import Face
from game.table.moves import Move, Timeout
from game.table.notation import write_move
from game.table.options import Options, OptionValue
from game.table.state import Phase, Table
from game.table.tiles import Tile
from game.table.view import View

Player = Callable[[View], Move]
LEVEL = "medium"


class Lots:
    """Draws random numbers from a seed, the same on every machine."""

    def __init__(self, *path: int) -> None:
        self._path = path
        self._drawn = 0

    def draw(self, bound: int) -> int:
        """Draw a number under `bound`."""
        self._drawn += 1
        return draw_coin(derive_key(*self._path, self._drawn), bound)


class Hall:
    """A match in progress: its log, a dealer for each seat, and what each seat knows."""

    def __init__(self, game: str, options: Options, seed: int) -> None:
        seats = tuple(Seat(f"bot {at}", Controller.BOT, LEVEL) for at in range(options.number("players")))
        self.rules = rules_of(game)
        self.header = Header(game, options, self.rules.deck.key, seats, "open", seed, BOT_VERSION, DEFAULT_BUDGET.nodes)
        self.match = Match.new(self.header)
        self._dealers = [OpenDealer(at) for at in range(len(seats))]
        self._known: list[dict[Tile, Face]] = [{} for _seat in seats]

    def fork(self) -> Hall:
        """Return a copy of the match, which can be continued differently."""
        other = copy(self)
        own = {"_dealers": [copy(dealer) for dealer in self._dealers], "_known": [dict(known) for known in self._known]}
        vars(other).update(own)
        return other

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.header.seats)

    @property
    def table(self) -> Table:
        """The table of the round that was dealt last."""
        if self.match.standing.table is None:
            raise ValueError("nothing is dealt yet")
        return self.match.standing.table

    def deal(self) -> None:
        """Begin the next round."""
        owed, *_others = [dealer.begin_deal(self.header, self.match.standing) for dealer in self._dealers]
        if owed is None:
            raise ValueError("the first seat's dealer deals")
        self._known = [{} for _seat in self._known]
        self._add(TABLE_AUTHOR, owed.kind, owed.body)

    def view(self, seat: int) -> View:
        """Return what a seat sees."""
        return view_of(self.match.standing, seat, self._known[seat])

    def move(self, move: Move) -> None:
        """Make a move of the seat whose turn it is; a BrokenLogError if the rules refuse it."""
        self._add(self.table.to_move, EntryKind.MOVE, write_move(move, self.table, cards=self.rules.deck.cards))

    def time_out(self) -> None:
        """End the mover's turn by a timeout, as the table does."""
        self._add(TABLE_AUTHOR, EntryKind.MOVE, write_move(Timeout(), self.table, cards=self.rules.deck.cards))

    def score(self) -> None:
        """Score a finished round."""
        shown = self._dealers[0].hidden_faces(self.match.standing)
        if isinstance(shown, DealFault):
            raise TypeError(f"an open dealer finds no fault: {shown.reason}")
        self._add(TABLE_AUTHOR, EntryKind.SCORE, write_score(shown, cards=self.rules.deck.cards))

    def _add(self, author: int, kind: EntryKind, body: str) -> None:
        self.match, entry = self.match.with_decision(author, kind, body)
        self._learn(entry)

    def _learn(self, entry: Entry) -> None:
        for dealer, known in zip(self._dealers, self._known, strict=True):
            learned = dealer.learn_from(entry, self.match.standing)
            if isinstance(learned, DealFault):
                raise TypeError(f"an open dealer finds no fault: {learned.reason}")
            known.update(learned)


@dataclass(frozen=True, slots=True)
class ObservedMove:
    """One move of a round: what its maker saw, and the move."""

    view: View
    move: Move


def play_round(hall: Hall, players: list[Player]) -> Iterator[ObservedMove]:
    """Deal a round and play it, yielding each move; the round is scored after the last."""
    hall.deal()
    yield from play_on(hall, players)


def play_on(hall: Hall, players: list[Player]) -> Iterator[ObservedMove]:
    """Play a dealt round to its end, yielding each move; the round is scored after the last."""
    while hall.table.phase is not Phase.ROUND_END:
        view = hall.view(hall.table.to_move)
        move = players[view.seat](view)
        yield ObservedMove(view, move)
        hall.move(move)
    hall.score()


def bot(seed: int, level: str = LEVEL) -> Player:
    """Return a player that moves as a bot."""
    return lambda view: choose_move(view, level, DEFAULT_BUDGET, seed).move


def any_options(rules: RuleSet, lots: Lots, fixed: dict[str, OptionValue]) -> Options:
    """Draw every option that is not fixed from its allowed values, until they do not conflict."""
    while True:
        chosen = {option.name: _any_value(option, lots) for option in rules.options}
        options = choose_options(rules, {**chosen, **fixed})
        if isinstance(options, Options):
            return options


def _any_value(option: Option, lots: Lots) -> OptionValue:
    """Draw one of the values and ranges, then a number within the range."""
    one = option.allowed[lots.draw(len(option.allowed))]
    return one[lots.draw(len(one))] if isinstance(one, range) else one


def all_tiles(table: Table) -> list[Tile]:
    """Return all tiles of a table, from all its places, in ascending order."""
    places = [*table.racks, *table.dead, table.pile, table.stock, *(meld.tiles for meld in table.melds)]
    closing = [] if table.closing < 0 else [table.closing]
    return sorted([*closing, *(tile for place in places for tile in place)])
