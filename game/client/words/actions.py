"""What each action does and how the pointer does it: the lines of the F1 sheet."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

SENTENCES: Final[dict[str, str | Plural]] = {
    "action.pick": "Pick or press what has the focus",
    "action.confirm": "Do what the gold button says",
    "action.back": "Back, or close what is open",
    "action.focus_next": "Focus the next place",
    "action.focus_previous": "Focus the place before",
    "action.left": "Move left",
    "action.right": "Move right",
    "action.up": "Move up",
    "action.down": "Move down",
    "action.scroll_up": "Scroll up",
    "action.scroll_down": "Scroll down",
    "action.draw": "Draw from the stock",
    "action.take_pile": "Take the pile",
    "action.fan_out_pile": "Fan out the pile to read it",
    "action.lay": "Lay the picked tiles as a set",
    "action.extend": "Add the picked tiles to a set",
    "action.discard": "Discard the picked tile and end the turn",
    "action.undo": "Undo the last step",
    "action.redo": "Redo the step taken back",
    "action.reset": "Take back the whole turn",
    "action.sort_runs": "Sort the rack by runs",
    "action.sort_groups": "Sort the rack by groups",
    "action.help": "Show all keys",
    "action.full_screen": "Full screen or window",
    "action.text_bigger": "Bigger text",
    "action.text_smaller": "Smaller text",
    "action.mute": "Sound on or off",
    "action.new_game": "New game",
    "action.quit": "Quit; the match is kept",
    "gesture.click": "click",
    "gesture.wheel": "turn the wheel",
    "gesture.click_stock": "click the stock",
    "gesture.click_pile": "click the pile",
    "gesture.hold_pile": "click the words under the pile",
    "gesture.drag_to_table": "drag to your side of the table",
    "gesture.drag_to_set": "drag onto the set",
    "gesture.drag_to_pile": "drag onto the pile",
    "gesture.right_click": "right click",
}
