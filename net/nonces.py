"""The nonces that a match id is made from: each is pledged, then all are shown, before START.

Laws: a nonce is drawn for one pledge and shown for one list of pledges, which holds its own; whoever has shown it
begins no match but the one of that list, also after a restart, since both are kept before the nonce is shown; what was
listed is never listed again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from net.log.bodies import NONCE_BYTES
from net.log.effects import NonceRecord
from net.log.match_id import commitment, drawers, terms_hash
from net.messages import Begin, Pledge, Reveal

if TYPE_CHECKING:
    from net.identity import Entropy
    from net.log.bodies import Start

REVEAL_MS = 10_000  # programs answer by themselves; who has not by then has lost the way or keeps it back


class OwnNonce:
    """What one person's program has pledged, and what it has shown."""

    def __init__(self, key: bytes, entropy: Entropy, shown: NonceRecord | None = None) -> None:
        self._key = key
        self._entropy = entropy
        self._pledged = b""
        self.shown = shown

    def pledge(self) -> bytes:
        """Draw a nonce, in place of the one pledged before, and return what stands for it."""
        self._pledged = self._entropy(NONCE_BYTES)
        return commitment(self._key, self._pledged)

    def withdraw(self) -> None:
        """Show nothing until something is pledged again."""
        self._pledged = b""

    def answer(self, begin: Begin) -> Reveal | None:
        """Show the nonce if the list holds our pledge; what is asked twice is not answered twice."""
        own = Pledge(self._key, commitment(self._key, self._pledged))
        keys = [one.key for one in begin.pledges]
        if not self._pledged or own not in begin.pledges or len({*keys}) != len(keys):
            return None
        self.shown = NonceRecord(self._pledged, begin)
        return Reveal(self._pledged, self.pledge())

    def is_in(self, start: Start) -> bool:
        """Return whether a START opens the very list for which we showed our nonce, and holds that nonce."""
        shown = self.shown
        if shown is None or shown.begin.terms != terms_hash(start) or shown.nonce not in start.nonces:
            return False
        return shown.begin.pledges == _opened(start)


def _opened(start: Start) -> tuple[Pledge, ...]:
    """Return the pledges that the nonces of a START belong to."""
    return tuple(Pledge(key, commitment(key, nonce)) for key, nonce in zip(drawers(start), start.nonces, strict=False))


@dataclass(slots=True)
class Drawing:
    """A host's START on its way: who has pledged what, and who has shown it."""

    start: Start
    begin: Begin
    until: int
    shown: dict[bytes, bytes] = field(default_factory=dict)

    @classmethod
    def of(cls, start: Start, pledges: dict[bytes, bytes], own: bytes, now: int) -> Drawing:
        """Begin with what the others have pledged and with our own nonce, pledged here too."""
        said = {**pledges, start.host_key: commitment(start.host_key, own)}
        begin = Begin(terms_hash(start), tuple(Pledge(key, said[key]) for key in drawers(start)))
        return cls(start, begin, now + REVEAL_MS, {start.host_key: own})

    @property
    def missing(self) -> tuple[bytes, ...]:
        """Who has not shown a nonce."""
        return tuple(one.key for one in self.begin.pledges if one.key not in self.shown)

    def show(self, key: bytes, nonce: bytes) -> bool:
        """Take somebody's nonce; False if it is not the one pledged."""
        if Pledge(key, commitment(key, nonce)) not in self.begin.pledges:
            return False
        self.shown[key] = nonce
        return True

    def drawn(self) -> Start:
        """Return the START with all nonces."""
        return self.start._replace(nonces=tuple(self.shown[one.key] for one in self.begin.pledges))
