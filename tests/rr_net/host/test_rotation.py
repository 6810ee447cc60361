"""A host's key is changed: the old one signs the new one, and a closed table changes over."""

from pathlib import Path

import pytest

from rr_net.host.rotation import CannotRotate, change_over, key_plan, keys_of, prepare
from rr_net.ssh import fingerprint_of, load_host_key
from rr_net.ssh.keys import Succession, leads_to, read_successions
from rr_net.store.gamecount import GameCount
from tests.support.rr_net.hostkeys import HOST, STRANGER, key_of

NEXT = key_of("next")


def words(*pairs):
    return tuple(Succession.signed(*pair) for pair in pairs)


def names(*keys):
    return [fingerprint_of(key) for key in keys]


def test_keys_that_signed_each_other_lead_from_any_of_them_to_the_last():
    chain = words((HOST, STRANGER), (STRANGER, NEXT))
    assert leads_to(chain, names(HOST), fingerprint_of(NEXT))
    assert leads_to(chain, names(STRANGER), fingerprint_of(NEXT))
    assert not leads_to(chain, names(NEXT), fingerprint_of(HOST))
    assert not leads_to(chain[1:], names(HOST), fingerprint_of(NEXT))


@pytest.mark.attack("T77")
def test_a_word_that_another_key_has_signed_leads_nowhere():
    [honest], [thief] = words((HOST, NEXT)), words((STRANGER, NEXT))
    forged = honest._replace(signature=thief.signature)
    assert not leads_to([forged], names(HOST), fingerprint_of(NEXT))
    turned = honest._replace(new=fingerprint_of(STRANGER))
    assert not leads_to([turned], names(HOST), fingerprint_of(STRANGER))


def test_what_is_no_word_is_left_out():
    [honest] = words((HOST, NEXT))
    assert read_successions(f"hello\n\n{honest}\r\na b c d\n") == (honest,)
    assert len(read_successions(f"{honest}\n" * 100)) == 16


async def test_a_prepared_key_is_the_same_until_it_has_taken_its_place(tmp_path):
    with pytest.raises(CannotRotate, match="has no host key"):
        prepare(tmp_path)
    first = fingerprint_of(load_host_key(tmp_path / "host_key"))
    said = []
    assert keys_of(tmp_path, said.append).next_key is None
    second = prepare(tmp_path)
    assert (prepare(tmp_path), key_plan(tmp_path)) == (second, (first, second, ()))
    served = keys_of(tmp_path, said.append)
    assert (fingerprint_of(served.key), fingerprint_of(served.next_key)) == (first, second)
    assert second in said[0]
    GameCount(tmp_path / "host_key").next(7)
    assert await change_over(tmp_path) == second
    third = await change_over(tmp_path)
    assert key_plan(tmp_path) == (third, None, (first, second))
    lines = read_successions(keys_of(tmp_path, said.append).successions)
    assert leads_to(lines, [first], third)
    assert GameCount(tmp_path / "host_key").next() == 1
    assert (tmp_path / "host_key").stat().st_mode & 0o777 == 0o600


async def test_a_key_counts_on_where_the_change_is_cut_off(tmp_path, monkeypatch):
    load_host_key(tmp_path / "host_key")
    GameCount(tmp_path / "host_key").next(7)
    prepare(tmp_path)
    old = key_plan(tmp_path).now
    replace = Path.replace

    def cut_off(path, target):
        if path.name == "host_key.next":
            raise OSError(28, "No space left on device")
        return replace(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", cut_off)
        with pytest.raises(CannotRotate, match="No space"):
            await change_over(tmp_path)
    assert key_plan(tmp_path).now == old
    assert GameCount(tmp_path / "host_key").next() == 8
    await change_over(tmp_path)
    assert GameCount(tmp_path / "host_key.former").next() == 9
    assert GameCount(tmp_path / "host_key").next() == 1
