"""The session of a lesson: a local match with a rigged deal, whose rival plays written moves.

Laws: every move goes through the same rules, draft and log as in any match; only the deal, and the rival's moves as far
as they are written, are fixed. A legal move that the lesson does not ask for now is not sent.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Final

from game.bots.choice import Decision
from game.bots.names import BOT_VERSION
from game.bots.nodes import DEFAULT_BUDGET, Budget
from game.bots.questions import BotAnswer, Ticket
from game.lesson.doing import LessonPlayer, is_open, move_for, play_for, position_key_after
from game.lesson.lesson import LEARNER_SEAT, SENDING_VERBS, WAITING_VERBS, Lesson
from game.match.bodies import Deal, write_deal
from game.match.deal import OPEN_DEAL, OpenDealer, OwedEntry
from game.match.match import Match
from game.match.shuffle import derive_key, permutation
from game.match.transcript import Controller, EntryKind, Header, Seat
from game.session.draft import draft_refusal
from game.session.local import LocalSession
from game.store.matches import NoJournal
from game.table.faces import Face
from game.table.refusals import Refusal
from game.table.tiles import NO_TILE, Tile
from game.table.view import View, with_shown_faces

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from game.bots.thinker import BotTrouble, Thinker
    from game.lesson.doing import PositionKey
    from game.lesson.lesson import LessonDeed
    from game.match.match import Standing
    from game.table.moves import Move

RIVAL: Final = "Nora"
RIVAL_LEVEL: Final = "easy"
WRITTEN_REASON: Final = "fallback"  # the reason given for written moves; the window says nothing about this reason
_SHUFFLE_KEY: Final = 3  # the purpose of a key derived from the lesson's seed
_MAX_POLLS: Final = 400  # polls that are enough for a rival's turn; each poll makes one move at most


class LessonDealer(OpenDealer):
    """Deals the tiles that the lesson fixes, and the rest in an order that is always the same."""

    def __init__(self, seat: int, lesson: Lesson) -> None:
        super().__init__(seat)
        self._lesson = lesson

    def begin_deal(self, header: Header, standing: Standing) -> OwedEntry | None:
        """Set the faces; the coin is chosen so that the right seat starts."""
        self._faces = rigged_faces(self._lesson, header)
        if self._seat != LEARNER_SEAT:
            return None
        rules = self._lesson.rules
        shown = tuple((tile, self._faces[tile]) for tile in rules.opened_tiles(header.options))
        body = write_deal(Deal(standing.next_round_number, self._lesson.starter, shown), cards=rules.deck.cards)
        return OwedEntry(EntryKind.DEAL, body)


def rigged_faces(lesson: Lesson, header: Header) -> tuple[Face, ...]:
    """Return the face of every tile; raise ValueError if the lesson uses a face more often than it exists."""
    rules, rigged = lesson.rules, lesson.rigged
    table = rules.deal(header.options, 1, lesson.starter, None, (0,) * rules.sides(len(header.seats)), ())
    closing = () if table.closing == NO_TILE else (table.closing,)
    wanted: dict[Tile, Face] = {}
    places: Iterable[tuple[tuple[Tile, ...], tuple[Face, ...]]] = (
        *zip(table.racks, rigged.hands, strict=True),
        *zip(table.dead, rigged.dead, strict=False),
        (table.pile, rigged.pile),
        (table.stock, rigged.stock),
        (closing, rigged.closing),
    )
    for tiles, faces in places:
        if len(faces) > len(tiles):
            raise ValueError(f"lesson {lesson.key} deals {len(faces)} tiles where {len(tiles)} lie")
        wanted.update(zip(tiles, faces, strict=False))
    left = Counter(rules.deck.faces)
    left.subtract(wanted.values())
    if any(count < 0 for count in left.values()):
        raise ValueError(f"lesson {lesson.key} deals too many of {[str(face) for face in left if left[face] < 0]}")
    rest = sorted(left.elements(), key=lambda face: face.code)
    order = iter(permutation(derive_key(header.seed, 1, _SHUFFLE_KEY), len(rest)))
    every = [Tile(at) for at in range(len(rules.deck))]
    return tuple(wanted[tile] if tile in wanted else rest[next(order)] for tile in every)


class LessonThinker:
    """Answers with the rival's written moves, at once; after the last one a bot plays."""

    def __init__(self, rival: Sequence[LessonDeed], thinker: Thinker) -> None:
        self._rival = tuple(rival)
        self._thinker = thinker
        self._asked = 0
        self._written: list[BotAnswer] = []
        self.waits = False  # until the learner has read the welcome

    def ask(self, view: View, level: str, budget: Budget, seed: int) -> Ticket:
        """Take the rival's next written move; after the last one ask a bot."""
        made = sum(told.seat == view.seat for told in view.story)
        if made >= len(self._rival):
            return self._thinker.ask(view, level, budget, seed)
        self._asked -= 1  # negative, unlike the tickets of bots
        move = written_move(view, self._rival[made])
        self._written.append(BotAnswer(Ticket(self._asked), Decision(with_shown_faces(view, move), WRITTEN_REASON)))
        return Ticket(self._asked)

    def poll(self) -> tuple[BotAnswer, ...]:
        """Return the new answers."""
        if self.waits:
            return ()
        written, self._written = tuple(self._written), []
        return (*written, *self._thinker.poll())

    def cancel(self, ticket: Ticket) -> None:
        """Forget a question."""
        self._written = [one for one in self._written if one.ticket != ticket]
        if ticket > 0:
            self._thinker.cancel(ticket)

    def troubles(self) -> tuple[BotTrouble, ...]:
        """Return the bots' problems."""
        return self._thinker.troubles()

    def close(self) -> None:
        """Do nothing: the bots belong to the caller."""


class NoThinker:
    """A thinker without bots, for playing a lesson through."""

    def ask(self, _view: View, _level: str, _budget: Budget, _seed: int) -> Ticket:
        """Raise: the rival's written moves are too few."""
        raise ValueError("the rival's part ends before the lesson does")

    def poll(self) -> tuple[BotAnswer, ...]:
        """Return nothing."""
        return ()

    def cancel(self, _ticket: Ticket) -> None:
        """Do nothing."""

    def troubles(self) -> tuple[BotTrouble, ...]:
        """Return nothing."""
        return ()

    def close(self) -> None:
        """Do nothing."""


def written_move(view: View, deed: LessonDeed) -> Move:
    """Return the move of a written deed; raise ValueError if the rules refuse it."""
    move = play_for(view, deed) if is_open(view) else move_for(view, deed)
    if isinstance(move, Refusal):
        raise ValueError(f"the rival's part says what is refused: {move}")
    return move


def lesson_header(lesson: Lesson, player: str) -> Header:
    """Return the header of a lesson's match."""
    seats = (Seat(player, Controller.HERE), Seat(RIVAL, Controller.BOT, RIVAL_LEVEL))
    return Header(
        lesson.rules.key, lesson.options, lesson.rules.deck.key, seats, OPEN_DEAL, 0, BOT_VERSION, DEFAULT_BUDGET.nodes
    )


class LessonSession(LocalSession):
    """The match of a lesson; `sent` counts the accepted sendings, `strayed` holds legal moves that were not sent."""

    def __init__(self, lesson: Lesson, player: str, thinker: Thinker, *, pace: float = 0.0) -> None:
        self.lesson = lesson
        self.sent = 0
        self.strayed: tuple[Move, ...] = ()
        self._line: tuple[PositionKey, ...] = ()  # the position after each sending that the lesson asks for
        self.rival = LessonThinker(lesson.rival, thinker)
        super().__init__(
            Match.new(lesson_header(lesson, player)),
            self.rival,
            NoJournal(),
            pace=pace,
            dealer=lambda seat: LessonDealer(seat, lesson),
        )

    def require_line(self, line: tuple[PositionKey, ...]) -> None:
        """Require the learner's sendings to lead to these positions, in order; other moves are not sent."""
        self._line = line

    def submit(self, moves: Sequence[Move]) -> Refusal | None:
        """Send moves that follow the lesson; note other moves that the rules allow in `strayed`."""
        view, self.strayed = self.view, ()
        if view is None or self.sent >= len(self._line):
            return self._sending(moves)
        if position_key_after(view, moves) == self._line[self.sent]:
            return self._sending(moves)
        refused = draft_refusal(view, with_shown_faces(view, moves[0])) if moves else None
        if refused is None:
            self.strayed = tuple(moves)
        return refused

    def _sending(self, moves: Sequence[Move]) -> Refusal | None:
        refused = super().submit(moves)
        if refused is None:
            self.sent += 1
        return refused


def poll_until_turn(session: LessonSession, now: float) -> float:
    """Poll until the learner is to move or the round is over; return the time then."""
    for _ in range(_MAX_POLLS):
        session.poll(now)
        now += 1.0
        view, standing = session.view, session.standing
        if standing.round_scored or (view is not None and view.table.to_move == view.seat and view.must_decide):
            return now
    raise RuntimeError(f"lesson {session.lesson.key}: the rival never ends its turn")


@cache
def line_of(lesson: Lesson) -> tuple[tuple[PositionKey, ...], tuple[int, ...]]:
    """Play a lesson as asked; return the position after each sending, and after how many sendings each step is over."""
    session = LessonSession(lesson, "", NoThinker())
    now = poll_until_turn(session, 0.0)
    places: list[PositionKey] = []
    over: list[int] = []
    hand: LessonPlayer | None = None
    for step in lesson.steps:
        verb = step.deed.verb
        if verb in WAITING_VERBS:
            over.append(len(places))
            continue
        if session.view is None or session.standing.round_scored:
            raise ValueError(f"lesson {lesson.key}: the round is over before the step '{verb}'")
        hand = hand or LessonPlayer(session.view)
        moves = hand.do(step.deed)
        if isinstance(moves, Refusal):
            raise ValueError(f"lesson {lesson.key}: the step '{step.words_in('en').title}' is refused: {moves}")
        over.append(len(places) + 1)
        if verb in SENDING_VERBS and not moves:
            raise ValueError(f"lesson {lesson.key}: '{verb}' sends nothing")
        if moves:
            places.append(position_key_after(session.view, moves))
            session.submit(moves)
            now = poll_until_turn(session, now)
            hand = None
    session.close()
    return tuple(places), tuple(over)
