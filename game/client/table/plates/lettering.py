"""How what stands around a table is written: marks among tiles grow less than words, names are cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import text as type_case

if TYPE_CHECKING:
    from game.client.draw.theme import Lettering, Role
    from game.client.widgets.look import Look

MOST_MARK = 1.5  # of the usual size: what stands among tiles grows no further
BIG_TEXT = 1.6  # from here on plates keep to one line and stand in a strip


def capped(look: Look, role: Role) -> Lettering:
    """Return a role's lettering for a mark that stands among tiles: it follows the text up to a half more."""
    return look.lettering(role, mark_share(look))


def mark_share(look: Look) -> float:
    """Return the share of its size in which a role stands among tiles."""
    return min(1.0, MOST_MARK / look.text_scale)


def cut_name(look: Look, name: str, role: Role, room: float, shrink: float = 1.0) -> str:
    """Return as much of a name as the room holds."""
    return type_case.fit_name(name, look.lettering(role, shrink), max(1, int(room * look.u)))
