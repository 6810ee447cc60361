"""Files that are made to cost a verifier memory and time (T72)."""

import json
import os
import tracemalloc

import pytest

from rr_net.fairness.base.errors import UNUSABLE, BadJson, Failure, VerifyError
from rr_net.fairness.base.parts import DEEPEST, MOST_SIGNS, check_limits
from rr_net.fairness.proof.bundle import LARGEST_BUNDLE
from tests.support.fairness.bombs import VERIFIERS, bombs, cost
from tests.support.fairness.minimal import minimal_verdict
from tests.support.rr_net.recorded import checked

LONG = os.environ.get("RUNES_LONG") == "1"
MEGABYTES, SECONDS = 200, 3
DEAREST = (
    'a list of {"a":0}, as many as allowed',
    "a list of [], as many as allowed",
    "witnesses full of {}",
    "a commit row whose zones are full of {}",
    "sixty million brackets",
)


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
@pytest.mark.slow
@pytest.mark.skipif(not LONG, reason="a hundred large files: RUNES_LONG=1 reads them")
@pytest.mark.timeout(1200)
def test_every_bomb_is_refused_by_name_by_both():
    count = 0
    for name, source in bombs():
        count += 1
        with pytest.raises(VerifyError) as error:
            checked(source)
        assert error.value.failure in UNUSABLE | {Failure.WRONG_CARDS}, name
        second, _ = minimal_verdict(source)
        assert second is not None, name
    assert count >= 100


@pytest.mark.attack("T72")
@pytest.mark.e2e
@pytest.mark.skipif(not LONG, reason="it measures: RUNES_LONG=1 does")
@pytest.mark.parametrize("verifier", VERIFIERS)
def test_the_dearest_bombs_cost_little(verifier):
    made = dict(bombs())
    for name in DEAREST:
        needed = cost(verifier, name, made[name])
        assert needed.megabytes < MEGABYTES, needed
        assert needed.seconds < 2 * SECONDS, needed  # other tests run beside this one


@pytest.mark.attack("T72")
def test_without_the_limits_the_same_bytes_cost_twenty_times_their_size():
    source = b"[" + b"[]," * (LARGEST_BUNDLE // 3 - 2) + b"[]]"
    assert refused(check_limits, source) is Failure.TOO_MANY
    tracemalloc.start()
    json.loads(source)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak > 20 * len(source)
