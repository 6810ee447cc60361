"""What somebody makes of an honest record: nothing of it is proof against the host."""

import json

import pytest

from rr_net.fairness.base.rows import CheckpointRow
from rr_net.fairness.proof.accusation import FORMAT, proven, read_accusation
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.transcript import canonical
from tests.rr_net.fairness.test_live import MANIFEST, at, honest, told  # noqa: F401 - a fixture
from tests.support.rr_net.recorded import TINY


def crafted(rows, seq, other):
    return canonical({
        "by": "eve", "failure": "fork", "format": FORMAT, "manifest": MANIFEST.plain(),
        "other": other, "rows": rows, "seq": seq, "words": "the host shows two records",
    })  # fmt: skip


def comes_to(*crafting):
    return proven(read_accusation(crafted(*crafting)), check_signature, TINY)


def spellings(head):
    yield head.upper()
    yield f" {head}"
    yield " ".join(head[at : at + 2] for at in range(0, len(head), 2))


@pytest.mark.attack("T17")
@pytest.mark.parametrize("which", range(3))
def test_one_signed_head_in_two_spellings_is_no_fork(honest, which):  # noqa: F811
    rows = [json.loads(each) for each in told(honest)]
    place = at(honest, CheckpointRow, 2)
    other = rows[place] | {"prev": list(spellings(rows[place]["prev"]))[which]}
    assert comes_to(rows, place, other) is None


@pytest.mark.parametrize("extra", [{"x": 1}, {"body": {}}, {"seq": 0}])
def test_a_signed_row_with_something_beside_it_is_no_fork(honest, extra):  # noqa: F811
    rows = [json.loads(each) for each in told(honest)]
    place = at(honest, CheckpointRow, 2)
    assert comes_to(rows, place, rows[place] | extra) is None


def test_a_row_behind_the_last_that_was_told_is_no_fork(honest):  # noqa: F811
    rows = [json.loads(each) for each in told(honest[:9])]
    other = json.loads(told(honest)[9]) | {"prev": "00" * 32}
    assert comes_to(rows, 9, other) is None
