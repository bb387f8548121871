"""The texts of a hint: where to look, which tiles, what to do and why."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from game.bots.dead_hand_bot import legal_lays, reason_of_move
from game.client.table.open.words import shifted_words
from game.client.words import phrase, say
from game.client.words.tell import (
    runs_in_words,
    short_reason_names_tiles,
    some_in_words,
    tell_reason,
    tell_short_reason,
)
from game.rules.open_table_jokers import shifted_jokers
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.session.arrangement import Arrangement
from game.session.hints import LookAt
from game.session.proposals import is_wild, must_be_kept_back, points_behind, useful_pile_tiles
from game.table.moves import Close, Discard, Draw, Extend, Keep, LayMeld, Pass, Rearrange, Redraw, Stop, TakePile

MAX_MOVED_LINES = 4  # steps on the table that are said one by one; nobody could follow more
LOOKED_AHEAD = ("ahead", "ahead_close")  # reasons that say what was found, and not what the move does
NO_GAIN_REASONS = ("draw_nothing_to_lay", "pass_nothing_to_lay")  # also said of a draw that gains too little

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.client.words import Text
    from game.session.hints import Hint


def look_words(hint: Hint) -> Text:
    """Say where to look; where nothing can be laid, say so first, and name only the stock."""
    place = LookAt.SET if hint.where_to_look is LookAt.TABLE and len(hint.changed_sets) == 1 else hint.where_to_look
    look = phrase(f"hint.look.{place.value}")
    spared = _spared(hint) if place is not hint.where_to_look else 0
    if spared:
        return phrase("hint.look.spare", n=spared)
    if hint.strong.reason not in NO_GAIN_REASONS:
        return look
    bare = phrase("hint.look.shut" if points_to_open(hint) else "hint.look.nothing")
    return f"{bare} {phrase('hint.do.draw')}" if hint.where_to_look is LookAt.STOCK else bare


def _spared(hint: Hint) -> int:
    """Return how many tiles the only set that a play changes gives to others."""
    meld, sets = set(hint.changed_sets[0].tiles), hint.move.sets if isinstance(hint.move, Rearrange) else ()
    return len(meld) - max((len(meld.intersection(one.tiles)) for one in sets), default=len(meld))


def tiles_words(hint: Hint, *, cards: bool) -> Text:
    """Say which tiles, and whether existing sets are involved."""
    tiles = _named(hint, cards=cards)
    if hint.set_number is not None and not hint.rack_tiles:
        return look_words(hint)
    if hint.set_number is not None:
        return say("hint.which.set", tiles=tiles)
    if hint.where_to_look is LookAt.TABLE:
        return say("hint.which.sets" if len(hint.changed_sets) > 1 else "hint.which.set", tiles=tiles)
    if hint.where_to_look is LookAt.RACK_LAY:
        several = isinstance(hint.move, Rearrange) and len(hint.move.sets) > len(hint.view.table.melds) + 1
        return say("hint.which.lay_several" if several else "hint.which.lay", tiles=tiles)
    return say("hint.which.one", tiles=_named(hint, cards=cards, begins=False))


def action_words(hint: Hint, *, cards: bool) -> Text:
    """Say what to do."""
    move = hint.move
    match move:
        case Draw():
            code = "draw"
        case Keep():
            code = "keep"
        case Redraw():
            code = "redraw"
        case TakePile():
            code = "take"
        case LayMeld():
            code = "lay"
        case Extend():
            code = "add" if hint.rack_tiles else "slide"
        case Discard():
            code = "throw"
        case Stop():
            code = "stop"
        case Close():
            code = "close"
        case Rearrange():
            code = "grow" if hint.only_adds else "move" if hint.changed_sets else "lay"
        case _:
            code = "pass_shut" if points_to_open(hint) else "pass"
    return say(f"hint.do.{code}", tiles=_named(hint, cards=cards, begins=False))


def returned_tiles_words(hint: Hint, arrangement: Arrangement | None, *, cards: bool) -> tuple[Text, ...]:
    """Say which tiles laid in this turn come back to the rack for the move."""
    faces, back = hint.view.faces, []
    kept = Counter(faces[tile] for tile in hint.rack_tiles)
    for tile in () if arrangement is None else arrangement.played:
        if kept[faces[tile]]:
            kept[faces[tile]] -= 1
        else:
            back.append(tile)
    return (say("hint.instead", tiles=some_in_words(tuple(back), faces, cards=cards)),) if back else ()


def moved_tiles_words(hint: Hint, *, cards: bool) -> tuple[Text, ...]:
    """Say, set by set, which tiles of the table move from one set to another.

    The largest part of each set is what stays; what joins it comes from elsewhere. Of many steps only their number is
    said, and what the player's own tiles join: the table shows the rest.
    """
    if not isinstance(hint.move, Rearrange) or hint.only_adds:
        return ()
    sets, faces = [frozenset(meld.tiles) for meld in hint.move.sets], hint.view.faces
    told: list[Text] = []
    stays = {meld.tiles: max(sets, key=lambda one: len(one.intersection(meld.tiles))) for meld in hint.changed_sets}
    for tiles in (meld.tiles for meld in hint.move.sets):
        for meld in hint.changed_sets:
            gone = tuple(tile for tile in tiles if tile in meld.tiles)
            rest = tuple(tile for tile in tiles if tile not in gone)
            if gone and rest and stays[meld.tiles] != frozenset(tiles):
                names = [runs_in_words(one, faces, cards=cards) for one in (gone, meld.tiles, rest)]
                told.append(say("hint.moves", tiles=_capitalized(names[0]), start=names[1], end=names[2]))
    if len(told) <= MAX_MOVED_LINES:
        return tuple(told)
    joined = tuple(_joined(hint.move, hint, cards=cards))[:MAX_MOVED_LINES]
    return (*joined, say("hint.makes_room", n=len(told)))


def _joined(play: Rearrange, hint: Hint, *, cards: bool) -> Iterator[Text]:
    """Yield, for each set that gets tiles of the rack besides others, which tiles these are and what they join."""
    for tiles in (meld.tiles for meld in play.sets):
        own = tuple(tile for tile in tiles if tile in hint.rack_tiles)
        rest = tuple(tile for tile in tiles if tile not in own)
        if own and rest:
            names = [runs_in_words(one, hint.view.faces, cards=cards) for one in (own, rest)]
            yield say("hint.joins", tiles=_capitalized(names[0]), end=names[1])


def joker_words(hint: Hint) -> tuple[Text, ...]:
    """Rule 2.4: say what jokers of the table will stand for, where that changes, and why they may."""
    sets = hint.move.sets if isinstance(hint.move, Rearrange) else ()
    shifted = shifted_jokers(hint.view.table.melds, sets) if sets else ()
    words = shifted_words(shifted, hint.view.table.options)
    return (f"{_capitalized(words)}.",) if words else ()


def _capitalized(words: str) -> str:
    return words[:1].upper() + words[1:]


def why_words(hint: Hint, *, cards: bool, whole: bool = True) -> tuple[Text, ...]:
    """Say why: the points of an opening, the reason of a strong player, and whether that player would lay less.

    Of what looking ahead found, what the move does in the game comes first, and the rest only with `whole`.
    """
    strong = hint.strong
    least = points_to_open(hint)
    if least and strong.reason in NO_GAIN_REASONS:
        return (say("hint.shut", n=least),)
    if isinstance(hint.move, Discard) and must_be_kept_back(hint.view, hint.move.tile):
        return (say("hint.says", reason=say("why.kept_back")),)
    if hint.most is None:
        why = say("hint.says", reason=tell_short_reason(strong.reason, strong.args, hint.view.faces, cards=cards))
        behind, does = _points_behind(hint), _what_it_does(hint)
        if does is not None:
            first = say("hint.says", reason=tell_short_reason(*does, hint.view.faces, cards=cards))
            return (first, *_wild_words(hint), *((why,) if whole else ()))
        return (why, say("hint.out_behind", n=behind)) if behind else (why, *_wild_words(hint))
    reason = tell_reason(strong.reason, strong.args, hint.view.faces, cards=cards)
    told = [say("hint.most", n=hint.points)]
    if isinstance(hint.move, Rearrange):
        opening = Arrangement.of(hint.view).with_play(hint.move.sets).opening_points
        if opening is not None and opening[1]:
            told = [say("hint.opens", count=opening[0], least=opening[1])]
    if strong is hint.most:
        return (" ".join(told),)
    if isinstance(strong.move, Rearrange):
        return " ".join(told), say("hint.lays_less", reason=reason)
    return " ".join(told), say("hint.waits_pass" if isinstance(strong.move, Pass) else "hint.waits")


def early_why_words(hint: Hint, *, names_tiles: bool, cards: bool) -> tuple[Text, ...]:
    """Say why before the whole move is told, as far as it gives nothing away that comes later.

    Of a play that another one may be preferred to, that comes later; with `names_tiles` a reason may name tiles.
    """
    told = why_words(hint, cards=cards, whole=False)
    if hint.most is None and hint.strong.reason in NO_GAIN_REASONS:
        return ()  # where to look says it
    if hint.most is not None:
        return told[:1]
    if isinstance(hint.move, TakePile) and not names_tiles:
        return (_pile_words(hint),)
    return told if names_tiles or not short_reason_names_tiles(hint.strong.reason) else told[1:]


def _pile_words(hint: Hint) -> Text:
    """Say what the pile is good for, and name none of its tiles."""
    known = {"take_to_keep": "keep", "take_to_deny": "deny"}.get(hint.strong.reason, "ahead")
    return phrase(f"hint.pile.{'lay' if useful_pile_tiles(hint.view) else known}")


def looks_ahead(hint: Hint) -> bool:
    """Return whether there is more to say of a hint: what looking ahead found, beside what the move does."""
    return hint.most is None and _what_it_does(hint) is not None


def _what_it_does(hint: Hint) -> tuple[str, tuple[int | str, ...]] | None:
    """Return the reason in the game of a move that was found by looking ahead; None for others."""
    view, strong = hint.view, hint.strong
    if strong.reason not in LOOKED_AHEAD:
        return None
    if not isinstance(hint.move, TakePile):
        return reason_of_move(view, hint.move)
    useful = useful_pile_tiles(view)
    return ("take_to_lay", (len(view.table.pile), *useful)) if useful else None


def _wild_words(hint: Hint) -> tuple[Text, ...]:
    """Say of a wild tile in a dead-hand game that it is spent for its set, or that no set is worth it now."""
    view, move = hint.view, hint.move
    if rules_of(view.table.game).family is not Family.DEAD_HAND or not any(is_wild(view, one) for one in view.rack):
        return ()
    if isinstance(move, LayMeld | Extend):
        spends = any(tile in hint.rack_tiles and tile in move.meld.wild_tiles for tile in view.rack)
        return (say("hint.wild_spent"),) if spends else ()
    waits = isinstance(move, Discard) and not is_wild(view, move.tile) and bool(legal_lays(view))
    return (say("hint.wild_waits"),) if waits else ()


def _points_behind(hint: Hint) -> int:
    """Return how many points the other side is ahead as far as can be seen, where the move goes out."""
    return points_behind(hint.view, hint.move) if isinstance(hint.move, Discard | LayMeld | Extend) else 0


def points_to_open(hint: Hint) -> int:
    """Return the points that the player needs to open; 0 after the opening, or where none are needed."""
    view = hint.view
    if rules_of(view.table.game).family is not Family.OPEN_TABLE or view.table.opened[view.seat]:
        return 0
    opening = Arrangement.of(view).opening_points
    return 0 if opening is None else opening[1]


def _named(hint: Hint, *, cards: bool, begins: bool = True) -> str:
    """Name the rack tiles that a hint is about, for the start of a sentence or its middle."""
    words = some_in_words(hint.rack_tiles, hint.view.faces, cards=cards)
    return words[:1].upper() + words[1:] if begins else words
