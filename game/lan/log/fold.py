"""What the log of a LAN match says so far, for one program: the fold, what others ask of it, what entries are made of.

Laws: nothing here changes by an entry; that is `story`. What may follow stands in `judging`, what is owed in `pending`.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from game.lan.log.bodies import HASH_BYTES, SaidMove
from game.lan.log.state import PublicState, Stage, written
from game.lan.log.voids import Voids
from game.lan.ports import Program
from game.lan.terms import StartTerms, read_terms
from game.match.deal import DealFault
from game.match.match import Match, Standing
from game.match.shuffle import coin, key_of
from game.match.telling import view_of
from game.match.transcript import Entry
from game.rules.ruleset import RuleSet
from game.table.canon import encode
from game.table.faces import Face
from game.table.moves import Move
from game.table.notation import write_move
from game.table.state import Table
from game.table.tiles import Tile
from game.table.view import View
from net.log.roster import Roster

if TYPE_CHECKING:
    from game.match.audit import Breach

_SEEDS = 1 << 62
_BOT_SEED = 2


class MatchFold:
    """One match as far as it is folded."""

    def __init__(self, roster: Roster, program: Program, terms: StartTerms | None = None) -> None:
        terms = terms or read_terms(roster)
        self.substitute = terms.substitute
        self.roster = roster
        self.seat = roster.seat_of(program.key)
        self.match = Match.new(terms.header)
        self.stage = Stage.REST
        self.known: dict[Tile, Face] = {}
        self.fault: DealFault | None = None
        self.faults: dict[int, DealFault] = {}  # by the line of the match that named them
        self.voids = Voids(terms.voids)
        self.left: set[bytes] = set()  # of the rounds that ended with their host, each counted once
        self.breaches: tuple[Breach, ...] = ()
        self.program = program
        self.by_hall = terms.by_hall
        self.dealer = (
            program.hall_dealer(terms.header, roster, self.seat)
            if terms.by_hall
            else program.dealer(terms.header, roster.match, self.seat)
        )
        self.signed: dict[int, bytes] = {}
        self.changed_at = 0  # how many entries there were when the table last changed
        self.deal_began_at = 0  # and when the deal of this round began
        self._settled = 0  # and when all had last signed a score
        self._moves: list[tuple[Entry, Table]] = []

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

    def host_is_fixed(self) -> bool:
        """Return whether nobody else may ever host: who deals alone is not replaced."""
        return self.by_hall

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
        """Do `steps` steps of the deal's long work; return whether there was any, after which something may be owed."""
        if self.stage is Stage.REST or not self.dealer.work(steps):
            return False
        self.known.update(self.dealer.known())
        return True

    def settle(self) -> None:
        """Open at once what the log opens to everybody, to judge what others say of it."""
        self.known.update(self.dealer.settle())

    def leave(self) -> bool:
        """Prepare to leave the chair: tell whether it stops nobody, or give our secrets up for that."""
        if self.seat is None or self.stage is not Stage.PLAYING or self.dealer.secrets_released(self.seat):
            return True
        self.dealer.leave()
        return False

    def waiting(self) -> tuple[int, ...]:
        """Return the seats without whose part the table cannot go on."""
        if self.stage is Stage.SIGNING:
            return tuple(seat for seat in self.roster.persons if seat not in self.signed)
        if self.stage is Stage.REST:
            roster, some = self.roster, self.voids.made and not self.standing.over
            return tuple(one for one in roster.persons if self.voids.owed(one, roster)) if some else ()
        return self.dealer.waiting()

    def public(self) -> bytes:
        """Return the public table as the bytes that every program must agree on."""
        return written(self._state(self.standing.table))

    def digest(self) -> bytes:
        """Hash it; the table's own hash is the match's."""
        table = bytes(HASH_BYTES) if self.standing.table is None else self.match.table_digest
        return blake2b(table + encode(self._state(None)), digest_size=HASH_BYTES).digest()

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

    # What entries are made of

    def said(self, move: Move, table: Table) -> SaidMove:
        """Return a move as it is written into the log."""
        proof = self.dealer.open(tuple(tile for tile, _face in move.shown))
        return SaidMove(write_move(move, table, cards=self.rules.deck.cards), proof)

    def bot_seed(self, seat: int, standing: Standing) -> int:
        """Return the seed of a bot's decision, which everybody finds: another for each place in each deal's story."""
        match = int.from_bytes(self.roster.match[:7], "big")
        return coin(key_of(match, _BOT_SEED, standing.deals, seat, len(standing.story)), _SEEDS)

    def scores(self) -> bytes:
        """Return the hash that ends a round: its number, the scores, and what the second look at it found."""
        standing = self.standing
        found = tuple((one.entry, one.seat, one.refusal.code.key) for one in self.breaches)
        result = (len(standing.results), standing.totals, found)
        said = encode(result, tuple[int, tuple[int, ...], tuple[tuple[int, int, str], ...]])
        return blake2b(said, digest_size=HASH_BYTES).digest()
