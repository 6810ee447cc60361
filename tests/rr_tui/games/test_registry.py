"""Which board shows a game: ours are imported when asked for, others come by an entry point."""

import subprocess
import sys
from dataclasses import dataclass

import pytest

from rr_net.link import Seen
from rr_tui.board.model import PlayerModel
from rr_tui.games.gameboard import GameBoard
from rr_tui.games.plain.board import PAINTING, PlainScene
from rr_tui.games.registry import GROUP, PLAIN, board_of, idiom_of, load_board
from rr_tui.looks.idiom import Idiom
from tests.support import registries
from tests.support.otherpackage import install
from tests.support.rr_tui.fakelink import lobby


@dataclass(frozen=True)
class MarbleView:
    """What a seat sees of a game that only this test knows."""

    marbles: int = 3


class MarbleScene(PlainScene):
    """Its scene: nothing lies in any order that could be changed."""

    idiom = Idiom(arranged=())


class MarbleBoard(GameBoard[MarbleView, MarbleScene]):
    """Only what every board must have."""

    view = MarbleView
    scene = MarbleScene

    def painting(self, scene, plan):
        return PAINTING

    def floors(self, scene, plan):
        return PLAIN.floors(scene, plan)

    def told(self, view, model):
        yield f"There are {view.marbles} marbles."


@pytest.fixture
def marbles(tmp_path, monkeypatch):
    """Another package that brings boards, a good one for the game "marbles"."""
    names = {"marbles": "MarbleBoard", "regicide": "MarbleBoard", "chess": "Ches", "go": "sys"}
    boards = {game: f"{__name__}:{name}" for game, name in names.items()}
    monkeypatch.syspath_prepend(install(tmp_path, "others", {GROUP: boards}))
    with registries.fresh():
        yield


def test_another_package_brings_a_board_by_an_entry_point(marbles):
    seen = Seen(number=1, game="marbles", view=MarbleView())
    board = board_of(seen)
    assert isinstance(board, MarbleBoard)
    assert list(board.told(seen.view, PlayerModel())) == ["There are 3 marbles."]
    assert idiom_of(PlayerModel(lobby=lobby(game="marbles"))).arranged == ()


def test_what_another_package_leaves_out_is_nothing(marbles):
    board, view = load_board("marbles"), MarbleView()
    assert board.timeline() is board.spins(view) is board.risk(view, None) is None
    assert board.against(view, None, ()) is None
    assert (*board.foretold(view, None), *board.signs(view, None)) == ()
    assert board.option_places(None, view, ()).as_menu


def test_a_view_of_another_game_is_shown_by_the_plain_board(marbles):
    assert board_of(Seen(number=1, game="marbles", view=object())) is PLAIN


def test_nobody_brings_a_board_for_one_of_our_games(marbles):
    assert not isinstance(load_board("regicide"), MarbleBoard)


@pytest.mark.parametrize("game", ["chess", "go"])
def test_people_play_on_with_the_plain_board_where_anothers_is_broken(marbles, caplog, game):
    assert load_board(game) is PLAIN
    assert f"the board of {game} is broken: {__name__}:" in caplog.text
    assert isinstance(load_board("marbles"), MarbleBoard)


def test_a_game_without_a_board_gets_the_plain_one():
    assert load_board("a game of which nobody has heard") is PLAIN


@pytest.mark.e2e
def test_a_board_is_imported_when_it_is_first_asked_for():
    program = (
        "import sys, rr_tui.app\n"
        "from rr_tui.games.registry import BOARDS, load_board\n"
        "modules = {name.partition(':')[0]: game for game, name in BOARDS.items()}\n"
        "print([modules[name] for name in sys.modules if name in modules])\n"
        "load_board('rune')\n"
        "print([modules[name] for name in sys.modules if name in modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n['rune']\n"
