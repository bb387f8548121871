"""Turns the log of a LAN table into events for scenes and news, each entry once."""

from __future__ import annotations

from game.lan.bots import BotMove, BotWatch
from game.lan.log.state import Stage
from game.lan.log.story import LanStory
from game.lan.news import News, NewsKind
from game.lan.rest import Rest
from game.match.match import Standing, fold_entry
from game.match.telling import view_of
from game.match.transcript import TABLE_AUTHOR, Controller, Entry, EntryKind
from game.session.session import Dealt, Event, Learned, Moved, RoundOver, TimedOut, Trouble
from game.table.notation import read_move
from game.table.view import View


def shown_view(story: LanStory, standing: Standing) -> View:
    """Return our own seat's view, or for a watcher the first seat's without its secrets."""
    own = story.seat
    ours = own is not None and standing.seats[own].controller is Controller.REMOTE
    return view_of(standing, own or 0, story.known if ours else {})


class EventFeed:
    """Reads the log entry by entry; events and news wait here until they are taken."""

    def __init__(self, story: LanStory, rest: Rest, bots: BotWatch) -> None:
        log = story.match.transcript
        self.standing = story.standing
        self.told = len(log.entries)  # how many entries of the transcript were read
        self._head = log.head
        self._rest = rest
        self._bots = bots
        self._events: list[Event] = []
        self._news: list[News] = []

    def take_events(self) -> tuple[Event, ...]:
        """Return the waiting events, and forget them."""
        events, self._events = tuple(self._events), []
        return events

    def take_news(self) -> tuple[News, ...]:
        """Return the waiting news, and forget them."""
        news, self._news = tuple(self._news), []
        return news

    def add_event(self, event: Event) -> None:
        """Add an event to those that wait."""
        self._events.append(event)

    def add_news(self, kind: NewsKind, seat: int = -1, *words: str) -> None:
        """Add news to those that wait."""
        self._news.append(News(kind, seat, words))

    def catch_up(self, story: LanStory) -> None:
        """Read new entries; after the log was truncated, continue from its present state."""
        log = story.match.transcript
        at = self.told - 1
        known = self.told <= len(log.entries) and (at < 0 or log.entries[at].digest == self._head)
        if not known:
            self.standing, self.told, self._head = story.standing, len(log.entries), log.head
            if story.stage is Stage.REST:
                self._rest.skip()
            else:  # when this round ends there will be a score to look at
                self._rest.expect_score()
            if self.standing.table is not None:
                self.add_event(Learned(shown_view(story, self.standing)))
            return
        for entry in log.entries[self.told :]:
            before, self.standing = self.standing, fold_entry(self.standing, story.match.header, entry)
            self.told, self._head = entry.number + 1, entry.digest
            self._tell(story, entry, before)

    def _tell(self, story: LanStory, entry: Entry, before: Standing) -> None:
        standing = self.standing
        if entry.kind is EntryKind.DEAL:
            self._rest.expect_score()
            self.add_event(Dealt(shown_view(story, standing)))
        elif entry.kind is EntryKind.MOVE:
            self._tell_move(story, entry, before)
        elif entry.kind is EntryKind.SHARE and standing.table is not None and not standing.round_scored:
            self.add_event(Learned(shown_view(story, standing)))
        elif entry.kind is EntryKind.SCORE:
            self.add_event(RoundOver(standing.results[-1], standing.winners))
            for breach in story.breaches:
                self.add_news(NewsKind.BREACH, breach.seat, breach.refusal.code.key)
        elif entry.kind is EntryKind.VOID:
            self._rest.skip()
            self.add_news(NewsKind.VOID)
        elif entry.kind is EntryKind.SEAT:
            seat = next(at for at, one in enumerate(standing.seats) if one != before.seats[at])
            sits = standing.seats[seat].controller is Controller.REMOTE
            self.add_news(NewsKind.PERSON_SITS if sits else NewsKind.BOT_SITS, seat)
        fault = story.faults.get(entry.number)
        if fault is not None:
            self.add_event(Trouble("deal_fault", (standing.seats[fault.seat].name, fault.reason)))

    def _tell_move(self, story: LanStory, entry: Entry, before: Standing) -> None:
        standing = self.standing
        move = read_move(entry.body, cards=story.rules.deck.cards)
        seat = standing.story[-1].seat
        if entry.author == TABLE_AUTHOR and seat == story.seat:
            self.add_event(TimedOut(seat))
        elif entry.author == seat and before.seats[seat].controller is Controller.BOT:
            view, header = view_of(before, seat, story.known), story.match.header
            seed = story.bot_seed(seat, before)
            self._bots.add_move(BotMove(view, before.seats[seat].level, header.nodes, seed, entry.body))
        self.add_event(Moved(seat, move, shown_view(story, before), shown_view(story, standing)))
