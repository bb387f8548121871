"""Finds puzzles: in positions of rounds that bots played, and with new racks beside the tables of such rounds.

Laws: the same seed finds the same puzzles on every machine; a puzzle is kept only if it has exactly one best answer,
which a player-like solver misses that sees one set at a time.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice
from typing import TYPE_CHECKING, Final

from game.bots.dice import Dice
from game.bots.open_table_packing import problem_of
from game.puzzle.going_out import GoingOut
from game.puzzle.motifs import TABLE_TASKS, best_play, motifs_of
from game.puzzle.player_like import discard_grade, grade_of, opening_grade
from game.puzzle.proof import is_safe, prove, view_of
from game.puzzle.puzzle import MIN_GRADE, Puzzle, Task
from game.rules.dead_hand_refusals import extensions
from game.rules.dead_hand_sets import arrangements, is_wild_face
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.session.match_replay import ReplayPosition, replay_of
from game.solver.packing import best_packing
from game.solver.packing_problem import Objective, face_points
from game.table.faces import HIDDEN, JOKER, Face, face_text
from game.table.state import Phase, with_faces, without
from game.table.tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from game.match.match import Match
    from game.table.melds import Meld
    from game.table.view import View

SET_COUNTS: Final = range(4, 13)  # numbers of sets on a table that a person can still survey
RACK_SIZES: Final = range(3, 15)
NEW_RACK_TILES, LAID_COUNTS = 9, range(4, 7)  # tiles drawn for a new rack, and how many of them it keeps
OPENINGS_TRIED: Final = 40
FREEING_RACK_TILES, RACKS_TRIED = 8, 6  # tiles of a rack with a joker's own tile, and how many such racks are tried
SAFE_RACK_TILES: Final = 7  # tiles of a rack with one safe discard
OWN_SET_COUNTS: Final = range(2, 7)
GOING_OUT_RACK_SIZES: Final = range(7, 11)  # numbers of tiles of a rack that goes out
MAX_ADDED_TILES: Final = 3  # tiles added to one set at most
MAX_SEARCHED_TILES: Final = 24  # number of tiles among which a new set is searched


def puzzles_of(match: Match, task: Task, entry: int | None = None) -> Iterator[Puzzle]:
    """Yield the puzzles of a task found in a match of bots; with `entry` only those of one position."""
    replay = replay_of(match.transcript)
    for at, played in enumerate(replay.rounds):
        for made in (0, *played.turn_ends[:-1]):
            if entry not in {None, played.entry_count(made)}:
                continue
            view = replay.view_at(ReplayPosition(at, made), played.standing.story[made].seat)
            if view.must_decide and view.table.phase is not Phase.ROUND_END:
                yield from _puzzles_at(view, task, replay.header.seed, played.entry_count(made))


def _puzzles_at(view: View, task: Task, seed: int, entry: int) -> Iterator[Puzzle]:
    dice = Dice(seed + entry)
    for position in _positions(view, task, dice):
        yield from _hard_puzzles(task, position, seed, entry)


def _positions(view: View, task: Task, dice: Dice) -> Iterator[Mapping[str, object]]:
    """Yield the view's position, and its table with new racks, if they may hold a puzzle of this task."""
    table = view.table
    if rules_of(table.game).family is Family.DEAD_HAND:
        if task is Task.SAVE_DISCARD:
            yield from _discard_positions(view, dice)
        elif task is Task.GO_OUT:
            yield from _positions_going_out(view, dice)
        return
    if (
        task in {Task.SAVE_DISCARD, Task.GO_OUT}
        or len(view.rack) not in RACK_SIZES
        or (task is Task.OPEN) is table.opened[view.seat]
    ):
        return
    if task is Task.OPEN:
        yield position_of(view)
        for _ in range(OPENINGS_TRIED):
            yield position_of(view, tuple(dice.shuffled(_faces_not_public(view))[: len(view.rack)]))
    elif len(table.melds) in SET_COUNTS:
        yield position_of(view)
        if task is Task.LAY_ALL:
            yield from _racks_to_lay_whole(view, dice)
        if task is Task.FREE_JOKER:
            yield from _racks_for_jokers(view, dice)


def _hard_puzzles(task: Task, position: Mapping[str, object], seed: int, entry: int) -> Iterator[Puzzle]:
    """Yield the puzzle of a position if it is hard enough."""
    bare = Puzzle("", task, position, (), 1, seed, entry)
    view = view_of(bare)
    answer = prove(task, view).answer
    if answer is None:
        return
    if task is Task.SAVE_DISCARD:
        grade = discard_grade(view, answer[0])
    elif task is Task.GO_OUT:
        grade = GoingOut(view).grade()
    else:
        problem = problem_of(view, view.rack, view.table.melds)
        points = sum(map(face_points, answer))
        grade = opening_grade(problem) if task is Task.OPEN else grade_of(problem, points)
    if grade >= MIN_GRADE and _turns_on_something(task, view):
        key = f"{view.table.game}-{seed}-{entry}-{task.value}"
        yield Puzzle(key, task, position, answer, grade, seed, entry)


def _turns_on_something(task: Task, view: View) -> bool:
    """Return whether the answer has a motif, which only answers that rearrange a table need."""
    if task not in TABLE_TASKS:
        return True
    play = best_play(view)
    return play is not None and bool(motifs_of(view, play))


def position_of(view: View, rack: tuple[Face, ...] | None = None) -> dict[str, object]:
    """Write a view as a position, with its seat as number 0 and, if given, another rack instead of its own."""
    table, seat = view.table, view.seat
    others = [(seat + step) % table.seats for step in range(1, table.seats)]
    faces = rack if rack is not None else tuple(view.faces[tile] for tile in view.rack)
    said: dict[str, object] = {
        "game": table.game,
        "seats": table.seats,
        "table": [_written_set(view, index, meld) for index, meld in enumerate(table.melds)],
        "hand": [_written_face(view, face) for face in faces],
        "hands": {str(at): len(table.racks[other]) for at, other in enumerate(others, start=1)},
    }
    if table.owners:
        said["pile"] = [_written_face(view, view.faces[tile]) for tile in table.pile]
        said["phase"] = "PLAY"
        said["dead"] = [table.dead_by[(seat + side) % table.sides] >= 0 for side in range(table.sides)]
    else:
        said["opened"] = [table.opened[(seat + step) % table.seats] for step in range(table.seats)]
        said["stock"] = max(0, len(table.stock) + len(view.rack) - len(faces))
    return said


def _written_face(view: View, face: Face) -> str:
    return face_text(face, cards=rules_of(view.table.game).deck.cards)


def _written_set(view: View, index: int, meld: Meld) -> object:
    words = [
        _written_face(view, view.faces[tile]) + (f"={_written_face(view, means)}" if means is not None else "")
        for tile, means in zip(meld.tiles, meld.stands_for, strict=True)
    ]
    text = f"[{' '.join(words)}]"
    owners = view.table.owners
    return [f"m{index + 1}", (owners[index] - view.seat) % view.table.sides, text] if owners else text


def _faces_not_public(view: View) -> list[Face]:
    """Return the faces of the deck that are not public; those of the own rack are among them."""
    left = list(rules_of(view.table.game).deck.faces)
    for face in view.table.faces:
        if face is not HIDDEN:
            left.remove(face)
    return left


def _racks_to_lay_whole(view: View, dice: Dice) -> Iterator[Mapping[str, object]]:
    """Yield a position with a rack that can be laid whole: what can be laid of some random tiles, if it is enough."""
    drawn = tuple(dice.shuffled(_faces_not_public(view))[:NEW_RACK_TILES])
    problem = problem_of(view, (), view.table.melds)._replace(rack=drawn)
    laid = best_packing(problem, Objective.POINTS).laid
    if len(laid) in LAID_COUNTS:
        yield position_of(view, tuple(dice.shuffled(laid)))


def _racks_for_jokers(view: View, dice: Dice) -> Iterator[Mapping[str, object]]:
    """Yield positions with racks that hold what must be laid for a joker of the table."""
    table, unseen = view.table, _faces_not_public(view)
    for joker in (tile for meld in table.melds for tile in meld.tiles if view.faces[tile] == JOKER):
        asked = rules_of(table.game).exchange(table, joker)
        own = [] if asked is None else [face for face in asked.faces if face in unseen][: asked.count]
        if asked is None or len(own) < asked.count:
            continue
        others = list((Counter(unseen) - Counter(own)).elements())
        for _ in range(RACKS_TRIED):
            yield position_of(
                view, tuple(dice.shuffled([*own, *dice.shuffled(others)[: FREEING_RACK_TILES - len(own)]]))
            )


def _discard_positions(view: View, dice: Dice) -> Iterator[Mapping[str, object]]:
    """Yield positions with a rack of natural tiles, one of which is a safe discard."""
    table = view.table
    theirs = [index for index, owner in enumerate(table.owners) if owner != table.side_of(view.seat)]
    if len(theirs) < SET_COUNTS.start or not table.owners:
        return
    plain = [face for face in dict.fromkeys(dice.shuffled(_faces_not_public(view))) if not is_wild_face(face)]
    hidden = (Tile(at) for at, face in enumerate(view.faces) if face is HIDDEN)
    some = tuple(zip(hidden, plain, strict=False))
    trial = replace(view, faces=with_faces(view.faces, some))
    groups: dict[bool, list[Face]] = {True: [], False: []}
    for tile, face in some:
        groups[is_safe(trial, tile)].append(face)
    safe, given = groups[True], groups[False]
    if safe and len(given) >= SAFE_RACK_TILES - 1:
        yield position_of(view, tuple(dice.shuffled([*given[: SAFE_RACK_TILES - 1], safe[0]])))


def _positions_going_out(view: View, dice: Dice) -> Iterator[Mapping[str, object]]:
    """Yield positions with racks that can go out, where the last discard is a tile that could be laid as well."""
    table, side = view.table, view.table.side_of(view.seat)
    own = [table.melds[index] for index in table.melds_of(side)]
    if len(own) not in OWN_SET_COUNTS:
        return
    hidden = [Tile(at) for at, face in enumerate(view.faces) if face is HIDDEN]
    for _ in range(RACKS_TRIED):
        some = tuple(zip(hidden, dice.shuffled(_faces_not_public(view)), strict=False))
        trial = replace(view, faces=with_faces(view.faces, some))
        rack = _rack_going_out(trial, own, [tile for tile, _face in some], dice)
        if len(rack) in GOING_OUT_RACK_SIZES:
            said = position_of(trial, tuple(dice.shuffled([trial.faces[tile] for tile in rack])))
            yield {**said, "dead": [True, table.dead_by[1 - side] >= 0]}


def _rack_going_out(view: View, own: list[Meld], pool: list[Tile], dice: Dice) -> list[Tile]:
    """Return tiles that extend own sets, tiles of a new set, and one more that a set would take; too few on failure."""
    rack: list[Tile] = []
    options = view.table.options
    for meld in dice.shuffled(own):
        grown, most = meld, dice.draw_below(MAX_ADDED_TILES + 1)
        for tile in pool:
            more = extensions(grown, (tile,), view.faces, options) if most and tile not in rack else ()
            if more:
                grown, most = more[0], most - 1
                rack.append(tile)
    left = without(tuple(pool), rack)
    new = next(
        (three for three in combinations(left[:MAX_SEARCHED_TILES], 3) if arrangements(three, view.faces, options)), ()
    )
    left = without(left, new)
    last = (
        tile for tile in left
        if not is_wild_face(view.faces[tile]) and any(extensions(meld, (tile,), view.faces, options) for meld in own)
    )  # fmt: skip
    return [*rack, *new, *islice(last, 1)]
