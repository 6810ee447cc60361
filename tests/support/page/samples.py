"""The records that docs/check.html brings along: an honest game, and two that the host has forged.

`python -m tests.support.page` plays the honest one, with real slow hashes (half a minute), and
writes all three into the page. The forged ones are made of it: every hash in them fits again.
"""

import json

from rr_net.fairness.base.levels import WORK
from rr_net.fairness.base.manifest import HostTerms
from rr_rules.registry import load_game
from tests.support.page.parts import sample, samples
from tests.support.rr_net.forged import Forger
from tests.support.rr_net.hostkeys import HOST
from tests.support.rr_net.recorded import manifest_of, record

GAME_ID = "runes-regulations"
SEED = 5


class Sleight(Forger):
    """Makes everything fit again but the slow hashes, which nothing here has changed."""

    def slow(self, row, kind):
        """What the honest host has worked out holds for the forged record too."""


def honest():
    """A short game as a host records it: a deal, a roll, a round."""
    rules = load_game(GAME_ID)
    host = HostTerms(HOST.get_fingerprint(), 1, 0, "table", WORK["table"])
    manifest = manifest_of(rules, 3, level="table", host=host, turn_cap="1")
    return record(SEED, manifest, rules).bundle


def stacked(source):
    """The same game, but two cards of a deck have changed places before the deal."""
    plain = json.loads(source)
    body = next(row for row in plain["rows"] if row["type"] == "shuffle")["body"]
    order, faces = body["orders"][0], body["faces"][0]
    one, other = first_that_differ(faces)
    for pile in (order, faces):
        pile[one], pile[other] = pile[other], pile[one]
    return Sleight(plain).rewrite()


def first_that_differ(faces):
    """Two places from the bottom with cards that nobody would take for each other."""
    return 0, next(at for at, face in enumerate(faces) if face != faces[0])


def forged(source):
    """The same game, but its first roll shows another number."""
    plain = json.loads(source)
    roll = next(row for row in plain["rows"] if row["type"] == "roll")["pub"]
    roll["result"] = (roll["result"] + 1) % roll["sides"]
    return Sleight(plain).rewrite()


def every_sample(source=None):
    """The part of the page with the three of them, of the honest game that stands in it."""
    source = source or samples()["honest"]
    made = {"honest": source, "stacked": stacked(source), "forged": forged(source)}
    return "".join(sample(name, each) for name, each in made.items())
