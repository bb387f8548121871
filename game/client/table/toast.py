"""The paper of a refused move: what, why with its rule, how to mend it, and the tiles with the culprits marked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.actions import action_named
from game.client.book.scene import RuleBookPage
from game.client.director import Push
from game.client.draw import cards, tiles
from game.client.draw.theme import CORAL, ButtonKind
from game.client.table.advice.bubble import hidden_area
from game.client.table.geometry.laid import TileZone
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button
from game.client.widgets.toast import TileSlot, Toast, ToastWords
from game.client.words import phrase, say
from game.client.words.tell import tell_refusal
from game.table.refusals import Code

if TYPE_CHECKING:
    import pygame

    from game.client.director import Change
    from game.client.scenes.page import LookSettings
    from game.client.table.geometry.laid import TableLayout
    from game.client.table.turn import TurnState
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Callback
    from game.client.words.tell import ToldRefusal
    from game.rules.ruleset import RuleSet
    from game.session.arrangement import Arrangement
    from game.table.faces import Face
    from game.table.refusals import Refusal
    from game.table.tiles import Tile
    from game.table.view import View

MOVED_CODES = ("toast.timed_out", "toast.sent_late", "toast.trouble")  # messages of events that may have moved tiles
WAIT_CODES = ("toast.hint_wait",)  # messages that have no more reason once the player's turn comes
SOUND_CODES = (Code.OPENING_TOO_LOW,)  # the tiles are sets and none is wrong: only more are needed
RULES_TOLD = {"toast.dead_hand": "1.5"}  # messages that tell of a rule and refuse nothing, each with that rule
RESET_CODES = (Code.OPENING_TOO_LOW, Code.OPENING_TOUCHES_TABLE)  # refusals that taking all tiles back mends
TILE_WIDTH = 42.0
TILE_STEP = 50.0
HEIGHT_RATIO = 1.42  # height of a tile's picture as a multiple of its width: a card with its shadow
SIDE_MARGIN, TOP_MARGIN = 4, 8  # margins beside and above the shown tiles
WINDOW_MARGIN = 6  # least space between the message and the edges of the window
SIDE_MARGINS, VERTICAL_MARGINS = 24, 20  # free space within the table: left and right, above and below together
MAX_TILES = 6
WIDTH_SHARES = (1.0, 0.85)  # of the usual width: a narrower message may hide less
RIM_WIDTH = 3.0


class RefusalMessage:
    """The message that may lie over a table, and the tiles it complains about."""

    def __init__(self, got_it: Callback, reading: LookSettings, game: RuleSet) -> None:
        self.toast: Toast | None = None
        self.wrong: tuple[Tile, ...] = ()
        self._meant: frozenset[Tile] = frozenset()  # tiles that the message is about
        self._tiles: TileSlot | None = None  # tiles that the message shows where they fit
        self._told_in_turn: bool | None = None  # whether in the player's turn; None where that does not matter
        self._got_it, self._reading, self._game = got_it, reading, game
        self._cites: tuple[str, str] | None = None  # what the message says, and the rule that it cites

    def refuse(
        self, refused: Refusal, tiles: tuple[Tile, ...], goal: tuple[Tile, ...], turn_state: TurnState, look: Look,
        reset: Callback | None = None, *, as_cards: bool,
    ) -> None:  # fmt: skip
        """Explain a refusal of these tiles, which were to go to the set of the goal tiles.

        `reset` takes the turn back, where that mends it.
        """
        faces = turn_state.view.faces
        told = tell_refusal(refused, faces, cards=as_cards)
        self._cites = (told.what, told.rule)
        shown = tiles if set(refused.tiles) & set(tiles) else (tiles or refused.tiles)
        wrong = () if refused.code in SOUND_CODES else refused.tiles
        slot = _slot(shown[:MAX_TILES], wrong, faces, look, as_cards) if shown else None
        mend = () if reset is None or refused.code not in RESET_CODES else (_reset_button(reset),)
        arrangement = turn_state.arrangement
        explained = _explained(told, 0 if goal or arrangement is None else _lying(wrong, arrangement))
        self.toast = Toast("toast", explained, (self._rule_button(), *mend, _button(self._got_it)), slot)
        self._tiles = self.toast.tiles
        self._meant = frozenset((*shown, *refused.tiles, *goal))
        self.wrong = tuple(tile for tile in wrong if tile in turn_state.pickable_tiles)
        self._told_in_turn = turn_state.view.must_decide

    def explain(self, code: str, why: str = "", goal: tuple[Tile, ...] = (), *, in_turn: bool) -> None:
        """Explain something that is no move; `why` is the code of a reason other than the usual one."""
        rule = RULES_TOLD.get(code)
        self._cites = None if rule is None else (say(f"{code}.what"), rule)
        buttons = () if rule is None else (self._rule_button(),)
        self.toast, self.wrong, self._tiles = plain_toast(code, self._got_it, why, buttons), (), None
        self._meant = frozenset(goal)
        ends_with_turn = in_turn and code not in MOVED_CODES
        self._told_in_turn = False if code in WAIT_CODES else (True if ends_with_turn else None)

    def close(self) -> None:
        """Close it."""
        self.toast, self.wrong, self._cites = None, (), None

    def _rule_button(self) -> Button:
        rule = Button(
            "toast.rule", phrase("book.show_rule"), self.rule_page, kind=ButtonKind.PAPER, icon="book", key="F3"
        )
        rule.pad = action_named("hint").pad  # the pad button that asks for a hint shows the rule here
        return rule

    @property
    def cites_rule(self) -> bool:
        """Return whether the message has a rule to show, as every refusal has."""
        return self._cites is not None

    def rule_page(self) -> Change | None:
        """Return the rule book at the rule that the message cites; None where it cites none."""
        if self._cites is None:
            return None
        what, number = self._cites
        reason = phrase("book.from_refusal", what=what)
        return Push(RuleBookPage(self._reading, number, reason=reason, from_table=True, game=self._game))

    def is_outdated(self, view: View) -> bool:
        """Return whether the message has lost its reason: the awaited turn has come, or its own turn has ended."""
        return self.toast is not None and self._told_in_turn not in (None, view.must_decide)

    def place(self, layout: TableLayout, look: Look) -> None:
        """Place the message above the rack, in the middle of the table, or where it hides less of the sets it is about.

        A message too tall for that may cover more.
        """
        toast, table = self.toast, layout.frame.table
        if toast is None:
            return
        canvas = look.viewport.canvas.inset(WINDOW_MARGIN)
        wide = toast.min_size(look)[0]
        over = table.middle(min(table.w - SIDE_MARGINS, wide), table.h - VERTICAL_MARGINS)
        above = Box(over.x, canvas.y, over.w, over.bottom - canvas.y)
        whole = canvas.middle(min(canvas.w, wide), canvas.h)
        for room, slot in ((over, self._tiles), (above, self._tiles), (whole, self._tiles), (whole, None)):
            toast.tiles = slot
            if toast.height_for(look, room.w) <= room.h:
                break
        sets = self._sets(layout)
        places = [place for share in WIDTH_SHARES for place in _places(toast, room, share, table, look)]
        toast.place(min(places, key=lambda box: hidden_area(box, sets)), look)

    def _sets(self, layout: TableLayout) -> list[Box]:
        """Return the boxes of the sets that the message is about."""
        laid = [(tile, spot) for tile, spot in layout.spots.items() if spot.lies is TileZone.SET and spot.seen]
        about = {spot.index for tile, spot in laid if tile in self._meant}
        return [spot.box for _, spot in laid if spot.index in about]


def _places(toast: Toast, room: Box, share: float, table: Box, look: Look) -> list[Box]:
    """Return candidate places for a message with a share of the room's width: low ones first, and the middle."""
    wide = room.w * share
    high = toast.height_for(look, wide)
    if high > room.h and share < 1.0:
        return []
    high, canvas = min(room.h, high), look.viewport.canvas.inset(WINDOW_MARGIN)
    low, aside = room.bottom - high, max(0.0, (table.w - SIDE_MARGINS - wide) / 2)
    lowest = min(low + VERTICAL_MARGINS / 2, canvas.bottom - high)
    x = room.x + (room.w - wide) / 2
    rows = (low, (room.y + low) / 2, room.y, lowest, canvas.y)
    return [Box(x + across * aside, y, wide, high) for y in rows for across in (0, -1, 1)]


def _lying(wrong: tuple[Tile, ...], arrangement: Arrangement) -> int:
    """Return how many wrong tiles were laid before; none where one is still in the rack: then nothing was laid."""
    return 0 if set(wrong) & set(arrangement.rack) else len(set(wrong) & set(arrangement.played))


def _explained(told: ToldRefusal, lying: int) -> ToastWords:
    """Return the texts of a refusal; `lying` wrong tiles were laid before and lie on the table still."""
    if not lying:
        return ToastWords(told.what, told.why, told.mend)
    return ToastWords(told.what, told.why, phrase("refusal.lying_mend", n=lying, mend=told.mend), aside="")


def plain_toast(code: str, got_it: Callback, why: str = "", buttons: tuple[Button, ...] = ()) -> Toast:
    """Return a message about something that is no move: what went wrong, and why."""
    explained = ToastWords(phrase(f"{code}.what"), phrase(why or f"{code}.why"), phrase(f"{code}.mend"))
    if code in MOVED_CODES or code in RULES_TOLD:
        explained = replace(explained, aside="")
    return Toast("toast", explained, (*buttons, _button(got_it)))


def _button(got_it: Callback) -> Button:
    return Button("toast.got_it", phrase("button.got_it"), got_it, kind=ButtonKind.PRIMARY, key="Esc")


def _reset_button(reset: Callback) -> Button:
    return Button("toast.reset", phrase("table.take_back"), reset, kind=ButtonKind.PAPER, icon="reset")


def _slot(
    shown: tuple[Tile, ...],
    wrong: tuple[Tile, ...],
    faces: tuple[Face, ...],
    look: Look,
    as_cards: bool,  # noqa: FBT001 - how the tiles are drawn
) -> TileSlot:
    """Return a slot with the tiles of a refusal, the wrong ones marked."""
    pieces = cards if as_cards else tiles

    def paint(surface: pygame.Surface, box: Box) -> None:
        wide = look.px(TILE_WIDTH)
        for at, tile in enumerate(shown):
            corner = (look.px(box.x + SIDE_MARGIN + at * TILE_STEP), look.px(box.y + TOP_MARGIN))
            if tile in wrong:
                rim = tiles.halo((wide, pieces.height_of(wide)), pieces.corner_radius(wide), CORAL, look.px(RIM_WIDTH))
                surface.blit(rim.surface, rim.blit_position(corner))
            drawn = pieces.with_shadow(faces[tile], wide, look.palette)
            surface.blit(drawn.surface, drawn.blit_position(corner))
            if tile in wrong:
                badge = tiles.wrong_badge(wide)
                surface.blit(badge.surface, badge.blit_position(corner))

    size = (TILE_STEP * len(shown) + 2 * SIDE_MARGIN, TILE_WIDTH * HEIGHT_RATIO + 2 * TOP_MARGIN)
    return TileSlot(size, paint)
