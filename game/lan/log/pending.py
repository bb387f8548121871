"""The entries that each seat and the table owe: a function of the log and of this program's decisions."""

from __future__ import annotations

from game.lan.log.bodies import BodyKind, BotMoveBody, MoveBody, RoundBody, RoundEndBody, write_game_body
from game.lan.log.fold import MatchFold
from game.lan.log.state import Stage
from game.match.bodies import write_score
from game.match.deal import DealFault
from game.match.transcript import TABLE_AUTHOR as OF_THE_TABLE
from game.match.transcript import Controller
from game.table.state import Phase, Table
from net.log.bodies import EmptyBody, LogKind, write_body
from net.log.entries import TABLE_AUTHOR
from net.log.replica import EntryDraft
from net.log.roster import Roster


def owed_entries(fold: MatchFold, author: int, roster: Roster) -> tuple[EntryDraft, ...]:
    """Return the entries that an author must write now."""
    if author == TABLE_AUTHOR:
        return _owed_by_table(fold, roster)
    if author not in roster.persons:
        return ()
    return _owed_by_seat(fold, author, roster) or _owed_answer(fold, author, roster)


def _owed_answer(fold: MatchFold, author: int, roster: Roster) -> tuple[EntryDraft, ...]:
    """Return the answer of a called seat that owes nothing else."""
    due = roster.chairs[author].called and author not in fold.awaited_seats() and not fold.is_over
    return (EntryDraft(LogKind.HERE, write_body(EmptyBody())),) if due else ()


def _owed_by_seat(fold: MatchFold, author: int, roster: Roster) -> tuple[EntryDraft, ...]:
    if fold.stage is Stage.REST:
        return () if fold.standing.over else fold.voids.owed_votes(author, roster)
    if fold.stage is Stage.SIGNING and fold.dealer.is_audited:
        due = author not in fold.signed
        return (EntryDraft(BodyKind.ROUND_END, write_game_body(RoundEndBody(fold.scores_hash()))),) if due else ()
    shares = tuple(
        EntryDraft(BodyKind.SHARE, write_game_body(MoveBody(one.body, one.proof)))
        for one in fold.dealer.owed_entries(fold.match.transcript, author)
    )
    return shares or _owed_move(fold, author)


def _owed_move(fold: MatchFold, author: int) -> tuple[EntryDraft, ...]:
    table = fold.table
    if author != fold.seat or table is None or table.to_move != author:
        return ()
    view = fold.view_of(author)
    move = fold.program.user_move(fold.standing.deals, view) if view.must_decide else None
    return () if move is None else (EntryDraft(BodyKind.MOVE, write_game_body(fold.encode_move(move, table))),)


def _owed_by_table(fold: MatchFold, roster: Roster) -> tuple[EntryDraft, ...]:
    standing = fold.standing
    if fold.stage is Stage.REST:
        goes = table_duty(fold, roster) is not None and fold.program.may_begin_round(standing)
        return (EntryDraft(BodyKind.ROUND, write_game_body(RoundBody(standing.next_round_number))),) if goes else ()
    said = fold.dealer.owed_table_share() if fold.stage is not Stage.SIGNING else None
    if said is not None:
        return (EntryDraft(BodyKind.HALL, write_game_body(MoveBody(said.body, said.proof))),)
    if fold.stage is Stage.DEALING:
        return owed_deal(fold)
    table = fold.table
    if table is None:
        return ()
    if table.phase is not Phase.ROUND_END:
        return _owed_bot(fold, table)
    return owed_score(fold) if fold.dealer.is_audited else ()


def table_duty(fold: MatchFold, roster: Roster) -> tuple[str | int, ...] | None:
    """Return a name and numbers of the table's own entry that is due, whoever hosts; None for none.

    A round may still wait for absent players.
    """
    standing, table = fold.standing, fold.table
    if fold.stage is Stage.REST:
        free = bool(roster.persons) and not standing.over and fold.voids.seat_to_forfeit(roster) is None
        return ("round", standing.next_round_number) if free else None
    if fold.stage is Stage.DEALING:
        return ("deal", fold.deal_began_at) if owed_deal(fold) else None
    if table is None:
        return None
    if table.phase is Phase.ROUND_END:
        return ("score", standing.deals) if fold.dealer.is_audited and owed_score(fold) else None
    bot = standing.seats[table.to_move].controller is Controller.BOT and fold.view_of(table.to_move).must_decide
    return ("bot", standing.deals, len(standing.story)) if bot else None


def owed_deal(fold: MatchFold) -> tuple[EntryDraft, ...]:
    """Return the DEAL entry, once the deal is complete."""
    deals = fold.dealer.owed_entries(fold.match.transcript, OF_THE_TABLE)
    return tuple(EntryDraft(BodyKind.DEAL, write_game_body(MoveBody(one.body, one.proof))) for one in deals)


def owed_score(fold: MatchFold) -> tuple[EntryDraft, ...]:
    """Return the SCORE entry, once all secrets are revealed."""
    if fold.dealer.awaited_seats():
        return ()
    shown = fold.dealer.hidden_faces(fold.standing)
    if isinstance(shown, DealFault):
        return ()
    written = write_score(shown, cards=fold.rules.deck.cards)
    return (EntryDraft(BodyKind.SCORE, write_game_body(MoveBody(written, b""))),)


def _owed_bot(fold: MatchFold, table: Table) -> tuple[EntryDraft, ...]:
    seat = table.to_move
    sitter, header = fold.standing.seats[seat], fold.match.header
    view = fold.view_of(seat)
    if sitter.controller is not Controller.BOT or not view.must_decide:
        return ()
    seed = fold.bot_seed(seat, fold.standing)
    move = fold.program.bot_move(seat, view, sitter.level, header.nodes, seed)
    if move is None:
        return ()
    said = fold.encode_move(move, table)
    bot = BotMoveBody(seat, said.text, said.proof, sitter.level, header.bots, header.nodes, seed)
    return (EntryDraft(BodyKind.BOT, write_game_body(bot)),)
