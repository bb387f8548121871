"""What the property tests draw from: faces, tiles, moves, options, and positions that legal play reaches."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from hypothesis import strategies as st

from game.rules.registry import rules_of
from game.rules.ruleset import Family, choose_options
from game.table.faces import COLOURS, JOKER, Face
from game.table.melds import Meld, kind_of
from game.table.moves import (
    Attempt,
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
    Retract,
    ShownFaces,
    Stop,
    TakePile,
    Timeout,
)
from game.table.options import Options, OptionValue
from game.table.tiles import Tile
from tools.bot_matches import Hall, Lots, ObservedMove, any_options, play_round
from tools.by_game import games_of
from tools.wanderer import wander

DEAD_HAND_GAMES, OPEN_TABLE_GAMES = games_of(Family.DEAD_HAND), games_of(Family.OPEN_TABLE)
DECK_SIZE = 106

Chosen = tuple[tuple[str, OptionValue], ...]

numbered = st.builds(Face, st.sampled_from(COLOURS), st.integers(1, 13))
printed = st.one_of(numbered, st.just(JOKER))
tiles = st.integers(0, DECK_SIZE - 1).map(Tile)
some_tiles = st.lists(tiles, max_size=15, unique=True).map(tuple)
seeds = st.integers(0, 2**32)


def faces_of(seed: int, game: str = "burako") -> tuple[Face, ...]:
    """The deck of a game, shuffled: a face for each tile id."""
    lots, left = Lots(seed), list(rules_of(game).deck.faces)
    return tuple(left.pop(lots.draw(len(left))) for _at in range(len(left)))


@st.composite
def shown(draw: st.DrawFn, among: tuple[Tile, ...]) -> ShownFaces:
    """Some of these tiles with faces, in ascending order."""
    if not among:
        return ()
    chosen = draw(st.lists(st.sampled_from(among), unique=True))
    return tuple((tile, draw(printed)) for tile in sorted(chosen))


@st.composite
def melds(draw: st.DrawFn, public: tuple[Face, ...]) -> Meld:
    """Any tiles as a set, of the kind that its writing tells; in a run a wild tile stands for a face."""
    some = draw(some_tiles)
    run = draw(st.booleans())
    stand = st.builds(Face, st.sampled_from(COLOURS) if run else st.none(), st.integers(1, 14 if run else 13))
    means = tuple(draw(st.one_of(st.none(), stand)) if public[tile].number in {0, 2} else None for tile in some)
    return Meld(kind_of(tuple(public[tile] for tile in some), means), some, means)


def moves(public: tuple[Face, ...]) -> st.SearchStrategy[Move]:
    """Any move, legal or not, whose faces are those of `public`."""
    plain = st.sampled_from([Draw(), Keep(), Stop(), Pass(), Timeout(), Retract()])
    return st.one_of(plain, _of_one_tile(public), _of_one_set(public), _of_many_sets(public))


@st.composite
def _of_one_tile(draw: st.DrawFn, public: tuple[Face, ...]) -> Move:
    tile = draw(tiles)
    show = _true(draw(shown((tile,))), public)
    some: list[Move] = [Discard(tile, shown=show), Redraw(shown=show), TakePile((tile, *draw(some_tiles)))]
    return draw(st.sampled_from(some))


@st.composite
def _of_one_set(draw: st.DrawFn, public: tuple[Face, ...]) -> Move:
    meld = draw(melds(public))
    show = _true(draw(shown(meld.tiles)), public)
    some: list[Move] = [LayMeld(meld, shown=show), Extend(draw(st.integers(0, 30)), meld, shown=show)]
    return draw(st.sampled_from(some))


@st.composite
def _of_many_sets(draw: st.DrawFn, public: tuple[Face, ...]) -> Move:
    sets = tuple(draw(st.lists(melds(public), max_size=3)))
    played = draw(some_tiles)
    named = tuple(dict.fromkeys(tile for meld in sets for tile in meld.tiles))
    show = _true(draw(shown(named)), public)
    some: list[Move] = [make(played, sets, shown=show) for make in (Rearrange, Attempt, Close)]
    return draw(st.sampled_from(some))


def _true(some: ShownFaces, public: tuple[Face, ...]) -> ShownFaces:
    return tuple((tile, public[tile]) for tile, _face in some)


def options_of(game: str, **chosen: OptionValue) -> Options:
    """A game's options with some chosen; the test is wrong if they cannot be."""
    options = choose_options(rules_of(game), chosen)
    assert isinstance(options, Options), options
    return options


T = TypeVar("T")


def read_or_told(read: Callable[[], T], sentence: str = "") -> list[T]:
    """What was read, or nothing where a ValueError told why not in a sentence; anything else is raised."""
    try:
        return [read()]
    except ValueError as error:
        if not str(error) or sentence not in str(error):
            raise AssertionError(f"no sentence: {error!r}") from error
        return []


@lru_cache(maxsize=64)
def wandered(game: str, seed: int, chosen: Chosen | None = None) -> tuple[Hall, tuple[ObservedMove, ...]]:
    """A round of legal play by lot: the hall after it, and each move with what its mover saw.

    Options are drawn by lot too unless some are chosen; the others then keep their defaults.
    """
    lots = Lots(seed)
    options = any_options(rules_of(game), lots, {}) if chosen is None else options_of(game, **dict(chosen))
    hall = Hall(game, options, seed)
    return hall, tuple(play_round(hall, [lambda view: wander(view, lots)] * hall.seats))
