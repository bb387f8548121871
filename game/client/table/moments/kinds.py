"""The moments of a match as data: what each dims, says, lights, throws and sounds like, and how long it has.

Laws: a kind is a row here and nothing else; none has more than its first length, and every length is that of the usual
speed. What a moment means is in its words and tiles, so a switch that takes light, pieces or sound away takes no news.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from game.client.draw.sound import Cue

# The parts of a moment as shares of its length, from when its last tile has landed: nothing moves, then the burst,
# which the ribbon overlaps; only at the end moves what made room.
BURST: Final = 0.125
RIBBON: Final = (0.2, 0.84)
REFLOW: Final = 0.84
OFTEN: Final = 3  # from then on it is seen as what is known


class Lit(Enum):
    """Whose light it is, or what kind."""

    US = "us"
    THEM = "them"
    FREED = "freed"
    IMPURE = "impure"
    THREAT = "threat"


@dataclass(frozen=True, slots=True)
class Spec:
    """One kind of moment.

    `rank` says which of two takes the stage; one that runs is ended early by one whose `cuts` is above its rank.
    `lasts` are seconds the first time, the second and third, and later in the match; `veil` is how much is dimmed, 0
    to 1. Without a `ribbon` it is a mark: light, ring and pieces over the tiles, while play goes on.
    """

    rank: int
    medal: str
    lasts: tuple[float, float, float]
    pieces: int = 0
    veil: float = 0.0
    rays: bool = False
    cap: bool = False
    wave: bool = False
    ribbon: bool = True
    cuts: int = 0
    cue: Cue | None = None
    tone: Lit | None = None  # none: that of the side


class Occasion(Enum):
    """The kinds of moment, from the least to the greatest."""

    FEW = Spec(0, "", (0.4, 0.25, 0.0), ribbon=False, tone=Lit.THREAT)
    SIX = Spec(1, "", (0.6, 0.4, 0.3), ribbon=False, wave=True, cue=Cue.HUM)
    SEVENTH = Spec(2, "", (0.42, 0.3, 0.2), pieces=8, wave=True, ribbon=False, cue=Cue.SEVENTH)
    PILE = Spec(3, "stack", (1.0, 0.7, 0.42), veil=0.3, cue=Cue.PILE_TAKEN)
    OPENED = Spec(4, "check", (1.0, 0.7, 0.7), pieces=16, veil=0.3, wave=True, cue=Cue.OPENED, tone=Lit.FREED)
    JOKER = Spec(5, "joker", (1.0, 0.7, 0.42), pieces=12, wave=True, cue=Cue.JOKER_FREED, tone=Lit.FREED)
    REBUILT = Spec(6, "swap", (1.0, 0.7, 0.42), pieces=24, veil=0.3, wave=True, cuts=5, cue=Cue.LEAD)
    IMPURE = Spec(
        7, "swap", (1.0, 0.7, 0.42), pieces=24, veil=0.44, wave=True, cuts=5, cue=Cue.IMPURE_CANASTA, tone=Lit.IMPURE
    )
    PURE = Spec(
        8, "star", (1.2, 0.9, 0.52), pieces=46, veil=0.48, rays=True, cap=True, wave=True, cuts=5, cue=Cue.PURE_CANASTA
    )
    DEAD_HAND = Spec(9, "pack", (1.2, 0.9, 0.6), pieces=16, veil=0.48, cuts=5, cue=Cue.DEAD_HAND)
    OUT = Spec(10, "cap", (1.2, 1.2, 1.2), pieces=30, veil=0.44, rays=True, cap=True, cuts=10, cue=Cue.GOING_OUT)
    # A round that ends without anybody going out; its fanfare is that of every round's end.
    ENDED = Spec(11, "cap", (1.2, 1.2, 1.2), pieces=30, veil=0.44, rays=True, cuts=11)
    # What a round's sheet tells when it has been counted: a ribbon over its title, pieces behind the paper.
    ROUND = Spec(12, "cap", (0.8, 0.6, 0.5), pieces=16, cue=Cue.LEAD)
    LEAD = Spec(13, "up", (0.8, 0.7, 0.6), pieces=20, cue=Cue.LEAD)
    RECORD = Spec(14, "crown", (0.9, 0.8, 0.7), pieces=24, cue=Cue.RECORD)
    COMEBACK = Spec(15, "trophy", (1.2, 1.0, 0.9), pieces=46, cue=Cue.RECORD)

    @property
    def spec(self) -> Spec:
        """What it is made of."""
        return self.value

    def lasts(self, times: int) -> float:
        """Return its seconds when it has been seen `times` times before: first, then shorter."""
        first, again, later = self.value.lasts
        return first if times == 0 else again if times < OFTEN else later


ENDINGS: Final = frozenset({Occasion.OUT, Occasion.ENDED})
ON_SHEETS: Final = frozenset({Occasion.ROUND, Occasion.LEAD, Occasion.RECORD, Occasion.COMEBACK})


@dataclass(frozen=True, slots=True)
class MomentRule:
    """What the player's wishes leave of a moment; they take nothing else from it."""

    pieces: float = 1.0  # share that is thrown
    veil: bool = True
    rays: bool = True
    moves: bool = True  # whether tiles wave, the cap jumps, the ribbon springs
    stands: float = 0.0  # seconds the ribbon stands still instead, 0: as long as its kind


USUAL: Final = MomentRule()
LESS: Final = MomentRule(pieces=1 / 3, rays=False, moves=False)
CALM: Final = MomentRule(pieces=0.0, veil=False, rays=False, moves=False, stands=1.2)


def rule_for(*, calm: bool, less: bool) -> MomentRule:
    """Return what the player's wishes leave of every moment."""
    return CALM if calm else LESS if less else USUAL
