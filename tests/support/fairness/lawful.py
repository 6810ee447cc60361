"""Records of a game by its rules, drawn out as far as a file may go.

What no rules are needed for is checked by everybody; these are dear to the verifier that plays.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rr_net.fairness.base.manifest import HostTerms
from rr_rules.registry import load_game
from tests.support.fairness.heavy import (
    HEX,
    MOST,
    PILE,
    ROOM,
    ROWS,
    SIGNS,
    SSHSIGS,
    Bomb,
    Quick,
    row,
)
from tests.support.rr_net.forged import Forger, canon
from tests.support.rr_net.hostkeys import HOST
from tests.support.rr_net.recorded import KEYS, manifest_of, record

GAME = "runes-regulations"
ENTRIES = 60
"""So many rows are played."""


def lawful() -> Iterator[Bomb]:
    """All of them."""
    game = _game()
    begun = len(game["rows"]) - 2
    owner = KEYS["Bob"].get_fingerprint()
    key = row("seat", {"seat": 1, "day": "2026-11-23", "signature": "", "key": HEX, "owner": owner})
    turns = [row("plain", {"seat": 1, "until": 0}), row("plain", {"seat": 1, "until": 1})]
    gone = [row("away", {"seat": 1, "until": 1}), row("away", {"seat": 1, "until": 0})]
    checkpoint = row("checkpoint", {"signature": ""})
    for name, told, most in (
        ("checkpoints", [checkpoint], SSHSIGS - 40),
        ("new keys of a seat", [key], SSHSIGS - 40),
        ("returns without a key", turns, ROWS - 80),
        ("absences", gone, ROWS - 80),
    ):
        yield Bomb(f"a game with as many {name} as fit", _drawn_out(game, begun, told, most))
    yield Bomb("a game in which a hand is arranged again and again", _arranged(game, begun))
    yield Bomb("a game whose first shuffle has 60,000 cards", _swollen(game))


def _game() -> Any:
    rules = load_game(GAME)
    host = HostTerms(HOST.get_fingerprint(), 1, 0, "solo")
    manifest = manifest_of(rules, 3, level="solo", host=host, signers=(1,))
    return json.loads(record(1, manifest, rules, stop_at=ENTRIES).bundle)


def _drawn_out(game: Any, at: int, told: list[Any], most: int) -> bytes:
    """The game with as many of these rows as there is room for, from row `at` on."""
    text = canon(told)
    signs = sum(text.count(sign) for sign in b"[{,:")
    size = len(text) + (390 if b'"signature":""' in text else 0) + 6 * len(told)
    source = canon(game)
    left = (MOST - len(source) - ROOM) // size, (SIGNS - 9_000) // signs, most // len(told)
    more = [json.loads(canon(each)) for _ in range(min(left)) for each in told]
    drawn = json.loads(source)
    drawn["rows"][at:at] = more
    return _fitted(drawn)


def _fitted(game: Any) -> bytes:
    """Its hashes and signatures made anew; it is never written how the game ended."""
    game["witnesses"] = []
    return Quick(game, None).rewrite()


def _arranged(game: Any, at: int) -> bytes:
    """A hand of the host, turned round and round: after each time its cards are promised anew."""
    drawn = json.loads(canon(game))
    hand, zone = next(
        (faces, zone)
        for each in reversed(drawn["rows"][:at])
        if each["type"] == "commit"
        for zone, faces in zip(each["pub"]["zones"], each["body"]["faces"], strict=True)
        if zone["owner"] == 0 and "root" in zone
    )
    order = list(range(len(hand)))[::-1]
    told = {"seat": 0, "zone": zone["zone"], "order": order}
    more = [row("arrange", {}, dict(told)) for _ in range((SIGNS - 9_000) // (50 + len(hand)))]
    drawn["rows"][at:at] = more
    return _fitted(drawn)


def _swollen(game: Any) -> bytes:
    """More cards are shuffled than there are."""
    drawn = json.loads(canon(game))
    first = next(each for each in drawn["rows"] if each["type"] == "shuffle")
    count, label = 60_000, first["pub"]["piles"][0]["label"]
    face = first["body"]["faces"][0][0]
    pile = {"label": label or PILE, "epoch": 0, "count": count}
    forger = Forger(json.loads(canon(game)))
    first["pub"]["piles"] = [pile | {"root": HEX}]
    first["body"] = {"orders": [forger.order(pile, b"")], "faces": [[face] * count]}
    drawn["rows"] = drawn["rows"][: first["seq"] + 1] + drawn["rows"][-2:]
    return _fitted(drawn)
