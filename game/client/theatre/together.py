"""The theatre that the players of a LAN table share after their match: one leads, and anyone may look around alone.

Laws: only places and moves are sent, never tiles: each program shows from its own log what its player may see; lines
are tried only if every rack is open to all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.director import Push, Replace
from game.client.draw import theme
from game.client.scenes.message import notice
from game.client.sides import joined_texts, unique_names
from game.client.table.advice.moves_page import MovesPage
from game.client.theatre.line import TriedSession, TriedTable, larger_plays, next_moves
from game.client.theatre.opening import Opening
from game.client.theatre.scene import MAX_TEXT_SCALE, Theatre
from game.client.widgets.button import Button, IconButton
from game.client.widgets.label import Paragraph
from game.client.words import phrase, say
from game.lan.together import ReplayPlace, ReplayRole
from game.session.match_replay import ALL_SEATS, ReplayPosition, replay_of
from game.session.trying import may_try, tried_line
from net.log.entries import MAX_SEATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.lan.others import LanPlayers
    from game.client.table.advice.choices import PossibleMove
    from game.client.theatre.guests import SharedTheatre
    from game.client.theatre.replay_cursor import ReplayActions
    from game.client.widgets.widget import Widget
    from game.client.words import Text
    from game.lan.together import ReplayParticipant
    from game.session.match_replay import Replay
    from game.session.trying import TriedLine
    from game.table.moves import Move

OPEN_RACKS: Final = MAX_SEATS  # the point of view with open racks, as sent


@dataclass(frozen=True, slots=True)
class SharedControls:
    """The widgets above the controls: who watches and who leads, taking or rejoining the lead, and trying moves."""

    told: Paragraph
    turns: Button
    tries: Button
    adds: Button
    undoes: Button

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """All widgets, in reading order."""
        return (self.told, self.turns, self.tries, self.adds, self.undoes)


class SharedReplay:
    """The people still at a LAN table after its match, and the actions of our own player."""

    def __init__(self, company: LanPlayers) -> None:
        self.company = company
        self.icons = (IconButton("theatre.talk", phrase("company.title"), "chat", company.open),)
        self._shared: list[SharedControls] = []
        self._stage: SharedTheatre | None = None
        self._at = ReplayPlace()
        self._followed: ReplayPlace | None = None
        self._heard: object = None
        self._open_eyes = ALL_SEATS  # our point of view when all racks are open

    @property
    def together(self) -> ReplayParticipant | None:
        """Return the shared state; None if there is none."""
        return self.company.session.after.together

    @property
    def stage(self) -> SharedTheatre:
        """Return the theatre that was joined."""
        if self._stage is None:
            raise RuntimeError("nobody has come in yet")
        return self._stage

    def join(self, stage: SharedTheatre) -> None:
        """Join a theatre: all racks are open, seen from our own chair, until another view is chosen."""
        self._stage = stage
        if stage.context.preferences.text_scale > MAX_TEXT_SCALE:  # open racks would leave the table no room
            self._open_eyes = stage.cursor.replay.first_viewpoint
        stage.cursor.choose_viewpoint(self._open_eyes)
        self._at = self._current_place()
        if self.together is not None:
            self.together.join(self._at)
        stage.show_view()

    @property
    def line(self) -> TriedLine | None:
        """Return the line being tried; None if there is none."""
        session = None if self._stage is None else self._stage.cursor.session
        return session.line if isinstance(session, TriedSession) else None

    # --- the widgets above the controls --------------------------------------------------------------------------

    def widgets_above(self, name: str) -> tuple[Widget, ...]:
        """Return the widgets that stand above the controls named `name`."""
        made = SharedControls(
            Paragraph(f"{name}.together", "", theme.SMALL, theme.CREAM),
            Button(f"{name}.turns", phrase("together.turn"), self._take_or_return, icon="eye"),
            Button(f"{name}.tries", phrase("together.try"), self.try_move, icon="play", key="branch"),
            Button(f"{name}.adds", phrase("together.add"), self.extend_last_play, icon="plus"),
            Button(f"{name}.undoes", phrase("together.undo"), self.take_back, icon="undo"),
        )
        self._shared.append(made)
        return made.widgets

    def show_state(self) -> None:
        """Show who watches, who leads, and what can be done."""
        if self._stage is None:
            return
        stage, line, together = self._stage, self.line, self.together
        allowed = may_try(stage.cursor.replay, stage.cursor.place.round)
        returns = together is not None and together.part is ReplayRole.FREE and together.page_turner is not None
        stage.board.advised = line is not None  # moves are chosen from a list, not dragged
        grows = line is not None and bool(larger_plays(stage.cursor.family, line))
        for controls, shared in zip((stage.controls, stage.drawer), self._shared, strict=True):
            shared.told.text = self._told_words()
            shared.turns.label = phrase("together.back" if returns else "together.turn")
            shared.turns.enabled = together is not None and together.part is not ReplayRole.TURNS
            shared.tries.visible = controls.shown and allowed
            shared.undoes.visible = controls.shown and line is not None
            shared.adds.visible = controls.shown and grows
            controls.branch.visible = False

    @property
    def headline(self) -> str:
        """Return the headline of a tried line; empty if none is tried."""
        return "" if self.line is None else say("together.tried", n=len(self.line.moves))

    def _told_words(self) -> Text:
        together = self.together
        if together is None or not together.others:
            return phrase("together.alone")
        names = unique_names([seat.name for seat in self.stage.cursor.replay.seats(0)])
        turner = together.page_turner
        looking: list[Text] = [
            phrase("together.strayed", name=names[seat]) if seat in together.strayed else names[seat]
            for seat in together.others
            if seat < len(names) and seat != turner
        ]
        others = joined_texts(looking or [phrase("talk.watcher")])
        if together.part is ReplayRole.TURNS:
            return phrase("together.you_turn", names=others)
        if turner is None or turner >= len(names):
            return phrase("together.nobody_turns", names=others)
        code = "together.follows" if together.part is ReplayRole.FOLLOWS else "together.free"
        if not looking:
            return phrase(f"{code}_one", name=names[turner])
        return phrase(code, names=others, name=names[turner])

    # --- who leads -----------------------------------------------------------------------------------------------

    def _current_place(self) -> ReplayPlace:
        place, viewpoint, line = self.stage.cursor.place, self.stage.cursor.viewpoint, self.line
        moves = line.moves if line is not None else ()
        return ReplayPlace(
            place.round, self.stage.made, OPEN_RACKS if viewpoint in (ALL_SEATS, self._open_eyes) else viewpoint, moves
        )

    def _take_or_return(self) -> Change | None:
        together = self.together
        if together is not None:
            if together.part is ReplayRole.FREE and together.page_turner is not None:
                together.return_to_shared()
                self._followed = None
            else:
                together.take_over(self._current_place())
            self.sync_place()
        return None

    def sync_place(self) -> None:
        """Send our place to the others, or follow the leader's."""
        together = self.together
        if together is None:
            return
        at = self._current_place()
        if at != self._at:
            self._at = at
            together.go_to(at)
        elif (
            together.is_following and together.shared_place is not None and together.shared_place is not self._followed
        ):
            self._followed = together.shared_place
            self._look_at(together.shared_place)
            self._at = self._current_place()
        heard = (together.part, together.page_turner, together.others, together.strayed)
        if heard != self._heard:
            self._heard = heard
            self.stage.show_view()

    def _look_at(self, leaf: ReplayPlace) -> None:
        """Go to the leader's place, as far as our own log has it."""
        stage, cursor = self.stage, self.stage.cursor
        if leaf.round >= len(cursor.replay.rounds):
            return
        made = min(leaf.made, cursor.replay.rounds[leaf.round].move_count)
        viewpoint = self._open_eyes if leaf.viewpoint == OPEN_RACKS else leaf.viewpoint
        walks = self.line is None and not leaf.line and leaf.round == cursor.place.round
        if walks and viewpoint == cursor.viewpoint:
            stage.band.line.go(made)
            return
        cursor.choose_viewpoint(viewpoint)
        stage.go_to(ReplayPosition(leaf.round, made))
        if leaf.line:
            self._show_line(tried_line(cursor.replay, cursor.place, leaf.line))

    def leave(self) -> None:
        """Leave, and tell the others."""
        if self.together is not None:
            self.together.leave()

    # --- trying moves --------------------------------------------------------------------------------------------

    def try_move(self) -> Change | None:
        """Offer the possible moves, and play the chosen one for everybody to see."""
        cursor = self.stage.cursor
        if not may_try(cursor.replay, cursor.place.round):
            return None
        if self.line is None:
            self.stage.go_to(cursor.place)  # stop playback at the current place
        line = self.line or tried_line(cursor.replay, cursor.place)
        return self._choose_from(line, next_moves(cursor.family, line))

    def extend_last_play(self) -> Change | None:
        """Offer larger plays in place of the last one tried."""
        if self.line is None:
            return None
        return self._choose_from(self.line.without_last(), larger_plays(self.stage.cursor.family, self.line))

    def take_back(self) -> Change | None:
        """Take back the line's last move."""
        if self.line is not None:
            self._show_line(self.line.without_last())
        return None

    def _choose_from(self, line: TriedLine, moves: tuple[PossibleMove, ...]) -> Change | None:
        context = self.stage.context
        if line.next_mover is None:
            return Push(
                notice(context.preferences, "together.notice", phrase("together.try"), phrase("together.ended"))
            )

        def play(move: Move) -> None:
            longer = line.with_move(move)
            if longer is not None:
                self._show_line(longer)

        return Push(MovesPage(TriedTable(context, self.stage.board, line.end_view(line.next_mover), play), moves))

    def _show_line(self, line: TriedLine) -> None:
        stage = self.stage
        stage.cursor.show_line(TriedSession(line, stage.cursor.viewpoint) if line.moves else None)
        stage.show_view()

    def leave_line(self) -> None:
        """Leave the line being tried."""
        if self.line is not None:
            self.stage.cursor.show_line(None)
            self.stage.show_view()


def shared_theatre(context: AppContext, actions: Callable[[LanPlayers], ReplayActions], company: LanPlayers) -> Change:
    """Open the theatre for a LAN table's finished match, shared with everybody still there."""
    story = company.session.story
    if not story.is_over:
        return Push(notice(context.preferences, "together.notice", phrase("together.look"), phrase("together.not_yet")))
    log, own, known = story.match.transcript, story.seat, dict(story.known)

    def show(replay: Replay) -> Change:
        return Replace(Theatre(context, replay, ReplayPosition(), actions(company), SharedReplay(company)))

    return Push(Opening(context.preferences, lambda _told: replay_of(log, own, known, over=True), show))
