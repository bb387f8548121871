"""The chat box: the lines so far, ready-made phrases, and a text field."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.client.debug import ShownItem
from game.client.draw import theme
from game.client.lan.talk import PHRASES
from game.client.widgets import draw
from game.client.widgets.boxes import Box, bounding_box
from game.client.widgets.button import Button
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import ChoiceOption
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column, Panel
from game.client.widgets.scroll import NOTCH_STEP, Scroll
from game.client.widgets.shelf import Shelf
from game.client.widgets.text_field import NO_SELECTION, TextField
from game.client.widgets.toggle import Toggle
from game.client.widgets.widget import Widget, handled_with
from game.client.words import phrase
from net.messages import MAX_CHAT_LENGTH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Protocol

    import pygame

    from game.client.director import Change
    from game.client.lan.talk import ChatHistory, ChatLine
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Answer, WrittenText
    from game.client.words import Text

    class Talking(Protocol):
        """A place with chat: a table, or a hall."""

        talk: ChatHistory

        def say(self, text: str) -> None:
            """Say something to all."""

    Handled = Callable[[], Change | None]

MIN_HEIGHT = 122.0  # logical px: at least two messages of one line
PADDING = 12.0
GAP = 8.0
MAX_TEXT_SCALE = 1.3  # text scale above which the button is below the field
TABLE_CHAT, HALL_CHAT = "table", "hall"  # the two chats
PHRASE_KEYS = "123456"
MAX_MESSAGE_SHARE = 0.86  # of the width


class ChatLines(Widget):
    """Each message in its own plate under its author's name; ours are on the right."""

    kind = "talk"

    def __init__(self, name: str, talk: ChatHistory) -> None:
        super().__init__(name)
        self.talk = talk
        self.window: Box | None = None  # the visible part

    def accessible_text(self) -> str:
        """Return the last message."""
        return f"{self.talk.lines[-1].name}: {self.talk.lines[-1].text}" if self.talk.lines else ""

    def _high(self, look: Look, line: ChatLine, width: float) -> float:
        words = look.wrapped_size(str(line.text), theme.READING, width * MAX_MESSAGE_SHARE - 2 * PADDING)[1]
        return look.line_height(theme.SMALL_BOLD) + words + 10 + GAP

    def min_size(self, look: Look) -> Size:
        """Return a size with room for a few words."""
        return (look.scaled(160), self.height_for(look, look.scaled(160)))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of all lines."""
        lines = sum(self._high(look, line, width) for line in self.talk.lines)
        return lines - GAP if lines else look.line_height(theme.READING)

    def line_boxes(self) -> Iterator[tuple[ChatLine, Box, Box]]:
        """Yield each line with the boxes of its name and its plate."""
        look, y = self.look, self.rect.y
        for line in self.talk.lines:
            name = look.line_height(theme.SMALL_BOLD)
            words = look.wrapped_size(str(line.text), theme.READING, self.rect.w * MAX_MESSAGE_SHARE - 2 * PADDING)
            wide = min(self.rect.w * MAX_MESSAGE_SHARE, max(words[0] + 1, 24.0) + 2 * PADDING)
            x = self.rect.x if line.key else self.rect.right - wide
            yield line, Box(self.rect.x, y, self.rect.w, name), Box(x, y + name + 2, wide, words[1] + 8)
            y += self._high(look, line, self.rect.w)

    def drawn_messages(self) -> Iterator[tuple[ChatLine, Box, Box]]:
        """Yield the messages that fit whole in the window, and those higher than it."""
        for line, name, plate in self.line_boxes():
            seen = self.window
            fits = seen is not None and plate.bottom - name.y <= seen.h
            if seen is None or not fits or (name.y >= seen.y - 1 and plate.bottom <= seen.bottom + 1):
                yield line, name, plate

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the lines."""
        look = self.look
        if not self.talk.lines:
            draw.paragraph(surface, look, str(phrase("talk.none")), theme.READING, theme.MUTED, self.rect)
        for line, name, plate in self.drawn_messages():
            align, x = ("left", name.x + 4) if line.key else ("right", name.right - 4)
            draw.line(surface, look, str(line.name), theme.SMALL_BOLD, theme.MUTED, (x, name.centre[1]), align)  # type: ignore[arg-type] # both are alignments
            fill = theme.ROW_CHOSEN if line.key else theme.CHIP_LOOKS[theme.Tone.GOLD].fill
            draw.plate(surface, look, plate, 12.0, fill)
            draw.paragraph(surface, look, str(line.text), theme.READING, theme.CREAM, plate.inset(PADDING, 4))

    def pressable_parts(self) -> Iterator[ShownItem]:
        """Yield each message with its author."""
        for at, (line, name, plate) in enumerate(self.line_boxes()):
            yield ShownItem("line", f"{self.name}.{at}", bounding_box([name, plate]), (), f"{line.name}: {line.text}")

    def texts(self) -> Iterator[WrittenText]:
        """Yield the messages."""
        for line, _name, plate in self.line_boxes():
            yield draw.fitted_paragraph(self.look, str(line.text), theme.READING, plate.inset(PADDING, 4))


class ChatWindow(Scroll):
    """The scrolled messages; it follows new ones while the end is in view.

    A message is shown whole or not at all, unless it is higher than the window.
    """

    content: ChatLines

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - the rest is scrolled
        """Return the least height of the window."""
        return look.at_least(MIN_HEIGHT)

    def place(self, box: Box, look: Look) -> None:
        """Lay the lines out in a box; if the end was in view, it stays in view."""
        at_end = not self.placed or self.offset >= self._over() - 1
        super().place(box, look)
        self.content.window = Box(box.x, box.y + self.rim, box.w, box.h - 2 * self.rim)
        if at_end:
            self.scroll_to(1e9)

    def scroll_to(self, offset: float) -> bool:
        """Scroll so that a message ends at the bottom; a small scroll goes to the next such position."""
        room = self.rect.h - 2 * self.rim
        ends = [plate.bottom - self.content.rect.y - room for _line, _name, plate in self.content.line_boxes()]
        stops = [0.0, *(end for end in ends if end > 0)]
        wanted = min(self._over(), max(0.0, offset))
        passed = sorted(stop for stop in stops if min(self.offset, wanted) < stop < max(self.offset, wanted))
        if passed and abs(wanted - self.offset) <= NOTCH_STEP:
            return super().scroll_to(passed[0] if wanted > self.offset else passed[-1])
        before = max(stop for stop in stops if stop <= wanted + 0.5)
        after = min((stop for stop in stops if stop >= wanted - 0.5), default=self._over())
        if after - before <= room:
            wanted = after if wanted > self.offset else before
        return super().scroll_to(wanted)


class SendButton(Button):
    """Sends the text; a click leaves the focus in the field."""

    keeps_focus = True


class ChatInput(Widget):
    """The text field with its send button beside it; below it with large text."""

    kind = "writing"

    def __init__(self, name: str, field: TextField, send: Button) -> None:
        super().__init__(name)
        self.field, self.send = field, send

    @property
    def children(self) -> tuple[Widget, ...]:
        """Return field and button."""
        return (self.field, self.send)

    def _button_width_beside(self, look: Look, width: float) -> float:
        """Return the width of the button beside the field; 0 if it is below."""
        wide = self.send.min_size(look)[0]
        return wide if look.text_scale <= MAX_TEXT_SCALE and width >= wide + 200 else 0.0

    def min_size(self, look: Look) -> Size:
        """Return the least size of the field."""
        wide = max(self.field.min_size(look)[0], self.send.min_size(look)[0])
        return (wide, self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of the field, and of the button where it stands below."""
        beside = self._button_width_beside(look, width)
        field = self.field.height_for(look, width - beside - 10 if beside else width)
        return field if beside else field + 10 + self.send.height_for(look, width)

    def place(self, box: Box, look: Look) -> None:
        """Place the field, and the button beside or below it."""
        super().place(box, look)
        beside = self._button_width_beside(look, box.w)
        if not beside:
            high = self.field.height_for(look, box.w)
            self.field.place(box.top_part(high), look)
            self.send.place(box.below(high + 10), look)
            return
        self.field.place(box.left_part(box.w - beside - 10), look)
        high = self.send.height_for(look, beside)
        self.send.place(Box(box.right - beside, box.bottom - high, beside, high), look)


class ChatField(TextField):
    """A text field in which a digit sends a ready-made phrase while the field is empty."""

    def __init__(self, name: str, on_enter: Handled, on_phrase: Callable[[int], Change | None] | None) -> None:
        label = phrase("talk.write_hall" if on_phrase is None else "talk.write")
        super().__init__(name, label, lambda _text: None, most=MAX_CHAT_LENGTH, inside=True, on_enter=on_enter)
        self._on_phrase = on_phrase
        self.takes_phrases = on_phrase is not None

    def _typed(self, text: str) -> Answer:
        number = PHRASE_KEYS.find(text) if len(text) == 1 and not self.text else -1
        if number < 0 or self._on_phrase is None or not self.takes_phrases:
            return super()._typed(text)
        return handled_with(self._on_phrase(number))


class ChatBox(Panel):
    """The whole chat box. Without `on_phrase` there are no phrases; with `hall` it switches between table and hall."""

    def __init__(
        self,
        name: str,
        talking: Talking,
        on_phrase: Callable[[int], None] | None = None,
        hall: Talking | None = None,
    ) -> None:
        self.talking = talking
        self._places = {TABLE_CHAT: talking} if hall is None else {TABLE_CHAT: talking, HALL_CHAT: hall}
        talk = talking.talk
        self._where = Choice(f"{name}.where", (), TABLE_CHAT, self._chose_where)
        self._where.visible = hall is not None
        self.lines = ChatLines(f"{name}.lines", talk)
        self._on_phrase = on_phrase
        self.field = ChatField(f"{name}.field", self._send, None if on_phrase is None else self._phrase)
        buttons = [
            Button(f"{name}.phrase_{number}", phrase(code), partial(self._phrase, number), key=PHRASE_KEYS[number])
            for number, code in enumerate(PHRASES)
        ]
        mute = Toggle(f"{name}.mute", phrase("talk.mute_all"), self._mute, on=talk.all_muted)
        lines = ChatWindow(f"{name}.scroll", self.lines)
        send = SendButton(f"{name}.send", phrase("talk.send"), self._send, icon="chat")
        writing = ChatInput(f"{name}.writing", self.field, send)
        self._phrases = (
            Paragraph(f"{name}.about", phrase("talk.phrases"), theme.SMALL, theme.MUTED),
            Shelf(f"{name}.phrases", buttons, most=3, least=130.0, even=True),
        )
        members = (self._where, lines, writing, *(self._phrases if on_phrase else ()))
        column = Column(f"{name}.column", members, 8.0, grows=lines)
        super().__init__(name, phrase("talk.title"), column, corner=mute)
        self.update_texts()

    @property
    def revision(self) -> object:
        """Return a value that changes when the shown chat does."""
        return self.talking, [one.talk.revision for one in self._places.values()]

    def mark_read(self) -> None:
        """Mark what is shown as read."""
        self.talking.talk.mark_read()

    def show_unread(self) -> None:
        """Show the hall's chat first if only that has news."""
        fresh = [where for where, one in self._places.items() if one.talk.unread]
        if fresh == [HALL_CHAT]:
            self._chose_where(HALL_CHAT)

    def update_texts(self) -> None:
        """Show which chat is open, and how many messages are unread in the other."""
        self._where.options = tuple(
            ChoiceOption(where, _place_of(one.talk, here=one is self.talking)) for where, one in self._places.items()
        )

    def _chose_where(self, where: str) -> Change | None:
        self.talking = self._places[where]
        self.lines.talk, self._where.chosen = self.talking.talk, where
        hall = where == HALL_CHAT
        self.field.label, self.field.takes_phrases = phrase("talk.write_hall" if hall else "talk.write"), not hall
        for one in self._phrases:
            one.visible = not hall
        self.mark_read()
        self.update_texts()
        return None

    def _send(self) -> Change | None:
        self.talking.say(self.field.text)
        self.field.text, self.field.caret, self.field.marked = "", 0, NO_SELECTION
        return None

    def _phrase(self, number: int) -> Change | None:
        if self._on_phrase is not None:
            self._on_phrase(number)
        return None

    def _mute(self, on: bool) -> Change | None:  # noqa: FBT001 - a toggle tells its state
        for one in self._places.values():
            one.talk.mute_all(muted=on)
        return None


def _place_of(talk: ChatHistory, *, here: bool) -> Text:
    return talk.place if here or not talk.unread else phrase("talk.place_unread", place=talk.place, n=talk.unread)
