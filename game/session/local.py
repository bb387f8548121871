"""A match on this computer alone: one person or none against bots, one log, one journal.

Laws: every decision goes through `Match.with_decision` and to the journal before any event tells of it; the table may
show it before it is on the disk (FORMAT.md). Each seat's View comes from its own dealer and the public log alone.
Time comes in as `now`; the journal keeps how long a decision took if the match's format has a field for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from game.bots.choice import fallback_move
from game.bots.nodes import Budget
from game.bots.questions import BotAnswer, Ticket
from game.bots.thinker import Thinker
from game.match.bodies import write_score
from game.match.deal import Dealer, DealFault, OpenDealer
from game.match.lines import entry_line, header_line
from game.match.match import Match, Standing, fold_entry, opening_standing
from game.match.shuffle import derive_key, draw_coin
from game.match.telling import view_of
from game.match.transcript import TABLE_AUTHOR, TIMED_FORMAT, Controller, Entry, EntryKind, Header, Seat
from game.rules.ruleset import RuleSet
from game.session.draft import draft_refusal
from game.session.pace import BotTimer
from game.session.session import Dealt, Event, Learned, Moved, RoundOver, TimedOut, Trouble
from game.session.tempers import TEMPER_PACES, temper_of
from game.table.faces import Face
from game.table.moves import Move
from game.table.notation import write_move
from game.table.refusals import Refusal
from game.table.state import Phase, Table
from game.table.tiles import Tile
from game.table.view import View, with_shown_faces

DEAL_PAUSE_PACES = 2  # the pause after a deal is twice that before a bot's turn
AWAY_SECONDS = 600.0  # who takes longer for a decision was away, so the time is not written
_BOT_SEED = 2  # the purpose of a key derived from the seed, beside those of the open dealer
_SEED_BOUND = 1 << 62  # seeds must fit into the numbers that are sent to the workers


class Journal(Protocol):
    """Writes the lines of a log, in order and without a gap."""

    def append(self, line: bytes) -> None:
        """Write one line, or keep it until it can be written."""


class LocalSession:
    """A match whose seats are all in this program.

    `pace` is the pause in seconds before a bot's turn, by which its other pauses scale too; bots of some tempers take
    less. A `match` with entries is continued.
    """

    def __init__(
        self,
        match: Match,
        thinker: Thinker,
        journal: Journal,
        *,
        pace: float = 0.0,
        dealer: Callable[[int], Dealer] = OpenDealer,
    ) -> None:
        self._match = match
        self._thinker = thinker
        self._journal = journal
        self.pace = pace
        self._dealers = [dealer(seat) for seat in range(len(match.header.seats))]
        self._known: list[dict[Tile, Face]] = [{} for _ in self._dealers]
        self._events: list[Event] = []
        self._asked: tuple[View, Ticket] | None = None  # the view a bot was last asked about, and the question's ticket
        self._bot_timer = BotTimer()
        self._answer: BotAnswer | None = None  # waits until its move is due
        self._deadline: float | None = None
        self._clocked_turn = (0, 0)  # the turn the clock was last set for
        self._time_is_up = False  # whether that turn's time has run out
        self._paused = self._paused_since_poll = False  # the latter stays set until the next poll
        self._hurried = False
        self._now = 0.0
        self._since: float | None = None  # when the last decision came; None if before this session
        self._proceed = match.standing.table is None
        if match.transcript.entries:
            self._replay_log()
        else:
            journal.append(f"{header_line(match.header)}\n".encode())

    # What a scene asks

    @property
    def match(self) -> Match:
        """The log and its standing."""
        return self._match

    @property
    def header(self) -> Header:
        """What is played."""
        return self._match.header

    @property
    def rules(self) -> RuleSet:
        """Its rules."""
        return self._match.rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""
        return self._match.standing.seats

    @property
    def standing(self) -> Standing:
        """The public standing."""
        return self._match.standing

    @property
    def draft_key(self) -> str:
        """The digest of the log's head, as text."""
        return self._match.transcript.head.hex()

    @property
    def viewer_seat(self) -> int:
        """The person's seat, or the first one when only bots play."""
        here = [index for index, seat in enumerate(self.seats) if seat.controller is Controller.HERE]
        return here[0] if here else 0

    @property
    def view(self) -> View | None:
        """What the watching seat knows."""
        return None if self.standing.table is None else self.view_of(self.viewer_seat)

    def view_of(self, seat: int) -> View:
        """Return what one seat knows."""
        return view_of(self.standing, seat, self._known[seat])

    def submit(self, moves: Sequence[Move]) -> Refusal | None:
        """Make the watching seat's moves, all or none; only the last may reveal something or end the turn."""
        seat = self.viewer_seat
        trial = self._match
        bodies = []
        for move in moves:
            view = view_of(trial.standing, seat, self._known[seat])
            complete = with_shown_faces(view, move)
            refused = draft_refusal(view, complete)
            if refused is not None:
                return refused
            bodies.append(complete)
            trial, _entry = trial.with_decision(seat, EntryKind.MOVE, self._body(trial, complete))
        for move in bodies:
            if not self._log_move(seat, move):
                break
        self._bot_timer.wait(self._now)  # so that the person can follow what the bots do next
        return None

    def begin_next_round(self) -> None:
        """Deal the next round at the next poll."""
        self._proceed = True

    def set_paused(self, *, paused: bool) -> None:
        """Hold the clock and the bots while the window is hidden or a dialog is open."""
        self._paused = paused
        self._paused_since_poll = self._paused_since_poll or paused

    def hurry_bots(self) -> None:
        """Let bots move without pauses until the person's turn or the end of the round."""
        self._hurried = True

    def seconds_left(self, now: float) -> float | None:
        """Return the time left of the person's turn, None without a clock."""
        return None if self._deadline is None else max(0.0, self._deadline - now)

    def poll(self, now: float) -> tuple[Event, ...]:
        """Let the bots play, the clock run and rounds begin and end; return what happened."""
        elapsed, self._now = now - self._now, now
        if self._paused or self._paused_since_poll:
            self._stop_clocks(elapsed)
        else:
            self._advance(now, elapsed)
        self._paused_since_poll = False
        told, self._events = tuple(self._events), []
        return told

    def close(self) -> None:
        """Stop asking bots."""
        self._drop_question()

    # How play goes on

    def _advance(self, now: float, elapsed: float) -> None:
        self._send_due_entries()
        table = self.standing.table
        if self.standing.over:
            return
        if any(dealer.awaited_seats() for dealer in self._dealers):
            self._stop_clocks(elapsed)
            return
        if table is None or self.standing.round_scored:
            if self._proceed:
                self._deal(now)
            return
        if table.phase is Phase.ROUND_END:
            self._score()
            return
        seat = table.to_move
        if not self.view_of(seat).must_decide:
            self._stop_clocks(elapsed)
        elif self.seats[seat].controller is Controller.BOT:
            self._let_bot_play(seat, now)
        else:
            self._run_clock(seat, now)

    def _stop_clocks(self, elapsed: float) -> None:
        """Stop all clocks for the time that passed: in a pause, or while faces are on their way."""
        self._bot_timer.add_pause(elapsed)
        if self._since is not None:
            self._since += elapsed
        if self._deadline is not None:
            self._deadline += elapsed

    def _send_due_entries(self) -> None:
        for seat, dealer in enumerate(self._dealers):
            for due in dealer.owed_entries(self._match.transcript, seat):
                self._log_entry(seat, due.kind, due.body, due.proof)

    def _deal(self, now: float) -> None:
        self._proceed = False
        self._bot_timer.wait(now, DEAL_PAUSE_PACES * self.pace)
        for due in [dealer.begin_deal(self.header, self.standing) for dealer in self._dealers]:
            if due is not None:
                self._log_entry(TABLE_AUTHOR, due.kind, due.body, due.proof)

    def _score(self) -> None:
        self._deadline, self._hurried = None, False
        shown = self._dealers[0].hidden_faces(self.standing)
        if isinstance(shown, DealFault):
            self._events.append(Trouble("deal_fault", (self.seats[shown.seat].name, shown.reason)))
            return
        self._log_entry(TABLE_AUTHOR, EntryKind.SCORE, write_score(shown, cards=self.rules.deck.cards))

    def _let_bot_play(self, seat: int, now: float) -> None:
        self._deadline = None
        view = self.view_of(seat)
        self._events.extend(Trouble(one.code, one.args) for one in self._thinker.troubles())
        if self._asked is None or self._asked[0] != view:
            self._drop_question()
            budget, seed = Budget(self.header.nodes), bot_seed(self.header.seed, view)
            self._asked = view, self._thinker.ask(view, self.seats[seat].level, budget, seed)
        pace = self._pace_of(seat)
        if now < self._bot_timer.due_at(seat, pace) and not self._hurried:
            return
        for answer in self._thinker.poll():
            if answer.ticket == self._asked[1]:
                self._answer = answer
        answered = self._answer
        if answered is None:
            return
        if self._hurried or now >= self._bot_timer.due_at(seat, pace, answered.choice.move):
            self._answer = None
            self._take_answer(seat, answered, now)

    def _pace_of(self, seat: int) -> float:
        """Return the pace of a bot: the chosen pace, scaled by its temper."""
        return self.pace * TEMPER_PACES[temper_of(self.seats[seat].name)]

    def _drop_question(self) -> None:
        if self._asked is not None:
            self._thinker.cancel(self._asked[1])
            self._asked = self._answer = None

    def _take_answer(self, seat: int, answer: BotAnswer, now: float) -> None:
        choice = answer.choice
        refused = draft_refusal(self.view_of(seat), choice.move)
        if refused is not None:  # an illegal move of a bot is our bug and must not end somebody's match
            self._events.append(Trouble("bot_refused", (self.seats[seat].name, refused.code.key, refused.rule)))
            choice = fallback_move(self.view_of(seat))
        self._log_move(seat, choice.move, (choice.reason, *map(str, choice.args)))
        self._bot_timer.note_move(seat, choice.move, now)

    def _run_clock(self, seat: int, now: float) -> None:
        self._hurried = False
        seconds = self.header.options.number("turn_seconds")
        if not seconds:
            return
        turn = self.standing.deals, self.standing.moves_before_turn
        if self._clocked_turn != turn:
            self._clocked_turn, self._time_is_up = turn, False
            self._deadline = now + seconds
        elif self._deadline is not None and now >= self._deadline:
            if not self._time_is_up:
                self._time_is_up = True
                self._events.append(TimedOut(seat))
            self._end_turn_of(seat)

    def _end_turn_of(self, seat: int) -> None:
        """Rule 10, time: the mover's own program ends the turn with ordinary moves, as far as it knows the tiles."""
        while self._dealt_table().to_move == seat and self.view_of(seat).must_decide:
            self._log_move(seat, self.rules.time_out(self.view_of(seat)))
        self._bot_timer.wait(self._now)

    # How the log grows

    def _log_move(self, seat: int, move: Move, reason: tuple[str, ...] = ()) -> bool:
        """Log a move and emit its event; False if a dealer finds a fault."""
        proof = self._dealers[seat].opening_proof(tuple(tile for tile, _face in move.shown))
        for dealer in self._dealers:
            fault = dealer.false_face_fault(seat, move, proof)
            if fault is not None:
                self._events.append(Trouble("deal_fault", (self.seats[fault.seat].name, fault.reason)))
                return False
        before = self.view_of(self.viewer_seat)
        self._log_entry(seat, EntryKind.MOVE, self._body(self._match, move), proof)
        self._events.append(Moved(seat, move, before, self.view_of(self.viewer_seat), reason))
        return True

    def _body(self, match: Match, move: Move) -> str:
        table = match.standing.table
        if table is None:
            raise RuntimeError("a move before the first deal")
        return write_move(move, table, cards=self.rules.deck.cards)

    def _log_entry(self, author: int, kind: EntryKind, body: str, proof: bytes = b"") -> None:
        match, entry = self._match.with_decision(author, kind, body, proof)
        self._journal.append(f"{entry_line(entry, self._tenths())}\n".encode())
        self._match, self._since = match, self._now
        self._deliver_faces(entry)
        if kind is EntryKind.DEAL:
            self._events.append(Dealt(self.view_of(self.viewer_seat)))
        elif kind is EntryKind.SHARE:
            self._events.append(Learned(self.view_of(self.viewer_seat)))
        elif kind is EntryKind.SCORE:
            self._events.append(RoundOver(self.standing.results[-1], self.standing.winners))

    def _tenths(self) -> int | None:
        """Return the tenths of a second since the last decision; None if that is unknown or not written."""
        if self.header.format != TIMED_FORMAT or self._since is None or self._now - self._since > AWAY_SECONDS:
            return None
        return round(10 * (self._now - self._since))

    def _deliver_faces(self, entry: Entry) -> None:
        if entry.kind is EntryKind.DEAL:
            self._known = [{} for _ in self._dealers]
        for known, dealer in zip(self._known, self._dealers, strict=True):
            learned = dealer.learn_from(entry, self.standing)
            if isinstance(learned, DealFault):
                self._events.append(Trouble("deal_fault", (self.seats[learned.seat].name, learned.reason)))
            else:
                known.update(learned)

    def _replay_log(self) -> None:
        """Replay the log, so that every dealer is in the state it was in."""
        whole = self._match
        self._match = Match(whole.transcript, opening_standing(whole.header))
        for entry in whole.transcript.entries:
            if entry.kind is EntryKind.DEAL:
                for dealer in self._dealers:
                    dealer.begin_deal(self.header, self.standing)
            self._match = replace(whole, standing=fold_entry(self.standing, self.header, entry))
            self._deliver_faces(entry)

    def _dealt_table(self) -> Table:
        if self.standing.table is None:
            raise RuntimeError("nothing is dealt yet")
        return self.standing.table


def bot_seed(match_seed: int, view: View) -> int:
    """Return the seed of one bot decision: different for each seat and each move of a round."""
    return draw_coin(derive_key(match_seed, view.table.round, _BOT_SEED, view.seat, len(view.story)), _SEED_BOUND)
