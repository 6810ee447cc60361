"""The lab of relays: a game in which everything between is killed once, and its figures."""

import pytest

from tests.lab import relay, relaykills
from tests.support.e2e.fleet import Look, Looks

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("ssh_client", "ssh_keygen")]


def test_a_game_where_everything_between_is_killed_is_well(capsys):
    assert relaykills.main(["--kills", "1", "--seed", "1"]) == 0
    said = capsys.readouterr().out
    assert "; well" in said
    assert "3 kills" in said


def test_a_median_and_a_percentile_are_told_in_milliseconds():
    assert relay.told([0.001] * 98 + [0.002] * 2) == (1.0, 2.0)


MAPLE = frozenset({"maple"})
NONE = frozenset()


def looks(*said):
    return Looks([Look(relay, asked, asked + 0.1, held) for relay, asked, held in said])


def test_two_relays_that_hold_a_name_at_once_are_found():
    both = looks((0, 1.0, MAPLE), (1, 1.2, MAPLE), (0, 1.4, MAPLE))
    assert len(both.both()) == 1


@pytest.mark.parametrize(
    "said",
    [
        [(0, 1.0, MAPLE), (1, 1.05, MAPLE), (0, 1.4, MAPLE)],
        [(0, 1.0, MAPLE), (0, 1.1, NONE), (1, 1.3, MAPLE), (0, 1.5, MAPLE)],
        [(0, 1.0, MAPLE), (1, 1.2, frozenset({"oak"})), (0, 1.4, MAPLE)],
        [(0, 1.0, MAPLE), (1, 1.2, MAPLE), (1, 1.4, MAPLE)],
    ],
)
def test_relays_that_hold_a_name_one_after_the_other_are_not(said):
    assert looks(*said).both() == []
