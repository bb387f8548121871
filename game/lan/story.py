"""What the entries of a LAN log mean: the game's fold behind the network's `Story`.

Laws: the table, the score and who decides for a chair are a pure function of the log; no bot plays a rack whose person
did not give it up: such a round is void. What may follow stands in `judging`, what is owed in `pending`.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from game.lan.bodies import HASH_BYTES, Body, BodyKind, Bot, RoundBegins, SaidMove, SignedScore, Silent
from game.lan.bodies import read_game_body as read_body
from game.lan.judging import Trial, refusal, round_left
from game.lan.pending import owed
from game.lan.ports import Program
from game.lan.state import PublicState, Stage, written
from game.lan.terms import StartTerms, read_terms
from game.lan.voids import Voids
from game.match.audit import Breach, breaches_of
from game.match.bodies import write_seat, write_void
from game.match.deal import DealFault
from game.match.match import Match, Standing
from game.match.shuffle import coin, key_of
from game.match.telling import view_of
from game.match.transcript import TABLE, Controller, Entry, EntryKind, Seat
from game.rules.ruleset import RuleSet
from game.table.canon import digest, encode
from game.table.faces import Face
from game.table.moves import Move
from game.table.notation import write_move
from game.table.state import Table
from game.table.tiles import Tile
from game.table.view import View
from net.log import entries as log
from net.log.bodies import LogKind
from net.log.entries import GAME_KINDS, Core
from net.log.place import Place
from net.log.replica import Owed

_SEEDS = 1 << 62
_BOT_SEED = 2


class LanStory:
    """The fold of one match for one program."""

    def __init__(self, place: Place, program: Program, terms: StartTerms | None = None) -> None:
        terms = terms or read_terms(place)
        self.substitute = terms.substitute
        self.place = place
        self.seat = place.seat_of(program.key)
        self.match = Match.new(terms.header)
        self.stage = Stage.REST
        self.known: dict[Tile, Face] = {}
        self.fault: DealFault | None = None
        self.faults: dict[int, DealFault] = {}  # by the line of the match that named them
        self.voids = Voids(terms.voids)
        self.left: set[bytes] = set()  # of the rounds that ended with their host, each counted once
        self.breaches: tuple[Breach, ...] = ()
        self.program = program
        self.dealer = program.dealer(terms.header, place.match, self.seat)
        self.signed: dict[int, bytes] = {}
        self.fresh = 0  # how many entries there were when the table last changed
        self.deal_since = 0  # and when the deal of this round began
        self._settled = 0  # and when all had last signed a score
        self._moves: list[tuple[Entry, Table]] = []
        self.trial: Trial | None = None
        self._hashed: tuple[Table | None, bytes] = (None, bytes(HASH_BYTES))

    # What others ask

    @property
    def rules(self) -> RuleSet:
        """The rules."""
        return self.match.rules

    @property
    def standing(self) -> Standing:
        """The public standing."""
        return self.match.standing

    @property
    def over(self) -> bool:
        """Whether the match has its winner and everybody signed it."""
        return self.standing.over and self.stage is Stage.REST

    def resting(self) -> bool:
        """No round is being played."""
        return self.stage is Stage.REST

    def settled(self) -> int:
        """Return the length of the log at which all who play had last signed a score."""
        return self._settled

    @property
    def table(self) -> Table | None:
        """The table on which a round is being played."""
        return self.standing.table if self.stage is Stage.PLAYING else None

    def view_of(self, seat: int) -> View:
        """Return what a seat sees with the faces that this program may know."""
        return view_of(self.standing, seat, self.known)

    def work(self, steps: int) -> bool:
        """Do so many steps of the deal's long work; tell whether there was any, and perhaps something is owed now."""
        if self.stage is Stage.REST or not self.dealer.work(steps):
            return False
        self.known.update(self.dealer.known())
        return True

    def settle(self) -> None:
        """Open at once what the log opens to everybody, to judge what others say of it."""
        self.known.update(self.dealer.settle())

    def leave(self) -> bool:
        """Prepare to leave the chair: tell whether it stops nobody, or give our secrets up for that."""
        if self.seat is None or self.stage is not Stage.PLAYING or self.dealer.gave_up(self.seat):
            return True
        self.dealer.leave()
        return False

    def waiting(self) -> tuple[int, ...]:
        """Return the seats without whose part the table cannot go on."""
        if self.stage is Stage.SIGNING:
            return tuple(seat for seat in self.place.persons if seat not in self.signed)
        if self.stage is Stage.REST:
            place = self.place
            return () if self.standing.over else tuple(one for one in place.persons if self.voids.owed(one, place))
        return self.dealer.waiting()

    def public(self) -> bytes:
        """Everything everybody may know."""
        return written(self._state(self.standing.table))

    def digest(self) -> bytes:
        """Hash it; the table changes less often than the rest, so that its hash is kept."""
        table = self.standing.table
        if table is not self._hashed[0]:
            self._hashed = (table, bytes(HASH_BYTES) if table is None else digest(table))
        small = encode(self._state(None))
        return blake2b(self._hashed[1] + small, digest_size=HASH_BYTES).digest()

    def _state(self, table: Table | None) -> PublicState:
        standing = self.standing
        return PublicState(
            self.stage,
            tuple(sorted(self.signed)),
            standing.seats,
            standing.totals,
            standing.winners,
            standing.deals,
            self.match.transcript.head,
            self.dealer.public,
            table,
        )

    # What may follow, and what is owed

    def refusal(self, core: Core, place: Place) -> str:
        """Say by a word why an entry is neither owed nor allowed now."""
        return refusal(self, core, place)

    def owed(self, author: int, place: Place) -> tuple[Owed, ...]:
        """Return what an author must send now."""
        return owed(self, author, place)

    # What follows

    def apply(self, number: int, core: Core, place: Place) -> None:
        """Take in an entry that was not refused."""
        before, self.place = self.place, place
        if core.kind >= GAME_KINDS:
            kind, body = read_body(core)
            self._take(number, kind, core, body)
        else:
            self._notice(number, core, before)
        if self.stage is Stage.SIGNING and set(place.persons) <= set(self.signed):
            self._settled = number + 1
            self._rest()

    def _take(self, number: int, kind: BodyKind, core: Core, body: Body) -> None:
        if isinstance(body, RoundBegins):
            self.stage, self.deal_since, self.fault = Stage.DEALING, number + 1, None
            self._add(TABLE, EntryKind.SHARE, f"round {body.number}")
        elif isinstance(body, SignedScore):
            self.signed[core.author] = body.scores
        elif isinstance(body, Silent):
            self._go(core, TABLE, EntryKind.MOVE, "timeout", b"")
        elif isinstance(body, Bot):
            self._go(core, body.seat, EntryKind.MOVE, body.text, body.proof)
        else:
            line = EntryKind[kind.name]
            author = TABLE if core.author == log.TABLE else core.author
            self._go(core, author, line, body.text, body.proof)
        if self.dealer.void and self.stage in {Stage.DEALING, Stage.PLAYING}:
            self._void(number, [self.fault.seat] if self.fault else [])
        if kind is BodyKind.DEAL:
            self.stage, self._moves, self.breaches = Stage.PLAYING, [], ()
        elif kind is BodyKind.SCORE:
            self.stage = Stage.SIGNING
            table = self.standing.table
            self.breaches = tuple(breaches_of(self.rules, self._moves, table.faces)) if table else ()
        if kind is not BodyKind.SHARE and kind is not BodyKind.ROUND_END:
            self.fresh = number + 1

    def _go(self, core: Core, author: int, line: EntryKind, text: str, proof: bytes) -> None:
        """Add one line, by the trial if it was the very same."""
        trial, self.trial = self.trial, None
        table = self.standing.table
        if trial is not None and trial.core == core and trial.before is self.match:
            self.match = trial.after
            self._learn(self.match.transcript.entries[-1])
        else:
            self._add(author, line, text, proof)
        if line is EntryKind.MOVE and table is not None:
            self._moves.append((self.match.transcript.entries[-1], table))

    def _add(self, author: int, line: EntryKind, text: str, proof: bytes = b"") -> None:
        self.match, entry = self.match.adding(author, line, text, proof)
        self._learn(entry)

    def _learn(self, entry: Entry) -> None:
        learned = self.dealer.learn(entry, self.standing)
        if isinstance(learned, DealFault):
            self.fault = self.faults[entry.number] = learned
            return
        if entry.kind is EntryKind.DEAL:
            self.known = {}
        self.known.update(learned)

    def _notice(self, number: int, core: Core, before: Place) -> None:
        """Take in the log's own entries: who decides for a chair, and whether the round lives."""
        if core.kind in {LogKind.HANDOVER, LogKind.REHOST}:
            self._add(TABLE, EntryKind.HANDOVER, f"host {self.place.host} ballot {self.place.ballot}")
        left = [seat for seat in before.persons if seat not in self.place.persons]
        back = [seat for seat in self.place.persons if seat not in before.persons]
        gave_up = core.kind == LogKind.LEAVE and all(self.dealer.gave_up(seat) for seat in left)
        given_up = gave_up and self.stage is not Stage.DEALING
        if core.kind == LogKind.REHOST:
            self._follow(number, core, left)
        elif left and not given_up and self.stage in {Stage.DEALING, Stage.PLAYING}:
            self._void(number, left)
        for seat in left:
            name = self.standing.seats[seat].name
            self._add(TABLE, EntryKind.SEAT, write_seat(seat, Seat(name, Controller.BOT, self.substitute)))
        for seat in back:
            name = self.standing.seats[seat].name
            self._add(TABLE, EntryKind.SEAT, write_seat(seat, Seat(name, Controller.REMOTE)))

    def _follow(self, number: int, core: Core, left: Sequence[int]) -> None:
        """Go on under a new host from where the old one left; a round that he had begun behind it was his to end."""
        signature = round_left(self, core)
        if signature is not None:
            self.left.add(signature)
        self._void(number, left if signature is not None else ())

    def _void(self, number: int, by: Sequence[int]) -> None:
        """Drop the running round: it is dealt again, and whoever caused it pays, and is nearer to losing the chair."""
        self.voids.count(by)
        paid = [write_void((seat, self.rules.void_price)) for seat in by]
        for body in paid or [write_void(None)] * (self.stage is Stage.PLAYING):
            self._add(TABLE, EntryKind.VOID, body)
        self.fresh = number + 1
        self._rest()

    def _rest(self) -> None:
        self.stage = Stage.REST
        self.signed = {}

    # What entries are made of

    def said(self, move: Move, table: Table) -> SaidMove:
        """Return a move as it is written into the log."""
        proof = self.dealer.open(tuple(tile for tile, _face in move.shown))
        return SaidMove(write_move(move, table, cards=self.rules.deck.cards), proof)

    def bot_seed(self, seat: int, standing: Standing) -> int:
        """Return the seed of a bot's decision, which everybody finds: another for each place in each deal's story."""
        match = int.from_bytes(self.place.match[:7], "big")
        return coin(key_of(match, _BOT_SEED, standing.deals, seat, len(standing.story)), _SEEDS)

    def scores(self) -> bytes:
        """Return the hash that ends a round: its number, the scores, and what the second look at it found."""
        standing = self.standing
        found = tuple((one.entry, one.seat, one.refusal.code.key) for one in self.breaches)
        result = (len(standing.results), standing.totals, found)
        said = encode(result, tuple[int, tuple[int, ...], tuple[tuple[int, int, str], ...]])
        return blake2b(said, digest_size=HASH_BYTES).digest()
