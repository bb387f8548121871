"""`comodin review FILE`: what could have been played better in a match, and the part of luck, round by round."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from game.client.words.tell import tell_reason
from game.commands.files import CommandError, read_input
from game.commands.progress import progress
from game.commands.replay.exports import load_match
from game.review.lessons import lessons_of
from game.review.marks import TurnMark
from game.review.review import Reviewer, turn_view
from game.review.worth import sample_budget_for, view_after_moves
from game.table.notation import write_move

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from game.review.review import JudgedTurn, RoundReview
    from game.session.match_replay import Replay
    from game.table.moves import Move
    from game.table.view import View


def review(name: str, number: int | None, seat: int | None, *, as_json: bool) -> int:
    """Print the review of one or all scored rounds, from one seat's view."""
    replay = load_match(name, read_input(name)).replay
    chosen = _rounds(replay, number)
    viewpoint = replay.first_viewpoint if seat is None else seat
    for at in chosen:
        if viewpoint not in replay.viewpoints(at):
            raise CommandError(f"Nobody may look through the eyes of seat {viewpoint} there.")
    for at in chosen:
        found = _review_round(replay, at, viewpoint)
        if as_json:
            print(json.dumps(review_data(replay, found), ensure_ascii=False))
        else:
            for line in _lines(replay, found):
                print(line)
    return 0


def _rounds(replay: Replay, number: int | None) -> list[int]:
    scored = [at for at, one in enumerate(replay.rounds) if one.is_scored]
    if number is None and scored:
        return scored
    found = [at for at in scored if replay.rounds[at].number == number]
    if not found:
        which = "No round" if number is None else f"No round {number}"
        raise CommandError(f"{which} of this match came to its score: only such a round can be reviewed.")
    return found


def _review_round(replay: Replay, at: int, seat: int) -> RoundReview:
    reviewer = Reviewer(replay, at, seat, sample_budget_for(replay.header.game))
    with progress(f"round {replay.rounds[at].number}", len(reviewer.turns())) as done:
        for found in reviewer.review_turns():
            done(len(found.turns))
    return found


def review_data(replay: Replay, found: RoundReview) -> dict[str, object]:
    """Return a review as data for JSON."""
    return {
        "round": replay.rounds[found.round].number,
        "seat": found.seat,
        "result": found.result,
        "luck": [found.luck.points, found.luck.error],
        "play": [found.play.points, found.play.error],
        "others": found.others,
        "start": found.start.points,
        "deal": [found.deal.points, found.deal.error],
        "turns": [_turn_data(replay, found, at) for at in range(len(found.turns))],
        "lessons": [
            {"kind": one.kind.value, "turns": [at + 1 for at in one.turns], "points": one.points}
            for one in lessons_of(found)
        ],
    }


def _turn_data(replay: Replay, found: RoundReview, at: int) -> dict[str, object]:
    turn = found.turns[at]
    view = turn_view(replay, found, turn)
    return {
        "turn": at + 1,
        "moves": [turn.first, turn.last],
        "mark": turn.mark.value,
        "points": [turn.compared.points, turn.compared.error],
        "chance": turn.compared.chance,
        "punished": found.punished_points(at),
        "luck": [turn.luck.points, turn.luck.error],
        "stood": [turn.stood.points, turn.stood.chance],
        "played": _in_notation(replay, view, turn.played),
        "best": _in_notation(replay, view, turn.best),
    }


def _in_notation(replay: Replay, view: View, moves: Sequence[Move]) -> list[str]:
    texts = []
    for move in moves:
        texts.append(write_move(move, view.table, cards=replay.rules.deck.cards))
        view = view_after_moves(view, (move,))
    return texts


def _lines(replay: Replay, found: RoundReview) -> Iterator[str]:
    name = replay.seats(found.round)[found.seat].name
    luck, play = found.luck, found.play
    yield (
        f"round {replay.rounds[found.round].number}, {name}: {found.result:+d} = luck {luck.points:+d} "
        f"(give or take {2 * luck.error}), play {play.points:+d} (give or take {2 * play.error}), "
        f"others {found.others:+d}"
    )
    for at, turn in enumerate(found.turns):
        if turn.mark is not TurnMark.GOOD:
            yield _line(replay, found, at, turn)


def _line(replay: Replay, found: RoundReview, at: int, turn: JudgedTurn) -> str:
    view = turn_view(replay, found, turn)
    played, best = (", ".join(_in_notation(replay, view, moves)) for moves in (turn.played, turn.best))
    points, chance = turn.compared.points, turn.compared.chance
    why = tell_reason(turn.reason, turn.args, view.faces, cards=replay.rules.deck.cards)
    return (
        f"  turn {at + 1}: {turn.mark.value}, {points:+d} points, {chance / 10:+.1f} % chance: "
        f"played {played}; a strong player: {best}{why and f' - {why}'}"
    )
