"""How the prices and the odds of Regicide are made anew: by playing games by prices alone."""

from __future__ import annotations

from collections.abc import Iterator

from rr_rules.bots.fitting import Contest, Evolution, Fit, Regression, Sample
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.regicide.bot.insight import features
from rr_rules.regicide.bot.policy import NUMBERS, policy_of
from rr_rules.regicide.bot.prices import MOST_SEATS, ODDS, PRICE_NAMES, STARTS, laid_flat
from rr_rules.regicide.bot.simulating import Rest
from rr_rules.regicide.cards import ENEMIES
from rr_rules.regicide.state import RegicideState

CLOSE = 0.5
"""What a lost game counts that fell just short; the square of how far it came counts."""
LEAST_STEP, STEP = 1.0, 0.4
"""How far a price may be off at first: so many points, or this part of it."""


def _try_out(table: Table[RegicideState], stream: Stream) -> float:
    """Play by the prices: 1 for a game that is won, and for others how far it came."""
    rest = Rest(table.state, policy_of(table.state.seats), stream)
    rest.play_on(ENEMIES)
    far = rest.defeated / ENEMIES
    return 1.0 if rest.over == "castle" else CLOSE * far * far


def _watch(table: Table[RegicideState], stream: Stream) -> Iterator[Sample]:
    """Play by the prices: how each turn looked that began with a new enemy, and who won."""
    rest = Rest(table.state, policy_of(table.state.seats), stream)
    seen = list[tuple[str, dict[str, float]]]()
    while not rest.over:
        found = dict(zip(ODDS, features(rest), strict=True))
        seen.append((f"{rest.seats}/{rest.defeated}", found))
        rest.play_on(rest.defeated + 1)
    won = float(rest.over == "castle")
    return (Sample(model, (found,), (won,)) for model, found in seen)


def _prices(seats: int) -> Evolution:
    starts = laid_flat(STARTS)
    return Evolution(
        name=f"prices-{seats}", part="prices", model=str(seats), try_out=_try_out,
        setup=(seats, {}), names=PRICE_NAMES, starts=starts,
        steps=[max(LEAST_STEP, STEP * abs(start)) for start in starts],
        games=120, generations=250,
    )  # fmt: skip


SEATS = range(1, MOST_SEATS + 1)
FIT = Fit(
    numbers=NUMBERS,
    stages=(
        *map(_prices, SEATS),
        Regression(name="odds", part="odds", link="odds", watch=_watch,
                   setups=[(seats, {}) for seats in SEATS], games=120_000),
    ),
    contests=(
        *(Contest((seats, {}), "rule", 1000) for seats in SEATS),
        *(Contest((seats, {}), "search", 100, iterations=30) for seats in SEATS),
    ),
)  # fmt: skip
