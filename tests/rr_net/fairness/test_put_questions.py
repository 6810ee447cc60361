"""For which question a signed answer counts: what was signed ahead answers a window alone."""

from typing import NamedTuple

import pytest

from rr_net.fairness.base.gamekey import SignedAnswer
from rr_net.fairness.base.rows import Answered, AnswerRow
from rr_net.fairness.proof.replay import PutQuestions
from rr_rules.kernel.requests import Choose, ChooseAll, Option, Seat

PASS, USE = 0, 1


class Standing(NamedTuple):
    """A table, as far as a question is put at it."""

    pending: object
    number: int


def question(number, *, window=True):
    asked = tuple(Choose(Seat(seat), "window", (Option("pass"), Option("use"))) for seat in (0, 1))
    return Standing(ChooseAll(asked, window=window), number)


def answer(seat, option, kind="ahead", request=10):
    signed = SignedAnswer(kind=kind, request=request, size=1, text="", signature="5a" * 64)
    return Answered(seat=seat, option=option, signed=signed)


def row(answered):
    return AnswerRow(seq=1, prev="0" * 64, pub={}, sealed="0" * 64, body=answered)


def put(*tables, given=()):
    """Questions that were put one after the other; `given` answers the first of them."""
    found = PutQuestions()
    first, *rest = tables
    found.look(first)
    for each in given:
        found.take(row(each))
    for each in rest:
        found.look(each)
    return found


def counts(found, number, answered):
    return found.is_for(answered, answered.signed, number)


PASSES = (answer(0, PASS, "answer"), answer(1, PASS, "answer"))


def test_what_was_signed_ahead_answers_the_window_behind_one_that_all_have_passed():
    found = put(question(10), question(12), given=PASSES)
    assert counts(found, 12, answer(1, USE))
    assert counts(found, 12, answer(1, USE, request=11))
    assert not counts(found, 12, answer(1, USE, request=12))
    assert not counts(found, 12, answer(1, USE, request=9))


@pytest.mark.attack("T18")
def test_it_answers_nothing_behind_a_window_in_which_somebody_has_reacted():
    reacted = (answer(0, USE, "answer"), answer(1, PASS, "answer"))
    assert not counts(put(question(10), question(12), given=reacted), 12, answer(1, USE))


@pytest.mark.attack("T18")
@pytest.mark.parametrize(("before", "now"), [(True, False), (False, True), (False, False)])
def test_it_answers_nothing_where_one_of_the_two_is_no_window(before, now):
    found = put(question(10, window=before), question(12, window=now), given=PASSES)
    assert not counts(found, 12, answer(1, USE))


@pytest.mark.attack("T18")
def test_it_answers_no_third_window():
    found = put(question(10), question(12), question(14), given=PASSES)
    assert not counts(found, 14, answer(1, USE))
