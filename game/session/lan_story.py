"""What the entries of a LAN log mean: the game's fold behind the network's `Story`.

Laws: the table, the score and who decides for a chair are a pure function of the log; an entry is refused unless its
author wrote it after what it answers; no bot plays a rack whose person did not give it up: such a round is void.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

from game.match.audit import Breach, breaches_of
from game.match.bodies import write_score, write_seat
from game.match.deal import Dealer, Fault
from game.match.match import BrokenLogError, Match, Standing
from game.match.shuffle import coin, key_of
from game.match.telling import view_of
from game.match.transcript import TABLE, Controller, Entry, Header, Seat
from game.match.transcript import Kind as Line
from game.rules.ruleset import RuleSet
from game.session.lan_bodies import HASH_BYTES, Body, Bot, Kind, Round, Said, Signed, Silent
from game.session.lan_bodies import read_game_body as read_body
from game.session.lan_bodies import write_game_body as write_body
from game.session.lan_state import DealState, PublicState, Stage, written
from game.session.lan_terms import read_terms
from game.session.lan_voids import Voids
from game.table.canon import digest, encode
from game.table.faces import Face
from game.table.moves import Move, Timeout
from game.table.notation import read_move, write_move
from game.table.state import Phase, Table
from game.table.tiles import Tile
from game.table.view import View
from net import entries as log
from net.bodies import Kind as LogKind
from net.entries import GAME_KINDS, Core
from net.place import Place
from net.replica import Owed
from net.schema import Misfit

_SEEDS = 1 << 62
_BOT_SEED = 2


class LanDealer(Dealer, Protocol):
    """A dealer that works for one program and can judge what others say for the deal."""

    def objection(self, author: int, body: str, proof: bytes) -> str:
        """Say by a word why a share is neither owed nor allowed; empty if it is."""

    @property
    def public(self) -> DealState:
        """What everybody knows of the deal, in a fixed order."""

    @property
    def void(self) -> bool:
        """Whether the log names somebody who broke the deal."""

    @property
    def audited(self) -> bool:
        """Whether this program has checked all there is, and has nothing left to say against it."""

    def gave_up(self, seat: int) -> bool:
        """Tell whether a seat gave its secrets up, so that its leaving stops nobody."""

    def leave(self) -> None:
        """Give our secrets up."""

    def work(self, steps: int) -> bool:
        """Do so much of the long work; tell whether there was any."""

    def known(self) -> Mapping[Tile, Face]:
        """Return the faces that this program may know beside the public ones."""

    def settle(self) -> Mapping[Tile, Face]:
        """Find out at once what the log tells everybody, and return the same."""


class Program(Protocol):
    """What only this program knows: who it is, its secrets, what its person and its bots decide."""

    @property
    def key(self) -> bytes:
        """Its public key."""

    def dealer(self, header: Header, match: bytes, seat: int | None) -> LanDealer:
        """Make the dealer of a match."""

    def decision(self, deals: int, view: View) -> Move | None:
        """Return its person's next move, None while there is none; `deals` tells rounds dealt anew apart."""

    def bot_move(self, seat: int, view: View, level: str, nodes: int, seed: int) -> Move | None:
        """Return a bot's move, None while it thinks."""

    def goes_on(self, standing: Standing) -> bool:
        """As the host: tell whether the next round may begin."""


@dataclass(frozen=True, slots=True)
class _Trial:
    """An entry that was folded to judge it, so that it need not be folded again."""

    core: Core
    before: Match
    after: Match


class LanStory:
    """The fold of one match for one program."""

    def __init__(self, place: Place, program: Program) -> None:
        terms = read_terms(place)
        self.substitute = terms.substitute
        self.place = place
        self.seat = place.seat_of(program.key)
        self.match = Match.new(terms.header)
        self.stage = Stage.REST
        self.known: dict[Tile, Face] = {}
        self.fault: Fault | None = None
        self.faults: dict[int, Fault] = {}  # by the line of the match that named them
        self.voids = Voids(terms.voids)
        self.breaches: tuple[Breach, ...] = ()
        self._program = program
        self._dealer = program.dealer(terms.header, place.match, self.seat)
        self._signed: dict[int, bytes] = {}
        self._fresh = 0  # how many entries there were when the table last changed
        self._deal_since = 0  # and when the deal of this round began
        self._moves: list[tuple[Entry, Table]] = []
        self._trial: _Trial | None = None
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

    def view_of(self, seat: int) -> View:
        """Return what a seat sees with the faces that this program may know."""
        return view_of(self.standing, seat, self.known)

    def work(self, steps: int) -> bool:
        """Do so many steps of the deal's long work; tell whether there was any, and perhaps something is owed now."""
        if self.stage is Stage.REST or not self._dealer.work(steps):
            return False
        self.known.update(self._dealer.known())
        return True

    def leave(self) -> bool:
        """Prepare to leave the chair: tell whether it stops nobody, or give our secrets up for that."""
        if self.seat is None or self.stage is not Stage.PLAYING or self._dealer.gave_up(self.seat):
            return True
        self._dealer.leave()
        return False

    def waiting(self) -> tuple[int, ...]:
        """Return the seats without whose part the table cannot go on."""
        if self.stage is Stage.SIGNING:
            return tuple(seat for seat in self.place.persons if seat not in self._signed)
        return self._dealer.waiting() if self.stage in {Stage.DEALING, Stage.PLAYING} else ()

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
            tuple(sorted(self._signed)),
            standing.seats,
            standing.totals,
            standing.winners,
            standing.deals,
            self.match.transcript.head,
            self._dealer.public,
            table,
        )

    # What may follow

    def refusal(self, core: Core, place: Place) -> str:
        """Say by a word why an entry is neither owed nor allowed now."""
        if core.kind < GAME_KINDS:
            returns = core.kind == LogKind.RETURN
            return "forfeit" if returns and self.voids.refuses_return(core.author, place) else ""
        try:
            kind, body = read_body(core)
        except Misfit:
            return "unreadable"
        of_seat = kind in {Kind.SHARE, Kind.MOVE, Kind.ROUND_END}
        if of_seat == (core.author == log.TABLE):
            return "not_the_tables" if of_seat else "only_the_tables"
        if of_seat and core.author not in place.persons:
            return "gave_up_seat"
        if core.seen < (self._deal_since if kind is Kind.SHARE else self._fresh):
            return "meant_for_before"
        return self._refusals[kind](self, core, body)

    def _refuse_round(self, _core: Core, body: Body) -> str:
        due = self.stage is Stage.REST and not self.standing.over and self.voids.must_go(self.place) is None
        return "" if due and body == Round(self.standing.next_round) else "no_round_due"

    def _refuse_share(self, core: Core, body: Body) -> str:
        if not isinstance(body, Said) or self.stage is Stage.REST:
            return "no_share"
        return self._dealer.objection(core.author, body.text, body.proof) or self._refuse_lines(
            core, [(core.author, Line.SHARE, body.text, body.proof)]
        )

    def _refuse_deal(self, core: Core, body: Body) -> str:
        due = self._owed_deal() if self.stage is Stage.DEALING else ()
        return self._refuse_of_table(core, body, due, Line.DEAL)

    def _refuse_score(self, core: Core, body: Body) -> str:
        table = self._table()
        due = self._owed_score() if table is not None and table.phase is Phase.ROUND_END else ()
        return self._refuse_of_table(core, body, due, Line.SCORE)

    def _refuse_of_table(self, core: Core, body: Body, due: tuple[Owed, ...], line: Line) -> str:
        """Hold what the table says to the very words that every program finds itself."""
        if not isinstance(body, Said) or Owed(core.kind, core.body) not in due:
            return "not_due"
        return self._refuse_lines(core, [(TABLE, line, body.text, body.proof)])

    def _refuse_move(self, core: Core, body: Body) -> str:
        table = self._table()
        if not isinstance(body, Said) or table is None or table.to_move != core.author:
            return "not_your_turn"
        return self._refuse_words(core, core.author, body.text, body.proof)

    def _refuse_bot(self, core: Core, body: Body) -> str:
        table = self._table()
        if not isinstance(body, Bot) or table is None or table.to_move != body.seat:
            return "not_its_turn"
        header, seat = self.match.header, self.standing.seats[body.seat]
        due = (seat.level, header.bots, header.nodes, self.bot_seed(body.seat, self.standing))
        if seat.controller is not Controller.BOT or (body.level, body.version, body.nodes, body.seed) != due:
            return "not_that_bot"
        self.known.update(self._dealer.settle())
        if not self.view_of(body.seat).to_decide:
            return "faces_missing"
        return self._refuse_words(core, body.seat, body.text, body.proof)

    def _refuse_timeout(self, core: Core, body: Body) -> str:
        table = self._table()
        if not isinstance(body, Silent) or table is None or table.to_move != body.seat:
            return "not_its_turn"
        if self.standing.seats[body.seat].controller is not Controller.REMOTE:
            return "a_bots_turn"
        return self._refuse_lines(core, [(TABLE, Line.MOVE, "timeout", b"")])

    def _refuse_end(self, core: Core, body: Body) -> str:
        due = self.stage is Stage.SIGNING and core.author not in self._signed
        return "" if due and body == Signed(self._scores()) else "no_sign"

    def _refuse_words(self, core: Core, seat: int, text: str, proof: bytes) -> str:
        """Judge a move: its form, its faces, the rules, and a bot's by its own rack too."""
        cards = self.rules.deck.cards
        try:
            move = read_move(text, cards=cards)
            if isinstance(move, Timeout) and self.standing.table and self.standing.table.stock:
                return "time_out_with_stock"
            found = self._refuse_lines(core, [(seat, Line.MOVE, text, proof)])
            if found:
                return found
            if self._dealer.confirm(seat, move, proof) is not None:
                return "false_face"
            if core.author == log.TABLE and self.rules.own_refusal(self.view_of(seat), move) is not None:
                return "against_its_rack"
        except (ValueError, IndexError):
            return "unreadable"
        return ""

    def _refuse_lines(self, core: Core, lines: list[tuple[int, Line, str, bytes]]) -> str:
        """Fold on trial, and keep the result for when the entry comes."""
        match = self.match
        try:
            for author, line, text, proof in lines:
                match, _entry = match.adding(author, line, text, proof)
        except BrokenLogError:
            return "against_the_rules"
        self._trial = _Trial(core, self.match, match)
        return ""

    _refusals: dict[Kind, Callable[[LanStory, Core, Body], str]] = {  # noqa: RUF012 - a table, never changed
        Kind.ROUND: _refuse_round,
        Kind.SHARE: _refuse_share,
        Kind.DEAL: _refuse_deal,
        Kind.MOVE: _refuse_move,
        Kind.BOT: _refuse_bot,
        Kind.TIMEOUT: _refuse_timeout,
        Kind.SCORE: _refuse_score,
        Kind.ROUND_END: _refuse_end,
    }

    # What follows

    def apply(self, number: int, core: Core, place: Place) -> None:
        """Take in an entry that was not refused."""
        before, self.place = self.place, place
        if core.kind >= GAME_KINDS:
            kind, body = read_body(core)
            self._take(number, kind, core, body)
        else:
            self._notice(number, core, before)
        if self.stage is Stage.SIGNING and set(place.persons) <= set(self._signed):
            self._rest()

    def _take(self, number: int, kind: Kind, core: Core, body: Body) -> None:
        if isinstance(body, Round):
            self.stage, self._deal_since, self.fault = Stage.DEALING, number + 1, None
            self._add(TABLE, Line.SHARE, f"round {body.number}")
        elif isinstance(body, Signed):
            self._signed[core.author] = body.scores
        elif isinstance(body, Silent):
            self._go(core, TABLE, Line.MOVE, "timeout", b"")
        elif isinstance(body, Bot):
            self._go(core, body.seat, Line.MOVE, body.text, body.proof)
        else:
            line = Line[kind.name]
            author = TABLE if core.author == log.TABLE else core.author
            self._go(core, author, line, body.text, body.proof)
        if self._dealer.void and self.stage in {Stage.DEALING, Stage.PLAYING}:
            self._void(number, [self.fault.seat] if self.fault else [])
        if kind is Kind.DEAL:
            self.stage, self._moves, self.breaches = Stage.PLAYING, [], ()
        elif kind is Kind.SCORE:
            self.stage = Stage.SIGNING
            table = self.standing.table
            self.breaches = tuple(breaches_of(self.rules, self._moves, table.faces)) if table else ()
        if kind is not Kind.SHARE and kind is not Kind.ROUND_END:
            self._fresh = number + 1

    def _go(self, core: Core, author: int, line: Line, text: str, proof: bytes) -> None:
        """Add one line, by the trial if it was the very same."""
        trial, self._trial = self._trial, None
        table = self.standing.table
        if trial is not None and trial.core == core and trial.before is self.match:
            self.match = trial.after
            self._learn(self.match.transcript.entries[-1])
        else:
            self._add(author, line, text, proof)
        if line is Line.MOVE and table is not None:
            self._moves.append((self.match.transcript.entries[-1], table))

    def _add(self, author: int, line: Line, text: str, proof: bytes = b"") -> None:
        self.match, entry = self.match.adding(author, line, text, proof)
        self._learn(entry)

    def _learn(self, entry: Entry) -> None:
        learned = self._dealer.learn(entry, self.standing)
        if isinstance(learned, Fault):
            self.fault = self.faults[entry.number] = learned
            return
        if entry.kind is Line.DEAL:
            self.known = {}
        self.known.update(learned)

    def _notice(self, number: int, core: Core, before: Place) -> None:
        """Take in the log's own entries: who decides for a chair, and whether the round lives."""
        if core.kind in {LogKind.HANDOVER, LogKind.REHOST}:
            self._add(TABLE, Line.HANDOVER, f"host {self.place.host} ballot {self.place.ballot}")
        left = [seat for seat in before.persons if seat not in self.place.persons]
        back = [seat for seat in self.place.persons if seat not in before.persons]
        gave_up = core.kind == LogKind.LEAVE and all(self._dealer.gave_up(seat) for seat in left)
        given_up = gave_up and self.stage is not Stage.DEALING
        if core.kind == LogKind.REHOST or (left and not given_up and self.stage is not Stage.SIGNING):
            self._void(number, left)
        for seat in left:
            name = self.standing.seats[seat].name
            self._add(TABLE, Line.SEAT, write_seat(seat, Seat(name, Controller.BOT, self.substitute)))
        for seat in back:
            name = self.standing.seats[seat].name
            self._add(TABLE, Line.SEAT, write_seat(seat, Seat(name, Controller.REMOTE)))

    def _void(self, number: int, by: Sequence[int]) -> None:
        """Drop the running round: the score stands and the round is dealt again; it counts against who caused it."""
        if self.stage is not Stage.REST:
            self.voids.count(by)
        if self.stage is Stage.PLAYING:
            self._add(TABLE, Line.VOID, "void")
        self._fresh = number + 1
        self._rest()

    def _rest(self) -> None:
        self.stage = Stage.REST
        self._signed = {}

    # What is owed

    def owed(self, author: int, place: Place) -> tuple[Owed, ...]:
        """Return what an author must send now."""
        if author == log.TABLE:
            return self._owed_by_table(place)
        if author not in place.persons:
            return ()
        if self.stage is Stage.REST:
            return () if self.standing.over else self.voids.owed(author, place)
        if self.stage is Stage.SIGNING and self._dealer.audited:
            return () if author in self._signed else (Owed(Kind.ROUND_END, write_body(Signed(self._scores()))),)
        shares = tuple(
            Owed(Kind.SHARE, write_body(Said(one.body, one.proof)))
            for one in self._dealer.owed(self.match.transcript, author)
        )
        return shares or self._owed_move(author)

    def _owed_move(self, author: int) -> tuple[Owed, ...]:
        table = self._table()
        if author != self.seat or table is None or table.to_move != author:
            return ()
        view = self.view_of(author)
        move = self._program.decision(self.standing.deals, view) if view.to_decide else None
        return () if move is None else (Owed(Kind.MOVE, write_body(self.said(move, table))),)

    def _owed_by_table(self, place: Place) -> tuple[Owed, ...]:
        standing = self.standing
        if self.stage is Stage.REST:
            free = bool(place.persons) and self.voids.must_go(place) is None
            goes = free and not standing.over and self._program.goes_on(standing)
            return (Owed(Kind.ROUND, write_body(Round(standing.next_round))),) if goes else ()
        if self.stage is Stage.DEALING:
            return self._owed_deal()
        table = standing.table
        if self.stage is not Stage.PLAYING or table is None:
            return ()
        if table.phase is not Phase.ROUND_END:
            return self._owed_bot(table)
        return self._owed_score() if self._dealer.audited else ()

    def _owed_deal(self) -> tuple[Owed, ...]:
        deals = self._dealer.owed(self.match.transcript, TABLE)
        return tuple(Owed(Kind.DEAL, write_body(Said(one.body, one.proof))) for one in deals)

    def _owed_score(self) -> tuple[Owed, ...]:
        if self._dealer.waiting():
            return ()
        shown = self._dealer.close(self.standing)
        if isinstance(shown, Fault):
            return ()
        return (Owed(Kind.SCORE, write_body(Said(write_score(shown, cards=self.rules.deck.cards), b""))),)

    def _owed_bot(self, table: Table) -> tuple[Owed, ...]:
        seat = table.to_move
        sitter, header = self.standing.seats[seat], self.match.header
        view = self.view_of(seat)
        if sitter.controller is not Controller.BOT or not view.to_decide:
            return ()
        seed = self.bot_seed(seat, self.standing)
        move = self._program.bot_move(seat, view, sitter.level, header.nodes, seed)
        if move is None:
            return ()
        said = self.said(move, table)
        bot = Bot(seat, said.text, said.proof, sitter.level, header.bots, header.nodes, seed)
        return (Owed(Kind.BOT, write_body(bot)),)

    def said(self, move: Move, table: Table) -> Said:
        """Return a move as it is written into the log."""
        proof = self._dealer.open(tuple(tile for tile, _face in move.shown))
        return Said(write_move(move, table, cards=self.rules.deck.cards), proof)

    def bot_seed(self, seat: int, standing: Standing) -> int:
        """Return the seed of a bot's decision, which everybody finds: another for each place in each deal's story."""
        match = int.from_bytes(self.place.match[:7], "big")
        return coin(key_of(match, _BOT_SEED, standing.deals, seat, len(standing.story)), _SEEDS)

    def _scores(self) -> bytes:
        """Return the hash that ends a round: its number, the scores, and what the second look at it found."""
        standing = self.standing
        found = tuple((one.entry, one.seat, one.refusal.code.key) for one in self.breaches)
        result = (len(standing.results), standing.totals, found)
        said = encode(result, tuple[int, tuple[int, ...], tuple[tuple[int, int, str], ...]])
        return blake2b(said, digest_size=HASH_BYTES).digest()

    def _table(self) -> Table | None:
        """Return the table on which a round is being played."""
        return self.standing.table if self.stage is Stage.PLAYING else None
