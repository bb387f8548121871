"""The words of playing on the network: finding a table, hosting one, the waiting room, the others at the table."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

SENTENCES: Final[dict[str, str | Plural]] = {
    "title.lan": "Play with friends",
    "title.rename": "Change your name",
    "title.seat_waits": "Your seat with {names} waits",
    "title.seat_note": "{game}, left {when}. They may be waiting, or a bot plays for you.",
    "title.come_back": "Come back",
    # the name
    "name.title": "What are you called?",
    "name.field": "Your name",
    "name.note": "The others at the table see it.",
    "name.keep": "That is me",
    # the tables on the network
    "lobby.title": "Play with friends",
    "lobby.you": "you are {name}",
    "lobby.tables": "Tables on your network",
    "lobby.looking": "looking",
    "lobby.found": Plural("{n} found", "{n} found"),
    "lobby.none": "No table has shown up yet.",
    "lobby.step_1": "**1** One of you chooses **Host a table** on this page.",
    "lobby.step_2": "**2** The others open **Play with friends** too, on computers in the same network.",
    "lobby.step_3": "**3** The table shows up here by itself: choose it, then **Join**.",
    "lobby.unheard": "Tables do not show up by themselves here ({why}). Type the address on the host's screen.",
    "lobby.hint": (
        "Somebody not in the list? Ask for the address on their screen and type it. Both computers must be on the same "
        "network; a firewall may ask for leave the first time."
    ),
    "lobby.again": "Look again",
    "lobby.looked": "Looked {seconds} s ago",
    "lobby.test": "Test the network",
    "lobby.join": "Join",
    "lobby.join_reason": "Choose a table in the list first.",
    "lobby.watch": "Watch",
    "lobby.come_back": "Come back",
    "lobby.own_seat": "{seats} are playing · your seat is kept",
    "lobby.full": "All {seats} chairs are taken · you can watch",
    "lobby.host_title": "Host a table",
    "lobby.host_about": "It shows up by itself on the other screens. Bots take the empty chairs.",
    "lobby.host": "Host a table",
    "lobby.type": "Join by address or code",
    "lobby.address": "Address or short code",
    "lobby.address_note": "Like 192.168.1.24, a computer's name, or the code on the host's screen.",
    "lobby.no_address": "That is neither a code nor an address. An address looks like 192.168.1.24:47815.",
    "lobby.no_code": "No table here has the code {letters}. Type the longer one or an address from the host's screen.",
    "lobby.code_twice": "Two tables have that code. Choose yours in the list.",
    "lobby.last": "Last hosts",
    "lobby.last_note": "{game} · {address}",
    "lobby.hosted": "{game}, hosted by {name}",
    "lobby.announced": "{game}, code {letters}",
    "lobby.seats": "{taken} of {seats} chairs taken · code {letters}",
    "lobby.seats_locked": "{taken} of {seats} chairs taken · password · code {letters}",
    "lobby.ms": "{value} ms",
    "lobby.asking": "{taken} of {seats} chairs taken · asking whether it is there",
    "lobby.playing": "{seats} are playing · you can watch",
    "lobby.silent": "It does not answer. Its computer may sleep, or a firewall stands between.",
    "lobby.other_version": "It speaks another version. Both should install the newest Comodín.",
    "lobby.other_rules": "It plays by another version of the rules. Both should install the newest Comodín.",
    # the password
    "password.title": "This table has a password",
    "password.field": "Password",
    "password.note": "Ask the host for it. Capital letters and accents count.",
    "password.stay": "Back",
    "password.go": "Come in",
    # hosting
    "host.title": "Host a table",
    "host.aside": "on your network",
    "host.game": "Game",
    "host.clock": "Time for a turn",
    "host.password": "Password",
    "host.password_note": "Leave it empty for a table that anybody may join.",
    "host.about": (
        "Empty chairs can be given to bots in the waiting room. Every program at the table knows a bot's tiles; none "
        "shows them."
    ),
    "host.open": "Open the table",
    "host.change": "Use these rules",
    # the waiting room
    "room.calling": "Waiting room",
    "room.title": "{game}: waiting room",
    "room.aside": "hosted by {name}",
    "room.aside_own": "your table, code {letters}",
    "room.waiting_for_host": "Calling {address}",
    "room.calling_line": "It takes a few seconds until the other computer answers.",
    "room.reading": "Reading the match, and checking its deals once more",
    "room.seats": "Seats",
    "room.seats_aside": "choose a free chair or a bot's to sit there",
    "room.seats_aside_host": "choose a chair to change it, drag a name to move it",
    "room.watchers": Plural("{n} watches", "{n} watch"),
    "room.free": "Empty chair",
    "room.free_state": "Free",
    "room.you_watch": "You are watching. Choose a chair without a person to sit down.",
    "room.free_note": "chair {number} · choose it to sit there",
    "room.free_note_host": "chair {number} · choose it to put a bot there",
    "room.away": "Away",
    "room.is_ready": "Ready",
    "room.not_ready": "Not ready",
    "room.note_none": "chair {number} · {who}",
    "room.note_us": "chair {number} · side one · {who}",
    "room.note_them": "chair {number} · side two · {who}",
    "room.who_you": "you",
    "room.who_host": "host",
    "room.who_person": "on your network",
    "room.who_bot": "bot",
    "room.who_muted": "muted",
    "room.rules": "Rules of this table",
    "room.players": Plural("{n} player", "{n} players"),
    "room.differs": "**Not as usual:** {told}",
    "room.rule": "**{option}**: {value}",
    "room.as_usual": "Everything else as it usually is",
    "room.sealed": "The deal is sealed: no program sees a person's hidden tiles",
    "room.by_hall": "The hall deals the same tiles at all tables. It can read them; no player's program can.",
    "room.voids": Plural(
        "Breaking a round off costs {points} points and the chair",
        "Breaking a round off costs {points} points; after {n} times, also the chair",
    ),
    "room.digest": "options {digest}",
    "room.empty": Plural(
        "One chair is empty. A person or a bot can take it.", "{n} chairs are empty. People or bots can take them."
    ),
    "room.fill": "Bots for the empty chairs",
    "room.wait": "Waiting for {name} to be ready.",
    "room.wait_you": "The others wait for you to be ready.",
    "room.came": "{name} has sat down",
    "room.went": "{name} has left",
    "room.all_ready": "All are ready. The host can begin.",
    "room.opening": "The table is being opened.",
    "room.where": "Others see this table in their list, or type {addresses} or the code {letters}.",
    "room.unheard": "The table cannot announce itself ({why}). Others type the code {letters} or {addresses}.",
    "room.code": "Show the code",
    "code.title": "Join with this code",
    "code.line": "Type it under Play with friends, on a computer in the same network. The picture says the same.",
    "code.addresses": "Or type one of these addresses:\n{addresses}",
    "code.copy": "Copy",
    "code.copied": "Copied",
    "room.ready": "I am ready",
    "room.unready": "Not ready yet",
    "room.start": "Deal the tiles",
    "room.options": "Change the rules",
    "room.password": "Type the password",
    "room.trust": "Join all the same",
    "room.who_other": "not the Comodín of the last time: compare the words on the shield",
    "room.leave": "Leave",
    "room.close_title": "Close this table?",
    "room.close_line": "{names}: they came to play and will have to go.",
    "room.close": "Close the table",
    # a chair
    "chair.about": "What would you like to do?",
    "chair.about_bot": "A bot can play here. How strong shall it be?",
    "chair.free_title": "Chair {number}",
    "chair.sit": "Sit here",
    "chair.free": "Leave it empty",
    "chair.mute": "Mute",
    "chair.hear": "Hear again",
    "chair.away": "Send away",
    # talk
    "talk.title": "Talk",
    "talk.bubble": "{name}: {text}",
    "talk.title_line": "({n}) {name}: {text}",
    "talk.none": "Nothing has been said since you came.",
    "talk.place_unread": "{place} ({n})",
    "talk.you": "you",
    "talk.hushed_talk": "That was too much talk at once and was not passed on. Wait a moment.",
    "talk.hushed_pause": "The table was paused too often; that was not passed on. Wait a moment.",
    "talk.hushed_wish": "You changed chairs or were ready too often; that was not passed on. Wait a moment.",
    "talk.hushed_preview": "Your tiles moved too often to be shown to the others. They see what you lay.",
    "talk.watcher": "A watcher",
    "talk.write": "Write to the table",
    "talk.send": "Send",
    "talk.phrases": "Phrases, on the keys 1 to 6; each reads them in their own language",
    "talk.mute_all": "Mute all",
    "talk.phrase.luck": "Good luck!",
    "talk.phrase.well": "Well played",
    "talk.phrase.moment": "One moment",
    "talk.phrase.turn": "Your turn?",
    "talk.phrase.thanks": "Thank you",
    "talk.phrase.sorry": "Sorry!",
    # between two rounds, and whom the table waits for
    "dealing.rest": "The next round begins soon",
    "dealing.rest_line": "It begins when everybody is here.",
    "herald.turn": "Your turn: go to the table",
    "herald.turn_clock": "Your turn, {seconds} s: go to the table",
    "reading.others": "{names}: still reading · {seconds} s",
    "reading.you": "The others have read it · {seconds} s",
    "reading.nobody": "All have read it",
    "reading.begun": "The next round has begun",
    "reading.more": "More time",
    "waits.paused": "{name} paused the table",
    "waits.paused_you": "You paused the table",
    "waits.paused_line": "Nobody's clock runs. Anybody who plays can go on.",
    "waits.sealing": "Shuffling together",
    "waits.sealing_line": "No program sees what the others get; it takes a moment.",
    "waits.by_hall": "The hall deals",
    "waits.same": "The other tables still play these tiles",
    "waits.same_line": "The round is scored when all of them have played it.",
    "waits.host_deals": "The hall alone can deal here: the match waits until it is back.",
    "waits.share": "Waiting for {name}",
    "waits.share_line": "Their program has not sent its part yet. Nobody's clock runs.",
    "waits.late": "{name} is not heard",
    "waits.late_line": "Perhaps only for a moment.",
    "waits.away": "{name} is away",
    "waits.away_line": "For {seconds} s. A vote is possible in {left} s.",
    "waits.away_since": "For {seconds} s.",
    "waits.away_vote": "For {seconds} s. You can vote for a bot in the seat now.",
    "waits.calling": "Calling the table",
    "waits.host": "The host is away",
    "waits.host_line": "The program keeps calling; your seat stays yours.",
    "waits.host_watched": "The program keeps calling and finds whoever hosts next.",
    # who has no rack at this table
    "watch.title": "You are watching",
    "watch.line": "You see what lies on the table and no rack. Nobody waits for you.",
    "watch.stop": "Stop watching",
    "watch.bot": "A bot plays for you",
    "watch.bot_line": "Ask for your seat, and it is yours again from the next round.",
    "watch.asked": "Yours from the next round",
    "waits.stalled": "The host is stuck",
    "waits.stalled_line": "To go on without it, open “At this table”.",
    "waits.frozen": "The host cannot be trusted",
    "waits.frozen_line": "The next player takes the table over.",
    "toast.alone.what": "Nobody else is at this table",
    "toast.alone.why": "You play against bots, and they do not talk.",
    "toast.alone.mend": "To play with others, choose Play with friends on the title.",
    # the others
    "company.title": "At this table",
    "company.seats": "Who is here",
    "company.here": "Here",
    "company.here_ms": "Here · {value} ms",
    "company.away": "Away",
    "company.late": "Not heard",
    "pause.line": "The clock stands. No rack can be seen or moved until somebody goes on.",
    "pause.lasts": "{time} so far",
    "pause.here": "Here: {names}",
    "pause.away": "Not here: {names}",
    "pause.talk": "Talk",
    "company.pause": "Pause for everybody",
    "company.go_on": "Go on",
    "company.back": "Back to the table",
    "company.vote": "Vote: a bot takes the seat",
    "company.vote_later": "Possible when somebody has been away for two minutes.",
    "company.voted": (
        "Your vote was sent. When most of those who are here agree, the round is dealt anew with a bot in that seat."
    ),
    "company.forsake": "Go on without the host",
    "company.forsake_later": "The host may still come back. After two minutes the others can go on.",
    "company.forsaken": "You gave the host up. When most agree, the next in order hosts.",
    "company.take": "Take my seat back",
    "company.taking": "You get your seat back before the next round.",
    "company.leave_button": "Leave the table",
    "company.leave_title": "Leave this table?",
    "company.leave_line": (
        "Come back later: the others wait, and your seat stays yours. Leave for good: a bot takes your seat."
    ),
    "company.leave_host": (
        "Come back later: the others wait for their host. Leave for good: a bot takes your seat, and the next person "
        "hosts the table."
    ),
    "company.leave_price": (
        "{line} If they wait and then vote for a bot, the round is dealt anew and costs you {points} points."
    ),
    "company.leave_watch": "Nobody waits for you; come back and watch as long as they play.",
    "company.leave_bot": "A bot plays for you. Come back as long as they play and ask for your seat.",
    "company.suspend": "Come back later",
    "company.leave": "Leave for good",
    # what happened at the table
    "news.title": "At the table",
    "news.away": "{name} is away.",
    "news.voted": "{name} says that {other} is gone for good.",
    "news.back": "{name} is back.",
    "news.bot_sits": "A bot plays for {name} now.",
    "news.person_sits": "{name} has the seat back.",
    "news.void": "This round does not count; it is dealt anew. Whoever broke it off pays for it.",
    "news.host": "{name} hosts the table now.",
    "news.stalled": (
        "{name} hosts, is here and takes nothing of what the others play. "
        "If most of you agree, the next in order hosts."
    ),
    "news.rewound": "The match went back to where all had the same.",
    "news.rejected": "Your move came too late and was not taken. Look at the table and move again.",
    "news.the_host": "The host",
    "news.asked": "{name}'s program has another table than yours. It is working it out anew.",
    "news.disputed": (
        "Your program still sees another table than the host's, even worked out anew. "
        "Each side has kept what it has. If that happens again, install the newest version."
    ),
    "news.parted": (
        "By the reckoning of {name}'s program, the host, your table does not follow from what was played, and a bot "
        "has your seat there. By this program's it does. "
        "Whoever agrees goes on with you; everybody has kept what they have."
    ),
    "news.moves_lost": "Moves of yours went with it: {moves}. Look at the table before you move.",
    "news.damaged": "Part of this match's file could not be read and was set aside. The others are asked for it.",
    "news.differs": "{name}'s table differs from another since entry {entry}, in {field}. What both have was saved.",
    "news.cured": "Your program's table was wrong. It was worked out anew and is right again.",
    "news.breach": (
        "The check after the round shows that {name} played a tile against the rules. Decide whether you play on."
    ),
    "news.bot_differs": "The bot {name} moved otherwise than this program finds. Ask whoever hosts the table.",
    "news.host_lied": (
        "What {name}'s program sent as the host does not follow from what was played, as this program finds. "
        "Nothing of it was taken; the next player takes the table over."
    ),
    "news.forked": (
        "It is proven: {name}'s program showed different players different histories of this match. "
        "It hosts no more, and a bot has its seat for the rest of the match."
    ),
    "news.untrue": (
        "{name}'s program vouched for a table that does not follow from what was played. "
        "A bot has the seat for the rest of the match."
    ),
    # the same news of a host without a seat
    "news.unseated_stalled": (
        "The host is here and takes nothing of what you play. If most of you agree, the next in order hosts."
    ),
    "news.unseated_parted": (
        "By the reckoning of the host's program your table does not follow from what was played, and a bot has your "
        "seat there. By this program's it does. "
        "Whoever agrees goes on with you; everybody has kept what they have."
    ),
    "news.unseated_host_lied": (
        "What the host's program sent does not follow from what was played, as this program finds. "
        "Nothing of it was taken; the next player takes the table over."
    ),
    "news.unseated_forked": (
        "It is proven: the host's program showed different players different histories of this match. It hosts no more."
    ),
    "news.other_line": "Others went on under a new host. Both matches are kept, and the one at this table counts.",
    "news.old_line": (
        "The host who was replaced went on. Both matches are kept, and the one at that host's table counts."
    ),
    "news.apart": (
        "{name} is cut off and the table plays on. Should {name} do the same, both matches are kept, and the one "
        "whose host was not replaced counts."
    ),
    # the shield
    "shield.title": "How this deal is sealed",
    "shield.whole": "**{what}.** {mend} {about}",
    "shield.about": (
        "All programs shuffle together and check one another, so that nobody needs to be trusted. After each round "
        "every program shows its part, and everything is checked once more."
    ),
    "shield.hall.what": "The hall deals, and could read every tile",
    "shield.hall.mend": (
        "A player's program sees its own tiles and nobody else's. The hall had fixed every tile before the first "
        "was seen, and after the round each program deals it again and compares."
    ),
    "shield.hall_name": "This deal is called {name} at every table that plays it.",
    "shield.compare": "Read each other these words: if they are the same for both of you, nobody stands between you.",
    "shield.you": "You",
    "shield.words": "**{name}:** {words}",
    "shield.words_other": "**{name}:** {words}. Not the Comodín of the last time.",
    "shield.breach": "{name} played a tile against the rules",
    "shield.breach_line": "The check after the round found it. The score stands; decide whether you play on.",
    # what went wrong
    "lan.nobody.what": "Nobody answers at {address}",
    "lan.nobody.mend": (
        "Check the address and that both computers are on the same network; a firewall may have to let Comodín in. The "
        "program keeps calling."
    ),
    "lan.host_gone.what": "The host has left, or cannot be heard",
    "lan.host_gone.mend": "This program keeps calling; go back to the list for another table.",
    "lan.no_port.what": "No port could be opened: {why}",
    "lan.no_port.mend": "Close other programs that use the network, or restart the computer.",
    "lan.no_disk.what": "The disk refuses to keep this match",
    "lan.no_disk.mend": "It says: {reason}. Make room, and the table goes on by itself.",
    "notice.lan_secret": (
        "The secret by which tables on the network know this Comodín was damaged. It was set aside and a new one made: "
        "to others you are somebody new, and a chair you had at a table is not yours any more."
    ),
    "lan.no_home": "The folder for matches on the network cannot be used: {why}",
    "lan.unsound_title": "Not on the network with this library",
    "lan.unsound.missing": (
        "The library for encryption lacks what a sealed deal needs. Install PyNaCl 1.6.2 or newer from PyPI, or a "
        "libsodium newer than 1.0.20."
    ),
    "lan.unsound.wrong": (
        "The library for encryption computes otherwise than those of the other players. Install PyNaCl 1.6.2 or newer "
        "from PyPI, or a libsodium newer than 1.0.20."
    ),
    "lan.unsound.accepts": (
        "The library for encryption lets through what could uncover or choose tiles. Install PyNaCl 1.6.2 or newer "
        "from PyPI, or a libsodium newer than 1.0.20."
    ),
    "lan.unreadable.what": "This match cannot be read any more",
    "lan.unreadable.mend": "Ask another player to go on with it and join there.",
    "notice.hosts_not_kept": "The last hosts could not be kept: {reason}.",
    "matches.lan_row": "{game} on the network · {names}",
    "matches.pad_row": "{game} at a real table · {names}",
    "matches.lan_over": "{when} · played on the network · over",
    "matches.lan_note": "{when} · goes on when the others are there",
    # the test of the network
    "netcheck.title": "Test of the network",
    "netcheck.adapters": "This computer's addresses",
    "netcheck.no_adapter": "No network was found. Plug in a cable or join a wireless network.",
    "netcheck.port": "Way in for others",
    "netcheck.port_usual": (
        "A table can open the usual port {port}. Only a second computer can tell whether others get through to it."
    ),
    "netcheck.port_other": (
        "The usual port is taken; a table would open on {port}. Only a second computer can tell whether others get "
        "through to it."
    ),
    "netcheck.port_none": "No port could be opened: {why}",
    "netcheck.port_testing": "Testing",
    "netcheck.heard": "Finding tables",
    "netcheck.heard_own": (
        "This computer hears its own announcement, which never leaves it: only a second one can tell the rest."
    ),
    "netcheck.with": "With a second computer",
    "netcheck.with_hint": (
        "Start 'comodin netcheck --with {address}' on a second computer, and at the same time the same here with the "
        "address it shows."
    ),
    "netcheck.with_reached": "It answers this computer.",
    "netcheck.with_not_reached": "It does not answer: check its address, its firewall, and whether it is testing too.",
    "netcheck.with_heard": "Its announcement is heard here.",
    "netcheck.with_not_heard": "Its announcement is not heard here: type addresses instead of looking in the list.",
    "netcheck.with_called": "It gets through to this computer.",
    "netcheck.with_not_called": (
        "It has not got through to this computer. Start the test there with this computer's address, or let Comodín in."
    ),
    "netcheck.heard_others": Plural("One other table was heard.", "{n} other tables were heard."),
    "netcheck.heard_none": (
        "Nothing was heard. Guest networks and some routers keep computers apart; type the address instead."
    ),
    "netcheck.heard_error": "Announcing failed: {why}. Type the address instead.",
    "netcheck.firewall": "If others cannot join",
    "netcheck.again": "Test again",
    "netcheck.linux": (
        "On Linux: let Comodín in with 'sudo ufw allow 47815/tcp' and 'sudo ufw allow 5353/udp', or in firewall-config."
    ),
    "netcheck.windows": (
        "On Windows: Settings, Privacy & security, Windows Security, Firewall: allow Comodín (or Python) on "
        "private networks."
    ),
    "netcheck.macos": (
        "On macOS: System Settings, Network, Firewall, Options: allow incoming connections for Comodín, and under "
        "Privacy & Security, Local Network, allow it there too."
    ),
}
