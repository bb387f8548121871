"""The page of a LAN table's players: who is here, their connections, votes on an absent player, news, chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.director import Pop, Push
from game.client.draw import theme
from game.client.draw.theme import ButtonKind, Tone
from game.client.lan.chairs import ChairLine, ChairRows, level_words
from game.client.lan.page import TwoColumnPage
from game.client.lan.talk_box import ChatBox
from game.client.scenes.message import notice
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column, Panel
from game.client.widgets.shelf import Shelf
from game.client.words import phrase
from net.log.calls import GRACE_MS

if TYPE_CHECKING:
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.lan.others import LanPlayers
    from game.client.words import Text

LEFT_SHARE = 0.5
MAX_SHOWN_NEWS = 4


class CompanyPage(TwoColumnPage):
    """The page about a table's players; the match below it goes on."""

    keeps = frozenset({"new_game"})

    def __init__(self, context: AppContext, company: LanPlayers) -> None:
        self.context = context
        self.company = company
        self._last_snapshot: object = None
        self._chairs = ChairRows("company.chairs", self._chose, lambda _seat, _goal: None)
        self._news = Paragraph("company.news", "", theme.SMALL, theme.MUTED)
        self._vote = Button("company.vote", phrase("company.vote"), self._votes, icon="flag")
        self._forsake = Button("company.forsake", phrase("company.forsake"), self._forsakes, icon="flag")
        self._take = Button("company.take", phrase("company.take"), self._takes_seat, icon="person")
        self._pause = Button("company.pause", phrase("company.pause"), self._pauses, icon="pause")
        self._back = Button("company.back", phrase("company.back"), Pop, icon="play", key="Esc")
        leave = Button("company.leave", phrase("company.leave_button"), company.leave, icon="door")
        self._every = (self._back, self._pause, self._vote, self._forsake, self._take, leave)
        self._buttons = Shelf("company.buttons", self._every, most=2, least=190.0, even=True)
        seats = Panel("company.seats", phrase("company.seats"), Column("company.column", (self._chairs, self._buttons)))
        self._panel = Panel("company.told", phrase("news.title"), self._news)
        self._talk = ChatBox("company.talk", company.lan_game, company.lan_game.say_phrase, company.lan.hall)
        self._talk.show_unread()
        self._talk.mark_read()
        bar = Bar(
            "company.bar", phrase("company.title"), IconButton("company.close", phrase("button.back"), "back", Pop)
        )
        super().__init__(
            "lan_company",
            context.preferences,
            bar,
            ((seats, self._panel), (self._talk,)),
            LEFT_SHARE,
            self._talk.field.name,
            grows=self._talk,
        )
        self.update_texts()

    def _snapshot(self) -> object:
        session = self.company.session
        away = tuple((seat, since // 1000) for seat, since in session.away_times())
        return (
            away,
            session.seats,
            self.company.lan_game.room,
            self._talk.revision,
            self.company.told,
            session.lockstep.host_link,
            session.stalled,
            session.paused_by,
            tuple(self.company.lan_game.latency.round_trip_ms.items()),
        )

    def update(self, now: float) -> Change | None:
        """Update who is here."""
        change = self.company.update(now)
        if self._snapshot() != self._last_snapshot:
            self._talk.mark_read()
            self.rebuild()
        return change or super().update(now)

    def update_texts(self) -> None:
        """Update who is here, and the news of the table."""
        self._last_snapshot = self._snapshot()
        self._talk.update_texts()
        session = self.company.session
        away = dict(session.away_times())
        gone = [seat for seat, since in away.items() if since >= GRACE_MS]
        roster = session.roster
        seated = session.story.seat in roster.persons
        self._chairs.show([self._line(seat, away.get(seat)) for seat in range(len(session.seats))])
        self._vote.visible = bool(away) and seated
        self._vote.enabled = bool(gone)
        self._vote.reason = None if gone else phrase("company.vote_later")
        lost = session.lockstep.host_link is None and not session.lockstep.is_hosting
        self._forsake.visible = seated and (lost or session.stalled) and not session.story.by_hall
        way_on = self._back if not (gone and seated) else self._forsake if self._forsake.visible else self._vote
        for button in (self._back, self._vote, self._forsake):
            button.face = ButtonKind.PRIMARY if button is way_on else ButtonKind.SECOND
        self._pause.visible = session.may_pause
        paused = session.paused_by is not None
        self._pause.label = phrase("company.go_on" if paused else "company.pause")
        self._pause.icon = "play" if paused else "pause"
        seat = session.story.seat
        self._take.visible = seat is not None and seat not in roster.persons
        self._buttons.members = tuple(button for button in self._every if button.visible)
        told = self.company.told[-MAX_SHOWN_NEWS:]
        self._panel.visible = bool(told)
        self._news.text = "\n".join(str(one) for one in told)

    def _line(self, seat: int, away: int | None) -> ChairLine:
        company, session = self.company, self.company.session
        one, bot = session.seats[seat], company.is_bot(seat)
        mine = seat == session.story.seat
        host = seat == session.roster.host
        who = "bot" if bot else "you" if mine else "host" if host else "person"
        key = session.roster.chairs[seat].key
        if key in company.lan_game.talk.muted:
            who = "muted"
        state: Text
        note: Text
        if away is not None:
            note, state, tone = company.away_line(away), phrase("company.away"), Tone.CORAL
        else:
            took = company.lan_game.latency.round_trip_ms.get(seat)
            here = phrase("company.here") if took is None else phrase("company.here_ms", value=took)
            note, state, tone = phrase(f"room.who_{who}"), here, Tone.MINT
        if bot:
            state, tone = level_words(one.level), Tone.SKY
        return ChairLine(str(seat), one.name, note, number=seat, bot=bot, mine=mine, state=state, tone=tone)

    # --- what the page's widgets do ------------------------------------------------------------------------------

    def _chose(self, key: str) -> Change | None:
        """Mute or unmute a player."""
        self._chairs.chosen = None
        seat = int(key)
        chair = self.company.session.roster.chairs[seat]
        if seat != self.company.session.story.seat and chair.key:
            talk = self.company.lan_game.talk
            talk.mute(chair.key, muted=chair.key not in talk.muted)
        return None

    def _pauses(self) -> Change | None:
        session = self.company.session
        session.set_table_paused(paused=session.paused_by is None)
        return None

    def _votes(self) -> Change | None:
        session = self.company.session
        done = [session.vote_absent(seat) for seat, since in session.away_times() if since >= GRACE_MS]
        return Push(notice(self.reading, "vote", phrase("news.title"), phrase("company.voted"))) if any(done) else None

    def _forsakes(self) -> Change | None:
        done = self.company.session.give_up_host()
        sentence = phrase("company.forsaken" if done else "company.forsake_later")
        return Push(notice(self.reading, "vote", phrase("news.title"), sentence))

    def _takes_seat(self) -> Change | None:
        self.company.take_seat()
        return Push(notice(self.reading, "vote", phrase("news.title"), phrase("company.taking")))
