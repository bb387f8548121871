"""What can be done with a chair of the waiting room: by the host all of it, by anybody the muting of who sits there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.bots.names import LAN_LEVELS, present_name
from game.client.director import Pop
from game.client.draw.theme import ButtonKind
from game.client.scenes.message import Message
from game.client.setup import NAMES
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.widgets.shelf import Shelf
from game.client.words import phrase
from game.table.plain import plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.director import Change
    from game.client.house import House
    from game.client.lan.game import LanGame
    from game.client.words import Text
    from net.messages import LobbySeat


def chair_menu(house: House, sitting: LanGame, seat: int) -> Message:
    """Return the buttons for one chair."""
    room = sitting.room
    if room is None:
        raise RuntimeError("there is no chair before there is a room")
    chair = room.chairs[seat]
    buttons = [Button("chair.stay", phrase("button.close"), Pop, key="Esc")]
    bots = None
    about = phrase("chair.about")
    if sitting.hosting and chair.holder != "person":
        about = phrase("chair.about_bot")
        bots = Shelf(
            "chair.bots", [_level(sitting, seat, level) for level in LAN_LEVELS], most=3, least=130.0, even=True
        )
    if sitting.hosting and chair.holder == "nobody" and sitting.seat is not None:
        own = sitting.seat
        buttons.append(
            Button("chair.sit", phrase("chair.sit"), _doing(sitting, lambda: sitting.move(own, seat)), icon="person")
        )
    if sitting.hosting and chair.holder == "bot":
        buttons.append(
            Button("chair.free", phrase("chair.free"), _doing(sitting, lambda: sitting.free(seat)), icon="trash")
        )
    if chair.holder == "person" and seat != sitting.seat:
        muted = chair.key in sitting.talk.muted
        code = "chair.hear" if muted else "chair.mute"
        icon = "sound" if muted else "mute"
        toggle = _doing(sitting, lambda: sitting.talk.mute(chair.key, muted=not muted))
        buttons.append(Button("chair.mute", phrase(code), toggle, icon=icon))
        if sitting.hosting:
            away = _doing(sitting, lambda: sitting.free(seat))
            buttons.append(Button("chair.away", phrase("chair.away"), away, kind=ButtonKind.DANGER))
    return Message("chair", house.wishes, Dialog("chair", _title(chair, seat), about, tuple(buttons), bots))


def _title(chair: LobbySeat, seat: int) -> Text:
    return phrase("chair.free_title", number=seat + 1) if chair.holder == "nobody" else plain(chair.name)


def _level(sitting: LanGame, seat: int, level: str) -> Button:
    """Return the button that puts a bot of a level there; the one that sits there is ticked."""
    room = sitting.room
    sits = room is not None and room.chairs[seat].holder == "bot" and present_name(room.chairs[seat].level) == level
    act = _doing(sitting, _bot(sitting, seat, level))
    return Button(f"chair.bot_{level}", phrase(f"level.{level}"), act, icon="check" if sits else "bot")


def _bot(sitting: LanGame, seat: int, level: str) -> Callable[[], None]:
    """Return what puts a bot of a level on a chair, under a name that nobody has."""

    def put() -> None:
        room = sitting.room
        taken = {chair.name for at, chair in enumerate(room.chairs) if at != seat} if room is not None else set()
        sitting.put_bot(seat, next(name for name in NAMES if name not in taken), level)

    return put


def _doing(sitting: LanGame, deed: Callable[[], None]) -> Callable[[], Change | None]:
    def act() -> Change | None:
        if sitting.party.lockstep is None:
            deed()
        return Pop()

    return act
