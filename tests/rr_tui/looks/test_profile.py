"""A player's settings: guessed from the terminal's name, stored as text, never believed blindly."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from rr_net.link import KeepProfile
from rr_tui.looks.profile import (
    MOST_MET,
    PROFILE_LIMIT,
    Confirmations,
    Profile,
    ProfileError,
    first_guess,
)
from rr_tui.terminal.depth import ColourDepth, GlyphSet

PLAIN_TERMS = ["linux", "vt100", "vt102", "vt220", "vt320", "dumb"]

profiles = st.builds(
    Profile,
    depth=st.sampled_from(ColourDepth),
    theme=st.sampled_from(["dark", "light", "high-contrast", "colour-blind", "ansi"]),
    glyphs=st.sampled_from(GlyphSet),
    motion=st.booleans(),
    mouse=st.booleans(),
    bell=st.booleans(),
    title=st.booleans(),
    keymap=st.dictionaries(
        st.from_regex(r"[a-z][a-z0-9_.-]{0,20}", fullmatch=True),
        st.from_regex(r"[a-z0-9_+]{1,12}", fullmatch=True),
        max_size=5,
    ),
    confirm=st.builds(Confirmations, leave=st.booleans(), skip_phase=st.booleans()),
)


@pytest.mark.parametrize("term", PLAIN_TERMS)
def test_plain_terminals_start_in_ascii_and_sixteen_colours(term):
    guess = first_guess(term)
    assert (guess.glyphs, guess.depth) == (GlyphSet.ASCII, ColourDepth.FEW)


@pytest.mark.parametrize("term", ["", "nonsense", "\x1b[2J", "vt", "vt100x", "XTERM", "x" * 5000])
def test_an_unknown_terminal_is_taken_for_an_xterm_with_256_colours(term):
    assert first_guess(term) == first_guess("xterm-256color")
    assert first_guess(term).depth is ColourDepth.MANY


@pytest.mark.parametrize(
    ("term", "depth"),
    [
        ("xterm", ColourDepth.FEW),
        ("screen", ColourDepth.FEW),
        ("screen-256color", ColourDepth.MANY),
        ("tmux-256color", ColourDepth.MANY),
        ("xterm-kitty", ColourDepth.TRUE),
        ("xterm-direct", ColourDepth.TRUE),
    ],
)
def test_the_depth_is_what_the_name_promises_and_no_more(term, depth):
    assert first_guess(term).depth is depth


def test_sixteen_colours_are_the_users_own():
    assert {first_guess(term).theme for term in (*PLAIN_TERMS, "xterm", "screen")} == {"ansi"}


def test_a_first_guess_is_quiet_about_the_mouse():
    assert not any(first_guess(term).mouse for term in (*PLAIN_TERMS, "xterm-256color", "foot"))


def test_the_environment_is_not_asked(monkeypatch):
    before = first_guess("xterm-256color")
    for name, value in (("NO_COLOR", "1"), ("COLORTERM", "truecolor"), ("TERM", "dumb")):
        monkeypatch.setenv(name, value)
    assert first_guess("xterm-256color") == before


@given(profiles)
def test_a_stored_profile_is_the_same_again(profile):
    assert Profile.from_json(profile.to_json()) == profile
    assert Profile.from_json(profile.to_json().encode()) == profile


def test_a_profile_cannot_be_changed_in_place():
    with pytest.raises(ValidationError):
        Profile().mouse = True
    assert Profile().changed(mouse=True).mouse


@pytest.mark.parametrize(
    ("stored", "complaint"),
    [
        ("", "the text"),
        ("{", "the text"),
        ("[]", "the text"),
        ("null", "the text"),
        (b"\xff\xfe", "the text"),
        ('{"version": 2}', "version"),
        ('{"keymap": {"draw": "' + "d" * PROFILE_LIMIT + '"}}', "too long"),
        ("[" * 5000, "the text"),
    ],
)
def test_what_is_no_profile_of_this_version_is_refused(stored, complaint):
    with pytest.raises(ProfileError) as caught:
        Profile.from_json(stored)
    assert complaint in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ({"depth": "millions"}, "depth"),
        ({"theme": "../../etc/passwd"}, "theme"),
        ({"theme": 7}, "theme"),
        ({"mouse": "perhaps"}, "mouse"),
        ({"shell": "/bin/sh"}, "shell"),
        ({"confirm": {"leave": []}}, "confirm.leave"),
        ({"keymap": {"Draw!": "d"}}, "keymap"),
        ({"keymap": {"draw": "d; rm"}}, "draw"),
        ({"keymap": {f"b{n}": "d" for n in range(101)}}, "keymap"),
        ({"met": ["x" * 1000]}, "met.0"),
        ({"theme": 7, "mouse": "perhaps", "keymap": {"D!": "d; rm"}, "met": [1, 2]}, "theme"),
    ],
)
def test_a_bad_entry_is_lost_and_named_and_the_others_stay(entry, complaint):
    profile, lost = Profile.reading(json.dumps(entry | {"bell": False}))
    assert profile == Profile(bell=False)
    assert complaint in lost
    assert len(lost) < 400


def test_of_the_tips_that_were_met_only_the_bad_ones_are_lost():
    met = ["draw", "x" * 1000, "spin", 7, "lesson:rr-1"]
    assert Profile.from_json(json.dumps({"met": met})).met == ("draw", "spin", "lesson:rr-1")


def test_a_tip_is_met_whatever_the_length_of_its_mark():
    mark = "spin:" + "A Word of a Deck Somebody Made " * 4
    profile = Profile().meeting("spin:Suburban Revitalization").meeting(mark)
    again = Profile.from_json(profile.to_keep(is_whole=True))
    assert again.has_met("spin:Suburban Revitalization")
    assert again.has_met(mark)
    assert again.changed(bell=False).has_met(mark)


def test_what_is_kept_fits_into_the_message_that_keeps_it():
    profile = Profile()
    for number in range(MOST_MET + 3):
        profile = profile.meeting(f"spin:{number} {'x' * 1000}")
    kept = KeepProfile(profile=profile.to_keep(is_whole=True))
    again = Profile.from_json(kept.profile)
    assert again.met == profile.met[-len(again.met) :]
    assert len(again.met) > 50


@given(st.one_of(st.text(max_size=200), st.binary(max_size=200)))
def test_no_text_at_all_does_worse_than_a_profile_error(stored):
    with contextlib.suppress(ProfileError):
        assert isinstance(Profile.from_json(stored), Profile)


def test_a_bad_change_is_refused_and_changes_nothing():
    profile = Profile()
    with pytest.raises(ProfileError, match="depth"):
        profile.changed(depth="millions")
    assert profile == Profile()
