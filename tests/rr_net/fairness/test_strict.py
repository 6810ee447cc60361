"""Bytes are read only if they are the one canonical form of what they say."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rr_net.fairness.base.errors import BadJson, Failure, FairnessError
from rr_net.fairness.base.parts import read_canonical
from rr_rules.kernel.errors import BadTranscript
from rr_rules.kernel.transcript import canonical, entry_from_plain

KEYS = st.text(st.characters(max_codepoint=127), max_size=5)
WHOLE = st.integers(-(2**53) + 1, 2**53 - 1)
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | WHOLE | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.attack("T23")
@given(VALUES)
def test_every_canonical_form_is_read_as_what_was_written(value):
    assert read_canonical(canonical(value)) == value


@pytest.mark.attack("T23")
@given(VALUES)
def test_another_spelling_of_the_same_value_is_refused(value):
    spelt = json.dumps(value, indent=1).encode()
    if spelt != canonical(value):
        with pytest.raises(BadJson) as refused:
            read_canonical(spelt)
        assert refused.value.failure is Failure.NOT_CANONICAL


@pytest.mark.attack("T23")
@pytest.mark.parametrize(
    ("source", "failure"),
    [
        (b'{"a":1,"a":1}', Failure.DUPLICATE_KEY),
        (b'{"b":{"a":1,"a":2}}', Failure.DUPLICATE_KEY),
        (b'{"\\u0061":1}', Failure.NOT_CANONICAL),
        (b'{"\\u0061":1,"a":1}', Failure.DUPLICATE_KEY),
        ('{"é":1}'.encode(), Failure.NON_ASCII_KEY),
        (b"1.0", Failure.NOT_WHOLE),
        (b"1e3", Failure.NOT_WHOLE),
        (b"NaN", Failure.NOT_WHOLE),
        (b"-Infinity", Failure.NOT_WHOLE),
        (b"-0", Failure.NOT_CANONICAL),
        (b"9007199254740992", Failure.NUMBER_TOO_GREAT),
        (b"-9007199254740992", Failure.NUMBER_TOO_GREAT),
        (b"1" * 5000, Failure.NUMBER_TOO_GREAT),
        (b'{"b":1,"a":1}', Failure.NOT_CANONICAL),
        (b'{"a": 1}', Failure.NOT_CANONICAL),
        (b'{"a":1}\n', Failure.NOT_CANONICAL),
        (b' {"a":1}', Failure.NOT_CANONICAL),
        (b'"\\u00e9"', Failure.NOT_CANONICAL),
        (b'"\\/"', Failure.NOT_CANONICAL),
        (b'"\\ud800"', Failure.NOT_CANONICAL),
        (b'"\xff"', Failure.NOT_UTF8),
        ('{"a":1}'.encode("utf-16"), Failure.NOT_UTF8),
        ('\ufeff{"a":1}'.encode(), Failure.NOT_JSON),
        (b"", Failure.NOT_JSON),
        (b'{"a":1', Failure.NOT_JSON),
        (b'{"a":1}{"a":1}', Failure.NOT_JSON),
        (b"{'a':1}", Failure.NOT_JSON),
        (b"[" * 200_000, Failure.TOO_DEEP),
        (b"[" * 200_000 + b"]" * 200_000, Failure.TOO_DEEP),
    ],
)
def test_bytes_that_are_not_canonical_are_refused_by_name(source, failure):
    with pytest.raises(BadJson) as refused:
        read_canonical(source)
    assert refused.value.failure is failure


@given(st.binary(max_size=60) | st.text('{}[]":,0123.-eE\\utrfalsn ', max_size=40).map(str.encode))
def test_no_bytes_at_all_raise_anything_else(source):
    value = None
    with contextlib.suppress(FairnessError):
        value = read_canonical(source)
    assert value is None or canonical(value) == source


def test_what_was_wrong_is_said_without_its_escapes():
    with pytest.raises(BadJson) as refused:
        read_canonical(b'{"\\u001b[31m":1,"\\u001b[31m":2}')
    assert "\x1b" not in str(refused.value)


@pytest.mark.attack("T23")
@pytest.mark.parametrize(
    "entry",
    [
        {"type": "answer", "seat": True, "option": 0},
        {"type": "answer", "seat": 1, "option": False},
        {"type": "arrange", "seat": 0, "zone": "hand", "order": [True, 0]},
        {"type": "remove", "seat": False},
        {"type": "chance", "result": True},
        {"type": "chance", "result": [[True, 0]]},
    ],
)
def test_a_truth_value_is_no_second_spelling_of_a_number_in_an_entry(entry):
    with pytest.raises(BadTranscript):
        entry_from_plain(entry)
