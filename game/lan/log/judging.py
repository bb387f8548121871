"""Which game entry is allowed at a LAN table: one row for each kind, judged before it is folded.

Laws: a refusal is a code, the same for every program, found from the log alone; an entry is refused if its author
signed it before the entry that it answers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from game.lan.log.bodies import (
    Body,
    BodyKind,
    BotMoveBody,
    MoveBody,
    RoundBody,
    RoundEndBody,
    TimeoutBody,
    read_game_body,
)
from game.lan.log.fold import MatchFold
from game.lan.log.pending import owed_deal, owed_score
from game.lan.log.state import Stage
from game.match.match import BrokenLogError, Match
from game.match.transcript import TABLE_AUTHOR as OF_THE_TABLE
from game.match.transcript import Controller, EntryKind
from game.table.moves import Timeout
from game.table.notation import read_move
from game.table.state import Phase
from net.log.bodies import LogKind, Rehost, RoundBegun, Vote, read_body
from net.log.entries import FIRST_GAME_KIND, TABLE_AUTHOR, Core, read_core
from net.log.replica import EntryDraft
from net.log.roster import Roster
from net.schema import Misfit


@dataclass(frozen=True, slots=True)
class Trial:
    """An entry folded in order to judge it, kept so that it is not folded twice."""

    core: Core
    before: Match
    after: Match


Ruling: TypeAlias = str | Trial  # a refusal's code, or empty; the trial where the entry had to be folded


def judge_entry(fold: MatchFold, core: Core, roster: Roster) -> Ruling:
    """Return a code for why an entry is neither due nor allowed now; if it is allowed, an empty text or its trial."""
    if core.kind < FIRST_GAME_KIND:
        return _refuse_log_entry(fold, core, roster)
    try:
        kind, body = read_game_body(core)
    except Misfit:
        return "unreadable"
    of_seat = kind in {BodyKind.SHARE, BodyKind.MOVE, BodyKind.ROUND_END}
    if of_seat == (core.author == TABLE_AUTHOR):
        return "not_the_tables" if of_seat else "only_the_tables"
    if of_seat and core.author not in roster.persons:
        return "gave_up_seat"
    if core.seen < (fold.deal_began_at if kind in {BodyKind.SHARE, BodyKind.HALL} else fold.changed_at):
        return "meant_for_before"
    return _REFUSALS[kind](fold, core, body)


def _refuse_log_entry(fold: MatchFold, core: Core, roster: Roster) -> str:
    """Judge an entry about the seats; after the end, when some have gone, only a new host is allowed."""
    if fold.is_over and core.kind != LogKind.REHOST:
        return "match_over"
    if core.kind in {LogKind.REHOST, LogKind.HANDOVER} and fold.is_host_fixed():
        return "only_the_hall"
    if core.kind == LogKind.RETURN:
        return "forfeit" if fold.voids.refuses_return(core.author, roster) else ""
    if core.kind == LogKind.HERE and core.author in fold.awaited_seats():
        return "owes"
    if core.kind == LogKind.VOTE:
        body = read_body(core)
        lost = isinstance(body, Vote) and body.forfeit and fold.voids.seat_to_forfeit(roster) != body.seat
        return "no_forfeit" if lost else ""
    if core.kind == LogKind.REHOST and round_proof(core) and abandoned_round(fold, core) is None:
        return "no_round_left"
    return ""


def round_proof(core: Core) -> tuple[RoundBegun, ...]:
    """Return a REHOST's proof that the old host abandoned a round."""
    body = read_body(core)
    return body.began if isinstance(body, Rehost) else ()


def abandoned_round(fold: MatchFold, core: Core) -> bytes | None:
    """Return the signature of the abandoned round's entry; None if there is none or it was counted already."""
    for one in round_proof(core)[:1]:
        try:
            kind, body = read_game_body(read_core(one.raw))
        except Misfit:
            return None
        if (
            kind is BodyKind.ROUND
            and body == RoundBody(fold.standing.next_round_number)
            and one.signature not in fold.abandoned_rounds
        ):
            return one.signature
    return None


def _refuse_round(fold: MatchFold, _core: Core, body: Body) -> str:
    due = fold.stage is Stage.REST and not fold.standing.over and fold.voids.seat_to_forfeit(fold.roster) is None
    return "" if due and body == RoundBody(fold.standing.next_round_number) else "no_round_due"


def _refuse_share(fold: MatchFold, core: Core, body: Body) -> Ruling:
    if not isinstance(body, MoveBody) or fold.stage is Stage.REST:
        return "no_share"
    return fold.dealer.share_refusal(core.author, body.text, body.proof) or _fold_on_trial(
        fold, core, core.author, EntryKind.SHARE, body
    )


def _refuse_hall(fold: MatchFold, core: Core, body: Body) -> Ruling:
    if not isinstance(body, MoveBody) or not fold.by_hall or fold.stage not in {Stage.DEALING, Stage.PLAYING}:
        return "no_share"
    return fold.dealer.share_refusal(OF_THE_TABLE, body.text, body.proof) or _fold_on_trial(
        fold, core, OF_THE_TABLE, EntryKind.SHARE, body
    )


def _refuse_deal(fold: MatchFold, core: Core, body: Body) -> Ruling:
    due = owed_deal(fold) if fold.stage is Stage.DEALING else ()
    return _refuse_table(fold, core, body, due, EntryKind.DEAL)


def _refuse_score(fold: MatchFold, core: Core, body: Body) -> Ruling:
    table = fold.table
    due = owed_score(fold) if table is not None and table.phase is Phase.ROUND_END else ()
    return _refuse_table(fold, core, body, due, EntryKind.SCORE)


def _refuse_table(
    fold: MatchFold, core: Core, body: Body, due: tuple[EntryDraft, ...], entry_kind: EntryKind
) -> Ruling:
    """Compare the table's entry with the one that every program derives."""
    if not isinstance(body, MoveBody) or EntryDraft(core.kind, core.body) not in due:
        return "not_due"
    return _fold_on_trial(fold, core, OF_THE_TABLE, entry_kind, body)


def _refuse_move(fold: MatchFold, core: Core, body: Body) -> Ruling:
    table = fold.table
    if not isinstance(body, MoveBody) or table is None or table.to_move != core.author:
        return "not_your_turn"
    return _refuse_move_text(fold, core, core.author, body)


def _refuse_bot(fold: MatchFold, core: Core, body: Body) -> Ruling:
    table = fold.table
    if not isinstance(body, BotMoveBody) or table is None or table.to_move != body.seat:
        return "not_its_turn"
    header, seat = fold.match.header, fold.standing.seats[body.seat]
    due = (seat.level, header.bots, header.nodes, fold.bot_seed(body.seat, fold.standing))
    if seat.controller is not Controller.BOT or (body.level, body.version, body.nodes, body.seed) != due:
        return "not_that_bot"
    fold.open_public_faces()
    if not fold.view_of(body.seat).must_decide:
        return "faces_missing"
    return _refuse_move_text(fold, core, body.seat, MoveBody(body.text, body.proof))


def _refuse_timeout(fold: MatchFold, core: Core, body: Body) -> Ruling:
    table = fold.table
    if not isinstance(body, TimeoutBody) or table is None or table.to_move != body.seat:
        return "not_its_turn"
    if fold.standing.seats[body.seat].controller is not Controller.REMOTE:
        return "a_bots_turn"
    return _fold_on_trial(fold, core, OF_THE_TABLE, EntryKind.MOVE, MoveBody("timeout", b""))


def _refuse_end(fold: MatchFold, core: Core, body: Body) -> str:
    due = fold.stage is Stage.SIGNING and core.author not in fold.signed
    return "" if due and body == RoundEndBody(fold.scores_hash()) else "no_sign"


def _refuse_move_text(fold: MatchFold, core: Core, seat: int, said: MoveBody) -> Ruling:
    """Judge a move: its form, its faces, the rules, and for a bot also its rack."""
    try:
        move = read_move(said.text, cards=fold.rules.deck.cards)
        if isinstance(move, Timeout):
            return "only_the_tables"
        found = _fold_on_trial(fold, core, seat, EntryKind.MOVE, said)
        if isinstance(found, str):
            return found
        if fold.dealer.false_face_fault(seat, move, said.proof) is not None:
            return "false_face"
        if core.author == TABLE_AUTHOR and fold.rules.own_refusal(fold.view_of(seat), move) is not None:
            return "against_its_rack"
    except (ValueError, IndexError):
        return "unreadable"
    return found


def _fold_on_trial(fold: MatchFold, core: Core, author: int, entry_kind: EntryKind, said: MoveBody) -> Ruling:
    """Fold a line on trial: return the trial, or a code if the rules refuse it."""
    try:
        match, _entry = fold.match.with_decision(author, entry_kind, said.text, said.proof)
    except BrokenLogError:
        return "against_the_rules"
    return Trial(core, fold.match, match)


_REFUSALS: dict[BodyKind, Callable[[MatchFold, Core, Body], Ruling]] = {
    BodyKind.ROUND: _refuse_round,
    BodyKind.SHARE: _refuse_share,
    BodyKind.DEAL: _refuse_deal,
    BodyKind.MOVE: _refuse_move,
    BodyKind.BOT: _refuse_bot,
    BodyKind.TIMEOUT: _refuse_timeout,
    BodyKind.SCORE: _refuse_score,
    BodyKind.ROUND_END: _refuse_end,
    BodyKind.HALL: _refuse_hall,
}
