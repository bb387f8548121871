"""The driver alone, over a bridge and a disk that only note: what is kept, what is sent, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from net.link import LinkConfig
from net.log.effects import Persist, PromiseRecord, Record
from net.shell.bridge import Bridge
from net.shell.driver import Driver
from net.shell.tcp import JOURNAL_TARGET, Failed
from net.station import Action, CloseLink, Station, WriteBytes
from tests.net.fake_lan import entropy, identity

DEEDS: tuple[Action, ...] = (
    Persist(PromiseRecord(1)),
    Persist(PromiseRecord(2)),
    WriteBytes(7, b"first"),
    Persist(PromiseRecord(3)),
    CloseLink(8),
    WriteBytes(7, b"second"),
    Persist(PromiseRecord(4)),
)
NOTED = ["keep 1 2", "send first", "keep 3", "close 8", "send second", "keep 4"]


class Notes:
    """A station, a bridge and a disk in one, which write down what is asked of them."""

    def __init__(self, deeds: Sequence[Action], refuse_at: int = -1) -> None:
        self.noted: list[str] = []
        self._deeds = list(deeds)
        self._refuse_at = refuse_at
        self.ticks: list[int] = []
        self.due: int | None = None

    def take_events(self) -> list[object]:
        return []

    def tick(self, now: int) -> None:
        self.ticks.append(now)

    def deadline(self, _now: int) -> int | None:
        return self.due

    def next_action(self, _now: int) -> Action | None:
        return self._deeds.pop(0) if self._deeds else None

    def send(self, _number: int, sent: bytes) -> None:
        self.noted.append(f"send {sent.decode()}")

    def close_link(self, number: int, *, at_once: bool = False) -> None:
        assert not at_once
        self.noted.append(f"close {number}")

    def write_record(self, records: Sequence[Record]) -> None:
        ballots = [record.ballot for record in records if isinstance(record, PromiseRecord)]
        if self._refuse_at in ballots:
            raise OSError(28, "No space left on device")
        self.noted.append(" ".join(["keep", *map(str, ballots)]))


def driver(notes: Notes) -> Driver:
    station, bridge = cast("Station", notes), cast("Bridge", notes)
    return Driver(station, bridge, lambda: LinkConfig(identity("ana")), entropy("driver"), notes.write_record)


def test_everything_is_kept_before_what_stands_behind_it_is_sent() -> None:
    notes = Notes(DEEDS)
    assert driver(notes).step(0) == []
    assert notes.noted == NOTED


@pytest.mark.parametrize("refused", [1, 2, 3, 4])
def test_nothing_behind_a_record_that_is_refused_is_sent_or_kept(refused: int) -> None:
    notes = Notes(DEEDS, refused)
    alone = driver(notes)
    assert alone.step(0) == [Failed(JOURNAL_TARGET, "No space left on device")]
    assert alone.disk_refusal == "No space left on device"
    at = next(at for at, one in enumerate(NOTED) if str(refused) in one.split())
    assert notes.noted == NOTED[:at]
    assert alone.step(1) == []
    assert notes.noted == NOTED[:at], "nor later"


def test_the_station_hears_the_time_at_every_step_before_its_deeds_are_done() -> None:
    notes = Notes(DEEDS)
    alone = driver(notes)
    for now in (5, 7, 40):
        alone.step(now)
        assert notes.ticks[-1] == now
    assert notes.ticks == [5, 7, 40]


@pytest.mark.parametrize(("due", "pause"), [(None, None), (1_000, 0), (1_001, 0.001), (2_500, 1.5), (0, 0), (999, 0)])
def test_the_next_step_waits_until_the_stations_deadline_and_no_longer(due: int | None, pause: float | None) -> None:
    notes = Notes(())
    notes.due = due
    assert driver(notes).seconds_until_due(1_000) == pause
