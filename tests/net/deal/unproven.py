"""Rounds in which nobody asks for some of the proofs, to show what each of them is for."""

from __future__ import annotations

from net.deal.bodies import DealKind
from net.deal.rounds import Round
from net.deal.slices import Work


class NoProof(Round):
    """A round in which nobody asks for the proofs of the kinds in `off`."""

    off = frozenset({DealKind.PROOF})

    def queue(self, seat: int, kind: str, check: Work[str]) -> None:
        if kind in self.off:
            check = iter_nothing()
        Round.queue(self, seat, kind, check)


class NoLockProof(NoProof):
    off = frozenset({DealKind.LOCK})


def iter_nothing() -> Work[str]:
    yield
    return ""


class NoProofAtAll(NoProof):
    off = frozenset({DealKind.PROOF, DealKind.LOCK})
