"""A LAN table without a window: it gets ready, plays its seat by a bot, votes, and sums up its end in one line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Protocol

from game.bots.nodes import DEFAULT_BUDGET
from game.bots.questions import Ticket
from game.bots.thinker import Thinker
from game.client.words.lan_news import tell_news
from game.commands.lan_linger import Linger
from game.lan.news import News, NewsKind
from game.lan.program import LanProgram
from game.lan.session import LanSession
from game.lan.table import LanTable
from game.match.shuffle import derive_key, draw_coin
from game.session.session import Event, RoundOver
from game.session.telling import log_event
from game.store.log import LOG
from game.table.safe_text import printable
from game.table.view import View
from net.guests import NotStarted, RoomChanged
from net.log.apart import split_in
from net.log.calls import GRACE_MS
from net.reasons import Reason

_SEED_COUNT = 1 << 62
ALONE_SENTENCE = (
    "Nobody else of this match has answered for four minutes: they may have finished it, or wait too. "
    "It is kept here, and the same command goes on with it."
)

# How long a program whose state differs waits for its repair.
REPAIR_TIMEOUT_MS = 20_000
# How long a host may leave our first call unanswered; one who has answered before may take longer to come back.
FIRST_ANSWER_TIMEOUT_MS, LOST_HOST_TIMEOUT_MS = 8_000, 20_000
# How long an unanswered call is not mentioned.
QUIET_CALL_MS = 2_000
# How long a program stays alone in a match in which nothing happens: twice the grace period.
ALONE_MS = 2 * GRACE_MS


class Exit(Enum):
    """How a program ended."""

    OVER = "over"
    STOPPED = "stopped"
    DIFFERED = "differed"
    REFUSED = "refused"

    @property
    def code(self) -> int:
        """The exit code of the process; stopping on request is no failure."""
        return {Exit.DIFFERED: 1, Exit.REFUSED: 2}.get(self, 0)


@dataclass(frozen=True, slots=True)
class Player:
    """The bot that plays a program's own seat."""

    level: str
    seed: int


class Person(Protocol):
    """A person who plays a program's own seat without a window."""

    @property
    def gone(self) -> bool:
        """Whether the person wants to leave."""

    def step(self, session: LanSession, events: Sequence[Event]) -> None:
        """Print what happened, and carry out what was typed."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The log lengths at which to stop, or to leave the seat; 0 for never."""

    stop_after: int = 0
    leave_after: int = 0


class Headless:
    """One program, from the lobby to its exit code."""

    def __init__(
        self,
        table: LanTable,
        program: LanProgram,
        thinker: Thinker,
        *,
        player: Player | None = None,
        person: Person | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.table = table
        self.session: LanSession | None = None
        self.exit: Exit | None = None
        self.sentence = ""
        self.unreached = False  # whether we gave up because nobody answered
        self.news: list[str] = []  # news of the table: kind, seat, details
        self.told: list[str] = []  # the same news as sentences
        self._program = program
        self._thinker = thinker
        self._player = player
        self._person = person
        self._limits = limits or Limits()
        self._asked: tuple[View, Ticket] | None = None
        self._missed_since: int | None = None
        self._difference = ""
        self._linger = Linger(table)
        self._called_at: int | None = None
        self._waiting_told = False  # whether we said that we wait for the host
        self._grown: tuple[int, int] = (0, 0)  # the length of the log, and since when
        self._frozen_at: int | None = None
        self._left = False
        self._acted = False
        self._unkept = False  # whether the log in memory is longer than the one on disk

    def adopt_restored_match(self) -> None:
        """Begin with the match that the table restored, without playing on."""
        self.session = LanSession(self.table, self._program)
        self.exit = Exit.OVER if self.session.story.is_over else Exit.STOPPED

    def stop(self, reason: Reason = Reason.LEFT) -> None:
        """Stop on request, unless it has ended already."""
        if self.exit is None:
            self._finish(Exit.STOPPED, reason=reason)

    def stop_unsaved(self, sentence: str) -> None:
        """Stop because the disk refuses records: what could not be saved was sent to nobody, and is not sent now."""
        self._unkept = True
        self._finish(Exit.REFUSED, sentence)

    @property
    def has_more_work(self) -> bool:
        """Whether the next step has something to do although nothing comes from outside."""
        dealing = self.session is not None and self.session.has_work_left
        return self._acted or self._program.is_thinking or self._asked is not None or dealing

    def step(self, now: int) -> None:
        """Do what is due now; `exit` tells whether it was the last step."""
        self._acted = False
        if self.session is None and self.table.lockstep is not None:
            # News at the first step after a restore are the match's own.
            self.session = LanSession(self.table, self._program)
        if self.session is None:
            self._gather(now)
        else:
            self._play(self.session, now)

    # Before the match

    def _gather(self, now: int) -> None:
        told = self.table.step(now)
        party = self.table.party
        for names in [", ".join(map(printable, deed.missing)) for deed in told if isinstance(deed, NotStarted)]:
            who = f"{names} did not answer" if names else "somebody was no longer ready"
            self.told.append(f"The match did not begin: {who}.")
        if self.table.lockstep is not None:
            self.session = LanSession(self.table, self._program)
            self._acted = True
        elif self.table.turned_away is not None:
            self._finish(Exit.REFUSED, self.table.turned_away.reason.sentence)
        elif fault := self._out_of_reach(now):
            self._finish(Exit.REFUSED, fault)
        elif party.lobby is not None:
            if party.lobby.can_start:
                self.table.start_match(now)
                self._acted = True
        elif any(isinstance(deed, RoomChanged) for deed in told):
            self._get_ready(now)

    def _get_ready(self, now: int) -> None:
        """Answer the host's room once: an answer at every step would delay all later messages."""
        room = self.table.party.room
        if room is not None and not all(chair.ready for chair in room.chairs[room.you :][:1]):
            self.table.set_ready(now)
            self._acted = True

    def _out_of_reach(self, now: int) -> str:
        """Return why a host cannot be joined, or has not answered for too long; empty while there is hope."""
        missed, party = self.table.unanswered, self.table.party
        if party.lobby is not None:
            return f"No port could be opened: {self.table.no_port}." if self.table.no_port else ""
        self._called_at = now if self._called_at is None else self._called_at
        if party.room is None and now - self._called_at >= FIRST_ANSWER_TIMEOUT_MS:
            self.unreached = True
            why = f" at {missed.target}: {missed.why}" if missed else ""
            return f"Nobody answers{why}."
        waits = party.room is None and now - self._called_at >= QUIET_CALL_MS
        if waits and not self._waiting_told:
            self._waiting_told = True
            self.told.append("The host has not answered yet; the call goes on.")
        if missed is None:
            self._missed_since = None
            return ""
        self._missed_since = now if self._missed_since is None else self._missed_since
        self.unreached = now - self._missed_since >= LOST_HOST_TIMEOUT_MS
        return f"Nobody answers at {missed.target}: {missed.why}." if self.unreached else ""

    # During the match

    def _play(self, session: LanSession, now: int) -> None:
        events = session.poll(now / 1000)
        for event in events:
            log_event(event)
            if isinstance(event, RoundOver) and self._person is None:
                session.begin_next_round()
                self._acted = True
        for one in session.news():
            self._note(one, [seat.name for seat in session.standing.seats])
        if self._person is not None:
            self._person.step(session, events)
        length = session.lockstep.replica.length
        away = self.table.turned_away
        if away is not None:  # only the host closes a table: a hall whose round is over
            code = Exit.STOPPED if away.reason is Reason.CLOSED else Exit.REFUSED
            self._finish(code, away.reason.sentence)
        elif self._person is not None and self._person.gone:
            self._finish(Exit.STOPPED)
        elif session.frozen:
            self._stand_still(now)
        elif session.story.is_over:
            self._end(session, now)
        elif self._limits.stop_after and length >= self._limits.stop_after:
            self._finish(Exit.STOPPED)
        elif self._limits.leave_after and length >= self._limits.leave_after:
            self._leave(session)
        else:
            self._frozen_at = None
            self._decide(session)
            self._notice_alone(now, length)
        if self.exit is None:
            self._look_after(session)

    def _end(self, session: LanSession, now: int) -> None:
        if self._linger.may_go(session.lockstep, now):
            self._finish(Exit.OVER)

    def _notice_alone(self, now: int, length: int) -> None:
        """End if nobody else has been here for so long that nothing can go on."""
        if length != self._grown[0]:
            self._grown = length, now
        since = self.table.party.presence.alone_since
        if since is not None and now - max(since, self._grown[1]) >= ALONE_MS:
            self._finish(Exit.STOPPED, ALONE_SENTENCE)

    def _note(self, one: News, names: Sequence[str]) -> None:
        self.news.append(" ".join([one.kind.value, str(one.seat), *one.words]))
        LOG.info("news: %s, seat %d", one.kind.value, one.seat)
        self.told.append(str(tell_news(one, [printable(name) for name in names])))
        if one.kind in {NewsKind.DIFFERS, NewsKind.HOST_LIED, NewsKind.FORKED, NewsKind.UNTRUE}:
            self._difference = f"{self.told[-1]} ({self.news[-1]})"

    def _decide(self, session: LanSession) -> None:
        """Let our bot think about our turn, and send its move."""
        view, player, seat = session.view, self._player, session.story.seat
        if player is None or view is None or seat != view.seat or not view.must_decide or session.has_moves_under_way:
            return
        if seat not in session.story.roster.persons or session.paused_by is not None:
            return
        if self._asked is None or self._asked[0] != view:
            if self._asked is not None:
                self._thinker.cancel(self._asked[1])
            seed = draw_coin(derive_key(player.seed, session.standing.deals, seat, len(view.story)), _SEED_COUNT)
            self._asked = view, self._thinker.ask(view, player.level, DEFAULT_BUDGET, seed)
        for answer in self._thinker.poll():
            if answer.ticket == self._asked[1]:
                self._asked = None
                self._acted = True
                session.submit((answer.choice.move,))
                return

    def _look_after(self, session: LanSession) -> None:
        """Vote on seats absent for good, and give up a host who is gone."""
        for seat, _since in session.away_times():
            session.vote_absent(seat)
        if not session.lockstep.is_hosting:
            session.give_up_host()

    def _leave(self, session: LanSession) -> None:
        """Leave the seat. Stop once the log says so; a host with possible successors stops once one has taken over."""
        if not self._left:
            self._left = True
            session.leave_seat()
        place, lockstep = session.story.roster, session.lockstep
        if session.story.seat in place.persons:
            return
        if not lockstep.is_hosting or not place.successors():
            self._finish(Exit.STOPPED)
        elif any(lockstep.is_here(seat) for seat in place.successors()):
            session.leave_seat()

    def _stand_still(self, now: int) -> None:
        """Wait for the repair of differing states."""
        self._frozen_at = now if self._frozen_at is None else self._frozen_at
        if now - self._frozen_at >= REPAIR_TIMEOUT_MS:
            self._finish(Exit.DIFFERED, self._difference or " ".join(self.told[-1:]))

    def _finish(self, code: Exit, sentence: str = "", reason: Reason = Reason.LEFT) -> None:
        LOG.info("the match here: %s", code.value)
        self.exit = code
        self.sentence = sentence
        self.table.party.close(reason)

    # Afterwards

    def line(self) -> str:
        """Return the line that sums up how it ended."""
        said: dict[str, object] = {"ended": (self.exit or Exit.STOPPED).value}
        if self.session is not None and not self._unkept:
            replica, story = self.session.lockstep.replica, self.session.story
            said |= {
                "head": replica.heads[-1].hex(),
                "digest": replica.states[-1].hex(),
                "entries": replica.length,
                "scores": list(story.standing.totals),
                "winners": list(story.standing.winners),
                "rounds": len(story.standing.results),
                "match": replica.match.hex(),
                "seat": story.seat,
                "over": story.is_over,
            }
            apart = split_in(replica)
            if apart is not None:
                said["apart"] = asdict(apart)
        if self.sentence:
            said["said"] = self.sentence
        return json.dumps(said)
