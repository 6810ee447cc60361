"""`runes sim`: tournaments that can be played again, and figures that can be checked by hand."""

import csv
import io
import math
import os
import pty
import re
import signal
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from rr_net.cli import main
from rr_net.cli.lab.running import INTERRUPTED, progress, tell
from rr_net.sim.games import GamePlayed, ThinkingTime, TournamentPlan, play
from rr_net.sim.report import COLUMNS, report, wilson, written
from rr_rules.kernel.game import Tally
from rr_rules.registry import GAMES, make_bot
from tests.support.e2e.runes import RUNES

SHORT = ("--option", "window=fast", "--option", "turn_cap=4")


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


MINE = """
[deck]
extends = "base"

[[card]]
id = "kiddie-pool-kraken"
name = "Kiddie-Pool Kraken of Ours"
kind = "creature"
family = "kraken"
collar = false
copies = 2
"""


def test_a_deck_of_ones_own_is_played_and_games_of_another_are_not_gone_on_with(sim, tmp_path):
    (tmp_path / "mine.toml").write_text(MINE)
    words = ("--bots", "greedy", "--games", 6, "--jobs", 1, "--seed", 1, *SHORT, "--keep", "k")
    done = sim(*words, "--deck", "mine.toml", "--out", "o.csv")
    assert (done.exit_code, "mine.toml" in done.output) == (0, True), done.output
    assert "Kiddie-Pool Kraken of Ours" in rows(tmp_path / "o.csv")[0]
    assert "Kiddie-Pool Kraken" not in rows(tmp_path / "o.csv")[0]
    (tmp_path / "mine.toml").write_text(MINE.replace("of Ours", "of Yours"))
    for other in (("--deck", "mine.toml"), ()):
        refused = sim(*words, *other)
        assert refused.exit_code == 1
        assert "k has the results of another run: deck is" in refused.output


@pytest.mark.parametrize("said", ["[deck]\nextends = 'base'\n[[card]]\nid = 1\n", "no TOML"])
def test_a_deck_that_cannot_be_read_is_refused_in_sentences(sim, tmp_path, said):
    (tmp_path / "mine.toml").write_text(said)
    done = sim("--bots", "random", "--games", 1, "--deck", "mine.toml")
    assert done.exit_code == 1
    assert done.output.startswith("Error: ")
    assert "mine.toml" in done.output
    # Rune has cards of another form, and Regicide none of one's own.
    for game in ("rune", "regicide"):
        done = sim("--game", game, "--bots", "random", "--games", 1, "--deck", "mine.toml")
        assert (done.exit_code, done.output[:7]) == (1, "Error: ")


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_of_the_registry_can_be_simulated(sim, tmp_path, game):
    done = sim("--game", game, "--bots", "random", "--games", 2, "--jobs", 1, "--out", "o.csv")
    assert done.exit_code == 0, done.output
    assert [row["bots"] for row in rows(tmp_path / "o.csv")] == ["random random"] * 2


@pytest.mark.e2e
def test_processes_play_the_same_games_as_one_alone(sim, tmp_path):
    words = ("--bots", "greedy,random", "--games", 3, "--seed", 7, *SHORT)
    assert sim(*words, "--jobs", 1, "--out", "one.csv").exit_code == 0
    assert sim(*words, "--jobs", 2, "--out", "two.csv").exit_code == 0
    one, two = ((tmp_path / name).read_bytes() for name in ("one.csv", "two.csv"))
    assert one == two
    assert one.count(b"\n") == 4


@pytest.mark.slow
def test_another_seed_is_another_tournament(sim, tmp_path):
    for seed in (1, 2):
        sim(
            "--bots",
            "random",
            "--games",
            2,
            "--jobs",
            1,
            "--seed",
            seed,
            "--out",
            f"{seed}.csv",
            *SHORT,
        )
    assert rows(tmp_path / "1.csv") != rows(tmp_path / "2.csv")


@pytest.mark.slow
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
    assert "At the most 1 iteration of search\n" in done.output
    assert any(line.startswith("search ") for line in done.output.splitlines())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "kind", "is_said"),
    [("regicide", "hard", True), ("regicide", "hard-follows", True), ("rune", "hard", True),
     ("runes-regulations", "hard", False), ("regicide", "normal", False)],
)  # fmt: skip
def test_iterations_are_said_of_every_bot_that_plays_games_out(game, kind, is_said, sim):
    done = sim("--game", game, "--bots", kind, "--games", 1, "--jobs", 1, "--iterations", 1)
    assert done.exit_code == 0, done.output
    assert ("At the most 1 iteration of search\n" in done.output) == is_said


def test_a_search_by_the_clock_keeps_to_it_and_says_what_a_seed_is_worth_then(sim):
    words = ("--game", "regicide", "--bots", "search", "--seats", 2, "--games", 1, "--jobs", 1)
    done = sim(*words, "--seconds", 0.004, "--seed", 3)
    assert done.exit_code == 0, done.output
    assert "At the most 0.004 s a decision\nThe same seed may play other games" in done.output
    [pace] = [line.split() for line in done.output.splitlines() if line.startswith("search ")][-1:]
    assert int(pace[1]) > 5
    assert float(pace[2]) < 400  # a million iterations would take minutes


def test_the_same_iterations_play_the_same_game(sim, tmp_path):
    words = ("--game", "regicide", "--bots", "search,rule", "--games", 1, "--iterations", 3)
    for name in ("one.csv", "two.csv"):
        done = sim(*words, "--seed", 5, "--jobs", 1, "--out", name)
        assert "may play other games" not in done.output
    assert rows(tmp_path / "one.csv") == rows(tmp_path / "two.csv")


def test_where_no_rules_of_thumb_are_known_it_is_said_who_plays_rule(sim):
    words = ("--bots", "rule", "--games", 1, "--jobs", 1)
    assert "rule plays like greedy" in sim(*words, *SHORT).output
    assert "rule plays like greedy" not in sim("--game", "regicide", *words).output


def test_where_nobody_follows_it_is_said_as_what_a_bot_plays_that_would(sim):
    words = ("--bots", "normal-follows,random", "--games", 1, "--jobs", 1)
    said = "This game is not played together: normal-follows plays like normal."
    assert said in sim(*words, *SHORT).output
    assert said not in sim("--game", "regicide", *words).output


def test_a_bot_that_follows_leaves_the_plan_to_those_that_lead(monkeypatch):
    told = []

    def make(kind, rules, stream, limits):
        told.append((kind, limits.leaders))
        return make_bot(kind, rules, stream, limits)

    monkeypatch.setattr("rr_net.sim.games.make_bot", make)
    kinds = ("rule", "normal-follows", "random")
    play(TournamentPlan("regicide", 3, kinds, 1), 1)
    # In game 1 everybody has moved on by a seat.
    assert told == [("normal-follows", (1, 2)), ("random", (1, 2)), ("rule", (1, 2))]


# --- a bar, and Ctrl+C ----------------------------------------------------------------------


@pytest.mark.e2e
def test_the_bar_is_for_a_terminal_and_the_figures_are_for_a_pipe(sim):
    words = ["sim", "--game", "rune", "--bots", "random", "--games", "3", "--jobs", "1"]
    assert sim(*words[1:]).stderr == ""
    reading, terminal = pty.openpty()
    done = subprocess.run(
        [*RUNES, *words], stdout=subprocess.PIPE, stderr=terminal,
        text=True, check=True,
    )  # fmt: skip
    os.close(terminal)
    assert b"3/3" in os.read(reading, 10_000)
    os.close(reading)
    assert "Playing" not in done.stdout
    assert "3 games, " in done.stdout


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("columns", [60, 80, 200])
def test_a_bar_counts_what_is_left_and_keeps_to_its_row(monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr("sys.stderr", Terminal())
    with progress("contest 3 of 3, shipped: search against greedy, 2 seats", 400, 150) as advance:
        for _ in range(10):
            advance(25)
        tell("+0.3% ±4.0%")
        advance(0)
        written = sys.stderr.getvalue()
    shown = re.sub(r"\x1b\[\??\d*\w", "", written).replace("\n", "\r").split("\r")
    assert [line for line in shown if "50/250" in line and line.startswith("contest 3 of 3")]
    assert "+0.3% ±4.0%" in [line.strip() for line in shown]
    assert max(map(len, shown)) < columns


def interrupted(*words, at, by=signal.SIGINT):
    """What `runes sim` prints if Ctrl+C is pressed once its bar shows `at`, and how it ends."""
    reading, terminal = pty.openpty()
    process = subprocess.Popen(
        [*RUNES, "sim", *map(str, words)], stdin=terminal, stdout=subprocess.PIPE, stderr=terminal,
        text=True, start_new_session=True,
    )  # fmt: skip
    os.close(terminal)
    bar = b""
    while not re.search(at, bar):
        bar += os.read(reading, 10_000)
    # As a terminal does it: to every process that the command has begun.
    os.killpg(process.pid, by)
    said, _ = process.communicate(timeout=60)
    bar += os.read(reading, 10_000)
    os.close(reading)
    assert b"Traceback" not in bar
    assert b"Warning" not in bar
    return said, process.returncode


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("jobs", "by"),
    [(1, signal.SIGINT), (2, signal.SIGINT), (2, signal.SIGTERM)],
)
def test_who_ends_a_tournament_reads_what_there_is_so_far(tmp_path, jobs, by):
    out = tmp_path / "o.csv"
    words = ("--game", "regicide", "--bots", "random", "--games", 99_999, "--out", out)
    said, status = interrupted(*words, "--jobs", jobs, at=rb" [1-9]\d*/99999", by=by)
    assert status == INTERRUPTED
    played = len(rows(out))
    assert f"Stopped after {played} of 99999 games" in said
    assert 0 < played < 99_999
    assert "enemies" in said


@pytest.fixture
def hangups():
    """Processes hear them also where whoever runs these tests has them ignored, as `nohup` does."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.e2e
@pytest.mark.usefixtures("hangups")
def test_a_terminal_that_is_closed_leaves_the_table_of_games_behind(tmp_path):
    words = ("--game", "regicide", "--bots", "random", "--games", "99999", "--jobs", "1")
    reading, terminal = pty.openpty()
    with subprocess.Popen(
        [*RUNES, "sim", *words, "--out", tmp_path / "o.csv"], stdin=terminal, stdout=terminal,
        stderr=terminal, start_new_session=True,
    ) as process:  # fmt: skip
        os.close(terminal)
        bar = b""
        while not re.search(rb" [1-9]\d*/99999", bar):
            bar += os.read(reading, 10_000)
        # As the kernel does it for who sits there.
        os.killpg(process.pid, signal.SIGHUP)
        os.close(reading)
    assert process.returncode == INTERRUPTED
    assert 0 < len(rows(tmp_path / "o.csv")) < 99_999


@pytest.mark.e2e
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_waits_for_no_game_that_has_begun(jobs):
    words = ("--game", "rune", "--bots", "search", "--games", 3, "--seconds", 600)
    said, status = interrupted(*words, "--jobs", jobs, at=rb" 0/3")
    assert status == INTERRUPTED
    assert "Stopped after 0 of 3 games" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "chess"], "there is no game 'chess'"),
        (
            ["--bots", "greedy,clever"],
            "'clever': expected some of easy, normal, hard, easy-follows",
        ),
        (["--bots", "greedy,random,search"], "3 bots: there is room for 2 seats only"),
        (["--bots", "random", "--seats", "7"], "7 seats: expected 2 to 4"),
        (["--game", "rune", "--bots", "random", "--seats", "3"], "3 seats: expected 2"),
        (["--game", "regicide", "--bots", "random", "--seats", "5"], "5 seats: expected 1 to 4"),
        (["--games", "0"], "0 is not in the range"),
        (["--jobs", "0"], "0 is not in the range"),
        (["--iterations", "0"], "0 is not in the range"),
        (["--seconds", "0"], "0.0 is not in the range"),
        (["--seconds", "nan"], "nan is no number"),
        (["--seconds", "inf"], "inf is not in the range"),
        (["--option", "window"], "'window': expected key=value"),
        (["--option", "window=ajar"], "option window is 'ajar'"),
        (["--games", "1", "--bots", "random", "--jobs", "1", "--out", "no/o.csv"], "not written"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(sim, words, said):
    done = sim(*words)
    assert done.exit_code != 0
    assert said in " ".join(done.output.split())


@pytest.mark.parametrize("word", ["sim", "fit", "host", "play"])
def test_every_option_that_takes_a_number_takes_finite_ones_alone(word):
    command = main.get_command(click.Context(main), word)
    floats = [each for each in command.params if isinstance(each.type, click.types.FloatParamType)]
    assert floats
    for option in floats:
        done = CliRunner().invoke(main, [word, *["rune"] * (word == "fit"), option.opts[0], "nan"])
        assert done.exit_code == 2
        assert "nan is no number: expected digits" in " ".join(done.output.split())


def test_a_file_that_cannot_be_written_is_found_out_before_any_game(sim):
    done = sim("--games", 99_999, "--bots", "random", "--jobs", 1, "--out", "no/o.csv")
    assert "o.csv is not written: No such file or directory" in done.output
    assert "games," not in done.output


@pytest.mark.parametrize("option", ["--keep", "--report", "--out"])
def test_an_empty_path_is_not_the_folder_that_one_is_in(sim, tmp_path, option):
    done = sim("--games", 1, "--jobs", 1, option, "")
    assert done.exit_code == 2
    assert "it is empty: expected a path" in " ".join(done.stderr.split())
    assert not [*tmp_path.iterdir()]


def test_a_game_is_played_to_its_end():
    played = play(
        TournamentPlan("runes-regulations", 2, ("random",), 3, options=(("turn_cap", "5"),)), 0
    )
    assert (played.reason, played.turns > 4) == ("turn_cap", True)
    thought = played.thought["random"]
    assert thought.decisions == played.decisions > 0
    assert thought.seconds > thought.longest > 0
    assert played.tally.began in {0, 1}


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
    GamePlayed(
        1, ("random", "greedy"), (1,), "five", 20, 90, {"greedy": ThinkingTime(45, 0.9, 0.1)},
           Tally(1)),
    GamePlayed(
        0, ("greedy", "random"), (0,), "five", 10, 50, {"greedy": ThinkingTime(45, 0.0, 0.0)},
           Tally(1)),
    GamePlayed(2, ("greedy", "random"), (), "turn_cap", 60, 100, {}, Tally(0)),
]  # fmt: skip


def told(played):
    return [" ".join(line.split()) for line in report(played)]


def test_a_report_counts_bots_seats_and_lengths():
    lines = told(GAMES_PLAYED)
    assert "greedy 3 2 66.7% 20.8%- 93.9% 50.0%" in lines
    assert "random 3 0 0.0% 0.0%- 56.1% 50.0%" in lines
    start = lines.index("seat games won rate 95 % interval")
    assert [line.split()[:4] for line in lines[start + 1 : start + 5]] == [
        ["1", "3", "1", "33.3%"],
        ["2", "3", "1", "33.3%"],
        ["who", "begins", "3", "1"],
        ["nobody", "3", "1", "33.3%"],
    ]
    assert "rounds 15.0 10.0 30 5 30" in lines
    assert "turns 30.0 20.0 60 10 60" in lines
    assert "decisions 80.0 90.0 100 50 100" in lines
    assert "greedy 90 10.00 100.0" in lines
    assert "random 0 0.00 0.0" in lines


def test_one_kind_in_all_seats_is_not_compared_with_itself():
    lines = told([GamePlayed(0, ("search", "search"), (1,), "points", 9, 20)])
    assert lines[0] == "seat games won rate 95 % interval"
    assert not [line for line in lines if line.startswith("who begins")]


def shared(number, kinds, enemies):
    winners = tuple(range(len(kinds))) if enemies == 12 else ()
    figures = (("enemies", enemies), ("11 enemies", enemies >= 11))
    return GamePlayed(number, kinds, winners, "castle" if winners else "attack", 30, 60, {},
                  Tally(0, is_shared=True, figures=figures))  # fmt: skip


def test_a_game_that_is_won_together_is_told_by_teams_and_its_own_figures():
    pairs = [("rule", "random"), ("random", "rule"), ("rule", "random"), ("rule", "rule")]
    lines = told([shared(at, kinds, 9 + at) for at, kinds in enumerate(pairs)])
    assert lines[:5] == [
        "team games won rate 95 % interval",
        "random, rule 3 0 0.0% 0.0%- 56.1%",
        "11 enemies 3 1 33.3% 6.1%- 79.2%",
        "rule 1 1 100.0% 20.7%-100.0%",
        "11 enemies 1 1 100.0% 20.7%-100.0%",
    ]
    assert "enemies 10.5 10.5 12 9 12" in lines
    assert not [line for line in lines if line.startswith(("seat", "nobody", "who"))]


def test_a_file_has_one_row_for_each_game_in_order():
    assert written(GAMES_PLAYED).splitlines() == [
        ",".join(COLUMNS),
        "1,greedy random,1,five,2,10,50",
        "2,random greedy,2,five,2,20,90",
        "3,greedy random,,turn_cap,1,60,100",
    ]
    games = [shared(0, ("rule", "rule"), 12), shared(1, ("rule", "rule"), 4)]
    assert written(games).splitlines() == [
        ",".join((*COLUMNS, "enemies", "11 enemies")),
        "1,rule rule,1 2,castle,1,30,60,12,1",
        "2,rule rule,,attack,1,30,60,4,0",
    ]
    assert written([]) == ",".join(COLUMNS) + "\n"
