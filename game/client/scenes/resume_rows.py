"""The rows of My matches: matches against bots, LAN matches, and score pads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.matches import local_now, unreadable_words
from game.client.sides import (
    is_you,
    joined_texts,
    ordered_sides,
    own_side,
    scores_words,
    side_words,
    unique_names,
    when_words,
)
from game.client.widgets.row_face import ListRow
from game.client.words import phrase
from game.rules.registry import rules_of

if TYPE_CHECKING:
    from game.client.annals.pads import KeptPad
    from game.client.lan.kept import SavedLanMatch
    from game.client.words import Text
    from game.store.index import ListedMatch, MatchRow


def match_row(kept: ListedMatch) -> ListRow:
    """Return the row of a match played on this computer; one that cannot be read says so."""
    row = kept.row
    if row is None:
        return ListRow(kept.path.name, kept.path.stem, reason=unreadable_words(kept), sign="warning")
    sides = len(row.totals)
    names = [side_words(row.seats, side, sides) for side in ordered_sides(row.seats, sides)]
    title = phrase("matches.row", game=rules_of(row.game).title, round=row.round, names=joined_texts(names))
    when = when_words(kept.changed, local_now())
    if kept.unread:
        note = phrase("matches.unread_note", when=when, state=phrase("matches.unread"))
        return ListRow(kept.path.name, title, note, sign="replay")
    note = phrase("matches.note", scores=scores_words(row), when=when, state=state_words(row))
    return ListRow(kept.path.name, title, note, sign=_icon_name(row))


def lan_row(kept: SavedLanMatch) -> ListRow:
    """Return the row of a LAN match."""
    title = phrase(
        "matches.lan_row", game=rules_of(kept.offer.game).title, names=joined_texts(unique_names(kept.names))
    )
    note = phrase("matches.lan_over" if kept.over else "matches.lan_note", when=when_words(kept.changed, local_now()))
    return ListRow(kept.path.name, title, note, sign="flag" if kept.over else "lan")


def pad_row(kept: KeptPad) -> ListRow:
    """Return the row of a score pad."""
    pad = kept.pad
    title = phrase("matches.pad_row", game=rules_of(pad.game).title, names=joined_texts(pad.names))
    state = phrase("matches.state.over" if kept.over else "matches.state.running")
    totals = [phrase("match.score", name=name, points=points) for name, points in zip(pad.names, pad.totals,
                                                                                      strict=True)]  # fmt: skip
    note = phrase("matches.note", scores=joined_texts(totals), when=when_words(kept.changed, local_now()), state=state)
    return ListRow(kept.path.name, title, note, sign="pad")


def state_words(row: MatchRow) -> Text:
    """Return the state of a match, or what is wrong with its file."""
    if row.damaged:
        return phrase("matches.state.cut" if row.tail else "matches.state.damaged", line=row.damaged)
    if row.over:
        won = _won(row)
        return phrase("matches.state.over" if won is None else "matches.state.won" if won else "matches.state.lost")
    return phrase("matches.state.scored" if row.scored else "matches.state.running")


def _icon_name(row: MatchRow) -> str:
    """Return a cup for a match won by the person here, a flag for any other finished one."""
    return "replay" if not row.over else "trophy" if _won(row) else "flag"


def _won(row: MatchRow) -> bool | None:
    """Return whether the person at this computer won, None where there is not exactly one."""
    if not any(is_you(row.seats, seat) for seat in range(len(row.seats))):
        return None
    return own_side(row.seats, len(row.totals)) in row.winners
