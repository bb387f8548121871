"""Which entry is allowed in a deal: for each kind, when it is due, how it is verified, and how it is stored.

Laws: a refusal is a code for the first thing that is wrong; anything that takes more than a few library calls is not
verified here but queued, and reported by a BLAME that everybody can check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from net.deal.bodies import (
    Blame,
    Body,
    Coin,
    Commit,
    DealKind,
    Locked,
    Masked,
    Proof,
    SeedBody,
    Shadowed,
    Shares,
    read_deal_body,
    write_deal_body,
)
from net.deal.group import POINT_BYTES, deck_of
from net.deal.lock import lock_flaw, lock_form_flaw
from net.deal.opening_books import verify_entries, verify_seed
from net.deal.rounds import DealRound
from net.deal.seeds import Seed, coin_hash
from net.deal.shuffle import ShuffleStatement, verify_answers, verify_deck, verify_proof
from net.deal.slices import SlicedWork
from net.schema import Misfit


class EntryRule(NamedTuple):
    """One kind of entry: whether it is due from a seat, why it is refused, and how it is stored."""

    due: Callable[[DealRound, int], bool]
    verify: Callable[[DealRound, int, Any], str]
    keep: Callable[[DealRound, int, Any], None]


def entry_refusal(deal: DealRound, seat: int, kind: str, body: bytes) -> str:
    """Return a code for why a seat may not write this entry now; empty if it may."""
    if kind not in ENTRY_RULES:
        return "no_such_kind"
    if seat not in deal.peers:
        return "no_peer"
    if deal.void:
        return "deal_is_void"
    said = parse_body(kind, body)
    if said is None:
        return "unreadable"
    row = ENTRY_RULES[kind]
    return row.verify(deal, seat, said) if row.due(deal, seat) else "not_due"


def parse_body(kind: str, body: bytes) -> Body | None:
    """Parse a body; None unless it is encoded as we would encode it."""
    try:
        said = read_deal_body(kind, body)
    except Misfit:
        return None
    return said if write_deal_body(said) == body else None


def store_entry(deal: DealRound, seat: int, kind: str, body: bytes) -> None:
    """Store an accepted entry."""
    ENTRY_RULES[kind].keep(deal, seat, read_deal_body(kind, body))
    deal.clear_caches()


# COMMIT


def _commit_due(deal: DealRound, seat: int) -> bool:
    return seat not in deal.commits


def verify_commit(deal: DealRound, _seat: int, body: Commit) -> str:
    """Refuse a commitment for another deal, or to a seed used before or by another seat."""
    if body.context != deal.context:
        return "other_terms"
    taken = body.seed in deal.used or any(body.seed == other.seed for other in deal.commits.values())
    return "seed_used_before" if taken else ""


def _keep_commit(deal: DealRound, seat: int, body: Commit) -> None:
    deal.commits[seat] = body


# MASK


def _mask_due(deal: DealRound, seat: int) -> bool:
    return deal.all_have_sent(deal.commits) and deal.peers[len(deal.masks) :][:1] == bytes((seat,))


def verify_mask(deal: DealRound, _seat: int, body: Masked) -> str:
    """Check a deck's length; its points are checked later."""
    return "" if len(body.deck) == deal.terms.tile_count * POINT_BYTES else "other_number_of_points"


def _keep_mask(deal: DealRound, seat: int, body: Masked) -> None:
    deal.masks[seat] = deck_of(body.deck)
    deal.queue_check(seat, DealKind.MASK, verify_deck(deal.masks[seat]))


# VCOMMIT


def _shadows_due(deal: DealRound, seat: int) -> bool:
    return seat in deal.masks and seat not in deal.shadows


def verify_shadows(_deal: DealRound, _seat: int, _body: Shadowed) -> str:
    """Accept any hash of shadow decks: it is checked once they are revealed."""
    return ""


def _keep_shadows(deal: DealRound, seat: int, body: Shadowed) -> None:
    deal.shadows[seat] = body.hash


# COIN


def _coin_due(deal: DealRound, seat: int) -> bool:
    return deal.all_have_sent(deal.shadows) and seat not in deal.coins


def verify_coin(deal: DealRound, seat: int, body: Coin) -> str:
    """Refuse a coin that is not the one committed to."""
    return "" if coin_hash(deal.context, seat, body.coin) == deal.commits[seat].coin else "another_coin"


def _keep_coin(deal: DealRound, seat: int, body: Coin) -> None:
    deal.coins[seat] = body.coin


# PROOF


def _proof_due(deal: DealRound, seat: int) -> bool:
    return deal.all_have_sent(deal.coins) and seat not in deal.proofs


def _verify_proof_form(deal: DealRound, _seat: int, body: Proof) -> str:
    return verify_answers(body.answers, deal.terms.proofs)


def _keep_proof(deal: DealRound, seat: int, body: Proof) -> None:
    deal.proofs[seat] = body
    deal.queue_check(seat, DealKind.PROOF, _check_proof(deal, seat))


def _check_proof(deal: DealRound, seat: int) -> SlicedWork[str]:
    """Check a proof in its turn, when the points of the deal exist."""
    shown = ShuffleStatement(deal.shadows[seat], deal.deck_before(seat), deal.masks[seat])
    return (yield from verify_proof(deal.context, seat, shown, deal.challenge(seat), deal.proofs[seat].answers))


# LOCK


def _lock_due(deal: DealRound, seat: int) -> bool:
    return deal.all_have_sent(deal.proofs) and deal.peers[len(deal.locks) :][:1] == bytes((seat,))


def _verify_lock_form(deal: DealRound, _seat: int, body: Locked) -> str:
    return lock_form_flaw(body, deal.terms.tile_count)


def _keep_lock(deal: DealRound, seat: int, body: Locked) -> None:
    deal.keep_lock(seat, body)
    deal.queue_check(seat, DealKind.LOCK, _check_lock(deal, seat))


def _check_lock(deal: DealRound, seat: int) -> SlicedWork[str]:
    statement = yield from deal.lock_statement(seat)
    return (yield from lock_flaw(statement, deal.locks[seat]))


# SHARE


def _share_due(deal: DealRound, seat: int) -> bool:
    return bool(deal.owed_positions(seat))


def verify_shares(deal: DealRound, seat: int, body: Shares) -> str:
    """Check shares: granted positions in order, each with the scalar that locked it."""
    missing = deal.owed_positions(seat)
    positions = [share.position for share in body.shares]
    if positions != sorted(set(positions)):
        return "not_in_order"
    for share in body.shares:
        if share.position not in missing:
            return "not_granted"
        wrong = deal.share_refusal(seat, share.position, share.scalar)
        if wrong:
            return wrong
    return ""


def _keep_shares(deal: DealRound, seat: int, body: Shares) -> None:
    deal.keep_shares(seat, body.shares)


# SEED


def _seed_due(deal: DealRound, seat: int) -> bool:
    """Return whether a seat may reveal its seed: at any time once the deal is complete."""
    return deal.is_complete and seat not in deal.seeds


def _verify_seed(deal: DealRound, seat: int, body: SeedBody) -> str:
    return verify_seed(deal, seat, body.seed)


def _keep_seed(deal: DealRound, seat: int, body: SeedBody) -> None:
    deal.seeds[seat] = Seed(deal.context, seat, body.seed)
    deal.queue_check(seat, DealKind.SEED, verify_entries(deal, seat))


# BLAME


def _blame_due(_deal: DealRound, _seat: int) -> bool:
    return True


def verify_blame(deal: DealRound, _seat: int, body: Blame) -> str:
    """Refuse a blame that our own checks do not confirm."""
    return "" if deal.confirms(body) else "no_such_fault"


def _keep_blame(deal: DealRound, _seat: int, body: Blame) -> None:
    deal.accept_blame(body)


ENTRY_RULES: dict[str, EntryRule] = {
    DealKind.COMMIT: EntryRule(_commit_due, verify_commit, _keep_commit),
    DealKind.MASK: EntryRule(_mask_due, verify_mask, _keep_mask),
    DealKind.VCOMMIT: EntryRule(_shadows_due, verify_shadows, _keep_shadows),
    DealKind.COIN: EntryRule(_coin_due, verify_coin, _keep_coin),
    DealKind.PROOF: EntryRule(_proof_due, _verify_proof_form, _keep_proof),
    DealKind.LOCK: EntryRule(_lock_due, _verify_lock_form, _keep_lock),
    DealKind.SHARE: EntryRule(_share_due, verify_shares, _keep_shares),
    DealKind.SEED: EntryRule(_seed_due, _verify_seed, _keep_seed),
    DealKind.BLAME: EntryRule(_blame_due, verify_blame, _keep_blame),
}

# In the order in which they are owed.
_OWED = (
    DealKind.COMMIT,
    DealKind.MASK,
    DealKind.VCOMMIT,
    DealKind.COIN,
    DealKind.PROOF,
    DealKind.LOCK,
    DealKind.SHARE,
    DealKind.SEED,
)


def kind_due(deal: DealRound, seat: int) -> DealKind | None:
    """Return the kind of entry that a seat owes by the log alone; None if none."""
    if seat not in deal.owed:
        deal.owed[seat] = _first_due(deal, seat)
    return deal.owed[seat]


def _first_due(deal: DealRound, seat: int) -> DealKind | None:
    if deal.void:
        return None
    # Once seeds are due no shares are needed; before, nobody has to reveal a seed.
    spared = DealKind.SHARE if deal.closing else DealKind.SEED
    if seat in deal.leavers:
        spared = DealKind.BLAME
    return next((kind for kind in _OWED if kind is not spared and ENTRY_RULES[kind].due(deal, seat)), None)


def awaited_seats(deal: DealRound) -> tuple[int, ...]:
    """Return the seats that owe an entry."""
    return tuple(seat for seat in deal.peers if kind_due(deal, seat) is not None)
