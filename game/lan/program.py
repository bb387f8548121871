"""What one program brings to a LAN match: its secrets, its user's decisions, and a worker for bots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

from game.bots.choice import fallback_move
from game.bots.nodes import Budget
from game.bots.questions import BotAnswer, Ticket
from game.bots.thinker import Thinker
from game.lan.deal.boards import Boards
from game.lan.deal.dealer import SealedDealer
from game.lan.deal.hall_dealer import HallDealer
from game.lan.ports import LanDealer
from game.match.match import Standing
from game.match.transcript import Header
from game.session.draft import draft_refusal
from game.table.moves import Move
from game.table.view import PublicMove, View
from net.deal.rounds import SHADOW_DECKS
from net.identity import SEED_BYTES, Identity
from net.log.roster import Roster


@dataclass(frozen=True, slots=True)
class PendingMoves:
    """Our user's moves that are not in the log yet, and the deal and story length they begin at."""

    deals: int
    seat: int
    start: int
    moves: tuple[Move, ...]

    def next_move(self, deals: int, view: View) -> Move | None:
        """Return the move for this view; None if all are made, or play took another course."""
        at = len(view.story) - self.start
        made = tuple(PublicMove(self.seat, move) for move in self.moves[:at])
        fits = deals == self.deals and view.seat == self.seat and 0 <= at < len(self.moves)
        return self.moves[at] if fits and view.story[self.start :] == made else None


class LanProgram:
    """Our program at a LAN table; only tests deal with fewer `proofs`, and only among themselves."""

    def __init__(self, secret: bytes, thinker: Thinker, *, proofs: int = SHADOW_DECKS) -> None:
        self.identity = Identity.from_seed(_derive(secret, b"identity"))
        self.decided: PendingMoves | None = None
        self.may_go_on: Callable[[Standing], bool] = lambda _standing: False
        self.boards: Boards | None = None  # as a hall that deals
        self.paused = False  # whether bots wait, as the players do during a pause
        self._proofs = proofs
        self._deals = _derive(secret, b"deals")
        self._salts: dict[bytes, bytes] = {}  # by match
        self._thinker = thinker
        self._asked: tuple[View, int, Ticket] | None = None
        self._answer: BotAnswer | None = None
        self._held: tuple[int, Move] | None = None  # a bot's move that must wait

    @property
    def key(self) -> bytes:
        """Its public key."""
        return self.identity.key

    def make_dealer(self, header: Header, match: bytes, seat: int | None) -> LanDealer:
        """Make the dealer of a match; its secrets are the same after every restart."""
        return SealedDealer(header, seat, lambda context: self._seed(match, context), proofs=self._proofs)

    def make_hall_dealer(self, header: Header, roster: Roster, seat: int | None) -> LanDealer:
        """Make the dealer of a match whose tiles a hall, which is its host, deals."""
        hosting = roster.host_key == self.key

        @cache
        def shared(at: int) -> bytes:
            if hosting or at == seat:
                return self.identity.shared_key(roster.key_of(at) if hosting else roster.host_key)
            return b""

        return HallDealer(header, seat, shared, lambda: self.boards if hosting else None)

    def set_salt(self, match: bytes, salt: bytes) -> None:
        """Set the salt of a match, without which nothing is dealt there."""
        self._salts[match] = salt

    def _seed(self, match: bytes, context: bytes) -> bytes:
        return _derive(self._deals, self._salts[match] + match + context)

    def user_move(self, deals: int, view: View) -> Move | None:
        """Return our user's move for this point of the story."""
        return None if self.decided is None else self.decided.next_move(deals, view)

    def may_begin_round(self, standing: Standing) -> bool:
        """Return whether we, as the host, may begin the next round."""
        return self.may_go_on(standing) and (
            self.boards is None or bool(self.boards.secret(standing.next_round_number))
        )

    def bot_move(self, seat: int, view: View, level: str, nodes: int, seed: int) -> Move | None:
        """Let the worker think about a view; return its move once it has answered and may move."""
        self._held = None
        if self._asked is None or self._asked[:2] != (view, seed):
            self.drop_question()
            self._asked = view, seed, self._thinker.ask(view, level, Budget(nodes), seed)
        if self._answer is None:
            return None
        # A bot's illegal move is replaced: it must never stop the table.
        move = self._answer.choice.move
        move = move if draft_refusal(view, move) is None else fallback_move(view).move
        if self.may_move(seat, move):
            return move
        self._held = seat, move
        return None

    def may_move(self, _seat: int, _move: Move) -> bool:
        """Return whether a bot may make its move now."""
        return not self.paused

    @property
    def is_thinking(self) -> bool:
        """Whether the worker is thinking."""
        return self._asked is not None and self._answer is None

    def hear_worker(self) -> bool:
        """Poll the worker; return whether it has answered, or a move need wait no longer."""
        if self._asked is not None and self._answer is None:
            self._answer = next((one for one in self._thinker.poll() if one.ticket == self._asked[2]), None)
            return self._answer is not None
        came = self._held is not None and self.may_move(*self._held)
        self._held = None if came else self._held
        return came

    def drop_question(self) -> None:
        """Cancel the worker's task, if any, and forget its answer."""
        if self._asked is not None and self._answer is None:
            self._thinker.cancel(self._asked[2])
        self._asked, self._answer = None, None


def _derive(secret: bytes, purpose: bytes) -> bytes:
    return blake2b(purpose, key=secret, digest_size=SEED_BYTES).digest()
