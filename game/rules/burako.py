"""Burako, the Argentine game in couples. Rule 4."""

from __future__ import annotations

from game.rules.dead_hand import ON_OR_OFF, TURN_SECONDS, DefaultAndAllowed, rule_set
from game.rules.dead_hand_laws import DeadHandLaws
from game.rules.ruleset import Preset
from game.table.options import Options
from game.table.tiles import TILE_DECK

COUPLES_HAND_TILES = 11


def _hand(options: Options) -> int:
    """Rule 4, deal, and D14: eleven tiles each in couples; twelve or fifteen for two."""
    return COUPLES_HAND_TILES if options.number("players") == 4 else options.number("two_player_hand")


CHOICES: dict[str, DefaultAndAllowed] = {
    "players": (4, (2, 4)),
    "first_starter": ("random", ("random", "seat0")),
    "direction": ("right", ("left", "right")),
    "target": (3000, (range(100, 10_001),)),
    "two_player_hand": (12, (12, 15)),
    "take_min_sum": (0, (range(6),)),
    "group_of_twos": (False, ON_OR_OFF),
    "ace_both_ends": (True, ON_OR_OFF),
    "no_canasta_table": ("subtract", ("subtract", "zero", "count")),
    "close_without_canasta": (False, ON_OR_OFF),
    "close_mode": ("either", ("either", "discard", "meld")),
    "close_with_wild": (True, ON_OR_OFF),
    "dead_bonus": (0, (0, 100)),
    "dead_unused_penalty": (False, ON_OR_OFF),
    "stock_end": ("last_drawer", ("last_drawer", "cannot_draw")),
    "stall_orbits": (3, (range(1, 7),)),
    "turn_seconds": (0, TURN_SECONDS),
}

BURAKO = rule_set(
    DeadHandLaws(
        key="burako",
        deck=TILE_DECK,
        hand=_hand,
        privilege=True,
        upcards=0,
        barred=False,
        stalemate=False,
        joker_points=50,
    ),
    title="Burako",
    line="Build sets of seven tiles",
    section="4",
    choices=CHOICES,
    presets=(Preset("as written", {}),),
)
