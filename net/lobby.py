"""Before a match, at the host: who is here, who sits where, with which options, and who is ready.

Laws: whoever is ready is so for exactly the options he saw; a change of the options makes everybody unready; every
refusal comes from the closed list of reasons.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from net.errors import LocalProtocolError
from net.log.bodies import Sitter, Start
from net.log.entries import SEATS, TABLE
from net.messages import WATCHERS, Info, Join, LobbySeat, Ready, Room, Sit
from net.reasons import Reason

NOBODY = LobbySeat("nobody", "", "", b"", ready=False, here=False)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a table is: its id, game and options (opaque, with their digest), and the version of the rules."""

    table: bytes
    game: str
    rules: int
    options: bytes
    digest: bytes


class Lobby:
    """The host's book of one table before the match."""

    def __init__(self, offer: Offer, host_key: bytes, host_name: str, seats: int) -> None:
        if not 1 <= seats <= SEATS:
            raise LocalProtocolError(f"a table has 1 to {SEATS} seats, not {seats}")
        self.offer = offer
        self.host_key = host_key
        self.host_name = host_name
        self.chairs = [NOBODY] * seats
        self.watchers: dict[bytes, str] = {}  # the name of each by key
        self.watched = True  # whether anybody may watch
        self.yielding: tuple[str, ...] = ("nobody", "bot")  # whose seats people are given, in this order
        self.held: dict[int, bytes] = {}  # chairs that are kept for somebody's key
        self.pledges: dict[bytes, bytes] = {}  # by key: what stands for a nonce that was never asked for

    def seat_of(self, key: bytes) -> int | None:
        """Return where somebody sits."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.key == key), None)

    # What joiners ask

    def join(self, key: bytes, join: Join) -> Reason | None:
        """Give somebody the first free seat, else a bot's; or a place to watch from."""
        if join.match:
            return Reason.OTHER_MATCH
        if join.rules != self.offer.rules:
            return Reason.OTHER_RULES
        if join.options and join.options != self.offer.digest:
            return Reason.OTHER_OPTIONS
        if join.watch:
            return self._watch(key, join.name)
        seat = self.seat_of(key)
        if seat is None:
            seat = self.next_chair(key)
        if seat is None:
            return Reason.TABLE_FULL
        self.watchers.pop(key, None)
        self.chairs[seat] = LobbySeat("person", join.name, "", key, ready=False, here=True)
        return None

    def next_chair(self, key: bytes) -> int | None:
        """Return the chair that somebody would get who comes now: one that is kept for him, the first free, a bot's."""
        free = [at for holder in self.yielding for at, chair in enumerate(self.chairs) if chair.holder == holder]
        kept = (at for at in free if self.held.get(at) == key)
        return next(kept, next((at for at in free if at not in self.held), None))

    def _watch(self, key: bytes, name: str) -> Reason | None:
        if not self.watched:
            return Reason.NOT_WATCHED
        if key not in self.watchers:
            if len(self.watchers) >= WATCHERS:
                return Reason.WATCHERS_FULL
            self.watchers[key] = name
        return None

    def sit(self, key: bytes, seat: int) -> Reason | None:
        """Move somebody to a seat that is nobody's or of a bot, which takes the old one; a watcher sits down there."""
        old = self.seat_of(key)
        if seat >= len(self.chairs) or (old is None and key not in self.watchers):
            return Reason.OUT_OF_TURN
        if self.chairs[seat].holder not in self.yielding or self.held.get(seat, key) != key:
            return None if seat == old else Reason.SEAT_TAKEN
        if old is None:
            self.chairs[seat] = LobbySeat("person", self.watchers.pop(key), "", key, ready=False, here=True)
        else:
            self.chairs[seat], self.chairs[old] = self.chairs[old]._replace(ready=False), self.chairs[seat]
        return None

    def ready(self, key: bytes, ready: Ready) -> Reason | None:
        """Note who is ready, if he saw the options of now; else nothing, for the new ones are on their way to him."""
        seat = self.seat_of(key)
        if seat is None or (ready.ready and not ready.commit):
            return Reason.OUT_OF_TURN
        if ready.ready:
            self.pledges[key] = ready.commit
        if ready.digest == self.offer.digest:
            self.chairs[seat] = self.chairs[seat]._replace(ready=ready.ready)
        return None

    def unready(self, keys: Iterable[bytes]) -> None:
        """Let some look again before they are ready."""
        for seat in [seat for seat, chair in enumerate(self.chairs) if chair.key and chair.key in keys]:
            self.chairs[seat] = self.chairs[seat]._replace(ready=False)

    def ask(self, key: bytes, message: Sit | Ready) -> Reason | None:
        """Do what somebody asks for, or say why not."""
        return self.sit(key, message.seat) if isinstance(message, Sit) else self.ready(key, message)

    def leave(self, key: bytes) -> None:
        """Free the seat of a key, and forget its pledge."""
        seat = self.seat_of(key)
        if seat is not None:
            self.chairs[seat] = NOBODY
        self.pledges.pop(key, None)
        self.watchers.pop(key, None)

    # What the host decides

    def change_options(self, options: bytes, digest: bytes, seats: int) -> tuple[bytes, ...]:
        """Play something else or with more or fewer seats; return the keys of those for whom no seat is left."""
        if not 1 <= seats <= SEATS:
            raise LocalProtocolError(f"a table has 1 to {SEATS} seats, not {seats}")
        self.offer = replace(self.offer, options=options, digest=digest)
        chairs = [one._replace(ready=one.holder == "bot") for one in [*self.chairs, *[NOBODY] * seats][:seats]]
        gone = []
        # Who sits beyond the new size takes what is free, or a bot's seat.
        for late in self.chairs[seats:]:
            if late.holder != "person":
                continue
            holders = [one.holder for one in chairs]
            free = next((holders.index(holder) for holder in ("nobody", "bot") if holder in holders), None)
            if free is None:
                gone.append(late.key)
            else:
                chairs[free] = late._replace(ready=False)
        self.chairs = chairs
        return tuple(gone)

    def set_bot(self, seat: int, name: str, level: str) -> Reason | None:
        """Let a bot play in a seat that is nobody's or a bot's."""
        if self.chairs[seat].holder == "person":
            return Reason.SEAT_TAKEN
        self.chairs[seat] = LobbySeat("bot", name, level, b"", ready=True, here=True)
        return None

    def swap(self, seat: int, other: int) -> None:
        """Let two chairs change places; who is moved looks again before he is ready."""
        moved = [self.chairs[at]._replace(ready=self.chairs[at].holder == "bot") for at in (seat, other)]
        self.chairs[other], self.chairs[seat] = moved

    def clear(self, seat: int) -> bytes:
        """Empty a seat; return the key of the person who has to be told, or nothing."""
        key = self.chairs[seat].key
        self.chairs[seat] = NOBODY
        self.pledges.pop(key, None)
        return key

    @property
    def can_start(self) -> bool:
        """Whether every seat is a bot's, the host's or that of somebody ready, who has pledged a nonce."""
        return self.all_ready and self._others <= self.pledges.keys()

    @property
    def all_ready(self) -> bool:
        """Whether every seat is a bot's, the host's or that of somebody ready."""
        return all(
            chair.holder == "bot" or (chair.holder == "person" and (chair.ready or chair.key == self.host_key))
            for chair in self.chairs
        )

    @property
    def _others(self) -> set[bytes]:
        return {chair.key for chair in self.chairs if chair.key} - {self.host_key}

    def take_pledges(self) -> dict[bytes, bytes]:
        """Return what those who sit here have pledged; none of it will be asked for again."""
        return {key: self.pledges.pop(key) for key in self._others}

    def start(self, header: bytes, addresses: tuple[str, ...] = ()) -> Start:
        """Return the START of the match, as it is before the nonces."""
        if not self.can_start:
            raise LocalProtocolError("the table cannot start: ask `can_start` first")
        return self._start(header, addresses)

    def still(self, start: Start) -> bool:
        """Return whether those of a START on its way sit as they did, and are ready."""
        return self.all_ready and self._start(start.header, start.addresses) == start

    def _start(self, header: bytes, addresses: tuple[str, ...]) -> Start:
        seat = self.seat_of(self.host_key)
        sitters = tuple(Sitter(chair.key, chair.name, chair.level) for chair in self.chairs)
        return Start(self.host_key, TABLE if seat is None else seat, addresses, sitters, header)

    # What is told

    def room(self, key: bytes) -> Room:
        """Return the lobby as one reader is told it."""
        seat = self.seat_of(key)
        offer = self.offer
        return Room(
            offer.table,
            b"",
            self.host_key,
            offer.options,
            offer.digest,
            tuple(self.chairs),
            len(self.watchers),
            SEATS if seat is None else seat,
        )

    def info(self, *, low: int, high: int, locked: bool, playing: bool) -> Info:
        """Return what strangers are told."""
        taken = sum(chair.holder not in self.yielding for chair in self.chairs)
        offer = self.offer
        return Info(
            low,
            high,
            offer.rules,
            offer.game,
            self.host_name,
            taken,
            len(self.chairs),
            offer.digest,
            locked,
            playing,
            offer.table,
        )
