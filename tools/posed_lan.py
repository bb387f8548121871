"""LAN scenes in fixed states without a network, for pictures and for checks of all scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game.bots.names import DEFAULT_LEVEL
from game.bots.thinker import InlineThinker
from game.client.app_context import OnlookerNotice
from game.client.lan.ask_name import AskName
from game.client.lan.chair_menu import chair_menu
from game.client.lan.code_page import CodePage
from game.client.lan.company_page import CompanyPage
from game.client.lan.dealing import LanDealing
from game.client.lan.game import LanGame, TablePlan
from game.client.lan.hall.closing import ask_to_quit
from game.client.lan.hall.host import HostHall
from game.client.lan.hall.keeping import HallProcess, NightPlan
from game.client.lan.hall.page import HallPage
from game.client.lan.hall.people import HallPeople
from game.client.lan.host import HostTable
from game.client.lan.lobby import LanLobby
from game.client.lan.netcheck import NetCheckPage
from game.client.lan.network import Lan
from game.client.lan.password import AskPassword
from game.client.lan.pause_page import PausePage
from game.client.lan.room import WaitingRoom
from game.client.still import SilentBridge
from game.client.words import phrase
from game.club.refusals import ClubRefusal
from game.club.tournament import Tournament
from game.club.values import ClubFormat, ClubPerson, TournamentPlan
from game.lan.addresses import DEFAULT_PORT, write_code
from game.lan.terms import TableOffer
from game.match.transcript import RULES_VERSION
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.store.appended import AppendedFile
from game.store.hosts import KeptHost
from game.table.options import Options
from net import messages as m
from net.discovery import Address, Announcement, TableRow, TableStatus
from net.hall import messages as h
from net.link import OLDEST_PROTOCOL
from net.messages import PROTOCOL, Info
from net.reasons import Reason
from net.shell.bridge import Bridge
from net.shell.news import Announced, DiscoveryEvent
from net.shell.tcp import Listening, SocketEvent

if TYPE_CHECKING:
    from game.client.app_context import MatchAtTable
    from game.client.director import Scene
    from game.client.lan.others import LanPlayers
    from game.client.still import Studio

Made = tuple[str, Callable[[], "Scene"]]
HERE = "192.168.1.24"  # this computer's address
MAX_LOOP_TURNS = 4_000  # turns of the main loop in which a table with one person is dealt


class PosedLan(Lan):
    """A network that finds the given tables."""

    posed: tuple[TableRow, ...] = ()

    @property
    def found_tables(self) -> tuple[TableRow, ...]:
        """The tables it was given."""
        return self.posed


def _lan(studio: Studio, bridge: Callable[[], Bridge] = SilentBridge) -> PosedLan:
    lan = PosedLan(studio.matches.home, studio.writer, InlineThinker, lambda: studio.player, bridge)
    studio.on_close(lan.close)
    return lan


def _lan_game(lan: Lan) -> LanGame:
    if lan.lan_game is None:
        raise RuntimeError("nobody sits at this table: call Lan.sit first")
    return lan.lan_game


class HearingBridge(SilentBridge):
    """A bridge whose port opens, and that hears its own announcement."""

    def __init__(self) -> None:
        super().__init__()
        self._told: list[SocketEvent | DiscoveryEvent] = [Listening(DEFAULT_PORT)]

    def take_events(self) -> list[SocketEvent | DiscoveryEvent]:
        """Return what has arrived."""
        told, self._told = self._told, []
        return told

    def announce(self, label: str, port: int, said: Mapping[str, str]) -> None:
        """Receive its own announcement."""
        heard: dict[bytes, bytes | None] = {key.encode(): value.encode() for key, value in said.items()}
        self._told.append(Announced(label, heard, (Address(HERE, port),)))


def _netcheck(studio: Studio) -> NetCheckPage:
    lan = _lan(studio, HearingBridge)
    lan.interface = HERE
    return NetCheckPage(studio.context, lan)


def _row(
    at: int,
    game: str,
    name: str,
    *,
    taken: int = 1,
    seats: int = 4,
    status: TableStatus = TableStatus.OPEN,
    locked: bool = False,
    playing: bool = False,
    tables: int = 0,
    protocol: int = PROTOCOL,
    rules: int = RULES_VERSION,
) -> TableRow:
    """Return a row of the list of tables: a hall if it has `tables`."""
    table = bytes([at]) * 16
    said = Announcement(table, game, taken, seats, "", locked, protocol, tables, 3 * tables)
    info = Info(
        OLDEST_PROTOCOL if protocol == PROTOCOL else protocol, protocol, rules, game, name, taken, seats, bytes(16),
        locked=locked, playing=playing, table=table,
    )  # fmt: skip
    open_ = status is TableStatus.OPEN
    return TableRow(said, Address("192.168.1.20", 47_815), status, *((info, 1 + at**3 // 2) if open_ else ()))


ROWS = (
    _row(1, "burako", "Lía", taken=3, locked=True),
    _row(2, "rummikub", "Bruno", taken=3),
    _row(9, "burako", "Club Boca", tables=8),
    _row(3, "burraco", "Marta"),
    _row(4, "rummy", "Inés", taken=4, playing=True),
    _row(5, "burako", "Dario", status=TableStatus.ASKING),
    _row(6, "eburako", "Gino", seats=2, status=TableStatus.SILENT),
    _row(7, "burako", "Vera", protocol=PROTOCOL + 1),
    _row(8, "rummy", "Julia", seats=3, rules=RULES_VERSION + 1),
)
HOSTS = (KeptHost("Lía", "192.168.1.24:47815", "burako"), KeptHost("Bruno", "laptop:47815", "rummikub"))


def list_of_tables(studio: Studio, rows: tuple[TableRow, ...]) -> LanLobby:
    """Return the list of tables."""
    lan = _lan(studio)
    lan.posed, lan.hosts = rows, HOSTS if rows else ()
    return LanLobby(studio.context, lan)


def hall_of(
    studio: Studio, *, inside: bool = True, refused: Reason | None = None, board: h.HallBoard | None = None
) -> HallPage:
    """Return the page of a hall with tables in every state."""
    lan = _lan(studio)
    lan.enter_hall(TablePlan(address="192.168.1.24:47815", host="Club Boca"))
    visit = lan.hall
    if visit is None:
        raise RuntimeError("who enters is in the hall")
    if inside:
        visitor = visit.visitor
        visitor.on_link_opened(1, bytes(32), b"", 0, ours=True)
        visitor.on_message(1, h.HallInfo("Club Boca", len(HALL_TABLES), 14), 0)
        for number, (names, playing, watchers) in enumerate(HALL_TABLES, start=1):
            visitor.on_message(1, _hall_table(number, names, playing, watchers), 0)
        visitor.on_message(1, h.HallSaid(b"\1" * 32, "Bruno", "Table 3 lacks two, who comes?"), 0)
        visitor.board = board
        visitor.refused = refused
    else:
        visit.away = refused
    visit.step(0.0)
    visit.say("I come, one moment")
    return HallPage(studio.context, lan)


def _wall(studio: Studio, view: str, *, same: bool = False) -> HallPage:
    """Return the page of a hall in the second round of its tournament."""
    pairs = (("Lía", "Bruno"), ("Marta", "Inés"), ("Ana - Gino", "Vera - Dario"), ("Julia", ""))
    meetings = [h.HallMeeting(at, names, ("1250", "-85") if at == 2 else ()) for at, names in enumerate(pairs, start=1)]
    ranks = [
        h.HallRank(at, name, str(9 - 2 * at), 1) for at, name in enumerate(("Inés", "Lía", "Julia", "Tito"), start=1)
    ]
    board = h.HallBoard(
        "swiss",
        2,
        5,
        840,
        paused=False,
        over=False,
        meetings=tuple(meetings),
        byes=("Tito",),
        ranks=tuple(ranks),
        same=same,
        people=(),
        lacks=0,
    )
    page = hall_of(studio, board=board)
    page._chose_view(view)  # noqa: SLF001 - what a click does
    return page


def _partners(studio: Studio) -> HallPage:
    """Return the page of a hall in which pairs are still made, with somebody who would like to play with us."""
    named = (("Lía", "Bruno"), ("Bruno", "Lía"), (studio.player, "Inés"), ("Inés", studio.player), ("Marta", ""))
    people = tuple(h.HallPerson(*each) for each in named)
    board = h.HallBoard(
        "swiss",
        0,
        5,
        0,
        paused=False,
        over=False,
        meetings=(),
        byes=(),
        ranks=(),
        same=False,
        people=people,
        lacks=3,
    )
    page = hall_of(studio, board=board)
    page.visit.visitor.wished_by = ["Marta"]
    page.visit.ask_partner("Lía")
    page.visit.step(0.0)
    page._chose_view("partners")  # noqa: SLF001 - what a click does
    page._partners._chose("Marta")  # noqa: SLF001 - and here
    return page


def _company_in_hall(studio: Studio) -> CompanyPage:
    """Return who is at a table of a hall, where somebody said something."""
    _made, company, _lan_game = _begun(studio, "burako", 4)
    company.lan.hall = hall_of(studio).visit
    return CompanyPage(studio.context, company)


def _night(studio: Studio) -> HostHall:
    page = HostHall(studio.context, _lan(studio))
    page._chose_kind("swiss")  # noqa: SLF001 - what a click does
    return page


def _same_night(studio: Studio) -> HostHall:
    page = _night(studio)
    page._chose_kind("howell")  # noqa: SLF001 - what a click does
    page._same.on, page._plays.on = True, False  # noqa: SLF001 - and here
    page.rebuild()
    return page


def _people(studio: Studio) -> HallPeople:
    """Return the page of who plays with whom, in a tournament of pairs."""
    plan = TournamentPlan("Club Boca", ClubFormat.SWISS, "burako", 4, pairs=True)
    path = _lan(studio).hall_home / "posed.club"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")
    cup = Tournament.begin(plan, AppendedFile(path))
    if isinstance(cup, ClubRefusal):
        raise TypeError(cup.code)
    for one, other in (("Lía", "Bruno"), ("Marta", "Inés"), ("Ana", "Gino")):
        cup.add_entrant(ClubPerson(one, one), ClubPerson(other, other))
    cup.forbid_meeting("Lía", "Inés")
    keeping = _kept_hall(studio).lan.own_hall
    if keeping is None:
        raise RuntimeError("the hall is ours")
    return HallPeople(studio.context, keeping, path)


def _kept_hall(studio: Studio) -> HallPage:
    """Return the page of a hall of ours, with its tournament."""
    page = hall_of(studio)
    plan = NightPlan("Club Boca", "burako", offer().options, len(HALL_TABLES), tournament=Path("cup.club"), persons=12)

    class Posed(HallProcess):
        def __init__(self) -> None:
            self.plan, self.addresses, self.why = plan, (f"{HERE}:{DEFAULT_PORT}",), ""
            self.ended = self.paused = self.started = False

        def close(self) -> None:
            """Do nothing: there is no process."""

    page.lan.own_hall = Posed()
    return page


HALL_TABLES = (
    (("Lía", "Bruno", "Marta", "Inés"), True, 2),
    (("Ana", "Gino", "Vera", "Dario"), True, 0),
    (("Julia", "Tito"), False, 0),
    ((), True, 0),
)


def _hall_table(number: int, names: tuple[str, ...], playing: bool, watchers: int) -> h.HallTable:  # noqa: FBT001 - a row of the table above
    chairs = [
        m.LobbySeat("person", name, "", bytes([9 + at]) * 32, ready=True, here=True) for at, name in enumerate(names)
    ]
    empty = m.LobbySeat("nobody", "", "", b"", ready=False, here=False)
    return h.HallTable(number, "burako", bytes(16), playing, (*chairs, *[empty] * (4 - len(names))), watchers)


def offer(game: str = "burako", players: int = 4) -> TableOffer:
    """Return what a table offers."""
    options = choose_options(rules_of(game), {"players": players, "turn_seconds": 90})
    if not isinstance(options, Options):
        raise TypeError(f"{game} for {players} cannot be: {options}")
    return TableOffer(game, options, RULES_VERSION, DEFAULT_LEVEL)


def _seated(studio: Studio, *, others: int = 2, bots: int = 1, game: str = "burako", players: int = 4) -> PosedLan:
    """Open a table with some persons, of whom only the first is ready, and some bots."""
    lan = _lan(studio)
    lan.interface = HERE
    named = tuple(zip(("Nora", "Tito", "Vera", "Ana", "Gino", "Dario"), ("medium",) * 6, strict=True))
    lan_game = lan.enter_table(TablePlan(offer=offer(game, players), bots=named[:bots]))
    lan_game.table.port = DEFAULT_PORT
    lobby = lan_game.party.lobby
    if lobby is None:
        raise RuntimeError("who opens a table has its lobby")
    for at, name in enumerate(("Bruno", "Lía", "Inés")[:others], start=1):
        lobby.join(bytes([at]) * 32, m.Join(name, RULES_VERSION, b"", watch=False, match=b""))
    if others:
        lobby.set_ready(b"\1" * 32, m.Ready(ready=True, digest=lobby.offer.digest, commit=bytes(32)))
    lan.step(0.0)
    return lan


def _room(studio: Studio, *, talk: bool) -> WaitingRoom:
    lan = _seated(studio)
    lan_game = _lan_game(lan)
    if talk:
        lan_game.talk.add_line(m.Chat(1, "Hola! Bruno is making mate, two minutes"), b"\1" * 32, "Bruno")
        lan_game.talk.add_line(m.ChatPhrase(2, 2), b"\2" * 32, "Lía")
        lan_game.say("Good, I am in!")
    return WaitingRoom(studio.context, lan)


def _calling(studio: Studio, *, gone: bool) -> WaitingRoom:
    lan = _lan(studio)
    lan_game = lan.enter_table(TablePlan(address="192.168.1.24:47815"))
    if gone:
        from game.lan.table import DialFailed

        lan_game.table.unanswered = DialFailed("192.168.1.24:47815", "it does not answer")
        for now in (0.0, 60.0):
            lan_game.step(now)
    return WaitingRoom(studio.context, lan)


def _menu(studio: Studio) -> Scene:
    lan_game = _lan_game(_seated(studio))
    return chair_menu(studio.context, lan_game, 3)


def _begun(studio: Studio, game: str, players: int) -> tuple[MatchAtTable, LanPlayers, LanGame]:
    """Begin a match of one person and bots, up to the person's turn."""
    from game.client.lan.others import LanPlayers

    lan = _seated(studio, others=0, bots=players - 1, game=game, players=players)
    lan_game = _lan_game(lan)
    lan_game.start()
    for turn in range(MAX_LOOP_TURNS):
        lan.step(turn * 0.05)
        made = lan.game(studio.context)
        session = lan_game.session
        if made is not None and session is not None and session.view is not None and session.view.must_decide:
            break
    if made is None or not isinstance(made.company, LanPlayers):
        raise RuntimeError("the table was not dealt")
    return made, made.company, lan_game


def _table(studio: Studio, game: str, players: int) -> Scene:
    return studio.table(_begun(studio, game, players)[0])


def _dealing(studio: Studio) -> Scene:
    made, company, _lan_game = _begun(studio, "burako", 2)
    return LanDealing(studio.context, made, company)


def _company(studio: Studio) -> Scene:
    _made, company, lan_game = _begun(studio, "burako", 4)
    lan_game.talk.add_line(m.ChatPhrase(1, 1), b"\1" * 32, "Bruno")
    return CompanyPage(studio.context, company)


def _stalled(studio: Studio) -> tuple[MatchAtTable, LanPlayers]:
    """A match whose host no longer numbers entries."""
    made, company, _lan_game = _begun(studio, "burako", 4)
    company.session.lockstep.stalls.stalled = True
    return made, company


def _paused(studio: Studio) -> tuple[MatchAtTable, LanPlayers]:
    made, company, _lan_game = _begun(studio, "burako", 4)
    company.session.set_table_paused(paused=True)
    return made, company


def _without_rack(studio: Studio, game: str) -> Scene:
    """A table at which a bot has our chair."""
    from game.client.lan.others import LanPlayers

    class WithoutRack(LanPlayers):
        @property
        def onlooker(self) -> OnlookerNotice:
            return OnlookerNotice(phrase("watch.bot"), phrase("watch.bot_line"), phrase("company.take"), self.take_seat)

    made, company, lan_game = _begun(studio, game, 4)
    return studio.table(replace(made, company=WithoutRack(studio.context, company.lan, lan_game, company.session)))


def below_lan(studio: Studio, name: str) -> Scene | None:
    """Return the scene below a LAN pop-up; None for any other scene."""
    if name == "lan hall quit":
        return _kept_hall(studio)
    if name == "lan name":
        return studio.title()
    if name == "lan password":
        return list_of_tables(studio, ROWS)
    if name == "lan pause":
        return studio.table(_paused(studio)[0])
    if name == "lan code":
        return _room(studio, talk=False)
    return _room(studio, talk=True) if name == "lan chair" else None


def lan_scenes(studio: Studio) -> Iterator[Made]:
    """Yield every scene of the LAN, in its states."""
    yield "lan lobby empty", partial(list_of_tables, studio, ())
    yield "lan lobby", partial(list_of_tables, studio, ROWS)
    yield (
        "lan lobby of 40",
        partial(list_of_tables, studio, tuple(_row(at, "burako", f"Host {at}") for at in range(40))),
    )
    yield "lan hall", partial(hall_of, studio)
    yield "lan hall refused", partial(hall_of, studio, refused=Reason.TABLE_FULL)
    yield "lan hall calling", partial(hall_of, studio, inside=False)
    yield "lan hall closed", partial(hall_of, studio, inside=False, refused=Reason.CLOSED)
    yield "lan hall round", partial(_wall, studio, "round")
    yield "lan hall standings", partial(_wall, studio, "standings")
    yield "lan hall of the same tiles", partial(_wall, studio, "tables", same=True)
    yield "lan hall partners", partial(_partners, studio)
    yield "lan hall people", partial(_people, studio)
    yield "lan hall quit", lambda: ask_to_quit(studio.context.preferences)
    yield "lan night", lambda: HostHall(studio.context, _lan(studio))
    yield "lan night of rounds", partial(_night, studio)
    yield "lan night of the same tiles", partial(_same_night, studio)
    yield "lan hall of ours", partial(_kept_hall, studio)
    yield "lan host", lambda: HostTable(studio.context, _lan(studio))
    yield "lan password", lambda: AskPassword(studio.context, lambda _word: None)  # type: ignore[arg-type,return-value] # nobody answers
    yield "lan name", lambda: AskName(studio.context)
    yield "lan room", partial(_room, studio, talk=True)
    yield "lan room quiet", partial(_room, studio, talk=False)
    yield "lan room calling", partial(_calling, studio, gone=False)
    yield "lan room unanswered", partial(_calling, studio, gone=True)
    yield "lan chair", partial(_menu, studio)
    yield (
        "lan code",
        lambda: CodePage(studio.context, write_code("BCTL", HERE, DEFAULT_PORT), (HERE,)),
    )
    yield "lan netcheck", partial(_netcheck, studio)
    yield "lan dealing", partial(_dealing, studio)
    yield "lan company", partial(_company, studio)
    yield "lan company in a hall", partial(_company_in_hall, studio)
    yield "lan pause", lambda: PausePage(studio.context, _paused(studio)[1])
    yield "lan stalled", lambda: CompanyPage(studio.context, _stalled(studio)[1])
    yield "lan table stalled", lambda: studio.table(_stalled(studio)[0])
    yield "lan without rack burako", partial(_without_rack, studio, "burako")
    yield "lan without rack rummikub", partial(_without_rack, studio, "rummikub")
    yield "lan table burako", partial(_table, studio, "burako", 4)
    yield "lan table rummikub", partial(_table, studio, "rummikub", 4)
