"""How a host begins a match: once all who sit in his lobby have revealed their nonces for its id."""

from __future__ import annotations

from net.guests import NotStarted
from net.log.bodies import Start
from net.log.effects import SendMessage
from net.log.sequencer import first_entry
from net.members import Members
from net.nonces import NonceDraw


def request_nonces(members: Members, start: Start, pledges: dict[bytes, bytes], nonce: bytes, now: int) -> None:
    """Ask everybody who has pledged a nonce to reveal it."""
    members.drawing = NonceDraw.of(start, pledges, nonce, now)
    for link, guest in members.guests.items():
        if guest.key in members.drawing.missing_keys:
            members.emit(SendMessage(link, members.drawing.begin))


def begin_when_ready(members: Members, now: int) -> None:
    """Begin when all nonces are here; cancel if a chair has changed, or somebody is unready or has pledged anew."""
    drawing, lobby = members.drawing, members.lobby
    if drawing is None or lobby is None:
        return
    if not lobby.is_unchanged_since(drawing.start) or any(key in lobby.pledges for key in drawing.missing_keys):
        cancel_start(members, ())
    elif not drawing.missing_keys:
        members.drawing = None
        members.begin_match(first_entry(drawing.complete_start(), members.identity), now)
        for link, guest in members.guests.items():
            if guest.admitted:
                members.attach(link)


def cancel_start(members: Members, missing: tuple[bytes, ...]) -> None:
    """Cancel the start; those whose nonces are `missing` become unready."""
    if members.lobby is not None:
        names = tuple(chair.name for chair in members.lobby.chairs if chair.key and chair.key in missing)
        members.lobby.clear_ready(missing)
        members.emit(NotStarted(names))
    members.drawing = None
