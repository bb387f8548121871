"""The fixed slice of whole programs on simulated cables; the full counts are run by the soak."""

from __future__ import annotations

from collections import Counter

import pytest

from game.lan.table import LanTable
from net.shell.driver import Driver
from tests.slices import some
from tools import netsim
from tools.mutants_net import MUTANTS, PARTS, ROOT, STORAGE_MUTANTS, changed_text, words_plans
from tools.netsim_tables import NO_FAULTS, SLICE, Blow, drawn_blows, run

KINDS = (
    *("begin", "bye", "chat", "consent", "entries", "have", "phrase", "ping", "preview", "propose", "ready", "reveal"),
    *("room", "shown", "sit", "submit"),
)


@pytest.mark.parametrize("number", some(range(len(SLICE)), 1))
def test_a_fault_that_aims_ends_with_one_match_and_nobody_thrown_out(number: int) -> None:
    one = run(SLICE[number], 1 + number)
    assert one.faults == []
    assert one.counts["compared"] > 100
    faults = {name: count for name, count in one.counts.items() if name not in NO_FAULTS}
    assert sum(faults.values()) == len(SLICE[number]), "every fault struck"


@pytest.mark.whole  # the other tables of the simulation
def test_calls_cross_where_a_cable_comes_back() -> None:
    assert any(run((Blow("cable", "ana", "play", 33_000),), seed).counts["crossed"] for seed in range(1, 4))


def test_the_simulation_drives_the_very_driver_and_table_of_the_program() -> None:
    seat = run((Blow("cut", "bea", "play"),), 3).hall.seats["ana"]
    table = seat.headless.table
    assert type(table) is LanTable
    assert type(table._wire._driver) is Driver  # type: ignore[attr-defined]


def test_faults_are_drawn_alike_every_time() -> None:
    assert [drawn_blows(seed) for seed in range(20)] == [drawn_blows(seed) for seed in range(20)]


def test_every_change_of_the_list_of_mutants_can_be_made_and_says_who_notices() -> None:
    for mutant in (*MUTANTS, *STORAGE_MUTANTS):
        text = (ROOT / mutant.file).read_text(encoding="utf-8")
        assert changed_text(text, mutant) != text
        assert mutant.killer in ("", *PARTS)
        path, test = mutant.test.split("[")[0].split("::")
        assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.whole  # one message: `test_party.py`
def test_words_of_every_kind_come_twice_and_late_and_nobody_minds() -> None:
    """Of all that honest programs say on a link that stands, but for what they refuse."""
    runs = [netsim.run(plan) for plan in words_plans()]
    assert [fault for one in runs for fault in one.faults] == []
    counts = sum((one.counts for one in runs), Counter[str]())
    for fate in ("twice", "late"):
        assert {kind for kind in KINDS if not counts[f"{fate} {kind}"]} == set(), fate
