"""A LAN table that this program joins or hosts, from the call or the opening until the window has left it.

Laws: nothing here blocks; every error becomes a sentence in `problem`; an open table is announced until it closes.
"""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from game.client.lan.gathering import RoomWatch
from game.client.lan.latency import Latency
from game.client.lan.program import PacedProgram
from game.client.lan.session import QueuedSession
from game.client.lan.talk import ChatHistory
from game.client.words import phrase
from game.lan.addresses import DEFAULT_PORT, shorten_written, write_code
from game.lan.home import LanHome
from game.lan.sign import Announcer, table_info
from game.lan.table import LanTable, make_lobby, make_party
from game.lan.terms import offer_digest
from game.lan.wire import BridgeWire
from game.match.transcript import RULES_VERSION
from game.table.canon import encode
from game.table.safe_text import printable
from net import messages as m
from net.discovery import table_code
from net.guests import ChatReceived, JoinRequest, RateLimited, RoomChanged
from net.identity import table_id_of
from net.link import LinkConfig
from net.log.entries import MAX_SEATS
from net.reasons import Reason
from net.shell.driver import Driver
from net.shell.news import DiscoveryFailed, Measured
from net.station import Station

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from game.bots.thinker import Thinker
    from game.client.words import Phrase
    from game.lan.terms import TableOffer
    from net.identity import Entropy
    from net.lobby import Lobby
    from net.log.effects import Record
    from net.shell.bridge import Bridge

HOST_GONE_NOTICE_MS: Final = 1_000  # milliseconds without the host after which the player is told so
HOST_SILENT_SECONDS: Final = 8.0  # seconds without an answer after which the player is told so; the calls go on
ANNOUNCE_SECONDS: Final = 0.25  # how often it looks whether what is announced has changed
FAREWELL_SECONDS: Final = 10.0  # seconds for which a leaving program stays, to hand over its seat or the table
NO_CHAIR_REASONS: Final = frozenset({Reason.TABLE_FULL, Reason.PLAYING, Reason.SENT_AWAY})
PASSWORD_REASONS: Final = frozenset({Reason.PASSWORD_NEEDED, Reason.WRONG_PASSWORD})


@dataclass(frozen=True, slots=True)
class LanServices:
    """The services that a table needs; `interface` is the address to listen on, empty for all."""

    folder: Path
    name: str
    thinker: Thinker
    bridge: Callable[[], Bridge]
    entropy: Entropy
    interface: str = ""
    pace: Callable[[], float] = lambda: 0.0  # least seconds between two moves of bots


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What a table is to do: open with `offer`, call `address`, or resume the match of a file.

    `host` is the name of the table's host at that address, who may have no seat.
    """

    offer: TableOffer | None = None
    address: str = ""
    others: tuple[str, ...] = ()  # alternative addresses of the table
    key: bytes = b""  # the key that must answer there
    host: str = ""
    password: str = ""
    watch: bool = False
    path: Path | None = None
    bots: tuple[tuple[str, str], ...] = ()  # names and levels of bots, from the last seat backwards


class ResumedLog:
    """The log of a resumed match, read into the table by a thread; nobody else may use the table meanwhile.

    Every entry and every proof of a deal is checked again, which takes seconds, so no frame may wait for it.
    """

    def __init__(self, path: Path | None, home: LanHome, table: LanTable) -> None:
        self.is_unread = path is not None  # the log is not completely read yet
        self.refused = False  # the log could not be read, or its match is over
        self._path, self._home, self._table = path, home, table
        self._thread: Thread | None = None

    @property
    def is_reading(self) -> bool:
        """Whether the log is being read, or its result has not been taken yet."""
        return self.is_unread and self._thread is not None

    def wait(self) -> None:
        """Block until the log is read, if reading has begun."""
        if self._thread is not None:
            self._thread.join()

    def step(self, now: int) -> bool:
        """Begin to read at the first call; return whether reading is complete."""
        if self._path is not None and self._thread is None:
            what = (self._path, now)
            self._thread = Thread(target=self._restore, args=what, name="comodin-lan-log", daemon=True)
            self._thread.start()
        self.is_unread = self._thread is not None and self._thread.is_alive()
        return not self.is_unread

    def _restore(self, path: Path, now: int) -> None:
        self.refused = True
        with suppress(OSError, ValueError):
            if self._table.restore(self._home.records_of_match(path), now):
                self._home.open_file(path)
                self.refused = False


class LanGame:
    """A table that this program hosts or joins; `session` is its match once it has begun."""

    def __init__(self, services: LanServices, wanted: TablePlan) -> None:
        self.services = services
        self.wanted = wanted
        self.talk = ChatHistory()
        self.strange: set[bytes] = set()  # players whose key has changed since we met them
        self.session: QueuedSession | None = None
        self.addresses: tuple[str, ...] = ()  # our addresses, once they are found
        self.announcement_error = ""  # the system's error if the table could not be announced
        self.closed = False
        self.file_closed = Event()  # its file is closed, so another program may resume the match
        self._home = LanHome(services.folder, services.entropy)
        self.program = PacedProgram(self._home.secret, services.thinker, services.pace)
        wish = JoinRequest(services.name, RULES_VERSION, watch=wanted.watch)
        self._password = unicodedata.normalize("NFC", wanted.password).encode()
        home = self._home
        self.party = make_party(
            self.program, wish, services.entropy, home.knows_match, self._lobby(wanted), home.shown_nonce
        )
        self._bridge = services.bridge()
        driver = Driver(Station(self.party), self._bridge, self._link_config, services.entropy, self._keep)
        self._wire = BridgeWire(driver, self._bridge)
        self.table = LanTable(self.party, self._wire, wanted.address, wanted.others, wanted.key)
        self.table.follows.remove(Reason.IS_HALL)  # the window itself enters a hall, so the table must not
        self.latency = Latency(self._bridge.measure_ping)
        self._announcer = Announcer(self._bridge)
        self._announce_at = 0.0
        self._gathering = RoomWatch()
        self._began: float | None = None
        self._leaving_since: float | None = None
        self._now = 0.0
        Thread(target=self._find_addresses, name="comodin-addresses", daemon=True).start()
        self._log = ResumedLog(wanted.path, self._home, self.table)
        if wanted.path is None:
            self._open()

    def _open(self) -> None:
        self._wire.listen(self.services.interface or None, self._port())

    @property
    def reading(self) -> bool:
        """Whether the log of the resumed match is still being read."""
        return self._log.is_unread

    def wait(self) -> None:
        """Block until the log is read; for tests only."""
        self._log.wait()

    def _keep(self, records: Sequence[Record]) -> None:
        """Save records in the background before the next message is sent."""
        self._bridge.write_record(partial(self._home.append_records, records))

    def _find_addresses(self) -> None:
        """Find our addresses in a thread, because its library is slow to load."""
        if self.services.interface:
            self.addresses = (self.services.interface,)
            return
        from net.shell.announce import own_addresses

        self.addresses = own_addresses()

    def _lobby(self, wanted: TablePlan) -> Lobby | None:
        if wanted.offer is None:
            return None
        lobby = make_lobby(wanted.offer, self.program.key, self.services.name)
        lobby.join(self.program.key, m.Join(self.services.name, RULES_VERSION, b"", watch=False, match=b""))
        for at, (name, level) in enumerate(wanted.bots, start=1):
            lobby.set_bot(len(lobby.chairs) - at, name, level)
        return lobby

    def _port(self) -> int:
        """Return the default port for a new table, and for a resumed match the port that others know."""
        lockstep = self.table.lockstep
        if lockstep is None:
            return DEFAULT_PORT if self.wanted.offer is not None else 0
        roster = lockstep.replica.roster
        told = roster.host_addresses if lockstep.is_hosting else ()
        if lockstep.seat is not None and not told:
            told = roster.chairs[lockstep.seat].addresses
        port = told[0].rpartition(":")[2] if told else ""
        return int(port) if port.isdecimal() and int(port) < 2**16 else 0

    @property
    def now(self) -> float:
        """The time of the last iteration of the main loop."""
        return self._now

    # --- the state of the table ----------------------------------------------------------------------------------

    @property
    def room(self) -> m.Room | None:
        """The lobby, or who is present, as the host last reported it."""
        return None if self.reading else self.party.room

    @property
    def hosting(self) -> bool:
        """Whether this program hosts the table."""
        if self.reading:
            return False
        lockstep = self.party.lockstep
        return lockstep.is_hosting if lockstep is not None else self.party.lobby is not None

    @property
    def has_password(self) -> bool:
        """Whether the table has a password."""
        return bool(self._password)

    @property
    def seat(self) -> int | None:
        """Return our seat before the match; None for a spectator, or before we know the room."""
        return None if self.room is None or self.room.you == MAX_SEATS else self.room.you

    @property
    def asks_password(self) -> bool:
        """Whether we were refused because of a missing or wrong password."""
        away = self.table.turned_away
        return away is not None and away.reason in PASSWORD_REASONS

    @property
    def may_watch(self) -> bool:
        """Whether we were refused a seat but may watch."""
        away = self.table.turned_away
        return away is not None and away.reason in NO_CHAIR_REASONS and not self.wanted.watch

    @property
    def asks_trust(self) -> bool:
        """Whether another key than the expected one answered."""
        away = self.table.turned_away
        return away is not None and away.reason is Reason.OTHER_HOST

    @property
    def problem(self) -> tuple[Phrase, Phrase] | None:
        """Return what is wrong, such as that we are not at the table, and what to do; None if nothing is."""
        if self.reading:
            return None
        away, missed = self.table.turned_away, self.table.unanswered
        if self._log.refused:
            return phrase("lan.unreadable.what"), phrase("lan.unreadable.mend")
        if away is not None:
            return phrase(f"link.{away.reason.value}.what"), phrase(f"link.{away.reason.value}.mend")
        if self.disk_refusal:
            return phrase("lan.no_disk.what"), phrase("lan.no_disk.mend", reason=self.disk_refusal)
        late = self._began is not None and self._now - self._began >= HOST_SILENT_SECONDS
        called = missed.target if missed is not None else self.table.host_address
        if called and self.room is None and self.party.lockstep is None and late:
            return phrase("lan.nobody.what", address=shorten_written(called)), phrase("lan.nobody.mend")
        gone = self.table.host_gone
        if gone is not None and self._now * 1000 - gone >= HOST_GONE_NOTICE_MS:
            return phrase("lan.host_gone.what"), phrase("lan.host_gone.mend")
        if self.table.no_port:
            return phrase("lan.no_port.what", why=self.table.no_port), phrase("lan.no_port.mend")
        return None

    @property
    def key_replaced(self) -> bool:
        """Whether our secret key was damaged and replaced."""
        return self._home.damaged is not None

    def match_path(self, match: bytes) -> Path:
        """Return the path of a match's file."""
        return self._home.file_of(match)

    def writes_to(self, path: Path) -> bool:
        """Return whether this table writes to a file."""
        lockstep = None if self.reading else self.table.lockstep
        return self.wanted.path == path or (lockstep is not None and self.match_path(lockstep.replica.match) == path)

    @property
    def saved_match_file(self) -> Path | None:
        """The existing file in this home of the match at the table we called."""
        if self.reading or self.closed or self.table.lockstep is not None or self.party.room is None:
            return None
        return self._home.running_file(self.party.room.match)

    @property
    def behind(self) -> bool:
        """Whether the match is not fully saved yet."""
        return bool(self.disk_refusal)

    @property
    def disk_refusal(self) -> str:
        """Why the disk refuses the match, so that no message can be sent."""
        return self._wire.disk_refusal

    def name_of(self, seat: int) -> str:
        """Return the name of a seat's player, safe to show."""
        chairs = self.room.chairs if self.room is not None else ()
        return printable(chairs[seat].name) if seat < len(chairs) else str(phrase("talk.watcher"))

    @property
    def table_code(self) -> str:
        """The table's code, with our simplest address and port once they are known."""
        letters, easy = table_code(table_id_of(self.program.key)), self.ipv4_addresses
        return write_code(letters, easy[0], self.table.port) if easy and self.table.port else letters

    @property
    def ipv4_addresses(self) -> tuple[str, ...]:
        """Return our addresses that are easy to type: the IPv4 ones, if any."""
        return tuple(host for host in self.addresses if ":" not in host) or self.addresses

    def _link_config(self) -> LinkConfig:
        return self.table.link_config(
            self._password, table_info(self.table, self.services.name, locked=self.has_password)
        )

    # --- in every iteration of the main loop ---------------------------------------------------------------------

    def step(self, now: float) -> bool:
        """Process everything due at a time in seconds; return whether there is more to do at once."""
        if self.closed:
            return False
        if self._log.is_unread:
            if not self._log.step(_ms(now)):
                return False
            self._open()
        self._now = now
        self._began = now if self._began is None else self._began
        self.program.now = now
        more = self.session.step(now) if self.session is not None else self._gather(now)
        if now >= self._announce_at:
            self._announce_at = now + ANNOUNCE_SECONDS
            info = table_info(self.table, self.services.name, locked=self.has_password)
            self._announcer.announce(info, self.table.port)
        self.latency.step(now, self._linked_addresses)
        self._go_on_leaving(now)
        return more

    def _linked_addresses(self) -> dict[int, tuple[str, ...]]:
        """Return the addresses of those we are linked to, once the match has begun."""
        lockstep = self.party.lockstep
        if lockstep is None:
            return {}
        roster = lockstep.replica.roster
        if not lockstep.is_hosting:
            return {roster.host: roster.host_addresses} if lockstep.host_link is not None else {}
        others = (seat for seat in roster.persons if seat != lockstep.seat and lockstep.is_here(seat))
        return {seat: roster.chairs[seat].addresses for seat in others}

    def _gather(self, now: float) -> bool:
        deeds = self.table.step(_ms(now))
        for deed in deeds:
            self._hear(deed)
        if self.table.lockstep is not None and self.table.story is not None:
            self.session = QueuedSession(self.table, self.program, self._hear)
        return bool(deeds)

    def _hear(self, deed: object) -> None:
        if isinstance(deed, DiscoveryFailed):
            self.announcement_error = deed.why
        elif isinstance(deed, Measured):
            self.latency.store_results(deed)
        elif isinstance(deed, RateLimited):
            self.talk.add_relay_stopped(deed.what)
        elif isinstance(deed, RoomChanged):
            for happened in self._gathering.changes(self.room, self.seat):
                self.talk.add_notice(happened)
        elif isinstance(deed, ChatReceived) and not isinstance(deed.message, m.Preview):
            chairs = self.room.chairs if self.room is not None else ()
            seat = deed.message.seat
            if seat == self.seat:  # our own message from before a restart
                self.talk.add_own_line(deed.message, seat)
                return
            key = chairs[seat].key if seat < len(chairs) else b""
            self.talk.add_line(deed.message, key, self.name_of(seat))

    # --- what the player does ------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Send a chat message to all."""
        said = printable(text, m.MAX_CHAT_LENGTH) if text.strip() else ""
        if said:
            self._speak(m.Chat(self._speaker, said))

    def say_phrase(self, number: int) -> None:
        """Send a predefined phrase, which each reader sees in their own language."""
        self._speak(m.ChatPhrase(self._speaker, number))

    @property
    def _speaker(self) -> int:
        return MAX_SEATS if self.seat is None else self.seat

    def _speak(self, message: m.Chat | m.ChatPhrase) -> None:
        self.talk.add_own_line(message, self._speaker)
        self.party.requests.send_talk(message, _ms(self._now))

    def set_ready(self, *, ready: bool) -> None:
        """Report that we are ready, or no longer."""
        self.table.set_ready(_ms(self._now), ready=ready)

    def move_player(self, seat: int | None, goal: int) -> None:
        """Move a player to another seat.

        The host may move anybody, others only themselves to a seat without a person.
        """
        lobby, room = self.party.lobby, self.room
        if room is None or self.party.lockstep is not None or not (0 <= goal < len(room.chairs)) or seat == goal:
            return
        if lobby is not None and seat is not None:
            lobby.swap_chairs(seat, goal)
        elif lobby is None and seat == self.seat and room.chairs[goal].holder != "person":
            self.party.requests.send_request(m.Sit(goal), _ms(self._now))

    def put_bot(self, seat: int, name: str, level: str) -> None:
        """As the host, put a bot on a free seat, or replace a bot."""
        lobby = self.party.lobby
        if lobby is not None and self.party.lockstep is None:
            lobby.set_bot(seat, name, level)

    def free_seat(self, seat: int) -> None:
        """As the host, empty a seat; its player is told."""
        if self.party.lobby is not None and self.party.lockstep is None:
            self.party.requests.send_away(seat, _ms(self._now))

    def change_options(self, offer: TableOffer) -> None:
        """As the host, change the options of the same game; players must confirm again that they are ready."""
        if self.party.lobby is not None and self.party.lockstep is None:
            seats = offer.options.number("players")
            self.party.requests.change_options(encode(offer), offer_digest(offer), seats, _ms(self._now))

    def start(self) -> None:
        """As the host, begin the match."""
        lobby = self.party.lobby
        if lobby is not None and self.party.lockstep is None and lobby.can_start:
            self.table.start_match(_ms(self._now))

    # --- going ---------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Give up our seat for good; `step` goes on until that is done, then the table is closed."""
        if self.session is None or self._leaving_since is not None:
            self.close()
            return
        self._leaving_since = self._now
        self.session.leave_seat()

    def _go_on_leaving(self, now: float) -> None:
        session, since = self.session, self._leaving_since
        if session is None or since is None:
            return
        roster, lockstep = session.story.roster, session.lockstep
        waits = session.story.seat in roster.persons
        if not waits and lockstep.is_hosting:
            waits = any(lockstep.is_here(seat) for seat in roster.successors())
            if waits:
                session.leave_seat()
        if not waits or now - since >= FAREWELL_SECONDS:
            self.close()

    def close(self) -> None:
        """Leave at once; a match that has begun is saved, and its seat stays ours."""
        if self.closed:
            return
        self.closed = True
        if self._log.is_reading:
            Thread(target=self._close_unread, name="comodin-goodbye").start()
            return
        away = self.table.turned_away
        over = self.session is not None and (
            self.session.story.is_over or (away is not None and away.reason is Reason.CLOSED)
        )
        if self.session is not None:
            self.session.close()
        self.party.close(Reason.LEFT)
        self.table.step(_ms(self._now))
        self._bridge.write_record(partial(self._close_file, over=over))
        # A bridge says goodbye on the network, which is too slow for a frame.
        Thread(target=self._say_goodbye, name="comodin-goodbye").start()

    def _say_goodbye(self) -> None:
        self._bridge.close()
        if not self.file_closed.is_set():
            self._close_file(over=False)  # the disk refused to the end: the match will be resumed from what was saved

    def _close_unread(self) -> None:
        self._log.wait()
        self._close_file(over=False)
        self._bridge.close()

    def _close_file(self, *, over: bool) -> None:
        try:
            self._home.close(over=over)
        finally:
            self.file_closed.set()


def _ms(seconds: float) -> int:
    return int(seconds * 1000)
