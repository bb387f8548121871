"""One program at a LAN table, from the lobby to the end: whom it connects to, where it listens, what it announces.

Laws: times are milliseconds and are passed in; whoever must be reached is called until he answers; no game logic is
here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from game.lan.addresses import read_address, write_address
from game.lan.log.story import LanStory
from game.lan.pause import Pause
from game.lan.program import LanProgram
from game.lan.terms import HallOffer, TableOffer, make_terms, offer_digest, read_offer, read_terms
from game.table.canon import encode
from net import messages as m
from net.guests import AgreedOptions, JoinRequest, RoomChanged, TurnedAway
from net.identity import Entropy, table_id_of
from net.link import LinkConfig
from net.lobby import Lobby, Offer
from net.log.bodies import MAX_ADDRESSES
from net.log.effects import NonceRecord, Record
from net.log.lockstep import Lockstep
from net.log.roster import Roster
from net.party import Party
from net.reasons import Reason
from net.schema import Misfit
from net.station import LinkEnded

CALL_AGAIN_MS = 1_000  # how often an unanswered call is repeated

# A second refusal as REPLACED within this time means that another program of ours holds the seat, not a slow exit.
REPLACED_AGAIN_MS = 30_000

# Reasons after which the next call may succeed.
RETRYABLE_REASONS = frozenset(
    {Reason.LEFT, Reason.CUT, Reason.SILENT, Reason.TOO_SLOW, Reason.TOO_MANY_LINKS, Reason.DOUBLED, Reason.NOT_READING}
)

# Reasons, before anybody is identified, for which the next call will fail too.
FINAL_REFUSALS = frozenset(
    {
        Reason.NOT_COMODIN,
        Reason.OTHER_PROTOCOL,
        Reason.PASSWORD_NEEDED,
        Reason.WRONG_PASSWORD,
        Reason.NO_PASSWORD,
        Reason.TOO_MANY_GUESSES,
    }
)


class Wire(Protocol):
    """The network as a table needs it: a driven station, and outgoing calls."""

    def step(self, now: int) -> Sequence[object]:
        """Do all that is due now; return the session's events in order."""

    def dial(self, target: str, host: str, port: int) -> None:
        """Connect to an address; LinkConnected or DialFailed with this target follows."""


@dataclass(frozen=True, slots=True)
class PortOpen:
    """The port is open."""

    port: int


@dataclass(frozen=True, slots=True)
class LinkConnected:
    """A connection is open; `target` is what was dialled, empty for an incoming one; `local` is our own address."""

    number: int
    target: str
    local: str


@dataclass(frozen=True, slots=True)
class DialFailed:
    """A call failed, or with an empty target opening the port; `why` is the system's error message."""

    target: str
    why: str


def make_party(
    program: LanProgram,
    wish: JoinRequest,
    entropy: Entropy,
    knows: Callable[[bytes], bool],
    lobby: Lobby | None = None,
    shown: NonceRecord | None = None,
) -> Party:
    """Return the party of a program; `knows` tells used match ids, `shown` is the nonce revealed last."""
    return Party(
        program.identity,
        lambda roster: LanStory(roster, program),
        wish=wish,
        agreed=read_agreed_options,
        entropy=entropy,
        lobby=lobby,
        knows=knows,
        keep_salt=program.set_salt,
        shown=shown,
    )


def read_agreed_options(roster: Roster) -> AgreedOptions:
    """Read the agreed options from a START; raise Misfit if it is malformed."""
    offer = read_terms(roster).offer
    return AgreedOptions(encode(offer), offer_digest(offer))


def make_lobby(offer: TableOffer, key: bytes, name: str) -> Lobby:
    """Return the lobby of a new table, whose id follows from its host's key."""
    told = Offer(table_id_of(key), offer.game, offer.rules, encode(offer), offer_digest(offer))
    lobby = Lobby(told, key, name, offer.options.number("players"))
    lobby.watched = not isinstance(offer, HallOffer)  # a watcher could tell other tables, with the same tiles
    return lobby


class LanTable:
    """A program at a table; `call` is the host's address for a joiner, `others` are further ones.

    `expects` is the key that the host must prove, if it is known.
    """

    def __init__(
        self, party: Party, wire: Wire, call: str = "", others: tuple[str, ...] = (), expects: bytes = b""
    ) -> None:
        self.party = party
        self.follows = {Reason.NOT_HOST, Reason.IS_HALL}  # refusals whose hint says where to call instead
        self.pause = Pause(party)
        self.turned_away: TurnedAway | None = None
        self.unanswered: DialFailed | None = None  # the last failed call, unless a host has been heard since
        self.host_gone: int | None = None  # since when the waiting room's host is not heard
        self.no_port = ""  # why the port could not be opened
        self.port = 0
        self.now = 0  # the time of the last `step`
        self._wire = wire
        self._call = call
        self._others = others
        self._expects = expects
        self._false_addresses: set[str] = set()  # addresses at which another key answered
        self._calls: dict[str, int] = {}  # by called address its link, 0 while dialling
        self._tried: dict[tuple[str, ...], int] = {}  # by the addresses of one program: how often it was called
        self._call_at = 0
        self._locals: list[str] = []
        self._farewells: list[int] = []
        self._replaced_at: int | None = None
        self._host_link: int | None = None  # as it was before this `step`

    # What it is

    @property
    def host_address(self) -> str:
        """The host's address, as given or redirected; empty for a host."""
        return self._call

    @property
    def lockstep(self) -> Lockstep | None:
        """The match, once it has begun."""
        return self.party.lockstep

    @property
    def story(self) -> LanStory | None:
        """The game, once it has begun."""
        lockstep = self.party.lockstep
        story = None if lockstep is None else lockstep.replica.story
        return story if isinstance(story, LanStory) else None

    @property
    def offer(self) -> TableOffer | None:
        """The host's offer, if it is known and readable."""
        try:
            return read_offer(self.party.room.options) if self.party.room else None
        except Misfit:
            return None

    def restore(self, records: Sequence[Record], now: int) -> bool:
        """Restore a persisted match."""
        self.now = now
        return self.party.restore(records, now)

    def link_config(self, password: bytes, info: m.Info | None) -> LinkConfig:
        """Return the configuration of new links: during a match it names the seats' keys."""
        lockstep, identity = self.lockstep, self.party.identity
        if lockstep is None:
            return LinkConfig(identity, password, info, expects=self._expects)
        roster = lockstep.replica.roster
        keys = (roster.host_key, *(chair.key for chair in roster.chairs if chair.key))
        known = tuple(dict.fromkeys(keys))
        return LinkConfig(identity, password, info, match=lockstep.replica.match, known=known)

    def take_farewells(self) -> tuple[int, ...]:
        """Return the links that the other side closed on purpose since the last call."""
        told, self._farewells = tuple(self._farewells), []
        return told

    # Actions of our user

    def set_ready(self, now: int, *, ready: bool = True) -> None:
        """Send that we are ready for the room's offer, or no longer."""
        if self.party.room is not None:
            self.party.requests.send_request(m.Ready(ready=ready, digest=self.party.room.digest), now)

    def start_match(self, now: int) -> None:
        """As the host, start the match, which begins when everybody has revealed a nonce."""
        lobby = self.party.lobby
        if lobby is not None:
            sitters = [(chair.name, chair.level, chair.holder == "person") for chair in lobby.chairs]
            terms = make_terms(read_offer(lobby.offer.options), sitters)
            self.party.requests.start_match(encode(terms), now)

    # Main loop

    def step(self, now: int) -> list[object]:
        """Process everything that is due, and return the events."""
        self.now = now
        lockstep = self.party.lockstep
        self._host_link = lockstep.host_link if lockstep is not None else None
        told = list(self._wire.step(now))
        for event in told:
            self._notice(event, now)
            self.pause.on_event(event)
        self.pause.tell_newcomers(now)
        self._notice_host(now)
        if now >= self._call_at:
            self._call_at = now + CALL_AGAIN_MS
            self._call_wanted(now)
        return told

    def _notice_host(self, now: int) -> None:
        """As a guest in a waiting room: note since when the host is gone, or late with a heartbeat."""
        party = self.party
        waits = party.lockstep is None and party.lobby is None and party.room is not None
        if not waits or any(guest.ours and guest.admitted and not guest.late for guest in party.guests.values()):
            self.host_gone = None
        elif self.host_gone is None:
            self.host_gone = now

    def _notice(self, event: object, now: int) -> None:
        if isinstance(event, PortOpen):
            self.port = event.port
            self._tell_addresses(now)
        elif isinstance(event, LinkConnected):
            if event.target:
                self._calls[event.target] = event.number
            if event.local and event.local not in self._locals:
                self._locals = [event.local, *self._locals][:MAX_ADDRESSES]
                self._tell_addresses(now)
        elif isinstance(event, DialFailed):
            self._note_failure(event)
        elif isinstance(event, LinkEnded):
            self._forget_link(event)
        elif isinstance(event, TurnedAway):
            self._turn_away(event, now)
        elif isinstance(event, RoomChanged):
            self.unanswered = None

    def _note_failure(self, missed: DialFailed) -> None:
        if missed.target:
            self._calls.pop(missed.target, None)
            self.unanswered = missed
        else:
            self.no_port = missed.why

    def _forget_link(self, ended: LinkEnded) -> None:
        """Forget a link; one that ended during the handshake may have a reason to show."""
        if ended.lost.by_them and ended.lost.reason is Reason.LEFT:
            self._farewells.append(ended.link)
        if ended.ours and self.lockstep is None:
            called = next((target for target, link in self._calls.items() if link == ended.link), self._call)
            if ended.lost.reason is Reason.OTHER_HOST:
                self._false_addresses.add(called)
            if ended.lost.reason in FINAL_REFUSALS or self._false_addresses.issuperset((self._call, *self._others)):
                self.turned_away = TurnedAway(ended.link, ended.lost.reason, ended.lost.hint)
            else:
                self.unanswered = DialFailed(self._call, ended.lost.reason.sentence)
        self._calls = {target: link for target, link in self._calls.items() if link != ended.link}

    def _turn_away(self, event: TurnedAway, now: int) -> None:
        """Remember a refusal; after a redirection call the address in it."""
        if event.reason in self.follows and event.hint:
            self._call, self._others, self._expects = event.hint.split(" ")[0], (), b""
            return
        if event.reason is Reason.REPLACED and not self._is_replaced_again(now):
            return
        passing = event.reason in RETRYABLE_REASONS
        # This is how a hall closes a table when the time of its round is over.
        closed = event.reason is Reason.CLOSED and event.link == self._host_link
        lasting = self.lockstep is None or event.reason is Reason.REPLACED or closed
        lasting = lasting or self._calls.get(self._call) == event.link
        if not passing and lasting:
            self.turned_away = event

    def _is_replaced_again(self, now: int) -> bool:
        """Return whether another program with our identity has our seat: we called again and were not admitted."""
        first, self._replaced_at = self._replaced_at, now
        return first is not None and now - first <= REPLACED_AGAIN_MS

    def _tell_addresses(self, now: int) -> None:
        if self.port and self._locals:
            self.party.requests.set_addresses(tuple(write_address(host, self.port) for host in self._locals), now)

    def _call_wanted(self, now: int) -> None:
        if self.turned_away is not None and self.turned_away.reason is Reason.REPLACED:
            return  # two programs with one identity would else take each other's place for ever
        groups = self.party.wanted_addresses(now)
        if self.lockstep is None:
            groups = ((self._call, *self._others),) if self._call and self.turned_away is None else ()
        elif self._call not in ("", *self._calls) and self.lockstep.misses_host:
            # An old host's address that answers already does not lead to the new host.
            groups = ((*groups[0], self._call), *groups[1:]) if groups else ((self._call,),)
        for group in groups:
            self._call_one_of(tuple(dict.fromkeys(group)))

    def _call_one_of(self, group: tuple[str, ...]) -> None:
        """Call the next address of one program, unless one of its addresses is connected or dialling."""
        if not group or any(address in self._calls for address in group):
            return
        turn = self._tried.get(group, 0)
        self._tried[group] = turn + 1
        address = group[turn % len(group)]
        try:
            host, port = read_address(address)
        except ValueError:
            return
        self._calls[address] = 0
        self._wire.dial(address, host, port)
