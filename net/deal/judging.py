"""Which entry may follow in a deal: one row for each kind, saying when it is due, what it must be, and what it changes.

Laws: a refusal is one word, and says the first thing that is wrong; what takes more than a few library calls is not
judged here but queued, and told by a BLAME that everybody can check.
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
from net.deal.lock import lengths_flaw, lock_flaw
from net.deal.opening_books import verify_books, verify_seed
from net.deal.rounds import Round
from net.deal.seeds import Seed, coin_hash
from net.deal.shuffle import ShuffleShown, verify_answers, verify_deck, verify_proof
from net.deal.slices import Work
from net.schema import Misfit


class EntryRule(NamedTuple):
    """When an entry is due from a seat, why it may be refused, and how it is kept."""

    due: Callable[[Round, int], bool]
    verify: Callable[[Round, int, Any], str]
    keep: Callable[[Round, int, Any], None]


def refusal(one: Round, seat: int, kind: str, body: bytes) -> str:
    """Say by a word why a seat may not put this entry into the log now; empty if it may."""
    if kind not in ENTRIES:
        return "no_such_kind"
    if seat not in one.peers:
        return "no_peer"
    if one.void:
        return "deal_is_void"
    said = readable(kind, body)
    if said is None:
        return "unreadable"
    row = ENTRIES[kind]
    return row.verify(one, seat, said) if row.due(one, seat) else "not_due"


def readable(kind: str, body: bytes) -> Body | None:
    """Read a body that is written as we would write it."""
    try:
        said = read_deal_body(kind, body)
    except Misfit:
        return None
    return said if write_deal_body(said) == body else None


def apply(one: Round, seat: int, kind: str, body: bytes) -> None:
    """Take in an entry that was not refused."""
    ENTRIES[kind].keep(one, seat, read_deal_body(kind, body))
    one.changed()


# COMMIT


def _commit_due(one: Round, seat: int) -> bool:
    return seat not in one.commits


def verify_commit(one: Round, _seat: int, body: Commit) -> str:
    """Say what is wrong with a commitment: it is for another deal, or its seed was used before or is another seat's."""
    if body.context != one.context:
        return "other_terms"
    taken = body.seed in one.used or any(body.seed == other.seed for other in one.commits.values())
    return "seed_used_before" if taken else ""


def _keep_commit(one: Round, seat: int, body: Commit) -> None:
    one.commits[seat] = body


# MASK


def _mask_due(one: Round, seat: int) -> bool:
    return one.all_said(one.commits) and one.peers[len(one.masks) :][:1] == bytes((seat,))


def verify_mask(one: Round, _seat: int, body: Masked) -> str:
    """Say what is wrong with the length of a deck; its points are checked afterwards."""
    return "" if len(body.deck) == one.terms.size * POINT_BYTES else "other_number_of_points"


def _keep_mask(one: Round, seat: int, body: Masked) -> None:
    one.masks[seat] = deck_of(body.deck)
    one.queue(seat, DealKind.MASK, verify_deck(one.masks[seat]))


# VCOMMIT


def _shadows_due(one: Round, seat: int) -> bool:
    return seat in one.masks and seat not in one.shadows


def verify_shadows(_one: Round, _seat: int, _body: Shadowed) -> str:
    """A hash of shadow decks cannot be wrong before they are shown."""
    return ""


def _keep_shadows(one: Round, seat: int, body: Shadowed) -> None:
    one.shadows[seat] = body.hash


# COIN


def _coin_due(one: Round, seat: int) -> bool:
    return one.all_said(one.shadows) and seat not in one.coins


def verify_coin(one: Round, seat: int, body: Coin) -> str:
    """Say what is wrong with a coin: it is not the one committed before anything was known."""
    return "" if coin_hash(one.context, seat, body.coin) == one.commits[seat].coin else "another_coin"


def _keep_coin(one: Round, seat: int, body: Coin) -> None:
    one.coins[seat] = body.coin


# PROOF


def _proof_due(one: Round, seat: int) -> bool:
    return one.all_said(one.coins) and seat not in one.proofs


def _verify_proof_form(one: Round, _seat: int, body: Proof) -> str:
    return verify_answers(body.answers, one.terms.proofs)


def _keep_proof(one: Round, seat: int, body: Proof) -> None:
    one.proofs[seat] = body
    one.queue(seat, DealKind.PROOF, _check_proof(one, seat))


def _check_proof(one: Round, seat: int) -> Work[str]:
    """Check a proof when its turn comes: the points of the deal may not have been made before."""
    shown = ShuffleShown(one.shadows[seat], one.deck_before(seat), one.masks[seat])
    return (yield from verify_proof(one.context, seat, shown, one.challenge(seat), one.proofs[seat].answers))


# LOCK


def _lock_due(one: Round, seat: int) -> bool:
    return one.all_said(one.proofs) and one.peers[len(one.locks) :][:1] == bytes((seat,))


def _verify_lock_form(one: Round, _seat: int, body: Locked) -> str:
    return lengths_flaw(body, one.terms.size)


def _keep_lock(one: Round, seat: int, body: Locked) -> None:
    one.keep_lock(seat, body)
    one.queue(seat, DealKind.LOCK, _check_lock(one, seat))


def _check_lock(one: Round, seat: int) -> Work[str]:
    ground = yield from one.ground(seat)
    return (yield from lock_flaw(ground, one.locks[seat]))


# SHARE


def _share_due(one: Round, seat: int) -> bool:
    return bool(one.missing(seat))


def verify_shares(one: Round, seat: int, body: Shares) -> str:
    """Say what is wrong with shares: each of a granted position, in order, and the scalar that locked it."""
    missing = one.missing(seat)
    positions = [share.position for share in body.shares]
    if positions != sorted(set(positions)):
        return "not_in_order"
    for share in body.shares:
        if share.position not in missing:
            return "not_granted"
        wrong = one.share_refusal(seat, share.position, share.scalar)
        if wrong:
            return wrong
    return ""


def _keep_shares(one: Round, seat: int, body: Shares) -> None:
    one.keep_shares(seat, body.shares)


# SEED


def _seed_due(one: Round, seat: int) -> bool:
    """Return whether a seat may give its secrets up: whenever it likes."""
    return one.sealed and seat not in one.seeds


def _verify_seed(one: Round, seat: int, body: SeedBody) -> str:
    return verify_seed(one, seat, body.seed)


def _keep_seed(one: Round, seat: int, body: SeedBody) -> None:
    one.seeds[seat] = Seed(one.context, seat, body.seed)
    one.queue(seat, DealKind.SEED, verify_books(one, seat))


# BLAME


def _blame_due(_one: Round, _seat: int) -> bool:
    return True


def verify_blame(one: Round, _seat: int, body: Blame) -> str:
    """Say what is wrong with an accusation: our own checks do not find it."""
    return "" if one.found(body) else "no_such_fault"


def _keep_blame(one: Round, _seat: int, body: Blame) -> None:
    one.blamed(body)


ENTRIES: dict[str, EntryRule] = {
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


def owed_by(one: Round, seat: int) -> DealKind | None:
    """Return the kind of what a seat owes the log, by the log alone; None if nothing."""
    if seat not in one.owed:
        one.owed[seat] = _first_due(one, seat)
    return one.owed[seat]


def _first_due(one: Round, seat: int) -> DealKind | None:
    if one.void:
        return None
    # Open books need no more shares, and nobody has to open them before the end.
    spared = DealKind.SHARE if one.closing else DealKind.SEED
    if seat in one.leavers:
        spared = DealKind.BLAME
    return next((kind for kind in _OWED if kind is not spared and ENTRIES[kind].due(one, seat)), None)


def awaited_seats(one: Round) -> tuple[int, ...]:
    """Return the seats that owe something."""
    return tuple(seat for seat in one.peers if owed_by(one, seat) is not None)
