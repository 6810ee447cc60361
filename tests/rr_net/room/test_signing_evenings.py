"""Evenings at random: people who sign come, go, change devices and file orders at any moment.

`RUNES_LONG=1` plays two hundred of them.
"""

import contextlib
import os
import random

import pytest

from rr_net import link
from tests.support.rr_net.signplay import (
    SigningPlayer,
    comes_plain,
    comes_signing,
    does_something,
    rows_of,
    signing_hall,
)

LONG = os.environ.get("RUNES_LONG") == "1"
GAMES = [
    ("pebbles", {"turn_cap": "8", "turn_clock": "20", "newcomers": "welcome"}),
    ("runes-regulations", {"turn_cap": "4", "newcomers": "welcome"}),
    ("pebbles", {"turn_cap": "8", "window": "answered", "grace": "5"}),
    ("rune", {"first_seat": "1", "grace": "5"}),
    ("regicide", {"grace": "5"}),
]
NAMES = ("ann", "bob", "cem")


class Evening:
    """A table at which anything may happen."""

    def __init__(self, place, dice):
        self.place, self.dice, self.players = place, dice, {}

    async def sits_down(self, seats):
        for seat in range(seats):
            name = NAMES[seat]
            comes = self.dice.choice([comes_signing, comes_signing, comes_plain])
            self.players[name] = await comes(self.place, name, seat=seat, is_host=seat == 0)
        for player in self.players.values():
            await player.does(link.Ready())

    async def goes_on(self):
        for _ in range(3000):
            if self.place.room.phase != "playing":
                return
            for name in tuple(self.players):
                await self.acts(name)
            await self.place.passes(self.dice.choice([0.1, 0.3, 0.5, 1.5]))
        raise AssertionError("the game is never over")

    async def acts(self, name):
        player = self.players[name]
        match self.dice.choice(["play"] * 24 + ["drop", "away", "orders", "arrange", "unsigned"]):
            case "play":
                await self.plays(player)
            case "drop":
                await player.drops()
                await self.returns(name)
            case "away":
                await player.does(link.StepAway())
            case "orders" if isinstance(player, SigningPlayer) and player.client.seat >= 0:
                await player.files()
            case "orders":
                await player.does(link.FileOrders())
            case "arrange":
                await player.does(link.Rearrange(zone="hand", order=(1, 0, 2)))
            case "unsigned" if player.screen.ask is not None:
                await player.does(link.Give(number=player.screen.pending.number, option=0))

    async def returns(self, name):
        seat = NAMES.index(name)
        if self.dice.random() < 0.4:
            self.players[name] = await comes_plain(self.place, name, is_host=seat == 0)
        else:
            device = self.dice.choice(["", "", " two"])
            player = await comes_signing(self.place, name, is_host=seat == 0, device=device)
            player.client.seat = seat
            self.players[name] = player

    async def plays(self, player):
        seat = NAMES.index(next(n for n, each in self.players.items() if each is player))
        shown = player.screen.seats[seat]
        if shown.away or shown.stand_in:
            await player.does(link.Sit(seat=seat))
        asked = player.screen.all(link.AskSeatKey)
        if asked and self.dice.random() < 0.5:
            await player.begins_key()
        with contextlib.suppress(StopIteration):  # what was asked has no such option any more
            await does_something(player)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200 if LONG else 6))
async def test_whatever_people_do_the_record_of_an_evening_verifies(seed):
    dice = random.Random(seed)
    game, options = GAMES[seed % len(GAMES)]
    seats = 2 if game == "rune" else 3
    level = dice.choice(["solo", "table"])
    async with signing_hall(game=game, options=options, seats=seats, fairness=level) as place:
        evening = Evening(place, dice)
        await evening.sits_down(seats)
        await evening.goes_on()
        assert rows_of(place)
