"""The real games on the simulated network, with persons who move as the rules do after a timeout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from game.bots.names import DEFAULT_LEVEL
from game.lan.deal.dealer import SealedDealer
from game.lan.log.story import LanStory
from game.lan.ports import LanDealer
from game.lan.table import make_lobby, read_agreed_options
from game.lan.terms import TableOffer, make_terms
from game.match.match import Standing
from game.match.transcript import RULES_VERSION, Header
from game.rules.registry import rules_of
from game.rules.ruleset import Family, choose_options
from game.table.canon import encode
from game.table.moves import Move
from game.table.options import OptionValue
from game.table.refusals import Refusal
from game.table.view import View, with_shown_faces
from net.guests import AgreedOptions
from net.lobby import Lobby
from net.log.entries import LogEntry
from net.log.replica import MakeStateMachine, StateMachine
from net.log.roster import Roster
from tools.netsim_plan import Plan, Voice

FEW_PROOFS = 2  # few, since simulations test the network with thousands of deals
CRASH_ENTRIES = 200  # entries of a quiet round, at which programs crash

Decide = Callable[[View, int], Move]


def quiet(view: View, _seed: int) -> Move:
    """Move as the rules do for somebody whose time has run out."""
    return with_shown_faces(view, rules_of(view.table.game).time_out(view))


@dataclass(frozen=True, slots=True)
class Machine:
    """What only one program knows."""

    key: bytes
    secret: bytes
    decide: Decide
    rounds: int

    def make_dealer(self, header: Header, match: bytes, seat: int | None) -> LanDealer:
        """Make the dealer of a match."""
        return SealedDealer(
            header,
            seat,
            lambda context: blake2b(match + context, key=self.secret, digest_size=32).digest(),
            proofs=FEW_PROOFS,
            at_once=True,
        )

    def make_hall_dealer(self, header: Header, roster: Roster, seat: int | None) -> LanDealer:
        """Unused: no hall is simulated."""
        raise NotImplementedError

    def user_move(self, _deals: int, view: View) -> Move | None:
        """Decide for our person."""
        return self.decide(view, 0)

    def bot_move(self, _seat: int, view: View, _level: str, _nodes: int, seed: int) -> Move | None:
        """Decide for a bot."""
        return self.decide(view, seed)

    def may_begin_round(self, standing: Standing) -> bool:
        """Go on until the rounds asked for are played."""
        return len(standing.results) < self.rounds


def offer_of(game: str, chosen: dict[str, OptionValue], substitute: str) -> TableOffer:
    """Return what a table offers."""
    options = choose_options(rules_of(game), chosen)
    if isinstance(options, Refusal):
        raise ValueError(f"no options: {options}")
    return TableOffer(game, options, RULES_VERSION, substitute)


def sizes_of(game: str) -> tuple[int, ...]:
    """Return the numbers of seats with which a game is simulated."""
    return (2, 4) if rules_of(game).family is Family.DEAD_HAND else (2, 3, 4)


@dataclass(frozen=True, slots=True)
class Real:
    """One of the real games on the simulated network, its persons quiet."""

    game: str
    decide: Decide = quiet
    rules: int = RULES_VERSION

    def _offer(self, seats: int) -> TableOffer:
        return offer_of(self.game, {"players": seats, "turn_seconds": 0}, DEFAULT_LEVEL)

    def lobby(self, plan: Plan, key: bytes, name: str) -> Lobby:
        """Open a table."""
        return make_lobby(self._offer(plan.seats), key, name)

    def header(self, lobby: Lobby) -> bytes:
        """Return what START carries."""
        sitters = [(chair.name, chair.level, chair.holder == "person") for chair in lobby.chairs]
        return encode(make_terms(self._offer(len(sitters)), sitters))

    def agreed(self, roster: Roster) -> AgreedOptions:
        """Read in a START what was agreed on."""
        return read_agreed_options(roster)

    def teller(self, plan: Plan, voice: Voice) -> MakeStateMachine:
        """Return the function that makes the stories of one program."""
        machine = Machine(voice.key, voice.secret, self.decide, plan.rounds)
        return lambda roster: LanStory(roster, machine)

    def finished(self, story: StateMachine, plan: Plan) -> bool:
        """Return whether all rounds are played and signed."""
        return isinstance(story, LanStory) and story.is_between_rounds() and len(story.standing.results) >= plan.rounds

    def repeats(self, _entries: Sequence[LogEntry]) -> bool:
        """Return False: equal moves are normal; repeated turns are checked for every game elsewhere."""
        return False
