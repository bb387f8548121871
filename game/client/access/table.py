"""Announces a table: the others' moves, whose turn it is, refusals; and on request the game, a set or the rack.

Laws: each event is spoken once, by the voice alone; events before the player sat down are not announced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.client.access.own import OwnTurnAnnouncer
from game.client.actions import current_key_for
from game.client.director import Push
from game.client.scenes.message import notice
from game.client.table.areas import Area
from game.client.widgets.toast import Toast
from game.client.words import phrase, say
from game.table.moves import Timeout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.director import Change
    from game.client.table.shown import ShownMatch
    from game.client.widgets.button import Button
    from game.table.tiles import Tile

SWAPPED_TILES = 2  # a swap moves two tiles; more means sorting


class TableAnnouncer:
    """Announces one table; it follows the shown match."""

    def __init__(self, shown: ShownMatch[Any, Any]) -> None:
        self._shown, self.speaker = shown, shown.context.speaker
        self._told: int | None = None  # number of announced moves; None before the first look
        self._turn: tuple[str, bool] | None = None
        self._phase: object = None
        self._own = OwnTurnAnnouncer()
        self._paper: object = None
        self._order: tuple[Tile, ...] = ()

    def follow(self) -> None:
        """Announce what is new since the last look."""
        view = self._shown.game.session.view
        if self.speaker is None or not self.speaker.is_on or view is None:
            self._told = None
            return
        lines = self._shown.board.log.lines
        made = len(view.story)
        first = self._told is None
        told = made if self._told is None else self._told if self._told <= made else 0
        for line in lines:
            ended = line.made < made or view.table.to_move != line.seat or view.table.outcome is not None
            if not first and line.made > told and ended:
                if line.seat != view.seat or isinstance(view.story[line.made - 1].move, Timeout):
                    self.speaker.say(line.words)  # own moves were announced as they were made
                told = line.made
        self._told = told
        self._follow_own_rack()
        self._follow_turn(mine=view.must_decide)
        self._follow_paper()

    def _follow_turn(self, *, mine: bool) -> None:
        """Announce whose turn it is, and on our own turn, at full speech, what to do."""
        from game.client.access.telling import takeable_pile_words

        banner, full = self._shown.board.banner, self.speaker is not None and self.speaker.says_everything
        turn, view = (banner.title, mine), self._shown.game.session.view
        if self.speaker is None or view is None:
            return
        phase, self._phase = self._phase, view.phase
        over = self._shown.result is not None
        if turn == self._turn:
            if mine and full and phase is not view.phase:  # the same turn continues
                self.speaker.say(banner.line)
            return
        self._turn = turn
        if mine or full or over:
            self.speaker.say(banner.accessible_text() if full and (mine or over) else banner.title)
            if full and over:
                self.speaker.say(_keyed((self._shown.panel.onward_button,)))
        if mine and full and not over:
            self.speaker.say(takeable_pile_words(view, cards=self._shown.board.as_cards))

    def _follow_own_rack(self) -> None:
        """Announce new tiles, melded or taken back ones, and the new order of the rack."""
        from game.client.access.telling import hand_words

        turn = self._shown.turn
        if turn is None or self.speaker is None:
            return
        seats, cards = self._shown.game.session.seats, self._shown.board.as_cards
        for words in self._own.new_sentences(turn.view, turn.turn_state.arrangement, seats, cards=cards):
            self.speaker.say(words)
        order = tuple(tile for tile in turn.turn_state.visible_slots if tile >= 0)
        moved = sum(one != other for one, other in zip(order, self._order, strict=False))
        if self.speaker.says_everything and moved > SWAPPED_TILES and sorted(order) == sorted(self._order):
            self.speaker.say(hand_words(order, turn.view.faces, cards=cards), now=True)
        self._order = order

    def _follow_paper(self) -> None:
        """Announce the words of a paper or the adviser."""
        paper = self._shown.toast
        if paper is self._paper or self.speaker is None:
            return
        self._paper = paper
        if paper is None:
            return
        words = paper.accessible_text()
        if isinstance(paper, Toast) and self.speaker.says_everything:
            said = paper.explained
            words = " ".join(f"{str(one).rstrip('.')}." for one in (said.what, said.why, said.mend) if one is not None)
        elif self.speaker.says_everything:
            words = " ".join(filter(None, (words, self._lit())))
            words = f"{words} {_keyed(paper.buttons)}"
        self.speaker.say(words, now=True)

    def _lit(self) -> str:
        """Name the sets that a hint highlights, or that the shown move would make."""
        from game.client.access.telling import changed_heap_words, changed_set_words, some_tiles_words

        shown, turn, then = self._shown, self._shown.turn, self._shown.advice.shown
        if turn is None:
            return ""
        cards, view = shown.board.as_cards, turn.view
        laid = turn.turn_state.arrangement
        if then is not None and laid is not None:
            return " ".join(changed_heap_words(laid, then.turn_state.arrangement))
        if then is not None:
            return " ".join(changed_set_words(view.table.melds, then.view, shown.game.session.seats, cards=cards))
        sets = [one for one in shown.advice.places if isinstance(one, tuple)]
        return "; ".join(some_tiles_words(one, view.faces, cards=cards) for one in sets) + "." * bool(sets)

    # --- details on a key --------------------------------------------------------------------------------------------

    def state(self) -> Change | None:
        """Speak the state: whose turn, the score, the others' tile counts, the stock."""
        from game.client.access.telling import score_words, tile_count_words

        session = self._shown.game.session
        if session.view is None:
            return None
        view, standing = session.view, session.standing
        said = [f"{self._shown.board.banner.accessible_text().rstrip('.')}.", score_words(standing)]
        said += tile_count_words(view, session.seats)
        return self._tell("state", [*said, say("text.stock", n=len(view.table.stock))])

    def here(self) -> Change | None:
        """Speak what is under the keyboard cursor."""
        focus = self._shown.ring.focus
        if isinstance(focus, Area) and focus.naming is not None and focus.target is not None:
            return self._tell("here", [focus.accessible_text(), focus.naming(focus.target).words])
        return self._tell("here", [] if focus is None else [focus.accessible_text()])

    def rack(self) -> Change | None:
        """Speak the rack, tile by tile in its order."""
        from game.client.access.telling import hand_words

        turn = self._shown.turn
        if turn is None:
            return None
        tiles = tuple(tile for tile in turn.turn_state.visible_slots if tile >= 0)
        return self._tell("rack", [hand_words(tiles, turn.view.faces, cards=self._shown.board.as_cards)])

    def _tell(self, what: str, said: list[str]) -> Change | None:
        """Speak the words, or without a voice show them as text, for eyes and screen readers."""
        words = " ".join(filter(None, said)) or say("heard.nothing_here")
        if self.speaker is not None and self.speaker.say(words, now=True):
            return None
        return Push(
            notice(self._shown.context.preferences, f"told_{what}", phrase(f"heard.{what}"), without_bold(words))
        )


def _keyed(buttons: Sequence[Button | None]) -> str:
    """Return what the keys of buttons do, in words."""
    shown = [(one, one.key_cap) for one in buttons if one is not None and one.visible]
    return " ".join(f"{one.accessible_text()}: {current_key_for(cap)}." for one, cap in shown if cap)


def without_bold(words: str) -> str:
    """Remove the markup of bold words."""
    return words.replace("**", "")
