"""Two bots in the same seat: which deals count for what."""

import pytest

from rr_net.sim.games import GamePlayed
from tests.lab.swapped import DARK, ROLES, main, swapped, told
from tests.support.rr_net.lab import InTurn

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


@pytest.mark.slow
def test_the_command_plays_both_and_goes_on_where_it_was(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("rr_net.sim.executors.LocalExecutor", InTurn)
    words = ("--work", f"{tmp_path}", "--bot", "normal", "--other", "random", "--games")
    main([*words, "3"])
    few = capsys.readouterr().out
    main([*words, "5"])
    lines = capsys.readouterr().out.splitlines()
    assert few.count("normal won") in (1, 2)
    assert sum(int(line.split(" of ")[1].split(",")[0]) for line in lines) == 5
