"""Invites by name, by numbers alone: one key, one time, an end, and taken back."""

from dataclasses import replace

import pytest

from rr_net.guests.invites import (
    HOUR,
    LONGEST_HOURS,
    MOST_OPEN,
    BadInvite,
    Invites,
    hours_of,
)

NOW = 1_800_000_000


@pytest.fixture
def invites():
    return Invites()


def made(invites, name="ann", code="plum-tree", by="host", hours=2):
    return invites.take(invites.make(code, name, by, NOW, hours))


def test_the_first_key_that_brings_it_has_it(invites):
    invite = made(invites)
    assert invites.of_code(" Plum-TREE") is invite
    assert invite.why_not("SHA256:1", NOW) == ""
    used = invites.take(invite.used_by("SHA256:1"))
    assert (used.code, used.why_not("SHA256:1", NOW)) == ("", "")
    assert "let somebody in already" in used.why_not("SHA256:2", NOW)
    assert invites.lets_in("SHA256:1", NOW)
    assert not invites.lets_in("SHA256:2", NOW)


def test_it_has_an_end_for_whoever_has_it(invites):
    invite = made(invites, hours=2)
    end = NOW + 2 * HOUR
    assert invite.why_not("SHA256:1", end - 1) == ""
    assert "has ended" in invite.why_not("SHA256:1", end)
    invites.take(invite.used_by("SHA256:1"))
    assert invites.lets_in("SHA256:1", end - 1)
    assert not invites.lets_in("SHA256:1", end)
    assert len(invites.standing(end - 1)) == 1
    assert invites.standing(end) == ()


def test_one_that_is_taken_back_lets_nobody_in(invites):
    used = made(invites).used_by("SHA256:1")
    for each in (made(invites), used):
        closed = invites.take(each.closed())
        assert "taken back" in closed.why_not("SHA256:1", NOW)
        assert closed.code == ""
        assert not invites.lets_in("SHA256:1", NOW)
    assert invites.standing(NOW) == ()


def test_what_somebody_who_is_sent_away_could_come_back_by(invites):
    made(invites, "bob", "bobs-own-code").used_by("SHA256:bob")
    brought = invites.take(made(invites, "bob", "bobs-own-code").used_by("SHA256:bob"))
    waiting = made(invites, "BOB", "bobs-other-code")
    by_him = made(invites, "dan", "dans-own-code", by="SHA256:bob")
    other = made(invites, "ann", "anns-own-code")
    found = invites.of_person("SHA256:bob", "bob", NOW)
    assert {each.code or each.key for each in found} == {
        brought.key, waiting.code, by_him.code,
    }  # fmt: skip
    assert other not in found
    # Who only says that name at the door closes nobody's invite.
    assert waiting not in invites.of_person("SHA256:eve", "", NOW)


def test_bounds(invites):
    for hours in (0, -1, LONGEST_HOURS + 1):
        with pytest.raises(BadInvite, match="between an hour and a year"):
            made(invites, hours=hours)
    for number in range(MOST_OPEN):
        made(invites, f"n{number}", f"plum-tree-{number}")
    with pytest.raises(BadInvite, match="open already"):
        made(invites, "one-more", "one-code-more")
    invites.take(replace(invites.of_code("plum-tree-0"), is_closed=True))
    made(invites, "one-more", "one-code-more")


@pytest.mark.parametrize(("text", "hours"), [("3h", 3), (" 7D", 168), ("2w", 336)])
def test_times_are_hours_days_and_weeks(text, hours):
    assert hours_of(text) == hours


@pytest.mark.parametrize("text", ["", "7", "d", "0d", "-1d", "1.5d", "5m", "99999h", "٣d"])
def test_other_times_are_refused(text):
    with pytest.raises(BadInvite, match="expected a number and h, d or w"):
        hours_of(text)
