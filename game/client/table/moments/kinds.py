"""The kinds of moments as data: what each dims, says and lights, its particles and sound, and its length.

Laws: a kind is one row here; none is longer than its first length, given at normal speed. The meaning of a moment is in
its words and tiles, so switching light, particles or sound off loses no information.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from game.client.draw.sound import Cue

# When each phase of a moment begins, as a share of its length after its last tile has landed: after a pause the burst,
# and only at the end the tiles that make room. The ribbon has a beginning and an end.
BURST_START: Final = 0.125
RIBBON_SPAN: Final = (0.2, 0.84)
REFLOW_START: Final = 0.84
SHORTEST_FROM_COUNT: Final = 3  # from this count on a kind has its shortest length


class LightTone(Enum):
    """The colour of the light, by side or kind."""

    US = "us"
    THEM = "them"
    FREED = "freed"
    IMPURE = "impure"
    THREAT = "threat"


@dataclass(frozen=True, slots=True)
class MomentSpec:
    """One kind of moment.

    `rank` decides which of two is shown; a running one is ended early by one whose `cuts` is above its rank. `lasts`
    are the seconds the first time, the second and third, and later in the match; `veil` is how much is dimmed, 0 to 1.
    Without a `ribbon` it is a mark: light, ring and particles over the tiles while play goes on.
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
    tone: LightTone | None = None  # None: the tone of the side


class MomentKind(Enum):
    """The kinds of moments, from the least to the greatest."""

    FEW = MomentSpec(0, "", (0.4, 0.25, 0.0), ribbon=False, tone=LightTone.THREAT)
    SIX = MomentSpec(1, "", (0.6, 0.4, 0.3), ribbon=False, wave=True, cue=Cue.HUM)
    SEVENTH = MomentSpec(2, "", (0.42, 0.3, 0.2), pieces=8, wave=True, ribbon=False, cue=Cue.SEVENTH)
    PILE = MomentSpec(3, "stack", (1.0, 0.7, 0.42), veil=0.3, cue=Cue.PILE_TAKEN)
    OPENED = MomentSpec(
        4, "check", (1.0, 0.7, 0.7), pieces=16, veil=0.3, wave=True, cue=Cue.OPENED, tone=LightTone.FREED
    )
    JOKER = MomentSpec(5, "joker", (1.0, 0.7, 0.42), pieces=12, wave=True, cue=Cue.JOKER_FREED, tone=LightTone.FREED)
    REBUILT = MomentSpec(6, "swap", (1.0, 0.7, 0.42), pieces=24, veil=0.3, wave=True, cuts=5, cue=Cue.LEAD)
    IMPURE = MomentSpec(
        7,
        "swap",
        (1.0, 0.7, 0.42),
        pieces=24,
        veil=0.44,
        wave=True,
        cuts=5,
        cue=Cue.IMPURE_CANASTA,
        tone=LightTone.IMPURE,
    )
    PURE = MomentSpec(
        8, "star", (1.2, 0.9, 0.52), pieces=46, veil=0.48, rays=True, cap=True, wave=True, cuts=5, cue=Cue.PURE_CANASTA
    )
    DEAD_HAND = MomentSpec(9, "pack", (1.2, 0.9, 0.6), pieces=16, veil=0.48, cuts=5, cue=Cue.DEAD_HAND)
    OUT = MomentSpec(10, "cap", (1.2, 1.2, 1.2), pieces=30, veil=0.44, rays=True, cap=True, cuts=10, cue=Cue.GOING_OUT)
    # A round that ends without anybody going out; its fanfare is that of every end of a round.
    ENDED = MomentSpec(11, "cap", (1.2, 1.2, 1.2), pieces=30, veil=0.44, rays=True, cuts=11)
    # What the score sheet celebrates: a ribbon over its title, particles behind the sheet.
    ROUND = MomentSpec(12, "cap", (0.8, 0.6, 0.5), pieces=16, cue=Cue.LEAD)
    LEAD = MomentSpec(13, "up", (0.8, 0.7, 0.6), pieces=20, cue=Cue.LEAD)
    RECORD = MomentSpec(14, "crown", (0.9, 0.8, 0.7), pieces=24, cue=Cue.RECORD)
    COMEBACK = MomentSpec(15, "trophy", (1.2, 1.0, 0.9), pieces=46, cue=Cue.RECORD)

    @property
    def spec(self) -> MomentSpec:
        """The row of this kind."""
        return self.value

    def lasts(self, times: int) -> float:
        """Return the length in seconds of a moment whose kind was already shown `times` times."""
        first, again, later = self.value.lasts
        return first if times == 0 else again if times < SHORTEST_FROM_COUNT else later


ROUND_END_KINDS: Final = frozenset({MomentKind.OUT, MomentKind.ENDED})
SCORE_SHEET_KINDS: Final = frozenset({MomentKind.ROUND, MomentKind.LEAD, MomentKind.RECORD, MomentKind.COMEBACK})


@dataclass(frozen=True, slots=True)
class MomentLimits:
    """What the settings leave of a moment; they change nothing else."""

    pieces: float = 1.0  # share of the particles
    veil: bool = True
    rays: bool = True
    moves: bool = True  # whether tiles wave, the cap jumps and the ribbon springs
    stands: float = 0.0  # seconds that the ribbon stands still instead of moving; 0 for the kind's usual length


USUAL_LIMITS: Final = MomentLimits()
REDUCED_LIMITS: Final = MomentLimits(pieces=1 / 3, rays=False, moves=False)
CALM_LIMITS: Final = MomentLimits(pieces=0.0, veil=False, rays=False, moves=False, stands=1.2)


def limits_for(*, calm: bool, less: bool) -> MomentLimits:
    """Return what the settings leave of every moment."""
    return CALM_LIMITS if calm else REDUCED_LIMITS if less else USUAL_LIMITS
