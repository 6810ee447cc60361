"""The lines of the menus before a game, and what each means: pure, from what is known."""

from __future__ import annotations

from collections.abc import Collection

from rich.cells import cell_len

from rr_net.link import NOBODY_COMES, Lessons, Lobby, OptionPointedAt, Person, SeatState
from rr_net.safetext import clean
from rr_rules.registry import EDITIONS, FOLLOWERS, FOLLOWING, Edition
from rr_tui.board.header import KNOCK_ANSWERS
from rr_tui.board.model import PlayerModel
from rr_tui.client.chairs import (
    Knock,
    away,
    bots_for,
    gone,
    open_chairs,
    other_way,
    standing,
    waiting_for,
    wanting,
    ways_in,
)
from rr_tui.games.registry import idiom_of
from rr_tui.looks.idiom import Idiom
from rr_tui.looks.keys import Keys
from rr_tui.looks.profile import mark_of
from rr_tui.looks.spans import BLANK, Row, Span, spread, widen, width_of, wrap
from rr_tui.looks.wording import (
    begun,
    bot_words,
    called,
    count,
    declared_words,
    listed,
    outside,
    seat_role,
    told_of,
)
from rr_tui.widgets.menu import MenuItem, item

NAME = 16
BOT = 11
"""Cells of a kind of bot, and of the words before it."""
LEAST_NAME = 9
"""Cells of a name in the lobby: with a longer one less is seen of what stands behind it."""
FRIENDS = "The line to send, the code, the keys, and the line as a code for a phone."
DEAL_NOW = "The game begins at once, whoever is ready."
BOTS_TAKE = "A bot takes each free seat."
GOES_ON = "The next game takes the place of this page; the check is told there too."
LEARN = "A lesson or the tour of 90 seconds, while you wait. The deal ends it."


def knock_row(knock: Knock, keys: Keys, right: Row, width: int) -> Row:
    """Who waits for an answer, with the key that lets in."""
    row: Row = (Span(" "), Span(f" {knock.words} ", ground="alert"))
    for binding, does in zip(knock.answers, KNOCK_ANSWERS, strict=False):
        row = (*row, Span(f" [{keys.short(binding)}]", "keyword"), Span(f" {does}", "muted"))
    return spread(row, right if width_of(row) + width_of(right) < width else (), width)


def lobby_items(model: PlayerModel) -> list[MenuItem]:
    """Everything that can be done before the deal."""
    lobby = model.lobby
    if lobby is None:
        return []
    items = [seat_item(model, seat) for seat in lobby.seats]
    items += _own_items(lobby, my_seat(model), idiom_of(model))
    items.append(_settings_item(lobby))
    items.append(_people_item(lobby))
    if model.is_host:
        items += _table_items(model, lobby)
    items.append(item("learn", "Learn…", LEARN))
    items.append(item("history", "Past games…", "Who was there, how they ended, ratings."))
    items.append(item("notes", "Before you play…", "What everybody should know."))
    items.append(item("proof", "What is proved, what is not…", "And what you can do about it."))
    if model.is_host:
        has_free = any(seat.kind == "empty" for seat in lobby.seats)
        words = "Deal now, with bots on the free seats" if has_free else "Deal now"
        note = f"{DEAL_NOW} {BOTS_TAKE}" if has_free else DEAL_NOW
        items.append(item("start", words, note, role="accent", is_grave=True))
    return items


def _table_items(model: PlayerModel, lobby: Lobby) -> list[MenuItem]:
    """What the host alone may choose; what is fixed is no choice."""
    items = []
    if model.welcome is not None and len(model.welcome.games) > 1:
        words = f"Game: {clean(lobby.game_name, 30)}…"
        items.append(item("game", words, "Enter chooses another game."))
    if lobby.fewest < lobby.most:
        items.append(item("seats", f"Number of seats: {len(lobby.seats)}", "Enter changes it."))
    if ways_in(lobby):
        items.append(item("friends", "Invite friends…", FRIENDS))
    return [*items, _invites_item(lobby)]


def goal_rows(model: PlayerModel, width: int) -> list[Row]:
    """What is played, and what it is about."""
    if model.lobby is None:
        return []
    now = next((each for each in game_editions(model).values() if _is_now(model, each)), None)
    goal = wrap(now.goal, width) if now is not None else []
    name = now.name if now is not None else clean(model.lobby.game_name, 40)
    return [(Span(name, "title"),), *((Span(line),) for line in goal), BLANK]


def waits_rows(model: PlayerModel, width: int) -> list[Row]:
    """What the deal waits for, where somebody is ready for it."""
    waits = clean(model.lobby.waits, 400) if model.lobby is not None else ""
    return [*((Span(line, "warning"),) for line in wrap(waits, width)), BLANK] if waits else []


def _is_now(model: PlayerModel, edition: Edition) -> bool:
    lobby = model.lobby
    chosen = {"nefarious": "off"}
    chosen |= {option.name: option.value for option in lobby.options} if lobby is not None else {}
    return lobby is not None and edition.fits(lobby.game, chosen)


def game_items(model: PlayerModel) -> list[MenuItem]:
    """The games of this host, each edition as an entry of its own."""
    return [
        item(key, each.words, "now" if _is_now(model, each) else each.goal)
        for key, each in game_editions(model).items()
    ]


def game_editions(model: PlayerModel) -> dict[str, Edition]:
    """What the host can choose among: the editions of the games that it has."""
    games = model.welcome.games if model.welcome is not None else ()
    found: list[Edition] = []
    for game, name in games:
        found += [each for each in EDITIONS if each.game == game] or [Edition(name, game, {})]
    return {str(number): each for number, each in enumerate(found)}


def my_seat(model: PlayerModel) -> SeatState | None:
    """The seat of this player."""
    seats = model.lobby.seats if model.lobby else ()
    return next((seat for seat in seats if seat.seat == model.seat), None)


def seat_item(model: PlayerModel, seat: SeatState) -> MenuItem:
    """One seat: who sits there and whether they are ready."""
    lobby = model.lobby
    assert lobby is not None
    mine = seat.seat == model.seat
    if seat.kind == "empty":
        note = "Enter: sit down here, or put a bot here." if model.is_host else ""
        return MenuItem(f"seat:{seat.seat}", (Span("a free seat", "muted"),),
                    note or "Enter: sit down here.")  # fmt: skip
    who = Span(f"{widen(clean(seat.name, 32), _name_cells(lobby))} ", seat_role(seat.seat))
    words = (who, *_state(lobby, seat, mine=mine, is_for_me=model.seat < 0))
    return MenuItem(f"seat:{seat.seat}", words, _seat_note(model, seat, mine=mine))


def _state(lobby: Lobby, seat: SeatState, *, mine: bool, is_for_me: bool) -> Row:
    if seat.kind == "bot" and is_for_me:
        return (Span("a seat for you", "accent"),)
    if seat.kind == "bot":
        return (Span(bot_words(seat), "muted"),)
    # It means nothing before somebody has chosen, and the own has a line of its own.
    is_told = bool(lobby.declaration) and seat.declared > 0 and not mine
    words = declared_words(lobby, seat)
    declared = words if lobby.declarable else f"{lobby.declaration} {words}"
    said = (
        Span("you" if mine else "", "accent"),
        Span("ready", "success") if seat.ready else Span("not ready", "muted"),
        Span("(checks)" if seat.checks else "", "success"),
        Span(declared if is_told else "", "muted"),
        Span("" if seat.connected else "away", "danger"),
    )
    return tuple(each._replace(text=f"{each.text} ") for each in said if each.text)


CHECKS = "(checks): their client checks the record, and signs their answers."
CHECKS_MINE = "Your client checks the record of the game, and signs your answers."


def _name_cells(lobby: Lobby) -> int:
    """The cells that the longest name takes, up to what there is room for."""
    names = [clean(seat.name, 32) for seat in lobby.seats if seat.kind != "empty"]
    return max(LEAST_NAME, min(NAME, max(map(cell_len, names), default=0)))


def _seat_note(model: PlayerModel, seat: SeatState, *, mine: bool) -> str:
    note = _what_enter_does(model, seat, mine=mine)
    words = CHECKS_MINE if mine else CHECKS
    return f"{note} {words}" if seat.checks else note


def _what_enter_does(model: PlayerModel, seat: SeatState, *, mine: bool) -> str:
    if mine:
        return "This is your seat: Enter gives it back."
    if seat.kind == "bot":
        if model.is_host:
            return "Enter: what the host can do here."
        gets_up = f"Enter: sit down here, {clean(seat.name, 32)} gets up."
        return gets_up if model.seat < 0 else "A bot plays this seat."
    if model.is_host:
        return "Enter: what the host can do here."
    return f"{clean(seat.name, 32)} sits here: this seat is taken."


DEALT_THEN = "The deal begins when all seats are taken and ready."
KEYS_THEN = "At the deal press any keys, many and at once: that shuffles."
SIT_FIRST = "First take a seat: Enter on a free one."
NONE_FREE = "No seat is free: you watch. A seat that is given up can be taken here."
CLIENT_THEN = "Your client gives to the shuffle by itself."


def _own_items(lobby: Lobby, mine: SeatState | None, idiom: Idiom) -> list[MenuItem]:
    """What one says of the own seat; the lines stand there before one sits, so no digit moves."""
    if mine is None:
        lines = ["I am ready", *([f"My {lobby.declaration}…"] if lobby.declaration else [])]
        keys = ("ready", "declare")
        note = SIT_FIRST if any(seat.kind != "player" for seat in lobby.seats) else NONE_FREE
        return [item(*each, note, is_open=False) for each in zip(keys, lines, strict=False)]
    ready = "I am not ready yet" if mine.ready else "I am ready"
    does = "Enter takes it back." if mine.ready else "Enter: you are ready."
    shared = CLIENT_THEN if mine.checks else KEYS_THEN
    note = f"{does} {DEALT_THEN if lobby.fairness == 'solo' else shared}"
    items = [item("ready", ready, note, role="accent")]
    if lobby.declaration:
        words = f"My {lobby.declaration}: {declared_words(lobby, mine)}"
        items.append(item("declare", words, idiom.declaring))
    return items


def declaring_items(lobby: Lobby, mine: SeatState) -> list[MenuItem]:
    """What a seat may declare now, of the things that the game has for it."""
    items = []
    for number, words in enumerate(lobby.declarable):
        is_open = number in mine.may_declare
        items.append(item(str(number), words, "" if is_open else "Another seat has chosen this.",
                          is_open=is_open))  # fmt: skip
    return items


def _settings_item(lobby: Lobby) -> MenuItem:
    now = next((each.title for each in lobby.presets if each.holds), "")
    words = f"Options: {clean(now, 20)}…" if now else "Options…"
    return item("options", words, _settings_note(lobby))


def _settings_note(lobby: Lobby) -> str:
    changed = [each for each in lobby.options if each.counts and each.value != each.default]
    words = ", ".join(f"{called(each)}: {clean(each.word or each.value, 30)}" for each in changed)
    return f"Not the usual: {words}." if changed else "All as usual."


def _people_item(lobby: Lobby) -> MenuItem:
    names = [told_of(person) for person in lobby.people]
    waiting = [told_of(person) for person in lobby.people if not person.admitted]
    door = (Span(f" {len(waiting)} at the door ", ground="alert"),) if waiting else ()
    words = (Span(f"People ({len(names)})… "), *door)
    note = f"At the door: {'; '.join(waiting)}." if waiting else ", ".join(names)
    return MenuItem("people", words, note)


def _invites_item(lobby: Lobby) -> MenuItem:
    waiting = [clean(each.name, 32) for each in lobby.invitations if each.code]
    note = f"Not here yet: {', '.join(waiting)}." if waiting else "A code for one person alone."
    return item("invite", f"Invites by name ({len(lobby.invitations)})…", note)


OF_EDITION = "of:"
"""What the keys begin with that lead to the lessons of another edition."""


def lesson_items(lessons: Lessons, met: Collection[str] = (), edition: str = "") -> list[MenuItem]:
    """The lessons of an edition with their marks, few enough that each has a key: its number.

    The tour has none and comes behind them, and behind those that are offered first the other
    editions stand.
    """
    editions = list(dict.fromkeys(each.edition for each in lessons.lessons))
    named = edition or next(iter(editions), "")
    own = [
        item(each.id, f"{clean(each.title, 30)}{mark_of(each.id, met)}", clean(each.about, 120))
        for each in sorted(lessons.lessons, key=lambda each: each.number == 0)
        if each.edition == named
    ]
    others = [] if edition else [each for each in editions if each != named]
    return [*own, *(item(f"{OF_EDITION}{each}", f"{clean(each, 30)}…") for each in others)]


STAY = "stay"
"""The key of the line that leaves the number of seats as it is."""


def number_items(lobby: Lobby) -> list[MenuItem]:
    """The numbers of seats that the game has; the key of each is its own digit."""
    now = len(lobby.seats)
    return [
        item(str(number), count(number, "seat"), "As it is now." if number == now else "")._replace(
            digit=number
        )
        for number in range(lobby.fewest, lobby.most + 1)
    ]


def fewer_items(lobby: Lobby, seats: int) -> list[MenuItem]:
    """Whether there shall be so few seats that somebody loses one."""
    words = f"{count(seats, 'seat')} all the same"
    stay = item(STAY, f"Stay with {count(len(lobby.seats), 'seat')}", "Nobody loses a seat.")
    return [stay, item("fewer", words, "Who has no seat then is told so, and may stay to watch.")]


def seat_items(lobby: Lobby, seat: SeatState, *, may_sit: bool = False) -> list[MenuItem]:
    """What the host can do with a seat."""
    if seat.kind == "player":
        return [
            item("kick", "Send this player away", "They need the new code to come back."),
            item("ban", "Send away for good", "Their key is not let in again."),
        ]
    bots = [_bot_item(lobby, seat, kind) for kind in lobby.bots if kind.id not in FOLLOWERS]
    if seat.kind == "bot":
        sits = [item("sit", "Sit here")] if may_sit else []
        return [*sits, item("free", "Free the seat"), *bots, *_way_item(lobby, seat)]
    return [item("sit", "Sit here"), *bots]


def _bot_item(lobby: Lobby, seat: SeatState, kind: OptionPointedAt) -> MenuItem:
    """A kind of bot with what it does; by strength first, then those named by how they think.

    Where the bot of the seat follows, one of another strength does too.
    """
    words = clean(kind.text, 60)
    row = (Span(f"{widen(f'Bot, {clean(kind.id, 16)}', BOT)} "), Span(words, "muted"))
    usual = "It is the usual one here." if kind.id == lobby.best else ""
    note = f"A bot takes this seat, and {words}. {usual}".rstrip()
    follows = seat.bot in FOLLOWERS and kind.id in FOLLOWING
    return MenuItem(FOLLOWING[kind.id] if follows else kind.id, row, note)


def _way_item(lobby: Lobby, seat: SeatState) -> list[MenuItem]:
    """The line that has a bot follow, or lead again, in a game that is played together."""
    way = other_way(lobby, seat)
    if way is None:
        return []
    row = (Span(f"{widen(begun(way.called), BOT)} "), Span(way.does, "muted"))
    return [MenuItem(way.kind, row, way.note)]


def bot_item(lobby: Lobby, seat: SeatState) -> MenuItem:
    """A bot among the people: how strong it is, where it sits and what it does."""
    does = next((f"It {clean(each.text, 60)}." for each in lobby.bots if each.id == seat.bot), "")
    state = f"seat {seat.seat + 1}: {bot_words(seat)}"
    words = (Span(f"{widen(clean(seat.name, 32), NAME)} "), Span(state, "muted"))
    return MenuItem(f"bot:{seat.seat}", words, does)


def person_item(person: Person, *, is_host: bool) -> MenuItem:
    """Somebody who is here, and what the host can do about it."""
    place = "spectator" if person.seat < 0 else f"seat {person.seat + 1}"
    state = place if person.admitted else outside(person)
    state = state if person.asks_for < 0 else "would like a seat: Enter gives it"
    host = Span(" host", "accent") if person.is_host else Span("")
    words = (Span(f"{widen(clean(person.name, 32), NAME)} "), Span(state, "muted"), host)
    acts = "Enter: send away. " if is_host and not person.is_host else ""
    acts = acts if person.admitted else "Enter: let in, or send away for good. "
    note = f"{acts}{clean(person.fingerprint, 80)}".rstrip()
    return MenuItem(person.name, words, note, is_grave=bool(acts))


def note_rows(model: PlayerModel, width: int, bullet: str) -> list[Row]:
    """What everybody should know before the deal: what is committed to, and how it is played."""
    lobby = model.lobby
    if lobby is None or width < 10:
        return []
    rows: list[Row] = [(Span("Before you play", "title"),)]
    for note in lobby.notes:
        role = "warning" if note.endswith(NOBODY_COMES) else "text"
        first, *others = wrap(clean(note, 400), width - 2) or ("",)
        rows.append((Span(f"{bullet} ", "muted"), Span(first, role)))
        rows += [(Span(f"  {line}", role),) for line in others]
    return rows


def _again(model: PlayerModel, want: str) -> MenuItem:
    """Another game, and with whom: no bot takes a seat that nobody has heard of."""
    left, lost = gone(model), away(model)
    again = clean(model.lobby.again, 40) if model.lobby is not None else ""
    words = f"{again or 'Play again'}{f', {bots_for(left)}' if left else ''}"
    told = [
        f"Wanted by {want}." if want else "" if left or lost else "With the same people.",
        f"{listed(left)} {'has' if len(left) == 1 else 'have'} left." if left else "",
        f"{listed(lost)}: away, the seat is kept." if lost else "",
    ]
    return item("rematch", words, " ".join(filter(None, told)), is_grave=True)


def another_game(model: PlayerModel) -> list[MenuItem]:
    """What there is to be said for the next game, and the chairs that can be had in it."""
    me = model.me.name if model.me is not None else ""
    others = ", ".join(name for name in waiting_for(model) if name != me)
    want = ", ".join(name for name in wanting(model) if name != me)
    waits = f"waiting for {others}" if others else "it begins at once"
    items: list[MenuItem] = []
    if model.seat >= 0 and me in wanting(model):
        words = f"You want another game: {waits}"
        items.append(item("rematch", words, GOES_ON, role="accent", is_grave=True))
    elif model.seat >= 0:
        items.append(_again(model, want))
    elif words := standing(model):
        items.append(item("promised", words, f"{waits[0].upper()}{waits[1:]}."))
    seats = model.lobby.seats if model.lobby is not None else ()
    has_others = any(seat.kind == "player" and seat.seat != model.seat for seat in seats)
    if model.is_host and (has_others or model.seat < 0):
        note = "Who has not answered keeps the seat: a bot plays there until a key is pressed."
        items.append(item("start", "Deal now, bots for the others", note, is_grave=True))
    for seat in open_chairs(model):
        words = f"Take {clean(seat.name, 32)}'s seat" if seat.name else "Take a free seat"
        about = "Yours in the next game."
        items.append(item(f"chair:{seat.seat}", words, about, role="accent", is_grave=True))
    return items
