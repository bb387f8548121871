"""eBurako, the game of the web page: 22 tiles each for two, couples too. Rule 3."""

from __future__ import annotations

from game.rules.dead_hand import ON_OR_OFF, TURN_SECONDS, DefaultAndAllowed, rule_set
from game.rules.dead_hand_laws import DeadHandLaws
from game.rules.ruleset import Preset
from game.table.options import Options
from game.table.tiles import TILE_DECK

COUPLES_HAND_TILES = 11
TWO_PLAYER_HAND_TILES = 22


def _hand(options: Options) -> int:
    """Rule 3, deal: two stacks of eleven for each of two players, one for each of four."""
    return COUPLES_HAND_TILES if options.number("players") == 4 else options.number("two_player_hand")


CHOICES: dict[str, DefaultAndAllowed] = {
    "players": (2, (2, 4)),
    "first_starter": ("random", ("random", "seat0")),
    "direction": ("right", ("left", "right")),
    "target": (3000, (range(100, 10_001),)),
    "two_player_hand": (TWO_PLAYER_HAND_TILES, (TWO_PLAYER_HAND_TILES,)),
    "take_min_sum": (5, (range(6),)),
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

EBURAKO = rule_set(
    DeadHandLaws(
        key="eburako",
        deck=TILE_DECK,
        hand=_hand,
        privilege=True,
        upcards=0,
        barred=False,
        stalemate=False,
        joker_points=50,
    ),
    title="eBurako",
    line="Quick duel: 22 tiles each",
    section="3",
    choices=CHOICES,
    presets=(Preset("as written", {}),),
)
