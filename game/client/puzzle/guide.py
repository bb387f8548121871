"""The paper at a puzzle's table: the task, up to three hints, and whether the answer is right."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from game.client.director import Pop, Replace
from game.client.draw.theme import ButtonKind
from game.client.lesson.coach import CoachPaper
from game.client.sides import joined_texts
from game.client.table.advice.standing import (
    BUTTONS_COST,
    LIT_COST,
    LOG_COST,
    PLATES_COST,
    RACK_COST,
    TILES_COST,
    bubble_rooms,
    with_pill,
)
from game.client.table.aims import Aim, Target
from game.client.table.geometry.laid import TileZone
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button
from game.client.words import current_language, phrase, say
from game.client.words.tell import tiles_in_words
from game.lesson.doing import find_tiles
from game.puzzle.motifs import TABLE_TASKS, motifs_of
from game.puzzle.puzzle import DIFFICULTY_COUNT, Task
from game.puzzle.session import answer_moves
from game.rules.registry import rules_of
from game.solver.packing_problem import JOKER_POINTS, face_points
from game.table.faces import JOKER
from game.table.moves import Discard, Rearrange, named_tiles
from game.table.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.client.director import Change
    from game.client.puzzle.shelf import PuzzleShelf
    from game.client.table.scene import TableScene
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.client.words import Text
    from game.puzzle.motifs import Motif
    from game.puzzle.session import PosedTask, PuzzleSession
    from game.table.faces import Face
    from game.table.moves import Move
    from game.table.tiles import Tile

MINUTE_SECONDS: Final = 60
SOLVED_WEIGHT: Final = 100 * LIT_COST  # weight of the buttons once solved: they matter more than any set
COUNT_HINT, TILES_HINT, ANSWER_HINT = 1, 2, 3  # the three hints: how many tiles, which tiles, the whole answer
TASKS_WITH_OWN_WORDS: Final = {Task.OPEN, Task.FREE_JOKER, Task.SAVE_DISCARD, Task.GO_OUT}  # the rest share one text
POINT_TASKS: Final = {Task.FREE_JOKER, Task.MOST_POINTS}
DISCARD_HINTS: Final = {  # the hints about discards, in order
    Task.SAVE_DISCARD: ("runs", "tile", "tile"),
    Task.GO_OUT: ("go_out", "last", "all_but_last"),
}


class TaskGuide:
    """Explains a task at its table, `scene`. Subclasses provide the texts, the hints and what is recorded."""

    def __init__(self, scene: TableScene[Any], session: PosedTask) -> None:
        self.scene, self.session = scene, session
        self.hints = 0
        self._missed: tuple[Face, ...] | None = None  # the last wrong answer: tiles melded or discarded
        # the boxes of the words on the felt: those of the pile, then those of the dead hands
        self.words_on_felt: Callable[[Look], tuple[Box, ...]] = lambda _look: ()
        self.erred = False  # whether there was any wrong answer
        self._noted = False
        self._folded = False  # hidden, so that the table is visible; the bar shows the task
        self._seen = True
        self._covers = False  # whether it covers sets or the rack, since large text leaves no other place
        # the selection and the focus of the last frame
        self._last_hand: tuple[tuple[Tile, ...], Widget | None] = ((), None)
        self._said: tuple[object, ...] = ()
        paper = ButtonKind.PAPER
        self.next = Button("puzzle.next", phrase("puzzle.next"), self._next, kind=ButtonKind.PRIMARY, icon="forward")
        self.hint = Button("puzzle.hint", phrase("puzzle.hint"), self.give_hint, kind=paper, icon="bulb", key="H")
        self._fold = Button("puzzle.fold", phrase("hint.button.let_me"), self._fold_paper, kind=paper, icon="hand")
        self.leave = Button("puzzle.leave", phrase("lesson.leave"), Pop, kind=paper, icon="door")
        self.paper = CoachPaper("puzzle.paper", (self.leave, self.hint, self._fold, self.next))
        scene.shown.lay_over((self.paper,), self._place_paper)
        scene.shown.wanted = self._wanted

    def tell_wrong_answer(self, gone: tuple[Face, ...]) -> None:
        """Say that playing these tiles was legal but is not the answer."""
        self._missed, self._folded, self.erred = gone, False, True

    # --- what each task says -------------------------------------------------------------------------------------

    def _asked(self) -> tuple[Text, Text]:
        """Return the title and text of the task, or of the current hint."""
        raise NotImplementedError

    def _solved(self) -> tuple[Text, Text]:
        """Return the title and text once it is solved."""
        raise NotImplementedError

    def _note(self) -> None:
        """Record that it is solved."""
        raise NotImplementedError

    def _show(self) -> None:
        """Show the answer on the table, as a draft."""
        raise NotImplementedError

    def _next(self) -> Change | None:
        """Go to the next task."""
        raise NotImplementedError

    def _draft(self, moves: Sequence[Move]) -> None:
        """Make these moves as a draft, up to the one that ends the turn; pick the tiles of that one."""
        turn = self.scene.shown.turn
        if turn is None:
            return
        for move in moves:
            if isinstance(move, Discard) or turn.with_move(move) is None:
                turn.pick_only(tuple(tile for tile in named_tiles(move) if tile in turn.view.rack))
                return
            turn.make_move(move)

    def _wanted(self) -> str | None:
        """Return the action whose button alone may be gold; None to leave that to the table.

        At an open table drawing is never gold, because whether anything can be laid is the task.
        """
        turn = self.scene.shown.turn
        return "end" if turn is not None and turn.view.table.phase is Phase.TURN else None

    @property
    def untouched(self) -> bool:
        """Return whether nothing was moved yet at an open table, where the Return key would draw."""
        turn = self.scene.shown.turn
        return turn is not None and turn.view.table.phase is Phase.TURN and not turn.arrangement.touched

    @property
    def seconds(self) -> int | None:
        """Return the seconds taken; None without a clock."""
        return None

    # --- what it says --------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Update the paper to the task's state."""
        session, scene = self.session, self.scene
        if session.solved and not self._noted:
            self._noted = True
            self._note()
        self._make_way()
        said = (
            current_language(),
            session.solved,
            self.hints,
            self._missed,
            self._folded,
            scene.shown.toast is not None,
            scene.look,
            self.seconds,
        )
        if said == self._said:
            return
        self._said = said
        self._seen = scene.shown.toast is None and (session.solved or not self._folded)
        self.paper.visible = self._seen
        self.next.visible = session.solved
        self.hint.visible = self._fold.visible = not session.solved
        self.paper.title, self.paper.words = self._solved() if session.solved else self._asked()
        scene.board.still = session.solved
        scene.board.headline = (str(self.paper.title), "") if session.solved else None
        asked, seconds = str(self._asked()[0]), self.seconds
        scene.board.task = asked if seconds is None else say("puzzle.clocked", asked=asked, time=_clock(seconds))
        if scene.look is not None:
            scene.shown.show(scene.shown.now)
        scene.shown.note_change()

    def _hand_now(self) -> tuple[tuple[Tile, ...], Widget | None]:
        turn, ring = self.scene.shown.turn, self.scene.ring
        return () if turn is None else turn.turn_state.picked, ring.focus if ring.shown else None

    def _make_way(self) -> None:
        """Hide the paper when it covers sets and the player begins, or when the focus moves below it."""
        before, self._last_hand = self._last_hand, self._hand_now()
        picked, focus = self._last_hand
        begins = self._covers and bool(picked) and picked != before[0]
        goes = focus is not before[1] and focus not in self.paper.children
        if self._seen and (begins or (goes and focus is not None and self._covers_most_of(focus))):
            self._folded = True

    def _covers_most_of(self, widget: Widget) -> bool:
        """Return whether less than half of a widget is visible."""
        return widget.rect.is_mostly_under(self.paper.rect)

    def _place_paper(self) -> None:
        """Place the paper, while visible, where it covers the least."""
        scene, look, board = self.scene, self.scene.look, self.scene.board
        self.paper.visible = self._seen and scene.shown.toast is None
        for button in scene.panel.buttons:
            button.visible &= not self.session.solved  # no move is left to make
        board.banner.visible = True
        if look is None or board.layout is None or not self.paper.visible or not str(self.paper.title):
            return
        layout, solved = board.current_layout(), self.session.solved
        self.paper.makes_way = not solved
        keep = [(layout.frame.rack, TILES_COST if solved else RACK_COST)]  # solved: its buttons need not stay put
        beside: tuple[Box, ...] = ()
        if look.text_scale <= 1.0:
            keep += [(plate.rect, PLATES_COST) for plate in (board.banner, *board.plates.values())]
            beside = self.words_on_felt(look)
            keep += [
                (box, TILES_COST) for box in beside[:1]
            ]  # the words of the pile; of the dead hands one is covered whole
            high = self.paper.min_size(look)[1]
            keep += [(Box(box.x, box.y - high, box.w, box.h + high), LOG_COST) for box in beside[1:]]
        keep += [
            (with_pill(spot), LIT_COST)
            for spot in layout.spots.values()
            if spot.lies in (TileZone.SET, TileZone.PILE) and spot.seen
        ]
        stops = scene.ring.tab_stops() if solved else scene.panel.buttons
        buttons = [stop for stop in stops if isinstance(stop, Button) and stop.visible]
        keep += [
            (one.rect, SOLVED_WEIGHT if solved else BUTTONS_COST) for one in buttons if one not in self.paper.children
        ]
        if not solved:
            keep.append((layout.box_of(Target(Aim.NEW_SET)), LIT_COST))
            own = LIT_COST if look.text_scale <= 1.0 else TILES_COST  # what is played with, where there is a choice
            keep += [(spot.box, own) for spot in layout.spots.values() if spot.lies is TileZone.RACK and spot.seen]
        self.paper.place_uncovering(bubble_rooms(board, look), keep, look, beside=beside)
        used = [layout.frame.rack, *(box for box, weight in keep if weight >= LIT_COST)]
        self._covers = any(box.overlaps(self.paper.rect) for box in used)
        if solved and self._covers_most_of(board.log):
            board.log.visible = False
        board.banner.visible = not self.paper.rect.overlaps(board.banner.rect)  # rather than half covered

    # --- what its buttons do -------------------------------------------------------------------------------------

    def give_hint(self) -> Change | None:
        """Give the next hint: how many tiles, which tiles, and finally the whole answer as a draft."""
        turn = self.scene.shown.turn
        if self.session.solved or turn is None:
            return None
        self.hints, self._missed, self._folded = min(ANSWER_HINT, self.hints + 1), None, False
        if self.hints == ANSWER_HINT:
            turn.reset()
            self._show()
            self._last_hand = self._hand_now()
        self.tell()
        return None

    def _fold_paper(self) -> Change | None:
        """Hide the paper until the next hint or wrong answer."""
        self._folded = True
        self.tell()
        self.scene.ring.focus_on("table.rack")
        return None


class PuzzleGuide(TaskGuide):
    """The guide of a puzzle."""

    def __init__(self, scene: TableScene[Any], session: PuzzleSession, shelf: PuzzleShelf) -> None:
        self.puzzle, self._shelf = session.puzzle, shelf
        self._begun = 0.0  # when the table was first shown
        self._took = 0
        self._motifs: tuple[Motif, ...] = ()  # found once it is solved, since they would give the answer away
        super().__init__(scene, session)

    @property
    def seconds(self) -> int | None:
        """Return the whole seconds taken; None without a clock."""
        if not self.scene.context.preferences.now.puzzle_clock:
            return None
        now = self.scene.shown.now  # 0 until the first frame, as the clock's zero is arbitrary
        self._begun = now if not self._begun else self._begun
        if not self._noted:
            self._took = int(now - self._begun)
        return self._took

    def _wanted(self) -> str | None:
        return "discard" if self.puzzle.task is Task.SAVE_DISCARD and not self._noted else super()._wanted()

    def _note(self) -> None:
        self._shelf.record_solved(self.puzzle, self.hints)
        laid = [move for move in self.session.sent if isinstance(move, Rearrange)]
        if laid and self.puzzle.task in TABLE_TASKS:  # the player's own answer, which may be simpler
            self._motifs = motifs_of(self.session.start, laid[0])

    def _show(self) -> None:
        self._draft(self._answer)

    def _solved(self) -> tuple[Text, Text]:
        task, solved = self.puzzle.task, self._shelf.solved
        title = phrase("puzzle.solved_hint" if self.hints else "puzzle.solved")
        done, of = self._shelf.solved_count(task), len(self._shelf.of_task(task))
        says = phrase("puzzle.solved_says", done=done, of=of, streak=solved.streak, best=solved.best_streak)
        if self._motifs:
            told = joined_texts([phrase(f"puzzle.motif.{one.value}") for one in self._motifs])
            says = phrase("puzzle.took", says=says, motifs=told)
        seconds = self.seconds
        return title, says if seconds is None else phrase("puzzle.solved_in", says=says, time=_clock(seconds))

    def _asked(self) -> tuple[Text, Text]:
        task = self.puzzle.task
        asked = f"puzzle.ask.{task.value}"
        title = phrase(asked, n=len(self.puzzle.answer)) if task is Task.LAY_ALL else phrase(asked)
        if self.hints:
            return title, self._hinted()
        if self._missed is not None:
            return title, phrase("puzzle.missed", why=self._why_not(self._missed))
        grade = phrase("puzzle.grade", grade=self.puzzle.difficulty, of=DIFFICULTY_COUNT)
        own = task.value if task in TASKS_WITH_OWN_WORDS else "play"
        told = {"points": opening_points(self.puzzle.game)} if task is Task.OPEN else {}
        how = phrase(f"puzzle.how.{own}", **told)
        start = self.session.start
        if task in POINT_TASKS and JOKER in {start.faces[tile] for tile in start.rack}:
            how = phrase("puzzle.how.joker", how=how, points=JOKER_POINTS)
        return title, phrase("puzzle.how", how=how, grade=grade)

    def _why_not(self, gone: tuple[Face, ...]) -> Text:
        """Say why these tiles are not the answer, or how much more is possible, but not where."""
        task, answer, start = self.puzzle.task, self.puzzle.answer, self.session.start
        if task in POINT_TASKS:
            return phrase("puzzle.missed.points", n=sum(map(face_points, answer)) - sum(map(face_points, gone)))
        if task is Task.SAVE_DISCARD and len(gone) == 1:
            tile = tiles_in_words(find_tiles(gone, start, start.rack), start.faces, cards=self.scene.board.as_cards)
            return phrase("puzzle.missed.fits", tile=tile)
        own = task.value if task in TASKS_WITH_OWN_WORDS else "tiles"
        return phrase(f"puzzle.missed.{own}", n=len(answer) - len(gone))

    def _hinted(self) -> Text:
        start, answer = self.session.start, self.puzzle.answer
        if self.puzzle.task is Task.LAY_ALL and self.hints < ANSWER_HINT:
            return self._hinted_of_table()
        thrown = DISCARD_HINTS.get(self.puzzle.task)
        if self.hints == COUNT_HINT:
            return phrase("puzzle.hint.count", n=len(answer)) if thrown is None else phrase(f"puzzle.hint.{thrown[0]}")
        found = find_tiles(answer if thrown is None else answer[-1:], start, start.rack)
        tiles = tiles_in_words(found, start.faces, cards=self.scene.board.as_cards)
        code = ("tiles" if self.hints == TILES_HINT else "laid") if thrown is None else thrown[self.hints - 1]
        return phrase(f"puzzle.hint.{code}", tiles=tiles)

    @cached_property
    def _answer(self) -> tuple[Move, ...]:
        return answer_moves(self.puzzle, self.session.start)

    def _hinted_of_table(self) -> Text:
        """Say how many sets can stay, then name a new one; the task already says that the whole rack is used."""
        start, sets = (
            self.session.start,
            [meld for move in self._answer if isinstance(move, Rearrange) for meld in move.sets],
        )
        before = {frozenset(meld.tiles) for meld in start.table.melds}
        new = [meld.tiles for meld in sets if frozenset(meld.tiles) not in before]
        if self.hints == COUNT_HINT:
            return phrase("puzzle.hint.stay", n=len(sets) - len(new))
        return phrase("puzzle.hint.set", tiles=tiles_in_words(new[0], start.faces, cards=self.scene.board.as_cards))

    def _next(self) -> Change | None:
        from game.client.puzzle.scene import begin_puzzle

        context = self.scene.context
        following = self._shelf.next_unsolved(self.puzzle.task, self.puzzle.key, context.preferences.now.puzzle_grade)
        return Replace(begin_puzzle(context, following, self._shelf))


def _clock(seconds: int) -> str:
    """Format a time as minutes and seconds."""
    return f"{seconds // MINUTE_SECONDS}:{seconds % MINUTE_SECONDS:02}"


def opening_points(game: str) -> int:
    """Return the points that a game's opening needs; 0 in a game without such a rule."""
    option = rules_of(game).option("opening_min")
    return int(option.default) if option is not None else 0
