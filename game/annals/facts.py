"""Facts: what statistics and feats need to know of a match and its scored rounds, computed from its log alone.

Laws: the same log gives the same facts; they are plain values, and a cache of them can always be made anew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from game.annals.marks import MARKS
from game.annals.seat_round import seat_round_of
from game.bots.names import present_name
from game.match.transcript import Controller
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.session.match_replay import replay_of
from game.table.moves import Timeout

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from game.annals.seat_round import SeatRound
    from game.match.transcript import Header, Transcript
    from game.session.match_replay import PlayedRound, Replay

Line = tuple[str, int, int]  # a line of a score sheet: its code, its points, its count
PERSON: Final = "person"  # stands for a person where a bot has its level
NO_TIMES: Final[Mapping[int, int]] = MappingProxyType({})
_DAY: Final = re.compile(r"\b(\d{4}-\d{2}-\d{2}) ")


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A scored round from the player's side.

    `turns` counts the player's own turns; `opened` and `dead` are the numbers of those in which the player opened or
    took the dead hand, 0 for never. `marks` are those found in the round. `timed_out` counts the turns that the clock
    ended. `timed` turns have a known duration, together `thought` tenths of a second; `lasted` is the duration of the
    whole round in tenths, 0 if the time of some move is unknown.
    """

    number: int
    place: int  # its index among all rounds of the log, those broken off included
    turns: int
    timed_out: int
    timed: int
    thought: int
    lasted: int
    opened: int
    dead: int
    ending: str
    out: int  # the side that went out, -1 for none
    sheets: tuple[tuple[Line, ...], ...]
    marks: tuple[tuple[str, int], ...]

    def points(self, side: int) -> int:
        """Return the total of a side's sheet."""
        return sum(points for _code, points, _count in self.sheets[side])

    def count(self, side: int, code: str) -> int:
        """Return the count of a line of a side's sheet."""
        return sum(count for name, _points, count in self.sheets[side] if name == code)


@dataclass(frozen=True)
class MatchFacts:
    """A match: its file, the game and its players, and its scored rounds.

    `day` is taken from the file's name, of a LAN match from the file's time of change.

    Its properties are cached, since statistics ask for those of thousands of matches again and again.
    """

    name: str
    lan: bool
    day: str
    game: str
    players: int
    usual: bool  # whether every option but the number of players has its default
    seconds: int  # seconds of a turn, 0 without a clock
    seed: int  # 0 for a LAN match, whose deal has no seed
    own: int
    names: tuple[str, ...]
    levels: tuple[str, ...]  # by seat: a bot's level, or PERSON
    over: bool
    winners: tuple[int, ...]
    rounds: tuple[RoundFacts, ...]

    @cached_property
    def sides(self) -> int:
        """The number of sides."""
        return rules_of(self.game).sides(self.players)

    @cached_property
    def own_side(self) -> int:
        """The player's own side."""
        return self.own % self.sides

    @cached_property
    def won(self) -> bool:
        """Whether the match is over and the player's side is among its winners."""
        return self.over and self.own_side in self.winners

    @cached_property
    def opponents(self) -> tuple[str, ...]:
        """The levels of the other sides' seats, each once."""
        others = (level for seat, level in enumerate(self.levels) if seat % self.sides != self.own_side)
        return tuple(dict.fromkeys(others))

    @cached_property
    def rivals(self) -> tuple[str, ...]:
        """The names of the persons on the other sides."""
        seated = enumerate(zip(self.names, self.levels, strict=True))
        return tuple(name for seat, (name, level) in seated if level == PERSON and seat % self.sides != self.own_side)

    @property
    def has_other_person(self) -> bool:
        """Whether another person sits at the table."""
        return self.levels.count(PERSON) > 1

    @cached_property
    def leads(self) -> tuple[int, ...]:
        """By round, the own side's points minus the mean of the others'; negated where the lowest total wins."""
        found = []
        for one in self.rounds:
            points = [sum([points for _code, points, _count in lines]) for lines in one.sheets]
            own = points.pop(self.own_side)
            found.append(own - round(sum(points) / len(points)))
        return tuple([-lead for lead in found] if rules_of(self.game).lowest_wins else found)

    @cached_property
    def line_points(self) -> tuple[dict[str, float], dict[str, float]]:
        """By line of the score sheets, the points of the own side, and those of the others on average."""
        own: dict[str, float] = {}
        their: dict[str, float] = {}
        for one in self.rounds:
            for at, lines in enumerate(one.sheets):
                total, sides = (own, 1) if at == self.own_side else (their, len(one.sheets) - 1)
                for code, points, _count in lines:
                    total[code] = total.get(code, 0) + points / sides
        return own, their

    @cached_property
    def marks_in_every_round(self) -> frozenset[str]:
        """The marks that were found in every round."""
        every = [frozenset([name for name, _made in one.marks]) for one in self.rounds]
        return frozenset.intersection(*every) if every else frozenset()

    def where_marked(self, mark: str) -> tuple[tuple[int, int], ...]:
        """Return where a mark was found: the index of the round, and the number of moves made in it by then."""
        return tuple((at, made) for at, one in enumerate(self.rounds) for name, made in one.marks if name == mark)


MATCH_FIELDS: Final = tuple(one.name for one in fields(MatchFacts))


def day_in_name(name: str) -> str:
    """Return the day in a match file's name, by the clock of the player who began it; empty where it has none."""
    found = _DAY.search(name)
    return found[1] if found else ""


def facts_of(
    transcript: Transcript,
    name: str,
    own: int | None = None,
    *,
    lan: bool = False,
    over: bool | None = None,
    day: str = "",
    times: Mapping[int, int] = NO_TIMES,
) -> MatchFacts | None:
    """Return the facts of a match; None if no person of this home played, as in a match of bots.

    `times` are the tenths of a second that the match's file gives for its entries.
    """
    return facts_of_replay(replay_of(transcript, own, over=over), name, lan=lan, day=day, times=times)


def facts_of_replay(
    replay: Replay, name: str, *, lan: bool = False, day: str = "", times: Mapping[int, int] = NO_TIMES
) -> MatchFacts | None:
    """Return the facts of a match from its replay; otherwise like `facts_of`."""
    if replay.own is None:
        return None
    header = replay.header
    levels = tuple(present_name(seat.level) if seat.controller is Controller.BOT else PERSON for seat in header.seats)
    return MatchFacts(
        name=name,
        lan=lan,
        day=day or day_in_name(name),
        game=header.game,
        players=len(header.seats),
        usual=_is_usual(header),
        seconds=header.options.number("turn_seconds"),
        seed=header.seed,
        own=replay.own,
        names=tuple(seat.name for seat in header.seats),
        levels=levels,
        over=replay.over,
        winners=_winners(replay),
        rounds=tuple(
            _round_facts(seat_round_of(replay.rules, one, replay.own), at, _times_of(one, times))
            for at, one in enumerate(replay.rounds)
            if one.is_scored
        ),
    )


def _winners(replay: Replay) -> tuple[int, ...]:
    return replay.rounds[-1].standing.winners if replay.rounds else ()


def _is_usual(header: Header) -> bool:
    return choose_options(rules_of(header.game), {"players": len(header.seats)}) == header.options


def _times_of(played: PlayedRound, times: Mapping[int, int]) -> tuple[int | None, ...]:
    """Return the time of each move of a round, None where it is unknown."""
    return tuple(times.get(entry) for entry, _table in played.standing.past[1:])


def _sum_if_known(times: Iterable[int | None]) -> int | None:
    """Add up times; return None if one of them is unknown."""
    total = 0
    for time in times:
        if time is None:
            return None
        total += time
    return total


def _round_facts(seat_round: SeatRound, place: int, times: tuple[int | None, ...]) -> RoundFacts:
    turns: dict[int, list[int | None]] = {}
    for act in seat_round.acts:
        turns.setdefault(act.turn, []).append(times[act.made - 1])
    timed = [time for one in turns.values() if (time := _sum_if_known(one)) is not None]
    marks = ((name, found) for name, rule in MARKS.items() if (found := rule(seat_round)) is not None)
    outcome = seat_round.result.outcome
    return RoundFacts(
        number=seat_round.result.round,
        place=place,
        turns=seat_round.turns,
        timed_out=sum(isinstance(act.move, Timeout) for act in seat_round.acts),
        timed=len(timed),
        thought=sum(timed),
        lasted=_sum_if_known(times) or 0,
        opened=0 if seat_round.first_play is None else seat_round.first_play.turn,
        dead=0 if seat_round.dead_hand_move is None else seat_round.dead_hand_move.turn,
        ending=outcome.ending.value,
        out=-1 if outcome.seat < 0 else outcome.seat % len(seat_round.result.sheets),
        sheets=tuple(
            tuple((line.code, line.points, line.count) for line in sheet.lines) for sheet in seat_round.result.sheets
        ),
        marks=tuple(marks),
    )


# --- as plain values ---


def facts_to_row(facts: MatchFacts) -> list[Any]:
    """Return facts as nested lists of plain values."""
    rounds = [[getattr(one, name) for name in RoundFacts.__slots__] for one in facts.rounds]
    return [rounds if name == "rounds" else getattr(facts, name) for name in MATCH_FIELDS]


def facts_from_row(row: Sequence[Any]) -> MatchFacts:
    """Return the facts of a row that `facts_to_row` made; raise ValueError for anything else."""
    try:
        *plain, rounds = row
        plain.append(tuple([RoundFacts(*one) for one in rounds]))
        facts = MatchFacts(*plain)
        rules_of(facts.game)
    except (TypeError, ValueError) as error:
        raise ValueError("these are no facts of a match") from error
    return facts
