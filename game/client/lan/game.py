"""One LAN table that this program sits at, from its opening or the call to its host until the window has left it.

Laws: nothing here waits; whatever goes wrong becomes a sentence in `problem`; a table that others may come to is
announced, and its announcement is withdrawn when it closes.
"""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from game.client.lan.gathering import Gathering
from game.client.lan.latency import Latency
from game.client.lan.program import PacedProgram
from game.client.lan.session import SteadySession
from game.client.lan.talk import Talk
from game.client.words import phrase
from game.lan.addresses import DEFAULT_PORT, as_typed, write_code
from game.lan.home import LanHome
from game.lan.sign import Announcer, info_of
from game.lan.table import LanTable, lobby_of, party_of
from game.lan.terms import digest_of
from game.lan.wire import BridgeWire
from game.match.transcript import RULES_VERSION
from game.table.canon import encode
from game.table.safe_text import printable
from net import messages as m
from net.discovery import code_of
from net.guests import ChatReceived, JoinRequest, RateLimited, RoomChanged
from net.identity import table_of
from net.link import LinkConfig
from net.log.entries import SEATS
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

HOST_GONE: Final = 1_000  # milliseconds in which a host that was cut off for a moment is called again
PATIENCE: Final = 8.0  # seconds a host may leave unanswered before that is told; it is called on
FAREWELL: Final = 10.0  # seconds a leaver's program stays for its chair, or the table, to be handed over
HAS_NO_CHAIR: Final = frozenset({Reason.TABLE_FULL, Reason.PLAYING, Reason.SENT_AWAY})
ASKS_PASSWORD: Final = frozenset({Reason.PASSWORD_NEEDED, Reason.WRONG_PASSWORD})


@dataclass(frozen=True, slots=True)
class Means:
    """What a table needs of the program around it; `interface` bounds where it listens, empty for everywhere."""

    folder: Path
    name: str
    thinker: Thinker
    bridge: Callable[[], Bridge]
    entropy: Entropy
    interface: str = ""
    pace: Callable[[], float] = lambda: 0.0  # the least seconds between two moves of bots


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What is to be done: open a table with `offer`, call `address`, or go on with the match of a file.

    `host` is what the table at the address calls its host, who need not sit there.
    """

    offer: TableOffer | None = None
    address: str = ""
    others: tuple[str, ...] = ()  # where else that table may be
    key: bytes = b""  # who has to answer there
    host: str = ""
    password: str = ""
    watch: bool = False
    path: Path | None = None
    bots: tuple[tuple[str, str], ...] = ()  # name and level of the chairs from the last one backwards


class KeptLog:
    """The log of a match that is gone on with, read beside the window, which asks nothing of the table until then.

    A log is judged anew entry by entry, the deals' proofs as well: seconds, for which no frame waits.
    """

    def __init__(self, path: Path | None, home: LanHome, table: LanTable) -> None:
        self.open = path is not None  # there is something left to be read
        self.refused = False  # it could not be read, or is no match that goes on
        self._path, self._home, self._table = path, home, table
        self._thread: Thread | None = None

    @property
    def running(self) -> bool:
        """Whether it is being read, or has been and nobody has asked since."""
        return self.open and self._thread is not None

    def wait(self) -> None:
        """Wait until it is read, if that has begun."""
        if self._thread is not None:
            self._thread.join()

    def step(self, now: int) -> bool:
        """Begin to read, or tell whether all is read."""
        if self._path is not None and self._thread is None:
            what = (self._path, now)
            self._thread = Thread(target=self._restore, args=what, name="comodin-lan-log", daemon=True)
            self._thread.start()
        self.open = self._thread is not None and self._thread.is_alive()
        return not self.open

    def _restore(self, path: Path, now: int) -> None:
        self.refused = True
        with suppress(OSError, ValueError):
            if self._table.restore(self._home.records(path), now):
                self._home.open(path)
                self.refused = False


class LanGame:
    """The table; `session` is its match once it has begun."""

    def __init__(self, means: Means, wanted: TablePlan) -> None:
        self.means = means
        self.wanted = wanted
        self.talk = Talk()
        self.strange: set[bytes] = set()  # keys of people whom we knew by others
        self.session: SteadySession | None = None
        self.addresses: tuple[str, ...] = ()  # where others reach this machine, once they are found
        self.unheard = ""  # why the table could not be announced, in the system's own words
        self.closed = False
        self.put_away = Event()  # its file is closed: another may go on with the match
        self._home = LanHome(means.folder, means.entropy)
        self.program = PacedProgram(self._home.secret, means.thinker, means.pace)
        wish = JoinRequest(means.name, RULES_VERSION, watch=wanted.watch)
        self._password = unicodedata.normalize("NFC", wanted.password).encode()
        home = self._home
        self.party = party_of(self.program, wish, means.entropy, home.knows, self._lobby(wanted), home.shown_nonce)
        self._bridge = means.bridge()
        driver = Driver(Station(self.party), self._bridge, self._door, means.entropy, self._keep)
        self._wire = BridgeWire(driver, self._bridge)
        self.table = LanTable(self.party, self._wire, wanted.address, wanted.others, wanted.key)
        self.table.follows.remove(Reason.IS_HALL)  # a window enters it
        self.latency = Latency(self._bridge.measure)
        self._sign = Announcer(self._bridge)
        self._gathering = Gathering()
        self._began: float | None = None
        self._leaving_since: float | None = None
        self._now = 0.0
        Thread(target=self._find_addresses, name="comodin-addresses", daemon=True).start()
        self._log = KeptLog(wanted.path, self._home, self.table)
        if wanted.path is None:
            self._open()

    def _open(self) -> None:
        self._wire.listen(self.means.interface or None, self._port())

    @property
    def reading(self) -> bool:
        """Whether the log of the match that is gone on with is still read."""
        return self._log.open

    def wait(self) -> None:
        """Wait until the log is read; for tests, not for the window."""
        self._log.wait()

    def _keep(self, records: Sequence[Record]) -> None:
        """Have something kept before what is said next; the window does not wait for the disk."""
        self._bridge.keep(partial(self._home.keep, records))

    def _find_addresses(self) -> None:
        """Ask the system, beside the window: the library for it takes a while to load."""
        if self.means.interface:
            self.addresses = (self.means.interface,)
            return
        from net.shell.announce import own_addresses

        self.addresses = own_addresses()

    def _lobby(self, wanted: TablePlan) -> Lobby | None:
        if wanted.offer is None:
            return None
        lobby = lobby_of(wanted.offer, self.program.key, self.means.name)
        lobby.join(self.program.key, m.Join(self.means.name, RULES_VERSION, b"", watch=False, match=b""))
        for at, (name, level) in enumerate(wanted.bots, start=1):
            lobby.set_bot(len(lobby.chairs) - at, name, level)
        return lobby

    def _port(self) -> int:
        """Return the usual port for a table that is opened, and for a match that goes on the one others know."""
        lockstep = self.table.lockstep
        if lockstep is None:
            return DEFAULT_PORT if self.wanted.offer is not None else 0
        roster = lockstep.replica.roster
        told = roster.host_addresses if lockstep.hosting else ()
        if lockstep.seat is not None and not told:
            told = roster.chairs[lockstep.seat].addresses
        port = told[0].rpartition(":")[2] if told else ""
        return int(port) if port.isdecimal() and int(port) < 2**16 else 0

    @property
    def now(self) -> float:
        """The time of the last turn of the main loop."""
        return self._now

    # --- what it is ----------------------------------------------------------------------------------------------

    @property
    def room(self) -> m.Room | None:
        """The lobby, or who is here, as the host told it last."""
        return None if self.reading else self.party.room

    @property
    def hosting(self) -> bool:
        """Whether this program keeps the table."""
        if self.reading:
            return False
        lockstep = self.party.lockstep
        return lockstep.hosting if lockstep is not None else self.party.lobby is not None

    @property
    def locked(self) -> bool:
        """Whether the table has a password."""
        return bool(self._password)

    @property
    def seat(self) -> int | None:
        """Our chair before the match; None for a watcher."""
        return None if self.room is None or self.room.you == SEATS else self.room.you

    @property
    def asks_password(self) -> bool:
        """Whether we were refused for the want of the right password."""
        away = self.table.turned_away
        return away is not None and away.reason in ASKS_PASSWORD

    @property
    def may_watch(self) -> bool:
        """Whether we were refused a chair and could watch instead."""
        away = self.table.turned_away
        return away is not None and away.reason in HAS_NO_CHAIR and not self.wanted.watch

    @property
    def asks_trust(self) -> bool:
        """Whether another key answered than the one that had to."""
        away = self.table.turned_away
        return away is not None and away.reason is Reason.OTHER_HOST

    @property
    def problem(self) -> tuple[Phrase, Phrase] | None:
        """Why we are not at that table, and what to do."""
        if self.reading:
            return None
        away, missed = self.table.turned_away, self.table.unanswered
        if self._log.refused:
            return phrase("lan.unreadable.what"), phrase("lan.unreadable.mend")
        if away is not None:
            return phrase(f"link.{away.reason.value}.what"), phrase(f"link.{away.reason.value}.mend")
        if self.disk_refusal:
            return phrase("lan.no_disk.what"), phrase("lan.no_disk.mend", reason=self.disk_refusal)
        late = self._began is not None and self._now - self._began >= PATIENCE
        called = missed.target if missed is not None else self.table.called
        if called and self.room is None and self.party.lockstep is None and late:
            return phrase("lan.nobody.what", address=as_typed(called)), phrase("lan.nobody.mend")
        gone = self.table.host_gone
        if gone is not None and self._now * 1000 - gone >= HOST_GONE:
            return phrase("lan.host_gone.what"), phrase("lan.host_gone.mend")
        if self.table.no_port:
            return phrase("lan.no_port.what", why=self.table.no_port), phrase("lan.no_port.mend")
        return None

    @property
    def healed(self) -> bool:
        """Whether our secret was damaged and a new one was made."""
        return self._home.damaged is not None

    def file_of(self, match: bytes) -> Path:
        """Return the file that the match is kept in."""
        return self._home.file_of(match)

    def keeps(self, path: Path) -> bool:
        """Return whether this table writes to a file."""
        lockstep = None if self.reading else self.table.lockstep
        return self.wanted.path == path or (lockstep is not None and self.file_of(lockstep.replica.match) == path)

    @property
    def kept_file(self) -> Path | None:
        """The file of the match that is played at the table we called, where this home keeps that match already."""
        if self.reading or self.closed or self.table.lockstep is not None or self.party.room is None:
            return None
        return self._home.running_file(self.party.room.match)

    @property
    def behind(self) -> bool:
        """Whether the disk does not have the whole match."""
        return bool(self.disk_refusal)

    @property
    def disk_refusal(self) -> str:
        """Why the disk does not take the match, so that nothing is said to the others."""
        return self._wire.disk_refusal

    def name_of(self, seat: int) -> str:
        """Return the name on a chair, fit to be shown."""
        chairs = self.room.chairs if self.room is not None else ()
        return printable(chairs[seat].name) if seat < len(chairs) else str(phrase("talk.watcher"))

    @property
    def table_code(self) -> str:
        """The table's code, with our easiest address and port once they are known."""
        letters, easy = code_of(table_of(self.program.key)), self.easy_addresses
        return write_code(letters, easy[0], self.table.port) if easy and self.table.port else letters

    @property
    def easy_addresses(self) -> tuple[str, ...]:
        """Return the addresses of this machine that are easy to type: those of IPv4, if there are any."""
        return tuple(host for host in self.addresses if ":" not in host) or self.addresses

    def _door(self) -> LinkConfig:
        return self.table.door(self._password, info_of(self.table, self.means.name, locked=self.locked))

    # --- what goes on --------------------------------------------------------------------------------------------

    def step(self, now: float) -> bool:
        """Do everything there is to do now, in seconds; return whether there is more to do at once."""
        if self.closed:
            return False
        if self._log.open:
            if not self._log.step(_ms(now)):
                return False
            self._open()
        self._now = now
        self._began = now if self._began is None else self._began
        self.program.now = now
        more = self.session.step(now) if self.session is not None else self._gather(now)
        self._sign.show(info_of(self.table, self.means.name, locked=self.locked), self.table.port)
        self.latency.step(now, self._addresses)
        self._go_on_leaving(now)
        return more

    def _addresses(self) -> dict[int, tuple[str, ...]]:
        """Return where those are to whom we have a link, once the match has begun."""
        lockstep = self.party.lockstep
        if lockstep is None:
            return {}
        roster = lockstep.replica.roster
        if not lockstep.hosting:
            return {roster.host: roster.host_addresses} if lockstep.host_link is not None else {}
        others = (seat for seat in roster.persons if seat != lockstep.seat and lockstep.here(seat))
        return {seat: roster.chairs[seat].addresses for seat in others}

    def _gather(self, now: float) -> bool:
        deeds = self.table.step(_ms(now))
        for deed in deeds:
            self._hear(deed)
        if self.table.lockstep is not None and self.table.story is not None:
            self.session = SteadySession(self.table, self.program, self._hear)
        return bool(deeds)

    def _hear(self, deed: object) -> None:
        if isinstance(deed, DiscoveryFailed):
            self.unheard = deed.why
        elif isinstance(deed, Measured):
            self.latency.heard(deed)
        elif isinstance(deed, RateLimited):
            self.talk.hushed(deed.what)
        elif isinstance(deed, RoomChanged):
            for happened in self._gathering.follow(self.room, self.seat):
                self.talk.noted(happened)
        elif isinstance(deed, ChatReceived) and not isinstance(deed.message, m.Preview):
            chairs = self.room.chairs if self.room is not None else ()
            seat = deed.message.seat
            if seat == self.seat:  # our own, said before this program was started again
                self.talk.said(deed.message, seat)
                return
            key = chairs[seat].key if seat < len(chairs) else b""
            self.talk.heard(deed.message, key, self.name_of(seat))

    # --- what a person does --------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Say something to all."""
        said = printable(text, m.CHAT_LENGTH) if text.strip() else ""
        if said:
            self._speak(m.Chat(self._speaker, said))

    def say_phrase(self, number: int) -> None:
        """Say a ready-made phrase, which each reader sees in his language."""
        self._speak(m.ChatPhrase(self._speaker, number))

    @property
    def _speaker(self) -> int:
        return SEATS if self.seat is None else self.seat

    def _speak(self, message: m.Chat | m.ChatPhrase) -> None:
        self.talk.said(message, self._speaker)
        self.party.requests.say(message, _ms(self._now))

    def ready(self, *, ready: bool) -> None:
        """Say that we are ready, or no longer."""
        self.table.ready(_ms(self._now), ready=ready)

    def move(self, seat: int | None, goal: int) -> None:
        """Put whoever sits on a chair on another: the host whom he likes, anybody else himself where no person sits."""
        lobby, room = self.party.lobby, self.room
        if room is None or self.party.lockstep is not None or not (0 <= goal < len(room.chairs)) or seat == goal:
            return
        if lobby is not None and seat is not None:
            lobby.swap(seat, goal)
        elif lobby is None and seat == self.seat and room.chairs[goal].holder != "person":
            self.party.requests.ask(m.Sit(goal), _ms(self._now))

    def put_bot(self, seat: int, name: str, level: str) -> None:
        """As the host, let a bot play in a chair that is free, or another one in a bot's."""
        lobby = self.party.lobby
        if lobby is not None and self.party.lockstep is None:
            lobby.set_bot(seat, name, level)

    def free(self, seat: int) -> None:
        """As the host, empty a chair; the person who sat there hears it."""
        if self.party.lobby is not None and self.party.lockstep is None:
            self.party.requests.send_away(seat, _ms(self._now))

    def change(self, offer: TableOffer) -> None:
        """As the host, offer other options of the same game; whoever was ready looks again."""
        if self.party.lobby is not None and self.party.lockstep is None:
            seats = offer.options.number("players")
            self.party.requests.change_options(encode(offer), digest_of(offer), seats, _ms(self._now))

    def start(self) -> None:
        """As the host, begin."""
        lobby = self.party.lobby
        if lobby is not None and self.party.lockstep is None and lobby.can_start:
            self.table.start(_ms(self._now))

    # --- going ---------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Give our chair up for good; `step` goes on until that is done, then the table is closed."""
        if self.session is None or self._leaving_since is not None:
            self.close()
            return
        self._leaving_since = self._now
        self.session.leave()

    def _go_on_leaving(self, now: float) -> None:
        session, since = self.session, self._leaving_since
        if session is None or since is None:
            return
        roster, lockstep = session.story.roster, session.lockstep
        waits = session.story.seat in roster.persons
        if not waits and lockstep.hosting:
            waits = any(lockstep.here(seat) for seat in roster.successors())
            if waits:
                session.leave()
        if not waits or now - since >= FAREWELL:
            self.close()

    def close(self) -> None:
        """Go at once; the match is kept, and the chair stays ours if it still is."""
        if self.closed:
            return
        self.closed = True
        if self._log.running:
            Thread(target=self._close_unread, name="comodin-goodbye").start()
            return
        away = self.table.turned_away
        over = self.session is not None and (
            self.session.story.over or (away is not None and away.reason is Reason.CLOSED)
        )
        if self.session is not None:
            self.session.close()
        self.party.close(Reason.LEFT)
        self.table.step(_ms(self._now))
        self._bridge.keep(partial(self._put_away, over=over))
        # A bridge says goodbye on the network, which takes a moment that no frame has.
        Thread(target=self._say_goodbye, name="comodin-goodbye").start()

    def _say_goodbye(self) -> None:
        self._bridge.close()
        if not self.put_away.is_set():
            self._put_away(over=False)  # the disk refuses to the last: what it has is gone on with

    def _close_unread(self) -> None:
        self._log.wait()
        self._put_away(over=False)
        self._bridge.close()

    def _put_away(self, *, over: bool) -> None:
        try:
            self._home.close(over=over)
        finally:
            self.put_away.set()


def _ms(seconds: float) -> int:
    return int(seconds * 1000)
