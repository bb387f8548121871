"""The navigation from a table: to its sheets and settings, earlier tables, the score, and out of the match."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from game.book.book import rule_book_of
from game.client.book.scene import RuleBookPage
from game.client.director import Pop, Push, Replace
from game.client.draw.theme import ButtonKind
from game.client.scenes.help import Help
from game.client.scenes.message import Message, menu, notice
from game.client.table.how_it_goes import aim_words
from game.client.table.past import NullListener, PastTable
from game.client.table.turn import TurnAdviser
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.words import current_language, phrase
from game.session.looking_back import moves_before_last_turn_end, past_view

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from game.client.app_context import OnlookerNotice, OtherPlayers
    from game.client.director import Change
    from game.client.table.board import Board
    from game.client.table.shown import ShownMatch
    from game.client.table.turn import TurnListener, UnsentTurn
    from game.session.session import Session
    from game.table.options import Options
    from game.table.tiles import Tile
    from game.table.view import View


class TableNavigation:
    """The ways out of one table scene; each method returns the change of scene."""

    def __init__(
        self,
        shown: ShownMatch[Any, Any],
        past_board: Callable[[Any], Board[Any, Any]],
        turn_of: Callable[[Session, View, TurnListener, TurnAdviser], UnsentTurn[Any]],
    ) -> None:
        self.shown, self.context, self.game = shown, shown.context, shown.game
        self.session = shown.game.session
        self._past_board, self._turn_of = past_board, turn_of

    @property
    def company(self) -> OtherPlayers | None:
        """The other persons at the table; None in a match against bots alone."""
        return self.game.company

    @property
    def onlooker(self) -> OnlookerNotice | None:
        """Why the viewer has no seat; None where they have one."""
        return None if self.company is None else self.company.onlooker

    def leads_to_vote(self, *, plays: bool) -> bool:
        """Return whether a vote is the way on: somebody is gone, and nothing that our player does would count."""
        company = self.company
        return company is not None and company.may_vote and not (plays and company.accepts_moves)

    def settings(self) -> Change | None:
        """Open the settings."""
        return Push(self.context.settings())

    def sound(self) -> Change | None:
        """Switch the sounds on or off."""
        preferences = self.context.preferences
        preferences.replace(replace(preferences.now, sounds=not preferences.now.sounds))
        return None

    def talk(self) -> Change | None:
        """Show who is here, and talk; alone there is nobody."""
        if self.company is None:
            self.shown.on_explained("toast.alone")
            return None
        return self.company.open()

    def show_unsaved(self) -> Change | None:
        """Show what is not saved to disk yet, and why."""
        refused = "" if self.game.save_status is None else self.game.save_status.disk_refusal
        if not refused:
            sentence = phrase("behind.slow")
        else:
            sentence = phrase("behind.refused" if self.company is None else "behind.lan", reason=refused)
        return Push(notice(self.context.preferences, "behind", phrase("behind.title"), sentence))

    def help(self, known: Collection[str]) -> Change | None:
        """Show how the game is played, and the keys of the actions available here."""
        view = self.session.view
        aim = () if view is None else aim_words(view)
        return Push(Help(self.context.preferences, aim=aim, known=known, questions=self._questions_instead))

    def rules(self) -> Change | None:
        """Open the rule book at the rule that refused the last move, else at the start of this game."""
        refused = self.shown.paper.rule_page()
        if refused is not None:
            return refused
        return self.open_rule(self.session.rules.section)

    @property
    def questions_number(self) -> str:
        """Return where the rule book answers beginners' questions about this game, else where its chapter begins."""
        rules = self.session.rules
        return rule_book_of(current_language()).questions_number(rules.title) or rules.section

    def questions(self) -> Change | None:
        """Open the rule book at beginners' questions."""
        return self.open_rule(self.questions_number)

    def _questions_instead(self) -> Change | None:
        return Replace(self._book(self.questions_number))

    def open_rule(self, number: str) -> Change | None:
        """Open the rule book at a rule."""
        return Push(self._book(number))

    def _book(self, number: str) -> RuleBookPage:
        rules, options = self.session.rules, self._told_options()
        return RuleBookPage(self.context.preferences, number, from_table=True, game=rules, options=options)

    def _told_options(self) -> Options:
        """Return the table's choices that the rule book tells."""
        return self.session.header.options

    # --- the match ---------------------------------------------------------------------------------------------------

    def see_score(self) -> Change | None:
        """Open the score sheet of the finished round."""
        result = self.shown.result
        return None if result is None else Replace(self.context.score_sheet(self.game, result))

    def skip(self) -> Change | None:
        """Let the bots play without pauses until the player's turn."""
        if self.shown.can_skip:
            self.session.hurry_bots()
        return None

    def look_back(self) -> Change | None:
        """Replay what happened since the viewer's last turn."""
        view = self.session.view
        return None if view is None else self._looked_back(moves_before_last_turn_end(view), plays=True)

    def look_back_to(self, made: int, lit: tuple[Tile, ...] = ()) -> Change | None:
        """Show the table after `made` moves of the round, with some tiles highlighted."""
        return self._looked_back(made, lit, plays=False)

    def _looked_back(self, made: int, lit: tuple[Tile, ...] = (), *, plays: bool) -> Change | None:
        view = self.session.view
        if self.shown.turn is None or view is None or past_view(self.session.standing, view, made) is None:
            return None
        slots = self.shown.turn.turn_state.slots

        def as_ordered(then: View) -> UnsentTurn[Any]:
            turn = self._turn_of(self.session, then, NullListener(), TurnAdviser())
            turn.turn_state = turn.turn_state.with_order(slots)
            return turn

        board = self._past_board(self.shown.board)
        past = PastTable(self.context, self.session, board, as_ordered, made, plays=plays)
        past.lit = (made, lit)
        return Push(past)

    # --- away --------------------------------------------------------------------------------------------------------

    def menu(self, *, how: Callable[[], Change | None], rules: Callable[[], Change | None]) -> Change | None:
        """Show the table's menu."""
        ways = (
            ("how", "aim.title", "help", how),
            ("rules", "book.title", "book", rules),
            ("settings", "table.settings", "gear", self.settings),
            ("leave", "menu.leave", "door", self._go_away),
        )
        return Push(menu(self.context.preferences, self.game.meanwhile, phrase("menu.stay"), ways))

    def _go_away(self) -> Change | None:
        """Leave without asking where nothing is lost."""
        return self._go_to_title() if self.company is None else self.company.leave()

    def leave(self) -> Change | None:
        """Ask before leaving; the match stays saved."""
        if self.company is not None:
            return self.company.leave()
        stay = Button("leave.stay", phrase("table.leave.stay"), Pop, key="Esc")
        go = Button("leave.go", phrase("table.leave.go"), self._go_to_title, kind=ButtonKind.DANGER)
        words = (phrase("table.leave.title"), phrase("table.leave.sentence"))
        return Push(Message("leave", self.context.preferences, Dialog("leave", *words, (stay, go))))

    def _go_to_title(self) -> Change:
        return Replace(self.context.title(), all_of_them=True)
