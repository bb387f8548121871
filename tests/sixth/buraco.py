"""Open Buraco as Brazilians play it: two packs without jokers, groups and runs, mortos, clean and dirty canastas.

What the family cannot say of it is left out: the better opening that is asked from 1500 points, and the canastas of
thirteen and fourteen cards that count 500 and 1000.
"""

from __future__ import annotations

from game.rules.dead_hand import ON_OR_OFF, TURN_SECONDS, DefaultAndAllowed, rule_set
from game.rules.dead_hand_laws import DeadHandLaws
from game.rules.ruleset import Preset
from game.table.options import Options
from game.table.tiles import CARD_DECK, Deck

HAND = 11
JOKERS = 4
PACKS = Deck("cards without jokers", CARD_DECK.faces[:-JOKERS], cards=True)


def _hand(_options: Options) -> int:
    """Eleven each, in couples or two alone."""
    return HAND


CHOICES: dict[str, DefaultAndAllowed] = {
    "players": (4, (2, 4)),
    "first_starter": ("random", ("random", "seat0")),
    "direction": ("left", ("left", "right")),
    "target": (3000, (range(500, 5001),)),
    "ace_both_ends": (True, ON_OR_OFF),
    "no_canasta_table": ("count", ("subtract", "zero", "count")),
    "close_mode": ("either", ("either", "discard", "meld")),
    "dead_bonus": (0, (0, 100)),
    "dead_unused_penalty": (True, ON_OR_OFF),
    "turn_seconds": (0, TURN_SECONDS),
}

BURACO = rule_set(
    DeadHandLaws(
        key="buraco",
        deck=PACKS,
        hand=_hand,
        privilege=False,
        upcards=1,
        barred=True,
        stalemate=False,
        joker_points=20,
    ),
    title="Buraco",
    line="Two packs, no jokers",
    section="7",
    choices=CHOICES,
    presets=(
        Preset("as written", {}),
        Preset(
            "short",
            {"players": 2, "target": 1500},
            within={"players": (2,)},
            title="Short",
            line="two alone, 1500 points",
        ),
    ),
)
