"""A sentence with a count in it, as ngettext wants it: one form for one, one for many."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plural:
    """Both English forms; each is a whole sentence and may show the count as {n}."""

    one: str
    many: str
