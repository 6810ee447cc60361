"""`runes verify --evidence`: proof exits with 1, the word of one machine with 2."""

from functools import partial

import pytest
from click.testing import CliRunner

from rr_net.cli import main, verifying
from rr_net.fairness.proof.accusation import accusation_bytes, proven
from tests.rr_net.fairness.test_accusation import wrong_roll
from tests.rr_net.fairness.test_live import (
    EXPECTED,
    MANIFEST,
    honest,  # noqa: F401 - a fixture
    told,
    watching,
)
from tests.support.rr_net.recorded import TINY


@pytest.fixture
def evidence(tmp_path, monkeypatch):
    """Keeps what a check has found, and asks the command about it."""
    monkeypatch.setattr(verifying, "proven", partial(proven, floors=TINY))

    def run(check, change=lambda content: content):
        path = tmp_path / "evidence.json"
        path.write_bytes(change(accusation_bytes(check, check.findings[0], "ann")))
        return CliRunner().invoke(main, ["verify", "--evidence", str(path)])

    return run


def watched(rows, **means):
    check = watching(**means)
    check.take(told(rows), 0, 1.0)
    return check


def test_what_the_host_has_signed_exits_with_1(honest, evidence):  # noqa: F811
    rows, place = wrong_roll(honest)
    done = evidence(watched(rows))
    assert done.exit_code == 1
    assert f"The host cheated: row {place}" in done.output
    assert "signed the record" in done.output


def test_the_word_of_one_machine_exits_with_2_and_is_never_called_cheating(honest, evidence):  # noqa: F811
    options = dict(MANIFEST.options) | {"target": "9"}
    done = evidence(watched(honest, expected=EXPECTED._replace(options=options)))
    assert done.exit_code == 2
    assert "ann's machine says: row 0: the lobby said target 9" in done.output
    assert "cheated" not in done.output


@pytest.mark.parametrize("content", [b"", b"{}", b"\x1b[2J", b'{"format":"other"}'])
def test_a_file_that_is_none_is_said_to_be_none(honest, evidence, content):  # noqa: F811
    rows, _ = wrong_roll(honest)
    done = evidence(watched(rows), lambda _: content)
    assert done.exit_code == 2
    assert "Traceback" not in done.output
    assert "\x1b" not in done.output


def test_without_any_file_it_says_what_it_wants():
    done = CliRunner().invoke(main, ["verify"])
    assert done.exit_code == 2
    assert "give one bundle" in done.output
