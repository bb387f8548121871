"""The host's part: it numbers entries, and nothing else.

Law: an entry is persisted before it is sent. The host cannot forge a seat's entry: each bears its author's signature.
"""

from __future__ import annotations

from dataclasses import dataclass

from net.identity import Identity
from net.log.bodies import LogKind, Start, write_body
from net.log.entries import (
    LOG_VERSION,
    TABLE_AUTHOR,
    Claim,
    Core,
    Numbered,
    Signed,
    first_head,
    next_head,
    seal_entry,
    sign_core,
)
from net.log.match_id import match_id
from net.log.replica import NO_STATE_DIGEST, Finding, Replica
from net.reasons import Flaw


@dataclass(frozen=True, slots=True)
class NumberedEntry:
    """A numbered entry, and its core decoded."""

    numbered: Numbered
    core: Core


def assign_number(replica: Replica, signed: Signed, host: Identity) -> NumberedEntry | Finding:
    """Number a valid entry, or return what is wrong with it. The replica is not changed."""
    finding = replica.first_flaw(signed)
    if finding.flaw is not None or finding.core is None:
        return finding
    claim = replica.next_claim(finding.core, signed)
    return NumberedEntry(Numbered(claim.number, signed.raw, signed.signature, seal_entry(claim, host)), finding.core)


def is_in_log(replica: Replica, signed: Signed, finding: Finding) -> bool:
    """Return whether a stale entry is in the log already: its author resent it before he heard of that."""
    if finding.flaw is not Flaw.STALE or finding.core is None:
        return False
    same = (entry for entry in reversed(replica.entries) if entry.core.author == finding.core.author)
    return any(entry.numbered.signed == signed for entry in same if entry.core.turn == finding.core.turn)


def first_entry(start: Start, host: Identity) -> Numbered:
    """Sign and seal the START of a match, whose id follows from it."""
    match = match_id(start)
    core = Core(
        LOG_VERSION, match, TABLE_AUTHOR, 0, 0, first_head(match), NO_STATE_DIGEST, LogKind.START, write_body(start)
    )
    signed = sign_core(core, host)
    claim = Claim(match, 0, 0, next_head(first_head(match), signed))
    return Numbered(0, signed.raw, signed.signature, seal_entry(claim, host))
