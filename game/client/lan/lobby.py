"""The LAN lobby: announced tables, a field for an address or a code, recent hosts, and a button to host a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.director import Pop, Push
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.lan.ask_name import AskName
from game.client.lan.game import TablePlan
from game.client.lan.page import MAX_TEXT_SCALE, TwoColumnPage
from game.client.lan.room import WaitingRoom
from game.client.lan.rows import TableFace, TableLine, game_title
from game.client.lan.talk_box import ChatInput
from game.client.scenes.message import notice
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.label import Paragraph
from game.client.widgets.list import ListRows
from game.client.widgets.panel import Column, Panel
from game.client.widgets.row_face import ListRow
from game.client.widgets.shelf import Shelf
from game.client.widgets.text_field import TextField
from game.client.words import phrase
from game.lan.addresses import read_address, read_code, shorten_written, write_address
from game.match.transcript import RULES_VERSION
from game.rules.registry import GAMES
from game.store.pins import expected_key
from game.table.safe_text import printable
from net.discovery import TableStatus
from net.link import OLDEST_PROTOCOL
from net.messages import PROTOCOL

if TYPE_CHECKING:
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.lan.network import Lan
    from game.client.words import Phrase, Text
    from net.discovery import TableRow

LEFT_SHARE = 0.65
MAX_ADDRESS_LENGTH = 80
FOOT_PADDING = 12.0  # space around the button under the list
SEARCH_AGAIN_SECONDS = 12.0  # seconds without any announcement before the search restarts


class LanLobby(TwoColumnPage):
    """The list of tables, updated while the page is open; closing the page stops the search."""

    def __init__(self, context: AppContext, lan: Lan) -> None:
        self.context = context
        self.lan = lan
        self._shown: object = None
        self._tables = ListRows("lobby.tables", (), self._chose, face=TableFace())
        self._none = Paragraph("lobby.none", phrase("lobby.none"), theme.READING, theme.MUTED)
        self._steps = [Paragraph(f"lobby.step_{at}", phrase(f"lobby.step_{at}")) for at in range(1, 4)]
        self._join = Button("lobby.join", phrase("lobby.join"), self._join_chosen, kind=ButtonKind.PAPER, icon="door")
        self._join.on_paper = False
        self._test = Button("lobby.test", phrase("lobby.test"), self._netcheck, icon="bars")
        self._hint = Paragraph("lobby.hint", phrase("lobby.hint"), theme.SMALL, theme.MUTED)
        self._anew = Button("lobby.again", phrase("lobby.again"), self._look_again, icon="replay")
        self._lines = Shelf("lobby.lines", (self._hint, self._anew, self._test), least=260.0)
        self._list = Column("lobby.list", (self._none, *self._steps, self._tables, self._lines), 16.0)
        self._panel = Panel("lobby.panel", phrase("lobby.tables"), self._list, aside=phrase("lobby.looking"))
        self._own = host = Button(
            "lobby.host", phrase("lobby.host"), self._host, kind=ButtonKind.PRIMARY, icon="plus", role=theme.BUTTON
        )
        night = Button("lobby.night", phrase("night.title"), self._night, icon="trophy")
        about = Paragraph("lobby.host_about", phrase("lobby.host_about"), theme.SMALL, theme.MUTED)
        self._field = TextField(
            "lobby.address", phrase("lobby.address"), self._typed, most=MAX_ADDRESS_LENGTH,
            on_enter=self._join_typed,
        )  # fmt: skip
        go = Button("lobby.go", phrase("lobby.join"), self._join_typed, icon="door")
        note = Paragraph("lobby.address_note", phrase("lobby.address_note"), theme.SMALL, theme.MUTED)
        typing = Column("lobby.type_column", (ChatInput("lobby.typing", self._field, go), note), 8.0)
        self._last = ListRows("lobby.last", (), self._join_last)
        self._last_panel = Panel("lobby.last_panel", phrase("lobby.last"), self._last)
        right = (
            Panel("lobby.host_panel", phrase("lobby.host_title"), Column("lobby.host_column", (about, host, night))),
            Panel("lobby.type_panel", phrase("lobby.type"), typing),
            self._last_panel,
        )
        signs = (
            IconButton("lobby.name", phrase("title.rename"), "person", lambda: Push(AskName(context))),
            IconButton("lobby.help", phrase("action.help"), "keyboard", self._help),
            IconButton("lobby.settings", phrase("title.settings"), "gear", lambda: Push(context.settings())),
        )
        back = IconButton("lobby.back", phrase("button.back"), "back", self._leave)
        bar = Bar("lobby.bar", phrase("lobby.title"), back, signs, aside=phrase("lobby.you", name=context.player))
        self._host_here = Button("lobby.host_here", phrase("lobby.host"), self._host, icon="plus")
        self._docked = Shelf("lobby.docked", (self._join,), even=True)
        self._dock = Panel("lobby.dock", None, self._docked, padding=FOOT_PADDING)
        super().__init__(
            "lan_lobby", context.preferences, bar, ((self._panel,), right), LEFT_SHARE, host.name, self._dock,
            grows=self._panel,
        )  # fmt: skip
        lan.start_search()
        lan.read()
        self.update_texts()

    # --- what the page shows -------------------------------------------------------------------------------------

    def update(self, now: float) -> Change | None:
        """Show the list as it is now."""
        self.lan.poll()
        self._restart_silent_search(now)
        told = (self.lan.found_tables, self.lan.hosts, self.lan.search_error, self.lan.kept, self.context.player)
        if told != self._shown:
            self.rebuild()
        return super().update(now)

    def update_texts(self) -> None:
        """Show the tables there are."""
        rows = self.lan.found_tables
        self._shown = (self.lan.found_tables, self.lan.hosts, self.lan.search_error, self.lan.kept, self.context.player)
        self.bar.aside = phrase("lobby.you", name=self.context.player)
        rows = tuple(sorted(rows, key=lambda row: not self._is_own(row)))
        lines = [_line(row, own=self._is_own(row)) for row in rows]
        columns = max((line.seats for line in lines), default=0)
        self._tables.show([replace(line, columns=columns) for line in lines])
        possible = [line.key for line in self._tables.members if line.reason is None]
        if self._tables.chosen not in possible:
            self._tables.chosen = None
        if not self._picked:
            answered = [row for row in rows if row.status is TableStatus.OPEN and _key(row) in possible]
            to_sit = [row for row in answered if self._is_own(row) or not _watches(row)]
            best = [_key(row) for row in to_sit or answered]
            self._tables.chosen = self._tables.chosen if self._tables.chosen in best else next(iter(best), None)
        self._tables.visible, self._none.visible = bool(rows), not rows
        for step in self._steps:
            step.visible = not rows and not self.lan.search_error
        self._none.text = (
            phrase("lobby.unheard", why=self.lan.search_error) if self.lan.search_error else phrase("lobby.none")
        )
        self._panel.aside = phrase("lobby.found", n=len(rows)) if rows else phrase("lobby.looking")
        chosen = self._row()
        own = chosen is not None and self._is_own(chosen)
        self._dock.visible = bool(rows)
        # with large text the button for hosting is below the list, not beside it
        below = self.context.preferences.text_scale > MAX_TEXT_SCALE
        self._docked.members = (self._join, self._host_here) if below else (self._join,)
        self._anew.visible = not rows
        self._lines.members = (self._hint, self._test) if rows else (self._hint, self._anew, self._test)
        last = next(widget for widget in (self._tables, *reversed(self._steps), self._none) if widget.visible)
        self._list.grows = last  # the hint and its buttons are at the foot of the panel
        self._join.enabled = chosen is not None
        self._join.reason = None if chosen is not None else phrase("lobby.join_reason")
        does = "lobby.come_back" if own else "lobby.watch" if chosen is not None and _watches(chosen) else "lobby.join"
        # if we would sit down, joining is the primary button, else hosting
        sits = chosen is not None and does != "lobby.watch"
        self._join.face = ButtonKind.PRIMARY if sits else ButtonKind.PAPER
        self._own.face = ButtonKind.SECOND if sits else ButtonKind.PRIMARY
        self._join.label = phrase(does)
        self._last.show([_host_row(at, one.name, one.address, one.game) for at, one in enumerate(self.lan.hosts)])
        self._last_panel.visible = bool(self.lan.hosts)

    def _is_own(self, row: TableRow) -> bool:
        """Return whether a table plays a match that is saved here unfinished, by the key of its host."""
        info = row.info
        return (
            info is not None and info.playing and any(info.key in kept.keys and not kept.over for kept in self.lan.kept)
        )

    def _row(self) -> TableRow | None:
        return next((row for row in self.lan.found_tables if _key(row) == self._tables.chosen), None)

    def _restart_silent_search(self, now: float) -> None:
        """Restart the search regularly while nothing is heard; say how long ago the last search began."""
        self._looked_at = now if self._looked_at is None else self._looked_at
        since = now - self._looked_at
        if self.lan.found_tables:
            self._looked_at = now
        elif since >= SEARCH_AGAIN_SECONDS:
            self._look_again()
        elif int(since) != self._said_since and not self.lan.search_error:
            self._said_since = int(since)
            self._panel.aside = phrase("lobby.looked", seconds=int(since))
            self.ring.revision += 1

    _looked_at: float | None = None
    _said_since = 0

    def _look_again(self) -> None:
        self._looked_at = None
        self.lan.stop_search()
        self.lan.start_search()
        self.rebuild()

    # --- what the page's widgets do ------------------------------------------------------------------------------

    def back(self) -> Change | None:
        """Stop the search and leave."""
        return self._leave()

    def _leave(self) -> Change:
        self.lan.stop_search()
        return Pop()

    def _chose(self, key: str) -> Change | None:
        """Select a table; choosing it again joins."""
        again = self._picked == key
        self._picked = key
        if again:
            return self._join_chosen()
        self.rebuild()
        return None

    _picked = ""  # the table the player selected last; before that, the first one with a free chair is selected

    def _join_chosen(self) -> Change | None:
        row = self._row()
        return None if row is None else self._call_row(row)

    def _call_row(self, row: TableRow) -> Change | None:
        address = write_address(row.place.host, row.place.port)
        locked = row.info.locked if row.info is not None else row.announced.locked
        host = printable(row.info.name) if row.info is not None else ""
        proven = row.info.key.hex() if row.info is not None else ""
        others = tuple(write_address(place.host, place.port) for place in row.others if place != row.place)
        hall = bool(row.announced.tables)
        known = expected_key(self.lan.pins, address, host, proven, hall=hall)
        who = TablePlan(address=address, others=others, host=host, key=bytes.fromhex(known))
        return self._call(who, locked=locked, watch=_watches(row), hall=hall)

    def _typed(self, _text: str) -> None:
        if self._field.error is not None:
            self._field.error = None
            self.rebuild()

    def _join_typed(self) -> Change | None:
        """Join by a code if a table announces it, else by the address (a long code contains one too)."""
        text = self._field.text.strip()
        code = read_code(text)
        coded = self.lan.tables_with_code(code.letters) if code is not None else ()
        if len(coded) == 1:
            return self._call_row(coded[0])
        if code is not None and not code.host:
            return self._refuse_address(phrase("lobby.code_twice" if coded else "lobby.no_code", letters=code.letters))
        try:
            host, port = (code.host, code.port) if code is not None else read_address(text)
        except ValueError:
            return self._refuse_address(phrase("lobby.no_address"))
        address = write_address(host, port)
        places = [(row, place) for row in self.lan.found_tables for place in (row.place, *row.others)]
        halls = [row for row, place in places if row.announced.tables and (place.host, place.port) == (host, port)]
        if halls:
            return self._call_row(halls[0])
        return self._call(TablePlan(address=address, key=bytes.fromhex(expected_key(self.lan.pins, address))))

    def _refuse_address(self, why: Phrase) -> Change | None:
        """Say under the field what is wrong, and do not join."""
        self._field.error = why
        self.rebuild()
        return None

    def _join_last(self, key: str) -> Change | None:
        self._last.chosen = None
        host = self.lan.hosts[int(key)]
        known = bytes.fromhex(expected_key(self.lan.pins, host.address))
        return self._call(TablePlan(address=host.address, host=host.name, key=known))

    def _call(self, who: TablePlan, *, locked: bool = False, watch: bool = False, hall: bool = False) -> Change | None:
        wanted = replace(who, watch=watch)
        if locked:
            from game.client.lan.password import AskPassword

            return Push(AskPassword(self.context, lambda word: self._sit(replace(wanted, password=word), hall=hall)))
        return self._sit(wanted, hall=hall)

    def _sit(self, wanted: TablePlan, *, hall: bool = False) -> Change:
        try:
            if hall:
                return self._enter(wanted)
            self.lan.enter_table(wanted)
        except (OSError, ValueError) as error:
            return Push(notice(self.reading, "notice", phrase("lobby.title"), phrase("lan.no_home", why=str(error))))
        return Push(WaitingRoom(self.context, self.lan))

    def _enter(self, wanted: TablePlan) -> Change:
        from game.client.lan.hall.page import HallPage

        self.lan.enter_hall(wanted)
        self.lan.stop_search()
        return Push(HallPage(self.context, self.lan))

    def _host(self) -> Change:
        from game.client.lan.host import HostTable

        return Push(HostTable(self.context, self.lan))

    def _night(self) -> Change:
        """Open the page that sets up a club night, or return to our own running hall."""
        from game.client.lan.hall.host import HostHall

        keeping = self.lan.own_hall
        if keeping is None or keeping.ended:
            return Push(HostHall(self.context, self.lan))
        return self._enter(TablePlan(address=keeping.address, host=keeping.plan.name, password=keeping.plan.password))

    def _netcheck(self) -> Change:
        from game.client.lan.netcheck import NetCheckPage

        return Push(NetCheckPage(self.context, self.lan))

    def _help(self) -> Change:
        from game.client.scenes.help import Help

        return Push(Help(self.context.preferences))


def _key(row: TableRow) -> str:
    return row.announced.table.hex()


def _watches(row: TableRow) -> bool:
    """Return whether the table can only be watched."""
    info = row.info
    return info is not None and (info.playing or info.taken >= info.seats)


def _line(row: TableRow, *, own: bool) -> TableLine:
    """Return a table's row: from its answer if there is one, else from its announcement."""
    said, info = row.announced, row.info
    if said.tables:
        return _hall_line(row)
    taken, seats = (info.taken, info.seats) if info is not None else (said.taken, said.seats)
    locked = info.locked if info is not None else said.locked
    title: Text = phrase("lobby.announced", game=game_title(said.game), letters=said.code or "–")
    if info is not None:
        title = phrase("lobby.hosted", game=game_title(info.game), name=printable(info.name))
    return TableLine(
        _key(row), title, _note(row, taken, seats, locked=locked, own=own), _reason(row),
        "lock" if locked else "unlock", taken, seats, row.status is TableStatus.OPEN, row.ping,
    )  # fmt: skip


def _hall_line(row: TableRow) -> TableLine:
    """Return a hall's row: its name and how many tables and people it has."""
    said, info = row.announced, row.info
    locked = info.locked if info is not None else said.locked
    title = phrase("lobby.hall_announced", letters=said.code)
    if info is not None:
        title = phrase("lobby.hall", name=printable(info.name))
    people = phrase("hall.people", n=said.people)
    note = phrase("lobby.hall_note", n=said.tables, people=people, letters=said.code or "–")
    return TableLine(
        _key(row), title, note, _reason(row), "lock" if locked else "trophy",
        open=row.status is TableStatus.OPEN, ping=row.ping,
    )  # fmt: skip


def _note(row: TableRow, taken: int, seats: int, *, locked: bool, own: bool) -> Phrase:
    if row.status is not TableStatus.OPEN:
        return phrase("lobby.asking", taken=taken, seats=seats)
    if row.info is not None and row.info.playing:
        return phrase("lobby.own_seat" if own else "lobby.playing", seats=seats)
    if taken >= seats:
        return phrase("lobby.full", seats=seats)
    code = row.announced.code or "–"
    return phrase("lobby.seats_locked" if locked else "lobby.seats", taken=taken, seats=seats, letters=code)


def _reason(row: TableRow) -> Phrase | None:
    """Say why we cannot join this table."""
    info = row.info
    low, high = (info.low, info.high) if info is not None else (row.announced.protocol, row.announced.protocol)
    if low > PROTOCOL or high < OLDEST_PROTOCOL:  # a table of another version may not even understand our question
        return phrase("lobby.other_version")
    if row.status is TableStatus.SILENT:
        return phrase("lobby.silent")
    if row.announced.game not in GAMES or (info is not None and info.rules != RULES_VERSION):
        return phrase("lobby.other_rules")
    return None


def _host_row(at: int, name: str, address: str, game: str) -> ListRow:
    note = phrase(
        "lobby.last_note", address=printable(shorten_written(address), MAX_ADDRESS_LENGTH), game=game_title(game)
    )
    return ListRow(str(at), printable(name), note, sign="person")
