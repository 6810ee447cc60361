"""Vectors of orders that answer where they do not count, and of a clock that there is not."""

from __future__ import annotations

from rr_rules.kernel.requests import ChooseAll
from rr_rules.kernel.transcript import Answer, canonical
from tests.support.fairness.games import Played, Sitter
from tests.support.fairness.refused_seats import answer, signed_answers
from tests.support.fairness.spoil import MAKERS
from tests.support.fairness.vector import Vector

NONE = canonical({"ask_me": [], "orders": []}).decode()
THREE = {"signers": (1,), "seed": 43, "seats": 3, "deck": "red 5\nblue 5\n",
         "options": {"turn_cap": "6"}}  # fmt: skip
"""Between two turns of the second seat there are two windows."""
TWO = THREE | {"seed": 32}
"""Long enough for two windows that its orders answer."""


class Orders(Sitter):
    """The host has once an order answer for the second seat, which has signed whatever it filed.

    No hash is wrong in it: it was played so.
    """

    wrong = -1
    """The row of that answer."""

    def answered(self, choose, option):
        if choose.seat == 1 and self.wrong < 0 and self.ledger.signers.signs(1):
            forged = self.forge(choose)
            if forged is not None:
                signed, option = forged
                self.wrong = self.ledger.seq
                return self.ledger.row(Answer(choose.seat, option), "order", signed)
        return super().answered(choose, option)

    @property
    def in_window(self):
        return isinstance(self.table.pending, ChooseAll) and self.table.pending.window

    def order(self, text=NONE):
        """What the second seat signs for an order."""
        return self.clients.answer(1, 0, self.table.number, "order", text)

    def forge(self, choose):
        """What is forged now: the signed order and an option; None as long as nothing is."""
        raise NotImplementedError


def orders(name, expect, description, sitter, **told):
    """Make a vector of a game that such a host has written down."""

    def make():
        game = Played(sitter=sitter, **(THREE | told))
        wrong = game.people.wrong
        assert wrong >= 0, f"{name}: there was no occasion"
        row = wrong if expect != "verified" else None
        return Vector(name, description, game.bundle, expect=expect, row=row)

    MAKERS.append(make)


class OutsideAWindow(Orders):
    """It throws for the seat what the host likes."""

    def forge(self, choose):
        return None if self.in_window else (self.order(), len(choose.options) - 1)


class AnotherOption(Orders):
    """The text names no card, and one is used."""

    def forge(self, choose):
        is_it = self.in_window and len(choose.options) > 1
        return (self.order(), 1) if is_it else None


class AnotherCard(Orders):
    """The text names a card of another face than lay there."""

    def forge(self, choose):
        if not self.in_window or len(choose.options) == 1:
            return None
        at = choose.options[1].at
        text = {"ask_me": [], "orders": [{"at": at, "by": [], "face": "green", "when": ["all"],
                                          "zone": "hand"}]}  # fmt: skip
        return self.order(canonical(text).decode()), 1


class AnotherSpelling(Orders):
    """The text says nothing wrong, with a space."""

    def forge(self, choose):
        return (self.order(NONE.replace(":", ": ")), 0) if self.in_window else None


class EarlierTurn(Orders):
    """The seat has had a turn since it filed that."""

    filed = None

    def __init__(self, *told, **more):
        super().__init__(*told, **more)
        self.clients.file = lambda *told: None

    def forge(self, choose):
        self.filed = self.filed or self.order()
        has_ended = self.clients.orders.option(self.table, choose, self.filed) is None
        return (self.filed, 0) if self.in_window and has_ended else None


class KeptBack(Sitter):
    """Says that the second seat was silent in a window: what it signed there answers later.

    In between the host drops whatever it signs, since what stands in the record may not go back.
    """

    seed = 1
    wrong, kept, option = -1, None, 0

    def answered(self, choose, option):
        pending = self.table.pending
        if choose.seat != 1 or self.wrong >= 0 or not self.ledger.signers.signs(1):
            return super().answered(choose, option)
        if isinstance(pending, ChooseAll) and pending.window:
            if self.kept is None:
                self.option = len(choose.options) - 1
                self.kept = self.clients.answer(1, self.option, self.table.number)
            return self.ledger.row(Answer(1, 0), "silence")
        is_alone = not isinstance(pending, ChooseAll)
        if self.kept is None or not is_alone or self.option >= len(choose.options):
            self.kept = None
            return super().answered(choose, option)
        self.wrong = self.ledger.seq
        return self.ledger.row(Answer(1, self.option), "", self.kept)


orders("answer-to-another-question", "forged_answer", "What a seat signed in a window, kept back"
       " and written down as its next move.", KeptBack, seed=KeptBack.seed)  # fmt: skip
orders("order-outside-a-window", "wrong_by", "A seat has filed orders, and the host writes a move"
       " of its turn as one.", OutsideAWindow)  # fmt: skip
orders("order-of-another-option", "forged_answer", "The order that a seat has signed uses no card,"
       " and the row uses one.", AnotherOption)  # fmt: skip
orders("order-of-another-card", "forged_answer", "An order names a place where another card lay.",
       AnotherCard)  # fmt: skip
orders("order-in-another-spelling", "forged_answer", "An order that is not in its canonical form.",
       AnotherSpelling)  # fmt: skip
orders("order-of-an-earlier-turn", "forged_answer", "An order that ended with the last turn of"
       " its seat.", EarlierTurn)  # fmt: skip


@answer("order-that-goes-back", "forged_answer", "What a seat had filed before, after what it filed"
        " since.", kind="order", at=1, **TWO)  # fmt: skip
def _(row, record):
    before = record["rows"][signed_answers(record, "order")[0]]
    row["body"]["signed"]["size"] = before["body"]["signed"]["size"] - 1


@answer("clock-of-no-table", "wrong_by", "The time of a seat was over, at a table without a clock.")
def _(row, record):
    row["body"].update(by="clock", signed=None)
