"""A fit whose numbers are known: what a fit must find, on a game that is not even played."""

from math import exp

from rr_rules.bots.fitting import Contest, Evolution, Fit, Regression, Sample
from rr_rules.bots.numbers import BotNumbers

PEAK = {"x": 3.0, "y": -1.0}
POINTS = {"one": 2.0, "cards": 0.5}
ODDS = {"near": 1.5, "far": -2.0}

NUMBERS = BotNumbers("rr_rules.rune.bot", dict)


def try_out(table, stream):
    """Best at the peak, with a little luck."""
    now = NUMBERS.now["peak"]["only"]
    luck = stream.below(1000) / 100_000
    return luck - sum((now[name] - value) ** 2 for name, value in PEAK.items())


def points(table, stream):
    cards = stream.below(20)
    luck = (stream.below(2001) - 1000) / 2000
    yield Sample("2", ({"one": 1.0, "cards": cards},), (2.0 + 0.5 * cards + luck,))


def worth(row):
    return sum(ODDS[name] * value for name, value in row.items())


def odds(table, stream):
    """Three that may win by their rows in a kind of their own, and one against nobody."""
    rows = [{"near": stream.below(100) / 50, "far": stream.below(100) / 50} for _ in range(3)]
    powers = [exp(worth(row)) for row in rows]
    spot, won = stream.below(10**6) / 10**6 * sum(powers), 0
    while spot > powers[won]:
        spot -= powers[won]
        won += 1
    yield Sample("three", rows, [float(at == won) for at in range(3)])
    alone = 1 / (1 + exp(-worth(rows[0])))
    yield Sample("one", rows[:1], (float(stream.below(10**6) < alone * 10**6),))


ROAD = 5
"""A drunkard between a river and home: from place n of four home is where n of five end."""


def walk(table, stream):
    """Where the drunkard was in turn, and whether that ended at home."""
    place, seen = 1 + stream.below(ROAD - 1), []
    while 0 < place < ROAD:
        seen.append({f"place {place}": 1.0})
        place += 1 if stream.below(2) else -1
    for at, row in enumerate(seen):
        yield Sample("walk", (row,), (float(place == ROAD),), at + 1 < len(seen))


WALK = Regression(name="walk", part="walk", link="odds", watch=walk, setups=[(2, {})], games=300,
                  ridge=0.1, rounds=2, is_fresh=False, passed_on=0.5, digits=3)  # fmt: skip


def doubled(models):
    return {model: {name: 2 * value for name, value in found.items()}
            for model, found in models.items()}  # fmt: skip


FIT = Fit(
    numbers=NUMBERS,
    stages=(
        Evolution(name="peak", part="peak", model="only", try_out=try_out, setup=(2, {}),
                  names=("x", "y"), starts=(0.0, 0.0), steps=(1.0, 2.0), games=2, generations=40),
        Regression(name="points", part="points", link="points", watch=points, setups=[(2, {})],
                   games=400, rounds=2, finish=doubled),
        Regression(name="odds", part="odds", link="odds", watch=odds, setups=[(2, {})],
                   games=4000, ridge=0.1),
    ),
    contests=(Contest((2, {}), "random", 6, other="greedy"),),
)  # fmt: skip
