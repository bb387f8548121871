"""What a host tells each of the others about the room: who sits where, who is here, which match it is."""

from __future__ import annotations

from net import messages as m
from net.guests import RoomChanged
from net.log.effects import SendMessage
from net.members import Members


def tell_room(members: Members) -> None:
    """As the host, send the room to each guest for whom it has changed."""
    own = _room_for(members, members.identity.key)
    if own is None:
        return
    if own != members.room:
        members.room = own
        members.emit(RoomChanged(own))
    elif members.lockstep is None and all(guest.told for guest in members.guests.values() if guest.admitted):
        return  # before the match a guest's room is ours but for his seat, which ours tells as well
    for link, guest in members.guests.items():
        # A link of our own leads to the host before the match; in it, a host who came back may have called.
        told = guest.admitted and (members.lockstep is not None or not guest.ours)
        room = _room_for(members, guest.key) if told else None
        if room is not None and room != guest.told:
            new, guest.told = guest.told is None, room
            members.emit(SendMessage(link, room))
            if new and (members.lockstep is None or members.lockstep.is_hosting):
                members.resend_chat(link)


def _room_for(members: Members, key: bytes) -> m.Room | None:
    if members.lockstep is None:
        return members.lobby.room_for(key) if members.lobby else None
    terms = members.terms
    return members.presence.room_for(key, members.lockstep, terms, members.room) if terms else None
