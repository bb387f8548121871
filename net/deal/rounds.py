"""One sealed deal as everybody sees it: a fold of its entries, and the queue of what is still to be checked.

Laws: what an entry is refused for depends on the log alone; what takes long is checked afterwards, in the order of the
log, so that everybody finds the same first falsehood; nothing opens before all checks are done.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from net.deal.bodies import Blame, Commit, DealKind, Locked, Proof, Share
from net.deal.group import Deck, Point, Scalar, deck_of, hashed, joined
from net.deal.lock import Ground
from net.deal.seeds import Seed, lot
from net.deal.shares import opened, tile_points, verify_share
from net.deal.shuffle import Challenge, challenge_of
from net.deal.slices import Work, sum_of

# How many shadow decks prove a shuffle: a cheat passes once in 4,096 tries, and each try is a round.
PROOFS = 12

TO_NOBODY = 254
TO_ALL = 255


class Terms(NamedTuple):
    """What is dealt, by whom, to whom; everybody works it out from the log, and nobody is told.

    `tiles` are the numbers of the tiles, `peers` the seats that shuffle, in their order of this round, `plan` says of
    each position which seat's it is, TO_NOBODY yet, or TO_ALL.
    """

    number: int
    tiles: bytes
    peers: bytes
    plan: bytes
    proofs: int = PROOFS

    @property
    def size(self) -> int:
        """How many tiles are dealt."""
        return len(self.tiles)


class Fault(NamedTuple):
    """Whose entry of which kind is false, and how."""

    seat: int
    kind: str
    word: str


def context_of(head: bytes, terms: Terms) -> bytes:
    """Return what all of a deal is bound to: the log before it, to which no other is alike, and its terms."""
    return hashed(b"context", head, *terms)


@dataclass(slots=True)
class Round:
    """A deal so far.

    `used` are the hashes of seeds that earlier deals of this match have seen. What `own`, the seat of this program,
    says is checked only if somebody calls it false.
    """

    context: bytes
    terms: Terms
    used: frozenset[bytes] = frozenset()
    own: int = -1
    commits: dict[int, Commit] = field(default_factory=dict)
    masks: dict[int, Deck] = field(default_factory=dict)
    shadows: dict[int, bytes] = field(default_factory=dict)
    coins: dict[int, bytes] = field(default_factory=dict)
    proofs: dict[int, Proof] = field(default_factory=dict)
    locks: dict[int, Locked] = field(default_factory=dict)
    marks: dict[int, Deck] = field(default_factory=dict)
    locked: dict[int, Deck] = field(default_factory=dict)
    shares: dict[tuple[int, int], Scalar] = field(default_factory=dict)
    seeds: dict[int, Seed] = field(default_factory=dict)
    audience: dict[int, int] = field(default_factory=dict)
    leavers: set[int] = field(default_factory=set)
    closing: bool = False
    void: bool = False
    fault: Fault | None = None
    points: Deck = ()
    tile_of: dict[Point, int] = field(default_factory=dict)
    sums: dict[int, Point] = field(default_factory=dict)
    _checks: deque[tuple[int, str, Work[str]]] = field(default_factory=deque)
    _own_checks: deque[tuple[int, str, Work[str]]] = field(default_factory=deque)
    # Everybody is asked after these at every step of a program, and they seldom change: by seat, as last found.
    _missing: dict[int, tuple[int, ...]] = field(default_factory=dict, compare=False)
    owed: dict[int, DealKind | None] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        self.audience = {at: to for at, to in enumerate(self.terms.plan) if to != TO_NOBODY}
        self._checks.append((self.terms.peers[0], DealKind.COMMIT, self._lay_points()))

    def _lay_points(self) -> Work[str]:
        self.points = yield from tile_points(self.context, self.terms.tiles)
        self.tile_of = dict(zip(self.points, self.terms.tiles, strict=True))
        return ""

    def changed(self) -> None:
        """Find anew what is missing and owed, once it is asked for."""
        self._missing.clear()
        self.owed.clear()

    # What is checked in slices

    def queue(self, seat: int, kind: str, check: Work[str]) -> None:
        """Put a check behind those that wait; behind a falsehood there is nothing to be found."""
        if self.fault is None:
            (self._own_checks if seat == self.own else self._checks).append((seat, kind, check))

    def work(self, steps: int) -> int:
        """Do `steps` steps of the checks; return how many are left over because nothing waits."""
        while steps and self._checks:
            seat, kind, check = self._checks[0]
            try:
                next(check)
                steps -= 1
            except StopIteration as end:
                self._checks.popleft()
                if end.value:
                    self.fault = Fault(seat, kind, end.value)
                    self._checks.clear()
        return steps

    @property
    def checked(self) -> bool:
        """Whether nothing waits to be checked."""
        return not self._checks

    # Who is due

    @property
    def peers(self) -> bytes:
        """The seats that shuffle, in order."""
        return self.terms.peers

    def all_said(self, said: Collection[int]) -> bool:
        """Whether every peer is among those."""
        return len(said) == len(self.peers)

    @property
    def sealed(self) -> bool:
        """Whether the deal is made: everything is locked, and whatever opens needs everybody's share."""
        return self.all_said(self.locks)

    @property
    def over(self) -> bool:
        """Whether the books are open."""
        return self.all_said(self.seeds)

    # What follows from the entries

    def deck_before(self, seat: int) -> Deck:
        """The deck that a seat masks."""
        at = self.peers.index(seat)
        return self.masks[self.peers[at - 1]] if at else self.points

    def deck_to_lock(self, seat: int) -> Deck:
        """The deck that a seat takes its mask off and locks."""
        at = self.peers.index(seat)
        return self.locked[self.peers[at - 1]] if at else self.masks[self.peers[-1]]

    @property
    def top(self) -> Deck:
        """The deck under all locks."""
        return self.locked[self.peers[-1]]

    @property
    def coin(self) -> bytes:
        """The joint coin: no seat can choose it, the last to speak can only be silent."""
        return hashed(b"joint coin", self.context, *(self.coins[seat] for seat in self.peers))

    def lot(self, bound: int) -> int:
        """Draw a number under `bound` by the joint coin."""
        return lot(self.coin, bound, self.context)

    def bound(self, seat: int) -> bytes:
        """What a seat's shadow decks depend on: the coins committed, and the deck that they are made of."""
        commits = joined(part for peer in self.peers for part in self.commits[peer])
        return hashed(b"bound", self.context, commits, joined(self.deck_before(seat)))

    def challenge(self, seat: int) -> Challenge:
        """What the joint coin asks of a seat."""
        return challenge_of(self.coin, seat, self.terms.proofs)

    def ground(self, seat: int) -> Work[Ground]:
        """What a seat's lock stands on."""
        before = yield from self._sum(self.peers.index(seat))
        masked = yield from self._sum(self.peers.index(seat) + 1)
        return Ground(self.context, seat, self.deck_to_lock(seat), before, masked)

    def _sum(self, masks: int) -> Work[Point]:
        """The sum of the deck after the first `masks` masks."""
        if masks not in self.sums:
            deck = self.masks[self.peers[masks - 1]] if masks else self.points
            self.sums[masks] = yield from sum_of(deck)
        return self.sums[masks]

    # What opens

    def grant(self, position: int, to: int) -> None:
        """Let a seat, or all, see a position; one that was another seat's is seen by all from then on."""
        before = self.audience.get(position)
        self.audience[position] = to if before in (None, to) else TO_ALL
        if self.audience[position] != before:
            self.changed()

    def close(self) -> None:
        """The round is over: the books are due."""
        self.closing = True
        self.changed()

    def leave(self, seat: int) -> None:
        """A seat gives its secrets up before the end, and everybody can do its part from then on."""
        self.leavers.add(seat)
        self.changed()

    def missing(self, seat: int) -> tuple[int, ...]:
        """The positions whose share a seat owes: granted to somebody else, or to all."""
        if not self.sealed or seat in self.seeds:
            return ()
        if seat not in self._missing:
            granted = (at for at, to in self.audience.items() if to != seat)
            self._missing[seat] = tuple(sorted(at for at in granted if (seat, at) not in self.shares))
        return self._missing[seat]

    def awaited(self, position: int, own: int = -1) -> tuple[int, ...]:
        """The peers, but for one's own seat, whose scalar of a position is not known."""
        return tuple(seat for seat in self.peers if seat != own and self.scalar_of(seat, position) is None)

    def scalar_of(self, seat: int, position: int) -> Scalar | None:
        """A seat's scalar of a position as far as the log tells it."""
        if seat in self.seeds:
            return self.seeds[seat].lock(position)
        return self.shares.get((seat, position))

    def tile_at(self, position: int, own: Mapping[int, Scalar] | None = None) -> int | None:
        """The tile at a position by the shares in the log and `own` scalars by seat; None if that does not open it."""
        while not self.tile_of and self._checks:  # whoever came late may not have laid the points yet, which come first
            self.work(1)
        scalars = []
        for seat in self.peers:
            scalar = (own or {}).get(seat) or self.scalar_of(seat, position)
            if scalar is None:
                return None
            scalars.append(scalar)
        return opened(self.top[position], scalars, self.tile_of)

    def share_refusal(self, seat: int, position: int, scalar: Scalar) -> str:
        """Say what is wrong with a seat's scalar of a position."""
        return verify_share(self.locks[seat].unit, self.marks[seat][position], scalar)

    # Keeping what an entry says

    def keep_shares(self, seat: int, shares: tuple[Share, ...]) -> None:
        """Keep scalars that were checked."""
        self.shares |= {(seat, share.position): share.scalar for share in shares}
        self.changed()

    def keep_lock(self, seat: int, body: Locked) -> None:
        """Keep a lock."""
        self.locks[seat] = body
        self.marks[seat] = deck_of(body.marks)
        self.locked[seat] = deck_of(body.locked)

    def keep_openings(self, seat: int, scalars: Mapping[int, Scalar]) -> None:
        """Keep scalars by which a seat showed its tiles, checked too."""
        self.shares |= {(seat, at): scalar for at, scalar in scalars.items()}
        self.changed()

    def settle(self) -> Fault | None:
        """Do all checks that still wait, and return the first falsehood."""
        while not self.checked:
            self.work(1024)
        return self.fault

    def found(self, blame: Blame) -> bool:
        """Return whether our own checks find that fault, doing all that still wait."""
        if blame.seat == self.own:
            self._checks.extend(self._own_checks)
            self._own_checks.clear()
        return self.settle() == Fault(*blame)

    def blamed(self, blame: Blame) -> None:
        """Take what everybody has found for true."""
        self.void, self.fault = True, Fault(*blame)
        self._checks.clear()
