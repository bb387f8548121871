"""`comodin stats`: statistics of a home's matches, as sentences, JSON, or CSV."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from game.annals.facts import PERSON
from game.annals.feats import progress_of
from game.annals.kept import facts_of_home
from game.annals.sums import MIXED_OPPONENTS, rounds_to_csv, statistics_of, statistics_to_plain
from game.commands.files import CommandError, write_output
from game.commands.progress import tracked
from game.rules.registry import rules_of
from game.store.home import home_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.annals.sums import Estimate, MatchFilter, MatchStatistics


AGAINST: Final = {PERSON: "people", MIXED_OPPONENTS: "mixed opponents"}


def stats(home: str | None, wish: MatchFilter, csv_file: str | None, *, as_json: bool) -> int:
    """Print the statistics of the selected matches, or write a CSV line for each of their rounds."""
    path = home_path(home)
    if not (path / "matches").is_dir() and not (path / "lan").is_dir():
        raise CommandError(f"No match is kept in the home {path}.")
    matches = facts_of_home(path, lambda unread: tracked("matches read", unread))
    sums = statistics_of(matches, wish)
    if csv_file is not None:
        write_output(csv_file, rounds_to_csv(sums).encode())
    feats = [key for key, one in progress_of(matches).items() if one.is_earned]
    if as_json:
        print(json.dumps({**statistics_to_plain(sums), "feats": feats}, ensure_ascii=False))
        return 0
    for line in _lines(sums, len(feats)):
        print(line)
    return 0


def _lines(sums: MatchStatistics, feats: int) -> Iterator[str]:
    games = sorted({rules_of(one.game).title for one in sums.matches})
    counts = f"{len(sums.matches)} matches, {len(sums.finished_matches)} over, {len(sums.rounds)} rounds"
    yield f"{counts}: {', '.join(games) or 'none'}"
    yield f"won: {_share(sums.win_share)}"
    for level, span in sums.against:
        yield f"won against {AGAINST.get(level, level)}: {_share(span)}"
    for what, span in (
        ("points a round more than the others", sums.mean_lead),
        ("own turns a round", sums.mean_turns),
        ("first set laid in turn", sums.mean_opening_turn),
        ("canastas a round", sums.mean_canastas),
        ("seconds a turn of your own", sums.mean_turn_seconds),
        ("minutes a round", sums.mean_round_minutes),
    ):
        if span.of:
            yield f"{what}: {_mean(span)}"
    for what, span in (
        ("dead hands taken", sums.dead_hand_share),
        ("went out", sums.going_out_share),
        ("turns the clock ended", sums.timed_out_share),
    ):
        if span.of:
            yield f"{what}: {_share(span)}"
    yield f"feats: {feats}"


def _share(span: Estimate) -> str:
    if not span.can_be_shown:
        return f"{span.of}, too few to say"
    return f"{100 * span.low:.0f} to {100 * span.high:.0f} % of {span.of}"


def _mean(span: Estimate) -> str:
    return (
        f"{span.middle:.1f}, give or take {span.half_width:.1f}" if span.can_be_shown else f"{span.of}, too few to say"
    )
