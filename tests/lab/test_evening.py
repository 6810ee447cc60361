"""The driver of evenings reads screens as a person does: held on the captures of docs/screens."""

import statistics
from argparse import Namespace
from pathlib import Path

import pytest

from tests.lab.evening.__main__ import table
from tests.lab.evening.player import Flow
from tests.lab.evening.reactions import still
from tests.lab.evening.reading import State, read
from tests.lab.evening.still import Windows, evening
from tests.rr_tui.games.test_picture import picture
from tests.support.rr_rules.longplay import LONG
from tests.support.rr_tui import views

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


def test_a_rune_below_the_rows_of_the_fence_can_be_used_all_the_same():
    usable = ("Salty Shaker", "Gnasty Gnome", "Suspicious Flamingo", "Nosy Doorbell", "Tricky Trap")
    own, *others = views.table().seats
    own = views.seat(0, ("Sneaky Griffin",), usable, ("Sparkly Dragon",))
    question = views.ask(
        views.option(0, "pass", label="Pass"), views.option(1, "use", "fence", 0, 4), verb="window"
    )
    made = views.scene(
        views.table(seats=(own, *others)), question, window=views.open_window(), size=(80, 24)
    )
    shown = picture(made).split("\n")
    assert not any("▮ Tricky Trap" in line for line in shown)
    assert read(shown).state is State.REACTION


def test_shares_are_of_the_time_since_the_first_question():
    flow = Flow(questions=3, turns=2, keys=8, waits=[4.0, 8.0, 6.0])
    flow.spent.update({State.QUESTION: 6.0, State.WINDOW: 3.0, State.WAIT: 3.0})
    rows = table([flow])
    assert rows["own thinking, % of the time"] == [50.0]
    assert rows["in reaction windows, %"] == [25.0]
    assert rows["key presses a turn"] == [4.0]
    assert rows["wait between own turns, median s"] == [6.0]
    assert rows["wait between own turns, 90 % s"] == [8.0]


# --- a clock that stands still --------------------------------------------------------------------


def given(**changed):
    """What the command line says where it says nothing."""
    usual = {"people": 4, "turns": 1, "think": 2.5, "pace": "normal", "hold": False, "orders": 0}
    return Namespace(**usual | changed)


async def evening_of(**changed):
    windows = Windows()
    flows = await evening(1, given(**changed), windows)
    return flows, windows


async def test_the_same_seed_is_the_same_evening_and_one_person_thinks_at_a_time():
    (flows, windows), (twins, _) = [await evening_of() for _ in range(2)]
    assert flows == twins
    assert windows.turns >= 4
    assert {name for name, *_ in windows.count} >= {"summon", "spin"}
    thought = sum(flow.spent[State.QUESTION] for flow in flows)
    assert 0 < thought <= max(flow.spent.total() for flow in flows)


async def test_orders_shorten_windows_and_holds_prolong_them():
    seconds = [
        sum((await evening_of(**changed))[1].seconds.values())
        for changed in ({"orders": 4}, {}, {"hold": True})
    ]
    assert seconds == sorted(seconds)
    assert len(set(seconds)) == 3


async def test_whoever_plays_alone_is_never_asked_where_there_is_nothing_to_choose():
    ([flow], windows) = await evening_of(people=1, turns=3)
    assert flow.empty == 0
    assert flow.questions > 3
    assert set(windows.seconds.values()) != {0.0}


@pytest.mark.acceptance(2)
@pytest.mark.skipif(not LONG, reason="ten evenings")
async def test_who_plays_with_two_bots_mostly_thinks_and_hardly_waits():
    flows = [
        flow
        for seed in range(1, 11)
        for flow in await evening(seed, given(people=1, turns=8), Windows())
    ]
    rows = {name: statistics.median(each) for name, each in table(flows).items() if each}
    assert rows["own thinking, % of the time"] >= 60
    assert rows["wait between own turns, median s"] <= 8
    assert rows["wait between own turns, 90 % s"] <= 15
    assert rows["own questions a turn"] <= 5.5
    assert not any(flow.empty for flow in flows)


def test_a_reaction_behind_a_slow_line_comes_in_time_since_windows_wait_for_it():
    usual = {"turns": 1, "line": 0.3, "reacts_after": 0.8, "patience": 600}
    taken, offered = still(1, Namespace(**usual, unmeasured=False))
    assert taken == offered > 0


@pytest.mark.skipif(not LONG, reason="the control; it plays on for a while")
def test_the_control_a_reaction_comes_too_late_where_all_lines_are_taken_for_good_ones():
    usual = {"turns": 3, "line": 0.3, "reacts_after": 0.8, "patience": 600}
    taken, offered = still(1, Namespace(**usual, unmeasured=True))
    assert taken < offered
