"""The page of statistics: figures, curves and bars of the filtered matches, with margins of error."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from game.annals.facts import PERSON
from game.annals.sums import MatchFilter, rival_names_in, rounds_to_csv, statistics_of
from game.bots.names import LEVELS
from game.client.annals.bars import Histogram, PairBars, PointsPair, WinBar, WinBars
from game.client.annals.curve import Curve, CurveLine, CurveValue, signed_number
from game.client.annals.drawn import LargeNumber
from game.client.annals.noted import IconLine, IconLines
from game.client.annals.page import AnnalsPage
from game.client.director import Pop, Push
from game.client.draw import theme
from game.client.matches import TIME_FORMAT, local_now
from game.client.scenes.message import notice
from game.client.sides import day_words
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import ChoiceOption
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.shelf import Shelf
from game.client.widgets.stepper import Grade, Stepper
from game.client.widgets.widget import Group
from game.client.words import group_digits, phrase, say
from game.rules.registry import GAMES
from game.store.atomic import make_folder, replace_file
from game.table.safe_text import printable

if TYPE_CHECKING:
    from game.annals.sums import CountedRound, Estimate, MatchStatistics
    from game.client.annals.ledger import Ledger
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.client.words import Text

ANY: Final = "any"
OPPONENTS: Final = (ANY, *LEVELS, PERSON)
RIVAL_PREFIX: Final = "rival "  # before a person's name in the key of a filter
FILTER_DAYS: Final = {ANY: 0, "year": 365, "month": 30}  # how many days back a filter goes; 0 for all matches
USUAL_FILTERS: Final = {ANY: None, "usual": True, "other": False}
MAX_WIDTH: Final = 1600.0
ROW_GAP: Final = 12.0
PADDING: Final = 16.0
# for each shelf, the most columns and the least width of one
FILTER_COLUMNS, NUMBER_COLUMNS, PLOT_COLUMNS, OTHER_COLUMNS = (4, 200.0), (5, 215.0), (2, 460.0), (3, 340.0)
EXPORT_FOLDER: Final = "exports"
PERCENT: Final = 100
DUEL_PLAYERS: Final = 2


class StatisticsPage(AnnalsPage):
    """The filters, then the statistics of the matches that pass."""

    def __init__(self, context: AppContext, ledger: Ledger, today: date | None = None) -> None:
        self.context = context
        self.ledger = ledger
        self._today = today
        back = IconButton("statistics.back", phrase("button.back"), "back", Pop)
        signs = ledger.page_icons(context, "statistics")
        self._bar = Bar("statistics.bar", phrase("annals.statistics"), back, signs, aside=phrase("statistics.aside"))
        games = (ChoiceOption(ANY, phrase("statistics.all")), *(ChoiceOption(g, r.title) for g, r in GAMES.items()))
        last = context.preferences.now.last_game
        self._game = Choice("statistics.game", games, last if last in GAMES else ANY, self._filtered)
        self._against = self._stepper("against", OPPONENTS)
        self._options = self._stepper("options", tuple(USUAL_FILTERS))
        self._span = self._stepper("span", tuple(FILTER_DAYS))
        self._csv = Button("statistics.csv", phrase("statistics.csv"), self._save, icon="copy")
        self._steppers = (self._against, self._options, self._span)
        self._filters = Shelf(
            "statistics.filters",
            (*self._steppers, self._csv),
            most=FILTER_COLUMNS[0],
            least=FILTER_COLUMNS[1],
            even=True,
        )
        self._reading = Paragraph("statistics.reading", "", theme.READING, theme.FELT_TEXT)
        self._figures = Column("statistics.figures", (), ROW_GAP)
        self._rows = (self._game, self._filters, self._reading, self._figures)
        self._all = Column("statistics.all", self._rows, ROW_GAP)
        self._scroll = Scroll("statistics.scroll", self._all)
        root = Group("statistics", (self._bar, self._scroll), self._arrange)
        super().__init__("statistics", context.preferences, root, "statistics.game")
        ledger.poll()
        self._show()

    def _stepper(self, name: str, keys: tuple[str, ...]) -> Stepper:
        return Stepper(f"statistics.{name}", _grades(name, keys), ANY, self._filtered)

    # --- what it shows -------------------------------------------------------------------------------------------

    @property
    def match_filter(self) -> MatchFilter:
        """Return the current filter."""
        days = FILTER_DAYS[self._span.chosen]
        since = ((self._today or local_now().date()) - timedelta(days=days)).isoformat() if days else ""
        game, against = ("" if one.chosen == ANY else one.chosen for one in (self._game, self._against))
        rival = against.removeprefix(RIVAL_PREFIX) if against.startswith(RIVAL_PREFIX) else ""
        return MatchFilter(game, "" if rival else against, USUAL_FILTERS[self._options.chosen], since, rival)

    def _filtered(self, _key: str) -> Change | None:
        self._again()
        return None

    def update(self, now: float) -> Change | None:
        """Show newly read matches."""
        if self.ledger.poll() or self._told[0] != self.ledger.reading:
            self._again()
        # only the progress changed: the facts follow when the ledger has them
        elif self._told[1] != self.ledger.progress:
            self._tell_reading()
            self._lay_again()
        return super().update(now)

    _told = (False, (0, 0))

    def _tell_reading(self) -> None:
        self._told = self.ledger.reading, self.ledger.progress
        self._reading.visible, (read, of) = self._told
        self._reading.text = phrase("annals.reading", read=read, of=of)

    def _show(self) -> None:
        facts = self.ledger.facts
        self._tell_reading()
        self._none = phrase("statistics.waits" if self._told[0] else "statistics.none")
        rivals = tuple(
            Grade(f"{RIVAL_PREFIX}{name}", phrase("statistics.against.rival", name=printable(name)))
            for name in rival_names_in(facts or ())
        )
        self._against.grades = (*_grades("against", OPPONENTS), *rivals)
        self.sums = statistics_of(facts or (), self.match_filter)
        self._figures.members = (
            Shelf(
                "statistics.numbers", _figures(self.sums), most=NUMBER_COLUMNS[0], least=NUMBER_COLUMNS[1], even=True
            ),
            Shelf(
                "statistics.plots",
                (self._curve(), self._wins()),
                most=PLOT_COLUMNS[0],
                least=PLOT_COLUMNS[1],
                even=True,
            ),
            Shelf(
                "statistics.rest",
                (self._sources(), self._turns(), self._best()),
                most=OTHER_COLUMNS[0],
                least=OTHER_COLUMNS[1],
                even=True,
            ),
        )
        self._csv.enabled = bool(self.sums.rounds) and self.context.preferences.folder is not None

    def _curve(self) -> Widget:
        values = tuple(
            CurveValue(
                one.lead.middle, one.lead.low, one.lead.high,
                phrase("statistics.window", first=one.first, last=one.last, day=day_words(one.day)),
                _give_or_take(one.lead),
            )
            for one in self.sums.curve
        )  # fmt: skip
        days = (self.sums.curve[0].day, self.sums.curve[-1].day) if self.sums.curve else ("", "")
        first, last = (str(day_words(day)) for day in days)
        curve = Curve("statistics.curve", (CurveLine(values, theme.GOLD),), self._none, ends=(first, last))
        aside = phrase("statistics.curve.aside")
        return Panel("statistics.curve_panel", phrase("statistics.curve"), curve, aside=aside, padding=PADDING)

    def _wins(self) -> Widget:
        shares = [
            WinBar(phrase(f"statistics.level.{level}"), span, phrase("statistics.matches", n=span.of))
            for level, span in self.sums.against
        ]
        drawn = WinBars("statistics.wins", shares, self._none, share_words)
        few = any(not span.is_reliable for _level, span in self.sums.against)
        note = Paragraph("statistics.few", phrase("statistics.few"), theme.SMALL, theme.MUTED)
        rows = Column("statistics.wins_rows", (drawn, note) if few else (drawn,), ROW_GAP)
        aside = phrase("statistics.wins.aside")
        return Panel("statistics.wins_panel", phrase("statistics.wins"), rows, aside=aside, padding=PADDING)

    def _sources(self) -> Widget:
        pairs = [PointsPair(phrase(f"score.{one.code}", n=2), one.ours, one.theirs) for one in self.sums.sources]
        us, them = _both(self.sums)
        drawn = PairBars("statistics.sources", pairs, us, them, self._none)
        return Panel("statistics.sources_panel", phrase("statistics.sources"), drawn, padding=PADDING)

    def _turns(self) -> Widget:
        what, counted = self.sums.turn_histogram()
        drawn = Histogram("statistics.turns", counted, self._none)
        aside = phrase("statistics.most_often", turn=drawn.most_frequent) if counted else None
        return Panel("statistics.turns_panel", phrase(f"statistics.turns.{what}"), drawn, aside=aside, padding=PADDING)

    def _best(self) -> Widget:
        sums = self.sums
        lines = []
        if sums.best_round is not None and sums.worst_round is not None and sums.longest_match is not None:
            longest = sums.longest_match
            rounds_on = phrase("statistics.rounds_on", n=len(longest.rounds), day=day_words(longest.day))
            lines = [
                IconLine("trophy", phrase("statistics.best"), _lead_on(sums.best_round)),
                IconLine("down", phrase("statistics.worst"), _lead_on(sums.worst_round)),
                IconLine("clock", phrase("statistics.longest"), rounds_on),
                IconLine("flag", phrase("statistics.went_out"), share_words(sums.going_out_share)),
            ]
            lines += [
                IconLine("clock", phrase(f"statistics.{what}"), _time_words(what, span))
                for what, span in (("thought", sums.mean_turn_seconds), ("lasted", sums.mean_round_minutes))
                if span.of
            ]
            if sums.timed_out_share.of:
                lines.append(IconLine("clock", phrase("statistics.timed_out"), share_words(sums.timed_out_share)))
        inside: Widget = IconLines("statistics.best", lines)
        if not lines:
            inside = Paragraph("statistics.best", self._none, theme.READING, theme.MUTED)
        return Panel("statistics.best_panel", phrase("statistics.best_and_worst"), inside, padding=PADDING)

    # --- where it lies, what its parts do ------------------------------------------------------------------------

    def _arrange(self, box: Box, look: Look) -> None:
        high = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(high), look)
        room = box.below(high)
        wide = min(room.w - 2 * ROW_GAP, MAX_WIDTH)
        self._place_export(look, wide)
        self._scroll.place(room.middle(wide, room.h), look)

    def _place_export(self, look: Look, wide: float) -> None:
        """Put the button that saves at the end of the filters' row, or of the page where they need several rows."""
        self._filters.members = (*self._steppers, self._csv)
        if self._filters.columns_in(look, wide) == len(self._filters.members):
            self._all.members = self._rows
        else:
            self._filters.members, self._all.members = self._steppers, (*self._rows, self._csv)

    def _save(self) -> Change | None:
        """Save a CSV line for each round that passes the filters."""
        folder = self.context.preferences.folder
        if folder is None:
            return None
        path = folder / EXPORT_FOLDER / f"{say('annals.statistics')} {local_now().strftime(TIME_FORMAT)}.csv"
        try:
            make_folder(path.parent)
            replace_file(path, rounds_to_csv(self.sums).encode())
            said = phrase("statistics.saved", file=str(path), n=len(self.sums.rounds))
        except OSError as error:
            said = phrase("statistics.not_saved", reason=error.strerror or str(error))
        return Push(notice(self.context.preferences, "statistics.note", phrase("annals.statistics"), said))


# --- its words ---


def _grades(name: str, keys: tuple[str, ...]) -> tuple[Grade, ...]:
    """Return the values of a filter."""
    return tuple(Grade(key, phrase(f"statistics.{name}.{key}")) for key in keys)


def share_words(span: Estimate) -> str:
    """Return a share's interval in words, or that there are too few rounds."""
    if not span.can_be_shown:
        return say("statistics.too_few")
    return say("statistics.span", low=_percent(span.low), high=_percent(span.high))


def _time_words(what: str, span: Estimate) -> str:
    """Return a duration and its margin of error in words."""
    if not span.can_be_shown:
        return say("statistics.too_few")
    return say(f"statistics.{what}.time", time=_tenth(span.middle), off=_tenth(span.half_width))


def _both(sums: MatchStatistics) -> tuple[Text, Text]:
    """Return the names of our side and the others: Us and Them if there are partners."""
    if any(one.sides < one.players for one in sums.matches):
        return phrase("side.us"), phrase("side.them")
    duels = all(one.players == DUEL_PLAYERS for one in sums.matches)
    return phrase("side.you"), phrase("side.other" if duels else "side.others")


def _give_or_take(span: Estimate) -> str:
    return say("statistics.give_or_take", points=signed_number(span.middle), off=group_digits(round(span.half_width)))


def _lead_on(one: CountedRound) -> str:
    return say("statistics.lead_on", points=signed_number(one.lead), day=day_words(one.match.day))


def _percent(share: float) -> int:
    return round(share * PERCENT)


def _tenth(number: float) -> str:
    """Format a number with one decimal place in the current language."""
    return f"{number:.1f}".replace(".", say("statistics.tenth")[1])


def _figures(sums: MatchStatistics) -> list[Widget]:
    """Return the five figures at the top, which depend on whether the game has dead hands."""
    few = phrase("statistics.too_few")
    rounds = phrase("statistics.rounds", n=len(sums.rounds))
    lead, turns, opened = sums.mean_lead, sums.mean_turns, sums.mean_opening_turn
    told: list[Widget] = [
        LargeNumber(
            "statistics.figure_matches",
            group_digits(len(sums.matches)),
            phrase("statistics.figure.matches", n=len(sums.matches)),
            rounds,
        ),
        LargeNumber(
            "statistics.figure_lead",
            signed_number(lead.middle) if lead.can_be_shown else "–",
            phrase("statistics.figure.lead"),
            phrase("statistics.off", off=group_digits(round(lead.half_width))) if lead.can_be_shown else few,
            gold=True,
        ),
    ]
    if sums.mean_canastas.of:
        canastas, dead, pure = sums.mean_canastas, sums.dead_hand_share, sums.pure_share
        told += [
            LargeNumber(
                "statistics.figure_canastas",
                _tenth(canastas.middle) if canastas.can_be_shown else "–",
                phrase("statistics.figure.canastas"),
                phrase("statistics.of_them_pure", span=share_words(pure)) if canastas.can_be_shown else few,
            ),
            LargeNumber(
                "statistics.figure_dead",
                say("unit.percent", value=_percent(dead.middle)) if dead.can_be_shown else "–",
                phrase("statistics.figure.dead"),
                share_words(dead),
            ),
        ]
    else:
        out = sums.going_out_share
        told += [
            LargeNumber(
                "statistics.figure_opened", _tenth(opened.middle) if opened.can_be_shown else "–",
                phrase("statistics.figure.opened"),
                phrase("statistics.off", off=_tenth(opened.half_width)) if opened.can_be_shown else few,
            ),
            LargeNumber(
                "statistics.figure_out", say("unit.percent", value=_percent(out.middle)) if out.can_be_shown else "–",
                phrase("statistics.figure.out"), share_words(out),
            ),
        ]  # fmt: skip
    told.append(
        LargeNumber(
            "statistics.figure_turns",
            _tenth(turns.middle) if turns.can_be_shown else "–",
            phrase("statistics.figure.turns"),
            phrase("statistics.off", off=_tenth(turns.half_width)) if turns.can_be_shown else few,
        )
    )
    return told
