"""A chair given by a hall, signed: for one person, at one table, whose program has this key.

Law: a guest accepts it only if the hall's key is the one proved on the link that the guest opened.
"""

from __future__ import annotations

from dataclasses import replace

from net.hall.messages import HallPlace
from net.identity import Identity, Purpose, is_signed_by
from net.schema import pack_plain


def signed_place(hall: Identity, person: bytes, place: HallPlace) -> HallPlace:
    """Return a place with the hall's signature for one person."""
    return replace(place, signature=hall.sign(Purpose.PLACE, _signed_bytes(person, place)))


def is_signed_place(hall: bytes, person: bytes, place: HallPlace) -> bool:
    """Return whether the signature is that of the hall with this key, for this person and this place."""
    return is_signed_by(hall, Purpose.PLACE, _signed_bytes(person, place), place.signature)


def _signed_bytes(person: bytes, place: HallPlace) -> bytes:
    return pack_plain([person, place.table, place.chair, place.port, place.key])
