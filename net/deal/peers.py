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
from net.deal.lock import lock
from net.deal.rounds import Round
from net.deal.seeds import Seed, coin_hash
from net.deal.shuffle import answers_to, mask, shadows_hash
from net.deal.slices import Work


@dataclass(slots=True)
class DealPeer:
    """A seat of a deal with its seed."""

    round: Round
    seed: Seed
    _made: dict[DealKind, bytes] = field(default_factory=dict)
    _making: dict[DealKind, Work[Body]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.round.own = self.seed.seat

    def owed(self) -> DealEntry | None:
        """Return the entry that this seat owes now, if it is made."""
        kind = self._due()
        if kind is None:
            return None
        if kind in _AT_ONCE:
            return DealEntry(kind, write_deal_body(_AT_ONCE[kind](self.round, self.seed)))
        return DealEntry(kind, self._made[kind]) if kind in self._made else None

    def work(self, steps: int) -> int:
        """Do up to `steps` steps of checking and making; return how many are left over."""
        steps = self.round.work(steps)
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
        if self.round.fault or not self.round.checked:
            return None
        return self.round.tile_at(position, {self.seed.seat: self.seed.lock(position)})

    def opening(self, positions: Iterable[int]) -> bytes:
        """Return our own scalars of some positions, which open them to all."""
        return joined(self.seed.lock(at) for at in positions)

    def _due(self) -> DealKind | None:
        """Return the kind of entry that we owe."""
        if self.round.void or not self.round.checked:
            return None
        return kind_due(self.round, self.seed.seat) if self.round.fault is None else DealKind.BLAME


def _blame(one: Round, _seed: Seed) -> Body:
    seat, kind, word = one.fault or (0, "", "")
    return Blame(seat, kind, word)


def _commit(_one: Round, seed: Seed) -> Body:
    return Commit(seed.context, seed.hash, coin_hash(seed.context, seed.seat, seed.coin))


def _coin(_one: Round, seed: Seed) -> Body:
    return Coin(seed.coin)


def _proof(one: Round, seed: Seed) -> Body:
    return Proof(answers_to(one.challenge(seed.seat), seed, one.proof_binding(seed.seat)))


def _shares(one: Round, seed: Seed) -> Body:
    return Shares(tuple(Share(at, seed.lock(at)) for at in one.missing(seed.seat)))


def _seed(_one: Round, seed: Seed) -> Body:
    return SeedBody(seed.raw)


def _make_mask(one: Round, seed: Seed) -> Work[Body]:
    return Masked(joined((yield from mask(seed, one.deck_before(seed.seat)))))


def _make_shadows(one: Round, seed: Seed) -> Work[Body]:
    before, bound = one.deck_before(seed.seat), one.proof_binding(seed.seat)
    return Shadowed((yield from shadows_hash(seed, bound, before, one.terms.proofs)))


def _make_lock(one: Round, seed: Seed) -> Work[Body]:
    return (yield from lock(seed, (yield from one.lock_statement(seed.seat))))


_AT_ONCE: dict[DealKind, Callable[[Round, Seed], Body]] = {
    DealKind.BLAME: _blame,
    DealKind.COMMIT: _commit,
    DealKind.COIN: _coin,
    DealKind.PROOF: _proof,
    DealKind.SHARE: _shares,
    DealKind.SEED: _seed,
}
_IN_SLICES: dict[DealKind, Callable[[Round, Seed], Work[Body]]] = {
    DealKind.MASK: _make_mask,
    DealKind.VCOMMIT: _make_shadows,
    DealKind.LOCK: _make_lock,
}
