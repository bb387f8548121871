"""The names of bot levels, and the version of the bots, as stored in logs and saves."""

from __future__ import annotations

# at a LAN table every program computes each bot's move, so only cheap levels are offered
LAN_LEVELS = ("easy", "medium", "hard")
LEVELS = (*LAN_LEVELS, "master")  # the levels players choose from, weakest first
PATIENT_LEVELS = ("hard", "master")  # those that hold back possible plays at an open table
DEFAULT_LEVEL = "medium"  # the default level of a seat
BOT_VERSION = 17  # raised when any bot decides a position differently than before; stored in logs and saves
FORMER_NAMES = {"club": "medium"}  # older names of levels, as in old matches


def present_name(name: str) -> str:
    """Return the current name of a level."""
    return FORMER_NAMES.get(name, name)
