"""Rounds in which nobody asks for some of the proofs, to show what each of them is for."""

from __future__ import annotations

from net.deal.bodies import DealKind
from net.deal.rounds import DealRound
from net.deal.slices import SlicedWork


class NoProof(DealRound):
    """A round in which nobody asks for the proofs of the kinds in `off`."""

    off = frozenset({DealKind.PROOF})

    def queue_check(self, seat: int, kind: str, check: SlicedWork[str]) -> None:
        if kind in self.off:
            check = iter_nothing()
        DealRound.queue_check(self, seat, kind, check)


class NoLockProof(NoProof):
    off = frozenset({DealKind.LOCK})


def iter_nothing() -> SlicedWork[str]:
    yield
    return ""


class NoProofAtAll(NoProof):
    off = frozenset({DealKind.PROOF, DealKind.LOCK})
