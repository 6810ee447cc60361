"""The bytes of a client, cut into tokens: whole, bounded and never believed."""

import gc
import tracemalloc
import weakref
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual._xterm_parser import XTermParser

from rr_tui.terminal.decoder import (
    INPUT_BURST,
    INPUT_RATE,
    PASTE_LIMIT,
    SEQUENCE_LIMIT,
    TYPED_LIMIT,
    WASTE_BURST,
    Acknowledged,
    Allowance,
    DrawsWhole,
    InputDecoder,
    KeyParser,
    KeySequence,
    MouseSequence,
    Pasted,
    SequenceParser,
    Typed,
)

SMILE = "\N{SLIGHTLY SMILING FACE}".encode()
FRAGMENTS = [
    b"a", b"9", b" ", b"\r", b"\x03", "é".encode(), "漢".encode(), SMILE, b"\xff", b"\xc3", b"\x1b",
    b"\x1b[A", b"\x1b[1;5C", b"\x1bOP", b"\x1b[[A", b"\x1bx", b"\x1b[0n", b"\x1b[<0;3;4M",
    b"pasted", b"\x1b[200~", b"\x1b[201~", b"\x1b[48;9999;9999;1;1t", b"\x1b[12;3R",
]  # fmt: skip


def tokens(*chunks):
    decoder = InputDecoder()
    return [token for chunk in chunks for token in decoder.feed(chunk, 0.0)]


def joined(found):
    """Tokens with neighbouring texts put together, as nobody minds where they were cut."""
    whole = []
    for token in found:
        if isinstance(token, Typed) and whole and isinstance(whole[-1], Typed):
            whole[-1] = Typed(whole[-1].text + token.text)
        else:
            whole.append(token)
    return whole


def keys(sequence):
    return [event.key for event in KeyParser().read(sequence)]


# --- what is recognised --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"hj", [Typed("hj")]),
        (b"\x1b[A", [KeySequence("\x1b[A")]),
        (b"\x1bOP", [KeySequence("\x1bOP")]),
        (b"\x1b[[A", [KeySequence("\x1b[[A")]),
        (b"\x1b[15;2~", [KeySequence("\x1b[15;2~")]),
        (b"\x1bx", [KeySequence("\x1bx")]),
        (b"\x1b[0n", [Acknowledged()]),
        (b"\x1b[?2026;2$y", [DrawsWhole()]),
        (b"\x1b[<0;3;4M", [MouseSequence("\x1b[<0;3;4M")]),
        (b"\x1b[200~hello\x1b[201~", [Pasted("hello")]),
        (b"\x1b\x1b[A", [KeySequence("\x1b"), KeySequence("\x1b[A")]),
    ],
)
def test_a_sequence_becomes_one_token(sent, expected):
    assert tokens(sent) == expected


@pytest.mark.parametrize(
    "sent",
    [
        b"\x1b[48;99999;99999;1;1t",  # a size in band
        b"\x1b[?2048;1$y",  # an offer of sizes in band
        b"\x1b[?2026;0$y",  # a terminal that knows no whole frames
        b"\x1b[12;40R",  # a cursor report
        b"\x1b[3n",  # another status
        b"\x1b[?62;22c",  # device attributes
        b"\x1b[201~",  # the end of no paste
        b"\x1b[<0;99999999999999;1M",  # a mouse far away
        b"\x1b[" + b"1;" * SEQUENCE_LIMIT + b"A",  # longer than any key
    ],
)
def test_what_no_key_sends_is_dropped_and_not_typed(sent):
    assert tokens(sent + b"k") == [Typed("k")]


@pytest.mark.parametrize("at", range(1, 4))
def test_a_character_split_over_packets_arrives_whole(at):
    smile = "\N{SLIGHTLY SMILING FACE}".encode()
    assert tokens(smile[:at], smile[at:]) == [Typed("\N{SLIGHTLY SMILING FACE}")]


def test_bytes_that_are_no_text_are_replaced_and_do_not_stop_the_rest():
    assert joined(tokens(b"a\xff\xfeb\xc3", b"\x1b[A", b"c")) == [
        Typed("a\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}"),
        KeySequence("\x1b[A"),
        Typed("c"),
    ]


@given(
    st.lists(st.sampled_from(FRAGMENTS), max_size=12),
    st.lists(st.integers(0, 200), max_size=6),
)
def test_it_does_not_matter_where_the_packets_are_cut(fragments, cuts):
    whole = b"".join(fragments)
    places = sorted({min(cut, len(whole)) for cut in cuts} | {0, len(whole)})
    chunks = [whole[a:b] for a, b in pairwise(places)]
    assert joined(tokens(*chunks)) == joined(tokens(whole))


@given(st.binary(max_size=400))
def test_no_bytes_at_all_break_the_decoder_or_the_parser(content):
    decoder, parser = InputDecoder(), KeyParser()
    for token in [*decoder.feed(content, 0.0), *decoder.expire(), *decoder.expire_paste()]:
        if isinstance(token, Typed | KeySequence | MouseSequence):
            parser.read(token.text)
    assert [event.key for event in parser.read("k")] == ["k"]


# --- keys ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sequence", "expected"),
    [
        ("\x1b", ["escape"]),
        ("\x1b[A", ["up"]),
        ("\x1bOA", ["up"]),
        ("\x1b[Z", ["shift+tab"]),
        ("\x1bx", ["alt+x"]),
        ("\x1b[1;5D", ["ctrl+left"]),
        ("\x1b[5~", ["pageup"]),
        ("\x1b[[B", ["f2"]),
        ("\r", ["enter"]),
        ("\x03", ["ctrl+c"]),
        ("é", ["é"]),
        ("", []),
    ],
)
def test_a_sequence_is_the_key_it_names(sequence, expected):
    assert keys(sequence) == expected


@pytest.mark.parametrize("sequence", ["\x1b[99999999999u", "\x1b[97:65;2u", "\x1b[77~", "\x1bO1"])
def test_a_sequence_without_meaning_is_forgotten_and_the_next_key_works(sequence):
    parser = KeyParser()
    parser.read(sequence)
    assert [event.key for event in parser.read("j")] == ["j"]


def test_dead_parsers_are_not_kept_alive():
    parser, stock = SequenceParser(), XTermParser()
    assert [event.key for event in parser.feed("\x1b[97;5u")] == ["ctrl+a"]
    ours = weakref.ref(parser)
    list(stock.feed("\x1b[97;5u"))
    kept_by_cache = weakref.ref(stock)
    del parser, stock
    gc.collect()
    assert ours() is None
    # The stock parser lives on in the cache of its class: without the override ours would too.
    assert kept_by_cache() is not None
    XTermParser._parse_extended_key.cache_clear()


# --- bounds --------------------------------------------------------------------------------------


def test_a_paste_is_cut_to_its_limit():
    (paste,) = tokens(b"\x1b[200~" + b"x" * (PASTE_LIMIT * 3) + b"\x1b[201~")
    assert paste == Pasted("x" * PASTE_LIMIT)


def test_a_character_at_the_limit_of_a_paste_is_whole_or_not_there():
    text = "x" + "é" * PASTE_LIMIT
    (paste,) = tokens(b"\x1b[200~" + text.encode() + b"\x1b[201~")
    assert paste.text == text[: (PASTE_LIMIT - 1) // 2 + 1]


@pytest.mark.parametrize("cut", range(1, 6))
def test_the_end_of_a_paste_is_found_across_packets(cut):
    whole = b"\x1b[200~hello\x1b[201~k"
    at = whole.index(b"\x1b[201~") + cut
    assert tokens(whole[:at], whole[at:]) == [Pasted("hello"), Typed("k")]


def test_keys_in_a_paste_are_no_keys():
    assert tokens(b"\x1b[200~a\x1b[Ab\x1b[0n\x1b[201~") == [Pasted("a\x1b[Ab\x1b[0n")]


def test_a_paste_without_an_end_can_be_ended():
    decoder = InputDecoder()
    decoder.feed(b"\x1b[200~hello", 0.0)
    assert decoder.is_pasting
    assert decoder.expire_paste() == [Pasted("hello")]
    assert not decoder.is_pasting
    assert decoder.feed(b"k", 0.0) == [Typed("k")]


def test_text_is_handed_on_in_small_portions():
    found = tokens(b"x" * 1000)
    assert all(len(token.text) <= TYPED_LIMIT for token in found)
    assert sum(len(token.text) for token in found) == 1000


def test_a_flood_is_cut_at_the_burst_and_goes_on_at_the_rate():
    decoder = InputDecoder()
    taken = sum(len(token.text) for token in decoder.feed(b"x" * 1_000_000, 0.0))
    assert taken == INPUT_BURST
    assert decoder.feed(b"x", 0.0) == []
    assert decoder.breather(0.0) > 0
    later = sum(len(token.text) for token in decoder.feed(b"x" * 1_000_000, 0.1))
    assert later == INPUT_RATE // 10
    assert decoder.breather(10.0) == 0


def test_a_hundred_megabytes_pasted_leave_a_few_kilobytes():
    decoder = InputDecoder()
    chunk = b"x" * 32_768
    tracemalloc.start()
    found = decoder.feed(b"\x1b[200~", 0.0)
    for number in range(100_000_000 // len(chunk)):
        found += decoder.feed(chunk, number / 1000)
    kept, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 2 * PASTE_LIMIT
    assert most < 8 * len(chunk)
    found += decoder.feed(b"\x1b[201~", 4.0)
    assert found == [Pasted("x" * PASTE_LIMIT)]
    # What was thrown away has to be paid for: the client is asked to wait.
    assert decoder.breather(4.0) > 0


def test_an_ordinary_paste_asks_for_no_breather():
    decoder = InputDecoder()
    decoder.feed(b"\x1b[200~" + b"x" * (WASTE_BURST // 4) + b"\x1b[201~", 0.0)
    assert decoder.breather(0.0) == 0


def test_an_allowance_never_holds_more_than_its_burst():
    allowance = Allowance(10, 100)
    assert allowance.room(1_000_000) == 100
    allowance.spend(150)
    assert allowance.room(1_000_000) == 0
    assert allowance.wait(1_000_000) == pytest.approx(10)
    assert allowance.room(1_000_010) == 50
