"""The page that hosts a club night: game, number of tables, free play or a tournament, and a password."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from game.client.club.telling import tell_club_refusal
from game.client.director import Pop, Push, Replace
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.lan.hall.keeping import NightPlan
from game.client.lan.hall.page import HallPage
from game.client.lan.page import TwoColumnPage
from game.client.lan.password import MAX_PASSWORD_LENGTH
from game.client.scenes.message import notice
from game.client.scenes.setting_up import SetupForm
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import Cards, ChoiceOption
from game.client.widgets.label import Paragraph
from game.client.widgets.list import ListRows
from game.client.widgets.panel import Column, Panel
from game.client.widgets.row_face import ListRow
from game.client.widgets.shelf import Labelled
from game.client.widgets.stepper import Grade, Stepper
from game.client.widgets.text_field import TextField
from game.client.widgets.toggle import Toggle
from game.client.words import phrase
from game.club.allowed import MAX_MATCH_DEALS
from game.club.kept import TOURNAMENT_SUFFIX, UnreadableTournamentError, club_folder, read_tournament, tournament_files
from game.club.pairing import rounds_expected
from game.club.refusals import ClubRefusal
from game.club.tournament import Tournament, plan_refusal
from game.club.values import COUPLE_SIZE, ClubFormat, TournamentPlan
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.store.appended import AppendedFile
from game.store.atomic import make_folder
from game.table.refusals import Refusal
from net.hall.messages import MAX_PEOPLE, MAX_TABLES
from net.messages import MAX_NAME_LETTERS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.lan.network import Lan
    from game.client.words import Text
    from game.club.values import TournamentState
    from game.table.options import Options

LEFT_SHARE = 0.56
FREE_PLAY_KEY = "free"  # no tournament: everybody chooses a table
FORMATS = tuple(ClubFormat)
MAX_UNFINISHED_SHOWN = 3  # unfinished evenings that are offered to be resumed
DEFAULT_TABLE_COUNT, DEFAULT_PLAYER_COUNT, MAX_ROUNDS = 4, 4, 12
DEFAULT_DEAL_COUNT = 2
MAX_NAME_LENGTH = MAX_NAME_LETTERS - 3  # a table's name adds a space and its number
ROUND_MINUTES = (0, 10, 15, 20, 25, 30, 40, 45, 50, 60, 75, 90, 120)


class HostHall(TwoColumnPage):
    """Sets up a club night; its hall runs in another process."""

    def __init__(self, context: AppContext, lan: Lan) -> None:
        self.context = context
        self.lan = lan
        self._setting = setting = SetupForm("night", context, self.rebuild)
        self._kind, self._numbers = (
            FREE_PLAY_KEY,
            {
                "tables": DEFAULT_TABLE_COUNT,
                "rounds": 0,
                "minutes": 0,
                "persons": DEFAULT_PLAYER_COUNT,
                "deals": DEFAULT_DEAL_COUNT,
            },
        )
        self._games = Choice(
            "night.games", tuple(ChoiceOption(rules.key, rules.title) for rules in setting.games), setting.game,
            setting.choose_game,
        )  # fmt: skip
        self._kinds = Choice("night.kind", self._kind_options(), FREE_PLAY_KEY, self._chose_kind, face=Cards())
        self._name = TextField("night.name", phrase("night.name"), lambda _text: None, most=MAX_NAME_LENGTH)
        self._name.text = context.player[:MAX_NAME_LENGTH]
        self._word = TextField(
            "night.password", phrase("host.password"), lambda _text: None, most=MAX_PASSWORD_LENGTH, secret=True,
            note=phrase("night.password_note"),
        )  # fmt: skip
        self._steppers = {one: self._stepper(one) for one in self._numbers}
        rows = {
            one: Labelled(f"night.{one}_row", phrase(f"night.{one}"), stepper)
            for one, stepper in self._steppers.items()
        }
        self._pairs = Toggle("night.pairs", phrase("night.pairs"), self._chose_pairs, note=phrase("night.pairs_line"))
        self._plays = Toggle(
            "night.plays", phrase("night.plays"), self._chose_pairs, on=True, note=phrase("night.plays_line")
        )
        self._same = Toggle("night.same", phrase("night.same"), self._chose_same, note=phrase("night.same_line"))
        self._deals = rows["deals"]
        self._rounds = rows["rounds"]
        self._tournament_rows = [rows[one] for one in ("rounds", "minutes", "persons")]
        self._open = Button(
            "night.open", phrase("night.open"), self._go, kind=ButtonKind.PRIMARY, icon="trophy", key="Enter",
            role=theme.BIG_BUTTON,
        )  # fmt: skip
        self._about = about = Paragraph("night.about", phrase("night.about"), theme.SMALL, theme.MUTED)
        self._rounds_note = Paragraph("night.fewer", "", theme.SMALL, theme.MUTED)
        self._sealed = Paragraph("night.sealed", phrase("night.sealed"), theme.SMALL, theme.MUTED)
        options = Panel("night.options", phrase("new.options"), setting.groups)
        self._kept = {str(at): one for at, one in enumerate(_unfinished(lan.hall_home))}
        kept = ListRows("night.kept", [_kept_row(key, one[1]) for key, one in self._kept.items()], self._go_on)
        kept.label = phrase("night.kept")
        kept_panel = Panel("night.kept_panel", phrase("night.kept"), kept)
        kept_panel.visible = bool(self._kept)
        left = (
            kept_panel,
            Panel("night.games_panel", phrase("host.game"), self._games),
            Panel("night.kinds", phrase("night.kind"), Column("night.kinds_column", (self._kinds, self._sealed))),
            Panel("night.rules", phrase("new.rules"), setting.presets, aside=phrase("new.rules_aside")),
            options,
        )
        cups = (*self._tournament_rows, self._rounds_note)
        numbers = (setting.count, rows["tables"], *cups, self._pairs, self._same, self._deals, self._plays)
        tables = Column("night.numbers", numbers)
        gate = Panel("night.gate", None, Column("night.column", (self._name, self._word, about), grows=about))
        foot = Panel("night.foot", None, self._open)
        right = (Panel("night.tables_panel", None, tables), gate)
        back = IconButton("night.back", phrase("button.back"), "back", Pop)
        gear = IconButton("night.settings", phrase("title.settings"), "gear", lambda: Push(context.settings()))
        bar = Bar(
            "night.bar", phrase("night.title"), back, (setting.how_to_play_button(), gear), aside=phrase("host.aside")
        )
        sides, level = (left, right), (options, gate)
        super().__init__(
            "lan_night", context.preferences, bar, sides, LEFT_SHARE, self._open.name, foot, under=1, level=level
        )
        self.update_texts()

    # --- what the page shows -------------------------------------------------------------------------------------

    def update_texts(self) -> None:
        """Show the current choices."""
        self._setting.show(self._open)
        self._games.chosen = self._setting.game
        self._kinds.options = self._kind_options()
        self._kinds.chosen = self._kind
        for one in self._tournament_rows:
            one.visible = self._kind != FREE_PLAY_KEY
        self._rounds.visible = self._kind not in (FREE_PLAY_KEY, ClubFormat.KNOCKOUT.value)
        self._sealed.visible = self._plays.visible = self._kind != FREE_PLAY_KEY
        self._same.visible = self._kind not in (FREE_PLAY_KEY, ClubFormat.KNOCKOUT.value)
        self._sealed.text = self._who_deals()
        self._deals.visible = self._same.visible and self._same.on
        self._about.visible = self._kind == FREE_PLAY_KEY
        self._pairs.visible = self._kind != FREE_PLAY_KEY and self._couples
        for name, stepper in self._steppers.items():
            stepper.grades = self._grades(name)
            stepper.chosen = str(self._numbers[name])
        said = self._rounds_text()
        self._rounds_note.visible, self._rounds_note.text = said is not None, said or ""
        refused = self._refused()
        if self._open.enabled and refused is not None:
            self._open.enabled, self._open.reason = False, refused

    @property
    def _couples(self) -> bool:
        """Whether these tables are played by couples."""
        setup = self._setting.setup
        return setup.rules.sides(setup.players) < setup.players

    def _who_deals(self) -> Text:
        """Say who deals; where all tables get the same tiles, say also from where on the tables differ."""
        if not (self._same.visible and self._same.on):
            return phrase("night.sealed")
        return phrase("night.by_hall", deals=phrase("club.duplicate"), parts=phrase("club.diverge"))

    def _kind_options(self) -> tuple[ChoiceOption, ...]:
        cups = [
            ChoiceOption(one.value, phrase(f"club.format.{one.value}"), phrase(f"club.how.{one.value}"))
            for one in FORMATS
        ]
        return (ChoiceOption(FREE_PLAY_KEY, phrase("night.free"), phrase("night.free_line")), *cups)

    def _stepper(self, name: str) -> Stepper:
        def chose(key: str) -> None:
            self._numbers[name] = int(key)
            self.rebuild()

        return Stepper(f"night.{name}", self._grades(name), str(self._numbers[name]), chose)

    def _grades(self, name: str) -> tuple[Grade, ...]:
        values = {
            "tables": range(1, MAX_TABLES + 1),
            "rounds": range(MAX_ROUNDS + 1),
            "minutes": ROUND_MINUTES,
            "persons": range(2, MAX_PEOPLE + 1),
            "deals": range(1, MAX_MATCH_DEALS + 1),
        }[name]
        none = {"rounds": "night.rounds_usual", "minutes": "night.no_clock"}
        return tuple(Grade(str(one), phrase(none[name] if one == 0 else "unit.plain", value=one)) for one in values)

    def _plan(self, options: Options) -> TournamentPlan | None:
        """Return the chosen tournament; None for free play."""
        if self._kind == FREE_PLAY_KEY:
            return None
        chosen = tuple((name, value) for name, value in options.items if name != "players")
        return TournamentPlan(
            self._name.text.strip() or self.context.player, ClubFormat(self._kind), self._setting.game,
            options.number("players"), options=chosen, rounds=self._numbers["rounds"] if self._rounds.visible else 0,
            pairs=self._pairs.on and self._couples, minutes=self._numbers["minutes"],
            duplicate=self._deals.visible, trusted=self._deals.visible,
            deals=self._numbers["deals"] if self._deals.visible else 1,
            day=f"{datetime.now().astimezone():%Y-%m-%d}",
        )  # fmt: skip

    def _rounds_text(self) -> Text | None:
        """Say how many rounds a knockout has; in other formats, whether there are fewer than asked for, or only one."""
        options = self._setting.setup.options_or_refusal
        plan = None if isinstance(options, Refusal) else self._plan(options)
        if plan is None:
            return None
        people = self._numbers["persons"]
        rounds = rounds_expected(plan, people // COUPLE_SIZE if plan.pairs else people)
        if plan.format is ClubFormat.KNOCKOUT:
            return phrase("night.knockout", n=rounds, people=people)
        few = rounds == 1 if not plan.rounds else rounds < plan.rounds
        return phrase("night.fewer", n=rounds, people=people) if rounds and few else None

    def _refused(self) -> Text | None:
        """Say why the chosen evening is impossible; None if it is possible."""
        options = self._setting.setup.options_or_refusal
        if isinstance(options, Refusal):
            return None
        plan = self._plan(options)
        refused = None if plan is None else plan_refusal(plan)
        if refused is not None:
            return tell_club_refusal(refused)
        if plan is None:
            return None
        least, most = plan.seats, self._numbers["tables"] * plan.seats
        fits = least <= self._numbers["persons"] <= most
        return None if fits else phrase("night.persons_fit", least=least, most=most)

    # --- what the page's widgets do ------------------------------------------------------------------------------

    def _chose_kind(self, key: str) -> Change | None:
        self._kind = key
        self.rebuild()
        return None

    def _chose_pairs(self, _on: bool) -> Change | None:  # noqa: FBT001 - a toggle tells its state
        self.rebuild()
        return None

    def _chose_same(self, on: bool) -> Change | None:  # noqa: FBT001 - a toggle tells its state
        """Let the hall deal, or each table; a host, who could read the hall's deal, then does not play by default."""
        self._plays.on = not on
        self.rebuild()
        return None

    def _go_on(self, key: str) -> Change | None:
        """Open the hall of an unfinished evening with its game, its rules, and tables for its running round."""
        path, state = self._kept[key]
        plan = state.plan
        options = choose_options(rules_of(plan.game), {**dict(plan.options), "players": plan.seats})
        if isinstance(options, Refusal):
            return None
        running = len(state.running_round.tables) if state.running_round is not None else 0
        tables = max(self._numbers["tables"], running)
        return self._open_hall(
            NightPlan(
                plan.name,
                plan.game,
                options,
                tables,
                self._word.text,
                path,
                min(tables * plan.seats, self._numbers["persons"]),
            ),
            lambda own: state.entrant_of_person(own) is not None,
        )

    def _go(self) -> Change | None:
        setup = self._setting.setup
        options = setup.options_or_refusal
        if isinstance(options, Refusal):
            return None
        self._setting.save()
        name = self._name.text.strip() or self.context.player
        cup = self._plan(options)
        try:
            file = None if cup is None else _create_tournament_file(self.lan.hall_home, cup)
        except (OSError, ValueError) as error:
            return self._no_home(error)
        plan = (name, setup.rules.key, options, self._numbers["tables"], self._word.text, file)
        return self._open_hall(NightPlan(*plan, self._numbers["persons"]), lambda _own: cup is None or self._plays.on)

    def _no_home(self, error: Exception) -> Change:
        why = phrase("lan.no_home", why=str(error))
        return Push(notice(self.reading, "notice", phrase("night.title"), why))

    def _open_hall(self, plan: NightPlan, plays: Callable[[str], bool]) -> Change:
        try:
            self.lan.host_hall(plan, plays)
        except (OSError, ValueError) as error:
            return self._no_home(error)
        self.lan.stop_search()
        return Replace(HallPage(self.context, self.lan))


def _unfinished(home: Path) -> list[tuple[Path, TournamentState]]:
    """Return the unfinished tournaments of earlier evenings, newest first."""
    found = []
    for path in tournament_files(home):
        with suppress(OSError, UnreadableTournamentError):
            state = read_tournament(path.read_bytes()).state
            if state.rounds and not state.ended:
                found.append((path, state))
    return found[:MAX_UNFINISHED_SHOWN]


def _kept_row(key: str, state: TournamentState) -> ListRow:
    plan = state.plan
    line = phrase("night.kept_line", format=phrase(f"club.format.{plan.format.value}"), n=len(state.rounds))
    return ListRow(key, f"{plan.name} · {plan.day}", line, sign="trophy")


def _create_tournament_file(home: Path, plan: TournamentPlan) -> Path:
    """Make the tournament's file for the hall; raise OSError or ValueError if that fails."""
    folder = club_folder(home)
    make_folder(folder)
    path = folder / f"{datetime.now().astimezone():%Y-%m-%d %H.%M.%S}{TOURNAMENT_SUFFIX}"
    file = AppendedFile(path)
    try:
        made = Tournament.begin(plan, file)
    finally:
        file.close()
    if isinstance(made, ClubRefusal):
        raise ValueError(tell_club_refusal(made))
    return path
