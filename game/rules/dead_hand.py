"""The dead-hand family: eburako, burako and burraco share the turns of rule 1 and these options of rule 10.

A game names its own defaults; what it does not name is fixed at the family's neutral value and not offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from game.rules import dead_hand_refusals, dead_hand_score, dead_hand_turns
from game.rules.dead_hand_laws import SIDES, DeadHandLaws, opened_tiles
from game.rules.dead_hand_sets import read_written
from game.rules.ruleset import AllowedValues, Family, Option, Preset, RuleSet
from game.table.options import OptionValue

ON_OR_OFF: AllowedValues = (True, False)
DefaultAndAllowed = tuple[OptionValue, AllowedValues]

# name: neutral value, what it changes, where its default comes from
FAMILY_OPTIONS: dict[str, tuple[OptionValue, str, str]] = {
    "players": (2, "How many play: two alone, or four in couples.", "1.4"),
    "first_starter": ("random", "Who starts the first round: a seat drawn by lot, or always the first seat.", "D1"),
    "direction": ("right", "Whether turns pass to the right or to the left.", "D2"),
    "target": (3000, "How many points end the match.", "D18"),
    "two_player_hand": (11, "How many tiles each of two players is dealt.", "D14"),
    "take_min_sum": (0, "How many tiles rack and pile must hold together before the pile may be taken.", "D4"),
    "max_wild": (1, "How many wild tiles a set may hold.", "D6"),
    "group_of_twos": (False, "Whether twos alone may form a group, where they are natural.", "D7"),
    "ace_both_ends": (True, "Whether one run may hold a one at both ends.", "D8"),
    "no_canasta_table": ("subtract", "What tiles on the table count for a side without a canasta.", "D5"),
    "close_without_canasta": (False, "Whether a side may go out without a canasta, for no bonus.", "D5b"),
    "close_mode": ("either", "Whether one goes out by a last discard, by laying everything, or by either.", "D9"),
    "close_with_wild": (True, "Whether the last discard may be a wild tile.", "D10"),
    "dead_bonus": (0, "How many points a side earns for taking its dead hand.", "D39"),
    "dead_unused_penalty": (False, "Whether a dead hand that was taken but never played costs 100 points.", "D43"),
    "stock_end": ("last_drawer", "Whether the round ends with the last drawer's turn or goes on from the pile.", "D11"),
    "stock_floor": (0, "How many tiles are left in the stock when the round ends.", "D37"),
    "stall_orbits": (3, "After how many rounds of turns without progress the round ends.", "D12"),
    "same_card": ("tile", "Whether only the tile taken alone from the pile is barred, or its twin too.", "D35"),
    "unique_groups": (False, "Whether a side may lay only one group of each number.", "D45"),
    "semi_clean": (False, "Whether a canasta with seven naturals in order beside its wild tile earns 150.", "D48"),
    "turn_seconds": (0, "How many seconds a turn may last; 0 is no clock.", "D53"),
}
TURN_SECONDS: AllowedValues = (0, range(15, 601))
VOID_PRICE = 2500  # a round is hardly ever lost by more: see net/deal/README.md, tools/void_price.py


def rule_set(
    laws: DeadHandLaws,
    *,
    title: str,
    line: str,
    section: str,
    choices: Mapping[str, DefaultAndAllowed],
    presets: tuple[Preset, ...],
) -> RuleSet:
    """Make a game of the family from its laws and the options it offers, each with its default and allowed values."""
    strangers = [name for name in choices if name not in FAMILY_OPTIONS]
    if strangers:
        raise ValueError(
            f"{laws.key} offers {', '.join(strangers)}; the family's options are {', '.join(FAMILY_OPTIONS)}"
        )
    options = []
    for name, (neutral, effect, source) in FAMILY_OPTIONS.items():
        default, allowed = choices.get(name, (neutral, (neutral,)))
        options.append(Option(name, default, allowed, effect, source))
    made = RuleSet(
        key=laws.key,
        family=Family.DEAD_HAND,
        laws=laws,
        title=title,
        line=line,
        section=section,
        deck=laws.deck,
        options=tuple(options),
        presets=presets,
        sides=lambda _seats: SIDES,
        opened_tiles=partial(opened_tiles, laws),
        deal=partial(dead_hand_turns.deal, laws),
        refusal=partial(dead_hand_refusals.refusal, laws),
        own_refusal=partial(dead_hand_refusals.own_refusal, laws),
        apply=partial(dead_hand_turns.apply, laws),
        time_out=partial(dead_hand_turns.time_out, laws),
        read_meld=read_written,
        laid_points=partial(dead_hand_score.laid_points, laws),
        rack_points=partial(dead_hand_score.rack_points, laws),
        score=partial(dead_hand_score.score, laws),
        verdict=dead_hand_score.verdict,
        void_price=VOID_PRICE,
    )
    return replace(made, earlier={1: replace(made, apply=partial(dead_hand_turns.apply_of_version_1, laws))})
