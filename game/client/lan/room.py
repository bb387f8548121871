"""The waiting room: chairs, chat, how the table's rules differ from the usual ones, and who is ready."""

from __future__ import annotations

from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING, Any

from game.client.book.leads import chosen_words
from game.client.director import Push, Replace
from game.client.draw import theme
from game.client.draw.sound import Cue
from game.client.draw.surfaces import Crest
from game.client.draw.theme import ButtonKind, Tone
from game.client.lan.chair_menu import chair_menu, fill_chairs
from game.client.lan.chairs import ChairLine, ChairRows, level_words
from game.client.lan.page import TwoColumnPage
from game.client.lan.talk_box import ChatBox
from game.client.scenes.summary import IconSentence
from game.client.setup import CLOCK_OPTION, value_words
from game.client.sides import joined_texts
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.dialog import Dialog
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import SHEET, Column, Panel
from game.client.widgets.shelf import Shelf
from game.client.words import card_code, phrase
from game.lan.addresses import short_address, shorten_written
from game.lan.terms import HallOffer
from game.rules.registry import rules_of
from game.store.pins import Pin, has_other_key
from game.table.safe_text import printable
from net.reasons import Reason

if TYPE_CHECKING:
    from game.client.app_context import AppContext
    from game.client.director import Change, Scene
    from game.client.lan.game import LanGame
    from game.client.lan.network import Lan
    from game.client.words import Text
    from game.lan.terms import TableOffer
    from game.rules.ruleset import Family
    from net.messages import LobbySeat, Room

LEFT_SHARE = 0.52
MAX_RULE_LINES = 30
# options that are always shown, usual or not
ALWAYS_SHOWN_OPTIONS = frozenset({"target", "hands", "fresh_rounds", CLOCK_OPTION})
MAX_ADDRESSES = 2  # own addresses shown, for others to type


class WaitingRoom(TwoColumnPage):
    """The waiting room, shown from the call to the host, or the opening of a table, until the first deal."""

    keeps = frozenset({"new_game"})

    def __init__(self, context: AppContext, lan: Lan) -> None:
        if lan.lan_game is None:
            raise RuntimeError("a waiting room has a table: call Lan.enter_table first")
        self.context = context
        self.lan = lan
        self.lan_game: LanGame = lan.lan_game
        self._shown: object = None
        self._counted = self.lan_game.talk.count
        self._known = False
        self._chairs = ChairRows("room.chairs", self._chose, self._move)
        self._title = Paragraph("room.what", "", theme.TITLE, theme.CREAM)
        self._state = Paragraph("room.state", "", theme.READING, theme.CREAM)
        self._where = Paragraph("room.where", "", theme.SMALL, theme.MUTED)
        self._rules = [IconSentence(f"room.rule_{at}", "check") for at in range(MAX_RULE_LINES)]
        self._talk = ChatBox("room.talk", self.lan_game, self.lan_game.say_phrase, lan.hall)
        self._ready = Button(
            "room.ready", phrase("room.ready"), self._toggle_ready, kind=ButtonKind.PRIMARY, icon="check"
        )
        self._start = Button(
            "room.start", phrase("room.start"), self._begin, kind=ButtonKind.PRIMARY, icon="play", key="Enter"
        )
        self._fill = Button("room.fill", phrase("room.fill"), lambda: fill_chairs(self.lan_game), icon="bot")
        self._change = Button("room.options", phrase("room.options"), self._options, icon="gear")
        self._password = Button("room.password", phrase("room.password"), self._ask_password, icon="lock")
        self._trust = Button(
            "room.trust", phrase("room.trust"), lambda: self._call_with(key=b""), kind=ButtonKind.DANGER
        )
        self._watch = Button(
            "room.watch",
            phrase("lobby.watch"),
            lambda: self._call_with(watch=True),
            kind=ButtonKind.PRIMARY,
            icon="eye",
        )
        self._test = Button("room.test", phrase("lobby.test"), self._netcheck, icon="bars")
        self._code = Button("room.code", phrase("room.code"), self._show_code, icon="people")
        leave = Button("room.leave", phrase("room.leave"), self.back, icon="door", key="Esc")
        self._leave = leave
        self._buttons = Shelf(
            "room.buttons",
            (self._fill, self._start, self._ready, self._password, self._watch, self._test, self._code, leave),
            most=2,
            least=190.0,
            even=True,
        )
        self._seats = Panel("room.seats", phrase("room.seats"), self._chairs, aside=phrase("room.seats_aside"))
        self._paper = Panel(
            "room.rules", phrase("room.rules"), Column("room.rules_column", self._rules, 6.0), ground=SHEET
        )
        gate = Panel(
            "room.gate", None, Column("room.gate_column", (self._title, self._state, self._where, self._buttons))
        )
        signs = (
            IconButton("room.help", phrase("action.help"), "keyboard", self._help),
            IconButton("room.settings", phrase("title.settings"), "gear", lambda: Push(context.settings())),
        )
        bar = Bar(
            "room.bar", phrase("room.calling"), IconButton("room.back", phrase("button.back"), "back", self.back), signs
        )
        super().__init__(
            "lan_room",
            context.preferences,
            bar,
            ((self._seats, self._paper, self._change), (self._talk,)),
            LEFT_SHARE,
            self._chairs.name,
            gate,
            1,
            self._talk,
        )
        self.update_texts()

    # --- what the page shows -------------------------------------------------------------------------------------

    def update(self, now: float) -> Change | None:
        """Show the current state of the room; go to the table when the match begins."""
        if self.lan.lan_game is not self.lan_game:
            # We have this match saved, so it is resumed from its file.
            return None if self.lan.lan_game is None else Replace(WaitingRoom(self.context, self.lan))
        if self.lan.table_ended_by_hall:
            return self.back()
        away = self.lan_game.table.turned_away
        if away is not None and away.reason is Reason.IS_HALL:
            self.lan.enter_hall(self.lan_game.wanted)
            page = self.lan.hall_page(self.context)
            return None if page is None else Replace(page)
        game = self.lan.game(self.context)
        if game is not None:
            self.lan.stop_search()
            self._pin_players()
            return Replace(self.context.table(game), all_of_them=True)
        told = self._snapshot()
        talk = self.lan_game.talk
        if talk.count != self._counted:
            self._counted = talk.count
            if talk.unread:
                self.context.sounds.play(Cue.CHAT)
        if self._talk.talking.talk.unread and self.context.has_focus():
            self._talk.mark_read()  # the chat is visible on this page
        if told != self._shown:
            self.rebuild()
        return super().update(now)

    def _pin_players(self) -> None:
        """Save the keys of the people we play with."""
        room = self.lan_game.room
        if room is not None:
            others = [chair for at, chair in enumerate(room.chairs) if chair.key and at != self.lan_game.seat]
            for chair in others:
                self._notice_key(printable(chair.name), chair.key)
            self.lan.save_keys(*(Pin(printable(chair.name), chair.key.hex()) for chair in others))

    def _notice_key(self, name: str, key: bytes) -> bool:
        """Return whether somebody had another key last time; remembered while we share the table."""
        if has_other_key(self.lan.pins, name, key.hex()):
            self.lan_game.strange.add(key)
        return key in self.lan_game.strange

    def _snapshot(self) -> object:
        lan_game = self.lan_game
        return (
            lan_game.reading,
            lan_game.room,
            lan_game.problem,
            self._talk.revision,
            lan_game.table.port,
            lan_game.addresses,
            lan_game.announcement_error,
        )

    def update_texts(self) -> None:
        """Show the current state of the room."""
        self._shown = self._snapshot()
        lan_game, room, offer = self.lan_game, self.lan_game.room, self.lan_game.table.offer
        problem = lan_game.problem
        self._seats.visible = self._paper.visible = room is not None and problem is None
        self._talk.visible = self._seats.visible
        self._talk.update_texts()
        self._password.visible = lan_game.asks_password
        self._trust.visible = lan_game.asks_trust
        self._watch.visible = lan_game.may_watch
        ours = lan_game.hosting and room is not None and problem is None
        empty = ours and room is not None and any(chair.holder == "nobody" for chair in room.chairs)
        together = bool(_others_in(lan_game))
        self._change.visible = ours
        self._fill.visible = empty
        self._fill.face = ButtonKind.PRIMARY if together else ButtonKind.SECOND
        self._start.visible = ours and not (empty and together)
        self._ready.visible = not lan_game.hosting and lan_game.seat is not None and problem is None
        asked = lan_game.asks_password or lan_game.asks_trust
        self._test.visible = problem is not None and not asked and lan_game.table.unanswered is not None
        self._code.visible = ours and bool(lan_game.table.port)
        every = (
            self._fill,
            self._start,
            self._ready,
            self._code,
            self._password,
            self._trust,
            self._watch,
            self._test,
            self._leave,
        )
        self._buttons.members = tuple(button for button in every if button.visible)
        self.bar.title = phrase("room.calling")
        self.bar.aside = None
        self._title.text = ""
        if problem is not None:
            self._title.text, self._state.text = problem
            self._where.text = ""
        elif room is None or offer is None:
            if lan_game.wanted.path is not None:
                self._state.text = phrase("room.reading")
            else:
                host = printable(shorten_written(lan_game.wanted.address), 80)
                self._title.text = phrase("room.waiting_for_host", address=host)
                self._state.text = phrase("room.calling_line")
            self._where.text = ""
        else:
            self._show_room(room, offer)
        self._title.visible, self._where.visible = bool(str(self._title.text)), bool(str(self._where.text))

    def _show_room(self, room: Room, offer: TableOffer) -> None:
        lan_game, rules = self.lan_game, rules_of(offer.game)
        host = next((printable(chair.name) for chair in room.chairs if chair.key == room.host), "")
        host = host or lan_game.wanted.host or printable(lan_game.wanted.address, 80)
        if not self._known:
            self._known = True
            Thread(target=_load_table_modules, args=(rules.family,), name="comodin-table", daemon=True).start()
            if not lan_game.hosting:
                self._notice_key(host, room.host)
                if self.lan.hall is None:  # a hall's table has no lasting address
                    self.lan.remember_host(host, lan_game.wanted.address, offer.game)
                self.lan.save_keys(Pin(host, room.host.hex(), lan_game.table.host_address))
        self.bar.title = phrase("room.title", game=rules.title)
        self.bar.aside = (
            phrase("room.aside_own", letters=lan_game.table_code)
            if lan_game.hosting
            else phrase("room.aside", name=host)
        )
        self._chairs.show([self._line(at, chair, room) for at, chair in enumerate(room.chairs)])
        self._show_rules(offer, room)
        self._show_gate(room)

    def _line(self, at: int, chair: LobbySeat, room: Room) -> ChairLine:
        offer = self.lan_game.table.offer
        sides = rules_of(offer.game).sides(len(room.chairs)) if offer is not None else 1
        crest = (Crest.US if at % sides == 0 else Crest.THEM) if sides == 2 else None
        mine = at == self.lan_game.seat
        title: Text = printable(chair.name)
        state: Text
        if chair.holder == "nobody":
            title, state, tone = phrase("room.free"), phrase("room.free_state"), Tone.PLAIN
        elif chair.holder == "bot":
            state, tone = level_words(chair.level), Tone.SKY
        elif not chair.here:
            state, tone = phrase("room.away"), Tone.CORAL
        elif chair.ready or chair.key == room.host:
            state, tone = phrase("room.is_ready"), Tone.MINT
        else:
            state, tone = phrase("room.not_ready"), Tone.GOLD
        return ChairLine(
            str(at), title, self._note(at, chair, room, crest), number=at, bot=chair.holder == "bot",
            free=chair.holder == "nobody", mine=mine, crest=crest, state=state, tone=tone,
        )  # fmt: skip

    def _note(self, at: int, chair: LobbySeat, room: Room, crest: Crest | None) -> Text:
        """Say who sits there, and on which side."""
        if chair.holder == "nobody":
            return phrase("room.free_note_host" if self.lan_game.hosting else "room.free_note", number=at + 1)
        if chair.holder == "bot":
            who = "bot"
        else:
            who = "you" if at == self.lan_game.seat else "host" if chair.key == room.host else "person"
            if who != "you" and self._notice_key(printable(chair.name), chair.key):
                who = "other"
        if chair.key and chair.key in self.lan_game.talk.muted:
            who = "muted"
        side = "none" if crest is None else crest.value
        return phrase(f"room.note_{side}", number=at + 1, who=phrase(f"room.who_{who}"))

    def _show_rules(self, offer: TableOffer, room: Room) -> None:
        rules = rules_of(offer.game)
        chosen = dict(offer.options.items)
        cards = self.context.preferences.as_cards(rules.deck)
        self._start.label = phrase(card_code("room.start", cards=cards))
        lines: list[tuple[str, Text]] = [("people", phrase("room.players", n=len(room.chairs)))]
        shown = len(lines)
        for option in rules.options:
            value = chosen.get(option.name, option.default)
            if option.name == "fresh_rounds" and chosen.get("rounds") != "fresh":
                continue  # the option counts fresh deals, and this match has none
            if option.name in ALWAYS_SHOWN_OPTIONS and (option.offered or value != option.default):
                name = phrase(card_code(f"option.{option.name}", cards=cards, game=rules.key))
                told = phrase("room.rule", option=name, value=value_words(option.name, value))
                lines.append(("clock" if option.name == CLOCK_OPTION else "trophy", told))
                shown += 1
            elif option.offered and option.name != "players" and value != option.default:
                sentence = str(chosen_words(rules, option.name, value, cards=cards))
                lines.append(("info", phrase("room.differs", told=sentence)))
        if len(lines) == shown:
            lines.append(("check", phrase("room.as_usual")))
        if isinstance(offer, HallOffer):
            lines.append(("eye", phrase(card_code("room.by_hall", cards=cards))))
        else:
            lines.append(("shield", phrase(card_code("room.sealed", cards=cards))))
            lines.append(("shield", phrase("room.voids", n=offer.voids, points=rules.void_price)))
        digest = room.digest.hex().upper()
        self._paper.aside = phrase("room.digest", digest=f"{digest[:4]}-{digest[4:6]}")
        for at, line in enumerate(self._rules):
            line.visible = at < len(lines)
            if line.visible:
                line.sign, line.words = lines[at]

    def _show_gate(self, room: Room) -> None:
        lan_game, lobby = self.lan_game, self.lan_game.party.lobby
        empty = sum(chair.holder == "nobody" for chair in room.chairs)
        late = [
            printable(chair.name)
            for chair in room.chairs
            if chair.holder == "person" and not chair.ready and chair.key != room.host
        ]
        self._start.enabled = lobby is not None and lobby.can_start
        self._start.reason = None
        if lan_game.seat is None and not lan_game.hosting:
            self._state.text = phrase("room.you_watch")
        elif empty:
            self._state.text = phrase("room.empty", n=empty)
        elif late:
            mine = not lan_game.hosting and lan_game.seat is not None and not room.chairs[lan_game.seat].ready
            self._state.text = phrase("room.wait_you") if mine else phrase("room.wait", name=late[0])
        else:
            self._state.text = phrase("room.all_ready")
        if lan_game.seat is not None:
            self._ready.label = phrase("room.unready" if room.chairs[lan_game.seat].ready else "room.ready")
            self._ready.face = ButtonKind.SECOND if room.chairs[lan_game.seat].ready else ButtonKind.PRIMARY
        if room.watchers:
            self._seats.aside = phrase("room.watchers", n=room.watchers)
        else:  # nobody may replace a hall's bots
            aside = phrase("room.seats_aside_host" if lan_game.hosting else "room.seats_aside")
            self._seats.aside = aside if self.lan.hall is None else None
        self._where.text = _address_words(lan_game) if lan_game.hosting else ""

    # --- what the page's widgets do ------------------------------------------------------------------------------

    def back(self) -> Change | None:
        """Leave the table; a host with others waiting is asked first, since the table closes for them too."""
        from game.client.director import Pop

        others = _others_in(self.lan_game)
        if self.lan_game.hosting and others:
            return Push(self._ask_to_close(others))
        self.lan.suspend()
        return Pop()

    def _ask_to_close(self, others: tuple[str, ...]) -> Scene:
        from game.client.director import Pop
        from game.client.scenes.message import Message

        def close() -> Change:
            self.lan.suspend()
            return Pop(Pop())

        stay = Button("close.stay", phrase("table.leave.stay"), Pop, key="Esc")
        go = Button("close.go", phrase("room.close"), close, kind=ButtonKind.DANGER, icon="door")
        sentence = phrase("room.close_line", names=joined_texts(others))
        return Message(
            "close", self.context.preferences, Dialog("close", phrase("room.close_title"), sentence, (stay, go))
        )

    def return_button(self) -> Button | None:
        """Return the button that the Return key presses; None while it is not visible."""
        found = super().return_button()
        return found if found is not None and found.visible else None

    def _chose(self, key: str) -> Change | None:
        """Sit down on a chair, or open its menu."""
        room, at = self.lan_game.room, int(key)
        if room is None or at >= len(room.chairs):
            return None
        self._chairs.chosen = None
        if self.lan_game.hosting or (room.chairs[at].holder == "person" and at != self.lan_game.seat):
            return Push(chair_menu(self.context, self.lan_game, at))
        self.lan_game.move_player(self.lan_game.seat, at)
        return None

    def _move(self, seat: int, goal: int) -> None:
        self.lan_game.move_player(seat, goal)

    def _toggle_ready(self) -> Change | None:
        room, seat = self.lan_game.room, self.lan_game.seat
        if room is not None and seat is not None:
            self.lan_game.set_ready(ready=not room.chairs[seat].ready)
        return None

    def _begin(self) -> Change | None:
        self.lan_game.start()
        return None

    def _options(self) -> Change:
        from game.client.lan.host import HostTable

        return Push(HostTable(self.context, self.lan, self.lan_game))

    def _ask_password(self) -> Change:
        from game.client.lan.password import AskPassword

        return Push(AskPassword(self.context, lambda password: self._call_with(password=password)))

    def _netcheck(self) -> Change:
        from game.client.lan.netcheck import NetCheckPage

        return Push(NetCheckPage(self.context, self.lan))

    def _show_code(self) -> Change:
        from game.client.lan.code_page import CodePage

        return Push(CodePage(self.context, self.lan_game.table_code, _places(self.lan_game)))

    def _call_with(self, **changed: Any) -> Change:
        """Call the same table again with a changed plan."""
        self.lan.enter_table(replace(self.lan_game.wanted, **changed))
        return Replace(WaitingRoom(self.context, self.lan))

    def _help(self) -> Change:
        from game.client.scenes.help import Help

        return Push(Help(self.context.preferences))


def _load_table_modules(family: Family) -> None:
    """Load the table's modules in the background, so that nobody waits for them after the deal."""
    from game.client.table import scene

    scene.family_parts(family)


def _address_words(lan_game: LanGame) -> Text:
    """Say at which addresses others can join our table."""
    if not lan_game.table.port:
        return phrase("room.opening")
    places = ", ".join(_places(lan_game)[:MAX_ADDRESSES])
    if lan_game.announcement_error:
        return phrase(
            "room.unheard", addresses=places or "–", why=lan_game.announcement_error, letters=lan_game.table_code
        )
    return phrase("room.where", addresses=places or f":{lan_game.table.port}", letters=lan_game.table_code)


def _places(lan_game: LanGame) -> tuple[str, ...]:
    """Return our addresses as others type them, once there is a port."""
    port = lan_game.table.port
    return tuple(short_address(host, port) for host in lan_game.ipv4_addresses) if port else ()


def _others_in(lan_game: LanGame) -> tuple[str, ...]:
    """Return the names of the others who wait in a room."""
    chairs = () if lan_game.room is None else lan_game.room.chairs
    others = (chair for at, chair in enumerate(chairs) if at != lan_game.seat)
    return tuple(printable(chair.name) for chair in others if chair.holder == "person" and chair.here)
