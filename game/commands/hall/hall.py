"""`comodin host --headless --tables N`: a hall, where people find their table, and N tables, in one program.

Laws: the hall hosts and sees nothing of the play; every table gets its slice of each turn of the loop, and none waits
for another's deal; the same command, given again, continues what was begun.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from game.bots.pool import BotPool
from game.client.words.tell import tell_refusal
from game.club.duplicate import table_options
from game.commands.ending import EXIT_INTERRUPTED, EXIT_WRONG, STOPPED_SENTENCE, StopSignals
from game.commands.files import CommandError
from game.commands.hall.orders import STOP_ORDER, HallOrders
from game.commands.hall.rounds import HallRounds, load_tournament
from game.commands.hall.seating import HallSeat, HallSeating
from game.commands.hall.table import HallPlan, OneTable
from game.commands.hall.thinkers import SharedThinkers
from game.commands.lan_process import (
    FAREWELL_MS,
    FAREWELL_ROUNDS,
    FAREWELL_SECONDS,
    MAX_WAIT_SECONDS,
    clock_ms,
    reachable_addresses,
    read_password,
)
from game.lan.addresses import write_address
from game.lan.home import LanHome
from game.lan.program import LanProgram
from game.lan.sign import Announcer
from game.lan.table import DialFailed, LinkConnected, PortOpen
from game.lan.terms import HallOffer, TableOffer, offer_digest
from game.lan.wire import BridgeWire
from game.match.transcript import RULES_VERSION
from game.store.home import home_path, open_home
from game.store.log_file import open_log
from game.table.refusals import Refusal
from net.hall.asked import ChairRequest, PartnerRequest
from net.hall.keeper import CONNECTION_ALLOWANCE, HallParty
from net.hall.messages import MAX_TABLES, HallPlace
from net.identity import SIGNATURE_BYTES, table_id_of
from net.link import OLDEST_PROTOCOL, LinkConfig
from net.log.entries import MAX_SEATS
from net.messages import PROTOCOL, Info
from net.reasons import Reason
from net.shell.bridge import Bridge
from net.shell.driver import Driver
from net.station import LinkEnded, Switchboard

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from game.bots.thinker import Thinker
    from game.club.tournament import Tournament
    from game.commands.lan_process import LanOptions
    from net.log.effects import Record

# Enough files for two links of everybody, two ports and a log of each table, watchers and newcomers.
MAX_OPEN_FILES = 2_048
BOARD_EVERY_MS = 1_000  # how often the tournament's board is updated
ANNOUNCE_EVERY_MS = 2_000  # least time between two changes of the announcement
HALL_FOLDER = "hall"  # folder of the home with the hall's own secret and a home for each table


def host_tables(
    wanted: LanOptions, offer: TableOffer, bots: tuple[str, ...], tables: int, *, print_address: bool
) -> int:
    """Run a hall until it is stopped, or its tournament is over; return the exit code."""
    if not 1 <= tables <= MAX_TABLES:
        raise CommandError(f"A hall has 1 to {MAX_TABLES} tables, not {tables}.")
    if wanted.level or wanted.text or wanted.transcript or wanted.limits.stop_after or wanted.limits.leave_after:
        raise CommandError(
            "A hall has no chair of its own: --player, --text, --transcript and the limits are for one table."
        )
    if len(bots) >= offer.options.number("players"):
        raise CommandError("A table of bots alone needs no network: 'comodin demo' plays one.")
    if not wanted.tournament:
        return HallProgram(wanted, offer, bots, tables).run(print_address=print_address)
    tournament, damage = load_tournament(Path(wanted.tournament), tables, wanted.persons)
    if damage:
        print(damage, file=sys.stderr)
    plan = tournament.state.plan
    options = table_options(plan)
    if isinstance(options, Refusal):
        raise CommandError(f"{tell_refusal(options).what}.")
    kind = HallOffer if plan.duplicate else TableOffer
    own = kind(plan.game, options, RULES_VERSION, offer.substitute)
    return HallProgram(wanted, own, (), tables, tournament).run(print_address=print_address)


class HallProgram:
    """The hall and its tables; tests with virtual time pass in `make_program`, `thinker` and `bridge`."""

    def __init__(
        self,
        wanted: LanOptions,
        offer: TableOffer,
        bots: tuple[str, ...],
        tables: int,
        tournament: Tournament | None = None,
        *,
        make_program: Callable[[bytes, Thinker], LanProgram] = LanProgram,
        thinker: Callable[[], Thinker] = BotPool,
        bridge: Callable[[tuple[str, ...], Bridge | None], Bridge] = Bridge,
    ) -> None:
        self._wanted = wanted
        self._offer = offer
        self._home = open_home(home_path(wanted.home))
        if not self._home.owner:
            fault = f"cannot be written: {self._home.fault}" if self._home.fault else "is in use by another program"
            raise CommandError(f"The home {self._home.path} {fault}.")
        folder = self._home.path / HALL_FOLDER
        plan = HallPlan(wanted.name, offer, bots, read_password(wanted.password_file), make_program)
        self._password = plan.password
        self._bridge = bridge((wanted.interface,) if wanted.interface else (), None)
        self._thinkers = SharedThinkers(thinker)
        try:
            identity = LanProgram(LanHome(folder, os.urandom).secret, self._thinkers.share()).identity
            self.tables = {
                number: OneTable(
                    number, plan, folder / f"table-{number:02}", bridge((), self._bridge), self._thinkers.share()
                )
                for number in range(1, tables + 1)
            }
        except OSError as error:
            raise CommandError(f"The home {self._home.path} cannot be used: {error.strerror or error}.") from error
        self.hall = HallParty(identity, wanted.name, RULES_VERSION, tables)
        self.seating = HallSeating(self.tables, lambda: self.rounds is not None and not self.rounds.over)
        self.port = 0
        self.fault = ""  # why the hall cannot go on
        self._locals: dict[int, str] = {}  # by link, our address to which it connected
        self._announcer = Announcer(self._bridge)
        self._announce_at = self._board_at = 0
        driver = Driver(
            Switchboard(self.hall, CONNECTION_ALLOWANCE), self._bridge, self._link_config, os.urandom, _keep_nothing
        )
        self._wire = BridgeWire(driver, self._bridge)
        self._told_lengths: dict[int, int] = {}
        self._orders: HallOrders | None = None
        self._stopped = False
        self.rounds: HallRounds | None = None
        if tournament is not None:
            bot = offer.substitute
            self.rounds = HallRounds(tournament, wanted.persons, self.tables, self._players, self.pair, bot)

    def _players(self) -> dict[bytes, str]:
        """Return who is in the hall, without its keeper."""
        return {key: name for key, name in self.hall.visitor_names.items() if key.hex() != self._wanted.keeper}

    # Setup

    def listen(self) -> None:
        """Open the hall's port and one for each table: the following ones, if a port was asked for."""
        interface, port = self._wanted.interface, self._wanted.port
        self._wire.listen(interface, port)
        for number, table in self.tables.items():
            table.wire.listen(interface, table.wanted_port or (port + number if port else 0))

    def _info(self) -> Info:
        """Return the announcement: a hall looks like a table with as many free chairs as it can show."""
        free = sum(
            chair.holder == "nobody"
            for table in self.tables.values()
            for chair in (table.lobby.chairs if table.lobby is not None else ())
        )
        key = self.hall.identity.key
        return Info(
            low=OLDEST_PROTOCOL,
            high=PROTOCOL,
            rules=RULES_VERSION,
            game=self._offer.game,
            name=self._wanted.name,
            taken=MAX_SEATS - min(MAX_SEATS, free),
            seats=MAX_SEATS,
            options=offer_digest(self._offer),
            locked=bool(self._password),
            playing=False,
            table=table_id_of(key),
        )

    def _link_config(self) -> LinkConfig:
        return LinkConfig(self.hall.identity, self._password, self._info())

    # Main loop

    def step(self, now: int) -> None:
        """Do what is due now, at the hall and at every table with work."""
        for deed in self._wire.step(now):
            self._hear(deed, now)
        self.seating.tick(now)
        due = [table for table in self.tables.values() if table.is_due(now)]
        share = sum(table.has_more_work for table in due) or 1
        for table in due:
            table.step(now, share)
            told = table.listed_table()
            if told is not None:
                self.hall.update_table(told)
            if table.fault:
                self.fault = (
                    f"Table {table.number} cannot go on: {table.fault}. Started again with the same home it does."
                )
        if self.rounds is not None:
            self.rounds.step(now)
            if now >= self._board_at:
                self._board_at = now + BOARD_EVERY_MS
                self.hall.update_board(self.rounds.board(now))
        if due and now >= self._announce_at and self.port:
            self._announce_at = now + ANNOUNCE_EVERY_MS
            self._announcer.announce(self._info(), self.port, len(self.tables), self.hall.visitor_count)

    def seconds_until_due(self, now: int) -> float:
        """Return the seconds until the next step is due if nothing happens, at most MAX_WAIT_SECONDS."""
        waits = min(table.seconds_until_due(now) for table in self.tables.values())
        return min(waits, self._wire.seconds_until_due(now, MAX_WAIT_SECONDS))

    def wait(self, now: int) -> None:
        """Wait until something happens or is due."""
        self._bridge.wait(self.seconds_until_due(now))

    def _hear(self, deed: object, now: int) -> None:
        if isinstance(deed, PortOpen):
            self.port = deed.port
        elif isinstance(deed, DialFailed):
            self.fault = f"No port could be opened: {deed.why}."
        elif isinstance(deed, LinkConnected):
            self._locals[deed.number] = deed.local
        elif isinstance(deed, LinkEnded):
            self._locals.pop(deed.link, None)
        elif isinstance(deed, ChairRequest):
            self._answer(deed, now)
        elif isinstance(deed, PartnerRequest) and self.rounds is not None:
            for key in self.rounds.wish(deed.key, deed.name):
                self.hall.send_partner_wish(key, deed.key)

    def _answer(self, asked: ChairRequest, now: int) -> None:
        found = self.seating.answer(asked, now)
        if isinstance(found, Reason):
            self.hall.refuse_chair(asked.link, found)
        elif asked.joins:
            address = write_address(self._locals.get(asked.link, ""), self.tables[found.table].table.port)
            self.hall.redirect_joiner(asked.link, address, back=bool(asked.match))
        else:
            self._send(asked.key, found)

    def _send(self, key: bytes, found: HallSeat) -> None:
        self.hall.send_place(key, self._place(found))

    def _place(self, found: HallSeat) -> HallPlace:
        table = self.tables[found.table]
        return HallPlace(found.table, found.chair, table.table.port, table.key, bytes(SIGNATURE_BYTES))

    def pair(self, places: Mapping[bytes, HallSeat]) -> None:
        """Send people to the chairs of a pairing, now or when they come."""
        self.seating.pair(places)
        self.hall.send_pairing({key: self._place(found) for key, found in places.items()})

    # As a process

    def run(self, *, print_address: bool) -> int:
        """Run until stopped; print the last line, and return the exit code."""
        end_log = open_log(self._home, self._wanted.verbose)
        _open_more_files()
        self.listen()
        self._orders = HallOrders(sys.stdin) if self._wanted.obey else None
        try:
            with StopSignals() as told:
                self._loop(told, print_address=print_address)
                self._say_goodbye()
            if told.told == signal.SIGINT:
                print(f"{STOPPED_SENTENCE} The same command goes on.", file=sys.stderr)
            if self.fault:
                print(self.fault, file=sys.stderr)
            over = self.rounds is not None and self.rounds.over
            ended = "refused" if self.fault else "over" if over else "stopped"
            print(json.dumps({"ended": ended, "tables": [one.line() for one in self.tables.values()]}), flush=True)
            return EXIT_WRONG if self.fault else EXIT_INTERRUPTED if told.told == signal.SIGINT else 0
        finally:
            end_log()
            self.close()

    def _loop(self, stop: StopSignals, *, print_address: bool) -> None:
        told = not print_address
        while not (stop.told or self.fault or self._is_over or self._stopped):
            self._obey()
            self.step(clock_ms())
            if not told and self.port and all(one.table.port for one in self.tables.values()):
                told = True
                there = reachable_addresses(self._wanted.interface, self.port)
                print(json.dumps({"addresses": there}) if self._wanted.as_json else "\n".join(there), flush=True)
            self._tell_news()
            self.wait(clock_ms())

    def _obey(self) -> None:
        """Carry out the keeper's orders."""
        for word in self._orders.take_new() if self._orders is not None else ():
            self._stopped |= word == STOP_ORDER
            if self.rounds is not None:
                self.rounds.carry_out_order(word)

    @property
    def _is_over(self) -> bool:
        """Whether the tournament is over and everybody has its result; a hall that takes orders stays."""
        over = self.rounds is not None and self.rounds.over and self._orders is None
        return over and all(one.lobby is not None for one in self.tables.values())

    def _tell_news(self) -> None:
        """Print the tables' news, and if asked for the lengths of their logs."""
        for sentence in self.rounds.told if self.rounds is not None else ():
            print(sentence, file=sys.stderr, flush=True)
        if self.rounds is not None:
            self.rounds.told.clear()
        for number, table in self.tables.items():
            for sentence in table.told:
                print(f"Table {number}: {sentence}", file=sys.stderr, flush=True)
            table.told.clear()
            if self._wanted.progress and self._told_lengths.get(number, 0) != table.kept:
                self._told_lengths[number] = table.kept
                said = {"table": number, "entries": table.kept}
                print(json.dumps(said) if self._wanted.as_json else f"table {number}: {table.kept} entries", flush=True)

    def _say_goodbye(self) -> None:
        for table in self.tables.values():
            table.stop()
        self.hall.close()
        until = clock_ms() + FAREWELL_MS
        for number in itertools.count(1):
            now = clock_ms()
            self._wire.step(now)
            for table in self.tables.values():
                table.table.step(now)
            said = not any(one.wire.has_unsent for one in self.tables.values())
            if number >= FAREWELL_ROUNDS and (said or now >= until):
                break
            self._bridge.wait(FAREWELL_SECONDS)

    def close(self) -> None:
        """Close everything; the next start continues what was begun."""
        for table in self.tables.values():
            table.close()
        self._wire.close()
        self._thinkers.close()
        self._home.close()


def _open_more_files() -> None:
    """Raise the limit of open files to what a full hall takes."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _keep_nothing(_records: Sequence[Record]) -> None:
    """Write nothing: a hall has no log of its own."""
