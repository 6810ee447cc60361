"""The lab of relays: a game in which everything between is killed once, and its figures."""

import pytest

from tests.lab import relay, relaykills

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("ssh_client", "ssh_keygen")]


def test_a_game_where_everything_between_is_killed_is_well(capsys):
    assert relaykills.main(["--kills", "1", "--seed", "1"]) == 0
    said = capsys.readouterr().out
    assert "; well" in said
    assert "3 kills" in said


def test_a_median_and_a_percentile_are_told_in_milliseconds():
    assert relay.told([0.001] * 98 + [0.002] * 2) == (1.0, 2.0)
