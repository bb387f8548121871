"""How a turn at an open table is sent: as one play, a draw or a pass; or why it is not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.draw.sound import Cue
from game.session.draft import draft_refusal
from game.table.moves import Move, Pass
from game.table.refusals import Code, Refusal

if TYPE_CHECKING:
    from game.client.table.open.legal_moves import OpenLegalMoves
    from game.client.table.turn import TurnListener
    from game.session.session import Session
    from game.table.tiles import Tile


class TurnSender:
    """Sends moves to the session; the listener gets the sound, or the reason of a refusal."""

    def __init__(self, session: Session, listener: TurnListener) -> None:
        self._session = session
        self._listener = listener

    def refuse(
        self, ahead: OpenLegalMoves, refused: Refusal, tiles: tuple[Tile, ...], goal: tuple[Tile, ...] = ()
    ) -> None:
        """Explain a refusal of these tiles, in terms of an open table."""
        if refused.code is Code.TABLE_TILE_MISSING:
            self._listener.on_explained("toast.open_fixed")
        elif refused.code is Code.DRAW_FIRST:
            self._listener.on_explained("toast.open_first")
        elif refused.code is Code.EMPTY_PLAY and ahead.can_pass:
            self._listener.on_refused(replace(refused, cites="2.5"), tiles, goal)
        else:
            self._listener.on_refused(refused, tiles, goal)

    def send(self, ahead: OpenLegalMoves, move: Move) -> bool:
        """Send a move; return whether it was accepted."""
        refused = self._session.submit((move,))
        if refused is not None:
            self.refuse(ahead, refused, ahead.arrangement.played)
        return refused is None

    def pass_turn(self, ahead: OpenLegalMoves) -> None:
        """End the turn without a play."""
        if ahead.arrangement.played:
            self._listener.on_explained("toast.open_pass")
        elif self.send(ahead, Pass()):
            self._listener.on_sound(Cue.PUT)

    def end_turn(self, ahead: OpenLegalMoves) -> None:
        """End the turn with the arrangement; on a table without checks a wrong play is sent as it is."""
        arrangement = ahead.arrangement
        if not ahead.can_play:
            self._listener.on_explained("toast.open_wait")
            return
        refused = arrangement.play_refusal
        if refused is not None and ahead.asks_before_end and draft_refusal(ahead.view, arrangement.attempt) is None:
            self.send(ahead, arrangement.attempt)
        elif refused is not None:
            ahead.tried = True
            about = set(refused.tiles or arrangement.played)
            self.refuse(ahead, refused, tuple(tile for tile in arrangement.tiles_on_table if tile in about))
        elif self.send(ahead, arrangement.move):
            self._listener.on_sound(Cue.LAID)
