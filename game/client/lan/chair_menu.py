"""The menu of a seat in the waiting room: the host can change everything, others can only mute its player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.bots.names import DEFAULT_LEVEL, LAN_LEVELS, present_name
from game.client.director import Pop
from game.client.draw.theme import ButtonKind
from game.client.scenes.message import Message
from game.client.setup import BOT_NAMES
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.widgets.shelf import Shelf
from game.client.words import phrase
from game.table.safe_text import printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.lan.game import LanGame
    from game.client.words import Text
    from net.messages import LobbySeat


def chair_menu(context: AppContext, lan_game: LanGame, seat: int) -> Message:
    """Return the page with the buttons for one chair."""
    room = lan_game.room
    if room is None:
        raise RuntimeError("there is no chair before there is a room")
    chair = room.chairs[seat]
    buttons = [Button("chair.stay", phrase("button.close"), Pop, key="Esc")]
    bots = None
    about = phrase("chair.about")
    if lan_game.hosting and chair.holder != "person":
        about = phrase("chair.about_bot")
        bots = Shelf(
            "chair.bots", [_level(lan_game, seat, level) for level in LAN_LEVELS], most=3, least=130.0, even=True
        )
    if lan_game.hosting and chair.holder == "nobody" and lan_game.seat is not None:
        own = lan_game.seat
        buttons.append(
            Button(
                "chair.sit",
                phrase("chair.sit"),
                _doing(lan_game, lambda: lan_game.move_player(own, seat)),
                icon="person",
            )
        )
    if lan_game.hosting and chair.holder == "bot":
        buttons.append(
            Button("chair.free", phrase("chair.free"), _doing(lan_game, lambda: lan_game.free_seat(seat)), icon="trash")
        )
    if chair.holder == "person" and seat != lan_game.seat:
        muted = chair.key in lan_game.talk.muted
        code = "chair.hear" if muted else "chair.mute"
        icon = "sound" if muted else "mute"
        toggle = _doing(lan_game, lambda: lan_game.talk.mute(chair.key, muted=not muted))
        buttons.append(Button("chair.mute", phrase(code), toggle, icon=icon))
        if lan_game.hosting:
            away = _doing(lan_game, lambda: lan_game.free_seat(seat))
            buttons.append(Button("chair.away", phrase("chair.away"), away, kind=ButtonKind.DANGER))
    return Message("chair", context.preferences, Dialog("chair", _title(chair, seat), about, tuple(buttons), bots))


def _title(chair: LobbySeat, seat: int) -> Text:
    return phrase("chair.free_title", number=seat + 1) if chair.holder == "nobody" else printable(chair.name)


def fill_chairs(lan_game: LanGame) -> None:
    """Put bots of the default level on all free seats."""
    chairs = lan_game.room.chairs if lan_game.room is not None else ()
    names = (name for name in BOT_NAMES if name not in {chair.name for chair in chairs})
    for seat, chair in enumerate(chairs):
        if chair.holder == "nobody":
            lan_game.put_bot(seat, next(names), DEFAULT_LEVEL)


def _level(lan_game: LanGame, seat: int, level: str) -> Button:
    """Return the button that puts a bot of a level on a seat; the seat's present level is ticked."""
    room = lan_game.room
    sits = room is not None and room.chairs[seat].holder == "bot" and present_name(room.chairs[seat].level) == level
    act = _doing(lan_game, _bot(lan_game, seat, level))
    return Button(f"chair.bot_{level}", phrase(f"level.{level}"), act, icon="check" if sits else "bot")


def _bot(lan_game: LanGame, seat: int, level: str) -> Callable[[], None]:
    """Return the callback that puts a bot of a level on a seat, with an unused name."""

    def put() -> None:
        room = lan_game.room
        taken = {chair.name for at, chair in enumerate(room.chairs) if at != seat} if room is not None else set()
        lan_game.put_bot(seat, next(name for name in BOT_NAMES if name not in taken), level)

    return put


def _doing(lan_game: LanGame, deed: Callable[[], None]) -> Callable[[], Change | None]:
    def act() -> Change | None:
        if lan_game.party.lockstep is None:
            deed()
        return Pop()

    return act
