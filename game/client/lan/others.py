"""The other players at a LAN table for its scenes: whom we wait for, who is away, how secure the deal is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.app_context import OnlookerNotice, ScoreReaders
from game.client.director import Pop, Push, Replace
from game.client.draw.sound import Cue
from game.client.draw.theme import ButtonKind
from game.client.lan.bubbles import ChatBubbles
from game.client.lan.session import RETURN_CALLS_MS
from game.client.sides import joined_texts
from game.client.widgets.button import Button, CountedButton, IconButton
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column
from game.client.words import has_sentence, phrase
from game.client.words.aloud import words_for_key
from game.client.words.lan_news import tell_news
from game.lan.log.state import Stage
from game.lan.news import NewsKind
from game.lan.sheet import MORE_TIME_PHRASE
from game.match.transcript import Controller
from game.table.state import Phase
from net.log.calls import GRACE_MS

if TYPE_CHECKING:
    from collections.abc import Callable

    from pygame import Surface

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.lan.game import LanGame
    from game.client.lan.network import Lan
    from game.client.lan.session import QueuedSession
    from game.client.widgets.boxes import Box
    from game.client.widgets.dialog import Dialog
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.client.words import Phrase, Text
    from game.lan.log.story import LanStory
    from game.lan.news import News

# seconds that a peer's share of a deal may take before the table says whom it waits for
WAIT_SHOWN_AFTER_SECONDS: Final = 1.5
# News that is shown as a message; the rest can be seen at the table.
MESSAGE_NEWS: Final = frozenset({
    NewsKind.VOID, NewsKind.HOST, NewsKind.CURED, NewsKind.DIFFERS, NewsKind.BREACH, NewsKind.DISPUTED, NewsKind.PARTED,
    NewsKind.STALLED, NewsKind.HOST_LIED, NewsKind.FORKED, NewsKind.UNTRUE, NewsKind.OTHER_LINE,
    NewsKind.OLD_LINE, NewsKind.APART, NewsKind.BOT_SITS, NewsKind.PERSON_SITS,
    NewsKind.MOVES_LOST, NewsKind.DAMAGED,
})  # fmt: skip
MAX_NEWS: Final = 20
NEWS_SOUNDS: Final = {NewsKind.AWAY: Cue.PEER_AWAY, NewsKind.BACK: Cue.PEER_BACK}
STAGE_SHIELDS: Final = {Stage.DEALING: "dealing", Stage.PLAYING: "sealed", Stage.SIGNING: "opening", Stage.REST: "held"}


class LanPlayers:
    """What a table scene can ask and do about the other players."""

    def __init__(self, context: AppContext, lan: Lan, lan_game: LanGame, session: QueuedSession) -> None:
        self.context = context
        self.lan = lan
        self.lan_game = lan_game
        self.session = session
        self.told: tuple[Phrase, ...] = ()  # messages about the table, newest last
        self.pause_seen = False  # whether the page of the current pause was opened
        self._waits_since: float | None = None
        self._now = self._opened_at = 0.0
        self._talked = lan_game.talk.revision
        self._bubbles = ChatBubbles(lan_game.talk)
        self._sign = CountedButton("table.company", phrase("company.title"), "chat", self.open)
        self.icons = (
            self._sign,
            IconButton("table.shield", phrase("shield.title"), "shield", self.show_security),
        )

    # --- state ---------------------------------------------------------------------------------------------------

    @property
    def watches(self) -> bool:
        """Whether we only watch: no chair of this table was ever ours."""
        return self.session.story.seat is None

    @property
    def onlooker(self) -> OnlookerNotice | None:
        """Return why we do not play: we watch, or a bot plays in our chair until we get it back."""
        session = self.session
        if self.watches:
            return OnlookerNotice(phrase("watch.title"), phrase("watch.line"), phrase("watch.stop"), self.leave)
        if session.story.seat in session.roster.persons:
            return None
        if session.lockstep.wants_seat:
            return OnlookerNotice(phrase("watch.bot"), phrase("company.taking"), phrase("watch.asked"))
        return OnlookerNotice(phrase("watch.bot"), phrase("watch.bot_line"), phrase("company.take"), self.take_seat)

    def take_seat(self) -> Change | None:
        """Ask for our chair; we get it back before the next round."""
        self.session.take_seat_back()
        return None

    @property
    def is_dealing(self) -> bool:
        """Whether the deal is still under way, so that there is no table to show."""
        return self.session.dealing

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.session.seats[seat].name

    @property
    def score_readers(self) -> ScoreReaders | None:
        """Return who is still reading the round's score; None unless the table is between rounds."""
        reading, own = self.session.reading, self.session.story.seat
        unread, left = reading.readers, reading.left_ms
        if left is None:
            return None
        others = [self.name(seat) for seat in unread if seat != own]
        seconds = (left + 999) // 1000
        if others:
            line = phrase("reading.others", names=joined_texts(others), seconds=seconds)
        else:
            line = phrase("reading.you" if own in unread else "reading.nobody", seconds=seconds)
        return ScoreReaders(line, reading.may_ask_for_time)

    def absence_text(self, seat: int) -> Text | None:
        """Return what a seat shows: that its player is away, or is not responding."""
        if any(seat == gone for gone, _since in self.session.away_times()):
            return phrase("company.away")
        return phrase("company.late") if seat in self.session.table.party.late_seats() else None

    @property
    def may_vote(self) -> bool:
        """Whether a player has been away for longer than the grace period."""
        plays = self.session.story.seat in self.session.roster.persons
        return plays and any(since >= GRACE_MS for _seat, since in self.session.away_times())

    @property
    def accepts_moves(self) -> bool:
        """Whether we can send a move: the host is present, and none of our moves is pending."""
        lockstep = self.session.lockstep
        return (lockstep.is_hosting or lockstep.host_link is not None) and not self.session.has_moves_under_way

    def ask_for_time(self) -> Change | None:
        """Ask for more time to read the score."""
        self.session.reading.send_signal(MORE_TIME_PHRASE)
        return None

    def waiting_text(self) -> tuple[Text, Text] | None:
        """Return the title and line that replace "whose turn"; None while the game runs normally."""
        session = self.session
        if self.lan_game.disk_refusal:
            return phrase("lan.no_disk.what"), phrase("lan.no_disk.mend", reason=self.lan_game.disk_refusal)
        if session.frozen:
            return phrase("waits.frozen"), phrase("waits.frozen_line")
        away = session.away_times()
        if away:
            seat, since = away[0]
            return phrase("waits.away", name=self.name(seat)), self.away_line(since)
        late = session.table.party.late_seats()
        if late and not (session.view is not None and session.view.must_decide):  # our own turn is more important
            return phrase("waits.late", name=self.name(late[0])), phrase("waits.late_line")
        if session.lockstep.host_link is None and not session.lockstep.is_hosting:
            return self._without_host(session)
        if session.stalled:
            return phrase("waits.stalled"), phrase("waits.stalled_line")
        if session.paused_by is not None:
            return self.pause_words(), phrase("waits.paused_line")
        if session.story.by_hall:
            return self._hall_words(session.story)
        if session.story.stage is Stage.DEALING:  # a joint shuffle
            return phrase("waits.sealing"), phrase("waits.sealing_line")
        if session.dealing:
            readers = self.score_readers
            return phrase("dealing.rest"), phrase("dealing.rest_line") if readers is None else readers.line
        waiting = self._late_with_share()
        if waiting and session.story.stage is Stage.PLAYING:
            return phrase("waits.share", name=self.name(waiting[0])), phrase("waits.share_line")
        return None

    def _without_host(self, session: QueuedSession) -> tuple[Text, Text]:
        """Say that the host is away, or that we are still calling it after joining."""
        line = "host_deals" if session.story.by_hall else "host_watched" if self.watches else "host_line"
        calling = self._now - self._opened_at < RETURN_CALLS_MS / 1000
        return phrase("waits.calling" if calling else "waits.host"), phrase(f"waits.{line}")

    def _hall_words(self, story: LanStory) -> tuple[Text, Text] | None:
        """Say what we wait for at a table whose tiles the hall deals."""
        if story.stage is Stage.DEALING:
            return phrase("waits.by_hall"), phrase("room.by_hall")
        if self.session.dealing:
            readers = self.score_readers
            return phrase("dealing.rest"), phrase("dealing.rest_line") if readers is None else readers.line
        ended = story.table is not None and story.table.phase is Phase.ROUND_END
        return (phrase("waits.same"), phrase("waits.same_line")) if ended else None

    @property
    def is_paused(self) -> bool:
        """Whether the table is paused."""
        return self.session.paused_by is not None

    def pause_words(self) -> Text:
        """Say who paused the table."""
        seat = self.session.paused_by
        if seat is None or seat == self.session.story.seat:
            return phrase("waits.paused_you")
        return phrase("waits.paused", name=self.name(seat))

    def _late_with_share(self) -> list[int]:
        """Return the peers whose share is missing for longer than network delay explains."""
        if self._waits_since is None or self._now - self._waits_since < WAIT_SHOWN_AFTER_SECONDS:
            return []
        return [seat for seat in self.session.story.awaited_seats() if seat != self.session.story.seat]

    def away_line(self, since: int) -> Text:
        """Say how long somebody has been away, and how long until a vote is possible."""
        left = (GRACE_MS - since + 999) // 1000
        if self.session.story.seat not in self.session.roster.persons:
            return phrase("waits.away_since", seconds=since // 1000)
        if left > 0:
            return phrase("waits.away_line", seconds=since // 1000, left=left)
        return phrase("waits.away_vote", seconds=since // 1000)

    def shield_text(self) -> tuple[Text, Text]:
        """Return what the shield says about the security of the current deal."""
        session = self.session
        story = session.story
        if story.fault is not None:
            code = f"deal.{story.fault.word}"
            code = code if has_sentence(f"{code}.what") else "shield.broken"
            name = self.name(story.fault.seat)
            if code == "shield.broken":
                return phrase("shield.broken.what", name=name), phrase("shield.broken.mend")
            return phrase(f"{code}.what", name=name), phrase(f"{code}.mend")
        if story.breaches:
            return phrase("shield.breach", name=self.name(story.breaches[0].seat)), phrase("shield.breach_line")
        waiting = self._late_with_share()
        if waiting and story.stage is not Stage.REST:
            return phrase("shield.waiting.what", name=self.name(waiting[0])), phrase("shield.waiting.mend")
        if story.by_hall:
            return phrase("shield.hall.what"), phrase("shield.hall.mend")
        code = STAGE_SHIELDS[story.stage]
        if code == "held" and not session.standing.round_scored:
            code = "dealing"
        return phrase(f"shield.{code}.what"), phrase(f"shield.{code}.mend")

    # --- time ----------------------------------------------------------------------------------------------------

    def update(self, now: float) -> Change | None:
        """Take the current time; show messages that everybody has to read."""
        self._now, self._opened_at = now, self._opened_at or now
        self._bubbles.refresh(now)
        hall = self.lan.hall
        self._sign.count = self.lan_game.talk.unread + (hall.talk.unread if hall is not None else 0)
        waits = any(seat != self.session.story.seat for seat in self.session.story.awaited_seats())
        self._waits_since = (self._waits_since if self._waits_since is not None else now) if waits else None
        talk = self.lan_game.talk
        if talk.revision != self._talked:
            self._talked = talk.revision
            if talk.unread:
                self.context.sounds.play(Cue.CHAT)
        loud = []
        for one in self.session.news():
            if one.kind in NEWS_SOUNDS and not self._is_news(one):
                continue
            sentence = self.news_sentence(one)
            self.told = (*self.told, sentence)[-MAX_NEWS:]
            if one.kind in MESSAGE_NEWS:
                loud.append(sentence)
            if one.kind in NEWS_SOUNDS:
                self.context.sounds.play(NEWS_SOUNDS[one.kind])
        if self.lan.table_ended_by_hall and self.lan.hall is not None:
            self.lan.hall.talk.add_notice(phrase("hall.called_back"))
            return Replace(self.context.title(), all_of_them=True)
        away = self.lan_game.table.turned_away
        if away is not None and not self._sent_off:
            self._sent_off = True
            loud.append(phrase(f"link.{away.reason.value}.what"))
        return self._say("\n".join(map(str, loud))) if loud else self._pause()

    _sent_off = False

    def _is_news(self, one: News) -> bool:
        """Return whether the player of this news is still away, or, if back, was away at the last such news."""
        away = tuple(seat for seat, _since in self.session.away_times())
        before, self._away_before = self._away_before, away
        return one.seat in (away if one.kind is NewsKind.AWAY else before)

    _away_before: tuple[int, ...] = ()  # who was away at the last such news

    @property
    def chat_revision(self) -> object:
        """Return a value that changes when the chat bubbles over the table do."""
        return self._bubbles.shown, self._sign.count

    def draw_chat(self, surface: Surface, look: Look, place: Callable[[int], Box], table: Box) -> None:
        """Draw the chat bubbles over the table; `place` gives the seats' boxes."""
        self._bubbles.draw(surface, look, place, self.session.story.seat, table)

    def _pause(self) -> Change | None:
        """Open the pause page over the current scene, once per pause."""
        from game.client.lan.pause_page import PausePage

        if not self.is_paused or self.pause_seen or self.session.dealing:
            return None
        self.pause_seen = True
        return Push(PausePage(self.context, self))

    def news_sentence(self, news: News) -> Phrase:
        """Return the sentence for something that happened at the table."""
        return tell_news(news, [seat.name for seat in self.session.seats])

    def _say(self, sentence: Text) -> Change | None:
        from game.client.scenes.message import notice

        return Push(notice(self.context.preferences, "lan_news", phrase("news.title"), sentence))

    # --- pages ---------------------------------------------------------------------------------------------------

    def open(self) -> Change | None:
        """Open the page with the players and the chat."""
        from game.client.lan.company_page import CompanyPage

        return Push(CompanyPage(self.context, self))

    def show_security(self) -> Change | None:
        """Open the page about the deal's security, with the words for comparing keys."""
        from game.client.scenes.message import Message

        what, mend = self.shield_text()
        sentence = phrase("shield.whole", what=what, mend=mend, about=self._about())
        button = Button("shield.got_it", phrase("button.got_it"), Pop, kind=ButtonKind.PRIMARY, icon="check", key="Esc")
        check = Button("shield.check", phrase("theatre.check"), self.check, icon="shield")
        return Push(Message("shield", self.context.preferences, self._keys_dialog(sentence, (button, check))))

    def _about(self) -> Text:
        """Say what every deal here relies on; for a hall's deal also its name, which tables compare."""
        story = self.session.story
        if not story.by_hall:
            return phrase("shield.about")
        return phrase("shield.hall_name", name=story.dealer.shared_board_name) if story.dealer.shared_board_name else ""

    def check(self) -> Change | None:
        """Open the check of everything played so far."""
        from game.client.theatre.check import CheckPage

        return Pop(Push(CheckPage(self.context, self.lan_game.match_path(self.session.lockstep.replica.match))))

    def _keys_dialog(self, sentence: Text, buttons: tuple[Button, ...]) -> Dialog:
        """Return a dialog with a sentence, and with the words by which players can compare their keys aloud."""
        from game.client.widgets.dialog import Dialog

        place, own = self.session.roster, self.session.story.seat
        lines: list[Widget] = [Paragraph("shield.compare", phrase("shield.compare"))]
        for seat, chair in enumerate(place.chairs):
            if not chair.key:
                continue
            name = phrase("shield.you") if seat == own else self.name(seat)
            code = "shield.words_other" if chair.key in self.lan_game.strange else "shield.words"
            lines.append(Paragraph(f"shield.words_{seat}", phrase(code, name=name, words=words_for_key(chair.key))))
        return Dialog("shield", phrase("shield.title"), sentence, buttons, Column("shield.keys", lines, 8.0))

    def leave(self) -> Change | None:
        """Ask how to leave: come back later, or give the chair to a bot for good."""
        from game.client.scenes.message import Message
        from game.client.widgets.dialog import Dialog

        stay = Button("leave.stay", phrase("table.leave.stay"), Pop, key="Esc")
        later = Button("leave.later", phrase("company.suspend"), self._suspend, icon="pause")
        go = Button("leave.go", phrase("company.leave"), self._leave, kind=ButtonKind.DANGER, icon="door")
        seated = self.session.story.seat in self.session.story.roster.persons
        buttons = (stay, later, go) if seated else (stay, later)
        code = "company.leave_host" if self.session.lockstep.is_hosting else "company.leave_line"
        if not seated:
            later.label, later.icon = phrase("watch.stop"), "door"
            code = "company.leave_watch" if self.watches else "company.leave_bot"
        sentence, price = phrase(code), self.session.rules.void_price
        if seated and price and not self.session.standing.round_scored:
            sentence = phrase("company.leave_price", line=sentence, points=price)
        dialog = Dialog("leave", phrase("company.leave_title"), sentence, buttons)
        return Push(Message("leave", self.context.preferences, dialog))

    def _suspend(self) -> Change | None:
        self.lan.suspend()
        return Replace(self.context.title(), all_of_them=True)

    def _leave(self) -> Change | None:
        self.lan.leave()
        return Replace(self.context.title(), all_of_them=True)

    def is_bot(self, seat: int) -> bool:
        """Return whether a bot plays there."""
        return self.session.seats[seat].controller is Controller.BOT
