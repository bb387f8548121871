"""A table being set up: the game, the preset, and the options that differ from it. Pure data.

Laws: the rules decide what is allowed; an option that is fixed in a game is not offered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from game.bots.names import DEFAULT_LEVEL, LEVELS, present_name
from game.client.words import has_sentence, phrase
from game.rules.registry import DEFAULT_GAME, GAMES, rules_of
from game.rules.ruleset import Option, Preset, RuleSet, choose_preset, value_text
from game.store.settings import KeptTable, Settings
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.client.words import Text
    from game.match.short_code import CodedDeal
    from game.match.transcript import Header
    from game.table.options import Options, OptionValue

OWN_TABLE_KEY: Final = "mine"  # the key of the player's own table, besides the presets
PLAYERS_OPTION: Final = "players"  # chosen at the seats, not in the list of options
CLOCK_OPTION: Final = "turn_seconds"
NO_CLOCK: Final = 0
BOTS_KEY: Final = "bots"  # the key under which a saved table lists the levels of its bots
BOT_NAMES: Final = ("Nora", "Tito", "Vera", "Ana", "Bruno", "Lía", "Dario", "Inés", "Marta", "Gino")

OPTION_GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "sets": (
        "max_wild", "group_of_twos", "ace_both_ends", "unique_groups", "semi_clean", "one_after_13", "opening_min",
        "opening_uses_table", "open_then_manipulate", "reopen_each_round", "joker_lock", "joker_shift",
        "exchange_from_table",
    ),
    "ending": (
        "no_canasta_table", "close_without_canasta", "close_mode", "close_with_wild", "dead_bonus",
        "dead_unused_penalty", "closing_tile", "tie_break", "invalid_penalty", "live_validity",
    ),
    "course": (
        "target", "hands", "rounds", "fresh_rounds", "turn_seconds", "first_starter", "direction", "two_player_hand",
        "take_min_sum", "same_card", "stock_end", "stock_floor", "stall_orbits",
    ),
}  # fmt: skip

MAX_LISTED_VALUES: Final = 20  # a range with no more values than this offers all of them
ROUND_NUMBERS: Final = (
    15, 20, 30, 45, 60, 90, 120, 150, 180, 240, 300, 450, 600, 100, 200, 500, 750, 1000, 1500, 2000, 2500, 3000, 3500,
    4000, 5000, 6000, 7500, 10_000,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Setup:
    """A game with a preset and the options that differ from it.

    `put_away` are the player's own choices while a plain preset hides them. `levels` are the levels chosen for the
    bots, from the second seat on. A player `alone` has no clock unless they ask for one, whatever the preset says.
    """

    rules: RuleSet
    preset: Preset
    players: int
    chosen: tuple[tuple[str, OptionValue], ...] = ()
    put_away: tuple[tuple[str, OptionValue], ...] = ()
    levels: tuple[str, ...] = ()
    alone: bool = False

    @property
    def options_or_refusal(self) -> Options | Refusal:
        """Return the options of the table, or why they are invalid."""
        clock = self.rules.option(CLOCK_OPTION)
        usual = {} if clock is None else {CLOCK_OPTION: self.preset_value(clock)}
        return choose_preset(self.rules, self.preset, {**usual, **dict(self.chosen), PLAYERS_OPTION: self.players})

    @property
    def preset_key(self) -> str:
        """Return the key of the chosen card: a preset, or the player's own table."""
        return OWN_TABLE_KEY if self.chosen else self.preset.key

    def preset_value(self, option: Option) -> OptionValue:
        """Return the value of an option in the preset."""
        if self.alone and option.name == CLOCK_OPTION and option.allows(NO_CLOCK):
            return NO_CLOCK
        return self.preset.chosen.get(option.name, option.default)

    def value(self, option: Option) -> OptionValue:
        """Return the value of an option at this table."""
        return dict(self.chosen).get(option.name, self.preset_value(option))

    def with_value(self, option: Option, value: OptionValue) -> Setup:
        """Return the setup with an option chosen; a value equal to the preset's is not stored."""
        wishes = {**dict(self.chosen), option.name: value}
        if value == self.preset_value(option):
            del wishes[option.name]
        return replace(self, chosen=tuple(sorted(wishes.items())), put_away=())

    def with_preset(self, key: str) -> Setup:
        """Return the setup with a preset, which hides the player's own options, or with these options again."""
        if key == OWN_TABLE_KEY:
            return replace(self, chosen=self.chosen or self.put_away, put_away=())
        preset = self.rules.preset(key)
        if preset is None:
            raise KeyError(f"{self.rules.key} has no preset {key!r}; it has {[one.key for one in self.rules.presets]}")
        return replace(self, preset=preset, chosen=(), put_away=self.chosen or self.put_away)

    def bot_level(self, chair: int) -> str:
        """Return the level of the bot at a seat."""
        return self.levels[chair - 1] if chair <= len(self.levels) else DEFAULT_LEVEL

    def with_level(self, chair: int, level: str) -> Setup:
        """Return the setup with another bot at a seat."""
        levels = [self.bot_level(at) for at in range(1, max(chair, len(self.levels)) + 1)]
        levels[chair - 1] = level
        return replace(self, levels=tuple(levels))

    @property
    def saved_form(self) -> KeptTable:
        """Return the setup in the form in which it is saved."""
        bots = ((BOTS_KEY, " ".join(self.levels)),) if self.levels else ()
        return KeptTable(self.rules.key, self.preset.key, ((PLAYERS_OPTION, self.players), *bots, *self.chosen))


def offered_games() -> tuple[RuleSet, ...]:
    """Return the games that can be played here."""
    return tuple(GAMES.values())


def first_game(wished: Iterable[str], games: Iterable[str]) -> str:
    """Return the first available game of those wished for, else the default, else the first."""
    there = tuple(games)
    return next(game for game in (*wished, DEFAULT_GAME, *there) if game in there)


def last_setup(rules: RuleSet, kept: KeptTable | None = None, *, alone: bool = False) -> Setup:
    """Return a game's last setup, without options that are no longer allowed.

    The first preset leaves every option at its own default, so that a preset for experts, such as one that marks no
    broken sets, applies only if it was chosen.
    """
    players = rules.option(PLAYERS_OPTION)
    usual = int(players.default) if players is not None else 2
    made = Setup(rules, rules.presets[0], usual, alone=alone)
    if kept is None or kept.game != rules.key:
        return made
    made = replace(made, preset=rules.preset(kept.preset) or made.preset)
    for name, value in kept.chosen:
        if name == BOTS_KEY:
            levels = [present_name(one) for one in str(value).split()]
            made = replace(made, levels=tuple(one if one in LEVELS else DEFAULT_LEVEL for one in levels))
        option = rules.option(name)
        if option is None or not option.allows(value):
            continue
        wanted = replace(made, players=int(value)) if name == PLAYERS_OPTION else made.with_value(option, value)
        made = made if isinstance(wanted.options_or_refusal, Refusal) else wanted
    return made


def beginners_setup(game: str, kept: KeptTable | None = None) -> Setup:
    """Return a setup for a beginner with the saved rules: as few players as possible, and easy bots."""
    setup = last_setup(rules_of(game), kept, alone=True)
    counts = player_counts(setup)
    return replace(setup, players=counts[0], levels=(LEVELS[0],) * (counts[-1] - 1))


def player_counts(setup: Setup) -> tuple[int, ...]:
    """Return how many may play at this table, in order."""
    option = setup.rules.option(PLAYERS_OPTION)
    allowed = setup.preset.within.get(PLAYERS_OPTION, option.allowed if option else (2,))
    counts: list[int] = []
    for one in allowed:
        counts += list(one) if isinstance(one, range) else [int(one)]
    return tuple(sorted(counts))


def options_of(rules: RuleSet, group: str) -> tuple[Option, ...]:
    """Return the options of a group that a game offers; the last group also has those without a group."""
    listed = [name for names in OPTION_GROUPS.values() for name in names]
    names = list(OPTION_GROUPS[group])
    if group == list(OPTION_GROUPS)[-1]:
        names += [option.name for option in rules.options if option.name not in [*listed, PLAYERS_OPTION]]
    offered = [option for name in names if (option := rules.option(name)) is not None]
    return tuple(option for option in offered if option.offered and option.name != PLAYERS_OPTION)


def groups_of(rules: RuleSet) -> tuple[str, ...]:
    """Return the groups in which a game offers anything."""
    return tuple(group for group in OPTION_GROUPS if options_of(rules, group))


def offered_values(option: Option, *also: OptionValue) -> tuple[OptionValue, ...]:
    """Return the values to offer: all if they are few, else the round ones; and always the default and `also`."""
    values: list[OptionValue] = []
    for one in option.allowed:
        if not isinstance(one, range):
            values.append(one)
        elif len(one) <= MAX_LISTED_VALUES:
            values += list(one)
        else:
            values += [number for number in ROUND_NUMBERS if number in one]
    values += [value for value in (option.default, *also) if value not in values and option.allows(value)]
    numbers = all(type(value) is int for value in values)
    return tuple(sorted(values, key=int)) if numbers else tuple(values)


def value_words(name: str, value: OptionValue) -> Text:
    """Return a value as players read it."""
    if isinstance(value, bool):
        return phrase("option.on" if value else "option.off")
    code = f"option.{name}.{value_text(value)}"
    if has_sentence(code):
        return phrase(code)
    if name == CLOCK_OPTION:
        return phrase("option.seconds", value=value)
    return phrase("unit.plain", value=value)


def range_words(option: Option) -> Text | None:
    """Return the text of a number's range; None where all values are visible."""
    ranges = [one for one in option.allowed if isinstance(one, range)]
    if not ranges or len(ranges[0]) <= MAX_LISTED_VALUES:
        return None
    least, most = value_words(option.name, ranges[0][0]), value_words(option.name, ranges[0][-1])
    others = [one for one in option.allowed if not isinstance(one, range)]
    if others:
        none = value_words(option.name, others[0])
        return phrase("option.range_or", none=none, least=least, most=most)
    return phrase("option.range", least=least, most=most)


def hand_sizes(setup: Setup) -> tuple[int, int]:
    """Return the number of tiles dealt to each player, and in each dead hand (0 where there is none)."""
    options = setup.options_or_refusal
    if isinstance(options, Refusal):
        return 0, 0
    rules = setup.rules
    table = rules.deal(options, 1, 0, None, (0,) * rules.sides(setup.players), ())
    return len(table.racks[0]), len(table.dead[0]) if table.dead else 0


def header_of(setup: Setup, options: Options, names: tuple[str, ...], seed: int) -> Header:
    """Return the header of a match: the person at the first seat, bots at the others."""
    from game.bots.bot import budget_for
    from game.bots.names import BOT_VERSION
    from game.match.deal import OPEN_DEAL
    from game.match.transcript import Controller, Header, Seat

    person, *bots = names
    chairs = [Seat(name, Controller.BOT, setup.bot_level(at)) for at, name in enumerate(bots, start=1)]
    seats = (Seat(person, Controller.HERE), *chairs)
    return Header(
        game=setup.rules.key,
        options=options,
        deck=setup.rules.deck.key,
        seats=seats,
        dealer=OPEN_DEAL,
        seed=seed,
        bots=BOT_VERSION,
        nodes=budget_for(setup.rules.key).nodes,
    )


def last_setup_header(game: str, settings: Settings, player: str) -> Header | None:
    """Return the header of a match with a game's last setup, None where that is no longer valid."""
    return header_for_setup(last_setup(rules_of(game), settings.table_of(game), alone=True), player)


def header_for_setup(setup: Setup, player: str) -> Header | None:
    """Return the header of a match with this setup, None where it is no longer valid."""
    from game.client.matches import random_seed

    options = setup.options_or_refusal
    if isinstance(options, Refusal):
        return None
    names = (player, *bot_names(setup.players - 1, taken=player))
    return header_of(setup, options, names, random_seed())


def coded_header(wished: CodedDeal, player: str, shift: int = 0) -> Header:
    """Return the header of the match that a short code describes."""
    levels = tuple(level or DEFAULT_LEVEL for level in wished.levels)
    setup = replace(last_setup(rules_of(wished.game)), players=wished.options.number("players"), levels=levels)
    names = (player, *bot_names(setup.players - 1, shift, player))
    return header_of(setup, wished.options, names, wished.seed)


def bot_names(count: int, shift: int = 0, taken: str = "") -> tuple[str, ...]:
    """Return names for the bots, none of them `taken`; another `shift` gives other names."""
    free = [name for name in BOT_NAMES if name != taken]
    return tuple(free[(shift + at) % len(free)] for at in range(count))
