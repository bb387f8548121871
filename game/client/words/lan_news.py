"""The news of a LAN table, which are no moves, as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from game.client.words import Phrase, phrase
from game.lan.news import News, NewsKind
from net.log.entries import TABLE_AUTHOR

# News whose sentence about a host without a seat does not begin with the host.
UNSEATED_NEWS = frozenset({NewsKind.STALLED, NewsKind.PARTED, NewsKind.HOST_LIED, NewsKind.FORKED})


def tell_news(news: News, names: Sequence[str]) -> Phrase:
    """Put a table's news into words; `names` are the players' by seat."""
    unseated = "news.the_host" if news.seat == TABLE_AUTHOR else "talk.watcher"
    name = names[news.seat] if 0 <= news.seat < len(names) else str(phrase(unseated))
    if news.kind is NewsKind.DIFFERS:
        entry, field = news.words[:2]
        return phrase("news.differs", name=name, entry=entry, field=field)
    if news.kind is NewsKind.MOVES_LOST:
        return phrase("news.moves_lost", moves=news.words[0])
    if news.kind is NewsKind.VOTED:
        return phrase("news.voted", name=name, other=names[int(news.words[0])])
    if news.seat == TABLE_AUTHOR and news.kind in UNSEATED_NEWS:
        return phrase(f"news.unseated_{news.kind.value}")
    return phrase(f"news.{news.kind.value}", name=name)
