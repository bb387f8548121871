"""The page of a club night's hall: its tables, who sits where, a chair or a place to watch, and the chat."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.director import Pop, Push, Replace
from game.client.draw import theme
from game.client.draw.sound import Cue
from game.client.draw.theme import ButtonKind
from game.client.lan.hall.board import FORMAT_NAMES, pairing_rows, round_words, standing_rows, waiting_words
from game.client.lan.hall.closing import ask_to_finish
from game.client.lan.hall.partners import PartnerChooser
from game.client.lan.page import TwoColumnPage
from game.client.lan.room import WaitingRoom
from game.client.lan.rows import TableFace, TableLine, game_title
from game.client.lan.talk_box import ChatBox
from game.client.scenes.message import Message, notice
from game.client.sides import joined_texts
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import ChoiceOption
from game.client.widgets.dialog import Dialog
from game.client.widgets.label import Paragraph
from game.client.widgets.list import ListRows
from game.client.widgets.panel import Column, Panel
from game.client.widgets.shelf import Shelf
from game.client.words import phrase
from game.store.pins import Pin
from game.table.safe_text import printable

if TYPE_CHECKING:
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.lan.game import TablePlan
    from game.client.lan.hall.visit import HallVisit
    from game.client.lan.network import Lan
    from game.client.words import Text
    from net.hall.messages import HallTable

LEFT_SHARE = 0.58
# the views of the list
TABLES_VIEW, PARTNERS_VIEW, ROUND_VIEW, STANDINGS_VIEW = "tables", "partners", "round", "standings"
MAX_ADDRESSES = 2  # own addresses shown, for others to type


class HallPage(TwoColumnPage):
    """Shows the hall that `Lan` visits, and goes to the table that the hall sends us to."""

    keeps = frozenset({"new_game"})

    def __init__(self, context: AppContext, lan: Lan) -> None:
        if lan.hall is None:
            raise RuntimeError("nobody is in a hall: call Lan.enter_hall first")
        self.context = context
        self.lan = lan
        self.visit: HallVisit = lan.hall
        self._shown: object = None
        self._known = False
        self._over = False  # whether the final standings were shown
        self._counted = self.visit.talk.count
        self._same_tiles = False  # all tables play the same tiles, so nobody may watch
        self._tables = ListRows("hall.tables", (), self._chose, face=TableFace())
        self._tables.label = phrase("hall.tables")
        self._wall = ListRows("hall.wall", (), lambda _key: None)
        self._wall.label = phrase("hall.wall")
        self._view = TABLES_VIEW
        self._views = Choice("hall.views", (ChoiceOption(TABLES_VIEW, ""),), TABLES_VIEW, self._chose_view)
        self._what = Paragraph("hall.what", "", theme.TITLE, theme.CREAM)
        self._state = Paragraph("hall.state", "", theme.READING, theme.CREAM)
        self._waits = Paragraph("hall.waits", "", theme.READING, theme.CREAM)
        self._same = Paragraph("hall.same", "", theme.SMALL, theme.MUTED)
        self._password = Button("hall.password", phrase("room.password"), self._ask_password, icon="lock")
        self._trust = Button(
            "hall.trust",
            phrase("room.trust"),
            lambda: self._enter(replace(self.visit.wanted, key=b"")),
            kind=ButtonKind.DANGER,
        )
        self._partners = PartnerChooser(self.visit, self.rebuild)
        lists = Column("hall.lists", (self._views, self._tables, self._wall, self._partners.rows))
        self._list = Panel("hall.list", phrase("hall.tables"), lists)
        self._talk = ChatBox("hall.talk", self.visit)
        self._sit = Button("hall.sit", phrase("hall.sit"), self._join, kind=ButtonKind.PRIMARY, icon="door")
        self._any = Button("hall.any", phrase("hall.any"), self._take_any, icon="people")
        self._leave = Button("hall.leave", phrase("hall.leave"), self.back, icon="door", key="Esc")
        self._begin = Button("hall.begin", phrase("hall.begin"), self._begin_now, icon="play")
        self._pause = Button("hall.pause", "", self._pause_rounds, icon="pause")
        self._finish = Button(
            "hall.finish", phrase("hall.finish"), lambda: ask_to_finish(context, lan.own_hall), icon="trophy"
        )
        self._close = Button(
            "hall.close", phrase("hall.close"), self._ask_to_close, kind=ButtonKind.DANGER, icon="door"
        )
        self._again = Button("hall.again", phrase("hall.again"), self._open_again, icon="replay")
        self._buttons = Shelf("hall.buttons", (), most=2, least=190.0, even=True)
        words = Column("hall.column", (self._what, self._state, self._waits, self._same, self._buttons))
        dock = Panel("hall.dock", None, words)
        self._print = IconButton("hall.print", phrase("hall.print"), "copy", self._print_board)
        self._people = IconButton("hall.who", phrase("people.title"), "people", self._show_people)
        signs = (
            self._people,
            self._print,
            IconButton("hall.help", phrase("action.help"), "keyboard", self._help),
            IconButton("hall.settings", phrase("title.settings"), "gear", lambda: Push(context.settings())),
        )
        back = IconButton("hall.back", phrase("hall.leave"), "back", self.back)
        bar = Bar("hall.bar", "", back, signs, aside="")
        sides, level = ((self._list,), (self._talk,)), (self._list, self._talk)
        super().__init__("lan_hall", context.preferences, bar, sides, LEFT_SHARE, "hall.tables", dock, level=level)
        self.update_texts()

    # --- what the page shows -------------------------------------------------------------------------------------

    def update(self, now: float) -> Change | None:
        """Show the current state of the hall; go to the table it sends us to."""
        visit = self.visit
        plan = visit.poll_place()
        if plan is not None:
            try:
                self.lan.enter_table(plan)
            except (OSError, ValueError) as error:
                why = phrase("lan.no_home", why=str(error))
                return Push(notice(self.reading, "notice", phrase("hall.title", name=visit.name), why))
            return Push(WaitingRoom(self.context, self.lan))
        if visit.is_inside and not self._known:
            self._known = True
            self.lan.save_keys(Pin(visit.name, visit.visitor.hall_key.hex(), visit.wanted.address, hall=True))
        talk = visit.talk
        if talk.count != self._counted:
            self._counted = talk.count
            if talk.unread:
                self.context.sounds.play(Cue.CHAT)
        if talk.unread and self.context.has_focus():
            talk.mark_read()
        if self._snapshot() != self._shown:
            self.rebuild()
        return super().update(now)

    def _snapshot(self) -> object:
        visit = self.visit
        keeping = self.lan.own_hall
        return (
            (keeping.has_failed, keeping.paused, keeping.started, keeping.addresses) if keeping is not None else None,
            visit.tables,
            visit.visitor.board,
            visit.minutes_left,
            visit.visitor.hall,
            visit.visitor.refused,
            visit.is_inside,
            visit.problem,
            visit.talk.revision,
        )

    def update_texts(self) -> None:
        """Show the hall's present state."""
        self._shown = self._snapshot()
        visit = self.visit
        problem, hall = visit.problem, visit.visitor.hall
        self.bar.title = phrase("hall.title", name=visit.name)
        self.bar.aside = phrase("hall.people", n=hall.people) if hall is not None and visit.is_inside else None
        self._say_board()
        seen = self._list.visible = self._talk.visible = bool(visit.tables) and problem is None
        if visit.tables and (self._chosen() is None or not self._picked):
            self._tables.chosen = str(
                next(filter(self.visit.may_sit, visit.tables), self._chosen() or visit.tables[0]).table
            )
        board = visit.visitor.board
        over = board is not None and board.over
        if seen:
            leave = (self._leave,) if board is not None and self.lan.own_hall is None else ()
            self._buttons.members = (*self._seat_buttons(), *leave, *self._host_buttons())
        else:
            broken = self.lan.own_hall is not None and self.lan.own_hall.has_failed
            asked = ((self._again, broken), (self._password, visit.asks_password), (self._trust, visit.asks_trust))
            self._buttons.members = (self._leave, *(button for button, asks in asked if asks))
        self._say_state()
        lines = [self._line(table) for table in visit.tables]
        columns = max((line.seats for line in lines), default=0)
        self._tables.show([replace(line, columns=columns) for line in lines])
        table = self._chosen()
        watch = table is not None and not self.visit.may_sit(table)
        self._sit.label = phrase("lobby.watch" if watch else "hall.sit")
        self._sit.icon = "eye" if watch else "door"
        # In a tournament sitting down is gold only where it has a chair for us.
        led = board is not None and (over or table is None or watch)
        self._sit.face = ButtonKind.SECOND if led else ButtonKind.PRIMARY
        self._leave.face = ButtonKind.PRIMARY if over else ButtonKind.SECOND
        self._sit.enabled = visit.is_inside and table is not None and not (watch and self._same_tiles)
        self._any.enabled = visit.is_inside and any(table.has_free_chair for table in visit.tables)

    def _say_board(self) -> None:
        """Show the tournament if there is one: the round's pairings, or the standings."""
        board, keeping = self.visit.visitor.board, self.lan.own_hall
        self._same_tiles = board is not None and board.same
        if board is not None and board.over and not self._over:
            self._over, self._view = True, STANDINGS_VIEW
        self._print.visible = self._people.visible = keeping is not None and keeping.plan.tournament is not None
        self._views.visible = board is not None
        people = board.people if board is not None else ()
        self._view = TABLES_VIEW if board is None or (self._view == PARTNERS_VIEW and not people) else self._view
        self._tables.visible, self._wall.visible = self._view == TABLES_VIEW, self._view in (ROUND_VIEW, STANDINGS_VIEW)
        self._partners.rows.visible = self._view == PARTNERS_VIEW
        if board is None:
            return
        number = phrase("hall.round", number=board.round)
        self._views.options = (
            ChoiceOption(TABLES_VIEW, phrase("hall.tables")),
            ChoiceOption(PARTNERS_VIEW, phrase("hall.partners"))
            if people
            else ChoiceOption(ROUND_VIEW, number if board.round else phrase("hall.pairings")),
            ChoiceOption(STANDINGS_VIEW, phrase("club.standings")),
        )
        self._views.chosen = self._view
        self._list.title = phrase(f"club.format.{board.kind}") if board.kind in FORMAT_NAMES else phrase("hall.tables")
        self._list.aside = round_words(board, self.visit.minutes_left)
        self._wall.show(pairing_rows(board) if self._view == ROUND_VIEW else standing_rows(board))
        self._partners.show(people)

    def _say_state(self) -> None:
        visit = self.visit
        problem, refused = visit.problem, visit.visitor.refused
        self._what.text, self._state.text = "", ""
        keeping = self.lan.own_hall
        if keeping is not None and keeping.has_failed:
            self._what.text, self._state.text = phrase("hall.broken.what"), phrase("hall.broken.mend", why=keeping.why)
        elif problem is not None:
            self._what.text, self._state.text = problem
        elif keeping is not None and not keeping.addresses:
            self._state.text = phrase("hall.opening")
        elif not visit.is_inside:
            self._state.text = phrase("hall.calling", name=visit.name)
        elif refused is not None:
            self._state.text = phrase(f"link.{refused.value}.what")
        elif keeping is not None:
            self._state.text = phrase("hall.where", addresses=", ".join(keeping.addresses[:MAX_ADDRESSES]))
        self._what.visible, self._state.visible = bool(str(self._what.text)), bool(str(self._state.text))
        board = visit.visitor.board
        looks_on = keeping is not None and bool(keeping.plan.keeper)
        waits = (
            waiting_words(board, visit.own_name, looks_on=looks_on) if visit.is_inside and board is not None else None
        )
        self._waits.visible, self._waits.text = waits is not None, waits or ""
        self._same.visible = visit.is_inside and visit.visitor.board is not None
        self._same.text = phrase("hall.same" if self._same_tiles else "night.sealed")

    def _chosen(self) -> HallTable | None:
        return next((one for one in self.visit.tables if str(one.table) == self._tables.chosen), None)

    def _seat_buttons(self) -> tuple[Button, ...]:
        """Return the buttons for a chair, a place to watch or a partner; in a tournament only the possible ones."""
        table = self._chosen()
        if self._view == PARTNERS_VIEW:
            return (self._partners.button,)
        if not self.visit.chairs_are_assigned:
            return (self._any, self._sit)
        watched = table is not None and table.playing and not self._same_tiles
        return (self._sit,) if table is not None and (watched or self.visit.may_sit(table)) else ()

    def _line(self, table: HallTable) -> TableLine:
        names = [printable(chair.name) for chair in table.chairs if chair.holder != "nobody"]
        taken, seats = len(names), len(table.chairs)
        note: Text
        if not names:  # a table everybody has just left counts as playing until it reopens
            note = phrase("hall.empty")
        elif self.visit.own_seat_at(table) is not None:
            note = phrase("hall.own", names=joined_texts(names))
        elif table.playing:
            note = phrase("hall.playing_same" if self._same_tiles else "hall.playing", names=joined_texts(names))
        else:
            note = (
                phrase("hall.sitting", names=joined_texts(names), n=seats - taken)
                if taken < seats
                else joined_texts(names)
            )
        title = phrase("hall.table", number=table.table, game=game_title(table.game))
        sign = "play" if table.playing and names else "people"
        return TableLine(str(table.table), title, note, None, sign, taken, seats, open=True, shows_latency=False)

    def _host_buttons(self) -> tuple[Button, ...]:
        """Return the host's buttons: begin, hold or end the tournament, and close the hall."""
        keeping = self.lan.own_hall
        if keeping is None:
            return ()
        self._pause.label = phrase("hall.go_on" if keeping.paused else "hall.pause")
        self._pause.icon = "play" if keeping.paused else "pause"
        cup, board, hall = keeping.plan.tournament is not None, self.visit.visitor.board, self.visit.visitor.hall
        company = board is not None and hall is not None and hall.people > 1
        self._begin.face = ButtonKind.PRIMARY if company else ButtonKind.SECOND
        begun = keeping.started or (board is not None and board.round > 0)
        over = board is not None and board.over
        rounds = () if over or not cup else (self._pause,) if begun else (self._begin,)
        finish = (self._finish,) if begun and not over and board is not None and board.lacks else ()
        return (*rounds, *finish, self._close)

    # --- what the page's widgets do ------------------------------------------------------------------------------

    def _chose(self, key: str) -> Change | None:
        """Select a table; choosing it again sits down there."""
        again, self._picked = self._picked == key, key
        if again:
            self._join()
        self.rebuild()
        return None

    _picked = ""

    def _chose_view(self, key: str) -> Change | None:
        self._view = key
        self.rebuild()
        return None

    def _join(self) -> Change | None:
        table = self._chosen()
        if table is not None and self._sit in self._seat_buttons() and self._sit.enabled:
            self.visit.ask_for_place(table.table, watch=not self.visit.may_sit(table))
        return None

    def _take_any(self) -> Change | None:
        self.visit.ask_for_place()
        return None

    def _ask_password(self) -> Change:
        from game.client.lan.password import AskPassword

        return Push(AskPassword(self.context, lambda word: self._enter(replace(self.visit.wanted, password=word))))

    def _enter(self, wanted: TablePlan) -> Change:
        self.lan.enter_hall(wanted)
        return Replace(HallPage(self.context, self.lan))

    def _print_board(self) -> Change | None:
        """Write pairings, standings and rules as a printable page, and open it."""
        from game.client.lan.hall.printing import print_tournament

        file = self.lan.own_hall.plan.tournament if self.lan.own_hall is not None else None
        return None if file is None else print_tournament(self.reading, file)

    def _show_people(self) -> Change | None:
        """Show who are partners and who must not meet."""
        from game.client.lan.hall.people import HallPeople

        keeping = self.lan.own_hall
        file = keeping.plan.tournament if keeping is not None else None
        return None if keeping is None or file is None else Push(HallPeople(self.context, keeping, file))

    def _open_again(self) -> Change | None:
        """Reopen a hall that stopped; its home has everything saved."""
        if self.lan.own_hall is None:
            return None
        plan = self.lan.own_hall.plan
        self.lan.host_hall(plan, lambda own: own != plan.keeper)
        return Replace(HallPage(self.context, self.lan))

    def _begin_now(self) -> Change | None:
        if self.lan.own_hall is not None:
            self.lan.own_hall.begin_first_round()
        return None

    def _pause_rounds(self) -> Change | None:
        if self.lan.own_hall is not None:
            self.lan.own_hall.hold_rounds(paused=not self.lan.own_hall.paused)
        return None

    def _ask_to_close(self) -> Change:
        stay = Button("close.stay", phrase("table.leave.stay"), Pop, key="Esc")
        go = Button("close.go", phrase("hall.close"), self._close_hall, kind=ButtonKind.DANGER, icon="door")
        away = Button("close.away", phrase("hall.only_leave"), self._leave_page, icon="back")
        words = phrase("hall.close_title"), phrase("hall.close_line")
        return Push(Message("close", self.context.preferences, Dialog("close", *words, (stay, away, go))))

    def _close_hall(self) -> Change:
        self.lan.close_hall()
        return self._leave_page()

    def _leave_page(self) -> Change:
        self.lan.leave_hall()
        return Replace(self.context.title(), all_of_them=True)

    def back(self) -> Change | None:
        """Leave the hall; its host is asked first, since it closes for everybody."""
        keeping = self.lan.own_hall
        return self._leave_page() if keeping is None or keeping.ended else self._ask_to_close()

    def _help(self) -> Change:
        from game.client.scenes.help import Help

        return Push(Help(self.context.preferences))
