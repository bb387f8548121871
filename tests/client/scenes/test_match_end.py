"""The end of a match: confetti for whoever won it here, none when calm, and it ends by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from pygame import Surface, image

from game.client.director import Push
from game.client.draw import theme
from game.client.draw.confetti import DURATION_SECONDS, confetti
from game.client.draw.sound import Cue
from game.client.events import KeyDown
from game.client.scenes.match_end import EXPORT_FOLDER, MatchEnd, _Winners
from game.client.scenes.sheet.counts import MatchCounts, counts_of
from game.client.scenes.sheet.highlights import BestTurn
from game.client.scenes.sheet.letters import LetterTitle
from game.client.scenes.totals import Totals
from game.client.sides import side_words
from game.client.still import Studio
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button
from game.client.widgets.widget import walk
from game.client.words import LANGUAGES, group_digits, say, set_language
from game.match.transcript import Controller
from game.table.faces import COLOURS
from game.table.melds import Meld
from game.table.state import NO_SEAT, Table
from tests.client.layout_check import LOOKS, problems
from tests.matches import FEW
from tests.slices import crossed
from tools.golden_pictures import person_match
from tools.pictures import find_positions

WINDOW = Viewport((1280, 720))


@pytest.fixture
def studio() -> Iterator[Studio]:
    with Studio() as made:
        yield made


def end(studio: Studio, winner: int, seats: int = 4) -> MatchEnd:
    whole = find_positions("burako", seats, points=FEW).whole
    page = MatchEnd(
        studio.context,
        whole.header,
        replace(whole.standing, winners=(winner,)),
        studio.matches.begin,
    )
    page.layout(WINDOW)
    return page


def restless(page: MatchEnd, *times: float) -> list[bool]:
    told = []
    for now in times:
        page.update(now)
        told.append(page.wants_frames)
    return told


def test_who_won_here_is_thrown_confetti_between_tiles_that_turn_for_ten_seconds(studio: Studio) -> None:
    assert restless(end(studio, 0), 5.0, 5.1, 5.0 + DURATION_SECONDS, 14.9, 15.0) == [True, True, True, True, False]


def test_with_less_motion_the_confetti_ends_and_the_tiles_lie_still(studio: Studio) -> None:
    studio.preferences.now = replace(studio.preferences.now, less_motion=True)
    assert restless(end(studio, 0), 5.0, 5.1, 5.0 + DURATION_SECONDS - 0.01, 5.0 + DURATION_SECONDS, 9.0) == [
        True,
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(("less", "calm", "most"), [(False, False, 200), (True, False, 68), (False, True, 0)])
def test_two_hundred_pieces_are_seen_at_most_a_third_with_less_motion_and_none_when_calm(
    studio: Studio, less: bool, calm: bool, most: int
) -> None:
    studio.preferences.now = replace(studio.preferences.now, less_motion=less, calm=calm)
    page = end(studio, 0)
    page.update(5.0)
    fallen = () if page._confetti is None else page._confetti.pieces_at(5.8)
    assert len(fallen) + sum(len(volley.blits(5.8)) for volley in page._volleys) == most


def test_who_lost_sees_the_cap_drop_the_curve_drawn_and_no_more(studio: Studio) -> None:
    assert restless(end(studio, 1), 5.0, 5.5, 6.3, 6.5) == [True, True, True, False]


def test_who_lost_is_wished_a_good_game_and_told_who_won(studio: Studio) -> None:
    page = end(studio, 1)
    winners = str(side_words(page.standing.seats, 1, len(page.standing.totals)))
    assert isinstance(page._paper.title, LetterTitle)
    assert page._paper.title.words == ("GOOD", "GAME")
    assert str(page._paper.sentence.text) == say("end.lost", names=winners, n=len(page.standing.results))
    looked_at = MatchEnd(studio.context, page.header, page.standing, None)
    assert str(looked_at._paper.title.text) == say("end.won_they", names=winners)


@pytest.mark.parametrize("winner", [0, 1])
def test_who_only_watched_is_told_who_won_and_has_neither_won_nor_lost(studio: Studio, winner: int) -> None:
    whole = find_positions(points=FEW).whole
    away = tuple(replace(seat, controller=Controller.REMOTE) for seat in whole.standing.seats)
    standing = replace(whole.standing, seats=away, winners=(winner,))
    page = MatchEnd(studio.context, whole.header, standing, studio.matches.begin)
    names = str(side_words(away, winner, len(standing.totals)))
    assert str(page._paper.title.text) == say("end.won_they", names=names)
    page.layout(WINDOW)
    page.update(5.0)
    assert page._confetti is None


@pytest.mark.parametrize("winner", [0, 1])
def test_ones_own_best_turn_of_the_match_is_shown_won_or_lost(studio: Studio, winner: int) -> None:
    page = end(studio, winner)
    (best,) = (widget for widget, _ in walk(page.root) if isinstance(widget, BestTurn))
    result = max(page.standing.results, key=lambda one: len(one.best[0]))
    assert best.faces == tuple(result.table.faces[tile] for tile in result.best[0])[: len(best.faces)]
    assert best.accessible_text() == say("end.best_turn", n=len(result.best[0]), round=result.round)
    assert best.rect.is_inside(page._paper.rect)


@pytest.mark.parametrize("calm", [False, True])
def test_every_round_of_the_curve_is_heard_once_each_higher_and_none_when_calm(
    studio: Studio, monkeypatch: pytest.MonkeyPatch, calm: bool
) -> None:
    heard: list[int] = []
    studio.preferences.now = replace(studio.preferences.now, calm=calm)
    page = end(studio, 1)

    def play(cue: Cue, step: int) -> None:
        assert cue is Cue.SCORE_TICK
        heard.append(step)

    monkeypatch.setattr(page.context.sounds, "play", play)
    restless(page, *(5.0 + 0.05 * at for at in range(40)))
    assert heard == ([] if calm else list(range(len(page.standing.results))))


def test_calm_moves_nothing(studio: Studio) -> None:
    studio.preferences.now = replace(studio.preferences.now, calm=True)
    assert restless(end(studio, 0), 5.0, 5.1) == [False, False]


def test_the_pieces_fall_and_shrink_away() -> None:
    falling = confetti(Box(0, 0, 1280, 720), 2.0, seed=1, pieces=50)
    first, later, last = (falling.pieces_at(now) for now in (2.0, 3.0, 2.0 + DURATION_SECONDS))
    assert {colour for colour, _size, _at in first} == set(COLOURS)
    assert all(after[2][1] > before[2][1] for before, after in zip(first, later, strict=True))
    assert last == ()
    assert not falling.is_over(3.0)
    assert falling.is_over(2.0 + DURATION_SECONDS)


@pytest.mark.parametrize("text", [100, 250])
@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
@pytest.mark.parametrize(("game", "seats"), [("burako", 4), ("rummikub", 7)])
def test_each_score_stands_on_the_plate_of_its_side_clear_of_name_and_crown(
    studio: Studio, game: str, seats: int, size: tuple[int, int], text: int
) -> None:
    studio.scale_text(text)
    whole = find_positions(game, seats, points=FEW).whole
    page = MatchEnd(studio.context, whole.header, whole.standing, None)
    page.layout(Viewport(size))
    totals = next(widget for widget, _ in walk(page.root) if isinstance(widget, Totals))
    sides = zip(totals._plates(), totals._names(), totals._cells(), strict=False)
    for at, (plate, (name, place), score) in enumerate(sides):
        assert score.words == group_digits(whole.standing.totals[at])
        assert place.is_inside(plate, by=1)
        assert score.box.is_inside(plate, by=1)
        assert not score.box.overlaps(place), name
        assert max(totals.look.text_width(word, theme.LABEL) for word in name.split()) <= place.w, f"{name} is broken"
        if at in totals.winners:
            assert score.box.x - plate.x >= 16 + totals.look.scaled(20)


def test_what_ones_own_side_did_is_counted_while_there_are_few_rounds(studio: Studio) -> None:
    page = end(studio, 0)
    results = page.standing.results
    counts = counts_of(results, 0, lowest=False)
    canastas = sum(len(meld.tiles) >= 7 for one in results for meld in own_melds(one.table))
    dead = sum(one.table.dead_by[0] != NO_SEAT for one in results)
    laid = sum(len(meld.tiles) for one in results for meld in own_melds(one.table))
    assert [number for number, _label in counts] == [
        str(canastas), say("end.count.of", n=dead, all=len(results)), str(round(laid / len(results)))
    ]  # fmt: skip
    shown = [one for one, _ in walk(page.root) if isinstance(one, MatchCounts)]
    assert [one.counts for one in shown] == [counts]
    assert counts_of((), 0, lowest=False) == ()


def own_melds(table: Table) -> list[Meld]:
    return [meld for meld, owner in zip(table.melds, table.owners, strict=True) if owner == 0]


def test_at_an_open_table_rounds_won_and_tiles_left_are_counted() -> None:
    standing = person_match("rummikub-2").standing
    won = sum(one.sheets[0].total > one.sheets[1].total for one in standing.results)
    left = sum(len(one.table.racks[0]) for one in standing.results)
    assert [number for number, _label in counts_of(standing.results, 0, lowest=False)] == [
        say("end.count.of", n=won, all=len(standing.results)), str(round(left / len(standing.results)))
    ]  # fmt: skip


@pytest.mark.parametrize(("language", "seats"), crossed(LANGUAGES, [2, 4]))
def test_the_end_with_its_counts_is_well_laid_out_in_every_language(studio: Studio, language: str, seats: int) -> None:
    page = end(studio, 0, seats)
    set_language(language)
    for size, text in LOOKS:
        studio.scale_text(round(text * 100))
        assert problems(page, size, text) == []
    set_language("en")


def test_the_end_of_a_lost_match_of_seven_is_well_laid_out_where_its_curve_has_no_room(studio: Studio) -> None:
    whole = find_positions("rummikub", 7, points=FEW).whole
    page = MatchEnd(studio.context, whole.header, replace(whole.standing, winners=(1,)), studio.matches.begin_again)
    studio.scale_text(250)
    assert problems(page, (960, 540), 2.5) == []


def test_what_is_saved_as_a_picture_ends_below_what_it_tells(studio: Studio) -> None:
    page = end(studio, 0)
    pictured = page._without_buttons()
    pictured.layout(Viewport((1920, 1080)))
    told, paper = pictured._paper.content.rect, pictured._paper.rect
    assert paper.bottom - told.bottom == pytest.approx(pictured._paper.title.rect.y - paper.y, abs=24.0)
    assert not [one.name for one, _ in walk(pictured.root) if isinstance(one, Button)]


def test_a_picture_of_the_end_is_saved_without_its_buttons(studio: Studio) -> None:
    page = end(studio, 0)
    assert studio.preferences.folder is not None
    page.on_event(KeyDown("Tab"))  # the first key shows where the focus is
    page.ring.focus_on("end.save")
    change = page.on_event(KeyDown("Enter"))
    assert isinstance(change, Push)
    (kept,) = (studio.preferences.folder / EXPORT_FOLDER).iterdir()
    assert kept.suffix == ".png"
    assert image.load(str(kept)).get_size() == (1920, 1080)
    assert all(button.visible for button in page._paper.buttons)
    studio.preferences.folder = None
    assert isinstance(page._save_picture(), Push), "where it could not be kept one is told so"


@pytest.mark.parametrize(("winner", "seats", "numbers"), [(0, 4, []), (1, 4, [1, 3]), (1, 2, [1])])
def test_who_lost_sees_the_winners_under_their_caps(
    studio: Studio, winner: int, seats: int, numbers: list[int]
) -> None:
    page = end(studio, winner, seats)
    shown = [widget for widget, _ in walk(page.root) if isinstance(widget, _Winners)]
    assert [one.number for widget in shown for one in widget.people] == numbers
    for widget in shown:
        surface = Surface(WINDOW.canvas_size)
        widget.draw(surface)
        assert any(image.tobytes(surface.subsurface(widget.look.rect(widget.rect)), "RGB"))


@pytest.mark.parametrize("winner", [0, 1])
def test_any_input_completes_the_letters_and_the_curve_at_once_without_a_sound(studio: Studio, winner: int) -> None:
    page = end(studio, winner)
    page.update(5.0)
    assert (page._curve.wants_frames, page._paper.title.wants_frames) == (True, True)
    sounds: list[int] = []
    page._curve._on_round = sounds.append
    page.on_event(KeyDown("Space"))
    page.update(5.05)
    assert (page._curve.wants_frames, page._paper.title.wants_frames, sounds) == (False, False, [])
