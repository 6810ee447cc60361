"""The lab of bad lines plays a game, and one that was no good is told as such."""

import json

import pytest

from tests.lab import nights

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("ssh_client", "ssh_keygen")]


def test_a_game_over_a_bad_line_with_a_host_that_dies_is_well(capsys):
    assert nights.main(["--games", "1", "--at-once", "1", "--kill", "1"]) == 0
    said = capsys.readouterr().out
    assert "; well" in said
    assert "[1 of 1]" in said
    assert '{"games": 1, "well": 1,' in said


def test_games_go_on_where_they_were_broken_off(tmp_path, capsys):
    log = tmp_path / "nights.jsonl"
    over = [nights.Night(0, verified=True), nights.Night(1, findings=("Row 3: wrong",))]
    over[0].perils["cut"] = 4
    log.write_text("".join(json.dumps(vars(each)) + "\n" for each in over) + '{"seed": 2, "ga')
    assert nights.kept(log) == over
    assert nights.main(["--games", "2", "--log", str(log)]) == 1
    said = capsys.readouterr().out
    assert '{"games": 2, "well": 1, "not well": [1]' in said
    assert '"perils": {"cut": 4}' in said


def test_a_finding_is_no_good_night():
    assert nights.Night(1, verified=True).is_well
    assert not nights.Night(1, verified=True, findings=("Row 3: a forged roll",)).is_well
    assert not nights.Night(1).is_well
