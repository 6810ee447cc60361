"""The Nefarious Neighbor at a table of people: seats, secret roles, leaving and coming back."""

import pytest

from rr_net import link
from rr_net.link.refusals import Refused
from rr_net.store import MemoryJournal
from rr_rules.kernel.errors import BadSetup
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.transcript import Remove
from tests.rr_net.room.test_resume import resumed
from tests.support.rr_net.nightrooms import (
    CURATOR,
    GAME,
    HENCHMAN,
    NEFARIOUS,
    ROLES,
    SAVIOR,
    TIDIER,
    night_stacked,
    roles_told,
)
from tests.support.rr_net.roomplay import Hall, dealt, hall, journalled, seated

NAMES = ("ann", "bob", "cem", "dan")
EIGHT = ("ann", "bob", "cem", "dan", "eve", "fay", "gil", "hal")
DEALT = (SAVIOR, TIDIER, CURATOR)
SHORT = "16"
"""Turns after which a game ends whose end is all that is asked of it."""


def evening(seats=4, dealer=None, archive=None, bots=0, **options):
    """A hall with a table of the expansion; seat 0 is the Nefarious Neighbor where it is dealt."""
    options = {"nefarious": "on", "window": "fast", **options}
    dealer = dealer or (night_stacked(DEALT) if seats == 4 and archive is None else None)
    return hall(game=GAME, seats=seats, bots=bots, options=options, dealer=dealer, archive=archive)


def roles(player):
    return player.screen.view.nefarious.roles


async def play_on(place, players, most=20000):
    """Everybody answers by lot until the game is over, or so many answers are given."""
    luck = Stream.seeded(7)
    while place.room.phase == "playing" and most > 0:
        asked = next((player for player in players if player.screen.ask is not None), None)
        if asked is None:
            await place.passes(2.5)
        else:
            pending = asked.screen.pending
            option = luck.below(len(pending.ask.options))
            await asked.does(link.Give(number=pending.number, option=option))
            await place.passes(0.2)  # nobody answers faster than that for long
            most -= 1


# --- seats --------------------------------------------------------------------------------


@pytest.mark.rule("NN-COMP-06", "NN-SETUP-02")
async def test_the_option_says_how_many_seats_there_may_be():
    async with hall(game=GAME) as place:
        (ann,) = await seated(place, "ann")
        assert (ann.screen.lobby.fewest, ann.screen.lobby.most) == (2, 4)
        await ann.does(link.SetUp(options={"nefarious": "on"}))
        assert (ann.screen.lobby.fewest, ann.screen.lobby.most) == (3, 8)
        assert len(ann.screen.seats) == 3
        await ann.does(link.SetUp(seats=2))
        assert (ann.screen.problem.code, len(ann.screen.seats)) == ("bad_setup", 3)
        await ann.does(link.SetUp(seats=8))
        assert len(ann.screen.seats) == 8
        await ann.does(link.SetUp(seats=2, options={"allow_two_players": "on"}))
        assert (ann.screen.lobby.fewest, len(ann.screen.seats)) == (2, 2)


async def test_whoever_sits_too_far_out_when_it_is_switched_off_moves_up_or_watches():
    async with evening(6) as place:
        ann, _, cem, _, eve, fay = await seated(place, *EIGHT[:6])
        await cem.does(link.Stand())
        await ann.does(link.SetUp(options={"nefarious": "off"}))
        assert [seat.name for seat in ann.screen.seats] == ["ann", "bob", "eve", "dan"]
        assert fay.screen.last(link.Notice).text.startswith("There is no seat left for you")
        said = [each.text for each in eve.screen.all(link.Notice)]
        assert said == ["ann sets: The Nefarious Neighbor: not in play. Seats: 4."]
        assert (ann.screen.lobby.fewest, ann.screen.lobby.most) == (2, 4)


async def test_bots_make_room_first_when_it_is_switched_off():
    async with evening(6) as place:
        ann, _ = await seated(place, "ann", "bob")
        for seat in (2, 3, 4):
            await ann.does(link.Fill(seat=seat))
        cem = await place.comes("cem")
        await cem.does(link.Sit(seat=5))
        await ann.does(link.SetUp(options={"nefarious": "off"}))
        assert [(each.name, each.kind) for each in ann.screen.seats] == [
            ("ann", "player"), ("bob", "player"), ("bot3", "bot"), ("cem", "player"),
        ]  # fmt: skip


@pytest.mark.rule("NN-SETUP-05")
async def test_a_volunteer_who_is_not_at_the_table_is_refused_when_it_is_set_up():
    chosen = {"nn_seat": "volunteer", "volunteer_seat": "5"}
    async with evening(4) as place:
        (ann,) = await seated(place, "ann")
        await ann.does(link.SetUp(options=chosen))
        assert (ann.screen.problem.code, place.room.phase) == ("bad_setup", "lobby")
        await ann.does(link.SetUp(seats=5, options=chosen))
        assert len(ann.screen.seats) == 5
        await ann.does(link.SetUp(seats=4))
        assert len(ann.screen.seats) == 5
        # Without the expansion nobody is asked for a volunteer.
        await ann.does(link.SetUp(options={"nefarious": "off"}))
        assert len(ann.screen.seats) == 4


@pytest.mark.parametrize(
    ("options", "seats", "refusal"),
    [
        ({"nefarious": "on"}, 2, Refused),
        ({}, 5, Refused),
        ({"nefarious": "on", "nn_seat": "volunteer", "volunteer_seat": "4"}, 3, BadSetup),
    ],
)
def test_a_host_cannot_open_a_table_that_could_not_be_dealt(options, seats, refusal):
    with pytest.raises(refusal, match=r"seats|volunteer_seat"):
        Hall(game=GAME, seats=seats, options=options)


@pytest.mark.slow
async def test_eight_seats_play_to_an_end_that_is_verified():
    async with evening(8, archive=journalled(luck=3), bots=6) as place:
        players = await dealt(place, *EIGHT[:2])
        assert [len(roles(player)) for player in players] == [8, 8]
        await play_on(place, players)
        ended = players[0].screen.last(link.Ended)
        assert (ended.verified, ended.reason == "broken_off") == (True, False)
        assert set(ended.roles) | set(ended.unused_roles) == ROLES
        assert (len(ended.roles), len(ended.unused_roles)) == (8, 2)


# --- who is told what ---------------------------------------------------------------------


@pytest.mark.rule("NN-SETUP-06", "NN-INFO-05")
async def test_everybody_is_told_the_own_role_and_who_the_nefarious_neighbor_is():
    async with evening() as place:
        players = await dealt(place, *NAMES)
        zoe = await place.comes("zoe")
        for seat, player in enumerate(players):
            own = ("", *DEALT)[seat]
            shown = [NEFARIOUS, *(own if at == seat else "" for at in (1, 2, 3))]
            assert roles(player) == tuple(shown)
            told = roles_told([m for _, m in player.screen.told])
            assert told == {NEFARIOUS, *filter(None, [own])}
        assert roles(zoe) == (NEFARIOUS, "", "", "")
        assert roles_told([m for _, m in zoe.screen.told]) == {NEFARIOUS}


@pytest.mark.rule("NN-INFO-10")
async def test_who_was_what_is_told_with_the_audit_and_no_sooner():
    async with evening(audit="on_request") as place:
        players = await dealt(place, *NAMES)
        zoe = await place.comes("zoe")
        await players[3].does(link.Audit())
        assert place.room.phase == "playing"
        for player in players[:3]:
            await player.does(link.Audit())
        assert place.room.phase == "over"
        first, *_, last = zoe.screen.all(link.Ended)
        assert (first.reason, first.roles, first.unused_roles) == ("broken_off", (), ())
        assert last.roles == (NEFARIOUS, *DEALT)
        assert set(last.unused_roles) == ROLES - {NEFARIOUS, *DEALT}
        late = await place.comes("yan")
        assert late.screen.last(link.Ended).roles == last.roles


# --- dropping out, coming back, again ------------------------------------------------------


async def test_whoever_comes_back_finds_the_own_role_and_no_other():
    async with evening() as place:
        players = await dealt(place, *NAMES)
        await play_on(place, players, most=8)
        await players[2].drops()
        await place.passes(1)
        back = await place.comes("cem")
        assert roles(back) == (NEFARIOUS, "", TIDIER, "")
        assert roles_told([m for _, m in back.screen.told]) == {NEFARIOUS, TIDIER}
        # The same person with another key is nobody.
        other = await place.comes("cem", key="SHA256:other")
        assert roles(other) == (NEFARIOUS, "", "", "")


@pytest.mark.slow
@pytest.mark.rule("RR-TABLE-08")
@pytest.mark.parametrize("answers", [0, 25])
async def test_a_game_that_is_taken_up_from_its_journal_has_the_same_roles(answers):
    journal = MemoryJournal()
    async with evening(archive=journalled(journal), turn_cap=SHORT) as place:
        players = await dealt(place, *NAMES)
        await play_on(place, players, most=answers)
        before = [(player.screen.view, player.screen.ask) for player in players]
        place.room.close()
        await place.running
    archive = journalled(journal, luck=2)
    async with evening(archive=archive, turn_cap=SHORT) as place:
        await resumed(place, archive)
        zoe = await place.comes("zoe")
        assert roles_told([m for _, m in zoe.screen.told]) == {NEFARIOUS}
        players = [await place.comes(name) for name in NAMES]
        assert [(each.screen.view, each.screen.ask) for each in players] == before
        for player in players:
            await player.does(link.Leave())
        await place.passes(60)  # stand-ins play it to its end
        assert zoe.screen.last(link.Ended).verified is True


@pytest.mark.slow
async def test_another_game_deals_the_roles_anew_and_tells_nothing_of_the_last_ones():
    async with evening(archive=journalled(luck=5), bots=2, turn_cap=SHORT) as place:
        players = await dealt(place, *NAMES[:2])
        await play_on(place, players)
        first = players[0].screen.last(link.Ended)
        mark = len(players[1].screen.told)
        for player in players:
            await player.does(link.Rematch())
        assert place.room.phase == "playing"
        fresh = [m for _, m in players[1].screen.since(mark)]
        again = [roles(player)[seat] for seat, player in enumerate(players)]
        assert roles_told(fresh) <= {NEFARIOUS, again[1]}
        assert roles(players[0]).count(NEFARIOUS) == 1
        await play_on(place, players)
        second = players[0].screen.last(link.Ended)
        assert list(second.roles[:2]) == again
        assert first.roles != second.roles


# --- leaving ------------------------------------------------------------------------------


@pytest.mark.rule("NN-TABLE-01")
async def test_a_bot_plays_for_the_nefarious_neighbor_even_where_leavers_are_removed():
    async with evening(leaver="removed") as place:
        ann, bob, cem, dan = await dealt(place, *NAMES)
        await ann.does(link.Leave())
        assert bob.screen.seats[0].stand_in is True
        assert bob.screen.view.seats[0].left is False
        assert not any(isinstance(entry, Remove) for entry in place.record.entries)
        await play_on(place, [bob, cem, dan], most=12)
        assert place.room.phase == "playing"
        # The owner finds the seat again with the same key.
        ann = await place.comes("ann")
        await ann.does(link.Sit(seat=0))
        assert ann.screen.view.me == 0
        assert bob.screen.seats[0].stand_in is False
        assert roles(bob)[0] == NEFARIOUS


@pytest.mark.rule("NN-TABLE-01")
async def test_a_removed_neighbor_takes_the_role_along_unseen():
    dealer = night_stacked((HENCHMAN, TIDIER, CURATOR))
    async with evening(dealer=dealer, leaver="removed") as place:
        ann, bob, cem, dan = await dealt(place, *NAMES)
        await bob.does(link.Leave())
        assert place.record.entries[-1] == Remove(1)
        assert ann.screen.view.seats[1].left is True
        await play_on(place, [ann, cem, dan], most=20)
        assert place.room.phase == "playing"
        for player in (ann, cem, dan):
            assert roles(player)[1] == ""
            assert HENCHMAN not in roles_told([m for _, m in player.screen.told])


async def test_a_table_whose_nefarious_neighbor_leaves_is_verified():
    async with evening(archive=journalled(), leaver="removed") as place:
        players = await dealt(place, *NAMES)
        zoe = await place.comes("zoe")
        nefarious = zoe.screen.view.nefarious.seat
        await play_on(place, players, most=10)
        await players.pop(nefarious).does(link.Leave())
        await players.pop().does(link.Leave())
        assert [seat.left for seat in zoe.screen.view.seats].count(True) == 1
        for player in players:
            await player.does(link.Leave())
        await place.passes(60)  # whoever is left is played by a bot
        ended = zoe.screen.last(link.Ended)
        assert (ended.verified, ended.roles[nefarious]) == (True, NEFARIOUS)
