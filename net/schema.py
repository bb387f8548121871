"""What a value from the wire may be: small rules that are composed into the form of each message.

Laws: types are compared exactly, so that no boolean passes for a number, and no float and no extension type passes at
all; every length and range has both ends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import msgpack

# What no text may hold: control characters, line and paragraph separators, and marks that change the text's direction.
_UNFIT = frozenset([*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])


# The longest list is a chunk of 1,000 entries, the longest map a message of fourteen names. Both are bounded because
# msgpack allots 8 bytes for each element that a length promises, before any has come.
MAX_ELEMENTS = 1_024
MAX_FIELDS = 32


class Misfit(ValueError):  # noqa: N818 - it is caught and told as a RemoteProtocolError
    """A value is not what its rule says."""


class Rule(Protocol):
    """Accepts a value as it came out of msgpack and returns it, perhaps converted; raises Misfit."""

    def __call__(self, value: object) -> object:
        """Check one value."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def __call__(self, value: object) -> int:
        """Check one number."""
        if type(value) is not int or not self.low <= value <= self.high:
            raise Misfit(f"{value!r:.40} is no whole number from {self.low} to {self.high}")
        return value


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def __call__(self, value: object) -> bool:
        """Check one flag."""
        if type(value) is not bool:
            raise Misfit(f"{value!r:.40} is neither true nor false")
        return value


@dataclass(frozen=True, slots=True)
class Blob:
    """So many bytes: one of the exact lengths, or with `most` anything up to it."""

    lengths: tuple[int, ...] = ()
    most: int = -1

    def __call__(self, value: object) -> bytes:
        """Check some bytes."""
        if type(value) is not bytes or (len(value) not in self.lengths and len(value) > self.most):
            raise Misfit(f"{value!r:.40} is not {self.lengths or f'at most {self.most}'} bytes")
        return value


@dataclass(frozen=True, slots=True)
class Text:
    """Printable text of `least` to `most` characters."""

    most: int
    least: int = 0

    def __call__(self, value: object) -> str:
        """Check a text."""
        if type(value) is not str or not self.least <= len(value) <= self.most:
            raise Misfit(f"{value!r:.40} is no text of {self.least} to {self.most} characters")
        if not _UNFIT.isdisjoint(map(ord, value)):
            raise Misfit("a text holds signs that cannot be shown")
        return value


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a closed list of texts."""

    choices: tuple[str, ...]

    def __call__(self, value: object) -> str:
        """Check a word."""
        if type(value) is not str or value not in self.choices:
            raise Misfit(f"{value!r:.40} is none of {len(self.choices)} known words")
        return value


@dataclass(frozen=True, slots=True)
class Row:
    """A list of fixed length, a rule for each place; `make` makes the value of it."""

    rules: tuple[Rule, ...]
    make: Callable[..., object]

    def __call__(self, value: object) -> object:
        """Check a row."""
        if type(value) is not tuple or len(value) != len(self.rules):
            raise Misfit(f"{value!r:.40} is no row of {len(self.rules)}")
        return self.make(*[rule(one) for rule, one in zip(self.rules, value, strict=True)])


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of `least` to `most` values of one rule."""

    rule: Rule
    most: int
    least: int = 0

    def __call__(self, value: object) -> tuple[object, ...]:
        """Check a list."""
        if type(value) is not tuple or not self.least <= len(value) <= self.most:
            raise Misfit(f"{value!r:.40} is no list of {self.least} to {self.most}")
        return tuple([self.rule(one) for one in value])


def unpack_plain(packed: bytes, most: int) -> object:
    """Read msgpack of at most `most` bytes into plain values; raise Misfit for anything else.

    The limits are given one by one because msgpack allots memory by the lengths it reads before it reads on.
    """
    if len(packed) > most:
        raise Misfit(f"{len(packed)} bytes where {most} are the most")
    try:
        value: object = msgpack.unpackb(
            packed,
            raw=False,
            use_list=False,
            strict_map_key=True,
            object_pairs_hook=_distinct,
            max_str_len=most,
            max_bin_len=most,
            max_array_len=MAX_ELEMENTS,
            max_map_len=MAX_FIELDS,
            max_ext_len=0,
        )
    except (ValueError, RecursionError) as error:
        raise Misfit(f"no plain msgpack: {error}"[:120]) from error
    return value


def pack_plain(value: object) -> bytes:
    """Write plain values as msgpack."""
    written: bytes = msgpack.packb(value, use_bin_type=True)
    return written


def _distinct(pairs: list[tuple[object, object]]) -> dict[object, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Misfit("a name stands twice in one map")
    return found
