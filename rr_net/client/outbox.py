"""What was said over a line and may not have arrived: what is said again over the next one.

Nothing is answered twice: an answer names its question and is said again only where that question
is still asked; keys for a random event are what the host lacks of them; chat is what nobody heard.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from rr_net import link
from rr_net.safetext import clean

SURELY = 5.0
"""Seconds after which something on a line that still brings news has arrived."""
MOST = 64
"""The most that is kept to be said; nobody presses that much at a line that is lost."""
HEARD = 200
"""The chat lines that are remembered; a host tells a newcomer of fewer."""

ANSWER_LOST = "Your last answer did not reach the table, which asks something else now."
NOT_SAID_AGAIN = (link.Rearrange, link.ShowNext, link.Enter, link.Learn, link.TakeOver)
"""What would be done twice, and is soon seen not to have been done."""
FOLLOWS: Mapping[type[link.FromPlayer], type[link.FromRoom]] = {
    **dict.fromkeys(
        (link.Sit, link.Stand, link.Ready, link.SetUp, link.Fill, link.Start), link.Lobby
    ),
    **dict.fromkeys((link.Host, link.StepAway, link.SetTempo, link.Rematch), link.Lobby),
    **dict.fromkeys((link.HoldWindow, link.AlwaysHold, link.FileOrders), link.Pending),
    link.TakeBackOrders: link.Pending,
    link.AskHint: link.HintTold,
    link.AskHistory: link.PastGames,
    link.Pledge: link.Notice,
}
"""What a host says when it has done what was said."""
PLEDGE_LOST = "It is not sure that your pledge has reached the table: pledge again."

ChatKey = tuple[str, str, str]


class Sent(NamedTuple):
    """Something that was said."""

    message: link.FromPlayer
    at: float
    was_sent: bool
    """False for what was said while there was no line."""
    asked: tuple[object, object] = (None, None)
    """For an answer: the questions as they stood."""


class Again(NamedTuple):
    """What there is to do when the line is back."""

    messages: tuple[link.FromPlayer, ...]
    """What is said again."""
    lost: tuple[str, ...]
    """What is to be told, in sentences."""


def questions(pending: link.Pending | None) -> tuple[object, object]:
    """What somebody is asked: the question, and that of the same beat."""
    if pending is None:
        return (None, None)
    following = pending.window.next if pending.window is not None else None
    return pending.ask, following.ask if following is not None else None


class Outbox:
    """What this player has said and not heard of."""

    def __init__(self) -> None:
        self._said: list[Sent] = []
        self._pending: link.Pending | None = None
        self._gave: tuple[int, str] = (0, "")
        """The number of a random event, and the keys that were pressed for it."""
        self._chats: Counter[ChatKey] = Counter()
        self._order: list[ChatKey] = []
        self._told_again: Counter[ChatKey] | None = None
        """While a newcomer is told of the chat: what was heard of it before."""
        self._told_until = math.inf
        self._retelling = False

    # --- while there is a line -----------------------------------------------------------

    def say(self, message: link.FromPlayer, now: float, *, was_sent: bool) -> None:
        """Something was said, or would have been."""
        if isinstance(message, link.Contribute) and message.keys:
            number, keys = self._gave
            self._gave = (message.event, (keys if number == message.event else "") + message.keys)
            return
        kept = [each for each in self._said if not _replaces(message, each.message)]
        self._said = [*kept, Sent(message, now, was_sent, questions(self._pending))][-MOST:]

    def hear(self, message: link.FromRoom, now: float) -> None:
        """The host says something: what was said long before has arrived."""
        match message:
            case link.Pending():
                self._pending = message
                self._said = [each for each in self._said if not _is_answered(each, message)]
            case link.Chat():
                self._hear_chat(message)
        self._said = [each for each in self._said if not _has_arrived(each, message, now)]

    def _hear_chat(self, chat: link.Chat) -> None:
        key = (chat.name, chat.text, chat.phrase)
        self._chats[key] += 1
        self._order.append(key)
        if len(self._order) > HEARD:
            oldest = self._order.pop(0)
            self._chats[oldest] -= 1
            self._chats += Counter()  # drops what is not heard any more
        mine = next((s for s in self._said if _is_said(s.message, chat)), None)
        if mine is not None:
            self._said.remove(mine)

    # --- when it was lost ----------------------------------------------------------------

    def line_lost(self) -> None:
        """What comes next on another line tells of the chat anew."""
        self._told_again, self._told_until, self._retelling = +self._chats, math.inf, False

    def is_told_again(self, message: link.FromRoom, now: float) -> bool:
        """Whether this is chat that was heard over an earlier line."""
        if self._told_again is None:
            return False
        if not isinstance(message, link.Chat):
            # The talk comes in one piece, behind the table.
            if self._retelling or now >= self._told_until:
                self._told_again = None
            return False
        key = (message.name, message.text, message.phrase)
        self._retelling = self._told_again[key] > 0 and now < self._told_until
        self._told_again[key] -= self._retelling
        return self._retelling

    def back(self, pending: link.Pending | None, now: float) -> Again:
        """The table stands on the screen again, and asks this."""
        self._told_until = now + SURELY
        said, self._said = self._said, []
        messages: list[link.FromPlayer] = []
        lost: list[str] = []
        for each in said:
            if isinstance(each.message, link.Give):
                self._answer_again(each, pending, messages, lost)
            elif isinstance(each.message, link.AskHint):
                if pending is not None and pending.number == each.message.number:
                    messages.append(each.message)
            elif isinstance(each.message, link.Contribute):
                if _takes_whole(pending, each.message.event):
                    messages.append(each.message)
            elif isinstance(each.message, link.Pledge) and each.was_sent:
                lost.append(PLEDGE_LOST)
            elif not (each.was_sent and isinstance(each.message, NOT_SAID_AGAIN)):
                messages.append(each.message)
        if (keys := self._keys_again(pending)) is not None:
            messages.append(keys)
        self._pending = pending
        return Again(tuple(messages), tuple(lost))

    @staticmethod
    def _answer_again(
        said: Sent,
        pending: link.Pending | None,
        messages: list[link.FromPlayer],
        lost: list[str],
    ) -> None:
        assert isinstance(said.message, link.Give)
        if pending is None or pending.number != said.message.number:
            if not said.was_sent:
                lost.append(ANSWER_LOST)
            return
        asked = questions(pending)
        if asked == said.asked:
            messages.append(said.message)
        elif asked != (None, None):
            lost.append(ANSWER_LOST)

    def _keys_again(self, pending: link.Pending | None) -> link.Contribute | None:
        """The keys that the host has not received of those that were pressed for an event."""
        event = pending.event if pending is not None else None
        number, keys = self._gave
        if event is None or event.number != number or event.stage != "contribute":
            return None
        if not keys.startswith(event.mine) or keys == event.mine:
            return None
        return link.Contribute(event=number, keys=keys[len(event.mine) :][:128])


def _replaces(new: link.FromPlayer, old: link.FromPlayer) -> bool:
    """Whether the newer one of two is all that counts; everything that is said counts in chat."""
    if isinstance(new, link.Say | link.Host | link.Fill | link.Rearrange):
        return new == old and not isinstance(new, link.Say)
    if isinstance(new, link.Give) and isinstance(old, link.Give):
        return new.number == old.number and (new.option >= 0 or new.next == old.next)
    return type(new) is type(old)


def _has_arrived(said: Sent, heard: link.FromRoom, now: float) -> bool:
    """Whether it was sent so long ago, or this is what follows from it.

    Of an answer the host's next question tells that better.
    """
    if not said.was_sent or isinstance(said.message, link.Give):
        return False
    follows = FOLLOWS.get(type(said.message), link.Problem)
    return now - said.at >= SURELY or isinstance(heard, follows | link.Problem)


def _is_answered(said: Sent, pending: link.Pending) -> bool:
    """Whether the host has this answer: it asks something else, or nothing any more."""
    if not isinstance(said.message, link.Give) or not said.was_sent:
        return False
    return pending.number != said.message.number or questions(pending) != said.asked


def _is_said(message: link.FromPlayer, chat: link.Chat) -> bool:
    if not isinstance(message, link.Say):
        return False
    if message.phrase:
        return message.phrase == chat.phrase
    return clean(message.text) == chat.text


def _takes_whole(pending: link.Pending | None, number: int) -> bool:
    """Whether an event is open to which this seat has given nothing yet."""
    event = pending.event if pending is not None else None
    is_open = event is not None and event.number == number and event.stage == "contribute"
    return is_open and event is not None and not event.mine
