"""What is said at a LAN table: talk and ready-made phrases, as this program shows them. Bounded, and mutable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.words import phrase
from game.table.safe_text import printable
from net import messages as m
from net.log.entries import SEATS

if TYPE_CHECKING:
    from game.client.words import Text

MOST_LINES: Final = 100
AT_THE_TABLE: Final = b"\0"  # in the place of a key: nobody's word
# Ready-made phrases, by the number that travels; each reader sees them in his own language.
PHRASES: Final = (
    "talk.phrase.luck", "talk.phrase.well", "talk.phrase.moment", "talk.phrase.turn", "talk.phrase.thanks",
    "talk.phrase.sorry",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TalkLine:
    """One thing that was said; `seat` is SEATS for a watcher, `key` is whose it is, empty for our own."""

    seat: int
    key: bytes
    name: Text
    text: Text
    notice: bool = False  # nobody said it: it happened at the table


class Talk:
    """The lines of a table or hall. `revision` grows with each change; `unread` counts what came since it was read."""

    def __init__(self, place: Text | None = None) -> None:
        self.place = phrase("news.title") if place is None else place  # where it is said
        self.lines: tuple[TalkLine, ...] = ()
        self.muted: frozenset[bytes] = frozenset()
        self.all_muted = False
        self.revision = 0
        self.count = 0  # of all lines there ever were
        self.unread = 0

    def heard(self, message: m.Chat | m.ChatPhrase, key: bytes, name: Text) -> bool:
        """Take in what somebody else said; return whether it is shown. What is muted is gone for good."""
        text = _text(message)
        if self.all_muted or key in self.muted or text is None:
            return False
        self._add(TalkLine(message.seat, key, name, text))
        self.unread += 1
        return True

    def said(self, message: m.Chat | m.ChatPhrase, seat: int) -> None:
        """Note what we said ourselves."""
        text = _text(message)
        if text is not None:
            self._add(TalkLine(seat, b"", phrase("talk.you"), text))

    def hushed(self, what: str) -> None:
        """Note that the host passed on no more of what we said."""
        self._add(TalkLine(SEATS, b"", phrase("talk.you"), phrase(f"talk.hushed_{what}")))

    def noted(self, text: Text) -> None:
        """Note what happened at the table: who came or went, that all are ready."""
        self._add(TalkLine(SEATS, AT_THE_TABLE, self.place, text, notice=True))
        self.unread += 1

    def _add(self, line: TalkLine) -> None:
        self.count += 1
        self.lines = (*self.lines, line)[-MOST_LINES:]
        self.revision += 1

    def mute(self, key: bytes, *, muted: bool) -> None:
        """Hear somebody no longer, or again."""
        self.muted = self.muted | {key} if muted else self.muted - {key}
        self.revision += 1

    def mute_all(self, *, muted: bool) -> None:
        """Hear nobody, or all but those who are muted one by one."""
        self.all_muted = muted
        self.revision += 1

    def read(self) -> None:
        """Everything was seen."""
        self.unread = 0


def _text(message: m.Chat | m.ChatPhrase) -> Text | None:
    if isinstance(message, m.Chat):
        return printable(message.text, m.CHAT_LENGTH)
    return phrase(PHRASES[message.number]) if message.number < len(PHRASES) else None
