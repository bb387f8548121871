"""The words of puzzles: their kinds, what they ask, their hints, and how many are solved."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

SENTENCES: Final[dict[str, str | Plural]] = {
    "puzzle.title": "Puzzles",
    "puzzle.aside": Plural("one position with one best answer", "{n} positions, each with one best answer"),
    "puzzle.learn_line": "positions with one best answer, from easy to hard",
    "puzzle.streak": "Your streak",
    "puzzle.in_a_row": "solved in a row without a hint",
    "puzzle.best": "best: {best}",
    "puzzle.game": "a puzzle of {game}",
    "puzzle.count": "{done} of {of} solved",
    "puzzle.begin": "Begin",
    "puzzle.go_on": "Go on",
    "puzzle.all_done": "Once more",
    "puzzle.task.lay_all": "Lay all",
    "puzzle.task.open": "Open with these",
    "puzzle.task.free_joker": "Free the joker",
    "puzzle.task.most_points": "Most points",
    "puzzle.task.save_discard": "The safe discard",
    "puzzle.ask.lay_all": Plural("Lay your one tile", "Lay all {n} tiles"),
    "puzzle.ask.open": "Open with these tiles",
    "puzzle.ask.free_joker": "Free the joker and lay the most points",
    "puzzle.ask.most_points": "Lay the most points",
    "puzzle.ask.save_discard": "Throw the tile that is of no use to them",
    "puzzle.how": "{how} {grade}",
    "puzzle.how.play": "Everything on the table may be moved; in the end all of it must be sets.",
    "puzzle.how.open": "Only one choice of tiles opens.",
    "puzzle.how.save_discard": "All but one could be added to one of their sets.",
    "puzzle.grade": "Difficulty: {grade} of {of}.",
    "puzzle.missed": "The rules allow that, but there is something better. Look once more, or take a hint.",
    "puzzle.solved": "That is it",
    "puzzle.solved_hint": "That is it, with a hint",
    "puzzle.solved_says": "{done} of {of} of this kind are solved. In a row without a hint: {streak}, at best {best}.",
    "puzzle.hint": "Hint",
    "puzzle.hint.count": Plural("One tile of the rack is laid.", "{n} tiles of the rack are laid."),
    "puzzle.hint.runs": "Look where their runs end, and which numbers their groups lack.",
    "puzzle.hint.tile": "It is {tiles}.",
    "puzzle.hint.tiles": "These are laid: {tiles}.",
    "puzzle.hint.laid": "There it lies: {tiles}. End the turn when you have seen how.",
    "puzzle.next": "Next puzzle",
    "puzzle.again": "From the start",
}
