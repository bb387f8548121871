"""A LAN match of a home checked from its first byte on: what holds, where it stops to, and the file that proves it.

Laws: whatever is wrong makes it hold no more, and nothing unfinished is called proven; who is told is told how much is
done, so that a window can show it. `comodin verify` says the same of the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable

from game.lan.found import Checked, CheckEnd, Sat
from game.lan.home import LanFile
from game.lan.proof import Proven, prove, rows_in, text_of
from game.lan.verdict import verdict_on
from game.match.transcript import EntryKind
from game.store.records import DAMAGED, split_records
from game.table.safe_text import printable
from net.deal.rounds import PROOFS
from net.identity import fingerprint
from net.log.entries import Numbered
from net.schema import Misfit

Told = Callable[[int, int], None]  # how much is checked, of how much


def check_log(data: bytes, told: Told = lambda _done, _of: None, *, proofs: int = PROOFS) -> Checked:
    """Check the log that a home keeps of a match."""
    rows = rows_in(LanFile.records_of(data)[0])
    split, good = split_records(data)
    whole = good == len(data) and DAMAGED not in split
    length = len(rows)
    try:
        proof = prove(rows, proofs, lambda done: told(done, 2 * length))
    except Misfit as error:
        return Checked(CheckEnd.UNREADABLE, why=str(error))
    return _judged(proof, rows, lambda done: told(length + done, 2 * length), proofs=proofs, whole=whole)


def _judged(proof: Proven, rows: list[Numbered], told: Callable[[int], None], *, proofs: int, whole: bool) -> Checked:
    """Look at the match of a log a second time, and put together what was found."""
    match = proof.story.match
    verdict = verdict_on(match.transcript, proofs, lambda done: told(len(rows) * done // len(match.transcript.entries)))
    wrong = next(iter([one.seat for one in verdict.wrongs] + [one.seat for one in verdict.breaches]), None)
    holding = len(proof.replica.entries)
    end = CheckEnd.HOLDS
    if proof.stop is not None or not whole:
        end = CheckEnd.BROKEN
    elif wrong is not None:
        end = CheckEnd.CHEATED
    elif not proof.drawn:
        end = CheckEnd.OLD
    elif not proof.story.over:
        end = CheckEnd.UNFINISHED
    reasons = [one.reason for one in verdict.wrongs] + [one.refusal.code.key for one in verdict.breaches]
    stop = "" if proof.stop is None else proof.stop.flaw.meaning
    chairs = proof.replica.rosters[1].chairs
    return Checked(
        end,
        proof.replica.match.hex(),
        tuple(Sat(printable(one.name), fingerprint(one.key) if one.key else "") for one in chairs),
        holding,
        max(holding, *(row.number + 1 for row in rows)),
        verdict.deals,
        verdict.opened,
        len(match.rules.deck.faces),
        sum(entry.kind is EntryKind.MOVE for entry in match.transcript.entries),
        None if wrong is None or not 0 <= wrong < len(chairs) else wrong,
        stop or next(iter(reasons), ""),
        text_of(proof.replica),
    )
