"""Names: one script, nobody else's look, no word of the table, each refused in words."""

import json
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from rr_net.names import (
    NAME_COLUMNS,
    RESERVED,
    BadName,
    clean_name,
    cut_name,
    look_alike,
    name_hint,
    same_name,
)
from rr_net.safetext import clean
from tests.rr_net.test_safetext import hostile

ONE_SCRIPT = [
    *("Ann", "a", "0", "x_1.2-3", "A" * 16, "Zoë", "José", "Łukasz", "Nguyễn", "Олег", "Иван-3"),
    *("Ελένη", "小林", "林" * 8, "こばやし", "コバヤシ", "小林さくら", "김철수", "金철수"),
    *("דנה", "محمد", "विनय", "กานต์", "Արամ", "გია"),
]


@pytest.mark.parametrize("name", ONE_SCRIPT)
@pytest.mark.acceptance(19)
def test_a_name_of_one_script_is_accepted_as_it_is_shown(name):
    assert clean_name(name) == name == clean(name)


def test_a_name_is_kept_in_its_composed_form():
    assert clean_name("Zoe\u0308") == "Zoë"


MIXED = {
    "аnn": "mixes Cyrillic with Latin: write it in one script",
    "pаul": "mixes Latin with Cyrillic: write it in one script",
    "Δx": "mixes Greek with Latin: write it in one script",
    "小林Bob": "mixes Han with Latin: write it in one script",
    "小철さ": "mixes Hangul with Hiragana: write it in one script",
    "١2": "mixes digits of two scripts: use one kind",
}
BROKEN = {
    "": "that name is empty: give at least one letter or digit",
    "-ann": "begins amiss: put a letter or a digit first",
    ".ann": "begins amiss",
    "\u0301ann": "begins amiss",
    "a" * 17: "is 17 columns wide: shorten it to 16",
    "林" * 9: "is 18 columns wide: shorten it to 16",
    "a" + "\u0332" * 3: "use plain letters, digits and . _ -",
    "я\u0301\u0300\u0302": "too many marks on a letter: leave some away",
    "an/n": "has '/' in it: use plain letters, digits and . _ -",
    "[b]ann": "has '[' in it",
    "no spaces": "has a space or unseen sign in it",
    "ann\n": "has a space or unseen sign in it",
    "ann\u202e": "has a space or unseen sign in it",
    "ann\u200b": "has a space or unseen sign in it",
    "ａｎｎ": "use plain letters",
    "𝐚𝐧𝐧": "use plain letters",
    "☺": "use plain letters",
}
TAKEN = {
    **{
        word: f'reads as "{word}", a word of the table\'s own: choose another one'
        for word in RESERVED
    },
    "HOST": 'reads as "host"',
    "h0st": 'reads as "host"',
    "host.": 'reads as "host"',
    "HOST_": 'reads as "host"',
    "h.o.s.t": 'reads as "host"',
    "Watcher": 'reads as "watcher"',
    "all": 'reads as "all"',
    "bot2": "is kept for bots, or looks like theirs: choose another one",
    "Bot": "is kept for bots",
    "bot-17": "is kept for bots",
    "botl": "is kept for bots",
    "ВОТ2": "is kept for bots",
}
REFUSED = MIXED | BROKEN | TAKEN


@pytest.mark.attack("T33")
@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.acceptance(19)
def test_another_name_is_refused_with_words_that_say_why_and_what_to_do(name):
    with pytest.raises(BadName) as caught:
        clean_name(name)
    assert REFUSED[name] in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.attack("T33")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ann", "ANN"),
        ("ian", "Ian"),
        ("Ian", "lan"),
        ("асе", "ace"),  # the first is Cyrillic
        ("ΑΝΝ", "ann"),  # the first is Greek
        ("АНН", "ahh"),
        ("rnary", "mary"),
        ("b0b", "Bob"),
        ("ann1", "annl"),
        ("Zoe\u0308", "ZOË"),
        ("ヘレン", "へレン"),
        ("STRASSE", "straße"),
    ],
)
def test_two_names_that_only_a_close_look_tells_apart_are_one(one, other):
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("zoe", "Zoë"), ("ann-2", "ann-3"), ("bob", "rob"), ("小林", "小森")]
)
def test_names_that_differ_to_the_eye_are_two(one, other):
    assert not look_alike(one, other)


def test_a_spelling_is_the_same_name_whatever_its_case_and_form():
    assert same_name("ZOË", "zoe\u0308")
    assert not same_name("Ian", "lan")


def judged(text):
    """The name, or the words that refuse it."""
    try:
        return clean_name(text), ""
    except BadName as refusal:
        return "", str(refusal)


def letters():
    table = json.loads(files("rr_net").joinpath("names.json").read_text())
    spans = [span.split("-") for each in table["letters"].values() for span in each.split()]
    # Every letter would take seconds: of the thousands of Han and Hangul, the ends do.
    return [
        chr(point)
        for first, last in spans
        for point in {*range(int(first, 16), int(first, 16) + 8), int(last, 16)}
        if point <= int(last, 16)
    ]


def test_no_letter_is_wider_on_the_screen_than_it_is_counted():
    # A mark alone is no name, nor is a letter that this Python does not know yet.
    names = [name for name, _ in map(judged, letters()) if name]
    assert len(names) > 1000
    assert [name for name in names if cell_len(cut_name(name * 16)) > NAME_COLUMNS] == []


@given(hostile | st.text(st.sampled_from("аaАA小コ가١1oO0._- \u0301\u202e"), max_size=20))
def test_what_is_refused_or_accepted_repeats_nothing_dangerous(text):
    name, refusal = judged(text)
    assert refusal.isprintable()
    assert refusal or clean(name) == name == clean_name(name)
    assert cell_len(name) <= NAME_COLUMNS


@given(hostile)
def test_every_username_gives_a_legal_name(text):
    assert clean_name(name_hint(text)) == name_hint(text)


@pytest.mark.parametrize(
    ("username", "name"),
    [
        ("ann", "ann"),
        ("José María", "José-María"),
        ("Олег", "Олег"),
        ("你好", "你好"),
        ("ｂｏｂ", "bob"),
        ("../../etc/passwd", "etc-passwd"),
        ("[bold red]x[/]", "bold-red-x"),
        ("", "guest"),
        (" ", "guest"),
        ("host", "guest"),
        ("bot2", "guest"),
        ("你好bob", "bob"),
        ("-oProxyCommand=id", "oProxyCommand-id"),
        ("a_very_long_name_indeed", "a_very_long_name"),
        ("fifteen_letters_-x", "fifteen_letters"),
        ("小林太郎" * 3, "小林太郎小林太郎"),
    ],
)
def test_a_hint_stays_near_the_username(username, name):
    assert name_hint(username) == name
