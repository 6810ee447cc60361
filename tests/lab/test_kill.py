"""The lab that kills hosts plays a game, and one that lost something is told as such."""

import os

import pytest

from tests.lab import kill

LONG = os.environ.get("RUNES_LONG") == "1"

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("ssh_client", "ssh_keygen")]


@pytest.mark.skipif(not LONG, reason="RUNES_LONG=1 kills hosts of a whole game")
def test_a_game_whose_host_is_killed_again_and_again_is_well(capsys):
    assert kill.main(["--kills", "1"]) == 0
    assert "; well" in capsys.readouterr().out


def test_what_was_seen_is_learnt_in_its_order():
    seen = kill.Seen()
    seen.learn({"type": "rows", "first": 0, "rows": ["a", "b"]})
    seen.learn({"type": "rows", "first": 2, "rows": ["c"]})
    seen.learn({"type": "outcome", "verdict": ""})
    assert (seen.rows, seen.verdict) == (["a", "b", "c"], "over")


def test_a_row_that_comes_before_those_that_were_asked_for_takes_no_other_ones_place():
    seen = kill.Seen(rows=["a", "b"])
    seen.learn({"type": "rows", "first": 4, "rows": ["e"]})
    assert seen.rows == ["a", "b"], "the host may be killed before the next ones come"
    seen.learn({"type": "rows", "first": 2, "rows": ["c", "d", "e"]})
    assert seen.rows == ["a", "b", "c", "d", "e"]


def test_a_fault_is_no_good_evening():
    assert str(kill.Evening(1)).endswith("; well")
    assert "NOT WELL: ['rows']" in str(kill.Evening(1, faults=["rows"]))
