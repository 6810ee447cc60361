"""Who is let in, what they are called, and what they say."""

import pytest

from rr_net import link
from rr_net.room.people import PARKED_SECONDS
from rr_net.store import KnownKey, MemoryJournal
from tests.support.rr_net.roomplay import dealt, hall, seated


def guarded(**settings):
    """A table whose code is maple-42."""
    return hall(is_open=False, invite="maple-42", **settings)


# --- the code and the host's nod ----------------------------------------------------------


async def test_an_unknown_key_waits_outside_and_sees_nobody():
    async with guarded() as place:
        ann = await place.comes("ann", is_host=True)
        bob = await place.comes("bob")
        assert bob.screen.last(link.Welcome).admitted is False
        assert bob.screen.lobby.seats == ()
        assert bob.screen.lobby.people == ()
        await ann.does(link.Say(text="who is there?"))
        assert bob.screen.all(link.Chat) == []
        assert [p.name for p in ann.screen.lobby.people if not p.admitted] == ["bob"]


@pytest.mark.parametrize(
    "message",
    [link.Sit(seat=0), link.Say(text="hi"), link.Ready(), link.Give(number=0, option=0)],
)
async def test_outside_nothing_can_be_done(message):
    async with guarded() as place:
        bob = await place.comes("bob")
        await bob.does(message)
        assert bob.screen.problem.code == "not_admitted"


@pytest.mark.parametrize("code", ["maple-42", " Maple-42 "])
async def test_the_invite_code_lets_a_key_in(code):
    async with guarded() as place:
        bob = await place.comes("bob")
        await bob.does(link.Enter(code=code))
        assert bob.screen.last(link.Welcome).admitted is True
        assert len(bob.screen.lobby.seats) == 2
        await bob.does(link.Sit(seat=1))
        assert bob.screen.seats[1].name == "bob"


async def test_six_wrong_codes_park_the_key_whoever_asks_again():
    async with guarded() as place:
        bob = await place.comes("bob")
        for left in (5, 4, 3, 2, 1, 0):
            await bob.does(link.Enter(code="oak"))
            assert bob.screen.problem.code == "wrong_code"
            assert bob.screen.problem.text.startswith("that is not the invite code; ")
            assert bob.screen.last(link.Welcome).tries_left == left
        await bob.does(link.Enter(code="maple-42"))
        assert bob.screen.problem.code == "parked"
        await bob.drops()
        again = await place.comes("bob")
        await again.does(link.Enter(code="maple-42"))
        assert again.screen.problem.code == "parked"
        other = await place.comes("cem")
        await other.does(link.Enter(code="maple-42"))
        assert other.screen.last(link.Welcome).admitted is True


async def parked(place):
    """Bob, who has tried as many wrong codes as a key may."""
    bob = await place.comes("bob")
    for _ in range(6):
        await bob.does(link.Enter(code="oak"))
    return bob


async def test_a_parked_key_stays_parked_over_a_restart_and_not_for_ever():
    book = MemoryJournal()
    async with guarded(key_book=book) as place:
        await parked(place)
    async with guarded(key_book=book) as place:
        bob = await place.comes("bob")
        await bob.does(link.Enter(code="maple-42"))
        assert bob.screen.problem.code == "parked"
        await place.passes(PARKED_SECONDS)
        await bob.does(link.Enter(code="maple-42"))
        assert bob.screen.last(link.Welcome).admitted is True


async def test_who_has_given_the_code_gives_it_once_however_often_the_host_is_killed():
    book = MemoryJournal()
    async with guarded(key_book=book) as place:
        bob, cem = await place.comes("bob"), await place.comes("cem")
        await bob.does(link.Enter(code="maple-42"))
        await cem.does(link.Enter(code="maple-42"))
    kept = await book.known("SHA256:bob"), await book.known("SHA256:cem")
    assert kept[0].gave != kept[1].gave
    assert all("maple" not in each.gave for each in kept)
    async with guarded(key_book=book) as place:
        ann, bob = await place.comes("ann", is_host=True), await place.comes("bob")
        assert bob.screen.last(link.Welcome).admitted is True
        assert (await place.comes("eve")).screen.last(link.Welcome).admitted is False
        await place.comes("cem")
        await ann.does(link.Host(act="kick", name="cem"))
    async with guarded(key_book=book) as place:
        assert (await place.comes("cem")).screen.last(link.Welcome).admitted is False
    for settings in ({"invite": "oak-23"}, {"invite": ""}):
        async with hall(is_open=False, key_book=book, **settings) as place:
            assert (await place.comes("bob")).screen.last(link.Welcome).admitted is False


async def test_the_host_nods_and_the_whole_table_is_shown():
    async with guarded() as place:
        ann, _ = await seated_with_code(place, "ann", "bob")
        await ann.does(link.Start())
        cem = await place.comes("cem")
        assert cem.screen.all(link.Seen) == []
        await ann.does(link.Host(act="approve", key="SHA256:cem"))
        assert cem.screen.last(link.Welcome).admitted is True
        assert cem.screen.view.me == -1
        assert cem.screen.lines[0].n == 0


async def seated_with_code(place, *names):
    players = []
    for seat, name in enumerate(names):
        player = await place.comes(name, is_host=seat == 0)
        await player.does(link.Enter(code="maple-42"))
        await player.does(link.Sit(seat=seat))
        players.append(player)
    return players


async def test_a_parked_key_does_not_wait_for_a_clock_that_was_put_back():
    book = MemoryJournal()
    async with guarded(key_book=book) as place:
        place.clock.advance(86400)
        await parked(place)
    async with guarded(key_book=book) as place:
        bob = await place.comes("bob")
        await bob.does(link.Enter(code="maple-42"))
        assert bob.screen.last(link.Welcome).admitted is True


async def test_a_nod_frees_a_parked_key():
    async with guarded() as place:
        ann = await place.comes("ann", is_host=True)
        bob = await parked(place)
        await ann.does(link.Host(act="approve", key="SHA256:bob"))
        assert bob.screen.last(link.Welcome).admitted is True
        assert bob.screen.last(link.Welcome).tries_left == 6


async def test_an_empty_code_never_opens_a_table_without_one():
    async with hall(is_open=False, invite="") as place:
        bob = await place.comes("bob")
        await bob.does(link.Enter(code=""))
        assert bob.screen.last(link.Welcome).admitted is False


async def test_only_the_host_sees_the_code_and_the_fingerprints():
    async with guarded() as place:
        ann, bob = await seated_with_code(place, "ann", "bob")
        assert ann.screen.lobby.invite == "maple-42"
        assert bob.screen.lobby.invite == ""
        assert [p.fingerprint for p in ann.screen.lobby.people] == ["SHA256:ann", "SHA256:bob"]
        assert {p.fingerprint for p in bob.screen.lobby.people} == {""}
        assert bob.screen.last(link.Welcome).fingerprint == "SHA256:bob"


# --- names --------------------------------------------------------------------------------


async def test_two_neighbours_of_one_name_are_told_apart():
    async with hall() as place:
        first = await place.comes("Ann", key="SHA256:1")
        second = await place.comes("ann", key="SHA256:2")
        assert first.screen.last(link.Welcome).name == "Ann"
        assert second.screen.last(link.Welcome).name == "ann-2"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ANN", "name_taken"),
        ("bot3", "bad_name"),
        ("host", "bad_name"),
        (
            "\N{GREEK CAPITAL LETTER ALPHA}\N{GREEK CAPITAL LETTER NU}\N{GREEK CAPITAL LETTER NU}",
            "name_taken",
        ),
        ("no spaces", "bad_name"),
        ("\N{CYRILLIC SMALL LETTER A}nn", "bad_name"),
        ("../../x", "bad_name"),
    ],
)
@pytest.mark.acceptance(19)
async def test_a_name_is_of_one_script_and_nobody_elses(name, code):
    async with hall() as place:
        await place.comes("ann")
        bob = await place.comes("bob")
        await bob.does(link.Enter(name=name))
        assert bob.screen.problem.code == code
        assert bob.screen.last(link.Welcome).name == "bob"


async def test_a_new_name_is_shown_to_all_and_kept_with_the_key():
    async with hall() as place:
        ann = await place.comes("ann")
        bob = await place.comes("bob")
        await bob.does(link.Enter(name="Robert"))
        assert [p.name for p in ann.screen.lobby.people] == ["ann", "Robert"]
        assert (await place.key_book.known("SHA256:bob")).name == "Robert"


async def test_a_known_key_is_called_what_it_was_called_before():
    async with hall() as place:
        await place.key_book.remember(KnownKey("SHA256:bob", "Robert", "theme=dark"))
        bob = await place.comes("bob")
        assert bob.screen.last(link.Welcome).name == "Robert"
        assert bob.screen.last(link.Welcome).profile == "theme=dark"


async def test_somebody_who_calls_himself_what_nobody_may_comes_in_as_a_guest():
    async with hall() as place:
        for called, name in (("bot1", "guest"), ("host", "guest-2"), ("ОЛЕГ", "ОЛЕГ")):
            sly = await place.comes(called)
            assert sly.screen.last(link.Welcome).name == name


async def test_a_wide_name_keeps_its_width_when_it_needs_a_number():
    async with hall() as place:
        names = [
            (await place.comes("林" * 8, key=f"SHA256:{n}")).screen.last(link.Welcome).name
            for n in (1, 2)
        ]
        assert names == ["林" * 8, "林" * 5 + "-2"]


async def test_players_keep_their_names_while_they_play():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await bob.does(link.Enter(name="Robert"))
        assert bob.screen.problem.code == "too_late"
        assert ann.screen.seats[1].name == "bob"
        zoe = await place.comes("zoe")
        await zoe.does(link.Enter(name="Zora"))
        assert [p.name for p in ann.screen.lobby.people] == ["ann", "bob", "Zora"]


async def test_what_is_kept_for_good_is_bounded():
    async with hall() as place:
        bob = await place.comes("bob")
        for i in range(12):
            await bob.does(link.KeepProfile(profile=str(i)))
        assert bob.screen.problem.code == "too_fast"
        assert (await place.key_book.known("SHA256:bob")).profile == "9"


async def test_a_profile_is_kept_with_the_key():
    async with guarded() as place:
        bob = await place.comes("bob")
        await bob.does(link.KeepProfile(profile='{"theme": "dusk"}'))
        await bob.drops()
        again = await place.comes("bob")
        assert again.screen.last(link.Welcome).profile == '{"theme": "dusk"}'


# --- one interface a key ------------------------------------------------------------------


@pytest.mark.attack("T42")
async def test_a_key_that_connects_twice_is_asked_and_takes_over():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        again = await place.comes("ann")
        assert again.screen.told[-1][1].elsewhere is True
        assert again.screen.all(link.Seen) == []
        await again.does(link.Give(number=ann.screen.pending.number, option=0))
        assert again.screen.problem.code == "elsewhere"
        await again.does(link.TakeOver(yes=True))
        assert isinstance(ann.screen.told[-1][1], link.Bye)
        assert again.screen.last(link.Welcome).elsewhere is False
        assert again.screen.view.me == 0
        mark = len(bob.screen.told)
        await ann.does(link.Give(number=again.screen.pending.number, option=0))
        assert bob.screen.since(mark) == []
        await again.answers("draw")
        assert again.screen.ask.verb == "throw"


async def test_no_takeover_leaves_everything_as_it_was():
    async with hall() as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        again = await place.comes("ann")
        await again.does(link.TakeOver(yes=False))
        assert isinstance(again.screen.told[-1][1], link.Bye)
        await ann.answers("draw")
        assert ann.screen.ask.verb == "throw"


async def test_the_second_window_may_vanish_while_it_is_asked():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        again = await place.comes("ann")
        await again.drops()
        assert bob.screen.seats[0].connected is True
        await ann.answers("draw")
        assert ann.screen.ask.verb == "throw"


async def test_a_takeover_starts_no_countdown():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        again = await place.comes("ann")
        await again.does(link.TakeOver())
        await ann.drops()
        assert bob.screen.seats[0].grace == 0
        assert bob.screen.seats[0].connected is True


# --- chat ---------------------------------------------------------------------------------


async def test_chat_reaches_everybody_who_was_let_in():
    async with hall() as place:
        ann, bob = await seated(place, "ann", "bob")
        zoe = await place.comes("zoe")
        await bob.does(link.Say(text="hello neighbours"))
        for player in (ann, bob, zoe):
            chat = player.screen.last(link.Chat)
            assert (chat.name, chat.seat, chat.text) == ("bob", 1, "hello neighbours")
        await zoe.does(link.Say(text="hi"))
        assert ann.screen.last(link.Chat).seat == -1


async def test_chat_is_cleaned_and_cut():
    async with hall() as place:
        (ann,) = await seated(place, "ann")
        await ann.does(link.Say(text="\x1b]0;pwned\x07[bold]hi\u202e"))
        assert ann.screen.last(link.Chat).text == "]0;pwned[bold]hi"
        await ann.does(link.Say(text="x" * 500))
        assert len(ann.screen.last(link.Chat).text) == 200
        await ann.does(link.Say(text="\x00\u200b "))
        assert len(ann.screen.all(link.Chat)) == 2


async def test_three_lines_in_three_seconds_are_enough():
    async with hall() as place:
        (ann,) = await seated(place, "ann")
        for i in range(5):
            await ann.does(link.Say(text=f"line {i}"))
        assert len(ann.screen.all(link.Chat)) == 3
        assert ann.screen.problem.code == "too_fast"
        await place.passes(1)
        await ann.does(link.Say(text="one more"))
        assert len(ann.screen.all(link.Chat)) == 4


async def test_a_new_connection_is_no_new_allowance():
    async with hall() as place:
        (ann,) = await seated(place, "ann")
        for i in range(3):
            await ann.does(link.Say(text=f"line {i}"))
        await ann.drops()
        again = await place.comes("ann")
        await again.does(link.Say(text="and more"))
        assert again.screen.problem.code == "too_fast"


async def test_who_comes_later_reads_the_last_of_the_chat():
    async with hall() as place:
        (ann,) = await seated(place, "ann")
        for i in range(60):
            await place.passes(1)
            await ann.does(link.Say(text=f"line {i}"))
        zoe = await place.comes("zoe")
        assert [chat.text for chat in zoe.screen.all(link.Chat)] == [
            f"line {i}" for i in range(10, 60)
        ]


# --- sending away -------------------------------------------------------------------------


async def test_a_kicked_neighbour_is_out_and_may_be_let_in_again():
    async with guarded() as place:
        ann, bob = await seated_with_code(place, "ann", "bob")
        await ann.does(link.Host(act="kick", name="bob"))
        assert bob.screen.told[-1][1].text == "The host has asked you to leave this table."
        assert ann.screen.seats[1].kind == "empty"
        again = await place.comes("bob")
        assert again.screen.last(link.Welcome).admitted is False
        await ann.does(link.Host(act="approve", key="SHA256:bob"))
        assert again.screen.last(link.Welcome).admitted is True


async def test_a_bot_plays_for_a_player_who_is_kicked():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await ann.does(link.Host(act="kick", name="bob"))
        assert bob.screen.last(link.Bye).commitment == place.record.commitment
        assert ann.screen.seats[1].stand_in is True


async def test_a_kicked_player_does_not_hold_up_the_game_and_only_watches_once_let_in():
    async with guarded() as place:
        ann, _ = await seated_with_code(place, "ann", "bob")
        await ann.does(link.Start())
        await ann.does(link.Host(act="kick", name="bob"))
        again = await place.comes("bob")
        assert ann.screen.seats[1].stand_in is True
        assert ann.screen.seats[1].connected is False
        assert again.screen.all(link.Seen) == []
        await ann.does(link.Host(act="approve", key="SHA256:bob"))
        assert ann.screen.seats[1].stand_in is True
        assert again.screen.view.me == -1
        await again.does(link.Sit(seat=1))
        assert again.screen.problem.code == "one_chair"


async def test_a_nod_for_somebody_who_is_in_brings_nobody_back():
    async with hall(seats=3) as place:
        ann, bob = await seated(place, "ann", "bob")
        await ann.does(link.Start())
        await ann.does(link.StepAway())
        await bob.does(link.Host(act="approve", key="SHA256:ann"))
        assert bob.screen.problem.code == "let_in_already"
        assert ann.screen.seats[0].away is True
        assert ann.screen.seats[0].stand_in is True
        await ann.does(link.Sit(seat=0))
        await bob.drops()
        await ann.does(link.Host(act="approve", key="SHA256:bob"))
        assert ann.screen.problem.code == "let_in_already"
        assert ann.screen.seats[1].grace == 60
        await place.passes(60)
        assert ann.screen.seats[1].stand_in is True
        await ann.does(link.Host(act="approve", key="SHA256:bob"))
        assert ann.screen.seats[1].stand_in is True


async def test_a_nod_for_who_was_sent_away_and_is_not_there_opens_the_door_alone():
    async with guarded() as place:
        ann, _ = await seated_with_code(place, "ann", "bob")
        await ann.does(link.Start())
        await ann.does(link.Host(act="kick", name="bob"))
        await ann.does(link.Host(act="approve", key="SHA256:bob"))
        assert ann.screen.seats[1].stand_in is True
        again = await place.comes("bob")
        assert again.screen.last(link.Welcome).admitted is True
        assert again.screen.view.me == -1


async def test_a_nod_puts_nobody_out_who_watches_a_table_of_one():
    async with hall(seats=3, game="runes-regulations") as place:
        (ann,) = await seated(place, "ann")
        await ann.does(link.Start())
        zoe = await place.comes("zoe")
        assert zoe.screen.last(link.Welcome).admitted is True
        mark = len(zoe.screen.told)
        await ann.does(link.Host(act="approve", key="SHA256:zoe"))
        assert not [m for _, m in zoe.screen.since(mark) if isinstance(m, link.Welcome)]
        assert ann.screen.lobby.letting_in == 0


async def test_a_banned_key_stays_out_under_any_name_and_after_a_restart():
    book = MemoryJournal()
    async with hall(key_book=book) as place:
        ann, _ = await seated(place, "ann", "bob")
        await ann.does(link.Host(act="ban", name="bob"))
        assert place.room.is_banned("SHA256:bob") is True
        again = await place.comes("robert", key="SHA256:bob")
        assert [type(m) for _, m in again.screen.told] == [link.Bye]
    async with hall(key_book=book) as place:
        again = await place.comes("bob")
        assert [type(m) for _, m in again.screen.told] == [link.Bye]
        assert place.room.is_banned("SHA256:bob") is True


@pytest.mark.parametrize("act", ["ban", "kick"])
async def test_who_is_sent_away_keeps_no_second_window_to_come_back_through(act):
    async with guarded() as place:
        ann, _ = await seated_with_code(place, "ann", "bob")
        again = await place.comes("bob")
        assert again.screen.last(link.Welcome).elsewhere is True
        await ann.does(link.Host(act=act, name="bob"))
        assert isinstance(again.screen.told[-1][1], link.Bye)
        mark = len(again.screen.told)
        await again.does(link.TakeOver(yes=True))
        await again.does(link.Enter(code="maple-42"))
        assert again.screen.since(mark) == []
        assert [person.name for person in ann.screen.last(link.Lobby).people] == ["ann"]


async def test_the_host_cannot_be_sent_away_and_nobody_unknown_can():
    async with hall() as place:
        ann, _ = await seated(place, "ann", "bob")
        await ann.does(link.Host(act="ban", name="ann"))
        assert ann.screen.problem.code == "yourself"
        await ann.does(link.Host(act="kick", name="nobody"))
        assert ann.screen.problem.code == "nobody"


async def test_leaving_the_lobby_gives_the_seat_back_and_says_goodbye():
    async with hall() as place:
        ann, bob = await seated(place, "ann", "bob")
        await bob.does(link.Leave())
        assert isinstance(bob.screen.told[-1][1], link.Bye)
        assert ann.screen.seats[1].kind == "empty"
        assert [person.name for person in ann.screen.lobby.people] == ["ann"]
