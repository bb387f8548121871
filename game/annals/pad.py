"""The score pad for people at a real table: makes score sheets, by the rules, of what they counted.

Laws: values are frozen; no count is forbidden, doubtful ones are only asked about; the file of a pad is append-only, so
that undo is a line too.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from game.rules.dead_hand_score import CLOSE_POINTS, DEAD_PENALTY, IMPURE_POINTS, PURE_POINTS, SEMI_CLEAN_POINTS
from game.rules.registry import rules_of
from game.rules.ruleset import Family, ScoreLine, choose_options
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from game.table.options import Options

SUFFIX: Final = ".comodin-pad"
FORMAT: Final = 1
POINT_STEP: Final = 5  # every sum of points in a dead-hand game is a multiple of this


@dataclass(frozen=True, slots=True)
class CountedSide:
    """What a side counted after a round: the points on the table and in the racks, canastas, and what it did."""

    table: int = 0
    pure: int = 0
    impure: int = 0
    out: bool = False
    rack: int = 0
    dead: bool = True  # whether the side took its dead hand
    semi: int = 0  # semi-clean canastas, if the game has them


@dataclass(frozen=True, slots=True)
class Pad:
    """A score pad: the game, the names of the sides, the target, and the rounds written so far."""

    game: str
    names: tuple[str, ...]
    target: int = 0
    rounds: tuple[tuple[CountedSide, ...], ...] = ()

    @property
    def dead_hands(self) -> bool:
        """Whether the game has dead hands and canastas."""
        return rules_of(self.game).family is Family.DEAD_HAND

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each side in all rounds."""
        written = [points_of(self.game, one) for one in self.rounds]
        return tuple(sum(points[side] for points in written) for side in range(len(self.names)))

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won: at the target and ahead of all others; none without a target."""
        totals = self.totals
        best = max(totals)
        if not self.target or best < self.target or totals.count(best) > 1:
            return ()
        return (totals.index(best),)

    def with_round(self, counted: tuple[CountedSide, ...]) -> Pad:
        """Return the pad with one more round."""
        return replace(self, rounds=(*self.rounds, counted))

    def without_last_round(self) -> Pad:
        """Return the pad without its last round."""
        return replace(self, rounds=self.rounds[:-1])


# --- the lines -----------------------------------------------------------------------------------------------------


def score_lines_of(game: str, counted: tuple[CountedSide, ...]) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return the score lines of each side, with the codes, rules and points of the game."""
    rules = rules_of(game)
    if rules.family is Family.DEAD_HAND:
        return tuple(_dead_hand_lines(default_options(game), one) for one in counted)
    if rules.lowest_wins:
        return tuple(
            (ScoreLine("closed", "5", 0) if one.out else ScoreLine("rack_against", "5", one.rack),) for one in counted
        )
    return _zero_sum_lines(counted)


def _dead_hand_lines(options: Options, one: CountedSide) -> tuple[ScoreLine, ...]:
    """Rule 1.7: the lines of one side."""
    canastas = one.pure + one.semi + one.impure
    lines = [
        _table_line(options, one.table, canastas),
        ScoreLine("pure", "1.7", PURE_POINTS * one.pure, count=one.pure),
        ScoreLine("impure", "1.7", IMPURE_POINTS * one.impure, count=one.impure),
        ScoreLine("close", "1.7", CLOSE_POINTS * (one.out and canastas > 0), count=int(one.out and canastas > 0)),
        ScoreLine("rack", "1.7", -one.rack),
        _dead_line(options, taken=one.dead),
    ]
    if options.flag("semi_clean"):
        lines.insert(2, ScoreLine("semi_clean", "D48", SEMI_CLEAN_POINTS * one.semi, count=one.semi))
    return tuple(lines)


def _table_line(options: Options, points: int, canastas: int) -> ScoreLine:
    """Rule 1.7 and D5: the tiles on the table, which may count against a side without a canasta."""
    how = "count" if canastas else options.word("no_canasta_table")
    if how == "count":
        return ScoreLine("table", "1.7", points)
    return ScoreLine(f"table_{how}", "D5", -points if how == "subtract" else 0)


def _dead_line(options: Options, *, taken: bool) -> ScoreLine:
    """Rule 1.7 and D39: the bonus or penalty for the dead hand."""
    if not taken:
        return ScoreLine("dead_never", "1.7", DEAD_PENALTY)
    bonus = options.number("dead_bonus")
    return ScoreLine("dead_bonus", "D39", bonus) if bonus else ScoreLine("dead_taken", "1.5", 0)


def default_options(game: str) -> Options:
    """Return the default options of a game."""
    options = choose_options(rules_of(game), {})
    if isinstance(options, Refusal):
        raise TypeError(f"{game} refuses its own options: {options.code.key}")
    return options


def _zero_sum_lines(counted: tuple[CountedSide, ...]) -> tuple[tuple[ScoreLine, ...], ...]:
    """Rule 6: the winner takes what all others hold; if nobody went out, the lowest rack takes the differences."""
    racks = [0 if one.out else one.rack for one in counted]
    if any(one.out for one in counted):
        return tuple(
            (ScoreLine("winner_takes", "6", sum(racks)) if one.out else ScoreLine("rack", "6", -rack),)
            for one, rack in zip(counted, racks, strict=True)
        )
    lowest = min(racks)
    tied = racks.count(lowest)
    share, rest = divmod(sum(racks) - lowest * len(racks), tied)
    lines, shared = [], 0
    for rack in racks:
        if rack > lowest:
            lines.append((ScoreLine("terminal_difference", "6", lowest - rack),))
            continue
        code, rule = ("terminal_lowest", "6") if tied == 1 else ("terminal_shared", "D33")
        lines.append((ScoreLine(code, rule, share + (shared < rest)),))
        shared += 1
    return tuple(lines)


def points_of(game: str, counted: tuple[CountedSide, ...]) -> tuple[int, ...]:
    """Return the points of the round by side."""
    return tuple(sum(line.points for line in lines) for lines in score_lines_of(game, counted))


def doubts_of(game: str, counted: tuple[CountedSide, ...]) -> tuple[str, ...]:
    """Return the codes of what looks wrong in a round; it can be written nevertheless."""
    doubts = []
    outs = sum(one.out for one in counted)
    if outs > 1:
        doubts.append("two_out")
    if any(one.out and one.rack for one in counted) and rules_of(game).family is not Family.DEAD_HAND:
        doubts.append("out_with_rack")
    if rules_of(game).family is Family.DEAD_HAND:
        if any(one.table % POINT_STEP or one.rack % POINT_STEP for one in counted):
            doubts.append("not_five")
        if any(one.out and not one.pure + one.semi + one.impure for one in counted):
            doubts.append("out_without_canasta")
        if any(one.out and not one.dead for one in counted):
            doubts.append("out_without_dead")
    return tuple(doubts)


# --- as lines of a file --------------------------------------------------------------------------------------------


def header_line(pad: Pad) -> bytes:
    """Write the first line of a pad."""
    said = {"format": FORMAT, "game": pad.game, "names": list(pad.names), "target": pad.target}
    return json.dumps(said, ensure_ascii=False).encode() + b"\n"


def round_line(counted: tuple[CountedSide, ...]) -> bytes:
    """Write a round."""
    rows = [[getattr(one, name) for name in CountedSide.__slots__] for one in counted]
    return json.dumps({"round": rows}).encode() + b"\n"


UNDO_LINE: Final = json.dumps({"undo": True}).encode() + b"\n"


def read_pad(lines: Iterable[bytes]) -> Pad:
    """Read a pad up to the first bad line; raise ValueError if that is the first line."""
    pad: Pad | None = None
    for line in lines:
        try:
            said = json.loads(line)
            pad = _read_head(said) if pad is None else _with_line(pad, said)
        except (ValueError, KeyError, TypeError) as error:
            if pad is None:
                raise ValueError("this is no score pad, or its first line is damaged") from error
            break
    if pad is None:
        raise ValueError("this score pad is empty")
    return pad


def _read_head(said: dict[str, Any]) -> Pad:
    if said["format"] != FORMAT:
        raise ValueError("a newer program wrote it")
    names = tuple(str(name) for name in said["names"])
    return Pad(rules_of(said["game"]).key, names, int(said["target"]))


def _with_line(pad: Pad, said: dict[str, Any]) -> Pad:
    if said.get("undo"):
        return pad.without_last_round()
    counted = tuple(CountedSide(*row) for row in said["round"])
    if len(counted) != len(pad.names):
        raise ValueError("a round has another number of sides")
    return pad.with_round(counted)


def read_pads(folder: Path) -> tuple[tuple[Path, Pad], ...]:
    """Return the readable pads of a folder, the newest first."""
    found = []
    for path in sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.name.split(" ", 1)[-1], reverse=True):
        try:
            found.append((path, read_pad(path.read_bytes().splitlines())))
        except (OSError, ValueError):
            continue
    return tuple(found)
