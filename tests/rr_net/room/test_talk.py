"""Talk at a table whose game offers phrases, and what others say to that."""

import pytest

from rr_net import link
from tests.support.rr_net.campfire import load_campfire
from tests.support.rr_net.roomplay import dealt, hall, seated

TWO = {"first_player": "host", "first_seat": "1"}


def campfire(comm="phrases", **settings):
    options = {"comm": comm, "window": "fast", **TWO}
    return hall(game="campfire", load_game=load_campfire, options=options, **settings)


def offered(player):
    return {phrase.id: phrase.text for phrase in player.screen.pending.phrases}


def heard(player):
    return [(chat.name, chat.seat, chat.text, chat.phrase) for chat in player.screen.all(link.Chat)]


@pytest.mark.rule("RG-COMM-01")
async def test_free_words_are_refused_while_a_game_of_phrases_is_on():
    async with campfire() as place:
        ann, bob = await seated(place, "ann", "bob")
        zoe = await place.comes("zoe")
        assert ann.screen.lobby.free_chat is True
        await bob.does(link.Say(text="good luck"))
        await ann.does(link.Ready())
        await bob.does(link.Ready())
        assert ann.screen.lobby.free_chat is False
        for player in (bob, zoe):
            await player.does(link.Say(text="I hold three reds"))
            assert player.screen.problem.code == "phrases_only"
        assert heard(ann) == [("bob", 1, "good luck", "")]
        await ann.does(link.Host(act="end"))
        assert ann.screen.lobby.free_chat is True
        await bob.does(link.Say(text="I held three reds"))
        assert heard(ann)[-1] == ("bob", 1, "I held three reds", "")


@pytest.mark.rule("RG-COMM-02")
async def test_a_phrase_is_filled_in_by_the_table_and_heard_by_everybody():
    async with campfire() as place:
        ann, bob = await dealt(place, "ann", "bob")
        zoe = await place.comes("zoe")
        await ann.answers("draw")
        assert offered(bob)["hand-0"] == "{0} holds 4"
        await bob.does(link.Say(phrase="hand-0"))
        for player in (ann, bob, zoe):
            assert heard(player) == [("bob", 1, "ann holds 4", "hand-0")]


@pytest.mark.rule("RG-COMM-03")
async def test_what_is_offered_changes_with_the_table_and_nothing_else_can_be_said():
    async with campfire() as place:
        ann, bob = await dealt(place, "ann", "bob")
        assert "throw" not in offered(bob)
        await bob.does(link.Say(phrase="throw"))
        assert bob.screen.problem.code == "no_phrase"
        await ann.answers("draw")
        assert offered(bob)["throw"] == "{0} throws now"
        for message in (link.Say(phrase="I hold red"), link.Say(phrase="throw", text="red")):
            await bob.does(message)
            assert bob.screen.problem.code == "no_phrase"
        assert heard(ann) == []


async def test_only_who_plays_now_says_phrases():
    async with campfire(seats=3, bots=1) as place:
        ann, bob = await dealt(place, "ann", "bob")
        zoe = await place.comes("zoe")
        assert offered(zoe) == {}
        await zoe.does(link.Say(phrase="bag"))
        assert zoe.screen.problem.code == "no_seat"
        await ann.does(link.Host(act="bot", seat=1))
        assert offered(bob) == {}
        await bob.does(link.Say(phrase="bag"))
        assert bob.screen.problem.code == "stand_in"
        await bob.does(link.Sit(seat=1))
        await bob.does(link.Say(phrase="bag"))
        assert [name for name, *_ in heard(ann)] == ["bob"]
        await ann.does(link.Host(act="end"))
        assert offered(ann) == {}
        await ann.does(link.Say(phrase="bag"))
        assert ann.screen.problem.code == "no_game"


async def test_phrases_are_counted_like_any_chat():
    async with campfire() as place:
        _, bob = await dealt(place, "ann", "bob")
        for _ in range(4):
            await bob.does(link.Say(phrase="bag"))
        assert bob.screen.problem.code == "too_fast"
        assert len(heard(bob)) == 3


@pytest.mark.rule("RG-COMM-05")
async def test_the_lobby_says_how_a_table_talks():
    async with campfire("reminded") as place:
        ann, bob = await seated(place, "ann", "bob")
        assert ann.screen.lobby.reminder == "Do not say what you hold."
        assert ann.screen.lobby.reminder in ann.screen.lobby.notes
        await ann.does(link.SetUp(options={"comm": "phrases"}))
        assert ann.screen.lobby.reminder == ""
        assert any("set phrases" in note for note in bob.screen.lobby.notes)
        await ann.does(link.SetUp(options={"comm": "open"}))
        assert any("not ranked" in note for note in bob.screen.lobby.notes)


@pytest.mark.rule("RG-COMM-05")
async def test_where_talk_is_free_both_words_and_phrases_are_heard():
    async with campfire("open") as place:
        ann, bob = await dealt(place, "ann", "bob")
        await bob.does(link.Say(text="hello"))
        await bob.does(link.Say(phrase="bag"))
        assert [phrase for *_, phrase in heard(ann)] == ["", "bag"]


@pytest.mark.parametrize(("comm", "is_ranked"), [("open", False), ("phrases", True)])
async def test_a_result_that_is_not_ranked_says_so(comm, is_ranked):
    async with campfire(comm) as place:
        ann, bob = await dealt(place, "ann", "bob")
        while place.room.phase == "playing":
            await next(p for p in (ann, bob) if p.screen.ask is not None).answers()
        assert ("(not ranked)" not in ann.screen.last(link.Ended).text) is is_ranked


async def test_a_game_that_says_nothing_of_talk_is_talked_at_freely():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob")
        assert ann.screen.lobby.free_chat is True
        assert ann.screen.pending.phrases == ()
        await bob.does(link.Say(phrase="bag"))
        assert bob.screen.problem.code == "no_phrase"
        await bob.does(link.Say(text="hello"))
        assert heard(ann) == [("bob", 1, "hello", "")]
