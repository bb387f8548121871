"""Which entry of the game may follow at a LAN table: one row for each kind, judged before it is folded.

Laws: a refusal is one word, the same for every program, found from the log alone; an entry is refused unless its author
wrote it after what it answers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.lan.bodies import Body, BodyKind, Bot, RoundBegins, SaidMove, SignedScore, Silent, read_game_body
from game.lan.pending import owed_deal, owed_score
from game.lan.state import Stage
from game.match.match import BrokenLogError, Match
from game.match.transcript import TABLE as OF_THE_TABLE
from game.match.transcript import Controller, EntryKind
from game.table.moves import Timeout
from game.table.notation import read_move
from game.table.state import Phase
from net.log.bodies import Began, LogKind, Rehost, Vote, read_body
from net.log.entries import GAME_KINDS, TABLE, Core, read_core
from net.log.place import Place
from net.log.replica import Owed
from net.schema import Misfit

if TYPE_CHECKING:
    from game.lan.story import LanStory


@dataclass(frozen=True, slots=True)
class Trial:
    """An entry that was folded to judge it, so that it need not be folded again."""

    core: Core
    before: Match
    after: Match


def refusal(story: LanStory, core: Core, place: Place) -> str:
    """Say by a word why an entry is neither owed nor allowed now; empty if it is."""
    if core.kind < GAME_KINDS:
        return _refuse_of_place(story, core, place)
    try:
        kind, body = read_game_body(core)
    except Misfit:
        return "unreadable"
    of_seat = kind in {BodyKind.SHARE, BodyKind.MOVE, BodyKind.ROUND_END}
    if of_seat == (core.author == TABLE):
        return "not_the_tables" if of_seat else "only_the_tables"
    if of_seat and core.author not in place.persons:
        return "gave_up_seat"
    if core.seen < (story.deal_since if kind is BodyKind.SHARE else story.fresh):
        return "meant_for_before"
    return _REFUSALS[kind](story, core, body)


def _refuse_of_place(story: LanStory, core: Core, place: Place) -> str:
    """Judge an entry about who sits where; behind the end, which some have heard and gone, only a new host follows."""
    if story.over and core.kind != LogKind.REHOST:
        return "match_over"
    if core.kind == LogKind.RETURN:
        return "forfeit" if story.voids.refuses_return(core.author, place) else ""
    if core.kind == LogKind.HERE and core.author in story.waiting():
        return "owes"
    if core.kind == LogKind.VOTE:
        body = read_body(core)
        lost = isinstance(body, Vote) and body.forfeit and story.voids.must_go(place) != body.seat
        return "no_forfeit" if lost else ""
    if core.kind == LogKind.REHOST and began(core) and round_left(story, core) is None:
        return "no_round_left"
    return ""


def began(core: Core) -> tuple[Began, ...]:
    """Return what a REHOST shows of a round that the old host began."""
    body = read_body(core)
    return body.began if isinstance(body, Rehost) else ()


def round_left(story: LanStory, core: Core) -> bytes | None:
    """Return the old host's signature under the round that ends with him, None if there is none or it was counted."""
    for one in began(core):
        try:
            kind, body = read_game_body(read_core(one.raw))
        except Misfit:
            return None
        if (
            kind is BodyKind.ROUND
            and body == RoundBegins(story.standing.next_round)
            and one.signature not in story.left
        ):
            return one.signature
    return None


def _refuse_round(story: LanStory, _core: Core, body: Body) -> str:
    due = story.stage is Stage.REST and not story.standing.over and story.voids.must_go(story.place) is None
    return "" if due and body == RoundBegins(story.standing.next_round) else "no_round_due"


def _refuse_share(story: LanStory, core: Core, body: Body) -> str:
    if not isinstance(body, SaidMove) or story.stage is Stage.REST:
        return "no_share"
    return story.dealer.objection(core.author, body.text, body.proof) or _refuse_line(
        story, core, core.author, EntryKind.SHARE, body
    )


def _refuse_deal(story: LanStory, core: Core, body: Body) -> str:
    due = owed_deal(story) if story.stage is Stage.DEALING else ()
    return _refuse_of_table(story, core, body, due, EntryKind.DEAL)


def _refuse_score(story: LanStory, core: Core, body: Body) -> str:
    table = story.table
    due = owed_score(story) if table is not None and table.phase is Phase.ROUND_END else ()
    return _refuse_of_table(story, core, body, due, EntryKind.SCORE)


def _refuse_of_table(story: LanStory, core: Core, body: Body, due: tuple[Owed, ...], line: EntryKind) -> str:
    """Hold what the table says to the very words that every program finds itself."""
    if not isinstance(body, SaidMove) or Owed(core.kind, core.body) not in due:
        return "not_due"
    return _refuse_line(story, core, OF_THE_TABLE, line, body)


def _refuse_move(story: LanStory, core: Core, body: Body) -> str:
    table = story.table
    if not isinstance(body, SaidMove) or table is None or table.to_move != core.author:
        return "not_your_turn"
    return _refuse_words(story, core, core.author, body)


def _refuse_bot(story: LanStory, core: Core, body: Body) -> str:
    table = story.table
    if not isinstance(body, Bot) or table is None or table.to_move != body.seat:
        return "not_its_turn"
    header, seat = story.match.header, story.standing.seats[body.seat]
    due = (seat.level, header.bots, header.nodes, story.bot_seed(body.seat, story.standing))
    if seat.controller is not Controller.BOT or (body.level, body.version, body.nodes, body.seed) != due:
        return "not_that_bot"
    story.settle()
    if not story.view_of(body.seat).to_decide:
        return "faces_missing"
    return _refuse_words(story, core, body.seat, SaidMove(body.text, body.proof))


def _refuse_timeout(story: LanStory, core: Core, body: Body) -> str:
    table = story.table
    if not isinstance(body, Silent) or table is None or table.to_move != body.seat:
        return "not_its_turn"
    if story.standing.seats[body.seat].controller is not Controller.REMOTE:
        return "a_bots_turn"
    return _refuse_line(story, core, OF_THE_TABLE, EntryKind.MOVE, SaidMove("timeout", b""))


def _refuse_end(story: LanStory, core: Core, body: Body) -> str:
    due = story.stage is Stage.SIGNING and core.author not in story.signed
    return "" if due and body == SignedScore(story.scores()) else "no_sign"


def _refuse_words(story: LanStory, core: Core, seat: int, said: SaidMove) -> str:
    """Judge a move: its form, its faces, the rules, and a bot's by its own rack too."""
    try:
        move = read_move(said.text, cards=story.rules.deck.cards)
        if isinstance(move, Timeout):
            return "only_the_tables"
        found = _refuse_line(story, core, seat, EntryKind.MOVE, said)
        if found:
            return found
        if story.dealer.confirm(seat, move, said.proof) is not None:
            return "false_face"
        if core.author == TABLE and story.rules.own_refusal(story.view_of(seat), move) is not None:
            return "against_its_rack"
    except (ValueError, IndexError):
        return "unreadable"
    return ""


def _refuse_line(story: LanStory, core: Core, author: int, line: EntryKind, said: SaidMove) -> str:
    """Fold a line on trial, and keep the result for when the entry comes."""
    try:
        match, _entry = story.match.adding(author, line, said.text, said.proof)
    except BrokenLogError:
        return "against_the_rules"
    story.trial = Trial(core, story.match, match)
    return ""


_REFUSALS: dict[BodyKind, Callable[[LanStory, Core, Body], str]] = {
    BodyKind.ROUND: _refuse_round,
    BodyKind.SHARE: _refuse_share,
    BodyKind.DEAL: _refuse_deal,
    BodyKind.MOVE: _refuse_move,
    BodyKind.BOT: _refuse_bot,
    BodyKind.TIMEOUT: _refuse_timeout,
    BodyKind.SCORE: _refuse_score,
    BodyKind.ROUND_END: _refuse_end,
}
