"""A hall's tournament as rows and sentences: pairings, standings, time per round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.widgets.row_face import ListRow
from game.client.words import phrase
from game.club.values import ClubFormat
from game.table.safe_text import printable
from net.hall.messages import MAX_ENTRANT_LENGTH, MAX_POINTS_LENGTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.words import Text
    from net.hall.messages import HallBoard, HallMeeting

FORMAT_NAMES: Final = frozenset(one.value for one in ClubFormat)


def round_words(board: HallBoard, minutes: int | None) -> Text:
    """Say which round it is and how long it lasts, or that there is none."""
    if board.over:
        return phrase("hall.over")
    if board.paused:
        return phrase("hall.held")
    if not board.round:
        return phrase("hall.not_begun")
    said = phrase("hall.round_now", number=board.round)
    if board.rounds:
        said = phrase("hall.round_of", number=board.round, rounds=board.rounds)
    return said if minutes is None else phrase("hall.left", round=said, n=minutes)


def waiting_words(board: HallBoard, own: str, *, looks_on: bool = False) -> Text | None:
    """Say for how many people the next round waits, how many rounds there are, and what a player does until then.

    `own` is our name; somebody who `looks_on` takes no part. None if there is nothing to say.
    """
    if board.over:
        return None
    first = not board.round
    if any(not one.points for one in board.meetings):
        return None if looks_on else _idle_words(board, own)
    lacks = phrase("hall.lacks_first" if first else "hall.lacks", n=board.lacks) if board.lacks else None
    rounds = phrase("hall.rounds", n=board.rounds) if board.rounds and first else None
    led = phrase("hall.led") if first and not looks_on else None
    said = None
    for one in (lacks, rounds, led):
        said = one if said is None else said if one is None else phrase("hall.sentences", one=said, other=one)
    return said


def _idle_words(board: HallBoard, own: str) -> Text | None:
    """Say, during a round, what somebody who does not play waits for; None for players, and in the last round."""
    mine = next((one for one in board.meetings if any(own in _persons(name) for name in one.names)), None)
    if board.round == board.rounds or (mine is not None and not mine.points):
        return None
    return phrase("hall.sits_out" if mine is None else "hall.others_play")


def _persons(entrant: str) -> list[str]:
    """Return the names of an entrant's persons."""
    return entrant.split(" - ")


def pairing_rows(board: HallBoard) -> list[ListRow]:
    """Return a row for each table of the round, then the players who sit out."""
    rows = [_meeting_row(one) for one in board.meetings]
    rows += [
        ListRow(f"bye {at}", phrase("hall.bye", name=_name(one)), sign="moon") for at, one in enumerate(board.byes)
    ]
    return rows or [ListRow("none", phrase("hall.not_begun"))]


def _meeting_row(one: HallMeeting) -> ListRow:
    title = phrase("hall.meeting", table=one.table, names=_against([_name(name) for name in one.names]))
    if not one.points:
        return ListRow(str(one.table), title, phrase("hall.still"), sign="play")
    points = _against([printable(each, MAX_POINTS_LENGTH) for each in one.points])
    return ListRow(str(one.table), title, phrase("hall.result", points=points), sign="check")


def standing_rows(board: HallBoard) -> list[ListRow]:
    """Return a row for each of the standings."""
    earned = "hall.share" if board.same else "hall.earned"
    rows = [
        ListRow(
            str(at), phrase("hall.rank", place=one.place, name=_name(one.name)),
            phrase(earned, points=printable(one.points, MAX_POINTS_LENGTH), n=one.played),
            sign="trophy" if one.place == 1 and one.played else "",
        )
        for at, one in enumerate(board.ranks)
    ]  # fmt: skip
    return rows or [ListRow("none", phrase("club.nobody"))]


def _name(name: str) -> Text:
    return printable(name, MAX_ENTRANT_LENGTH) if name else phrase("club.bot")


def _against(sides: Sequence[Text]) -> Text:
    text = sides[-1]
    for side in reversed(sides[:-1]):
        text = phrase("hall.against", first=side, rest=text)
    return text
