"""The small learner of the environment beats random bots."""

from rr_net.sim.worth import wilson


def test_how_learning_goes_is_said_meanwhile(pettingzoo, monkeypatch):
    from rr_net.research.environment import GameEnvironment
    from tests.lab import learner

    monkeypatch.setattr(learner, "EVERY", 0)
    env, said = GameEnvironment("rune"), []
    learner.taught(env, 600, 2, said.append)
    assert [line.split(",")[0] for line in said] == ["learning: 1 games", "learning: 2 games"]
    assert said[1].endswith(" of the last 2")


def test_a_small_learner_beats_chance(pettingzoo):
    from rr_net.research.environment import GameEnvironment
    from tests.lab.learner import taught, tested

    env = GameEnvironment("runes-regulations", 2, {"window": "fast"}, view=1, options=48)
    learner, played = taught(env, 600, 40)
    assert played == 40
    low, _ = wilson(tested(env, learner, 40), 40)
    assert low > 0.5
