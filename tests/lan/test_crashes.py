"""LAN matches on disks that forget what was not fsynced: whatever anybody said is found after a crash."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from game.lan.home import NONCE_FILE, RUNNING_SUFFIX, LanHome
from net.log.effects import NonceRecord, Persist, Record, write_record
from net.station import Action
from tests.lan.hall import LanHall, Seat, offered
from tests.net.fake_lan import entropy
from tests.slices import some
from tests.store.disks import ForgetfulDisk
from tools.soak_lan import SHORT_MATCHES

FRAME = 12  # bytes before each record
FAR = 160  # records: a sealed deal and a few turns of every game, or the whole of a short match
CRASHES = 12  # how often a match is struck in the midst, evenly over its first entries
EVERY = 9  # records between two


class CrashHall(LanHall):
    """A hall whose programs keep what they keep in homes on one forgetful disk."""

    def __init__(self, game: str, disk: ForgetfulDisk) -> None:
        self.disk = disk
        self.homes: dict[str, LanHome] = {}
        self.said = 0  # times at which it was looked whether all that was to be kept is safe
        self._due: dict[str, int] = {}  # bytes of records that somebody wanted kept
        self._shown: dict[str, bytes] = {}  # the nonce that somebody wanted kept before its match
        options = dict(one.split("=") for one in SHORT_MATCHES[game][0])
        chosen = {name: int(value) if value.isdecimal() else value for name, value in options.items()}
        super().__init__(offered(game, players=2, **chosen), ("ana", "bea"))

    def start(self, name: str) -> None:
        home = LanHome(self.disk.root / name, entropy(name))
        seat = self.seats[name]
        seat.kept = [write_record(record) for record in home.records_of_match()]
        seat.shown = home.shown_nonce
        home.open_file()
        self.homes[name], self._due[name] = home, sum(FRAME + len(one) for one in seat.kept)
        super().start(name)
        driver = seat.headless.table._wire._driver  # type: ignore[attr-defined] # a hall's wire has one
        decided, bridge = driver.station.next_action, seat.bridge
        assert bridge is not None
        send = bridge.send

        def next_action(now: int) -> Action | None:
            deed: Action | None = decided(now)
            if isinstance(deed, Persist) and isinstance(deed.record, NonceRecord):
                self._shown[name] = write_record(deed.record)
            elif isinstance(deed, Persist):
                self._due[name] += FRAME + len(write_record(deed.record))
                self._shown.pop(name, None)
            return deed

        def checked(number: int, sent: bytes) -> None:
            assert self.found(name) == self._due[name], "it was said before it was safe"
            shown = self._shown.get(name)
            assert shown is None or self.disk.found(self.disk.root / name / "lan" / NONCE_FILE) == shown
            self.said += 1
            send(number, sent)

        driver.station.next_action = next_action
        bridge.send = checked  # type: ignore[method-assign] # watched

    def _keep(self, seat: Seat, records: Sequence[Record]) -> None:
        self.homes[seat.name].append_records(records)
        super()._keep(seat, records)

    def found(self, name: str) -> int:
        """Return how many bytes of records a crash would leave."""
        file = next((self.disk.root / name / "lan").glob(f"*{RUNNING_SUFFIX}"), None)
        return 0 if file is None else len(self.disk.found(file) or b"")

    def crash(self, into: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Take the current from all machines at once, and start every program again."""
        for name, home in self.homes.items():
            self.kill(name)
            home.close(over=False)
        self.disk = ForgetfulDisk(self.disk.crash(into), monkeypatch)
        for name in self.seats:
            self.start(name)


def far(seat: Seat) -> bool:
    """Return whether the match is over, or has gone on for FAR records: every kind of entry was then written often."""
    return seat.headless.exit is not None or len(seat.kept) >= FAR


@pytest.mark.parametrize("game", some(SHORT_MATCHES, 1))
def test_at_every_word_of_a_match_all_that_it_rests_on_survives_a_crash(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = CrashHall(game, ForgetfulDisk(tmp_path / "disk", monkeypatch))
    hall.until(lambda: all(map(far, hall.seats.values())))
    assert hall.said > 100
    for name, home in hall.homes.items():
        assert [write_record(record) for record in home.records_of_match()] == hall.seats[name].kept


@pytest.mark.whole  # struck once: above
def test_a_match_struck_again_and_again_goes_on_from_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = CrashHall("rummikub", ForgetfulDisk(tmp_path / "disk", monkeypatch))
    for at in range(1, CRASHES + 1):
        hall.until(lambda at=at: len(hall.seats["bea"].kept) >= EVERY * at)  # type: ignore[misc] # bound now
        before = {name: list(hall.seats[name].kept) for name in hall.seats}
        hall.crash(tmp_path / f"disk{at}", monkeypatch)
        assert {name: hall.seats[name].kept for name in hall.seats} == before
    hall.play_out()
    assert len(hall.heads()) == len(hall.digests()) == 1
