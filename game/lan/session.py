"""A LAN match as a Session: it reads the game's log and the network's events.

Laws: a move counts once it comes back with a number, our own too; the turn clock stops while the table waits for
somebody; only what our own player may know is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from game.lan.absence import Absence
from game.lan.alerts import Alerts
from game.lan.bots import BotWatch
from game.lan.clock import TurnClock
from game.lan.events import EventFeed, shown_view
from game.lan.log.bodies import BodyKind, TimeoutBody, write_game_body
from game.lan.log.pending import table_duty
from game.lan.log.state import Stage
from game.lan.log.story import LanStory
from game.lan.news import News, NewsKind
from game.lan.program import LanProgram, PendingMoves
from game.lan.rest import Rest
from game.lan.sheet import SCORE_READ_PHRASE, ScoreReading
from game.lan.table import LanTable
from game.match.match import Standing
from game.match.telling import view_of
from game.match.transcript import Controller, EntryKind, Header, Seat
from game.rules.ruleset import RuleSet
from game.session.draft import draft_refusal
from game.session.session import Event, Learned, TimedOut
from game.table.moves import Move
from game.table.refusals import Code, Refusal
from game.table.view import View, with_shown_faces
from net.log.replica import EntryDraft
from net.log.roster import Roster
from net.presence import SLEEP_GAP_MS

# Steps of the deal in one poll: a step takes under 0.1 ms, which leaves a frame time to draw.
DEAL_STEPS_PER_POLL = 96
CHECK_HOST_MS = 1_000  # how often a follower checks whether the host owes the table an entry


class LanSession:
    """A match that has begun at a LAN table."""

    def __init__(self, table: LanTable, program: LanProgram) -> None:
        self.table = table
        if table.lockstep is None:
            raise RuntimeError("the match has not begun")
        self.lockstep = table.lockstep
        self.deal_steps = DEAL_STEPS_PER_POLL
        self._program = program
        self._rest = Rest(looks=self.story.stage is not Stage.REST)
        self.reading = ScoreReading(table.party, self._rest)
        self._bots = BotWatch(program, cards=self.rules.deck.cards)
        self._telling = EventFeed(self.story, self._rest, self._bots)
        self._alerts = Alerts(program, self._telling)
        self._absence = Absence(table.party)
        self._clock = TurnClock(self.header.options.number("turn_seconds"))
        self._now = table.now
        self._silenced = -1  # at how many told entries we last wrote a TIMEOUT
        self._looked_at = 0
        self._stalled = False
        self._busy = False
        self._leaving = False
        program.may_go_on = self._may_go_on

    # What a scene asks

    @property
    def story(self) -> LanStory:
        """The fold of the log."""
        return cast("LanStory", self.lockstep.replica.story)

    @property
    def roster(self) -> Roster:
        """Who holds which seat now."""
        return self.lockstep.replica.roster

    @property
    def header(self) -> Header:
        """What is played."""
        return self.story.match.header

    @property
    def rules(self) -> RuleSet:
        """Its rules."""
        return self.story.rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats; our own is HERE while we hold it."""
        seats = self.standing.seats
        own = self.story.seat
        if own is None or seats[own].controller is not Controller.REMOTE:
            return seats
        return (*seats[:own], Seat(seats[own].name, Controller.HERE), *seats[own + 1 :])

    @property
    def standing(self) -> Standing:
        """The public standing."""
        return self.story.standing

    @property
    def draft_key(self) -> str:
        """The deal's number, by which unsent turns and rack orders are kept, however long the log is by then."""
        return str(self.standing.deals)

    @property
    def viewer_seat(self) -> int:
        """Our seat, or the first one of a table we only watch."""
        return self.story.seat or 0

    @property
    def view(self) -> View | None:
        """What our seat, or a watcher, may see."""
        return None if self.standing.table is None else shown_view(self.story, self.standing)

    @property
    def frozen(self) -> bool:
        """Whether the host lied, so that nothing is played."""
        return self.lockstep.host_lied

    @property
    def stalled(self) -> bool:
        """Whether the host is present but numbers nothing: if most agree, we may go on without him."""
        return self.lockstep.stalls.stalled

    @property
    def has_moves_under_way(self) -> bool:
        """Whether moves of ours are on their way."""
        if self.standing.table is None:
            return False
        return self._program.user_move(self.standing.deals, shown_view(self.story, self.standing)) is not None

    def submit(self, moves: Sequence[Move]) -> Refusal | None:
        """Send our seat's moves in order; if one is refused, send none and return why."""
        seat = self.story.seat
        if seat is None or self.view is None:
            return Refusal(Code.NOT_YOUR_TURN, args=(0,))
        trial = self.story.match
        complete: list[Move] = []
        for move in moves:
            view = view_of(trial.standing, seat, self.story.known)
            complete.append(with_shown_faces(view, move))
            refused = draft_refusal(view, complete[-1])
            if refused is not None:
                return refused
            trial, _entry = trial.with_decision(
                seat, EntryKind.MOVE, self.story.encode_move(complete[-1], view.table).text
            )
        self._decide(tuple(complete))
        return None

    def poll(self, now: float) -> tuple[Event, ...]:
        """Advance to `now`, in seconds, and return the events."""
        elapsed, self._now = int(now * 1000) - self._now, int(now * 1000)
        if elapsed > SLEEP_GAP_MS:
            self._absence.skip_sleep(elapsed - SLEEP_GAP_MS)
        self._program.paused = self.paused_by is not None
        if self._program.hear_worker():
            self.table.party.requests.pump(self._now)
        for event in self.table.step(self._now):
            self._hear(event)
        story = self.story
        self._telling.catch_up(story)
        self.reading.step(story.standing, self.lockstep, self._now)
        self._deal_on(story)
        self._notice(story)
        self._notice_rest(story)
        self._run_clock(story, elapsed)
        self._watch_host(story)
        return self._telling.take_events()

    def news(self) -> tuple[News, ...]:
        """Return the table's news since the last call."""
        return self._telling.take_news()

    def begin_next_round(self) -> None:
        """Send that we have read the round's score."""
        self.reading.send_signal(SCORE_READ_PHRASE)

    def seconds_left(self, now: float) -> float | None:
        """Return the seconds left of the turn being played, None if it is not counted."""
        return self._clock.seconds_left(int(now * 1000))

    def set_paused(self, *, paused: bool) -> None:
        """Do nothing: a window that shows something else does not stop a table; `set_table_paused` does."""

    @property
    def paused_by(self) -> int | None:
        """The seat that paused the table for everybody, None while it goes on."""
        return self.table.pause.paused_by

    @property
    def may_pause(self) -> bool:
        """Whether we may pause: we play, and the match is not over."""
        return self.story.seat in self.story.roster.persons and not self.standing.over

    def set_table_paused(self, *, paused: bool) -> None:
        """Pause or resume every clock of the table; any player may do either."""
        seat = self.story.seat
        if seat is not None and self.may_pause and paused != (self.paused_by is not None):
            self.table.pause.set_paused(seat, self._now, paused=paused)

    def hurry_bots(self) -> None:
        """Do nothing: the others at the table want to see what bots do."""

    def close(self) -> None:
        """Cancel the worker's task; the table owns the links."""
        self._program.drop_question()

    # Besides playing

    def away_times(self) -> tuple[tuple[int, int], ...]:
        """Return the persons who are away or silent, each with the milliseconds since when."""
        return self._absence.away_times(self.lockstep, self._now)

    def vote_absent(self, seat: int) -> bool:
        """Vote that a seat is absent for good; False while its grace period lasts, or if we cannot vote."""
        return self._absence.vote_absent(self.lockstep, seat, self._now)

    def give_up_host(self) -> bool:
        """Give up a host who is gone or numbers nothing; False while his grace period lasts."""
        return self.table.party.requests.give_up_host(self._now)

    def leave_seat(self) -> None:
        """Give our seat to a bot, and as the host the table to the next."""
        self._leaving = True

    def take_seat_back(self) -> None:
        """Take our seat back between rounds."""
        self.table.party.requests.take_seat(self._now)

    # What happened

    @property
    def has_work_left(self) -> bool:
        """Whether the last poll left work to do."""
        return self._busy

    def _deal_on(self, story: LanStory) -> None:
        """Do a slice of the deal's work; send and show its results."""
        known = len(story.known)
        was, self._busy = self._busy, story.do_work(self.deal_steps)
        # An entry may be finished without a further step, if the last slice ended with its last one.
        if self._busy or was:
            self.table.party.requests.pump(self._now)
        if len(story.known) != known and self.view is not None:
            self._telling.add_event(Learned(self.view))
        if self._leaving:
            self._go_away()

    def _go_away(self) -> None:
        """Reveal our secrets, then leave the seat.

        A running deal is finished first, unless somebody is away: to leave would break it, and cost points.
        """
        if self.story.stage is Stage.DEALING and not self._absence.is_anybody_away:
            return
        if self.story.prepare_to_leave():
            self._leaving = False
            self.table.party.requests.leave_seat(self._now)
        else:
            self.table.party.requests.pump(self._now)

    def _hear(self, event: object) -> None:
        self.reading.on_event(event)
        self._alerts.on_event(event, self.lockstep)

    # How play goes on

    def _decide(self, moves: tuple[Move, ...]) -> None:
        seat, standing = self.story.seat, self.standing
        if seat is not None:
            self._program.decided = PendingMoves(standing.deals, seat, len(standing.story), moves)
            self.table.party.requests.pump(self._now)

    def _notice(self, story: LanStory) -> None:
        """Report a bot's move that our own bot would not have made, and who is away or back."""
        differs = self._bots.think(skip=self.lockstep.is_hosting or self.frozen)
        if differs is not None:
            self._telling.add_news(NewsKind.BOT_DIFFERS, differs)
        for seat, gone in self._absence.update(self.lockstep, story.awaited_seats(), self._now):
            self._telling.add_news(NewsKind.AWAY if gone else NewsKind.BACK, seat)

    def _notice_rest(self, story: LanStory) -> None:
        """Time the rest between rounds, and as the host begin the next round."""
        resting = story.stage is Stage.REST and not story.standing.over
        rested = self._rest.update(self._now, resting=resting)
        if rested and self.lockstep.is_hosting and self._may_go_on(story.standing) and not self.frozen:
            self.table.party.requests.pump(self._now)

    def _may_go_on(self, standing: Standing) -> bool:
        """Return whether the next round may begin: all are here, none pauses, and the rest has lasted long enough."""
        if standing.over or self._absence.is_anybody_away or self.paused_by is not None:
            return False
        if self.reading.have_all_read:
            self._rest.skip()
        lasts = self.reading.shown_ms
        if not self._rest.is_over(self._now, late=False, lasts=lasts):
            return False
        chairs = enumerate(self.roster.chairs)
        late = any(chair.key and not chair.held and self.lockstep.is_here(seat) for seat, chair in chairs)
        return self._rest.is_over(self._now, late=late, lasts=lasts)

    def _watch_host(self, story: LanStory) -> None:
        """Note what the host owes the table, and report a host who numbers nothing."""
        if self._now >= self._looked_at + CHECK_HOST_MS:
            self._looked_at = self._now
            stalls = self.lockstep.stalls
            due = None if self.lockstep.is_hosting else table_duty(story, story.roster)
            if due is None and self._clock.is_host_overdue(self._now):
                due = ("timeout", self.standing.deals, len(self.standing.story))
            waits = story.stage is Stage.REST and not self._may_go_on(self.standing)
            stalls.note_table_due(due, may_wait=waits or self.paused_by is not None)
        before, self._stalled = self._stalled, self.stalled
        if self._stalled and not before:
            self._telling.add_news(NewsKind.STALLED, self.roster.host)

    def _run_clock(self, story: LanStory, elapsed: int) -> None:
        """Rule 10, time: we end our own late turn by a move; the host ends that of a silent seat."""
        standing = story.standing
        table = standing.table
        playing = story.stage is Stage.PLAYING and table is not None and table.outcome is None
        if not playing or table is None or self.frozen:
            self._clock.stop()
            return
        sitter = standing.seats[table.to_move]
        if sitter.controller is not Controller.REMOTE:
            self._clock.stop()
            return
        turn = (standing.deals, standing.moves_before_turn)
        held = self.paused_by is not None or self._absence.is_anybody_away or bool(story.awaited_seats())
        if self._clock.update(turn, self._now, elapsed, held=held):
            self._end_turn(table.to_move)

    def _end_turn(self, seat: int) -> None:
        view = self.view
        if seat == self.story.seat and view is not None and view.must_decide:
            if self._clock.take_first_late():
                self._telling.add_event(TimedOut(seat))
            self._decide((with_shown_faces(view, self.rules.time_out(view)),))
        elif (
            seat != self.story.seat and self._clock.is_mover_overdue(self._now) and self._silenced != self._telling.told
        ):
            self._silenced = self._telling.told
            if self.lockstep.is_hosting:
                owed = EntryDraft(BodyKind.TIMEOUT, write_game_body(TimeoutBody(seat)))
                self.table.party.requests.write_entry(owed, self._now, table=True)
