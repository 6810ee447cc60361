"""How the own seat is played: by whom, as rows say, and which answers were lost with a host."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rr_net import link
from rr_net.client.notes import GameNotes, NotedAnswer
from rr_net.fairness.base.errors import Failure
from rr_net.fairness.base.gamekey import AnswerKind, AnswerTerms, SignedAnswer, answer_message
from rr_net.fairness.base.rows import Answered, AwayRow, SeatRow
from rr_net.fairness.proof.known import OwnTurn
from rr_net.fairness.proof.live import LiveCheck
from rr_net.game.drafts import NUMBERS, request_of

WITHOUT_YOU = (
    "Row {}: from here on the record says that {}. If that was not you, the host can write moves "
    "of yours: leave."
)
NOT_FIRST = "the host has you choose before it has chosen itself, and would hear your choice"
WITH_YOU = "Row {}: from here on the record says that you play with this client again."
CHOSE_BEHIND = (
    "the host has written down a choice of its own behind the rows that your answer was signed "
    "over, and had not shown you that it had chosen: it may have heard yours first"
)
LEFT_OUT = (
    "This client answers nothing at this table: the record leaves out the key that it signs with, "
    "so anybody could write a move of yours. Leave, or come by plain ssh if you trust this host"
)
TWICE = (
    "Your client has signed an answer to this question already, and signs no second one. Answer as "
    "before: {}"
)
NO_SEALING = (
    "The host has not shown that it chose before you: what it signed for that is no good. This "
    "client answers no such question"
)
NO_SIGNATURE = "that is no signature"
NOT_ASKED = (
    "The table says that you are asked nothing: there is no game, or no seat of yours in it. This "
    "client answers no such question"
)
NO_KEY = (
    "The record has no key of yours as yet, so your client signs nothing here, and the host could "
    "write moves of yours."
)
GONE_ON = "the table has gone on since that question"
TAKEN_BACK = "row {} is not the answer that you gave last, but one that you took back"
IS_PLAIN = "you play by plain ssh, and your client signs nothing"
IS_AWAY = "you are away, and a bot answers for you"
OTHER_SIGNER = "your seat signs with the key of another device"

GIVEN_BY = {"clock": "your time was over", "away": "you were away", "silence": "you said nothing"}
ANSWERED_FOR = "Row {}: the record says that the table answered for you, since {}."


def answered_for(seq: int, answered: Answered) -> str:
    """What is said of an answer that the room has given; "" where its player has."""
    why = GIVEN_BY.get(answered.by)
    return "" if why is None else ANSWERED_FOR.format(seq, why)


class Refusal(Exception):
    """Why the own client does not say something, with the code that a room would give."""

    code = "unsigned"


class TooLate(Refusal):
    """The question is over."""

    code = "stale_answer"


class OwnTurns:
    """Names what the rows say of how the own seat is played: a host could write that by itself."""

    def __init__(self) -> None:
        self._is_told = False
        """Whether something was named that has not ended yet."""
        self._unsigned = ""
        """The game of which it was said last that the own seat has no key in it."""

    def unsigned(self, check: LiveCheck | None, seat: int) -> Iterator[str]:
        """A sentence, once a game, where an answer goes unsigned since no row has a key for it.

        A host that says before the deal that it knows the key deals with it, or nothing is answered
        there; it may say nothing of it, as one that has dealt while the key was on its way.
        """
        manifest = check.manifest if check is not None else None
        if check is None or manifest is None or check.key_of(seat):
            return
        if self._unsigned != manifest.gid:
            self._unsigned = manifest.gid
            yield NO_KEY

    def words(self, turns: Iterable[OwnTurn], own: str) -> Iterator[str]:
        """A sentence for each turn away from the `own` key, and for the one that ends it."""
        for turn in turns:
            words = _turned_to(turn, own)
            if words:
                yield WITHOUT_YOU.format(turn.row.seq, words)
            elif self._is_told:
                yield WITH_YOU.format(turn.row.seq)
            self._is_told = bool(words)


def _turned_to(turn: OwnTurn, own: str) -> str:
    """How the own seat is played from there on; "" where its player is back with the `own` key."""
    row = turn.row
    if isinstance(row, SeatRow) or row.pub.until:
        return "" if turn.key == own else OTHER_SIGNER
    return IS_AWAY if isinstance(row, AwayRow) else IS_PLAIN


def message_of(game: str, answered: Answered, signed: SignedAnswer, head: str) -> bytes:
    """What was signed for an answer as a row has it, over the rows that led to `head`."""
    terms = AnswerTerms(signed.kind, answered.seat, signed.request, answered.option, signed.text,
                        signed.size, head)  # fmt: skip
    return answer_message(game, terms)


def is_taken_back(notes: GameNotes, answered: Answered, signed: SignedAnswer) -> bool:
    """Whether another answer to the same question was signed after the one of a row."""
    mine = [each for each in notes.answers
            if (each.of, each.request) == (signed.kind, signed.request)]  # fmt: skip
    return bool(mine) and mine[-1].option != answered.option


class LostDrafts:
    """Finds that a draft was lost, by the numbers of the questions.

    A draft stands in no record, so a host that was killed asks its first question again. What was
    signed for that one and for those behind it counts nowhere, as if it had been taken back.
    """

    def __init__(self) -> None:
        self._newest = -1
        self._lost: set[tuple[AnswerKind, int]] = set()
        """The questions whose answers were lost, and not given anew."""

    def hear(self, number: int, answers: tuple[NotedAnswer, ...]) -> None:
        """Takes in the number of a question, before which so much was signed."""
        before, self._newest = self._newest, number
        if before >= NUMBERS > number and number <= request_of(before):
            lost = [each for each in answers if each.request >= number]
            self._lost |= {(each.of, each.number) for each in lost}

    def standing(self, answer: NotedAnswer | None) -> NotedAnswer | None:
        """What was signed before, unless it was lost."""
        is_lost = answer is not None and (answer.of, answer.number) in self._lost
        return None if is_lost else answer

    def signed(self, answer: NotedAnswer) -> None:
        """Another answer stands in its place."""
        self._lost.discard((answer.of, answer.number))


class ChoosingOrder:
    """Holds the host to choosing first what it and others choose at once, outside a window.

    What a question says of it is the host's word. The rows show it: its choice is signed at once,
    so where that stands directly behind the rows that an answer was signed over, it came later.
    """

    def __init__(self) -> None:
        self._check: LiveCheck | None = None
        self._forget(None)

    def _forget(self, check: LiveCheck | None) -> None:
        self._check, self._number, self._size, self._is_new = check, -1, -1, False
        self._own: set[int] = set()
        """The rows that the host has shown to be the own seat's."""
        self._ends: set[int] = set()
        """How many rows there were as turns ended, by the log."""

    def late_words(self, pending: link.Pending | None, number: int, check: LiveCheck | None) -> str:
        """Why nothing is said to the question of that number: it is over, or comes too early.

        What is wrong where it says that the host is to choose yet, is noted.
        """
        manifest = check.manifest if check is not None else None
        if pending is not None and pending.number != number:
            return GONE_ON
        if pending is None or pending.window is not None:
            return ""
        if check is None or manifest is None or not manifest.host_key:
            return ""
        if manifest.host_seat in {-1, check.seat} or manifest.host_seat not in pending.waiting:
            return ""
        check.say(Failure.HOST_NOT_FIRST, NOT_FIRST)
        return NOT_FIRST

    def answered(self, number: int, size: int, pending: link.Pending | None) -> None:
        """An answer is said over so many rows: over the host's own note nothing is left to find.

        What was said without a signature, and is signed later, was heard the first time.
        """
        if number != self._number:
            is_shown = pending is not None and pending.sealed is not None
            self._number, self._size = number, -1 if is_shown else size

    def hear(self, message: link.FromRoom, check: LiveCheck | None) -> bool:
        """Takes in what the host says; whether it has chosen behind an answer of the own seat."""
        if check is not self._check:
            self._forget(check)
        match message:
            case link.Log(lines=lines):
                told = (line.event.get("size") for line in lines if line.kind == "checkpoint")
                self._ends |= {size for size in told if isinstance(size, int)}
            case link.OwnAnswers(rows=rows):
                self._own |= {row.seq for row in rows}
            case link.RecordRows():
                self._is_new = True  # whose they are is told behind them
            case _ if self._is_new and check is not None:
                self._is_new = False
                return self._is_found(check)
        return False

    def _is_found(self, check: LiveCheck) -> bool:
        manifest = check.manifest
        if self._size < 0 or manifest is None or manifest.host_seat in {-1, check.seat}:
            return False
        answer, signature = check.signed_answer(self._size)
        if signature < 0 or answer in self._own or signature in self._ends:
            return False
        check.say(Failure.HOST_NOT_FIRST, CHOSE_BEHIND)
        return True


class TakenAnswers:
    """Notes what the host says that it has of the own answers, where several choose.

    Where it is in doubt nothing is noted: an answer that came too late is silence by right, and
    what somebody has signed whose seat plays without a key, as the record says, goes in unsigned.
    """

    def __init__(self) -> None:
        self._open = -1
        """The question that was answered last, over this line."""

    def line_opened(self) -> None:
        """Nobody knows what has arrived of what was on its way."""
        self._open = -1

    def signed(self, answer: NotedAnswer, pending: link.Pending | None) -> None:
        """An answer is on its way; an only one the room may give as well."""
        if answer.of == "answer" and pending is not None and pending.number == answer.number:
            is_choice = pending.ask is not None and len(pending.ask.options) > 1
            self._open = answer.number if is_choice else -1

    def hear(
        self, message: link.FromRoom, seat: int, notes: GameNotes | None, *, signs: bool
    ) -> None:
        """Takes in what the host says of it; `signs` is what the record says of the seat."""
        kept = notes.answer("answer", self._open) if notes is not None else None
        if notes is None or kept is None:
            return
        if isinstance(message, link.Problem):
            self._open = -1
            notes.note(kept.model_copy(update={"is_taken": False}))
        elif isinstance(message, link.Pending) and message.number == kept.number:
            is_taken = kept.is_final and signs and _is_in(message, seat)
            notes.note(kept.model_copy(update={"is_taken": kept.is_taken or is_taken}))


def _is_in(pending: link.Pending, seat: int) -> bool:
    """Whether the host says that it has the answer of a seat to this question."""
    if pending.window is not None:
        return pending.window.answered
    return pending.ask is None and bool(pending.waiting) and seat not in pending.waiting


def label_of(pending: link.Pending | None, answer: NotedAnswer) -> str:
    """The words of what was answered, as the question has them; "" where it is another one."""
    window = pending.window if pending is not None else None
    ahead = window.next.ask if window is not None and window.next is not None else None
    ask = ahead if answer.of == "ahead" else pending.ask if pending is not None else None
    options = ask.options if ask is not None else ()
    return next((each.label for each in options if each.option == answer.option), "")


Standing = tuple[str, bool]
"""What the record says of the own seat: its key, and whether what it does is signed now."""


class UnsignedAnswer:
    """The answer that was given last without a signature, and what becomes of it if it is refused.

    A host refuses it where the record says that the seat signs. Either the own key has begun
    meanwhile, or it was another one's seat and will be played without a key: the record says which.
    """

    def __init__(self) -> None:
        self._given: link.Give | None = None
        self._refused: link.Give | None = None
        """What waits for the record to say so."""
        self._stood: Standing = ("", False)
        """What the record said when it was given."""
        self._is_last = False
        """Whether nothing was said after it that could be refused in the same words."""

    def gave(self, message: link.FromPlayer, stood: Standing) -> None:
        """Something was said, without a signature."""
        self._is_last = isinstance(message, link.Give)
        if isinstance(message, link.Give):
            self._given, self._refused, self._stood = message, None, stood

    def refused(self, of: str) -> link.Give | None:
        """What is to be said again, since the host wanted it signed.

        `of` is the type of what it refused; a host of an older version does not say it.
        """
        if of != "answer" and (of or not self._is_last):
            return None
        self._refused, self._given = self._given, None
        return self._refused

    def waits(self, message: link.FromPlayer, stands: Standing) -> bool:
        """Whether the record says yet what it said when this was refused."""
        return message is self._refused and stands == self._stood

    def hear(self, number: int) -> None:
        """The host asks this question now."""
        if self._refused is not None and self._refused.number != number:
            self._refused = None
