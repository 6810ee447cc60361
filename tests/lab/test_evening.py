"""The driver of evenings reads screens as a person does: held on the captures of docs/screens."""

from pathlib import Path

import pytest

from tests.lab.evening.__main__ import table
from tests.lab.evening.player import Flow
from tests.lab.evening.reading import State, read

SCREENS = Path(__file__).parents[2] / "docs" / "screens"


@pytest.mark.parametrize("size", ["80x24", "120x40"])
@pytest.mark.parametrize(
    ("capture", "state"),
    [
        ("lobby", State.BEFORE),
        ("turn", State.QUESTION),
        ("push", State.KEYS),
        ("end", State.OVER),
    ],
)
def test_each_capture_is_the_state_that_a_person_sees(capture, state, size):
    lines = (SCREENS / f"{capture}-{size}.txt").read_text("utf-8").split("\n")
    moment = read([line for line in lines if line.strip()])
    assert moment.state is state
    assert state is not State.QUESTION or moment.can_choose


def test_a_window_is_a_window_for_who_has_answered():
    lines = (SCREENS / "answered-80x24.txt").read_text("utf-8").rstrip().split("\n")
    assert read(lines).state is State.WINDOW


def test_shares_are_of_the_time_since_the_first_question():
    flow = Flow(questions=3, turns=2, keys=8, waits=[4.0, 8.0, 6.0])
    flow.spent.update({State.QUESTION: 6.0, State.WINDOW: 3.0, State.WAIT: 3.0})
    rows = table([flow])
    assert rows["own thinking, % of the time"] == [50.0]
    assert rows["in reaction windows, %"] == [25.0]
    assert rows["key presses a turn"] == [4.0]
    assert rows["wait between own turns, median s"] == [6.0]
    assert rows["wait between own turns, 90 % s"] == [8.0]
