"""The messages about past games: what somebody may know of what was played at this host."""

from __future__ import annotations

from typing import Literal

from rr_net.link.player import Message


class PastGame(Message):
    """One game that was played here."""

    game: str
    """Its name, in hex."""
    day: str
    """The day on which it ended, or was seen last, by the host's clock; of another year the month.
    """
    edition: str
    """The game as people call it."""
    length: str
    """How long it was played, or `-`."""
    people: str
    """Who played; and the turn, of a game without an outcome."""
    result: str
    """How it ended, for you where you played: `won`, `lost`, `unfinished`, `ended early`, or how
    far a game came that all win or lose together."""
    mark: str
    """What the check of its record says: `checked`, `not checked`, `does not verify`, `taken in`;
    `""` while it goes on."""
    holds: bool | None
    """Whether its record holds; null where it is not checked."""
    open: bool
    """Whether it goes on, or was left."""
    lines: tuple[str, ...]
    """Everything that is known of it, a sentence each."""


class PastRating(Message):
    """How strong somebody is at one game, from three rated games on."""

    edition: str
    """The game."""
    name: str
    """Whose it is."""
    rating: float
    """About so much: 25 is a newcomer's."""
    spread: float
    """Give or take so much: two in three are off by less."""
    games: int
    """From how many games."""


class PastAgainst(Message):
    """What came of your games against one other player."""

    name: str
    """Who it is."""
    won: int
    """How many games you came off better in."""
    lost: int
    """How many the other did."""
    drawn: int
    """How many neither did."""


class PastGames(Message):
    """The past games that you may know of: your own, and all of them on the host's own screen."""

    type: Literal["past_games"] = "past_games"
    find: str
    """What was looked for."""
    count: int
    """How many games fit."""
    games: tuple[PastGame, ...]
    """The latest of them, one hundred at most."""
    ratings: tuple[PastRating, ...]
    """Yours; everybody's on the host's own screen."""
    against: tuple[PastAgainst, ...]
    """Whom you have met, who was met most first."""
    best: tuple[tuple[str, str], ...]
    """For each game that all win or lose together its name, and how far you have come."""
    of: int = 0
    """How many games there are for you, whatever was looked for."""
    problem: str = ""
    """Why the list cannot be read, in words; "" where it can."""
