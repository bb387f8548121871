"""The review of a round: its curve, the selected turn on two papers, the parts of the result, the lesson.

Laws: hidden tiles never count against a player; luck is shown separately; a worker analyses the round meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import inf, isqrt
from typing import TYPE_CHECKING, Final

from game.client.annals.curve import signed_number
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.review.papers import MovesField, PaperHead, move_rows
from game.client.review.plot import TENTHS_PER_PERCENT, Legend, RoundCurve, Scale
from game.client.review.sums import OTHERS_COLOUR, ResultPart, SumBars
from game.client.scenes.page import Page
from game.client.sides import unique_names
from game.client.widgets.bar import Bar
from game.client.widgets.boxes import ROUNDING, Box
from game.client.widgets.button import Button, IconButton
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import SHEET, Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.shelf import Shelf, WithSign
from game.client.widgets.stepper import Grade, Stepper
from game.client.widgets.widget import Group
from game.client.words import phrase
from game.client.words.tell import tell_reason
from game.review.lessons import lessons_of
from game.review.marks import TurnMark
from game.review.review import round_key, turn_view
from game.session.match_replay import ReplayPosition

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.review.worker import ReviewWorker
    from game.client.viewport import Viewport
    from game.client.widgets.look import Look
    from game.client.words import Text
    from game.review.lessons import Takeaway
    from game.review.review import JudgedTurn, RoundReview
    from game.session.match_replay import Replay

SIDE_WIDTH: Final = 388.0
WIDE_LAYOUT_WIDTH: Final = 1100.0  # logical px: from this width on the results are at the right
MAX_TEXT_SCALE: Final = 1.3  # text scale above which they have no room there
SECTION_GAP, GAP, LINE_GAP = 14.0, 8.0, 2.0
PADDING: Final = 16.0
PAPERS_ABREAST, MIN_PAPER_WIDTH = 2, 300.0  # papers side by side, and the least width of one
MAX_WIDTH: Final = 1500.0
MARGIN_ERRORS: Final = 2  # standard errors in a margin of error
MAX_LESSONS: Final = 3
TWO_SIDES: Final = 2  # sides in a duel, or of couples
SCALE_NAMES: Final = ("points", "chance")


@dataclass(frozen=True, slots=True)
class ReviewActions:
    """The callbacks of a review: show a place in the theatre, and play on from one if possible."""

    show: Callable[[ReplayPosition], Change | None]
    play_on: Callable[[ReplayPosition], Change | None] | None = None


class ReviewPage(Page):
    """Shows one round of a replay, at first round `at`; the page owns the worker."""

    keeps = frozenset({"new_game"})

    def __init__(
        self, context: AppContext, replay: Replay, at: int, worker: ReviewWorker, actions: ReviewActions
    ) -> None:
        self.context, self.replay, self.worker, self.actions = context, replay, worker, actions
        self.vocabulary = partial(context.preferences.vocabulary, replay.rules)
        self.seat = replay.first_viewpoint
        self._rounds = [number for number, one in enumerate(replay.rounds) if one.is_scored]
        if not self._rounds:
            raise ValueError("no round of this match is scored")
        self.at = at if at in self._rounds else self._rounds[-1]
        self._keys = {number: round_key(replay.rounds[number]) for number in self._rounds}

        self._told: object = None
        cards = context.preferences.as_cards(replay.rules.deck)
        back = IconButton("review.back", phrase("button.back"), "back", self.back)
        self._bar = Bar("review.bar", phrase("review.title"), back, (), aside="")
        self.curve = RoundCurve("review.curve", self._chose)
        note = Paragraph("review.note", phrase("review.note"), theme.SMALL, theme.MUTED)
        self._legend = Legend("review.legend")
        rows = (self.curve, self._legend, note)
        self._plot = Panel("review.plot", phrase("review.stands"), Column("review.plot_rows", rows, GAP),
                           aside=phrase("review.expected.points"), padding=PADDING)  # fmt: skip
        self._heads = (PaperHead("review.played"), PaperHead("review.best"))
        self._fields = (MovesField("review.played_moves", cards=cards), MovesField("review.best_moves", cards=cards))
        self._words = tuple(
            Paragraph(f"review.{name}_words", "", theme.READING, theme.INK) for name in ("played", "best")
        )
        self._on = Button("review.on", phrase("review.play_on"), self._play_on, kind=ButtonKind.PAPER, icon="play")
        shared = Shelf(
            "review.papers",
            tuple(self._paper(at) for at in range(PAPERS_ABREAST)),
            most=PAPERS_ABREAST,
            least=MIN_PAPER_WIDTH,
            even=True,
        )
        self._result = Paragraph("review.result", "", theme.HEADING, theme.CREAM)
        self.bars = SumBars("review.sums")
        self._strength = Paragraph("review.strength", "", theme.SMALL, theme.MUTED)
        self._round = Stepper("review.round", (Grade("0", ""),), "0", self._go_to_round)
        self._scale = Stepper("review.scale", tuple(Grade(key, phrase(f"review.scale.{key}")) for key in SCALE_NAMES),
                              SCALE_NAMES[0], self._rescale)  # fmt: skip
        self._far = Paragraph("review.far", "", theme.SMALL, theme.GOLD)
        self._stop = Button("review.stop", "", self._stop_or_go, icon="pause")
        sums = (self._round, self._scale, self._far, self._stop, self._result, self.bars, self._strength)
        made = Panel("review.made", phrase("review.made"), Column("review.made_rows", sums, GAP), padding=PADDING)
        self._nothing = Paragraph("review.nothing", "", theme.READING, theme.CREAM)
        self._titles = [Paragraph(f"review.lesson_{at}", "", theme.LABEL, theme.CREAM) for at in range(MAX_LESSONS)]
        self._lines = [Paragraph(f"review.lesson_{at}_line", "", theme.SMALL, theme.MUTED) for at in range(MAX_LESSONS)]
        self._learnt = [
            WithSign(Column(f"review.lesson_{at}_words", words, LINE_GAP), self._show_button(at))
            for at, words in enumerate(zip(self._titles, self._lines, strict=True))
        ]
        learnt = Column("review.lesson_rows", (self._nothing, *self._learnt), GAP)
        lessons = Panel("review.lessons", phrase("review.lessons"), learnt, padding=PADDING)
        self._gold = Button("review.see", "", self._see, kind=ButtonKind.PRIMARY, icon="play", key="Enter",
                            role=theme.BUTTON)  # fmt: skip
        self._left = Scroll("review.left", Column("review.left_rows", (self._plot, shared), SECTION_GAP))
        self._right = Scroll("review.right", Column("review.right_rows", (made, lessons), SECTION_GAP))
        self._whole = Scroll("review.whole", Column("review.rows", (self._plot, shared, made, lessons), SECTION_GAP))
        self._group = Group("review", (self._bar, self._left, self._right, self._gold), self._arrange)
        super().__init__("review", context.preferences, self._group, "review.curve")
        self._choose_worst()
        self._go_on()

    def _show_button(self, at: int) -> Button:
        return Button(f"review.show_{at}", phrase("review.show"), lambda: self._show_lesson(at), icon="eye")

    def _paper(self, at: int) -> Panel:
        foot = (self._on,) if at else ()
        rows = (self._heads[at], self._fields[at], self._words[at], *foot)
        name = ("played", "best")[at]
        return Panel(
            f"review.{name}_paper", None, Column(f"review.{name}_rows", rows, GAP), ground=SHEET, padding=PADDING
        )

    # --- the work ------------------------------------------------------------------------------------------------

    def review_of(self, number: int) -> RoundReview | None:
        """Return the review of a round so far."""
        return self.worker.kept.review_of(self._keys[number], self.seat)

    def _unreviewed_rounds(self) -> tuple[int, ...]:
        """Return the rounds not yet fully reviewed, the shown one first."""
        rounds = [self.at, *(number for number in self._rounds if number != self.at)]
        return tuple(number for number in rounds if (one := self.review_of(number)) is None or not one.is_complete)

    def _go_on(self) -> None:
        left = self._unreviewed_rounds()
        if left:
            self.worker.start(left, self.seat)

    def _stop_or_go(self) -> Change | None:
        if self.worker.is_running:
            self.worker.stop()
        else:
            self._go_on()
        self._again()
        return None

    @property
    def wants_frames(self) -> bool:
        """Return whether results may still arrive."""
        return super().wants_frames or self.worker.is_running

    def update(self, now: float) -> Change | None:
        """Show new results."""
        if self.worker.is_running:
            heard = self.worker.poll()
            if not self._unreviewed_rounds():
                self.worker.stop()
            if heard or not self.worker.is_running:
                self._follow()
                self._again()
        return super().update(now)

    def back(self) -> Change | None:
        """Leave; the results so far are saved."""
        self.worker.stop()
        return super().back()

    def _follow(self) -> None:
        """Select the worst marked turn so far, unless the player has selected one."""
        if not self._by_hand:
            self._choose_worst()

    _by_hand = False

    def _worst_marked_turn(self) -> int | None:
        review = self.review_of(self.at)
        marked = [at for at, turn in enumerate(() if review is None else review.turns)
                  if turn.mark in {TurnMark.MISS, TurnMark.INEXACT}]  # fmt: skip
        if review is None or not marked:
            return None
        return min(marked, key=lambda at: review.turns[at].compared.points)

    def _choose_worst(self) -> None:
        self.curve.chosen = self._worst_marked_turn() or 0
        self._tell()

    # --- what it shows -------------------------------------------------------------------------------------------

    def layout(self, viewport: Viewport) -> None:
        """Rebuild the texts in the current language, then lay out."""
        self._tell()
        super().layout(viewport)

    def _again(self) -> None:
        if self.look is not None:
            self.layout(self.look.viewport)

    @property
    def review(self) -> RoundReview | None:
        """Return the review of the shown round so far."""
        return self.review_of(self.at)

    @property
    def turn(self) -> JudgedTurn | None:
        """Return the selected turn."""
        review = self.review
        if review is None or not 0 <= self.curve.chosen < len(review.turns):
            return None
        return review.turns[self.curve.chosen]

    def _tell(self) -> None:
        review = self.review
        self.curve.review = self._legend.review = review
        played = self.replay.rounds[self.at]
        names = unique_names([seat.name for seat in self.replay.seats(self.at)])
        self._bar.aside = phrase(
            "review.aside", game=self.replay.rules.title, round=played.number, name=names[self.seat]
        )
        self._round.grades = tuple(
            Grade(str(number), phrase("review.round", round=self.replay.rounds[number].number))
            for number in self._rounds
        )
        self._round.chosen = str(self.at)
        self._round.visible = len(self._rounds) > 1
        self._plot.aside = phrase(f"review.expected.{self._scale.chosen}")
        self._tell_far(review)
        self._tell_sums(review)
        self._tell_lessons(review)
        self._tell_papers()
        self._gold.label = phrase("review.see", turn=self.curve.chosen + 1)
        self._gold.enabled = self.turn is not None

    def _tell_far(self, review: RoundReview | None) -> None:
        left = bool(self._unreviewed_rounds())
        done, of = (0, 0) if review is None else (len(review.turns), review.turn_count)
        self._far.visible = self._stop.visible = left
        self._far.text = phrase("review.far", done=done, of=of) if review else phrase("review.begins")
        if self.worker.failed:
            self._far.text = phrase("review.failed", reason=self.worker.failed)
        runs = self.worker.is_running
        self._stop.label = phrase("review.stop" if runs else "review.go_on")
        self._stop.icon = "pause" if runs else "play"

    def _tell_sums(self, review: RoundReview | None) -> None:
        whole = review is not None and review.is_complete
        self._result.visible = self.bars.visible = whole
        reviewed = [one for one in self.worker.kept.rounds if one.is_complete]
        self._strength.visible = whole and len(reviewed) > 1  # of one round the bar of our own play says it
        if review is None or not whole:
            return
        code = "won" if review.result > 0 else "lost" if review.result < 0 else "even"
        many = code != "even" and len(self.replay.rounds[self.at].table(0).totals) > TWO_SIDES
        self._result.text = phrase(f"review.{code}_mean" if many else f"review.{code}", points=abs(review.result))
        luck, play = review.luck, review.play
        self.bars.sums = (
            ResultPart(phrase("review.luck"), luck.points, MARGIN_ERRORS * luck.error, theme.SKY),
            ResultPart(phrase("review.others"), review.others, 0, OTHERS_COLOUR),
            ResultPart(
                phrase("review.play"),
                play.points,
                MARGIN_ERRORS * play.error,
                theme.MINT if play.points >= 0 else theme.CORAL,
            ),
        )
        self._strength.text = strength_words(self.worker.kept.rounds)

    def _tell_lessons(self, review: RoundReview | None) -> None:
        lessons = () if review is None or not review.is_complete else lessons_of(review)
        self._nothing.visible = not lessons
        self._nothing.text = _nothing_of(review)
        for at in range(MAX_LESSONS):
            self._learnt[at].visible = at < len(lessons)
            if at < len(lessons):
                self._titles[at].text = _title_of(lessons[at])
                turns = ", ".join(str(turn + 1) for turn in lessons[at].turns)
                code = "review.lesson_won" if lessons[at].is_praise else "review.lesson_cost"
                self._lines[at].text = phrase(code, turns=turns, points=abs(lessons[at].points))

    def _tell_papers(self) -> None:
        turn, review = self.turn, self.review
        names = unique_names([seat.name for seat in self.replay.seats(self.at)])
        played, best = self._heads
        own = self.replay.own == self.seat
        played.title = phrase("review.played") if own else phrase("review.played_by", name=names[self.seat])
        played.points = best.points = ""
        self._on.visible = self.actions.play_on is not None and turn is not None
        self._on.enabled = True
        if turn is None or review is None:
            best.title, best.mark, played.mark = phrase("review.best"), None, None
            begins = "review.no_turns" if review is not None and review.is_complete else "review.begins"
            for field, words in zip(self._fields, self._words, strict=True):
                field.rows, words.text = (), phrase(begins)
            return
        view = turn_view(self.replay, review, turn)
        same = not turn.compared.points and turn.mark is TurnMark.GOOD
        played.mark, best.mark = turn.mark, None if same else TurnMark.BRILLIANT if turn.compared.points < 0 else None
        best.title = phrase("review.same" if same else "review.better" if turn.compared.points < 0 else "review.strong")
        scale = self.curve.scale
        stood = scale.converted(turn.stood.points, turn.stood.chance)
        played.points = scale.words(stood)
        played.ink = theme.RED_INK if turn.mark is TurnMark.MISS else theme.INK
        best.points = scale.words(stood - scale.converted(turn.compared.points, turn.compared.chance))
        best.ink = theme.GREEN_INK if turn.compared.points < 0 else theme.INK
        self._fields[0].rows = move_rows(view, turn.played)
        self._fields[1].rows = move_rows(view, turn.best)
        self._words[0].text = self._cost_of(review, turn)
        why = tell_reason(turn.reason, turn.args, view.faces, cards=self.replay.rules.deck.cards)
        self._words[1].text = why or phrase("review.no_choice")

    def _cost_of(self, review: RoundReview, turn: JudgedTurn) -> Text:
        points, chance = turn.compared.points, abs(turn.compared.chance)
        told: dict[str, int | str] = {"points": abs(points), "chance": f"{chance / TENTHS_PER_PERCENT:.1f}"}
        if points < 0:
            code = "review.unclear" if turn.mark is TurnMark.GOOD else "review.cost"
            return phrase(code, gone=review.punished_points(self.curve.chosen), **told)
        return phrase("review.gain", **told) if points > 0 else phrase("review.as_strong")

    # --- what its parts do ---------------------------------------------------------------------------------------

    def _chose(self) -> Change | None:
        self._by_hand = True
        self._again()
        return None

    def _rescale(self, key: str) -> Change | None:
        self.curve.scale = Scale(chance=key == SCALE_NAMES[1])
        self._again()
        return None

    def _go_to_round(self, key: str) -> Change | None:
        self.at, self._by_hand = int(key), False
        self._choose_worst()
        runs = self.worker.is_running
        if runs and self.at in self._unreviewed_rounds():
            self._go_on()
        self._again()
        return None

    def _show_lesson(self, at: int) -> Change | None:
        review = self.review
        lessons = () if review is None else lessons_of(review)
        if review is None or at >= len(lessons):
            return None
        self.curve.chosen, self._by_hand = lessons[at].shown, True
        return self._see()

    def _see(self) -> Change | None:
        turn = self.turn
        if turn is None:
            return None
        self.worker.stop()
        return self.actions.show(ReplayPosition(self.at, turn.made))

    def _play_on(self) -> Change | None:
        turn = self.turn
        if turn is None or self.actions.play_on is None:
            return None
        self.worker.stop()
        return self.actions.play_on(ReplayPosition(self.at, turn.made))

    # --- where it lies -------------------------------------------------------------------------------------------

    def _arrange(self, box: Box, look: Look) -> None:
        high = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(high), look)
        room = box.below(high + GAP / 2)
        gold = self._gold.height_for(look, look.scaled(SIDE_WIDTH))
        if room.w >= WIDE_LAYOUT_WIDTH and look.text_scale <= MAX_TEXT_SCALE:
            self._group.members = (self._bar, self._left, self._right, self._gold)
            inner = room.middle(min(room.w - SECTION_GAP, MAX_WIDTH), room.h)
            side = look.scaled(SIDE_WIDTH) + SECTION_GAP
            left = inner.left_part(inner.w - side)
            self.curve.most = inf
            self._left.place(left, look)
            over = self._left.height_for(look, left.w) - left.h
            if over > 0:  # a lower curve may make scrolling unnecessary
                self.curve.most = self.curve.rect.h - over
                if self._left.height_for(look, left.w) > left.h + ROUNDING:
                    self.curve.most = inf
                self._left.place(left, look)
            right = inner.right_of(inner.w - side)
            self._right.place(right.top_part(right.h - gold - SECTION_GAP), look)
            self._gold.place(
                Box(right.x + SECTION_GAP / 2, right.bottom - gold - SECTION_GAP / 2, right.w - SECTION_GAP, gold), look
            )
            return
        self._group.members = (self._bar, self._whole, self._gold)
        inner = room.inset(SECTION_GAP / 2, 0)
        seen = inner.h - gold - SECTION_GAP
        # so that all of it is above the gold button
        self.curve.most = seen - 2 * PADDING - look.line_height(theme.TITLE)
        self._whole.place(inner.top_part(seen), look)
        self._gold.place(Box(inner.x, inner.bottom - gold - SECTION_GAP / 2, inner.w, gold), look)


def strength_words(rounds: Sequence[RoundReview]) -> Text:
    """Say how the player compares with a strong one, on average over the match's reviewed rounds."""
    done = [one.play for one in rounds if one.is_complete]
    count = max(1, len(done))
    doubt = MARGIN_ERRORS * isqrt(sum(one.error * one.error for one in done)) // count
    return phrase(
        "review.strength", n=len(done), points=signed_number(sum(one.points for one in done) / count), doubt=doubt
    )


def _nothing_of(review: RoundReview | None) -> Text:
    """Say why there is no lesson, for example because many small losses added up."""
    if review is None or not review.is_complete:
        return phrase("review.later")
    if not review.turns:
        return phrase("review.no_turns")
    play = review.play
    if play.points + MARGIN_ERRORS * play.error < 0:
        return phrase("review.trifles", n=round(-play.points))
    return phrase("review.nothing")


def _title_of(lesson: Takeaway) -> Text:
    return phrase(f"review.{'praise' if lesson.is_praise else 'lesson'}.{lesson.kind.value}")
