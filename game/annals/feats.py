"""The feats: forty achievements, each found in the logs by a rule; none is stored, so none can be lost.

Laws: feats are a pure function of the facts of all matches; a new rule finds old matches too; the oldest match that
earns a feat is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Final

from game.rules.registry import GAMES

if TYPE_CHECKING:
    from game.annals.facts import MatchFacts


class FeatShelf(Enum):
    """The groups of feats; five shelves of eight."""

    SETS = "sets"
    JOKERS = "jokers"
    DEAD_HANDS = "dead_hands"
    OPEN_TABLE = "open_table"
    EVENINGS = "evenings"


@dataclass(frozen=True, slots=True)
class Earned:
    """Where a feat was earned: the match, the index of its round, and the number of moves made in the round by then."""

    match: MatchFacts
    round: int
    made: int


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a feat: `have` out of `need`, and where it was earned, if it was."""

    have: int
    need: int = 1
    earned: Earned | None = None

    @property
    def is_earned(self) -> bool:
        """Whether the feat is earned."""
        return self.have >= self.need


@dataclass(frozen=True, slots=True)
class Career:
    """All matches, the oldest first, and where each mark was first found."""

    matches: tuple[MatchFacts, ...]
    found: dict[str, Earned]


Rule = Callable[[Career], Progress]


@dataclass(frozen=True, slots=True)
class Feat:
    """A feat: the key of its words, its shelf, its sign, and the rule that finds it."""

    key: str
    shelf: FeatShelf
    sign: str
    rule: Rule


# --- rules ---


def _mark_found(mark: str, career: Career) -> Progress:
    """Rule: a mark was found in some round."""
    found = career.found.get(mark)
    return Progress(1, 1, found) if found else Progress(0)


def _end_of(one: MatchFacts) -> Earned:
    last = len(one.rounds) - 1
    return Earned(
        one, max(0, last), max((made for _name, made in one.rounds[last].marks), default=0) if last >= 0 else 0
    )


def _fitting(fits: Callable[[MatchFacts], bool], need: int, career: Career) -> Progress:
    """Rule: at least `need` matches pass a test."""
    fitting = [one for one in career.matches if fits(one)]
    if len(fitting) < need:
        return Progress(len(fitting), need)
    return Progress(need, need, _end_of(fitting[need - 1]))


def _distinct(of: Callable[[MatchFacts], str], need: int, career: Career) -> Progress:
    """Rule: the matches have `need` different values of `of`, empty ones aside."""
    seen: set[str] = set()
    for one in career.matches:
        if (what := of(one)) and what not in seen:
            seen.add(what)
            if len(seen) == need:
                return Progress(need, need, _end_of(one))
    return Progress(len(seen), need)


def _rounds_played(need: int, career: Career) -> Progress:
    have = 0
    for one in career.matches:
        have += len(one.rounds)
        if have >= need:
            return Progress(need, need, _end_of(one))
    return Progress(have, need)


def _won_with_mark(mark: str) -> Callable[[MatchFacts], bool]:
    """Return the test that a match was won and every round of it has the mark."""
    return lambda one: one.won and mark in one.marks_in_every_round


def _won_against(level: str) -> Callable[[MatchFacts], bool]:
    return lambda one: one.won and one.opponents == (level,)


def _mark_feat(key: str, shelf: FeatShelf, sign: str) -> Feat:
    return Feat(key, shelf, sign, partial(_mark_found, key))


FEATS: Final[tuple[Feat, ...]] = (
    _mark_feat("canasta", FeatShelf.SETS, "star"),
    _mark_feat("seven_of_a_kind", FeatShelf.SETS, "7"),
    _mark_feat("two_at_once", FeatShelf.SETS, "check"),
    _mark_feat("pure_group", FeatShelf.SETS, "diamond"),
    _mark_feat("nothing_but_pure", FeatShelf.SETS, "flower"),
    _mark_feat("one_to_thirteen", FeatShelf.SETS, "13"),
    _mark_feat("many", FeatShelf.SETS, "crown"),
    _mark_feat("big_round", FeatShelf.SETS, "1000"),
    _mark_feat("joker_freed", FeatShelf.JOKERS, "unlock"),
    _mark_feat("freed_and_opened", FeatShelf.JOKERS, "door"),
    _mark_feat("moved_along", FeatShelf.JOKERS, "swap"),
    _mark_feat("made_pure", FeatShelf.JOKERS, "reset"),
    _mark_feat("both_jokers", FeatShelf.JOKERS, "2"),
    _mark_feat("last_a_joker", FeatShelf.JOKERS, "cap"),
    _mark_feat("no_wild", FeatShelf.JOKERS, "shield"),
    Feat("without_joker", FeatShelf.JOKERS, "cross", partial(_fitting, _won_with_mark("without_joker"), 1)),
    _mark_feat("dead_hand", FeatShelf.DEAD_HANDS, "hand"),
    _mark_feat("early", FeatShelf.DEAD_HANDS, "5"),
    _mark_feat("pure_out_of_it", FeatShelf.DEAD_HANDS, "up"),
    _mark_feat("out_soon", FeatShelf.DEAD_HANDS, "flag"),
    _mark_feat("both_in_one", FeatShelf.DEAD_HANDS, "fast"),
    _mark_feat("last_minute", FeatShelf.DEAD_HANDS, "wait"),
    _mark_feat("never_needed", FeatShelf.DEAD_HANDS, "minus"),
    Feat("without_impure", FeatShelf.DEAD_HANDS, "bulb", partial(_fitting, _won_with_mark("without_impure"), 1)),
    _mark_feat("rearranged", FeatShelf.OPEN_TABLE, "puzzle"),
    _mark_feat("sharp", FeatShelf.OPEN_TABLE, "30"),
    _mark_feat("rich", FeatShelf.OPEN_TABLE, "60"),
    _mark_feat("widely", FeatShelf.OPEN_TABLE, "groups"),
    _mark_feat("heavy", FeatShelf.OPEN_TABLE, "10"),
    _mark_feat("closing_tile", FeatShelf.OPEN_TABLE, "tile"),
    _mark_feat("loaded", FeatShelf.OPEN_TABLE, "100"),
    _mark_feat("hardly_drew", FeatShelf.OPEN_TABLE, "runs"),
    Feat(
        "all_five",
        FeatShelf.EVENINGS,
        "people",
        partial(_distinct, lambda one: one.game if one.over else "", len(GAMES)),
    ),
    Feat("ten_won", FeatShelf.EVENINGS, "trophy", partial(_fitting, lambda one: one.won, 10)),
    Feat("hundred_rounds", FeatShelf.EVENINGS, "stack", partial(_rounds_played, 100)),
    Feat("hard_beaten", FeatShelf.EVENINGS, "bot", partial(_fitting, _won_against("hard"), 1)),
    Feat("master_beaten", FeatShelf.EVENINGS, "learn", partial(_fitting, _won_against("master"), 1)),
    Feat("company", FeatShelf.EVENINGS, "lan", partial(_fitting, lambda one: one.over and one.has_other_person, 1)),
    Feat("seven_days", FeatShelf.EVENINGS, "sun", partial(_distinct, lambda one: one.day if one.rounds else "", 7)),
    Feat("thirty_days", FeatShelf.EVENINGS, "moon", partial(_distinct, lambda one: one.day if one.rounds else "", 30)),
)


def progress_of(matches: Sequence[MatchFacts]) -> dict[str, Progress]:
    """Return the progress of every feat by its key, from matches in any order."""
    in_order = tuple(sorted(matches, key=lambda one: (one.day, one.name)))
    found: dict[str, Earned] = {}
    for one in in_order:
        for at, played in enumerate(one.rounds):
            for mark, made in played.marks:
                if mark not in found:  # the first match that earned a feat is shown
                    found[mark] = Earned(one, at, made)
    career = Career(in_order, found)
    return {feat.key: feat.rule(career) for feat in FEATS}
