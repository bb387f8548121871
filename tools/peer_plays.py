"""Checks that our solver and rummikub-solver agree on which plays exist, on random positions under its rules.

Both are asked for every choice of one, two or three rack tiles. A play that the peer finds must be legal by our rules;
where it finds none, our solver must find none either, unless its play needs a set that the peer never makes: one with a
joker that the next player could take for nothing, as the fourth of a group or at the end of a run of four or more.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib import import_module
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

from game.commands.progress import tracked
from game.rules.open_table_sets import arrangements
from game.rules.registry import rules_of
from game.session.draft import draft_refusal
from game.solver.packing import best_packing
from game.solver.packing_problem import Problem
from game.table.faces import COLOURS, JOKER, Face
from game.table.moves import Rearrange
from game.table.view import View
from tools.posed import posed_header

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from game.solver.packed_sets import PackedSet
    from game.table.melds import Meld
    from game.table.refusals import Refusal
    from game.table.state import Table
    from game.table.tiles import Tile

RACK_TILES = 5
MAX_SETS = 7
MIN_PEER_RUN, MAX_PEER_RUN = 3, 5  # lengths of the peer's runs; it composes longer ones

Peer = Any  # the optional module has no types here


def soak(seed: int, count: int) -> str:
    """Compare on `count` positions; a difference is an AssertionError."""
    random = Random(seed)  # noqa: S311 - a reproducible draw, nothing to guess
    peer, said = import_module("rummikub_solver"), Counter[str]()
    for _ in tracked("peer", range(count)):
        said += compare(peer, random)
    counts = ", ".join(f"{number} {what}" for what, number in sorted(said.items()))
    return f"{count} positions, {counts}"


def compare(peer: Peer, random: Random) -> Counter[str]:
    """Ask both about every small play of a position; count the answers."""
    view = position(random)
    said: Counter[str] = Counter()
    for size in (1, 2, 3):
        for played in combinations(view.rack, size):
            said[_answer(peer, view, played)] += 1
    return said


def _answer(peer: Peer, view: View, played: tuple[Tile, ...]) -> str:
    """Ask both whether a play exists; raise AssertionError if one of them is wrong."""
    told = f"{[str(meld.tiles) for meld in view.table.melds]} and {[str(view.faces[tile]) for tile in played]}"
    theirs = _peer_sets(peer, view, played)
    laid = tuple(view.faces[tile] for tile in _on_table(view.table))
    rack = tuple(view.faces[tile] for tile in played)
    ours = best_packing(Problem(rack, loose=laid, must_lay=rack))
    possible = ours.divisible and ours.tiles == len(played)
    if theirs is not None:
        refused = _refusal(view, played, theirs)
        if refused is not None or not possible:
            raise AssertionError(f"the peer plays {told}, we say {refused}")
        return "plays"
    if possible and all(map(_peer_knows, ours.sets)):
        raise AssertionError(f"the peer denies {told}, we play {' '.join(map(str, ours.sets))}")
    return "plays with sets the peer does not know" if possible else "refusals"


def position(random: Random) -> View:
    """Return a table of random sets, jokers among them, and a random rack; jokers are free and everybody has opened."""
    options = posed_header("rummikub", 2, joker_lock="free", opening_min=0).options
    rules = rules_of("rummikub")
    faces = rules.deck.faces
    left = list(range(len(faces)))
    random.shuffle(left)
    melds: list[Meld] = []
    for _ in range(random.randint(0, MAX_SETS)):
        made = next(_sets(random, left, faces), None)
        if made is not None:
            melds.append(made)
            left = [tile for tile in left if tile not in made.tiles]
    racks = (tuple(left[:RACK_TILES]), tuple(left[RACK_TILES : RACK_TILES + 3]))
    table = rules.deal(options, 1, 0, None, (0, 0), ()).with_fields(
        melds=tuple(melds),
        racks=racks,
        stock=tuple(left[RACK_TILES + 3 :]),
        opened=(True, True),
        faces=faces,
        to_move=0,
    )
    return View(table, 0, faces)


def _sets(random: Random, left: Sequence[int], faces: tuple[Face, ...]) -> Iterator[Meld]:
    """Yield random sets of the tiles that are left; in three of ten a joker replaces a tile."""
    options = posed_header("rummikub", 2).options
    for _ in range(60):
        size, number = random.randint(3, 5), random.randint(1, 13)
        if random.random() < 0.4:
            wanted = [Face(colour, number) for colour in random.sample(COLOURS, min(4, size))]
        else:
            colour, first = random.choice(COLOURS), random.randint(1, 14 - size)
            wanted = [Face(colour, first + at) for at in range(size)]
        if random.random() < 0.3:
            wanted[random.randrange(len(wanted))] = JOKER
        chosen: list[int] = []
        for face in wanted:
            tile = next((one for one in left if faces[one] == face and one not in chosen), None)
            if tile is None:
                break
            chosen.append(tile)
        else:
            yield from arrangements(tuple(chosen), faces, options)[:1]  # type: ignore[arg-type]  # numbers are tiles


def _on_table(table: Table) -> tuple[Tile, ...]:
    return tuple(tile for meld in table.melds for tile in meld.tiles)


# --- the peer ---------------------------------------------------------------------------------------------------------


@cache
def _rules(peer: Peer) -> Any:
    return peer.RuleSet()


def _number_of(face: Face) -> int:
    """Return the peer's number of a face; the joker's is the last."""
    return 53 if face.colour is None else COLOURS.index(face.colour) * 13 + face.number


def _peer_sets(peer: Peer, view: View, played: tuple[Tile, ...]) -> list[list[Tile]] | None:
    """Return the table the peer would make with these tiles, None when it finds none."""
    rules = _rules(peer)
    laid = _on_table(view.table)
    state = rules.new_game()
    state.initial = False
    state.add_table(*(rules.tiles[_number_of(view.faces[tile]) - 1] for tile in laid))
    state.add_rack(*(rules.tiles[_number_of(view.faces[tile]) - 1] for tile in played))
    made = rules.solve(state, peer.SolverMode.TILE_COUNT)
    if made is None or len(made.tiles) < len(played):
        return None
    tiles = [*laid, *played]
    by_face: dict[int, list[Tile]] = {}
    for tile in tiles:
        by_face.setdefault(_number_of(view.faces[tile]), []).append(tile)
    return [[by_face[int(one)].pop() for one in chosen] for chosen in made.sets]


def _refusal(view: View, played: tuple[Tile, ...], sets: Sequence[Sequence[Tile]]) -> Refusal | None:
    """Ask the rules about the peer's table as a move."""
    melds = []
    for tiles in sets:
        found = arrangements(tuple(tiles), view.faces, view.table.options)
        if not found:
            raise AssertionError(f"the peer calls {[str(view.faces[tile]) for tile in tiles]} a set")
        melds.append(found[0])
    return draft_refusal(view, Rearrange(played, tuple(melds)))


def _peer_knows(made: PackedSet) -> bool:
    """Return whether the peer has a set, or can put it together from shorter runs."""
    faces = [placed.face for placed in made.tiles]
    if JOKER not in faces:
        return True
    if len({face.colour for face in faces} - {None}) > 1 or len({face.number for face in faces} - {0}) == 1:
        return len(faces) == MIN_PEER_RUN
    return _knows_run(tuple(face == JOKER for face in faces))


def _knows_run(jokers: tuple[bool, ...]) -> bool:
    """Return whether a run is among the peer's: three tiles with jokers anywhere, four or five with none at an end."""
    if not jokers:
        return True
    return any(
        (size == MIN_PEER_RUN or not (jokers[0] or jokers[size - 1])) and _knows_run(jokers[size:])
        for size in range(MIN_PEER_RUN, MAX_PEER_RUN + 1)
        if size <= len(jokers)
    )
