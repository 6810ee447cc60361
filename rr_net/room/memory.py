"""What a table remembers of a game for the next one of its kind, where the game asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rr_net.game.live import LiveGame
from rr_net.game.seats import Terms
from rr_net.room.lobby import LobbyState
from rr_rules.kernel.game import GameBefore, NextGame


@dataclass(frozen=True, slots=True)
class Remembered:
    """A game as the table remembers it: nothing that only one seat could know."""

    view: object
    chosen: Mapping[str, str]
    options: Mapping[str, str]
    players: tuple[str, ...]
    """Who sat where: the fingerprint of a key, or a bot's name."""


class TableMemory:
    """The last game of each kind that a room has seen the end of."""

    def __init__(self) -> None:
        self._games: dict[str, Remembered] = {}

    def keep(self, play: LiveGame, lobby: LobbyState) -> None:
        """Remember a game that is over, before anything is chosen for the next one."""
        rules, terms = play.table.game, play.terms
        self._games[rules.id] = Remembered(
            view=rules.view(play.table.state, None),
            chosen=dict(lobby.options),
            options=dict(terms.options),
            players=_players(terms),
        )

    def sum_up(self, play: LiveGame) -> str:
        """What a game that is over and the one before come to; not kept yet. "" for nothing."""
        rules, terms = play.table.game, play.terms
        before = self._games.get(rules.id)
        if before is None:
            return ""
        ended = rules.view(play.table.state, None)
        return rules.sum_up(terms.options, ended, _as_seated(before, terms))

    def terms(self, lobby: LobbyState) -> Terms:
        """What the deal fixes, with what the game takes over from the one before."""
        terms, following = lobby.terms(), self.next_game(lobby)
        return replace(terms, options=dict(following.settings), declared=following.declared)

    def next_game(self, lobby: LobbyState) -> NextGame:
        """The next game as its rules make it of the lobby and of the game before."""
        terms, rules = lobby.terms(), lobby.rules
        before = self._games.get(rules.id)
        if before is None:
            return NextGame(terms.options, terms.declared)
        return rules.follow(terms.options, terms.declared, _as_seated(before, terms))


def _players(terms: Terms) -> tuple[str, ...]:
    return tuple(who.key or who.name for who in terms.roster)


def _as_seated(before: Remembered, terms: Terms) -> GameBefore:
    seats = tuple(
        before.players.index(who) if who in before.players else -1 for who in _players(terms)
    )
    return GameBefore(before.view, before.chosen, before.options, seats)
