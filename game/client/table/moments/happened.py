"""Which moments happened between two views of one table, the one shown before and the current one. Pure functions.

Law: they use only public knowledge and the viewer's own tiles, and ask the session nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.table.moments.kinds import MomentKind
from game.client.table.moments.moment import Moment
from game.client.words import phrase
from game.client.words.tell import face_in_words
from game.rules.dead_hand_score import CLOSE_POINTS
from game.rules.open_table_jokers import shifted_jokers
from game.rules.open_table_play import opening_sum
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.session.proposals import can_grow, canasta_of, canasta_size, is_canasta
from game.table.state import NO_SEAT, Ending
from game.table.tiles import NO_TILE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from game.client.words import Phrase
    from game.match.match import RoundResult
    from game.table.melds import Meld
    from game.table.tiles import Tile
    from game.table.view import View

BIG_PILE_TILES = 10  # taking a pile of at least so many is a moment
FEW_TILE_COUNTS = (2, 1)
LONG_SET_TILES = 7  # tiles of a set on an open table
MIN_CHANGED_SETS = 3  # changed sets: moving one tile changes two, so three take a plan


def moments_between(before: View, after: View, names: Sequence[str]) -> tuple[Moment, ...]:
    """Return the moments between two views, the greatest first.

    Where the second view belongs to no seat, none of them is the viewer's own.
    """
    if before.table.round != after.table.round or before.table.game != after.table.game:
        return ()
    found = [*_few(before, after), *_ending(before, after, names)]
    if rules_of(after.table.game).family is Family.DEAD_HAND:
        found += [*_canastas(before, after), *_dead_hands(before, after, names), *_pile(before, after, names)]
    else:
        found += [*_opened(before, after, names), *_freed(before, after), *_shifted(before, after)]
        found += _seventh(before, after)
        found += _rebuilt(before, after, names)
    return tuple(sorted(found, key=lambda moment: -moment.kind.spec.rank))


def _ours(view: View, seat: int) -> bool:
    return view.seat != NO_SEAT and view.table.side_of(seat) == view.table.side_of(view.seat)


def _title(code: str, view: View, seat: int, names: Sequence[str], **more: int) -> Phrase:
    """Return the title: to the viewer in the second person, about others by name."""
    if seat == view.seat:
        return phrase(f"{code}_me", **more)
    return phrase(code, name=names[seat], **more)


# --- dead-hand games --------------------------------------------------------------------------------------------------


def _canastas(before: View, after: View) -> Iterator[Moment]:
    """Yield each set that has become a canasta, and each of our side that has come to lack one tile to be one."""
    old = before.table.melds
    for index, meld in enumerate(after.table.melds):
        was, seat = len(old[index]) if index < len(old) else 0, before.table.to_move
        ours = _ours(after, after.table.owners[index])
        found = canasta_of(after, index) if is_canasta(meld) else None
        if found is not None and was < canasta_size():
            kind, word = (MomentKind.PURE, "pure") if found.pure else (MomentKind.IMPURE, "impure")
            shape = f"moment.{word}.{meld.kind.value}"
            yield Moment(
                kind, seat, ours, meld.tiles, phrase(f"moment.{word}"), phrase(shape), "1.2", meld.tiles, found.points
            )
        elif len(meld) == canasta_size() - 1 > was and ours and can_grow(after, index):
            yield Moment(MomentKind.SIX, seat, ours, meld.tiles, phrase("moment.six"))


def _dead_hands(before: View, after: View, names: Sequence[str]) -> Iterator[Moment]:
    pairs = zip(before.table.dead_by, after.table.dead_by, strict=True)
    for was, taker in pairs:
        if was == NO_SEAT != taker:
            rack = after.table.racks[taker]
            title = _title("moment.dead", after, taker, names)
            yield Moment(
                MomentKind.DEAD_HAND,
                taker,
                _ours(after, taker),
                rack,
                title,
                phrase("moment.dead.why", n=len(rack)),
                "1.5",
            )


def _pile(before: View, after: View, names: Sequence[str]) -> Iterator[Moment]:
    pile = before.table.pile
    if len(pile) < BIG_PILE_TILES or len(after.table.pile) > 1:
        return
    seat = before.table.to_move
    if set(pile[:-1]) & set(after.table.racks[seat]):
        title = _title("moment.pile", after, seat, names, n=len(pile))
        yield Moment(MomentKind.PILE, seat, _ours(after, seat), pile, title, phrase("moment.pile.why"), "1.4", pile)


# --- open tables ------------------------------------------------------------------------------------------------------


def _opened(before: View, after: View, names: Sequence[str]) -> Iterator[Moment]:
    for seat, (was, now) in enumerate(zip(before.table.opened, after.table.opened, strict=True)):
        if now and not was:
            laid = _laid(before, after)
            least = before.table.options.number("opening_min")
            title = _title("moment.opened", after, seat, names)
            if least:
                points = opening_sum(laid, after.table.melds, after.faces)
                title = _title("moment.opened_with", after, seat, names, n=points)
            why = phrase("moment.opened.why", least=least) if least else None
            yield Moment(MomentKind.OPENED, seat, seat == after.seat, laid, title, why, "2.3" if least else "", laid)


def _laid(before: View, after: View) -> tuple[Tile, ...]:
    """Return the tiles that came to the table, in table order."""
    there = {tile for meld in before.table.melds for tile in meld.tiles}
    return tuple(tile for meld in after.table.melds for tile in meld.tiles if tile not in there)


def _freed(before: View, after: View) -> Iterator[Moment]:
    """Yield each joker that has left its set."""
    homes = {tile: meld for meld in after.table.melds for tile in meld.tiles}
    for meld in before.table.melds:
        for joker, meant in zip(meld.tiles, meld.stands_for, strict=True):
            home = homes.get(joker)
            if meant is None or home is None or set(meld.tiles) & (set(home.tiles) - {joker}):
                continue
            seat = before.table.to_move
            freer = _stands_for(meld, homes, after, joker)
            yield Moment(
                MomentKind.JOKER, seat, seat == after.seat, home.tiles, phrase("moment.joker"),
                phrase("moment.joker.why"), "2.4", (joker, *freer),
            )  # fmt: skip


def _shifted(before: View, after: View) -> Iterator[Moment]:
    """Rule 2.4 and D49: yield each joker that stands for another face in its old set, and why it may."""
    options, seat = after.table.options, before.table.to_move
    for one in shifted_jokers(before.table.melds, after.table.melds):
        why = "moment.joker.why"  # its own tile was laid
        if options.word("joker_lock") == "free":
            why = "moment.joker_now.wild"
        elif one.whole and options.flag("joker_shift"):
            why = "moment.joker_now.whole"
        title = phrase("moment.joker_now", tile=face_in_words(one.face))
        own = seat == after.seat
        yield Moment(MomentKind.JOKER, seat, own, one.tiles, title, phrase(why), "2.4", (one.joker,))


def _stands_for(meld: Meld, homes: dict[Tile, Meld], after: View, joker: Tile) -> tuple[Tile, ...]:
    """Return the tile that replaced a joker, if one did."""
    meant = meld.stands_for[meld.tiles.index(joker)]
    mates = [homes[tile] for tile in meld.tiles if tile in homes and tile != joker]
    new = [tile for mate in mates[:1] for tile in mate.tiles if tile not in meld.tiles]
    if meant is None:
        return ()
    fits = (tile for tile in new if after.faces[tile].number == meant.number)
    return tuple(fits)[:1]


def _seventh(before: View, after: View) -> Iterator[Moment]:
    """Yield each set that has grown to seven tiles."""
    longest: dict[Tile, int] = {}
    for meld in before.table.melds:
        for tile in meld.tiles:
            longest[tile] = len(meld)
    for meld in after.table.melds:
        was = max((longest.get(tile, 0) for tile in meld.tiles), default=0)
        if len(meld) >= LONG_SET_TILES > was:
            seat = before.table.to_move
            yield Moment(MomentKind.SEVENTH, seat, seat == after.seat, meld.tiles, phrase("moment.seventh"))


def _rebuilt(before: View, after: View, names: Sequence[str]) -> Iterator[Moment]:
    """Yield the turn that rebuilt many sets, unless it ended the round, which is then the only moment."""
    laid, old = _laid(before, after), {tile: meld for meld in before.table.melds for tile in meld.tiles}
    anew = [meld for meld in after.table.melds if _made_anew(meld, old)]
    if len(anew) < MIN_CHANGED_SETS or not laid or after.table.outcome is not None:
        return
    seat, fresh = before.table.to_move, set(laid)
    changed = [meld for meld in after.table.melds if meld in anew or fresh & set(meld.tiles)]
    tiles = tuple(tile for meld in changed for tile in meld.tiles)
    title = _title("moment.rebuilt", after, seat, names, n=len(anew))
    yield Moment(MomentKind.REBUILT, seat, seat == after.seat, tiles, title, phrase("moment.rebuilt.why"), "2.2", laid)


def _made_anew(meld: Meld, old: Mapping[Tile, Meld]) -> bool:
    """Return whether a set holds tiles of old sets and is not just one of them extended."""
    homes = {old[tile] for tile in meld.tiles if tile in old}
    return len(homes) > 1 or any(not set(home.tiles) <= set(meld.tiles) for home in homes)


# --- all games --------------------------------------------------------------------------------------------------------


def _few(before: View, after: View) -> Iterator[Moment]:
    """Yield each rack that is down to two tiles or to one."""
    if after.table.outcome is not None:
        return
    for seat, (was, now) in enumerate(zip(before.table.racks, after.table.racks, strict=True)):
        if len(now) in FEW_TILE_COUNTS and len(was) > len(now):
            yield Moment(MomentKind.FEW, seat, _ours(after, seat), now, phrase("moment.few", n=len(now)))


def _ending(before: View, after: View, names: Sequence[str]) -> Iterator[Moment]:
    outcome = after.table.outcome
    if outcome is None or before.table.outcome is not None or outcome.seat == NO_SEAT:
        return
    last = _last(before, after, outcome.seat)
    title = _title("moment.out", after, outcome.seat, names)
    rules, owners, side = rules_of(after.table.game), after.table.owners, after.table.side_of(outcome.seat)
    rule, points = rules.section, 0
    if rules.family is Family.DEAD_HAND:
        closed = any(is_canasta(meld) for meld, owner in zip(after.table.melds, owners, strict=True) if owner == side)
        rule, points = "1.5", CLOSE_POINTS if closed else 0
    why = phrase("score.ending.out")
    yield Moment(MomentKind.OUT, outcome.seat, _ours(after, outcome.seat), last, title, why, rule, last, points)


def end_moment(result: RoundResult, own: int, names: Sequence[str]) -> Moment | None:
    """Return the moment of a scored round that ended without anybody going out: who won it, and why it ended."""
    outcome, table, totals = result.outcome, result.table, [sheet.total for sheet in result.sheets]
    if outcome.ending is Ending.OUT:
        return None
    best = min(totals) if rules_of(table.game).lowest_wins else max(totals)
    winners = [seat for seat in range(table.seats) if totals[table.side_of(seat)] == best]
    sole, ours = totals.count(best) == 1, own in winners
    stopped_it = outcome.ending is Ending.STOPPED and outcome.seat == own
    by = names[outcome.seat] if outcome.seat != NO_SEAT else ""
    why = phrase("score.stopped_me" if stopped_it else f"score.ending.{outcome.ending.value}", name=by)
    title = phrase("banner.over")
    if sole and ours:
        title = phrase("moment.round")
    elif sole:
        first, *other = (names[seat] for seat in winners)
        two = phrase("side.two", first=first, second=other[0]) if other else ""
        title = phrase("end.won_they", names=two) if other else phrase("score.won", name=first)
    passed, family = outcome.ending is Ending.PASSED, rules_of(table.game).family
    rule = "2.5" if passed else "1.4" if family is Family.DEAD_HAND else ""
    left = table.racks[winners[0]] if passed and sole else ()  # the reason of the win: the lowest rack
    return Moment(MomentKind.ENDED, winners[0], ours, (), title, why, rule, left)


def _last(before: View, after: View, seat: int) -> tuple[Tile, ...]:
    """Return the tile discarded last, else the one laid last, preferring the set with the closing tile."""
    top = after.table.pile[-1] if after.table.pile else NO_TILE
    if top in before.table.racks[seat]:
        return (top,)
    laid, closing = set(_laid(before, after)), before.table.closing
    melds = sorted(after.table.melds, key=lambda meld: closing not in meld.tiles)
    return tuple(tile for meld in melds for tile in meld.tiles if tile in laid)
