"""`runes sim`: tournaments that can be played again, and figures that can be checked by hand."""

import csv
import math

import pytest
from click.testing import CliRunner

from rr_net.cli import main, simulating
from rr_net.tournament.figures import COLUMNS, report, wilson, written
from rr_net.tournament.playing import KINDS, Plan, Played, make_bot, play
from rr_rules.registry import GAMES
from rr_rules.stream import Stream

SHORT = ("--option", "window=fast", "--option", "turn_cap=12")


@pytest.fixture
def sim(tmp_path, monkeypatch):
    """Runs `runes sim` in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        done = CliRunner().invoke(main, ["sim", *map(str, words)])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done

    return run


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_of_the_registry_can_be_simulated(sim, tmp_path, game):
    done = sim("--game", game, "--bots", "random", "--games", 2, "--jobs", 1, "--out", "o.csv")
    assert done.exit_code == 0, done.output
    assert [row["bots"] for row in rows(tmp_path / "o.csv")] == ["random random"] * 2


def test_processes_play_the_same_games_as_one_alone(sim, tmp_path):
    words = ("--bots", "greedy,random", "--games", 3, "--seed", 7, *SHORT)
    assert sim(*words, "--jobs", 1, "--out", "one.csv").exit_code == 0
    assert sim(*words, "--jobs", 2, "--out", "two.csv").exit_code == 0
    one, two = ((tmp_path / name).read_bytes() for name in ("one.csv", "two.csv"))
    assert one == two
    assert one.count(b"\n") == 4


def test_another_seed_is_another_tournament(sim, tmp_path):
    for seed in (1, 2):
        sim("--bots", "random", "--games", 2, "--jobs", 1, "--seed", seed, "--out", f"{seed}.csv")
    assert rows(tmp_path / "1.csv") != rows(tmp_path / "2.csv")


def test_bots_move_on_by_a_seat_each_game(sim, tmp_path):
    sim(
        "--bots", "greedy,random", "--seats", 3, "--games", 3, "--jobs", 1, "--out", "o.csv", *SHORT
    )
    assert [row["bots"] for row in rows(tmp_path / "o.csv")] == [
        "greedy random greedy",
        "random greedy random",
        "greedy random greedy",
    ]


def test_search_plays_too_and_its_iterations_are_named(sim):
    done = sim("--bots", "search,random", "--games", 1, "--jobs", 1, "--iterations", 1,
               "--option", "window=fast", "--option", "turn_cap=1")  # fmt: skip
    assert done.exit_code == 0
    assert ", 1 iterations" in done.output
    assert any(line.startswith("search ") for line in done.output.splitlines())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "chess"], "there is no game 'chess'"),
        (["--bots", "greedy,clever"], "'clever': expected some of random, greedy, search"),
        (["--bots", "greedy,random,search", "--seats", "2"], "3 bots: there are only 2 seats"),
        (["--bots", "random", "--seats", "7"], "7 seats"),
        (["--option", "window"], "'window': expected key=value"),
        (["--option", "window=ajar"], "option window is 'ajar'"),
        (["--games", "1", "--bots", "random", "--jobs", "1", "--out", "no/o.csv"], "not written"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(sim, words, said):
    done = sim(*words)
    assert done.exit_code != 0
    assert said in " ".join(done.output.split())


def test_the_command_names_the_bots_that_there_are():
    assert simulating.BOTS == KINDS
    plan = Plan(next(iter(GAMES)), 2, KINDS[:2], 1, 10)
    kinds = [type(make_bot(kind, plan.opened().rules, Stream.seeded(1), plan)) for kind in KINDS]
    assert [kind.__name__ for kind in kinds] == ["RandomBot", "GreedyBot", "SearchBot"]


def test_a_game_is_played_to_its_end():
    played = play(Plan("runes-regulations", 2, ("random",), 3, 10, (("turn_cap", "5"),)), 0)
    assert (played.reason, played.turns > 4) == ("turn_cap", True)
    decisions, seconds = played.thought["random"]
    assert decisions == played.decisions > 0
    assert seconds > 0


# --- figures --------------------------------------------------------------------------------


def test_the_wilson_interval_is_the_one_of_the_books():
    # 50 of 100 and 0 of 10, as any table of binomial intervals has them.
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


@pytest.mark.parametrize(("won", "games"), [(3, 9), (81, 263)])
def test_the_bounds_of_wilson_solve_its_equation(won, games):
    for bound in wilson(won, games):
        off = abs(won / games - bound)
        assert off == pytest.approx(1.959964 * math.sqrt(bound * (1 - bound) / games), rel=1e-6)


GAMES_PLAYED = [
    Played(1, ("random", "greedy"), (1,), "five", 20, 90, {"greedy": (45, 0.9)}),
    Played(0, ("greedy", "random"), (0,), "five", 10, 50, {"greedy": (45, 0.0)}),
    Played(2, ("greedy", "random"), (), "turn_cap", 60, 100),
]


def test_a_report_counts_bots_seats_and_lengths():
    lines = [" ".join(line.split()) for line in report(GAMES_PLAYED)]
    assert "greedy 3 2 66.7% 20.8%- 93.9% 50.0% 10.00" in lines
    assert "random 3 0 0.0% 0.0%- 56.1% 50.0% 0.00" in lines
    assert [line.split()[:3] for line in lines if line[:2] in {"1 ", "2 ", "no"}] == [
        ["1", "3", "1"],
        ["2", "3", "1"],
        ["nobody", "3", "1"],
    ]
    assert "turns 30.0 20.0 10 60" in lines
    assert "decisions 80.0 90.0 50 100" in lines


def test_a_file_has_one_row_for_each_game_in_order():
    assert written(GAMES_PLAYED).splitlines() == [
        ",".join(COLUMNS),
        "1,greedy random,1,five,10,50",
        "2,random greedy,2,five,20,90",
        "3,greedy random,,turn_cap,60,100",
    ]
