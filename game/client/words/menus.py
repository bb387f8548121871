"""The words of the screens around the table: title, new game, the list of matches, notices of the program."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

SENTENCES: Final[dict[str, str | Plural]] = {
    "title.motto": Plural("A tile game. One table.", "{n} tile games. One table."),
    "title.motto.5": "Five tile games. One table.",
    "title.players_or": "{least} or {most} players",
    "title.players_to": "{least} to {most} players",
    "title.play": "Play {game}",
    "title.new_game": "New game",
    "title.matches": "My matches",
    "title.settings": "Settings",
    "title.saved": "Saved match: {game}, round {round}",
    "title.no_saved": "A match you leave is kept here, to the last tile.",
    "title.looking": "Looking for your matches",
    "title.continue": "Continue",
    "title.all_keys": "all keys",
    "title.full_screen": "full screen",
    "title.quit": "quit",
    "title.calm": "Calm is off: tiles fly. Press to let nothing fly",
    "title.calm_on": "Calm is on: nothing flies. Press to let tiles fly",
    "title.sound": "Sound on or off",
    "player.default": "Player",
    "match.scores": "{first} {one}, {second} {other}",
    "match.score": "{name} {points}",
    "match.at": "{scores} · {when}",
    "when.today": "today {time}",
    "when.yesterday": "yesterday {time}",
    "new.title": "New game",
    "new.aside": "solo, on this computer",
    "new.rules": "Rules",
    "new.rules_aside": "which rules you play by",
    "new.seats": "Seats",
    "new.couples": "4 in couples",
    "new.count": "{n} players",
    "new.partner": "partner · bot",
    "new.left": "left · bot",
    "new.right": "right · bot",
    "new.across": "across · bot",
    "new.bot": "bot",
    "new.you": "you",
    "new.other_names": "Other bots",
    "new.us": "Us: {names}",
    "new.them": "Them: {names}",
    "new.your_name": "Your name",
    "new.summary": "You will play",
    "new.in_couples": "**{game}** in couples, you with {partner}",
    "new.against": "**{game}** against {name}",
    "new.with_others": Plural("**{game}** with one other", "**{game}** with {n} others"),
    "new.to_target": "To **{target}** points, several rounds",
    "new.rounds": Plural("**One** round", "**{n}** rounds"),
    "new.dealt": "{hand} tiles each",
    "new.dealt_dead": "{hand} tiles each, two dead hands of {dead}",
    "new.out": "Go out with a canasta, your dead hand taken and an empty rack",
    "new.out_any": "Go out with your dead hand taken and an empty rack",
    "new.out_rack": "Be the first to lay every tile",
    "new.no_clock": "No turn clock",
    "new.clock": "{seconds} seconds a turn",
    "new.rounds_go_on": "Round after round on the same table, until the stock is empty",
    "new.options": "Table options",
    "new.deal": "Deal the tiles",
    "new.refused": "{what}. {mend}",
    "options.title": "Table options",
    "options.of": "{game} · {group}",
    "options.done": "Done",
    "options.reset": "Back to “{preset}”",
    "level.easy": "Easy",
    "level.medium": "Medium",
    "level.hard": "Hard",
    "level.master": "Master",
    "level.easy_sees": "Easy lays what is plain to see, and overlooks some of it.",
    "level.medium_sees": "Medium finds all that it could lay, and judges at a glance.",
    "level.hard_sees": "Hard counts all it has seen, looks a little ahead, and may wait to lay more at once.",
    "level.master_sees": "Master plays each turn to the round's end in its head before it moves.",
    "matches.title": "My matches",
    "matches.aside": "kept to the last tile",
    "matches.none": "No match is kept here yet",
    "matches.none_note": "Every match you begin is written down tile by tile, and found here again.",
    "matches.row": "{game}, round {round} · {names}",
    "matches.note": "{scores} · {when} · {state}",
    "matches.state.running": "goes on",
    "matches.state.scored": "between two rounds",
    "matches.state.over": "over",
    "matches.state.won": "won",
    "matches.state.lost": "lost",
    "matches.state.cut": "goes on; its last move was not kept",
    "matches.state.damaged": "goes on; line {line} of the file is damaged",
    "matches.continue": "Continue",
    "matches.look": "Look at the scores",
    "matches.newer": "A newer Comodín wrote this match. Its file is left as it is.",
    "matches.delete": "Delete the match",
    "matches.undelete": "Bring the deleted match back",
    "matches.pick": "Choose a match.",
    "matches.is_over": "This match is over.",
    "matches.guest": "It belongs to the other Comodín that is open.",
    "matches.reading": "Reading your matches",
    "matches.search": "Look for a name or a date",
    "matches.filters": "Filters",
    "matches.more": Plural("One more", "{n} more"),
    "matches.none_such": "No match is like that. Ask for less.",
    "matches.game.all": "All games",
    "matches.kind.all": "Every kind",
    "matches.kind.alone": "Alone",
    "matches.kind.lan": "On the LAN",
    "matches.kind.pad": "Score pads",
    "matches.is.all": "Every state",
    "matches.is.running": "Running",
    "matches.is.over": "Over",
    "matches.level.all": "All levels",
    "notice.title": "Good to know",
    "notice.match": "Your match",
    "notice.home_guest": (
        "Comodín is already open in another window. You can play here too, but settings you change here last only "
        "until you close this one."
    ),
    "notice.home_read_only": "The folder {path} cannot be written. You can play, but nothing will be kept.",
    "notice.home_newer": (
        "A newer Comodín keeps this player's matches and settings. Here they can be looked at, and nothing is changed: "
        "what you play now is not kept."
    ),
    "notice.settings_damaged": (
        "The settings could not be read. They were set aside, and older ones or the usual ones are used."
    ),
    "notice.settings_newer": (
        "The settings were written by a newer Comodín. They are left as they are; changes made here last "
        "until you close."
    ),
    "notice.no_sound_device": "No sound device was found, so the game is silent. All that is heard is also seen.",
    "notice.match_not_kept": (
        "The match cannot be written down at the moment: {reason}. You can play on: what is missing is written as soon "
        "as that is possible."
    ),
    "notice.desk_not_kept": "Your unsent moves could not be kept: {reason}.",
    "notice.settings_not_kept": "The settings could not be kept: {reason}.",
    "notice.match_cut": (
        "The last move was not written down whole when the program ended, so the match goes on from the one before."
    ),
    "notice.match_damaged": (
        "Line {line} of the match is damaged. It goes on from the line before; a copy of the whole file was "
        "kept beside it."
    ),
    "notice.match_open": "This match is open in another Comodín. Close it there, then try again.",
    "notice.match_behind": (
        "The last moves of this match are not written down yet, because the disk does not take them. Try again when it "
        "does."
    ),
    "notice.match_lost": "The last moves of the match {file} could not be written down: {reason}.",
    "notice.match_not_deleted": "The file of the match could not be moved: {reason}.",
    "notice.match_unreadable": "This match cannot be read any more.",
    "notice.match_not_begun": (
        "The match cannot be written down: {reason}. You can play, but it will not be found again."
    ),
    "unit.plain": "{value}",
    "display.none": (
        "There is no display to open a window on. To watch a match without one, try: comodin demo --headless"
    ),
    "book.title": "Rule book",
    "book.way_back": "Back to what you read before",
    "book.way_forth": "Forward again",
    "book.tab_page": "Page",
    "book.tab_contents": "Contents",
    "book.search": "Search the rules",
    "book.found": Plural("{n} place, paragraphs: {parts}", "{n} places, paragraphs: {parts}"),
    "book.places": Plural("{n} place", "{n} places"),
    "book.nothing": "Nothing about “{words}”. Try one word, such as wild or pile.",
    "book.disagree": "Where texts disagree",
    "book.from_refusals": "Refused by this rule",
    "book.from_options": "Table options",
    "book.print": "A page to print",
    "book.printed": "The whole rule book is a page now, with every number a link: {file}",
    "book.not_printed": "The page could not be written: {reason}",
    "book.no_folder": "nothing can be kept in this folder",
    "book.to_table": "Back to the table",
    "book.show_rule": "Show rule {rule}",
    "book.from_refusal": "opened from “{what}”",
    "book.from_score": "opened from the score line “{what}”",
    "book.from_option": "opened from the option “{what}”",
}
