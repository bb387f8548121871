"""Matches whose tiles a trusted hall deals: the same at every table, told to each alone, and checked by all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import cast

import pytest

from game.bots.thinker import Thinker
from game.lan.deal.boards import OPENING_BYTES, DealtBoard, TileOpening, board_name, read_promise
from game.lan.deal.hall_dealer import PROMISE_SHARE, SECRET_SHARE, TILES_SHARE, HallDealer
from game.lan.deal.terms import Layout
from game.lan.log.bodies import BodyKind, MoveBody, read_game_body
from game.lan.log.state import Stage
from game.lan.log.story import LanStory
from game.lan.program import LanProgram
from game.lan.proof import signed_file_text
from game.lan.terms import HALL_DEAL, HallOffer, TableOffer, offer_digest, read_offer
from game.lan.verdict import audit_log
from game.match.bodies import read_deal
from game.match.deal import DealFault
from game.match.lines import read_match
from game.match.match import Match
from game.match.transcript import TABLE_AUTHOR, Controller, EntryKind, Transcript
from game.rules.registry import GAMES, rules_of
from game.table.canon import encode
from game.table.faces import HIDDEN, Face
from game.table.moves import Discard
from game.table.state import Phase, Table
from game.table.tiles import Tile
from net.log.bodies import LogKind
from tests.lan.hall import LEVEL, LanHall, Seat, offered
from tests.slices import crossed, some

HALL = "hall"
GUESTS = (HALL, "ana", "bea")


@dataclass
class Secrets:
    """The boards of a hall: so many deals from one word, opened when the test says so."""

    word: str = "tuesday"
    deals: int = 9
    opens: bool = True
    asked: list[int] = field(default_factory=list)

    def secret(self, number: int) -> bytes:
        return f"{self.word} {number}".encode().ljust(32, b".") if number <= self.deals else b""

    def may_open(self, number: int) -> bool:
        self.asked.append(number)
        return self.opens


def dealt(game: str, **chosen: int | str) -> HallOffer:
    """What a hall offers that deals."""
    one = offered(game, **chosen)
    return HallOffer(one.game, one.options, one.rules, one.substitute)


def table_of(
    secrets: Secrets, names: Sequence[str] = GUESTS, game: str = "burraco", *, bots: int = 0, **chosen: int | str
) -> LanHall:
    """A table of a hall that deals from secrets; its host has no chair."""

    def program(secret: bytes, thinker: Thinker) -> LanProgram:
        one = LanProgram(secret, thinker, proofs=2)
        one.boards = secrets if secret.startswith(HALL.encode()) else None
        return one

    wanted = {"players": len(names) - 1 + bots, **chosen}
    return LanHall(dealt(game, **wanted), names, bots=bots, sits=False, program=program)


def dealer_of(table: LanHall, name: str) -> HallDealer:
    dealer = table.seats[name].story.dealer
    assert isinstance(dealer, HallDealer)
    return dealer


def playing(table: LanHall, moves: int) -> bool:
    return all(
        seat.headless.session is not None
        and seat.story.standing.table is not None
        and len(seat.story.standing.story) >= moves
        for seat in table.up()
    )


def play_deals(table: LanHall, deals: int = 1) -> None:
    """Play until everybody at the table has signed the score of so many deals."""
    table.until(lambda: all(_signed(seat, deals) for seat in table.up()))
    assert len(table.heads()) == 1


def _signed(seat: Seat, deals: int) -> bool:
    started = seat.headless.session is not None
    return started and len(seat.story.standing.results) >= deals and seat.story.stage is Stage.REST


def said_by_table(table: LanHall) -> list[MoveBody]:
    """What the table said for its deals, in order."""
    entries = [one.core for one in table.seats[HALL].session.lockstep.replica.entries]
    bodies = [read_game_body(core)[1] for core in entries if core.kind == BodyKind.HALL]
    return [body for body in bodies if isinstance(body, MoveBody)]


def seat_named(table: LanHall, name: str) -> int:
    seat = table.seats[name].story.seat
    assert seat is not None
    return seat


# What is dealt


def is_played_by(game: str, players: int) -> bool:
    allowed = rules_of(game).option("players")
    return allowed is not None and allowed.allows(players)


TABLES = [(game, players) for game, players in crossed(sorted(GAMES), (2, 4, 3)) if is_played_by(game, players)]


@pytest.mark.parametrize(("game", "players"), some(TABLES, 2))
def test_a_deal_of_every_game_is_played_scored_and_holds(game: str, players: int) -> None:
    table = table_of(Secrets(deals=1), (HALL, "ana", "bea"), game, bots=players - 2)
    play_deals(table)
    verdict = audit_log(table.seats["ana"].story.match.transcript)
    assert (verdict.wrongs, verdict.breaches) == ((), ())
    assert verdict.deals == verdict.opened == 1


def test_the_same_secret_deals_the_same_tiles_at_another_table_and_another_one_others() -> None:
    others = (HALL, "carl", "dora")
    tables = [table_of(Secrets()), table_of(Secrets(), others), table_of(Secrets("friday"))]
    seen = []
    for table in tables:
        table.until(lambda table=table: playing(table, 0))  # type: ignore[misc]
        promise = dealer_of(table, table.up()[1].name).promise
        assert promise is not None
        board = dealer_of(table, HALL)._board
        assert board is not None
        deal = next(e for e in table.up()[1].story.match.transcript.entries if e.kind is EntryKind.DEAL)
        seen.append((promise, board, deal.body, board_name(promise)))
    assert seen[0] == seen[1]
    assert all(one != other for one, other in zip(seen[0], seen[2], strict=True))
    assert tables[0].seats["ana"].story.roster.match != tables[1].seats["carl"].story.roster.match


def test_each_deal_of_a_match_has_tiles_of_its_own() -> None:
    layout = _layout(table_of(Secrets()))
    boards = [DealtBoard.of(Secrets().secret(number), layout) for number in (1, 2, 3)]
    assert len({one.promise() for one in boards}) == 3
    for one in boards:
        assert sorted(opening.piece for opening in one.openings) == sorted(
            layout.pieces_with_face(face)[0] for face in layout.faces
        )


def _layout(table: LanHall) -> Layout:
    table.until(lambda: playing(table, 0))
    layout = dealer_of(table, HALL)._layout
    assert layout is not None
    return layout


# Who knows what


def test_a_program_knows_its_own_rack_and_nothing_that_is_hidden_from_it() -> None:
    table = table_of(Secrets(), (HALL, "ana", "bea"), "burako", bots=2)
    table.until(lambda: playing(table, 12))
    story = table.seats["ana"].story
    shown = story.standing.table
    assert shown is not None
    own = seat_named(table, "ana")
    racks = [rack for seat, rack in enumerate(shown.racks) if seat == own or _is_bot(story, seat)]
    may = {tile for rack in racks for tile in rack}
    may |= {Tile(at) for at, face in enumerate(shown.faces) if face != HIDDEN}
    assert set(dealer_of(table, "ana").known_faces()) == may
    assert dealer_of(table, "ana")._board is None


def _is_bot(story: LanStory, seat: int) -> bool:
    return story.standing.seats[seat].controller is Controller.BOT


def test_what_is_told_to_one_seat_is_read_by_no_other_program() -> None:
    table = table_of(Secrets())
    table.until(lambda: playing(table, 6))
    board = dealer_of(table, HALL)._board
    assert board is not None
    for name, other in (("ana", "bea"), ("bea", "ana")):
        dealer = dealer_of(table, name)
        theirs = {at for at, to in dealer._given.items() if to == seat_named(table, other)}
        assert len(theirs) > 8
        assert not theirs & set(dealer._open)
        salts = [board.openings[at].salt for at in theirs]
        kept = table.seats[name].kept
        assert not any(salt in record for salt in salts for record in kept)
        assert not any(salt in said.proof for salt in salts for said in said_by_table(table))


def test_who_only_watches_is_told_nothing() -> None:
    table = table_of(Secrets())
    table.until(lambda: playing(table, 6))
    story = table.seats["ana"].story
    log = story.match.transcript
    watcher = HallDealer(log.header, None, lambda _seat: b"")
    match = Match.new(log.header)
    for entry in log.entries:
        match = match.with_entry(entry)
        watcher.learn_from(entry, match.standing)
    shown = match.standing.table
    assert shown is not None
    assert set(watcher.known_faces()) == {Tile(at) for at, face in enumerate(shown.faces) if face != HIDDEN}


# What is refused


def test_a_move_that_shows_another_tile_than_was_dealt_is_refused() -> None:
    table = table_of(Secrets())
    table.until(lambda: playing(table, 4))
    mover = next(name for name in ("ana", "bea") if seat_named(table, name) == _table(table).to_move)
    other = "bea" if mover == "ana" else "ana"
    dealer = dealer_of(table, mover)
    seat = seat_named(table, mover)
    tile = next(tile for tile in _table(table).racks[seat] if dealer._given.get(_place(dealer, tile)) == seat)
    true = dealer.known_faces()[tile]
    false = next(face for face in rules_of("burraco").deck.faces if face != true)
    proof = dealer.opening_proof((tile,))
    judge = dealer_of(table, other)
    assert judge.false_face_fault(seat, _discard(tile, true), proof) is None
    for shown, said in ((false, proof), (true, b""), (true, proof + b"."), (true, bytes(len(proof)))):
        assert isinstance(judge.false_face_fault(seat, _discard(tile, shown), said), DealFault)


def _discard(tile: Tile, face: Face) -> Discard:
    return Discard(tile, shown=((tile, face),))


def _table(table: LanHall) -> Table:
    shown = table.seats[HALL].story.standing.table
    assert shown is not None
    return shown


def _place(dealer: HallDealer, tile: Tile) -> int:
    assert dealer._layout is not None
    return dealer._layout.places[tile]


def test_nobody_but_the_table_speaks_for_the_deal_and_the_table_only_what_is_due() -> None:
    table = table_of(Secrets())
    table.until(lambda: playing(table, 4))
    dealer = dealer_of(table, "ana")
    said = said_by_table(table)
    assert [one.text for one in said[:2]] == [PROMISE_SHARE, TILES_SHARE]
    assert dealer.share_refusal(0, TILES_SHARE, said[1].proof) == "no_share"
    assert dealer.share_refusal(TABLE_AUTHOR, PROMISE_SHARE, said[0].proof) == "no_promise"
    assert dealer.share_refusal(TABLE_AUTHOR, TILES_SHARE, said[1].proof) == "not_due"
    assert dealer.share_refusal(TABLE_AUTHOR, SECRET_SHARE, Secrets().secret(1)) == "not_due"
    assert dealer.share_refusal(TABLE_AUTHOR, "anything", b"") == "not_due"


def test_a_tile_that_was_not_promised_is_refused_by_whom_it_is_told_to() -> None:
    table = table_of(Secrets(opens=False))
    table.until(lambda: playing(table, 0))
    log = table.seats["ana"].story.match.transcript
    at = next(entry.number for entry in log.entries if entry.body == TILES_SHARE)
    proof = bytearray(log.entries[at].proof)
    honest = dealer_of(table, "ana")
    fresh = HallDealer(log.header, honest._seat, honest._shared)
    match = Match.new(log.header)
    for entry in log.entries[:at]:
        match = match.with_entry(entry)
        fresh.learn_from(entry, match.standing)
    assert fresh.share_refusal(TABLE_AUTHOR, TILES_SHARE, bytes(proof)) == ""
    own = [n for n, (_place, to) in enumerate(fresh._due_places()) if to == honest._seat]
    proof[OPENING_BYTES * own[0]] ^= 1
    assert fresh.share_refusal(TABLE_AUTHOR, TILES_SHARE, bytes(proof)) == "not_promised"


def test_books_of_another_deal_are_refused() -> None:
    secrets = Secrets(opens=False)
    table = table_of(secrets)
    table.until(lambda: _ended(table))
    table.wait(60_000)
    assert _table(table).phase is Phase.ROUND_END
    assert not table.seats["ana"].story.standing.results
    dealer = dealer_of(table, "ana")
    assert dealer.share_refusal(TABLE_AUTHOR, SECRET_SHARE, Secrets("friday").secret(1)) == "not_promised"
    assert dealer.share_refusal(TABLE_AUTHOR, SECRET_SHARE, secrets.secret(1)) == ""


def _ended(table: LanHall) -> bool:
    return playing(table, 0) and _table(table).phase is Phase.ROUND_END


# How it goes on


def test_the_books_stay_closed_until_all_tables_have_played_the_deal() -> None:
    secrets = Secrets(opens=False)
    table = table_of(secrets)
    table.until(lambda: _ended(table))
    table.wait(180_000)
    assert SECRET_SHARE not in [one.text for one in said_by_table(table)]
    assert not table.seats["ana"].session.stalled
    secrets.opens = True
    table.seats[HALL].headless.table.party.requests.pump(table.now)
    table.until(lambda: bool(table.seats["ana"].story.standing.results))


@pytest.mark.parametrize("moves", some([7, 0, 1, 20], 1))
def test_a_hall_and_a_guest_that_are_killed_go_on_with_the_same_deal(moves: int) -> None:
    table = table_of(Secrets(deals=1), game="burako")
    table.until(lambda: playing(table, moves))
    promise = dealer_of(table, "bea").promise
    for name in (HALL, "ana"):
        table.kill(name)
        table.wait(2_000)
        table.start(name)
        table.wait(4_000)
    assert dealer_of(table, "ana").promise == dealer_of(table, HALL).promise == promise
    play_deals(table)


def test_a_hall_that_has_lost_its_secret_says_nothing_false() -> None:
    table = table_of(Secrets(opens=False))
    table.until(lambda: playing(table, 0))
    dealer = dealer_of(table, HALL)
    fresh = HallDealer(dealer._header, None, dealer._shared, lambda: Secrets("friday"))
    log = table.seats[HALL].story.match.transcript
    match = Match.new(log.header)
    for entry in log.entries:
        match = match.with_entry(entry)
        fresh.learn_from(entry, match.standing)
        if fresh.promise is not None:
            assert fresh.owed_table_share() is None


@pytest.mark.whole  # a hall that is killed: above
def test_nobody_hosts_in_place_of_a_hall_that_deals() -> None:
    table = table_of(Secrets(deals=1), game="burako")
    table.until(lambda: playing(table, 5))
    table.kill(HALL)
    table.wait(400_000)
    for name in ("ana", "bea"):
        assert table.seats[name].session.roster.host_key == table.seats[name].session.roster.founder
        assert not table.seats[name].session.give_up_host()
    table.start(HALL)
    play_deals(table)


@pytest.mark.whole  # at a table of its own: `test_dealer.py`
def test_who_leaves_is_played_on_by_a_bot_and_the_round_stands() -> None:
    table = table_of(Secrets(deals=1), (HALL, "ana", "bea", "carl", "dora"), game="burako")
    table.until(lambda: playing(table, 6))
    table.seats["ana"].session.leave_seat()
    table.until(lambda: seat_named(table, "ana") not in table.seats["bea"].session.roster.persons)
    table.until(lambda: _signed(table.seats["bea"], 1))
    story = table.seats["bea"].story
    assert not story.standing.paid
    assert not any(entry.kind is EntryKind.VOID for entry in story.match.transcript.entries)
    assert story.standing.deals == 1


def test_a_file_proves_the_deal_and_a_changed_one_does_not() -> None:
    table = table_of(Secrets(deals=1))
    play_deals(table)
    story = table.seats["ana"].story
    written = read_match(signed_file_text(table.seats["ana"].session).encode()).match
    assert (written.header.dealer, written.standing) == (HALL_DEAL, story.standing)
    log = story.match.transcript
    books = next(entry for entry in log.entries if entry.body == SECRET_SHARE)
    forged = [replace(one, proof=Secrets("friday").secret(1)) if one is books else one for one in log.entries]
    verdict = audit_log(Transcript(log.header, tuple(forged)))
    assert [one.entry for one in verdict.wrongs] == [books.number]


def test_an_offer_says_who_deals() -> None:
    one = dealt("burako", players=4)
    assert read_offer(encode(one)) == one
    plain = TableOffer(one.game, one.options, one.rules, one.substitute)
    assert read_offer(encode(plain)) == plain
    assert offer_digest(one) != offer_digest(plain)
    assert one.substitute == LEVEL
    assert one.dealer == HALL_DEAL


def test_a_promise_is_read_only_as_it_is_written() -> None:
    board = DealtBoard((TileOpening(3, b"s" * 16), TileOpening(5, b"t" * 16)), 77)
    promise = read_promise(board.promise(), 2)
    assert promise is not None
    assert promise.lot == 77
    assert promise.fits(0, board.openings[0])
    assert not promise.fits(1, board.openings[0])
    assert not promise.fits(0, TileOpening(4, b"s" * 16))
    assert read_promise(board.promise()[:-1], 2) is None
    assert read_promise(board.promise()[:-4] + b"\xff" * 4, 2) is None


def test_no_rehost_and_no_handover_may_stand_in_such_a_log() -> None:
    table = table_of(Secrets())
    table.until(lambda: playing(table, 2))
    story = table.seats["ana"].story
    core = table.seats["ana"].session.lockstep.replica.entries[-1].core
    for kind in (LogKind.REHOST, LogKind.HANDOVER):
        assert story.entry_refusal(core._replace(kind=kind), story.roster) == "only_the_hall"


def test_the_lot_of_who_begins_is_the_boards() -> None:
    table = table_of(Secrets())
    table.until(lambda: playing(table, 0))
    log = table.seats["ana"].story.match.transcript
    body = next(entry.body for entry in log.entries if entry.kind is EntryKind.DEAL)
    promise = dealer_of(table, "ana").promise
    assert promise is not None
    assert read_deal(body, cards=rules_of("burraco").deck.cards).coin == promise.lot
    assert cast("object", promise) == read_promise(said_by_table(table)[0].proof, len(promise.marks))
