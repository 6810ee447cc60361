"""Attacks on who chooses when, and for whom.

By a host that waits for the others' choices (T53), and by one that has signed orders (T18).
"""

import pytest

from rr_net.fairness.base.errors import Failure
from rr_net.fairness.base.manifest import HostTerms
from rr_net.fairness.proof.replay import Replay
from rr_rules.kernel.requests import ChooseAll
from tests.support.fairness import refused_orders
from tests.support.fairness.games import Played, load, still_version
from tests.support.rr_net.cheating import ANN, Host, Story, failure_of
from tests.support.rr_net.hostkeys import HOST
from tests.support.rr_net.recorded import TINY, manifest_of


def hosted_by(seat):
    """A game that is long enough for everybody to choose a pebble to pass, several times."""
    host = HostTerms(HOST.get_fingerprint(), 1, seat, "table", TINY["table"])
    return manifest_of(seats=4, level="table", target="12", turn_cap="16", host=host)


PLAYING, DEALER_ONLY = hosted_by(ANN), hosted_by(-1)


class Waits(Host):
    """Asks everybody else before the host."""

    waited = 0

    def prompted(self):
        asked = self.table.asked
        if not self.is_host_first():
            return asked
        others = [choose for choose in asked if choose.seat != ANN]
        self.waited += len(others) > 0
        return others or asked


class SaysNothing(Host):
    """Asks the host first, and signs it only after the others."""

    def is_host_first(self):
        return False

    def prompted(self):
        pending, asked = self.table.pending, self.table.asked
        first = [choose for choose in asked if choose.seat == ANN]
        return first if first and isinstance(pending, ChooseAll) else asked


@pytest.mark.slow
@pytest.mark.attack("T53")
@pytest.mark.parametrize("host", [Waits, SaysNothing])
def test_a_host_who_could_wait_for_what_the_others_choose_is_found(host):
    story = Story(host, manifest=PLAYING)
    assert failure_of(story.played()) is Failure.HOST_NOT_FIRST
    assert failure_of(Story(Host, manifest=PLAYING).played()) is None
    # Control: a host without a seat may ask in any order, and the same order is good.
    other = Story(Waits, manifest=DEALER_ONLY)
    assert failure_of(other.played()) is None
    assert other.host.waited > 0


ORDERING = [
    (refused_orders.OutsideAWindow, Failure.WRONG_BY),
    (refused_orders.AnotherOption, Failure.FORGED_ANSWER),
    (refused_orders.AnotherCard, Failure.FORGED_ANSWER),
    (refused_orders.EarlierTurn, Failure.FORGED_ANSWER),
    (refused_orders.KeptBack, Failure.FORGED_ANSWER),
]


@pytest.mark.attack("T18")
@pytest.mark.parametrize(("host", "failure"), ORDERING)
def test_what_a_seat_has_signed_moves_nothing_but_what_it_says(host, failure, monkeypatch):
    with still_version():
        seed = getattr(host, "seed", refused_orders.THREE["seed"])
        source = Played(sitter=host, **refused_orders.THREE | {"seed": seed}).bundle
        assert failure_of(source, load_game=load) is failure
        # Control: all is signed by the seat, and legal.
        monkeypatch.setattr(Replay, "_check_by", lambda *told: None)
        assert failure_of(source, load_game=load) is None
