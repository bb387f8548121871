"""`comodin join ADDRESS --headless`: joins a LAN table without a window; a bot plays, or it only watches."""

from __future__ import annotations

from game.commands.files import CommandError
from game.commands.lan_process import LanOptions, LanProcess
from game.lan.addresses import read_address, read_code, write_address


def join(wanted: LanOptions, address: str) -> int:
    """Play, or watch, a match to its end; return the exit code."""
    code = read_code(address)
    if code is not None and code.host:
        address = write_address(code.host, code.port)
    try:
        read_address(address)
    except ValueError as error:
        raise CommandError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
    if wanted.evening:
        return _evening(wanted, address)
    return LanProcess(wanted, call=address).run()


def _evening(wanted: LanOptions, address: str) -> int:
    """Play wherever the hall sends us, until it closes."""
    from game.commands.hall.ask import EveningOverError

    if wanted.home is None:
        raise CommandError("For an evening give --home: the hall knows you by it.")
    while True:
        try:
            code = LanProcess(wanted, call=address).run()
        except EveningOverError:
            return 0
        if code:
            return code
