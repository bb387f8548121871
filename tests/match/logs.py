"""Logs for the tests of this folder: rounds played by lot, with the entries that play does not make by itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from game.match.deal import OpenDealer, dealt_faces
from game.match.match import Match
from game.match.telling import view_of
from game.match.transcript import TABLE_AUTHOR, Controller, EntryKind, Header, Seat
from game.rules.registry import rules_of
from game.table.faces import Face
from game.table.moves import Move
from game.table.notation import write_move
from game.table.options import OptionValue
from game.table.state import Table, hidden_among
from game.table.tiles import Tile
from game.table.view import View, with_shown_faces
from tests.strategies import options_of

GOLDEN = Path(__file__).parent.parent / "golden"


def header(seed: int = 5, game: str = "burako", **chosen: OptionValue) -> Header:
    options = options_of(game, **{"players": 2, **chosen})
    names = ("Ana", "Tito", "Nora", "Vera")
    seats = tuple(Seat(name, Controller.BOT, "medium") for name in names[: options.number("players")])
    return Header(game, options, rules_of(game).deck.key, seats, "open", seed, 1, 100)


def dealt(match: Match) -> Match:
    """The match with its next deal."""
    owed = OpenDealer(0).begin_deal(match.header, match.standing)
    assert owed is not None
    return match.with_decision(TABLE_AUTHOR, EntryKind.DEAL, owed.body)[0]


def table_of(match: Match) -> Table:
    assert match.standing.table is not None
    return match.standing.table


def faces_at(match: Match) -> tuple[Face, ...]:
    """All faces of the running round of a dead-hand game: its deal again."""
    return dealt_faces(match.header, replace(match.standing, deals=match.standing.deals - 1))


def view(match: Match) -> View:
    """What the seat to move knows."""
    table, faces = table_of(match), faces_at(match)
    known = {tile: faces[tile] for tile in hidden_among(table.rack, table.faces)}
    return view_of(match.standing, table.to_move, known)


def moved(match: Match, move: Move) -> Match:
    """The match after a move of the seat whose turn it is."""
    table = table_of(match)
    text = write_move(with_shown_faces(view(match), move), table, cards=match.rules.deck.cards)
    return match.with_decision(table.to_move, EntryKind.MOVE, text)[0]


def all_hidden(match: Match) -> tuple[tuple[Tile, Face], ...]:
    """Every face that is still hidden, as a score shows them."""
    faces = faces_at(match)
    return tuple(
        (tile, faces[tile]) for tile in hidden_among([Tile(at) for at in range(len(faces))], table_of(match).faces)
    )
