"""The hint at the table, three times deeper, by every hand; and the one that comes before a draw."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pygame import Rect

from game.bots.choice import Decision
from game.bots.dead_hand_bot import reason_of_move
from game.bots.reasons import REASONS
from game.bots.thinker import InlineThinker
from game.client.app_context import MatchAtTable
from game.client.director import Director
from game.client.draw.theme import ButtonKind
from game.client.table.advice.bubble import Bubble
from game.client.table.advice.hints import OFFER_AFTER_SECONDS
from game.client.table.advice.lit import RACK_PLACE
from game.client.table.advice.words import early_why_words, joker_words, look_words, why_words
from game.client.table.aims import Aim, Target
from game.client.table.dead_hand.family import DEAD_HAND
from game.client.table.geometry.laid import TileZone
from game.client.table.open.board import OpenBoard
from game.client.table.open.family import OPEN_TABLE
from game.client.table.open.panel import OpenPanel
from game.client.table.scene import TableScene
from game.client.table.sprites import LIFT_HEIGHT
from game.client.table.tag import tag_place
from game.client.viewport import Viewport
from game.client.words import LANGUAGES, phrase, say, set_language
from game.client.words.tell import face_in_words, tell_reason, tell_short_reason, tiles_in_words
from game.session.hints import Hint
from game.session.proposals import new_sets
from game.table.faces import Colour, Face
from game.table.melds import Kind, Meld
from game.table.moves import Discard, Draw, Move, Pass, Rearrange, TakePile
from game.table.tiles import TILE_DECK, Tile
from tests.client.layout_check import problems
from tests.client.open_table_kit import OpenHand, placed
from tests.client.table_kit import TableHand
from tests.slices import crossed
from tools.posed import position_of, seen_by_first

OPENING = ["R12", "B12", "K12", "Y1", "R4"]
OPENS = say("hint.opens", count=36, least=30)


def opening() -> OpenHand:
    return placed(table=[], hand=OPENING, stock=20, opened=False)


def bubble(hand: TableHand) -> Bubble:
    found = hand.scene.shown.advice.bubble
    assert found is not None
    return found


def twelves(hand: OpenHand) -> tuple[Tile, ...]:
    return tuple(tile for tile in hand.turn.view.rack if hand.turn.view.faces[tile].number == 12)


@pytest.mark.parametrize("by", ["key", "pad", "mouse"])
def test_each_press_tells_more(by: str) -> None:
    hand = opening()

    def deeper() -> None:
        if by == "mouse":
            hand.click("table.hint")
        elif by == "pad":
            hand.call_by_pad("hint")
        else:
            hand.call("hint")

    deeper()
    assert bubble(hand).accessible_text() == f"{say('hint.look.rack_lay')} {OPENS}"
    assert hand.scene.shown.advice.tiles == ()
    deeper()
    assert OPENS in bubble(hand).accessible_text()
    assert set(hand.scene.shown.advice.tiles) == set(twelves(hand))
    deeper()
    names = tiles_in_words(hand.scene.hints.last.rack_tiles if hand.scene.hints.last else (), hand.turn.view.faces)
    assert bubble(hand).title == say("hint.do.lay", tiles=names)
    assert say("hint.opens", count=36, least=30) in bubble(hand).accessible_text()


@pytest.mark.parametrize(
    ("table", "rack", "code", "points"),
    [
        (["[R3 B3 Y3]"], ["K3", "Y9", "B11"], "set", 3),
        (["[R3 B3 Y3]", "[R5 R6 R7]"], ["K3", "R8", "B11"], "table", 11),
    ],
)
def test_one_set_that_is_changed_is_not_called_several(
    table: list[str], rack: list[str], code: str, points: int
) -> None:
    hand = placed(table=table, hand=rack, stock=20)
    hand.call("hint")
    assert bubble(hand).accessible_text() == f"{say(f'hint.look.{code}')} {say('hint.most', n=points)}"


def test_while_the_hint_is_thought_a_glance_says_that_something_can_be_laid() -> None:
    class Slow(InlineThinker):
        thinks = False

        def poll(self):  # type: ignore[no-untyped-def]
            """Return the first answer, and the others once there was time."""
            answers = super().poll()
            now = answers if self.thinks else [one for one in answers if one.ticket == 1]
            self._answers = [one for one in answers if one not in now]
            return tuple(now)

    slow = Slow()
    hand = opening()
    hand.doors.context.thinker = lambda: slow
    hand = placed_again(hand)
    hand.call("hint")
    assert bubble(hand).accessible_text() == say("hint.look.some")
    assert hand.scene.shown.advice.places == (RACK_PLACE,)
    slow.thinks = True
    hand.pass_time()
    assert bubble(hand).accessible_text() == f"{say('hint.look.rack_lay')} {OPENS}"
    slow.thinks = False
    hand = placed_again(hand)
    hand.call("hint")
    hand.scene.shown.on_explained("toast.nothing_picked")
    slow.thinks = True
    hand.pass_time()
    assert hand.scene.shown.advice.bubble is None, "what was refused meanwhile is read to its end"


def test_the_whole_move_is_shown_and_not_laid() -> None:
    hand = opening()
    for _press in range(3):
        hand.call("hint")
    seen = hand.scene.shown.seen_turn
    assert seen is not None
    assert seen.turn_state.has_begun
    assert not hand.turn.arrangement.touched
    hand.press("Esc")
    assert hand.scene.shown.advice.visible is False
    assert hand.scene.shown.seen_turn is hand.turn
    assert not hand.turn.arrangement.touched


def test_while_a_move_is_only_shown_the_banner_speaks_of_the_turn_and_its_grey_button() -> None:
    hand = opening()
    board = hand.scene.board
    assert isinstance(board, OpenBoard)
    before = board.banner.title, board.banner.line, board.readiness.telling
    for _press in range(3):
        hand.call("hint")
    assert hand.scene.shown.advice.shown is not None
    assert not hand.scene.panel.primary.looks_enabled
    assert (board.banner.title, board.banner.line, board.readiness.telling) == before


def test_a_move_that_takes_sets_apart_says_which_tile_leaves_which_set_and_joins_which() -> None:
    hand = placed(table=["[Y3 Y4 Y5 Y6]", "[B1 B2 B3]"], hand=["R6", "K6", "R1"], stock=20)
    for _press in range(3):
        hand.call("hint")
    assert "Yellow\N{NO-BREAK SPACE}6: from yellow\N{NO-BREAK SPACE}3\N{EN DASH}6 to " in bubble(hand).accessible_text()
    hand = placed(table=["[Y3 Y4 Y5]"], hand=["Y6", "K6", "R1"], stock=20)
    for _press in range(3):
        hand.call("hint")
    assert "from" not in bubble(hand).accessible_text(), "what is only added moves nothing"


def test_the_move_is_laid_as_a_draft_that_undo_takes_back() -> None:
    hand = opening()
    for _press in range(3):
        hand.call("hint")
    hand.click("hint.play")
    assert set(hand.turn.arrangement.played) == set(twelves(hand))
    assert hand.scene.shown.advice.visible is False
    hand.call("hint")
    assert bubble(hand).accessible_text() == say("hint.laid")  # and not what lies there already
    hand.press("Esc")
    hand.call("undo")
    assert hand.turn.arrangement.played == ()


def among(level: str) -> OpenHand:
    """The opening, among bots of a level."""
    hand = opening()
    session = hand.session
    chairs = tuple(replace(seat, level=level if seat.level else "") for seat in session.seats)
    hand.session = replace(session, header=replace(session.header, seats=chairs))  # type: ignore[type-var]
    hand.scene = TableScene(OPEN_TABLE, hand.doors.context, MatchAtTable(hand.session, hand.drawer))
    hand.director = Director(hand.scene, Viewport(hand.size))
    hand.pass_time()
    return hand


def test_a_strong_player_may_be_followed_instead() -> None:
    hand = among("hard")
    for _press in range(3):
        hand.call("hint")
    assert say("hint.waits") in bubble(hand).accessible_text()
    before = len(hand.turn.view.rack)
    hand.click("hint.other")
    hand.pass_time()
    assert len(hand.turn.view.rack) == before + 1


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_nobody_is_told_to_wait_where_nobody_else_does(level: str) -> None:
    hand = among(level)
    for _press in range(3):
        hand.call("hint")
    assert say("hint.opens", count=36, least=30) in bubble(hand).accessible_text()
    assert say("hint.waits") not in bubble(hand).accessible_text()
    assert [button.name for button in bubble(hand).buttons] == ["hint.let_me", "hint.play"]


@pytest.mark.parametrize("presses", [1, 2])
def test_a_hint_goes_with_the_table_it_was_given_for(presses: int) -> None:
    hand = opening()
    for _press in range(presses):
        hand.call("hint")
    hand.call("draw")
    hand.pass_time()
    assert hand.scene.shown.advice.visible is False


def test_what_a_hint_shows_is_laid_by_a_click_on_its_place() -> None:
    hand = opening()
    hand.call("hint")
    hand.call("hint")
    assert not hand.turn.turn_state.picked
    hand.turn.use_target(Target(Aim.NEW_SET))
    assert set(hand.turn.arrangement.played) == set(twelves(hand))
    assert hand.scene.shown.advice.visible is False
    hand.turn.undo()
    hand.turn.use_target(Target(Aim.NEW_SET))
    assert hand.turn.arrangement.played == (), "without a hint nothing is meant"


def test_the_bubble_stays_while_it_says_more() -> None:
    hand = opening()
    hand.call("hint")
    foot = bubble(hand).rect.bottom, bubble(hand).rect.right
    hand.call("hint")
    assert (bubble(hand).rect.bottom, bubble(hand).rect.right) == foot


def test_what_is_lit_stands_in_its_place_and_only_what_is_picked_rises() -> None:
    hand = opening()
    tile = twelves(hand)[0]
    box = hand.scene.board.current_layout().spots[tile].box
    above = (round(box.centre[0]), round(box.y - LIFT_HEIGHT / 2))
    hand.call("hint")
    hand.call("hint")
    assert tile in hand.scene.shown.advice.tiles
    assert hand.draw().get_at(above)[2] < 128, "wood, and no ivory"
    hand.press("Esc")
    hand.click(f"tile:{tile}")
    assert hand.draw().get_at(above)[2] > 128


@pytest.mark.parametrize(("size", "text"), [((1280, 720), 100), ((960, 540), 250)])
def test_who_clicks_on_the_same_spot_is_told_more_and_sees_all_that_is_spoken_of(
    size: tuple[int, int], text: int
) -> None:
    hand = placed(size, table=["[R9 R10 R11]", "[B1 B2 B3]"], hand=["R12", "R13", "K4", "B7"], stock=20)
    hand.doors.preferences.replace(replace(hand.doors.preferences.now, text_size=text))
    hand.scene.layout(hand.director.viewport)
    hand.call("hint")
    at = bubble(hand).buttons[-1].rect.centre
    for depth in (1, 2, 3):
        assert hand.scene.hints.depth == depth
        assert bubble(hand).buttons[-1].rect.contains(at)
        layout, advice = hand.scene.board.current_layout(), hand.scene.shown.advice
        lit = [layout.spots[tile].box for tile in advice.tiles]
        lit += [layout.spots[tile].box for place in advice.places if isinstance(place, tuple) for tile in place]
        assert lit
        assert not any(bubble(hand).rect.overlaps(box) for box in lit)
        hand.click_at(at)


def test_a_hand_that_acts_puts_the_light_out_and_acts() -> None:
    hand = opening()
    hand.call("hint")
    hand.click(f"tile:{twelves(hand)[0]}")
    assert hand.scene.shown.advice.visible is False
    assert hand.turn.turn_state.picked == twelves(hand)[:1]


def test_turn_after_turn_is_played_by_hints_alone() -> None:
    hand = TableHand(seed=11)
    hand.until_mine()
    for _move in range(20):
        assert hand.scene.shown.result is None
        for _press in range(3):
            hand.call("hint")
        assert bubble(hand).title
        hand.press("Enter")
        assert hand.scene.shown.paper.toast is None
        hand.until_mine()


def test_who_is_not_to_move_hears_why_there_is_no_hint() -> None:
    hand = TableHand(pace=1000.0)
    hand.until_mine()
    while hand.scene.shown.turn is not None and hand.scene.shown.turn.view.must_decide:
        for _press in range(3):
            hand.call("hint")
        hand.press("Enter")
        hand.pass_time()
    hand.call("hint")
    assert hand.scene.shown.toast is not None
    assert hand.scene.shown.toast.accessible_text() == say("toast.hint_wait.what")
    for _move in range(40):
        hand.pass_time(1000.0)
    assert hand.scene.shown.turn is not None
    assert hand.scene.shown.turn.view.must_decide
    assert hand.scene.shown.toast is None, "what it waited for has come"


@pytest.mark.parametrize("scale", [1.0, 2.5])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_bubble_has_room_for_all_it_says(depth: int, scale: float) -> None:
    for hand in (opening(), TableHand()):
        hand.doors.preferences.now = replace(hand.doors.preferences.now, text_size=round(scale * 100))
        hand.director.relayout()
        hand.until_mine()
        for _press in range(depth):
            hand.call("hint")
        for size in ((960, 540), (1280, 720)):
            found = problems(hand.scene, size, scale)
            assert [one for one in found if "overlaps" not in one] == []


@pytest.mark.parametrize(
    ("thought", "scale", "language"),
    crossed(
        [("PLAY", "ahead", (300, 205, 90)), ("PLAY", "ahead_close", (300,)), ("DRAW", "take_ahead", (300, 205, 90))],
        [2.5, 1.0],
        LANGUAGES,
    ),
)
def test_the_bubble_has_room_for_what_looking_ahead_found(
    thought: tuple[str, str, tuple[int, ...]], scale: float, language: str
) -> None:
    phase, reason, counts = thought
    set_language(language)
    said = {"game": "burako", "seats": 2, "phase": phase, "hand": ["K9", "Y8", "Y9"], "hands": {"1": 11}, "stock": 40}
    hand = opening()
    hand.doors.preferences.now = replace(hand.doors.preferences.now, text_size=round(scale * 100))
    place = {**said, "pile": ["B11", "Y4", "R8"]}
    hand.session = replace(position_of(place), view=seen_by_first(place))  # type: ignore[assignment]  # the same door, another beginning
    scene = TableScene(DEAD_HAND, hand.doors.context, MatchAtTable(hand.session, hand.drawer))
    hand.scene = scene  # type: ignore[assignment]
    hand.director = Director(hand.scene, Viewport(hand.size))
    hand.pass_time()
    view = hand.turn.view
    thrown, *mates = view.rack
    usual: tuple[int | str, ...] = ("discard_safe", *mates)
    move: Move = TakePile(view.table.pile) if phase == "DRAW" else Discard(thrown)
    told = Decision(move, reason, (*counts, *(view.table.pile if phase == "DRAW" else usual)))
    hand.scene.hints._adviser.ask = lambda view: Hint(view, told)  # type: ignore[method-assign]
    for _press in range(3):
        hand.call("hint")
    if reason != "take_ahead":  # which begins with what can be laid
        does = tell_short_reason(*reason_of_move(view, move), view.faces)
        assert does in bubble(hand).accessible_text()
        assert tell_short_reason(reason, told.args, view.faces) not in bubble(hand).accessible_text()
        hand.click("hint.more")
        assert does in bubble(hand).accessible_text()
    assert tell_short_reason(reason, told.args, view.faces) in bubble(hand).accessible_text()
    assert phase != "DRAW" or hand.scene.shown.advice.shown is None, "a pile is lit, not shown as taken"
    for size in ((960, 540), (1280, 720)):
        found = problems(hand.scene, size, scale)
        assert [one for one in found if "overlaps" not in one] == []


# --- before a draw -----------------------------------------------------------------------------------------------


def beside(hand: OpenHand) -> OpenHand:
    """Let hints be thought ahead, as the window has it."""
    hand.doors.context.thinker = InlineThinker
    again = placed_again(hand)
    again.pass_time()
    return again


def placed_again(hand: OpenHand) -> OpenHand:
    hand.scene = type(hand.scene)(hand.scene._family, hand.doors.context, hand.scene.game)
    hand.director._scenes = (hand.scene,)
    hand.scene.layout(hand.director.viewport)
    return hand


def test_before_a_draw_it_is_said_once_that_one_could_open() -> None:
    hand = beside(opening())
    before = hand.turn.view.rack
    hand.call("draw")
    assert str(bubble(hand).title) == say("hint.open.draw")
    assert hand.turn.view.rack == before
    hand.click("hint.anyway")
    hand.pass_time()
    assert len(hand.turn.view.rack) == len(before) + 1
    assert ("opening", hand.scene.game.session.header) in hand.doors.context.shown_once


def test_looking_is_the_first_depth_of_a_hint() -> None:
    hand = beside(opening())
    hand.call("draw")
    hand.press("Enter")
    assert bubble(hand).accessible_text() == f"{say('hint.look.rack_lay')} {OPENS}"


def test_who_does_not_want_to_hear_it_hears_it_no_more() -> None:
    hand = beside(opening())
    hand.call("draw")
    hand.click("hint.never")
    assert hand.doors.preferences.now.opening_hint is False
    other = opening()
    other.doors.preferences.now = replace(other.doors.preferences.now, opening_hint=False)
    other = beside(other)
    before = other.turn.view.rack
    other.call("draw")
    other.pass_time()
    assert len(other.turn.view.rack) == len(before) + 1


def test_before_a_pass_it_is_said_where_a_turn_begins_with_a_draw() -> None:
    hand = placed(game="rummy", table=[], hand=OPENING, stock=20, opened=False, phase="PLAY", drew="R4")
    hand = beside(hand)
    hand.press("Enter")
    assert str(bubble(hand).title) == say("hint.open.pass")
    hand.click("hint.anyway")
    hand.pass_time()
    assert not hand.turn.view.must_decide


def test_before_a_throw_it_is_said_where_sides_lay_on_their_own() -> None:
    held = ["R5", "R6", "R7", "R8", "K1", "B11"]
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": held, "hands": {"1": 11}, "stock": 40}
    hand = TableHand()
    hand.session = replace(position_of(said), view=seen_by_first(said))  # type: ignore[assignment]  # the same door, another beginning
    hand.doors.context.thinker = InlineThinker
    hand.scene = TableScene(DEAD_HAND, hand.doors.context, MatchAtTable(hand.session, hand.drawer))
    hand.director = Director(hand.scene, Viewport(hand.size))
    hand.pass_time()
    turn = hand.scene.shown.turn
    assert turn is not None
    thrown = next(tile for tile in turn.view.rack if turn.view.faces[tile].number == 11)
    hand.click(f"tile:{thrown}")
    hand.call("discard")
    assert str(bubble(hand).title) == say("hint.open.throw")
    assert thrown in turn.view.rack
    hand.click("hint.anyway")
    assert thrown not in turn.view.rack


def test_nothing_is_said_where_nothing_opens() -> None:
    hand = beside(placed(table=[], hand=["R1", "B5", "K9"], stock=20, opened=False))
    before = hand.turn.view.rack
    hand.call("draw")
    hand.pass_time()
    assert len(hand.turn.view.rack) == len(before) + 1


@pytest.mark.parametrize("code", REASONS)
def test_a_reason_beside_its_move_names_none_of_its_tiles_again(code: str) -> None:
    if code in ("hold_back", "close", "discard_hasty") or code.startswith(("draw", "take", "stop")):
        return  # said beside another move, or of what the move does not name
    own, other = Tile(0), Tile(30)
    some: dict[str, int | str] = {"tile": own, "tiles": own, "with": other, "usual": "start_draw"}
    args = [some.get(one, 3) for one in REASONS[code]]
    named = face_in_words(TILE_DECK.faces[own], cards=False)
    beside, alone = (
        tell(code, tuple(args), TILE_DECK.faces).replace("\xa0", " ") for tell in (tell_short_reason, tell_reason)
    )
    assert named not in beside, code
    assert (named in alone) is bool({"tile", "tiles"} & set(REASONS[code]))


@pytest.mark.parametrize(("opened", "why"), [(True, "hint.look.nothing"), (False, "hint.look.shut")])
def test_who_is_sent_to_the_stock_hears_why(opened: bool, why: str) -> None:
    hand = placed(table=["[R9 B9 K9]"], hand=["R1", "B5", "K4"], stock=20, opened=opened)
    hand.call("hint")
    assert bubble(hand).accessible_text() == f"{say(why)} {say('hint.do.draw')}"
    deeper = next(button for button in bubble(hand).buttons if button.name == "hint.deeper")
    assert str(deeper.label) == say("hint.button.why"), "what to do was said already"


def test_who_cannot_open_hears_how_much_is_lacking_and_not_that_there_is_no_set() -> None:
    hand = placed(table=[], hand=["R2", "B2", "K2", "Y9", "R11"], stock=20, opened=False)
    for _press in range(3):
        hand.call("hint")
    assert say("hint.shut", n=30) in bubble(hand).accessible_text()
    hand = placed(game="rummy", table=[], hand=["R2", "B2", "K2", "Y9", "R11"], stock=20, opened=False, phase="PLAY")
    hand.call("hint")
    assert bubble(hand).accessible_text() == say("hint.look.shut")
    hand.call("hint")
    assert bubble(hand).title == say("hint.do.pass_shut")


@pytest.mark.parametrize(("move", "words"), [(Draw(), "hint.waits"), (Pass(), "hint.waits_pass")])
def test_a_strong_player_who_waits_passes_where_the_tile_was_drawn_already(move: Move, words: str) -> None:
    hand = placed(table=["[R9 B9 K9]"], hand=["Y9", "R2", "B4", "K6", "R11"], stock=20, opened=True)
    hand.call("hint")
    hint = hand.scene.hints.last
    assert hint is not None
    waits = replace(hint, strong=Decision(move, "hold_back", hint.rack_tiles), most=hint.shown_decision)
    assert why_words(waits, cards=False)[1] == say(words)


def test_what_is_only_shown_is_said_off_the_edge_of_the_zone() -> None:
    hand = opening()
    for _press in range(3):
        hand.call("hint")
    look, advice = hand.scene.look, hand.scene.shown.advice
    assert look is not None
    assert advice._laid is not None
    zone = hand.scene.board.current_layout().frame.zone
    tag = tag_place(look, Rect(0, 0, 120, 24), look.rect(advice._laid), advice._beside)
    assert tag.y > zone.y + 12


def test_what_is_only_shown_is_said_within_the_table() -> None:
    hand = opening()
    look, box = hand.scene.look, Rect(900, 300, 40, 50)
    assert look is not None
    table = Rect(0, 0, 960, 500)
    tag = tag_place(look, Rect(0, 0, 240, 40), box, [], table)
    assert table.contains(tag)
    assert not table.contains(tag_place(look, Rect(0, 0, 240, 40), box, []))


def test_a_tool_that_shows_its_word_says_it_in_no_tip() -> None:
    hand = opening()
    (hint,) = [tool for tool in hand.scene.panel.tools if tool.name == "table.hint"]
    assert hint.tip is None
    hand.doors.preferences.now = replace(hand.doors.preferences.now, text_size=250)
    hand.director.relayout()
    assert str(hint.tip) == say("table.hint")


@pytest.mark.parametrize(("held", "wished", "gold"), [
    (OPENING, True, False), (OPENING, False, True), (["R1", "B5", "K9"], True, True),
    (["R7", "B7", "K7", "R1"], True, True),
])  # fmt: skip
def test_a_draw_is_gold_only_where_nothing_can_be_laid_or_nobody_wishes_to_know(
    held: list[str], wished: bool, gold: bool
) -> None:
    hand = placed(table=[], hand=held, stock=20, opened=False)
    hand.doors.preferences.now = replace(hand.doors.preferences.now, opening_hint=wished)
    beside(hand)
    for _frame in range(3):
        hand.pass_time()
    panel = hand.scene.panel
    assert isinstance(panel, OpenPanel)
    assert (panel.onward_button is not None) is gold
    assert hand.scene.return_button() is panel.second, "Return means it either way"
    told = hand.place("table.readiness").text
    assert (say("hint.look.shut") in told) is (gold and wished), "and the panel says so where it is known"
    assert say("open.ready.none_draw") not in told, "three sevens can be laid, and are too few to open"


@pytest.mark.parametrize("wished", [True, False])
@pytest.mark.parametrize(("held", "offered"), [(OPENING, True), (["R1", "B5", "K9"], False)])
def test_the_hint_is_offered_when_something_can_be_laid_and_was_looked_for_long(
    held: list[str], *, offered: bool, wished: bool
) -> None:
    hand = placed(table=[], hand=held, stock=20, opened=False)
    hand.doors.preferences.now = replace(hand.doors.preferences.now, opening_hint=wished)
    beside(hand)
    hand.pass_time(1.0)
    hint = hand.scene.panel.hint
    line = say("open.ready.some")
    for passed, now in ((OFFER_AFTER_SECONDS - 2, False), (2.0, offered and wished)):
        hand.pass_time(passed)
        assert (hint.face is ButtonKind.PRIMARY) is now
        assert (line in hand.place("table.readiness").text) is now
    hand.turn.pick(hand.turn.view.rack[0])
    hand.pass_time(1.0)
    assert hint.face is ButtonKind.SECOND, "what was touched is a search that goes on"


def test_the_panel_says_that_nothing_can_be_laid_once_one_has_opened() -> None:
    hand = placed(table=[], hand=["R1", "B5", "K9"], stock=20, opened=True)
    beside(hand)
    for _frame in range(3):
        hand.pass_time()
    assert say("open.ready.none_draw") in hand.place("table.readiness").text


def test_every_hint_can_be_sent_away_by_a_button_and_no_paper_lies_over_the_pile() -> None:
    hand = TableHand()
    hand.until_mine()
    hand.press("H")
    for _depth in range(3):
        paper = bubble(hand)
        assert paper.buttons[0].key_cap == "Esc"
        layout = hand.scene.board.current_layout()
        pile = [spot.box for spot in layout.spots.values() if spot.lies is TileZone.PILE and spot.seen]
        assert not any(paper.rect.overlaps(box) for box in pile)
        hand.press("H")
    hand.click("hint.thanks" if any(one.name == "hint.thanks" for one in bubble(hand).buttons) else "hint.let_me")
    assert hand.scene.shown.advice.bubble is None


def test_of_many_steps_on_the_table_only_the_number_is_said() -> None:
    hand = placed(table=["[R4 B4 K4]", "[R5 B5 K5]", "[R6 B6 K6]"], hand=["R7", "Y1"], stock=20)
    for _ in range(3):
        hand.press("H")
    assert [
        str(line).replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
        for line in bubble(hand).lines
    ][:2] == [
        "Red 7: with red 4\u20136.",
        "6 steps on the table make room. The table shows how it ends.",
    ]
    assert hand.scene.shown.advice.shown is not None


def open_hint(table: list[str], hand: list[str], *sets: tuple[Kind, str, dict[str, Face]]) -> Hint:
    """Return a hint to leave these sets; a joker is named by name and what it stands for is given."""
    view = placed(table=table, hand=hand, stock=20).turn.view
    named = {face_in_words(view.faces[tile]): tile for tile in view.rack}
    named |= {face_in_words(view.faces[tile]): tile for meld in view.table.melds for tile in meld.tiles}
    melds = tuple(
        Meld(
            kind, tuple(named[word] for word in words.split(", ")), tuple(means.get(word) for word in words.split(", "))
        )
        for kind, words, means in sets
    )
    own = tuple(tile for meld in melds for tile in meld.tiles if tile in view.rack)
    return Hint(view, Decision(Rearrange(own, melds), "lay"))


def test_a_set_that_gives_a_tile_is_said_to_spare_it_and_not_to_grow() -> None:
    eleven = "red 11, blue 11, black 11, yellow 11"
    spares = open_hint(
        ["[R11 B11 K11 Y11]"], ["B9", "B10", "Y1"],
        (Kind.GROUP, "red 11, black 11, yellow 11", {}), (Kind.RUN, "blue 9, blue 10, blue 11", {}),
    )  # fmt: skip
    assert str(look_words(spares)) == "Look at this set: it can spare one tile."
    grows = open_hint(["[R11 B11 K11]"], ["Y11", "Y1"], (Kind.GROUP, eleven, {}))
    assert str(look_words(grows)) == "Look at this set: it can become more."


def test_a_hint_says_what_a_joker_will_stand_for_and_why_it_may() -> None:
    means = {"the joker": Face(Colour.RED, 4)}
    hint = open_hint(["[R6 R7 *=R8]"], ["R5", "Y1"], (Kind.RUN, "the joker, red 5, red 6, red 7", means))
    (said,) = joker_words(hint)
    words = str(said).replace("\N{NO-BREAK SPACE}", " ")
    assert words == "The joker is red 4 now: it may change while its whole set stays together."
    assert joker_words(open_hint(["[R6 R7 *=R8]"], ["Y1", "Y2"])) == ()


def test_a_hint_to_throw_what_fits_a_set_says_why_it_is_not_laid() -> None:
    def why(table: list[str], hand: list[str]) -> str:
        view = seen_by_first(
            {"game": "eburako", "phase": "PLAY", "dead": "yes", "table": table, "hand": hand, "stock": 9}
        )
        throws = Decision(Discard(view.rack[0]), "discard_alone", (view.rack[0],))
        return str(why_words(Hint(view, throws), cards=False)[0])

    fits = "fits a set that lies there, but then the other could not be thrown: without a canasta nobody goes out."
    assert fits in why(["[R6 B6 Y6]"], ["K6", "K9"])
    assert "Nothing I hold goes with it." in why(["[R6 B6 Y6]"], ["K5", "K9"])
    assert "Nothing I hold goes with it." in why(["[R6 B6 Y6]"], ["K5", "K9", "Y13"])


@pytest.mark.parametrize(
    ("held", "reason", "where", "which"),
    [
        # what names no tile is said at once, the rest beside the tiles
        (["Y1", "K13", "R9"], ("discard_alone", ()), ["why.alone"], ["why.alone"]),
        (["Y1", "Y3", "K13"], ("discard_safe", ("Y3",)), [], ["why.discard_safe"]),
        (["*", "B5", "B6", "K13"], ("discard_alone", ()), ["why.alone", "waits"], ["why.alone", "waits"]),
        (["B5", "B6", "K13"], ("discard_alone", ()), ["why.alone"], ["why.alone"]),
    ],
)
def test_each_depth_says_why_as_far_as_that_names_no_tile_and_whether_a_wild_one_waits(
    held: list[str], reason: tuple[str, tuple[str, ...]], where: list[str], which: list[str]
) -> None:
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": held, "stock": 20, "pile": ["R1"]}
    view = seen_by_first(said)
    by_face = {str(view.faces[tile]): tile for tile in view.rack}
    thrown = by_face["K13"] if "waits" in where or "Y1" not in held else by_face["Y1"]
    code, others = reason
    hint = Hint(view, Decision(Discard(thrown), code, (thrown, *(by_face[one] for one in others))))

    def expected(codes: list[str]) -> list[str]:
        says = {"waits": say("hint.wild_waits")}
        mate = "".join(face_in_words(view.faces[by_face[one]], cards=False) for one in others)
        return [says[one] if one in says else say("hint.says", reason=say(one, with_tile=mate)) for one in codes]

    assert list(early_why_words(hint, names_tiles=False, cards=False)) == expected(where)
    assert list(early_why_words(hint, names_tiles=True, cards=False)) == expected(which)


@pytest.mark.parametrize(
    ("hand", "pile", "reason", "why"),
    [
        (["K5", "K6", "R9", "R13"], ["K7"], ("take_to_lay", (1,)), "lay"),
        (["K5", "R9", "R13"], ["K6"], ("take_to_keep", (1,)), "keep"),
        (["K5", "R9", "R13"], ["Y2"], ("take_to_deny", (1,)), "deny"),
        (["K5", "R9"], ["B5", "R3", "Y10"], ("ahead", (300, 200, 100, "draw_pile_poor", 3)), "ahead"),
    ],
)
def test_who_is_sent_to_the_pile_hears_at_once_what_for(
    hand: list[str], pile: list[str], reason: tuple[str, tuple[int | str, ...]], why: str
) -> None:
    view = seen_by_first({"game": "burako", "seats": 2, "phase": "DRAW", "hand": hand, "stock": 20, "pile": pile})
    code, args = reason
    top = view.table.pile[-1]
    hint = Hint(view, Decision(TakePile(view.table.pile), code, (*args, top)))
    assert early_why_words(hint, names_tiles=False, cards=False) == (phrase(f"hint.pile.{why}"),)


def test_a_set_that_spends_a_wild_tile_says_what_becomes_of_it() -> None:
    said = {
        "game": "burako",
        "seats": 2,
        "phase": "PLAY",
        "hand": ["*", "B5", "B6", "K13"],
        "stock": 20,
        "pile": ["R1"],
    }
    view = seen_by_first(said)
    wild, *two = (tile for tile in view.rack if str(view.faces[tile]) in ("*", "B5", "B6"))
    hint = Hint(view, Decision(new_sets(view, (*two, wild))[0], "lay_run", (3, *two, wild)))
    assert say("hint.wild_spent") in why_words(hint, cards=False)


def test_the_frame_of_a_set_hides_the_edge_of_a_changed_one_and_none_of_its_signs() -> None:
    hand = placed(table=["[R3 R4 * R6]"], hand=["R7", "Y9", "B11"], stock=20)
    shown, board = hand.scene.shown, hand.scene.board
    hand.drag(hand.turn.view.rack[0], "set:0")
    tiles = hand.turn.arrangement.heaps[0].tiles
    assert len(tiles) == 5
    hand.draw()
    assert board.parts is not None
    (edge,) = [part.box for _tiles, part in board.parts.under if part.name == ("edge", 0)]
    signs = [
        part for _tile, part in board.parts.over if isinstance(part.name, tuple) and part.name[0] in ("sign", "pill")
    ]
    assert {part.name[0] for part in signs if isinstance(part.name, tuple)} == {"sign", "pill"}
    plain = hand.draw()
    shown.advice.highlight(places=(tiles,))
    shown.show(shown.now)
    framed = hand.draw()
    assert shown.look is not None
    (frame,) = [shown.look.rect(box) for box in shown.advice.boxes]
    assert frame.contains(edge)
    assert framed.get_at(frame.midleft)[:3] != plain.get_at(frame.midleft)[:3]
    for sign in signs:
        assert framed.get_at(sign.box.center) == plain.get_at(sign.box.center)
        assert framed.get_at((sign.box.centerx, sign.box.bottom - 4)) == plain.get_at(
            (sign.box.centerx, sign.box.bottom - 4)
        )


def test_who_is_sent_to_the_closing_tile_sees_it_lit() -> None:
    hand = placed(
        game="rummy",
        table=["[R3 B3 Y3]", "[K7 K8 K9]"],
        hand=["K3", "K10", "K11"],
        closing="K12",
        stock=20,
        phase="TURN",
    )
    hand.call("hint")
    assert bubble(hand).accessible_text().startswith(say("hint.look.closing"))
    assert hand.scene.shown.advice.places == (Target(Aim.CLOSING),)


def test_a_hint_says_what_it_takes_back_of_the_play_that_lies_there() -> None:
    hand = placed(table=["[R7 R8 R9]"], hand=["R5", "R6", "B6", "K6", "Y13"], stock=20)
    tiles = hand.tiles()
    for name in ("red 6", "red 5"):
        hand.drag(tiles[name][0], "set:0")
    assert len(hand.turn.arrangement.played) == 2
    for _press in range(3):
        hand.call("hint")
    bubble = hand.scene.shown.advice.bubble
    assert bubble is not None
    assert say("hint.instead", tiles="red\N{NO-BREAK SPACE}5") in map(str, bubble.lines)


def test_a_hint_to_draw_says_that_what_lies_there_comes_back_first() -> None:
    hand = placed(hand=["R1", "R2", "R3", "B9", "K12"], stock=20, opened=False)
    laid = [hand.tiles()[f"red {number}"][0] for number in (1, 2, 3)]
    hand.drag(laid[0], "new_set")
    for tile in laid[1:]:
        hand.drag(tile, "set:0:end")
    assert len(hand.turn.arrangement.played) == 3
    hand.call("hint")
    bubble = hand.scene.shown.advice.bubble
    assert bubble is not None
    back = tiles_in_words(tuple(laid), hand.turn.view.faces)
    assert say("hint.instead", tiles=back) in map(str, bubble.lines)
