"""Vectors of games with nothing wrong in them."""

from __future__ import annotations

from functools import partial

from rr_net.fairness.base.levels import WORK
from tests.support.fairness.games import Played
from tests.support.fairness.vector import Vector

DEAL_ONLY = 6
"""The rows of a signed game up to its first shuffle and what follows from it."""


def whole(name, description, **told):
    """A game as it was played."""
    return Vector(name, description, Played(**told).bundle)


def unsigned(name, description, **told):
    """A game that nobody has signed, at a level at which that is not enough."""
    game = Played(signs=False, **told)
    body = game.bundle
    return Vector(name, description, body, expect="unsigned", row=game.ledger.rows[-1].seq)


def shelves(name, description, seed, level="table"):
    """A game with slots, two piles and hands of few cards or none."""
    game = Played(seed=seed, game="shelves", level=level, options={"turn_cap": "9"})
    return Vector(name, description, game.bundle)


def noted_commitment():
    game = Played(stop_at=DEAL_ONLY)
    return Vector("noted-commitment", "The commitment that a player noted before the deal.",
                  game.bundle, options={"commitment": game.ledger.commitment})  # fmt: skip


def noted_keys():
    game = Played(stop_at=DEAL_ONLY)
    row = next(row for row in game.ledger.rows if row.type == "freeze")
    keys = next(given.value for given in row.pub.given if given.level == "mash")
    return Vector("noted-keys", "The keys that a player pressed, as they were noted.", game.bundle,
                  options={"me": f"1.1 1 mash {keys}"})  # fmt: skip


def noted_in_vain():
    game = Played(stop_at=DEAL_ONLY + 2, reopened=1)
    return Vector("noted-in-vain", "A note of an opening that was cut off: it was not used.",
                  game.bundle, options={"me": "1.1 1 mash kjhasdfqwe"})  # fmt: skip


def receipts_at(name, description, stop_at, **told):
    """What the second seat took home when there were so many rows."""
    game = Played(stop_at=stop_at, **told)
    receipts = game.receipts(1).decode()
    game.go_on()
    return Vector(name, description, game.bundle, options={"receipts": receipts})


def real_floors():
    game = Played(stop_at=2, slow=WORK["table"]).go_on(DEAL_ONLY)
    return Vector("real-slow-hash", "A deal with the least slow hash of the level table, then given"
                  " up.", game.bundle, floors="real")  # fmt: skip


MASH, PLEDGE, SIGNATURE, ABSENT = ("mash",), ("pledge",), ("signature",), ("absent",)
THREE = {"seats": 3, "deck": "red 5\nblue 5\n"}
MAKERS = (
    partial(whole, "solo", "At solo the host alone chooses; no network, no signatures.",
            level="solo", signs=False),
    partial(whole, "solo-signed", "At solo, with a host that signs.", level="solo"),
    partial(whole, "table-mash", "At table, the second seat presses keys at every event."),
    partial(whole, "table-pledge", "At table, with a pledge before each event and its opening.",
            ways=PLEDGE),
    partial(whole, "table-signature", "At table, the second seat signs each event.",
            ways=SIGNATURE),
    partial(whole, "table-absent", "At table, with a silent player.", ways=ABSENT),
    partial(whole, "table-mixed", "Three seats that contribute in turns by keys, pledge, signature"
            " and not at all.", ways=(*MASH, *PLEDGE, *ABSENT, *SIGNATURE), **THREE),
    partial(whole, "table-bot", "Both seats have a chain: the host's and a bot's.", bots=(1,)),
    partial(whole, "table-dealer-only", "The host has no seat; nobody has a chain.", host_seat=-1),
    partial(unsigned, "table-unsigned", "At table without a host key: no checkpoints."),
    partial(whole, "strict", "At strict, with its longer windows and slower hash.",
            level="strict"),
    partial(whole, "table-reopened", "The first window was cut off twice: three openings stand.",
            reopened=2),
    partial(unsigned, "table-reopened-unsigned", "The same without a host key.", reopened=2),
    partial(whole, "pledge-in-vain", "A pledge ends with the window that is cut off: keys count.",
            ways=("pledge", "mash"), reopened=1),
    partial(whole, "table-signer", "The second seat has a client that signs.", seed=2,
            signers=(1,), options={"target": "3", "turn_cap": "4"}),
    partial(whole, "table-signers", "Three clients sign, go and come back, and are witnesses.",
            seed=11, signers=(0, 1, 2), options={"target": "6", "turn_cap": "8"}, **THREE),
    partial(whole, "strict-signers", "The same at strict, where windows are cut off.", seed=8,
            level="strict", reopened=1, signers=(1, 2), options={"turn_cap": "6"}, **THREE),
    partial(whole, "solo-signers", "At solo clients sign answers, and contribute nothing.",
            seed=9, level="solo", signers=(1,), options={"target": "3", "turn_cap": "4"}),
    partial(whole, "order-before-an-answer", "Orders are older than an answer that their seat gave"
            " since: they stand.", seed=14, level="solo", signers=(0, 1, 2),
            options={"target": "9", "turn_cap": "9"}, **THREE),
    partial(whole, "clock", "The time of a seat that signs was over: so the host says.", seed=1,
            game="timed", signers=(1,), options={"target": "3", "turn_cap": "4",
                                                 "turn_clock": "30"}),
    partial(whole, "removed-seat", "A seat leaves; it is still listed at every event.", seed=14,
            removals=True, **THREE),
    partial(whole, "given-up-at-once", "Given up before the deal.", stop_at=1),
    partial(whole, "given-up-open", "Given up while an event was open.", stop_at=2),
    partial(whole, "given-up-frozen", "Given up after a freeze was signed.", stop_at=4),
    partial(whole, "given-up", "Given up in the middle.", stop_at=12),
    partial(shelves, "slots", "Slots are filled, opened and kept; hands of one card and of none.",
            7),
    partial(shelves, "slots-turned", "Slots are put into another order: all are made anew.", 20),
    partial(shelves, "piles", "Piles run out, are shuffled again, and get cards below.", 19),
    noted_commitment,
    noted_keys,
    noted_in_vain,
    partial(receipts_at, "receipts-at-the-end", "What the second seat took home at the end.",
            100_000),
    partial(receipts_at, "receipts-early", "What the second seat took home after the deal.", 6),
    partial(receipts_at, "receipts-unsigned", "Receipts of a game without checkpoints.", 4,
            signs=False, level="solo"),
    partial(receipts_at, "receipts-of-slots", "Openings of slots, of a hand and of drawn cards.",
            30, game="shelves", options={"turn_cap": "9"}),
    real_floors,
)  # fmt: skip
