"""Announcing our table and discovering others by zeroconf, in the loop of the sockets.

Law: no failure is raised: one of ours is reported, another program's broken record is ignored. A table that cannot be
announced is joined by typing its address.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from ipaddress import ip_address
from typing import Any

import ifaddr
from zeroconf import Error as ZeroconfError
from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from net.discovery import MAX_TABLE_ADDRESSES, SERVICE_TYPE, Address
from net.shell.news import Announced, DiscoveryEvent, DiscoveryFailed, Withdrawn

RESOLVE_SECONDS = 3  # timeout for the address of a service name
MAX_NAMES_RESOLVING = 16  # names resolved at once; a flood of names waits, bounded
MAX_UNRESOLVED_NAMES = 256  # names resolving or waiting for it; for one more the oldest is dropped
ADAPTER_CHECK_SECONDS = 5.0  # seconds between checks for new or removed adapters


def own_addresses() -> tuple[str, ...]:
    """Return the addresses at which others may reach this machine, IPv4 first."""
    found = [ip.ip if isinstance(ip.ip, str) else ip.ip[0] for card in ifaddr.get_adapters() for ip in card.ips]
    useful = [one for one in found if not (ip_address(one).is_loopback or ip_address(one).is_link_local)]
    return tuple(sorted(dict.fromkeys(useful), key=lambda one: ip_address(one).version))


class ZeroconfService:
    """Announces our table by zeroconf and discovers others; every method runs in the loop's own thread."""

    def __init__(self, tell: Callable[[DiscoveryEvent], None], interfaces: tuple[str, ...] = ()) -> None:
        self._tell = tell
        self._interfaces = interfaces
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._announced: AsyncServiceInfo | None = None
        self._resolving: dict[str, asyncio.Task[None]] = {}
        self._slots = asyncio.Semaphore(MAX_NAMES_RESOLVING)
        self._watch: asyncio.Task[None] | None = None

    async def announce(self, label: str, port: int, properties: Mapping[str, str]) -> None:
        """Announce a table, or a change of it; `label` is our own service name."""
        addresses = list(self._interfaces or own_addresses())
        info = AsyncServiceInfo(
            SERVICE_TYPE,
            f"{label}.{SERVICE_TYPE}",
            port=port,
            properties=dict(properties),
            parsed_addresses=addresses,
            server=f"{label}.local.",
        )
        before, self._announced = self._announced, info
        await self._guarded(self._register(before, info))

    async def _register(self, before: AsyncServiceInfo | None, info: AsyncServiceInfo) -> None:
        zeroconf = self._open()
        if before is not None and before.name.split(".")[0] == info.name.split(".")[0]:
            await zeroconf.async_update_service(info)
        else:
            if before is not None:
                await (await zeroconf.async_unregister_service(before))
            await (await zeroconf.async_register_service(info, allow_name_change=True))

    async def withdraw(self) -> None:
        """Withdraw the announcement."""
        before, self._announced = self._announced, None
        if before is not None and self._zeroconf is not None:
            await self._guarded(self._unregister(self._zeroconf, before))

    async def _unregister(self, zeroconf: AsyncZeroconf, before: AsyncServiceInfo) -> None:
        await (await zeroconf.async_unregister_service(before))

    async def listen(self) -> None:
        """Report every announced table from now on."""
        if self._browser is None:
            await self._guarded(self._browse())

    async def _browse(self) -> None:
        self._browser = AsyncServiceBrowser(self._open().zeroconf, SERVICE_TYPE, handlers=[self._changed])

    async def close(self) -> None:
        """Say goodbye and stop."""
        if self._watch is not None:
            self._watch.cancel()
        for task in self._resolving.values():
            task.cancel()
        if self._zeroconf is not None:
            zeroconf, self._zeroconf = self._zeroconf, None
            await self._guarded(self._shut_down(zeroconf))

    async def _shut_down(self, zeroconf: AsyncZeroconf) -> None:
        if self._browser is not None:
            await self._browser.async_cancel()
        await zeroconf.async_unregister_all_services()
        await zeroconf.async_close()

    # Inside

    def _open(self) -> AsyncZeroconf:
        if self._zeroconf is None:
            if self._interfaces:
                self._zeroconf = AsyncZeroconf(interfaces=list(self._interfaces))
            else:
                self._zeroconf = AsyncZeroconf(ip_version=IPVersion.All)
                self._watch = asyncio.get_running_loop().create_task(self._watch_adapters(self._zeroconf))
        return self._zeroconf

    async def _watch_adapters(self, zeroconf: AsyncZeroconf) -> None:
        """Follow changes of adapters: a cable, a sleeping laptop, another wireless network."""
        here = own_addresses()
        while True:
            await asyncio.sleep(ADAPTER_CHECK_SECONDS)
            now = own_addresses()
            if now != here:
                here = now
                await self._guarded(self._update_adapters(zeroconf))

    async def _update_adapters(self, zeroconf: AsyncZeroconf) -> None:
        await zeroconf.async_update_interfaces()
        if self._announced is not None:
            self._announced.addresses = [ip_address(one).packed for one in own_addresses()]
            await zeroconf.async_update_service(self._announced)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (OSError, ZeroconfError, TimeoutError, ValueError, RuntimeError) as error:
            self._tell(DiscoveryFailed(str(error) or type(error).__name__))

    def _found(self, name: str, info: AsyncServiceInfo) -> None:
        if info.port:
            hosts = info.parsed_scoped_addresses()[:MAX_TABLE_ADDRESSES]
            self._tell(Announced(name, dict(info.properties), tuple(Address(host, info.port) for host in hosts)))

    def _changed(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        running = self._resolving.pop(name, None)
        if running is not None:
            running.cancel()
        if state_change is ServiceStateChange.Removed:
            self._tell(Withdrawn(name))
        else:
            if len(self._resolving) >= MAX_UNRESOLVED_NAMES:
                self._resolving.pop(next(iter(self._resolving))).cancel()
            task = asyncio.get_running_loop().create_task(self._find(zeroconf, service_type, name))
            self._resolving[name] = task

    async def _find(self, zeroconf: Zeroconf, service_type: str, name: str) -> None:
        """Resolve a service name; one that cannot be resolved is not reported.

        A true announcement carries its address, so unresolvable names delay only themselves.
        """
        try:
            info = AsyncServiceInfo(service_type, name)
            if info.load_from_cache(zeroconf):
                self._found(name, info)
                return
            async with self._slots:
                if await info.async_request(zeroconf, RESOLVE_SECONDS * 1000):
                    self._found(name, info)
        except (OSError, ZeroconfError, ValueError):
            return  # a stranger's broken record is nobody's trouble
        finally:
            if self._resolving.get(name) is asyncio.current_task():
                del self._resolving[name]
