"""Attacks on the door: coming back after a ban (T70), and another one's name (T71)."""

import pytest

from rr_net import link
from rr_net.guests.codes import CommonCode
from rr_net.guests.invites import HOUR, Invites
from rr_net.guests.keywords import words_of_key
from rr_net.guests.naming import ReservedNames
from rr_net.room.people import People
from rr_net.store import MemoryJournal
from tests.support.rr_net.roomplay import TODAY, hall

CODE = "maple-42"


def guarded(**settings):
    return hall(is_open=False, invite=CODE, seats=4, **settings)


def is_in(player):
    return player.screen.last(link.Welcome).admitted


def name_of(player):
    return player.screen.last(link.Welcome).name


async def brings(player, code):
    await player.does(link.Enter(code=code))
    return is_in(player)


async def invited(host, name, **more):
    """The code that the host makes for somebody."""
    await host.does(link.Host(act="invite", name=name, **more))
    made = [each for each in host.screen.lobby.invitations if each.name == name and each.code]
    return made[-1].code


# --- T70: a ban that another key does not get around ---------------------------------------------


async def banned(place):
    """Bob, let in by the common code, with a code for himself and one that he had made: all of
    them after he was banned."""
    ann = await place.comes("ann", is_host=True)
    bob = await place.comes("bob")
    own = await invited(ann, "bob")
    assert await brings(bob, CODE)
    await ann.does(link.Host(act="ban", name="bob"))
    return ann, own


@pytest.mark.attack("T70")
@pytest.mark.parametrize("act", ["ban", "kick"])
async def test_who_was_sent_away_does_not_come_back_with_another_key(act):
    async with guarded() as place:
        ann = await place.comes("ann", is_host=True)
        bob, cem = await place.comes("bob"), await place.comes("cem")
        own = await invited(ann, "bob")
        assert await brings(bob, CODE)
        assert await brings(cem, CODE)
        await ann.does(link.Host(act=act, name="bob"))
        new = ann.screen.lobby.invite
        assert new != CODE
        told = ann.screen.last(link.Notice).text
        assert new in told
        assert "No code lets anybody in now that was for bob" in told
        again = await place.comes("bob", key="SHA256:bobs-other-key")
        assert not await brings(again, CODE)
        assert "given up" in again.screen.problem.text
        assert not await brings(again, own)
        assert "taken back" in again.screen.problem.text
        # Whoever was in stays, and whoever is told the new code comes in.
        assert is_in(cem)
        assert await brings(await place.comes("dan"), new)


@pytest.mark.attack("T70")
async def test_without_another_code_the_ban_holds_nobody_out(monkeypatch):
    monkeypatch.setattr(CommonCode, "change", lambda self: "")
    async with guarded() as place:
        await banned(place)
        again = await place.comes("bob", key="SHA256:bobs-other-key")
        assert await brings(again, CODE)


@pytest.mark.attack("T70")
async def test_without_closing_them_an_old_code_of_ones_own_still_lets_in(monkeypatch):
    monkeypatch.setattr(Invites, "of_person", lambda *_: ())
    async with guarded() as place:
        _, own = await banned(place)
        again = await place.comes("bob", key="SHA256:bobs-other-key")
        assert await brings(again, own)


@pytest.mark.attack("T70")
async def test_what_a_banned_key_has_invited_is_closed_and_who_came_by_it_is_named():
    async with guarded() as place:
        ann, bob = await place.comes("ann", is_host=True), await place.comes("bob")
        assert await brings(bob, CODE)
        for player, seat in ((ann, 0), (bob, 1)):
            await player.does(link.Sit(seat=seat))
        await ann.does(link.Start())
        await ann.does(link.StepAway())
        # While the host is away the door is the players'.
        await bob.does(link.Host(act="invite", name="friend"))
        came_by = bob.screen.last(link.Notice).text.split(": ")[1].partition(".")[0]
        await bob.does(link.Host(act="invite", name="other"))
        waits = bob.screen.last(link.Notice).text.split(": ")[1].partition(".")[0]
        friend = await place.comes("friend")
        assert await brings(friend, came_by)
        await ann.does(link.Sit(seat=0))
        await ann.does(link.Host(act="ban", key="SHA256:bob"))
        assert "friend had come in by an invite of theirs" in ann.screen.last(link.Notice).text
        assert not await brings(await place.comes("other"), waits)
        assert ann.screen.lobby.invitations == ()


@pytest.mark.attack("T70")
async def test_a_ban_holds_over_a_restart_with_the_old_codes():
    book = MemoryJournal()
    async with guarded(key_book=book) as place:
        _, own = await banned(place)
        new = place.room.code
    # The host's note has the new code; the evening is the same.
    async with hall(is_open=False, invite=new, evening=CODE, key_book=book) as place:
        again = await place.comes("bob", key="SHA256:bobs-other-key")
        assert not await brings(again, CODE)
        assert not await brings(again, own)
        bob = await place.comes("bob")
        assert isinstance(bob.screen.told[-1][1], link.Bye)


async def test_who_gave_the_old_code_gives_no_other_one_after_a_restart():
    book = MemoryJournal()
    async with guarded(key_book=book) as place:
        ann, bob = await place.comes("ann", is_host=True), await place.comes("bob")
        cem = await place.comes("cem")
        assert await brings(bob, CODE)
        assert await brings(cem, CODE)
        await ann.does(link.Host(act="kick", name="bob"))
        new = place.room.code
    async with hall(is_open=False, invite=new, evening=CODE, key_book=book) as place:
        assert is_in(await place.comes("cem"))
        assert not is_in(await place.comes("bob"))


async def test_whom_the_host_has_sent_away_is_told_of_so_at_the_door():
    async with guarded() as place:
        ann, bob = await place.comes("ann", is_host=True), await place.comes("bob")
        assert await brings(bob, CODE)
        await ann.does(link.Host(act="kick", name="bob"))
        await place.comes("bob")
        await place.comes("cem")
        told = {each.name: each.sent_away for each in ann.screen.lobby.people}
        assert told == {"ann": False, "bob": True, "cem": False}
        [bob] = [each for each in ann.screen.lobby.people if each.name == "bob"]
        await ann.does(link.Host(act="approve", key=bob.words))
        assert not any(each.sent_away for each in ann.screen.lobby.people)


@pytest.mark.attack("T70")
async def test_a_code_lets_in_so_many_new_keys_an_hour_and_known_ones_always():
    async with guarded(new_keys=3) as place:
        for number in range(3):
            assert await brings(await place.comes(f"n{number}"), CODE)
        fourth = await place.comes("fourth")
        assert not await brings(fourth, CODE)
        assert fourth.screen.problem.code == "too_many_new"
        assert fourth.screen.last(link.Welcome).tries_left == 6
        ann = await place.comes("ann", is_host=True)
        await ann.does(link.Host(act="kick", name="n0"))
        # Known keys, and those that the host lets in, are not counted.
        assert await brings(await place.comes("n0"), ann.screen.lobby.invite)
        await place.passes(HOUR)
        assert await brings(fourth, ann.screen.lobby.invite)


async def test_where_no_code_is_asked_new_keys_can_be_counted_too():
    async with hall(seats=4, open_keys=1) as place:
        assert is_in(await place.comes("bob"))
        assert not is_in(await place.comes("cem"))
    async with hall(seats=4) as place:
        assert all([is_in(await place.comes(f"n{number}")) for number in range(40)])


# --- an invite for one ---------------------------------------------------------------------------


async def test_an_invite_lets_in_the_first_key_that_brings_it_under_its_name():
    async with guarded() as place:
        ann = await place.comes("ann", is_host=True)
        code = await invited(ann, "Carol")
        assert [each.name for each in ann.screen.lobby.invitations] == ["Carol"]
        mine = await place.comes("laptop", key="SHA256:carol")
        assert await brings(mine, code.upper())
        assert name_of(mine) == "Carol"
        [invite] = ann.screen.lobby.invitations
        assert (invite.code, invite.key) == ("", "SHA256:carol")
        assert invite.words == words_of_key("SHA256:carol")
        eve = await place.comes("eve")
        assert not await brings(eve, code)
        assert "let somebody in already" in eve.screen.problem.text
        assert eve.screen.last(link.Welcome).tries_left == 5
        assert eve.screen.lobby.invitations == ()


async def test_its_key_needs_no_code_until_the_invite_ends_also_after_a_restart():
    book = MemoryJournal()
    async with guarded(key_book=book) as place:
        ann = await place.comes("ann", is_host=True)
        assert await brings(await place.comes("carol"), await invited(ann, "carol", hours=2))
    async with hall(is_open=False, invite="other-code", key_book=book) as place:
        assert is_in(await place.comes("carol"))
    async with hall(is_open=False, invite="other-code", key_book=book) as place:
        await place.passes(2 * HOUR)
        carol = await place.comes("carol")
        assert not is_in(carol)
        # The name is hers all the same.
        assert name_of(carol) == "carol"


async def test_an_invite_ends_and_is_taken_back_and_another_for_the_name_closes_the_first():
    async with guarded() as place:
        ann = await place.comes("ann", is_host=True)
        first = await invited(ann, "carol")
        second = await invited(ann, "Carol")
        carol = await place.comes("carol")
        assert not await brings(carol, first)
        await ann.does(link.Host(act="revoke", name="carol"))
        assert ann.screen.lobby.invitations == ()
        assert not await brings(carol, second)
        third = await invited(ann, "carol", hours=1)
        await place.passes(HOUR)
        assert not await brings(carol, third)
        assert "has ended" in carol.screen.problem.text
        await ann.does(link.Host(act="revoke", name="carol"))
        assert ann.screen.problem.code == "no_invite"


@pytest.mark.parametrize("name", ["host", "Robot", "no spaces", ""])
async def test_nobody_is_invited_under_a_name_that_nobody_may_have(name):
    async with guarded() as place:
        ann = await place.comes("ann", is_host=True)
        await ann.does(link.Host(act="invite", name=name))
        assert ann.screen.problem.code == "bad_invite"
        assert ann.screen.lobby.invitations == ()


async def test_only_the_host_invites_and_takes_back():
    async with guarded() as place:
        await place.comes("ann", is_host=True)
        bob = await place.comes("bob")
        assert await brings(bob, CODE)
        for act in ("invite", "revoke"):
            await bob.does(link.Host(act=act, name="eve"))
            assert bob.screen.problem.code == "host_only"


# --- T71: another one's name ---------------------------------------------------------------------


async def squatted(place):
    """A stranger who came as carol, and Carol, who came later."""
    ann = await place.comes("ann", is_host=True)
    stranger = await place.comes("carol", key="SHA256:stranger")
    carol = await place.comes("carol", key="SHA256:carol")
    return ann, stranger, carol


@pytest.mark.attack("T71")
async def test_a_stranger_is_not_let_in_by_the_name_of_a_friend():
    async with guarded() as place:
        ann, stranger, carol = await squatted(place)
        await ann.does(link.Host(act="approve", name="carol"))
        assert ann.screen.problem.code == "by_key"
        assert not is_in(stranger)
        shown = {person.words: person.name for person in ann.screen.lobby.people if person.words}
        assert set(shown) == {words_of_key("SHA256:stranger"), words_of_key("SHA256:carol")}
        await ann.does(link.Host(act="approve", key=words_of_key("SHA256:carol").upper()))
        assert is_in(carol)
        assert not is_in(stranger)
        # The name is that of the one who was let in.
        assert (name_of(carol), name_of(stranger)) == ("carol", "carol-2")
        assert "You had" not in stranger.screen.last(link.Notice).text
        assert "here you are carol-2" in stranger.screen.last(link.Notice).text


@pytest.mark.attack("T71")
async def test_where_a_name_is_enough_the_stranger_is_let_in(monkeypatch):
    def by_name(self, name, coming=()):
        return next(p for p in self.connected() if p.name == name)

    monkeypatch.setattr(People, "named", by_name)
    monkeypatch.setattr(People, "of_key", by_name)
    async with guarded() as place:
        ann, stranger, carol = await squatted(place)
        await ann.does(link.Host(act="approve", key="carol"))
        assert is_in(stranger)
        assert not is_in(carol)


@pytest.mark.attack("T71")
async def test_the_code_and_an_invite_give_a_friend_the_name_that_a_stranger_held():
    async with guarded() as place:
        ann, stranger, carol = await squatted(place)
        assert await brings(carol, CODE)
        assert (name_of(carol), name_of(stranger)) == ("carol", "carol-2")
        mallory = await place.comes("dora", key="SHA256:mallory")
        dora = await place.comes("nobody-yet", key="SHA256:dora")
        assert await brings(dora, await invited(ann, "dora"))
        assert (name_of(dora), name_of(mallory)) == ("dora", "dora-2")


@pytest.mark.attack("T71")
@pytest.mark.parametrize("called", ["carol", "Carol", "caroI", "car0l"])
async def test_nobody_is_let_in_under_a_name_of_somebody_who_has_gone_home(called):
    book = MemoryJournal()
    async with guarded(key_book=book) as place:
        await place.comes("ann", is_host=True)
        assert await brings(await place.comes("carol"), CODE)
    async with guarded(key_book=book) as place:
        eve = await place.comes(called, key="SHA256:eve")
        await eve.does(link.Enter(code=CODE, name=called))
        assert eve.screen.problem.code == "name_taken"
        assert not is_in(eve)
        await eve.does(link.Enter(code=CODE))
        assert is_in(eve)
        assert name_of(eve).endswith("-2")
        await eve.does(link.Enter(name="carol"))
        assert eve.screen.problem.code == "name_taken"
        assert name_of(await place.comes("laptop", key="SHA256:carol")) == "carol"


@pytest.mark.attack("T71")
async def test_without_names_that_are_kept_a_stranger_is_carol_the_next_evening(monkeypatch):
    monkeypatch.setattr(ReservedNames, "owner_of", lambda *_: "")
    monkeypatch.setattr(ReservedNames, "looks", lambda *_: frozenset())
    book = MemoryJournal()
    async with guarded(key_book=book) as place:
        assert await brings(await place.comes("carol"), CODE)
    async with guarded(key_book=book) as place:
        eve = await place.comes("carol", key="SHA256:eve")
        assert await brings(eve, CODE)
        assert name_of(eve) == "carol"


@pytest.mark.attack("T71")
async def test_keys_with_the_same_words_are_told_apart_by_the_whole_key(monkeypatch):
    monkeypatch.setattr("rr_net.room.people.words_of_key", lambda key: "rose-any")
    async with guarded() as place:
        ann, stranger, carol = await squatted(place)
        await ann.does(link.Host(act="approve", key="rose-any"))
        assert ann.screen.problem.code == "two_keys"
        assert not is_in(carol)
        assert not is_in(stranger)
        await ann.does(link.Host(act="ban", key="SHA256:stranger"))
        assert isinstance(stranger.screen.told[-1][1], link.Bye)
        # A stranger who knew no code takes none away.
        assert ann.screen.lobby.invite == CODE
        await ann.does(link.Host(act="approve", key="rose-any"))
        assert is_in(carol)


async def test_a_banned_key_leaves_its_name_and_a_friends_new_key_takes_it_by_an_invite():
    async with guarded() as place:
        ann = await place.comes("ann", is_host=True)
        old = await place.comes("carol", key="SHA256:lost")
        assert await brings(old, CODE)
        await old.drops()
        new = await place.comes("carol", key="SHA256:new")
        assert name_of(new) == "carol-2"
        assert await brings(new, await invited(ann, "carol"))
        assert name_of(new) == "carol"
        # While its owner is here the name stays where it is.
        other = await place.comes("carol", key="SHA256:other")
        assert await brings(other, await invited(ann, "carol"))
        assert name_of(other) == "carol-2"
        await ann.does(link.Host(act="ban", name="carol"))
        await other.does(link.Enter(name="carol"))
        assert name_of(other) == "carol"


async def test_the_clock_of_the_house_is_that_of_invites():
    async with guarded() as place:
        ann = await place.comes("ann", is_host=True)
        await invited(ann, "carol", hours=3)
        assert ann.screen.lobby.invitations[0].ends == TODAY + int(place.clock.time()) + 3 * HOUR
