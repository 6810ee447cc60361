"""What a relay says first: JSON to programs, words to whoever reads a terminal."""

import json

import pytest

from rr_net.cli.relay import ONLY_HERE, ending_words, in_words

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


def test_who_presses_ctrl_c_reads_who_is_there_and_how_long_it_waits():
    words = ending_words(tables=1, guests=2, lines=3, seconds=60.0)
    assert "3 connections (1 table, 2 guests)" in words
    assert "60 seconds at most" in words
    assert all(len(line) <= 80 for line in words.split("\n"))
    assert "Ctrl+C again ends it now" in words
    assert "again" not in ending_words(tables=0, guests=0, lines=0, seconds=60.0)
