"""The audit of a whole match: each deal is made again from its seeds, and each face opened again.

Law: only what the log proves counts; each fault is reported with its entry and its author.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.lan.deal.dealer import SealedDealer
from game.lan.deal.hall_dealer import HallDealer
from game.lan.terms import HALL_DEAL
from game.match.audit import Breach, audit
from game.match.bodies import read_score
from game.match.deal import DealFault
from game.match.match import Standing, fold_entry, mover_of, opening_standing
from game.match.transcript import TABLE_AUTHOR, Entry, EntryKind, Header, Transcript
from game.rules.registry import rules_of
from game.table.notation import read_move
from net.deal.rounds import SHADOW_DECKS

_STEPS_PER_CALL = 4096


@dataclass(frozen=True, slots=True)
class LogFault:
    """A fault in a log: the entry, its author's seat, and a reason."""

    entry: int
    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class LogVerdict:
    """How many deals a log has, how many were opened to the last tile, and all faults."""

    deals: int
    opened: int
    wrongs: tuple[LogFault, ...]
    breaches: tuple[Breach, ...]


def audit_log(
    log: Transcript, proofs: int = SHADOW_DECKS, checked: Callable[[int], None] = lambda _entries: None
) -> LogVerdict:
    """Audit a valid log and report progress; stop at the first entry that its author may not write."""
    look = _Audit(log.header, proofs)
    for entry in log.entries:
        if not look.take(entry):
            return LogVerdict(look.deals, look.opened, tuple(look.wrongs), ())
        checked(entry.number + 1)
    return LogVerdict(look.deals, look.opened, tuple(look.wrongs), audit(log))


def _watcher_dealer(header: Header, proofs: int) -> SealedDealer | HallDealer:
    """Return a watcher's dealer."""
    if header.dealer == HALL_DEAL:
        return HallDealer(header, None, lambda _seat: b"")
    return SealedDealer(header, None, lambda _context: b"", proofs=proofs)


class _Audit:
    """One pass through a log, as a watcher of the match."""

    def __init__(self, header: Header, proofs: int) -> None:
        self.deals = 0
        self.opened = 0
        self.wrongs: list[LogFault] = []
        self._header = header
        self._rules = rules_of(header.game)
        self._dealer = _watcher_dealer(header, proofs)
        self._standing = opening_standing(header)
        self._said: dict[tuple[int, str], int] = {}  # by author and body: the number of the entry, of this deal
        self._told = False  # whether this deal's fault was reported

    def take(self, entry: Entry) -> bool:
        """Check one entry; False if it is not allowed."""
        before = self._standing
        reason = self._objection(entry, before)
        if reason:
            self.wrongs.append(LogFault(entry.number, entry.author, reason))
            return False
        if self._begins_deal(entry, before):
            self.deals += 1
            self._said, self._told = {}, False
        self._said[entry.author, entry.body] = entry.number
        self._standing = fold_entry(before, self._header, entry)
        self._dealer.learn_from(entry, self._standing)
        while self._dealer.do_work(_STEPS_PER_CALL):
            pass
        self._note_falsehood()
        self.opened += entry.kind is EntryKind.SCORE
        return True

    def _note_falsehood(self) -> None:
        """Report the fault that the deal's checks have found, once for each deal, with the false entry."""
        found = self._dealer.fault_found
        if found is None or self._told:
            return
        self._told = True
        number = self._said.get((found.seat, found.kind), -1)
        reason = f"its {found.kind} is false: {found.word}"
        self.wrongs.append(LogFault(number, found.seat, reason))

    @staticmethod
    def _begins_deal(entry: Entry, before: Standing) -> bool:
        """Return whether an entry begins the deal that is due."""
        return (
            entry.kind is EntryKind.SHARE
            and entry.author == TABLE_AUTHOR
            and entry.body == f"round {before.next_round_number}"
        )

    @property
    def _is_dealt_by_hall(self) -> bool:
        return self._header.dealer == HALL_DEAL

    def _objection(self, entry: Entry, before: Standing) -> str:
        """Return what is wrong with an entry before it is folded."""
        if entry.kind is EntryKind.SHARE:
            if entry.author != TABLE_AUTHOR or (self._is_dealt_by_hall and not self._begins_deal(entry, before)):
                return self._dealer.share_refusal(entry.author, entry.body, entry.proof)
            return "" if self._begins_deal(entry, before) and not entry.proof else "it begins no round"
        if entry.kind is EntryKind.DEAL:
            due = [owed.body for owed in self._dealer.owed_entries(Transcript(self._header), TABLE_AUTHOR)]
            return "" if entry.body in due and not entry.proof else "it is not what was dealt"
        if entry.kind is EntryKind.SCORE:
            return self._score_objection(entry, before)
        if entry.kind is EntryKind.MOVE and before.table is not None:
            move = read_move(entry.body, cards=self._rules.deck.cards)
            found = self._dealer.false_face_fault(mover_of(entry.author, before.table, move), move, entry.proof)
            return found.reason if found else ""
        return "it bears a proof where none is due" if entry.proof else ""

    def _score_objection(self, entry: Entry, before: Standing) -> str:
        if self._dealer.awaited_seats():
            return "it opens books that are not all there"
        shown = self._dealer.hidden_faces(before)
        same = not isinstance(shown, DealFault) and read_score(entry.body, cards=self._rules.deck.cards) == shown
        return "" if same and not entry.proof else "it shows other tiles than were dealt"
