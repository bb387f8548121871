"""What the fold of a LAN match asks of the program that folds it: who deals, and who decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from game.lan.log.state import DealState
from game.match.deal import Dealer, OwedEntry
from game.match.match import Standing
from game.match.transcript import Header
from game.table.faces import Face
from game.table.moves import Move
from game.table.tiles import Tile
from game.table.view import View
from net.log.roster import Roster


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

    @property
    def needs_seats(self) -> bool:
        """Whether a round cannot go on where a seat is gone that did not give up its secrets."""

    @property
    def name(self) -> str:
        """The name of tiles that other tables have too, empty where no table has."""

    def table_entry(self) -> OwedEntry | None:
        """Return what the table itself has to say for the deal now, where this program speaks for it."""

    def secrets_released(self, seat: int) -> bool:
        """Return whether a seat gave its secrets up, so that its leaving stops nobody."""

    def leave(self) -> None:
        """Give our secrets up."""

    def work(self, steps: int) -> bool:
        """Do `steps` steps of the long work; return whether there was any."""

    def known(self) -> Mapping[Tile, Face]:
        """Return the faces that this program may know beside the public ones."""

    def settle(self) -> Mapping[Tile, Face]:
        """Work out at once every face that the log makes public, and return all that are known."""


class Program(Protocol):
    """What only this program knows: who it is, its secrets, what its person and its bots decide."""

    @property
    def key(self) -> bytes:
        """Its public key."""

    def dealer(self, header: Header, match: bytes, seat: int | None) -> LanDealer:
        """Make the dealer of a match that all deal together."""

    def hall_dealer(self, header: Header, roster: Roster, seat: int | None) -> LanDealer:
        """Make the dealer of a match whose tiles a hall deals, which is its host."""

    def decision(self, deals: int, view: View) -> Move | None:
        """Return its person's next move, None while there is none; `deals` tells rounds dealt anew apart."""

    def bot_move(self, seat: int, view: View, level: str, nodes: int, seed: int) -> Move | None:
        """Return a bot's move, None while it thinks."""

    def may_begin_round(self, standing: Standing) -> bool:
        """As the host: tell whether the next round may begin."""
