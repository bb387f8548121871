"""The faces of the other players: the mood that each has reason for, from public knowledge alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.draw.faces import Mood
from game.session.proposals import is_canasta
from game.table.moves import Close, Extend, LayMeld, Rearrange, TakePile
from game.table.state import NO_SEAT

if TYPE_CHECKING:
    from game.table.view import PublicMove, View

THREAT_TILES: Final = 2  # a rival with at most so many tiles is a threat
MAX_RECENT_TURNS: Final = 3  # a seat's own last turn counts only if it is among the last so many
WANTED_PILE_TILES: Final = 5  # tiles of a pile that another would have liked to take
MANY_LAID_TILES: Final = 6  # at least so many tiles laid at once please whoever laid them


def mood_of(view: View, seat: int) -> Mood:
    """Return a seat's mood now."""
    table = view.table
    if table.outcome is not None:
        if table.outcome.seat == NO_SEAT:
            return Mood.NEUTRAL
        return Mood.CHEERING if table.side_of(table.outcome.seat) == table.side_of(seat) else Mood.ANNOYED
    last, own = last_turns(view.story, seat)
    if table.to_move == seat:
        begun = own is last and any(is_great_move(view, told) for told in own)
        return Mood.PLEASED if begun else Mood.THINKING
    proud = any(is_great_move(view, told) for told in own)
    if proud:
        return Mood.PLEASED
    if last and table.side_of(last[-1].seat) == table.side_of(seat) and any(is_great_move(view, told) for told in last):
        return Mood.CHEERING
    if any(isinstance(told.move, TakePile) and len(told.move.tiles) >= WANTED_PILE_TILES for told in last):
        return Mood.ANNOYED if table.side_of(last[-1].seat) != table.side_of(seat) else Mood.PLEASED
    others = (rack for at, rack in enumerate(table.racks) if table.side_of(at) != table.side_of(seat))
    return Mood.WORRIED if any(len(rack) <= THREAT_TILES for rack in others) else Mood.NEUTRAL


def last_turns(story: tuple[PublicMove, ...], seat: int) -> tuple[list[PublicMove], list[PublicMove]]:
    """Return the moves of the last turn, and those of a seat's own last turn if it is recent."""
    turns: list[list[PublicMove]] = []
    for told in reversed(story):
        if turns and turns[-1][0].seat == told.seat:
            turns[-1].append(told)
        elif len(turns) == MAX_RECENT_TURNS:
            break
        else:
            turns.append([told])
    own = next((turn for turn in turns if turn[0].seat == seat), [])
    return (turns[0] if turns else []), own


def is_great_move(view: View, told: PublicMove) -> bool:
    """Return whether a move is one its player may be proud of."""
    match told.move:
        case LayMeld(meld):
            return is_canasta(meld) or len(meld) >= MANY_LAID_TILES
        case Extend(index, meld):
            return is_canasta(meld) and index < len(view.table.melds)
        case Rearrange() | Close():
            return len(told.move.played) >= MANY_LAID_TILES if isinstance(told.move, Rearrange) else True
        case _:
            return False
