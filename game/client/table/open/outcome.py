"""What a drop on an open table would make, in a few words: a set, or what is missing; and the points of an opening."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.table.aims import Aim
from game.client.table.open.faults import fault_words
from game.client.table.open.turn import LAYING_AIMS
from game.client.table.open.words import tag_words
from game.client.table.tag import Tag, TagKind
from game.client.words import say
from game.session.arrangement import Arrangement
from game.table.melds import Kind, Meld
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from game.client.table.aims import Target
    from game.client.table.open.turn import OpenTurn
    from game.table.tiles import Tile


def open_outcome(turn: OpenTurn, tiles: tuple[Tile, ...], target: Target) -> Tag | None:
    """Describe the outcome of a drop; None where nothing is dropped, or where the table gives no checks."""
    if target.aim is Aim.TILE:
        return Tag(say("open.outcome.gather"))
    if target.aim is Aim.SPLIT:
        return Tag(say("open.tag.split"))
    if not (tiles and turn.can_play and turn.legal_moves.checks_sets) or target.aim not in LAYING_AIMS:
        return None
    tried = turn.legal_moves.after_drop(tiles, target)
    if isinstance(tried, Refusal) and target.aim is Aim.JOKER:
        return Tag(fault_words(tried), TagKind.REFUSED)
    if not isinstance(tried, Arrangement):
        return None
    if target.aim is Aim.JOKER:
        back = len(tried.heaps) == len(turn.arrangement.heaps)
        return Tag(say("open.outcome.joker_back") if back else say("open.outcome.joker_free"))
    number = tried.heaps[-1].number if target.aim is Aim.NEW_SET else target.index
    alone = replace(tried, heaps=tuple(heap for heap in tried.heaps if heap.number == number))
    if not alone.heaps:
        return None
    mark = alone.heap_states[0]
    if not isinstance(mark.read, Meld):
        return Tag(tag_words(mark, turn.view.faces), TagKind.REFUSED)
    opening = tried.opening_points
    if opening is not None and opening[0] < opening[1]:
        return Tag(say("open.do.opening", sum=opening[0], least=opening[1]), TagKind.REFUSED)
    run = mark.read.kind is Kind.RUN
    code = "open.outcome.run" if run else "open.outcome.group"
    return Tag(say(code, n=len(mark.read.tiles)))
