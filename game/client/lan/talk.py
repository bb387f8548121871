"""The chat of a LAN table as this program shows it: typed lines and ready-made phrases, bounded, with muting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.words import phrase
from game.table.safe_text import printable
from net import messages as m
from net.log.entries import MAX_SEATS

if TYPE_CHECKING:
    from game.client.words import Text

MAX_LINES: Final = 100
NOTICE_KEY: Final = b"\0"  # in place of an author's key: a notice that nobody wrote
# Ready-made phrases by the number that is sent; each reader sees them in their own language.
PHRASES: Final = (
    "talk.phrase.luck", "talk.phrase.well", "talk.phrase.moment", "talk.phrase.turn", "talk.phrase.thanks",
    "talk.phrase.sorry",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of chat; `seat` is MAX_SEATS for a watcher, `key` is the author's, empty for our own."""

    seat: int
    key: bytes
    name: Text
    text: Text
    notice: bool = False  # not chat: something that happened at the table


class ChatHistory:
    """The chat lines of a table or hall. `revision` grows with each change; `unread` counts since `mark_read`."""

    def __init__(self, place: Text | None = None) -> None:
        self.place = phrase("news.title") if place is None else place  # the title of this table's or hall's chat
        self.lines: tuple[ChatLine, ...] = ()
        self.muted: frozenset[bytes] = frozenset()
        self.all_muted = False
        self.revision = 0
        self.count = 0  # the number of all lines ever added
        self.unread = 0

    def add_line(self, message: m.Chat | m.ChatPhrase, key: bytes, name: Text) -> bool:
        """Add a line from somebody else; return whether it is shown. Muted lines are dropped for good."""
        text = _text(message)
        if self.all_muted or key in self.muted or text is None:
            return False
        self._add(ChatLine(message.seat, key, name, text))
        self.unread += 1
        return True

    def add_own_line(self, message: m.Chat | m.ChatPhrase, seat: int) -> None:
        """Add a line of our own."""
        text = _text(message)
        if text is not None:
            self._add(ChatLine(seat, b"", phrase("talk.you"), text))

    def add_relay_stopped(self, what: str) -> None:
        """Note that the host stopped relaying our chat."""
        self._add(ChatLine(MAX_SEATS, b"", phrase("talk.you"), phrase(f"talk.hushed_{what}")))

    def add_notice(self, text: Text) -> None:
        """Add a notice of what happened at the table: who joined or left, that all are ready."""
        self._add(ChatLine(MAX_SEATS, NOTICE_KEY, self.place, text, notice=True))
        self.unread += 1

    def _add(self, line: ChatLine) -> None:
        self.count += 1
        self.lines = (*self.lines, line)[-MAX_LINES:]
        self.revision += 1

    def mute(self, key: bytes, *, muted: bool) -> None:
        """Mute somebody, or unmute them."""
        self.muted = self.muted | {key} if muted else self.muted - {key}
        self.revision += 1

    def mute_all(self, *, muted: bool) -> None:
        """Mute everybody, or go back to the individual mutes."""
        self.all_muted = muted
        self.revision += 1

    def mark_read(self) -> None:
        """Mark everything as read."""
        self.unread = 0


def _text(message: m.Chat | m.ChatPhrase) -> Text | None:
    if isinstance(message, m.Chat):
        return printable(message.text, m.MAX_CHAT_LENGTH)
    return phrase(PHRASES[message.number]) if message.number < len(PHRASES) else None
