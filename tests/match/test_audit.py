from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.match.audit import audit, check_open_deals
from game.match.bodies import write_score
from game.match.lines import read_match
from game.match.match import BrokenLogError, Match, hidden_tiles
from game.match.transcript import TABLE_AUTHOR, EntryKind, Transcript
from game.table.faces import Face, parse_face
from game.table.moves import Discard, Draw, Extend, Keep, LayMeld, Move, Retract
from game.table.notation import write_move
from game.table.refusals import Code
from game.table.tiles import TILE_DECK, Tile
from game.table.view import View, with_shown_faces
from tests.match.logs import GOLDEN, header, table_of
from tests.slices import count, every
from tests.strategies import DEAD_HAND_GAMES, wandered


@pytest.mark.parametrize("game", DEAD_HAND_GAMES)
@pytest.mark.parametrize("seed", range(count(1, 4)))
def test_honest_rounds_hold(game: str, seed: int) -> None:
    assert audit(wandered(game, seed)[0].match.transcript) == ()


def cooked() -> tuple[Face, ...]:
    """A deck in which the first seat lays its rack at once and finds ten blues and a joker in its dead hand."""
    wanted = {
        **{at: f"K{at + 2}" for at in range(12)},  # the first rack: K2 to K13
        **{24 + at: f"B{at + 3}" for at in range(10)},  # its dead hand: B3 to B12
        34: "*",
        46: "K1",  # the first tile of the stock
        48: "B13",
    }
    left = list(TILE_DECK.faces)
    for text in wanted.values():
        left.remove(parse_face(text))
    return tuple(parse_face(wanted[at]) if at in wanted else left.pop() for at in range(len(TILE_DECK)))


FACES = cooked()
BLACK = tuple(map(Tile, [46, *range(12)]))
BLUE = tuple(map(Tile, range(24, 34)))
JOKER, LAST = Tile(34), Tile(48)


def after(match: Match, *moves: Move) -> Match:
    for move in moves:
        table = table_of(match)
        text = write_move(with_shown_faces(View(table, table.to_move, FACES), move), table)
        match = match.with_decision(table.to_move, EntryKind.MOVE, text)[0]
    return match


def laid(match: Match, *tiles: Tile) -> LayMeld:
    return LayMeld(match.rules.read_meld(tiles, (None,) * len(tiles), FACES, match.header.options))


def with_his_dead_hand() -> Match:
    begun = Match.new(header(close_with_wild=False, first_starter="seat0"))
    match = begun.with_decision(TABLE_AUTHOR, EntryKind.DEAL, "round 1 coin 0")[0]
    match = after(match, Draw(), Keep())
    return after(match, laid(match, *BLACK))


def ended(match: Match) -> Match:
    """Seat 1 draws and throws; seat 0 draws B13 and lays all it has; the books are opened."""
    match = after(match, Draw())
    match = after(match, Discard(table_of(match).rack[-1]), Draw())
    held = table_of(match).racks[0]
    blue = tuple(tile for tile in BLUE if tile in held)
    match = after(match, laid(match, *blue, JOKER, LAST))
    return scored(match)


def scored(match: Match) -> Match:
    shown = tuple((tile, FACES[tile]) for tile in hidden_tiles(table_of(match)))
    return match.with_decision(TABLE_AUTHOR, EntryKind.SCORE, write_score(shown, cards=False))[0]


def test_v2_a_planted_breach_is_found_when_all_faces_are_known() -> None:
    """Seat 0 keeps a joker that may not go out; nobody could see it, until the racks are opened."""
    match = with_his_dead_hand()
    guilty = after(match, laid(match, *BLUE))
    number = len(guilty.transcript.entries) - 1
    guilty = after(guilty, Retract(), Discard(BLUE[-1]))
    assert audit(guilty.transcript) == ()  # the round is not over, and its faces are unknown
    found = audit(ended(guilty).transcript)
    assert [(one.entry, one.seat, one.refusal.code, one.refusal.rule) for one in found] == [
        (number, 0, Code.DEAD_END, "D10")
    ]
    assert found[0].refusal.tiles == (JOKER,)


def test_the_same_round_without_the_breach_holds() -> None:
    honest = after(with_his_dead_hand(), Discard(BLUE[-1]))
    assert audit(ended(honest).transcript) == ()


def test_a_breach_before_a_take_back_is_a_breach_all_the_same() -> None:
    match = with_his_dead_hand()
    start = len(match.transcript.entries) - 1
    nine = after(match, laid(match, *BLUE[:9]))
    wide = match.rules.read_meld(BLUE, (None,) * 10, FACES, match.header.options)
    guilty = after(nine, Extend(1, wide))
    guilty = after(guilty, Retract(), Discard(BLUE[-1]))
    found = audit(ended_after_nine(guilty).transcript)
    assert [one.entry for one in found] == [start + 2]


def ended_after_nine(match: Match) -> Match:
    match = after(match, Draw())
    match = after(match, Discard(table_of(match).rack[-1]), Draw())
    assert table_of(match).racks[0] == (JOKER, LAST)
    longer = match.rules.read_meld((*BLUE[:9], JOKER, LAST), (None,) * 11, FACES, match.header.options)
    return scored(after(match, Extend(1, longer)))


def test_nobody_is_accused_by_the_faces_of_another_deal() -> None:
    """A void round has the number of the one dealt after it, but not its tiles; of a void round nothing is known."""
    match = with_his_dead_hand()
    guilty = after(match, laid(match, *BLUE))
    void = guilty.with_decision(TABLE_AUTHOR, EntryKind.VOID, "dealt again")[0]
    again = void.with_decision(TABLE_AUTHOR, EntryKind.DEAL, "round 1 coin 0")[0]
    again = after(again, Draw(), Keep())
    again = after(again, laid(again, *BLACK))
    again = after(again, Discard(BLUE[-1]))
    assert audit(ended(again).transcript) == ()


SEALED = GOLDEN / "lan-rummy-2-v1.comodin"  # dealt by the players together, from no seed


def test_a_log_that_cannot_be_is_not_audited() -> None:
    log = wandered("burako", 0)[0].match.transcript
    broken = Transcript(log.header, (*log.entries[:5], *log.entries[6:]))
    with pytest.raises(BrokenLogError, match="entry 5"):
        audit(broken)


@pytest.mark.parametrize("path", every(sorted(set(GOLDEN.glob("*.comodin")) - {SEALED}), 2), ids=lambda path: path.stem)
def test_an_open_deal_is_held_to_its_seed(path: Path) -> None:
    log = read_match(path.read_bytes()).match.transcript
    check_open_deals(log)
    other = retold(log, seed=log.header.seed + 1)
    with pytest.raises(BrokenLogError, match="is not what the seed dealt"):
        check_open_deals(other)
    check_open_deals(retold(log, seed=log.header.seed + 1, dealer="joint"))  # its seed says nothing


def retold(log: Transcript, **changed: int | str) -> Transcript:
    """The same decisions under another header, chained as if they had been made there."""
    match = Match.new(replace(log.header, **changed))  # type: ignore[arg-type]  # the names are fields of a header
    for entry in log.entries:
        match = match.with_decision(entry.author, entry.kind, entry.body, entry.proof)[0]
    return match.transcript
