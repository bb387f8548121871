"""One sealed deal: a fold of its entries, and the queue of checks still to be done.

Laws: an entry is refused by the log alone; expensive checks run afterwards, in log order, so that everybody finds the
same first fault; no tile opens before all checks are done.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from net.deal.bodies import Blame, Commit, DealKind, Locked, Proof, Share
from net.deal.group import Deck, Point, Scalar, deck_of, hash_parts, joined
from net.deal.lock import LockStatement
from net.deal.seeds import Seed, draw_number
from net.deal.shares import tile_points, tile_under, verify_share
from net.deal.shuffle import Challenge, challenge_of
from net.deal.slices import SlicedWork, sum_points

# Shadow decks that prove a shuffle: a cheat passes once in 4,096 tries, and each try is a round.
SHADOW_DECKS = 12

TO_NOBODY = 254
TO_ALL = 255


class DealTerms(NamedTuple):
    """What is dealt, by whom, to whom; everybody derives it from the log.

    `tiles` are the tiles' numbers, `peers` the seats that shuffle, in this round's order, `plan` the owner of each
    position: a seat, TO_NOBODY yet, or TO_ALL.
    """

    number: int
    tiles: bytes
    peers: bytes
    plan: bytes
    proofs: int = SHADOW_DECKS

    @property
    def tile_count(self) -> int:
        """How many tiles are dealt."""
        return len(self.tiles)


class EntryFault(NamedTuple):
    """A false entry: its author's seat, its kind, and a code for how."""

    seat: int
    kind: str
    word: str


def context_of(head: bytes, terms: DealTerms) -> bytes:
    """Return the hash that binds a deal to its terms and to the log before it, which is unique."""
    return hash_parts(b"context", head, *terms)


@dataclass(slots=True)
class DealRound:
    """A deal so far.

    `used` are the hashes of seeds from earlier deals of this match. Entries of our own seat, `own`, are checked only if
    somebody blames them.
    """

    context: bytes
    terms: DealTerms
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
    fault: EntryFault | None = None
    points: Deck = ()
    tile_of: dict[Point, int] = field(default_factory=dict)
    sums: dict[int, Point] = field(default_factory=dict)
    _checks: deque[tuple[int, str, SlicedWork[str]]] = field(default_factory=deque)
    _own_checks: deque[tuple[int, str, SlicedWork[str]]] = field(default_factory=deque)
    # Read in every step of a program and seldom changed: cached by seat.
    _missing: dict[int, tuple[int, ...]] = field(default_factory=dict, compare=False)
    owed: dict[int, DealKind | None] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        self.audience = {at: to for at, to in enumerate(self.terms.plan) if to != TO_NOBODY}
        self._checks.append((self.terms.peers[0], DealKind.COMMIT, self._lay_points()))

    def _lay_points(self) -> SlicedWork[str]:
        self.points = yield from tile_points(self.context, self.terms.tiles)
        self.tile_of = dict(zip(self.points, self.terms.tiles, strict=True))
        return ""

    def clear_caches(self) -> None:
        """Clear the caches."""
        self._missing.clear()
        self.owed.clear()

    # Checks in slices

    def queue_check(self, seat: int, kind: str, check: SlicedWork[str]) -> None:
        """Queue a check, unless a fault was found already."""
        if self.fault is None:
            (self._own_checks if seat == self.own else self._checks).append((seat, kind, check))

    def do_steps(self, steps: int) -> int:
        """Run up to `steps` steps of the checks; return how many are left over."""
        while steps and self._checks:
            seat, kind, check = self._checks[0]
            try:
                next(check)
                steps -= 1
            except StopIteration as end:
                self._checks.popleft()
                if end.value:
                    self.fault = EntryFault(seat, kind, end.value)
                    self._checks.clear()
        return steps

    @property
    def all_checked(self) -> bool:
        """Whether all queued checks are done."""
        return not self._checks

    # Progress

    @property
    def peers(self) -> bytes:
        """The seats that shuffle, in order."""
        return self.terms.peers

    def all_have_sent(self, authors: Collection[int]) -> bool:
        """Whether these authors of one kind of entry are all the peers."""
        return len(authors) == len(self.peers)

    @property
    def is_complete(self) -> bool:
        """Whether the deal is complete: all decks are locked, and opening a tile takes everybody's share."""
        return self.all_have_sent(self.locks)

    @property
    def all_seeds_revealed(self) -> bool:
        """Whether all seeds are revealed."""
        return self.all_have_sent(self.seeds)

    # Derived values

    def deck_before(self, seat: int) -> Deck:
        """The deck that a seat masks."""
        at = self.peers.index(seat)
        return self.masks[self.peers[at - 1]] if at else self.points

    def deck_to_lock(self, seat: int) -> Deck:
        """The deck that a seat unmasks and locks."""
        at = self.peers.index(seat)
        return self.locked[self.peers[at - 1]] if at else self.masks[self.peers[-1]]

    @property
    def locked_deck(self) -> Deck:
        """The deck that bears the locks of all peers."""
        return self.locked[self.peers[-1]]

    @property
    def joint_coin(self) -> bytes:
        """The joint coin: no seat can choose it, and the last to reveal its part can only abort."""
        return hash_parts(b"joint coin", self.context, *(self.coins[seat] for seat in self.peers))

    def draw_number(self, bound: int) -> int:
        """Draw a number below `bound` from the joint coin."""
        return draw_number(self.joint_coin, bound, self.context)

    def proof_binding(self, seat: int) -> bytes:
        """What a seat's shadow decks are bound to: all commitments, and the deck before its mask."""
        commits = joined(part for peer in self.peers for part in self.commits[peer])
        return hash_parts(b"bound", self.context, commits, joined(self.deck_before(seat)))

    def challenge(self, seat: int) -> Challenge:
        """The challenge that the joint coin poses to a seat."""
        return challenge_of(self.joint_coin, seat, self.terms.proofs)

    def lock_statement(self, seat: int) -> SlicedWork[LockStatement]:
        """The statement that a seat's lock proves."""
        before = yield from self._sum(self.peers.index(seat))
        masked = yield from self._sum(self.peers.index(seat) + 1)
        return LockStatement(self.context, seat, self.deck_to_lock(seat), before, masked)

    def _sum(self, masks: int) -> SlicedWork[Point]:
        """The sum of the deck after the first `masks` masks."""
        if masks not in self.sums:
            deck = self.masks[self.peers[masks - 1]] if masks else self.points
            self.sums[masks] = yield from sum_points(deck)
        return self.sums[masks]

    # Opening tiles

    def grant(self, position: int, to: int) -> None:
        """Grant a position to a seat, or to all; one that was another seat's becomes everybody's."""
        before = self.audience.get(position)
        self.audience[position] = to if before in (None, to) else TO_ALL
        if self.audience[position] != before:
            self.clear_caches()

    def end_round(self) -> None:
        """End the round: all seeds are due."""
        self.closing = True
        self.clear_caches()

    def allow_early_seed(self, seat: int) -> None:
        """Let a seat reveal its seed early, so that everybody can do its part."""
        self.leavers.add(seat)
        self.clear_caches()

    def owed_positions(self, seat: int) -> tuple[int, ...]:
        """The positions for which a seat still owes its share: those granted to others, without those it has sent."""
        if not self.is_complete or seat in self.seeds:
            return ()
        if seat not in self._missing:
            granted = (at for at, to in self.audience.items() if to != seat)
            self._missing[seat] = tuple(sorted(at for at in granted if (seat, at) not in self.shares))
        return self._missing[seat]

    def peers_without_scalar(self, position: int, own: int = -1) -> tuple[int, ...]:
        """The peers, except `own`, whose scalar of a position is not known."""
        return tuple(seat for seat in self.peers if seat != own and self.scalar_of(seat, position) is None)

    def scalar_of(self, seat: int, position: int) -> Scalar | None:
        """A seat's scalar of a position, if the log reveals it."""
        if seat in self.seeds:
            return self.seeds[seat].lock_scalar(position)
        return self.shares.get((seat, position))

    def tile_at(self, position: int, own: Mapping[int, Scalar] | None = None) -> int | None:
        """The tile at a position, opened by the log's shares and `own` scalars by seat; None if some are missing."""
        while not self.tile_of and self._checks:  # the points are made first; a late joiner may lack them
            self.do_steps(1)
        scalars = []
        for seat in self.peers:
            scalar = (own or {}).get(seat) or self.scalar_of(seat, position)
            if scalar is None:
                return None
            scalars.append(scalar)
        return tile_under(self.locked_deck[position], scalars, self.tile_of)

    def share_refusal(self, seat: int, position: int, scalar: Scalar) -> str:
        """Return a code for why a seat's scalar of a position is wrong; empty if it is right."""
        return verify_share(self.locks[seat].unit, self.marks[seat][position], scalar)

    # Storing entries

    def keep_shares(self, seat: int, shares: tuple[Share, ...]) -> None:
        """Store checked shares."""
        self.shares |= {(seat, share.position): share.scalar for share in shares}
        self.clear_caches()

    def keep_lock(self, seat: int, body: Locked) -> None:
        """Store a lock."""
        self.locks[seat] = body
        self.marks[seat] = deck_of(body.marks)
        self.locked[seat] = deck_of(body.locked)

    def keep_openings(self, seat: int, scalars: Mapping[int, Scalar]) -> None:
        """Store the checked scalars by which a move showed its tiles."""
        self.shares |= {(seat, at): scalar for at, scalar in scalars.items()}
        self.clear_caches()

    def finish_checks(self) -> EntryFault | None:
        """Finish all checks, and return the first fault."""
        while not self.all_checked:
            self.do_steps(1024)
        return self.fault

    def confirms(self, blame: Blame) -> bool:
        """Return whether our own checks confirm a fault; finishes them all."""
        if blame.seat == self.own:
            self._checks.extend(self._own_checks)
            self._own_checks.clear()
        return self.finish_checks() == EntryFault(*blame)

    def accept_blame(self, blame: Blame) -> None:
        """Void the deal because of a confirmed fault."""
        self.void, self.fault = True, EntryFault(*blame)
        self._checks.clear()
