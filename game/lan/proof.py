"""What a LAN log proves to somebody who was not there: each entry is its author's, in its place, and follows.

Laws: nothing is believed that is not signed; who signed is a key, and a name only says how it called itself; what does
not follow ends the look there, and accuses nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from game.bots.thinker import InlineThinker
from game.lan.log.story import LanStory
from game.lan.ports import LanDealer
from game.lan.program import LanProgram
from game.lan.terms import read_terms
from game.match.lines import SignedLine, match_text
from game.match.transcript import SIGNED, Header
from net.deal.rounds import PROOFS
from net.log.effects import EntryRecord, Record
from net.log.entries import LOG_VERSION, Numbered
from net.log.replica import Replica
from net.reasons import Flaw
from net.schema import Misfit

if TYPE_CHECKING:
    from game.lan.session import LanSession

_STEPS = 4096


@dataclass(frozen=True, slots=True)
class FirstFlaw:
    """Where a log stops to hold: the number of the entry, the seat in whose name it stands, and why."""

    number: int
    author: int
    flaw: Flaw
    code: str


@dataclass(frozen=True, slots=True)
class Proven:
    """A log as far as it holds, and where it stops to."""

    replica: Replica
    stop: FirstFlaw | None

    @property
    def story(self) -> LanStory:
        """The game that was played."""
        return cast("LanStory", self.replica.story)

    @property
    def drawn(self) -> bool:
        """Whether its id was made from a nonce of each."""
        return self.replica.version == LOG_VERSION

    @property
    def silent(self) -> tuple[int, ...]:
        """The persons of START who signed nothing in it."""
        return tuple(
            seat
            for seat, chair in enumerate(self.replica.rosters[1].chairs)
            if chair.key and not self.replica.roster.turns_of(seat)
        )


class Bystander(LanProgram):
    """A program that plays nowhere, whatever a START says."""

    def dealer(self, header: Header, match: bytes, _seat: int | None) -> LanDealer:
        """Make the dealer of somebody who only watches."""
        return super().dealer(header, match, None)


def prove(
    rows: Sequence[Numbered], proofs: int = PROOFS, checked: Callable[[int], None] = lambda _rows: None
) -> Proven:
    """Check a whole log, and tell how much of it is checked; raise Misfit if it has no START that holds."""
    if not rows:
        raise Misfit("it has no START")
    program = Bystander(bytes(32), InlineThinker(), proofs=proofs)
    replica = Replica(rows[0], lambda place: LanStory(place, program, read_terms(place, old=True)), old=True)
    for row in rows[1:]:
        finding = replica.check(row)
        if finding.flaw is not None or finding.core is None:
            author = -1 if finding.core is None else finding.core.author
            return Proven(replica, FirstFlaw(row.number, author, finding.flaw or Flaw.MALFORMED, finding.code))
        replica.append(row, finding.core)
        while cast("LanStory", replica.story).work(_STEPS):
            pass
        checked(row.number + 1)
    return Proven(replica, None)


def rows_of(signed: Iterable[SignedLine]) -> list[Numbered]:
    """Return the entries of a match file."""
    return [Numbered(number, *one) for number, one in enumerate(signed)]


def rows_in(records: Iterable[Record]) -> list[Numbered]:
    """Return the entries of the log that a program kept: one whose number is taken cuts off what it had from there."""
    rows: list[Numbered] = []
    for record in records:
        if isinstance(record, EntryRecord):
            del rows[record.numbered.number :]
            rows.append(record.numbered)
    return rows


def signed_text(session: LanSession) -> str:
    """Return a match as its file, with all that was signed in it."""
    return match_text(session.story.match, signed_of(session.lockstep.replica))


def text_of(proven: Replica) -> str:
    """Return the match of a log as its file, with all that was signed where its format has room for that."""
    match = cast("LanStory", proven.story).match
    return match_text(match, signed_of(proven) if match.header.format >= SIGNED else ())


def signed_of(replica: Replica) -> list[SignedLine]:
    """Return a log as a match file holds it."""
    numbered = (entry.numbered for entry in replica.entries)
    return [SignedLine(one.raw, one.signature, one.seal) for one in numbered]
