"""The texts of an open table: banner, seats, readiness, tags on heaps, news; all made from view and story."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from game.client.draw.theme import Tone
from game.client.sides import is_onlooker, round_count
from game.client.table.ground import FEW_TILES_ALPHAS
from game.client.table.log import LogLine, Teller
from game.client.table.plates.banner import BannerWords
from game.client.words import has_sentence, say
from game.client.words.tell import face_in_words, face_runs_in_words, level_words, tell_refusal, tiles_in_words
from game.match.transcript import Controller
from game.rules.open_table_jokers import shifted_jokers
from game.rules.open_table_sets import missing_colours
from game.table.faces import JOKER, Colour, Face
from game.table.melds import Kind, Meld
from game.table.moves import Attempt, Close, Draw, Pass, Rearrange, Timeout
from game.table.refusals import Code, Refusal
from game.table.state import NO_SEAT, Ending

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.client.table.open.legal_moves import OpenLegalMoves
    from game.client.table.open.turn import OpenTurn
    from game.match.transcript import Seat
    from game.rules.open_table_jokers import ShiftedJoker
    from game.session.arrangement import HeapState
    from game.table.options import Options
    from game.table.state import Table
    from game.table.tiles import Tile
    from game.table.view import PublicMove, View


MAX_SHOWN_COLOURS = 2  # at most so many of the colours that a joker may have are shown


def name_faces(faces: tuple[Face, ...]) -> str:
    """Name the faces of tiles in a sentence."""
    return face_runs_in_words(faces, cards=False)


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether the turn can end, in words; `share` is the progress of an opening, None without one."""

    title: str
    line: str
    tone: Tone = Tone.PLAIN
    share: float | None = None


# --- the banner -------------------------------------------------------------------------------------------------------


def banner_words(turn: OpenTurn, seats: Sequence[Seat]) -> BannerWords:
    """Say whose turn it is and what is to be done or was done."""
    view, table = turn.view, turn.view.table
    if table.outcome is not None:
        return BannerWords(say("banner.over"), _ended(view, seats), mine=False)
    if table.to_move == view.seat and not is_onlooker(seats):
        return BannerWords(say("banner.mine"), _what_to_do(turn), mine=True)
    name = seats[table.to_move].name
    return BannerWords(say("banner.other", name=name), last_move_words(view, table.to_move), mine=False)


def _what_to_do(turn: OpenTurn) -> str:
    if not turn.can_play:
        return say("banner.do.next_tiles")
    standing = turn.legal_moves
    if not turn.arrangement.touched:
        return begin_words(turn.legal_moves, turn.turn_state.picked)
    if not turn.legal_moves.checks_sets:
        return say("open.do.unchecked")
    if standing.blocked_by_broken:
        return broken_words(standing)
    if standing.refusal is None:
        return say("open.do.ready") if turn.arrangement.rack else say("open.ready.out")
    if standing.refusal.code is Code.OPENING_TOO_LOW and standing.opening is not None:
        return say("open.do.opening", sum=standing.opening[0], least=standing.opening[1])
    return tell_refusal(standing.refusal, turn.view.faces).what


def broken_words(standing: OpenLegalMoves) -> str:
    """Say how many heaps are no sets: all of them just begun, or some to mend."""
    if standing.begun_alone:
        return say("open.do.begun", n=standing.broken_count)
    return say("open.do.broken", n=standing.broken_count - len(standing.begun_heaps))


def begin_words(standing: OpenLegalMoves, picked: tuple[Tile, ...] = ()) -> str:
    """Say what can be done while nothing of this turn has been laid."""
    opening, draws = standing.opening, standing.can_draw
    if draws and not standing.draw_ends_turn:
        if standing.closes_with(picked):
            return say("open.do.close")
        return say("open.do.draw_or_close") if standing.may_close_soon else say("open.do.draw_first")
    if not standing.view.table.stock:
        return say("open.do.empty_or_pass")
    if opening is not None:
        least = opening[1]
        return say("open.do.open_or_draw", least=least) if draws else say("open.do.open_or_pass", least=least)
    return say("open.do.play_or_draw") if draws else say("open.do.play_or_pass")


def round_words(table: Table, options: Options) -> str:
    """Say which round it is, and of how many where the match has a fixed number."""
    rounds = round_count(options)
    if rounds is None or table.round > rounds:
        return say("open.round", round=table.round)
    return say("open.round_of", round=table.round, rounds=rounds)


def match_end_words(options: Options) -> str:
    """Say when the match ends: after its rounds, or when the stock is used up, till when the sets stay."""
    rounds = round_count(options)
    return say("open.tip.until_stock") if rounds is None else say("open.tip.rounds", n=rounds)


def _ended(view: View, seats: Sequence[Seat]) -> str:
    outcome = view.table.outcome
    if outcome is None or outcome.ending is not Ending.OUT or outcome.seat == NO_SEAT:
        return say("open.ended.passed")
    if outcome.seat == view.seat and not is_onlooker(seats):
        return say("open.ended.out_me")
    return say("open.ended.out", name=seats[outcome.seat].name)


# --- what the others did ----------------------------------------------------------------------------------------------


def last_move_words(view: View, seat: int) -> str:
    """Say what a seat did last, in a few words; before its first action of a turn it is thinking."""
    moving = view.table.to_move == seat and view.table.outcome is None
    last = next((told for told in reversed(view.story) if told.seat == seat), None)
    if last is None or (moving and last is not view.story[-1]):
        return say("open.did.thinks") if moving else ""
    match last.move:
        case Rearrange(played):
            return say("open.did.laid", n=len(played))
        case Close():
            return say("open.did.closed")
        case Draw():
            return say("open.did.drew")
        case Pass():
            return say("open.did.passed")
        case Attempt():
            return say("open.did.failed", n=view.table.options.number("invalid_penalty"))
        case Timeout():
            return say("open.did.timeout")
        case _:
            return ""


def seat_words(view: View, seats: Sequence[Seat], seat: int) -> str:
    """Say on a plate what a seat did last; before its first action, who sits there."""
    return last_move_words(view, seat) or sitter_words(seats[seat])


def sitter_words(seat: Seat) -> str:
    """Say who sits at a seat."""
    if seat.controller is Controller.BOT:
        return say("table.seat.bot", level=level_words(seat))
    return say("table.seat.person")


def open_log_lines(view: View, seats: Sequence[Seat]) -> tuple[LogLine, ...]:
    """Return the log of the round, oldest first; a draw and what follows it in a turn are one sentence."""
    story = view.story
    own = [at for at, told in enumerate(story) if told.seat == view.seat and not is_onlooker(seats)]
    since = own[-1] if own else -1
    lines: list[LogLine] = []
    teller = Teller(view.faces, cards=False)
    drew = False
    lay: tuple[Meld, ...] = ()  # the sets before a move; unknown until the first play where a round began with some
    for at, told in enumerate(story):
        follows = at + 1 < len(story) and story[at + 1].seat == told.seat and view.table.seats > 1
        waits = isinstance(told.move, Draw) and follows and not isinstance(story[at + 1].move, Draw)
        if not waits:
            words = _sentence(view, told, seats[told.seat].name, teller, drew=drew)
            if isinstance(told.move, Rearrange | Close):
                words = _with_shifted(words, shifted_jokers(lay, told.move.sets), view.table.options, teller)
                lay = told.move.sets
            lines.append(teller.finish_sentence(told.seat, words, new=at > since, made=at + 1))
        drew = waits
    outcome = view.table.outcome
    if outcome is not None and outcome.seat != NO_SEAT:
        words = say("open.log.out", name=seats[outcome.seat].name)
        mine = outcome.seat == view.seat and not is_onlooker(seats)
        lines.append(LogLine(outcome.seat, words, new=not mine, made=len(story)))
    return tuple(lines)


def _sentence(view: View, told: PublicMove, name: str, teller: Teller, *, drew: bool) -> str:
    match told.move:
        case Draw():
            return say("open.log.drew", name=name)
        case Rearrange(played, sets):
            code = "open.log.drew_laid" if drew else "open.log.laid"
            return say(code, name=name, tiles=_laid(played, sets, teller))
        case Close(played, sets):
            return say("open.log.closed", name=name, tiles=_laid(played, sets, teller))
        case Pass():
            if drew:
                return say("open.log.drew_passed", name=name)
            return say("open.log.passed", name=name) if view.table.stock else say("open.log.passed_empty", name=name)
        case Attempt():
            return say("open.log.failed", name=name, n=view.table.options.number("invalid_penalty"))
        case _:
            return say("open.log.timeout", name=name)


def _with_shifted(words: str, shifted: tuple[ShiftedJoker, ...], options: Options, teller: Teller) -> str:
    """Add what jokers of the table stand for now."""
    named = shifted_words(shifted, options, teller.face_placeholder) if shifted else ""
    return say("open.with_joker", words=words, joker=named) if named else words


def _laid(played: tuple[Tile, ...], sets: tuple[Meld, ...], teller: Teller) -> str:
    """Name the played tiles set by set, in their order on the table."""
    parts = (tuple(tile for tile in meld.tiles if tile in played) for meld in sets)
    return ", ".join(teller.placeholder(part) for part in parts if part)


# --- what is new on the table -----------------------------------------------------------------------------------------


def changed_sets(view: View) -> dict[tuple[Tile, ...], int]:
    """Return the sets that others changed since the viewer's last turn, by their tiles, and who changed each last."""
    if view.table.outcome is not None:
        return {}
    changed: dict[frozenset[Tile], int] = {}
    before: set[frozenset[Tile]] | None = None
    for at, told in enumerate(view.story):
        mine = told.seat == view.seat
        ended = at + 1 < len(view.story) or view.table.to_move != view.seat
        if mine and (ended or not isinstance(told.move, Draw)):
            changed = {}
        if isinstance(told.move, Rearrange | Close):
            after = [frozenset(meld.tiles) for meld in told.move.sets]  # the order of tiles does not matter
            played = set(told.move.played)
            fresh = [tiles for tiles in after if (tiles not in before if before else bool(played & tiles))]
            changed |= {} if mine else dict.fromkeys(fresh, told.seat)
            before = set(after)
    lying = {frozenset(meld.tiles): meld.tiles for meld in view.table.melds}
    return {lying[tiles]: seat for tiles, seat in changed.items() if tiles in lying}


def newly_shifted(view: View) -> tuple[ShiftedJoker, ...]:
    """Return the jokers that stand for another face since the viewer's last turn."""
    since = max((at for at, told in enumerate(view.story) if told.seat == view.seat), default=-1)
    lay = next((told.move.sets for told in view.story[since::-1] if isinstance(told.move, Rearrange | Close)), None)
    return () if lay is None or since < 0 or view.table.outcome is not None else shifted_jokers(lay, view.table.melds)


def shifted_words(
    shifted: Sequence[ShiftedJoker], options: Options, name: Callable[[tuple[Face, ...]], str] = name_faces
) -> str:
    """Rule 2.4 and D49: say what jokers stand for now, and why they may at this table; `name` names faces."""
    faces = tuple(one.face for one in shifted)
    if not faces:
        return ""
    code = "open.joker_paid"
    if options.word("joker_lock") == "free":
        code = "open.joker_now"
    elif options.flag("joker_shift") and all(one.whole for one in shifted):
        code = "open.joker_whole"
    return say(code, tiles=name(faces), n=len(faces))


def news_words(
    found: dict[tuple[Tile, ...], int], seats: Sequence[Seat], order: Sequence[int], joker: str = ""
) -> tuple[str, ...]:
    """Return texts, the longer first: who made how many of the new sets, in playing order, and how many are new.

    With a `joker` that stands for something else now, this is said too where there is room. Without new sets there is
    no text.
    """
    if not found:
        return ()
    by = Counter(found.values())
    deeds = ", ".join(say("open.news_of", n=by[seat], name=seats[seat].name) for seat in order if seat in by)
    texts = say("open.news", deeds=deeds), say("open.news_all", n=len(found))
    return (*(say("open.with_joker", words=text, joker=joker) for text in texts if joker), *texts)


def seat_initials(seats: Sequence[Seat], order: Sequence[int]) -> dict[int, str]:
    """Return the initial that marks each seat's sets, two letters where initials are the same."""
    names = {seat: seats[seat].name.strip() or "?" for seat in order}
    first = Counter(name[0].upper() for name in names.values())
    return {seat: name[0].upper() + (name[1:2] if first[name[0].upper()] > 1 else "") for seat, name in names.items()}


# --- the state of heaps -----------------------------------------------------------------------------------------------


def tag_words(mark: HeapState, faces: tuple[Face, ...]) -> str:
    """Say in a few words why a heap is not a set."""
    if not isinstance(mark.read, Refusal):
        return ""
    lacking = missing_faces(mark, faces)
    if lacking:
        named = [face_in_words(face) for face in lacking]
        words = named[0] if len(named) == 1 else say("tile.list", first=", ".join(named[:-1]), last=named[-1])
        return say("open.tag.missing", tiles=words)
    code = f"open.tag.{mark.read.code.key}"
    return say(code) if has_sentence(code) else say("open.tag.other")


def missing_before(mark: HeapState, faces: tuple[Face, ...]) -> int | None:
    """Return before which tile of a broken heap something is missing; None where that is not clear."""
    if not isinstance(mark.read, Refusal):
        return None
    hole = _hole(mark, faces)
    if hole is not None:
        return hole[0]
    return len(mark.heap.tiles) if mark.read.code is Code.TOO_FEW_TILES else None


def missing_faces(mark: HeapState, faces: tuple[Face, ...]) -> tuple[Face, ...]:
    """Return the faces missing between two adjacent tiles of one colour; empty when they are many."""
    hole = _hole(mark, faces)
    return hole[1] if hole is not None and len(hole[1]) <= 2 else ()


def _hole(mark: HeapState, faces: tuple[Face, ...]) -> tuple[int, tuple[Face, ...]] | None:
    tiles = mark.heap.tiles
    for at, (one, other) in enumerate(pairwise(tiles), start=1):
        left, right = faces[one], faces[other]
        if JOKER in (left, right) or left.colour is not right.colour or right.number <= left.number + 1:
            continue
        return at, tuple(Face(left.colour, number) for number in range(left.number + 1, right.number))
    return None


def reading_words(choice: Meld, faces: tuple[Face, ...]) -> str:
    """Say what a heap's jokers stand for in one reading."""
    means = [face for face in choice.stands_for if face is not None]
    if choice.kind is Kind.GROUP:
        return face_in_words(means[0]) if means else tiles_in_words(choice.tiles, faces)
    named = [face_in_words(face) for face in means]
    return named[0] if len(named) == 1 else say("tile.list", first=", ".join(named[:-1]), last=named[-1])


def joker_colours(mark: HeapState, faces: tuple[Face, ...]) -> tuple[Colour, ...]:
    """Return the colours that a joker of a group may have; empty where they are many: a joker shows two at most."""
    if not isinstance(mark.read, Meld) or mark.read.kind is not Kind.GROUP:
        return ()
    found = missing_colours(mark.read, faces)
    return found if len(found) <= MAX_SHOWN_COLOURS else ()


# --- readiness --------------------------------------------------------------------------------------------------------


def readiness(turn: OpenTurn, seats: Sequence[Seat]) -> Readiness:
    """Say whether the turn can end, and what is still to be done."""
    table = turn.view.table
    if table.outcome is not None:
        return Readiness(say("open.ready.over"), say("open.ready.over_line"))
    if not turn.can_play:
        name = seats[table.to_move].name
        line = "" if is_onlooker(seats) else say("open.ready.wait_line")
        return Readiness(say("open.ready.wait", name=name), line)
    if not turn.arrangement.touched:
        return _untouched(turn)
    standing = turn.legal_moves
    if not turn.legal_moves.checks_sets:
        return Readiness(say("open.ready.unchecked"), say("open.ready.unchecked_line"))
    if standing.blocked_by_broken and standing.begun_alone:
        return Readiness(say("open.ready.begun"), say("open.ready.begun_line"), Tone.PLAIN, _share(turn))
    if standing.blocked_by_broken:
        code = "broken_back" if standing.draw_takes_back else "broken_line"
        line = say(f"open.ready.{code}", n=standing.broken_count - len(standing.begun_heaps))
        return Readiness(say("open.ready.broken"), line, Tone.CORAL, _share(turn))
    if standing.refusal is None:
        left = len(turn.arrangement.rack)
        played = len(turn.arrangement.played)
        line = say("open.ready.line", n=played, left=left) if left else say("open.ready.out")
        return Readiness(say("open.ready.title"), line, Tone.MINT)
    return _held_back(turn, standing.refusal)


def _untouched(turn: OpenTurn) -> Readiness:
    if turn.legal_moves.can_draw and not turn.legal_moves.draw_ends_turn:
        line = "open.ready.draw_or_close_line" if turn.legal_moves.may_close_soon else "open.ready.draw_line"
        return Readiness(say("open.ready.draw"), say(line))
    opening = turn.legal_moves.opening
    none = turn.helper.has_found_nothing()
    if turn.helper.offers_hint():
        title = "open.ready.nothing" if opening is None else "open.ready.opening"
        sums = {} if opening is None else {"sum": opening[0], "least": opening[1]}
        return Readiness(say(title, **sums), say("open.ready.some"), Tone.PLAIN, None if opening is None else 0.0)
    if opening is not None:
        title = say("open.ready.opening", sum=opening[0], least=opening[1])
        line = say("hint.look.shut") if none else say("open.ready.opening_line", least=opening[1])
        return Readiness(title, line, Tone.PLAIN, 0.0)
    if not turn.view.table.stock and not none:
        return Readiness(say("open.stock_empty"), say("open.ready.empty_line"))
    line = f"open.ready.{'none' if none else 'nothing'}_{'draw' if turn.legal_moves.can_draw else 'pass'}"
    return Readiness(say("open.ready.nothing"), say(line))


def _held_back(turn: OpenTurn, refused: Refusal) -> Readiness:
    opening = turn.legal_moves.opening
    if refused.code is Code.OPENING_TOO_LOW and opening is not None:
        title = say("open.ready.opening", sum=opening[0], least=opening[1])
        line = say("open.ready.opening_short", missing=opening[1] - opening[0])
        return Readiness(title, line, Tone.CORAL, _share(turn))
    if refused.code is Code.EMPTY_PLAY:
        code = "moved_back" if turn.legal_moves.draw_takes_back else "moved_line"
        return Readiness(say("open.ready.nothing"), say(f"open.ready.{code}"))
    if refused.code is Code.DRAW_FIRST:
        return Readiness(say("open.ready.draw"), say("open.ready.draw_line"), Tone.CORAL)
    told = tell_refusal(refused, turn.view.faces)
    if turn.legal_moves.faults:
        return Readiness(told.what, told.mend, Tone.CORAL)
    return Readiness(say("open.ready.broken"), told.what, Tone.CORAL)


def _share(turn: OpenTurn) -> float | None:
    opening = turn.legal_moves.opening
    return None if opening is None else min(1.0, opening[0] / max(1, opening[1]))


def rack_words(turn: OpenTurn) -> str:
    """Say on the lip how many tiles the rack has, how many are picked, and whether the player has opened."""
    count, picked = len(turn.arrangement.rack), len(turn.turn_state.picked)
    said = say("open.rack_picked", n=count, picked=picked) if picked else say("open.rack", n=count)
    opening = turn.legal_moves.opening
    if opening is None:
        said = say("open.opened", count=said)
        return say("table.rack_last", n=count, count=said) if count in FEW_TILES_ALPHAS and not picked else said
    if opening[0] >= opening[1]:
        return say("open.opens", count=said, sum=opening[0])
    return say("open.unopened", count=said, sum=opening[0], least=opening[1])
