"""How text around a table is sized: labels among tiles grow less than other text, names are cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw import text as type_case

if TYPE_CHECKING:
    from game.client.draw.theme import Lettering, Role
    from game.client.widgets.look import Look

MAX_LABEL_SCALE = 1.5  # labels among tiles grow no further
BIG_TEXT_SCALE = 1.6  # above this text scale all plates lie flat above the table


def label_font(look: Look, role: Role) -> Lettering:
    """Return a role's font for a label among tiles: it grows with the text scale up to half more."""
    return look.lettering(role, label_scale(look))


def label_scale(look: Look) -> float:
    """Return the share of its size at which a role is drawn among tiles."""
    return min(1.0, MAX_LABEL_SCALE / look.text_scale)


def cut_name(look: Look, name: str, role: Role, room: float, shrink: float = 1.0) -> str:
    """Return as much of a name as fits."""
    return type_case.fit_name(name, look.lettering(role, shrink), max(1, int(room * look.u)))
