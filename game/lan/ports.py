"""The ports of a LAN match's fold: the dealer, and the program that decides."""

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
    """A dealer for one program, which also judges others' shares."""

    def share_refusal(self, author: int, body: str, proof: bytes) -> str:
        """Return a code for why a share is neither due nor allowed; empty if it is."""

    @property
    def public_state(self) -> DealState:
        """The public state of the deal."""

    @property
    def is_void(self) -> bool:
        """Whether the log names somebody who broke the deal."""

    @property
    def is_audited(self) -> bool:
        """Whether this program has checked everything, and has no fault left to report."""

    @property
    def needs_every_seat(self) -> bool:
        """Whether a round is void once a seat is gone that did not reveal its secrets."""

    @property
    def shared_board_name(self) -> str:
        """The deal's name if other tables have the same tiles, else empty."""

    def owed_table_share(self) -> OwedEntry | None:
        """Return the share that the table owes now, if this program writes for it."""

    def has_released_secrets(self, seat: int) -> bool:
        """Return whether a seat has revealed its secrets, so that play can go on without it."""

    def release_secrets(self) -> None:
        """Reveal our secrets."""

    def do_work(self, steps: int) -> bool:
        """Do `steps` steps of the long work; return whether there was any."""

    def known_faces(self) -> Mapping[Tile, Face]:
        """Return the non-public faces that this program knows."""

    def open_public_faces(self) -> Mapping[Tile, Face]:
        """Open at once every face that the log makes public, and return all known ones."""


class Program(Protocol):
    """What only this program knows: its identity, its secrets, and the decisions of its user and bots."""

    @property
    def key(self) -> bytes:
        """Its public key."""

    def make_dealer(self, header: Header, match: bytes, seat: int | None) -> LanDealer:
        """Make the dealer of a match that all deal together."""

    def make_hall_dealer(self, header: Header, roster: Roster, seat: int | None) -> LanDealer:
        """Make the dealer of a match whose tiles a hall deals, which is its host."""

    def user_move(self, deals: int, view: View) -> Move | None:
        """Return its user's next move, None while there is none; `deals` tells rounds dealt again apart."""

    def bot_move(self, seat: int, view: View, level: str, nodes: int, seed: int) -> Move | None:
        """Return a bot's move, None while it thinks."""

    def may_begin_round(self, standing: Standing) -> bool:
        """As the host: return whether the next round may begin."""
