"""Games as environments of PettingZoo: its own checks, sealed windows, two worlds, pages."""

import re
import sys
import warnings
from pathlib import Path

import pytest

from rr_rules.kernel.requests import ChooseAll
from rr_rules.kernel.stream import Stream

PAGE = Path(__file__).parents[3] / "docs" / "research.md"
GAMES = [
    ("rune", 2, {"grand_master": "on"}),
    ("regicide", 3, {}),
    ("runes-regulations", 2, {"window": "fast"}),
    ("runes-regulations", 4, {"nefarious": "on", "window": "fast"}),
]
pytestmark = pytest.mark.usefixtures("pettingzoo")


def environment(game="runes-regulations", seats=2, settings=None, **more):
    from rr_net.research.environment import GameEnvironment

    return GameEnvironment(game, seats, settings, **more)


def same(one, two):
    return all((one[key] == two[key]).all() for key in one)


def first(env):
    """The first action that there is."""
    return int(env.mask().argmax())


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "settings"), GAMES)
def test_it_is_what_pettingzoo_expects(game, seats, settings):
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        # It would have every observation one array, which a mask beside it never is.
        warnings.filterwarnings("ignore", message="Observation", category=UserWarning)
        api_test(environment(game, seats, settings), num_cycles=100)
        seed_test(lambda: environment(game, seats, settings), num_cycles=20)


def test_a_seed_deals_the_same_game_and_another_one_another():
    env, twin = environment("regicide"), environment("regicide")
    env.reset(5)
    twin.reset(5)
    assert same(env.observe("seat_0"), twin.observe("seat_0"))
    twin.reset()
    assert not same(env.observe("seat_0"), twin.observe("seat_0"))


def test_only_whoever_is_asked_has_options():
    env = environment("regicide", 3)
    env.reset(1)
    asked = env.agent_selection
    for agent in env.agents:
        seen = env.observe(agent)
        assert seen["action_mask"].any() == (agent == asked)
        assert seen["options"].any() == (agent == asked)
        assert env.observation_space(agent).contains(seen)
    assert len(env.words()) == env.mask()[:-1].sum()


def test_what_is_not_shown_is_no_action():
    env = environment("regicide", 3)
    env.reset(1)
    for action in (None, -1, len(env.words()), 10_000):
        with pytest.raises(ValueError, match="is no action now"):
            env.step(action)


def test_options_beyond_the_rows_are_on_further_pages():
    wide, narrow = environment("rune", options=2000), environment("rune", options=7)
    wide.reset(3)
    narrow.reset(3)
    everything, found = wide.words(), []
    assert not wide.mask()[-1]
    while len(found) < len(everything):
        found += narrow.words()
        narrow.step(7)
    assert found == everything
    assert narrow.words() == everything[:7]  # after the last page comes the first
    narrow.step(2)
    wide.step(2)
    assert (narrow.agent_selection, narrow.observe("seat_1")["observation"].tolist()) == (
        wide.agent_selection,
        wide.observe("seat_1")["observation"].tolist(),
    )


@pytest.fixture
def window():
    """An environment that stands in a window in which two agents have a choice."""
    return in_a_window()


def in_a_window():
    """The same one each time."""
    env = environment("runes-regulations", 4)
    for seed in range(200):
        env.reset(seed)
        luck = Stream.seeded(seed)
        for _ in range(120):
            pending = env.table.pending
            if isinstance(pending, ChooseAll) and pending.window:
                choices = [each for each in env.table.asked if len(each.options) > 1]
                if len(choices) > 1:
                    return env
            legal = env.mask().nonzero()[0]
            env.step(int(legal[luck.below(len(legal))]))
            if any(env.terminations.values()):
                break
    raise AssertionError("there is no such window")


def test_in_a_window_nobody_observes_what_others_have_answered(window):
    worlds = []
    for action in window.mask().nonzero()[0][:2]:
        world = in_a_window()
        before = {agent: world.observe(agent)["observation"] for agent in world.agents}
        answered = world.agent_selection
        world.step(int(action))
        asked = world.agent_selection
        assert asked != answered
        assert (world.observe(asked)["observation"] != before[asked]).any()  # it is asked now
        worlds.append({agent: world.observe(agent) for agent in world.agents})
    one, two = worlds
    for agent, seen in one.items():
        assert same(seen, two[agent])


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "settings"), GAMES)
def test_an_agent_sees_alike_in_two_worlds_that_differ_in_what_is_hidden(game, seats, settings):
    env = environment(game, seats, settings)
    env.reset(4)
    luck = Stream.seeded(4)
    for _ in range(12):
        agent = env.agent_selection
        for seed in (1, 2):
            assert same(env.observe(agent), env.sampled(agent, seed).observe(agent))
        legal = env.mask().nonzero()[0]
        env.step(int(legal[luck.below(len(legal))]))


def test_a_sample_may_be_played_on_and_leaves_the_game_as_it_was():
    env = environment("regicide", 2)
    env.reset(2)
    before = env.observe("seat_0")
    twin = env.sampled("seat_0", 1)
    while not any(twin.terminations.values()):
        twin.step(first(twin))
    assert not any(env.terminations.values())
    assert same(env.observe("seat_0"), before)


def test_a_game_that_does_not_end_is_cut_off():
    env = environment("regicide", 2, longest=3)
    env.reset(1)
    steps = 0
    while not any(env.truncations.values()):
        env.step(first(env))
        steps += 1
    assert steps == 3
    assert not any(env.terminations.values())
    assert not env.observe(env.agents[0])["action_mask"].any()


def test_it_says_its_question_in_words():
    env = environment("rune", render_mode="ansi")
    env.reset(1)
    head, *lines = env.render().splitlines()
    assert head.startswith(f"{env.agent_selection}: ")
    assert lines[0] == f"0: {env.words()[0]}"
    assert environment("rune").render() is None


def test_without_the_package_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "rr_net.research.environment", raising=False)
    with pytest.raises(ImportError, match=re.escape("make install EXTRA=research")):
        import rr_net.research.environment  # noqa: F401


def test_a_sample_in_a_window_asks_the_same_seat_whoever_has_answered(window):
    answered = window.agent_selection
    window.step(first(window))
    agent, asked = window.agent_selection, window.words()
    assert agent != answered
    twin = window.sampled(agent, 2)
    assert (twin.agent_selection, twin.words()) == (agent, asked)


def test_what_others_could_answer_in_a_window_is_told_by_no_sample(window):
    """It was found in their true cards: their seats decline, whatever they hold in the sample."""
    agent, asked = window.agent_selection, window.table.asked
    twin = window.sampled(agent, 1)
    pending = twin.table.pending
    assert [each.options for each in twin.table.asked] == [each.options for each in asked]
    twin.step(first(twin))
    assert twin.table.pending is not pending
    assert not {each.options for each in twin.table.asked} & {
        each.options for each in asked if len(each.options) > 1
    }


@pytest.mark.parametrize("action", [True, 1.0, "0", [0]], ids=repr)
def test_what_is_no_whole_number_is_no_action(action):
    env = environment("regicide", 2)
    env.reset(1)
    with pytest.raises(ValueError, match="is no action now"):
        env.step(action)


def test_before_a_reset_nothing_can_be_done():
    env = environment("regicide", 2)
    assert not env.observe("seat_0")["action_mask"].any()
    with pytest.raises(ValueError, match=re.escape("reset()")):
        env.step(0)


@pytest.mark.parametrize(
    "more",
    [{"options": 0}, {"view": -1}, {"option": 1.5}, {"render_mode": "human"},
     {"settings": {"nefarious": True}}],
    ids=str,
)  # fmt: skip
def test_what_no_environment_is_made_with_is_said(more):
    with pytest.raises(ValueError, match="expected"):
        environment(**more)


@pytest.mark.parametrize("seed", ["x", b"x", 1.5])
def test_a_seed_is_a_whole_number(seed):
    env = environment("regicide", 2)
    with pytest.raises(ValueError, match="is no seed"):
        env.reset(seed)
    env.reset()


@pytest.mark.slow
def test_the_agents_of_the_page_play_as_they_stand_there():
    import numpy as np

    code = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    names = {}
    for part in code:
        exec(part, names)  # noqa: S102 - our own page
    assert set(names["play_by_chance"](1)) == {"seat_0", "seat_1"}
    assert sum(names["play_by_chance"](1).values()) in {0.0, 1.0}
    env = environment("regicide", 2)
    env.reset(1)
    seen = env.observe(env.agent_selection)
    luck = np.random.default_rng(1)
    action = names["search"](env, env.agent_selection, seen["action_mask"], luck, 1, 3)
    assert seen["action_mask"][action]
    longest = max(len(part.strip().splitlines()) for part in code)
    assert longest <= 22
