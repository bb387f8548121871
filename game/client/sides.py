"""Names, scores and times as text for a list of matches and a score sheet."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.words import Text
    from game.match.match import Standing
    from game.match.transcript import Seat
    from game.table.options import Options
    from game.table.state import Table

LOCAL_CONTROLLER = "here"  # the controller kind of the person at this computer


def joined_texts(parts: Sequence[Text]) -> Text:
    """Join texts into a list that is translated when shown: Nora, Tito, You."""
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = phrase("list.more", first=part, rest=text)
    return text


def names_of_side(seats: Sequence[Seat], side: int, sides: int) -> tuple[Text, ...]:
    """Return the names of a side's players; the person at this computer is You."""
    return tuple(name_of(seats, seat) for seat in range(len(seats)) if seat % sides == side)


def name_of(seats: Sequence[Seat], seat: int) -> Text:
    """Return a seat's name; for the only person at this computer that is You."""
    return phrase("side.you") if is_you(seats, seat) else unique_names([one.name for one in seats])[seat]


def began_by_lot(table: Table) -> bool:
    """Return whether lots were drawn for who begins this round. Decision D1."""
    return table.round == 1 and table.options.word("first_starter") == "random"


def who_began(table: Table, seats: Sequence[Seat]) -> Text:
    """Return who began the round, and whether a first starter was drawn by lot. Decisions D1 and D32."""
    code = "table.tip.lot" if began_by_lot(table) else "table.tip.began"
    if is_you(seats, table.starter):
        return phrase(f"{code}_me")
    return phrase(code, name=name_of(seats, table.starter))


def unique_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names made unique: repeated ones get a number from the second on."""
    told: list[str] = []
    for name in names:
        number, shown = 1, name
        while shown in told:
            number += 1
            shown = f"{name} ({number})"
        told.append(shown)
    return tuple(told)


def is_you(seats: Sequence[Seat], seat: int) -> bool:
    """Return whether a seat is that of the only person at this computer."""
    return [index for index, one in enumerate(seats) if one.controller.value == LOCAL_CONTROLLER] == [seat]


def is_onlooker(seats: Sequence[Seat]) -> bool:
    """Return whether the viewer has no seat, as a spectator or because a bot took it over."""
    return LOCAL_CONTROLLER not in {one.controller.value for one in seats}


def side_words(seats: Sequence[Seat], side: int, sides: int) -> Text:
    """Return the names of a side: You and Tito."""
    names = names_of_side(seats, side, sides)
    return names[0] if len(names) == 1 else phrase("side.two", first=joined_texts(names[:-1]), second=names[-1])


def own_side(seats: Sequence[Seat], sides: int) -> int:
    """Return the side of the person at this computer; the first one where only bots play."""
    here = [index for index, one in enumerate(seats) if one.controller.value == LOCAL_CONTROLLER]
    return (here[0] if here else 0) % sides


def ordered_sides(seats: Sequence[Seat], sides: int) -> tuple[int, ...]:
    """Return the sides, the viewer's first."""
    own = own_side(seats, sides)
    return tuple((own + at) % sides for at in range(sides))


class Scores(Protocol):
    """Anything with seats and the match scores of their sides."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the players by seat."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the points of each side."""


def scores_words(standing: Scores) -> Text:
    """Return the match scores as text: You and Tito 1 240, Nora and Vera 980."""
    sides = len(standing.totals)
    told = [(side_words(standing.seats, side, sides), standing.totals[side])
            for side in ordered_sides(standing.seats, sides)]  # fmt: skip
    if len(told) == 2:
        return phrase("match.scores", first=told[0][0], one=told[0][1], second=told[1][0], other=told[1][1])
    return joined_texts([phrase("match.score", name=name, points=points) for name, points in told])


def round_count(options: Options) -> int | None:
    """Return the number of rounds of a match, None where points or the stock end it."""
    told = dict(options.items)
    if told.get("rounds") == "continued":
        return None
    return next((int(told[name]) for name in ("hands", "fresh_rounds") if name in told), None)


def round_number(standing: Standing) -> int:
    """Return the number of the round being played, or of the last one."""
    return standing.table.round if standing.table is not None else 1


def day_words(day: str) -> Text:
    """Return a day as text, given as 2026-11-27; what is no day stays as it is."""
    try:
        said = date.fromisoformat(day)
    except ValueError:
        return day
    return phrase(f"when.day.{said.month}", day=said.day, year=str(said.year))


def when_words(changed: float, now: datetime) -> Text:
    """Return a time as text: today, yesterday, or the date."""
    then = datetime.fromtimestamp(changed, now.tzinfo)
    time = then.strftime("%H:%M")
    if then.date() == now.date():
        return phrase("when.today", time=time)
    if then.date() == (now - timedelta(days=1)).date():
        return phrase("when.yesterday", time=time)
    return then.strftime("%Y-%m-%d %H:%M")
