"""`runes fit`: known numbers are found, twice the same, and whoever is broken off goes on."""

import json
from contextlib import contextmanager, suppress
from math import exp
from pathlib import Path

import pytest
from click.testing import CliRunner

from rr_net.cli import main
from rr_net.sim.fit.datafile import commit_of, text_of
from rr_net.sim.games import read_numbers
from rr_net.sim.kept import NotKept
from rr_rules import registry
from rr_rules.bots.fitting import Sample
from rr_rules.bots.numbers import BotNumbers, models
from rr_rules.registry import FITS, fit_of
from tests.support.rr_net import toyfit
from tests.support.rr_net.lab import InTurn


@pytest.fixture
def toy(lab, monkeypatch):
    """The toy fit in the place of Rune's; its tables are not dealt."""
    from rr_net.sim.fit import stages

    monkeypatch.setitem(registry.FITS, "rune", f"{toyfit.__name__}:FIT")
    monkeypatch.setattr(stages, "dealt", lambda *_: None)
    monkeypatch.setattr(stages, "A_PART", 200)
    yield stages
    # The numbers shipped for Rune were read as those of the toy: other tests read them anew.
    read_numbers.cache_clear()


def run_in(toy, folder, executor=None, *, stop_after=10**9, seed=1, scale=1.0):
    """Run the toy fit, so many asks at the most: the run, or None where it was stopped."""
    asked = iter(range(10**9))
    folder.mkdir(exist_ok=True)
    run = toy.FitRun("rune", toyfit.FIT, folder, seed=seed, scale=scale, start={})
    runner = toy.Runner(executor or InTurn(), lambda: next(asked) >= stop_after, lambda line: None)
    try:
        run.run(runner)
    except toy.Stopped:
        return None
    return run


@pytest.mark.slow
def test_an_evolution_finds_the_peak_and_regressions_find_the_weights(toy, tmp_path):
    found = run_in(toy, tmp_path).numbers
    assert found["peak"]["only"] == pytest.approx(toyfit.PEAK, abs=0.05)
    assert found["points"]["2"] == pytest.approx({"one": 4.0, "cards": 1.0}, abs=0.2)  # doubled
    for model in ("three", "one"):
        assert found["odds"][model] == pytest.approx(toyfit.ODDS, abs=0.3)


def test_what_was_hardly_ever_seen_gets_no_weights(toy, tmp_path, monkeypatch):
    once = toyfit.FIT.stages[1]._replace(games=6, rounds=1, least=7)
    monkeypatch.setattr(toyfit, "FIT", toyfit.FIT._replace(stages=[once]))
    assert run_in(toy, tmp_path / "rare").numbers == {"points": {}}
    monkeypatch.setattr(toyfit, "FIT", toyfit.FIT._replace(stages=[once._replace(least=6)]))
    assert set(run_in(toy, tmp_path / "seen").numbers["points"]["2"]) == {"one", "cards"}


def test_what_comes_next_tells_more_of_a_position_than_how_its_game_ends(
    toy, tmp_path, monkeypatch
):
    def off(name, stage):
        monkeypatch.setattr(toyfit, "FIT", toyfit.FIT._replace(stages=[stage]))
        found = run_in(toy, tmp_path / name)
        weights = found.numbers["walk"]["walk"]
        shares = [1 / (1 + exp(-weights[f"place {at}"])) for at in range(1, toyfit.ROAD)]
        squares = [(share - at / toyfit.ROAD) ** 2 for at, share in enumerate(shares, 1)]
        return found.done[0]["samples"], sum(squares)

    samples, passed_on = off("td", toyfit.WALK)
    assert passed_on < 0.005
    assert off("ends", toyfit.WALK._replace(passed_on=1.0)) > (samples, passed_on)
    fresh, _ = off("fresh", toyfit.WALK._replace(is_fresh=True))
    assert 1.7 * fresh < samples < 2.3 * fresh


def test_each_position_is_worth_a_mean_of_the_next_one_and_of_what_that_is_to_be_worth(lab):
    import numpy as np

    from rr_net.sim.fit.harvest import Harvest
    from rr_net.sim.fit.regress import to_be

    rows = [{"a": 1.0}, {"b": 1.0}]
    game = [Sample("x", rows, (0.0, 1.0), goes_on) for goes_on in (True, True, False)]
    packed = Harvest.of([*game, Sample("x", rows, (1.0, 0.0))]).rows["x"]
    shares = np.array([0.9, 0.1, 0.5, 0.5, 0.2, 0.8, 0.3, 0.7])
    # Back from an end of (0, 1): 1/4 of it and 3/4 of (0.2, 0.8), then 1/4 of that and 3/4 of
    # (0.5, 0.5). The other game is one position.
    expected = [0.4125, 0.5875, 0.15, 0.85, 0.0, 1.0, 1.0, 0.0]
    assert to_be(packed, shares, 0.25) == pytest.approx(expected)


def test_a_file_whose_last_position_goes_on_is_refused(lab, tmp_path):
    from rr_net.sim.fit.harvest import Harvest, load, save

    packed = Harvest.of([Sample("x", [{"a": 1.0}], (1.0,), goes_on=True)]).rows
    save(tmp_path / "seen.npz", packed)
    with pytest.raises(NotKept, match="remove it"):
        load(tmp_path / "seen.npz")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("data", [float("nan")] * 3),
        ("data", [1e300] * 3),
        ("came", [float("inf")] * 3),
        ("came", ["1", "0", "0"]),
        ("came", [[1.0, 0.0, 0.0]]),
        ("sizes", [2, 0, 1]),
        ("sizes", [3.0]),
        ("goes_on", [2, 0, 0]),
        ("goes_on", [True, False]),
        ("names", ["a", "a", "b"]),
    ],
)
def test_what_no_fit_can_have_seen_is_refused(lab, tmp_path, name, value):
    import numpy as np

    from rr_net.sim.fit.harvest import Harvest, load, save

    rows = Harvest.of(Sample("x", [{each: 1.0}], (1.0,)) for each in "abc").rows
    save(tmp_path / "seen.npz", rows)
    assert load(tmp_path / "seen.npz").rows["x"].names == ("a", "b", "c")
    with np.load(tmp_path / "seen.npz") as kept:
        spoilt = {**kept, f"x|{name}": np.array(value)}
    np.savez_compressed(tmp_path / "seen.npz", **spoilt)
    with pytest.raises(NotKept, match="remove it"):
        load(tmp_path / "seen.npz")


@pytest.mark.slow
def test_of_each_stage_it_is_shown_how_many_games_are_left(toy, tmp_path):
    shown = []

    @contextmanager
    def progress(name, games, kept):
        shown.append([name, games, kept])
        yield shown[-1].append

    def go_on(stop_after):
        asked = iter(range(10**9))
        run = toy.FitRun("rune", toyfit.FIT, tmp_path, seed=1, scale=0.25, start={})
        kept = run.kept()
        with suppress(toy.Stopped):
            run.run(toy.Runner(InTurn(), lambda: next(asked) >= stop_after, print, progress))
        return kept

    assert go_on(30) == ""
    again = go_on(10**9)
    [name, games, kept, *_] = broken = shown.pop(0)
    assert kept + sum(broken[3:]) > 0
    [_, _, begun, *_] = shown[0]
    assert again.endswith(f"{begun} of {games} games of {name}")
    assert [each[0] for each in shown] == ["peak", "points", "odds"]
    assert [each[1] for each in shown] == [10 * 2 * 6, 2 * 100, 1000]
    assert [sum(each[2:]) for each in shown] == [each[1] for each in shown]
    assert go_on(0) == "Kept so far: all stages"


@pytest.mark.slow
def test_a_fit_that_was_broken_off_again_and_again_comes_to_the_same(toy, tmp_path):
    whole = run_in(toy, tmp_path / "whole", scale=0.25)
    parts, broken = 0, None
    while broken is None:
        parts += 1
        broken = run_in(toy, tmp_path / "parts", InTurn(2), stop_after=9, scale=0.25)
    assert parts > 3
    assert (broken.numbers, broken.done) == (whole.numbers, whole.done)
    other = run_in(toy, tmp_path / "other", scale=0.25, seed=2)
    assert other.numbers != whole.numbers


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_an_evolution_that_was_broken_off_goes_the_same_way_to_the_last_digit(
    toy, tmp_path, monkeypatch, seed
):
    peak = toyfit.FIT.stages[0]._replace(generations=12, digits=12)
    monkeypatch.setattr(toyfit, "FIT", toyfit.FIT._replace(stages=[peak]))
    whole, broken = run_in(toy, tmp_path / "whole", seed=seed), None
    while broken is None:
        broken = run_in(toy, tmp_path / "parts", seed=seed, stop_after=30)
    (tmp_path / "parts" / toy.DONE).unlink()
    (tmp_path / "parts" / toy.SO_FAR).unlink()
    again = run_in(toy, tmp_path / "parts", seed=seed, stop_after=0)
    assert whole.numbers == broken.numbers == again.numbers


def test_a_fit_that_was_killed_behind_its_last_generation_tells_its_mean(
    toy, tmp_path, monkeypatch
):
    peak = toyfit.FIT.stages[0]._replace(generations=2)
    monkeypatch.setattr(toyfit, "FIT", toyfit.FIT._replace(stages=[peak]))
    whole = run_in(toy, tmp_path)
    (tmp_path / toy.DONE).unlink()
    (tmp_path / toy.SO_FAR).unlink()
    again = run_in(toy, tmp_path, stop_after=0)
    assert whole.done[0]["mean"] < 0
    assert (again.done, again.numbers) == (whole.done, whole.numbers)


# --- the command ----------------------------------------------------------------------------


@pytest.fixture
def fit(tmp_path, monkeypatch):
    """Runs `runes fit` in a folder of its own and in this process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rr_net.sim.executors.LocalExecutor", InTurn)

    def run(*words):
        done = CliRunner().invoke(main, ["fit", *map(str, words)])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done

    return run


@pytest.mark.slow
def test_the_data_file_says_how_it_was_made_and_how_strong_it_is(toy, fit, tmp_path):
    done = fit("rune", "--scale", 0.1, "--seed", 5, "--work", "work")
    assert done.exit_code == 0, done.output
    assert "random against greedy, 2 seats" in done.output
    written = json.loads((tmp_path / "work" / "numbers.json").read_text("utf-8"))
    made = written["made"]
    assert made["by"] == "runes fit rune --seed 5 --start empty --scale 0.1"
    assert (made["seed"], len(made["stages"]), made["strength"][0]["games"]) == (5, 3, 2)
    assert "same seed on the same machine" in made["reproduced"]
    assert set(written["numbers"]) == {"peak", "points", "odds"}
    assert max(map(len, done.output.split("\n\n")[1].splitlines())) <= 80
    again = fit("rune", "--scale", 0.1, "--seed", 5, "--work", "work")
    assert again.exit_code == 0, again.output
    assert "Kept so far: all stages\n" in again.output
    assert json.loads((tmp_path / "work" / "numbers.json").read_text("utf-8")) == written
    other = fit("rune", "--scale", 0.1, "--seed", 6, "--work", "work")
    assert "has the results of another run: seed is 5, not 6" in " ".join(other.output.split())


def test_some_stages_can_be_made_anew_and_all_other_numbers_stay(toy, fit, tmp_path):
    before = toyfit.NUMBERS.file()
    done = fit("rune", "--scale", 0.05, "--start", "shipped", "--stage", "points", "--work", "work")
    assert done.exit_code == 0, done.output
    written = json.loads((tmp_path / "work" / "numbers.json").read_text("utf-8"))
    made, numbers = written["made"], written["numbers"]
    assert made["by"] == "runes fit rune --seed 1 --start shipped --stage points --scale 0.05"
    assert [row["stage"] for row in made["stages"]] == ["points"]
    assert made["begun_with"]["by"] == before["made"]["by"]
    assert numbers["points"]["2"].keys() == {"one", "cards"}
    assert {part: numbers[part] for part in before["numbers"]} == before["numbers"]
    other = fit("rune", "--scale", 0.05, "--start", "shipped", "--work", "work")
    assert "has the results of another run: stages" in " ".join(other.output.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rune", "--stage", "street"), "'street': expected peak, points, odds"),
        (("rune", "--stage", "points"), "say --start shipped as well"),
        (
            ("runes-regulations", "--start", "shipped", "--stage", "odds", "--stage", "round"),
            "'odds' is what others are added to: say --stage duel --stage street as well",
        ),
    ],
)
def test_a_stage_that_cannot_be_made_alone_is_refused(toy, fit, tmp_path, words, said):
    refused = fit(*words, "--work", "work")
    assert refused.exit_code == 2
    assert said in " ".join(refused.output.split())
    assert not (tmp_path / "work").exists()


@pytest.mark.parametrize(
    ("holds", "tells", "said"),
    [
        (True, True, "All contests hold."),
        (False, True, "not shipped: the numbers that are there are stronger"),
        (False, False, "not shipped: too few games to tell to within 20 points"),
        (True, False, "not shipped: too few games to tell to within 20 points"),
    ],
)
def test_only_what_is_as_strong_is_shipped(toy, fit, tmp_path, monkeypatch, holds, tells, said):
    from rr_net.sim.fit.strength import Strength

    monkeypatch.setattr(Strength, "holds", holds)
    monkeypatch.setattr(Strength, "tells", tells)
    monkeypatch.setattr("rr_net.cli.lab.fit.files", lambda package: tmp_path)
    done = fit("rune", "--scale", 0.01, "--work", "work", "--ship")
    is_shipped = holds and tells
    assert done.exit_code == (0 if is_shipped else 1)
    assert (tmp_path / "numbers.json").exists() == is_shipped
    assert ("Too few games to tell: random against greedy" in done.output) == (not tells)
    assert said in done.output


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("stages.json", "{", "Invalid JSON"),
        ("stages.json", "{}", "remove stages.json and so-far.json"),
        ("stages.json", "[1, 2, 3]", "remove stages.json and so-far.json"),
        ("stages.json", '[{"stage": "odds"}]', "expected peak, points, odds, in this order"),
        ("so-far.json", None, "No such file"),
        ("so-far.json", "[[", "Invalid JSON"),
        ("so-far.json", "[]", "remove stages.json and so-far.json"),
        ("so-far.json", '{"peak": 5}', "peak: Input should be"),
        ("so-far.json", '{"peak": {"only": {"x": NaN}}}', "peak.only.x: Input should be a finite"),
        ("points-0-0.npz", "", "remove it, and its games are played again"),
        ("points-0-0.npz", "PK cut", "remove it, and its games are played again"),
        ("odds-0-0.npz", "no archive", "remove it, and its games are played again"),
        ("run.json", "{", "run.json cannot be read"),
        ("run.json", None, "has stages.json, but no run.json"),
    ],
)
def test_a_broken_file_of_a_fit_is_told_before_any_game(toy, fit, tmp_path, name, content, said):
    work = tmp_path / "work"
    spoilt(fit, work, name, content)
    told_at_once(fit, name, said)


EQUAL = "[1, 1, 1, 1, 1, 1]"


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{}",
        "[[1.0]]",
        "[[1, 2",
        EQUAL,
        f"[{EQUAL.replace('1', 'NaN')}]",
        f"[{EQUAL.replace('1', '1e308')}]",
        f"[{EQUAL.replace('1', chr(34) + '1' + chr(34))}]",
        f"[{','.join([EQUAL] * 41)}]",
    ],
)
def test_a_broken_evolution_is_told_before_any_game(toy, fit, tmp_path, content):
    begun(fit, tmp_path / "work")
    (tmp_path / "work" / "peak.generations").write_text(content)
    told_at_once(fit, "peak.generations", "remove it, and peak begins anew")


def test_a_folder_in_the_place_of_the_numbers_is_told_before_any_game(toy, fit, tmp_path):
    (tmp_path / "work" / "numbers.json").mkdir(parents=True)
    told_at_once(fit, "numbers.json", "is a folder: remove it")


def spoilt(fit, work, name, content):
    """A folder in which one stage is done, but for this file."""
    begun(fit, work)
    (work / "stages.json").write_text('[{"stage": "peak"}]')
    (work / "so-far.json").write_text("{}")
    (work / name).unlink(missing_ok=True)
    if content is not None:
        (work / name).write_text(content)


def begun(fit, work):
    """A folder whose fit has been refused right after it was begun."""
    (work / "numbers.json").mkdir(parents=True)
    fit("rune", "--work", "work")
    (work / "numbers.json").rmdir()


def told_at_once(fit, name, said):
    done = fit("rune", "--work", "work")
    assert done.exit_code == 1
    line = done.stderr.splitlines()
    assert len(line) == 1, line
    assert name in line[0]
    assert said in line[0]


def test_that_nothing_can_be_shipped_is_told_before_any_game(fit, tmp_path, monkeypatch):
    (tmp_path / "taken").touch()
    monkeypatch.setattr("rr_net.cli.lab.fit.files", lambda package: tmp_path / "taken")
    done = fit("rune", "--work", "work", "--ship")
    assert done.exit_code == 1
    assert done.stderr.endswith("taken: Not a directory\n")
    assert not (tmp_path / "work").exists()


def test_what_is_not_shipped_after_all_is_kept(toy, fit, tmp_path, monkeypatch):
    from rr_net.sim.fit.strength import Strength

    (tmp_path / "taken").touch()
    places = iter([tmp_path, tmp_path / "taken"])
    monkeypatch.setattr(Strength, "tells", True)
    monkeypatch.setattr("rr_net.cli.lab.fit.files", lambda package: next(places))
    done = fit("rune", "--scale", 0.01, "--work", "work", "--ship")
    assert done.exit_code == 1
    kept = Path("work", "numbers.json")
    assert f"not shipped, but kept in {kept}: " in done.stderr
    assert (tmp_path / kept).exists()


def test_strength_is_told_pair_by_pair(lab):
    from rr_net.sim.fit.strength import Strength

    same = Strength("a", (True, False) * 50, (True, False) * 50)
    # None of 100 pairs came out otherwise: by the Wilson interval that may be so of 3.7 %.
    assert same.difference == pytest.approx((0, 0.037), abs=1e-3)
    assert same.holds
    worse = Strength("a", (True,) * 100, (True,) * 90 + (False,) * 10)
    # 10 of 100 pairs are lost: the mean is -0.1, its standard error 0.03.
    assert worse.difference == pytest.approx((-0.1, 1.96 * 0.03), abs=1e-3)
    assert not worse.holds
    assert worse.plain()["interval"] == [-0.159, -0.041]


def test_few_games_tell_nothing_however_they_end(lab):
    from rr_net.sim.fit.strength import Strength, verdict

    few = Strength("few", (True, False) * 4, (False, True) * 4)
    assert few.holds
    assert not few.tells
    # That eight pairs end alike says no more than that of eight games none was lost.
    alike = Strength("alike", (True,) * 8, (True,) * 8)
    two = Strength("two", (True, False), (True, False))
    assert two.difference == pytest.approx((0, 0.658), abs=1e-3)
    assert not two.tells
    assert verdict([two])[1].startswith("too few games to tell")
    enough = Strength("enough", (True, False) * 50, (True, False) * 50)
    assert [each.tells for each in (alike, enough)] == [False, True]
    assert verdict([few, enough, alike])[0] == "Too few games to tell: few; alike."
    assert verdict([enough]) == ("All contests hold.", "")
    lost = Strength("lost", (True,) * 100, (True,) * 90 + (False,) * 10)
    assert verdict([few, lost])[0] == "Weaker in lost."
    # Two games that were both lost are no more than two games.
    none = Strength("none", (True, True), (False, False))
    assert none.interval == pytest.approx((-1, -0.342), abs=1e-3)
    assert verdict([none])[0] == "Too few games to tell: none."


def test_a_seed_that_no_evolution_takes_is_refused(fit):
    refused = fit("regicide", "--seed", f"{2**32 - 1}")
    assert refused.exit_code == 2
    assert "4294967295 is not in the range" in refused.output


def test_what_cannot_be_fitted_is_said_in_a_sentence(fit, monkeypatch):
    assert "there is no game 'chess'" in fit("chess").output
    monkeypatch.setattr("rr_net.sim.fit.harvest.CAN_FIT", False)
    assert "make install EXTRA=lab" in fit("rune").output
    monkeypatch.setattr(registry, "FITS", {})
    assert "play by no numbers" in fit("rune").output


# --- files ----------------------------------------------------------------------------------


def test_the_numbers_of_each_game_can_be_read_from_an_empty_file_too():
    for game in FITS:
        numbers = fit_of(game).numbers
        assert numbers.file()["made"]["by"]
        assert numbers.read({}).numbers != numbers.now


def test_other_numbers_count_only_meanwhile():
    numbers = BotNumbers("rr_rules.rune.bot", lambda plain: models(plain, "spreads"))
    shipped, version = numbers.now, numbers.version
    other = numbers.read({})
    with numbers.replaced(other):
        assert numbers.now == {}
        assert numbers.version != version
        with numbers.replaced(numbers.read({"spreads": {"1": {"points": 2.0}}})):
            assert numbers.now["1"]["points"] == 2.0
        assert numbers.version == other.version
    assert (numbers.now, numbers.version) == (shipped, version)


def test_a_data_file_has_a_line_for_each_model():
    text = text_of({"seed": 1}, {"odds": {"b": {"x": 1.0}, "a": {}}})
    assert json.loads(text) == {
        "made": {"seed": 1},
        "numbers": {"odds": {"a": {}, "b": {"x": 1.0}}},
    }
    assert '   "a": {},\n   "b": {"x": 1.0}\n' in text


@pytest.mark.parametrize("packed", [False, True])
def test_the_commit_is_read_from_a_clone_and_from_a_worktree(tmp_path, packed):
    git, tree = tmp_path / "clone" / ".git", tmp_path / "tree"
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "worktrees" / "tree").mkdir(parents=True)
    tree.mkdir()
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "worktrees" / "tree" / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "worktrees" / "tree" / "commondir").write_text("../..\n")
    (tree / ".git").write_text(f"gitdir: {git / 'worktrees' / 'tree'}\n")
    if packed:
        (git / "packed-refs").write_text("# pack\nabc123 refs/heads/main\n")
    else:
        (git / "refs" / "heads" / "main").write_text("abc123\n")
    assert commit_of(tmp_path / "clone" / "deep") == "abc123"
    assert commit_of(tree) == "abc123"
