"""What is owed at a LAN table, by a seat and by the table: a function of the log and of what was decided here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.lan.bodies import BodyKind, Bot, RoundBegins, SaidMove, SignedScore, write_game_body
from game.lan.state import Stage
from game.match.bodies import write_score
from game.match.deal import DealFault
from game.match.transcript import TABLE as OF_THE_TABLE
from game.match.transcript import Controller
from game.table.state import Phase, Table
from net.log.bodies import LogKind, Nothing, write_body
from net.log.entries import TABLE
from net.log.place import Place
from net.log.replica import Owed

if TYPE_CHECKING:
    from game.lan.story import LanStory


def owed(story: LanStory, author: int, place: Place) -> tuple[Owed, ...]:
    """Return what an author must send now."""
    if author == TABLE:
        return _owed_by_table(story, place)
    if author not in place.persons:
        return ()
    return _owed_by_seat(story, author, place) or _owed_answer(story, author, place)


def _owed_answer(story: LanStory, author: int, place: Place) -> tuple[Owed, ...]:
    """Return the answer of a seat that is called and keeps back nothing."""
    due = place.chairs[author].called and author not in story.waiting() and not story.over
    return (Owed(LogKind.HERE, write_body(Nothing())),) if due else ()


def _owed_by_seat(story: LanStory, author: int, place: Place) -> tuple[Owed, ...]:
    if story.stage is Stage.REST:
        return () if story.standing.over else story.voids.owed(author, place)
    if story.stage is Stage.SIGNING and story.dealer.audited:
        due = author not in story.signed
        return (Owed(BodyKind.ROUND_END, write_game_body(SignedScore(story.scores()))),) if due else ()
    shares = tuple(
        Owed(BodyKind.SHARE, write_game_body(SaidMove(one.body, one.proof)))
        for one in story.dealer.owed(story.match.transcript, author)
    )
    return shares or _owed_move(story, author)


def _owed_move(story: LanStory, author: int) -> tuple[Owed, ...]:
    table = story.table
    if author != story.seat or table is None or table.to_move != author:
        return ()
    view = story.view_of(author)
    move = story.program.decision(story.standing.deals, view) if view.to_decide else None
    return () if move is None else (Owed(BodyKind.MOVE, write_game_body(story.said(move, table))),)


def _owed_by_table(story: LanStory, place: Place) -> tuple[Owed, ...]:
    standing = story.standing
    if story.stage is Stage.REST:
        goes = due_of_table(story, place) is not None and story.program.goes_on(standing)
        return (Owed(BodyKind.ROUND, write_game_body(RoundBegins(standing.next_round))),) if goes else ()
    if story.stage is Stage.DEALING:
        return owed_deal(story)
    table = story.table
    if table is None:
        return ()
    if table.phase is not Phase.ROUND_END:
        return _owed_bot(story, table)
    return owed_score(story) if story.dealer.audited else ()


def due_of_table(story: LanStory, place: Place) -> tuple[str, int, int] | None:
    """Return by a name and numbers what the table's own entry is due, whoever hosts and thinks for bots; None for none.

    A round may still wait for whoever is not here.
    """
    standing, table = story.standing, story.table
    if story.stage is Stage.REST:
        free = bool(place.persons) and not standing.over and story.voids.must_go(place) is None
        return ("round", standing.next_round, 0) if free else None
    if story.stage is Stage.DEALING:
        return ("deal", story.deal_since, 0) if owed_deal(story) else None
    if table is None:
        return None
    if table.phase is Phase.ROUND_END:
        return ("score", standing.deals, 0) if story.dealer.audited and owed_score(story) else None
    bot = standing.seats[table.to_move].controller is Controller.BOT and story.view_of(table.to_move).to_decide
    return ("bot", standing.deals, len(standing.story)) if bot else None


def owed_deal(story: LanStory) -> tuple[Owed, ...]:
    """Return the deal, once it is made."""
    deals = story.dealer.owed(story.match.transcript, OF_THE_TABLE)
    return tuple(Owed(BodyKind.DEAL, write_game_body(SaidMove(one.body, one.proof))) for one in deals)


def owed_score(story: LanStory) -> tuple[Owed, ...]:
    """Return the score of a round, once all books are open."""
    if story.dealer.waiting():
        return ()
    shown = story.dealer.close(story.standing)
    if isinstance(shown, DealFault):
        return ()
    written = write_score(shown, cards=story.rules.deck.cards)
    return (Owed(BodyKind.SCORE, write_game_body(SaidMove(written, b""))),)


def _owed_bot(story: LanStory, table: Table) -> tuple[Owed, ...]:
    seat = table.to_move
    sitter, header = story.standing.seats[seat], story.match.header
    view = story.view_of(seat)
    if sitter.controller is not Controller.BOT or not view.to_decide:
        return ()
    seed = story.bot_seed(seat, story.standing)
    move = story.program.bot_move(seat, view, sitter.level, header.nodes, seed)
    if move is None:
        return ()
    said = story.said(move, table)
    bot = Bot(seat, said.text, said.proof, sitter.level, header.bots, header.nodes, seed)
    return (Owed(BodyKind.BOT, write_game_body(bot)),)
