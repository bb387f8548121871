"""The program's network state: the search for tables, the hall it visits, and the one table it sits at.

Laws: nothing here blocks the window; `step` is called in every iteration of the main loop, whatever scene is on top. A
program that does not own its home uses a temporary one while it runs, so that two windows of one player count as
two players.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Final

from game.client.app_context import MatchAtTable
from game.client.deleted import DeletedFiles
from game.client.director import Push
from game.client.lan.kept import SavedLanMatch, read_saved_match, saved_match_files
from game.client.words import phrase
from game.lan.addresses import NETCHECK_GAME, own_interface
from game.store.background import TROUBLE_HOSTS, BackgroundDesk, DeskOfDeal
from game.store.deleted import purge_deleted
from game.store.desk import desk_path
from game.store.hosts import KeptHost, hosts_path, load_hosts, save_hosts, with_host
from game.store.pins import Pin, load_pins, pins_path, save_pins, with_pins
from game.table.safe_text import printable
from net.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.bots.thinker import Thinker
    from game.client.app_context import AppContext
    from game.client.director import Change, Scene
    from game.client.lan.game import LanGame, LanServices, TablePlan
    from game.client.lan.hall.keeping import HallProcess, NightPlan
    from game.client.lan.hall.visit import HallVisit
    from game.client.words import Phrase
    from game.store.background import Writer
    from game.store.home import Home
    from net.discovery import TableRow
    from net.shell.bridge import Bridge
    from net.shell.finder import Finder

HALL_FOLDER: Final = "hall"  # inside our home: the home of a hall we host
MAX_CLOSING_SECONDS: Final = 5.0  # the longest wait, in seconds, for the file of a match we left to be closed


class Lan:
    """The network as the scenes see it. Modules that need sockets are imported on first use."""

    def __init__(
        self,
        home: Home,
        writer: Writer,
        thinker: Callable[[], Thinker],
        name: Callable[[], str],
        bridge: Callable[[], Bridge] | None = None,
        pace: Callable[[], float] = lambda: 0.0,
        notes: list[Phrase] | None = None,
    ) -> None:
        self.interface = own_interface()
        self.lan_game: LanGame | None = None
        self.hall: HallVisit | None = None  # the hall we are in
        self.own_hall: HallProcess | None = None  # the hall we host
        self._hall_closing: Thread | None = None  # closes the previous hall in the background
        self.hosts = load_hosts(hosts_path(home.path))
        self.kept: tuple[SavedLanMatch, ...] = ()
        self.pins = load_pins(pins_path(home.path))
        self._home = home
        self._writer = writer
        self._thinker = thinker
        self._name = name
        self._pace = pace
        self._notes = [] if notes is None else notes  # messages shown to the player once
        self.new_bridge = bridge or self._own_bridge
        self._reader: Thread | None = None
        self._read: tuple[SavedLanMatch, ...] | None = None
        self._deleted = DeletedFiles()
        self._purged = False  # whether matches deleted by an earlier run were removed
        self._finder: Finder | None = None
        self._closed: list[LanGame] = []  # matches whose files are being closed in the background
        self._left: list[LanGame] = []  # matches being left: they give their chairs to bots in the background
        self._spare: TemporaryDirectory[str] | None = None

    def _own_bridge(self) -> Bridge:
        from net.shell.bridge import Bridge

        return Bridge((self.interface,) if self.interface else ())

    # --- looking for tables --------------------------------------------------------------------------------------

    def start_search(self) -> None:
        """Start the search for tables."""
        if self._finder is None:
            from net.shell.finder import Finder

            self._finder = Finder(self.new_bridge(), os.urandom)

    def stop_search(self) -> None:
        """Stop the search."""
        if self._finder is not None:
            finder, self._finder = self._finder, None
            Thread(target=finder.close, name="comodin-goodbye").start()

    @property
    def found_tables(self) -> tuple[TableRow, ...]:
        """The tables found so far."""
        rows = self._finder.rows if self._finder is not None else ()
        return tuple(row for row in rows if row.announced.game != NETCHECK_GAME)

    @property
    def search_error(self) -> str:
        """Why tables cannot be heard, in the system's own words; empty if they can."""
        return self._finder.unheard if self._finder is not None else ""

    def tables_with_code(self, code: str) -> tuple[TableRow, ...]:
        """Return the found tables that have this short code."""
        return self._finder.rows_with_code(code) if self._finder is not None else ()

    # --- the table -----------------------------------------------------------------------------------------------

    def enter_table(self, wanted: TablePlan) -> LanGame:
        """Open or join a table, or resume a match; raise OSError or ValueError if the home cannot be used."""
        from game.client.lan.game import LanGame

        self.suspend()
        if wanted.path is not None:
            self._wait_for_file(wanted.path)
        self.lan_game = LanGame(self._services(), wanted)
        if self.lan_game.key_replaced:
            self._notes.append(phrase("notice.lan_secret"))
        return self.lan_game

    def _wait_for_file(self, path: Path) -> None:
        """Wait until none of our earlier matches has the file open; one that is still leaving is ended at once."""
        for one in (one for one in self._left if one.writes_to(path)):
            one.close()
            one.file_closed.wait(MAX_CLOSING_SECONDS)
        for one in self._closed:
            one.file_closed.wait(MAX_CLOSING_SECONDS)
        self._closed = []

    def enter_hall(self, wanted: TablePlan) -> None:
        """Enter a hall; raise OSError or ValueError if the home cannot be used."""
        from game.client.lan.hall.visit import HallVisit

        self.leave_hall()
        self.hall = HallVisit(self._services(), wanted)

    def leave_hall(self) -> None:
        """Leave the hall."""
        if self.hall is not None:
            hall, self.hall = self.hall, None
            Thread(target=hall.close, name="comodin-goodbye").start()

    @property
    def hall_home(self) -> Path:
        """The home of a hall we host, with its tables and tournaments."""
        return self._folder() / HALL_FOLDER

    def host_hall(self, plan: NightPlan, plays: Callable[[str], bool] = lambda _own: True) -> None:
        """Open a hall in its own process and enter it; raise OSError or ValueError if that fails.

        `plays` tells, given our key, whether we take part in its tournament.
        """
        from game.client.lan.game import TablePlan
        from game.client.lan.hall.visit import HallVisit

        self.close_hall()
        self.leave_hall()
        hall = HallVisit(self._services(), TablePlan(host=plan.name, password=plan.password))
        own = hall.visitor.own_key.hex()
        try:
            self.own_hall = self.start_hall_process(plan if plays(own) else replace(plan, keeper=own))
        except (OSError, ValueError):
            hall.close()
            raise
        self.hall = hall

    def start_hall_process(self, plan: NightPlan) -> HallProcess:
        """Start the process."""
        from game.client.lan.hall.keeping import HallProcess

        before = self._hall_closing
        after = before.join if before is not None else lambda: None
        return HallProcess(plan, self.hall_home, self.interface, after)

    def close_hall(self) -> None:
        """Close the hall we host, for everybody."""
        if self.own_hall is not None:
            keeping, self.own_hall = self.own_hall, None
            self._hall_closing = Thread(target=keeping.close, name="comodin-hall-goodbye")
            self._hall_closing.start()

    def hall_page(self, context: AppContext) -> Scene | None:
        """Return the page of the hall we are in; None outside a hall."""
        self.suspend()
        if self.hall is None:
            return None
        from game.client.lan.hall.page import HallPage

        return HallPage(context, self)

    def _services(self) -> LanServices:
        from game.client.lan.game import LanServices

        return LanServices(
            self._folder(),
            printable(self._name()),
            self._thinker(),
            self.new_bridge,
            os.urandom,
            self.interface,
            self._pace,
        )

    def _folder(self) -> Path:
        """Return the folder for keys and logs: our home, or a temporary one if another program owns it."""
        if self._home.owner:
            return self._home.path
        if self._spare is None:
            self._spare = TemporaryDirectory(prefix="comodin-", ignore_cleanup_errors=True)
        return Path(self._spare.name)

    def suspend(self) -> None:
        """Leave the table at once; the chair stays ours, and the match can be resumed."""
        if self.lan_game is not None:
            lan_game, self.lan_game = self.lan_game, None
            lan_game.close()
            self._closed = [*(one for one in self._closed if not one.file_closed.is_set()), lan_game]

    def leave(self) -> None:
        """Leave the table for good: a bot takes the chair."""
        if self.lan_game is not None:
            lan_game, self.lan_game = self.lan_game, None
            lan_game.leave()
            self._left.append(lan_game)

    def game(self, context: AppContext) -> MatchAtTable | None:
        """Return the current match for the scenes, once it has begun."""
        from game.client.lan.others import LanPlayers

        lan_game = self.lan_game
        if lan_game is None or lan_game.session is None:
            return None
        session = lan_game.session
        path = desk_path(lan_game.match_path(session.lockstep.replica.match))
        desk = DeskOfDeal(BackgroundDesk(self._writer, path), lambda: session.draft_key)
        return MatchAtTable(session, desk, LanPlayers(context, self, lan_game, session), lan_game)

    def step(self, now: float) -> bool:
        """Do all pending network work at time `now` (seconds); return whether more is ready at once."""
        more = self._finder is not None and self._finder.step(int(now * 1000))
        for lan_game in (*([self.lan_game] if self.lan_game else []), *self._left):
            more = lan_game.step(now) or more
        if self._left:
            self._closed += [one for one in self._left if one.closed]
            self._left = [one for one in self._left if not one.closed]
        if self._closed and any(one.file_closed.is_set() for one in self._closed):
            # The match may be over now: its file is read again.
            self._closed = [one for one in self._closed if not one.file_closed.is_set()]
            self.read()
        more = self._step_hall(now) or more
        return self._resume_saved_match() or more

    @property
    def is_dealing(self) -> bool:
        """Whether a joint shuffle is under way, in which the programs wait for each other many times."""
        from game.lan.log.state import Stage

        session = self.lan_game.session if self.lan_game is not None else None
        return session is not None and session.story.stage is Stage.DEALING

    @property
    def table_ended_by_hall(self) -> bool:
        """Whether the hall has ended the table we sit at, because the round's time is up."""
        away = self.lan_game.table.turned_away if self.hall is not None and self.lan_game is not None else None
        return away is not None and away.reason is Reason.CLOSED

    def _step_hall(self, now: float) -> bool:
        """Keep the visit to the hall going; go back once the match is over, since the next round needs everybody."""
        if self.hall is None:
            return False
        if self.own_hall is not None and self.own_hall.address:
            self.hall.set_address(self.own_hall.address)
        session = self.lan_game.session if self.lan_game is not None else None
        if (session is not None and session.story.is_over) or self.table_ended_by_hall:
            self.hall.enter_again()
        return self.hall.step(now)

    def _resume_saved_match(self) -> bool:
        """If this home has the match of the table we called, resume it from its file; return whether it has."""
        lan_game = self.lan_game
        path = lan_game.saved_match_file if lan_game is not None else None
        if lan_game is None or path is None:
            return False
        self.enter_table(replace(lan_game.wanted, path=path, watch=False))
        return True

    # --- what is saved -------------------------------------------------------------------------------------------

    def remember_host(self, name: str, address: str, game: str) -> None:
        """Remember a host at whose table we sat."""
        hosts = with_host(self.hosts, KeptHost(printable(name), address, game))
        if hosts == self.hosts:
            return
        self.hosts = hosts
        if self._home.owner:
            path = hosts_path(self._home.path)
            self._writer.add_task(lambda: save_hosts(path, hosts), TROUBLE_HOSTS, "hosts")

    def save_keys(self, *met: Pin) -> None:
        """Save the keys of the people we met."""
        pins = with_pins(self.pins, *met)
        if pins == self.pins:
            return
        self.pins = pins
        if self._home.owner:
            path = pins_path(self._home.path)
            self._writer.add_task(lambda: save_pins(path, pins), TROUBLE_HOSTS, "pins")

    def read(self) -> None:
        """Read the saved matches in the background; only the program that owns the home may resume them."""
        if self._home.owner:
            self._reader = Thread(target=self._read_all, name="comodin-lan-matches", daemon=True)
            self._reader.start()

    def _read_all(self) -> None:
        folder = self._home.path / "lan"
        if not self._purged:
            self._purged = True
            purge_deleted(folder)
        if folder.is_dir():
            self._read = tuple(one for path in saved_match_files(folder) if (one := read_saved_match(path)) is not None)

    def resume(self, context: AppContext, kept: SavedLanMatch, sat_down: Callable[[], None]) -> Change:
        """Resume a match: reopen the table if we host it, else call the host."""
        from game.client.lan.entrance import library_refusal
        from game.client.lan.game import TablePlan
        from game.client.lan.room import WaitingRoom
        from game.client.scenes.message import notice

        refused = library_refusal(context.preferences)
        if refused is not None:
            return Push(refused)
        self._wait_for_file(kept.path)
        if not kept.path.exists():  # the match ended after the row was made
            self.read()
            return Push(notice(context.preferences, "notice", phrase("notice.match"), phrase("matches.is_over")))
        sat_down()
        try:
            self.enter_table(TablePlan(path=kept.path))
        except (OSError, ValueError) as error:
            sentence = phrase("lan.no_home", why=str(error))
            return Push(notice(context.preferences, "notice", phrase("notice.match"), sentence))
        return Push(WaitingRoom(context, self))

    @property
    def may_undelete(self) -> bool:
        """Whether there is a deleted match that can be restored."""
        return bool(self._deleted)

    def delete(self, kept: SavedLanMatch) -> Phrase | None:
        """Delete a match, or say why that fails; `undelete` restores the last one."""
        self._wait_for_file(kept.path)
        trouble = self._deleted.delete(kept.path)
        if trouble is None:
            self.kept = tuple(one for one in self.kept if one.path != kept.path)
        return trouble

    def undelete(self) -> Phrase | None:
        """Restore the match deleted last, or say why that fails."""
        trouble = self._deleted.restore()
        if trouble is None:
            self.read()
        return trouble

    def poll(self) -> bool:
        """Take the matches that were read; return whether they have changed."""
        if self._read is None:
            return False
        read, self._read = self._read, None
        changed, self.kept = read != self.kept, read
        return changed

    def wait(self) -> None:
        """Block until the matches are read; for tests and pictures only."""
        if self._reader is not None:
            self._reader.join()
        self.poll()

    def close(self) -> None:
        """Close everything."""
        self.stop_search()
        self.suspend()
        self.leave_hall()
        self.close_hall()
        for lan_game in self._left:
            lan_game.close()
        if self._spare is not None:
            self._spare.cleanup()
