"""A table of peers in one process who deal to each other, some of them cheating."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from net.deal.bodies import DealEntry, DealKind
from net.deal.judging import entry_refusal, store_entry
from net.deal.peers import DealPeer
from net.deal.rounds import SHADOW_DECKS, TO_NOBODY, DealRound, DealTerms, EntryFault, context_of
from net.deal.seeds import SEED_BYTES, Seed

HEAD = bytes(range(32))
FEW = 2  # shadow decks where a test says so
SLICE = 64

Cheat = Callable[[DealPeer, DealEntry], DealEntry]
Change = Callable[[DealPeer, bytes], bytes]


class Said(NamedTuple):
    """An entry of the log."""

    seat: int
    kind: str
    body: bytes


class Caught(NamedTuple):
    """An entry that was refused at the door, by all alike."""

    seat: int
    kind: str
    word: str


def raw_seed(*name: object) -> bytes:
    return blake2b(repr(name).encode(), digest_size=SEED_BYTES).digest()


def racks(seats: int, size: int, each: int) -> bytes:
    """A plan: `each` tiles for every seat, the others nobody's."""
    plan = bytearray([TO_NOBODY] * size)
    for at in range(min(size, seats * each)):
        plan[at] = at // each
    return bytes(plan)


def terms_for(seats: int = 3, size: int = 12, *, proofs: int = FEW, each: int = 3, number: int = 1) -> DealTerms:
    return DealTerms(number, bytes(range(size)), bytes(range(seats)), racks(seats, size, each), proofs)


def full_terms(seats: int = 3, size: int = 12, *, each: int = 3) -> DealTerms:
    return terms_for(seats, size, proofs=SHADOW_DECKS, each=each)


@dataclass
class Hall:
    """The peers of one deal, each with a round of its own; `cheats` change what a seat would honestly say."""

    terms: DealTerms
    cheats: Mapping[int, Cheat] = field(default_factory=dict)
    make: Callable[..., DealRound] = DealRound
    used: frozenset[bytes] = frozenset()
    name: object = 0
    head: bytes = HEAD
    log: list[Said] = field(default_factory=list)
    caught: list[Caught] = field(default_factory=list)
    peers: dict[int, DealPeer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        context = context_of(self.head, self.terms)
        for seat in self.terms.peers:
            seed = Seed(context, seat, raw_seed(self.name, seat))
            self.peers[seat] = DealPeer(self.make(context, self.terms, self.used), seed)

    @property
    def rounds(self) -> list[DealRound]:
        return [peer.round for peer in self.peers.values()]

    @property
    def faults(self) -> set[EntryFault | None]:
        """The faults that the honest peers have found."""
        return {peer.round.fault for seat, peer in self.peers.items() if seat not in self.cheats}

    def run(self, until: DealKind | None = None) -> Hall:
        """Let everybody say what is owed until nothing is, an entry was refused, or one of kind `until` is next."""
        while not self.caught:
            quiet = True
            for seat, peer in self.peers.items():
                while not peer.do_steps(SLICE):
                    pass
                owed = peer.owed_entry()
                if owed is None:
                    continue
                if owed.kind == until:
                    return self
                quiet = False
                if seat in self.cheats:
                    owed = self.cheats[seat](peer, owed)
                self.say(seat, owed.kind, owed.body)
            if quiet:
                return self
        return self

    def say(self, seat: int, kind: str, body: bytes) -> str:
        """Put an entry before all, and return the word of refusal; all honest peers must judge alike."""
        words = {
            entry_refusal(peer.round, seat, kind, body)
            for other, peer in self.peers.items()
            if other not in self.cheats
        }
        assert len(words) == 1, words
        (word,) = words
        if word:
            self.caught.append(Caught(seat, kind, word))
            return word
        self.log.append(Said(seat, kind, body))
        for peer in self.peers.values():
            store_entry(peer.round, seat, kind, body)
        return ""

    def close(self) -> Hall:
        for one in self.rounds:
            one.end_round()
        return self.run()

    def grant(self, position: int, to: int) -> None:
        for one in self.rounds:
            one.grant(position, to)

    def told(self, kind: DealKind) -> list[Said]:
        return [said for said in self.log if said.kind == kind]

    def shares_of(self, seats: Sequence[int]) -> list[Said]:
        """The shares that these seats sent."""
        return [said for said in self.told(DealKind.SHARE) if said.seat in seats]


def only(kind: DealKind, change: Change) -> Cheat:
    """A cheat in one kind of entry."""
    return lambda peer, owed: DealEntry(owed.kind, change(peer, owed.body)) if owed.kind == kind else owed
