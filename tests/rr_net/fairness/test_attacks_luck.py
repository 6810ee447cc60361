"""Attacks on chance: lucky secrets, tries, last words, foresight (T1, T3, T6, T7, T9, T52).

The statistics are of fixed seeds. A bound is where pure chance comes once in ten thousand times.
"""

import random
from collections import Counter

import pytest

from rr_net.fairness.base import slow
from rr_net.fairness.base.errors import WeakSlow
from rr_net.fairness.base.hash import Tag, hashed, keyed, number
from rr_net.fairness.base.levels import FASTEST, LEVELS, TOLERANCE, WORK, Slow, check_slow
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.base.slow import Grind, long_hash
from rr_net.fairness.chain import reveals
from rr_net.fairness.chain.chance import Chances
from rr_net.fairness.chain.reveals import roll_chain
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.transcript import canonical
from tests.support.fakeclock import FakeClock

GID = "5a" * 32
R = Secret(b"R" * 32, GID)
BY_CHANCE = {12: 37.4, 36: 75.2}
"""Chi-square by cells, exceeded by chance once in 10,000 times."""


def frozen(event, *keys):
    """F, where each seat has given these keys; "" for a seat that was silent."""
    given = [{"level": "mash", "seat": s, "value": v} for s, v in enumerate(keys) if v]
    place = bytes.fromhex(GID), number(event), number(1)
    return hashed(Tag.FREEZE, *place, canonical(given)).hex()


def ground(event, *keys, blocks=1, segments=1):
    """y of an event, of a hash that is quick here: for whoever may try as often as they like."""
    grind = Grind(GID, event, 1, frozen(event, *keys), blocks, segments)
    return bytes.fromhex(grind.values()[-1])


def are_even(met, cells):
    """Whether counts are as equal as chance makes them."""
    even = sum(met.values()) / cells
    return sum((met[cell] - even) ** 2 / even for cell in range(cells)) < BY_CHANCE[cells]


def is_chance(wins, tries, odds):
    """Whether somebody won about as often as by chance: within four deviations."""
    return abs(wins - tries * odds) < 4 * (tries * odds * (1 - odds)) ** 0.5


# --- T1 ------------------------------------------------------------------------------------


@pytest.mark.attack("T1")
def test_a_host_who_picks_a_lucky_secret_before_the_deal_is_no_luckier_than_others(monkeypatch):
    monkeypatch.setattr(reveals, "LENGTH", 1)  # the chain of rolls is not what is tried here
    deck, wish = 12, 3
    secrets = [Chances(Secret(seed.to_bytes(32, "big"), GID)) for seed in range(10_000)]

    def tops(y):
        return [chances.order("main", deck, y)[-1] for chances in secrets]

    hoped, dealt = tops(ground(1, "", "")), tops(ground(1, "", "qmzpw;8x,"))
    assert are_even(Counter(dealt), deck)
    # The host knows what each secret would deal to a silent table, and takes one of the lucky ones.
    lucky = [at for at, top in enumerate(hoped) if top == wish]
    assert len(lucky) > 700
    assert is_chance([dealt[at] for at in lucky].count(wish), len(lucky), 1 / deck)
    # Control: where everybody is silent, every secret that was found so wins.
    silent = tops(ground(1))
    assert {silent[at] for at in lucky} == {wish}


# --- T3 ------------------------------------------------------------------------------------


class Grinder:
    """A host that tries contributions of a friend's seat while a window is open.

    Its clock goes on with every block that it does, so many a second.
    """

    def __init__(self, monkeypatch, speed):
        self._clock, self._speed = FakeClock(), speed
        monkeypatch.setattr(slow, "long_hash", self._counted)

    def _counted(self, value, blocks):
        self._clock.advance(blocks / self._speed)
        return long_hash(value, 1)

    def tries(self, work, milliseconds, wish, sides=500):
        """How many tries were done when the window closed, and whether one gave the wish."""
        ends, chances = self._clock.time() + milliseconds / 1000, Chances(R)
        done, found = 0, False
        while not found:
            y = ground(1, "ann's keys", f"try{done}", blocks=work, segments=16)
            if self._clock.time() > ends:
                break
            done, found = done + 1, chances.roll(sides, y) == wish
        return done, found


KINDS = [(level, kind) for level in ("table", "strict") for kind in ("shuffle", "roll")]


@pytest.mark.attack("T3")
@pytest.mark.parametrize(("level", "kind"), KINDS)
def test_a_host_with_a_friends_seat_finishes_no_try_before_the_freeze(level, kind, monkeypatch):
    least, window = WORK[level], LEVELS[level].window(kind) + TOLERANCE
    work = least.blocks(kind)
    # The fastest core there is, with a program that wastes no cycle, begins at once.
    fast = Grinder(monkeypatch, speed=FASTEST)
    assert fast.tries(work, window, wish=77) == (0, False)
    # What is left: a machine five times as fast has five tries, and not thousands.
    monster = Grinder(monkeypatch, speed=5.1 * FASTEST)
    assert monster.tries(work, window, wish=77) == (5, False)
    # Control: with a quick hash a slow machine has all it wants, and so no level allows one.
    quick = Grinder(monkeypatch, speed=1_000_000)
    tried, found = quick.tries(16, window, wish=77)
    assert found
    assert tried > 50
    check_slow(level, least)
    for other in ("shuffle", "roll"):
        less = {"shuffle": least.shuffle, "roll": least.roll} | {other: 16}
        with pytest.raises(WeakSlow):
            check_slow(level, Slow(**less))


# --- T6 ------------------------------------------------------------------------------------


@pytest.mark.attack("T6")
def test_a_player_who_contributes_last_steers_nothing():
    """They know the others' keys and all that is public, and try six of their own each time.

    Their machine is so fast that the slow hash is nothing to it.
    """
    luck, chances, chain, sides, wish = random.Random(6), Chances(R), roll_chain(R), 6, 5
    wins = Counter()
    for t in range(1, 2001):
        chances.rolls, keys = t - 1, f"{luck.random()}"
        tries = [ground(t, keys, f"try{own}") for own in range(6)]
        for guess, link in (("public", chain.at(t - 1)), ("secret", chain.at(t))):
            hopes = [_rolled(link, y, t, sides) for y in tries]
            best = hopes.index(wish) if wish in hopes else 0
            wins[guess] += chances.roll(sides, tries[best]) == wish
    assert is_chance(wins["public"], 2000, 1 / sides)
    # Control: whoever knew the next link of the chain would choose among six rolls.
    assert is_chance(wins["secret"], 2000, 1 - (1 - 1 / sides) ** 6)


def _rolled(link, y, t, sides):
    return Stream(keyed(bytes.fromhex(link), Tag.SPIN, y, number(t))).below(sides)


# --- T7 ------------------------------------------------------------------------------------


@pytest.mark.attack("T7")
def test_a_host_who_plays_knows_no_roll_to_come_before_it_is_frozen():
    luck, chances, chain, sides, tries = random.Random(7), Chances(R), roll_chain(R), 6, 4000
    pairs, forecast, alone = Counter(), 0, 0
    for t in range(1, tries + 1):
        chances.rolls = t - 1
        without = chances.roll(sides, ground(t, "", ""))
        rolled = chances.roll(sides, ground(t, "", f"{luck.random()}"))
        pairs[without * sides + rolled] += 1
        forecast += without == rolled
        alone += chances.roll(sides, b"") == _rolled(chain.at(t), b"", t, sides)
    assert is_chance(forecast, tries, 1 / sides)
    assert are_even(pairs, sides * sides)
    # Control: where the host alone contributes it knows each of them.
    assert alone == tries


# --- T9 ------------------------------------------------------------------------------------


def predictions(publics, t, y, sides):
    """What somebody comes to who takes each public value for the key of a roll."""
    for value in publics:
        key = bytes.fromhex(value)
        yield Stream(key).below(sides)
        yield Stream(hashed(Tag.SPIN, key, y, number(t))).below(sides)
        yield _rolled(value, y, t, sides)
        yield int.from_bytes(key, "big") % sides


@pytest.mark.attack("T9")
def test_a_watcher_who_hashes_all_that_is_public_predicts_neither_roll_nor_deck():
    chances, chain, sides, found, with_link = Chances(R), roll_chain(R), 10**9, 0, 0
    for t in range(1, 200):
        chances.rolls = t - 1
        y = ground(t, "ann's", "bob's")
        public = [GID, R.commitment, frozen(t, "ann's", "bob's"), y.hex(), "00" * 32]
        public += [chain.at(before) for before in range(max(0, t - 20), t)]
        rolled = chances.roll(sides, y)
        found += rolled in predictions(public, t, y, sides)
        with_link += rolled in predictions([*public, chain.at(t)], t, y, sides)
        orders = [Stream(keyed(bytes.fromhex(v), Tag.SHUFFLE, b"main", number(0), y)).order(30)
                  for v in public]  # fmt: skip
        found += chances.order("main", 30, y) in orders
    assert found == 0
    # Control: were the next link public, as a hash of the outcome is, each roll would be known.
    assert with_link == 199


# --- T52 -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.attack("T52")
def test_a_host_who_chooses_its_discards_for_a_reform_does_no_better_than_by_chance():
    """It may choose how many of its discards come before the ace when the pile is sorted.

    The ace must come to lie on top. With the order of the reform known it would have six tries.
    """
    luck, chances, cards, choices, tries = random.Random(52), Chances(R), 12, 6, 10_000
    wins = Counter()
    for event in range(1, tries + 1):
        real = chances.order("deck", cards, ground(event, "", f"{luck.random()}"))
        forecasts = {"guessed": chances.order("deck", cards, ground(event, "", "")), "known": real}
        for what, order in forecasts.items():
            place = order[-1] if order[-1] < choices else 0
            wins[what] += real[-1] == place
    assert is_chance(wins["guessed"], tries, 1 / cards)
    # Control: with y known before the cards are chosen it wins half the time.
    assert is_chance(wins["known"], tries, choices / cards)
