"""Burraco, the Italian game with cards, pozzetti and burrachi. Rule 7."""

from __future__ import annotations

from game.rules.dead_hand import ON_OR_OFF, TURN_SECONDS, DefaultAndAllowed, rule_set
from game.rules.dead_hand_laws import DeadHandLaws
from game.rules.ruleset import Preset
from game.table.options import Options
from game.table.tiles import CARD_DECK

HAND_TILES = 11


def _hand(_options: Options) -> int:
    """Rule 7, deal: eleven each, in couples or two alone."""
    return HAND_TILES


CHOICES: dict[str, DefaultAndAllowed] = {
    "players": (4, (2, 4)),
    "first_starter": ("random", ("random", "seat0")),
    "direction": ("left", ("left", "right")),
    "target": (1000, (range(100, 10_001),)),
    "take_min_sum": (0, (range(6),)),
    "group_of_twos": (False, ON_OR_OFF),
    "ace_both_ends": (False, ON_OR_OFF),
    "no_canasta_table": ("count", ("subtract", "zero", "count")),
    "close_mode": ("discard", ("either", "discard", "meld")),
    "close_with_wild": (False, ON_OR_OFF),
    "dead_bonus": (0, (0, 100)),
    "dead_unused_penalty": (False, ON_OR_OFF),
    "stock_floor": (2, (range(3),)),
    "stall_orbits": (3, (range(1, 7),)),
    "same_card": ("tile", ("tile", "face")),
    "unique_groups": (False, ON_OR_OFF),
    "semi_clean": (False, ON_OR_OFF),
    "turn_seconds": (0, TURN_SECONDS),
}

BURRACO = rule_set(
    DeadHandLaws(
        key="burraco",
        deck=CARD_DECK,
        hand=_hand,
        privilege=False,
        upcards=1,
        barred=True,
        stalemate=True,
        joker_points=30,
    ),
    title="Burraco",
    line="Build sets of seven cards",
    section="7",
    choices=CHOICES,
    presets=(
        Preset("as written", {}),
        Preset(
            "federation",
            {"unique_groups": True, "semi_clean": True},
            title="Federation",
            line="tournament rules",
        ),
    ),
)
