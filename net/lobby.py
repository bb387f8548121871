"""The lobby, at the host: who is here, who sits where, the options, and who is ready.

Laws: a person is ready for exactly the options he saw; a change of options makes everybody unready; every refusal is
one of the closed list of reasons.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from net.errors import LocalProtocolError
from net.log.bodies import Start, StartChair
from net.log.entries import MAX_SEATS, TABLE_AUTHOR
from net.messages import MAX_WATCHERS, Info, Join, LobbySeat, Ready, Room, Sit
from net.reasons import Reason

EMPTY_SEAT = LobbySeat("nobody", "", "", b"", ready=False, here=False)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a table offers: its id, game, options (opaque, with their digest), and rules version."""

    table: bytes
    game: str
    rules: int
    options: bytes
    digest: bytes


class Lobby:
    """The host's state of one table before the match."""

    def __init__(self, offer: Offer, host_key: bytes, host_name: str, seats: int) -> None:
        if not 1 <= seats <= MAX_SEATS:
            raise LocalProtocolError(f"a table has 1 to {MAX_SEATS} seats, not {seats}")
        self.offer = offer
        self.host_key = host_key
        self.host_name = host_name
        self.chairs = [EMPTY_SEAT] * seats
        self.watchers: dict[bytes, str] = {}  # the name of each by key
        self.watched = True  # whether anybody may watch
        self.yielding: tuple[str, ...] = ("nobody", "bot")  # whose seats people may be given, in this order
        self.held: dict[int, bytes] = {}  # chairs that are kept for somebody's key
        self.pledges: dict[bytes, bytes] = {}  # by key: the commitment to a nonce that was not asked for yet

    def seat_of(self, key: bytes) -> int | None:
        """Return the seat of a key."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.key == key), None)

    # Requests of joiners

    def join(self, key: bytes, join: Join) -> Reason | None:
        """Seat a joiner on `next_chair`, or admit a watcher; return why not, None if it is done."""
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
        """Return the chair that a key would get now: one reserved for it, else the first free, else a bot's."""
        free = [at for holder in self.yielding for at, chair in enumerate(self.chairs) if chair.holder == holder]
        kept = (at for at in free if self.held.get(at) == key)
        return next(kept, next((at for at in free if at not in self.held), None))

    def _watch(self, key: bytes, name: str) -> Reason | None:
        if not self.watched:
            return Reason.NOT_WATCHED
        if key not in self.watchers:
            if len(self.watchers) >= MAX_WATCHERS:
                return Reason.WATCHERS_FULL
            self.watchers[key] = name
        return None

    def sit(self, key: bytes, seat: int) -> Reason | None:
        """Swap a person with an empty chair or a bot's, or seat a watcher there; return why not, None if it is done."""
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

    def set_ready(self, key: bytes, ready: Ready) -> Reason | None:
        """Set whether somebody is ready for the present options; older ones are ignored, since new ones are coming."""
        seat = self.seat_of(key)
        if seat is None or (ready.ready and not ready.commit):
            return Reason.OUT_OF_TURN
        if ready.ready:
            self.pledges[key] = ready.commit
        if ready.digest == self.offer.digest:
            self.chairs[seat] = self.chairs[seat]._replace(ready=ready.ready)
        return None

    def clear_ready(self, keys: Iterable[bytes]) -> None:
        """Make the owners of these keys unready."""
        for seat in [seat for seat, chair in enumerate(self.chairs) if chair.key and chair.key in keys]:
            self.chairs[seat] = self.chairs[seat]._replace(ready=False)

    def carry_out(self, key: bytes, message: Sit | Ready) -> Reason | None:
        """Carry out a request, or return why not."""
        return self.sit(key, message.seat) if isinstance(message, Sit) else self.set_ready(key, message)

    def remove_person(self, key: bytes) -> None:
        """Free the seat of a key, and forget its pledge."""
        seat = self.seat_of(key)
        if seat is not None:
            self.chairs[seat] = EMPTY_SEAT
        self.pledges.pop(key, None)
        self.watchers.pop(key, None)

    # Decisions of the host

    def change_options(self, options: bytes, digest: bytes, seats: int) -> tuple[bytes, ...]:
        """Change the options or the number of seats; return the keys of those who lose their seat."""
        if not 1 <= seats <= MAX_SEATS:
            raise LocalProtocolError(f"a table has 1 to {MAX_SEATS} seats, not {seats}")
        self.offer = replace(self.offer, options=options, digest=digest)
        chairs = [one._replace(ready=one.holder == "bot") for one in [*self.chairs, *[EMPTY_SEAT] * seats][:seats]]
        gone = []
        # Whoever sits beyond the new size takes a free chair, or a bot's.
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
        """Seat a bot on an empty chair or in another bot's place."""
        if self.chairs[seat].holder == "person":
            return Reason.SEAT_TAKEN
        self.chairs[seat] = LobbySeat("bot", name, level, b"", ready=True, here=True)
        return None

    def swap_chairs(self, seat: int, other: int) -> None:
        """Swap two chairs; a person who is moved becomes unready."""
        moved = [self.chairs[at]._replace(ready=self.chairs[at].holder == "bot") for at in (seat, other)]
        self.chairs[other], self.chairs[seat] = moved

    def clear_chair(self, seat: int) -> bytes:
        """Empty a chair; return its person's key, or nothing."""
        key = self.chairs[seat].key
        self.chairs[seat] = EMPTY_SEAT
        self.pledges.pop(key, None)
        return key

    @property
    def can_start(self) -> bool:
        """Whether all are ready, and everybody but the host has pledged a nonce."""
        return self.all_ready and self._other_keys <= self.pledges.keys()

    @property
    def all_ready(self) -> bool:
        """Whether every seat is a bot's, the host's or that of somebody ready."""
        return all(
            chair.holder == "bot" or (chair.holder == "person" and (chair.ready or chair.key == self.host_key))
            for chair in self.chairs
        )

    @property
    def _other_keys(self) -> set[bytes]:
        return {chair.key for chair in self.chairs if chair.key} - {self.host_key}

    def take_pledges(self) -> dict[bytes, bytes]:
        """Return and forget the pledges of those who sit here."""
        return {key: self.pledges.pop(key) for key in self._other_keys}

    def start_body(self, header: bytes, addresses: tuple[str, ...] = ()) -> Start:
        """Return the START of the match, still without nonces."""
        if not self.can_start:
            raise LocalProtocolError("the table cannot start: ask `can_start` first")
        return self._make_start(header, addresses)

    def is_unchanged_since(self, start: Start) -> bool:
        """Return whether the seats are as in this START, and everybody is still ready."""
        return self.all_ready and self._make_start(start.header, start.addresses) == start

    def _make_start(self, header: bytes, addresses: tuple[str, ...]) -> Start:
        seat = self.seat_of(self.host_key)
        sitters = tuple(StartChair(chair.key, chair.name, chair.level) for chair in self.chairs)
        return Start(self.host_key, TABLE_AUTHOR if seat is None else seat, addresses, sitters, header)

    # What others are told

    def room_for(self, key: bytes) -> Room:
        """Return the lobby as the owner of a key sees it."""
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
            MAX_SEATS if seat is None else seat,
        )

    def public_info(self, *, low: int, high: int, locked: bool, playing: bool) -> Info:
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
