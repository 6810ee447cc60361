"""What a relay says first: JSON to programs, words to whoever reads a terminal."""

import json

import pytest

from rr_net.cli.relay import ONLY_HERE, in_words

PRINT = "SHA256:" + "/" * 42 + "8"
"""A fingerprint of nothing but ones: each of its words is the last of the list."""


def first(address, port=2200):
    line = {"runes": "0", "address": address, "port": port, "fingerprint": PRINT}
    return in_words(json.loads(json.dumps(line)))


def test_at_a_terminal_a_relay_says_what_it_is_where_it_listens_and_how_a_host_uses_it():
    lines = first("198.51.100.7")
    assert (
        lines[0]
        == "This is a relay for card tables. It listens on 198.51.100.7:2200, until Ctrl+C."
    )
    assert "    runes host --via 198.51.100.7:2200" in lines
    assert f"    {PRINT}" in lines
    assert "    in words: zoo zoo zoo zoo" in lines
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize(
    ("address", "is_said"), [("127.0.0.1", True), ("::1", True), ("8.8.8.8", False)]
)
def test_a_relay_that_only_this_machine_reaches_says_so(address, is_said):
    assert (ONLY_HERE in first(address)) is is_said


def test_one_that_listens_everywhere_leaves_the_address_to_its_owner():
    assert "    runes host --via ADDRESS-OF-THIS-MACHINE" in first("0.0.0.0", 22)
