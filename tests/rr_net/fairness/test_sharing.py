"""Share files: a record, a place and a note, and what is none of that."""

import json

import pytest

from rr_net.fairness.base.errors import BadBundle, FairnessError
from rr_net.fairness.proof.bundle import LONGEST_NOTE, share_bytes, unpacked
from rr_rules.kernel.transcript import canonical

BUNDLE = canonical({"format": "rr2-bundle-1", "rows": [1, 2], "manifest": {}})


def test_a_shared_game_is_the_record_byte_for_byte_with_a_place_and_a_note():
    assert unpacked(share_bytes(BUNDLE, 17, "look here")) == (BUNDLE, 17, "look here")
    assert unpacked(BUNDLE) == (BUNDLE, 0, "")


def test_a_note_is_cleaned_when_it_is_written_and_when_it_is_read():
    hostile = "a\x1b[2J\u202eb" + "c" * 999
    made = share_bytes(BUNDLE, 1, hostile)
    assert "\\u001b" not in made.decode()
    assert len(unpacked(made).note) == LONGEST_NOTE
    raw = canonical({**json.loads(made), "note": "x\x1b]0;y\x07"})
    assert unpacked(raw).note == "x]0;y"


@pytest.mark.parametrize(
    "change", [{"place": -1}, {"place": True}, {"place": "3"}, {"note": 7}, {"more": 1},
               {"bundle": []}],
)  # fmt: skip
def test_a_shared_game_of_another_shape_is_refused_in_words(change):
    made = json.loads(share_bytes(BUNDLE, 1, ""))
    with pytest.raises(BadBundle, match="lacks one of bundle, place, note"):
        unpacked(canonical({**made, **change}))


@pytest.mark.parametrize("source", [b"", b"[", b"{}{}", b'{"a":1.5}', b"\xff"])
def test_what_is_no_json_is_refused_in_words(source):
    with pytest.raises(FairnessError):
        unpacked(source)
