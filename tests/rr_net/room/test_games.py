"""Whole games of Regicide and of Rune at a room's table, from the lobby to a verified record."""

import json

import pytest

from rr_net import link
from rr_net.fairness.proof.verdict import OWN_LUCK
from rr_net.link import write_line
from rr_net.store import MemoryJournal
from rr_rules.kernel.stream import Stream
from rr_rules.registry import make_bot
from tests.support.rr_net.journals import load_any
from tests.support.rr_net.recorded import checked
from tests.support.rr_net.roomplay import dealt, hall, journalled, seated

MOST = 3000
"""Answers after which a game is not going to end."""


async def play_on(place, players, luck, answers=MOST):
    """Everybody answers by lot, and time passes, until the game is over."""
    for _ in range(answers):
        if place.room.phase != "playing":
            return
        asked = [player for player in players if player.screen.ask is not None]
        for player in asked:
            option = luck.below(len(player.screen.ask.options))
            await player.does(link.Give(number=player.screen.pending.number, option=option))
        if not asked:
            await place.passes(2.5)


async def play_out(place, players, luck):
    await play_on(place, players, luck)
    assert place.room.phase == "over"
    return players[0].screen.last(link.Ended)


def words(ended):
    return ended.text.split(": ", maxsplit=1)[0]


@pytest.mark.slow
@pytest.mark.parametrize("fairness", ["solo", "table"])
@pytest.mark.parametrize(
    ("game", "seats", "names"),
    [
        ("regicide", 1, ["ann"]),
        ("regicide", 2, ["ann", "bob"]),
        ("regicide", 4, ["ann", "bob"]),
        ("rune", 2, ["ann"]),
        ("rune", 2, ["ann", "bob"]),
    ],
)
async def test_a_whole_game_is_played_with_people_and_bots_and_verified(
    game, seats, names, fairness
):
    archive = journalled()
    settings = {"game": game, "seats": seats, "bots": seats - len(names), "fairness": fairness}
    async with hall(archive=archive, **settings) as place:
        players = await dealt(place, *names)
        watcher = await place.comes("zoe")
        ended = await play_out(place, players, Stream.seeded(7))
        assert ended.verified is True
        assert checked(archive.last_bundle, load_game=load_any).entries
        seen = watcher.screen.last(link.Ended)
        assert seen.model_copy(update={"verdict": ended.verdict}) == ended
        # Who has played alone reads whose luck it was; who watched has to take the host's word.
        assert (OWN_LUCK in ended.verdict, OWN_LUCK in seen.verdict) == (names == ["ann"], False)
        assert watcher.screen.view.me == -1
        # Every message of either game goes over a line of JSON.
        told = [message for player in (*players, watcher) for _, message in player.screen.told]
        assert all(json.loads(write_line(message))["type"] for message in told)


@pytest.mark.parametrize(("game", "seats"), [("regicide", 1), ("regicide", 3), ("rune", 2)])
async def test_the_bots_of_the_host_play_whole_games(game, seats):
    archive = journalled()
    settings = {"game": game, "seats": seats, "bots": seats, "bot": "greedy"}
    async with hall(archive=archive, make_bot=make_bot, bot_seconds=0.0, **settings) as place:
        watcher = await place.comes("zoe", is_host=True)
        await watcher.does(link.Start())
        ended = await play_out(place, [watcher], Stream.seeded(1))
        assert ended.verified is True


async def test_all_players_of_regicide_lose_or_win_together_and_it_says_how():
    async with hall(game="regicide", seats=3, bots=1) as place:
        ann, bob = await dealt(place, "ann", "bob")
        ended = await play_out(place, [ann, bob], Stream.seeded(3))
        assert ended.winners == ()
        assert ended.text in {
            "All have lost together: an attack could not be covered",
            "All have lost together: whose turn it was could neither play nor yield",
        }


async def test_rune_names_the_winner_and_how():
    async with hall(game="rune") as place:
        ann, bob = await dealt(place, "ann", "bob")
        ended = await play_out(place, [ann, bob], Stream.seeded(3))
        assert ended.text in {
            "{0} wins with more points",
            "{1} wins with more points",
            "Nobody wins: both have as many points",
        }


@pytest.mark.parametrize(("game", "stays"), [("regicide", True), ("rune", False)])
async def test_who_leaves_is_removed_only_where_the_game_can_go_on_or_end(game, stays):
    archive = journalled()
    settings = {"game": game, "options": {"leaver": "removed"}, "archive": archive}
    async with hall(**settings) as place:
        ann, bob = await dealt(place, "ann", "bob")
        await bob.does(link.Leave())
        assert (place.room.phase == "playing") is stays
        if stays:
            assert ann.screen.seats[1].stand_in is True
            ended = await play_out(place, [ann], Stream.seeded(2))
        else:
            ended = ann.screen.last(link.Ended)
            assert ended.text == "{0} wins because the other player has left"
        assert ended.verified is True


async def test_the_host_cannot_take_a_seat_out_of_regicide():
    async with hall(game="regicide", seats=2) as place:
        ann, _ = await dealt(place, "ann", "bob")
        await ann.does(link.Host(act="remove", seat=1))
        assert ann.screen.problem.code == "cannot_remove"
        assert place.room.phase == "playing"


@pytest.mark.parametrize(("game", "seats"), [("regicide", 1), ("regicide", 2), ("rune", 2)])
async def test_a_host_that_stopped_takes_the_game_up_again(game, seats):
    journal, names = MemoryJournal(), ["ann", "bob"][:seats]
    async with hall(archive=journalled(journal), game=game, seats=seats) as place:
        players = await dealt(place, *names)
        await play_on(place, players, Stream.seeded(5), answers=6)
        assert place.room.phase == "playing"
        before = players[0].screen.view
    archive = journalled(journal, luck=2)
    async with hall(archive=archive, game=game, seats=seats) as place:
        place.room.resume(await archive.unfinished())
        await place.settle()
        players = [await place.comes(name) for name in names]
        assert players[0].screen.view == before
        ended = await play_out(place, players, Stream.seeded(6))
        assert ended.verified is True


# --- the lobby of several games -------------------------------------------------------------


async def test_a_table_changes_from_one_game_to_another_and_back():
    options = {"first_player": "host", "window": "fast", "grace": "90"}
    async with hall(game="runes-regulations", seats=4, options=options) as place:
        ann, bob = await seated(place, "ann", "bob", pets=(3, 1))
        await ann.does(link.SetUp(game="rune"))
        shown = {each.name: each.value for each in bob.screen.lobby.options}
        assert (bob.screen.lobby.game, len(bob.screen.seats)) == ("rune", 2)
        assert "window" not in shown
        assert shown["grace"] == "90"
        await ann.does(link.SetUp(game="regicide", seats=1))
        shown = {each.name: each.value for each in bob.screen.lobby.options}
        # Its own first player has other values: what was chosen for another game is no choice here.
        assert shown["first_player"] == "kingslayer"
        await ann.does(link.SetUp(game="runes-regulations"))
        assert (bob.screen.lobby.game, len(bob.screen.seats)) == ("runes-regulations", 2)


async def test_what_usually_counts_is_for_the_games_that_list_it():
    usual = {"window": "fast"}
    async with hall(game="regicide", usual=usual) as place:
        (ann,) = await seated(place, "ann")
        await ann.does(link.SetUp(game="pebbles"))
        assert {each.name: each.value for each in ann.screen.lobby.options}["window"] == "fast"


async def test_an_owners_deck_stays_with_the_game_it_was_made_for():
    deck = ("bag.txt", b"red 6\nblue 6\n")
    async with hall(game="pebbles", deck=deck) as place:
        ann, bob = await seated(place, "ann", "bob")
        await ann.does(link.SetUp(game="regicide"))
        assert ann.screen.lobby.game == "regicide"
        await ann.does(link.Ready())
        await bob.does(link.Ready())
        assert place.archive.terms[-1].deck is None
        await ann.does(link.Host(act="end"))
        await ann.does(link.SetUp(game="pebbles"))
        await ann.does(link.Ready())
        await bob.does(link.Ready())
        assert place.archive.terms[-1].deck == deck


async def test_nothing_is_declared_where_a_game_asks_for_nothing():
    async with hall(game="regicide") as place:
        ann, _ = await dealt(place, "ann", "bob")
        await ann.does(link.Host(act="end"))
        await ann.does(link.Sit(seat=0, declare=7))
        assert [seat.declared for seat in ann.screen.seats] == [0, 0]
        assert place.archive.terms[-1].declared == ()


async def test_standing_orders_are_refused_at_a_table_without_windows():
    async with hall(game="rune") as place:
        (ann,) = await seated(place, "ann")
        await ann.does(link.AlwaysHold(kinds=("all",)))
        assert ann.screen.problem.code == "not_offered"


# --- one game after the other ---------------------------------------------------------------


@pytest.mark.rule("RG-SETUP-08")
async def test_the_first_turn_of_regicide_goes_around_the_table():
    options = {"first_player": "rotate"}
    async with hall(game="regicide", seats=3, options=options) as place:
        ann, bob, cem = await dealt(place, "ann", "bob", "cem")
        began = ann.screen.view.began
        for more in (1, 2, 3):
            await ann.does(link.Host(act="end"))
            await bob.does(link.Rematch())
            assert ann.screen.lobby.notes[-1].endswith("begins: the first turn goes around.")
            await cem.does(link.Rematch())
            await ann.does(link.Rematch())
            assert ann.screen.view.began == (began + more) % 3


def options_shown(player):
    return {each.name: each.value for each in player.screen.lobby.options}


PAIR = "Two games are played: each of you begins one, and the points of both are added."


@pytest.mark.rule("RN-SETUP-04")
async def test_either_player_of_rune_begins_one_game_of_a_pair():
    async with hall(game="rune", archive=journalled()) as place:
        ann, bob = await dealt(place, "ann", "bob")
        assert ann.screen.lobby.notes[-1] == PAIR
        [told] = [line for line in ann.screen.lines if line.text == PAIR]
        assert told.clause == "RN-SETUP-04", "who plays on a board has seen no lobby"
        first = ann.screen.view.starter
        stands = await play_out(place, [ann, bob], Stream.seeded(8))
        once = [seat.score for seat in ann.screen.view.seats]
        assert stands.together == (
            f"The first of two games: {{0}} {once[0]}, {{1}} {once[1]}. {{{1 - first}}} begins the "
            "second one, and the points of both are added; without it this result stands."
        )
        assert ann.screen.lobby.again == "Play the second game"
        await ann.does(link.Rematch())
        await bob.does(link.Rematch())
        assert ann.screen.view.starter == 1 - first
        assert ann.screen.lobby.again == ""
        assert "begins: this is the second game of a pair" in ann.screen.lobby.notes[-1]
        assert ann.screen.lobby.notes[-1] in [line.text for line in ann.screen.lines]
        assert f"The first one: ann {once[0]}, bob {once[1]}." in ann.screen.lobby.notes[-1]
        ended = await play_out(place, [ann, bob], Stream.seeded(9))
        assert ended.verified is True
        both = [one + seat.score for one, seat in zip(once, ann.screen.view.seats, strict=True)]
        who = (
            "The pair is a draw."
            if both[0] == both[1]
            else (f"{{{both.index(max(both))}}} wins the pair.")
        )
        assert ended.together == f"Both games of the pair: {{0}} {both[0]}, {{1}} {both[1]}. {who}"
        # A new pair begins as the host has chosen: by lot.
        assert ann.screen.lobby.notes[-1] == PAIR
        assert ann.screen.lobby.again == ""
        assert options_shown(ann)["first_seat"] == "random"


@pytest.mark.rule("RN-SETUP-04")
async def test_a_single_game_of_rune_is_one_choice_away_and_promises_nothing():
    async with hall(game="rune") as place:
        ann, bob = await seated(place, "ann", "bob")
        await ann.does(link.SetUp(options={"match": "single"}))
        for player in (ann, bob):
            await player.does(link.Ready())
        ended = await play_out(place, [ann, bob], Stream.seeded(8))
        assert ended.together == ""
        assert ann.screen.lobby.again == ""
        assert not any("pair" in each or each == PAIR for each in ann.screen.lobby.notes)


@pytest.mark.rule("RN-SETUP-04")
async def test_who_must_leave_after_the_first_game_leaves_a_result_and_no_second_game():
    async with hall(game="rune") as place:
        ann, bob = await dealt(place, "ann", "bob")
        await play_out(place, [ann, bob], Stream.seeded(8))
        await bob.does(link.Leave())
        assert ann.screen.lobby.again == "", "it would be with somebody else"
        assert ann.screen.lobby.notes[-1] == PAIR
        cem = await place.comes("cem")
        await cem.does(link.Sit(seat=1))
        assert ann.screen.lobby.again == ""
        await cem.does(link.Rematch())
        await ann.does(link.Rematch())
        assert place.room.phase == "playing"
        ended = await play_out(place, [ann, cem], Stream.seeded(9))
        assert ended.together.startswith("The first of two games: ")


@pytest.mark.rule("RN-SETUP-04", "RN-COMP-04")
async def test_who_leaves_in_the_first_game_has_lost_and_a_pair_begins_anew():
    async with hall(game="rune", options={"leaver": "removed"}) as place:
        ann, bob = await dealt(place, "ann", "bob")
        await bob.does(link.Leave())
        await place.passes(100)
        ended = ann.screen.last(link.Ended)
        assert (ended.winners, ended.reason, ended.together) == ((0,), "left", "")
        assert ann.screen.lobby.again == ""


@pytest.mark.rule("RN-SETUP-04")
async def test_a_second_game_that_is_taken_up_again_promises_no_third_one():
    journal = MemoryJournal()
    async with hall(game="rune", archive=journalled(journal)) as place:
        ann, bob = await dealt(place, "ann", "bob")
        first = ann.screen.view.starter
        await play_out(place, [ann, bob], Stream.seeded(8))
        await ann.does(link.Rematch())
        await bob.does(link.Rematch())
        assert ann.screen.view.starter == 1 - first
    archive = journalled(journal, luck=2)
    async with hall(game="rune", archive=archive) as place:
        place.room.resume(await archive.unfinished())
        players = [await place.comes("ann"), await place.comes("bob")]
        ended = await play_out(place, players, Stream.seeded(9))
        # What the first one came to was known at the table that has closed.
        assert ended.together == ""
        ann = players[0]
        assert ann.screen.lobby.again == ""
        assert options_shown(ann)["first_seat"] == "random"


@pytest.mark.rule("RN-SETUP-04")
async def test_a_first_game_that_is_taken_up_again_has_its_second_one():
    journal = MemoryJournal()
    async with hall(game="rune", archive=journalled(journal)) as place:
        await dealt(place, "ann", "bob")
    archive = journalled(journal, luck=2)
    async with hall(game="rune", archive=archive) as place:
        place.room.resume(await archive.unfinished())
        players = [await place.comes("ann"), await place.comes("bob")]
        ended = await play_out(place, players, Stream.seeded(9))
        assert ended.together.startswith("The first of two games: ")
        assert players[0].screen.lobby.again == "Play the second game"


# --- talk at Regicide -----------------------------------------------------------------------


@pytest.mark.rule("RG-COMM-01", "RG-COMM-02")
async def test_players_of_regicide_talk_by_what_everybody_sees():
    async with hall(game="regicide", seats=2) as place:
        ann, bob = await dealt(place, "ann", "bob")
        await bob.does(link.Say(text="I have Hearts"))
        assert bob.screen.problem.code == "phrases_only"
        await bob.does(link.Say(phrase="hand-0"))
        assert ann.screen.last(link.Chat).text == "The hand of ann has 7 cards"
        await bob.does(link.Say(phrase="eager"))
        assert bob.screen.problem.code == "no_phrase"


WAYS = [
    ("regicide", {"mulligan": "once_if_no_diamonds"}),
    ("regicide", {"comm": "open_hands", "memory_aids": "off"}),
    ("regicide", {"discard_view": "open", "overdiscard": "free"}),
    ("rune", {"grand_master": "on", "open_hands": "on"}),
    ("rune", {"undo": "off", "full_cover": "vanish"}),
]


@pytest.mark.slow
@pytest.mark.parametrize("luck", range(3))
@pytest.mark.parametrize(("game", "options"), WAYS)
async def test_every_way_of_playing_leaves_a_record_that_verifies(game, options, luck):
    archive = journalled(luck=luck)
    async with hall(game=game, options=options, archive=archive) as place:
        ann, bob = await dealt(place, "ann", "bob")
        ended = await play_out(place, [ann, bob], Stream.seeded(luck))
        assert ended.verified is True
