"""Open-table positions and plays from the notation of the rule book, for tests.

A tile is written with its letter where the twin matters (`R5b`), else it is the first copy not yet used; a joker that
lies on the table keeps its id through a play by its letter (`*a`, `*b`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from game.rules.registry import rules_of
from game.rules.ruleset import RuleSet, choose_options
from game.table.faces import HIDDEN, Face
from game.table.melds import Meld
from game.table.moves import Attempt, Close, Move, Rearrange
from game.table.notation import Piece, read_pieces, read_set
from game.table.options import Options, OptionValue
from game.table.refusals import Refusal
from game.table.state import Phase, Table, Turn, with_faces
from game.table.tiles import NO_TILE, TILE_DECK, Tile
from game.table.view import View, with_shown_faces

FACES = TILE_DECK.faces


def options_of(game: str, **chosen: OptionValue) -> Options:
    """Return a game's options with some chosen."""
    options = choose_options(rules_of(game), chosen)
    assert isinstance(options, Options), options
    return options


def dice(seed: int | str) -> Random:
    """Return chance that is the same in every run."""
    return Random(seed)  # noqa: S311  a test keeps no secrets


def tile(text: str) -> Tile:
    """Return the tile with this name, the first copy when it has no letter."""
    (piece,) = read_pieces(text)
    return _copies(piece.face)["ab".index(piece.copy or "a")]


def tiles(text: str) -> tuple[Tile, ...]:
    """Return written tiles; the second mention of a face without letters is the second copy."""
    return _pick(read_pieces(text), [])


def _copies(face: Face) -> list[Tile]:
    return [Tile(at) for at, one in enumerate(FACES) if one == face]


def _pick(pieces: tuple[Piece, ...], used: list[Tile]) -> tuple[Tile, ...]:
    found = []
    for piece in pieces:
        copies = _copies(piece.face)
        if piece.copy:
            one = copies["ab".index(piece.copy)]
        else:
            one = next((copy for copy in copies if copy not in used), copies[0])
        used.append(one)
        found.append(one)
    return tuple(found)


def melds(texts: str, options: Options, used: list[Tile] | None = None) -> tuple[Meld, ...]:
    """Read sets such as `[K4 *=K5 K6] [R5 B5 K5]` by the game's own reading."""
    used = [] if used is None else used
    found = []
    for text in texts.replace("] [", "]|[").split("|") if texts else []:
        pieces = read_set(text)
        means = tuple(piece.means for piece in pieces)
        found.append(rules_of("rummikub").read_meld(_pick(pieces, used), means, FACES, options))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Position:
    """A table with all faces known to the tests."""

    rules: RuleSet
    table: Table

    def __post_init__(self) -> None:
        assert conserved(self.table)

    @property
    def options(self) -> Options:
        return self.table.options

    def play(self, shown: str, sets: str) -> Rearrange:
        """Write a play: the tiles shown, and the whole new table."""
        played = tiles(shown)
        return Rearrange(played, melds(sets, self.options))

    def attempt(self, shown: str, sets: str) -> Attempt:
        play = self.play(shown, sets)
        return Attempt(play.played, play.sets)

    def close(self, shown: str, sets: str) -> Close:
        play = self.play(shown, sets)
        return Close(play.played, play.sets)

    def refusal(self, move: Move) -> Refusal | None:
        """Ask as the mover and as everybody; both must agree."""
        view = View(self.table, self.table.to_move, FACES)
        move = with_shown_faces(view, move)
        public = self.rules.refusal(self.table, move)
        assert self.rules.own_refusal(view, move) == public
        return public

    def code(self, move: Move) -> str:
        """Return the code of a refusal, or `ok`."""
        refused = self.refusal(move)
        return "ok" if refused is None else refused.code.key

    def after(self, move: Move) -> Position:
        """Make a move that must be allowed."""
        refused = self.refusal(move)
        assert refused is None, refused
        complete = with_shown_faces(View(self.table, self.table.to_move, FACES), move)
        return replace(self, table=self.rules.apply(self.table, complete))

    def opened_books(self) -> Table:
        """Return the table with all faces public, as it is scored."""
        return self.table.with_fields(faces=FACES)

    def totals(self) -> tuple[int, ...]:
        return tuple(sheet.total for sheet in self.rules.score(self.opened_books()))

    def codes(self) -> tuple[str, ...]:
        return tuple(line.code for sheet in self.rules.score(self.opened_books()) for line in sheet.lines)


def position(
    game: str,
    rack: str,
    table: str = "",
    *,
    opened: bool = True,
    phase: Phase | None = None,
    stock: int | None = None,
    closing: str = "",
    others: tuple[str, ...] = (),
    passes: int = 0,
    turn: Turn | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> Position:
    """Set a table up: seat 0 moves, the seats after it hold `others`, `stock` tiles are left and the rest lie aside.

    Tiles lying aside are kept in the rack of the last seat, so that every tile has its place; where all racks are
    given they are the stock.
    """
    rules = rules_of(game)
    chosen = options_of(game, **{"players": 3, **(options or {})})
    seats = chosen.number("players")
    used: list[Tile] = []
    lying = melds(table, chosen, used)
    own = _pick(read_pieces(rack), used)
    closer = _pick(read_pieces(closing), used)
    given = [_pick(read_pieces(other), used) for other in others]
    free = [Tile(at) for at in range(len(FACES)) if Tile(at) not in used]
    count = len(free) - 3 * seats if stock is None else stock
    racks = [own, *given, *[()] * (seats - 1 - len(given))]
    if len(given) < seats - 1:
        racks[-1] = tuple(free[count:])
    else:
        count = len(free)
    drawn = bool(own) and game == "rummy" and phase in {None, Phase.PLAY}
    made = Table(
        game=game,
        options=chosen,
        seats=seats,
        sides=seats,
        round=1,
        starter=0,
        phase=phase or (Phase.PLAY if game == "rummy" else Phase.TURN),
        to_move=0,
        racks=tuple(racks),
        melds=lying,
        owners=(),
        pile=(),
        stock=tuple(free[:count]),
        dead=(),
        dead_by=(),
        idle_dead=(),
        faces=(HIDDEN,) * len(FACES),
        opened=(opened, *[True] * (seats - 1)),
        closing=closer[0] if closer else NO_TILE,
        turn=turn or (Turn(drew=own[-1]) if drawn else Turn()),
        stall=0,
        passes=passes,
        outcome=None,
        totals=(0,) * seats,
    )
    public = [one for meld in lying for one in meld.tiles] + list(closer)
    return Position(rules, made.with_fields(faces=with_faces(made.faces, tuple((one, FACES[one]) for one in public))))


def conserved(table: Table) -> bool:
    """Whether every tile has exactly one place."""
    places = [one for rack in table.racks for one in rack] + [one for meld in table.melds for one in meld.tiles]
    places += [*table.stock, *table.pile, *[table.closing][: table.closing != NO_TILE]]
    return sorted(places) == list(range(len(FACES)))
