"""Text from people: what gets through, and that nothing else does."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rr_net.safetext import clean, whole

# Payloads that have been used against terminals, logs and eyes.
HOSTILE = [
    "\x1b]52;c;ZWNobyBoaQ==\x07",  # write the clipboard
    "\x1b]0;root@host\x07",  # set the title
    "\x1b]8;;http://evil.example\x1b\\here\x1b]8;;\x1b\\",  # a link
    "\x1b[2J\x1b[H",  # clear the screen
    "\x1b[5n\x1b[6n\x1b[c",  # make the terminal answer
    "\x1bP+q544e\x1b\\",  # ask for capabilities
    "\x1b[?1000h\x1b[?1049h",
    "\x9b31mred\x9b0m\x9d0;title\x9c",  # the same with C1
    "\x00\x07\x08\x7f\r\n\t\v\f",
    "abc\u202egpj.exe",  # written backwards
    "\u2066left\u2069\u200fright\u061c",
    "a\u200bb\u200cc\u200dd\ufeffe\u2060f",  # zero width
    "\U000e0041\U000e0042\U000e007f",  # tags
    "line\u2028break\u2029paragraph\u0085next",
    "\ud800\udfff",  # lone surrogates
    "\ue000\uf8ff\U0010fffd",  # private use
    "\ufffe\uffff\u0378",  # no characters at all
    "\ufff9note\ufffa\ufffb",
    "Z" + "\u0300" * 500,  # a tower of marks
    "\u0300\u0300\u0300",
]
CONTROLS = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
anything = st.text(st.characters(), max_size=300) | st.sampled_from(HOSTILE)
hostile = st.lists(anything, min_size=1, max_size=4).map("".join)


def longest_row_of_marks(text):
    longest = row = 0
    for char in text:
        row = row + 1 if unicodedata.category(char).startswith("M") else 0
        longest = max(longest, row)
    return longest


@given(hostile)
def test_nothing_that_controls_or_hides_gets_through(text):
    shown = clean(text)
    assert {unicodedata.category(c) for c in shown} & CONTROLS == set()
    assert all(c == " " for c in shown if unicodedata.category(c) == "Zs")
    assert longest_row_of_marks(shown) <= 2
    assert len(shown) <= 200
    assert unicodedata.is_normalized("NFC", shown)


@given(hostile)
def test_clean_text_stays_as_it_is(text):
    assert clean(clean(text)) == clean(text)


@given(hostile, st.integers(0, 50))
def test_the_limit_counts_characters(text, limit):
    assert clean(text, limit) == clean(text, 10_000)[:limit] or len(text) > limit * 8


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "Grüße, 你好, привет!",
        "naïve café",
        "👍 ok",
        "[/b] [TODO] [@click=app.quit] $x",
        "a b",
    ],
)
def test_what_people_write_is_kept(text):
    assert clean(text) == text


@given(st.text(st.characters(min_codepoint=0, max_codepoint=0x7F)), st.integers(0, 50))
def test_plain_text_goes_a_shorter_way_to_the_same_end(text, limit):
    # The letter in front has the same text go the long way.
    assert "é" + clean(text, limit) == clean("é" + text, limit + 1) or len(text) > limit * 8


def test_other_spaces_become_plain_ones():
    assert clean("a\u00a0b\u2003c\u3000d") == "a b c d"


def test_a_letter_and_its_mark_become_one_character():
    assert clean("cafe\u0301") == "café"
    assert clean("cafe\u200d\u0301") == "café"


def test_a_mark_without_a_letter_is_dropped_before_it_lands_on_the_frame():
    assert clean("\u0301x") == "x"
    assert clean("x \u0301y") == "x y"


def test_what_is_too_long_ends_with_a_sentence_of_it():
    sentence = "The host alone chose the luck of 7 of 24 random events"
    said = ". ".join([sentence] * 3)
    assert whole(said, len(said)) == said
    assert whole(said, len(said) - 1) == f"{sentence}. {sentence}."
    assert whole(sentence, 30) == sentence[:30]


@given(hostile)
def test_a_sentence_is_as_safe_as_the_whole(text):
    shown = whole(text, 60)
    assert clean(shown) == shown
    assert len(shown) <= 60
