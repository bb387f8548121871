"""The state that a LAN match's log adds up to, for one program.

Law: entries are folded in `story`; `judging` says which are allowed, `pending` which are owed.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from game.lan.log.bodies import HASH_BYTES, MoveBody
from game.lan.log.state import PublicState, Stage, encode_state
from game.lan.log.voids import Voids
from game.lan.ports import Program
from game.lan.terms import StartTerms, read_terms
from game.match.deal import DealFault
from game.match.match import Match, Standing
from game.match.shuffle import derive_key, draw_coin
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

_BOT_SEED_COUNT = 1 << 62
_BOT_SEED_PURPOSE = 2


class MatchFold:
    """One match as far as its log is folded."""

    def __init__(self, roster: Roster, program: Program, terms: StartTerms | None = None) -> None:
        terms = terms or read_terms(roster)
        self.substitute = terms.substitute
        self.roster = roster
        self.seat = roster.seat_of(program.key)
        self.match = Match.new(terms.header)
        self.stage = Stage.REST
        self.known: dict[Tile, Face] = {}
        self.fault: DealFault | None = None
        self.faults: dict[int, DealFault] = {}  # by the number of the match entry that proved the fault
        self.voids = Voids(terms.voids)
        self.abandoned_rounds: set[bytes] = set()  # the signatures of their entries, so that each is counted once
        self.breaches: tuple[Breach, ...] = ()
        self.program = program
        self.by_hall = terms.hall_deals
        self.dealer = (
            program.make_hall_dealer(terms.header, roster, self.seat)
            if terms.hall_deals
            else program.make_dealer(terms.header, roster.match, self.seat)
        )
        self.signed: dict[int, bytes] = {}  # by seat: the hash of the scores that it signed
        self.changed_at = 0  # the log's length when the table last changed
        self.deal_began_at = 0  # the log's length when this round's deal began
        self._settled = 0  # the log's length when all had last signed a score
        self._moves: list[tuple[Entry, Table]] = []  # this round's moves, each with the table before it

    # For others

    @property
    def rules(self) -> RuleSet:
        """The rules."""
        return self.match.rules

    @property
    def standing(self) -> Standing:
        """The public standing."""
        return self.match.standing

    @property
    def is_over(self) -> bool:
        """Whether the match has a winner and everybody has signed it."""
        return self.standing.over and self.stage is Stage.REST

    def is_between_rounds(self) -> bool:
        """Return whether no round is being played."""
        return self.stage is Stage.REST

    def is_host_fixed(self) -> bool:
        """Return whether only this host may host: a hall that deals alone cannot be replaced."""
        return self.by_hall

    def settled_length(self) -> int:
        """Return the log's length when all players had last signed a score."""
        return self._settled

    @property
    def table(self) -> Table | None:
        """The table on which a round is being played."""
        return self.standing.table if self.stage is Stage.PLAYING else None

    def view_of(self, seat: int) -> View:
        """Return a seat's view with the faces that this program may know."""
        return view_of(self.standing, seat, self.known)

    def do_work(self, steps: int) -> bool:
        """Do `steps` steps of the deal's work; return whether there was any, after which entries may be owed."""
        if self.stage is Stage.REST or not self.dealer.do_work(steps):
            return False
        self.known.update(self.dealer.known_faces())
        return True

    def open_public_faces(self) -> None:
        """Open at once all faces that the log makes public, to judge entries about them."""
        self.known.update(self.dealer.open_public_faces())

    def prepare_to_leave(self) -> bool:
        """Prepare to leave the seat: return whether play can go on without it, else reveal our secrets for that."""
        if self.seat is None or self.stage is not Stage.PLAYING or self.dealer.has_released_secrets(self.seat):
            return True
        self.dealer.release_secrets()
        return False

    def awaited_seats(self) -> tuple[int, ...]:
        """Return the seats whose entries the table waits for."""
        if self.stage is Stage.SIGNING:
            return tuple(seat for seat in self.roster.persons if seat not in self.signed)
        if self.stage is Stage.REST:
            if not self.voids.made or self.standing.over:
                return ()
            return tuple(one for one in self.roster.persons if self.voids.owed_votes(one, self.roster))
        return self.dealer.awaited_seats()

    def public_bytes(self) -> bytes:
        """Return the public state as canonical bytes, equal in all programs."""
        return encode_state(self._state(self.standing.table))

    def digest(self) -> bytes:
        """Hash the public state, reusing the match's hash of the table."""
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
            self.dealer.public_state,
            table,
        )

    # Contents of entries

    def encode_move(self, move: Move, table: Table) -> MoveBody:
        """Encode a move for the log."""
        proof = self.dealer.opening_proof(tuple(tile for tile, _face in move.shown))
        return MoveBody(write_move(move, table, cards=self.rules.deck.cards), proof)

    def bot_seed(self, seat: int, standing: Standing) -> int:
        """Return the seed of a bot's decision, derived from deal, seat and story so that all programs agree."""
        match = int.from_bytes(self.roster.match[:7], "big")
        return draw_coin(
            derive_key(match, _BOT_SEED_PURPOSE, standing.deals, seat, len(standing.story)), _BOT_SEED_COUNT
        )

    def scores_hash(self) -> bytes:
        """Return the hash that all sign at the end of a round: its number, the scores, and the audit's findings."""
        standing = self.standing
        found = tuple((one.entry, one.seat, one.refusal.code.key) for one in self.breaches)
        result = (len(standing.results), standing.totals, found)
        said = encode(result, tuple[int, tuple[int, ...], tuple[tuple[int, int, str], ...]])
        return blake2b(said, digest_size=HASH_BYTES).digest()
