"""Pictures and pages of tournaments: what they show, in both looks, and what they say to who cannot
see them."""

import re
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from rr_net.cli import main
from rr_net.sim.games import GamePlayed, TournamentPlan, play
from rr_net.sim.report import report
from rr_rules.kernel.game import Tally
from tests.support.rr_net.lab import InTurn


def game(number, winners, turns, *, standings=(), early=(), roles=(), shared=False):
    return GamePlayed(number, ("greedy", "rule"), winners, "five", turns, 30, {},
                      Tally(0, is_shared=shared), roles, early, early, standings)  # fmt: skip


@pytest.fixture
def drawing():
    """The module, which takes a second to load where matplotlib is installed."""
    from rr_net.sim import pictures

    return pictures


@pytest.fixture
def shown(drawing):
    return lambda played: {each.id: each for each in drawing.pictures(played)}


STEADY = tuple((at, 0) for at in range(5))
LATE = ((0, 0), (0, 2), (0, 2), (0, 2), (3, 2))
GAMES = [
    game(0, (0,), 10, standings=STEADY),
    game(1, (0,), 20, standings=LATE),
    game(2, (1,), 31, standings=((0, 0), (1, 2))),
    game(3, (), 40),
]


def test_who_wins_is_told_by_seat_and_by_bot(shown):
    says = shown(GAMES)["wins"].says
    assert says.endswith("seat 1 50%, seat 2 25%, greedy 50%, rule 25%")
    roles = [
        game(0, (0,), 9, roles=("Tidier", "Hexlord")),
        game(1, (1,), 9, roles=("Hexlord",) * 2),
    ]
    assert "Hexlord 33%, Tidier 100%" in shown(roles)["wins"].says


def test_a_game_that_is_won_together_is_told_by_team(shown):
    together = [game(0, (0, 1), 9, shared=True), game(1, (), 9, shared=True)]
    assert shown(together)["wins"].says.endswith(": greedy, rule 50%")


def test_rounds_are_turns_by_seats_rounded_up(shown):
    # 5, 10, 16 and 20 rounds.
    assert shown(GAMES)["lengths"].says.startswith("12.8 rounds on the average, half end by 13, ")


def test_nine_of_ten_is_the_same_number_in_the_picture_and_in_the_table(shown):
    # Of ten games the ninth, of 16 rounds: a quantile between the last two would be 17.
    played = [game(at, (0,), turns) for at, turns in enumerate([10] * 8 + [32, 34])]
    [rounds] = [line.split() for line in report(played) if line.startswith("rounds ")]
    assert rounds[3] == "16"
    assert shown(played)["lengths"].says.endswith("nine of ten by 16")


def test_the_lead_counts_games_that_one_seat_won(shown):
    # Of three, half way: the first is ahead, the second behind, the third ahead.
    assert "in 67% of the games half way" in shown(GAMES)["lead"].says
    assert "lead" not in shown([game(0, (), 9)])


def test_cards_are_told_by_seats_that_had_them_early(shown):
    early = (frozenset({"Moth"}), frozenset({"Gate"}))
    played = [game(at, (at % 4 == 3,), 9, early=early) for at in range(40)]
    assert shown(played)["cards"].says == "From Moth +25.0% to Gate -25.0%"
    assert "cards" not in shown(played[:10])


def test_where_games_are_too_few_for_a_picture_of_cards_it_is_said(drawing):
    early = (frozenset({"Moth"}), frozenset({"Gate"}))
    played = [game(at, (0,), 9, early=early) for at in range(20)]
    assert drawing.left_out(played) == []
    [line] = drawing.left_out(played[:10])
    assert "no card was in the hands of 20 seats" in line
    assert drawing.left_out(GAMES) == []


def test_a_card_of_the_third_round_is_not_early():
    plan = TournamentPlan("runes-regulations", 2, ("random",), 3, options=(("turn_cap", "8"),))
    played = play(plan, 0)
    assert all(early <= held for early, held in zip(played.early, played.held, strict=True))
    assert any(early < held for early, held in zip(played.early, played.held, strict=True))
    assert len(played.standings) == played.turns + 1


@pytest.mark.slow
def test_the_same_games_draw_the_same_files_in_two_looks(lab, tmp_path):
    from rr_net.sim.page import write_page

    for name in ("one", "two"):
        write_page(["Rune & rhyme", "<b>"], "runes sim", GAMES, tmp_path / name)
    files = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "two").iterdir()}
    assert files["wins-light.svg"] != files["wins-dark.svg"]
    for name, content in files.items():
        if name.endswith(".svg"):
            assert ET.fromstring(content).tag.endswith("svg")  # noqa: S314 - our own
    page = files["index.html"].decode()
    assert "<h1>Rune &amp; rhyme</h1>" in page
    assert "<p>&lt;b&gt;</p>" in page
    assert "<p>By <code>runes sim</code></p>" in page
    assert "<p>Standing is what" in page
    # Four games of one each: their axis has no halves of a game.
    assert b">0.5<" not in files["lengths-light.svg"]
    named = set(re.findall(r'(?:src|srcset)="([^"]+)"', page))
    assert named == {name for name in files if name.endswith(".svg")}


@pytest.mark.slow
def test_a_page_of_the_docs_names_its_pictures_by_where_they_lie(lab, tmp_path):
    from rr_net.sim.page import in_page

    lines = in_page(GAMES, tmp_path / "balance", "base-2-")
    assert 'srcset="balance/base-2-wins-dark.svg"' in lines[0]
    assert (tmp_path / "balance" / "base-2-wins-dark.svg").exists()
    assert "| seat | games | won | rate | 95 % interval |" in lines
    assert lines == in_page(GAMES, tmp_path / "balance", "base-2-")
    assert not [line for line in lines if "ms each" in line]


# --- the command ----------------------------------------------------------------------------


@pytest.fixture
def sim(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rr_net.sim.executors.LocalExecutor", InTurn)
    words = ("sim", "--game", "regicide", "--bots", "random", "--games", "3", "--report")
    return lambda folder, *more: CliRunner().invoke(main, [*words, folder, *more])


@pytest.mark.slow
def test_the_command_writes_a_page(lab, sim, tmp_path):
    done = sim("shown")
    assert done.exit_code == 0, done.output
    assert done.output.endswith("\nshown/index.html\n")
    page = (tmp_path / "shown" / "index.html").read_text("utf-8")
    assert "<p>random</p>" in page
    command = "runes sim --game regicide --seats 2 --bots random --games 3 --seed "
    assert f"<p>By <code>{command}" in page


def test_without_the_package_it_is_said_before_any_game(drawing, sim, monkeypatch):
    monkeypatch.setattr(drawing, "CAN_DRAW", False)
    done = sim("shown")
    assert done.exit_code == 1
    assert "make install EXTRA=lab" in done.output
    assert "3 games" not in done.output


def test_a_folder_that_cannot_be_made_is_told_before_any_game(lab, drawing, sim, tmp_path):
    (tmp_path / "file").write_text("")
    assert "nothing can be written to file/shown: Not a directory" in sim("file/shown").output


@pytest.mark.parametrize("out", ["new.csv", "old.csv", "old.csv/new.csv"])
def test_a_refusal_leaves_nothing_behind(lab, drawing, sim, tmp_path, out):
    (tmp_path / "old.csv").write_text("old")
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "run.json").write_text("[]")
    done = sim("page/shown", "--seed", "1", "--keep", "kept", "--out", out)
    assert done.exit_code == 1
    assert "run.json cannot be read" in done.stderr or "new.csv is not written" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept", "old.csv"]
    assert (tmp_path / "old.csv").read_text() == "old"
