"""Checks plays of the bots' solver against the rules, in positions with any table options.

`soak(seed, count)` returns one line with the number of plays. A play that the rules refuse is an AssertionError.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

from game.bots.nodes import Nodes
from game.bots.open_table_packing import best_play
from game.rules.registry import rules_of
from game.rules.ruleset import RuleSet
from game.table.faces import Face
from game.table.moves import Close, Rearrange
from game.table.options import Options
from game.table.refusals import Refusal
from game.table.state import Phase, Turn, with_faces
from game.table.tiles import NO_TILE, Tile
from game.table.view import View
from tools.bot_matches import Lots, any_options
from tools.packing_families import DECK
from tools.packing_trials import sets_and_rack

GAMES = ("rummy", "rummikub")
ALLOWANCES = (10, 60, 4_000)


def soak(seed: int, count: int) -> str:
    """Lay `count` plays before the rules."""
    told = [refused for view in positions(seed, count) for refused in answers(view)]
    wrong = [str(refused) for refused in told if refused is not None]
    if wrong:
        raise AssertionError("\n".join([f"{len(wrong)} plays of {len(told)} refused", *wrong[:5]]))
    return f"{len(told)} plays legal by the rules"


def positions(seed: int, count: int) -> Iterator[View]:
    """Draw views of a few sets with jokers, of either game, with any options."""
    chance = Random(seed)  # noqa: S311 - a reproducible draw, nothing to guess
    for at in range(count):
        rules = rules_of(GAMES[at % len(GAMES)])
        yield _view(chance, rules, any_options(rules, Lots(seed, at), {}))


def answers(view: View) -> list[Refusal | None]:
    """Solve a position with the table and beside it, with few nodes and many; return the rules' answer to each play."""
    refusal = rules_of(view.table.game).own_refusal
    found = []
    for nodes in ALLOWANCES:
        for table_too in (True, False):
            play = best_play(view, view.rack, Nodes(nodes), table_too=table_too)
            if play is not None:
                found.append(refusal(view, Rearrange(play.played, play.sets)))
    if view.table.closing != NO_TILE:
        everything = (*view.rack, view.table.closing)
        play = best_play(view, everything, Nodes(ALLOWANCES[-1]), must=everything)
        if play is not None:
            found.append(refusal(_before_drawing(view), Close(play.played, play.sets)))
    return found


def _before_drawing(view: View) -> View:
    """Go back to where the closing tile may be taken, if that is before the draw."""
    if view.table.options.word("closing_tile") == "after_draw":
        return view
    return View(view.table.with_fields(phase=Phase.TURN, turn=Turn()), view.seat, view.faces)


def _view(chance: Random, rules: RuleSet, options: Options) -> View:
    """Put drawn sets on a table of these options, and a drawn rack before its first seat."""
    sets, hand = sets_and_rack(chance, one_after_13=options.flag("one_after_13"))
    rest = list(DECK)
    for face in [*(tile.face for one in sets for tile in one.tiles), *hand]:
        rest.remove(face)
    chance.shuffle(rest)
    faces: list[Face] = [*(tile.face for one in sets for tile in one.tiles), *hand, *rest]
    melds, first = [], 0
    for one in sets:
        tiles = tuple([Tile(first + at) for at in range(len(one.tiles))])
        means = tuple([tile.stands_for if tile.stands_for != tile.face else None for tile in one.tiles])
        melds.append(rules.read_meld(tiles, means, tuple(faces), options))
        first += len(tiles)
    closing = rules.opened_tiles(options)
    rack = tuple([Tile(first + at) for at in range(len(hand))])
    public = tuple([(Tile(at), faces[at]) for at in range(first)])
    seats = options.number("players")
    table = rules.deal(options, 1, 0, None, (0,) * seats, tuple([(tile, faces[tile]) for tile in closing]))
    draws_first = rules.key == "rummy"
    table = table.with_shown_faces(public).with_fields(
        to_move=0,
        phase=Phase.PLAY if draws_first else Phase.TURN,
        turn=Turn(drew=rack[-1]) if draws_first else Turn(),
        melds=tuple(melds),
        racks=(rack, *[()] * (seats - 1)),
        stock=tuple([Tile(at) for at in range(first + len(rack), len(faces)) if Tile(at) not in closing]),
        opened=(chance.random() < 0.6, *[False] * (seats - 1)),
    )
    own = tuple([(tile, faces[tile]) for tile in rack])
    return View(table, 0, with_faces(table.faces, own))


if __name__ == "__main__":
    print(soak(int(sys.argv[1]), int(sys.argv[2])))
