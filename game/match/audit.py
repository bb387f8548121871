"""Checks a finished log for what only the mover could check (rule 9.2), and an open deal against its seed."""

from __future__ import annotations

from dataclasses import dataclass

from game.match.deal import OPEN_DEAL, dealt_faces
from game.match.match import BrokenLogError, Match, fold_entry, mover_of, opening_standing
from game.match.transcript import Entry, EntryKind, Transcript
from game.rules.ruleset import RuleSet
from game.table.faces import HIDDEN, Face
from game.table.notation import read_move
from game.table.refusals import Refusal
from game.table.state import Table
from game.table.view import View


@dataclass(frozen=True, slots=True)
class Breach:
    """An illegal move whose maker had all it takes to know that."""

    entry: int
    seat: int
    refusal: Refusal


def audit(transcript: Transcript) -> tuple[Breach, ...]:
    """Return the illegal moves of all scored rounds, every face known; raise BrokenLogError if the log is not valid."""
    rules = Match.of(transcript).rules
    standing = opening_standing(transcript.header)
    breaches: list[Breach] = []
    unchecked: list[tuple[Entry, Table]] = []  # the moves since the last deal
    for entry in transcript.entries:
        before = standing.table
        standing = fold_entry(standing, transcript.header, entry)
        if entry.kind is EntryKind.MOVE and before is not None:
            unchecked.append((entry, before))
        elif entry.kind is EntryKind.DEAL:
            unchecked = []  # a void round's faces are never all shown
        elif entry.kind is EntryKind.SCORE and standing.table is not None:
            breaches += breaches_of(rules, unchecked, standing.table.faces)
    return tuple(breaches)


def check_open_deals(transcript: Transcript) -> None:
    """Raise BrokenLogError at the first entry that shows a face other than the one the open deal's seed gave the tile.

    A log with another dealer is not checked: its seed does not determine the deal.
    """
    if transcript.header.dealer != OPEN_DEAL:
        return
    standing = opening_standing(transcript.header)
    dealt: tuple[Face, ...] = ()
    for entry in transcript.entries:
        if entry.kind is EntryKind.DEAL:
            dealt = dealt_faces(transcript.header, standing)
        standing = fold_entry(standing, transcript.header, entry)
        faces = standing.table.faces if standing.table is not None else ()
        wrong = [tile for tile, face in enumerate(faces) if face not in (HIDDEN, dealt[tile])]
        if wrong:
            raise BrokenLogError(entry.number, f"tile {wrong[0]} is not what the seed dealt")


def breaches_of(rules: RuleSet, moves: list[tuple[Entry, Table]], faces: tuple[Face, ...]) -> list[Breach]:
    """Check each move of a round by `own_refusal`, with the faces known once the round was scored."""
    found = []
    for entry, table in moves:
        move = read_move(entry.body, cards=rules.deck.cards)
        seat = mover_of(entry.author, table, move)
        refused = rules.own_refusal(View(table, seat, faces), move)
        if refused is not None:
            found.append(Breach(entry.number, seat, refused))
    return found
