"""Prints the forms of messages and bodies as PROTOCOL.md has them: `python -m tools.net_forms`."""

from __future__ import annotations

from net.frames import MESSAGE_FORMS
from net.log.bodies import BODY_RULES, LogKind
from net.reasons import Flaw, Reason
from net.schema import Blob, Flag, ListOf, OneOf, Row, Rule, Text, Whole

_LISTS = {tuple(one.value for one in Reason): "REASON", tuple(one.value for one in Flaw): "FLAW"}


def rule_text(rule: Rule) -> str:
    """Return a rule in the page's notation."""
    if isinstance(rule, Whole):
        return f"{rule.low}..{rule.high}"
    if isinstance(rule, Flag):
        return "bool"
    if isinstance(rule, Blob):
        return f"bin {'|'.join(map(str, rule.lengths)) or f'0..{rule.most}'}"
    if isinstance(rule, Text):
        return f"str {rule.least}..{rule.most}"
    if isinstance(rule, OneOf):
        return _LISTS.get(rule.choices) or "|".join(rule.choices)
    if isinstance(rule, Row):
        return f"[{', '.join(map(rule_text, rule.rules))}]"
    if isinstance(rule, ListOf):
        return f"{rule.least}..{rule.most} of {rule_text(rule.rule)}"
    raise TypeError(f"how is {rule} written?")


def forms() -> list[str]:
    """Return a line for each kind of message."""
    return [
        f"{kind}: {', '.join(f'{name} {rule_text(rule)}' for name, rule in rules.items()) or '-'}"
        for kind, (_made, rules) in MESSAGE_FORMS.items()
    ]


def bodies() -> list[str]:
    """Return a line for each kind of entry that belongs to the log itself."""
    return [f"{int(kind)} {LogKind(kind).name}: {rule_text(rule)}" for kind, rule in BODY_RULES.items()]


if __name__ == "__main__":
    print(*forms(), "", *bodies(), sep="\n")
