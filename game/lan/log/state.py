"""The public state of a LAN match as canonical bytes, and the first difference between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from game.match.transcript import Seat
from game.table.canon import decode, encode
from game.table.state import Table

# A deal's context, and the seat that broke it with the code for how.
DealState = tuple[bytes, tuple[tuple[int, str], ...]]


class Stage(Enum):
    """What a LAN match waits for."""

    REST = "rest"
    DEALING = "dealing"
    PLAYING = "playing"
    SIGNING = "signing"


class StageEvent(Enum):
    """What moves a match to another stage."""

    ROUND = "the host begins a round"
    DEAL = "the deal is made"
    SCORE = "the round is scored"
    SIGNED = "all have signed the score"
    VOID = "the round is void"
    REHOST = "another hosts"


# For each event: at which stages it may come, and the stage it leads to.
STAGE_CHANGES: Final[Mapping[StageEvent, tuple[frozenset[Stage], Stage]]] = MappingProxyType(
    {
        StageEvent.ROUND: (frozenset({Stage.REST}), Stage.DEALING),
        StageEvent.DEAL: (frozenset({Stage.DEALING}), Stage.PLAYING),
        StageEvent.SCORE: (frozenset({Stage.PLAYING}), Stage.SIGNING),
        StageEvent.SIGNED: (frozenset({Stage.SIGNING}), Stage.REST),
        StageEvent.VOID: (frozenset({Stage.DEALING, Stage.PLAYING}), Stage.REST),
        StageEvent.REHOST: (frozenset(Stage), Stage.REST),
    }
)


@dataclass(frozen=True, slots=True)
class PublicState:
    """Everything public; `deal` is the dealer's part."""

    stage: Stage
    signed: tuple[int, ...]
    seats: tuple[Seat, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    deals: int
    log: bytes
    deal: DealState
    table: Table | None


@dataclass(frozen=True, slots=True)
class Difference:
    """The first field that differs, as a path such as `table.racks.1.4`, and its two values."""

    field: str
    ours: str
    theirs: str


def first_difference(ours: bytes, theirs: bytes) -> Difference | None:
    """Return where two states first differ, None if they do not; an unreadable one differs as a whole."""
    if ours == theirs:
        return None
    try:
        one, other = decode(ours, PublicState), decode(theirs, PublicState)
    except ValueError:
        return Difference("all", f"{len(ours)} bytes", f"{len(theirs)} bytes")
    return _difference_at("", one, other)


def encode_state(state: PublicState) -> bytes:
    """Return a state's canonical bytes."""
    return encode(state)


def _difference_at(path: str, one: object, other: object) -> Difference | None:
    if one == other:
        return None
    if is_dataclass(one) and type(one) is type(other) and not isinstance(one, type):
        parts = [(part.name, getattr(one, part.name), getattr(other, part.name)) for part in fields(one) if part.init]
    elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        parts = [(str(at), one[at], other[at]) for at in range(len(one))]
    else:
        parts = []
    for name, mine, yours in parts:
        found = _difference_at(f"{path}.{name}" if path else name, mine, yours)
        if found is not None:
            return found
    return Difference(path or "all", _shown_value(one), _shown_value(other))


def _shown_value(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else repr(value)[:80]


def first_differing_length(ours: tuple[bytes, ...], theirs: tuple[bytes, ...], seen: int) -> int:
    """Return the length at which two series of state hashes first differ; both end at `seen` entries."""
    first = min(len(ours), len(theirs))
    pairs = zip(ours[len(ours) - first :], theirs[len(theirs) - first :], strict=True)
    same = next((at for at, (mine, yours) in enumerate(pairs) if mine != yours), first)
    return seen - first + 1 + same
