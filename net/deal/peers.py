"""One peer's own part in a deal: makes the entries it owes from its seed, in slices.

Laws: nothing of ours is sent before all earlier entries are checked; what we owe is a function of log and seed, so
that a restarted program sends the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from net.deal.bodies import (
    Blame,
    Body,
    Coin,
    Commit,
    DealEntry,
    DealKind,
    Masked,
    Proof,
    SeedBody,
    Shadowed,
    Share,
    Shares,
    write_deal_body,
)
from net.deal.group import joined
from net.deal.judging import kind_due
from net.deal.lock import make_lock
from net.deal.rounds import DealRound
from net.deal.seeds import Seed, coin_hash
from net.deal.shuffle import answers_to, mask_deck, shadows_hash
from net.deal.slices import SlicedWork


@dataclass(slots=True)
class DealPeer:
    """A seat of a deal with its seed."""

    round: DealRound
    seed: Seed
    _made: dict[DealKind, bytes] = field(default_factory=dict)
    _making: dict[DealKind, SlicedWork[Body]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.round.own = self.seed.seat

    def owed_entry(self) -> DealEntry | None:
        """Return the entry that this seat owes now, if it is made."""
        kind = self._due()
        if kind is None:
            return None
        if kind in _AT_ONCE:
            return DealEntry(kind, write_deal_body(_AT_ONCE[kind](self.round, self.seed)))
        return DealEntry(kind, self._made[kind]) if kind in self._made else None

    def do_steps(self, steps: int) -> int:
        """Do up to `steps` steps of checking and making; return how many are left over."""
        steps = self.round.do_steps(steps)
        while steps and (kind := self._due()) in _IN_SLICES and kind not in self._made:
            steps = self._make(kind, steps)
        return steps

    def _make(self, kind: DealKind, steps: int) -> int:
        """Continue making the entry that is due: it stays due until it is sent."""
        making = self._making.setdefault(kind, _IN_SLICES[kind](self.round, self.seed))
        while steps:
            try:
                next(making)
            except StopIteration as end:
                self._made[kind] = write_deal_body(end.value)
                break
            steps -= 1
        return steps

    def tile_at(self, position: int) -> int | None:
        """Return the tile at a position if all other shares are there, and nothing is false or unchecked."""
        if self.round.fault or not self.round.all_checked:
            return None
        return self.round.tile_at(position, {self.seed.seat: self.seed.lock_scalar(position)})

    def own_scalars(self, positions: Iterable[int]) -> bytes:
        """Return our own scalars of some positions, which open them to all."""
        return joined(self.seed.lock_scalar(at) for at in positions)

    def _due(self) -> DealKind | None:
        """Return the kind of entry that we owe."""
        if self.round.void or not self.round.all_checked:
            return None
        return kind_due(self.round, self.seed.seat) if self.round.fault is None else DealKind.BLAME


def _blame_body(deal: DealRound, _seed: Seed) -> Body:
    seat, kind, word = deal.fault or (0, "", "")
    return Blame(seat, kind, word)


def _commit_body(_deal: DealRound, seed: Seed) -> Body:
    return Commit(seed.context, seed.commitment, coin_hash(seed.context, seed.seat, seed.coin_part))


def _coin_body(_deal: DealRound, seed: Seed) -> Body:
    return Coin(seed.coin_part)


def _proof_body(deal: DealRound, seed: Seed) -> Body:
    return Proof(answers_to(deal.challenge(seed.seat), seed, deal.proof_binding(seed.seat)))


def _shares_body(deal: DealRound, seed: Seed) -> Body:
    return Shares(tuple(Share(at, seed.lock_scalar(at)) for at in deal.owed_positions(seed.seat)))


def _seed_body(_deal: DealRound, seed: Seed) -> Body:
    return SeedBody(seed.raw)


def _make_mask(deal: DealRound, seed: Seed) -> SlicedWork[Body]:
    return Masked(joined((yield from mask_deck(seed, deal.deck_before(seed.seat)))))


def _make_shadows(deal: DealRound, seed: Seed) -> SlicedWork[Body]:
    before, binding = deal.deck_before(seed.seat), deal.proof_binding(seed.seat)
    return Shadowed((yield from shadows_hash(seed, binding, before, deal.terms.proofs)))


def _make_lock(deal: DealRound, seed: Seed) -> SlicedWork[Body]:
    return (yield from make_lock(seed, (yield from deal.lock_statement(seed.seat))))


_AT_ONCE: dict[DealKind, Callable[[DealRound, Seed], Body]] = {
    DealKind.BLAME: _blame_body,
    DealKind.COMMIT: _commit_body,
    DealKind.COIN: _coin_body,
    DealKind.PROOF: _proof_body,
    DealKind.SHARE: _shares_body,
    DealKind.SEED: _seed_body,
}
_IN_SLICES: dict[DealKind, Callable[[DealRound, Seed], SlicedWork[Body]]] = {
    DealKind.MASK: _make_mask,
    DealKind.VCOMMIT: _make_shadows,
    DealKind.LOCK: _make_lock,
}
