"""Calls of seats that seem gone: since when, as this program saw it, and whether a vote on one comes too early.

Laws: nobody loses a chair before the grace is over by the clock of whoever follows; whoever answers a call is there,
and a host who keeps the answer back is not believed; a call that came behind a silence of the host is no older than it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from net.log.bodies import LogKind, Vote, read_body
from net.log.copy import Copy
from net.log.effects import Tell
from net.log.entries import GAME_KINDS, Core, Signed, read_core
from net.log.roster import Chair
from net.messages import Submit
from net.peer import AWAY

GRACE = 120_000  # how long somebody may be away before others may vote, or give a host up
# How much earlier than that a host takes a vote, and a follower suffers one: messages under way, slow machines.
HOST_EARLY = 5_000
EARLY = 20_000
ANSWERED = 10_000  # a host who hears an answer numbers it in a fraction of this, busy as he may be
# Over so many links, each of which brought his own word first, an answer is not lost by chance.
MOST_LOST = 4
MOST_WORDS = 64  # of the host about the length of his log, one for each link


@dataclass(slots=True)
class _Call:
    """A call that stands: which, since when, and when the host can have numbered it first, None if nobody knows.

    `answer` is what its seat said then, `answered` since when the host has it without a gap, `lain` for how long he
    surely had it before, `links` over how many he was given it, `link` the last of them.
    """

    entry: int
    since: int
    earliest: int | None
    answer: Signed | None = None
    answered: int | None = None
    lain: int = 0
    links: int = 0
    link: int | None = None


class Calls:
    """The calls that stand, by seat; times are milliseconds, given in."""

    def __init__(self, copy: Copy) -> None:
        self._copy = copy
        self._calls: dict[int, _Call] = {}
        self._chairs: tuple[Chair, ...] = ()  # those that were looked at last
        self._away: dict[int, int] = {}  # seats of which we hear nothing, since when
        self._parted: set[int] = set()  # who was away nearly for the grace, and has written nothing since
        self._now = 0
        self._gap_at: int | None = None  # when we last heard the host again, or time again, after a gap
        self._deaf = False  # whether the host is silent, or there is no link to him
        self._gap_from: int | None = None  # what was said before we have heard, None if we never heard well
        self._opened: dict[int, int] = {}  # since when each link stands
        # What the host said he had, and since when the link stood on which he did: he has numbered no more before that.
        self._words: deque[tuple[int, int]] = deque(maxlen=MOST_WORDS)
        self._behind = 0  # entries below this the host had when we were linked: how old they are nobody knows

    def pass_time(self, now: int) -> int:
        """Let time pass, and return how much; a program that slept finds it has jumped."""
        if self._gap_at is None or now - self._now >= AWAY:
            self._begin_gap()
            self._gap_at = now
        if now - self._now >= GRACE - EARLY:
            self.part_from_all()
        gap, self._now = now - self._now, now
        if gap >= AWAY:
            for call in self._calls.values():
                call.answered = None if call.answered is None else now
        return gap

    def hear_host(self, *, hears: bool) -> None:
        """The link to the host is new, or speaks again: what comes next may be old. Or it is gone, or silent."""
        self._begin_gap()
        self._deaf = not hears
        self._gap_at = self._now
        for call in self._calls.values():
            call.answered = None
        self.tell_again()

    def opened(self, link: int) -> None:
        """A link stands, and nothing is said on it that is older."""
        self._opened[link] = self._now

    def closed(self, link: int) -> None:
        """A link is gone."""
        self._opened.pop(link, None)

    def host_has(self, link: int, length: int) -> None:
        """The host tells how long his log is: what we lack of it may be old, however long it is under way.

        What he numbers behind that is no older than the link, however often he comes and goes.
        """
        if length > self._copy.replica.length:
            self._begin_gap()
        self._behind = length
        if link in self._opened:
            self._words.append((length, self._opened[link]))
        for call in self._calls.values():
            if call.answer is not None and call.link != link:
                call.link, call.links = link, call.links + 1

    def change_host(self) -> None:
        """Another hosts: of what he numbers we have heard all only if we are linked, and from now on."""
        self.hear_host(hears=self._copy.host_link is not None)

    def begin_anew(self) -> None:
        """The log went back, and goes on under another host."""
        self._words.clear()
        self.notice()
        self.change_host()

    def take_up(self) -> None:
        """We were down: there is no link, and whoever is met may have gone on without us."""
        self._deaf = True
        self.part_from_all()

    def tell_again(self) -> None:
        """Give the host once more whatever answer may have been lost with a link, if it can be numbered still."""
        copy = self._copy
        link = copy.host_link
        for seat, call in self._calls.items():
            if link is None or call.answer is None or copy.replica.judge(call.answer).flaw is not None:
                continue
            call.answered = self._now if call.answered is None and not self._deaf else call.answered
            if seat != copy.seat:  # our own the outbox says again
                copy.emit(Tell(link, Submit(*call.answer)))

    def _begin_gap(self) -> None:
        """Note what is sure of the time before a gap, which is noticed so late at most."""
        if not self.hears_well():
            return
        self._gap_from = self._now - AWAY
        for call in self._calls.values():
            call.lain += 0 if call.answered is None else max(0, self._gap_from - call.answered)

    def notice(self) -> None:
        """Look which calls stand after an entry, which seldom changes a chair."""
        chairs = self._copy.replica.roster.chairs
        if chairs is self._chairs:
            return
        self._chairs = chairs
        for seat, chair in enumerate(chairs):
            if not chair.called:
                if self._calls:
                    self._calls.pop(seat, None)
                continue
            call = self._calls.get(seat)
            if call is None or call.entry != chair.called:
                self._calls[seat] = _Call(chair.called, self._now, self._earliest(chair.called))
                own = self._copy.pending if seat == self._copy.seat else None
                if own is not None and self._copy.host_link is not None:
                    self._show(own)  # he has it already

    def _earliest(self, called: int) -> int | None:
        """Return when the host can have numbered a call first, None if nobody knows."""
        new = self.hears_well() and called > self._behind
        bounds = [since for length, since in self._words if called > length]
        bounds += [self._now] if new else [] if self._gap_from is None else [self._gap_from]
        return max(bounds, default=None)

    # Who may have lost us

    def note_away(self, away: Mapping[int, int]) -> None:
        """Take in who is away, since when: who comes back after nearly the grace may have gone on without us."""
        gone = {seat for seat, since in self._away.items() if self._now - since >= GRACE - EARLY}
        self._parted |= gone
        self._away = dict(away)

    def part_from_all(self) -> None:
        """We were away ourselves, nobody knows how long: down, or asleep."""
        self._parted |= set(range(len(self._copy.replica.roster.chairs)))

    def meet(self, seat: int) -> None:
        """A seat has written behind all that we have: it has not gone on without us."""
        self._parted.discard(seat)

    def was_parted(self, seat: int) -> bool:
        """Return whether a seat may have missed us for the grace."""
        since = self._away.get(seat)
        return seat in self._parted or (since is not None and self._now - since >= GRACE - EARLY)

    def hears_well(self) -> bool:
        """Return whether the host is heard, and has been for so long that nothing old is under way."""
        passed = self._gap_at is not None and self._now - self._gap_at >= AWAY
        return self._copy.hosting or (passed and not self._deaf)

    def since(self, seat: int) -> int | None:
        """Return since when a seat is called, None if it is not."""
        call = self._calls.get(seat)
        return None if call is None else call.since

    def may_vote(self, seat: int, early: int = 0) -> bool:
        """Return whether the grace of a seat that is called is over, or nearly."""
        call = self._calls.get(seat)
        return call is not None and self._now - call.since >= GRACE - early

    # Answers

    def answer(self, signed: Signed) -> None:
        """Note that our answer has gone to the host, and show it to the others who play: they pass it on to him too."""
        self._show(signed)

    def _show(self, signed: Signed) -> None:
        """Show what ends our own call to the others, if it still can be numbered."""
        copy, core = self._copy, read_core(signed.raw)
        if not self.answers(core) or copy.replica.judge(signed).flaw is not None:
            return
        self.answered(core.author, signed)
        roster = copy.replica.roster
        for link, reader in copy.feeder.readers.items():
            if link != copy.host_link and roster.seat_of(reader.key) is not None:
                copy.emit(Tell(link, Submit(*signed)))

    def answers(self, core: Core) -> bool:
        """Return whether an entry ends a call: that its author is here, or what the game waits for."""
        return core.author in self._calls and (core.kind == LogKind.HERE or core.kind >= GAME_KINDS)

    def answered(self, seat: int, signed: Signed) -> None:
        """Note that the host has a seat's answer."""
        call = self._calls[seat]
        if call.answer != signed:
            call.answer, call.answered, call.lain = signed, None, 0
            call.link, call.links = self._copy.host_link, 1
        call.answered = self._now if call.answered is None else call.answered

    def _keeps_back(self, call: _Call) -> bool:
        """Return whether the host has had an answer long enough, or often, and could number it still."""
        lies = 0 if call.answered is None or not self.hears_well() else self._now - call.answered
        if call.answer is None or (call.lain + lies < ANSWERED and call.links <= MOST_LOST):
            return False
        return self._copy.replica.judge(call.answer).flaw is None

    def refuses(self, core: Core) -> str:
        """As the host: say why a vote is not numbered yet; empty if it may be."""
        seat = _voted_on(core)
        return "too_early" if seat is not None and not self.may_vote(seat, HOST_EARLY) else ""

    def convicts(self, core: Core) -> str:
        """As a follower: say why an honest host would not have numbered this vote; empty if he might have."""
        seat = _voted_on(core)
        call = None if seat is None else self._calls.get(seat)
        if call is None:
            return ""
        if call.earliest is not None and self._now - call.earliest < GRACE - EARLY:
            return "too_early"
        return "kept_back" if self._keeps_back(call) else ""


def _voted_on(core: Core) -> int | None:
    """Return the seat that a vote for absence is about."""
    if core.kind != LogKind.VOTE:
        return None
    body = read_body(core)
    return body.seat if isinstance(body, Vote) and not body.forfeit else None
