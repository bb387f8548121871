"""`comodin review FILE`: what could have been played better in a match, and the part of luck, round by round."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from game.client.words.tell import tell_reason
from game.commands.files import CommandError, read_input
from game.commands.progress import progress
from game.commands.replay.exports import laid_out
from game.review.lessons import lessons_of
from game.review.marks import TurnMark
from game.review.review import Reviewer, turn_view
from game.review.worth import pains_for, walked
from game.table.notation import write_move

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from game.review.review import JudgedTurn, RoundReview
    from game.session.reel import Reel
    from game.table.moves import Move
    from game.table.view import View


def review(name: str, number: int | None, seat: int | None, *, as_json: bool) -> int:
    """Print the review of one or all scored rounds, from one seat's view."""
    reel = laid_out(name, read_input(name)).reel
    chosen = _rounds(reel, number)
    eyes = reel.base if seat is None else seat
    for at in chosen:
        if eyes not in reel.eyes(at):
            raise CommandError(f"Nobody may look through the eyes of seat {eyes} there.")
    for at in chosen:
        found = _reviewed(reel, at, eyes)
        if as_json:
            print(json.dumps(said_of(reel, found), ensure_ascii=False))
        else:
            for line in _lines(reel, found):
                print(line)
    return 0


def _rounds(reel: Reel, number: int | None) -> list[int]:
    scored = [at for at, one in enumerate(reel.rounds) if one.scored]
    if number is None and scored:
        return scored
    found = [at for at in scored if reel.rounds[at].number == number]
    if not found:
        which = "No round" if number is None else f"No round {number}"
        raise CommandError(f"{which} of this match came to its score: only such a round can be reviewed.")
    return found


def _reviewed(reel: Reel, at: int, seat: int) -> RoundReview:
    reviewer = Reviewer(reel, at, seat, pains_for(reel.header.game))
    with progress(f"round {reel.rounds[at].number}", len(reviewer.turns())) as done:
        for found in reviewer.going_on():
            done(len(found.turns))
    return found


def said_of(reel: Reel, found: RoundReview) -> dict[str, object]:
    """Return a review as data for JSON."""
    return {
        "round": reel.rounds[found.round].number,
        "seat": found.seat,
        "result": found.result,
        "luck": [found.luck.points, found.luck.error],
        "play": [found.play.points, found.play.error],
        "others": found.others,
        "start": found.start.points,
        "deal": [found.deal.points, found.deal.error],
        "turns": [_turn_said(reel, found, at) for at in range(len(found.turns))],
        "lessons": [
            {"kind": one.kind.value, "turns": [at + 1 for at in one.turns], "points": one.points}
            for one in lessons_of(found)
        ],
    }


def _turn_said(reel: Reel, found: RoundReview, at: int) -> dict[str, object]:
    turn = found.turns[at]
    view = turn_view(reel, found, turn)
    return {
        "turn": at + 1,
        "moves": [turn.first, turn.last],
        "mark": turn.mark.value,
        "points": [turn.compared.points, turn.compared.error],
        "chance": turn.compared.chance,
        "punished": found.punished(at),
        "luck": [turn.luck.points, turn.luck.error],
        "stood": [turn.stood.points, turn.stood.chance],
        "played": _written(reel, view, turn.played),
        "best": _written(reel, view, turn.best),
    }


def _written(reel: Reel, view: View, moves: Sequence[Move]) -> list[str]:
    texts = []
    for move in moves:
        texts.append(write_move(move, view.table, cards=reel.rules.deck.cards))
        view = walked(view, (move,))
    return texts


def _lines(reel: Reel, found: RoundReview) -> Iterator[str]:
    name = reel.seats(found.round)[found.seat].name
    luck, play = found.luck, found.play
    yield (
        f"round {reel.rounds[found.round].number}, {name}: {found.result:+d} = luck {luck.points:+d} "
        f"(give or take {2 * luck.error}), play {play.points:+d} (give or take {2 * play.error}), "
        f"others {found.others:+d}"
    )
    for at, turn in enumerate(found.turns):
        if turn.mark is not TurnMark.GOOD:
            yield _line(reel, found, at, turn)


def _line(reel: Reel, found: RoundReview, at: int, turn: JudgedTurn) -> str:
    view = turn_view(reel, found, turn)
    played, best = (", ".join(_written(reel, view, moves)) for moves in (turn.played, turn.best))
    points, chance = turn.compared.points, turn.compared.chance
    why = tell_reason(turn.reason, turn.args, view.faces, cards=reel.rules.deck.cards)
    return (
        f"  turn {at + 1}: {turn.mark.value}, {points:+d} points, {chance / 10:+.1f} % chance: "
        f"played {played}; a strong player: {best}{why and f' - {why}'}"
    )
