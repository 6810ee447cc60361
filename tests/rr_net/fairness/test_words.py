"""Heads as people compare them: words to read aloud, and notes that the host signs."""

import base64
import hashlib
from itertools import pairwise

import asyncssh
import pytest
from mnemonic import Mnemonic

from rr_net.fairness.base.errors import BadBundle, Failure
from rr_net.fairness.base.note import (
    ALL,
    FEW,
    SignedNote,
    armoured,
    fingerprint_in,
    read_note,
    unarmoured,
    words_of,
)

GAME = "ab" * 32
HEAD = "7f" * 32
NOTE = f"rr2/{GAME}\n17\n{base64.b64encode(bytes.fromhex(HEAD)).decode()}\n"


def head(number):
    return hashlib.sha256(bytes([number])).hexdigest()


# --- words ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("digest", "words"),
    [
        ("00" * 32, "abandon abandon abandon abandon"),
        ("ff" * 32, "zoo zoo zoo zoo"),
        ("7f" * 32, "legal winner thank year"),
        ("80" * 32, "letter advice cage absurd"),
    ],
)
def test_the_words_are_those_of_bip_39(digest, words):
    assert words_of(digest, FEW) == tuple(words.split())


@pytest.mark.parametrize("number", range(20))
def test_each_word_is_eleven_bits_and_the_few_begin_the_many(number):
    english = Mnemonic("english").wordlist
    bits = f"{int(head(number), 16):0256b}"
    expected = tuple(english[int(bits[at : at + 11], 2)] for at in range(0, 132, 11))
    assert words_of(head(number)) == expected
    assert words_of(head(number), FEW) == expected[:4]


def test_twelve_words_show_the_first_132_bits_and_no_more():
    for bit in range(256):
        other = f"{int(HEAD, 16) ^ 1 << (255 - bit):064x}"
        assert (words_of(other) == words_of(HEAD)) == (bit >= 132)
        assert (words_of(other, FEW) == words_of(HEAD, FEW)) == (bit >= 44)
    assert (len(words_of(HEAD)), len(words_of(HEAD, FEW))) == (ALL, FEW) == (12, 4)


# --- notes ---------------------------------------------------------------------------


def test_a_note_is_three_lines():
    assert SignedNote(GAME, 17, HEAD).text == NOTE


@pytest.mark.parametrize("size", [0, 1, 999_999_999_999_999])
def test_a_note_that_was_written_can_be_read(size):
    assert read_note(SignedNote(GAME, size, HEAD).text) == SignedNote(GAME, size, HEAD)


@pytest.mark.parametrize(
    "text",
    [
        "",
        NOTE[:-1],
        NOTE + "\n",
        NOTE + "one more\n",
        NOTE.replace("\n", "\r\n"),
        NOTE.replace("rr2/", "rr1/"),
        NOTE.replace(GAME, GAME.upper()),
        NOTE.replace(GAME, GAME[2:]),
        NOTE.replace("\n17\n", "\n017\n"),
        NOTE.replace("\n17\n", "\n-1\n"),
        NOTE.replace("\n17\n", "\n+17\n"),
        NOTE.replace("\n17\n", "\n1_7\n"),
        NOTE.replace("\n17\n", "\n\u0661\u0667\n"),
        NOTE.replace("\n17\n", "\n1000000000000000\n"),
        # The last letter before "=" has two bits that say nothing.
        NOTE.replace("8=", "9="),
        NOTE.replace("=\n", "\n"),
    ],
)
def test_every_other_form_of_a_note_is_refused(text):
    assert text != NOTE
    with pytest.raises(BadBundle) as refused:
        read_note(text)
    assert refused.value.failure is Failure.WRONG_SHAPE


# --- signatures ----------------------------------------------------------------------


@pytest.mark.parametrize("length", [0, 1, 69, 70, 71, 140, 300])
def test_a_signature_in_its_armour_has_lines_of_seventy(length):
    signature = "QUJD" * (length // 4) + "Q" * (length % 4)
    begin, *lines, end = armoured(signature).splitlines()
    assert (begin, end) == ("-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----")
    assert all(len(line) == 70 for line, _ in pairwise(lines))
    assert unarmoured(armoured(signature)) == signature == unarmoured(signature)


def test_a_signature_in_its_armour_is_what_asyncssh_writes():
    key = asyncssh.generate_private_key("ssh-ed25519")
    raw = asyncssh.create_sshsig(key, NOTE.encode(), namespace="rr2-transcript", raw=True)
    theirs = asyncssh.create_sshsig(key, NOTE.encode(), namespace="rr2-transcript")
    assert unarmoured(theirs.decode()) == base64.b64encode(raw).decode()


@pytest.mark.parametrize("kind", ["ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa"])
def test_the_fingerprint_of_the_key_is_found_in_its_signature(kind):
    key = asyncssh.generate_private_key(kind)
    raw = asyncssh.create_sshsig(key, NOTE.encode(), namespace="rr2-transcript", raw=True)
    assert fingerprint_in(base64.b64encode(raw).decode()) == key.get_fingerprint()


@pytest.mark.parametrize("text", ["", "?", "QUJD", "é", "U1NIU0lH"])
def test_what_is_no_signature_has_no_fingerprint(text):
    assert fingerprint_in(text) == ""
