"""Changed programs at a table that deals sealed: each is named to all, and none gains by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from game.bots.pool import Thinker
from game.match.deal import Fault, Owed
from game.match.match import Standing
from game.match.transcript import Entry, Header, Kind, Transcript
from game.session.lan_program import LanProgram
from game.session.lan_story import LanDealer
from game.session.sealed_deal import SealedDealer
from game.session.sealed_verdict import verdict_on
from game.table.faces import Face
from game.table.tiles import Tile
from net.deal.bodies import DealKind
from net.deal.seeds import Order, Seed
from tests.session.lan_hall import LanHall, few_proofs, offered

FEW = 2  # shadow decks, as in the hall


class Crooked(LanProgram):
    """A program whose dealer is another than it was written to be."""

    kind: type[SealedDealer] = SealedDealer

    def dealer(self, header: Header, match: bytes, seat: int | None) -> LanDealer:
        honest = cast("SealedDealer", super().dealer(header, match, seat))
        return self.kind(header, seat, honest._secret, proofs=FEW)


def table_with(kind: type[SealedDealer], game: str = "burraco", *, names: tuple[str, ...] = ("ana", "bea")) -> LanHall:
    """A table at which bea's program is changed."""

    class Changed(Crooked):
        pass

    Changed.kind = kind

    def program(secret: bytes, thinker: Thinker) -> LanProgram:
        return Changed(secret, thinker, proofs=FEW) if secret.startswith(b"bea") else few_proofs(secret, thinker)

    return LanHall(offered(game, players=len(names), target=2005), names, program=program)


def counted(table: LanHall) -> int:
    """How many rounds have their score."""
    session = table.seats["ana"].headless.session
    return 0 if session is None else len(session.story.standing.results)


class OtherOrder(Seed):
    """Makes an honest deck of another order than its seed's: every proof holds, and only the seed tells."""

    def order(self, size: int) -> Order:
        order = super().order(size)
        return (*order[:-2], order[-1], order[-2])  # who masks last exchanges two tiles at the end of the stock


class Turncoat(SealedDealer):
    """Deals in an order of its own in the second deal, and opens its seed, the last of all, as if it had not."""

    def owed(self, log: Transcript, seat: int) -> tuple[Owed, ...]:
        one = self._round
        last = one is not None and len(one.seeds) == len(one.peers) - 1
        return tuple(due for due in super().owed(log, seat) if due.body != DealKind.SEED or last)

    def learn(self, entry: Entry, standing: Standing) -> Mapping[Tile, Face] | Fault:
        told = super().learn(entry, standing)
        if self._peer is not None and standing.deals == 1 and type(self._peer.seed) is Seed:
            seed = self._peer.seed
            self._peer.seed = OtherOrder(seed.context, seed.seat, seed.raw)
        return told


def test_what_only_the_books_show_is_found_before_the_round_is_counted() -> None:
    """By its false seed it would have others' tiles counted as what they are not."""
    table = table_with(Turncoat)
    table.until(lambda: counted(table) > 1)
    story = table.seats["ana"].story
    seat = table.seats["bea"].story.seat
    log = story.match.transcript.entries
    blame = next(one for one in log if one.body == DealKind.BLAME)
    assert [one.kind for one in log[: blame.number]].count(Kind.SCORE) == 1
    assert [one.kind for one in log[blame.number + 1 :]][0] is Kind.VOID
    (wrong,) = verdict_on(story.match.transcript, FEW).wrongs
    assert (wrong.seat, wrong.reason) == (seat, "its seed is false: not_its_seed")
