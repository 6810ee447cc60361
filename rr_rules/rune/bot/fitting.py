"""How the values of Rune are made anew: by quick games, each turn as it promises most."""

from __future__ import annotations

from collections.abc import Iterator

from rr_rules.bots.fitting import Contest, Fit, Regression, Sample, Setup
from rr_rules.bots.numbers import Models
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.rune.bot.imagined import Course
from rr_rules.rune.bot.turns import draw, finish_turn, play_turn
from rr_rules.rune.bot.values import NUMBERS
from rr_rules.rune.bot.weighing import largest, promise, spare, stood, tally_of
from rr_rules.rune.state import RuneState

ASTRAY = 8
"""One turn of so many is played by lot, so that positions come up that nobody would seek."""


def _turns(table: Table[RuneState], stream: Stream) -> Iterator[Course]:
    """Play to the end; the position before each turn."""
    course = Course.of_state(table.state)
    while not course.is_over:
        yield course
        if stream.below(ASTRAY) or not _stray(course, stream):
            play_turn(course)


def _stray(course: Course, stream: Stream) -> bool:
    """Lay a card of the hand anywhere, then draw or go on as usual; False where there is no place.

    Who draws keeps a master more: so positions with unlike numbers of masters come up.
    """
    at = stream.below(len(course.hands[course.player]))
    places = course.placements(course.hands[course.player][at])
    if not places:
        return False
    course.lay(at, places[stream.below(len(places))])
    if course.draws and stream.below(2):
        draw(course)
    else:
        finish_turn(course)
    return True


def _watch_points(table: Table[RuneState], stream: Stream) -> Iterator[Sample]:
    """How each position looked to the seat that moved, and by how many points it won."""
    seen = list[tuple[int, str, dict[str, float]]]()
    for course in _turns(table, stream):
        seen.append((course.player, _masters(course), _features(course)))
        last = course
    scores = tally_of(last.board).scores
    for seat, model, found in seen:
        yield Sample(model, (found,), (float(scores[seat] - scores[1 - seat]),))


def _masters(course: Course) -> str:
    return f"{course.supply[course.player]}/{course.supply[1 - course.player]}"


def _features(course: Course) -> dict[str, float]:
    """What the weights count (`values.Weights`), for the seat that moves next."""
    seat, other, tally = course.player, 1 - course.player, tally_of(course.board)
    return {
        "move": 1.0,
        "ahead": tally.scores[seat] - tally.scores[other],
        "stood": stood(course),
        "free": spare(largest(tally)),
        "draws": course.draws,
        "token": course.tokens[seat] * bool(course.supply[seat]),
        "other_token": course.tokens[other] * bool(course.supply[other]),
    }


def _watch_odds(table: Table[RuneState], stream: Stream) -> Iterator[Sample]:
    """How many points ahead the seat that moved was to be, and whether it won."""
    seen = list[tuple[int, str, float]]()
    for course in _turns(table, stream):
        seen.append((course.player, str(sum(course.supply)), promise(course, course.player)))
        last = course
    winners = last.winners
    for seat, model, ahead in seen:
        yield Sample(model, ({"points": ahead},), (float(seat in winners) if winners else 0.5,))


def _spreads(models: Models) -> Models:
    """So many points make the logarithm of the odds 1."""
    return {
        model: {"points": round(1.0 / max(found["points"], LEAST), 2)}
        for model, found in models.items()
    }


LEAST = 0.01
SETUPS: tuple[Setup, ...] = ((2, {}), (2, {"grand_master": "on"}))
FIT = Fit(
    numbers=NUMBERS,
    stages=(
        Regression(name="values", part="values", link="points", watch=_watch_points, setups=SETUPS,
                   games=12_000, rounds=4),
        Regression(name="spreads", part="spreads", link="odds", watch=_watch_odds, setups=SETUPS,
                   games=12_000, digits=6, finish=_spreads),
    ),
    contests=(
        Contest((2, {}), "rule", 600, other="greedy"),
        Contest((2, {}), "search", 200, other="greedy", iterations=30),
        Contest((2, {"grand_master": "on"}), "search", 100, other="greedy", iterations=30),
    ),
)  # fmt: skip
