from __future__ import annotations

from dataclasses import replace
from functools import reduce
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from game.match.audit import audit
from game.match.bodies import write_score, write_seat, write_void
from game.match.lines import read_match
from game.match.match import BrokenLogError, Match, Payment, best_turns, hidden_tiles
from game.match.transcript import RULES_VERSION, TABLE_AUTHOR, Controller, Entry, EntryKind, Seat
from game.table.canon import digest
from game.table.faces import HIDDEN, face_text
from game.table.moves import Discard, Draw, Keep, TakePile
from game.table.state import Ending, Phase
from game.table.tiles import NO_TILE
from tests.match.logs import GOLDEN, all_hidden, dealt, faces_at, header, moved, table_of, view
from tests.matches import played_out
from tests.slices import crossed
from tests.strategies import wandered

if TYPE_CHECKING:
    from game.table.state import Table


@pytest.fixture
def fresh() -> Match:
    return dealt(Match.new(header()))


def to_play(match: Match) -> Match:
    return moved(moved(match, Draw()), Keep())


def thrown(match: Match) -> Match:
    return moved(match, Discard(table_of(match).rack[0]))


def over(match: Match) -> Match:
    """The match at the end of its round: the stock is drawn down and every tile drawn is thrown."""
    while table_of(match).phase is not Phase.ROUND_END:
        phase = table_of(match).phase
        if phase in {Phase.START_DRAW, Phase.DRAW}:
            match = moved(match, Draw())
        elif phase is Phase.START_CHOICE:
            match = moved(match, Keep())
        else:
            match = moved(match, Discard(table_of(match).rack[-1]))
    return match


def scored(match: Match) -> Match:
    return match.with_decision(TABLE_AUTHOR, EntryKind.SCORE, write_score(all_hidden(match), cards=False))[0]


@pytest.mark.parametrize(("game", "seed"), crossed(["burako", "eburako", "burraco"], range(3)))
def test_a_log_folds_again_to_the_same_standing(game: str, seed: int) -> None:
    match = wandered(game, seed)[0].match
    again = Match.of(match.transcript)
    assert again == match
    assert again.standing.results == match.standing.results


@pytest.mark.whole  # test_a_log_folds_again_to_the_same_standing
def test_every_prefix_stands_where_it_stood() -> None:
    hall, made = wandered("burako", 1)
    for number, one in list(enumerate(made))[::25]:
        at = hall.match.at(number + 1)  # the deal comes first
        assert at.standing.table == one.view.table
        assert at.standing.story == one.view.story


def test_a_round_is_dealt_played_and_scored() -> None:
    match = scored(over(dealt(Match.new(header()))))
    assert match.standing.round_scored
    assert HIDDEN not in table_of(match).faces
    assert sorted(map(str, table_of(match).faces)) == sorted(map(str, match.rules.deck.faces))
    result = match.standing.results[0]
    assert result.totals == match.standing.totals == tuple(sheet.total for sheet in result.sheets)
    following = dealt(match)
    assert following.standing.next_round_number == 2
    assert table_of(following).totals == match.standing.totals
    assert table_of(following).starter == (result.table.starter - 1) % 2


def refused(match: Match, author: int, kind: EntryKind, body: str, reason: str) -> None:
    with pytest.raises(BrokenLogError, match=reason) as caught:
        match.with_decision(author, kind, body)
    assert caught.value.number == len(match.transcript.entries)
    assert caught.value.reason in str(caught.value)


def test_deals_that_cannot_be(fresh: Match) -> None:
    empty = Match.new(header())
    refused(empty, TABLE_AUTHOR, EntryKind.DEAL, "round 2 coin 5", "round 1 is due")
    refused(empty, TABLE_AUTHOR, EntryKind.DEAL, "round 1", "does not begin a round")
    refused(empty, TABLE_AUTHOR, EntryKind.DEAL, "round 01 coin 5", "is written")
    refused(empty, TABLE_AUTHOR, EntryKind.DEAL, "round 1 coin 5 shows R5!3", "turned up")
    refused(fresh, TABLE_AUTHOR, EntryKind.DEAL, "round 2 coin 5", "another is being played")


def test_moves_that_cannot_be(fresh: Match) -> None:
    mover = table_of(fresh).to_move
    refused(Match.new(header()), 0, EntryKind.MOVE, "draw", "nothing is dealt")
    refused(fresh, 1 - mover, EntryKind.MOVE, "draw", "not_your_turn")
    refused(fresh, mover, EntryKind.MOVE, "keep", "no_privilege, rule 1.4")
    refused(fresh, mover, EntryKind.MOVE, "jump", "not a move")
    refused(fresh, mover, EntryKind.MOVE, "draw ", "is written 'draw'")
    refused(fresh, 2, EntryKind.MOVE, "draw", "no seat 2")
    refused(fresh, -2, EntryKind.HANDOVER, "", "no seat -2")
    match = to_play(fresh)
    refused(match, mover, EntryKind.MOVE, "discard R5!999", "no tile 999")
    refused(match, mover, EntryKind.MOVE, "discard R14!0", "more often than the deck has it")
    refused(match, mover, EntryKind.MOVE, "draw", "already_drawn")
    refused(match, mover, EntryKind.MOVE, "play {R5#200} -> [R5!1]", "no tile 200")


def test_a_turn_begins_where_the_turn_before_ended(fresh: Match) -> None:
    assert Match.new(header()).standing.moves_before_turn == fresh.standing.moves_before_turn == 0
    first = to_play(fresh)
    assert first.standing.moves_before_turn == 0
    second = moved(first, Discard(table_of(first).rack[0]))
    assert second.standing.moves_before_turn == len(second.standing.story) > 1
    assert moved(second, Draw()).standing.moves_before_turn == len(second.standing.story)


def test_the_table_ends_the_turn_of_a_silent_player_and_does_nothing_else_for_him() -> None:
    """Rule 10, time: the host declares it; the story tells it of the player whose turn it was."""
    match = dealt(Match.new(header(turn_seconds=60)))
    mover = table_of(match).to_move
    refused(match, TABLE_AUTHOR, EntryKind.MOVE, "draw", "not_your_turn")
    refused(match, 1 - mover, EntryKind.MOVE, "timeout", "not_your_turn")
    after = match.with_decision(TABLE_AUTHOR, EntryKind.MOVE, "timeout")[0]
    assert after.standing.story[-1].seat == mover
    assert table_of(after).to_move == 1 - mover
    assert audit(scored(over(after)).transcript) == ()
    refused(dealt(Match.new(header())), TABLE_AUTHOR, EntryKind.MOVE, "timeout", "no_clock")


def test_d57_who_took_the_pile_and_is_silent_throws_a_tile_of_it() -> None:
    match = thrown(to_play(dealt(Match.new(header(turn_seconds=60)))))
    pile = table_of(match).pile
    match = moved(match, TakePile(pile))
    mover, rack = table_of(match).to_move, table_of(match).rack
    after = match.with_decision(TABLE_AUTHOR, EntryKind.MOVE, "timeout")[0]
    assert table_of(after).pile == pile[:1]
    assert table_of(after).racks[mover] == tuple(tile for tile in rack if tile != pile[0])
    assert table_of(after).to_move == 1 - mover
    assert audit(scored(over(after)).transcript) == ()


OLD = read_match((GOLDEN / "burako-2-silent.comodin").read_bytes()).match


def test_a_match_of_the_first_rules_goes_on_as_it_was_played() -> None:
    """There a silent player kept the pile whole and passed where nothing was left to draw."""
    assert OLD.header.rules == 1
    match, tables = Match.new(OLD.header), []
    for entry in OLD.transcript.entries:
        before, match = match, match.with_entry(entry)
        if entry.body == "timeout":
            tables.append((table_of(before), table_of(match)))
    took = [(old, new) for old, new in tables if old.turn.took]
    nothing = [(old, new) for old, new in tables if old.phase is Phase.DRAW and not old.stock]
    assert took
    assert nothing
    assert all(new.racks == old.racks for old, new in took)
    assert all(new.outcome is None or new.outcome.ending is Ending.STALL for _old, new in nothing)
    assert audit(OLD.transcript) == ()


def test_by_the_rules_of_today_it_could_not_have_gone_so() -> None:
    header = replace(OLD.header, rules=RULES_VERSION)
    with pytest.raises(BrokenLogError, match="may not"):
        reduce(lambda match, entry: match.with_decision(entry.author, entry.kind, entry.body)[0],
               OLD.transcript.entries, Match.new(header))  # fmt: skip


def test_a_public_tile_is_named_by_its_face(fresh: Match) -> None:
    """A log that calls a tile on the pile by another face would tell a reader what never happened."""
    match = thrown(to_play(fresh))
    pile = table_of(match).pile
    true = face_text(table_of(match).faces[pile[0]])
    false = "R5" if true != "R5" else "R6"
    mover = table_of(match).to_move
    refused(match, mover, EntryKind.MOVE, f"take {false}#{pile[0]}", f"is written 'take {true}#{pile[0]}'")
    assert table_of(match.with_decision(mover, EntryKind.MOVE, f"take {true}#{pile[0]}")[0]).pile == ()


def test_no_face_is_shown_more_often_than_the_deck_has_it(fresh: Match) -> None:
    match = to_play(fresh)
    for face in ("R5", "R5"):
        tile = next(one for one in table_of(match).rack if table_of(match).faces[one] == HIDDEN)
        match = match.with_decision(table_of(match).to_move, EntryKind.MOVE, f"discard {face}!{tile}")[0]
        match = match.with_decision(table_of(match).to_move, EntryKind.MOVE, "draw")[0]
    tile = table_of(match).rack[0]
    refused(match, table_of(match).to_move, EntryKind.MOVE, f"discard R5!{tile}", "more often")


def test_scores_that_cannot_be(fresh: Match) -> None:
    refused(fresh, TABLE_AUTHOR, EntryKind.SCORE, "shows", "when a round is over")
    match = over(fresh)
    hidden = all_hidden(match)
    refused(match, TABLE_AUTHOR, EntryKind.SCORE, write_score(hidden[1:], cards=False), "no other")
    refused(match, TABLE_AUTHOR, EntryKind.SCORE, "opens", "opens no racks")
    refused(match, TABLE_AUTHOR, EntryKind.DEAL, "round 2 coin 5", "another is being played")
    others = [face for face in match.rules.deck.faces if face != hidden[0][1]]
    wrong = ((hidden[0][0], others[0]), *hidden[1:])
    refused(match, TABLE_AUTHOR, EntryKind.SCORE, write_score(wrong, cards=False), "more often")
    refused(scored(match), TABLE_AUTHOR, EntryKind.SCORE, "shows", "written once")


def test_a_match_that_is_over_deals_no_round() -> None:
    match = read_match((GOLDEN / "burako-2.comodin").read_bytes()).match
    assert match.standing.over
    assert match.standing.winners
    refused(
        match, TABLE_AUTHOR, EntryKind.DEAL, f"round {match.standing.next_round_number} coin 5", "match that is over"
    )


def test_a_chair_changes_hands(fresh: Match) -> None:
    match, _entry = fresh.with_decision(1, EntryKind.SEAT, write_seat(1, Seat("Rosa la del río", Controller.HERE)))
    assert match.standing.seats[1] == Seat("Rosa la del río", Controller.HERE)
    assert match.standing.seats[0] == fresh.standing.seats[0]
    assert match.standing.table == fresh.standing.table
    refused(fresh, 0, EntryKind.SEAT, "seat 5 bot club Nora", "no chair 5")
    refused(fresh, 0, EntryKind.SEAT, "seat 1 cat - Nora", "names no chair")
    refused(fresh, 0, EntryKind.SEAT, "seat 1 bot club No\tra", "more than one line")


@pytest.mark.parametrize("kind", [EntryKind.SHARE, EntryKind.HANDOVER])
def test_what_is_for_others_leaves_the_table(fresh: Match, kind: EntryKind) -> None:
    match, entry = fresh.with_decision(0, kind, "anything: -> [R5]", b"\x00proof")
    assert match.standing == fresh.standing
    assert entry.digest != fresh.transcript.head
    refused(fresh, 0, kind, "two\nlines", "more than one line")
    refused(fresh, 0, kind, "half a sign \ud800", "no text")


def test_a_void_round_is_dealt_again_with_other_tiles(fresh: Match) -> None:
    match, _entry = to_play(fresh).with_decision(TABLE_AUTHOR, EntryKind.VOID, "the power failed")
    assert match.standing.table is None
    assert match.standing.totals == (0, 0)
    again = dealt(match)
    assert table_of(again).round == 1
    assert faces_at(again) != faces_at(fresh)
    refused(match, TABLE_AUTHOR, EntryKind.VOID, "", "no round is being played")


def test_who_breaks_a_round_off_pays_for_it_also_before_it_is_dealt(fresh: Match) -> None:
    match, _entry = to_play(fresh).with_decision(TABLE_AUTHOR, EntryKind.VOID, write_void((1, 2500)))
    assert match.standing.table is None
    assert match.standing.totals == (0, -2500)
    again, _entry = match.with_decision(TABLE_AUTHOR, EntryKind.VOID, write_void((0, 300)))
    assert again.standing.totals == (-300, -2500)
    assert again.standing.paid == (Payment(1, 1, -2500), Payment(1, 0, -300))
    assert table_of(dealt(again)).round == 1
    refused(match, TABLE_AUTHOR, EntryKind.VOID, "seat 2 pays 300", "there is no seat 2")
    refused(match, TABLE_AUTHOR, EntryKind.VOID, "seat 1 pays 0300", "is written")


def test_points_are_a_burden_where_the_lowest_wins() -> None:
    match, _entry = Match.new(header(game="rummy")).with_decision(TABLE_AUTHOR, EntryKind.VOID, write_void((1, 300)))
    assert match.standing.totals == (0, 300)


def test_a_later_round_that_is_void_keeps_the_score(fresh: Match) -> None:
    one = scored(over(fresh))
    match, _entry = dealt(one).with_decision(TABLE_AUTHOR, EntryKind.VOID, "")
    assert match.standing.round_scored
    assert match.standing.totals == one.standing.totals
    again = dealt(match)
    assert table_of(again).round == 2
    assert faces_at(again) != faces_at(dealt(one))
    assert Match.of(scored(over(again)).transcript).standing.totals == scored(over(again)).standing.totals


def test_an_entry_of_another_log_does_not_follow(fresh: Match) -> None:
    match, entry = fresh.with_decision(table_of(fresh).to_move, EntryKind.MOVE, "draw")
    assert fresh.with_entry(entry) == match
    for wrong, reason in (
        (replace(entry, digest=bytes(16)), "digest"),
        (replace(entry, number=7), "numbered 7"),
        (replace(entry, proof=b"x"), "digest"),
        (replace(entry, author=1 - entry.author), "not_your_turn"),
    ):
        with pytest.raises(BrokenLogError, match=reason):
            fresh.with_entry(wrong)


def test_the_chain_covers_all_that_came_before(fresh: Match) -> None:
    other = dealt(Match.new(replace(header(), seats=tuple(reversed(header().seats)))))
    assert other.standing.table == fresh.standing.table
    assert other.transcript.head != fresh.transcript.head
    other = Match.new(header()).with_decision(0, EntryKind.HANDOVER, "")[0]
    assert dealt(other).transcript.head != fresh.transcript.head


def test_a_log_grows_by_one_entry_at_a_time(fresh: Match) -> None:
    with pytest.raises(ValueError, match="cannot follow"):
        fresh.transcript.with_entry(Entry(5, 0, EntryKind.MOVE, "draw"))


def test_hidden_tiles_are_those_nobody_was_shown(fresh: Match) -> None:
    match = thrown(to_play(fresh))
    assert set(hidden_tiles(table_of(match))) == set(range(106)) - set(table_of(match).pile)


def test_what_was_seen_by_one_seat_stays_out_of_the_table() -> None:
    """Two worlds that differ only in tiles nobody showed have equal tables, whatever the seats know."""
    one, other = dealt(Match.new(header(seed=1))), dealt(Match.new(header(seed=2)))
    first, second = table_of(one), table_of(other)
    second = second.with_fields(starter=first.starter, to_move=first.to_move)  # the coin is public, and another one
    assert faces_at(one) != faces_at(other)
    assert digest(first) == digest(second)
    assert view(one).faces != view(other).faces


def test_a_scored_round_is_looked_back_at(fresh: Match) -> None:
    ended = over(fresh)
    match = scored(ended)
    assert match.standing.past == ended.standing.past


def lying(to_move: int, rack: tuple[int, ...], laid: tuple[int, ...]) -> Table:
    melds = (SimpleNamespace(tiles=laid),) if laid else ()
    return cast("Table", SimpleNamespace(closing=NO_TILE, to_move=to_move, racks=(rack, ()), melds=melds))


def test_a_best_turn_is_the_one_that_brought_most_tiles_to_the_table() -> None:
    past = [
        (0, lying(0, (1, 2, 3, 4, 5, 6, 7), ())),
        (1, lying(1, (4, 5, 6, 7), (1, 2, 3))),
        (2, lying(0, (4, 5, 6, 7), (1, 2, 3))),
        (3, lying(0, (6, 7), (1, 2, 3, 4, 5))),
        (4, lying(1, (), (1, 2, 3, 4, 5, 6, 7))),
    ]
    assert best_turns(past) == ((4, 5, 6, 7), ())
    assert best_turns(past[:1]) == ((), ())
    assert best_turns(()) == ()


def test_a_result_keeps_every_seats_best_turn_for_when_its_round_is_gone() -> None:
    first = played_out("rummikub").standing.results[0]
    lying = {tile for meld in first.table.melds for tile in meld.tiles}
    assert any(first.best)
    assert all(set(tiles) <= lying for tiles in first.best)
