"""The table, the hand, the score and events as sentences, each understandable when heard alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from game.client.scenes.score_lines import line_words, points_words
from game.client.sides import ordered_sides, scores_words, side_words
from game.client.table.dead_hand.legal_moves import DeadHandLegalMoves
from game.client.table.dead_hand.words import banner_words as dead_hand_banner
from game.client.table.dead_hand.words import pile_words, zone_words
from game.client.table.dead_hand.words import sitter_words as dead_hand_who
from game.client.table.log import LogLine, log_lines
from game.client.table.open.legal_moves import OpenLegalMoves
from game.client.table.open.words import begin_words, broken_words, open_log_lines
from game.client.table.open.words import sitter_words as open_who
from game.client.words import group_digits, say
from game.client.words.tell import face_in_words, tell_refusal, tiles_in_words
from game.match.match import RoundResult, Standing
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.session.arrangement import Arrangement, Heap
from game.session.draft import Draft
from game.session.proposals import canasta_of
from game.table.faces import Face
from game.table.melds import Meld
from game.table.refusals import Code
from game.table.state import Phase
from game.table.tiles import NO_TILE, Tile

if TYPE_CHECKING:
    from game.match.transcript import Seat
    from game.table.refusals import Refusal
    from game.table.view import View

_MARKS = re.compile(r"\*\*")  # the markup of bold words
_GAP = re.compile(r"(?<=\d)[ \N{NO-BREAK SPACE}](?=\d{3}(?!\d))")  # the space between thousands
FEW_TILES = 3  # with at most so many tiles, another player's count is announced unasked
_RUN = re.compile(r"(\w+)\N{EN DASH}(\w+)")


def has_dead_hands(view: View) -> bool:
    """Return whether the game has dead hands."""
    return rules_of(view.table.game).family is Family.DEAD_HAND


def in_reading_order(tiles: Sequence[Tile], faces: Sequence[Face]) -> tuple[Tile, ...]:
    """Sort a rack for reading: colour by colour and upwards, jokers last."""
    return tuple(sorted(tiles, key=lambda tile: (faces[tile].colour is None, faces[tile].code, tile)))


def hand_words(tiles: Sequence[Tile], faces: Sequence[Face], *, cards: bool) -> str:
    """Name the tiles of a rack, in the order given."""
    if not tiles:
        return say("text.hand_empty")
    named = (
        say("text.numbered", number=number, tile=face_in_words(faces[tile], cards=cards))
        for number, tile in enumerate(tiles, start=1)
    )
    return say("text.hand", n=len(tiles), tiles=", ".join(named))


def meld_words(tiles: Sequence[Tile], said: Sequence[Face | None], faces: Sequence[Face], *, cards: bool) -> str:
    """Name the tiles of a set in order, wild ones with what they stand for."""
    names = []
    for tile, stands in zip(tiles, said, strict=True):
        name = face_in_words(faces[tile], cards=cards)
        named = name if stands is None else say("text.wild", wild=name, tile=face_in_words(stands, cards=cards))
        names.append(named)
    return ", ".join(names)


def set_words(view: View, index: int, seats: Sequence[Seat], *, cards: bool) -> str:
    """Describe a set of a dead-hand table."""
    meld = view.table.melds[index]
    side = str(side_words(seats, view.table.owners[index], view.table.sides))
    found = canasta_of(view, index)
    code = "text.set_of" if found is None else "text.set_pure" if found.pure else "text.set_impure"
    tiles = meld_words(meld.tiles, meld.stands_for, view.faces, cards=cards)
    return say(code, number=index + 1, side=side, tiles=tiles)


def dead_hand_table_words(view: View, seats: Sequence[Seat], *, cards: bool) -> Iterator[str]:
    """Describe a dead-hand table: both sides, every set, the pile and the stock."""
    for ours in (True, False):
        yield f"{zone_words(view, seats, ours=ours)}."
    if not view.table.melds:
        yield say("text.no_sets")
    for index in range(len(view.table.melds)):
        yield set_words(view, index, seats, cards=cards)
    yield f"{pile_words(view, cards=cards)}."
    yield say("text.stock", n=len(view.table.stock))


def open_table_words(arrangement: Arrangement) -> Iterator[str]:
    """Describe an open table as arranged in this turn."""
    view = arrangement.base
    if not arrangement.heaps:
        yield say("text.no_sets")
    for mark in arrangement.heap_states:
        yield heap_words(arrangement, mark.heap.number)
    if view.table.closing != NO_TILE:
        yield say("text.closing", tile=face_in_words(view.faces[view.table.closing]))
    yield say("text.stock", n=len(view.table.stock))


def heap_words(arrangement: Arrangement, number: int) -> str:
    """Describe a set of an open table, or loose tiles."""
    mark = next(one for one in arrangement.heap_states if one.heap.number == number)
    read = mark.read if isinstance(mark.read, Meld) else mark.heap
    stands = read.stands_for if isinstance(read, Meld) else read.said
    tiles = meld_words(read.tiles, stands, arrangement.base.faces, cards=False)
    return say("text.set" if mark.valid else "text.set_broken", number=number + 1, tiles=tiles)


def changed_heap_words(before: Arrangement | None, now: Arrangement | None) -> Iterator[str]:
    """Describe the sets of an open table that a step of the turn changed."""
    if before is None or now is None:
        return
    was = {(heap.number, set_identity(heap)) for heap in before.heaps}
    for heap in now.heaps:
        if (heap.number, set_identity(heap)) not in was:
            yield heap_words(now, heap.number)


def changed_set_words(before: Sequence[Meld], view: View, seats: Sequence[Seat], *, cards: bool) -> Iterator[str]:
    """Describe the sets that differ between two tables."""
    if has_dead_hands(view):
        for index, meld in enumerate(view.table.melds):
            if index >= len(before) or before[index] != meld:
                yield set_words(view, index, seats, cards=cards)
        return
    # On an open table a move may renumber the sets, so a set is identified by its tiles in any order.
    arrangement, numbers = Arrangement.of(view), {set_identity(meld): index for index, meld in enumerate(before)}
    for index, meld in enumerate(view.table.melds):
        if set_identity(meld) not in numbers:
            yield heap_words(arrangement, index)
    if any(numbers.get(set_identity(meld), index) != index for index, meld in enumerate(view.table.melds)):
        yield say("text.renumbered", table=say("text.verb.table").split()[0])


def set_identity(meld: Meld | Heap) -> frozenset[tuple[Tile, Face | None]]:
    """Return the identity of an open table's set, whatever the order of its tiles."""
    return frozenset(zip(meld.tiles, meld.stands_for if isinstance(meld, Meld) else meld.said, strict=True))


def tile_count_words(view: View, seats: Sequence[Seat]) -> Iterator[str]:
    """Say how many tiles each of the others has, in order of play."""
    for step in range(1, view.table.seats):
        seat = (view.seat + step) % view.table.seats
        who = dead_hand_who(view, seats, seat) if has_dead_hands(view) else open_who(seats[seat])
        name = say("list.more", first=seats[seat].name, rest=who)
        yield say("text.holds", n=len(view.table.racks[seat]), name=name)


def log_words(view: View, seats: Sequence[Seat], *, cards: bool) -> tuple[LogLine, ...]:
    """Return the log of the round so far as sentences, oldest first."""
    return log_lines(view, seats, cards=cards) if has_dead_hands(view) else open_log_lines(view, seats)


def spoken_form(words: str) -> str:
    """Rewrite a sentence for speech: numbers without spaces, and a range of a run in words."""
    return _RUN.sub(lambda run: say("text.run", first=run[1], last=run[2]), _GAP.sub("", words))


def without_markup(words: str) -> str:
    """Remove the markup of bold words, and end the sentence with a full stop."""
    text = _MARKS.sub("", words)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def turn_words(view: View, seats: Sequence[Seat]) -> str:
    """Say whose turn it is."""
    if view.table.outcome is not None:
        return without_markup(say("banner.over"))
    if view.table.to_move == view.seat:
        return without_markup(say("banner.mine"))
    return without_markup(say("banner.other", name=seats[view.table.to_move].name))


def to_do_words(view: View, seats: Sequence[Seat], arrangement: Arrangement | None, *, cards: bool) -> str:
    """Say what to do on our own turn; empty on another's."""
    if view.table.to_move != view.seat or view.table.outcome is not None:
        return ""
    if arrangement is None:
        picks = DeadHandLegalMoves(Draft(view)).picks_state(())
        return without_markup(dead_hand_banner(view, seats, picks, cards=cards).line)
    return without_markup(_open_to_do(view, arrangement))


def takeable_pile_words(view: View, *, cards: bool) -> str:
    """Say what is on the pile when the player has to draw; else nothing."""
    mine = view.table.to_move == view.seat and view.table.outcome is None
    return f"{pile_words(view, cards=cards)}." if mine and view.phase is Phase.DRAW and view.table.pile else ""


def whole_pile_words(view: View, *, cards: bool) -> str:
    """Name every tile of the pile."""
    if not view.table.pile:
        return f"{pile_words(view, cards=cards)}."
    return say("text.pile", tiles=some_tiles_words(view.table.pile[::-1], view.faces, cards=cards))


def few_tiles_words(view: View, seats: Sequence[Seat], moved: Iterable[int]) -> Iterator[str]:
    """Say which of the seats that have just moved, except our own, have few tiles left."""
    for seat in sorted(moved):
        if 0 < len(view.table.racks[seat]) <= FEW_TILES and seat != view.seat and view.table.outcome is None:
            yield say("text.holds", n=len(view.table.racks[seat]), name=seats[seat].name)


def _open_to_do(view: View, arrangement: Arrangement) -> str:
    """Say what can be done at an open table."""
    standing = OpenLegalMoves(arrangement)
    opening = standing.opening
    if arrangement.touched:
        refused = arrangement.play_refusal
        if standing.blocked_by_broken:
            return broken_words(standing)
        if refused is None:
            return say("open.do.ready") if arrangement.rack else say("open.ready.out")
        if refused.code is Code.OPENING_TOO_LOW and opening is not None:
            return say("open.do.opening", sum=opening[0], least=opening[1])
        return refusal_words(refused, view.faces, cards=False)
    return begin_words(standing)


def refusal_words(refusal: Refusal, faces: tuple[Face, ...], *, cards: bool) -> str:
    """Say why something is not allowed, and how to mend it."""
    words = tell_refusal(refusal, faces, cards=cards)
    return say("text.refused", what=words.what, why=words.why, mend=words.mend, rule=words.rule)


def some_tiles_words(tiles: Sequence[Tile], faces: Sequence[Face], *, cards: bool) -> str:
    """Name some tiles."""
    return tiles_in_words(tuple(tiles), tuple(faces), cards=cards)


def score_words(standing: Standing) -> str:
    """Say the score of the match."""
    return without_markup(str(scores_words(standing)))


def result_words(result: RoundResult, standing: Standing, faces: tuple[Face, ...], *, against: bool) -> Iterator[str]:
    """Say a round's result for each side, ours first, with each line that earned or cost points."""
    yield without_markup(say("score.round_over", round=result.round))
    sides = len(standing.totals)
    for side in ordered_sides(standing.seats, sides):
        sheet, total = result.sheets[side], result.totals[side]
        name = str(side_words(standing.seats, side, sides))
        points = points_words(sheet.total, against=against)
        yield say("text.side", side=name, points=points, total=group_digits(total))
        for line in sheet.lines:
            if not line.points:
                continue  # lines without points are only on the sheet
            words = line_words(line, faces, against=against, name=name)
            points = points_words(words.points, against=against)
            yield say("text.line", what=str(words.what), why=str(words.why), points=points)


def end_words(standing: Standing) -> str:
    """Say who won the match."""
    sides = len(standing.totals)
    names = [str(side_words(standing.seats, side, sides)) for side in standing.winners]
    if len(names) > 1:
        return without_markup(say("end.won_shared"))
    own = ordered_sides(standing.seats, sides)[0] in standing.winners
    return say("end.won_us") if own else without_markup(say("end.won_they", names=", ".join(names)))
