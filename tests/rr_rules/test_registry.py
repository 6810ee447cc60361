"""The registry: a game is one line of its table."""

import subprocess
import sys

import pytest

from rr_rules.kernel.errors import BadSetup, DeckError
from rr_rules.registry import GAMES, Listed, listed, load_game

TWO = {
    "regicide": Listed("Regicide", "rr_rules.regicide"),
    "rune": Listed("Rune", "rr_rules.rune"),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_line_of_the_table_loads_the_game_it_names(game):
    rules = load_game(game)
    assert (rules.id, rules.name) == (game, listed(game).name)


def test_a_game_that_is_not_in_the_table_is_refused_with_those_that_are():
    with pytest.raises(BadSetup, match="'chess': expected one of regicide, rune"):
        load_game("chess", None, TWO)
    with pytest.raises(BadSetup, match="expected one of runes-regulations, regicide, rune"):
        load_game("pebbles")


def test_an_owners_deck_goes_to_the_game():
    with pytest.raises(DeckError, match=r"mine\.toml"):
        load_game("regicide", ("mine.toml", b""), TWO)


@pytest.mark.e2e
def test_the_table_imports_no_game():
    script = (
        "import sys\n"
        "from rr_rules.registry import load_game, Listed\n"
        "loaded = lambda: [m for m in sys.modules if m.endswith('.game') and 'kernel' not in m]\n"
        "print(loaded())\n"
        "load_game('rune', None, {'rune': Listed('Rune', 'rr_rules.rune')})\n"
        "print(loaded())\n"
    )  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n['rr_rules.rune.game']\n"
