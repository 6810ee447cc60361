"""A small learner in the environment of `docs/research.md`: it has to beat random bots.

`python -m tests.lab.learner` learns Runes & Regulations for two against a random player, by
REINFORCE with one weight for each feature of an option, and then plays games that it has never seen
with what it has learned: how many it wins, with the 95 % interval. Half is what random wins. It
wants the extra `research`: `make install EXTRA=research`.
"""

import argparse
import sys
from collections import deque
from time import perf_counter

from rr_net.cli.lab.running import progress, tell
from rr_net.sim.worth import wilson

try:
    import numpy as np

    from rr_net.research.environment import GameEnvironment
except ImportError:
    sys.exit("the learner wants packages that are not installed: `make install EXTRA=research`")

STEP, FORGET = 0.05, 0.99
TAUGHT = "seat_0"
LATELY, EVERY = 50, 5
"""How it goes is told of so many games, every so many seconds."""


class Learner:
    """Options by a softmax of weighted features; weights follow what won more than usual."""

    def __init__(self, length, seed=1):
        self.weights, self.usual = np.zeros(length), 0.5
        self.luck, self.grades = np.random.default_rng(seed), []

    def act(self, seen):
        rows = seen["options"][seen["action_mask"][:-1] == 1]
        worth = rows @ self.weights
        shares = np.exp(worth - worth.max())
        shares /= shares.sum()
        action = self.luck.choice(len(shares), p=shares)
        self.grades.append(rows[action] - shares @ rows)
        return int(action)

    def learn(self, won):
        """At the end of a game: do more of what was done in it, or less."""
        self.weights += STEP * (won - self.usual) * np.sum(self.grades, axis=0)
        self.usual = FORGET * self.usual + (1 - FORGET) * won
        self.grades.clear()


def game(env, seed, players):
    """Play one game: what the taught seat won."""
    env.reset(seed)
    won = 0.0
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        if agent == TAUGHT:
            won += reward
        env.step(None if terminated or truncated else players[agent](seen))
    return won


def by_chance(luck):
    return lambda seen: int(luck.choice(np.flatnonzero(seen["action_mask"])))


def taught(env, seconds, most=10**9, say=lambda line: None):
    """A learner after so much time or so many games, and how many games those were."""
    learner, played = Learner(env.observation_space(TAUGHT)["options"].shape[1]), 0
    players = {"seat_0": learner.act, "seat_1": by_chance(np.random.default_rng(2))}
    began = said = perf_counter()
    lately = deque(maxlen=LATELY)
    while played < most and perf_counter() - began < seconds:
        lately.append(game(env, played, players))
        learner.learn(lately[-1])
        played += 1
        if perf_counter() - said > EVERY:
            said = perf_counter()
            won = f"won {sum(lately):.0f} of the last {len(lately)}"
            say(f"learning: {played} games, {said - began:.0f} of {seconds:.0f} s at most, {won}")
    return learner, played


def tested(env, learner, games):
    """How many games it wins that it has never seen."""
    players = {"seat_0": learner.act, "seat_1": by_chance(np.random.default_rng(3))}
    won = 0
    with progress("Playing", games) as advance:
        for number in range(games):
            won += game(env, 10**6 + number, players)
            advance(1)
    return won


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5, help="how long it learns  [5]")
    parser.add_argument("--taught", type=int, default=10**9, metavar="GAMES",
                        help="after how many games it stops learning, if not before")  # fmt: skip
    parser.add_argument("--games", type=int, default=200, help="how many it plays then  [200]")
    given = parser.parse_args()
    env = GameEnvironment("runes-regulations", 2, {"window": "fast"}, view=1, options=48)
    began = perf_counter()
    learner, played = taught(env, 60 * given.minutes, given.taught, tell)
    tell(f"learned from {played} games in {perf_counter() - began:.0f} s")
    won = tested(env, learner, given.games)
    low, high = wilson(won, given.games)
    print(f"after {played} games: won {won:.0f} of {given.games}, {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main()
