"""What is said at length: the lobby, people, the table, cards, the log, the end, a clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rr_net.link import Ended, HintTold, Keeper, Lobby, OptionState, PastGames, SeatState, Welcome
from rr_rules.kernel.errors import BadSetup, NoSuchClause
from rr_rules.rulebook import clause
from rr_tui.board.model import PlayerModel
from rr_tui.client import hints
from rr_tui.client.leaving import ways_to_leave
from rr_tui.games.registry import board_of, idiom_of
from rr_tui.linear.news import arrival, said_bot
from rr_tui.looks.spans import plain
from rr_tui.looks.wording import (
    OF_THE_RECORD,
    award_words,
    begun,
    called,
    came_twice,
    count,
    declared_words,
    none_fits,
)

_ID = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
"""The name of a setting or of a value, as programs know it."""


def greeting_words(welcome: Welcome) -> Iterator[str]:
    """The first lines that a player reads."""
    yield f"{welcome.table}. You are {welcome.name}{', the host' if welcome.is_host else ''}."
    yield f"Runes table {welcome.version}, text mode. ? lists what you can type."


def hint_words(told: HintTold) -> Iterator[str]:
    """A hint, and what would be nearly as good."""
    yield f"Hint: {told.text}"
    if told.nearly:
        yield f"Nearly as good: {told.nearly}."


def door_words(welcome: Welcome) -> Iterator[str]:
    """What somebody reads who is not in yet."""
    if welcome.elsewhere:
        yield came_twice(welcome.name)
        yield "y: play on here, and the other window ends. n: stay there, and this one ends."
    elif not welcome.admitted and welcome.tries_left:
        tries = count(welcome.tries_left, "try", "tries")
        yield f"Type your invite code, or wait until the host lets you in ({tries} left)."
        yield f"Your key in two words, for the host: {welcome.words}."
    elif not welcome.admitted:
        yield "No tries are left for the invite code: wait until the host lets you in."
        yield f"Your key in two words, for the host: {welcome.words}."


def seat_words(lobby: Lobby) -> Iterator[str]:
    """Who sits where."""
    for seat in lobby.seats:
        yield f"Seat {seat.seat + 1}: {_sitter(seat, lobby)}."


def lobby_words(lobby: Lobby) -> Iterator[str]:
    """The game, the seats, the notes and the invite code."""
    seats = f", for {count(len(lobby.seats), 'seat')}" if lobby.seats else ""
    yield f"The game is {lobby.game_name}{seats}."
    yield from seat_words(lobby)
    if lobby.waits:
        yield lobby.waits
    # At the door the question says all that the room's note says there.
    yield from lobby.notes if lobby.seats or lobby.letting_in else ()
    if lobby.paused:
        yield "The clocks stand still."
    if lobby.invite:
        yield f"The invite code is {lobby.invite}"
    for each in lobby.invitations:
        state = f"code {each.code}" if each.code else f"came with the key {each.words}"
        yield f"Invited by name: {each.name}, {state}."


def _sitter(seat: SeatState, lobby: Lobby) -> str:
    if seat.kind == "empty":
        return "free"
    if seat.kind == "bot":
        return said_bot(seat)
    ready = ", ready" if seat.ready and lobby.phase == "lobby" else ""
    line = "" if seat.connected else ", has lost the line"
    words = declared_words(lobby, seat)
    declared = f", {lobby.declaration}: {words}" if lobby.declaration else ""
    stand_in = ", a bot plays meanwhile" if seat.stand_in else ""
    checks = ", checks the record" if seat.checks else ""
    return f"{seat.name}{declared}{ready}{line}{stand_in}{checks}"


def declaring_words(lobby: Lobby, model: PlayerModel) -> str:
    """What is asked of who sits down in a game in which seats declare something, and why."""
    what, why = lobby.declaration, idiom_of(model).declaring
    how = f"{why} A number; Enter for 0.".lstrip()
    if lobby.declarable:
        words = ", ".join(f"{number} {each}" for number, each in enumerate(lobby.declarable))
        return f"Which {what} shall be yours? {words}. {how}"
    return f"How many {what} do you have? {how}"


def people_words(model: PlayerModel) -> Iterator[str]:
    """Who is here, the seats and the table's settings."""
    if model.lobby is None:
        return
    if hints.may_ask(model):
        # Elsewhere that letter is the hint's.
        yield "For a hint type hint. Who is here:"
    yield from lobby_words(model.lobby)
    yield from (arrival(person) for person in model.lobby.people)
    for setting in model.lobby.options:
        if setting.counts:
            mark = "" if setting.value == setting.default else " (not the usual)"
            now = setting.word or setting.value
            yield f"{called(setting)}: {now}{mark}. {setting.text}".strip()


def settings_words(model: PlayerModel) -> Iterator[str]:
    """What can be set for the table: games, kinds of bot, and the settings' values."""
    if model.lobby is None or model.welcome is None:
        return
    yield from (f"Game {game}: {name}" for game, name in model.welcome.games)
    yield from (f"Bot {bot.id}: it {bot.text}" for bot in model.lobby.bots)
    yield from (f"Preset {each.title}: {each.text}" for each in model.lobby.presets)
    for setting in model.lobby.options:
        if setting.counts:
            about = begun(_in_words(setting.help, model.lobby.options))
            yield f"Option {called(setting)}: {_choices(setting)}. {about}"


def _choices(setting: OptionState) -> str:
    words = [each.word for each in setting.meanings] or list(setting.values)
    if not setting.bounds:
        return " or ".join(words)
    # The usual number is one of those within the bounds.
    is_number = setting.values[0].replace(".", "", 1).isdecimal()
    return setting.bounds if is_number else f"{setting.bounds}, or {words[0]}"


def _in_words(text: str, settings: Iterable[OptionState]) -> str:
    """A text in which settings and their values have the names that people read."""
    names = {setting.name: f'"{called(setting)}"' for setting in settings}
    names |= {each.value: each.word for setting in settings for each in setting.meanings}
    return _ID.sub(lambda found: names.get(found[0], found[0].replace("_", " ")), text)


def table_words(model: PlayerModel) -> Iterator[str]:
    """The whole table, as this player sees it."""
    if model.seen is None:
        yield "There are no cards on the table yet."
        return
    yield from board_of(model.seen).told(model.seen.view, model)


def card_words(model: PlayerModel, name: str) -> Iterator[str]:
    """The cards whose names hold a piece of text."""
    wanted, kinds = name.casefold(), idiom_of(model).kinds
    found = [card for card in model.cards.values() if wanted in card.name.casefold()]
    exact = [card for card in found if card.name.casefold() == wanted]
    for card in (exact or found)[:5]:
        yield f"{card.name}, {kinds.get(card.kind, card.kind)}. {card.text}"
    if not found:
        yield f"No card has {name!r} in its name."
    elif len(found) > 5 and not exact:
        yield f"And {len(found) - 5} more: type more of the name."


def log_words(model: PlayerModel, count: int) -> Iterator[str]:
    """The last lines of the log, each with the rule that explains it."""
    told = [line for line in model.log if line.kind not in OF_THE_RECORD]
    if not told:
        yield "The log is empty."
    for line in told[-count:]:
        yield model.named(line.text) + (f" ({line.clause})" if line.clause else "")


def end_words(ended: Ended, model: PlayerModel) -> Iterator[str]:
    """How the game ended."""
    yield ended.text
    if ended.together:
        yield ended.together
    if ended.roles:
        roles = (f"{{{seat}}} was {model.title(face)}" for seat, face in enumerate(ended.roles))
        yield f"{'. '.join(roles)}."
    if ended.unused_roles:
        yield f"Nobody was {', '.join(map(model.title, ended.unused_roles))}."
    for each in ended.moments:
        yield f"Turn {each.turn}: {each.text}"
    yield from map(award_words, ended.awards)
    if ended.verdict:
        yield f"The host's machine says: {ended.verdict}"
    if ended.bundle:
        yield f"The record of the game: {ended.bundle}"
    if ended.words:
        yield "proof: what can be checked, and the words to compare"


def rule_words(model: PlayerModel, clause_id: str) -> Iterator[str]:
    """A clause of the rules."""
    game = model.lobby.game if model.lobby else ""
    try:
        page = clause(game, clause_id.strip().upper())
    except (NoSuchClause, BadSetup) as error:
        yield str(error)
        return
    yield f"{page.id}, {page.title}. {page.text}"


MOST_TOLD = 12
"""The most past games that are read out."""


def past_words(past: PastGames, ask: str = "history") -> Iterator[str]:
    """The last of somebody's past games, and what they come to; `ask` is what asks for others."""
    if not past.count:
        yield past.problem or none_fits(past)
        return
    yield f"{count(past.count, 'past game')}{f', {past.find}' if past.find else ''}:"
    for number, game in enumerate(past.games[:MOST_TOLD], 1):
        mark = f", {game.mark}" if game.mark else ""
        length = "" if game.length == "-" else f", {game.length}"
        which = f"{number}, " if ask == "history" else ""
        yield f"{which}{game.day}: {game.edition} with {game.people}{length}: {game.result}{mark}."
    if past.count > MOST_TOLD:
        yield f"And {past.count - MOST_TOLD} more: {ask} and a name, won, lost or >30."
    for rating in past.ratings:
        figure = f"{rating.rating:.0f}, give or take {rating.spread:.0f}"
        games = count(rating.games, "game")
        yield f"Rating, {rating.edition}, {rating.name}: {figure}, from {games}."
    for met in past.against:
        drawn = f", drawn {met.drawn}" if met.drawn else ""
        yield f"Against {met.name}: won {met.won}, lost {met.lost}{drawn}."
    for edition, words in past.best:
        yield f"{edition}: {words}."


LEAVING = (
    "Leave? h: hang up, the seat stays yours and a bot plays meanwhile. "
    "l: leave the table for good. Enter: stay."
)


def leaving_words(model: PlayerModel, keeper: Keeper | None) -> Iterator[str]:
    """What leaving can mean now, each way with the letter that is typed for it."""
    if keeper is None:
        yield LEAVING
        ways = ways_to_leave(model, None)
        if any(way.key == "leave" for way in ways):
            # A seat in a game that is on: how long does it wait?
            yield from (way.note for way in ways if way.key == "hang_up")
        return
    letters = {"away": "s", "hang_up": "h"}
    for way in ways_to_leave(model, keeper):
        if way.key in letters:
            yield f"{letters[way.key]}: {plain([way.words])}. {way.note}"
    yield "Enter: stay."
