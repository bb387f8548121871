"""What somebody meets who knows none of the games: what is told of the pile, of going out, and of picked tiles."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from game.bots.choice import Decision
from game.bots.dead_hand_bot import legal_lays
from game.client.app_context import MatchAtTable
from game.client.book.scene import RuleBookPage
from game.client.director import Push
from game.client.draw.theme import ButtonKind
from game.client.events import PointerDown, PointerUp
from game.client.still import Studio, render_scene
from game.client.table.advice.words import why_words
from game.client.table.aims import Aim, Target
from game.client.table.buttons import ActionButton
from game.client.table.dead_hand.board import DeadHandBoard
from game.client.table.dead_hand.outcome import MoveEnd
from game.client.table.dead_hand.turn import DeadHandTurn
from game.client.table.scene import TableScene
from game.client.widgets.widget import walk
from game.client.words import say
from game.client.words.tell import face_in_words
from game.match.match import Match
from game.session.hints import Hint
from game.session.pile_gain import pile_gain
from game.session.proposals import useful_pile_tiles
from game.store.background import NoDesk
from game.table.faces import parse_face
from game.table.moves import Discard
from tests.client.table_kit import TableHand, crowded_view, header, sit_at
from tools.posed import position_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.client.widgets.boxes import Point
    from game.table.view import View

SIX = "[B5 B6 B7 B8 B9 B10]"
SEVEN = "[R5 R6 R7 R8 R9 R10 R11]"
OUT = {"game": "eburako", "seats": 2, "phase": "PLAY", "stock": 20, "pile": ["K1"], "dead": ["yes", "yes"]}
PILES = {
    "game": "burako", "seats": 2, "phase": "DRAW", "stock": 20,
    "table": [["m0", 0, "[B5 B6 B7]"], ["m1", 1, "[R9 R10 R11]"]],
}  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "pile", "own", "useful"),
    [
        (["K4"], ["B8"], "[B5 B6 B7]", []),  # one tile is thrown and one kept, so none can be laid
        (["K4"], ["R12", "B8"], "[B5 B6 B7]", ["B8"]),
        (["K4"], ["K5", "K6", "R9"], "[B5 B6 B7]", []),  # a set would leave one tile
        (["K4"], ["K5", "K6", "R9", "R12"], "[B5 B6 B7]", ["K5", "K6"]),
        (["K4"], ["B8"], "[B2 B3 B4 B5 B6 B7]", ["B8"]),  # with a canasta one goes out
    ],
)
def test_of_so_few_tiles_that_none_can_be_laid_none_is_useful(
    hand: list[str], pile: list[str], own: str, useful: list[str]
) -> None:
    said = {**PILES, "dead": ["yes", "yes"], "table": [["m0", 0, own]], "hand": hand, "pile": pile}
    view = position_of(said).view
    assert view is not None
    assert [view.faces[tile] for tile in useful_pile_tiles(view)] == [parse_face(word) for word in useful]


@pytest.mark.parametrize(
    ("hand", "pile", "useful"),
    [
        (["K4", "R5"], ["R12", "B8"], ["B8"]),  # one of one's own sets takes it
        (["K4", "R5"], ["R12", "R8"], []),  # what only the other's set takes is of no use
        (["K4", "K5"], ["K6", "Y1", "K3"], ["K6", "K3"]),  # it makes a set with two of the rack
        (["K4", "Y4"], ["R4", "R4", "R5"], ["R4", "R4"]),
        (["K4", "*"], ["K5", "R2"], ["R2"]),  # a wild tile of the rack is not spent, one of the pile goes with a set
        (["R4", "Y9"], ["K13", "Y13", "Y8", "R13"], ["K13", "Y13", "R13"]),  # a set lies in the pile by itself
        (["K5", "K6"], ["R12", "K3", "Y9", "K4"], ["K3", "K4"]),  # the farther one fits through the nearer one
        (["R1", "Y9"], ["K1", "R6", "Y1"], ["K1", "Y1"]),  # two of the pile with one of the rack
        (["R1", "Y9"], ["R13", "R6", "R12"], ["R13", "R12"]),  # a one ends a run, too
        (["Y4", "Y12"], ["R9", "R11", "K4"], []),  # near each other, but no three of them
    ],
)
@pytest.mark.parametrize("wished", [True, False])
def test_a_pile_with_something_useful_is_a_choice_and_draw_is_not_gold(
    hand: list[str], pile: list[str], useful: list[str], *, wished: bool
) -> None:
    with Studio() as studio:
        preferences = studio.context.preferences
        preferences.now = replace(preferences.now, opening_hint=wished)
        table = studio.table(MatchAtTable(position_of({**PILES, "hand": hand, "pile": pile}), NoDesk()))
        render_scene(table, (1280, 720))
        assert isinstance(table, TableScene)
        assert table.shown.turn is not None
        view, marked = table.shown.turn.view, useful if wished else []
        assert [str(view.faces[tile]) for tile in table.shown.marks.lit] == marked
        words = [face_in_words(parse_face(face), cards=False) for face in marked]
        told = say("banner.do.pile_fits", n=len(words), tile=words[-1]) if words else say("banner.do.draw")
        assert table.board.banner.line == told
        faces = {w.name: w.face for w, _ in walk(table.root) if isinstance(w, ActionButton) and w.visible}
        assert faces["table.primary"] is (ButtonKind.SECOND if marked else ButtonKind.PRIMARY)
        assert faces["table.second"] is ButtonKind.SECOND


@pytest.mark.parametrize(("pile", "told"), [(["R12", "B8", "K1"], "B8"), (["B8", "B2"], "B8"), (["K3", "K2"], "K2")])
def test_a_pile_that_makes_a_canasta_is_told_as_such(pile: list[str], told: str) -> None:
    table = [["m0", 0, "[B9 B10 B11 B12 B13 B1]"], ["m1", 0, "[K5 R5 Y5]"]]
    with Studio() as studio:
        shown = studio.table(
            MatchAtTable(position_of({**PILES, "table": table, "hand": ["R7"], "pile": pile}), NoDesk())
        )
        render_scene(shown, (1280, 720))
        assert isinstance(shown, TableScene)
        tile = face_in_words(parse_face(told), cards=False)
        assert shown.board.banner.line == say("banner.do.pile_canasta", tile=tile)


@pytest.mark.parametrize(
    ("mine", "hand", "pile", "dead", "said", "tile", "gold"),
    [
        ([SIX], "K4 R13 Y1", "R12 B11", "no", "canasta", "B11", True),
        ([SIX], "K4 R13 Y1", "R12 K7 Y9 Y5 B11", "no", "canasta", "B11", False),  # a large pile brings much else
        (["[B5 B6 B7 B8 B9]"], "K4 B11 Y1", "R12 B10", "no", "canasta", "B10", True),  # with one of the rack
        (["[B5 B6 B7 B8 B9]"], "K4 R13 Y1", "R12 B10", "no", "fits", "B10", False),
        ([SIX], "K4 B11 Y1", "R12 B4", "no", "fits", "B4", False),  # the rack makes it by itself
        ([SEVEN, "[K3 K4 K5]"], "Y13", "K6", "yes", "out", "K6", True),
        ([SIX], "Y13", "B11", "yes", "canasta_out", "B11", True),
        ([SEVEN, "[K3 K4 K5]"], "Y13", "K6", "no", "fits", "K6", False),  # the dead hand is not taken
        ([SEVEN, "[K3 K4 K5]"], "Y13 Y4 B1", "K6", "yes", "fits", "K6", False),
    ],
)
def test_a_pile_that_makes_a_canasta_or_ends_the_round_says_so(
    mine: list[str], hand: str, pile: str, dead: str, said: str, tile: str, *, gold: bool
) -> None:
    seats = {"game": "burako", "seats": 2, "phase": "DRAW", "stock": 20, "dead": [dead, "yes"]}
    table = [[f"m{at}", 0, one] for at, one in enumerate(mine)]
    with Studio() as studio:
        place = position_of({**seats, "table": table, "hand": hand.split(), "pile": pile.split()})
        scene = studio.table(MatchAtTable(place, NoDesk()))
        render_scene(scene, (1280, 720))
        assert isinstance(scene, TableScene)
        face = face_in_words(parse_face(tile), cards=scene.board.as_cards)
        assert scene.shown.turn is not None
        useful = scene.shown.turn.legal_moves.useful_pile_tiles
        told = {"n": len(useful)} if said == "fits" else {}
        assert scene.board.banner.line == say(f"banner.do.pile_{said}", tile=face, **told)
        faces = {w.name: w.face for w, _ in walk(scene.root) if isinstance(w, ActionButton) and w.visible}
        assert faces["table.primary"] is ButtonKind.SECOND
        assert faces["table.second"] is (ButtonKind.PRIMARY if gold else ButtonKind.SECOND)


def test_gold_marks_a_set_that_lacks_one_tile_only_while_nothing_is_picked() -> None:
    place = {**OUT, "game": "burako", "table": [["m0", 0, SIX], ["m1", 0, "[K5 K6 K7]"]], "hand": ["K8", "Y13"]}
    with Studio() as studio:
        scene = studio.table(MatchAtTable(position_of(place), NoDesk()))
        render_scene(scene, (1280, 720))
        assert isinstance(scene, TableScene)
        turn = scene.shown.turn
        assert turn is not None
        assert len(scene.board.nearly) == 1
        turn.pick_only(turn.view.rack[:1])
        render_scene(scene, (1280, 720))
        assert not scene.board.nearly


def test_tiles_picked_are_refused_nowhere_only_because_the_mouse_rests_there(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(
        "game.client.table.dead_hand.glow.draw_tag", lambda _to, _look, tag, *_of: said.append(str(tag))
    )
    hand = TableHand(seats=2)
    view = crowded_view(2, rack=9, sets=4)
    sit_at(hand, view)
    turn = hand.scene.shown.turn
    assert turn is not None
    pointer, layout = hand.scene.shown.pointer, hand.scene.board.current_layout()
    assert pointer is not None
    tile = next(
        one for one in turn.view.rack
        if not turn.legal_moves.drop_effect((one,), Target(Aim.SET, theirs(view))).allowed
    )  # fmt: skip
    turn.pick_only((tile,))
    box = layout.box_of(Target(Aim.SET, theirs(view)))
    pointer.on_move(layout, box.centre)
    assert pointer.aim is not None
    hand.draw()
    assert said == []


def theirs(view: View) -> int:
    """Return the number of a set of the other side."""
    return view.table.melds_of(1 - view.table.side_of(view.seat))[0]


def test_what_one_has_laid_is_told_before_the_turn_is_ended_and_goes_with_an_undo() -> None:
    place = {**PILES, "table": [], "hand": ["K4", "Y13", "B6", "B7"], "pile": ["R12", "B5"]}
    with Studio() as studio:
        scene = studio.table(MatchAtTable(position_of(place), NoDesk()))
        render_scene(scene, (1280, 720))
        assert isinstance(scene, TableScene)
        turn, log = scene.shown.turn, scene.board.log
        assert isinstance(turn, DeadHandTurn)
        before = log.lines
        turn.take_pile()
        turn.pick_only(tuple(tile for tile in turn.view.rack if str(turn.view.faces[tile])[0] == "B"))
        turn.lay_set()
        assert log.lines[-1].seat == 0
        told = log.lines[-1].words
        assert "took the pile of 2 tiles" in told
        assert "laid" in told
        turn.undo()
        turn.undo()
        assert log.lines == before


def test_with_cards_a_pile_makes_a_burraco() -> None:
    seats = {"game": "burraco", "seats": 2, "phase": "DRAW", "stock": 20}
    place = {**seats, "table": [["m0", 0, "[5h 6h 7h 8h 9h 10h]"]], "hand": ["Ks", "3d"], "pile": ["Jh"]}
    with Studio() as studio:
        scene = studio.table(MatchAtTable(position_of(place), NoDesk()))
        render_scene(scene, (1280, 720))
        assert isinstance(scene, TableScene)
        assert scene.board.as_cards
        assert scene.board.banner.line == "Draw, or take the pile: the jack of hearts makes your burraco"


def test_nobody_is_told_to_go_out_behind_by_gold() -> None:
    theirs = [[f"t{at}", 1, f"[{c}5 {c}6 {c}7 {c}8 {c}9 {c}10 {c}11]"] for at, c in enumerate("KYB")]
    place = {**PILES, "table": [["m0", 0, SEVEN], ["m1", 0, "[R1 K1 B1]"], *theirs]}
    view = position_of({**place, "dead": ["yes", "yes"], "hand": ["Y13"], "pile": ["Y1"], "hands": {"1": 2}}).view
    gain = pile_gain(view, legal_lays)
    assert gain.out
    assert not gain.clear


GOING_OUT = 100  # points for going out
SEVENS = [["m0", 0, "[B5 B6 B7 B8 B9 B10 B11]"], ["m1", 1, "[R5 R6 R7 R8 R9 R10 R11]"]]


@pytest.mark.parametrize(
    ("theirs", "held", "behind"),
    [
        ("[Y3 Y4 Y5]", 3, 0),
        ("[Y8 Y9 Y10]", 2, 0),
        ("[Y3 Y4 Y5 Y6 Y7 Y8 Y9]", 6, 145),
        ("[Y3 Y4 Y5 Y6 Y7 Y8 Y9]", 28, 145),
        ("[Y3 Y4 Y5 Y6 Y7 Y8 Y9]", 29, 0),  # even fives would take the lead away
    ],
)
def test_who_goes_out_behind_is_warned_before(theirs: str, held: int, behind: int) -> None:
    said = {**OUT, "table": [*SEVENS, ["m2", 1, theirs]], "hand": ["K4"], "hands": {"1": held}}
    with Studio() as studio:
        table = studio.table(MatchAtTable(position_of(said), NoDesk()))
        render_scene(table, (1280, 720))
        assert isinstance(table, TableScene)
        turn = table.shown.turn
        assert turn is not None
        turn.pick_only(turn.view.rack)
        picks = turn.legal_moves.picks_state(turn.view.rack)
        assert picks.end is MoveEnd.OUT
        assert picks.behind == behind
        name = table.session.seats[1].name
        told = say("banner.do.out_behind", name=name, n=behind) if behind else say("banner.do.throw_out")
        assert isinstance(table.board, DeadHandBoard)
        mine, other = table.board.us.score.laid, table.board.them.score.laid
        assert mine is not None
        assert other is not None
        assert behind in (0, other - mine - GOING_OUT), "what the plates show, less what going out brings"
        assert not behind or "even then" in told
        assert table.board.banner.line == told
        gold = table.panel.onward_button
        assert isinstance(gold, ActionButton)
        assert (gold.face is ButtonKind.SECOND) is bool(behind)
        assert gold.enabled
        hint = Hint(turn.view, Decision(Discard(turn.view.rack[0]), "discard_to_go_out", (turn.view.rack[0],)))
        why = say("hint.out_behind", n=behind)
        assert "points for going out" in why
        assert (why in why_words(hint, cards=False)) is bool(behind)


@pytest.mark.parametrize(
    ("held", "slides"), [(["*", "K3", "K4"], True), (["R2", "K3", "K4"], True), (["*", "K3", "K5"], False)]
)
def test_a_set_with_a_wild_tile_at_its_end_says_that_a_click_moves_it(held: list[str], *, slides: bool) -> None:
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "stock": 20, "pile": ["R1"], "hand": [*held, "Y9", "R12"]}
    with Studio() as studio:
        table = studio.table(MatchAtTable(position_of(said), NoDesk()))
        render_scene(table, (1280, 720))
        assert isinstance(table, TableScene)
        turn = table.shown.turn
        assert isinstance(turn, DeadHandTurn)
        assert table.board.banner.line == say("banner.do.play")
        turn.pick_only(tuple(tile for tile in turn.view.rack if str(turn.view.faces[tile]) in held))
        turn.lay_set()
        assert table.board.banner.line == say("banner.do.slides" if slides else "banner.do.play")
        before = turn.view.table.melds[0].stands_for
        turn.use_target(Target(Aim.SET, 0))
        assert (turn.view.table.melds[0].stands_for != before) is slides


def _sits(phase: str, taken: Sequence[str] = ("no", "no")) -> TableHand:
    """Sit at a table of eBurako with a set on each side and a pile."""
    said = {**PILES, "game": "eburako", "phase": phase, "hand": ["K4", "R5", "R6", "Y9", "B1"], "pile": ["Y3", "K6"]}
    view = position_of({**said, "dead": list(taken)}).view
    assert view is not None
    hand = TableHand(match=Match.new(header(2, 7, "eburako")))
    sit_at(hand, view)
    return hand


def _twice(hand: TableHand, at: Point) -> None:
    """Click twice, as fast as a double click."""
    hand.click_at(at)
    for event in (PointerDown(at, clicks=2), PointerUp(at)):
        hand.director.on_plain_event(event)


def test_whatever_is_tried_before_the_draw_says_that_a_turn_begins_with_it() -> None:
    hand = _sits("DRAW")
    turn = hand.scene.shown.turn
    assert isinstance(turn, DeadHandTurn)
    first, layout = turn.view.rack[0], hand.scene.board.current_layout()
    theirs = layout.frame.them
    hand.click(f"tile:{first}")
    assert (hand.scene.shown.toast, turn.turn_state.picked) == (None, (first,))  # to pick is no move
    tries: dict[str, Callable[[], None]] = {
        "own set": lambda: hand.click("set:0"),
        "their set": lambda: hand.click("set:1"),
        "their felt": lambda: hand.click_at((theirs.right - 5, theirs.bottom - 5)),
        "lay": lambda: hand.call("lay"),
        "extend": lambda: hand.call("extend"),
        "discard": lambda: hand.call("discard"),
        "double click": lambda: _twice(hand, hand.place(f"tile:{first}").box.centre),
    }
    for picked in ((first,), ()):
        for name, act in tries.items():
            if picked or name != "their felt":
                hand.scene.shown.close_message()
                turn.pick_only(picked)
                act()
                toast = hand.scene.shown.toast
                assert toast is not None, (name, picked)
                assert toast.accessible_text() == say("refusal.draw_first.what"), (name, picked)
                assert not turn.turn_state.draft.steps


def test_a_click_on_a_set_with_nothing_picked_says_nothing_once_drawn() -> None:
    hand = _sits("PLAY")
    for one in ("set:0", "set:1"):
        hand.click(one)
        assert hand.scene.shown.toast is None


@pytest.mark.parametrize("picked", [False, True])
@pytest.mark.parametrize("phase", ["DRAW", "PLAY"])
def test_a_dead_hand_tells_what_it_is_and_shows_its_rule(phase: str, *, picked: bool) -> None:
    hand = _sits(phase)
    frame, turn = hand.scene.board.current_layout().frame, hand.scene.shown.turn
    assert turn is not None
    for place in (frame.dead_us, frame.dead_them):
        turn.pick_only(turn.view.rack[:1] if picked else ())
        before = turn.turn_state
        hand.click_at(place.centre)
        toast = hand.scene.shown.toast
        assert toast is not None
        assert toast.accessible_text() == say("toast.dead_hand.what")
        assert say("refusal.nothing_moved") not in [written.text for written in toast.texts()]
        assert turn.turn_state == before
        assert [button.name for button in toast.buttons] == ["toast.rule", "toast.got_it"]
        found = hand.scene.shown.paper.rule_page()
        assert isinstance(found, Push)
        assert isinstance(found.scene, RuleBookPage)
        assert found.scene.paragraph.number == "1.5"
        hand.scene.shown.close_message()
        assert hand.scene.shown.paper.rule_page() is None


def test_a_dead_hand_that_was_taken_has_nothing_more_to_tell() -> None:
    hand = _sits("PLAY", taken=["yes", "no"])
    frame = hand.scene.board.current_layout().frame
    hand.click_at(frame.dead_us.centre)
    assert hand.scene.shown.toast is None
    hand.click_at(frame.dead_them.centre)
    assert hand.scene.shown.toast is not None
