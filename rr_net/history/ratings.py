"""How strong people are: ratings of one game each, from all that was played, with what is unsure.

They are worked out anew from the whole book whenever a game counts that did not before, in the
order in which the games ended and then by their names: in which order anything was written down or
taken in changes nothing. Bots are no opponents; among the people of a game their ranks count.
"""

from __future__ import annotations

from collections.abc import Iterable

from openskill.models import PlackettLuce, PlackettLuceRating

from rr_net.history.book import HistoryBook, Rated
from rr_net.history.results import GameResult, SeatResult

Ratings = dict[tuple[str, str], PlackettLuceRating]
"""By edition and key."""


def rated_anew(book: HistoryBook) -> None:
    """Have a book's ratings be those of its games. Raises HistoryError."""
    with book.at_once():
        book.rate(ratings_of(book.all_finished()))


def ratings_of(games: Iterable[GameResult]) -> tuple[Rated, ...]:
    """What everybody's ratings are after these games, in the order of their ends."""
    model, known, played = PlackettLuce(), Ratings(), dict[tuple[str, str], int]()
    for game in sorted(games, key=lambda each: (each.ended, each.gid)):
        if game.why_not_rated:
            continue
        for (edition, key), rating in _after(game, known, model):
            if key:
                known[edition, key] = rating
                played[edition, key] = played.get((edition, key), 0) + 1
    return tuple(
        Rated(edition, key, rating.mu, rating.sigma, played[edition, key])
        for (edition, key), rating in known.items()
    )


def _after(
    game: GameResult, known: Ratings, model: PlackettLuce
) -> Iterable[tuple[tuple[str, str], PlackettLuceRating]]:
    """Each player of a game, and the rating after it; somebody forgotten is always a newcomer."""
    names = [(game.edition, seat.key) for seat in game.people]
    before = [[known.get(name) or model.rating()] for name in names]
    after = model.rate(before, ranks=[_rank(seat) for seat in game.people])
    return zip(names, (team[0] for team in after), strict=True)


def _rank(seat: SeatResult) -> float:
    return float(seat.rank)
