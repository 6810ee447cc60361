"""Requests, and how straight-line game code asks for them."""

import gc
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from rr_rules.kernel.flow import choose, choose_all, confirm, pick, roll, shuffled, together
from rr_rules.kernel.requests import Choose, ChooseAll, Option, Roll, Shuffle

ROOT = Path(__file__).parents[3]
LEFT, RIGHT = Option("left"), Option("right")


def asked(flow, *answers):
    """The requests that a flow asks when it is sent these answers, and what it returns."""
    requests, value = [], None
    for answer in (None, *answers):
        try:
            requests.append(flow.send(answer))
        except StopIteration as finished:
            value = finished.value
            break
    else:
        flow.close()
    return requests, value


def test_a_choice_is_asked_and_its_answer_is_an_index():
    requests, value = asked(choose(2, "way", [LEFT, RIGHT], source="map"), 1)
    assert requests == [Choose(2, "way", (LEFT, RIGHT), "map")]
    assert value == 1


def test_a_forced_choice_is_not_asked():
    assert asked(choose(0, "way", [LEFT])) == ([], 0)
    assert asked(pick(0, "way", [(LEFT, "home")])) == ([], "home")


def test_a_forced_choice_is_asked_where_the_number_of_options_is_hidden():
    requests, value = asked(choose(0, "way", [LEFT], always=True), 0)
    assert (requests, value) == ([Choose(0, "way", (LEFT,))], 0)
    requests, value = asked(pick(0, "way", [(LEFT, "home")], always=True), 0)
    assert (requests, value) == ([Choose(0, "way", (LEFT,))], "home")


def test_pick_gives_what_stands_behind_an_option():
    requests, value = asked(pick(1, "way", [(LEFT, "home"), (RIGHT, "away")], about="fork"), 1)
    assert requests == [Choose(1, "way", (LEFT, RIGHT), "", "fork")]
    assert value == "away"


@pytest.mark.parametrize(("answer", "is_yes"), [(0, True), (1, False)])
def test_no_is_the_second_option(answer, is_yes):
    [[request], value] = asked(confirm(0, "sure"), answer)
    assert [option.act for option in request.options] == ["yes", "no"]
    assert value is is_yes


def test_choose_all_asks_at_once_and_gives_an_index_each():
    both = [Choose(0, "way", (LEFT,)), Choose(1, "way", (LEFT, RIGHT))]
    requests, value = asked(choose_all(both, window=True), (0, 1))
    assert (requests, value) == ([ChooseAll(tuple(both), window=True)], (0, 1))


def test_a_shuffle_puts_each_pile_into_the_order_it_is_given():
    requests, value = asked(shuffled([("deck", [5, 6, 7]), ("bag", [8, 9])]), ((2, 0, 1), (1, 0)))
    assert requests == [Shuffle((("deck", (5, 6, 7)), ("bag", (8, 9))))]
    assert value == [[7, 5, 6], [9, 8]]


def test_a_roll_asks_for_a_number_below_its_sides():
    assert asked(roll(6, "die"), 3) == ([Roll(6, "die")], 3)


def test_flows_that_run_together_are_asked_in_rounds():
    async def twice(seat):
        first = await choose(seat, "first", [LEFT, RIGHT])
        return first, await choose(seat, "second", [LEFT, RIGHT])

    async def once(seat):
        return await choose(seat, "first", [LEFT, RIGHT])

    async def never(seat):
        return seat

    requests, value = asked(together({2: twice(2), 0: once(0), 1: never(1)}), (1, 0), (1,))
    rounds = [[(choice.seat, choice.verb) for choice in request.asked] for request in requests]
    assert rounds == [[(2, "first"), (0, "first")], [(2, "second")]]
    assert value == {2: (1, 1), 0: 0, 1: 1}


def test_flows_that_run_together_may_only_choose():
    with pytest.raises(AssertionError, match="may only choose"):
        asked(together({0: roll(6, "die")}))


def test_a_forgotten_await_warns():
    async def step():
        confirm(0, "sure")  # no await: the choice would be lost

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        asked(step())
        gc.collect()
    assert [str(each.message) for each in caught] == ["coroutine 'confirm' was never awaited"]


FORGETFUL = """
import gc

from rr_rules.kernel.flow import confirm


async def step():
    confirm(0, "sure")


def test_it():
    with_no_answer = step()
    try:
        with_no_answer.send(None)
    except StopIteration:
        pass
    gc.collect()
"""


@pytest.mark.e2e
def test_a_forgotten_await_fails_our_test_run(tmp_path):
    (tmp_path / "test_forgetful.py").write_text(FORGETFUL)
    options = ["-c", str(ROOT / "pyproject.toml"), "-p", "no:cacheprovider", "--rootdir", "."]
    command = [sys.executable, "-m", "pytest", "-q", *options, "test_forgetful.py"]
    done = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stderr
    assert "coroutine 'confirm' was never awaited" in done.stdout
