"""The second look at a finished round, with all faces known: what only the mover could check. Rule 9.2."""

from __future__ import annotations

from dataclasses import dataclass

from game.match.match import Match, fold, opening_standing
from game.match.transcript import Kind, Transcript
from game.table.notation import read_move
from game.table.refusals import Refusal
from game.table.view import View


@dataclass(frozen=True, slots=True)
class Breach:
    """A move that its maker must have known to be wrong."""

    entry: int
    seat: int
    refusal: Refusal


def audit(transcript: Transcript) -> tuple[Breach, ...]:
    """Re-check every move of every scored round with all its faces; raise BrokenLogError for a log that cannot be."""
    match = Match.of(transcript)
    faces = {result.round: result.table.faces for result in match.standing.results}
    standing = opening_standing(transcript.header)
    breaches = []
    for entry in transcript.entries:
        table = standing.table
        if entry.kind is Kind.MOVE and table is not None and table.round in faces:
            move = read_move(entry.body, cards=match.rules.deck.cards)
            refused = match.rules.own_refusal(View(table, entry.author, faces[table.round]), move)
            if refused is not None:
                breaches.append(Breach(entry.number, entry.author, refused))
        standing = fold(standing, transcript.header, entry)
    return tuple(breaches)
