"""The lab of damaged journals: none makes a game shorter, or loses it, in silence."""

import json

from tests.lab import journals


def test_no_mutation_of_a_journal_makes_a_game_shorter_in_silence(capsys):
    assert journals.main(["--mutations", "48"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["told"] > 10
    assert found["told"] + found.get("whole", 0) == 48
