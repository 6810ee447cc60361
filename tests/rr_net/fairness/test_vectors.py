"""The vectors: made anew they are the same to the byte, and both verifiers say what they expect.

`RUNES_LONG=1` also makes the one anew that has a real slow hash, and checks all of that.
"""

import json
import os
import re
from pathlib import Path

import pytest

from rr_net.fairness.base.errors import Failure, VerifyError
from rr_net.fairness.base.levels import WORK
from rr_net.fairness.proof.compare import compare
from rr_net.ssh.sshsig import check_signature
from tests.support.fairness.every import MAKERS
from tests.support.fairness.formulas import ours
from tests.support.fairness.games import load, still_version
from tests.support.fairness.minimal import minimal_verdict
from tests.support.fairness.second import theirs
from tests.support.fairness.vector import FOLDER, read_vector
from tests.support.fairness.verified import real_floors
from tests.support.rr_net.recorded import TINY, checked

LONG = os.environ.get("RUNES_LONG") == "1"
PAGE = (Path(__file__).parents[3] / "docs" / "fairness.md").read_text()
PATHS = sorted(FOLDER.glob("*.txt"))
VECTORS = [read_vector(path) for path in PATHS]
NAMES = [path.stem for path in PATHS]
OF_BUNDLES = [vector for vector in VECTORS if vector.kind == "bundle"]
OF_FORMULAS = [vector for vector in VECTORS if vector.kind not in {"bundle", "forks"}]


def named(vector):
    return vector.name


def verdict(vector):
    """What `verify` finds wrong, and in which row; None if nothing."""
    told = dict(vector.options)
    told["me"] = [told["me"]] if "me" in told else []
    told["receipts"] = told["receipts"].encode() if "receipts" in told else None
    floors = TINY if vector.floors == "tiny" else WORK
    try:
        with still_version():
            checked(vector.body, load_game=load, floors=floors, full=LONG or floors is TINY, **told)
    except VerifyError as refused:
        return str(refused.failure), refused.seq
    return None, None


def second_verdict(vector):
    """What the second verifier finds wrong, and in which row; or None and its report."""
    told = dict(vector.options)
    if "receipts" in told:
        told["receipts"] = told["receipts"].encode()
    return minimal_verdict(vector.body, vector.floors, full=LONG or vector.floors == "tiny", **told)


# --- making them -------------------------------------------------------------------------------


def makers():
    long = pytest.mark.skipif(not LONG, reason="takes seconds of hashing: RUNES_LONG=1 runs it")
    return [pytest.param(make, marks=[long] * (make is real_floors)) for make in MAKERS]


@pytest.mark.slow
@pytest.mark.parametrize("make", makers())
def test_a_vector_made_anew_is_the_same_to_the_byte(make):
    vector = make()
    assert vector.path.read_bytes() == vector.text(), f"{vector.name} is not what it was"
    assert read_vector(vector.path) == vector


def test_there_is_a_maker_for_each_file_and_no_name_twice():
    assert len(MAKERS) == len(PATHS) >= 220


def test_every_failure_that_the_page_names_has_a_vector():
    steps = PAGE.split("## Verification")[1].split("## Why so?")[0]
    names = set(re.findall(r"`([a-z]+_[a-z_0-9]+|fork|unsigned)`", steps))
    assert {str(failure) for failure in Failure} >= names >= {"wrong_secret", "not_utf8", "fork"}
    # The level is asked for on the command line: test_attacks_slow.py does.
    assert names - {"lower_level"} <= {vector.expect for vector in VECTORS}


# --- what verifiers say ------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("vector", OF_BUNDLES, ids=named)
def test_verify_says_what_the_vector_expects(vector):
    failure, row = verdict(vector)
    assert (failure or "verified") == vector.expect
    assert vector.row in {None, row}


@pytest.mark.slow
@pytest.mark.parametrize("vector", OF_BUNDLES, ids=named)
def test_the_second_verifier_says_it_too_or_that_it_did_not_check(vector):
    failure, row = second_verdict(vector)
    if vector.minimal and vector.expect != "verified":
        assert failure == vector.expect
        assert vector.row in {None, row}
        return
    if vector.row is not None and failure is not None:
        # What is changed is found by nobody but the first: the hashes behind it fit it as it is.
        assert row > vector.row
        return
    assert failure is None
    left_out = row.not_checked
    assert "verified" not in " ".join(map(str, row))
    assert "the rules (steps 2, 14 and 15)" in left_out
    assert "signatures" in left_out


@pytest.mark.parametrize("vector", [v for v in VECTORS if v.kind == "forks"], ids=named)
def test_copies_that_are_compared_show_the_fork(vector):
    copies = [(str(i), copy) for i, copy in enumerate(vector.body.split(b"\n"))]
    assert compare(copies, check_signature).failure == vector.expect


@pytest.mark.parametrize("vector", OF_FORMULAS, ids=named)
def test_formulas_give_what_the_vector_says(vector):
    parts = json.loads(vector.body)
    value = parts.pop("value")
    assert ours(vector.kind, parts) == value
    if vector.minimal:
        assert theirs(vector.kind, parts) == value


def test_the_sample_values_of_the_page_stand_in_vectors():
    samples = PAGE.split("## Sample values")[1]
    for name in ("hash", "keyed", "order"):
        value = json.loads(read_vector(FOLDER / f"{name}.txt").body)["value"]
        assert (value if isinstance(value, str) else str(value)) in samples
