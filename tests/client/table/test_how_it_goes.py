"""What somebody meets who knows none of the games: how it goes, what lights up, what the banner says of picks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.client.app_context import MatchAtTable
from game.client.director import Push
from game.client.draw.theme import ButtonKind
from game.client.scenes.help import Help
from game.client.scenes.options import OptionsPage
from game.client.setup import last_setup, offered_values
from game.client.sides import who_began
from game.client.still import Studio, render_scene
from game.client.table.aims import Aim
from game.client.table.buttons import ActionButton
from game.client.table.dead_hand.glow import draw_sources
from game.client.table.dead_hand.words import dead_hand_titles, no_sets_words, zone_words
from game.client.table.how_it_goes import aim_words, how_it_goes, show_aim
from game.client.table.log import with_beginning
from game.client.table.past import PastTable
from game.client.table.scene import TableScene
from game.client.viewport import Viewport
from game.client.widgets.widget import walk
from game.client.words import LANGUAGES, say, set_language
from game.client.words.tell import tell_refusal
from game.rules.registry import GAMES, rules_of
from game.store.background import NoDesk
from game.store.settings import KeptTable
from game.table.faces import Colour, Face
from game.table.moves import Discard
from game.table.options import Options, OptionValue
from game.table.refusals import Code, Refusal
from game.table.state import Phase
from game.table.tiles import Tile
from tests.client.open_table_kit import OpenHand, placed
from tests.client.table_kit import TableHand, crowded_view, sit_at
from tests.slices import crossed
from tools.posed import position_of


def until_playing(hand: TableHand) -> None:
    hand.until_mine()
    while hand.scene.hands.turn is None or not hand.scene.hands.turn.can_play:
        hand.press("Enter")
        hand.pass_time()


def test_how_it_goes_stands_in_the_log_until_the_first_own_turn_is_over() -> None:
    hand = TableHand(seats=4)
    hand.until_mine()
    log = hand.scene.board.log
    assert log.title == say("aim.title")
    view = hand.session.view
    assert view is not None
    assert [words for words, _ in log._aimed()] == list(aim_words(view, ahead=True))
    assert say("aim.dead.minus") in aim_words(view), "the page of the table has room for all of it"
    assert say("aim.dead.canasta_minus") in aim_words(view, ahead=True), "beside the table it is said in one sentence"
    until_playing(hand)
    assert log.aim_first
    assert hand.scene.hands.turn is not None
    hand.scene.hands.turn.try_step(Discard(hand.scene.hands.turn.view.rack[0]))
    hand.until_mine()
    assert log.title == say("table.log")
    assert log.aim != ()


@pytest.mark.parametrize("kit", [TableHand, OpenHand])
def test_what_happened_begins_with_whom_the_lot_chose(kit: type[TableHand]) -> None:
    hand = kit(seats=2, chosen={"first_starter": "random"})
    hand.until_mine()
    view = hand.session.view
    assert view is not None
    began = str(who_began(view.table, hand.session.seats))
    told = [began] if view.story else []  # before a move there is nothing to tell of
    assert [line.words for line in hand.scene.board.log.lines][:1] == told
    log = hand.scene.board.log.lines
    hand.scene.hands.turn.draw()  # type: ignore[union-attr]
    hand.pass_time()
    assert [line.words for line in hand.scene.board.log.lines][:1] == [began]
    assert len(hand.scene.board.log.lines) > len(log)
    fixed = view.table.with_fields(round=2)
    assert with_beginning(log, fixed, hand.session.seats) == log


def test_nothing_is_taught_in_the_second_round() -> None:
    hand = TableHand()
    hand.until_mine()
    view = crowded_view(2)
    sit_at(hand, view.__class__(view.table.with_fields(round=2), 0, view.faces))
    assert hand.scene.board.log.aim == ()


def test_nothing_is_taught_while_looking_back() -> None:
    hand = TableHand()
    until_playing(hand)
    push = hand.scene.doors.look_back_to(1)
    assert isinstance(push, Push)
    assert isinstance(push.scene, PastTable)
    push.scene.layout(hand.director.viewport)
    assert push.scene.board.log.lines != ()
    assert push.scene.board.log.title == say("table.log")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_what_one_needs_to_go_out_is_not_left_out_beside_a_table(language: str, size: tuple[int, int]) -> None:
    set_language(language)
    hand = TableHand(seats=2, size=size)
    hand.until_mine()
    told = [words for words, _ in hand.scene.board.log._aimed()]
    assert told[:2] == [say("aim.dead.score"), say("aim.dead.out")]


STRANDED = {"game": "burako", "seats": 2, "phase": "PLAY", "table": [["m0", 0, "[B5 B6 B7 B8]"]], "dead": "yes"}


@pytest.mark.parametrize(
    ("hand", "picked", "told", "gold"),
    [
        (["B9", "K4", "R5"], [0], "strands", True),  # the gold one discards it and keeps two
        (["B9", "K4", "R5"], [1], "picked_one", True),
        (["K4", "R5"], [], "only_throw", False),
        (["K4", "R5"], [0], "only_throw", True),
        (["*", "K4", "R5", "R9"], [0], "may_add", False),
        (["*", "K4", "R5"], [0], "strands", False),  # and a wild tile is not to be thrown either
    ],
)
def test_without_a_canasta_a_turn_warns_before_one_tile_is_left(
    hand: list[str], picked: list[int], told: str, *, gold: bool
) -> None:
    with Studio() as studio:
        said = {**STRANDED, "hand": hand, "stock": 20, "pile": ["R1"]}
        table = studio.table(MatchAtTable(position_of(said), NoDesk()))
        render_scene(table, (1280, 720))
        assert isinstance(table, TableScene)
        turn = table.shown.turn
        assert turn is not None
        turn.pick_only(tuple(turn.view.rack[at] for at in picked))
        assert table.board.banner.line == say(f"banner.do.{told}", n=1)
        button = next(widget for widget, _ in walk(table.root) if widget.name == "table.primary")
        assert isinstance(button, ActionButton)
        assert (button.face is ButtonKind.PRIMARY and button.enabled) is gold


def test_a_wild_tile_is_not_suggested_for_the_discard() -> None:
    with Studio() as studio:
        said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["*", "K4", "R9"], "stock": 20, "pile": ["R1"]}
        table = studio.table(MatchAtTable(position_of(said), NoDesk()))
        render_scene(table, (1280, 720))
        assert isinstance(table, TableScene)
        turn = table.shown.turn
        assert turn is not None
        for at, told in ((0, "picked_wild"), (1, "picked_one")):
            turn.pick_only((turn.view.rack[at],))
            assert table.board.banner.line == say(f"banner.do.{told}")


def test_an_open_table_says_how_it_goes_with_what_a_first_play_must_count() -> None:
    hand = OpenHand()
    hand.until_mine()
    told = [words for words, _ in hand.scene.board.log._aimed()]
    assert told[:2] == [say("aim.open.first"), say("aim.open.opening_table", least=30)]


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["rummikub", "rummy"])
def test_three_sentences_of_how_it_goes_have_room_beside_an_open_table_of_four(
    game: str, language: str, size: tuple[int, int]
) -> None:
    set_language(language)
    hand = OpenHand(game=game, size=size)
    hand.until_mine()
    told = [words for words, _ in hand.scene.board.log._aimed()]
    assert len(told) >= 3
    assert told[0] == say("aim.open.first")


@pytest.mark.parametrize(("game", "draws"), [("rummy", True), ("rummikub", False)])
def test_a_table_with_a_closing_tile_says_that_a_turn_begins_with_a_draw(game: str, *, draws: bool) -> None:
    hand = OpenHand(game=game, seats=2)
    hand.until_mine()
    told = [words for words, _ in hand.scene.board.log._aimed()]
    assert (say("aim.open.turn_draw") in told) is draws
    assert (say("aim.open.closing") in hand.scene.board.log.aim) is draws
    assert len(told) >= 4


def test_a_sentence_without_room_leaves_it_to_a_shorter_one() -> None:
    hand = OpenHand()
    hand.until_mine()
    log = hand.scene.board.log
    log.aim = ("Lay sets.", "Lay sets. " * 60, "Go out.")
    assert [words for words, _ in log._aimed()] == ["Lay sets.", "Go out."]


@pytest.mark.parametrize(
    ("game", "chosen", "code"),
    [
        ("rummikub", {}, "aim.open.opening_table"),
        ("rummikub", {"opening_uses_table": False}, "aim.open.opening"),
        ("rummy", {}, "aim.open.opening"),
    ],
)
def test_it_says_whether_a_first_play_may_use_the_table(game: str, chosen: dict[str, bool], code: str) -> None:
    hand = OpenHand(game=game, chosen=dict(chosen))
    hand.until_mine()
    options = hand.session.header.options
    view = hand.session.view
    assert view is not None
    opening, move = say(code, least=30), say("aim.open.move" if code == "aim.open.opening" else "aim.open.move_any")
    assert {opening, move} <= set(aim_words(view))
    told = [str(one) for one in how_it_goes(rules_of(game), options, cards=False)]
    assert {opening, move, say("aim.open.sets")} <= set(told)
    assert (say("aim.open.turn_draw") in told) is (game == "rummy")


def test_a_round_that_goes_on_begins_with_what_stays() -> None:
    hand = placed(seats=2, table=["[Y1 Y2 Y3]"], hand=["R1"], stock=20)
    view = hand.session.view
    assert view is not None
    log = hand.scene.board.log
    show_aim(log, replace(view, table=replace(view.table, round=2, opened=(True, True))))
    assert log.aim[:2] == (say("aim.open.goes_on"), say("aim.open.opened"))
    assert log.aim_first
    show_aim(log, replace(view, table=replace(view.table, round=2, opened=(False, True))))
    assert log.aim[:2] == (say("aim.open.goes_on"), say("aim.open.opening_table", least=30))
    afresh = Options.of({**dict(view.table.options.items), "rounds": "fresh"})
    show_aim(log, replace(view, table=replace(view.table, round=2, options=afresh)))
    assert log.aim == ()


def test_f1_at_a_table_begins_with_how_the_game_goes() -> None:
    hand = TableHand()
    hand.until_mine()
    hand.press("F1")
    assert isinstance(hand.director.top, Help)
    assert any(place.name.startswith("help.aim_") for place in hand.director.top.shown_items())


@pytest.mark.parametrize(
    ("kind", "language", "size"), crossed([TableHand, OpenHand], LANGUAGES, [(960, 540), (1280, 720)])
)
def test_the_f1_sheet_of_a_table_is_seen_at_once(
    kind: type[TableHand | OpenHand], language: str, size: tuple[int, int]
) -> None:
    set_language(language)
    hand = kind()
    hand.until_mine()
    hand.press("F1")
    sheet = hand.director.top
    assert isinstance(sheet, Help)
    sheet.layout(Viewport(size))
    leaf = next(place for place in sheet.shown_items() if place.name == "help.table")
    assert leaf.state[-1].endswith(" of 0")
    lines = {place.name for place in sheet.shown_items() if place.kind == "key line"}
    assert ("key.take_pile" in lines) is (kind is TableHand)
    assert ("key.lay" in lines) is (kind is TableHand)
    assert ("key.new_set" in lines) is (kind is OpenHand)


def test_what_can_be_drawn_from_is_lit_while_drawing_is_asked_for() -> None:
    hand = TableHand(seats=2, seed=3)
    hand.until_mine()
    lit: dict[Phase, list[Aim]] = {}
    for _ in range(8):
        turn = hand.scene.hands.turn
        assert turn is not None
        lit.setdefault(turn.view.phase, [target.aim for target in draw_sources(turn)])
        if turn.can_play:
            turn.try_step(Discard(turn.view.rack[0]))
            hand.until_mine()
        else:
            hand.press("Enter")
        hand.pass_time()
    assert lit[Phase.START_DRAW] == [Aim.STOCK]
    assert Aim.STOCK in lit[Phase.DRAW]
    assert lit[Phase.PLAY] == []


def face_of_gold(hand: TableHand) -> ButtonKind:
    """Return how the button that goes on looks."""
    gold = hand.scene.panel.onward_button
    assert isinstance(gold, ActionButton)
    return gold.face


def test_the_banner_says_what_can_be_done_with_what_is_picked() -> None:
    hand = TableHand()
    until_playing(hand)
    view = crowded_view(2, rack=14)
    sit_at(hand, view)
    turn = hand.scene.hands.turn
    assert turn is not None
    numbers: dict[int, list[Tile]] = {}
    for tile in view.rack:
        numbers.setdefault(view.faces[tile].number, []).append(tile)
    group = next(tiles[:3] for number, tiles in numbers.items() if len(tiles) >= 3 and number > 2)
    apart = [tiles[0] for number, tiles in numbers.items() if number > 2 and tiles[0] not in group][:2]

    def said(tiles: list[Tile]) -> str:
        turn.pick_only(tuple(tiles))
        return hand.scene.board.banner.line

    taken = [tile for tile in view.rack if turn.legal_moves.sets_that_take((tile,))]
    alone = next(tile for tile in view.rack if tile not in taken)
    assert said([]) == say("banner.do.play")
    assert said([alone]) == say("banner.do.picked_one")
    assert said(apart) == say("banner.do.picked_two")
    assert said(group) == say("banner.do.may_lay")
    assert face_of_gold(hand) is ButtonKind.PRIMARY
    assert said([*apart, group[-1]]) == say("banner.do.picked_many")
    assert face_of_gold(hand) is ButtonKind.SECOND
    if taken:
        assert said(taken[:1]) == say("banner.do.may_add", n=1)


def test_a_sentence_that_begins_with_the_name_of_a_tile_begins_large() -> None:
    told = tell_refusal(Refusal(Code.NOT_ONE_NUMBER, (Tile(0),), (5,)), (Face(Colour.RED, 9),))
    assert ". Red\N{NO-BREAK SPACE}9" in told.why


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_first_table_has_every_option_at_its_own_default(game: str) -> None:
    rules = rules_of(game)
    setup = last_setup(rules)
    assert all(setup.value(option) == option.default for option in rules.options if option.name != "players")
    assert setup.chosen == ()
    assert setup.preset_key == rules.presets[0].key
    assert isinstance(setup.options_or_refusal, Options)


def test_what_is_usual_is_that_of_the_preset_and_what_is_not_is_called_changed() -> None:
    rules = rules_of("rummikub")
    option = rules.option("live_validity")
    assert option is not None
    written = replace(last_setup(rules), preset=rules.presets[1])
    with Studio() as studio:
        notes = []
        for setup in (last_setup(rules), written, written.with_value(option, value=True)):
            page = OptionsPage(studio.context, setup, "ending", lambda _setup: None)
            page.layout(Viewport((1280, 720)))
            notes.append(str(page._rows[option.name].note))
    assert [say("option.on") in note for note in notes] == [True, False, False]
    changed = say("option.changed_here", usual=say("option.off"))
    assert [changed in note for note in notes] == [False, False, True]


def test_every_number_of_rounds_can_be_chosen() -> None:
    option = rules_of("rummikub").option("fresh_rounds")
    assert option is not None
    assert offered_values(option) == tuple(range(1, 21))


def test_a_preset_that_was_chosen_is_kept_as_it_is() -> None:
    rules = rules_of("rummikub")
    option = rules.option("live_validity")
    assert option is not None
    kept = last_setup(rules, KeptTable("rummikub", "as written", (("players", 4),)))
    assert kept.preset_key == "as written"
    assert kept.value(option) is False


def test_the_log_says_no_more_how_one_opens_to_who_has_opened() -> None:
    view = placed(seats=4, table=["[Y1 Y2 Y3]"], hand=["R1"], stock=20).session.view
    assert view is not None
    opening = say("aim.open.opening_table", least=30)
    fresh = replace(view, table=replace(view.table, opened=(False,) * view.table.seats))
    assert opening in aim_words(fresh, ahead=True)
    opened = replace(view, table=replace(view.table, opened=(True,) * view.table.seats))
    assert opening not in aim_words(opened, ahead=True)
    assert opening in aim_words(opened)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_single_opponent_is_called_by_name_and_couples_are_us_and_them(seats: int) -> None:
    hand = TableHand(seats=seats)
    hand.until_mine()
    board, chairs = hand.scene.hands.board, hand.session.seats
    called = [say("side.you"), chairs[1].name] if seats == 2 else [say("table.us"), say("table.them")]
    assert [board.us.accessible_text().split(" ")[0], board.them.accessible_text().split(" ")[0]] == called
    written = [next(iter(plate.texts())).text for plate in (board.us, board.them)]
    assert written == called
    view = hand.session.view
    assert view is not None
    for ours, word in zip((True, False), called, strict=True):
        assert zone_words(view, chairs, ours=ours).startswith(f"{word}: ")
    nothing = say("table.hint.empty_one", name=chairs[1].name) if seats == 2 else say("table.hint.empty_them")
    assert no_sets_words(view, chairs) == nothing


@pytest.mark.parametrize(
    ("chosen", "cost", "stays"),
    [
        ({}, 0, True),
        ({"rounds": "fresh"}, 0, False),
        ({"live_validity": False}, 3, True),
        ({"live_validity": False, "invalid_penalty": 0}, 0, True),
    ],
)
def test_it_says_what_a_wrong_play_costs_and_whether_the_sets_stay(
    chosen: dict[str, OptionValue], cost: int, *, stays: bool
) -> None:
    hand = OpenHand(chosen=dict(chosen))
    hand.until_mine()
    view = hand.session.view
    assert view is not None
    before = [str(one) for one in how_it_goes(rules_of("rummikub"), view.table.options, cards=False)]
    at_table = aim_words(view, ahead=True)
    assert (say("aim.open.rounds") in before) is (say("aim.open.rounds") in at_table) is stays
    page = aim_words(view)
    assert (say("aim.open.rounds") in page) is stays
    assert (say("aim.open.afresh") in page) is (say("aim.open.afresh") in before) is (not stays)
    assert (say("aim.open.free") in page) is (say("aim.open.free") in before) is (not cost)
    assert all((say("aim.open.costs", n=cost) in told) is bool(cost) for told in (before, at_table))
    tip = str(hand.scene.board.bar.tip)
    assert tip.endswith(say("open.tip.until_stock") if stays else say("open.tip.rounds", n=4))


def test_in_a_duel_a_dead_hand_is_mine_and_not_ours() -> None:
    for seats, said in ((2, "table.dead_yours"), (4, "table.dead_ours")):
        hand = TableHand(seats=seats)
        hand.until_mine()
        view = hand.session.view
        assert view is not None
        assert dead_hand_titles(view, hand.session.seats)[0] == say(said)


def test_the_header_tells_who_began_and_that_the_lot_chose() -> None:
    for kind in (TableHand, OpenHand):
        hand = kind(chosen={"first_starter": "random"})
        hand.until_mine()
        view = hand.session.view
        assert view is not None
        name, me = hand.session.seats[view.table.starter].name, view.table.starter == view.seat
        lot = say("table.tip.lot_me") if me else say("table.tip.lot", name=name)
        assert str(hand.scene.board.bar.tip).startswith(lot)
        second = view.table.with_fields(round=2)
        began = say("table.tip.began_me") if me else say("table.tip.began", name=name)
        assert str(who_began(second, hand.session.seats)) == began
