"""`comodin verify FILE`: check a match that was dealt sealed, deal by deal, and say who cheated if anyone did."""

from __future__ import annotations

from game.commands.files import CommandError, read_input
from game.lan.terms import SEALED_DEAL
from game.lan.verdict import Verdict, Wrong, verdict_on
from game.match.lines import UnreadableMatchError, read_match
from game.match.match import Match
from game.match.transcript import TABLE
from game.table.plain import plain
from net.deal.rounds import PROOFS

CHEATED = 1


def verify(name: str, proofs: int = PROOFS) -> int:
    """Print what was found; 0 if all holds, 1 if somebody cheated; a file that does not hold is a CommandError."""
    try:
        reading = read_match(read_input(name))
    except UnreadableMatchError as error:
        raise CommandError(str(error)) from error
    if reading.damage is not None:
        entry = reading.damage.line - 2
        raise CommandError(f"Entry {entry} does not hold, and nothing behind it. {reading.damage}")
    match = reading.match
    if match.header.dealer != SEALED_DEAL:
        raise CommandError(
            f"This match was dealt by '{plain(match.header.dealer)}', not sealed: there is nothing to verify."
        )
    verdict = verdict_on(match.transcript, proofs)
    for line in _lines(match, verdict):
        print(line)
    return CHEATED if verdict.wrongs or verdict.breaches else 0


def _lines(match: Match, verdict: Verdict) -> list[str]:
    count = len(match.transcript.entries)
    lines = [f"{count} entries, {verdict.deals} deals, {verdict.opened} of them opened to the last tile."]
    lines += [_told(match, wrong) for wrong in verdict.wrongs]
    lines += [
        f"Entry {one.entry}: {_name(match, one.seat)} made a move that its own rack forbids: {one.refusal.code.key}."
        for one in verdict.breaches
    ]
    return lines if len(lines) > 1 else [*lines, "Every deal holds, and nobody cheated."]


def _told(match: Match, wrong: Wrong) -> str:
    return f"Entry {wrong.entry}: {_name(match, wrong.seat)} cheated: {wrong.reason}."


def _name(match: Match, seat: int) -> str:
    return "the table" if seat == TABLE else plain(match.header.seats[seat].name)
