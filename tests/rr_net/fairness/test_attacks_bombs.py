"""Files that are made to cost a verifier memory and time (T72)."""

import cProfile
import json
import os
import pstats
import tracemalloc

import pytest

from rr_net.fairness.base.errors import UNUSABLE, BadJson, Failure, VerifyError
from rr_net.fairness.base.parts import (
    DEEPEST,
    MOST_ROWS,
    MOST_SIGNS,
    MOST_SSHSIGS,
    check_limits,
)
from rr_net.fairness.proof.bundle import LARGEST_BUNDLE
from tests.lab.bombs import cost, verifiers
from tests.support.fairness.bombs import bombs, light
from tests.support.fairness.heavy import Bomb, Deal, opening, zone
from tests.support.fairness.minimal import minimal_verdict
from tests.support.rr_net.recorded import checked

LONG = os.environ.get("RUNES_LONG") == "1"


def refused(act, *given):
    with pytest.raises(BadJson) as error:
        act(*given)
    return error.value.failure


@pytest.mark.attack("T72")
def test_a_file_has_no_more_values_than_a_game_needs_and_is_nested_no_deeper():
    most = b"," * MOST_SIGNS
    check_limits(most)
    assert refused(check_limits, most + b":") is Failure.TOO_MANY
    nest = b'[{"a":' * (DEEPEST // 2)
    check_limits(nest)
    assert refused(check_limits, nest + b"[") is Failure.TOO_DEEP
    # Brackets in texts are none, whatever stands before their quotes.
    for text in (b'"[[[["', b'"\\"[[["', b'"\\\\\\"[["', b'"a\\\\"'):
        check_limits(nest + text * 20)
    assert refused(check_limits, nest + b'"\\\\"[') is Failure.TOO_DEEP


@pytest.mark.attack("T72")
@pytest.mark.parametrize(
    "bytes_too_many", [b'"U1NIU0lH"' * (MOST_SSHSIGS + 1), b'"prev":' * (MOST_ROWS + 1)]
)
def test_a_file_has_no_more_rows_and_signatures_than_a_game_needs(bytes_too_many):
    unit = bytes_too_many[: bytes_too_many.index(b'"', 1) + 1]
    assert refused(check_limits, bytes_too_many) is Failure.TOO_MANY
    check_limits(bytes_too_many[: -len(unit)])
    assert minimal_verdict(bytes_too_many)[0] == "too_many"
    assert minimal_verdict(bytes_too_many[: -len(unit)])[0] == "not_json"


def opened(cards, count):
    """A pile of so many cards, of which so many are opened at once."""
    deal = Deal({"a": cards})
    (faces,) = deal.shuffle(("deck", ["a"] * cards))
    some = [opening("deck", -1, at, "a") for at in range(cards - count, cards)]
    deal.commit((zone("deck"), faces[: cards - count]), opened=some)
    return deal.bundle


@pytest.mark.attack("T72")
def test_four_times_as_many_openings_cost_no_sixteen_times_as_many_steps():
    steps = []
    for cards in (600, 2400):
        source, profile = opened(cards, cards // 3), cProfile.Profile()
        found, _ = profile.runcall(minimal_verdict, source)
        assert found is None
        steps.append(pstats.Stats(profile).total_calls)
    assert steps[1] < 7 * steps[0]


@pytest.mark.attack("T72")
@pytest.mark.slow
@pytest.mark.skipif(not LONG, reason="a hundred large files: RUNES_LONG=1 reads them")
@pytest.mark.timeout(1200)
def test_every_bomb_that_is_no_record_is_refused_by_name_by_both():
    for name, source in light():
        with pytest.raises(VerifyError) as error:
            checked(source)
        assert error.value.failure in UNUSABLE | {Failure.WRONG_CARDS}, name
        second, _ = minimal_verdict(source)
        assert second is not None, name


@pytest.mark.attack("T72")
@pytest.mark.e2e
@pytest.mark.skipif(not LONG, reason="it measures for a quarter of an hour: RUNES_LONG=1 does")
@pytest.mark.timeout(3600)
def test_the_dearest_of_a_hundred_bombs_costs_little():
    made = list(bombs())
    assert len(made) >= 100
    for verifier in verifiers():
        assert not [each for each in (cost(verifier, bomb) for bomb in made) if each.is_high]


@pytest.mark.attack("T72")
@pytest.mark.e2e
@pytest.mark.parametrize("verifier", verifiers())
def test_a_bomb_is_measured_in_a_process_of_its_own(verifier):
    few, many = (cost(verifier, Bomb("cards", opened(count, 0))) for count in (10, 20_000))
    # Their times differ by less than two starts of Python do on a busy machine.
    assert few.seconds > 0
    assert few.megabytes < many.megabytes
    assert not many.is_high


@pytest.mark.slow
@pytest.mark.attack("T72")
def test_without_the_limits_the_same_bytes_cost_twenty_times_their_size():
    source = b"[" + b"[]," * (LARGEST_BUNDLE // 6) + b"[]]"
    assert refused(check_limits, source) is Failure.TOO_MANY
    tracemalloc.start()
    json.loads(source)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak > 20 * len(source)
