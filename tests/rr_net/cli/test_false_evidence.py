"""What somebody makes of an honest record: no command says that its host has cheated."""

import json
from functools import partial

import pytest
from click.testing import CliRunner

from rr_net.cli import main, verifying
from rr_net.fairness.base.rows import CheckpointRow
from rr_net.fairness.proof.accusation import proven
from rr_net.fairness.proof.verify import verify
from rr_rules.kernel.transcript import canonical
from rr_rules.registry import load_game
from tests.rr_net.fairness.test_accusation import wrong_roll
from tests.rr_net.fairness.test_false_proofs import crafted
from tests.rr_net.fairness.test_live import at, honest, told  # noqa: F401 - a fixture
from tests.support.rr_net.hostkeys import HOST
from tests.support.rr_net.recorded import TINY, manifest_of, record


@pytest.fixture
def says(tmp_path, monkeypatch):
    """What the command says of a file."""
    monkeypatch.setattr(verifying, "proven", partial(proven, floors=TINY))
    monkeypatch.setattr(verifying, "verify", partial(verify, floors=TINY, workers=1))

    def run(content, *words):
        path = tmp_path / "file.json"
        path.write_bytes(content)
        return CliRunner().invoke(main, ["verify", *words, str(path)])

    return run


@pytest.fixture(scope="module")
def game():
    rules = load_game("rune")
    return record(3, manifest_of(rules, seats=2, level="table", signers=(0,)), rules)


@pytest.mark.attack("T17")
def test_one_head_in_capitals_is_not_called_two_records(honest, says):  # noqa: F811
    rows = [json.loads(each) for each in told(honest)]
    place = at(honest, CheckpointRow, 2)
    other = rows[place] | {"prev": rows[place]["prev"].upper()}
    done = says(crafted(rows, place, other), "--evidence")
    assert (done.exit_code, "cheated" in done.output) == (2, False), done.output


@pytest.mark.attack("T69")
@pytest.mark.parametrize("words", [("--no-notes",), ("--evidence",)])
def test_what_stands_beside_the_rows_is_not_called_signed(game, says, words):
    size = json.loads(game.bundle)["rows"][-1]["seq"]
    beside = [{"seat": 0, "size": size, "signature": "00" * 64}]
    done = says(canonical(json.loads(game.bundle) | {"witnesses": beside}), *words)
    assert "bad_witness" in done.output
    assert verifying.UNSIGNED in done.output
    assert done.exit_code == (2 if words == ("--evidence",) else 1)


@pytest.mark.attack("T69")
def test_a_record_that_anybody_may_have_spoilt_is_no_evidence(game, says):
    spoilt = json.loads(game.bundle)
    roll = next(row for row in spoilt["rows"] if row["type"] == "roll")
    roll["pub"]["result"] = (roll["pub"]["result"] + 1) % roll["pub"]["sides"]
    done = says(canonical(spoilt), "--evidence")
    assert (done.exit_code, verifying.UNSIGNED in done.output) == (2, True), done.output
    assert says(game.bundle, "--evidence").exit_code == 0


def test_proof_names_the_key_since_anybody_can_make_one(honest, says):  # noqa: F811
    rows, place = wrong_roll(honest)
    done = says(crafted([json.loads(each) for each in told(rows)], place, None), "--evidence")
    assert done.exit_code == 1
    assert HOST.get_fingerprint() in done.output
