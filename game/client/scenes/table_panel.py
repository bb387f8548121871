"""The buttons of a table and what they say right now: one gold, a second one where the rules offer a choice, tools."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client import theme
from game.client.board.table_frame import panel_width
from game.client.director import Push
from game.client.scenes.help import Help
from game.client.scenes.table_board import BAR_GAP, BAR_START, Heights
from game.client.scenes.table_buttons import GoldButton, LipKey, Tool
from game.client.theme import Kind
from game.client.widgets.boxes import Box, even_columns
from game.client.widgets.button import IconButton
from game.client.words import phrase, say
from game.client.words.tell import face_in_words
from game.session.proposals import new_sets
from game.table.moves import Stop
from game.table.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.board.table_frame import Frame
    from game.client.director import Change
    from game.client.scenes.table import TableScene
    from game.client.scenes.table_turn import Turn
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.match.match import RoundResult

    Doing = Callable[[], object]

EXTRA_KEYS = {"table.do.take": "P", "table.do.add": "E"}


class Panel:
    """Makes, tells and places the buttons; `actions` is what each action of the table does here."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self.primary = GoldButton("table.primary", self._do_primary)
        self.extra = GoldButton("table.extra", self._do_extra, kind=Kind.SECOND, key=None)
        self.may_lay = False
        self._primary: Doing | None = None
        self._extra: Doing | None = None
        self.menu = IconButton("table.menu", phrase("table.menu"), "menu", scene.leave)
        self.icons = (
            IconButton("table.settings", phrase("table.settings"), "gear", self._settings),
            IconButton("table.sound", phrase("table.sound"), "sound", self._sound),
            IconButton("table.help", phrase("table.help"), "book", self._help),
        )
        self.tools = (
            Tool("table.undo", phrase("table.undo"), "undo", self._undo),
            Tool("table.redo", phrase("table.redo"), "redo", self._redo),
            Tool("table.reset", phrase("table.reset"), "reset", self._reset),
        )
        self.lip = (
            LipKey("table.sort_runs", "1", phrase("table.by_runs"), self._runs),
            LipKey("table.sort_groups", "2", phrase("table.by_groups"), self._groups),
        )
        self.actions: dict[str, Callable[[], Change | None]] = {
            "draw": self._on_turn(lambda turn: turn.draw()),
            "take_pile": self._on_turn(lambda turn: turn.take()),
            "lay": self._on_turn(lambda turn: turn.lay()),
            "discard": self._on_turn(lambda turn: turn.discard()),
            "extend": self._on_turn(lambda _turn: scene.extend()),
            "undo": self._undo,
            "redo": self._redo,
            "reset": self._reset,
            "sort_runs": self._runs,
            "sort_groups": self._groups,
            "fan_out_pile": scene.fan_out,
        }

    @property
    def head(self) -> tuple[Widget, ...]:
        """Return the buttons of the bar."""
        return (self.menu, *self.icons)

    @property
    def buttons(self) -> tuple[Widget, ...]:
        """Return the buttons of panel and lip, in reading order."""
        return (self.extra, self.primary, *self.tools, *self.lip)

    def _on_turn(self, doing: Callable[[Turn], None]) -> Callable[[], Change | None]:
        def act() -> Change | None:
            if self.scene.turn is not None:
                doing(self.scene.turn)
            return None

        return act

    def _do_primary(self) -> Change | None:
        return self._did(self._primary)

    def _do_extra(self) -> Change | None:
        return self._did(self._extra)

    def _did(self, doing: Doing | None) -> Change | None:
        if doing is None:
            return None
        if doing == self.scene.see_score:
            return self.scene.see_score()
        doing()
        return None

    def _undo(self) -> Change | None:
        return self._on_turn(lambda turn: turn.undo())()

    def _redo(self) -> Change | None:
        return self._on_turn(lambda turn: turn.redo())()

    def _reset(self) -> Change | None:
        return self._on_turn(lambda turn: turn.reset())()

    def _runs(self) -> Change | None:
        return self._on_turn(lambda turn: turn.sort(groups=False))()

    def _groups(self) -> Change | None:
        return self._on_turn(lambda turn: turn.sort(groups=True))()

    def _settings(self) -> Change | None:
        return Push(self.scene.house.settings())

    def _sound(self) -> Change | None:
        wishes = self.scene.house.wishes
        wishes.take(replace(wishes.now, sounds=not wishes.now.sounds))
        return None

    def _help(self) -> Change | None:
        return Push(Help(self.scene.reading))

    # --- telling -------------------------------------------------------------------------------------------------

    def tell(self, turn: Turn, look: Look, result: RoundResult | None) -> Heights:
        """Say what the buttons would do now; return the heights they ask for."""
        self._extra, self.may_lay = None, False
        self.primary.face = Kind.SECOND if self.scene.toast is not None else Kind.PRIMARY
        self.primary.as_cards = turn.session.rules.deck.cards
        self.extra.visible = False
        self._tell_primary(turn, result)
        self.tools[0].enabled = bool(turn.bench.past)
        self.tools[1].enabled = bool(turn.bench.future)
        self.tools[2].enabled = bool(turn.bench.draft.steps)
        self.icons[1].icon = "sound" if self.scene.house.wishes.now.sounds else "mute"
        wide = panel_width(look.viewport.canvas, look.text_scale)
        return Heights(
            primary=self.primary.height_for(look, wide),
            extra=self.extra.height_for(look, wide) if self.extra.visible else 0.0,
            tools=max(tool.height_for(look, 50.0) for tool in self.tools),
            button=self.menu.min_size(look)[0],
            icons=len(self.icons),
        )

    def _tell_primary(self, turn: Turn, result: RoundResult | None) -> None:
        view, table = turn.view, turn.view.table
        if result is not None:
            self._gold(say("table.do.score"), self.scene.see_score)
        elif table.outcome is not None:
            self._gold(say("table.do.score"), None)
        elif table.to_move != view.seat:
            self._gold(say("table.do.wait", name=turn.session.seats[table.to_move].name), None)
        elif not view.to_decide:
            self._gold(say("table.do.wait_tiles"), None)
        elif view.phase is Phase.START_CHOICE:
            self._gold(say("table.do.keep"), turn.keep)
            self._second("table.do.throw_back", turn.throw_back)
        elif view.phase in (Phase.START_DRAW, Phase.DRAW):
            self._tell_draw(turn)
        else:
            self._tell_play(turn)

    def _tell_draw(self, turn: Turn) -> None:
        table = turn.view.table
        if table.stock:
            self._gold(say("table.do.draw"), turn.draw)
            if table.pile and turn.view.phase is Phase.DRAW:
                self._second("table.do.take", turn.take)
            return
        self._gold(say("table.do.take"), turn.take)
        if turn.allows(Stop()):
            self._second("table.do.stop", turn.stop)

    def _tell_play(self, turn: Turn) -> None:
        picked = turn.ordered
        if not picked:
            self._gold(say("table.do.pick"), None)
            return
        takers = turn.sets_that_take(picked)
        if len(picked) == 1:
            face = turn.view.faces[picked[0]]
            whole = say("table.do.discard", tile=face_in_words(face, cards=self.primary.as_cards))
            self._gold(say("table.do.discard_short"), turn.discard)
            self.primary.repeats, self.primary.whole = face, whole
        else:
            self.may_lay = bool(new_sets(turn.view, picked))
            if self.may_lay or not takers:
                self._gold(say("table.do.lay", n=len(picked)), turn.lay)
            else:
                self._gold(say("table.do.add", n=len(picked)), self.scene.extend)
                return
        if takers:
            self.extra.tell(say("table.do.add", n=len(picked)), enabled=True)
            self._show_second(self.scene.extend, "E")

    def _gold(self, label: str, doing: Doing | None) -> None:
        self._primary = doing
        self.primary.tell(label, enabled=doing is not None)

    def _second(self, code: str, doing: Doing) -> None:
        self.extra.tell(say(code), enabled=True)
        self._show_second(doing, EXTRA_KEYS.get(code))

    def _show_second(self, doing: Doing, key: str | None) -> None:
        self.extra.visible, self._extra, self.extra.key_cap = True, doing, key

    # --- placing -------------------------------------------------------------------------------------------------

    def place(self, frame: Frame, look: Look) -> None:
        """Put every button where the frame has it."""
        side = self.menu.min_size(look)[0]
        y = frame.bar.y + (frame.bar.h - side) / 2
        self.menu.place(Box(frame.bar.x + BAR_START, y, side, side), look)
        right = frame.bar.right - BAR_GAP
        for icon in reversed(self.icons):
            icon.place(Box(right - side, y, side, side), look)
            right -= side + BAR_GAP
        self.primary.place(frame.primary, look)
        if frame.extra is not None:
            self.extra.place(frame.extra, look)
        for tool, box in zip(self.tools, even_columns(frame.tools, len(self.tools), 10.0), strict=True):
            tool.place(box, look)
        self._place_lip(frame, look)

    def _place_lip(self, frame: Frame, look: Look) -> None:
        """Stand the sort keys at the right end of the lip; where the count needs the room they are left to 1 and 2."""
        sizes = [key.min_size(look) for key in self.lip]
        need = sum(wide for wide, _ in sizes) + 12
        words = look.wide("Wwwwwwwwwwwwwwww 30", theme.HEADING) + 200 * look.text_scale
        fits = need + words <= frame.lip.w
        x = frame.lip.right - 14 - need
        for key, (wide, _high) in zip(self.lip, sizes, strict=True):
            key.visible = fits
            key.place(Box(x, frame.lip.y, wide, frame.lip.h), look)
            x += wide + 6
