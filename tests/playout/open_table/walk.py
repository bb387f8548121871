"""The open-table core beside the rules: random rounds, in which every play that is made is judged and made by both.

A round is walked by lot. At each position the core's whole state is what the table says; whether one may draw, pass or
close, and each play that the core ends, is judged alike; so is a play that the core does not let one end. The score as
it lies is the same.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from game.playout.open_table import core, moves, policy
from game.playout.open_table.round import GROUP, OVER, OpenTableRound, copy, holds
from game.playout.open_table.view import Spread, move_of, round_of
from game.playout.pieces import JOKER
from game.rules.registry import rules_of
from game.table.moves import Close, Draw, Move, Pass, Rearrange
from game.table.options import Options
from game.table.tiles import NO_TILE, Tile
from game.table.view import View, with_shown_faces
from tests.playout.dead_hand.walk import fill
from tests.playout.lots import Luck

STEERING = {"luck", "weights", "made", "made_size"}  # fields that say nothing of the table
FACES = (*(row * 16 + number for row in range(4) for number in range(1, 14)), JOKER)
STEPS = 14  # steps tried, right and wrong ones, before one is made
LAZY = 25  # in a hundred turns, those without a play though one was found
LONGEST = 1500  # turns


def walk(game: str, options: Options, luck: Luck, native: ModuleType | None, late: bool) -> int:
    """Walk through one round; return how many positions it had. An AssertionError says what differed.

    A late round begins with a long stock dealt away. The compiled core, if there is one, walks beside the plain.
    """
    rules = rules_of(game)
    faces = luck.shuffled(rules.deck.faces)
    opened = tuple((tile, faces[tile]) for tile in rules.opened_tiles(options))
    table = rules.deal(options, 1, luck.draw(100), None, (0,) * options.number("players"), opened)
    if late:
        table = table.with_fields(
            stock=table.stock[: luck.draw(12)],
            racks=tuple([rack[: 2 + luck.draw(12)] for rack in table.racks]),
            opened=tuple([luck.draw(3) > 0 for _seat in table.racks]),
        )
    state = round_of(View(table, table.to_move, faces))
    beside = native.fresh() if native else None
    positions = 0
    while state.phase != OVER and positions < LONGEST:
        positions += 1
        view = View(table, table.to_move, faces)
        _judge_score(view, state)
        _judge_simple(view, state)
        plan = _plan(view, state, luck, native, beside)
        for number in plan:
            assert not core.refused(state, number)
            core.apply(state, number)
        made = move_of(view, plan)
        refused = rules.own_refusal(view, made)
        assert refused is None, f"{game}: the rules refuse {made}: {refused}"
        assert rules.refusal(table, made) is None
        table = rules.apply(table, made)
        assert_same(state, round_of(View(table, table.to_move, faces)), f"after {made}")
    _judge_score(View(table, table.to_move, faces), state)
    return positions


def assert_same(state: object, wanted: OpenTableRound, where: str) -> None:
    """Compare two rounds field by field; what lies behind the end of a list does not count."""
    for name, whole in vars(wanted).items():
        size = {"stock": wanted.stock_size, "unseen": wanted.unseen_size}.get(name)
        if name in {"row", "span", "natural", "wilds"}:
            size = wanted.sets
        found, value = [one[:size] if isinstance(one, list) else one for one in (getattr(state, name), whole)]
        assert found == value or name in STEERING, f"{where}: {name} is {found}, not {value}"


def _judge_score(view: View, state: OpenTableRound) -> None:
    """Compare the score as it lies."""
    shown = tuple((Tile(at), face) for at, face in enumerate(view.faces))
    totals = [one.total for one in rules_of(view.table.game).score(view.table.with_shown_faces(shown))]
    assert totals == [core.score(state, seat) for seat in range(state.seats)], f"the rules count {totals}"


def _judge_simple(view: View, state: OpenTableRound) -> None:
    """Compare whether one may draw or pass, and take the closing tile if the rack were nothing but sets."""
    rules = rules_of(view.table.game)
    pairs: list[tuple[int, Move]] = [(moves.DRAW_TILE, Draw()), (moves.PASS_TURN, Pass())]
    for number, made in pairs:
        assert bool(core.refused(state, number)) == (
            rules.own_refusal(view, with_shown_faces(view, made)) is not None
        ), made
    if view.table.closing != NO_TILE:
        whole = Close((*view.rack, view.table.closing), view.table.melds)
        refused = rules.own_refusal(view, whole)
        assert refused is not None
        moment = refused.code.key in {"draw_first", "close_before_drawing", "close_before_playing"}
        assert bool(core.refused(state, moves.TAKE_CLOSING)) == moment, refused


# ---- a play, step by step


def _plan(view: View, state: OpenTableRound, luck: Luck, native: ModuleType | None, beside: Any) -> list[int]:
    """Return a turn by lot: as many steps as come up, ended where that is allowed, else drawing or passing."""
    simple = [step for step in (moves.DRAW_TILE, moves.PASS_TURN) if not core.refused(state, step)]
    best: list[int] = []
    for closing in (True, False) if luck.draw(2) else (False,):
        if best or (closing and core.refused(state, moves.TAKE_CLOSING)):
            continue
        trial = OpenTableRound()
        copy(trial, state)
        if native and beside:
            fill(beside, trial)
        found = _steps(trial, luck, [moves.TAKE_CLOSING] if closing else [], native, beside)
        if not core.refused(trial, moves.END_PLAY):
            best = [*found, moves.END_PLAY]
        elif trial.played:
            _judge_unfinished(view, found)
    if best and (luck.draw(100) >= LAZY or not simple):
        return best
    return [simple[luck.draw(len(simple))]] if simple else best


def _steps(trial: OpenTableRound, luck: Luck, head: list[int], native: ModuleType | None, beside: Any) -> list[int]:
    """Make steps while any come up; right and wrong ones are asked of both cores."""
    found = list(head)
    for step in head:
        core.apply(trial, step)
        if native:
            native.apply(beside, step)
    greedy = luck.draw(2)
    while trial.held[trial.mover] and trial.phase != OVER:
        if greedy:
            size = trial.made_size
            policy.lay_all(trial, policy.JOKERS)
            more = trial.made[size : trial.made_size]
            good = list(more)
        else:
            thought = [step for step in (_thought(trial, luck) for _try in range(STEPS)) if step]
            good = [step for step in thought if not core.refused(trial, step)][:1]
            if native:
                for step in thought:
                    assert native.refused(beside, step) == core.refused(trial, step), f"{step:#x} is judged otherwise"
            for step in good:
                core.apply(trial, step)
        if native:
            for step in good:
                assert not native.refused(beside, step)
                native.apply(beside, step)
        assert native is None or _alike(beside, trial)
        found += good
        if not good or (not greedy and luck.draw(6) == 0):
            break
    return found


def _alike(beside: Any, trial: OpenTableRound) -> bool:
    assert_same(beside, trial, "the compiled core")
    return True


def _judge_unfinished(view: View, found: list[int]) -> None:
    """A play that may not be ended yet is refused by the rules too."""
    closing = found[0] == moves.TAKE_CLOSING
    spread = Spread(view)
    if closing:
        spread.close(view.table.closing)
    for step in found[closing:]:
        spread.make(step)
    made = (Close if closing else Rearrange)(tuple(spread.played), spread.melds())
    assert rules_of(view.table.game).own_refusal(view, with_shown_faces(view, made)) is not None, made


def _thought(state: OpenTableRound, luck: Luck) -> int:
    """Return a step that could be one, or not."""
    rack = [face for face in FACES if holds(state, state.mover, face)]
    face = rack[luck.draw(len(rack))]
    row, number = face >> 4 & 3, face & 15 or 1 + luck.draw(13)
    sort = luck.draw(8)
    if sort < 3 and state.sets:
        return _addition(state, luck, face)
    if sort == 3 and state.sets:
        return moves.split_step(luck.draw(state.sets), number)
    if sort < 6:
        low = max(1, number - luck.draw(3))
        high = low + 2 + (luck.draw(3) == 0) * luck.draw(4)
        missing = [place for place in range(low, min(high, 14) + 1) if not _has_place(state, row, place)]
        lent = missing[:2] if luck.draw(3) else []
        wild = [place for place in missing if place not in lent][:2]
        if luck.draw(12) == 0:
            wild = [low + luck.draw(3)]
        return moves.run_step(row, low, min(high, 14), _packed(wild), _packed(lent))
    colours = sum((state.once[state.mover * 4 + one] >> number & 1) << one for one in range(4))
    lent_rows = luck.draw(16) & ~colours if luck.draw(2) else 0
    return moves.group_step(
        number, (colours | lent_rows) & (15 if luck.draw(4) else luck.draw(16)), lent_rows, luck.draw(3) // 2
    )


def _has_place(state: OpenTableRound, row: int, place: int) -> int:
    return state.once[state.mover * 4 + row] >> moves.number_at(place) & 1


def _packed(places: list[int]) -> int:
    return sum(place << 4 * at for at, place in enumerate(places))


def _addition(state: OpenTableRound, luck: Luck, face: int) -> int:
    """Return a tile added to any set, more often than not at an end."""
    target = luck.draw(state.sets)
    if state.row[target] == GROUP:
        same = [row for row in range(4) if (state.once[state.mover * 4 + row] & state.span[target])]
        number = state.span[target].bit_length() - 1
        return moves.add_step(target, same[0] * 16 + number if same and luck.draw(4) else face, int(luck.draw(20) == 0))
    span = state.span[target]
    place = span.bit_length() if luck.draw(2) else (span & -span).bit_length() - 2
    fitting = state.row[target] * 16 + moves.number_at(max(place, 1))
    if face != JOKER and place > 0 and holds(state, state.mover, fitting) and luck.draw(5):
        face = fitting
    return moves.add_step(target, face, max(place, 0))
