"""Folds the entries of a LAN log: the game's implementation of the network's `StateMachine`.

Laws: table, score and seats are a pure function of the log; no bot plays the rack of a person who did not reveal its
secrets: such a round is void. `judging` says which entries are allowed, `pending` which are owed.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.lan.log.bodies import Body, BodyKind, BotMoveBody, RoundBody, RoundEndBody, TimeoutBody
from game.lan.log.bodies import read_game_body as read_body
from game.lan.log.fold import MatchFold
from game.lan.log.judging import Trial, abandoned_round, judge_entry, round_proof
from game.lan.log.pending import owed_entries
from game.lan.log.state import STAGE_CHANGES, Stage, StageEvent
from game.lan.ports import Program
from game.lan.terms import StartTerms
from game.match.audit import breaches_of
from game.match.bodies import write_seat, write_void
from game.match.deal import DealFault
from game.match.transcript import TABLE_AUTHOR, Controller, Entry, EntryKind, Seat
from net.log import entries as log
from net.log.bodies import LogKind
from net.log.entries import FIRST_GAME_KIND, Core
from net.log.replica import EntryDraft
from net.log.roster import Roster, round_abandoner


class LanStory(MatchFold):
    """The fold, updated by entries."""

    def __init__(self, roster: Roster, program: Program, terms: StartTerms | None = None) -> None:
        super().__init__(roster, program, terms)
        self._trial: Trial | None = None

    # Allowed and owed entries

    def entry_refusal(self, core: Core, roster: Roster) -> str:
        """Return a code for why an entry is neither due nor allowed now; its trial is kept until it is applied."""
        ruled = judge_entry(self, core, roster)
        if isinstance(ruled, str):
            return ruled
        self._trial = ruled
        return ""

    def owed_entries(self, author: int, roster: Roster) -> tuple[EntryDraft, ...]:
        """Return the entries that an author must write now."""
        return owed_entries(self, author, roster)

    # Folding

    def apply_entry(self, number: int, core: Core, roster: Roster) -> None:
        """Fold an allowed entry."""
        before, self.roster = self.roster, roster
        if core.kind >= FIRST_GAME_KIND:
            kind, body = read_body(core)
            self._take(number, kind, core, body)
        else:
            self._notice(core, before)
        if self.stage is Stage.SIGNING and set(roster.persons) <= set(self.signed):
            self._settled = number + 1
            self._change_stage(StageEvent.SIGNED)

    def _take(self, number: int, kind: BodyKind, core: Core, body: Body) -> None:
        if isinstance(body, RoundBody):
            self._change_stage(StageEvent.ROUND)
            self.deal_began_at, self.fault = number + 1, None
            self._add(TABLE_AUTHOR, EntryKind.SHARE, f"round {body.number}")
        elif isinstance(body, RoundEndBody):
            self.signed[core.author] = body.scores
        elif isinstance(body, TimeoutBody):
            self._add_judged(core, TABLE_AUTHOR, EntryKind.MOVE, "timeout", b"")
        elif isinstance(body, BotMoveBody):
            self._add_judged(core, body.seat, EntryKind.MOVE, body.text, body.proof)
        else:
            entry_kind = EntryKind.SHARE if kind is BodyKind.HALL else EntryKind[kind.name]
            author = TABLE_AUTHOR if core.author == log.TABLE_AUTHOR else core.author
            self._add_judged(core, author, entry_kind, body.text, body.proof)
        if self.dealer.is_void and self.stage in {Stage.DEALING, Stage.PLAYING}:
            self._void([self.fault.seat] if self.fault else [])
        if kind is BodyKind.DEAL:
            self._change_stage(StageEvent.DEAL)
            self._moves, self.breaches = [], ()
        elif kind is BodyKind.SCORE:
            self._change_stage(StageEvent.SCORE)
            table = self.standing.table
            self.breaches = tuple(breaches_of(self.rules, self._moves, table.faces)) if table else ()
        if kind not in {BodyKind.SHARE, BodyKind.HALL, BodyKind.ROUND_END}:
            self.changed_at = number + 1

    def _add_judged(self, core: Core, author: int, entry_kind: EntryKind, text: str, proof: bytes) -> None:
        """Add one line, from the trial if it judged this entry."""
        trial, self._trial = self._trial, None
        table = self.standing.table
        if trial is not None and trial.core == core and trial.before is self.match:
            self.match = trial.after
            self._learn(self.match.transcript.entries[-1])
        else:
            self._add(author, entry_kind, text, proof)
        if entry_kind is EntryKind.MOVE and table is not None:
            self._moves.append((self.match.transcript.entries[-1], table))

    def _add(self, author: int, entry_kind: EntryKind, text: str, proof: bytes = b"") -> None:
        self.match, entry = self.match.with_decision(author, entry_kind, text, proof)
        self._learn(entry)

    def _learn(self, entry: Entry) -> None:
        learned = self.dealer.learn_from(entry, self.standing)
        if isinstance(learned, DealFault):
            self.fault = self.faults[entry.number] = learned
            return
        if entry.kind is EntryKind.DEAL:
            self.known = {}
        self.known.update(learned)

    def _notice(self, core: Core, before: Roster) -> None:
        """Fold the log's own entries: who holds each seat, and whether the round goes on."""
        if core.kind in {LogKind.HANDOVER, LogKind.REHOST}:
            self._add(TABLE_AUTHOR, EntryKind.HANDOVER, f"host {self.roster.host} ballot {self.roster.ballot}")
        left = [seat for seat in before.persons if seat not in self.roster.persons]
        back = [seat for seat in self.roster.persons if seat not in before.persons]
        gave_up = core.kind == LogKind.LEAVE and all(self.dealer.has_released_secrets(seat) for seat in left)
        given_up = not self.dealer.needs_every_seat or (gave_up and self.stage is not Stage.DEALING)
        if core.kind == LogKind.REHOST:
            self._follow(core, before, left)
        elif left and not given_up and self.stage in {Stage.DEALING, Stage.PLAYING}:
            self._void(left)
        for seat in left:
            name = self.standing.seats[seat].name
            self._add(TABLE_AUTHOR, EntryKind.SEAT, write_seat(seat, Seat(name, Controller.BOT, self.substitute)))
        for seat in back:
            name = self.standing.seats[seat].name
            self._add(TABLE_AUTHOR, EntryKind.SEAT, write_seat(seat, Seat(name, Controller.REMOTE)))

    def _follow(self, core: Core, before: Roster, left: Sequence[int]) -> None:
        """Continue under a new host; a round begun after the base is abandoned at the last host's cost."""
        signature = abandoned_round(self, core)
        by: Sequence[int] = ()
        if signature is not None:
            self.abandoned_rounds.add(signature)
            last = round_abandoner(before, core.seen, round_proof(core))
            by = left if last == before.host else [seat for seat in before.persons if seat == last]
        self._void(by, StageEvent.REHOST)

    def _void(self, by: Sequence[int], event: StageEvent = StageEvent.VOID) -> None:
        """Void the round, to be dealt again; the seats that caused it pay, and come closer to forfeiting."""
        self.voids.count_void_round(by)
        paid = [write_void((seat, self.rules.void_price)) for seat in by]
        for body in paid or [write_void(None)] * (self.stage is Stage.PLAYING):
            self._add(TABLE_AUTHOR, EntryKind.VOID, body)
        self._change_stage(event)

    def _change_stage(self, event: StageEvent) -> None:
        """Go to the stage that an event leads to."""
        _possible, self.stage = STAGE_CHANGES[event]
        if self.stage is Stage.REST:
            self.signed = {}
