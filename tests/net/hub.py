"""Whole programs over encrypted links without sockets, in virtual time; on some links a test sends what it likes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from net import frames
from net import messages as m
from net.frames import LENGTH_BYTES, pack
from net.guests import JoinRequest
from net.link import LinkConfig, LinkRole, SecureLink
from net.lobby import Lobby
from net.log.effects import Persist, Record
from net.party import Party
from net.reasons import Reason
from net.station import Action, CloseLink, LinkEnded, Station, WriteBytes
from tests.net.fake_lan import entropy, identity
from tests.net.parties import OFFER, agreed, joining, teller
from tools.netsim_game import TinyStory

NAMES = ("hugo", "ana", "bea")


class Hub:
    """Stations by name; the first one hosts. `plug` opens a link without a station at its other end."""

    def __init__(
        self, names: tuple[str, ...] = NAMES, *, password: bytes = b"", rounds: int = 2, chance: str = ""
    ) -> None:
        self.names = names
        self.now = 0
        self.password = password
        self.chance = chance
        self.rounds = rounds
        self.stations: dict[str, Station] = {}
        self.told: dict[str, list[Action]] = {}
        self.kept: dict[str, list[Record]] = {}
        self.ends: dict[int, tuple[str, str]] = {}
        self.plugged: dict[int, bytearray] = {}  # what was sent on the links that `plug` opened
        self.closed: set[int] = set()
        self.swallow: Callable[[str, str, bytes], bool] = lambda _who, _whom, _sent: False
        self._under_way: deque[tuple[int, str, bytes]] = deque()
        self._number = 0
        for name in names:
            self.add(name, seats=len(names) if name == names[0] else 0)

    def add(self, name: str, *, seats: int = 0, wish: JoinRequest | None = None, key: str = "") -> None:
        """Add a program; `key` is whose identity it has, if not its own."""
        who = identity(key or name)
        lobby = Lobby(OFFER, who.key, name, seats) if seats else None
        if lobby is not None:
            lobby.join(who.key, joining(name))
        wish, chance = wish or JoinRequest(name, 1), entropy(f"{self.chance}{name} draws")
        party = Party(who, teller(name, self.rounds), wish=wish, entropy=chance, agreed=agreed, lobby=lobby)
        self.stations[name] = Station(party)
        self.told[name], self.kept[name] = [], []

    def party(self, name: str) -> Party:
        """Return a program's party."""
        return self.stations[name].party

    def call(
        self,
        caller: str,
        called: str,
        *,
        key: str = "",
        password: bytes | None = None,
        back: bool = False,
        expects: bytes = b"",
    ) -> int:
        """Let one program call another, perhaps to come back to its match; return the link's number."""
        self._number += 1
        number = self._number
        self.ends[number] = (caller, called)
        run = caller.encode().ljust(16)
        match = self._match_of(caller) if back else b""
        word = self.password if password is None else password
        ours = LinkConfig(identity(key or caller), word, run=run, match=match, expects=expects)
        link = SecureLink(LinkRole.JOINER, ours, entropy(f"{caller} {number}"))
        self._take(number, called, caller)
        self.stations[caller].on_connected(number, link, self.now, ours=True)
        self.settle()
        return number

    def plug(self, called: str, address: str = "stranger") -> int:
        """Open a connection by hand; what `called` sends on it lands in `plugged`."""
        self._number += 1
        self.ends[self._number] = ("", called)
        self.plugged[self._number] = bytearray()
        self._take(self._number, called, address)
        self.settle()
        return self._number

    def _match_of(self, name: str) -> bytes:
        lockstep = self.party(name).lockstep
        return lockstep.replica.match if lockstep is not None else b""

    def _take(self, number: int, called: str, address: str) -> None:
        known = tuple(identity(name).key for name in self.names)
        run = called.encode().ljust(16)
        door = LinkConfig(identity(called), self.password, run=run, match=self._match_of(called), known=known)
        link = SecureLink(LinkRole.HOST, door, entropy(f"{called} {number}"))
        self.stations[called].on_connected(number, link, self.now, ours=False, address=address)

    def hammer(self, number: int, sent: bytes) -> None:
        """Put bytes on a link in its caller's name; they are lost if it is closed."""
        if number not in self.ends:
            return
        self.stations[self.ends[number][1]].on_received(number, sent, self.now)
        self.settle()

    def settle(self) -> None:
        """Carry bytes until nobody has any."""
        while True:
            for name, station in self.stations.items():
                while (deed := station.next_action(self.now)) is not None:
                    self._do(name, deed)
            if not self._under_way:
                busy = [one for one in self.stations.values() if one.party.deadline(self.now) == self.now]
                if not busy:
                    return
                for one in busy:
                    one.tick(self.now)
                continue
            number, whom, sent = self._under_way.popleft()
            if number in self.ends:
                self.stations[whom].on_received(number, sent, self.now)

    def _do(self, name: str, deed: Action) -> None:
        if isinstance(deed, WriteBytes) and deed.link in self.ends:
            caller, called = self.ends[deed.link]
            other = called if caller == name else caller
            if not other:
                self.plugged[deed.link] += deed.sent
            elif not self.swallow(name, other, deed.sent):
                self._under_way.append((deed.link, other, deed.sent))
        elif isinstance(deed, CloseLink):
            # What was sent before arrives before the end does.
            self.closed.add(deed.link)
            for number, whom, sent in [one for one in self._under_way if one[0] == deed.link]:
                self.stations[whom].on_received(number, sent, self.now)
            self._under_way = deque(one for one in self._under_way if one[0] != deed.link)
            for end in self.ends.pop(deed.link, ()):
                if end not in ("", name):
                    self.stations[end].on_connection_lost(deed.link, self.now)
        elif isinstance(deed, Persist):
            self.kept[name].append(deed.record)
        else:
            self.told[name].append(deed)

    def wait(self, milliseconds: int) -> None:
        """Let time pass, deadline by deadline."""
        end = self.now + milliseconds
        while self.now < end:
            due = [when for one in self.stations.values() if (when := one.deadline(self.now)) is not None]
            self.now = min([end, *(max(when, self.now + 1) for when in due)])
            for one in self.stations.values():
                one.tick(self.now)
            self.settle()

    def gather(self) -> None:
        """Let everybody join the host and be ready."""
        for name in self.names[1:]:
            self.call(name, self.names[0])
            self.party(name).requests.send_request(m.Ready(ready=True, digest=OFFER.digest), self.now)
            self.settle()

    def begin(self) -> None:
        """Gather and start."""
        self.gather()
        self.party(self.names[0]).requests.start_match(b"header", self.now)
        self.settle()

    def story(self, name: str) -> TinyStory:
        """Return a program's game."""
        lockstep = self.party(name).lockstep
        assert lockstep is not None
        assert isinstance(lockstep.replica.story, TinyStory)
        return lockstep.replica.story

    def ended(self, name: str) -> dict[int, tuple[Reason, bool]]:
        """Return which links of a program ended, why, and whether the other side said so."""
        ended = [one for one in self.told[name] if isinstance(one, LinkEnded)]
        return {one.link: (one.lost.reason, one.lost.by_them) for one in ended}

    def held(self, name: str) -> int:
        """Count the bytes and links that a program holds for others."""
        lines = self.stations[name]._connections.values()
        return sum(line.peer.queued + line.peer._reader.held_bytes for line in lines)

    def play_on(self, names: tuple[str, ...] = NAMES) -> None:
        """Start what was gathered, and see that it is played to its end with one log."""
        self.party(names[0]).requests.start_match(b"header", self.now)
        self.settle()
        self.wait(60_000)
        heads = {lockstep.replica.heads[-1] for name in names if (lockstep := self.party(name).lockstep)}
        assert len(heads) == 1
        assert all(self.story(name).over for name in names)


class Hammer:
    """A joiner of our own making: it can shake hands, and then say whatever it likes, as often as it likes."""

    def __init__(self, hub: Hub, name: str = "eve", password: bytes | None = None) -> None:
        self.hub = hub
        self.number = hub.plug("hugo", name)
        door = LinkConfig(identity(name), hub.password if password is None else password)
        self.link = SecureLink(LinkRole.JOINER, door, entropy(name))

    def shake(self) -> None:
        """Do the handshake."""
        self.say_raw(self.link.first_frames()[0])
        turn = self.link.on_handshake_frame(self.heard()[0])
        self.say_raw(turn.frames[0])
        self.link.on_handshake_frame(self.heard()[0])

    def heard(self) -> list[bytes]:
        """Return the frames that came since the last time."""
        stream, found = bytes(self.hub.plugged[self.number]), []
        self.hub.plugged[self.number].clear()
        while stream:
            size = int.from_bytes(stream[:LENGTH_BYTES], "big")
            found.append(stream[LENGTH_BYTES : LENGTH_BYTES + size])
            stream = stream[LENGTH_BYTES + size :]
        return found

    def say_raw(self, payload: bytes) -> None:
        """Send one frame."""
        self.hub.hammer(self.number, len(payload).to_bytes(LENGTH_BYTES, "big") + payload)

    def say(self, message: frames.Message) -> None:
        """Send one message."""
        self.say_raw(self.link.seal(pack(message)))

    def join(self, *, watch: bool = True) -> None:
        """Shake hands and ask to join."""
        self.shake()
        self.say(m.Join("eve", 1, b"", watch=watch, match=b""))

    @property
    def end(self) -> tuple[Reason, bool] | None:
        """Why the link ended at the host, and whether we ended it; None while it is open."""
        return self.hub.ended("hugo").get(self.number)
