"""The nonces of a match id: each is committed to (pledged) first, then all are revealed, before START.

Laws: a nonce is made for one pledge and revealed for one list of pledges that holds it; whoever revealed one begins no
match but that list's, even after a restart, since both are persisted before the nonce is revealed; a pledge is never
listed twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from net.log.bodies import NONCE_BYTES
from net.log.effects import NonceRecord
from net.log.match_id import commitment, nonce_owners, terms_hash
from net.messages import Begin, NonceCommitment, Reveal

if TYPE_CHECKING:
    from net.identity import Entropy
    from net.log.bodies import Start

REVEAL_TIMEOUT_MS = 10_000  # programs answer by themselves; a later one has lost its link, or withholds its nonce


class OwnNonce:
    """The nonce that our program has pledged, and the one it has revealed."""

    def __init__(self, key: bytes, entropy: Entropy, shown: NonceRecord | None = None) -> None:
        self._key = key
        self._entropy = entropy
        self._pledged = b""
        self.shown = shown

    def pledge_new(self) -> bytes:
        """Make a new nonce in place of the pledged one, and return its commitment."""
        self._pledged = self._entropy(NONCE_BYTES)
        return commitment(self._key, self._pledged)

    def withdraw_pledge(self) -> None:
        """Reveal nothing until a nonce is pledged again."""
        self._pledged = b""

    def reveal_for(self, begin: Begin) -> Reveal | None:
        """Reveal the pledged nonce, once, if the list holds our pledge and no key twice; else return None."""
        own = NonceCommitment(self._key, commitment(self._key, self._pledged))
        keys = [one.key for one in begin.pledges]
        if not self._pledged or own not in begin.pledges or len({*keys}) != len(keys):
            return None
        self.shown = NonceRecord(self._pledged, begin)
        return Reveal(self._pledged, self.pledge_new())

    def is_in_start(self, start: Start) -> bool:
        """Return whether a START holds our revealed nonce and the very list for which we revealed it."""
        shown = self.shown
        if shown is None or shown.begin.terms != terms_hash(start) or shown.nonce not in start.nonces:
            return False
        return shown.begin.pledges == _opened(start)


def _opened(start: Start) -> tuple[NonceCommitment, ...]:
    """Return the pledges that match the nonces of a START."""
    return tuple(
        NonceCommitment(key, commitment(key, nonce))
        for key, nonce in zip(nonce_owners(start), start.nonces, strict=False)
    )


@dataclass(slots=True)
class NonceDraw:
    """A host's START before its nonces: who has pledged one, and who has revealed it."""

    start: Start
    begin: Begin
    until: int
    shown: dict[bytes, bytes] = field(default_factory=dict)

    @classmethod
    def of(cls, start: Start, pledges: dict[bytes, bytes], own: bytes, now: int) -> NonceDraw:
        """Begin with the others' pledges and our own nonce, pledged here too."""
        said = {**pledges, start.host_key: commitment(start.host_key, own)}
        begin = Begin(terms_hash(start), tuple(NonceCommitment(key, said[key]) for key in nonce_owners(start)))
        return cls(start, begin, now + REVEAL_TIMEOUT_MS, {start.host_key: own})

    @property
    def missing_keys(self) -> tuple[bytes, ...]:
        """The keys whose nonces are still missing."""
        return tuple(one.key for one in self.begin.pledges if one.key not in self.shown)

    def accept_nonce(self, key: bytes, nonce: bytes) -> bool:
        """Accept a revealed nonce; False if it was not pledged."""
        if NonceCommitment(key, commitment(key, nonce)) not in self.begin.pledges:
            return False
        self.shown[key] = nonce
        return True

    def complete_start(self) -> Start:
        """Return the START with all nonces."""
        return self.start._replace(nonces=tuple(self.shown[one.key] for one in self.begin.pledges))
