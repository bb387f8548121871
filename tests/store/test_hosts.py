"""The hosts played at last: the newest first, each address once, and a damaged file is an empty list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.store.hosts import MAX_HOSTS, MAX_TEXT_LENGTH, KeptHost, hosts_path, load_hosts, save_hosts, with_host

ANA = KeptHost("Ana", "192.168.1.5", "burako")


def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    path = hosts_path(tmp_path)
    kept = (ANA, KeptHost("José", "[fe80::1]:47815", "rummy"))
    save_hosts(path, kept)
    assert load_hosts(path) == kept


def test_the_newest_stands_first_and_an_address_once() -> None:
    hosts: tuple[KeptHost, ...] = ()
    for at in range(MAX_HOSTS + 3):
        hosts = with_host(hosts, KeptHost("Ana", f"10.0.0.{at}", "burako"))
    assert [host.address for host in hosts] == [f"10.0.0.{at}" for at in range(MAX_HOSTS + 2, 2, -1)]
    again = KeptHost("Ana María", hosts[4].address, "rummy")
    assert with_host(hosts, again) == (again, *(one for one in hosts if one.address != again.address))


@pytest.mark.parametrize("said", [b"", b"{}", b"[", b"\xff", b"[" * 100_000, b"7"])
def test_a_file_that_cannot_be_read_is_an_empty_list(tmp_path: Path, said: bytes) -> None:
    path = hosts_path(tmp_path)
    assert load_hosts(path) == ()
    path.write_bytes(said)
    assert load_hosts(path) == ()


def test_a_row_that_makes_no_sense_is_left_out(tmp_path: Path) -> None:
    row = {"name": "Ana", "address": "192.168.1.5", "game": "burako"}
    odd = [7, None, {}, {**row, "name": 7}, {**row, "game": ""}, {**row, "name": "x" * (MAX_TEXT_LENGTH + 1)}]
    path = hosts_path(tmp_path)
    path.write_text(json.dumps([*odd, row, {**row, "name": "x" * MAX_TEXT_LENGTH}]), encoding="utf-8")
    assert load_hosts(path) == (ANA, KeptHost("x" * MAX_TEXT_LENGTH, ANA.address, ANA.game))
    path.write_text(json.dumps([row] * (MAX_HOSTS + 1)), encoding="utf-8")
    assert len(load_hosts(path)) == MAX_HOSTS


def test_eight_are_kept_and_the_oldest_goes() -> None:
    hosts: tuple[KeptHost, ...] = ()
    for number in range(9):
        hosts = with_host(hosts, KeptHost(f"Host {number}", f"192.168.0.{number}:47800", "rummy"))
    assert [host.name for host in hosts] == [f"Host {number}" for number in range(8, 0, -1)]
