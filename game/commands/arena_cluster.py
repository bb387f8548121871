"""Plays an arena's deals on a Dask cluster, at an address or of local processes.

Laws: a task is a batch of deals, so a worker that dies costs at most its batch, which another worker repeats; a
worker with other versions of the levels is refused. Tasks are code: only machines that trust each other belong in a
cluster.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from logging import CRITICAL, getLogger
from typing import TYPE_CHECKING

from game.bots.spawning import children_ignore_ctrl_c
from game.commands.arena_jobs import Matchup, journal_name, play_cell_deal, read_deal, write_deal
from game.commands.arena_play import FindLevel
from game.commands.arena_sums import DealResult
from game.commands.files import CommandError
from game.table.canon import decode, encode

if TYPE_CHECKING:
    from distributed import Client

LOCAL_CLUSTER = "local"  # instead of an address: a cluster of local processes for this run
MAX_BATCH_DEALS = 4  # the most deals per task: overhead is negligible, and few are lost when a worker dies
MIN_TASKS_PER_WORKER = 8  # least tasks per worker, so that none is idle for long at the end
SCHEDULER_TIMEOUT = "5s"  # timeout of the scheduler's answer
# Dask's profiling takes a tenth of the workers' time, and nobody reads it in a local cluster.
QUIET_WORKER_CONFIG = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "5s",
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
}


def play_on_cluster(
    todo: list[int], *, address: str, jobs: int, cell: Matchup, resolve: FindLevel
) -> Iterator[DealResult]:
    """Play deals on a cluster and yield results as they arrive; raise CommandError if that fails."""
    name = journal_name(cell, resolve)
    with connect_to_cluster(address, jobs) as client, cluster_errors_as_sentences(address):
        from distributed import as_completed

        batches = split_into_tasks(todo, len(client.nthreads()))
        asked = client.map(_play, batches, key=name, cell=encode(cell), resolve=resolve, pure=False)
        try:
            for future in as_completed(asked):
                played, lines = future.result()
                for result in map(read_deal, lines):
                    if played != name or result is None:
                        raise CommandError(f"A worker of the cluster '{address}' runs another version of this program.")
                    yield result
        finally:
            client.cancel(asked, force=True)


@contextmanager
def cluster_errors_as_sentences(address: str, task: str = "deal", done: str = "played") -> Iterator[None]:
    """Turn an error of the cluster into a CommandError."""
    from distributed import CancelledError, KilledWorker

    try:
        yield
    except KilledWorker as error:
        raise CommandError(f"Workers of the cluster '{address}' die of a {task} again and again.") from error
    except ImportError as error:
        raise CommandError(f"A worker of the cluster '{address}' lacks this program: {error}.") from error
    except CancelledError as error:
        raise CommandError(f"The cluster '{address}' is gone; the {task}s {done} so far are kept.") from error


def split_into_tasks(todo: list[int], workers: int) -> list[list[int]]:
    """Divide deals into tasks, larger ones if there are many deals per worker."""
    size = max(1, min(MAX_BATCH_DEALS, len(todo) // (MIN_TASKS_PER_WORKER * workers)))
    return [todo[at : at + size] for at in range(0, len(todo), size)]


def _play(deals: list[int], *, cell: bytes, resolve: FindLevel) -> tuple[str, list[bytes]]:
    """Play a task's deals on its worker; return them with the journal's name, which includes the levels' versions."""
    matchup = decode(cell, Matchup)
    return journal_name(matchup, resolve), [write_deal(play_cell_deal(matchup, deal, resolve)) for deal in deals]


@contextmanager
def connect_to_cluster(address: str, jobs: int) -> Iterator[Client]:
    """Connect to a cluster and disconnect at the end; a local one is shut down."""
    try:
        from dask import config
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise CommandError("A cluster needs Dask: pip install 'comodin[cluster]'.") from error
    for name in ("distributed", "distributed.client"):  # important errors are reported as sentences
        getLogger(name).setLevel(CRITICAL)
    with ExitStack() as ends:
        place: str | LocalCluster = address
        if address == LOCAL_CLUSTER:
            with children_ignore_ctrl_c(), config.set(QUIET_WORKER_CONFIG):
                own = LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None, silence_logs=CRITICAL)
            place = ends.enter_context(own)
        try:
            client = ends.enter_context(Client(place, timeout=SCHEDULER_TIMEOUT))
        except (OSError, ValueError, MemoryError) as error:  # MemoryError: another program's bytes read as a length
            raise CommandError(f"No cluster answers at '{address}'.") from error
        if not client.nthreads():
            raise CommandError(f"The cluster '{address}' has no workers.")
        yield client
