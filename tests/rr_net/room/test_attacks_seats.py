"""Attacks on seats: taking somebody else's (T42), and holding the whole table up (T43)."""

import pytest

from rr_net import link
from tests.support.rr_net.roomplay import dealt, hall

HOUR = 3600


async def tries_to_take(thief, pending):
    """All that an interface can do to come by a seat or to play for it."""
    await thief.does(link.TakeOver(yes=True))
    await thief.does(link.Sit(seat=0))
    await thief.does(link.Give(number=pending.number, option=0))
    await thief.does(link.Rearrange(zone="hand", order=(2, 1, 0)))
    await thief.does(link.Leave())


@pytest.mark.attack("T42")
@pytest.mark.parametrize("when", ["while ann is here", "while ann is away"])
async def test_a_thief_who_takes_a_players_name_gets_neither_seat_nor_cards(when):
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        asked, hand = ann.screen.pending, ann.screen.view.seats[0].hand
        if when == "while ann is away":
            await ann.drops()
        thief = await place.comes("ann", key="SHA256:thief")
        assert thief.screen.last(link.Welcome).elsewhere is False
        await tries_to_take(thief, asked)
        assert not any(thief.screen.view.seats[0].hand)
        assert bob.screen.view.seats[0].hand == thief.screen.view.seats[0].hand
        assert bob.screen.pending.number == asked.number, "nothing was played"
        # Control: with her key everything is hers, here or elsewhere.
        again = await place.comes("ann", key="SHA256:ann")
        await again.does(link.TakeOver(yes=True))
        assert again.screen.view.seats[0].hand == hand
        await again.answers()
        assert bob.screen.pending.number > asked.number


@pytest.mark.attack("T42")
async def test_two_windows_of_one_key_never_play_at_once():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        asked = ann.screen.pending
        other = await place.comes("ann")
        await other.does(link.Give(number=asked.number, option=0))
        assert other.screen.problem.code == "elsewhere"
        assert bob.screen.pending.number == asked.number
        # Control: whichever of them has the seat plays; the other is told goodbye.
        await other.does(link.TakeOver(yes=True))
        assert isinstance(ann.screen.told[-1][1], link.Bye)
        await other.answers()
        assert bob.screen.pending.number > asked.number


async def moved(*, throws=False, **options):
    """How far a table has come an hour after the seats that are asked fell silent."""
    async with hall(options=options) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        if throws:
            await ann.answers("skip")
            await ann.answers("throw")
            assert bob.screen.window is not None
        before = ann.screen.pending.number
        await place.passes(HOUR)
        return ann.screen.pending.number - before


@pytest.mark.attack("T43")
async def test_a_player_who_never_plays_cannot_hold_the_table_up():
    assert await moved(turn_clock="60") > 0
    # Control: at a table without a clock everybody waits for ever.
    assert await moved(turn_clock="off") == 0


@pytest.mark.attack("T43")
async def test_a_player_who_never_says_pass_cannot_hold_a_reaction_window_open():
    assert await moved(throws=True, window="sealed") > 0
    # Control: a window that waits for everybody's answer waits for ever.
    assert await moved(throws=True, window="answered") == 0
