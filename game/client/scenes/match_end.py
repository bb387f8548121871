"""The end of a match: its winner, and the points of every round. Also the state of an unfinished match."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.client.director import Pop, Replace
from game.client.draw import theme
from game.client.draw.burst import burst
from game.client.draw.confetti import Confetti, confetti, draw_confetti
from game.client.draw.faces import Mood
from game.client.draw.felt import felt
from game.client.draw.mark import mark
from game.client.draw.sound import Cue
from game.client.draw.sparks import Sparks
from game.client.draw.theme import ButtonKind
from game.client.events import KeyDown, PadDown, PointerDown
from game.client.music import Tune
from game.client.scenes.page import Page
from game.client.scenes.score_sides import SidePlayer, draw_face
from game.client.scenes.sheet.counts import MatchCounts, counts_of
from game.client.scenes.sheet.curve import LARGE_SIZE, MIN_LARGE_WIDTH, MatchCurve, decisive_round
from game.client.scenes.sheet.highlights import BestTurn, own_best_turn
from game.client.scenes.sheet.letters import LetterTitle
from game.client.scenes.sheet.paper import FELT_SHADE, MAX_SIZE, Paper
from game.client.scenes.sheet.turning import TurningTiles
from game.client.scenes.totals import Totals, round_points_of
from game.client.sides import is_onlooker, ordered_sides, own_side, side_words
from game.client.table.geometry.easing import spring
from game.client.table.moments import light
from game.client.table.moments.kinds import limits_for
from game.client.this_deal import can_deal_again, deal_page
from game.client.viewport import Viewport
from game.client.widgets.bar import Bar
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button, IconButton
from game.client.widgets.panel import Column
from game.client.widgets.widget import Group, Widget
from game.client.words import phrase
from game.match.transcript import Controller
from game.rules.registry import rules_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.app_context import AppContext, MatchAtTable
    from game.client.director import Change
    from game.client.events import Event
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text
    from game.match.match import Standing
    from game.match.transcript import Header

MARK_WIDTH = 84.0
MARK_MARGIN, MARK_HEIGHT_RATIO = 24, 1.24  # the margin at the logo's sides; its height in widths
WINNER_FACE, WINNER_STEP = 72.0, 88.0  # size of a winner's face, and from one to the next
SIDE_MARGINS, TOP_MARGINS = 48, 32  # margins beside and above the sheet, both sides together
FEW_SIDES_WIDTH_SHARE = 0.72  # width of the sheet for few sides, as a share of the usual width
GROW_SECONDS, MIN_SCALE = 0.7, 0.05  # duration of the growth; the scale from which on the logo is drawn
CONFETTI_SEED = 11
TUNE_DELAY_SECONDS = 1.6  # seconds: by then the winner's fanfare is over
VOLLEYS = ((0.0, 0.16), (0.35, 0.84), (0.7, 0.5))  # seconds after the start, and position across the window
VOLLEY_PIECES = 50
CONFETTI_PIECES = 50  # with three volleys 200 pieces are visible at a time
VOLLEY_HEIGHT_SHARE = 0.72  # of the window's height, at which the volleys start
CURVE_GAP = 20.0  # between the curve and the numbers
BEST_TURN_GAP = 14.0  # between the numbers and the best turn
MIN_CURVE_HEIGHT = 230.0  # the curve's least height, where the best turn is below it
CURVE_SHARE = 0.56  # of the width
# width of the sheet with a curve, as a share of the usual width, so that the large tiles beside it stay visible
CURVE_SHEET_SHARE = 0.88
RAYS_RADIUS, RAYS_LIGHT = 520.0, 0.16  # logical px: the rays' radius; and their opacity, 0 to 1
MAX_COUNTED_ROUNDS = 6  # with more rounds there is no height left for the counts
REST_TIMES = (0.0, 0.5, 60.0)  # seconds after which everything is at rest
EXPORT_FOLDER = "exports"  # folder for pictures, inside the home
MAX_NORMAL_SIDES = 4  # sides that fit a sheet of the usual width; with more it takes the whole width


class _Mark(Widget):
    """The laughing logo of the winner, which grows into its place."""

    kind = "mark"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._since: float | None = None
        self._grown = 0.0

    @property
    def wants_frames(self) -> bool:
        """Return whether it is growing."""
        return self._grown < 1.0

    def tick(self, now: float) -> Change | None:
        """Animate its growth, if motion is on."""
        self._since = now if self._since is None else self._since
        self._grown = 1.0 if self.look.calm else min(1.0, (now - self._since) / GROW_SECONDS)
        return None

    def min_size(self, look: Look) -> Size:  # noqa: ARG002 - a picture does not follow the text's size
        """Return the size of the picture."""
        return (MARK_WIDTH + MARK_MARGIN, MARK_WIDTH * MARK_HEIGHT_RATIO)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it in the middle."""
        picture = mark(self.look.px(MARK_WIDTH), self.look.palette)
        if self._grown < 1.0:
            picture = pygame.transform.smoothscale_by(picture, max(MIN_SCALE, spring(self._grown)))
        surface.blit(picture, picture.get_rect(center=self.look.rect(self.rect).center))


class _Winners(Widget):
    """The faces of those who won, under their caps, for whoever lost."""

    kind = "winners"

    def __init__(self, name: str, people: tuple[SidePlayer, ...]) -> None:
        super().__init__(name)
        self.people = people

    def min_size(self, look: Look) -> Size:  # noqa: ARG002 - faces do not follow the text
        """Return the size of all faces side by side, with their caps."""
        return (len(self.people) * WINNER_STEP, MARK_WIDTH * MARK_HEIGHT_RATIO)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw them from left to right, the caps above."""
        look, box = self.look, self.rect
        for at, one in enumerate(self.people):
            face = Box(box.x + at * WINNER_STEP, box.bottom - WINNER_FACE, WINNER_FACE, WINNER_FACE)
            draw_face(surface, look, one, face, Mood.PLEASED, 1.0)


class _Badge(Group):
    """The right end of the title bar: the match curve where it is a strip, and the winner's logo."""

    def __init__(self, name: str, parts: tuple[Widget, ...]) -> None:
        super().__init__(name, parts, self._stand)

    def min_size(self, look: Look) -> Size:
        """Return the size of all parts side by side."""
        sizes = [member.min_size(look) for member in self.members]
        return (sum(wide for wide, _high in sizes), max((high for _wide, high in sizes), default=0.0))

    def _stand(self, box: Box, look: Look) -> None:
        x = box.x
        for member in self.members:
            wide, high = member.min_size(look)
            member.place(Box(x, box.y, wide, box.h).middle(wide, high), look)
            x += wide


class _Told(Group):
    """The large curve beside the table of rounds; where both do not fit, the table alone.

    The viewer's own best turn is below one of them, whichever makes the sheet lower.
    """

    def __init__(self, name: str, curve: MatchCurve, totals: Widget, best: BestTurn | None) -> None:
        below = (totals,) if best is None else (totals, best)
        super().__init__(name, (curve, *below), self._stand)
        self.curve, self.totals, self.best = curve, totals, best
        self.summed = Column(f"{name}.summed", below, BEST_TURN_GAP)

    def _across(self, look: Look, width: float) -> float:
        """Return the width of the curve, 0 where it is left out."""
        wide = (width - CURVE_GAP) * CURVE_SHARE
        return wide if self.curve.min_size(look)[0] and wide >= MIN_LARGE_WIDTH else 0.0

    def min_size(self, look: Look) -> Size:
        """Return the room of both."""
        wide = self.summed.min_size(look)[0]
        wide += LARGE_SIZE[0] + CURVE_GAP if self.curve.min_size(look)[0] else 0.0
        return (wide, self.height_for(look, wide))

    def _heights(self, look: Look, width: float) -> tuple[float, float]:
        """Return the heights with the best turn below the table, and below the curve, which is then lower."""
        across = self._across(look, width)
        beside = self.summed.height_for(look, width - across - CURVE_GAP if across else width)
        if not across:
            return beside, math.inf
        if self.best is None:
            return max(LARGE_SIZE[1], beside), math.inf
        under = MIN_CURVE_HEIGHT + BEST_TURN_GAP + self.best.height_for(look, across)
        return max(LARGE_SIZE[1], beside), max(under, self.totals.height_for(look, width - across - CURVE_GAP))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the higher one."""
        return min(self._heights(look, width))

    def _stand(self, box: Box, look: Look) -> None:
        across = self._across(look, box.w)
        self.curve.visible = across > 0
        left = Box(box.x, box.y, across, max(self.height_for(look, box.w), box.h))
        right = box.right_of(across + CURVE_GAP) if across else box
        beside, under = self._heights(look, box.w)
        if beside <= under or self.best is None:
            self.summed.place(right, look)
            self.curve.place(left, look)
        else:
            high = self.best.height_for(look, across)
            self.totals.place(right, look)
            self.best.place(left.below(left.h - high), look)
            self.curve.place(left.top_part(left.h - high - BEST_TURN_GAP), look)


def _piece_count(pieces: int, look: Look) -> int:
    """Return how many of `pieces` are thrown at the current motion setting."""
    return round(pieces * limits_for(calm=look.calm, less=look.motion_reduced).pieces)


def _volleys(look: Look, now: float) -> tuple[Sparks, ...]:
    """Return the fireworks of a won match: three volleys."""
    canvas, count = look.viewport.canvas, _piece_count(VOLLEY_PIECES, look)
    starts = (
        (now + after, Box(canvas.w * across, canvas.h * VOLLEY_HEIGHT_SHARE, 1.0, 1.0)) for after, across in VOLLEYS
    )
    return tuple(Sparks(burst(box, begins, at, count), look) for at, (begins, box) in enumerate(starts))


class MatchEnd(Page):
    """The end of a match.

    `again` starts another of the same kind, `together` shows it again with the others of a LAN table; without both the
    page only shows the scores. `review` opens the review.
    """

    def __init__(
        self,
        context: AppContext,
        header: Header,
        standing: Standing,
        again: Callable[[Header], MatchAtTable] | None,
        review: Callable[[], Change | None] | None = None,
        together: Callable[[], Change | None] | None = None,
    ) -> None:
        self.context = context
        self.header = header
        self.vocabulary = partial(context.preferences.vocabulary, rules_of(header.game))
        self.standing = standing
        self._again = again
        self._review = review
        self._together = together
        self._has_just_ended = again is not None or together is not None  # whether the match has just ended
        sides = len(standing.totals)
        order = ordered_sides(standing.seats, sides)
        rounds = round_points_of(standing, order)
        winners = [order.index(side) for side in standing.winners]
        names = [side_words(standing.seats, side, sides) for side in order]
        after, against = [standing.totals[side] for side in order], rules_of(header.game).lowest_wins
        totals = Totals("end.totals", names, rounds, after, winners, against=against)
        buttons = self._buttons()
        self._large = standing.over and sides <= MAX_NORMAL_SIDES
        points = [made for _number, made in rounds]
        taken = decisive_round(points, winners[0], lowest=against) if len(winners) == 1 else None
        turned = None if taken is None else (taken[0], phrase("end.lead_taken", n=taken[1]))
        self._curve = curve = MatchCurve(
            "end.curve", points, winners, self._on_round_drawn, large=self._large, turned=turned
        )
        mark_of: tuple[Widget, ...] = (
            (_Mark("end.mark"),) if self._own_won() or not self._has_just_ended else ()
        )  # the loser sees no laughing face
        if self._large and self._lost():
            won = enumerate(standing.seats)
            people = [SidePlayer(at, one.name, bot=one.controller is Controller.BOT) for at, one in won
                      if at % sides in standing.winners]  # fmt: skip
            mark_of = (_Winners("end.winners", tuple(people)),)
        badge = _Badge("end.badge", mark_of if self._large else (curve, *mark_of)) if standing.over else None
        best = self._best_turn()
        shown = (totals,) if best is None else (totals, best)
        counted = self._counted(totals)
        told = _Told("end.told", curve, counted, best) if self._large else Column("end.told", shown, BEST_TURN_GAP)
        self._paper = Paper("end", (self._title(), self._sentence()), told, buttons, badge)
        if self._own_won() or self._lost():
            self._paper.title = LetterTitle(self._paper.title.name, self._title())
        deal = IconButton("end.deal", phrase("again.title"), "stack", self._this_deal)
        deal.visible = self._has_just_ended and can_deal_again(context, header)
        back = IconButton("end.back", phrase("button.back"), "back", self.back)
        aside = phrase("end.bar" if standing.over else "end.bar_running")
        self._bar = Bar("end.bar", rules_of(header.game).title, back, (deal,), aside=aside)
        super().__init__("match_end", context.preferences, Group("match_end", (self._bar, self._paper), self._arrange),
                         buttons[-1].name)  # fmt: skip
        if self._has_just_ended:
            context.sounds.play(Cue.WON if self._own_won() else Cue.LOST)
            context.music.leave_room()
        self._tune_at: float | None = None  # when the tune follows the winner's fanfare
        self._to_tell = self._has_just_ended
        self._to_throw = self._has_just_ended and self._own_won()
        self._confetti: Confetti | None = None
        self._volleys: tuple[Sparks, ...] = ()
        self._turning: TurningTiles | None = None

    def _best_turn(self) -> BestTurn | None:
        """Return the tiles of the viewer's own best turn of the match."""
        found = own_best_turn(self.standing.results, self.standing.seats)
        if found is None or not self.standing.over:
            return None
        words = phrase("end.best_turn", n=len(found[1]), round=found[0])
        as_cards = self.context.preferences.as_cards(rules_of(self.header.game).deck)
        return BestTurn("end.best", words, found[1], as_cards=as_cards, flows=True)

    def _counted(self, totals: Totals) -> Widget:
        """Return the rounds in numbers, and below them what one's own side did, while there are few rounds."""
        standing = self.standing
        if is_onlooker(standing.seats) or not standing.results or len(standing.results) > MAX_COUNTED_ROUNDS:
            return totals
        own = own_side(standing.seats, len(standing.totals))
        counts = counts_of(standing.results, own, lowest=rules_of(self.header.game).lowest_wins)
        return Column(
            "end.counted", (totals, MatchCounts("end.counts", counts, won=own in standing.winners)), BEST_TURN_GAP
        )

    def _save_picture(self) -> Change:
        """Save a large picture of how the match ended, without the page's buttons."""
        from game.client.theatre.keeping import save_file
        from game.client.theatre.share import PICTURE_SIZE, picture_to_png

        viewport = Viewport(PICTURE_SIZE)
        page = self._without_buttons()
        page.layout(viewport)
        for now in REST_TIMES:
            page.update(now)
        canvas = pygame.Surface(viewport.canvas_size)
        page.draw(canvas)
        folder = self.context.preferences.folder
        return save_file(
            self.context.preferences,
            folder and folder / EXPORT_FOLDER,
            (self.header.game, ".png"),
            picture_to_png(canvas),
        )

    def _without_buttons(self) -> MatchEnd:
        """Return the same page with nothing to press."""
        page = MatchEnd(self.context, self.header, self.standing, None)
        page._paper.buttons, page._bar.back, page._bar.others = (), None, ()
        return page

    def _on_round_drawn(self, at: int) -> None:
        """Play a sound for each round of the curve, each higher than the last."""
        if self._has_just_ended:
            self.context.sounds.play(Cue.SCORE_TICK, at)

    def _buttons(self) -> tuple[Button, ...]:
        save = Button("end.save", phrase("end.save"), self._save_picture, kind=ButtonKind.PAPER, icon="window")
        if not self._has_just_ended:
            close = Button(
                "end.close", phrase("button.back"), self.back, kind=ButtonKind.PRIMARY, icon="back", key="Enter"
            )
            return (*self._review_button(), *((save,) if self.standing.over else ()), close)
        return (
            Button("end.title_button", phrase("end.title"), self.back, kind=ButtonKind.PAPER, icon="door"),
            *self._review_button(),
            save,
            self._gold("end.again", "end.again", self._play_again, "play")
            if self._together is None
            else self._gold("end.together", "together.look", self._together, "replay"),
        )

    @staticmethod
    def _gold(name: str, code: str, act: Callable[[], Change | None], icon: str) -> Button:
        return Button(name, phrase(code), act, kind=ButtonKind.PRIMARY, icon=icon, key="Enter", role=theme.BUTTON)

    def _review_button(self) -> tuple[Button, ...]:
        if self._review is None or not self.standing.results:
            return ()
        return (Button("end.review", phrase("review.title"), self._review, kind=ButtonKind.PAPER, icon="cap"),)

    def _own_won(self) -> bool:
        seats = self.standing.seats
        return not is_onlooker(seats) and own_side(seats, len(self.standing.totals)) in self.standing.winners

    def _lost(self) -> bool:
        """Return whether the match was played here and somebody else has just won it."""
        here = self._has_just_ended and not is_onlooker(self.standing.seats)
        return here and len(self.standing.winners) == 1 and not self._own_won()

    def _winner(self) -> Text:
        standing = self.standing
        return side_words(standing.seats, standing.winners[0], len(standing.totals))

    def _title(self) -> Text:
        standing = self.standing
        if not standing.over:
            return phrase("end.running")
        if len(standing.winners) > 1:
            return phrase("end.won_shared")
        if self._own_won():
            return phrase("end.won_us")
        return phrase("end.good_game") if self._lost() else phrase("end.won_they", names=self._winner())

    def _sentence(self) -> Text:
        rounds = len(self.standing.results)
        if self._lost():
            return phrase("end.lost", n=rounds, names=self._winner())
        return phrase("end.sentence", n=rounds)

    def _arrange(self, box: Box, look: Look) -> None:
        bar = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(bar), look)
        room = box.below(bar)
        share = (
            CURVE_SHEET_SHARE
            if self._large
            else FEW_SIDES_WIDTH_SHARE
            if len(self.standing.totals) <= MAX_NORMAL_SIDES
            else 1.0
        )
        wide = min(room.w - SIDE_MARGINS, MAX_SIZE[0] * share * max(1.0, look.text_scale))
        high = min(room.h - TOP_MARGINS, self._paper.height_for(look, wide))
        self._paper.place(room.middle(wide, high), look)

    # --- confetti for the winner, between large tiles ------------------------------------------------------------

    @property
    def wants_frames(self) -> bool:
        """Return whether anything is falling."""
        turning = self._turning is not None and self._turning.wants_frames(self._now)
        return super().wants_frames or self._to_throw or self._confetti is not None or turning

    def on_event(self, event: Event) -> Change | None:
        """Complete the title and the curve on any input, which also has its usual effect."""
        if isinstance(event, KeyDown | PadDown | PointerDown):
            self._curve.finish()
            if isinstance(self._paper.title, LetterTitle):
                self._paper.title.finish()
        return super().on_event(event)

    def update(self, now: float) -> Change | None:
        """Start the confetti once, unless motion is off; the tune follows the fanfare."""
        self._play_tune(now)
        if self._to_throw and self.look is not None:
            self._to_throw = False
            if not self.look.calm:
                self._confetti = confetti(
                    self.look.viewport.canvas, now, CONFETTI_SEED, _piece_count(CONFETTI_PIECES, self.look)
                )
                self._volleys = _volleys(self.look, now)
                self._turning = TurningTiles(now, moving=not self.look.motion_reduced)
        elif self._confetti is not None and self._confetti.is_over(now):
            self._confetti = None
            self.ring.revision += 1
        return super().update(now)

    def _play_tune(self, now: float) -> None:
        if self._to_tell:
            self._to_tell, self._tune_at = False, now + TUNE_DELAY_SECONDS
        elif self._tune_at is not None and now >= self._tune_at:
            self._tune_at = None
            self.context.music.play(Tune.END)

    def draw_ground(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the felt, darker than at the table, and the confetti behind the sheet, so that the text is readable."""
        surface.blit(felt(surface.get_size(), look.palette, FELT_SHADE), (0, 0))
        if self._turning is not None:
            if not look.motion_reduced:
                middle = look.rect(self._paper.rect).midtop
                light.add_light(surface, light.rays_surface(look.px(RAYS_RADIUS), RAYS_LIGHT), middle)
            self._turning.draw(surface, look, self._now)
        if self._confetti is not None:
            for volley in self._volleys:
                surface.blits(volley.blits(self._now), doreturn=False)
            draw_confetti(surface, look, self._confetti, self._now)

    def back(self) -> Change | None:
        """Go to the title, or back to the list from which this was opened."""
        return Replace(self.context.title(), all_of_them=True) if self._has_just_ended else Pop()

    def _this_deal(self) -> Change | None:
        return deal_page(self.context, self.header)

    def _play_again(self) -> Change | None:
        if self._again is None:
            return None
        return Replace(self.context.table(self._again(self.header)), all_of_them=True)
