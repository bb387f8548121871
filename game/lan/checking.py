"""Checks a LAN match stored in a home folder, from its first byte on: what is valid, and the file that proves it.

Laws: any fault makes it invalid, and an unfinished match is never called proven; progress is reported, so that a window
can show it. `comodin verify` says the same of the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable

from game.lan.found import CheckedSeat, CheckOutcome, CheckResult
from game.lan.home import LanFile
from game.lan.proof import VerifiedLog, entries_in_records, match_file_text, verify_log
from game.lan.verdict import audit_log
from game.match.transcript import EntryKind
from game.store.records import DAMAGED_RECORD, split_records
from game.table.safe_text import printable
from net.deal.rounds import SHADOW_DECKS
from net.identity import fingerprint
from net.log.entries import Numbered
from net.schema import Misfit

ReportProgress = Callable[[int, int], None]  # called with how much has been checked, and of how much


def check_log(
    data: bytes, report: ReportProgress = lambda _done, _of: None, *, proofs: int = SHADOW_DECKS
) -> CheckResult:
    """Check the log of a match as it is stored in a home folder."""
    rows = entries_in_records(LanFile.records_of(data)[0])
    split, good = split_records(data)
    whole = good == len(data) and DAMAGED_RECORD not in split
    length = len(rows)
    try:
        proof = verify_log(rows, proofs, lambda done: report(done, 2 * length))
    except Misfit as error:
        return CheckResult(CheckOutcome.UNREADABLE, why=str(error))
    return _judge(proof, rows, lambda done: report(length + done, 2 * length), proofs=proofs, whole=whole)


def _judge(
    log: VerifiedLog, rows: list[Numbered], report: Callable[[int], None], *, proofs: int, whole: bool
) -> CheckResult:
    """Audit the log's match, and put together the result."""
    match = log.story.match
    verdict = audit_log(
        match.transcript, proofs, lambda done: report(len(rows) * done // len(match.transcript.entries))
    )
    wrong = next(iter([one.seat for one in verdict.wrongs] + [one.seat for one in verdict.breaches]), None)
    holding = len(log.replica.entries)
    end = CheckOutcome.HOLDS
    if log.stop is not None or not whole:
        end = CheckOutcome.BROKEN
    elif wrong is not None:
        end = CheckOutcome.CHEATED
    elif not log.has_drawn_id:
        end = CheckOutcome.OLD
    elif not log.story.is_over:
        end = CheckOutcome.UNFINISHED
    reasons = [one.reason for one in verdict.wrongs] + [one.refusal.code.key for one in verdict.breaches]
    stop = "" if log.stop is None else log.stop.flaw.meaning
    chairs = log.replica.rosters[1].chairs
    return CheckResult(
        end,
        log.replica.match.hex(),
        tuple(CheckedSeat(printable(one.name), fingerprint(one.key) if one.key else "") for one in chairs),
        holding,
        max(holding, *(row.number + 1 for row in rows)),
        verdict.deals,
        verdict.opened,
        len(match.rules.deck.faces),
        sum(entry.kind is EntryKind.MOVE for entry in match.transcript.entries),
        None if wrong is None or not 0 <= wrong < len(chairs) else wrong,
        stop or next(iter(reasons), ""),
        match_file_text(log.replica),
    )
