"""The title page: choose a game, play it at once or set it up first, or resume the last match."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from game.client.annals.ledger import open_page
from game.client.app_context import MatchAtTable
from game.client.director import Push, Replace
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.lan.ask_name import AskName, is_nameless
from game.client.matches import local_now
from game.client.music import Tune
from game.client.scenes.game_picker import GamePicker
from game.client.scenes.message import notice
from game.client.scenes.page import Page
from game.client.scenes.title_logo import Logo
from game.client.scenes.title_parts import PaperStrip, PlayerChip
from game.client.setup import first_game, last_setup, last_setup_header, offered_games, player_counts
from game.client.sides import joined_texts, scores_words, when_words
from game.client.widgets.boxes import Box, divide_length, wrapped_flow
from game.client.widgets.button import Button, IconButton
from game.client.widgets.label import KeyHint, Paragraph
from game.client.widgets.scroll import Scroll
from game.client.widgets.widget import Widget
from game.client.words import has_sentence, phrase
from game.client.words.tongue import Vocabulary
from game.rules.registry import rules_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.app_context import AppContext, KeptMatches
    from game.client.director import Change
    from game.client.events import Event
    from game.client.lan.kept import SavedLanMatch
    from game.client.matches import Matches
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Phrase, Text
    from game.store.index import ListedMatch, MatchRow

WIDTH = 1164.0  # the greatest width of everything below the logo
TOP_MARGIN = 16.0
MIN_LOGO_GAP = 4.0  # least gap to the widgets in the corners
SIDE_MARGIN = 24.0
BUTTON_HEIGHT = 70.0
# Font roles of the gold button's label and of the others', from the preferred size to the smallest.
BUTTON_LABEL_ROLES = (
    (theme.BIG_BUTTON, theme.BUTTON),
    (theme.BIG_BUTTON, theme.SMALL_BUTTON),
    (theme.BUTTON, theme.SMALL_BUTTON),
)
LOGO_SHOWN_KEY = "logo"  # the logo's first animation, shown once
GAP_COUNT = 6  # gaps between the parts, from the logo to the keys
NEWEST_COUNTED = 100  # of the list of matches, so many are looked at to count those that can be resumed
MAX_GAP_SHRINK = 6.0  # logical px by which each gap may shrink before anything scrolls


class _Body(Widget):
    """Everything on the title page from top to bottom; extra height goes between the parts."""

    kind = "title"

    def __init__(self, scene: Title) -> None:
        super().__init__("title.body")
        self._scene = scene

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the parts, in reading order."""
        scene = self._scene
        ways = (*self._buttons(), scene.saved)
        middle = (*ways, scene.games) if scene.gold_sticks else (scene.games, *ways)
        return (scene.chip, scene.logo, scene.motto, scene.note, *middle, *scene.keys, *scene.signs)

    def _buttons(self) -> tuple[Button, ...]:
        """Return the main buttons among the parts, without the gold one if that is fixed at the bottom."""
        return self._scene.buttons[1:] if self._scene.gold_sticks else self._scene.buttons

    def _parts(self) -> tuple[tuple[Widget | None, float], ...]:
        """Return the parts from the top with the gap below each, None for the main buttons.

        If anything scrolls, the buttons to other pages come before the cards, so that they stay visible.
        """
        scene = self._scene
        head = ((scene.logo, 14.0), (scene.note if scene.note.visible else scene.motto, 16.0))
        if scene.gold_sticks:
            return (*head, (None, 18.0), (scene.saved, 24.0), (scene.games, 20.0))
        return (*head, (scene.games, 24.0), (None, 18.0), (scene.saved, 20.0))

    def min_size(self, look: Look) -> Size:
        """Return the size at the greatest width."""
        return (WIDTH, self.height_for(look, WIDTH))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of all parts with the smallest gaps."""
        return self._lay(Box(0, 0, width, 0), look, -MAX_GAP_SHRINK * GAP_COUNT)

    def place(self, box: Box, look: Look) -> None:
        """Lay the parts out."""
        super().place(box, look)
        spare = max(-MAX_GAP_SHRINK * GAP_COUNT, box.h - self._lay(Box(box.x, box.y, box.w, 0), look))
        self._lay(box, look, spare, put=True)

    def _lay(self, box: Box, look: Look, spare: float = 0.0, *, put: bool = False) -> float:
        """Return the height that the parts need; with `put` also place them."""
        scene = self._scene
        wide = min(box.w - 2 * SIDE_MARGIN, WIDTH * max(1.0, min(1.25, box.w / 1280)))
        inner = Box(box.x + (box.w - wide) / 2, box.y, wide, box.h)
        gap = spare / GAP_COUNT
        self._corners(box, look, put=put)
        logo_x, below_corners = self._logo_between_corners(box, look)
        y = box.y + 20.0 + gap + below_corners
        for widget, below in self._parts():
            if widget is None:
                y = self._row(self._buttons(), Box(inner.x, y, wide, 0), look, put=put) + below + gap
                continue
            high = widget.height_for(look, wide)
            if put and widget is scene.logo:
                widget.place(Box(logo_x, y, widget.min_size(look)[0], high), look)
            elif put:
                widget.place(Box(inner.x, y, wide, high), look)
            y += high + below + gap
        y -= gap / 2
        sizes = [key.min_size(look) for key in scene.keys]
        cells = wrapped_flow(Box(inner.x, y, wide, 0), sizes, 20.0, from_right=True)
        for key, cell in zip(scene.keys, cells, strict=True):
            if put:
                key.place(Box(cell.x, cell.y, cell.w, key.height_for(look, cell.w)), look)
        foot = max(cell.bottom for cell in cells)
        return foot + 24.0 - box.y

    def _logo_between_corners(self, box: Box, look: Look) -> tuple[float, float]:
        """Return the logo's left end and its extra distance from the top.

        It is centred in the window, else between the widgets in the corners, else below them.
        """
        scene = self._scene
        wide, chip = scene.logo.min_size(look)[0], scene.chip.min_size(look)
        signs = [sign.min_size(look) for sign in scene.signs]
        left = box.x + SIDE_MARGIN + chip[0] + MIN_LOGO_GAP
        right = box.right - 20.0 - sum(side + 8.0 for side, _high in signs) - MIN_LOGO_GAP
        middle = box.x + (box.w - wide) / 2
        if left <= middle and middle + wide <= right:
            return middle, 0.0
        if right - left >= wide:
            return left + (right - left - wide) / 2, 0.0
        return middle, max(chip[1], *[high for _side, high in signs])

    def _corners(self, box: Box, look: Look, *, put: bool) -> None:
        if not put:
            return
        scene = self._scene
        size = scene.chip.min_size(look)
        scene.chip.place(Box(box.x + SIDE_MARGIN, box.y + TOP_MARGIN, *size), look)
        right = box.right - 20.0
        for sign in reversed(scene.signs):
            side, high = sign.min_size(look)
            sign.place(Box(right - side, box.y + TOP_MARGIN, side, high), look)
            right -= side + 8.0

    @staticmethod
    def _row(buttons: tuple[Button, ...], box: Box, look: Look, *, put: bool) -> float:
        """Place the main buttons side by side, the gold one wider, or in two lines; return their lower end.

        Before wrapping, the labels of the others become smaller, then that of the gold one too.
        """
        for gold, role in (*BUTTON_LABEL_ROLES, BUTTON_LABEL_ROLES[0]):
            for button in buttons:
                button.role = gold if button.face is ButtonKind.PRIMARY else role
            least = [button.min_size(look)[0] + 8 for button in buttons]
            one_line = sum(least) + 16.0 * (len(buttons) - 1) <= box.w
            if one_line:
                break
        lines = [buttons] if one_line else [buttons[:1], buttons[1:]]
        if len(lines) == 2 and sum(least[1:]) + 32.0 > box.w:
            lines = [(button,) for button in buttons]
        y = box.y
        for line in lines:
            needs = [button.min_size(look)[0] + 8 for button in line]
            weights = [1.6 if button.face is ButtonKind.PRIMARY else 1.0 for button in line]
            widths = divide_length(box.w, [min(need, box.w) for need in needs], weights, 16.0)
            high = max(BUTTON_HEIGHT, *[b.height_for(look, w) for b, w in zip(line, widths, strict=True)])
            x = box.x
            for button, width in zip(line, widths, strict=True):
                if put:
                    button.place(Box(x, y, width, high), look)
                x += width + 16.0
            y += high + 12.0
        return y - 12.0


class _Whole(Widget):
    """The parts, scrolled where they do not fit; the gold button then is fixed at the bottom of the window."""

    kind = "whole"

    def __init__(self, scene: Title, scroll: Scroll, gold: Button) -> None:
        super().__init__("title.whole")
        self._scene, self._scroll, self._gold = scene, scroll, gold

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return the scroll area, and the gold button where it does not scroll."""
        return (self._scroll, self._gold) if self._scene.gold_sticks else (self._scroll,)

    def place(self, box: Box, look: Look) -> None:
        """Take the gold button out of the scroll area, if anything has to scroll."""
        super().place(box, look)
        self._scene.gold_sticks = False
        if self._scroll.height_for(look, box.w) <= box.h:
            self._scroll.place(box, look)
            return
        self._scene.gold_sticks = True
        self._gold.role = BUTTON_LABEL_ROLES[0][0]
        wide = min(WIDTH, box.w - 2 * SIDE_MARGIN)
        high = max(BUTTON_HEIGHT, self._gold.height_for(look, wide))
        self._gold.place(Box(box.x + (box.w - wide) / 2, box.bottom - high - 16, wide, high), look)
        self._scroll.place(box.top_part(box.h - high - 28), look)


def _score_so_far(row: MatchRow) -> Text:
    """Return the score of a saved match, which leaves out the round that is being played."""
    if row.scored:
        return scores_words(row)
    return phrase("title.score_before", scores=scores_words(row)) if row.rounds else phrase("title.no_score")


class Title(Page):
    """The first page a player sees. `take_up` resumes the last match."""

    def __init__(self, context: AppContext, matches: Matches, take_up: Callable[[MatchAtTable], Change]) -> None:
        self.context = context
        self.matches = matches
        self._open = take_up
        self.gold_sticks = False  # whether the gold button is fixed below the scroll area
        games = offered_games()
        counts = [(rules, player_counts(last_setup(rules))) for rules in games]
        self.chip = PlayerChip("title.player", context.player, self._rename)
        self.logo = Logo("title.logo", first=LOGO_SHOWN_KEY not in context.shown_once)
        if LOGO_SHOWN_KEY not in context.shown_once:
            context.music.play(Tune.TITLE)
        context.music.leave_room()
        context.shown_once.add(LOGO_SHOWN_KEY)
        self.motto = Paragraph("title.motto", _motto(len(games)), theme.TITLE, theme.rgb("#FFE9B8"), "centre")
        self.games = GamePicker("title.games", counts, self._last_game(), self._chose, self._play, tall=True)
        self._gold = Button(
            "title.play", "", self._play, kind=ButtonKind.PRIMARY, icon="play", key="Enter", role=theme.BIG_BUTTON
        )
        self.buttons = (
            self._gold,
            Button("title.lan", phrase("title.lan"), self._lan, icon="lan", role=theme.BUTTON),
            Button("title.learn", phrase("learn.title"), self._learn, icon="learn", role=theme.BUTTON),
            Button("title.new_game", phrase("title.new_game"), self._new_game, icon="plus", role=theme.BUTTON),
            Button("title.matches", phrase("title.matches"), self._matches, icon="replay", role=theme.BUTTON),
        )
        self._continue = Button("title.continue", phrase("title.continue"), self._take_up, icon="forward")
        self._others = Button("title.others", "", self._matches, kind=ButtonKind.PAPER)
        self.saved = PaperStrip("title.saved", "replay", (self._others, self._continue))
        self._heard = Button(
            "title.note_read", phrase("button.got_it"), self._read_note, kind=ButtonKind.PAPER, icon="check"
        )
        self.note = PaperStrip("title.note", "info", (self._heard,))
        self.keys = (
            KeyHint("title.key_help", ("F1",), phrase("title.all_keys"), theme.FELT_TEXT),
            KeyHint("title.key_full", ("F11",), phrase("title.full_screen"), theme.FELT_TEXT),
            KeyHint("title.key_quit", ("Ctrl Q",), phrase("title.quit"), theme.FELT_TEXT),
        )
        self.signs = (
            IconButton("title.settings", phrase("title.settings"), "gear", self._settings),
            IconButton("title.rules", phrase("book.title"), "book", self._rules),
            IconButton("title.daily", phrase("annals.daily"), "calendar", lambda: open_page(context, "daily")),
            IconButton(
                "title.statistics", phrase("annals.statistics"), "bars", lambda: open_page(context, "statistics")
            ),
            IconButton("title.help", phrase("action.help"), "keyboard", self._help),
            IconButton("title.calm", phrase("title.calm"), "eye", self._calm),
            IconButton("title.sound", phrase("title.sound"), "sound", context.preferences.toggle_sounds),
        )
        scroll = Scroll("title.scroll", _Body(self), rim=0.0)
        super().__init__("title", context.preferences, _Whole(self, scroll, self._gold), self._gold.name)
        self._show_saved()

    # --- time ----------------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> Change | None:
        """Handle input; it resets the timer of idle animations."""
        self.logo.note_input()
        return super().on_event(event)

    vocabulary = Vocabulary  # no game is shown here

    # --- what it shows -------------------------------------------------------------------------------------------

    def layout(self, viewport: Viewport) -> None:
        """Update the texts, then lay everything out."""
        self.games.chosen = self._last_game()  # another page may have changed it
        self._gold.label = phrase("title.play", game=rules_of(self.games.chosen).title)
        self.signs[-1].icon = "sound" if self.context.preferences.now.sounds else "mute"
        self.signs[-2].label = phrase("title.calm_on" if self.context.preferences.now.calm else "title.calm")
        self.chip.player = self.chip.label = self.context.player
        notes = self.matches.notes
        self.note.visible, self.motto.visible = bool(notes), not notes
        if notes:
            self.note.words = notes[0]
        super().layout(viewport)

    def _last_game(self) -> str:
        return first_game((self.context.preferences.now.last_game,), [rules.key for rules in offered_games()])

    def _again(self) -> None:
        if self.look is not None:
            self.layout(self.look.viewport)

    def _show_saved(self) -> None:
        self._shown_lan_matches = self._lan_matches
        waits, kept = self._waiting_lan_match(), self._last_unfinished()
        self.saved.lit = waits is not None
        self.saved.sign = "replay" if waits is None else "people"
        self._continue.label = phrase("title.continue" if waits is None else "title.come_back")
        self._continue.visible = kept is not None or waits is not None
        more = self._unfinished_count() - (waits is None)
        self._others.visible = more > 0
        self._others.label = phrase("title.others", n=max(1, more))
        if waits is not None:
            own = self.context.player
            others = [name for name in waits.persons if name != own] or [name for name in waits.names if name != own]
            when, game = when_words(waits.changed, local_now()), rules_of(waits.offer.game).title
            self.saved.words = phrase("title.seat_waits", names=joined_texts(others))
            self.saved.note = phrase("title.seat_note", game=game, when=when)
            return
        if kept is None or kept.row is None:
            reading = self.matches.kept is None
            self.saved.words = phrase("title.looking" if reading else "title.no_saved")
            self.saved.note = None
            return
        game = rules_of(kept.row.game).title
        self.saved.words = phrase(
            "title.saved_scored" if kept.row.scored else "title.saved", game=game, round=kept.row.round
        )
        when = when_words(kept.changed, local_now())
        self.saved.note = phrase("match.at", scores=_score_so_far(kept.row), when=when)

    def _waiting_lan_match(self) -> SavedLanMatch | None:
        """Return the last unfinished network match, unless an unfinished match against bots was played since."""
        alone = self._last_unfinished()
        return next(
            (one for one in self._lan_matches if not one.over and (alone is None or one.changed >= alone.changed)), None
        )

    def _look_at_network(self) -> None:
        """Have the network matches read, if there are any; without them nothing of the network is loaded."""
        if self._network_asked or self.matches.kept is None or self.context.network is None:
            return
        self._network_asked = True
        if self.matches.has_unfinished_lan_match:
            self._network = self.context.network()
            self._network.read()

    @property
    def _lan_matches(self) -> tuple[SavedLanMatch, ...]:
        return self._network.kept if self._network is not None else ()

    _network_asked = False
    _network: KeptMatches | None = None
    _shown_lan_matches: tuple[SavedLanMatch, ...] = ()

    def _last_unfinished(self) -> ListedMatch | None:
        """Return the last unfinished match that can be resumed."""
        return next((kept for kept in self.matches.kept or () if self.matches.resume_refusal(kept) is None), None)

    def _unfinished_count(self) -> int:
        """Return how many of the newest matches can be resumed."""
        newest = islice(self.matches.kept or (), NEWEST_COUNTED)
        return sum(self.matches.resume_refusal(kept) is None for kept in newest)

    def update(self, now: float) -> Change | None:
        """Show the list of matches and notes as they arrive; animate the logo."""
        if self.look is not None and self.logo.advance(now):
            self.ring.revision += 1
        read = self.matches.poll()
        self._look_at_network()
        if self._network is not None:
            self._network.poll()
        if read or self._lan_matches is not self._shown_lan_matches:
            self._show_saved()
            self._again()
        if bool(self.matches.notes) is not self.note.visible:
            self._again()
        return super().update(now)

    # --- what its parts do ---------------------------------------------------------------------------------------

    def back(self) -> Change | None:
        """Do nothing: Esc only leaves pages; Ctrl Q leaves the program."""
        return None

    def _chose(self, game: str) -> None:
        self.context.preferences.replace(replace(self.context.preferences.now, last_game=game))
        self._again()

    def _play(self) -> Change | None:
        """Deal the chosen game with its last setup."""
        dealt = last_setup_header(self.games.chosen, self.context.preferences.now, self.context.player)
        if dealt is None:
            return self._new_game()
        return Replace(self.context.table(self.matches.begin(dealt)), all_of_them=True)

    def _learn(self) -> Change | None:
        return None if self.context.learn is None else Push(self.context.learn())

    def _new_game(self) -> Change:
        return Push(self.context.new_game())

    def _lan(self) -> Change:
        if is_nameless(self.context):
            return Push(AskName(self.context, lambda: Push(self.context.lan())))
        return Push(self.context.lan())

    def _rename(self) -> Change:
        return Push(AskName(self.context))

    def _settings(self) -> Change:
        return Push(self.context.settings())

    def _matches(self) -> Change:
        from game.client.scenes.resume import ResumePage

        return Push(ResumePage(self.context, self.matches, self._open))

    def _take_up(self) -> Change | None:
        waits = self._waiting_lan_match()
        if waits is not None and self._network is not None:
            return self._network.resume(self.context, waits, self.matches.leave)
        kept = self._last_unfinished()
        if kept is None:
            return None
        opened = self.matches.resume(kept)
        if not isinstance(opened, MatchAtTable):
            return Push(notice(self.context.preferences, "notice", phrase("notice.match"), opened))
        return self._open(opened)

    def _help(self) -> Change:
        from game.client.scenes.help import Help

        return Push(Help(self.context.preferences))

    def _rules(self) -> Change:
        from game.client.book.scene import RuleBookPage

        rules = rules_of(self.games.chosen)
        return Push(RuleBookPage(self.context.preferences, rules.section, game=rules))

    def _calm(self) -> None:
        self.context.preferences.replace(
            replace(self.context.preferences.now, calm=not self.context.preferences.now.calm)
        )

    def _read_note(self) -> None:
        del self.matches.notes[:1]
        self._again()


def _motto(games: int) -> Phrase:
    """Return the motto with the number of games, as a word where there is one."""
    code = f"title.motto.{games}"
    return phrase(code) if has_sentence(code) else phrase("title.motto", n=games)
