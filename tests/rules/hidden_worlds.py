"""Small worlds: tables on which all but a few faces are public, and every way to lay those few on the hidden tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations

from game.rules import open_table_sets
from game.rules.dead_hand_sets import is_wild_face
from game.rules.registry import rules_of
from game.table.faces import HIDDEN, Face, parse_face
from game.table.melds import Meld
from game.table.moves import Attempt, Close, Discard, Draw, Move, Pass, Rearrange, Retract, Timeout
from game.table.notation import read_set
from game.table.options import Options
from game.table.state import Phase, Table, Turn, hidden_among, with_faces, without
from game.table.tiles import NO_TILE, Deck, Tile
from game.table.view import View, with_shown_faces
from tools.bot_matches import Lots, any_options
from tools.wanderer import extends, melds

Faces = tuple[Face, ...]

# What the mover's side has on the table, and a tile of the rack that can be added to it.
DEAD_HAND_SETS = (
    ("[R3 R4 R5 R6 R7 R8 R9]", "R10"),
    ("[R3 R4 *=R5 R6 R7 R8 R9]", "R10"),
    ("[R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13]", "R1"),
    ("[R9 R9 B9 B9 K9 K9 Y9 Y9]", "*"),
    ("[R3 R4 R5]", "R6"),
)
OPEN_TABLES = (  # what lies there, the rack, and a tile to close with
    ("[R3 R4 R5] [K4 *=K5 K6]", "R6 K5 Y8", "R7"),
    ("[Y7 Y8 Y9]", "R10 B10 K10", "Y10"),
    ("", "R11 R12 R13", "R10"),
)


def worlds(deck: Deck, table: Table, move: Move) -> Iterator[Faces]:
    """Yield all faces of every world in which the mover's rack fits what is public with the move; each rack once."""
    public = with_faces(table.faces, move.shown)
    left = list(deck.faces)
    for face in public:
        if face != HIDDEN:
            left.remove(face)
    hidden = hidden_among(table.rack, public)
    for some in set(permutations(left, len(hidden))):
        yield with_faces(public, tuple(zip(hidden, some, strict=True)))


def legal_somewhere(table: Table, move: Move) -> bool:
    """Whether one world at least makes the move legal."""
    rules = rules_of(table.game)
    seen = (View(table, table.to_move, faces) for faces in worlds(rules.deck, table, move))
    return any(rules.own_refusal(view, move) is None for view in seen)


def true_view(table: Table, faces: Faces) -> View:
    return View(table, table.to_move, faces)


class Box:
    """The deck, from which each tile is taken once."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.free = [Tile(at) for at in range(len(deck))]

    def has(self, faces: Iterable[Face]) -> bool:
        """Tell whether its deck has these faces at all."""
        return set(faces) <= set(self.deck.faces)

    def take(self, face: Face) -> Tile:
        found = next(tile for tile in self.free if self.deck.faces[tile] == face)
        self.free.remove(found)
        return found

    def some(self, faces: Iterable[Face]) -> tuple[Tile, ...]:
        """Take these as far as there are any."""
        there = [face for face in faces if face in [self.deck.faces[tile] for tile in self.free]]
        found = []
        for face in there:
            tile = next((one for one in self.free if self.deck.faces[one] == face), None)
            if tile is not None:
                self.free.remove(tile)
                found.append(tile)
        return tuple(found)

    def any(self, lots: Lots, count: int, *, wild: bool | None = None) -> tuple[Tile, ...]:
        """Take some by lot: wild ones, plain ones, or either."""
        fit = [tile for tile in self.free if wild is None or is_wild_face(self.deck.faces[tile]) == wild]
        found = tuple(fit.pop(lots.draw(len(fit))) for _time in range(min(count, len(fit))))
        self.free = [tile for tile in self.free if tile not in found]
        return found


def dead_hand_world(game: str, seed: int) -> tuple[Table, Faces]:
    """A turn that has begun, near its end; of what lies elsewhere and of the rack a few tiles are hidden."""
    rules, lots = rules_of(game), Lots(seed, 14)
    options = any_options(rules, lots, {})
    box = Box(rules.deck)
    texts = [one for one in DEAD_HAND_SETS if box.has(piece.face for piece in read_set(one[0]))]
    text, step = texts[lots.draw(len(texts))]
    pieces = read_set(text)
    tiles = tuple(box.take(piece.face) for piece in pieces)
    laid = rules.read_meld(tiles, tuple(piece.means for piece in pieces), rules.deck.faces, options)
    took = _taken(box, lots)
    own = box.some([parse_face(step)]) if lots.draw(4) else ()
    hidden = _hidden(box, lots, took)
    held = hidden[: 1 + lots.draw(2)]
    rack = (*took, *own, *held)
    dead = box.any(lots, 1, wild=False) if lots.draw(4) == 0 else ()
    seats = options.number("players")
    table = rules.deal(options, 1, 0, None, (0, 0), tuple((tile, HIDDEN) for tile in rules.opened_tiles(options)))
    table = table.with_fields(
        phase=Phase.PLAY,
        to_move=0,
        racks=(rack, hidden[len(held) :], *((),) * (seats - 2)),
        melds=(laid,),
        owners=(0,),
        pile=(),
        stock=tuple(without(tuple(box.free), dead)),
        dead=(dead, ()),
        dead_by=(-1 if dead else 0, 1),
        turn=Turn(took=took, drew=NO_TILE),
    )
    secret = {*hidden, *(own if lots.draw(2) else ())}
    return _public(table, rules.deck.faces, secret), rules.deck.faces


def _taken(box: Box, lots: Lots) -> tuple[Tile, ...]:
    """Take what came from the pile: nothing, a lone tile, a joker, or two."""
    some = (), ("B8",), ("B8",), ("*",), ("B8", "K7")
    return box.some([parse_face(text) for text in some[lots.draw(len(some))]])


def _hidden(box: Box, lots: Lots, took: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Take the tiles that nobody has seen: wild ones, plain ones, some that fit, twins of what was taken, or any."""
    sorts = (
        lambda: box.any(lots, 3, wild=True),
        lambda: box.any(lots, 4, wild=False),
        lambda: box.some([box.deck.faces[tile] for tile in (*took, *took, *took)]),
        lambda: box.some([parse_face(text) for text in ("R11", "R10", "R2", "R9")]),
        lambda: box.any(lots, 1, wild=True),
        lambda: box.any(lots, 1, wild=False),
    )
    found: tuple[Tile, ...] = ()
    while len(found) < 2:
        found = (*found, *sorts[lots.draw(len(sorts))]())
    order = list(found)
    return tuple(order.pop(lots.draw(len(order))) for _time in found)[:6]


def _public(table: Table, faces: Faces, secret: set[Tile]) -> Table:
    return table.with_fields(faces=tuple(HIDDEN if Tile(at) in secret else face for at, face in enumerate(faces)))


def turn_moves(table: Table, faces: Faces) -> list[Move]:
    """Moves that end or continue a turn of a dead-hand game, with their true faces: discards, sets and extensions."""
    view = true_view(table, faces)
    some = [*map(Discard, table.rack), Retract(), *melds(view), *extends(view)]
    return [with_shown_faces(view, move) for move in some]


def open_table_world(game: str, seed: int) -> tuple[Table, Faces]:
    """A turn at an open table; a few tiles are hidden, some of them in the mover's rack."""
    rules, lots = rules_of(game), Lots(seed, 15)
    options = any_options(rules, lots, {"players": 2})
    box = Box(rules.deck)
    sets, rack, closer = OPEN_TABLES[lots.draw(len(OPEN_TABLES))]
    laid = tuple(_read(box, text, options, game) for text in sets.replace("] [", "]|[").split("|") if text)
    own = (*box.some(map(parse_face, rack.split())), *box.any(lots, lots.draw(2)))
    elsewhere = box.any(lots, 3)
    table = rules.deal(options, 1, 0, None, (0, 0), tuple((tile, HIDDEN) for tile in rules.opened_tiles(options)))
    closing = box.take(parse_face(closer)) if table.closing != NO_TILE else NO_TILE
    phase = Phase.PLAY if game == "rummy" and lots.draw(2) else Phase.TURN
    stock = tuple(box.free) if lots.draw(2) else ()
    table = table.with_fields(
        phase=phase,
        to_move=0,
        racks=(own, elsewhere),
        melds=laid,
        stock=stock,
        closing=closing,
        opened=(bool(lots.draw(2)), True),
        turn=Turn(drew=own[-1] if phase is Phase.PLAY else NO_TILE),
    )
    return _public(table, rules.deck.faces, {*own, *elsewhere}), rules.deck.faces


def _read(box: Box, text: str, options: Options, game: str) -> Meld:
    pieces = read_set(text)
    tiles = tuple(box.take(piece.face) for piece in pieces)
    return rules_of(game).read_meld(tiles, tuple(piece.means for piece in pieces), box.deck.faces, options)


def table_moves(table: Table, faces: Faces) -> list[Move]:
    """Every move of the open-table games: new sets from the rack, longer sets, each sent as play, attempt and close."""
    found: list[Move] = [Draw(), Pass(), Timeout()]
    more = [*table.rack, *([table.closing] if table.closing != NO_TILE else [])]
    for count in range(1, len(more) + 1):
        for tiles in combinations(more, count):
            for sets in _laid(table, tiles, faces):
                found += [make(tiles, sets) for make in (Rearrange, Attempt, Close)]
    view = true_view(table, faces)
    return [with_shown_faces(view, move) for move in found]


def _laid(table: Table, tiles: tuple[Tile, ...], faces: Faces) -> Iterator[tuple[Meld, ...]]:
    for meld in open_table_sets.arrangements(tiles, faces, table.options):
        yield (*table.melds, meld)
    for at, old in enumerate(table.melds):
        for meld in open_table_sets.arrangements((*old.tiles, *tiles), faces, table.options):
            yield (*table.melds[:at], meld, *table.melds[at + 1 :])
