"""The texts of a dead-hand table: banner, seats, zones, score plates; all made from the view and the public story."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.sides import is_onlooker
from game.client.table.dead_hand.outcome import MoveEnd
from game.client.table.how_it_goes import laid_counts_minus
from game.client.table.log import logged_moves
from game.client.table.plates.banner import BannerWords
from game.client.words import has_sentence, say
from game.client.words.tell import NO_SET_CODES, face_in_words, level_words, tell_refusal, tiles_in_words
from game.match.transcript import Controller
from game.session.draft import draft_refusal
from game.session.proposals import canasta_of
from game.table.moves import Discard, Draw, Extend, LayMeld, Redraw, TakePile
from game.table.state import NO_SEAT, Ending, Phase
from game.table.view import with_shown_faces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.match.transcript import Seat
    from game.session.pile_gain import PileGain
    from game.table.refusals import Refusal
    from game.table.tiles import Tile
    from game.table.view import View

_DO = {
    Phase.START_DRAW: "banner.do.start_draw",
    Phase.START_CHOICE: "banner.do.start_choice",
    Phase.WAIT_FACES: "banner.do.next_tiles",
}


@dataclass(frozen=True, slots=True)
class Picks:
    """What is picked: how many, whether they make a set, how many of our sets accept them, and the outcome."""

    count: int = 0
    makes_set: bool = False
    takers: int = 0
    end: MoveEnd = MoveEnd.NONE  # what laying, adding or discarding them would end
    refusal: Refusal | None = None  # why that is not allowed
    nothing_to_lay: bool = False  # without a canasta the rack is one tile to throw and one that must stay
    strands: bool = False  # laying, adding or discarding them leads there, and could be left undone
    wild: bool = False  # a single wild tile
    slides: bool = False  # none is picked, and the wild tile of the set just laid may go to another place in it
    behind: int = 0  # where they go out: the points that the other side is ahead as far as can be seen

    @property
    def are_better_kept(self) -> bool:
        """Return whether it is better neither to throw them nor to lay them as a new set."""
        wild = self.wild and self.end is MoveEnd.NONE and not self.nothing_to_lay
        return wild or (self.strands and not self.takers)


def banner_words(
    view: View,
    seats: Sequence[Seat],
    picks: Picks,
    useful: tuple[Tile, ...] = (),
    gain: PileGain | None = None,
    *,
    cards: bool,
) -> BannerWords:
    """Say whose turn it is and what is to be done or was done."""
    table = view.table
    if table.outcome is not None:
        return BannerWords(say("banner.over"), _ended(view, seats), mine=False)
    if table.to_move == view.seat and not is_onlooker(seats):
        rival = other_side_words(view, seats)
        return BannerWords(say("banner.mine"), _what_to_do(view, picks, useful, gain, rival, cards=cards), mine=True)
    name = seats[table.to_move].name
    return BannerWords(say("banner.other", name=name), last_move_words(view, table.to_move, cards=cards), mine=False)


def _what_to_do(
    view: View, picks: Picks, useful: tuple[Tile, ...], gain: PileGain | None, rival: str, *, cards: bool
) -> str:
    if view.phase in _DO:
        return say(_DO[view.phase])
    if view.phase is Phase.DRAW:
        return _gain_words(view, useful, gain, cards=cards) or _how_to_draw(view, useful, cards=cards)
    if picks.count == 0:
        if picks.nothing_to_lay:
            return say("banner.do.only_throw")
        return say("banner.do.slides" if picks.slides else "banner.do.play")
    # for tiles that are no set the texts below explain more
    if picks.refusal is not None and picks.refusal.code not in NO_SET_CODES:
        return _why_not(view, picks.refusal, cards=cards)
    if picks.strands:
        return say("banner.do.strands")
    if picks.behind:
        return say("banner.do.out_behind", name=rival, n=picks.behind)
    if picks.makes_set:
        return _and_ends("lay", picks.end) or say("banner.do.may_lay")
    if picks.takers:
        return _and_ends("add", picks.end) or say("banner.do.may_add", n=picks.takers)
    if picks.count == 1:
        return _and_ends("throw", picks.end) or say(_throw_code(picks))
    return say("banner.do.picked_two") if picks.count == 2 else say("banner.do.picked_many")


def _gain_words(view: View, useful: tuple[Tile, ...], gain: PileGain | None, *, cards: bool) -> str:
    """Say that the pile makes a canasta, or lets one go out; nothing where it does neither."""
    if gain is None or not view.table.stock:
        return ""
    made = gain.canasta_by is not None
    if not made and not gain.out:
        return ""
    code = "canasta_out" if made and gain.out else "canasta" if made else "out"
    tile = useful[-1] if gain.canasta_by is None else gain.canasta_by
    return say(f"banner.do.pile_{code}", tile=face_in_words(view.faces[tile], cards=cards))


def _how_to_draw(view: View, useful: tuple[Tile, ...], *, cards: bool) -> str:
    """Say where a tile may be drawn from, and what of the pile is useful."""
    table = view.table
    if not table.stock:
        return say("banner.do.take_only")
    if useful:
        return say("banner.do.pile_fits", n=len(useful), tile=face_in_words(view.faces[useful[-1]], cards=cards))
    may_take = bool(table.pile) and draft_refusal(view, with_shown_faces(view, TakePile(table.pile))) is None
    return say("banner.do.draw") if may_take else say("banner.do.draw_only")


def _throw_code(picks: Picks) -> str:
    """Return the code of the sentence for one picked tile that no set takes."""
    if picks.nothing_to_lay:
        return "banner.do.only_throw"
    return "banner.do.picked_wild" if picks.wild else "banner.do.picked_one"


def _and_ends(deed: str, end: MoveEnd) -> str:
    """Say what to do, and what it ends besides the turn; nothing where it ends nothing."""
    return "" if end is MoveEnd.NONE else say(f"banner.do.{deed}_{end.value}")


def _why_not(view: View, refusal: Refusal, *, cards: bool) -> str:
    """Say in one line why the rules refuse what is picked."""
    code = f"banner.do.{refusal.code.key}"  # where the refusal's first sentence leaves the reason to its second
    return say(code) if has_sentence(code) else tell_refusal(refusal, view.faces, cards=cards).what


def _ended(view: View, seats: Sequence[Seat]) -> str:
    outcome = view.table.outcome
    if outcome is None:
        return ""
    if outcome.ending is Ending.OUT and outcome.seat != NO_SEAT:
        alone = len(seats) == 2  # nobody has a partner
        if is_onlooker(seats) or (alone and outcome.seat != view.seat):
            return say("banner.ended.out_one", name=seats[outcome.seat].name)
        if outcome.seat == view.seat:
            return say("banner.ended.out_me")
        ours = view.table.side_of(outcome.seat) == view.table.side_of(view.seat)
        name = seats[outcome.seat].name
        return say("banner.ended.out_us", name=name) if ours else say("banner.ended.out_them", name=name)
    return say(f"banner.ended.{outcome.ending.value}")


def last_move_words(view: View, seat: int, *, cards: bool) -> str:
    """Say what a seat did last, in a few words; before its first action of a turn it is thinking."""
    last = next((told for told in reversed(view.story) if told.seat == seat), None)
    moving = view.table.to_move == seat and view.table.outcome is None
    if last is None or (moving and isinstance(last.move, Discard)):
        return say("banner.did.thinks") if moving else ""
    if next((deed.dead for deed in reversed(logged_moves(view)) if deed.told.seat == seat), False):
        return say("banner.did.dead")
    match last.move:
        case Draw() | Redraw():
            return say("banner.did.drew")
        case TakePile(tiles):
            return say("banner.did.took", n=len(tiles))
        case LayMeld():
            return say("banner.did.laid")
        case Extend():
            return say("banner.did.added")
        case Discard(tile):
            return say("banner.did.threw", tile=tiles_in_words((tile,), view.table.faces, cards=cards))
        case _:
            return say("banner.did.thinks") if moving else ""


def sitter_words(view: View, seats: Sequence[Seat], seat: int) -> str:
    """Say who sits at a seat, as its plate does before anything happened."""
    couples = view.table.sides < view.table.seats and not is_onlooker(seats)
    partner = couples and view.table.side_of(seat) == view.table.side_of(view.seat)
    one = seats[seat]
    if one.controller is Controller.BOT:
        level = level_words(one)
        return say("table.seat.partner_bot", level=level) if partner else say("table.seat.bot", level=level)
    return say("table.seat.partner") if partner else say("table.seat.person")


def side_name(view: View, seats: Sequence[Seat], *, ours: bool) -> str:
    """Name a side: couples are us and them, a single player has a name; a spectator sees names only."""
    table = view.table
    if is_onlooker(seats):
        side = table.side_of(view.seat) if ours else 1 - table.side_of(view.seat)
        names = [seats[at].name for at in range(table.seats) if table.side_of(at) == side]
        return names[0] if len(names) == 1 else say("table.pair", one=names[0], other=names[1])
    if table.sides < table.seats:
        return say("table.us") if ours else say("table.them")
    return say("side.you") if ours else other_names_on_side(view, seats, ours=False)[0]


def other_side_words(view: View, seats: Sequence[Seat]) -> str:
    """Name the other side within a sentence."""
    alone = view.table.sides == view.table.seats
    return side_name(view, seats, ours=False) if alone else say("banner.other_side")


def no_sets_words(view: View, seats: Sequence[Seat]) -> str:
    """Say that the other side has laid nothing yet; a single player is named here too."""
    if is_onlooker(seats):
        return say("table.hint.empty_side")
    if view.table.sides < view.table.seats:
        return say("table.hint.empty_them")
    return say("table.hint.empty_one", name=side_name(view, seats, ours=False))


def own_no_sets_words(view: View, seats: Sequence[Seat]) -> str:
    """Say what to do while one's own side has no sets yet."""
    if is_onlooker(seats):
        return say("table.hint.empty_side")
    return say("table.hint.empty_us") if view.table.to_move == view.seat else say("table.hint.empty_wait")


def zone_words(view: View, seats: Sequence[Seat], *, ours: bool) -> str:
    """Say the state of a side: its canastas, and its dead hand once it has a canasta or has taken it."""
    table = view.table
    side = table.side_of(view.seat) if ours else 1 - table.side_of(view.seat)
    found = [canasta_of(view, number) for number in table.melds_of(side)]
    pure = sum(one is not None and one.pure for one in found)
    impure = sum(one is not None and not one.pure for one in found)
    if pure and impure:
        canastas = say("table.canastas.both", pure=pure, impure=impure)
    elif pure:
        canastas = say("table.canastas.pure", n=pure)
    else:
        canastas = say("table.canastas.impure", n=impure) if impure else _no_canasta(view, side)
    whose = side_name(view, seats, ours=ours)
    if table.dead[side] and not pure + impure:
        return say("table.zone_early", side=whose, canastas=canastas)
    dead = say("table.dead.waiting") if table.dead[side] else say("table.dead.taken")
    return say("table.zone", side=whose, canastas=canastas, dead=dead)


def _no_canasta(view: View, side: int) -> str:
    """Say that a side has no canasta; beside sets whose points are shown, what that costs."""
    table = view.table
    costs = table.outcome is None and bool(table.melds_of(side)) and laid_counts_minus(table.options)
    return say("table.canastas.minus" if costs else "table.canastas.none")


def dead_hand_titles(view: View, seats: Sequence[Seat]) -> tuple[str, str]:
    """Say whose the two dead hands are; for a spectator they are those of the sides' colours."""
    if is_onlooker(seats):
        return side_name(view, seats, ours=True), side_name(view, seats, ours=False)
    if view.table.sides == view.table.seats:
        return say("table.dead_yours"), say("table.dead_other")
    return say("table.dead_ours"), say("table.dead_theirs")


def pile_words(view: View, *, cards: bool) -> str:
    """Say how many tiles the pile has and which lies on top."""
    pile = view.table.pile
    if not pile:
        return say("table.pile_empty")
    return say("table.pile", n=len(pile), top=face_in_words(view.table.faces[pile[-1]], cards=cards))


def side_names(view: View, seats: Sequence[Seat], *, ours: bool) -> str:
    """Name who plays on a side."""
    if is_onlooker(seats):
        return ""  # the side is named by them
    names = other_names_on_side(view, seats, ours=ours)
    if ours:
        return say("table.you_and", partner=names[0]) if names else say("table.you")
    return say("table.pair", one=names[0], other=names[1]) if len(names) > 1 else names[0]


def other_names_on_side(view: View, seats: Sequence[Seat], *, ours: bool) -> tuple[str, ...]:
    """Return the names of a side's players except the viewer."""
    table = view.table
    side = table.side_of(view.seat) if ours else 1 - table.side_of(view.seat)
    return tuple(seats[at].name for at in range(table.seats) if table.side_of(at) == side and at != view.seat)
