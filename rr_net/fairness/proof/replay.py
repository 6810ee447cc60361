"""Replay: feed recorded rows to a table, and refuse the first that the rules would not have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rr_net.fairness.base.errors import BadRow, Failure, FairnessError, worded
from rr_net.fairness.base.gamekey import SignedAnswer
from rr_net.fairness.base.note import read_note
from rr_net.fairness.base.rows import (
    Answered,
    AnswerRow,
    AskedRoll,
    AskedShuffle,
    Changes,
    CheckpointRow,
    CloseRow,
    CommitRow,
    Held,
    Rolled,
    RollRow,
    Row,
    ShuffleRow,
    entry_of,
)
from rr_net.fairness.cards.checks import CardCheck
from rr_net.fairness.cards.commitments import hidden_zones
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.chain.orders import PASS, OrderHistory
from rr_net.fairness.proof.receipts import Sealing
from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.game import GameState, Outcome
from rr_rules.kernel.requests import ChanceRequest, ChooseAll, Request, Roll, Seat, Shuffle
from rr_rules.kernel.table import Table

Look = Callable[[Row], None]
"""What else is asked of a row before the rules are. Raises BadRow."""


class Replay:
    """One recorded game, played again beside a ledger that is built from it."""

    def __init__(self, ledger: Ledger, table: Table[GameState]) -> None:
        """Stand before the first row."""
        self.ledger, self.table = ledger, table
        self._cards = CardCheck(ledger.secret, ledger.manifest.cards)
        self._due: tuple[Changes, Held] | None = None
        """What a commit row that must stand next has to say."""
        self.host_first = HostFirst(ledger)
        self._orders = OrderHistory()
        self._put = PutQuestions()

    def follow(self, row: Row, look: Look = lambda row: None) -> None:
        """Check one row by the chain and the secret, then by the rules; then play it.

        Raises BadRow.
        """
        self.ledger.check(row)
        due, self._due = self._due, None
        if isinstance(row, ShuffleRow):
            self._cards.shuffle(row)
        if isinstance(row, CommitRow):
            self._check_cards(row, due)
        look(row)
        if due is not None and not isinstance(row, CommitRow):
            problem = "a commit row is missing: hidden zones have changed"
            raise BadRow(Failure.WRONG_COMMIT, problem, row.seq)
        self._check_asked(row)
        self._put.look(self.table)
        self.host_first.check(row, self.table)
        self._check_by(row)
        self._play(row)
        if isinstance(row, CloseRow):
            _check_outcome(row, self.table)
        self.ledger.take(row)
        self.host_first.take(row)
        self._put.take(row)

    def _check_cards(self, row: CommitRow, due: tuple[Changes, Held] | None) -> None:
        """Whether a row says of the hidden zones what the rules have made of them."""
        if due is not None and row.pub == due[0] and row.body == due[1]:
            # Its hashes were just worked out from the table: to do that once more by the faces
            # alone would find nothing. They are counted all the same, lest the rules are at fault.
            self._cards.count(row)
            return
        self._cards.commit(row)
        problem = "a commit row of other zones or cards than have changed"
        raise BadRow(Failure.WRONG_COMMIT, problem, row.seq)

    def _check_asked(self, row: Row) -> None:
        """Whether chance answers what the rules ask; of an open event, when it is over."""
        opened = self.ledger.events.opened
        if isinstance(row, CloseRow) and opened is not None:
            _check_request(row, opened.asked, self.table.pending)
        if isinstance(row, RollRow | ShuffleRow):
            _check_request(row, row, self.table.pending)
        if isinstance(row, ShuffleRow) and row.body.faces != self._shuffled_faces(row):
            problem = "a shuffle of other cards than the rules ask for"
            raise BadRow(Failure.ILLEGAL_ENTRY, problem, row.seq)

    def _shuffled_faces(self, row: ShuffleRow) -> tuple[tuple[str, ...], ...]:
        """What the cards of the pending shuffle say, in their new order."""
        piles = zip(asked_faces(self.table), row.body.orders, strict=True)
        return tuple([tuple([faces[at] for at in order]) for faces, order in piles])

    def _check_by(self, row: Row) -> None:
        """Whether an answer that the room gave is what it says. Raises BadRow."""
        if not isinstance(row, AnswerRow):
            return
        self._orders.ask(self.table)
        body, pending = row.body, self.table.pending
        choose = self.table.asked_of(Seat(body.seat))
        in_window = isinstance(pending, ChooseAll) and bool(pending.window)
        is_so = {
            "single": choose is not None and len(choose.options) == 1,
            "silence": in_window and body.option == PASS,
            "order": in_window,
        }
        if not is_so.get(body.by, True):
            problem = f"an answer of seat {body.seat} that the room gave by {body.by}"
            raise BadRow(Failure.WRONG_BY, problem, row.seq)
        if body.by == "order" and body.signed is not None and choose is not None:
            option = self._orders.option(self.table, choose, body.signed)
            if option != body.option:
                problem = f"an order of seat {body.seat} that says something else, or has ended"
                raise BadRow(Failure.FORGED_ANSWER, problem, row.seq)
        if body.signed is not None and not self._put.is_for(body, body.signed, self.table.number):
            problem = f"what seat {body.seat} has signed as an answer to another question"
            raise BadRow(Failure.FORGED_ANSWER, problem, row.seq)

    def _play(self, row: Row) -> None:
        entry = entry_of(row)
        if entry is None:
            return
        pending = self.table.pending
        play(row, self.table)
        if isinstance(row, ShuffleRow) and isinstance(pending, Shuffle):
            self.ledger.promise_piles(row, pending)
        zones = hidden_zones(self.table.game, self.table.state)
        self._due = self.ledger.commitments.change(row.seq + 1, zones)
        self._orders.note(row.seq + 1, self.table)


class PutQuestions:
    """Which numbers the table has had while a question stood, and while the one before it did.

    A signed answer names the number at which its question was put. An entry that is none of its
    answers may have raised the table's number since, and a host that was killed has put it anew.
    """

    def __init__(self) -> None:
        """Stand before the first question."""
        self._request: Request | None = None
        self._first = 0
        self._are_passes = True
        """Whether all have passed so far, of those who were asked."""
        self.ahead = range(0)
        """The numbers of the window before, if this is one too and all have passed that one."""
        self._last: Answered | None = None

    def look(self, table: Table[GameState]) -> None:
        """Note what is asked now."""
        if table.pending is self._request:
            return
        is_ahead = self._are_passes and all(map(_is_window, (self._request, table.pending)))
        self.ahead = range(self._first, table.number) if is_ahead else range(0)
        self._request, self._first, self._are_passes = table.pending, table.number, True

    def is_for(self, answered: Answered, signed: SignedAnswer, number: int) -> bool:
        """Whether that was signed for the question that stands, at this number of the table."""
        if signed.kind == "ahead":
            return signed.request in self.ahead
        is_of_it = self._first <= signed.request <= number
        return is_of_it or signed.kind == "order" or self._goes_on(answered.seat, signed)

    def _goes_on(self, seat: Seat | int, signed: SignedAnswer) -> bool:
        """Whether it follows an answer of the same seat, as in a draft: that has its own numbers.

        Somebody may have sorted cards meanwhile, which the draft does not count.
        """
        last = self._last.signed if self._last is not None and self._last.seat == seat else None
        return last is not None and last.kind == "answer" and last.request + 1 == signed.request

    def take(self, row: Row) -> None:
        """Note who has answered last, and what."""
        if isinstance(row, AnswerRow):
            self._last = row.body
            self._are_passes = self._are_passes and row.body.option == PASS


def _is_window(request: Request | None) -> bool:
    return isinstance(request, ChooseAll) and bool(request.window)


class HostChoice(NamedTuple):
    """An answer of the host to what several choose at once."""

    number: int
    """The table's number when the question was put."""
    seq: int
    """The answer's row."""


class HostFirst:
    """Where several seats choose at once, the host that is one of them must have chosen blindly."""

    def __init__(self, ledger: Ledger) -> None:
        """Stand before the first row."""
        self._host = Seat(ledger.manifest.host_seat)
        self._signs = bool(ledger.manifest.host_key)
        self._sealed = 0
        """So many rows a head speaks of that shows the host's last answer; less if not signed."""
        self._answered = -1
        """The row of the host's last answer."""
        self._request: Request | None = None
        self._number = 0
        """The number at which what is pending was put."""
        self._choices: list[HostChoice] = []
        """What several chose at once, the host among them."""

    def check(self, row: Row, table: Table[GameState]) -> None:
        """Whether the host has answered before this seat. Raises BadRow."""
        if table.pending is not self._request:
            self._request, self._number = table.pending, table.number
        pending = table.pending
        if not isinstance(row, AnswerRow) or not isinstance(pending, ChooseAll) or pending.window:
            return
        asked = {choose.seat for choose in pending.asked}
        if len(asked) == 1 or self._host not in asked:
            return
        if row.body.seat == self._host:
            self._choices.append(HostChoice(self._number, row.seq))
            return
        signed = row.body.signed
        has_seen = signed is None or signed.size >= self._sealed
        if table.asked_of(self._host) is not None or self._sealed <= self._answered or not has_seen:
            problem = "an answer before the host's was given and signed"
            raise BadRow(Failure.HOST_NOT_FIRST, problem, row.seq)

    def take(self, row: Row) -> None:
        """Note an answer of the host, and what it signs."""
        if isinstance(row, CheckpointRow) and self._sealed <= self._answered:
            self._sealed = row.seq
        if isinstance(row, AnswerRow) and row.body.seat == self._host:
            self._answered = row.seq
            if not self._signs:
                self._sealed = row.seq + 1

    def check_sealings(self, sealings: Iterable[Sealing]) -> None:
        """Whether the host had chosen when each of these notes was shown. Raises a FairnessError.

        Which question a note was shown with is the word of whoever kept it, and of no row.
        """
        for sealing in sealings:
            of_it = [choice for choice in self._choices if choice.number <= sealing.request]
            size = read_note(sealing.note).size
            if not of_it or size <= of_it[-1].seq:
                problem = f"the host had not chosen when question {sealing.request} was put"
                raise FairnessError(Failure.HOST_NOT_FIRST, problem)


def replay(ledger: Ledger, table: Table[GameState]) -> Iterator[tuple[Row, list[object]]]:
    """Play a resumed ledger into a fresh table: each row with the events it brought about.

    Raises BadRow where the rules refuse a row.
    """
    for row in ledger.rows:
        if isinstance(row, RollRow | ShuffleRow):
            _check_request(row, row, table.pending)
        request = table.pending
        play(row, table)
        if entry_of(row) is not None:
            recall(ledger, row, request, table)
        yield row, table.drain()


def recall(ledger: Ledger, row: Row, request: Request | None, table: Table[GameState]) -> None:
    """Take in again what an entry's row had promised, once the table has taken the entry."""
    asked = request if isinstance(request, ChanceRequest) else None
    ledger.recall(row, asked, hidden_zones(table.game, table.state))


def play(row: Row, table: Table[GameState]) -> None:
    """Feed a row to the table. Raises BadRow where the rules refuse it."""
    entry = entry_of(row)
    try:
        if entry is not None:
            table.apply(entry)
    except RulesError as error:
        raise BadRow(Failure.ILLEGAL_ENTRY, worded(error), row.seq) from None


def asked_faces(table: Table[GameState]) -> tuple[tuple[str, ...], ...]:
    """What the cards of the pending shuffle say, pile by pile, as they go in; none for a roll."""
    piles = table.pending.piles if isinstance(table.pending, Shuffle) else ()
    rules, state = table.game, table.state
    return tuple([tuple([rules.face_of(state, card) for card in cards]) for _, cards in piles])


def _check_outcome(row: CloseRow, table: Table[GameState]) -> None:
    claimed = row.pub.outcome
    given = claimed and Outcome(tuple(map(Seat, claimed.winners)), claimed.reason)
    if given != table.outcome:
        raise BadRow(Failure.WRONG_OUTCOME, "the outcome is not what the rules give", row.seq)


Wanted = tuple[str, tuple[tuple[str, int], ...]]
"""A piece of chance in words: a roll with its sides, or a shuffle with its piles' counts."""


def _check_request(
    row: Row, asked: AskedRoll | AskedShuffle | RollRow | ShuffleRow, pending: Request | None
) -> None:
    """Whether the rules want just this chance. Raises BadRow."""
    if _asked(asked) != _pending(pending):
        problem = f"a {row.type} that the rules do not ask for here"
        raise BadRow(Failure.ILLEGAL_ENTRY, problem, row.seq)


def _asked(asked: AskedRoll | AskedShuffle | RollRow | ShuffleRow) -> Wanted:
    part = asked.pub if isinstance(asked, RollRow | ShuffleRow) else asked
    if isinstance(part, AskedRoll | Rolled):
        return "roll", ((part.label, part.sides),)
    return "shuffle", tuple([(pile.label, pile.count) for pile in part.piles])


def _pending(pending: Request | None) -> Wanted | None:
    match pending:
        case Roll(sides, label):
            return "roll", ((label, sides),)
        case Shuffle(piles):
            return "shuffle", tuple([(label, len(cards)) for label, cards in piles])
        case _:
            return None
