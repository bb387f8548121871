"""Changed programs at a table that deals sealed: each is named to all, and none gains by it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

import pytest

from game.bots.thinker import Thinker
from game.lan.deal.dealer import SealedDealer
from game.lan.log.state import Stage
from game.lan.log.voids import DEFAULT_VOIDS, MAX_VOIDS
from game.lan.ports import LanDealer
from game.lan.program import LanProgram
from game.lan.silence import SILENT_AFTER_MS
from game.lan.terms import make_terms, read_offer
from game.lan.verdict import audit_log
from game.match.deal import DealFault, OwedEntry
from game.match.match import Standing
from game.match.transcript import Controller, Entry, EntryKind, Header, Transcript
from game.session.session import Event, Trouble
from game.table.canon import encode
from game.table.faces import Face
from game.table.tiles import Tile
from net.deal.bodies import DealKind, Masked, read_deal_body, write_deal_body
from net.deal.judging import kind_due
from net.deal.seeds import Order, Seed
from net.log.calls import GRACE_MS
from net.schema import Misfit
from tests.lan.hall import LanHall, few_proofs, offered
from tests.slices import some

FEW = 2  # shadow decks, as in the hall


class Crooked(LanProgram):
    """A program whose dealer is another than it was written to be."""

    kind: type[SealedDealer] = SealedDealer

    def make_dealer(self, header: Header, match: bytes, seat: int | None) -> LanDealer:
        honest = cast("SealedDealer", super().make_dealer(header, match, seat))
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
    """Makes an honest deck in another order than its seed's: every proof holds, and only the opened seed shows it."""

    def mask_permutation(self, size: int) -> Order:
        order = super().mask_permutation(size)
        return (*order[:-2], order[-1], order[-2])  # who masks last exchanges two tiles at the end of the stock


class Turncoat(SealedDealer):
    """Deals in an order of its own in the second deal, and opens its seed, the last of all, as if it had not."""

    def owed_entries(self, log: Transcript, seat: int) -> tuple[OwedEntry, ...]:
        one = self.dealt
        last = one is not None and len(one.round.seeds) == len(one.round.peers) - 1
        return tuple(due for due in super().owed_entries(log, seat) if due.body != DealKind.SEED or last)

    def learn_from(self, entry: Entry, standing: Standing) -> Mapping[Tile, Face] | DealFault:
        told = super().learn_from(entry, standing)
        peer = None if self.dealt is None else self.dealt.peer
        if peer is not None and standing.deals == 1 and type(peer.seed) is Seed:
            peer.seed = OtherOrder(peer.seed.context, peer.seed.seat, peer.seed.raw)
        return told


def test_what_only_the_books_show_is_found_before_the_round_is_counted() -> None:
    """By its false seed it would have others' tiles counted as what they are not."""
    table = table_with(Turncoat)
    table.until(lambda: counted(table) > 1)
    story = table.seats["ana"].story
    seat = table.seats["bea"].story.seat
    log = story.match.transcript.entries
    blame = next(one for one in log if one.body == DealKind.BLAME)
    assert [one.kind for one in log[: blame.number]].count(EntryKind.SCORE) == 1
    assert next(one.kind for one in log[blame.number + 1 :]) is EntryKind.VOID
    (wrong,) = audit_log(story.match.transcript, FEW).wrongs
    assert (wrong.seat, wrong.reason) == (seat, "its seed is false: not_its_seed")


class Spoiler(SealedDealer):
    """Masks every deck with a point that is of no tile."""

    def owed_entries(self, log: Transcript, seat: int) -> tuple[OwedEntry, ...]:
        due = super().owed_entries(log, seat)
        if due and due[0].body == DealKind.MASK:
            deck = cast("Masked", read_deal_body(DealKind.MASK, due[0].proof)).deck
            return (OwedEntry(EntryKind.SHARE, due[0].body, write_deal_body(Masked(bytes(32) + deck[32:]))),)
        return due


def voids_of(table: LanHall, seat: int) -> int:
    session = table.seats["ana"].headless.session
    return 0 if session is None else session.story.voids.made[seat]


@pytest.mark.parametrize("names", [("ana", "bea"), ("ana", "bea", "cid", "dora")])
def test_whoever_breaks_deal_after_deal_gives_its_chair_to_a_bot_for_the_match(names: tuple[str, ...]) -> None:
    table = table_with(Spoiler, names=names)
    troubles: list[Trouble] = []
    table.until(lambda: voids_of(table, 1) == 1)
    session = table.seats["ana"].session
    poll = session.poll

    def overheard(now: float) -> tuple[Event, ...]:
        events = poll(now)
        troubles.extend(event for event in events if isinstance(event, Trouble))
        return events

    session.poll = overheard  # type: ignore[method-assign] # to hear what the program hears
    table.until(lambda: playing(table))
    story = table.seats["ana"].story
    assert story.voids.made == {1: DEFAULT_VOIDS}
    assert story.standing.seats[1].controller is Controller.BOT
    assert 1 not in story.roster.persons
    log = story.match.transcript.entries
    assert [one.body for one in log].count(DealKind.BLAME) == DEFAULT_VOIDS
    # once for each, the first before we listened
    assert [one.args[0] for one in troubles] == ["bea"] * (DEFAULT_VOIDS - 1)
    table.until(lambda: len(story.standing.story) > 0)
    assert not table.seats["bea"].session.lockstep.wants_seat  # it asked, and was told why not
    assert 1 not in story.roster.persons
    assert len({seat.story.voids.made[1] for seat in table.up()}) == 1


def playing(table: LanHall) -> bool:
    session = table.seats["ana"].headless.session
    return session is not None and session.story.stage is Stage.PLAYING


def test_a_table_may_allow_fewer_voids_and_a_foolish_number_is_refused() -> None:
    offer = replace(offered("burraco", players=2), voids=1)
    assert read_offer(encode(offer)) == offer
    assert make_terms(offer, [("ana", "", True), ("bea", "", True)]).offer == offer
    for voids in (0, MAX_VOIDS + 1):
        with pytest.raises(Misfit, match="void rounds"):
            read_offer(encode(replace(offer, voids=voids)))


class Miser(SealedDealer):
    """Deals and plays honestly, and does not say what comes in `last`."""

    last: str = DealKind.SEED

    def owed_entries(self, log: Transcript, seat: int) -> tuple[OwedEntry, ...]:
        return tuple(one for one in super().owed_entries(log, seat) if one.body != self.last)


class Mute(Miser):
    """Never shows its coin."""

    last = DealKind.COIN


@pytest.mark.whole  # test_absence votes off who is gone, test_silence tells who is silent
@pytest.mark.parametrize(
    ("kind", "names", "most"),
    some([(Miser, ("ana", "bea"), 1), (Mute, ("ana", "bea", "cid", "dora"), DEFAULT_VOIDS)], 1),
)
def test_who_is_here_and_silent_is_voted_off_like_one_who_is_gone(
    kind: type[Miser], names: tuple[str, ...], most: int
) -> None:
    table = table_with(kind, names=names)
    table.until(lambda: stuck(table, kind.last))
    ana = table.seats["ana"].session
    length = ana.lockstep.replica.length
    table.wait(SILENT_AFTER_MS // 2)
    assert ana.away_times() == ()
    assert not ana.vote_absent(1)
    table.wait(GRACE_MS - SILENT_AFTER_MS)
    assert [seat for seat, _since in ana.away_times()] == [1]
    assert ana.table.party.away_since(1) is None  # it is here all the time
    assert not ana.vote_absent(1)
    assert ana.lockstep.replica.length == length + 1, "nothing but the call"
    table.until(lambda: ana.story.voids.made == {1: 1}, 2 * SILENT_AFTER_MS)
    assert ana.story.standing.results == ()
    table.until(lambda: ana.story.voids.made[1] == most)  # it may come back between rounds
    table.until(lambda: playing(table))
    assert (1 in ana.story.roster.persons) is (most < DEFAULT_VOIDS)
    assert audit_log(ana.story.match.transcript, FEW).wrongs == ()


def stuck(table: LanHall, kind: str) -> bool:
    """Return whether everybody waits for Bea alone, and for this kind of entry."""
    session = table.seats["ana"].headless.session
    if session is None or session.story.awaited_seats() != (1,):
        return False
    dealer = session.story.dealer
    assert isinstance(dealer, SealedDealer)
    assert dealer.dealt is not None
    return kind_due(dealer.dealt.round, 1) == kind
