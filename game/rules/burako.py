"""Burako, the Argentine game in couples. Rule 4."""

from __future__ import annotations

from game.rules.dead_hand import BOTH, CLOCK, Choice, rule_set
from game.rules.dead_hand_laws import DeadHandLaws
from game.rules.ruleset import Preset
from game.table.options import Options
from game.table.tiles import TILES

COUPLES_HAND = 11


def _hand(options: Options) -> int:
    """Rule 4, deal, and D14: eleven tiles each in couples; twelve or fifteen for two."""
    return COUPLES_HAND if options.number("players") == 4 else options.number("two_player_hand")


CHOICES: dict[str, Choice] = {
    "players": (4, (2, 4)),
    "first_starter": ("random", ("random", "seat0")),
    "direction": ("right", ("left", "right")),
    "target": (3000, (range(100, 10_001),)),
    "two_player_hand": (12, (12, 15)),
    "take_min_sum": (0, (range(6),)),
    "group_of_twos": (False, BOTH),
    "ace_both_ends": (True, BOTH),
    "no_canasta_table": ("subtract", ("subtract", "zero", "count")),
    "close_without_canasta": (False, BOTH),
    "close_mode": ("either", ("either", "discard", "meld")),
    "close_with_wild": (True, BOTH),
    "dead_bonus": (0, (0, 100)),
    "dead_unused_penalty": (False, BOTH),
    "stock_end": ("last_drawer", ("last_drawer", "cannot_draw")),
    "stall_orbits": (3, (range(1, 7),)),
    "turn_seconds": (0, CLOCK),
}

BURAKO = rule_set(
    DeadHandLaws(
        key="burako",
        deck=TILES,
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
