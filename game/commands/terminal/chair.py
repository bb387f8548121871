"""One player at a table, in text: events are printed, typed lines become moves of the turn.

Laws: a step is tried on a copy, and sent when it ends the turn or reveals something, as in the window; a refusal is
printed with its reason; nothing is printed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from game.client.access import telling
from game.client.words import say
from game.commands.terminal.advice import TerminalHints
from game.commands.terminal.asking import VERBS_ALONE, RuleReader, help_words, pile_words, verb_applies, verb_word
from game.commands.terminal.reading import is_word_for, set_number, split_at_words, tiles_in, verb_of
from game.match.match import Standing
from game.session.arrangement import NEW_SET_INDEX, Arrangement
from game.session.draft import Draft
from game.session.hints import Adviser
from game.session.proposals import addition_refusal, additions, new_set_refusal, new_sets
from game.session.session import Dealt, Event, Moved, RoundOver, Session, TimedOut, Trouble
from game.table.faces import HIDDEN
from game.table.melds import Meld
from game.table.moves import Discard, Draw, Extend, Keep, LayMeld, Move, Pass, Rearrange, Redraw, Stop, TakePile
from game.table.refusals import Code, Refusal
from game.table.state import Phase
from game.table.tiles import NO_TILE, Tile
from game.table.view import View, with_shown_faces

PrintSentence = Callable[[str], object]


@dataclass(slots=True)
class _Turn:
    """An unsent turn: the table before it, and the draft of a dead-hand game or the arrangement of an open table."""

    base: View
    draft: Draft
    arrangement: Arrangement | None
    before: list[tuple[Draft, Arrangement | None]] = field(default_factory=list)

    @property
    def view(self) -> View:
        """The table after the unsent turn."""
        return self.draft.view

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles still in hand, in the order they are printed."""
        left = self.view.rack if self.arrangement is None else self.arrangement.rack
        return telling.in_reading_order(left, self.view.faces)


class TerminalPlayer:
    """Prints and reads for the session's seat. `gone` tells that the player wants to leave."""

    def __init__(self, tell: PrintSentence, adviser: Adviser | None = None) -> None:
        self._tell: PrintSentence = lambda words: tell(telling.spoken_form(words))
        self._hints = TerminalHints(adviser, lambda: None if self._turn is None else self._turn.arrangement)
        book = RuleReader()
        self._queries = {
            "help": help_words,
            "rule": book.rule,
            "more": book.more,
            "hint": self._hints.ask,
            "pile": pile_words,
        }
        self._turn: _Turn | None = None
        self._said_lines = 0  # printed lines of the round's log
        self._called: Phase | None = None  # the phase of the last prompt
        self._brief = False
        self._known: set[Tile] = set()  # tiles of the hand that were printed
        self._hand_said = False
        self._sets: tuple[Meld, ...] = ()  # the sets when another's move was last printed
        self._result: RoundOver | None = None
        self.paused = ""  # the sentence for why nobody may play now
        self.gone = False

    @property
    def end_printed(self) -> bool:
        """Whether the result of the last round was printed, at the match's end also who won."""
        return self._result is not None

    def begin(self, session: Session) -> None:
        """Print the state of a match that was begun before."""
        view = session.view
        if view is None:
            return
        self._sit_down(view)
        self._say_new_tiles(session, view, took=False)
        self._said_lines = len(telling.log_words(view, session.seats, cards=session.rules.deck.cards))
        self._say_score(session)
        if session.standing.round_scored and not session.standing.over:
            self._result = RoundOver(session.standing.results[-1], ())
            self._say_result(session, self._result)

    # --- what comes in -------------------------------------------------------------------------------------------

    def print_events(self, session: Session, events: Sequence[Event]) -> None:
        """Print events, and prompt the player when there is something to decide."""
        for event in events:
            self._hear(session, event)
        view = session.view
        if view is None:
            return
        if self._turn is None or self._turn.base != view:
            self._sit_down(view)
        took = any(
            isinstance(one, Moved)
            and isinstance(one.move, TakePile)
            and one.seat == view.seat
            and not self._known.issuperset(one.move.tiles)
            for one in events
        )
        self._say_new_tiles(session, view, took=took)
        self._say_others_moves(session, view)
        if self._turn is not None:
            for words in self._hints.ready_hint(session, self._turn.view):
                self._tell(words)
        if any(isinstance(one, Moved) and one.seat != view.seat for one in events):
            self._called = None  # another's turn may begin and end between two calls
        if not view.must_decide or self.waits_for_next:
            self._called = None
        elif self._called is None:
            self._called = view.phase
            self._say_turn(session)
        elif self._called is not view.phase:  # the same turn continues
            self._called = view.phase
            if not self._brief and self._turn is not None:
                cards = session.rules.deck.cards
                self._tell(telling.to_do_words(self._turn.view, session.seats, self._turn.arrangement, cards=cards))

    def _hear(self, session: Session, event: Event) -> None:
        match event:
            case Dealt(view):
                self._said_lines, self._result, self._called, self._sets = 0, None, None, view.table.melds
                self._tell(say("text.dealt", round=view.table.round))
                if seconds := view.table.options.number("turn_seconds"):
                    self._tell(f"{say('new.clock', seconds=seconds)}.")
                self._known, self._hand_said = set(), False
            case RoundOver():
                self._result = event
                self._say_result(session, event)
            case TimedOut():
                self._tell(telling.without_markup(say("toast.timed_out.what")))
                self._tell(telling.without_markup(say(_why_timed_out(self._turn))))
            case Trouble():
                self._tell(telling.without_markup(say("toast.trouble.why")))

    def _sit_down(self, view: View) -> None:
        arrangement = None if telling.has_dead_hands(view) else Arrangement.of(view)
        self._turn = _Turn(view, Draft(view), arrangement)

    def _say_others_moves(self, session: Session, view: View) -> None:
        """Print the others' moves; one's own were answered already."""
        lines = telling.log_words(view, session.seats, cards=session.rules.deck.cards)
        if len(lines) < self._said_lines:
            self._said_lines = 0
        moving = view.table.to_move
        last = len(lines)
        if lines and lines[-1].seat == moving and view.table.outcome is None and moving != session.viewer_seat:
            last -= 1  # an unfinished turn is printed once it is whole
        told = [line for line in lines[self._said_lines : last] if line.seat != session.viewer_seat]
        for line in told:
            self._tell(telling.without_markup(line.words))
        self._said_lines = max(self._said_lines, last)
        if told and not self._brief:
            for words in telling.changed_set_words(self._sets, view, session.seats, cards=session.rules.deck.cards):
                self._tell(words)
            for words in telling.few_tiles_words(view, session.seats, {line.seat for line in told}):
                self._tell(words)
        if told or moving == session.viewer_seat:
            self._sets = view.table.melds

    def _say_new_tiles(self, session: Session, view: View, *, took: bool) -> None:
        """Print the whole hand once it is known, and later what is added."""
        known = {tile for tile in view.rack if view.faces[tile] != HIDDEN}
        new, cards = [tile for tile in view.rack if tile in known - self._known], session.rules.deck.cards
        if not self._hand_said:
            if len(known) < len(view.rack) or not known:
                return
            self._hand_said = True
            self._say_others(session)
            self._say_hand(session)
        elif took:
            if new:  # tiles the player took were printed then
                self._tell(say("text.took", tiles=telling.some_tiles_words(new, view.faces, cards=cards)))
        elif len(new) == 1 or (new and not telling.has_dead_hands(view)):
            self._tell(say("text.drew", tile=telling.some_tiles_words(new, view.faces, cards=cards)))
        elif new:
            if len(known) < len(view.rack):
                return  # not all tiles have been dealt yet
            hand = telling.hand_words(telling.in_reading_order(view.rack, view.faces), view.faces, cards=cards)
            self._tell(say("text.dead_hand", hand=hand))
        self._known |= known

    def _say_result(self, session: Session, over: RoundOver) -> None:
        view = session.view
        outcome = over.result.table.outcome
        if outcome is not None and outcome.seat == session.viewer_seat:
            self._tell(say("text.went_out"))
        faces = over.result.table.faces if view is None else view.faces
        against = session.rules.lowest_wins
        for sentence in telling.result_words(over.result, _standing(session), faces, against=against):
            self._tell(sentence)
        if session.standing.over:
            self._tell(telling.end_words(_standing(session)))
        else:
            self._tell(say("text.go_on", next=verb_word("next")))

    @property
    def waits_for_next(self) -> bool:
        """Whether a round was scored and the player has not gone on."""
        return self._result is not None

    def expects_input(self, session: Session) -> bool:
        """Return whether input is expected."""
        view = session.view
        if self._hints.is_pending:
            return False
        return session.standing.over or self.waits_for_next or (view is not None and view.must_decide)

    # --- what is typed -------------------------------------------------------------------------------------------

    def carry_out_line(self, session: Session, line: str) -> None:
        """Carry out a typed line, or print why not."""
        if not line.strip():
            return
        verb, rest = verb_of(line)
        turn = self._turn
        if not verb:
            self._tell(say("text.unknown", words=line.strip(), help=verb_word("help")))
            return
        try:
            if rest and verb in VERBS_ALONE:
                raise ValueError(say("text.alone", verb=verb_word(verb)))
            if verb in self._queries:
                for words in self._queries[verb](session, None if turn is None else turn.view, rest):
                    self._tell(words)
            elif verb in _ALWAYS:
                getattr(self, f"_say_{verb}")(session)
            elif self.paused:
                self._tell(self.paused)
            elif turn is None or not verb_applies(session, verb):
                self._tell(say("text.not_here"))
            elif session.standing.over:
                self._tell(telling.end_words(_standing(session)))
            else:
                getattr(self, f"_do_{verb}")(session, turn, rest)
        except ValueError as fault:
            self._tell(str(fault))

    # Asking

    def _say_hand(self, session: Session) -> None:
        if self._turn is not None:
            self._tell(telling.hand_words(self._turn.hand, self._turn.view.faces, cards=session.rules.deck.cards))

    def _say_table(self, session: Session) -> None:
        turn = self._turn
        if turn is None:
            return
        cards = session.rules.deck.cards
        told = (
            telling.dead_hand_table_words(turn.view, session.seats, cards=cards)
            if turn.arrangement is None
            else telling.open_table_words(turn.arrangement)
        )
        for sentence in told:
            self._tell(sentence)

    def _say_turn(self, session: Session) -> None:
        turn = self._turn
        if turn is not None:
            cards = session.rules.deck.cards
            words = [telling.turn_words(turn.view, session.seats)]
            if not self._brief:
                words.append(telling.to_do_words(turn.view, session.seats, turn.arrangement, cards=cards))
                words.append(telling.takeable_pile_words(turn.view, cards=cards))
            self._tell(" ".join(filter(None, words)))

    def _say_news(self, session: Session) -> None:
        self._say_lines(session, only_new=True)

    def _say_log(self, session: Session) -> None:
        self._say_lines(session, only_new=False)

    def _say_lines(self, session: Session, *, only_new: bool) -> None:
        view = session.view
        lines = () if view is None else telling.log_words(view, session.seats, cards=session.rules.deck.cards)
        told = [line.words for line in lines if line.new or not only_new]
        for words in told or [say("table.log_empty")]:
            self._tell(telling.without_markup(words))

    def _say_others(self, session: Session) -> None:
        if self._turn is not None:
            for sentence in telling.tile_count_words(self._turn.view, session.seats):
                self._tell(sentence)

    def _say_score(self, session: Session) -> None:
        self._tell(telling.score_words(_standing(session)))
        if session.rules.option("target") is not None and session.view is not None:
            target = session.view.table.options.number("target")
            self._tell(telling.without_markup(say("new.to_target", target=target)))

    def _say_next(self, session: Session) -> None:
        if self._result is None:
            self._tell(say("text.no_next"))
            return
        self._result = None
        session.begin_next_round()

    def _say_brief(self, _session: Session) -> None:
        self._brief = True
        self._tell(say("text.brief"))

    def _say_full(self, _session: Session) -> None:
        self._brief = False
        self._tell(say("text.full"))

    def _say_quit(self, _session: Session) -> None:
        self.gone = True

    # Both families

    def _do_draw(self, session: Session, turn: _Turn, _rest: str) -> None:
        self._play_alone(session, turn, Draw())

    def _do_pass(self, session: Session, turn: _Turn, _rest: str) -> None:
        self._play_alone(session, turn, Pass())

    def _play_alone(self, session: Session, turn: _Turn, move: Move) -> None:
        """Make a move that is a turn of its own; on an open table it first takes back unsent tiles."""
        if turn.arrangement is not None and turn.arrangement.touched:
            self._do_reset(session, turn, "")
        self._step(session, turn, move)

    def _do_lay(self, session: Session, turn: _Turn, rest: str) -> None:
        if turn.arrangement is not None:
            self._arrange(
                session,
                turn,
                turn.arrangement.with_moved_tiles(self._parse_own_tiles(session, turn, rest), NEW_SET_INDEX),
            )
            return
        tiles = self._parse_own_tiles(session, turn, rest)
        moves = new_sets(turn.view, tiles)
        if not moves:
            self._refuse(session, new_set_refusal(turn.view, tiles))
            return
        self._step(session, turn, moves[0])

    def _do_add(self, session: Session, turn: _Turn, rest: str) -> None:
        named, goal = _split_arguments("add", rest, "to")
        tiles = self._parse_own_tiles(session, turn, named)
        if turn.arrangement is not None:
            number = set_number(goal, (heap.number for heap in turn.arrangement.heaps))
            self._arrange(session, turn, turn.arrangement.with_moved_tiles(tiles, number))
            return
        index = set_number(goal, range(len(turn.view.table.melds)))
        moves = additions(turn.view, index, tiles)
        if not moves:
            self._refuse(session, addition_refusal(turn.view, index, tiles))
            return
        self._step(session, turn, moves[0])

    def _do_do(self, session: Session, turn: _Turn, _rest: str) -> None:
        """Play the hint; on an open table from the sets as they were when the turn began."""
        move = self._hints.move(turn.view)
        if isinstance(move, Rearrange):
            self._arrange(session, turn, Arrangement.of(turn.base).with_play(move.sets))
        else:
            self._play_alone(session, turn, move)

    def _do_undo(self, session: Session, turn: _Turn, _rest: str) -> None:
        if not turn.before:
            self._tell(say("text.nothing_undone"))
            return
        was = turn.arrangement
        turn.draft, turn.arrangement = turn.before.pop()
        self._tell(say("text.undone"))
        for words in telling.changed_heap_words(was, turn.arrangement):
            self._tell(words)
        if not self._brief:
            self._tell(telling.to_do_words(turn.view, session.seats, turn.arrangement, cards=session.rules.deck.cards))

    def _do_reset(self, session: Session, turn: _Turn, rest: str) -> None:
        if turn.before:
            turn.before[1:] = []
        self._do_undo(session, turn, rest)

    def _do_end(self, session: Session, turn: _Turn, _rest: str) -> None:
        if turn.arrangement is None:
            self._tell(say("text.not_here"))
            return
        move = turn.arrangement.move
        if self._send(session, turn.arrangement.play_refusal, (move,)):
            self._sets = move.sets if isinstance(move, Rearrange) else ()
            self._tell(say("text.ended"))

    # With dead hands

    def _do_take(self, session: Session, turn: _Turn, _rest: str) -> None:
        self._step(session, turn, TakePile(turn.view.table.pile))

    def _do_keep(self, session: Session, turn: _Turn, _rest: str) -> None:
        self._step(session, turn, Keep())

    def _do_redraw(self, session: Session, turn: _Turn, _rest: str) -> None:
        self._step(session, turn, Redraw())

    def _do_stop(self, session: Session, turn: _Turn, _rest: str) -> None:
        self._step(session, turn, Stop())

    def _do_slide(self, session: Session, turn: _Turn, rest: str) -> None:
        if turn.arrangement is not None:
            raise ValueError(say("text.not_here"))
        index = set_number(rest, range(len(turn.view.table.melds)))
        moves = additions(turn.view, index, ())
        if not moves:
            self._refuse(session, addition_refusal(turn.view, index, ()))
            return
        self._step(session, turn, moves[0])

    def _do_discard(self, session: Session, turn: _Turn, rest: str) -> None:
        tiles = self._parse_own_tiles(session, turn, rest)
        if len(tiles) != 1:
            raise ValueError(telling.without_markup(say("toast.one_discard.why")))
        self._step(session, turn, Discard(tiles[0]))

    # On an open table

    def _do_move(self, session: Session, turn: _Turn, rest: str) -> None:
        arrangement = _open_arrangement(turn)
        named, origin, goal = _split_arguments("move", rest, "from", "to")
        numbers = [heap.number for heap in arrangement.heaps]
        tiles = _parse_set_tiles(arrangement, set_number(origin, numbers), named)
        number = NEW_SET_INDEX if is_word_for("new", goal) else set_number(goal, numbers)
        self._arrange(session, turn, arrangement.with_moved_tiles(tiles, number))

    def _do_split(self, session: Session, turn: _Turn, rest: str) -> None:
        arrangement = _open_arrangement(turn)
        origin, named = _split_arguments("split", rest, "before")
        number = set_number(origin, (heap.number for heap in arrangement.heaps))
        (tile, *_more) = _parse_set_tiles(arrangement, number, named)
        heap = next(one for one in arrangement.heaps if one.number == number)
        self._arrange(session, turn, arrangement.with_split_heap(number, heap.tiles.index(tile)))

    def _do_swap(self, session: Session, turn: _Turn, rest: str) -> None:
        arrangement = _open_arrangement(turn)
        named, origin = _split_arguments("swap", rest, "in")
        (tile, *_more) = self._parse_own_tiles(session, turn, named)
        number = set_number(origin, (heap.number for heap in arrangement.heaps))
        heap = next(one for one in arrangement.heaps if one.number == number)
        jokers = [one for one, stands in zip(heap.tiles, heap.said, strict=True) if stands is not None]
        found = [changed for joker in jokers if (changed := arrangement.with_freed_joker((tile,), joker)) is not None]
        found.sort(key=lambda changed: isinstance(changed, Refusal))
        self._arrange(session, turn, found[0] if found else Refusal(Code.NO_SUCH_SET, (tile,), (number + 1,)))

    # --- the turn ------------------------------------------------------------------------------------------------

    def _parse_own_tiles(self, session: Session, turn: _Turn, named: str) -> tuple[Tile, ...]:
        """Parse tiles of one's own hand; the closing tile by its name."""
        closing = turn.view.table.closing
        others = {} if closing == NO_TILE else {say("text.word.closing").casefold(): closing}
        return tiles_in(named, turn.hand, turn.view.faces, cards=session.rules.deck.cards, others=others)

    def _step(self, session: Session, turn: _Turn, move: Move) -> None:
        """Try a move; send the turn if that ends it, or reveals something."""
        tried = turn.draft.with_step(with_shown_faces(turn.view, move))
        if isinstance(tried, Refusal):
            self._refuse(session, tried)
            return
        if tried.finished:
            faces = turn.view.faces
            if self._send(session, None, tried.moves):
                self._sets = tried.view.table.melds
                if isinstance(move, Discard):
                    tile = telling.some_tiles_words((move.tile,), faces, cards=session.rules.deck.cards)
                    self._tell(say("text.discarded", tile=tile))
            return
        tried_from = turn.view.phase
        turn.before.append((turn.draft, turn.arrangement))
        turn.draft = tried
        cards = session.rules.deck.cards
        if isinstance(move, LayMeld):
            words = telling.set_words(turn.view, len(turn.view.table.melds) - 1, session.seats, cards=cards)
            self._tell(say("text.laid", set=words))
        elif isinstance(move, Extend):
            self._tell(say("text.laid", set=telling.set_words(turn.view, move.index, session.seats, cards=cards)))
        elif isinstance(move, TakePile):
            self._known |= set(move.tiles)
            self._tell(say("text.took", tiles=telling.some_tiles_words(move.tiles, turn.view.faces, cards=cards)))
        elif isinstance(move, Keep) and (drew := turn.base.table.turn.drew) != NO_TILE:
            self._tell(say("text.keeps", tile=telling.some_tiles_words((drew,), turn.view.faces, cards=cards)))
        else:
            self._tell(say("text.done"))
        if turn.view.phase is not tried_from and not self._brief:
            self._tell(telling.to_do_words(turn.view, session.seats, turn.arrangement, cards=cards))

    def _arrange(self, session: Session, turn: _Turn, found: Arrangement | Refusal) -> None:
        """Adopt a rearranged open table, and print which sets changed."""
        before = turn.arrangement
        if isinstance(found, Refusal) or before is None:
            self._refuse(session, found if isinstance(found, Refusal) else Refusal(Code.NOT_YOUR_TURN))
            return
        if not turn.base.must_decide:
            self._refuse(session, Refusal(Code.NOT_YOUR_TURN, args=(turn.base.table.to_move,)))
            return
        turn.before.append((turn.draft, before))
        turn.arrangement = found
        for words in telling.changed_heap_words(before, found):
            self._tell(words)
        if not self._brief:
            self._say_turn(session)

    def _send(self, session: Session, refusal: Refusal | None, moves: tuple[Move, ...]) -> bool:
        """Send moves; return whether they were accepted, else print why not."""
        refused = refusal or session.submit(moves)
        if refused is not None:
            self._refuse(session, refused)
        return refused is None

    def _refuse(self, session: Session, refusal: Refusal) -> None:
        turn = self._turn
        faces = () if turn is None else turn.view.faces
        self._tell(telling.refusal_words(refusal, faces, cards=session.rules.deck.cards))


def _split_arguments(verb: str, rest: str, *names: str) -> tuple[str, ...]:
    """Split a verb's arguments; if one is missing, raise ValueError with the verb's usage."""
    parts = split_at_words(rest, *names)
    if not all(parts):
        raise ValueError(say("text.help", verb=verb_word(verb), about=say(f"text.help.{verb}")))
    return parts


def _open_arrangement(turn: _Turn) -> Arrangement:
    """Return the arrangement of an open table; in other games raise ValueError: the verb does not apply."""
    if turn.arrangement is None:
        raise ValueError(say("text.not_here"))
    return turn.arrangement


def _parse_set_tiles(arrangement: Arrangement, number: int, named: str) -> tuple[Tile, ...]:
    """Parse tiles of a set."""
    heap = next(one for one in arrangement.heaps if one.number == number)
    return tiles_in(named, heap.tiles, arrangement.base.faces, cards=False)


def _why_timed_out(turn: _Turn | None) -> str:
    """Return the code of the sentence on what became of a turn whose time ran out."""
    if turn is None or turn.arrangement is None:
        return "toast.timed_out.why"
    back = "back" if turn.arrangement.played else "none"
    return f"open.timed_out.{back}_{'passed' if isinstance(turn.draft.with_step(Draw()), Refusal) else 'drew'}"


def _standing(session: Session) -> Standing:
    """Return the standing with our own chair marked as ours, which a LAN log does not know."""
    return replace(session.standing, seats=session.seats)


_ALWAYS = {"hand", "table", "turn", "news", "log", "others", "score", "next", "brief", "full", "quit"}
