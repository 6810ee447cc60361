"""The registry: a game is one entry, ours in its table and others' in their package."""

import subprocess
import sys

import pytest

from rr_rules.bots.base import RandomBot
from rr_rules.kernel.errors import BadSetup, DeckError, NoSuchClause
from rr_rules.kernel.stream import Stream
from rr_rules.registry import BOTS, GAMES, CannotLoad, bot_kinds, games, listed, load_game, make_bot
from rr_rules.rulebook import rule_text
from tests.support import registries
from tests.support.otherpackage import install, install_pebbles

LUCK = Stream.seeded(1)
ENTRIES = {
    "runes.games": {
        "rune": "nobody.game:load",
        "mislaid": "nowhere.game:load",
        "unwritten": "others.games:load_it",
        "wrong": "others.games:no_game",
        "leaving": "others.games:leaves",
        "speechless": "others.games:says_nothing",
        "nameless": "others.games:Nameless",
        "loud": "others.games:Loud",
        "failing": "others.games:fails",
    },
    "runes.bots": {
        "first": "others.bots:First",
        "greedy": "others.bots:First",
        "failing": "others.games:fails",
    },
}
GAMES_OF_OTHERS = """
from beach.game import Pebbles

def no_game(deck):
    return 7

def leaves(deck):
    raise SystemExit("bye")

class Silent(Exception):
    def __str__(self):
        raise ZeroDivisionError

def says_nothing(deck):
    raise Silent

class Nameless(Pebbles):
    id = "nameless"

    def __init__(self, deck):
        super().__init__()

    @property
    def name(self):
        raise ZeroDivisionError("who?")

class Loud(Nameless):
    id, name = "loud", "\\x1b[31mLoud"

def fails(*_):
    raise ZeroDivisionError("there is nothing")
"""
BOTS_OF_OTHERS = """
class First:
    def __init__(self, game, stream, limits):
        self.limits = limits

    def choose(self, view, pending, sample, out_of_time):
        return 0
"""


@pytest.fixture
def others(tmp_path, monkeypatch):
    """Two packages of other people: pebbles, and one with all that can be wrong."""
    monkeypatch.syspath_prepend(tmp_path)
    install_pebbles(tmp_path)
    install(tmp_path, "others", ENTRIES, games=GAMES_OF_OTHERS, bots=BOTS_OF_OTHERS)
    with registries.fresh():
        yield
    for name in [name for name in sys.modules if name.partition(".")[0] in {"beach", "others"}]:
        del sys.modules[name]


@pytest.mark.parametrize("game", GAMES)
def test_a_line_of_the_table_loads_the_game_it_names(game):
    rules = load_game(game)
    assert (rules.id, rules.name) == (game, listed(game).name)


@pytest.mark.parametrize("game", ["chess", "pebbles"])
def test_a_game_that_is_not_in_the_table_is_refused_with_those_that_are(game):
    expected = f"there is no game '{game}': expected one of runes-regulations, regicide, rune$"
    with pytest.raises(BadSetup, match=expected):
        load_game(game)


def test_an_owners_deck_goes_to_the_game():
    with pytest.raises(DeckError, match=r"mine\.toml"):
        load_game("regicide", ("mine.toml", b""))


def test_an_unknown_kind_of_bot_is_refused():
    with pytest.raises(
        BadSetup, match="no bot 'clever': expected one of easy, normal, hard, easy-f"
    ):
        make_bot("clever", load_game("rune"), LUCK)


def test_a_game_of_another_package_comes_by_one_entry(others):
    assert list(games())[:3] == list(GAMES)
    assert games()["pebbles"].name == "Pebbles"
    assert load_game("pebbles").id == "pebbles"
    with pytest.raises(DeckError):
        load_game("pebbles", ("mine.txt", b"red"))


def test_a_game_of_another_package_brings_its_rules_pages(others, tmp_path):
    with pytest.raises(NoSuchClause):
        rule_text("pebbles")
    (tmp_path / "beach" / "rulebook").mkdir()
    (tmp_path / "beach" / "rulebook" / "pebbles.md").write_text("# Pebbles\n")
    assert rule_text("pebbles") == "# Pebbles\n"


def test_nobody_brings_one_of_our_games_or_bots(others):
    assert games()["rune"] is GAMES["rune"]
    assert load_game("rune").name == "Rune"
    assert not hasattr(make_bot("greedy", load_game("rune"), LUCK), "limits")


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        ("mislaid", "mislaid is broken: nowhere.game:load raises ModuleNotFoundError: No module"),
        ("unwritten", "unwritten is broken: others.games:load_it raises AttributeError"),
        (
            "wrong",
            "wrong is broken: others.games:no_game gives a value of type int: expected a Game",
        ),
        ("leaving", "leaving is broken: others.games:leaves raises SystemExit: bye"),
        ("speechless", "speechless is broken: others.games:says_nothing raises Silent$"),
        ("nameless", "nameless is broken: others.games:Nameless raises ZeroDivisionError: who"),
        ("loud", "loud is broken: expected a name in one line of 40 characters at most"),
        ("failing", "failing is broken: others.games:fails raises ZeroDivisionError: there is no"),
    ],
)
def test_a_broken_game_of_another_package_says_so_and_harms_no_other(others, game, problem):
    with pytest.raises(CannotLoad, match=problem):
        load_game(game)
    assert games()[game].name == game
    assert load_game("pebbles").name == "Pebbles"


def test_a_list_of_entries_that_nobody_can_read_harms_no_other(others, tmp_path):
    install(tmp_path, "garbled", {})
    (tmp_path / "garbled-1.0.dist-info" / "entry_points.txt").write_text("this is no entry\n")
    assert games()["pebbles"].name == "Pebbles"


def test_a_bot_of_another_package_comes_by_one_entry(others):
    assert bot_kinds() == (*BOTS, "failing", "first")
    assert make_bot("first", load_game("pebbles"), LUCK).limits.seconds > 0
    assert isinstance(make_bot("random", load_game("pebbles"), LUCK), RandomBot)
    with pytest.raises(CannotLoad, match="failing is broken"):
        make_bot("failing", load_game("pebbles"), LUCK)


@pytest.mark.e2e
def test_the_table_imports_no_game():
    script = (
        "import sys\n"
        "from rr_rules.registry import load_game\n"
        "loaded = lambda: [m for m in sys.modules if m.endswith('.game') and 'kernel' not in m]\n"
        "print(loaded())\n"
        "load_game('rune')\n"
        "print(loaded())\n"
    )  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n['rr_rules.rune.game']\n"
