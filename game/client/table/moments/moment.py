"""A moment that has happened: its kind, the tiles and the rule behind it, and its texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.table.moments.kinds import LightTone, MomentKind
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.words import Phrase
    from game.table.tiles import Tile


@dataclass(frozen=True, slots=True)
class Moment:
    """What happened to whom. `tiles` are its cause at their present places, `praised` those shown in the ribbon."""

    kind: MomentKind
    seat: int
    ours: bool
    tiles: tuple[Tile, ...]
    title: Phrase
    why: Phrase | None = None
    rule: str = ""
    praised: tuple[Tile, ...] = ()
    points: int = 0

    @property
    def tone(self) -> LightTone:
        """The colour of the moment's light."""
        own = self.kind.spec.tone
        return own if own is not None else LightTone.US if self.ours else LightTone.THEM

    @property
    def key(self) -> object:
        """What identifies the moment when an undone turn is made again."""
        return (self.kind, self.seat, frozenset(self.tiles))


def merge_moments(one: Moment, other: Moment) -> Moment:
    """Return two moments as one: the tiles and the rule of the greater, both titles, or one title twice."""
    greater, lesser = sorted((one, other), key=lambda moment: -moment.kind.spec.rank)
    if not lesser.kind.spec.ribbon or not greater.kind.spec.ribbon:
        return greater
    title = (
        phrase("moment.twice", one=greater.title)
        if greater.title == lesser.title
        else phrase("moment.both", one=greater.title, other=lesser.title)
    )
    return Moment(
        greater.kind, greater.seat, greater.ours, greater.tiles, title, greater.why, greater.rule, greater.praised,
        greater.points + (lesser.points if lesser.ours is greater.ours else 0),
    )  # fmt: skip
