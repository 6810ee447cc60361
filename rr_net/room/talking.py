"""What people say at a table: what they like, or one of the phrases that the game offers."""

from __future__ import annotations

from rr_net import link
from rr_net.link.refusals import Refused
from rr_net.room.people import Person
from rr_net.room.seats import seat_at
from rr_net.room.state import Desk
from rr_net.safetext import clean
from rr_rules.customs import phrases_of


def say(desk: Desk, person: Person, message: link.Say) -> None:
    """Tells everybody what somebody says. Raises Refused."""
    if not person.chat.take():
        raise Refused("too_fast", "that was too much chat at once: wait a moment")
    said = _phrase(desk, person, message) if message.phrase else _words(desk, message.text)
    if said:
        chair = desk.lobby.chairs.of(person)
        seat = -1 if chair is None or chair.removed else chair.seat
        chat = link.Chat(name=person.name, seat=seat, text=said, phrase=message.phrase)
        desk.chats.append(chat)
        desk.tell_all(chat)


def _words(desk: Desk, text: str) -> str:
    if not desk.is_chat_free:
        raise Refused("phrases_only", "while this game is on, its players talk by phrases")
    return clean(text).strip()


def _phrase(desk: Desk, person: Person, message: link.Say) -> str:
    """A phrase as everybody reads it, made from what the table shows at this moment."""
    play, seat = seat_at(desk, person, only="may say that")
    rules = play.table.rules
    offered = dict(phrases_of(rules, rules.view(play.table_for(seat).state, seat)))
    if message.phrase not in offered or message.text:
        raise Refused("no_phrase", "that cannot be said now: choose a phrase that is offered")
    return desk.lobby.chairs.named(offered[message.phrase])
