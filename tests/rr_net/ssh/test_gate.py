"""Who may open a connection: the counting, without a network."""

from dataclasses import replace

import pytest

from rr_net.ssh import Limits
from rr_net.ssh.gate import REMEMBERED, Arrival, Gate, source_of
from tests.support.fakeclock import FakeClock

MANY = Limits(arrivals=10_000)


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("127.0.0.7", "127.0.0.1"),
        ("::1", "::1/64"),
        ("", ""),
    ],
)
def test_a_source_is_an_address_or_a_household(address, source):
    assert source_of(address) == source


def test_waiting_and_entered_connections_are_counted_apart():
    gate = Gate(MANY, FakeClock())
    assert all(gate.arrive("a") for _ in range(10))
    assert not gate.arrive("a")
    assert gate.arrive("b")
    gate.enter(Arrival("a"))
    assert (gate.waiting, gate.inside) == (10, 1)
    assert gate.arrive("a")
    gate.leave_waiting("b")
    gate.leave("a")
    assert (gate.waiting, gate.inside) == (10, 0)


def test_all_sources_together_have_a_bound_too():
    gate = Gate(MANY, FakeClock())
    assert sum(bool(gate.arrive(f"source {n}")) for n in range(100)) == 64
    for n in range(64):
        gate.enter(Arrival(f"source {n}"))
    assert sum(bool(gate.arrive(f"other {n}")) for n in range(100)) == 64
    assert gate.inside + gate.waiting == 128


def test_there_is_an_end_to_connections_altogether_and_of_one_source():
    gate = Gate(replace(MANY, waiting=10_000, waiting_per_source=10_000), FakeClock())
    assert sum(bool(gate.arrive("one")) for _ in range(100)) == 32
    assert (
        sum(bool(gate.arrive(f"source {n}")) for n in range(300))
        == MANY.connections - MANY.kept_for_known
    )


def test_a_source_may_come_ten_times_a_minute():
    clock = FakeClock()
    gate = Gate(Limits(), clock)

    def visit():
        came = bool(gate.arrive("a"))
        if came:
            gate.leave_waiting("a")
        return came

    assert [visit() for _ in range(12)] == [True] * 10 + [False] * 2
    clock.advance(6)
    assert [visit(), visit()] == [True, False]
    clock.advance(600)
    assert [visit() for _ in range(11)] == [True] * 10 + [False]


def test_everybody_behind_a_tunnel_comes_from_loopback_which_has_more_room():
    gate = Gate(Limits(), FakeClock())
    assert sum(bool(gate.arrive(source_of("127.0.0.1"))) for _ in range(100)) == 60


@pytest.mark.slow
def test_many_addresses_do_not_fill_the_memory():
    clock = FakeClock()
    gate = Gate(replace(MANY, waiting=10**9, connections=10**9), clock)
    for n in range(3 * REMEMBERED):
        gate.arrive(f"source {n}")
    assert len(gate.arrivals) <= REMEMBERED
    clock.advance(3600)
    gate.arrive("one more")
    assert len(gate.arrivals) == 1


# --- behind a forwarded line ---------------------------------------------------------------------

HERE = source_of("127.0.0.1")


def comes(gate, name, key, *, is_known=False, source=HERE):
    """Whether somebody gets in, who is gone again at once."""
    arrival = gate.arrive(source)
    if arrival is None:
        return False
    gate.called(arrival, name)
    if not gate.may_prove(arrival, key, is_known=is_known):
        gate.leave_waiting(source)
        return False
    gate.enter(arrival, name, key, is_known=is_known)
    gate.leave(source)
    return True


def test_one_noisy_name_or_key_does_not_use_up_what_is_everybodys():
    gate = Gate(Limits(), FakeClock())
    assert [comes(gate, "eve", f"key {n}") for n in range(22)] == [True] * 20 + [False] * 2
    assert [comes(gate, f"name {n}", "one") for n in range(22)] == [True] * 20 + [False] * 2
    # Of sixty a minute forty are used: what was refused is not counted against the others.
    assert [comes(gate, f"n{n}", f"k{n}") for n in range(21)] == [True] * 20 + [False]


@pytest.mark.parametrize("source", [HERE, source_of("203.0.113.9")])
def test_a_known_key_passes_where_too_many_have_come(source):
    clock = FakeClock()
    gate = Gate(Limits(), clock)
    assert comes(gate, "ann", "anns", is_known=True, source=source)
    crowd = [
        comes(gate, f"n{n}", f"k{n}", source=source) for n in range(65 if source == HERE else 40)
    ]
    assert sum(crowd) == (60 if source == HERE else 10)
    assert all(comes(gate, "ann", "anns", is_known=True, source=source) for _ in range(5))
    assert not comes(gate, "bob", "bobs", source=source)
    clock.advance(60)
    assert comes(gate, "bob", "bobs", source=source)


def test_where_nobody_is_known_a_crowd_is_turned_away_before_it_costs_anything():
    gate = Gate(Limits(), FakeClock())
    far = source_of("203.0.113.9")
    assert sum(comes(gate, f"n{n}", f"k{n}", source=far) for n in range(100)) == 10
    assert gate.arrive(far) is None


def test_showing_known_keys_has_an_end_too():
    gate = Gate(Limits(), FakeClock())
    for n in range(100):
        comes(gate, f"n{n}", f"k{n}")
    tried = [gate.arrive(HERE) for _ in range(1000)]
    assert 0 < sum(each is not None for each in tried) <= 60  # as many as may wait
    assert all(each is None or each.is_pressed for each in tried)


def test_names_and_keys_do_not_fill_the_memory():
    gate = Gate(replace(MANY, waiting=10**9, connections=10**9), FakeClock())
    for n in range(2 * REMEMBERED):
        comes(gate, f"n{n}", f"k{n}")
    assert len(gate.others) <= REMEMBERED


# --- who makes way ----------------------------------------------------------------------------


class Crowd:
    """Connections that leave when they are told to."""

    def __init__(self, gate):
        self.gate = gate
        self.left = []
        self.let_in = set()

    def comes(self, source, *, enters=False):
        arrival = self.gate.arrive(source)
        if arrival is not None:
            arrival.make_way = lambda: self._leaves(source)
        if arrival is not None and enters:
            self.gate.enter(arrival)
        return arrival

    def _leaves(self, source):
        if source in self.let_in:
            return False
        self.left.append(source)
        return True


def test_a_returning_player_gets_in_while_64_addresses_fill_every_place_that_waits():
    gate = Gate(Limits(), FakeClock())
    crowd = Crowd(gate)
    flood = [f"flood {n}" for n in range(64)]
    for _ in range(10):
        for source in flood:
            crowd.comes(source)
    assert gate.waiting == 64
    player = crowd.comes("player")
    assert player is not None
    assert crowd.left == ["flood 0"]
    # One more from a source that waits already is one too many, and the player stays.
    assert not any(crowd.comes(source) for source in flood[1:])
    assert gate.may_prove(player, "SHA256:player", is_known=True)
    gate.enter(player, "player", "SHA256:player", is_known=True)
    assert (gate.waiting, gate.inside) == (63, 1)


def test_where_somebody_known_came_from_nobody_has_to_make_way_before_a_key_is_proved():
    gate = Gate(MANY, FakeClock())
    crowd = Crowd(gate)
    gate.enter(crowd.comes("home"), "ann", "SHA256:ann", is_known=True)
    again = crowd.comes("home")
    for number in range(200):
        crowd.comes(f"flood {number}")
    assert gate.waiting == 64
    assert "home" not in crowd.left
    assert not again.has_made_way


def test_who_says_nothing_makes_way_for_the_next_one_from_where_somebody_known_came_from():
    gate = Gate(Limits(), FakeClock())
    crowd = Crowd(gate)
    gate.enter(crowd.comes("127.0.0.1"), "ann", "SHA256:ann", is_known=True)
    named = crowd.comes("127.0.0.1")
    gate.called(named, "bob")
    silent = [crowd.comes("127.0.0.1") for _ in range(59)]
    assert all(silent)
    player = crowd.comes("127.0.0.1")
    assert player is not None, "where one source has its share"
    gate.limits = replace(gate.limits, waiting=60, waiting_per_source=99)
    assert crowd.comes("127.0.0.1") is not None, "where all places are taken"
    assert [each.has_made_way for each in silent] == [True] * 2 + [False] * 57
    assert not named.has_made_way
    assert gate.may_prove(player, "SHA256:ann", is_known=True)
    assert gate.waiting == 60


@pytest.mark.attack("T27")
def test_who_compares_a_fingerprint_is_not_hurried_unless_somebody_else_needs_the_place():
    clock = FakeClock()
    gate = Gate(MANY, clock)
    crowd = Crowd(gate)
    first = crowd.comes("house")
    clock.advance(14)
    assert all(crowd.comes("house") for _ in range(9))
    # The source has no place more, and nobody has had one for long.
    assert crowd.comes("house") is None
    clock.advance(1)
    assert crowd.comes("house")
    assert (first.has_made_way, crowd.left, gate.waiting) == (True, ["house"], 10)
    assert crowd.comes("house") is None
    # Elsewhere there is room, and who came from there is asked for nothing.
    clock.advance(100)
    patient = crowd.comes("other")
    clock.advance(100)
    assert crowd.comes("other")
    assert not patient.has_made_way


def test_a_flood_of_silent_lines_holds_each_place_of_its_source_for_no_longer_than_before():
    clock = FakeClock()
    gate = Gate(MANY, clock)
    crowd = Crowd(gate)
    assert all(crowd.comes("house") for _ in range(10))
    for _ in range(6):
        clock.advance(15)
        # The flood goes on as fast as it may, and the places are new ones every 15 s.
        assert sum(crowd.comes("house") is not None for _ in range(30)) == 10
    assert (gate.waiting, len(crowd.left)) == (10, 60)


def test_of_strangers_the_oldest_that_were_not_let_in_make_way():
    gate = Gate(MANY, FakeClock())
    crowd = Crowd(gate)
    for number in range(MANY.connections - MANY.kept_for_known):
        assert crowd.comes(f"stranger {number}", enters=True)
    crowd.let_in = {"stranger 0"}
    newcomer = crowd.comes("newcomer")
    assert gate.may_prove(newcomer, "SHA256:new", is_known=False)
    gate.enter(newcomer, "new", "SHA256:new")
    assert crowd.left == ["stranger 1"]
    assert gate.inside == MANY.connections - MANY.kept_for_known


def test_a_known_key_gets_in_where_every_connection_is_taken():
    limits = replace(MANY, kept_for_known=0)
    gate = Gate(limits, FakeClock())
    crowd = Crowd(gate)
    for number in range(limits.connections):
        assert crowd.comes(f"stranger {number}", enters=True)
    assert crowd.comes("player") is not None
    assert crowd.left == ["stranger 0"]


def test_who_has_made_way_is_counted_no_more_when_the_line_is_gone():
    gate = Gate(MANY, FakeClock())
    crowd = Crowd(gate)
    first = crowd.comes("a")
    for number in range(64):
        crowd.comes(f"flood {number}")
    assert first.has_made_way
    gate.gone(first, has_proved=False)
    assert gate.waiting == 64
