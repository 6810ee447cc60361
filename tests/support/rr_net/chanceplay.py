"""Tables at the level `table`, and what is done at one while a random event is open."""

from rr_net import link
from tests.support.rr_net.roomplay import SLOW, hall

SHUFFLE, ROLL = 1.2, 0.8
EVENT = SHUFFLE + SLOW


def table(**settings):
    return hall(fairness="table", **settings)


def event(player):
    return player.screen.pending.event


async def mashes(player, keys):
    await player.does(link.Contribute(event=event(player).number, keys=keys))


def frozen(place):
    return [what for kind, what in place.record.steps if kind == "freeze"]


async def past_the_deal(place, *players):
    """Lets the deal's event run out; who starts is declared, so no roll follows."""
    await place.passes(EVENT)
    assert all(event(player) is None for player in players)
