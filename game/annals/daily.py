"""The daily deal: a game for each day, with the same tiles and bots for everybody, and which logs are of which day.

Laws: pure; a day is a parameter, the player's own calendar day and never UTC's; a match's day follows from its seed, so
that neither a clock set back nor a journey counts a day twice. Every deal listed in `assets/daily.json` was won from
the player's chair by a bot of medium strength against that day's bots; later deals are not checked.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from assets import FILES
from game.bots.names import BOT_VERSION, DEFAULT_LEVEL
from game.bots.nodes import DEFAULT_BUDGET
from game.match.deal import OPEN_DEAL
from game.match.transcript import Controller, Header, Seat
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from game.annals.facts import MatchFacts, RoundFacts
    from game.table.options import OptionValue

# The games of successive days, with the options that make each a match of one round.
GAME_ROTATION: Final[tuple[tuple[str, Mapping[str, OptionValue]], ...]] = (
    ("rummikub", {"players": 3, "rounds": "fresh", "fresh_rounds": 1, "turn_seconds": 0, "first_starter": "seat0"}),
    ("burako", {"players": 2, "target": 100, "first_starter": "seat0"}),
    ("rummy", {"players": 3, "hands": 1, "first_starter": "seat0"}),
    ("eburako", {"players": 2, "target": 100, "first_starter": "seat0"}),
    ("burraco", {"players": 2, "target": 100, "first_starter": "seat0"}),
)
FIRST_DAY: Final = date(2026, 11, 1)  # deal 1
BOT_NAMES: Final = ("Nora", "Tito")
MAX_TRIES: Final = 36  # deals tried for a day; the number of the chosen one is written as one letter
DEAL_LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_SEED_BITS: Final = 63


@dataclass(frozen=True, slots=True)
class Daily:
    """The deal of a day: its number, its game, its seed, and whether it was checked that it can be won."""

    day: date
    number: int
    game: str
    seed: int
    checked: bool

    def header(self, player: str) -> Header:
        """Return the header of a player's match against the day's bots."""
        rules = rules_of(self.game)
        options = choose_options(rules, dict(GAME_ROTATION[(self.number - 1) % len(GAME_ROTATION)][1]))
        if isinstance(options, Refusal):
            raise TypeError(f"{self.game} cannot be played as the daily deal: {options.code.key}")
        bots = tuple(Seat(BOT_NAMES[at], Controller.BOT, DEFAULT_LEVEL) for at in range(options.number("players") - 1))
        return Header(
            self.game, options, rules.deck.key, (Seat(player, Controller.HERE), *bots), OPEN_DEAL, self.seed,
            BOT_VERSION, DEFAULT_BUDGET.nodes,
        )  # fmt: skip


def daily_of(day: date) -> Daily:
    """Return the deal of a day; raise ValueError for one before the first."""
    return candidate_deal(day, None)


def candidate_deal(day: date, attempt: int | None) -> Daily:
    """Return the candidate deal number `attempt` of a day; if None, the one found good, or number 0 if none was."""
    number = (day - FIRST_DAY).days + 1
    if number < 1:
        raise ValueError(f"the first daily deal is that of {FIRST_DAY.isoformat()}")
    listed = _good_deals()
    game = GAME_ROTATION[(number - 1) % len(GAME_ROTATION)][0]
    checked = attempt is None and number <= len(listed)
    chosen = (DEAL_LETTERS.index(listed[number - 1]) if checked else 0) if attempt is None else attempt
    made = blake2b(f"comodin daily {day.isoformat()} {game} {chosen}".encode(), digest_size=8).digest()
    return Daily(day, number, game, int.from_bytes(made, "big") >> (64 - _SEED_BITS), checked)


@cache
def _good_deals() -> str:
    """Return the letter of the deal that was found good for each day, from the first day on."""
    said = json.loads(FILES.joinpath("daily.json").read_text(encoding="utf-8"))
    return "".join(said["deals"])


# --- what was played ---


@dataclass(frozen=True, slots=True)
class DayPlayed:
    """The match that counts for a day's deal; `place` is the player's among `of` sides, 0 while it is not over."""

    daily: Daily
    match: MatchFacts
    place: int
    of: int

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.match.over and self.place > 0

    @property
    def won(self) -> bool:
        """Whether the player took the first place."""
        return self.over and self.place == 1

    @property
    def round(self) -> RoundFacts | None:
        """The match's last scored round."""
        return self.match.rounds[-1] if self.match.rounds else None


def days_played(matches: Iterable[MatchFacts], today: date) -> dict[date, DayPlayed]:
    """Return the days that were played, each with its first finished match, else with its first match.

    Two days after today count too: a player who has flown west may have played where they had begun already.
    """
    days = (FIRST_DAY + timedelta(days=at) for at in range((today - FIRST_DAY).days + 3))
    by_seed = {daily.seed: daily for daily in map(daily_of, days)}
    found: dict[date, DayPlayed] = {}
    for one in sorted(matches, key=lambda one: (one.day, one.name)):
        daily = by_seed.get(one.seed)
        if daily is None or daily.game != one.game or one.lan:
            continue
        before = found.get(daily.day)
        if before is None or (one.over and not before.over):
            found[daily.day] = DayPlayed(daily, one, _place(one), one.sides)
    return found


def _place(one: MatchFacts) -> int:
    """Return the player's own place; equal points share the better place."""
    if not one.over or not one.rounds:
        return 0
    totals = [sum(played.points(side) for played in one.rounds) for side in range(one.sides)]
    if rules_of(one.game).lowest_wins:
        totals = [-total for total in totals]
    return 1 + sum(total > totals[one.own_side] for total in totals)


def played_in_month(played: Iterable[date], day: date) -> int:
    """Count the days of a month that were played."""
    return sum((one.year, one.month) == (day.year, day.month) for one in played)


def weeks_of(day: date, begins: int) -> tuple[tuple[date | None, ...], ...]:
    """Return the weeks of a month; a week begins on weekday `begins` (0 is Monday); None is a day of another month."""
    first = day.replace(day=1)
    start = first - timedelta(days=(first.weekday() - begins) % 7)
    weeks = []
    while start <= first or start.month == first.month:
        week = tuple(start + timedelta(days=at) for at in range(7))
        weeks.append(tuple(one if one.month == first.month else None for one in week))
        start += timedelta(days=7)
    return tuple(weeks)


def shift_month(day: date, months: int) -> date:
    """Return the first day of the month `months` later."""
    at = day.year * 12 + day.month - 1 + months
    return date(at // 12, at % 12 + 1, 1)
