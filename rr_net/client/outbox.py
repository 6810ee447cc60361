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
ANSWER_UNSURE = (
    "The line was lost as you answered, and the table has gone on: look whether it has your answer."
)
NOT_SURE = (
    "The line was lost as you {}: look whether the table knows of it, and do it again if not."
)
TOLD: Mapping[type[link.FromPlayer], str] = {
    link.Rearrange: "sorted your cards",
    link.ShowNext: "had the next event shown",
    link.Learn: "chose a lesson",
}
"""What would be done twice, and may or may not have been done."""
KEYS_LOST = "The line was lost as you pressed keys for luck: not all of them are in it, or none."
TOO_MUCH = "Some of what you said without a line was too much to be kept, and is not said."
INVITED = "made an invitation"
OF_THE_LINE = (link.Enter, link.TakeOver)
"""What every line begins with, said anew by itself."""
INSTEAD: tuple[tuple[type[link.FromPlayer], ...], ...] = (
    (link.Sit, link.Stand, link.StepAway),
    (link.FileOrders, link.TakeBackOrders),
)
"""Of these the last one counts."""
FOLLOWS: Mapping[type[link.FromPlayer], type[link.FromRoom]] = {
    link.AskHint: link.HintTold,
    link.AskHistory: link.PastGames,
}
"""What a host says when it has done what was said, and at no other time."""
PLEDGE_LOST = "It is not sure that your pledge has reached the table: pledge again."

ChatKey = tuple[str, str, str]
NO_KEYS = (0, 1, "")


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
        self._lobby: link.Lobby | None = None
        self.name = ""
        """Who this player is at the table."""
        self._is_lost = False
        """Whether the table does not stand on the screen yet: nothing that is heard answers."""
        self._gave: tuple[int, int, str] = NO_KEYS
        """A random event, how often its window was open, and the keys that were pressed for it."""
        self._had = ""
        """As much of it as the host has said that it has."""
        self._is_full = False
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
            *before, keys = self._gave
            event = self._pending.event if self._pending is not None else None
            opening = event.opening if event is not None else 1
            is_more = before == [message.event, opening]
            self._gave = (message.event, opening, (keys if is_more else "") + message.keys)
            return
        kept = [each for each in self._said if not _replaces(message, each.message)]
        self._said = [*kept, Sent(message, now, was_sent, questions(self._pending))]
        self._is_full = self._is_full or len(self._said) > MOST
        self._said = self._said[-MOST:]

    def hear(self, message: link.FromRoom, now: float) -> None:
        """The host says something: what was said long before has arrived."""
        match message:
            case link.Pending() if not self._is_lost:
                self._pending = message
                self._hear_event(message.event)
                self._said = [each for each in self._said if not _is_answered(each, message)]
            case link.Chat():
                self._hear_chat(message)
            case link.Lobby():
                self._lobby = message
        if not self._is_lost:
            self._said = [each for each in self._said if not self._has_arrived(each, message, now)]

    def _hear_event(self, event: link.RandomEvent | None) -> None:
        """Forgets what was pressed for an event that is over, while whoever pressed it sees it."""
        if event is None or event.number != self._gave[0] or event.stage != "contribute":
            self._gave = NO_KEYS
        self._had = event.mine if event is not None else ""

    def _has_arrived(self, said: Sent, heard: link.FromRoom, now: float) -> bool:
        """Whether it was sent so long ago, or the table shows that it was done.

        Of an answer the host's next question tells that better.
        """
        if not said.was_sent or isinstance(said.message, link.Give):
            return False
        if isinstance(heard, link.Problem):
            # Nothing else waits for an answer: this is it.
            return sum(each.was_sent for each in self._said) == 1
        is_followed = isinstance(heard, FOLLOWS.get(type(said.message), ()))
        is_shown = isinstance(heard, link.Lobby) and self._is_done(said.message)
        return is_followed or is_shown or now - said.at >= SURELY

    def _is_done(self, message: link.FromPlayer) -> bool:
        """Whether the table stands as somebody wants it who has said this."""
        lobby = self._lobby
        if lobby is None:
            return False
        own = next((each for each in lobby.seats if self.name and each.name == self.name), None)
        match message:
            case link.Sit(seat=seat):
                is_there = own is not None and own.seat == seat
                return is_there and own is not None and not (own.away or own.stand_in)
            case link.StepAway():
                return own is not None and own.away
            case link.Stand():
                return own is None
            case link.Ready(ready=ready):
                return lobby.phase == "playing" or (own is not None and own.ready == ready)
            case link.Rematch():
                return lobby.phase != "over"
            case link.SetTempo(tempo=tempo):
                return lobby.tempo == tempo
            case link.Start() | link.SetUp() | link.Fill():
                return lobby.phase == "playing"
            case link.Host(act="pause" | "resume" as act):
                return lobby.paused == (act == "pause")
        return False

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
        """What comes next on another line tells of the chat anew, and answers nothing."""
        self._is_lost = True
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
        self._told_until, self._is_lost = now + SURELY, False
        said, self._said = self._said, []
        messages: list[link.FromPlayer] = []
        lost: list[str] = []
        for each in said:
            if isinstance(each.message, link.Give):
                self._answer_again(each, pending, messages, lost)
            elif isinstance(each.message, link.Say):
                # The talk is told anew in a moment, and may have it.
                self._said.append(each._replace(at=now, was_sent=True))
            elif each.was_sent and (words := _unsure(each.message)):
                lost.append(words)
            elif self._is_due(each, pending):
                messages.append(each.message)
        if (keys := self._keys_again(pending)) is not None:
            messages.append(keys)
        elif self._are_keys_lost(pending):
            lost.append(KEYS_LOST)
            self._gave = NO_KEYS
        if self._is_full:
            self._is_full = False
            lost.append(TOO_MUCH)
        self._pending = pending
        return Again(tuple(messages), tuple(lost))

    def _is_due(self, said: Sent, pending: link.Pending | None) -> bool:
        """Whether something is to be said, or said again."""
        match said.message:
            case link.AskHint(number=number):
                return pending is not None and pending.number == number
            case link.Contribute(event=event):
                return _takes_whole(pending, event)
        is_of_the_line = said.was_sent and isinstance(said.message, OF_THE_LINE)
        return not is_of_the_line and not self._is_done(said.message)

    def unheard(self) -> tuple[link.Say, ...]:
        """The chat that is said anew: it was not in the talk that a newcomer is told."""
        return tuple([each.message for each in self._said if isinstance(each.message, link.Say)])

    @staticmethod
    def _answer_again(
        said: Sent,
        pending: link.Pending | None,
        messages: list[link.FromPlayer],
        lost: list[str],
    ) -> None:
        assert isinstance(said.message, link.Give)
        if pending is None or pending.number != said.message.number:
            lost.append(ANSWER_UNSURE if said.was_sent else ANSWER_LOST)
            return
        asked = questions(pending)
        if asked == said.asked:
            messages.append(said.message)
        elif asked != (None, None):
            lost.append(ANSWER_LOST)

    def _are_keys_lost(self, pending: link.Pending | None) -> bool:
        """Whether the host has not said that it has all that was pressed, and takes no more."""
        event, (number, opening, keys) = pending.event if pending is not None else None, self._gave
        is_it = event is not None and (event.number, event.opening) == (number, opening)
        had = event.mine if event is not None and is_it else self._had
        return bool(keys) and had != keys

    def _keys_again(self, pending: link.Pending | None) -> link.Contribute | None:
        """The keys that the host has not received of those that were pressed for an event.

        Of another opening it would know them already: those that count there are new.
        """
        event = pending.event if pending is not None else None
        number, opening, keys = self._gave
        is_it = event is not None and (event.number, event.opening) == (number, opening)
        if event is None or not is_it or event.stage != "contribute":
            return None
        if not keys.startswith(event.mine) or keys == event.mine:
            return None
        return link.Contribute(event=number, keys=keys[len(event.mine) :][:128])


def _unsure(message: link.FromPlayer) -> str:
    """What is told of something that was sent as the line was lost; "" where it is said again."""
    if isinstance(message, link.Pledge):
        return PLEDGE_LOST
    is_invitation = isinstance(message, link.Host) and message.act == "invite"
    what = INVITED if is_invitation else TOLD.get(type(message), "")
    return NOT_SURE.format(what) if what else ""


def _replaces(new: link.FromPlayer, old: link.FromPlayer) -> bool:
    """Whether the newer one of two is all that counts."""
    if isinstance(new, link.Say | link.Rearrange | link.ShowNext):
        return False
    if isinstance(new, link.Host | link.Fill | link.SetUp):
        return new == old
    if isinstance(new, link.Give) and isinstance(old, link.Give):
        return new.number == old.number and (new.option >= 0 or new.next == old.next)
    return any({type(new), type(old)} <= {*kinds} for kinds in INSTEAD) or type(new) is type(old)


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
