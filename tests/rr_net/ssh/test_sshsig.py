"""Signatures in OpenSSH's format: ours are read by ssh-keygen, and ssh-keygen's by us."""

import base64
import hashlib
import random
import time

import asyncssh
import pytest
from asyncssh.packet import String as SSHString

from rr_net.fairness.base.note import TRANSCRIPT, armoured, unarmoured
from rr_net.fairness.chain.contributions import SEED
from rr_net.ssh.keys import fingerprint_of
from rr_net.ssh.sshsig import check_signature, signer
from tests.support.e2e.sshclient import SshHome, keygen, run

NOTE = b"rr2/00ff\n12\nAAAA\n"
KEY = asyncssh.generate_private_key("ssh-ed25519")
OTHER = asyncssh.generate_private_key("ssh-ed25519")


def signed(text=NOTE, key=KEY, namespace=TRANSCRIPT):
    blob = asyncssh.create_sshsig(key, text, namespace=namespace, raw=True)
    return base64.b64encode(blob).decode()


def is_good(signature, *, text=NOTE, key=KEY, namespace=TRANSCRIPT):
    return check_signature(text, signature, fingerprint_of(key), namespace)


def test_what_the_host_signs_checks_out_for_its_key_text_and_namespace_only():
    signature = signer(KEY)(NOTE)
    assert "\n" not in signature
    assert is_good(signature)
    assert not is_good(signature, text=NOTE + b"\n")
    assert not is_good(signature, key=OTHER)
    assert not is_good(signature, namespace=SEED)


def test_a_signature_made_for_another_purpose_is_none():
    """Without the option in the allowed-signers line asyncssh takes any namespace."""
    elsewhere = signed(namespace="file")
    line = f"signer {KEY.export_public_key().decode()}"
    assert asyncssh.validate_sshsig(NOTE, base64.b64decode(elsewhere), "signer", line.encode())
    assert not is_good(elsewhere)
    assert is_good(elsewhere, namespace="file")


@pytest.mark.usefixtures("ssh_keygen")
async def test_ssh_keygen_verifies_what_the_host_signs(tmp_path):
    (tmp_path / "note.sig").write_text(armoured(signer(KEY)(NOTE)))
    (tmp_path / "allowed").write_text(f"host {KEY.export_public_key().decode()}")
    check = ["ssh-keygen", "-Y", "verify", "-f", str(tmp_path / "allowed"), "-I", "host",
             "-n", TRANSCRIPT, "-s", str(tmp_path / "note.sig")]  # fmt: skip
    good = await run(check, stdin=NOTE)
    assert good.code == 0, good.err
    assert b"Good" in good.out
    assert (await run(check, stdin=NOTE + b" ")).code != 0


@pytest.mark.slow
def test_an_rsa_key_that_has_signed_a_sha1_has_signed_nothing():
    key = asyncssh.generate_private_key("ssh-rsa", key_size=2048)
    blob = asyncssh.create_sshsig(key, NOTE, namespace=TRANSCRIPT, raw=True)
    asked = blob[: blob.rindex(SSHString(b"sha512")) + len(SSHString(b"sha512"))]
    text = b"SSHSIG" + b"".join(
        map(SSHString, (TRANSCRIPT, "", "sha512", hashlib.sha512(NOTE).digest()))
    )
    weak, strong = (
        asked + SSHString(key.sign(text, kind)) for kind in (b"ssh-rsa", b"rsa-sha2-512")
    )
    assert is_good(base64.b64encode(strong).decode(), key=key)
    assert not is_good(base64.b64encode(weak).decode(), key=key)


@pytest.mark.usefixtures("ssh_keygen")
@pytest.mark.parametrize(("kind", "bits"), [("ed25519", None), ("ecdsa", 256), ("rsa", 2048)])
async def test_what_a_player_signs_with_ssh_keygen_checks_out(tmp_path, kind, bits):
    home = await SshHome.make(tmp_path / "ann", kind=kind, bits=bits)
    (tmp_path / "seed").write_bytes(NOTE)
    await keygen("-Y", "sign", "-q", "-f", str(home.key), "-n", SEED, str(tmp_path / "seed"))
    pasted = unarmoured((tmp_path / "seed.sig").read_text())
    fingerprint = await home.fingerprint()
    assert check_signature(NOTE, pasted, fingerprint, SEED)
    assert not check_signature(NOTE, pasted, fingerprint, TRANSCRIPT)
    assert not check_signature(NOTE[1:], pasted, fingerprint, SEED)


def test_a_pasted_signature_is_the_same_with_and_without_its_armour():
    signature = signer(KEY)(NOTE)
    assert unarmoured(armoured(signature)) == signature
    assert unarmoured(armoured(signature).replace("\n", "\r\n")) == signature
    assert unarmoured(armoured(signature).replace("\n", " ")) == signature
    assert unarmoured(signature) == signature


def test_only_one_way_of_writing_a_signature_is_taken():
    signature = signer(KEY)(NOTE)
    assert not is_good(signature + "\n")
    assert not is_good(signature[:50] + "\n" + signature[50:])
    assert not is_good(signature + "AAAA")
    assert not is_good(signature.replace("=", ""))


def with_key(blob, namespace=TRANSCRIPT):
    """A signature that names an arbitrary key, and the fingerprint that its host would claim."""
    content = base64.b64decode(signed())
    size = int.from_bytes(content[10:14], "big")
    made = content[:10] + len(blob).to_bytes(4, "big") + blob + content[14 + size :]
    key = base64.b64encode(hashlib.sha256(blob).digest()).decode().rstrip("=")
    return base64.b64encode(made).decode(), f"SHA256:{key}"


def packed(*parts):
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


@pytest.mark.parametrize(
    "blob",
    [
        b"",
        packed(b""),
        packed(b"no-such-kind", b"x"),
        packed(b"\xff\xfe", b"x"),
        packed(b"ssh-ed25519", b"short"),
        packed(b"ssh-ed25519", b"\xff" * 32),
        packed(b"ssh-ed25519 \n* namespaces=", b"\0" * 32),
        packed(b"ssh-rsa", b"\0", b"\0"),
        packed(b"ssh-rsa", b"\x03", b"\xff" * 3000),
        packed(b"ssh-dss", b"\1", b"\1", b"\1", b"\1"),
        packed(b"ecdsa-sha2-nistp256", b"nistp256", b"\x04" + b"\1" * 64),
        packed(b"ecdsa-sha2-nistp256", b"nistp521", b"\x04"),
        packed(b"sk-ssh-ed25519@openssh.com", b"\0" * 32, b"\xff"),
        packed(b"ssh-ed25519-cert-v01@openssh.com", *[b""] * 9),
        packed(b"x509v3-ssh-rsa", b"\0\0\0\1", b"x"),
        packed(b"webauthn-sk-ecdsa-sha2-nistp256@openssh.com", b"nistp256", b"\x04", b"x"),
    ],
)
def test_a_key_that_is_none_makes_no_signature_and_no_error(blob):
    signature, fingerprint = with_key(blob)
    assert check_signature(NOTE, signature, fingerprint, TRANSCRIPT) is False


def test_a_signature_as_long_as_a_book_is_not_even_read():
    long = base64.b64encode(b"SSHSIG\0\0\0\1" + bytes(30_000_000)).decode()
    before = time.process_time()
    assert not is_good(long)
    assert time.process_time() - before < 0.1


def test_a_known_key_in_a_made_up_signature_is_checked_to_the_end():
    blob = KEY.public_data
    signature, fingerprint = with_key(blob)
    assert fingerprint == fingerprint_of(KEY)
    assert check_signature(NOTE, signature, fingerprint, TRANSCRIPT) is True


@pytest.mark.parametrize("namespace", ["", "rr2-transcrip", "rr2-transcript2"])
def test_a_namespace_that_is_nearly_ours_is_not(namespace):
    content = base64.b64decode(signed(namespace="rr2-transcript"))
    mine = packed(b"rr2-transcript")
    assert content.count(mine) == 1
    other = content.replace(mine, packed(namespace.encode()))
    assert not is_good(base64.b64encode(other).decode())


def test_no_damage_to_a_signature_goes_unnoticed_or_raises():
    whole = base64.b64decode(signed())
    rng = random.Random(1)
    for at in range(len(whole)):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << rng.randrange(8)
        assert not is_good(base64.b64encode(damaged).decode()), at
        assert not is_good(base64.b64encode(whole[:at]).decode()), at


def test_a_signature_has_no_second_form():
    """What is reserved in the format is under no signature: asyncssh takes anything there."""
    whole = base64.b64decode(signed())
    before = packed(b"rr2-transcript") + packed(b"")
    padded = whole.replace(before, packed(b"rr2-transcript") + packed(b"anything"))
    line = f'signer namespaces="{TRANSCRIPT}" {KEY.export_public_key().decode()}'
    assert asyncssh.validate_sshsig(NOTE, padded, "signer", line.encode())
    assert not is_good(base64.b64encode(padded).decode())


@pytest.mark.parametrize(
    "text", ["", "=", "ü", "\ud800", "A" * 4096, "AAAA" * 1_000_000, "🂡", "\0"]
)
def test_what_is_no_base64_of_a_signature_is_none(text):
    assert is_good(text) is False
