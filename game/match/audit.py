"""The second look at a log: what only a mover could check (rule 9.2), and whether an open deal kept to its seed."""

from __future__ import annotations

from dataclasses import dataclass

from game.match.deal import OPEN_DEAL, dealt_faces
from game.match.match import BrokenLogError, Match, fold, mover_of, opening_standing
from game.match.transcript import Entry, EntryKind, Transcript
from game.rules.ruleset import RuleSet
from game.table.faces import HIDDEN, Face
from game.table.notation import read_move
from game.table.refusals import Refusal
from game.table.state import Table
from game.table.view import View


@dataclass(frozen=True, slots=True)
class Breach:
    """A move that its maker must have known to be wrong."""

    entry: int
    seat: int
    refusal: Refusal


def audit(transcript: Transcript) -> tuple[Breach, ...]:
    """Return what was against the rules in scored rounds, all faces seen; BrokenLogError where a log does not fold."""
    rules = Match.of(transcript).rules
    standing = opening_standing(transcript.header)
    breaches: list[Breach] = []
    unchecked: list[tuple[Entry, Table]] = []  # the moves since the last deal
    for entry in transcript.entries:
        before = standing.table
        standing = fold(standing, transcript.header, entry)
        if entry.kind is EntryKind.MOVE and before is not None:
            unchecked.append((entry, before))
        elif entry.kind is EntryKind.DEAL:
            unchecked = []  # of a void round nobody sees all the faces
        elif entry.kind is EntryKind.SCORE and standing.table is not None:
            breaches += breaches_of(rules, unchecked, standing.table.faces)
    return tuple(breaches)


def check_open_deals(transcript: Transcript) -> None:
    """Raise BrokenLogError at the first entry that shows another face than the seed of an open deal gave the tile.

    A log with another dealer is left alone: its seed says nothing.
    """
    if transcript.header.dealer != OPEN_DEAL:
        return
    standing = opening_standing(transcript.header)
    dealt: tuple[Face, ...] = ()
    for entry in transcript.entries:
        if entry.kind is EntryKind.DEAL:
            dealt = dealt_faces(transcript.header, standing)
        standing = fold(standing, transcript.header, entry)
        faces = standing.table.faces if standing.table is not None else ()
        wrong = [tile for tile, face in enumerate(faces) if face not in (HIDDEN, dealt[tile])]
        if wrong:
            raise BrokenLogError(entry.number, f"tile {wrong[0]} is not what the seed dealt")


def breaches_of(rules: RuleSet, moves: list[tuple[Entry, Table]], faces: tuple[Face, ...]) -> list[Breach]:
    """Ask the mover's own rules about each move of a round, with the faces the mover saw."""
    found = []
    for entry, table in moves:
        move = read_move(entry.body, cards=rules.deck.cards)
        seat = mover_of(entry.author, table, move)
        refused = rules.own_refusal(View(table, seat, faces), move)
        if refused is not None:
            found.append(Breach(entry.number, seat, refused))
    return found
