"""The hint, deeper with each press: where to look, which tiles, the whole move; and one that comes unasked.

Laws: a hint is computed in the background and shown when ready; there are hints only in matches against bots alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from game.bots.thinker import InlineThinker
from game.client.draw.sound import Cue
from game.client.draw.theme import ButtonKind
from game.client.table.advice.bubble import Bubble
from game.client.table.advice.choices import MoveGroup, PossibleMove
from game.client.table.advice.lit import RACK_PLACE, DepthHighlights, turn_with_move
from game.client.table.advice.words import (
    NO_GAIN_REASONS,
    action_words,
    early_why_words,
    joker_words,
    look_words,
    looks_ahead,
    moved_tiles_words,
    returned_tiles_words,
    tiles_words,
    why_words,
)
from game.client.table.aims import Aim, Target
from game.client.table.turn import TurnAdviser
from game.client.widgets.button import Button
from game.client.words import phrase
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.session.hints import Adviser, Hint, LookAt, already_laid, asks_for_most, is_idle
from game.table.moves import Discard, Draw, LayMeld, Move, Pass, Rearrange

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.director import Change
    from game.client.table.advice.lit import HighlightPlace
    from game.client.table.shown import ShownMatch
    from game.client.table.turn import UnsentTurn
    from game.client.widgets.widget import Callback
    from game.client.words import Text
    from game.table.tiles import Tile
    from game.table.view import View

WHERE_DEPTH, WHICH_DEPTH, WHOLE_DEPTH = 1, 2, 3
OFFER_AFTER_SECONDS = 25.0  # without a move, while something can be laid: a newcomer searched for minutes
PLACE_LIGHTS: dict[LookAt, HighlightPlace] = {
    LookAt.STOCK: Target(Aim.STOCK),
    LookAt.PILE: Target(Aim.PILE),
    LookAt.RACK_LAY: RACK_PLACE,
    LookAt.RACK_THROW: RACK_PLACE,
    LookAt.DRAWN: RACK_PLACE,
    LookAt.CLOSING: Target(Aim.CLOSING),
}
# what a player does instead of opening
IDLE_MOVES: dict[type[Move], str] = {Draw: "draw", Pass: "pass", Discard: "throw"}
# where no tile would tell more than the place itself
PLACES_WITHOUT_TILES = (LookAt.STOCK, LookAt.PILE, LookAt.NOTHING)


class Hints(TurnAdviser):
    """The hints of one table, shown when asked for. With `unasked`, one may come before a move is made."""

    def __init__(self, shown: ShownMatch[Any, Any], what_can_i_do: Callback, *, unasked: bool) -> None:
        self.shown = shown
        self.depth = 0
        self._wanted = 0  # the depth that is waited for
        self._glanced = False  # whether the preliminary hint, that something can be laid, was shown
        self._all = False  # whether all of the reason was asked for
        self._seen: tuple[Any, float] = (None, 0.0)  # the turn state seen last, and since when
        self._searches = False  # whether that was long ago
        self._what_can_i_do = what_can_i_do
        thinker = shown.context.thinker
        self._background = thinker is not None  # whether hints are computed in the background
        self.may_mark_pile = unasked  # whether this table marks what is useful in the pile
        self._unasked = unasked and self._background
        self._adviser = Adviser(InlineThinker() if thinker is None else thinker(), shown.game.session.seats)
        self.last: Hint | None = None  # the newest hint computed, shown or not
        self._told_at: View | None = None  # the table that the bubble is about

    # --- asking ----------------------------------------------------------------------------------------------------

    def show_next_depth(self) -> Change | None:
        """Show a hint, or the next depth of the shown one."""
        shown = self.shown
        refused = self._refused()
        if refused is not None:
            shown.on_explained(refused)
            return None
        if shown.advice.bubble is None or shown.advice.bubble.name != "hint":
            self.depth = 0
        self._all = False
        self._wanted = min(WHOLE_DEPTH, max(self.depth, self._wanted) + 1)
        self._glanced = False
        self._tell()
        if self._wanted and self.depth == 0 and not self._glanced:
            self._say(phrase("hint.thinking"), (), ())
        return None

    def _refused(self) -> str | None:
        """Return why there can be no hint now; None when there can."""
        if self.shown.game.company is not None:
            return "toast.hint_lan"
        turn = self.shown.turn
        return None if turn is not None and turn.view.must_decide else "toast.hint_wait"

    def tick(self) -> None:
        """Show the awaited hint when it is ready; stop waiting if the turn is over or the bubble was closed."""
        turn = self.shown.turn
        if turn is not None and self._seen[0] is not turn.turn_state:
            self._seen = turn.turn_state, self.shown.now
        self._searches = self.shown.now - self._seen[1] >= OFFER_AFTER_SECONDS
        if self._wanted and turn is not None and (not turn.view.must_decide or self.shown.advice.bubble is None):
            self._wanted = self.depth = 0
        elif self._wanted:
            self._tell()
        else:
            self._think_ahead()

    def _tell(self) -> None:
        """Show the awaited hint if it is ready."""
        turn = self.shown.turn
        if turn is None:
            return
        hint = self._adviser.ask(turn.view)
        if hint is not None:
            self.last = hint
            depth, self._wanted = self._wanted, 0
            if already_laid(hint.move, turn.turn_state.arrangement):
                self.shown.advice.highlight()
                self._say(phrase("hint.laid"), (), ())
                return
            self._show(
                hint, WHOLE_DEPTH if depth == WHICH_DEPTH and hint.where_to_look in PLACES_WITHOUT_TILES else depth
            )
        elif self._adviser.can_lay and not self._glanced:
            self._glance(turn)

    def _think_ahead(self) -> None:
        """Have the hint computed in advance, if that runs in the background."""
        if self._background and self._refused() is None and self.shown.turn is not None:
            self.last = self._adviser.ask(self.shown.turn.view) or self.last

    def update_texts(self) -> None:
        """Repeat the shown text in the current language."""
        bubble = self.shown.advice.bubble
        if bubble is not None and bubble.name == "hint" and self.depth and self.last is not None:
            self._show(self.last, self.depth)

    def is_outdated(self, view: View) -> bool:
        """Return whether the bubble is about a table that has changed."""
        bubble = self.shown.advice.bubble
        return bubble is not None and bubble.name.startswith("hint") and self._told_at != view

    def usable_tiles(self) -> tuple[Tile, ...]:
        """Return the highlighted rack tiles, which a click on their target then uses."""
        bubble, turn = self.shown.advice.bubble, self.shown.turn
        if turn is None or self.last is None or bubble is None or bubble.name != "hint" or self.depth != WHICH_DEPTH:
            return ()
        return tuple(tile for tile in self.last.rack_tiles if tile in turn.turn_state.pickable_tiles)

    def suggests_draw(self) -> bool:
        """Return whether drawing may be suggested as the next step.

        Not while something can be laid, or before that is known.

        Players who switched such hints off, or who play on the LAN, do not get one by a gold button either.
        """
        return not self._may_say_what_can_be_laid() or (self._adviser.has_glanced and not self._adviser.can_lay)

    def has_found_nothing(self) -> bool:
        """Return whether it is known, and may be said, that nothing can be laid."""
        return self._may_say_what_can_be_laid() and self._adviser.has_found_nothing

    def offers_hint(self) -> bool:
        """Return whether something can be laid, and nothing was moved for so long that the hint is offered."""
        return self._unasked and self._may_say_what_can_be_laid() and self._adviser.can_lay and self._searches

    def marks_pile(self) -> bool:
        """Return whether what is useful in the pile may be marked: not where it tells an answer or a step asks."""
        wished = self.shown.context.preferences.now.opening_hint and self.shown.wanted() is None
        return self.may_mark_pile and wished and self._refused() is None

    def _may_say_what_can_be_laid(self) -> bool:
        turn, wished = self.shown.turn, self.shown.context.preferences.now.opening_hint
        asks = turn is not None and self._background and wished and asks_for_most(turn.view)
        return asks and self._refused() is None

    def lies_in_marked_set(self, tile: Tile) -> bool:
        """Return whether a tile lies in a set that a lesson highlights as a possible target, right or wrong."""
        return tile in self.shown.target_tiles()

    def rearranging_moves(self) -> tuple[PossibleMove, ...] | None:
        """Return the moves that take sets of an open table apart and keep what is laid; None while they are sought."""
        turn = self.shown.turn
        if turn is None or self._refused() is not None:
            return ()
        plays = self._adviser.ask_rearranging(turn.view)
        if plays is None:
            return None
        arrangement = turn.turn_state.arrangement
        laid = set() if arrangement is None else set(arrangement.played)
        return tuple(
            PossibleMove(MoveGroup.CHANGE, "change", one.move, one.rack_tiles, (), one.points)
            for one in plays
            if laid < set(one.rack_tiles)
        )

    def close(self) -> None:
        """Cancel the requested hint."""
        self._adviser.drop()

    # --- telling ---------------------------------------------------------------------------------------------------

    def _show(self, hint: Hint, depth: int) -> None:
        turn, advice = self.shown.turn, self.shown.advice
        if turn is None:
            return
        told = [
            self._told(turn, hint, deep)
            for deep in range(depth, WHOLE_DEPTH + 1)
            if deep != WHICH_DEPTH or hint.where_to_look not in PLACES_WITHOUT_TILES
        ]
        self.depth = depth
        bubble, lit = told[0]
        advice.highlight(lit.tiles, lit.places)
        advice.shown, advice.ahead = lit.shown, tuple(then for _, then in told[1:])
        bubble.later = tuple(then for then, _ in told[1:])
        self._speak(bubble)

    def _told(self, turn: UnsentTurn[Any], hint: Hint, depth: int) -> tuple[Bubble, DepthHighlights[Any]]:
        """Return the text and highlights of a depth."""
        cards, place = self.shown.board.as_cards, PLACE_LIGHTS.get(hint.where_to_look)
        if depth == WHERE_DEPTH:
            rack = (RACK_PLACE,) if hint.where_to_look is LookAt.TABLE else ()
            lit: DepthHighlights[Any] = DepthHighlights((), (*_hint_sets(hint), *rack) if place is None else (place,))
            why = early_why_words(hint, names_tiles=False, cards=cards)
            if is_idle(hint.move):
                why = (*returned_tiles_words(hint, turn.turn_state.arrangement, cards=cards), *why)
            return self._bubble(look_words(hint), why, self._deeper_buttons(hint, depth)), lit
        if depth == WHICH_DEPTH:
            why = early_why_words(hint, names_tiles=True, cards=cards)
            told = self._bubble(tiles_words(hint, cards=cards), why, self._deeper_buttons(hint, depth))
            return told, DepthHighlights(hint.rack_tiles, _hint_sets(hint))
        laid = turn_with_move(turn, hint.move)
        alone = hint.tiles if hint.where_to_look is not LookAt.PILE else ()
        places = () if laid is not None or place is None or place is RACK_PLACE else (place,)
        does, why = (
            action_words(hint, cards=cards),
            (
                *returned_tiles_words(hint, turn.turn_state.arrangement, cards=cards),
                *moved_tiles_words(hint, cards=cards),
                *joker_words(hint),
                *why_words(hint, cards=cards, whole=self._all),
            ),
        )
        return self._bubble(does, why, self._whole_move_buttons(hint)), DepthHighlights(
            hint.rack_tiles if laid is not None else alone, places, laid
        )

    def _glance(self, turn: UnsentTurn[Any]) -> None:
        """Show the preliminary hint while the rest is computed: that something can be laid.

        It does not tell yet whether sets of the table are needed.
        """
        self._glanced = True
        sets = tuple(meld.tiles for meld in turn.view.table.melds)
        self.shown.advice.highlight(places=(*sets, RACK_PLACE))
        self._say(phrase("hint.look.some"), (), ())

    def _say(self, title: Text, lines: tuple[Text, ...], buttons: tuple[Button, ...], name: str = "hint") -> None:
        self._speak(self._bubble(title, lines, buttons, name))

    def _bubble(self, title: Text, lines: tuple[Text, ...], buttons: tuple[Button, ...], name: str = "hint") -> Bubble:
        return Bubble(name, title, lines, buttons or (self._button("thanks"),))

    def _speak(self, bubble: Bubble) -> None:
        self._told_at = None if self.shown.turn is None else self.shown.turn.view
        self.shown.show_bubble(bubble)

    def _whole_move_buttons(self, hint: Hint) -> tuple[Button, ...]:
        """Return the buttons of the whole move: dismiss it, do the stronger alternative, do it."""
        if hint.most in (None, hint.strong):
            label = "play" if hint.most is None else "lay"
            more = Button("hint.more", phrase("hint.button.more"), lambda: self._tell_all(hint), kind=ButtonKind.PAPER)
            beside = (more,) if looks_ahead(hint) and not self._all else ()
            return (self._button("let_me"), *beside, self._gold(label, lambda: self._play(hint.move), name="play"))
        lays = isinstance(hint.strong.move, Rearrange)
        other = phrase("hint.button.play_less" if lays else "hint.button.wait")
        return (
            self._button("let_me"),
            Button("hint.other", other, self._callback_for(hint.strong.move), kind=ButtonKind.PAPER),
            self._gold("lay", lambda: self._play(hint.move), name="play"),
        )

    def _tell_all(self, hint: Hint) -> Change | None:
        """Say also what looking ahead found."""
        self._all = True
        self._show(hint, WHOLE_DEPTH)
        return None

    def _callback_for(self, move: Any) -> Callback:
        return lambda: self._play(move)

    def _play(self, move: Any) -> Change | None:
        """Make a move as the player's input would."""
        self.shown.close_message()
        if self.shown.turn is not None:
            self.shown.turn.make_move(move)
        return None

    def _deeper_buttons(self, hint: Hint, depth: int) -> tuple[Button, ...]:
        """Return the buttons of the earlier depths: dismiss it, all moves, and the next depth."""
        told = (
            "why"  # the move itself was said already
            if hint.strong.reason in NO_GAIN_REASONS
            else "whole"
            if depth != WHERE_DEPTH or hint.where_to_look in PLACES_WITHOUT_TILES
            else "which_one"
            if len(hint.rack_tiles) == 1
            else "which"
        )
        deeper = phrase(f"hint.button.{told}")
        return (
            self._button("thanks"),
            self._button("moves"),
            Button("hint.deeper", deeper, self.show_next_depth, kind=ButtonKind.PRIMARY, icon="bulb", key="H"),
        )

    def _gold(self, label: str, doing: Callable[[], Change | None], name: str = "") -> Button:
        return Button(
            f"hint.{name or label}",
            phrase(f"hint.button.{label}"),
            doing,
            kind=ButtonKind.PRIMARY,
            icon="check",
            key="Enter",
        )

    def _button(self, name: str) -> Button:
        doing, key = (self._what_can_i_do, "F2") if name == "moves" else (self.shown.close_message, "Esc")
        return Button(f"hint.{name}", phrase(f"hint.button.{name}"), doing, kind=ButtonKind.PAPER, key=key)

    # --- unasked ---------------------------------------------------------------------------------------------------

    def offer_before_idle(self, move: Move) -> bool:
        """Offer once a match, before a move that lays nothing, the hint that the player could open.

        Return whether a hint was offered.
        """
        turn, preferences, told = self.shown.turn, self.shown.context.preferences, self.shown.context.shown_once
        once = ("opening", self.shown.game.session.header)
        if turn is None or not self._unasked or not preferences.now.opening_hint or once in told or self._refused():
            return False
        if _has_opened(turn.view) or (not isinstance(move, Discard) and turn.turn_state.has_begun):
            return False
        hint = self._adviser.ask(turn.view)
        if hint is None or not isinstance(hint.move, Rearrange | LayMeld):
            return False
        self.last = hint
        told.add(once)
        self._offer(turn, move)
        return True

    def _offer(self, turn: UnsentTurn[Any], move: Move) -> None:
        def never() -> Change | None:
            preferences = self.shown.context.preferences
            preferences.replace(replace(preferences.now, opening_hint=False))
            return anyway()

        def anyway() -> Change | None:
            self.shown.close_message()
            turn.make_move(move)
            return None

        self.depth = 0
        idle = IDLE_MOVES[type(move)]
        look = phrase("hint.button.look")
        buttons = (
            Button("hint.never", phrase("hint.button.never"), never, kind=ButtonKind.PAPER),
            Button("hint.anyway", phrase(f"hint.button.{idle}_anyway"), anyway, kind=ButtonKind.PAPER),
            Button("hint.look", look, self.show_next_depth, kind=ButtonKind.PRIMARY, icon="bulb", key="H"),
        )
        self.shown.on_sound(Cue.REFUSED)
        self._say(phrase(f"hint.open.{idle}"), (phrase("hint.open.line"),), buttons, name="hint.offer")


def _has_opened(view: View) -> bool:
    """Return whether the seat, or in games with sides its side, has laid something."""
    table = view.table
    if rules_of(table.game).family is Family.OPEN_TABLE:
        return table.opened[view.seat]
    return bool(table.melds_of(table.side_of(view.seat)))


def _hint_sets(hint: Hint) -> tuple[HighlightPlace, ...]:
    """Return the sets on the table that a move concerns."""
    if hint.set_number is not None:
        return (hint.view.table.melds[hint.set_number].tiles,)
    return tuple(meld.tiles for meld in hint.changed_sets)
