"""Values that a rule takes, and values that it must not take, made from the rule itself: no field is forgotten."""

from __future__ import annotations

from collections.abc import Iterator

from net.schema import Blob, Flag, ListOf, OneOf, Row, Rule, Text, Whole

NOT_PLAIN: tuple[object, ...] = (None, 1.5, float("nan"), {}, {"a": 1})


def honest(rule: Rule) -> tuple[object, ...]:
    """Return values that the rule takes, from the smallest to the largest; of lists only up to eight items."""
    if isinstance(rule, Whole):
        return (rule.low, rule.high)
    if isinstance(rule, Flag):
        return (False, True)
    if isinstance(rule, Blob):
        sizes = (*rule.lengths, *((0, rule.most) if rule.most >= 0 else ()))
        return tuple(b"\x07" * size for size in sizes)
    if isinstance(rule, Text):
        return ("x" * rule.least, "ñ" * rule.most)
    if isinstance(rule, OneOf):
        return rule.choices
    if isinstance(rule, Row):
        return _rows(rule)
    if isinstance(rule, ListOf):
        first = honest(rule.rule)[0]
        return tuple((first,) * size for size in dict.fromkeys((rule.least, min(rule.most, 8))))
    raise TypeError(f"what does {rule} take?")


def _rows(rule: Row) -> tuple[object, ...]:
    """Return a row of small values, and for each place its other values."""
    small = [honest(one)[0] for one in rule.rules]
    others = [(*small[:at], value, *small[at + 1 :]) for at, one in enumerate(rule.rules) for value in honest(one)[1:]]
    return (tuple(small), *others)


def broken(rule: Rule) -> Iterator[object]:
    """Yield values just beyond what the rule takes, and of every other type."""
    yield from NOT_PLAIN
    if isinstance(rule, Whole):
        yield from (rule.low - 1, rule.high + 1, True, False, float(rule.low), str(rule.low), b"\0", (rule.low,))
    elif isinstance(rule, Flag):
        yield from (0, 1, "true", b"\1", ())
    elif isinstance(rule, Blob):
        sizes = {*(size + step for size in rule.lengths for step in (-1, 1)), rule.most + 1}
        yield from (bytes(size) for size in sorted(sizes) if size > rule.most and size not in rule.lengths)
        yield from ("text", 7, (b"",))
    elif isinstance(rule, Text):
        yield from ("x" * (rule.most + 1), "a\x07", "a\u202eb", b"text", 7, ("x",))
        yield from ["x" * (rule.least - 1)] * (rule.least > 0)
    elif isinstance(rule, OneOf):
        yield from ("", rule.choices[0] + "x", rule.choices[0].upper(), rule.choices[0].encode(), 0, (rule.choices[0],))
    elif isinstance(rule, Row):
        small = honest(rule)[0]
        assert isinstance(small, tuple)
        yield from ((*small, 0), "row", 7, b"row")
        yield from [small[:-1]] * (len(small) > 0)
        for at, one in enumerate(rule.rules):
            yield from ((*small[:at], value, *small[at + 1 :]) for value in broken(one))
    elif isinstance(rule, ListOf):
        first = honest(rule.rule)[0]
        yield from ((first,) * (rule.most + 1), "list", 7, b"list")
        yield from [(first,) * (rule.least - 1)] * (rule.least > 0)
        yield from ((value,) for value in broken(rule.rule))
    else:
        raise TypeError(f"what does {rule} not take?")
