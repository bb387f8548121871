"""What a LAN log proves to an outsider: each entry has its author, its number, and is valid.

Laws: only signed entries count; a signature proves a key, whose name is only what its owner called himself; an invalid
entry ends the check, and accuses nobody.
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
from game.match.transcript import SIGNED_FORMAT, Header
from net.deal.rounds import SHADOW_DECKS
from net.log.effects import EntryRecord, Record
from net.log.entries import LOG_VERSION, Numbered
from net.log.replica import Replica
from net.reasons import Flaw
from net.schema import Misfit

if TYPE_CHECKING:
    from game.lan.session import LanSession

_STEPS_PER_CALL = 4096


@dataclass(frozen=True, slots=True)
class FirstFlaw:
    """The first invalid entry of a log: its number, and why; it accuses nobody, since anybody may have changed it."""

    number: int
    flaw: Flaw
    code: str


@dataclass(frozen=True, slots=True)
class VerifiedLog:
    """A log as far as it is valid, and the first invalid entry."""

    replica: Replica
    stop: FirstFlaw | None

    @property
    def story(self) -> LanStory:
        """The game that was played."""
        return cast("LanStory", self.replica.story)

    @property
    def has_drawn_id(self) -> bool:
        """Whether the match id was made from a nonce of each person, and not chosen by the host."""
        return self.replica.version == LOG_VERSION

    @property
    def persons_without_entries(self) -> tuple[int, ...]:
        """The persons of START who signed nothing in it."""
        return tuple(
            seat
            for seat, chair in enumerate(self.replica.rosters[1].chairs)
            if chair.key and not self.replica.roster.entries_written_by(seat)
        )


class LogVerifier(LanProgram):
    """A program that has no seat, whatever a START says."""

    def make_dealer(self, header: Header, match: bytes, _seat: int | None) -> LanDealer:
        """Make a watcher's dealer."""
        return super().make_dealer(header, match, None)


def verify_log(
    rows: Sequence[Numbered], proofs: int = SHADOW_DECKS, checked: Callable[[int], None] = lambda _rows: None
) -> VerifiedLog:
    """Check a log up to its first flaw and report progress; raise Misfit if it has no valid START."""
    if not rows:
        raise Misfit("it has no START")
    program = LogVerifier(bytes(32), InlineThinker(), proofs=proofs)
    replica = Replica(rows[0], lambda place: LanStory(place, program, read_terms(place, old=True)), old=True)
    for row in rows[1:]:
        finding = replica.first_sealed_flaw(row)
        if finding.flaw is not None or finding.core is None:
            return VerifiedLog(replica, FirstFlaw(row.number, finding.flaw or Flaw.MALFORMED, finding.code))
        replica.append(row, finding.core)
        while cast("LanStory", replica.story).do_work(_STEPS_PER_CALL):
            pass
        checked(row.number + 1)
    return VerifiedLog(replica, None)


def entries_of_file(signed: Iterable[SignedLine]) -> list[Numbered]:
    """Return the entries of a match file."""
    return [Numbered(number, *one) for number, one in enumerate(signed)]


def entries_in_records(records: Iterable[Record]) -> list[Numbered]:
    """Return the log's entries in a program's records: a taken number truncates the log from there."""
    rows: list[Numbered] = []
    for record in records:
        if isinstance(record, EntryRecord):
            del rows[record.numbered.number :]
            rows.append(record.numbered)
    return rows


def signed_file_text(session: LanSession) -> str:
    """Return a match's file, with all its signed entries."""
    return match_text(session.story.match, signed_lines(session.lockstep.replica))


def match_file_text(proven: Replica) -> str:
    """Return a log's match file, with the signed entries if its format has room for them."""
    match = cast("LanStory", proven.story).match
    return match_text(match, signed_lines(proven) if match.header.format >= SIGNED_FORMAT else ())


def signed_lines(replica: Replica) -> list[SignedLine]:
    """Return a log as the signed lines of a match file."""
    numbered = (entry.numbered for entry in replica.entries)
    return [SignedLine(one.raw, one.signature, one.seal) for one in numbered]
