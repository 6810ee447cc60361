"""The second verifier as the host's own `v` runs it."""

import itertools
import json
import shutil
from math import inf

import pytest

from rr_net.host import checking
from rr_net.host.checking import NO_RECORD, NOT_HERE, RAN, second_verifier, seconds_of


async def check_again(bundle, expect=lambda long: None):
    """The same without anybody who is told how long it takes."""
    return await checking.check_again(bundle, expect)


@pytest.mark.e2e
async def test_it_reads_the_record_in_a_process_of_its_own():
    assert await check_again(b"no record at all") == (RAN, "wrong: not_json")


@pytest.mark.e2e
async def test_of_a_long_game_it_reads_a_sample_and_says_which_command_reads_all(
    monkeypatch, tmp_path
):
    page = tmp_path / "page.py"
    page.write_text("import sys; print(sys.argv[1:-1])")
    monkeypatch.setattr(checking, "second_verifier", lambda: page)
    assert (await check_again(checking.EVENT * 19))[1:] == ("[]",)
    told = await check_again(checking.EVENT * 53)
    assert told[:2] == (RAN, "['--sample']")
    assert "53 random events" in told[2]
    assert "verify --second --full last" in told[2]


@pytest.mark.e2e
async def test_it_says_about_how_long_the_slow_hashes_take_here(monkeypatch, tmp_path):
    page, told = tmp_path / "page.py", []
    page.write_text("print('fine')")
    monkeypatch.setattr(checking, "second_verifier", lambda: page)
    assert await check_again(recorded(13, "shuffle", "roll", "end_turn"), told.append)
    assert told[0].startswith("about ")
    assert await check_again(recorded(0, "shuffle"), told.append)
    assert len(told) == 1


def test_of_a_record_with_too_many_slow_hashes_a_sample_takes_a_part_of_the_time(monkeypatch):
    monkeypatch.setattr(checking.os, "cpu_count", lambda: 2)
    # A block takes a tenth of a microsecond, however busy the machine is.
    ticks = itertools.count(0.0, 1e-7 * checking.PIECE)
    monkeypatch.setattr(checking.time, "perf_counter", lambda: next(ticks))
    short, long, sampled = (seconds_of(recorded(2**20, *["roll"] * n)) for n in (1, 19, 100))
    assert 0 < short < long
    assert sampled < long
    assert seconds_of(recorded(2**20, *["roll"] * 100), inf) > long
    assert seconds_of(recorded(2**20, *["roll"] * 19), 0) < long
    assert seconds_of(b"no record at all") == 0
    assert seconds_of(b"[]") == 0


def recorded(blocks, *rows):
    """A record with rows of these types, whose slow hashes have so many blocks each."""
    slow = {"roll": blocks, "segments": 16, "shuffle": blocks}
    frozen = [{"type": "freeze"} for row in rows if row in ("shuffle", "roll")]
    record = {"manifest": {"slow": slow}, "rows": [*frozen, *({"type": row} for row in rows)]}
    return json.dumps(record, separators=(",", ":")).encode()


async def test_without_a_record_or_a_verifier_it_says_so(monkeypatch):
    assert await check_again(None) == (NO_RECORD,)
    monkeypatch.setattr(checking, "second_verifier", lambda: None)
    assert await check_again(b"{}") == (NOT_HERE,)


@pytest.mark.e2e
async def test_a_verifier_that_breaks_or_never_ends_says_so(monkeypatch, tmp_path):
    page = tmp_path / "page.py"
    page.write_text("raise SystemExit('out of paper')")
    monkeypatch.setattr(checking, "second_verifier", lambda: page)
    assert await check_again(b"{}") == (checking.BROKE, "out of paper")
    page.write_text("while True: pass")
    monkeypatch.setattr(checking, "SECONDS", 0.05)
    assert await check_again(b"{}") == (checking.TOO_LONG,)


def test_it_is_found_in_a_checkout_and_in_a_wheel(monkeypatch, tmp_path):
    page = second_verifier()
    assert page is not None
    assert page.parts[-2:] == ("docs", "verify_minimal.py")
    package = tmp_path / "rr_rules"
    (package / "pages").mkdir(parents=True)
    shutil.copy(page, package / "pages")
    monkeypatch.setattr(checking, "files", lambda _: package)
    assert second_verifier() == package / "pages" / "verify_minimal.py"
