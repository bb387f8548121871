"""What levels of bots are called, and which version of the bots this is: what logs and saves name."""

from __future__ import annotations

LAN_LEVELS = ("easy", "medium", "hard")  # at a LAN table every program thinks each bot's move, so none may be dear
LEVELS = (*LAN_LEVELS, "master")  # what players choose from, weakest first
PATIENT = ("hard", "master")  # who hold back at an open table what they could lay
MIDDLING = "medium"  # the level of a chair nobody chose one for
BOT_VERSION = 11  # raised when any bot decides a position differently than before; logs and saves name it
FORMER = {"club": "medium"}  # what levels were called in older matches


def present_name(name: str) -> str:
    """Return what a level is called today."""
    return FORMER.get(name, name)
