"""A host's answer to whoever asks which table it keeps, with the proof that table and key are the host's.

Laws: an answer is for one challenge of whoever asked, so that none can be replayed; a table's id follows from its
host's key, so that nobody answers for another's.
"""

from __future__ import annotations

from dataclasses import fields, replace

from net.identity import Identity, Purpose, is_signed_by, table_id_of
from net.messages import Info
from net.schema import pack_plain

CHALLENGE_BYTES = 32


def answer_challenge(info: Info, identity: Identity, challenge: bytes) -> Info:
    """Answer a challenge with what strangers are told."""
    ours = replace(info, table=table_id_of(identity.key), key=identity.key)
    return replace(ours, signature=identity.sign(Purpose.INFO, _signed_bytes(ours, challenge)))


def is_proven(info: Info, challenge: bytes) -> bool:
    """Return whether an answer is of the host whose table it names, and to this challenge."""
    return info.table == table_id_of(info.key) and is_signed_by(
        info.key, Purpose.INFO, _signed_bytes(info, challenge), info.signature
    )


def _signed_bytes(info: Info, challenge: bytes) -> bytes:
    values = [getattr(info, one.name) for one in fields(info) if one.name != "signature"]
    return challenge + pack_plain(values)
