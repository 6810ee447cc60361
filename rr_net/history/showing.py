"""Past games as messages: what a screen of past games shows, at a table and before there is one."""

from __future__ import annotations

from datetime import datetime

from rr_net.history.results import Checked, GameResult
from rr_net.history.telling import Asker, Found, LocalTime, best_of, page_of, told
from rr_net.link import PastAgainst, PastGame, PastGames, PastRating
from rr_net.safetext import clean

MOST_SHOWN = 100
"""The most games of one message: who looks for an older one says which."""
LONGEST_FIND = 200
HOLDS: dict[Checked, bool | None] = {
    "holds": True, "sampled": True, "fails": False, "unchecked": None,
}  # fmt: skip


def shown(
    found: Found, find: str, now: float, clock: LocalTime = datetime.fromtimestamp
) -> PastGames:
    """All that was found, for a screen."""
    return PastGames(
        find=clean(find, LONGEST_FIND),
        count=found.count,
        games=tuple(_game(each, found.asker, now, clock) for each in found.games),
        ratings=tuple(
            PastRating(
                edition=each.edition,
                name=found.names.get(each.key, ""),
                rating=round(each.mu, 1),
                spread=round(each.sigma, 1),
                games=each.games,
            )
            for each in found.ratings
        ),
        against=tuple(
            PastAgainst(name=each.name, won=each.won, lost=each.lost, drawn=each.drawn)
            for each in found.met
        ),
        best=tuple((each.edition, best_of(each)) for each in found.best),
        of=found.of,
    )


def _game(result: GameResult, asker: Asker, now: float, clock: LocalTime) -> PastGame:
    line = told(result, asker, now, clock)
    return PastGame(
        game=result.gid,
        **line._asdict(),
        holds=HOLDS[result.checked],
        open=result.state == "playing",
        lines=tuple(page_of(result, asker, now, clock)),
    )
