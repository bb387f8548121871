"""Who goes, comes back, gives up or is given up at the table of a real game: whole programs in virtual time."""

from __future__ import annotations

import pytest

from game.bots.thinker import Thinker
from game.commands.lan_headless import LOST_HOST_TIMEOUT_MS, Exit, Limits
from game.lan.log.state import Stage
from game.lan.news import NewsKind
from game.lan.program import LanProgram
from game.match.transcript import Controller, EntryKind
from game.table.faces import HIDDEN
from net.log.bodies import HandoverBody, LogKind, write_body
from net.log.calls import GRACE_MS
from net.log.replica import EntryDraft
from net.reasons import Reason
from net.shell.tcp import Failed
from tests.lan.hall import LanHall, Seat, few_proofs, offered
from tests.slices import some

THREE = ("ana", "bea", "cid")


def table(players: int = 3, *, rounds: int = 1, **more: object) -> LanHall:
    """Return a hall with a quick game of `rounds` rounds."""
    offer = offered("rummikub", players=players, rounds="fresh", fresh_rounds=rounds, turn_seconds=0)
    return LanHall(offer, THREE[:players], **more)  # type: ignore[arg-type]


def length(seat: Seat) -> int:
    lockstep = seat.headless.table.lockstep
    return 0 if lockstep is None else lockstep.replica.length


def reaches(hall: LanHall, entries: int) -> None:
    hall.until(lambda: all(length(seat) >= entries for seat in hall.up()))


def rested(seat: Seat) -> bool:
    """Return whether the first round is over and all have signed its score."""
    return seat.story.stage is Stage.REST and len(seat.story.standing.results) == 1


def lines(seat: Seat, kind: EntryKind) -> list[str]:
    return [entry.body for entry in seat.story.match.transcript.entries if entry.kind is kind]


def ended_alike(hall: LanHall, *names: str) -> None:
    """All who should be there have the whole match, and the very same."""
    seats = [hall.seats[name] for name in names or hall.seats]
    assert [seat.headless.exit for seat in seats] == [Exit.OVER] * len(seats), hall.told()
    assert len({seat.session.lockstep.replica.heads[-1] for seat in seats}) == 1, hall.told()
    assert len({seat.session.lockstep.replica.states[-1] for seat in seats}) == 1


@pytest.mark.parametrize(("name", "entries"), some([("ana", 60), ("bea", 9), ("ana", 3), ("cid", 61)], 1))
def test_a_program_killed_at_any_moment_comes_back_and_nothing_is_lost(name: str, entries: int) -> None:
    hall = table()
    reaches(hall, entries)
    hall.kill(name)
    hall.wait(5_000)
    hall.start(name)
    hall.play_out()
    ended_alike(hall)
    assert lines(hall.seats["ana"], EntryKind.VOID) == []


@pytest.mark.whole  # a moment's absence: `test_cables.py`
def test_who_waits_at_a_table_is_as_patient_when_its_host_is_gone_for_a_moment_as_at_first() -> None:
    hall = table()
    hall.kill("cid")
    hall.wires.deaf = {"bea"}
    hall.wait(2_000)
    hall.wires.deaf = set()
    hall.wait(2 * LOST_HOST_TIMEOUT_MS)
    assert hall.seats["bea"].headless.table.party.room is not None
    hall.kill("ana")
    hall.wait(LOST_HOST_TIMEOUT_MS // 2)
    assert hall.seats["bea"].headless.exit is None, hall.told()
    hall.start("ana")
    hall.start("cid")
    hall.play_out()
    ended_alike(hall)


def test_whoever_finds_nobody_gives_up_with_a_sentence() -> None:
    hall = table()
    hall.kill("ana")
    hall.wait(2 * LOST_HOST_TIMEOUT_MS)
    assert hall.seats["bea"].headless.exit is Exit.REFUSED
    assert hall.seats["bea"].headless.sentence == "Nobody answers at ana:1: nobody answers."


def test_a_host_who_cannot_open_a_port_says_so_at_once() -> None:
    hall = table()
    bridge = hall.seats["ana"].bridge
    assert bridge is not None
    bridge.told = [Failed("", "address in use")]
    hall.step()
    assert hall.seats["ana"].headless.exit is Exit.REFUSED
    assert hall.seats["ana"].headless.sentence == "No port could be opened: address in use."


@pytest.mark.whole  # one by one: above
def test_all_killed_at_once_come_back() -> None:
    hall = table()
    reaches(hall, 70)
    for name in THREE:
        hall.kill(name)
    hall.wait(60_000)
    for name in reversed(THREE):
        hall.start(name)
    hall.play_out()
    ended_alike(hall)


@pytest.mark.whole  # two windows of one home: `tests/window/test_lan.py`
def test_the_newer_of_two_programs_with_one_identity_has_the_seat_and_the_older_says_so_and_stops() -> None:
    def twins(secret: bytes, thinker: Thinker) -> LanProgram:
        return few_proofs(secret.replace(b"twin", b"bea."), thinker)

    hall = table(watchers=("twin",), program=twins)
    hall.kill("twin")
    hall.seats["twin"].watches = False
    reaches(hall, 20)
    hall.seats["twin"].kept = [*hall.seats["bea"].kept]  # a copy of the home
    hall.start("twin")
    hall.play_out()
    ended_alike(hall, "ana", "cid", "twin")
    assert hall.seats["bea"].headless.exit is Exit.REFUSED
    assert hall.seats["bea"].headless.sentence == Reason.REPLACED.sentence


def test_nothing_follows_the_end_of_a_match_for_others_have_gone() -> None:
    hall = table()
    hall.play_out()
    ended_alike(hall)
    entries = length(hall.seats["ana"])
    for seat in hall.up():
        seat.headless.table.party.requests.set_addresses(("elsewhere:1",), hall.now)
        hall.wait(1_000)
    assert {length(seat) for seat in hall.up()} == {entries}


@pytest.mark.whole  # one cable: `test_cables.py`
def test_a_cut_of_every_line_is_mended() -> None:
    hall = table()
    for entries in (30, 45, 90, 150):
        reaches(hall, entries)
        hall.cut_off("ana")
    hall.play_out()
    ended_alike(hall)


def test_the_table_waits_for_whoever_is_away_and_says_so() -> None:
    """The log stands still, since a share is missing; the others are told who is away, and for how long."""
    hall = table()
    reaches(hall, 40)
    hall.kill("cid")
    hall.wait(30_000)
    before = length(hall.seats["ana"])
    hall.wait(60_000)
    ana = hall.seats["ana"].session
    assert length(hall.seats["ana"]) == before
    away = ana.away_times()
    assert [seat for seat, _since in away] == [2]
    assert away[0][1] >= 60_000
    assert ana.vote_absent(away[0][0]) is False, "its grace is not over"
    assert any(one.startswith(NewsKind.AWAY.value) for one in hall.seats["ana"].headless.news)


def test_a_seat_that_is_gone_is_voted_off_its_round_void_and_given_back_later() -> None:
    hall = table(rounds=2)
    reaches(hall, 40)
    gone = hall.seats["cid"].story.seat
    assert gone is not None
    hall.kill("cid")
    ana, since = hall.seats["ana"], hall.now
    hall.until(lambda: ana.story.roster.chairs[gone].called > 0)
    assert hall.now - since < 1_000, "at once, for the whole grace to be counted by all"
    hall.until(lambda: len(lines(ana, EntryKind.VOID)) == 1)
    assert GRACE_MS <= hall.now - since < GRACE_MS + 2_000
    assert ana.story.standing.seats[gone].controller is Controller.BOT
    price = ana.story.rules.void_price
    assert ana.story.standing.totals == tuple(-price * (seat == gone) for seat in range(3)), "the rest of it stands"
    hall.until(lambda: ana.story.stage is Stage.PLAYING)
    hall.start("cid")
    hall.until(lambda: gone in ana.story.roster.persons)
    assert ana.story.standing.results, "not before the round was over"
    hall.play_out()
    ended_alike(hall)
    assert lines(ana, EntryKind.SEAT) == [f"seat {gone} bot medium cid", f"seat {gone} remote - cid"]


def test_whoever_leaves_by_the_menu_gives_the_rack_to_a_bot_and_the_round_goes_on() -> None:
    hall = table()
    hall.seats["bea"].headless._limits = Limits(leave_after=60)
    hall.play_out()
    assert hall.seats["bea"].headless.exit is Exit.STOPPED
    ended_alike(hall, "ana", "cid")
    ana = hall.seats["ana"]
    assert lines(ana, EntryKind.VOID) == []
    assert len(lines(ana, EntryKind.SEAT)) == 1


def test_whoever_leaves_in_the_midst_of_his_own_turn_is_followed_by_a_bot() -> None:
    """Everybody waits for him, so nothing comes that could make his program speak."""
    hall = table()
    bea = hall.seats["bea"]
    bea.headless._player = None
    hall.until(
        lambda: bea.headless.session is not None and bea.session.view is not None and bea.session.view.must_decide
    )
    hall.wait(10_000)
    before = length(bea)
    hall.wait(10_000)
    assert length(bea) == before, "the table waits for bea"
    bea.session.leave_seat()
    hall.until(lambda: bea.story.seat not in bea.story.roster.persons, 10_000)
    hall.kill("bea")
    hall.play_out()
    ended_alike(hall, "ana", "cid")
    assert lines(hall.seats["ana"], EntryKind.VOID) == []


def test_a_host_who_leaves_hands_the_table_over() -> None:
    hall = table()
    hall.seats["ana"].headless._limits = Limits(leave_after=60)
    hall.play_out()
    assert hall.seats["ana"].headless.exit is Exit.STOPPED
    ended_alike(hall, "bea", "cid")
    bea = hall.seats["bea"]
    assert bea.session.lockstep.is_hosting or hall.seats["cid"].session.lockstep.is_hosting
    assert lines(bea, EntryKind.VOID) == []


@pytest.mark.whole  # in the simulation: `tests/net/test_netsim.py`
def test_a_host_who_dies_for_good_is_followed_from_the_last_checkpoint() -> None:
    hall = table(rounds=2)
    reaches(hall, 40)
    bea = hall.seats["bea"]
    hall.until(lambda: len(bea.story.standing.results) == 1 and bea.story.stage is Stage.PLAYING)
    totals = bea.story.standing.totals
    reaches(hall, length(bea) + 20)
    hall.kill("ana")
    hall.until(lambda: NewsKind.HOST.value in " ".join(bea.headless.news))
    price = bea.story.rules.void_price
    assert bea.story.standing.totals == (totals[0] - price, *totals[1:]), "but for what the round cost who left it"
    assert bea.story.voids.made == {0: 1}
    hall.play_out()
    ended_alike(hall, "bea", "cid")
    assert any(line.startswith("host ") for line in lines(bea, EntryKind.HANDOVER))
    for name in ("bea", "cid"):
        news = hall.seats[name].headless.news
        assert not any(one.startswith(f"{NewsKind.BACK.value} 0") for one in news), "nobody came back"


@pytest.mark.whole  # test_rest and test_votes
def test_a_round_that_all_have_signed_stands_though_the_host_dies_in_its_score() -> None:
    """Their signatures vouch for it; nobody need have written anything behind them."""
    hall = table(rounds=2)
    names = ("bea", "cid")
    reaches(hall, 40)
    hall.seats["ana"].session._program.may_go_on = lambda _standing: False  # she reads the sheet
    hall.until(lambda: all(rested(hall.seats[name]) for name in names))
    totals = hall.seats["bea"].story.standing.totals
    assert any(totals)
    hall.kill("ana")
    hall.until(lambda: NewsKind.HOST.value in " ".join(hall.seats["bea"].headless.news))
    for name in names:
        story = hall.seats[name].story
        assert (story.standing.totals, len(story.standing.results)) == (totals, 1)
        assert not story.voids.made, "she left no round"
    hall.play_out()
    ended_alike(hall, *names)
    assert len(hall.seats["bea"].story.standing.results) == 2


@pytest.mark.whole  # of a window: `tests/client/lan/test_ways_back.py`
@pytest.mark.parametrize("without_host", some([True, False], 1))
def test_a_suspended_match_goes_on_from_the_logs_of_those_who_come(without_host: bool) -> None:
    hall = table()
    for seat in hall.seats.values():
        seat.headless._limits = Limits(stop_after=80)
    hall.play_out()
    assert {seat.headless.exit for seat in hall.up()} == {Exit.STOPPED}
    for name in THREE:
        hall.kill(name)
    hall.wait(60_000)  # until nothing is under way any more: else it would be stepped through all of the hour
    hall.now += 3_600_000
    back = THREE[1:] if without_host else THREE
    for name in back:
        hall.start(name)
    hall.play_out()
    ended_alike(hall, *back)


def test_watchers_see_the_match_and_no_hidden_tile() -> None:
    hall = table(watchers=("wim",))
    reaches(hall, 60)
    view = hall.seats["wim"].session.view
    assert view is not None
    assert all(view.faces[tile] == HIDDEN for tile in view.rack)
    assert not hall.seats["wim"].story.known
    hall.play_out()
    ended_alike(hall)


@pytest.mark.whole  # the same in `test_session.py`
def test_a_host_without_a_seat_and_bots_on_chairs() -> None:
    hall = table(bots=1, sits=False)
    hall.play_out()
    ended_alike(hall)
    assert hall.seats["ana"].story.seat is None


def hands_over(hall: LanHall, seat: int) -> None:
    """Let the first host give the table to somebody in mid-round, and stay."""
    body = write_body(HandoverBody(seat))
    hall.seats["ana"].session.table.party.requests.write_entry(EntryDraft(LogKind.HANDOVER, body), hall.now, table=True)


@pytest.mark.whole  # a table handed over: below
@pytest.mark.parametrize("entries", some([45, 12], 1))
def test_a_round_that_was_handed_over_is_the_last_hosts_to_end(entries: int) -> None:
    """She took the table in mid-round, numbered what came, and died: that breaks it off like any other dying."""
    hall = table(rounds=2)
    reaches(hall, entries)
    hands_over(hall, 1)
    hall.until(lambda: hall.seats["bea"].session.lockstep.is_hosting)
    reaches(hall, length(hall.seats["cid"]) + 3)
    hall.kill("bea")
    cid = hall.seats["cid"]
    hall.until(lambda: cid.session.lockstep.is_hosting, 400_000)
    price = cid.story.rules.void_price
    assert cid.story.voids.made == {1: 1}
    assert [one for one in lines(cid, EntryKind.VOID) if "pays" in one] == [f"seat 1 pays {price}"]
    hall.until(lambda: cid.story.stage is Stage.PLAYING, 600_000)
    assert hall.seats["ana"].story.voids.made[0] == 0


def test_who_was_handed_a_table_and_never_hosted_it_breaks_nothing_off() -> None:
    """The old host can hand it to somebody who has gone: no void round is counted against anybody then."""
    hall = table(rounds=2)
    reaches(hall, 45)
    hall.kill("bea")
    hall.step()
    hands_over(hall, 1)
    cid = hall.seats["cid"]
    hall.until(lambda: cid.session.lockstep.is_hosting, 400_000)
    assert cid.story.voids.made == {}


@pytest.mark.whole  # a table handed over: below
def test_a_round_begun_by_whom_it_was_handed_to_is_his_too() -> None:
    hall = table(rounds=2)
    ana, cid = hall.seats["ana"], hall.seats["cid"]
    hall.until(lambda: ana.headless.session is not None and ana.story.stage is Stage.SIGNING)
    ana.session._program.may_go_on = lambda _standing: False  # she reads the sheet
    hall.until(lambda: rested(ana))
    hands_over(hall, 1)
    hall.until(lambda: cid.story.stage is Stage.DEALING)
    reaches(hall, length(cid) + 2)
    hall.kill("bea")
    hall.until(lambda: cid.session.lockstep.is_hosting, 400_000)
    assert cid.story.voids.made == {1: 1}


@pytest.mark.whole  # a table handed over: below
def test_a_host_who_hands_over_and_stays_is_left_for_the_new_one_by_all() -> None:
    """Who is linked with her alone finds the new host, and takes nothing for a lie that it missed meanwhile."""
    hall = table()
    reaches(hall, 12)
    hands_over(hall, 1)
    hall.play_out()
    ended_alike(hall)
    ana = hall.seats["ana"]
    assert (ana.story.roster.host, lines(ana, EntryKind.VOID)) == (1, [])
