"""The page of who plays with whom: two are chosen, the hall writes it down, and the page shows it."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from game.client.lan.hall.keeping import HallProcess
from game.client.lan.hall.people import REREAD_SECONDS, HallPeople
from game.client.still import DEFAULT_SIZE
from game.client.viewport import Viewport
from game.club.events import PairForbidden, PartnersChosen
from game.club.tournament import Tournament
from game.club.values import ClubFormat, ClubPerson, TournamentPlan
from game.store.appended import AppendedFile
from tests.client.lan_kit import Household


class Writing:
    """A hall that does what its keeper says at once."""

    def __init__(self, cup: Tournament) -> None:
        self.cup = cup

    def send_order(self, order: str, *keys: str) -> None:
        assert self.cup.record_event(PairForbidden(*keys) if order == "apart" else PartnersChosen(*keys)) is None


@pytest.fixture
def cup(tmp_path: Path) -> Tournament:
    plan = TournamentPlan("Cup", ClubFormat.SWISS, "burako", 4, pairs=True)
    made = Tournament.begin(plan, AppendedFile(tmp_path / "cup.club"))
    assert isinstance(made, Tournament)
    for one, other in (("ana", "bea"), ("carl", "dora")):
        assert made.add_entrant(ClubPerson(one, one.title()), ClubPerson(other, other.title())) is None
    return made


def page_of(house: Household, cup: Tournament, path: Path) -> HallPeople:
    return HallPeople(house.enter("Rosa").studio.context, cast("HallProcess", Writing(cup)), path)


def choose(page: HallPeople, one: str, other: str) -> None:
    page._lists[0].chosen, page._lists[1].chosen = one, other
    page.update_texts()


def may(page: HallPeople) -> tuple[bool, bool]:
    """Whether the two may be kept apart, and be made a pair."""
    return page._apart.enabled, page._partners.enabled


def test_a_family_is_kept_apart_and_then_cannot_be_a_pair(house: Household, cup: Tournament, tmp_path: Path) -> None:
    page = page_of(house, cup, tmp_path / "cup.club")
    page.layout(Viewport(DEFAULT_SIZE))
    choose(page, "ana", "bea")
    assert may(page) == (False, False)  # they are a pair
    choose(page, "ana", "dora")
    assert may(page) == (True, True)
    page._say("apart")
    page.update(2 * REREAD_SECONDS)
    assert cup.state.forbidden == (("ana", "dora"),)
    assert may(page) == (False, False)
    notes = {row.key: str(row.note) for row in page._lists[0].members}
    assert "Dora" in notes["ana"]
    assert "Ana" in notes["dora"]


def test_two_friends_are_a_pair_and_the_page_shows_it(house: Household, cup: Tournament, tmp_path: Path) -> None:
    page = page_of(house, cup, tmp_path / "cup.club")
    choose(page, "ana", "carl")
    assert page._partners.enabled
    page._say("partners")
    page.update(2 * REREAD_SECONDS)
    assert [one.name for one in cup.state.entrants] == ["Ana - Carl", "Bea - Dora"]
    assert page.state == cup.state


def test_a_button_for_pairs_takes_no_room_where_partners_change(house: Household, tmp_path: Path) -> None:
    plan = TournamentPlan("Cup", ClubFormat.SWISS, "burako", 4)
    made = Tournament.begin(plan, AppendedFile(tmp_path / "cup.club"))
    assert isinstance(made, Tournament)
    page = page_of(house, made, tmp_path / "cup.club")
    assert list(page._buttons.members) == [page._apart]
