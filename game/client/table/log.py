"""The log of a round, one sentence a turn. It is made from the public story alone, so a resumed match has the same log.

Each sentence comes twice: as plain text for screen readers and terminals, and with its tiles as faces, to be drawn.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Final

from game.client.sides import began_by_lot, is_onlooker, who_began
from game.client.words import say
from game.client.words.tell import face_runs_in_words
from game.session.proposals import dead_hand_size, is_canasta, is_pure
from game.table.melds import Meld
from game.table.moves import Discard, Draw, Extend, LayMeld, Redraw, Retract, Stop, TakePile, Timeout
from game.table.state import NO_SEAT
from game.table.tiles import NO_TILE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.match.transcript import Seat
    from game.table.faces import Face
    from game.table.moves import Move
    from game.table.state import Table
    from game.table.tiles import Tile
    from game.table.view import PublicMove, View


# the last two views asked about, such as the present one and that of an earlier table, with their moves
_LATELY: Final[deque[tuple[View, tuple[LoggedMove, ...]]]] = deque(maxlen=2)
FIRST_PLACEHOLDER = 0xE000  # first of a range of characters that no script uses


@dataclass(frozen=True, slots=True)
class LogLine:
    """One sentence: whose move, whether it is newer than the viewer's last turn, and the number of moves made by then.

    `told` is the same text with its tiles as faces.
    """

    seat: int
    words: str
    new: bool
    made: int
    told: tuple[str | tuple[Face, ...], ...] = ()
    cards: bool = False


class Teller:
    """Composes sentences that name tiles; placeholders stand for groups of tiles until it is complete."""

    def __init__(self, faces: tuple[Face, ...], *, cards: bool) -> None:
        self._faces = faces
        self._cards = cards
        self._groups: list[tuple[Face, ...]] = []

    def placeholder(self, tiles: tuple[Tile, ...]) -> str:
        """Return the placeholder for these tiles."""
        return self.face_placeholder(tuple(self._faces[tile] for tile in tiles))

    def face_placeholder(self, faces: tuple[Face, ...]) -> str:
        """Return the placeholder for these faces."""
        self._groups.append(faces)
        return chr(FIRST_PLACEHOLDER + len(self._groups) - 1)

    def finish_sentence(self, seat: int, words: str, *, new: bool, made: int) -> LogLine:
        """Return the sentence with its placeholders replaced by tiles, and begin the next."""
        parts = (
            re.split(f"([{''.join(chr(FIRST_PLACEHOLDER + at) for at in range(len(self._groups)))}])", words)
            if self._groups
            else [words]
        )  # every other piece is a placeholder
        groups = [self._groups[ord(sign) - FIRST_PLACEHOLDER] for sign in parts[1::2]]
        self._groups = []
        names = [face_runs_in_words(faces, cards=self._cards) for faces in groups]
        said = "".join(chain.from_iterable(zip_longest(parts[::2], names, fillvalue="")))
        told = tuple(part for part in chain.from_iterable(zip_longest(parts[::2], groups, fillvalue="")) if part)
        return LogLine(seat, said, new, made, told, self._cards)


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """A move of the story with its effect.

    `laid` are the tiles from the rack; `was` and `now` the set before and after; `dead` is whether it took the dead
    hand.
    """

    told: PublicMove
    laid: tuple[Tile, ...] = ()
    was: Meld | None = None
    now: Meld | None = None
    dead: bool = False


@dataclass(slots=True)
class _Sets:
    """The sets as they lay, and the last change, which a player may have to take back.

    In a story that begins in the middle, a set that lay before is unknown until it grows.
    """

    melds: list[Meld | None] = field(default_factory=list)
    last: tuple[int, Meld | None, int] | None = None

    def changed(self, told: PublicMove) -> tuple[int, Meld | None, Meld | None]:
        """Apply a move; return by how many tiles the rack grows or, below 0, shrinks, and the set before and after."""
        match told.move:
            case Draw():
                return 1, None, None
            case TakePile(tiles):
                return len(tiles), None, None
            case Discard():
                return -1, None, None
            case Timeout():
                return -(told.thrown != NO_TILE), None, None
            case LayMeld(meld):
                self.last = (len(self.melds), None, len(meld))
                self.melds.append(meld)
                return -len(meld), None, meld
            case Extend(index, meld):
                was = self.melds[index] or _without_shown(told.move, meld)
                self.melds[index] = meld
                self.last = (index, was, len(meld) - len(was))
                return len(was) - len(meld), was, meld
            case Retract() if self.last is not None:
                index, before, count = self.last
                self.melds[index : index + 1] = [] if before is None else [before]
                return count, None, None
            case _:
                return 0, None, None


def _without_shown(move: Move, meld: Meld) -> Meld:
    """Return a set as it was before a move that added the tiles it showed."""
    shown = {tile for tile, _face in move.shown}
    kept = [at for at, tile in enumerate(meld.tiles) if tile not in shown]
    return Meld(meld.kind, tuple(meld.tiles[at] for at in kept), tuple(meld.stands_for[at] for at in kept))


def _before_story(view: View) -> int:
    """Return the number of sets on the table when the story began: none, unless it began in the middle."""
    laid, last = 0, False
    for told in view.story:
        laid += isinstance(told.move, LayMeld) - (last and isinstance(told.move, Retract))
        last = isinstance(told.move, LayMeld)
    return max(0, len(view.table.melds) - laid) if view.table.owners else 0


def logged_moves(view: View) -> tuple[LoggedMove, ...]:
    """Return the moves of the story with their effects; cached, because each view is asked for many times."""
    known = next((told for seen, told in _LATELY if seen is view), None)
    if known is None:
        known = _walked(view)
        _LATELY.append((view, known))
    return known


def _walked(view: View) -> tuple[LoggedMove, ...]:
    table, sets = view.table, _Sets([None] * _before_story(view))
    walked = [(told, *sets.changed(told)) for told in view.story]
    sizes = [len(rack) for rack in table.racks]
    for told, change, _was, _now in walked:
        sizes[told.seat] -= change
    for taker in table.dead_by:
        if taker != NO_SEAT:
            sizes[taker] -= dead_hand_size()
    found = []
    waiting = [taker for taker in table.dead_by if taker != NO_SEAT]
    for told, change, was, now in walked:
        sizes[told.seat] += change
        # A rack is empty twice before its player goes out: the first time takes the dead hand.
        dead = sizes[told.seat] == 0 and told.seat in waiting
        if dead:
            waiting.remove(told.seat)
            sizes[told.seat] = dead_hand_size()
        laid = () if now is None else tuple(tile for tile in now.tiles if was is None or tile not in was.tiles)
        found.append(LoggedMove(told, laid, was, now, dead))
    return tuple(found)


def log_lines(view: View, seats: Sequence[Seat], *, cards: bool) -> tuple[LogLine, ...]:
    """Return the log of the round so far, oldest first."""
    every, teller = logged_moves(view), Teller(view.faces, cards=cards)
    own = NO_SEAT if is_onlooker(seats) else view.seat
    outcome = view.table.outcome
    out = NO_SEAT if outcome is None else outcome.seat
    since = max((at for at, deed in enumerate(every) if _ends_turn_of(deed, own)), default=-1)
    if own == out != NO_SEAT:
        since = len(every)  # going out ends the own last turn, also without a discard
    lines: list[LogLine] = []
    turn: list[str] = []
    added: list[LoggedMove] = []  # the tiles added to sets, while the last words of the turn are about nothing else
    for at, deed in enumerate(every):
        seat, name = deed.told.seat, seats[deed.told.seat].name
        told = _tell(teller, deed)
        only_adds = isinstance(deed.told.move, Extend) and bool(deed.laid) and len(told) == 1
        if added and only_adds:
            turn.pop()
            told = [_added(teller, [*added, deed])]
        turn += told
        added = [*added, deed] if only_adds else [] if told else added
        over = at + 1 == len(every) or every[at + 1].told.seat != seat or _ends_turn_of(deed, seat)
        if turn and over:
            words = say("log.turn", name=name, deeds=_listed(turn))
            lines.append(teller.finish_sentence(seat, words, new=at > since, made=at + 1))
            turn, added = [], []
        if isinstance(deed.told.move, Timeout):
            lines.append(LogLine(seat, say("log.timeout", name=name), at > since, at + 1))
    if out != NO_SEAT:
        lines.append(LogLine(out, say("log.out", name=seats[out].name), new=own != out, made=len(every)))
    return tuple(lines)


def with_beginning(lines: tuple[LogLine, ...], table: Table, seats: Sequence[Seat]) -> tuple[LogLine, ...]:
    """Return a log that says first whom the lot chose to begin; as it is where none was drawn."""
    if not lines or not began_by_lot(table):
        return lines
    return (LogLine(table.starter, str(who_began(table, seats)), lines[0].new, made=0), *lines)


def changed_sets(view: View, *, mine: bool) -> dict[int, int]:
    """Return the numbers of the sets that others or, with `mine`, the viewer changed since the viewer's last turn.

    Each has the seat that changed it last.
    """
    every = logged_moves(view)
    since = max((at for at, deed in enumerate(every) if _ends_turn_of(deed, view.seat)), default=-1)
    found: dict[int, int] = {}
    laid = _before_story(view)
    for at, deed in enumerate(every):
        number = laid if isinstance(deed.told.move, LayMeld) else -1
        if isinstance(deed.told.move, LayMeld):
            laid += 1
        elif isinstance(deed.told.move, Extend):
            number = deed.told.move.index
        elif isinstance(deed.told.move, Retract):
            laid = max(0, laid - 1)
        if number >= 0 and at > since and (deed.told.seat == view.seat) is mine:
            found[number] = deed.told.seat
    return found


def _ends_turn_of(deed: LoggedMove, seat: int) -> bool:
    return deed.told.seat == seat and isinstance(deed.told.move, Discard | Timeout)


def _listed(deeds: list[str]) -> str:
    """Join the sentences of a turn."""
    return say("log.two", one=deeds[0], other=deeds[1]) if len(deeds) == 2 else ", ".join(deeds)


def _tell(teller: Teller, deed: LoggedMove) -> list[str]:
    """Describe one move, with a second sentence where it closes a canasta or takes the dead hand."""
    said = [_words(teller, deed)]
    if deed.now is not None and is_canasta(deed.now) and (deed.was is None or not is_canasta(deed.was)):
        said.append(say("log.pure") if is_pure(deed.now) else say("log.impure"))
    if deed.dead:
        said.append(say("log.dead"))
    return [words for words in said if words]


def _added(teller: Teller, deeds: Sequence[LoggedMove]) -> str:
    """Describe in one sentence what successive moves added."""
    tiles = teller.placeholder(tuple(tile for deed in deeds for tile in deed.laid))
    grown = {deed.told.move.index for deed in deeds if isinstance(deed.told.move, Extend)}
    return say("log.added", tiles=tiles) if len(grown) == 1 else say("log.added_sets", tiles=tiles)


def _words(teller: Teller, deed: LoggedMove) -> str:
    match deed.told.move:
        case Draw():
            return say("log.drew")
        case Redraw(shown=shown):
            return say("log.redrew", tile=teller.placeholder(tuple(tile for tile, _face in shown)))
        case TakePile(tiles):
            return say("log.took", n=len(tiles))
        case LayMeld():
            return say("log.laid", tiles=teller.placeholder(deed.laid))
        case Extend():
            if not deed.laid:
                return say("log.slid")
            return say("log.added", tiles=teller.placeholder(deed.laid))
        case Discard(tile):
            return say("log.threw", tile=teller.placeholder((tile,)))
        case Timeout() if deed.told.thrown != NO_TILE:
            return say("log.threw", tile=teller.placeholder((deed.told.thrown,)))
        case Stop():
            return say("log.stopped")
        case Retract():
            return say("log.retracted")
        case _:
            return ""
