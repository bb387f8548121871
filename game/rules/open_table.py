"""The open-table family: rummy and rummikub share the play of rule 2 and these options of rule 10.

A game names its own defaults. An option that a game does not name is fixed at its neutral value and not offered, or, if
it has no neutral value, does not exist in that game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from game.rules import open_table_refusals, open_table_turns
from game.rules.open_table_jokers import owed_for_joker
from game.rules.open_table_laws import OpenTableLaws, opened_tiles
from game.rules.open_table_score import laid_points, rack_points
from game.rules.open_table_sets import read_written
from game.rules.ruleset import AllowedValues, Family, Option, Preset, RuleSet, SideScore, Verdict
from game.table.moves import ShownFaces
from game.table.options import Options, OptionValue
from game.table.state import Table
from game.table.tiles import TILE_DECK

ON_OR_OFF: AllowedValues = (True, False)
TURN_SECONDS: AllowedValues = (0, range(15, 601))
DefaultAndAllowed = tuple[OptionValue, AllowedValues]
DealRound = Callable[[Options, int, int, Table | None, tuple[int, ...], ShownFaces], Table]

# name: neutral value (None if a game that does not name it lacks it), what it changes, where its default comes from
FAMILY_OPTIONS: dict[str, tuple[OptionValue | None, str, str]] = {
    "players": (None, "How many play, each alone.", "D25"),
    "first_starter": (None, "Who starts the first round: a seat drawn by lot, or always the first seat.", "D1"),
    "direction": (None, "Whether turns pass to the right or to the left.", "D2"),
    "hands": (None, "How many rounds make a match.", "5"),
    "opening_min": (None, "How much a player's first play must count at least.", "2.3"),
    "open_then_manipulate": (
        False,
        "Whether a player who has just opened may make a second play, with the table, in the same turn.",
        "D19",
    ),
    "opening_uses_table": (None, "Whether the first play may already use the sets on the table.", "D40"),
    "joker_lock": (
        None,
        "What ties a joker on the table: its face until it is exchanged, its whole set, or nothing at all.",
        "D17",
    ),
    "joker_shift": (None, "Whether a joker may stand for another tile while its set stays whole.", "D49"),
    "exchange_from_table": (
        None,
        "Whether a joker may also be exchanged for a tile of the table, not only for one of the rack.",
        "D41",
    ),
    "one_after_13": (False, "Whether a one may also follow the thirteen; it still counts 1.", "D20"),
    "closing_tile": (
        "none",
        "Whether the closing tile is taken instead of drawing, after drawing, or there is none.",
        "D22",
    ),
    "tie_break": (None, "Whether an equal lowest total shares the win or calls for another round.", "D24"),
    "turn_seconds": (None, "How many seconds a turn may last; 0 is no clock.", "D28"),
    "invalid_penalty": (None, "How many tiles a player draws for sending a play that is not allowed.", "D28"),
    "live_validity": (
        None,
        "Whether broken sets are marked and held back, or may be sent and cost the penalty.",
        "D28",
    ),
    "rounds": (None, "Whether the next round goes on with the table as it lies, or everything is dealt afresh.", "D29"),
    "fresh_rounds": (None, "How many rounds are played when each is dealt afresh.", "D29"),
    "reopen_each_round": (
        None,
        "Whether everybody must open again in a round that goes on; after a fresh deal they always must.",
        "D31",
    ),
}


def rule_set(
    laws: OpenTableLaws,
    *,
    title: str,
    line: str,
    section: str,
    choices: Mapping[str, DefaultAndAllowed],
    presets: tuple[Preset, ...],
    score: Callable[[Table], tuple[SideScore, ...]],
    verdict: Callable[[Options, tuple[int, ...], Table], Verdict],
    void_price: int,
    deal: DealRound | None = None,
    kept: Callable[[Table], ShownFaces] = lambda _last: (),
    lowest_wins: bool = False,
) -> RuleSet:
    """Make a game of the family from its laws and the options it offers, each with its default and allowed values."""
    strangers = [name for name in choices if name not in FAMILY_OPTIONS]
    if strangers:
        raise ValueError(
            f"{laws.key} offers {', '.join(strangers)}; the family's options are {', '.join(FAMILY_OPTIONS)}"
        )
    options = []
    for name, (neutral, effect, source) in FAMILY_OPTIONS.items():
        if name in choices:
            options.append(Option(name, *choices[name], effect, source))
        elif neutral is not None:
            options.append(Option(name, neutral, (neutral,), effect, source))
    made = RuleSet(
        key=laws.key,
        family=Family.OPEN_TABLE,
        laws=laws,
        title=title,
        line=line,
        section=section,
        deck=TILE_DECK,
        options=tuple(options),
        presets=presets,
        sides=lambda seats: seats,
        opened_tiles=opened_tiles,
        deal=deal or partial(open_table_turns.deal, laws),
        refusal=partial(open_table_refusals.refusal, laws),
        own_refusal=partial(open_table_refusals.own_refusal, laws),
        apply=partial(open_table_turns.apply, laws),
        time_out=partial(open_table_turns.time_out, laws),
        read_meld=read_written,
        laid_points=laid_points,
        rack_points=partial(rack_points, laws),
        score=score,
        verdict=verdict,
        lowest_wins=lowest_wins,
        void_price=void_price,
        kept=kept,
        exchange=partial(owed_for_joker, laws),
    )
    refusal = partial(open_table_refusals.refusal_of_version_1, laws)
    own_refusal = partial(open_table_refusals.own_refusal_of_version_1, laws)
    return replace(made, earlier={1: replace(made, refusal=refusal, own_refusal=own_refusal)})
