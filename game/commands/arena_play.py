"""One round of an arena: dealt from a seed, played by levels, without log or window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import thread_time_ns

from game.bots.bot import decide_by_level
from game.bots.choice import fallback_move
from game.bots.level import Level
from game.bots.names import BOT_VERSION
from game.bots.nodes import DEFAULT_BUDGET, Nodes
from game.commands.arena_sums import Effort
from game.match.deal import COIN_BOUND, dealt_faces
from game.match.match import opening_standing
from game.match.shuffle import derive_key, draw_coin
from game.match.transcript import Controller, Header, Seat
from game.rules.registry import rules_of
from game.rules.ruleset import RuleSet
from game.session.local import bot_seed
from game.table.faces import HIDDEN, Face
from game.table.moves import Move
from game.table.options import Options
from game.table.state import Phase, Table, with_faces
from game.table.tiles import Tile
from game.table.view import PublicMove, View

FindLevel = Callable[[str, str], Level]  # returns a level by game and name


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """A round's result: points by side (more is better), and each level's effort."""

    points: tuple[int, ...]
    efforts: Mapping[str, Effort]


def arena_header(game: str, options: Options, seed: int) -> Header:
    """Return the header of the round with this seed."""
    seats = tuple(Seat(f"bot {at}", Controller.BOT) for at in range(options.number("players")))
    return Header(game, options, rules_of(game).deck.key, seats, "open", seed, BOT_VERSION, DEFAULT_BUDGET.nodes)


def play_deal(game: str, options: Options, seed: int, names: tuple[str, ...], resolve: FindLevel) -> RoundOutcome:
    """Play one round from a fresh deal; `names` are the levels by seat."""
    rules = rules_of(game)
    header = arena_header(game, options, seed)
    deck = dealt_faces(header, opening_standing(header))
    table = _deal(rules, options, seed, deck)
    efforts = {name: Effort() for name in sorted(set(names))}
    story: tuple[PublicMove, ...] = ()
    while table.phase is not Phase.ROUND_END:
        seat = table.to_move
        view = _view_of(table, seat, deck, story)
        move = _decide(rules, view, names[seat], resolve, bot_seed(seed, view), efforts[names[seat]])
        table, story = rules.apply(table, move), (*story, PublicMove(seat, move))
    hidden = [Tile(at) for at, face in enumerate(table.faces) if face == HIDDEN]
    sheets = rules.score(table.with_shown_faces(tuple((tile, deck[tile]) for tile in hidden)))
    sign = -1 if rules.lowest_wins else 1
    return RoundOutcome(tuple(sign * sheet.total for sheet in sheets), efforts)


def _deal(rules: RuleSet, options: Options, seed: int, deck: tuple[Face, ...]) -> Table:
    lot = draw_coin(derive_key(seed, 1, 1), COIN_BOUND)
    shown = tuple((tile, deck[tile]) for tile in rules.opened_tiles(options))
    return rules.deal(options, 1, lot, None, (0,) * rules.sides(options.number("players")), shown)


def _view_of(table: Table, seat: int, deck: tuple[Face, ...], story: tuple[PublicMove, ...]) -> View:
    own = tuple((tile, deck[tile]) for tile in table.racks[seat])
    return View(table, seat, with_faces(table.faces, own), story)


def _decide(rules: RuleSet, view: View, name: str, resolve: FindLevel, seed: int, effort: Effort) -> Move:
    """Ask a level for a move and record its effort; an illegal move is counted and replaced by the fallback."""
    level = resolve(view.table.game, name)
    nodes = Nodes(level.nodes)
    start = thread_time_ns()
    choice = decide_by_level(view, level, nodes, seed)
    effort.note(nodes.count, (thread_time_ns() - start) // 1000, choice.reason)
    if rules.own_refusal(view, choice.move) is None and rules.refusal(view.table, choice.move) is None:
        return choice.move
    effort.faults += 1
    return fallback_move(view).move
