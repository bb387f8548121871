"""A LAN program as a process: real time, real sockets, its home, and one line at the end."""

from __future__ import annotations

import itertools
import json
import os
import signal
import sys
import tempfile
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from game.bots.names import LAN_LEVELS
from game.bots.spawning import ctrl_c_deferred
from game.bots.thinker import InlineThinker
from game.commands.ending import EXIT_INTERRUPTED, EXIT_WRONG, STOPPED_SENTENCE, StopSignals
from game.commands.files import CommandError, write_output
from game.commands.lan_headless import Exit, Headless, Limits, Person, Player
from game.lan.addresses import write_address
from game.lan.home import LanHome, offer_in, seat_names_in
from game.lan.program import LanProgram
from game.lan.proof import signed_file_text
from game.lan.sign import Announcer, table_info
from game.lan.table import LanTable, make_lobby, make_party
from game.lan.terms import TableOffer
from game.lan.wire import BridgeWire
from game.match.transcript import RULES_VERSION
from game.store.home import home_path, open_home
from game.store.log_file import open_log
from game.store.pins import Pin, expected_key, load_pins, pins_path, save_pins, with_pins
from game.table.safe_text import printable
from net import messages as m
from net.guests import JoinRequest
from net.lobby import Lobby
from net.log.effects import EntryRecord, Record
from net.messages import MAX_NAME_LETTERS
from net.reasons import Reason
from net.shell.announce import own_addresses
from net.shell.bridge import Bridge
from net.shell.driver import Driver
from net.station import Station

# How often at least, for how many seconds each time, and for how long at most queued output is given time to leave.
FAREWELL_ROUNDS, FAREWELL_SECONDS, FAREWELL_MS = 5, 0.02, 2_000
MAX_WAIT_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class LanOptions:
    """The options that `host` and `join` share; `level` is empty for a program that plays nothing."""

    name: str
    level: str
    seed: int
    home: str | None
    password_file: str | None
    transcript: str | None
    limits: Limits
    watch: bool = False
    trust: bool = False
    interface: str | None = None
    port: int = 0
    progress: bool = False
    verbose: int = 0
    text: bool = False  # a person plays in the terminal
    as_json: bool = False  # the lines before the last one are JSON too
    table: int = 0  # at a hall: the number of the wanted table, 0 for none
    evening: bool = False  # at a hall: wait for a chair, play and come back until it closes
    tournament: str = ""  # as a hall: the file of the tournament to run
    persons: int = 0  # how many must be there before its first round
    keeper: str = ""  # the key of the hall's keeper, who does not play
    obey: bool = False  # as a hall: take orders on standard input


def read_player(text: str) -> tuple[str, int]:
    """Read `bot:LEVEL` or `bot:LEVEL:SEED`; raise CommandError if it is malformed."""
    kind, _colon, rest = text.partition(":")
    level, _colon, seed = rest.partition(":")
    if kind != "bot" or level not in LAN_LEVELS or not (not seed or (seed.isdecimal() and len(seed) <= 18)):
        raise CommandError(f"'{text}' is no player; it is written bot:LEVEL, and levels are {', '.join(LAN_LEVELS)}.")
    return level, int(seed or 1)


def clock_ms() -> int:
    """Return the time of a steady clock."""
    return int(monotonic() * 1_000)


def reachable_addresses(interface: str | None, port: int) -> list[str]:
    """Return the addresses where others reach us, one for each adapter; the loopback address if there is none."""
    hosts = (interface,) if interface else own_addresses()
    return [write_address(host, port) for host in hosts or ("127.0.0.1",)]


class LanProcess:
    """One program with its sockets; `offer` is a host's, None for a joiner."""

    def __init__(
        self, wanted: LanOptions, *, call: str = "", offer: TableOffer | None = None, bots: tuple[str, ...] = ()
    ) -> None:
        if len(wanted.name) > MAX_NAME_LETTERS:
            raise CommandError(
                f"A name has at most {MAX_NAME_LETTERS} letters, and '{wanted.name}' has {len(wanted.name)}."
            )
        self._wanted = wanted
        self._told_length = self._told_news = 0
        self._kept_length = 0  # the log's length on disk
        self._told_end = False
        self._spare: tempfile.TemporaryDirectory[str] | None = None
        self._home = self._open_home()
        self._program = LanProgram(self._home.secret, InlineThinker())
        password = read_password(wanted.password_file)
        lobby = self._make_lobby(offer, bots) if offer is not None else None
        wish = JoinRequest(wanted.name, RULES_VERSION, watch=wanted.watch)
        party = make_party(self._program, wish, os.urandom, self._home.knows_match, lobby, self._home.shown_nonce)
        with ctrl_c_deferred():
            self._bridge = Bridge((wanted.interface,) if wanted.interface else ())
        self._locked = bool(password)
        self._announcer = Announcer(self._bridge)
        driver = Driver(
            Station(party),
            self._bridge,
            lambda: self.table.link_config(password, self._info()),
            os.urandom,
            self._keep,
        )
        self.wire = BridgeWire(driver, self._bridge)
        self._met: m.Room | None = None
        self._pins = load_pins(pins_path(self._lock.path)) if self._lock.owner else ()
        key = bytes.fromhex("" if wanted.trust else expected_key(self._pins, call))
        if (wanted.table or wanted.evening) and not self._home.running_files():
            call, key = self._ask_hall(call, key, password)
        self.table = LanTable(party, self.wire, call, expects=key)
        self._take_up(offer)
        player = Player(wanted.level, wanted.seed) if wanted.level else None
        person = self._make_person() if wanted.text else None
        self.headless = Headless(
            self.table, self._program, InlineThinker(), player=player, person=person, limits=wanted.limits
        )

    def _ask_hall(self, hall: str, key: bytes, password: bytes) -> tuple[str, bytes]:
        """Ask a hall for a chair; return the table's address and key."""
        from game.commands.hall.ask import ask_hall

        wanted = self._wanted
        try:
            return ask_hall(self._program, wanted.name, hall, key, password, table=wanted.table, watch=wanted.watch)
        except (CommandError, KeyboardInterrupt):
            self.wire.close()
            self._home.close(over=False)
            self._lock.close()
            raise

    def _make_person(self) -> Person:
        from game.commands.terminal.lan import TerminalPerson

        return TerminalPerson(self._wanted.home)

    def _open_home(self) -> LanHome:
        """Open the chosen home; a default home in use by another program is left alone."""
        home = open_home(home_path(self._wanted.home))
        self._lock = home
        if home.owner:
            return self._make_home(home.path)
        if self._wanted.home is not None:
            raise CommandError(
                f"The home {home.path} cannot be written: {home.fault}."
                if home.fault
                else f"The home {home.path} is in use by another program."
            )
        try:
            self._spare = tempfile.TemporaryDirectory(prefix="comodin-", ignore_cleanup_errors=True)
        except OSError as error:
            raise CommandError(f"No folder could be made for this match: {error.strerror}.") from error
        print("Nothing is kept of this match: give --home to come back to it after a restart.", file=sys.stderr)
        return self._make_home(Path(self._spare.name))

    @staticmethod
    def _make_home(path: Path) -> LanHome:
        try:
            home = LanHome(path, os.urandom)
        except OSError as error:
            raise CommandError(f"The home {path} cannot be used: {error.strerror or error}.") from error
        if home.damaged is not None:
            print(
                f"The secret of this home was damaged. It was set aside as {home.damaged.name} and a new one made: to "
                "others this is somebody new, and a chair it had at a table is not its own any more.",
                file=sys.stderr,
            )
        return home

    def _keep(self, records: Sequence[Record]) -> None:
        self._home.append_records(records)
        for record in records:
            if isinstance(record, EntryRecord):
                self._kept_length = record.numbered.number + 1

    def _make_lobby(self, offer: TableOffer, bots: tuple[str, ...]) -> Lobby:
        lobby = make_lobby(offer, self._program.key, self._wanted.name)
        first = len(lobby.chairs) - len(bots)
        if first < 0:
            raise CommandError(f"{len(bots)} bots do not fit at a table with {len(lobby.chairs)} chairs.")
        if first == 0:
            raise CommandError("A table of bots alone needs no network: 'comodin demo' plays one.")
        for at, level in enumerate(bots, start=first):
            lobby.set_bot(at, f"Bot {at + 1}", level)
        if self._wanted.level or self._wanted.text:
            join = m.Join(self._wanted.name, RULES_VERSION, b"", watch=False, match=b"")
            lobby.join(self._program.key, join)
        return lobby

    def _take_up(self, offer: TableOffer | None) -> None:
        """Continue the persisted match, if it is the wanted one."""
        try:
            self._restore(offer)
        except OSError as error:
            raise CommandError(f"The match that was left cannot go on: {error.strerror or error}.") from error

    def _restore(self, offer: TableOffer | None) -> None:
        records = self._home.records_of_match()
        if not records or (offer is not None and offer_in(records) != offer):
            return
        if self.table.restore(records, clock_ms()):
            self._home.open_file()
            self._kept_length = self.table.lockstep.replica.length if self.table.lockstep is not None else 0
            names = ", ".join(printable(name) for name in seat_names_in(records) if name)
            print(f"This goes on with the match of {names} that was left.", file=sys.stderr)
            print("For another one give another --home.", file=sys.stderr)

    def run(self, *, print_address: bool = False) -> int:
        """Play until the end; print the line that sums it up, and return the exit code."""
        end_log = open_log(self._lock, self._wanted.verbose)
        self.wire.listen(self._wanted.interface, self._port())
        try:
            with StopSignals() as told:
                self._loop(told, print_address=print_address)
                self._say_goodbye()
                if told.told == signal.SIGINT:
                    goes_on = (
                        " The same command goes on."
                        if self._spare is None and self.headless.exit is not Exit.OVER
                        else ""
                    )
                    print(f"{STOPPED_SENTENCE}{goes_on}", file=sys.stderr)
                code = self._tell_end()
            return EXIT_INTERRUPTED if told.told == signal.SIGINT and not code else code
        finally:
            end_log()
            self._close()

    def _tell_end(self) -> int:
        """Export the match if asked to, and sum up its end; only then does its home count it as over."""
        headless = self.headless
        code = (headless.exit or Exit.STOPPED).code
        if headless.unreached and self._home.all_finished():
            headless.sentence += " The last match that this home was in is over: 'comodin result' tells how it ended."
        if headless.session is not None and self._wanted.transcript is not None:
            try:
                write_output(self._wanted.transcript, signed_file_text(headless.session).encode())
            except CommandError as error:
                print(error, "With the same home 'comodin result' writes it elsewhere.", file=sys.stderr)
                code = code or EXIT_WRONG
        if headless.sentence:
            print(headless.sentence, file=sys.stderr)
        if not self._wanted.text:
            print(headless.line(), flush=True)
        self._told_end = True
        return code

    def _port(self) -> int:
        """Return the chosen port, or for a continued match the one where the others look for us."""
        lockstep = self.table.lockstep
        if self._wanted.port or lockstep is None:
            return self._wanted.port
        roster = lockstep.replica.roster
        told = roster.host_addresses if lockstep.is_hosting else ()
        if lockstep.seat is not None and not told:
            told = roster.chairs[lockstep.seat].addresses
        return int(told[0].rpartition(":")[2]) if told else 0

    def _info(self) -> m.Info | None:
        """Return the announcement of the table."""
        return table_info(self.table, self._wanted.name, locked=self._locked)

    def _loop(self, stop: StopSignals, *, print_address: bool) -> None:
        told = not print_address
        while self.headless.exit is None:
            if stop.told:
                self.headless.stop()
                return
            self.headless.step(clock_ms())
            self._announcer.announce(self._info(), self.table.port)
            self._pin_whom_we_met()
            if not told and self.table.port:
                self._tell_addresses()
                told = True
            if self._wanted.progress:
                self._tell_progress()
            self._tell_news()
            if self.wire.disk_refusal:
                self.headless.stop_unsaved(
                    f"The disk refuses to keep the match: {self.wire.disk_refusal}. Nothing more was said in it; "
                    "started again with the same home it goes on."
                )
            if self.headless.exit is None:
                self.wire.wait(clock_ms(), 0 if self.headless.has_more_work else MAX_WAIT_SECONDS)

    def _pin_whom_we_met(self) -> None:
        """Pin the keys of the host and the players, if the home is ours."""
        room = self.table.party.room
        if room is None or room is self._met or not self._lock.owner:
            return
        self._met = room
        own = self._program.key
        met = [Pin(chair.name, chair.key.hex()) for chair in room.chairs if chair.name and chair.key not in (b"", own)]
        if self.table.host_address and self.table.lockstep is None:
            host = next((chair.name for chair in room.chairs if chair.key == room.host and chair.name), "Host")
            met.append(Pin(host, room.host.hex(), self.table.host_address))
        pins = with_pins(self._pins, *(pin for pin in met if not self._is_pinned(pin)))
        if pins != self._pins:
            self._pins = pins
            with suppress(OSError):  # without pins the next meeting only shows less
                save_pins(pins_path(self._lock.path), pins)

    def _is_pinned(self, pin: Pin) -> bool:
        return any(
            (one.name, one.key) == (pin.name, pin.key) and pin.address in ("", one.address) for one in self._pins
        )

    def _tell_addresses(self) -> None:
        """Print where to join, an address for each adapter."""
        there = reachable_addresses(self._wanted.interface, self.table.port)
        print(json.dumps({"addresses": there}) if self._wanted.as_json else "\n".join(there), flush=True)

    def _tell_progress(self) -> None:
        """Print the log's length on disk, whenever it has grown."""
        if self._kept_length != self._told_length:
            self._told_length = self._kept_length
            told = self._told_length
            print(json.dumps({"entries": told}) if self._wanted.as_json else f"{told} entries", flush=True)

    def _tell_news(self) -> None:
        """Print the table's news, apart from the output that other programs read."""
        told = self.headless.told[self._told_news :]
        self._told_news += len(told)
        for sentence in told:
            print(sentence, file=sys.stderr, flush=True)

    def _say_goodbye(self) -> None:
        """Send the last messages after all queued output."""
        until = clock_ms() + FAREWELL_MS
        for number in itertools.count(1):
            self.table.step(clock_ms())
            self.wire.wait(clock_ms(), FAREWELL_SECONDS)
            if number >= FAREWELL_ROUNDS and (not self.wire.has_unsent or clock_ms() >= until):
                break
        if self.wire.disk_refusal and self.headless.exit is not Exit.REFUSED:
            self.headless.stop_unsaved(f"The disk refuses to keep the end of the match: {self.wire.disk_refusal}.")

    def _close(self) -> None:
        """Close everything; a match whose end could not be printed is continued, and printed, at the next start."""
        self.wire.close()
        away = self.table.turned_away
        closed = away is not None and away.reason is Reason.CLOSED  # by a hall: nobody continues it
        with suppress(OSError):  # then the next start finds the finished match again
            self._home.close(over=closed or (self.headless.exit is Exit.OVER and self._told_end))
        self._lock.close()
        if self._spare is not None:
            self._spare.cleanup()


def read_password(name: str | None) -> bytes:
    """Return the first line of a password file, empty if `name` is None; raise CommandError if unreadable."""
    if name is None:
        return b""
    try:
        lines = Path(name).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"The password file '{name}' cannot be read.") from error
    if not lines or not lines[0]:
        raise CommandError(f"The password file '{name}' has no first line.")
    return unicodedata.normalize("NFC", lines[0]).encode()
