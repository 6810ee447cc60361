"""Two bots in the same seat: which deals count for what."""

from rr_net.sim.games import GamePlayed
from tests.lab.swapped import DARK, ROLES, swapped, told

KINDS = ("hard", "greedy", "greedy")


def game(number, winners, roles):
    kinds = KINDS[-number % 3 :] + KINDS[: -number % 3]
    return GamePlayed(number, kinds, winners, roles=roles)


def test_the_seat_is_compared_deal_by_deal_and_by_what_it_was():
    roles = ("The Nefarious Neighbor", "The Tidier", "The Curator")
    ones = [game(1, (1,), roles), game(0, (0,), roles), game(3, (0,), roles)]
    others = [game(0, (2,), roles), game(3, (0,), roles), game(1, (2,), roles)]
    found = {each.name: each for each in swapped("hard", ones, others)}
    assert found[DARK].new == (True, True)
    assert found[DARK].shipped == (False, True)
    assert (found[ROLES].new, found[ROLES].shipped) == ((True,), (False,))
    assert found[DARK].difference[0] == 0.5
    assert told(found[ROLES], "hard", "greedy").startswith(
        "a role: hard won 1 and greedy 0 of 1, +100"
    )
