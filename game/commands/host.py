"""`comodin host --headless`: a LAN table without a window. Without its own player it only orders the log."""

from __future__ import annotations

from collections.abc import Mapping

from game.bots.names import DEFAULT_LEVEL
from game.commands.demo import options_error
from game.commands.files import CommandError
from game.commands.lan_process import LanOptions, LanProcess
from game.lan.terms import TableOffer
from game.match.transcript import RULES_VERSION
from game.rules.registry import rules_of
from game.rules.ruleset import RuleSet, choose_options, choose_preset
from game.table.options import Options, OptionValue
from game.table.refusals import Refusal

# The bot that takes an abandoned chair: of a level that is fair to the partner.
SUBSTITUTE_LEVEL = DEFAULT_LEVEL


def host(
    wanted: LanOptions,
    game: str,
    preset: str | None,
    chosen: Mapping[str, OptionValue],
    bots: tuple[str, ...],
    *,
    print_address: bool,
    tables: int = 0,
) -> int:
    """Host a match to its end, or a hall of `tables` tables; return the exit code."""
    offer = TableOffer(game, options_for(rules_of(game), preset, chosen), RULES_VERSION, SUBSTITUTE_LEVEL)
    if tables:
        from game.commands.hall.hall import host_tables

        return host_tables(wanted, offer, bots, tables, print_address=print_address)
    return LanProcess(wanted, offer=offer, bots=bots).run(print_address=print_address)


def options_for(rules: RuleSet, key: str | None, chosen: Mapping[str, OptionValue]) -> Options:
    """Return a table's options; raise CommandError if they are invalid."""
    preset = rules.preset(key) if key is not None else None
    if key is not None and preset is None:
        there = ", ".join(f"'{one.key}'" for one in rules.presets)
        raise CommandError(f"{rules.title} has no preset '{key}'; there are {there}.")
    options = choose_options(rules, chosen) if preset is None else choose_preset(rules, preset, chosen)
    if isinstance(options, Refusal):
        raise CommandError(options_error(rules, options))
    return options
