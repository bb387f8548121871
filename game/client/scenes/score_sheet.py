"""The score sheet of a round: how it ended, and every line explained, with a column for each side.

It replaces the table until the next round begins; in a lesson it lies over the table and leads back.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from game.client.app_context import ScoreReaders
from game.client.book.scene import RuleBookPage
from game.client.director import Pop, Push, Replace
from game.client.draw import theme
from game.client.draw.felt import felt
from game.client.draw.sound import Cue
from game.client.draw.surfaces import Crest
from game.client.draw.theme import ButtonKind
from game.client.events import KeyDown, PadDown, PointerDown
from game.client.scenes.message import menu
from game.client.scenes.page import Page
from game.client.scenes.rack_rows import TILE_WIDTHS, RackRow
from game.client.scenes.score_lines import LineWords, SheetLine, line_words
from game.client.scenes.score_sides import SidePlayer, SideSheet
from game.client.scenes.sheet.crowned import SheetRibbon
from game.client.scenes.sheet.highlights import MAX_SIDES, BestTurn, own_best_turn, round_news
from game.client.scenes.sheet.paper import FELT_SHADE, MAX_SIZE, Paper
from game.client.scenes.sheet.paper import PADDING as PAPER_PAD
from game.client.scenes.sheet.performed import SheetAnimation, sheet_animation
from game.client.scenes.sheet.ranking import Ranking, RankRow
from game.client.scenes.sheet.score_bar import BarScale, MatchScore, Rounds
from game.client.sides import (
    is_onlooker,
    is_you,
    joined_texts,
    name_of,
    ordered_sides,
    own_side,
    round_count,
    side_words,
)
from game.client.this_deal import can_deal_again, deal_page
from game.client.widgets.bar import Bar
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button, IconButton
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column
from game.client.widgets.shelf import Shelf
from game.client.widgets.widget import Group, Widget
from game.client.words import phrase
from game.match.transcript import Controller
from game.table.state import NO_SEAT, Ending

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pygame

    from game.client.app_context import AppContext, MatchAtTable
    from game.client.director import Change
    from game.client.events import Event
    from game.client.scenes.sheet.highlights import RoundNews
    from game.client.widgets.look import Look
    from game.client.words import Text
    from game.match.match import RoundResult
    from game.match.transcript import Seat
    from game.rules.ruleset import ScoreLine
    from game.table.state import Outcome, Table

MIN_SIDE_WIDTH = 330.0
MAX_SHORT_ROW_TILES = 2  # a last row of so few tiles is avoided by smaller tiles
MAX_SIDES_ABREAST = 2  # sides that fit side by side
READERS_SECONDS = 0.2  # how often it is looked who is still reading; the time told changes once a second
FELT_MARGIN = 10.0  # logical px of felt above and below the paper


def sole_best(totals: Sequence[int], *, lowest: bool) -> int | None:
    """Return the only side with the best score of the round; None if there are several."""
    best = min(totals) if lowest else max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


def _people(seats: Sequence[Seat], table: Table, side: int) -> tuple[SidePlayer, ...]:
    """Return who plays for a side."""
    return tuple(
        SidePlayer(at, seat.name, bot=seat.controller is Controller.BOT)
        for at, seat in enumerate(seats)
        if table.side_of(at) == side
    )


def _which_round(result: RoundResult, *, alone: bool) -> Text:
    """Return the text of which round is over, and of how many where the match has a fixed number; or of no match."""
    if alone:
        return phrase("score.round_over_alone")
    number, rounds = result.round, round_count(result.table.options)
    if rounds is None or number > rounds:
        return phrase("score.round_over", round=number)
    return phrase("score.round_over_of", round=number, rounds=rounds)


def _how_ended(outcome: Outcome, seats: Sequence[Seat], won: Text | None, *, beaten: bool) -> tuple[Text, Text]:
    """Return a title and a line: who `won` the round, where that is said, and how it ended.

    Whoever went out may be `beaten` all the same, by points.
    """
    ending, seat = outcome.ending, outcome.seat
    own = seat != NO_SEAT and is_you(seats, seat)
    name = name_of(seats, seat) if seat != NO_SEAT else ""
    if ending is Ending.OUT:
        title = phrase("score.out_me") if own else phrase("score.out", name=name)
        end = "_beaten" if beaten else ""
        by = phrase(f"score.ending.out_me{end}") if own else phrase(f"score.ending.out_by{end}", name=name)
        return (won, by) if won is not None else (title, phrase("score.ending.out"))
    code = "score.stopped_me" if own and ending is Ending.STOPPED else f"score.ending.{ending.value}"
    return won or phrase(f"score.title.{ending.value}"), phrase(code, name=name)


class ScoreSheet(Page):
    """Shown when a round is scored; leads to the next round, or to the end of the match."""

    keeps = frozenset({"new_game"})

    def __init__(self, context: AppContext, game: MatchAtTable, result: RoundResult, *, alone: bool = False) -> None:
        self.context = context
        self.game = game
        self.result = result
        session = game.session
        self._seats, self._rules = session.seats, session.rules
        self.vocabulary = partial(context.preferences.vocabulary, session.rules)
        self._over, self._deals = session.standing.over, session.standing.deals
        self._readers_at = 0.0
        self._alone = alone  # whether no round follows, so that every button leads back
        self._next_table = None if self._over or alone else self._dealt_next()
        self._best = sole_best([sheet.total for sheet in result.sheets], lowest=self._rules.lowest_wins)
        self._sheet = self._lines_view()
        self._racks = self._racks_view()
        self._showing_racks = False
        self._content = Column("score.content", (self._sheet, self._racks), 0.0)
        self._racks.visible = False
        self._swap = Button(
            "score.swap", phrase("score.all_racks"), self._swap_views, kind=ButtonKind.PAPER, icon="eye"
        )
        words = phrase("button.back" if alone else "score.who_won" if self._over else "score.next_round")
        icon = "back" if alone else "trophy" if self._over else "forward"
        self._next = Button(
            "score.next", words, self._go_on, kind=ButtonKind.PRIMARY, icon=icon, key="Enter", role=theme.BUTTON
        )  # fmt: skip
        look = Button("score.table", phrase("score.see_table"), self._see_table, kind=ButtonKind.PAPER, icon="replay")
        self._more = Button("score.more", phrase("reading.more"), self._ask_time, kind=ButtonKind.PAPER, icon="wait")
        read_together = game.company is not None and not self._over
        buttons = (self._swap, look, *((self._more,) if read_together else ()), self._next)
        self.news, self._best_shown = self._news(), self._best_turn()
        self._paper = Paper("score", self._headline(), self._content, buttons, self._best_shown)
        self._paper.behind = self._draw_pieces
        if self._next_table is not None:
            self._paper.aside.text = self._who_starts(self._next_table)
        header = session.header
        deal = IconButton("score.deal", phrase("again.title"), "stack", lambda: deal_page(context, header))
        deal.visible = can_deal_again(context, header) and not alone
        signs = (
            deal,
            IconButton("score.help", phrase("action.help"), "keyboard", self._help),
            IconButton("score.sound", phrase("title.sound"), "sound", context.preferences.toggle_sounds),
            IconButton("score.settings", phrase("title.settings"), "gear", lambda: Push(context.settings())),
        )
        leave = IconButton("score.menu", phrase("table.menu"), "menu", self._menu)
        if alone:
            leave = IconButton("score.back", phrase("button.back"), "back", Pop)
        aside = _which_round(self.result, alone=alone)
        if game.company is not None and self._next_table is not None:
            aside = joined_texts((aside, self._who_starts(self._next_table)))  # beside the button: who is still reading
        self._bar = Bar("score.bar", self._rules.title, leave, signs, aside=aside)
        root = Group("score_sheet", (self._bar, self._paper), self._arrange)
        super().__init__("score_sheet", context.preferences, root, self._next.name)
        told = context.announced_scores(session)
        self._untold, self._animation = result.round not in told, None
        told.add(result.round)

    # --- animation -------------------------------------------------------------------------------------------------

    _animation: SheetAnimation | None
    _ranking: Ranking | None = None
    ribbon: SheetRibbon | None = None  # the ribbon of the round's highlight, while it is shown

    @property
    def wants_frames(self) -> bool:
        """Return whether it is animating."""
        return super().wants_frames or self._animation is not None or self.ribbon is not None

    def update(self, now: float) -> Change | None:
        """Animate line after line, each with a sound higher than the last."""
        if self._untold and self.look is not None:
            self._untold = False
            if not (self.look.calm or self.context.preferences.now.score_at_once):
                most = max((len(column.lines) for column in self._columns), default=0)
                self._animation = sheet_animation(now, most, self.result.round, self.look.animation_speed)
                self._show_headline(self.look)
        if self._animation is not None:
            begun = self._animation.lines_begun(now)
            if begun > self._begun:
                self._begun = begun
                self.context.sounds.play(Cue.SCORE_TICK, begun - 1)
            if self._tell(now):
                self._crown(now)
        if self.ribbon is not None:
            self.ring.revision += 1
            if self.ribbon.tick(now):
                self.ribbon = None
        return self._tell_readers(now) or super().update(now)

    def _show_headline(self, look: Look) -> None:
        """Show the heading; while all is counted only as far as it does not tell the result."""
        counting, paper = self._animation is not None, self._paper
        for paragraph, text in zip((paper.title, paper.sentence), self._headline(counting=counting), strict=True):
            paragraph.text = text
            if counting and paragraph.height_for(look, paragraph.rect.w) > paragraph.rect.h:
                paragraph.text = ""  # its room is that of the result

    def _crown(self, now: float) -> None:
        """Show the ribbon of the round's highlight, shorter each time its kind has been seen."""
        if self.news is None or self.look is None:
            return
        told = self.context.announced_scores(self.game.session)
        times = sum((self.news.kind, one) in told for one in range(self.result.round))
        told.add((self.news.kind, self.result.round))
        self.ribbon = SheetRibbon(self.news, times, self.context.sounds.play)
        self.ribbon.begin(now, self.look, self._paper.rect, self._paper.head, self._bar.free_box)

    _begun = 0

    def _tell_readers(self, now: float) -> Change | None:
        """In a match among persons show who is still reading and their time left; report news for everybody."""
        company = self.game.company
        if company is None:
            return None
        if now >= self._readers_at:
            self._readers_at = now + READERS_SECONDS
            self._show_readers(company.score_readers)
        return company.update(now)

    def _show_readers(self, readers: ScoreReaders | None) -> None:
        if readers is None and not self._over and self.game.session.standing.deals > self._deals:
            readers = ScoreReaders(phrase("reading.begun"), may_ask=False)
        told = "" if readers is None else str(readers.line)
        if readers is not None and (told != str(self._paper.aside.text) or readers.may_ask is not self._more.enabled):
            self._paper.aside.text, self._more.enabled = told, readers.may_ask
            if self.look is not None:
                self.layout(self.look.viewport)

    def _ask_time(self) -> Change | None:
        return None if self.game.company is None else self.game.company.ask_for_time()

    def _tell(self, now: float) -> bool:
        """Show the progress of the animation; return whether it is complete."""
        shown = self._animation
        over = shown is None or shown.is_over(now)
        for column in self._columns:
            for at, line in enumerate(column.lines):
                line.share = 1.0 if shown is None or over else shown.line_progress(at, now)
            column.summed, column.raced, column.capped = (
                (1.0, 1.0, 1.0)
                if shown is None or over
                else (shown.sum_progress(now), shown.bar_progress(now), shown.cap_progress(now))
            )
        if self._ranking is not None:
            self._ranking.animate_to(self._columns[0].raced)
        if self._best_shown is not None:
            self._best_shown.arrived = self._columns[0].capped
        if over:
            self._animation = None
            if self.look is not None:
                self._show_headline(self.look)
        self.ring.revision += 1
        return over

    def on_event(self, event: Event) -> Change | None:
        """Complete the animation on any input, which also has its usual effect."""
        if isinstance(event, KeyDown | PadDown | PointerDown):
            self.ribbon = None
            if self._animation is not None:
                self._animation = None
                self._tell(self._now)
        return super().on_event(event)

    # --- texts -----------------------------------------------------------------------------------------------------

    def _dealt_next(self) -> Table:
        """Return the next round's deal as far as it is public: tiles dealt, what stays on the table, who starts."""
        last = self.result.table
        return self._rules.deal(last.options, self.result.round + 1, 0, last, self.result.totals, ())

    def _headline(self, *, counting: bool = False) -> tuple[Text, Text]:
        """Return how the round ended and, where the next one continues its table, what changes.

        While the points are still being counted, it does not say who won.
        """
        outcome, best = self.result.outcome, self._best
        beaten = best is not None and outcome.seat != NO_SEAT and self.result.table.side_of(outcome.seat) != best
        title, ended = _how_ended(outcome, self._seats, None if counting else self._won(), beaten=beaten)
        after = self._goes_on()
        told = ended if after is None else phrase("score.then", ended=ended, after=after)
        news = None if counting else self.news
        return title, told if news is None or news.told is None else phrase("score.then", ended=news.told, after=told)

    def _news(self) -> RoundNews | None:
        """Return what the round changed in the match."""
        sides, results = len(self.result.sheets), self.game.session.standing.results
        known = [one for one in results if one.round <= self.result.round]
        if not known or is_onlooker(self._seats):
            return None
        names = [side_words(self._seats, side, sides) for side in range(sides)]
        return round_news(known, own_side(self._seats, sides), names, lowest=self._rules.lowest_wins)

    def _best_turn(self) -> BestTurn | None:
        """Return the tiles of the viewer's own best turn, if known."""
        found = own_best_turn((self.result,), self._seats)
        if found is None or len(self.result.sheets) > MAX_SIDES:
            return None
        words = phrase("score.best_turn", n=len(found[1]))
        return BestTurn("score.best", words, found[1], as_cards=self.context.preferences.as_cards(self._rules.deck))

    def _goes_on(self) -> Text | None:
        """Return that the sets stay, what is dealt, and when the match ends; None where everything is dealt again."""
        table = self._next_table
        if table is None or not table.melds:
            return None
        again = "score.opens_again" if not any(table.opened) else "score.stays_opened"
        end = "score.until_stock" if table.stock else "score.last_round"
        return phrase("score.goes_on", n=len(table.racks[0]), opened=phrase(again), end=phrase(end))

    def _won(self) -> Text | None:
        """Return whose round it was; None without a sole winner."""
        if self._best is None:
            return None
        if len(self.result.sheets) == len(self._seats):  # nobody has a partner
            who = name_of(self._seats, self._best)
            return phrase("score.won_me") if is_you(self._seats, self._best) else phrase("score.won", name=who)
        sides = len(self.result.sheets)
        if is_onlooker(self._seats):
            return phrase("end.won_they", names=side_words(self._seats, self._best, sides))
        return phrase("score.won_us" if self._best == own_side(self._seats, sides) else "score.won_them")

    def _who_starts(self, table: Table) -> Text:
        if is_you(self._seats, table.starter):
            return phrase("score.starts_me", round=table.round)
        return phrase("score.starts", round=table.round, name=name_of(self._seats, table.starter))

    def _lines_view(self) -> Widget:
        result, sides = self.result, len(self.result.sheets)
        kind = RankRow if sides > 2 else SideSheet
        as_cards = self.context.preferences.as_cards(self._rules.deck)
        before = [total - sheet.total for total, sheet in zip(result.totals, result.sheets, strict=True)]
        options, lowest = result.table.options, self._rules.lowest_wins
        last = self._over and result == self.game.session.standing.results[-1]
        rounds = Rounds(result.round, round_count(options), over=last)
        scale = BarScale.of(tuple(zip(before, result.totals, strict=True)), self._target(), rounds, lowest=lowest)
        worst = (max if lowest else min)(sheet.total for sheet in result.sheets)
        columns = []
        for place, side in enumerate(ordered_sides(self._seats, sides)):
            sheet = result.sheets[side]
            lines = tuple(
                SheetLine(
                    f"score.{side}.{line.code}",
                    self._told(line, 1 - place),
                    band=at % 2 == 0 and kind is SideSheet,
                    as_cards=as_cards,
                    on_rule=self._show_rule,
                )
                for at, line in enumerate(sheet.lines)
            )
            now = result.totals[side]
            score = MatchScore(now - sheet.total, now, self._target(), scale)
            names = side_words(self._seats, side, sides)
            couples = sides < len(self._seats)
            called = couples and not is_onlooker(self._seats)
            title = phrase("side.us" if place == 0 else "side.them") if called else names
            crest = (Crest.US if place == 0 else Crest.THEM) if sides == 2 else None
            column = kind(f"score.side_{side}", (title, names if called else ""), crest, lines, score)
            column.won = None if self._best is None else self._best == side
            column.alone = self._alone
            column.least, column.people = sheet.total == worst, _people(self._seats, self.result.table, side)
            columns.append(column)
        for abreast in zip(*(column.lines for column in columns), strict=False):
            for line in abreast:
                line.beside = tuple(other for other in abreast if other is not line)
        self._columns = tuple(columns)
        rows = [column for column in columns if isinstance(column, RankRow)]
        if not rows:
            return Shelf("score.sides", columns, most=MAX_SIDES_ABREAST, least=MIN_SIDE_WIDTH)
        for row, side in zip(rows, ordered_sides(self._seats, sides), strict=True):
            row.own = is_you(self._seats, side)
        scores = [(row.score.before, row.score.now) for row in rows]
        self._ranking = Ranking("score.sides", rows, scores, lowest=self._rules.lowest_wins)
        return self._ranking

    def _show_rule(self, line: LineWords) -> Change | None:
        reason, options = phrase("book.from_score", what=str(line.what)), self.result.table.options
        return Push(
            RuleBookPage(self.context.preferences, line.number, reason=reason, game=self._rules, options=options)
        )

    def _told(self, line: ScoreLine, other: int) -> LineWords:
        """Return the text of a line; points won from a single opponent name that opponent."""
        faces, against = self.result.table.faces, self._rules.lowest_wins
        if line.code != "winner_takes" or len(self._seats) > 2:
            return line_words(line, faces, against=against)
        loser = ordered_sides(self._seats, 2)[other]
        code = "winner_takes_me" if is_you(self._seats, loser) else "winner_takes_one"
        return line_words(replace(line, code=code), faces, against=against, name=name_of(self._seats, loser))

    def _target(self) -> int | None:
        options = self.result.table.options
        return options.number("target") if self._rules.option("target") is not None else None

    def _racks_view(self) -> Column:
        table, as_cards = self.result.table, self.context.preferences.as_cards(self._rules.deck)
        note = Paragraph("score.racks_note", phrase("score.racks_note"), theme.READING, theme.SECONDARY_INK)
        rows: list[Widget] = [
            RackRow(f"score.rack_{seat}", name_of(self._seats, seat), tuple(table.faces[tile] for tile in rack),
                    band=seat % 2 == 0, as_cards=as_cards)
            for seat, rack in enumerate(table.racks)
        ]  # fmt: skip
        return Column("score.racks", [note, *rows], 8.0)

    # --- where it lies -------------------------------------------------------------------------------------------

    def _arrange(self, box: Box, look: Look) -> None:
        bar = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(bar), look)
        room = box.below(bar)
        grown = max(1.0, look.text_scale)
        wide = min(room.w - 2 * 24, max(MAX_SIZE[0] * grown, MAX_SIZE[0]))
        most = room.h - 2 * FELT_MARGIN
        if self._showing_racks:
            self._fit_racks(look, wide, min(most, MAX_SIZE[1]))
        high = min(most, self._paper.height_for(look, wide))
        self._paper.place(Box(room.x + (room.w - wide) / 2, room.y + (room.h - high) / 2, wide, high), look)

    def _fit_racks(self, look: Look, wide: float, high: float) -> None:
        """Show the rack tiles as large as the sheet allows, smaller to avoid a last row with few tiles."""
        rows = [row for row in self._racks.members if isinstance(row, RackRow)]
        inner = wide - 2 * PAPER_PAD
        for few in (MAX_SHORT_ROW_TILES, 0):
            for tile in TILE_WIDTHS:
                for row in rows:
                    row.tile = tile
                if self._paper.height_for(look, wide) <= high and not any(
                    row.has_short_last_row(look, inner, few) for row in rows
                ):
                    return

    def draw_ground(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the felt, darker than at the table."""
        surface.blit(felt(surface.get_size(), look.palette, FELT_SHADE), (0, 0))

    def _draw_pieces(self, surface: pygame.Surface) -> None:
        if self.ribbon is not None:
            self.ribbon.draw_behind(surface, self._now)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the sheet, and the ribbon above its title."""
        super().draw(surface)
        if self.ribbon is not None:
            self.ribbon.draw_over(surface, self._now)

    # --- what its parts do ---------------------------------------------------------------------------------------

    def back(self) -> Change | None:
        """Do nothing: the round is over, and only the gold button leads on."""
        return None

    def _swap_views(self) -> None:
        self._showing_racks = not self._showing_racks
        self._racks.visible, self._sheet.visible = self._showing_racks, not self._showing_racks
        self._swap.label = phrase("score.lines" if self._showing_racks else "score.all_racks")
        if self.look is not None:
            self.layout(self.look.viewport)

    def _go_on(self) -> Change:
        if self._alone:
            return Pop()
        if self._over:
            return Replace(self.context.match_end(self.game), all_of_them=True)
        self.game.session.begin_next_round()
        return Replace(self.context.table(self.game), all_of_them=True)

    def _see_table(self) -> Change:
        """Go back to the final table: its log replays every move, its gold button reopens this sheet."""
        return Pop() if self._alone else Replace(self.context.table(self.game))

    def _menu(self) -> Change:
        """Show the menu, with *leave* among its other entries."""
        preferences, rules = self.context.preferences, self._rules
        ways = (
            ("rules", "book.title", "book", lambda: Push(RuleBookPage(preferences, rules.section, game=rules))),
            ("settings", "title.settings", "gear", lambda: Push(self.context.settings())),
            ("leave", "end.title", "door", lambda: Replace(self.context.title(), all_of_them=True)),
        )
        return Push(menu(self.context.preferences, self.game.meanwhile, phrase("menu.score"), ways))

    def _help(self) -> Change:
        from game.client.scenes.help import Help

        return Push(Help(self.context.preferences))
