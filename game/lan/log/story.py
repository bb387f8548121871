"""What the entries of a LAN log mean: the game's fold behind the network's `Story`.

Laws: the table, the score and who decides for a chair are a pure function of the log; no bot plays a rack whose person
did not give it up: such a round is void. What may follow stands in `judging`, what is owed in `pending`.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.lan.log.bodies import Body, BodyKind, Bot, RoundBegins, SignedScore, Silent
from game.lan.log.bodies import read_game_body as read_body
from game.lan.log.fold import MatchFold
from game.lan.log.judging import Trial, abandoned_round, round_proof, ruling
from game.lan.log.pending import owed
from game.lan.log.state import STAGES, Stage, StageEvent
from game.lan.ports import Program
from game.lan.terms import StartTerms
from game.match.audit import breaches_of
from game.match.bodies import write_seat, write_void
from game.match.deal import DealFault
from game.match.transcript import TABLE, Controller, Entry, EntryKind, Seat
from net.log import entries as log
from net.log.bodies import LogKind
from net.log.entries import GAME_KINDS, Core
from net.log.replica import EntryDraft
from net.log.roster import Roster, round_abandoner


class LanStory(MatchFold):
    """The fold as entries change it."""

    def __init__(self, roster: Roster, program: Program, terms: StartTerms | None = None) -> None:
        super().__init__(roster, program, terms)
        self._trial: Trial | None = None

    # What may follow, and what is owed

    def refusal(self, core: Core, roster: Roster) -> str:
        """Say by a word why an entry is neither owed nor allowed now; its trial is kept until it comes."""
        ruled = ruling(self, core, roster)
        if isinstance(ruled, str):
            return ruled
        self._trial = ruled
        return ""

    def owed(self, author: int, roster: Roster) -> tuple[EntryDraft, ...]:
        """Return what an author must send now."""
        return owed(self, author, roster)

    # What follows

    def apply(self, number: int, core: Core, roster: Roster) -> None:
        """Take in an entry that was not refused."""
        before, self.roster = self.roster, roster
        if core.kind >= GAME_KINDS:
            kind, body = read_body(core)
            self._take(number, kind, core, body)
        else:
            self._notice(number, core, before)
        if self.stage is Stage.SIGNING and set(roster.persons) <= set(self.signed):
            self._settled = number + 1
            self._turn(StageEvent.SIGNED)

    def _take(self, number: int, kind: BodyKind, core: Core, body: Body) -> None:
        if isinstance(body, RoundBegins):
            self._turn(StageEvent.ROUND)
            self.deal_began_at, self.fault = number + 1, None
            self._add(TABLE, EntryKind.SHARE, f"round {body.number}")
        elif isinstance(body, SignedScore):
            self.signed[core.author] = body.scores
        elif isinstance(body, Silent):
            self._go(core, TABLE, EntryKind.MOVE, "timeout", b"")
        elif isinstance(body, Bot):
            self._go(core, body.seat, EntryKind.MOVE, body.text, body.proof)
        else:
            line = EntryKind.SHARE if kind is BodyKind.HALL else EntryKind[kind.name]
            author = TABLE if core.author == log.TABLE else core.author
            self._go(core, author, line, body.text, body.proof)
        if self.dealer.void and self.stage in {Stage.DEALING, Stage.PLAYING}:
            self._void(number, [self.fault.seat] if self.fault else [])
        if kind is BodyKind.DEAL:
            self._turn(StageEvent.DEAL)
            self._moves, self.breaches = [], ()
        elif kind is BodyKind.SCORE:
            self._turn(StageEvent.SCORE)
            table = self.standing.table
            self.breaches = tuple(breaches_of(self.rules, self._moves, table.faces)) if table else ()
        if kind not in {BodyKind.SHARE, BodyKind.HALL, BodyKind.ROUND_END}:
            self.changed_at = number + 1

    def _go(self, core: Core, author: int, line: EntryKind, text: str, proof: bytes) -> None:
        """Add one line, by the trial if it was the very same."""
        trial, self._trial = self._trial, None
        table = self.standing.table
        if trial is not None and trial.core == core and trial.before is self.match:
            self.match = trial.after
            self._learn(self.match.transcript.entries[-1])
        else:
            self._add(author, line, text, proof)
        if line is EntryKind.MOVE and table is not None:
            self._moves.append((self.match.transcript.entries[-1], table))

    def _add(self, author: int, line: EntryKind, text: str, proof: bytes = b"") -> None:
        self.match, entry = self.match.with_decision(author, line, text, proof)
        self._learn(entry)

    def _learn(self, entry: Entry) -> None:
        learned = self.dealer.learn(entry, self.standing)
        if isinstance(learned, DealFault):
            self.fault = self.faults[entry.number] = learned
            return
        if entry.kind is EntryKind.DEAL:
            self.known = {}
        self.known.update(learned)

    def _notice(self, number: int, core: Core, before: Roster) -> None:
        """Take in the log's own entries: who decides for a chair, and whether the round lives."""
        if core.kind in {LogKind.HANDOVER, LogKind.REHOST}:
            self._add(TABLE, EntryKind.HANDOVER, f"host {self.roster.host} ballot {self.roster.ballot}")
        left = [seat for seat in before.persons if seat not in self.roster.persons]
        back = [seat for seat in self.roster.persons if seat not in before.persons]
        gave_up = core.kind == LogKind.LEAVE and all(self.dealer.secrets_released(seat) for seat in left)
        given_up = not self.dealer.needs_seats or (gave_up and self.stage is not Stage.DEALING)
        if core.kind == LogKind.REHOST:
            self._follow(number, core, before, left)
        elif left and not given_up and self.stage in {Stage.DEALING, Stage.PLAYING}:
            self._void(number, left)
        for seat in left:
            name = self.standing.seats[seat].name
            self._add(TABLE, EntryKind.SEAT, write_seat(seat, Seat(name, Controller.BOT, self.substitute)))
        for seat in back:
            name = self.standing.seats[seat].name
            self._add(TABLE, EntryKind.SEAT, write_seat(seat, Seat(name, Controller.REMOTE)))

    def _follow(self, number: int, core: Core, before: Roster, left: Sequence[int]) -> None:
        """Go on under a new host from where the old one left; a round begun behind it was the last host's to end."""
        signature = abandoned_round(self, core)
        by: Sequence[int] = ()
        if signature is not None:
            self.left.add(signature)
            last = round_abandoner(before, core.seen, round_proof(core))
            by = left if last == before.host else [seat for seat in before.persons if seat == last]
        self._void(number, by, StageEvent.REHOST)

    def _void(self, number: int, by: Sequence[int], event: StageEvent = StageEvent.VOID) -> None:
        """Drop the running round: it is dealt again, and whoever caused it pays, and is nearer to losing the chair."""
        self.voids.count(by)
        paid = [write_void((seat, self.rules.void_price)) for seat in by]
        for body in paid or [write_void(None)] * (self.stage is Stage.PLAYING):
            self._add(TABLE, EntryKind.VOID, body)
        self.changed_at = number + 1
        self._turn(event)

    def _turn(self, event: StageEvent) -> None:
        """Go to the stage that an event leads to."""
        _possible, self.stage = STAGES[event]
        if self.stage is Stage.REST:
            self.signed = {}
