"""Ask for a hint at thousands of positions of every game, and count faults.

A fault is a hint with an illegal move, or with other advice than hard's own move, that depends on hidden tiles, that
contradicts the quick first search, or that lays another number of points at an open table than `comodin solve` finds.
If the advice is a run that hard overlooks, or is shown beside the play that lays the most, both moves are played to the
round's end, as in an arena; advice that surely loses points against hard's move is a fault, too.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from game.bots.bot import choose_move
from game.bots.dead_hand_bot import best_high_lay
from game.bots.nodes import DEFAULT_BUDGET
from game.bots.thinker import InlineThinker
from game.commands.arena_sums import bootstrap_interval, lead_over_others
from game.match.deal import OpenDealer
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import Family, choose_options
from game.session.hints import GLANCE_BUDGET, HINT_SEED, MOST_POINTS_LEVEL, STRONG_LEVEL, Hint, asks_for_most, hint_from
from game.session.local import LocalSession
from game.solver.packing_problem import face_points
from game.solver.solve_lines import solve_line
from game.store.matches import NoJournal
from game.table.faces import HIDDEN, face_text
from game.table.moves import Close, Discard, Rearrange
from game.table.options import Options
from game.table.tiles import Tile
from tools.bot_matches import Hall, Lots, bot, play_on, play_round
from tools.soak_bots import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from game.bots.choice import Decision
    from game.match.deal import OwedEntry
    from game.match.match import Standing
    from game.match.transcript import Header
    from game.table.melds import Meld
    from game.table.moves import Move
    from game.table.view import View

POSITIONS = 2_000  # positions per game
HARD_LEVEL = "hard"  # the level that the advice is compared with, and that plays on
MIN_PLAYOUTS = 30  # least number of rounds for a meaningful interval
CHECK_EVERY = 10  # one position in this many is repeated with other hidden tiles, or played to the round's end
SOLVER_NODES = 200_000  # the solver's nodes, ten times a hint's limit
LAWS = ("joker_lock", "joker_shift", "exchange_from_table", "opening_min", "opening_uses_table", "one_after_13")


@dataclass(slots=True)
class HintCounts:
    """The counts of one game."""

    asked: int = 0
    mixed: int = 0  # hints repeated with all hidden tiles reshuffled
    ahead: int = 0  # hints found by looking ahead, where rules of thumb differ
    beside: list[int] = field(default_factory=list)  # points that the advice gained over hard's move, played out
    laid: int = 0  # hints at an open table that lay tiles
    more: int = 0  # hints that lay more than hard would
    unproved: int = 0  # hints that neither search proved to lay the most
    shown: list[int] = field(default_factory=list)  # points that the move shown gained over the advice, played out
    took: list[float] = field(default_factory=list)  # milliseconds until a hint was there
    faults: list[str] = field(default_factory=list)


def hint_of(view: View, ask: Callable[[str], Decision]) -> Hint:
    """Make a hint by asking levels at once."""
    return hint_from(view, ask(STRONG_LEVEL), ask(MOST_POINTS_LEVEL) if asks_for_most(view) else None)


def soak(seed: int, positions: int = POSITIONS) -> str:
    """Ask at `positions` positions of each game; return one line, or raise AssertionError with it at a fault."""
    told = {game: ask_hints(game, seed, positions) for game in GAMES}
    for one in told.values():
        one.faults += _losses(one)
    faults = [f"{game}: {fault}" for game, one in told.items() for fault in one.faults]
    line = "; ".join(_counts_line(game, one) for game, one in told.items())
    if faults:
        raise AssertionError(f"{line}; {len(faults)} faults: {'; '.join(faults[:3])}")
    return f"{line}; each advises hard's own move, or the run that it overlooks; no faults"


def _losses(told: HintCounts) -> Iterator[str]:
    """Yield a fault if the advice surely loses points against hard's own moves."""
    if len(told.beside) >= MIN_PLAYOUTS and bootstrap_interval(told.beside)[1] < 0:
        yield f"the advice loses to hard's move: {_gain_line(told.beside)}"


def _gain_line(points: list[int]) -> str:
    """Format what one move gained over another per position, with its interval."""
    low, high = (total / len(points) for total in bootstrap_interval(points))
    return f"{sum(points) / len(points):+.1f} ({low:+.1f} .. {high:+.1f}) of {len(points)} played out"


def _counts_line(game: str, told: HintCounts) -> str:
    line = f"{game} {told.asked} hints, {told.mixed} in a second world"
    if told.ahead:
        line += f", {told.ahead} told by looking ahead"
    line += f", thought in {_spread(told.took)} ms"
    if told.laid:
        line += f", {told.laid} lay, {told.more} of them more than hard would, {told.unproved} unproved"
    if told.shown:
        line += f", these beside the advice {_gain_line(told.shown)}"
    if told.beside:
        line += f", where hard overlooks a run the advice gains {_gain_line(told.beside)}"
    return line


def _spread(took: list[float]) -> str:
    """Format the median, the 95th percentile and the maximum."""
    ordered = sorted(took)
    half, most, last = (ordered[(len(ordered) - 1) * part // 100] for part in (50, 95, 100))
    return f"{half:.0f}/{most:.0f}/{last:.0f}"


def ask_hints(game: str, seed: int, positions: int) -> HintCounts:
    """Ask at `positions` positions of one game."""
    told = HintCounts()
    for hall, view in _views(game, seed):
        since = time.perf_counter()
        hint = hint_of(view, partial(_ask_level, view))
        told.took.append(1000 * (time.perf_counter() - since))
        told.asked += 1
        told.ahead += hint.strong.reason.startswith("ahead")
        theirs = choose_move(view, HARD_LEVEL, DEFAULT_BUDGET, HINT_SEED).move
        told.faults += [f"{fault} at {told.asked}" for fault in _faults(hint, theirs, told)]
        glance = choose_move(view, MOST_POINTS_LEVEL, GLANCE_BUDGET, HINT_SEED) if asks_for_most(view) else None
        if glance is not None and isinstance(glance.move, Rearrange) and not isinstance(hint.move, Rearrange | Close):
            told.faults.append(f"what the glance lays is taken back at {told.asked}")
        if hint.most is not None and told.more % CHECK_EVERY == 0:
            told.shown.append(_played_out(hall, view, hint.move) - _played_out(hall, view, hint.strong.move))
        if not _is_like(hint.strong.move, theirs):
            told.beside.append(_played_out(hall, view, hint.strong.move) - _played_out(hall, view, theirs))
        if told.asked % CHECK_EVERY == 0:
            other = reshuffled_view(hall, view)
            told.mixed += 1
            if hint_of(other, partial(_ask_level, other)) != hint:
                told.faults.append(f"the hint knows more than its player at {told.asked}")
            if glance is not None and choose_move(other, MOST_POINTS_LEVEL, GLANCE_BUDGET, HINT_SEED) != glance:
                told.faults.append(f"the glance knows more than its player at {told.asked}")
        if told.asked >= positions:
            break
    return told


def _ask_level(view: View, level: str) -> Decision:
    return choose_move(view, level, DEFAULT_BUDGET, HINT_SEED)


def _views(game: str, seed: int) -> Iterator[tuple[Hall, View]]:
    """Yield what somebody saw before every move of rounds of bots, at tables of every size."""
    seats = [count for name, count in tables() if name == game]
    number = 0
    while True:
        hall = Hall(game, _options(game, seats[number % len(seats)]), seed * 1_000_003 + number)
        for made in play_round(hall, [bot(number)] * hall.seats):
            if made.view.must_decide:
                yield hall, made.view
        number += 1


def _options(game: str, seats: int) -> Options:
    chosen = choose_options(rules_of(game), {"players": seats})
    if not isinstance(chosen, Options):
        raise TypeError(f"{game} is not played by {seats}: {chosen}")
    return chosen


def _faults(hint: Hint, theirs: Move, told: HintCounts) -> Iterator[str]:
    rules = rules_of(hint.view.table.game)
    for choice in (hint.strong, hint.shown_decision):
        refused = rules.own_refusal(hint.view, choice.move)
        if refused is not None:
            yield f"{choice.move} is refused: {refused.code.key}"
    high = best_high_lay(hint.view) if isinstance(theirs, Discard) else None
    if not _is_like(hint.strong.move, theirs) and (high is None or hint.strong.move != high.move):
        yield "the advice is not hard's move"
    if rules.family is Family.OPEN_TABLE and isinstance(hint.move, Rearrange):
        told.laid += 1
        told.more += hint.most is not None
        yield from _not_the_most(hint, told)


def _is_like(move: Move, theirs: Move) -> bool:
    """Return whether two moves are equal, or both lay the same tiles at an open table."""
    if isinstance(move, Rearrange) and isinstance(theirs, Rearrange):
        return {*move.played} == {*theirs.played}
    return move == theirs


def _played_out(hall: Hall, view: View, move: Move) -> int:
    """Return a seat's lead over the others' mean when hard plays on for everybody after its move."""
    other = hall.fork()
    other.move(move)
    for _made in play_on(other, [bot(HINT_SEED, HARD_LEVEL)] * other.seats):
        pass
    sign = -1 if other.rules.lowest_wins else 1
    points = [sign * sheet.total for sheet in other.rules.score(other.match.standing.results[-1].table)]
    return lead_over_others(points, view.table.side_of(view.seat)) // (len(points) - 1)


class ElsewhereDealer(OpenDealer):
    """Deals a round that differs from the true one in everything that one seat has not seen."""

    hidden: ClassVar[tuple[Tile, ...]] = ()

    def begin_deal(self, header: Header, standing: Standing) -> OwedEntry | None:
        """Deal, then mix the faces that are hidden."""
        owed = super().begin_deal(header, standing)
        faces = list(self._faces)
        lots = Lots(header.seed, len(self.hidden))
        mixed = sorted(self.hidden, key=lambda _tile: lots.draw(1 << 30))
        for tile, other in zip(self.hidden, mixed, strict=True):
            faces[tile] = self._faces[other]
        self._faces = tuple(faces)
        return owed


def reshuffled_view(hall: Hall, view: View) -> View:
    """Return the seat's view with all tiles hidden from it reshuffled."""
    ElsewhereDealer.hidden = tuple(Tile(at) for at, face in enumerate(view.faces) if face == HIDDEN)
    world = LocalSession(hall.match, InlineThinker(), NoJournal(), dealer=ElsewhereDealer)
    return world.view_of(view.seat)


def _not_the_most(hint: Hint, told: HintCounts) -> Iterator[str]:
    """Ask the solver, as `comodin solve` does, what can be laid at most."""
    view = hint.view
    options = dict(view.table.options.items)
    asked = {
        "game": view.table.game,
        "table": [_written(meld, view) for meld in view.table.melds],
        "rack": [face_text(view.faces[tile]) for tile in view.rack],
        "objective": "points",
        "opened": view.table.opened[view.seat],
        "nodes": SOLVER_NODES,
        **{law: options[law] for law in LAWS if law in options},
    }
    answer = json.loads(solve_line(1, json.dumps(asked)))
    if "error" in answer:
        yield f"the solver cannot read it: {answer['error']}"
        return
    points = sum(face_points(view.faces[tile]) for tile in hint.rack_tiles)
    if answer["points"] != points:
        if answer["exact"]:
            yield f"{points} points, the solver lays {answer['points']}"
        else:
            told.unproved += 1


def _written(meld: Meld, view: View) -> list[str]:
    pairs = zip(meld.tiles, meld.stands_for, strict=True)
    return [
        face_text(view.faces[tile]) if means is None else f"{face_text(view.faces[tile])}={face_text(means)}"
        for tile, means in pairs
    ]
