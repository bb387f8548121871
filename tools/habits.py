"""Counts bad habits of bots: each level plays rounds against itself, and moves that strong players avoid are counted.

`tools/dev.py run habits --game burraco --seats 2 --levels elder,hard --rounds 60 --seed 7`. A habit is judged by the
rules, from what lies on the table and what its player sees, never by a bot's own judgement.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from game.bots.bot import decide_by_level, level_of
from game.bots.nodes import Nodes
from game.commands.ladder import HOLD_BACK_REASON, LAY_REASONS
from game.commands.progress import tracked
from game.rules.dead_hand_sets import CANASTA, arrangements, extension_refusal, is_canasta, is_pure, is_wild_face
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import Family, choose_options
from game.session.local import bot_seed
from game.table.faces import JOKER
from game.table.moves import Close, Discard, Draw, Extend, LayMeld, Move, Rearrange, TakePile
from game.table.options import Options
from game.table.state import without
from game.table.tiles import Tile
from game.table.view import View
from tools.bot_matches import Hall, play_round

ROUNDS, SEED = 60, 1
ROUNDS_PER_SEED = 100_003  # distance between the rounds of two seeds: one run has fewer
MANY_TILES = 24  # nearly the rack of each of four players who all wait until the stock is empty
MIN_SET_SIZE = 3
LABEL_WIDTH = 66

# For each family: the name of a habit, its counter, and the counter of the chances to show it.
HABITS: dict[Family, tuple[tuple[str, str, str], ...]] = {
    Family.DEAD_HAND: (
        ("wild tiles laid in new sets of three, a side", "burnt", "side"),
        ("canastas that were dirty as they came to be, a side", "dirty", "side"),
        ("pure canastas, a side", "pure", "side"),
        ("piles left with a tile that fits an own set, % of draws beside one", "left", "beside %"),
        ("one tile laid and one thrown after taking, % of takes", "swapped", "take %"),
        ("a lone tile taken and its like thrown, % of such takes", "returned", "lone %"),
        ("a canasta made possible for the others by choice, a side", "gift", "side"),
        ("tiles thrown that fit an own set, by choice, a side", "lost", "side"),
        ("wild tiles thrown by choice, a side", "wild", "side"),
        ("tiles in racks at the end, a side", "kept", "side"),
    ),
    Family.OPEN_TABLE: (
        ("never opened in a round, % of players", "closed", "side %"),
        ("held back, % of turns in which something could be laid", "held", "could %"),
        (f"turns that laid {MANY_TILES} tiles or more, a round", "dumped", "round"),
        ("jokers laid with two tiles of the rack, a player", "burnt", "side"),
        ("jokers in racks at the end, a player", "jokers", "side"),
        ("tiles in racks at the end, a player", "kept", "side"),
        ("turns, a player", "turn", "side"),
    ),
}


@dataclass(slots=True)
class Watcher:
    """Sees each move before it is made, and counts habits and the chances to show them."""

    counts: Counter[str] = field(default_factory=Counter)
    laid: int = 0  # tiles in this turn

    def told(self, count: str, chances: str) -> str:
        """Write how often a habit was shown, as a share of its chances."""
        of = self.counts[chances.removesuffix(" %")]
        share = self.counts[count] / of if of else 0.0
        return f"{100 * share:.1f} %" if chances.endswith("%") else f"{share:.2f}"

    # Dead-hand games

    def dead_hand(self, view: View, move: Move) -> None:
        """Count what a move of a dead-hand game shows."""
        match move:
            case Draw():
                self.laid = 0
                self._drawn(view)
            case TakePile():
                self.laid = 0
                self.counts.update(take=1, lone=len(move.tiles) == 1)
            case LayMeld() | Extend():
                self._laid(view, move)
            case Discard():
                self._thrown(view, move.tile)

    def _drawn(self, view: View) -> None:
        pile = view.table.pile
        if pile and rules_of(view.table.game).own_refusal(view, TakePile(pile)) is None:
            side = view.table.side_of(view.seat)
            self.counts.update(beside=1, left=any(fits(view, tile, side) for tile in pile))

    def _laid(self, view: View, move: LayMeld | Extend) -> None:
        before = () if isinstance(move, LayMeld) else view.table.melds[move.index].tiles
        added = without(move.meld.tiles, before)
        wild = not is_pure(move.meld)
        self.laid += len(added)
        self.counts["burnt"] += not before and wild and len(added) == MIN_SET_SIZE
        self.counts["dirty"] += wild and len(before) < CANASTA <= len(move.meld.tiles)

    def _thrown(self, view: View, tile: Tile) -> None:
        took, side = view.table.turn.took, view.table.side_of(view.seat)
        like = [other for other in took if view.faces[other] == view.faces[tile]]
        self.counts.update(swapped=bool(took) and self.laid == 1, returned=len(took) == 1 and bool(like))
        if is_wild_face(view.faces[tile]):
            self.counts["wild"] += any(_is_harmless(view, other) for other in view.rack)
        elif fits(view, tile, 1 - side, CANASTA - 1):
            self.counts["gift"] += any(_is_harmless(view, other) for other in view.rack)
        elif fits(view, tile, side):
            self.counts["lost"] += any(_is_harmless(view, other) and not fits(view, other, side) for other in view.rack)

    # Open-table games

    def open_table(self, view: View, move: Move, reason: str) -> None:
        """Count what a move of an open-table game shows."""
        self.counts.update(turn=1, held=reason == HOLD_BACK_REASON, could=reason in (HOLD_BACK_REASON, *LAY_REASONS))
        if isinstance(move, Rearrange | Close):
            self.counts["dumped"] += len(move.played) >= MANY_TILES
            new = [meld.tiles for meld in move.sets if set(meld.tiles) <= set(move.played)]
            jokers = [sum([view.faces[tile] == JOKER for tile in tiles]) for tiles in new if len(tiles) == MIN_SET_SIZE]
            self.counts["burnt"] += sum(jokers)

    def ended(self, hall: Hall) -> None:
        """Count what is left when a round is over."""
        table = hall.table
        self.counts.update(round=1, side=table.sides, kept=sum([len(rack) for rack in table.racks]))
        self.counts["closed"] += table.opened.count(False)
        self.counts["pure"] += sum([is_canasta(meld) and is_pure(meld) for meld in table.melds if table.owners])
        held = [hall.view(seat).faces[tile] for seat, rack in enumerate(table.racks) for tile in rack]
        self.counts["jokers"] += held.count(JOKER)


def fits(view: View, tile: Tile, side: int, least: int = 0) -> bool:
    """Return whether a natural tile fits a side's set; with `least`, one of `least` tiles or more, still no canasta."""
    table, faces = view.table, view.faces
    if is_wild_face(faces[tile]):
        return False
    return any(
        extension_refusal(meld, longer, faces) is None
        for meld, owner in zip(table.melds, table.owners, strict=True)
        if owner == side and least <= len(meld.tiles) < (CANASTA if least else 2 * CANASTA)
        for longer in arrangements((*meld.tiles, tile), faces, table.options)
    )


def _is_harmless(view: View, tile: Tile) -> bool:
    """Return whether a tile is a harmless discard: allowed, not wild, and it fits no set of the other side."""
    rules = rules_of(view.table.game)
    free = not is_wild_face(view.faces[tile]) and not fits(view, tile, 1 - view.table.side_of(view.seat))
    return free and rules.own_refusal(view, Discard(tile)) is None


def play_and_count(game: str, options: Options, name: str, seeds: Iterable[int]) -> Watcher:
    """Let one level play on all chairs, one round for each seed."""
    watcher = Watcher()
    level = level_of(game, name)
    dead_hand = rules_of(game).family is Family.DEAD_HAND
    for seed in seeds:
        hall = Hall(game, options, seed)

        def move(view: View, seed: int = seed) -> Move:
            choice = decide_by_level(view, level, Nodes(level.nodes), bot_seed(seed, view))
            if dead_hand:
                watcher.dead_hand(view, choice.move)
            else:
                watcher.open_table(view, choice.move, choice.reason)
            return choice.move

        for _made in play_round(hall, [move] * hall.seats):
            pass
        watcher.ended(hall)
    return watcher


def main(arguments: Sequence[str]) -> int:
    """Print the habits of some levels beside each other."""
    parser = argparse.ArgumentParser(prog="tools/dev.py run habits", description=__doc__)
    parser.add_argument("--game", choices=tuple(GAMES), default="burako")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--levels", default="medium,hard")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args(arguments)
    rules = rules_of(asked.game)
    options = choose_options(rules, {} if asked.seats is None else {"players": asked.seats})
    if not isinstance(options, Options):
        parser.error(f"{rules.title} has no table for {asked.seats}")
    names = asked.levels.split(",")
    seeds = range(asked.seed * ROUNDS_PER_SEED, asked.seed * ROUNDS_PER_SEED + asked.rounds)
    found = [play_and_count(asked.game, options, name, tracked(name, seeds)) for name in names]
    print(f"{rules.title}, {options.number('players')} players, {asked.rounds} rounds, seed {asked.seed}")
    print(f"{'':{LABEL_WIDTH}}", *(f"{name:>9}" for name in names))
    for said, count, chances in HABITS[rules.family]:
        print(f"{said:{LABEL_WIDTH}}", *(f"{one.told(count, chances):>9}" for one in found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
