from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from game.bots.choice import fallback_move
from game.bots.names import BOT_VERSION, LEVELS
from game.bots.nodes import DEFAULT_BUDGET, Budget
from game.bots.questions import BotAnswer, Ticket
from game.bots.thinker import InlineThinker
from game.match.audit import audit
from game.match.deal import Dealer, DealFault, OpenDealer
from game.match.lines import match_text, read_match
from game.match.match import Match, Standing
from game.match.transcript import TIMED_FORMAT, Controller, Entry, EntryKind, Header, Seat
from game.rules.registry import rules_of
from game.session.local import AWAY_SECONDS, LocalSession, bot_seed
from game.session.session import Dealt, Event, Learned, Moved, RoundOver, TimedOut, Trouble
from game.table.canon import decode, digest, encode
from game.table.faces import Face
from game.table.moves import Discard, Draw, Extend, Keep, LayMeld, Redraw, ShownFaces, TakePile
from game.table.options import OptionValue
from game.table.refusals import Code
from game.table.state import Phase
from game.table.tiles import Tile
from game.table.view import View
from tests.session.slow_dealer import SlowDealer
from tests.slices import crossed, some
from tests.strategies import options_of

ROUND_POLLS = 6000  # far more than any round takes


class Lines:
    """A journal in memory."""

    def __init__(self) -> None:
        self.data = b""

    def append(self, line: bytes) -> None:
        self.data += line


class Watchful(InlineThinker):
    """Thinks at once, and is never asked by a view that has nothing to decide."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def ask(self, view: View, level: str, budget: Budget, seed: int) -> Ticket:
        assert view.must_decide
        assert view.phase is not Phase.WAIT_FACES
        assert decode(encode(seed), int) == seed  # it can travel to a worker
        self.asked += 1
        return super().ask(view, level, budget, seed)


def header(*, person: int | None = None, seed: int = 11, **chosen: OptionValue) -> Header:
    options = options_of("burako", **{"players": 2, "target": 300, **chosen})
    names = ("Ana", "Tito", "Nora", "Vera")[: options.number("players")]
    seats = tuple(
        Seat(name, Controller.HERE) if at == person else Seat(name, Controller.BOT, LEVELS[1])
        for at, name in enumerate(names)
    )
    return Header("burako", options, "tiles", seats, "open", seed, BOT_VERSION, DEFAULT_BUDGET.nodes)


def start(head: Header, dealer: Callable[[int], Dealer] = OpenDealer, match: Match | None = None) -> LocalSession:
    return LocalSession(match or Match.new(head), Watchful(), Lines(), dealer=dealer)


def play(session: LocalSession, until: Callable[[LocalSession], bool], begin: float = 0.0) -> list[Event]:
    """Poll once a second until something holds."""
    told: list[Event] = []
    for second in range(ROUND_POLLS):
        if until(session):
            return told
        events = session.poll(begin + second)
        told += events
        if any(isinstance(event, RoundOver) for event in events):
            session.begin_next_round()
    raise AssertionError("it goes on for ever")


def over(session: LocalSession) -> bool:
    return session.standing.over


def my_turn(session: LocalSession) -> bool:
    view = session.view
    return view is not None and view.must_decide


def digests(session: LocalSession) -> list[bytes]:
    """The digest of each table that play went through, whatever else the log holds."""
    moves = {EntryKind.DEAL, EntryKind.MOVE, EntryKind.SCORE}
    match, found = Match.new(session.header), []
    for entry in session.match.transcript.entries:
        match = match.with_entry(entry)
        if entry.kind in moves and match.standing.table is not None:
            found.append(digest(match.standing.table))
    return found


@pytest.fixture(scope="module")
def whole() -> LocalSession:
    session = start(header())
    play(session, over)
    return session


def test_bots_play_a_match_to_its_end_and_the_journal_holds_it(whole: LocalSession) -> None:
    assert whole.standing.over
    journal = whole._journal
    assert isinstance(journal, Lines)
    assert journal.data == match_text(whole.match).encode()
    assert read_match(journal.data).match == whole.match
    assert audit(whole.match.transcript) == ()
    assert whole.poll(1e9) == ()


class Strict(Lines):
    """A journal that looks, at each line, whether anybody could have been told of it."""

    def __init__(self) -> None:
        super().__init__()
        self.session: LocalSession | None = None
        self.told = 0  # moves

    def append(self, line: bytes) -> None:
        if self.session is not None:
            entries = self.session.match.transcript.entries
            assert len(entries) == self.data.count(b"\n") - 1
            assert self.told + len([one for one in self.session._events if isinstance(one, Moved)]) == moves_in(entries)
        super().append(line)


def moves_in(entries: Sequence[Entry]) -> int:
    return len([entry for entry in entries if entry.kind is EntryKind.MOVE])


def test_nobody_is_told_of_a_line_before_the_journal_has_it() -> None:
    journal = Strict()
    session = LocalSession(Match.new(header(target=100)), Watchful(), journal)
    journal.session = session
    for second in range(ROUND_POLLS):
        if over(session):
            break
        events = session.poll(float(second))
        journal.told += len([event for event in events if isinstance(event, Moved)])
        if any(isinstance(event, RoundOver) for event in events):
            session.begin_next_round()
    assert journal.data.decode() == match_text(session.match)
    assert over(session)


def test_the_events_tell_the_whole_log() -> None:
    session = start(header())
    events = play(session, over)
    kinds = [entry.kind for entry in session.match.transcript.entries]
    assert sum(isinstance(event, Moved) for event in events) == kinds.count(EntryKind.MOVE)
    assert sum(isinstance(event, Dealt) for event in events) == kinds.count(EntryKind.DEAL)
    assert sum(isinstance(event, RoundOver) for event in events) == kinds.count(EntryKind.SCORE)
    assert not [event for event in events if isinstance(event, Trouble)]
    for event in events:
        if isinstance(event, Moved):
            assert event.after.story[-1].move == event.move
            assert event.before.seat == event.after.seat == session.viewer_seat


# A dealer that answers later


def slow(seat: int) -> Dealer:
    return SlowDealer(seat)


def silent(seat: int) -> Dealer:
    """It does not say that it is waiting: only the hidden faces do."""
    return SlowDealer(seat, tells=False)


@pytest.mark.parametrize(("dealer", "table"), crossed([slow, silent], [(2, 300), (4, 100)]))
def test_late_faces_change_nothing_but_the_time(dealer: Callable[[int], Dealer], table: tuple[int, int]) -> None:
    players, target = table
    head = header(players=players, target=target)
    at_once, late = start(head), start(head, dealer)
    play(at_once, over)
    events = play(late, over)
    assert late.standing.results == at_once.standing.results
    assert digests(late) == digests(at_once)
    shares = [entry for entry in late.match.transcript.entries if entry.kind is EntryKind.SHARE]
    assert len(shares) > len(at_once.match.transcript.entries) / 4
    assert sum(isinstance(event, Learned) for event in events) == len(shares)
    assert Match.of(late.match.transcript) == late.match


def test_a_person_decides_nothing_before_the_tile_is_there() -> None:
    session = start(header(person=0, first_starter="seat0"), slow)
    play(session, my_turn)
    assert session.submit([Draw()]) is None
    view = session.view
    assert view is not None
    assert view.phase is Phase.WAIT_FACES
    drawn = view.rack[-1]
    for refused in (session.submit([Redraw()]), session.submit([Keep(), Discard(drawn)])):
        assert refused is not None
        assert refused.code is Code.FACES_MISSING
    play(session, my_turn, begin=100)
    assert session.submit([Keep(), Discard(drawn)]) is None


@pytest.mark.whole  # a quick one: `tests/match/test_match.py`
def test_a_slow_match_is_taken_up_where_it_stood(whole: LocalSession) -> None:
    late = start(header(), slow)
    play(late, over)
    data = match_text(late.match).encode()
    lines = data.splitlines(keepends=True)
    for cut in some((9, 2, len(lines) // 3, len(lines) // 2), 2):
        again = start(header(), slow, read_match(b"".join(lines[:cut])).match)
        play(again, over)
        assert digests(again) == digests(late) == digests(whole)


# Resuming


def test_a_cut_log_is_played_on_to_the_same_end(whole: LocalSession) -> None:
    data = match_text(whole.match).encode()
    for cut in (len(data) // 7, len(data) // 2, len(data) - 5):
        reading = read_match(data[:cut])
        session = start(header(), match=reading.match)
        if session.standing.round_scored:
            session.begin_next_round()
        play(session, over)
        assert match_text(session.match).encode() == data


def test_a_match_taken_up_between_rounds_waits_for_a_word(whole: LocalSession) -> None:
    entries = whole.match.transcript.entries
    scored = next(entry.number for entry in entries if entry.kind is EntryKind.SCORE)
    session = start(header(), match=whole.match.at(scored + 1))
    if not session.standing.over:
        assert session.poll(1.0) == ()
        session.begin_next_round()
        assert any(isinstance(event, Dealt) for event in session.poll(2.0))


def test_each_seat_knows_its_tiles_again(whole: LocalSession) -> None:
    count = len(whole.match.transcript.entries) // 2
    match = whole.match.at(count)
    session = start(header(), match=match)
    for seat in range(2):
        assert session.view_of(seat).phase is not Phase.WAIT_FACES


# A person's turn


def test_moves_are_made_all_or_none() -> None:
    session = start(header(person=0, first_starter="seat0"))
    play(session, my_turn)
    before = session.match
    refused = session.submit([Draw(), Draw()])
    assert refused is not None
    assert session.match == before
    assert session.submit([Draw()]) is None
    view = session.view
    assert view is not None
    assert session.submit([Keep(), Discard(view.rack[0])]) is None
    assert len(session.match.transcript.entries) == len(before.transcript.entries) + 3
    events = session.poll(50.0)
    assert [type(event.move) for event in events if isinstance(event, Moved) and event.seat == 0] == [
        Draw,
        Keep,
        Discard,
    ]


def test_nobody_moves_out_of_turn() -> None:
    session = start(header(person=1, first_starter="seat0"))
    session.poll(0.0)
    refused = session.submit([Draw()])
    assert refused is not None
    assert refused.code is Code.NOT_YOUR_TURN


# The clock


def waiting_person(dealer: Callable[[int], Dealer] = OpenDealer) -> LocalSession:
    session = start(header(person=0, first_starter="seat0", turn_seconds=30), dealer)
    session.poll(100.0)  # the deal
    for second in range(40):
        session.poll(100.0 + second / 100)
        if my_turn(session):
            break
    session.poll(101.0)
    return session


def decide(session: LocalSession) -> list[int | None]:
    """Let the person do what the rules leave; return the times that stand behind what was written then."""
    journal, view = session._journal, session.view
    assert isinstance(journal, Lines)
    assert view is not None
    before = len(journal.data)
    assert session.submit([fallback_move(view).move]) is None
    ends = [line.rsplit("\t", 1)[-1] for line in journal.data[before:].decode().splitlines()]
    return [int(end[1:]) if end.startswith("@") else None for end in ends]


def test_the_file_says_how_long_each_decision_took_and_no_pause_counts() -> None:
    session = start(replace(header(person=0), format=TIMED_FORMAT))
    session.poll(0.0)
    play(session, my_turn)
    now = session._now
    session.poll(now + 4.5)
    session.set_paused(paused=True)
    session.poll(now + 100)
    session.set_paused(paused=False)
    session.poll(now + 101)
    session.poll(now + 103)
    assert decide(session) == [75]


def test_whoever_was_away_took_no_time_that_is_told() -> None:
    session = start(replace(header(person=0), format=TIMED_FORMAT))
    play(session, my_turn)
    session.poll(session._now + AWAY_SECONDS + 1)
    assert decide(session) == [None]


def test_a_match_taken_up_knows_no_time_of_what_was_before() -> None:
    first = start(replace(header(person=0), format=TIMED_FORMAT))
    play(first, my_turn)
    again = start(first.header, match=first.match)
    again.poll(1000.0)
    assert decide(again) == [None]
    again.poll(1002.0)
    assert decide(again) == [20]


def test_a_match_of_a_format_without_times_writes_none() -> None:
    session = start(header(person=0))
    play(session, my_turn)
    decide(session)
    assert isinstance(session._journal, Lines)
    assert read_match(session._journal.data).times == {}


def test_the_clock_counts_a_turn_down_and_then_ends_it() -> None:
    session = waiting_person()
    left = session.seconds_left(101.0)
    assert left is not None
    assert 28.5 <= left <= 30.0
    assert session.poll(120.0) == ()
    assert session.submit([Draw()]) is None  # a move inside the turn does not wind the clock up again
    session.poll(121.0)
    assert session.seconds_left(121.0) == pytest.approx(left - 20.0)
    events = session.poll(131.5)
    assert [event.seat for event in events if isinstance(event, TimedOut)] == [0]
    assert [type(event.move) for event in events if isinstance(event, Moved)][:2] == [Keep, Discard]
    view = session.view
    assert view is not None
    assert view.table.to_move == 1


def test_a_turn_ends_at_its_last_moment_and_not_before() -> None:
    session = waiting_person()
    left = session.seconds_left(101.0)
    assert left is not None
    assert not any(isinstance(event, TimedOut) for event in session.poll(101.0 + left - 0.001))
    assert any(isinstance(event, TimedOut) for event in session.poll(101.0 + left))


class Cheating(OpenDealer):
    """A dealer whose round turns out to have been dealt falsely."""

    def hidden_faces(self, _standing: Standing) -> ShownFaces | DealFault:
        return DealFault(1, "its secrets are other ones")


def test_a_round_that_was_dealt_falsely_is_told_and_not_scored() -> None:
    session = start(header(target=500), Cheating)
    told: list[Event] = []
    while not any(isinstance(event, Trouble) for event in told):
        told += session.poll(float(len(told)))
    assert [event.code for event in told if isinstance(event, Trouble)] == ["deal_fault"]
    assert not any(isinstance(event, RoundOver) for event in told)


class Doubting(OpenDealer):
    """A dealer that finds a wrong share in the deal, at the second seat."""

    def learn_from(self, entry: Entry, standing: Standing) -> Mapping[Tile, Face] | DealFault:
        wrong = self._seat == 1 and entry.kind is EntryKind.DEAL
        return DealFault(0, "its share is another one") if wrong else super().learn_from(entry, standing)


def test_who_is_dealt_a_wrong_share_knows_no_tile_and_says_whose_it_is() -> None:
    session = start(header(), Doubting)
    told = session.poll(0.0)
    assert [event for event in told if isinstance(event, Trouble)] == [
        Trouble("deal_fault", ("Ana", "its share is another one"))
    ]
    assert (session._known[0] != {}, session._known[1]) == (True, {})


def test_a_pause_holds_the_clock() -> None:
    session = waiting_person()
    before = session.seconds_left(101.0)
    session.set_paused(paused=True)
    session.poll(5000.0)
    assert session.seconds_left(5000.0) == before
    session.set_paused(paused=False)
    session.poll(5001.0)
    assert before is not None
    assert session.seconds_left(5001.0) == pytest.approx(before - 1.0)


def test_a_pause_in_which_nobody_looked_holds_the_clock_too() -> None:
    """A page that hides the whole table is not told the time, and neither is the session."""
    session = waiting_person()
    before = session.seconds_left(101.0)
    session.poll(101.0)
    assert before is not None
    session.set_paused(paused=True)
    session.set_paused(paused=False)
    session.poll(5001.0)
    assert session.seconds_left(5001.0) == pytest.approx(before)
    session.poll(5003.0)
    assert session.seconds_left(5003.0) == pytest.approx(before - 2.0)


def test_a_pause_puts_off_what_a_bot_does_next() -> None:
    session, now = start(header()), 0.0
    session.pace = 0.9
    while not session.match.transcript.entries[-1:] or "discard" not in session.match.transcript.entries[-1].body:
        now += 0.05
        session.poll(now)
    before = len(session.match.transcript.entries)
    session.set_paused(paused=True)
    session.poll(now + 5000.0)
    session.set_paused(paused=False)
    session.poll(now + 5000.05)
    assert len(session.match.transcript.entries) == before, "its last move has not been seen for a whole pace yet"
    session.poll(now + 5003.0)
    assert len(session.match.transcript.entries) > before


def test_time_that_tiles_take_to_come_is_nobody_s() -> None:
    session = waiting_person(slow)
    assert session.submit([Draw()]) is None
    before = session.seconds_left(101.0)
    session.poll(102.0)
    assert not my_turn(session)
    assert session.seconds_left(102.0) == before


def test_a_turn_that_ran_out_goes_on_when_its_tile_has_come() -> None:
    """The program draws, waits for the face, and then throws; the person is told once."""
    session = waiting_person(slow)
    events = [event for second in range(40) for event in session.poll(135.0 + second)]
    assert [event.seat for event in events if isinstance(event, TimedOut)][:1] == [0]
    mine = [event.move for event in events if isinstance(event, Moved) and event.seat == 0]
    assert [type(move) for move in mine[:3]] == [Draw, Keep, Discard]
    first_turn = events[: next(at for at, event in enumerate(events) if isinstance(event, Moved) and event.seat == 1)]
    assert len([event for event in first_turn if isinstance(event, TimedOut)]) == 1


def test_a_table_without_a_clock_waits() -> None:
    session = start(header(person=0, first_starter="seat0"))
    play(session, my_turn)
    assert session.seconds_left(0.0) is None
    assert session.poll(1e9) == ()
    assert session.seconds_left(1e9) is None


def test_no_clock_is_left_running_behind_a_round() -> None:
    session = start(header(person=0, first_starter="seat0", turn_seconds=15))
    events: Sequence[Event] = ()
    for second in range(ROUND_POLLS):
        events = session.poll(float(second))
        if any(isinstance(event, RoundOver) for event in events):
            break
    assert session.standing.round_scored
    assert session.seconds_left(1e6) is None


# Bots


def test_bots_keep_their_pace() -> None:
    session = LocalSession(Match.new(header()), Watchful(), Lines(), pace=10.0)
    told = [[one for one in session.poll(second) if isinstance(one, Moved)] for second in range(100)]
    lays = [isinstance(one.move, LayMeld | Extend) for moves in told for one in moves]
    beats = len(lays) - sum(before and after for before, after in pairwise(lays))  # laid together is one
    assert 8 <= beats <= 11
    assert max(map(len, told)) == 1


def test_what_a_bot_lays_in_one_turn_is_one_beat() -> None:
    session = LocalSession(Match.new(header()), Watchful(), Lines(), pace=1.0)
    told: list[tuple[int, Moved]] = []
    for beat in range(20 * 400):
        told += [(beat, one) for one in session.poll(beat / 20) if isinstance(one, Moved)]
        if session.standing.round_scored:
            break
    lays = (LayMeld, Extend)
    together = [
        after - before
        for (before, one), (after, other) in pairwise(told)
        if isinstance(one.move, lays) and isinstance(other.move, lays) and one.seat == other.seat
    ]
    assert together
    assert max(together) <= 4
    # Whoever begins a round may think about his first tile, which is a move more.
    turns = [at for at, one in told if isinstance(one.move, Draw | TakePile)][1:]
    lengths = sorted(after - before for before, after in pairwise(turns))
    assert lengths[len(lengths) // 2] <= 2.3 * 20  # of the pace: 2.1 s at the usual one
    assert lengths[-1] <= 2.75 * 20  # and never 2.5 s


def test_a_loud_bot_is_quicker_than_an_exact_one() -> None:
    def moved(name: str) -> int:
        seats = tuple(replace(seat, name=name) for seat in header().seats)
        session = LocalSession(Match.new(replace(header(), seats=seats)), Watchful(), Lines(), pace=1.0)
        return sum(isinstance(one, Moved) for beat in range(20 * 30) for one in session.poll(beat / 20))

    assert moved("Bruno") > moved("Vera") > moved("Nora")


def test_a_bot_does_not_answer_a_person_at_once() -> None:
    session = waiting_person()
    session.pace = 3.0
    while session.view is not None and session.view.must_decide:
        session.submit((session.rules.time_out(session.view),))
    told = [(at, one.seat) for at in range(101, 110) for one in session.poll(float(at)) if isinstance(one, Moved)]
    assert next(at for at, seat in told if seat == 1) == 104


def test_hurried_bots_make_no_pause_until_a_person_must_decide() -> None:
    session = start(header(person=0, players=4, first_starter="seat0"))
    play(session, my_turn)
    session.pace = 10.0

    def moved(*, hurry: bool) -> list[int]:
        """End the person's turn; return who moves at that very moment."""
        while my_turn(session):
            decide(session)
        if hurry:
            session.hurry_bots()
        told = [event for _ in range(40) for event in session.poll(session._now)]
        return [event.seat for event in told if isinstance(event, Moved) and event.seat != 0]

    assert [*dict.fromkeys(moved(hurry=True))] == [3, 2, 1]
    assert my_turn(session)
    assert moved(hurry=False) == []


def test_no_bot_moves_before_the_deal_was_seen() -> None:
    session = LocalSession(Match.new(header()), Watchful(), Lines(), pace=10.0)
    moved = [second for second in range(50) if any(isinstance(event, Moved) for event in session.poll(second))]
    assert moved[0] >= 20


def test_a_bot_is_asked_once_for_each_decision() -> None:
    thinker = Watchful()
    session = LocalSession(Match.new(header()), thinker, Lines(), pace=5.0)
    moved = sum(isinstance(event, Moved) for second in range(200) for event in session.poll(float(second)))
    assert moved <= thinker.asked <= moved + 1


def test_every_decision_has_its_own_seed(whole: LocalSession) -> None:
    entries = whole.match.transcript.entries
    views = []
    for number in range(1, min(60, len(entries))):
        match = whole.match.at(number)
        assert match.standing.table is not None
        views += [View(match.standing.table, seat, match.standing.table.faces, match.standing.story) for seat in (0, 1)]
    found = {bot_seed(seed, view) for view in views for seed in (0, 10**18 - 1)}
    assert len(found) == 2 * len({(view.seat, view.table.round, len(view.story)) for view in views})


def test_an_illegal_move_of_a_bot_is_told_and_costs_only_its_turn() -> None:
    class Wrong(InlineThinker):
        def poll(self) -> tuple[BotAnswer, ...]:
            return tuple(replace(one, choice=replace(one.choice, move=Keep())) for one in super().poll())

    session = LocalSession(Match.new(header()), Wrong(), Lines())
    events = [event for second in range(40) for event in session.poll(float(second))]
    told = [event for event in events if isinstance(event, Trouble)]
    assert told[0].code == "bot_refused"
    assert told[0].args[1] == "no_privilege"
    moved = [event for event in events if isinstance(event, Moved)]
    assert {event.seat for event in moved} == {0, 1}
    assert moved[0].reason == ("fallback",)


def test_closing_twice_is_safe() -> None:
    session = start(header())
    session.poll(0.0)
    session.poll(1.0)
    session.close()
    session.close()
    assert rules_of("burako") is session.rules


def test_a_match_taken_up_in_mid_round_waits_after_its_score() -> None:
    begun = start(header(target=10_000))
    play(begun, lambda session: len(session.match.transcript.entries) > 20)
    session = start(begun.header, match=begun.match)
    for now in range(1000):
        session.poll(float(now))
    assert session.standing.round_scored
    assert len(session.standing.results) == 1
    session.begin_next_round()
    session.poll(1000.0)
    assert not session.standing.round_scored
