"""Menus: numbered options, some of them with a letter, and what choosing one sends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rr_net.link import (
    Ask,
    AskOption,
    Audit,
    Fill,
    Give,
    Learn,
    Leave,
    Lobby,
    Pending,
    Ready,
    Rematch,
    SeatState,
    SetUp,
    Sit,
    Stand,
    Start,
)
from rr_tui.board.answers import asked_of, given, is_later
from rr_tui.board.foot import DESERTED
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import DECLINING
from rr_tui.client.chairs import bots_for, gone, is_deserted, open_chairs, other_way
from rr_tui.client.scene_builder import is_stood_in_for
from rr_tui.games.registry import board_of, idiom_of
from rr_tui.linear.items import BACK, NOTHING, MenuEntry, NumberedMenu
from rr_tui.linear.steps import steps_of

COMMANDS = frozenset(f"?vlcqirhgmaxw{BACK}")
"""Letters that always mean the same; no choice is called so."""


def menu_of(model: PlayerModel) -> NumberedMenu:
    """What this player can choose now."""
    lobby = model.lobby
    if lobby is None or not model.is_admitted:
        return NOTHING
    match lobby.phase:
        case "lobby":
            return NumberedMenu("At the table you can:", tuple(_lobby_items(lobby, model)))
        case "playing" if is_stood_in_for(model):
            now = f"{DESERTED}." if is_deserted(model) else "A bot plays your seat."
            return NumberedMenu(f"{now} You can:", (MenuEntry("play again", Sit(seat=model.seat)),))
        case "playing" if model.pending is not None and (ask := asked_of(model.pending)):
            return _asked(model, model.pending, ask)
        case "playing" if chairs := open_chairs(model):
            return NumberedMenu("You watch. You can:", tuple(map(_chair_entry, chairs)))
        case "over":
            return NumberedMenu("Now you can:", tuple(_end_items(model)))
    return NOTHING


def deal_waits(model: PlayerModel) -> tuple[str, ...]:
    """What the deal waits for, where somebody is ready for it."""
    waits = model.lobby.waits if model.lobby is not None else ""
    return (waits,) if waits else ()


def _asked(model: PlayerModel, pending: Pending, ask: Ask) -> NumberedMenu:
    taken, lettered = set(COMMANDS), {"yes", *DECLINING, *idiom_of(model).lettered}
    items: list[MenuEntry] = []
    steps, hidden = steps_of(model, ask, pending.number)
    for option in ask.options:
        if option.option in hidden:
            continue
        letter = _letter(option) if option.act in lettered else ""
        letter = "" if letter in taken else letter
        taken.add(letter)
        label = f"when it happens, {option.label}" if is_later(option) else option.label
        # Who reads "d: DRAW instead" may as well type the word.
        names = (option.act,) if letter else ()
        items.append(MenuEntry(label, given(pending.number, option), letter, names=names))
    seen = model.seen
    words = ask.prompt if seen is None else board_of(seen).question(ask, seen.view)
    return NumberedMenu(words, _with_yes((*items, *steps)))


def _with_yes(items: tuple[MenuEntry, ...]) -> tuple[MenuEntry, ...]:
    """A thing or a letter to decline it is a yes-or-no question."""
    letters = [item.letter for item in items]
    if len(items) == 2 and not letters[0] and letters[1] not in {"", "y"}:
        return (replace(items[0], letter="y"), items[1])
    return items


def option_of(give: Give, model: PlayerModel) -> AskOption | None:
    """The option that an answer names, while its question is open."""
    pending, ask = model.pending, asked_of(model.pending)
    offered = ask.options if ask is not None and pending is not None else ()
    return next((each for each in offered if given(give.number, each) == give), None)


def _letter(option: AskOption) -> str:
    """The first letter of an option's act; an option about a thing has a number alone."""
    return "" if option.at >= 0 or option.order else option.act[:1]


def _lobby_items(lobby: Lobby, model: PlayerModel) -> Iterator[MenuEntry]:
    asks = bool(lobby.declaration)
    if model.seat < 0:
        for seat in (each for each in lobby.seats if each.kind != "player"):
            whose = f", {seat.name} gets up" if seat.kind == "bot" else ""
            words = f"sit at seat {seat.seat + 1}{whose}"
            yield MenuEntry(words, Sit(seat=seat.seat), declares=asks)
    else:
        is_ready = lobby.seats[model.seat].ready
        label = "say that you are not ready" if is_ready else "say that you are ready"
        yield MenuEntry(label, Ready(ready=not is_ready))
        if asks:
            yield MenuEntry(f"change your {lobby.declaration}", Sit(seat=model.seat), declares=True)
        yield MenuEntry("stand up and watch", Stand())
    if model.is_host:
        has_free = any(seat.kind == "empty" for seat in lobby.seats)
        yield MenuEntry(f"deal now{', with bots on the free seats' if has_free else ''}", Start())
        yield from _bot_items(lobby)
    yield MenuEntry("take the tour of this game, in 90 seconds", Learn(lesson="tour"), "t")


def _bot_items(lobby: Lobby) -> Iterator[MenuEntry]:
    for seat in lobby.seats:
        if seat.kind == "empty":
            yield MenuEntry(f"put a bot on seat {seat.seat + 1}", Fill(seat=seat.seat))
        elif seat.kind == "bot":
            yield MenuEntry(f"take the bot off seat {seat.seat + 1}", Fill(seat=seat.seat, bot=""))
            if (way := other_way(lobby, seat)) is not None:
                words = f"have {seat.name} {way.called}: it {way.does}"
                yield MenuEntry(words, Fill(seat=seat.seat, bot=way.kind))


def _chair_entry(seat: SeatState) -> MenuEntry:
    return MenuEntry(f"ask for the seat of {seat.name}", Sit(seat=seat.seat))


def _end_items(model: PlayerModel) -> Iterator[MenuEntry]:
    left = gone(model)
    who = f", with {bots_for(left)}" if left else " with the same people"
    again = model.lobby.again if model.lobby is not None else ""
    yield MenuEntry(f"{again[:1].lower()}{again[1:] or 'play again'}{who}", Rematch())
    if model.ended is not None and model.ended.verified is None:
        yield MenuEntry("ask for the audit", Audit())
    if model.is_host:
        yield MenuEntry("go back to the lobby, for another game or other options", SetUp())
    yield MenuEntry("leave the table", Leave())
