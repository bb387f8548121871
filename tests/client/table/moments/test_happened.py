"""What makes a moment: each kind is found in matches of bots, says what and why, and names tiles that lie there."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

from game.bots.thinker import InlineThinker
from game.client.table.moments.happened import end_moment, moments_between
from game.client.table.moments.kinds import MomentKind
from game.client.table.moments.moment import Moment
from game.commands.demo import bots_header, options_for
from game.match.match import Match, best_turns
from game.rules.registry import rules_of
from game.rules.ruleset import ScoreLine, SideScore
from game.session.local import LocalSession
from game.session.position import read_position
from game.session.session import Moved, RoundOver
from game.store.matches import NoJournal
from game.table.faces import Colour, Face, face_text
from game.table.melds import Kind, Meld
from game.table.options import OptionValue
from game.table.state import NO_SEAT, Ending, Outcome
from game.table.view import View
from tools.golden_pictures import golden_match

NAMES = ("Ana", "Tito", "Nora", "Vera")


@lru_cache(maxsize=4)
def told(game: str, seats: int, seed: int) -> tuple[tuple[Moved, Moment], ...]:
    """Return every moment of two rounds of bots, with the move that made it."""
    rules = rules_of(game)
    session = LocalSession(
        Match.new(bots_header(rules, options_for(rules, {"players": seats}), seed)), InlineThinker(), NoJournal()
    )
    found, now, rounds = [], 0.0, 0
    while not session.standing.over and rounds < 2:
        for event in session.poll(now):
            if isinstance(event, RoundOver):
                rounds += 1
                session.begin_next_round()
            if isinstance(event, Moved):
                found += [(event, one) for one in moments_between(event.before, event.after, NAMES)]
        now += 1.0
    return tuple(found)


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        ("burako", MomentKind.PURE), ("burako", MomentKind.IMPURE), ("burako", MomentKind.SIX),
        ("burako", MomentKind.DEAD_HAND),
        ("burako", MomentKind.FEW), ("rummikub", MomentKind.OPENED), ("rummikub", MomentKind.OUT),
        ("rummikub", MomentKind.FEW),
        ("rummikub", MomentKind.REBUILT),
    ],
)  # fmt: skip
def test_a_match_of_bots_has_it_and_it_is_told_in_words(game: str, kind: MomentKind) -> None:
    of_kind = [(moved, one) for moved, one in told(game, 4, 7) if one.kind is kind]
    assert of_kind
    for moved, one in of_kind:
        assert str(one.title)
        assert one.why is None or str(one.why)
        lying = {tile for meld in moved.after.table.melds for tile in meld.tiles} | set(moved.after.table.pile)
        if kind.spec.ribbon and kind is not MomentKind.DEAD_HAND:
            assert set(one.praised) <= lying


@pytest.mark.parametrize("game", ["burako", "rummikub"])
def test_nothing_is_the_own_deed_of_who_looks_on(game: str) -> None:
    moves = {id(moved): moved for moved, _one in told(game, 4, 7)}.values()
    seen = [one for moved in moves for one in moments_between(moved.before, replace(moved.after, seat=NO_SEAT), NAMES)]
    assert {one.kind for one in seen} >= {
        MomentKind.FEW,
        MomentKind.OPENED if game == "rummikub" else MomentKind.DEAD_HAND,
    }
    assert not [one for one in seen if one.ours or str(getattr(one.title, "code", "")).endswith("_me")]


def test_a_canasta_comes_once_and_has_its_points_and_its_rule() -> None:
    canastas = [one for _moved, one in told("burako", 4, 7) if one.kind in (MomentKind.PURE, MomentKind.IMPURE)]
    assert len({one.tiles[:6] for one in canastas}) == len(canastas)
    assert {one.points for one in canastas} == {100, 200}
    assert {one.rule for one in canastas} == {"1.2"}


def test_nothing_happens_between_the_last_view_of_a_round_and_the_first_of_the_next() -> None:
    moves = [moved for moved, _one in told("burako", 4, 7)]
    first = moves[0]
    other = next(moved for moved in moves if moved.after.table.round != first.after.table.round)
    assert moments_between(first.after, other.after, NAMES) == ()


def test_the_watcher_is_spoken_to_and_others_are_named() -> None:
    dead = [one for _moved, one in told("burako", 4, 7) if one.kind is MomentKind.DEAD_HAND]
    for one in dead:
        assert (str(one.title) == "The dead hand is yours!") is (one.seat == 0)
        assert one.seat == 0 or NAMES[one.seat] in str(one.title)


TABLE = ("[R1 R2 R3 R4]", "[B4 B5 B6]", "[K7 K8 K9 K10]", "[R10 B10 Y10]")


def played(hand: str, *sets: str, seat: int = 0, ends: bool = False) -> list[Moment]:
    """Return what a play tells seat 0 that leaves the table so, its tiles from the hand of another seat or its own."""
    position = read_position({
        "game": "rummikub", "opened": True, "table": list(TABLE), "hand": hand.split(), "stock": 20, "to_move": seat,
    })  # fmt: skip
    tiles = {face_text(position.faces[tile], cards=False): tile for tile in position.table.rack}
    tiles |= {
        face_text(position.faces[tile], cards=False): tile for meld in position.table.melds for tile in meld.tiles
    }
    melds = []
    for words in sets:
        lying = tuple(tiles[word] for word in words.split())
        kind = Kind.GROUP if len({position.faces[tile].number for tile in lying}) == 1 else Kind.RUN
        melds.append(Meld(kind, lying, (None,) * len(lying)))
    left = tuple(tile for tile in position.table.rack if not any(tile in meld.tiles for meld in melds))
    after = position.table.with_fields(
        melds=tuple(melds),
        racks=position.table.with_rack(seat, left),
        to_move=seat if ends else 1 - seat,
        outcome=Outcome(Ending.OUT, seat) if ends else None,
    )
    before, now = (View(table, 0, position.faces) for table in (position.table, after))
    return [one for one in moments_between(before, now, NAMES) if one.kind is MomentKind.REBUILT]


REGROUPED = ("R1 R2 R3", "R4 B4 K4", "B5 B6 B7", "K8 K9 K10", "K7 Y7 R7", "R10 B10 Y10")


def test_a_turn_that_makes_three_sets_anew_is_told_by_its_tiles_and_every_set_they_went_into() -> None:
    (mine,) = played("K4 B7 Y7 R7 Y1", *REGROUPED)
    assert str(mine.title) == "You rebuilt 5 sets!"
    assert mine.ours
    assert mine.rule == "2.2"
    assert len(mine.praised) == 4
    assert len(mine.tiles) == 15  # all but the tens, which nobody touched
    (theirs,) = played("K4 B7 Y7 R7 Y1", *REGROUPED, seat=1)
    assert str(theirs.title) == "Tito rebuilt 5 sets"
    assert not theirs.ours


def test_what_only_grows_or_moves_one_tile_is_no_rebuilding() -> None:
    grown = ("R1 R2 R3 R4 R5", "B4 B5 B6 B7", "K7 K8 K9 K10 K11", "R10 B10 Y10")
    assert played("R5 B7 K11 Y1", *grown) == []
    one_moved = ("R1 R2 R3", "B4 B5 B6", "K7 K8 K9 K10", "R10 B10 Y10", "R4 K4 Y4")
    assert played("K4 Y4 Y1", *one_moved) == []


def test_who_goes_out_by_rebuilding_is_told_to_have_gone_out_and_nothing_else() -> None:
    assert played("K4 B7 Y7 R7", *REGROUPED, ends=True) == []


SHIFTS = [({}, "It may stand for another tile while its whole set stays together"),
          ({"joker_lock": "free"}, "At this table a joker may stand for another tile in every play")]  # fmt: skip


@pytest.mark.parametrize(("options", "why"), SHIFTS)
def test_a_joker_that_stands_for_another_tile_in_its_set_is_told_with_the_reason(
    options: dict[str, OptionValue], why: str
) -> None:
    position = read_position({
        "game": "rummikub", "opened": True, "table": ["[R6 R7 *=R8]"], "hand": ["R5", "Y1"], "stock": 20,
        "options": options,
    })  # fmt: skip
    (six, seven, joker), (five, one) = position.table.melds[0].tiles, position.table.rack
    means = (Face(Colour.RED, 4), None, None, None)
    after = position.table.with_fields(
        melds=(Meld(Kind.RUN, (joker, five, six, seven), means),), racks=position.table.with_rack(0, (one,)), to_move=1
    )
    before, now = (View(table, 0, position.faces) for table in (position.table, after))
    (told_one,) = [one for one in moments_between(before, now, NAMES) if one.kind is MomentKind.JOKER]
    assert (str(told_one.title), str(told_one.why), told_one.rule) == ("The joker is red 4 now", why, "2.4")
    assert told_one.praised == (joker,)


def test_a_round_that_nobody_ends_tells_who_won_it_and_why_it_ended() -> None:
    last = golden_match("rummikub-2").standing.results[0]
    assert end_moment(last, 0, NAMES) is None  # somebody went out, which is told as that

    def told(ending: Ending, *totals: int, own: int = 0, by: int = -1) -> Moment:
        sheets = tuple(SideScore(side, (ScoreLine("rack_against", "5", at),)) for side, at in enumerate(totals))
        made = end_moment(replace(last, outcome=Outcome(ending, by), sheets=sheets), own, NAMES)
        assert made is not None
        return made

    mine = told(Ending.PASSED, 30, -30)
    assert (str(mine.title), mine.ours, mine.rule) == ("The round is won!", True, "2.5")
    assert "fewest points" in str(mine.why)
    assert mine.praised == last.table.racks[0]
    theirs = told(Ending.STOPPED, -30, 30, by=1)
    assert (str(theirs.title), theirs.ours, theirs.seat) == ("Tito won the round", False, 1)
    assert str(theirs.why).startswith("Tito stopped")
    assert str(told(Ending.STOPPED, 5, 3, by=0).why).startswith("You stopped")
    assert mine.rule != told(Ending.STALL, 30, -30).rule
    shared = told(Ending.STALL, 10, 10)
    assert (str(shared.title), shared.praised) == ("The round is over", ())


def test_a_round_of_a_dead_hand_game_that_nobody_ends_names_the_rule_of_its_end() -> None:
    last = golden_match("burako-2").standing.results[0]
    made = end_moment(replace(last, outcome=Outcome(Ending.STALL)), 0, NAMES)
    assert made is not None
    assert made.rule == "1.4"


def test_an_opening_is_told_with_its_points_where_points_open() -> None:
    opened = [one for _moved, one in told("rummikub", 4, 7) if one.kind is MomentKind.OPENED]
    assert opened
    for one in opened:
        points = int("".join(letter for letter in str(one.title) if letter.isdigit()))
        assert points >= 30
        assert str(one.title) in (f"{NAMES[one.seat]} opened with {points}", f"You opened with {points}!")


def test_who_goes_out_shows_every_tile_of_the_turn_the_set_of_the_closing_tile_first() -> None:
    position = read_position({
        "game": "rummy", "seats": 2, "opened": True, "closing": "K8", "stock": 9,
        "hand": ["R1", "R2", "R3", "K7", "K9"],
    })  # fmt: skip
    table, (one, two, three, seven, nine) = position.table, position.table.rack
    low, high = (one, two, three), (seven, table.closing, nine)
    melds = tuple(Meld(Kind.RUN, tiles, (None,) * 3) for tiles in (low, high))
    after = table.with_fields(melds=melds, racks=table.with_rack(0, ()), outcome=Outcome(Ending.OUT, 0))
    told = moments_between(View(table, 0, position.faces), View(after, 0, position.faces), NAMES)
    assert [one.praised for one in told if one.kind is MomentKind.OUT] == [(*high, *low)]
    assert best_turns([(0, table), (1, after)])[0] == (*low, *high)
