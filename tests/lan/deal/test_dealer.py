"""Matches dealt sealed, as the programs of a table hold them: what they know, what they refuse, what a file proves."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import cast

import pytest

from game.bots.thinker import Thinker
from game.commands.verify import verify
from game.lan.deal.dealer import SealedDealer
from game.lan.log.story import LanStory
from game.lan.ports import LanDealer
from game.lan.program import LanProgram
from game.lan.proof import signed_file_text
from game.lan.verdict import audit_log
from game.match.deal import DealFault, OwedEntry
from game.match.match import Standing
from game.match.transcript import TABLE_AUTHOR, Controller, Entry, EntryKind, Header, Transcript
from game.table.faces import HIDDEN, Face
from game.table.moves import Discard
from game.table.tiles import Tile
from net.deal.bodies import DealKind, Masked, read_deal_body, write_deal_body
from net.deal.group import add_points, deck_of, joined
from net.deal.opening_books import tile_order
from net.deal.peers import DealPeer
from net.deal.rounds import DealRound
from net.identity import fingerprint
from tests.lan.hall import FakeBridge, LanHall, offered

FEW = 2  # shadow decks, as in the hall


@pytest.fixture(scope="module")
def hall() -> LanHall:
    """A table of two in the midst of its first round."""
    table = LanHall(offered("burraco", players=2, target=100), ("ana", "bea"))
    table.until(lambda: playing(table, 6))
    return table


def playing(table: LanHall, moves: int) -> bool:
    up = [seat for seat in table.up() if seat.headless.session is not None]
    if len(up) < len(table.seats):
        return False
    return all(len(seat.story.standing.story) >= moves and not seat.session.has_work_left for seat in up)


def dealer_of(story: LanStory) -> SealedDealer:
    dealer = story.dealer
    assert isinstance(dealer, SealedDealer)
    return dealer


def peer_of(story: LanStory) -> DealPeer:
    dealt = dealer_of(story).dealt
    assert dealt is not None
    assert dealt.peer is not None
    return dealt.peer


def round_of(story: LanStory) -> DealRound:
    dealt = dealer_of(story).dealt
    assert dealt is not None
    return dealt.round


def true_faces(table: LanHall) -> tuple[Face, ...]:
    """What lies where, from all seeds: nobody at the table could know."""
    stories = [seat.story for seat in table.up()]
    whole = DealRound(round_of(stories[0]).context, round_of(stories[0]).terms)
    whole.seeds = {story.seat or 0: peer_of(story).seed for story in stories}
    dealt = dealer_of(stories[0]).dealt
    assert dealt is not None
    layout = dealt.layout
    faces = [HIDDEN] * len(layout.faces)
    for tile, number in zip(layout.tiles, tile_order(whole), strict=True):
        faces[tile] = layout.face_of(number)
    return tuple(faces)


# What a program holds

NO_HOLDERS = (FakeBridge, LanHall, ModuleType, FunctionType, MethodType, type)


def objects_of(root: object) -> Iterator[object]:
    """Everything reachable from a program, but what belongs to the hall that all of them stand in."""
    seen: set[int] = set()
    todo = [root]
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, NO_HOLDERS):
            continue
        seen.add(id(one))
        yield one
        todo.extend(gc.get_referents(one))


def test_nothing_of_a_program_holds_a_face_that_its_person_was_not_shown(hall: LanHall) -> None:
    truth = true_faces(hall)
    ana, bea = (hall.seats[name] for name in ("ana", "bea"))
    seat = ana.story.seat
    assert seat is not None
    table = ana.story.standing.table
    assert table is not None
    shown = {tile for tile, face in enumerate(table.faces) if face is not HIDDEN} | set(table.racks[seat])
    hidden = set(range(len(truth))) - shown
    assert len(hidden) > 50
    theirs = peer_of(bea.story).seed
    told = {at for (who, at) in round_of(ana.story).shares if who == theirs.seat}
    secrets = [theirs.raw, theirs.mask_scalar, *(theirs.lock_scalar(at) for at in hidden - told)]
    secrets += [theirs.shadow_scalar(round_of(bea.story).proof_binding(theirs.seat), number) for number in range(FEW)]
    given = set(round_of(ana.story).proofs[theirs.seat].answers)
    hiding = [secret for secret in secrets if secret not in given]
    met: Counter[str] = Counter()
    for one in objects_of(ana.run):
        met[type(one).__name__] += 1
        if isinstance(one, tuple) and len(one) == len(truth) and all(isinstance(face, Face) for face in one):
            faces = cast("tuple[Face, ...]", one)
            assert faces == dealer_of(ana.story)._rules.deck.faces or all(faces[tile] is HIDDEN for tile in hidden)
        elif isinstance(one, dict) and any(isinstance(value, Face) for value in one.values()):
            assert not hidden & {tile for tile in one if isinstance(tile, int)}
        elif isinstance(one, bytes | bytearray):
            assert not any(secret in one for secret in hiding)
    assert min(met[kind] for kind in ("tuple", "dict", "bytes")) > 20
    for record in ana.kept:
        assert not any(secret in record for secret in hiding)


def test_the_walk_finds_what_it_looks_for(hall: LanHall) -> None:
    """The same walk from the other program does meet her secrets, and ana's meets her own."""
    own = peer_of(hall.seats["ana"].story).seed
    assert any(isinstance(one, bytes) and one == own.raw for one in objects_of(hall.seats["ana"].run))
    assert not any(isinstance(one, bytes) and one == own.raw for one in objects_of(hall.seats["bea"].run))


def test_each_sees_its_own_rack_and_no_other(hall: LanHall) -> None:
    truth = true_faces(hall)
    for name in ("ana", "bea"):
        story = hall.seats[name].story
        seat, table = story.seat, story.standing.table
        assert seat is not None
        assert table is not None
        for owner, rack in enumerate(table.racks):
            faces = [story.view_of(owner).faces[tile] for tile in rack]
            if owner == seat:
                assert faces == [truth[tile] for tile in rack]
            else:
                closed = [tile for tile in rack if table.faces[tile] is HIDDEN]
                assert not set(closed) & set(story.known)


def test_a_tile_that_a_move_opened_is_open_to_all_and_needs_no_proof_again(hall: LanHall) -> None:
    told = hall.seats["ana"].story.standing.story
    shown = [tile for one in told for tile, _face in one.move.shown]
    assert shown
    for name in ("ana", "bea"):
        dealt = dealer_of(hall.seats[name].story).dealt
        assert dealt is not None
        assert {*dealt.layout.positions_of(shown)} <= dealt.seen.keys()
    assert dealer_of(hall.seats["ana"].story).opening_proof(tuple(shown)) == b""


# What others refuse


def test_an_owner_cannot_lie_about_its_tile(hall: LanHall) -> None:
    ana, bea = (hall.seats[name].story for name in ("ana", "bea"))
    for mover, judge in ((ana, bea), (bea, ana)):
        table = mover.standing.table
        assert mover.seat is not None
        assert table is not None
        tile = next(tile for tile in table.racks[mover.seat] if table.faces[tile] is HIDDEN)
        mine = mover.known
        other = next(one for one in table.racks[mover.seat] if one in mine and mine[one] != mine[tile])
        face, proof = mover.known[tile], dealer_of(mover).opening_proof((tile,))
        dealer = dealer_of(judge)
        assert dealer.false_face_fault(mover.seat, Discard(tile, shown=((tile, face),)), proof) is None
        lie = dealer.false_face_fault(mover.seat, Discard(tile, shown=((tile, mover.known[other]),)), proof)
        assert lie is not None
        assert lie.seat == mover.seat
        assert "another_tile" in lie.reason
        wrong = dealer.false_face_fault(
            mover.seat, Discard(tile, shown=((tile, face),)), dealer_of(mover).opening_proof((other,))
        )
        assert wrong is not None
        assert "wrong_share" in wrong.reason
        for bad in (b"", proof + proof, proof[:-1]):
            assert dealer.false_face_fault(mover.seat, Discard(tile, shown=((tile, face),)), bad) is not None


class Liar(SealedDealer):
    """Masks its first deck falsely: two points that are no tiles."""

    lies = 1

    def owed_entries(self, log: Transcript, seat: int) -> tuple[OwedEntry, ...]:
        due = super().owed_entries(log, seat)
        if due and due[0].body == DealKind.MASK and self.lies:
            deck = list(deck_of(cast("Masked", read_deal_body(DealKind.MASK, due[0].proof)).deck))
            deck[0], deck[1] = add_points(deck[0], deck[1]), add_points(deck[1], deck[2])
            return (OwedEntry(EntryKind.SHARE, due[0].body, write_deal_body(Masked(joined(deck)))),)
        return due

    def learn_from(self, entry: Entry, standing: Standing) -> Mapping[Tile, Face] | DealFault:
        self.lies -= entry.body == DealKind.BLAME
        return super().learn_from(entry, standing)


class LyingProgram(LanProgram):
    def make_dealer(self, header: Header, match: bytes, seat: int | None) -> LanDealer:
        honest = super().make_dealer(header, match, seat)
        return Liar(header, seat, cast("SealedDealer", honest)._secret, proofs=MANY)


MANY = 12  # shadow decks, so that this liar's luck does not hold


def a_program(secret: bytes, thinker: Thinker) -> LanProgram:
    kind = LyingProgram if secret.startswith(b"bea") else LanProgram
    return kind(secret, thinker, proofs=MANY)


def test_a_false_mask_makes_the_deal_void_and_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = LanHall(offered("burako", players=2, target=100), ("ana", "bea"), program=a_program)
    table.until(lambda: playing(table, 2))
    ana, bea = (table.seats[name] for name in ("ana", "bea"))
    log = ana.story.match.transcript.entries
    blames = [one for one in log if one.body == DealKind.BLAME]
    assert [one.author for one in blames] == [ana.story.seat]
    assert not any(one.kind is EntryKind.DEAL for one in log[: blames[0].number])
    assert [one.body for one in log if one.author == TABLE_AUTHOR and one.kind is EntryKind.SHARE] == [
        "round 1",
        "round 1",
    ]
    verdict = audit_log(ana.story.match.transcript, MANY)
    assert [(one.seat, one.reason) for one in verdict.wrongs] == [(bea.story.seat, "its proof is false: false_proof")]
    file = tmp_path / "match"
    file.write_text(signed_file_text(ana.session), encoding="utf-8")
    assert verify(str(file), MANY) == 1
    named = f"bea ({fingerprint(bea.story.program.key)}) cheated: its proof is false"
    assert named in capsys.readouterr().out


class Miser(SealedDealer):
    """Plays honestly, and does not open its books."""

    def owed_entries(self, log: Transcript, seat: int) -> tuple[OwedEntry, ...]:
        return tuple(one for one in super().owed_entries(log, seat) if one.body != DealKind.SEED)


class MiserlyProgram(LanProgram):
    def make_dealer(self, header: Header, match: bytes, seat: int | None) -> LanDealer:
        honest = super().make_dealer(header, match, seat)
        return Miser(header, seat, cast("SealedDealer", honest)._secret, proofs=FEW)


@pytest.mark.whole  # a false mask: below
def test_who_does_not_open_its_books_is_named_and_waited_for_and_costs_the_round_when_it_goes() -> None:
    def program(secret: bytes, thinker: Thinker) -> LanProgram:
        return (MiserlyProgram if secret.startswith(b"bea") else LanProgram)(secret, thinker, proofs=FEW)

    table = LanHall(offered("burraco", players=2, target=100), ("ana", "bea"), program=program)
    table.until(lambda: playing(table, 1))
    ana, bea = (table.seats[name] for name in ("ana", "bea"))
    seat = bea.story.seat
    table.until(lambda: round_of(ana.story).closing and ana.story.awaited_seats() == (seat,))
    length = ana.session.lockstep.replica.length
    table.step(10_000)
    assert ana.session.lockstep.replica.length == length
    assert ana.story.standing.results == ()
    table.kill("bea")
    table.until(lambda: any(one.kind is EntryKind.VOID for one in ana.story.match.transcript.entries))
    table.until(lambda: len(ana.story.standing.results) > 0)
    assert ana.story.standing.deals == 2
    assert ana.story.standing.seats[seat or 0].controller is Controller.BOT
    assert audit_log(ana.story.match.transcript, FEW).wrongs == ()


def test_a_watcher_opens_nothing() -> None:
    table = LanHall(offered("burako", players=2, target=100), ("ana", "bea"), watchers=("wim",))
    table.until(lambda: playing(table, 4))
    story = table.seats["wim"].story
    assert story.seat is None
    assert story.known == {}
    dealt = dealer_of(story).dealt
    assert dealt is not None
    assert dealt.peer is None
    assert dealer_of(story).is_audited


def test_who_leaves_by_menu_gives_its_seed_and_the_round_goes_on() -> None:
    table = LanHall(offered("rummikub", players=3, turn_seconds=0), ("ana", "bea", "cid"))
    table.until(lambda: playing(table, 6))
    deals = table.seats["ana"].story.standing.deals
    table.seats["cid"].session.leave_seat()
    seat = table.seats["cid"].story.seat
    table.until(lambda: seat not in table.seats["ana"].story.roster.persons)
    story = table.seats["ana"].story
    log = story.match.transcript.entries
    assert any(one.author == seat and one.body == DealKind.SEED.value for one in log)
    assert not any(one.kind is EntryKind.VOID for one in log)
    table.until(lambda: len(table.seats["ana"].story.standing.results) > 0)
    assert table.seats["ana"].story.standing.deals == deals
    verdict = audit_log(table.seats["ana"].story.match.transcript, FEW)
    assert verdict.wrongs == ()
