"""The progress of a lesson, derived from the moves sent and the turn state.

Law: the only state is which steps were read and, after a wrong move, the step before it. Properties are read many
times per frame, so expensive results are cached until the turn state or the moves sent change.
"""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypeVar

from game.bots.bot import choose_move
from game.bots.nodes import UNCOMPILED_BUDGET
from game.client.table.open.turn import OpenTurn
from game.lesson.doing import arrange_set, can_do
from game.lesson.lesson import LEARNER_SEAT, SENDING_VERBS
from game.lesson.session import RIVAL_LEVEL, line_of
from game.session.arrangement import Arrangement
from game.table.moves import Close, Discard, Draw, Pass
from game.table.refusals import Refusal
from game.table.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.table.shown import ShownMatch
    from game.lesson.lesson import LessonStep
    from game.lesson.session import LessonSession
    from game.session.arrangement import Heap
    from game.table.tiles import Tile
    from game.table.view import View

T = TypeVar("T")
MIN_SET_SIZE = 3
PICK_DEEDS = ("meld", "discard")  # deeds for which tiles are selected


class LessonProgress:
    """The progress of one lesson at the table `shown`."""

    def __init__(self, session: LessonSession, shown: ShownMatch[Any, Any]) -> None:
        self.session, self.shown, self.lesson = session, shown, session.lesson
        # The position after each move sent as asked, and for each step the number of moves sent when it is done.
        self._places, self._over = line_of(self.lesson)
        session.require_line(self._places)
        self._read: set[int] = set()
        self._left = 0  # the last step before a wrong move
        self._found_for: object = None  # the key of the cache `_found`: turn state, moves sent, steps read
        self._found: dict[str, Any] = {}

    def _cached(self, name: str, find: Callable[[], T]) -> T:
        turn = self.shown.turn
        now = (None if turn is None else turn.turn_state, self.session.sent, len(self._read), self.round_is_over)
        if now != self._found_for:
            self._found_for, self._found = now, {}
        if name not in self._found:
            self._found[name] = find()
        found: T = self._found[name]
        return found

    @property
    def step_number(self) -> int:
        """Return the number of the current step; the number of steps when all are done."""
        if not self.session.strayed and not self.melded_unasked:
            self._left = self._reached
        return self._left

    @property
    def _reached(self) -> int:
        return self._cached("reached", self._find_reached)

    def _find_reached(self) -> int:
        read = max(self._read, default=0)  # earlier steps are done, even if their sets have grown since
        for number, step in enumerate(self.lesson.steps):
            if number >= read and not self._is_met(number, step):
                return number
        return len(self.lesson.steps)

    @property
    def step(self) -> LessonStep | None:
        """Return the current step; None when all are done."""
        return self._step_at(self.step_number)

    def _step_at(self, number: int) -> LessonStep | None:
        return self.lesson.steps[number] if number < len(self.lesson.steps) else None

    def mark_read(self) -> None:
        """Note that the current step's words were read."""
        self._read.add(self.step_number)

    @property
    def shows_welcome(self) -> bool:
        """Return whether the lesson's welcome is still to be read."""
        return self.step_number == 0 and self.lesson.steps[0].deed.verb == "next"

    @property
    def was_read(self) -> bool:
        """Return whether the step's words were closed, so that the learner plays freely."""
        return self.step_number in self._read

    def _is_met(self, number: int, step: LessonStep) -> bool:
        sent, verb = self.session.sent, step.deed.verb
        if verb == "next":
            return number in self._read
        if verb == "free":
            return self.round_is_over
        if sent >= self._over[number]:
            return True
        if verb in SENDING_VERBS or self.shown.turn is None or sent < self._over[number] - 1:
            return False
        if verb in ("keep", "take"):
            return self.shown.turn.view.phase is Phase.PLAY
        lying = self._set_faces()
        of_turn = takewhile(lambda one: one.deed.verb == "meld", self.lesson.steps[number:])  # laid at once, too
        wanted = [Counter(one.deed.faces) for one in of_turn]
        return any(wanted[0] <= one and one in lying for one in wanted)

    def _set_faces(self, *, begun: bool = False) -> list[Counter[Any]]:
        """Return the faces of each set on the table, including unsent ones.

        If `begun`, an open table's sets are only those with a rack tile of this turn.
        """
        turn = self.shown.turn
        if turn is None:
            return []
        faces = turn.view.faces
        if isinstance(turn, OpenTurn):
            laid = set(turn.arrangement.played)
            heaps = [heap.tiles for heap in turn.arrangement.heaps if not begun or laid & set(heap.tiles)]
            return [Counter(faces[tile] for tile in tiles) for tiles in heaps]
        table = turn.view.table
        own = table.melds_of(table.side_of(turn.view.seat))
        return [Counter(faces[tile] for tile in table.melds[index].tiles) for index in own]

    def table_after_steps(self, view: View) -> Arrangement | Refusal:
        """Return the open table after all of this turn's steps up to the current one, and nothing else."""
        table = Arrangement.of(view)
        for step, over in zip(self.lesson.steps[: self.step_number + 1], self._over, strict=False):
            if step.deed.verb == "meld" and over == self.session.sent + 1:
                laid = arrange_set(table, step.deed.faces)
                if isinstance(laid, Refusal):
                    return laid
                table = laid
        return table

    @property
    def round_is_over(self) -> bool:
        """Return whether the round has been scored."""
        return bool(self.session.standing.results)

    @property
    def can_close(self) -> bool:
        """Return whether the learner could take the closing tile now and lay the whole rack."""
        return self._cached("can_close", self._find_close)

    def _find_close(self) -> bool:
        view = self.session.view
        if view is None or self.shown.turn is None or not self.shown.turn.can_play:
            return False
        return isinstance(choose_move(view, RIVAL_LEVEL, UNCOMPILED_BUDGET, 0).move, Close)

    @property
    def learner_won(self) -> bool:
        """Return whether the learner has won the round."""
        totals = [sheet.total for sheet in self.session.standing.results[-1].sheets]
        return totals[LEARNER_SEAT] == (min(totals) if self.session.rules.lowest_wins else max(totals))

    def _heaps_off(self, turn: OpenTurn) -> tuple[Heap, ...]:
        """Return an open table's heaps with a rack tile, finished or not, that no step up to this turn asks for."""
        wanted = [
            Counter(step.deed.faces)
            for step, over in zip(self.lesson.steps, self._over, strict=True)
            if step.deed.verb == "meld" and over <= self.session.sent + 1
        ]
        played, faces = set(turn.arrangement.played), turn.view.faces
        heaps = (heap for heap in turn.arrangement.heaps if played & set(heap.tiles))
        step = self._step_at(self._reached)
        grows = step is not None and step.grows_set
        return tuple(
            heap
            for heap in heaps
            if not any(Counter(faces[tile] for tile in heap.tiles) <= one for one in wanted)
            or (grows and len(heap.tiles) < MIN_SET_SIZE and played >= set(heap.tiles))  # beside the set
        )

    @property
    def surplus(self) -> tuple[Tile, ...]:
        """Return the rack tiles that a wrong move left on an open table, which this turn's steps do not ask for."""
        return self._cached("surplus", self._find_surplus)

    def _find_surplus(self) -> tuple[Tile, ...]:
        turn, view = self.shown.turn, self.session.view
        if not isinstance(turn, OpenTurn) or view is None or view.table.to_move != view.seat:
            return ()
        if turn.arrangement.base.table != view.table:
            return ()  # an animation is still due
        asked = self.table_after_steps(view)
        if isinstance(asked, Refusal):
            return ()
        faces = turn.view.faces
        found: list[Tile] = []
        left = Counter(faces[tile] for tile in asked.played)
        for tile in turn.arrangement.played:
            if left[faces[tile]] > 0:
                left[faces[tile]] -= 1
            else:
                found.append(tile)
        return tuple(found)

    @property
    def has_nothing_to_take_back(self) -> bool:
        """Return whether the wrong move was a draw or a pass, which has changed nothing on the table."""
        return bool(self.session.strayed) and all(isinstance(move, Draw | Pass) for move in self.session.strayed)

    @property
    def only_melds_wrong(self) -> bool:
        """Return whether the wrong move ends with the step's discard, so that only what was melded is wrong."""
        turn, step, strayed = self.shown.turn, self.step, self.session.strayed
        if turn is None or step is None or not strayed or not isinstance(strayed[-1], Discard):
            return False
        return step.deed.verb == "discard" and turn.view.faces[strayed[-1].tile] in step.deed.faces

    @property
    def took_pile_instead(self) -> bool:
        """Return whether the pile was taken although the step asks for a draw."""
        turn, step = self.shown.turn, self._step_at(self._reached)
        drawn = turn is not None and turn.view.must_decide and turn.view.phase is Phase.PLAY
        return drawn and step is not None and step.deed.verb == "draw"

    @property
    def wrong_picks(self) -> tuple[Tile, ...]:
        """Return the selected tiles that the step does not ask for, unless another meld of this turn has them all."""
        turn, step = self.shown.turn, self.step
        if turn is None or step is None or step.deed.verb not in PICK_DEEDS:
            return ()
        faces = {turn.view.faces[tile] for tile in turn.turn_state.picked}
        turns = takewhile(lambda one: one.deed.verb == "meld", self.lesson.steps[self.step_number :])
        if any(faces <= set(one.deed.faces) for one in turns):
            return ()
        return tuple(tile for tile in turn.turn_state.picked if turn.view.faces[tile] not in step.deed.faces)

    @property
    def used_picks(self) -> tuple[Tile, ...]:
        """Return the selected tiles of sets laid in this turn, once only its end is asked for."""
        turn, step = self.shown.turn, self.step
        if not isinstance(turn, OpenTurn) or not turn.turn_state.picked or step is None or step.deed.verb != "end":
            return ()
        played = set(turn.arrangement.played)
        lying = {tile for heap in turn.arrangement.heaps if played & set(heap.tiles) for tile in heap.tiles}
        return tuple(tile for tile in turn.turn_state.picked if tile in lying)

    @property
    def missing_count(self) -> int:
        """Return how many of the step's tiles are still to be selected, not counting those already melded singly."""
        turn, step = self.shown.turn, self.step
        if turn is None or step is None or step.deed.verb not in PICK_DEEDS:
            return 0
        picked = sum(turn.view.faces[tile] in step.deed.faces for tile in turn.turn_state.picked)
        wanted = Counter(step.deed.faces)
        there = wanted.total() - step.pick_count  # already in the set or on the table
        lying = max((one.total() for one in self._set_faces(begun=True) if one <= wanted), default=there)
        return step.pick_count - picked - max(0, lying - there)

    @property
    def has_broken_set(self) -> bool:
        """Return whether, on an open table, an invalid set seems complete, or has rack tiles that no step asks for."""
        turn, step = self.shown.turn, self._step_at(self._reached)
        if not isinstance(turn, OpenTurn):
            return False
        verb = "" if step is None else step.deed.verb
        least = 1 if verb == "end" else MIN_SET_SIZE
        off = () if verb == "draw" else self._heaps_off(turn)  # before a draw nothing is to be laid, set or none
        return any(
            mark.changed and not mark.valid and (len(mark.heap.tiles) >= least or mark.heap in off)
            for mark in turn.arrangement.heap_states
        )

    def _is_stuck(self, turn: Any) -> bool:
        """Return whether the table makes the step impossible, for lack of its tiles or its set."""
        step = self._step_at(self._reached)
        doing = turn.view.must_decide and turn.view.phase is Phase.PLAY
        return doing and step is not None and step.deed.verb in PICK_DEEDS and not can_do(turn.view, step.deed)

    @property
    def melded_unasked(self) -> bool:
        """Return whether something was melded in this turn that no step asks for; moving sets does not count."""
        return self._cached("off", self._find_off)

    def _find_off(self) -> bool:
        turn = self.shown.turn
        if turn is None or self.session.sent >= max(self._over):
            return False
        if isinstance(turn, OpenTurn):
            step = self._step_at(self._reached)
            verb, table = "" if step is None else step.deed.verb, turn.arrangement
            left = table.play_refusal is not None if verb == "end" else verb == "draw" and table.touched
            return bool(self._heaps_off(turn)) or left
        if self.took_pile_instead or self._is_stuck(turn):
            return True
        if self.session.sent >= len(self._places):  # the learner ends the last turn freely
            return False
        _rack, _pile, *melds = self._places[self.session.sent]
        wanted = [Counter(codes) for codes in melds]
        lying = [Counter(face.code for face in faces.elements()) for faces in self._set_faces()]
        return any(not any(one <= other for other in wanted) for one in lying)
