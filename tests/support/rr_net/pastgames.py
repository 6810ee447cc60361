"""Past games for tests: made in a line, without anybody having played them."""

from rr_net.history.results import OWN_KEY, GameResult, SeatResult

NOON = 1_795_000_000
"""A moment in November 2026."""
DAY = 24 * 3600
ROOT, ANN, BOB = OWN_KEY, "SHA256:ann", "SHA256:bob"
NAMES = {ROOT: "root", ANN: "ann", BOB: "bob"}


def seat(key, *, won=False, rank=2, **more):
    name = NAMES.get(key, key.removeprefix("SHA256:"))
    return SeatResult(name, key, rank=1 if won else rank, won=won, **more)


def game(number=1, winner=ROOT, others=(ANN,), **more):
    """A finished game of these people, so many days after the first."""
    given = {
        "game": "runes-regulations", "edition": "Runes & Regulations", "state": "finished",
        "reason": "five", "turns": 17, "seconds": 41 * 60, "level": "table", "checked": "holds",
        "version": "0.2.0",
        "ended": NOON + number * DAY,
        "seats": (seat(winner, won=True), *(seat(key) for key in others)),
    }  # fmt: skip
    return GameResult(**{"gid": f"{number:064x}", **given, **more})


def together(number, score, *keys, **more):
    """A game that all win or lose together."""
    won = score == 12
    seats = tuple(seat(key, won=won, rank=1) for key in keys)
    given = {"game": "regicide", "edition": "Regicide", "is_shared": True, "score": score,
             "seats": seats}  # fmt: skip
    return game(number, **{**given, **more})
