"""Rules of former versions that today's play alike: what a version says of itself before the next.

`python -m tests.support.golden.former` prints what `FORMER` in `rr_rules/registry.py` has to say of
the version that is here, before it is given its next number. A test holds each of those lines
against the recorded games: those of that version must be the ones that are kept, and all of them
are played again with today's rules by `tests/golden/test_golden_rules.py`.
"""

import hashlib

from rr_rules import __version__
from rr_rules.registry import GAMES, FormerRules, load_game
from tests.support.golden.rules import PLANS, file_of


def golden_of(game):
    """The SHA-256 of the recorded games of these rules, hex."""
    digest = hashlib.sha256()
    for name in sorted(name for name, plan in PLANS.items() if plan.game == game):
        digest.update(f"{name}\0".encode() + file_of(name).read_bytes())
    return digest.hexdigest()


def present():
    """What the next version may say of this one, a line a game."""
    return [
        FormerRules(__version__, game, load_game(game).digest()[0], golden_of(game))
        for game in GAMES
    ]


if __name__ == "__main__":
    print(*(f"    {each!r}," for each in present()), sep="\n")
