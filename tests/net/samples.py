"""One well-formed message of every kind, and the ways to spoil a value."""

from __future__ import annotations

from collections.abc import Iterator

from tools.net_samples import KEY, MATCH, SAMPLES, SIGNATURE

__all__ = ["KEY", "MATCH", "SAMPLES", "SIGNATURE", "spoiled"]


def spoiled(value: object) -> Iterator[object]:
    """Yield values near this one that no rule may take in its place."""
    yield from (None, 1.5, float("nan"), {}, {"a": 1})
    if isinstance(value, bool):
        yield from (0, 1, "true")
    elif isinstance(value, int):
        yield from (True, -1, 2**40, 2**64 - 1, str(value), float(value))
    elif isinstance(value, str):
        yield from (value.encode(), "x" * 5_000, "\x07", "a\u202eb", 7)
    elif isinstance(value, bytes):
        yield from (value.decode("latin-1"), value * 3_000 + bytes(65_000), 7)
    elif isinstance(value, tuple):
        yield from ((*value, None), (None,), "list", value * 5_000)
        for at, one in enumerate(value):
            yield from ((*value[:at], other, *value[at + 1 :]) for other in spoiled(one))
