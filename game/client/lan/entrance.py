"""The way to the network: the page with its tables, or why the installed crypto library is unfit to play there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.scenes.message import notice
from game.client.words import phrase
from net.deal.soundness import library_fault

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.app_context import AppContext
    from game.client.director import Scene
    from game.client.lan.network import Lan
    from game.client.scenes.message import Message
    from game.client.scenes.page import LookSettings


def library_refusal(reading: LookSettings) -> Message | None:
    """Return a page that says why the network cannot be used; None if the crypto library is fit to seal the tiles."""
    trouble = library_fault()
    if trouble is None:
        return None
    return notice(reading, "unsound", phrase("lan.unsound_title"), phrase(f"lan.unsound.{trouble.value}"))


def entrance_page(context: AppContext, lan: Callable[[], Lan]) -> Scene:
    """Return the page with the tables, imported only now, or the page that says why the network cannot be used."""
    refused = library_refusal(context.preferences)
    if refused is not None:
        return refused
    from game.client.lan.lobby import LanLobby

    return LanLobby(context, lan())
