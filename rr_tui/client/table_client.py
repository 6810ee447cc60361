"""One link to the table, with everything that was heard over it."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from enum import Enum, auto

from rr_net.link import (
    Ask,
    Chat,
    Ended,
    FromPlayer,
    FromRoom,
    Give,
    Lesson,
    Lobby,
    Log,
    LogLine,
    Notice,
    PastLink,
    Pending,
    Problem,
    ReplayLink,
    Seen,
    TableLink,
    Welcome,
)
from rr_net.link.refusals import ABOUT_NO_HINT
from rr_rules.guide.tips import Tip
from rr_tui.board.answers import given
from rr_tui.board.model import PlayerModel
from rr_tui.client import hints
from rr_tui.client.chairs import COMPANY, arrivals, invited, is_about_watchers, knocked, ways_in
from rr_tui.client.keepsakes import past_verdict
from rr_tui.client.log import ARRIVAL, MessageLog
from rr_tui.client.scene_builder import Answering, names, open_question
from rr_tui.client.tips import TipMemory
from rr_tui.games.gameboard import Automatic, Timeline
from rr_tui.games.registry import AnyBoard, board_of
from rr_tui.looks.profile import Profile

LATE_KEYS = "no_event"
WRONG_CODE = "wrong_code"
VERDICT = {True: "success", False: "danger", None: "warning"}
"""In which role the check of a game is told."""


class Call(Enum):
    """Something that may call a player back who is looking elsewhere."""

    TURN = auto()
    KNOCK = auto()
    BEGUN = auto()
    NAMED = auto()


CALLS = {
    Call.TURN: "It is your turn",
    Call.KNOCK: "Somebody is at the door",
    Call.BEGUN: "The game begins",
    Call.NAMED: "Somebody has said your name",
}
"""What a notice says: fixed words, and of who knocks the name."""


def names_somebody(text: str, name: str) -> bool:
    """Whether a text has a name in it as a word of its own."""
    words = re.findall(r"[\w.-]+", text.casefold())
    return name.casefold() in {word.strip(".-") for word in words} | set(words)


class TableClient:
    """Listens at one link for one player.

    The room calls from anywhere: what it says waits in a letterbox until the app reads it.
    """

    def __init__(
        self, link: TableLink, heard: Callable[[], object], now: Callable[[], float]
    ) -> None:
        self.model = PlayerModel()
        self.log = MessageLog()
        self.answering = Answering()
        self.timeline: Timeline[object] | None = None
        """How the game went, where its board keeps that."""
        self._board: AnyBoard | None = None
        self.pending_since = 0.0
        self.lobby_since = 0.0
        self.always_hold: set[str] = set()
        """The kinds of event whose windows this player always holds."""
        self.tips = TipMemory()
        self._is_told_of_friends = False
        """Whether this player has read where the ways in are shown."""
        self.role_shown: object = None
        """The role that this player has been shown as a card, and of which game."""
        self.calls: list[Call] = []
        """What may call somebody back who is looking elsewhere, since it was last asked."""
        self.on_watchers: Callable[[], object] = heard
        """Called in the place of `heard` where all that has come is who else watches."""
        self._link = link
        self._heard = heard
        self._now = now
        self._letters: deque[tuple[float, FromRoom]] = deque()

    def listen(self) -> None:
        """Begins to listen; the welcome comes first."""
        self._link.attach(self._receive)

    def send(self, message: FromPlayer) -> None:
        """Says something to the room."""
        self._link.send(message)

    def replay(self) -> ReplayLink:
        """The game that is over at this table, to be looked at. Raises Refused."""
        return self._link.replay()

    def past(self) -> PastLink | None:
        """The games that this player may know of, where they are kept. Raises Refused."""
        return self._link.past()

    def hear(self, message: FromRoom) -> None:
        """Takes in a message at once."""
        self._take_in(message, self._now())

    def tip_due(self, profile: Profile) -> Tip | None:
        """The tip for the open question; one waits while there is news of this player to read."""
        return None if self.log.about_me else self.tips.due(self.model, profile)

    def hang_up(self) -> None:
        """Closes the link; the seat is kept."""
        self._link.close()

    def since_pending(self) -> float:
        """Seconds since the table last said what it waits for."""
        return self._now() - self.pending_since

    def since_lobby(self) -> float:
        """Seconds since the table last said who is there."""
        return self._now() - self.lobby_since

    def _receive(self, message: FromRoom) -> None:
        is_quiet = not self._letters and is_about_watchers(self.model, message)
        if self._letters and _is_newer(self._letters[-1][1], message):
            self._letters.pop()
        self._letters.append((self._now(), message))
        (self.on_watchers if is_quiet else self._heard)()

    def read_quietly(self) -> None:
        """Takes in who watches; what has come besides is read when that is shown."""
        if len(self._letters) == 1:
            self.read()

    def read(self) -> list[FromRoom]:
        """Takes in everything that waits, and returns it."""
        read: list[FromRoom] = []
        while self._letters:
            at, message = self._letters.popleft()
            self._take_in(message, at)
            read.append(message)
        return read

    def tell_of_friends(self, menu: str) -> bool:
        """Says once where the ways in are shown, when the host has time to read: no clock runs.

        `menu` is the key of the table's menu. Whether it was said now.
        """
        pending, ways = self.model.pending, ways_in(self.model.lobby)
        if self._is_told_of_friends or not ways or pending is None:
            return False
        if pending.ask is not None and pending.window is None:
            self._is_told_of_friends = True
            self.log.noticed(invited(ways, menu))
        return self._is_told_of_friends

    def answer_unasked(self, wanted: Automatic) -> None:
        """Answers what nearly everybody answers alike, before anybody sees it as a question.

        And what this player's settings say, where the speed of it tells nobody anything.
        """
        if self.model.lesson is not None:
            return
        ask = open_question(self.model, self.answering)
        give = self.answering.usual.answer(ask, self.model) or self._automatic(ask, wanted)
        if give is not None:
            self.answering.given = give.number
            self.send(give)

    def _automatic(self, ask: Ask | None, wanted: Automatic) -> Give | None:
        seen, pending = self.model.seen, self.model.pending
        if ask is None or seen is None or pending is None or not any(wanted):
            return None
        option = board_of(seen).automatic(ask, wanted)
        if option is None or not self.model.is_unhurried:
            return None
        return given(pending.number, option)

    def _take_in(self, message: FromRoom, at: float) -> None:
        match message:
            case Log(lines=lines):
                self._take_in_log(lines)
            case Welcome(admitted=True):
                # A refused code matters no more to whom the right one has let in.
                self.log.settle(WRONG_CODE)
            case Lobby():
                self.lobby_since = at
                self._take_in_lobby(message)
            case Chat() | Notice() | Ended() | Problem():
                self._take_in_words(message)
            case Pending():
                self._take_in_pending(message, at)
            case Seen():
                self._take_in_view(message)
            case Lesson(over=True):
                self.log.forget_log()
                self.answering.given = -1
        self.model.learn(message)

    def _take_in_words(self, message: Chat | Notice | Ended | Problem) -> None:
        match message:
            case Chat():
                self.log.said(message)
                self._take_in_chat(message)
            case Notice(text=text, about=about):
                self.log.noticed(text)
                if about == ABOUT_NO_HINT:
                    self._no_hint_comes()
            case Ended() if self.model.is_past(message):
                self._tell_verdict(message)
            case Problem():
                self._take_in_problem(message)

    def _tell_verdict(self, ended: Ended) -> None:
        """Says what the check of a game has come to that is not on the table any more."""
        if ended.verdict:
            self.log.noticed(past_verdict(ended), VERDICT[ended.verified])

    def _take_in_lobby(self, lobby: Lobby) -> None:
        before, me = self.model.lobby, self.model.welcome
        if lobby.phase == "lobby" and self.model.log:
            self.log.forget_log()
        if lobby.phase != "over" and self.model.ended is not None:
            # Who went on within a second of it has not read it on the page of that end.
            self._tell_verdict(self.model.ended)
        about = ARRIVAL if len(lobby.people) > COMPANY else ""
        for words in arrivals(before, lobby, me.name if me is not None else ""):
            self.log.noticed(words, "muted", about)
        if knocked(before, lobby):
            self.calls.append(Call.KNOCK)
        begins = before is not None and before.phase != "playing" == lobby.phase
        if begins and self.model.lesson is None:
            self.calls.append(Call.BEGUN)

    def _take_in_chat(self, chat: Chat) -> None:
        me = self.model.welcome.name if self.model.welcome is not None else ""
        if me and chat.name != me and names_somebody(chat.text, me):
            self.calls.append(Call.NAMED)

    def _take_in_view(self, seen: Seen) -> None:
        board = board_of(seen)
        if board is not self._board:
            self._board, self.timeline = board, board.timeline()
        if self.timeline is not None:
            self.timeline.note(seen.view)

    def _no_hint_comes(self) -> None:
        if hints.current(self.model) is None:
            self.answering.reads_hint = False

    def _take_in_problem(self, problem: Problem) -> None:
        # The last keys for a random event come too late more often than not: nobody asked.
        if problem.code != LATE_KEYS:
            self.answering.given = -1
            self._no_hint_comes()
            self.log.refused(problem.text, problem.code)

    def _take_in_pending(self, pending: Pending, at: float) -> None:
        self.pending_since = at
        before = self.model.pending
        if before is not None and pending.number < before.number:
            # Another lesson or game counts its questions from 1 again: none of them is answered.
            self.answering.given = -1
        if pending.event is None:
            # The next game counts its events from 1 again.
            self.answering.put_away = 0

    def _take_in_log(self, lines: tuple[LogLine, ...]) -> None:
        if lines and lines[0].n == 0 and self.model.log:
            self.log.forget_log()
        is_first = not self.model.log
        self.log.add_lines(self.model.unheard(lines), names(self.model), self.model.seat)
        if is_first:
            # A game that was going on before is long to count: nobody has answered in it here yet.
            self.log.caught_up()


def _is_newer(waiting: FromRoom, message: FromRoom) -> bool:
    """Whether a message says all anew that one says which nobody has read."""
    match waiting, message:
        case Lobby(phase=before), Lobby(phase=now):
            return before == now
    return False
