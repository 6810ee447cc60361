"""Attacks by spelling: two files of which people think they hold the same game (T23).

The control is a reader as most programs have it: Python's own, which then hashes what it has read.
"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rr_net.fairness.base.errors import BadJson
from rr_net.fairness.base.hash import Tag, hashed
from rr_net.fairness.base.parts import read_canonical
from rr_rules.kernel.transcript import canonical

KEYS = st.sampled_from(["seat", "value", "level", "a"])
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(KEYS, VALUES, min_size=1, max_size=4)


def carelessly(source):
    """The hash that a careless verifier has of a file."""
    return hashed(Tag.GAME, canonical(json.loads(source)))


def strictly(source):
    """The hash that ours has of it; None if it refuses to read it."""
    try:
        return hashed(Tag.GAME, canonical(read_canonical(source)))
    except BadJson:
        return None


def spaced(value, word):
    return json.dumps(value, indent=1)


def escaped(value, word):
    return json.dumps({**value, "a": word + "é"}, sort_keys=True, separators=(",", ":"))


def doubled(value, word):
    """Somebody else's value first, which this reader overlooks and another one would take."""
    name = min(value)
    return f"{{{json.dumps(name)}:{json.dumps(word)},{canonical(value).decode()[1:]}"


def reversed_keys(value, word):
    return json.dumps(dict(sorted({"z": 1, **value}.items(), reverse=True)), separators=(",", ":"))


def padded(value, word):
    return canonical(value).decode() + "\n"


SPELLINGS = (spaced, escaped, doubled, reversed_keys, padded)


@pytest.mark.attack("T23")
@given(OBJECTS, WORDS, st.sampled_from(SPELLINGS))
def test_a_host_cannot_spell_one_record_in_two_ways(value, word, spell):
    other = spell(value, word).encode()
    meant = canonical(json.loads(other))
    assert strictly(meant) is not None
    # Control: a careless reader takes both files for the same game.
    assert carelessly(other) == carelessly(meant)
    assert strictly(other) is None or other == meant


@pytest.mark.attack("T23")
@given(VALUES, VALUES)
def test_a_host_cannot_give_one_hash_to_two_records(one, other):
    sources = {canonical(one), canonical(other)}
    assert len({strictly(source) for source in sources} - {None}) == len(sources)
    assert [read_canonical(canonical(value)) for value in (one, other)] == [one, other]


def test_the_control_is_not_empty_every_spelling_differs_from_the_canonical_one():
    value = {"seat": 1, "value": "x y"}
    for spell in SPELLINGS:
        other = spell(value, "é").encode()
        assert other != canonical(json.loads(other)), spell
        assert strictly(other) is None, spell
