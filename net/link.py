"""The handshake and encryption of one connection, frame by frame.

Laws: both sides sign everything sent in the clear; the host proves its identity only to a joiner who did; keys are made
for this link alone; the first frame that cannot be decrypted ends it.

The four frames: J hello, H hello, J header + auth, H header + auth. PROTOCOL.md has every byte.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from nacl import bindings
from nacl.exceptions import CryptoError

from net.errors import LocalProtocolError, RemoteProtocolError
from net.frames import Message, pack, unpack
from net.identity import Entropy, Identity, Purpose, is_signed_by
from net.introduction import answer_challenge
from net.messages import PROTOCOL, PROTOCOL_MAGIC, RUN_BYTES, Ask, Auth, Hello, Info, Refused
from net.reasons import Reason

if TYPE_CHECKING:
    from net.pake import Pake

HEADER_BYTES = 24
CLEAR_FRAME, ENCRYPTED_FRAME = b"C", b"E"  # the first byte of a handshake frame: in the clear or encrypted
OLDEST_PROTOCOL = 2  # the oldest version that this program still speaks


class LinkRole(Enum):
    """Who opened the connection (JOINER) and who accepted it; the bytes are part of what each side signs."""

    JOINER = b"joiner"
    HOST = b"host"


class LinkStep(Enum):
    """What the handshake waits for."""

    HELLO = "hello"
    AUTH = "auth"
    OPEN = "open"
    ENDED = "ended"


class LinkEvent(Enum):
    """What moves a handshake to its next step."""

    GREETED = "the other side greets"
    PROVED = "it proves who it is"
    ASKED = "it asks what is played here"
    REFUSED = "one side refuses"


# For each event: at which steps it may come, and the step it leads to.
HANDSHAKE_STEPS: Final[Mapping[LinkEvent, tuple[frozenset[LinkStep], LinkStep]]] = MappingProxyType(
    {
        LinkEvent.GREETED: (frozenset({LinkStep.HELLO}), LinkStep.AUTH),
        LinkEvent.PROVED: (frozenset({LinkStep.AUTH}), LinkStep.OPEN),
        LinkEvent.ASKED: (frozenset({LinkStep.HELLO}), LinkStep.ENDED),
        LinkEvent.REFUSED: (frozenset({LinkStep.HELLO, LinkStep.AUTH}), LinkStep.ENDED),
    }
)


@dataclass(frozen=True, slots=True)
class HandshakeResult:
    """The result of a handshake frame: frames to send, and if it ended, why and which side ended it."""

    frames: tuple[bytes, ...] = ()
    ended: Reason | None = None
    by_them: bool = False
    hint: str = ""


class Link(ABC):
    """One connection's cipher, or in the simulator a plain one, as a peer uses it.

    `step` is the handshake's step, `theirs` and `their_run` are the other side's key and run once open, `first` is our
    first frame, sent in the clear.
    """

    def __init__(self, role: LinkRole, first: bytes) -> None:
        self.role = role
        self.first = first
        self.step = LinkStep.HELLO
        self.theirs = b""
        self.their_run = b""
        self.vouched = b""  # the seat's key that the other side's HELLO proved, empty for a stranger
        self.greeting = b""  # the one-time key of that HELLO
        self.may_guess = True  # whether the password proof is checked

    def first_frames(self) -> tuple[bytes, ...]:
        """Return the frames to send first: the joiner speaks first."""
        return (self.first,) if self.role is LinkRole.JOINER else ()

    @abstractmethod
    def on_handshake_frame(self, payload: bytes) -> HandshakeResult:
        """Take in a frame of the handshake."""

    @abstractmethod
    def seal(self, plain: bytes) -> bytes:
        """Encrypt a message into a frame."""

    @abstractmethod
    def unseal(self, payload: bytes) -> bytes:
        """Decrypt a frame into a message."""


@dataclass(frozen=True, slots=True)
class LinkConfig:
    """This side of a link: who we are, the password if there is one, and the answer to strangers.

    `run` is drawn once at each start of a program. `match` is the one we are in: a joiner proves in its HELLO that it
    returns to it, a host knows the keys of its seats.
    """

    identity: Identity
    password: bytes = b""
    info: Info | None = None
    run: bytes = bytes(RUN_BYTES)
    match: bytes = b""
    known: tuple[bytes, ...] = ()
    expects: bytes = b""  # as a joiner: the key that the host must prove, empty for any


def _pake(password: bytes, entropy: Entropy, role: LinkRole) -> Pake:
    from net.pake import Pake  # computes its group when it is loaded, and few tables have a password

    return Pake(password, entropy, joins=role is LinkRole.JOINER)


class SecureLink(Link):
    """X25519, the password's key if there is one, secretstream, and signatures over the clear part."""

    def __init__(self, role: LinkRole, config: LinkConfig, entropy: Entropy) -> None:
        self._config = config
        self._public, self._secret = bindings.crypto_kx_seed_keypair(entropy(bindings.crypto_kx_SEED_BYTES))
        self._pake = _pake(config.password, entropy, role) if config.password else None
        message = self._pake.message if self._pake else b""
        back = b""
        if config.match and role is LinkRole.JOINER:
            back = config.identity.sign(Purpose.BACK, config.match + self._public)
        super().__init__(
            role, CLEAR_FRAME + pack(Hello(PROTOCOL_MAGIC, OLDEST_PROTOCOL, PROTOCOL, self._public, message, back))
        )
        self._said = b""
        self._receiving_key = b""
        self._sending_state = bindings.crypto_secretstream_xchacha20poly1305_state()
        self._receiving_state = bindings.crypto_secretstream_xchacha20poly1305_state()
        self._header = b""
        self._sending_key = b""

    def on_handshake_frame(self, payload: bytes) -> HandshakeResult:
        """Take in a frame of the handshake."""
        tag, content = payload[:1], payload[1:]
        if tag == CLEAR_FRAME:
            message = self._read_clear(content)
            if isinstance(message, Refused) and self.role is LinkRole.JOINER:
                self._advance(LinkEvent.REFUSED)
                return HandshakeResult(ended=Reason(message.reason), by_them=True, hint=message.hint)
            if self._may_come(LinkEvent.GREETED):
                return self._hear_first(content, message)
        elif tag == ENCRYPTED_FRAME and self._may_come(LinkEvent.PROVED):
            return self._hear_auth(content)
        raise RemoteProtocolError(
            self._misplaced_reason(), f"a frame that has no place while waiting for {self.step.value}"
        )

    def _may_come(self, event: LinkEvent) -> bool:
        return self.step in HANDSHAKE_STEPS[event][0]

    def _advance(self, event: LinkEvent) -> None:
        """Move to the step that follows an event."""
        _possible, self.step = HANDSHAKE_STEPS[event]

    def seal(self, plain: bytes) -> bytes:
        """Encrypt a message."""
        if self.step is not LinkStep.OPEN:
            raise LocalProtocolError("a link carries messages once it is open: wait for Opened")
        return bindings.crypto_secretstream_xchacha20poly1305_push(self._sending_state, plain)

    def unseal(self, payload: bytes) -> bytes:
        """Decrypt a message."""
        try:
            plain, tag = bindings.crypto_secretstream_xchacha20poly1305_pull(self._receiving_state, payload)
        except (CryptoError, RuntimeError, ValueError) as error:
            raise RemoteProtocolError(Reason.MALFORMED, "a frame that cannot be decrypted") from error
        if tag != bindings.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE:
            raise RemoteProtocolError(Reason.MALFORMED, "a frame with another tag than that of a message")
        return plain

    # The handshake

    def _misplaced_reason(self) -> Reason:
        return Reason.NOT_COMODIN if self.step is LinkStep.HELLO else Reason.OUT_OF_TURN

    def _read_clear(self, content: bytes) -> Message:
        try:
            return unpack(content)
        except RemoteProtocolError as error:
            raise RemoteProtocolError(self._misplaced_reason(), error.detail) from error

    def _hear_first(self, content: bytes, message: Message) -> HandshakeResult:
        if isinstance(message, Ask) and self.role is LinkRole.HOST and message.magic == PROTOCOL_MAGIC:
            self._advance(LinkEvent.ASKED)
            info, ours = self._config.info, self._config.identity
            told = (CLEAR_FRAME + pack(answer_challenge(info, ours, message.challenge)),) if info else ()
            return HandshakeResult(told, ended=Reason.LEFT)
        if not isinstance(message, Hello) or message.magic != PROTOCOL_MAGIC:
            raise RemoteProtocolError(Reason.NOT_COMODIN)
        if message.high < OLDEST_PROTOCOL or message.low > PROTOCOL:
            return self._refuse(Reason.OTHER_PROTOCOL, f"{OLDEST_PROTOCOL}-{PROTOCOL}")
        if self._pake and not message.pake:
            return self._refuse(Reason.PASSWORD_NEEDED if self.role is LinkRole.HOST else Reason.NO_PASSWORD)
        if message.pake and not self._pake:
            return self._refuse(Reason.NO_PASSWORD if self.role is LinkRole.HOST else Reason.PASSWORD_NEEDED)
        self._make_keys(CLEAR_FRAME + content, message)
        self._hear_back(message)
        self._advance(LinkEvent.GREETED)
        return HandshakeResult((self.first,) if self.role is LinkRole.HOST else (self._make_auth(),))

    def _hear_back(self, hello: Hello) -> None:
        """Note which seat of our match, if any, signed a HELLO: seats have priority among arriving connections."""
        if self.role is not LinkRole.HOST or not hello.back or not self._config.match:
            return
        said, self.greeting = self._config.match + hello.key, hello.key
        known = (key for key in self._config.known if is_signed_by(key, Purpose.BACK, said, hello.back))
        self.vouched = next(known, b"")

    def _refuse(self, reason: Reason, hint: str = "") -> HandshakeResult:
        """End the handshake; only a host says why, as a joiner's reason would help nobody."""
        self._advance(LinkEvent.REFUSED)
        said = (CLEAR_FRAME + pack(Refused(reason.value, hint)),) if self.role is LinkRole.HOST else ()
        return HandshakeResult(said, ended=reason)

    def _make_keys(self, theirs_clear: bytes, hello: Hello) -> None:
        """Derive both keys from the key exchange, the password's key if there is one, and both HELLOs."""
        joins = self.role is LinkRole.JOINER
        exchange = bindings.crypto_kx_client_session_keys if joins else bindings.crypto_kx_server_session_keys
        try:
            receiving, sending = exchange(self._public, self._secret, hello.key)
        except CryptoError as error:
            raise RemoteProtocolError(Reason.MALFORMED, "a key that no program would choose") from error
        common = self._pake.key(hello.pake) if self._pake else b""
        first, second = (self.first, theirs_clear) if joins else (theirs_clear, self.first)
        self._said = b"".join(len(part).to_bytes(2, "big") + part for part in (first, second))
        mixed = len(common).to_bytes(2, "big") + common + self._said
        self._receiving_key = blake2b(mixed, key=receiving, digest_size=32).digest()
        self._sending_key = blake2b(mixed, key=sending, digest_size=32).digest()
        self._header = bindings.crypto_secretstream_xchacha20poly1305_init_push(self._sending_state, self._sending_key)

    def _make_auth(self) -> bytes:
        identity = self._config.identity
        proof = identity.sign(Purpose.AUTH, self.role.value + b"\0" + self._said)
        said = pack(Auth(identity.key, self._config.run, proof))
        return (
            ENCRYPTED_FRAME
            + self._header
            + bindings.crypto_secretstream_xchacha20poly1305_push(self._sending_state, said)
        )

    def _hear_auth(self, content: bytes) -> HandshakeResult:
        header, locked = content[:HEADER_BYTES], content[HEADER_BYTES:]
        if len(header) != HEADER_BYTES:
            raise RemoteProtocolError(Reason.MALFORMED, "a proof of identity without its header")
        if self._pake and not self.may_guess:
            return self._refuse(Reason.TOO_MANY_GUESSES)
        bindings.crypto_secretstream_xchacha20poly1305_init_pull(self._receiving_state, header, self._receiving_key)
        try:
            plain = self.unseal(locked)
        except RemoteProtocolError:
            if self._pake:
                return self._refuse(Reason.WRONG_PASSWORD)
            raise
        message = unpack(plain)
        theirs = LinkRole.HOST if self.role is LinkRole.JOINER else LinkRole.JOINER
        if not isinstance(message, Auth):
            raise RemoteProtocolError(Reason.OUT_OF_TURN, "something else where an identity was to be proved")
        if not is_signed_by(message.key, Purpose.AUTH, theirs.value + b"\0" + self._said, message.signature):
            raise RemoteProtocolError(Reason.BAD_SIGNATURE)
        if self.vouched and message.key != self.vouched:
            raise RemoteProtocolError(Reason.BAD_SIGNATURE, "another one than the greeting vouched for")
        if self.role is LinkRole.JOINER and self._config.expects not in (b"", message.key):
            return self._refuse(Reason.OTHER_HOST)
        self.theirs, self.their_run = message.key, message.run
        answer = (self._make_auth(),) if self.role is LinkRole.HOST else ()
        self._advance(LinkEvent.PROVED)
        return HandshakeResult(answer)
