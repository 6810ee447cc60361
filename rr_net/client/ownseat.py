"""How the own seat is played: by whom, as rows say, and which answers were lost with a host."""

from __future__ import annotations

from rr_net import link
from rr_net.client.notes import NotedAnswer
from rr_net.fairness.base.gamekey import AnswerKind
from rr_net.fairness.base.rows import AwayRow, PlainRow, SeatRow
from rr_net.game.drafts import NUMBERS, request_of

WITHOUT_YOU = (
    "Row {}: from here on the record says that {}. If that was not you, the host can write moves "
    "of yours: leave."
)
IS_PLAIN = "you play by plain ssh, and your client signs nothing"
IS_AWAY = "you are away, and a bot answers for you"
OTHER_SIGNER = "your seat signs with the key of another device"


def turn_words(row: AwayRow | PlainRow | SeatRow, own: str) -> str:
    """How the own seat is played from a row on; "" where its player is back with the `own` key."""
    if isinstance(row, SeatRow):
        words = "" if row.pub.key == own else OTHER_SIGNER
    else:
        words = IS_AWAY if isinstance(row, AwayRow) else IS_PLAIN
        words = "" if row.pub.until else words
    return words and WITHOUT_YOU.format(row.seq, words)


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


def label_of(pending: link.Pending | None, answer: NotedAnswer) -> str:
    """The words of what was answered, as the question has them; "" where it is another one."""
    window = pending.window if pending is not None else None
    ahead = window.next.ask if window is not None and window.next is not None else None
    ask = ahead if answer.of == "ahead" else pending.ask if pending is not None else None
    options = ask.options if ask is not None else ()
    return next((each.label for each in options if each.option == answer.option), "")
