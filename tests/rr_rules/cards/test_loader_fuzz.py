"""Whatever stands in a deck file, the loader answers with a deck or with a DeckError."""

import contextlib
import json
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rr_rules.kernel.errors import DeckError
from rr_rules.runes_regulations.deck.loader import BASE_FILES, load_deck, report
from rr_rules.runes_regulations.faces.keywords import acted, printed
from rr_rules.runes_regulations.faces.vocabulary import cells, is_plain
from tests.support.rr_rules.decks import EXPANSION, playable
from tests.support.rr_rules.longplay import LONG
from tests.support.rr_rules.randomcards import as_toml

PACKAGED = files("rr_rules.runes_regulations") / "cards"
SOURCES = [
    *(PACKAGED.joinpath(f"{name}.toml").read_text("utf-8") for name in BASE_FILES),
    EXPANSION,
    playable().decode(),
]
WORDS = sorted({word.strip('[]{}",') for source in SOURCES for word in source.split()})
VALUES = ["1", "-1", "true", "1.5", "nan", '""', '"{0}"', "[]", "{}", "[[]]", "1979-05-27"]
ITEMS = [
    line.strip().rstrip(",")
    for source in SOURCES
    for line in source.splitlines()
    if line.strip().startswith("{ do")
]


def spared(content):
    """What the loader makes of a file: its faces, or the lines of its complaint."""
    try:
        loaded = load_deck("fuzz.toml", content)
    except DeckError as error:
        lines = str(error).split("\n")
        assert lines
        assert all(map(str.isprintable, lines))
        assert all(line.startswith(("fuzz.toml: ", "... and ")) for line in lines)
        return lines
    for face in loaded.faces:
        shown = face.name + face.text + face.flavour
        assert all(map(is_plain, shown))
        assert cells(face.name) <= 40
        assert 0 < cells(face.text) <= 240
        assert printed(face.text) == acted(face) or face.kind == "role"
    return loaded


@st.composite
def spoilt(draw):
    """A sound file with some words, values and lines changed."""
    lines = draw(st.sampled_from(SOURCES)).splitlines()
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(lines) - 1))
        word, _, value = lines[at].partition("=")
        lines[at] = draw(
            st.sampled_from(
                [
                    f"{word} = {draw(st.sampled_from(VALUES))}",
                    f"{draw(st.sampled_from(WORDS))} = {value}",
                    lines[draw(st.integers(0, len(lines) - 1))],
                    lines[at].replace("1", "0").replace("you", draw(st.sampled_from(WORDS))),
                    f"effects = [{', '.join(draw(st.lists(st.sampled_from(ITEMS), max_size=4)))}]",
                    "",
                ]
            )
        )
    return "\n".join(lines).encode()


LEAVES = st.one_of(st.sampled_from(WORDS), st.integers(-3, 99), st.booleans(), st.text(max_size=6))
KEYS = st.sampled_from([*WORDS, "do", "choose", "effects", "price", "rules", "gives", "trigger"])
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=12,
)


@pytest.mark.slow
@settings(max_examples=300 if LONG else 40)
@given(spoilt())
def test_a_spoilt_file_loads_or_is_refused(content):
    assert spared(content) == spared(content)


@settings(max_examples=200 if LONG else 30)
@given(st.dictionaries(st.sampled_from(sorted({*WORDS, "effects", "rules"})), TREES, max_size=8))
def test_a_card_of_any_shape_loads_or_is_refused(card):
    lines = [f"{json.dumps(word)} = {as_toml(value)}" for word, value in card.items()]
    assert spared("\n".join(["[deck]", "[[card]]", *lines]).encode())


@given(st.binary(max_size=200))
def test_any_bytes_load_or_are_refused(content):
    assert spared(content)


@settings(max_examples=100 if LONG else 30)
@given(st.text(max_size=60), st.sampled_from(SOURCES))
def test_any_name_of_a_file_is_made_harmless(name, source):
    with contextlib.suppress(DeckError):
        assert report(name, source.encode()).replace("\n", "").isprintable()
    with pytest.raises(DeckError) as error:
        load_deck(name, b"[deck]\n1")
    assert str(error.value).isprintable()
