"""Why a hint of Rune advises something, where the game would be over."""

from dataclasses import replace

import pytest

from rr_rules.bots.reasons import Contrast
from rr_rules.kernel.game import Outcome
from rr_rules.kernel.requests import Seat
from rr_rules.registry import reasons_of
from tests.support.rr_rules.rune import RULES, dealt, walk

LOST = Outcome((Seat(1),), "points")


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (Outcome((Seat(0),), "points"), "you would win"),
        (Outcome((), "draw"), "the game would end in a draw"),
        (None, "you would not lose at once"),
    ],
)
def test_an_end_of_the_game_is_called_what_it_is(outcome, said):
    table = dealt(1)
    asked = next(each for each in walk(table, 1) if each.seat == 0 and len(each.options) > 1)
    now = RULES.view(table.state, 0)
    best, lost = (replace(now, outcome=each) for each in (outcome, LOST))
    case = Contrast(asked, now, 0, 1, [best], [lost])
    reasons = reasons_of(RULES)
    assert reasons.gains(case)["won"] > 0
    assert reasons.words("won", case) == (said,)
