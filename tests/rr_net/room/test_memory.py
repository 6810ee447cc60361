"""What a table remembers from one game to the next of its kind."""

from rr_net import link
from rr_net.fairness.proof.bundle import read_bundle
from rr_net.store import MemoryJournal
from tests.support.rr_net.campfire import MOST, load_campfire
from tests.support.rr_net.recorded import checked
from tests.support.rr_net.roomplay import dealt, hall, journalled


def campfire(archive=None, **settings):
    options = {"first": "winner", "window": "fast", "target": "4", "first_player": "random"}
    given = {"game": "campfire", "load_game": load_campfire, "archive": archive} | settings
    return hall(**given, options=options)


async def play_on(place, players):
    while place.room.phase == "playing":
        for player in players:
            if player.screen.ask is not None:
                await player.answers()


async def winner_of(place, players):
    """Plays to the end; the seat that has won."""
    await play_on(place, players)
    return players[0].screen.last(link.Ended).winners[0]


async def rematch(*players):
    for player in players:
        await player.does(link.Rematch())


def terms_of(place):
    return place.archive.terms[-1]


async def test_the_game_before_decides_and_the_lobby_says_so_before_the_deal():
    async with campfire() as place:
        players = await dealt(place, "ann", "bob")
        assert terms_of(place).declared == (0, 0)
        assert not any("begins" in note for note in players[0].screen.lobby.notes)
        won = await winner_of(place, players)
        name = ("ann", "bob")[won]
        assert players[0].screen.lobby.notes[-1] == f"{name} begins: won."
        await rematch(*players)
        assert terms_of(place).declared == tuple(MOST if seat == won else 0 for seat in (0, 1))
        assert terms_of(place).options["first_player"] == "pets"
        assert players[0].screen.view.player == won


async def test_what_a_game_changes_of_its_options_is_not_chosen_for_the_one_after():
    async with campfire() as place:
        players = await dealt(place, "ann", "bob")
        await winner_of(place, players)
        await rematch(*players)
        shown = {each.name: each.value for each in players[0].screen.lobby.options}
        assert shown["first_player"] == "random"
        await winner_of(place, players)
        assert players[0].screen.lobby.notes[-1] == "The winner began the last time."
        await rematch(*players)
        assert terms_of(place).options["first_player"] == "random"
        assert terms_of(place).declared == (0, 0)


async def test_it_is_the_player_who_is_remembered_and_not_the_chair():
    async with campfire(seats=3) as place:
        ann, bob, cem = players = await dealt(place, "ann", "bob", "cem")
        won = await winner_of(place, players)
        winner = players[won]
        others = [player for player in players if player is not winner]
        await others[1].does(link.Stand())
        free = next(seat.seat for seat in ann.screen.seats if seat.kind == "empty")
        await winner.does(link.Sit(seat=free))
        await others[1].does(link.Sit(seat=won))
        for player in players:
            await player.does(link.Ready())
        assert place.room.phase == "playing"
        assert cem.screen.view.player == free
        assert bob.screen.lobby.notes[-1].endswith("begins: won.")


async def test_a_winner_who_has_gone_is_remembered_no_more():
    async with campfire() as place:
        players = await dealt(place, "ann", "bob")
        won = await winner_of(place, players)
        other = players[1 - won]
        await players[won].does(link.Leave())
        await other.does(link.Rematch())
        assert terms_of(place).declared == (0, 0)


async def test_another_game_in_between_does_not_make_a_table_forget():
    async with campfire() as place:
        ann, bob = players = await dealt(place, "ann", "bob")
        won = await winner_of(place, players)
        await ann.does(link.SetUp(game="pebbles"))
        assert not any("begins" in note for note in ann.screen.lobby.notes)
        await ann.does(link.SetUp(game="campfire", options={"first": "winner"}))
        assert ann.screen.lobby.notes[-1].endswith("begins: won.")
        for player in players:
            await player.does(link.Ready())
        assert bob.screen.view.player == won


async def test_a_game_that_was_broken_off_leaves_what_its_rules_make_of_it():
    async with campfire() as place:
        ann, bob = await dealt(place, "ann", "bob")
        await ann.does(link.Host(act="end"))
        await rematch(ann, bob)
        assert terms_of(place).declared == (0, 0)


async def test_what_was_remembered_stands_in_the_record_and_needs_no_other_game():
    archive = journalled(load_game=load_campfire)
    async with campfire(archive) as place:
        players = await dealt(place, "ann", "bob")
        won = await winner_of(place, players)
        await rematch(*players)
        await winner_of(place, players)
        assert players[0].screen.last(link.Ended).verified is True
        manifest = read_bundle(archive.last_bundle).manifest
        assert manifest.declared == tuple(MOST if seat == won else 0 for seat in (0, 1))
        assert manifest.options["first_player"] == "pets"
        assert checked(archive.last_bundle, load_game=load_campfire).outcome


async def test_a_game_that_remembers_is_taken_up_again_as_it_was_dealt():
    journal = MemoryJournal()
    async with campfire(journalled(journal, load_game=load_campfire)) as place:
        players = await dealt(place, "ann", "bob")
        won = await winner_of(place, players)
        await rematch(*players)
        assert players[0].screen.view.player == won
    archive = journalled(journal, luck=2, load_game=load_campfire)
    async with campfire(archive) as place:
        place.room.resume(await archive.unfinished())
        await place.settle()
        ann, bob = await place.comes("ann"), await place.comes("bob")
        assert ann.screen.view.player == won
        await play_on(place, [ann, bob])
        assert bob.screen.last(link.Ended).verified is True
