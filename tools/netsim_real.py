"""The real games for the simulated network: programs whose persons move by the rules or by a bot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b

from game.bots.bot import USUAL, choose
from game.match.match import Standing
from game.match.transcript import RULES_VERSION, Header
from game.rules.registry import rules_of
from game.rules.ruleset import choose as choose_options
from game.session.lan_story import LanDealer
from game.session.lan_terms import Offer, digest_of, terms_of
from game.session.sealed_deal import SealedDealer
from game.table.canon import encode
from game.table.moves import Move
from game.table.options import Value
from game.table.refusals import Refusal
from game.table.view import View, completed
from net.lobby import Lobby
from net.lobby import Offer as Table

FEW_PROOFS = 2  # a simulation is about the network, and plays thousands of deals
Decide = Callable[[View, int], Move]


def quiet(view: View, _seed: int) -> Move:
    """Move as the rules do for somebody whose time has run out."""
    return completed(view, rules_of(view.table.game).time_out(view))


def bot(level: str) -> Decide:
    """Move as a bot of this level does."""
    return lambda view, seed: choose(view, level, USUAL, seed).move


@dataclass
class Machine:
    """What only one program knows; `drawn` makes what differs from life to life, such as a person's mood."""

    key: bytes
    secret: bytes
    decide: Decide
    rounds: int = 1_000
    moods: int = 0
    decided: dict[tuple[int, int, int], Move] = field(default_factory=dict)

    def dealer(self, header: Header, match: bytes, seat: int | None) -> LanDealer:
        """Make the dealer of a match."""
        return SealedDealer(
            header,
            seat,
            lambda context: blake2b(match + context, key=self.secret, digest_size=32).digest(),
            proofs=FEW_PROOFS,
            at_once=True,
        )

    def decision(self, _deals: int, view: View) -> Move | None:
        """Decide, once for each place in the story."""
        return self._decided(view, self.moods)

    def bot_move(self, _seat: int, view: View, _level: str, _nodes: int, seed: int) -> Move | None:
        """Decide for a bot."""
        return self.decide(view, seed)

    def goes_on(self, standing: Standing) -> bool:
        """Go on until so many rounds are played."""
        return len(standing.results) < self.rounds

    def _decided(self, view: View, seed: int) -> Move:
        return self.decide(view, seed)


def offer_of(game: str, chosen: dict[str, Value], substitute: str) -> Offer:
    """Return what a table offers."""
    options = choose_options(rules_of(game), chosen)
    if isinstance(options, Refusal):
        raise ValueError(f"no options: {options}")
    return Offer(game, options, RULES_VERSION, substitute)


def lobby_of(offer: Offer, table: bytes, key: bytes, name: str) -> Lobby:
    """Return the lobby of a host."""
    told = Table(table, offer.game, RULES_VERSION, encode(offer), digest_of(offer))
    return Lobby(told, key, name, offer.options.number("players"))


def header_of(lobby: Lobby, offer: Offer) -> bytes:
    """Return what START carries for those who sit in a lobby."""
    return encode(terms_of(offer, [(chair.name, chair.level, chair.holder == "person") for chair in lobby.chairs]))
