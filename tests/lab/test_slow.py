"""The best program for the slow hash does the same work as ours, and gains little by it."""

import os

import pytest

from rr_net.fairness.base.levels import FASTEST, LEVELS, TOLERANCE, WORK
from rr_net.fairness.base.slow import long_hash
from tests.lab import slow

LONG = os.environ.get("RUNES_LONG") == "1"


@pytest.fixture(scope="module")
def native(tmp_path_factory):
    built = slow.build(tmp_path_factory.mktemp("slow"))
    if built is None:
        pytest.skip("there is no compiler here")
    return built


@pytest.mark.e2e
@pytest.mark.parametrize("blocks", [0, 1, 2, 8_191, 8_192, 8_193, 20_000])
def test_the_program_does_the_same_work(native, blocks):
    found, seconds, how = native.run(blocks)
    assert found == long_hash(slow.BEGIN, blocks)
    assert seconds >= 0
    assert "SHA extensions" in how


@pytest.mark.e2e
@pytest.mark.attack("T64")
def test_the_best_program_gains_at_most_a_factor_of_two(native):
    gain, speed, _ = slow.ratio(native, slow.BLOCKS if LONG else 400_000, slow.TURNS)
    assert gain <= 2
    # Control: what it replaces was hashed four times as fast by such a program.
    assert 0 < speed < FASTEST


def test_the_figures_say_where_a_host_has_to_speak():
    quick, late = (list(slow.figures(speed)) for speed in (FASTEST, 5_000_000))
    assert not any("before the deal" in line for line in quick)
    assert sum("before the deal" in line for line in late) == 2
    for name in ("table", "strict"):
        window = (LEVELS[name].roll + TOLERANCE) / 1000
        assert WORK[name].roll / FASTEST >= window
