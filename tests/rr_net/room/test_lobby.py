"""The lobby: seats, declarations, options and readiness, all of it before the deal."""

import pytest

from rr_net import link
from rr_net.link.refusals import Refused
from rr_net.room.lobby import TablePlan
from rr_net.room.room import RoomLoop
from rr_rules.kernel.errors import BadOption, BadSetup
from rr_rules.registry import make_bot
from tests.support.rr_net.roomplay import Hall, WatchedArchive, dealt, hall, seated


def option(screen, name):
    return next(each for each in screen.lobby.options if each.name == name)


# --- seats --------------------------------------------------------------------------------


async def test_a_seat_is_taken_shown_and_given_back():
    async with hall(seats=3) as place:
        ann, bob = await seated(place, "ann", "bob", pets=(2, 4))
        shown = [(s.kind, s.name, s.declared, s.connected) for s in bob.screen.seats]
        assert shown == [
            ("player", "ann", 2, True),
            ("player", "bob", 4, True),
            ("empty", "", 0, False),
        ]
        assert bob.screen.lobby.declaration == "pets"
        await ann.does(link.Stand())
        assert bob.screen.seats[0].kind == "empty"
        assert [person.seat for person in bob.screen.lobby.people] == [-1, 1]


async def test_a_taken_seat_stays_taken():
    async with hall() as place:
        ann, bob = await seated(place, "ann", "bob")
        await bob.does(link.Sit(seat=0))
        assert bob.screen.problem.code == "seat_taken"
        assert [seat.name for seat in ann.screen.seats] == ["ann", "bob"]
        await bob.does(link.Sit(seat=7))
        assert bob.screen.problem.code == "no_such_seat"


async def test_moving_to_another_seat_frees_the_old_one():
    async with hall(seats=3) as place:
        ann, _ = await seated(place, "ann", "bob")
        await ann.does(link.Sit(seat=2, declare=5))
        assert [seat.name for seat in ann.screen.seats] == ["", "bob", "ann"]


async def test_declaring_anew_takes_readiness_back():
    async with hall() as place:
        ann, _ = await seated(place, "ann", "bob")
        await ann.does(link.Ready())
        await ann.does(link.Sit(seat=0, declare=9))
        assert (ann.screen.seats[0].declared, ann.screen.seats[0].ready) == (9, False)


@pytest.mark.rule("RR-COMP-03")
async def test_a_fifth_seat_is_refused_and_one_seat_alone_cannot_start():
    async with hall(game="runes-regulations", seats=4) as place:
        (ann,) = await seated(place, "ann")
        await ann.does(link.SetUp(seats=5))
        assert ann.screen.problem.code == "bad_setup"
        assert len(ann.screen.seats) == 4
        await ann.does(link.SetUp(seats=1))
        assert ann.screen.problem.code == "bad_setup"
        assert len(ann.screen.seats) == 4


async def test_the_first_turn_goes_to_the_most_pets_that_were_declared():
    async with hall(seats=3, game="runes-regulations") as place:
        ann, _, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 4, 2))
        assert place.archive.terms[0].declared == (1, 4, 2)
        assert ann.screen.view.player == 1


async def test_a_dropped_seat_is_free_again_after_a_while():
    async with hall() as place:
        ann, bob = await seated(place, "ann", "bob")
        await bob.drops()
        assert ann.screen.seats[1].connected is False
        await place.passes(59)
        assert ann.screen.seats[1].name == "bob"
        await place.passes(1)
        assert ann.screen.seats[1].kind == "empty"


async def test_the_deal_waits_for_somebody_who_was_ready_and_dropped_out():
    async with hall() as place:
        ann, bob = await seated(place, "ann", "bob")
        await bob.does(link.Ready())
        await bob.drops()
        await ann.does(link.Ready())
        assert place.room.phase == "lobby"
        await place.comes("bob")
        assert ann.screen.lobby.waits == "The deal waits: bob is not ready yet."


# --- the host's choices -------------------------------------------------------------------


async def test_the_lobby_says_what_the_deal_waits_for_once_somebody_is_ready():
    async with hall(seats=4) as place:
        ann, bob, cat = await seated(place, "ann", "bob", "cat")
        assert ann.screen.lobby.waits == ""
        await ann.does(link.Ready())
        said = "The deal waits: bob and cat are not ready yet, seat 4 is free."
        assert [each.screen.lobby.waits for each in (ann, bob)] == [said, said]
        await bob.does(link.Ready())
        await cat.drops()
        assert ann.screen.lobby.waits == "The deal waits: cat is away, seat 4 is free."
        cat = await place.comes("cat")
        await cat.does(link.Ready())
        assert bob.screen.lobby.waits.startswith("The deal waits: seat 4 is free. The host puts")
        await ann.does(link.Fill(seat=3, bot="random"))
        assert (place.room.phase, ann.screen.lobby.waits) == ("playing", "")


async def test_the_host_puts_a_bot_on_a_seat_and_takes_it_away():
    async with hall(seats=3) as place:
        ann, bob = await seated(place, "ann", "bob")
        await ann.does(link.Fill(seat=2, bot="random"))
        assert (bob.screen.seats[2].kind, bob.screen.seats[2].name) == ("bot", "bot3")
        await ann.does(link.Fill(seat=2, bot=""))
        assert bob.screen.seats[2].kind == "empty"
        await ann.does(link.Fill(seat=1))
        assert ann.screen.problem.code == "seat_taken"


async def test_the_bots_of_a_game_are_offered_and_its_strongest_sits_down_unnamed():
    async with hall(game="regicide", seats=3) as place:
        (ann,) = await seated(place, "ann")
        lobby = ann.screen.lobby
        strengths, ways = ["easy", "normal", "hard"], ["random", "greedy", "rule", "search"]
        following = ["easy-follows", "normal-follows", "hard-follows"]
        assert [bot.id for bot in lobby.bots] == strengths + following + ways
        assert (lobby.best, lobby.fewest, lobby.most) == ("search", 1, 4)
        await ann.does(link.Fill(seat=1))
        await ann.does(link.Fill(seat=2, bot="rule"))
        assert [seat.bot for seat in ann.screen.seats] == ["", "search", "rule"]
        await ann.does(link.Fill(seat=2, bot="clever"))
        assert ann.screen.problem.code == "no_such_bot"
        assert ann.screen.seats[2].bot == "rule"


async def test_bots_know_the_game_that_the_host_changes_to():
    async with hall(game="regicide", seats=3) as place:
        (ann,) = await seated(place, "ann")
        await ann.does(link.Fill(seat=1, bot="rule"))
        await ann.does(link.SetUp(game="runes-regulations"))
        assert ann.screen.seats[1].bot == ann.screen.lobby.best == "hard"
        assert "rule" not in [bot.id for bot in ann.screen.lobby.bots]


async def test_a_bot_of_a_game_that_is_played_together_may_follow_and_leads_in_another():
    async with hall(game="regicide", seats=3, bots=1, bot="hard-follows") as place:
        (ann,) = await seated(place, "ann")
        assert ann.screen.seats[2].bot == "hard-follows"
        await ann.does(link.Fill(seat=1, bot="normal-follows"))
        assert ann.screen.seats[1].bot == "normal-follows"
        await ann.does(link.SetUp(game="runes-regulations"))
        assert [seat.bot for seat in ann.screen.seats] == ["", "hard", "hard"]
        await ann.does(link.Fill(seat=1, bot="normal-follows"))
        assert ann.screen.problem.code == "no_such_bot"


async def test_a_bot_that_follows_is_told_who_plays_by_hand():
    told = []

    def make(kind, rules, stream, limits):
        told.append((kind, limits.leaders))
        return make_bot(kind, rules, stream, limits)

    options = {"first_player": "host_choice", "first_seat": "3"}
    async with hall(
        game="regicide", seats=3, bots=2, bot="normal-follows", make_bot=make, options=options
    ) as place:
        (ann,) = await seated(place, "ann")
        await ann.does(link.Ready())
        await place.passes(5)
        assert set(told) == {("normal-follows", (0,))}


async def test_masters_are_chosen_by_colour_and_no_two_alike():
    async with hall(game="rune") as place:
        ann, bob = await seated(place, "ann", "bob")
        assert ann.screen.lobby.declaration == "masters"
        assert ann.screen.lobby.declarable[:2] == ("any", "orange")
        await bob.does(link.Sit(seat=1, declare=2))
        assert bob.screen.seats[1].declared == 2
        assert ann.screen.seats[0].may_declare == (0, 1, 3, 4)
        for wrong in (2, 5):
            await ann.does(link.Sit(seat=0, declare=wrong))
            assert ann.screen.problem.code == "cannot_declare"
        assert ann.screen.seats[0].declared == 0
        for player in (ann, bob):
            await player.does(link.Ready())
        assert [seat.colour for seat in ann.screen.view.seats][1] == "violet"


async def test_what_was_declared_for_one_game_says_nothing_in_another():
    async with hall(game="runes-regulations") as place:
        ann, _ = await seated(place, "ann", "bob", pets=(3, 1))
        await ann.does(link.SetUp(game="rune"))
        assert [seat.declared for seat in ann.screen.seats] == [0, 0]


@pytest.mark.parametrize(
    "message",
    [
        link.Fill(seat=2),
        link.SetUp(seats=2),
        link.SetUp(options={"target": "5"}),
        link.Start(),
        link.Host(act="kick", name="ann"),
    ],
)
async def test_only_the_host_sets_the_table_up(message):
    async with hall(seats=3) as place:
        ann, bob = await seated(place, "ann", "bob")
        before = ann.screen.lobby
        await bob.does(message)
        assert bob.screen.problem.code == "host_only"
        assert ann.screen.lobby == before
        assert place.room.phase == "lobby"


async def test_options_are_checked_shown_and_fixed_by_the_deal():
    async with hall() as place:
        ann, bob = await seated(place, "ann", "bob")
        await ann.does(link.SetUp(options={"target": "20"}))
        assert option(bob.screen, "target").value == "20"
        assert option(bob.screen, "target").default == "12"
        await ann.does(link.SetUp(options={"target": "20", "window": "sometimes"}))
        assert ann.screen.problem.code == "bad_option"
        await ann.does(link.SetUp(options={"moon": "full"}))
        assert ann.screen.problem.code == "bad_option"
        for player in (ann, bob):
            await player.does(link.Ready())
        assert place.archive.terms[0].options["target"] == "20"
        await ann.does(link.SetUp(options={"target": "30"}))
        assert ann.screen.problem.code == "too_late"
        assert option(ann.screen, "target").value == "20"


async def test_a_changed_table_asks_again_who_is_ready():
    async with hall() as place:
        ann, bob = await seated(place, "ann", "bob")
        await bob.does(link.Ready())
        await ann.does(link.SetUp(options={"target": "20"}))
        assert [seat.ready for seat in ann.screen.seats] == [False, False]


async def test_a_change_is_said_to_everybody_in_words_and_asks_again_for_rules_alone():
    async with hall(game="regicide", seats=2) as place:
        ann, bob = await seated(place, "ann", "bob")
        await bob.does(link.Ready())
        await ann.does(link.SetUp(options={"grace": "90"}))
        assert bob.screen.last(link.Notice).text == "ann sets: Lost lines: 90 s to come back."
        assert bob.screen.seats[1].ready
        await ann.does(link.SetUp(options={"undo": "off"}))
        said = [each.text for each in bob.screen.all(link.Notice)]
        assert said[-2:] == [
            "ann sets: Taking back: never.",
            "That was not agreed yet: say once more that you are ready.",
        ]
        assert ann.screen.last(link.Notice).text == "ann sets: Taking back: never."
        assert not bob.screen.seats[1].ready


async def test_a_value_and_a_preset_that_nobody_knows_are_refused_in_words():
    async with hall(game="regicide", seats=2) as place:
        ann, _ = await seated(place, "ann", "bob")
        await ann.does(link.SetUp(options={"undo": "sometimes"}))
        wanted = "Taking back cannot be 'sometimes': it is while nothing shows or never"
        assert (ann.screen.problem.code, ann.screen.problem.text) == ("bad_option", wanted)
        await ann.does(link.SetUp(options={"grace": "0"}))
        assert ann.screen.problem.text.endswith("it is a whole number from 1 to 3600")
        await ann.does(link.SetUp(preset="party"))
        assert (
            ann.screen.problem.text == "there is no preset 'party': there is First game, Tournament"
        )


async def test_a_refused_set_up_changes_nothing():
    async with hall(seats=3) as place:
        ann, _ = await seated(place, "ann", "bob")
        await ann.does(link.SetUp(seats=2, options={"target": "none"}))
        assert len(ann.screen.seats) == 3
        await ann.does(link.SetUp(seats=9 - 1, options={"target": "20"}))
        assert option(ann.screen, "target").value == "12"
        await ann.does(link.SetUp(game="bridge"))
        assert ann.screen.problem.code == "bad_setup"
        assert ann.screen.lobby.game == "pebbles"


async def test_fewer_seats_send_the_last_ones_to_watch():
    async with hall(seats=3) as place:
        ann, _, cem = await seated(place, "ann", "bob", "cem")
        await ann.does(link.SetUp(seats=2))
        assert [seat.name for seat in ann.screen.seats] == ["ann", "bob"]
        assert cem.screen.last(link.Notice).text.startswith("There is no seat left for you")
        assert cem.screen.lobby.people[2].seat == -1
        await cem.does(link.Ready())
        assert cem.screen.problem.code == "no_seat"


async def test_a_game_with_fewer_seats_moves_people_up_and_sends_bots_away_first():
    async with hall(game="regicide", seats=4) as place:
        ann, bob = await seated(place, "ann", "bob")
        await ann.does(link.Fill(seat=2))
        await ann.does(link.Fill(seat=0))
        await bob.does(link.Stand())
        await bob.does(link.Sit(seat=3))
        await ann.does(link.Fill(seat=1, bot="greedy"))
        await ann.does(link.SetUp(game="rune"))
        assert [seat.name for seat in ann.screen.seats] == ["ann", "bob"]
        said = [each.text for each in bob.screen.all(link.Notice)]
        assert said == ["ann sets: the game is Rune now."]
        cem = await place.comes("cem")
        assert cem.screen.lobby.most == 2


async def test_another_game_takes_its_own_options_and_keeps_the_common_ones():
    async with hall(options={"target": "20", "grace": "90"}) as place:
        (ann,) = await seated(place, "ann")
        await ann.does(link.SetUp(game="runes-regulations"))
        assert ann.screen.lobby.game_name == "Runes & Regulations"
        assert option(ann.screen, "grace").value == "90"
        assert "target" not in [each.name for each in ann.screen.lobby.options]


async def test_a_dealer_only_host_has_no_seat():
    async with hall(options={"host_seat": "dealer_only"}) as place:
        ann = await place.comes("ann", is_host=True)
        await ann.does(link.Sit(seat=0))
        assert ann.screen.problem.code == "dealer_only"
        assert "The host only deals and has no seat." in ann.screen.lobby.notes
        bob = await place.comes("bob")
        await bob.does(link.Sit(seat=0))
        assert bob.screen.seats[0].name == "bob"


async def test_choosing_dealer_only_takes_the_host_off_its_seat():
    async with hall() as place:
        ann, _ = await seated(place, "ann", "bob")
        await ann.does(link.SetUp(options={"host_seat": "dealer_only"}))
        assert [seat.name for seat in ann.screen.seats] == ["", "bob"]


# --- what everybody should know -----------------------------------------------------------


@pytest.mark.parametrize(
    ("window", "words"), [("sealed", "sealed"), ("answered", "slowest"), ("fast", "fast")]
)
async def test_the_lobby_says_what_the_windows_give_away(window, words):
    async with hall(options={"window": window}) as place:
        ann = await place.comes("ann")
        about = [note for note in ann.screen.lobby.notes if "windows" in note]
        assert len(about) == 1
        assert words in about[0]


@pytest.mark.parametrize(
    ("level", "words"),
    [
        ("table", ["Fairness table", "1.2 s", "nobody can choose the result"]),
        ("strict", ["Fairness strict", "2.4 s", "nobody can choose the result"]),
        ("solo", ["Fairness solo", "the host alone chooses", "Nothing shows"]),
    ],
)
async def test_the_lobby_says_how_fair_the_table_is(level, words):
    async with hall(fairness=level) as place:
        ann = await place.comes("ann")
        notes = " ".join(ann.screen.lobby.notes)
        assert all(word in notes for word in words)
        assert ann.screen.lobby.fairness == level


@pytest.mark.attack("T19")
async def test_the_lobby_says_that_the_host_can_look_and_that_it_plays():
    async with hall() as place:
        ann, bob = await seated(place, "ann", "bob")
        notes = " ".join(bob.screen.lobby.notes)
        assert "The host can look at hidden cards" in notes
        assert "cannot prove that the host did not peek" in notes
        assert "The host plays, as ann" in notes
        await ann.does(link.Stand())
        assert "The host plays" not in " ".join(bob.screen.lobby.notes)


@pytest.mark.attack("T20", "T21")
async def test_the_lobby_names_the_games_that_were_dealt_and_never_opened():
    archive = WatchedArchive()
    archive.left = tuple(digit * 64 for digit in "abcde")
    async with hall(archive=archive) as place:
        ann = await place.comes("ann")
        about = [note for note in ann.screen.lobby.notes if "are closed" in note]
        assert about[0] == "Ended early: its cards are closed."
        assert len(about) == 4
        assert about[-1].startswith("And 2 more")


async def test_the_commitment_is_empty_before_the_deal_and_in_every_welcome_after():
    async with hall() as place:
        ann, _ = await seated(place, "ann", "bob")
        assert ann.screen.last(link.Welcome).commitment == ""
        assert ann.screen.lobby.commitment == ""
        await ann.does(link.Start())
        zoe = await place.comes("zoe")
        assert zoe.screen.last(link.Welcome).commitment == place.record.commitment
        assert place.room.commitment == place.record.commitment


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"seats": 9}, Refused),
        ({"seats": 1}, Refused),
        ({"options": {"window": "ajar"}}, BadOption),
        ({"game": "bridge"}, BadSetup),
    ],
)
async def test_a_table_that_the_game_refuses_is_not_opened(settings, error):
    services = Hall().services
    with pytest.raises(error):
        RoomLoop(TablePlan(**{"game": "pebbles", "seats": 2, **settings}), services)
