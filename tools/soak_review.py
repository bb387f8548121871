"""Review rounds of bots: medium's marked losses must add up to its deficit to hard, who may have hardly any.

Each round is played twice, medium on either seat, against hard; and every other one by hard on both seats. The sum of
the losses is right if its interval overlaps that of the points that medium is behind in the same rounds. What its turns
gained, and what all its turns cost, is told beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import sqrt
from typing import TYPE_CHECKING, Final

from game.commands.progress import tracked
from game.match.deal import OPEN_DEAL
from game.review.marks import TurnMark, is_noteworthy
from game.review.review import Reviewer, RoundReview
from game.review.worth import CLUB_LEVEL, WAITING_REASONS, sample_budget_for
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import choose_options
from game.session.match_replay import replay_of
from game.table.options import Options
from tools.bot_matches import Hall, bot, play_round

if TYPE_CHECKING:
    from collections.abc import Sequence

ROUNDS: Final = 200  # a game
NORMAL_QUANTILE: Final = 1.96
MAX_MARKED_SHARE: Final = 0.03  # largest share of hard's turns that may be marked
WEAKER: Final = "medium"
HARD_AGAINST_ITSELF_EVERY: Final = 4  # rounds


@dataclass(slots=True)
class ReviewCounts:
    """The results of some reviews, in points by round, and their turns."""

    results: list[int] = field(default_factory=list)  # what the round ended with
    losses: list[int] = field(default_factory=list)  # of all turns
    marked: list[int] = field(default_factory=list)  # of noteworthy turns, gains and losses
    blamed: list[int] = field(default_factory=list)  # of noteworthy turns, only losses
    turns: int = 0
    marks: int = 0

    def note(self, found: RoundReview, game: str) -> None:
        """Count a round."""
        family = rules_of(game).family
        counted = [
            turn for turn in found.turns if is_noteworthy(turn.compared, family) or turn.reason in WAITING_REASONS
        ]
        clear = [turn.compared.points for turn in counted]
        self.results.append(found.result)
        self.losses.append(found.play.points)
        self.marked.append(sum(clear))
        self.blamed.append(sum(min(0, points) for points in clear))
        self.turns += len(found.turns)
        self.marks += len(found.marked(TurnMark.MISS, TurnMark.INEXACT))


def mean_and_half_interval(values: Sequence[int]) -> tuple[float, float]:
    """Return the mean and half of its 95 percent interval."""
    mean = sum(values) / len(values)
    spread = sqrt(sum((one - mean) ** 2 for one in values) / max(1, len(values) - 1) / len(values))
    return mean, NORMAL_QUANTILE * spread


def play_and_review(game: str, seed: int, levels: tuple[str, ...], seat: int) -> RoundReview:
    """Play a round between bots of these levels, and review one seat."""
    options = choose_options(rules_of(game), {"players": len(levels)})
    if not isinstance(options, Options):
        raise TypeError(f"{game} has no table for {len(levels)}")
    hall = Hall(game, options, seed)
    for _made in play_round(hall, [bot(seed, level) for level in levels]):
        pass
    if hall.header.dealer != OPEN_DEAL:
        raise ValueError("bots play open deals")
    pains = replace(sample_budget_for(game), tiles=0)  # luck is not needed: only the losses of turns are added up
    *_begun, found = Reviewer(replay_of(hall.match.transcript), 0, seat, pains).review_turns()
    return found


def review_game(game: str, seed: int, rounds: int) -> tuple[ReviewCounts, ReviewCounts]:
    """Return the counts of medium's reviews, and those of hard's."""
    weaker, strong = ReviewCounts(), ReviewCounts()
    for number in tracked(game, range(rounds)):
        seat = number % 2
        levels = (WEAKER, CLUB_LEVEL) if seat == 0 else (CLUB_LEVEL, WEAKER)
        weaker.note(play_and_review(game, seed + number // 2, levels, seat), game)
        if number % HARD_AGAINST_ITSELF_EVERY == 0:
            strong.note(play_and_review(game, seed + number // 2, (CLUB_LEVEL, CLUB_LEVEL), seat), game)
    return weaker, strong


def line_of(game: str, weaker: ReviewCounts, strong: ReviewCounts) -> tuple[str, bool]:
    """Return the measured figures as a line, and whether they are as expected."""
    sums = (weaker.results, weaker.blamed, weaker.marked, weaker.losses)
    (behind, off), (blamed, wide), *_others = map(mean_and_half_interval, sums)
    share = strong.marks / max(1, strong.turns)
    holds = abs(behind - blamed) <= off + wide and share <= MAX_MARKED_SHARE
    words = [f"{mean:+.1f} +- {half:.1f}" for mean, half in map(mean_and_half_interval, sums)]
    text = (
        f"{game}: {len(weaker.results)} rounds, medium behind hard {words[0]} a round, its marked losses {words[1]} "
        f"({weaker.marks} of {weaker.turns} turns), with what it gained {words[2]}, all turns {words[3]}; "
        f"hard against itself marked {100 * share:.1f} % of {strong.turns} turns"
    )
    return text, holds


def soak(seed: int, rounds: int = ROUNDS, games: Sequence[str] = tuple(GAMES)) -> str:
    """Review rounds of every game; raise AssertionError if a game's figures are not as expected."""
    found = [line_of(game, *review_game(game, seed, rounds)) for game in games]
    text = "\n".join(line for line, _holds in found)
    if not all(holds for _line, holds in found):
        raise AssertionError(text)
    return text
