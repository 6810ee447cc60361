"""Which signed answers were lost with a host that was killed in mid-draft."""

import pytest

from rr_net.client.notes import NotedAnswer
from rr_net.client.ownseat import LostDrafts
from rr_net.game.drafts import NUMBERS, request_of


def answer(number):
    return NotedAnswer.model_construct(of="answer", number=number, request=request_of(number))


FIRST, SECOND = answer(14), answer(NUMBERS + 15)


@pytest.mark.parametrize(
    ("numbers", "lost"),
    [
        ((14, NUMBERS + 15, 14), {FIRST, SECOND}),
        ((14, NUMBERS + 15, 2 * NUMBERS + 16, 14), {FIRST, SECOND}),
        ((14, NUMBERS + 15, 2 * NUMBERS + 14), set()),  # taken back: it has a number of its own
        ((14, NUMBERS + 15, 16), set()),  # it counts
        ((14, 14), set()),
        ((14, 16, 14), set()),
    ],
)
def test_a_draft_is_lost_where_its_first_question_is_asked_again(numbers, lost):
    drafts = LostDrafts()
    for number in numbers:
        drafts.hear(number, (answer(12), FIRST, SECOND))
    stands = {each.number: drafts.standing(each) for each in (answer(12), FIRST, SECOND)}
    assert {each.number for each in lost} == {at for at, found in stands.items() if found is None}


def test_what_was_signed_anew_stands():
    drafts = LostDrafts()
    for number in (14, NUMBERS + 15, 14):
        drafts.hear(number, (FIRST, SECOND))
    drafts.signed(FIRST)
    assert drafts.standing(FIRST) == FIRST
    assert drafts.standing(SECOND) is None
    assert drafts.standing(None) is None
