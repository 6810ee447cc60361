"""Names that certify themselves, and friendly ones."""

import re

import asyncssh
import pytest

from rr_net.relay.names import TableName, certified_name, code_of, read_name, word_for

KEY = asyncssh.generate_private_key("ssh-ed25519").public_data
OTHER = asyncssh.generate_private_key("ssh-ed25519").public_data


def test_a_name_that_certifies_itself_ends_with_sixteen_letters_of_the_keys_hash():
    name = certified_name("maple", KEY)
    assert re.fullmatch(r"maple(-[a-z2-7]{4}){4}", str(name))
    assert name.fits(KEY)
    assert not name.fits(OTHER)
    assert code_of(KEY) != code_of(OTHER)


def test_the_letters_of_a_key_are_always_the_same():
    assert code_of(b"a public key") == "skag-qufu-5jtj-ydyy"


def test_a_name_is_read_in_capitals_too():
    name = certified_name("maple", KEY)
    assert read_name(str(name)) == name
    assert read_name(str(name).upper()) == name


def test_a_friendly_name_is_a_word_and_fits_nobody():
    assert read_name("maple") == TableName("maple")
    assert not read_name("maple").is_certified
    assert not read_name("maple").fits(KEY)


@pytest.mark.parametrize(
    "text",
    ["", "127.0.0.1", "::1", "2130706433", "0x7f000001", "localhost", "example.org", "maple.", "-",
     "maple-", "maple-7k2q", "maple-7k2q-abcd-efgh", "maple-7k2q-abcd-efgh-234", "1maple",
     "maple-7k2q-abcd-efgh-2341", "maple-7k2q-abcd-efgh-2345-aaaa", "maple 7k2q", "mäple",
     "maple\n", "maple\x00", "m" * 17, "relay", "admin", "ﬁne", "[::1]", "maple:22", "a/b", "*"],
)  # fmt: skip
def test_nothing_else_is_a_name(text):
    assert read_name(text) is None


@pytest.mark.parametrize(
    ("title", "word"),
    [("Maple Court", "maple"), ("Ann's table", "anns"), ("7 Oaks", "oaks"), ("", "table"),
     ("ローズ", "table"), ("Localhost Inn", "inn"), ("x" * 40, "x" * 16), ("3rd street", "rd")],
)  # fmt: skip
def test_the_word_of_a_table_comes_from_its_title(title, word):
    assert word_for(title) == word
    assert read_name(word) is not None
